"""Market cards on the table and the market phase (FW-093 to FW-096, FW-240 to FW-306)."""

from __future__ import annotations

from typing import Any, Final

from forge_war.actions import (
    DO_BARRACKS,
    DO_BAZAAR,
    DO_BLACKSMITH,
    DO_CLERK,
    DO_ENDGAME,
    DO_ROAD,
)
from forge_war.champions import gain_level
from forge_war.changes import claim, gain_gold, hire
from forge_war.effects import duplicate, get_card
from forge_war.frames import Reader, WarQuestion
from forge_war.legs import RoadLegs
from forge_war.mine_steps import tell_pass
from forge_war.names import (
    EG_BLACKSMITH,
    ENDGAME,
    MAX_LEVEL,
    NONE,
    PUBLIC_DECK,
    SINGLE_A,
    STACK_COUNT,
    STACKS,
    WEAPON,
)
from forge_war.state import (
    SPACE_BARRACKS,
    SPACE_BAZAAR,
    SPACE_BAZAAR_SINGLE,
    SPACE_BLACKSMITH,
    Player,
    WarState,
    bonus_round,
    leg_index,
    price,
)
from rulekit.actions import Action
from rulekit.events import Ctx, Event

TWO_BAZAARS: Final = 3  # with that many players or more (FW-252)


# --- cards on the table


def reveal(s: WarState, ctx: Ctx) -> None:
    """Turns up the top card of each stack; a public design goes on to the row (FW-093, FW-096)."""
    designs = s.c.designs
    for stack in range(STACK_COUNT):
        pile = s.stacks[stack]
        while pile:
            card = pile.pop()
            if stack == WEAPON and designs[card].group == PUBLIC_DECK:
                s.row.append(card)
                _tell_revealed(s, ctx, stack, card, True)
                continue
            s.face[stack] = card
            _tell_revealed(s, ctx, stack, card, False)
            break


def _tell_revealed(s: WarState, ctx: Ctx, stack: int, card: int, public: bool) -> None:
    if ctx.loud:
        ctx.emit(Event("revealed", {"stack": STACKS[stack], "card": s.c.card_ids[card], "public": public}))


def clear_market(s: WarState, ctx: Ctx) -> None:
    """What nobody bought goes to the market discard; the disks return (FW-279)."""
    left = [card for card in s.face if card >= 0]
    s.discard += left
    s.face = [NONE] * STACK_COUNT
    s.spaces = 0
    if ctx.loud and left:
        ctx.emit(Event("market_cleared", {"cards": [s.c.card_ids[card] for card in left]}))


def space_of(s: WarState, stack: int) -> int:
    """The closed space that gives access to a stack's card, or to the end-game bonus in its place (FW-252, FW-288)."""
    if stack == WEAPON:
        return SPACE_BLACKSMITH
    return SPACE_BAZAAR_SINGLE if stack >= SINGLE_A and s.n >= TWO_BAZAARS else SPACE_BAZAAR


def claim_price(s: WarState, seat: int, design: int) -> int:
    """The price of a public design with 1 gold for each player on it (FW-264)."""
    total = price(s, design)
    for other in range(s.n):
        if other != seat and design in s.players[other].claims:
            total += 1
    return total


def road_steps(s: WarState, p: Player, quest: int) -> int:
    """The most steps that a Road move can advance the quest; 0 if it cannot (FW-267, FW-270)."""
    return min(1 + p.road_bonus, s.c.quests[quest].steps - 1 - s.cube[quest])


class MarketAction(WarQuestion):
    """One market action of a seat, or a pass for gold (FW-240, FW-243)."""

    __slots__ = ()

    def name(self) -> str:
        return "market_action"

    def rule(self) -> str:
        return "FW-240"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> MarketAction:
        return MarketAction(self.seat)

    def options(self, s: WarState) -> list[Action]:
        c = s.c
        p = s.players[self.seat]
        out = [c.a_pass]
        if bonus_round(s):
            self._add_bonuses(s, p, out)
        else:
            self._add_cards(s, p, out)
        if not s.spaces & SPACE_BARRACKS:
            self._add_barracks(s, p, out)
        for design in s.row:
            if design not in p.claims and p.gold >= claim_price(s, self.seat, design):
                out.append(c.a_clerk[design])
        for quest in p.quests:
            steps = road_steps(s, p, quest)
            if steps > 0:
                out += c.a_road[quest][:steps]
        return out

    def _add_cards(self, s: WarState, p: Player, out: list[Action]) -> None:
        c = s.c
        for stack in range(STACK_COUNT):
            card = s.face[stack]
            if card < 0 or s.spaces & space_of(s, stack) or p.gold < price(s, card) or duplicate(s, p, card):
                continue
            out.append(c.a_blacksmith if stack == WEAPON else c.a_bazaar[stack])

    def _add_bonuses(self, s: WarState, p: Player, out: list[Action]) -> None:
        """FW-285 to FW-288: each bonus once in all, through the free space of its place."""
        c = s.c
        for stack in range(STACK_COUNT):
            if s.bonus_owner[stack] < 0 and not s.spaces & space_of(s, stack) and p.gold >= c.endgame_cost[stack]:
                out.append(c.a_endgame[stack])

    def _add_barracks(self, s: WarState, p: Player, out: list[Action]) -> None:
        """Hire, raise, or both; the new adventurer cannot be the one raised (FW-255)."""
        c = s.c
        hiring = s.rules.hire[s.stage]
        if p.gold >= hiring:
            out.append(c.a_hire)
        for adventurer, level in enumerate(p.level):
            if level < MAX_LEVEL and p.gold >= c.raise_price[level]:
                out.append(c.a_raise[adventurer])
                if p.gold >= c.raise_price[level] + hiring:
                    out.append(c.a_hire_raise[adventurer])

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        kind = action.kind
        if kind == DO_BLACKSMITH:
            self._buy(s, ctx, WEAPON)
        elif kind == DO_BAZAAR:
            self._buy(s, ctx, action.a)
        elif kind == DO_BARRACKS:
            self._barracks(s, ctx, action.a == 1, action.b)
        elif kind == DO_CLERK:
            self._clerk(s, ctx, action.a)
        elif kind == DO_ROAD:
            self._road(s, ctx, action.a, action.b)
        elif kind == DO_ENDGAME:
            self._endgame(s, ctx, action.a)
        else:
            tell_pass(ctx, self.seat, "market_action", s.c.pass_gold)
            s.players[self.seat].gold += s.c.pass_gold

    def _buy(self, s: WarState, ctx: Ctx, stack: int) -> None:
        card = s.face[stack]
        gold = price(s, card)
        s.face[stack] = NONE
        s.spaces |= space_of(s, stack)
        s.players[self.seat].gold -= gold
        if ctx.loud:
            space = "blacksmith" if stack == WEAPON else "bazaar"
            self._tell(ctx, space, {"stack": STACKS[stack], "card": s.c.card_ids[card], "gold": -gold})
        get_card(s, ctx, self.seat, card)

    def _barracks(self, s: WarState, ctx: Ctx, hiring: bool, adventurer: int) -> None:
        p = s.players[self.seat]
        gold = 0
        if hiring:
            gold += s.rules.hire[s.stage]
        if adventurer >= 0:
            gold += s.c.raise_price[p.level[adventurer]]
        p.gold -= gold
        s.spaces |= SPACE_BARRACKS
        if ctx.loud:
            raised = f"a{adventurer + 1}" if adventurer >= 0 else None
            self._tell(ctx, "barracks", {"hire": hiring, "level": raised, "gold": -gold})
        if hiring:
            hire(s, ctx, self.seat, 1)
        if adventurer >= 0:
            gain_level(s, ctx, self.seat, adventurer)

    def _clerk(self, s: WarState, ctx: Ctx, design: int) -> None:
        gold = claim_price(s, self.seat, design)
        s.players[self.seat].gold -= gold
        if ctx.loud:
            self._tell(ctx, "clerk", {"design": s.c.designs[design].id, "gold": -gold})
        for other in range(s.n):
            if other != self.seat and design in s.players[other].claims:
                gain_gold(s, ctx, other, 1)
        claim(s, ctx, self.seat, design)

    def _road(self, s: WarState, ctx: Ctx, quest: int, steps: int) -> None:
        left = leg_index(s, quest)
        if s.rushed[quest] < 0:
            s.rushed[quest] = left  # FW-438
        s.cube[quest] += steps
        if ctx.loud:
            data = {"quest": s.c.quests[quest].id, "steps": steps, "cube": s.cube[quest] + 1}
            self._tell(ctx, "road", data)
        reached = leg_index(s, quest)
        if reached > left:
            s.stack.append(RoadLegs(self.seat, quest, left, reached))

    def _endgame(self, s: WarState, ctx: Ctx, bonus: int) -> None:
        s.bonus_owner[bonus] = self.seat
        s.spaces |= space_of(s, bonus)
        gold = s.c.endgame_cost[bonus]
        s.players[self.seat].gold -= gold
        if ctx.loud:
            space = "blacksmith" if bonus == EG_BLACKSMITH else "bazaar"
            self._tell(ctx, space, {"bonus": ENDGAME[bonus], "gold": -gold})

    def _tell(self, ctx: Ctx, space: str, data: dict[str, Any]) -> None:
        ctx.emit(Event("market_taken", {"seat": self.seat, "space": space, **data}))


READERS: Final[dict[str, Reader]] = {"market_action": lambda _, f: MarketAction(f["seat"])}
