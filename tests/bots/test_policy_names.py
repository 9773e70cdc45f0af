"""Names of policies with parameters, ``mcts:iterations=400``: read in one place, good wherever a name is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot_player.mcts import ITERATIONS, Mcts
from bot_player.policies import BadParameter, UnknownPolicy, goes_by_clock, make_policy, policy_class, policy_settings
from bot_player.service import HouseBots
from gateway.housebots import Policy, _check_parameters
from rules_runtime.engine import _POLICY
from servicekit.errors import ServiceError
from tests import toy
from tests.bots.lab import ROOT

WRONG = [
    ("mcts:speed=4", 'has no parameter "speed"'),
    ("mcts:", 'has no parameter ""'),
    ("mcts:iterations", "iterations must be a whole number"),
    ("mcts:iterations=", "iterations must be a whole number"),
    ("mcts:iterations=0", "from 1 to"),
    ("mcts:iterations=-4", "from 1 to"),
    ("mcts:iterations=4.5", "from 1 to"),
    ("mcts:iterations=99999999999999999999", "from 1 to"),
    ("mcts:ms=٣", "ms must be a whole number"),
    ("mcts:ms=4:ms=5", "given twice"),
    ("random:ms=4", 'has no parameter "ms"'),
]


def test_parameters_are_read_and_reach_the_policy() -> None:
    assert policy_settings("mcts") == {}
    assert policy_settings("mcts:iterations=400:ms=50") == {"iterations": 400, "ms": 50}
    assert policy_class("mcts:iterations=7", "toy") is Mcts
    budgets = []
    for name in ("mcts", "mcts:iterations=7", "mcts:ms=50"):
        policy = make_policy(name, toy.load(), "00")
        assert isinstance(policy, Mcts)
        budgets.append((policy.budget.lines, policy.budget.ms))
    assert budgets == [(ITERATIONS, 0), (7, 0), (0, 50)]


@pytest.mark.parametrize(("name", "text"), WRONG)
def test_a_bad_parameter_is_a_clear_typed_error(name: str, text: str) -> None:
    with pytest.raises(BadParameter, match=text):
        policy_class(name, "toy")
    with pytest.raises(UnknownPolicy):
        make_policy(name, toy.load(), "00")


def test_the_gateway_judges_names_as_the_bots_do() -> None:
    offer = json.loads(HouseBots({"toy": toy.load()}, ["random", "mcts"], None).offer())
    by_name: dict[str, Any] = {row["name"]: row for row in offer["policies"]}
    assert "iterations=1..1000000" in by_name["mcts"]["help"]
    for name, _ in WRONG:
        base, *given = name.split(":")
        policy = Policy(
            base, parameters=[_parameter(p) for p in by_name[base]["parameters"]], games=by_name[base]["games"]
        )
        with pytest.raises(ServiceError) as refused:
            _check_parameters(name, policy, given)
        assert refused.value.reason == "OPTIONS_INVALID"
        assert base in refused.value.message


def _parameter(plain: dict[str, Any]) -> Any:
    import msgspec

    from gateway.housebots import Parameter

    return msgspec.convert(plain, Parameter)


def test_what_goes_by_the_clock_is_known_by_its_name() -> None:
    assert goes_by_clock("mcts:ms=50")
    assert goes_by_clock("mcts:iterations=4:ms=50")
    assert not any(goes_by_clock(name) for name in ("mcts", "mcts:iterations=4", "greedy", "bot:mine", "nobody:ms=5"))


def test_a_match_takes_names_with_parameters_and_no_others() -> None:
    for name in ("mcts", "mcts:iterations=400", "mcts:iterations=400:ms=50"):
        assert _POLICY.fullmatch(name)
    for name in ("mcts:", "mcts:ms", "mcts:ms=x", "a.b", "a>", "mcts:ms=1.2", "mcts:ms=" + "9" * 13, ":ms=4"):
        assert not _POLICY.fullmatch(name)


def simulate(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "console.main", "simulate", "toy", "--seed", "7", "--workers", "1", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=600, cwd=ROOT, env=os.environ | env, check=False
    )


def test_a_run_by_the_clock_says_that_it_is_unrepeatable(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    done = simulate("--players", "mcts:ms=1,random", "--matches", "1", "--json", str(path))
    assert done.returncode == 0, done.stderr
    assert "unrepeatable: mcts:ms=1 decides by the clock" in done.stdout
    plain = json.loads(path.read_bytes())
    assert (plain["repeatable"], plain["summary"]["repeatable"]) == (False, False)
    assert plain["players"] == ["mcts:ms=1", "random"]

    done = simulate("--players", "mcts:iterations=2,random", "--matches", "1", "--json", str(path))
    assert done.returncode == 0, done.stderr
    assert "unrepeatable" not in done.stdout
    plain = json.loads(path.read_bytes())
    assert (plain["repeatable"], plain["summary"]["repeatable"]) == (True, True)


def test_a_bad_parameter_on_the_command_line_is_one_line() -> None:
    done = simulate("--players", "mcts:ms=0,random")
    assert done.returncode == 2
    assert done.stderr == 'baochuan: bot "mcts:ms=0": ms must be a whole number from 1 to 600000, not "0"\n'


def test_a_simulation_tells_its_thoughts_when_asked_and_is_silent_else() -> None:
    arguments = ("--players", "mcts:iterations=2,random", "--matches", "1")
    assert "searched" not in simulate(*arguments).stderr
    loud = simulate(*arguments, BAOCHUAN_LOG_LEVEL="debug").stderr
    line = json.loads(next(x for x in loud.splitlines() if "decision searched" in x))
    assert line["iterations"] == 2
    assert {"game", "seat", "decision", "options", "candidates", "depth", "ms", "best"} <= line.keys()


def test_a_level_of_logs_that_is_none_is_one_line() -> None:
    done = simulate("--players", "random,random", "--matches", "1", BAOCHUAN_LOG_LEVEL="DEBUG")
    assert done.returncode == 2
    assert done.stderr == 'baochuan: BAOCHUAN_LOG_LEVEL must be debug, info, warning or error, not "DEBUG"\n'
