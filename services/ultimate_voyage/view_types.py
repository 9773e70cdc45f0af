"""The form of a view: what a seat may know. `view.py` builds it; the JSON Schema is made of these types.

Seats are numbers; in the solo game de' Conti is seat 1. Encounter cards are named by their number,
all other things by their ids. `seen_by` lists the seats that know a hidden thing (or, for a card in
a deck, its place); null: everybody.
"""

from __future__ import annotations

from typing import Any

import msgspec


class GoodView(msgspec.Struct):
    """A good in a bazaar or pile; `good` is null if the viewer doesn't know it."""

    good: str | None
    seen_by: list[int] | None


class PortView(msgspec.Struct):
    """A port: `affiliation` is null while undetermined, `marker` the seat with a tributary relation,
    `allied` tells that there has ever been one. `tokens` by colour."""

    port: str
    affiliation: int | None
    marker: int | None
    allied: bool
    depot: int | None
    tokens: list[int]
    bazaar: list[GoodView]


class RegionView(msgspec.Struct):
    """A region: the goods under it (those whose place is known, and how many others), the spaces of the
    players' story markers (0: none), and the goods that may be any of the unknown ones here."""

    region: str
    known: list[str]
    face_down: int
    story: list[int]
    unknown: list[str]


class HeldCard(msgspec.Struct):
    """An encounter card beside a mat and what is still open of it; `left` counts markers, `wild` wild tokens."""

    card: int
    option: str | None
    port: str | None
    left: int
    wild: int
    open: list[str]
    used: bool


class ObjectiveView(msgspec.Struct):
    """An objective on display or kept by a seat: the round of its reveal, what does not count (`base`),
    and how far each seat is."""

    objective: str
    round: int
    base: list[int]
    progress: list[int]


class PlayerView(msgspec.Struct):
    """What one player has; all of it is public. `ships`: zone, "supply" or "returned". `explored` gives the
    number of the exploration by port. `attacks` are ports that have attacked him."""

    character: str | None
    porcelain: int
    troops: int
    prestige: int
    profit: int
    passed: list[str]
    order: list[str]
    upgraded: list[str]
    used: list[str]
    dials: list[int]
    unused: list[str]
    ships: list[str]
    kilns: int
    camps: int
    built: int
    goods: list[str]
    tokens: list[int]
    cards: list[HeldCard]
    attacks: list[str]
    healer_used: bool
    labor_used: bool
    home_region: str | None
    bonus_ships: int
    bonus_upgrades: int
    private: list[ObjectiveView]
    completed: list[str]
    wins: list[int]
    firsts: list[int]
    depots_built: list[int]
    explored: dict[str, int]
    storms: int
    strong: int


class KnownCard(msgspec.Struct):
    """A card whose place in a deck somebody knows: `place` counts from 0 at the top; `card` is null if the
    viewer does not know it."""

    place: int
    card: str | int | None
    seen_by: list[int] | None


class DeckView(msgspec.Struct):
    """A face-down deck: its size, the places known, and the cards that the unknown ones are among."""

    size: int
    known: list[KnownCard]
    unknown: list[str | int]


class VoyageView(msgspec.Struct):
    """What a seat may know; `seat` is null for a spectator.

    `stack` is what is being carried out, outermost first; `resolving` are the encounter cards in it that are
    not beside a mat. `tiles` has the random tile of each round,
    null if none is turned up there; `tiles_unknown` are the face-down ones, sorted.
    """

    mode: str
    options: dict[str, bool]
    seat: int | None
    round: int
    first_round: int
    turn_order: list[int]
    active: int | None
    in_actions: bool
    wind: str
    storm: str | None
    health: int
    dice: list[int]
    tiles: list[str | None]
    tiles_unknown: list[str]
    nanjing_open: bool
    ports: list[PortView]
    regions: list[RegionView]
    bag: list[int]
    flipped: list[str]
    players: list[PlayerView]
    docked: list[int]
    tower: list[int]
    bonus_tokens: list[int]
    deck: DeckView
    discard: list[int]
    aside: list[int]
    resolving: list[HeldCard]
    display: list[ObjectiveView]
    objective_decks: list[DeckView]
    objectives_out: list[str]
    explorations: int
    bonus_due: int
    unsettled: bool
    ending: str
    ending_seat: int | None
    met: bool
    turned: bool
    mats_used: list[str]
    stack: list[dict[str, Any]]
    answered: list[int]
    outcome: dict[str, Any] | None
