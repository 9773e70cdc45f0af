"""Acquiring a quest, also with champions that start it (FW-400 to FW-412, FW-556 to FW-568)."""

from __future__ import annotations

from typing import Any, Final

from forge_war.actions import DO_ACQUIRE
from forge_war.changes import covers, gain_gold
from forge_war.frames import Reader, WarQuestion
from forge_war.mine_steps import tell_pass
from forge_war.names import NONE
from forge_war.quests import begin
from forge_war.scoring import LOST_NO_QUEST, lose
from forge_war.state import SLOTS, Player, WarState, seat_order
from forge_war.weapons import affordable, equip
from rulekit.actions import ABSENT, Action
from rulekit.events import Ctx, Event


class Acquire(WarQuestion):
    """One quest from the offer, or none unless the seat `must`; it waits for the seats before (FW-400, FW-412)."""

    __slots__ = ("must",)

    def __init__(self, seat: int, must: bool) -> None:
        super().__init__(seat)
        self.must = must

    def name(self) -> str:
        return "acquire"

    def rule(self) -> str:
        return "FW-400"

    def optional(self) -> bool:
        return not self.must

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "must": self.must}

    def copy(self) -> Acquire:
        return Acquire(self.seat, self.must)

    def blocked(self, s: WarState) -> bool:
        return seat_order(s)[s.acquiring] != self.seat

    def options(self, s: WarState) -> list[Action]:
        """Passing comes first; for a seat that must, only if there is no other way (FW-808)."""
        c = s.c
        p = s.players[self.seat]
        out: list[Action] = [] if self.must else [c.a_pass]
        groups = starters(s, p) if s.rules.titles else []
        for slot in range(SLOTS):
            quest = s.offer[slot]
            if quest < 0:
                continue
            payable = p.gold >= c.slot_cost[slot]
            if payable:
                out.append(c.a_acquire[slot])
            for group in groups:
                if c.quests[quest].steps < 2 and _skipper(s, p, group) >= 0:
                    continue  # FW-559
                if payable or _charmer(s, p, group) >= 0:
                    out.append(c.acquire(slot, group))
        return out or [c.a_pass]

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        s.acquiring += 1
        seat = self.seat
        p = s.players[seat]
        if action.kind != DO_ACQUIRE:
            tell_pass(ctx, seat, "acquire", 0)
            if self.must:
                lose(s, ctx, LOST_NO_QUEST)
            return
        slot = action.a - 1
        quest = s.offer[slot]
        s.offer[slot] = NONE
        charmer = _charmer(s, p, action.vec)
        cost = s.c.slot_cost[slot] if charmer < 0 else 0
        p.gold -= cost
        begin(s, seat, quest)
        if ctx.loud:
            named = [f"a{champion + 1}" for champion in action.vec]
            data = {"seat": seat, "quest": s.c.quests[quest].id, "slot": slot + 1, "gold": -cost, "champions": named}
            ctx.emit(Event("quest_acquired", data))
        if charmer >= 0:
            gain_gold(s, ctx, seat, s.c.titles[p.title[charmer]].start_gold)
        if action.vec:
            p.starting = True
            for champion in action.vec:
                p.spent_on[champion] = quest
            for champion in reversed(action.vec):
                s.stack.append(StartChampion(seat, champion, quest))


def starters(s: WarState, p: Player) -> list[tuple[int, ...]]:
    """Each group of unused Expeditious and Charming champions that can be equipped together from the pool (FW-568)."""
    unused: list[int] = []
    for adventurer, number in enumerate(p.title):
        if number >= 0 and p.spent_on[adventurer] < 0:
            title = s.c.titles[number]
            if title.start_step or title.start_gold:
                unused.append(adventurer)
    if not unused or not start_designs(s, p, 0):
        return []
    out: list[tuple[int, ...]] = [(adventurer,) for adventurer in unused]
    if len(unused) == 2 and start_designs(s, p, 1):
        out.append((unused[0], unused[1]))
    return out


def start_designs(s: WarState, p: Player, others: int) -> list[int]:
    """Designs that can be paid now and start a quest, so that `others` (0 or 1) more champions can be equipped after.

    A champion has the level for every design.
    """
    designs = s.c.designs
    fit = [design for design in affordable(s, p) if not designs[design].suppress_title]
    if others == 0:
        return fit
    out: list[int] = []
    for design in fit:
        left = p.res.copy()
        cost = designs[design].cost
        for i in range(0, len(cost), 2):
            left[cost[i]] -= cost[i + 1]
        for other in fit:
            if covers(left, designs[other].cost):
                out.append(design)
                break
    return out


def _charmer(s: WarState, p: Player, group: tuple[int, ...]) -> int:
    """The champion of a group who brings gold instead of the slot cost (FW-562), or NONE."""
    for adventurer in group:
        if s.c.titles[p.title[adventurer]].start_gold:
            return adventurer
    return NONE


def _skipper(s: WarState, p: Player, group: tuple[int, ...]) -> int:
    """The champion of a group who starts the quest on a later step (FW-556), or NONE."""
    for adventurer in group:
        if s.c.titles[p.title[adventurer]].start_step:
            return adventurer
    return NONE


class StartChampion(WarQuestion):
    """The weapon, and for Expeditious the start step, of a champion named at the acquisition (FW-568)."""

    __slots__ = ("champion", "quest")

    def __init__(self, seat: int, champion: int, quest: int) -> None:
        super().__init__(seat)
        self.champion = champion
        self.quest = quest

    def name(self) -> str:
        return "start_champion"

    def rule(self) -> str:
        return "FW-568"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "champion": self.champion, "quest": self.quest}

    def copy(self) -> StartChampion:
        return StartChampion(self.seat, self.champion, self.quest)

    def _more(self, s: WarState) -> int:
        """Champions still to be equipped after this one: their frames stand below."""
        return 1 if len(s.stack) >= 2 and isinstance(s.stack[-2], StartChampion) else 0

    def options(self, s: WarState) -> list[Action]:
        c = s.c
        p = s.players[self.seat]
        last = min(c.titles[p.title[self.champion]].start_step, c.quests[self.quest].steps)
        out: list[Action] = []
        for design in start_designs(s, p, self._more(s)):
            if last:
                for step in range(2, last + 1):
                    out.append(c.equip(self.champion, design, step))
            else:
                out.append(c.equip(self.champion, design, ABSENT))
        return out

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        more = self._more(s)
        s.stack.pop()
        p = s.players[self.seat]
        equip(s, p, self.champion, self.quest, action.b)
        p.locked |= 1 << self.champion
        if action.c != ABSENT:
            s.cube[self.quest] = action.c - 1
            s.start[self.quest] = action.c - 1
        if not more:
            p.starting = False
        if ctx.loud:
            data = {"seat": self.seat, "adventurer": f"a{self.champion + 1}", "quest": s.c.quests[self.quest].id}
            step = action.c if action.c != ABSENT else None
            ctx.emit(Event("applied", {**data, "design": s.c.designs[action.b].id, "start_step": step}))


READERS: Final[dict[str, Reader]] = {
    "acquire": lambda _, f: Acquire(f["seat"], f["must"]),
    "start_champion": lambda _, f: StartChampion(f["seat"], f["champion"], f["quest"]),
}
