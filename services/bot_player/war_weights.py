"""What things are worth to the greedy bot of Forge War, in prestige at the end of the game."""

from __future__ import annotations

from typing import Final

from forge_war.names import (
    OP_BUY_DISCARD,
    OP_CREDIT,
    OP_EXCESS_POWER,
    OP_EXTRA_LEVEL,
    OP_HIRE,
    OP_LEFTOVER,
    OP_LEVEL_UP,
    OP_MARKET_CARD,
    OP_OVERSEER,
    OP_WORKER,
)

# A resource that own designs can use, by number; its end value counts once there is no time to use it.
RESOURCE: Final = [0.40, 0.65, 1.0, 0.8, 1.0, 1.35]
# Times what resources are worth in a long game.
SHORT: Final = 1.6
SOLO: Final = 4.0
LEAST: Final = [0.22, 0.62, 0.92, 0.44, 0.66, 0.88]  # while there is time: a design for it may still come
EARLY: Final = 3  # rounds left from which on LEAST does not count
IDLE: Final = 0.22  # per gold of the selling price, for a resource of no use
PLENTY: Final = 7  # of one resource; more of it are worth less
GLUT: Final = 0.6
GOLD: Final = 0.3
GOLD_END: Final = 0.25

EFFECT: Final = {
    OP_HIRE: 3.0,
    OP_LEVEL_UP: 2.0,
    OP_OVERSEER: 1.0,
    OP_WORKER: 0.2,
    OP_MARKET_CARD: 2.5,
    OP_LEFTOVER: 2.5,
    OP_BUY_DISCARD: 0.8,
    OP_CREDIT: 0.3,
    OP_EXTRA_LEVEL: 1.5,
    OP_EXCESS_POWER: 1.0,
}

INCOME: Final = [0.0, 1.5, 2.6, 3.6]  # of the mine and the merchant, by stage, in a round
REWARD: Final = 0.8  # of a reward that a quest will bring
UNCERTAIN: Final = 0.9  # of the prestige of a quest, for each of its legs still to come after the present one
IDLE_POWER: Final = 0.22  # per power of an adventurer without a quest, in a round: what other quests may bring
BUSY: Final = 0.10  # the same, for the next-best adventurers while only so many quests can be had
FAILED_SOLO: Final = -60.0
HARD: Final = 8.0  # of a quest taken in a solo game, per difficulty of its last leg
FAR: Final = 0.4  # times FAILED_SOLO, for each round until the failure
NEW_ROUND: Final = 1.5  # a quest taken now rather than a round later

STALL: Final = 0.35  # of a stall or savvy, a round
OTHERS: Final = 0.5  # of what a movement gives to the others, shared out among them
REACH: Final = 0.08  # of a worker that an overseer may jump next time

# Keeping adventurers for other quests, when a quest is filled.
ADVENTURER: Final = 0.4
LEVEL: Final = 0.25

TITLE_PRESTIGE: Final = 2.0
TITLE_GOLD: Final = 1.0
TITLE_POWER: Final = 1.6
TITLE_TYPE: Final = 2.5
TITLE_GEM: Final = 1.0
TITLE_SECOND: Final = 3.0
TITLE_FULL: Final = 1.5
TITLE_START: Final = 2.0
