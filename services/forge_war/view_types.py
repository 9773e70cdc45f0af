"""The forms of what a seat sees: plain structs, from which JSON and its schema follow."""

from __future__ import annotations

from typing import Any

import msgspec


class HexView(msgspec.Struct):
    """A hex in play: its place [q, r], the resource it yields, the colour of the worker on it (null: none)."""

    at: tuple[int, int]
    resource: str
    worker: int | None


class AdventurerView(msgspec.Struct):
    """An adventurer. `quest` null: in the pool; `tokens` are power tokens on the weapon. The present stay on
    the quest began in round `since` of the game and is number `stay` of the seat; `spent_on` is the quest
    on which Expeditious or Charming is used."""

    id: str
    level: int
    title: str | None
    quest: str | None
    weapon: str | None
    tokens: int
    second: str | None
    second_tokens: int
    since: int
    stay: int
    spent_on: str | None


class ActiveView(msgspec.Struct):
    """An active quest. `step` counts from 1 over all legs, `leg` from 1; `taken` is the round of the game in
    which it was acquired, `start` the step on which it was started; `rushed` tells how many legs had been
    passed before this round's first Road move (null: not rushed). `power` and `difficulty` are the
    effective ones now."""

    quest: str
    step: int
    leg: int
    taken: int
    start: int
    rushed: int | None
    power: int
    difficulty: int


class BonusView(msgspec.Struct):
    """A stall or savvy; `used` tells that the stall has been used this round."""

    card: str
    used: bool


class HandView(msgspec.Struct):
    """Cards dealt to a seat and not yet chosen from: how many of which kind, and which (null: unknown)."""

    kinds: dict[str, int]
    cards: list[str] | None


class SeatInfo(msgspec.Struct):
    """What one seat has; all of it is public but the cards of `hand`.

    `shared` are the rewards of the ordered pass still open, in the order that `resolve` counts; `earned` is
    the prestige by source. `locked` champions may not leave their quest, `disarmed` ones may not be made
    unarmed again in this management, `unfocused` quests may not be focused now.
    """

    gold: int
    resources: dict[str, int]
    prestige: int
    earned: dict[str, int]
    adventurers: list[AdventurerView]
    stays: int
    quests: list[ActiveView]
    completed: list[str]
    designs: list[str]
    claims: list[str]
    unique_designs: list[str]
    bonus_cards: list[BonusView]
    merchant_buys: int
    merchant_sells: int
    extra_stall_uses: int
    wealth_kept: list[str]
    hand: HandView
    locked: list[str]
    disarmed: list[str]
    unfocused: list[str]
    starting: bool
    shared: list[str]
    shared_effects: list[int]


class DeckView(msgspec.Struct):
    """The part of one colour of the quest deck: how many cards are left, and which they may be."""

    colour: str
    count: int
    possible: list[str]


class WarView(msgspec.Struct):
    """What a seat may know; `seat` is null for a spectator. Hidden are the order of all decks, the designs
    taken out unseen (`removed_designs` counts them by stage), wealth cards dealt and draft hands of others
    (hands that the seat itself has passed on are known to it), and answers given and not yet revealed.

    Colours are seats; in a solo game 0 is the player, 1 and 2 are automated. `round` counts within the stage,
    `clock` over the game. `stack` is what is being carried out, outermost first.
    """

    mode: str
    difficulty: str | None
    seat: int | None
    stage: int
    round: int
    clock: int
    rounds_left: int
    phase: str
    order: list[int]
    mine: list[HexView]
    overseers: list[list[tuple[int, int]]]
    workers: list[int]
    locked_last: bool
    face: dict[str, str | None]
    stacks: dict[str, int]
    public_row: list[str]
    market_discard: list[str]
    spaces_taken: list[str]
    endgame_bonuses: dict[str, int | None]
    offer: list[str | None]
    deck: list[DeckView]
    acquiring: int
    acquired: list[int]
    quests_gone: list[str]
    cards_used: list[str]
    removed_designs: dict[str, int]
    bonus_tiles: list[str]
    any_time: list[int]
    seats: list[SeatInfo]
    stack: list[dict[str, Any]]
    answered: list[int]
    outcome: dict[str, Any] | None
