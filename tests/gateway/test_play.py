"""BotService.Play: whole matches, wrong messages, resuming, replacing."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import Any

import grpc
import pytest

from baochuan.bot.v1 import bot_service_pb2 as bot
from servicekit.errors import ServiceError, from_rpc_error
from tests.gateway.harness import EOF, FINISHED, MAX_MESSAGE, Lobby, Platform, Player, check_log, error_of, fresh, lobby
from tests.waiting import LONG


async def test_a_match_from_hello_to_outcome(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(address, token) as player:
            assert player.welcome.name == name
            assert player.welcome.protocol == 1
            assert player.welcome.max_message_bytes == MAX_MESSAGE
            table = await op.table(f"bot:{name}", "house:random")
            over = await player.finished(table.match_id)
            started = player.all("match_started")[0]
            assert started.match.seats[1].name == "random"
            assert started.match.seats[1].house.seed == ""
            assert started.match.seed == ""
            assert not started.resumed
            assert hashlib.sha256(bytes.fromhex(over.seed)).hexdigest() == started.match.commitment
            assert json.loads(over.outcome)["placings"]
        done = await op.until(table.table_id, FINISHED)
        assert done.outcome == over.outcome
        record = await op.record(table.match_id)
        check_log(record)
        assert record["seed"] == over.seed
        assert player.answered == sum(1 for c in record["commits"] if c["kind"] == "move" and c["seat"] == 0)
        assert not player.all("rejected")


async def test_many_matches_on_one_stream_within_its_capacity(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(address, token, hello={"max_matches": 3}) as player:
            assert player.welcome.max_matches == 3
            tables = [await op.table(f"bot:{name}", "house:random") for _ in range(12)]
            held = 0
            for table in tables:
                await player.finished(table.match_id)
            for message in player.heard:
                kind = message.WhichOneof("message")
                held += (kind == "match_started") - (kind == "match_over")
                assert held <= 3
        for table in tables:
            check_log(await op.record(table.match_id))


async def test_a_bot_against_itself_and_actions_as_json(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(address, token, auto=False) as player:
            table = await op.table(f"bot:{name}", f"bot:{name}")
            seen = 0
            while not player.over:
                await player.until(lambda n=seen: len(player.all("ask")) > n or player.over)  # type: ignore[misc]
                for ask in player.all("ask")[seen:]:
                    seen += 1
                    option = json.loads(ask.view.options)[0]
                    await player.answer(ask, action=json.dumps(option).encode())
            await player.finished(table.match_id, 0)
            await player.finished(table.match_id, 1)


@pytest.mark.parametrize(
    "message",
    [
        {"ping": bot.Ping(nonce=1)},
        {"answer": bot.Answer(match_id="x", request_id="r", option_index=0)},
        {},
    ],
)
async def test_the_first_message_must_be_hello(platform: Platform, message: dict[str, object]) -> None:
    player = Player(platform.gateways[0].address, "")
    await player.send(**message)
    await player._read()
    assert player.ended is not None
    assert player.ended.reason == "PROTOCOL_ERROR"
    assert not player.heard
    await player.kill()


async def test_bytes_that_are_no_message_are_the_fault_of_the_client(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        hello = bot.PlayRequest(hello=bot.Hello(token=await op.token(fresh()), protocol=1)).SerializeToString()
    async with grpc.aio.insecure_channel(address) as channel:
        for messages in ([b"\xff\xff"], [hello, b"\xff\xff"]):
            method: Any = channel.stream_stream  # without stubs, so that any bytes can be sent
            call = method("/baochuan.bot.v1.BotService/Play")()
            for message in messages:
                await call.write(message)
            with pytest.raises(grpc.aio.AioRpcError) as e:
                await _drain(call)
            assert from_rpc_error(e.value).reason == "PROTOCOL_ERROR"


async def _drain(call: Any) -> None:
    while await call.read() is not EOF:
        pass


async def test_hello_twice_ends_the_stream(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        token = await op.token(fresh())
        async with Player(address, token) as player:
            await player.send(hello=player.hello)
            await player.until(lambda: player.ended)
            assert player.ended is not None
            assert player.ended.reason == "PROTOCOL_ERROR"


@pytest.mark.parametrize(
    ("hello", "reason"),
    [
        ({"token": ""}, "UNAUTHENTICATED"),
        ({"token": "nobody.wrong"}, "UNAUTHENTICATED"),
        ({"token": "\x00" * 50}, "UNAUTHENTICATED"),
        ({"protocol": 0}, "PROTOCOL_TOO_OLD"),
        ({"games": ["chess"]}, "OPTIONS_INVALID"),
        ({"resume": True, "resume_matches": [str(i) for i in range(2000)]}, "QUOTA_EXCEEDED"),
    ],
)
async def test_a_hello_that_is_refused(platform: Platform, hello: dict[str, object], reason: str) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        token = await op.token(fresh())
        with pytest.raises(ServiceError) as e:
            async with Player(address, token, hello=hello):
                pass
        assert e.value.reason == reason
        if reason == "OPTIONS_INVALID":
            assert "toy" in e.value.message


async def test_wrong_answers_are_refused_and_end_nothing(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name, other = fresh(), fresh()
        token = await op.token(name)
        await op.token(other)
        async with Player(address, token, auto=False) as player:
            table = await op.table(f"bot:{name}", f"bot:{other}")
            ask = await player.ask(table.match_id)
            options = json.loads(ask.view.options)
            refused = 0

            async def refuse(**answer: object) -> ServiceError:
                nonlocal refused
                refused += 1
                fields = {
                    "match_id": ask.match_id,
                    "seat": 0,
                    "decision_id": ask.view.decision.id,
                    "request_id": f"wrong-{refused}",
                    "option_index": 0,
                    **answer,
                }
                if "action" in answer:
                    del fields["option_index"]
                await player.send(answer=bot.Answer(**fields))
                rejected = await player.wait("rejected", refused)
                assert rejected.request_id == fields["request_id"]
                assert rejected.match_id == fields["match_id"]
                return error_of(rejected)

            out = await refuse(option_index=len(options))
            assert out.reason == "INVALID_ACTION"
            assert str(len(options) - 1) in out.message
            assert (await refuse(option_index=2**32 - 1)).reason == "INVALID_ACTION"
            assert (await refuse(action=b"{")).reason == "INVALID_ACTION"
            assert (await refuse(action=b"[" * 30_000)).reason == "INVALID_ACTION"
            assert (await refuse(action=b"\xff\xfe")).reason == "INVALID_ACTION"
            assert (await refuse(action=b"[]")).reason == "INVALID_ACTION"
            assert (await refuse(action=b'{"type": "fly"}')).reason == "INVALID_ACTION"
            hidden = {"type": "bid", "card": 999}
            assert (await refuse(action=json.dumps(hidden).encode())).reason in ("INVALID_ACTION", "ILLEGAL_ACTION")
            assert (await refuse(decision_id="bid.77")).reason == "DECISION_NOT_PENDING"
            assert (await refuse(seat=1)).reason == "NOT_YOUR_SEAT"
            assert (await refuse(seat=99)).reason == "NOT_YOUR_SEAT"
            assert (await refuse(match_id="nothing-there")).reason == "NOT_YOUR_SEAT"
            assert (await refuse(request_id="")).reason == "INVALID_ACTION"
            assert (await refuse(request_id="x" * 65)).reason == "INVALID_ACTION"
            big = b'{"type": "' + b"x" * (MAX_MESSAGE + 1) + b'"}'
            assert (await refuse(action=big)).reason == "QUOTA_EXCEEDED"
            assert (await refuse(action=b" " * (2 * 1024 * 1024))).reason == "QUOTA_EXCEEDED"
            # No choice at all.
            await player.send(answer=bot.Answer(match_id=ask.match_id, decision_id="x", request_id="none"))
            assert error_of(await player.wait("rejected", refused + 1)).reason == "INVALID_ACTION"
            assert player.ended is None
            # And the match stands as it stood.
            await player.answer(ask, "good")
            assert (await player.wait("accepted")).revision == ask.view.revision + 1


async def test_an_illegal_action_names_its_rule(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(address, token, auto=False) as player:
            table = await op.table(f"bot:{name}", "house:random")
            ask = await player.ask(table.match_id)
            held = {o["card"] for o in json.loads(ask.view.options) if o["type"] == "bid"}
            card = next(c for c in range(1, 20) if c not in held)
            await player.answer(ask, action=json.dumps({"type": "bid", "card": card}).encode())
            error = error_of(await player.wait("rejected"))
            assert error.reason == "ILLEGAL_ACTION"
            assert error.rule == "TOY-10"


async def test_answering_twice_is_safe(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(address, token, auto=False) as player:
            table = await op.table(f"bot:{name}", "house:random")
            ask = await player.ask(table.match_id)
            for _ in range(3):
                await player.answer(ask, "same", option_index=0)
            await player.wait("accepted", 3)
            assert len({a.revision for a in player.all("accepted")}) == 1
            # Another answer to the decision, and another content under the same id.
            await player.answer(ask, "other", option_index=0)
            assert error_of(await player.wait("rejected", 1)).reason == "DECISION_NOT_PENDING"
            await player.until(lambda: player.asks[(table.match_id, 0)].view.decision.id != ask.view.decision.id)
            newer = player.asks[(table.match_id, 0)]
            await player.answer(newer, "same", option_index=0)
            assert error_of(await player.wait("rejected", 2)).reason == "REQUEST_ID_REUSED"


async def test_two_bots_may_use_the_same_request_ids(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        names = [fresh(), fresh()]
        tokens = [await op.token(n) for n in names]
        async with Player(address, tokens[0], auto=False) as a, Player(address, tokens[1], auto=False) as b:
            table = await op.table(f"bot:{names[0]}", f"bot:{names[1]}")
            for seat, player in enumerate((a, b)):
                await player.answer(await player.ask(table.match_id, seat), "1", option_index=0)
            await a.wait("accepted")
            await b.wait("accepted")


async def test_ping_resync_and_resign(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(address, token, auto=False) as player:
            await player.send(ping=bot.Ping(nonce=42))
            assert (await player.wait("pong")).nonce == 42
            table = await op.table(f"bot:{name}", "house:random")
            ask = await player.ask(table.match_id)
            await player.send(resync=bot.Resync(match_id=table.match_id, seat=0))
            again = await player.wait("match_started", 2)
            assert again.resumed
            assert (await player.wait("ask", 2)).view.decision.id == ask.view.decision.id
            await player.send(resign=bot.Resign(match_id=table.match_id, seat=1))
            assert error_of(await player.wait("rejected")).reason == "NOT_YOUR_SEAT"
            await player.send(resign=bot.Resign(match_id=table.match_id, seat=0))
            outcome = json.loads((await player.finished(table.match_id)).outcome)
            assert outcome["reason"] == "resigned"
            await player.answer(ask, "late")
            assert error_of(await player.wait("rejected", 2)).reason == "MATCH_OVER"


async def test_resume_at_every_revision(platform: Platform) -> None:
    """The bot is killed after each of its answers, at either gateway, and comes back at the other."""
    async with lobby(platform.gateways[0].address) as op:
        name = fresh()
        token = await op.token(name, max_streams=100)  # a stream counts until its gateway has noticed its end
        table = await op.table(f"bot:{name}", "house:random")
        key = (table.match_id, 0)
        hello = {"resume": True}
        reconnects = 0
        while True:
            address = platform.gateways[reconnects % 2].address
            async with Player(address, token, auto=False, hello=hello) as player:
                await player.until(lambda p=player: key in p.asks or key in p.over)  # type: ignore[misc]
                if key in player.over:
                    break
                ask = player.asks[key]
                await player.answer(ask)
                if reconnects % 3 == 0:
                    await player.wait("accepted")  # else killed with the answer on its way
            reconnects += 1
            assert reconnects < 100
            if not await _running(op, table.table_id):
                break
        assert reconnects > 5
        await op.until(table.table_id, FINISHED)
        check_log(await op.record(table.match_id))


async def _running(op: Lobby, table_id: str) -> bool:
    return bool((await op.call("GetTable", table_id=table_id)).table.status != FINISHED)


async def test_a_second_connection_replaces_the_first(platform: Platform) -> None:
    """At the other gateway: the first stream is told, goes on, and may not answer any more."""
    here, there = (g.address for g in platform.gateways)
    async with lobby(here) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(here, token, auto=False) as first:
            table = await op.table(f"bot:{name}", "house:random")
            ask = await first.ask(table.match_id)
            async with Player(there, token, auto=False, hello={"resume": True}) as second:
                assert list(second.welcome.resumed) == [table.match_id]
                assert (await second.wait("match_started")).resumed
                lost = await first.wait("seat_lost")
                assert (lost.match_id, lost.seat) == (table.match_id, 0)
                await first.answer(ask)
                assert error_of(await first.wait("rejected")).reason == "REPLACED"
                await first.send(ping=bot.Ping(nonce=1))
                await first.wait("pong")
                assert (await second.ask(table.match_id)).view.decision.id == ask.view.decision.id
                second.auto = True
                await second.answer(ask)
                await second.finished(table.match_id)
                assert not first.over
        check_log(await op.record(table.match_id))


async def test_without_resume_running_matches_stay_where_they_are(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(address, token, auto=False) as first:
            table = await op.table(f"bot:{name}", "house:random")
            await first.ask(table.match_id)
            async with Player(address, token, auto=False) as second:
                assert not list(second.welcome.resumed)
                await asyncio.sleep(0.5)
                assert not second.all("match_started")
                assert not first.lost


async def test_resuming_listed_matches_accounts_for_each(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(address, token, auto=False) as first:
            tables = [await op.table(f"bot:{name}", "house:random") for _ in range(3)]
            for table in tables:
                await first.ask(table.match_id)
            await first.send(resign=bot.Resign(match_id=tables[2].match_id, seat=0))
            await first.finished(tables[2].match_id)
        await op.until(tables[2].table_id, FINISHED)
        foreign = await op.table("house:random", "house:random")
        listed = [tables[0].match_id, tables[2].match_id, "nothing-there", foreign.match_id]
        async with Player(address, token, auto=False, hello={"resume": True, "resume_matches": listed}) as second:
            assert list(second.welcome.resumed) == [tables[0].match_id]
            await second.ask(tables[0].match_id)
            assert json.loads((await second.finished(tables[2].match_id)).outcome)["reason"] == "resigned"
            await second.wait("rejected", 2)
            assert {(r.match_id, error_of(r).reason) for r in second.all("rejected")} == {
                ("nothing-there", "MATCH_NOT_FOUND"),
                (foreign.match_id, "NOT_YOUR_SEAT"),
            }
            assert (tables[1].match_id, 0) not in second.revision


async def test_an_answer_by_index_sent_again_after_the_cut(platform: Platform) -> None:
    """The bot did not hear Accepted; the same answer on the next stream is the same move."""
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name)
        table = await op.table(f"bot:{name}", "house:random")
        async with Player(address, token, auto=False) as first:
            ask = await first.ask(table.match_id)
            await first.answer(ask, "mine", option_index=1)
            revision = (await first.wait("accepted")).revision
        async with Player(address, token, auto=False, hello={"resume": True}) as second:
            await second.wait("match_started")
            await second.answer(ask, "mine", option_index=1)
            assert (await second.wait("accepted")).revision == revision


async def test_a_bot_that_connects_later_finds_its_match(platform: Platform) -> None:
    async with lobby(platform.gateways[0].address) as op:
        name = fresh()
        token = await op.token(name)
        table = await op.table(f"bot:{name}", "house:random")
        async with Player(platform.gateways[1].address, token) as player:
            await player.finished(table.match_id)


async def test_games_not_played_are_not_given(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(address, token, hello={"games": ["toy"]}) as player:
            table = await op.table(f"bot:{name}", "house:random")
            await player.finished(table.match_id)


async def test_a_bot_that_ends_its_half_gets_its_answers(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(address, token, auto=False) as player:
            table = await op.table(f"bot:{name}", "house:random")
            await player.answer(await player.ask(table.match_id))
            await player.call.done_writing()
            await player.wait("accepted")
            assert player._reading is not None
            await asyncio.wait_for(player._reading, LONG)
            assert player.ended is None
