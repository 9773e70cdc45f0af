"""What the gateway's tests share: the platform as processes, typed calls, and a bot that checks all it hears."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import re
import time
import urllib.request
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import grpc

from baochuan.bot.v1 import bot_service_pb2 as bot
from baochuan.bot.v1 import bot_service_pb2_grpc
from baochuan.lobby.v1 import lobby_pb2, lobby_service_pb2_grpc
from baochuan.lobby.v1 import lobby_service_pb2 as pb
from baochuan.match.v1 import match_service_pb2, match_service_pb2_grpc
from servicekit.errors import ServiceError, from_message, from_rpc_error
from tests.servers import Nats, Service, Valkey, free_port
from tests.waiting import LONG

OPERATOR = "operator.secret-of-the-tests"
EOF = vars(grpc.aio)["EOF"]
MAX_MESSAGE = 65_536


class Platform:
    """Valkey, NATS, two replicas of the toy rules, a bot player and gateways, each a process."""

    def __init__(self, folder: Path, gateways: int = 2, **gateway_env: str) -> None:
        self.folder = folder
        self.valkey = Valkey(folder / "valkey")
        self.nats = Nats(folder / "nats")
        self.rules = [self._service(f"rules{i}", "tests.toy_service", BAOCHUAN_CLOCK_MS="20") for i in range(2)]
        self.bots = self._service("bots", "bot_player", BAOCHUAN_POLICIES="random")
        self.gateways: list[Service] = []
        self._gateway_count = gateways
        self._gateway_env = gateway_env

    def _service(self, name: str, module: str, **env: str) -> Service:
        fixed = {
            "BAOCHUAN_REDIS_URL": self.valkey.url,
            "BAOCHUAN_NATS_URL": self.nats.url,
            "BAOCHUAN_LISTEN": f"127.0.0.1:{free_port()}",  # the same after a restart
            "BAOCHUAN_METRICS_LISTEN": "127.0.0.1:0",
            "BAOCHUAN_LOG_FORMAT": "json",
            "BAOCHUAN_DRAIN_SECONDS": "5",
            "BAOCHUAN_EXTRA_GAMES": "toy=tests.toy:load",
        }
        return Service(self.folder / name, module, {**fixed, **env})

    def start(self) -> None:
        self.valkey.start()
        self.nats.start()
        # Their addresses may have changed at the start, if a port was taken.
        self.gateways = [self.new_gateway(i) for i in range(self._gateway_count)]
        services = [*self.rules, self.bots, *self.gateways]
        for service in services:
            self.point(service)
        with ThreadPoolExecutor() as pool:
            list(pool.map(lambda s: s.start(), services))
        asyncio.run(self._bots_are_known())

    async def _bots_are_known(self) -> None:
        """A gateway that has heard of the house bots once remembers them for a minute."""
        for gateway in self.gateways:
            async with lobby(gateway.address) as op:
                async with asyncio.timeout(2 * LONG):
                    while not any(b.kind == "house" for b in (await op.patiently("ListBots")).bots):
                        await asyncio.sleep(0.1)

    def new_gateway(self, number: int) -> Service:
        env = {
            "BAOCHUAN_RULES": "toy=" + "|".join(r.env["BAOCHUAN_LISTEN"] for r in self.rules),
            "BAOCHUAN_OPERATOR_TOKEN_SHA256": hashlib.sha256(OPERATOR.encode()).hexdigest(),
            "BAOCHUAN_MAX_MESSAGE_BYTES": str(MAX_MESSAGE),
            **self._gateway_env,
        }
        return self._service(f"gateway{number}", "gateway", **env)

    def point(self, service: Service) -> None:
        service.env |= {"BAOCHUAN_REDIS_URL": self.valkey.url, "BAOCHUAN_NATS_URL": self.nats.url}

    def revive(self) -> None:
        """Starts what does not run, and waits until all of it has found store and bus again."""
        for server in (self.valkey, self.nats, *self.rules, self.bots, *self.gateways):
            if server.process is None or server.process.poll() is not None:
                server.start()
        with ThreadPoolExecutor(1) as pool:  # the loop of the test is no business of this one
            pool.submit(asyncio.run, self._all_have_the_store()).result()

    async def _all_have_the_store(self) -> None:
        """Asked for something that there is not, nobody answers any more that the store or the bus is away."""
        for rules in self.rules:
            async with grpc.aio.insecure_channel(rules.address) as channel:
                stub: Any = match_service_pb2_grpc.MatchServiceStub(channel)
                get = partial(stub.GetMatch, match_service_pb2.GetMatchRequest(match_id="none"), timeout=LONG)
                await patiently(get, "MATCH_NOT_FOUND")
        for gateway in self.gateways:
            async with lobby(gateway.address) as op:
                await patiently(partial(op.call, "GetTable", table_id="none"), "TABLE_NOT_FOUND")
        await self._bots_are_known()

    def stop(self) -> None:
        for server in (*self.gateways, self.bots, *self.rules, self.nats, self.valkey):
            server.kill()

    def metric(self, name: str, gateway: int = 0) -> float:
        """The sum of a metric of a gateway over the labels whose text `name` matches."""
        with urllib.request.urlopen(f"http://{self.gateways[gateway].metrics}/metrics", timeout=LONG) as page:
            text = page.read().decode()
        found = re.findall(rf"^{name}(?:{{[^}}]*}})? (\S+)$", text, re.MULTILINE)
        return sum(float(v) for v in found)

    def faults(self) -> list[str]:
        """Lines of the logs that tell of a fault of ours."""
        out = []
        for service in (*self.gateways, self.bots, *self.rules):
            out += [line for line in service.log().splitlines() if '"level": "error"' in line or "Traceback" in line]
        return out


async def patiently(call: Callable[[], Any], reason: str) -> None:
    """The same call until it is refused for this reason; a refusal that passes is waited out."""
    end = time.monotonic() + LONG
    while True:
        try:
            await call()
        except grpc.aio.AioRpcError as e:
            error = from_rpc_error(e)
        except ServiceError as e:
            error = e
        else:
            raise AssertionError("the call was not refused")
        if error.reason == reason:
            return
        if not error.retryable or time.monotonic() > end:
            raise error
        await asyncio.sleep(0.05)


class Lobby:
    """LobbyService with a token; what the gateway refuses is raised as `ServiceError`."""

    def __init__(self, address: str, token: str = OPERATOR) -> None:
        self.channel = grpc.aio.insecure_channel(address)
        self.stub: Any = lobby_service_pb2_grpc.LobbyServiceStub(self.channel)
        self.metadata = (("authorization", f"Bearer {token}"),)

    async def call(self, method: str, /, **fields: Any) -> Any:
        request = getattr(pb, method + "Request")(**fields)
        try:
            return await getattr(self.stub, method)(request, metadata=self.metadata, timeout=LONG)
        except grpc.aio.AioRpcError as e:
            raise from_rpc_error(e) from None

    def stream(self, name: str, **fields: Any) -> Any:
        return getattr(self.stub, name)(getattr(pb, name + "Request")(**fields), metadata=self.metadata)

    async def token(self, name: str, role: str = "bot", **limits: int) -> str:
        return str((await self.call("CreateToken", name=name, role=role, **limits)).token)

    async def table(self, *seats: str, start: bool = True, patiently: bool = False, **more: Any) -> Any:
        """A toy table; a seat is house:NAME, bot:NAME or open. `patiently` needs a request_id."""
        fields = {"game": "toy", "mode": "two" if len(seats) == 2 else "many", "start": start, **more}
        call = self.patiently if patiently else self.call
        return (await call("CreateTable", seats=[seat(s) for s in seats], **fields)).table

    async def patiently(self, method: str, /, **fields: Any) -> Any:
        """`call`, again and again while it is refused for a reason that passes: as a client does it."""
        end = time.monotonic() + LONG
        while True:
            try:
                return await self.call(method, **fields)
            except ServiceError as e:
                if not e.retryable or time.monotonic() > end:
                    raise
            await asyncio.sleep(0.2)

    async def until(self, table_id: str, status: int, seconds: float = LONG) -> Any:
        end = time.monotonic() + seconds
        while True:
            table = (await self.call("GetTable", table_id=table_id)).table
            if table.status == status:
                return table
            assert time.monotonic() < end, f"table {table_id} is {table.status}, not {status}"
            await asyncio.sleep(0.05)

    async def watching(self) -> Any:
        """A stream of WatchLobby that is open: whatever changes from now on comes over it."""
        mark = await self.table("open", "house:random", start=False)
        stream = self.stream("WatchLobby", include_current=True)
        while (await stream.read()).table.table_id != mark.table_id:
            pass
        return stream

    async def record(self, match_id: str) -> Any:
        return json.loads((await self.call("GetRecord", match_id=match_id)).record)


async def changes_of(stream: Any, table_id: str) -> list[str]:
    """What a stream of WatchLobby tells of a table, until it is finished."""
    changes: list[str] = []
    async with asyncio.timeout(LONG):
        while "finished" not in changes:
            message = await stream.read()
            if message.table.table_id == table_id:
                changes.append(message.change)
    return changes


def seat(text: str) -> lobby_pb2.TableSeat:
    kind, _, name = text.partition(":")
    if kind == "open":
        return lobby_pb2.TableSeat(open=True)
    return lobby_pb2.TableSeat(house=name) if kind == "house" else lobby_pb2.TableSeat(bot=name)


@asynccontextmanager
async def lobby(address: str, token: str = OPERATOR) -> AsyncIterator[Lobby]:
    client = Lobby(address, token)
    try:
        yield client
    finally:
        await client.channel.close(None)


def pick(match_id: str, seat: int, decision_id: str, n: int) -> int:
    """A choice that depends on the decision alone."""
    digest = hashlib.blake2b(f"{match_id}/{seat}/{decision_id}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") % n


_names = itertools.count(1)


def fresh(prefix: str = "bot") -> str:
    return f"{prefix}-{next(_names)}"


class Player:
    """A bot on one stream. Checks what every stream promises: Welcome first, views before updates,
    consecutive revisions, asks at the revision told. `auto` answers every ask."""

    def __init__(self, address: str, token: str, *, auto: bool = True, hello: dict[str, Any] | None = None) -> None:
        self.channel = grpc.aio.insecure_channel(address)
        stub: Any = bot_service_pb2_grpc.BotServiceStub(self.channel)
        self.call = stub.Play()
        self.hello = bot.Hello(**{"token": token, "protocol": 1, **(hello or {})})
        self.auto = auto
        self.heard: list[Any] = []
        self.revision: dict[tuple[str, int], int] = {}
        self.asks: dict[tuple[str, int], Any] = {}
        self.over: dict[tuple[str, int], Any] = {}
        self.lost: set[tuple[str, int]] = set()
        self.ended: ServiceError | None = None
        self.answered = 0
        self._changed = asyncio.Event()
        self._writing = asyncio.Lock()
        self._reading: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Player:
        await self.send(hello=self.hello)
        self._reading = asyncio.create_task(self._read())
        await self.until(lambda: bool(self.heard) or self.ended is not None)
        if self.ended is not None:
            raise self.ended
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.kill()

    async def kill(self) -> None:
        """Gone without a word."""
        self.call.cancel()
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        await self.channel.close(None)

    async def send(self, **message: Any) -> None:
        async with self._writing:  # gRPC takes one write at a time
            await self.call.write(bot.PlayRequest(**message))

    @property
    def welcome(self) -> Any:
        return self.heard[0].welcome

    def all(self, kind: str) -> list[Any]:
        return [getattr(m, kind) for m in self.heard if m.WhichOneof("message") == kind]

    async def until(self, what: Callable[[], Any], seconds: float = LONG) -> Any:
        async with asyncio.timeout(seconds):
            while not (found := what()):
                self._changed.clear()
                await self._changed.wait()
        return found

    async def wait(self, kind: str, n: int = 1, seconds: float = LONG) -> Any:
        """The n-th message of a kind."""
        await self.until(lambda: len(self.all(kind)) >= n, seconds)
        return self.all(kind)[n - 1]

    async def ask(self, match_id: str, seat: int = 0, seconds: float = LONG) -> Any:
        return await self.until(lambda: self.asks.get((match_id, seat)), seconds)

    async def answer(self, ask: Any, request_id: str = "", **choice: Any) -> None:
        decision = ask.view.decision.id
        given = choice or {"option_index": pick(ask.match_id, ask.seat, decision, len(json.loads(ask.view.options)))}
        await self.send(
            answer=bot.Answer(
                match_id=ask.match_id,
                seat=ask.seat,
                decision_id=decision,
                request_id=request_id or f"r-{decision}",
                **given,
            )
        )

    async def _read(self) -> None:
        try:
            while (message := await self.call.read()) is not EOF:
                self.heard.append(message)
                await self._check(message)
                self._changed.set()
            code = await self.call.code()
            if code is not grpc.StatusCode.OK:
                await self.call  # raises
        except grpc.aio.AioRpcError as e:
            self.ended = from_rpc_error(e)
        finally:
            self._changed.set()

    async def _check(self, message: Any) -> None:
        kind = message.WhichOneof("message")
        content = getattr(message, kind)
        assert (kind == "welcome") == (len(self.heard) == 1)
        key = (content.match_id, content.seat) if hasattr(content, "seat") and hasattr(content, "match_id") else None
        if kind == "match_started":
            key = (content.match.match_id, content.seat)
            assert content.view.revision >= self.revision.get(key, 0)
            self.revision[key] = content.view.revision
            self.lost.discard(key)
        elif kind == "update":
            assert key is not None
            assert content.commit.revision == self.revision[key] + 1, "a gap or a repeat"
            self.revision[key] += 1
        elif kind == "ask":
            assert key is not None
            assert content.view.revision == self.revision[key]
            self.asks[key] = content
            if self.auto:
                self.answered += 1
                await self.answer(content)
        elif kind == "match_over":
            assert key is not None
            assert key not in self.over
            self.over[key] = content
        elif kind == "seat_lost":
            assert key is not None
            self.lost.add(key)

    async def finished(self, match_id: str, seat: int = 0, seconds: float = LONG) -> Any:
        return await self.until(lambda: self.over.get((match_id, seat)), seconds)


def error_of(rejected: Any) -> ServiceError:
    return from_message(rejected.error)


def check_log(record: dict[str, Any]) -> None:
    """No commit is missing or there twice."""
    commits = record["commits"]
    assert [c["revision"] for c in commits] == list(range(1, len(commits) + 1))
    decisions = [(c["seat"], c["decision"]) for c in commits if c["kind"] == "move"]
    assert len(decisions) == len(set(decisions))


FINISHED = lobby_pb2.TABLE_STATUS_FINISHED
ABORTED = lobby_pb2.TABLE_STATUS_ABORTED
STARTED = lobby_pb2.TABLE_STATUS_STARTED
OPEN = lobby_pb2.TABLE_STATUS_OPEN
