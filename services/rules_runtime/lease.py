"""Who runs the outbox relay and the clock of which shard: leases in the store, shared out fairly.

A lease only avoids double work. Nothing breaks when two replicas believe to hold one: publishing
twice is dropped by message id, and two clocks are told apart by the expected revision.
"""

from __future__ import annotations

import asyncio
import random
import time

from rules_runtime import metrics, scripts
from rules_runtime.keys import SHARDS, lease, members
from servicekit import logs
from servicekit.errors import ServiceError
from servicekit.wire import Wire

_log = logs.get(__name__)


class Leases:
    """The shards of one duty that this replica holds."""

    def __init__(self, wire: Wire, duty: str, owner: str, lease_ms: int) -> None:
        self.wire = wire
        self.duty = duty
        self.owner = owner
        self.lease_ms = lease_ms
        self._until: dict[int, float] = {}  # shard -> monotonic time until which it is surely ours
        self._order = list(range(SHARDS))
        random.shuffle(self._order)  # replicas that start together should not all want the same shard

    def holds(self, shard: int) -> bool:
        return self._until.get(shard, 0.0) > time.monotonic()

    def held(self) -> list[int]:
        now = time.monotonic()
        return [shard for shard, until in self._until.items() if until > now]

    async def tick(self) -> None:
        """Renews what is held, takes what is free up to a fair share, gives back what is over it."""
        now_ms = int(time.time() * 1000)
        names = members(self.duty)
        self.wire.call("ZADD", names, now_ms, self.owner)
        self.wire.call("ZREMRANGEBYSCORE", names, "-inf", now_ms - self.lease_ms)
        replicas: int = await self.wire.call("ZCARD", names)
        share = -(-SHARDS // max(replicas, 1))
        mine = [s for s in self._order if s in self._until]
        wanted = mine[:share] + [s for s in self._order if s not in self._until]
        for shard in mine[share:]:
            await self._release(shard)
        for shard in wanted:
            if len(self._until) >= share and shard not in self._until:
                break
            started = time.monotonic()
            ours = await self.wire.run(scripts.HOLD, [lease(shard, self.duty)], self.owner, self.lease_ms)
            if ours:
                # A quarter is kept as a margin for pauses of this process.
                self._until[shard] = started + self.lease_ms * 0.75 / 1000
            else:
                self._until.pop(shard, None)
        metrics.LEASES.labels(self.duty).set(len(self._until))

    async def run(self) -> None:
        while True:
            try:
                await self.tick()
            except ServiceError:
                _log.debug("leases not renewed: the store is away", duty=self.duty)
            await asyncio.sleep(self.lease_ms / 4000)

    async def _release(self, shard: int) -> None:
        self._until.pop(shard, None)
        await self.wire.run(scripts.RELEASE, [lease(shard, self.duty)], self.owner)

    async def release(self) -> None:
        """Gives everything back, so that others take over at once."""
        try:
            for shard in list(self._until):
                await self._release(shard)
            await self.wire.call("ZREM", members(self.duty), self.owner)
        except ServiceError:
            _log.warning("leases not given back: the store is away", duty=self.duty)
