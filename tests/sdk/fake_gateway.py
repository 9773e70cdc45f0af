"""A gateway that misbehaves on demand, for what the real one does only when something goes wrong.

Its game has `length` decisions in a row for the bot's seat; the options take 0, 1 or 2 points and decision ids count
up. The script of a test says which answers are refused, when the stream is cut, and what is left unsaid.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

import grpc
from google.protobuf import any_pb2
from google.protobuf.message import Message
from google.rpc import status_pb2
from grpc_status import rpc_status

from baochuan.bot.v1 import bot_service_pb2 as bot_pb
from baochuan.bot.v1 import bot_service_pb2_grpc
from baochuan.errors.v1 import errors_pb2
from baochuan.lobby.v1 import lobby_pb2, lobby_service_pb2, lobby_service_pb2_grpc
from baochuan.match.v1 import match_pb2

TOKEN = "secret"
BOT = "me"
AWAY = errors_pb2.Error(reason=errors_pb2.REASON_STORE_UNAVAILABLE, message="the store is away", retryable=True)
OPTIONS = [{"type": "take", "n": n} for n in range(3)]


@dataclass
class FakeMatch:
    table: lobby_pb2.Table
    seat: int
    length: int
    points: int = 0
    revision: int = 1
    kind: str = "take"
    given: bool = False  # a stream has been told of it
    # Request id -> revision of its commit; action by decision.
    done: dict[str, int] = field(default_factory=dict)
    actions: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def decision_id(self) -> str:
        return f"{self.kind}.{len(self.actions)}"

    @property
    def over(self) -> bool:
        return self.table.status == lobby_pb2.TABLE_STATUS_FINISHED

    def finish(self, reason: str) -> None:
        count = len(self.table.seats)
        placings = [2] * count
        placings[self.seat] = 1
        scores = [0] * count
        scores[self.seat] = self.points
        outcome = {"reason": reason, "placings": placings, "scores": scores, "detail": {}}
        self.table.outcome = json.dumps(outcome).encode()
        self.table.status = lobby_pb2.TABLE_STATUS_FINISHED

    def commit(self, answer: bot_pb.Answer) -> int:
        action = json.loads(answer.action)
        self.revision += 1
        self.done[answer.request_id] = self.revision
        self.actions[answer.decision_id] = action
        self.points += action["n"]
        if len(self.actions) == self.length:
            self.finish("end")
        return self.revision

    def view(self, *, with_decision: bool) -> match_pb2.SeatView:
        view = match_pb2.SeatView(
            revision=self.revision, view=json.dumps({"points": self.points}).encode(), options=b"[]"
        )
        if with_decision:
            view.decision.CopyFrom(match_pb2.Decision(id=self.decision_id, seat=self.seat, kind=self.kind, rule="T-10"))
            view.options = json.dumps(OPTIONS).encode()
        return view


class Cut(Exception):
    """Raised by a script: the connection goes away now."""


# What a script makes of an answer: None = carry it out; an error = refuse it.
Script = Callable[[FakeMatch, bot_pb.Answer], errors_pb2.Error | None]


async def refuse(context: grpc.aio.ServicerContext[Any, Any], code: grpc.StatusCode, error: errors_pb2.Error) -> None:
    detail = any_pb2.Any()
    detail.Pack(error)
    status = rpc_status.to_status(status_pb2.Status(code=code.value[0], message=error.message, details=[detail]))
    await context.abort(code, error.message, status.trailing_metadata)


class Stream:
    """One play stream; writes are put in order by a queue."""

    def __init__(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        self.context = context
        self.outbox: asyncio.Queue[bot_pb.PlayResponse] = asyncio.Queue()

    def send(self, **message: Any) -> None:
        self.outbox.put_nowait(bot_pb.PlayResponse(**message))

    async def write(self) -> None:
        while True:
            await self.context.write(await self.outbox.get())


class FakeGateway(bot_service_pb2_grpc.BotServiceServicer, lobby_service_pb2_grpc.LobbyServiceServicer):
    """Both services of a gateway; `address` is where it listens while the context is open."""

    def __init__(self, *, length: int = 3) -> None:
        self.length = length
        self.kind = "take"
        self.hellos: list[bot_pb.Hello] = []
        self.answers: list[bot_pb.Answer] = []
        self.resigned: list[tuple[str, int]] = []
        self.resyncs = 0
        # How often a table was looked at, and how often that fails first.
        self.looks = 0
        self.away = 0
        self.pings = 0
        self.matches: dict[str, FakeMatch] = {}
        self.stream: Stream | None = None
        self.address = ""
        self.script: Script = lambda match, answer: None
        # The lobby's other calls, which only note what was asked.
        self.calls: list[Message] = []
        # What stays unsaid. `mute` is asked at each Hello.
        self.mute: Callable[[], bool] = lambda: False
        self.hide_starts = False
        self.hide_over = False
        # Called when an ask has been sent, and when a table has been looked at.
        self.after_ask: Callable[[FakeMatch, Stream], None] = lambda match, stream: None
        self.after_look: Callable[[FakeMatch], None] = lambda match: None
        # While it is clear, tables are made and their makers get no answer yet.
        self.answers_tables = asyncio.Event()
        self.answers_tables.set()
        self._requests: dict[str, str] = {}

    async def __aenter__(self) -> Self:
        self._server = grpc.aio.server()
        bot_service_pb2_grpc.add_BotServiceServicer_to_server(self, self._server)
        lobby_service_pb2_grpc.add_LobbyServiceServicer_to_server(self, self._server)
        self.address = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        await self._server.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._server.stop(0)

    # The lobby.

    async def ListGames(self, request: Any, context: Any) -> lobby_service_pb2.ListGamesResponse:
        if dict(context.invocation_metadata()).get("authorization") != f"Bearer {TOKEN}":
            error = errors_pb2.Error(reason=errors_pb2.REASON_UNAUTHENTICATED, message="unknown token")
            await refuse(context, grpc.StatusCode.UNAUTHENTICATED, error)
        game = match_pb2.Game(key="fake", modes=[match_pb2.Mode(name="plain", min_seats=2, max_seats=4)])
        return lobby_service_pb2.ListGamesResponse(games=[game])

    async def CreateTable(self, request: Any, context: Any) -> lobby_service_pb2.CreateTableResponse:
        if request.request_id not in self._requests:
            table_id = f"t{len(self.matches)}"
            self._requests[request.request_id] = table_id
            seat = [s.bot for s in request.seats].index(BOT)
            table = lobby_pb2.Table(
                table_id=table_id,
                match_id=table_id,
                game=request.game,
                mode=request.mode,
                seats=request.seats,
                status=lobby_pb2.TABLE_STATUS_STARTED,
            )
            match = FakeMatch(table, seat, self.length, kind=self.kind)
            self.matches[table_id] = match
            if self.stream is not None and not self.hide_starts:
                self.start(self.stream, match, resumed=False)
        await self.answers_tables.wait()
        return lobby_service_pb2.CreateTableResponse(table=self.matches[self._requests[request.request_id]].table)

    async def GetTable(self, request: Any, context: Any) -> lobby_service_pb2.GetTableResponse:
        self.looks += 1
        if self.looks <= self.away:
            await refuse(context, grpc.StatusCode.UNAVAILABLE, AWAY)
        self.after_look(self.matches[request.table_id])
        return lobby_service_pb2.GetTableResponse(table=self.matches[request.table_id].table)

    async def ResignSeat(self, request: Any, context: Any) -> lobby_service_pb2.ResignSeatResponse:
        self.resign(request.match_id, request.seat)
        return lobby_service_pb2.ResignSeatResponse()

    def noted(self, request: Message) -> lobby_pb2.Table:
        self.calls.append(request)
        return lobby_pb2.Table(table_id="t0")

    async def ListBots(self, request: Any, context: Any) -> lobby_service_pb2.ListBotsResponse:
        return lobby_service_pb2.ListBotsResponse(bots=[lobby_pb2.BotInfo(name="greedy", kind="house")])

    async def JoinTable(self, request: Any, context: Any) -> lobby_service_pb2.JoinTableResponse:
        return lobby_service_pb2.JoinTableResponse(table=self.noted(request), seat=1)

    async def LeaveTable(self, request: Any, context: Any) -> lobby_service_pb2.LeaveTableResponse:
        return lobby_service_pb2.LeaveTableResponse(table=self.noted(request))

    async def StartTable(self, request: Any, context: Any) -> lobby_service_pb2.StartTableResponse:
        return lobby_service_pb2.StartTableResponse(table=self.noted(request))

    async def ListTables(self, request: Any, context: Any) -> lobby_service_pb2.ListTablesResponse:
        return lobby_service_pb2.ListTablesResponse(tables=[self.noted(request)])

    async def WatchLobby(self, request: Any, context: Any) -> AsyncIterator[lobby_service_pb2.WatchLobbyResponse]:
        for change in ("created", "started"):
            yield lobby_service_pb2.WatchLobbyResponse(table=self.noted(request), change=change)
        await refuse(context, grpc.StatusCode.UNAVAILABLE, AWAY)

    async def WatchMatch(self, request: Any, context: Any) -> AsyncIterator[lobby_service_pb2.WatchMatchResponse]:
        self.calls.append(request)
        yield lobby_service_pb2.WatchMatchResponse(outcome=b"{}")

    async def GetRecord(self, request: Any, context: Any) -> lobby_service_pb2.GetRecordResponse:
        self.calls.append(request)
        return lobby_service_pb2.GetRecordResponse(record=b'{"game": "fake"}')

    async def AbortMatch(self, request: Any, context: Any) -> lobby_service_pb2.AbortMatchResponse:
        self.calls.append(request)
        return lobby_service_pb2.AbortMatchResponse()

    async def CreateToken(self, request: Any, context: Any) -> lobby_service_pb2.CreateTokenResponse:
        self.calls.append(request)
        if len(self.calls) == 1:
            await refuse(context, grpc.StatusCode.UNAVAILABLE, AWAY)
        return lobby_service_pb2.CreateTokenResponse(token="new")

    async def RevokeToken(self, request: Any, context: Any) -> lobby_service_pb2.RevokeTokenResponse:
        self.calls.append(request)
        return lobby_service_pb2.RevokeTokenResponse()

    # The play stream.

    def start(self, stream: Stream, match: FakeMatch, *, resumed: bool) -> None:
        info = match_pb2.MatchInfo(
            match_id=match.table.match_id,
            game=match.table.game,
            mode=match.table.mode,
            options=b"{}",
            seats=[match_pb2.SeatConfig(name=seat.bot or seat.house) for seat in match.table.seats],
        )
        view = match.view(with_decision=False)
        match.given = True
        stream.send(match_started=bot_pb.MatchStarted(match=info, seat=match.seat, view=view, resumed=resumed))
        self.ask(stream, match)

    def ask(self, stream: Stream, match: FakeMatch) -> None:
        view = match.view(with_decision=True)
        stream.send(ask=bot_pb.Ask(match_id=match.table.match_id, seat=match.seat, view=view, time_left_ms=1500))
        self.after_ask(match, stream)

    def over(self, stream: Stream, match: FakeMatch) -> None:
        if not self.hide_over:
            stream.send(
                match_over=bot_pb.MatchOver(
                    match_id=match.table.match_id, seat=match.seat, outcome=match.table.outcome, seed="5eed"
                )
            )

    def resign(self, match_id: str, seat: int) -> None:
        self.resigned.append((match_id, seat))
        match = self.matches[match_id]
        match.finish("resigned")
        if self.stream is not None:
            self.over(self.stream, match)

    async def Play(  # type: ignore[override]
        self, request_iterator: Any, context: grpc.aio.ServicerContext[Any, Any]
    ) -> None:
        first = await context.read()
        hello = first.hello
        self.hellos.append(hello)
        if hello.token != TOKEN:
            error = errors_pb2.Error(reason=errors_pb2.REASON_UNAUTHENTICATED, message="unknown token")
            await refuse(context, grpc.StatusCode.UNAUTHENTICATED, error)
        stream = Stream(context)
        writer = asyncio.create_task(stream.write())
        try:
            if self.mute():
                await asyncio.sleep(3600)
            wanted = hello.resume_matches or list(self.matches)
            resumed = [key for key in wanted if hello.resume and not self.matches[key].over]
            stream.send(welcome=bot_pb.Welcome(name=BOT, protocol=1, max_matches=hello.max_matches, resumed=resumed))
            self.stream = stream
            for key in resumed:
                self.start(stream, self.matches[key], resumed=True)
            for match in self.matches.values():  # made while there was no stream
                if not match.given and not self.hide_starts:
                    self.start(stream, match, resumed=False)
            while isinstance(request := await context.read(), bot_pb.PlayRequest):
                self.take(stream, request)
        except Cut:
            self.stream = None
            await context.abort(grpc.StatusCode.UNAVAILABLE, "cut")
        finally:
            if self.stream is stream:
                self.stream = None
            writer.cancel()

    def take(self, stream: Stream, request: bot_pb.PlayRequest) -> None:
        match request.WhichOneof("message"):
            case "answer":
                self.take_answer(stream, request.answer)
            case "resign":
                self.resign(request.resign.match_id, request.resign.seat)
            case "ping":
                self.pings += 1
                stream.send(pong=bot_pb.Pong(nonce=request.ping.nonce))
            case "resync":
                self.resyncs += 1
                self.start(stream, self.matches[request.resync.match_id], resumed=True)
            case other:
                raise AssertionError(f"unexpected {other}")

    def take_answer(self, stream: Stream, answer: bot_pb.Answer) -> None:
        self.answers.append(answer)
        match = self.matches[answer.match_id]
        ids = {"match_id": answer.match_id, "request_id": answer.request_id}
        if answer.request_id in match.done:
            stream.send(accepted=bot_pb.Accepted(**ids, revision=match.done[answer.request_id]))
            return
        error = self.script(match, answer)
        if error is None and (match.over or answer.decision_id != match.decision_id):
            error = errors_pb2.Error(reason=errors_pb2.REASON_DECISION_NOT_PENDING, message="answered already")
        if error is None and json.loads(answer.action) not in OPTIONS:
            error = errors_pb2.Error(reason=errors_pb2.REASON_ILLEGAL_ACTION, message="not offered", rule="T-20")
        if error is not None:
            stream.send(rejected=bot_pb.Rejected(**ids, error=error))
            return
        revision = match.commit(answer)
        stream.send(accepted=bot_pb.Accepted(**ids, revision=revision))
        events = json.dumps([{"type": "taken", "points": match.points}]).encode()
        commit = match_pb2.CommitInfo(revision=revision, kind="move", by="seat", seat=match.seat, events=events)
        stream.send(update=bot_pb.Update(match_id=answer.match_id, seat=match.seat, commit=commit))
        if match.over:
            self.over(stream, match)
        else:
            self.ask(stream, match)
