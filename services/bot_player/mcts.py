"""`mcts`: information-set Monte Carlo tree search, for any game that offers `determinize`.

``mcts:iterations=400`` looks at so many lines per decision, ``mcts:ms=50`` for so long; with both, what
comes first ends the search. Iterations give the same answer to the same ask in every process, a time
does not. What a game tells the search is its guide's to say (`mcts_guide`); the search itself is in
`mcts_search`.

No tree is kept from one decision to the next. Another replica, which did not think about the decision
before, must give the same answer, so a tree may be used again only under a time budget; that is not
done so far.
"""

from __future__ import annotations

import logging
import time
from typing import Any, Final

import msgspec
import structlog

from bot_player.mcts_guide import guide_of
from bot_player.mcts_search import Budget, Search
from bot_player.policies import Policy, UnknownPolicy, policy_chance
from rulekit.actions import Action
from rulekit.game import Decision, Game
from servicekit import logs

ITERATIONS: Final = 32  # without parameters
SHOWN: Final = 3  # options in a line of the log

_log = logs.get(__name__)


class Mcts(Policy):
    """Looks ahead in worlds that its view allows."""

    needs_view = True
    thinks = True

    def __init__(self, game: Game[Any], seed: bytes) -> None:
        super().__init__(game, seed)
        if type(game).determinize is Game.determinize:
            raise UnknownPolicy(f"mcts cannot play {game.key}: it offers no possible worlds (determinize)")
        self.guide = guide_of(game)
        self.budget = Budget(ITERATIONS, 0)

    def configure(self, settings: dict[str, int]) -> None:
        lines, ms = settings.get("iterations", 0), settings.get("ms", 0)
        self.budget = Budget(lines, ms)

    def choose(self, view: msgspec.Struct | None, decision: Decision, options: list[Action]) -> Action:
        if len(options) == 1:
            return options[0]
        assert view is not None
        if not self.guide.searched(view, decision, options):
            return self.guide.quick(view, decision, options)
        start = time.perf_counter()
        search = Search(self.game, self.guide, view, decision, options, policy_chance(self.seed, decision.id))
        best = search.run(self.budget)
        # Silent where nobody has set up logs, as in a simulation: structlog would print everything.
        if structlog.is_configured() and logging.getLogger().isEnabledFor(logging.DEBUG):
            self._tell(search, decision, len(options), time.perf_counter() - start)
        return best.action

    def _tell(self, search: Search[Any], decision: Decision, options: int, seconds: float) -> None:
        best = [
            {
                "action": self.game.actions.text(c.action),
                "visits": c.visits,
                "value": round(c.value, 4),
                "advice": round(c.advice, 4),
            }
            for c in search.candidates[:SHOWN]
        ]
        _log.debug(
            "decision searched",
            game=self.game.key,
            seat=decision.seat,
            decision=decision.id,
            options=options,
            candidates=len(search.candidates),
            iterations=search.lines,
            worlds=len(search.worlds),
            depth=search.deepest,
            ms=round(seconds * 1000, 1),
            best=best,
        )
