"""After the end: the archive, the expiry of live keys, and what is too large or too much."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from baochuan.match.v1 import match_pb2
from rulekit.match import Record
from rules_runtime import metrics
from rules_runtime.keys import match_keys, outbox
from servicekit.errors import ServiceError
from tests.runtime.harness import Bots, Client, create_request, external, house, pb, replica
from tests.runtime.test_faults import check_streams, record_of
from tests.runtime.test_service import _answer, _view, play
from tests.servers import Nats, Valkey
from tests.waiting import until


async def _gone(service: Any, match_id: str) -> None:
    """Waits until the match is archived and its live keys are to expire; then their time is over."""
    keys = match_keys(match_id)[1:4]  # meta, log, req

    async def archived() -> bool:
        return all([0 < await service.wire.call("TTL", key) <= service.settings.keep_finished_seconds for key in keys])

    await until(archived)
    for key in keys:
        await service.wire.call("PEXPIRE", key, 0)


async def test_a_finished_match_lives_on_in_the_archive(valkey: Valkey, nats: Nats) -> None:
    async with (
        replica(valkey, nats, keep_finished_seconds=600) as service,
        Client(service.shell.address) as client,
    ):
        request = create_request("m1", [external("anna"), house()])
        async with Bots(nats):
            await client.CreateMatch(request)
            while (
                await client.GetMatch(pb.GetMatchRequest(match_id="m1"))
            ).match.status != match_pb2.MATCH_STATUS_OVER:
                view = await _view(client, "m1", 0)
                if view.HasField("decision") and view.decision.kind != "any_time":
                    try:
                        await client.SubmitAction(_answer("m1", 0, view))
                    except ServiceError as e:
                        assert e.reason in ("DECISION_NOT_PENDING", "MATCH_OVER", "ILLEGAL_ACTION")  # noqa: PT017
                await asyncio.sleep(0.005)
        before = await record_of(client, "m1")
        info = (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).match
        commits = (await client.ListCommits(pb.ListCommitsRequest(match_id="m1", seat=-1))).commits
        view = await client.GetView(pb.GetViewRequest(match_id="m1", seat=0))
        await _gone(service, "m1")
        assert await service.wire.call("EXISTS", *match_keys("m1")[1:4]) == 0
        for _ in range(2):
            assert await record_of(client, "m1") == before
            assert (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).match == info
            assert (await client.ListCommits(pb.ListCommitsRequest(match_id="m1", seat=-1))).commits == commits
            assert await client.GetView(pb.GetViewRequest(match_id="m1", seat=0)) == view
            service.engine.cache.drop("m1")
        # Nobody can play on, and the id is not given out again.
        with pytest.raises(ServiceError) as caught:
            await client.AbortMatch(pb.AbortMatchRequest(match_id="m1"))
        assert caught.value.reason == "MATCH_OVER"
        assert (await client.CreateMatch(request)).match.status == match_pb2.MATCH_STATUS_OVER
        with pytest.raises(ServiceError) as caught:
            await client.CreateMatch(create_request("m1", [external("bob"), house()]))
        assert caught.value.reason == "REQUEST_ID_REUSED"


async def test_live_keys_stay_until_the_record_is_published(valkey: Valkey, nats: Nats) -> None:
    async with (
        replica(valkey, nats, keep_finished_seconds=600) as service,
        Client(service.shell.address) as client,
    ):
        await client.CreateMatch(create_request("m1", [external(), external()]))
        nats.kill()
        await play(client, "m1")
        await asyncio.sleep(1.5)
        assert await service.wire.call("TTL", match_keys("m1").log) == -1
        record = await record_of(client, "m1")
        nats.start()
        await check_streams(nats, [record])
        await _gone(service, "m1")
        assert await record_of(client, "m1") == record


async def test_what_is_too_large_for_the_bus_stops_nobody(
    valkey: Valkey, nats: Nats, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        replica(valkey, nats, keep_finished_seconds=1) as service,
        Client(service.shell.address) as client,
    ):
        # As if this record were over the limit of the bus.
        monkeypatch.setattr(service.bus, "fits", lambda size: size < 2500)
        oversized = metrics.OVERSIZED._value.get()
        await client.CreateMatch(create_request("m1", [external(), external()]))
        await play(client, "m1")

        async def outbox_is_empty() -> bool:
            return not await service.wire.call("XLEN", outbox(match_keys("m1").shard))

        await until(outbox_is_empty)
        assert metrics.OVERSIZED._value.get() > oversized
        await asyncio.sleep(1.2)
        assert await service.wire.call("TTL", match_keys("m1").log) == -1
        record = await record_of(client, "m1")
        assert len(msgspec.json.encode(record)) > 2500


async def test_the_cache_is_bounded_and_forgets_what_nobody_asks_for(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats, cache_matches=3) as service, Client(service.shell.address) as client, Bots(nats):
        for i in range(12):
            await client.CreateMatch(create_request(f"m{i}", [house(), house()]))
        for i in range(12):
            await client.over(f"m{i}")
            await record_of(client, f"m{i}")
        assert len(service.engine.cache) <= 3
        service.engine.cache.drop_idle(0)
        assert len(service.engine.cache) == 0
        assert (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).match.status == match_pb2.MATCH_STATUS_OVER


async def test_the_record_reads_as_a_record_of_the_rules(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as service, Client(service.shell.address) as client:
        await client.CreateMatch(create_request("m1", [external("anna"), external("bob")]))
        await client.AbortMatch(pb.AbortMatchRequest(match_id="m1"))
        raw = (await client.GetRecord(pb.GetRecordRequest(match_id="m1"))).record
        record = msgspec.json.decode(raw, type=Record)
        assert record.header.players == ["anna", "bob"]
        assert b"policy" not in raw
