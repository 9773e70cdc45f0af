"""The draws of chance come in a fixed order with fixed labels: records of matches depend on it."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.chance import Draw, Seeded
from rulekit.events import Ctx
from rulekit.frames import advance
from tests.games.ultimate_voyage.positions import GAME
from tests.games.ultimate_voyage.table import round_starts

rule = pytest.mark.rule


def labels(mode: str, seats: int, **options: Any) -> list[str]:
    """What is drawn until the first decision."""
    chance = Seeded(bytes(32))
    record: list[Draw] = []
    chance.record = record
    GAME.setup(mode, options, seats, Ctx(chance))
    return [d.label for d in record]


@rule("UV-030", "UV-032", "UV-036", "UV-038", "UV-042")
def test_draws_of_the_set_up() -> None:
    ends = ["objectives"] * 3 + ["bonus_tokens"] * 2
    assert labels("full", 4) == ["first_player", "encounters", *["goods"] * 6, *ends]
    assert labels("full", 2, first_player=1) == ["encounters", *["goods"] * 3, *ends]
    assert labels("quick", 3) == ["first_player", "encounters", *["goods"] * 4, *ends]
    assert labels("full", 3, random_tiles=True, random_knowledge=True) == [
        *("first_player", "encounters", *["goods"] * 4),
        *("knowledge", *ends, "tiles"),
    ]
    assert labels("solo", 1) == ["encounters", *["goods"] * 6, *["objectives"] * 3, "sun"]


@rule("UV-254", "UV-268", "UV-280")
def test_draws_of_an_administration_phase() -> None:
    """Health, Mongol campaign, goods and token port by port, then the deity dice."""
    t = round_starts(6, bazaar={"champa": ["se01"], "malacca": ["se02"]}, tokens={"champa": "", "ayutthaya": "R"})
    chance = Seeded(bytes([1]) * 32)
    record: list[Draw] = []
    chance.record = record
    advance(t.state, Ctx(chance))
    seen = [d.label for d in record]
    deity = seen.index("sun", seen.index("sun") + 1)
    assert seen[: seen.index("sun") + 1] == ["star", "sun"]
    assert seen[seen.index("sun") + 1 : deity] == ["refill", "token", "token", "refill"]
    assert [x for x in seen[deity:] if x != "moon"] == ["sun", "star"]
