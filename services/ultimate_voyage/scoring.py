"""Ships that come home, the triggers of the end, and the final score (RULES.md, sections 9, 21 and 24)."""

from __future__ import annotations

from typing import Any

from rulekit.events import Ctx, Event
from rulekit.outcome import Outcome
from ultimate_voyage.names import (
    END_HEALTH,
    END_NONE,
    END_OBJECTIVES,
    END_REASONS,
    END_ROUNDS,
    END_TRACKS,
    FLAGSHIP,
    NOBODY,
    PORCELAIN,
    PRESTIGE,
    PROFIT,
    QUICK,
    REGION_COUNT,
    REGIONS,
    SHIPS,
    SOLO,
)
from ultimate_voyage.state import RETURNED, STORY_MARKERS, VoyageState, markers_of

OBJECTIVES_TO_END = 4  # UV-586


# --- Nanjing


def return_ships(s: VoyageState, ctx: Ctx, seat: int, ships: list[int]) -> None:
    """Ships leave play for good, the flagship first: docks, then levels of the tower (UV-190 to UV-196).

    In the solo game they give nothing (UV-694).
    """
    for ship in sorted(ships):
        s.players[seat].ships[ship] = RETURNED
        s.docked.append(seat)
        levels = 0
        if s.mode != SOLO:
            levels = 1 + (markers_of(s, seat) if ship == FLAGSHIP else 0)
            levels = min(levels, s.c.tower_levels - len(s.tower))
            s.tower += [seat] * levels
        if ctx.loud:
            points = dock_points(s, len(s.docked) - 1)
            ctx.emit(Event("ship_returned", {"seat": seat, "ship": SHIPS[ship], "points": points}))
            if levels:
                ctx.emit(Event("tower", {"seat": seat, "levels": levels, "height": len(s.tower)}))


def dock_points(s: VoyageState, place: int) -> int:
    """Points of the ship that returned as number `place`, from 0 (UV-192)."""
    points = s.c.docks[s.n] if s.mode != SOLO else []
    return points[place] if place < len(points) else 0


# --- the end


def last_round(s: VoyageState) -> int:
    """The round in which every seat has one turn, the last of the game (UV-580, UV-624)."""
    return s.c.quick_last_round if s.mode == QUICK else s.c.rounds


def trigger(s: VoyageState, ctx: Ctx, reason: int, seat: int) -> None:
    """A trigger of the end: the first one counts (UV-592); a dead Zheng He ends the solo game at once (UV-686)."""
    if s.ending != END_NONE:
        if s.mode == SOLO and reason == END_HEALTH and s.outcome is None:
            s.ending = END_HEALTH
            finish(s, ctx)
        return
    if (s.mode == QUICK and reason != END_ROUNDS) or (s.mode == SOLO and reason > END_ROUNDS):
        return
    s.ending = reason
    s.ending_seat = seat
    if ctx.loud:
        who = seat if seat != NOBODY else None
        ctx.emit(Event("end_triggered", {"reason": END_REASONS[reason], "seat": who}))
    if s.mode == SOLO and reason == END_HEALTH:
        finish(s, ctx)


def check_triggers(s: VoyageState, ctx: Ctx, order: list[int]) -> None:
    """UV-584 and UV-586, for the seats in this order."""
    if s.ending != END_NONE:
        return
    most = s.c.track_max
    for seat in order:
        p = s.players[seat]
        if p.track[PRESTIGE] >= most[PRESTIGE] and p.track[PROFIT] >= most[PROFIT]:
            trigger(s, ctx, END_TRACKS, seat)
        elif len(p.completed) >= OBJECTIVES_TO_END:
            trigger(s, ctx, END_OBJECTIVES, seat)


# --- the final score


def story_points(s: VoyageState, seat: int) -> list[int]:
    """Points of each region's story track (UV-596)."""
    out: list[int] = [0] * REGION_COUNT
    for region in range(REGION_COUNT):
        at = region * STORY_MARKERS
        space = s.story[at + seat]
        if space == 0:
            continue
        leads = True
        for i in range(STORY_MARKERS):
            if s.story[at + i] > space:
                leads = False
        out[region] = min(space, s.c.story_top[region] if leads else s.c.story_low[region])
    return out


def objective_points(s: VoyageState, seat: int) -> int:
    n = 0
    for o in s.players[seat].completed:
        n += s.c.objectives[o].vp
    return n


def home_points(s: VoyageState, seat: int) -> tuple[int, int]:
    """Points of docks and tower levels (UV-192, UV-194)."""
    docks = 0
    for place in range(len(s.docked)):
        if s.docked[place] == seat:
            docks += dock_points(s, place)
    return docks, s.tower.count(seat) * s.c.tower_vp


def presence(s: VoyageState, seat: int) -> int:
    """Ships in play, depots and player markers: the tie-break (UV-598)."""
    ships = 0
    for zone in s.players[seat].ships:
        if zone >= 0:
            ships += 1
    return ships + s.depot.count(seat) + markers_of(s, seat)


def points_by_source(s: VoyageState, seat: int) -> dict[str, int]:
    """A seat's victory points as they stand (UV-594, UV-688)."""
    p = s.players[seat]
    docks, tower = home_points(s, seat)
    first = s.ending in (END_TRACKS, END_OBJECTIVES) and s.ending_seat == seat
    return {
        "tracks": min(p.track[PRESTIGE], p.track[PROFIT]),
        "objectives": objective_points(s, seat),
        "story": sum(story_points(s, seat)),
        "docks": docks,
        "tower": tower,
        "end": 1 if first else 0,
    }


def conti_points(s: VoyageState) -> dict[str, int]:
    """De' Conti's points (UV-688)."""
    p = s.players[s.conti]
    return {
        "profit": p.track[PROFIT],
        "story": sum(story_points(s, s.conti)),
        "porcelain": p.res[PORCELAIN] * s.c.porcelain_vp,
    }


def _by_region(s: VoyageState, seat: int) -> dict[str, int]:
    points = story_points(s, seat)
    return {REGIONS[r]: points[r] for r in range(REGION_COUNT) if points[r]}


def finish(s: VoyageState, ctx: Ctx) -> None:
    """Final score, tie-break, overall victory (UV-594 to UV-602, UV-686 to UV-690)."""
    seats = range(s.n)
    points = [points_by_source(s, seat) for seat in seats]
    scores = [sum(p.values()) for p in points]
    completed = [s.players[seat].completed for seat in seats]
    detail: dict[str, Any] = {
        "points": points,
        "story": [_by_region(s, seat) for seat in seats],
        "objectives": [{s.c.objective_ids[o]: s.c.objectives[o].vp for o in done} for done in completed],
        "round": s.round,
        "triggered_by": s.ending_seat if s.ending_seat != NOBODY else None,
    }
    if s.mode == SOLO:
        conti = conti_points(s)
        won = scores[0] > sum(conti.values())
        placings = [1 if won else 2]
        detail["de_conti"] = conti
    else:
        there = [presence(s, seat) for seat in seats]
        keys = [(scores[seat], there[seat]) for seat in seats]
        placings = [1 + sum(1 for other in keys if other > key) for key in keys]
        detail["presence"] = there
        detail["overall_victory"] = max(scores) > s.c.winner_more_than and min(scores) > s.c.everyone_more_than
    reason = END_REASONS[s.ending]
    s.finish(Outcome(reason, placings, scores, detail))
    if ctx.loud:
        ctx.emit(Event("scored", {"reason": reason, "scores": scores, "placings": placings, **detail}))
