"""Helpers for the tests of bots and console: the environment of the toy game, odd policies."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import msgspec

from bot_player.playout import make_header, play
from bot_player.policies import Policy, make_policy
from rulekit.actions import Action
from rulekit.game import Decision, Game
from rulekit.match import Record, derive_seed
from tests.waiting import LONG

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {
    "BAOCHUAN_EXTRA_GAMES": "toy=tests.toy:load",
    "BAOCHUAN_EXTRA_POLICIES": (
        "slow=tests.bots.lab:Slow,cheat=tests.bots.lab:Cheat,broken=tests.bots.lab:Broken,first=tests.bots.lab:First,"
        "held=tests.bots.lab:Held"
    ),
    "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("services", ".", "sdk")),
}


class First(Policy):
    """Takes the first option; looks at its view, to see that it gets one."""

    thinks = False

    def choose(self, view: msgspec.Struct | None, decision: Decision, options: list[Action]) -> Action:
        assert isinstance(view, self.game.view_type())
        return options[0]


class Slow(Policy):
    """Thinks for a second over everything."""

    def choose(self, view: msgspec.Struct | None, decision: Decision, options: list[Action]) -> Action:
        time.sleep(1.0)
        return options[-1]


GATE = "BAOCHUAN_TEST_GATE"


class Held(Policy):
    """Takes the last option, but not before the gate is open. It says when it begins to think."""

    def choose(self, view: msgspec.Struct | None, decision: Decision, options: list[Action]) -> Action:
        gate = Gate(Path(os.environ[GATE]))
        with gate.begun_file.open("a") as file:
            file.write(f"{decision.id}\n")
        until = time.monotonic() + 10 * LONG
        while not gate.is_open:
            if time.monotonic() > until:
                raise TimeoutError("nobody opens the gate")
            time.sleep(0.01)
        return options[-1]


class Gate:
    """Holds up the thoughts of the bots `held`, in whatever process. `path` is known to them by the environment."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.begun_file = path.with_name(path.name + ".begun")

    @property
    def env(self) -> dict[str, str]:
        return {GATE: str(self.path)}

    @property
    def is_open(self) -> bool:
        return self.path.exists()

    def open(self) -> None:
        self.path.touch()

    def begun(self) -> int:
        """How many thoughts have begun."""
        return len(self.begun_file.read_text().splitlines()) if self.begun_file.exists() else 0


class Cheat(Policy):
    """Gives an action that was not offered."""

    needs_view = False
    thinks = False

    def choose(self, view: msgspec.Struct | None, decision: Decision, options: list[Action]) -> Action:
        return Action(0, 999, -1, -1, ())


class Broken(Policy):
    """Has a bug."""

    thinks = False

    def choose(self, view: msgspec.Struct | None, decision: Decision, options: list[Action]) -> Action:
        raise IndexError("a bug of the policy")


def played(game: Game[Any], names: list[str], number: int = 0, mode: str = "two") -> Record:
    """A match of the toy game in process."""
    seed = derive_seed(7, "match", number)
    header = make_header(game, f"match-{number}", mode, {}, names, seed)
    policies = [make_policy(n, game, derive_seed(7, "policy", number, s).hex()) for s, n in enumerate(names)]
    return play(game, header, seed, policies)
