"""Editions: loading a content file with errors that name the entry and the field.

All games share the head ``[meta]`` of an edition; the rest is described by each game as msgspec
structs. `EditionError` says where a file is wrong.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from rulekit.errors import EditionError

T = TypeVar("T", bound=msgspec.Struct)

_PLACE = re.compile(r"^(?P<problem>.*?)(?: - at `\$(?P<path>.*)`)?$", re.S)
_NAMED = re.compile(r"field `([^`]+)`")
_INDEX = re.compile(r"\[(\d+)\]")


class Meta(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The head of every edition file. `schema` is the number of the file's form, now 1."""

    game: str
    title: str
    edition: str
    schema: int
    provenance: str
    rule_prefix: str
    modes: list[str]


def read_edition(path: Path, game: str) -> tuple[dict[str, Any], str]:
    """The tables of a TOML file and the digest of its content (not of its layout or comments).

    Raises `EditionError` for a file that cannot be read, is not TOML, or is of another game.
    """
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as e:
        raise EditionError(str(path), "", f"cannot be read: {e.strerror or e}") from e
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as e:
        raise EditionError(str(path), "", f"is not TOML: {e}") from e
    meta = data.get("meta")
    if not isinstance(meta, dict):
        raise EditionError("meta", "", "the table [meta] is missing")
    if meta.get("game") != game:
        raise EditionError("meta", "game", f'is {meta.get("game")!r}, but this game is "{game}"')
    if meta.get("schema") != 1:
        raise EditionError("meta", "schema", f"is {meta.get('schema')!r}; this version reads schema 1")
    digest = hashlib.sha256(msgspec.json.encode(data, order="deterministic")).hexdigest()
    return data, digest


def convert(data: dict[str, Any], type: type[T]) -> T:
    """The typed content; a value of the wrong form raises `EditionError` naming entry and field."""
    try:
        return msgspec.convert(data, type)
    except msgspec.ValidationError as e:
        found = _PLACE.match(str(e))
        problem = found.group("problem") if found else str(e)
        entry, field = _locate(data, (found.group("path") or "") if found else "")
        named = _NAMED.search(problem)  # a field that is missing or unknown stands in the text, not in the path
        if named:
            field = f"{field}.{named.group(1)}" if field else named.group(1)
        raise EditionError(entry, field, problem) from None


def _locate(data: Any, path: str) -> tuple[str, str]:
    """Turns a path like ``.card[6].cp`` into ("card maelstrom", "cp")."""
    parts = [p for p in re.split(r"\.|(?=\[)", path) if p]
    if not parts:
        return "file", ""
    entry = parts[0]
    here = data.get(parts[0]) if isinstance(data, dict) else None
    rest = parts[1:]
    if rest and (m := _INDEX.fullmatch(rest[0])):
        number = int(m.group(1))
        rest = rest[1:]
        here = here[number] if isinstance(here, list) and number < len(here) else None
        label = None
        if isinstance(here, dict):
            label = here.get("id", here.get("number"))
        entry = f"{entry} {label}" if label is not None else f"{entry} no. {number + 1}"
    return entry, ".".join(rest).replace(".[", "[")


def require(ok: bool, entry: str, field: str, problem: str) -> None:
    """Cross-checks that a type cannot express."""
    if not ok:
        raise EditionError(entry, field, problem)
