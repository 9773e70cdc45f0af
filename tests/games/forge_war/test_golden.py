"""Whole matches as they were when the transcripts were written (`make golden` writes them anew)."""

from __future__ import annotations

import pytest

from tests import laws
from tests.games.forge_war.table import GAME
from tests.golden import GOLDEN, Golden, transcript

HERE = [g for g in GOLDEN if g.game == "forge_war"]


@pytest.mark.parametrize("golden", HERE, ids=[g.name for g in HERE])
def test_the_match_is_played_as_written(golden: Golden) -> None:
    written = golden.path.read_text("utf-8").splitlines()
    played = transcript(golden).splitlines()
    for number, (old, new) in enumerate(zip(written, played, strict=False), 1):
        assert new == old, f"line {number} of {golden.path.name}"
    assert len(played) == len(written)


def test_every_file_belongs_to_a_transcript() -> None:
    assert {p.name for p in HERE[0].path.parent.glob("*.txt")} == {g.path.name for g in HERE}


def test_there_is_one_for_every_mode_and_number_of_seats() -> None:
    assert {(g.mode, len(g.policies)) for g in HERE} >= {(m.name, seats) for m, seats in laws.tables(GAME)}
