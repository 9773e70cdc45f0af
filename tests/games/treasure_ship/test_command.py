"""The game in the `baochuan` command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot_player.catalogue import GAMES, is_extra, load_game
from bot_player.policies import policy_names

ROOT = Path(__file__).parents[3]


def baochuan(*arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(str(ROOT / p) for p in ("services", ".", "sdk"))
    return subprocess.run(
        [sys.executable, "-m", "console.main", *arguments],
        env={**os.environ, "PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_the_game_is_in_the_catalogue() -> None:
    assert load_game("treasure_ship").title == "The Treasure Ship of Zheng He"
    assert "treasure_ship" in GAMES
    assert not is_extra("treasure_ship")
    assert "random" in policy_names("treasure_ship")


@pytest.mark.parametrize(
    ("players", "more"),
    [("random,random,random", ()), ("random", ("--mode", "solo", "--option", "power_sides=all_a"))],
)
def test_simulated_matches_are_played_and_verified(tmp_path: Path, players: str, more: tuple[str, ...]) -> None:
    path = tmp_path / "matches.json"
    done = baochuan(
        "simulate", "treasure_ship", "--players", players, "--matches", "4", "--seed", "5", "--json", str(path), *more
    )
    assert (done.returncode, done.stderr) == (0, "")
    plain = json.loads(path.read_bytes())
    assert [m["faults"] for m in plain["matches"]] == [0] * 4
    assert all(len(m["outcome"]["scores"]) == len(players.split(",")) for m in plain["matches"])
    assert baochuan("verify", str(path)).stdout == f"{path}: 4 matches verified\n"


def test_wrong_arguments_are_refused_in_one_line() -> None:
    done = baochuan("simulate", "treasure_ship", "--players", "random,random,random,random,random,random")
    assert done.returncode != 0
    assert 'mode "standard" of treasure_ship needs 2 to 5 players, not 6' in done.stderr
    done = baochuan("simulate", "treasure_ship", "--players", "random,random", "--option", "start_seat=2")
    assert done.returncode != 0
    assert 'option "start_seat" is 2; there are 2 seats' in done.stderr
