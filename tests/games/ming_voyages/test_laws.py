"""The laws of all games on The Ming Voyages, random play that checks every step, and equal play everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ming_voyages.game import MingVoyages
from rulekit.game import Mode
from tests import fuzz, laws
from tests.games.ming_voyages.table import GAME, calm
from tests.games.ming_voyages.trail import first_difference, trail

ROOT = Path(__file__).parents[3]
CHALLENGE = {"difficulty": "brutal", "extra_challenge": True}
TABLES: list[tuple[MingVoyages, str, dict[str, Any], int]] = [
    (GAME, "two_player", {}, 2),
    (GAME, "series", {}, 2),
    (GAME, "solo", {"difficulty": "easy"}, 1),
    (GAME, "solo", CHALLENGE, 1),
    (calm(), "solo", {"difficulty": "hard", "extra_challenge": True}, 1),
]
NAMES = ["two_player", "series", "solo-easy", "solo-brutal", "solo-calm"]
every_table = pytest.mark.parametrize(("game", "mode", "options", "seats"), TABLES, ids=NAMES)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(GAME.modes), st.integers(0, 7), st.booleans(), st.integers(0, 10**6), st.integers(0, 300))
def test_laws_hold_in_every_state(mode: Mode, number: int, rough: bool, seed: int, steps: int) -> None:
    options = fuzz.some_options(GAME, mode, mode.min_seats, number)
    laws.check_laws(laws.walk(GAME if rough else calm(), mode.name, options, mode.min_seats, seed, steps))


@every_table
def test_laws_hold_all_through_a_match(game: MingVoyages, mode: str, options: dict[str, Any], seats: int) -> None:
    for seed in (1, 2):
        w = laws.Walk(game, mode, options, seats, seed)
        while not w.over:
            if mode != "series" or w.match.revision % 3 == 0:
                laws.check_laws(w)
            w.step()
        laws.check_laws(w)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(GAME.modes), st.integers(0, 7), st.booleans(), st.integers(0, 10**6))
def test_every_match_ends_with_a_record_that_verifies(mode: Mode, number: int, rough: bool, seed: int) -> None:
    options = fuzz.some_options(GAME, mode, mode.min_seats, number)
    laws.check_ending(laws.Walk(GAME if rough else calm(), mode.name, options, mode.min_seats, seed))


@every_table
def test_possible_worlds_vary(game: MingVoyages, mode: str, options: dict[str, Any], seats: int) -> None:
    laws.check_worlds_vary(game, mode, options, seats, 5)


def test_fuzz(tmp_path: Path) -> None:
    moves, failed = fuzz.fuzz(GAME, 72, 7000, tmp_path)
    assert failed == []
    assert moves > 72 * 50
    moves, failed = fuzz.fuzz(calm(), 24, 7000, tmp_path)
    assert failed == []
    assert moves > 24 * 50


def test_the_fuzzer_comes_to_every_mode_difficulty_and_challenge() -> None:
    assert [(m.name, seats) for m, seats in laws.tables(GAME)] == [("two_player", 2), ("series", 2), ("solo", 1)]
    solo = GAME.mode("solo")
    chosen = [tuple(fuzz.some_options(GAME, solo, 1, number).values()) for number in range(8)]
    assert set(chosen) == {
        ("easy", False),
        ("moderate", False),
        ("hard", False),
        ("brutal", False),
        ("hard", True),
        ("brutal", True),
    }


def told(hash_seed: str, *arguments: str) -> list[str]:
    """The trail as another process tells it."""
    path = os.pathsep.join(str(ROOT / p) for p in ("services", ".", "sdk"))
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.ming_voyages.trail", *arguments],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    return done.stdout.split("\n")[:-1]


def test_every_move_is_the_same_under_every_hash_seed_and_in_every_process() -> None:
    honest = trail(5)  # two-player, series, and solo at three difficulties
    assert len(honest) > 400
    for hash_seed in ("0", "1", "4242"):
        for _ in range(2):
            assert first_difference(honest, told(hash_seed, "5")) is None


def test_a_divergence_at_move_50_is_found() -> None:
    honest = trail(1)
    assert first_difference(honest, trail(1, spoil=50)) == 50
    assert first_difference(honest, told("7", "1", "50")) == 50
    assert first_difference(honest, honest[:-1]) == len(honest) - 1
