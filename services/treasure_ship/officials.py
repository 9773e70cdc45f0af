"""High Officials Phase and Planning Phase (RULES.md, sections 4 and 5)."""

from __future__ import annotations

from typing import Any

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from treasure_ship.effects import Gains
from treasure_ship.frames import ShipFrame
from treasure_ship.names import EMPEROR, NPC, PLACES
from treasure_ship.payment import Pay, can_pay
from treasure_ship.state import ShipState, official_at, seat_name, voyages_of_round


def can_offer(s: ShipState, seat: int, place: int, chips: int) -> bool:
    """Payable, and not a second time to an official of B to E or the Emperor (TS-119, TS-128).

    `chips`: how many goods the seat holds.
    """
    if place >= 3 and s.players[seat].offered[place]:
        return False
    costs = official_at(s, place).pay
    return chips >= s.c.cost_goods[costs] and can_pay(s, seat, costs)


class Offer(ShipFrame):
    """The card that gets the seat's offering (TS-113)."""

    __slots__ = ()

    def name(self) -> str:
        return "offer"

    def rule(self) -> str:
        return "TS-113"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> Offer:
        return Offer(self.seat)

    def options(self, s: ShipState) -> list[Action]:
        chips = sum(s.players[self.seat].goods)
        return [s.c.a_offer[p] for p in range(EMPEROR + 1) if can_offer(s, self.seat, p, chips)]

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        place = action.a
        official = official_at(s, place)
        s.offerings.append((self.seat, place))
        s.players[self.seat].offered[place] += 1
        if ctx.loud:
            ctx.emit(Event("offering", {"seat": self.seat, "place": PLACES[place], "card": official.id}))
        s.stack.append(Gains(self.seat, official.benefit, "officials"))
        s.stack.append(Pay(self.seat, official.pay))


def planning_order(s: ShipState) -> list[int]:
    """Emperor, E to A; then left before right; then the order on the card (TS-150)."""
    keyed: list[tuple[int, int, int, int]] = []
    for i, (seat, place) in enumerate(s.offerings):
        category = 5 if place == EMPEROR else place // 3
        column = 0 if place == EMPEROR else place % 3
        keyed.append((-category, column, i, seat))
    keyed.sort()
    return [k[3] for k in keyed]


def free_voyages(s: ShipState) -> list[int]:
    """Voyages (from 0) with a card and no priority frame."""
    return [v for v in range(voyages_of_round(s)) if s.priority[v] == -2]


def take_voyage(s: ShipState, ctx: Ctx, seat: int, voyage: int) -> None:
    s.priority[voyage] = seat
    if ctx.loud:
        ctx.emit(Event("voyage_taken", {"seat": seat_name(seat), "voyage": voyage + 1}))


class Plan(ShipFrame):
    """The voyage that gets the seat's priority frame (TS-153)."""

    __slots__ = ()

    def name(self) -> str:
        return "plan"

    def rule(self) -> str:
        return "TS-153"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> Plan:
        return Plan(self.seat)

    def options(self, s: ShipState) -> list[Action]:
        return [s.c.a_plan[v + 1] for v in free_voyages(s)]

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        take_voyage(s, ctx, self.seat, action.a - 1)


def npc_offers(s: ShipState, ctx: Ctx) -> None:
    """The top solo card is turned, and its official gets the NPC's frame (TS-775, TS-778)."""
    s.guide = s.solo_pile.pop()
    guide = s.c.solo_cards[s.guide]
    s.offerings.append((NPC, guide.place))
    if ctx.loud:
        following = s.c.solo_cards[s.solo_pile[-1]].id
        ctx.emit(Event("guideline", {"card": guide.id, "next": following, "place": PLACES[guide.place]}))


def npc_plans(s: ShipState, ctx: Ctx) -> None:
    """The first voyage of the NPC's planning order that is free (TS-793)."""
    free = free_voyages(s)
    for voyage in s.c.solo_cards[s.guide].planning:
        if voyage - 1 in free:
            take_voyage(s, ctx, NPC, voyage - 1)
            return
