"""What leaves the service: views, commits and match facts as protobuf, with secrets left out."""

from __future__ import annotations

from typing import Any

import msgspec

from baochuan.bus.v1 import bus_pb2
from baochuan.match.v1 import match_pb2
from rulekit.actions import Action
from rulekit.errors import MatchOver, NotYourDecision
from rulekit.events import Event
from rulekit.game import Decision, Game
from rulekit.match import Commit, Match, Proposal
from rules_runtime.live import Live, Open, SeatSpec, deadline_ms

_encode = msgspec.json.Encoder().encode


class Writer:
    """Builds messages of one game; keeps the JSON of actions, which are a finite set."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._actions: dict[Action, bytes] = {}

    def options(self, options: list[Action]) -> bytes:
        known = self._actions
        parts: list[bytes] = []
        for action in options:
            text = known.get(action)
            if text is None:
                text = known[action] = _encode(self.game.actions.encode(action))
            parts.append(text)
        return b"[" + b",".join(parts) + b"]"

    def decision(self, decision: Decision, deadline: int) -> match_pb2.Decision:
        return match_pb2.Decision(
            id=decision.id,
            seat=decision.seat,
            kind=decision.kind,
            rule=decision.rule,
            optional=decision.optional,
            deadline_ms=deadline,
        )

    def view(self, match: Match, seat: int | None) -> match_pb2.SeatView:
        """The view alone, as it is sent when the match is over or to a spectator."""
        return match_pb2.SeatView(revision=match.revision, view=_encode(self.game.view(match.state, seat)))

    def seat_view(self, match: Match, seat: int, deadline: int, decision: Decision | None = None) -> match_pb2.SeatView:
        """View, decision and options of a seat; the latter two unset when it has nothing to decide.

        `decision` is given where the caller has it already.
        """
        game, state = self.game, match.state
        if decision is None:
            try:
                decision = game.decision(state, seat)
            except (NotYourDecision, MatchOver):
                return self.view(match, seat)
        return match_pb2.SeatView(
            revision=match.revision,
            view=_encode(game.view(state, seat)),
            decision=self.decision(decision, deadline),
            options=self.options(game.options(state, seat)),
        )

    def pending(self, open: list[Open], decisions: list[Decision], timeout_ms: int) -> list[match_pb2.Decision]:
        """Who must decide what until when, as everybody may know it."""
        return [self.decision(d, deadline_ms(o, timeout_ms)) for o, d in zip(open, decisions, strict=True)]

    def info(self, live: Live) -> match_pb2.MatchInfo:
        """The public facts. Seeds are shown when the match is over, those of policies never."""
        head, match = live.head, live.match
        header = head.header
        outcome = match.state.outcome
        return match_pb2.MatchInfo(
            match_id=header.match,
            game=header.game,
            version=header.version,
            edition=header.edition,
            edition_digest=header.edition_digest,
            mode=header.mode,
            options=_encode(header.options),
            seats=[seat_config(s) for s in head.seats],
            settings=match_pb2.MatchSettings(decision_timeout_ms=head.timeout_ms),
            commitment=header.commitment,
            status=match_pb2.MATCH_STATUS_RUNNING if outcome is None else match_pb2.MATCH_STATUS_OVER,
            revision=match.revision,
            pending=self.pending(
                live.open, [self.game.decision(match.state, o.seat) for o in live.open], head.timeout_ms
            ),
            outcome=b"" if outcome is None else _encode(outcome.plain()),
            seed="" if outcome is None else head.seed,
            created_ms=head.created_ms,
        )

    def public_commit(
        self, live: Live, proposal: Proposal, open: list[Open], decisions: list[Decision]
    ) -> bus_pb2.MatchCommit:
        """A commit for the stream MATCHES; `open` and `decisions` are those after it."""
        outcome = proposal.match.state.outcome
        return bus_pb2.MatchCommit(
            match_id=live.match_id,
            game=self.game.key,
            commit=commit_info(proposal.commit, events_json(proposal.events, None)),
            pending=self.pending(open, decisions, live.head.timeout_ms),
            outcome=b"" if outcome is None else _encode(outcome.plain()),
        )


def seat_config(seat: SeatSpec) -> match_pb2.SeatConfig:
    if seat.house:
        return match_pb2.SeatConfig(name=seat.name, house=match_pb2.HouseBot(policy=seat.house))
    return match_pb2.SeatConfig(name=seat.name, external=match_pb2.External())


def events_json(events: list[Event], seat: int | None) -> bytes:
    """The events as a seat (None: a spectator) may see them."""
    return _encode([seen for e in events if (seen := e.seen_by(seat)) is not None])


def whole_events_json(events: list[Event]) -> bytes:
    """All of every event, for a match that is over."""
    return _encode([{"type": e.type, **e.data} for e in events])


def commit_info(commit: Commit, events: bytes) -> match_pb2.CommitInfo:
    return match_pb2.CommitInfo(
        revision=commit.revision,
        kind=commit.kind,
        by=commit.by,
        seat=commit.seat,
        events=events,
        time_ms=commit.time,
    )
