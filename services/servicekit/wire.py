"""The fast way to Redis: one connection, everything that is asked in one turn of the event loop in one write.

A pipeline of redis-py costs about 50 microseconds of this process per command, this about 6: on the
path of every move that is a tenth of the whole. It is hiredis (parser and packer) on an asyncio
transport, and nothing else: no pool, no retries, no pub/sub.

A cancelled caller is harmless: replies come in the order of commands, and one nobody waits for is
thrown away.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import deque
from collections.abc import Callable
from typing import Any, cast

import hiredis
from redis.asyncio.connection import SSLConnection, parse_url

from servicekit import logs
from servicekit.errors import ServiceError
from servicekit.settings import StartError
from servicekit.store import hide_password

_log = logs.get(__name__)

Argument = str | bytes | int


_pack: Callable[[tuple[Argument, ...]], bytes] = hiredis.pack_command  # type: ignore[assignment] # a tuple of any length


class Script:
    """A Lua script, called by its digest. The same script may be called on any number of stores."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.sha = hashlib.sha1(source.encode(), usedforsecurity=False).hexdigest()


class StoreError(Exception):
    """The store refused a command: a fault of ours, not of the network."""


class _Link(asyncio.Protocol):
    """One socket: commands out, replies to the futures in order."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.transport: asyncio.Transport | None = None
        self.reader = hiredis.Reader()
        self.waiting: deque[asyncio.Future[Any]] = deque()
        self.last_reply = time.monotonic()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:

        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.last_reply = time.monotonic()
        self.reader.feed(data)
        while True:
            reply = self.reader.gets()
            if reply is False:
                return
            future = self.waiting.popleft()
            if future.done():
                continue
            if isinstance(reply, hiredis.ReplyError):
                text = str(reply)
                future.set_exception(_refused(text))
                if text.startswith("NOSCRIPT"):
                    self.close()  # somebody flushed the scripts; connecting loads them again
            else:
                future.set_result(reply)

    def connection_lost(self, exc: Exception | None) -> None:
        self.wire.lost(self)
        error = _away("the connection broke")
        while self.waiting:
            future = self.waiting.popleft()
            if not future.done():
                future.set_exception(error)
                future.exception()  # nobody may be left to look at it

    def send(self, packed: list[bytes], futures: list[asyncio.Future[Any]]) -> None:
        assert self.transport is not None
        if not self.waiting:
            self.last_reply = time.monotonic()
        self.waiting.extend(futures)
        self.transport.write(b"".join(packed))

    def close(self) -> None:
        self.wire.lost(self)  # at once: nothing more may be sent here
        if self.transport is not None:
            self.transport.abort()


class Wire:
    """The connection to one store. It comes back by itself; while it is away every call fails at once.

    `call` may be awaited or not; it raises `ServiceError` STORE_UNAVAILABLE when the store is away
    (then nobody knows whether the command was carried out), `StoreError` when it refuses.
    """

    def __init__(self, url: str, scripts: list[Script], *, timeout: float = 5.0) -> None:
        self.url = url
        self.timeout = timeout
        self._scripts = {s.sha: s for s in scripts}
        self._link: _Link | None = None
        self._packed: list[bytes] = []
        self._futures: list[asyncio.Future[Any]] = []
        self._loop = asyncio.get_running_loop()
        self._closed = False
        self._keeper: asyncio.Task[None] | None = None
        self._broken = asyncio.Event()

    @property
    def connected(self) -> bool:
        return self._link is not None

    def call(self, *args: Argument) -> asyncio.Future[Any]:
        """One command. Replies are ints, bytes, None or lists of them."""
        future: asyncio.Future[Any] = self._loop.create_future()
        if self._link is None:
            future.set_exception(_away("it is not connected"))
            future.exception()
            return future
        if not self._futures:
            self._loop.call_soon(self._flush)
        self._packed.append(_pack(args))
        self._futures.append(future)
        return future

    def run(self, script: Script, keys: list[str], *args: Argument) -> asyncio.Future[Any]:
        """Calls one of the scripts given at the start."""
        return self.call("EVALSHA", script.sha, len(keys), *keys, *args)

    async def transaction(self, *commands: tuple[Argument, ...]) -> list[Any]:
        """Several commands at one point in time (MULTI ... EXEC)."""
        answers = await asyncio.gather(self.call("MULTI"), *(self.call(*c) for c in commands), self.call("EXEC"))
        replies: list[Any] = answers[-1]
        return replies

    def _flush(self) -> None:
        packed, futures = self._packed, self._futures
        self._packed, self._futures = [], []
        if self._link is None:
            error = _away("the connection broke")
            for f in futures:
                if not f.done():
                    f.set_exception(error)
                    f.exception()
            return
        self._link.send(packed, futures)

    def lost(self, link: _Link) -> None:
        if self._link is link:
            self._link = None
            self._broken.set()

    async def start(self, wait_seconds: float = 30.0) -> None:
        """Connects, waiting for the store if needed; raises `StartError` with one clear line."""
        end = time.monotonic() + wait_seconds
        shown = hide_password(self.url)
        told = False
        while True:
            try:
                await self._connect()
                break
            except (OSError, TimeoutError, ServiceError, StoreError) as e:
                if isinstance(e, StoreError) and not str(e).startswith("LOADING"):
                    raise StartError(f"Redis at {shown} refuses us: {e}") from e
                if time.monotonic() >= end:
                    raise StartError(
                        f"no answer from Redis at {shown} within {wait_seconds:g} s; is it running?"
                    ) from e
            if not told:
                _log.warning("waiting for Redis", url=shown, seconds=wait_seconds)
                told = True
            await asyncio.sleep(0.25)
        self._keeper = asyncio.ensure_future(self._keep())

    async def _connect(self) -> None:
        options: dict[str, Any] = dict(parse_url(self.url))
        db = int(options.get("db") or 0)
        link = _Link(self)
        async with asyncio.timeout(self.timeout):
            if "path" in options:
                await self._loop.create_unix_connection(lambda: link, str(options["path"]))
            else:
                host, port = str(options.get("host", "localhost")), int(options.get("port", 6379))
                secure = options.get("connection_class") is SSLConnection
                await self._loop.create_connection(lambda: link, host, port, ssl=True if secure else None)
            try:
                hello: list[tuple[Argument, ...]] = []
                if options.get("password"):
                    user = [str(options["username"])] if options.get("username") else []
                    hello.append(("AUTH", *user, str(options["password"])))
                if db:
                    hello.append(("SELECT", db))
                hello.append(("PING",))
                hello.extend(("SCRIPT", "LOAD", s.source) for s in self._scripts.values())
                futures: list[asyncio.Future[Any]] = [self._loop.create_future() for _ in hello]
                link.send([_pack(c) for c in hello], futures)
                await asyncio.gather(*futures)
            except BaseException:
                link.close()
                raise
        self._broken.clear()
        self._link = link

    async def _keep(self) -> None:
        """Connects again after a loss, and breaks a connection on which no reply comes."""
        while not self._closed:
            try:
                async with asyncio.timeout(self.timeout / 4):
                    await self._broken.wait()
            except TimeoutError:
                link = self._link
                if link is not None and link.waiting and time.monotonic() - link.last_reply > self.timeout:
                    _log.warning("the store does not answer; connecting again", waiting=len(link.waiting))
                    link.close()
                continue
            try:
                await self._connect()
            except (OSError, TimeoutError, ServiceError):
                await asyncio.sleep(0.2)  # the owner sees `connected` and says so in log and health
            except StoreError as e:
                _log.error("the store refuses us", url=hide_password(self.url), why=str(e))
                await asyncio.sleep(2)

    async def close(self) -> None:
        self._closed = True
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        if self._link is not None:
            self._link.close()


def _away(why: str) -> ServiceError:
    return ServiceError("STORE_UNAVAILABLE", f"the store does not answer: {why}; try again")


def _refused(text: str) -> Exception:
    if text.startswith(("LOADING", "BUSY ", "MASTERDOWN", "READONLY", "CLUSTERDOWN", "UNBLOCKED", "NOSCRIPT")):
        return _away(text)
    return StoreError(text)
