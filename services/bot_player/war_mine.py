"""What movements in the mine are worth to the greedy bot of Forge War."""

from __future__ import annotations

from typing import Final

from bot_player import war_weights as w
from forge_war.actions import DO_MOVE
from forge_war.content import DIRECTIONS
from forge_war.mine import passed_hexes
from forge_war.state import EMPTY, OVERSEER, WORKER, WarState
from rulekit.actions import Action

PLACE_NEAR: Final = 0.15  # of the resources around an overseer's first hex
LAST_AFTER: Final = 1.5  # what it costs to be last in the player order


def moves(s: WarState, seat: int, options: list[Action], worth: list[float], second: bool) -> list[float]:
    """Movements of an own overseer; leaving one out is worth nothing."""
    price = LAST_AFTER if second else 0.0
    return [move(s, seat, a.a, a.b, worth) - price if a.kind == DO_MOVE else 0.0 for a in options]


def move(s: WarState, seat: int, start: int, stop: int, worth: list[float]) -> float:
    """Own resources, less a part of what others get, and what the overseer may jump from its new hex."""
    own = worth[s.ore[start]]
    others = 0.0
    mine = WORKER + seat
    for cell in passed_hexes(s, start, stop):
        at = s.piece[cell]
        if at == EMPTY:
            continue
        if at != mine:
            own += worth[s.ore[cell]]
        elif not s.solo:
            others += worth[s.ore[cell]]
    others *= w.OTHERS / max(1, s.n - 1)
    return own - others + w.REACH * reach(s, seat, stop)


def reach(s: WarState, seat: int, start: int) -> float:
    """Workers of others that stand next on the lines from a hex, with an empty hex behind; the best line counts."""
    best = 0
    first = start * DIRECTIONS
    for ray in s.board.rays[first : first + DIRECTIONS]:
        run = 0
        for cell in ray:
            at = s.piece[cell]
            if at == EMPTY:
                if run:
                    best = max(best, run)
                    break
            elif at >= OVERSEER:
                break
            elif at != WORKER + seat:
                run += 1
    return float(best)


def places(s: WarState, options: list[Action], worth: list[float]) -> list[float]:
    """First hexes of an overseer: its worker will stay there, and it will move on from there."""
    out: list[float] = []
    for a in options:
        near = s.board.around[a.a]
        out.append(worth[s.ore[a.a]] + PLACE_NEAR * sum([worth[s.ore[cell]] for cell in near]))
    return out


def automated(s: WarState, options: list[Action]) -> list[float]:
    """Movements of an automated colour: its workers are best left where there is something to get."""
    return [w.RESOURCE[s.ore[a.a]] for a in options]
