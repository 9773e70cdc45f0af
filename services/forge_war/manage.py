"""Quest management: adventurers applied, equipped and taken off, then every quest checked (FW-420 to FW-429)."""

from __future__ import annotations

from typing import Any, Final

from forge_war.acquire import Acquire
from forge_war.actions import DO_APPLY, DO_FOCUS, DO_REMOVE, DO_SECOND, DO_UNFOCUS
from forge_war.frames import Reader, WarQuestion, plain_branches
from forge_war.names import NONE
from forge_war.quests import fail
from forge_war.scoring import LOST_FAILED, lose
from forge_war.state import Player, WarState, seat_order
from forge_war.weapons import (
    affordable,
    carrying_level,
    equip,
    equip_second,
    helper,
    leave,
    may_disarm,
    passes,
    quest_difficulty,
    quest_power,
    second_level,
)
from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import Fork, Frame


class QuestPhase(Fork[WarState]):
    """Acquisition in player order, each seat's management beside it; ends when all have managed (FW-412, FW-450)."""

    __slots__ = ()

    def name(self) -> str:
        return "quest_phase"

    def fields(self) -> dict[str, Any]:
        return {"seats": list(self.seats), "branches": plain_branches(self.branches)}

    def copy(self) -> QuestPhase:
        return QuestPhase(self.seats, self.copy_branches())


def quest_phase(s: WarState) -> QuestPhase:
    """The phase at its start."""
    s.acquiring = 0
    s.acquired = 0
    seats = list(seat_order(s))
    branches: list[list[Frame[WarState]]] = [[Manage(seat), Acquire(seat, s.solo)] for seat in seats]
    return QuestPhase(seats, branches)


class Manage(WarQuestion):
    """A seat's management, in small steps: `focus` is the quest to which adventurers are applied now, or NONE.

    `acted` tells that something was applied since the quest came into focus. A quest put aside
    without that can be focused again only once something has changed, so management always ends.
    """

    __slots__ = ("acted", "focus")

    def __init__(self, seat: int, focus: int = NONE, acted: bool = False) -> None:
        super().__init__(seat)
        self.focus = focus
        self.acted = acted

    def name(self) -> str:
        return "manage"

    def rule(self) -> str:
        return "FW-420"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "focus": self.focus, "acted": self.acted}

    def copy(self) -> Manage:
        return Manage(self.seat, self.focus, self.acted)

    def options(self, s: WarState) -> list[Action]:
        c = s.c
        p = s.players[self.seat]
        if self.focus >= 0:
            out = quest_options(s, p, self.focus)
            out.append(c.a_unfocus)
            return out
        out = []
        if p.quests:
            usable = affordable(s, p)
            for quest in p.quests:
                if quest not in p.unfocused and can_apply(s, p, quest, usable):
                    out.append(c.a_focus[quest])
            for adventurer, on in enumerate(p.on):
                if on >= 0 and not p.locked >> adventurer & 1:
                    out.append(c.a_remove[adventurer])
        out.append(c.a_done)
        return out

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        p = s.players[self.seat]
        kind = action.kind
        self.kept = None  # it stays, with new options
        if kind == DO_FOCUS:
            self.focus = action.a
            self.acted = False
        elif kind == DO_UNFOCUS:
            if not self.acted:
                p.unfocused.append(self.focus)
            self.focus = NONE
        elif kind == DO_APPLY:
            equip(s, p, action.a, self.focus, action.b)
            self._changed(s, ctx, "applied", action)
        elif kind == DO_SECOND:
            equip_second(s, p, action.a, action.b)
            self._changed(s, ctx, "applied_second", action)
        elif kind == DO_REMOVE:
            quest = p.on[action.a]
            leave(p, action.a)
            p.unfocused = []
            if ctx.loud:
                ctx.emit(
                    Event("removed", {"seat": self.seat, "adventurer": f"a{action.a + 1}", "quest": _id(s, quest)})
                )
        else:
            s.stack.pop()
            end_management(s, ctx, self.seat)

    def _changed(self, s: WarState, ctx: Ctx, event: str, action: Action) -> None:
        self.acted = True
        s.players[self.seat].unfocused = []
        if ctx.loud:
            design = s.c.designs[action.b].id if action.b >= 0 else None
            data = {"seat": self.seat, "adventurer": f"a{action.a + 1}", "quest": _id(s, self.focus), "design": design}
            ctx.emit(Event(event, data))


def _id(s: WarState, quest: int) -> str:
    return s.c.quests[quest].id


def can_apply(s: WarState, p: Player, quest: int, usable: list[int]) -> bool:
    """Some `apply` is legal on the quest; `usable` are the designs that can be paid.

    A legal `second` needs no look: its bearer may then also be given that design as his first weapon.
    """
    least = 99
    for design in usable:
        if s.c.designs[design].level < least:
            least = s.c.designs[design].level
    helped_by = helper(s, p, quest)
    for adventurer, on in enumerate(p.on):
        if on != quest and p.locked >> adventurer & 1:
            continue  # FW-568
        if carrying_level(s, p, adventurer, helped_by) >= least or may_disarm(s, p, adventurer, quest):
            return True
    return False


def quest_options(s: WarState, p: Player, quest: int) -> list[Action]:
    """Every `apply` and `second` that is legal on the quest now."""
    c = s.c
    out: list[Action] = []
    usable = affordable(s, p)
    levels = [c.designs[design].level for design in usable]
    helped_by = helper(s, p, quest)
    for adventurer, on in enumerate(p.on):
        if on != quest and p.locked >> adventurer & 1:
            continue  # FW-568
        level = carrying_level(s, p, adventurer, helped_by)
        actions = c.a_apply[adventurer]
        for i, design in enumerate(usable):
            if levels[i] <= level:
                out.append(actions[design])
        if p.title[adventurer] >= 0:
            if may_disarm(s, p, adventurer, quest):
                out.append(c.a_unarmed[adventurer])
            top = second_level(s, p, adventurer) if on == quest else 0
            if top:
                actions = c.a_second[adventurer]
                for i, design in enumerate(usable):
                    if levels[i] <= top:
                        out.append(actions[design])
    return out


def end_management(s: WarState, ctx: Ctx, seat: int) -> None:
    """All active quests are checked on the same final position; those that do not pass fail (FW-423 to FW-429)."""
    p = s.players[seat]
    p.locked = 0
    p.disarmed = 0
    p.unfocused = []
    if ctx.loud:
        quests = [
            {"quest": _id(s, quest), "power": quest_power(s, p, quest), "difficulty": quest_difficulty(s, p, quest)}
            for quest in p.quests
        ]
        ctx.emit(Event("management_done", {"seat": seat, "quests": quests}))
    for quest in [quest for quest in p.quests if not passes(s, p, quest)]:
        fail(s, ctx, seat, quest)
        if s.solo:
            lose(s, ctx, LOST_FAILED)  # FW-808
            return


READERS: Final[dict[str, Reader]] = {
    "manage": lambda _, f: Manage(f["seat"], f["focus"], f["acted"]),
}
