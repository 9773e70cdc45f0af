"""Answers on their way to rules services: one Session stream per replica, many answers per message.

A link that fails drops what was on it. Nothing is lost by that: the rules service asks again, and the
request id makes the same answer count once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import grpc

from baochuan.errors.v1 import errors_pb2
from baochuan.match.v1 import match_service_pb2 as pb
from baochuan.match.v1 import match_service_pb2_grpc as pb_grpc
from servicekit import logs
from servicekit.server import CLIENT_OPTIONS

_log = logs.get(__name__)

# A link made anew must try at once, and not inherit the backoff of the one that failed.
_OPTIONS = [*CLIENT_OPTIONS, ("grpc.use_local_subchannel_pool", 1)]

# Called once per answer: with the reply, or with None if the link was lost before one came.
OnReply = Callable[[pb.Reply | None], None]
Session = grpc.aio.StreamStreamCall[pb.SessionRequest, pb.SessionResponse]


class Link:
    """The stream to one replica."""

    def __init__(self, address: str, on_end: Callable[[Link], None]) -> None:
        self.address = address
        self._on_end = on_end
        self._next = 0
        self._waiting: dict[int, OnReply] = {}
        self._out: list[pb.Call] = []
        self._something = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    def submit(self, request: pb.SubmitActionRequest, on_reply: OnReply) -> None:
        self._next += 1
        self._waiting[self._next] = on_reply
        self._out.append(pb.Call(correlation_id=self._next, submit=request))
        self._something.set()

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            async with grpc.aio.insecure_channel(self.address, options=_OPTIONS) as channel:
                session: Session = pb_grpc.MatchServiceStub(channel).Session()  # type: ignore[call-arg]
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._write(session))
                    group.create_task(self._read(session))
        except* grpc.aio.AioRpcError as e:
            error = e.exceptions[0]
            assert isinstance(error, grpc.aio.AioRpcError)
            _log.info("link lost", replica=self.address, code=error.code().name, dropped=len(self._waiting))
        except* (asyncio.InvalidStateError, EOFError) as e:
            _log.info("link ended", replica=self.address, why=str(e.exceptions[0]), dropped=len(self._waiting))
        finally:
            self._on_end(self)
            waiting, self._waiting = self._waiting, {}
            for on_reply in waiting.values():
                on_reply(None)

    async def _write(self, session: Session) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            calls, self._out = self._out, []
            await session.write(pb.SessionRequest(calls=calls))

    async def _read(self, session: Session) -> None:
        async for response in session:
            for reply in response.replies:
                on_reply = self._waiting.pop(reply.correlation_id, None)
                if on_reply is not None:
                    on_reply(reply)
        raise EOFError("the replica ended the stream")


class Links:
    """All links, by address; made when needed, gone when they fail."""

    def __init__(self) -> None:
        self._links: dict[str, Link] = {}

    def submit(self, address: str, request: pb.SubmitActionRequest, on_reply: OnReply) -> None:
        link = self._links.get(address)
        if link is None:
            link = self._links[address] = Link(address, self._forget)
        link.submit(request, on_reply)

    def _forget(self, link: Link) -> None:
        if self._links.get(link.address) is link:
            del self._links[link.address]

    async def close(self) -> None:
        await asyncio.gather(*(link.close() for link in list(self._links.values())))


def reason_name(error: errors_pb2.Error) -> str:
    """The reason without its prefix; a number for one that this version does not know."""
    try:
        return errors_pb2.Reason.Name(error.reason).removeprefix("REASON_")
    except ValueError:
        return str(error.reason)
