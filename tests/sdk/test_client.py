"""`Client`: what goes out, what comes in, what is sent again."""

from __future__ import annotations

import pytest

from baochuan import Client, channel, errors
from baochuan.client import table_seat
from baochuan.lobby.v1 import lobby_pb2
from baochuan.lobby.v1 import lobby_service_pb2 as pb
from tests.sdk.fake_gateway import TOKEN, FakeGateway
from tests.waiting import LONG


def test_seats_are_written_as_text() -> None:
    assert table_seat("greedy").house == "greedy"
    assert table_seat("bot:ann").bot == "ann"
    assert table_seat("open").open
    assert table_seat(lobby_pb2.TableSeat(house="random")).house == "random"


async def test_a_table_request_is_idempotent() -> None:
    async with FakeGateway() as gateway, Client(gateway.address, TOKEN) as client:
        first = await client.create_table("fake", seats=["bot:me", "greedy"], request_id="r1")
        again = await client.create_table("fake", seats=["bot:me", "greedy"], request_id="r1")
        other = await client.create_table("fake", seats=["bot:me", "greedy"])
    assert first.table_id == again.table_id != other.table_id
    assert first.mode == "plain"


async def test_every_call_carries_its_arguments() -> None:
    async with FakeGateway() as gateway, Client(gateway.address, TOKEN) as client:
        assert [game.key for game in await client.list_games()] == ["fake"]
        assert [bot.name for bot in await client.list_bots()] == ["greedy"]
        assert (await client.join_table("t0")).seat == 1
        await client.leave_table("t0")
        await client.start_table("t0")
        await client.list_tables(lobby_pb2.TABLE_STATUS_OPEN, limit=5)
        assert [update.outcome async for update in client.watch_match("t0")] == [b"{}"]
        assert await client.get_record("t0") == {"game": "fake"}
        await client.abort_match("t0")
        await client.revoke_token("ann")
    assert gateway.calls == [
        pb.JoinTableRequest(table_id="t0", seat=-1),
        pb.LeaveTableRequest(table_id="t0"),
        pb.StartTableRequest(table_id="t0"),
        pb.ListTablesRequest(status=lobby_pb2.TABLE_STATUS_OPEN, limit=5),
        pb.WatchMatchRequest(match_id="t0"),
        pb.GetRecordRequest(match_id="t0"),
        pb.AbortMatchRequest(match_id="t0"),
        pb.RevokeTokenRequest(name="ann"),
    ]


async def test_a_stream_that_breaks_raises_a_typed_error() -> None:
    seen: list[str] = []

    async def watch(client: Client) -> None:
        async for update in client.watch_lobby(include_current=True):
            seen.append(update.change)

    async with FakeGateway() as gateway, Client(gateway.address, TOKEN) as client:
        with pytest.raises(errors.Unavailable, match="the store is away"):
            await watch(client)
    assert seen == ["created", "started"]


async def test_a_reading_call_is_sent_again_while_the_platform_is_away() -> None:
    async with FakeGateway() as gateway, Client(gateway.address, TOKEN) as client:
        table = await client.create_table("fake", seats=["bot:me", "greedy"])
        gateway.away = 3
        assert (await client.get_table(table.table_id)).table_id == table.table_id
    assert gateway.looks == 4


async def test_a_reading_call_gives_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not begin a wait that would end after its time."""

    class Waits:
        def __init__(self) -> None:
            self.next = iter([0.0, 0.01, 2 * LONG]).__next__

    monkeypatch.setattr(channel, "Backoff", Waits)
    async with FakeGateway() as gateway, Client(gateway.address, TOKEN, timeout=LONG) as client:
        gateway.away = 1000
        with pytest.raises(errors.Unavailable) as caught:
            await client.get_table("t0")
    assert caught.value.reason == "STORE_UNAVAILABLE"
    assert gateway.looks == 3


async def test_a_call_that_is_not_idempotent_is_sent_once() -> None:
    async with FakeGateway() as gateway, Client(gateway.address, TOKEN) as client:
        with pytest.raises(errors.Unavailable):
            await client.create_token("ann")
        assert await client.create_token("ann", role="operator", max_streams=2) == "new"
    assert gateway.calls == [
        pb.CreateTokenRequest(name="ann", role="bot"),
        pb.CreateTokenRequest(name="ann", role="operator", max_streams=2),
    ]


async def test_a_wrong_token_is_refused() -> None:
    async with FakeGateway() as gateway, Client(gateway.address, "wrong") as client:
        with pytest.raises(errors.AccessDenied, match="unknown token"):
            await client.list_games()


async def test_a_client_is_a_context() -> None:
    with pytest.raises(RuntimeError, match="async with"):
        await Client("localhost:1", TOKEN).list_games()
