"""What a seat may know, built field by field; possible worlds made of it; states in plain form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rulekit.chance import Chance
from rulekit.frames import Frame
from rulekit.outcome import Outcome
from treasure_ship.action_step import Act, ActionSequence, Bonus, Detach, Encounter, Monument
from treasure_ship.content import Content
from treasure_ship.effects import (
    AnimalKind,
    AnimalPlace,
    AnyEmissary,
    Choose,
    Colour,
    Gains,
    Hospitality,
    MeritClimb,
    SendEmissary,
    TakeGoods,
    Trade,
)
from treasure_ship.flow import ActionStep, ChooseSquares, Course, SetUp, Voyage
from treasure_ship.names import (
    ENCOUNTER_PLACES,
    GOODS,
    NPC,
    PHASES,
    PLACES,
    POWERS,
    RESOURCES,
    SQUARES,
)
from treasure_ship.officials import Offer, Plan
from treasure_ship.payment import Pay, PayGoods
from treasure_ship.sailing import Extend, Flagship, Rebellion, Route, Sail
from treasure_ship.state import Player, ShipState, legal_squares, seat_name


class TileView(msgspec.Struct):
    """An animal tile in a house: its kind and where it lies."""

    kind: str
    rotation: int
    x: int
    y: int


class SeatInfo(msgspec.Struct):
    """What one seat has; all of it is public. `offered` counts its frames by place over all rounds."""

    resources: dict[str, int]
    goods: dict[str, int]
    emissaries: dict[str, int]
    points: int
    merit: int
    levels: dict[str, int]
    first_benefits: list[str]
    monuments: list[int]
    animals: list[TileView]
    bombarded: bool
    offered: dict[str, int]
    points_by_source: dict[str, int]


class VoyageView(msgspec.Struct):
    """A voyage of the round: its card if face up, and whose frame is on it (null: nobody's)."""

    card: str | None
    face_down: bool
    captain: int | str | None


class OfferingView(msgspec.Struct):
    seat: int | str
    place: str


class ShipView(msgspec.Struct):
    """What a seat may know; `seat` is null for a spectator. Hidden are which face-down card lies where
    and the order of the piles (`pool`, `additional_left` and `solo_left` are sorted), and the squares
    that others have chosen and not yet shown.

    `stack` is what is being carried out, outermost first.
    """

    mode: str
    seat: int | None
    round: int
    phase: str
    start_seat: int | str
    sides: dict[str, str]
    officials: dict[str, str]
    offerings: list[OfferingView]
    planning_order: list[int | str]
    voyages: list[VoyageView]
    voyage: int | None
    captain: int | str | None
    route: list[int]
    start_square: int
    leftover: bool
    marker: int | None
    event_square: int | None
    squares: list[int | None]
    finished: list[bool]
    captain_benefit: bool
    in_actions: bool
    ending: bool
    seats: list[SeatInfo]
    animals: dict[str, int]
    bag: dict[str, int]
    discard: dict[str, int]
    pool: list[str]
    additional_left: list[str]
    gone: list[str]
    guideline: str | None
    guideline_next: str | None
    solo_left: list[str]
    stack: list[dict[str, Any]]
    answered: list[int]
    outcome: dict[str, Any] | None


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


# --- frames from their plain form

_Fields = dict[str, Any]


def _read_sequence(_: ShipState, f: _Fields) -> ActionSequence:
    a = ActionSequence(f["seat"], f["square"])
    a.step, a.met, a.mass_left, a.event_left = f["step"], f["met"], f["mass_left"], f["event_left"]
    a.performed, a.bonus_main, a.neighbours, a.target = f["performed"], f["bonus_main"], f["neighbours"], f["target"]
    return a


def _read_squares(s: ShipState, f: _Fields) -> ChooseSquares:
    frame = ChooseSquares(list(f["seats"]))
    if "answers" in f:
        frame.answers = [s.c.a_square[a] if a is not None else None for a in f["answers"]]
    return frame


def _read_step(s: ShipState, f: _Fields) -> ActionStep:
    return ActionStep(list(f["seats"]), [[read_frame(s, x) for x in branch] for branch in f["branches"]])


_READERS: dict[str, Callable[[ShipState, _Fields], Frame[ShipState]]] = {
    "set_up": lambda _, f: SetUp(f["sides"], f["start"]),
    "course": lambda _, f: Course(f["step"], f["at"]),
    "voyage": lambda _, f: Voyage(f["number"], f["step"]),
    "offer": lambda _, f: Offer(f["seat"]),
    "plan": lambda _, f: Plan(f["seat"]),
    "rebellion": lambda _, f: Rebellion(f["seat"], f["n"], f["merit"]),
    "extend": lambda _, f: Extend(f["seat"]),
    "sail": lambda _, f: Sail(f["left"]),
    "route": lambda _, f: Route(f["seat"]),
    "flagship": lambda _, f: Flagship(f["seat"]),
    "square": _read_squares,
    "action_step": _read_step,
    "actions": _read_sequence,
    "encounter": lambda _, f: Encounter(
        f["seat"], f["square"], f["strength"], f["merit"], ENCOUNTER_PLACES.index(f["place"])
    ),
    "act": lambda _, f: Act(f["seat"], f["main"]),
    "monument": lambda _, f: Monument(f["seat"]),
    "bonus": lambda _, f: Bonus(f["seat"]),
    "detach": lambda _, f: Detach(f["seat"]),
    "gains": lambda _, f: Gains(f["seat"], list(f["effects"]), f["source"], f["main"], f["at"]),
    "pay": lambda _, f: Pay(f["seat"], f["costs"], f["at"]),
    "pay_goods": lambda _, f: PayGoods(f["seat"], f["n"], f["distinct"]),
    "goods": lambda _, f: TakeGoods(f["seat"], f["n"]),
    "merit": lambda _, f: MeritClimb(f["seat"], f["left"]),
    "any_emissary": lambda _, f: AnyEmissary(f["seat"], f["left"]),
    "colour": lambda _, f: Colour(f["seat"]),
    "emissary": lambda _, f: SendEmissary(f["seat"], POWERS.index(f["power"])),
    "hospitality": lambda _, f: Hospitality(f["seat"], POWERS.index(f["power"])),
    "choose": lambda _, f: Choose(f["seat"], f["effect"], f["main"], f["source"]),
    "trade": lambda _, f: Trade(f["seat"], f["effect"], f["source"]),
    "animal_kind": lambda _, f: AnimalKind(f["seat"], list(f["kinds"])),
    "animal_place": lambda _, f: AnimalPlace(f["seat"], f["animal"]),
}


def read_frame(s: ShipState, f: _Fields) -> Frame[ShipState]:
    """A frame from {"frame": name, ...fields}."""
    return _READERS[f["frame"]](s, f)


def read_outcome(o: dict[str, Any] | None) -> Outcome | None:
    return None if o is None else Outcome(o["reason"], o["placings"], o["scores"], o["detail"])


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


# --- the whole state in plain form


def encode(s: ShipState) -> dict[str, Any]:
    """Everything, secrets included; equal for equal states. Never leaves the service."""
    players = []
    for p in s.players:
        players.append(
            {
                "res": p.res.copy(),
                "goods": p.goods.copy(),
                "emissaries": p.emissaries.copy(),
                "vp": p.vp,
                "merit": p.merit,
                "levels": p.levels.copy(),
                "first_taken": p.first_taken,
                "monuments": p.monuments,
                "covered": p.covered,
                "tiles": p.tiles.copy(),
                "bombarded": p.bombarded,
                "offered": p.offered.copy(),
                "scored": dict(sorted(p.scored.items())),
            }
        )
    plain = {name: getattr(s, name) for name in _PLAIN}
    lists = {name: list(getattr(s, name)) for name in _LISTS}
    return {
        **plain,
        **lists,
        "players": players,
        "offerings": [list(o) for o in s.offerings],
        "stack": [{"frame": f.name(), **f.fields()} for f in s.stack],
        "answered": s.answered.copy(),
        "tick": s.tick,
        "outcome": s.outcome.plain() if s.outcome is not None else None,
    }


_PLAIN = [
    "start_seat",
    "round",
    "phase",
    "voyage",
    "captain",
    "start_square",
    "leftover",
    "marker",
    "event_square",
    "captain_benefit",
    "in_actions",
    "guide",
    "ending",
]
_LISTS = [
    "sides",
    "officials",
    "animals",
    "bag",
    "spent",
    "cards",
    "shown",
    "pile",
    "additional",
    "gone",
    "order",
    "priority",
    "route",
    "finished",
    "squares",
    "solo_pile",
]


def decode(c: Content, data: dict[str, Any]) -> ShipState:
    """The state of `encode`."""
    s = ShipState(c, len(data["players"]))
    for name in _PLAIN:
        setattr(s, name, data[name])
    for name in _LISTS:
        setattr(s, name, list(data[name]))
    for p, d in zip(s.players, data["players"], strict=True):
        for name, value in d.items():
            setattr(p, name, value.copy() if isinstance(value, list | dict) else value)
    s.offerings = [(seat, place) for seat, place in data["offerings"]]
    s.answered = list(data["answered"])
    s.tick = data["tick"]
    s.outcome = read_outcome(data["outcome"])
    s.stack = [read_frame(s, f) for f in data["stack"]]
    return s
