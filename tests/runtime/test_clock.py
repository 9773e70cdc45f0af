"""The clock: what happens to decisions nobody answers. The tests move its hands themselves."""

from __future__ import annotations

import json

from baochuan.bus.v1 import bus_pb2
from baochuan.match.v1 import match_pb2
from tests.runtime.harness import Bots, Client, Hands, Recorder, create_request, external, house, pb, replica
from tests.runtime.test_faults import record_of
from tests.runtime.test_service import _answer, _view
from tests.servers import Nats, Valkey
from tests.waiting import until


def _bid(seat: int, view: match_pb2.SeatView) -> pb.SubmitActionRequest:
    """The seat's first option, which is a bid (the last one is to cash a chip and bid later)."""
    request = _answer("m1", seat, view)
    request.action = json.dumps(json.loads(view.options)[0]).encode()
    return request


async def _info(client: Client) -> match_pb2.MatchInfo:
    info: match_pb2.MatchInfo = (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).match
    return info


async def test_a_seat_that_must_decide_and_does_not_forfeits(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as service, Client(service.shell.address) as client:
        hands = Hands(service)
        info = (await client.CreateMatch(create_request("m1", [external(), external()], timeout_ms=400))).match
        assert [d.deadline_ms for d in info.pending] == [hands.ms + 400] * 2
        await client.SubmitAction(_answer("m1", 1, await _view(client, "m1", 1)))
        hands.forward(399)
        await service.clock.look("m1")
        assert (await _info(client)).status == match_pb2.MATCH_STATUS_RUNNING
        hands.forward(1)
        over = await client.over("m1")
        assert json.loads(over.outcome)["placings"] == [2, 1]
        record = await record_of(client, "m1")
        last = record.commits[-1]
        assert (last.kind, last.by, last.seat) == ("resign", "clock", 0)


async def test_a_decision_that_may_be_left_out_is_left_out_and_the_match_goes_on(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as service, Client(service.shell.address) as client:
        hands = Hands(service)
        await client.CreateMatch(create_request("m1", [external(), external()], timeout_ms=500))
        for seat in (0, 1):
            await client.SubmitAction(_bid(seat, await _view(client, "m1", seat)))
        info = await _info(client)
        assert [(d.kind, d.optional) for d in info.pending] == [("protest", True)]
        asked = info.pending[0]
        hands.forward(500)

        async def left_out() -> bool:
            return asked.id not in [d.id for d in (await _info(client)).pending if d.seat == asked.seat]

        await until(left_out)
        assert (await _info(client)).status == match_pb2.MATCH_STATUS_RUNNING
        commits = (await client.ListCommits(pb.ListCommitsRequest(match_id="m1", seat=-1))).commits
        assert (commits[-1].by, commits[-1].seat) == ("clock", asked.seat)
        await client.AbortMatch(pb.AbortMatchRequest(match_id="m1"))
        record = await record_of(client, "m1")
        assert (record.commits[-2].action or {})["type"] == "decline"


async def test_the_time_of_a_decision_runs_on_while_others_act(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as service, Client(service.shell.address) as client:
        hands = Hands(service)
        made = (await client.CreateMatch(create_request("m1", [external(), external()], timeout_ms=5000))).match
        before = {d.seat: d.deadline_ms for d in made.pending}
        hands.forward(200)
        await client.SubmitAction(_bid(1, await _view(client, "m1", 1)))
        info = await _info(client)
        assert {d.seat: d.deadline_ms for d in info.pending} == {0: before[0]}
        # Also for a replica that only knows the store.
        service.engine.cache.drop("m1")
        assert await _info(client) == info


async def test_house_bots_have_the_same_clock(valkey: Valkey, nats: Nats) -> None:
    async with (
        replica(valkey, nats) as service,
        Client(service.shell.address) as client,
        Bots(nats, mute=lambda ask: ask.seat == 1),
    ):
        hands = Hands(service)
        await client.CreateMatch(create_request("m1", [house(), house()], timeout_ms=500))

        async def seat_0_has_answered() -> bool:
            return [d.seat for d in (await _info(client)).pending] == [1]

        await until(seat_0_has_answered)
        hands.forward(500)
        over = await client.over("m1")
        assert json.loads(over.outcome)["placings"] == [1, 2]


async def test_a_bot_is_asked_again_until_it_answers(valkey: Valkey, nats: Nats) -> None:
    attempts: list[int] = []

    def deaf(ask: bus_pb2.HouseAsk) -> bool:
        attempts.append(ask.attempt)
        return len(attempts) < 4

    async with replica(valkey, nats) as service, Client(service.shell.address) as client:
        hands = Hands(service)
        await client.CreateMatch(create_request("m1", [house(), external()]))
        # The first ask has been lost: nobody listened yet.
        async with Bots(nats, mute=deaf):
            for number, pause in enumerate((150, 300, 600, 600), 1):  # the pauses double, up to a bound
                hands.forward(pause - 1)
                await service.clock.look("m1")
                hands.forward(1)
                await until(lambda n=number: len(attempts) >= n)  # type: ignore[misc]
                assert attempts == [2, 3, 4, 5][:number]

            async def answered() -> bool:
                return (await _info(client)).revision == 2

            await until(answered)
        assert attempts == [2, 3, 4, 5]


async def test_a_dead_bot_is_replaced_by_another(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as service, Client(service.shell.address) as client:
        async with Bots(nats, mute=lambda _ask: True) as thinking:
            await client.CreateMatch(create_request("m1", [house(), house()]))
            await until(lambda: thinking.asked)
        async with Bots(nats):
            await client.over("m1")


async def test_an_external_seat_is_told_again_with_its_view(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as service, Client(service.shell.address) as client, Recorder(nats) as bus:
        hands = Hands(service)

        def told() -> list[bus_pb2.SeatUpdate]:
            return [bus_pb2.SeatUpdate.FromString(data) for subject, data in bus.messages if subject == "seat.m1.0"]

        await client.CreateMatch(create_request("m1", [external(), external()]))
        for number, pause in enumerate((150, 300, 600), 2):  # the pauses grow
            hands.forward(pause - 1)
            await service.clock.look("m1")
            hands.forward(1)
            await until(lambda n=number: len(told()) >= n)  # type: ignore[misc]
        assert [u.HasField("commit") for u in told()] == [True, False, False, False]
        assert all(u.view == told()[0].view for u in told())
        assert told()[1].view.decision.id == "bid.0"


async def test_the_clock_moves_to_another_replica(valkey: Valkey, nats: Nats) -> None:
    async with replica(valkey, nats) as survivor, Client(survivor.shell.address) as client:
        async with replica(valkey, nats) as leaving, Client(leaving.shell.address) as other:
            hands = Hands(survivor, leaving)
            for i in range(16):
                await other.CreateMatch(create_request(f"m{i}", [external(), external()], timeout_ms=1500))
            await until(lambda: len(leaving.clock_leases.held()) == len(survivor.clock_leases.held()) == 8)
        hands.forward(1500)
        for i in range(16):
            await client.over(f"m{i}")
