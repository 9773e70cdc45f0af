"""Solo: what holds in all positions: a use for every card, Events that end, limits, the cube."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ming_voyages.automa import DrawEvent
from ming_voyages.command import is_legal, legal_actions
from ming_voyages.names import EMPEROR, EMPEROR_ACTIONS, EVENT_KINDS, FOR_TURN, HORDE, SETTLEMENT, TROOP
from rulekit.chance import Seeded
from rulekit.events import Ctx
from rulekit.frames import advance
from tests import laws
from tests.games.ming_voyages.table import GAME, Table, edited, table
from tests.games.ming_voyages.test_decisions import MOST, OPTIONAL

rule = pytest.mark.rule

BORDERLANDS = ("yunnan", "sichuan", "gansu", "shanxi", "liaodong")
HOMELANDS = ("western_mongols", "eastern_mongols", "manchus")
SEEDS = st.integers(0, 2**32)


def any_position(seed: int, **more: Any) -> Table:
    """A position that is not won, with any division of the pieces that keeps the limit of 5; Troops may be removed."""
    rng = random.Random(seed)
    most = {letter: rng.choice([n, n, rng.randint(0, n)]) for letter, n in (("T", 12), ("H", 12), ("S", 5))}
    owners = {r: rng.choice("TB ") for r in BORDERLANDS}
    if all(o == "B" for o in owners.values()):
        owners[rng.choice(BORDERLANDS)] = rng.choice("T ")
    held: dict[str, dict[str, int]] = {r: {} for r in (*BORDERLANDS, *HOMELANDS, "home", "sea")}
    places = {"T": ["home", *(r for r in BORDERLANDS if owners[r] == "T")]}
    places["H"] = places["S"] = [*HOMELANDS, *(r for r in BORDERLANDS if owners[r] == "B")]
    for letter, n in most.items():
        for region in rng.choices(places[letter], k=n):
            if region not in BORDERLANDS or sum(held[region].values()) < 5:
                held[region][letter] = held[region].get(letter, 0) + 1
    done = rng.randint(0, 6)
    held["sea"] = {"J": rng.randint(0, 7 - done), "G": rng.randint(0, 5)}
    held["home"]["G"] = rng.randint(0, 5 - held["sea"]["G"])
    on = {r: " ".join(f"{n}{letter}" for letter, n in pieces.items()) for r, pieces in held.items()}
    t = table(solo="hard", challenge=True, voyages=list(range(1, done + 1)), on=on, **more)
    solo = t.state.solo
    assert solo is not None
    solo.removed = rng.choice([0, t.state.supply[TROOP], rng.randint(0, t.state.supply[TROOP])])
    t.state.supply[TROOP] -= solo.removed
    assert GAME.faults(t.state) == []
    return t


@rule("MV-665", "MV-210")
@settings(max_examples=400, deadline=None)
@given(SEEDS)
def test_a_legal_cp_action_exists_in_every_position_that_is_not_won(seed: int) -> None:
    s = any_position(seed).state
    legal = legal_actions(s, EMPEROR)
    assert legal
    assert [a for a in EMPEROR_ACTIONS if is_legal(s, EMPEROR, a)] == [a for a in EMPEROR_ACTIONS if a in legal]


@rule("MV-665")
def test_a_card_can_be_played_face_up_at_every_decision_of_whole_matches() -> None:
    for difficulty in ("easy", "brutal"):
        for seed in range(15):
            w = laws.Walk(GAME, "solo", {"difficulty": difficulty}, 1, seed)
            while not w.over:
                if w.state.battle is None:
                    assert legal_actions(w.state, EMPEROR)
                w.step()


def test_options_stay_within_the_stated_numbers_and_forced_ones_are_not_asked() -> None:
    for mode, seats in (("solo", 1), ("series", 2)):
        for seed in range(12):
            w = laws.Walk(GAME, mode, {}, seats, seed)
            while not w.over:
                (d,) = GAME.pending(w.state)
                options = GAME.options(w.state, d.seat)
                assert len(options) <= MOST[d.kind]
                assert len(options) > 1 or d.kind == "play_card"
                assert d.optional == (d.kind in OPTIONAL)
                w.step()


@rule("MV-730", "MV-635", "MV-780")
@settings(max_examples=300, deadline=None)
@given(SEEDS, st.sampled_from([1, 2, 3]))
def test_the_search_for_a_possible_event_ends_in_every_position(seed: int, level: int) -> None:
    """With any part of the deck drawn already: the rest, and after a renewal no card more than once again."""
    rng = random.Random(seed)
    spare = [5, 11, 17][: rng.randint(0, 3)]
    t = any_position(seed, overlord_reserve=spare)
    s, solo = t.state, t.state.solo
    assert solo is not None
    rng.shuffle(solo.decks[level])
    gone = rng.randint(0, 8)
    solo.piles[level] = solo.decks[level][8 - gone :]
    solo.decks[level] = solo.decks[level][: 8 - gone]
    s.stack.append(DrawEvent(level, FOR_TURN))
    advance(s, Ctx(Seeded(seed.to_bytes(32, "little")), t.log))
    tried = [e["card"] for e in t.events("event_impossible") if e["cause"] == "turn"]
    assert len(tried) <= 8 - gone + 8
    done = [e for e in t.events("event_done") if e["cause"] == "turn"]
    assert len(done) + (len(set(tried)) == 8) == 1
    seconds = [e for e in t.events("event_drawn") if e["cause"] == "second"]
    assert len(seconds) == (1 if done and level > 1 and t.over is None else 0)
    assert GAME.faults(s) == []


@rule("MV-730")
def test_a_match_ends_though_no_event_is_ever_possible() -> None:
    """All Events are Build, and nobody ever gathers a Settlement."""
    kinds = [k for k in EVENT_KINDS if k != "build"]
    game = edited(*((f'kind = "{k}"', 'kind = "build"') for k in kinds))
    for seed in range(3):
        w = laws.Walk(game, "solo", {}, 1, seed)
        laws.check_ending(w)
        drawn = [e.data for e in w.events if e.type == "event_drawn"]
        assert {e["cause"] for e in drawn} == {"turn", "reaction"}
        assert not [e for e in w.events if e.type == "event_done"]
        assert sum(1 for e in drawn if e["cause"] == "turn") >= 23 * 8


@rule("MV-780", "MV-685", "MV-805")
@settings(max_examples=400, deadline=None)
@given(SEEDS, st.sampled_from(EVENT_KINDS), st.sampled_from([1, 2, 3]))
def test_an_event_is_carried_out_in_full_or_changes_nothing(seed: int, kind: str, x: int) -> None:
    t = any_position(seed)
    s = t.state
    supply, hordes, cube = s.supply.copy(), s.hordes.copy(), t.cube
    held_before = [bool(s.hordes[r] or s.settlements[r]) for r in range(1, 6)]
    before = t.view(None).board
    dice = random.Random(seed)
    rolls = [dice.randint(1, 6) for _ in range(3000)]
    t.dice(attacker=rolls[:1500], defender=rolls[1500:]).event(f"{kind} {x}")
    if not t.events("event_done"):
        assert t.view(None).board == before
        assert t.cube == cube
        return
    if kind == "amass":
        assert (supply[HORDE] - s.supply[HORDE], sum(s.hordes) - sum(hordes)) == (x, x)
    elif kind == "gather":
        assert supply[SETTLEMENT] - s.supply[SETTLEMENT] == x
    elif kind in ("move", "attack"):
        gone = [e for e in t.events("pieces_changed") if e["cause"] == f"{kind}_event"]
        assert 1 <= sum(e["n"] for e in gone) <= x
        assert len({e["to"] for e in gone}) == 1
        for region, was in enumerate(held_before, 1):
            if was:  # no Borderland is given up
                assert s.hordes[region] or s.settlements[region]
    elif kind == "build":
        (built,) = t.events("pieces_changed")
        assert (built["piece"], built["n"]) == ("settlement", x)
    assert (t.cube != cube) == (len(t.events("tie_break_used")) % 2 == 1)


@rule("MV-775", "MV-770")
def test_every_choice_of_a_match_goes_by_the_criteria_and_the_cube() -> None:
    """Told again from the events alone."""
    for seed in range(20):
        w = laws.Walk(GAME, "solo", {"difficulty": "moderate"}, 1, seed)
        while not w.over:
            w.step()
        cube, expected = "left", None
        order = [str(n) for n in range(28)] + [*BORDERLANDS, *HOMELANDS]
        for e in w.events:
            if e.type == "overlord_chose":
                assert expected is None
                expected = check_choice(e.data, cube, order)
            elif e.type == "tie_break_used":
                assert [str(c) for c in e.data["candidates"]] == expected
                cube = "right" if cube == "left" else "left"
                assert e.data["cube"] == cube
                expected = None
            else:
                assert expected is None  # a tie is followed by the use of the cube
        solo = w.state.solo
        assert ("left", "right")[solo.cube] == cube


def check_choice(data: dict[str, Any], cube: str, order: list[str]) -> list[str] | None:
    """The tied candidates, if the cube had to decide."""
    least = ("fewest_hordes", "fewest_given", "fewest_settlements")
    left = sorted(next(iter(data["candidates"].values())), key=order.index)
    decided = "only_candidate" if len(left) == 1 else "tie_break"
    for name, values in data["candidates"].items():
        if len(left) > 1:
            best = (min if name in least else max)(values[c] for c in left)
            left = [c for c in left if values[c] == best]
            if len(left) == 1:
                decided = name
    assert data["decided_by"] == decided
    assert str(data["pick"]) == (left[0] if cube == "left" else left[-1])
    return left if len(left) > 1 else None
