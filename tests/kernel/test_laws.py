"""The laws of tests/laws.py on the toy game."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.actions import Action
from rulekit.errors import IllegalAction, ReplayError
from rulekit.events import Ctx
from tests import laws
from tests.toy import EDITION, ToyGame, ToyState, ToyView, load

GAME = load(None)
TABLES = [("two", 2), ("many", 2), ("many", 3), ("many", 4)]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TABLES), st.sampled_from([3, 2, 4]), st.integers(0, 10**6), st.integers(0, 40))
def test_laws_hold_in_every_state(table: tuple[str, int], rounds: int, seed: int, steps: int) -> None:
    mode, seats = table
    laws.check_laws(laws.walk(GAME, mode, {"rounds": rounds}, seats, seed, steps))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(TABLES), st.sampled_from([3, 2, 4]), st.integers(0, 10**6))
def test_every_match_ends_with_a_record_that_verifies(table: tuple[str, int], rounds: int, seed: int) -> None:
    mode, seats = table
    laws.check_ending(laws.Walk(GAME, mode, {"rounds": rounds}, seats, seed))


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_possible_worlds_vary(mode: str, seats: int) -> None:
    laws.check_worlds_vary(GAME, mode, {}, seats, 5)


def test_play_does_not_depend_on_the_hash_seed() -> None:
    code = (
        "from tests import laws, toy; "
        "print(laws.digest_of_matches(toy.load(None), 'many', {}, 3, 4))"
    )  # fmt: skip
    root = Path(__file__).parents[2]
    told = set()
    for hash_seed in ("0", "1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{root / 'services'}{os.pathsep}{root}"}
        done = subprocess.run(
            [sys.executable, "-c", code], env=env, cwd=root, capture_output=True, text=True, timeout=300, check=True
        )
        told.add(done.stdout.strip())
    assert told == {laws.digest_of_matches(GAME, "many", {}, 3, 4)}


# --- the laws find what they are for: the toy game with one fault each


class SecretInView(ToyGame):
    def view(self, s: ToyState, seat: int | None) -> ToyView:
        view = super().view(s, seat)
        view.spent += s.deck[0] % 2
        return view


class SecretInOptions(ToyGame):
    def off_turn_options(self, s: ToyState, seat: int) -> list[Action]:
        return super().off_turn_options(s, seat) if s.deck[0] % 2 else []


class ViewLosesSomething(ToyGame):
    def view(self, s: ToyState, seat: int | None) -> ToyView:
        view = super().view(s, seat)
        view.bids_in = [False] * len(view.bids_in)
        return view


class SharedCopy(ToyGame):
    def copy(self, s: ToyState) -> ToyState:
        new = super().copy(s)
        new.columns = s.columns
        return new


class AskingChanges(ToyGame):
    def off_turn_options(self, s: ToyState, seat: int) -> list[Action]:
        s.spent += 1
        return super().off_turn_options(s, seat)


class ForgetfulEncoding(ToyGame):
    def decode_state(self, data: dict[str, Any]) -> ToyState:
        s = super().decode_state(data)
        s.deck.reverse()
        return s


class ListenerMatters(ToyGame):
    def off_turn(self, s: ToyState, seat: int, action: Action, ctx: Ctx) -> None:
        super().off_turn(s, seat, action, ctx)
        s.points[seat] += ctx.loud


class OwnDice(ToyGame):
    """Dice that do not come from the match's chance."""

    def off_turn(self, s: ToyState, seat: int, action: Action, ctx: Ctx) -> None:
        super().off_turn(s, seat, action, ctx)
        s.points[seat] += random.Random().randrange(10**9)


class FirstComeFirstServed(ToyGame):
    def step(self, s: ToyState, seat: int, action: Action, ctx: Ctx) -> None:
        s.points[seat] += s.tick
        super().step(s, seat, action, ctx)


class SilentLesson(ToyGame):
    """The view tells what no event told."""

    def off_turn(self, s: ToyState, seat: int, action: Action, ctx: Ctx) -> None:
        super().off_turn(s, seat, action, ctx)
        s.rounds = 100 + s.deck[0]


class HardAnswer(ToyGame):
    """Refuses an offered action."""

    def check(self, s: ToyState, seat: int, decision_id: str | None, action: Action) -> Action:
        action = super().check(s, seat, decision_id, action)
        if action is self.halve:
            raise IllegalAction("not today", "TOY-30")
        return action


class OfferedTwice(ToyGame):
    def off_turn_options(self, s: ToyState, seat: int) -> list[Action]:
        return super().off_turn_options(s, seat) * 2


@pytest.mark.parametrize(
    ("broken", "law"),
    [
        (SecretInView, laws.law_views_tell_no_secrets),
        (SecretInOptions, laws.law_views_tell_no_secrets),
        (ViewLosesSomething, laws.law_views_tell_no_secrets),
        (SharedCopy, laws.law_copies_are_independent),
        (AskingChanges, laws.law_asking_changes_nothing),
        (ForgetfulEncoding, laws.law_states_survive_encoding),
        (ListenerMatters, laws.law_every_option_applies),
        (OwnDice, laws.law_replay_gives_the_state),
        (FirstComeFirstServed, laws.law_arrival_order_does_not_matter),
        (SilentLesson, laws.law_events_tell_all_that_a_seat_learns),
        (HardAnswer, laws.law_every_option_applies),
        (OfferedTwice, laws.law_every_option_applies),
    ],
)
def test_a_broken_game_breaks_its_law(broken: type[ToyGame], law: Callable[[laws.Walk], None]) -> None:
    with pytest.raises((AssertionError, ReplayError, IllegalAction)):
        _apply_along_matches(law, broken(EDITION))


def _apply_along_matches(law: Callable[[laws.Walk], None], game: ToyGame) -> None:
    for seed in range(5):
        w = laws.Walk(game, "many", {}, 3, seed)
        while not w.over:
            law(w)
            w.step()
