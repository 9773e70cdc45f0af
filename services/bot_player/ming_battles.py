"""Chances in the battles of The Ming Voyages, exact: how battles end, and what re-rolls are worth.

A battle is k attackers against h defending Troops or Hordes and s Settlements.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from ming_voyages.content import Content
from ming_voyages.dice import result

Result = tuple[int, int]  # type and score of three dice
Dice = tuple[int, ...]  # in rising order
Ending = tuple[float, int, int, int]  # chance, attackers left, defenders left, Settlements left


def _ways() -> dict[Dice, int]:
    out: dict[Dice, int] = {}
    for roll in product(range(1, 7), repeat=3):
        dice = tuple(sorted(roll))
        out[dice] = out.get(dice, 0) + 1
    return out


ROLLS: Final = _ways()  # each different roll of three dice and in how many of 216 ways it comes
RESULTS: Final = {dice: result(list(dice)) for dice in ROLLS}
MASKS: Final = range(1, 8)


def _result_ways() -> dict[Result, int]:
    out: dict[Result, int] = {}
    for dice, ways in ROLLS.items():
        out[RESULTS[dice]] = out.get(RESULTS[dice], 0) + ways
    return out


RESULT_WAYS: Final = _result_ways()


def _completions() -> dict[Dice, list[tuple[Dice, float]]]:
    """For dice kept: each roll that can come of them, with its chance."""
    out: dict[Dice, list[tuple[Dice, float]]] = {}
    for dice in ROLLS:
        for mask in MASKS:
            kept = _kept(dice, mask)
            if kept in out:
                continue
            found: dict[Dice, int] = {}
            for fresh in product(range(1, 7), repeat=3 - len(kept)):
                whole = tuple(sorted(kept + fresh))
                found[whole] = found.get(whole, 0) + 1
            total = 6 ** (3 - len(kept))
            out[kept] = [(whole, n / total) for whole, n in found.items()]
    return out


def _kept(dice: Dice, mask: int) -> Dice:
    return tuple([d for i, d in enumerate(dice) if not mask >> i & 1])


_COMPLETIONS: Final = _completions()
_KEEPS: Final = {dice: sorted({_kept(dice, mask) for mask in MASKS}) for dice in ROLLS}


class Rerolls:
    """Chances of the roller to win the battle, by his dice and the re-rolls he has, best masks taken.

    Re-rolls of this battle round only; `worth` is his chance for each result he may end with.
    """

    __slots__ = ("_kept", "_with")

    def __init__(self, worth: dict[Result, float]) -> None:
        self._with: list[dict[Dice, float]] = [{dice: worth[RESULTS[dice]] for dice in ROLLS}]
        self._kept: list[dict[Dice, float]] = []  # [q]: by the dice kept, with q re-rolls after this one

    def chance(self, dice: list[int], rerolls: int) -> float:
        """With dice as they lie and so many re-rolls."""
        return self._level(rerolls)[tuple(sorted(dice))]

    def masked(self, dice: list[int], mask: int, rerolls: int) -> float:
        """If one of the re-rolls is used on the dice of the mask (bit i: die i)."""
        self._level(rerolls)
        return self._kept[rerolls - 1][tuple(sorted([d for i, d in enumerate(dice) if not mask >> i & 1]))]

    def _level(self, rerolls: int) -> dict[Dice, float]:
        while len(self._with) <= rerolls:
            last = self._with[-1]
            kept = {keep: sum([p * last[dice] for dice, p in rolls]) for keep, rolls in _COMPLETIONS.items()}
            stop = self._with[0]
            self._kept.append(kept)
            self._with.append({dice: max(stop[dice], *[kept[k] for k in _KEEPS[dice]]) for dice in ROLLS})
        return self._with[rerolls]


class Battles:
    """Battles under the table of losses of one edition. Everything is worked out once and kept."""

    def __init__(self, content: Content) -> None:
        self._loss = (content.normal_loss, content.devastating_loss)
        self._settlement_loss = (content.normal_settlement_loss, content.devastating_settlement_loss)
        self._endings: dict[tuple[int, int, int], tuple[Ending, ...]] = {}
        self._chances: dict[tuple[int, int, int], float] = {}
        self._rerolls: dict[tuple[int, int, int, Result | None], Rerolls] = {}

    def after(self, k: int, h: int, s: int, attack: Result, defence: Result) -> tuple[int, int, int]:
        """What is left after one battle round with these results."""
        if attack == defence:
            return k, h, s
        hit = 0 if attack[0] == defence[0] else 1
        if attack < defence:
            return max(0, k - self._loss[hit]), h, s
        if s:
            return k, h, max(0, s - self._settlement_loss[hit])
        return k, max(0, h - self._loss[hit]), s

    def endings(self, k: int, h: int, s: int) -> tuple[Ending, ...]:
        """How the battle can end without re-rolls; the chances add up to 1."""
        found = self._endings.get((k, h, s))
        if found is None:
            found = self._work_out(k, h, s)
            self._endings[k, h, s] = found
        return found

    def _work_out(self, k: int, h: int, s: int) -> tuple[Ending, ...]:
        if k == 0 or h + s == 0:
            return ((1.0, k, h, s),)
        ways: dict[tuple[int, int, int], int] = {}
        for attack, n in RESULT_WAYS.items():
            for defence, m in RESULT_WAYS.items():
                left = self.after(k, h, s, attack, defence)
                ways[left] = ways.get(left, 0) + n * m
        # Rounds that change nothing are fought again, so they only scale the others.
        changing = 216 * 216 - ways.pop((k, h, s), 0)
        chances: dict[tuple[int, int, int], float] = {}
        for left, n in ways.items():
            for p, *end in self.endings(*left):
                key = (end[0], end[1], end[2])
                chances[key] = chances.get(key, 0.0) + n / changing * p
        return tuple([(p, *end) for end, p in sorted(chances.items())])

    def chance(self, k: int, h: int, s: int) -> float:
        """p(k, h, s): that the attackers win without re-rolls."""
        found = self._chances.get((k, h, s))
        if found is None:
            found = sum([p for p, left, _, _ in self.endings(k, h, s) if left])
            self._chances[k, h, s] = found
        return found

    def rerolls(self, k: int, h: int, s: int, attack: Result | None) -> Rerolls:
        """For the Attacker (`attack` None), or for the Defender against the Attacker's final result."""
        key = (k, h, s, attack)
        found = self._rerolls.get(key)
        if found is None:
            if attack is None:
                worth = {
                    mine: sum([n / 216 * self.chance(*self.after(k, h, s, mine, r)) for r, n in RESULT_WAYS.items()])
                    for mine in RESULT_WAYS
                }
            else:
                worth = {mine: 1 - self.chance(*self.after(k, h, s, attack, mine)) for mine in RESULT_WAYS}
            found = Rerolls(worth)
            self._rerolls[key] = found
        return found
