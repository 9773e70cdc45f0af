"""What `mcts` knows of Forge War: lines as greedy plays, to the end of the game or some rounds on.

Greedy's forecasts (`war_outlook`) tell much less of a choice than its play does, and that play is quick: so
lines are long, and a short game is played to its end. What is left open at the end of a line is judged by
the forecast.
"""

from __future__ import annotations

from math import exp
from typing import Final

import msgspec

from bot_player.greedy_forge_war import EPSILON, Ask, GreedyForgeWar, is_trade, outlook_of, scarcity
from bot_player.mcts_guide import Guide
from bot_player.war_outlook import Outlook, rounds_after
from bot_player.war_plan import Plan, Planner
from forge_war.actions import DO_ACQUIRE
from forge_war.game import ForgeWar
from forge_war.manage import QuestPhase
from forge_war.names import NONE
from forge_war.state import FROM_CONSOLATION, FROM_PENALTY, Player, WarState, seat_order
from forge_war.view_types import WarView
from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.frames import waiting_frame
from rulekit.game import Decision, Game
from rulekit.outcome import Outcome
from rulekit.playout import Picker

# Nothing that seats do side by side is among them: what a view then shows depends on who is quicker. An
# acquisition stands beside the management of others, which `forget` takes out of the worlds.
SEARCHED: Final = frozenset(
    {
        "acquire",
        "choose_wealth",
        "extra_overseer",
        "market_action",
        "market_card",
        "mine_move",
        "mine_second",
        "place_overseer",
    }
)
ACQUISITIONS: Final = 5  # that a seat in a line looks at, passing included
ROUNDS: Final = 7  # of a line, at most
GOLD: Final = [1, 1, 2]  # of a seat after its management, by stage ...
POOL: Final = [[1, 3, 0, 1, 0, 0], [1, 3, 4, 2, 1, 0], [0, 4, 8, 3, 3, 3]]  # ... and its resources
SPREAD: Final = 12.0  # points of margin for odds of e : 1 at the end ...
SPREAD_ROUND: Final = 4.0  # ... and so many more for each round to come
SOLO_SPREAD: Final = 30.0
SOLO_PAR: Final = 100.0
WON: Final = 40.0  # points that a won solo game is worth beside its points


class Look(Ask):
    """A decision as greedy looks at it."""

    def values(self, kind: str, options: list[Action]) -> list[float]:
        """By option, in points of greedy; trades that greedy would not make are worth a thousand less."""
        if kind == "market_action":
            base = self.outlook.total(self.s, self.seat)
            found = [self._market_value(self.s, a, base) for a in self.options]
        else:
            found = getattr(self, f"_{kind}")()
        by_action = dict(zip(self.options, found, strict=True))
        if kind == "market_action" and self.trades:
            best = self.best(kind)
            if is_trade(best):
                by_action[best] = max(found) + EPSILON
        least = min(found) - 1000.0
        return [by_action.get(a, least) for a in options]


class LastPlan:
    """The last plan made in a line. It holds until its seat's pool or adventurers change, or the round ends."""

    __slots__ = ("found", "key", "world")

    def __init__(self) -> None:
        self.world: WarState | None = None
        self.key: tuple[object, ...] = ()
        self.found: tuple[Plan, Action | None] = (Plan(), None)


class Swift(Ask):
    """Greedy in a hurry, for the seats of a line.

    Of the offer it looks at few quests, at these without trades or champions that start them, and it plans its
    management once for steps that change nothing.
    """

    def __init__(
        self, game: ForgeWar, outlook: Outlook, s: WarState, seat: int, options: list[Action], last: LastPlan
    ) -> None:
        super().__init__(game, outlook, s, seat, options)
        self.last = last
        self.acquires = False

    def _acquire(self) -> list[float]:
        self.acquires = True
        plain = [a for a in self.options if a.kind != DO_ACQUIRE or not a.vec] or self.options
        self.options = sorted(plain, key=self._promise, reverse=True)[:ACQUISITIONS]
        return super()._acquire()

    def _promise(self, a: Action) -> tuple[bool, float]:
        """How good a quest looks by its card: whether there is time for it above all. Passing comes first."""
        if a.kind != DO_ACQUIRE:
            return (True, 1e9)
        quest = self.s.offer[a.a - 1]
        card = self.c.quests[quest]
        rate = -float(card.legs[-1].difficulty) if self.s.solo else self.outlook.rate[quest]
        return (card.steps <= rounds_after(self.s) + 1, rate)

    def planned(self, s: WarState) -> tuple[Plan, Action | None]:
        p = s.players[self.seat]
        if self.acquires:
            return Planner(self.outlook, s, self.seat).plan(p.res), None
        last = self.last
        key = (
            self.seat,
            s.clock,
            p.gold,
            *p.res,
            *p.on,
            *p.weapon,
            *p.second,
            p.buys,
            p.sells,
            p.extras,
            p.stalls_used,
        )
        if last.world is not s or last.key != key:
            last.found = super().planned(s)
            last.world, last.key = s, key
        return last.found


class WarGuide(Guide[WarState]):
    """The guide for 1 to 4 seats."""

    cap = 6
    trust = 2.0

    def __init__(self, game: Game[WarState]) -> None:
        super().__init__(game)
        assert isinstance(game, ForgeWar)
        self.war = game
        self.greedy = GreedyForgeWar(game, b"\0")
        self._clock = 0
        self._last = LastPlan()

    def begin(self, view: msgspec.Struct, decision: Decision) -> None:
        assert isinstance(view, WarView)
        self._clock = view.clock

    def searched(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> bool:
        return decision.kind in SEARCHED

    def quick(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> Action:
        return self.greedy.choose(view, decision, options)

    def advice(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> list[float] | None:
        s = self.war.determinize(view, decision.seat, Seeded(bytes(32)))
        self.forget(s, decision.seat)
        outlook = self._outlook(s)
        values = Look(self.war, outlook, s, decision.seat, options).values(decision.kind, options)
        chance = self.values(s, decision.seat)[decision.seat]
        slope = chance * (1 - chance) / _spread(s)
        most = max(values)
        return [chance + (v - most) * slope for v in values]

    def _outlook(self, s: WarState) -> Outlook:
        return outlook_of(self.war, scarcity(s))

    # --- worlds

    def forget(self, s: WarState, root: int) -> None:
        """Others have managed beside the acquisition, or not yet: they get what is usual by then, and no quests."""
        top = s.stack[-1]
        if not isinstance(top, QuestPhase):
            return
        for seat in seat_order(s)[: s.acquiring]:
            if seat != root:
                s.players[seat] = usual(s, seat)
                top.branches[top.seats.index(seat)] = []

    def branches(self, s: WarState, seat: int, options: list[Action]) -> bool:
        return False

    def play(self, s: WarState, seat: int, options: list[Action], picker: Picker) -> Action:
        if len(options) == 1:
            return options[0]
        ask = Swift(self.war, self._outlook(s), s, seat, options, self._last)
        return ask.best(waiting_frame(s, seat).name())

    def stop(self, s: WarState, steps: int) -> bool:
        return s.clock - self._clock >= ROUNDS

    def values(self, s: WarState, root: int) -> list[float]:
        outlook = self._outlook(s)
        return _chances([outlook.total(s, seat) for seat in range(s.n)], _spread(s))

    def outcome(self, s: WarState, outcome: Outcome) -> list[float]:
        totals = [float(score) for score in outcome.scores]
        if s.solo and outcome.placings == [1]:
            totals[0] += WON
        return _chances(totals, SOLO_SPREAD if s.solo else SPREAD)


def usual(s: WarState, seat: int) -> Player:
    """A seat as it may be after its management: all that management cannot change, and what is usual beside."""
    p = s.players[seat]
    q = Player()
    q.level, q.title = p.level, p.title
    q.designs, q.claims, q.uniques, q.bonus, q.completed = p.designs, p.claims, p.uniques, p.bonus, p.completed
    q.buy_limit, q.sell_bonus, q.extra_limit, q.road_bonus = p.buy_limit, p.sell_bonus, p.extra_limit, p.road_bonus
    for one in (q.on, q.weapon, q.second, q.spent_on):
        one += [NONE] * len(q.level)
    for one in (q.tokens, q.second_tokens, q.since, q.stay):
        one += [0] * len(q.level)
    q.earned = p.earned.copy()
    q.earned[FROM_CONSOLATION] = q.earned[FROM_PENALTY] = 0
    q.prestige = sum(q.earned)
    q.gold = GOLD[s.stage - 1]
    q.res = POOL[s.stage - 1].copy()
    q.buys, q.sells, q.extras, q.stalls_used = q.buy_limit, 1, q.extra_limit, (1 << len(q.bonus)) - 1
    return q


def _spread(s: WarState) -> float:
    """How far the end may be from the forecast."""
    return SOLO_SPREAD if s.solo else SPREAD + SPREAD_ROUND * rounds_after(s)


def _chances(totals: list[float], spread: float) -> list[float]:
    """How likely each seat is to win with such totals; alone, to reach a fair number of points."""
    if len(totals) == 1:
        return [1 / (1 + exp((SOLO_PAR - totals[0]) / spread))]
    most = max(totals)
    weights = [exp((t - most) / spread) for t in totals]
    total = sum(weights)
    return [w / total for w in weights]
