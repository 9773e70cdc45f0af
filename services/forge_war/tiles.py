"""Bonus tiles at the end of a round (FW-650 to FW-674)."""

from __future__ import annotations

from typing import Any, Final

from forge_war.actions import DO_BUY
from forge_war.changes import add_prestige, gain_gold, gain_resource, hire
from forge_war.effects import Gains
from forge_war.frames import Reader, WarQuestion, plain_branches
from forge_war.names import (
    OP_CREDIT,
    OP_GOLD,
    OP_PRESTIGE,
    RESOURCE_COUNT,
    RESOURCES,
    TILE_ADVENTUROUS,
    TILE_DECORATED,
    TILE_INDUSTRIOUS,
    TILE_STOCKPILE,
)
from forge_war.state import FROM_TILES, WarState, champions, seat_order
from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import Fork, Frame


def tile_due(s: WarState) -> bool:
    """A tile is resolved at the end of this round (FW-650, FW-653)."""
    return bool(s.tiles) and (s.stage, s.round) in s.rules.tiles_after


def stockpile_due(s: WarState) -> bool:
    """The pools decide about the tile: a window comes before it (FW-326)."""
    return tile_due(s) and s.c.tiles[s.tiles[0]].kind == TILE_STOCKPILE


def resolve_tile(s: WarState, ctx: Ctx) -> None:
    """Resolves the next tile and takes it away (FW-656)."""
    tile = s.c.tiles[s.tiles[0]]
    s.tiles = s.tiles[1:]
    seats = seat_order(s)
    shares = [_share(s, seat, tile.kind, tile.exact, tile.per) for seat in seats]
    if ctx.loud:
        gains = [{"seat": seat, "times": shares[i]} for i, seat in enumerate(seats) if shares[i]]
        ctx.emit(Event("tile_resolved", {"tile": tile.id, "seats": gains}))
    credit_seats: list[int] = []
    branches: list[list[Frame[WarState]]] = []
    movers: list[int] = []
    effect = tile.effect
    for i, seat in enumerate(seats):
        n = effect.n * shares[i]
        if n == 0:
            continue
        if tile.kind == TILE_INDUSTRIOUS:
            movers.append(seat)  # fixed before the first movement (FW-659)
        elif tile.kind == TILE_ADVENTUROUS:
            hire(s, ctx, seat, n)
        elif tile.kind == TILE_STOCKPILE:
            gain_resource(s, ctx, seat, effect.what, n)
        elif effect.op == OP_GOLD:
            gain_gold(s, ctx, seat, n)
        elif effect.op == OP_PRESTIGE:
            add_prestige(s, ctx, seat, n, FROM_TILES)
        elif effect.op == OP_CREDIT and cheapest(s) <= n:
            credit_seats.append(seat)
            branches.append([MerchantCredit(seat, n)])
    for seat in reversed(movers):
        s.stack.append(Gains(seat, [effect.id]))
    if branches:
        s.stack.append(CreditPhase(credit_seats, branches))


def _share(s: WarState, seat: int, kind: int, exact: int, per: int) -> int:
    """How many times a seat gets the tile's effect."""
    p = s.players[seat]
    if kind == TILE_INDUSTRIOUS:
        return 1 if s.workers[seat] == exact else 0
    if kind == TILE_ADVENTUROUS:
        return 1 if len(p.quests) == exact else 0
    if kind == TILE_STOCKPILE:
        return sum(p.res) // per
    return champions(p) if kind == TILE_DECORATED else len(p.uniques)


def cheapest(s: WarState) -> int:
    """The lowest price of a resource in which the merchant deals."""
    return min(s.c.buy[resource] for resource in range(RESOURCE_COUNT) if s.rules.trades[resource])


class CreditPhase(Fork[WarState]):
    """All winners of merchant credit spend it at once (FW-674)."""

    __slots__ = ()

    def name(self) -> str:
        return "credit_phase"

    def fields(self) -> dict[str, Any]:
        return {"seats": list(self.seats), "branches": plain_branches(self.branches)}

    def copy(self) -> CreditPhase:
        return CreditPhase(self.seats, self.copy_branches())


class MerchantCredit(WarQuestion):
    """Gold that buys resources now or is lost (FW-674)."""

    __slots__ = ("credit",)

    def __init__(self, seat: int, credit: int) -> None:
        super().__init__(seat)
        self.credit = credit

    def name(self) -> str:
        return "merchant_credit"

    def rule(self) -> str:
        return "FW-674"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "credit": self.credit}

    def copy(self) -> MerchantCredit:
        return MerchantCredit(self.seat, self.credit)

    def options(self, s: WarState) -> list[Action]:
        out = [s.c.a_done]
        for resource in range(RESOURCE_COUNT):
            if s.rules.trades[resource] and s.c.buy[resource] <= self.credit:
                out.append(s.c.a_credit[resource])
        return out

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        if action.kind != DO_BUY:
            s.stack.pop()
            return
        self.kept = None  # it stays, with new options
        price = s.c.buy[action.b]
        s.players[self.seat].res[action.b] += 1
        self.credit -= price
        if ctx.loud:
            data = {"seat": self.seat, "resource": RESOURCES[action.b], "price": price, "left": self.credit}
            ctx.emit(Event("credit_spent", data))
        if self.credit < cheapest(s):
            s.stack.pop()


READERS: Final[dict[str, Reader]] = {"merchant_credit": lambda _, f: MerchantCredit(f["seat"], f["credit"])}
