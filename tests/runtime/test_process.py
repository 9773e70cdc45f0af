"""The rules service as a process: how it starts, refuses to start, and ends."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from rules_runtime import session as session_stream
from rules_runtime.scripts import Answer
from servicekit.errors import ServiceError
from tests.runtime.harness import TOO_LATE, Bots, Client, Session, create_request, external, house, pb, replica
from tests.runtime.test_faults import _env, check_streams, record_of
from tests.runtime.test_service import _answer, _view
from tests.servers import Nats, Service, Valkey, free_port
from tests.waiting import LONG, until

ROOT = Path(__file__).resolve().parents[2]
METRICS = (
    'baochuan_commits_total{by="seat",kind="move"}',
    'baochuan_append_answers_total{answer="APPENDED"}',
    "baochuan_asks_total",
    "baochuan_outbox_length 0.0",
    "baochuan_relay_lag_seconds",
    "baochuan_cache_hits_total",
    "baochuan_commit_seconds_bucket",
    'baochuan_leases{duty="relay"} 16.0',
)


def _run(env: dict[str, str], timeout: float = LONG) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.toy_service"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": "services:.:sdk", **env},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


@pytest.mark.parametrize("missing", ["redis", "nats", "port", "edition", "setting", "metrics"])
def test_what_is_missing_at_the_start_is_one_clear_line(
    valkey: Valkey, nats: Nats, tmp_path: Path, missing: str
) -> None:
    env = _env(valkey, nats, BAOCHUAN_LOG_LEVEL="error")
    if missing in ("redis", "nats"):
        env["BAOCHUAN_START_WAIT_SECONDS"] = "0.5"
    port = free_port()
    broken = tmp_path / "toy.toml"
    broken.write_text((ROOT / "tests" / "toy.toml").read_text().replace("hand = 4", 'hand = "four"'))
    change, says = {
        "redis": (
            {"BAOCHUAN_REDIS_URL": f"redis://127.0.0.1:{port}/0"},
            f"no answer from Redis at redis://127.0.0.1:{port}",
        ),
        "nats": ({"BAOCHUAN_NATS_URL": f"nats://127.0.0.1:{port}"}, f"no answer from NATS at nats://127.0.0.1:{port}"),
        "port": ({"BAOCHUAN_LISTEN": f"127.0.0.1:{valkey.port}"}, f"cannot listen on 127.0.0.1:{valkey.port}"),
        "edition": ({"BAOCHUAN_EDITION": str(broken)}, "table: hand"),
        "setting": ({"BAOCHUAN_CLOCK_MS": "soon"}, "BAOCHUAN_CLOCK_MS"),
        "metrics": ({"BAOCHUAN_METRICS_LISTEN": f"127.0.0.1:{nats.port}"}, "BAOCHUAN_METRICS_LISTEN"),
    }[missing]
    done = _run({**env, **change})
    assert done.returncode == 1
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    assert len(lines) == 1, done.stderr
    assert says in lines[0]


async def test_sigterm_drains_and_ends_well(valkey: Valkey, nats: Nats, tmp_path: Path) -> None:
    env = _env(valkey, nats, BAOCHUAN_LOG_FORMAT="json", BAOCHUAN_METRICS_LISTEN="127.0.0.1:0")
    service = Service(tmp_path / "toy", "tests.toy_service", env)
    await asyncio.to_thread(service.start)
    assert service.process is not None
    try:
        async with grpc.aio.insecure_channel(service.address) as channel, Bots(nats) as bots:
            watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
            assert (await watch.read()).status == health_pb2.HealthCheckResponse.SERVING
            session = Session(service.address)
            for i in range(20):
                await session.call(create=create_request(f"m{i}", [house(), house(), house()]))
            calls = [session.call(get_view=pb.GetViewRequest(match_id=f"m{i}", seat=0)) for i in range(20)]
            await asyncio.sleep(0.01)
            process = service.process
            process.terminate()
            assert (await watch.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
            results = await asyncio.gather(*calls, return_exceptions=True)
            assert all(not isinstance(r, Exception) or (isinstance(r, ServiceError) and r.retryable) for r in results)
            await until(lambda: process.poll() is not None)
            assert process.returncode == 0
            await session.close()
            assert session.ended is None or session.ended.retryable
            # The next replica has the leases at once, and all goes on.
            async with replica(valkey, nats, lease_ms=60_000) as after, Client(after.shell.address) as client:
                for i in range(20):
                    await client.over(f"m{i}")
                await check_streams(nats, [await record_of(client, f"m{i}") for i in range(20)])
            assert not [e for e in bots.errors if not (e.retryable or e.reason in TOO_LATE)]
    finally:
        service.kill()
    for line in service.log().splitlines():
        entry = json.loads(line)
        assert entry["service"] == "toy"
        assert entry["level"] not in ("error", "critical"), entry


async def test_a_session_is_told_that_the_service_goes_down(
    valkey: Valkey, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is under way when the drain begins is still answered."""
    monkeypatch.setattr(session_stream, "_LAST_WRITE_SECONDS", LONG)
    begun, go_on = asyncio.Event(), asyncio.Event()
    async with replica(valkey, nats) as service:
        append = service.engine._append

        async def held(*args: Any) -> tuple[Answer, int]:
            begun.set()
            await go_on.wait()
            return await append(*args)

        monkeypatch.setattr(service.engine, "_append", held)
        session = Session(service.shell.address)
        await session.call(create=create_request("m1", [external(), external()]))
        async with Client(service.shell.address) as client:
            request = _answer("m1", 0, await _view(client, "m1", 0))
        last = session.call(submit=request)
        await begun.wait()
        drain = asyncio.ensure_future(service.shell.drain(service.service.finish))
        await service.shell.draining.wait()
        assert not last.done()
        go_on.set()
        assert (await last).revision == 2
        await drain
        await until(lambda: session.ended)
        assert session.ended is not None
        assert (session.ended.reason, session.ended.retryable) == ("UNAVAILABLE", True)
        await session.close()


async def test_logs_and_metrics_of_a_running_service(valkey: Valkey, nats: Nats, tmp_path: Path) -> None:
    env = _env(valkey, nats, BAOCHUAN_LOG_FORMAT="json", BAOCHUAN_METRICS_LISTEN="127.0.0.1:0")
    service = Service(tmp_path / "toy", "tests.toy_service", env)
    await asyncio.to_thread(service.start)

    def page() -> str:
        with urllib.request.urlopen(f"http://{service.metrics}/metrics", timeout=LONG) as answer:
            return str(answer.read().decode())

    async def all_told() -> bool:  # relay and leases may still be at work
        told = await asyncio.to_thread(page)
        missing[:] = [name for name in METRICS if name not in told]
        return not missing

    missing: list[str] = []
    try:
        async with Client(service.address) as client, Bots(nats):
            await client.CreateMatch(create_request("m1", [house(), house()]))
            await client.over("m1")
        with contextlib.suppress(TimeoutError):
            await until(all_told)
        assert missing == []
    finally:
        service.stop()
    over = [json.loads(x) for x in service.log().splitlines() if "match over" in x]
    assert over
    assert over[0]["match"] == "m1"
    assert over[0]["revision"] > 5
