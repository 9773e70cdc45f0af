"""Chance as a port with labelled draws.

The generator behind a match is counter based and can be checked by anyone. For a 32-byte seed,
stream number s and draw number d (both from 0) the random words of the draw are the unsigned
little-endian 32-bit words of

    BLAKE2b-512(key = seed, message = s as u32 LE || d as u64 LE || block as u32 LE)

for block = 0, 1, 2 ... A number below n takes words until one is smaller than the largest multiple
of n that fits in 2**32, and is that word modulo n. A die with f faces is 1 + (number below f). A
shuffle of k things goes over i = k-1 .. 1, swapping places i and (number below i + 1), and its
result is read from place 0. A draw of m from a pool takes, m times, the thing at (number below the
things left) out of the pool, closing the gap. One roll, draw or shuffle is one draw number.
"""

from __future__ import annotations

import hashlib
import struct
from typing import Final

from mypy_extensions import mypyc_attr

from rulekit.errors import ChanceError

_SPAN: Final = 4294967296
_WORDS: Final = struct.Struct("<16I")
_MESSAGE: Final = struct.Struct("<IQI")


class Draw:
    """What chance gave: `stream`, `label`, and the values (dice, things drawn, new order)."""

    __slots__ = ("stream", "label", "values")

    def __init__(self, stream: int, label: str, values: list[int]) -> None:
        self.stream = stream
        self.label = label
        self.values = values

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Draw):
            return NotImplemented
        return self.stream == other.stream and self.label == other.label and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.stream, self.label, tuple(self.values)))

    def __repr__(self) -> str:
        return f"Draw({self.stream}, {self.label!r}, {self.values})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """The port. `record` is a list that receives every draw, or None."""

    def __init__(self) -> None:
        self.record: list[Draw] | None = None

    def roll(self, label: str, n: int, sides: int, stream: int = 0) -> list[int]:
        """n dice with faces 1 to `sides`."""
        values = self._roll(label, n, sides, stream)
        if self.record is not None:
            self.record.append(Draw(stream, label, list(values)))
        return values

    def draw(self, label: str, pool: list[int], k: int, stream: int = 0) -> list[int]:
        """k things out of the pool, in the order drawn. The pool is not changed."""
        values = self._draw(label, pool, k, stream)
        if self.record is not None:
            self.record.append(Draw(stream, label, list(values)))
        return values

    def shuffle(self, label: str, ids: list[int], stream: int = 0) -> list[int]:
        """A new order of `ids`. The list given is not changed."""
        values = self._shuffle(label, ids, stream)
        if self.record is not None:
            self.record.append(Draw(stream, label, list(values)))
        return values

    def _roll(self, label: str, n: int, sides: int, stream: int) -> list[int]:
        raise ChanceError("this chance gives nothing")

    def _draw(self, label: str, pool: list[int], k: int, stream: int) -> list[int]:
        raise ChanceError("this chance gives nothing")

    def _shuffle(self, label: str, ids: list[int], stream: int) -> list[int]:
        raise ChanceError("this chance gives nothing")


@mypyc_attr(allow_interpreted_subclasses=True)
class Seeded(Chance):
    """The verifiable generator of the module's docstring. `counts[s]` is the next draw number of stream s."""

    def __init__(self, seed: bytes, counts: list[int] | None = None) -> None:
        super().__init__()
        if len(seed) != 32:
            raise ChanceError("a seed has 32 bytes")
        self.seed = seed
        self.counts: list[int] = list(counts) if counts is not None else []
        self._stream = 0
        self._draw_no = 0
        self._block = 0
        self._words: tuple[int, ...] = ()
        self._at = 0

    def fork(self) -> Seeded:
        """An independent copy that gives the same draws from here on."""
        return Seeded(self.seed, self.counts)

    def _open(self, stream: int) -> None:
        counts = self.counts
        while len(counts) <= stream:
            counts.append(0)
        self._stream = stream
        self._draw_no = counts[stream]
        counts[stream] += 1
        self._block = 0
        self._at = 16

    def _word(self) -> int:
        if self._at == 16:
            message = _MESSAGE.pack(self._stream, self._draw_no, self._block)
            self._words = _WORDS.unpack(hashlib.blake2b(message, key=self.seed).digest())
            self._block += 1
            self._at = 0
        word = self._words[self._at]
        self._at += 1
        return word

    def _below(self, n: int) -> int:
        limit = _SPAN - _SPAN % n
        word = self._word()
        while word >= limit:
            word = self._word()
        return word % n

    def below(self, n: int, stream: int = 0) -> int:
        """One number from 0 to n - 1, as a draw of its own (for policies; rules use the labelled draws)."""
        if not 1 <= n <= _SPAN:
            raise ChanceError(f"a number below {n} cannot be drawn")
        self._open(stream)
        return self._below(n)

    def _roll(self, label: str, n: int, sides: int, stream: int) -> list[int]:
        if not 1 <= sides <= _SPAN or n < 0:
            raise ChanceError(f"{label}: {n} dice with {sides} faces cannot be rolled")
        self._open(stream)
        return [1 + self._below(sides) for _ in range(n)]

    def _draw(self, label: str, pool: list[int], k: int, stream: int) -> list[int]:
        if not 0 <= k <= len(pool):
            raise ChanceError(f"{label}: {k} of {len(pool)} asked for")
        self._open(stream)
        rest = list(pool)
        return [rest.pop(self._below(len(rest))) for _ in range(k)]

    def _shuffle(self, label: str, ids: list[int], stream: int) -> list[int]:
        self._open(stream)
        out = list(ids)
        for i in range(len(out) - 1, 0, -1):
            j = self._below(i + 1)
            kept = out[i]
            out[i] = out[j]
            out[j] = kept
        return out


@mypyc_attr(allow_interpreted_subclasses=True)
class Recorded(Chance):
    """Gives back recorded draws, per stream in order, and refuses one that does not fit the question."""

    def __init__(self, draws: list[Draw]) -> None:
        super().__init__()
        self._queues: dict[int, list[Draw]] = {}
        for d in reversed(draws):
            self._queues.setdefault(d.stream, []).append(d)

    def left(self) -> int:
        return sum(len(q) for q in self._queues.values())

    def _next(self, label: str, stream: int, n: int) -> list[int]:
        queue = self._queues.get(stream)
        if not queue:
            raise ChanceError(f"the rules ask for the draw {label!r}, the record has none left")
        d = queue.pop()
        if d.label != label:
            raise ChanceError(f"the rules ask for the draw {label!r}, the record has {d.label!r}")
        return list(d.values)

    def _roll(self, label: str, n: int, sides: int, stream: int) -> list[int]:
        values = self._next(label, stream, n)
        if len(values) != n or any(v < 1 or v > sides for v in values):
            raise ChanceError(f"{label}: {values} is not a roll of {n} dice with {sides} faces")
        return values

    def _draw(self, label: str, pool: list[int], k: int, stream: int) -> list[int]:
        values = self._next(label, stream, k)
        rest = list(pool)
        if len(values) != k:
            raise ChanceError(f"{label}: {values} is not a draw of {k}")
        for v in values:
            if v not in rest:
                raise ChanceError(f"{label}: {v} is not in the pool {pool}")
            rest.remove(v)
        return values

    def _shuffle(self, label: str, ids: list[int], stream: int) -> list[int]:
        values = self._next(label, stream, len(ids))
        if sorted(values) != sorted(ids):
            raise ChanceError(f"{label}: {values} is not an order of {ids}")
        return values


class Scripted(Recorded):
    """For tests: values by label, in order. Dice of one label may be given in one flat list.

    ``Scripted({"voyage": [5, 4], "attacker": [5, 5, 3, 4, 4, 2]})``. Shuffles not scripted keep
    their order, a draw not scripted takes the first things; a roll not scripted fails, and so does a
    value that the question cannot give.
    """

    def __init__(self, script: dict[str, list[int]] | None = None) -> None:
        super().__init__([])
        self.script: dict[str, list[int]] = {k: list(v) for k, v in (script or {}).items()}

    def left(self) -> int:
        return sum(len(v) for v in self.script.values())

    def _next(self, label: str, stream: int, n: int) -> list[int]:
        values = self.script.get(label)
        if values is None or len(values) < n:
            raise ChanceError(f"the script has no {n} value(s) left for {label!r}")
        out = values[:n]
        del values[:n]
        return out

    def _draw(self, label: str, pool: list[int], k: int, stream: int) -> list[int]:
        return super()._draw(label, pool, k, stream) if self.script.get(label) else list(pool[:k])

    def _shuffle(self, label: str, ids: list[int], stream: int) -> list[int]:
        return super()._shuffle(label, ids, stream) if self.script.get(label) else list(ids)
