"""The edition file: its form, its checks, and the tables made of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

from rulekit.content import Meta, convert, read_edition
from treasure_ship.actions import action_table
from treasure_ship.content import Content, Cost, Effect, Level, Official, Placement, SoloCard, VoyageCard
from treasure_ship.names import (
    CATEGORIES,
    COUNTS,
    EVENTS,
    GOODS,
    OP_ANIMAL,
    OP_CHOOSE,
    OP_PER,
    OP_REQUIRE,
    OP_TRADE,
    OPS,
    PAY_ANY,
    PAY_DISTINCT,
    PAYS,
    PLACES,
    POWERS,
    PRIORITIES,
    RESOURCES,
    SQUARES,
)

HOUSE_EDITION = Path(__file__).with_name("edition.toml")

Source = Literal["rulebook", "public", "house"]
Resource = Literal["gold", "weapon", "cannon", "command", "detachment", "gift", "extension"]
Good = Literal["agarwood", "ivory", "pepper", "ambergris", "gemstones"]
Power = Literal["ayutthaya", "malacca", "delhi", "vijayanagar", "timur"]
CountName = Literal[
    "monuments",
    "animal_tiles",
    "animal_squares",
    "merit",
    "powers_at_level_2_or_more",
    "powers_at_level_3",
    "diplomacy_levels",
]


class _Form(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    pass


class _Entry(_Form, kw_only=True):
    source: Source
    rulebook_fields: list[str] = []


class CostEntry(_Form):
    pay: Literal["gold", "good", "goods_distinct", "goods_any"]
    n: int
    kind: Good | None = None


class EffectEntry(_Form):
    op: Literal[
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
    n: int | None = None
    res: Resource | None = None
    kind: Good | None = None
    power: Power | None = None
    kinds: list[str] | None = None
    of: list[list[EffectEntry]] | None = None
    cond: Literal["captain_action"] | None = None
    pay: list[CostEntry] | None = None
    one_of: list[list[EffectEntry]] | None = None
    count: CountName | None = None
    div: int | None = None
    max: int | None = None
    do: list[EffectEntry] | None = None


class GameEntry(_Entry):
    players_min: int
    players_max: int
    players_source: str
    rounds: int
    voyages_per_round: list[int]


class OptionsEntry(_Entry):
    power_sides: str
    start_seat: str


class GoodsEntry(_Entry):
    kinds: list[str]


class ChipsEntry(_Entry):
    gold_1: int
    gold_5: int
    gold_10: int
    goods_each: int
    weapon_1: int
    weapon_5: int
    cannon: int
    command: int
    unlimited: list[str]


class PlayerEntry(_Entry):
    colours: list[str]
    offering_frames: int
    voyage_priority_frames: int
    monument_frames: int
    diplomacy_frames: int
    scoring_frames: int
    merit_frames: int
    bombardment_tiles: int


class NpcEntry(_Entry):
    offering_frames: int
    voyage_priority_frames: int


class StartEntry(_Entry):
    position: int
    gain: list[EffectEntry]


class ModifierEntry(_Entry):
    by_round: list[int]


class DiplomacyEntry(_Entry):
    max_level: int
    emissaries_for_level: list[int]
    surplus_emissary_vp: int


class EmissariesEntry(_Entry):
    per_colour: int
    red: Power
    blue: Power
    yellow: Power
    green: Power
    purple: Power


class WarEntry(_Entry):
    ayutthaya: int
    malacca: int
    vijayanagar: int
    delhi: int
    timur: int


class ScoringEntry(_Entry):
    monument_vp: int
    animal_square_vp: int
    largest_rectangle_vp_per_square: int


class SquareEntry(_Entry):
    id: int
    name: str
    kind: str
    sea: bool
    pirate: int
    action: list[EffectEntry]
    alias: str = ""
    power: Power | None = None
    monument: int | None = None


class ArrowEntry(_Entry):
    from_: int = msgspec.field(name="from")
    to: int
    two_way: bool


class LevelEntry(_Form):
    every: list[EffectEntry]
    first: list[EffectEntry]
    end_vp: int


class SideEntry(_Form):
    side: Literal["A", "B"]
    level: list[LevelEntry]
    source: Source | None = None
    rulebook_fields: list[str] = []


class PowerEntry(_Entry):
    id: Power
    name: str
    emissary: str
    square: int
    side: list[SideEntry]


class VpPer(_Form):
    count: CountName
    div: int
    each: int
    max: int


class OfficialEntry(_Entry):
    id: str
    category: Literal["A", "B", "C", "D", "E", "EMPEROR"]
    name: str
    pay: list[CostEntry]
    benefit: list[EffectEntry]
    vp: int | None = None
    vp_per: VpPer | None = None


class VoyageEntry(_Entry):
    id: str
    deck: Literal["initial", "additional"]
    range: int
    event: Literal[
        "pirates", "stowaway", "muslim_merchant", "no_port_of_call", "state_of_war", "rebellion", "peaceful_seas"
    ]
    event_square: int = 0
    pirate_value: int = 0


class EventsEntry(_Entry):
    whole_voyage: list[str]
    mass: list[str]


class StowawayEntry(_Entry):
    do: list[EffectEntry]


class MerchantOption(_Form):
    pay: list[CostEntry]
    do: list[EffectEntry]


class MerchantEntry(_Entry):
    options: list[MerchantOption]


class RebellionEntry(_Entry):
    first_pay: int
    first_merit: int
    second_pay: int
    second_merit: int


class AnimalEntry(_Entry):
    id: str
    name: str
    count: int
    cells: list[tuple[int, int]]
    vp: int


class HouseEffect(_Form):
    at: tuple[int, int]
    do: list[EffectEntry]


class HouseEntry(_Entry):
    width: int
    height: int
    start_squares: list[tuple[int, int]]
    effect: list[HouseEffect]


class SpaceEntry(_Form):
    at: int
    end_vp: int | None = None
    effect: list[EffectEntry] = []


class MeritEntry(_Entry):
    max: int
    space: list[SpaceEntry]


class RankEntry(_Entry):
    min: int
    title: str
    gloss: str


class PriorityEntry(_Form):
    type: Literal["animal", "great_power", "pirate"]
    which: Literal["front", "back"]


class SoloEntry(_Entry):
    id: str
    designated: str
    planning: list[int]
    priority: PriorityEntry
    fallback: int
    route: list[int]


class Edition(_Form):
    """The whole file."""

    meta: Meta
    game: GameEntry
    options: OptionsEntry
    goods: GoodsEntry
    chips: ChipsEntry
    player: PlayerEntry
    npc: NpcEntry
    start_resources: list[StartEntry]
    voyage_colours: dict[str, Any]
    pirate_modifier: ModifierEntry
    diplomacy: DiplomacyEntry
    emissaries: EmissariesEntry
    state_of_war: WarEntry
    scoring: ScoringEntry
    square: list[SquareEntry]
    arrow: list[ArrowEntry]
    power: list[PowerEntry]
    official: list[OfficialEntry]
    emperor: OfficialEntry
    voyage: list[VoyageEntry]
    events: EventsEntry
    event_stowaway: StowawayEntry
    event_muslim_merchant: MerchantEntry
    event_rebellion: RebellionEntry
    animal: list[AnimalEntry]
    animal_house: HouseEntry
    merit_track: MeritEntry
    solo_rank: list[RankEntry]
    solo_card: list[SoloEntry]


def load_edition(path: Path | None = None) -> tuple[Edition, Content, str]:
    """Reads and checks a file (None: the house edition). Raises `EditionError` with entry and field.

    Returns the entries, the tables made of them, and the digest of the content.
    """
    data, digest = read_edition(path or HOUSE_EDITION, "treasure_ship")
    edition = convert(data, Edition)
    from treasure_ship.checks import check

    check(edition)
    return edition, build(edition), digest


# --- tables


class _Builder:
    """Numbers effects and cost lists as it meets them."""

    def __init__(self, c: Content) -> None:
        self.c = c

    def effects(self, entries: list[EffectEntry]) -> list[int]:
        return [self._effect(e) for e in entries]

    def _effect(self, entry: EffectEntry) -> int:
        e = Effect(len(self.c.effects), OPS.index(entry.op))
        self.c.effects.append(e)
        e.n = entry.n if entry.n is not None else 1
        if entry.res is not None:
            e.what = RESOURCES.index(entry.res)
        elif entry.kind is not None:
            e.what = GOODS.index(entry.kind)
        elif entry.power is not None:
            e.what = POWERS.index(entry.power)
        if e.op == OP_ANIMAL:
            e.kinds = [self.c.animal_names.index(k) for k in entry.kinds or []]
        elif e.op == OP_CHOOSE:
            e.lists = [self.effects(items) for items in entry.of or []]
        elif e.op == OP_TRADE:
            e.pay = self.costs(entry.pay or [])
            e.lists = [self.effects(items) for items in entry.one_of or []]
        elif e.op == OP_PER:
            e.count = COUNTS.index(entry.count or "")
            e.div = entry.div or 1
            e.most = entry.max if entry.max is not None else -1
            e.lists = [self.effects(entry.do or [])]
        else:
            assert e.op != OP_REQUIRE or entry.cond == "captain_action"
        return e.id

    def costs(self, entries: list[CostEntry]) -> int:
        costs = [Cost(PAYS.index(x.pay), GOODS.index(x.kind) if x.kind else -1, x.n) for x in entries]
        costs.sort(key=lambda x: x.pay in (PAY_DISTINCT, PAY_ANY))  # fixed costs first; the sort is stable
        self.c.costs.append(costs)
        self.c.cost_goods.append(sum(x.n for x in entries if x.pay != "gold"))
        return len(self.c.costs) - 1

    def official(self, entry: OfficialEntry) -> Official:
        category = CATEGORIES.index(entry.category) if entry.category != "EMPEROR" else len(CATEGORIES)
        o = Official(entry.id, category, entry.name)
        o.pay = self.costs(entry.pay)
        o.benefit = self.effects(entry.benefit)
        if entry.vp_per is not None:
            o.vp = -1
            o.count = COUNTS.index(entry.vp_per.count)
            o.div, o.each, o.most = entry.vp_per.div, entry.vp_per.each, entry.vp_per.max
        else:
            o.vp = entry.vp or 0
        return o


def build(e: Edition) -> Content:
    animals = [a.id for a in e.animal]
    c = Content(action_table(animals), animals)
    b = _Builder(c)
    c.rounds = e.game.rounds
    c.voyages_per_round = e.game.voyages_per_round
    c.pirate_modifier = e.pirate_modifier.by_round
    c.start_resources = [b.effects(s.gain) for s in sorted(e.start_resources, key=lambda s: s.position)]
    c.level_cost = e.diplomacy.emissaries_for_level
    c.surplus_vp = e.diplomacy.surplus_emissary_vp
    c.per_colour = e.emissaries.per_colour
    c.war = [getattr(e.state_of_war, p) for p in POWERS]
    c.monument_frames = e.player.monument_frames
    c.monument_vp = e.scoring.monument_vp
    c.cell_vp = e.scoring.animal_square_vp
    c.rectangle_vp = e.scoring.largest_rectangle_vp_per_square
    _build_board(c, b, e)
    for power in e.power:
        c.power_names[POWERS.index(power.id)] = power.name
        for side in power.side:
            levels = [Level(b.effects(x.every), b.effects(x.first), x.end_vp) for x in side.level]
            c.levels[POWERS.index(power.id)]["AB".index(side.side)] = levels
    c.officials = [b.official(o) for o in e.official]
    c.emperor = b.official(e.emperor)
    c.voyage_cards = [
        VoyageCard(v.id, v.deck == "initial", v.range, EVENTS.index(v.event), v.event_square, v.pirate_value)
        for v in e.voyage
    ]
    c.stowaway = b.effects(e.event_stowaway.do)
    c.merchant = [(b.costs(o.pay), b.effects(o.do)) for o in e.event_muslim_merchant.options]
    r = e.event_rebellion
    c.rebellion = [r.first_pay, r.first_merit, r.second_pay, r.second_merit]
    _build_animals(c, b, e)
    _build_merit(c, b, e)
    c.solo_cards = [
        SoloCard(
            x.id,
            PLACES.index(x.designated),
            x.planning,
            PRIORITIES.index(x.priority.type),
            x.priority.which == "front",
            x.fallback,
            x.route,
        )
        for x in e.solo_card
    ]
    c.ranks = sorted(((x.min, x.title, x.gloss) for x in e.solo_rank), reverse=True)
    c.finish_effects()
    return c


def _build_board(c: Content, b: _Builder, e: Edition) -> None:
    for q in e.square:
        c.square_names[q.id] = q.name
        c.action[q.id] = b.effects(q.action)
        c.pirates[q.id] = q.pirate
        if q.monument is not None:
            c.monument[q.id] = q.monument
        if q.power is not None:
            c.power_at[q.id] = POWERS.index(q.power)
    for a in e.arrow:
        c.onward[a.from_].append(a.to)
        if a.two_way:
            c.onward[a.to].append(a.from_)
        c.neighbours[a.from_].append(a.to)
        c.neighbours[a.to].append(a.from_)
    for rows in (c.onward, c.neighbours):
        for i in range(SQUARES):
            rows[i] = sorted(set(rows[i]))


def rotations(cells: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The four rotations, clockwise, each shifted so that the smallest x and y are 0."""
    out: list[list[tuple[int, int]]] = []
    for _ in range(4):
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        out.append(sorted((x - left, y - top) for x, y in cells))
        cells = [(-y, x) for x, y in cells]
    return out


def _build_animals(c: Content, b: _Builder, e: Edition) -> None:
    house = e.animal_house
    c.width, c.height = house.width, house.height
    c.start_mask = sum(1 << (y * c.width + x) for x, y in house.start_squares)
    c.cell_effect = [[] for _ in range(c.width * c.height)]
    for effect in house.effect:
        x, y = effect.at
        c.cell_effect[y * c.width + x] = b.effects(effect.do)
    for number, animal in enumerate(e.animal):
        c.animal_titles.append(animal.name)
        c.animal_count.append(animal.count)
        c.animal_vp.append(animal.vp)
        c.animal_cells.append(len(animal.cells))
        seen: list[list[tuple[int, int]]] = []
        for rotation, cells in enumerate(rotations(animal.cells)):
            if cells in seen:
                continue  # the same cells are offered once, with the smallest rotation
            seen.append(cells)
            wide, high = max(x for x, _ in cells), max(y for _, y in cells)
            for y in range(c.height - high):
                for x in range(c.width - wide):
                    mask = sum(1 << ((y + dy) * c.width + x + dx) for dx, dy in cells)
                    c.placements_of[number].append(len(c.placements))
                    c.placements.append(Placement(number, mask, c.place_action(rotation, x, y)))


def _build_merit(c: Content, b: _Builder, e: Edition) -> None:
    c.merit_max = e.merit_track.max
    by_space = {space.at: space for space in e.merit_track.space}
    points = 0
    for at in range(c.merit_max + 1):
        space = by_space.get(at)
        if space is not None and space.end_vp is not None:
            points = space.end_vp
        c.merit_vp.append(points)
        c.merit_effect.append(b.effects(space.effect) if space is not None else [])
