"""The Session stream: many calls on one stream, answered in any order, replies batched.

A stream message costs a fraction of a unary call, so both sides put everything that is ready into
one message: while one message of replies is written, the next replies gather.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import grpc

from baochuan.match.v1 import match_service_pb2
from rules_runtime import metrics
from servicekit.errors import ServiceError

if TYPE_CHECKING:
    from rules_runtime.service import MatchService

_EOF: Any = vars(grpc.aio)["EOF"]  # missing from the type stubs
_CALLS_AT_ONCE = 2048  # beyond, reading stops until the client has read half of the replies
_LAST_WRITE_SECONDS = 2.0  # for replies under way when the stream ends


class SessionStream:
    """One open stream of one client."""

    def __init__(self, service: MatchService, context: Any) -> None:
        self.service = service
        self.context = context
        self.replies: list[match_service_pb2.Reply] = []
        self.calls: set[asyncio.Task[None]] = set()
        self.open = 0  # calls whose reply has not been written yet
        self.ready = asyncio.Event()
        self.room = asyncio.Event()
        self.room.set()
        self.ending = False

    async def run(self) -> None:
        """Until the client ends the stream, is gone, or the service drains."""
        self.service.sessions.add(self)
        self.service.no_sessions.clear()
        metrics.SESSIONS.set(len(self.service.sessions))
        reader = asyncio.ensure_future(self._read())
        writer = asyncio.ensure_future(self._write())
        drained = asyncio.ensure_future(self.service.draining.wait())
        tasks = (reader, writer, drained)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if writer.done():
                await writer  # it ends only by the error of a write to a client that is gone
            reader.cancel()
            if self.calls:
                await asyncio.wait(self.calls)
            # A write that is cut off would block every later one, the status included: let it end.
            self.ending = True
            self.ready.set()
            await asyncio.wait((writer,), timeout=_LAST_WRITE_SECONDS)
            if not writer.done():
                raise ServiceError("UNAVAILABLE", "replies are not read; connect again")
            await writer
            await asyncio.wait((reader,))
            await self._send()
            if not reader.cancelled():
                await reader
            elif drained.done():
                raise ServiceError("UNAVAILABLE", "the service goes down; connect to another replica")
        finally:
            # Also when the client is gone: nothing may stay stuck in a write to it.
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.service.sessions.discard(self)
            metrics.SESSIONS.set(len(self.service.sessions))
            if not self.service.sessions:
                self.service.no_sessions.set()

    async def _read(self) -> None:
        while True:
            request = await self.context.read()
            if request is _EOF:
                return
            for call in request.calls:
                task = self.service.start(self._call(call))
                self.calls.add(task)
                task.add_done_callback(self.calls.discard)
            self.open += len(request.calls)
            if self.open > _CALLS_AT_ONCE:
                self.room.clear()
                await self.room.wait()

    async def _call(self, call: match_service_pb2.Call) -> None:
        reply = await self.service.answer(call)
        self.replies.append(reply)
        self.ready.set()

    async def _write(self) -> None:
        while not self.ending:
            await self.ready.wait()
            self.ready.clear()
            await self._send()

    async def _send(self) -> None:
        replies, self.replies = self.replies, []
        if replies:
            await self.context.write(match_service_pb2.SessionResponse(replies=replies))
            self.open -= len(replies)
            if self.open <= _CALLS_AT_ONCE // 2:
                self.room.set()
