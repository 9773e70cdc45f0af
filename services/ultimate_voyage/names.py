"""Numbers of the things in the game, and their names at the door."""

from __future__ import annotations

from typing import Final

# Deity dice and dials.
SUN: Final = 0
MOON: Final = 1
STAR: Final = 2
DIALS: Final = ["sun", "moon", "star"]
YIN: Final = -100  # faces of the Moon that roll on
YANG: Final = 100

# Action cards. ANY is the type of the Tournament, which any card can settle.
SAIL: Final = 0
COMBAT: Final = 1
DIPLOMACY: Final = 2
EXPLORE: Final = 3
TRADE: Final = 4
CARDS: Final = ["sail", "combat", "diplomacy", "explore", "trade"]
ANY: Final = 5
ACTION_TYPES: Final = [*CARDS, "any"]

# Knowledge colours; NO_COLOUR for Explore.
RED: Final = 0
YELLOW: Final = 1
BROWN: Final = 2
GREEN: Final = 3
COLOURS: Final = ["R", "Y", "B", "G"]
NO_COLOUR: Final = -1

PORCELAIN: Final = 0
TROOPS: Final = 1
RESOURCES: Final = ["porcelain", "troops"]

PRESTIGE: Final = 0
PROFIT: Final = 1
TRACKS: Final = ["prestige", "profit"]

# Zones by their printed number.
NANJING: Final = 0
CHAMPA: Final = 1
SAMUDERA: Final = 6
ZONES: Final = [
    "nanjing",
    "champa",
    "ayutthaya",
    "malacca",
    "surabaya",
    "palembang",
    "samudera",
    "pegu",
    "bengal",
    "kotte",
    "calicut",
    "hormuz",
    "aden",
    "mecca",
    "mogadishu",
    "malindi",
]
ZONE_COUNT: Final = 16

NO_REGION: Final = -1  # Nanjing
REGIONS: Final = ["mainland_sea", "majapahit", "burma_bengal", "south_india_ceylon", "arabia", "east_africa"]
REGION_COUNT: Final = 6
OCEANS: Final = ["southern", "western"]
NO_OCEAN: Final = -1

# Wind, and the colour of a link in one direction.
GRAY: Final = 0
BLUE: Final = 1
AGAINST: Final = 2  # a yellow arrow or a yellow round
WINDS: Final = ["gray", "blue", "yellow"]
SEASONS: Final = ["winter", "spring", "summer", "autumn"]

COMMANDER: Final = 0
INTERPRETER: Final = 1
NAVIGATOR: Final = 2
HEALER: Final = 3
MERCHANT: Final = 4
DIVINER: Final = 5
CHARACTERS: Final = ["commander", "interpreter", "navigator", "healer", "merchant", "diviner"]
NO_CHARACTER: Final = -1

DEPOT: Final = 0
KILN: Final = 1
CAMP: Final = 2
STRUCTURES: Final = ["depot", "kiln", "camp"]

FLAGSHIP: Final = 0
SHIPS: Final = ["flagship", "ship_1", "ship_2"]

TOKEN_SHIP: Final = 0
TOKEN_UPGRADE: Final = 1
BONUS_TOKENS: Final = ["ship", "upgrade"]

TOP: Final = 0
BOTTOM: Final = 1
PLACES: Final = ["top", "bottom"]

PUBLIC: Final = 0
PRIVATE: Final = 1
HOLDERS: Final = ["public", "private"]

# Objective decks.
DECKS: Final = ["yellow", "red", "gray"]
DECK_YELLOW: Final = 0
DECK_RED: Final = 1
DECK_GRAY: Final = 2

# Classes of goods.
REGULAR: Final = 0
ANIMAL: Final = 1
MANUSCRIPT: Final = 2
SCROLL: Final = 3
MEDICINE: Final = 4
LABOR: Final = 5
CLASSES: Final = ["regular", "animal", "manuscript", "scroll", "medicine", "labor"]
REGULAR_ICONS: Final = ["incense", "spice", "gem", "pearl", "gold", "ivory", "vase", "carpet", "fabrics"]
ANIMAL_ICONS: Final = [
    "lion",
    "giraffe",
    "elephant",
    "horse",
    "oryx",
    "parrot",
    "peacock",
    "lynx",
    "camel",
    "zebra",
    "ostrich",
    "leopard",
    "tiger",
    "rhino",
]
SPECIAL_ICONS: Final = ["manuscript", "scroll_sun", "scroll_moon", "scroll_star", "medicine", "labor"]
ICONS: Final = [*REGULAR_ICONS, *ANIMAL_ICONS, *SPECIAL_ICONS]

# Affiliation of a port that nobody has found out yet.
UNKNOWN: Final = -9
AFFILIATION_MIN: Final = -2
AFFILIATION_MAX: Final = 3
HOSTILE: Final = -2
TRIBUTARY: Final = 3

NOBODY: Final = -1
DE_CONTI: Final = 1  # his seat in the solo game, wherever a seat is named

FULL: Final = 0
QUICK: Final = 1
SOLO: Final = 2
MODES: Final = ["full", "quick", "solo"]

# Effect primitives (EFFECTS.md).
OP_AFFILIATION: Final = 0
OP_AFFILIATION_TO: Final = 1
OP_PRESTIGE: Final = 2
OP_PROFIT: Final = 3
OP_STORY: Final = 4
OP_LOSE_TROOPS: Final = 5
OP_PAY_TROOPS: Final = 6
OP_PAY_PORCELAIN: Final = 7
OP_LOSE_DIAL: Final = 8
OP_GAIN_CHOICE: Final = 9
OP_GAIN_GOODS: Final = 10
OP_SEARCH_GOODS: Final = 11
OP_RETURN_LAST_PORT: Final = 12
OP_BUILD_FREE: Final = 13
OP_SCOUT_FREE: Final = 14
OP_STEAL_GOOD: Final = 15
OP_TAKE_TROOPS: Final = 16
OP_WIPE_PORCELAIN: Final = 17
OP_UPGRADE_CHOICE: Final = 18
OP_LAST_SAIL_CHECK: Final = 19
OP_DRIFT: Final = 20
OP_REPLACE_BAZAAR: Final = 21
OP_TO_BOTTOM: Final = 22
OP_REDRAW: Final = 23
OP_IF_HOSTILE: Final = 24
OP_NEXT_STRENGTH: Final = 25
OP_GAIN_WILD: Final = 26
OP_BONUS_ONCE: Final = 27
OP_BONUS_ALWAYS: Final = 28
OP_REROLL_DIAL: Final = 29
OP_MOMENTUM: Final = 30
OP_STAY: Final = 31
OP_PENDING: Final = 32
OPS: Final = [
    "affiliation",
    "affiliation_to",
    "prestige",
    "profit",
    "story",
    "lose_troops",
    "pay_troops",
    "pay_porcelain",
    "lose_dial",
    "gain_choice",
    "gain_goods",
    "search_goods",
    "return_last_port",
    "build_free",
    "scout_free",
    "steal_good",
    "take_troops",
    "wipe_porcelain",
    "upgrade_choice",
    "last_sail_check",
    "drift",
    "replace_bazaar",
    "to_bottom",
    "redraw",
    "if_hostile",
    "next_strength",
    "gain_wild",
    "bonus_once",
    "bonus_always",
    "reroll_dial",
    "momentum",
    "stay",
    "pending",
]
LASTING: Final = 25  # primitives from here on leave something that lasts

# Objective predicates.
P_SAME_ICON: Final = 0
P_DIFFERENT_ICONS: Final = 1
P_DIFFERENT_ANIMALS: Final = 2
P_GOODS_OF_CLASS: Final = 3
P_GOODS_FROM: Final = 4
P_COMBAT_WINS: Final = 5
P_FIRST_TRIBUTARIES: Final = 6
P_ALL_AFFILIATION: Final = 7
P_STRUCTURES: Final = 8
P_COMBAT_OR_DEPOT: Final = 9
P_TRIBUTARY_REGIONS: Final = 10
P_STORY_MARKERS: Final = 11
P_EXPLORED_MOST: Final = 12
P_REGIONS_EXPLORED: Final = 13
P_STRENGTH_OVER: Final = 14
P_STORM_SAILS: Final = 15
P_COURIER: Final = 16
P_ROUND_END_LEADER: Final = 17
PREDICATES: Final = [
    "same_icon",
    "different_icons",
    "different_animals",
    "goods_of_class",
    "goods_from",
    "combat_wins",
    "first_tributaries",
    "all_affiliation",
    "structures_in_play",
    "combat_or_depot",
    "tributary_regions",
    "story_markers",
    "explored_most",
    "regions_explored",
    "strength_over",
    "storm_sails",
    "courier",
    "round_end_leader",
]

# How a match ended, and what triggered it.
END_NONE: Final = 0
END_HEALTH: Final = 1
END_ROUNDS: Final = 2
END_TRACKS: Final = 3
END_OBJECTIVES: Final = 4
END_REASONS: Final = ["", "zheng_he_dies", "last_round", "full_tracks", "four_objectives"]
