"""The quest offer and its deck (FW-051, FW-099 to FW-102, FW-503 to FW-512, FW-778 to FW-781)."""

from __future__ import annotations

from typing import Final

from forge_war.names import NONE
from forge_war.state import SLOTS, WarState
from rulekit.events import Ctx, Event

SOLO_DEALT: Final = 2


def deal(s: WarState, ctx: Ctx) -> None:
    """Fills the empty slots from the lowest on; in a solo game only the first two (FW-099, FW-778)."""
    dealt: list[int] = []
    for slot in range(SOLO_DEALT if s.solo else SLOTS):
        if s.offer[slot] < 0 and s.deck:
            s.offer[slot] = s.deck.pop()
            dealt.append(slot)
    if ctx.loud and dealt:
        cards = [{"slot": slot + 1, "quest": s.c.quests[s.offer[slot]].id} for slot in dealt]
        ctx.emit(Event("offer_dealt", {"cards": cards}))


def slide(s: WarState) -> None:
    """The cards move to the lowest slots, in their order (FW-099); in a solo game to slot 3 and on (FW-781)."""
    cards = [quest for quest in s.offer if quest >= 0]
    first = SOLO_DEALT if s.solo else 0
    s.offer = [NONE] * first + cards
    s.offer += [NONE] * (SLOTS - len(s.offer))


def clear_front(s: WarState, ctx: Ctx) -> None:
    """The front slots are cleared as they stand (FW-503)."""
    _clear(s, ctx, list(range(s.c.cleared[s.n])))


def clear_deck(s: WarState, ctx: Ctx, deck: int) -> None:
    """All quests of a colour leave the offer and the quest deck (FW-506 to FW-512, FW-626)."""
    quests = s.c.quests
    _clear(s, ctx, [slot for slot in range(SLOTS) if s.offer[slot] >= 0 and quests[s.offer[slot]].deck == deck])
    s.deck = [quest for quest in s.deck if quests[quest].deck != deck]


def _clear(s: WarState, ctx: Ctx, slots: list[int]) -> None:
    left: list[int] = []
    for slot in slots:
        if s.offer[slot] >= 0:
            left.append(s.offer[slot])
            s.offer[slot] = NONE
    s.gone += left
    if ctx.loud and left:
        ctx.emit(Event("offer_cleared", {"quests": [s.c.quests[quest].id for quest in left]}))
