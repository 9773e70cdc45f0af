"""Movement of a Sail action: fleets, routes, wind, storms (RULES.md, section 14)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action as Choice
from rulekit.events import Ctx, Event
from ultimate_voyage.action import Action
from ultimate_voyage.actions import DO_ARRIVE, DO_BOARD, DO_DROP, DO_END_ROUTE, DO_SAIL
from ultimate_voyage.dice import roll
from ultimate_voyage.joint import Attacking
from ultimate_voyage.losses import StormLoss
from ultimate_voyage.names import GRAY, NANJING, NO_OCEAN, NO_REGION, SAIL, SHIPS, STAR, ZONE_COUNT, ZONES
from ultimate_voyage.settle import ask
from ultimate_voyage.state import VoyageState, is_upgraded, open_zone, stay_forbids

MOVES: Final = (DO_BOARD, DO_DROP, DO_SAIL, DO_END_ROUTE, DO_ARRIVE)
SHIP_COUNT: Final = 3


class Voyage:
    """The movement of one Sail action. Masks have a bit for each ship.

    `route` counts the routes done; `routes` has the number of the route on which each ship went,
    `paths` the zones of each ship's way, its start included. `free` tells that the next link with the
    wind costs no arrow strength (UV-354).
    """

    __slots__ = (
        "aboard",  # ships of the fleet
        "sailed",  # those of them that have moved on this route
        "links",  # links of this route so far: above 0 it is under way
        "moved",  # ships that cannot be moved any more
        "zone",  # where the fleet is
        "start",  # where its route began
        "route",
        "routes",
        "paths",
        "free",
        "rolls",  # regions entered through storms, one entry for each roll
        "over",  # movement is closed
        "ended",  # what follows the movement has been begun (UV-373)
    )

    def __init__(self) -> None:
        self.aboard = 0
        self.sailed = 0
        self.links = 0
        self.moved = 0
        self.zone = -1
        self.start = -1
        self.route = 0
        self.routes: list[int] = [-1] * SHIP_COUNT
        self.paths: list[list[int]] = [[] for _ in range(SHIP_COUNT)]
        self.free = False
        self.rolls: list[int] = []
        self.over = False
        self.ended = False

    def copy(self) -> Voyage:
        o = Voyage()
        o.aboard = self.aboard
        o.sailed = self.sailed
        o.links = self.links
        o.moved = self.moved
        o.zone = self.zone
        o.start = self.start
        o.route = self.route
        o.routes = self.routes.copy()
        o.paths = [path.copy() for path in self.paths]
        o.free = self.free
        o.rolls = self.rolls.copy()
        o.over = self.over
        o.ended = self.ended
        return o

    def fields(self) -> dict[str, Any]:
        return {
            "aboard": self.aboard,
            "sailed": self.sailed,
            "links": self.links,
            "moved": self.moved,
            "zone": self.zone,
            "start": self.start,
            "route": self.route,
            "routes": list(self.routes),
            "paths": [list(path) for path in self.paths],
            "free": self.free,
            "rolls": list(self.rolls),
            "over": self.over,
            "ended": self.ended,
        }


class Moving(Attacking):
    """An action that may move ships; `voyage` is there for the Sail card used as such."""

    __slots__ = ("voyage",)

    def __init__(self, seat: int, card: int, port: int, source: int, pend: int) -> None:
        super().__init__(seat, card, port, source, pend)
        self.voyage: Voyage | None = Voyage() if card == SAIL and pend < 0 else None


def link_cost(s: VoyageState, side: int, v: Voyage, to: int) -> int:
    """Strength for the next link of the route (UV-350 to UV-354)."""
    c = s.c
    link = v.zone * ZONE_COUNT + to
    if s.wind == GRAY:
        cost = c.no_wind[side]
    elif c.link_wind[link] == s.wind:
        cost = 0 if v.free else c.with_wind[side]
    else:
        cost = c.against_wind[side]
    return cost + c.boundary_toll[side] if c.boundary[link] else cost


def add_moves(s: VoyageState, a: Action, v: Voyage, out: list[Choice]) -> None:
    """What can be done with the ships now."""
    if v.over:
        return
    c = s.c
    seat = a.owner
    ships = s.players[seat].ships
    if not v.aboard:
        for ship in range(SHIP_COUNT):
            zone = ships[ship]
            if zone >= 0 and not v.moved >> ship & 1 and (v.route > 0 or zone == a.port):
                out.append(c.a_board[ship])
    else:
        for ship in range(SHIP_COUNT):
            bit = 1 << ship
            if ships[ship] == v.zone and not (v.aboard | v.moved) & bit:
                out.append(c.a_board[ship])
            elif v.sailed & bit and v.aboard != bit:
                out.append(c.a_drop[ship])
        if _may_leave(s, seat, v):
            side = is_upgraded(s, seat, SAIL)
            left = a.left(v.start == a.port)
            for to in c.neighbours[v.zone]:
                if open_zone(s, to) and link_cost(s, side, v, to) <= left:
                    out.append(c.a_sail[to])
        if v.links:
            out.append(c.a_end_route)
    if v.route > 0 and not v.links:
        out.append(c.a_arrive)


def _may_leave(s: VoyageState, seat: int, v: Voyage) -> bool:
    """A ship stays behind where a `stay` card demands one (UV-364)."""
    if not stay_forbids(s, seat, v.zone):
        return True
    ships = s.players[seat].ships
    return any(ships[ship] == v.zone and not v.aboard >> ship & 1 for ship in range(SHIP_COUNT))


def move(s: VoyageState, ctx: Ctx, a: Action, v: Voyage, choice: Choice) -> None:
    """Carries out one of `add_moves`."""
    kind = choice.kind
    ships = s.players[a.owner].ships
    if kind == DO_BOARD:
        if not v.aboard:
            v.zone = ships[choice.a]
            v.start = v.zone
        v.aboard |= 1 << choice.a
        v.paths[choice.a] = [v.zone]
        if ctx.loud:
            ctx.emit(Event("boarded", {"seat": a.owner, "ship": SHIPS[choice.a], "port": ZONES[v.zone]}))
    elif kind == DO_DROP:
        bit = 1 << choice.a
        v.aboard &= ~bit
        v.sailed &= ~bit
        v.moved |= bit
        v.routes[choice.a] = v.route
        if ctx.loud:
            ctx.emit(Event("dropped", {"seat": a.owner, "ship": SHIPS[choice.a], "port": ZONES[v.zone]}))
    elif kind == DO_SAIL:
        _sail(s, ctx, a, v, choice.a)
    elif kind == DO_END_ROUTE:
        end_route(s, a, v)
    else:
        assert kind == DO_ARRIVE
        v.over = True


def _sail(s: VoyageState, ctx: Ctx, a: Action, v: Voyage, to: int) -> None:
    """One link: cost, ships, storm (UV-366, UV-372)."""
    c = s.c
    seat = a.owner
    link = v.zone * ZONE_COUNT + to
    cost = link_cost(s, is_upgraded(s, seat, SAIL), v, to)
    a.spend(cost, v.start == a.port)
    v.free = s.wind != GRAY and c.link_wind[link] == s.wind and not v.free
    ships = s.players[seat].ships
    for ship in range(SHIP_COUNT):
        if v.aboard >> ship & 1:
            ships[ship] = to
            v.paths[ship].append(to)
    if ctx.loud:
        names = [SHIPS[ship] for ship in range(SHIP_COUNT) if v.aboard >> ship & 1]
        data = {"seat": seat, "ships": names, "from": ZONES[v.zone], "to": ZONES[to], "cost": cost}
        ctx.emit(Event("sailed", data))
    v.sailed = v.aboard
    v.links += 1
    v.zone = to
    region = c.region_of[to]
    if to == NANJING:
        end_route(s, a, v)
    elif c.boundary[link] and region != NO_REGION and s.storm != NO_OCEAN and c.ocean_of[region] == s.storm:
        v.rolls.append(region)
        points = abs(roll(s, ctx, STAR, "storm", seat))
        if points:
            ask(s, StormLoss(seat, points, True))


def end_route(s: VoyageState, a: Action, v: Voyage) -> None:
    """The route is done; with the normal card, or without a ship left to move, so is the movement (UV-357)."""
    for ship in range(SHIP_COUNT):
        if v.aboard >> ship & 1:
            v.routes[ship] = v.route
    v.moved |= v.sailed
    v.aboard = 0
    v.sailed = 0
    v.links = 0
    v.free = False
    v.route += 1
    ships = s.players[a.owner].ships
    left = any(ships[ship] >= 0 and not v.moved >> ship & 1 for ship in range(SHIP_COUNT))
    if not left or not is_upgraded(s, a.owner, SAIL):
        v.over = True


def read_voyage(f: dict[str, Any]) -> Voyage:
    v = Voyage()
    v.aboard, v.sailed, v.links, v.moved = f["aboard"], f["sailed"], f["links"], f["moved"]
    v.zone, v.start, v.route, v.free = f["zone"], f["start"], f["route"], f["free"]
    v.routes = list(f["routes"])
    v.paths = [list(path) for path in f["paths"]]
    v.rolls = list(f["rolls"])
    v.over, v.ended = f["over"], f["ended"]
    return v
