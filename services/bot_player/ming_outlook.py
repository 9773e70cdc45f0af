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
    (-3.22, 3.45, -0.417),  # always
    (-3.1, 1.27, 0.566),  # 1 Voyages
    (-1.08, 0.566, -0.598),  # 2 Voyages
    (1.64, -0.647, -2.24),  # 3 Voyages
    (4.48, -1.95, -4.67),  # 4 Voyages
    (8.11, -4.93, -6.03),  # 5 Voyages
    (11.4, -12.3, 11.6),  # 6 Voyages
    (1.08, -0.622, -0.0964),  # Ming Borderlands
    (-1.16, 0.271, 0.865),  # Barbarian Borderlands
    (-0.798, 0.686, 0.192),  # three of them
    (-2.36, 1.87, -0.145),  # four of them
    (-0.0443, 0.0997, -0.15),  # Troops in the Homeland, at most 8
    (0.118, 0.0337, -0.334),  # Troops in Borderlands, at most 3 each
    (-0.0861, -0.00483, -0.0142),  # Hordes in Homelands, at most 10
    (0.201, -0.253, -0.0439),  # Hordes in Borderlands, at most 4 each
    (0.107, -0.143, -0.0135),  # Settlements in Homelands, at most 4
    (0.155, -0.103, -0.012),  # Settlements in Borderlands, at most 2 each
    (0.146, -0.3, 0.215),  # chances that Ming Borderlands fall, in all
    (-1.03, 0.355, 1.22),  # the greatest of them
    (0.571, -0.132, -0.278),  # chances that Barbarian Borderlands are won back, in all
    (-0.813, 0.43, 0.948),  # the greatest of them
    (-0.0502, 0.339, -0.263),  # Junks, at most 4
    (0.277, -0.179, 0.00543),  # Gold, at most 6
    (0.15, -0.173, 0.0007),  # the least of both, at most 3
    (-0.143, 0.205, -0.124),  # Gold at sea
    (0.224, -0.213, -0.095),  # CP of the Emperor's best three reserved cards
    (-0.302, 0.106, 0.151),  # of the Overlord's
    (0.427, 0.0217, -0.212),  # the Emperor's reserved cards, at most 4
    (-0.0395, -0.0443, 0.0297),  # the Overlord's
]

OVERLORD_NEXT: Final[Rows] = [
    (-4.66, 3.86, -0.39),  # always
    (-2.92, 1.06, 0.681),  # 1 Voyages
    (-1.17, 0.643, -0.474),  # 2 Voyages
    (1.53, -0.531, -2.19),  # 3 Voyages
    (4.05, -1.54, -4.49),  # 4 Voyages
    (7.03, -3.51, -6.98),  # 5 Voyages
    (9.9, -8.74, 3.51),  # 6 Voyages
    (1.38, -0.689, -0.224),  # Ming Borderlands
    (-0.829, -0.004, 1.04),  # Barbarian Borderlands
    (-0.399, 0.16, 0.395),  # three of them
    (-1.64, 0.99, 0.0291),  # four of them
    (0.0515, -0.0768, -0.00565),  # Troops in the Homeland, at most 8
    (0.203, -0.0947, -0.26),  # Troops in Borderlands, at most 3 each
    (-0.0526, -0.0547, 0.000644),  # Hordes in Homelands, at most 10
    (0.158, -0.183, -0.128),  # Hordes in Borderlands, at most 4 each
    (0.11, -0.115, -0.0767),  # Settlements in Homelands, at most 4
    (0.0848, 0.022, -0.144),  # Settlements in Borderlands, at most 2 each
    (0.0315, -0.196, 0.223),  # chances that Ming Borderlands fall, in all
    (-1.88, 1.29, 1.14),  # the greatest of them
    (0.469, 0.26, -0.923),  # chances that Barbarian Borderlands are won back, in all
    (-1.3, 0.788, 1.46),  # the greatest of them
    (-0.276, 0.528, -0.206),  # Junks, at most 4
    (0.105, -0.0504, 0.0747),  # Gold, at most 6
    (0.311, -0.335, -0.0234),  # the least of both, at most 3
    (-0.0271, 0.0533, -0.0531),  # Gold at sea
    (0.285, -0.272, -0.0899),  # CP of the Emperor's best three reserved cards
    (-0.294, 0.131, 0.107),  # of the Overlord's
    (0.356, 0.106, -0.231),  # the Emperor's reserved cards, at most 4
    (-0.125, -0.0272, 0.152),  # the Overlord's
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
