"""Running a command to its end or to a signal: everything started is stopped either way. And on how many cores."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Coroutine
from types import FrameType
from typing import Any, Final, NoReturn, TypeVar

import uvloop

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
T = TypeVar("T")


class Stopped(Exception):
    """Ended by a signal; the exit code is 128 + its number."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.number = number


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Runs `work`; the first SIGINT, SIGTERM or SIGHUP cancels it, so that its cleanup runs. Raises `Stopped`."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_stoppable(work))


async def _stoppable(work: Coroutine[Any, Any, T]) -> T:
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(work)
    stopped_by: list[int] = []

    def stop(number: int) -> None:
        if not stopped_by:  # the cleanup is not cut short by an impatient second signal: it is bounded in time
            task.cancel()
        stopped_by.append(number)

    for number in SIGNALS:
        loop.add_signal_handler(number, stop, number)
    try:
        return await task
    except asyncio.CancelledError:
        if stopped_by:
            raise Stopped(stopped_by[0]) from None
        raise
    finally:
        for number in SIGNALS:
            loop.remove_signal_handler(number)


def raise_on_signals() -> None:
    """For commands without an event loop: the signals raise `Stopped` where the program stands."""

    def stop(number: int, _frame: FrameType | None) -> NoReturn:
        raise Stopped(number)

    for number in SIGNALS:
        signal.signal(number, stop)


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
