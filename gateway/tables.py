"""Tables in Redis, shared by all gateways.

A table is one JSON document with a version. Every change is one script: it checks first (version,
request id, limits) and then writes document, indexes and the entry of the outbox, from which the
change goes to the stream LOBBY. All keys carry one hash tag, so a script touches one cluster slot.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from baochuan.lobby.v1 import lobby_pb2
from baochuan.match.v1 import match_pb2
from servicekit.errors import ServiceError
from servicekit.store import guarded

ROOT = "lobby:{lobby}:"
TRIES = 8  # of a change, when several gateways change one table at once
START_AGAIN_MS = 5_000  # after this a start that hangs is taken up again
OPEN_MS = 86_400_000  # an open table that nobody starts is closed after a day

Status = Literal["open", "starting", "started", "finished", "aborted"]
Edit = Callable[["Doc"], bool]  # changes the document; False: leave the table as it is


class Seat(msgspec.Struct, omit_defaults=True):
    """`kind` open with a name is an open seat that somebody has joined. Seeds never leave the platform."""

    kind: Literal["house", "bot", "open"]
    name: str = ""
    policy_seed: str = ""

    @property
    def taken(self) -> bool:
        return bool(self.name)


class Doc(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A table. `options` and `outcome` are JSON objects as text, `seed` is hex, times are milliseconds."""

    table_id: str
    game: str
    mode: str
    options: str
    seats: list[Seat]
    owner: str
    created_ms: int
    status: Status = "open"
    timeout_ms: int = 0
    seed: str = ""
    outcome: str = ""
    announced: bool = False  # a table made for an immediate start is announced when its match exists

    def external(self) -> list[tuple[int, str]]:
        """(seat, name of the bot) of all seats that no house bot plays."""
        return [(i, s.name) for i, s in enumerate(self.seats) if s.kind != "house" and s.name]


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Doc).decode

_STATUS = {
    "open": lobby_pb2.TABLE_STATUS_OPEN,
    # Not yet to be played, and no more to be joined: to the outside still waiting for the start.
    "starting": lobby_pb2.TABLE_STATUS_OPEN,
    "started": lobby_pb2.TABLE_STATUS_STARTED,
    "finished": lobby_pb2.TABLE_STATUS_FINISHED,
    "aborted": lobby_pb2.TABLE_STATUS_ABORTED,
}
_INDEX = {"open": "open", "starting": "open", "started": "started", "finished": "finished", "aborted": "aborted"}
INDEXES = ("open", "started", "finished", "aborted")


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def public(doc: Doc) -> lobby_pb2.Table:
    """The table as everybody may see it: without seeds."""
    return lobby_pb2.Table(
        table_id=doc.table_id,
        game=doc.game,
        mode=doc.mode,
        options=doc.options.encode(),
        seats=[_seat(s) for s in doc.seats],
        status=_STATUS[doc.status],
        match_id=doc.table_id if doc.status not in ("open", "starting") else "",
        owner=doc.owner,
        created_ms=doc.created_ms,
        settings=match_pb2.MatchSettings(decision_timeout_ms=doc.timeout_ms),
        outcome=doc.outcome.encode(),
    )


def _seat(seat: Seat) -> lobby_pb2.TableSeat:
    if seat.kind == "house":
        return lobby_pb2.TableSeat(house=seat.name)
    if seat.name:
        return lobby_pb2.TableSeat(bot=seat.name)
    return lobby_pb2.TableSeat(open=True)


def seated_key(name: str) -> str:
    """Sorted set of the running seats ("game:match:seat") of a bot, by the time of the start."""
    return f"{ROOT}seated:{name}"


def member(game: str, match_id: str, seat: int) -> str:
    """A seat of a match, as the sets and the hash of owners name it."""
    return f"{game}:{match_id}:{seat}"


OWNERS = ROOT + "owners"  # hash "game:match:seat" -> the connection that holds the seat
SEQUENCE = ROOT + "sequence"  # number of the newest change
OUTBOX = ROOT + "outbox"  # stream of changes, entry id = number of the change
RUNNING = ROOT + "running"  # sorted set: table -> when somebody must look whether its match is over

# Bound of the outbox while the bus is away. LOBBY keeps an hour of changes, so older ones are worth nothing.
OUTBOX_LENGTH = 100_000

# KEYS 1 table, 2 index from, 3 index to, 4 running, 5 sequence, 6 outbox, 7 owners, 8 owned set of the
#      creator, 9 request key, 10.. seated sets of the external seats
# ARGV 1 version expected (0: the table must be new), 2 document, 3 table id, 4 changes to tell, with commas, 5 now,
#      6 created, 7 when to look at it again ("" as it is, "-" never), 8 seconds to keep (0: for ever),
#      9 fingerprint ("" no request id), 10 limit of owned tables (0 none),
#      11 check | add | remove | "", 12.. per seated set: member, limit (0 none)
_WRITE = """
local id, first = ARGV[3], 10
local seen = ARGV[9] ~= '' and redis.call('GET', KEYS[9])
if seen then return {'REPLAYED', seen} end
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
if version ~= tonumber(ARGV[1]) then return {'STALE'} end
local limit = tonumber(ARGV[10])
if version == 0 and limit > 0 and redis.call('SCARD', KEYS[8]) >= limit then return {'OWNED'} end
if ARGV[11] == 'check' then
  for i = first, #KEYS do
    local most = tonumber(ARGV[13 + 2 * (i - first)])
    if most > 0 and redis.call('ZCARD', KEYS[i]) >= most then return {'SEATED', tostring(i - first)} end
  end
end
redis.call('HSET', KEYS[1], 'version', version + 1, 'doc', ARGV[2])
if KEYS[2] ~= KEYS[3] then redis.call('ZREM', KEYS[2], id) end
redis.call('ZADD', KEYS[3], ARGV[6], id)
if ARGV[7] == '-' then
  redis.call('ZREM', KEYS[4], id)
elseif ARGV[7] ~= '' then
  redis.call('ZADD', KEYS[4], ARGV[7], id)
end
if version == 0 then redis.call('SADD', KEYS[8], id) end
if ARGV[9] ~= '' then redis.call('SET', KEYS[9], ARGV[9] .. ' ' .. id, 'EX', 86400) end
for i = first, #KEYS do
  local member = ARGV[12 + 2 * (i - first)]
  if ARGV[11] == 'add' then
    redis.call('ZADD', KEYS[i], ARGV[5], member)
  elseif ARGV[11] == 'remove' then
    redis.call('ZREM', KEYS[i], member)
    redis.call('HDEL', KEYS[7], member)
  end
end
if tonumber(ARGV[8]) > 0 then
  redis.call('EXPIRE', KEYS[1], ARGV[8])
  redis.call('SREM', KEYS[8], id)
end
for change in string.gmatch(ARGV[4], '[^,]+') do
  local n = redis.call('INCR', KEYS[5])
  redis.call('XADD', KEYS[6], 'MAXLEN', '~', '@LENGTH', n .. '-0',
    'table', id, 'change', change, 'match', ARGV[3], 'time', ARGV[5])
end
return {'DONE'}
""".replace("@LENGTH", str(OUTBOX_LENGTH))

# KEYS table, index, owned set, running, request key; ARGV version, table id.
_DROP = """
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1], KEYS[5])
redis.call('ZREM', KEYS[2], ARGV[2])
redis.call('SREM', KEYS[3], ARGV[2])
redis.call('ZREM', KEYS[4], ARGV[2])
return 1
"""

# KEYS running; ARGV now, next time, limit.
_CLAIM_DUE = """
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, id in ipairs(due) do redis.call('ZADD', KEYS[1], ARGV[2], id) end
return due
"""


class Tables:
    """The store of tables. Every method raises STORE_UNAVAILABLE while Redis is away."""

    def __init__(self, redis: Any, keep_seconds: int, changed: Callable[[], None]) -> None:
        """`keep_seconds`: how long finished tables stay. `changed` is called after each change that
        watchers are to see, so that somebody relays the outbox."""
        self._redis = redis
        self._keep = keep_seconds
        self._changed = changed
        self._write_script = redis.register_script(_WRITE)
        self._drop_script = redis.register_script(_DROP)
        self._due_script = redis.register_script(_CLAIM_DUE)

    async def load(self, table_id: str) -> tuple[Doc, int]:
        """The table and its version; raises TABLE_NOT_FOUND."""
        found = await self.find(table_id)
        if found is None:
            raise ServiceError("TABLE_NOT_FOUND", f'there is no table "{table_id}" (any more)')
        return found

    async def find(self, table_id: str) -> tuple[Doc, int] | None:
        version, doc = await guarded(self._redis.hmget(_table(table_id), "version", "doc"))
        return None if doc is None else (_decode(doc), int(version))

    async def create(self, doc: Doc, request_id: str, fingerprint: str, owned: int, limits: dict[str, int]) -> Doc:
        """Stores a new table, or gives the one that the same request made earlier.

        `owned` is how many unfinished tables the owner may have, `limits` how many running seats each
        bot may have (checked if the table is to start at once); 0 = no limit.
        """
        starting = doc.status == "starting"
        answer = await self._write(
            doc,
            0,
            doc.status,
            change="" if starting else "created",
            due=str(now_ms() + (START_AGAIN_MS if starting else OPEN_MS)),
            request=_request(doc.owner, request_id),
            fingerprint=fingerprint if request_id else "",
            owned=owned,
            seated="check" if starting else "",
            limits=limits,
        )
        if answer[0] == b"DONE":
            return doc
        if answer[0] == b"OWNED":
            raise ServiceError("QUOTA_EXCEEDED", f"{doc.owner} has {owned} unfinished tables, the limit of its token")
        if answer[0] == b"STALE":
            raise ServiceError("TABLE_STATE", f'there is a table "{doc.table_id}" already')
        known, _, table_id = answer[1].decode().partition(" ")
        if known != fingerprint:
            raise ServiceError("REQUEST_ID_REUSED", f'request id "{request_id}" was used for another table')
        return (await self.load(table_id))[0]

    async def seat(self, table_id: str, change: str, edit: Edit) -> Doc:
        """Somebody joins or leaves an open table."""
        return await self._edit(table_id, edit, change=change)

    async def set_starting(self, table_id: str, edit: Edit, limits: dict[str, int]) -> Doc:
        """From here on nobody joins or leaves, and the start goes on even if this gateway dies."""
        return await self._edit(
            table_id, edit, due=str(now_ms() + START_AGAIN_MS), seated="check", limits=limits
        )  # fmt: skip

    async def reopen(self, table_id: str) -> None:
        """A start that the rules refused: the table waits again."""

        def edit(doc: Doc) -> bool:
            starting = doc.status == "starting"
            doc.status = "open"
            return starting

        await self._edit(table_id, edit, due=str(now_ms() + OPEN_MS))

    async def drop(self, table_id: str, request_id: str) -> None:
        """Takes back a table that was to start at once and that the rules refused."""
        found = await self.find(table_id)
        if found is None or found[0].status != "starting":
            return
        doc, version = found
        keys = [_table(table_id), _index("open"), _owned(doc.owner), RUNNING, _request(doc.owner, request_id)]
        await guarded(self._drop_script(keys=keys, args=[version, table_id]))

    async def set_started(self, table_id: str, look_ms: int) -> Doc:
        """The match exists: the seats are there for their bots, watchers learn of it."""

        def edit(doc: Doc) -> bool:
            starting = doc.status == "starting"
            if starting:
                doc.status = "started"
            return starting

        return await self._edit(table_id, edit, change="started", due=str(now_ms() + look_ms), seated="add")

    async def set_over(self, table_id: str, outcome: str, status: Literal["finished", "aborted"]) -> Doc | None:
        """The match is over. None if the table is gone or was over already."""
        return await self._end(table_id, outcome, status, ("starting", "started"))

    async def set_closed(self, table_id: str) -> Doc | None:
        """An open table is given up. None if it is not open."""
        return await self._end(table_id, "", "aborted", ("open",))

    async def _end(
        self, table_id: str, outcome: str, status: Literal["finished", "aborted"], ends: tuple[Status, ...]
    ) -> Doc | None:
        ended = False

        def edit(doc: Doc) -> bool:
            nonlocal ended
            ended = doc.status in ends
            if ended:
                doc.status, doc.outcome = status, outcome
            return ended

        try:
            doc = await self._edit(table_id, edit, change=status, due="-", keep=self._keep, seated="remove")
        except ServiceError as e:
            if e.reason != "TABLE_NOT_FOUND":
                raise
            return None
        return doc if ended else None

    async def forget(self, table_id: str) -> None:
        """There is nothing more to look at."""
        await guarded(self._redis.zrem(RUNNING, table_id))

    async def look_at(self, table_id: str, when_ms: int) -> None:
        """Sets when somebody must look at the table again."""
        await guarded(self._redis.zadd(RUNNING, {table_id: when_ms}, xx=True))

    async def listed(self, status: str | None, limit: int) -> list[Doc]:
        """Newest first; `status` is one of INDEXES, None for all."""
        pipe = self._redis.pipeline(transaction=False)
        for name in INDEXES if status is None else (status,):
            pipe.zrevrange(_index(name), 0, limit - 1, withscores=True)
        pages = await guarded(pipe.execute())
        newest = sorted((pair for page in pages for pair in page), key=lambda p: p[1], reverse=True)[:limit]
        return [d for d in await self.many([i.decode() for i, _ in newest]) if d is not None]

    async def many(self, table_ids: list[str]) -> list[Doc | None]:
        if not table_ids:
            return []
        pipe = self._redis.pipeline(transaction=False)
        for table_id in table_ids:
            pipe.hget(_table(table_id), "doc")
        return [None if doc is None else _decode(doc) for doc in await guarded(pipe.execute())]

    async def claim_due(self, again_ms: int, limit: int) -> list[str]:
        """Tables that somebody must look at now; no other gateway gets them for `again_ms`."""
        now = now_ms()
        due = await guarded(self._due_script(keys=[RUNNING], args=[now, now + again_ms, limit]))
        return [i.decode() for i in due]

    async def make_all_due(self) -> None:
        """Every table is to be looked at now: what the bus told meanwhile was missed."""
        ids = await guarded(self._redis.zrange(RUNNING, 0, -1))
        for start in range(0, len(ids), 500):
            # XX: a table that finishes meanwhile stays out.
            await guarded(self._redis.zadd(RUNNING, dict.fromkeys(ids[start : start + 500], 0), xx=True))

    async def forget_expired(self, page: int = 500) -> None:
        """Takes tables whose documents have expired out of the indexes."""
        for name in ("finished", "aborted"):
            ids = [i.decode() for i in await guarded(self._redis.zrange(_index(name), 0, page - 1))]
            missing = [i for i, doc in zip(ids, await self.many(ids), strict=True) if doc is None]
            if missing:
                await guarded(self._redis.zrem(_index(name), *missing))

    async def _edit(
        self,
        table_id: str,
        edit: Edit,
        *,
        change: str = "",
        due: str = "",
        keep: int = 0,
        seated: Literal["check", "add", "remove", ""] = "",
        limits: dict[str, int] | None = None,
    ) -> Doc:
        for _ in range(TRIES):
            doc, version = await self.load(table_id)
            before = doc.status
            if not edit(doc):
                return doc
            answer = await self._write(
                doc, version, before, change=change, due=due, keep=keep, seated=seated, limits=limits or {}
            )
            if answer[0] == b"DONE":
                return doc
        raise ServiceError("CONTENDED", f'too many changes at once at table "{table_id}"')

    async def _write(
        self,
        doc: Doc,
        version: int,
        before: Status,
        *,
        change: str,
        due: str,
        seated: Literal["check", "add", "remove", ""],
        limits: dict[str, int],
        keep: int = 0,
        request: str = ROOT + "request:",
        fingerprint: str = "",
        owned: int = 0,
    ) -> list[Any]:
        if change and not doc.announced:
            change = change if change == "created" else f"created,{change}"
            doc.announced = True
        external = doc.external() if seated else []
        keys = [
            _table(doc.table_id),
            _index(_INDEX[before]),
            _index(_INDEX[doc.status]),
            RUNNING,
            SEQUENCE,
            OUTBOX,
            OWNERS,
            _owned(doc.owner),
            request,
            *(seated_key(name) for _, name in external),
        ]
        args = [version, _encode(doc), doc.table_id, change, now_ms(), doc.created_ms, due, keep, fingerprint, owned]
        args.append(seated)
        for seat, name in external:
            args += [member(doc.game, doc.table_id, seat), limits.get(name, 0)]
        answer: list[Any] = await guarded(self._write_script(keys=keys, args=args))
        if answer[0] == b"SEATED":
            name = external[int(answer[1])][1]
            raise ServiceError("QUOTA_EXCEEDED", f'bot "{name}" plays as many matches as its token may')
        if answer[0] == b"DONE" and change:
            self._changed()
        return answer


def _table(table_id: str) -> str:
    return f"{ROOT}table:{table_id}"


def _index(name: str) -> str:
    return f"{ROOT}by:{name}"


def _owned(name: str) -> str:
    return f"{ROOT}owned:{name}"


def _request(owner: str, request_id: str) -> str:
    return f"{ROOT}request:{owner}:{request_id}"
