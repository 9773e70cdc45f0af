"""The state of a game, its questions, and the few ways in which it changes."""

from __future__ import annotations

from typing import Any

from rulekit.events import Ctx, Event
from rulekit.frames import State
from treasure_ship.content import Content, Official, VoyageCard
from treasure_ship.names import (
    COMMAND,
    EMPEROR,
    NO_PORT,
    NPC,
    PEACEFUL,
    PIRATES,
    POWERS,
    RESOURCES,
    STATE_OF_WAR,
)


class Player:
    """What one seat has. Lists by resource, good or power."""

    __slots__ = (
        "res",
        "goods",
        "emissaries",
        "vp",
        "merit",
        "levels",
        "first_taken",
        "monuments",
        "covered",
        "tiles",
        "bombarded",
        "offered",
        "scored",
    )

    def __init__(self) -> None:
        self.res: list[int] = [0] * 7
        self.goods: list[int] = [0] * 5
        self.emissaries: list[int] = [0] * 5
        self.vp = 0
        self.merit = 0
        self.levels: list[int] = [0] * 5
        self.first_taken = 0  # bit power * 3 + level - 1: first-time benefit received
        self.monuments = 0  # bit per square
        self.covered = 0  # bit per cell of the animal house
        self.tiles: list[int] = []  # placements, in order
        self.bombarded = False
        self.offered: list[int] = [0] * 16  # own offering frames by place, all rounds
        self.scored: dict[str, int] = {}  # points on the track by source, for reports only

    def copy(self) -> Player:
        o = Player()
        o.res = self.res.copy()
        o.goods = self.goods.copy()
        o.emissaries = self.emissaries.copy()
        o.vp = self.vp
        o.merit = self.merit
        o.levels = self.levels.copy()
        o.first_taken = self.first_taken
        o.monuments = self.monuments
        o.covered = self.covered
        o.tiles = self.tiles.copy()
        o.bombarded = self.bombarded
        o.offered = self.offered.copy()
        o.scored = self.scored.copy()
        return o


class ShipState(State):
    """A game of 1 to 5 seats. Seat NPC (-1) stands for the solo opponent.

    `cards[i]` is the voyage card on Voyage i + 1 (index, or -1), face down unless `shown[i]`; `pile`
    and `additional` are hidden piles with the top card last. `offerings` are this round's, as (seat,
    place) in order of placement.
    """

    __slots__ = (
        "c",
        "n",
        "solo",
        "players",
        "sides",
        "officials",
        "start_seat",
        "round",
        "phase",
        "animals",
        "bag",
        "spent",
        "cards",
        "shown",
        "pile",
        "additional",
        "gone",
        "offerings",
        "order",
        "priority",
        "voyage",
        "captain",
        "route",
        "start_square",
        "leftover",
        "marker",
        "event_square",
        "finished",
        "squares",
        "captain_benefit",
        "in_actions",
        "solo_pile",
        "guide",
        "ending",
    )

    def __init__(self, c: Content, seats: int) -> None:
        super().__init__(seats)
        self.c = c
        self.n = seats
        self.solo = seats == 1
        self.players: list[Player] = [Player() for _ in range(seats)]
        self.sides: list[int] = [0] * 5
        self.officials: list[int] = [-1] * 15  # by place
        self.start_seat = 0
        self.round = 1
        self.phase = 0
        self.animals: list[int] = c.animal_count.copy()
        self.bag: list[int] = [c.per_colour] * 5
        self.spent: list[int] = [0] * 5  # the discard area
        self.cards: list[int] = [-1, -1, -1, -1]
        self.shown: list[bool] = [False] * 4
        self.pile: list[int] = []
        self.additional: list[int] = []
        self.gone: list[int] = []
        self.offerings: list[tuple[int, int]] = []
        self.order: list[int] = []  # planning order
        self.priority: list[int] = [-2, -2, -2, -2]  # seat whose frame is on the voyage; -2: none
        self.voyage = -1
        self.captain = -2
        self.route: list[int] = []
        self.start_square = 0
        self.leftover = False
        self.marker = -1
        self.event_square = -1
        self.finished: list[bool] = [False] * seats
        self.squares: list[int] = [-1] * seats  # main squares of this Action Step
        self.captain_benefit = False
        self.in_actions = False
        self.solo_pile: list[int] = []
        self.guide = -1
        self.ending = False

    def copy(self) -> ShipState:
        o = ShipState(self.c, self.n)
        self.copy_kernel(o)
        o.players = [p.copy() for p in self.players]
        o.sides = self.sides
        o.officials = self.officials
        o.start_seat = self.start_seat
        o.round = self.round
        o.phase = self.phase
        o.animals = self.animals.copy()
        o.bag = self.bag.copy()
        o.spent = self.spent.copy()
        o.cards = self.cards.copy()
        o.shown = self.shown.copy()
        o.pile = self.pile.copy()
        o.additional = self.additional.copy()
        o.gone = self.gone.copy()
        o.offerings = self.offerings.copy()
        o.order = self.order.copy()
        o.priority = self.priority.copy()
        o.voyage = self.voyage
        o.captain = self.captain
        o.route = self.route.copy()
        o.start_square = self.start_square
        o.leftover = self.leftover
        o.marker = self.marker
        o.event_square = self.event_square
        o.finished = self.finished.copy()
        o.squares = self.squares.copy()
        o.captain_benefit = self.captain_benefit
        o.in_actions = self.in_actions
        o.solo_pile = self.solo_pile.copy()
        o.guide = self.guide
        o.ending = self.ending
        return o


# --- who is who


def seat_name(seat: int) -> Any:
    """A seat as events and views show it: its number, or "npc"."""
    return "npc" if seat == NPC else seat


def clockwise(s: ShipState, first: int) -> list[int]:
    """All seats, clockwise from one; from seat 0 for the NPC (in solo there is one seat)."""
    if first < 0:
        first = 0
    return [(first + i) % s.n for i in range(s.n)]


def voyages_of_round(s: ShipState) -> int:
    return s.c.voyages_per_round[s.round - 1]


def card(s: ShipState) -> VoyageCard:
    """The voyage card of the present voyage."""
    return s.c.voyage_cards[s.cards[s.voyage]]


def official_at(s: ShipState, place: int) -> Official:
    return s.c.emperor if place == EMPEROR else s.c.officials[s.officials[place]]


def must_wait(s: ShipState, seat: int) -> bool:
    """In an Action Step: an earlier seat of the processing order has not finished (TS-300)."""
    if not s.in_actions:
        return False
    for other in clockwise(s, s.captain):
        if other == seat:
            return False
        if not s.finished[other]:
            return True
    return False


# --- pirates and command chips


def printed_pirates(s: ShipState, square: int) -> int:
    """Printed pirate value in force (TS-740, TS-568)."""
    return 0 if card(s).event == PEACEFUL else s.c.pirates[square]


def event_pirates(s: ShipState, square: int) -> int:
    """Pirates added by the voyage's event, for encounters in part A (TS-710, TS-746)."""
    event = card(s).event
    if event == PIRATES and square == s.event_square:
        return card(s).pirates
    if event == STATE_OF_WAR and s.c.power_at[square] >= 0:
        return s.c.war[s.c.power_at[square]]
    return 0


def needs_command(s: ShipState, seat: int, square: int) -> bool:
    """1 command chip is due to act on, or to detach to, a square (TS-279 to TS-291, TS-562)."""
    if square == s.marker and seat != s.captain:
        return True
    return card(s).event == NO_PORT and square == s.event_square


def may_act_on(s: ShipState, seat: int, square: int) -> bool:
    return s.players[seat].res[COMMAND] > 0 or not needs_command(s, seat, square)


def legal_squares(s: ShipState, seat: int) -> list[int]:
    """Squares of the route that the seat may choose (TS-248, TS-270, TS-279, TS-288)."""
    if s.players[seat].res[COMMAND] > 0:
        return s.route
    return [q for q in s.route if not needs_command(s, seat, q)]


# --- changes


def gain(s: ShipState, ctx: Ctx, seat: int, resource: int, n: int) -> None:
    s.players[seat].res[resource] += n
    if ctx.loud:
        ctx.emit(Event("gained", {"seat": seat, "what": RESOURCES[resource], "n": n}))


def pay(s: ShipState, ctx: Ctx, seat: int, resource: int, n: int) -> None:
    if n == 0:
        return
    s.players[seat].res[resource] -= n
    if ctx.loud:
        ctx.emit(Event("paid", {"seat": seat, "what": RESOURCES[resource], "n": n}))


def score(s: ShipState, ctx: Ctx, seat: int, n: int, source: str) -> None:
    """Victory points at once; `source` is where they come from, for the final breakdown."""
    if n == 0:
        return
    p = s.players[seat]
    p.vp += n
    p.scored[source] = p.scored.get(source, 0) + n
    if ctx.loud:
        ctx.emit(Event("points", {"seat": seat, "n": n, "source": source}))


def take_emissary(s: ShipState, ctx: Ctx, seat: int, power: int) -> None:
    """A frame of a colour: from the discard area, else from the bag, else nothing (TS-670)."""
    if s.spent[power]:
        s.spent[power] -= 1
    elif s.bag[power]:
        s.bag[power] -= 1
    else:
        _got_emissary(ctx, seat, -1, False)
        return
    s.players[seat].emissaries[power] += 1
    _got_emissary(ctx, seat, power, False)


def draw_emissary(s: ShipState, ctx: Ctx, seat: int) -> None:
    """A random frame from the bag, refilled first if it is empty (TS-673, TS-676)."""
    if not any(s.bag):
        for power in range(5):
            s.bag[power] += s.spent[power]
            s.spent[power] = 0
    if not any(s.bag):
        _got_emissary(ctx, seat, -1, True)
        return
    frames: list[int] = []
    for power in range(5):
        frames += [power] * s.bag[power]
    power = ctx.chance.draw("emissary", frames, 1)[0]
    s.bag[power] -= 1
    s.players[seat].emissaries[power] += 1
    _got_emissary(ctx, seat, power, True)


def _got_emissary(ctx: Ctx, seat: int, power: int, drawn: bool) -> None:
    if ctx.loud:
        ctx.emit(Event("emissary", {"seat": seat, "power": POWERS[power] if power >= 0 else None, "drawn": drawn}))


def count_of(s: ShipState, seat: int, count: int) -> int:
    """The counts of EFFECTS.md."""
    p = s.players[seat]
    if count == 0:
        return bin(p.monuments).count("1")
    if count == 1:
        return len(p.tiles)
    if count == 2:
        return bin(p.covered).count("1")
    if count == 3:
        return p.merit
    if count == 4:
        return len([1 for level in p.levels if level >= 2])
    if count == 5:
        return len([1 for level in p.levels if level == 3])
    return sum(p.levels)
