"""Rounds and the Administration Phase (RULES.md, section 11)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ultimate_voyage.positions import GAME
from tests.games.ultimate_voyage.table import Table, new_game, round_starts, table
from ultimate_voyage.names import OCEANS, WINDS

rule = pytest.mark.rule
C = GAME.content


def forfeits(t: Table) -> Table:
    """Everybody forfeits until the match is over."""
    while t.asked:
        seat = next(iter(t.asked))
        t.do(seat, next((x for x in t.options(seat) if x.startswith("forfeit ")), t.options(seat)[0]))
    return t


def opened(round: int, **position: Any) -> Table:
    """A round whose dice are all given: health 1, Mongol campaign 0, then the deities."""
    t = round_starts(round, **position)
    space = C.round_space(round)
    return t.dice(star=[1] * (2 if space.health else 1), sun=[0] * (2 if space.spring else 1), moon=[0])


# --- the course


@rule("UV-250", "UV-252", "UV-580", "UV-588")
def test_nine_rounds() -> None:
    t = new_game(2, dice={"sun": [0] * 11, "moon": [0] * 9, "star": [1] * 14})
    t.do(1, "choose_character commander").do(0, "choose_character navigator")
    forfeits(t)
    assert t.told("round_started", "round") == list(range(1, 10))
    assert t.outcome.reason == "last_round"
    turns = [e["seat"] for e in t.events("turn_started")]
    assert len(turns) == 8 * 6 + 2  # in the last round one each
    assert t.state.health == 5
    assert t.script["star"] == []


@rule("UV-252", "UV-282")
def test_round_1_has_no_events() -> None:
    t = new_game(2, dice={"sun": [2], "moon": [1], "star": [-1]})
    t.do(1, "choose_character commander")
    t.clear().do(0, "choose_character navigator")
    assert t.state.round == 1
    assert t.told("dice", "die", "purpose") == [("sun", "deity"), ("moon", "deity"), ("star", "deity")]
    assert t.events("turn_order", "health", "goods_refilled", "affiliation_changed") == []
    assert (t.res(0), t.res(1)) == ((5, 5), (4, 7))
    assert (t.view().wind, t.view().storm) == ("blue", None)


@rule("UV-254")
def test_order_of_the_events() -> None:
    """Wind, storm, Zheng He's health, Mongol campaign; then the turn order that follows from it."""
    t = round_starts(6, p0="1 prestige", p1="2 prestige", affiliation={"champa": 1})
    t.dice(star=[2, 1], sun=[1, 0], moon=[0]).start()
    seen = [e["type"] for e in t.events() if e["type"] not in ("track", "tokens_changed", "turn_started")]
    assert seen == [
        *("round_started", "dice", "health", "dice", "turn_order", "affiliation_changed"),
        *("dice", "dice", "dice", "dials_set"),
    ]
    assert t.told("dice", "purpose")[:2] == ["health", "mongol"]


@rule("UV-256", "UV-258")
@pytest.mark.parametrize(
    ("round", "wind", "storm"),
    [
        (2, "gray", None),
        (3, "yellow", "western"),
        (4, "gray", "southern"),
        (5, "blue", None),
        (6, "gray", "western"),
        (7, "yellow", "southern"),
        (8, "gray", "western"),
        (9, "blue", None),
    ],
)
def test_wind_and_storm(round: int, wind: str, storm: str | None) -> None:
    t = opened(round).start()
    assert t.event("round_started") == {"round": round, "wind": wind, "storm": storm}
    assert WINDS[t.state.wind] == wind
    assert (OCEANS[t.state.storm] if t.state.storm >= 0 else None) == storm


@rule("UV-260")
@pytest.mark.parametrize("round", [2, 3, 4, 5, 6, 7, 8, 9])
def test_health(round: int) -> None:
    t = round_starts(round, health=1, order=[1, 0])
    ill = round in (3, 5, 6, 7, 8)
    t.dice(star=[-2, 1] if ill else [1], sun=[0] * (2 if round in (2, 6) else 1), moon=[0]).start()
    assert t.state.health == (3 if ill else 1)
    if ill:
        assert t.event("health") == {"steps": 2, "space": 3, "last": 10}
        assert t.events("dice")[0]["roller"] == 1


@rule("UV-262")
@pytest.mark.parametrize(("face", "after"), [(2, [6, 15]), (1, [5, 15]), (0, [4, 14]), (-1, [3, 13]), (-2, [2, 12])])
def test_mongol_campaign(face: int, after: list[int]) -> None:
    t = round_starts(2, p0="4 prestige", p1="14 prestige").dice(sun=[face, 0], moon=[0], star=[1]).start()
    if 0 in t.asked and t.asked[0] == "bonus_token":
        t.do(0, t.options(0)[0], t.options(0)[0])
    assert [t.tracks(seat)[0] for seat in (0, 1)] == after
    assert len([p for p in t.told("dice", "purpose") if p == "mongol"]) == 1


@rule("UV-262")
def test_mongol_campaign_only_in_spring() -> None:
    for number in range(2, 10):
        t = opened(number).start()
        assert ("mongol" in t.told("dice", "purpose")) == (number in (2, 6))


@rule("UV-264")
def test_tokens_instead_of_prestige() -> None:
    t = round_starts(
        2,
        seats=4,
        order=[2, 1, 0, 3],
        p0="3 prestige, 1 porcelain, 1 troops",
        p1="2 troops",
        p2="1 prestige, 5 troops",
        p3="4 prestige",
    )
    t.dice(sun=[-2, 0], moon=[0], star=[1]).start()
    assert t.options(2, "mongol") == ["0 0", "0 1", "0 2"]
    t.do(2, "mongol 0 2")
    assert t[2] == "3 troops, 1 prestige"
    assert t.asked == {0: "mongol"}  # seat 1 has no Prestige to lose
    assert t[1] == "2 troops"
    assert set(t.options(0, "mongol")) == {"0 0", "1 0", "0 1", "1 1"}
    t.do(0, "mongol 1 0")
    assert t[0] == "1 troops, 2 prestige"
    assert t[3] == "2 prestige"  # nothing to give


@rule("UV-266")
def test_ties_keep_the_turn_order() -> None:
    t = opened(5, seats=4, order=[3, 0, 2, 1], p0="2 prestige", p1="1 profit", p2="1 prestige, 1 profit").start()
    assert t.state.turn_order == [3, 1, 0, 2]
    assert t.asked == {3: "turn"}


# --- port upkeep


@rule("UV-268", "UV-270")
def test_ports_with_a_ship_are_left_alone() -> None:
    ports = {"champa": 2, "malacca": 2, "surabaya": -1}
    t = opened(5, ships={0: "champa", 1: "nanjing"}, affiliation=ports, tokens={"champa": "", "malacca": ""}).start()
    assert [t.aff(port) for port in ports] == [2, 1, -2]
    assert t.tokens("champa") == ""
    assert t.told("affiliation_changed", "port") == ["malacca", "surabaya"]  # in number order


@rule("UV-272")
def test_bazaars_are_filled_face_down() -> None:
    two = ["se01", "se02"]
    t = round_starts(
        5,
        goods={0: ["se10", "se11"]},
        affiliation={"malacca": 1},
        bazaar={"malacca": two},
        seen={"malacca": [0]},
        ships={1: "champa"},
    )
    s = t.state
    s.bazaar[1].pop()  # two places in Champa, where a ship stands
    missing = next(
        g for g in range(17) if not any(g in b for b in s.bazaar) and g not in s.pile[0] and g not in (9, 10)
    )
    s.pile[0] = sorted([*s.pile[0], missing])
    pile = list(s.pile[0])
    assert len(pile) >= 2
    t.chance("refill", pile[-1], pile[0]).dice(star=[1, 1], sun=[0], moon=[0]).start()
    names = sorted([*two, C.good_ids[pile[-1]], C.good_ids[pile[0]]])
    assert t.bazaar("malacca") == names
    assert t.event("goods_refilled") == {"port": "malacca", "n": 2, "goods": None}
    assert [s.seen[C.good_ids.index(x)] for x in two] == [1, 1]  # what was seen stays known
    assert [s.seen[pile[-1]], s.seen[pile[0]]] == [0, 0]
    assert len(t.bazaar("champa")) == 2


@rule("UV-272")
def test_too_few_goods() -> None:
    everything = [x for x in C.good_ids if x.startswith("se")]
    t = opened(5, goods={0: everything[3:]}, bazaar={"champa": ["se01"]}, ships={1: "ayutthaya"})
    left = len(t.state.pile[0])
    there = len(t.state.bazaar[1]) + len(t.state.bazaar[3])
    t.start()
    assert t.state.pile[0] == []
    assert len(t.state.bazaar[1]) + len(t.state.bazaar[3]) == there + left
    assert len(t.state.bazaar[3]) < C.bazaar[3]


@rule("UV-274")
def test_tokens_come_from_the_bag() -> None:
    t = round_starts(5, tokens={"champa": "", "ayutthaya": "R"})
    t.state.bag = [0, 5, 0, 0]
    t.state.players[1].tokens = [12 - sum(t.state.tokens[c::4]) - (5 if c == 1 else 0) for c in range(4)]
    t.chance("token", 1, 1).dice(star=[1, 1], sun=[0], moon=[0]).start()
    assert (t.tokens("champa"), t.tokens("ayutthaya")) == ("Y", "RY")  # one each
    assert t.told("token_refilled", "port", "colour") == [("champa", "Y"), ("ayutthaya", "Y")]
    assert t.state.bag[1] == 3

    t = round_starts(5, seats=4, tokens={"champa": ""})
    t.state.bag = [0, 0, 0, 0]
    t.state.players[0].tokens = [12 - sum(t.state.tokens[c::4]) for c in range(4)]
    t.dice(star=[1, 1], sun=[0], moon=[0]).start()
    assert t.tokens("champa") == ""
    assert t.events("token_refilled") == []


# --- player upkeep


@rule("UV-276", "UV-480")
def test_player_upkeep() -> None:
    t = opened(
        5,
        seats=3,
        ships={0: "champa", 1: "champa"},
        p0="2 kilns, 1 camps",
        p1="3 camps, 1 porcelain",
        marks={0: "sail"},
    )
    t.state.players[0].labor_used = True
    t.start()
    assert [t.res(seat) for seat in range(3)] == [(2, 1), (1, 3), (0, 0)]
    p = t.player(0)
    assert (p.marks, p.unused, p.labor_used) == (0, 7, False)


@rule("UV-278")
def test_used_cards_slide_to_the_left() -> None:
    t = opened(5, seats=3, marks={0: "explore", 1: "trade diplomacy", 2: "combat explore trade"}).start()
    assert t.order(0) == "explore sail combat diplomacy trade"  # one card: nothing to choose
    assert t.asked == {1: "arrange_cards", 2: "arrange_cards"}
    assert set(t.options(1)) == {"arrange_cards diplomacy trade", "arrange_cards trade diplomacy"}
    t.do(2, "arrange_cards trade combat explore")
    assert t.order(2) == "sail combat diplomacy explore trade"  # shown when all have answered
    assert t.events("cards_arranged") == []
    t.do(1, "arrange_cards trade diplomacy")
    assert t.order(1) == "trade diplomacy sail combat explore"
    assert t.order(2) == "trade combat explore sail diplomacy"
    assert t.event("cards_arranged")["orders"][1]["seat"] == 2


@rule("UV-278")
def test_no_card_used() -> None:
    t = opened(5, cards={0: "trade explore sail combat diplomacy"}).start()
    assert t.order(0) == "trade explore sail combat diplomacy"


@rule("UV-280")
def test_scrolls_count_on_the_dials() -> None:
    t = round_starts(5, seats=4, goods={0: ["se17", "si14", "mj16"], 1: ["ea12"]})
    t.dice(star=[1, -3], sun=[-2], moon=[2]).start()
    assert [p.dials for p in t.state.players] == [[0, 3, -3], [-2, 2, -2], [-2, 2, -3], [-2, 2, -3]]


@rule("UV-282")
def test_first_round_of_a_quick_game() -> None:
    """Steps 1, 3 and 4 are left out, nobody has anything to arrange."""
    t = new_game(2, "quick", dice={"sun": [0], "moon": [0], "star": [1]})
    t.do(1, "choose_character commander").do(0, "choose_character navigator")
    assert t.state.round == 4
    assert t.events("turn_order", "goods_refilled", "cards_arranged") == []
    assert t.asked == {0: "turn"}


@rule("UV-290")
def test_turns_go_round_until_nobody_can() -> None:
    t = table(seats=3, order=[2, 0, 1], unused={0: "sun", 1: "sun moon star", 2: "moon star"})
    seats = []
    t.dice(star=[1], sun=[0, 0], moon=[0])
    while t.state.round == 1:
        seat = next(iter(t.asked))
        seats.append(seat)
        assert t.options(seat, "end_turn") == []  # no pass
        t.do(seat, f"forfeit {t.options(seat, 'forfeit')[0]}", "forfeit_gain 2 0")
    assert seats == [2, 0, 1, 2, 1, 1]
