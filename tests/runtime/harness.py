"""What the tests of the runtime share: replicas in this process, house bots on the bus, a recorder of all messages."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import grpc
import nats as nats_py
from nats.aio.msg import Msg

from baochuan.bus.v1 import bus_pb2
from baochuan.errors.v1 import errors_pb2
from baochuan.match.v1 import match_pb2, match_service_pb2, match_service_pb2_grpc
from rulekit.game import Game
from rules_runtime.app import RulesService
from rules_runtime.settings import RulesSettings
from servicekit.errors import ServiceError, from_message, from_rpc_error
from servicekit.settings import load
from tests import toy
from tests.servers import Nats, Valkey
from tests.waiting import LONG

pb = match_service_pb2


def settings_for(valkey: Valkey, nats: Nats, **more: Any) -> RulesSettings:
    given: dict[str, Any] = {
        "redis_url": valkey.url,
        "nats_url": nats.url,
        "start_wait_seconds": 60,
        "ask_again_ms": 150,
        "ask_again_max_ms": 600,
        "clock_ms": 20,
        "lease_ms": 600,
        "drain_seconds": 60,
    }
    return load(RulesSettings, **{**given, **more})


@asynccontextmanager
async def replica(
    valkey: Valkey, nats: Nats, game: Game[Any] | None = None, **more: Any
) -> AsyncIterator[RulesService]:
    """A rules service in this process, without signals."""
    service = RulesService(game or toy.load(None), settings_for(valkey, nats, **more))
    await service.start()
    try:
        yield service
    finally:
        if not service.shell.draining.is_set():
            await service.shell.drain(service.service.finish)
        await service.close()


class Hands:
    """The clock of these replicas, moved by the test alone: nothing is late because the machine was busy."""

    def __init__(self, *services: RulesService) -> None:
        self.ms = 1_700_000_000_000
        for service in services:
            service.engine.clock = lambda: self.ms

    def forward(self, ms: int) -> None:
        self.ms += ms


class Session:
    """A client of the Session stream: calls by correlation id."""

    def __init__(self, address: str) -> None:
        self.channel = grpc.aio.insecure_channel(address)
        stub: Any = match_service_pb2_grpc.MatchServiceStub(self.channel)
        self._stream = stub.Session()
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._next = 0
        self._out: list[Any] = []
        self._ready = asyncio.Event()
        self._tasks = [asyncio.ensure_future(self._read()), asyncio.ensure_future(self._write())]
        self.ended: ServiceError | None = None

    def call(self, **request: Any) -> asyncio.Future[Any]:
        self._next += 1
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[self._next] = future
        self._out.append(pb.Call(correlation_id=self._next, **request))
        self._ready.set()
        return future

    async def submit(self, **fields: Any) -> Any:
        return await self.call(submit=pb.SubmitActionRequest(**fields))

    async def _write(self) -> None:
        while True:
            await self._ready.wait()
            self._ready.clear()
            out, self._out = self._out, []
            try:
                await self._stream.write(pb.SessionRequest(calls=out))
            except asyncio.InvalidStateError:
                return  # the stream has ended; `_read` says why

    async def _read(self) -> None:
        try:
            async for response in self._stream:
                for reply in response.replies:
                    future = self._waiting.pop(reply.correlation_id)
                    if future.done():
                        continue
                    which = reply.WhichOneof("response")
                    if which == "error":
                        future.set_exception(from_message(reply.error))
                    else:
                        future.set_result(getattr(reply, which))
        except grpc.RpcError as e:
            self.ended = from_rpc_error(e)
        error = self.ended or ServiceError("UNAVAILABLE", "the stream ended")
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(error)
                future.exception()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._stream.cancel()
        await self.channel.close(None)


def pick(match_id: str, seat: int, decision_id: str, n: int) -> int:
    """A choice that depends on the decision alone, so that any bot gives the same answer."""
    digest = hashlib.blake2b(f"{match_id}/{seat}/{decision_id}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") % n


# Answers to an ask that came again can be late in either way: as the house bots see it, too.
TOO_LATE = ("DECISION_NOT_PENDING", "MATCH_OVER")


class Bots:
    """House bots that answer asks through the replica that asks."""

    def __init__(
        self, nats: Nats, policy: str = "test", *, mute: Callable[[bus_pb2.HouseAsk], bool] | None = None
    ) -> None:
        self.url = nats.url
        self.policy = policy
        self.mute = mute
        self.sessions: dict[str, Session] = {}
        self.asked: dict[tuple[str, int, str], int] = defaultdict(int)
        self.errors: list[ServiceError] = []
        self.moves = 0
        self._busy: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Bots:
        self.nc = await nats_py.connect(self.url, max_reconnect_attempts=-1, reconnect_time_wait=0.1, error_cb=_quiet)
        await self.nc.subscribe(f"ask.house.{self.policy}", queue="house-bots", cb=self._ask)
        await self.nc.flush()
        return self

    async def __aexit__(self, *exc: object) -> None:
        for task in self._busy:
            task.cancel()
        for session in self.sessions.values():
            await session.close()
        await self.nc.close()

    async def _ask(self, msg: Msg) -> None:
        ask = bus_pb2.HouseAsk.FromString(msg.data)
        self.asked[ask.match_id, ask.seat, ask.view.decision.id] += 1
        if self.mute is not None and self.mute(ask):
            return
        task = asyncio.ensure_future(self._answer(ask))
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)

    async def _answer(self, ask: bus_pb2.HouseAsk) -> None:
        session = self.sessions.get(ask.answer_to)
        if session is None or session.ended is not None:
            session = self.sessions[ask.answer_to] = Session(ask.answer_to)
        options = json.loads(ask.view.options)
        decision = ask.view.decision.id
        try:
            await session.submit(
                match_id=ask.match_id,
                seat=ask.seat,
                decision_id=decision,
                request_id=f"h{ask.seat}.{decision}",
                action=json.dumps(options[pick(ask.match_id, ask.seat, decision, len(options))]).encode(),
            )
            self.moves += 1
        except ServiceError as e:
            self.errors.append(e)


async def _quiet(_error: Exception) -> None:
    return


class Recorder:
    """Every core message and every stream message of the bus, as it went by."""

    def __init__(self, nats: Nats) -> None:
        self.url = nats.url
        self.messages: list[tuple[str, bytes]] = []

    async def __aenter__(self) -> Recorder:
        self.nc = await nats_py.connect(self.url)
        await self.nc.subscribe(">", cb=self._keep)
        await self.nc.flush()
        return self

    async def _keep(self, msg: Msg) -> None:
        self.messages.append((msg.subject, bytes(msg.data)))

    async def __aexit__(self, *exc: object) -> None:
        await self.nc.close()


def house(policy: str = "test", seed: str = "") -> match_pb2.SeatConfig:
    return match_pb2.SeatConfig(name=policy, house=match_pb2.HouseBot(policy=policy, seed=seed))


def external(name: str = "anna") -> match_pb2.SeatConfig:
    return match_pb2.SeatConfig(name=name, external=match_pb2.External())


def create_request(
    match_id: str,
    seats: list[match_pb2.SeatConfig] | None = None,
    *,
    timeout_ms: int = 0,
    seed: bytes = b"",
    **more: Any,
) -> pb.CreateMatchRequest:
    seats = seats or [house(), house()]
    return pb.CreateMatchRequest(
        match_id=match_id,
        mode=more.pop("mode", "two" if len(seats) == 2 else "many"),
        seats=seats,
        settings=match_pb2.MatchSettings(decision_timeout_ms=timeout_ms),
        seed=seed or hashlib.sha256(match_id.encode()).digest(),
        **more,
    )


class Client:
    """Unary calls that raise `ServiceError`."""

    def __init__(self, address: str) -> None:
        self.channel = grpc.aio.insecure_channel(address)
        self.stub: Any = match_service_pb2_grpc.MatchServiceStub(self.channel)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.channel.close(None)

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.stub, name)

        async def call(request: Any, timeout: float = LONG) -> Any:
            try:
                return await method(request, timeout=timeout)
            except grpc.RpcError as e:
                raise from_rpc_error(e) from None

        return call

    async def over(self, match_id: str) -> match_pb2.MatchInfo:
        """Waits for the end of a match."""
        async with asyncio.timeout(LONG):
            while True:
                info: match_pb2.MatchInfo = (await self.GetMatch(pb.GetMatchRequest(match_id=match_id))).match
                if info.status == match_pb2.MATCH_STATUS_OVER:
                    return info
                await asyncio.sleep(0.02)


def reason(error: ServiceError | errors_pb2.Error) -> str:
    return error.reason if isinstance(error, ServiceError) else errors_pb2.Reason.Name(error.reason)
