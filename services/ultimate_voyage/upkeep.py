"""Port upkeep: affiliations deteriorate, bazaars and knowledge are filled up (UV-268 to UV-274)."""

from __future__ import annotations

from bisect import insort

from rulekit.events import Ctx, Event
from ultimate_voyage.changes import set_affiliation
from ultimate_voyage.names import COLOURS, HOSTILE, SOLO, UNKNOWN, ZONE_COUNT, ZONES
from ultimate_voyage.state import FACE_UP, VoyageState, any_ship_at, open_zone, token_count


def port_upkeep(s: VoyageState, ctx: Ctx) -> None:
    """Every open port where no seat has a ship, in number order."""
    for port in range(1, ZONE_COUNT):
        if not open_zone(s, port) or any_ship_at(s, port):
            continue
        here = s.affiliation[port]
        if here != UNKNOWN and here != HOSTILE:
            set_affiliation(s, ctx, port, here - 1)
        _refill_goods(s, ctx, port)
        _refill_token(s, ctx, port)


def _refill_goods(s: VoyageState, ctx: Ctx, port: int) -> None:
    """Random goods of the region, face down (UV-272); in the solo game face up (UV-676)."""
    pile = s.pile[s.c.region_of[port]]
    n = min(s.c.bazaar[port] - len(s.bazaar[port]), len(pile))
    if n <= 0:
        return
    new = ctx.chance.draw("refill", pile, n)
    up = s.mode == SOLO
    if not up:
        for good in pile:
            s.seen[good] = 0  # nobody knows which of those remembered have been drawn
    for good in new:
        pile.remove(good)
        insort(s.bazaar[port], good)
        s.seen[good] = FACE_UP if up else 0
    if ctx.loud:
        goods = [s.c.good_ids[g] for g in sorted(new)] if up else None
        ctx.emit(Event("goods_refilled", {"port": ZONES[port], "n": n, "goods": goods}))


def _refill_token(s: VoyageState, ctx: Ctx, port: int) -> None:
    """One random token from the bag, if fewer than printed lie there (UV-274)."""
    if token_count(s, port) >= len(s.c.printed[port]):
        return
    bag: list[int] = []
    for colour in range(len(COLOURS)):
        bag += [colour] * s.bag[colour]
    if not bag:
        return
    colour = ctx.chance.draw("token", bag, 1)[0]
    s.bag[colour] -= 1
    s.tokens[port * 4 + colour] += 1
    if ctx.loud:
        ctx.emit(Event("token_refilled", {"port": ZONES[port], "colour": COLOURS[colour]}))
