"""The edition file: what is refused, that the refusal names entry and field, and that another edition plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.errors import EditionError
from tests import laws
from tests.games.treasure_ship.table import GAME, edited, house, table
from treasure_ship import load

V09 = 'id = "V09"\ndeck = "additional"'
VOYAGE = '[[voyage]]\nid = "V99"\ndeck = "initial"\nrange = 3\nevent = "rebellion"\nsource = "house"\n'
LION = "count = 5\ncells = [[0, 0], [1, 0], [0, 1], [1, 1]]"
B2 = 'benefit = [{ op = "gain", res = "gold", n = 6 }, { op = "gain", res = "weapon", n = 1 }]'
JAVA = 'action = [{ op = "good", kind = "pepper", n = 1 }]'
S01 = 'planning = [4, 3, 2, 1]\npriority = { type = "animal", which = "front" }\nfallback = 5\nroute = [1, 2, 3,'
TIMUR_3 = 'every = [{ op = "vp", n = 5 }]'
PER_MERIT = '{ op = "per", count = "merit", div = 2, do = [{ op = "good_any", n = 1 }] }'
E3 = 'vp_per = { count = "merit", div = 3, each = 2, max = 20 }'


def java(effects: str) -> tuple[str, str]:
    return JAVA, f"action = {effects}"


BROKEN: list[tuple[str, tuple[str, str], str, str, str]] = [
    ("no meta", ("[meta]", "[mete]"), "meta", "", "missing"),
    ("other game", ('game = "treasure_ship"', 'game = "ming_voyages"'), "meta", "game", "ming_voyages"),
    ("wrong schema", ("schema = 1", "schema = 3"), "meta", "schema", "3"),
    ("unknown table", ("[emperor]", "[weather]\nrain = 1\n[emperor]"), "file", "weather", "unknown"),
    ("unknown key", (LION, LION + "\ncolour = 3"), "animal lion", "colour", "unknown"),
    ("wrong form", (LION, LION.replace("5", '"five"', 1)), "animal lion", "count", "int"),
    ("missing key", (LION, LION.replace("count = 5\n", "")), "animal lion", "count", "missing"),
    ("wrong source", ('event_square = 3\npirate_value = 2\nsource = "house"',
     'event_square = 3\npirate_value = 2\nsource = "mine"'), "voyage V10", "source", "mine"),
    ("players", ("players_max = 5", "players_max = 6"), "game", "players_max", "1 to 5"),
    ("rounds", ("rounds = 7", "rounds = 8"), "game", "rounds", "7"),
    ("voyages per round", ("[3, 3, 4, 4, 4, 4, 4]", "[3, 3, 4, 4, 4, 4, 5]"), "game", "voyages_per_round", "1 to 4"),
    ("goods", ('kinds = ["agarwood", "ivory",', 'kinds = ["ivory", "agarwood",'), "goods", "kinds", "in this order"),
    ("modifiers", ("by_round = [0, 0, 1, 1, 2, 2, 3]", "by_round = [0, 0, 1]"), "pirate_modifier", "by_round", "7"),
    ("negative modifier", ("by_round = [0, 0,", "by_round = [0, -1,"), "pirate_modifier", "by_round", "negative"),
    ("levels", ("emissaries_for_level = [1, 1, 2]", "emissaries_for_level = [1, 1]"), "diplomacy",
     "emissaries_for_level", "3"),
    ("emissaries", ("per_colour = 10", "per_colour = -1"), "emissaries", "per_colour", "negative"),
    ("colours", ('blue = "malacca"', 'blue = "delhi"'), "emissaries", "red", "exactly one"),
    ("start position", ("[[start_resources]]\nposition = 3", "[[start_resources]]\nposition = 2"), "start_resources",
     "position", "1 to 5"),
    ("start effect", ("position = 2\ngain = [{ op = \"gain\", res = \"weapon\", n = 1 },",
     "position = 2\ngain = [{ op = \"merit\", n = 1 },"), "start_resources 2", "gain", "merit"),
    ("offering frames", ("offering_frames = 8", "offering_frames = 7"), "player", "offering_frames", "8"),
    ("priority frames", ("voyage_priority_frames = 2\nmonument", "voyage_priority_frames = 1\nmonument"), "player",
     "voyage_priority_frames", "2"),
    ("diplomacy frames", ("diplomacy_frames = 5", "diplomacy_frames = 4"), "player", "diplomacy_frames", "5"),
    ("monument frames", ("monument_frames = 12", "monument_frames = -1"), "player", "monument_frames", "negative"),
    ("bombardment tiles", ("bombardment_tiles = 1", "bombardment_tiles = 2"), "player", "bombardment_tiles", "1"),
    ("npc frames", ("[npc]\noffering_frames = 1", "[npc]\noffering_frames = 2"), "npc", "offering_frames", "1"),
    ("option", ('power_sides = "random"', 'power_sides = "all_a"'), "options", "power_sides", "random"),
    ("event lists", ('whole_voyage = ["rebellion", "peaceful_seas"]', 'whole_voyage = ["rebellion"]'), "events",
     "whole_voyage", "peaceful_seas"),
    ("mass events", ('mass = ["pirates", ', "mass = ["), "events", "mass", "all other"),
    ("rebellion", ("first_pay = 2", "first_pay = -2"), "event_rebellion", "first_pay", "negative"),
    ("state of war", ("timur = 3\n", "timur = -3\n"), "state_of_war", "timur", "negative"),
    ("square twice", ("[[square]]\nid = 6", "[[square]]\nid = 5"), "square 5", "id", "twice"),
    ("square missing", ("[[square]]\nid = 28", "[[square]]\nid = 29"), "square 28", "id", "missing"),
    ("land without a cost", ("pirate = 0\nmonument = 9\n", "pirate = 0\n"), "square 28", "monument", "land squares"),
    ("negative cost", ("monument = 9", "monument = -9"), "square 28", "monument", "negative"),
    ("negative pirates", ('name = "Kilwa"\nkind = "mixed"\nsea = false\npirate = 2',
     'name = "Kilwa"\nkind = "mixed"\nsea = false\npirate = -2'), "square 27", "pirate", "negative"),
    ("power on a goods square", ('name = "Java"\nkind = "goods"', 'name = "Java"\nkind = "goods"\npower = "delhi"'),
     "square 5", "power", "kind power"),
    ("two squares of a power", ('kind = "power"\npower = "delhi"', 'kind = "power"\npower = "timur"'), "square",
     "power", "exactly one"),
    ("arrow to nowhere", ("from = 27\nto = 28", "from = 27\nto = 29"), "arrow no. 36", "to", "29"),
    ("arrow to itself", ("from = 27\nto = 28", "from = 27\nto = 27"), "arrow no. 36", "to", "itself"),
    ("arrow twice", ("from = 26\nto = 27", "from = 25\nto = 26"), "arrow no. 35", "to", "twice"),
    ("no way on", ("from = 27\nto = 28\ntwo_way = true", "from = 27\nto = 28\ntwo_way = false"), "square 28", "id",
     "could not sail"),
    ("no way but to Liuhe Town", ("from = 27\nto = 28\ntwo_way = true", "from = 28\nto = 0\ntwo_way = false"),
     "square 28", "id", "could not sail"),
    ("no way out", ("from = 0\nto = 1", "from = 1\nto = 0"), "arrow", "from", "leave square 0"),
    ("unknown op", java('[{ op = "steal", n = 1 }]'), "square 5", "action[0].op", "steal"),
    ("op without its field", java('[{ op = "good", n = 1 }]'), "square 5", "action[0].kind", "needs it"),
    ("op with a field of another", java('[{ op = "vp", n = 1, kind = "ivory" }]'), "square 5", "action[0].kind",
     "no such field"),
    ("too many goods of choice", java('[{ op = "good_any", n = 3 }]'), "square 5", "action[0].n", "1 to 2"),
    ("n of nothing", java('[{ op = "vp", n = 0 }]'), "square 5", "action[0].n", "1 to 40"),
    ("unknown animal", java('[{ op = "animal", kinds = ["camel"] }]'), "square 5", "action[0].kinds", "camel"),
    ("no animal", java('[{ op = "animal", kinds = [] }]'), "square 5", "action[0].kinds", "at least one"),
    ("condition outside", java('[{ op = "require", cond = "captain_action" }]'), "square 5", "action[0].op", "first"),
    ("choice of nothing", java('[{ op = "choose", of = [] }]'), "square 5", "action[0].of", "1 to 16"),
    ("empty list", java('[{ op = "choose", of = [[]] }]'), "square 5", "action[0].of[0]", "empty"),
    ("deep fault", java('[{ op = "choose", of = [[{ op = "per", count = "merit", do = [{ op = "vp", n = 99 }] }]] }]'),
     "square 5", "action[0].of[0][0].do[0].n", "99"),
    ("per nothing", java('[{ op = "per", count = "merit", div = 0, do = [{ op = "vp", n = 1 }] }]'), "square 5",
     "action[0].div", "1"),
    ("cost of nothing",
     java('[{ op = "trade", pay = [{ pay = "gold", n = 0 }], one_of = [[{ op = "vp", n = 1 }]] }]'), "square 5",
     "action[0].pay[0].n", "1"),
    ("kind of a free cost",
     java('[{ op = "trade", pay = [{ pay = "goods_any", n = 1, kind = "ivory" }], one_of = [[{ op = "vp", n = 2 }]]}]'),
     "square 5", "action[0].pay[0].kind", "only there"),
    ("six kinds of goods",
     java('[{ op = "trade", pay = [{ pay = "goods_distinct", n = 6 }], one_of = [[{ op = "vp", n = 1 }]] }]'),
     "square 5", "action[0].pay[0].n", "5 kinds"),
    ("five goods of any kind",
     java('[{ op = "trade", pay = [{ pay = "goods_any", n = 5 }], one_of = [[{ op = "vp", n = 1 }]] }]'), "square 5",
     "action[0].pay[0].n", "at most 4"),
    ("two free costs",
     java('[{ op = "trade", pay = [{ pay = "goods_any", n = 1 }, { pay = "goods_any", n = 1 }], '
          'one_of = [[{ op = "vp", n = 1 }]] }]'),
     "square 5", "action[0].pay", "one free"),
    ("endless hospitality", (TIMUR_3, 'every = [{ op = "power_action", power = "delhi" }]'), "power timur",
     "side A.level[2].every", "never end"),
    ("power elsewhere", ('emissary = "purple"\nsquare = 18', 'emissary = "purple"\nsquare = 17'), "power timur",
     "square", "18"),
    ("colour of a power", ('emissary = "purple"', 'emissary = "red"'), "power timur", "emissary", "agree"),
    ("official twice", ('id = "E-4"', 'id = "E-3"'), "official E-3", "id", "twice"),
    ("five of a category", ('id = "E-4"\ncategory = "E"', 'id = "E-4"\ncategory = "D"'), "official D", "category",
     "5 cards"),
    ("two emperors", ('id = "E-4"\ncategory = "E"', 'id = "E-4"\ncategory = "EMPEROR"'), "official E", "category",
     "3 cards"),
    ("category A with a price", ('name = "Customs Clerk"\npay = []',
     'name = "Customs Clerk"\npay = [{ pay = "gold", n = 1 }]'), "official A-3", "pay", "free"),
    ("two sorts of points", (E3, E3 + "\nvp = 3"), "official E-3", "vp", "exactly one"),
    ("points per nothing", (E3, E3.replace("div = 3", "div = 0")), "official E-3", "vp_per.div", "1"),
    ("card twice", ('id = "V14"', 'id = "V13"'), "voyage V13", "id", "twice"),
    ("range", (V09 + "\nrange = 4", V09 + "\nrange = 9"), "voyage V09", "range", "1 to 8"),
    ("mark of a whole-voyage event", (V09 + '\nrange = 4\nevent = "rebellion"',
     V09 + '\nrange = 4\nevent = "rebellion"\nevent_square = 2'), "voyage V09", "event_square", "no such"),
    ("no mark", (V09 + '\nrange = 4\nevent = "rebellion"', V09 + '\nrange = 4\nevent = "stowaway"'), "voyage V09",
     "event_square", "needs"),
    ("pirates of no event", (V09 + '\nrange = 4\nevent = "rebellion"',
     V09 + '\nrange = 4\nevent = "rebellion"\npirate_value = 2'), "voyage V09", "pirate_value", "only there"),
    ("merchant", ('{ pay = [{ pay = "gold", n = 1 }], do', '{ pay = [{ pay = "gold", n = 0 }], do'),
     "event_muslim_merchant", "options[0].pay[0].n", "1"),
    ("stowaway", ("[event_stowaway]\ndo = [{ op = \"emissary_random\", n = 1 }]",
     "[event_stowaway]\ndo = [{ op = \"emissary_random\", n = 0 }]"), "event_stowaway", "do[0].n", "1"),
    ("house", ("width = 6", "width = 9"), "animal_house", "width", "8 x 7"),
    ("start square outside", ("start_squares = [[2, 2], [3, 2]]", "start_squares = [[2, 5]]"), "animal_house",
     "start_squares", "outside"),
    ("no start square", ("start_squares = [[2, 2], [3, 2]]", "start_squares = []"), "animal_house", "start_squares",
     "at least one"),
    ("effect outside", ("at = [2, 4]", "at = [2, 7]"), "animal_house", "effect[9].at", "outside"),
    ("negative count", (LION, LION.replace("5", "-5", 1)), "animal lion", "count", "negative"),
    ("cells apart", (LION, LION.replace("[1, 1]", "[3, 3]")), "animal lion", "cells", "connected"),
    ("cell twice", (LION, LION.replace("[1, 1]", "[1, 0]")), "animal lion", "cells", "twice"),
    ("no cells", (LION, "count = 5\ncells = []"), "animal lion", "cells", "at least one"),
    ("track", ("[merit_track]\nmax = 30", "[merit_track]\nmax = 31"), "merit_track", "max", "30"),
    ("space twice", ("at = 29\n", "at = 28\n"), "merit_track.space 28", "at", "once"),
    ("space with both", ("at = 30\nend_vp = 42", 'at = 30\nend_vp = 42\neffect = [{ op = "vp", n = 1 }]'),
     "merit_track.space 30", "effect", "not both"),
    ("official of a solo card", ('id = "S01"\ndesignated = "D1"', 'id = "S01"\ndesignated = "EMP"'), "solo_card S01",
     "designated", "A1 to E3"),
    ("order of a solo card", (S01, S01.replace("[4, 3, 2, 1]", "[4, 3, 2, 2]")), "solo_card S01", "planning", "1 to 4"),
    ("fallback", (S01, S01.replace("fallback = 5", "fallback = 0")), "solo_card S01", "fallback", "1 to 8"),
    ("route", (S01, S01.replace("[1, 2, 3,", "[0, 1, 2, 3,")), "solo_card S01", "route", "from 1"),
    ("ranks", ("[[solo_rank]]\nmin = 0", "[[solo_rank]]\nmin = 1"), "solo_rank", "min", "at 0"),
]  # fmt: skip


def refusal(path: Path, text: str) -> EditionError:
    path.write_text(text, "utf-8")
    with pytest.raises(EditionError) as refused:
        load(path)
    return refused.value


@pytest.mark.parametrize(("change", "entry", "field", "words"), [b[1:] for b in BROKEN], ids=[b[0] for b in BROKEN])
def test_a_broken_edition_is_refused_with_entry_and_field(
    tmp_path: Path, change: tuple[str, str], entry: str, field: str, words: str
) -> None:
    e = refusal(tmp_path / "edition.toml", house(change))
    assert (e.entry, e.field) == (entry, field), str(e)
    assert words in e.problem


def test_too_few_voyage_cards_for_a_later_round_are_refused(tmp_path: Path) -> None:
    text = house()
    cut = text
    for n in (8, 9, 10, 11, 12, 13, 14):
        begin = cut.index(f'[[voyage]]\nid = "V{n:02}"')
        end = min(i for i in (cut.find("[[voyage]]", begin + 1), cut.find("[events]", begin)) if i > 0)
        cut = cut[:begin] + cut[end:]
    e = refusal(tmp_path / "edition.toml", cut)  # 6 initial cards and 1 more: 4 voyages in round 5 need 3 + 1
    assert (e.entry, e.field) == ("voyage", "deck")
    assert e.problem == "4 cards are needed in round 5; 3 would be left"


def test_a_file_that_is_not_toml_or_not_there_is_refused(tmp_path: Path) -> None:
    assert "is not TOML" in refusal(tmp_path / "edition.toml", "[meta\n").problem
    with pytest.raises(EditionError, match="cannot be read"):
        load(tmp_path / "nothing.toml")


def test_the_digest_is_of_the_content_and_not_of_the_layout(tmp_path: Path) -> None:
    path = tmp_path / "edition.toml"
    path.write_text("# a comment\n" + house(), "utf-8")
    assert load(path).edition_digest == GAME.edition_digest
    path.write_text(house((LION, LION.replace("5", "4", 1))), "utf-8")
    assert load(path).edition_digest != GAME.edition_digest


def test_the_house_edition_names_itself() -> None:
    assert (GAME.key, GAME.title, GAME.edition_id) == ("treasure_ship", "The Treasure Ship of Zheng He", "house-1")


@pytest.mark.parametrize("seats", [1, 3])
def test_another_edition_plays(seats: int) -> None:
    """A larger house, other tiles, costs, an event of pirates from afar, effects that the house edition never nests."""
    game = edited(
        ('edition = "house-1"', 'edition = "mine-1"'),
        ("width = 6", "width = 8"),
        ("height = 5", "height = 7"),
        (LION, "count = 2\ncells = [[0, 0], [1, 0], [2, 0], [2, 1], [2, 2]]"),
        ("by_round = [0, 0, 1, 1, 2, 2, 3]", "by_round = [1, 1, 1, 2, 2, 2, 2]"),
        (B2, "benefit = [" + PER_MERIT + ', { op = "animal", kinds = ["lion", "houou"] }]'),
        java('[{ op = "choose", of = [[{ op = "trade", pay = [{ pay = "gold", n = 1 }], '
             'one_of = [[{ op = "emissary_any", n = 2 }]] }], '
             '[{ op = "merit", n = 2 }, { op = "power_action", power = "delhi" }]] }]'),
        ("per_colour = 10", "per_colour = 2"),
    )  # fmt: skip
    assert game.edition_id == "mine-1"
    mode = "solo" if seats == 1 else "standard"
    for seed in range(3):
        w = laws.Walk(game, mode, {}, seats, seed)
        while not w.over:
            assert game.faults(w.state) == []
            if w.match.revision % 40 == 0:
                laws.check_laws(w)
            w.step()
    t = table(captain=1, voyage=2, start=3, route=[5, 6], marker=6, squares={0: 5}, p0="1 gold", game=game)
    t.do(0, "mass", "choose 0", "trade 0", "colour delhi", "colour delhi")
    assert t[0] == "2 yellow"
