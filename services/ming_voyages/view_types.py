"""The forms of what a seat sees: plain structs, from which JSON and its schema follow."""

from __future__ import annotations

from typing import Any

import msgspec


class Region(msgspec.Struct, omit_defaults=True):
    """Pieces in a land region."""

    troop: int = 0
    horde: int = 0
    settlement: int = 0
    gold: int = 0
    junk: int = 0


class KnownCards(msgspec.Struct):
    """Cards that one side remembers of the other's (a card of `hand` may have been reserved since the swap)."""

    hand: list[int]
    reserve: list[int]


class BattleView(msgspec.Struct):
    """The battle being fought; dice in the order rolled, empty where not rolled yet."""

    target: str
    attacker: str
    attack_dice: list[int]
    defence_dice: list[int]
    defending: bool
    rerolls: int
    cards: list[int]
    rounds: int


class SeriesView(msgspec.Struct):
    """The series: the game being played (1 or 2) and the points, by seat, of each game that is over."""

    game: int
    points: list[list[int]]


class SoloView(msgspec.Struct):
    """What is on the table only in solo, where both hands and reserves lie open.

    `levels`: Event level of a Reaction to a card of CP 1, 2, 3 now. `deck_sizes` and `discards` of the Event decks of
    Level 1, 2, 3; discards hold card ids, the top one last. Reserves in the order in which the cards came.
    """

    difficulty: str
    extra_challenge: bool
    levels: list[int]
    required_voyages: int
    reserve_limit: int
    cube: str
    deck_sizes: list[int]
    discards: list[list[str]]
    hands: dict[str, list[int]]
    reserves: dict[str, list[int]]
    removed_troops: int


class MingView(msgspec.Struct):
    """What a seat may know. `side` is null, and what is private empty, for a spectator.

    `stack` is what is being carried out, outermost first; all of it is public. `discard` has its top
    card last; `completed` lists the numbers of completed Voyages.
    """

    mode: str
    side: str | None
    sides: list[str]
    round: int
    era: int
    phase: str
    board: dict[str, Region]
    completed: list[int]
    supply: dict[str, int]
    hand: list[int]
    hand_sizes: dict[str, int]
    reserve: list[int]
    reserve_sizes: dict[str, int]
    reserved_this_round: dict[str, bool]
    known_opponent: KnownCards
    known_by_opponent: KnownCards
    deck_size: int
    discard: list[int]
    in_play: int | None
    reinforcement: int | None
    battle: BattleView | None
    stack: list[dict[str, Any]]
    answered: list[int]
    outcome: dict[str, Any] | None
    series: SeriesView | None
    solo: SoloView | None
