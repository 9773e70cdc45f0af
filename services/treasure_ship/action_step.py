"""The Action Step of one seat: encounter, actions, monument, detachment (RULES.md, sections 8 to 15)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from treasure_ship.actions import EVENT, FIGHT, GIVE_GIFT, MASS
from treasure_ship.effects import Gains, MeritClimb, effective
from treasure_ship.frames import ShipFrame
from treasure_ship.names import (
    BONUS,
    CANNON,
    COMMAND,
    DETACHED,
    DETACHMENT,
    ENCOUNTER_PLACES,
    GIFT,
    GOLD,
    LIUHE,
    MAIN,
    MERCHANT,
    STOWAWAY,
    WEAPON,
)
from treasure_ship.payment import Pay, can_pay
from treasure_ship.state import (
    ShipState,
    card,
    event_pirates,
    may_act_on,
    needs_command,
    pay,
    printed_pirates,
)

# What is to be done next (parts A to D).
PART_A: Final = 0
AFTER_A: Final = 1
PART_B: Final = 2
PART_C: Final = 3
BONUSES: Final = 4
AFTER_BONUS_A: Final = 5
PART_D: Final = 6
AFTER_D_A: Final = 7
SECOND_D: Final = 8
FINISHED: Final = 9


class Encounter(ShipFrame):
    """Fight, give a gift, or avoid (TS-313 to TS-355)."""

    __slots__ = ("merit", "place", "square", "strength")

    def __init__(self, seat: int, square: int, strength: int, merit: int, place: int) -> None:
        super().__init__(seat)
        self.square = square
        self.strength = strength
        self.merit = merit
        self.place = place

    def name(self) -> str:
        return "encounter"

    def rule(self) -> str:
        return "TS-313"

    def fields(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "square": self.square,
            "strength": self.strength,
            "merit": self.merit,
            "place": ENCOUNTER_PLACES[self.place],
        }

    def copy(self) -> Encounter:
        return Encounter(self.seat, self.square, self.strength, self.merit, self.place)

    def options(self, s: ShipState) -> list[Action]:
        p = s.players[self.seat]
        out: list[Action] = []
        if p.res[WEAPON] >= self.strength:
            out.append(s.c.fight(self.strength, False))
        cannons = p.res[CANNON]
        if cannons > 0 and not p.bombarded:
            weapons = max(0, self.strength - cannons)
            if p.res[WEAPON] >= weapons:
                out.append(s.c.fight(weapons, True))
        if p.res[GIFT] > 0:
            out.append(s.c.a_gift)
        out.append(s.c.a_avoid)
        return out

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        sequence = s.stack[-1]
        assert isinstance(sequence, ActionSequence)
        seat = self.seat
        how = "avoid"
        if action.kind == FIGHT:
            how = "fight"
            pay(s, ctx, seat, WEAPON, action.a)
            if action.b == 1:
                s.players[seat].bombarded = True
        elif action.kind == GIVE_GIFT:
            how = "gift"
            pay(s, ctx, seat, GIFT, 1)
        sequence.met = how != "avoid"
        if ctx.loud:
            data = {"seat": seat, "square": self.square, "strength": self.strength, "how": how}
            ctx.emit(Event("encounter", {**data, "fired": how == "fight" and action.b == 1}))
        if how == "fight":
            s.stack.append(MeritClimb(seat, self.merit))


class ActionSequence(ShipFrame):
    """Parts A to D of one seat (TS-099); `step` says what is to be done next.

    `square` is the main square (-1: none), `performed` has a bit for each square on which the seat
    performed a mass action in this Action Step, `neighbours` for each bonus still to come.
    """

    __slots__ = (
        "bonus_main",
        "event_left",
        "mass_left",
        "met",
        "neighbours",
        "owner",
        "performed",
        "square",
        "step",
        "target",
    )

    def __init__(self, owner: int, square: int) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.square = square
        self.step = PART_A if square >= 0 else PART_D
        self.met = False
        self.mass_left = 0
        self.event_left = False
        self.performed = 0
        self.bonus_main = False
        self.neighbours = 0
        self.target = -1

    def name(self) -> str:
        return "actions"

    def fields(self) -> dict[str, Any]:
        return {
            "seat": self.owner,
            "square": self.square,
            "step": self.step,
            "met": self.met,
            "mass_left": self.mass_left,
            "event_left": self.event_left,
            "performed": self.performed,
            "bonus_main": self.bonus_main,
            "neighbours": self.neighbours,
            "target": self.target,
        }

    def copy(self) -> ActionSequence:
        o = ActionSequence(self.owner, self.square)
        o.step = self.step
        o.met = self.met
        o.mass_left = self.mass_left
        o.event_left = self.event_left
        o.performed = self.performed
        o.bonus_main = self.bonus_main
        o.neighbours = self.neighbours
        o.target = self.target
        return o

    def run(self, s: ShipState, ctx: Ctx) -> None:
        depth = len(s.stack)
        while len(s.stack) == depth:
            self._next(s)

    def _next(self, s: ShipState) -> None:
        step = self.step
        if step == PART_A:
            self.step = AFTER_A
            self.met = True
            added = event_pirates(s, self.square)
            self._meet(s, self.square, printed_pirates(s, self.square), added, MAIN)
        elif step == AFTER_A:
            self.step = PART_D
            if self.met:
                self.step = PART_B
                self.mass_left = 2 if self._has_monument(s, self.square) else 1
                self.event_left = self.square == s.event_square and card(s).event in (STOWAWAY, MERCHANT)
        elif step == PART_B:
            s.stack.append(Act(self.owner, True))
        elif step == PART_C:
            self.step = PART_D
            if self._can_erect(s):
                s.stack.append(Monument(self.owner))
        elif step == BONUSES:
            s.stack.append(Bonus(self.owner))
        elif step == AFTER_BONUS_A:
            self.step = BONUSES
            if self.met:
                self.perform(s, self.target)
        elif step == PART_D:
            self.step = FINISHED
            if s.players[self.owner].res[DETACHMENT] > 0:
                s.stack.append(Detach(self.owner))
        elif step == AFTER_D_A:
            self.step = FINISHED
            if self.met:
                self.step = SECOND_D
                self.mass_left = 1 if self._has_monument(s, self.target) else 0
                self.perform(s, self.target)
        elif step == SECOND_D:
            self.step = FINISHED
            if self.mass_left:
                s.stack.append(Act(self.owner, False))
        else:
            s.finished[self.owner] = True
            s.stack.pop()

    def _meet(self, s: ShipState, square: int, printed: int, added: int, place: int) -> None:
        if printed + added > 0:
            strength = printed + added + s.c.pirate_modifier[s.round - 1]
            s.stack.append(Encounter(self.owner, square, strength, printed + added, place))

    def _has_monument(self, s: ShipState, square: int) -> bool:
        return s.players[self.owner].monuments >> square & 1 == 1

    def _can_erect(self, s: ShipState) -> bool:
        cost = s.c.monument[self.square]
        p = s.players[self.owner]
        if cost < 0 or self._has_monument(s, self.square) or p.res[GOLD] < cost:
            return False
        return bin(p.monuments).count("1") < s.c.monument_frames

    def perform(self, s: ShipState, square: int, main: bool = False) -> None:
        """A mass action begins (TS-384)."""
        self.performed |= 1 << square
        s.stack.append(Gains(self.owner, s.c.action[square], "squares", main))

    def visit(self, s: ShipState, square: int, place: int, after: int) -> None:
        """A bonus action or detachment: only printed pirates are met (TS-536, TS-571)."""
        self.target = square
        self.met = True
        self.step = after
        self._meet(s, square, printed_pirates(s, square), 0, place)


def sequence_of(s: ShipState) -> ActionSequence:
    """The sequence below the decision on top."""
    sequence = s.stack[-1]
    if not isinstance(sequence, ActionSequence):
        sequence = s.stack[-2]
    assert isinstance(sequence, ActionSequence)
    return sequence


# --- part B


def act_options(s: ShipState, a: ActionSequence, main: bool) -> list[Action]:
    """Mass and event actions that can be offered (TS-370 to TS-383)."""
    c = s.c
    out: list[Action] = []
    square = a.square if main else a.target
    if a.mass_left and effective(s, a.owner, c.action[square], main):
        out.append(c.a_mass)
    if main and a.event_left:
        if card(s).event == STOWAWAY:
            out.append(c.a_stowaway)
        else:
            out += [c.a_merchant[i] for i, (costs, _) in enumerate(c.merchant) if can_pay(s, a.owner, costs)]
    return out


class Act(ShipFrame):
    """The next action of part B, or the second one of a detachment, or the end."""

    __slots__ = ("main",)

    def __init__(self, seat: int, main: bool) -> None:
        super().__init__(seat)
        self.main = main

    def name(self) -> str:
        return "act"

    def rule(self) -> str:
        return "TS-370" if self.main else "TS-559"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "main": self.main}

    def copy(self) -> Act:
        return Act(self.seat, self.main)

    def options(self, s: ShipState) -> list[Action]:
        return [*act_options(s, sequence_of(s), self.main), s.c.a_end]

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        a = sequence_of(s)
        if action.kind == MASS:
            a.mass_left -= 1
            a.perform(s, a.square if self.main else a.target, self.main)
        elif action.kind == EVENT:
            a.event_left = False
            if ctx.loud:
                ctx.emit(Event("event_action", {"seat": self.seat, "option": action.a if action.a >= 0 else None}))
            if action.a < 0:
                s.stack.append(Gains(self.seat, s.c.stowaway, "events"))
            else:
                costs, benefit = s.c.merchant[action.a]
                s.stack.append(Gains(self.seat, benefit, "events"))
                s.stack.append(Pay(self.seat, costs))
        elif self.main:
            a.step = PART_C


# --- part C


class Monument(ShipFrame):
    """Whether a monument is erected (TS-512)."""

    __slots__ = ()

    def name(self) -> str:
        return "monument"

    def rule(self) -> str:
        return "TS-512"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> Monument:
        return Monument(self.seat)

    def options(self, s: ShipState) -> list[Action]:
        return s.c.a_monument

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.a != 1:
            return
        a = sequence_of(s)
        p = s.players[self.seat]
        pay(s, ctx, self.seat, GOLD, s.c.monument[a.square])
        p.monuments |= 1 << a.square
        if ctx.loud:
            ctx.emit(Event("monument", {"seat": self.seat, "square": a.square}))
        a.bonus_main = True
        for q in s.c.neighbours[a.square]:
            if p.monuments >> q & 1:
                a.neighbours |= 1 << q
        a.step = BONUSES


def bonus_squares(s: ShipState, a: ActionSequence) -> list[int]:
    """Squares where a bonus action can be taken now (TS-515 to TS-539)."""
    if a.bonus_main and effective(s, a.owner, s.c.action[a.square], False):
        return [a.square]
    out: list[int] = []
    for q in s.c.neighbours[a.square]:
        if a.neighbours >> q & 1 and (printed_pirates(s, q) > 0 or effective(s, a.owner, s.c.action[q], False)):
            out.append(q)
    return out


class Bonus(ShipFrame):
    """The next bonus action, or declining (TS-524)."""

    __slots__ = ()

    def name(self) -> str:
        return "bonus"

    def rule(self) -> str:
        return "TS-515"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> Bonus:
        return Bonus(self.seat)

    def options(self, s: ShipState) -> list[Action]:
        squares = bonus_squares(s, sequence_of(s))
        return [*[s.c.a_bonus[q] for q in squares], s.c.a_bonus_end]

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        a = sequence_of(s)
        offered = bonus_squares(s, a)
        s.stack.pop()
        on_main = offered == [a.square] and a.bonus_main
        if on_main:
            a.bonus_main = False
        if action is s.c.a_bonus_end:
            if not on_main:
                a.step = PART_D
            return
        if on_main:
            a.perform(s, a.square)
            return
        a.neighbours &= ~(1 << action.a)
        a.visit(s, action.a, BONUS, AFTER_BONUS_A)


# --- part D


def detachment_targets(s: ShipState, a: ActionSequence) -> list[int]:
    """Squares to which the seat can send its detachment (TS-553 to TS-562)."""
    near = set(s.route)
    for q in s.route:
        near.update(s.c.neighbours[q])
    out: list[int] = []
    for q in sorted(near):
        if q == LIUHE or a.performed >> q & 1 or not may_act_on(s, a.owner, q):
            continue
        if printed_pirates(s, q) > 0 or effective(s, a.owner, s.c.action[q], False):
            out.append(q)
    return out


class Detach(ShipFrame):
    """Where a detachment goes, if anywhere (TS-550)."""

    __slots__ = ()

    def name(self) -> str:
        return "detach"

    def rule(self) -> str:
        return "TS-550"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> Detach:
        return Detach(self.seat)

    def options(self, s: ShipState) -> list[Action]:
        targets = detachment_targets(s, sequence_of(s))
        return [*[s.c.a_detach[q] for q in targets], s.c.a_detach_pass]

    def choose(self, s: ShipState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action is s.c.a_detach_pass:
            return
        a = sequence_of(s)
        square = action.a
        pay(s, ctx, self.seat, DETACHMENT, 1)
        if needs_command(s, self.seat, square):
            pay(s, ctx, self.seat, COMMAND, 1)
        if ctx.loud:
            ctx.emit(Event("detachment", {"seat": self.seat, "square": square}))
        a.visit(s, square, DETACHED, AFTER_D_A)
