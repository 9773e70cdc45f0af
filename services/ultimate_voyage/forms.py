"""The form of an edition file: its tables and their fields. What types cannot say is in `checks.py`."""

from __future__ import annotations

from typing import Literal

import msgspec

from rulekit.content import Meta

Source = Literal["rulebook", "public", "house"]
Die = Literal["sun", "moon", "star"]
Card = Literal["sail", "combat", "diplomacy", "explore", "trade"]
ActionType = Literal["sail", "combat", "diplomacy", "explore", "trade", "any"]
Colour = Literal["R", "Y", "B", "G"]
StructureKind = Literal["depot", "kiln", "camp"]
Ocean = Literal["southern", "western"]
Region = Literal["mainland_sea", "majapahit", "burma_bengal", "south_india_ceylon", "arabia", "east_africa"]
GoodClass = Literal["regular", "animal", "manuscript", "scroll", "medicine", "labor"]
Wind = Literal["blue", "yellow", "gray"]
Track = Literal["prestige", "profit"]
Deck = Literal["yellow", "red", "gray"]
Zone = Literal[
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


class Form(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of the file; a field that is not named here is refused."""


class Entry(Form, kw_only=True):
    """A table that says where its values come from."""

    source: Source


class GameEntry(Entry):
    players: tuple[int, int]
    rounds: int
    actions_per_round: int


class PerPlayer(Form):
    flagships: int
    regular_ships: int
    structures: int
    player_markers: int
    story_markers: int
    action_cards: int
    deity_dials: int


class ComponentsEntry(Entry):
    character_mats: int
    tower_levels: int
    tower_height: int
    deity_dice: int
    encounter_cards: int
    objective_cards: int
    trade_goods: int
    red_bonus_tokens: int
    yellow_bonus_tokens: int
    generic_markers: int
    porcelain_tokens: int
    troop_tokens: int
    knowledge_tokens: int
    per_player: PerPlayer


class OverallVictory(Form):
    winner_more_than: int
    everyone_more_than: int


class LimitsEntry(Entry):
    prestige_max: int
    profit_max: int
    affiliation_min: int
    affiliation_max: int
    ships_max: int
    action_bonus_max: int
    overall_victory: OverallVictory


class DieEntry(Entry):
    id: Die
    faces: list[str]


class StrengthEntry(Entry):
    position_values: list[int]
    depot_bonus: int
    resource_step_costs: list[int]
    minimum_final: int
    forfeit_gain: int
    de_conti_forfeit_porcelain: int


class StoryByStrength(Entry):
    table: dict[str, int]
    applies_to: list[str]


class CardSide(Form):
    """One side of an action card; which fields it has depends on the card."""

    bonus: int
    multi_ship: bool
    with_wind: int | None = None
    against_wind: int | None = None
    no_wind: int | None = None
    boundary_toll: int | None = None
    port_victory_points: int | None = None
    structure_cost: int | None = None
    required: list[int] | None = None
    story: list[int] | None = None
    explored_surcharge: int | None = None
    max_goods: int | None = None


class ActionCardEntry(Entry):
    id: Card
    name: str
    colour: Literal["R", "Y", "B", "G", ""]
    resource: Literal["porcelain", "troop"]
    normal: CardSide
    upgraded: CardSide


class ScoutEntry(Entry):
    same_region_port_goods: int
    same_region_port_affiliation: int
    adjacent_region_port_goods: int
    adjacent_region_port_affiliation: int
    encounter: int


class StructureEntry(Entry):
    id: StructureKind
    place: Literal["port", "mat"]
    effect: Literal["action_bonus_at_port", "income_porcelain", "income_troop"]
    amount: int
    name: str = ""


class Ability(Form):
    kind: Literal["action_bonus", "troop_loss_reduction", "reroll_die_for_one_player"]
    action: Card | None = None
    amount: int | None = None
    per_round: int | None = None
    phase: Literal["administration"] | None = None


class CharacterEntry(Entry):
    id: Literal["commander", "interpreter", "navigator", "healer", "merchant", "diviner"]
    name: str
    porcelain: int
    troops: int
    order: list[Card]
    ability: Ability
    home_region: Region
    start_prestige: int
    start_profit: int


class OceanEntry(Entry):
    id: Ocean
    name: str
    regions: list[Region]


class UsedAt(Form):
    full: list[int]
    quick: list[int]


class RegionEntry(Entry):
    id: Region
    name: str
    ocean: Ocean
    ports: list[int]
    adjacent: list[str]
    story_track_length: int
    story_vp_top: int
    story_vp_low: int
    used_at: UsedAt


class ZoneEntry(Entry):
    id: Zone
    no: int
    name: str
    region: Literal["", "mainland_sea", "majapahit", "burma_bengal", "south_india_ceylon", "arabia", "east_africa"]
    clockwise: list[Zone]
    government_depot: bool = False
    strength: int | None = None
    bazaar: int | None = None
    knowledge: list[Colour] = []


class LinkEntry(Entry):
    blue: tuple[Zone, Zone]
    boundary: bool
    encounter: str


class RoundEntry(Entry):
    no: int
    season: Literal["winter", "spring", "summer", "autumn"]
    wind: Wind
    health: bool
    spring: bool
    storm: Literal["", "southern", "western"]
    cloud: bool


class TileEntry(Entry):
    id: str
    wind: Wind
    health: bool
    spring: bool
    storm: Literal["", "southern", "western"]


class HealthEntry(Entry):
    spaces: int


class DocksEntry(Entry):
    vp: dict[str, list[int]]


class TowerEntry(Entry):
    levels: int
    vp_per_level: int


class TokenCounts(Form):
    ship: int
    upgrade: int


class BonusEntry(Entry):
    prestige_spaces: list[int]
    profit_spaces: list[int]
    yellow: TokenCounts
    red: TokenCounts


class IconsEntry(Entry):
    regular: list[str]
    animal: list[str]
    special: list[str]


class GoodEntry(Form):
    id: str
    region: Region
    class_: GoodClass = msgspec.field(name="class")
    icon: str
    cost: int
    story: int
    profit: int | None = None
    prestige: int | None = None
    wild: int | None = None
    dial: Die | None = None


class GoodsEntry(Entry):
    tokens: list[GoodEntry]


class ScrollEffect(Form):
    do: Literal["dial_bonus"]
    n: int


class MedicineEffect(Form):
    do: Literal["troops_as_porcelain"]


class LaborEffect(Form):
    do: Literal["pay_prestige_for_strength"]
    action: Literal["combat"]
    prestige: int
    n: int
    per_round: int


class ManuscriptEffect(Form):
    do: Literal["wild_bundle"]


class GoodEffects(Entry):
    scroll: ScrollEffect
    medicine: MedicineEffect
    labor: LaborEffect
    manuscript: ManuscriptEffect


class PredicateEntry(Form):
    pred: Literal[
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
    n: int | dict[str, int] | None = None
    regions: list[Region] | None = None
    region: Region | None = None
    classes: list[GoodClass] | None = None
    kinds: list[StructureKind] | None = None
    each: int | None = None
    min_profit: int | None = None
    total: int | None = None
    track: Track | None = None
    value: int | None = None


class ObjectiveEntry(Entry):
    id: str
    no: str
    title: str
    type: Deck
    vp: int
    tense: Literal["perfect", "present"]
    claim: PredicateEntry
    unused_full: list[int]
    unused_quick: list[int]
    unused_solo: bool = False
    mark: PredicateEntry | None = None
    remove_when: PredicateEntry | None = None


class EffectEntry(Form):
    do: Literal[
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
    n: int | None = None
    unless: int | None = None
    classes: list[GoodClass] | None = None
    new_icon: bool | None = None
    porcelain: int | None = None
    kinds: list[StructureKind] | None = None
    die: Die | None = None
    win: list[EffectEntry] | None = None
    lose: list[EffectEntry] | None = None
    always: list[EffectEntry] | None = None
    then: list[EffectEntry] | None = None
    action: ActionType | None = None
    contest_only: bool | None = None
    per_round: int | None = None
    turns: int | None = None
    target: Literal["encounter", "port"] | None = None
    strength: int | None = None
    combat_loss: bool | None = None
    story: bool | None = None


class OptionEntry(Form):
    id: str
    effects: list[EffectEntry]


class EncounterEntry(Entry):
    no: int
    name: str
    options: list[OptionEntry]


class FirstObjectives(Entry):
    first_game: list[str]


class SetupEntry(Form):
    initial_objectives: FirstObjectives


class QuickMode(Entry):
    start_zone: Zone
    first_round: int
    last_round: int
    tributary_zone: Zone
    reveal_goods: bool
    skip_events: list[str]
    skip_port_upkeep: bool
    other_end_triggers: bool


class StartsMode(Entry):
    first_round: int
    home_affiliation: int
    story_at_home: bool


class SoloPositions(Form):
    sail: int
    trade: int
    explore: int


class BonusSpaces(Form):
    prestige: list[int]
    profit: list[int]


class SoloMode(Entry):
    positions: SoloPositions
    start_by_sun: dict[str, Zone]
    ship_at_profit: int
    upgrades_at_profit: SoloPositions
    bonus_spaces_zheng: BonusSpaces
    removed_objectives: list[str]
    removed_encounters: list[int]
    meeting_porcelain: int
    mat_reset_round: int
    turning_port: Zone
    porcelain_vp: int


class ModeEntry(Form):
    quick: QuickMode
    random_starting_locations: StartsMode
    solo: SoloMode


class Edition(Form):
    """The whole file."""

    meta: Meta
    game: GameEntry
    components: ComponentsEntry
    limits: LimitsEntry
    die: list[DieEntry]
    strength: StrengthEntry
    story_by_strength: StoryByStrength
    action_card: list[ActionCardEntry]
    scout: ScoutEntry
    structure: list[StructureEntry]
    character: list[CharacterEntry]
    ocean: list[OceanEntry]
    region: list[RegionEntry]
    zone: list[ZoneEntry]
    link: list[LinkEntry]
    round: list[RoundEntry]
    random_round_tile: list[TileEntry]
    health_track: HealthEntry
    nanjing_docks: DocksEntry
    tower: TowerEntry
    bonus_tokens: BonusEntry
    icons: IconsEntry
    goods: GoodsEntry
    good_effects: GoodEffects
    objective: list[ObjectiveEntry]
    encounter: list[EncounterEntry]
    setup: SetupEntry
    mode: ModeEntry
