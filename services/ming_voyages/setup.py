"""Set-up of a game in each mode (RULES.md, sections 3, 11, 12)."""

from __future__ import annotations

from typing import Any

from ming_voyages.content import CARDS
from ming_voyages.frames import MingFrame
from ming_voyages.names import (
    CUBE_PLACES,
    EMPEROR,
    FIRST_HOMELAND,
    HOMELANDS_END,
    HORDE,
    JUNK,
    OVERLORD,
    REGION_COUNT,
    SERIES,
    SIDES,
    TWO_HORDES,
)
from ming_voyages.state import NOBODY, SERIES_FRAME, MingState, add, owners, reaction_levels
from ming_voyages.turn import Round
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO

RANDOM_EMPEROR = -1


class Series(MingFrame):
    """Two games, the second with the sides swapped (MV-590); at the bottom of the stack."""

    __slots__ = ("emperor", "begun")

    def __init__(self, emperor: int, begun: int = 0) -> None:
        super().__init__(AUTO)
        self.emperor = emperor  # of the first game: seat, or RANDOM_EMPEROR
        self.begun = begun

    def name(self) -> str:
        return SERIES_FRAME

    def fields(self) -> dict[str, Any]:
        return {"emperor": self.emperor, "begun": self.begun}

    def copy(self) -> Series:
        return Series(self.emperor, self.begun)

    def run(self, s: MingState, ctx: Ctx) -> None:
        self.begun += 1
        if self.begun == 1:
            s.stack.append(SetUp(self.emperor))
        else:
            s.game = 2
            _clear(s)
            s.stack.append(SetUp(s.seats[OVERLORD]))


def _clear(s: MingState) -> None:
    """Takes all of the first game off the table."""
    s.troops = [0] * REGION_COUNT
    s.hordes = [0] * REGION_COUNT
    s.settlements = [0] * REGION_COUNT
    s.gold_home = 0
    s.gold_sea = 0
    s.junks = 0
    s.completed = 0
    s.done = 0
    s.supply = s.c.totals.copy()
    s.deck = []
    s.discard = []
    s.hands = [[], []]
    s.reserves = [[], []]
    s.known_hand = [[], []]
    s.known_reserve = [[], []]
    s.reserved_now = [False, False]
    s.round = 0
    s.era = 1
    s.phase = 0
    s.in_play = 0
    s.reinforcement = 0
    s.battle = None


class SetUp(MingFrame):
    """Sides, deck, pieces, start Voyage, Event decks, hands, in the order of chance of the rules (MV-095 to MV-130)."""

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
        solo = s.solo
        emperor = self.emperor
        if emperor == RANDOM_EMPEROR:
            emperor = ctx.chance.draw("first_emperor", [0, 1], 1)[0]
        s.seats = [emperor, 1 - emperor if solo is None else NOBODY]
        order = ctx.chance.shuffle("main_deck", list(range(1, CARDS + 1)))
        order.reverse()
        s.deck = order
        for piece, region, n in c.start_pieces:
            _place(s, piece, region, n)
        if solo is not None and solo.challenge and solo.level.challenge == TWO_HORDES:
            for home in range(FIRST_HOMELAND, HOMELANDS_END):
                _place(s, HORDE, home, 2 - s.hordes[home])  # MV-680
        voyage = ctx.chance.roll("start_voyage", 1, 6)[0]
        s.supply[JUNK] -= 1
        s.completed |= 1 << voyage
        s.done += 1
        if solo is not None:
            for level in (1, 2, 3):
                deck = ctx.chance.shuffle(f"event_deck_{level}", c.event_decks[level])
                deck.reverse()
                solo.decks[level] = deck
        if ctx.loud:
            _tell_start(s, ctx, voyage)
        for side, n in ((OVERLORD, c.overlord_hand), (EMPEROR, c.emperor_hand)):
            hand = sorted([s.deck.pop() for _ in range(n)])
            s.hands[side] = hand
            if ctx.loud:
                name = SIDES[side]
                ctx.emit(
                    Event("cards_dealt", {"side": name, "cards": list(hand)}, owners(s, side), {"side": name, "n": n})
                )
        s.stack.append(Round())


def _place(s: MingState, piece: int, region: int, n: int) -> None:
    s.supply[piece] -= n
    add(s, piece, region, n)


def _tell_start(s: MingState, ctx: Ctx, voyage: int) -> None:
    sides = [SIDES[s.seats.index(seat)] for seat in range(len(s.answered))]
    data: dict[str, Any] = {"sides": sides, "start_voyage": voyage}
    if s.mode == SERIES:
        data["game"] = s.game
    if s.solo is not None:
        data["difficulty"] = s.solo.level.id
        data["extra_challenge"] = s.solo.challenge
        data["levels"] = list(reaction_levels(s))
        data["cube"] = CUBE_PLACES[s.solo.cube]
    ctx.emit(Event("game_started", data))
