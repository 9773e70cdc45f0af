"""The change of stage (FW-620 to FW-641)."""

from __future__ import annotations

from forge_war.decks import build_mine, market_decks
from forge_war.names import GREEN, GREY, PUBLIC_DECK, PUBLIC_STAGE, WEAPON
from forge_war.offer import clear_deck
from forge_war.state import WarState
from rulekit.events import Ctx, Event


def begin_stage(s: WarState, ctx: Ctx) -> None:
    """Everything between the last round of a stage and the first reveal of the next."""
    finished = s.stage
    s.stage += 1
    if ctx.loud:
        ctx.emit(Event("stage_changed", {"stage": s.stage}))
    build_mine(s, ctx, s.stage)
    clear_deck(s, ctx, GREEN if finished == 1 else GREY)
    _public_designs(s, ctx)
    market_decks(s, ctx, s.stage)


def _public_designs(s: WarState, ctx: Ctx) -> None:
    """Public designs left in the old weapon deck, and those of the new stage, join the row (FW-629)."""
    designs = s.c.designs
    joined = [card for card in reversed(s.stacks[WEAPON]) if designs[card].group == PUBLIC_DECK]
    joined += [i for i, d in enumerate(designs) if d.group == PUBLIC_STAGE and d.stage == s.stage]
    s.row += joined
    s.stacks[WEAPON] = []
    if ctx.loud and joined:
        for card in joined:
            ctx.emit(Event("revealed", {"stack": "weapon", "card": s.c.card_ids[card], "public": True}))
