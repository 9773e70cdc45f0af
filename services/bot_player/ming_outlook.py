"""The chance to win The Ming Voyages, fitted: how matches between greedy bots went on from such positions.

`ming_value` is shaped for choosing one use of a card, by weights that won matches; its numbers are no
frequencies, and those of the two sides do not add up to 1. A search compares positions of different
turns, so it needs chances that are right: here the Emperor's chance is the logistic function of a linear
sum of features, one set of weights for each side to move next. A weight is a + b min(1, n / 12) + c n / 48
with n turns (plays of a card) left. Fitted by logistic regression to @N@.
"""

from __future__ import annotations

from math import exp
from typing import Final

from bot_player.ming_battles import Battles
from bot_player.ming_position import (
    BORDERLANDS,
    DONE,
    GOLD_HOME,
    GOLD_SEA,
    HORDES,
    JUNKS,
    RESERVE_CP,
    RESERVE_SIZE,
    SETTLEMENTS,
    Outcomes,
    Position,
)
from ming_voyages.content import Content
from ming_voyages.names import EMPEROR, HORDE, OVERLORD, SETTLEMENT, TROOP

ROUNDS: Final = 24
FADE: Final = 12
MOST_FREE_HORDES: Final = 6
MOST_FREE_TROOPS: Final = 4

Rows = list[tuple[float, float, float]]

EMPEROR_NEXT: Final[Rows] = [
    (-2.73, 1.55, 0.333),  # always
    (-2.88, 0.828, 0.807),  # 1 Voyages
    (-1.5, 0.754, -0.256),  # 2 Voyages
    (1.03, -0.388, -1.71),  # 3 Voyages
    (3.99, -2.2, -3.01),  # 4 Voyages
    (7.42, -5.02, -3.65),  # 5 Voyages
    (10.2, -7.3, -1.38),  # 6 Voyages
    (0.886, -0.177, -0.314),  # Ming Borderlands
    (-0.979, 0.455, 0.567),  # Barbarian Borderlands
    (-1, 0.603, 0.798),  # three of them
    (-2.79, 2.11, 1.03),  # four of them
    (-0.0833, 0.138, -0.00983),  # Troops in the Homeland, at most 8
    (0.117, 0.0429, -0.195),  # Troops in Borderlands, at most 3 each
    (-0.0653, -0.0817, 0.0462),  # Hordes in Homelands, at most 10
    (0.123, -0.209, -0.00899),  # Hordes in Borderlands, at most 4 each
    (0.0766, -0.0464, -0.0946),  # Settlements in Homelands, at most 4
    (0.2, -0.223, -0.0648),  # Settlements in Borderlands, at most 2 each
    (0.0173, -0.183, 0.155),  # chances that Ming Borderlands fall, in all
    (-0.522, 0.126, 0.872),  # the greatest of them
    (0.484, -0.132, -0.44),  # chances that Barbarian Borderlands are won back, in all
    (-0.376, 0.073, 0.593),  # the greatest of them
    (0.0767, 0.21, -0.231),  # Junks, at most 4
    (0.254, -0.083, -0.122),  # Gold, at most 6
    (0.188, -0.129, -0.0827),  # the least of both, at most 3
    (-0.103, 0.0508, 0.0434),  # Gold at sea
    (0.195, -0.105, -0.141),  # CP of the Emperor's best three reserved cards
    (-0.156, -0.0213, 0.14),  # of the Overlord's
    (0.428, -0.247, 0.0264),  # the Emperor's reserved cards, at most 4
    (-0.227, 0.112, 0.0741),  # the Overlord's
]

OVERLORD_NEXT: Final[Rows] = [
    (-4.5, 2.19, 1.2),  # always
    (-2.41, 0.436, 1.08),  # 1 Voyages
    (-1.46, 0.817, -0.00746),  # 2 Voyages
    (0.94, -0.175, -1.5),  # 3 Voyages
    (3.56, -1.57, -2.96),  # 4 Voyages
    (6.44, -3.36, -5.08),  # 5 Voyages
    (8.7, -5.37, -2.51),  # 6 Voyages
    (1.22, -0.378, -0.486),  # Ming Borderlands
    (-0.55, 0.127, 0.441),  # Barbarian Borderlands
    (-0.714, 0.312, 0.789),  # three of them
    (-2.09, 1.4, 0.828),  # four of them
    (0.00749, 0.0239, 0.0156),  # Troops in the Homeland, at most 8
    (0.192, -0.0512, -0.178),  # Troops in Borderlands, at most 3 each
    (-0.0285, -0.132, 0.0695),  # Hordes in Homelands, at most 10
    (0.0735, -0.171, 0.00963),  # Hordes in Borderlands, at most 4 each
    (0.0868, -0.051, -0.104),  # Settlements in Homelands, at most 4
    (0.142, -0.189, -0.0239),  # Settlements in Borderlands, at most 2 each
    (-0.00257, -0.191, 0.192),  # chances that Ming Borderlands fall, in all
    (-1.53, 1.33, 0.557),  # the greatest of them
    (0.196, 0.152, -0.424),  # chances that Barbarian Borderlands are won back, in all
    (-0.278, 0.11, 0.427),  # the greatest of them
    (-0.052, 0.323, -0.222),  # Junks, at most 4
    (0.115, 0.0527, -0.123),  # Gold, at most 6
    (0.222, -0.153, -0.073),  # the least of both, at most 3
    (-0.00848, -0.0732, 0.0991),  # Gold at sea
    (0.246, -0.155, -0.14),  # CP of the Emperor's best three reserved cards
    (-0.205, 0.0557, 0.106),  # of the Overlord's
    (0.41, -0.214, 0.00255),  # the Emperor's reserved cards, at most 4
    (-0.215, 0.0455, 0.149),  # the Overlord's
]


class Outlook:
    """Chances under one edition; `at` gives the judge of a time."""

    def __init__(self, content: Content, battles: Battles) -> None:
        self.near = [
            (r, tuple(content.overlord_edges[r]), tuple([a for a in content.emperor_edges[r] if a <= BORDERLANDS[-1]]))
            for r in BORDERLANDS
        ]
        most_troops = content.totals[TROOP] + 1
        most_hordes = content.totals[HORDE] + 1
        most_settlements = content.totals[SETTLEMENT] + 1
        # [free Hordes around][Troops], [free Troops around][Hordes][Settlements]
        self.falls = [
            [battles.chance(n, t, 0) if n and t else 0.0 for t in range(most_troops)]
            for n in range(MOST_FREE_HORDES + 1)
        ]
        self.won_back = [
            [
                [battles.chance(n, h, s) if n and h + s else 0.0 for s in range(most_settlements)]
                for h in range(most_hordes)
            ]
            for n in range(MOST_FREE_TROOPS + 1)
        ]
        self._judges: dict[tuple[int, int, int], Judge] = {}

    def at(self, turns: int, next: int, side: int) -> Judge:
        """The judge for `side` of positions with so many turns left, the first of them by the side `next`."""
        key = (turns, next, side)
        found = self._judges.get(key)
        if found is None:
            found = Judge(self, turns, next, side)
            self._judges[key] = found
        return found


class Judge:
    """The chance of a side to win at one time; takes the place of a `ming_value.Horizon` in a `Mind`."""

    def __init__(self, outlook: Outlook, turns: int, next: int, side: int) -> None:
        self.outlook = outlook
        self.turns = turns
        self.side = side
        r, u = min(1.0, turns / FADE), turns / (2 * ROUNDS)
        w = [a + b * r + c * u for a, b, c in (EMPEROR_NEXT if next == EMPEROR else OVERLORD_NEXT)]
        self.voyages = [w[0], *[w[0] + x for x in w[1:7]], 0.0]
        self.ming, self.barbarian = w[7], w[8]
        self.lost = [0.0, 0.0, 0.0, w[9], w[10], 0.0]
        self.w = w

    def value(self, p: Position) -> float:
        """The chance of the side to win, 0 to 1."""
        chance = self.emperors(p)
        return chance if self.side == EMPEROR else 1 - chance

    def emperors(self, p: Position) -> float:
        """The Emperor's chance."""
        v = p[DONE]
        if v >= 7:
            return 1.0
        o = self.outlook
        w = self.w
        free_hordes = p[HORDES:SETTLEMENTS]
        free_troops = p[0:6]
        for i in BORDERLANDS:
            if free_hordes[i]:
                if not p[SETTLEMENTS + i]:
                    free_hordes[i] -= 1
            elif free_troops[i]:
                free_troops[i] -= 1
        b = c = held = hordes = settlements = 0
        falls = most_falls = won = most_won = 0.0
        for i, hordes_near, troops_near in o.near:
            t = p[i]
            if t:
                b += 1
                held += t if t < 3 else 3
                n = 0
                for a in hordes_near:
                    n += free_hordes[a]
                if n:
                    x = o.falls[n if n < MOST_FREE_HORDES else MOST_FREE_HORDES][t]
                    falls += x
                    if x > most_falls:
                        most_falls = x
            else:
                h, s = p[HORDES + i], p[SETTLEMENTS + i]
                if h or s:
                    c += 1
                    hordes += h if h < 4 else 4
                    settlements += s if s < 2 else 2
                    n = 0
                    for a in troops_near:
                        n += free_troops[a]
                    if n:
                        x = o.won_back[n if n < MOST_FREE_TROOPS else MOST_FREE_TROOPS][h][s]
                        won += x
                        if x > most_won:
                            most_won = x
        if c == 5:
            return 0.0
        if not self.turns:
            return 1.0 if 2 * v + b - c > 7 else 0.0
        home_hordes = p[15] + p[16] + p[17]
        home_settlements = p[24] + p[25] + p[26]
        junks = min(4, p[JUNKS])
        gold = p[GOLD_HOME] + p[GOLD_SEA]
        z = (
            self.voyages[v]
            + self.ming * b
            + self.barbarian * c
            + self.lost[c]
            + w[11] * (p[0] if p[0] < 8 else 8)
            + w[12] * held
            + w[13] * (home_hordes if home_hordes < 10 else 10)
            + w[14] * hordes
            + w[15] * (home_settlements if home_settlements < 4 else 4)
            + w[16] * settlements
            + w[17] * falls
            + w[18] * most_falls
            + w[19] * won
            + w[20] * most_won
            + w[21] * junks
            + w[22] * (gold if gold < 6 else 6)
            + w[23] * min(3, junks, gold)
            + w[24] * p[GOLD_SEA]
            + w[25] * p[RESERVE_CP]
            + w[26] * p[RESERVE_CP + OVERLORD]
            + w[27] * min(4, p[RESERVE_SIZE])
            + w[28] * min(4, p[RESERVE_SIZE + OVERLORD])
        )
        return 1 / (1 + exp(-z))

    def mean(self, outcomes: Outcomes) -> float:
        """The expected chance."""
        if len(outcomes) == 1:
            return self.value(outcomes[0][1])
        return sum([p * self.value(q) for p, q in outcomes])
