"""What a bot author writes and gets: `Bot`, `Decision`, `Match`, `Result`."""

from __future__ import annotations

import json
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from baochuan.match.v1 import match_pb2

# The kind of a decision that nobody waits for: a right that may be used at any time, or left alone.
ANY_TIME = "any_time"

# An action of the options, its position in them, or None: leave a right of the kind ANY_TIME alone for now.
Choice: TypeAlias = "dict[str, Any] | int | None"


@dataclass(frozen=True, slots=True)
class Match:
    """The public facts of a match. `players` and `options` are as at the start."""

    match_id: str
    game: str
    mode: str
    options: dict[str, Any]
    players: tuple[str, ...]
    edition: str
    commitment: str

    @classmethod
    def from_proto(cls, info: match_pb2.MatchInfo) -> Match:
        return cls(
            match_id=info.match_id,
            game=info.game,
            mode=info.mode,
            options=json.loads(info.options or b"{}"),
            players=tuple(seat.name for seat in info.seats),
            edition=info.edition,
            commitment=info.commitment,
        )


@dataclass(frozen=True, slots=True)
class Decision:
    """What the bot is asked. `id` stays the same while other seats act.

    `rule` is the rule that asks. An `optional` decision may be left out by its first option; a right of the kind
    ANY_TIME may also be left alone by answering None. `time_left` in seconds when the ask arrived, None = no limit.
    """

    match: Match
    seat: int
    id: str
    kind: str
    rule: str
    optional: bool
    revision: int
    time_left: float | None


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match as this bot's seat saw it.

    `placings[seat]` counts from 1 and ties share a number; empty if the match was aborted. `scores[seat]` are the
    game's own points. `seed` is the revealed seed in hex ("" where it is not known). `moves` counts the answers of
    this bot that were accepted, `faults` those that were refused through its own fault.
    """

    match: Match
    seat: int
    reason: str
    placings: tuple[int, ...]
    scores: tuple[int, ...]
    seed: str = ""
    moves: int = 0
    faults: int = 0
    detail: dict[str, Any] = field(default_factory=dict)

    @property
    def match_id(self) -> str:
        return self.match.match_id

    @property
    def placing(self) -> int | None:
        """1 = first; None if the match was aborted."""
        return self.placings[self.seat] if self.placings else None

    @property
    def score(self) -> int | None:
        return self.scores[self.seat] if self.scores else None

    @property
    def won(self) -> bool:
        """First, and nobody else is."""
        return self.placing == 1 and self.placings.count(1) == 1

    @property
    def drawn(self) -> bool:
        """First together with another seat."""
        return self.placing == 1 and self.placings.count(1) > 1


class Bot:
    """A bot. Write `choose`; the other methods are there for bots that want to see more.

    The methods of one bot are called one after the other, in a thread beside the connection, so that a long thought
    stalls nothing else; `threads` of `run` and `serve` allows several matches at once. A method may also be `async`:
    it then runs on the event loop of the connection and must not block. For one seat of a match the order is always
    that of the match.
    """

    def choose(
        self, view: dict[str, Any], decision: Decision, options: list[dict[str, Any]]
    ) -> Choice | Awaitable[Choice]:
        """The answer to a decision: one of the options, or its position.

        `view` is all the seat may know, under the JSON Schema that `Client.list_games` gives for the game.
        """
        raise NotImplementedError(f"{type(self).__name__} has no choose()")

    def match_started(self, match: Match, seat: int) -> Awaitable[None] | None:
        """The seat is ours; also after the match was taken over by a new connection."""
        return None

    def match_events(self, match: Match, seat: int, events: list[dict[str, Any]]) -> Awaitable[None] | None:
        """A commit of the match: what happened, as this seat may see it. Not repeated after a lost connection."""
        return None

    def match_over(self, result: Result) -> Awaitable[None] | None:
        """The match has ended."""
        return None
