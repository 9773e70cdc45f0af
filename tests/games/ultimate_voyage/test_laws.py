"""The laws of all games on Ultimate Voyage, random play that checks every step, equal play everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekit.actions import Action
from rulekit.game import Decision
from tests import fuzz, laws
from tests.games.ultimate_voyage.positions import GAME
from tests.games.ultimate_voyage.trail import trail
from ultimate_voyage.policy import random_weights

ROOT = Path(__file__).parents[3]
TABLES = [(m.name, seats) for m, seats in laws.tables(GAME)]


class Voyage(laws.Walk):
    """A match in which little is given up, so that it goes far."""

    def pick(self) -> tuple[Decision, Action]:
        decision = self.rng.choice(self.game.pending(self.state))
        options = self.game.options(self.state, decision.seat)
        weights = random_weights(options)
        return decision, self.rng.choices(options, weights)[0]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(TABLES), st.integers(0, 999), st.integers(0, 10**6), st.integers(0, 500))
def test_laws_hold_in_every_state(table: tuple[str, int], number: int, seed: int, steps: int) -> None:
    mode, seats = table
    w = Voyage(GAME, mode, fuzz.some_options(GAME, GAME.mode(mode), seats, number), seats, seed)
    for _ in range(steps):
        if w.over:
            break
        w.step()
    laws.check_laws(w)


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_laws_hold_all_through_a_match(mode: str, seats: int) -> None:
    w = Voyage(GAME, mode, fuzz.some_options(GAME, GAME.mode(mode), seats, 7), seats, 40 + seats)
    while not w.over:
        if w.match.revision % 12 == 0:
            laws.check_laws(w)
        w.step()
    laws.check_laws(w)


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_every_match_ends_with_a_record_that_verifies(mode: str, seats: int) -> None:
    for seed in range(3):
        laws.check_ending(Voyage(GAME, mode, {}, seats, seed))


@pytest.mark.parametrize(("mode", "seats"), [("full", 2), ("solo", 1)])
def test_possible_worlds_vary(mode: str, seats: int) -> None:
    laws.check_worlds_vary(GAME, mode, {}, seats, 5)


def test_fuzz(tmp_path: Path) -> None:
    moves, failed = fuzz.fuzz(GAME, 28, 7000, tmp_path)
    assert failed == []
    assert moves > 28 * 40


def test_every_move_is_the_same_under_every_hash_seed_and_in_every_process() -> None:
    path = os.pathsep.join(str(ROOT / p) for p in ("services", ".", "sdk"))
    honest = trail(7)
    assert len(honest) > 500
    for hash_seed in ("0", "4242"):
        done = subprocess.run(
            [sys.executable, "-m", "tests.games.ultimate_voyage.trail", "7"],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=300,
            check=True,
        )
        assert done.stdout.splitlines() == honest
