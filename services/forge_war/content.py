"""The edition as flat tables for the rules. Built once by `edition.py`; never changed by play.

Numbers: a market card is a number from 0 on, designs first (all of them, the starting ones included),
then the copies of bonus cards, then those of single-use cards; so the number of a design is also that
of its card. Quests are numbered by copy. A hex is a number from 0 on: the centre, the six central
grids slot by slot, then the border so that the hexes in play are always the first `Board.size` ones.
"""

from __future__ import annotations

from typing import Final

from forge_war.actions import (
    DO_ACQUIRE,
    DO_APPLY,
    DO_BARRACKS,
    DO_BAZAAR,
    DO_BLACKSMITH,
    DO_BUY,
    DO_CLERK,
    DO_CLOSE,
    DO_DISCARD,
    DO_DONE,
    DO_ENDGAME,
    DO_EQUIP,
    DO_FOCUS,
    DO_KEEP,
    DO_LEVEL,
    DO_MERCHANT_BUY,
    DO_MERCHANT_SELL,
    DO_MOVE,
    DO_PASS,
    DO_PICK,
    DO_PLACE,
    DO_PUT,
    DO_REMOVE,
    DO_RESOLVE,
    DO_ROAD,
    DO_SECOND,
    DO_SELL,
    DO_SKIP,
    DO_STALL,
    DO_STOP,
    DO_TAKE,
    DO_TITLE,
    DO_UNFOCUS,
)
from forge_war.names import CARD_DESIGN, NONE, OP_BUY_DISCARD, OP_MARKET_CARD, OP_OVERSEER, OP_WORKER, RESOURCE_COUNT
from rulekit.actions import ABSENT, Action, ActionTable

DIRECTIONS: Final = 6
HEXES: Final = 61
_REWARDS: Final = 64  # `resolve` actions made in advance


class Effect:
    """One instant effect (EFFECTS.md), number `id` of `Content.effects`. `what` is a resource or a design,
    by op; `shared` effects wait for the ordered pass of the rewards (FW-474)."""

    __slots__ = ("id", "op", "what", "n", "shared")

    def __init__(self, id: int, op: int, what: int, n: int) -> None:
        self.id = id
        self.op = op
        self.what = what
        self.n = n
        self.shared = op in (OP_OVERSEER, OP_WORKER, OP_MARKET_CARD, OP_BUY_DISCARD)


class Leg:
    """A row of a quest. `types` is a mask of weapon types, `consolation` 0 on the last leg."""

    __slots__ = ("steps", "difficulty", "types", "rewards", "consolation")

    def __init__(self, steps: int, difficulty: int, types: int, rewards: list[Effect], consolation: int) -> None:
        self.steps = steps
        self.difficulty = difficulty
        self.types = types
        self.rewards = rewards
        self.consolation = consolation


class Quest:
    """A quest card (one copy). Steps count from 0 over all legs; `leg_at[step]` is the leg of a step.

    `by_power`: any power passes and the prestige is the power (FW-605)."""

    __slots__ = ("id", "name", "deck", "prestige", "legs", "steps", "leg_at", "first", "by_power", "marked")

    def __init__(self, id: str, name: str, deck: int, prestige: int, legs: list[Leg]) -> None:
        self.id = id
        self.name = name
        self.deck = deck
        self.prestige = prestige
        self.legs = legs
        self.leg_at: list[int] = []
        self.first: list[int] = []  # first step of each leg
        for i, leg in enumerate(legs):
            self.first.append(len(self.leg_at))
            for _ in range(leg.steps):
                self.leg_at.append(i)
        self.steps = len(self.leg_at)
        self.by_power = False
        self.marked = False


class Design:
    """A weapon design. `cost` is flat pairs (resource, n), `contains` the mask of resources in it, `types`
    a mask of weapon types; the rest are its passive effects as amounts (0: none)."""

    __slots__ = (
        "id",
        "name",
        "stage",
        "group",
        "level",
        "cost",
        "contains",
        "power",
        "types",
        "power_per_leg_done",
        "power_per_leg_left",
        "prestige_per_leg",
        "gold_per_leg",
        "no_level_gain",
        "suppress_title",
        "halve",
    )

    def __init__(self, id: str, name: str, stage: int, group: int, level: int) -> None:
        self.id = id
        self.name = name
        self.stage = stage
        self.group = group
        self.level = level
        self.cost: list[int] = []
        self.contains = 0
        self.power = 0
        self.types = 0
        self.power_per_leg_done = 0
        self.power_per_leg_left = 0
        self.prestige_per_leg = 0
        self.gold_per_leg = 0
        self.no_level_gain = False
        self.suppress_title = False
        self.halve = False


class Title:
    """A champion's title: its effects as amounts (0: none); `full` runs on a full completion."""

    __slots__ = (
        "id",
        "name",
        "prestige_per_leg",
        "gold_per_leg",
        "power_per_leg_done",
        "full",
        "start_step",
        "start_gold",
        "types",
        "gem",
        "gem_power",
        "second_level",
        "second_bonus",
        "unarmed",
        "per_later",
        "helper",
    )

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name
        self.prestige_per_leg = 0
        self.gold_per_leg = 0
        self.power_per_leg_done = 0
        self.full: list[Effect] = []
        self.start_step = 0  # the highest step from 1 at which a quest may start (Expeditious)
        self.start_gold = 0  # gold instead of the slot cost (Charming)
        self.types = 0
        self.gem = NONE  # resource in a weapon's cost that gives `gem_power`
        self.gem_power = 0
        self.second_level = 0
        self.second_bonus = 0
        self.unarmed = 0
        self.per_later = 0
        self.helper = 0


class Wealth:
    __slots__ = ("id", "name", "set", "effects")

    def __init__(self, id: str, name: str, set: int, effects: list[Effect]) -> None:
        self.id = id
        self.name = name
        self.set = set
        self.effects = effects


class Tile:
    """A bonus tile. `exact` is the number that qualifies, `per` that of resources for each reward."""

    __slots__ = ("id", "kind", "exact", "per", "effect")

    def __init__(self, id: str, kind: int, exact: int, per: int, effect: Effect) -> None:
        self.id = id
        self.kind = kind
        self.exact = exact
        self.per = per
        self.effect = effect


class Board:
    """The mine for a number of players: `size` hexes are in play, the numbers below it.

    `rays[hex * 6 + d]` are the hexes in play from a hex in direction d, nearest first; `around[hex]`
    are its neighbours in play.
    """

    __slots__ = ("size", "rays", "around")

    def __init__(self, size: int, rays: list[list[int]], around: list[list[int]]) -> None:
        self.size = size
        self.rays = rays
        self.around = around


class ModeRules:
    """What a mode fixes. Stages and rounds count from 1; `tiles_after` are (stage, round) pairs.

    `clear_after` (with `clear_stage`) is the round after which the colour `clear_deck` leaves.
    `trades[resource]`: the merchant deals in it. `hire[stage]` is the price of an adventurer.
    """

    __slots__ = (
        "number",
        "stages",
        "rounds",
        "adventurers",
        "adventurers_with_tiles",
        "titles",
        "tiles",
        "green",
        "trades",
        "hire",
        "decks",
        "without_marked",
        "endgame_round",
        "clear_after",
        "clear_stage",
        "clear_deck",
        "solo",
        "fast",
        "tiles_after",
    )

    def __init__(self, number: int) -> None:
        self.number = number
        self.stages: list[int] = []
        self.rounds: list[int] = []
        self.adventurers = 0
        self.adventurers_with_tiles = 0
        self.titles = False
        self.tiles = False
        self.green = False
        self.trades: list[bool] = []
        self.hire: list[int] = []
        self.decks: list[int] = []
        self.without_marked = False
        self.endgame_round = 0
        self.clear_after = 0
        self.clear_stage = 0
        self.clear_deck = 0
        self.solo = False
        self.fast = False
        self.tiles_after: list[tuple[int, int]] = []


class SoloRules:
    """Decks of the solo game. `hard[deck]` and `easy[deck]` list quests from the hardest and from the
    hardest to the easiest; `cut[mode][deck]` gives, by difficulty, how many go from the front of
    `hard` and from the end of `easy`, and `random[mode][deck]` how many at random; `kept[deck]` are the
    cards of a purple deck. Decks that are used whole have empty lists."""

    def __init__(self, decks: int, modes: int) -> None:
        self.hard: list[list[int]] = [[] for _ in range(decks)]
        self.easy: list[list[int]] = [[] for _ in range(decks)]
        self.kept: list[list[int]] = [[] for _ in range(decks)]
        self.cut: list[list[list[tuple[int, int]]]] = [[[] for _ in range(decks)] for _ in range(modes)]
        self.random: list[list[int]] = [[0] * decks for _ in range(modes)]
        self.adventurers = 0  # normal
        self.adventurers_epic = 0
        self.adventurers_tiles = 0
        self.actions = 2
        self.great: list[int] = [0] * modes


class Content:
    """Everything that an edition fixes."""

    def __init__(self, actions: ActionTable, hexes: list[tuple[int, int]]) -> None:
        self.actions = actions
        self.hexes = hexes
        # constants
        self.strike = 5
        self.gold_per_prestige = 4
        self.untyped = 3
        self.fail_at_once = -3
        self.pass_gold = 1
        self.wealth_dealt = 4
        self.wealth_kept = 2
        self.wealth_cap: list[int] = []  # level cap by wealth set
        self.raise_price: list[int] = []  # gold by level reached so far; index 0 unused
        self.slot_cost: list[int] = []
        self.cleared: list[int] = []  # front slots cleared, by number of players
        self.sell: list[int] = []
        self.buy: list[int] = []
        self.modes: list[ModeRules] = []
        self.effects: list[Effect] = []
        # cards
        self.designs: list[Design] = []
        self.titles: list[Title] = []
        self.card_ids: list[str] = []
        self.card_names: list[str] = []
        self.card_kind: list[int] = []
        self.card_stage: list[int] = []
        self.card_prestige: list[int] = []
        self.card_price: list[list[int]] = []  # [mode][card]; green prices where the mode uses them (FW-193)
        self.draft_price: list[int] = []  # green prices, in the draft of every mode (FW-731)
        self.card_effects: list[list[Effect]] = []  # of single-use cards
        self.stall_key: list[int] = []  # number of the exchange, or NONE: no stall
        self.stall_left: list[list[int]] = []  # flat pairs (resource, n)
        self.stall_right: list[list[int]] = []
        self.savvy_buy: list[int] = []
        self.savvy_sell: list[int] = []
        self.savvy_stall: list[int] = []
        self.savvy_road: list[int] = []
        self.starting: list[int] = []  # designs that everybody has
        self.quests: list[Quest] = []
        self.wealth: list[Wealth] = []
        self.tiles: list[Tile] = []
        self.endgame_cost: list[int] = []
        self.eg_unique = 0
        self.eg_claim = 0
        self.eg_quest = 0
        self.eg_adventurer = 0
        self.eg_bonus_card = 0
        self.eg_resource = 0
        # mine
        self.boards: list[Board] = []  # by number of players; index 0 unused
        self.centre: list[int] = []  # resource of the centre, by stage
        self.grid_hexes: list[list[int]] = []  # by slot
        self.border_hexes: list[list[int]] = []  # by slot
        self.long_slots: list[int] = []
        self.short_slots: list[int] = []
        self.grids: list[list[list[list[int]]]] = []  # [stage][piece][side] resources
        self.borders_long: list[list[list[int]]] = []  # [stage][piece]
        self.borders_short: list[list[list[int]]] = []
        self.solo = SoloRules(0, 0)
        # interned actions; `finish` makes them
        get = actions.get
        self.a_skip = get(DO_SKIP)
        self.a_done = get(DO_DONE)
        self.a_pass = get(DO_PASS)
        self.a_stop = get(DO_STOP)
        self.a_close = get(DO_CLOSE)
        self.a_unfocus = get(DO_UNFOCUS)
        self.a_blacksmith = get(DO_BLACKSMITH)
        self.a_remove_worker = get(DO_REMOVE)
        self.a_hire = get(DO_BARRACKS, 1, ABSENT)
        kinds = range(RESOURCE_COUNT)
        self.a_merchant_buy = [get(DO_MERCHANT_BUY, r) for r in kinds]
        self.a_merchant_sell = [get(DO_MERCHANT_SELL, r) for r in kinds]
        self.a_credit = [get(DO_BUY, ABSENT, r) for r in kinds]
        self.a_ff_sell = [get(DO_SELL, r) for r in kinds]
        self.a_bazaar = [get(DO_BAZAAR, stack) for stack in range(5)]  # index 0 unused
        self.a_endgame = [get(DO_ENDGAME, i) for i in range(5)]
        self.a_resolve = [get(DO_RESOLVE, i) for i in range(_REWARDS)]
        count = range(len(hexes))
        self.a_place = [get(DO_PLACE, h) for h in count]
        self.a_place_colour = [[get(DO_PLACE, h, colour) for h in count] for colour in range(3)]
        self.a_pick = [get(DO_PICK, h) for h in count]
        self.a_put = [get(DO_PUT, h) for h in count]
        self.a_move = [get(DO_MOVE, f, t) for f in count for t in count]  # [from * HEXES + to]
        self.a_auto = [[get(DO_MOVE, f, t, colour) for f in count for t in count] for colour in range(3)]
        self.a_take: list[Action] = []  # by card
        self.a_buy_card: list[Action] = []
        self.a_discard: list[Action] = []
        self.a_stall: list[list[Action]] = []  # [card][side]
        self.a_clerk: list[Action] = []  # by design
        self.a_focus: list[Action] = []  # by quest
        self.a_road: list[list[Action]] = []  # [quest][steps - 1]
        self.a_acquire: list[Action] = []  # by slot from 0, without champions
        # by adventurer; `reach` makes more of them
        self.a_level: list[Action] = []
        self.a_title: list[list[Action]] = []  # [adventurer][title]
        self.a_raise: list[Action] = []
        self.a_hire_raise: list[Action] = []
        self.a_remove: list[Action] = []
        self.a_apply: list[list[Action]] = []  # [adventurer][design]
        self.a_unarmed: list[Action] = []
        self.a_second: list[list[Action]] = []

    def finish(self) -> None:
        """Makes the actions; call when all tables are there."""
        get = self.actions.get
        cards = range(len(self.card_ids))
        self.a_take = [get(DO_TAKE, k) for k in cards]
        self.a_buy_card = [get(DO_BUY, k) for k in cards]
        self.a_discard = [get(DO_DISCARD, k) for k in cards]
        self.a_stall = [[get(DO_STALL, k, side) for side in range(2)] for k in cards]
        self.a_clerk = [get(DO_CLERK, d) for d in range(len(self.designs))]
        self.a_focus = [get(DO_FOCUS, q) for q in range(len(self.quests))]
        self.a_road = [[get(DO_ROAD, i, n) for n in range(1, q.steps)] for i, q in enumerate(self.quests)]
        self.a_acquire = [get(DO_ACQUIRE, slot + 1) for slot in range(len(self.slot_cost))]
        self.reach(16)

    def reach(self, adventurers: int) -> None:
        """Makes the actions of the first `adventurers` adventurers of a seat."""
        get = self.actions.get
        designs = range(len(self.designs))
        for a in range(len(self.a_level), adventurers):
            self.a_title.append([get(DO_TITLE, a, t) for t in range(len(self.titles))])
            self.a_raise.append(get(DO_BARRACKS, 0, a))
            self.a_hire_raise.append(get(DO_BARRACKS, 1, a))
            self.a_remove.append(get(DO_REMOVE, a))
            self.a_apply.append([get(DO_APPLY, a, d) for d in designs])
            self.a_unarmed.append(get(DO_APPLY, a, ABSENT))
            self.a_second.append([get(DO_SECOND, a, d) for d in designs])
            self.a_level.append(get(DO_LEVEL, a))

    def keep(self, cards: tuple[int, ...]) -> Action:
        """The wealth cards kept, ascending."""
        return self.actions.get(DO_KEEP, vec=cards)

    def acquire(self, slot: int, champions: tuple[int, ...]) -> Action:
        """`slot` from 0; `champions` ascending."""
        return self.actions.get(DO_ACQUIRE, slot + 1, vec=champions)

    def equip(self, adventurer: int, design: int, start_step: int) -> Action:
        """`start_step` from 1, or ABSENT."""
        return self.actions.get(DO_EQUIP, adventurer, design, start_step)

    def is_design(self, card: int) -> bool:
        return self.card_kind[card] == CARD_DESIGN
