"""Benefits: lists of effects carried out in order, each with all that it sets off (EFFECTS.md)."""

from __future__ import annotations

from typing import Any

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from treasure_ship.animals import placements
from treasure_ship.content import Effect
from treasure_ship.frames import ShipFrame
from treasure_ship.names import (
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
    POWERS,
)
from treasure_ship.payment import Pay, can_pay, gain_good
from treasure_ship.state import ShipState, count_of, draw_emissary, gain, must_wait, score, take_emissary


def can_raise(s: ShipState, seat: int, power: int) -> bool:
    """An emissary can be sent (TS-413 to TS-422)."""
    p = s.players[seat]
    level = p.levels[power]
    return level < len(s.c.level_cost) and p.emissaries[power] >= s.c.level_cost[level]


def effective(s: ShipState, seat: int, effects: list[int], main: bool) -> bool:
    """Some effect could do something, by the seat's own means alone (TS-382, TS-383)."""
    for number in effects:
        e = s.c.effects[number]
        if e.op == OP_TRADE:
            if can_pay(s, seat, e.pay):
                return True
        elif e.op == OP_CHOOSE:
            if open_lists(s, seat, e, main):
                return True
        elif e.op == OP_POWER_ACTION:
            if s.players[seat].levels[e.what] > 0 or can_raise(s, seat, e.what):
                return True
        else:
            return True
    return False


def open_lists(s: ShipState, seat: int, e: Effect, main: bool) -> list[int]:
    """The lists of a `choose` whose conditions hold (TS-397)."""
    for_captain = main and seat == s.captain and not s.captain_benefit
    return [i for i, items in enumerate(e.lists) if for_captain or not needs_captain(s, items)]


def needs_captain(s: ShipState, items: list[int]) -> bool:
    return bool(items) and s.c.effects[items[0]].op == OP_REQUIRE


class Gains(ShipFrame):
    """A list of effects; `at` is the next one.

    `main`: this is a mass action of part B on the seat's main square, where a captain's benefit may
    be taken. `source` names where points at once come from.
    """

    __slots__ = ("at", "effects", "main", "owner", "source")

    def __init__(self, owner: int, effects: list[int], source: str, main: bool = False, at: int = 0) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.effects = effects
        self.source = source
        self.main = main
        self.at = at

    def name(self) -> str:
        return "gains"

    def fields(self) -> dict[str, Any]:
        return {
            "seat": self.owner,
            "effects": list(self.effects),
            "source": self.source,
            "main": self.main,
            "at": self.at,
        }

    def copy(self) -> Gains:
        return Gains(self.owner, self.effects, self.source, self.main, self.at)

    def blocked(self, s: ShipState) -> bool:
        return self.at < len(self.effects) and self._waits(s, s.c.effects[self.effects[self.at]])

    def _waits(self, s: ShipState, e: Effect) -> bool:
        """TS-300: pools are touched in processing order; so is what would ask about an emissary."""
        if e.pool or (e.op == OP_POWER_ACTION and can_raise(s, self.owner, e.what)):
            return must_wait(s, self.owner)
        return False

    def run(self, s: ShipState, ctx: Ctx) -> None:
        seat = self.owner
        while self.at < len(self.effects):
            e = s.c.effects[self.effects[self.at]]
            if self._waits(s, e):
                return
            self.at += 1
            op = e.op
            if op == OP_GAIN:
                gain(s, ctx, seat, e.what, e.n)
            elif op == OP_GOOD:
                gain_good(s, ctx, seat, e.what, e.n)
            elif op == OP_VP:
                score(s, ctx, seat, e.n, self.source)
            elif op == OP_EMISSARY:
                for _ in range(e.n):
                    take_emissary(s, ctx, seat, e.what)
            elif op == OP_EMISSARY_RANDOM:
                for _ in range(e.n):
                    draw_emissary(s, ctx, seat)
            elif op != OP_REQUIRE and self._push(s, ctx, e):
                return
        s.stack.pop()

    def _push(self, s: ShipState, ctx: Ctx, e: Effect) -> bool:
        """The effects that have parts of their own; True if something was pushed."""
        seat = self.owner
        if e.op == OP_GOOD_ANY:
            s.stack.append(TakeGoods(seat, e.n))
        elif e.op == OP_MERIT:
            s.stack.append(MeritClimb(seat, e.n))
        elif e.op == OP_EMISSARY_ANY:
            s.stack.append(AnyEmissary(seat, e.n))
        elif e.op == OP_ANIMAL:
            if len(e.kinds) > 1:
                s.stack.append(AnimalKind(seat, e.kinds))
                return True
            return gain_animal(s, ctx, seat, e.kinds[0])
        elif e.op == OP_CHOOSE:
            lists = open_lists(s, seat, e, self.main)
            if len(lists) == 1:
                take_list(s, seat, e, lists[0], self.source)
            elif lists:
                s.stack.append(Choose(seat, e.id, self.main, self.source))
            else:
                return False
        elif e.op == OP_TRADE:
            if not can_pay(s, seat, e.pay):
                return False
            s.stack.append(Trade(seat, e.id, self.source))
        elif e.op == OP_PER:
            times = count_of(s, seat, e.count) // e.div
            if e.most >= 0:
                times = min(times, e.most)
            if not times:
                return False
            s.stack.append(Gains(seat, e.lists[0] * times, self.source))
        else:
            assert e.op == OP_POWER_ACTION
            s.stack.append(Hospitality(seat, e.what))
            if can_raise(s, seat, e.what):
                s.stack.append(SendEmissary(seat, e.what))
        return True


def take_list(s: ShipState, seat: int, e: Effect, index: int, source: str) -> None:
    items = e.lists[index]
    if needs_captain(s, items):
        s.captain_benefit = True
    s.stack.append(Gains(seat, items, source))


class Choose(ShipFrame):
    """One of several lists (TS-685)."""

    __slots__ = ("effect", "main", "source")

    def __init__(self, seat: int, effect: int, main: bool, source: str) -> None:
        super().__init__(seat)
        self.effect = effect
        self.main = main
        self.source = source

    def name(self) -> str:
        return "choose"

    def rule(self) -> str:
        return "TS-685"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "effect": self.effect, "main": self.main, "source": self.source}

    def copy(self) -> Choose:
        return Choose(self.seat, self.effect, self.main, self.source)

    def options(self, s: ShipState) -> list[Action]:
        lists = open_lists(s, self.seat, s.c.effects[self.effect], self.main)
        return [s.c.a_choose[i] for i in lists]

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        take_list(s, self.seat, s.c.effects[self.effect], action.a, self.source)


class Trade(ShipFrame):
    """Pay and take one item, or decline (TS-450)."""

    __slots__ = ("effect", "source")

    def __init__(self, seat: int, effect: int, source: str) -> None:
        super().__init__(seat)
        self.effect = effect
        self.source = source

    def name(self) -> str:
        return "trade"

    def rule(self) -> str:
        return "TS-450"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "effect": self.effect, "source": self.source}

    def copy(self) -> Trade:
        return Trade(self.seat, self.effect, self.source)

    def options(self, s: ShipState) -> list[Action]:
        items = s.c.effects[self.effect].lists
        return [*s.c.a_trade[: len(items)], s.c.a_trade_decline]

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action is s.c.a_trade_decline:
            return
        e = s.c.effects[self.effect]
        s.stack.append(Gains(self.seat, e.lists[action.a], self.source))
        s.stack.append(Pay(self.seat, e.pay))


class TakeGoods(ShipFrame):
    """Goods of choice, each kind for itself (TS-694)."""

    __slots__ = ("n",)

    def __init__(self, seat: int, n: int) -> None:
        super().__init__(seat)
        self.n = n

    def name(self) -> str:
        return "goods"

    def rule(self) -> str:
        return "TS-694"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "n": self.n}

    def copy(self) -> TakeGoods:
        return TakeGoods(self.seat, self.n)

    def options(self, s: ShipState) -> list[Action]:
        return s.c.takes(self.n)

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        for kind in action.vec:
            gain_good(s, ctx, self.seat, kind, 1)


class MeritClimb(ShipFrame):
    """Merit rises space by space; each space's effect is finished before the next (TS-340)."""

    __slots__ = ("left", "owner")

    def __init__(self, owner: int, left: int) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.left = left

    def name(self) -> str:
        return "merit"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner, "left": self.left}

    def copy(self) -> MeritClimb:
        return MeritClimb(self.owner, self.left)

    def run(self, s: ShipState, ctx: Ctx) -> None:
        p = s.players[self.owner]
        while self.left > 0 and p.merit < s.c.merit_max:
            self.left -= 1
            p.merit += 1
            if ctx.loud:
                ctx.emit(Event("merit", {"seat": self.owner, "merit": p.merit}))
            effects = s.c.merit_effect[p.merit]
            if effects:
                s.stack.append(Gains(self.owner, effects, "merit"))
                return
        s.stack.pop()


class AnyEmissary(ShipFrame):
    """Emissaries of the seat's choice, one after the other (TS-682)."""

    __slots__ = ("left", "owner")

    def __init__(self, owner: int, left: int) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.left = left

    def name(self) -> str:
        return "any_emissary"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner, "left": self.left}

    def copy(self) -> AnyEmissary:
        return AnyEmissary(self.owner, self.left)

    def run(self, s: ShipState, ctx: Ctx) -> None:
        if self.left == 0 or not (any(s.bag) or any(s.spent)):
            s.stack.pop()
            return
        self.left -= 1
        s.stack.append(Colour(self.owner))


class Colour(ShipFrame):
    """The colour of an emissary, among those in the bag or the discard area."""

    __slots__ = ()

    def name(self) -> str:
        return "colour"

    def rule(self) -> str:
        return "TS-682"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> Colour:
        return Colour(self.seat)

    def options(self, s: ShipState) -> list[Action]:
        return [s.c.a_colour[p] for p in range(5) if s.bag[p] or s.spent[p]]

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        take_emissary(s, ctx, self.seat, action.a)


class SendEmissary(ShipFrame):
    """Whether an emissary is sent to raise the level (TS-410)."""

    __slots__ = ("power",)

    def __init__(self, seat: int, power: int) -> None:
        super().__init__(seat)
        self.power = power

    def name(self) -> str:
        return "emissary"

    def rule(self) -> str:
        return "TS-410"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "power": POWERS[self.power]}

    def copy(self) -> SendEmissary:
        return SendEmissary(self.seat, self.power)

    def options(self, s: ShipState) -> list[Action]:
        return s.c.a_emissary

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.a != 1:
            return
        p = s.players[self.seat]
        n = s.c.level_cost[p.levels[self.power]]
        p.emissaries[self.power] -= n
        s.spent[self.power] += n
        p.levels[self.power] += 1
        if ctx.loud:
            level = p.levels[self.power]
            ctx.emit(Event("level_raised", {"seat": self.seat, "power": POWERS[self.power], "level": level, "paid": n}))


class Hospitality(ShipFrame):
    """The benefits of all levels reached, first-time ones once (TS-431, TS-437)."""

    __slots__ = ("owner", "power")

    def __init__(self, owner: int, power: int) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.power = power

    def name(self) -> str:
        return "hospitality"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner, "power": POWERS[self.power]}

    def copy(self) -> Hospitality:
        return Hospitality(self.owner, self.power)

    def run(self, s: ShipState, ctx: Ctx) -> None:
        s.stack.pop()
        p = s.players[self.owner]
        levels = s.c.levels[self.power][s.sides[self.power]]
        effects: list[int] = []
        for i in range(p.levels[self.power]):
            effects += levels[i].every
            bit = 1 << (self.power * 3 + i)
            if levels[i].first and not p.first_taken & bit:
                p.first_taken |= bit
                effects += levels[i].first
        if effects:
            s.stack.append(Gains(self.owner, effects, "powers"))


# --- animals


def gain_animal(s: ShipState, ctx: Ctx, seat: int, animal: int) -> bool:
    """Takes the tile and asks where it goes, or scores it (TS-463, TS-484); True if a frame was pushed."""
    c = s.c
    score(s, ctx, seat, c.animal_vp[animal], "animals")
    if s.animals[animal] > 0 and placements(c, s.players[seat].covered, animal):
        s.animals[animal] -= 1
        if ctx.loud:
            ctx.emit(Event("animal_taken", {"seat": seat, "kind": c.animal_names[animal]}))
        s.stack.append(AnimalPlace(seat, animal))
        return True
    if ctx.loud:
        ctx.emit(Event("animal_scored", {"seat": seat, "kind": c.animal_names[animal]}))
    score(s, ctx, seat, c.animal_cells[animal], "animals")
    return False


class AnimalKind(ShipFrame):
    """One kind of several (TS-460)."""

    __slots__ = ("kinds",)

    def __init__(self, seat: int, kinds: list[int]) -> None:
        super().__init__(seat)
        self.kinds = kinds

    def name(self) -> str:
        return "animal_kind"

    def rule(self) -> str:
        return "TS-460"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "kinds": list(self.kinds)}

    def copy(self) -> AnimalKind:
        return AnimalKind(self.seat, self.kinds)

    def options(self, s: ShipState) -> list[Action]:
        return [s.c.a_animal_kind[k] for k in self.kinds]

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        gain_animal(s, ctx, self.seat, action.a)


class AnimalPlace(ShipFrame):
    """Where the tile goes; what it covers is carried out in row order (TS-481)."""

    __slots__ = ("animal",)

    def __init__(self, seat: int, animal: int) -> None:
        super().__init__(seat)
        self.animal = animal

    def name(self) -> str:
        return "animal_place"

    def rule(self) -> str:
        return "TS-463"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "animal": self.animal}

    def copy(self) -> AnimalPlace:
        return AnimalPlace(self.seat, self.animal)

    def options(self, s: ShipState) -> list[Action]:
        c = s.c
        return [c.placements[i].action for i in placements(c, s.players[self.seat].covered, self.animal)]

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        c = s.c
        for i in c.placements_of[self.animal]:
            if c.placements[i].action is action:
                break
        else:
            raise ValueError("not a placement")
        p = s.players[self.seat]
        mask = c.placements[i].mask
        p.covered |= mask
        p.tiles.append(i)
        if ctx.loud:
            data = {"seat": self.seat, "kind": c.animal_names[self.animal]}
            ctx.emit(Event("animal_placed", {**data, "rotation": action.a, "x": action.b, "y": action.c}))
        covered: list[int] = []
        for cell in range(c.width * c.height):
            if mask >> cell & 1:
                covered += c.cell_effect[cell]
        if covered:
            s.stack.append(Gains(self.seat, covered, "animal_house"))
