"""What seats of The Treasure Ship of Zheng He will have scored in the end, estimated from a state.

The points that a seat has, plus what its means bring on average until the end: a linear estimate whose
weights were fitted to matches between greedy bots. A weight is in points per unit for each of `TIMES`:
the share of voyages left, and its square.
"""

from __future__ import annotations

from typing import Final

from bot_player.ship_weights import GROWTH
from treasure_ship.content import Content
from treasure_ship.flow import final_scores
from treasure_ship.state import ShipState, official_at


class Prospects:
    """Under one edition."""

    def __init__(self, content: Content) -> None:
        self.content = content
        costs = content.level_cost
        self._needed = [sum(costs[level:]) for level in range(len(costs) + 1)]
        per = content.voyages_per_round
        self._voyages = sum(per)
        self._before = [sum(per[:r]) for r in range(len(per) + 1)]

    def left(self, s: ShipState) -> float:
        """The share of voyages that are still to come."""
        if s.ending:
            return 0.0
        done = self._before[s.round - 1] + max(0, s.voyage)
        return 1 - done / self._voyages

    def means(self, s: ShipState, seat: int) -> list[float]:
        p = s.players[seat]
        goods = p.goods
        needed = surplus = 0
        for power in range(5):
            need = self._needed[p.levels[power]]
            held = p.emissaries[power]
            needed += min(held, need)
            surplus += max(0, held - need)
        growth = 0.0
        offered = 0
        for place in range(16):
            if p.offered[place]:
                offered += 1
                o = official_at(s, place)
                if o.count >= 0:
                    growth += o.each / o.div * GROWTH[o.count]
        levels = p.levels
        return [
            1.0,
            *[float(n) for n in p.res],
            float(sum(goods)),
            float(len([1 for n in goods if n])),
            float(sum([min(2, n) for n in goods])),
            float(needed),
            float(surplus),
            float(sum(levels)),
            float(len([1 for n in levels if n >= 2])),
            float(len([1 for n in levels if n == 3])),
            float(p.merit),
            float(p.covered.bit_count()),
            float(len(p.tiles)),
            float(p.monuments.bit_count()),
            growth,
            float(offered),
        ]

    def now(self, s: ShipState) -> list[int]:
        return [sum(parts.values()) for parts in final_scores(s)]

    def totals(self, s: ShipState) -> list[float]:
        t = self.left(s)
        out: list[float] = []
        for seat, now in enumerate(self.now(s)):
            means = self.means(s, seat)
            out.append(now + sum([m * (t * a + t * t * b) for m, (a, b) in zip(means, WEIGHTS, strict=True)]))
        return out


WEIGHTS: Final[list[tuple[float, float]]] = [
    (227, -4.87),  # 1
    (1.35, 0.644),  # gold
    (7.56, -1.63),  # weapon
    (6.24, 10.1),  # cannon
    (7.92, -6.88),  # command
    (2.27, 10.5),  # detachment
    (7.65, 2.52),  # gift
    (6.2, -9.96),  # extension
    (5.05, -8.85),  # goods
    (7.36, -9.02),  # kinds
    (-2.21, 11.9),  # pairs
    (10.3, -2.21),  # needed
    (3.7, -11.9),  # surplus
    (8.68, 4.88),  # levels
    (-3.47, -6.7),  # l2
    (18.6, -38.8),  # l3
    (2.16, 3.11),  # merit
    (1.38, -6.64),  # cells
    (-9.78, 23.5),  # tiles
    (-0.71, 3.03),  # monuments
    (4.91, -17.2),  # growth
    (-19.7, 1.92),  # offered
]
