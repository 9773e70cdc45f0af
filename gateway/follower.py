"""Following one match by revision, for a seat or for a spectator.

A full view comes first, then every commit once and in order. The bus brings commits fast but may
lose some; a gap, a silence or a return of the bus is healed from the rules service. So what a client
sees never depends on luck.
"""

from __future__ import annotations

import abc
import asyncio
import time
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

import msgspec
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError

from baochuan.match.v1 import match_pb2
from gateway import metrics
from gateway.rules import RulesGame
from gateway.tasks import spawn
from servicekit import logs
from servicekit.bus import Bus
from servicekit.errors import ServiceError

_log = logs.get(__name__)

QUIET_SECONDS = (2.0, 16.0)  # who hears nothing looks for itself: after the first, then doubling
_RETRY_SECONDS = (0.1, 3.0)
_WAITING = 256  # commits kept while a gap is healed; more are fetched anyway


class HasCommit(Protocol):
    """What comes over the bus: a SeatUpdate or a MatchCommit."""

    @property
    def commit(self) -> match_pb2.CommitInfo: ...


U = TypeVar("U", bound=HasCommit)


class Ended(msgspec.Struct):
    """The end of a match out of its record."""

    outcome: msgspec.Raw
    seed: str


class Follower(abc.ABC, Generic[U]):
    """Subclasses turn what happens into messages: `began`, `commit`, `state`, `ended`, and `took` for the
    rest of a message of the bus. All of them only put messages on a queue and never wait."""

    def __init__(
        self, game: RulesGame, bus: Bus, match_id: str, seat: int, subject: str, parse: Callable[[bytes], U]
    ) -> None:
        """`seat` is -1 for a spectator."""
        self.game = game
        self.match_id = match_id
        self.seat = seat
        self.revision = 0  # newest told; 0 before the first view
        self.closed = False
        self.gone = False  # the platform knows the match no more: a rules service that does not either is right
        self.resumed = False
        self._bus = bus
        self._subject = subject
        self._parse = parse
        self._subscription: Subscription | None = None
        self._waiting: list[U] = []
        self._healing: asyncio.Task[None] | None = None
        self._full = True  # the next heal tells the full view
        self._quiet = QUIET_SECONDS[0]
        self._heard = time.monotonic()

    # --- what subclasses do

    @abc.abstractmethod
    def began(self, match: match_pb2.MatchInfo, view: match_pb2.SeatView) -> None:
        """The full view, at first and whenever commits are not to be had."""

    @abc.abstractmethod
    def commit(self, commit: match_pb2.CommitInfo) -> None:
        """The next commit, in the order of revisions."""

    @abc.abstractmethod
    def state(self, view: match_pb2.SeatView) -> None:
        """The view at the newest revision told, after catching up."""

    @abc.abstractmethod
    def took(self, update: U) -> None:
        """The commit of this message was told; the rest of it is still to be looked at."""

    @abc.abstractmethod
    def reminded(self, update: U) -> None:
        """A message without a commit."""

    @abc.abstractmethod
    def ended(self, outcome: bytes, seed: str) -> None:
        """The match is over; nothing is told after that."""

    # --- life

    def start(self) -> None:
        """Begins to follow; `began` comes when the view is there."""
        self.heal()

    def resync(self) -> None:
        """The full view once more."""
        self._full = self.resumed = True
        self.heal()

    def heal(self) -> None:
        """Compares with the rules service, unless that is under way."""
        if self._healing is None and not self.closed:
            self._healing = spawn(self._heal(), f"follow {self.match_id} seat {self.seat}")

    def look(self, now: float) -> None:
        """Called about every second: heals what has heard nothing for a while."""
        if now - self._heard >= self._quiet:
            self._quiet = min(self._quiet * 2, QUIET_SECONDS[1])
            self._heard = now
            self.heal()

    def close(self) -> None:
        """Lets go of the match; nothing more is told."""
        if self.closed:
            return
        self.closed = True
        self._waiting.clear()
        if self._healing is not None:
            self._healing.cancel()
        if self._subscription is not None:
            spawn(self._unsubscribe(self._subscription), f"unsubscribe {self._subject}")

    def finish(self, outcome: bytes, seed: str) -> None:
        """The match is over. May be called from within the heal, which then must not cancel itself."""
        if not self.closed:
            self._healing = None
            self.close()
            self.ended(outcome, seed)

    # --- from the bus

    async def on_message(self, msg: Msg) -> None:
        if self.closed:
            return
        update = self._parse(msg.data)
        self._heard, self._quiet = time.monotonic(), QUIET_SECONDS[0]
        if self._healing is None and self.revision:
            self._take(update)
        elif len(self._waiting) < _WAITING:
            self._waiting.append(update)

    def _take(self, update: U) -> None:
        revision = update.commit.revision
        if not revision:
            self.reminded(update)
            return
        if revision <= self.revision:
            return
        if revision > self.revision + 1:
            self.heal()
            return
        self.revision = revision
        self.commit(update.commit)
        self.took(update)

    # --- from the rules service

    async def _heal(self) -> None:
        pause = _RETRY_SECONDS[0]
        while not self.closed:
            try:
                await self._catch_up()
                if not self._full:
                    break
                continue  # asked for while the last one was under way
            except ServiceError as e:
                if e.reason == "MATCH_NOT_FOUND" and (self.revision or self.gone) and await self._from_record():
                    return
                # A match that is just being made, a store or a replica that is away for a moment.
                _log.info("follower waits", match=self.match_id, seat=self.seat, error=e.message)
            await asyncio.sleep(pause)
            pause = min(pause * 2, _RETRY_SECONDS[1])
        if self.closed:
            return
        self._healing = None
        waiting, self._waiting = self._waiting, []
        for update in waiting:
            if self._busy():
                break  # a new gap: the fetch under way brings the rest
            self._take(update)

    def _busy(self) -> bool:
        return self.closed or self._healing is not None

    async def _catch_up(self) -> None:
        metrics.HEALS.inc()
        await self._subscribe()
        full = self._full
        found = await self.game.get_view(self.match_id, self.seat)
        if not full:
            try:
                await self._fetch_commits(found.view.revision)
            except ServiceError as e:
                if e.reason != "HISTORY_GONE":
                    raise
                full = self.resumed = True
        if self.closed:
            return
        if full:
            self._full = False
            self.revision = found.view.revision
            self.began(found.match, found.view)
        if found.match.status == match_pb2.MATCH_STATUS_OVER:
            self.finish(found.match.outcome, found.match.seed)
        elif found.view.revision == self.revision:
            self.state(found.view)

    async def _subscribe(self) -> None:
        """Before the view is fetched, so that no commit falls between the two."""
        if self._subscription is not None or not self._bus.connected:
            return  # while the bus is away a follower looks for itself now and then
        try:
            subscription = await self._bus.subscribe(self._subject, self.on_message)
            if self.closed:
                await self._unsubscribe(subscription)
                return
            self._subscription = subscription
            await self._bus.nc.flush(timeout=2)
        except (NatsError, TimeoutError) as e:
            _log.warning("subscribe", match=self.match_id, error=str(e) or type(e).__name__)

    async def _unsubscribe(self, subscription: Subscription) -> None:
        try:
            await subscription.unsubscribe()
        except NatsError as e:
            # The connection is gone, and the subscription with it.
            _log.debug("unsubscribe", match=self.match_id, error=str(e))

    async def _fetch_commits(self, newest: int) -> None:
        while self.revision < newest and not self.closed:
            commits = await self.game.list_commits(self.match_id, self.seat, self.revision + 1)
            before = self.revision
            for commit in commits:
                if commit.revision == self.revision + 1 <= newest and not self.closed:
                    self.revision = commit.revision
                    self.commit(commit)
            if self.revision == before and not self.closed:
                raise ServiceError("UNAVAILABLE", f"commits from {before + 1} on are missing")

    async def _from_record(self) -> bool:
        """A match whose live keys are gone is finished, and its record tells how."""
        try:
            record = await self.game.get_record(self.match_id)
        except ServiceError as e:
            if e.reason != "MATCH_NOT_FOUND":
                return False
            _log.warning("match gone without a record", match=self.match_id)
            self.finish(b"", "")
            return True
        end = msgspec.json.decode(record, type=Ended)
        self.finish(bytes(end.outcome), end.seed)
        return True
