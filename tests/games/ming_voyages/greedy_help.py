"""What the tests of the greedy bot share: matches to take positions from, and the bot's knowledge."""

from __future__ import annotations

from collections.abc import Iterator

from bot_player.greedy_ming_voyages import Knowledge, knowledge
from bot_player.ming_position import Position, read_position
from bot_player.policies import Policy, make_policy
from ming_voyages.state import MingState
from ming_voyages.view_types import MingView
from rulekit.chance import Seeded
from rulekit.events import Ctx
from rulekit.frames import waiting_seats
from rulekit.match import derive_seed
from tests.games.ming_voyages.table import GAME, Table


def known(side: int) -> Knowledge:
    return knowledge(GAME, side)


def view_of(s: MingState, seat: int) -> MingView:
    view = GAME.view(s, seat)
    assert isinstance(view, MingView)
    return view


def position(t: Table, side: str = "emperor") -> Position:
    return read_position(GAME.content, t.view(side))


def policy(name: str, seed: int | bytes = 1) -> Policy:
    return make_policy(name, GAME, derive_seed(0, "test", str(seed)).hex())


def states(matches: int, kinds: set[str], name: str = "random") -> Iterator[tuple[MingState, int]]:
    """The states in which one of these decisions is asked for, with the seat that is asked."""
    for number in range(matches):
        ctx = Ctx(Seeded(derive_seed(number, "states")))
        s = GAME.setup("two_player", {}, 2, ctx)
        players = [policy(name, f"{number} {seat}".encode()) for seat in (0, 1)]
        while s.outcome is None:
            seat = waiting_seats(s)[0]
            decision = GAME.decision(s, seat)
            if decision.kind in kinds:
                yield s, seat
            view = GAME.view(s, seat) if players[seat].needs_view else None
            GAME.step(s, seat, players[seat].choose(view, decision, GAME.options(s, seat)), ctx)
