"""The SDK against the real platform: restarts, takeovers, self-play, typed refusals."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

import baochuan
from baochuan import Decision, Result, errors, runner
from console.embedded import Embedded
from tests.waiting import LONG, until

# One platform for all tests of this module, so all run on one event loop.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("sdk-platform"), pytest.mark.asyncio(loop_scope="module")]

GAME = "ming_voyages"


class Chance(baochuan.Bot):
    """Any option, after a pause; tells how many decisions it has answered."""

    def __init__(self, pause: float = 0.0) -> None:
        self.answered = 0
        self.pause = pause

    async def choose(self, view: dict[str, Any], decision: Decision, options: list[dict[str, Any]]) -> int:
        self.answered += 1
        await asyncio.sleep(self.pause)
        return random.randrange(len(options))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def platform() -> AsyncIterator[Embedded]:
    async with Embedded([GAME], rules=1, bots=1) as platform:
        yield platform


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def token(platform: Embedded) -> str:
    """The token of a bot named `me`."""
    return await platform.bot_token("me")


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A farewell that takes long on a busy machine is not given up."""
    monkeypatch.setattr(runner, "RESIGN_SECONDS", LONG)


async def answered(bot: Chance, count: int) -> None:
    await until(lambda: bot.answered >= count, 4 * LONG)


def sound(results: list[Result], matches: int) -> bool:
    return len(results) == matches and all(r.placings and r.seed and not r.faults for r in results)


async def test_a_run_outlives_the_gateway(platform: Embedded, token: str) -> None:
    bot = Chance(pause=0.005)
    run = asyncio.create_task(
        baochuan.run_async(bot, server=platform.gateway, token=token, game=GAME, opponents=["random"], matches=12)
    )
    await answered(bot, 150)
    await platform.kill("gateway")
    await asyncio.sleep(0.5)
    await platform.restart("gateway")
    await answered(bot, 400)
    await platform.restart("gateway")
    async with asyncio.timeout(4 * LONG):
        results = await platform.guard(run)
    assert len(results) == 12
    assert all(result.placings and not result.faults for result in results)
    async with baochuan.Client(platform.gateway, platform.operator_token) as client:
        for result in results:
            record = await client.get_record(result.match_id)
            assert record["outcome"]["placings"] == list(result.placings)


async def test_a_run_outlives_the_rules_service(platform: Embedded, token: str) -> None:
    bot = Chance(pause=0.005)
    run = asyncio.create_task(
        baochuan.run_async(bot, server=platform.gateway, token=token, game=GAME, opponents=["random"], matches=8)
    )
    await answered(bot, 150)
    await platform.kill(f"{GAME}-0")
    await asyncio.sleep(0.5)
    await platform.restart(f"{GAME}-0")
    async with asyncio.timeout(4 * LONG):
        assert sound(await platform.guard(run), 8)


async def test_a_bot_may_play_itself(platform: Embedded, token: str) -> None:
    results = await baochuan.run_async(
        Chance(), server=platform.gateway, token=token, game=GAME, opponents=["bot:me"], matches=4
    )
    assert sound(results, 4)
    assert all(result.match.players == ("me", "me") for result in results)


async def test_another_connection_takes_the_match_over(platform: Embedded, token: str) -> None:
    taken = asyncio.Event()

    class First(Chance):
        """Answers 20 decisions, and no more before the other has the match."""

        async def choose(self, view: dict[str, Any], decision: Decision, options: list[dict[str, Any]]) -> int:
            if self.answered >= 20:
                await taken.wait()
            return await super().choose(view, decision, options)

    class Second(Chance):
        async def choose(self, view: dict[str, Any], decision: Decision, options: list[dict[str, Any]]) -> int:
            taken.set()
            return await super().choose(view, decision, options)

    first, second = First(), Second()
    run = asyncio.create_task(
        baochuan.run_async(first, server=platform.gateway, token=token, game=GAME, opponents=["random"], matches=2)
    )
    await answered(first, 20)
    takes_over = asyncio.create_task(baochuan.serve_async(second, server=platform.gateway, token=token))
    async with asyncio.timeout(4 * LONG):
        results = await platform.guard(run)
    assert second.answered > 0
    assert len(results) == 2
    assert all(result.placings for result in results)
    takes_over.cancel()
    await asyncio.gather(takes_over, return_exceptions=True)


async def test_an_action_not_offered_names_the_rule(platform: Embedded, token: str) -> None:
    class Cheat(baochuan.Bot):
        def choose(self, view: dict[str, Any], decision: Decision, options: list[dict[str, Any]]) -> baochuan.Choice:
            return {"type": "pick_region", "region": "gansu"} if decision.kind == "play_card" else 0

    with pytest.raises(errors.BotError) as caught:
        await baochuan.run_async(Cheat(), server=platform.gateway, token=token, game=GAME, matches=1)
    assert isinstance(caught.value.__cause__, errors.IllegalAction)
    assert caught.value.__cause__.rule.startswith("MV-")
    async with baochuan.Client(platform.gateway, platform.operator_token) as client:
        table = (await client.list_tables())[0]

        async def outcome() -> bytes:
            return (await client.get_table(table.table_id)).outcome

        assert b"resign" in await until(outcome)


async def test_wrong_arguments_are_typed(platform: Embedded, token: str) -> None:

    async def run(**settings: Any) -> None:
        settings = {"server": platform.gateway, "token": token, "game": GAME, "matches": 1, **settings}
        await baochuan.run_async(Chance(), **settings)

    with pytest.raises(errors.OptionsInvalid, match="nobody"):
        await run(opponents=["nobody"])
    with pytest.raises(errors.OptionsInvalid, match="solo_of_two"):
        await run(mode="solo_of_two")
    with pytest.raises(errors.OptionsInvalid, match="chess"):
        await run(game="chess")
    with pytest.raises(errors.AccessDenied):
        await run(token="wrong")
