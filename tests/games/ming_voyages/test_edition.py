"""The edition file: what is refused, and that the refusal names entry and field."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ming_voyages import load
from ming_voyages.edition import HOUSE_EDITION
from rulekit.chance import Seeded
from rulekit.errors import EditionError, InvalidOptions
from rulekit.events import Ctx

HOUSE = HOUSE_EDITION.read_text("utf-8")


def card(number: int) -> str:
    found = re.search(rf"\[\[card\]\]\nnumber = {number}\n.*?(?=\n\[\[|\n# |\Z)", HOUSE, re.S)
    assert found is not None
    return found[0]


def changed(old: str, new: str, number: int | None = None) -> str:
    """The house edition with one replacement, in one card if its number is given."""
    where = HOUSE if number is None else card(number)
    assert old in where, old
    return HOUSE.replace(where, where.replace(old, new, 1), 1)


def steps(number: int, new: str, side: str = "overlord") -> str:
    where = card(number)
    text = re.sub(rf"(\[card\.{side}\]\ntext = [^\n]*\nsteps = )[^\n]*", lambda m: m[1] + new, where)
    assert text != where
    return HOUSE.replace(where, text, 1)


ATTACK_FIRST = '[{ op = "act", action = "attack", cp = 2 }, { op = "take", piece = "horde", n = 1, to = "manchus" }]'
NESTED_ATTACK = (
    '[{ op = "choose", options = [[{ op = "act", action = "attack", cp = 2 }], [{ op = "discard_reserve", n = 1 }]] }, '
    '{ op = "discard_reserve", n = 1 }]'
)

BROKEN: list[tuple[str, Callable[[], str], str, str, str]] = [
    ("missing card", lambda: HOUSE.replace(card(9), "", 1), "card 9", "number", "missing"),
    ("number twice", lambda: HOUSE + "\n" + card(9), "card 9", "number", "twice"),
    ("number in place of another", lambda: changed("number = 9", "number = 8", 9), "card 9", "number", "missing"),
    (
        "number out of range",
        lambda: HOUSE + "\n" + card(9).replace("number = 9", "number = 28"),
        "card 28",
        "number",
        "1 to 27",
    ),
    ("id twice", lambda: changed('id = "maelstrom"', 'id = "raids"'), "card 8", "id", "twice"),
    ("wrong cp", lambda: changed("cp = 2", "cp = 4", 8), "card 8", "cp", "1, 2, 3"),
    ("cp of text", lambda: changed("cp = 2", 'cp = "two"', 8), "card maelstrom", "cp", "int"),
    ("no cp", lambda: changed("cp = 2\n", "", 8), "card maelstrom", "cp", "missing"),
    ("unknown key", lambda: changed("cp = 2", "cp = 2\ncolour = 3", 8), "card maelstrom", "colour", "unknown"),
    ("unknown type", lambda: changed('type = "action"', 'type = "event"', 8), "card maelstrom", "type", "event"),
    (
        "type without its actions",
        lambda: changed('type = "action"', 'type = "emperor"', 8),
        "card 8",
        "overlord",
        "no such",
    ),
    (
        "no Emperor's action",
        lambda: changed('type = "emperor"', 'type = "barbarian"', 1),
        "card 1",
        "emperor_low",
        "no such",
    ),
    ("wrong Voyage", lambda: changed("voyage = 2", "voyage = 8", 8), "card 8", "voyage", "1 to 7"),
    ("Voyage on an Emperor card", lambda: changed("cp = 1", "cp = 1\nvoyage = 2", 1), "card 1", "voyage", "no Voyage"),
    ("wrong source", lambda: changed('source = "house"', 'source = "mine"', 8), "card maelstrom", "source", "mine"),
    (
        "unknown selector",
        lambda: steps(8, '[{ op = "take", piece = "horde", n = 1, to = "@anywhere" }]'),
        "card 8",
        "overlord.steps[0].to",
        "@anywhere",
    ),
    (
        "piece in a place for others",
        lambda: steps(8, '[{ op = "take", piece = "horde", n = 1, to = "ming_homeland" }]'),
        "card 8",
        "overlord.steps[0].to",
        "cannot hold",
    ),
    (
        "barbarians in Ming Borderlands",
        lambda: steps(8, '[{ op = "take", piece = "horde", n = 1, to = "@ming_borderland" }]'),
        "card 8",
        "overlord.steps[0].to",
        "never holds",
    ),
    (
        "Troops in barbarian Borderlands",
        lambda: steps(8, '[{ op = "take", piece = "troop", n = 1, to = "@barbarian_borderland" }]'),
        "card 8",
        "overlord.steps[0].to",
        "never holds",
    ),
    (
        "Gold of the Sea",
        lambda: steps(8, '[{ op = "return", piece = "gold", n = 1, mode = "exact", from = "south_china_sea" }]'),
        "card 8",
        "overlord.steps[0].from",
        "MV-335",
    ),
    (
        "Junks on land",
        lambda: steps(8, '[{ op = "take", piece = "junk", n = 1, to = "yunnan" }]'),
        "card 8",
        "overlord.steps[0].to",
        "cannot hold",
    ),
    ("unknown op", lambda: steps(8, '[{ op = "steal", n = 1 }]'), "card maelstrom", "overlord.steps[0].op", "steal"),
    (
        "unknown piece",
        lambda: steps(8, '[{ op = "take", piece = "camel", n = 1, to = "manchus" }]'),
        "card maelstrom",
        "overlord.steps[0].piece",
        "camel",
    ),
    (
        "field of another op",
        lambda: steps(8, '[{ op = "discard_reserve", n = 1, keep = 1 }]'),
        "card 8",
        "overlord.steps[0].keep",
        "no such field",
    ),
    (
        "field missing",
        lambda: steps(8, '[{ op = "take", piece = "horde", to = "manchus" }]'),
        "card 8",
        "overlord.steps[0].n",
        "needs it",
    ),
    ("no steps", lambda: steps(8, "[]"), "card 8", "overlord.steps", "at least one"),
    (
        "n of nothing",
        lambda: steps(8, '[{ op = "discard_reserve", n = 0 }]'),
        "card 8",
        "overlord.steps[0].n",
        "1 to 12",
    ),
    (
        "too many to divide",
        lambda: steps(8, '[{ op = "take", piece = "horde", n = 7, to = "@barbarian_homeland", spread = true }]'),
        "card 8",
        "overlord.steps[0].n",
        "at most 6",
    ),
    ("dice step not last", lambda: steps(8, ATTACK_FIRST), "card 8", "overlord.steps[0].action", "last"),
    (
        "dice step in a choice that is not last",
        lambda: steps(8, NESTED_ATTACK),
        "card 8",
        "overlord.steps[0].options[0][0].action",
        "last",
    ),
    (
        "action of the other side",
        lambda: steps(8, '[{ op = "act", action = "tax", cp = 2 }]'),
        "card 8",
        "overlord.steps[0].action",
        "tax",
    ),
    (
        "bonus without a Voyage",
        lambda: steps(8, '[{ op = "act", action = "move", cp = 2, bonus = 1 }]'),
        "card 8",
        "overlord.steps[0].bonus",
        "voyage",
    ),
    (
        "one option",
        lambda: steps(8, '[{ op = "choose", options = [[{ op = "discard_reserve", n = 1 }]] }]'),
        "card 8",
        "overlord.steps[0].options",
        "2 to 16",
    ),
    (
        "require out of range",
        lambda: changed("overlord_borderlands_min = 1", "overlord_borderlands_min = 6"),
        "card 20",
        "overlord.require.overlord_borderlands_min",
        "1 to 5",
    ),
    ("missing table", lambda: re.sub(r"\[battle\]\n.*?(?=\n# -)", "", HOUSE, flags=re.S), "file", "battle", "missing"),
    ("unknown table", lambda: HOUSE + "\n[weather]\nrain = 1\n", "file", "weather", "unknown"),
    ("wrong form of a table", lambda: changed("start = [1, 1, 2]", "start = 1"), "difficulty easy", "start", "array"),
    (
        "no rounds of battle",
        lambda: changed("normal_loss = 1", "normal_loss = 0"),
        "battle",
        "normal_loss",
        "never end",
    ),
    ("too few Junks", lambda: changed("junk = 7", "junk = 6"), "components", "junk", "7"),
    ("other dice", lambda: changed("emperor_dice = 3", "emperor_dice = 4"), "components", "emperor_dice", "3"),
    ("other round structure", lambda: changed("overlord_hand = 4", "overlord_hand = 5"), "setup", "overlord_hand", "4"),
    (
        "more pieces set up than there are",
        lambda: changed('piece = "gold"\nn = 1', 'piece = "gold"\nn = 6'),
        "setup",
        "piece",
        "gold",
    ),
    (
        "pieces set up in a wrong place",
        lambda: changed('regions = ["south_china_sea"]', 'regions = ["yunnan"]'),
        "setup.piece no. 4",
        "regions",
        "cannot hold",
    ),
    ("unknown region", lambda: changed('id = "gansu"', 'id = "tibet"'), "region", "id", "gansu"),
    ("region in a wrong place", lambda: changed("order = 3", "order = 4"), "region gansu", "order", "3"),
    ("edge to nowhere", lambda: changed('b = "sichuan"', 'b = "tibet"'), "edge no. 2", "b", "tibet"),
    ("edge twice", lambda: changed('b = "sichuan"', 'b = "yunnan"'), "edge no. 2", "a", "twice"),
    (
        "edge into the other Homeland",
        lambda: changed('b = "yunnan"\nusers = ["emperor"]', 'b = "yunnan"\nusers = ["overlord"]'),
        "edge no. 1",
        "users",
        "MV-060",
    ),
    (
        "no way home for Troops",
        lambda: changed(
            'a = "ming_homeland"\nb = "gansu"\nusers = ["emperor"]', 'a = "yunnan"\nb = "gansu"\nusers = ["emperor"]'
        ),
        "edge",
        "users",
        "gansu",
    ),
    (
        "no way out for Hordes",
        lambda: changed(
            'a = "manchus"\nb = "liaodong"\nusers = ["overlord"]', 'a = "manchus"\nb = "gansu"\nusers = ["overlord"]'
        ),
        "edge",
        "users",
        "liaodong",
    ),
    (
        "both sides in one Borderland",
        lambda: changed('"eastern_mongols", "manchus"]', '"eastern_mongols", "yunnan"]'),
        "setup.piece no. 2",
        "regions",
        "MV-080",
    ),
    ("user unknown", lambda: changed('users = ["emperor"]', 'users = ["khan"]'), "edge no. 1", "users[0]", "khan"),
    (
        "Voyages not 1 to 7",
        lambda: changed('number = 7\nid = "voyage_7"', 'number = 8\nid = "voyage_7"'),
        "voyage",
        "number",
        "1 to 7",
    ),
    (
        "difficulty of four levels",
        lambda: changed("start = [1, 1, 2]", "start = [1, 1, 4]"),
        "difficulty easy",
        "start",
        "1 to 3",
    ),
    (
        "Event levels of two cards only",
        lambda: changed("at_four_voyages = [1, 2, 2]", "at_four_voyages = [1, 2]"),
        "difficulty easy",
        "at_four_voyages",
        "three",
    ),
    (
        "difficulty unknown",
        lambda: changed('id = "moderate"', 'id = "medium"'),
        "difficulty",
        "id",
        "easy, moderate, hard, brutal",
    ),
    (
        "difficulty missing",
        lambda: re.sub(r'\[\[difficulty\]\]\nid = "brutal".*?\n\n', "", HOUSE, flags=re.S),
        "difficulty",
        "id",
        "easy, moderate, hard, brutal",
    ),
    (
        "more Voyages required than there are",
        lambda: changed("required_voyages = 7", "required_voyages = 8"),
        "difficulty brutal",
        "required_voyages",
        "0 to 7",
    ),
    (
        "negative reserve of the player",
        lambda: changed("player_reserve_limit = 3", "player_reserve_limit = -1"),
        "difficulty easy",
        "player_reserve_limit",
        "negative",
    ),
    (
        "challenge unknown",
        lambda: changed('"remove_lost_troops"', '"no_troops"'),
        "difficulty hard",
        "extra_challenge",
        "no_troops",
    ),
    (
        "challenge with too few Hordes",
        lambda: changed("horde = 12", "horde = 5"),
        "difficulty brutal",
        "extra_challenge",
        "needs 6 Hordes",
    ),
    (
        "difficulty cards in another order",
        lambda: changed("[[difficulty_card]]\ncp = 1", "[[difficulty_card]]\ncp = 2"),
        "difficulty_card",
        "cp",
        "1, 2, 3",
    ),
    (
        "difficulty card without a level that is needed",
        lambda: changed("cp = 3\nsides = [2, 3]", "cp = 3\nsides = [1, 2]"),
        "difficulty_card 3",
        "sides",
        "moderate needs: [2, 3]",
    ),
    (
        "difficulty card of three sides",
        lambda: changed("cp = 2\nsides = [1, 2]", "cp = 2\nsides = [1, 2, 3]"),
        "difficulty_card 2",
        "sides",
        "two sides",
    ),
    (
        "no tie-break cube",
        lambda: changed("tie_break_cube = 1", "tie_break_cube = 0"),
        "components",
        "tie_break_cube",
        "1",
    ),
    ("four Event decks", lambda: changed("event_decks = 3", "event_decks = 4"), "components", "event_decks", "3"),
    (
        "empty Event decks",
        lambda: changed("event_cards_per_deck = 8", "event_cards_per_deck = 0"),
        "components",
        "event_cards_per_deck",
        "at least 1",
    ),
    ("three games", lambda: changed("games = 2", "games = 3"), "series", "games", "2"),
    (
        "negative points",
        lambda: changed("major_victory_points = 12", "major_victory_points = -1"),
        "series",
        "major_victory_points",
        "negative",
    ),
    (
        "negative bonus",
        lambda: changed("tied_game_overlord_bonus = 1", "tied_game_overlord_bonus = -1"),
        "series",
        "tied_game_overlord_bonus",
        "negative",
    ),
    (
        "a Borderland too small for an Attack",
        lambda: changed("borderland_limit = 5", "borderland_limit = 2"),
        "solo",
        "borderland_limit",
        "at least 3",
    ),
    (
        "a Borderland set up over the limit",
        lambda: (
            changed('piece = "troop"\nn = 1', 'piece = "troop"\nn = 2')
            .replace("borderland_limit = 5", "borderland_limit = 3")
            .replace('"liaodong"]', '"yunnan"]')
        ),
        "setup.piece no. 2",
        "n",
        "over 3 pieces in yunnan",
    ),
    (
        "negative reserve of the Overlord",
        lambda: changed("overlord_reserve_limit = 3", "overlord_reserve_limit = -1"),
        "solo",
        "overlord_reserve_limit",
        "negative",
    ),
    (
        "change of levels after the last Voyage",
        lambda: changed("flip_at_completed_voyages = 4", "flip_at_completed_voyages = 8"),
        "solo",
        "flip_at_completed_voyages",
        "1 to 7",
    ),
    (
        "cube in the middle",
        lambda: changed('tie_break_start = "left"', 'tie_break_start = "middle"'),
        "solo",
        "tie_break_start",
        "middle",
    ),
    ("event deck too small", lambda: changed("level = 1", "level = 2"), "event", "level", "7"),
    ("event of a 4th level", lambda: changed("level = 3", "level = 4"), "event event_3_1", "level", "1, 2, 3"),
    ("event of no level", lambda: changed("level = 3", "level = -1"), "event event_3_1", "level", "1, 2, 3"),
    ("event id twice", lambda: changed('"event_2_2"', '"event_2_1"'), "event event_2_1", "id", "twice"),
    ("event of unknown kind", lambda: changed('kind = "gather"', 'kind = "feast"'), "event event_1_6", "kind", "feast"),
    (
        "second Event without end",
        lambda: changed("level_1_event_after = false", "level_1_event_after = true"),
        "event event_1_1",
        "level_1_event_after",
        "MV-735",
    ),
    ("event too large", lambda: changed("x = 1\n", "x = 4\n"), "event event_1_1", "x", "1, 2, 3"),
    ("other game", lambda: changed('game = "ming_voyages"', 'game = "treasure_ship"'), "meta", "game", "treasure_ship"),
    ("wrong schema", lambda: changed("schema = 1", "schema = 2"), "meta", "schema", "2"),
    ("no meta", lambda: HOUSE.replace("[meta]", "[mete]", 1), "meta", "", "missing"),
    ("meta key unknown", lambda: changed("schema = 1", "schema = 1\nauthor = 3"), "meta", "author", "unknown"),
]


@pytest.mark.parametrize(("text", "entry", "field", "words"), [b[1:] for b in BROKEN], ids=[b[0] for b in BROKEN])
def test_a_broken_edition_is_refused_with_entry_and_field(
    tmp_path: Path, text: Callable[[], str], entry: str, field: str, words: str
) -> None:
    path = tmp_path / "edition.toml"
    path.write_text(text(), "utf-8")
    with pytest.raises(EditionError) as refusal:
        load(path)
    e = refusal.value
    assert (e.entry, e.field) == (entry, field), str(e)
    assert words in e.problem


def test_a_file_that_is_not_toml_or_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "edition.toml"
    path.write_text("[meta\n", "utf-8")
    with pytest.raises(EditionError, match="is not TOML"):
        load(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(EditionError, match="is not TOML"):
        load(path)
    with pytest.raises(EditionError, match="cannot be read"):
        load(tmp_path / "nothing.toml")


def test_the_digest_is_of_the_content_and_not_of_the_layout(tmp_path: Path) -> None:
    path = tmp_path / "edition.toml"
    path.write_text("# a comment\n" + HOUSE, "utf-8")
    assert load(path).edition_digest == load().edition_digest
    path.write_text(changed("cp = 2", "cp = 3", 8), "utf-8")
    game = load(path)
    assert game.edition_digest != load().edition_digest
    assert game.content.cp[8] == 3


def test_an_edition_without_challenges_says_so(tmp_path: Path) -> None:
    path = tmp_path / "edition.toml"
    path.write_text(re.sub(r"extra_challenge = .*\n", "", HOUSE), "utf-8")
    with pytest.raises(InvalidOptions, match=r"needs difficulty \(none in this edition\), not hard"):
        load(path).setup("solo", {"difficulty": "hard", "extra_challenge": True}, 1, Ctx(Seeded(bytes(32))))


def test_the_house_edition_names_itself() -> None:
    game = load()
    assert (game.key, game.title, game.edition_id, game.version) == ("ming_voyages", "The Ming Voyages", "house-1", 1)
