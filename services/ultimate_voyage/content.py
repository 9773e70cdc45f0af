"""The edition as flat tables for the rules. Built once by `edition.py`; never changed by play."""

from __future__ import annotations

from typing import Final

from rulekit.actions import ABSENT, NO_VEC, Action, ActionTable
from ultimate_voyage.actions import (
    DO_ACTION,
    DO_ARRIVAL,
    DO_ARRIVE,
    DO_ATTACK,
    DO_BOARD,
    DO_BONUS_TOKEN,
    DO_BUILD,
    DO_CARD_BONUS,
    DO_CHARACTER,
    DO_CLASS,
    DO_COMBAT_LOSS,
    DO_COMMIT,
    DO_CONTEST,
    DO_COURIER,
    DO_DIAL,
    DO_DIPLOMACY,
    DO_DIVINER,
    DO_DROP,
    DO_ENCOUNTER,
    DO_END,
    DO_END_ROUTE,
    DO_END_TURN,
    DO_EXPLORE,
    DO_FORFEIT,
    DO_FORFEIT_GAIN,
    DO_INVITE,
    DO_JOIN,
    DO_KNOWLEDGE,
    DO_LABOR,
    DO_MAGE,
    DO_MONGOL,
    DO_MOTIVATED,
    DO_OBJECTIVE_DECK,
    DO_OBJECTIVE_KEEP,
    DO_OBJECTIVE_RETURN,
    DO_OPTION,
    DO_PARLEY,
    DO_PAY_MIX,
    DO_PICK_UPGRADE,
    DO_PLACE_SHIP,
    DO_REFILL_DECK,
    DO_RESOURCE,
    DO_RETREAT,
    DO_RETURN_HOME,
    DO_SAIL,
    DO_SCOUT_AFFILIATION,
    DO_SCOUT_ENCOUNTER,
    DO_SCOUT_GOODS,
    DO_SOLO_MAT,
    DO_SPLIT,
    DO_STRUCTURE,
    DO_TAKE_TOKEN,
    DO_TARGET,
    DO_TRADE,
    DO_WILD,
)
from ultimate_voyage.names import (
    CARDS,
    CHARACTERS,
    CLASSES,
    COLOURS,
    DECKS,
    DIALS,
    NO_OCEAN,
    NO_REGION,
    REGION_COUNT,
    STRUCTURES,
    ZONE_COUNT,
)

SEATS_MAX: Final = 4
STEPS_MAX: Final = 16  # points that resources can buy in one action, by the edition's rule carried on
MOST_ENCOUNTERS: Final = 37


class Effect:
    """One effect in numbers (EFFECTS.md).

    `n` is the amount (turns for `stay`, porcelain for `search_goods` and `reroll_dial`); `what` an
    action card or ANY; `kinds` classes or structures by op; `die` a die. For `pending`: `strength`
    (0 with `at_port`: the port's own), and the lists `win`, `lose`, `always`; `win` is also the list
    of `last_sail_check` and of `if_hostile`.
    """

    __slots__ = (
        "op",
        "n",
        "what",
        "kinds",
        "die",
        "unless",
        "new_icon",
        "contest_only",
        "at_port",
        "strength",
        "combat_loss",
        "story",
        "win",
        "lose",
        "always",
    )

    def __init__(self, op: int) -> None:
        self.op = op
        self.n = 0
        self.what = -1
        self.kinds: list[int] = []
        self.die = -1
        self.unless = -9
        self.new_icon = False
        self.contest_only = False
        self.at_port = False
        self.strength = 0
        self.combat_loss = False
        self.story = False
        self.win: list[Effect] = []
        self.lose: list[Effect] = []
        self.always: list[Effect] = []


class EncounterOption:
    """`id` is an index in `Content.option_ids`; `action` the action that chooses it."""

    __slots__ = ("id", "effects", "action")

    def __init__(self, id: int, effects: list[Effect], action: Action) -> None:
        self.id = id
        self.effects = effects
        self.action = action


class EncounterCard:
    """An encounter card; `no` is its printed number."""

    __slots__ = ("no", "name", "options")

    def __init__(self, no: int, name: str, options: list[EncounterOption]) -> None:
        self.no = no
        self.name = name
        self.options = options


class Predicate:
    """A requirement of an objective in numbers (EFFECTS.md). `n` by count of seats, from 0 to 4;
    `regions` is a mask, `kinds` are classes or structures, `track` a track."""

    __slots__ = ("pred", "n", "regions", "region_list", "kinds", "each", "min_profit", "track")

    def __init__(self, pred: int) -> None:
        self.pred = pred
        self.n: list[int] = [0] * (SEATS_MAX + 1)
        self.regions = 0
        self.region_list: list[int] = []
        self.kinds: list[int] = []
        self.each = 0
        self.min_profit = 0
        self.track = -1


class Objective:
    """An objective card. `present`: only deeds after the reveal count (UV-216); `remove_region` is the
    region whose tributaries take the card off the display, or -1 (UV-224)."""

    __slots__ = ("id", "no", "title", "deck", "vp", "present", "mark", "claim", "remove_region")

    def __init__(self, id: str, no: str, title: str, deck: int, vp: int, present: bool, claim: Predicate) -> None:
        self.id = id
        self.no = no
        self.title = title
        self.deck = deck
        self.vp = vp
        self.present = present
        self.mark: Predicate | None = None
        self.claim = claim
        self.remove_region = -1


class RoundSpace:
    """A space of the round track or a round tile; `storm` is an ocean or NO_OCEAN."""

    __slots__ = ("id", "wind", "health", "spring", "storm")

    def __init__(self, id: str, wind: int, health: bool, spring: bool, storm: int) -> None:
        self.id = id
        self.wind = wind
        self.health = health
        self.spring = spring
        self.storm = storm


class Character:
    """A character mat. `bonus_card` and `bonus` are its action bonus (card -1: none)."""

    __slots__ = ("name", "resources", "order", "bonus_card", "bonus", "home_region", "start_prestige", "start_profit")

    def __init__(self, name: str) -> None:
        self.name = name
        self.resources: list[int] = [0, 0]  # porcelain, troops
        self.order: list[int] = []  # cards from left to right
        self.bonus_card = -1
        self.bonus = 0
        self.home_region = NO_REGION
        self.start_prestige = 0
        self.start_profit = 0


class Content:
    """Everything that an edition fixes.

    Tables by link are flat: entry ``start * ZONE_COUNT + to``. Tables by card side have the index
    0 for the normal side, 1 for the upgraded one.
    """

    def __init__(self, actions: ActionTable, goods: list[str], objectives: list[str], options: list[str]) -> None:
        self.actions = actions
        self.good_ids = goods
        self.objective_ids = objectives
        self.option_ids = options
        # limits
        self.rounds = 9
        self.prestige_max = 15
        self.profit_max = 15
        self.track_max: list[int] = [15, 15]
        self.ships_max = 3
        self.action_bonus_max = 2
        self.supply: list[int] = [30, 30]  # porcelain, troops in all
        self.tokens_per_colour: list[int] = [12, 12, 12, 12]
        self.structures_max = 5
        self.winner_more_than = 30
        self.everyone_more_than = 15
        # dice: faces by die; the Moon has YIN and YANG
        self.faces: list[list[int]] = [[], [], []]
        # strength
        self.position_values: list[int] = [1, 2, 3, 4, 5]
        self.depot_bonus = 2
        self.step_costs: list[int] = []  # tokens for the n-th point, from n = 0
        self.forfeit_gain = 2
        self.de_conti_forfeit = 2
        self.story_for: list[int] = []  # story points by strength, from strength 0
        # action cards
        self.card_colour: list[int] = [-1] * len(CARDS)
        self.card_resource: list[int] = [0] * len(CARDS)
        self.card_of_colour: list[int] = [-1] * len(COLOURS)
        self.card_bonus: list[list[int]] = [[0, 0] for _ in CARDS]  # [card][side]
        self.with_wind: list[int] = [1, 1]  # by side
        self.against_wind: list[int] = [2, 1]
        self.no_wind: list[int] = [1, 1]
        self.boundary_toll: list[int] = [1, 1]
        self.victory_points: list[int] = [2, 3]
        self.structure_cost: list[int] = [4, 3]
        self.explore_cost: list[list[int]] = [[], []]  # [side][tokens]; entry 0 is not used
        self.explore_story: list[list[int]] = [[], []]
        self.explored_surcharge: list[int] = [1, 1]
        self.goods_per_trade: list[int] = [1, 99]
        # scouting: price by kind, 0 in a region with a ship, 1 in an adjacent one
        self.scout_goods: list[int] = [1, 2]
        self.scout_affiliation: list[int] = [1, 2]
        self.scout_encounter = 2
        self.structure_amount: list[int] = [2, 1, 1]  # bonus or income by kind
        self.characters: list[Character] = []
        self.healer_amount = 1
        # map
        self.zone_names: list[str] = [""] * ZONE_COUNT
        self.region_names: list[str] = [""] * REGION_COUNT
        self.region_of: list[int] = [NO_REGION] * ZONE_COUNT
        self.ocean_of: list[int] = [NO_OCEAN] * REGION_COUNT  # by region
        self.ports_of: list[list[int]] = [[] for _ in range(REGION_COUNT)]
        self.strength: list[int] = [0] * ZONE_COUNT
        self.bazaar: list[int] = [0] * ZONE_COUNT
        self.printed: list[list[int]] = [[] for _ in range(ZONE_COUNT)]  # knowledge colours as printed
        self.neighbours: list[list[int]] = [[] for _ in range(ZONE_COUNT)]  # in number order
        self.clockwise: list[list[int]] = [[] for _ in range(ZONE_COUNT)]
        self.link_wind: list[int] = [0] * (ZONE_COUNT * ZONE_COUNT)  # BLUE or AGAINST (yellow); 0: no link
        self.boundary: list[int] = [0] * (ZONE_COUNT * ZONE_COUNT)  # 1: crosses a region boundary
        self.icon: list[int] = [0] * (ZONE_COUNT * ZONE_COUNT)  # 1: shows the encounter icon
        self.region_adjacent: list[int] = [0] * (REGION_COUNT + 1)  # mask of regions; last entry: Nanjing's
        self.story_length: list[int] = [8] * REGION_COUNT
        self.story_top: list[int] = [0] * REGION_COUNT
        self.story_low: list[int] = [0] * REGION_COUNT
        self.regions_full: list[list[int]] = [[] for _ in range(SEATS_MAX + 1)]  # used regions by seats (1: solo)
        self.regions_quick: list[list[int]] = [[] for _ in range(SEATS_MAX + 1)]
        # rounds
        self.round_spaces: list[RoundSpace] = []  # round r is entry r - 1
        self.cloud_rounds: list[int] = []
        self.tiles: list[RoundSpace] = []
        self.health_last = 10
        # Nanjing and bonus tokens
        self.docks: list[list[int]] = [[] for _ in range(SEATS_MAX + 1)]  # by count of seats
        self.tower_levels = 9
        self.tower_vp = 1
        self.bonus_spaces: list[list[int]] = [[5, 8], [7, 10]]  # by track
        # goods
        self.good_region: list[int] = []
        self.good_class: list[int] = []
        self.good_icon: list[int] = []
        self.good_cost: list[int] = []
        self.good_profit: list[int] = []
        self.good_prestige: list[int] = []
        self.good_story: list[int] = []
        self.good_wild: list[int] = []
        self.good_dial: list[int] = []  # of a scroll, else -1
        self.goods_of_region: list[list[int]] = [[] for _ in range(REGION_COUNT)]
        self.scroll_bonus = 1
        self.labor_prestige = 1
        self.labor_strength = 2
        # cards
        self.objectives: list[Objective] = []
        self.decks_full: list[list[list[int]]] = [[] for _ in range(SEATS_MAX + 1)]  # [seats][deck]
        self.decks_quick: list[list[list[int]]] = [[] for _ in range(SEATS_MAX + 1)]
        self.decks_solo: list[list[int]] = []
        self.first_objectives: list[int] = []
        self.strength_mark = 999  # what Show of Strength asks for; 999 without such a card
        self.encounters: list[EncounterCard] = []  # number n is entry n - 1
        self.encounter_numbers: list[int] = []
        # modes
        self.quick_start = 6
        self.quick_first_round = 4
        self.quick_last_round = 7
        self.starts_first_round = 2
        self.home_affiliation = 0
        self.solo_positions: list[int] = [0] * len(CARDS)  # 0: de' Conti has no such card
        self.solo_start: list[int] = []  # ports by the Sun roll -2 .. 2
        self.solo_ship_at = 5
        self.solo_upgrade_at: list[int] = [0] * len(CARDS)  # Profit at which a card is upgraded; 0: never
        self.solo_removed_encounters: list[int] = []
        self.meeting_card = 37
        self.meeting_porcelain = 1
        self.mat_reset_round = 6
        self.turning_port = 1
        self.porcelain_vp = 1
        self._build_actions()

    def _build_actions(self) -> None:
        get = self.actions.get
        zones = range(ZONE_COUNT)
        cards = range(len(CARDS))
        seats = range(SEATS_MAX)
        dials = range(len(DIALS))
        self.a_character = [get(DO_CHARACTER, i) for i in range(len(CHARACTERS))]
        self.a_character_home = [[get(DO_CHARACTER, i, z) for z in zones] for i in range(len(CHARACTERS))]
        self.a_solo_mat = [get(DO_SOLO_MAT, i) for i in range(len(CHARACTERS))]
        self.a_diviner_skip = get(DO_DIVINER)
        self.a_diviner = [[get(DO_DIVINER, d, seat) for seat in seats] for d in dials]
        # [(card * 3 + dial) * ZONE_COUNT + port]; a_pending has one such list by type
        self.a_action = [get(DO_ACTION, k, d, z) for k in cards for d in dials for z in zones]
        self.a_pending = [
            [get(DO_ACTION, k, d, z, (t,)) for k in cards for d in dials for z in zones] for t in range(len(CARDS) + 1)
        ]
        self.a_forfeit = [[get(DO_FORFEIT, k, d) for d in dials] for k in cards]
        self.a_mage = [[get(DO_MAGE, seat, d) for d in dials] for seat in seats]
        self.a_motivated = [[[get(DO_MOTIVATED, k, n, z) for z in zones] for n in range(11)] for k in cards]
        self.a_end_turn = get(DO_END_TURN)
        self.a_arrival = [get(DO_ARRIVAL, z) for z in zones]
        self.a_encounter = [get(DO_ENCOUNTER, n) for n in range(MOST_ENCOUNTERS + 1)]
        self.a_option = [get(DO_OPTION, i) for i in range(len(self.option_ids))]
        self.a_dial = [get(DO_DIAL, d) for d in dials]
        self.a_target = [get(DO_TARGET, seat) for seat in seats]
        self.a_class = [get(DO_CLASS, i) for i in range(len(CLASSES))]
        self.a_structure = [get(DO_STRUCTURE, i) for i in range(len(STRUCTURES))]
        self.a_pick_upgrade = [get(DO_PICK_UPGRADE, k) for k in cards]
        self.a_bonus_token = [get(DO_BONUS_TOKEN, i) for i in range(2)]
        self.a_place_ship = [get(DO_PLACE_SHIP, z) for z in zones]
        # by mask of seats
        self.a_invite = [get(DO_INVITE, vec=tuple(i for i in seats if mask >> i & 1)) for mask in range(1 << SEATS_MAX)]
        self.a_decline = get(DO_JOIN, 0)
        self.a_join = [get(DO_JOIN, 1, d) for d in dials]
        self.a_commit = get(DO_COMMIT)
        self.a_combat_loss = [get(DO_COMBAT_LOSS, 0), get(DO_COMBAT_LOSS, 1)]
        self.a_stay = get(DO_RETREAT)
        self.a_retreat = [get(DO_RETREAT, z) for z in zones]
        self.a_take_token = [get(DO_TAKE_TOKEN, i) for i in range(len(COLOURS))]
        self.a_objective_deck = [get(DO_OBJECTIVE_DECK, i) for i in range(len(DECKS))]
        self.a_objective_keep = [get(DO_OBJECTIVE_KEEP, i) for i in range(len(self.objective_ids))]
        self.a_objective_return = [
            [get(DO_OBJECTIVE_RETURN, i, place) for place in range(2)] for i in range(len(self.objective_ids))
        ]
        self.a_refill_deck = [get(DO_REFILL_DECK, i) for i in range(len(DECKS))]
        self.a_home_done = get(DO_RETURN_HOME)
        self.a_home = [get(DO_RETURN_HOME, i) for i in range(3)]
        self.a_resource = get(DO_RESOURCE)
        self.a_knowledge = get(DO_KNOWLEDGE)
        self.a_card_bonus = [get(DO_CARD_BONUS, n) for n in range(MOST_ENCOUNTERS + 1)]
        self.a_labor = get(DO_LABOR)
        self.a_scout_goods = [get(DO_SCOUT_GOODS, z) for z in zones]
        self.a_scout_affiliation = [get(DO_SCOUT_AFFILIATION, z) for z in zones]
        self.a_scout_encounter = get(DO_SCOUT_ENCOUNTER)
        self.a_scout_place = [get(DO_SCOUT_ENCOUNTER, place) for place in range(2)]
        self.a_board = [get(DO_BOARD, i) for i in range(3)]
        self.a_drop = [get(DO_DROP, i) for i in range(3)]
        self.a_sail = [get(DO_SAIL, z) for z in zones]
        self.a_end_route = get(DO_END_ROUTE)
        self.a_arrive = get(DO_ARRIVE)
        self.a_build_depot = [get(DO_BUILD, 0, z) for z in zones]
        self.a_build = [get(DO_BUILD, i) for i in range(len(STRUCTURES))]  # kiln, camp
        self.a_trade = [get(DO_TRADE, g) for g in range(len(self.good_ids))]
        self.a_courier = [[get(DO_COURIER, g, h) for h in range(2)] for g in range(len(self.good_ids))]
        self.a_end = get(DO_END)

    # --- actions with an amount, interned on first use

    def pair(self, kind: int, a: int, b: int) -> Action:
        """An action of two plain fields."""
        return self.actions.get(kind, a, b, ABSENT, NO_VEC)

    def mongol(self, porcelain: int, troops: int) -> Action:
        return self.pair(DO_MONGOL, porcelain, troops)

    def forfeit_gained(self, porcelain: int, troops: int) -> Action:
        return self.pair(DO_FORFEIT_GAIN, porcelain, troops)

    def pay_mix(self, porcelain: int, troops: int) -> Action:
        return self.pair(DO_PAY_MIX, porcelain, troops)

    def split(self, prestige: int, profit: int) -> Action:
        return self.pair(DO_SPLIT, prestige, profit)

    def wild(self, source: int, n: int) -> Action:
        """`source`: a good's number, or the count of goods + the number of an encounter card."""
        return self.pair(DO_WILD, source, n)

    def attack(self, target: int, s: int) -> Action:
        """`target`: a zone, or ZONE_COUNT + the number of an encounter card."""
        return self.pair(DO_ATTACK, target, s)

    def diplomacy(self, port: int, steps: int) -> Action:
        return self.pair(DO_DIPLOMACY, port, steps)

    def parley(self, card: int, s: int) -> Action:
        return self.pair(DO_PARLEY, card, s)

    def explore(self, port: int, n: int) -> Action:
        return self.pair(DO_EXPLORE, port, n)

    def contest(self, card: int, s: int) -> Action:
        return self.pair(DO_CONTEST, card, s)

    # --- small look-ups

    def step_cost(self, n: int) -> int:
        """Tokens for the point number n (from 1) bought with resources in one action (UV-312)."""
        return self.step_costs[n - 1] if n <= STEPS_MAX else 9_999

    def story_by_strength(self, strength: int) -> int:
        """Story points for a port or encounter of this strength (UV-178)."""
        table = self.story_for
        return table[strength] if strength < len(table) else table[len(table) - 1]

    def encounter(self, number: int) -> EncounterCard:
        return self.encounters[number - 1]

    def round_space(self, number: int) -> RoundSpace:
        return self.round_spaces[number - 1]
