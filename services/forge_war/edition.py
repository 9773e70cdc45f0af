"""The edition file read, checked, and made into the tables of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from forge_war.actions import action_table
from forge_war.checks import check
from forge_war.content import DIRECTIONS, Board, Content, Design, Effect, Leg, ModeRules, Quest, SoloRules, Tile, Title
from forge_war.content import Wealth as WealthCard
from forge_war.forms import DesignEntry, Edition, EffectEntry, MineEntry, ModeEntry, Resource, TitleEntry, instances
from forge_war.names import (
    CARD_BONUS,
    CARD_DESIGN,
    CARD_SINGLE,
    GROUPS,
    MODES,
    NONE,
    OPS,
    QUEST_DECKS,
    RESOURCES,
    STACKS,
    STARTING,
    TILE_KINDS,
    WEALTH_SETS,
    WEAPON_TYPES,
)
from rulekit.content import convert, read_edition

HOUSE_EDITION = Path(__file__).with_name("edition.toml")

STAGES = 3
SEATS_MAX = 4
_Hexes = list[tuple[int, int]]


def load_edition(path: Path | None = None) -> tuple[Edition, Content, str]:
    """Reads and checks a file (None: the house edition). Raises `EditionError` with entry and field.

    Returns the entries, the tables made of them, and the digest of the content.
    """
    data, digest = read_edition(path or HOUSE_EDITION, "forge_war")
    edition = convert(data, Edition)
    check(edition)
    return edition, build(edition), digest


def build(e: Edition) -> Content:
    """The tables of a checked edition."""
    mine = _Mine(e.mine)
    designs = [d.id for d in e.design]
    bonus = [(b, card) for b in e.bonus_card for card in instances(b.id, b.copies)]
    single = [(u, card) for u in e.single_use for card in instances(u.id, u.copies)]
    cards = [*designs, *(card for _, card in bonus), *(card for _, card in single)]
    quests = [card for q in e.quest for card in instances(q.id, q.copies)]
    wealth = [w.id for w in e.wealth]
    titles = [t.id for t in e.title]
    c = Content(action_table(mine.hexes, designs, cards, quests, wealth, titles), mine.hexes)
    k = e.constants
    c.strike, c.gold_per_prestige, c.untyped = k.strike_size, k.gold_per_prestige_at_end, k.untyped_penalty
    c.fail_at_once, c.pass_gold = k.fail_same_round_penalty, k.pass_gold
    c.wealth_dealt, c.wealth_kept = k.wealth_dealt, k.wealth_kept
    c.wealth_cap = [k.wealth_level_cap_stage1, k.wealth_level_cap_ff]
    c.raise_price = [0, e.level_up_cost.from_1, e.level_up_cost.from_2, e.level_up_cost.from_3]
    c.slot_cost = [slot.cost for slot in sorted(e.offer_slot, key=lambda slot: slot.index)]
    c.cleared = [0, e.offer_removal.p1, e.offer_removal.p2, e.offer_removal.p3, e.offer_removal.p4]
    by_resource = {r.id: r for r in e.resource}
    c.sell = [by_resource[r].sell for r in RESOURCES]  # type: ignore[index]
    c.buy = [by_resource[r].buy for r in RESOURCES]  # type: ignore[index]
    c.modes = [_mode(e, name) for name in MODES]
    _build_cards(c, e)
    c.wealth = [WealthCard(w.id, w.name, WEALTH_SETS.index(w.set), _effects(c, w.effects)) for w in e.wealth]
    for t in e.bonus_tile:
        kind = TILE_KINDS.index(t.kind)
        c.tiles.append(Tile(t.id, kind, t.exact or 0, t.per_resources or 0, _effects(c, t.effects)[0]))
    _build_quests(c, e)
    _build_endgame(c, e)
    mine.build(c, e)
    c.solo = _solo(e, quests)
    c.finish()
    return c


def _mode(e: Edition, name: str) -> ModeRules:
    entry: ModeEntry = next(m for m in e.mode if m.id == name)
    m = ModeRules(MODES.index(name))
    m.stages, m.rounds = entry.stages, entry.rounds_per_stage
    m.adventurers, m.adventurers_with_tiles = entry.adventurers, entry.adventurers_with_tiles
    m.titles, m.tiles, m.green = entry.titles, entry.bonus_tiles_allowed, entry.green_prices
    on_mat = {r.id for r in e.resource if r.normal_mat or entry.merchant == "all"}
    m.trades = [r in on_mat for r in RESOURCES]
    m.hire = [0] * (STAGES + 1)
    for stage, gold in zip(entry.stages, entry.hire, strict=True):
        m.hire[stage] = gold
    m.decks = [QUEST_DECKS.index(d) for d in entry.quest_decks]
    m.without_marked = entry.marked_quests_removed
    m.endgame_round = entry.endgame_bonus_round
    m.clear_after = entry.clear_colour_after_round
    m.clear_stage = entry.clear_colour_stage or entry.stages[-1]
    m.clear_deck = QUEST_DECKS.index(entry.clear_colour)
    m.solo, m.fast = entry.solo_allowed, entry.fast_forward
    for slots in e.bonus_tile_slots:
        if slots.mode == name:
            m.tiles_after = [(int(text[0]), int(text[2:])) for text in slots.after]
    return m


# --- cards and effects


def _effects(c: Content, entries: list[EffectEntry]) -> list[Effect]:
    out: list[Effect] = []
    designs = {d.id: i for i, d in enumerate(c.designs)}
    for entry in entries:
        what = NONE
        if entry.resource is not None:
            what = RESOURCES.index(entry.resource)
        elif entry.design is not None:
            what = designs[entry.design]
        n = entry.n if entry.n is not None else entry.per if entry.per is not None else 1
        effect = Effect(len(c.effects), OPS.index(entry.op), what, n)
        c.effects.append(effect)
        out.append(effect)
    return out


def _mask(types: list[str]) -> int:
    return sum(1 << WEAPON_TYPES.index(t) for t in types)


def _pairs(amounts: Mapping[Resource, int]) -> list[int]:
    """Flat pairs (resource, n) in the order of the resources."""
    pairs = sorted((RESOURCES.index(r), n) for r, n in amounts.items())
    return [x for pair in pairs for x in pair]


def _design(entry: DesignEntry) -> Design:
    d = Design(entry.id, entry.name, entry.stage, GROUPS.index(entry.group), entry.level)
    d.cost = _pairs(entry.cost)
    d.contains = sum(1 << r for r in d.cost[::2])
    d.power, d.types = entry.power, _mask([*entry.types])
    for effect in entry.effects:
        n = effect.n or 0
        match effect.op:
            case "power_per_leg_done":
                d.power_per_leg_done += n
            case "power_per_leg_left":
                d.power_per_leg_left += n
            case "prestige_per_leg":
                d.prestige_per_leg += n
            case "gold_per_leg":
                d.gold_per_leg += n
            case "no_level_gain":
                d.no_level_gain = True
            case "suppress_title":
                d.suppress_title = True
            case _:
                assert effect.op == "halve_difficulty"
                d.halve = True
    return d


def _title(c: Content, entry: TitleEntry) -> Title:
    t = Title(entry.id, entry.name)
    for effect in entry.effects:
        n = effect.n or 0
        match effect.op:
            case "prestige_per_leg":
                t.prestige_per_leg += n
            case "gold_per_leg":
                t.gold_per_leg += n
            case "power_per_leg_done":
                t.power_per_leg_done += n
            case "on_full_completion":
                t.full = _effects(c, effect.then or [])
            case "start_on_step":
                t.start_step = effect.max or 0
            case "start_for_gold":
                t.start_gold = n
            case "add_type":
                t.types |= _mask([effect.type or ""])
            case "power_if_contains":
                t.gem, t.gem_power = RESOURCES.index(effect.resource or ""), n
            case "second_weapon":
                t.second_level, t.second_bonus = effect.max_level or 0, effect.bonus or 0
            case "unarmed_power":
                t.unarmed = n
            case "power_per_later_adventurer":
                t.per_later = n
            case _:
                assert effect.op == "helper_level"
                t.helper = n
    return t


def _build_cards(c: Content, e: Edition) -> None:
    c.designs = [_design(d) for d in e.design]
    c.titles = [_title(c, t) for t in e.title]
    c.starting = [i for i, d in enumerate(c.designs) if d.group == STARTING]
    gold: list[int] = []
    exchanges = sorted({b.exchange for b in e.bonus_card if b.exchange is not None})
    for d in e.design:
        _card(c, d.id, d.name, CARD_DESIGN, d.stage, d.prestige)
        gold.append(d.price)
        c.draft_price.append(d.price if d.price_normal is None else d.price_normal)
    for b in e.bonus_card:
        for card in instances(b.id, b.copies):
            number = _card(c, card, b.name, CARD_BONUS, b.stage, b.prestige)
            gold.append(b.price)
            c.draft_price.append(b.price if b.price_normal is None else b.price_normal)
            if b.exchange is not None:
                c.stall_key[number] = exchanges.index(b.exchange)
                c.stall_left[number] = _pairs(b.left or {})
                c.stall_right[number] = _pairs(b.right or {})
            for effect in b.effects:
                tables = {
                    "merchant_buy_limit": c.savvy_buy,
                    "merchant_sell_price": c.savvy_sell,
                    "stall_extra_use": c.savvy_stall,
                    "road_extra_step": c.savvy_road,
                }
                tables[effect.op][number] += effect.n or 0
    for u in e.single_use:
        for card in instances(u.id, u.copies):
            number = _card(c, card, u.name, CARD_SINGLE, u.stage, u.prestige)
            gold.append(u.price)
            c.draft_price.append(u.price if u.price_normal is None else u.price_normal)
            c.card_effects[number] = _effects(c, u.effects)
    c.card_price = [c.draft_price if m.green else gold for m in c.modes]


def _card(c: Content, id: str, name: str, kind: int, stage: int, prestige: int) -> int:
    c.card_ids.append(id)
    c.card_names.append(name)
    c.card_kind.append(kind)
    c.card_stage.append(stage)
    c.card_prestige.append(prestige)
    c.card_effects.append([])
    c.stall_key.append(NONE)
    c.stall_left.append([])
    c.stall_right.append([])
    for table in (c.savvy_buy, c.savvy_sell, c.savvy_stall, c.savvy_road):
        table.append(0)
    return len(c.card_ids) - 1


def _build_quests(c: Content, e: Edition) -> None:
    for entry in e.quest:
        legs = [
            Leg(x.steps, x.difficulty, _mask([*x.types]), _effects(c, x.reward), x.consolation or 0) for x in entry.legs
        ]
        for card in instances(entry.id, entry.copies):
            quest = Quest(card, entry.name, QUEST_DECKS.index(entry.deck), entry.prestige, legs)
            quest.by_power = entry.special == "prestige_equals_power"
            quest.marked = entry.marked
            c.quests.append(quest)


def _build_endgame(c: Content, e: Edition) -> None:
    by_space = {b.space: b for b in e.endgame_bonus}
    c.endgame_cost = [by_space[stack].cost for stack in STACKS]  # type: ignore[index]
    score = {name: n for b in e.endgame_bonus for name, n in b.score.items()}
    c.eg_unique, c.eg_claim = score["per_unique_design"], score["per_public_claim"]
    c.eg_quest, c.eg_adventurer = score["per_completed_quest"], score["per_adventurer"]
    c.eg_bonus_card, c.eg_resource = score["per_bonus_card"], score["per_leftover_resource"]


# --- the mine


class _Mine:
    """The hexes numbered: the centre, the central grids slot by slot, then the border with the slots that
    are in play for three players first, so that the hexes in play are always the first ones (FW-063)."""

    def __init__(self, entry: MineEntry) -> None:
        self.entry = entry
        self.hexes: _Hexes = [(0, 0)]
        self.grid_slots: list[list[int]] = []
        self.border_slots: list[list[int]] = [[] for _ in range(DIRECTIONS)]
        for slot in range(DIRECTIONS):
            (dx, dy), (ex, ey) = self._axes(slot)
            places = [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)]
            self.grid_slots.append(self._number([(a * dx + b * ex, a * dy + b * ey) for a, b in places]))
        inner = entry.border_in_play_p3
        for slot in [*inner, *(slot for slot in entry.border_in_play_p4 if slot not in inner)]:
            (dx, dy), (ex, ey) = self._axes(slot)
            along = range(5) if slot in entry.long_slots else range(1, 4)
            self.border_slots[slot] = self._number([(4 * dx + j * ex, 4 * dy + j * ey) for j in along])
        self.number = {h: i for i, h in enumerate(self.hexes)}

    def _axes(self, slot: int) -> tuple[tuple[int, int], tuple[int, int]]:
        return self.entry.dirs[slot], self.entry.dirs[(slot + 2) % DIRECTIONS]

    def _number(self, places: _Hexes) -> list[int]:
        first = len(self.hexes)
        self.hexes.extend(places)
        return list(range(first, len(self.hexes)))

    def _board(self, slots: list[int]) -> Board:
        size = 1 + sum(len(g) for g in self.grid_slots) + sum(len(self.border_slots[slot]) for slot in slots)
        rays: list[list[int]] = []
        for q, r in self.hexes[:size]:
            for dx, dy in self.entry.dirs:
                ray: list[int] = []
                x, y = q + dx, r + dy
                while self.number.get((x, y), size) < size:
                    ray.append(self.number[(x, y)])
                    x, y = x + dx, y + dy
                rays.append(ray)
        around = [[ray[0] for ray in rays[h * DIRECTIONS : (h + 1) * DIRECTIONS] if ray] for h in range(size)]
        return Board(size, rays, around)

    def build(self, c: Content, e: Edition) -> None:
        m = e.mine
        in_play = [m.border_in_play_p1, m.border_in_play_p1, m.border_in_play_p2, m.border_in_play_p3]
        c.boards = [self._board(slots) for slots in [*in_play, m.border_in_play_p4]]
        c.grid_hexes, c.border_hexes = self.grid_slots, self.border_slots
        c.long_slots, c.short_slots = m.long_slots, m.short_slots
        c.centre = [0] * (STAGES + 1)
        for stage in range(1, STAGES + 1):
            c.centre[stage] = RESOURCES.index(m.centre_side_a if stage in m.centre_side_a_stages else m.centre_side_b)
        for stage in range(STAGES + 1):
            grids = [g for g in e.mine_grid if g.stage == stage]
            c.grids.append([[_numbers([*g.side_a]), _numbers([*g.side_b])] for g in grids])
            borders = [b for b in e.mine_border if b.stage == stage]
            c.borders_long.append([_numbers([*b.resources]) for b in borders if b.kind == "long"])
            c.borders_short.append([_numbers([*b.resources]) for b in borders if b.kind == "short"])


def _numbers(resources: list[str]) -> list[int]:
    return [RESOURCES.index(r) for r in resources]


def _solo(e: Edition, quests: list[str]) -> SoloRules:
    x = e.solo
    s = SoloRules(len(QUEST_DECKS), len(MODES))
    for deck, hard, easy in (
        ("green", x.green_hard, x.green_easy),
        ("grey", x.grey_hard, x.grey_easy),
        ("red", x.red_hard, x.red_easy),
    ):
        s.hard[QUEST_DECKS.index(deck)] = [quests.index(q) for q in hard]
        s.easy[QUEST_DECKS.index(deck)] = [quests.index(q) for q in easy]
    for deck, kept in (("purple1", x.purple1), ("purple3", x.purple3)):
        s.kept[QUEST_DECKS.index(deck)] = [quests.index(q) for q in kept]
    for entry in e.solo_deck:
        mode, number = MODES.index(entry.mode), QUEST_DECKS.index(entry.deck)
        s.cut[mode][number] = [entry.very_easy, entry.medium, entry.difficult]
        s.random[mode][number] = entry.random
    s.adventurers, s.adventurers_epic = x.adventurers_normal, x.adventurers_epic
    s.adventurers_tiles = x.adventurers_epic_tiles
    s.actions = x.market_actions
    s.great = [x.great_score_normal, x.great_score_epic, 0, 0]
    return s
