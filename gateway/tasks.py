"""Background tasks that nobody awaits: kept alive, and their failures logged."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from servicekit import logs
from servicekit.errors import ServiceError

_log = logs.get(__name__)
_tasks: set[asyncio.Task[None]] = set()


def spawn(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    task = asyncio.create_task(work, name=name)
    _tasks.add(task)
    task.add_done_callback(_ended)
    return task


def _ended(task: asyncio.Task[None]) -> None:
    _tasks.discard(task)
    if task.cancelled():
        return
    error = task.exception()
    if isinstance(error, ServiceError):
        _log.warning("background task", task=task.get_name(), error=error.message)
    elif error is not None:
        _log.error("background task failed", task=task.get_name(), exc_info=error)


async def every(seconds: float, work: Callable[[], Awaitable[None]], wake: asyncio.Event | None = None) -> None:
    """Does `work` again and again, also at once when `wake` is set. A store or bus that is away is waited for."""
    while True:
        try:
            await work()
        except ServiceError as e:
            _log.warning("work put off", work=getattr(work, "__qualname__", ""), error=e.message)
        except Exception as e:  # noqa: BLE001 - a fault of ours is told, and must not end the work for ever
            _log.error("work failed", work=getattr(work, "__qualname__", ""), exc_info=e)
        if wake is None:
            await asyncio.sleep(seconds)
            continue
        try:
            async with asyncio.timeout(seconds):
                await wake.wait()
        except TimeoutError:
            continue
        finally:
            wake.clear()
