"""Limits and bad clients: none of them slows or breaks anybody else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import grpc
import pytest

from baochuan.bot.v1 import bot_service_pb2 as bot
from baochuan.bot.v1 import bot_service_pb2_grpc
from baochuan.lobby.v1 import lobby_service_pb2 as pb
from baochuan.lobby.v1 import lobby_service_pb2_grpc
from servicekit.errors import ServiceError, from_rpc_error
from tests.gateway.harness import EOF, FINISHED, Platform, Player, error_of, fresh, lobby
from tests.waiting import LONG, until

# So that little fits between server and client.
SMALL_WINDOW = [("grpc.http2.lookahead_bytes", 16_384), ("grpc.http2.bdp_probe", 0)]
STREAMS = "baochuan_gateway_streams"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """Short queues and small limits."""
    platform = Platform(
        tmp_path_factory.mktemp("strict"),
        gateways=1,
        BAOCHUAN_STREAM_QUEUE_MESSAGES="64",
        BAOCHUAN_STREAM_QUEUE_BYTES="65536",
        BAOCHUAN_MAX_STREAMS_PER_TOKEN="2",
        BAOCHUAN_MAX_MATCHES_PER_TOKEN="3",
        BAOCHUAN_MAX_WATCHES_PER_TOKEN="2",
    )
    try:
        platform.start()
        yield platform
        assert platform.faults() == []
    finally:
        platform.stop()


async def settle(platform: Platform, count: int, seconds: float = LONG) -> None:
    end = time.monotonic() + seconds
    while (now := await asyncio.to_thread(platform.metric, STREAMS)) != count:
        assert time.monotonic() < end, f"{now} handlers run, not {count}"
        await asyncio.sleep(0.1)


async def test_streams_per_token(strict: Platform) -> None:
    address = strict.gateways[0].address
    async with lobby(address) as op:
        token = await op.token(fresh())
        async with Player(address, token), Player(address, token):
            with pytest.raises(ServiceError) as e:
                async with Player(address, token):
                    pass
            assert e.value.reason == "QUOTA_EXCEEDED"
        await settle(strict, 0)

        async def room_again() -> bool:  # a stream counts until the store knows that it is over
            try:
                async with Player(address, token):
                    return True
            except ServiceError as e:
                assert (e.reason, e.retryable) == ("QUOTA_EXCEEDED", True)  # noqa: PT017
                return False

        await until(room_again)


async def test_matches_per_token(strict: Platform) -> None:
    address = strict.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name)
        async with lobby(address, token) as client, Player(address, token, auto=False) as player:
            assert player.welcome.max_matches == 3
            tables = [await client.table(f"bot:{name}", "house:random") for _ in range(3)]
            with pytest.raises(ServiceError) as e:
                await client.table(f"bot:{name}", "house:random")
            assert e.value.reason == "QUOTA_EXCEEDED"
            # Nor may others seat it, and their refused start leaves no table behind.
            with pytest.raises(ServiceError) as e:
                await op.table(f"bot:{name}", "house:random", table_id="one-too-many")
            assert e.value.reason == "QUOTA_EXCEEDED"
            with pytest.raises(ServiceError) as e:
                await op.call("GetTable", table_id="one-too-many")
            assert e.value.reason == "TABLE_NOT_FOUND"
            await player.send(resign=bot.Resign(match_id=tables[0].match_id, seat=0))
            await op.until(tables[0].table_id, FINISHED)
            await client.table(f"bot:{name}", "house:random")
            for table in (await op.call("ListTables")).tables:
                if table.status != FINISHED:
                    await op.call("AbortMatch", match_id=table.table_id)


async def test_watches_per_token(strict: Platform) -> None:
    address = strict.gateways[0].address
    async with lobby(address) as op:
        token = await op.token(fresh())
        async with lobby(address, token) as client:
            streams = [await client.watching() for _ in range(2)]
            readers = [asyncio.create_task(s.read()) for s in streams]
            with pytest.raises(grpc.aio.AioRpcError) as e:
                await client.stream("WatchLobby").read()
            assert from_rpc_error(e.value).reason == "QUOTA_EXCEEDED"
            for stream in streams:
                stream.cancel()
            await asyncio.gather(*readers, return_exceptions=True)
        await settle(strict, 0)


async def read_to_the_end(call: Any) -> None:
    while await call.read() is not EOF:
        pass
    await call  # raises


async def test_a_slow_reader_is_cut_off_and_slows_nobody(strict: Platform) -> None:
    address = strict.gateways[0].address
    async with lobby(address) as op:
        slow_name, good_name = fresh(), fresh()
        slow_token, good_token = await op.token(slow_name), await op.token(good_name)
        channel = grpc.aio.insecure_channel(address, options=SMALL_WINDOW)
        stub: Any = bot_service_pb2_grpc.BotServiceStub(channel)
        call = stub.Play()
        await call.write(bot.PlayRequest(hello=bot.Hello(token=slow_token, protocol=1)))
        await call.read()
        table = await op.table(f"bot:{slow_name}", f"bot:{good_name}")
        async with Player(address, good_token, auto=False) as good:
            await good.ask(table.match_id, 1)
            cut = 0.0
            served = 0
            # It asks for full views and reads none of them.
            for n in range(20_000):
                try:
                    await call.write(bot.PlayRequest(resync=bot.Resync(match_id=table.match_id, seat=0)))
                    await call.write(bot.PlayRequest(ping=bot.Ping(nonce=2**60)))
                except (grpc.aio.AioRpcError, asyncio.InvalidStateError, grpc.aio.UsageError):
                    break
                if n % 200 == 0:
                    await good.send(ping=bot.Ping(nonce=1))
                    await good.wait("pong", served + 1)
                    cut = await asyncio.to_thread(
                        strict.metric, 'baochuan_gateway_streams_cut_total{reason="SLOW_READER"}'
                    )
                    if cut:
                        break
                    served += 1
            assert served > 0  # the other was answered while this one's answers piled up
            await good.send(ping=bot.Ping(nonce=1))
            await good.wait("pong", len(good.all("pong")) + 1)
        with pytest.raises(grpc.aio.AioRpcError) as e:
            await asyncio.wait_for(read_to_the_end(call), LONG)
        assert e.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert from_rpc_error(e.value).reason == "SLOW_READER"
        await channel.close(None)
        # Nothing is lost: it comes back and goes on.
        async with Player(address, slow_token, hello={"resume": True}) as again:
            await again.ask(table.match_id)
        await op.call("AbortMatch", match_id=table.match_id)


async def test_a_thousand_bad_reconnects_keep_nobody_out(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(address, token, auto=False) as player:
            table = await op.table(f"bot:{name}", "house:random")
            ask = await player.ask(table.match_id)
        channel = grpc.aio.insecure_channel(address)
        stub: Any = bot_service_pb2_grpc.BotServiceStub(channel)
        room = asyncio.Semaphore(20)

        async def bad(i: int) -> None:
            async with room:
                call = stub.Play()
                wrong = (f"{name}.wrong{i}", token[:-1], token + "x", "")[i % 4]
                await call.write(bot.PlayRequest(hello=bot.Hello(token=wrong, protocol=1, resume=True)))
                assert await call.code() is grpc.StatusCode.UNAUTHENTICATED

        await asyncio.gather(*(bad(i) for i in range(1000)))
        await channel.close(None)
        async with Player(address, token, hello={"resume": True}) as player:
            assert (await player.ask(table.match_id)).view.decision.id == ask.view.decision.id
            await player.finished(table.match_id)


async def test_killed_watchers_leave_no_handlers(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(address, token, auto=False) as player:
            table = await op.table(f"bot:{name}", "house:random")
            ask = await player.ask(table.match_id)
            await settle(platform, 1)  # this one, and none of a test before
            for _ in range(6):
                channel = grpc.aio.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)])
                stub: Any = lobby_service_pb2_grpc.LobbyServiceStub(channel)
                calls = []
                for i in range(100):
                    if i % 2:
                        calls.append(stub.WatchLobby(pb.WatchLobbyRequest(), metadata=op.metadata))
                    else:
                        request = pb.WatchMatchRequest(match_id=table.match_id)
                        calls.append(stub.WatchMatch(request, metadata=op.metadata))
                await asyncio.gather(*(c.read() for c in calls[::2]))
                for call in calls[1::3]:
                    call.cancel()
                await channel.close(None)  # the rest go with their connection
            await settle(platform, 1)
            player.auto = True
            await player.answer(ask)
            await player.finished(table.match_id)


async def test_killed_bots_leave_no_handlers(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name, max_streams=100)
        for _ in range(3):
            players = [Player(address, token) for _ in range(30)]
            for player in players:
                await player.__aenter__()
            for player in players:
                await player.kill()
        await settle(platform, 0)


async def test_oversized_messages_on_a_stream(platform: Platform) -> None:
    """Over the gateway's limit an answer is refused and the stream goes on; anything else ends it."""
    address = platform.gateways[0].address
    async with lobby(address) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(address, token, auto=False) as player:
            table = await op.table(f"bot:{name}", "house:random")
            ask = await player.ask(table.match_id)
            await player.answer(ask, action=b'"' + b"x" * 2_000_000 + b'"')
            assert error_of(await player.wait("rejected")).reason == "QUOTA_EXCEEDED"
            await player.answer(ask)
            await player.wait("accepted")
            await player.send(resync=bot.Resync(match_id="x" * 100_000))
            await player.until(lambda: player.ended)
            assert player.ended is not None
            assert player.ended.reason == "QUOTA_EXCEEDED"
        async with Player(address, token, auto=False, hello={"resume": True}) as player:
            # Over what gRPC itself takes: the call ends, the connection stays.
            async with Player(address, token, auto=False, hello={"resume_matches": []}) as other:
                await other.send(resync=bot.Resync(match_id="x" * 6_000_000))
                await other.until(lambda: other.ended)
                assert other.ended is not None
                assert other.ended.reason == "QUOTA_EXCEEDED"
            player.auto = True
            await player.answer(await player.ask(table.match_id))
            await player.finished(table.match_id)


async def test_many_pings_are_answered_in_order(platform: Platform) -> None:
    address = platform.gateways[0].address
    async with lobby(address) as op:
        token = await op.token(fresh())
        async with Player(address, token) as player:
            for i in range(2000):
                await player.send(ping=bot.Ping(nonce=i))
            await player.wait("pong", 2000)
            assert [p.nonce for p in player.all("pong")] == list(range(2000))
