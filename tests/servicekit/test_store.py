"""The two ways to the store: nothing reads another's reply, nothing hangs, and both come back."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator

import pytest

from servicekit import store
from servicekit.errors import ServiceError
from servicekit.settings import StartError
from servicekit.wire import Script, StoreError, Wire
from tests.servers import Valkey, free_port
from tests.waiting import LONG, until

DOUBLE = Script("return tonumber(ARGV[1]) * 2")


@pytest.fixture
async def wire(valkey: Valkey) -> AsyncIterator[Wire]:
    wire = Wire(valkey.url, [DOUBLE], timeout=LONG)
    await wire.start(LONG)
    yield wire
    await wire.close()


async def _cancelled_at_random(get: object, n: int) -> None:
    """Reads tagged values in n calls, half of them cancelled somewhere on the way."""
    rng = random.Random(7)

    async def one(i: int) -> None:
        value = await get(f"k{i % 50}")  # type: ignore[operator]
        assert value == f"v{i % 50}".encode()

    for start in range(0, n, 500):
        tasks = [asyncio.ensure_future(one(i)) for i in range(start, start + 500)]
        for t in tasks:
            if rng.random() < 0.5:
                asyncio.get_running_loop().call_later(rng.random() * 0.02, t.cancel)
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if result is not None and not isinstance(result, asyncio.CancelledError):
                raise result


async def test_cancelled_commands_never_leave_their_reply_to_the_next_caller(valkey: Valkey) -> None:
    client = store.connect(valkey.url, connections=10)
    for i in range(50):
        await client.set(f"k{i}", f"v{i}")
    await _cancelled_at_random(client.get, 5000)

    async def piped(key: str) -> bytes:
        pipe = client.pipeline(transaction=False)
        pipe.get("k0")
        pipe.get(key)
        first, value = await pipe.execute()
        assert first == b"v0"
        assert isinstance(value, bytes)
        return value

    await _cancelled_at_random(piped, 2000)
    await client.aclose()


async def test_cancelled_calls_on_the_wire_never_shift_the_replies(wire: Wire) -> None:
    await asyncio.gather(*(wire.call("SET", f"k{i}", f"v{i}") for i in range(50)))

    async def get(key: str) -> object:
        return await wire.call("GET", key)

    await _cancelled_at_random(get, 10_000)


async def test_a_full_pool_waits_instead_of_failing(valkey: Valkey) -> None:
    client = store.connect(valkey.url, connections=5)
    await client.set("x", "1")
    values = await asyncio.gather(*(client.get("x") for _ in range(2000)))
    assert set(values) == {b"1"}
    await client.aclose()


async def test_a_store_that_is_away_is_a_typed_retryable_error(valkey: Valkey) -> None:
    client = store.connect(valkey.url, timeout=LONG)
    assert await store.alive(client)
    valkey.kill()
    with pytest.raises(ServiceError) as caught:
        await store.guarded(client.get("x"))
    assert (caught.value.reason, caught.value.retryable) == ("STORE_UNAVAILABLE", True)
    assert not await store.alive(client)
    valkey.start()
    await until(lambda: store.alive(client))
    await client.aclose()


async def test_a_missing_store_at_the_start_is_one_clear_line() -> None:
    url = f"redis://:secret@127.0.0.1:{free_port()}/0"
    client = store.connect(url)
    with pytest.raises(StartError) as caught:
        await store.wait(client, url, 0.3)
    assert "no answer from Redis at redis://127.0.0.1" in str(caught.value)
    assert "secret" not in str(caught.value)
    with pytest.raises(StartError) as caught:
        await Wire(url, []).start(0.3)
    assert "no answer from Redis at redis://127.0.0.1" in str(caught.value)
    assert "secret" not in str(caught.value)
    await client.aclose()


async def test_the_wire_answers_in_order_and_in_types(wire: Wire) -> None:
    answers = await asyncio.gather(
        wire.call("SET", "a", b"\x00\xff"), wire.call("GET", "a"), wire.call("INCRBY", "n", 5), wire.call("GET", "no")
    )
    assert list(answers) == [b"OK", b"\x00\xff", 5, None]
    assert await wire.run(DOUBLE, [], 21) == 42
    assert await wire.transaction(("INCR", "n"), ("GET", "n")) == [6, b"6"]


async def test_a_refused_command_is_an_error_of_its_caller_alone(wire: Wire) -> None:
    results = await asyncio.gather(
        wire.call("SET", "a", "1"), wire.call("LPUSH", "a", "1"), wire.call("GET", "a"), return_exceptions=True
    )
    assert results[0] == b"OK"
    assert isinstance(results[1], StoreError)
    assert results[2] == b"1"


async def test_scripts_flushed_by_somebody_are_loaded_again(wire: Wire) -> None:
    await wire.call("SCRIPT", "FLUSH")
    with pytest.raises(ServiceError) as caught:
        await wire.run(DOUBLE, [], 1)
    assert caught.value.retryable
    await _until_connected(wire)
    assert await wire.run(DOUBLE, [], 4) == 8


async def test_the_wire_fails_at_once_while_the_store_is_away_and_comes_back(valkey: Valkey, wire: Wire) -> None:
    valkey.kill()
    for _ in range(3):
        with pytest.raises(ServiceError) as caught:
            await wire.call("GET", "a")
        assert caught.value.reason == "STORE_UNAVAILABLE"
    valkey.start()
    await _until_connected(wire)
    assert await wire.run(DOUBLE, [], 3) == 6


async def test_a_store_that_hangs_is_noticed(valkey: Valkey) -> None:
    wire = Wire(valkey.url, [], timeout=1)
    await wire.start(LONG)
    os.kill(valkey.pid, signal.SIGSTOP)
    try:
        with pytest.raises(ServiceError):
            async with asyncio.timeout(LONG):
                await wire.call("GET", "a")
    finally:
        os.kill(valkey.pid, signal.SIGCONT)
    await _until_connected(wire)
    await wire.close()


async def _until_connected(wire: Wire) -> None:
    await until(lambda: wire.connected)
