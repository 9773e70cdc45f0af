"""Digests of the state after every move of matches in all modes: ``python -m tests.games.ming_voyages.trail 5 [50]``.

Prints one line per move. The second number spoils the chance of that move on purpose.
"""

from __future__ import annotations

import hashlib
import sys
from typing import Any, Final

from ming_voyages import load
from tests.laws import Walk, snapshot

TABLES: Final[list[tuple[str, dict[str, Any], int]]] = [
    ("two_player", {}, 2),
    ("series", {}, 2),
    ("solo", {}, 1),
    ("solo", {"difficulty": "hard", "extra_challenge": True}, 1),
    ("solo", {"difficulty": "brutal", "extra_challenge": True}, 1),
]


def trail(matches: int, spoil: int | None = None) -> list[str]:
    """One line per move: match, revision, digest of the whole state; `spoil` is the number of a move to falsify.

    The matches go around `TABLES`.
    """
    game = load()
    lines: list[str] = []
    for seed in range(matches):
        mode, options, seats = TABLES[seed % len(TABLES)]
        w = Walk(game, mode, options, seats, seed)
        while not w.over:
            w.step()
            s = w.state
            if len(lines) == spoil:
                s.deck.reverse()
            digest = hashlib.blake2b(snapshot(game, s), digest_size=16).hexdigest()
            lines.append(f"{seed} {w.match.revision} {digest}")
    return lines


def first_difference(one: list[str], two: list[str]) -> int | None:
    """The first line in which two trails differ, or None."""
    for i, (a, b) in enumerate(zip(one, two, strict=False)):
        if a != b:
            return i
    return None if len(one) == len(two) else min(len(one), len(two))


if __name__ == "__main__":
    numbers = [int(a) for a in sys.argv[1:]]
    print("\n".join(trail(numbers[0], numbers[1] if len(numbers) > 1 else None)))
