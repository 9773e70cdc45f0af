"""What a seat may know, built field by field, and possible worlds made of it."""

from __future__ import annotations

from typing import Any

from rulekit.chance import Chance
from rulekit.frames import Frame
from treasure_ship.coding import read_frame, read_outcome
from treasure_ship.content import Content
from treasure_ship.flow import ChooseSquares
from treasure_ship.names import (
    GOODS,
    NPC,
    PHASES,
    PLACES,
    POWERS,
    RESOURCES,
    SQUARES,
)
from treasure_ship.state import Player, ShipState, legal_squares, seat_name
from treasure_ship.view_types import OfferingView, SeatInfo, ShipView, TileView, VoyageView

_VOYAGE_FREE = -2
_VOYAGE_DONE = -3


def _seat_info(c: Content, p: Player) -> SeatInfo:
    tiles = []
    for i in p.tiles:
        placed = c.placements[i]
        tiles.append(TileView(c.animal_names[placed.animal], placed.action.a, placed.action.b, placed.action.c))
    firsts = [f"{POWERS[b // 3]} {b % 3 + 1}" for b in range(15) if p.first_taken >> b & 1]
    return SeatInfo(
        resources=dict(zip(RESOURCES, p.res, strict=True)),
        goods=dict(zip(GOODS, p.goods, strict=True)),
        emissaries=dict(zip(POWERS, p.emissaries, strict=True)),
        points=p.vp,
        merit=p.merit,
        levels=dict(zip(POWERS, p.levels, strict=True)),
        first_benefits=firsts,
        monuments=[q for q in range(SQUARES) if p.monuments >> q & 1],
        animals=tiles,
        bombarded=p.bombarded,
        offered={PLACES[i]: n for i, n in enumerate(p.offered) if n},
        points_by_source=dict(sorted(p.scored.items())),
    )


def _frame_view(f: Frame[Any], seat: int | None) -> dict[str, Any]:
    """A frame as a seat may see it: everything is public but the sealed squares of others."""
    if isinstance(f, ChooseSquares):
        answers = [a is not None for a in f.answers]
        own = None
        if seat is not None and seat in f.seats:
            given = f.answers[f.seats.index(seat)]
            own = given.a if given is not None else None
        return {"frame": f.name(), "seats": list(f.seats), "answered": answers, "own": own}
    return {"frame": f.name(), **f.fields()}


def view(s: ShipState, seat: int | None) -> ShipView:
    c = s.c
    voyages = []
    for i in range(4):
        if s.cards[i] < 0:
            continue
        who = s.priority[i]
        captain = None if who in (_VOYAGE_FREE, _VOYAGE_DONE) else seat_name(who)
        voyages.append(VoyageView(c.voyage_cards[s.cards[i]].id if s.shown[i] else None, not s.shown[i], captain))
    pool = s.pile + [s.cards[i] for i in range(4) if s.cards[i] >= 0 and not s.shown[i]]
    ids = [v.id for v in c.voyage_cards]
    return ShipView(
        mode="solo" if s.solo else "standard",
        seat=seat,
        round=s.round,
        phase=PHASES[s.phase],
        start_seat=seat_name(s.start_seat),
        sides={POWERS[i]: "AB"[side] for i, side in enumerate(s.sides)},
        officials={PLACES[i]: c.officials[o].id for i, o in enumerate(s.officials)},
        offerings=[OfferingView(seat_name(who), PLACES[place]) for who, place in s.offerings],
        planning_order=[seat_name(who) for who in s.order],
        voyages=voyages,
        voyage=s.voyage + 1 if s.voyage >= 0 else None,
        captain=seat_name(s.captain) if s.captain > _VOYAGE_FREE else None,
        route=s.route.copy(),
        start_square=s.start_square,
        leftover=s.leftover,
        marker=s.marker if s.marker >= 0 else None,
        event_square=s.event_square if s.event_square >= 0 else None,
        squares=[q if q >= 0 else None for q in s.squares],
        finished=s.finished.copy(),
        captain_benefit=s.captain_benefit,
        in_actions=s.in_actions,
        ending=s.ending,
        seats=[_seat_info(c, p) for p in s.players],
        animals=dict(zip(c.animal_names, s.animals, strict=True)),
        bag=dict(zip(POWERS, s.bag, strict=True)),
        discard=dict(zip(POWERS, s.spent, strict=True)),
        pool=sorted(ids[i] for i in pool),
        additional_left=sorted(ids[i] for i in s.additional),
        gone=[ids[i] for i in s.gone],
        guideline=c.solo_cards[s.guide].id if s.guide >= 0 else None,
        guideline_next=c.solo_cards[s.solo_pile[-1]].id if s.solo_pile else None,
        solo_left=sorted(c.solo_cards[i].id for i in s.solo_pile),
        stack=[_frame_view(f, seat) for f in s.stack],
        answered=s.answered.copy(),
        outcome=s.outcome.plain() if s.outcome is not None else None,
    )


# --- possible worlds


def _number(seat: int | str | None, none: int) -> int:
    return none if seat is None else NPC if isinstance(seat, str) else seat


def _read_player(c: Content, v: SeatInfo) -> Player:
    p = Player()
    p.res = [v.resources[r] for r in RESOURCES]
    p.goods = [v.goods[g] for g in GOODS]
    p.emissaries = [v.emissaries[x] for x in POWERS]
    p.vp, p.merit = v.points, v.merit
    p.levels = [v.levels[x] for x in POWERS]
    for text in v.first_benefits:
        power, level = text.split()
        p.first_taken |= 1 << (POWERS.index(power) * 3 + int(level) - 1)
    p.monuments = sum(1 << q for q in v.monuments)
    for tile in v.animals:
        action = c.place_action(tile.rotation, tile.x, tile.y)
        kind = c.animal_names.index(tile.kind)
        found = next(i for i in c.placements_of[kind] if c.placements[i].action is action)
        p.tiles.append(found)
        p.covered |= c.placements[found].mask
    p.bombarded = v.bombarded
    for place, n in v.offered.items():
        p.offered[PLACES.index(place)] = n
    p.scored = dict(v.points_by_source)
    return p


def determinize(c: Content, v: ShipView, seat: int, chance: Chance) -> ShipState:
    """A state that gives the seat this very view; hidden cards and squares are drawn by `chance`."""
    s = ShipState(c, len(v.seats))
    ids = [card.id for card in c.voyage_cards]
    s.players = [_read_player(c, info) for info in v.seats]
    s.sides = ["AB".index(v.sides[p]) for p in POWERS]
    by_id = {o.id: i for i, o in enumerate(c.officials)}
    s.officials = [by_id[v.officials[PLACES[i]]] for i in range(15)]
    s.start_seat = _number(v.start_seat, NPC)
    s.round, s.phase = v.round, PHASES.index(v.phase)
    s.animals = [v.animals[a] for a in c.animal_names]
    s.bag, s.spent = [v.bag[p] for p in POWERS], [v.discard[p] for p in POWERS]
    s.offerings = [(_number(o.seat, NPC), PLACES.index(o.place)) for o in v.offerings]
    s.order = [_number(who, NPC) for who in v.planning_order]
    s.voyage = v.voyage - 1 if v.voyage is not None else -1
    s.captain = _number(v.captain, _VOYAGE_FREE)
    s.route, s.start_square, s.leftover = v.route.copy(), v.start_square, v.leftover
    s.marker = v.marker if v.marker is not None else -1
    s.event_square = v.event_square if v.event_square is not None else -1
    s.squares = [q if q is not None else -1 for q in v.squares]
    s.finished, s.captain_benefit = v.finished.copy(), v.captain_benefit
    s.in_actions, s.ending = v.in_actions, v.ending
    s.gone = [ids.index(x) for x in v.gone]
    s.answered = v.answered.copy()
    s.outcome = read_outcome(v.outcome)
    pool = chance.shuffle("pool", [ids.index(x) for x in v.pool])
    for i, voyage in enumerate(v.voyages):
        s.shown[i] = not voyage.face_down
        s.cards[i] = pool.pop() if voyage.card is None else ids.index(voyage.card)
        done = s.shown[i] and voyage.captain is None
        s.priority[i] = _number(voyage.captain, _VOYAGE_DONE if done else _VOYAGE_FREE)
    s.pile = pool
    s.additional = chance.shuffle("additional", [ids.index(x) for x in v.additional_left])
    solo_ids = [card.id for card in c.solo_cards]
    s.guide = solo_ids.index(v.guideline) if v.guideline is not None else -1
    if v.guideline_next is not None:
        top = solo_ids.index(v.guideline_next)
        rest = [solo_ids.index(x) for x in v.solo_left if x != v.guideline_next]
        s.solo_pile = [*chance.shuffle("solo_pile", rest), top]
    s.stack = [read_frame(s, f) for f in v.stack]
    _fill_sealed(s, v, seat, chance)
    return s


def _fill_sealed(s: ShipState, v: ShipView, seat: int, chance: Chance) -> None:
    """Squares that others have chosen and not shown: any of their legal ones."""
    for shown, frame in zip(v.stack, s.stack, strict=True):
        if isinstance(frame, ChooseSquares):
            for i, who in enumerate(frame.seats):
                if who == seat and shown["own"] is not None:
                    frame.answers[i] = s.c.a_square[shown["own"]]
                elif shown["answered"][i]:
                    frame.answers[i] = s.c.a_square[chance.draw("sealed", legal_squares(s, who), 1)[0]]
