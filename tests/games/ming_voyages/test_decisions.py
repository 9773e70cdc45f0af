"""The list of decisions: how many options, who is asked when, and that a legal action always exists."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ming_voyages.command import is_legal, legal_actions
from ming_voyages.names import CP_ACTIONS, EMPEROR, EMPEROR_ACTIONS, OVERLORD, OVERLORD_ACTIONS
from tests import laws
from tests.games.ming_voyages.table import GAME, Table, table

rule = pytest.mark.rule

MOST: Final = {
    "play_card": 15,
    "choose_use": 66,
    "take_amount": 3,
    "distribute": 83,
    "move": 54,
    "attack_target": 5,
    "attack": 149,
    "voyage": 180,
    "build_origin": 3,
    "pick_region": 7,
    "pick_option": 2,
    "reaction": 2,
    "reroll": 15,
    "discard_order": 2,
}
OPTIONAL: Final = {"reaction", "reroll"}


def test_options_stay_within_the_stated_numbers_and_forced_ones_are_not_asked() -> None:
    seen: Counter[str] = Counter()
    lengths = []
    for seed in range(40):
        w = laws.Walk(GAME, "two_player", {}, 2, seed)
        while not w.over:
            (d,) = GAME.pending(w.state)  # never more than one at a time
            options = GAME.options(w.state, d.seat)
            assert len(options) <= MOST[d.kind]
            assert len(options) > 1 or d.kind == "play_card"
            assert d.optional == (d.kind in OPTIONAL)
            assert {GAME.actions.kinds[a.kind].name for a in options} == {d.kind}
            seen[d.kind] += 1
            w.step()
        lengths.append(len(w.commits))
    assert set(seen) == set(MOST)
    assert max(lengths) < 300


def test_the_stated_numbers_are_reached() -> None:
    t = table(plays=24, sea="6J", home="5G", voyages=[1]).play(24).cp("voyage")
    assert len(t.options) == 180
    t = table(
        turn="overlord", plays=24, overlord_reserve=[6], sichuan="1T", gansu="3H", yunnan="3H",
        western_mongols="3H", eastern_mongols="3H",
    ).play(24).cp("attack", reinforce=6)  # fmt: skip
    assert len(t.options) == MOST["attack"]
    t = table(turn="overlord", plays=24, overlord_reserve=[6], manchus="2H").play(24).cp("amass", reinforce=6)
    assert len(t.options) == 83
    t = table(
        turn="overlord", plays=8, overlord_reserve=list(range(10, 22)), emperor_reserve=[9], sea="1J",
        gansu="1H", eastern_mongols="2H 1S", sichuan="1T",
    ).play(8, "first")  # fmt: skip
    assert len(t.options) == MOST["choose_use"]


def test_defaults_leave_optional_decisions_out() -> None:
    t = table(turn="overlord", plays=4, overlord_reserve=[5], liaodong="1T", manchus="1H")
    t.dice(attacker=[6, 6, 1], defender=[1, 2, 3]).play(4, "first").cp("attack")
    default = GAME.default(t.state, t.seat("overlord"))
    assert default is not None
    assert GAME.actions.encode(default) == {"type": "reroll", "do": "stop"}


def check_uses(t: Table) -> None:
    """A legal CP action exists for both sides, and the quick test of one action agrees with the list of all."""
    for side, listed in ((EMPEROR, EMPEROR_ACTIONS), (OVERLORD, OVERLORD_ACTIONS)):
        legal = legal_actions(t.state, side)
        assert legal, CP_ACTIONS
        assert [a for a in listed if is_legal(t.state, side, a)] == [a for a in listed if a in legal]


@rule("MV-210")
def test_a_legal_cp_action_exists_in_every_position_reached() -> None:
    for seed in range(100, 130):
        w = laws.Walk(GAME, "two_player", {}, 2, seed)
        while not w.over:
            if w.state.battle is None:
                check_uses(Table(GAME, w.state))
            w.step()


@rule("MV-210")
@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32))
def test_a_legal_cp_action_exists_in_every_position_that_is_not_won(seed: int) -> None:
    """Also positions that random play reaches rarely: few or no pieces in the Supply, crowded Homelands."""
    rng = random.Random(seed)
    on: dict[str, str] = {}
    troops, hordes, settlements = (rng.choice([n, n, rng.randint(0, n)]) for n in (12, 12, 5))
    owners = {r: rng.choice("TH ") for r in ("yunnan", "sichuan", "gansu", "shanxi", "liaodong")}
    if all(o == "H" for o in owners.values()):
        owners["gansu"] = " "
    mine = ["home", *(r for r, o in owners.items() if o == "T")]
    theirs = ["western_mongols", "eastern_mongols", "manchus", *(r for r, o in owners.items() if o == "H")]
    for letter, n, places in (("T", troops, mine), ("H", hordes, theirs), ("S", settlements, theirs)):
        for region in rng.choices(places, k=n):
            count = sum(1 for _ in on.get(region, "").split())
            assert count < 40
            on[region] = f"{on.get(region, '')} {letter}"
    position = {r: " ".join(f"{p.count(c)}{c}" for c in "THS" if c in p) for r, p in on.items()}
    done = rng.randint(0, 6)
    junks = rng.randint(0, 7 - done)
    sea_gold = rng.randint(0, 5)
    position["sea"] = f"{junks}J {sea_gold}G"
    position["home"] = f"{position.get('home', '')} {rng.randint(0, 5 - sea_gold)}G"
    check_uses(table(voyages=list(range(1, done + 1)), on=position))
