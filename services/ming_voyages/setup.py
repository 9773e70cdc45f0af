"""Set-up of a two-player game (RULES.md, section 3)."""

from __future__ import annotations

from typing import Any

from ming_voyages.content import CARDS
from ming_voyages.frames import MingFrame
from ming_voyages.names import EMPEROR, JUNK, OVERLORD, SIDES
from ming_voyages.state import MingState, add
from ming_voyages.turn import Round
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO

RANDOM_EMPEROR = -1


class SetUp(MingFrame):
    """Sides, deck, pieces, start Voyage, hands, in the order of chance of the rules (MV-095 to MV-130)."""

    __slots__ = ("emperor",)

    def __init__(self, emperor: int) -> None:
        super().__init__(AUTO)
        self.emperor = emperor  # seat, or RANDOM_EMPEROR

    def name(self) -> str:
        return "set_up"

    def fields(self) -> dict[str, Any]:
        return {"emperor": self.emperor}

    def copy(self) -> SetUp:
        return SetUp(self.emperor)

    def run(self, s: MingState, ctx: Ctx) -> None:
        s.stack.pop()
        c = s.c
        emperor = self.emperor
        if emperor == RANDOM_EMPEROR:
            emperor = ctx.chance.draw("first_emperor", [0, 1], 1)[0]
        s.seats = [emperor, 1 - emperor]
        order = ctx.chance.shuffle("main_deck", list(range(1, CARDS + 1)))
        order.reverse()
        s.deck = order
        for piece, region, n in c.start_pieces:
            s.supply[piece] -= n
            add(s, piece, region, n)
        voyage = ctx.chance.roll("start_voyage", 1, 6)[0]
        s.supply[JUNK] -= 1
        s.completed |= 1 << voyage
        s.done += 1
        if ctx.loud:
            ctx.emit(
                Event(
                    "game_started", {"sides": [SIDES[s.seats.index(seat)] for seat in (0, 1)], "start_voyage": voyage}
                )
            )
        for side, n in ((OVERLORD, c.overlord_hand), (EMPEROR, c.emperor_hand)):
            hand = sorted([s.deck.pop() for _ in range(n)])
            s.hands[side] = hand
            if ctx.loud:
                name = SIDES[side]
                ctx.emit(
                    Event("cards_dealt", {"side": name, "cards": list(hand)}, (s.seats[side],), {"side": name, "n": n})
                )
        s.stack.append(Round())
