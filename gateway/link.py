"""One Session stream to one replica of a rules service, for the hot path.

All calls made in one turn of the event loop travel in one message. Whatever ends the stream fails
the calls that wait with UNAVAILABLE; the next call opens a new one.
"""

from __future__ import annotations

import asyncio
import itertools

import grpc

from baochuan.match.v1 import match_service_pb2 as pb
from baochuan.match.v1 import match_service_pb2_grpc as rpc
from servicekit import errors, logs
from servicekit.errors import ServiceError

_log = logs.get(__name__)
Stream = grpc.aio.StreamStreamCall[pb.SessionRequest, pb.SessionResponse]


class SessionLink:
    """`call` sends one `Call` and returns its `Reply`; raises the typed error the replica answers."""

    def __init__(self, stub: rpc.MatchServiceAsyncStub, address: str) -> None:
        self._stub = stub
        self._address = address
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[pb.Reply]] = {}
        self._queue: list[pb.Call] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def call(self, call: pb.Call, timeout: float) -> pb.Reply:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name=f"session {self._address}")
        number = next(self._ids)
        call.correlation_id = number
        future: asyncio.Future[pb.Reply] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        self._queue.append(call)
        self._wake.set()
        try:
            async with asyncio.timeout(timeout):
                reply = await future
        except TimeoutError:
            raise ServiceError("UNAVAILABLE", f"{self._address} does not answer") from None
        finally:
            self._waiting.pop(number, None)
        if reply.WhichOneof("response") == "error":
            raise errors.from_message(reply.error)
        return reply

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        stream: Stream = self._stub.Session()  # type: ignore[call-arg]
        reader = asyncio.create_task(self._read(stream))
        writer = asyncio.create_task(self._write(stream))
        problem = ServiceError("UNAVAILABLE", f"the connection to {self._address} ended")
        try:
            done, _ = await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                error = None if task.cancelled() else task.exception()
                if isinstance(error, grpc.aio.AioRpcError):
                    problem = ServiceError("UNAVAILABLE", f"{self._address}: {errors.from_rpc_error(error).message}")
                elif error is not None:
                    _log.warning("session", replica=self._address, exc_info=error)
        finally:
            stream.cancel()
            reader.cancel()
            writer.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
            waiting, self._waiting = self._waiting, {}
            self._queue.clear()
            for future in waiting.values():
                if not future.done():
                    future.set_exception(problem)

    async def _write(self, stream: Stream) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            calls, self._queue = self._queue, []
            if calls:
                await stream.write(pb.SessionRequest(calls=calls))

    async def _read(self, stream: Stream) -> None:
        async for response in stream:
            for reply in response.replies:
                future = self._waiting.get(reply.correlation_id)
                if future is not None and not future.done():
                    future.set_result(reply)
