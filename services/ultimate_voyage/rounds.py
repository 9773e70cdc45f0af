"""Rounds: the Administration Phase step by step, then the turns (RULES.md, section 11).

Order of chance in a round: Star for Zheng He's health, Sun for the Mongol campaign, goods and tokens
port by port, then Sun, Moon and Star of the deity dice.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, Final

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO, Sealed
from ultimate_voyage.actions import DO_ARRANGE
from ultimate_voyage.changes import add_track, gain, pay
from ultimate_voyage.content import RoundSpace
from ultimate_voyage.dice import reroll, roll, scrolls
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.mats import SoloMat, turn_mats
from ultimate_voyage.names import (
    CARDS,
    DIALS,
    DIVINER,
    END_HEALTH,
    END_ROUNDS,
    NO_OCEAN,
    NOBODY,
    OCEANS,
    PORCELAIN,
    PRESTIGE,
    PROFIT,
    QUICK,
    SOLO,
    STAR,
    SUN,
    TROOPS,
    WINDS,
)
from ultimate_voyage.objectives import round_end
from ultimate_voyage.scoring import finish, last_round, trigger
from ultimate_voyage.settle import SETTLE, ask
from ultimate_voyage.state import VoyageState
from ultimate_voyage.turn import ActionPhase
from ultimate_voyage.upkeep import port_upkeep

# Course.step
NEW_ROUND: Final = 0
WIND: Final = 1
HEALTH: Final = 2
MONGOL: Final = 3
TURN_ORDER: Final = 4
PORTS: Final = 5
MATS: Final = 6
CARD_ORDER: Final = 7
INCOME: Final = 8
DEITIES: Final = 9
DIVINE: Final = 10
TURNS: Final = 11
ROUND_END: Final = 12
NEXT: Final = 13


def begin(s: VoyageState) -> None:
    """The rounds begin with `s.round`, which is the first one played (UV-282)."""
    s.stack.append(Course(WIND))


def space_of(s: VoyageState, number: int) -> RoundSpace:
    """What the round track shows for a round: its random tile, or what is printed."""
    tile = s.tiles[number - 1]
    return s.c.tiles[tile] if tile >= 0 else s.c.round_space(number)


def turn_up_tile(s: VoyageState, ctx: Ctx, number: int) -> None:
    """The random tile of a round is turned up, if one lies there (UV-642)."""
    if number > s.c.rounds or s.tiles[number - 1] < 0 or s.tiles_up >> (number - 1) & 1:
        return
    s.tiles_up |= 1 << (number - 1)
    if ctx.loud:
        ctx.emit(Event("tile_turned", {"round": number, "tile": s.c.tiles[s.tiles[number - 1]].id}))


class Course(VoyageFrame):
    """The course of the game; at the bottom of the stack. `points` is the loss of the Mongol campaign, `at`
    counts through the seats that it is asked of."""

    __slots__ = ("at", "points", "step")

    def __init__(self, step: int, at: int = 0, points: int = 0) -> None:
        super().__init__(AUTO)
        self.step = step
        self.at = at
        self.points = points

    def name(self) -> str:
        return "course"

    def fields(self) -> dict[str, Any]:
        return {"step": self.step, "at": self.at, "points": self.points}

    def copy(self) -> Course:
        return Course(self.step, self.at, self.points)

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        if s.due or s.dirty:
            s.stack.append(SETTLE)
            return
        step = self.step
        self.step += 1
        first = s.round == s.first_round
        if step == NEW_ROUND:
            s.round += 1
        elif step == WIND:
            self._wind(s, ctx)
        elif step == HEALTH:
            self._health(s, ctx)
        elif step == MONGOL:
            self._mongol(s, ctx)
        elif step == TURN_ORDER:
            if not first:
                _order(s, ctx)
        elif step == PORTS:
            if not first and s.mode != QUICK:
                port_upkeep(s, ctx)
        elif step == MATS:
            if s.mode == SOLO:
                turn_mats(s)
                ask(s, SoloMat(0))
        elif step == CARD_ORDER:
            self._arrange(s)
        elif step == INCOME:
            _income(s, ctx, first)
        elif step == DEITIES:
            _deities(s, ctx)
        elif step == DIVINE:
            for seat in range(s.n):
                if s.players[seat].character == DIVINER:
                    ask(s, DivinerReroll(seat))
        elif step == TURNS:
            s.in_actions = True
            s.stack.append(ActionPhase())
        elif step == ROUND_END:
            s.in_actions = False
            round_end(s, ctx)
        elif s.ending:
            finish(s, ctx)
        else:
            self.step = NEW_ROUND

    def _wind(self, s: VoyageState, ctx: Ctx) -> None:
        """Wind and storm of the round (UV-256, UV-258, UV-622); the tile of the next round (UV-642)."""
        turn_up_tile(s, ctx, s.round + 1)
        space = space_of(s, s.round)
        s.wind = space.wind
        s.storm = space.storm if s.mode != QUICK and s.round > 1 else NO_OCEAN
        if ctx.loud:
            storm = OCEANS[s.storm] if s.storm != NO_OCEAN else None
            ctx.emit(Event("round_started", {"round": s.round, "wind": WINDS[s.wind], "storm": storm}))
        if s.mode == QUICK or s.round == 1:
            self.step = TURN_ORDER
            if s.round == last_round(s):
                trigger(s, ctx, END_ROUNDS, NOBODY)

    def _health(self, s: VoyageState, ctx: Ctx) -> None:
        """UV-260; in the last round the end is triggered afterwards (UV-580, UV-592)."""
        if space_of(s, s.round).health:
            steps = abs(roll(s, ctx, STAR, "health", s.turn_order[0]))
            s.health = min(s.c.health_last, s.health + steps)
            if ctx.loud:
                ctx.emit(Event("health", {"steps": steps, "space": s.health, "last": s.c.health_last}))
            if s.health == s.c.health_last:
                trigger(s, ctx, END_HEALTH, NOBODY)
        if s.outcome is None and s.round == last_round(s):
            trigger(s, ctx, END_ROUNDS, NOBODY)

    def _mongol(self, s: VoyageState, ctx: Ctx) -> None:
        """UV-262, UV-264; this step is repeated until every seat has borne its loss."""
        if self.at == 0:
            if not space_of(s, s.round).spring:
                return
            result = roll(s, ctx, SUN, "mongol", s.turn_order[0])
            if result >= 0:
                for seat in s.turn_order:
                    add_track(s, ctx, seat, PRESTIGE, result)
                return
            self.points = -result
        if self.at == len(s.turn_order):
            self.at = 0
            self.points = 0
            return
        seat = s.turn_order[self.at]
        self.at += 1
        self.step = MONGOL
        p = s.players[seat]
        if p.track[PRESTIGE] and (p.res[PORCELAIN] or p.res[TROOPS]):
            ask(s, Mongol(seat, self.points))
        else:
            add_track(s, ctx, seat, PRESTIGE, -self.points)

    def _arrange(self, s: VoyageState) -> None:
        """Dials are taken back; whoever has used several cards chooses their order (UV-276, UV-278)."""
        asked: list[int] = []
        for seat in range(s.n):
            p = s.players[seat]
            p.unused = 0
            used = [card for card in p.order if p.marks >> card & 1]
            if len(used) > 1:
                asked.append(seat)
            elif used:
                arrange(s, seat, used)
        if asked:
            asked.sort(key=s.turn_order.index)
            s.stack.append(ArrangeCards(asked))


def arrange(s: VoyageState, seat: int, used: list[int]) -> None:
    """The used cards slide to the left in this order, the others to the right (UV-278)."""
    p = s.players[seat]
    p.order = used + [card for card in p.order if card not in used]
    p.marks = 0


def _order(s: VoyageState, ctx: Ctx) -> None:
    """Ascending Prestige + Profit, ties as before (UV-266)."""
    players = s.players
    keyed = [(players[seat].track[PRESTIGE] + players[seat].track[PROFIT], i) for i, seat in enumerate(s.turn_order)]
    keyed.sort()
    s.turn_order = [s.turn_order[i] for _, i in keyed]
    if ctx.loud:
        ctx.emit(Event("turn_order", {"seats": s.turn_order.copy()}))


def _income(s: VoyageState, ctx: Ctx, first: bool) -> None:
    """Kilns and camps in turn order; what is once a round is renewed (UV-276)."""
    for seat in s.turn_order:
        p = s.players[seat]
        p.healer_used = False
        p.labor_used = False
        for card in p.cards:
            s.card_used[card] = 0
        if not first:
            gain(s, ctx, seat, PORCELAIN, p.kilns * s.c.structure_amount[1])
            gain(s, ctx, seat, TROOPS, p.camps * s.c.structure_amount[2])


def _deities(s: VoyageState, ctx: Ctx) -> None:
    """The dice of the round set everybody's dials (UV-280)."""
    for die in range(len(DIALS)):
        s.dice[die] = roll(s, ctx, die, "deity", s.turn_order[0])
    for seat in range(len(s.players)):
        p = s.players[seat]
        p.unused = (1 << len(DIALS)) - 1
        if seat == s.conti:
            p.marks = 0
        for dial in range(len(DIALS)):
            p.dials[dial] = s.dice[dial] + scrolls(s, seat, dial)
    if ctx.loud:
        ctx.emit(Event("dials_set", {"dials": [p.dials.copy() for p in s.players]}))


class Mongol(VoyageFrame):
    """Tokens given instead of Prestige (UV-264)."""

    __slots__ = ("points",)

    def __init__(self, seat: int, points: int) -> None:
        super().__init__(seat)
        self.points = points

    def name(self) -> str:
        return "mongol"

    def rule(self) -> str:
        return "UV-264"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "points": self.points}

    def copy(self) -> Mongol:
        return Mongol(self.seat, self.points)

    def options(self, s: VoyageState) -> list[Action]:
        res = s.players[self.seat].res
        out: list[Action] = []
        for n in range(self.points + 1):
            for porcelain in range(min(n, res[PORCELAIN]), -1, -1):
                if n - porcelain <= res[TROOPS]:
                    out.append(s.c.mongol(porcelain, n - porcelain))
        return out

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        pay(s, ctx, self.seat, PORCELAIN, action.a)
        pay(s, ctx, self.seat, TROOPS, action.b)
        add_track(s, ctx, self.seat, PRESTIGE, action.a + action.b - self.points)
        if ctx.loud:
            data = {"seat": self.seat, "points": self.points, "porcelain": action.a, "troops": action.b}
            ctx.emit(Event("mongol", data))


class DivinerReroll(VoyageFrame):
    """The Diviner rerolls one die for one player, or not (UV-070)."""

    __slots__ = ()

    def name(self) -> str:
        return "diviner_reroll"

    def rule(self) -> str:
        return "UV-070"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> DivinerReroll:
        return DivinerReroll(self.seat)

    def options(self, s: VoyageState) -> list[Action]:
        out = [s.c.a_diviner_skip]
        for dial in range(len(DIALS)):
            for seat in range(len(s.players)):
                out.append(s.c.a_diviner[dial][seat])
        return out

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.a >= 0:
            reroll(s, ctx, action.b, action.a, "diviner", self.seat)


class ArrangeCards(Sealed[VoyageState]):
    """All seats with several used cards put them in order at the same time (UV-278)."""

    __slots__ = ()

    def name(self) -> str:
        return "arrange_cards"

    def rule(self) -> str:
        return "UV-278"

    def fields(self) -> dict[str, Any]:
        """Secret: the view shows only whether others have answered."""
        return {"seats": list(self.seats), "answers": [list(a.vec) if a is not None else None for a in self.answers]}

    def copy(self) -> ArrangeCards:
        o = ArrangeCards(self.seats)
        o.answers = self.answers.copy()
        return o

    def options_for(self, s: VoyageState, seat: int) -> list[Action]:
        p = s.players[seat]
        used = [card for card in p.order if p.marks >> card & 1]
        return [s.c.actions.get(DO_ARRANGE, vec=order) for order in permutations(used)]

    def answer(self, s: VoyageState, seat: int, action: Action, ctx: Ctx) -> None:
        super().answer(s, seat, action, ctx)
        if ctx.loud:
            cards = [CARDS[card] for card in action.vec]
            ctx.emit(Event("cards_submitted", {"seat": seat, "order": cards}, (seat,), {"seat": seat}))

    def reveal(self, s: VoyageState, answers: list[Action], ctx: Ctx) -> None:
        for i in range(len(self.seats)):
            arrange(s, self.seats[i], list(answers[i].vec))
        if ctx.loud:
            orders = [{"seat": seat, "order": [CARDS[card] for card in s.players[seat].order]} for seat in self.seats]
            ctx.emit(Event("cards_arranged", {"orders": orders}))


def read_arrange(s: VoyageState, f: dict[str, Any]) -> ArrangeCards:
    """The frame with its answers."""
    frame = ArrangeCards(list(f["seats"]))
    for i, order in enumerate(f["answers"]):
        frame.answers[i] = s.c.actions.get(DO_ARRANGE, vec=tuple(order)) if order is not None else None
    return frame


READERS: Final[dict[str, Reader]] = {
    "course": lambda _, f: Course(f["step"], f["at"], f["points"]),
    "mongol": lambda _, f: Mongol(f["seat"], f["points"]),
    "diviner_reroll": lambda _, f: DivinerReroll(f["seat"]),
    "arrange_cards": read_arrange,
}
