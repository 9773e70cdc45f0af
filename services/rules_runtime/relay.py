"""The outbox relay: from the store to JetStream, in the order of commits, in batches.

Entries leave the outbox only when the bus has stored them. A relay that dies in between publishes
again under the same message ids, which the bus drops.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from rules_runtime import archive, metrics, scripts
from rules_runtime.keys import match_keys, outbox, shard_of
from rules_runtime.lease import Leases
from servicekit import logs
from servicekit.bus import Bus, Message
from servicekit.errors import ServiceError
from servicekit.wire import Wire

_log = logs.get(__name__)

_TAKE = 500  # entries of one shard in one pass
_SCAN_SECONDS = 0.2  # how often shards are read that other replicas may have written to


class Relay:
    """Relays the outboxes of the shards held."""

    def __init__(self, wire: Wire, bus: Bus, leases: Leases, *, relay_ms: int, keep_finished_seconds: int) -> None:
        self.wire = wire
        self.bus = bus
        self.leases = leases
        self.relay_ms = relay_ms
        self.keep_finished_seconds = keep_finished_seconds
        self._dirty: set[int] = set()
        self._wake = asyncio.Event()
        self._streams_known = False
        self._failing = False

    def committed(self, match_id: str) -> None:
        """A commit of this replica went into the outbox."""
        self._dirty.add(shard_of(match_id))
        self._wake.set()

    async def run(self) -> None:
        scanned = 0.0
        while True:
            try:
                async with asyncio.timeout(_SCAN_SECONDS):
                    await self._wake.wait()
                await asyncio.sleep(self.relay_ms / 1000)
            except TimeoutError:
                pass  # time to look at all shards
            self._wake.clear()
            dirty, self._dirty = self._dirty, set()
            now = time.monotonic()
            shards = [s for s in self.leases.held() if s in dirty]
            if now - scanned >= _SCAN_SECONDS:
                scanned = now
                shards = self.leases.held()
            try:
                if shards and await self.relay(shards):
                    self._wake.set()
                if self._failing:
                    _log.info("relaying again")
                    self._failing = False
            except ServiceError as e:
                self._streams_known = False
                if not self._failing:
                    self._failing = True
                    _log.warning("the outbox waits: nothing can be relayed now", why=e.message)
                await self._measure()
                await asyncio.sleep(0.25)

    async def relay(self, shards: list[int]) -> bool:
        """One pass; True if there is more. Raises `ServiceError` (then nothing of this pass was lost)."""
        found = await asyncio.gather(*(self.wire.call("XRANGE", outbox(s), "-", "+", "COUNT", _TAKE) for s in shards))
        matches: list[Message] = []
        records: list[Message] = []
        archived: list[str] = []
        more = False
        oldest = 0
        count = 0
        for entries in found:
            count += len(entries)
            more = more or len(entries) == _TAKE
            for entry_id, flat in entries:
                oldest = min(oldest or 1 << 62, int(entry_id.split(b"-")[0]))
                fields: dict[bytes, Any] = dict(zip(flat[::2], flat[1::2], strict=True))
                if b"a" in fields:
                    record = await self._record(fields)
                    if record is not None:
                        records.append(record)
                        archived.append(fields[b"a"].decode())
                else:
                    message = Message(fields[b"s"].decode(), fields[b"p"], fields[b"i"].decode())
                    if self._fits(message):
                        matches.append(message)
        metrics.OUTBOX.set(count)
        metrics.RELAY_LAG.set(max(0.0, time.time() - oldest / 1000) if oldest else 0.0)
        if not count:
            return False
        if not self._streams_known:
            await self.bus.ensure_streams("MATCHES", "ARCHIVE")
            self._streams_known = True
        await self.bus.publish_batch("MATCHES", matches)
        await self.bus.publish_batch("ARCHIVE", records)
        await self._forget(shards, found, archived)
        metrics.RELAYED.inc(count)
        metrics.OUTBOX.set(0)
        metrics.RELAY_LAG.set(0.0)
        return more

    async def _record(self, fields: dict[bytes, Any]) -> Message | None:
        """The record of a finished match, built from its log; None if it cannot be published."""
        match_id = fields[b"a"].decode()
        record = await archive.record_from_store(self.wire, match_id)
        if record is None:
            _log.error("a finished match has no log to archive", match=match_id)
            return None
        message = Message(fields[b"s"].decode(), archive.entry(record), fields[b"i"].decode())
        return message if self._fits(message) else None

    def _fits(self, message: Message) -> bool:
        """What is too large for the bus would block all that follows. A commit is fetched by those who
        see the gap; a record stays in the store, where its keys then never expire."""
        if self.bus.fits(len(message.payload)):
            return True
        metrics.OVERSIZED.inc()
        _log.error("too large for the bus", subject=message.subject, id=message.id, size=len(message.payload))
        return False

    async def _forget(self, shards: list[int], found: list[list[Any]], archived: list[str]) -> None:
        """Removes what is published; keys of archived matches live on for a while."""
        done: list[asyncio.Future[Any]] = []
        for match_id in archived:
            keys = match_keys(match_id)
            done += [
                self.wire.call("EXPIRE", key, self.keep_finished_seconds) for key in (keys.meta, keys.log, keys.req)
            ]
        for shard, entries in zip(shards, found, strict=True):
            if entries:
                done.append(self.wire.run(scripts.FORGET, [outbox(shard)], entries[-1][0]))
        await asyncio.gather(*done)

    async def _measure(self) -> None:
        """Length and age of what waits, while the bus is away."""
        shards = self.leases.held()
        try:
            lengths = await asyncio.gather(*(self.wire.call("XLEN", outbox(s)) for s in shards))
            first = await asyncio.gather(*(self.wire.call("XRANGE", outbox(s), "-", "+", "COUNT", 1) for s in shards))
        except ServiceError:
            return  # the store is away too; health and log say so
        metrics.OUTBOX.set(sum(lengths))
        oldest = min((int(e[0][0].split(b"-")[0]) for e in first if e), default=0)
        metrics.RELAY_LAG.set(max(0.0, time.time() - oldest / 1000) if oldest else 0.0)

    async def flush(self) -> None:
        """Publishes what is left, before the service ends."""
        try:
            while await self.relay(self.leases.held()):
                continue
        except ServiceError as e:
            _log.warning("the outbox keeps what was not relayed", why=e.message)
