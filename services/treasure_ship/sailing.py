"""Voyage Card Disclosure and Sailing (RULES.md, sections 6, 7, and 20 for the NPC)."""

from __future__ import annotations

from typing import Any

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from treasure_ship.actions import ROUTE_STOP
from treasure_ship.effects import MeritClimb
from treasure_ship.frames import ShipFrame
from treasure_ship.names import EXTENSION, LIUHE, NPC, OP_ANIMAL, OP_CHOOSE, WEAPON
from treasure_ship.state import (
    ShipState,
    card,
    clockwise,
    event_pirates,
    legal_squares,
    pay,
    printed_pirates,
    seat_name,
)

# --- Rebellion (TS-719 to TS-737)


def rebels(s: ShipState) -> list[tuple[int, int, int]]:
    """Who pays how many weapons and gains how much merit, clockwise from the captain."""
    weapons = [p.res[WEAPON] for p in s.players]
    first_pay, first_merit, second_pay, second_merit = s.c.rebellion
    most = max(weapons)
    if most == 0:
        return []
    firsts = [seat for seat in range(s.n) if weapons[seat] == most]
    seconds: list[int] = []
    if len(firsts) == 1:
        rest = [w for seat, w in enumerate(weapons) if seat not in firsts and w > 0]
        if rest:
            seconds = [seat for seat in range(s.n) if seat not in firsts and weapons[seat] == max(rest)]
    out: list[tuple[int, int, int]] = []
    for seat in clockwise(s, s.captain):
        if seat in firsts:
            out.append(_due(seat, weapons[seat], first_pay, first_merit))
        elif seat in seconds:
            out.append(_due(seat, weapons[seat], second_pay, second_merit))
    return out


def _due(seat: int, held: int, cost: int, merit: int) -> tuple[int, int, int]:
    """Who has fewer weapons than asked pays all of them, for as much merit (TS-722)."""
    return (seat, cost, merit) if held >= cost else (seat, held, held)


class Rebellion(ShipFrame):
    """One seat pays and gains; the ranking was fixed before."""

    __slots__ = ("merit", "n", "owner")

    def __init__(self, owner: int, n: int, merit: int) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.n = n
        self.merit = merit

    def name(self) -> str:
        return "rebellion"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner, "n": self.n, "merit": self.merit}

    def copy(self) -> Rebellion:
        return Rebellion(self.owner, self.n, self.merit)

    def run(self, s: ShipState, ctx: Ctx) -> None:
        s.stack.pop()
        pay(s, ctx, self.owner, WEAPON, self.n)
        s.stack.append(MeritClimb(self.owner, self.merit))


# --- route


def next_squares(s: ShipState) -> list[int]:
    """Where the next frame may go by the normal rule (TS-218, TS-224)."""
    here = s.route[-1] if s.route else s.start_square
    return [q for q in s.c.onward[here] if q != LIUHE and q not in s.route and q != s.start_square]


def leftover_squares(s: ShipState) -> list[int]:
    """Where a leftover frame may go (TS-233): next to any frame of this voyage."""
    near: set[int] = set()
    for q in s.route:
        near.update(s.c.onward[q])
    return sorted(q for q in near if q != LIUHE and q not in s.route)


class Extend(ShipFrame):
    """How many Distance Extension chips the captain returns (TS-206)."""

    __slots__ = ()

    def name(self) -> str:
        return "extend"

    def rule(self) -> str:
        return "TS-206"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> Extend:
        return Extend(self.seat)

    def options(self, s: ShipState) -> list[Action]:
        return s.c.a_extend[: s.players[self.seat].res[EXTENSION] + 1]

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        pay(s, ctx, self.seat, EXTENSION, action.a)
        below = s.stack[-1]
        assert isinstance(below, Sail)
        below.left += action.a


class Sail(ShipFrame):
    """Frames are placed until none is left or none can be placed (TS-230 to TS-239)."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        super().__init__(AUTO)
        self.left = left

    def name(self) -> str:
        return "sail"

    def fields(self) -> dict[str, Any]:
        return {"left": self.left}

    def copy(self) -> Sail:
        return Sail(self.left)

    def run(self, s: ShipState, ctx: Ctx) -> None:
        while self.left > 0 and not s.leftover:
            squares = next_squares(s)
            if not squares:
                s.leftover = True
                break
            only = squares[0] if len(squares) == 1 else guided_square(s) if s.captain == NPC else -1
            if only < 0:
                s.stack.append(Route(_decider(s)))
                return
            self.left -= 1
            place_frame(s, ctx, only)
        if self.left > 0 and leftover_squares(s):
            s.stack.append(Route(_decider(s)))
        else:
            s.stack.pop()


def _decider(s: ShipState) -> int:
    """The captain; in the NPC's voyage the one seat (TS-808)."""
    return 0 if s.captain == NPC else s.captain


def guided_square(s: ShipState) -> int:
    """The NPC's next square by its guideline route, or -1 (TS-805)."""
    here = s.route[-1] if s.route else s.start_square
    line = s.c.solo_cards[s.solo_pile[-1]].route  # the back of the new top card (TS-775)
    if here in line:
        at = line.index(here) + 1
        if at < len(line) and line[at] in next_squares(s):
            return line[at]
    elif here == LIUHE and line[0] in next_squares(s):
        return line[0]
    return -1


def place_frame(s: ShipState, ctx: Ctx, square: int) -> None:
    s.route.append(square)
    if ctx.loud:
        ctx.emit(Event("frame_placed", {"square": square, "number": len(s.route), "leftover": s.leftover}))


class Route(ShipFrame):
    """The square of the next frame; a leftover frame may be kept (TS-221, TS-236)."""

    __slots__ = ()

    def name(self) -> str:
        return "route"

    def rule(self) -> str:
        return "TS-221"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> Route:
        return Route(self.seat)

    def options(self, s: ShipState) -> list[Action]:
        if s.leftover:
            return [*[s.c.a_route[q] for q in leftover_squares(s)], s.c.a_route_stop]
        return [s.c.a_route[q] for q in next_squares(s)]

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        below = s.stack[-1]
        assert isinstance(below, Sail)
        if action.kind == ROUTE_STOP:
            below.left = 0
            return
        below.left -= 1
        place_frame(s, ctx, action.a)


# --- marker


class Flagship(ShipFrame):
    """The captain's main square (TS-245, TS-248)."""

    __slots__ = ()

    def name(self) -> str:
        return "flagship"

    def rule(self) -> str:
        return "TS-245"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> Flagship:
        return Flagship(self.seat)

    def options(self, s: ShipState) -> list[Action]:
        return [s.c.a_flagship[q] for q in legal_squares(s, self.seat)]

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        s.squares[self.seat] = action.a
        place_marker(s, ctx, action.a)


def place_marker(s: ShipState, ctx: Ctx, square: int) -> None:
    s.marker = square
    if ctx.loud:
        ctx.emit(Event("marker_placed", {"seat": seat_name(s.captain), "square": square}))


def npc_marker(s: ShipState) -> int:
    """The square that fits the NPC's priority, or the fallback (TS-814 to TS-829)."""
    guide = s.c.solo_cards[s.guide]
    if guide.priority == 0:
        fits = [q for q in s.route if _offers_animal(s, q)]
    elif guide.priority == 1:
        fits = [q for q in s.route if s.c.power_at[q] >= 0]
    else:
        fits = [q for q in s.route if printed_pirates(s, q) + event_pirates(s, q) > 0]
    if fits:
        return fits[0] if guide.front else fits[-1]
    return s.route[min(guide.fallback, len(s.route)) - 1]


def _offers_animal(s: ShipState, square: int) -> bool:
    """The square's own action offers an animal of which a tile is left (TS-817)."""
    for number in s.c.action[square]:
        e = s.c.effects[number]
        lists = e.lists if e.op == OP_CHOOSE else [[number]]
        for items in lists:
            for item in items:
                inner = s.c.effects[item]
                if inner.op == OP_ANIMAL and any(s.animals[k] > 0 for k in inner.kinds):
                    return True
    return False


def locate_event(s: ShipState, ctx: Ctx) -> None:
    """The event chip goes on the square of the frame with the card's number (TS-251, TS-254)."""
    number = card(s).event_square
    if 0 < number <= len(s.route):
        s.event_square = s.route[number - 1]
        if ctx.loud:
            ctx.emit(Event("event_placed", {"square": s.event_square}))
