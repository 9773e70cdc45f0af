"""What must hold whatever dies: no acknowledged move lost, none applied twice, every event once and in order."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec
import nats as nats_py
import pytest

from baochuan.bus.v1 import bus_pb2
from baochuan.match.v1 import match_pb2
from rulekit.match import Record, verify_record
from servicekit.errors import ServiceError
from tests import toy
from tests.runtime.crashing import POINTS
from tests.runtime.harness import TOO_LATE, Bots, Client, create_request, external, house, pb, replica
from tests.runtime.test_service import _answer, _view, play
from tests.servers import Nats, Service, Valkey
from tests.waiting import LONG, until

GAME = toy.load(None)


async def record_of(client: Client, match_id: str) -> Record:
    """The record, checked: seed, dice, moves, revisions without gaps, no decision answered twice."""
    found = await client.GetRecord(pb.GetRecordRequest(match_id=match_id))
    record = msgspec.json.decode(found.record, type=Record)
    verify_record(GAME, record)
    assert [c.revision for c in record.commits] == list(range(1, len(record.commits) + 1))
    decisions = [(c.seat, c.decision) for c in record.commits if c.kind == "move"]
    assert len(set(decisions)) == len(decisions)
    return record


async def check_streams(nats: Nats, records: list[Record]) -> None:
    """Every commit of the records is in MATCHES once and in order, every record in ARCHIVE once."""
    nc = await nats_py.connect(nats.url)
    js = nc.jetstream(timeout=LONG)
    wanted = sum(len(r.commits) for r in records)

    async def all_there() -> bool:
        commits, archived = [(await js.stream_info(name)).state.messages for name in ("MATCHES", "ARCHIVE")]
        return bool(commits >= wanted and archived >= len(records))

    await until(all_there)
    seen: dict[str, list[int]] = defaultdict(list)
    for stream, subject in (("MATCHES", "match.>"), ("ARCHIVE", "archive.>")):
        total = (await js.stream_info(stream)).state.messages
        subscription = await js.subscribe(subject, ordered_consumer=True)
        for _ in range(total):
            data = (await subscription.next_msg(timeout=LONG)).data
            if stream == "MATCHES":
                commit = bus_pb2.MatchCommit.FromString(data)
                seen[commit.match_id].append(commit.commit.revision)
            else:
                entry = bus_pb2.ArchiveEntry.FromString(data)
                seen["archive"].append(1)
                assert msgspec.json.decode(entry.record, type=Record) in records
        await subscription.unsubscribe()
    await nc.close()
    for record in records:
        assert seen[record.header.match] == list(range(1, len(record.commits) + 1))
    assert len(seen["archive"]) == len(records)


def _env(valkey: Valkey, nats: Nats, **more: str) -> dict[str, str]:
    return {
        "BAOCHUAN_REDIS_URL": valkey.url,
        "BAOCHUAN_NATS_URL": nats.url,
        "BAOCHUAN_ASK_AGAIN_MS": "150",
        "BAOCHUAN_ASK_AGAIN_MAX_MS": "600",
        "BAOCHUAN_CLOCK_MS": "20",
        "BAOCHUAN_LEASE_MS": "600",
        "BAOCHUAN_START_WAIT_SECONDS": "60",
        "BAOCHUAN_DRAIN_SECONDS": "60",
        **more,
    }


@pytest.mark.parametrize("point", POINTS)
async def test_a_replica_killed_at_each_step_loses_nothing(
    valkey: Valkey, nats: Nats, tmp_path: Path, point: str
) -> None:
    doomed = Service(
        tmp_path / "doomed",
        "tests.runtime.crashing",
        _env(valkey, nats, CRASH_AT=f"{point}:{2 if 'publish' in point else 7}"),
    )
    await asyncio.to_thread(doomed.start)
    try:
        async with Client(doomed.address) as first, Bots(nats) as bots:
            made = 0
            for i in range(4):
                try:
                    await first.CreateMatch(create_request(f"m{i}", [house(), house(), house()]))
                    made += 1
                except ServiceError as e:
                    assert e.retryable  # noqa: PT017
            process = doomed.process
            assert process is not None
            await until(lambda: process.poll() is not None)
            async with replica(valkey, nats) as service, Client(service.shell.address) as second:
                # Whoever asked for a match asks again with the same id: there is one match.
                for i in range(4):
                    await second.CreateMatch(create_request(f"m{i}", [house(), house(), house()]))
                for i in range(4):
                    await second.over(f"m{i}")
                records = [await record_of(second, f"m{i}") for i in range(4)]
                await check_streams(nats, records)
                assert not [e for e in bots.errors if not (e.retryable or e.reason in TOO_LATE)]
    finally:
        doomed.kill()


async def test_two_replicas_race_on_one_match(valkey: Valkey, nats: Nats) -> None:
    async with (
        replica(valkey, nats) as a,
        replica(valkey, nats) as b,
        Client(a.shell.address) as first,
        Client(b.shell.address) as second,
    ):
        await first.CreateMatch(create_request("m1", [external()] * 4))
        accepted: dict[tuple[int, str], int] = {}

        async def answer(client: Client, seat: int, request_id: str) -> None:
            try:
                view = await _view(client, "m1", seat)
                if not view.options or view.decision.kind == "any_time":
                    return
                got = await client.SubmitAction(_answer("m1", seat, view, request_id + view.decision.id))
            except ServiceError as e:
                assert e.retryable or e.reason in ("DECISION_NOT_PENDING", "ILLEGAL_ACTION", "MATCH_OVER"), e  # noqa: PT017
                return
            key = (seat, view.decision.id)
            assert accepted.setdefault(key, got.revision) == got.revision

        async with asyncio.timeout(4 * LONG):
            while (await first.GetMatch(pb.GetMatchRequest(match_id="m1"))).match.pending:
                await asyncio.gather(
                    *(
                        answer(client, seat, name)
                        for seat in range(4)
                        for client in (first, second)
                        for name in ("same", f"own{id(client)}")
                    )
                )
        record = await record_of(second, "m1")
        log = {(c.seat, c.decision): c.revision for c in record.commits if c.kind == "move"}
        assert accepted.items() <= log.items()
        await check_streams(nats, [record])


async def test_house_matches_on_two_replicas(valkey: Valkey, nats: Nats) -> None:
    async with (
        replica(valkey, nats) as a,
        replica(valkey, nats) as b,
        Bots(nats),
        Bots(nats),
        Client(a.shell.address) as first,
        Client(b.shell.address) as second,
    ):
        for i in range(20):
            await (first, second)[i % 2].CreateMatch(create_request(f"m{i}", [house(), house(), house()]))
        for i in range(20):
            await first.over(f"m{i}")
        records = [await record_of(second, f"m{i}") for i in range(20)]
        await check_streams(nats, records)
        # Both have a share of the duties.
        await until(lambda: len(a.relay_leases.held()) == len(b.relay_leases.held()) == 8)


async def test_the_store_killed_in_mid_match_has_every_acknowledged_move(valkey: Valkey, nats: Nats) -> None:
    acknowledged: list[tuple[str, int, str, int]] = []
    async with replica(valkey, nats) as service, Client(service.shell.address) as client, Bots(nats):
        for i in range(6):
            await client.CreateMatch(create_request(f"h{i}", [house(), house(), house()]))
        await client.CreateMatch(create_request("m1", [external(), external()]))

        async def keep_playing() -> None:
            while True:
                try:
                    info = (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).match
                    if not info.pending:
                        return
                    seat = info.pending[0].seat
                    request = _answer("m1", seat, await _view(client, "m1", seat))
                    got = await client.SubmitAction(request)
                    acknowledged.append(("m1", seat, request.decision_id, got.revision))
                    await asyncio.sleep(0.03)
                except ServiceError as e:
                    assert e.retryable, e  # noqa: PT017
                    await asyncio.sleep(0.02)

        player = asyncio.ensure_future(keep_playing())
        for _ in range(3):
            await asyncio.sleep(0.25)
            valkey.kill()
            await until(lambda: not service.wire.connected)
            await until(lambda: "redis" in service.shell.away)
            valkey.start()
        await asyncio.wait_for(player, LONG)
        for i in range(6):
            await client.over(f"h{i}")
        await until(lambda: "redis" not in service.shell.away)
        records = [await record_of(client, m) for m in ("m1", *(f"h{i}" for i in range(6)))]
        log = {(c.seat, c.decision, c.revision) for c in records[0].commits}
        assert {a[1:] for a in acknowledged} <= log
        assert len(acknowledged) > 5
        await check_streams(nats, records)


async def test_matches_go_on_while_the_bus_is_away_and_every_event_comes_later(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as service, Client(service.shell.address) as client:
        await client.CreateMatch(create_request("m1", [external(), external()]))
        await client.CreateMatch(create_request("m2", [external(), external()]))
        await client.SubmitAction(_answer("m2", 0, await _view(client, "m2", 0)))
        await asyncio.sleep(0.3)
        nats.kill()
        over = await play(client, "m1")
        assert over.status == match_pb2.MATCH_STATUS_OVER
        await until(lambda: "nats" in service.shell.away)
        from rules_runtime import metrics

        await until(lambda: metrics.OUTBOX._value.get() >= over.revision - 1)
        nats.start()
        await play(client, "m2")
        records = [await record_of(client, m) for m in ("m1", "m2")]
        await check_streams(nats, records)
        await until(lambda: "nats" not in service.shell.away)


async def test_house_bots_go_on_after_the_bus_was_away(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as service, Client(service.shell.address) as client, Bots(nats):
        for i in range(10):
            await client.CreateMatch(create_request(f"m{i}", [house(), house(), house()]))
        await asyncio.sleep(0.1)
        for _ in range(2):
            nats.kill()
            await asyncio.sleep(0.3)
            nats.start()
            await asyncio.sleep(0.3)
        for i in range(10):
            await client.over(f"m{i}")
        await check_streams(nats, [await record_of(client, f"m{i}") for i in range(10)])


async def test_the_log_is_reloaded_at_every_move_without_any_difference(valkey: Valkey, nats: Nats) -> None:
    records = []
    for reload in (False, True):
        async with replica(valkey, nats) as service, Client(service.shell.address) as client:
            match_id = f"m{int(reload)}"
            request = create_request(match_id, [external()] * 3, seed=b"s" * 32)
            await client.CreateMatch(request)
            while True:
                info = (await client.GetMatch(pb.GetMatchRequest(match_id=match_id))).match
                if not info.pending:
                    break
                if reload:
                    service.engine.cache.drop(match_id)
                seat = info.pending[0].seat
                answer = _answer("m", seat, await _view(client, match_id, seat))
                answer.match_id = match_id
                if reload:
                    service.engine.cache.drop(match_id)
                await client.SubmitAction(answer)
            records.append(await record_of(client, match_id))
    assert records[0].log_digest == records[1].log_digest


async def test_a_caller_that_hangs_up_does_not_undo_its_move(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as service, Client(service.shell.address) as client:
        await client.CreateMatch(create_request("m1", [external(), external()]))
        revision = 1
        for _ in range(200):
            info = (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).match
            if not info.pending:
                break
            seat = info.pending[0].seat
            request = _answer("m1", seat, await _view(client, "m1", seat))
            call = asyncio.ensure_future(client.SubmitAction(request))
            await asyncio.sleep(0.001 * (revision % 4))
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
            # Not knowing, the client asks again with the same id.
            got = await client.SubmitAction(request)
            assert got.revision == revision + 1
            revision = got.revision
        await check_streams(nats, [await record_of(client, "m1")])


async def test_a_stale_copy_reloads_and_goes_on(valkey: Valkey, nats: Nats) -> None:
    async with (
        replica(valkey, nats) as a,
        replica(valkey, nats) as b,
        Client(a.shell.address) as first,
        Client(b.shell.address) as second,
    ):
        await first.CreateMatch(create_request("m1", [external(), external()]))
        view = {seat: await _view(second, "m1", seat) for seat in (0, 1)}  # b has it at revision 1
        await first.SubmitAction(_answer("m1", 0, view[0]))
        # b does not know of the first answer: its append is stale, then it is right.
        assert (await second.SubmitAction(_answer("m1", 1, view[1]))).revision == 3
        # And a is behind now: it must not refuse an answer to a decision it has not seen.
        info = (await second.GetMatch(pb.GetMatchRequest(match_id="m1"))).match
        seat = info.pending[0].seat
        request = _answer("m1", seat, await _view(second, "m1", seat))
        assert (await first.SubmitAction(request)).revision == 4
        # A repeat through the other replica is a repeat.
        got = await second.SubmitAction(request)
        assert (got.revision, got.replayed) == (4, True)


async def test_a_store_set_back_is_noticed(valkey: Valkey, nats: Nats) -> None:
    """Nobody's copy is above the store: what it lost has not happened."""
    async with replica(valkey, nats) as service, Client(service.shell.address) as client:
        await client.CreateMatch(create_request("m1", [external(), external()]))
        await service.wire.call("FLUSHALL")
        with pytest.raises(ServiceError) as caught:
            await client.GetView(pb.GetViewRequest(match_id="m1", seat=0))
        assert caught.value.reason == "MATCH_NOT_FOUND"


async def test_too_many_writers_is_a_typed_retryable_error(
    valkey: Valkey, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rules_runtime.scripts import Answer

    async with replica(valkey, nats) as service, Client(service.shell.address) as client:
        await client.CreateMatch(create_request("m1", [external(), external()]))
        request = _answer("m1", 0, await _view(client, "m1", 0))

        async def always_stale(*_args: Any) -> tuple[Answer, int]:
            return Answer.STALE, 9

        monkeypatch.setattr(service.engine, "_append", always_stale)
        with pytest.raises(ServiceError) as caught:
            await client.SubmitAction(request)
        assert (caught.value.reason, caught.value.retryable) == ("CONTENDED", True)
        monkeypatch.undo()
        assert (await client.SubmitAction(request)).revision == 2
