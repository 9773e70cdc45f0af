"""Which connection holds which seat: presence of streams and ownership of seats, in Redis.

A started match puts its external seats into the sorted set of their bot. A connection claims them;
the hash of owners says which one has a seat now. A connection that stops renewing its entry is dead,
whatever became of its gateway.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from gateway.tables import OWNERS, ROOT, now_ms, seated_key
from gateway.tokens import Identity
from servicekit.errors import ServiceError
from servicekit.store import guarded

ALIVE_MS = 10_000  # a connection not renewed for so long is dead
PRESENT = ROOT + "present"  # sorted set of ["name", "connection", [games]] by expiry

# KEYS streams of the token, present; ARGV connection, present entry, now, expiry, limit
_OPEN = """
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
if tonumber(ARGV[5]) > 0 and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[5]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[4], ARGV[1])
redis.call('EXPIRE', KEYS[1], 3600)
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[2])
return 1
"""

# KEYS seated set, owners, streams of the token
# ARGV connection, now, most, what (free | orphans | all | listed), number of games, games.., matches..
_CLAIM = """
local me, now, most, what, games = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])
local plays, listed = {}, {}
for i = 6, 5 + games do plays[ARGV[i]] = true end
for i = 6 + games, #ARGV do listed[ARGV[i]] = true end
local out = {}
for _, seat in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  if #out >= 2 * most then break end
  local game, match = string.match(seat, '^([^:]*):([^:]*):')
  if games == 0 or plays[game] then
    local owner = redis.call('HGET', KEYS[2], seat) or ''
    local take = owner ~= me
    if take and owner ~= '' then
      if what == 'free' then
        take = false
      elseif what == 'orphans' then
        local expiry = redis.call('ZSCORE', KEYS[3], owner)
        take = not expiry or tonumber(expiry) < now
      end
    end
    if take and what == 'listed' then take = listed[match] or false end
    if take then
      redis.call('HSET', KEYS[2], seat, me)
      out[#out + 1] = seat
      out[#out + 1] = owner
    end
  end
end
return out
"""


class Claim(msgspec.Struct, frozen=True):
    """A seat that a connection now holds; `former` is the connection that held it before, or ""."""

    game: str
    match_id: str
    seat: int
    former: str


class Present(msgspec.Struct, array_like=True):
    name: str
    connection: str
    games: list[str]


class Seating:
    """Presence and ownership. Every method raises STORE_UNAVAILABLE while Redis is away."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self._open_script = redis.register_script(_OPEN)
        self._claim_script = redis.register_script(_CLAIM)

    async def open(self, connection: str, who: Identity, games: list[str]) -> None:
        """A new stream of a token; raises QUOTA_EXCEEDED, which may be tried again: streams that died
        with their gateway count for some seconds more."""
        now = now_ms()
        entry = _present(who.name, connection, games)
        args = [connection, entry, now, now + ALIVE_MS, who.max_streams]
        if not await guarded(self._open_script(keys=[_streams(who.name), PRESENT], args=args)):
            text = f"{who.name} has {who.max_streams} open streams, the limit of its token"
            raise ServiceError("QUOTA_EXCEEDED", text, retryable=True)

    async def renew(self, connections: list[tuple[str, str, list[str]]]) -> None:
        """(connection, name, games) of streams that live."""
        now = now_ms()
        pipe = self._redis.pipeline(transaction=False)
        for connection, name, games in connections:
            pipe.zadd(_streams(name), {connection: now + ALIVE_MS})
            pipe.expire(_streams(name), 3600)
            pipe.zadd(PRESENT, {_present(name, connection, games): now + ALIVE_MS})
        pipe.zremrangebyscore(PRESENT, "-inf", now)
        await guarded(pipe.execute())

    async def close(self, connection: str, name: str, games: list[str]) -> None:
        pipe = self._redis.pipeline(transaction=False)
        pipe.zrem(_streams(name), connection)
        pipe.zrem(PRESENT, _present(name, connection, games))
        await guarded(pipe.execute())

    async def claim(
        self,
        connection: str,
        name: str,
        what: Literal["free", "orphans", "all", "listed"],
        most: int,
        games: list[str],
        matches: list[str],
    ) -> list[Claim]:
        """Takes seats of running matches of the bot, oldest first, at most `most`.

        free: those that nobody has held yet; orphans: also those whose connection is dead; all:
        whoever holds them; listed: those of `matches`, whoever holds them.
        """
        if most <= 0:
            return []
        args = [connection, now_ms(), most, what, len(games), *games, *matches]
        found = await guarded(self._claim_script(keys=[seated_key(name), OWNERS, _streams(name)], args=args))
        out = []
        for seat, former in zip(found[::2], found[1::2], strict=True):
            game, match_id, number = seat.decode().split(":")
            out.append(Claim(game, match_id, int(number), former.decode()))
        return out

    async def owners(self, members: list[str]) -> list[str]:
        """Who holds each seat; "" where nobody does."""
        if not members:
            return []
        return [o.decode() if o else "" for o in await guarded(self._redis.hmget(OWNERS, members))]

    async def present(self) -> list[Present]:
        """The streams that are open now, at any gateway."""
        found = await guarded(self._redis.zrangebyscore(PRESENT, now_ms(), "+inf"))
        return [msgspec.json.decode(entry, type=Present) for entry in found]


def _streams(name: str) -> str:
    return f"{ROOT}streams:{name}"


def _present(name: str, connection: str, games: list[str]) -> bytes:
    return msgspec.json.encode(Present(name, connection, sorted(games)))
