"""Editions: what is wrong with a file is named by entry and field; its digest is of its content."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulekit.content import convert, read_edition, require
from rulekit.errors import EditionError
from tests.toy import EDITION, load

TEXT = EDITION.read_text("utf-8")


def edition(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "edition.toml"
    path.write_text(text, "utf-8")
    return path


def altered(tmp_path: Path, old: str, new: str) -> Path:
    assert TEXT.count(old) >= 1, old
    return edition(tmp_path, TEXT.replace(old, new, 1))


def test_the_toy_edition_loads() -> None:
    game = load(None)
    assert game.edition_id == "toy-1"
    assert game.content.prize[1].id == "tea"
    assert len(game.edition_digest) == 64


@pytest.mark.parametrize(
    ("old", "new", "entry", "field", "problem"),
    [
        ("worth = 2", 'worth = "2"', "prize tea", "worth", "Expected `int`, got `str`"),
        ("worth = 2", "worth = 2.5", "prize tea", "worth", "Expected `int`, got `float`"),
        ("worth = 2", "", "prize tea", "worth", "missing required field `worth`"),
        ("worth = 2", "worth = 2\nweight = 1", "prize tea", "weight", "unknown field `weight`"),
        ('id = "tea"', "id = 3", "prize 3", "id", "Expected `str`, got `int`"),
        ('id = "tea"', "", "prize no. 2", "id", "missing required field `id`"),
        ("bonus = 1", "bonus = true", "spot blue", "bonus", "Expected `int`, got `bool`"),
        ("die_faces = 6", "die_faces = []", "table", "die_faces", "Expected `int`, got `array`"),
        ("die_faces = 6", "", "table", "die_faces", "missing required field `die_faces`"),
        ('provenance = "made for the tests of the platform"', "", "meta", "provenance", "missing required field"),
        ('modes = ["two", "many"]', "modes = [1]", "meta", "modes[0]", "Expected `str`, got `int`"),
        ("[table]", "[tables]", "file", "table|tables", "unknown field `tables`|missing required field `table`"),
        ('game = "toy"', 'game = "chess"', "meta", "game", "is 'chess', but this game is \"toy\""),
        ("schema = 1", "schema = 2", "meta", "schema", "is 2; this version reads schema 1"),
        ("[meta]", "[head]", "meta", "", r"the table \[meta\] is missing"),
        ("[meta]", "meta = 3\n[head]", "meta", "", r"the table \[meta\] is missing"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, old: str, new: str, entry: str, field: str, problem: str) -> None:
    with pytest.raises(EditionError, match=problem) as found:
        load(altered(tmp_path, old, new))
    assert found.value.entry == entry
    assert found.value.field in field.split("|")
    assert str(found.value).startswith(f"edition: {entry}: ")


def test_a_rule_across_entries_is_named_too(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match="at least 5 prizes are needed") as found:
        load(altered(tmp_path, '[[prize]]\nid = "salt"\nworth = 3\n', ""))
    assert (found.value.entry, found.value.field) == ("prize", "")
    require(True, "prize", "", "never said")


class Effect(msgspec.Struct, forbid_unknown_fields=True):
    op: str
    n: int


class Card(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    effects: list[Effect]


class Cards(msgspec.Struct, forbid_unknown_fields=True):
    card: list[Card]


def test_nested_places_are_named() -> None:
    data: dict[str, Any] = {"card": [{"number": 7, "effects": [{"op": "take", "n": 1}, {"op": "take", "n": "x"}]}]}
    with pytest.raises(EditionError) as found:
        convert(data, Cards)
    assert str(found.value) == "edition: card 7: effects[1].n: Expected `int`, got `str`"
    data = {"card": [{"number": 7, "effects": [{"op": "take"}]}]}
    with pytest.raises(EditionError) as found:
        convert(data, Cards)
    assert (found.value.entry, found.value.field) == ("card 7", "effects[0].n")
    assert convert({"card": []}, Cards).card == []


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere.toml"
    with pytest.raises(EditionError, match="cannot be read: No such file") as found:
        read_edition(missing, "toy")
    assert found.value.entry == str(missing)
    with pytest.raises(EditionError, match="cannot be read: Is a directory"):
        read_edition(tmp_path, "toy")
    with pytest.raises(EditionError, match=r"is not TOML: .*line 2"):
        read_edition(edition(tmp_path, "[meta]\ngame = toy\n"), "toy")
    with pytest.raises(EditionError, match="is not TOML"):
        read_edition(edition(tmp_path, "deep = " + "[" * 100_000), "toy")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(EditionError, match="is not TOML"):
        read_edition(binary, "toy")


def test_the_digest_is_of_the_content_not_of_the_layout(tmp_path: Path) -> None:
    _, digest = read_edition(EDITION, "toy")
    comments = TEXT.replace("\n[[", "\n\n# a comment\n\n[[").replace(" = ", "   =   ").replace("# per seat", "")
    assert read_edition(edition(tmp_path, comments), "toy")[1] == digest
    meta, table, rest = TEXT.partition("[table]")[0], "[table]", TEXT.partition("[table]")[2]
    head, _, lists = rest.partition("[[spot]]")
    assert read_edition(edition(tmp_path, table + head + meta + "[[spot]]" + lists), "toy")[1] == digest, "tables moved"


@pytest.mark.parametrize(
    ("old", "new"),
    [("worth = 2", "worth = 3"), ('id = "tea"', 'id = "coffee"'), ('edition = "toy-1"', 'edition = "toy-2"')],
)
def test_the_digest_covers_every_value(tmp_path: Path, old: str, new: str) -> None:
    assert read_edition(altered(tmp_path, old, new), "toy")[1] != read_edition(EDITION, "toy")[1]


def test_the_order_of_entries_counts(tmp_path: Path) -> None:
    """Dice and draws name entries by their place, so another order is another edition."""
    swapped = TEXT.replace('"silk"\nworth = 1', '"X"').replace('"tea"\nworth = 2', '"silk"\nworth = 1')
    swapped = swapped.replace('"X"', '"tea"\nworth = 2')
    assert read_edition(edition(tmp_path, swapped), "toy")[1] != read_edition(EDITION, "toy")[1]
