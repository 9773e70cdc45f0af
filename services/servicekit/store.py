"""The connection to Redis or Valkey.

A command that is cancelled half-way would leave its reply in the socket for the next caller of that
connection. So every command and pipeline runs in a task of its own: cancelling the caller leaves the
command to finish, and its connection returns to the pool clean.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Coroutine
from typing import Any, TypeVar

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.client import Pipeline
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

from servicekit import logs
from servicekit.errors import ServiceError
from servicekit.settings import StartError

_log = logs.get(__name__)
T = TypeVar("T")
_running: set[asyncio.Task[Any]] = set()

AWAY = (RedisConnectionError, RedisTimeoutError, OSError)


def _finished(task: asyncio.Task[Any]) -> None:
    _running.discard(task)
    if not task.cancelled():
        task.exception()  # the caller may be gone: then nobody else looks at it


async def uncancelled(work: Coroutine[Any, Any, T]) -> T:
    """Runs `work` to its end even if the caller is cancelled; the caller is cancelled at once."""
    task = asyncio.ensure_future(work)
    _running.add(task)
    task.add_done_callback(_finished)
    return await asyncio.shield(task)


class SafePipeline(Pipeline):
    """A pipeline whose execution cannot be cut in half."""

    async def execute(self, raise_on_error: bool = True) -> list[Any]:
        return await uncancelled(super().execute(raise_on_error))


class SafeRedis(Redis):
    """The client of redis-py with commands that cannot be cut in half."""

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        return await uncancelled(super().execute_command(*args, **options))  # type: ignore[no-untyped-call]

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> SafePipeline:
        return SafePipeline(self.connection_pool, self.response_callbacks, transaction, shard_hint)


def connect(url: str, *, connections: int = 50, timeout: float = 5.0) -> SafeRedis:
    """A client over a pool that waits for a free connection instead of failing; replies are bytes.

    `timeout` (seconds) bounds connecting and each reply. Nothing is retried here: whoever sends a
    command knows whether it may be sent twice.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=20,
        socket_timeout=timeout,
        socket_connect_timeout=timeout,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
    )
    return SafeRedis(connection_pool=pool)


def away(error: Exception) -> ServiceError:
    """The typed, retryable error for a store that does not answer."""
    return ServiceError("STORE_UNAVAILABLE", f"the store does not answer ({type(error).__name__}); try again")


async def guarded(work: Awaitable[T]) -> T:
    """Awaits store commands; a store that is away becomes a `ServiceError`, and so does one that is loading."""
    try:
        return await work
    except AWAY as e:
        raise away(e) from e
    except RedisError as e:
        if str(e).startswith(("LOADING", "BUSY", "MASTERDOWN", "READONLY", "CLUSTERDOWN")):
            raise away(e) from e
        raise


async def alive(client: Redis) -> bool:
    """True if the store answers."""
    try:
        await guarded(client.ping())
    except ServiceError:
        return False
    return True


async def wait(client: Redis, url: str, seconds: float) -> None:
    """Waits for the store at the start of a service; raises `StartError` with one clear line."""
    end = time.monotonic() + seconds
    told = False
    while not await alive(client):
        if time.monotonic() >= end:
            raise StartError(f"no answer from Redis at {hide_password(url)} within {seconds:g} s; is it running?")
        if not told:
            _log.warning("waiting for Redis", url=hide_password(url), seconds=seconds)
            told = True
        await asyncio.sleep(0.25)


def hide_password(url: str) -> str:
    """A URL for messages: without user and password."""
    scheme, sep, rest = url.partition("://")
    return f"{scheme}{sep}{rest.rpartition('@')[2]}"
