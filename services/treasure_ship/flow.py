"""Course of the game: rounds, voyages, preparation, end (RULES.md, sections 2, 3, 16, 17)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO, Fork, Sealed
from rulekit.outcome import Outcome
from treasure_ship.action_step import ActionSequence
from treasure_ship.animals import largest_rectangle
from treasure_ship.effects import Gains
from treasure_ship.frames import ShipFrame
from treasure_ship.names import CANNON, COMMAND, EVENTS, EXTENSION, NPC, PHASES, REBELLION, WEAPON
from treasure_ship.officials import Offer, Plan, free_voyages, npc_offers, npc_plans, planning_order, take_voyage
from treasure_ship.sailing import (
    Extend,
    Flagship,
    Rebellion,
    Sail,
    locate_event,
    npc_marker,
    place_marker,
    rebels,
)
from treasure_ship.state import (
    ShipState,
    card,
    clockwise,
    count_of,
    legal_squares,
    needs_command,
    official_at,
    pay,
    seat_name,
    voyages_of_round,
)

# Course.step
NEW_ROUND: Final = 0
OFFERS: Final = 1
PLANNING: Final = 2
VOYAGES: Final = 3
PREPARATION: Final = 4

# Voyage.step
DISCLOSE: Final = 0
SAIL: Final = 1
MARK: Final = 2
CHOOSE_SQUARES: Final = 3
ACT: Final = 4
END: Final = 5


class SetUp(ShipFrame):
    """Set-up in the order of chance (TS-050 to TS-083)."""

    __slots__ = ("sides", "start")

    def __init__(self, sides: str, start: int) -> None:
        super().__init__(AUTO)
        self.sides = sides  # "random", "all_a", or a letter for each power
        self.start = start  # -1: random

    def name(self) -> str:
        return "set_up"

    def fields(self) -> dict[str, Any]:
        return {"sides": self.sides, "start": self.start}

    def copy(self) -> SetUp:
        return SetUp(self.sides, self.start)

    def run(self, s: ShipState, ctx: Ctx) -> None:
        s.stack.pop()
        c, chance = s.c, ctx.chance
        if s.solo:
            s.start_seat = NPC
        elif self.start >= 0:
            s.start_seat = self.start
        else:
            s.start_seat = chance.draw("start_seat", list(range(s.n)), 1)[0]
        if self.sides == "random":
            s.sides = [chance.draw("power_side", [0, 1], 1)[0] for _ in range(5)]
        elif self.sides != "all_a":
            s.sides = ["AB".index(letter) for letter in self.sides]
        officials: list[int] = []
        for category in range(5):
            four = [i for i, o in enumerate(c.officials) if o.category == category]
            officials += chance.shuffle("officials", four)[:3]
        s.officials = officials
        initial = [i for i, v in enumerate(c.voyage_cards) if v.initial]
        s.pile = chance.shuffle("voyage_cards", initial)
        s.pile.reverse()
        for i in range(voyages_of_round(s)):
            s.cards[i] = s.pile.pop()
        s.additional = chance.shuffle("additional_cards", [i for i, v in enumerate(c.voyage_cards) if not v.initial])
        s.additional.reverse()
        if s.solo:
            s.solo_pile = chance.shuffle("solo_cards", list(range(len(c.solo_cards))))
            s.solo_pile.reverse()
        if ctx.loud:
            ctx.emit(
                Event(
                    "setup",
                    {
                        "start_seat": seat_name(s.start_seat),
                        "sides": ["AB"[side] for side in s.sides],
                        "officials": [c.officials[i].id for i in s.officials],
                    },
                )
            )
        s.stack.append(Course())
        if s.solo:
            s.stack.append(Gains(0, c.start_resources[1], "start"))  # the NPC is first (TS-769)
        else:
            for position, seat in reversed(list(enumerate(clockwise(s, s.start_seat)))):
                s.stack.append(Gains(seat, c.start_resources[position], "start"))


class Course(ShipFrame):
    """The rounds (TS-090); at the bottom of the stack. `at` counts within a step."""

    __slots__ = ("at", "step")

    def __init__(self, step: int = NEW_ROUND, at: int = 0) -> None:
        super().__init__(AUTO)
        self.step = step
        self.at = at

    def name(self) -> str:
        return "course"

    def fields(self) -> dict[str, Any]:
        return {"step": self.step, "at": self.at}

    def copy(self) -> Course:
        return Course(self.step, self.at)

    def run(self, s: ShipState, ctx: Ctx) -> None:
        if self.step == NEW_ROUND:
            self.step, self.at = OFFERS, 0
            _phase(s, ctx, 4 if s.ending else 0)
            if s.solo and not s.ending:
                npc_offers(s, ctx)
        elif self.step == OFFERS:
            if self.at < s.n:
                seat = clockwise(s, s.start_seat)[self.at]
                self.at += 1
                s.stack.append(Offer(seat))
            elif s.ending:
                finish(s, ctx)
            else:
                self.step, self.at = PLANNING, 0
                s.order = planning_order(s)
                _phase(s, ctx, 1)
        elif self.step == PLANNING:
            self._plan(s, ctx)
        elif self.step == VOYAGES:
            if self.at < voyages_of_round(s):
                self.at += 1
                s.stack.append(Voyage(self.at - 1))
            else:
                self.step = PREPARATION
        else:
            self.step, self.at = NEW_ROUND, 0
            _prepare(s, ctx)

    def _plan(self, s: ShipState, ctx: Ctx) -> None:
        """TS-153 to TS-165, TS-793, TS-796."""
        free = free_voyages(s)
        if not free:
            self.step, self.at = VOYAGES, 0
            _phase(s, ctx, 2)
            return
        who = s.order[self.at % len(s.order)]
        self.at += 1
        if who == NPC:
            npc_plans(s, ctx)
        elif len(free) == 1:
            take_voyage(s, ctx, who, free[0])
        else:
            s.stack.append(Plan(who))


def _phase(s: ShipState, ctx: Ctx, phase: int) -> None:
    s.phase = phase
    if ctx.loud:
        ctx.emit(Event("phase", {"round": s.round, "phase": PHASES[phase]}))


def _prepare(s: ShipState, ctx: Ctx) -> None:
    """Preparation Phase (TS-590 to TS-617); after round 7 only its first step."""
    _phase(s, ctx, 3)
    s.offerings = []
    if s.round == s.c.rounds:
        s.ending = True
        return
    s.gone.append(s.cards[0])
    deck = [v for v in s.cards[1:] if v >= 0]
    if s.additional:
        drawn = s.additional.pop()
        deck.append(drawn)
        if ctx.loud:
            ctx.emit(Event("card_added", {"card": s.c.voyage_cards[drawn].id}))
    deck += s.pile
    deck.sort()
    s.pile = ctx.chance.shuffle("preparation", deck)
    s.pile.reverse()
    s.round += 1
    s.cards = [-1, -1, -1, -1]
    s.shown = [False] * 4
    s.priority = [-2, -2, -2, -2]
    for i in range(voyages_of_round(s)):
        s.cards[i] = s.pile.pop()
    for p in s.players:
        p.bombarded = False
        p.res[EXTENSION] = 0
    s.voyage = -1
    s.captain = -2
    s.route = []
    s.marker = -1
    s.squares = [-1] * s.n
    s.start_square = 0
    if not s.solo:
        s.start_seat = (s.start_seat + 1) % s.n


class Voyage(ShipFrame):
    """One voyage: disclosure, sailing, actions (TS-096)."""

    __slots__ = ("number", "step")

    def __init__(self, number: int, step: int = DISCLOSE) -> None:
        super().__init__(AUTO)
        self.number = number
        self.step = step

    def name(self) -> str:
        return "voyage"

    def fields(self) -> dict[str, Any]:
        return {"number": self.number, "step": self.step}

    def copy(self) -> Voyage:
        return Voyage(self.number, self.step)

    def run(self, s: ShipState, ctx: Ctx) -> None:
        step = self.step
        self.step += 1
        if step == DISCLOSE:
            self._disclose(s, ctx)
        elif step == SAIL:
            s.stack.append(Sail(card(s).range))
            if s.captain != NPC and s.players[s.captain].res[EXTENSION] > 0:
                s.stack.append(Extend(s.captain))
        elif step == MARK:
            self._mark(s, ctx)
        elif step == CHOOSE_SQUARES:
            self._choose_squares(s, ctx)
        elif step == ACT:
            self._act(s, ctx)
        else:
            self._end(s)

    def _disclose(self, s: ShipState, ctx: Ctx) -> None:
        s.voyage = self.number
        s.shown[self.number] = True
        s.captain = s.priority[self.number]
        if self.number > 0 and s.route:
            s.start_square = s.route[-1]
        s.route = []
        s.leftover = False
        s.marker = -1
        s.event_square = -1
        if ctx.loud:
            v = card(s)
            ctx.emit(
                Event(
                    "card_revealed",
                    {
                        "voyage": self.number + 1,
                        "card": v.id,
                        "range": v.range,
                        "event": EVENTS[v.event],
                        "captain": seat_name(s.captain),
                    },
                )
            )
        if card(s).event == REBELLION:
            for seat, n, merit in reversed(rebels(s)):
                s.stack.append(Rebellion(seat, n, merit))

    def _mark(self, s: ShipState, ctx: Ctx) -> None:
        """The marker after the last frame; the event square is known from the frames (TS-245 to TS-254)."""
        s.squares = [-1] * s.n
        locate_event(s, ctx)
        if s.captain == NPC:
            place_marker(s, ctx, npc_marker(s))
        elif legal_squares(s, s.captain):
            s.stack.append(Flagship(s.captain))
        else:
            place_marker(s, ctx, s.route[0])  # the captain has no legal square (TS-273)

    def _choose_squares(self, s: ShipState, ctx: Ctx) -> None:
        choosing = [seat for seat in clockwise(s, s.captain) if seat != s.captain and legal_squares(s, seat)]
        if choosing:
            s.stack.append(ChooseSquares(choosing))

    def _act(self, s: ShipState, ctx: Ctx) -> None:
        """Command chips are paid together, before any part A (TS-294); then all sequences are open."""
        for seat in clockwise(s, s.captain):
            if s.squares[seat] >= 0 and needs_command(s, seat, s.squares[seat]):
                pay(s, ctx, seat, COMMAND, 1)
        s.finished = [False] * s.n
        s.captain_benefit = False
        s.in_actions = True
        seats = clockwise(s, s.captain)
        s.stack.append(ActionStep(seats, [[ActionSequence(seat, s.squares[seat])] for seat in seats]))

    def _end(self, s: ShipState) -> None:
        s.in_actions = False
        s.event_square = -1
        s.priority[self.number] = -3  # the frame is back with its owner; the voyage is over (TS-171)
        s.stack.pop()


class ChooseSquares(Sealed[ShipState]):
    """All seats but the captain choose at the same time, hidden until all have (TS-276)."""

    __slots__ = ()

    def name(self) -> str:
        return "square"

    def rule(self) -> str:
        return "TS-270"

    def fields(self) -> dict[str, Any]:
        """Secret: the view shows only whether others have answered."""
        return {"seats": list(self.seats), "answers": [a.a if a is not None else None for a in self.answers]}

    def copy(self) -> ChooseSquares:
        o = ChooseSquares(self.seats)
        o.answers = self.answers.copy()
        return o

    def options_for(self, s: ShipState, seat: int) -> list[Action]:
        return [s.c.a_square[q] for q in legal_squares(s, seat)]

    def answer(self, s: ShipState, seat: int, action: Action, ctx: Ctx) -> None:
        super().answer(s, seat, action, ctx)
        if ctx.loud:
            ctx.emit(Event("square_submitted", {"seat": seat, "square": action.a}, (seat,), {"seat": seat}))

    def reveal(self, s: ShipState, answers: list[Action], ctx: Ctx) -> None:
        for i, seat in enumerate(self.seats):
            s.squares[seat] = answers[i].a
        if ctx.loud:
            chosen = [{"seat": seat, "square": s.squares[seat]} for seat in self.seats]
            ctx.emit(Event("squares_revealed", {"squares": chosen}))


class ActionStep(Fork[ShipState]):
    """Parts A to D of all seats, side by side, clockwise from the captain (TS-297)."""

    __slots__ = ()

    def name(self) -> str:
        return "action_step"

    def fields(self) -> dict[str, Any]:
        branches = [[{"frame": f.name(), **f.fields()} for f in branch] for branch in self.branches]
        return {"seats": list(self.seats), "branches": branches}

    def copy(self) -> ActionStep:
        return ActionStep(self.seats, self.copy_branches())


# --- end of the game


def final_scores(s: ShipState) -> list[dict[str, int]]:
    """The points of each seat by source; they add up to its total (TS-623 to TS-650)."""
    c = s.c
    out: list[dict[str, int]] = []
    for seat, p in enumerate(s.players):
        powers = 0
        for power in range(5):
            level = p.levels[power]
            if level:
                powers += c.levels[power][s.sides[power]][level - 1].end_vp
                if level == len(c.level_cost):
                    powers += c.surplus_vp * p.emissaries[power]
        officials = 0
        for place in range(16):
            if p.offered[place]:
                o = official_at(s, place)
                if o.count >= 0:
                    officials += min(o.most, count_of(s, seat, o.count) // o.div * o.each)
                else:
                    officials += o.vp
        cells = bin(p.covered).count("1")
        rectangle = largest_rectangle(p.covered, c.width, c.height)
        out.append(
            {
                "track": p.vp,
                "merit": c.merit_vp[p.merit],
                "powers": powers,
                "officials": officials,
                "animals": cells * c.cell_vp + rectangle * c.rectangle_vp,
                "monuments": bin(p.monuments).count("1") * c.monument_vp,
            }
        )
    return out


def finish(s: ShipState, ctx: Ctx) -> None:
    """Final score, tie-breaks and rank (TS-653 to TS-662, TS-847)."""
    parts = final_scores(s)
    scores = [sum(p.values()) for p in parts]
    arms = [p.res[WEAPON] + p.res[CANNON] for p in s.players]
    order = planning_order(s)
    ranked = sorted(range(s.n), key=lambda seat: (-scores[seat], -arms[seat], order.index(seat)))
    placings = [ranked.index(seat) + 1 for seat in range(s.n)]
    detail: dict[str, Any] = {
        "points": parts,
        "arms": arms,
        "track": [dict(sorted(p.scored.items())) for p in s.players],
    }
    if s.solo:
        detail["rank"] = rank_title(s, scores[0])
    s.finish(Outcome("final_score", placings, scores, detail))
    if ctx.loud:
        ctx.emit(Event("game_over", {"scores": scores, "placings": placings, **detail}))


def rank_title(s: ShipState, points: int) -> dict[str, str]:
    for least, title, gloss in s.c.ranks:
        if points >= least:
            return {"title": title, "gloss": gloss}
    return {"title": "", "gloss": ""}
