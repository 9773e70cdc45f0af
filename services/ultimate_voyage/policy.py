"""Hints for house bots that know nothing of the game."""

from __future__ import annotations

from typing import Final

from rulekit.actions import Action
from ultimate_voyage.actions import (
    DO_ARRIVE,
    DO_ATTACK,
    DO_DROP,
    DO_END,
    DO_END_ROUTE,
    DO_FORFEIT,
    DO_RESOURCE,
    DO_SAIL,
    DO_SCOUT_AFFILIATION,
    DO_SCOUT_ENCOUNTER,
    DO_SCOUT_GOODS,
    DO_TRADE,
)

_USUAL: Final = 8
_WEIGHTS: Final = {
    DO_ARRIVE: 2,
    DO_ATTACK: 2,
    DO_DROP: 2,
    DO_END: 2,
    DO_END_ROUTE: 4,
    DO_FORFEIT: 1,
    DO_RESOURCE: 4,
    DO_SAIL: 16,
    DO_SCOUT_AFFILIATION: 1,
    DO_SCOUT_ENCOUNTER: 1,
    DO_SCOUT_GOODS: 1,
    DO_TRADE: 16,
}


def random_weights(options: list[Action]) -> list[int] | None:
    """Random play gives up an action rarely and does something with it before it ends it; a game of forfeits only
    would be no baseline."""
    if len(options) == 1 or (options[0].kind not in _WEIGHTS and options[-1].kind not in _WEIGHTS):
        return None
    return [_WEIGHTS.get(a.kind, _USUAL) for a in options]
