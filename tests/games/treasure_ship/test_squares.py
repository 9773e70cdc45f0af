"""Action Step: choosing squares, command chips, order (RULES.md, section 8)."""

from __future__ import annotations

import pytest

from tests.games.treasure_ship.table import edited, table
from treasure_ship.names import NPC

rule = pytest.mark.rule


@rule("TS-270")
def test_every_other_seat_chooses_a_square_of_the_route_and_may_share_it() -> None:
    t = table(seats=4, captain=1, voyage=2, start=12, route=[15, 16, 17, 18], marker=17)
    assert t.asked == {2: "square", 3: "square", 0: "square"}
    assert t.options(2) == ["square 15", "square 16", "square 18"]
    assert t.refused(2, "square", square=13) == "TS-270"
    t.do(0, "square 15").do(3, "square 15").do(2, "square 15")
    assert t.view().squares == [15, 17, 15, 15]


@rule("TS-273", "TS-583")
def test_without_a_legal_square_parts_a_to_c_are_skipped() -> None:
    t = table(voyage=2, start=27, route=[28], marker=28, p1="1 detachment, 20 gold")
    assert t.view().squares == [28, None]
    assert t.asked == {0: "act", 1: "detach"}
    t.do(1, "detach_pass")
    assert t.monuments(1) == []


@rule("TS-273")
def test_a_captain_without_a_legal_square_has_the_marker_on_the_first_square() -> None:
    game = edited(('event = "no_port_of_call"\nevent_square = 2', 'event = "no_port_of_call"\nevent_square = 1'))
    t = table(voyage=2, card="V05", start=27, game=game, p0="1 detachment", p1="1 command")
    t.do(0, "route 28", "route_stop")
    v = t.view()
    assert (v.marker, v.event_square, v.squares) == (28, 28, [None, 28])
    assert t.has(1, "command") == (0,)
    assert t.asked[0] == "detach"


@rule("TS-279")
def test_the_markers_square_costs_the_others_a_command_chip() -> None:
    t = table(seats=3, voyage=2, start=12, route=[15, 16, 17, 18], marker=17, p1="2 command")
    assert "square 17" not in t.options(2)
    assert t.refused(2, "square", square=17) == "TS-270"
    t.do(1, "square 17").do(2, "square 15")
    assert t.has(1, "command") == (1,)


@rule("TS-282")
def test_the_captain_pays_nothing_for_the_own_marker() -> None:
    t = table(voyage=2, start=12, route=[15, 16, 17, 18], p0="2 command, 1 detachment")
    t.do(0, "flagship 15").do(1, "square 16")
    assert t.has(0, "command") == (2,)
    t.do(0, "end")
    assert "detach 15" in t.options(0)
    t.do(0, "detach 15")
    assert t.has(0, "command") == (2,)


@rule("TS-285")
def test_markers_of_earlier_voyages_cost_nothing() -> None:
    t = table(round=3, voyage=2, card="V06", start=20)
    t.do(0, "route 21", "route 22", "route_stop", "flagship 22").idle()
    t.sail(22, 21, 20, 19).do(0, "flagship 21")
    assert "square 22" in t.options(1)


@rule("TS-288", "TS-291")
def test_no_port_of_call_costs_one_chip_in_all() -> None:
    t = table(seats=3, voyage=2, card="V05", start=3, route=[5, 6, 7], p0="2 command", p1="2 command", p2="2 command")
    t.do(0, "flagship 6").do(1, "square 6").do(2, "square 5")
    assert [t.has(seat, "command") for seat in range(3)] == [(1,), (1,), (2,)]


@rule("TS-288")
def test_no_port_of_call_away_from_the_marker() -> None:
    t = table(seats=3, voyage=2, card="V05", start=3, route=[5, 6, 7], marker=5, p1="1 command")
    assert t.view().stack[-1]["answered"] == [False, True]  # seat 2 has one legal square
    assert t.options(1) == ["square 5", "square 6", "square 7"]
    t.do(1, "square 6")
    assert t.has(1, "command") == (0,)
    assert t.view().squares == [5, 6, 7]


@rule("TS-294")
def test_all_chips_are_paid_at_the_reveal_before_any_part_a() -> None:
    t = table(seats=3, voyage=2, card="V05", start=3, route=[5, 6, 7], marker=6, p0="1 command", p1="1 command",
              p2="1 command, 9 weapon")  # fmt: skip
    t.do(1, "square 6")
    assert [t.has(seat, "command") for seat in range(3)] == [(1,), (1,), (1,)]
    t.clear().do(2, "square 6")
    told = [(e["type"], e.get("seat")) for e in t.events("paid", "squares_revealed", "encounter")]
    assert told[:4] == [("squares_revealed", None), ("paid", 0), ("paid", 1), ("paid", 2)]


@rule("TS-294")
def test_with_nobody_else_to_choose_the_captain_pays_when_the_marker_is_placed() -> None:
    t = table(voyage=2, card="V05", start=3, p0="1 command, 1 weapon", seats=1, captain=0).sail(5, 6, 7)
    t.clear().do(0, "flagship 6")
    assert [e["what"] for e in t.events("paid")] == ["command"]


@rule("TS-297", "TS-300")
def test_seats_work_side_by_side_but_touch_the_pools_in_order() -> None:
    t = table(
        seats=4, captain=3, voyage=2, start=12, route=[13, 16, 14, 24], marker=13,
        squares={3: 13, 0: 13, 1: 24, 2: 16}, p0="1 command", p2="1 green",
    )  # fmt: skip
    assert t.asked == {3: "act", 0: "act", 1: "act", 2: "act"}
    t.do(1, "mass").do(2, "mass").do(0, "mass")
    assert t.asked == {3: "act"}  # a random emissary, a lion, the question about an emissary: all wait
    assert t.has(0, "ambergris") == (1,)  # what stands before the emissary on the square came at once
    assert t.view().bag == {"ayutthaya": 10, "malacca": 10, "delhi": 10, "vijayanagar": 9, "timur": 10}
    t.draws("red", "blue").do(3, "mass")
    assert (t.has(3, "red"), t.has(0, "blue")) == ((1,), (1,))
    assert t.asked == {1: "animal_place"}
    t.do(1, "animal_place 0 2 1")
    assert t.asked == {2: "emissary"}


@rule("TS-300")
def test_a_trade_with_an_emissary_among_its_items_waits() -> None:
    t = table(captain=1, voyage=2, start=8, route=[9, 10, 11, 12], marker=12, squares={0: 9, 1: 12}, p0="2 gold")
    t.do(0, "mass")
    assert t.asked == {1: "act"}
    t.do(1, "end")
    assert t.asked == {0: "trade"}


@rule("TS-300")
def test_other_decisions_do_not_wait() -> None:
    t = table(
        captain=1,
        voyage=2,
        start=20,
        route=[21, 22, 23],
        marker=21,
        squares={0: 22, 1: 21},
        p0="9 gold, 1 ivory, 1 detachment",
    )
    t.do(0, "mass", "trade 2", "monument erect")  # nothing is left to trade: no additional action
    assert t.asked[0] == "detach"


@rule("TS-303")
def test_random_emissaries_are_drawn_in_processing_order() -> None:
    t = table(seats=3, captain=2, voyage=2, start=12, route=[13, 16, 17], marker=17, squares={0: 13, 1: 13, 2: 17})
    t.draws("red", "green").do(1, "mass").do(0, "mass")
    assert [(e["seat"], e["power"]) for e in t.events("emissary")] == [(0, "ayutthaya"), (1, "vijayanagar")]


@rule("TS-306")
def test_the_event_chip_goes_when_all_have_finished() -> None:
    t = table(round=3, voyage=4, card="V02", start=3, route=[5, 6, 7, 8], marker=5, p1="4 gold")
    t.do(1, "square 7")
    assert t.view().event_square == 7
    t.idle()
    assert t.view().event_square is None
    assert (t.view().round, t.view().route, t.view().marker) == (4, [], None)


@rule("TS-838")
def test_in_solo_the_npcs_marker_costs_a_chip_and_the_own_one_none() -> None:
    for captain, left in ((NPC, 0), (0, 1)):
        t = table(
            seats=1,
            captain=captain,
            voyage=2,
            start=12,
            route=[15, 16, 17],
            marker=16,
            squares={0: 16},
            p0="1 command",
            solo=("S01", "S02"),
        )
        assert t.has(0, "command") == (left,)
