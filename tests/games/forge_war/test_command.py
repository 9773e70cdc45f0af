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
    assert load_game("forge_war").title == "Forge War"
    assert "forge_war" in GAMES
    assert not is_extra("forge_war")
    assert "random" in policy_names("forge_war")


@pytest.mark.parametrize(
    ("players", "more"),
    [
        ("random,random,random", ()),
        ("random,random", ("--mode", "epic", "--option", "bonus_tiles=true")),
        ("random,random", ("--mode", "short_epic")),
        ("random", ("--mode", "solo_normal", "--option", "difficulty=very_easy")),
    ],
)
def test_simulated_matches_are_played_and_verified(tmp_path: Path, players: str, more: tuple[str, ...]) -> None:
    path = tmp_path / "matches.json"
    done = baochuan(
        "simulate", "forge_war", "--players", players, "--matches", "2", "--seed", "5", "--json", str(path), *more
    )
    assert (done.returncode, done.stderr) == (0, "")
    plain = json.loads(path.read_bytes())
    assert [m["faults"] for m in plain["matches"]] == [0] * 2
    assert all(len(m["outcome"]["scores"]) == len(players.split(",")) for m in plain["matches"])
    assert baochuan("verify", str(path)).stdout == f"{path}: 2 matches verified\n"


def test_wrong_arguments_are_refused_in_one_line() -> None:
    done = baochuan("simulate", "forge_war", "--players", "random,random,random,random,random")
    assert done.returncode != 0
    assert 'mode "normal" of forge_war needs 2 to 4 players, not 5' in done.stderr
    done = baochuan(
        *("simulate", "forge_war", "--players", "random", "--mode", "solo_normal", "--option", "fewer_adventurers=4")
    )
    assert done.returncode != 0
    assert 'option "fewer_adventurers" is 4, but there are only 4 to start with' in done.stderr
