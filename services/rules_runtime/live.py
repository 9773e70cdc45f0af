"""A match as a replica holds it: the rules' match, who sits where, and when each open decision was asked."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from rulekit.frames import waiting_seats
from rulekit.game import Decision
from rulekit.match import Commit, Header, Match


class SeatSpec(msgspec.Struct, omit_defaults=True):
    """Who plays a seat: `house` is the policy of a house bot, empty for an external player.

    `seed` is the policy's own; it goes to house bots and to nobody else.
    """

    name: str
    house: str = ""
    seed: str = ""


class Head(msgspec.Struct, kw_only=True):
    """What is fixed about a match when it is made. `seed` in hex; times in milliseconds."""

    header: Header
    seed: str
    seats: list[SeatSpec]
    timeout_ms: int = 0
    created_ms: int = 0


class Open(msgspec.Struct, array_like=True):
    """A decision that the match waits for, since when, how often it was asked, when to ask again (ms)."""

    seat: int
    id: str
    since_ms: int
    asked: int
    ask_at_ms: int


class Live:
    """A match at its newest revision known here. `lock` keeps writers of this replica in line: the
    store would refuse all but one of them anyway."""

    __slots__ = ("archived", "head", "lock", "match", "open", "used")

    def __init__(self, head: Head, match: Match, open: list[Open], archived: bool = False) -> None:
        self.head = head
        self.match = match
        self.open = open
        self.lock = asyncio.Lock()
        self.used = 0.0  # monotonic time of the last use
        self.archived = archived  # from ARCHIVE: its keys in the store are gone

    @property
    def match_id(self) -> str:
        return self.head.header.match

    @property
    def over(self) -> bool:
        return self.match.state.outcome is not None


class Loaded(msgspec.Struct):
    """What the store has of a match."""

    head: Head
    commits: list[Commit]
    open: list[Open]


head_encoder = msgspec.json.Encoder()
head_decoder = msgspec.json.Decoder(Head)
commit_decoder = msgspec.json.Decoder(Commit)
open_decoder = msgspec.json.Decoder(list[Open])


def next_open(match: Match, before: list[Open], now_ms: int, ask_again_ms: int) -> tuple[list[Open], list[Decision]]:
    """The decisions the match waits for, in rulebook order; those open before keep their times.

    Only blocking ones: rights that a seat may use at any time are never waited for, and who has them
    may be a secret.
    """
    state = match.state
    if state.outcome is not None:
        return [], []
    out: list[Open] = []
    decisions: list[Decision] = []
    for seat in waiting_seats(state):
        decision = match.game.decision(state, seat)
        decisions.append(decision)
        for o in before:
            if o.seat == seat and o.id == decision.id:
                out.append(o)
                break
        else:
            out.append(Open(seat, decision.id, now_ms, 1, now_ms + ask_again_ms))
    return out, decisions


def deadline_ms(o: Open, timeout_ms: int) -> int:
    """When the decision's time is over; 0 = never."""
    return o.since_ms + timeout_ms if timeout_ms else 0


def due_ms(open: list[Open], timeout_ms: int) -> int:
    """When somebody must look at the match again; 0 = never."""
    times = [o.ask_at_ms for o in open]
    if timeout_ms:
        times += [o.since_ms + timeout_ms for o in open]
    return min(times, default=0)


def dump(value: Any) -> bytes:
    return msgspec.json.encode(value)
