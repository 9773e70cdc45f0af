"""Paying: cost lists, and the goods given for their free parts."""

from __future__ import annotations

from typing import Any

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from treasure_ship.content import payable
from treasure_ship.frames import ShipFrame
from treasure_ship.names import GOLD, GOODS, PAY_DISTINCT, PAY_GOLD, PAY_GOOD
from treasure_ship.state import ShipState, pay


def gain_good(s: ShipState, ctx: Ctx, seat: int, kind: int, n: int) -> None:
    s.players[seat].goods[kind] += n
    if ctx.loud:
        ctx.emit(Event("gained", {"seat": seat, "what": GOODS[kind], "n": n}))


def can_pay(s: ShipState, seat: int, costs: int) -> bool:
    """The seat can pay a cost list as a whole."""
    p = s.players[seat]
    return payable(s.c.costs[costs], p.res[GOLD], p.goods)


class Pay(ShipFrame):
    """A cost list: fixed costs at once, free ones by choice."""

    __slots__ = ("at", "costs", "owner")

    def __init__(self, owner: int, costs: int, at: int = 0) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.costs = costs
        self.at = at

    def name(self) -> str:
        return "pay"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner, "costs": self.costs, "at": self.at}

    def copy(self) -> Pay:
        return Pay(self.owner, self.costs, self.at)

    def run(self, s: ShipState, ctx: Ctx) -> None:
        costs = s.c.costs[self.costs]
        while self.at < len(costs):
            cost = costs[self.at]
            self.at += 1
            if cost.pay == PAY_GOLD:
                pay(s, ctx, self.owner, GOLD, cost.n)
            elif cost.pay == PAY_GOOD:
                pay_good(s, ctx, self.owner, cost.kind, cost.n)
            else:
                s.stack.append(PayGoods(self.owner, cost.n, cost.pay == PAY_DISTINCT))
                return
        s.stack.pop()


def pay_good(s: ShipState, ctx: Ctx, seat: int, kind: int, n: int) -> None:
    s.players[seat].goods[kind] -= n
    if ctx.loud:
        ctx.emit(Event("paid", {"seat": seat, "what": GOODS[kind], "n": n}))


class PayGoods(ShipFrame):
    """Which goods are given for a free cost (TS-131)."""

    __slots__ = ("distinct", "n")

    def __init__(self, seat: int, n: int, distinct: bool) -> None:
        super().__init__(seat)
        self.n = n
        self.distinct = distinct

    def name(self) -> str:
        return "pay_goods"

    def rule(self) -> str:
        return "TS-131"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "n": self.n, "distinct": self.distinct}

    def copy(self) -> PayGoods:
        return PayGoods(self.seat, self.n, self.distinct)

    def options(self, s: ShipState) -> list[Action]:
        return s.c.ways(s.players[self.seat].goods, self.n, self.distinct)

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        for kind in action.vec:
            pay_good(s, ctx, self.seat, kind, 1)
