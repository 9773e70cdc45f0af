"""Finding a match: which game serves it, its facts, its record; and starting and ending the match of a table."""

from __future__ import annotations

from typing import Literal

import msgspec

from baochuan.match.v1 import match_pb2
from baochuan.match.v1 import match_service_pb2 as rules_pb2
from gateway import metrics
from gateway.follower import Ended
from gateway.hub import Hub
from gateway.rules import Rules, RulesGame, without_policy_seeds
from gateway.tables import OPEN_MS, Doc, Seat, Tables, now_ms
from gateway.tokens import Identity
from servicekit import logs
from servicekit.errors import ServiceError

_log = logs.get(__name__)

LOOK_MS = 15_000  # how often the match of a running table is looked at, in case its end was not heard of
_LOST = '{"reason":"lost","placings":[],"scores":[],"detail":{}}'


class Reason(msgspec.Struct):
    reason: str = ""


class Matches:
    def __init__(self, rules: Rules, tables: Tables) -> None:
        self._rules = rules
        self._tables = tables

    async def game_of(self, match_id: str) -> RulesGame:
        """The game that has the match; raises MATCH_NOT_FOUND.

        Tables are forgotten some time after the end; then every game is asked, which is rare.
        """
        found = await self._tables.find(match_id)
        if found is not None:
            doc = found[0]
            if doc.status in ("open", "starting"):
                raise ServiceError("MATCH_NOT_FOUND", f'table "{match_id}" has not started')
            return self._rules.game(doc.game)
        for key in self._rules.keys:
            game = self._rules.game(key)
            try:
                await game.get_match(match_id)
            except ServiceError as e:
                if e.reason != "MATCH_NOT_FOUND":
                    raise
            else:
                return game
        raise ServiceError("MATCH_NOT_FOUND", f'there is no match "{match_id}" (any more)')

    async def info(self, match_id: str) -> match_pb2.MatchInfo:
        return without_policy_seeds(await (await self.game_of(match_id)).get_match(match_id))

    async def record(self, match_id: str) -> bytes:
        """The record of a finished match, also long after its table is forgotten."""
        try:
            game = await self.game_of(match_id)
        except ServiceError as e:
            if e.reason != "MATCH_NOT_FOUND":
                raise
        else:
            return await game.get_record(match_id)
        for key in self._rules.keys:
            try:
                return await self._rules.game(key).get_record(match_id)
            except ServiceError as e:
                if e.reason != "MATCH_NOT_FOUND":
                    raise
        raise ServiceError("MATCH_NOT_FOUND", f'there is no match "{match_id}"')

    async def check_seat(self, match_id: str, seat: int, who: Identity) -> None:
        """Raises NOT_YOUR_SEAT unless the seat exists and is of this bot, or an operator asks."""
        info = await self.info(match_id)
        if seat >= len(info.seats):
            raise ServiceError("NOT_YOUR_SEAT", f'match "{match_id}" has seats 0 to {len(info.seats) - 1}')
        player = info.seats[seat]
        if not who.operator and (player.WhichOneof("player") != "external" or player.name != who.name):
            raise ServiceError("NOT_YOUR_SEAT", f'seat {seat} of match "{match_id}" is played by {player.name}')


class Starter:
    """Starts the matches of tables. A start begins with the status starting and can be taken up by any
    gateway: making a match is idempotent by its id."""

    def __init__(self, rules: Rules, tables: Tables, hub: Hub) -> None:
        self._rules = rules
        self._tables = tables
        self._hub = hub

    async def start(self, doc: Doc, dropped_request: str | None = None) -> Doc:
        """Makes the match of a table that is starting.

        If the rules refuse it, the table waits again, or is dropped if it was made for this start
        only (`dropped_request` is its request id). UNAVAILABLE and the like leave it starting.
        """
        if doc.status != "starting":
            return doc
        request = rules_pb2.CreateMatchRequest(
            match_id=doc.table_id,
            mode=doc.mode,
            options=doc.options.encode(),
            seats=[_seat(s) for s in doc.seats],
            settings=match_pb2.MatchSettings(decision_timeout_ms=doc.timeout_ms),
            seed=bytes.fromhex(doc.seed),
        )
        try:
            await self._rules.game(doc.game).create(request)
        except ServiceError as e:
            if e.retryable or e.reason == "INTERNAL":
                raise
            if dropped_request is None:
                await self._tables.reopen(doc.table_id)
            else:
                await self._tables.drop(doc.table_id, dropped_request)
            raise
        started = await self._tables.set_started(doc.table_id, LOOK_MS)
        metrics.TABLES.labels("started").inc()
        names = {name for _, name in started.external()}
        if names:
            await self._hub.seated(names)
        return started


class Finisher:
    """Learns which matches are over, from the archive as it is written, and by looking now and then."""

    def __init__(self, rules: Rules, tables: Tables, starter: Starter) -> None:
        self._rules = rules
        self._tables = tables
        self._starter = starter

    async def archived(self, match_id: str, record: bytes) -> None:
        await self.over(match_id, bytes(msgspec.json.decode(record, type=Ended).outcome))

    async def over(self, match_id: str, outcome: bytes) -> None:
        reason = msgspec.json.decode(outcome, type=Reason).reason
        status: Literal["finished", "aborted"] = "aborted" if reason in ("aborted", "lost") else "finished"
        doc = await self._tables.set_over(match_id, outcome.decode(), status)
        if doc is not None:
            metrics.TABLES.labels(doc.status).inc()

    async def look(self, again_ms: int = LOOK_MS, most: int = 100) -> None:
        """Looks at the tables that are due: goes on with starts, ends those whose match is over."""
        for table_id in await self._tables.claim_due(again_ms, most):
            try:
                await self._look_at(table_id)
            except ServiceError as e:
                _log.warning("table looked at in vain", table=table_id, error=e.message)

    async def _look_at(self, table_id: str) -> None:
        found = await self._tables.find(table_id)
        if found is None or found[0].status in ("finished", "aborted"):
            await self._tables.forget(table_id)
            return
        doc = found[0]
        if doc.status == "starting":
            await self._starter.start(doc)
        elif doc.status == "started":
            await self._end_if_over(doc)
        elif doc.created_ms + OPEN_MS <= now_ms():
            await self._tables.set_closed(table_id)
        else:
            await self._tables.look_at(table_id, doc.created_ms + OPEN_MS)

    async def _end_if_over(self, doc: Doc) -> None:
        game = self._rules.game(doc.game)
        try:
            info = await game.get_match(doc.table_id)
        except ServiceError as e:
            if e.reason != "MATCH_NOT_FOUND":
                raise
        else:
            if info.status == match_pb2.MATCH_STATUS_OVER:
                await self.over(doc.table_id, info.outcome)
            return
        try:
            await self.archived(doc.table_id, await game.get_record(doc.table_id))
        except ServiceError as e:
            if e.reason != "MATCH_NOT_FOUND":
                raise
            _log.error("match lost", table=doc.table_id, game=doc.game)
            await self.over(doc.table_id, _LOST.encode())


def _seat(seat: Seat) -> match_pb2.SeatConfig:
    if seat.kind == "house":
        bot = match_pb2.HouseBot(policy=seat.name, seed=seat.policy_seed)
        return match_pb2.SeatConfig(name=seat.name, house=bot)
    return match_pb2.SeatConfig(name=seat.name, external=match_pb2.External())
