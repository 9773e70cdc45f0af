"""Hints for house bots that know nothing of the game."""

from __future__ import annotations

from forge_war.actions import DO_APPLY, DO_DONE, DO_FOCUS, DO_SECOND, DO_UNFOCUS
from rulekit.actions import Action


def random_weights(options: list[Action]) -> list[int] | None:
    """Random play is a baseline only if its management equips somebody: while it could apply an adventurer it is
    slow to end, to put the quest aside or to take one off."""
    if options[0].kind != DO_FOCUS and not any(a.kind == DO_UNFOCUS for a in options):
        return None
    out: list[int] = []
    for a in options:
        if a.kind in (DO_FOCUS, DO_APPLY, DO_SECOND):
            out.append(4)
        else:
            out.append(2 if a.kind == DO_DONE else 1)
    return out
