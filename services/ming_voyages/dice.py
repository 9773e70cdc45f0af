"""What three dice are worth (MV-460)."""

from __future__ import annotations

from typing import Final

from ming_voyages.names import DOUBLE, SINGLE, TRIPLE

RESULT_NAMES: Final = ["", "single", "double", "triple"]


def result(dice: list[int]) -> tuple[int, int]:
    """Type and score of three dice; a greater pair is a better result (MV-485)."""
    a = dice[0]
    b = dice[1]
    c = dice[2]
    if a == b:
        return (TRIPLE if b == c else DOUBLE), a
    if a == c or b == c:
        return DOUBLE, c
    return SINGLE, max(a, b, c)
