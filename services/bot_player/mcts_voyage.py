"""What `mcts` knows of Ultimate Voyage: lines as greedy plays, to the end of the round.

There no dial is left unused, so that seats can be compared by what they have and where their ships are:
`voyage_value` and `voyage_prospects` say in points what that is worth.
"""

from __future__ import annotations

from math import exp
from typing import Final

import msgspec

from bot_player.greedy_ultimate_voyage import GreedyUltimateVoyage, first_best, option_values
from bot_player.mcts_guide import Guide
from bot_player.voyage_prospects import Prospects
from bot_player.voyage_value import Outlook, standing
from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.game import Decision, Game
from rulekit.outcome import Outcome
from rulekit.playout import Picker
from ultimate_voyage.game import UltimateVoyage
from ultimate_voyage.names import SOLO
from ultimate_voyage.state import VoyageState
from ultimate_voyage.view_types import VoyageView

SEARCHED: Final = frozenset(
    {
        "turn",
        "arrange_cards",
        "bonus_token",
        "encounter_option",
        "encounter_select",
        "objective_deck",
        "objective_keep",
        "pick_upgrade",
        "place_ship",
        "return_home",
        "split_points",
        "take_token",
    }
)
SPREAD: Final = 2.0  # points of margin for odds of e : 1 at the end ...
SPREAD_ACTION: Final = 0.3  # ... and so many more for each action to come
TIE: Final = 0.25  # points that a better place is worth between equal scores
ANY_WORLD: Final = bytes(32)  # greedy looks at nothing in which worlds of a view differ


class VoyageGuide(Guide[VoyageState]):
    """The guide for all modes, with 1 to 4 seats."""

    cap = 6
    trust = 2.0

    def __init__(self, game: Game[VoyageState]) -> None:
        super().__init__(game)
        assert isinstance(game, UltimateVoyage)
        self.voyage = game
        self.greedy = GreedyUltimateVoyage(game, b"\0")
        self._round = 0

    # --- the decision

    def begin(self, view: msgspec.Struct, decision: Decision) -> None:
        assert isinstance(view, VoyageView)
        self._round = view.round

    def searched(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> bool:
        return decision.kind in SEARCHED

    def quick(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> Action:
        return self.greedy.choose(view, decision, options)

    def advice(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> list[float] | None:
        """Greedy's points, as chances: its total less what an option brings less than the best one."""
        assert isinstance(view, VoyageView)
        s = self.voyage.determinize(view, decision.seat, Seeded(ANY_WORLD))
        points = option_values(s, decision.seat, options)
        most = max(points)
        totals, spread = _totals(s), _spread(s)
        has = totals[decision.seat]
        out: list[float] = []
        for n in points:
            totals[decision.seat] = has + n - most
            out.append(_chances(totals, spread)[decision.seat])
        return out

    # --- worlds

    def branches(self, s: VoyageState, seat: int, options: list[Action]) -> bool:
        return False

    def play(self, s: VoyageState, seat: int, options: list[Action], picker: Picker) -> Action:
        if len(options) == 1:
            return options[0]
        return options[first_best(option_values(s, seat, options))]

    def stop(self, s: VoyageState, steps: int) -> bool:
        """The next round has begun."""
        return s.round != self._round

    def values(self, s: VoyageState, root: int) -> list[float]:
        return _chances(_totals(s), _spread(s))

    def outcome(self, s: VoyageState, outcome: Outcome) -> list[float]:
        points = [score - TIE * place for score, place in zip(outcome.scores, outcome.placings, strict=True)]
        if s.mode == SOLO:
            points = [float(outcome.scores[0]), float(sum(outcome.detail["de_conti"].values()))]
        return _chances(points, SPREAD)


def _totals(s: VoyageState) -> list[float]:
    """Points by player, those that ships are likely still to bring included; in the solo game de' Conti is one."""
    out: list[float] = []
    for seat in range(s.n):
        outlook = Outlook(s, seat)
        out.append(outlook.total() + Prospects(outlook).places(s.players[seat].ships))
    if s.mode == SOLO:
        out.append(standing(s, s.conti))
    return out


def _spread(s: VoyageState) -> float:
    return SPREAD + SPREAD_ACTION * Outlook(s, 0).actions


def _chances(points: list[float], spread: float) -> list[float]:
    """How likely each player is to have the most points in the end."""
    most = max(points)
    weights = [exp((n - most) / spread) for n in points]
    total = sum(weights)
    return [weight / total for weight in weights]
