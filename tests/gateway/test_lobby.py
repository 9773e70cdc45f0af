"""LobbyService: tables, bots, tokens, records, and every wrong input with its one typed error."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import grpc
import pytest

from servicekit.errors import ServiceError
from tests.gateway.harness import (
    ABORTED,
    FINISHED,
    OPEN,
    STARTED,
    Lobby,
    Platform,
    Player,
    check_log,
    fresh,
    lobby,
    seat,
)
from tests.waiting import LONG, until

CALLS = {
    "ListGames": {},
    "ListBots": {},
    "CreateTable": {"game": "toy"},
    "JoinTable": {"table_id": "x"},
    "LeaveTable": {"table_id": "x"},
    "StartTable": {"table_id": "x"},
    "GetTable": {"table_id": "x"},
    "ListTables": {},
    "GetRecord": {"match_id": "x"},
    "ResignSeat": {"match_id": "x"},
    "AbortMatch": {"match_id": "x"},
    "CreateToken": {"name": "x", "role": "bot"},
    "RevokeToken": {"name": "x"},
}


async def refused(work: Any) -> ServiceError:
    with pytest.raises(ServiceError) as e:
        await work
    return e.value


@pytest.mark.parametrize("call", CALLS)
async def test_no_call_without_a_token(platform: Platform, call: str) -> None:
    for token in ("", "wrong", "operator.wrong", "nobody.x", "a" * 5000):
        async with lobby(platform.gateways[0].address, token) as client:
            error = await refused(client.call(call, **CALLS[call]))
            assert error.reason == "UNAUTHENTICATED"
            assert not error.retryable


@pytest.mark.parametrize("call", ["WatchLobby", "WatchMatch"])
async def test_no_stream_without_a_token(platform: Platform, call: str) -> None:
    async with lobby(platform.gateways[0].address, "wrong") as client:
        with pytest.raises(grpc.aio.AioRpcError) as e:
            async for _ in client.stream(call):
                pass
        assert e.value.code() is grpc.StatusCode.UNAUTHENTICATED


async def test_what_only_operators_may_do(platform: Platform) -> None:
    async with lobby(platform.gateways[0].address) as op:
        token = await op.token(fresh())
    async with lobby(platform.gateways[0].address, token) as client:
        two = [seat("house:random")] * 2
        for work in (
            client.call("CreateToken", name="x", role="operator"),
            client.call("RevokeToken", name="x"),
            client.call("AbortMatch", match_id="x"),
            client.call("CreateTable", game="toy", seats=two, seed=b"x" * 32),
            client.call("CreateTable", game="toy", seats=two, policy_seeds=["a"]),
            client.call("CreateTable", game="toy", seats=two, table_id="mine"),
        ):
            assert (await refused(work)).reason == "PERMISSION_DENIED"


async def test_games_and_bots(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        games = (await op.call("ListGames")).games
        assert [g.key for g in games] == ["toy"]
        assert [m.name for m in games[0].modes] == ["two", "many"]
        assert json.loads(games[0].view_schema)
        name = fresh()
        token = await op.token(name)
        async with Player(platform.gateways[1].address, token):
            bots = {b.name: b for b in (await op.call("ListBots")).bots}
            assert bots["random"].kind == "house"
            assert "toy" in bots["random"].games
            assert bots[name].kind == "external"
            assert list(bots[name].games) == ["toy"]

        async def not_listed() -> bool:
            return name not in {b.name for b in (await op.call("ListBots")).bots}

        await until(not_listed)


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"game": "chess"}, ["chess", "toy"]),
        ({"game": ""}, ["toy"]),
        ({"mode": "solo"}, ["solo", "two", "many"]),
        ({"options": b'{"wrong": 1}'}, ["wrong", "rounds"]),
        ({"options": b'{"rounds": 99}'}, ["rounds", "99"]),
        ({"options": b"{"}, ["JSON"]),
        ({"options": b"[]"}, ["JSON"]),
        ({"options": b"\xff"}, ["JSON"]),
        ({"options": b'{"a":' * 12_000}, ["JSON"]),
        ({"seats": [seat("house:deep-blue"), seat("house:random")]}, ["deep-blue", "random"]),
        ({"seats": [seat("bot:nobody-knows"), seat("house:random")]}, ["nobody-knows"]),
        ({"seats": [seat("house:random")]}, ["2", "1"]),
        ({"seats": []}, ["2", "0"]),
        ({"seats": [seat("house:random")] * 3}, ["2", "3"]),
        ({"seats": [seat("house:random"), {}]}, ["seat 1"]),
        ({"seed": b"short"}, ["32", "5"]),
        ({"table_id": "No Such Id"}, ["No Such Id"]),
        ({"table_id": "x" * 65}, ["64"]),
        ({"policy_seeds": ["aa", "bb", "cc"]}, ["policy seeds"]),
        ({"policy_seeds": ["aa", "not hex"]}, ["policy seed", "hex"]),
        ({"policy_seeds": ["aaa"]}, ["policy seed", "hex"]),
        ({"policy_seeds": ["aa" * 65]}, ["policy seed", "64"]),
        ({"request_id": "x" * 65}, ["64"]),
    ],
)
async def test_a_table_that_cannot_be(platform: Platform, fields: dict[str, Any], named: list[str]) -> None:
    async with lobby(platform.gateways[0].address) as op:
        good = {"game": "toy", "mode": "two", "seats": [seat("house:random")] * 2}
        error = await refused(op.call("CreateTable", **{**good, **fields}))
        assert error.reason == "OPTIONS_INVALID"
        assert not error.retryable
        for text in named:
            assert text in error.message


async def test_what_is_not_there(platform: Platform) -> None:
    async with lobby(platform.gateways[0].address) as op:
        for call in ("GetTable", "StartTable", "LeaveTable"):
            assert (await refused(op.call(call, table_id="nothing"))).reason == "TABLE_NOT_FOUND"
        for call in ("GetRecord", "ResignSeat", "AbortMatch"):
            assert (await refused(op.call(call, match_id="nothing"))).reason == "MATCH_NOT_FOUND"
        assert (await refused(op.call("ListTables", status=99))).reason == "OPTIONS_INVALID"
        with pytest.raises(grpc.aio.AioRpcError) as e:
            async for _ in op.stream("WatchMatch", match_id="nothing"):
                pass
        assert e.value.code() is grpc.StatusCode.NOT_FOUND


async def test_an_oversized_request(platform: Platform) -> None:
    async with lobby(platform.gateways[0].address) as op:
        for size in (70_000, 2 * 1024 * 1024, 8 * 1024 * 1024):
            work = op.call("CreateTable", game="toy", options=b" " * size)
            assert (await refused(work)).reason == "QUOTA_EXCEEDED"
        assert (await op.call("ListGames")).games


async def test_join_leave_start(platform: Platform) -> None:
    here, there = (g.address for g in platform.gateways)
    async with lobby(here) as op:
        names = [fresh(), fresh(), fresh()]
        tokens = [await op.token(n) for n in names]
    async with lobby(here, tokens[0]) as a, lobby(there, tokens[1]) as b, lobby(there, tokens[2]) as c:
        table = await a.table("open", "open", "house:random", start=False)
        assert table.status == OPEN
        assert table.owner == names[0]
        assert not table.match_id
        error = await refused(a.table("open", "house:random", start=True))
        assert error.reason == "TABLE_STATE"
        assert (await a.call("JoinTable", table_id=table.table_id, seat=-1)).seat == 0
        assert (await a.call("JoinTable", table_id=table.table_id, seat=-1)).seat == 0  # again: the same
        assert (await refused(b.call("JoinTable", table_id=table.table_id, seat=0))).reason == "TABLE_STATE"
        assert (await refused(b.call("JoinTable", table_id=table.table_id, seat=2))).reason == "TABLE_STATE"
        assert (await refused(b.call("JoinTable", table_id=table.table_id, seat=3))).reason == "OPTIONS_INVALID"
        assert (await refused(b.call("JoinTable", table_id=table.table_id, seat=-2))).reason == "OPTIONS_INVALID"
        assert (await refused(a.call("StartTable", table_id=table.table_id))).reason == "TABLE_STATE"
        assert (await b.call("JoinTable", table_id=table.table_id, seat=1)).table.seats[1].bot == names[1]
        assert (await refused(c.call("JoinTable", table_id=table.table_id, seat=-1))).reason == "TABLE_STATE"
        assert (await b.call("LeaveTable", table_id=table.table_id)).table.seats[1].open
        assert (await refused(b.call("LeaveTable", table_id=table.table_id))).reason == "TABLE_STATE"
        await c.call("JoinTable", table_id=table.table_id, seat=-1)
        assert (await refused(c.call("StartTable", table_id=table.table_id))).reason == "PERMISSION_DENIED"
        async with Player(here, tokens[0]) as player_a, Player(there, tokens[2]) as player_c:
            started = (await a.call("StartTable", table_id=table.table_id)).table
            assert started.status == STARTED
            assert started.match_id == table.table_id
            assert (await a.call("StartTable", table_id=table.table_id)).table.match_id == table.table_id
            await player_a.finished(table.table_id, 0)
            await player_c.finished(table.table_id, 1)
        await b.until(table.table_id, FINISHED)
        assert (await refused(b.call("JoinTable", table_id=table.table_id, seat=-1))).reason == "TABLE_STATE"


async def test_many_join_at_once_and_each_seat_has_one(platform: Platform) -> None:
    addresses = [g.address for g in platform.gateways]
    async with lobby(addresses[0]) as op:
        names = [fresh() for _ in range(8)]
        clients = [Lobby(addresses[i % 2], await op.token(n)) for i, n in enumerate(names)]
        table = await op.table("open", "open", "open", "open", start=False)
        tries = [c.call("JoinTable", table_id=table.table_id, seat=-1) for c in clients]
        found = await asyncio.gather(*tries, return_exceptions=True)
        seats = [f.seat for f in found if not isinstance(f, BaseException)]
        reasons = {f.reason for f in found if isinstance(f, ServiceError)}
        assert sorted(seats) == [0, 1, 2, 3]
        assert reasons <= {"TABLE_STATE", "CONTENDED"}
        for client in clients:
            await client.channel.close(None)


async def test_the_same_request_again_is_the_same_table(platform: Platform) -> None:
    here, there = (g.address for g in platform.gateways)
    async with lobby(here) as op, lobby(there) as other:
        one = await op.table("house:random", "house:random", request_id="run-1/1")
        two = await other.table("house:random", "house:random", request_id="run-1/1")
        assert one.table_id == two.table_id
        error = await refused(op.table("house:random", "house:random", request_id="run-1/1", start=False))
        assert error.reason == "REQUEST_ID_REUSED"
        three = await op.table("house:random", "house:random", table_id="chosen-by-us")
        assert three.match_id == "chosen-by-us"
        error = await refused(op.table("house:random", "house:random", table_id="chosen-by-us"))
        assert error.reason == "TABLE_STATE"


async def test_seeds_make_runs_repeatable_and_are_shown_to_nobody(platform: Platform) -> None:
    async with lobby(platform.gateways[0].address) as op:
        seed, policies = bytes(range(32)), ["aa" * 32, "bb" * 32]
        records = []
        for _ in range(2):
            table = await op.table("house:random", "house:random", seed=seed, policy_seeds=policies)
            assert seed.hex() not in str(table)
            assert policies[0] not in str(table)
            await op.until(table.table_id, FINISHED)
            records.append(await op.record(table.match_id))
        assert records[0]["log_digest"] == records[1]["log_digest"]
        assert records[0]["seed"] == seed.hex()


async def test_lists_newest_first_and_by_status(platform: Platform) -> None:
    async with lobby(platform.gateways[0].address) as op:
        tables = [await op.table("open", "house:random", start=False) for _ in range(3)]
        listed = (await op.call("ListTables", status=OPEN, limit=3)).tables
        assert [t.table_id for t in listed] == [t.table_id for t in reversed(tables)]
        assert len((await op.call("ListTables", limit=2)).tables) == 2
        for table in tables:
            await op.call("AbortMatch", match_id=table.table_id)
            assert (await op.call("GetTable", table_id=table.table_id)).table.status == ABORTED
        assert all(t.status == OPEN for t in (await op.call("ListTables", status=OPEN)).tables)


async def test_records_resigning_aborting(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        names = [fresh(), fresh()]
        tokens = [await op.token(n) for n in names]
        async with lobby(address, tokens[0]) as a, lobby(address, tokens[1]) as b:
            table = await a.table(f"bot:{names[0]}", f"bot:{names[1]}")
            assert (await refused(a.call("GetRecord", match_id=table.match_id))).reason == "MATCH_RUNNING"
            work = a.call("ResignSeat", match_id=table.match_id, seat=1)
            assert (await refused(work)).reason == "NOT_YOUR_SEAT"
            work = a.call("ResignSeat", match_id=table.match_id, seat=7)
            assert (await refused(work)).reason == "NOT_YOUR_SEAT"
            await b.call("ResignSeat", match_id=table.match_id, seat=1)
            done = await a.until(table.table_id, FINISHED)
            assert json.loads(done.outcome)["placings"] == [1, 2]
            check_log(await b.record(table.match_id))
            table = await a.table(f"bot:{names[0]}", f"bot:{names[1]}")
            await op.call("ResignSeat", match_id=table.match_id, seat=0)  # an operator may
            await op.until(table.table_id, FINISHED)
            table = await a.table(f"bot:{names[0]}", f"bot:{names[1]}")
            await op.call("AbortMatch", match_id=table.match_id)
            assert json.loads((await op.until(table.table_id, ABORTED)).outcome)["reason"] == "aborted"
            await op.call("AbortMatch", match_id=table.match_id)  # again: the same answer
            table = await op.table("house:random", "house:random")
            await op.until(table.table_id, FINISHED)
            assert (await refused(op.call("AbortMatch", match_id=table.match_id))).reason == "MATCH_OVER"


async def test_a_decision_clock_ends_a_match_whose_bot_is_away(platform: Platform) -> None:
    async with lobby(platform.gateways[0].address) as op:
        name = fresh()
        await op.token(name)
        table = await op.table(f"bot:{name}", "house:random", settings={"decision_timeout_ms": 300})
        assert table.settings.decision_timeout_ms == 300
        done = await op.until(table.table_id, FINISHED)
        assert json.loads(done.outcome)["placings"] == [2, 1]


async def test_tokens(platform: Platform) -> None:
    here, there = (g.address for g in platform.gateways)
    async with lobby(here) as op:
        for name in ("", "Upper", "x" * 41, "a b", "a.b", "operator"):
            assert (await refused(op.token(name))).reason == "OPTIONS_INVALID"
        assert "bot, operator" in (await refused(op.token("a", role="king"))).message
        name = fresh()
        token = await op.token(name)
        assert "taken" in (await refused(op.token(name))).message
        async with lobby(there, token) as client:
            assert (await client.call("ListGames")).games
            stream = client.stream("WatchLobby")
            reading = asyncio.create_task(stream.read())
            async with Player(there, token) as player:
                await op.call("RevokeToken", name=name)
                await player.until(lambda: player.ended)
                assert player.ended is not None
                assert player.ended.reason == "UNAUTHENTICATED"
                with pytest.raises(grpc.aio.AioRpcError) as e:
                    await asyncio.wait_for(reading, LONG)
                assert e.value.code() is grpc.StatusCode.UNAUTHENTICATED
            assert (await refused(client.call("ListGames"))).reason == "UNAUTHENTICATED"
        assert (await refused(op.call("RevokeToken", name=name))).reason == "OPTIONS_INVALID"
        assert (await refused(op.call("RevokeToken", name="operator"))).reason == "OPTIONS_INVALID"
        again = await op.token(name)  # the name is free again, under another token
        assert again != token
        second = await op.token(fresh("op"), role="operator")
        async with lobby(here, second) as other:
            await other.token(fresh())


async def test_tokens_are_kept_hashed(platform: Platform) -> None:
    async with lobby(platform.gateways[0].address) as op:
        token = await op.token(fresh())
    kept = (platform.valkey.folder / "appendonlydir").rglob("*")
    assert not any(token.partition(".")[2].encode() in f.read_bytes() for f in kept if f.is_file())
    for gateway in platform.gateways:
        assert token not in gateway.log()
