"""Numbers of the things in the game, and their names at the door."""

from __future__ import annotations

from typing import Final

# Resources of a pool.
COPPER: Final = 0
IRON: Final = 1
MITHRIL: Final = 2
EMERALD: Final = 3
RUBY: Final = 4
DIAMOND: Final = 5
RESOURCES: Final = ["copper", "iron", "mithril", "emerald", "ruby", "diamond"]
RESOURCE_COUNT: Final = 6

# Weapon types; a set of them is a bit mask.
AXE: Final = 0
MACE: Final = 1
SPEAR: Final = 2
WEAPON_TYPES: Final = ["axe", "mace", "spear"]

MAX_LEVEL: Final = 4
OVERSEERS: Final = 3

NORMAL: Final = 0
EPIC: Final = 1
ADVANCED_NORMAL: Final = 2
SHORT_EPIC: Final = 3
MODES: Final = ["normal", "epic", "advanced_normal", "short_epic"]
SOLO_MODES: Final = ["solo_normal", "solo_epic"]  # in the order of the modes whose rules they follow

# Decks of quests, in the order in which they can lie on each other.
GREEN: Final = 0
PURPLE1: Final = 1
GREY: Final = 2
PURPLE2: Final = 3
RED: Final = 4
PURPLE3: Final = 5
QUEST_DECKS: Final = ["green", "purple1", "grey", "purple2", "red", "purple3"]

# Stacks of market cards; a bazaar card is named by the stack on which it lies.
WEAPON: Final = 0
BONUS_A: Final = 1
BONUS_B: Final = 2
SINGLE_A: Final = 3
SINGLE_B: Final = 4
STACKS: Final = ["weapon", "bonus_a", "bonus_b", "single_a", "single_b"]
STACK_COUNT: Final = 5

# What a market card is.
CARD_DESIGN: Final = 0
CARD_BONUS: Final = 1
CARD_SINGLE: Final = 2

# Groups of designs.
STARTING: Final = 0  # everybody's, no market card
PUBLIC_START: Final = 1  # in the row from the start
PUBLIC_DECK: Final = 2  # in a weapon deck, to the row when revealed
PUBLIC_STAGE: Final = 3  # to the row when its stage starts
UNIQUE: Final = 4
GROUPS: Final = ["starting", "public_start", "public_deck", "public_stage", "unique"]

# Sets of wealth cards.
WEALTH_FIRST: Final = 0
WEALTH_FAST: Final = 1
WEALTH_SETS: Final = ["stage1", "fast_forward"]

# Kinds of bonus tiles.
TILE_INDUSTRIOUS: Final = 0
TILE_ADVENTUROUS: Final = 1
TILE_STOCKPILE: Final = 2
TILE_DECORATED: Final = 3
TILE_KNOWLEDGE: Final = 4
TILE_KINDS: Final = ["industrious", "adventurous", "stockpile", "decorated", "knowledge"]

# End-game bonuses stand in the order of STACKS, whose places they take.
EG_BLACKSMITH: Final = 0
EG_TOP_LEFT: Final = 1
EG_TOP_RIGHT: Final = 2
EG_BOTTOM_LEFT: Final = 3
EG_BOTTOM_RIGHT: Final = 4
ENDGAME: Final = ["eg_blacksmith", "eg_top_left", "eg_top_right", "eg_bottom_left", "eg_bottom_right"]

LEFT_TO_RIGHT: Final = 0
RIGHT_TO_LEFT: Final = 1
SIDES: Final = ["left_to_right", "right_to_left"]

# Instant effects (EFFECTS.md).
OP_RESOURCE: Final = 0
OP_GOLD: Final = 1
OP_PRESTIGE: Final = 2
OP_HIRE: Final = 3
OP_LEVEL_UP: Final = 4
OP_OVERSEER: Final = 5
OP_WORKER: Final = 6
OP_MARKET_CARD: Final = 7
OP_LEFTOVER: Final = 8
OP_BUY_DISCARD: Final = 9
OP_CLAIM: Final = 10
OP_CREDIT: Final = 11
OP_EXTRA_LEVEL: Final = 12
OP_EXCESS_POWER: Final = 13
OPS: Final = [
    "gain_resource",
    "gain_gold",
    "gain_prestige",
    "hire",
    "level_up",
    "overseer_move",
    "worker_move",
    "market_card",
    "leftover_card",
    "buy_discard",
    "claim_design",
    "merchant_credit",
    "extra_level_other",
    "prestige_excess_power",
]
# Phases of a round, and of the set-up.
PH_SETUP: Final = 0
PH_WEALTH: Final = 1
PH_DRAFT: Final = 2
PH_PLACING: Final = 3
PH_MINE: Final = 4
PH_MARKET: Final = 5
PH_QUESTS: Final = 6
PH_REWARDS: Final = 7
PH_TILE: Final = 8
PH_CLOSE: Final = 9
PH_OVER: Final = 10
PHASES: Final = [
    "setup",
    "wealth",
    "draft",
    "placing",
    "mine",
    "market",
    "quests",
    "rewards",
    "bonus_tile",
    "closing",
    "over",
]

# Difficulty of the quest decks of a solo game.
VERY_EASY: Final = 0
MEDIUM: Final = 1
DIFFICULT: Final = 2
RANDOM: Final = 3
DIFFICULTIES: Final = ["very_easy", "medium", "difficult", "random"]

NONE: Final = -1

# Colours on a solo board: the player is 0, the automated ones are 1 and 2 (FW-039).
SOLO_COLOURS: Final = 3
