"""Monuments and detachments (RULES.md, sections 14 and 15)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.treasure_ship.table import GAME, Table, table
from treasure_ship.flow import final_scores

rule = pytest.mark.rule


def at(square: int, route: list[int], held: str = "", card: str = "V06", **more: Any) -> Table:
    """Seat 0 is about to act on a square of the route; the captain, seat 1, has finished."""
    marker = next(q for q in reversed(route) if q != square)
    return table(
        captain=1, voyage=2, card=card, start=20, route=route, marker=marker, squares={0: square}, p0=held, **more
    )


# --- C. monuments


@rule("TS-500", "TS-512")
def test_a_monument_is_offered_once_after_part_b_on_the_main_square() -> None:
    t = at(5, [5, 6], "20 gold").do(0, "mass")
    assert t.options(0) == ["monument no erect", "monument erect"]
    t.do(0, "monument no erect")
    assert t.monuments(0) == []
    assert 0 not in t.asked
    t = at(5, [5, 6], "20 gold").do(0, "end")  # the action itself may be declined
    assert t.asked[0] == "monument"
    t.do(0, "monument erect", "bonus 5")
    assert (t.monuments(0), t[0]) == ([5], "17 gold, 1 pepper")
    assert 0 not in t.asked


@rule("TS-503")
def test_squares_without_a_space() -> None:
    without = [q for q, cost in enumerate(GAME.content.monument) if cost < 0]
    assert without == [0, 2, 8, 10, 14]


@rule("TS-506")
def test_one_monument_of_a_seat_on_a_square_and_others_do_not_matter() -> None:
    t = at(5, [5, 6], "20 gold", monuments={0: [5]}).do(0, "mass", "mass")
    assert 0 not in t.asked
    t = at(5, [5, 6], "20 gold", monuments={1: [5]}).do(0, "mass")
    assert t.asked[0] == "monument"


@rule("TS-509")
def test_the_price_is_paid_in_gold() -> None:
    assert at(7, [5, 7], "4 gold").asked.get(0) is None
    t = at(7, [5, 7], "6 gold, 1 blue").do(0, "end", "monument erect")
    assert t.has(0, "gold") == (1,)


@rule("TS-512")
def test_the_bonus_never_erects_another_monument() -> None:
    t = at(5, [5, 6], "90 gold", monuments={0: [3]}).do(0, "mass", "monument erect", "bonus 5", "bonus 3")
    assert t.monuments(0) == [3, 5]
    assert 0 not in t.asked


@rule("TS-515", "TS-524")
def test_the_additional_action_comes_first_and_may_be_declined() -> None:
    t = at(5, [5, 6], "3 gold", monuments={0: [3]}).do(0, "mass", "monument erect")
    assert t.options(0) == ["bonus 5", "bonus_end"]
    t.do(0, "bonus_end")
    assert t.options(0) == ["bonus 3", "bonus_end"]
    t.do(0, "bonus_end")
    assert t[0] == "1 pepper"
    assert 0 not in t.asked


@rule("TS-518", "TS-521", "TS-524", "TS-539")
def test_neighbours_in_any_order_once_each_on_the_route_or_not() -> None:
    held = {0: [3, 6], 1: [7]}
    for order in ((3, 6), (6, 3)):
        t = at(5, [5, 7], "3 gold", monuments=held).do(0, "mass", "monument erect", "bonus 5")
        assert t.options(0) == ["bonus 3", "bonus 6", "bonus_end"]
        for q in order:
            t.do(0, f"bonus {q}")
        assert t[0] == "3 gold, 1 agarwood, 2 pepper, 1 points"
        assert 0 not in t.asked


@rule("TS-527")
def test_events_are_not_processed_in_bonus_actions() -> None:
    t = at(5, [6, 7, 5], "3 gold", "V01").do(0, "mass", "end", "monument erect", "bonus 5")
    assert t.events("event_action") == []
    t = at(5, [5, 8, 7], "3 gold", "V10", monuments={0: [3]}).do(0, "mass", "monument erect", "bonus 5", "bonus 3")
    assert t.has(0, "agarwood") == (1,)
    t = at(17, [17, 16, 18], "6 gold", "V12", monuments={0: [16, 18]}, levels={0: {"timur": 1, "vijayanagar": 1}})
    t.do(0, "end", "monument erect", "bonus 16")
    assert t.events("encounter") == []  # State of War pirates are on 16 for main actions only


@rule("TS-527", "TS-710")
def test_event_pirates_do_not_meet_a_bonus_action() -> None:
    t = at(5, [4, 7, 3, 5], "3 gold", "V10", monuments={0: [3]}).do(0, "mass", "monument erect", "bonus 5")
    assert t.view().event_square == 3
    t.do(0, "bonus 3")
    assert t.has(0, "agarwood") == (1,)
    assert t.events("encounter") == []


@rule("TS-530", "TS-743")
def test_bonus_actions_cost_no_command_chip() -> None:
    t = at(5, [6, 3, 5], "3 gold", "V05", monuments={0: [3]})
    assert (t.view().marker, t.view().event_square) == (3, 3)
    t.do(0, "mass", "monument erect", "bonus 5", "bonus 3")
    assert t.has(0, "agarwood", "command") == (1, 0)


@rule("TS-533")
def test_bonus_actions_give_no_captains_benefit() -> None:
    t = table(voyage=2, start=20, route=[24, 21], marker=24, squares={0: 24}, p0="6 gold", monuments={0: [21]})
    t.do(0, "end", "monument erect", "bonus_end", "bonus 21")
    assert t.asked[0] == "animal_place"
    assert [e["kind"] for e in t.events("animal_taken")] == ["giant_antelope"]


@rule("TS-536", "TS-537")
def test_the_encounter_of_a_bonus_action() -> None:
    t = at(5, [5, 7], "3 gold, 1 cannon, 3 weapon, 1 gift", "V02", round=3, monuments={0: [6]})
    t.do(0, "mass", "monument erect", "bonus 5", "bonus 6")
    assert t.options(0) == ["fight 3 no fire", "fight 2 fire", "gift", "avoid"]
    assert t.view().stack[-1]["branches"][1][-1]["place"] == "bonus"
    t.do(0, "fight 2 fire")
    assert t.has(0, "weapon", "cannon", "merit", "points") == (1, 1, 2, 1)
    t = at(6, [6, 7], "6 gold, 2 weapon", "V02")
    t.do(0, "fight 2 no fire", "mass", "monument erect", "bonus 6")
    assert len(t.events("encounter")) == 1  # on the square itself part A is enough


@rule("TS-542", "TS-650")
def test_a_monument_is_worth_a_point() -> None:
    assert [p["monuments"] for p in final_scores(table(monuments={0: [1, 3, 5]}).state)] == [3, 0]


# --- D. detachments


@rule("TS-550", "TS-560")
def test_one_detachment_for_a_chip_in_an_action_step() -> None:
    t = at(5, [5, 6], "2 detachment").do(0, "mass")
    assert "detach_pass" in t.options(0)
    t.do(0, "detach 3")
    assert t[0] == "1 detachment, 1 agarwood, 1 pepper"
    assert 0 not in t.asked
    assert at(5, [5, 6]).do(0, "mass").asked.get(0) is None


@rule("TS-553")
def test_targets_are_squares_of_the_route_and_their_neighbours() -> None:
    t = at(3, [1, 2, 3], "1 detachment").do(0, "mass")
    assert t.squares(0) == [1, 5]  # 2 costs a chip, 4 would do nothing; never 0
    assert t.refused(0, "detach", square=0) == "TS-550"
    assert t.refused(0, "detach", square=4) == "TS-550"


@rule("TS-556")
def test_squares_of_performed_actions_are_no_targets() -> None:
    t = at(5, [5, 6], "3 gold, 1 detachment, 1 command", monuments={0: [3]})
    t.do(0, "mass", "monument erect", "bonus 5", "bonus 3")
    assert t.squares(0) == [6]
    t = at(5, [5, 6], "1 detachment").do(0, "end")
    assert 5 in t.squares(0)


@rule("TS-559")
def test_two_mass_actions_with_an_own_monument_on_the_target() -> None:
    t = at(5, [5, 6], "1 detachment", monuments={0: [3]}).do(0, "mass", "detach 3")
    assert t.options(0) == ["mass", "end"]
    assert t.refused(0, "event") == "TS-559"
    t.do(0, "mass")
    assert t.has(0, "agarwood") == (2,)
    assert at(5, [5, 6], "1 detachment", monuments={0: [3]}).do(0, "mass", "detach 3", "end").has(0, "agarwood") == (1,)


@rule("TS-562", "TS-743")
def test_command_chips_for_targets() -> None:
    # No Port of Call on 7 (second frame), the marker on 6
    route = [6, 7, 8]
    more: dict[str, Any] = {"captain": 1, "voyage": 2, "card": "V05", "start": 5, "marker": 6, "squares": {0: 8, 1: 8}}
    t = table(route=route, p0="9 weapon, 1 detachment, 1 command, 1 blue", **more).do(0, "fight 2 no fire", "mass")
    assert {6, 7} <= set(t.squares(0))
    t.do(0, "detach 7")
    assert t.has(0, "command") == (0,)
    t = table(route=route, p0="9 weapon, 1 detachment, 1 blue", **more).do(0, "fight 2 no fire", "mass")
    assert not {6, 7} & set(t.squares(0))
    # the captain pays for No Port of Call only
    t = table(route=route, p1="9 weapon, 1 detachment, 1 command, 1 blue", **more).do(1, "fight 2 no fire", "mass")
    t.do(1, "detach 6", "fight 2 no fire")
    assert t.has(1, "command", "merit") == (2, 4)  # one of them from the merit track


@rule("TS-565", "TS-749")
def test_a_detachment_meets_no_events() -> None:
    t = at(7, [5, 8, 3, 7], "1 detachment, 1 command", "V10")
    assert t.view().event_square == 3
    t.do(0, "detach 3")
    assert t[0] == "1 agarwood"
    t = at(7, [5, 6, 3, 7], "1 detachment, 1 command", "V01").do(0, "detach 3")
    assert t.events("event_action", "encounter") == []


@rule("TS-568")
def test_peaceful_seas_hold_for_bonus_actions_and_detachments() -> None:
    t = at(5, [5, 7], "3 gold, 1 detachment", "V06", monuments={0: [6]})
    t.do(0, "mass", "monument erect", "bonus 5", "bonus 6", "detach 8")
    assert t[0] == "7 gold, 2 pepper, 2 points"
    assert t.events("encounter") == []


@rule("TS-571")
def test_printed_pirates_are_met_once_before_a_detachment_acts() -> None:
    held = "1 detachment, 1 gift"
    t = at(5, [5, 7], held, "V02", monuments={0: [6]}).do(0, "mass", "detach 6", "gift")
    assert t.options(0) == ["mass", "end"]
    t.do(0, "mass")
    assert t[0] == "6 gold, 1 pepper, 2 points"
    t = at(5, [5, 7], held, "V02", monuments={0: [6]}).do(0, "mass", "detach 6", "avoid")
    assert t[0] == "1 gift, 1 pepper"  # the chip is spent
    assert 0 not in t.asked


@rule("TS-574", "TS-577")
def test_a_detachment_erects_nothing_and_gives_no_captains_benefit() -> None:
    t = table(voyage=2, start=20, route=[24, 21], marker=24, squares={0: 24}, p0="90 gold, 1 detachment")
    t.do(0, "end", "monument no erect", "detach 21")
    assert t.asked[0] == "animal_place"
    t.do(0, t.options(0)[0])
    assert [e["kind"] for e in t.events("animal_taken")] == ["giant_antelope"]
    assert t.monuments(0) == []


@rule("TS-583")
def test_every_seat_may_send_a_detachment_in_every_voyage() -> None:
    t = table(round=3, voyage=2, start=12, p0="2 detachment", p1="2 detachment").sail(15, 16, 17, 18)
    for _ in range(2):
        asked = set()
        for _ in range(40):
            if not t.asked or "route" in t.asked.values():
                break
            seat, kind = next(iter(t.asked.items()))
            if kind == "detach":
                asked.add(seat)
                t.do(seat, t.options(seat)[0])
            else:
                t.do(seat, t.options(seat)[0 if kind in ("monument", "emissary", "flagship", "square") else -1])
        assert asked == {0, 1}
        while t.asked == {0: "route"}:
            t.do(0, t.options(0)[0])
