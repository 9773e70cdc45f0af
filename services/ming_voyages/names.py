"""Numbers of the things in the game, and their names at the door."""

from __future__ import annotations

from typing import Final

EMPEROR: Final = 0
OVERLORD: Final = 1
SIDES: Final = ["emperor", "overlord"]

# Regions. Borderlands and Barbarian Homelands run from west to east.
MING_HOMELAND: Final = 0
YUNNAN: Final = 1
SICHUAN: Final = 2
GANSU: Final = 3
SHANXI: Final = 4
LIAODONG: Final = 5
WESTERN_MONGOLS: Final = 6
EASTERN_MONGOLS: Final = 7
MANCHUS: Final = 8
SOUTH_CHINA_SEA: Final = 9
REGION_COUNT: Final = 10
FIRST_BORDERLAND: Final = 1
BORDERLANDS_END: Final = 6
FIRST_HOMELAND: Final = 6
HOMELANDS_END: Final = 9
REGIONS: Final = [
    "ming_homeland",
    "yunnan",
    "sichuan",
    "gansu",
    "shanxi",
    "liaodong",
    "western_mongols",
    "eastern_mongols",
    "manchus",
    "south_china_sea",
]

# Selectors of effects (EFFECTS.md, section 2); numbers below REGION_COUNT are the regions themselves.
MING_BORDERLAND: Final = 10
BARBARIAN_BORDERLAND: Final = 11
BARBARIAN_HOMELAND: Final = 12
BARBARIAN_REGION: Final = 13
MING_REGION: Final = 14
SELECTORS: Final = [
    *REGIONS,
    "@ming_borderland",
    "@barbarian_borderland",
    "@barbarian_homeland",
    "@barbarian_region",
    "@ming_region",
]

TROOP: Final = 0
GOLD: Final = 1
JUNK: Final = 2
HORDE: Final = 3
SETTLEMENT: Final = 4
PIECES: Final = ["troop", "gold", "junk", "horde", "settlement"]

# Types of main cards.
ACTION_CARD: Final = 0
EMPEROR_CARD: Final = 1
BARBARIAN_CARD: Final = 2
CARD_TYPES: Final = ["action", "emperor", "barbarian"]

# CP actions; the first six are the Emperor's, `move` and `attack` are both sides'.
RECRUIT: Final = 0
MOVE: Final = 1
ATTACK: Final = 2
TAX: Final = 3
BUILD_JUNKS: Final = 4
VOYAGE: Final = 5
AMASS: Final = 6
GATHER: Final = 7
BUILD_SETTLEMENT: Final = 8
CP_ACTIONS: Final = [
    "recruit",
    "move",
    "attack",
    "tax",
    "build_junks",
    "voyage",
    "amass",
    "gather",
    "build_settlement",
]
EMPEROR_ACTIONS: Final = [RECRUIT, MOVE, ATTACK, TAX, BUILD_JUNKS, VOYAGE]
OVERLORD_ACTIONS: Final = [AMASS, MOVE, ATTACK, GATHER, BUILD_SETTLEMENT]

# Primitives of effects.
OP_TAKE: Final = 0
OP_RETURN: Final = 1
OP_ACT: Final = 2
OP_RESERVE_TOP: Final = 3
OP_DISCARD_RESERVE: Final = 4
OP_CHOOSE: Final = 5
OPS: Final = ["take", "return", "act", "reserve_top_discard", "discard_reserve", "choose"]

# How a card is played.
MODE_RESERVE: Final = 0
MODE_FIRST: Final = 1
MODE_SECOND: Final = 2
PLAY_MODES: Final = ["reserve", "first", "second"]

USE_CP: Final = 0
USE_SPECIAL: Final = 1
USES: Final = ["cp", "special"]

STOP: Final = 0
USE_CARD: Final = 1
ROLL_DICE: Final = 2
REROLLS: Final = ["stop", "card", "dice"]

SINGLE: Final = 1
DOUBLE: Final = 2
TRIPLE: Final = 3

TWO_PLAYER: Final = 0
SERIES: Final = 1
SOLO: Final = 2
MODES: Final = ["two_player", "series", "solo"]

# Solo: kinds of Events, places of the tie-break cube, what an Event card was drawn for.
AMASS_EVENT: Final = 0
ATTACK_EVENT: Final = 1
BUILD_EVENT: Final = 2
GATHER_EVENT: Final = 3
MOVE_EVENT: Final = 4
RESERVE_EVENT: Final = 5
EVENT_KINDS: Final = ["amass", "attack", "build", "gather", "move", "reserve"]

LEFT: Final = 0
RIGHT: Final = 1
CUBE_PLACES: Final = ["left", "right"]

FOR_TURN: Final = 0
FOR_SECOND: Final = 1
FOR_REACTION: Final = 2
EVENT_CAUSES: Final = ["turn", "second", "reaction"]

DIFFICULTIES: Final = ["easy", "moderate", "hard", "brutal"]
REMOVE_LOST_TROOPS: Final = "remove_lost_troops"
TWO_HORDES: Final = "two_hordes_per_homeland"
