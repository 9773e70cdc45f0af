"""What every seat may do at any time of a round: the merchant and the market stalls (FW-310 to FW-328)."""

from __future__ import annotations

from typing import Any, Final

from forge_war.actions import DO_MERCHANT_BUY, DO_MERCHANT_SELL
from forge_war.changes import amounts, can_pay, pay, pool, receive
from forge_war.frames import Reader, WarFrame
from forge_war.names import LEFT_TO_RIGHT, RESOURCE_COUNT, RESOURCES, RIGHT_TO_LEFT, SIDES
from forge_war.state import Player, WarState, seat_order
from rulekit.actions import Action
from rulekit.errors import NotYourDecision
from rulekit.events import Ctx, Event
from rulekit.frames import MANY, waiting_frame, waiting_seats

NOTHING: Final[list[Action]] = []


def renew(s: WarState) -> None:
    """A round begins: allowances are renewed and any-time actions are open to all (FW-105, FW-327)."""
    for p in s.players:
        p.buys = 0
        p.sells = 0
        p.extras = 0
        p.stalls_used = 0
    open_to_all(s)


def open_to_all(s: WarState) -> None:
    s.open = (1 << s.n) - 1


def options(s: WarState, seat: int) -> list[Action]:
    """The any-time actions that the seat may take now; the list may be shared."""
    p = s.players[seat]
    if not s.open >> seat & 1 or p.starting:
        return NOTHING
    out: list[Action] = []
    trades = s.rules.trades
    if p.buys < p.buy_limit:
        for resource in range(RESOURCE_COUNT):
            if trades[resource] and p.gold >= s.c.buy[resource]:
                out.append(s.c.a_merchant_buy[resource])
    if p.sells < 1:
        for resource in range(RESOURCE_COUNT):
            if trades[resource] and p.res[resource]:
                out.append(s.c.a_merchant_sell[resource])
    for place, card in enumerate(p.bonus):
        if s.c.stall_key[card] >= 0 and _stall_free(p, place):
            if can_pay(p, s.c.stall_left[card]):
                out.append(s.c.a_stall[card][LEFT_TO_RIGHT])
            if can_pay(p, s.c.stall_right[card]):
                out.append(s.c.a_stall[card][RIGHT_TO_LEFT])
    return out


def _stall_free(p: Player, place: int) -> bool:
    """Once a round each, then the shared extra uses of Trader's Savvy (FW-208, FW-220)."""
    return not p.stalls_used >> place & 1 or p.extras < p.extra_limit


def carry_out(s: WarState, ctx: Ctx, seat: int, action: Action) -> None:
    """One of `options`. The seat's own decision stays open with new options."""
    p = s.players[seat]
    c = s.c
    if action.kind == DO_MERCHANT_BUY:
        p.gold -= c.buy[action.a]
        p.res[action.a] += 1
        p.buys += 1
    elif action.kind == DO_MERCHANT_SELL:
        p.gold += c.sell[action.a] + p.sell_bonus
        p.res[action.a] -= 1
        p.sells += 1
    else:
        place = p.bonus.index(action.a)
        if p.stalls_used >> place & 1:
            p.extras += 1
        p.stalls_used |= 1 << place
        left, right = c.stall_left[action.a], c.stall_right[action.a]
        pay(p, left if action.b == LEFT_TO_RIGHT else right)
        receive(p, right if action.b == LEFT_TO_RIGHT else left)
    p.unfocused = []
    if seat in waiting_seats(s):
        waiting_frame(s, seat).kept = None
    if ctx.loud:
        _tell(s, ctx, seat, action)


def _tell(s: WarState, ctx: Ctx, seat: int, action: Action) -> None:
    c = s.c
    did: dict[str, Any]
    if action.kind == DO_MERCHANT_BUY:
        did = {"action": "merchant_buy", "resource": RESOURCES[action.a], "gold": -c.buy[action.a]}
    elif action.kind == DO_MERCHANT_SELL:
        gold = c.sell[action.a] + s.players[seat].sell_bonus
        did = {"action": "merchant_sell", "resource": RESOURCES[action.a], "gold": gold}
    else:
        left, right = amounts(c.stall_left[action.a]), amounts(c.stall_right[action.a])
        did = {"action": "stall", "card": c.card_ids[action.a], "side": SIDES[action.b]}
        did["paid"], did["gained"] = (left, right) if action.b == LEFT_TO_RIGHT else (right, left)
    ctx.emit(Event("anytime", {"seat": seat, **did, "pool": pool(s.players[seat])}))


class RoundClose(WarFrame):
    """The last chance for any-time actions, all seats at once (FW-325, FW-326).

    A seat is closed by its own word, or when it has no such action left.
    """

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(MANY)

    def name(self) -> str:
        return "round_close"

    def rule(self) -> str:
        return "FW-325"

    def copy(self) -> RoundClose:
        return RoundClose()

    def waiting(self, s: WarState) -> list[int]:
        return [seat for seat in seat_order(s) if s.open >> seat & 1]

    def frame_of(self, s: WarState, seat: int) -> WarFrame:
        if not s.open >> seat & 1:
            raise NotYourDecision(f"seat {seat} has nothing to decide now")
        return _CloseAsk(seat)

    def answer(self, s: WarState, seat: int, action: Action, ctx: Ctx) -> None:
        s.open &= ~(1 << seat)
        if ctx.loud:
            ctx.emit(Event("passed", {"seat": seat, "kind": "round_close", "gold": 0}))

    def settle(self, s: WarState, ctx: Ctx) -> bool:
        for seat in range(s.n):
            if s.open >> seat & 1 and not options(s, seat):
                s.open &= ~(1 << seat)
        if s.open:
            return False
        s.stack.pop()
        return True


class _CloseAsk(WarFrame):
    """One seat's face of `RoundClose`; made on demand, never on the stack."""

    __slots__ = ()

    def name(self) -> str:
        return "round_close"

    def rule(self) -> str:
        return "FW-325"

    def optional(self) -> bool:
        return True

    def options(self, s: WarState) -> list[Action]:
        return [s.c.a_close]


READERS: Final[dict[str, Reader]] = {"round_close": lambda _, __: RoundClose()}
