"""The digest of the state after every move of some matches: ``python -m tests.games.forge_war.trail 2``.

Prints one line per move, for each mode and number of seats in turn.
"""

from __future__ import annotations

import hashlib
import sys

from forge_war import load
from tests.laws import Walk, snapshot, tables


def trail(matches: int) -> list[str]:
    """One line per move: match, revision, digest of the whole state."""
    game = load()
    around = tables(game)
    lines: list[str] = []
    for seed in range(matches):
        mode, seats = around[seed * 5 % len(around)]
        w = Walk(game, mode.name, {}, seats, seed)
        while not w.over:
            w.step()
            digest = hashlib.blake2b(snapshot(game, w.state), digest_size=16).hexdigest()
            lines.append(f"{seed} {w.match.revision} {digest}")
    return lines


if __name__ == "__main__":
    print("\n".join(trail(int(sys.argv[1]))))
