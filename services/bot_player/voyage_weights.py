"""What the greedy bot for The Ultimate Voyage thinks things are worth, in victory points.

`a` is the number of actions that the seat may still have, `r` the rounds to come after this one.
"""

from __future__ import annotations

from typing import Final

# --- Prestige and Profit: the lower one counts in full, what the higher one has more by this
UNEVEN_LAST: Final = 0.1  # without an action left
UNEVEN: Final = 0.012  # more for each action left
UNEVEN_MOST: Final = 0.45
NEAR_BONUS: Final = 0.2  # per point within 2 of the next bonus space
BONUS_SPACE: Final = 0.07  # times a, for a space reached

# --- objectives
MARKED: Final = 0.5  # times the points times the share that is done, while it is not completed
PRIVATE: Final = 0.65
LEADER: Final = 0.6  # times the points, for being ahead where the leader of a round claims
TIED: Final = 0.2
TIED_EXPLORERS: Final = 0.5  # times the same, for having explored as much as the one who has explored most

# --- story tracks
SHORT: Final = 0.3  # per space that would count if the seat were ahead
AHEAD: Final = 0.12  # per space ahead of the next one, up to 3

# --- what lasts
KILN: Final = 0.3  # times r
CAMP: Final = 0.25  # times r
DEPOT: Final = 0.3  # times r, with a ship there
DEPOT_AWAY: Final = 0.15  # times r
SHIP: Final = 0.07  # times a, for a ship in play beyond the first
UPGRADED: Final = [0.05, 0.05, 0.065, 0.03, 0.1]  # times a, by card
MARKER: Final = 0.4  # a tributary port
SCROLL: Final = 0.3  # times r
LABOR: Final = 0.2  # times r
MEDICINE: Final = 0.1  # times r
ALWAYS: Final = 0.25  # times r, a lasting bonus of an encounter card
ONCE: Final = 0.5
MOMENTUM: Final = 0.5  # times r
REROLL: Final = 0.1  # times r
STAY: Final = -0.3
PENDING: Final = -0.4  # an attack that must be met
NEXT_STRENGTH: Final = 0.3  # per point of the next action

# --- tokens, each; all of them fade in the last FADE actions
FADE: Final = 6
RESOURCE: Final = 0.2
MANY: Final = 8  # resources of a kind beyond so many count half
KNOWLEDGE: Final = 0.45
SAME_COLOUR: Final = 0.15  # for the second and third token of a colour
WILD: Final = 0.4

# --- going home
HOME: Final = 0.75  # times what the tower and the docks would give, for a flagship next to Nanjing
HOME_LINK: Final = 0.07  # less for each link further away
ACTION: Final = 1.0  # of each action lost with the last ship

# --- where ships are: the best, second and third thing to do there, and the second and third place
THINGS: Final = [0.55, 0.3, 0.15]
PLACES: Final = [1.0, 0.6, 0.4]
USUAL: Final = 6  # strength of an action to come
UNSEEN_GOODS: Final = 1.6
TOO_DEAR: Final = 0.4  # times the gain of a good that usual strength does not pay
ENCOUNTER: Final = 0.3  # for an encounter on the way
STORM: Final = -0.15  # a storm with two troops or more
STORM_BARE: Final = -0.7

# --- spending
DIAL: Final = 0.12  # per point of a dial used up
POSITION: Final = 0.05  # per point of an action card's position
ANY_DIAL: Final = 1.3  # a dial used in another seat's combat
RETREAT: Final = 0.4
HOSTILE: Final = 0.3
SCOUT_GOODS: Final = 0.05
SCOUT_AFFILIATION: Final = 0.03
MARKERS: Final = 0.3  # per marker of Motivated

CHARACTERS: Final = [3, 5, 2, 1, 4, 0]
ARRANGED: Final = [3, 2, 4, 1, 5]  # by card: how much it wants to lie to the right

# --- effects of encounter cards
RANDOM_GOOD: Final = 1.3
STEP: Final = 0.12  # of affiliation
PRIVATE_DRAW: Final = 1.9  # a private objective drawn
