"""Numbers of the things in the game, and their names at the door."""

from __future__ import annotations

from typing import Final

# Resources of a seat.
GOLD: Final = 0
WEAPON: Final = 1
CANNON: Final = 2
COMMAND: Final = 3
DETACHMENT: Final = 4
GIFT: Final = 5
EXTENSION: Final = 6
RESOURCES: Final = ["gold", "weapon", "cannon", "command", "detachment", "gift", "extension"]

GOODS: Final = ["agarwood", "ivory", "pepper", "ambergris", "gemstones"]
POWERS: Final = ["ayutthaya", "malacca", "delhi", "vijayanagar", "timur"]
COLOURS: Final = ["red", "blue", "yellow", "green", "purple"]

CATEGORIES: Final = ["A", "B", "C", "D", "E"]
COLUMNS: Final = 3
EMPEROR: Final = 15  # number of the Emperor's place; 0 to 14 are A1 to E3
PLACES: Final = [f"{c}{n}" for c in "ABCDE" for n in (1, 2, 3)] + ["EMP"]

SQUARES: Final = 29
LIUHE: Final = 0

# Effect ops.
OP_GAIN: Final = 0
OP_GOOD: Final = 1
OP_GOOD_ANY: Final = 2
OP_VP: Final = 3
OP_MERIT: Final = 4
OP_EMISSARY: Final = 5
OP_EMISSARY_RANDOM: Final = 6
OP_EMISSARY_ANY: Final = 7
OP_ANIMAL: Final = 8
OP_CHOOSE: Final = 9
OP_REQUIRE: Final = 10
OP_TRADE: Final = 11
OP_PER: Final = 12
OP_POWER_ACTION: Final = 13
OPS: Final = [
    "gain",
    "good",
    "good_any",
    "vp",
    "merit",
    "emissary",
    "emissary_random",
    "emissary_any",
    "animal",
    "choose",
    "require",
    "trade",
    "per",
    "power_action",
]

PAY_GOLD: Final = 0
PAY_GOOD: Final = 1
PAY_DISTINCT: Final = 2
PAY_ANY: Final = 3
PAYS: Final = ["gold", "good", "goods_distinct", "goods_any"]

COUNTS: Final = [
    "monuments",
    "animal_tiles",
    "animal_squares",
    "merit",
    "powers_at_level_2_or_more",
    "powers_at_level_3",
    "diplomacy_levels",
]

# Events of voyage cards.
PIRATES: Final = 0
STOWAWAY: Final = 1
MERCHANT: Final = 2
NO_PORT: Final = 3
STATE_OF_WAR: Final = 4
REBELLION: Final = 5
PEACEFUL: Final = 6
EVENTS: Final = [
    "pirates",
    "stowaway",
    "muslim_merchant",
    "no_port_of_call",
    "state_of_war",
    "rebellion",
    "peaceful_seas",
]

# Where an encounter happens.
MAIN: Final = 0
BONUS: Final = 1
DETACHED: Final = 2
ENCOUNTER_PLACES: Final = ["main", "bonus", "detachment"]

PHASES: Final = ["officials", "planning", "voyage", "preparation", "final"]
PRIORITIES: Final = ["animal", "great_power", "pirate"]
NPC: Final = -1
