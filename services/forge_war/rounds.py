"""The course of the game: rounds and their phases (FW-090, FW-500)."""

from __future__ import annotations

from typing import Any, Final

from forge_war import anytime
from forge_war.anytime import RoundClose
from forge_war.automa import AutoMove, auto_moves
from forge_war.frames import Reader, WarFrame
from forge_war.manage import quest_phase
from forge_war.market import MarketAction, clear_market, reveal
from forge_war.mine_steps import MineMove, PlaceOverseer
from forge_war.names import (
    NONE,
    OVERSEERS,
    PH_CLOSE,
    PH_MARKET,
    PH_MINE,
    PH_PLACING,
    PH_QUESTS,
    PH_REWARDS,
    PH_TILE,
)
from forge_war.offer import clear_deck, clear_front, deal, slide
from forge_war.order import rearrange
from forge_war.rewards import SharedRewards, advance_quests
from forge_war.scoring import finish
from forge_war.stages import begin_stage
from forge_war.state import WarState, last_round, seat_order
from forge_war.tiles import resolve_tile, stockpile_due, tile_due
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO

# Course.step: what is done next.
PLACING: Final = 0
MOVING: Final = 1
SECOND: Final = 2
ORDER: Final = 3
MARKET: Final = 4
QUESTS: Final = 5
REWARDS: Final = 6
SHARED: Final = 7
WINDOW: Final = 8  # before a Stockpile tile
TILE: Final = 9
CLOSING: Final = 10
END: Final = 11


class Course(WarFrame):
    """The rounds; at the bottom of the stack. `at` counts within a step.

    It begins with the placing of overseers: the set-up above it has revealed the first cards (FW-066).
    """

    __slots__ = ("at", "step")

    def __init__(self, step: int = PLACING, at: int = 0) -> None:
        super().__init__(AUTO)
        self.step = step
        self.at = at

    def name(self) -> str:
        return "course"

    def fields(self) -> dict[str, Any]:
        return {"step": self.step, "at": self.at}

    def copy(self) -> Course:
        return Course(self.step, self.at)

    def run(self, s: WarState, ctx: Ctx) -> None:
        step = self.step
        if step == PLACING:
            self._place(s)
        elif step == MOVING:
            self._move(s)
        elif step == SECOND:
            self._go(ORDER)
            if not s.solo or s.order[0] == 0:  # FW-796
                s.stack.append(MineMove(s.order[0], True))
        elif step == ORDER:
            self._go(MARKET)
            rearrange(s, ctx)
        elif step == MARKET:
            self._market(s, ctx)
        elif step == QUESTS:
            self._go(REWARDS)
            s.phase = PH_QUESTS
            s.stack.append(quest_phase(s))
        elif step == REWARDS:
            self._go(SHARED)
            s.phase = PH_REWARDS
            advance_quests(s, ctx)
        elif step == SHARED:
            self._share(s)
        elif step == WINDOW:
            self._go(TILE)
            if stockpile_due(s):
                s.phase = PH_CLOSE
                s.stack.append(RoundClose())
        elif step == TILE:
            self._go(CLOSING)
            s.phase = PH_TILE
            anytime.open_to_all(s)  # also to who closed before a Stockpile tile
            if tile_due(s):
                resolve_tile(s, ctx)
        elif step == CLOSING:
            self._go(END)
            s.phase = PH_CLOSE
            s.stack.append(RoundClose())
        else:
            self._end(s, ctx)

    def _go(self, step: int) -> None:
        self.step = step
        self.at = 0

    def _place(self, s: WarState) -> None:
        """Overseers are placed in turns (FW-081); any-time actions are open from here on (FW-328)."""
        if self.at == 0:
            s.phase = PH_PLACING
            anytime.open_to_all(s)
        seats = seat_order(s)
        if self.at < OVERSEERS * s.colours:
            self.at += 1
            s.stack.append(PlaceOverseer(seats[(self.at - 1) % len(seats)]))
        else:
            self._go(MOVING)

    def _move(self, s: WarState) -> None:
        """Each colour may make one movement, in order (FW-110, FW-784)."""
        s.phase = PH_MINE
        if self.at == len(s.order):
            self._go(SECOND)
            return
        colour = s.order[self.at]
        self.at += 1
        if not s.solo or colour == 0:
            s.stack.append(MineMove(colour, False))
        elif auto_moves(s, colour):
            s.stack.append(AutoMove(colour))

    def _market(self, s: WarState, ctx: Ctx) -> None:
        """One market action each, in order; two in a solo game (FW-240)."""
        s.phase = PH_MARKET
        seats = seat_order(s)
        if self.at < len(seats) * (s.c.solo.actions if s.solo else 1):
            self.at += 1
            s.stack.append(MarketAction(seats[(self.at - 1) % len(seats)]))
        else:
            self._go(QUESTS)
            clear_market(s, ctx)

    def _share(self, s: WarState) -> None:
        """The ordered pass over rewards that touch what all share (FW-474)."""
        seats = seat_order(s)
        if self.at < len(seats):
            self.at += 1
            s.stack.append(SharedRewards(seats[self.at - 1]))
        else:
            self._go(WINDOW)

    def _end(self, s: WarState, ctx: Ctx) -> None:
        """FW-500: the offer is cleared and the marker moves, or the game ends."""
        if last_round(s):
            finish(s, ctx)
            return
        for p in s.players:
            for quest in p.quests:
                s.rushed[quest] = NONE
        if s.solo:
            slide(s)  # FW-778
        else:
            clear_front(s, ctx)
            rules = s.rules
            if s.round == rules.clear_after and s.stage == rules.clear_stage:
                clear_deck(s, ctx, rules.clear_deck)
        if ctx.loud:
            ctx.emit(Event("round_ended", {"stage": s.stage, "round": s.round}))
        self._begin(s, ctx)

    def _begin(self, s: WarState, ctx: Ctx) -> None:
        """The next round, or the first one of the next stage (FW-090, FW-641)."""
        s.clock += 1
        anytime.renew(s)
        if s.round == s.rules.rounds[s.rules.stages.index(s.stage)]:
            s.round = 1
            begin_stage(s, ctx)
            self._go(PLACING)
        else:
            s.round += 1
            self._go(MOVING)
        reveal(s, ctx)
        if not s.solo:
            slide(s)
        deal(s, ctx)


READERS: Final[dict[str, Reader]] = {"course": lambda _, f: Course(f["step"], f["at"])}
