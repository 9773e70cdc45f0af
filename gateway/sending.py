"""What waits to be written to one client: a bounded queue and the task that empties it.

A client that does not read fills its queue, is told SLOW_READER and cut off. Nobody else notices.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from gateway import metrics
from servicekit import logs
from servicekit.errors import ServiceError

_log = logs.get(__name__)
M = TypeVar("M", bound=Message)


class Sending(Generic[M]):
    """`put` never waits. `problem` is set when the queue ran over; then nothing more is taken."""

    def __init__(self, max_messages: int, max_bytes: int) -> None:
        self._queue: deque[tuple[M, int]] = deque()
        self._bytes = 0
        self._max_messages = max_messages
        self._max_bytes = max_bytes
        self._wake = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()
        self._finished = asyncio.Event()
        self.problem: asyncio.Future[ServiceError] = asyncio.get_running_loop().create_future()

    def put(self, message: M) -> None:
        if self.problem.done():
            return
        size = message.ByteSize()
        # One message alone always fits, however large.
        if self._queue and (len(self._queue) >= self._max_messages or self._bytes + size > self._max_bytes):
            text = f"{len(self._queue)} messages wait and the client does not read them; connect again"
            self.end(ServiceError("SLOW_READER", text))
            return
        self._queue.append((message, size))
        self._bytes += size
        self._empty.clear()
        self._wake.set()

    def end(self, problem: ServiceError) -> None:
        """The stream is to end with this error; the first one counts."""
        if not self.problem.done():
            self.problem.set_result(problem)

    def finish(self) -> None:
        """All has been put; the stream ends well when it is written."""
        self._finished.set()

    async def finished(self) -> None:
        await self._finished.wait()

    async def run(self, write: Callable[[M], Awaitable[None]]) -> None:
        """Writes until cancelled, or until the client is gone."""
        while True:
            while self._queue:
                message, size = self._queue[0]
                await write(message)
                # Only now: what is being written counts against the bounds.
                self._queue.popleft()
                self._bytes -= size
            self._empty.set()
            self._wake.clear()
            await self._wake.wait()

    async def flushed(self) -> None:
        """Waits until all that was put is written."""
        await self._empty.wait()


LEAVE_SECONDS = 5.0  # what a client that has said all may still wait for


async def serve(
    context: Any,
    sending: Sending[Any],
    reading: Coroutine[Any, Any, None],
    idle: Callable[[], Awaitable[None]],
) -> None:
    """Runs a stream: writes what is put, reads at the same time, until one of them or `problem` ends it.

    `reading` ends when the client has said all it will say; then the answers under way (`idle`) are
    still written. Raises the problem that ended the stream. Waits for nothing when the client is gone.
    """
    writer = asyncio.create_task(sending.run(context.write))
    reader = asyncio.create_task(reading)
    tasks: tuple[asyncio.Task[None], ...] = (writer, reader)
    for task in tasks:
        task.add_done_callback(_looked_at)
    try:
        ends: set[asyncio.Future[Any]] = {writer, reader, sending.problem}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if not sending.problem.done() and not writer.done():
            error = reader.exception()
            if isinstance(error, ServiceError):
                sending.end(error)
            await _flush(sending, idle, writer)
        if sending.problem.done():
            problem = sending.problem.result()
            metrics.CUT_OFF.labels(problem.reason).inc()
            raise problem
    finally:
        for task in tasks:
            task.cancel()


async def _flush(sending: Sending[Any], idle: Callable[[], Awaitable[None]], writer: asyncio.Task[None]) -> None:
    async def rest() -> None:
        await idle()
        await sending.flushed()

    flushing = asyncio.create_task(rest())
    try:
        await asyncio.wait({flushing, writer}, timeout=LEAVE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    finally:
        flushing.cancel()


def _looked_at(task: asyncio.Task[None]) -> None:
    """A writer or reader fails when its client is gone, and then the handler ends anyway."""
    if not task.cancelled() and task.exception() is not None:
        _log.debug("stream broke off", error=repr(task.exception()))
