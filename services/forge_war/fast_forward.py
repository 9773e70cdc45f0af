"""The fast-forward set-up of the advanced normal and the short epic game (FW-710 to FW-746).

It stands below the first wealth and above the course of the game: a sale, the draft of stage 1 cards,
the offer and the market cards, the second wealth. Chance, in this order: the unique, bonus and
single-use cards of stage 1 dealt out, then the second wealth cards.
"""

from __future__ import annotations

from typing import Any, Final

from forge_war.actions import DO_BUY, DO_SELL
from forge_war.changes import gain_gold
from forge_war.decks import stage_cards, stage_designs
from forge_war.effects import duplicate, get_card
from forge_war.frames import Reader, WarFrame, WarQuestion
from forge_war.market import reveal
from forge_war.names import CARD_BONUS, CARD_SINGLE, PH_DRAFT, PH_WEALTH, RESOURCE_COUNT, RESOURCES, UNIQUE, WEALTH_FAST
from forge_war.offer import deal
from forge_war.state import WarState, seat_order
from forge_war.wealth import Together, WealthRound
from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO, Frame, Sealed

PICKS: Final = 5
_BONUS_EACH: Final = 2
_SINGLE_EACH: Final = 2
_DISCARD_GOLD: Final = 1


class FastForward(WarFrame):
    """Steps 2 to 6: step 0 the sale, 1 the deal, then a pick and the passing of hands for each of five
    picks, at last the offer, the market cards and the second wealth."""

    __slots__ = ("step",)

    def __init__(self, step: int = 0) -> None:
        super().__init__(AUTO)
        self.step = step

    def name(self) -> str:
        return "fast_forward"

    def fields(self) -> dict[str, Any]:
        return {"step": self.step}

    def copy(self) -> FastForward:
        return FastForward(self.step)

    def run(self, s: WarState, ctx: Ctx) -> None:
        step = self.step
        self.step += 1
        if step == 0:
            self._sale(s)
        elif step == 1:
            s.phase = PH_DRAFT
            deal_draft(s, ctx)
            s.stack.append(DraftPick(list(range(s.n))))
        elif step <= PICKS:
            pass_hands(s, ctx)
            s.stack.append(DraftPick(list(range(s.n))))
        else:
            s.stack.pop()
            s.phase = PH_WEALTH
            deal(s, ctx)
            reveal(s, ctx)
            s.stack.append(WealthRound(WEALTH_FAST, s.c.wealth_kept))

    def _sale(self, s: WarState) -> None:
        seats = list(seat_order(s))
        branches: list[list[Frame[WarState]]] = [[Sale(seat)] for seat in seats]
        s.stack.append(Together(seats, branches))


class Sale(WarFrame):
    """A seat may sell resources as long as it has some (FW-725)."""

    __slots__ = ("owner",)

    def __init__(self, owner: int) -> None:
        super().__init__(AUTO)
        self.owner = owner

    def name(self) -> str:
        return "sale"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner}

    def copy(self) -> Sale:
        return Sale(self.owner)

    def run(self, s: WarState, ctx: Ctx) -> None:
        if sum(s.players[self.owner].res):
            s.stack.append(FastSell(self.owner))
        else:
            s.stack.pop()


class FastSell(WarQuestion):
    """One resource sold at the merchant's price, or the end of selling."""

    __slots__ = ()

    def name(self) -> str:
        return "ff_sell"

    def rule(self) -> str:
        return "FW-725"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> FastSell:
        return FastSell(self.seat)

    def options(self, s: WarState) -> list[Action]:
        out = [s.c.a_done]
        res = s.players[self.seat].res
        for resource in range(RESOURCE_COUNT):
            if res[resource]:
                out.append(s.c.a_ff_sell[resource])
        return out

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.kind != DO_SELL:
            s.stack.pop()  # the `Sale` below
            return
        p = s.players[self.seat]
        p.res[action.a] -= 1
        p.gold += s.c.sell[action.a]
        if ctx.loud:
            data = {"seat": self.seat, "resource": RESOURCES[action.a], "gold": s.c.sell[action.a]}
            ctx.emit(Event("ff_sold", data))


# --- the draft


def deal_draft(s: WarState, ctx: Ctx) -> None:
    """A hand of one unique design, two bonus and two single-use cards each; the rest is the market discard (FW-728)."""
    c = s.c
    rest: list[int] = []
    for p in s.players:
        p.hand = []
    for label, cards, each in (
        ("draft_designs", stage_designs(c, 1, UNIQUE), 1),
        ("draft_bonus_cards", stage_cards(c, 1, CARD_BONUS), _BONUS_EACH),
        ("draft_single_use", stage_cards(c, 1, CARD_SINGLE), _SINGLE_EACH),
    ):
        order = ctx.chance.shuffle(label, cards)
        for seat, p in enumerate(s.players):
            p.hand += order[seat * each : (seat + 1) * each]
        rest += order[s.n * each :]
    for p in s.players:
        p.hand.sort()
    s.discard += sorted(rest)
    if ctx.loud:
        ctx.emit(Event("market_cleared", {"cards": [c.card_ids[card] for card in sorted(rest)]}))
    _tell_hands(s, ctx)


def pass_hands(s: WarState, ctx: Ctx) -> None:
    """What is left of every hand goes to the left, to the next seat (FW-731)."""
    hands = [p.hand for p in s.players]
    for seat, p in enumerate(s.players):
        p.hand = hands[(seat - 1) % s.n]
    _tell_hands(s, ctx)


def _tell_hands(s: WarState, ctx: Ctx) -> None:
    if ctx.loud:
        for seat, p in enumerate(s.players):
            cards = [s.c.card_ids[card] for card in p.hand]
            ctx.emit(Event("draft_hand", {"seat": seat, "cards": cards}, (seat,), {"seat": seat, "count": len(cards)}))


class DraftPick(Sealed[WarState]):
    """Every seat buys or discards one card of its hand; nobody sees another's pick before all are in (FW-731)."""

    __slots__ = ()

    def name(self) -> str:
        return "ff_draft"

    def rule(self) -> str:
        return "FW-731"

    def ask_single(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        answers = [[a.kind, a.a] if a is not None else None for a in self.answers]
        return {"seats": list(self.seats), "answers": answers}

    def copy(self) -> DraftPick:
        other = DraftPick(self.seats)
        other.answers = self.answers.copy()
        return other

    def options_for(self, s: WarState, seat: int) -> list[Action]:
        c = s.c
        p = s.players[seat]
        out = [c.a_discard[card] for card in p.hand]
        for card in p.hand:
            if c.draft_price[card] <= p.gold and not duplicate(s, p, card):
                out.append(c.a_buy_card[card])
        return out

    def reveal(self, s: WarState, answers: list[Action], ctx: Ctx) -> None:
        """All picks in the order of seats; then what bought single-use cards ask, all seats at once (FW-734)."""
        main = s.stack
        seats: list[int] = []
        branches: list[list[Frame[WarState]]] = []
        for place, action in enumerate(answers):
            branch: list[Frame[WarState]] = []
            s.stack = branch
            self._pick(s, ctx, self.seats[place], action)
            if branch:
                seats.append(self.seats[place])
                branches.append(branch)
        s.stack = main
        if seats:
            s.stack.append(Together(seats, branches))

    def _pick(self, s: WarState, ctx: Ctx, seat: int, action: Action) -> None:
        p = s.players[seat]
        card = action.a
        p.hand.remove(card)
        bought = action.kind == DO_BUY
        gold = -s.c.draft_price[card] if bought else _DISCARD_GOLD
        if ctx.loud:
            data = {"seat": seat, "card": s.c.card_ids[card], "bought": bought, "gold": gold}
            ctx.emit(Event("draft_pick", data))
        if bought:
            p.gold += gold
            get_card(s, ctx, seat, card)
        else:
            s.discard.append(card)
            gain_gold(s, ctx, seat, gold)


READERS: Final[dict[str, Reader]] = {
    "fast_forward": lambda _, f: FastForward(f["step"]),
    "sale": lambda _, f: Sale(f["seat"]),
    "ff_sell": lambda _, f: FastSell(f["seat"]),
}
