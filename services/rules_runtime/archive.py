"""Finished matches: their records, from the live keys while they last, later from the stream ARCHIVE."""

from __future__ import annotations

import msgspec

from baochuan.bus.v1 import bus_pb2
from rulekit.match import Record, log_digest
from rules_runtime.keys import MatchKeys, match_keys
from rules_runtime.live import commit_decoder, head_decoder
from servicekit.bus import Bus
from servicekit.wire import Wire

record_decoder = msgspec.json.Decoder(Record)


class ArchivedSeat(msgspec.Struct, omit_defaults=True):
    name: str
    house: str = ""


class ArchivedRecord(Record, kw_only=True):
    """The record with what the service needs beside it; `baochuan verify` passes over these fields."""

    seats: list[ArchivedSeat] = []
    timeout_ms: int = 0
    created_ms: int = 0


archived_decoder = msgspec.json.Decoder(ArchivedRecord)


def subject(game: str, match_id: str) -> str:
    return f"archive.{game}.{match_id}"


async def record_from_store(wire: Wire, match_id: str) -> ArchivedRecord | None:
    """The record of a finished match from its live keys; None if they are gone or the match runs."""
    keys: MatchKeys = match_keys(match_id)
    meta, log = await wire.transaction(("HMGET", keys.meta, "head", "outcome"), ("LRANGE", keys.log, 0, -1))
    if meta[0] is None or not meta[1]:
        return None
    head = head_decoder.decode(meta[0])
    commits = [commit_decoder.decode(c) for c in log]
    return ArchivedRecord(
        header=head.header,
        seed=head.seed,
        commits=commits,
        outcome=msgspec.json.decode(meta[1]),
        log_digest=log_digest(head.header, commits),
        seats=[ArchivedSeat(s.name, s.house) for s in head.seats],
        timeout_ms=head.timeout_ms,
        created_ms=head.created_ms,
    )


def entry(record: ArchivedRecord) -> bytes:
    """The message for the stream ARCHIVE."""
    header = record.header
    return bus_pb2.ArchiveEntry(
        match_id=header.match, game=header.game, record=msgspec.json.encode(record)
    ).SerializeToString()


async def record_from_archive(bus: Bus, game: str, match_id: str) -> ArchivedRecord | None:
    """The record out of the stream; None if it is not there. Raises `ServiceError` while the bus is away."""
    found = await bus.last_message("ARCHIVE", subject(game, match_id))
    if found is None:
        return None
    return archived_decoder.decode(bus_pb2.ArchiveEntry.FromString(found).record)
