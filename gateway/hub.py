"""All streams of clients at this gateway: presence, who gets which match, notices between gateways.

Notices travel on core NATS and may be lost; the heartbeat finds by itself what they would have told.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Literal

import msgspec
from nats.aio.msg import Msg

from gateway import metrics
from gateway.connection import ClientStream, Connection, Key
from gateway.follower import Follower
from gateway.seating import Claim, Seating
from gateway.tasks import spawn
from gateway.tokens import Identity, Tokens
from servicekit import logs
from servicekit.bus import Bus
from servicekit.errors import ServiceError

_log = logs.get(__name__)

NOTICES = "gateway.notice"
BEAT_SECONDS = 3.0
LOOK_SECONDS = 1.0
DRAIN_SECONDS = 1.0  # how long clients have to leave by themselves


class Notice(msgspec.Struct, omit_defaults=True):
    """seated: matches began for these bots; taken: the connection took these seats from others;
    revoked: the tokens of these names are no longer good."""

    kind: Literal["seated", "taken", "revoked"]
    names: list[str] = []
    seats: list[Key] = []
    connection: str = ""


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Notice).decode


class Hub:
    """The streams of this process. All that must survive it is in `Seating` and `Tables`."""

    def __init__(self, bus: Bus, seating: Seating, tokens: Tokens, max_watches: int) -> None:
        self.draining = False
        self._bus = bus
        self._seating = seating
        self._tokens = tokens
        self._max_watches = max_watches
        self._streams: set[ClientStream] = set()
        self._no_streams = asyncio.Event()
        self._no_streams.set()
        self._bots: dict[str, list[Connection]] = {}
        self._spectators: set[Follower[Any]] = set()

    async def start(self) -> None:
        await self._bus.subscribe(NOTICES, self._on_notice)

    # --- streams come and go

    async def open(self, connection: Connection) -> None:
        """Registers a bot's stream; raises QUOTA_EXCEEDED."""
        self.check_open()
        await self._seating.open(connection.id, connection.who, connection.games)
        self._add(connection)
        self._bots.setdefault(connection.who.name, []).append(connection)

    def close(self, connection: Connection) -> None:
        """Never waits: the handler may be ending because its client is gone."""
        connection.close()
        self._discard(connection)
        bots = self._bots.get(connection.who.name, [])
        if connection in bots:
            bots.remove(connection)
            if not bots:
                del self._bots[connection.who.name]
        work = self._seating.close(connection.id, connection.who.name, connection.games)
        spawn(work, "close stream")

    def watch(self, stream: ClientStream) -> None:
        """Registers a watcher's stream; raises QUOTA_EXCEEDED."""
        self.check_open()
        who = stream.who
        mine = sum(1 for s in self._streams if s.who.name == who.name and not isinstance(s, Connection))
        if not who.operator and mine >= self._max_watches:
            raise ServiceError("QUOTA_EXCEEDED", f"{who.name} watches {mine} times here; that is the limit")
        self._add(stream)

    def unwatch(self, stream: ClientStream) -> None:
        self._discard(stream)

    def _add(self, stream: ClientStream) -> None:
        self._streams.add(stream)
        self._no_streams.clear()

    def _discard(self, stream: ClientStream) -> None:
        self._streams.discard(stream)
        if not self._streams:
            self._no_streams.set()

    def follow(self, spectator: Follower[Any]) -> None:
        self._spectators.add(spectator)

    def unfollow(self, spectator: Follower[Any]) -> None:
        spectator.close()
        self._spectators.discard(spectator)

    def check_open(self) -> None:
        if self.draining:
            raise ServiceError("UNAVAILABLE", "the gateway goes down; connect again")

    # --- matches find their bots

    async def seated(self, names: set[str]) -> None:
        """Matches with seats of these bots have begun."""
        for name in names:
            await self._offer(name)
        await self._notify(Notice("seated", names=sorted(names)))

    async def taken(self, connection: Connection, claims: list[Claim]) -> None:
        """The connection took seats over; those that held them are told."""
        seats = [(c.match_id, c.seat) for c in claims if c.former]
        if seats:
            self._lose(seats, connection.id)
            await self._notify(Notice("taken", seats=seats, connection=connection.id))

    async def revoked(self, name: str) -> None:
        self._end_revoked(name)
        await self._notify(Notice("revoked", names=[name]))

    async def freed(self, connection: Connection) -> None:
        """The connection has room again."""
        if not self.draining:
            await self.taken(connection, await connection.claim_more())

    async def _offer(self, name: str) -> None:
        if self.draining:
            return
        # The emptiest stream first.
        for connection in sorted(self._bots.get(name, []), key=lambda c: len(c.held) - c.capacity):
            await self.taken(connection, await connection.claim_more())

    def _lose(self, seats: list[Key], connection: str) -> None:
        for other in self._all_bots():
            if other.id != connection:
                for key in seats:
                    other.lose(key)

    def _end_revoked(self, name: str) -> None:
        for stream in list(self._streams):
            if stream.who.name == name:
                stream.sending.end(ServiceError("UNAUTHENTICATED", "the token was revoked"))

    def _all_bots(self) -> list[Connection]:
        return [c for connections in self._bots.values() for c in connections]

    async def _notify(self, notice: Notice) -> None:
        try:
            await self._bus.publish(NOTICES, _encode(notice))
        except ServiceError as e:
            # The heartbeat of the others finds it.
            _log.debug("notice not sent", kind=notice.kind, error=e.message)

    async def _on_notice(self, msg: Msg) -> None:
        try:
            notice = _decode(msg.data)
        except msgspec.DecodeError as e:
            _log.warning("notice not understood", error=str(e))
            return
        if notice.kind == "seated":
            for name in notice.names:
                if name in self._bots:
                    spawn(self._offer(name), f"offer {name}")
        elif notice.kind == "taken":
            self._lose(notice.seats, notice.connection)
        else:
            # Looked up, not believed: a new token of that name may exist by now.
            spawn(self._check_tokens(set(notice.names)), "check tokens")

    # --- what happens regularly

    async def beat(self) -> None:
        """Renews presence, drops seats lost unnoticed, ends streams of revoked tokens, takes free seats."""
        bots = self._all_bots()
        if bots:
            await self._seating.renew([(c.id, c.who.name, c.games) for c in bots])
        for connection in bots:
            await self._check_owners(connection)
        await self._check_tokens(None)
        for connection in bots:
            if not connection.closed:
                await self.freed(connection)

    async def look(self) -> None:
        """Lets everybody who follows a match see whether it has been quiet for too long."""
        now = time.monotonic()
        seats = [seat for c in self._all_bots() for seat in c.held.values()]
        metrics.SEATS.set(len(seats))
        for follower in [*seats, *self._spectators]:
            follower.look(now)

    def bus_back(self) -> None:
        """The bus was away: everybody who follows a match compares."""
        for follower in [*(s for c in self._all_bots() for s in c.held.values()), *self._spectators]:
            follower.heal()

    async def _check_owners(self, connection: Connection) -> None:
        held = list(connection.held.items())
        owners = await self._seating.owners([seat.member for _, seat in held])
        for (key, seat), owner in zip(held, owners, strict=True):
            if connection.held.get(key) is not seat:
                continue
            if not owner:
                # The table is over: if the match's end was missed, this finds it.
                seat.gone = True
                seat.heal()
            elif owner != connection.id:
                connection.lose(key)

    async def _check_tokens(self, names: set[str] | None) -> None:
        holders = {s.who for s in self._streams if names is None or s.who.name in names}
        for who in holders:
            if not await self._tokens.valid(who):
                self._end_identity(who)

    def _end_identity(self, who: Identity) -> None:
        for stream in list(self._streams):
            if stream.who == who:
                stream.sending.end(ServiceError("UNAUTHENTICATED", "the token was revoked"))

    # --- the end

    async def drain(self) -> None:
        """Tells clients to connect elsewhere, lets answers finish, ends the streams."""
        self.draining = True
        streams = list(self._streams)
        for stream in streams:
            stream.tell_drain()
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                await self._no_streams.wait()
        except TimeoutError:
            await asyncio.gather(*(self._end(s) for s in list(self._streams)))
            await self._no_streams.wait()

    async def _end(self, stream: ClientStream) -> None:
        try:
            async with asyncio.timeout(2):
                await stream.idle()
                await stream.sending.flushed()
        except TimeoutError:
            _log.warning("stream cut in the drain", name=stream.who.name)
        stream.sending.end(ServiceError("UNAVAILABLE", "the gateway goes down; connect again with resume"))
