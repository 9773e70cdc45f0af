"""The edition file: its form, its checks, and the tables made of it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from ming_voyages.actions import action_table
from ming_voyages.content import Card, Content, Difficulty, EventCard, Special, Step
from ming_voyages.names import (
    ACTION_CARD,
    BARBARIAN_CARD,
    CARD_TYPES,
    CP_ACTIONS,
    CUBE_PLACES,
    EMPEROR_CARD,
    EVENT_KINDS,
    OP_ACT,
    OP_CHOOSE,
    OP_RETURN,
    OP_TAKE,
    OPS,
    PIECES,
    REGIONS,
    SELECTORS,
)
from rulekit.content import Meta, convert, read_edition

HOUSE_EDITION = Path(__file__).with_name("edition.toml")

Source = Literal["rulebook", "public", "house"]


class _Entry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    source: Source


class StepEntry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    op: Literal["take", "return", "act", "reserve_top_discard", "discard_reserve", "choose"]
    piece: Literal["troop", "gold", "junk", "horde", "settlement"] | None = None
    n: int | None = None
    to: str | None = None
    from_: str | None = msgspec.field(name="from", default=None)
    spread: bool = False
    mode: Literal["exact", "up_to"] | None = None
    keep: int = 0
    threatened: bool = False
    action: str | None = None
    cp: int | None = None
    bonus: int = 0
    options: list[list[StepEntry]] | None = None


class RequireEntry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    overlord_borderlands_min: int


class SpecialEntry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    text: str
    steps: list[StepEntry]
    require: RequireEntry | None = None


class CardEntry(_Entry, kw_only=True):
    number: int
    id: str
    name: str
    type: Literal["action", "emperor", "barbarian"]
    cp: int
    voyage: int | None = None
    facts: dict[str, list[str]] = {}
    overlord: SpecialEntry | None = None
    emperor: SpecialEntry | None = None
    emperor_low: SpecialEntry | None = None
    emperor_high: SpecialEntry | None = None
    overlord_low: SpecialEntry | None = None
    overlord_high: SpecialEntry | None = None


class Components(_Entry, kw_only=True):
    main_cards: int
    action_cards: int
    emperor_cards: int
    barbarian_cards: int
    junk: int
    troop: int
    gold: int
    settlement: int
    horde: int
    emperor_dice: int
    overlord_dice: int
    die_faces: list[int]
    event_decks: int
    event_cards_per_deck: int
    difficulty_cards: int
    tie_break_cube: int


class SideEntry(_Entry, kw_only=True):
    id: str
    name: str
    pieces: list[str]


class RegionEntry(_Entry, kw_only=True):
    id: str
    name: str
    kind: str
    holds: list[str]
    order: int = 0


class VoyageEntry(_Entry, kw_only=True):
    number: int
    id: str
    name: str


class EdgeEntry(_Entry, kw_only=True):
    a: str
    b: str
    users: list[Literal["emperor", "overlord"]]


class SetupPiece(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    piece: Literal["troop", "gold", "junk", "horde", "settlement"]
    n: int
    regions: list[str]


class SetupEntry(_Entry, kw_only=True):
    overlord_hand: int
    emperor_hand: int
    emperor_draw: int
    first_era_deck: int
    second_era_deck: int
    rounds_per_era_with_draw: int
    total_rounds: int
    start_voyage: str
    piece: list[SetupPiece]


class SettlementLoss(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    n: int
    piece: Literal["settlement"] = "settlement"


class BattleEntry(_Entry, kw_only=True):
    strength: dict[str, int]
    devastating_loss: int
    devastating_loss_with_settlement: SettlementLoss
    normal_loss: int
    normal_loss_with_settlement: SettlementLoss


class SeriesEntry(_Entry, kw_only=True):
    games: int
    major_victory_points: int
    tied_game_overlord_bonus: int


class SoloEntry(_Entry, kw_only=True):
    borderland_limit: int
    overlord_reserve_limit: int
    flip_at_completed_voyages: int
    tie_break_start: Literal["left", "right"]


class DifficultyEntry(_Entry, kw_only=True):
    id: str
    name: str
    start: list[int]
    at_four_voyages: list[int]
    required_voyages: int
    player_reserve_limit: int
    extra_challenge: Literal["", "remove_lost_troops", "two_hordes_per_homeland"] = ""


class DifficultyCardEntry(_Entry, kw_only=True):
    cp: int
    sides: list[int]


class EventEntry(_Entry, kw_only=True):
    id: str
    level: int
    name: str
    kind: Literal["amass", "attack", "build", "gather", "move", "reserve"]
    x: int
    level_1_event_after: bool


class Edition(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The whole file."""

    meta: Meta
    components: Components
    side: list[SideEntry]
    region: list[RegionEntry]
    voyage: list[VoyageEntry]
    edge: list[EdgeEntry]
    setup: SetupEntry
    battle: BattleEntry
    series: SeriesEntry
    solo: SoloEntry
    difficulty: list[DifficultyEntry]
    difficulty_card: list[DifficultyCardEntry]
    card: list[CardEntry]
    event: list[EventEntry]


def load_edition(path: Path | None = None) -> tuple[Edition, Content, str]:
    """Reads and checks a file (None: the house edition). Raises `EditionError` with entry and field.

    Returns the entries, the tables made of them, and the digest of the content.
    """
    from ming_voyages.checks import check

    data, digest = read_edition(path or HOUSE_EDITION, "ming_voyages")
    edition = convert(data, Edition)
    check(edition)
    return edition, _build(edition), digest


# --- tables


def _build(e: Edition) -> Content:
    c = Content(action_table())
    comp = e.components
    c.totals = [comp.troop, comp.gold, comp.junk, comp.horde, comp.settlement]
    for region in e.region:
        c.region_names[REGIONS.index(region.id)] = region.name
    for voyage in e.voyage:
        c.voyage_names[voyage.number] = voyage.name
    for edge in e.edge:
        a, b = REGIONS.index(edge.a), REGIONS.index(edge.b)
        for side, edges in (("emperor", c.emperor_edges), ("overlord", c.overlord_edges)):
            if side in edge.users:
                edges[a].append(b)
                edges[b].append(a)
    for row in c.emperor_edges + c.overlord_edges:
        row.sort()
    for p in e.setup.piece:
        for name in p.regions:
            c.start_pieces.append((PIECES.index(p.piece), REGIONS.index(name), p.n))
    c.emperor_hand = e.setup.emperor_hand
    c.overlord_hand = e.setup.overlord_hand
    c.emperor_draw = e.setup.emperor_draw
    c.devastating_loss = e.battle.devastating_loss
    c.devastating_settlement_loss = e.battle.devastating_loss_with_settlement.n
    c.normal_loss = e.battle.normal_loss
    c.normal_settlement_loss = e.battle.normal_loss_with_settlement.n
    for entry in sorted(e.card, key=lambda k: k.number):
        c.cards.append(_card(c, entry))
        c.cp[entry.number] = entry.cp
    _build_solo(c, e)
    return c


def _build_solo(c: Content, e: Edition) -> None:
    c.major_points = e.series.major_victory_points
    c.tie_bonus = e.series.tied_game_overlord_bonus
    c.borderland_limit = e.solo.borderland_limit
    c.overlord_reserve_limit = e.solo.overlord_reserve_limit
    c.later_from = e.solo.flip_at_completed_voyages
    c.cube_start = CUBE_PLACES.index(e.solo.tie_break_start)
    for d in e.difficulty:
        limits = (d.required_voyages, d.player_reserve_limit)
        c.difficulties.append(Difficulty(d.id, d.name, d.start, d.at_four_voyages, *limits, d.extra_challenge))
    for index, ev in enumerate(e.event):
        kind = EVENT_KINDS.index(ev.kind)
        c.events.append(EventCard(index, ev.id, ev.name, ev.level, kind, ev.x, ev.level_1_event_after))
        c.event_decks[ev.level].append(index)


def _card(c: Content, entry: CardEntry) -> Card:
    card = Card(entry.number, entry.id, entry.name, CARD_TYPES.index(entry.type), entry.cp, entry.voyage or 0)
    if card.type == ACTION_CARD:
        card.emperor = _special(c, entry.emperor)
        card.overlord = _special(c, entry.overlord)
    elif card.type == EMPEROR_CARD:
        card.low = _special(c, entry.emperor_low)
        card.high = _special(c, entry.emperor_high)
    else:
        assert card.type == BARBARIAN_CARD
        card.low = _special(c, entry.overlord_low)
        card.high = _special(c, entry.overlord_high)
    return card


def _special(c: Content, entry: SpecialEntry | None) -> Special | None:
    if entry is None:
        return None
    least = entry.require.overlord_borderlands_min if entry.require else 0
    return Special(entry.text, [_step(c, s) for s in entry.steps], least)


def _step(c: Content, entry: StepEntry) -> int:
    step = Step(len(c.steps), OPS.index(entry.op))
    c.steps.append(step)
    step.n = entry.n or 0
    step.keep = entry.keep
    step.spread = entry.spread
    step.threatened = entry.threatened
    step.up_to = entry.mode == "up_to"
    step.cp = entry.cp or 0
    step.bonus = entry.bonus
    if step.op in (OP_TAKE, OP_RETURN):
        step.piece = PIECES.index(entry.piece or "")
        step.place = SELECTORS.index((entry.to if step.op == OP_TAKE else entry.from_) or "")
    elif step.op == OP_ACT:
        step.action = CP_ACTIONS.index(entry.action or "")
    elif step.op == OP_CHOOSE:
        step.options = [[_step(c, s) for s in option] for option in entry.options or []]
    return step.id
