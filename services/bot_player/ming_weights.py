"""What the greedy bot for The Ming Voyages thinks things are worth, as data.

`EMPEROR` is used by a bot that plays the Emperor, `OVERLORD` by one that plays the Overlord, `SOLO` by
the Emperor of the solo game. All weights of pieces are worth to the Emperor in the units of the margin
of `ming_value`; `ming_value` says where each one goes.
"""

from __future__ import annotations

from typing import Final

import msgspec


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """One column of the table. `voyages` is the order in which the Emperor sails."""

    bor: float  # a Borderland more than the opponent, early (1 at the end)
    junk: float
    gold: float
    both: float  # Junk and Gold together
    safe: float  # Gold in the South China Sea
    thr: float  # chance that a Ming Borderland falls
    cnt: float  # chance that a Barbarian Borderland is won back
    th: float  # Troop in the Homeland
    tb: float  # Troop in a Borderland
    hh: float  # Horde in a Homeland
    hb: float  # Horde in a Borderland
    sh: float  # Settlement in a Homeland
    sb: float  # Settlement in a Borderland
    c3: float  # three Barbarian Borderlands
    c4: float
    v5: float  # five Voyages
    v6: float
    res: float  # CP in reserve
    voy: float  # a Voyage, early (beyond its two points)
    s0: float  # how surely the margin decides the game, at the end ...
    s1: float  # ... and how much less so early
    give: float  # CP of a card that leaves the hand (the rest goes to the opponent)
    rw: float  # CP of reserve more than the opponent's, in a battle
    voyages: tuple[int, ...]
    need: float = 0.0  # solo: each Voyage still missing for a victory
    event: float = 0.0  # solo: a level of the Event that a card draws
    fitted: float = 0.0  # share of the fitted chances of `ming_outlook` in the judgment


EMPEROR: Final = Weights(
    bor=1.8,
    junk=0.6,
    gold=0.731,
    both=0.0733,
    safe=0.1,
    thr=0.439,
    cnt=0.688,
    th=0.11,
    tb=0.158,
    hh=0.15,
    hb=0.127,
    sh=0.115,
    sb=0.173,
    c3=0.2,
    c4=2.1,
    v5=0.213,
    v6=4.84,
    res=0.515,
    voy=0.78,
    s0=0.8,
    s1=1.73,
    give=0.0119,
    rw=0.216,
    voyages=(5, 2, 1, 4, 3, 6, 7),
    fitted=0.15,
)

OVERLORD: Final = Weights(
    bor=1.8,
    junk=0.6,
    gold=0.138,
    both=0.466,
    safe=0.0425,
    thr=0.684,
    cnt=1.34,
    th=0.35,
    tb=0.205,
    hh=0.289,
    hb=0.0828,
    sh=0.193,
    sb=0.229,
    c3=0.355,
    c4=5.12,
    v5=0.592,
    v6=3.25,
    res=0.287,
    voy=-0.12,
    s0=0.824,
    s1=2.04,
    give=-0.0012,
    rw=0.379,
    voyages=(5, 2, 1, 4, 7, 3, 6),
)

SOLO: Final = Weights(
    bor=1.44,
    junk=0.6,
    gold=0.339,
    both=0.175,
    safe=0.0958,
    thr=0.258,
    cnt=0.25,
    th=0.0882,
    tb=0.326,
    hh=0.0663,
    hb=0.206,
    sh=0.269,
    sb=0.451,
    c3=0.728,
    c4=2.2,
    v5=0.251,
    v6=4.15,
    res=0.509,
    voy=-0.344,
    s0=0.886,
    s1=23.5,
    give=0.0215,
    rw=0.0935,
    voyages=(3, 2, 4, 5, 6, 7, 1),
    need=2.46,
    event=0.00158,
)

BY_SIDE: Final = [EMPEROR, OVERLORD]
