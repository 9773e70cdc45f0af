"""Levels and titles (FW-340, FW-520 to FW-523)."""

from __future__ import annotations

from typing import Any, Final

from forge_war.frames import Reader, WarQuestion
from forge_war.names import MAX_LEVEL
from forge_war.state import Player, WarState
from rulekit.actions import Action
from rulekit.events import Ctx, Event


def gain_level(s: WarState, ctx: Ctx, seat: int, adventurer: int) -> None:
    """One level; at level 4 a title is chosen before play goes on (FW-520)."""
    p = s.players[seat]
    p.level[adventurer] += 1
    if ctx.loud:
        data = {"seat": seat, "adventurer": f"a{adventurer + 1}", "level": p.level[adventurer]}
        ctx.emit(Event("level_up", data))
    if p.level[adventurer] == MAX_LEVEL and s.rules.titles and champion_titles(p) < len(s.c.titles):
        s.stack.append(ChooseTitle(seat, adventurer))


def champion_titles(p: Player) -> int:
    """Titles that the seat's champions hold."""
    held = 0
    for title in p.title:
        if title >= 0:
            held += 1
    return held


class ChooseTitle(WarQuestion):
    """The title of a new champion, one that no other own champion holds (FW-006, FW-520)."""

    __slots__ = ("adventurer",)

    def __init__(self, seat: int, adventurer: int) -> None:
        super().__init__(seat)
        self.adventurer = adventurer

    def name(self) -> str:
        return "choose_title"

    def rule(self) -> str:
        return "FW-520"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "adventurer": self.adventurer}

    def copy(self) -> ChooseTitle:
        return ChooseTitle(self.seat, self.adventurer)

    def options(self, s: WarState) -> list[Action]:
        held = s.players[self.seat].title
        titles = s.c.a_title[self.adventurer]
        return [titles[title] for title in range(len(titles)) if title not in held]

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        s.players[self.seat].title[self.adventurer] = action.b
        if ctx.loud:
            data = {"seat": self.seat, "adventurer": f"a{self.adventurer + 1}", "title": s.c.titles[action.b].id}
            ctx.emit(Event("title_chosen", data))


READERS: Final[dict[str, Reader]] = {"choose_title": lambda _, f: ChooseTitle(f["seat"], f["adventurer"])}
