"""Waiting for what a test means instead of for a time: no test may fail because the machine was busy."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, Final

LONG: Final = 60.0  # seconds: turns a hang into a failure, and says nothing about speed


async def until(holds: Callable[[], Any | Awaitable[Any]], seconds: float = LONG) -> Any:
    """Looks again and again until `holds` gives something true, which it returns; TimeoutError after `seconds`."""
    async with asyncio.timeout(seconds):
        while True:
            found = holds()
            if inspect.isawaitable(found):
                found = await found
            if found:
                return found
            await asyncio.sleep(0.02)
