"""MatchService: every call, and one typed error for each thing that can be wrong with it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import grpc
import msgspec
import pytest

from baochuan.match.v1 import match_pb2, match_service_pb2_grpc
from rulekit.match import Record, verify_record
from rules_runtime.app import RulesService
from servicekit.errors import ServiceError
from tests import toy
from tests.runtime.harness import Bots, Client, Session, create_request, external, house, pb, pick, replica
from tests.servers import Nats, Valkey
from tests.waiting import LONG, until


@pytest.fixture
async def service(valkey: Valkey, nats: Nats) -> AsyncIterator[RulesService]:
    async with replica(valkey, nats) as service:
        yield service


@pytest.fixture
async def client(service: RulesService) -> AsyncIterator[Client]:
    async with Client(service.shell.address) as client:
        yield client


async def _refused(work: Any) -> ServiceError:
    with pytest.raises(ServiceError) as caught:
        await work
    return caught.value


async def _view(client: Client, match_id: str, seat: int) -> match_pb2.SeatView:
    view: match_pb2.SeatView = (await client.GetView(pb.GetViewRequest(match_id=match_id, seat=seat))).view
    return view


def _answer(match_id: str, seat: int, view: match_pb2.SeatView, request_id: str = "") -> pb.SubmitActionRequest:
    options = json.loads(view.options)
    decision = view.decision.id
    return pb.SubmitActionRequest(
        match_id=match_id,
        seat=seat,
        decision_id=decision,
        request_id=request_id or f"r{seat}.{decision}",
        action=json.dumps(options[pick(match_id, seat, decision, len(options))]).encode(),
    )


async def play(client: Client, match_id: str, seats: int = 2) -> match_pb2.MatchInfo:
    """Plays a match of external seats to its end, one call after the other."""
    while True:
        info: match_pb2.MatchInfo = (await client.GetMatch(pb.GetMatchRequest(match_id=match_id))).match
        if not info.pending:
            return info
        seat = info.pending[0].seat
        await client.SubmitAction(_answer(match_id, seat, await _view(client, match_id, seat)))


async def test_the_game_describes_itself(client: Client) -> None:
    game = (await client.DescribeGame(pb.DescribeGameRequest())).game
    assert (game.key, game.version, [m.name for m in game.modes]) == ("toy", 1, ["two", "many"])
    assert list(game.modes[0].options[0].values) == ["3", "2", "4"]
    assert game.edition_digest == toy.load(None).edition_digest
    assert json.loads(game.view_schema)
    assert json.loads(game.action_schema)["oneOf"]


async def test_a_match_from_the_start_to_its_record(client: Client) -> None:
    request = create_request("m1", [external("anna"), external()], options=b'{"rounds": "2"}')
    made = (await client.CreateMatch(request)).match
    assert (made.revision, made.mode, json.loads(made.options)) == (1, "two", {"rounds": 2})
    assert [s.name for s in made.seats] == ["anna", "anna"]
    assert made.status == match_pb2.MATCH_STATUS_RUNNING
    assert [d.id for d in made.pending] == ["bid.0", "bid.0"]
    assert made.seed == ""
    assert (await _refused(client.GetRecord(pb.GetRecordRequest(match_id="m1")))).reason == "MATCH_RUNNING"
    over = await play(client, "m1")
    assert over.status == match_pb2.MATCH_STATUS_OVER
    assert over.seed == request.seed.hex()
    record = msgspec.json.decode((await client.GetRecord(pb.GetRecordRequest(match_id="m1"))).record, type=Record)
    verify_record(toy.load(None), record)
    assert json.loads(over.outcome) == record.outcome
    assert len(record.commits) == over.revision
    commits = (await client.ListCommits(pb.ListCommitsRequest(match_id="m1", seat=-1))).commits
    assert [c.revision for c in commits] == list(range(1, over.revision + 1))
    # When all is over, everything may be seen: also the hands that were dealt.
    dealt = [e for e in json.loads(commits[0].events) if e["type"] == "dealt"]
    assert all("cards" in e for e in dealt)


async def test_creating_again_gives_the_same_match_and_another_one_is_refused(client: Client) -> None:
    request = create_request("m1", [external(), external()])
    request.seed = b""
    first = (await client.CreateMatch(request)).match
    assert (await client.CreateMatch(request)).match == first
    other = create_request("m1", [external(), external()], options=b'{"rounds": 2}')
    assert (await _refused(client.CreateMatch(other))).reason == "REQUEST_ID_REUSED"
    at_once = await asyncio.gather(*(client.CreateMatch(create_request("m2", [external()] * 2)) for _ in range(8)))
    assert len({r.match.commitment for r in at_once}) == 1


@pytest.mark.parametrize(
    ("change", "reason", "names"),
    [
        ({"match_id": "Not An Id"}, "OPTIONS_INVALID", "match_id"),
        ({"match_id": ""}, "OPTIONS_INVALID", "match_id"),
        ({"mode": "solo"}, "OPTIONS_INVALID", "two, many"),
        ({"options": b"{"}, "OPTIONS_INVALID", "JSON"),
        ({"options": b"[1]"}, "OPTIONS_INVALID", "object"),
        ({"options": b"\xff\xfe"}, "OPTIONS_INVALID", "JSON"),
        ({"options": b"[" * 60000}, "OPTIONS_INVALID", "JSON"),
        ({"options": b" " * 70000}, "QUOTA_EXCEEDED", "70000"),
        ({"options": b'{"rounds": 99}'}, "OPTIONS_INVALID", "rounds"),
        ({"options": b'{"speed": 1}'}, "OPTIONS_INVALID", "speed"),
        ({"seed": b"short"}, "OPTIONS_INVALID", "32 bytes"),
        ({"seats": [external()]}, "OPTIONS_INVALID", "needs 2 players"),
        ({"seats": [external()] * 3}, "OPTIONS_INVALID", "needs 2 players"),
        ({"seats": [external(), match_pb2.SeatConfig(name="x")]}, "OPTIONS_INVALID", "seat 1"),
        ({"seats": [external(), house("a.b >")]}, "OPTIONS_INVALID", "house bot"),
    ],
)
async def test_a_match_that_cannot_be_made(client: Client, change: dict[str, Any], reason: str, names: str) -> None:
    request = create_request("m1", [external(), external()])
    for name, value in change.items():
        if name == "seats":
            del request.seats[:]
            request.seats.extend(value)
        else:
            setattr(request, name, value)
    error = await _refused(client.CreateMatch(request))
    assert error.reason == reason
    assert names in error.message


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"match_id": "other"}, "MATCH_NOT_FOUND"),
        ({"match_id": "../../x"}, "MATCH_NOT_FOUND"),
        ({"seat": 2}, "NOT_YOUR_SEAT"),
        ({"seat": 4_000_000_000}, "NOT_YOUR_SEAT"),
        ({"decision_id": "bid.7"}, "DECISION_NOT_PENDING"),
        ({"decision_id": ""}, "INVALID_ACTION"),
        ({"request_id": ""}, "INVALID_ACTION"),
        ({"request_id": "x" * 65}, "INVALID_ACTION"),
        ({"request_id": "a\nb"}, "INVALID_ACTION"),
        ({"action": b"{"}, "INVALID_ACTION"),
        ({"action": b"\xff"}, "INVALID_ACTION"),
        ({"action": b""}, "INVALID_ACTION"),
        ({"action": b"[" * 60000}, "INVALID_ACTION"),
        ({"action": b'{"type": "fly"}'}, "INVALID_ACTION"),
        ({"action": b'{"type": "bid"}'}, "INVALID_ACTION"),
        ({"action": b'{"type": "bid", "card": 999}'}, "ILLEGAL_ACTION"),
        ({"action": b" " * 70000}, "QUOTA_EXCEEDED"),
    ],
)
async def test_an_answer_that_is_refused_changes_nothing(client: Client, change: dict[str, Any], reason: str) -> None:
    await client.CreateMatch(create_request("m1", [external(), external()]))
    before = await client.GetView(pb.GetViewRequest(match_id="m1", seat=0))
    request = _answer("m1", 0, before.view)
    for name, value in change.items():
        setattr(request, name, value)
    error = await _refused(client.SubmitAction(request))
    assert error.reason == reason
    assert not error.retryable
    if reason == "ILLEGAL_ACTION":
        assert error.rule == "TOY-10"
    assert await client.GetView(pb.GetViewRequest(match_id="m1", seat=0)) == before


async def test_answering_twice_is_one_move(client: Client) -> None:
    await client.CreateMatch(create_request("m1", [external(), external()]))
    view = await _view(client, "m1", 0)
    request = _answer("m1", 0, view, "once")
    first = await client.SubmitAction(request)
    assert (first.revision, first.replayed) == (2, False)
    again = await client.SubmitAction(request)
    assert (again.revision, again.replayed) == (2, True)
    # Another request to a decision that was answered.
    late = _answer("m1", 0, view, "late")
    assert (await _refused(client.SubmitAction(late))).reason == "DECISION_NOT_PENDING"
    # The same name for something else, also when that would be legal now.
    options = json.loads(view.options)
    other = _answer("m1", 0, view, "once")
    other.action = json.dumps(next(o for o in options if json.dumps(o).encode() != request.action)).encode()
    assert (await _refused(client.SubmitAction(other))).reason == "REQUEST_ID_REUSED"
    # The other seat has its own names.
    assert (await client.SubmitAction(_answer("m1", 1, await _view(client, "m1", 1), "once"))).revision == 3
    await play(client, "m1")
    again = await client.SubmitAction(request)
    assert (again.revision, again.replayed) == (2, True)
    assert (await _refused(client.SubmitAction(late))).reason == "MATCH_OVER"


async def test_resigning_and_aborting(client: Client) -> None:
    for match_id in ("m1", "m2"):
        await client.CreateMatch(create_request(match_id, [external(), external()]))
    resign = pb.ResignSeatRequest(match_id="m1", seat=1, request_id="r")
    assert (await client.ResignSeat(resign)).revision == 2
    assert (await client.ResignSeat(resign)).revision == 2
    info = (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).match
    assert json.loads(info.outcome)["placings"] == [1, 2]
    other = pb.ResignSeatRequest(match_id="m1", seat=0, request_id="r")
    assert (await _refused(client.ResignSeat(other))).reason == "MATCH_OVER"
    assert (await _refused(client.ResignSeat(pb.ResignSeatRequest(match_id="m2", seat=5)))).reason == "NOT_YOUR_SEAT"
    assert (await client.AbortMatch(pb.AbortMatchRequest(match_id="m2"))).revision == 2
    assert (await client.AbortMatch(pb.AbortMatchRequest(match_id="m2"))).revision == 2
    info = (await client.GetMatch(pb.GetMatchRequest(match_id="m2"))).match
    assert json.loads(info.outcome)["reason"] == "aborted"
    record = msgspec.json.decode((await client.GetRecord(pb.GetRecordRequest(match_id="m2"))).record, type=Record)
    verify_record(toy.load(None), record)


async def test_reading_what_is_not_there(client: Client) -> None:
    await client.CreateMatch(create_request("m1", [external(), external()]))
    for call, request in [
        (client.GetMatch, pb.GetMatchRequest(match_id="no")),
        (client.GetView, pb.GetViewRequest(match_id="no")),
        (client.ListCommits, pb.ListCommitsRequest(match_id="no")),
        (client.GetRecord, pb.GetRecordRequest(match_id="no")),
        (client.ResignSeat, pb.ResignSeatRequest(match_id="no")),
        (client.AbortMatch, pb.AbortMatchRequest(match_id="no")),
    ]:
        assert (await _refused(call(request))).reason == "MATCH_NOT_FOUND"
    for seat in (2, -2):
        assert (await _refused(client.GetView(pb.GetViewRequest(match_id="m1", seat=seat)))).reason == "NOT_YOUR_SEAT"
        error = await _refused(client.ListCommits(pb.ListCommitsRequest(match_id="m1", seat=seat)))
        assert error.reason == "NOT_YOUR_SEAT"


async def test_commits_can_be_read_from_anywhere(client: Client) -> None:
    await client.CreateMatch(create_request("m1", [external(), external()]))
    over = await play(client, "m1")
    whole = (await client.ListCommits(pb.ListCommitsRequest(match_id="m1", seat=0))).commits
    for first in range(1, over.revision + 2):
        part = await client.ListCommits(pb.ListCommitsRequest(match_id="m1", seat=0, from_revision=first, limit=3))
        assert list(part.commits) == list(whole[first - 1 : first + 2])
        assert part.revision == over.revision


async def test_the_session_carries_many_calls_and_answers_each(service: RulesService, client: Client) -> None:
    session = Session(service.shell.address)
    made = await asyncio.gather(
        *(session.call(create=create_request(f"m{i}", [external(), external()])) for i in range(20))
    )
    assert {m.match.match_id for m in made} == {f"m{i}" for i in range(20)}

    async def one(match_id: str) -> None:
        while True:
            got = await session.call(get_view=pb.GetViewRequest(match_id=match_id, seat=0))
            if not got.match.pending:
                return
            seat = got.match.pending[0].seat
            got = await session.call(get_view=pb.GetViewRequest(match_id=match_id, seat=seat))
            await session.call(submit=_answer(match_id, seat, got.view))

    await asyncio.gather(*(one(f"m{i}") for i in range(20)))
    for call in ({"submit": pb.SubmitActionRequest(match_id="m1", decision_id="x", request_id="x", action=b"{")}, {}):
        error = await _refused(session.call(**call))
        assert error.reason == ("INVALID_ACTION" if call else "PROTOCOL_ERROR")
    assert (await client.over("m3")).status == match_pb2.MATCH_STATUS_OVER
    await session.close()


async def test_an_oversized_action_on_a_session_hurts_nobody_else(service: RulesService) -> None:
    session = Session(service.shell.address)
    await session.call(create=create_request("m1", [external(), external()]))
    view = (await session.call(get_view=pb.GetViewRequest(match_id="m1", seat=0))).view
    big = pb.SubmitActionRequest(match_id="m1", decision_id="x", request_id="x", action=b"x" * (2 * 1024 * 1024))
    refused = session.call(submit=big)
    accepted = session.call(submit=_answer("m1", 0, view))
    assert (await _refused(refused)).reason == "QUOTA_EXCEEDED"
    assert (await accepted).revision == 2
    await session.close()


async def test_clients_that_vanish_leave_no_handler_behind(service: RulesService) -> None:
    for _ in range(30):
        sessions = [Session(service.shell.address) for _ in range(10)]
        for s in sessions:
            s.call(get_view=pb.GetViewRequest(match_id="no", seat=0))
        await asyncio.sleep(0.01)
        await asyncio.gather(*(s.close() for s in sessions))
    await until(lambda: not service.service.sessions and not service.service._running)


async def test_house_bots_play_a_match_by_themselves(valkey: Valkey, nats: Nats) -> None:
    never: dict[str, Any] = {"ask_again_ms": 3_600_000, "ask_again_max_ms": 3_600_000}  # each is asked once
    async with (
        replica(valkey, nats, **never) as service,
        Client(service.shell.address) as client,
        Bots(nats) as bots,
    ):
        for i in range(5):
            await client.CreateMatch(create_request(f"m{i}", [house(), house(), house()]))
        for i in range(5):
            await client.over(f"m{i}")
        assert not bots.errors
        record = msgspec.json.decode((await client.GetRecord(pb.GetRecordRequest(match_id="m0"))).record, type=Record)
        verify_record(toy.load(None), record)
        assert {c.by for c in record.commits[1:]} == {"seat"}


async def test_rights_at_any_time_can_be_used_but_are_never_asked_for(client: Client) -> None:
    await client.CreateMatch(create_request("m1", [external(), external()]))
    view = await _view(client, "m1", 0)
    await client.SubmitAction(_answer("m1", 0, view))
    info = (await client.GetMatch(pb.GetMatchRequest(match_id="m1"))).match
    assert [d.seat for d in info.pending] == [1]
    right = await _view(client, "m1", 0)
    assert (right.decision.kind, json.loads(right.options)) == ("any_time", [{"type": "cash"}])
    done = await client.SubmitAction(
        pb.SubmitActionRequest(
            match_id="m1", seat=0, decision_id=right.decision.id, request_id="c", action=b'{"type":"cash"}'
        )
    )
    assert done.revision == 3


async def test_another_version_or_edition_or_game_is_refused(
    valkey: Valkey, nats: Nats, service: RulesService, client: Client
) -> None:
    await client.CreateMatch(create_request("m1", [external(), external()]))
    newer = toy.load(None)
    newer.version = 2
    edition = toy.load(None)
    edition.edition_digest = "0" * 64
    game = toy.load(None)
    game.key = "other"
    for changed, reason, word in (
        (newer, "EDITION_INVALID", "version 1"),
        (edition, "EDITION_INVALID", "edition"),
        (game, "OPTIONS_INVALID", "toy"),
    ):
        async with replica(valkey, nats, changed) as other, Client(other.shell.address) as second:
            for call, request in [
                (second.GetView, pb.GetViewRequest(match_id="m1", seat=0)),
                (second.SubmitAction, _answer("m1", 0, await _view(client, "m1", 0))),
                (second.AbortMatch, pb.AbortMatchRequest(match_id="m1")),
            ]:
                error = await _refused(call(request))
                assert (error.reason, error.retryable) == (reason, False)
                assert word in error.message
    # The right replica still has it.
    await play(client, "m1")


async def test_a_client_that_does_not_read_is_not_read_from(service: RulesService, client: Client) -> None:
    await client.CreateMatch(create_request("m1", [external(), external()]))
    async with grpc.aio.insecure_channel(service.shell.address) as channel:
        stub: Any = match_service_pb2_grpc.MatchServiceStub(channel)
        stream = stub.Session()
        calls = [pb.Call(correlation_id=i, get_view=pb.GetViewRequest(match_id="m1", seat=0)) for i in range(500)]

        async def flood() -> None:
            for _ in range(40):
                await stream.write(pb.SessionRequest(calls=calls))

        flooding = asyncio.ensure_future(flood())

        def unanswered() -> int:
            return max((session.open for session in service.service.sessions), default=0)

        await until(lambda: unanswered() >= 1000)
        for _ in range(20):
            assert unanswered() <= 2048 + 500
            await asyncio.sleep(0.05)
        # Nobody else waits.
        await client.GetMatch(pb.GetMatchRequest(match_id="m1"))
        assert unanswered() >= 1000
        # And once it reads, everything is answered.
        answered = 0
        async with asyncio.timeout(4 * LONG):
            while answered < 20_000:
                answered += len((await stream.read()).replies)
        await flooding
        stream.cancel()
