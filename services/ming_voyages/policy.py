"""Hints for house bots that know nothing of the game."""

from __future__ import annotations

from ming_voyages.actions import PLAY_CARD
from ming_voyages.names import MODE_RESERVE
from rulekit.actions import Action


def random_weights(options: list[Action]) -> list[int] | None:
    """Random play reserves a card with a third of the weight of playing it; a game of reserves only is no baseline."""
    if options[0].kind != PLAY_CARD:
        return None
    return [1 if a.b == MODE_RESERVE else 3 for a in options]
