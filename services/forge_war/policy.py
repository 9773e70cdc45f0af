"""Hints for house bots that know nothing of the game."""

from __future__ import annotations

from forge_war.actions import DO_DONE, DO_FOCUS, DO_UNFOCUS
from rulekit.actions import Action


def random_weights(options: list[Action]) -> list[int] | None:
    """Random play is a baseline only if its management equips somebody: it seldom ends it, or puts a quest aside,
    while it could still apply an adventurer, and taking one off is as seldom."""
    if options[0].kind != DO_FOCUS and options[-1].kind != DO_UNFOCUS:
        return None
    if options[-1].kind == DO_UNFOCUS:
        return [4] * (len(options) - 1) + [1]
    return [4 if a.kind == DO_FOCUS else 2 if a.kind == DO_DONE else 1 for a in options]
