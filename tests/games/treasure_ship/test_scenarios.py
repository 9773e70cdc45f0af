"""Scenarios that the rulebook's examples leave open: the edges of the rules, one test each."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.treasure_ship.table import GAME, Table, base, edited, offers, planning, table
from treasure_ship.flow import final_scores
from treasure_ship.game import TreasureShip
from treasure_ship.names import NPC

rule = pytest.mark.rule
CDE = [f"{category}-{n}" for category in "CDE" for n in (1, 2, 3)]
NO_LARGE_ANIMALS = edited(
    ('name = "Giraffe"\ncount = 3', 'name = "Giraffe"\ncount = 0'),
    ('name = "Giant Antelope"\ncount = 6', 'name = "Giant Antelope"\ncount = 0'),
)


@rule("TS-224", "TS-233", "TS-236")
def test_x01_turning_back_at_the_end_of_the_map() -> None:
    t = table(voyage=2, card="V06", start=22)
    assert t.squares(0) == [21, 23]
    t.do(0, "route 23")
    assert t.options(0) == ["route 22", "route_stop"]
    t.do(0, "route 22")
    assert t.options(0) == ["route 21", "route_stop"]
    t.do(0, "route 21")
    assert t.options(0) == ["route 20", "route 24", "route_stop"]
    t.do(0, "route 20")
    assert t.view().route == [23, 22, 21, 20]
    t.idle()
    assert t.view().start_square == 20
    assert [e["leftover"] for e in t.events("frame_placed")][:4] == [False, True, True, True]


@rule("TS-242")
def test_x02_a_voyage_that_begins_on_mecca() -> None:
    t = table(voyage=2, card="V06", start=23)
    assert t.view().route == [22, 21]
    assert t.options(0) == ["route 20", "route 24"]


@rule("TS-206", "TS-251")
def test_x03_distance_extension_and_the_mark_of_the_event() -> None:
    t = table(card="V01", p0="2 extension")
    assert t.options(0) == ["extend 0", "extend 1", "extend 2"]
    t.do(0, "extend 2").sail(1, 2, 3, 5, 6)
    assert t[0] == ""
    t.do(0, "flagship 6")
    assert t.view().event_square == 3


def bay_of_bengal() -> Table:
    """Round 5, the third frame on 10 with Pirates +2; the seat is to act there."""
    return table(
        round=5, voyage=2, captain=1, card="V10", start=7, route=[8, 9, 10, 12, 15], marker=15, squares={0: 10, 1: 15},
        p0="5 weapon, 2 cannon, 3 merit, 1 gift",
    )  # fmt: skip


@rule("TS-316", "TS-325", "TS-328", "TS-331", "TS-334", "TS-337", "TS-340", "TS-710")
def test_x04_strength_cannons_and_merit() -> None:
    t = bay_of_bengal()
    assert t.events("encounter") == []
    assert t.view().stack[-1]["branches"][1][-1]["strength"] == 6
    assert t.options(0) == ["fight 4 fire", "gift", "avoid"]
    t.draws("yellow").do(1, "end").do(0, "fight 4 fire")
    assert t[0] == "3 gold, 1 weapon, 2 cannon, 1 gift, 1 yellow, 7 merit"
    assert t.view().seats[0].bombarded
    t.do(0, "mass", "goods pepper")
    assert t.has(0, "gold", "pepper") == (5, 1)


@rule("TS-328", "TS-611")
@pytest.mark.parametrize(("used", "first"), [([0], "gift"), ([], "fight 2 fire")])
def test_x05_one_bombardment_in_a_round(used: list[int], first: str) -> None:
    t = table(
        round=5, voyage=3, captain=1, card="V07", start=7, route=[8, 9, 12, 13, 16], marker=16,
        p0="2 weapon, 2 cannon, 1 gift", used=used,
    )  # fmt: skip
    t.do(0, "square 8")  # printed 2, and 2 for round 5
    assert t.options(0)[0] == first


@rule("TS-611")
def test_x05_the_next_round_turns_the_bombardment_tile() -> None:
    t = table(round=5, voyage=4, captain=1, card="V06", start=24, p0="2 extension", used=[0])
    assert t.view().seats[0].bombarded
    t.sail(25, 26, 27, 28).idle()
    assert t.view().round == 6
    assert not t.view().seats[0].bombarded
    assert t.has(0, "extension") == (0,)


@rule("TS-334", "TS-337")
def test_x06_cannons_alone() -> None:
    t = table(
        captain=1,
        voyage=2,
        card="V05",
        start=3,
        route=[5, 6, 7],
        marker=7,
        squares={0: 6, 1: 7},
        p0="3 cannon, 1 command",
    )
    assert t.options(0) == ["fight 0 fire", "avoid"]
    t.do(0, "fight 0 fire")
    assert t[0] == "1 gold, 3 cannon, 2 merit"


@rule("TS-719", "TS-728")
def test_x07_rebellion_with_a_tie_for_first_place() -> None:
    t = table(seats=3, voyage=2, card="V03", start=3, p0="5 weapon", p1="5 weapon", p2="2 weapon")
    assert [t[seat] for seat in range(3)] == ["1 gold, 3 weapon, 2 merit", "1 gold, 3 weapon, 2 merit", "2 weapon"]


@rule("TS-725", "TS-731", "TS-734")
def test_x08_rebellion_with_a_tie_for_second_place() -> None:
    held: dict[str, Any] = {f"p{seat}": f"{n} weapon" for seat, n in enumerate([4, 2, 2, 1, 0])}
    t = table(seats=5, voyage=2, card="V03", start=3, **held)
    assert [t[seat] for seat in range(5)] == [
        "1 gold, 2 weapon, 2 merit", "1 gold, 1 weapon, 1 merit", "1 gold, 1 weapon, 1 merit", "1 weapon", "",
    ]  # fmt: skip


@rule("TS-722")
def test_x09_rebellion_with_single_weapons() -> None:
    t = table(seats=3, voyage=2, card="V03", start=3, p0="1 weapon", p1="1 weapon")
    assert [t[seat] for seat in range(3)] == ["1 gold, 1 merit", "1 gold, 1 merit", ""]


@rule("TS-248", "TS-288", "TS-291", "TS-294", "TS-743")
def test_x10_no_port_of_call_on_the_square_of_the_marker() -> None:
    held: dict[str, Any] = {f"p{seat}": "1 command" for seat in (0, 1)}
    t = table(seats=3, voyage=2, card="V05", start=3, **held).sail(5, 6, 7)
    t.do(0, "flagship 6")
    assert t.squares(2) == [5, 7]
    t.do(1, "square 6").do(2, "square 7")
    assert [t.has(seat, "command") for seat in range(3)] == [(0,), (0,), (0,)]
    assert [e["seat"] for e in t.events("paid")] == [0, 1]


@rule("TS-515", "TS-518", "TS-521", "TS-530", "TS-536", "TS-539")
def test_x11_neighbours_of_a_new_monument() -> None:
    t = table(
        round=2, voyage=2, card="V03", start=3, route=[5, 6, 7], marker=6, p1="4 gold, 2 weapon", monuments={1: [3, 6]}
    )
    t.do(1, "square 5", "mass", "monument erect")
    assert t.has(1, "gold", "pepper") == (1, 1)
    t.do(1, "bonus 5")
    assert t.has(1, "pepper") == (2,)
    assert t.options(1) == ["bonus 3", "bonus 6", "bonus_end"]
    t.do(1, "bonus 3")
    assert t.has(1, "agarwood") == (1,)
    t.do(1, "bonus 6", "fight 2 no fire")
    assert t[1] == "5 gold, 1 agarwood, 2 pepper, 2 merit, 1 points"
    assert 1 not in t.asked


@rule("TS-419", "TS-437", "TS-443")
def test_x12_a_level_raised_twice() -> None:
    t = table(
        captain=1, voyage=2, card="V06", start=3, route=[5, 6, 7, 8], marker=8, squares={0: 7}, p0="3 blue",
        monuments={0: [7]}, levels={0: {"malacca": 1}},
    )  # fmt: skip
    t.draws("red").do(0, "mass", "emissary send")
    assert t.levels(0) == {"malacca": 2}
    assert t[0] == "2 gold, 1 weapon, 1 red, 2 blue"
    assert t.options(0) == ["mass", "end"]
    t.do(0, "mass", "emissary send", "goods ivory")
    assert t.levels(0) == {"malacca": 3}
    assert t[0] == "4 gold, 2 weapon, 1 cannon, 1 ivory, 1 red"
    assert t.discard() == "3 blue"


@rule("TS-413", "TS-431")
def test_x13_the_third_level_needs_two_emissaries() -> None:
    t = table(
        captain=1, voyage=2, card="V06", start=9, route=[10, 11, 12, 13], marker=13, squares={0: 11}, p0="1 yellow",
        levels={0: {"delhi": 2}},
    )  # fmt: skip
    t.do(0, "mass")
    assert t[0] == "3 gold, 2 weapon, 1 yellow"
    assert t.levels(0) == {"delhi": 2}


@rule("TS-300", "TS-484", "TS-496")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_x14_animals_run_short(order: tuple[int, int]) -> None:
    t = table(
        seats=3, captain=2, voyage=2, card="V06", start=20, route=[21, 24, 25, 26], marker=21,
        squares={0: 24, 1: 24, 2: 21}, supply={"lion": 1},
    )  # fmt: skip
    for seat in order:
        t.do(seat, "mass")
    assert set(t.asked) == {2}  # both wait for the captain
    t.do(2, "end")
    assert set(t.asked) == {0}
    t.do(0, "animal_place 0 2 1")
    assert t.supply("lion") == 0
    assert (t[0], t[1]) == ("", "4 points")
    assert [(e["seat"], e["type"]) for e in t.events("animal_placed", "animal_scored")] == [
        (0, "animal_placed"), (1, "animal_scored"),
    ]  # fmt: skip


@rule("TS-670", "TS-673", "TS-676")
def test_x15_the_bag_and_the_discard_area() -> None:
    t = offers(
        seats=4, round=2, bag="", discard="2 red, 1 green", p2="1 pepper, 1 ivory", p3="1 pepper, 1 ivory",
        officials=["A-1", "A-2", "A-3", "B-4", "B-1", "B-2", *CDE],
    ).clear()  # fmt: skip
    t.do(0, "offer A2", "choose 0")
    assert t.has(0, "blue") == (0,)
    assert t.events("emissary") == [{"type": "emissary", "seat": 0, "power": None, "drawn": False}]
    t.do(1, "offer A2", "choose 1")
    assert t.has(1, "red") == (1,)
    assert (t.bag(), t.discard()) == ("", "1 red, 1 green")
    t.clear().draws("green", "red").do(2, "offer B1")
    assert [(e["power"], e["drawn"]) for e in t.events("emissary")] == [("vijayanagar", True), ("ayutthaya", True)]
    assert (t.bag(), t.discard()) == ("", "")
    held = t.has(3, "red", "green")
    t.clear().do(3, "offer B1")
    assert [e["power"] for e in t.events("emissary")] == [None, None]
    assert t.has(3, "red", "green", "gold") == (*held, 3)


@rule("TS-150")
def test_x16_planning_order() -> None:
    t = planning([(0, "E2"), (1, "EMP"), (2, "E1"), (3, "E2")], seats=4)
    assert t.view().planning_order == [1, 2, 0, 3]


@rule("TS-162")
def test_x17_five_seats_in_round_one() -> None:
    t = planning([(4, "B1"), (0, "A1"), (1, "A3"), (2, "A2"), (3, "A3")], seats=5)
    assert t.view().planning_order == [4, 0, 2, 1, 3]
    t.do(4, "plan 2").do(0, "plan 3")
    assert [v.captain for v in t.view().voyages] == [2, 4, 0]
    assert t.view().phase == "voyage"
    assert {e["seat"] for e in t.events("voyage_taken")} == {4, 0, 2}


@rule("TS-159")
def test_x18_two_seats_in_round_three() -> None:
    t = planning([(0, "A1"), (1, "B1")], seats=2, round=3)
    t.do(1, "plan 4").do(0, "plan 3").do(1, "plan 2")
    assert [v.captain for v in t.view().voyages] == [0, 1, 0, 1]


@rule("TS-119", "TS-122")
def test_x19_limits_of_offerings() -> None:
    held: dict[str, Any] = {f"p{seat}": "1 agarwood, 1 pepper" for seat in range(3)}
    t = offers(seats=3, round=4, start_seat=2, offered={0: ["C2"], 1: ["A1"], 2: ["A1", "A1"]}, **held)
    t.do(2, "offer C2")
    assert "offer C2" not in t.options(0)
    assert t.refused(0, "offer", card="C2") == "TS-113"
    assert "offer A1" in t.options(0)
    t.do(0, "offer A1")
    assert {"offer A1", "offer C2"} <= set(t.options(1))
    t.do(1, "offer C2")
    assert [o.place for o in t.view().offerings] == ["C2", "A1", "C2"]


@rule("TS-352", "TS-382", "TS-553", "TS-580")
def test_x20_avoid_and_send_a_detachment() -> None:
    t = table(captain=1, card="V03", route=[1, 2, 3], marker=3, squares={0: 2, 1: 3}, p0="1 detachment, 1 command")
    assert [e["how"] for e in t.events("encounter")] == ["avoid"]  # without weapons and gifts it is all there is
    assert t.squares(0) == [1, 2, 3, 5]
    t.do(0, "detach 5")
    assert t[0] == "1 command, 1 pepper"


@rule("TS-746", "TS-749", "TS-571")
def test_x21_state_of_war() -> None:
    t = table(
        seats=3, round=4, captain=2, voyage=2, card="V12", start=12, route=[15, 16, 17, 18, 19, 20], marker=17,
        squares={0: 16, 1: 18, 2: 17}, p0="3 weapon, 1 detachment", p1="4 weapon", levels={0: {"timur": 1}},
    )  # fmt: skip
    assert t.options(0) == ["fight 3 no fire", "avoid"]
    assert t.options(1) == ["fight 4 no fire", "avoid"]
    t.do(0, "fight 3 no fire").do(1, "fight 4 no fire")
    assert (t.has(0, "merit"), t.has(1, "merit")) == ((2,), (3,))
    t.do(0, "detach 18")
    assert t.asked[0] == "choose"  # no pirates: hospitality at once


@rule("TS-626", "TS-638", "TS-641")
def test_x22_military_merit_and_an_e_official() -> None:
    s = base(2, p0="17 merit", offered={0: ["E3"]})
    points = final_scores(s)[0]
    assert (points["merit"], points["officials"]) == (20, 10)


@rule("TS-629", "TS-632", "TS-635")
def test_x23_powers_at_the_end() -> None:
    s = base(
        2, p0="2 purple, 3 yellow, 1 blue", levels={0: {"timur": 3, "delhi": 2, "ayutthaya": 1}},
    )  # fmt: skip
    assert final_scores(s)[0]["powers"] == 22 + 2 * 2 + 11 + 4


@rule("TS-653", "TS-656", "TS-659", "TS-662")
def test_x24_ties_at_the_end() -> None:
    t = offers(
        seats=3, final=True, start_seat=2, p0="184 points, 4 weapon, 1 cannon, 1 agarwood",
        p1="184 points, 2 cannon, 1 ivory", p2="187 points, 2 weapon",
    )  # fmt: skip
    t.do(2, "offer A1").do(0, "offer B1").do(1, "offer B3")
    assert t.scores == [187, 187, 187]
    assert t.outcome.detail["arms"] == [5, 5, 4]
    assert t.outcome.placings == [1, 2, 3]


@rule("TS-808")
def test_x25_the_npc_has_left_its_guideline_and_comes_back_to_it() -> None:
    t = table(seats=1, captain=NPC, voyage=2, card="V06", start=5, solo=("S03", "S02"))
    assert t.view().route == [6, 7, 8, 9]


@rule("TS-814", "TS-817", "TS-820", "TS-823", "TS-826", "TS-829")
@pytest.mark.parametrize(
    ("front", "game", "marker"),
    [
        ("S01", GAME, 21),  # animal, front
        ("S05", GAME, 26),  # animal, back
        ("S01", NO_LARGE_ANIMALS, 24),
        ("S08", GAME, 25),  # pirate, front
        ("S09", GAME, 27),  # pirate, back
        ("S04", GAME, 26),  # great power, fallback 4
    ],
)
@pytest.mark.parametrize("card", ["V08", "V10"])
def test_x26_the_npcs_marker(front: str, game: TreasureShip, marker: int, card: str) -> None:
    t = table(
        seats=1, round=3, captain=NPC, voyage=2, card=card, start=20, solo=(front, "S02"), route=[21, 24, 25, 26, 27],
        game=game,
    )  # fmt: skip
    assert t.view().marker == marker


@rule("TS-484", "TS-487")
def test_x27_no_room_in_the_animal_house() -> None:
    tiles = [("ostrich", 0, 1, 0), ("peacock", 0, 4, 0), ("houou", 0, 0, 1), ("houou", 0, 3, 1), ("ostrich", 0, 0, 3)]
    tiles += [("ostrich", 0, 3, 3), ("ostrich", 0, 0, 4), ("peacock", 0, 3, 4)]
    t = table(
        voyage=2, captain=1, card="V06", start=12, route=[15, 16, 17, 18], marker=17, squares={0: 15},
        tiles={0: tiles},
    )  # fmt: skip
    assert len(t.covered(0)) == 28
    before = t.supply("peacock")
    t.do(0, "mass")
    assert t[0] == "1 gold, 2 points"
    assert t.supply("peacock") == before


@rule("TS-236", "TS-273", "TS-568")
def test_x28_no_legal_square() -> None:
    t = table(seats=3, voyage=2, captain=2, card="V06", start=27, p0="1 command", p1="1 detachment")
    t.do(2, "route 28")
    assert t.options(2) == ["route 27", "route_stop"]
    t.do(2, "route_stop")
    assert t.view().route == [28]
    assert t.view().marker == 28
    assert t.view().squares == [28, None, 28]
    assert t.has(0, "command") == (0,)
    assert t.options(1) == ["detach 27", "detach_pass"]
    t.do(1, "detach 27")
    assert t[1] == "3 gold, 2 ivory"
    t.do(2, "end").do(0, "mass")
    assert t[0] == "1 ivory, 5 points"


@rule("TS-159", "TS-165")
def test_x29_three_seats_and_four_voyages() -> None:
    t = planning([(2, "C1"), (0, "B1"), (1, "A1")], seats=3, round=3)
    t.do(2, "plan 1").do(0, "plan 2").do(1, "plan 3")
    assert [v.captain for v in t.view().voyages] == [2, 0, 1, 2]


@rule("TS-638", "TS-641")
def test_x30_points_of_an_e_official() -> None:
    land = [1, 3, 4, 5, 6, 7, 9, 11, 12, 13, 15]
    s = base(2, offered={0: ["E1"], 1: ["A1", "A1", "A1", "B2", "E1"]}, monuments={0: land[:9], 1: land})
    assert [p["officials"] for p in final_scores(s)] == [18, 0 + 3 + 20]


@rule("TS-276")
def test_x31_the_sealed_choice() -> None:
    t = table(
        seats=3, voyage=2, card="V06", start=12, route=[15, 16, 17, 18], marker=16, p1="1 command", p2="1 command"
    ).clear()
    t.do(1, "square 16")
    assert t.events(seat=2) == [{"type": "square_submitted", "seat": 1}]
    assert t.events(seat=-1) == [{"type": "square_submitted", "seat": 1}]
    assert t.view(2).stack[-1] == {"frame": "square", "seats": [1, 2], "answered": [True, False], "own": None}
    assert t.view(1).stack[-1]["own"] == 16
    assert t.has(1, "command") == (1,)
    t.do(2, "square 15")
    assert t.events("squares_revealed", seat=2)[0]["squares"] == [{"seat": 1, "square": 16}, {"seat": 2, "square": 15}]
    assert (t.has(1, "command"), t.has(2, "command")) == ((0,), (1,))


@rule("TS-808", "TS-809")
def test_x32_the_npc_and_leftover_frames() -> None:
    t = table(seats=1, captain=NPC, voyage=2, card="V06", start=22, solo=("S02", "S01"))
    assert t.options(0) == ["route 21", "route 23"]
    t.do(0, "route 23")
    assert t.options(0) == ["route 22", "route_stop"]
    t.do(0, "route 22")
    assert t.options(0) == ["route 21", "route_stop"]
    t.do(0, "route 21")
    assert t.options(0) == ["route 20", "route 24", "route_stop"]


def samudera(gold: int) -> Table:
    return table(
        captain=1, voyage=2, card="V06", start=7, route=[8, 10, 11, 12], marker=12, squares={0: 11}, monuments={0: [9]},
        p0=f"{gold} gold, 1 detachment",
    )  # fmt: skip


@rule("TS-384", "TS-453", "TS-559", "TS-560")
def test_x33_a_detachment_with_two_transactions() -> None:
    t = samudera(3)
    t.do(0, "detach 9")
    assert t.has(0, "detachment") == (0,)
    t.do(0, "trade 2")
    assert t[0] == "1 gold, 2 weapon"
    assert 0 not in t.asked  # one gold does not pay a second transaction


@rule("TS-384", "TS-560")
def test_x33_the_second_transaction_is_asked_for() -> None:
    t = samudera(5).do(0, "detach 9", "trade 2")
    assert t.options(0) == ["mass", "end"]
    t.do(0, "mass", "trade 0")
    assert t[0] == "1 gold, 2 weapon, 1 agarwood"
    t = samudera(3).do(0, "detach 9", "trade_decline")
    assert t.has(0, "gold", "detachment") == (3, 0)


@rule("TS-384", "TS-537", "TS-562")
def test_x34_a_bonus_action_given_up() -> None:
    t = table(
        round=2, voyage=2, card="V03", start=3, route=[5, 6, 7], marker=6, monuments={1: [3, 6]},
        p1="4 gold, 1 detachment, 1 command",
    )  # fmt: skip
    t.do(1, "square 5", "mass", "monument erect", "bonus 5")
    assert t.options(1) == ["bonus 3", "bonus 6", "bonus_end"]
    t.do(1, "bonus 6")
    assert [(e["square"], e["how"]) for e in t.events("encounter") if e["seat"] == 1] == [(6, "avoid")]
    assert t.options(1) == ["bonus 3", "bonus_end"]
    t.do(1, "bonus 3")
    assert t[1] == "1 gold, 1 command, 1 detachment, 1 agarwood, 2 pepper"
    assert t.squares(1) == [6, 8]
    t.do(1, "detach 6")
    assert t[1] == "1 gold, 1 agarwood, 2 pepper"


@rule("TS-300", "TS-493")
def test_x35_a_choice_waits_for_the_supply() -> None:
    t = table(
        seats=3, voyage=2, card="V06", start=16, route=[17, 18, 19, 20], marker=20, supply={"leopard": 1}, hoard=0,
        levels={1: {"timur": 1}, 2: {"timur": 1}},
    )  # fmt: skip
    t.do(1, "square 18").do(2, "square 18").do(2, "mass").do(1, "mass")
    assert set(t.asked) == {0}
    t.do(0, "end")
    assert t.asked == {1: "choose"}
    t.do(1, "choose 1", "animal_place 0 2 2")
    assert t.asked == {2: "choose"}
    assert t.supply("leopard") == 0
    t.do(2, "choose 1")
    assert (t[1], t[2]) == ("", "3 points")
