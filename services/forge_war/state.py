"""The state of a game, the flat data of seats and board, and the questions asked of it everywhere."""

from __future__ import annotations

from typing import Final

from forge_war.content import Board, Content, ModeRules
from forge_war.names import (
    MAX_LEVEL,
    NONE,
    PH_SETUP,
    RESOURCE_COUNT,
    SOLO_COLOURS,
    STACK_COUNT,
)
from rulekit.frames import State

# What stands on a hex: nothing, a worker of colour k (WORKER + k) or an overseer of colour k (OVERSEER + k).
EMPTY: Final = 0
WORKER: Final = 1
OVERSEER: Final = 5

# Where prestige on the track came from, for reports.
FROM_QUESTS: Final = 0
FROM_CONSOLATION: Final = 1
FROM_PENALTY: Final = 2
FROM_CHAMPIONS: Final = 3  # bonuses of champions and weapons
FROM_TILES: Final = 4
SOURCES: Final = ["quests", "consolation", "penalty", "champions", "tiles"]

SLOTS: Final = 8

# Closed market spaces, as bits of `WarState.spaces`. With 3 or 4 players the bazaar is two spaces (FW-252).
SPACE_BLACKSMITH: Final = 1
SPACE_BAZAAR: Final = 2  # for bonus cards alone where there are two
SPACE_BAZAAR_SINGLE: Final = 4
SPACE_BARRACKS: Final = 8


class Player:
    """What one seat has. Adventurer k (`a1` is 0) is place k of the lists from `level` to `spent_on`."""

    __slots__ = (
        "gold",
        "res",
        "prestige",
        "earned",
        "level",
        "title",
        "on",
        "weapon",
        "tokens",
        "second",
        "second_tokens",
        "since",
        "stay",
        "spent_on",
        "stays",
        "quests",
        "completed",
        "designs",
        "claims",
        "uniques",
        "bonus",
        "buy_limit",
        "sell_bonus",
        "extra_limit",
        "road_bonus",
        "buys",
        "sells",
        "extras",
        "stalls_used",
        "hand",
        "kept",
        "locked",
        "disarmed",
        "unfocused",
        "starting",
        "shared",
    )

    def __init__(self) -> None:
        self.gold = 0
        self.res: list[int] = [0] * RESOURCE_COUNT  # unspent, by resource
        self.prestige = 0
        self.earned: list[int] = [0] * 5  # prestige on the track by source (SOURCES)
        # adventurers
        self.level: list[int] = []  # 1 to 4
        self.title: list[int] = []  # NONE below level 4 and where titles are not used
        self.on: list[int] = []  # quest card on which the adventurer is, or NONE: in the pool
        self.weapon: list[int] = []  # design carried, or NONE (pool, or an unarmed Stoic)
        self.tokens: list[int] = []  # power tokens on the weapon (FW-614)
        self.second: list[int] = []  # design of Barbaric's second weapon, or NONE (FW-577)
        self.second_tokens: list[int] = []
        self.since: list[int] = []  # `clock` of the round in which the present stay began (FW-526)
        self.stay: list[int] = []  # running number of the present stay (FW-583)
        self.spent_on: list[int] = []  # quest on which Expeditious or Charming is used, or NONE (FW-565)
        self.stays = 0  # stays begun so far
        # quests
        self.quests: list[int] = []  # active, in order of acquisition
        self.completed: list[int] = []
        # cards
        self.designs: list[int] = []  # all that may be forged: starting, claimed and own, in order of gaining
        self.claims: list[int] = []  # public designs with an own cube
        self.uniques: list[int] = []  # own unique designs
        self.bonus: list[int] = []  # own bonus cards (market card numbers)
        self.buy_limit = 1  # merchant purchases a round (FW-310), from `bonus`
        self.sell_bonus = 0  # gold more per resource sold (FW-217), from `bonus`
        self.extra_limit = 0  # stall uses more per round (FW-220), from `bonus`
        self.road_bonus = 0  # Road steps more (FW-223), from `bonus`
        # used this round
        self.buys = 0
        self.sells = 0
        self.extras = 0  # stall uses beyond the first of each
        self.stalls_used = 0  # bit per place in `bonus`
        # secret: cards dealt and not yet chosen from
        self.hand: list[int] = []  # wealth cards, or market cards of the fast-forward draft
        self.kept: list[int] = []  # wealth cards of the last choice, once it is revealed
        # only during the own quest phase of a round
        self.locked = 0  # bit per champion who may not leave his quest (FW-568)
        self.disarmed = 0  # bit per Stoic applied or made unarmed in this management (FW-580)
        self.unfocused: list[int] = []  # quests not to be focused again before something changes
        self.starting = False  # champions are being equipped for a new quest: no any-time actions
        self.shared: list[int] = []  # effects of this round's rewards that wait for the ordered pass (FW-474)

    def copy(self) -> Player:
        o = Player.__new__(Player)
        o.gold = self.gold
        o.res = self.res.copy()
        o.prestige = self.prestige
        o.earned = self.earned.copy()
        o.level = self.level.copy()
        o.title = self.title.copy()
        o.on = self.on.copy()
        o.weapon = self.weapon.copy()
        o.tokens = self.tokens.copy()
        o.second = self.second.copy()
        o.second_tokens = self.second_tokens.copy()
        o.since = self.since.copy()
        o.stay = self.stay.copy()
        o.spent_on = self.spent_on.copy()
        o.stays = self.stays
        o.quests = self.quests.copy()
        o.completed = self.completed.copy()
        o.designs = self.designs.copy()
        o.claims = self.claims.copy()
        o.uniques = self.uniques.copy()
        o.bonus = self.bonus.copy()
        o.buy_limit = self.buy_limit
        o.sell_bonus = self.sell_bonus
        o.extra_limit = self.extra_limit
        o.road_bonus = self.road_bonus
        o.buys = self.buys
        o.sells = self.sells
        o.extras = self.extras
        o.stalls_used = self.stalls_used
        o.hand = self.hand.copy()
        o.kept = self.kept.copy()
        o.locked = self.locked
        o.disarmed = self.disarmed
        o.unfocused = self.unfocused.copy()
        o.starting = self.starting
        o.shared = self.shared.copy()
        return o


class WarState(State):
    """A game of 1 to 4 seats. Colours are seats; in a solo game also 1 and 2, which have no `Player`.

    Lists `cube` to `rushed` are by quest card and hold only for cards that are somebody's active quest.
    `players` given to the constructor are taken as they are; else all are new.
    """

    __slots__ = (
        "c",
        "rules",
        "board",
        "n",
        "solo",
        "colours",
        "difficulty",
        "players",
        "order",
        "stage",
        "round",
        "clock",
        "phase",
        "ore",
        "piece",
        "workers",
        "overseers",
        "locked_last",
        "stacks",
        "face",
        "row",
        "discard",
        "spaces",
        "bonus_owner",
        "offer",
        "deck",
        "acquiring",
        "cube",
        "taken",
        "start",
        "rushed",
        "acquired",
        "gone",
        "spent",
        "removed",
        "tiles",
        "open",
    )

    def __init__(self, c: Content, seats: int, mode: int, players: list[Player] | None = None) -> None:
        super().__init__(seats)
        self.c = c
        self.rules: ModeRules = c.modes[mode]
        self.board: Board = c.boards[seats]
        self.n = seats
        self.solo = seats == 1
        self.colours = SOLO_COLOURS if seats == 1 else seats
        self.difficulty = 0  # of the quest decks of a solo game
        self.players: list[Player] = [Player() for _ in range(seats)] if players is None else players
        self.order: list[int] = []  # colours, first player first
        self.stage = self.rules.stages[0]  # 1 to 3
        self.round = 1  # within the stage
        self.clock = 1  # rounds begun in the whole game
        self.phase = PH_SETUP
        # the mine, by hex in play
        self.ore: list[int] = [0] * self.board.size  # resource
        self.piece: list[int] = [EMPTY] * self.board.size
        self.workers: list[int] = [0] * self.colours  # on the board, by colour
        self.overseers: list[list[int]] = [[] for _ in range(self.colours)]  # their hexes, in order of placing
        self.locked_last = False  # the first player made the second movement (FW-179)
        # the market, by stack
        self.stacks: list[list[int]] = [[] for _ in range(STACK_COUNT)]  # secret order, the top last
        self.face: list[int] = [NONE] * STACK_COUNT  # the card turned up
        self.row: list[int] = []  # public designs
        self.discard: list[int] = []
        self.spaces = 0  # SPACE_ bits of the closed spaces taken in this market phase
        self.bonus_owner: list[int] = [NONE] * STACK_COUNT  # who bought the end-game bonus of the place
        # quests
        self.offer: list[int] = [NONE] * SLOTS
        self.deck: list[int] = []  # secret order, the top last
        self.acquiring = 0  # place in `seat_order` of the seat that acquires next
        self.cube: list[int] = [0] * len(c.quests)  # step from 0
        self.taken: list[int] = [0] * len(c.quests)  # `clock` of the acquisition
        self.start: list[int] = [0] * len(c.quests)  # step on which it was started (FW-556)
        self.rushed: list[int] = [NONE] * len(c.quests)  # passed legs before this round's first Road move
        self.acquired = 0  # bit per seat that acquired a quest this round
        # cards that left the game face up
        self.gone: list[int] = []  # quests failed and cleared
        self.spent: list[int] = []  # single-use cards carried out
        self.removed: list[int] = []  # secret: designs taken out unseen at a change of stage (FW-632)
        self.tiles: list[int] = []  # bonus tiles still to be resolved, next first
        self.open = 0  # bit per seat that may take any-time actions now (FW-319 to FW-328)

    def copy(self) -> WarState:
        o = WarState(self.c, self.n, self.rules.number, [p.copy() for p in self.players])
        self.copy_kernel(o)
        o.difficulty = self.difficulty
        o.order = self.order.copy()
        o.stage = self.stage
        o.round = self.round
        o.clock = self.clock
        o.phase = self.phase
        o.ore = self.ore  # replaced as a whole, never changed in place
        o.piece = self.piece.copy()
        o.workers = self.workers.copy()
        o.overseers = [hexes.copy() for hexes in self.overseers]
        o.locked_last = self.locked_last
        o.stacks = [stack.copy() for stack in self.stacks]
        o.face = self.face.copy()
        o.row = self.row.copy()
        o.discard = self.discard.copy()
        o.spaces = self.spaces
        o.bonus_owner = self.bonus_owner.copy()
        o.offer = self.offer.copy()
        o.deck = self.deck.copy()
        o.acquiring = self.acquiring
        o.cube = self.cube.copy()
        o.taken = self.taken.copy()
        o.start = self.start.copy()
        o.rushed = self.rushed.copy()
        o.acquired = self.acquired
        o.gone = self.gone.copy()
        o.spent = self.spent.copy()
        o.removed = self.removed.copy()
        o.tiles = self.tiles.copy()
        o.open = self.open
        return o


# --- the round


def seat_order(s: WarState) -> list[int]:
    """The seats in player order. The list may be the state's own: do not change it."""
    return [0] if s.solo else s.order


def last_round(s: WarState) -> bool:
    """The last round of the game (FW-680)."""
    rules = s.rules
    return s.stage == rules.stages[-1] and s.round == rules.rounds[-1]


def bonus_round(s: WarState) -> bool:
    """The market sells end-game bonuses instead of cards (FW-285)."""
    return s.round == s.rules.endgame_round


def price(s: WarState, card: int) -> int:
    """Gold for a market card in this mode (FW-193)."""
    return s.c.card_price[s.rules.number][card]


# --- quests and champions


def leg_index(s: WarState, quest: int) -> int:
    """The current leg of an active quest, from 0; also the number of its passed legs."""
    return s.c.quests[quest].leg_at[s.cube[quest]]


def acting_title(s: WarState, p: Player, adventurer: int) -> int:
    """The title that acts now, or NONE: Demon Fists suppress it while carried (FW-593)."""
    title = p.title[adventurer]
    if title >= 0:
        weapon = p.weapon[adventurer]
        if weapon >= 0 and s.c.designs[weapon].suppress_title:
            return NONE
    return title


def champions(p: Player) -> int:
    """Own adventurers of level 4."""
    return p.level.count(MAX_LEVEL)
