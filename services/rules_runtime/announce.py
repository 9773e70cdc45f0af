"""Telling those concerned about a commit: asks for house bots, updates for external seats (core NATS).

Everything is prepared while the store is busy with the append, and sent when it has answered: nobody
sees a move before it is committed. A message that is lost is sent again by the clock.
"""

from __future__ import annotations

from typing import Any

from baochuan.bus.v1 import bus_pb2
from rulekit.errors import NotYourDecision
from rulekit.game import Decision, Game
from rulekit.match import Match, Proposal
from rules_runtime import metrics
from rules_runtime.live import Live, Open, deadline_ms, dump
from rules_runtime.messages import Writer, commit_info, events_json
from servicekit import logs
from servicekit.bus import Bus
from servicekit.errors import ServiceError

_log = logs.get(__name__)

Prepared = list[tuple[str, bytes]]


class Announcer:
    """Builds and sends the messages of one replica; `answer_to` is where house bots reach it."""

    def __init__(self, game: Game[Any], writer: Writer, bus: Bus, answer_to: str) -> None:
        self.game = game
        self.writer = writer
        self.bus = bus
        self.answer_to = answer_to

    def commit(
        self, live: Live, before: Match | None, proposal: Proposal, open: list[Open], decisions: list[Decision]
    ) -> Prepared:
        """What a commit has to tell: `open` and `decisions` are those after it, `before` the match before."""
        out: Prepared = []
        match, commit, events = proposal.match, proposal.commit, proposal.events
        outcome = match.state.outcome
        timeout = live.head.timeout_ms
        now_open = {o.seat: (o, d) for o, d in zip(open, decisions, strict=True)}
        known = {(o.seat, o.id) for o in live.open} if before is not None else set()
        for seat, spec in enumerate(live.head.seats):
            o, decision = now_open.get(seat, (None, None))
            if spec.house:
                if o is not None and ((seat, o.id) not in known or self._changed(before, match, seat)):
                    out.append(self.ask(live, match, o, 1, decision))
                continue
            update = bus_pb2.SeatUpdate(
                match_id=live.match_id, seat=seat, commit=commit_info(commit, events_json(events, seat))
            )
            if o is not None:
                update.view.CopyFrom(self.writer.seat_view(match, seat, deadline_ms(o, timeout), decision))
            elif outcome is not None:
                update.view.CopyFrom(self.writer.view(match, seat))
                update.outcome = dump(outcome.plain())
                update.seed = live.head.seed
            out.append((f"seat.{live.match_id}.{seat}", update.SerializeToString()))
        return out

    def _changed(self, before: Match | None, match: Match, seat: int) -> bool:
        """True if another seat's move changed what this seat may choose from."""
        if before is None:
            return True
        try:
            return self.game.options(before.state, seat) != self.game.options(match.state, seat)
        except NotYourDecision:
            return True

    def ask(
        self, live: Live, match: Match, o: Open, attempt: int, decision: Decision | None = None
    ) -> tuple[str, bytes]:
        spec = live.head.seats[o.seat]
        ask = bus_pb2.HouseAsk(
            match_id=live.match_id,
            game=self.game.key,
            seat=o.seat,
            policy=spec.house,
            policy_seed=spec.seed,
            view=self.writer.seat_view(match, o.seat, deadline_ms(o, live.head.timeout_ms), decision),
            answer_to=self.answer_to,
            attempt=attempt,
            edition_digest=live.head.header.edition_digest,
        )
        if attempt == 1:
            metrics.ASKS.inc()
        return f"ask.house.{spec.house.partition(':')[0]}", ask.SerializeToString()  # parameters are in the ask alone

    def reminder(self, live: Live, o: Open) -> tuple[str, bytes]:
        """The decision once more: an ask, or a seat update with the view alone and no commit."""
        match = live.match
        metrics.REASKS.inc()
        if live.head.seats[o.seat].house:
            return self.ask(live, match, o, o.asked)
        view = self.writer.seat_view(match, o.seat, deadline_ms(o, live.head.timeout_ms))
        update = bus_pb2.SeatUpdate(match_id=live.match_id, seat=o.seat, view=view)
        return f"seat.{live.match_id}.{o.seat}", update.SerializeToString()

    async def send(self, messages: Prepared) -> None:
        """Sends what can be sent; what cannot is counted, and the clock comes back to it."""
        for subject, payload in messages:
            try:
                await self.bus.publish(subject, payload)
            except ServiceError as e:
                metrics.LOST.inc()
                if e.reason == "QUOTA_EXCEEDED":
                    _log.error("message too large for the bus", subject=subject, size=len(payload))
                else:
                    _log.debug("not sent", subject=subject, why=e.message)
