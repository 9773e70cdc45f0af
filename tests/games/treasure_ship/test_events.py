"""Events of voyage cards (RULES.md, section 19)."""

from __future__ import annotations

import tomllib

import pytest

from tests.games.treasure_ship.table import Table, edited, house, table

rule = pytest.mark.rule


@rule("TS-752")
def test_each_voyage_card_has_one_event() -> None:
    data = tomllib.loads(house())
    known = {*data["events"]["mass"], *data["events"]["whole_voyage"]}
    assert {card["event"] for card in data["voyage"]} == known
    assert [len([c for c in data["voyage"] if c["deck"] == deck]) for deck in ("initial", "additional")] == [6, 8]


@rule("TS-710")
def test_pirates_are_added_to_the_marked_square_alone() -> None:
    for square, strength in ((6, 4), (8, 2)):  # printed 2 both; the card adds 2 on the third square
        t = table(
            captain=1, voyage=2, card="V10", start=3, route=[8, 5, 6, 7], marker=7, squares={0: square}, p0="9 weapon"
        )
        assert t.options(0)[0] == f"fight {strength} no fire"


@rule("TS-713")
def test_a_stowaway_comes_to_seats_on_the_marked_square_alone() -> None:
    def at(square: int) -> Table:
        return table(captain=1, voyage=2, card="V01", start=3, route=[3, 7, 5], marker=7, squares={0: square})

    assert at(5).options(0) == ["mass", "event", "end"]
    assert at(3).options(0) == ["mass", "end"]
    t = at(5).draws("purple").do(0, "event")
    assert t[0] == "1 purple"
    assert t.view().bag["timur"] == 9


@rule("TS-719", "TS-734", "TS-737")
def test_rebellion_ranks_weapons_before_anyone_pays_clockwise_from_the_captain() -> None:
    # seat 1 gains 3 weapons from space 17 of the merit track while the others are still to pay
    t = table(
        seats=4,
        captain=1,
        voyage=2,
        card="V03",
        start=3,
        p0="3 weapon, 9 cannon",
        p1="3 weapon, 15 merit",
        p2="2 weapon, 9 cannon",
    )
    assert [e["seat"] for e in t.events("paid")] == [1, 0]
    assert t.has(1, "weapon", "merit") == (3 - 2 + 3, 17)
    assert t.has(0, "weapon", "merit") == (1, 2)
    assert t.has(2, "weapon", "merit") == (2, 0)


@rule("TS-722", "TS-725")
def test_rebellion_first_and_second_place() -> None:
    t = table(seats=3, voyage=2, card="V03", start=3, p0="4 weapon", p1="2 weapon", p2="1 weapon")
    assert [t.has(seat, "weapon", "merit") for seat in range(3)] == [(2, 2), (1, 1), (1, 0)]
    t = table(seats=2, voyage=2, card="V03", start=3, p0="1 weapon")
    assert t.has(0, "weapon", "merit") == (0, 1)
    t = table(seats=2, voyage=2, card="V03", start=3)
    assert t.events("paid", "merit") == []


@rule("TS-725")
def test_rebellion_never_takes_more_than_a_seat_has() -> None:
    game = edited(("second_pay = 1\nsecond_merit = 1", "second_pay = 3\nsecond_merit = 3"))
    t = table(seats=2, voyage=2, card="V03", start=3, p0="4 weapon", p1="2 weapon", game=game)
    assert t.has(1, "weapon", "merit") == (0, 2)


@rule("TS-737")
def test_rebellion_asks_for_what_the_merit_track_gives() -> None:
    t = table(seats=2, voyage=2, card="V03", start=3, p0="4 weapon, 14 merit", p1="2 weapon")
    assert t.asked == {0: "goods"}
    assert t.has(1, "weapon") == (2,)
    t.do(0, "goods ivory")
    assert t.has(1, "weapon") == (1,)


@rule("TS-740")
def test_peaceful_seas_take_all_printed_pirates_away() -> None:
    t = table(round=7, voyage=2, captain=1, card="V06", start=5, route=[6, 7, 8], marker=7, squares={0: 8})
    assert t.asked[0] == "act"
    t.do(0, "mass")
    assert t[0] == "4 gold, 1 points"


@rule("TS-743", "TS-530")
def test_no_port_of_call_for_main_actions_and_detachments_but_not_for_bonus_actions() -> None:
    t = table(
        seats=3,
        captain=2,
        voyage=2,
        card="V05",
        start=3,
        route=[6, 5, 7],
        marker=7,
        p0="1 command",
        p1="9 gold, 1 detachment",
        monuments={1: [5]},
    )
    assert t.options(0) == ["square 6", "square 5", "square 7"]
    assert t.view().stack[-1]["answered"] == [False, True]
    t.do(0, "square 5")
    assert t.has(0, "command") == (0,)
    t = table(
        captain=1,
        voyage=2,
        card="V05",
        start=3,
        route=[3, 5, 7],
        marker=7,
        squares={0: 3},
        p0="2 gold, 1 detachment",
        monuments={0: [5]},
    )
    t.do(0, "mass", "monument erect", "bonus_end")
    assert "bonus 5" in t.options(0)
    t.do(0, "bonus_end")
    assert "detach 5" not in [option for seat in t.asked if seat == 0 for option in t.options(0)]


@rule("TS-746")
@pytest.mark.parametrize(("square", "added"), [(4, 1), (7, 1), (16, 2), (11, 2), (18, 3)])
def test_state_of_war_by_power(square: int, added: int) -> None:
    t = table(
        captain=1, voyage=2, card="V12", start=3, route=[5, square, 12], marker=5, squares={0: square}, p0="9 weapon"
    )
    assert t.options(0)[0] == f"fight {added} no fire"
    t.do(0, f"fight {added} no fire")
    assert t.has(0, "merit") == (added,)


@rule("TS-257", "TS-749")
def test_state_of_war_leaves_other_squares_alone() -> None:
    t = table(
        captain=1, voyage=2, card="V12", start=3, route=[5, 7, 12], marker=7, squares={0: 5}, p0="1 detachment, 1 red"
    )
    assert t.asked[0] == "act"
    t.do(0, "mass", "detach 4", "emissary send")
    assert t.events("encounter") == []
    assert t.levels(0) == {"ayutthaya": 1}
