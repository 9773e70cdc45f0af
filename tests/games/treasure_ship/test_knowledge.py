"""What a seat may know (README, "What a seat knows"): by states that differ in hidden things alone."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.errors import RuleError
from rulekit.events import Ctx, Event
from rulekit.match import derive_seed
from tests import laws
from tests.games.treasure_ship.table import GAME, new_game, table
from treasure_ship.flow import ChooseSquares
from treasure_ship.state import ShipState
from treasure_ship.view_types import ShipView

rule = pytest.mark.rule
_plain = msgspec.json.Encoder(order="deterministic").encode


def shuffled(s: ShipState, rng: random.Random) -> ShipState:
    """The state with every hidden thing dealt anew: face-down cards and their pile, the other piles."""
    t = s.copy()
    down = [i for i in range(4) if t.cards[i] >= 0 and not t.shown[i]]
    pool = [t.cards[i] for i in down] + t.pile
    rng.shuffle(pool)
    for i in down:
        t.cards[i] = pool.pop()
    t.pile = pool
    rng.shuffle(t.additional)
    if t.solo_pile:
        rest = t.solo_pile[:-1]
        rng.shuffle(rest)
        t.solo_pile = [*rest, t.solo_pile[-1]]  # the back of the top card is seen
    assert GAME.faults(t) == []
    return t


def resealed(s: ShipState, seat: int | None, rng: random.Random) -> ShipState:
    """The state with the squares that others have submitted changed."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, ChooseSquares):
        for i, other in enumerate(top.seats):
            if other != seat and top.answers[i] is not None:
                top.answers[i] = rng.choice(top.options_for(s, other))
    return s


def refusals(s: ShipState, seat: int) -> list[tuple[str, str, str]]:
    """The answers to wrong requests of a seat: type, rule, text."""
    decode = GAME.actions.decode
    wrong = [
        ("none.3", decode({"type": "mass"})),
        (None, decode({"type": "square", "square": 77})),
        (None, decode({"type": "plan", "voyage": 9})),
        (None, decode({"type": "detach", "square": 0})),
    ]
    out = []
    for decision, action in wrong:
        try:
            GAME.check(s, seat, decision, action)
        except RuleError as e:
            out.append((type(e).__name__, e.rule, e.message))
    assert len(out) == len(wrong)
    return out


def told(s: ShipState, actor: int, action: Action, seat: int | None, chance: Seeded) -> list[Any]:
    """What a seat is told of a step, up to the first thing that is revealed or drawn by it."""
    state = s.copy()
    events: list[Event] = []
    GAME.step(state, actor, action, Ctx(chance, events))
    out: list[Any] = []
    for e in events:
        if e.type in ("card_revealed", "card_added", "squares_revealed", "guideline"):
            break
        out.append(e.seen_by(seat))
    return out


@rule("TS-168", "TS-276", "TS-772")
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_no_seat_and_no_spectator_is_told_what_it_cannot_know(seats: int) -> None:
    positions = 0
    for seed in range(2):
        w = laws.Walk(GAME, "solo" if seats == 1 else "standard", {}, seats, seed)
        rng = random.Random(seed)
        while not w.over:
            s: ShipState = w.state
            pending = [d.plain() for d in GAME.pending(s)]
            actor = pending[0]["seat"]
            action = rng.choice(GAME.options(s, actor))
            for seat in [*range(seats), None]:
                world = resealed(shuffled(s, rng), seat, rng)
                assert _plain(GAME.view(world, seat)) == _plain(GAME.view(s, seat))
                assert [d.plain() for d in GAME.pending(world)] == pending
                for d in pending:
                    assert laws.keys(GAME.options(world, d["seat"])) == laws.keys(GAME.options(s, d["seat"]))
                if seat is not None:
                    assert refusals(world, seat) == refusals(s, seat)
                assert told(world, actor, action, seat, w.chance()) == told(s, actor, action, seat, w.chance())
                positions += 1
            w.step()
    assert positions > 150


@rule("TS-065", "TS-602", "TS-605")
def test_which_cards_lie_face_down_is_public_and_where_is_not() -> None:
    t = table(round=2, voyage=3, card="V06", start=3).sail(4, 7, 8, 9).idle()
    v = t.view(0)
    seen = {tuple(s.cards) for s in (GAME.determinize(v, 0, Seeded(derive_seed(n, "w"))) for n in range(20))}
    assert len(seen) > 10
    for cards in seen:
        assert {GAME.content.voyage_cards[i].id for i in cards if i >= 0} < set(v.pool)
    assert len(v.additional_left) == 7


@rule("TS-772", "TS-775")
def test_in_solo_the_next_card_is_known_by_its_back_and_the_rest_is_not() -> None:
    t = new_game(1)
    v = t.view(0)
    tops = set()
    orders = set()
    for n in range(10):
        world = GAME.determinize(v, 0, Seeded(derive_seed(n, "w")))
        tops.add(world.solo_pile[-1])
        orders.add(tuple(world.solo_pile))
    assert len(tops) == 1
    assert len(orders) == 10


def test_views_are_the_same_for_all_but_the_own_seat_and_the_sealed_square() -> None:
    w = laws.walk(GAME, "standard", {}, 3, 8, 120)
    views = [msgspec.to_builtins(GAME.view(w.state, seat)) for seat in (0, 1, 2, None)]
    for v in views:
        v.pop("seat")
        v["stack"] = [{k: x for k, x in frame.items() if k != "own"} for frame in v["stack"]]
    assert all(v == views[0] for v in views)


def test_a_view_survives_the_wire() -> None:
    w = laws.walk(GAME, "standard", {}, 5, 9, 300)
    v = GAME.view(w.state, 2)
    assert msgspec.json.decode(msgspec.json.encode(v), type=ShipView) == v
    assert v.seat == 2
