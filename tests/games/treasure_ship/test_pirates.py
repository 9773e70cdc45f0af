"""A. Encounter with Pirates (RULES.md, section 9)."""

from __future__ import annotations

from typing import Any

import pytest

from tests import laws
from tests.games.treasure_ship.table import GAME, Table, table

rule = pytest.mark.rule


def at(square: int, held: str, card: str = "V06", round: int = 1, **more: Any) -> Table:
    """Seat 0 is about to meet what is on a square of the route 5, 6, 7, 8, 10; the event is on the third square."""
    return table(
        captain=1,
        voyage=2,
        round=round,
        card=card,
        start=3,
        route=[5, 6, 7, 8, 10],
        marker=5 if square != 5 else 6,
        squares={0: square},
        p0=held,
        **more,
    )


@rule("TS-310", "TS-740")
def test_no_pirates_no_encounter_and_peaceful_seas() -> None:
    assert at(5, "9 weapon", "V02").asked[0] == "act"
    assert at(6, "9 weapon", "V02").asked[0] == "encounter"
    assert at(6, "9 weapon", "V06").asked[0] == "act"


@rule("TS-310", "TS-370")
def test_one_encounter_for_two_mass_actions() -> None:
    t = at(6, "2 weapon", "V02", monuments={0: [6]})
    t.do(0, "fight 2 no fire", "mass", "mass")
    assert t[0] == "7 gold, 2 merit, 2 points"
    assert len(t.events("encounter")) == 1


@rule("TS-310", "TS-710")
def test_event_pirates_on_a_square_without_printed_ones() -> None:
    t = at(7, "9 weapon", "V10", round=3)
    assert t.options(0)[0] == "fight 3 no fire"  # 2 of the event, 1 of round 3
    t.do(0, "fight 3 no fire")
    assert t.has(0, "merit") == (2,)


@rule("TS-313")
def test_a_seat_must_defeat_appease_or_avoid() -> None:
    t = at(6, "2 weapon, 1 gift, 1 cannon", "V02")
    assert t.options(0) == ["fight 2 no fire", "fight 1 fire", "gift", "avoid"]
    assert t.refused(0, "fight", weapons=1, fire=False) == "TS-313"


@rule("TS-316")
@pytest.mark.parametrize(("round", "strength"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4), (7, 5)])
def test_the_strength_grows_with_the_rounds_and_the_merit_does_not(round: int, strength: int) -> None:
    t = at(6, "9 weapon", "V02", round=round)
    t.do(0, f"fight {strength} no fire")
    assert t.has(0, "weapon", "merit") == (9 - strength, 2)


@rule("TS-319")
def test_weaker_seats_cannot_fight() -> None:
    t = at(6, "1 weapon, 1 gift", "V02")
    assert t.options(0) == ["gift", "avoid"]
    assert t.refused(0, "fight", weapons=1, fire=False) == "TS-313"


@rule("TS-322", "TS-325", "TS-328")
def test_weapons_are_paid_and_cannons_are_kept() -> None:
    t = at(6, "2 weapon, 1 cannon", "V02").clear().do(0, "fight 1 fire")
    assert t.has(0, "weapon", "cannon") == (1, 1)
    assert [(e["what"], e["n"]) for e in t.events("paid")] == [("weapon", 1)]
    assert t.view().seats[0].bombarded


@rule("TS-331", "TS-334")
def test_the_smallest_payments_with_and_without_firing_are_offered() -> None:
    assert at(6, "9 weapon, 1 cannon", "V02").options(0) == ["fight 2 no fire", "fight 1 fire", "avoid"]
    assert at(6, "9 weapon, 5 cannon", "V02").options(0) == ["fight 2 no fire", "fight 0 fire", "avoid"]
    assert at(6, "9 weapon", "V02").options(0) == ["fight 2 no fire", "avoid"]
    t = at(6, "9 weapon, 1 cannon", "V02")
    assert t.refused(0, "fight", weapons=3, fire=False) == "TS-313"
    assert t.refused(0, "fight", weapons=2, fire=True) == "TS-313"


@rule("TS-340", "TS-343")
def test_effects_passed_on_the_merit_track_come_in_rising_order_and_once() -> None:
    t = at(10, "2 weapon, 2 merit", "V02")
    t.clear().do(0, "fight 2 no fire")
    assert [e["merit"] for e in t.events("merit")] == [3, 4]
    assert t.has(0, "command", "merit") == (1, 4)
    for seed in range(2):
        w = laws.Walk(GAME, "standard", {}, 3, seed)
        while not w.over:
            before = [p.merit for p in w.state.players]
            w.step()
            assert all(p.merit >= m for p, m in zip(w.state.players, before, strict=True))


@rule("TS-346")
def test_pirates_of_value_zero_do_not_exist() -> None:
    for square in (5, 7):
        t = at(square, "9 weapon", "V08", round=7)
        assert t.events("encounter") == []
        assert t.asked.get(0) != "encounter"


@rule("TS-349")
def test_a_gift_buys_pirates_of_any_strength_off() -> None:
    t = at(10, "2 gift", "V02", round=7)
    assert t.options(0) == ["gift", "avoid"]
    t.do(0, "gift")
    assert t.has(0, "gift", "merit") == (1, 0)
    t.do(0, "mass", "goods ivory")
    assert t.has(0, "gold", "ivory") == (2, 1)


@rule("TS-352", "TS-355", "TS-500")
def test_avoiding_is_free_and_skips_event_actions_and_the_monument() -> None:
    t = table(
        captain=1,
        voyage=2,
        card="V01",
        start=3,
        route=[5, 7, 6],
        marker=6,
        squares={0: 6, 1: 6},
        p0="9 gold, 9 weapon, 1 command",
        p1="2 weapon",
    )
    t.do(0, "avoid")
    assert t[0] == "9 gold, 9 weapon"  # but the command chip paid for the marker is gone
    assert 0 not in t.asked
    assert t.events("event_action", "monument") == []


@rule("TS-358")
def test_merit_effects_come_before_part_b() -> None:
    t = at(6, "2 weapon, 14 merit", "V02").do(0, "fight 2 no fire")
    assert t.asked[0] == "goods"
    t.do(0, "goods pepper")
    assert t.asked[0] == "act"
