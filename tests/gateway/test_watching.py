"""Spectators and those who watch the lobby: complete, in order, public things only."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from servicekit.errors import ServiceError
from tests.gateway.harness import FINISHED, Platform, Player, fresh, lobby
from tests.runtime import harness as rules
from tests.waiting import LONG, until


async def spectate(client: Any, match_id: str, seen: list[Any] | None = None) -> list[Any]:
    """All that a spectator sees; `seen` has it meanwhile."""
    seen = [] if seen is None else seen
    async with asyncio.timeout(2 * LONG):
        async for message in client.stream("WatchMatch", match_id=match_id):
            seen.append(message)
    return seen


async def test_a_match_watched_from_its_start_at_both_gateways(platform: Platform) -> None:
    here, there = (g.address for g in platform.gateways)
    async with lobby(here) as op, lobby(there) as other:
        name = fresh()
        token = await op.token(name)
        async with Player(here, token, auto=False) as player:
            table = await op.table(f"bot:{name}", "house:random")
            ask = await player.ask(table.match_id)
            seen: list[list[Any]] = [[] for _ in range(4)]
            watchers = [
                asyncio.create_task(spectate(c, table.match_id, messages))
                for c, messages in zip((op, other, op, other), seen, strict=True)
            ]
            await until(lambda: all(seen))  # each has its first view
            player.auto = True
            await player.answer(ask)
            await player.finished(table.match_id)
            await asyncio.gather(*watchers)
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
        name = fresh()
        # With a seat that is played only when the table has started: no match is over before.
        async with Player(here, await op.token(name)):
            for i in range(10):
                tables.append((await (op, other)[i % 2].table(f"bot:{name}", "house:random")).table_id)
            want = {t: ["created", "started", "finished"] for t in tables}
            for stream in streams:
                got: dict[str, list[str]] = {t: [] for t in tables}
                async with asyncio.timeout(2 * LONG):
                    while got != want:
                        message = await stream.read()
                        if message.table.table_id in got:
                            got[message.table.table_id].append(message.change)
                            assert message.table.match_id
                stream.cancel()


async def test_a_start_that_the_rules_refuse_leaves_nothing(platform: Platform) -> None:
    """The match id is taken by a match of other players, made without a table."""
    taken = fresh("taken")
    async with rules.Client(platform.rules[0].env["BAOCHUAN_LISTEN"]) as service:
        await service.CreateMatch(rules.create_request(taken, [rules.external(), rules.external()]))
    async with lobby(platform.gateways[0].address) as op:
        stream = await op.watching()
        with pytest.raises(ServiceError) as e:
            await op.table("house:random", "house:random", table_id=taken)
        assert e.value.reason == "REQUEST_ID_REUSED"
        with pytest.raises(ServiceError) as e:
            await op.call("GetTable", table_id=taken)
        assert e.value.reason == "TABLE_NOT_FOUND"
        table = await op.table("house:random", "house:random")
        told: list[str] = []
        async with asyncio.timeout(LONG):
            while table.table_id not in told:
                told.append((await stream.read()).table.table_id)
        assert taken not in told
        stream.cancel()
