"""The laws of all games on Forge War, random play that checks every step, equal play everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekit.game import Mode
from tests import fuzz, laws
from tests.games.forge_war.easy import easy_game
from tests.games.forge_war.table import GAME
from tests.games.forge_war.trail import trail

ROOT = Path(__file__).parents[3]
TABLES = laws.tables(GAME)
EACH = pytest.mark.parametrize(("mode", "seats"), TABLES, ids=[f"{m.name}-{seats}" for m, seats in TABLES])
# Decisions of the rewards, at which laws are checked more often.
REWARDS = ("reward_levels", "extra_level_other", "reward_next", "market_card", "buy_discard", "worker_put")
EVERY = 60  # moves of a match from one check of all laws to the next


def test_every_mode_and_number_of_seats_is_here() -> None:
    assert [(m.name, seats) for m, seats in TABLES] == [
        *((mode, seats) for mode in ("normal", "epic", "advanced_normal", "short_epic") for seats in (2, 3, 4)),
        ("solo_normal", 1),
        ("solo_epic", 1),
    ]


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(TABLES), st.integers(0, 999), st.integers(0, 10**6), st.integers(0, 700))
def test_laws_hold_in_every_state(table: tuple[Mode, int], number: int, seed: int, steps: int) -> None:
    mode, seats = table
    options = fuzz.some_options(GAME, mode, seats, number)
    laws.check_laws(laws.walk(GAME, mode.name, options, seats, seed, steps))


@EACH
def test_laws_hold_all_through_a_match(mode: Mode, seats: int) -> None:
    w = laws.Walk(GAME, mode.name, fuzz.some_options(GAME, mode, seats, 1), seats, 40 + seats)
    while not w.over:
        if w.match.revision % EVERY == 0:
            laws.check_laws(w)
        w.step()
    laws.check_laws(w)


@EACH
def test_laws_hold_where_every_quest_succeeds(tmp_path: Path, mode: Mode, seats: int) -> None:
    """Random play seldom completes a quest; here it always does, with all rewards and, alone, to the last round."""
    game = easy_game(tmp_path)
    w = laws.Walk(game, mode.name, fuzz.some_options(game, mode, seats, 1), seats, 70 + seats)
    while not w.over:
        if w.match.revision % EVERY == 0 or (w.match.revision % 3 == 0 and game.pending(w.state)[0].kind in REWARDS):
            laws.check_laws(w)
        w.step()
    laws.check_laws(w)


@EACH
def test_every_match_ends_with_a_record_that_verifies(mode: Mode, seats: int) -> None:
    for seed in range(2):
        laws.check_ending(laws.Walk(GAME, mode.name, fuzz.some_options(GAME, mode, seats, seed), seats, seed))


@pytest.mark.parametrize(("mode", "seats"), [("short_epic", 2), ("solo_normal", 1)])
def test_possible_worlds_vary(mode: str, seats: int) -> None:
    w = laws.walk(GAME, mode, {}, seats, 5, 30)
    for seat in range(seats):
        worlds = {laws.snapshot(GAME, world) for world in laws.possible_worlds(w, seat)}
        assert len(worlds) == laws.WORLDS
        assert laws.snapshot(GAME, w.state) not in worlds


def test_fuzz(tmp_path: Path) -> None:
    moves, failed = fuzz.fuzz(GAME, 2 * len(TABLES), 7000, tmp_path)
    assert failed == []
    assert moves > 2 * len(TABLES) * 50


def test_every_move_is_the_same_under_every_hash_seed_and_in_every_process() -> None:
    path = os.pathsep.join(str(ROOT / p) for p in ("services", ".", "sdk"))
    honest = trail(4)
    assert len(honest) > 1000
    for hash_seed in ("0", "4242"):
        done = subprocess.run(
            [sys.executable, "-m", "tests.games.forge_war.trail", "4"],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=300,
            check=True,
        )
        assert done.stdout.splitlines() == honest
