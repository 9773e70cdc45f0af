"""The scripts that commit: each answer, and that a refusal changes nothing."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from rulekit.match import Commit, Header, Match, Proposal, commitment
from rules_runtime import scripts
from rules_runtime.keys import due, match_keys
from rules_runtime.live import Head, Open, SeatSpec
from rules_runtime.scripts import Answer
from rules_runtime.store import MatchStore, Publication
from servicekit.wire import Wire
from tests import toy
from tests.servers import Valkey
from tests.waiting import until

LANE = "toy.1.x"
SEED = hashlib.sha256(b"x").digest()
GAME = toy.load(None)


@pytest.fixture
async def store(valkey: Valkey) -> AsyncIterator[MatchStore]:
    wire = Wire(valkey.url, scripts.ALL)
    await wire.start(5)
    yield MatchStore(wire, LANE)
    await wire.close()


def _start(match_id: str = "m1") -> tuple[Head, Proposal]:
    header = Header(
        match=match_id,
        game="toy",
        version=1,
        edition=GAME.edition_id,
        edition_digest=GAME.edition_digest,
        mode="two",
        options={"rounds": 3},
        players=["a", "b"],
        commitment=commitment(SEED),
    )
    return Head(header=header, seed=SEED.hex(), seats=[SeatSpec("a"), SeatSpec("b", "test")]), Match.start(
        GAME, header, SEED
    )


def _out(revision: int, outcome: bytes = b"") -> Publication:
    return Publication("match.toy.m1", f"payload {revision}".encode(), f"m1:{revision}", outcome, "archive.toy.m1")


async def _create(store: MatchStore, fingerprint: str = "f1", match_id: str = "m1") -> Answer:
    head, proposal = _start(match_id)
    opened = [Open(0, "bid.0", 5, 1, 1005)]
    return await store.create(head, fingerprint, proposal.commit, opened, 1005, _out(1))


async def _append(
    store: MatchStore, revision: int, request: str, fingerprint: str = "ab", outcome: bytes = b"", due_at: int = 2000
) -> tuple[Answer, int]:
    commit = Commit(revision=revision, kind="move", seat=0, decision="bid.0", request_id=request)
    number, at = await store.append("m1", request, fingerprint, commit, [], due_at, _out(revision, outcome))
    return Answer(number), at


async def _everything(store: MatchStore) -> dict[bytes, Any]:
    """All keys and values."""
    out: dict[bytes, Any] = {}
    for key in sorted(await store.wire.call("KEYS", "*")):
        kind = (await store.wire.call("TYPE", key)).decode()
        read: dict[str, tuple[Any, ...]] = {
            "hash": ("HGETALL", key),
            "list": ("LRANGE", key, 0, -1),
            "stream": ("XRANGE", key, "-", "+"),
            "zset": ("ZRANGE", key, 0, -1, "WITHSCORES"),
            "string": ("GET", key),
        }
        out[key] = await store.wire.call(*read[kind])
    return out


async def test_create_writes_all_of_the_match(store: MatchStore) -> None:
    assert await _create(store) is Answer.APPENDED
    keys = match_keys("m1")
    everything = await _everything(store)
    assert set(everything) == {k.encode() for k in (keys.meta, keys.log, keys.outbox, due(keys.shard, LANE))}
    loaded = await store.load("m1")
    assert loaded is not None
    head, proposal = _start()
    assert (loaded.head, loaded.commits) == (head, [proposal.commit])
    assert loaded.open == [Open(0, "bid.0", 5, 1, 1005)]
    assert await store.revision("m1") == 1
    assert await store.due(keys.shard, 1005, 10) == ["m1"]
    assert await store.due(keys.shard, 1004, 10) == []


async def test_create_again_is_replayed_and_another_request_is_refused(store: MatchStore) -> None:
    await _create(store)
    before = await _everything(store)
    assert await _create(store) is Answer.REPLAYED
    assert await _create(store, "f2") is Answer.REQUEST_ID_REUSED
    assert await _everything(store) == before


async def test_append_moves_the_match_on(store: MatchStore) -> None:
    await _create(store)
    assert await _append(store, 2, "0:a") == (Answer.APPENDED, 2)
    assert await _append(store, 3, "0:b") == (Answer.APPENDED, 3)
    loaded = await store.load("m1")
    assert loaded is not None
    assert [c.revision for c in loaded.commits] == [1, 2, 3]
    entries = await store.wire.call("XRANGE", match_keys("m1").outbox, "-", "+")
    assert [e[1][e[1].index(b"i") + 1] for e in entries] == [b"m1:1", b"m1:2", b"m1:3"]


@pytest.mark.parametrize(
    ("revision", "request_id", "fingerprint", "answer"),
    [
        (3, "0:a", "ab", (Answer.REPLAYED, 2)),
        (2, "0:a", "ab", (Answer.REPLAYED, 2)),
        (3, "0:a", "cd", (Answer.REQUEST_ID_REUSED, 2)),
        (2, "0:b", "ab", (Answer.STALE, 2)),
        (9, "0:b", "ab", (Answer.STALE, 2)),
    ],
)
async def test_append_refuses_and_changes_nothing(
    store: MatchStore, revision: int, request_id: str, fingerprint: str, answer: tuple[Answer, int]
) -> None:
    await _create(store)
    await _append(store, 2, "0:a")
    before = await _everything(store)
    assert await _append(store, revision, request_id, fingerprint) == answer
    assert await _everything(store) == before


async def test_append_to_no_match(store: MatchStore) -> None:
    assert await _append(store, 2, "0:a") == (Answer.NOT_FOUND, 0)
    assert await _everything(store) == {}


async def test_the_last_append_ends_the_match_and_orders_its_record(store: MatchStore) -> None:
    await _create(store)
    outcome = msgspec.json.encode({"reason": "x"})
    assert await _append(store, 2, "0:a", outcome=outcome, due_at=0) == (Answer.APPENDED, 2)
    before = await _everything(store)
    assert await _append(store, 3, "0:b") == (Answer.OVER, 2)
    assert await _append(store, 2, "0:a") == (Answer.REPLAYED, 2)
    assert await _everything(store) == before
    keys = match_keys("m1")
    assert await store.due(keys.shard, 1 << 50, 10) == []
    last = (await store.wire.call("XRANGE", keys.outbox, "-", "+"))[-1][1]
    assert last[last.index(b"a") + 1] == b"m1"
    assert last[last.index(b"s") + 1] == b"archive.toy.m1"


async def test_rearm_only_at_the_same_revision(store: MatchStore) -> None:
    await _create(store)
    shard = match_keys("m1").shard
    assert await store.rearm("m1", 1, [Open(0, "bid.0", 5, 2, 3000)], 3000)
    assert await store.due(shard, 2999, 10) == []
    assert not await store.rearm("m1", 2, [], 1)
    loaded = await store.load("m1")
    assert loaded is not None
    assert loaded.open[0].asked == 2
    await _append(store, 2, "0:a", outcome=b"{}", due_at=0)
    assert not await store.rearm("m1", 2, [], 1)
    assert await store.due(shard, 1 << 50, 10) == []


async def test_a_lease_is_held_by_one(store: MatchStore) -> None:
    wire = store.wire
    lease, long = ["{b00}:lease:x"], 600_000
    assert await wire.run(scripts.HOLD, lease, "a", long) == 1
    assert await wire.run(scripts.HOLD, lease, "b", long) == 0
    assert await wire.run(scripts.HOLD, lease, "a", long) == 1
    assert await wire.run(scripts.RELEASE, lease, "b") == 0
    assert await wire.run(scripts.RELEASE, lease, "a") == 1
    assert await wire.run(scripts.HOLD, lease, "b", 50) == 1

    async def free_again() -> bool:
        return bool(await wire.run(scripts.HOLD, lease, "a", long) == 1)

    await until(free_again)


async def test_forgetting_keeps_what_came_later(store: MatchStore) -> None:
    outbox = "{b00}:outbox"
    ids = [await store.wire.call("XADD", outbox, "*", "i", i) for i in range(5)]
    await store.wire.run(scripts.FORGET, [outbox], ids[2])
    assert [e[0] for e in await store.wire.call("XRANGE", outbox, "-", "+")] == ids[3:]
    await store.wire.run(scripts.FORGET, [outbox], ids[0])  # a relay that was late
    assert [e[0] for e in await store.wire.call("XRANGE", outbox, "-", "+")] == ids[3:]


async def test_racing_appends_have_one_winner_per_revision(store: MatchStore) -> None:
    await _create(store)

    async def writer(name: str) -> int:
        won = 0
        revision = 1
        while revision < 40:
            answer, at = await _append(store, revision + 1, f"{name}:{revision}")
            won += answer is Answer.APPENDED
            revision = at
        return won

    won = await asyncio.gather(*(writer(str(i)) for i in range(5)))
    loaded = await store.load("m1")
    assert loaded is not None
    assert [c.revision for c in loaded.commits] == list(range(1, len(loaded.commits) + 1))
    assert sum(won) == len(loaded.commits) - 1
