"""The games that this platform plays, by key.

`GAMES[key]` makes the game, under its own edition or under a file. More games can be named in the
environment, so that a game under development runs through every command and service without being
part of the platform: ``BAOCHUAN_EXTRA_GAMES="toy=my_package.toy:load"`` (several parted by commas).
"""

from __future__ import annotations

import importlib
import os
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rulekit.errors import EditionError
from rulekit.game import Game

EXTRA_GAMES = "BAOCHUAN_EXTRA_GAMES"

Factory = Callable[[Path | None], Game[Any]]


class UnknownGame(LookupError):
    """No game of this key; the text lists the known ones."""


def _ming_voyages(edition: Path | None) -> Game[Any]:
    import ming_voyages

    return ming_voyages.load(edition)


def _treasure_ship(edition: Path | None) -> Game[Any]:
    import treasure_ship

    return treasure_ship.load(edition)


def _ultimate_voyage(edition: Path | None) -> Game[Any]:
    import ultimate_voyage

    return ultimate_voyage.load(edition)


def _forge_war(edition: Path | None) -> Game[Any]:
    import forge_war

    return forge_war.load(edition)


GAMES: dict[str, Factory] = {
    "ming_voyages": _ming_voyages,
    "treasure_ship": _treasure_ship,
    "ultimate_voyage": _ultimate_voyage,
    "forge_war": _forge_war,
}


def named(text: str, what: str) -> dict[str, str]:
    """Reads ``"key=value,key=value"``; raises `ValueError` that quotes the part that is wrong."""
    out: dict[str, str] = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        key, eq, value = part.partition("=")
        if not (eq and key.strip() and value.strip()):
            raise ValueError(f'{what}: "{part}" is not of the form name=value')
        out[key.strip()] = value.strip()
    return out


def imported(path: str) -> Any:
    """The object that ``package.module:name`` names."""
    module, _, name = path.partition(":")
    return getattr(importlib.import_module(module), name)


def games() -> dict[str, Factory]:
    """All games, those of the environment included."""
    extra = named(os.environ.get(EXTRA_GAMES, ""), EXTRA_GAMES)
    return GAMES | {key: _extra(path) for key, path in extra.items()}


def is_extra(key: str) -> bool:
    """True for a game that only the environment names: it has no service module of its own."""
    return key not in GAMES


def _extra(path: str) -> Factory:
    def load(edition: Path | None) -> Game[Any]:
        game = imported(path)(edition)
        assert isinstance(game, Game)
        return game

    return load


def load_game(key: str, edition: Path | None = None) -> Game[Any]:
    """The game under its own edition, or under the file given.

    Raises `UnknownGame`, or `EditionError` with entry and field of what is wrong in the file.
    """
    known = games()
    if key not in known:
        raise UnknownGame(f'unknown game "{key}"; known: {", ".join(known)}')
    return known[key](edition)


def load_games(editions: Mapping[str, Path]) -> dict[str, Game[Any]]:
    """All games; `editions` gives the files of those that do not run under their own edition."""
    for key in editions:
        if key not in games():
            raise UnknownGame(f'edition given for the unknown game "{key}"; known: {", ".join(games())}')
    return {key: load_game(key, editions.get(key)) for key in games()}


def game_of_edition(path: Path) -> str:
    """The key of the game that an edition file is for; raises `EditionError`."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as e:
        raise EditionError(str(path), "", f"cannot be read: {e.strerror or e}") from e
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as e:
        raise EditionError(str(path), "", f"is not TOML: {e}") from e
    meta = data.get("meta")
    key = meta.get("game") if isinstance(meta, dict) else None
    if not isinstance(key, str) or key not in games():
        raise EditionError("meta", "game", f"is {key!r}; known games: {', '.join(games())}")
    return key
