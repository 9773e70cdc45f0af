"""The worth of a position of The Ming Voyages: a rough chance to win.

With L rounds left and r = min(1, L / 6), the Emperor's margin is, with two players,

    2 v + b - c - 7.5 + (bor - 1) r (b - c) + r (pieces + reserves + threats) - c3, c4 + v5, v6

for v completed Voyages and b, c Borderlands of the Ming and the barbarians; in solo

    bor (b - c) - need max(0, required - v) + r (pieces + reserves + threats) - c3, c4 + v5, v6

His chance is the logistic function of margin / (s0 + s1 r). A threat to a Borderland counts by the chance of an attack
with all free pieces around, the odds shifted by the reserves. A decided game is worth 0 or 1.
"""

from __future__ import annotations

from math import exp
from typing import Final, Protocol

from bot_player.ming_battles import Battles
from bot_player.ming_position import (
    BORDERLANDS,
    DONE,
    GOLD_HOME,
    GOLD_SEA,
    HORDES,
    JUNKS,
    RESERVE_CP,
    SETTLEMENTS,
    Outcomes,
    Position,
)
from bot_player.ming_terms import TWO_PLAYERS, Terms
from bot_player.ming_weights import Weights
from ming_voyages.content import Content
from ming_voyages.names import EMPEROR, HORDE, OVERLORD, SETTLEMENT, TROOP

ROUNDS: Final = 24
FADE: Final = 6  # rounds before the end from which on early advantages fade
MOST_LEAD: Final = 6
MOST_REINFORCEMENT: Final = 3
EMPEROR_FORCE: Final = 3
OVERLORD_FORCE: Final = 6


def rounds_left(round: int, emperors_phase: bool) -> float:
    """L, a half more before the Overlord has played (not counted in solo).

    In the last round only the Emperor's last card is left, and nothing after it.
    """
    if round >= ROUNDS:
        return 0.0
    return ROUNDS - round + (0.5 if emperors_phase else 0.0)


def reserve_odds(weights: Weights) -> list[float]:
    """Factors on an attacker's odds against, by his lead in reserve from -9 to 6; index -n trails by n."""
    ahead = [exp(-weights.rw * n) for n in range(MOST_LEAD + 1)]
    behind = [exp(weights.rw * n) for n in range(MOST_LEAD + MOST_REINFORCEMENT, 0, -1)]
    return ahead + behind


class Worth:
    """Values for one side under one edition: tables that do not depend on the round."""

    def __init__(
        self, content: Content, battles: Battles, weights: Weights, side: int, terms: Terms = TWO_PLAYERS
    ) -> None:
        self.weights = weights
        self.side = side
        self.required = terms.required
        self.odds = reserve_odds(weights)
        self.near = [
            (r, tuple(content.overlord_edges[r]), tuple([a for a in content.emperor_edges[r] if a <= BORDERLANDS[-1]]))
            for r in BORDERLANDS
        ]
        most_troops = content.totals[TROOP] + 1
        self.most_hordes = content.totals[HORDE] + 1
        self.most_settlements = content.totals[SETTLEMENT] + 1
        # [Emperor's lead, -6 to -1 from the end][free Hordes around][Troops]
        self.ming: list[list[list[float]]] = []
        # [Emperor's lead][free Troops around][Hordes][Settlements]
        self.barbarian: list[list[list[list[float]]]] = []
        for lead in [*range(MOST_LEAD + 1), *range(-MOST_LEAD, 0)]:
            self.ming.append(
                [[self._ming(battles, lead, f, t) for t in range(most_troops)] for f in range(OVERLORD_FORCE + 1)]
            )
            self.barbarian.append(
                [
                    [
                        [self._barbarian(battles, lead, g, h, s) for s in range(self.most_settlements)]
                        for h in range(self.most_hordes)
                    ]
                    for g in range(EMPEROR_FORCE + 1)
                ]
            )
        w = weights
        self.sea = [
            [w.junk * min(4, j) + w.gold * min(4, g) + w.both * min(3, j, g) for g in range(content.totals[1] + 1)]
            for j in range(content.totals[2] + 1)
        ]
        self._horizons: dict[float, Horizon] = {}

    def _shifted(self, chance: float, lead: int) -> float:
        return chance / (chance + (1 - chance) * self.odds[lead])

    def _ming(self, battles: Battles, lead: int, free: int, troops: int) -> float:
        if not troops:
            return 0.0
        held = self.weights.tb * min(3, troops)
        if not free:
            return held
        return held - self.weights.thr * self._shifted(battles.chance(free, troops, 0), -lead)

    def _barbarian(self, battles: Battles, lead: int, free: int, hordes: int, settlements: int) -> float:
        if not hordes and not settlements:
            return 0.0
        held = -(self.weights.hb * min(4, hordes) + self.weights.sb * min(2, settlements))
        if not free:
            return held
        return held + self.weights.cnt * self._shifted(battles.chance(free, hordes, settlements), lead)

    def at(self, left: float) -> Horizon:
        """The judge for positions with `left` rounds to play."""
        found = self._horizons.get(left)
        if found is None:
            found = Horizon(self, left)
            self._horizons[left] = found
        return found


class Judgment(Protocol):
    """What positions are worth to a side at one time."""

    def value(self, p: Position) -> float:
        """The chance of the side to win, 0 to 1."""
        ...

    def mean(self, outcomes: Outcomes) -> float:
        """The expected chance."""
        ...


class Horizon:
    """Values with a given number of rounds left."""

    def __init__(self, worth: Worth, left: float) -> None:
        w = worth.weights
        self.worth = worth
        self.left = left
        self.r = r = min(1.0, left / FADE)
        self.scale = w.s0 + w.s1 * r
        required = worth.required
        self.balance = w.bor if required is not None else 1 + (w.bor - 1) * r
        self.voyages = []
        for v in range(8):
            base = 2 * v - 7.5 if required is None else -w.need * max(0, required - v)
            self.voyages.append(base + r * w.voy * v + (w.v5 if v == 5 else w.v6 if v == 6 else 0.0))
        self.lost = [0.0, 0.0, 0.0, -w.c3, -w.c4, 0.0]
        self.troops = [r * w.th * min(6, t) for t in range(64)]

    def value(self, p: Position) -> float:
        """The chance of the side to win, 0 to 1."""
        worth = self.worth
        emperor = worth.side == EMPEROR
        v = p[DONE]
        if v == 7:
            return 1.0 if emperor else 0.0
        ahead = min(6, p[RESERVE_CP]) - min(6, p[RESERVE_CP + OVERLORD])
        ming = worth.ming[ahead]
        barbarian = worth.barbarian[ahead]
        # Free pieces: all in a Homeland, all but one in a Borderland (a Settlement may stay alone: MV-805).
        free_hordes = p[HORDES:SETTLEMENTS]
        free_troops = p[0:6]
        for i in BORDERLANDS:
            if free_hordes[i]:
                if not p[SETTLEMENTS + i]:
                    free_hordes[i] -= 1
            elif free_troops[i]:
                free_troops[i] -= 1
        b = c = 0
        land = 0.0
        for i, hordes_near, troops_near in worth.near:
            troops = p[i]
            if troops:
                b += 1
                n = 0
                for a in hordes_near:
                    n += free_hordes[a]
                land += ming[n if n < OVERLORD_FORCE else OVERLORD_FORCE][troops]
            elif p[HORDES + i] or p[SETTLEMENTS + i]:
                c += 1
                n = 0
                for a in troops_near:
                    n += free_troops[a]
                land += barbarian[n if n < EMPEROR_FORCE else EMPEROR_FORCE][p[HORDES + i]][p[SETTLEMENTS + i]]
        if c == 5:
            return 0.0 if emperor else 1.0
        if self.left == 0:
            required = worth.required
            wins = 2 * v + b - c > 7 if required is None else b > c and v >= required
            return 1.0 if wins == emperor else 0.0
        w = worth.weights
        hordes = p[15] + p[16] + p[17]
        settlements = p[24] + p[25] + p[26]
        land += (
            worth.sea[p[JUNKS]][p[GOLD_HOME] + p[GOLD_SEA]]
            + w.safe * p[GOLD_SEA]
            + w.res * (p[RESERVE_CP] - p[RESERVE_CP + OVERLORD])
            - w.hh * (hordes if hordes < 8 else 8)
            - w.sh * (settlements if settlements < 3 else 3)
        )
        margin = self.voyages[v] + self.balance * (b - c) + self.r * land + self.troops[p[0]] + self.lost[c]
        return 1 / (1 + exp(-margin / self.scale if emperor else margin / self.scale))

    def mean(self, outcomes: list[tuple[float, Position]]) -> float:
        """The expected value."""
        if len(outcomes) == 1:
            return self.value(outcomes[0][1])
        return sum([p * self.value(q) for p, q in outcomes])
