"""Voyage Card Disclosure and Sailing (RULES.md, sections 6 and 7)."""

from __future__ import annotations

import tomllib

import pytest

from tests import laws
from tests.games.treasure_ship.table import GAME, edited, house, table

rule = pytest.mark.rule


@rule("TS-180", "TS-183")
def test_the_leftmost_face_down_card_is_revealed_and_its_frame_names_the_captain() -> None:
    t = table(round=3, captain=1, voyage=2, card="V06", start=7)
    assert [(v.card, v.face_down) for v in t.view().voyages] == [
        ("V01", False), ("V06", False), (None, True), (None, True),
    ]  # fmt: skip
    assert t.view().captain == 1
    assert "route" in t.asked.values()


@rule("TS-186")
def test_a_whole_voyage_event_comes_before_the_route() -> None:
    t = table(voyage=2, card="V03", start=3, p0="2 weapon")
    told = [e["type"] for e in t.events()]
    assert told.index("card_revealed") < told.index("merit")
    assert "frame_placed" not in told
    assert t.asked == {0: "route"}


@rule("TS-189")
def test_a_mass_event_waits() -> None:
    t = table(voyage=2, card="V01", start=3, p0="2 weapon")
    assert [e["type"] for e in t.events()] == ["card_revealed"]


@rule("TS-200", "TS-230")
def test_as_many_frames_as_the_range_and_none_can_be_kept() -> None:
    for card in GAME.content.voyage_cards:
        t = table(round=3, voyage=2, card=card.id, start=7)
        while t.asked == {0: "route"}:
            assert "route_stop" not in t.options(0)
            t.do(0, t.options(0)[0])
        assert len(t.view().route) == card.range
        assert t.asked == {0: "flagship"}


@rule("TS-203")
def test_one_marker_for_each_voyage() -> None:
    colours = tomllib.loads(house())["voyage_colours"]
    assert [colours[str(n)] for n in (1, 2, 3, 4)] == ["red", "blue", "yellow", "green"]
    w = laws.Walk(GAME, "standard", {}, 2, 4)
    while not w.over:
        w.step()
    revealed = [i for i, e in enumerate(w.events) if e.type == "card_revealed"]
    for begin, end in zip(revealed, [*revealed[1:], len(w.events)], strict=True):
        assert [e.type for e in w.events[begin:end]].count("marker_placed") == 1


@rule("TS-206", "TS-209")
def test_only_the_captain_uses_extension_chips_and_may_keep_them() -> None:
    t = table(round=3, voyage=2, card="V06", start=7, p0="1 extension", p1="1 extension")
    assert t.asked == {0: "extend"}
    t.do(0, "extend 0")
    assert t.has(0, "extension") == (1,)
    t.sail(8, 9, 10, 11).idle()
    assert t.asked == {0: "extend"}
    t.do(0, "extend 1")
    assert (t.has(0, "extension"), t.has(1, "extension")) == ((0,), (1,))
    range_ = t.events("card_revealed")[-1]["range"]
    while t.asked == {0: "route"}:
        t.do(0, t.options(0)[0])
    assert len(t.view().route) == range_ + 1


@rule("TS-212")
def test_voyage_one_starts_from_liuhe_town_which_never_has_a_frame() -> None:
    assert table(card="V06").view().route == [1, 2, 3]
    back = edited(("from = 0\nto = 1\ntwo_way = false", "from = 0\nto = 1\ntwo_way = true"))
    t = table(voyage=2, card="V06", start=1, game=back)
    assert t.view().route == [2, 3]
    for seed in range(3):
        w = laws.Walk(GAME, "standard", {}, 3, seed)
        while not w.over:
            w.step()
        assert all(e.data["square"] != 0 for e in w.events if e.type in ("frame_placed", "detachment", "marker_placed"))


@rule("TS-215", "TS-260")
def test_a_later_voyage_starts_where_the_last_frame_was_placed() -> None:
    t = table(card="V06").sail(1, 2, 3, 5).idle()
    assert (t.view().voyage, t.view().start_square) == (2, 5)
    assert t.view().route[:2] == [6, 7]


@rule("TS-218")
def test_arrows_are_followed_in_their_direction() -> None:
    t = table(voyage=2, card="V06", start=10)
    assert t.options(0) == ["route 11", "route 12"]  # not 8 and 9, from which arrows come
    assert t.refused(0, "route", square=9) == "TS-221"
    t = table(voyage=2, card="V06", start=11)
    assert t.options(0) == ["route 10", "route 12"]  # the arrow to 10 points both ways
    t = table(voyage=2, card="V06", start=4)
    assert t.view().route == [7, 8]


@rule("TS-224", "TS-227")
def test_no_square_twice_and_not_back_to_the_start_in_one_voyage() -> None:
    t = table(round=3, voyage=2, card="V12", start=20)
    t.do(0, "route 19")
    assert t.view().route == [19, 18, 17, 16, 14, 24]  # 20 and what holds a frame is closed: nothing was to choose


@rule("TS-227")
def test_a_later_voyage_may_go_the_other_way_over_old_squares() -> None:
    t = table(round=3, voyage=2, card="V06", start=20)
    t.do(0, "route 21", "route 22", "route_stop").idle()
    assert (t.view().voyage, t.view().start_square, t.view().route) == (3, 23, [22, 21])


@rule("TS-239")
def test_a_route_that_cannot_go_on_is_complete() -> None:
    one_way = edited(("from = 21\nto = 22\ntwo_way = true", "from = 21\nto = 22\ntwo_way = false"))
    t = table(voyage=2, card="V06", start=22, game=one_way)
    assert t.options(0) == ["route 22", "route_stop"]  # 23 was the only way
    t.do(0, "route 22")
    assert t.view().route == [23, 22]
    assert t.asked == {0: "flagship"}


@rule("TS-242")
def test_a_voyage_that_begins_on_madagascar() -> None:
    assert table(voyage=2, card="V06", start=28).view().route == [27, 26, 25, 24]


@rule("TS-245", "TS-248")
def test_the_marker_stands_on_the_route_and_not_where_no_port_can_be_paid() -> None:
    t = table(voyage=2, card="V05", start=3).sail(5, 6, 7)
    assert t.options(0) == ["flagship 5", "flagship 7"]
    assert t.refused(0, "flagship", square=6) == "TS-245"
    t = table(voyage=2, card="V05", start=3, p0="1 command").sail(5, 6, 7)
    assert t.options(0) == ["flagship 5", "flagship 6", "flagship 7"]


@rule("TS-251", "TS-254")
def test_an_event_whose_frame_was_not_placed_does_not_happen() -> None:
    t = table(voyage=2, card="V02", start=22)
    t.do(0, "route 23", "route 22", "route_stop")
    assert t.view().route == [23, 22]
    assert t.view().event_square is None
    t = table(voyage=2, card="V02", start=22)
    t.do(0, "route 23", "route 22", "route 21", "route_stop")
    assert t.view().event_square == 21


@rule("TS-257")
def test_state_of_war_has_no_single_square() -> None:
    t = table(round=4, voyage=2, card="V12", start=12, route=[15, 16, 17, 18, 19, 20])
    t.do(0, "flagship 17")
    assert t.view().event_square is None
    assert t.events("event_placed") == []
