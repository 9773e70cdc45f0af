"""Tokens paid and gained in a mix of the seat's choice (UV-322, UV-562)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action
from rulekit.events import Ctx
from ultimate_voyage.changes import gain, owns_class, pay
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.names import MEDICINE, PORCELAIN, TROOPS
from ultimate_voyage.state import VoyageState


def pay_porcelain(s: VoyageState, ctx: Ctx, seat: int, n: int) -> None:
    """The seat can pay `n`; it is asked for the mix if there is more than one."""
    p = s.players[seat]
    if n <= 0:
        return
    if p.res[TROOPS] == 0 or not owns_class(s, seat, MEDICINE):
        pay(s, ctx, seat, PORCELAIN, n)
    elif p.res[PORCELAIN] == 0:
        pay(s, ctx, seat, TROOPS, n)
    else:
        s.stack.append(PayMix(seat, n))


class PayMix(VoyageFrame):
    """How much of a price is paid in porcelain and how much in troops."""

    __slots__ = ("price",)

    def __init__(self, seat: int, price: int) -> None:
        super().__init__(seat)
        self.price = price

    def name(self) -> str:
        return "pay_mix"

    def rule(self) -> str:
        return "UV-562"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "price": self.price}

    def copy(self) -> PayMix:
        return PayMix(self.seat, self.price)

    def options(self, s: VoyageState) -> list[Action]:
        p = s.players[self.seat]
        most = min(self.price, p.res[PORCELAIN])
        least = max(0, self.price - p.res[TROOPS])
        return [s.c.pay_mix(n, self.price - n) for n in range(most, least - 1, -1)]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        pay(s, ctx, self.seat, PORCELAIN, action.a)
        pay(s, ctx, self.seat, TROOPS, action.b)


class GainTokens(VoyageFrame):
    """`n` tokens, porcelain and troops as the seat likes: a forfeit, or a card (`gain_choice`)."""

    __slots__ = ("n",)

    def __init__(self, seat: int, n: int) -> None:
        super().__init__(seat)
        self.n = n

    def name(self) -> str:
        return "forfeit_gain"

    def rule(self) -> str:
        return "UV-322"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "n": self.n}

    def copy(self) -> GainTokens:
        return GainTokens(self.seat, self.n)

    def options(self, s: VoyageState) -> list[Action]:
        return [s.c.forfeit_gained(n, self.n - n) for n in range(self.n, -1, -1)]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        gain(s, ctx, self.seat, PORCELAIN, action.a)
        gain(s, ctx, self.seat, TROOPS, action.b)


READERS: Final[dict[str, Reader]] = {
    "pay_mix": lambda _, f: PayMix(f["seat"], f["price"]),
    "forfeit_gain": lambda _, f: GainTokens(f["seat"], f["n"]),
}
