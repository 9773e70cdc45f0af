"""The mine and the decks of a stage, laid out at random (FW-045 to FW-063, FW-623, FW-632, FW-772, FW-775).

Chance, in this order: the mine (grids, their sides, long and short borders); the designs taken out
unseen, the weapon, bonus and single-use decks; the quest decks from the top one down (solo, random
difficulty: before each what is taken out).
"""

from __future__ import annotations

from typing import Final

from forge_war.content import Content, ModeRules
from forge_war.names import (
    CARD_BONUS,
    CARD_SINGLE,
    PUBLIC_DECK,
    PUBLIC_STAGE,
    PUBLIC_START,
    QUEST_DECKS,
    RANDOM,
    RESOURCES,
    UNIQUE,
)
from forge_war.state import EMPTY, WarState
from rulekit.events import Ctx, Event

# Unique designs taken out unseen, by stage (FW-632).
TAKEN_OUT: Final = [0, 0, 3, 2]


def build_mine(s: WarState, ctx: Ctx, stage: int) -> None:
    """An empty mine of the stage's pieces in random places (FW-060, FW-063, FW-623)."""
    c = s.c
    chance = ctx.chance
    ore = [c.centre[stage]] * s.board.size
    grids = chance.shuffle("mine_grids", list(range(len(c.grids[stage]))))
    sides = chance.roll("mine_sides", len(grids), 2)
    for slot, piece in enumerate(grids):
        _lay(ore, c.grid_hexes[slot], c.grids[stage][piece][sides[slot] - 1])
    longs = chance.shuffle("mine_long_borders", list(range(len(c.borders_long[stage]))))
    for place, piece in enumerate(longs):
        _lay(ore, c.border_hexes[c.long_slots[place]], c.borders_long[stage][piece])
    shorts = chance.shuffle("mine_short_borders", list(range(len(c.borders_short[stage]))))
    for place, piece in enumerate(shorts):
        _lay(ore, c.border_hexes[c.short_slots[place]], c.borders_short[stage][piece])
    s.ore = ore
    s.piece = [EMPTY] * s.board.size
    s.workers = [0] * s.colours
    s.overseers = [[] for _ in range(s.colours)]
    if ctx.loud:
        hexes = [[*c.hexes[at], RESOURCES[resource]] for at, resource in enumerate(ore)]
        ctx.emit(Event("mine_built", {"stage": stage, "hexes": hexes}))


def _lay(ore: list[int], hexes: list[int], resources: list[int]) -> None:
    """A piece on its hexes; those of a piece turned face down are not in play (FW-063)."""
    for i, at in enumerate(hexes):
        if at < len(ore):
            ore[at] = resources[i]


# --- market cards


def market_decks(s: WarState, ctx: Ctx, stage: int) -> None:
    """The five face-down stacks of a stage (FW-054, FW-632); what is taken out stays unknown to all."""
    c = s.c
    chance = ctx.chance
    unique = stage_designs(c, stage, UNIQUE)
    if TAKEN_OUT[stage]:
        out = chance.draw(f"removed_designs_{stage}", unique, TAKEN_OUT[stage])
        s.removed += sorted(out)
        unique = [d for d in unique if d not in out]
    weapons = chance.shuffle(f"weapons_{stage}", unique + stage_designs(c, stage, PUBLIC_DECK))
    bonus = chance.shuffle(f"bonus_cards_{stage}", stage_cards(c, stage, CARD_BONUS))
    single = chance.shuffle(f"single_use_{stage}", stage_cards(c, stage, CARD_SINGLE))
    half, half_single = len(bonus) // 2, len(single) // 2
    s.stacks = [weapons, bonus[:half], bonus[half:], single[:half_single], single[half_single:]]


def stage_designs(c: Content, stage: int, group: int) -> list[int]:
    return [d for d, design in enumerate(c.designs) if design.stage == stage and design.group == group]


def stage_cards(c: Content, stage: int, kind: int) -> list[int]:
    """Bonus or single-use cards of a stage."""
    return [card for card, of in enumerate(c.card_kind) if of == kind and c.card_stage[card] == stage]


def starting_row(c: Content, rules: ModeRules) -> list[int]:
    """The public designs face up from the start (FW-057, FW-713)."""
    row = stage_designs(c, 1, PUBLIC_START)
    if rules.fast:
        row += stage_designs(c, 1, PUBLIC_DECK)
        row += stage_designs(c, 2, PUBLIC_STAGE)
    return row


# --- quests


def quest_cards(c: Content, rules: ModeRules, solo: bool, difficulty: int, deck: int) -> list[int]:
    """The quests of a deck with which a game is set up; where some go at random, all of them."""
    cards = [
        q for q, quest in enumerate(c.quests) if quest.deck == deck and not (quest.marked and rules.without_marked)
    ]
    if not solo:
        return cards
    kept = c.solo.kept[deck]
    if kept:
        return kept
    if difficulty == RANDOM:
        return cards
    front, back = c.solo.cut[rules.number][deck][difficulty]
    hard = [q for q in c.solo.hard[deck] if q in cards]
    easy = c.solo.easy[deck]
    out = hard[:front] + easy[len(easy) - back :]
    return [q for q in cards if q not in out]


def random_cut(c: Content, rules: ModeRules, solo: bool, difficulty: int, deck: int) -> int:
    """How many of `quest_cards` go at random (FW-772, FW-775)."""
    return c.solo.random[rules.number][deck] if solo and difficulty == RANDOM else 0


def quest_deck(s: WarState, ctx: Ctx) -> list[int]:
    """The decks of the mode shuffled apart and stacked, the first on top, which is last here (FW-045, FW-048)."""
    c = s.c
    stacked: list[int] = []
    for deck in s.rules.decks:
        cards = quest_cards(c, s.rules, s.solo, s.difficulty, deck)
        cut = random_cut(c, s.rules, s.solo, s.difficulty, deck)
        if cut:
            out = ctx.chance.draw(f"removed_{QUEST_DECKS[deck]}", cards, cut)
            cards = [q for q in cards if q not in out]
        stacked = ctx.chance.shuffle(f"quests_{QUEST_DECKS[deck]}", cards) + stacked
    return stacked
