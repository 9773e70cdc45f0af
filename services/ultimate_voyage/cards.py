"""The irregular effects of encounter cards, and the choices they ask for (EFFECTS.md)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from ultimate_voyage.action import effect_of
from ultimate_voyage.changes import (
    build,
    come_to,
    gain,
    lose_good,
    move_ship,
    pay,
    take_good,
    to_pile,
)
from ultimate_voyage.content import Effect
from ultimate_voyage.dice import roll
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.losses import StormLoss
from ultimate_voyage.names import (
    CLASSES,
    DEPOT,
    DIALS,
    NANJING,
    NO_REGION,
    NOBODY,
    OP_BUILD_FREE,
    OP_SEARCH_GOODS,
    OP_STEAL_GOOD,
    OP_TAKE_TROOPS,
    PORCELAIN,
    TROOPS,
    ZONES,
)
from ultimate_voyage.payment import pay_porcelain
from ultimate_voyage.settle import ask
from ultimate_voyage.state import (
    FACE_UP,
    VoyageState,
    hostile,
    open_zone,
    structures_left,
)


class EncounterBase(VoyageFrame):
    """What effects may ask of the encounter that they belong to (`encounters.py`).

    `ships` is the mask of the ships that sailed together to the card's port, `origin` the zone they
    left with their last step, `total` the strength of that Sail action; `bottom` and `again` are
    set by `to_bottom` and `redraw`.
    """

    __slots__ = ("again", "bottom", "origin", "owner", "port", "ships", "total")

    def __init__(self, owner: int, port: int, ships: int, origin: int, total: int) -> None:
        super().__init__(owner)
        self.owner = owner
        self.port = port
        self.ships = ships
        self.origin = origin
        self.total = total
        self.bottom = False
        self.again = False


def encounter_below(s: VoyageState) -> EncounterBase | None:
    for i in range(len(s.stack) - 1, -1, -1):
        frame = s.stack[i]
        if isinstance(frame, EncounterBase):
            return frame
    return None


# --- goods


def gain_goods(s: VoyageState, ctx: Ctx, seat: int, region: int, n: int) -> None:
    """Random goods from under the region (`gain_goods`)."""
    if region == NO_REGION:
        return
    pile = s.pile[region]
    drawn = ctx.chance.draw("goods", pile, min(n, len(pile))) if pile else []
    for good in drawn:
        pile.remove(good)
        take_good(s, ctx, seat, good)


def search_goods(s: VoyageState, ctx: Ctx, seat: int, region: int, e: Effect, wanted: int) -> None:
    """Goods of the region are turned up one by one until one fits; it is paid for and taken (`search_goods`)."""
    c = s.c
    pile = s.pile[region] if region != NO_REGION else []
    owned = [c.good_icon[g] for g in s.players[seat].goods]
    shown: list[int] = []
    found = -1
    for good in ctx.chance.shuffle("search", pile) if pile else []:
        shown.append(good)
        s.seen[good] = FACE_UP
        if c.good_class[good] == wanted and not (e.new_icon and c.good_icon[good] in owned):
            found = good
            break
    if ctx.loud:
        taken = c.good_ids[found] if found >= 0 else None
        data = {"seat": seat, "class": CLASSES[wanted], "shown": [c.good_ids[g] for g in shown], "taken": taken}
        ctx.emit(Event("goods_searched", data))
    if found >= 0:
        pile.remove(found)
        take_good(s, ctx, seat, found)
        pay_porcelain(s, ctx, seat, e.n)


def replace_bazaar(s: VoyageState, ctx: Ctx, port: int) -> None:
    """Goods of the bazaar and goods under the region change places, the new ones face up (`replace_bazaar`)."""
    region = s.c.region_of[port]
    bazaar = s.bazaar[port]
    pile = s.pile[region]
    k = min(len(bazaar), len(pile))
    if not k:
        return
    out = ctx.chance.draw("bazaar_out", bazaar, k)
    new = ctx.chance.draw("bazaar_in", pile, k)
    for good in out:
        bazaar.remove(good)
    for good in new:
        pile.remove(good)
        s.seen[good] = FACE_UP
    for good in out:
        to_pile(s, good)
    s.bazaar[port] = sorted(bazaar + new)
    if ctx.loud:
        ctx.emit(Event("bazaar_replaced", {"port": ZONES[port], "goods": [s.c.good_ids[g] for g in sorted(new)]}))


# --- ships


def return_to_last_port(s: VoyageState, ctx: Ctx, seat: int) -> None:
    """The ships that sailed together go back where their last step began (`return_last_port`)."""
    encounter = encounter_below(s)
    if encounter is None or encounter.origin < 0:
        return
    for ship in range(len(s.players[seat].ships)):
        if encounter.ships >> ship & 1:
            move_ship(s, ctx, seat, ship, encounter.origin, "plague")
    come_to(s, ctx, seat, encounter.origin)


def drift(s: VoyageState, ctx: Ctx, seat: int, port: int, die: int) -> None:
    """Each of the seat's ships at the port goes where the wind blows (`drift`)."""
    ring = [z for z in s.c.clockwise[port] if z != NANJING and open_zone(s, z)]
    if not ring:
        return
    start = ring.index(max(ring))
    stays = max(s.c.faces[die])
    lowest = min(s.c.faces[die])
    ships = s.players[seat].ships
    for ship in range(len(ships)):
        if ships[ship] != port:
            continue
        result = roll(s, ctx, die, "drift", seat)
        if result == stays:
            continue
        to = ring[(start + result - lowest) % len(ring)]
        move_ship(s, ctx, seat, ship, to, "drift")
        come_to(s, ctx, seat, to)


def check_last_sail(s: VoyageState, ctx: Ctx, seat: int, die: int) -> bool:
    """The Sail action was strong enough; else the loss is due (`last_sail_check`)."""
    result = abs(roll(s, ctx, die, "last_sail", seat))
    encounter = encounter_below(s)
    total = max(0, encounter.total) if encounter is not None else 0
    if total > result:
        return True
    if result:
        ask(s, StormLoss(seat, result, False))
    return False


# --- structures, other players, dials


def build_kinds(s: VoyageState, seat: int, e: Effect, port: int) -> list[int]:
    """Kinds of structures that can be put for nothing (`build_free`)."""
    if structures_left(s, seat) == 0:
        return []
    out: list[int] = []
    for kind in e.kinds:
        if kind != DEPOT or (port != NANJING and not hostile(s, port) and s.depot[port] == NOBODY):
            out.append(kind)
    return out


def targets(s: VoyageState, seat: int, op: int) -> list[int]:
    """Players that the effect can hit; de' Conti may be one (UV-696 speaks of combat and depots only)."""
    out: list[int] = []
    for other in range(len(s.players)):
        if other == seat:
            continue
        p = s.players[other]
        if op == OP_STEAL_GOOD:
            hit = bool(p.goods)
        elif op == OP_TAKE_TROOPS:
            hit = p.res[TROOPS] > 0
        else:
            hit = p.res[PORCELAIN] > 0
        if hit:
            out.append(other)
    return out


class PickTarget(VoyageFrame):
    """Whom the effect hits: `steal_good`, `take_troops` (at most `n`) or `wipe_porcelain`."""

    __slots__ = ("n", "op")

    def __init__(self, seat: int, op: int, n: int) -> None:
        super().__init__(seat)
        self.op = op
        self.n = n

    def name(self) -> str:
        return "pick_target"

    def rule(self) -> str:
        return "UV-402"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "op": self.op, "n": self.n}

    def copy(self) -> PickTarget:
        return PickTarget(self.seat, self.op, self.n)

    def options(self, s: VoyageState) -> list[Action]:
        return [s.c.a_target[other] for other in targets(s, self.seat, self.op)]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        seat, other = self.seat, action.a
        p = s.players[other]
        if self.op == OP_STEAL_GOOD:
            good = ctx.chance.draw("steal", sorted(p.goods), 1)[0]
            lose_good(s, ctx, other, good)
            take_good(s, ctx, seat, good)
        elif self.op == OP_TAKE_TROOPS:
            n = min(self.n, p.res[TROOPS])
            pay(s, ctx, other, TROOPS, n)
            gain(s, ctx, seat, TROOPS, n)
        else:
            pay(s, ctx, other, PORCELAIN, p.res[PORCELAIN])


class PickDial(VoyageFrame):
    """Which unused dial is set aside until the next Administration Phase (`lose_dial`)."""

    __slots__ = ()

    def name(self) -> str:
        return "pick_dial"

    def rule(self) -> str:
        return "UV-402"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> PickDial:
        return PickDial(self.seat)

    def options(self, s: VoyageState) -> list[Action]:
        unused = s.players[self.seat].unused
        return [s.c.a_dial[dial] for dial in range(len(DIALS)) if unused >> dial & 1]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        s.players[self.seat].unused &= ~(1 << action.a)
        if ctx.loud:
            ctx.emit(Event("dial_set_aside", {"seat": self.seat, "dial": DIALS[action.a]}))


class PickClass(VoyageFrame):
    """Which class of goods is searched for (`search_goods`)."""

    __slots__ = ("card", "port")

    def __init__(self, seat: int, card: int, port: int) -> None:
        super().__init__(seat)
        self.card = card
        self.port = port

    def name(self) -> str:
        return "pick_class"

    def rule(self) -> str:
        return "UV-402"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "card": self.card, "port": self.port}

    def copy(self) -> PickClass:
        return PickClass(self.seat, self.card, self.port)

    def options(self, s: VoyageState) -> list[Action]:
        return [s.c.a_class[kind] for kind in effect_of(s, self.card, OP_SEARCH_GOODS).kinds]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        e = effect_of(s, self.card, OP_SEARCH_GOODS)
        search_goods(s, ctx, self.seat, s.c.region_of[self.port], e, action.a)


class PickStructure(VoyageFrame):
    """What is built for nothing (`build_free`)."""

    __slots__ = ("card", "port")

    def __init__(self, seat: int, card: int, port: int) -> None:
        super().__init__(seat)
        self.card = card
        self.port = port

    def name(self) -> str:
        return "pick_structure"

    def rule(self) -> str:
        return "UV-402"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "card": self.card, "port": self.port}

    def copy(self) -> PickStructure:
        return PickStructure(self.seat, self.card, self.port)

    def options(self, s: VoyageState) -> list[Action]:
        kinds = build_kinds(s, self.seat, effect_of(s, self.card, OP_BUILD_FREE), self.port)
        return [s.c.a_structure[kind] for kind in kinds]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        build(s, ctx, self.seat, action.a, self.port)


READERS: Final[dict[str, Reader]] = {
    "pick_target": lambda _, f: PickTarget(f["seat"], f["op"], f["n"]),
    "pick_dial": lambda _, f: PickDial(f["seat"]),
    "pick_class": lambda _, f: PickClass(f["seat"], f["card"], f["port"]),
    "pick_structure": lambda _, f: PickStructure(f["seat"], f["card"], f["port"]),
}
