"""What is looked at after every resolved step: bonus tokens due, then objectives and end triggers (UV-213)."""

from __future__ import annotations

from typing import Final

from rulekit.events import Ctx
from rulekit.frames import AUTO
from ultimate_voyage.bonus import BonusToken
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.objectives import check
from ultimate_voyage.state import VoyageState, seat_order


class Settle(VoyageFrame):
    """Stands under a step, or on top of the next decision, and goes when nothing is due any more."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(AUTO)

    def name(self) -> str:
        return "settle"

    def copy(self) -> Settle:
        return self  # it holds no data

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        if s.due:
            _bonus(s)
        elif s.dirty:
            s.dirty = False
            check(s, ctx)
        else:
            s.stack.pop()


SETTLE: Final = Settle()


def ask(s: VoyageState, frame: VoyageFrame) -> None:
    """Asks a seat, after settling what the step before has brought."""
    s.stack.append(frame)
    if s.due or s.dirty:
        s.stack.append(SETTLE)


def _bonus(s: VoyageState) -> None:
    """The next seat in turn order from the active one takes a token, of the lowest space first (UV-142, UV-150)."""
    first = s.active if s.active >= 0 else s.turn_order[0]
    for seat in seat_order(s, first):
        for space in range(4):
            bit = 1 << (seat * 4 + space)
            if s.due & bit:
                s.due &= ~bit
                s.stack.append(BonusToken(seat, space))
                return


READERS: Final[dict[str, Reader]] = {"settle": lambda _, __: SETTLE}
