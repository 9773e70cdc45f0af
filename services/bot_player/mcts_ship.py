"""What `mcts` knows of The Treasure Ship of Zheng He: lines as greedy plays, to the end of a voyage or round.

What a line is worth is a matter of points: those that each seat would score if the game ended now, and
those that its means are likely still to bring, by `ship_prospects`.
"""

from __future__ import annotations

from math import exp
from typing import Final

import msgspec

from bot_player.greedy_treasure_ship import Ask, GreedyTreasureShip, knowledge
from bot_player.mcts_guide import Guide
from bot_player.ship_prospects import Prospects
from bot_player.ship_value import first_best
from rulekit.actions import Action
from rulekit.frames import Fork, waiting_frame
from rulekit.game import Decision, Game
from rulekit.outcome import Outcome
from rulekit.playout import Picker
from treasure_ship.game import TreasureShip
from treasure_ship.state import ShipState
from treasure_ship.view_types import ShipView

SEARCHED: Final = frozenset({"offer", "plan", "extend", "route", "flagship", "square"})
ROUND: Final = frozenset({"offer", "plan"})  # these are looked at to the end of the round
SPREAD: Final = 8.0  # points of margin for odds of e : 1 at the end ...
SPREAD_EARLY: Final = 25.0  # ... and so many more at the start
ADVICE: Final = 6.0  # of greedy's points for odds of e : 1 between options
SOLO_PAR: Final = 200.0


class ShipGuide(Guide[ShipState]):
    """The guide for 1 to 5 seats."""

    cap = 8

    def __init__(self, game: Game[ShipState]) -> None:
        super().__init__(game)
        assert isinstance(game, TreasureShip)
        self.ship = game
        self.greedy = GreedyTreasureShip(game, b"\0")
        self.known = knowledge(game)
        self.prospects = Prospects(game.content)
        self._round = 0
        self._voyage = 0
        self._to_round = False

    def begin(self, view: msgspec.Struct, decision: Decision) -> None:
        assert isinstance(view, ShipView)
        self._round, self._voyage = view.round, view.voyage or 0
        self._to_round = decision.kind in ROUND

    def searched(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> bool:
        """Not within an Action Step.

        There the seats play side by side, and what a view shows of the others depends on who is quicker: a search
        that looks at it would not repeat. Greedy looks at what the others cannot change.
        """
        return decision.kind in SEARCHED

    def quick(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> Action:
        return self.greedy.choose(view, decision, options)

    def advice(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> list[float] | None:
        assert isinstance(view, ShipView)
        values = Ask(self.known, view, decision.seat, options).values(decision.kind)
        most = max(values)
        return [1 / (1 + exp((most - v) / ADVICE)) for v in values]

    def branches(self, s: ShipState, seat: int, options: list[Action]) -> bool:
        return False

    def play(self, s: ShipState, seat: int, options: list[Action], picker: Picker) -> Action:
        view = self.ship.view(s, seat)
        assert isinstance(view, ShipView)
        ask = Ask(self.known, view, seat, options)
        return options[first_best(ask.values(waiting_frame(s, seat).name()))]

    def stop(self, s: ShipState, steps: int) -> bool:
        """The voyage, or the round, is over."""
        if isinstance(s.stack[-1], Fork):
            return False
        return s.round != self._round or s.ending or (not self._to_round and s.voyage + 1 != self._voyage)

    def values(self, s: ShipState, root: int) -> list[float]:
        return _chances(self.prospects.totals(s), SPREAD + SPREAD_EARLY * self.prospects.left(s))

    def outcome(self, s: ShipState, outcome: Outcome) -> list[float]:
        return _chances([float(score) for score in outcome.scores], SPREAD)


def _chances(totals: list[float], spread: float) -> list[float]:
    """How likely each seat is to have the most points in the end; alone, to beat a fair number of points."""
    if len(totals) == 1:
        return [1 / (1 + exp((SOLO_PAR - totals[0]) / (2 * spread)))]
    most = max(totals)
    weights = [exp((t - most) / spread) for t in totals]
    total = sum(weights)
    return [w / total for w in weights]
