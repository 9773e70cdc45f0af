"""How a quest begins and how it fails (FW-383, FW-403 to FW-406, FW-429 to FW-444, FW-683)."""

from __future__ import annotations

from forge_war.changes import add_prestige
from forge_war.names import NONE
from forge_war.state import FROM_CONSOLATION, FROM_PENALTY, Player, WarState, leg_index
from forge_war.weapons import end_quest
from rulekit.events import Ctx, Event


def begin(s: WarState, seat: int, quest: int) -> None:
    """An offered quest becomes active, on its first step."""
    s.players[seat].quests.append(quest)
    s.cube[quest] = 0
    s.taken[quest] = s.clock
    s.start[quest] = 0
    s.rushed[quest] = NONE
    s.acquired |= 1 << seat


def fail(s: WarState, ctx: Ctx, seat: int, quest: int) -> None:
    """Failure at the end of management: consolation of the last passed leg before a rush (FW-435 to FW-441)."""
    legs = s.rushed[quest] if s.rushed[quest] >= 0 else leg_index(s, quest)
    consolation = _consolation(s, quest, legs)
    penalty = s.c.fail_at_once if s.taken[quest] == s.clock else 0
    _drop(s, s.players[seat], quest)
    if ctx.loud:
        data = {"seat": seat, "quest": s.c.quests[quest].id, "consolation": consolation, "penalty": penalty}
        ctx.emit(Event("quest_failed", data))
    add_prestige(s, ctx, seat, consolation, FROM_CONSOLATION)
    add_prestige(s, ctx, seat, penalty, FROM_PENALTY)


def fail_at_end(s: WarState, ctx: Ctx, seat: int, quest: int) -> None:
    """Failure at the end of the game: neither the penalty nor the limit of a rush (FW-683)."""
    consolation = _consolation(s, quest, leg_index(s, quest))
    _drop(s, s.players[seat], quest)
    if ctx.loud:
        data = {"seat": seat, "quest": s.c.quests[quest].id, "consolation": consolation, "penalty": 0}
        ctx.emit(Event("quest_failed", data))
    add_prestige(s, ctx, seat, consolation, FROM_CONSOLATION)


def _consolation(s: WarState, quest: int, legs: int) -> int:
    """Of the last of the passed legs; none for a quest that Expeditious started this round (FW-559)."""
    if legs == 0 or (s.start[quest] > 0 and s.taken[quest] == s.clock):
        return 0
    return s.c.quests[quest].legs[legs - 1].consolation


def _drop(s: WarState, p: Player, quest: int) -> None:
    """The card leaves the game; adventurers return without their weapons (FW-432)."""
    p.quests.remove(quest)
    end_quest(p, quest)
    s.gone.append(quest)
