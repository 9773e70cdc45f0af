"""The fuzz driver: a short run over all games, and what it does with a failure."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rulekit.actions import Action
from rulekit.events import Ctx
from rulekit.match import Match
from tests import fuzz
from tests.toy import EDITION, ToyGame, ToyState, load


@pytest.mark.parametrize("key", sorted(fuzz.games()))
def test_short_fuzz(key: str, tmp_path: Path) -> None:
    moves, failed = fuzz.fuzz(fuzz.games()[key](None), 24, 0, tmp_path)
    assert moves > 24
    assert not failed, [p.read_text() for p in failed]


class LosesAChip(ToyGame):
    def off_turn(self, s: ToyState, seat: int, action: Action, ctx: Ctx) -> None:
        super().off_turn(s, seat, action, ctx)
        s.spent -= 1


class Crashes(ToyGame):
    def off_turn(self, s: ToyState, seat: int, action: Action, ctx: Ctx) -> None:
        raise KeyError("no such shelf")


class AsksNobody(ToyGame):
    def off_turn(self, s: ToyState, seat: int, action: Action, ctx: Ctx) -> None:
        super().off_turn(s, seat, action, ctx)
        s.stack.clear()

    def off_turn_options(self, s: ToyState, seat: int) -> list[Action]:
        return super().off_turn_options(s, seat) if s.stack else []

    def faults(self, s: ToyState) -> list[str]:
        return []


class OffersNothing(ToyGame):
    def options(self, s: ToyState, seat: int) -> list[Action]:
        return super().options(s, seat) if s.round < 2 else []


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        (LosesAChip, "spent"),
        (Crashes, "no such shelf"),
        (AsksNobody, "nobody is asked"),
        (OffersNothing, "has 0 options"),
    ],
)
def test_a_failure_becomes_a_replay_file(broken: type[ToyGame], problem: str, tmp_path: Path) -> None:
    game = broken(EDITION)
    _, failed = fuzz.fuzz(game, 5, 0, tmp_path)
    assert failed
    failure = msgspec.json.decode(failed[0].read_bytes(), type=fuzz.Failure)
    assert problem in failure.problem
    with pytest.raises(Exception, match=problem):
        fuzz.replay(game, failure)


def test_a_mended_failure_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, failed = fuzz.fuzz(Crashes(EDITION), 3, 0, tmp_path)
    failure = msgspec.json.decode(failed[0].read_bytes(), type=fuzz.Failure)
    assert failure.attempt is not None
    Match.verify(load(None), failure.header, bytes.fromhex(failure.seed), failure.commits)
    assert fuzz.main(["--replay", str(failed[0])]) == 0
    assert "plays without a fault now" in capsys.readouterr().out


def test_the_command_counts_and_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--game", "toy", "--matches", "8", "--seed", "3", "--failures", str(tmp_path)]) == 0
    assert "toy: 8 matches" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
