"""The end of a game and its scores (FW-680 to FW-698, FW-760, FW-808, FW-814)."""

from __future__ import annotations

from typing import Any, Final

from forge_war.names import (
    EG_BLACKSMITH,
    EG_BOTTOM_LEFT,
    EG_BOTTOM_RIGHT,
    EG_TOP_LEFT,
    EG_TOP_RIGHT,
    ENDGAME,
    MAX_LEVEL,
    PH_OVER,
    RESOURCE_COUNT,
)
from forge_war.quests import fail_at_end
from forge_war.state import SOURCES, WarState, seat_order
from rulekit.events import Ctx, Event
from rulekit.outcome import Outcome

# Why a solo game is lost.
LOST_NO_QUEST: Final = "no_quest_taken"
LOST_FAILED: Final = "quest_failed"
LOST_UNFINISHED: Final = "unfinished_quest"


def finish(s: WarState, ctx: Ctx) -> None:
    """The last round is over: active quests fail, all is counted, the match ends. A solo game with an
    active quest is lost (FW-814)."""
    unfinished = False
    for seat in seat_order(s):
        for quest in s.players[seat].quests.copy():
            unfinished = True
            fail_at_end(s, ctx, seat, quest)
    if s.solo:
        _close(s, ctx, LOST_UNFINISHED if unfinished else "")
    else:
        _close(s, ctx, "")


def lose(s: WarState, ctx: Ctx, reason: str) -> None:
    """A solo game is lost at once (FW-808); `reason` is one of LOST_."""
    _close(s, ctx, reason)


def _close(s: WarState, ctx: Ctx, lost: str) -> None:
    points = [parts(s, seat) for seat in range(s.n)]
    scores = [sum(of.values()) for of in points]
    detail: dict[str, Any] = {"points": points, "order": s.order.copy()}
    placings = [2] if lost else rank(scores, seat_order(s))
    reason = lost or "final_score"
    if s.solo:
        detail["solo"] = {"won": not lost, "great_score": s.c.solo.great[s.rules.number]}
    s.phase = PH_OVER
    s.open = 0
    s.finish(Outcome(reason, placings, scores, detail))
    if ctx.loud:
        ctx.emit(Event("game_over", {"reason": reason, "scores": scores, "placings": placings, **detail}))


def rank(scores: list[int], order: list[int]) -> list[int]:
    """Places by seat: most prestige first, then the earlier in player order (FW-698)."""
    places: list[int] = []
    for seat, score in enumerate(scores):
        ahead = 1
        for other, points in enumerate(scores):
            if points > score or (points == score and order.index(other) < order.index(seat)):
                ahead += 1
        places.append(ahead)
    return places


def parts(s: WarState, seat: int) -> dict[str, int]:
    """What a seat's prestige would come to now, by source; active quests count nothing yet."""
    p = s.players[seat]
    c = s.c
    out = {name: p.earned[i] for i, name in enumerate(SOURCES)}
    out["adventurers"] = adventurer_points(p.level)
    out["unique_designs"] = sum([c.card_prestige[card] for card in p.uniques])
    out["claims"] = sum([c.card_prestige[card] for card in p.claims])
    out["bonus_cards"] = sum([c.card_prestige[card] for card in p.bonus])
    for place in range(len(ENDGAME)):
        if s.bonus_owner[place] == seat:
            out[ENDGAME[place]] = bonus_points(s, seat, place)
    out["leftovers"] = leftover_points(s, seat)
    return out


def adventurer_points(levels: list[int]) -> int:
    """A prestige per level, 5 for level 4 (FW-686)."""
    total = 0
    for level in levels:
        total += level + 1 if level == MAX_LEVEL else level
    return total


def bonus_points(s: WarState, seat: int, place: int) -> int:
    """What an end-game bonus is worth to a seat now (FW-291 to FW-303)."""
    p = s.players[seat]
    c = s.c
    if place == EG_BLACKSMITH:
        return c.eg_unique * len(p.uniques) + c.eg_claim * len(p.claims)
    if place == EG_TOP_LEFT:
        return c.eg_quest * len(p.completed)
    if place == EG_TOP_RIGHT:
        return c.eg_adventurer * len(p.level)
    if place == EG_BOTTOM_LEFT:
        return c.eg_bonus_card * len(p.bonus)
    return c.eg_resource * sum(p.res)


def leftover_points(s: WarState, seat: int) -> int:
    """Gold and the sell value of resources, at so many gold a prestige (FW-695)."""
    p = s.players[seat]
    gold = p.gold
    if s.bonus_owner[EG_BOTTOM_RIGHT] != seat:
        for resource in range(RESOURCE_COUNT):
            gold += p.res[resource] * s.c.sell[resource]
    return gold // s.c.gold_per_prestige
