"""Records of matches in files: written as JSON lines, read from any form the commands write, and checked.

A record is saved as a `rulekit.match.Record` with one key more, `checksum`: SHA-256 over the canonical JSON of all
the rest. The log digest says that two matches were played alike, so it leaves out names, times and ids;
the checksum finds a change in those too. The JSON file of a run has a checksum of its own over all it says.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from console.problem import BAD, Problem
from rulekit.errors import ReplayError
from rulekit.game import Game
from rulekit.match import Commit, Header, Record, verify_record

CHECKSUM: Final = "checksum"
_COMMIT: Final = re.compile(r"\$\.commits\[(\d+)\]")
_canonical = msgspec.json.Encoder(order="sorted")


class Found:
    """A record in a file: `place` names it for people, `plain` is the JSON object as it stands there."""

    __slots__ = ("outer", "place", "plain")

    def __init__(self, place: str, plain: Any, outer: dict[str, Any] | None = None) -> None:
        self.place = place
        self.plain = plain
        self.outer = outer  # the match entry of a run's JSON file, if the record came with one


def checksum(plain: dict[str, Any]) -> str:
    return hashlib.sha256(_canonical.encode({k: v for k, v in plain.items() if k != CHECKSUM})).hexdigest()


def saved(record: Record) -> bytes:
    """The JSON of a record with its checksum; one line."""
    total = hashlib.sha256(_canonical.encode(record)).hexdigest()
    return msgspec.json.encode(record)[:-1] + f',"{CHECKSUM}":"{total}"}}'.encode()


def read_file(path: Path) -> bytes:
    """Raises `Problem` for a file that is not there, not readable or empty."""
    try:
        data = path.read_bytes()
    except OSError as e:
        raise Problem(f"{path}: cannot be read: {e.strerror or e}") from e
    if not data.strip():
        raise Problem(f"{path}: is empty")
    return data


class RecordFile:
    """A file with its records. `whole` is the JSON object of a run's file, None for other forms."""

    __slots__ = ("found", "path", "whole")

    def __init__(self, path: Path, found: list[Found], whole: dict[str, Any] | None = None) -> None:
        self.path = path
        self.found = found
        self.whole = whole

    def check_whole(self) -> None:
        """Checks what a run's file says beside its matches; raises `Problem`."""
        if self.whole is not None and self.whole.get(CHECKSUM) != checksum(self.whole):
            raise Problem(f"{self.path}: head or summary are not those that were written (the checksum differs)", BAD)


def read_records(path: Path) -> RecordFile:
    """All records of a file: one record, JSON lines, or the JSON file of a run.

    Raises `Problem`: code 2 for a file that holds no records, code 1 for one that is damaged, with the place.
    """
    data = read_file(path)
    if not data.lstrip().startswith(b"{"):
        raise Problem(f"{path}: is not a file of records (JSON)")
    try:
        whole = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError) as e:
        lines = data.splitlines()
        if len(lines) > 1 and not data.startswith(b'{"game"'):
            return RecordFile(path, list(_read_lines(path, lines)))
        raise Problem(f"{path}: {_where(data, str(e))}", BAD) from e
    if isinstance(whole.get("matches"), list):
        return RecordFile(path, list(_read_run(path, whole)), whole)
    if "header" not in whole and "commits" not in whole:
        raise Problem(f"{path}: holds no records")
    return RecordFile(path, [Found(f"{path}", whole)])


def _read_lines(path: Path, lines: list[bytes]) -> Iterator[Found]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield Found(f"{path}: line {number}", msgspec.json.decode(line))
        except (msgspec.DecodeError, RecursionError) as e:
            raise Problem(f"{path}: line {number}: {e}", BAD) from e


def _read_run(path: Path, whole: dict[str, Any]) -> Iterator[Found]:
    for number, outer in enumerate(whole["matches"]):
        place = f"{path}: match {number}"
        if not isinstance(outer, dict) or "record" not in outer:
            raise Problem(f"{place} comes without its record (the file was written with --no-records)")
        outer = {"game": whole.get("game"), "mode": whole.get("mode"), **outer}
        yield Found(f"{place} ({outer.get('id')})", outer["record"], outer)


def _where(data: bytes, problem: str) -> str:
    """Adds the line to msgspec's "... (byte 123)"."""
    _, _, tail = problem.rpartition("(byte ")
    offset = tail.rstrip(")")
    if not offset.isdigit():
        return problem
    line = data.count(b"\n", 0, int(offset)) + 1
    return f"line {line}: {problem}"


def to_record(plain: Any) -> Record:
    """The typed record of a JSON object; raises `ReplayError` that names the field."""
    if not isinstance(plain, dict):
        raise ReplayError(0, "a record is a JSON object")
    plain = {k: v for k, v in plain.items() if k != CHECKSUM}
    try:
        record = msgspec.convert(plain, Record)
    except msgspec.ValidationError as e:
        at = _COMMIT.search(str(e))
        raise ReplayError(int(at.group(1)) + 1 if at else 0, str(e)) from e
    _no_more_fields(plain, Record, 0)
    _no_more_fields(plain["header"], Header, 0)
    for number, commit in enumerate(plain["commits"], 1):
        _no_more_fields(commit, Commit, number)
    return record


def _no_more_fields(plain: dict[str, Any], type: type[msgspec.Struct], revision: int) -> None:
    more = sorted(set(plain) - set(type.__struct_fields__))
    if more:
        raise ReplayError(revision, f"unknown field {more[0]!r}")


def tell(error: ReplayError) -> str:
    """The place and the problem; what is not about a commit is about the header and the record as a whole."""
    return str(error) if error.revision else f"header: {error.problem}"


def check(found: Found, game: Game[Any]) -> Record:
    """Checks a record whole: seed, dice, moves, outcome, digest, checksum, and what the run's file says of it.

    Raises `ReplayError` with the place.
    """
    record = to_record(found.plain)
    verify_record(game, record)
    wanted = found.plain.get(CHECKSUM)
    if wanted is not None and wanted != checksum(found.plain):
        raise ReplayError(0, "ids, names or times are not those that were written (the checksum differs)")
    if found.outer is not None:
        _check_outer(found.outer, record)
    return record


def _check_outer(outer: dict[str, Any], record: Record) -> None:
    outcome = {k: record.outcome[k] for k in ("reason", "placings", "scores")}
    header = record.header
    said = {
        "id": header.match,
        "game": header.game,
        "mode": header.mode,
        "seed": record.seed,
        "players": header.players,
        "log_digest": record.log_digest,
        "moves": moves(record),
        "outcome": outcome,
    }
    for key, value in said.items():
        if outer.get(key) != value:
            raise ReplayError(0, f"the file says {key} = {outer.get(key)!r}, its record {value!r}")


def moves(record: Record) -> int:
    return sum(c.kind == "move" for c in record.commits)


def write_file(path: Path, data: bytes) -> None:
    """Writes whole or not at all; raises `Problem`."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as e:
        raise Problem(f"{path}: cannot be written: {e.strerror or e}") from e


def must_be_writable(path: Path) -> None:
    """Finds out before a long run that its result cannot be written; raises `Problem`."""
    if path.is_dir():
        raise Problem(f"{path}: is a folder")
    if not path.parent.is_dir():
        raise Problem(f"{path}: the folder {path.parent} does not exist")
    try:
        part = path.with_name(path.name + ".part")
        part.touch()
        part.unlink()
    except OSError as e:
        raise Problem(f"{path}: cannot be written: {e.strerror or e}") from e
