"""Side by side: the same choices in any order of arrival give the same match (RULES.md, TS-297 to TS-303)."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from typing import Any, Final

import pytest

from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.events import Ctx, Event
from rulekit.game import Decision
from rulekit.match import derive_seed
from tests import laws
from tests.games.treasure_ship.table import GAME, Table, table
from treasure_ship.action_step import ActionSequence
from treasure_ship.flow import ActionStep, ChooseSquares
from treasure_ship.state import ShipState, clockwise

rule = pytest.mark.rule

Order = Callable[[ShipState, list[Decision]], Decision]
ABOUT_POOLS: Final = {"animal_kind", "animal_place", "colour", "emissary"}
ORDERS: Final = 8


def chosen(s: ShipState, d: Decision, seed: int) -> Action:
    """What the seat wants: fixed by seat and decision, whenever it is asked. Never passes an action by."""
    options = GAME.options(s, d.seat)
    number = hashlib.blake2b(f"{seed}/{d.seat}/{d.id}".encode(), digest_size=4).digest()
    return options[
        int.from_bytes(number, "big") % max(1, len(options) - (d.kind in ("act", "trade", "detach", "bonus")))
    ]


def in_turn(s: ShipState, pending: list[Decision]) -> Decision:
    """One seat after the other, clockwise from the captain, each as far as it goes: the rulebook's order."""
    order = clockwise(s, s.captain)
    return min(pending, key=lambda d: order.index(d.seat))


def backwards(s: ShipState, pending: list[Decision]) -> Decision:
    order = clockwise(s, s.captain)
    return max(pending, key=lambda d: order.index(d.seat))


def shuffled(seed: int) -> Order:
    rng = random.Random(seed)
    return lambda s, pending: rng.choice(pending)


class Played:
    """A match played with fixed choices in some order of arrival."""

    def __init__(self, seats: int, seed: int, order: Order) -> None:
        self.events: list[Event] = []
        chance = Seeded(derive_seed(seed, "parallel"))
        chance.record = []
        ctx = Ctx(chance, self.events)
        self.state = s = GAME.setup("standard", {}, seats, ctx)
        self.moves: list[tuple[int, str, Action]] = []
        self.steps: list[bytes] = []  # the state whenever nobody plays side by side
        self.side_by_side = 0
        while s.outcome is None:
            pending = GAME.pending(s)
            self.side_by_side += len(pending) > 1
            d = order(s, pending)
            action = chosen(s, d, seed)
            self.moves.append((d.seat, d.id, action))
            GAME.apply(s, d.seat, d.id, action, ctx)
            if not s.stack or not isinstance(s.stack[-1], ActionStep | ChooseSquares):
                self.steps.append(laws.snapshot(GAME, s))
        self.draws = chance.record

    def by_seat(self) -> dict[int, list[tuple[str, Action]]]:
        out: dict[int, list[tuple[str, Action]]] = {}
        for seat, decision, action in self.moves:
            out.setdefault(seat, []).append((decision, action))
        return out


def facts(events: list[Event]) -> list[str]:
    return sorted(f"{e.type} {sorted(e.data.items())}" for e in events)


@rule("TS-297", "TS-300", "TS-303")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_same_choices_in_any_order_of_arrival_give_the_same_match(seats: int) -> None:
    differ = 0
    for seed in (1, 2):
        honest = Played(seats, seed, in_turn)
        assert honest.side_by_side > 10
        for order in [backwards, *(shuffled(n) for n in range(ORDERS - 2))]:
            other = Played(seats, seed, order)
            assert other.steps == honest.steps
            assert laws.snapshot(GAME, other.state) == laws.snapshot(GAME, honest.state)
            assert other.state.outcome.plain() == honest.state.outcome.plain()  # type: ignore[union-attr]
            assert other.by_seat() == honest.by_seat()
            assert other.draws == honest.draws  # chance too is asked in one order
            assert facts(other.events) == facts(honest.events)
            differ += other.moves != honest.moves
    assert differ >= ORDERS  # the orders were not all the same


def earlier_seats_unfinished(s: ShipState, seat: int) -> list[int]:
    order = clockwise(s, s.captain)
    return [q for q in order[: order.index(seat)] if not s.finished[q]]


@rule("TS-300")
def test_nobody_is_asked_about_a_pool_before_the_seats_before_are_done() -> None:
    asked = 0
    for seed in range(4):
        w = laws.Walk(GAME, "standard", {}, 4, seed)
        while not w.over:
            s: ShipState = w.state
            if s.stack and isinstance(s.stack[-1], ActionStep):
                for d in GAME.pending(s):
                    frame: Any = s.stack[-1].branches[s.stack[-1].seats.index(d.seat)][-1]
                    pool = d.kind in ABOUT_POOLS
                    if d.kind in ("choose", "trade"):
                        pool = any(
                            GAME.content.effects[x].op in (5, 6, 7, 8)
                            for items in GAME.content.effects[frame.effect].lists
                            for x in items
                        )
                    if pool:
                        assert earlier_seats_unfinished(s, d.seat) == [], d.id
                        asked += 1
            w.step()
    assert asked > 50


@rule("TS-300")
def test_a_waiting_seat_is_not_asked_at_all_and_its_options_do_not_change_meanwhile() -> None:
    t = crowd()
    t.do(1, "mass").do(2, "mass")
    assert 1 not in t.asked
    assert 2 not in t.asked
    before = t.options(3)
    t.do(0, "end")
    assert t.options(3) == before


def crowd() -> Table:
    """Four seats on the route; seats 1 and 2 on squares with pools, seat 3 on one without."""
    return table(
        seats=4,
        voyage=2,
        start=12,
        route=[13, 16, 14, 24],
        marker=16,
        squares={0: 14, 1: 13, 2: 24, 3: 13},
        p0="1 gold",
    )


@rule("TS-276")
def test_sealed_squares_tell_nothing_before_the_reveal() -> None:
    """Whatever another seat has chosen: the same view, options and events for everybody else."""
    checked = 0
    for seed in range(3):
        w = laws.Walk(GAME, "standard", {}, 4, seed)
        while not w.over:
            s: ShipState = w.state
            if s.stack and isinstance(s.stack[-1], ChooseSquares) and len(GAME.pending(s)) > 1:
                first, *others = GAME.pending(s)
                seen: set[tuple[bytes, ...]] = set()
                for action in GAME.options(s, first.seat):
                    after = s.copy()
                    events: list[Event] = []
                    GAME.step(after, first.seat, action, Ctx(w.chance(), events))
                    told = []
                    for seat in [None, *range(4)]:
                        if seat != first.seat:
                            told.append(laws._plain(GAME.view(after, seat)))
                            told.append(laws._plain([e.seen_by(seat) for e in events]))
                    told += [laws._plain([d.plain() for d in GAME.pending(after)])]
                    told += [repr(laws.keys(GAME.options(after, d.seat))).encode() for d in others]
                    seen.add(tuple(told))
                assert len(seen) == 1
                checked += 1
            w.step()
    assert checked > 30


@rule("TS-297")
def test_every_seat_has_its_own_sequence() -> None:
    t = crowd()
    step = t.state.stack[-1]
    assert isinstance(step, ActionStep)
    assert step.seats == [0, 1, 2, 3]
    assert all(isinstance(branch[0], ActionSequence) for branch in step.branches)
