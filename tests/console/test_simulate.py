"""`simulate`, `verify`, `replay` and `export` as a user calls them, on the toy game."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from console.plan import make_run, plan
from console.results import wilson
from rulekit.match import derive_seed
from tests import toy
from tests.bots.lab import ROOT, Gate
from tests.waiting import LONG


def baochuan(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "console.main", *arguments],
        capture_output=True,
        text=True,
        timeout=600,
        env=os.environ | env,
        cwd=ROOT,
        check=False,
    )


def results(path: Path) -> dict[str, Any]:
    plain = json.loads(path.read_bytes())
    assert isinstance(plain, dict)
    return plain


def test_the_file_of_results(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    done = baochuan(
        "simulate", "toy", "--players", "random,first", "--matches", "20", "--seed", "7", "--json", str(path)
    )
    assert (done.returncode, done.stderr) == (0, "")
    plain = results(path)
    assert (plain["game"], plain["mode"], plain["seed"]) == ("toy", "two", "7")
    assert len(plain["matches"]) == 20
    first = plain["matches"][0]
    assert first["seed"] == derive_seed("7", "match", 0).hex()
    assert first["players"] == ["random", "first"]
    assert first["faults"] == 0
    assert first["moves"] == len(first["record"]["commits"]) - 1
    assert set(first["outcome"]) == {"reason", "placings", "scores"}
    assert first["log_digest"] == first["record"]["log_digest"]
    rows = plain["summary"]["players"]
    assert [p["name"] for p in rows] == ["random", "first"]
    assert all(p["wins"] + p["draws"] + p["losses"] == 20 for p in rows)
    assert rows[0]["wins"] == rows[1]["losses"]
    assert baochuan("verify", str(path)).stdout == f"{path}: 20 matches verified\n"


def test_a_mode_for_one_seat_has_wins_and_losses(tmp_path: Path) -> None:
    """A lost solo game is a loss, not a shared place, and its record reads as lost."""
    path = tmp_path / "solo.json"
    more = (
        "--option",
        "difficulty=brutal",
        "--players",
        "greedy",
        "--matches",
        "12",
        "--seed",
        "3",
        "--json",
        str(path),
    )
    done = baochuan("simulate", "ming_voyages", "--mode", "solo", *more)
    assert done.returncode == 0, done.stderr
    plain = results(path)
    placings = [m["outcome"]["placings"] for m in plain["matches"]]
    row = plain["summary"]["players"][0]
    assert (row["wins"], row["draws"], row["losses"]) == (placings.count([1]), 0, placings.count([2]))
    assert 0 < row["wins"] < 12
    assert [round(x, 4) for x in wilson(row["wins"], 12)] == row["win_rate_interval"]
    assert f"{row['win_rate']:.1%} (" in done.stdout
    for won in (True, False):
        shown = baochuan(
            "replay", str(path), "--match", plain["matches"][placings.index([1 if won else 2])]["id"]
        ).stdout
        assert re.search(r"^over: (minor|major)_" + ("victory" if won else "defeat"), shown, re.MULTILINE)
        assert bool(re.search(r"^  greedy \(seat 0\): \d+, lost$", shown, re.MULTILINE)) != won


def test_digests_depend_on_the_seed_alone(tmp_path: Path) -> None:
    def digests(name: str, *more: str, **env: str) -> list[str]:
        path = tmp_path / name
        done = baochuan(
            "simulate", "toy", "--players", "random,random", "--matches", "12", "--json", str(path), *more, **env
        )
        assert done.returncode == 0, done.stderr
        return [m["log_digest"] for m in results(path)["matches"]]

    base = digests("a", "--seed", "7", "--workers", "1", PYTHONHASHSEED="0")
    assert len(set(base)) == 12
    assert digests("b", "--seed", "7", "--workers", "3", PYTHONHASHSEED="1") == base
    assert digests("c", "--seed", "7", PYTHONHASHSEED="12345") == base
    assert digests("d", "--seed", "8") != base


def test_without_a_seed_one_is_drawn_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    done = baochuan("simulate", "toy", "--players", "random,random", "--matches", "2", "--json", str(path))
    seed = results(path)["seed"]
    assert f"seed {seed}" in done.stdout
    again = tmp_path / "b.json"
    baochuan("simulate", "toy", "--players", "random,random", "--matches", "2", "--json", str(again), "--seed", seed)
    assert [m["log_digest"] for m in results(again)["matches"]] == [m["log_digest"] for m in results(path)["matches"]]


def test_swap_seats_plays_each_match_seed_once_per_rotation() -> None:
    game = toy.load()
    run = make_run(
        game, mode="many", options=[], players="random,first,slow", matches=6, seed="7", swap_seats=True, edition=None
    )
    matches = list(plan(run))
    assert [m.players for m in matches[:3]] == [
        ["random", "first", "slow"],
        ["first", "slow", "random"],
        ["slow", "random", "first"],
    ]
    assert [m.seed for m in matches] == [derive_seed("7", "match", n // 3) for n in range(6)]
    assert matches[4].policy_seeds[2] == derive_seed("7", "policy", 4, 2).hex()
    plain = list(plan(make_run(game, mode="many", options=[], players="random,first,slow", matches=6, seed="7",
                               swap_seats=False, edition=None)))  # fmt: skip
    assert [m.seed for m in plain] == [derive_seed("7", "match", n) for n in range(6)]
    assert all(m.players == ["random", "first", "slow"] for m in plain)


def test_options_and_an_own_edition_reach_the_match(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(toy.EDITION.read_text().replace("chips = 3", "chips = 5"))
    path = tmp_path / "a.json"
    done = baochuan("simulate", "toy", "--players", "random,random", "--option", "rounds=2", "--edition", str(own),
                    "--json", str(path), "--matches", "3")  # fmt: skip
    assert done.returncode == 0, done.stderr
    header = results(path)["matches"][0]["record"]["header"]
    assert header["options"] == {"rounds": 2}
    assert header["edition_digest"] != toy.load().edition_digest
    assert baochuan("verify", str(path), "--edition", str(own)).returncode == 0
    refused = baochuan("verify", str(path))
    assert refused.returncode == 1
    assert "which is not the one loaded" in refused.stderr


def test_a_bot_that_answers_what_was_not_offered_is_one_clear_line() -> None:
    for workers in ("1", "2"):
        done = baochuan("simulate", "toy", "--players", "cheat,random", "--matches", "4", "--workers", workers)
        assert done.returncode == 1
        assert done.stderr.startswith("baochuan: match-0000")
        assert "which is not an option" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_match_is_told_move_by_move(tmp_path: Path) -> None:
    log = tmp_path / "a.jsonl"
    baochuan("simulate", "toy", "--players", "random,first", "--matches", "3", "--seed", "7", "--log", str(log))
    assert "choose one with --match" in baochuan("replay", str(log)).stderr
    told = baochuan("replay", str(log), "--match", "match-00001")
    assert told.returncode == 0, told.stderr
    assert "   1  operator: start  [deal: " in told.stdout
    assert "  first (1): bid " in told.stdout
    assert "over: points" in told.stdout
    seen = baochuan("replay", str(log), "--match", "match-00001", "--at", "4", "--view", "1")
    view = json.loads(seen.stdout[seen.stdout.index("{\n") :])
    assert view["seat"] == 1
    assert len(view["hand"]) == 3
    public = baochuan("replay", str(log), "--match", "match-00001", "--at", "4", "--view", "public")
    assert json.loads(public.stdout[public.stdout.index("{\n") :])["hand"] == []
    assert "--at must be from 1 to" in baochuan("replay", str(log), "--match", "match-00001", "--at", "999").stderr
    assert "--view must be" in baochuan("replay", str(log), "--match", "match-00001", "--view", "2").stderr


def test_files_of_records_are_converted_to_json_lines(tmp_path: Path) -> None:
    path, logs = tmp_path / "a.json", tmp_path / "logs"
    baochuan(
        "simulate", "toy", "--players", "random,random", "--matches", "3", "--json", str(path), "--logs", str(logs)
    )
    assert sorted(p.name for p in logs.iterdir()) == [f"match-0000{n}.json" for n in range(3)]
    out = tmp_path / "all.jsonl"
    assert baochuan("export", str(path), *map(str, sorted(logs.iterdir())), "--out", str(out)).returncode == 0
    assert len(out.read_text().splitlines()) == 6
    assert baochuan("verify", str(out)).returncode == 0
    one = baochuan("export", str(path), "--match", "match-00002")
    assert json.loads(one.stdout)["header"]["match"] == "match-00002"
    assert baochuan("export", str(path), "--match", "match-00009").returncode == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_a_simulation_and_its_workers(number: signal.Signals, tmp_path: Path) -> None:
    process = in_mid_thought(Gate(tmp_path / "gate"))
    process.send_signal(number)
    _, err = process.communicate(timeout=LONG)
    assert process.returncode == 128 + number
    assert err.strip() == f"baochuan: stopped by {number.name}"
    assert left(process.pid) == []


def test_workers_end_with_a_simulation_that_is_killed(tmp_path: Path) -> None:
    process = in_mid_thought(Gate(tmp_path / "gate"))
    process.kill()
    process.communicate(timeout=LONG)
    assert left(process.pid) == []


def in_mid_thought(gate: Gate) -> subprocess.Popen[str]:
    """A simulation whose two workers both think, and go on thinking."""
    process = subprocess.Popen(
        [sys.executable, "-m", "console.main", "simulate", "toy", "--players", "held,held", "--workers", "2"],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | gate.env,
        cwd=ROOT,
        start_new_session=True,
    )
    end = time.monotonic() + LONG
    while gate.begun() < 2 and time.monotonic() < end:
        time.sleep(0.02)
    if gate.begun() != 2:
        process.kill()
        raise AssertionError(process.communicate()[1])
    return process


def left(leader: int) -> list[int]:
    """The processes of a session that still run after a while."""
    end = time.monotonic() + LONG
    while session(leader) and time.monotonic() < end:
        time.sleep(0.05)
    return session(leader)


def session(leader: int) -> list[int]:
    """The processes of a session that still run."""
    out = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended meanwhile
        if int(fields[3]) == leader and fields[0] != "Z":
            out.append(int(stat.parent.name))
    return out
