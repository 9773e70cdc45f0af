"""Everything that can be wrong with a state."""

from __future__ import annotations

from typing import Any

from rulekit.frames import Frame
from ultimate_voyage.names import (
    AFFILIATION_MAX,
    AFFILIATION_MIN,
    CARDS,
    COLOURS,
    HOSTILE,
    NOBODY,
    QUICK,
    REGION_COUNT,
    REGIONS,
    RESOURCES,
    SOLO,
    TRACKS,
    UNKNOWN,
    ZONES,
)
from ultimate_voyage.private_objectives import ObjectiveKeep, ObjectiveReturn, PrivateDraw
from ultimate_voyage.state import AT_SUPPLY, FACE_UP, RETURNED, STORY_MARKERS, VoyageState, hostile, open_zone


def faults(s: VoyageState) -> list[str]:
    """Broken limits and counts of components (UV-010 to UV-014), impossible places and relations."""
    if any(f.name() == "set_up" for f in s.stack):
        return []
    out: list[str] = []
    _tokens(s, out)
    _goods(s, out)
    _ports(s, out)
    _cards(s, out)
    for seat in range(len(s.players)):
        _player(s, seat, out)
    _tracks(s, out)
    if s.outcome is None and not s.stack:
        out.append("nothing is left to do, but the match is not over")
    return out


def _tokens(s: VoyageState, out: list[str]) -> None:
    c = s.c
    for resource, name in enumerate(RESOURCES):
        held = sum(p.res[resource] for p in s.players)
        if held > c.supply[resource]:
            out.append(f"{name}: {held} of {c.supply[resource]} are held (UV-012)")
    for colour, name in enumerate(COLOURS):
        total = s.bag[colour] + sum(p.tokens[colour] for p in s.players) + sum(s.tokens[colour::4])
        if total != c.tokens_per_colour[colour] or s.bag[colour] < 0:
            out.append(f"knowledge tokens {name}: {total} of {c.tokens_per_colour[colour]}")
    if min(s.tokens) < 0:
        out.append("a port has less than no knowledge tokens")
    for zone in range(len(ZONES)):
        if sum(s.tokens[zone * 4 : zone * 4 + 4]) > len(c.printed[zone]):
            out.append(f"{ZONES[zone]} has more knowledge tokens than spaces")
    if len(s.tower) > c.tower_levels:
        out.append(f"the tower has {len(s.tower)} levels (UV-194)")


def _goods(s: VoyageState, out: list[str]) -> None:
    c = s.c
    where: list[int] = []
    for pile in s.pile:
        where += pile
    for zone, goods in enumerate(s.bazaar):
        where += goods
        if len(goods) > c.bazaar[zone]:
            out.append(f"{ZONES[zone]} has {len(goods)} goods (UV-272)")
        if goods != sorted(goods):
            out.append(f"the goods of {ZONES[zone]} are not in order")
    for p in s.players:
        where += p.goods
        if any(s.seen[g] != FACE_UP for g in p.goods):
            out.append("a good that is owned is not face up")
    used = [g for g in range(len(c.good_ids)) if s.regions >> c.good_region[g] & 1]
    if sorted(where) != used:
        out.append("goods are missing, doubled or out of a closed region")
    for region, pile in enumerate(s.pile):
        if pile != sorted(pile) or any(c.good_region[g] != region for g in pile):
            out.append(f"the goods under {REGIONS[region]} are not in order")
    if any(c.good_wild[g] == 0 for g in s.flipped) or len(set(s.flipped)) != len(s.flipped):
        out.append("a good is flipped that has no wild tokens, or twice (UV-540)")


def _ports(s: VoyageState, out: list[str]) -> None:
    for zone in range(1, len(ZONES)):
        name = ZONES[zone]
        value = s.affiliation[zone]
        if value != UNKNOWN and not AFFILIATION_MIN <= value <= AFFILIATION_MAX:
            out.append(f"{name} has affiliation {value} (UV-112)")
        if s.marker[zone] != NOBODY and value <= 0:
            out.append(f"{name} is a tributary at {value} (UV-122)")
        if s.marker[zone] != NOBODY and not s.allied[zone]:
            out.append(f"{name} has a marker, but no relation was ever established")
        if s.depot[zone] != NOBODY and value == HOSTILE:
            out.append(f"the hostile port {name} has a depot (UV-124)")
        if not open_zone(s, zone) and (value != UNKNOWN or s.depot[zone] != NOBODY or s.bazaar[zone]):
            out.append(f"something stands in the closed zone {name} (UV-026)")
        seats = [seat for seat in range(s.n) if zone in s.players[seat].ships]
        if seats and open_zone(s, zone) and s.outcome is None and not _busy(s):
            if value == UNKNOWN:
                out.append(f"a ship is in {name}, but its affiliation is undetermined (UV-114)")
            elif not hostile(s, zone) and any(s.seen[g] != FACE_UP for g in s.bazaar[zone]):
                out.append(f"a ship is in {name}, but goods lie face down there (UV-375)")


def _busy(s: VoyageState) -> bool:
    """In the middle of a movement, whose results come at its end."""
    return any(
        f.name() in ("action_step", "storm_loss", "arrival_order", "return_home", "movement_end") for f in s.stack
    )


def _cards(s: VoyageState, out: list[str]) -> None:
    c = s.c
    held: list[int] = []
    for p in s.players:
        held += p.cards
    there = s.deck + s.discard + s.aside + held
    numbers = [n for n in c.encounter_numbers if s.mode != SOLO or n not in c.solo_removed_encounters]
    extra = [n for n in there if n not in numbers]
    if len(set(there)) != len(there):
        out.append("an encounter card is in two places")
    if extra and not (s.mode == SOLO and extra == [c.meeting_card] and c.meeting_card in held):
        out.append(f"encounter cards {extra} are not in this game")
    missing = [n for n in numbers if n not in there]
    if missing and s.outcome is None and not any(f.name().startswith(("encounter", "movement")) for f in s.stack):
        out.append(f"encounter cards {missing} are missing")
    for card in c.encounter_numbers:
        resolving = card not in there  # a card in an encounter's frame already has what lasts of it
        if (s.card_open[card] != 0) != (card in held) and not resolving:
            out.append(f"encounter card {card}: what is open of it and where it lies do not agree")
        if s.card_seen[card] and card not in s.deck:
            out.append(f"encounter card {card} is known in a deck in which it is not")
    _objectives(s, out)


def _objectives(s: VoyageState, out: list[str]) -> None:
    c = s.c
    decks = c.decks_solo if s.mode == SOLO else c.decks_quick[s.n] if s.mode == QUICK else c.decks_full[s.n]
    there = s.display + s.objectives_out
    for pile in s.objective_decks:
        there += pile
    for p in s.players:
        there += p.private + p.completed
    for f in s.stack:
        there += drawn(f)
    needed = sorted(decks[0] + decks[1] + decks[2])
    if s.outcome is None and sorted(there) != needed:
        out.append("objectives are missing, doubled or not in this game")
    if len(s.display) > 3:
        out.append(f"{len(s.display)} objectives are on display (UV-210)")
    for number in [*s.display, *(o for p in s.players for o in p.private)]:
        if not s.objective_base[number] or s.objective_round[number] < s.first_round:
            out.append(f"{c.objective_ids[number]} has no reveal")


def drawn(f: Frame[Any]) -> list[int]:
    """The objectives that lie in a frame."""
    return f.drawn if isinstance(f, PrivateDraw | ObjectiveKeep | ObjectiveReturn) else []


def _player(s: VoyageState, seat: int, out: list[str]) -> None:
    c = s.c
    p = s.players[seat]
    if min(*p.res, *p.track, *p.tokens, p.kilns, p.camps) < 0:
        out.append(f"seat {seat} has less than nothing of something")
    for track, name in enumerate(TRACKS):
        if seat != s.conti and p.track[track] > c.track_max[track]:
            out.append(f"seat {seat} has {name} {p.track[track]} (UV-140)")
    if p.built > c.structures_max or p.built < p.kilns + p.camps + s.depot.count(seat):
        out.append(f"seat {seat} has built {p.built} structures (UV-472)")
    if seat != s.conti and sorted(p.order) != list(range(len(CARDS))):
        out.append(f"seat {seat} has the cards {p.order}")
    for zone in p.ships:
        if zone not in (AT_SUPPLY, RETURNED) and not open_zone(s, zone):
            out.append(f"a ship of seat {seat} is in the closed zone {ZONES[zone]} (UV-026)")
    if not 0 <= p.unused < 8:
        out.append(f"seat {seat} has the dials {p.unused}")


def _tracks(s: VoyageState, out: list[str]) -> None:
    for region in range(REGION_COUNT):
        spaces = [n for n in s.story[region * STORY_MARKERS : (region + 1) * STORY_MARKERS] if n]
        if len(set(spaces)) != len(spaces) or any(n > s.c.story_length[region] for n in spaces):
            out.append(f"story markers in {REGIONS[region]} stand on {spaces} (UV-172)")
        if spaces and not s.regions >> region & 1:
            out.append(f"story markers stand in the closed region {REGIONS[region]}")
    if not 0 <= s.health <= s.c.health_last:
        out.append(f"Zheng He's health stands on {s.health}")
