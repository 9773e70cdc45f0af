"""Spectators and those who watch the lobby: complete, in order, public things only."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tests.gateway.harness import FINISHED, Platform, Player, fresh, lobby


async def spectate(client: Any, match_id: str) -> list[Any]:
    async with asyncio.timeout(30):
        return [m async for m in client.stream("WatchMatch", match_id=match_id)]


async def test_a_match_watched_from_its_start_at_both_gateways(platform: Platform) -> None:
    here, there = (g.address for g in platform.gateways)
    async with lobby(here) as op, lobby(there) as other:
        name = fresh()
        token = await op.token(name)
        async with Player(here, token, auto=False) as player:
            table = await op.table(f"bot:{name}", "house:random")
            ask = await player.ask(table.match_id)
            watchers = [asyncio.create_task(spectate(c, table.match_id)) for c in (op, other, op, other)]
            await asyncio.sleep(0.3)
            player.auto = True
            await player.answer(ask)
            await player.finished(table.match_id)
            seen = [await w for w in watchers]
        record = await op.record(table.match_id)
        for messages in seen:
            first, *commits, last = messages
            assert first.match.match_id == table.match_id
            assert first.match.seed == ""
            assert json.loads(first.view.view)
            revisions = [m.commit.revision for m in commits]
            assert revisions == list(range(first.view.revision + 1, len(record["commits"]) + 1))
            assert json.loads(last.outcome) == record["outcome"]
            assert last.seed == record["seed"]
        # The same for all, whatever came over the bus and what was fetched.
        tails = {m.commit.revision: m.commit.events for m in seen[0][1:-1]}
        for messages in seen[1:]:
            for m in messages[1:-1]:
                if m.commit.revision in tails:
                    assert json.loads(m.commit.events) == json.loads(tails[m.commit.revision])


async def test_spectators_see_no_hands(platform: Platform) -> None:
    async with lobby(platform.gateways[0].address) as op:
        name = fresh()
        token = await op.token(name)
        async with Player(platform.gateways[0].address, token, auto=False) as player:
            table = await op.table(f"bot:{name}", "house:random")
            ask = await player.ask(table.match_id)
            stream = op.stream("WatchMatch", match_id=table.match_id)
            first = await stream.read()
            own = json.loads(ask.view.view)
            public = json.loads(first.view.view)
            assert own != public
            assert not first.view.options
            assert not first.view.HasField("decision")
            stream.cancel()


async def test_a_finished_match_can_be_watched(platform: Platform) -> None:
    async with lobby(platform.gateways[0].address) as op:
        table = await op.table("house:random", "house:random")
        await op.until(table.table_id, FINISHED)
        messages = await spectate(op, table.match_id)
        assert len(messages) == 2
        assert json.loads(messages[1].outcome)["placings"]
        assert messages[1].seed


async def test_the_lobby_watched_at_both_gateways(platform: Platform) -> None:
    here, there = (g.address for g in platform.gateways)
    async with lobby(here) as op, lobby(there) as other:
        waiting = await op.table("open", "house:random", start=False)
        streams = [c.stream("WatchLobby", include_current=True) for c in (op, other)]
        current = [await s.read() for s in streams]
        for stream, message in zip(streams, current, strict=True):
            while message.table.table_id != waiting.table_id:
                message = await stream.read()
            assert message.change == "current"
        # Both feeds are open now. Changes from both sides, in the order of each table.
        tables = []
        for i in range(10):
            tables.append((await (op, other)[i % 2].table("house:random", "house:random")).table_id)
        want = {t: ["created", "started", "finished"] for t in tables}
        for stream in streams:
            got: dict[str, list[str]] = {t: [] for t in tables}
            async with asyncio.timeout(20):
                while got != want:
                    message = await stream.read()
                    if message.table.table_id in got:
                        got[message.table.table_id].append(message.change)
                        assert message.table.match_id
            stream.cancel()


async def test_a_start_that_the_rules_refuse_leaves_nothing(platform: Platform) -> None:
    """The match id is taken by an earlier match of other players."""
    async with lobby(platform.gateways[0].address) as op:
        stream = op.stream("WatchLobby")
        reading = asyncio.create_task(stream.read())
        await asyncio.sleep(0.3)
        table = await op.table("house:random", "house:random")
        first = await asyncio.wait_for(reading, 10)
        assert first.table.table_id == table.table_id
        stream.cancel()
