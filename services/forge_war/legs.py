"""What completed legs bring (FW-273 to FW-277, FW-456 to FW-480, FW-614)."""

from __future__ import annotations

from typing import Any, Final

from forge_war.changes import add_prestige, gain_gold
from forge_war.effects import Gains
from forge_war.frames import Reader, WarFrame
from forge_war.state import FROM_CHAMPIONS, WarState
from forge_war.weapons import leg_bonuses
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO


def complete_leg(s: WarState, ctx: Ctx, seat: int, quest: int, leg: int) -> None:
    """The per-leg bonuses of a completed leg; its rewards are the caller's."""
    if ctx.loud:
        ctx.emit(Event("leg_done", {"seat": seat, "quest": s.c.quests[quest].id, "leg": leg + 1}))
    prestige, gold = leg_bonuses(s, s.players[seat], quest)
    add_prestige(s, ctx, seat, prestige, FROM_CHAMPIONS)
    if gold:
        gain_gold(s, ctx, seat, gold)


class RoadLegs(WarFrame):
    """Legs `at` to `end - 1`, left by a Road move: bonuses, then rewards, leg by leg (FW-276, FW-277)."""

    __slots__ = ("at", "end", "owner", "quest")

    def __init__(self, owner: int, quest: int, at: int, end: int) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.quest = quest
        self.at = at
        self.end = end

    def name(self) -> str:
        return "road_legs"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner, "quest": self.quest, "at": self.at, "end": self.end}

    def copy(self) -> RoadLegs:
        return RoadLegs(self.owner, self.quest, self.at, self.end)

    def run(self, s: WarState, ctx: Ctx) -> None:
        if self.at == self.end:
            s.stack.pop()
            return
        leg = self.at
        self.at += 1
        complete_leg(s, ctx, self.owner, self.quest, leg)
        rewards = s.c.quests[self.quest].legs[leg].rewards
        s.stack.append(Gains(self.owner, [effect.id for effect in rewards]))


READERS: Final[dict[str, Reader]] = {
    "road_legs": lambda _, f: RoadLegs(f["seat"], f["quest"], f["at"], f["end"]),
}
