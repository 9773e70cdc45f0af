"""The form of an edition file: its tables and their fields. What types cannot say is in `checks.py`."""

from __future__ import annotations

from typing import Literal

import msgspec

from rulekit.content import Meta

Source = Literal["rulebook", "public", "house"]
Resource = Literal["copper", "iron", "mithril", "emerald", "ruby", "diamond"]
WeaponType = Literal["axe", "mace", "spear"]
Deck = Literal["green", "purple1", "grey", "purple2", "red", "purple3"]
Stack = Literal["weapon", "bonus_a", "bonus_b", "single_a", "single_b"]
ModeId = Literal["normal", "epic", "advanced_normal", "short_epic"]


class Form(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of the file; a field that is not named here is refused."""


class Entry(Form, kw_only=True):
    """A table that says where its values come from; `source_note` tells mixed sources apart."""

    source: Source
    source_note: str = ""


class EffectEntry(Form):
    """An instant or passive primitive of EFFECTS.md; `checks.py` knows the fields of each."""

    op: str
    n: int | None = None
    resource: Resource | None = None
    design: str | None = None
    type: WeaponType | None = None
    max: int | None = None
    max_level: int | None = None
    bonus: int | None = None
    per: int | None = None
    then: list[EffectEntry] | None = None


class GameEntry(Entry):
    players: tuple[int, int]


class ConstantsEntry(Entry):
    max_level: int
    strike_size: int
    overseers_per_player: int
    gold_per_prestige_at_end: int
    untyped_penalty: int
    fail_same_round_penalty: int
    pass_gold: int
    quest_offer_slots: int
    wealth_dealt: int
    wealth_kept: int
    wealth_level_cap_stage1: int
    wealth_level_cap_ff: int
    mine_side_length: int
    board_radius_central: int
    board_radius_full: int
    resource_types: list[str]
    weapon_types: list[str]


class LevelUpEntry(Entry):
    from_1: int
    from_2: int
    from_3: int


class ComponentsEntry(Entry):
    mine_pieces: int
    resources: int
    copper: int
    iron: int
    mithril: int
    emerald: int
    ruby: int
    diamond: int
    quest_cards: int
    starting_designs: int
    market_cards: int
    bonus_tiles: int
    wealth_cards: int
    titles_per_player: int
    quest_tracker_cubes: int
    adventurer_tiles: int
    title_and_level_tokens: int
    gold_coins_value5: int
    silver_coins_value1: int
    overseers: int
    disks: int
    pickaxes: int
    claim_cubes: int


class ResourceEntry(Entry):
    id: Resource
    name: str
    sell: int
    buy: int
    first_stage: int
    normal_mat: bool
    kind: Literal["metal", "gem"]


class ModeEntry(Entry):
    id: ModeId
    stages: list[int]
    rounds_per_stage: list[int]
    adventurers: int
    adventurers_with_tiles: int
    titles: bool
    bonus_tiles_allowed: bool
    green_prices: bool
    merchant: Literal["normal_mat", "all"]
    hire: list[int]
    quest_decks: list[Deck]
    marked_quests_removed: bool
    endgame_bonus_round: int
    clear_colour_after_round: int
    clear_colour: Deck
    solo_allowed: bool
    clear_colour_stage: int | None = None
    fast_forward: bool = False


class TileSlotsEntry(Entry):
    mode: ModeId
    after: list[str]


class SlotEntry(Entry):
    index: int
    row: int
    cost: int


class RemovalEntry(Entry):
    p1: int
    p2: int
    p3: int
    p4: int


class SpaceEntry(Entry):
    id: str
    kind: Literal["closed", "open"]
    players: list[int]
    access: list[Stack]


class EndgameEntry(Entry):
    id: str
    space: Stack
    cost: int
    score: dict[str, int]


class DesignEntry(Entry):
    id: str
    name: str
    stage: int
    group: Literal["starting", "public_start", "public_deck", "public_stage", "unique"]
    level: int
    price: int
    prestige: int
    cost: dict[Resource, int]
    power: int
    types: list[WeaponType]
    price_normal: int | None = None
    effects: list[EffectEntry] = []


class BonusEntry(Entry):
    id: str
    name: str
    stage: int
    kind: Literal["stall", "savvy"]
    price: int
    prestige: int
    copies: int
    price_normal: int | None = None
    exchange: str | None = None
    left: dict[Resource, int] | None = None
    right: dict[Resource, int] | None = None
    savvy: Literal["buyer", "seller", "trader", "adventurer"] | None = None
    effects: list[EffectEntry] = []


class SingleEntry(Entry):
    id: str
    name: str
    stage: int
    effects: list[EffectEntry]
    price: int
    prestige: int
    copies: int
    price_normal: int | None = None


class WealthEntry(Entry):
    id: str
    name: str
    set: Literal["stage1", "fast_forward"]
    effects: list[EffectEntry]


class LegEntry(Form):
    steps: int
    difficulty: int
    types: list[WeaponType]
    reward: list[EffectEntry]
    consolation: int | None = None


class QuestEntry(Entry):
    id: str
    name: str
    deck: Deck
    copies: int
    prestige: int
    legs: list[LegEntry]
    marked: bool = False
    solo: bool = False
    hard: int | None = None
    easy: int | None = None
    special: Literal["prestige_equals_power"] | None = None


class TitleEntry(Entry):
    id: str
    name: str
    effects: list[EffectEntry]


class TileEntry(Entry):
    id: str
    kind: Literal["industrious", "adventurous", "stockpile", "decorated", "knowledge"]
    effects: list[EffectEntry]
    exact: int | None = None
    per_resources: int | None = None
    per: Literal["level4_champion", "unique_design"] | None = None


class MineEntry(Entry):
    dirs: list[tuple[int, int]]
    centre_side_a: Resource
    centre_side_b: Resource
    centre_side_a_stages: list[int]
    centre_side_b_stages: list[int]
    long_slots: list[int]
    short_slots: list[int]
    border_in_play_p4: list[int]
    border_in_play_p3: list[int]
    border_in_play_p2: list[int]
    border_in_play_p1: list[int]


class GridEntry(Entry):
    id: str
    stage: int
    side_a: list[Resource]
    side_b: list[Resource]


class BorderEntry(Entry):
    id: str
    stage: int
    kind: Literal["long", "short"]
    resources: list[Resource]


class SoloEntry(Entry):
    green_keep: int
    grey_keep: int
    red_keep: int
    green_hard: list[str]
    green_easy: list[str]
    grey_hard: list[str]
    grey_easy: list[str]
    red_hard: list[str]
    red_easy: list[str]
    purple1: list[str]
    purple3: list[str]
    adventurers_normal: int
    adventurers_epic: int
    adventurers_epic_tiles: int
    market_actions: int
    automata: int
    great_score_normal: int
    great_score_epic: int


class SoloDeckEntry(Entry):
    deck: Literal["green", "grey", "red"]
    mode: Literal["normal", "epic"]
    very_easy: tuple[int, int]
    medium: tuple[int, int]
    difficult: tuple[int, int]
    random: int


class Edition(Form):
    """The whole file."""

    meta: Meta
    game: GameEntry
    constants: ConstantsEntry
    level_up_cost: LevelUpEntry
    components: ComponentsEntry
    resource: list[ResourceEntry]
    mode: list[ModeEntry]
    bonus_tile_slots: list[TileSlotsEntry]
    offer_slot: list[SlotEntry]
    offer_removal: RemovalEntry
    market_space: list[SpaceEntry]
    endgame_bonus: list[EndgameEntry]
    design: list[DesignEntry]
    bonus_card: list[BonusEntry]
    single_use: list[SingleEntry]
    wealth: list[WealthEntry]
    quest: list[QuestEntry]
    title: list[TitleEntry]
    bonus_tile: list[TileEntry]
    mine: MineEntry
    mine_grid: list[GridEntry]
    mine_border: list[BorderEntry]
    solo: SoloEntry
    solo_deck: list[SoloDeckEntry]


def instances(id: str, copies: int) -> list[str]:
    """The ids of the physical cards of an entry."""
    return [id] if copies == 1 else [f"{id}#{i}" for i in range(1, copies + 1)]
