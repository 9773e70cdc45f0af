"""The Quick Game and the randomized set-ups (RULES.md, sections 22 and 23)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rulekit.chance import Seeded
from rulekit.errors import InvalidOptions
from rulekit.events import Ctx
from tests import laws
from tests.games.ultimate_voyage.positions import GAME, Json
from tests.games.ultimate_voyage.table import Table, new_game, round_starts, table
from ultimate_voyage.changes import add_story
from ultimate_voyage.names import CHARACTERS, REGIONS, ZONES
from ultimate_voyage.state import FACE_UP, VoyageState

rule = pytest.mark.rule
C = GAME.content
IDS = C.objective_ids
REST = ("forfeit sail sun", "forfeit_gain 2 0")
DICE: dict[str, list[int | str]] = {"sun": [0], "moon": [0], "star": [1]}


def in_use(s: VoyageState) -> list[str]:
    return [r for i, r in enumerate(REGIONS) if s.regions >> i & 1]


def cards(s: VoyageState) -> set[str]:
    """Objectives in the game: on display or in the decks."""
    return {IDS[o].removeprefix("obj_") for o in [*s.display, *(o for pile in s.objective_decks for o in pile)]}


def quick(seats: int = 2, **options: Any) -> Table:
    """A Quick Game whose seats have picked their characters, in the first Administration Phase or later."""
    t = new_game(seats, "quick", dice=DICE, **options)
    for seat, who in zip(reversed(range(seats)), ("healer", "merchant", "navigator", "interpreter"), strict=False):
        t.do(seat, f"choose_character {who}")
    return t


# --- the Quick Game


@rule("UV-610")
@pytest.mark.parametrize("option", ["random_tiles", "random_knowledge", "random_starts"])
@pytest.mark.parametrize(("mode", "seats"), [("quick", 2), ("solo", 1)])
def test_no_other_variant_with_it(option: str, mode: str, seats: int) -> None:
    with pytest.raises(InvalidOptions):
        GAME.setup(mode, {option: True}, seats, Ctx(Seeded(bytes(32))))


@rule("UV-612")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_regions_of_the_quick_game(seats: int) -> None:
    t = new_game(seats, "quick")
    s = t.state
    used = ["south_india_ceylon", "arabia", "east_africa"]
    assert in_use(s) == (used if seats == 2 else ["burma_bengal", *used])
    assert s.zones >> ZONES.index("samudera") & 1  # though its region is not in use
    assert not s.zones & 1  # Nanjing
    assert t.view(0).ports[0].port == "samudera"


@rule("UV-612")
def test_nanjing_and_the_zones_of_unused_regions_cannot_be_sailed_to() -> None:
    t = table(mode="quick", round=4, wind="gray", dials=(4, 0, 0))
    t.do(0, "action sail sun samudera", "board flagship")
    assert t.options(0, "sail") == ["kotte"]  # with two players Burma and Bengal is closed, too


@rule("UV-614")
@pytest.mark.parametrize(
    ("seats", "unused"),
    [
        (2, {"II", "III", "6", "7", "11", "13", "14"}),
        (3, {"II", "III", "6", "8", "11"}),
        (4, {"II", "III", "6", "8", "11"}),
    ],
)
def test_objectives_of_the_quick_game(seats: int, unused: set[str]) -> None:
    everything = {o.no for o in C.objectives}
    assert cards(new_game(seats, "quick").state) == everything - unused


@rule("UV-616")
def test_it_begins_in_round_4_in_samudera() -> None:
    t = quick(3)
    assert (t.state.round, t.state.first_round) == (4, 4)
    assert [t.ships(seat) for seat in range(3)] == ["samudera"] * 3
    assert t.asked == {0: "turn"}
    assert t.view().wind == "gray"


@rule("UV-618")
def test_samudera_is_a_tributary_port_of_nobody() -> None:
    t = quick()
    assert (t.aff("samudera"), t.marker("samudera"), t.bazaar("samudera"), t.tokens("samudera")) == (3, None, [], "")
    assert {text.split()[0] for text in t.options(0, "action")} == {"sail", "combat", "diplomacy"}
    t.state.players[0].dials = [9, 9, 9]
    u = Table(GAME.copy(t.state)).do(0, "action diplomacy sun samudera")
    assert "diplomacy" not in u.kinds(0)  # no step is legal
    t.do(0, "action combat sun samudera")
    assert t.left()[1] == 0  # no +2
    assert "attack" not in t.kinds(0)
    t.do(0, "build depot samudera")
    assert t.depot("samudera") == 0


@rule("UV-618")
def test_no_story_points_in_majapahit() -> None:
    t = quick()
    add_story(t.state, t._ctx(), 0, REGIONS.index("majapahit"), 3)
    assert t.story("majapahit", 0) == 0


@rule("UV-618", "UV-408")
@pytest.mark.parametrize(("card", "option", "asked"), [(9, "small_gift", True), (9, "refuse", False)])
def test_an_encounters_steps_in_samudera(card: int, option: str, asked: bool) -> None:
    """Steps upward are points beyond 3, steps downward do nothing."""
    t = table(
        mode="quick",
        round=5,
        wind="gray",
        ships={0: "kotte"},
        affiliation={"kotte": 0},
        dials=(3, 0, 0),
        deck=[card],
        p0="1 porcelain, 2 prestige",
    )
    t.do(0, "action sail sun kotte", "board flagship", "sail samudera", "end_route", "return_home")
    t.do(0, f"encounter_option {option}")
    assert t.aff("samudera") == 3
    if asked:
        assert t.options(0) == ["split_points 1 0", "split_points 0 1"]
    else:
        assert t.tracks(0) == (2, 0)


@rule("UV-620")
def test_all_goods_lie_face_up_for_the_whole_game() -> None:
    t = quick(4)
    assert all(t.state.seen[g] == FACE_UP for goods in t.state.bazaar for g in goods)
    assert all(x.good is not None for port in t.view(None).ports for x in port.bazaar)
    t.do(0, "action combat sun samudera")
    assert "scout_goods" not in t.kinds(0)


@rule("UV-622")
def test_of_the_events_only_the_wind_and_no_port_upkeep() -> None:
    t = round_starts(
        6,  # spring, health and a storm in the full game
        mode="quick",
        affiliation={"kotte": 2, "calicut": -1},
        bazaar={"kotte": ["si01"]},
        tokens={"kotte": ""},
        p0="1 kilns, 3 prestige",
        order=[0, 1],
    )
    t.dice(**DICE).start()
    assert (t.view().wind, t.view().storm, t.state.health) == ("gray", None, 0)
    assert t.told("dice", "purpose") == ["deity"] * 3
    assert (t.aff("kotte"), t.aff("calicut"), t.bazaar("kotte"), t.tokens("kotte")) == (2, -1, ["si01"], "")
    assert t.state.turn_order == [1, 0]  # the other steps are as usual
    assert t[0] == "1 porcelain, 3 prestige, 1 kilns"


@rule("UV-624", "UV-592")
def test_the_quick_game_ends_after_the_first_turns_of_round_7() -> None:
    t = round_starts(7, mode="quick", seats=3).dice(**DICE).start()
    for seat in range(3):
        assert t.asked == {seat: "turn"}
        t.do(seat, *REST)
    assert (t.outcome.reason, t.outcome.detail["round"]) == ("last_round", 7)


@rule("UV-624")
def test_no_other_trigger_ends_it() -> None:
    t = table(
        mode="quick",
        round=5,
        ships={0: "kotte"},
        dials=(9, 0, 0),
        objectives=["obj_15"],
        completed={0: ["obj_I", "obj_4", "obj_9"]},
        p0="15 prestige, 15 profit",
    )
    t.do(0, "action combat sun kotte")
    assert len(t.completed(0)) == 4
    assert (t.state.ending, t.events("end_triggered")) == (0, [])


@rule("UV-626")
def test_ships_that_come_to_samudera_may_go_home() -> None:
    t = table(
        mode="quick",
        round=5,
        wind="gray",
        ships={0: "kotte", 1: "samudera"},
        dials=(3, 0, 0),
        deck=[14],
        markers={"aden": 0},
    )
    t.do(0, "action sail sun kotte", "board flagship", "sail samudera", "end_route")
    assert t.asked == {0: "return_home"}
    assert t.options(0) == ["return_home", "return_home flagship"]
    t.do(0, "return_home flagship")
    assert (t.ships(0), t.state.docked, t.state.tower) == ("home", [0], [0, 0])
    assert t.events("encounter_drawn") == []
    # The ship that stands there and has not moved is not asked.
    t.end(0).do(1, "action sail sun samudera", "end")
    assert t.ships(1) == "samudera"


@rule("UV-628")
def test_the_first_game_in_the_quick_game() -> None:
    t = new_game(2, "quick", first_game=True)
    assert IDS[t.state.display[0]] == "obj_I"
    assert "II" not in cards(t.state)
    assert "III" not in cards(t.state)
    assert len(t.state.display) == 3


# --- randomized set-ups


def starting(seats: int = 4, **options: Any) -> Table:
    """Random starting locations: the first player picks last."""
    return new_game(seats, dice={"sun": [0, 0], "moon": [0], "star": [1]}, random_starts=True, **options)


def picks(t: Table, *choices: str) -> Table:
    for seat, choice in zip(reversed(range(t.state.n)), choices, strict=False):
        t.do(seat, f"choose_character {choice}")
    return t


@rule("UV-640")
def test_the_six_tiles_lie_face_down_on_the_cloud_spaces() -> None:
    t = new_game(3, random_tiles=True, script={"tiles": [5, 4, 3, 2, 1, 0]})
    on = [i + 1 for i, tile in enumerate(t.state.tiles) if tile >= 0]
    assert on == [2, 3, 4, 6, 7, 8]
    assert [t.state.tiles[i - 1] for i in on] == [5, 4, 3, 2, 1, 0]
    assert t.view(0).tiles == [None] * 9
    assert t.view(0).tiles_unknown == [f"cloud_{i}" for i in range(1, 7)]


@rule("UV-640", "UV-642", "UV-256")
def test_tiles_are_turned_up_one_round_ahead_and_replace_the_space() -> None:
    t = new_game(
        2, random_tiles=True, script={"tiles": [1, 0, 2, 3, 4, 5]}, dice={"sun": [0], "moon": [0], "star": [1]}
    )
    t.do(1, "choose_character healer").do(0, "choose_character merchant")
    assert t.told("tile_turned", "round", "tile") == [(2, "cloud_2")]  # at the start of round 1
    for dial in ("sun", "moon", "star"):
        for seat in (0, 1):
            t.dice(star=[2, 1], sun=[0, 0], moon=[0]) if dial == "star" and seat == 1 else t
            t.do(seat, f"forfeit sail {dial}", "forfeit_gain 2 0")
    assert t.state.round == 2
    # Yellow wind, a health roll and a storm in the west instead of what is printed.
    assert (t.view().wind, t.view().storm, t.state.health) == ("yellow", "western", 2)
    assert t.told("tile_turned", "round", "tile") == [(2, "cloud_2"), (3, "cloud_1")]
    assert t.view(0).tiles == [None, "cloud_2", "cloud_1", *[None] * 6]
    assert t.view(0).tiles_unknown == ["cloud_3", "cloud_4", "cloud_5", "cloud_6"]


@rule("UV-644", "UV-652")
def test_with_random_starts_the_tile_of_round_2_is_up_before_the_characters_are_picked() -> None:
    t = starting(random_tiles=True, script={"tiles": [4, 0, 1, 2, 3, 5]})
    assert t.view(0).tiles[:3] == [None, "cloud_5", None]
    picks(t.dice(star=[1]), "healer kotte", "merchant champa", "diviner surabaya", "navigator malindi")
    assert t.view(0).tiles[:3] == [None, "cloud_5", "cloud_1"]
    assert (t.state.round, t.view().wind, t.view().storm) == (2, "yellow", "southern")


@rule("UV-648")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_knowledge_tokens_on_the_printed_spaces(seats: int) -> None:
    seen = set()
    for number in range(4):
        s = laws.Walk(GAME, "full", {"random_knowledge": True}, seats, number).state
        for zone in range(1, 16):
            printed = len(C.printed[zone]) if s.zones >> zone & 1 else 0
            assert sum(s.tokens[zone * 4 : zone * 4 + 4]) == printed
        assert sum(s.tokens) + sum(s.bag) == 48
        assert [sum(s.tokens[i::4]) + s.bag[i] for i in range(4)] == [12] * 4
        seen.add(tuple(s.tokens))
    assert len(seen) == 4


@rule("UV-648")
def test_tokens_are_drawn_from_all_48_port_by_port() -> None:
    reds = [0] * 12 + [1] * 12 + [2] * 3
    n = sum(len(C.printed[z]) for z in range(1, 16) if C.region_of[z] in (0, 1, 3))
    t = new_game(2, random_knowledge=True, script={"knowledge": reds[:n]})
    assert t.tokens("champa") == "RR"
    assert t.tokens("ayutthaya") == "RRR"
    assert t.state.bag[0] == 0


@rule("UV-650")
@pytest.mark.parametrize(
    ("seats", "who"),
    [
        (2, {"merchant", "diviner", "healer"}),
        (3, {"merchant", "diviner", "healer", "commander"}),
        (4, set(CHARACTERS)),
    ],
)
def test_only_characters_whose_home_region_is_used(seats: int, who: set[str]) -> None:
    t = starting(seats)
    assert {text.split()[1] for text in t.options(seats - 1)} == who
    homes = {text.split()[2] for text in t.options(seats - 1) if text.split()[1] == "healer"}
    assert homes == {"kotte", "calicut"}
    t.do(seats - 1, "choose_character healer calicut")
    assert not [text for text in t.options(seats - 2) if "healer" in text]


@rule("UV-652", "UV-658")
def test_starting_points_and_ships() -> None:
    choices = ["merchant malacca", "diviner palembang", "interpreter pegu", "healer kotte"]
    t = picks(starting(4), *choices)
    assert [t.tracks(seat) for seat in (3, 2, 1, 0)] == [(2, 2), (1, 2), (1, 1), (1, 1)]
    assert [t.ships(seat) for seat in (3, 2, 1, 0)] == ["malacca", "palembang", "pegu", "kotte"]
    assert (t.state.round, t.state.first_round) == (2, 2)
    assert t.events("bonus_taken") == []
    t = picks(starting(4), "navigator mogadishu", "commander hormuz", "healer kotte", "merchant champa")
    assert [t.tracks(seat) for seat in (3, 2)] == [(0, 1), (0, 0)]


@rule("UV-652", "UV-282", "UV-262")
def test_the_game_begins_with_the_events_of_round_2() -> None:
    t = new_game(2, dice={"sun": [1, 0], "moon": [0], "star": [1]}, random_starts=True)
    picks(t, "merchant champa", "healer kotte")
    assert t.told("dice", "purpose") == ["mongol", "deity", "deity", "deity"]
    assert [t.tracks(seat) for seat in (1, 0)] == [(3, 2), (2, 1)]
    assert t.events("turn_order", "goods_refilled") == []
    assert t.state.turn_order == [0, 1]


@rule("UV-654")
def test_home_ports_are_known_and_open() -> None:
    t = picks(starting(2), "merchant malacca", "healer kotte")
    for port in ("malacca", "kotte"):
        assert t.aff(port) == 0
        assert t.face_up(port) == t.bazaar(port) != []
    assert t.aff("champa") is None


@rule("UV-656")
def test_no_story_points_at_home() -> None:
    t = picks(starting(2), "merchant malacca", "healer kotte")
    for seat, region, n in [(1, "mainland_sea", 0), (1, "south_india_ceylon", 2), (0, "mainland_sea", 2)]:
        add_story(t.state, t._ctx(), seat, REGIONS.index(region), 2)
        assert t.story(region, seat) == n
    t = picks(starting(2), "merchant malacca", "healer kotte")
    t.state.players[0].dials = [3, 0, 0]
    t.do(0, "action explore sun kotte", "explore kotte 3", "take_token R", "take_token R", "take_token G")
    assert t.story("south_india_ceylon", 0) == 0


@rule("UV-646")
@pytest.mark.parametrize(("tiles", "knowledge", "starts"), list(product([False, True], repeat=3)))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_combination_is_played_to_its_end(tiles: bool, knowledge: bool, starts: bool, seats: int) -> None:
    options: Json = {"random_tiles": tiles, "random_knowledge": knowledge, "random_starts": starts}
    w = laws.Walk(GAME, "full", options, seats, 77)
    first: VoyageState = w.state
    assert (first.random_tiles, first.random_knowledge, first.random_starts) == (tiles, knowledge, starts)
    assert first.first_round == (2 if starts else 1)
    assert (max(first.tiles) >= 0) is tiles
    printed = [C.printed[z].count(k) for z in range(16) for k in range(4)]
    used = [n if first.zones >> (i // 4) & 1 else 0 for i, n in enumerate(printed)]
    assert (first.tokens != used) is knowledge
    while not w.over:
        w.step()
        assert GAME.faults(w.state) == []
    assert w.state.outcome is not None
