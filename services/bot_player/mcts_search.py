"""Information-set Monte Carlo tree search with one tree for the deciding seat.

Every line is played in a world that the seat must think possible (`Game.determinize` of its view), with
dice of the search's own. The tree is open-loop: its nodes are sequences of actions, whatever the dice
were, and an option counts as tried or passed over only where it was there (single-observer ISMCTS).
All seats decide in the same tree, each for itself; where several are to decide at once they do so in
rulebook order, and no node depends on an answer that is still hidden.

Two things differ from the textbook, since a decision gets dozens of lines and not thousands:

- **The root** is decided by sequential halving: all candidates get the same lines, the better half goes
  on. It wastes less on the third best than bounds made for endless play do. Line number i has the
  same world and the same dice for every candidate, so luck hits all of them alike.
- **Advice**: a guide's estimates choose the candidates, and where it has a `control` the value of an
  option is its advice plus the mean of what lines found different from it.
"""

from __future__ import annotations

import math
import time
from typing import Final, Generic

import msgspec

from bot_player.mcts_guide import Guide
from rulekit.actions import Action
from rulekit.chance import Chance, Seeded
from rulekit.errors import ChanceError
from rulekit.events import Ctx
from rulekit.frames import S, Sealed, State, first_waiting, legal
from rulekit.game import Decision, Game
from rulekit.playout import Picker

EXPLORE: Final = 0.35  # weight of the bound within the tree
TREE_CAP: Final = 40  # most options of a node within the tree that are ever tried
LONGEST: Final = 20_000  # decisions in a line
LEAST_LINES: Final = 2  # per candidate, on average


class Dice(Chance):
    """Chance for worlds: quick and small, its own for every line. Never that of a match."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.picker = Picker(seed)

    def _roll(self, label: str, n: int, sides: int, stream: int) -> list[int]:
        below = self.picker.below
        return [1 + below(sides) for _ in range(n)]

    def _draw(self, label: str, pool: list[int], k: int, stream: int) -> list[int]:
        if not 0 <= k <= len(pool):
            raise ChanceError(f"{label}: {k} of {len(pool)} asked for")
        rest = list(pool)
        return [rest.pop(self.picker.below(len(rest))) for _ in range(k)]

    def _shuffle(self, label: str, ids: list[int], stream: int) -> list[int]:
        out = list(ids)
        for i in range(len(out) - 1, 0, -1):
            j = self.picker.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out


class Edge:
    """An option within the tree, from the seat that decides: tries, and the sum of what they were worth to it."""

    __slots__ = ("action", "child", "estimate", "seen", "total", "visits")

    def __init__(self, action: Action, estimate: float) -> None:
        self.action = action
        self.estimate = estimate
        self.visits = 0
        self.seen = 0  # how often it could have been tried
        self.total = 0.0
        self.child: Node | None = None


class Node:
    """A decision within the tree. The options of a node can differ between worlds; `edges` holds all that came up."""

    __slots__ = ("edges",)

    def __init__(self) -> None:
        self.edges: dict[tuple[int, Action], Edge] = {}


class Candidate:
    """An option of the decision. `value` is what it seems to be worth."""

    __slots__ = ("action", "advice", "node", "number", "total", "value", "visits")

    def __init__(self, number: int, action: Action, advice: float) -> None:
        self.number = number  # its place among the options
        self.action = action
        self.advice = advice
        self.visits = 0
        self.total = 0.0
        self.value = advice
        self.node = Node()


class Budget:
    """When a search ends: after so many lines, or so many milliseconds, whichever comes first (0: no limit)."""

    __slots__ = ("lines", "ms")

    def __init__(self, lines: int, ms: int) -> None:
        self.lines = lines
        self.ms = ms


class Search(Generic[S]):
    """One search for one decision. `run` it once."""

    def __init__(
        self,
        game: Game[S],
        guide: Guide[S],
        view: msgspec.Struct,
        decision: Decision,
        options: list[Action],
        chance: Seeded,
    ) -> None:
        self.game = game
        self.guide = guide
        self.view = view
        self.decision = decision
        self.seat = decision.seat
        self.options = options
        self.chance = chance
        self.world_seed = chance.below(1 << 31)
        self.dice_seed = chance.below(1 << 31)
        self.worlds: list[S] = []
        self.lines = 0
        self.deepest = 0
        self.advised = False
        self.candidates = self._candidates()

    def _candidates(self) -> list[Candidate]:
        guide = self.guide
        guide.begin(self.view, self.decision)
        advice = guide.advice(self.view, self.decision, self.options)
        if advice is None:
            return [Candidate(i, a, 0.5) for i, a in enumerate(self.options)]
        self.advised = True
        out = [Candidate(i, a, v) for i, (a, v) in enumerate(zip(self.options, advice, strict=True))]
        out.sort(key=_rank)
        least = out[0].advice - guide.window
        return [c for c in out if c.advice >= least]

    def run(self, budget: Budget) -> Candidate:
        """The best option; `candidates` are then in order, the best first."""
        field = self._field(budget)
        if len(field) == 1:
            return field[0]
        start = time.perf_counter()
        rounds = math.ceil(math.log2(len(field)))
        for number in range(1, rounds + 1):
            until = start + budget.ms / 1000 * number / rounds if budget.ms else math.inf
            lines = budget.lines * number // rounds if budget.lines else 1 << 60
            self._round(field, budget.lines or 1 << 60, lines, until)
            field.sort(key=_rank)
            field = field[: max(2, (len(field) + 1) // 2)]
        rest = [c for c in self.candidates if c not in field]
        rest.sort(key=_rank)
        self.candidates = field + rest
        return field[0]

    def _field(self, budget: Budget) -> list[Candidate]:
        """As many candidates as the budget can tell apart: the best by advice, or without advice drawn by lot."""
        most = self.guide.cap
        if budget.lines:
            most = min(most, max(2, budget.lines // LEAST_LINES))
        field = self.candidates
        if len(field) <= most:
            return list(field)
        if self.advised:
            return field[:most]
        numbers = Dice(self.chance.below(1 << 31)).draw("candidates", list(range(len(field))), most)
        return [field[i] for i in sorted(numbers)]

    def _round(self, field: list[Candidate], most: int, lines: int, until: float) -> None:
        """The same number of lines for each of the field, at least one: up to `lines` in all, or to a time."""
        while True:
            for c in field:
                if self.lines >= most:
                    return
                self._line(c)
            if self.lines + len(field) > lines or time.perf_counter() >= until:
                return

    # --- lines

    def world(self, number: int) -> S:
        """World `number`: always the same one."""
        while len(self.worlds) <= number:
            made = self.game.determinize(self.view, self.seat, Dice(self.world_seed + len(self.worlds)))
            _forget_answers(made, self.seat)
            self.guide.forget(made, self.seat)
            self.worlds.append(made)
        return self.game.copy(self.worlds[number])

    def _line(self, c: Candidate) -> None:
        """One line that begins with the candidate."""
        game, guide, root = self.game, self.guide, self.seat
        number = c.visits
        s = self.world(number)
        outright = guide.worth(s, c.number)
        if outright is not None:
            self.lines += 1
            c.visits += 1
            c.total += outright
            c.value = (c.total + guide.trust * c.advice) / (c.visits + guide.trust)
            return
        dice = Dice(self.dice_seed + number)
        ctx = Ctx(dice)
        game.step(s, root, c.action, ctx)
        node: Node | None = c.node
        path: list[tuple[Edge, int]] = []
        steps = 0
        control: float | None = None
        while s.outcome is None and not guide.stop(s, steps):
            seat = first_waiting(s)
            options = legal(s, seat)
            if node is not None and guide.branches(s, seat, options):
                edge = self._pick(node, s, seat, options)
                path.append((edge, seat))
                action = edge.action
                node = edge.child
                if node is None:
                    edge.child = Node()
            else:
                action = guide.play(s, seat, options, dice.picker)
            game.step(s, seat, action, ctx)
            steps += 1
            if steps > LONGEST:
                raise RuntimeError(f"{game.key}: a line of {LONGEST} decisions without an end")
        if s.outcome is not None:
            values = guide.outcome(s, s.outcome)
        else:
            values = guide.values(s, root)
        value = values[root]
        if self.advised:
            control = guide.control(s, root)
            if control is not None:
                value += c.advice - control
        self.lines += 1
        self.deepest = max(self.deepest, len(path) + 1)
        c.visits += 1
        c.total += value
        trust = guide.trust if self.advised else 0.0
        c.value = (c.total + trust * c.advice) / (c.visits + trust)
        for edge, seat in path:
            edge.visits += 1
            edge.total += values[seat]

    def _pick(self, node: Node, s: S, seat: int, options: list[Action]) -> Edge:
        """The option with the best upper bound of those that are there."""
        edges = node.edges
        estimates: list[float] | None = None
        here: list[Edge] = []
        for i, a in enumerate(options):
            edge = edges.get((seat, a))
            if edge is None:
                if estimates is None:
                    estimates = self.guide.estimates(s, seat, options) or [0.5] * len(options)
                edge = edges[seat, a] = Edge(a, estimates[i])
            edge.seen += 1
            here.append(edge)
        if len(here) > TREE_CAP:
            here.sort(key=_estimate)
            here = here[:TREE_CAP]
        best = here[0]
        most = -math.inf
        for edge in here:
            mean = (edge.total + edge.estimate) / (edge.visits + 1)
            bound = mean + EXPLORE * math.sqrt(math.log(edge.seen + 1) / (edge.visits + 1))
            if bound > most:
                most, best = bound, edge
        return best


def _forget_answers(s: State, seat: int) -> None:
    """Takes back the hidden answers that others have given: the search plays them too.

    Whether somebody else was quicker must make no difference to what a seat decides.
    """
    for frame in s.stack:
        if isinstance(frame, Sealed):
            frame.answers = [a if who == seat else None for who, a in zip(frame.seats, frame.answers, strict=True)]


def _rank(c: Candidate) -> tuple[float, int]:
    return (-c.value, c.number)


def _estimate(e: Edge) -> float:
    return -e.estimate
