"""The laws of all games on The Ming Voyages, random play that checks every step, and equal play everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests import fuzz, laws
from tests.games.ming_voyages.table import GAME
from tests.games.ming_voyages.trail import first_difference, trail

ROOT = Path(__file__).parents[3]
EMPERORS = st.sampled_from(["random", 0, 1])


@settings(max_examples=60, deadline=None)
@given(EMPERORS, st.integers(0, 10**6), st.integers(0, 150))
def test_laws_hold_in_every_state(emperor: str | int, seed: int, steps: int) -> None:
    laws.check_laws(laws.walk(GAME, "two_player", {"first_emperor": emperor}, 2, seed, steps))


def test_laws_hold_at_every_move_of_a_match() -> None:
    for seed in (1, 2):
        w = laws.Walk(GAME, "two_player", {}, 2, seed)
        while not w.over:
            laws.check_laws(w)
            w.step()
        laws.check_laws(w)


@settings(max_examples=20, deadline=None)
@given(EMPERORS, st.integers(0, 10**6))
def test_every_match_ends_with_a_record_that_verifies(emperor: str | int, seed: int) -> None:
    laws.check_ending(laws.Walk(GAME, "two_player", {"first_emperor": emperor}, 2, seed))


def test_possible_worlds_vary() -> None:
    laws.check_worlds_vary(GAME, "two_player", {}, 2, 5)


def test_fuzz(tmp_path: Path) -> None:
    moves, failed = fuzz.fuzz(GAME, 60, 7000, tmp_path)
    assert failed == []
    assert moves > 60 * 50


def told(hash_seed: str, *arguments: str) -> list[str]:
    """The trail as another process tells it."""
    path = os.pathsep.join(str(ROOT / p) for p in ("services", ".", "sdk"))
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.ming_voyages.trail", *arguments],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout.split("\n")[:-1]


def test_every_move_is_the_same_under_every_hash_seed_and_in_every_process() -> None:
    honest = trail(3)
    assert len(honest) > 150
    for hash_seed in ("0", "1", "4242"):
        for _ in range(2):
            assert first_difference(honest, told(hash_seed, "3")) is None


def test_a_divergence_at_move_50_is_found() -> None:
    honest = trail(1)
    assert first_difference(honest, trail(1, spoil=50)) == 50
    assert first_difference(honest, told("7", "1", "50")) == 50
    assert first_difference(honest, honest[:-1]) == len(honest) - 1
