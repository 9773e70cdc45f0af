"""The search through the whole platform: the same logs as in process; names with parameters everywhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baochuan.client import Client
from baochuan.errors import BaochuanError
from baochuan.lobby.v1 import lobby_pb2
from console.embedded import Embedded
from tests.e2e.test_runs import baochuan, digests, results
from tests.waiting import LONG, until

pytestmark = [pytest.mark.xdist_group("platform"), pytest.mark.slow]


@pytest.mark.parametrize(
    ("game", "players", "matches"),
    [
        ("ming_voyages", "mcts:iterations=6,greedy", 2),
        ("treasure_ship", "mcts:iterations=3,greedy", 2),
        ("treasure_ship", "mcts:iterations=3,mcts:iterations=2,random", 2),
    ],
)
async def test_run_and_simulate_give_the_same_logs(tmp_path: Path, game: str, players: str, matches: int) -> None:
    asked = [game, "--players", players, "--matches", str(matches), "--seed", "7", "--swap-seats"]
    through, inside = tmp_path / "a.json", tmp_path / "b.json"
    run = await baochuan("run", *asked, "--json", str(through))
    assert run.returncode == 0, run.stderr
    simulated = await baochuan("simulate", *asked, "--json", str(inside))
    assert simulated.returncode == 0, simulated.stderr
    assert digests(through) == digests(inside)
    assert results(through)["repeatable"] is True


async def test_a_run_by_the_clock_goes_through_the_platform_and_is_labelled(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    run = await baochuan("run", "ming_voyages", "--players", "mcts:ms=2,random", "--matches", "2", "--json", str(path))
    assert run.returncode == 0, run.stderr
    assert "unrepeatable" in run.stdout
    assert results(path)["repeatable"] is False


async def test_the_lobby_takes_and_refuses_parameters() -> None:
    async with Embedded(["ming_voyages"], report=print) as platform:
        async with Client(platform.gateway, platform.operator_token) as client:

            async def all_bots() -> dict[str, lobby_pb2.BotInfo]:
                return {b.name: b for b in await client.list_bots()}

            bots = await until(all_bots)
            assert "iterations=1..1000000" in bots["mcts"].help
            table = await client.create_table("ming_voyages", seats=["mcts:iterations=1", "random"])
            assert [s.house for s in table.seats] == ["mcts:iterations=1", "random"]

            async def outcome() -> bytes:
                return (await client.get_table(table.table_id)).outcome

            assert json.loads(await until(outcome, 4 * LONG))["placings"]
            with pytest.raises(BaochuanError, match="must be a whole number from 1 to 1000000") as refused:
                await client.create_table("ming_voyages", seats=["mcts:iterations=0", "random"])
            assert refused.value.reason == "OPTIONS_INVALID"
        assert await platform.rejected_answers() == 0
