"""The clock: what happens to decisions nobody answers."""

from __future__ import annotations

import asyncio
import json
import time

from baochuan.bus.v1 import bus_pb2
from baochuan.match.v1 import match_pb2
from tests.runtime.harness import Bots, Client, Recorder, create_request, external, house, pb, replica
from tests.runtime.test_faults import record_of
from tests.runtime.test_service import _answer, _view
from tests.servers import Nats, Valkey


def _bid(seat: int, view: match_pb2.SeatView) -> pb.SubmitActionRequest:
    """The seat's first option, which is a bid (the last one is to cash a chip and bid later)."""
    request = _answer("m1", seat, view)
    request.action = json.dumps(json.loads(view.options)[0]).encode()
    return request


async def test_a_seat_that_must_decide_and_does_not_forfeits(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as service, Client(service.shell.address) as client:
        started = time.time()
        info = (await client.CreateMatch(create_request("m1", [external(), external()], timeout_ms=400))).match
        assert 300 < info.pending[0].deadline_ms - started * 1000 < 800
        await client.SubmitAction(_answer("m1", 1, await _view(client, "m1", 1)))
        over = await client.over("m1", 3)
        assert time.time() - started < 1.4  # the time and a second
        assert json.loads(over.outcome)["placings"] == [2, 1]
        record = await record_of(client, "m1")
        last = record.commits[-1]
        assert (last.kind, last.by, last.seat) == ("resign", "clock", 0)


async def test_a_decision_that_may_be_left_out_is_left_out_and_the_match_goes_on(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as service, Client(service.shell.address) as client:
        await client.CreateMatch(create_request("m1", [external(), external()], timeout_ms=500))
        for seat in (0, 1):
            await client.SubmitAction(_bid(seat, await _view(client, "m1", seat)))
        info = (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).match
        assert [(d.kind, d.optional) for d in info.pending] == [("protest", True)]
        asked = info.pending[0]
        async with asyncio.timeout(2):
            while True:
                info = (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).match
                if asked.id not in [d.id for d in info.pending if d.seat == asked.seat]:
                    break
                await asyncio.sleep(0.02)
        assert info.status == match_pb2.MATCH_STATUS_RUNNING
        commits = (await client.ListCommits(pb.ListCommitsRequest(match_id="m1", seat=-1))).commits
        assert (commits[-1].by, commits[-1].seat) == ("clock", asked.seat)
        await client.AbortMatch(pb.AbortMatchRequest(match_id="m1"))
        record = await record_of(client, "m1")
        assert (record.commits[-2].action or {})["type"] == "decline"


async def test_the_time_of_a_decision_runs_on_while_others_act(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as service, Client(service.shell.address) as client:
        made = (await client.CreateMatch(create_request("m1", [external(), external()], timeout_ms=5000))).match
        before = {d.seat: d.deadline_ms for d in made.pending}
        await asyncio.sleep(0.2)
        await client.SubmitAction(_bid(1, await _view(client, "m1", 1)))
        info = (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).match
        assert {d.seat: d.deadline_ms for d in info.pending} == {0: before[0]}
        # Also for a replica that only knows the store.
        service.engine.cache.drop("m1")
        again = (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).match
        assert again == info


async def test_house_bots_have_the_same_clock(valkey: Valkey, nats: Nats) -> None:
    async with (
        replica(valkey, nats) as service,
        Client(service.shell.address) as client,
        Bots(nats, mute=lambda ask: ask.seat == 1),
    ):
        await client.CreateMatch(create_request("m1", [house(), house()], timeout_ms=500))
        over = await client.over("m1", 3)
        assert json.loads(over.outcome)["placings"] == [1, 2]


async def test_a_bot_is_asked_again_until_it_answers(valkey: Valkey, nats: Nats) -> None:
    attempts: list[int] = []

    def deaf(ask: bus_pb2.HouseAsk) -> bool:
        attempts.append(ask.attempt)
        return len(attempts) < 4

    async with replica(valkey, nats) as service, Client(service.shell.address) as client:
        await client.CreateMatch(create_request("m1", [house(), external()]))
        await asyncio.sleep(0.1)  # the first ask has been lost: nobody listened yet
        async with Bots(nats, mute=deaf):
            async with asyncio.timeout(10):
                while (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).match.revision < 2:
                    await asyncio.sleep(0.02)
        assert attempts == [2, 3, 4, 5]


async def test_a_dead_bot_is_replaced_by_another(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as service, Client(service.shell.address) as client:
        async with Bots(nats, mute=lambda _ask: True) as thinking:
            await client.CreateMatch(create_request("m1", [house(), house()]))
            await asyncio.sleep(0.05)
            assert thinking.asked
        async with Bots(nats):
            await client.over("m1")


async def test_an_external_seat_is_told_again_with_its_view(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as service, Client(service.shell.address) as client, Recorder(nats) as bus:
        await client.CreateMatch(create_request("m1", [external(), external()]))
        await asyncio.sleep(0.5)
        told = [bus_pb2.SeatUpdate.FromString(data) for subject, data in bus.messages if subject == "seat.m1.0"]
        assert [u.HasField("commit") for u in told[:2]] == [True, False]
        assert told[0].view == told[1].view
        assert told[1].view.decision.id == "bid.0"
        assert 2 <= len(told) <= 5  # the pauses grow


async def test_the_clock_moves_to_another_replica(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as survivor, Client(survivor.shell.address) as client:
        async with replica(valkey, nats) as leaving, Client(leaving.shell.address) as other:
            for i in range(16):
                await other.CreateMatch(create_request(f"m{i}", [external(), external()], timeout_ms=1500))
            async with asyncio.timeout(5):
                while not (len(leaving.clock_leases.held()) == len(survivor.clock_leases.held()) == 8):
                    await asyncio.sleep(0.02)
        for i in range(16):
            await client.over(f"m{i}", 5)
