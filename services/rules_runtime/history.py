"""Commits with their events. Events are not stored: the rules give them again from the log."""

from __future__ import annotations

from typing import Any

from rulekit.events import Event
from rulekit.game import Game
from rulekit.match import Commit, Header, Match


def events_of(
    game: Game[Any], header: Header, seed: bytes, commits: list[Commit], first: int, last: int
) -> list[tuple[Commit, list[Event]]]:
    """Commits of revision `first` to `last` (both included, from 1) with all their events."""
    out: list[tuple[Commit, list[Event]]] = []
    last = min(last, len(commits))
    if first > last:
        return out
    if first == 1:
        started = Match.start(game, header, seed, time=commits[0].time)
        out.append((commits[0], started.events))
        match = started.match
    else:
        match = Match.fold(game, header, seed, commits[: first - 1])
    for c in commits[match.revision : last]:
        action = game.actions.decode(c.action) if c.action is not None else None
        proposal = match.propose(c.kind, by=c.by, seat=c.seat, decision=c.decision or None, action=action)
        out.append((c, proposal.events))
        match = proposal.match
    return out
