"""Scenes with de' Conti: one of his actions, or what he did."""

from __future__ import annotations

from typing import Any

from tests.games.ultimate_voyage.positions import base
from tests.games.ultimate_voyage.table import Table
from ultimate_voyage.automa import act
from ultimate_voyage.names import ZONES
from ultimate_voyage.rounds import ROUND_END, Course
from ultimate_voyage.turn import ActionPhase

Dials = tuple[int, int, int]


CONTI = 1


FIRST, SECOND = 0, 1  # his first action; the second, which is a Sail unless he has explored


ALL_PORTS = ZONES[1:]


def conti(nth: int, ships: str, dials: Dials = (0, 0, 0), turned: bool = False, **position: Any) -> Table:
    """He has taken one action; Zheng He is in Nanjing. Without tokens at his port he trades first."""
    position = {"wind": "gray", "unused": {CONTI: "sun moon star"}, **position}
    t = Table(base(seats=1, mode="solo", ships={0: "nanjing", CONTI: ships}, dials=dials, **position))
    t.state.turned = turned
    t.state.stack = [Course(ROUND_END), ActionPhase(automa=3)]
    act(t.state, t._ctx(), nth)
    assert t.game.faults(t.state) == []
    return t


def trading(ships: str, dials: Dials = (0, 0, 0), **position: Any) -> Table:
    """A Trade as the second action, after Explore."""
    return conti(SECOND, ships, dials, marks={CONTI: "explore"}, **position)


def sailing(ships: str, dials: Dials = (0, 0, 0), **position: Any) -> Table:
    """A Sail as the second action, after Trade."""
    return conti(SECOND, ships, dials, marks={CONTI: "trade"}, **position)


def did(t: Table) -> list[str]:
    return t.told("de_conti", "action")
