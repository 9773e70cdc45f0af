"""The state of a game and the small questions about it; `changes.py` has the ways in which it changes."""

from __future__ import annotations

from typing import Final

from rulekit.frames import State
from ultimate_voyage.content import Content
from ultimate_voyage.names import (
    CARDS,
    FLAGSHIP,
    FULL,
    HOSTILE,
    NANJING,
    NO_CHARACTER,
    NO_OCEAN,
    NO_REGION,
    NOBODY,
    REGION_COUNT,
    SAMUDERA,
    SOLO,
    UNKNOWN,
    ZONE_COUNT,
)

# Zones of ships that are not on the map.
AT_SUPPLY: Final = -1
RETURNED: Final = -2

STORY_MARKERS: Final = 5  # markers on a story track: seats 0 to 3 and, in the solo game, de' Conti
CARD_NUMBERS: Final = 38  # encounter cards are numbered from 1
FACE_UP: Final = 15  # a good seen by everybody (`seen`)

# What is still open of an encounter card that is held (`card_open`, a mask).
OPEN_NEXT: Final = 1  # `next_strength`, until the next action begins
OPEN_WILD: Final = 2  # a bundle of wild tokens
OPEN_ONCE: Final = 4  # `bonus_once`
OPEN_ALWAYS: Final = 8  # `bonus_always`
OPEN_REROLL: Final = 16
OPEN_MOMENTUM: Final = 32
OPEN_STAY: Final = 64
OPEN_PENDING: Final = 128


class Player:
    """What one seat has; in the solo game de' Conti is a player of this kind, too.

    Masks have a bit for each card, dial or bonus space. `explored` holds the stamp (`VoyageState.stamp`)
    of the last exploration by zone, 0 for none. Deeds (`wins` to `strong`) only grow.
    """

    __slots__ = (
        "character",  # number of the mat, or NO_CHARACTER
        "res",  # porcelain, troops
        "track",  # Prestige, Profit
        "passed",  # mask of bonus spaces passed: bit track * 2 + number of the space
        "order",  # action cards from left to right
        "upgraded",  # mask of cards
        "marks",  # mask of cards that hold a dial
        "dials",  # values by dial, scroll bonuses included
        "unused",  # mask of dials neither placed nor set aside
        "ships",  # zone of the flagship and of the two regular ships, AT_SUPPLY or RETURNED
        "kilns",
        "camps",
        "built",  # structures built so far, lost depots included
        "goods",  # numbers of the goods owned, in the order they came
        "tokens",  # knowledge tokens by colour
        "cards",  # encounter cards beside the mat, in the order they came
        "attacks",  # ports that have attacked and must be fought
        "healer_used",
        "labor_used",
        "home_region",  # with random starting locations, else NO_REGION
        "bonus",  # bonus tokens taken by kind
        "private",  # private objectives not yet completed
        "completed",  # objectives completed, in order
        "wins",  # combats won by region
        "firsts",  # by region: ports of which this seat was the first ever tributary partner, not by combat
        "depots",  # depots built by region
        "explored",
        "storms",  # Sail actions through storms without a loss of Prestige
        "strong",  # actions whose total strength passed the mark of Show of Strength
    )

    def __init__(self) -> None:
        self.character = NO_CHARACTER
        self.res: list[int] = [0, 0]
        self.track: list[int] = [0, 0]
        self.passed = 0
        self.order: list[int] = list(range(len(CARDS)))
        self.upgraded = 0
        self.marks = 0
        self.dials: list[int] = [0, 0, 0]
        self.unused = 0
        self.ships: list[int] = [AT_SUPPLY, AT_SUPPLY, AT_SUPPLY]
        self.kilns = 0
        self.camps = 0
        self.built = 0
        self.goods: list[int] = []
        self.tokens: list[int] = [0, 0, 0, 0]
        self.cards: list[int] = []
        self.attacks: list[int] = []
        self.healer_used = False
        self.labor_used = False
        self.home_region = NO_REGION
        self.bonus: list[int] = [0, 0]
        self.private: list[int] = []
        self.completed: list[int] = []
        self.wins: list[int] = [0] * REGION_COUNT
        self.firsts: list[int] = [0] * REGION_COUNT
        self.depots: list[int] = [0] * REGION_COUNT
        self.explored: list[int] = [0] * ZONE_COUNT
        self.storms = 0
        self.strong = 0

    def copy(self) -> Player:
        o = Player.__new__(Player)
        o.character = self.character
        o.res = self.res.copy()
        o.track = self.track.copy()
        o.passed = self.passed
        o.order = self.order.copy()
        o.upgraded = self.upgraded
        o.marks = self.marks
        o.dials = self.dials.copy()
        o.unused = self.unused
        o.ships = self.ships.copy()
        o.kilns = self.kilns
        o.camps = self.camps
        o.built = self.built
        o.goods = self.goods.copy()
        o.tokens = self.tokens.copy()
        o.cards = self.cards.copy()
        o.attacks = self.attacks.copy()
        o.healer_used = self.healer_used
        o.labor_used = self.labor_used
        o.home_region = self.home_region
        o.bonus = self.bonus.copy()
        o.private = self.private.copy()
        o.completed = self.completed.copy()
        o.wins = self.wins.copy()
        o.firsts = self.firsts.copy()
        o.depots = self.depots.copy()
        o.explored = self.explored.copy()
        o.storms = self.storms
        o.strong = self.strong
        return o


class VoyageState(State):
    """A game of 1 to 4 seats.

    Lists by zone have 16 entries (Nanjing first), lists by encounter card 38 (entry 0 unused). `seen`
    and `card_seen`, `objective_seen` are masks of the seats that know what or where a hidden thing is.
    """

    __slots__ = (
        "c",
        "n",  # seats
        "mode",
        "first_game",
        "random_tiles",
        "random_knowledge",
        "random_starts",
        "players",  # n players; in the solo game de' Conti after them
        "conti",  # number of de' Conti's player, or NOBODY
        "zones",  # mask of open zones
        "regions",  # mask of used regions
        "round",
        "first_round",  # the first round played
        "turn_order",  # seats
        "active",  # seat whose turn it is, or NOBODY
        "in_actions",  # False in the Administration Phase
        "wind",
        "storm",  # ocean, or NO_OCEAN
        "health",
        "dice",  # results of the deity dice of the round
        "tiles",  # random round tiles by round (entry r - 1), or -1
        "tiles_up",  # mask of those turned up: bit r - 1
        "affiliation",  # by zone, or UNKNOWN
        "marker",  # seat whose marker is on the affiliation track, or NOBODY (a generic marker)
        "allied",  # by zone: 1 once a tributary relation has ever been established there
        "depot",  # by zone: owner, or NOBODY
        "tokens",  # knowledge tokens on the ports: entry zone * 4 + colour
        "bag",  # by colour
        "bazaar",  # by zone: goods, sorted
        "pile",  # by region: goods face down under the region, sorted
        "seen",  # by good: mask of seats; FACE_UP
        "flipped",  # manuscripts whose wild tokens are used, in the order of use
        "story",  # spaces on the tracks: entry region * STORY_MARKERS + player
        "docked",  # owners of returned ships, in order
        "tower",  # owners of the levels, from 1 up
        "bonus",  # bonus tokens left: entry (track * 2 + space) * 2 + kind
        "deck",  # encounter cards, the top one last
        "discard",
        "aside",  # encounter cards put to the bottom in the encounter that is going on
        "card_seen",
        "card_option",  # by card held: index of the option chosen
        "card_port",  # by card held: the port it belongs to
        "card_left",  # by card held: markers of `stay` or `momentum`
        "card_open",  # by card held: OPEN_ mask
        "card_used",  # 1: used this round (Mage) or this turn (Motivated)
        "display",  # public objectives
        "objective_decks",  # by deck: the top card last
        "objectives_out",  # discarded and removed objectives
        "objective_seen",
        "objective_base",  # by objective, from its reveal on: what deeds do not count (objectives.py)
        "objective_round",  # by objective: the round of its reveal, 0 before
        "stamp",  # counts explorations
        "due",  # mask of bonus spaces just passed: bit seat * 4 + track * 2 + space
        "dirty",  # something has changed that objectives and end triggers look at
        "ending",  # END_ reason of the first trigger, or END_NONE
        "ending_seat",  # who triggered it, or NOBODY
        "met",  # solo: the flagships have met
        "turned",  # solo: de' Conti has been in Champa
        "mats_used",  # solo: mask of mats turned over
    )

    def __init__(self, c: Content, seats: int, mode: int) -> None:
        super().__init__(seats)
        self.c = c
        self.n = seats
        self.mode = mode
        self.first_game = False
        self.random_tiles = False
        self.random_knowledge = False
        self.random_starts = False
        self.conti = seats if mode == SOLO else NOBODY
        self.players: list[Player] = [Player() for _ in range(seats + 1 if mode == SOLO else seats)]
        self.zones = 0
        self.regions = 0
        self.round = 1
        self.first_round = 1
        self.turn_order: list[int] = list(range(seats))
        self.active = NOBODY
        self.in_actions = False
        self.wind = 0
        self.storm = NO_OCEAN
        self.health = 0
        self.dice: list[int] = [0, 0, 0]
        self.tiles: list[int] = [-1] * c.rounds
        self.tiles_up = 0
        self.affiliation: list[int] = [UNKNOWN] * ZONE_COUNT
        self.marker: list[int] = [NOBODY] * ZONE_COUNT
        self.allied: list[int] = [0] * ZONE_COUNT
        self.depot: list[int] = [NOBODY] * ZONE_COUNT
        self.tokens: list[int] = [0] * (ZONE_COUNT * 4)
        self.bag: list[int] = [0, 0, 0, 0]
        self.bazaar: list[list[int]] = [[] for _ in range(ZONE_COUNT)]
        self.pile: list[list[int]] = [[] for _ in range(REGION_COUNT)]
        self.seen: list[int] = [0] * len(c.good_ids)
        self.flipped: list[int] = []
        self.story: list[int] = [0] * (REGION_COUNT * STORY_MARKERS)
        self.docked: list[int] = []
        self.tower: list[int] = []
        self.bonus: list[int] = [0] * 8
        self.deck: list[int] = []
        self.discard: list[int] = []
        self.aside: list[int] = []
        self.card_seen: list[int] = [0] * CARD_NUMBERS
        self.card_option: list[int] = [-1] * CARD_NUMBERS
        self.card_port: list[int] = [-1] * CARD_NUMBERS
        self.card_left: list[int] = [0] * CARD_NUMBERS
        self.card_open: list[int] = [0] * CARD_NUMBERS
        self.card_used: list[int] = [0] * CARD_NUMBERS
        self.display: list[int] = []
        self.objective_decks: list[list[int]] = [[], [], []]
        self.objectives_out: list[int] = []
        self.objective_seen: list[int] = [0] * len(c.objective_ids)
        self.objective_base: list[list[int]] = [[] for _ in c.objective_ids]
        self.objective_round: list[int] = [0] * len(c.objective_ids)
        self.stamp = 0
        self.due = 0
        self.dirty = False
        self.ending = 0
        self.ending_seat = NOBODY
        self.met = False
        self.turned = False
        self.mats_used = 0

    def copy(self) -> VoyageState:
        o = VoyageState.__new__(VoyageState)
        self.copy_kernel(o)
        o.c = self.c
        o.n = self.n
        o.mode = self.mode
        o.first_game = self.first_game
        o.random_tiles = self.random_tiles
        o.random_knowledge = self.random_knowledge
        o.random_starts = self.random_starts
        o.conti = self.conti
        o.players = [p.copy() for p in self.players]
        o.zones = self.zones
        o.regions = self.regions
        o.round = self.round
        o.first_round = self.first_round
        o.turn_order = self.turn_order.copy()
        o.active = self.active
        o.in_actions = self.in_actions
        o.wind = self.wind
        o.storm = self.storm
        o.health = self.health
        o.dice = self.dice.copy()
        o.tiles = self.tiles.copy()
        o.tiles_up = self.tiles_up
        o.affiliation = self.affiliation.copy()
        o.marker = self.marker.copy()
        o.allied = self.allied.copy()
        o.depot = self.depot.copy()
        o.tokens = self.tokens.copy()
        o.bag = self.bag.copy()
        o.bazaar = [b.copy() for b in self.bazaar]
        o.pile = [g.copy() for g in self.pile]
        o.seen = self.seen.copy()
        o.flipped = self.flipped.copy()
        o.story = self.story.copy()
        o.docked = self.docked.copy()
        o.tower = self.tower.copy()
        o.bonus = self.bonus.copy()
        o.deck = self.deck.copy()
        o.discard = self.discard.copy()
        o.aside = self.aside.copy()
        o.card_seen = self.card_seen.copy()
        o.card_option = self.card_option.copy()
        o.card_port = self.card_port.copy()
        o.card_left = self.card_left.copy()
        o.card_open = self.card_open.copy()
        o.card_used = self.card_used.copy()
        o.display = self.display.copy()
        o.objective_decks = [d.copy() for d in self.objective_decks]
        o.objectives_out = self.objectives_out.copy()
        o.objective_seen = self.objective_seen.copy()
        o.objective_base = self.objective_base.copy()  # an entry is set as a whole and never changed
        o.objective_round = self.objective_round.copy()
        o.stamp = self.stamp
        o.due = self.due
        o.dirty = self.dirty
        o.ending = self.ending
        o.ending_seat = self.ending_seat
        o.met = self.met
        o.turned = self.turned
        o.mats_used = self.mats_used
        return o


# --- seats and ships


def seat_order(s: VoyageState, first: int) -> list[int]:
    """All seats in turn order, from one of them on (UV-150, UV-458)."""
    order = s.turn_order
    at = order.index(first) if first in order else 0
    return order[at:] + order[:at]


def ship_at(s: VoyageState, seat: int, zone: int) -> bool:
    """The seat has a ship in the zone."""
    return zone in s.players[seat].ships


def any_ship_at(s: VoyageState, zone: int) -> bool:
    """A ship of a seat is in the zone; de' Conti's do not count (UV-706)."""
    for seat in range(s.n):
        if zone in s.players[seat].ships:
            return True
    return False


def has_ship(s: VoyageState, seat: int) -> bool:
    """The seat has a ship in play (UV-198)."""
    for zone in s.players[seat].ships:
        if zone >= 0:
            return True
    return False


def ship_zones(s: VoyageState, seat: int) -> list[int]:
    """Zones with ships of the seat, in number order."""
    ships = s.players[seat].ships
    out: list[int] = []
    for zone in ships:
        if zone >= 0 and zone not in out:
            out.append(zone)
    out.sort()
    return out


def can_take_turn(s: VoyageState, seat: int) -> bool:
    """UV-290."""
    return s.players[seat].unused != 0 and has_ship(s, seat)


def is_upgraded(s: VoyageState, seat: int, card: int) -> int:
    """1 for the upgraded side, 0 for the normal one: an index of the content's tables by side."""
    return s.players[seat].upgraded >> card & 1


def structures_left(s: VoyageState, seat: int) -> int:
    return s.c.structures_max - s.players[seat].built


# --- ports


def open_zone(s: VoyageState, zone: int) -> bool:
    return s.zones >> zone & 1 == 1


def hostile(s: VoyageState, zone: int) -> bool:
    return s.affiliation[zone] == HOSTILE


def fixed_port(s: VoyageState, zone: int) -> bool:
    """Samudera in the Quick Game: tributary throughout (UV-618)."""
    return zone == SAMUDERA and s.mode != FULL and s.mode != SOLO


def local_bonus(s: VoyageState, seat: int, zone: int) -> int:
    """The points of Nanjing or of the seat's depot (UV-308)."""
    if zone == NANJING or s.depot[zone] == seat:
        return s.c.depot_bonus
    return 0


def token_count(s: VoyageState, zone: int) -> int:
    """Knowledge tokens on the port."""
    at = zone * 4
    t = s.tokens
    return t[at] + t[at + 1] + t[at + 2] + t[at + 3]


def explored_by_anyone(s: VoyageState, zone: int) -> bool:
    """UV-514; de' Conti counts (UV-696)."""
    for p in s.players:
        if p.explored[zone]:
            return True
    return False


def markers_of(s: VoyageState, seat: int) -> int:
    """Player markers of the seat on affiliation tracks."""
    return s.marker.count(seat)


# --- encounter cards beside the mat


def stay_forbids(s: VoyageState, seat: int, port: int) -> bool:
    """A `stay` card of the seat lies on the port: no attack there (UV-434), no leaving (UV-364)."""
    for card in s.players[seat].cards:
        if s.card_open[card] & OPEN_STAY and s.card_port[card] == port:
            return True
    return False


def flagships_meet(s: VoyageState) -> bool:
    """Solo: both flagships are at the same port (UV-692)."""
    if s.conti < 0:
        return False
    zone = s.players[0].ships[FLAGSHIP]
    return zone > NANJING and zone == s.players[s.conti].ships[FLAGSHIP]
