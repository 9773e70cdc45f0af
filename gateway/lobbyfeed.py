"""Changes of tables on their way out: the relay to the stream LOBBY, and the feed of those who watch.

Both read the outbox in Redis, which was written together with the tables, so nothing is missed or out
of order however often the bus goes away. A message on the bus only says that it is time to look.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import msgspec
from nats.aio.msg import Msg

from baochuan.bus.v1 import bus_pb2
from baochuan.lobby.v1 import lobby_service_pb2 as lobby_pb2
from gateway import metrics
from gateway.sending import Sending
from gateway.tables import OUTBOX, ROOT, SEQUENCE, Doc, Tables, public
from servicekit import logs
from servicekit.bus import Bus, Message
from servicekit.store import guarded

_log = logs.get(__name__)

NUDGE = "gateway.nudge"
_LEASE = ROOT + "relay"  # which gateway relays
_RELAYED = ROOT + "relayed"  # number of the newest change that is in the stream
_LEASE_MS = 5_000
_PAGE = 500

# KEYS lease; ARGV who, milliseconds. 1: it is ours.
_TAKE_LEASE = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""

# KEYS lease; ARGV who.
_GIVE_LEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 1"


class Change(msgspec.Struct, frozen=True):
    number: int
    table_id: str
    change: str
    match_id: str
    time_ms: int


async def _read(redis: Any, after: int) -> list[Change]:
    found = await guarded(redis.xrange(OUTBOX, min=f"({after}-0", max="+", count=_PAGE))
    return [
        Change(
            int(entry_id.split(b"-")[0]),
            f[b"table"].decode(),
            f[b"change"].decode(),
            f[b"match"].decode(),
            int(f[b"time"]),
        )
        for entry_id, f in found
    ]


class LobbyRelay:
    """One gateway at a time publishes; the lease only saves work, since equal message ids are stored once."""

    def __init__(self, redis: Any, bus: Bus) -> None:
        self.wake = asyncio.Event()
        self._redis = redis
        self._bus = bus
        self._me = secrets.token_hex(8)
        self._news = False
        self._take = redis.register_script(_TAKE_LEASE)
        self._give = redis.register_script(_GIVE_LEASE)

    async def start(self) -> None:
        await self._bus.subscribe(NUDGE, self._nudged)

    async def _nudged(self, _msg: Msg) -> None:
        self.wake.set()

    def changed(self) -> None:
        """This gateway has written a change."""
        self._news = True
        self.wake.set()

    async def relay(self) -> None:
        """Publishes what is due if this gateway holds the lease, else tells the one that does."""
        if not self._bus.connected:
            return
        if not await guarded(self._take(keys=[_LEASE], args=[self._me, _LEASE_MS])):
            if self._news:
                self._news = False
                await self._bus.publish(NUDGE, b"")
            return
        done = int(await guarded(self._redis.get(_RELAYED)) or 0)
        while changes := await _read(self._redis, done):
            await self._bus.publish_batch("LOBBY", [_message(c) for c in changes])
            done = changes[-1].number
            await guarded(self._redis.set(_RELAYED, done))
            metrics.RELAYED.inc(len(changes))

    async def release(self) -> None:
        await guarded(self._give(keys=[_LEASE], args=[self._me]))


def _message(change: Change) -> Message:
    payload = bus_pb2.LobbyChange(
        table_id=change.table_id, change=change.change, match_id=change.match_id, time_ms=change.time_ms
    )
    return Message(f"lobby.{change.table_id}", payload.SerializeToString(), f"lobby:{change.number}")


class LobbyFeed:
    """Gives every change to all watchers of this gateway, in order."""

    def __init__(self, redis: Any, bus: Bus, tables: Tables) -> None:
        self.wake = asyncio.Event()
        self._redis = redis
        self._bus = bus
        self._tables = tables
        self._watchers: set[Sending[lobby_pb2.WatchLobbyResponse]] = set()
        self._told = 0
        self._opening = asyncio.Lock()

    async def start(self) -> None:
        await self._bus.subscribe("lobby.>", self._heard)

    async def _heard(self, _msg: Msg) -> None:
        self.wake.set()

    async def open(self, sending: Sending[lobby_pb2.WatchLobbyResponse]) -> None:
        """From now on the watcher gets every change."""
        async with self._opening:
            if not self._watchers:
                self._told = int(await guarded(self._redis.get(SEQUENCE)) or 0)
            self._watchers.add(sending)

    def close(self, sending: Sending[lobby_pb2.WatchLobbyResponse]) -> None:
        self._watchers.discard(sending)

    async def feed(self) -> None:
        """Reads on in the outbox and tells."""
        while self._watchers:
            async with self._opening:
                changes = await _read(self._redis, self._told)
                if not changes:
                    return
                docs = await self._tables.many(list(dict.fromkeys(c.table_id for c in changes)))
                known = {d.table_id: d for d in docs if d is not None}
                for change in changes:
                    self._tell(change, known.get(change.table_id))
                self._told = changes[-1].number

    def _tell(self, change: Change, doc: Doc | None) -> None:
        if doc is None:
            return  # dropped again: a start that the rules refused
        message = lobby_pb2.WatchLobbyResponse(table=public(doc), change=change.change)
        for sending in self._watchers:
            sending.put(message)
