"""What a search may know about a game beyond its rules: the one hook that a game can give to `mcts`.

`Guide` is the hook and the plain guide at once: without a guide of its own a game is played out at
random to its end, and what counts is who wins. A game's guide is a subclass in a module
``mcts_<something>``, named in `GUIDES` by the game's key. What a guide can say, all of it optional:

- `searched`: which decisions are worth a search (else `quick` answers them);
- `advice`: what each option of the decision is expected to be worth, 0 to 1 (or a little beyond, where a
  guide adds something to a chance): good options get more of the budget, poor ones none;
- `branches`, `estimates`: which decisions within the tree branch, and what their options are worth;
- `play`: how seats play beside the tree;
- `stop`, `values`: when a line is long enough, and what it is then worth to each seat, 0 to 1;
- `forget`: what of a view depends on how quick the others are, where seats play side by side;
- `control`: what `advice` would have expected of the line, in hindsight: the luck of dice and draws is
  then taken out of the line's value.

A guide sees determinized worlds, never the match: nothing that it looks at is known to its seat. What
it answers must depend on its arguments alone (caches apart), so that the same search gives the same
answer in every process.
"""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import Any, Final, Generic

import msgspec

from rulekit.actions import Action
from rulekit.frames import S
from rulekit.game import Decision, Game
from rulekit.outcome import Outcome
from rulekit.playout import Picker

WIN: Final = 0.9  # the share of a first place in the value of an outcome; the rest is for the other places


def outcome_values(outcome: Outcome, seats: int) -> list[float]:
    """What an outcome is worth by seat: 1 for a win, shares of it for a shared one, a little for better places."""
    placings = outcome.placings
    if not placings:  # aborted
        return [0.5] * seats
    if seats == 1:
        return [1.0 if placings[0] == 1 else 0.0]
    firsts = placings.count(1)
    out: list[float] = []
    for place in placings:
        shared = placings.count(place)
        rank = place + (shared - 1) / 2
        out.append((WIN / firsts if place == 1 else 0.0) + (1 - WIN) * (seats - rank) / (seats - 1))
    return out


class Guide(Generic[S]):
    """The hook, and what it does for a game without a guide. Made once per game and process."""

    cap = 24  # at most so many options of a decision are compared
    window = 1.0  # those whose advice is so much below the best are not compared
    trust = 0.0  # the advice counts like so many visits

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    # --- the decision

    def begin(self, view: msgspec.Struct, decision: Decision) -> None:
        """A search for this decision begins: what follows, up to the next `begin`, is about it."""

    def searched(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> bool:
        """False: `quick` answers this decision."""
        return True

    def quick(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> Action:
        """The answer to a decision that is not searched."""
        raise NotImplementedError(type(self).__name__)

    def advice(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> list[float] | None:
        """The expected worth of each option to the deciding seat, 0 to 1; None: no idea."""
        return None

    # --- worlds

    def forget(self, s: S, root: int) -> None:
        """Takes out of a new world what must make no difference to `root`: what depends on how quick others are.

        The answers of others to a `Sealed` frame are taken back already.
        """

    def branches(self, s: S, seat: int, options: list[Action]) -> bool:
        """True if the tree branches at this decision of a world; else `play` decides it."""
        return True

    def estimates(self, s: S, seat: int, options: list[Action]) -> list[float] | None:
        """The worth of each option to the seat that decides, 0 to 1; None: no idea."""
        return None

    def play(self, s: S, seat: int, options: list[Action], picker: Picker) -> Action:
        """How a seat decides beside the tree."""
        return options[picker.below(len(options))]

    def worth(self, s: S, number: int) -> float | None:
        """What option `number` of the decision is worth in a world, if that can be said without playing it out."""
        return None

    def stop(self, s: S, steps: int) -> bool:
        """True if the line, `steps` decisions after the one searched, is long enough. Not asked at its end."""
        return False

    def values(self, s: S, root: int) -> list[float]:
        """What a world, not over, is worth to each seat, 0 to 1; `root` is the seat that searches."""
        raise NotImplementedError(type(self).__name__)

    def outcome(self, s: S, outcome: Outcome) -> list[float]:
        """What the end of a match is worth to each seat."""
        return outcome_values(outcome, len(s.answered))

    def control(self, s: S, root: int) -> float | None:
        """The worth that a world has for `root` in the measure of `advice`; None: it cannot be said."""
        return None


GUIDES: dict[str, str] = {
    "forge_war": "bot_player.mcts_war:WarGuide",
    "ming_voyages": "bot_player.mcts_ming:MingGuide",
    "treasure_ship": "bot_player.mcts_ship:ShipGuide",
    "ultimate_voyage": "bot_player.mcts_voyage:VoyageGuide",
}


@lru_cache(maxsize=8)
def guide_of(game: Game[Any]) -> Guide[Any]:
    """The guide of a game; shared by all matches of a process, since a policy may be made anew for every ask."""
    path = GUIDES.get(game.key)
    if path is None:
        return Guide(game)
    module, _, name = path.partition(":")
    made = getattr(importlib.import_module(module), name)(game)
    assert isinstance(made, Guide)
    return made
