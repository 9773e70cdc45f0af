"""What a seat may know, built field by field."""

from __future__ import annotations

from typing import Any, Final

from rulekit.frames import Frame, Sealed
from ultimate_voyage.names import (
    CARDS,
    CHARACTERS,
    DECKS,
    DIALS,
    END_REASONS,
    MODES,
    NANJING,
    NO_CHARACTER,
    NO_REGION,
    OCEANS,
    PORCELAIN,
    PRESTIGE,
    PROFIT,
    REGIONS,
    TRACKS,
    TROOPS,
    UNKNOWN,
    WINDS,
    ZONES,
)
from ultimate_voyage.objectives import progress
from ultimate_voyage.private_objectives import ObjectiveKeep, ObjectiveReturn, PrivateDraw
from ultimate_voyage.state import AT_SUPPLY, FACE_UP, RETURNED, STORY_MARKERS, Player, VoyageState
from ultimate_voyage.view_types import (
    DeckView,
    GoodView,
    HeldCard,
    KnownCard,
    ObjectiveView,
    PlayerView,
    PortView,
    RegionView,
    VoyageView,
)

OPEN_NAMES: Final = [
    "next_strength",
    "wild",
    "bonus_once",
    "bonus_always",
    "reroll",
    "momentum",
    "stay",
    "pending",
]
SPACES: Final = [f"{track} {n}" for track in TRACKS for n in (1, 2)]  # bonus spaces by bit


def _or_none(seat: int) -> int | None:
    return seat if seat >= 0 else None


def _knows(mask: int, me: int) -> bool:
    return mask == FACE_UP or mask & me != 0


def _seats(mask: int, n: int) -> list[int] | None:
    return None if mask == FACE_UP else [seat for seat in range(n) if mask >> seat & 1]


def _names(mask: int, names: list[str]) -> list[str]:
    return [names[i] for i in range(len(names)) if mask >> i & 1]


def view(s: VoyageState, seat: int | None) -> VoyageView:
    """The view of a seat, or of a spectator (None)."""
    c = s.c
    me = 0 if seat is None else 1 << seat
    hidden: list[list[str]] = [[] for _ in REGIONS]
    ports: list[PortView] = []
    for zone in range(1, len(ZONES)):
        if s.zones >> zone & 1:
            ports.append(_port(s, zone, me, hidden))
    regions: list[RegionView] = []
    for region in range(len(REGIONS)):
        if s.regions >> region & 1:
            regions.append(_region(s, region, me, hidden[region]))
    encounters: list[str | int | None] = list(s.deck)
    drawn = _drawn(s)
    decks: list[DeckView] = []
    for deck in range(len(DECKS)):
        pile: list[str | int | None] = [c.objective_ids[o] for o in s.objective_decks[deck]]
        masks = [s.objective_seen[o] for o in s.objective_decks[deck]]
        away = [
            c.objective_ids[o] for o in drawn if c.objectives[o].deck == deck and not _knows(s.objective_seen[o], me)
        ]
        decks.append(_deck(pile, masks, me, s.n, away))
    tiles_down = [c.tiles[t].id for r, t in enumerate(s.tiles) if t >= 0 and not s.tiles_up >> r & 1]
    return VoyageView(
        mode=MODES[s.mode],
        options={
            "first_game": s.first_game,
            "random_tiles": s.random_tiles,
            "random_knowledge": s.random_knowledge,
            "random_starts": s.random_starts,
        },
        seat=seat,
        round=s.round,
        first_round=s.first_round,
        turn_order=s.turn_order.copy(),
        active=_or_none(s.active),
        in_actions=s.in_actions,
        wind=WINDS[s.wind],
        storm=OCEANS[s.storm] if s.storm >= 0 else None,
        health=s.health,
        dice=s.dice.copy(),
        tiles=[c.tiles[t].id if t >= 0 and s.tiles_up >> r & 1 else None for r, t in enumerate(s.tiles)],
        tiles_unknown=sorted(tiles_down),
        nanjing_open=s.zones >> NANJING & 1 == 1,
        ports=ports,
        regions=regions,
        bag=s.bag.copy(),
        flipped=[c.good_ids[g] for g in s.flipped],
        players=[_player(s, p) for p in s.players],
        docked=s.docked.copy(),
        tower=s.tower.copy(),
        bonus_tokens=s.bonus.copy(),
        deck=_deck(encounters, [s.card_seen[card] for card in s.deck], me, s.n, []),
        discard=s.discard.copy(),
        aside=s.aside.copy(),
        resolving=_resolving(s),
        display=[_objective(s, o) for o in s.display],
        objective_decks=decks,
        objectives_out=[c.objective_ids[o] for o in s.objectives_out],
        explorations=s.stamp,
        bonus_due=s.due,
        unsettled=s.dirty,
        ending=END_REASONS[s.ending],
        ending_seat=_or_none(s.ending_seat),
        met=s.met,
        turned=s.turned,
        mats_used=_names(s.mats_used, CHARACTERS),
        stack=[_frame(s, f, seat, me) for f in s.stack],
        answered=s.answered.copy(),
        outcome=s.outcome.plain() if s.outcome is not None else None,
    )


def _port(s: VoyageState, zone: int, me: int, hidden: list[list[str]]) -> PortView:
    """The goods that the viewer does not know come last, in an order that tells nothing."""
    ids = s.c.good_ids
    shown: list[GoodView] = []
    masks: list[int] = []
    for good in s.bazaar[zone]:
        mask = s.seen[good]
        if _knows(mask, me):
            shown.append(GoodView(ids[good], _seats(mask, s.n)))
        else:
            masks.append(mask)
            hidden[s.c.region_of[zone]].append(ids[good])
    masks.sort()
    for mask in masks:
        shown.append(GoodView(None, _seats(mask, s.n)))
    affiliation = s.affiliation[zone]
    return PortView(
        ZONES[zone],
        affiliation if affiliation != UNKNOWN else None,
        _or_none(s.marker[zone]),
        s.allied[zone] != 0,
        _or_none(s.depot[zone]),
        s.tokens[zone * 4 : zone * 4 + 4],
        shown,
    )


def _region(s: VoyageState, region: int, me: int, hidden: list[str]) -> RegionView:
    known: list[str] = []
    face_down = 0
    for good in s.pile[region]:
        if _knows(s.seen[good], me):
            known.append(s.c.good_ids[good])
        else:
            hidden.append(s.c.good_ids[good])
            face_down += 1
    hidden.sort()
    at = region * STORY_MARKERS
    return RegionView(REGIONS[region], known, face_down, s.story[at : at + len(s.players)], hidden)


def _deck(cards: list[str | int | None], masks: list[int], me: int, n: int, away: list[str]) -> DeckView:
    """A deck with its top card last; `away` are cards of it that are drawn and unknown to the viewer."""
    known: list[KnownCard] = []
    unknown: list[str | int] = list(away)
    for at in range(len(cards) - 1, -1, -1):
        card, mask = cards[at], masks[at]
        mine = _knows(mask, me)
        if mask:
            known.append(KnownCard(len(cards) - 1 - at, card if mine else None, _seats(mask, n)))
        if not mine and card is not None:
            unknown.append(card)
    unknown.sort(key=_sort_key)
    return DeckView(len(cards), known, unknown)


def _sort_key(card: str | int) -> tuple[int, str]:
    return (card, "") if isinstance(card, int) else (0, card)


def _player(s: VoyageState, p: Player) -> PlayerView:
    c = s.c
    explored: dict[str, int] = {}
    for zone in range(1, len(ZONES)):
        if p.explored[zone]:
            explored[ZONES[zone]] = p.explored[zone]
    return PlayerView(
        character=CHARACTERS[p.character] if p.character != NO_CHARACTER else None,
        porcelain=p.res[PORCELAIN],
        troops=p.res[TROOPS],
        prestige=p.track[PRESTIGE],
        profit=p.track[PROFIT],
        passed=_names(p.passed, SPACES),
        order=[CARDS[k] for k in p.order],
        upgraded=_names(p.upgraded, CARDS),
        used=_names(p.marks, CARDS),
        dials=p.dials.copy(),
        unused=_names(p.unused, DIALS),
        ships=[_place(zone) for zone in p.ships],
        kilns=p.kilns,
        camps=p.camps,
        built=p.built,
        goods=[c.good_ids[g] for g in p.goods],
        tokens=p.tokens.copy(),
        cards=[_held(s, card) for card in p.cards],
        attacks=[ZONES[zone] for zone in p.attacks],
        healer_used=p.healer_used,
        labor_used=p.labor_used,
        home_region=REGIONS[p.home_region] if p.home_region != NO_REGION else None,
        bonus_ships=p.bonus[0],
        bonus_upgrades=p.bonus[1],
        private=[_objective(s, o) for o in p.private],
        completed=[c.objective_ids[o] for o in p.completed],
        wins=p.wins.copy(),
        firsts=p.firsts.copy(),
        depots_built=p.depots.copy(),
        explored=explored,
        storms=p.storms,
        strong=p.strong,
    )


def _place(zone: int) -> str:
    return "supply" if zone == AT_SUPPLY else "returned" if zone == RETURNED else ZONES[zone]


def _held(s: VoyageState, card: int) -> HeldCard:
    option = s.card_option[card]
    port = s.card_port[card]
    chosen = s.c.option_ids[s.c.encounter(card).options[option].id] if option >= 0 else None
    return HeldCard(
        card,
        chosen,
        ZONES[port] if port >= 0 else None,
        s.card_left[card],
        s.card_wild[card],
        _names(s.card_open[card], OPEN_NAMES),
        s.card_used[card] != 0,
    )


def _resolving(s: VoyageState) -> list[HeldCard]:
    """Cards of which an option is being carried out."""
    out: list[HeldCard] = []
    for card in s.c.encounter_numbers:
        if (s.card_option[card] >= 0 or s.card_open[card]) and not any(card in p.cards for p in s.players):
            out.append(_held(s, card))
    return out


def _objective(s: VoyageState, number: int) -> ObjectiveView:
    claim = s.c.objectives[number].claim
    base = s.objective_base[number]
    far = [progress(s, seat, claim, base) for seat in range(s.n)]
    return ObjectiveView(s.c.objective_ids[number], s.objective_round[number], base.copy(), far)


# --- frames


def _drawn(s: VoyageState) -> list[int]:
    """Objectives drawn and not yet kept or put back."""
    out: list[int] = []
    for f in s.stack:
        if isinstance(f, PrivateDraw | ObjectiveKeep | ObjectiveReturn):
            out += f.drawn
    return out


def _frame(s: VoyageState, f: Frame[Any], seat: int | None, me: int) -> dict[str, Any]:
    """A frame as a seat may see it: drawn objectives and sealed answers are known to their owners only."""
    data = {"frame": f.name(), **f.fields()}
    if isinstance(f, PrivateDraw | ObjectiveKeep | ObjectiveReturn):
        drawn: list[dict[str, Any]] = []
        for o in f.drawn:
            mask = s.objective_seen[o]
            shown = s.c.objective_ids[o] if _knows(mask, me) else None
            deck = DECKS[s.c.objectives[o].deck]
            drawn.append({"objective": shown, "deck": deck, "seen_by": _seats(mask, s.n)})
        data["drawn"] = drawn
    elif isinstance(f, Sealed):
        answers = data.pop("answers")
        data["answered"] = [a is not None for a in answers]
        data["own"] = answers[f.seats.index(seat)] if seat is not None and seat in f.seats else None
    return data
