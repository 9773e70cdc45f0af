"""States and frames in plain form (JSON-shaped, names instead of numbers where a view shows them) and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
    POWERS,
)
from treasure_ship.officials import Offer, Plan
from treasure_ship.payment import Pay, PayGoods
from treasure_ship.sailing import Extend, Flagship, Rebellion, Route, Sail
from treasure_ship.state import ShipState

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
