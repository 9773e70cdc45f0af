"""Instant effects of cards, rewards and tiles, carried out one after the other (EFFECTS.md)."""

from __future__ import annotations

from typing import Any, Final

from forge_war import anytime
from forge_war.actions import DO_BUY, DO_LEVEL, DO_TAKE
from forge_war.champions import gain_level
from forge_war.changes import add_prestige, below_top, claim, gain_gold, gain_resource, hire
from forge_war.content import Effect
from forge_war.frames import Reader, WarFrame, WarQuestion
from forge_war.mine_steps import ExtraOverseer, WorkerPick, any_worker, can_move, tell_pass
from forge_war.names import (
    CARD_BONUS,
    CARD_DESIGN,
    MAX_LEVEL,
    OP_BUY_DISCARD,
    OP_CLAIM,
    OP_GOLD,
    OP_HIRE,
    OP_LEVEL_UP,
    OP_MARKET_CARD,
    OP_OVERSEER,
    OP_PRESTIGE,
    OP_RESOURCE,
    OP_WORKER,
)
from forge_war.state import FROM_TILES, Player, WarState, price
from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO


def at_once(s: WarState, ctx: Ctx, seat: int, effect: Effect) -> bool:
    """Carries out an effect that needs no decision; False if it is not one of these."""
    op = effect.op
    if op == OP_GOLD:
        gain_gold(s, ctx, seat, effect.n)
    elif op == OP_RESOURCE:
        gain_resource(s, ctx, seat, effect.what, effect.n)
    elif op == OP_HIRE:
        hire(s, ctx, seat, effect.n)
    elif op == OP_PRESTIGE:
        add_prestige(s, ctx, seat, effect.n, FROM_TILES)
    elif op == OP_CLAIM:
        if effect.what in s.row and effect.what not in s.players[seat].claims:  # FW-078
            claim(s, ctx, seat, effect.what)
    else:
        return False
    return True


class Gains(WarFrame):
    """Effects of one card, leg or tile for a seat, in order; `done` counts within the effect at `at`.

    A part that cannot be carried out when its turn comes is lost (FW-229, FW-474).
    """

    __slots__ = ("at", "done", "effects", "owner")

    def __init__(self, owner: int, effects: list[int], at: int = 0, done: int = 0) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.effects = effects  # numbers of effects
        self.at = at
        self.done = done

    def name(self) -> str:
        return "gains"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner, "effects": list(self.effects), "at": self.at, "done": self.done}

    def copy(self) -> Gains:
        return Gains(self.owner, self.effects, self.at, self.done)

    def run(self, s: WarState, ctx: Ctx) -> None:
        while self.at < len(self.effects):
            effect = s.c.effects[self.effects[self.at]]
            if at_once(s, ctx, self.owner, effect) or self.done >= effect.n:
                self.at += 1
                self.done = 0
            else:
                self.done += 1
                if self._ask(s, effect.op):
                    return
        s.stack.pop()

    def _ask(self, s: WarState, op: int) -> bool:
        """Opens the decision of an effect, once; False if there is nothing to decide."""
        seat = self.owner
        if op == OP_LEVEL_UP:
            if not below_top(s.players[seat]):
                return False
            s.stack.append(CardLevel(seat))
        elif op == OP_OVERSEER:
            if not can_move(s, seat):
                return False
            s.stack.append(ExtraOverseer(seat))
        elif op == OP_WORKER:
            if not any_worker(s):
                return False
            s.stack.append(WorkerPick(seat))
        elif op == OP_MARKET_CARD:
            if not takeable(s, seat):
                return False
            s.stack.append(MarketCard(seat))
        elif op == OP_BUY_DISCARD:
            if not _may_buy(s, seat):
                return False
            s.stack.append(BuyDiscard(seat))
        else:
            raise AssertionError(f"effect {op} is not carried out here")
        return True


class CardLevel(WarQuestion):
    """One level-up from a card: any own adventurer, in the pool or on a quest."""

    __slots__ = ()

    def name(self) -> str:
        return "card_level"

    def rule(self) -> str:
        return "FW-229"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> CardLevel:
        return CardLevel(self.seat)

    def options(self, s: WarState) -> list[Action]:
        out = [s.c.a_skip]
        for adventurer, level in enumerate(s.players[self.seat].level):
            if level < MAX_LEVEL:
                out.append(s.c.a_level[adventurer])
        return out

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.kind == DO_LEVEL:
            gain_level(s, ctx, self.seat, action.a)
        else:
            tell_pass(ctx, self.seat, "card_level", 0)


# --- market cards that a seat gets


def duplicate(s: WarState, p: Player, card: int) -> bool:
    """A second stall with an exchange that the seat has already (FW-211)."""
    key = s.c.stall_key[card]
    if key < 0:
        return False
    return key in [s.c.stall_key[own] for own in p.bonus]


def takeable(s: WarState, seat: int) -> list[int]:
    """Cards of the market discard that the seat may take."""
    p = s.players[seat]
    return [card for card in s.discard if not duplicate(s, p, card)]


def get_card(s: WarState, ctx: Ctx, seat: int, card: int) -> None:
    """A card comes to a seat: kept, or carried out at once and out of the game (FW-196, FW-226, FW-229)."""
    c = s.c
    p = s.players[seat]
    kind = c.card_kind[card]
    if kind == CARD_DESIGN:
        p.uniques.append(card)
        p.designs.append(card)
    elif kind == CARD_BONUS:
        p.bonus.append(card)
        p.buy_limit += c.savvy_buy[card]
        p.sell_bonus += c.savvy_sell[card]
        p.extra_limit += c.savvy_stall[card]
        p.road_bonus += c.savvy_road[card]
    else:
        s.spent.append(card)
        if ctx.loud:
            ctx.emit(Event("card_used", {"seat": seat, "card": c.card_ids[card]}))
        s.stack.append(Gains(seat, [effect.id for effect in c.card_effects[card]]))


def take_from_discard(s: WarState, ctx: Ctx, seat: int, card: int, source: str, gold: int) -> None:
    """A card of the market discard comes to a seat for `gold`."""
    s.discard.remove(card)
    s.players[seat].gold -= gold
    if ctx.loud:
        ctx.emit(Event("card_gained", {"seat": seat, "card": s.c.card_ids[card], "source": source, "price": gold}))
    get_card(s, ctx, seat, card)


class MarketCard(WarQuestion):
    """A card of the market discard for free (FW-471); asked only where one can be taken."""

    __slots__ = ()

    def name(self) -> str:
        return "market_card"

    def rule(self) -> str:
        return "FW-471"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> MarketCard:
        return MarketCard(self.seat)

    def options(self, s: WarState) -> list[Action]:
        takes = s.c.a_take
        return [s.c.a_skip, *[takes[card] for card in takeable(s, self.seat)]]

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.kind == DO_TAKE:
            take_from_discard(s, ctx, self.seat, action.a, "reward", 0)
        else:
            tell_pass(ctx, self.seat, "market_card", 0)


def _may_buy(s: WarState, seat: int) -> bool:
    """A card could be bought, now or after an any-time action (FW-548)."""
    gold = s.players[seat].gold
    cards = takeable(s, seat)
    for card in cards:
        if price(s, card) <= gold:
            return True
    return bool(cards) and bool(anytime.options(s, seat))


class BuyDiscard(WarQuestion):
    """Scavenging: a card of the market discard at its price (FW-547, FW-548).

    It closes itself when an any-time action leaves nothing to buy and no further such action.
    """

    __slots__ = ("idle",)

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.idle = False

    def name(self) -> str:
        return "buy_discard"

    def rule(self) -> str:
        return "FW-547"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> BuyDiscard:
        return BuyDiscard(self.seat)

    def ask_single(self) -> bool:
        return not self.idle

    def options(self, s: WarState) -> list[Action]:
        gold = s.players[self.seat].gold
        buys = s.c.a_buy_card
        self.idle = not _may_buy(s, self.seat)
        return [s.c.a_skip, *[buys[card] for card in takeable(s, self.seat) if price(s, card) <= gold]]

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.kind == DO_BUY:
            take_from_discard(s, ctx, self.seat, action.a, "scavenging", price(s, action.a))
        else:
            tell_pass(ctx, self.seat, "buy_discard", 0)


READERS: Final[dict[str, Reader]] = {
    "gains": lambda _, f: Gains(f["seat"], list(f["effects"]), f["at"], f["done"]),
    "card_level": lambda _, f: CardLevel(f["seat"]),
    "market_card": lambda _, f: MarketCard(f["seat"]),
    "buy_discard": lambda _, f: BuyDiscard(f["seat"]),
}
