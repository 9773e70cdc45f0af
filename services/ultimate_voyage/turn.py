"""Turns: the Action Phase, the choice of an action, what may be done beside it (RULES.md, section 12)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from ultimate_voyage.action import effect_of
from ultimate_voyage.actions import DO_ACTION, DO_END_TURN, DO_FORFEIT, DO_MAGE
from ultimate_voyage.automa import act
from ultimate_voyage.changes import can_pay_porcelain, close_card
from ultimate_voyage.dice import reroll
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.knowledge import card_legal
from ultimate_voyage.names import ANY, CARDS, DIALS, NOBODY, OP_REROLL_DIAL, ZONE_COUNT
from ultimate_voyage.payment import GainTokens, pay_porcelain
from ultimate_voyage.pending import active_ports, has_pending, lapse, pending_types
from ultimate_voyage.settle import SETTLE, ask
from ultimate_voyage.state import (
    OPEN_MOMENTUM,
    OPEN_REROLL,
    OPEN_STAY,
    VoyageState,
    can_take_turn,
    has_ship,
    ship_zones,
)
from ultimate_voyage.steps import start_action, start_free

# Turn.step
START: Final = 0
CHOICE: Final = 1
AFTER: Final = 2
END: Final = 3

MOST_MARKERS: Final = 10  # on Motivated (EFFECTS.md, `momentum`)


class ActionPhase(VoyageFrame):
    """Turns in turn order until nobody can take one, or until a cycle ends after a trigger (UV-290, UV-588).

    `at` counts through the turn order, `played` tells that somebody has had a turn in this cycle;
    `automa` counts de' Conti's actions of the round (UV-684).
    """

    __slots__ = ("at", "automa", "played")

    def __init__(self, at: int = 0, automa: int = 0, played: bool = False) -> None:
        super().__init__(AUTO)
        self.at = at
        self.automa = automa
        self.played = played

    def name(self) -> str:
        return "action_phase"

    def fields(self) -> dict[str, Any]:
        return {"at": self.at, "automa": self.automa, "played": self.played}

    def copy(self) -> ActionPhase:
        return ActionPhase(self.at, self.automa, self.played)

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        s.active = NOBODY
        if s.due or s.dirty:
            s.stack.append(SETTLE)
        elif s.conti >= 0 and self.automa < (1 if s.ending else len(DIALS)):
            self.automa += 1
            act(s, ctx, self.automa - 1)
        elif self.at < len(s.turn_order):
            seat = s.turn_order[self.at]
            self.at += 1
            if can_take_turn(s, seat):
                self.played = True
                s.active = seat
                s.stack.append(Turn(seat))
        elif s.ending or not self.played:
            s.stack.pop()
        else:
            self.at = 0
            self.played = False


class Turn(VoyageFrame):
    """One turn of a seat (UV-292 to UV-326)."""

    __slots__ = ("owner", "step")

    def __init__(self, owner: int, step: int = START) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.step = step

    def name(self) -> str:
        return "turn_of"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner, "step": self.step}

    def copy(self) -> Turn:
        return Turn(self.owner, self.step)

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        seat = self.owner
        if self.step == START:
            self.step = CHOICE
            if ctx.loud:
                ctx.emit(Event("turn_started", {"seat": seat}))
            start_turn(s, ctx, seat)
        elif self.step == CHOICE:
            lapse(s, ctx, seat)
            if can_take_turn(s, seat):
                ask(s, TurnChoice(seat))
            else:
                self.step = END
        elif self.step == AFTER:
            if has_ship(s, seat) and extras(s, seat):
                ask(s, AfterAction(seat))
            else:
                self.step = END
        else:
            s.stack.pop()


def start_turn(s: VoyageState, ctx: Ctx, seat: int) -> None:
    """Markers of `stay`, then markers of `momentum` (UV-292); combats that have lapsed are dropped after that."""
    for card in s.players[seat].cards.copy():
        if s.card_open[card] & OPEN_STAY:
            s.card_left[card] -= 1
            if not s.card_left[card]:
                close_card(s, ctx, seat, card, OPEN_STAY)
    for card in s.players[seat].cards:
        if s.card_open[card] & OPEN_MOMENTUM:
            s.card_left[card] = min(MOST_MARKERS, s.card_left[card] + 1)
            s.card_used[card] = 0


# --- Mage and Motivated (UV-324)


def extras(s: VoyageState, seat: int) -> list[Action]:
    """What the seat can do beside its action."""
    out: list[Action] = []
    c = s.c
    p = s.players[seat]
    for card in p.cards:
        ready = s.card_open[card] & OPEN_REROLL and not s.card_used[card]
        if ready and can_pay_porcelain(s, seat, effect_of(s, card, OP_REROLL_DIAL).n):
            for other in range(len(s.players)):
                for dial in range(len(DIALS)):
                    if s.players[other].unused >> dial & 1:
                        out.append(c.a_mage[other][dial])
            break
    if not has_pending(s, seat):
        for card in p.cards:
            if s.card_open[card] & OPEN_MOMENTUM and not s.card_used[card] and s.card_left[card]:
                for kind in range(len(CARDS)):
                    for port in ship_zones(s, seat):
                        if card_legal(s, seat, kind, port):
                            for k in range(1, s.card_left[card] + 1):
                                out.append(c.a_motivated[kind][k][port])
                break
    return out


def use_extra(s: VoyageState, ctx: Ctx, seat: int, action: Action) -> None:
    """Carries out one of `extras`."""
    bit = OPEN_REROLL if action.kind == DO_MAGE else OPEN_MOMENTUM
    for card in s.players[seat].cards:
        if s.card_open[card] & bit and not s.card_used[card]:
            break
    else:
        raise AssertionError("no card allows this")
    s.card_used[card] = 1
    if action.kind == DO_MAGE:
        reroll(s, ctx, action.a, action.b, "mage", seat)
        pay_porcelain(s, ctx, seat, effect_of(s, card, OP_REROLL_DIAL).n)
    else:
        s.card_left[card] -= action.b
        start_free(s, ctx, seat, action.a, action.b, action.c)


# --- the choice of the action


class TurnChoice(VoyageFrame):
    """Which action, with which dial, at which active port (UV-300, UV-302)."""

    __slots__ = ()

    def name(self) -> str:
        return "turn"

    def rule(self) -> str:
        return "UV-300"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "after": False}

    def copy(self) -> TurnChoice:
        return TurnChoice(self.seat)

    def options(self, s: VoyageState) -> list[Action]:
        seat = self.seat
        out: list[Action] = []
        if has_pending(s, seat):
            _add_pending(s, seat, out)
        else:
            _add_actions(s, seat, out)
        out.extend(extras(s, seat))
        return out

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        turn = s.stack[-1]
        assert isinstance(turn, Turn)
        seat = self.seat
        if action.kind == DO_ACTION:
            turn.step = AFTER
            start_action(s, ctx, seat, action)
        elif action.kind == DO_FORFEIT:
            turn.step = AFTER
            p = s.players[seat]
            p.marks |= 1 << action.a
            p.unused &= ~(1 << action.b)
            if ctx.loud:
                data = {"seat": seat, "card": CARDS[action.a], "dial": DIALS[action.b]}
                ctx.emit(Event("forfeited", data))
            ask(s, GainTokens(seat, s.c.forfeit_gain))
        else:
            use_extra(s, ctx, seat, action)


def _add_actions(s: VoyageState, seat: int, out: list[Action]) -> None:
    c = s.c
    unused = s.players[seat].unused
    zones = ship_zones(s, seat)
    for card in range(len(CARDS)):
        for port in zones:
            if card_legal(s, seat, card, port):
                for dial in range(len(DIALS)):
                    if unused >> dial & 1:
                        out.append(c.a_action[(card * len(DIALS) + dial) * ZONE_COUNT + port])
    for card in range(len(CARDS)):
        for dial in range(len(DIALS)):
            if unused >> dial & 1:
                out.append(c.a_forfeit[card][dial])


def _add_pending(s: VoyageState, seat: int, out: list[Action]) -> None:
    """The action must be of a pending type and settle at least one of them (UV-294, UV-296)."""
    c = s.c
    unused = s.players[seat].unused
    for kind in pending_types(s, seat):
        ports = active_ports(s, seat, kind)
        for card in range(len(CARDS)) if kind == ANY else [kind]:
            for dial in range(len(DIALS)):
                if unused >> dial & 1:
                    for port in ports:
                        out.append(c.a_pending[kind][(card * len(DIALS) + dial) * ZONE_COUNT + port])


class AfterAction(VoyageFrame):
    """After the action: Mage, Motivated, or the end of the turn (UV-324, UV-326)."""

    __slots__ = ()

    def name(self) -> str:
        return "turn"

    def rule(self) -> str:
        return "UV-324"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "after": True}

    def copy(self) -> AfterAction:
        return AfterAction(self.seat)

    def options(self, s: VoyageState) -> list[Action]:
        return [s.c.a_end_turn, *extras(s, self.seat)]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        turn = s.stack[-1]
        assert isinstance(turn, Turn)
        if action.kind == DO_END_TURN:
            turn.step = END
        else:
            use_extra(s, ctx, self.seat, action)


READERS: Final[dict[str, Reader]] = {
    "action_phase": lambda _, f: ActionPhase(f["at"], f["automa"], f["played"]),
    "turn_of": lambda _, f: Turn(f["seat"], f["step"]),
    "turn": lambda _, f: AfterAction(f["seat"]) if f["after"] else TurnChoice(f["seat"]),
}
