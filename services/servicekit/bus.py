"""The connection to NATS: core messages, the streams of JetStream, and publishing to them in batches."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError
from nats.errors import NoRespondersError
from nats.js import JetStreamContext
from nats.js.api import DiscardPolicy, RetentionPolicy, StorageType, StreamConfig
from nats.js.errors import APIError, NotFoundError

from servicekit import logs
from servicekit.errors import ServiceError
from servicekit.settings import StartError
from servicekit.store import hide_password

_log = logs.get(__name__)

_HOUR = 3600.0
_WINDOW = 120.0  # seconds in which a repeated Nats-Msg-Id is dropped

# The one definition of all streams. `allow_atomic` is ignored by servers older than 2.12.
STREAMS = {
    "MATCHES": StreamConfig(
        name="MATCHES",
        subjects=["match.>"],
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        discard=DiscardPolicy.OLD,
        max_age=_HOUR,
        max_bytes=512 * 1024 * 1024,
        duplicate_window=_WINDOW,
        allow_direct=True,
        allow_atomic=True,
    ),
    "ARCHIVE": StreamConfig(
        name="ARCHIVE",
        subjects=["archive.>"],
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        discard=DiscardPolicy.OLD,
        duplicate_window=_WINDOW,
        allow_direct=True,
        allow_atomic=True,
    ),
    "LOBBY": StreamConfig(
        name="LOBBY",
        subjects=["lobby.>"],
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        discard=DiscardPolicy.OLD,
        max_age=_HOUR,
        duplicate_window=_WINDOW,
        allow_direct=True,
        allow_atomic=True,
    ),
}

_BATCH = 500  # the server takes at most 1,000 messages in one atomic batch
_DUPLICATE_IN_BATCH = 10201
_TRY_BATCHES_AGAIN = 300.0  # seconds
_HEADER_ROOM = 1024  # bytes of the payload limit left for headers


@dataclass(slots=True, frozen=True)
class Message:
    """One message for a stream. `id` is its Nats-Msg-Id: the stream keeps the first of equal ids."""

    subject: str
    payload: bytes
    id: str


class Bus:
    """A NATS connection that comes back by itself, however long the server was away.

    While it is away every publish fails at once with a typed retryable error: nothing piles up in
    memory, and what must not be lost waits in the outbox.
    """

    def __init__(self, nc: Client) -> None:
        self.nc = nc
        self.js: JetStreamContext = nc.jetstream(timeout=5)
        self._single_until: dict[str, float] = {}  # stream -> monotonic time until which it takes no batches

    @property
    def connected(self) -> bool:
        return bool(self.nc.is_connected)

    @property
    def max_payload(self) -> int:
        """Bytes that one message may have."""
        return int(self.nc.max_payload)

    def fits(self, size: int) -> bool:
        """True if a message of this size can be sent."""
        return size <= int(self.nc.max_payload) - _HEADER_ROOM

    def _check(self, subject: str, size: int) -> None:
        if not self.nc.is_connected:
            raise ServiceError("STORE_UNAVAILABLE", "the bus is away; try again")
        # The server would cut the connection, and with it everybody else's messages.
        if not self.fits(size):
            raise ServiceError(
                "QUOTA_EXCEEDED",
                f"a message of {size} bytes for {subject} is over the bus's limit of {self.nc.max_payload}",
            )

    async def publish(self, subject: str, payload: bytes, reply: str = "") -> None:
        """A core message: fast, and lost if nobody listens. Raises `ServiceError`."""
        self._check(subject, len(payload))
        with _typed():
            await self.nc.publish(subject, payload, reply)

    async def request(self, subject: str, payload: bytes = b"", timeout: float = 2.0) -> bytes:
        """One answer from whoever listens. Raises `ServiceError`."""
        self._check(subject, len(payload))
        with _typed():
            answer: Msg = await self.nc.request(subject, payload, timeout=timeout)
            return bytes(answer.data)

    async def subscribe(
        self, subject: str, handler: Callable[[Msg], Awaitable[None]], *, queue: str = ""
    ) -> Subscription:
        """Core subscription; it is taken up again after a reconnect. `handler` must not block."""
        return await self.nc.subscribe(subject, queue=queue, cb=handler)

    async def ensure_streams(self, *names: str) -> None:
        """Creates the streams that are missing; raises `ServiceError`."""
        for name in names:
            wanted = STREAMS[name]
            with _typed():
                try:
                    await self.js.stream_info(name)
                except NotFoundError:
                    await self.js.add_stream(wanted)
                    _log.info("stream created", stream=name)

    async def wait_for_streams(self, seconds: float, *names: str) -> None:
        """`ensure_streams` at the start of a service; raises `StartError` with one clear line."""
        end = time.monotonic() + seconds
        while True:
            try:
                return await self.ensure_streams(*names)
            except ServiceError as e:
                if time.monotonic() >= end:
                    raise StartError(f"NATS has no JetStream, or it is not ready: {e.message}") from e
            await asyncio.sleep(0.5)

    async def publish_batch(self, stream: str, messages: list[Message], timeout: float = 5.0) -> None:
        """Stores messages in a stream, in order, each once; returns when all are stored.

        Uses the server's atomic batch with one acknowledgement. Where the server has none, or where
        part of the batch was stored before, every message is acknowledged by itself. Raises
        `ServiceError`: then publish the same messages again.
        """
        for start in range(0, len(messages), _BATCH):
            await self._publish_part(stream, messages[start : start + _BATCH], timeout)

    async def _publish_part(self, stream: str, messages: list[Message], timeout: float) -> None:
        for m in messages:
            self._check(m.subject, len(m.payload))
        with _typed():
            batches = time.monotonic() >= self._single_until.get(stream, 0.0)
            if len(messages) > 1 and batches and await self._atomic_batch(stream, messages, timeout):
                return
            await self._one_by_one(stream, messages, timeout)

    async def _atomic_batch(self, stream: str, messages: list[Message], timeout: float) -> bool:
        """False if the server stored nothing and the messages have to go one by one."""
        batch = secrets.token_hex(8)
        last = len(messages) - 1
        for i in range(last):
            m = messages[i]
            headers = {"Nats-Msg-Id": m.id, "Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(i + 1)}
            await self.nc.publish(m.subject, m.payload, headers=headers)
        m = messages[last]
        headers = {
            "Nats-Msg-Id": m.id,
            "Nats-Batch-Id": batch,
            "Nats-Batch-Sequence": str(last + 1),
            "Nats-Batch-Commit": "1",
        }
        answer = json.loads((await self.nc.request(m.subject, m.payload, timeout=timeout, headers=headers)).data)
        error = answer.get("error")
        if error is None and answer.get("count") == len(messages):
            return True
        if error is None or error.get("err_code") != _DUPLICATE_IN_BATCH:
            # An older server, or a stream made without batches: not worth trying again each time.
            self._single_until[stream] = time.monotonic() + _TRY_BATCHES_AGAIN
            _log.warning(
                "no batches on this stream; publishing one by one", stream=stream, answer=error or "stored singly"
            )
        return False

    async def _one_by_one(self, stream: str, messages: list[Message], timeout: float) -> None:
        acks = [
            await self.js.publish_async(m.subject, m.payload, stream=stream, headers={"Nats-Msg-Id": m.id})
            for m in messages
        ]
        async with asyncio.timeout(timeout):
            await asyncio.gather(*acks)

    async def last_message(self, stream: str, subject: str) -> bytes | None:
        """The newest message of a subject in a stream, or None. Raises `ServiceError`."""
        if not self.nc.is_connected:
            raise ServiceError("STORE_UNAVAILABLE", "the bus is away; try again")
        with _typed():
            try:
                found = await self.js.get_last_msg(stream, subject, direct=True)
            except NotFoundError:
                return None
            except NoRespondersError:
                await self.ensure_streams(stream)  # a missing stream holds nothing; a missing JetStream is an error
                return None
            return bytes(found.data or b"")

    async def close(self) -> None:
        """Sends what is written and closes."""
        if self.nc.is_closed:
            return
        try:
            if self.nc.is_connected:
                await self.nc.flush(timeout=2)
        except (NatsError, TimeoutError) as e:
            _log.warning("bus closed with messages unsent", error=str(e))
        await self.nc.close()


def away(error: Exception) -> ServiceError:
    """The typed, retryable error for a bus that does not answer."""
    return ServiceError("STORE_UNAVAILABLE", f"the bus does not answer ({type(error).__name__}: {error}); try again")


@contextmanager
def _typed() -> Iterator[None]:
    """Failures of the client library as `ServiceError`."""
    try:
        yield
    except (NatsError, APIError, TimeoutError) as e:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            # nats-py turns some cancellations into errors of its own; a task that is to end must end.
            raise asyncio.CancelledError from e
        raise away(e) from e


async def connect(
    url: str,
    name: str,
    *,
    wait_seconds: float = 30.0,
    on_change: Callable[[bool], Awaitable[None]] | None = None,
) -> Bus:
    """Connects, waiting for the server if needed; raises `StartError` with one clear line.

    `on_change(connected)` is told of every loss and return.
    """
    shown = hide_password(url)
    told = False

    async def lost() -> None:
        if on_change is not None:
            await on_change(False)

    async def back() -> None:
        if on_change is not None:
            await on_change(True)

    async def failed(error: Exception) -> None:
        nonlocal told
        if not told:
            told = True
            _log.warning("bus", url=shown, error=str(error) or type(error).__name__)

    async def again() -> None:
        nonlocal told
        told = False
        await back()

    options: dict[str, Any] = {
        "name": name,
        "max_reconnect_attempts": -1,
        "reconnect_time_wait": 0.25,
        "connect_timeout": 2,
        "ping_interval": 5,
        "max_outstanding_pings": 2,
        "error_cb": failed,
        "disconnected_cb": lost,
        "reconnected_cb": again,
    }
    try:
        async with asyncio.timeout(wait_seconds):
            nc = await nats.connect(url, **options)
    except (TimeoutError, OSError, NatsError) as e:
        raise StartError(f"no answer from NATS at {shown} within {wait_seconds:g} s; is it running?") from e
    return Bus(nc)
