"""High Officials Phase and Planning Phase (RULES.md, sections 4 and 5)."""

from __future__ import annotations

import pytest

from tests.games.treasure_ship.table import edited, offers, planning, table
from treasure_ship.names import PLACES

rule = pytest.mark.rule
ALL_GOODS = "2 agarwood, 2 ivory, 2 pepper, 2 ambergris, 2 gemstones"
WITH_D4 = [f"{c}-{n}" for c in "ABC" for n in (1, 2, 3)] + ["D-4", "D-2", "D-3", "E-4", "E-2", "E-3"]


@rule("TS-110", "TS-140")
def test_each_seat_offers_completely_before_the_next_clockwise_from_the_start() -> None:
    t = offers(seats=4, start_seat=2)
    for seat in (2, 3, 0, 1):
        assert t.asked == {seat: "offer"}
        t.do(seat, "offer A3")
        assert t.asked == {seat: "goods"}
        t.do(seat, "goods ivory")
    assert t.view().phase == "planning"


@rule("TS-113")
def test_nobody_can_pass() -> None:
    t = offers()
    assert t.options(0) == ["offer A1", "offer A2", "offer A3"]
    assert t.refused(0, "offer", card="EMP") == "TS-113"


@rule("TS-116")
def test_fifteen_officials_and_the_emperor_can_be_chosen() -> None:
    t = offers(p0=ALL_GOODS)
    assert t.options(0) == [f"offer {place}" for place in PLACES]
    t.do(0, "offer EMP")
    assert t[0].startswith("1 command")
    assert t[0].endswith("5 points")
    assert t.view().seats[0].offered == {"EMP": 1}
    assert t.view().officials.get("EMP") is None


@rule("TS-119")
def test_the_emperor_takes_one_offering_of_a_seat_and_an_a_official_any_number() -> None:
    t = offers(round=5, p0=ALL_GOODS, offered={0: ["EMP", "A1", "A1", "B1"]})
    assert t.options(0) == [f"offer {place}" for place in PLACES if place not in ("EMP", "B1")]
    assert t.refused(0, "offer", card="B1") == "TS-113"
    t.do(0, "offer A1")
    assert t.view().seats[0].offered["A1"] == 3


@rule("TS-128")
def test_goods_are_paid_to_the_stock_and_unpayable_cards_are_illegal() -> None:
    t = offers(p0="1 agarwood, 1 pepper")
    # B-1 agarwood, B-2 pepper, B-3 any, C-1 two kinds, C-2 agarwood and pepper
    assert t.options(0) == [
        "offer A1",
        "offer A2",
        "offer A3",
        "offer B1",
        "offer B2",
        "offer B3",
        "offer C1",
        "offer C2",
    ]
    assert t.refused(0, "offer", card="C3") == "TS-113"
    t.clear().do(0, "offer C2")
    assert [(e["what"], e["n"]) for e in t.events("paid")] == [("agarwood", 1), ("pepper", 1)]
    assert t[0] == "2 weapon, 1 cannon, 1 detachment"


@rule("TS-131")
def test_different_goods_are_of_different_kinds_and_any_goods_of_any() -> None:
    t = offers(p0="3 agarwood, 1 pepper, 1 gemstones").do(0, "offer C1")
    assert t.options(0) == ["pay_goods agarwood pepper", "pay_goods agarwood gemstones", "pay_goods pepper gemstones"]
    assert t.refused(0, "pay_goods", goods=["agarwood", "agarwood"]) == "TS-131"
    t.do(0, "pay_goods pepper gemstones")
    assert t[0] == "6 gold, 1 command, 3 agarwood"
    t = offers(p0="3 agarwood, 1 pepper").do(0, "offer B3")
    assert t.options(0) == ["pay_goods agarwood", "pay_goods pepper"]
    t = offers(p0="3 agarwood")
    assert "offer C1" not in t.options(0)
    two_any = edited(('pay = [{ pay = "goods_any", n = 1 }]\nbenefit', 'pay = [{ pay = "goods_any", n = 2 }]\nbenefit'))
    t = offers(p0="3 agarwood, 1 pepper", game=two_any).do(0, "offer B3")
    assert t.options(0) == ["pay_goods agarwood agarwood", "pay_goods agarwood pepper"]


@rule("TS-134")
def test_the_whole_benefit_comes_in_printed_order() -> None:
    t = offers(officials=WITH_D4, p0=ALL_GOODS).clear().do(0, "offer D1", "pay_goods agarwood ivory pepper")
    assert [(e["what"], e["n"]) for e in t.events("gained")] == [("detachment", 2), ("command", 1), ("gold", 2)]


@rule("TS-137")
def test_goods_of_the_benefit_do_not_pay_for_it() -> None:
    game = edited(
        ('benefit = [{ op = "gain", res = "gold", n = 6 }, { op = "gain", res = "weapon", n = 1 }]',
         'benefit = [{ op = "good", kind = "pepper", n = 1 }]')
    )  # fmt: skip
    t = offers(game=game, p0="1 ivory", p1="1 pepper")
    assert "offer B2" not in t.options(0)
    t.do(0, "offer A1").clear().do(1, "offer B2")
    assert t.has(1, "pepper") == (1,)
    assert [e["type"] for e in t.events("paid", "gained")] == ["paid", "gained"]


@rule("TS-125", "TS-150")
def test_the_planning_order_on_one_card_is_the_order_of_placement() -> None:
    t = offers(seats=3, start_seat=1).do(1, "offer A1").do(2, "offer A1").do(0, "offer A1")
    assert t.view().planning_order == [1, 2, 0]


@rule("TS-153", "TS-156")
def test_a_taken_voyage_cannot_be_taken_again() -> None:
    t = planning([(1, "B1"), (0, "A1"), (2, "A2")], seats=3, round=3)
    assert t.options(1) == ["plan 1", "plan 2", "plan 3", "plan 4"]
    t.do(1, "plan 2")
    assert t.options(0) == ["plan 1", "plan 3", "plan 4"]
    assert t.refused(0, "plan", voyage=2) == "TS-153"


@rule("TS-153")
def test_voyage_four_has_no_card_in_rounds_one_and_two() -> None:
    t = planning([(0, "A1"), (1, "A2")], seats=2, round=2)
    assert t.options(0) == ["plan 1", "plan 2", "plan 3"]
    assert t.refused(0, "plan", voyage=4) == "TS-153"


@rule("TS-168")
def test_cards_stay_face_down_during_planning() -> None:
    t = planning([(0, "A1"), (1, "A2")], seats=2)
    for seat in (0, 1, None):
        assert [(v.card, v.face_down) for v in t.view(seat).voyages] == [(None, True)] * 3
    t.do(0, "plan 1").do(1, "plan 2")
    assert [v.face_down for v in t.view().voyages] == [False, True, True]


@rule("TS-171")
def test_a_priority_frame_comes_back_when_the_voyage_is_over() -> None:
    t = table(voyage=1, card="V06", round=3)
    t.sail(1, 2, 3, 5)
    assert t.view().voyages[0].captain == 0
    t.idle()
    assert [v.captain for v in t.view().voyages] == [None, 0, 0, 0]
