"""The forms of what a seat sees: plain structs, from which JSON and its schema follow."""

from __future__ import annotations

from typing import Any

import msgspec


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
