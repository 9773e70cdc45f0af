"""The edition as flat tables for the rules. Built once by `edition.py`; never changed by play."""

from __future__ import annotations

from typing import Final

from rulekit.actions import Action, ActionTable
from treasure_ship.actions import (
    ANIMAL_KIND,
    ANIMAL_PLACE,
    AVOID,
    BONUS_AT,
    BONUS_END,
    CHOOSE,
    COLOUR,
    DETACH,
    DETACH_PASS,
    EMISSARY,
    END,
    EVENT,
    EXTEND,
    FIGHT,
    FLAGSHIP,
    GIVE_GIFT,
    MASS,
    MONUMENT,
    OFFER,
    PAY_GOODS,
    PLAN,
    ROUTE,
    ROUTE_STOP,
    SQUARE,
    TAKE_GOODS,
    TRADE,
    TRADE_DECLINE,
)
from treasure_ship.names import (
    OP_ANIMAL,
    OP_CHOOSE,
    OP_EMISSARY,
    OP_EMISSARY_ANY,
    OP_EMISSARY_RANDOM,
    OP_PER,
    OP_POWER_ACTION,
    OP_TRADE,
    PAY_ANY,
    PAY_DISTINCT,
    PAY_GOLD,
    SQUARES,
)

GOODS_KINDS: Final = 5


class Cost:
    """One element of a cost list."""

    __slots__ = ("kind", "pay", "n")

    def __init__(self, pay: int, kind: int, n: int) -> None:
        self.pay = pay
        self.kind = kind  # trade good, for PAY_GOOD
        self.n = n


class Effect:
    """One effect in numbers (EFFECTS.md). `what` is a resource, good or power, by op; `lists` are
    ids of effects: the lists of `choose`, the items of `trade`, the single list of `per`."""

    __slots__ = ("id", "op", "what", "n", "kinds", "lists", "pay", "count", "div", "most", "pool")

    def __init__(self, id: int, op: int) -> None:
        self.id = id
        self.op = op
        self.what = -1
        self.n = 1
        self.kinds: list[int] = []
        self.lists: list[list[int]] = []
        self.pay = -1  # number of a cost list
        self.count = -1
        self.div = 1
        self.most = -1
        self.pool = False  # it waits for the seats before in an Action Step (TS-300)


class Level:
    """A level of a great power's side."""

    __slots__ = ("every", "first", "end_vp")

    def __init__(self, every: list[int], first: list[int], end_vp: int) -> None:
        self.every = every
        self.first = first
        self.end_vp = end_vp


class Official:
    """An official or the Emperor. `vp` is -1 where the points are computed at the end (`count` ...)."""

    __slots__ = ("id", "category", "name", "pay", "benefit", "vp", "count", "div", "each", "most")

    def __init__(self, id: str, category: int, name: str) -> None:
        self.id = id
        self.category = category
        self.name = name
        self.pay = -1  # number of a cost list
        self.benefit: list[int] = []
        self.vp = 0
        self.count = -1
        self.div = 1
        self.each = 0
        self.most = 0


class VoyageCard:
    __slots__ = ("id", "initial", "range", "event", "event_square", "pirates")

    def __init__(self, id: str, initial: bool, range: int, event: int, event_square: int, pirates: int) -> None:
        self.id = id
        self.initial = initial
        self.range = range
        self.event = event
        self.event_square = event_square  # 0: none
        self.pirates = pirates


class Placement:
    """An animal tile on cells of the animal house; `mask` has bit y * width + x."""

    __slots__ = ("animal", "mask", "action")

    def __init__(self, animal: int, mask: int, action: Action) -> None:
        self.animal = animal
        self.mask = mask
        self.action = action


class SoloCard:
    __slots__ = ("id", "place", "planning", "priority", "front", "fallback", "route")

    def __init__(
        self, id: str, place: int, planning: list[int], priority: int, front: bool, fallback: int, route: list[int]
    ) -> None:
        self.id = id
        self.place = place
        self.planning = planning
        self.priority = priority
        self.front = front
        self.fallback = fallback
        self.route = route


class Content:
    """Everything that an edition fixes."""

    def __init__(self, actions: ActionTable, animals: list[str]) -> None:
        self.actions = actions
        self.rounds = 7
        self.voyages_per_round: list[int] = []
        self.pirate_modifier: list[int] = []
        self.effects: list[Effect] = []
        self.costs: list[list[Cost]] = []  # cost lists, fixed costs first
        self.cost_goods: list[int] = []  # by cost list: how many goods it takes
        self.start_resources: list[list[int]] = []  # by position from 0
        self.level_cost: list[int] = []  # emissaries for level 0->1, 1->2, 2->3
        self.surplus_vp = 0
        self.per_colour = 0
        self.war: list[int] = [0] * 5  # State of War pirates by power
        self.monument_frames = 0
        self.monument_vp = 1
        self.cell_vp = 1
        self.rectangle_vp = 1
        # squares
        self.action: list[list[int]] = [[] for _ in range(SQUARES)]
        self.pirates: list[int] = [0] * SQUARES
        self.monument: list[int] = [-1] * SQUARES  # cost, or -1: no space
        self.power_at: list[int] = [-1] * SQUARES
        self.square_names: list[str] = [""] * SQUARES
        self.onward: list[list[int]] = [[] for _ in range(SQUARES)]
        self.neighbours: list[list[int]] = [[] for _ in range(SQUARES)]
        self.officials: list[Official] = []
        self.emperor = Official("EMP", 5, "")
        self.levels: list[list[list[Level]]] = [[[], []] for _ in range(5)]  # [power][side][level - 1]
        self.voyage_cards: list[VoyageCard] = []
        self.stowaway: list[int] = []
        self.merchant: list[tuple[int, list[int]]] = []  # cost list, benefit
        self.rebellion: list[int] = [2, 2, 1, 1]  # first pays, gains; second pays, gains
        # animals
        self.power_names: list[str] = [""] * 5
        self.animal_names = animals
        self.animal_titles: list[str] = []  # as people read them
        self.animal_count: list[int] = []
        self.animal_vp: list[int] = []
        self.animal_cells: list[int] = []  # squares of a tile
        self.placements: list[Placement] = []
        self.placements_of: list[list[int]] = [[] for _ in animals]
        self.width = 6
        self.height = 5
        self.start_mask = 0
        self.cell_effect: list[list[int]] = []  # by cell
        self.merit_max = 30
        self.merit_effect: list[list[int]] = []
        self.merit_vp: list[int] = []  # points of the space or the nearest lower one that shows some
        self.solo_cards: list[SoloCard] = []
        self.ranks: list[tuple[int, str, str]] = []  # from, title, gloss; highest first
        self._goods: dict[tuple[int, ...], list[Action]] = {}
        self._build_actions()

    def _build_actions(self) -> None:
        get = self.actions.get
        squares = range(SQUARES)
        self.a_offer = [get(OFFER, p) for p in range(16)]
        self.a_plan = [get(PLAN, v) for v in range(5)]
        self.a_extend = [get(EXTEND, n) for n in range(40)]
        self.a_route = [get(ROUTE, q) for q in squares]
        self.a_route_stop = get(ROUTE_STOP)
        self.a_flagship = [get(FLAGSHIP, q) for q in squares]
        self.a_square = [get(SQUARE, q) for q in squares]
        self.a_gift = get(GIVE_GIFT)
        self.a_avoid = get(AVOID)
        self.a_mass = get(MASS)
        self.a_stowaway = get(EVENT)
        self.a_merchant = [get(EVENT, i) for i in range(16)]
        self.a_end = get(END)
        self.a_emissary = [get(EMISSARY, 0), get(EMISSARY, 1)]
        self.a_trade = [get(TRADE, i) for i in range(16)]
        self.a_trade_decline = get(TRADE_DECLINE)
        self.a_choose = [get(CHOOSE, i) for i in range(16)]
        self.a_colour = [get(COLOUR, p) for p in range(5)]
        self.a_animal_kind = [get(ANIMAL_KIND, k) for k in range(len(self.animal_names))]
        self.a_monument = [get(MONUMENT, 0), get(MONUMENT, 1)]
        self.a_bonus = [get(BONUS_AT, q) for q in squares]
        self.a_bonus_end = get(BONUS_END)
        self.a_detach = [get(DETACH, q) for q in squares]
        self.a_detach_pass = get(DETACH_PASS)

    def fight(self, weapons: int, fire: bool) -> Action:
        return self.actions.get(FIGHT, weapons, 1 if fire else 0)

    def place_action(self, rotation: int, x: int, y: int) -> Action:
        return self.actions.get(ANIMAL_PLACE, rotation, x, y)

    def ways(self, held: list[int], n: int, distinct: bool) -> list[Action]:
        """All ways to pay n chips out of those held: multisets of kinds, in order."""
        most = 1 if distinct else n
        key = (n, most, *[min(h, most) for h in held])
        found = self._goods.get(key)
        if found is None:
            found = [self.actions.get(PAY_GOODS, vec=v) for v in _multisets([min(h, most) for h in held], n)]
            self._goods[key] = found
        return found

    def takes(self, n: int) -> list[Action]:
        """All multisets of n kinds to gain."""
        key = (-1, n)
        found = self._goods.get(key)
        if found is None:
            found = [self.actions.get(TAKE_GOODS, vec=v) for v in _multisets([n] * GOODS_KINDS, n)]
            self._goods[key] = found
        return found

    def finish_effects(self) -> None:
        """Marks the effects that wait for earlier seats; call when all effects are there."""
        for e in self.effects:
            e.pool = self._touches_pool(e)

    def _touches_pool(self, e: Effect) -> bool:
        if e.op in (OP_EMISSARY, OP_EMISSARY_RANDOM, OP_EMISSARY_ANY, OP_ANIMAL):
            return True
        if e.op in (OP_CHOOSE, OP_TRADE):
            return any(self._deep_pool(x) for items in e.lists for x in items)
        return False

    def _deep_pool(self, number: int) -> bool:
        e = self.effects[number]
        if e.op == OP_PER:
            return any(self._deep_pool(x) for x in e.lists[0])
        return e.op == OP_POWER_ACTION or self._touches_pool(e)  # an emissary may be paid


def _multisets(caps: list[int], n: int) -> list[tuple[int, ...]]:
    """Sorted tuples of n numbers below len(caps), number i at most caps[i] times, in lexical order."""
    out: list[tuple[int, ...]] = []

    def grow(start: int, left: list[int], chosen: tuple[int, ...]) -> None:
        if len(chosen) == n:
            out.append(chosen)
            return
        for i in range(start, len(left)):
            if left[i] > 0:
                rest = left.copy()
                rest[i] -= 1
                grow(i, rest, (*chosen, i))

    grow(0, list(caps), ())
    return out


def payable(costs: list[Cost], gold: int, goods: list[int]) -> bool:
    """A cost list can be paid as a whole: fixed costs first, then the free ones from what is left."""
    if not costs:
        return True
    left = goods.copy()
    for c in costs:
        if c.pay == PAY_GOLD:
            gold -= c.n
            if gold < 0:
                return False
        elif c.pay != PAY_DISTINCT and c.pay != PAY_ANY:
            left[c.kind] -= c.n
            if left[c.kind] < 0:
                return False
    free = 0
    for c in costs:
        if c.pay == PAY_DISTINCT:
            if len([h for h in left if h > 0]) < c.n:
                return False
            free += c.n
        elif c.pay == PAY_ANY:
            free += c.n
    return sum(left) >= free
