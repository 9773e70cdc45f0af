"""Contests against encounters: combat, diplomacy, ruins, the Tournament (UV-420, UV-452, UV-498)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from ultimate_voyage.changes import add_story
from ultimate_voyage.dice import roll
from ultimate_voyage.effects import ALWAYS, LOSE, WIN, EffectRun
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.losses import Losses
from ultimate_voyage.names import ACTION_TYPES, COMBAT
from ultimate_voyage.pending import pending_effect, settle_card
from ultimate_voyage.state import VoyageState

# Contest.step
ROLL: Final = 0
LOSS: Final = 1
AFTER: Final = 2
SETTLED: Final = 3


class Contest(VoyageFrame):
    """A seat's strength against that of an encounter; `short` is what it lacked for a draw."""

    __slots__ = ("card", "owner", "short", "step", "strength")

    def __init__(self, owner: int, card: int, strength: int, step: int = ROLL, short: int = 0) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.card = card
        self.strength = strength
        self.step = step
        self.short = short

    def name(self) -> str:
        return "contest"

    def fields(self) -> dict[str, Any]:
        return {
            "seat": self.owner,
            "card": self.card,
            "strength": self.strength,
            "step": self.step,
            "short": self.short,
        }

    def copy(self) -> Contest:
        return Contest(self.owner, self.card, self.strength, self.step, self.short)

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        step = self.step
        self.step += 1
        if step == ROLL:
            self._roll(s, ctx)
        elif step == LOSS:
            if self.short > 0 and pending_effect(s, self.card).combat_loss:
                s.stack.append(Losses(self.owner, self.short, -1))
        elif step == AFTER:
            self._effects(s, ALWAYS)
        else:
            s.stack.pop()
            settle_card(s, ctx, self.owner, self.card)

    def _effects(self, s: VoyageState, part: int) -> None:
        s.stack.append(EffectRun(self.owner, self.card, s.card_port[self.card], part))

    def _roll(self, s: VoyageState, ctx: Ctx) -> None:
        e = pending_effect(s, self.card)
        opponent = e.strength + abs(roll(s, ctx, e.die, "contest", self.owner))
        self.short = max(0, opponent - self.strength)
        won = self.strength > opponent
        lost = not won and (e.what != COMBAT or self.short > 0)
        if ctx.loud:
            data = {"seat": self.owner, "card": self.card, "action": ACTION_TYPES[e.what], "strength": self.strength}
            result = "won" if won else "lost" if lost else "draw"
            ctx.emit(Event("contest_result", {**data, "opponent": opponent, "result": result}))
        if won:
            region = s.c.region_of[s.card_port[self.card]]
            if e.what == COMBAT:
                s.players[self.owner].wins[region] += 1
                s.dirty = True
            if e.story:
                add_story(s, ctx, self.owner, region, s.c.story_by_strength(e.strength))
            self._effects(s, WIN)
        elif lost:
            self._effects(s, LOSE)


READERS: Final[dict[str, Reader]] = {
    "contest": lambda _, f: Contest(f["seat"], f["card"], f["strength"], f["step"], f["short"]),
}
