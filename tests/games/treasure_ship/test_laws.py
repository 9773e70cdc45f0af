"""The laws of all games on The Treasure Ship of Zheng He, random play that checks every step, equal play everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import fuzz, laws
from tests.games.treasure_ship.table import GAME
from tests.games.treasure_ship.trail import trail

ROOT = Path(__file__).parents[3]
SEATS = [1, 2, 3, 4, 5]


def mode(seats: int) -> str:
    return "solo" if seats == 1 else "standard"


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(SEATS), st.integers(0, 999), st.integers(0, 10**6), st.integers(0, 600))
def test_laws_hold_in_every_state(seats: int, number: int, seed: int, steps: int) -> None:
    options = fuzz.some_options(GAME, GAME.mode(mode(seats)), seats, number)
    laws.check_laws(laws.walk(GAME, mode(seats), options, seats, seed, steps))


@pytest.mark.parametrize("seats", SEATS)
def test_laws_hold_all_through_a_match(seats: int) -> None:
    w = laws.Walk(GAME, mode(seats), {}, seats, 40 + seats)
    while not w.over:
        if w.match.revision % 9 == 0:
            laws.check_laws(w)
        w.step()
    laws.check_laws(w)


@pytest.mark.parametrize("seats", SEATS)
def test_every_match_ends_with_a_record_that_verifies(seats: int) -> None:
    for seed in range(3):
        laws.check_ending(laws.Walk(GAME, mode(seats), {}, seats, seed))


@pytest.mark.parametrize("seats", [1, 3])
def test_possible_worlds_vary(seats: int) -> None:
    laws.check_worlds_vary(GAME, mode(seats), {}, seats, 5)


def test_fuzz(tmp_path: Path) -> None:
    moves, failed = fuzz.fuzz(GAME, 20, 7000, tmp_path)
    assert failed == []
    assert moves > 20 * 100


def test_every_move_is_the_same_under_every_hash_seed_and_in_every_process() -> None:
    path = os.pathsep.join(str(ROOT / p) for p in ("services", ".", "sdk"))
    honest = trail(5)
    assert len(honest) > 1000
    for hash_seed in ("0", "4242"):
        done = subprocess.run(
            [sys.executable, "-m", "tests.games.treasure_ship.trail", "5"],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=300,
            check=True,
        )
        assert done.stdout.splitlines() == honest
