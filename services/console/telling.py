"""Events and outcomes of any game in a line of text."""

from __future__ import annotations

from typing import Any

import msgspec


def tell_event(event: dict[str, Any]) -> str:
    """``card_played card=3 mode=first``."""
    parts = [str(event.get("type", "?"))]
    for key, value in event.items():
        if key != "type":
            shown = value if isinstance(value, str) else msgspec.json.encode(value).decode()
            parts.append(f"{key}={shown}")
    return " ".join(parts)


def outcome_lines(outcome: dict[str, Any], players: list[str]) -> list[str]:
    """Who came where with how many points, best first."""
    placings, scores = outcome["placings"], outcome["scores"]
    best_first = sorted(range(len(placings)), key=lambda seat: placings[seat])
    ranks = [f"  {placings[seat]}. {players[seat]} (seat {seat}): {scores[seat]}" for seat in best_first]
    return [f"over: {outcome['reason']}", *ranks]
