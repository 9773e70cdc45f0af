"""The chance to win The Ming Voyages for two, fitted: how matches between good players went on from such positions.

`ming_value` is shaped for choosing one use of a card, by weights that won matches; its numbers are no
frequencies, and those of the two sides do not add up to 1. Here the Emperor's chance is the logistic
function of a linear sum of features, one set of weights for each side to move next. A weight is
a + b min(1, n / 12) + c n / 48 with n turns (plays of a card) left. Fitted by logistic regression to 268,000
positions of 6,000 matches between `greedy` and players with an earlier fit, a few moves of most matches
drawn at random. The two kinds of judgment err differently: a `Blend` of both plays better than either.
(In solo a fit of this kind played worse than `ming_value` alone, with any share.)
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
from bot_player.ming_value import Judgment
from ming_voyages.content import Content
from ming_voyages.names import EMPEROR, HORDE, OVERLORD, SETTLEMENT, TROOP

ROUNDS: Final = 24
FADE: Final = 12
LEAD: Final = 7  # what 2 Voyages + Borderlands held - lost must exceed: the Overlord counts Voyages not done
MOST_FREE_HORDES: Final = 6
MOST_FREE_TROOPS: Final = 4

Rows = list[tuple[float, float, float]]

EMPEROR_NEXT: Final[Rows] = [
    (-2.58, 1.52, 0.309),  # always
    (-3.02, 0.866, 0.804),  # 1 Voyages
    (-1.62, 0.752, -0.238),  # 2 Voyages
    (0.896, -0.379, -1.69),  # 3 Voyages
    (3.85, -2.17, -3),  # 4 Voyages
    (7.27, -5.03, -3.53),  # 5 Voyages
    (10, -7.33, -1.2),  # 6 Voyages
    (0.886, -0.177, -0.322),  # Ming Borderlands
    (-0.979, 0.463, 0.556),  # Barbarian Borderlands
    (-1.01, 0.611, 0.798),  # three of them
    (-2.81, 2.13, 1.04),  # four of them
    (-0.0878, 0.145, -0.00703),  # Troops in the Homeland, at most 8
    (0.113, 0.0479, -0.185),  # Troops in Borderlands, at most 3 each
    (-0.0641, -0.0836, 0.0469),  # Hordes in Homelands, at most 10
    (0.127, -0.215, -0.00503),  # Hordes in Borderlands, at most 4 each
    (0.0785, -0.0506, -0.0893),  # Settlements in Homelands, at most 4
    (0.204, -0.227, -0.0703),  # Settlements in Borderlands, at most 2 each
    (0.0149, -0.179, 0.151),  # chances that Ming Borderlands fall, in all
    (-0.526, 0.133, 0.875),  # the greatest of them
    (0.49, -0.14, -0.437),  # chances that Barbarian Borderlands are won back, in all
    (-0.372, 0.0682, 0.581),  # the greatest of them
    (0.0749, 0.212, -0.23),  # Junks, at most 4
    (0.254, -0.0846, -0.119),  # Gold, at most 6
    (0.186, -0.124, -0.0846),  # the least of both, at most 3
    (-0.102, 0.0474, 0.0499),  # Gold at sea
    (0.197, -0.107, -0.141),  # CP of the Emperor's best three reserved cards
    (-0.157, -0.02, 0.141),  # of the Overlord's
    (0.422, -0.244, 0.029),  # the Emperor's reserved cards, at most 4
    (-0.227, 0.113, 0.0688),  # the Overlord's
]

OVERLORD_NEXT: Final[Rows] = [
    (-4.38, 2.18, 1.17),  # always
    (-2.53, 0.47, 1.07),  # 1 Voyages
    (-1.56, 0.803, 0.0106),  # 2 Voyages
    (0.828, -0.176, -1.49),  # 3 Voyages
    (3.43, -1.55, -2.95),  # 4 Voyages
    (6.31, -3.36, -4.97),  # 5 Voyages
    (8.58, -5.41, -2.34),  # 6 Voyages
    (1.23, -0.382, -0.494),  # Ming Borderlands
    (-0.548, 0.133, 0.43),  # Barbarian Borderlands
    (-0.722, 0.32, 0.79),  # three of them
    (-2.11, 1.43, 0.827),  # four of them
    (0.00388, 0.0296, 0.0179),  # Troops in the Homeland, at most 8
    (0.187, -0.0451, -0.168),  # Troops in Borderlands, at most 3 each
    (-0.027, -0.134, 0.0704),  # Hordes in Homelands, at most 10
    (0.0768, -0.176, 0.0134),  # Hordes in Borderlands, at most 4 each
    (0.0891, -0.0555, -0.0984),  # Settlements in Homelands, at most 4
    (0.146, -0.192, -0.0298),  # Settlements in Borderlands, at most 2 each
    (-0.00577, -0.186, 0.187),  # chances that Ming Borderlands fall, in all
    (-1.53, 1.34, 0.558),  # the greatest of them
    (0.201, 0.145, -0.421),  # chances that Barbarian Borderlands are won back, in all
    (-0.272, 0.104, 0.412),  # the greatest of them
    (-0.0543, 0.325, -0.222),  # Junks, at most 4
    (0.114, 0.0514, -0.12),  # Gold, at most 6
    (0.22, -0.148, -0.0751),  # the least of both, at most 3
    (-0.0072, -0.077, 0.106),  # Gold at sea
    (0.249, -0.158, -0.14),  # CP of the Emperor's best three reserved cards
    (-0.205, 0.0568, 0.106),  # of the Overlord's
    (0.402, -0.208, 0.00475),  # the Emperor's reserved cards, at most 4
    (-0.214, 0.0464, 0.145),  # the Overlord's
]


def turns_left(round: int, next: int) -> int:
    """Plays of a card that are left when a side is next in a round; none once the Emperor has played in the last."""
    if round >= ROUNDS and next == OVERLORD:
        return 0
    return 2 * (ROUNDS - round) + (2 if next == EMPEROR else 1)


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
            w = _weights(EMPEROR_NEXT if next == EMPEROR else OVERLORD_NEXT, turns / FADE, turns / (2 * ROUNDS))
            voyages = [0.0, *w[1:7], 0.0]
            found = self._judges[key] = Judge(self, side, w, voyages, None if turns else LEAD)
        return found


def _weights(rows: Rows, near: float, far: float) -> list[float]:
    near = min(1.0, near)
    return [a + b * near + c * far for a, b, c in rows]


class Judge:
    """The chance of a side to win at one time; a `ming_value.Judgment`.

    `voyages` is worth to the Emperor what so many completed Voyages are; `tie` is the margin that he must exceed if
    the game is over, None if it goes on.
    """

    def __init__(self, outlook: Outlook, side: int, w: list[float], voyages: list[float], tie: int | None) -> None:
        self.outlook = outlook
        self.side = side
        self.tie = tie
        self.voyages = [w[0] + x for x in voyages]
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
        if self.tie is not None:
            return 1.0 if 2 * v + b - c > self.tie else 0.0
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


class Blend:
    """The mean of two judgments."""

    def __init__(self, fitted: Judgment, own: Judgment, share: float) -> None:
        self.fitted = fitted
        self.own = own
        self.share = share  # of the fitted one, 0 to 1

    def value(self, p: Position) -> float:
        """The chance of the side to win, 0 to 1."""
        return self.share * self.fitted.value(p) + (1 - self.share) * self.own.value(p)

    def mean(self, outcomes: Outcomes) -> float:
        """The expected chance."""
        if len(outcomes) == 1:
            return self.value(outcomes[0][1])
        return sum([chance * self.value(q) for chance, q in outcomes])
