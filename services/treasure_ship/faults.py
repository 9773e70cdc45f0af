"""Everything that can be wrong with a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.frames import Fork, Frame
from treasure_ship.effects import AnimalPlace
from treasure_ship.names import POWERS
from treasure_ship.state import ShipState


def faults(s: ShipState) -> list[str]:
    """Broken limits: animals (TS-025), emissaries (TS-028), cards, chips, the animal house (TS-469)."""
    c = s.c
    out: list[str] = []
    placing = [f.animal for f in frames(s.stack) if isinstance(f, AnimalPlace)]
    given_up = s.outcome is not None and s.outcome.reason != "final_score"  # a tile may have been in hand
    for kind, name in enumerate(c.animal_names):
        placed = sum(1 for p in s.players for i in p.tiles if c.placements[i].animal == kind)
        missing = c.animal_count[kind] - placed - s.animals[kind] - placing.count(kind)
        if missing < 0 or (missing > 0 and not given_up):
            out.append(f"{name}: {placed} placed and {s.animals[kind]} left of {c.animal_count[kind]}")
    for power, name in enumerate(POWERS):
        total = s.bag[power] + s.spent[power] + sum(p.emissaries[power] for p in s.players)
        if total != c.per_colour or min(s.bag[power], s.spent[power]) < 0:
            out.append(f"emissaries of {name}: {total} of {c.per_colour}")
    for seat, p in enumerate(s.players):
        if min(*p.res, *p.goods, *p.emissaries, p.vp) < 0:
            out.append(f"seat {seat} has less than nothing of something")
        if not 0 <= p.merit <= c.merit_max:
            out.append(f"seat {seat} has merit {p.merit}")
        if any(not 0 <= level <= len(c.level_cost) for level in p.levels):
            out.append(f"seat {seat} has diplomacy levels {p.levels}")
        if bin(p.monuments).count("1") > c.monument_frames:
            out.append(f"seat {seat} has more monuments than frames (TS-034)")
        if any(p.monuments >> q & 1 and c.monument[q] < 0 for q in range(len(c.monument))):
            out.append(f"seat {seat} has a monument on a square without a space (TS-503)")
        masks = [c.placements[i].mask for i in p.tiles]
        if sum(masks) != p.covered or sum(bin(m).count("1") for m in masks) != bin(p.covered).count("1"):
            out.append(f"the tiles of seat {seat} overlap (TS-472)")
        if any(n > 1 for n in p.offered[3:]):
            out.append(f"seat {seat} has offered twice to one official (TS-119)")
        if sum(p.scored.values()) != p.vp:
            out.append(f"the points of seat {seat} do not add up")
    cards = [*s.gone, *s.pile, *s.additional, *(v for v in s.cards if v >= 0)]
    if s.officials[0] >= 0 and sorted(cards) != list(range(len(c.voyage_cards))):
        out.append("voyage cards are missing or doubled")
    if len(s.route) != len(set(s.route)):
        out.append("a square holds two frames of one voyage (TS-224)")
    if s.outcome is None and not s.stack:
        out.append("nothing is left to do, but the match is not over")
    return out


def frames(stack: list[Frame[Any]]) -> Iterator[Frame[Any]]:
    """All frames of a stack, those of branches included."""
    for f in stack:
        yield f
        if isinstance(f, Fork):
            for branch in f.branches:
                yield from frames(branch)
