"""The bus: batches stored in order and once, limits as typed errors, and coming back after a loss."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from servicekit import bus as buses
from servicekit.bus import Bus, Message
from servicekit.errors import ServiceError
from servicekit.settings import StartError
from tests.servers import Nats, free_port
from tests.waiting import LONG, until


@pytest.fixture
async def bus(nats: Nats) -> AsyncIterator[Bus]:
    bus = await buses.connect(nats.url, "test", wait_seconds=LONG)
    await bus.ensure_streams("MATCHES", "ARCHIVE", "LOBBY")
    yield bus
    await bus.close()


def _messages(n: int, name: str = "m", size: int = 20) -> list[Message]:
    return [Message(f"match.toy.{name}", f"{i}".encode().ljust(size), f"{name}:{i}") for i in range(n)]


async def _stored(bus: Bus) -> list[str]:
    subscription = await bus.js.subscribe("match.>", ordered_consumer=True)
    count = (await bus.js.stream_info("MATCHES")).state.messages
    found = [(await subscription.next_msg(timeout=LONG)).data.decode().strip() for _ in range(count)]
    await subscription.unsubscribe()
    return found


@pytest.mark.parametrize("n", [1, 2, 499, 501, 1200])
async def test_a_batch_is_stored_in_order(bus: Bus, n: int) -> None:
    await bus.publish_batch("MATCHES", _messages(n))
    assert await _stored(bus) == [str(i) for i in range(n)]


async def test_a_repeated_batch_is_stored_once(bus: Bus) -> None:
    await bus.publish_batch("MATCHES", _messages(30))
    await bus.publish_batch("MATCHES", _messages(30))
    await bus.publish_batch("MATCHES", _messages(40))
    assert await _stored(bus) == [str(i) for i in range(40)]


async def test_a_stream_without_batches_is_served_one_by_one(bus: Bus) -> None:
    await bus.js.delete_stream("MATCHES")
    await bus.js.add_stream(name="MATCHES", subjects=["match.>"])
    await bus.publish_batch("MATCHES", _messages(30))
    assert await _stored(bus) == [str(i) for i in range(30)]


async def test_a_missing_stream_is_a_typed_error_and_is_made_when_needed(bus: Bus) -> None:
    await bus.js.delete_stream("MATCHES")
    with pytest.raises(ServiceError) as caught:
        await bus.publish_batch("MATCHES", _messages(3))
    assert caught.value.reason == "STORE_UNAVAILABLE"
    await bus.ensure_streams("MATCHES")
    await bus.publish_batch("MATCHES", _messages(3))
    assert await _stored(bus) == ["0", "1", "2"]


async def test_a_message_over_the_limit_is_refused_and_the_connection_stays(bus: Bus) -> None:
    big = b"x" * (2 * 1024 * 1024)
    with pytest.raises(ServiceError) as caught:
        await bus.publish("ask.house.x", big)
    assert (caught.value.reason, caught.value.retryable) == ("QUOTA_EXCEEDED", False)
    with pytest.raises(ServiceError) as caught:
        await bus.publish_batch("MATCHES", [*_messages(2), Message("match.toy.m", big, "big")])
    assert caught.value.reason == "QUOTA_EXCEEDED"
    assert bus.connected
    await bus.publish_batch("MATCHES", _messages(2))
    assert len(await _stored(bus)) == 2


async def test_the_newest_message_of_a_subject(bus: Bus) -> None:
    assert await bus.last_message("MATCHES", "match.toy.m") is None
    await bus.publish_batch("MATCHES", _messages(3))
    assert (await bus.last_message("MATCHES", "match.toy.m") or b"").strip() == b"2"


async def test_a_bus_that_is_away_fails_at_once_and_comes_back_by_itself(nats: Nats, bus: Bus) -> None:
    got: list[bytes] = []

    async def keep(msg: object) -> None:
        got.append(msg.data)  # type: ignore[attr-defined]

    await bus.subscribe("seat.>", keep)
    nats.kill()
    await until(lambda: not bus.connected)
    for _ in range(3):
        with pytest.raises(ServiceError) as caught:
            await bus.publish("seat.m.0", b"lost")
        assert (caught.value.reason, caught.value.retryable) == ("STORE_UNAVAILABLE", True)
    with pytest.raises(ServiceError):
        await bus.publish_batch("MATCHES", _messages(3))
    with pytest.raises(ServiceError):
        await bus.last_message("MATCHES", "match.toy.m")
    nats.start()
    await until(lambda: bus.connected)
    await bus.publish_batch("MATCHES", _messages(3))
    await bus.publish("seat.m.0", b"heard")
    await until(lambda: bool(got))
    assert got == [b"heard"]


async def test_a_missing_bus_at_the_start_is_one_clear_line() -> None:
    with pytest.raises(StartError) as caught:
        await buses.connect(f"nats://user:secret@127.0.0.1:{free_port()}", "test", wait_seconds=0.5)
    assert "no answer from NATS at nats://127.0.0.1" in str(caught.value)
    assert "secret" not in str(caught.value)
