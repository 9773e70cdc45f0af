"""Views and outcomes of any game in lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot_player.text import GameText


def view_lines(text: GameText, view: dict[str, Any]) -> list[str]:
    """All panels of a view, parted by empty lines."""
    out: list[str] = []
    for lines in text.panels(view).values():
        out += ["", *lines] if out else lines
    return out


def told_apart(players: Sequence[str]) -> list[str]:
    """The names of players by seat; where several have one name, with the seat."""
    return [f"{name} ({seat})" if players.count(name) > 1 else name for seat, name in enumerate(players)]


def outcome_lines(outcome: dict[str, Any], players: list[str]) -> list[str]:
    """Who came where with how many points, best first. In a mode for one seat a second place is a defeat."""
    placings, scores = outcome["placings"], outcome["scores"]
    if len(placings) == 1:
        lost = ", lost" if placings[0] > 1 else ""
        return [f"over: {outcome['reason']}", f"  {players[0]} (seat 0): {scores[0]}{lost}"]
    best_first = sorted(range(len(placings)), key=lambda seat: placings[seat])
    ranks = [f"  {placings[seat]}. {players[seat]} (seat {seat}): {scores[seat]}" for seat in best_first]
    return [f"over: {outcome['reason']}", *ranks]
