"""The clock: decisions whose time is over, and decisions nobody has answered yet."""

from __future__ import annotations

import asyncio

from rules_runtime.engine import Engine
from rules_runtime.lease import Leases
from rules_runtime.live import Open, deadline_ms, due_ms
from servicekit import logs
from servicekit.errors import ServiceError

_log = logs.get(__name__)

_AT_ONCE = 64  # matches of a shard looked at in one round


class Clock:
    """Looks at due matches of the shards held."""

    def __init__(self, engine: Engine, leases: Leases) -> None:
        self.engine = engine
        self.leases = leases

    async def run(self) -> None:
        period = self.engine.settings.clock_ms / 1000
        idle = 0.0
        while True:
            await asyncio.sleep(period)
            try:
                await self.tick()
            except ServiceError:
                _log.debug("the clock waits for the store")
            idle += period
            if idle > 10:
                idle = 0.0
                self.engine.cache.drop_idle(self.engine.settings.cache_idle_seconds)

    async def tick(self) -> None:
        """One round over all shards held."""
        engine = self.engine
        now = engine.clock()
        found = await asyncio.gather(*(engine.store.due(s, now, _AT_ONCE) for s in self.leases.held()))
        due = [match_id for matches in found for match_id in matches]
        if due:
            await asyncio.gather(*(self._guarded(match_id) for match_id in due))

    async def _guarded(self, match_id: str) -> None:
        try:
            await self.look(match_id)
        except ServiceError as e:
            if e.retryable:
                return  # it is still due in the next round
            _log.warning("the clock leaves a match alone", match=match_id, reason=e.reason, why=e.message)
            await self.engine.store.forget_due(match_id)
        except Exception as e:  # noqa: BLE001 - one broken match must not stop the clock of all others
            _log.error("the clock cannot handle a match", match=match_id, exc_info=e)
            await self.engine.store.forget_due(match_id)

    async def look(self, match_id: str) -> None:
        """Ends what ran out of time, asks again what is unanswered, and notes when to look next."""
        engine = self.engine
        live = await engine.newest(match_id)
        if live.over:
            await engine.store.forget_due(match_id)
            return
        timeout = live.head.timeout_ms
        now = engine.clock()
        for o in live.open:
            if timeout and deadline_ms(o, timeout) <= now:
                await engine.expire(live, o)
                return
        async with live.lock:
            again: list[Open] = []
            after: list[Open] = []
            for o in live.open:
                if o.ask_at_ms <= now:
                    o = self._asked_again(o, now)
                    again.append(o)
                after.append(o)
            if not await engine.store.rearm(match_id, live.match.revision, after, due_ms(after, timeout)):
                return
            live.open = after
            messages = [engine.announcer.reminder(live, o) for o in again] if engine.bus.connected else []
        await engine.announcer.send(messages)

    def _asked_again(self, o: Open, now: int) -> Open:
        """The delay doubles with each time, but not while the bus is away and nobody can hear."""
        settings = self.engine.settings
        asked = o.asked + 1 if self.engine.bus.connected else o.asked
        delay = min(settings.ask_again_ms << min(asked - 1, 16), settings.ask_again_max_ms)
        return Open(o.seat, o.id, o.since_ms, asked, now + delay)
