"""The toy game as a service that kills itself: ``CRASH_AT=<point>:<n>`` dies at the n-th pass of a point."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from typing import Any

from rules_runtime import serve
from rules_runtime.announce import Announcer
from rules_runtime.relay import Relay
from rules_runtime.store import MatchStore
from servicekit.bus import Bus
from tests.toy import load

POINTS = [
    "before append",  # nothing is in the store yet
    "append sent",  # the store has it, perhaps; nobody got an answer
    "before telling",  # committed, nobody was told
    "after telling",  # asks and updates are out, the reply is not
    "before publishing",  # the relay has read the outbox
    "published",  # the bus has it, the outbox still too
]


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def arm(point: str, n: int) -> None:
    left = n

    def passed(here: str) -> bool:
        nonlocal left
        if here != point:
            return False
        left -= 1
        return left == 0

    def wrap(owner: Any, name: str, before: Callable[[], None], after: Callable[[], None]) -> None:
        original = getattr(owner, name)
        if asyncio.iscoroutinefunction(original):

            async def changed(*args: Any, **kw: Any) -> Any:
                before()
                result = await original(*args, **kw)
                after()
                return result
        else:

            def changed(*args: Any, **kw: Any) -> Any:  # type: ignore[misc]
                before()
                result = original(*args, **kw)
                after()
                return result

        setattr(owner, name, changed)

    def at(here: str) -> Callable[[], None]:
        return lambda: _die() if passed(here) else None

    def soon() -> None:
        if passed("append sent"):
            # The write of this turn of the loop comes first.
            asyncio.get_running_loop().call_soon(lambda: asyncio.get_running_loop().call_soon(_die))

    wrap(MatchStore, "append", at("before append"), soon)
    wrap(Announcer, "send", at("before telling"), at("after telling"))
    wrap(Bus, "publish_batch", at("before publishing"), lambda: None)
    wrap(Relay, "_forget", at("published"), lambda: None)


if __name__ == "__main__":
    where, _, count = os.environ.get("CRASH_AT", "").partition(":")
    if where:
        arm(where, int(count))
    serve(load)
