"""Where a match of `play` lies between sittings: a folder with the deployment's data and what is needed to go on."""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from console.problem import Problem
from console.records import write_file

FORMAT: Final = 1
STATE: Final = "play.json"
EDITION: Final = "edition.toml"
HISTORY: Final = "history.txt"
LOCK: Final = "lock"
DATA: Final = "data"


class Sitting(msgspec.Struct, kw_only=True):
    """What `play.json` holds. `token` is the person's own, good for this deployment alone."""

    format: int
    game: str
    edition_digest: str
    match: str
    seat: int
    token: str
    own_edition: bool


def default_folder(game: str) -> Path:
    """A new folder of its own among the user's state."""
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    name = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}"
    return Path(base) / "baochuan" / name


def new_folder(path: Path) -> Path:
    """Makes it, for this user alone; raises `Problem` if it is there already and holds something."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        used = any(path.iterdir())
    except OSError as e:
        raise Problem(f"{path}: cannot be used: {e.strerror or e} (--save DIR names another folder)") from e
    if used:
        raise Problem(f"{path}: is not empty (baochuan play GAME --resume {path} goes on with a match)")
    return path


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Nobody else plays on here meanwhile; raises `Problem` if somebody does."""
    try:
        file = (folder / LOCK).open("w")
    except OSError as e:
        raise Problem(f"{folder}: cannot be used: {e.strerror or e}") from e
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as e:
            raise Problem(f"{folder}: another `baochuan play` has this match open") from e
        yield


def save(folder: Path, sitting: Sitting) -> None:
    write_file(folder / STATE, msgspec.json.format(msgspec.json.encode(sitting), indent=2) + b"\n")


def load(folder: Path) -> Sitting:
    """Raises `Problem` for a folder without a match."""
    if not folder.is_dir():
        raise Problem(f"{folder}: is no folder of a match (`baochuan play` names it when you leave)")
    try:
        data = (folder / STATE).read_bytes()
    except OSError as e:
        raise Problem(f"{folder}: holds no match to go on with ({STATE}: {e.strerror or e})") from e
    try:
        sitting = msgspec.json.decode(data, type=Sitting)
    except msgspec.DecodeError as e:
        raise Problem(f"{folder / STATE}: {e}") from e
    if sitting.format != FORMAT:
        raise Problem(f"{folder / STATE}: is of form {sitting.format}, not {FORMAT}")
    return sitting


def forget(folder: Path) -> None:
    """The match is over: nothing of it is needed any more."""
    shutil.rmtree(folder, ignore_errors=True)
