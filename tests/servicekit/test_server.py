"""The server shell: health, reflection, keepalive, ports, metrics, drain."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from baochuan.match.v1 import match_service_pb2, match_service_pb2_grpc
from servicekit.server import ServerShell
from servicekit.settings import ServiceSettings, StartError, load
from tests.waiting import LONG

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
NAME = "baochuan.match.v1.MatchService"


class Held(match_service_pb2_grpc.MatchServiceServicer):
    """Answers when `go_on` is set."""

    def __init__(self) -> None:
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()

    async def GetMatch(self, request: Any, context: Any) -> Any:
        self.begun.set()
        await self.go_on.wait()
        return match_service_pb2.GetMatchResponse()


@pytest.fixture
async def held() -> Held:
    return Held()  # type: ignore[abstract] # the other methods answer UNIMPLEMENTED


@pytest.fixture
async def shell(tmp_path: Path, held: Held) -> AsyncIterator[ServerShell]:
    settings = load(ServiceSettings, ready_file=tmp_path / "ready", metrics_listen="127.0.0.1:0", drain_seconds=LONG)
    shell = ServerShell("test", settings, max_message_bytes=1000)
    match_service_pb2_grpc.add_MatchServiceServicer_to_server(held, shell.server)
    await shell.start({NAME: ["redis"]})
    yield shell
    await shell.server.stop(0)


async def _check(shell: ServerShell, service: str = "") -> int:
    async with grpc.aio.insecure_channel(shell.address) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        return int((await stub.Check(health_pb2.HealthCheckRequest(service=service))).status)


async def test_ready_is_told_in_health_and_in_the_file(shell: ServerShell, tmp_path: Path) -> None:
    assert await _check(shell) == NOT_SERVING
    await shell.ready()
    assert await _check(shell) == SERVING
    told = json.loads((tmp_path / "ready").read_text())
    assert told == {"listen": shell.address, "metrics": shell.metrics_address}
    page = await asyncio.to_thread(
        lambda: urllib.request.urlopen(f"http://{shell.metrics_address}/metrics", timeout=LONG).read()
    )
    assert b"python_info" in page


async def test_a_service_depends_on_what_it_needs_and_the_server_on_all(shell: ServerShell) -> None:
    await shell.ready()
    await shell.set_away("nats", True)
    assert (await _check(shell), await _check(shell, NAME)) == (NOT_SERVING, SERVING)
    await shell.set_away("redis", True)
    assert (await _check(shell), await _check(shell, NAME)) == (NOT_SERVING, NOT_SERVING)
    await shell.set_away("redis", False)
    await shell.set_away("nats", False)
    assert (await _check(shell), await _check(shell, NAME)) == (SERVING, SERVING)


async def test_health_can_be_watched(shell: ServerShell) -> None:
    await shell.ready()
    async with grpc.aio.insecure_channel(shell.address) as channel:
        watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
        assert (await watch.read()).status == SERVING
        await shell.set_away("redis", True)
        assert (await watch.read()).status == NOT_SERVING
        watch.cancel()


async def test_reflection_lists_the_services(shell: ServerShell) -> None:
    async with grpc.aio.insecure_channel(shell.address) as channel:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        call = stub.ServerReflectionInfo(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
        answer = await call.read()
    assert NAME in [s.name for s in answer.list_services_response.service]


async def test_pings_on_an_idle_connection_are_welcome(shell: ServerShell) -> None:
    await shell.ready()
    options = [
        ("grpc.keepalive_time_ms", 100),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
    ]
    async with grpc.aio.insecure_channel(shell.address, options=options) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        watch = stub.Watch(health_pb2.HealthCheckRequest())
        assert (await watch.read()).status == SERVING
        await asyncio.sleep(3)
        assert not watch.done()  # GOAWAY too_many_pings would have ended it
        watch.cancel()


async def test_a_message_over_the_limit_is_refused_and_the_connection_stays(shell: ServerShell, held: Held) -> None:
    await shell.ready()
    held.go_on.set()
    async with grpc.aio.insecure_channel(shell.address) as channel:
        stub = match_service_pb2_grpc.MatchServiceStub(channel)
        with pytest.raises(grpc.RpcError) as caught:
            await stub.GetMatch(match_service_pb2.GetMatchRequest(match_id="x" * 2000))
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        await stub.GetMatch(match_service_pb2.GetMatchRequest(match_id="x"))


async def test_a_port_in_use_is_one_clear_line(shell: ServerShell) -> None:
    other = ServerShell("other", load(ServiceSettings, listen=shell.address))
    with pytest.raises(StartError) as caught:
        await other.start({})
    assert f"cannot listen on {shell.address}" in str(caught.value)


async def test_a_drain_says_so_at_once_and_lets_calls_end(shell: ServerShell, held: Held) -> None:
    await shell.ready()
    async with grpc.aio.insecure_channel(shell.address) as channel:
        stub = match_service_pb2_grpc.MatchServiceStub(channel)
        watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
        assert (await watch.read()).status == SERVING
        call = asyncio.ensure_future(stub.GetMatch(match_service_pb2.GetMatchRequest()))
        await held.begun.wait()

        async def nothing() -> None:
            return

        drain = asyncio.ensure_future(shell.drain(nothing))
        assert (await watch.read()).status == NOT_SERVING
        assert not call.done()
        assert not drain.done()
        held.go_on.set()
        await call
        await drain
