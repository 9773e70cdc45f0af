"""The greedy bot for The Ultimate Voyage: every option gets an estimated value, the highest wins.

Of equal ones the option listed first. For an action it looks at the best thing that the action can
do (`voyage_plans`, `voyage_routes`); the steps of an action follow that aim. It uses what its view
shows: what is hidden in the world that it makes of the view it does not look at.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from bot_player import voyage_weights as w
from bot_player.policies import Policy, policy_chance
from bot_player.voyage_choices import Choices
from bot_player.voyage_plans import Means, Plan, Plans
from bot_player.voyage_prospects import Prospects
from bot_player.voyage_routes import Routes
from bot_player.voyage_value import Outlook
from rulekit.actions import Action
from rulekit.frames import waiting_frame
from rulekit.game import Decision, Game
from ultimate_voyage.action import BY_SCOUTS, BY_TOKENS
from ultimate_voyage.action import Action as ActionFrame
from ultimate_voyage.actions import (
    DO_ACTION,
    DO_ARRIVE,
    DO_ATTACK,
    DO_BOARD,
    DO_CARD_BONUS,
    DO_COMMIT,
    DO_CONTEST,
    DO_COURIER,
    DO_END,
    DO_END_ROUTE,
    DO_END_TURN,
    DO_FORFEIT,
    DO_KNOWLEDGE,
    DO_LABOR,
    DO_MAGE,
    DO_MOTIVATED,
    DO_PARLEY,
    DO_RESOURCE,
    DO_SAIL,
    DO_SCOUT_AFFILIATION,
    DO_SCOUT_GOODS,
    DO_WILD,
)
from ultimate_voyage.game import UltimateVoyage
from ultimate_voyage.names import NANJING, SAIL
from ultimate_voyage.sailing import Voyage
from ultimate_voyage.state import VoyageState
from ultimate_voyage.steps import ActionStep
from ultimate_voyage.view_types import VoyageView

NEVER: Final = -1_000.0
AIM: Final = 100.0  # what a step towards the aim of an action is worth more than any other
BOOSTS: Final = (DO_RESOURCE, DO_KNOWLEDGE, DO_WILD, DO_CARD_BONUS, DO_LABOR)
CONTESTS: Final = (DO_ATTACK, DO_PARLEY, DO_CONTEST)


class GreedyUltimateVoyage(Policy):
    """Plays the option of the highest estimated value."""

    needs_view = True
    thinks = True
    help = "takes the option that looks best now, and the best thing that an action can do"

    def __init__(self, game: Game[Any], seed: bytes) -> None:
        super().__init__(game, seed)
        assert isinstance(game, UltimateVoyage)
        self.voyage = game

    def choose(self, view: msgspec.Struct | None, decision: Decision, options: list[Action]) -> Action:
        if len(options) == 1:
            return options[0]
        assert isinstance(view, VoyageView)
        world = self.voyage.determinize(view, decision.seat, policy_chance(self.seed, decision.id))
        return options[first_best(option_values(world, decision.seat, options))]


def first_best(values: list[float]) -> int:
    """The number of the highest value; of equal ones the first."""
    best = 0
    for i, value in enumerate(values):
        if value > values[best] + 1e-9:
            best = i
    return best


def option_values(s: VoyageState, seat: int, options: list[Action]) -> list[float]:
    """What each option of the seat's decision is worth to it. The state is as before afterwards.

    Looks at nothing that the seat may not know: all worlds that one view allows give the same values.
    """
    return Ask(s, seat, options).values()


class Ask:
    """One decision of a seat."""

    def __init__(self, s: VoyageState, seat: int, options: list[Action]) -> None:
        self.s = s
        self.seat = seat
        self.options = options
        self.outlook = Outlook(s, seat)
        self.x = Prospects(self.outlook)
        self.plans = Plans(self.x)
        self._routes: Routes | None = None
        self._kept: dict[tuple[int, int, int, int, bool], float] = {}

    @property
    def routes(self) -> Routes:
        if self._routes is None:
            self._routes = Routes(self.plans)
        return self._routes

    def values(self) -> list[float]:
        frame = waiting_frame(self.s, self.seat)
        name = frame.name()
        if name == "turn":
            return [self._turn(a) for a in self.options]
        if isinstance(frame, ActionFrame):
            return self._steps(frame)
        return Choices(self.plans, self.options).values(frame)

    # --- turns

    def _turn(self, a: Action) -> float:
        p = self.s.players[self.seat]
        if a.kind == DO_ACTION:
            position = 0 if p.marks >> a.a & 1 else self.s.c.position_values[p.order.index(a.a)]
            pend = a.vec[0] if a.vec else -1
            worth = self._action(a.a, a.c, position + p.dials[a.b], pend)
            return worth - w.DIAL * p.dials[a.b] - w.POSITION * position
        if a.kind == DO_FORFEIT:
            position = 0 if p.marks >> a.a & 1 else p.order.index(a.a) + 1
            gain = w.RESOURCE * self.s.c.forfeit_gain * self.outlook.fade
            return gain - w.DIAL * p.dials[a.b] - w.POSITION * position
        if a.kind == DO_MOTIVATED:
            return self._action(a.a, a.c, a.b, -1, True) - w.MARKERS * a.b - 0.3
        if a.kind == DO_MAGE:
            return -1.0 if a.a != self.seat else w.DIAL * -p.dials[a.b] - 2 * w.RESOURCE
        assert a.kind == DO_END_TURN
        return 0.0

    def _action(self, card: int, port: int, base: int, pend: int, free: bool = False) -> float:
        """What an action with a base can bring."""
        key = (card, port, base, pend, free)
        found = self._kept.get(key)
        if found is None:
            m = self.plans.means(card, port, base, free)
            m.pend = pend
            found = self._sail(m) if card == SAIL and pend < 0 else self.plans.best(m).value
            self._kept[key] = found
        return found

    def _sail(self, m: Means) -> float:
        ships = self.s.players[self.seat].ships
        boosts = self.plans.boosts(m)
        best = 0.0
        for ship, zone in enumerate(ships):
            if zone == m.port:
                best = max(best, self.routes.best(m, ship, zone, False, boosts)[0])
        return best

    # --- the steps of an action

    def _steps(self, frame: ActionFrame) -> list[float]:
        m = Means(frame.card, frame.port, frame.general, frame.local, frame.source == BY_TOKENS)
        m.contest, m.bought, m.closed, m.pend = frame.contest, frame.bought, frame.closed, frame.pend
        out = [self._step(a, m) for a in self.options]
        if not isinstance(frame, ActionStep):
            return out  # joining, or scouts: what is worth most by itself
        if frame.source == BY_SCOUTS:
            return out
        m.done, m.goods = frame.done, frame.goods
        if frame.battle is not None:
            return out
        if frame.voyage is not None and not frame.voyage.over:
            self._movement(m, frame.voyage, out)
            return out
        plan = self.plans.best(m)
        self._follow(plan, out)
        return out

    def _step(self, a: Action, m: Means) -> float:
        """What a step is worth by itself, apart from the aim of the action."""
        kind = a.kind
        if kind in CONTESTS:
            return AIM / 2 + a.b / 100 if m.pend >= 0 else -0.9 + a.b / 100
        if kind == DO_COURIER:
            return self._courier(a)
        if kind == DO_SCOUT_GOODS:
            known = len(self.x.seen_goods(a.a)) == len(self.s.bazaar[a.a])
            return NEVER if known or not self.outlook.actions else w.SCOUT_GOODS
        if kind == DO_SCOUT_AFFILIATION:
            return w.SCOUT_AFFILIATION if self.outlook.actions else NEVER
        if kind in (DO_END, DO_COMMIT):
            return 0.0
        return -1.0

    def _courier(self, a: Action) -> float:
        """Courier Service for a good: its points are lost."""
        c = self.s.c
        p = self.s.players[self.seat]
        numbers = self.s.display if a.b == 0 else p.private
        vp = max((c.objectives[o].vp for o in numbers if c.objectives[o].claim.n[self.s.n] == 0), default=2)
        return vp + self.x.gain(0, -c.good_profit[a.a])

    def _follow(self, plan: Plan, out: list[float]) -> None:
        """The step that the plan takes next gets the highest value."""
        if plan.value <= 0.0 and plan.boost < 0 and plan.step is None:
            return
        if plan.boost >= 0:
            for i, a in enumerate(self.options):
                if a.kind == plan.boost:
                    out[i] = AIM
                    return
        if plan.step is not None:
            for i, a in enumerate(self.options):
                if a is plan.step or a == plan.step:
                    out[i] = AIM
                    return

    def _movement(self, m: Means, v: Voyage, out: list[float]) -> None:
        """Which ship moves, where to, and when it stops."""
        boosts = self.plans.boosts(m)
        ships = self.s.players[self.seat].ships
        if not v.aboard:
            for i, a in enumerate(self.options):
                if a.kind == DO_BOARD:
                    gain = self.routes.best(m, a.a, ships[a.a], False, boosts)[0]
                    out[i] = AIM + gain if gain > 0 else -1.0
                elif a.kind == DO_ARRIVE:
                    out[i] = 0.01
            return
        ship = next(i for i in range(len(ships)) if v.aboard >> i & 1)
        gain, way, buy = self.routes.best(m, ship, v.start, v.free, boosts)
        for i, a in enumerate(self.options):
            if a.kind == DO_BOARD and way is not None and way.zone == NANJING and not v.links:
                out[i] = AIM + 2 if self.routes.home(a.a) > 0 else -1.0
            elif a.kind in BOOSTS and way is not None and buy and a.kind == boosts[0].kind:
                out[i] = AIM + 1
            elif a.kind == DO_SAIL and way is not None and a.a == way.first:
                out[i] = AIM
            elif a.kind == DO_END_ROUTE:
                out[i] = 0.02
