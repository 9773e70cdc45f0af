"""The digest of the state after every move of some matches: ``python -m tests.games.treasure_ship.trail 2``.

Prints one line per move, for each number of seats in turn.
"""

from __future__ import annotations

import hashlib
import sys

from tests.laws import Walk, snapshot
from treasure_ship import load


def trail(matches: int) -> list[str]:
    """One line per move: match, revision, digest of the whole state."""
    game = load()
    lines: list[str] = []
    for seed in range(matches):
        seats = 1 + seed % 5
        w = Walk(game, "solo" if seats == 1 else "standard", {}, seats, seed)
        while not w.over:
            w.step()
            digest = hashlib.blake2b(snapshot(game, w.state), digest_size=16).hexdigest()
            lines.append(f"{seed} {w.match.revision} {digest}")
    return lines


if __name__ == "__main__":
    print("\n".join(trail(int(sys.argv[1]))))
