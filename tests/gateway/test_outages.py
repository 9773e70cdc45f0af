"""Everything that can go away goes away in mid-match: matches end as if nothing had been."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from servicekit.errors import ServiceError
from tests.gateway.harness import FINISHED, Lobby, Platform, Player, changes_of, check_log, fresh, lobby
from tests.servers import Service
from tests.waiting import LONG, until

MATCHES = 12


class Returning:
    """A bot that connects again with resume whenever its stream ends, to the next gateway."""

    def __init__(self, addresses: list[str], token: str) -> None:
        self.addresses = addresses
        self.token = token
        self.over: dict[tuple[str, int], Any] = {}
        self.connects = 0
        self.drained = 0
        self.asked = 0
        self.pace = 0.0
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            address = self.addresses[self.connects % len(self.addresses)]
            self.connects += 1
            player = Slow(address, self.token, hello={"resume": True})
            player.returning = self
            try:
                async with player:
                    await player.until(lambda p=player: p.ended, 10 * LONG)  # type: ignore[misc]
            except (ServiceError, TimeoutError, asyncio.InvalidStateError, OSError):
                pass
            except Exception as e:
                if "AioRpcError" not in type(e).__name__ and "UsageError" not in type(e).__name__:
                    raise
            finally:
                self.over.update(player.over)
                self.drained += len(player.all("drain"))
            await asyncio.sleep(0.1)

    def check(self) -> None:
        if self._task.done():
            self._task.result()

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


class Slow(Player):
    """Thinks `pace` seconds, so that matches last through an outage; answers again until it is heard."""

    returning: Returning

    async def answer(self, ask: Any, request_id: str = "", **choice: Any) -> None:
        self.returning.asked += 1
        own = request_id or f"r-{ask.view.decision.id}"

        def heard(kind: str) -> int:
            return len([m for m in self.all(kind) if (m.match_id, m.request_id) == (ask.match_id, own)])

        def void() -> bool:
            return self.ended is not None or self.asks.get((ask.match_id, ask.seat)) is not ask

        async def later() -> None:
            await asyncio.sleep(self.returning.pace)
            while not void() and not heard("accepted"):
                refused = heard("rejected")
                await super(Slow, self).answer(ask, own, **choice)
                await self.until(lambda n=refused: void() or heard("accepted") or heard("rejected") > n, 10 * LONG)  # type: ignore[misc]
                await asyncio.sleep(0.5)

        task = asyncio.create_task(later())
        task.add_done_callback(lambda t: t.cancelled() or t.exception())


async def play_through(platform: Platform, disturb: Any, *, gateway: int = 0) -> Returning:
    """Starts matches of a bot and of house bots, disturbs, and waits until all are finished and whole."""
    addresses = [g.env["BAOCHUAN_LISTEN"] for g in platform.gateways]
    op = Lobby(addresses[gateway])
    name = fresh()
    bot = Returning(addresses, await op.token(name, max_streams=100))
    bot.pace = 0.4
    tables = [await op.table(f"bot:{name}", "house:random") for _ in range(MATCHES)]
    await until(lambda: bot.asked >= 2 * MATCHES)
    await disturb()
    try:
        for table in tables:
            end = time.monotonic() + 4 * LONG
            while True:
                try:
                    await op.until(table.table_id, FINISHED, 1)
                    break
                except (ServiceError, AssertionError):
                    bot.check()
                    assert time.monotonic() < end, f"{table.table_id} does not end"
                    await asyncio.sleep(0.5)
            check_log(await op.record(table.match_id))
    finally:
        await bot.stop()
        await op.channel.close(None)
    return bot


async def away(server: Any, seconds: float) -> None:
    await asyncio.to_thread(server.kill)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(server.start)


async def test_a_gateway_is_killed_and_comes_back(own_platform: Platform) -> None:
    bot = await play_through(own_platform, lambda: away(own_platform.gateways[0], 1.0), gateway=1)
    assert bot.connects >= 2


async def test_both_gateways_are_restarted(own_platform: Platform) -> None:
    async def restart() -> None:
        for gateway in own_platform.gateways:
            await asyncio.to_thread(gateway.stop)
        await asyncio.sleep(0.5)
        for gateway in own_platform.gateways:
            await asyncio.to_thread(gateway.start)

    bot = await play_through(own_platform, restart)
    assert bot.drained >= 1


async def test_nats_goes_away_and_comes_back(own_platform: Platform) -> None:
    await play_through(own_platform, lambda: away(own_platform.nats, 3.0))
    # What watchers of the lobby hear is complete again.
    async with lobby(own_platform.gateways[0].address) as op:
        stream = await op.watching()
        name = fresh()
        # With a seat that is played only when the table has started: the match is not over before.
        async with Player(own_platform.gateways[0].address, await op.token(name)):
            table = await op.table(f"bot:{name}", "house:random")
            assert await changes_of(stream, table.table_id) == ["created", "started", "finished"]
            await op.until(table.table_id, FINISHED)
        stream.cancel()


async def test_redis_goes_away_and_comes_back(own_platform: Platform) -> None:
    await play_through(own_platform, lambda: away(own_platform.valkey, 3.0))


async def test_a_rules_replica_is_killed(own_platform: Platform) -> None:
    await play_through(own_platform, lambda: away(own_platform.rules[0], 3.0))


async def test_without_the_store_calls_fail_clearly_and_health_says_so(own_platform: Platform) -> None:
    async with lobby(own_platform.gateways[0].address) as op:
        await asyncio.to_thread(own_platform.valkey.kill)
        for call, fields in (("ListTables", {}), ("GetTable", {"table_id": "x"})):
            with pytest.raises(ServiceError) as e:
                await op.call(call, **fields)
            assert e.value.reason == "STORE_UNAVAILABLE"
            assert e.value.retryable
        async with lobby(own_platform.gateways[0].address, "bot.token") as client:
            with pytest.raises(ServiceError) as e:
                await client.call("ListTables")
            assert e.value.reason == "STORE_UNAVAILABLE"  # and not a verdict on the token
        assert (await op.call("ListGames")).games  # needs no store
        await asyncio.to_thread(own_platform.valkey.start)
        await op.patiently("ListTables")


async def test_without_rules_and_bots_calls_fail_clearly(own_platform: Platform) -> None:
    async with lobby(own_platform.gateways[0].address) as op:
        await asyncio.to_thread(own_platform.bots.kill)
        # A gateway that has never heard of a house bot; those that have remember it for a minute.
        await asyncio.to_thread(own_platform.gateways[0].stop)
        await asyncio.to_thread(own_platform.gateways[0].start)
        with pytest.raises(ServiceError) as e:
            await op.table("house:random", "house:random")
        assert e.value.reason == "UNAVAILABLE"
        assert "bot player" in e.value.message
        await asyncio.to_thread(own_platform.bots.start)
        for rules in own_platform.rules:
            await asyncio.to_thread(rules.kill)
        with pytest.raises(ServiceError) as e:
            await op.table("house:random", "house:random", request_id="again")
        assert e.value.reason == "UNAVAILABLE"
        assert e.value.retryable
        for rules in own_platform.rules:
            await asyncio.to_thread(rules.start)
        table = await op.table("house:random", "house:random", request_id="again", patiently=True)
        await op.until(table.table_id, FINISHED)


async def test_a_start_cut_in_half_is_taken_up(own_platform: Platform) -> None:
    """The gateway dies between writing that it starts and making the match; the other one goes on."""
    async with lobby(own_platform.gateways[0].address) as op, lobby(own_platform.gateways[1].address) as other:
        first = await op.table("house:random", "house:random")
        await op.until(first.table_id, FINISHED)
        for rules in own_platform.rules:
            os.kill(rules.pid, signal.SIGSTOP)
        try:
            starting = asyncio.create_task(op.table("house:random", "house:random", table_id="half"))

            async def is_written() -> bool:
                try:
                    return bool((await other.call("GetTable", table_id="half")).table.table_id)
                except ServiceError as e:
                    assert e.reason == "TABLE_NOT_FOUND"  # noqa: PT017
                    return False

            await until(is_written)
            await asyncio.to_thread(own_platform.gateways[0].kill)
        finally:
            for rules in own_platform.rules:
                os.kill(rules.pid, signal.SIGCONT)
        with pytest.raises(ServiceError):
            await starting
        await other.until("half", FINISHED, 2 * LONG)


async def test_drain_tells_bots_and_answers_are_good_until_they_leave(own_platform: Platform, tmp_path: Path) -> None:
    other = own_platform.gateways[1]
    gateway = own_platform.new_gateway(9)
    gateway.folder, gateway.module = tmp_path, "tests.gateway.patient"
    own_platform.point(gateway)
    gateway.env |= {"BAOCHUAN_DRAIN_SECONDS": "600"}
    await asyncio.to_thread(gateway.start)
    try:
        async with lobby(other.address) as op:
            name = fresh()
            token = await op.token(name)
            async with Player(gateway.address, token, auto=False) as player:
                table = await op.table(f"bot:{name}", "house:random")
                ask = await player.ask(table.match_id)
                process = gateway.process
                assert process is not None
                process.send_signal(signal.SIGTERM)
                await player.wait("drain")
                await player.answer(ask)  # still good
                await player.wait("accepted")
                await player.call.done_writing()
                assert player._reading is not None
                await asyncio.wait_for(player._reading, LONG)
                assert player.ended is None
                assert await asyncio.to_thread(process.wait, LONG) == 0
            async with Player(other.address, token, hello={"resume": True}) as player:
                await player.finished(table.match_id)
    finally:
        gateway.kill()


async def test_who_does_not_leave_in_a_drain_is_sent_away(own_platform: Platform) -> None:
    gateway, other = own_platform.gateways
    async with lobby(other.address) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(gateway.address, token, auto=False) as player:
            table = await op.table(f"bot:{name}", "house:random")
            await player.ask(table.match_id)
            process = gateway.process
            assert process is not None
            process.send_signal(signal.SIGTERM)
            await player.wait("drain")
            await player.until(lambda: player.ended)
            assert player.ended is not None
            assert player.ended.reason == "UNAVAILABLE"
            assert player.ended.retryable
            assert await asyncio.to_thread(process.wait, LONG) == 0
        async with Player(other.address, token, hello={"resume": True}) as player:
            await player.finished(table.match_id)


def test_what_is_wrong_at_the_start_is_one_line(own_platform: Platform) -> None:
    cases: list[tuple[Service, str]] = []
    for name, value, said in (
        ("BAOCHUAN_RULES", "", "no game"),
        ("BAOCHUAN_RULES", "toy", "BAOCHUAN_RULES"),
        ("BAOCHUAN_RULES", "toy=nowhere", "host:port"),
        ("BAOCHUAN_OPERATOR_TOKEN_SHA256", "abc", "64 digits"),
        ("BAOCHUAN_LISTEN", own_platform.gateways[0].address, "in use"),
        ("BAOCHUAN_REDIS_URL", "redis://127.0.0.1:1/0", "Redis"),
        ("BAOCHUAN_NATS_URL", "nats://127.0.0.1:1", "NATS"),
    ):
        cases.append((own_platform.new_gateway(9 + len(cases)), said))
        own_platform.point(cases[-1][0])
        cases[-1][0].env |= {name: value}
        if said in ("Redis", "NATS"):
            cases[-1][0].env["BAOCHUAN_START_WAIT_SECONDS"] = "1"

    def start(case: tuple[Service, str]) -> None:
        broken, said = case
        with pytest.raises(RuntimeError):
            broken.start()
        last = broken.log().strip().splitlines()[-1]
        assert last.startswith("gateway: ")
        assert said in last
        assert "Traceback" not in broken.log()

    with ThreadPoolExecutor() as pool:
        list(pool.map(start, cases))
