"""Where ships should sail in The Ultimate Voyage: all zones in reach, and what being there would bring."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from bot_player import voyage_weights as w
from bot_player.voyage_plans import Boost, Means, Plans
from ultimate_voyage.names import FLAGSHIP, NANJING, NO_OCEAN, NO_REGION, QUICK, SAIL, TROOPS, ZONE_COUNT
from ultimate_voyage.sailing import Voyage, link_cost
from ultimate_voyage.state import RETURNED, is_upgraded, open_zone

BARE: Final = 2  # troops below which a storm hurts


class Way:
    """A way to a zone: what it costs, its first link, what meets the fleet on it."""

    __slots__ = ("cost", "first", "luck", "zone")

    def __init__(self, zone: int, cost: int, first: int, luck: float) -> None:
        self.zone = zone
        self.cost = cost
        self.first = first
        self.luck = luck


class Routes:
    """Ways of one seat in one state."""

    def __init__(self, plans: Plans) -> None:
        self.plans = plans
        self.x = plans.x
        self.s = plans.s
        self.seat = plans.seat
        self.side = is_upgraded(self.s, self.seat, SAIL)
        self.here = self.x.places(self.x.p.ships)
        self._gains: dict[tuple[int, int], float] = {}

    def ways(self, zone: int, free: bool, budget: int) -> list[Way]:
        """To all zones in reach, the start left out; of equally cheap ways the one found first."""
        s, c = self.s, self.s.c
        probe = Voyage()
        done: set[tuple[int, bool]] = set()
        best: dict[int, Way] = {}
        heap: list[tuple[int, int, int, bool, int, float]] = [(0, 0, zone, free, -1, 0.0)]
        count = 0
        while heap:
            cost, _, here, gratis, first, luck = heappop(heap)
            if (here, gratis) in done:
                continue
            done.add((here, gratis))
            if here != zone and here not in best:
                best[here] = Way(here, cost, first, luck)
            if here == NANJING and first >= 0:
                continue
            for to in c.neighbours[here]:
                if not open_zone(s, to):
                    continue
                probe.zone, probe.free = here, gratis
                price = cost + link_cost(s, self.side, probe, to)
                if price > budget:
                    continue
                link = here * ZONE_COUNT + to
                after = s.wind != 0 and c.link_wind[link] == s.wind and not gratis
                count += 1
                heappush(heap, (price, count, to, after, to if first < 0 else first, luck + self._luck(link, to)))
        return list(best.values())

    def _luck(self, link: int, to: int) -> float:
        s, c = self.s, self.s.c
        out = w.ENCOUNTER if c.icon[link] and self.x.o.actions > 1 else 0.0
        region = c.region_of[to]
        if c.boundary[link] and region != NO_REGION and s.storm != NO_OCEAN and c.ocean_of[region] == s.storm:
            out += w.STORM if self.x.p.res[TROOPS] >= BARE else w.STORM_BARE
        return out

    def home(self, ship: int) -> float:
        """The gain if a ship goes home now."""
        p = self.x.p
        zone = p.ships[ship]
        p.ships[ship] = RETURNED
        out = self.x.o.home_levels(ship) + self.x.o.total() - self.x.now
        out += self.x.places(p.ships) - self.here
        if max(p.ships) < 0:
            out -= w.ACTION * self.x.o.actions
        p.ships[ship] = zone
        return out

    def gain(self, ship: int, to: int) -> float:
        """The gain if a ship is at another zone; at home if that is where it comes to."""
        key = (ship, to)
        found = self._gains.get(key)
        if found is None:
            p = self.x.p
            if to == NANJING:
                found = self.home(ship)
            else:
                zone = p.ships[ship]
                p.ships[ship] = to
                found = self.x.places(p.ships) - self.here
                if ship == FLAGSHIP:
                    found += self.x.o.total() - self.x.now
                if self.s.mode == QUICK and to == self.s.c.quick_start:
                    found = max(found, self.home(ship))
                p.ships[ship] = zone
            self._gains[key] = found
        return found

    def best(self, m: Means, ship: int, start: int, free: bool, boosts: list[Boost]) -> tuple[float, Way | None, bool]:
        """The best aim of a ship, from the zone where it is: gain, way (None: stay), and whether points are bought
        for it."""
        here = start == m.port
        left = m.left(here)
        zone = self.x.p.ships[ship]
        value, way, buy = 0.0, None, False
        budget = left + sum(b.n for b in boosts)
        for found in self.ways(zone, free, budget):
            gain = self.gain(ship, found.zone) + found.luck
            short = found.cost - left
            if short > 0:
                for boost in boosts:
                    gain -= boost.price
                    short -= boost.n
                    if short <= 0:
                        break
            if gain > value + 1e-9:
                value, way, buy = gain, found, found.cost > left
        return value, way, buy
