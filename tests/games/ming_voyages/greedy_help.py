"""What the tests of the greedy bot share: matches to take positions from, and the bot's knowledge."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from typing import Any

from bot_player.greedy_ming_voyages import Knowledge, knowledge
from bot_player.ming_battles import Battles
from bot_player.ming_position import (
    DONE,
    GOLD_HOME,
    GOLD_SEA,
    HORDES,
    JUNKS,
    RESERVE_CP,
    SETTLEMENTS,
    TROOPS,
    Position,
    controller,
    read_position,
)
from bot_player.ming_terms import TWO_PLAYERS, read_terms
from bot_player.ming_weights import Weights
from bot_player.policies import Policy, make_policy
from ming_voyages.names import EMPEROR, OVERLORD
from ming_voyages.state import MingState
from ming_voyages.view_types import MingView
from rulekit.chance import Seeded
from rulekit.events import Ctx
from rulekit.frames import waiting_seats
from rulekit.match import derive_seed
from tests.games.ming_voyages.table import GAME, Table

BATTLES = Battles(GAME.content)


def known(side: int, view: MingView | None = None) -> Knowledge:
    """Of the two-player game, or of the match that a view shows."""
    return knowledge(GAME, side, TWO_PLAYERS if view is None else read_terms(GAME.content, view))


def view_of(s: MingState, seat: int) -> MingView:
    view = GAME.view(s, seat)
    assert isinstance(view, MingView)
    return view


def position(t: Table, side: str = "emperor") -> Position:
    return read_position(GAME.content, t.view(side))


def policy(name: str, seed: int | bytes = 1) -> Policy:
    return make_policy(name, GAME, derive_seed(0, "test", str(seed)).hex())


def states(
    matches: int, kinds: set[str], name: str = "random", mode: str = "two_player", **options: Any
) -> Iterator[tuple[MingState, int]]:
    """The states in which one of these decisions is asked for, with the seat that is asked."""
    seats = GAME.mode(mode).max_seats
    for number in range(matches):
        ctx = Ctx(Seeded(derive_seed(number, "states")))
        s = GAME.setup(mode, options, seats, ctx)
        players = [policy(name, f"{number} {seat}".encode()) for seat in range(seats)]
        while s.outcome is None:
            seat = waiting_seats(s)[0]
            decision = GAME.decision(s, seat)
            if decision.kind in kinds:
                yield s, seat
            view = GAME.view(s, seat) if players[seat].needs_view else None
            GAME.step(s, seat, players[seat].choose(view, decision, GAME.options(s, seat)), ctx)


def slow_value(p: Position, w: Weights, left: float, required: int | None = None) -> float:
    """The Emperor's chance, straight from the formula; in solo so many Voyages are required."""
    r = min(1.0, left / 6)
    v = p[DONE]
    ming = [b for b in range(1, 6) if controller(p, b) == EMPEROR]
    barbarian = [b for b in range(1, 6) if controller(p, b) == OVERLORD]
    b, c = len(ming), len(barbarian)
    if v == 7 or c == 5:
        return float(v == 7)
    if left == 0:
        return float(2 * v + b - c > 7 if required is None else b > c and v >= required)
    re, ro = p[RESERVE_CP], p[RESERVE_CP + OVERLORD]
    e = w.rw * (min(6, re) - min(6, ro))

    def odds(k: int, h: int, s: int, edge: float) -> float:
        chance = BATTLES.chance(k, h, s)
        return chance / (chance + (1 - chance) * exp(-edge))

    gold, junks = p[GOLD_HOME] + p[GOLD_SEA], p[JUNKS]
    x = w.junk * min(4, junks) + w.gold * min(4, gold) + w.safe * p[GOLD_SEA] + w.both * min(3, junks, gold)
    x += w.res * (re - ro) + w.voy * v + w.th * min(6, p[TROOPS])
    x -= w.hh * min(8, sum(p[HORDES + 6 : HORDES + 9])) + w.sh * min(3, sum(p[SETTLEMENTS + 6 : SETTLEMENTS + 9]))
    for borderland in ming:
        free = 0
        for near in GAME.content.overlord_edges[borderland]:
            hordes = p[HORDES + near]
            free += hordes if near >= 6 or p[SETTLEMENTS + near] else max(0, hordes - 1)
        x += w.tb * min(3, p[borderland])
        x -= w.thr * odds(min(6, free), p[borderland], 0, -e) if free else 0
    for borderland in barbarian:
        hordes, settlements = p[HORDES + borderland], p[SETTLEMENTS + borderland]
        troops = p[TROOPS] + sum(max(0, p[near] - 1) for near in GAME.content.emperor_edges[borderland] if near)
        x -= w.hb * min(4, hordes) + w.sb * min(2, settlements)
        x += w.cnt * odds(min(3, troops), hordes, settlements, e) if troops else 0
    if required is None:
        m = 2 * v + b - c - 7.5 + (w.bor - 1) * r * (b - c) + r * x
    else:
        m = w.bor * (b - c) - w.need * max(0, required - v) + r * x
    m += {3: -w.c3, 4: -w.c4}.get(c, 0) + {5: w.v5, 6: w.v6}.get(v, 0)
    return 1 / (1 + exp(-m / (w.s0 + w.s1 * r)))
