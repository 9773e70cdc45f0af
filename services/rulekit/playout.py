"""Random play at full speed: for simulations, rollouts of a search, and the measure of the rules."""

from __future__ import annotations

from rulekit.events import Ctx
from rulekit.frames import S, first_waiting, legal
from rulekit.game import Game


class Picker:
    """A small fast generator (xorshift, 32 bits) for picking options; not for the chance of a match."""

    __slots__ = ("_x",)

    def __init__(self, seed: int) -> None:
        self._x = (seed * 2654435761 + 88172645463325252) % 4294967291 or 1

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; n up to a few thousand."""
        x = self._x
        x ^= (x << 13) & 4294967295
        x ^= x >> 17
        x ^= (x << 5) & 4294967295
        self._x = x
        return ((x >> 8) * n) >> 24


def play_randomly(game: Game[S], s: S, ctx: Ctx, picker: Picker, limit: int = 1_000_000) -> int:
    """Plays on with random options until the match is over or `limit` decisions were made.

    Every waiting seat answers in rulebook order; any-time rights are not used. Returns the number of
    decisions.
    """
    made = 0
    while s.outcome is None and made < limit:
        seat = first_waiting(s)
        options = legal(s, seat)
        game.step(s, seat, options[picker.below(len(options))], ctx)
        made += 1
    return made
