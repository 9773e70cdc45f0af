"""The greedy bot's estimates of benefits and payments.

Everything is estimated by doing it to a `Hand`: the second of two things sees what the first gave.
Nothing is drawn: a random emissary is worth the average of those that could come, and is not added.
"""

from __future__ import annotations

from bot_player import ship_weights as w
from bot_player.ship_hand import CELLS, LEVELS, LEVELS_2, LEVELS_3, MERIT, TILES, Hand
from bot_player.ship_house import Houses
from treasure_ship.content import Content, Effect, payable
from treasure_ship.names import (
    GOLD,
    OP_ANIMAL,
    OP_CHOOSE,
    OP_EMISSARY,
    OP_EMISSARY_ANY,
    OP_EMISSARY_RANDOM,
    OP_GAIN,
    OP_GOOD,
    OP_GOOD_ANY,
    OP_MERIT,
    OP_PER,
    OP_POWER_ACTION,
    OP_REQUIRE,
    OP_TRADE,
    OP_VP,
    PAY_DISTINCT,
    PAY_GOLD,
    PAY_GOOD,
    WEAPON,
)

SAME = 1e-9  # values that differ by less are equal


class Worth:
    """Estimates in one round of one match. Methods that take a hand change it, if not said otherwise."""

    def __init__(self, content: Content, houses: Houses, round: int, final: bool, sides: list[int]) -> None:
        self.content = content
        self.houses = houses
        self.round = round
        self.final = final
        self.r = 0.0 if final else (8 - round) / 7
        self.t = min(1.0, (8 - round) / 4)
        self.res = [x * self.r for x in w.RESOURCES]
        self.res[WEAPON] = 0.0 if final else max(w.LEAST_WEAPON, w.WEAPON * self.r)
        self._goods = [0.0] * 3 if final else w.GOODS
        self._levels = [content.levels[power][side] for power, side in enumerate(sides)]
        self._merit = [
            points + (w.MERIT_STEP if i and points == content.merit_vp[i - 1] else 0.0)
            for i, points in enumerate(content.merit_vp)
        ]
        costs = content.level_cost
        self._needed = [sum(costs[level:]) for level in range(len(costs))]

    # --- pieces

    def good(self, held: int) -> float:
        """A trade good of a kind of which so many are held; changes nothing."""
        return self._goods[held if held < 2 else 2]

    def emissary(self, h: Hand, power: int, held: int) -> float:
        """An emissary beside so many held; changes nothing."""
        level = h.levels[power]
        if level >= len(self._needed):
            return float(self.content.surplus_vp)
        return (w.NEEDED_EMISSARY if held < self._needed[level] else w.SPARE_EMISSARY) * self.t

    def shares(self, h: Hand, count: int, before: int, after: int) -> float:
        """What officials on the board gain by a count; changes nothing."""
        out = 0.0
        for share in h.shares:
            if share.count == count:
                out += share.factor * (min(share.most, after * share.each) - min(share.most, before * share.each))
        return out

    # --- payments

    def can_pay(self, h: Hand, costs: int) -> bool:
        return payable(self.content.costs[costs], h.res[GOLD], h.goods)

    def pay(self, h: Hand, costs: int) -> float:
        """Pays a cost list as cheaply as can be; the value of what was given."""
        given = 0.0
        for cost in self.content.costs[costs]:
            if cost.pay == PAY_GOLD:
                h.res[GOLD] -= cost.n
                given += cost.n * self.res[GOLD]
            elif cost.pay == PAY_GOOD:
                for _ in range(cost.n):
                    given += self.give_good(h, cost.kind)
            else:
                given += self._pay_free(h, cost.n, cost.pay == PAY_DISTINCT)
        return given

    def _pay_free(self, h: Hand, n: int, distinct: bool) -> float:
        """The first kind of which most are held, again and again."""
        given = 0.0
        kinds = list(range(len(h.goods)))
        for _ in range(n):
            most = max([h.goods[k] for k in kinds])
            kind = next(k for k in kinds if h.goods[k] == most)
            given += self.give_good(h, kind)
            if distinct:
                kinds.remove(kind)
        return given

    def give_good(self, h: Hand, kind: int) -> float:
        """A chip counts as if it were gained back."""
        h.goods[kind] -= 1
        return self.good(h.goods[kind])

    # --- benefits

    def gain(self, h: Hand, effects: list[int], captain: bool = False) -> float:
        """A list of effects. `captain`: a captain's benefit may be taken."""
        out = 0.0
        for number in effects:
            e = self.content.effects[number]
            op = e.op
            if op == OP_GAIN:
                h.res[e.what] += e.n
                out += self.res[e.what] * e.n
            elif op == OP_GOOD:
                for _ in range(e.n):
                    out += self._take_good(h, e.what)
            elif op == OP_GOOD_ANY:
                for _ in range(e.n):
                    out += self._take_good(h, scarcest(h))
            elif op == OP_VP:
                out += e.n
            elif op == OP_MERIT:
                out += self.climb(h, e.n)
            elif op == OP_EMISSARY:
                for _ in range(e.n):
                    out += self.take_emissary(h, e.what)
            elif op == OP_EMISSARY_RANDOM:
                out += e.n * self._random_emissary(h)
            elif op == OP_EMISSARY_ANY:
                out += self._any_emissaries(h, e.n)
            elif op == OP_ANIMAL:
                out += self._animal(h, e.kinds)
            elif op == OP_CHOOSE:
                out += self._choose(h, e, captain)
            elif op == OP_TRADE:
                out += self._trade(h, e)
            elif op == OP_PER:
                times = h.count(e.count) // e.div
                out += self.gain(h, e.lists[0] * (min(times, e.most) if e.most >= 0 else times))
            elif op == OP_POWER_ACTION:
                out += self._power_action(h, e.what)
            else:
                assert op == OP_REQUIRE
        return out

    def _take_good(self, h: Hand, kind: int) -> float:
        h.goods[kind] += 1
        return self.good(h.goods[kind] - 1)

    def climb(self, h: Hand, n: int) -> float:
        """Merit, with the effects of the spaces."""
        out = 0.0
        for _ in range(min(n, self.content.merit_max - h.merit)):
            h.merit += 1
            out += self._merit[h.merit] - self._merit[h.merit - 1]
            out += self.shares(h, MERIT, h.merit - 1, h.merit)
            if self.content.merit_effect[h.merit]:
                out += self.gain(h, self.content.merit_effect[h.merit])
        return out

    def _choose(self, h: Hand, e: Effect, captain: bool) -> float:
        best = 0.0
        chosen: Hand | None = None
        for items in e.lists:
            if captain or not (items and self.content.effects[items[0]].op == OP_REQUIRE):
                o = h.copy()
                value = self.gain(o, items)
                if chosen is None or value > best + SAME:
                    best, chosen = value, o
        if chosen is not None:
            h.become(chosen)
        return best

    def _trade(self, h: Hand, e: Effect) -> float:
        best = 0.0
        chosen: Hand | None = None
        if self.can_pay(h, e.pay):
            for item in e.lists:
                o = h.copy()
                value = self.bargain(o, e.pay, item)
                if value > best + SAME:
                    best, chosen = value, o
        if chosen is not None:
            h.become(chosen)
        return best

    def bargain(self, h: Hand, costs: int, effects: list[int]) -> float:
        """A benefit less its cheapest payment."""
        given = self.pay(h, costs)
        return self.gain(h, effects) - given

    # --- emissaries and powers

    def take_emissary(self, h: Hand, power: int) -> float:
        """From the discard area, else from the bag, else nothing."""
        if h.discard[power]:
            h.discard[power] -= 1
        elif h.bag[power]:
            h.bag[power] -= 1
        else:
            return 0.0
        h.emissaries[power] += 1
        return self.emissary(h, power, h.emissaries[power] - 1)

    def _random_emissary(self, h: Hand) -> float:
        """Changes nothing."""
        frames = h.bag if any(h.bag) else h.discard
        total = sum(frames)
        if not total:
            return 0.0
        return sum([n * self.emissary(h, power, h.emissaries[power]) for power, n in enumerate(frames) if n]) / total

    def colour(self, h: Hand, power: int) -> float:
        """How good a colour is to choose; changes nothing."""
        out = self.emissary(h, power, h.emissaries[power])
        level = h.levels[power]
        if level < len(self._needed):
            out += self._levels[power][level].end_vp * w.NEXT_LEVEL
            if h.emissaries[power] == self.content.level_cost[level] - 1:
                out += w.LAST_MISSING
        return out

    def _any_emissaries(self, h: Hand, n: int) -> float:
        out = 0.0
        for _ in range(n):
            powers = [p for p in range(5) if h.bag[p] or h.discard[p]]
            if not powers:
                break
            out += self.take_emissary(h, powers[first_best([self.colour(h, p) for p in powers])])
        return out

    def _power_action(self, h: Hand, power: int) -> float:
        """An emissary is sent if it can be; then hospitality."""
        out = 0.0
        level = h.levels[power]
        if level < len(self._needed) and h.emissaries[power] >= self.content.level_cost[level]:
            out += self._raise(h, power)
        effects: list[int] = []
        for i in range(h.levels[power]):
            step = self._levels[power][i]
            effects += step.every
            bit = 1 << (power * 3 + i)
            if step.first and not h.first_taken & bit:
                h.first_taken |= bit
                effects += step.first
        return out + self.gain(h, effects)

    def _raise(self, h: Hand, power: int) -> float:
        steps = self._levels[power]
        level = h.levels[power]
        out = steps[level].end_vp - (steps[level - 1].end_vp if level else 0) + w.LEVEL * self.r
        for _ in range(self.content.level_cost[level]):
            h.emissaries[power] -= 1
            h.discard[power] += 1
            out -= self.emissary(h, power, h.emissaries[power])
        h.levels[power] = level + 1
        if level + 1 == len(steps):
            out += h.emissaries[power] * (self.content.surplus_vp - w.SPARE_EMISSARY)
        for count in (LEVELS_2, LEVELS_3, LEVELS):
            after = h.count(count)
            gained = 1 if count == LEVELS else int(level + 1 == count - LEVELS_2 + 2)
            out += self.shares(h, count, after - gained, after)
        return out

    # --- animals

    def _animal(self, h: Hand, kinds: list[int]) -> float:
        kind = kinds[0] if len(kinds) == 1 else kinds[first_best([self.animal(h.copy(), k) for k in kinds])]
        return self.animal(h, kind)

    def animal(self, h: Hand, animal: int) -> float:
        """A tile in its best place, or its points if it has none."""
        c = self.content
        if h.animals[animal] > 0:
            best = 0.0
            chosen = None
            for p in self.houses.best(h.covered, animal):
                value = p.gain + (self.gain(h.copy(), self.houses.effects(p.cells)) if p.cells else 0.0)
                if chosen is None or value > best + SAME:
                    best, chosen = value, p
            if chosen is not None:
                h.animals[animal] -= 1
                return c.animal_vp[animal] + self.place(h, chosen.number, chosen.gain, chosen.cells)
        return float(c.animal_vp[animal] + c.animal_cells[animal])

    def place(self, h: Hand, number: int, gain: float, cells: int) -> float:
        """A tile goes on its cells: `gain` of the house itself, and what it sets off."""
        mask = self.content.placements[number].mask
        before = h.count(CELLS)
        h.covered |= mask
        h.tiles += 1
        gain += self.shares(h, TILES, h.tiles - 1, h.tiles) + self.shares(h, CELLS, before, h.count(CELLS))
        return gain + self.gain(h, self.houses.effects(cells)) if cells else gain


def first_best(values: list[float]) -> int:
    """The number of the highest value; of equal ones the first."""
    best = 0
    for i, value in enumerate(values):
        if value > values[best] + SAME:
            best = i
    return best


def scarcest(h: Hand) -> int:
    """The first kind of goods of which fewest are held."""
    return h.goods.index(min(h.goods))
