"""What follows the movement of a Sail action: story points, returns, arrivals, encounters (UV-373 to UV-390)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from ultimate_voyage.action import action_of
from ultimate_voyage.changes import add_story, draw_card, reveal_goods, roll_affiliation
from ultimate_voyage.encounters import Encounter, EncounterSelect, announce, check_meeting
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.names import NANJING, QUICK, UNKNOWN, ZONE_COUNT, ZONES
from ultimate_voyage.pending import add_attack
from ultimate_voyage.sailing import SHIP_COUNT, Moving, Voyage
from ultimate_voyage.scoring import return_ships
from ultimate_voyage.settle import ask
from ultimate_voyage.state import VoyageState, hostile

# MovementEnd.step
STORY: Final = 0
HOME: Final = 1
ARRIVALS: Final = 2
DRAW: Final = 3
DONE: Final = 4


def voyage_of(s: VoyageState) -> Voyage:
    """The movement of the Sail action under way."""
    a = action_of(s)
    assert isinstance(a, Moving)
    assert a.voyage is not None
    return a.voyage


class MovementEnd(VoyageFrame):
    """The order of UV-373; `left` is the mask of zones where moved ships have still to arrive."""

    __slots__ = ("left", "owner", "step")

    def __init__(self, owner: int, step: int = STORY, left: int = 0) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.step = step
        self.left = left

    def name(self) -> str:
        return "movement_end"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner, "step": self.step, "left": self.left}

    def copy(self) -> MovementEnd:
        return MovementEnd(self.owner, self.step, self.left)

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        v = voyage_of(s)
        if self.step == STORY:
            self.step = HOME
            self._story(s, ctx, v)
            return_ships(s, ctx, self.owner, self._moved_in(s, v, NANJING))
        elif self.step == HOME:
            if s.mode == QUICK and self._moved_in(s, v, s.c.quick_start):
                self.step = ARRIVALS  # unless another ship goes home (ReturnHome)
                ask(s, ReturnHome(self.owner))
            else:
                self.step = ARRIVALS
        elif self.step == ARRIVALS:
            self._arrivals(s, ctx, v)
        elif self.step == DRAW:
            self.step = DONE
            if not check_meeting(s, ctx):
                draw_encounters(s, ctx, self.owner, v)
        else:
            s.stack.pop()

    def _moved_in(self, s: VoyageState, v: Voyage, zone: int) -> list[int]:
        ships = s.players[self.owner].ships
        return [ship for ship in range(SHIP_COUNT) if v.moved >> ship & 1 and ships[ship] == zone]

    def _story(self, s: VoyageState, ctx: Ctx, v: Voyage) -> None:
        """UV-370, UV-238."""
        if not v.rolls or action_of(s).broken:
            return
        s.players[self.owner].storms += 1
        s.dirty = True
        for region in v.rolls:
            add_story(s, ctx, self.owner, region, 1)

    def _arrivals(self, s: VoyageState, ctx: Ctx, v: Voyage) -> None:
        """UV-374: the seat chooses the order of the ports."""
        if not self.left:
            ships = s.players[self.owner].ships
            for ship in range(SHIP_COUNT):
                if v.moved >> ship & 1 and ships[ship] > NANJING:
                    self.left |= 1 << ships[ship]
            if not self.left:
                self.step = DRAW
                return
        ports = [zone for zone in range(ZONE_COUNT) if self.left >> zone & 1]
        if len(ports) > 1:
            ask(s, ArrivalOrder(self.owner, self.left))
        else:
            self.arrive(s, ctx, ports[0])

    def arrive(self, s: VoyageState, ctx: Ctx, port: int) -> None:
        """Affiliation, goods, attack (UV-374, UV-376, UV-382)."""
        self.left &= ~(1 << port)
        if not self.left:
            self.step = DRAW
        if ctx.loud:
            ctx.emit(Event("arrived", {"seat": self.owner, "port": ZONES[port]}))
        rolled = s.affiliation[port] == UNKNOWN
        if rolled:
            roll_affiliation(s, ctx, self.owner, port)
        if not hostile(s, port):
            reveal_goods(s, ctx, port)
        elif rolled:
            add_attack(s, ctx, self.owner, port)


class ArrivalOrder(VoyageFrame):
    """Which port is arrived at next."""

    __slots__ = ("left",)

    def __init__(self, seat: int, left: int) -> None:
        super().__init__(seat)
        self.left = left

    def name(self) -> str:
        return "arrival_order"

    def rule(self) -> str:
        return "UV-374"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "left": self.left}

    def copy(self) -> ArrivalOrder:
        return ArrivalOrder(self.seat, self.left)

    def options(self, s: VoyageState) -> list[Action]:
        return [s.c.a_arrival[zone] for zone in range(ZONE_COUNT) if self.left >> zone & 1]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        below = s.stack[-1]
        assert isinstance(below, MovementEnd)
        below.arrive(s, ctx, action.a)


class ReturnHome(VoyageFrame):
    """Quick Game: a ship that has come to Samudera may go on to Nanjing (UV-626)."""

    __slots__ = ()

    def name(self) -> str:
        return "return_home"

    def rule(self) -> str:
        return "UV-626"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> ReturnHome:
        return ReturnHome(self.seat)

    def options(self, s: VoyageState) -> list[Action]:
        moved = voyage_of(s).moved
        ships = s.players[self.seat].ships
        out = [s.c.a_home_done]
        for ship in range(SHIP_COUNT):
            if moved >> ship & 1 and ships[ship] == s.c.quick_start:
                out.append(s.c.a_home[ship])
        return out

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.a < 0:
            return
        return_ships(s, ctx, self.seat, [action.a])
        below = s.stack[-1]
        assert isinstance(below, MovementEnd)
        below.step = HOME


# --- which ships draw (UV-384 to UV-388)


def part_of(path: list[int], other: list[int]) -> bool:
    """`path` is a connected part of `other`."""
    n = len(path)
    return any(other[i : i + n] == path for i in range(len(other) - n + 1))


def drawing_ships(s: VoyageState, seat: int, v: Voyage) -> list[int]:
    """The ships for which a card is drawn, the flagship first."""
    ships = s.players[seat].ships
    moved = [ship for ship in range(SHIP_COUNT) if v.moved >> ship & 1 and ships[ship] > NANJING]
    out: list[int] = []
    for ship in moved:
        path = v.paths[ship]
        counted = True
        for other in moved:
            longer = len(v.paths[other]) > len(path) or (len(v.paths[other]) == len(path) and other < ship)
            if other != ship and longer and part_of(path, v.paths[other]):
                counted = False
        if counted and _triggers(s, path):
            out.append(ship)
    return out


def _triggers(s: VoyageState, path: list[int]) -> bool:
    """The last boundary crossed shows the icon, and the port is not hostile (UV-384)."""
    if hostile(s, path[len(path) - 1]):
        return False
    for i in range(len(path) - 1, 0, -1):
        link = path[i - 1] * ZONE_COUNT + path[i]
        if s.c.boundary[link]:
            return s.c.icon[link] == 1
    return False


def draw_encounters(s: VoyageState, ctx: Ctx, seat: int, v: Voyage) -> None:
    """One card for each ship that triggers; one of them is resolved."""
    total = action_of(s).total
    drawn: list[tuple[int, int, int, int]] = []
    for ship in drawing_ships(s, seat, v):
        card = draw_card(s, ctx)
        if not card:
            break
        path = v.paths[ship]
        port = path[len(path) - 1]
        announce(s, ctx, seat, card, port)
        drawn.append((card, port, _fleet(s, seat, v, ship), path[len(path) - 2]))
    if len(drawn) > 1:
        ask(s, EncounterSelect(seat, drawn, total))
    elif drawn:
        card, port, ships, origin = drawn[0]
        s.stack.append(Encounter(seat, port, card, ships, origin, total))


def _fleet(s: VoyageState, seat: int, v: Voyage, ship: int) -> int:
    """The ships that came to the port together with this one: on the same route, there to the end."""
    ships = s.players[seat].ships
    mask = 0
    for other in range(SHIP_COUNT):
        if v.moved >> other & 1 and v.routes[other] == v.routes[ship] and ships[other] == ships[ship]:
            mask |= 1 << other
    return mask


READERS: Final[dict[str, Reader]] = {
    "movement_end": lambda _, f: MovementEnd(f["seat"], f["step"], f["left"]),
    "arrival_order": lambda _, f: ArrivalOrder(f["seat"], f["left"]),
    "return_home": lambda _, f: ReturnHome(f["seat"]),
}
