"""Trade, and the courier's step (RULES.md, section 20; UV-230)."""

from __future__ import annotations

from rulekit.actions import Action as Choice
from rulekit.events import Ctx, Event
from ultimate_voyage.action import Action
from ultimate_voyage.changes import add_story, lose_good, take_good, to_pile
from ultimate_voyage.names import NANJING, TRADE, ZONES
from ultimate_voyage.objectives import claim_courier, courier_holders, courier_profit
from ultimate_voyage.state import FACE_UP, VoyageState, hostile, is_upgraded, ship_zones


def add_trade(s: VoyageState, a: Action, bought: int, out: list[Choice]) -> None:
    """Goods that can be bought (UV-550, UV-552), and goods that the courier can carry away."""
    c = s.c
    seat = a.owner
    side = is_upgraded(s, seat, TRADE)
    if bought < c.goods_per_trade[side]:
        for port in ship_zones(s, seat) if side else [a.port]:
            if port == NANJING or hostile(s, port) or port not in s.players[seat].ships:
                continue
            left = a.left(port == a.port)
            for good in s.bazaar[port]:
                if c.good_cost[good] <= left and s.seen[good] == FACE_UP:
                    out.append(c.a_trade[good])
    for holder in courier_holders(s, seat):
        for good in courier_goods(s, seat, a.port):
            out.append(c.a_courier[good][holder])


def courier_goods(s: VoyageState, seat: int, port: int) -> list[int]:
    """Goods of the seat that come from neither the active port's region nor one adjacent to it."""
    c = s.c
    if port == NANJING or hostile(s, port):
        return []
    region = c.region_of[port]
    near = c.region_adjacent[region] | 1 << region
    least = courier_profit(s)
    goods = s.players[seat].goods
    return sorted(g for g in goods if c.good_profit[g] >= least and not near >> c.good_region[g] & 1)


def buy(s: VoyageState, ctx: Ctx, a: Action, good: int) -> None:
    """A good is bought: points, abilities and, in a Trade action only, story points (UV-566)."""
    c = s.c
    port = next(zone for zone in c.ports_of[c.good_region[good]] if good in s.bazaar[zone])
    a.spend(c.good_cost[good], port == a.port)
    s.bazaar[port].remove(good)
    if ctx.loud:
        data = {"seat": a.owner, "good": c.good_ids[good], "port": ZONES[port], "cost": c.good_cost[good]}
        ctx.emit(Event("good_bought", data))
    take_good(s, ctx, a.owner, good)
    add_story(s, ctx, a.owner, c.good_region[good], c.good_story[good])


def send_courier(s: VoyageState, ctx: Ctx, a: Action, good: int, holder: int) -> None:
    """The good goes back under its region, the card is claimed."""
    lose_good(s, ctx, a.owner, good)
    to_pile(s, good)
    claim_courier(s, ctx, a.owner, holder)
