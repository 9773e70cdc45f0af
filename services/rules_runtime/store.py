"""Matches in the store: made, read, moved on. The scripts decide; this gives them names and types."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from rulekit.match import Commit
from rules_runtime import scripts
from rules_runtime.keys import due, match_keys
from rules_runtime.live import Head, Loaded, Open, commit_decoder, dump, head_decoder, head_encoder, open_decoder
from rules_runtime.scripts import Answer
from servicekit.wire import Wire


class Publication(msgspec.Struct):
    """What a commit puts into the outbox. `outcome` is JSON, empty while the match runs; an outcome
    also orders the archive record, which the relay builds from the log."""

    subject: str
    payload: bytes
    message_id: str
    outcome: bytes
    archive_subject: str


class Newer(msgspec.Struct):
    """What happened to a match after a revision. `revision` is 0 if there is no such match."""

    revision: int
    commits: list[Commit]
    open: list[Open]
    seen: tuple[str, int] | None  # fingerprint and revision of a request


class MatchStore:
    """The match's keys in one store; `lane` names the rules by which this service plays."""

    def __init__(self, wire: Wire, lane: str) -> None:
        self.wire = wire
        self.lane = lane

    async def create(
        self, head: Head, fingerprint: str, commit: Commit, open: list[Open], due_at: int, out: Publication
    ) -> Answer:
        match_id = head.header.match
        keys = match_keys(match_id)
        answer: list[int] = await self.wire.run(
            scripts.CREATE,
            [keys.meta, keys.log, keys.outbox, due(keys.shard, self.lane)],
            match_id,
            fingerprint,
            head_encoder.encode(head),
            dump(commit),
            dump(open),
            due_at or "",
            out.subject,
            out.payload,
            out.message_id,
            out.outcome,
            out.archive_subject,
        )
        return Answer(answer[0])

    def append(
        self,
        match_id: str,
        request: str,
        fingerprint: str,
        commit: Commit,
        open: list[Open],
        due_at: int,
        out: Publication,
    ) -> asyncio.Future[list[int]]:
        """Appends a commit if the match is at the revision before. Sent with everything else of this
        turn of the loop; the answer is the number of an `Answer` and a revision."""
        keys = match_keys(match_id)
        return self.wire.run(
            scripts.APPEND,
            [keys.meta, keys.log, keys.req, keys.outbox, due(keys.shard, self.lane)],
            match_id,
            commit.revision - 1,
            request,
            fingerprint,
            dump(commit),
            dump(open),
            due_at or "",
            out.subject,
            out.payload,
            out.message_id,
            out.outcome,
            out.archive_subject,
        )

    async def load(self, match_id: str) -> Loaded | None:
        """The whole match, or None."""
        keys = match_keys(match_id)
        meta, log = await self.wire.transaction(("HMGET", keys.meta, "head", "open"), ("LRANGE", keys.log, 0, -1))
        if meta[0] is None:
            return None
        return Loaded(head_decoder.decode(meta[0]), _commits(log), open_decoder.decode(meta[1]))

    async def newer(self, match_id: str, revision: int, request: str = "") -> Newer:
        """The commits after a revision, and whether the request was answered."""
        keys = match_keys(match_id)
        commands: list[tuple[str | bytes | int, ...]] = [
            ("HMGET", keys.meta, "rev", "open"),
            ("LRANGE", keys.log, revision, -1),
            ("HGET", keys.req, request),
        ]
        meta, log, seen = await self.wire.transaction(*commands)
        if meta[0] is None:
            return Newer(0, [], [], None)
        answered: tuple[str, int] | None = None
        if seen is not None:
            fingerprint, at = seen.decode().split(" ")
            answered = (fingerprint, int(at))
        return Newer(int(meta[0]), _commits(log), open_decoder.decode(meta[1]), answered)

    async def revision(self, match_id: str) -> int:
        """The newest revision; 0 if there is no such match."""
        found = await self.wire.call("HGET", match_keys(match_id).meta, "rev")
        return int(found or 0)

    async def fingerprint(self, match_id: str) -> str:
        """The fingerprint of the request that made the match; empty if there is none."""
        found = await self.wire.call("HGET", match_keys(match_id).meta, "fp")
        return (found or b"").decode()

    async def due(self, shard: int, now_ms: int, limit: int) -> list[str]:
        """The matches that somebody must look at now."""
        key = due(shard, self.lane)
        found: list[bytes] = await self.wire.call("ZRANGEBYSCORE", key, "-inf", now_ms, "LIMIT", 0, limit)
        return [m.decode() for m in found]

    async def rearm(self, match_id: str, revision: int, open: list[Open], due_at: int) -> bool:
        """Notes when to look next, unless the match has moved on."""
        keys = match_keys(match_id)
        done: int = await self.wire.run(
            scripts.REARM, [keys.meta, due(keys.shard, self.lane)], match_id, revision, dump(open), due_at
        )
        return done == 1

    async def forget_due(self, match_id: str) -> None:
        keys = match_keys(match_id)
        await self.wire.call("ZREM", due(keys.shard, self.lane), match_id)


def _commits(log: list[Any]) -> list[Commit]:
    return [commit_decoder.decode(c) for c in log]
