"""The laws of tests/laws.py on every game of the catalogue, in every mode and with every number of seats."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekit.game import Mode
from tests import fuzz, laws

GAMES = {key: load(None) for key, load in fuzz.games().items() if key != "toy"}
TABLES = [
    pytest.param(key, m, seats, id=f"{key}-{m.name}-{seats}") for key, g in GAMES.items() for m, seats in laws.tables(g)
]


@pytest.mark.parametrize(("key", "mode", "seats"), TABLES)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 10**6), steps=st.integers(0, 250), number=st.integers(0, 999))
def test_laws_hold(key: str, mode: Mode, seats: int, seed: int, steps: int, number: int) -> None:
    options = fuzz.some_options(GAMES[key], mode, seats, number)
    laws.check_laws(laws.walk(GAMES[key], mode.name, options, seats, seed, steps))


@pytest.mark.parametrize(("key", "mode", "seats"), TABLES)
def test_matches_end(key: str, mode: Mode, seats: int) -> None:
    for number in range(3):
        options = fuzz.some_options(GAMES[key], mode, seats, number)
        laws.check_ending(laws.Walk(GAMES[key], mode.name, options, seats, number))


def test_there_are_games() -> None:
    assert TABLES
