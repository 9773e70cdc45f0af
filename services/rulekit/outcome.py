"""How a match ended."""

from __future__ import annotations

from typing import Any


class Outcome:
    """`placings[seat]`: 1 = first, ties share a number, a lost solo game has 2; empty if aborted.

    `scores[seat]` in the game's own points; `detail` is the game's breakdown, JSON-shaped.
    """

    __slots__ = ("reason", "placings", "scores", "detail")

    def __init__(self, reason: str, placings: list[int], scores: list[int], detail: dict[str, Any]) -> None:
        self.reason = reason
        self.placings = placings
        self.scores = scores
        self.detail = detail

    def plain(self) -> dict[str, Any]:
        return {"reason": self.reason, "placings": self.placings, "scores": self.scores, "detail": self.detail}
