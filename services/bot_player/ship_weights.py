"""What the greedy bot for The Treasure Ship of Zheng He thinks things are worth, in victory points.

`r` is the share of the game that is left: (8 - round) / 7, and 0 in the final phase; `t` is
min(1, (8 - round) / 4).
"""

from __future__ import annotations

from typing import Final

# --- per piece, times r; in the order of `names.RESOURCES`
GOLD: Final = 0.7
WEAPON: Final = 1.1
CANNON: Final = 2.5
COMMAND: Final = 1.5
DETACHMENT: Final = 3.5
GIFT: Final = 2.0
EXTENSION: Final = 0.7
RESOURCES: Final = [GOLD, WEAPON, CANNON, COMMAND, DETACHMENT, GIFT, EXTENSION]
LEAST_WEAPON: Final = 0.3  # a weapon is worth this much in every round

# --- trade goods, by the number of the same kind held before; the last one for all further ones
GOODS: Final = [2.2, 1.5, 0.8]

# --- emissaries of a power below level 3, times t
NEEDED_EMISSARY: Final = 2.5  # while fewer are held than level 3 still needs in all
SPARE_EMISSARY: Final = 0.8
NEXT_LEVEL: Final = 0.1  # choice of a colour: times the end points of its next level
LAST_MISSING: Final = 0.5  # choice of a colour: one frame is missing for the next level

# --- diplomacy, merit, monuments
LEVEL: Final = 2.0  # times r, beside the points at the end
MERIT_STEP: Final = 0.5  # a merit space without points, more than the ones below
MONUMENT: Final = 2.5  # times r
MONUMENT_NEIGHBOUR: Final = 1.0  # times r, per neighbour with an own monument
FIRED: Final = 0.5  # cost of firing the cannons

# --- animal house
TOUCHED_CELL: Final = 0.05  # per covered cell that a new tile touches

# --- officials
LATER_OFFERING: Final = 0.4  # points for a count, while the seat has not offered to the card
COUNT_CARD: Final = 0.6  # offering to a card with points for a count, before the final phase
RANK: Final = 0.3  # per rank of the category, for the planning order
GROWTH: Final = [1.2, 0.9, 3.0, 1.6, 0.35, 0.2, 0.9]  # of each count of `names.COUNTS`, per round
CHIP_BALANCE: Final = 0.01  # of two ways to pay, the one that leaves more of every kind

# --- squares and routes
MASS: Final = 0.1  # a mass action rather than the end of the part
OTHERS: Final = 0.3  # the best square of the others
NEXT_VOYAGE: Final = 0.3  # the best square within reach of the next voyage
REACH: Final = 4  # arrows
