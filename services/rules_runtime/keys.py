"""Names of everything in the store.

The keys of a match and what is shared by the matches of a shard carry the same hash tag ``{bNN}``,
so one script touches one slot of a cluster.
"""

from __future__ import annotations

from typing import Final, NamedTuple
from zlib import crc32

SHARDS: Final = 16


def shard_of(match_id: str) -> int:
    return crc32(match_id.encode()) % SHARDS


class MatchKeys(NamedTuple):
    """`meta` hash, `log` list of commits (position = revision - 1), `req` hash of answered requests,
    and the shard's `outbox`."""

    shard: int
    meta: str
    log: str
    req: str
    outbox: str


def match_keys(match_id: str) -> MatchKeys:
    shard = shard_of(match_id)
    base = f"{{b{shard:02d}}}:m:{match_id}"
    return MatchKeys(shard, base + ":meta", base + ":log", base + ":req", outbox(shard))


def outbox(shard: int) -> str:
    """Stream: what has to be published, in the order of commits."""
    return f"{{b{shard:02d}}}:outbox"


def due(shard: int, lane: str) -> str:
    """Sorted set match -> milliseconds at which somebody must look. A lane is one game at one
    version and edition: only a service that plays by the same rules can run a match's clock."""
    return f"{{b{shard:02d}}}:due:{lane}"


def lease(shard: int, duty: str) -> str:
    return f"{{b{shard:02d}}}:lease:{duty}"


def members(duty: str) -> str:
    """Sorted set replica -> last sign of life, for a fair share of the leases."""
    return f"leases:{duty}"
