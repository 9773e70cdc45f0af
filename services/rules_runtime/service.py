"""MatchService: the calls of the API, each a few lines around the engine."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import msgspec
import structlog

from baochuan.match.v1 import match_pb2, match_service_pb2, match_service_pb2_grpc
from rulekit.game import Game
from rules_runtime import archive, metrics
from rules_runtime.engine import Engine
from rules_runtime.errors import translate
from rules_runtime.history import events_of
from rules_runtime.live import Live, deadline_ms
from rules_runtime.messages import commit_info, events_json, whole_events_json
from rules_runtime.session import SessionStream
from servicekit.errors import ServiceError, to_message, typed

T = TypeVar("T")
_PAGE = 500
Context = Any  # grpc.aio.ServicerContext is generic for the type checker only


class MatchService(match_service_pb2_grpc.MatchServiceServicer):
    """Any replica may take any match."""

    def __init__(self, engine: Engine, draining: asyncio.Event) -> None:
        self.engine = engine
        self.draining = draining
        self._described = describe(engine.game)
        self._running: set[asyncio.Task[Any]] = set()
        self.sessions: set[SessionStream] = set()
        self.no_sessions = asyncio.Event()
        self.no_sessions.set()

    # --- running calls to their end

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Runs a call as a task that outlives its caller: a commit, once sent, is told to everybody."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        task = self.start(work)
        task.add_done_callback(_looked_at)
        try:
            return await asyncio.shield(task)
        except ServiceError as e:
            metrics.REFUSED.labels(e.reason).inc()
            raise

    async def finish(self) -> None:
        """Waits for everything that runs; in a drain sessions end by themselves once their replies are out."""
        await self.no_sessions.wait()
        while self._running:
            await asyncio.wait(self._running)

    # --- the calls

    async def DescribeGame(
        self, request: match_service_pb2.DescribeGameRequest, context: Context
    ) -> match_service_pb2.DescribeGameResponse:
        return match_service_pb2.DescribeGameResponse(game=self._described)

    async def CreateMatch(
        self, request: match_service_pb2.CreateMatchRequest, context: Context
    ) -> match_service_pb2.CreateMatchResponse:
        return await self._whole(self.create(request))

    async def GetMatch(
        self, request: match_service_pb2.GetMatchRequest, context: Context
    ) -> match_service_pb2.GetMatchResponse:
        live = await self._whole(self.engine.newest(request.match_id))
        return match_service_pb2.GetMatchResponse(match=self.engine.writer.info(live))

    async def GetView(
        self, request: match_service_pb2.GetViewRequest, context: Context
    ) -> match_service_pb2.GetViewResponse:
        return await self._whole(self.get_view(request))

    async def SubmitAction(
        self, request: match_service_pb2.SubmitActionRequest, context: Context
    ) -> match_service_pb2.SubmitActionResponse:
        return await self._whole(self.submit(request))

    async def ListCommits(
        self, request: match_service_pb2.ListCommitsRequest, context: Context
    ) -> match_service_pb2.ListCommitsResponse:
        return await self._whole(self._list_commits(request))

    async def GetRecord(
        self, request: match_service_pb2.GetRecordRequest, context: Context
    ) -> match_service_pb2.GetRecordResponse:
        return await self._whole(self._get_record(request.match_id))

    async def ResignSeat(
        self, request: match_service_pb2.ResignSeatRequest, context: Context
    ) -> match_service_pb2.ResignSeatResponse:
        work = self.engine.resign(request.match_id, request.seat, request.request_id)
        revision, _ = await self._whole(work)
        return match_service_pb2.ResignSeatResponse(revision=revision)

    async def AbortMatch(
        self, request: match_service_pb2.AbortMatchRequest, context: Context
    ) -> match_service_pb2.AbortMatchResponse:
        revision, _ = await self._whole(self.engine.abort(request.match_id, request.request_id))
        return match_service_pb2.AbortMatchResponse(revision=revision)

    async def Session(self, request_iterator: Any, context: Context) -> None:  # type: ignore[override] # reads and writes itself
        await SessionStream(self, context).run()

    # --- what unary calls and the session share

    async def submit(self, request: match_service_pb2.SubmitActionRequest) -> match_service_pb2.SubmitActionResponse:
        structlog.contextvars.bind_contextvars(match=request.match_id)
        revision, replayed = await self.engine.submit(request)
        return match_service_pb2.SubmitActionResponse(revision=revision, replayed=replayed)

    async def create(self, request: match_service_pb2.CreateMatchRequest) -> match_service_pb2.CreateMatchResponse:
        structlog.contextvars.bind_contextvars(match=request.match_id)
        live = await self.engine.create(request)
        return match_service_pb2.CreateMatchResponse(match=self.engine.writer.info(live))

    async def get_view(self, request: match_service_pb2.GetViewRequest) -> match_service_pb2.GetViewResponse:
        live = await self.engine.newest(request.match_id)
        seat = reader(live, request.seat)
        writer = self.engine.writer
        if seat is None:
            view = writer.view(live.match, None)
        else:
            deadline = next((deadline_ms(o, live.head.timeout_ms) for o in live.open if o.seat == seat), 0)
            view = writer.seat_view(live.match, seat, deadline)
        return match_service_pb2.GetViewResponse(view=view, match=writer.info(live))

    async def answer(self, call: match_service_pb2.Call) -> match_service_pb2.Reply:
        """One call of a session; never raises."""
        which = call.WhichOneof("request")
        number = call.correlation_id
        try:
            if which == "submit":
                return match_service_pb2.Reply(correlation_id=number, submit=await self.submit(call.submit))
            if which == "get_view":
                return match_service_pb2.Reply(correlation_id=number, get_view=await self.get_view(call.get_view))
            if which == "create":
                return match_service_pb2.Reply(correlation_id=number, create=await self.create(call.create))
            raise ServiceError("PROTOCOL_ERROR", "a call without a request")
        except Exception as e:  # noqa: BLE001 - whatever it is, the caller gets a typed answer
            return refusal(number, typed(e, translate))

    # --- history

    async def _list_commits(
        self, request: match_service_pb2.ListCommitsRequest
    ) -> match_service_pb2.ListCommitsResponse:
        live = await self.engine.newest(request.match_id)
        seat = reader(live, request.seat)
        first = max(request.from_revision, 1)
        last = first + min(request.limit or _PAGE, _PAGE) - 1
        head = live.head
        commits = await self._log(live)
        pairs = events_of(self.engine.game, head.header, bytes.fromhex(head.seed), commits, first, last)
        return match_service_pb2.ListCommitsResponse(
            commits=[
                commit_info(c, whole_events_json(events) if live.over else events_json(events, seat))
                for c, events in pairs
            ],
            revision=len(commits),
        )

    async def _log(self, live: Live) -> Any:
        if not live.archived:
            loaded = await self.engine.store.load(live.match_id)
            if loaded is not None:
                return loaded.commits[: live.match.revision]
        record = await archive.record_from_archive(self.engine.bus, live.head.header.game, live.match_id)
        if record is None:
            raise ServiceError("HISTORY_GONE", f'the log of match "{live.match_id}" is no longer kept')
        return record.commits

    async def _get_record(self, match_id: str) -> match_service_pb2.GetRecordResponse:
        live = await self.engine.newest(match_id)
        if not live.over:
            raise ServiceError("MATCH_RUNNING", f'match "{match_id}" is not over; its record holds its secrets')
        record = await archive.record_from_store(self.engine.store.wire, match_id)
        if record is None:
            record = await archive.record_from_archive(self.engine.bus, live.head.header.game, match_id)
        if record is None:
            raise ServiceError("HISTORY_GONE", f'the record of match "{match_id}" is no longer kept')
        return match_service_pb2.GetRecordResponse(record=msgspec.json.encode(record))


def refusal(number: int, error: ServiceError) -> match_service_pb2.Reply:
    metrics.REFUSED.labels(error.reason).inc()
    return match_service_pb2.Reply(correlation_id=number, error=to_message(error))


def reader(live: Live, seat: int) -> int | None:
    """The seat that reads, None for a spectator (-1)."""
    if seat == -1:
        return None
    if not 0 <= seat < len(live.head.seats):
        raise ServiceError("NOT_YOUR_SEAT", f"the match has no seat {seat}")
    return seat


def describe(game: Game[Any]) -> match_pb2.Game:
    """The game as the API shows it, with the schemas of views and actions."""
    return match_pb2.Game(
        key=game.key,
        title=game.title,
        version=game.version,
        edition=game.edition_id,
        edition_digest=game.edition_digest,
        modes=[
            match_pb2.Mode(
                name=m.name,
                min_seats=m.min_seats,
                max_seats=m.max_seats,
                help=m.help,
                options=[
                    match_pb2.Option(name=o.name, values=[_scalar(v) for v in o.values], help=o.help) for o in m.options
                ],
            )
            for m in game.modes
        ],
        view_schema=msgspec.json.encode(msgspec.json.schema(game.view_type())),
        action_schema=msgspec.json.encode(game.actions.schema()),
    )


def _scalar(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _looked_at(task: asyncio.Task[Any]) -> None:
    """The caller may be gone; then nobody else looks at the error."""
    if not task.cancelled():
        task.exception()
