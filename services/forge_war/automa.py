"""The automated colours of a solo game (FW-784 to FW-796)."""

from __future__ import annotations

from typing import Any, Final

from forge_war.content import DIRECTIONS, HEXES
from forge_war.frames import Reader, WarQuestion
from forge_war.mine import move_overseer, passed_hexes
from forge_war.state import EMPTY, OVERSEER, WORKER, WarState
from rulekit.actions import Action
from rulekit.events import Ctx, Event


def auto_moves(s: WarState, colour: int) -> list[Action]:
    """The movements from which an automated colour takes one: those that jump the most workers not of its
    colour, and among them the fewest of its own (FW-787). Empty if it has no legal movement."""
    piece = s.piece
    rays = s.board.rays
    moves = s.c.a_auto[colour]
    mine = WORKER + colour
    best: list[Action] = []
    most = 0
    fewest = 0
    for start in s.overseers[colour]:
        first = start * DIRECTIONS
        for ray in rays[first : first + DIRECTIONS]:
            others = 0
            own = 0
            for stop in ray:
                at = piece[stop]
                if at == EMPTY:
                    if not best or others > most or (others == most and own < fewest):
                        best = []
                        most = others
                        fewest = own
                    if others == most and own == fewest:
                        best.append(moves[start * HEXES + stop])
                    if others or own:
                        break  # the hex behind the run is the only stop (FW-122)
                elif at == mine:
                    own += 1
                elif at < OVERSEER:
                    others += 1
                else:
                    break  # FW-125
    return best


class AutoMove(WarQuestion):
    """The player moves an overseer of an automated colour, which may not pass (FW-784, FW-787)."""

    __slots__ = ("colour",)

    def __init__(self, colour: int) -> None:
        super().__init__(0)
        self.colour = colour

    def name(self) -> str:
        return "auto_move"

    def rule(self) -> str:
        return "FW-787"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "colour": self.colour}

    def copy(self) -> AutoMove:
        return AutoMove(self.colour)

    def options(self, s: WarState) -> list[Action]:
        return auto_moves(s, self.colour)

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if ctx.loud:
            jumped = [s.piece[at] for at in passed_hexes(s, action.a, action.b) if s.piece[at] != EMPTY]
            own = jumped.count(WORKER + self.colour)
            data = {"colour": self.colour, "others": len(jumped) - own, "own": own}
            ctx.emit(Event("auto_move", {**data, "choices": len(auto_moves(s, self.colour))}))
        move_overseer(s, ctx, self.colour, action.a, action.b)


READERS: Final[dict[str, Reader]] = {"auto_move": lambda _, f: AutoMove(f["colour"])}
