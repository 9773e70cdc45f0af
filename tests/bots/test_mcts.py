"""The search: the same answer everywhere, nothing but the view, any kind of decision, within its budget."""

from __future__ import annotations

import logging
from typing import Any

import pytest
import structlog

from bot_player import mcts_search
from bot_player.catalogue import load_game
from bot_player.mcts import Mcts
from bot_player.mcts_guide import Guide, outcome_values
from bot_player.mcts_search import Budget, Dice, Search
from bot_player.playout import make_header, play
from bot_player.policies import UnknownPolicy, make_policy, policy_chance
from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.errors import ChanceError
from rulekit.events import Ctx
from rulekit.frames import waiting_seats
from rulekit.game import Decision, Game
from rulekit.match import Record, derive_seed
from rulekit.outcome import Outcome
from servicekit import logs
from tests import toy
from tests.bots import lab

SEED = bytes(range(32))


def positions(game: Game[Any], mode: str, seats: int, number: int = 0) -> list[Any]:
    """Every state of a random match in which somebody has a choice."""
    ctx = Ctx(Seeded(derive_seed("mcts", number)))
    state = game.setup(mode, {}, seats, ctx)
    dice = Dice(number)
    out = []
    while state.outcome is None:
        out.append(game.copy(state))
        seat = waiting_seats(state)[0]
        options = game.options(state, seat)
        game.step(state, seat, options[dice.picker.below(len(options))], ctx)
    return out


def answer(game: Game[Any], state: Any, seat: int, name: str = "mcts:iterations=24") -> Action:
    policy = make_policy(name, game, SEED.hex())
    return policy.choose(game.view(state, seat), game.decision(state, seat), game.options(state, seat))


def test_any_process_gives_the_same_answer_to_the_same_ask() -> None:
    one, other = toy.load(), toy.load()
    for state in positions(one, "two", 2)[:8]:
        for seat in waiting_seats(state):
            first = answer(one, state, seat)
            again = answer(other, other.decode_state(one.encode_state(state)), seat)
            assert first.key() == again.key()
            assert first in one.options(state, seat)


def test_whole_matches_repeat_and_are_won_against_random_play() -> None:
    game = toy.load()
    wins = 0
    for number in range(12):
        names = ["mcts:iterations=40", "random"] if number % 2 else ["random", "mcts:iterations=40"]
        record = lab.played(game, names, number)
        if number < 2:
            assert lab.played(game, names, number).log_digest == record.log_digest
        placings = record.outcome["placings"]
        wins += placings[names.index("mcts:iterations=40")] == 1 and placings.count(1) == 1
    assert wins >= 9


def test_it_sees_no_more_than_its_view() -> None:
    """Worlds that a seat cannot tell apart get the same answer."""
    game = toy.load()
    for state in positions(game, "two", 2)[:6]:
        seat = waiting_seats(state)[0]
        other = game.determinize(game.view(state, seat), seat, Seeded(derive_seed("another world")))
        assert game.options(other, seat) == game.options(state, seat)
        assert answer(game, other, seat) is answer(game, state, seat)


def test_a_hidden_answer_of_another_seat_makes_no_difference() -> None:
    game = toy.load()
    ctx = Ctx(Seeded(SEED))
    state = game.setup("two", {}, 2, ctx)
    assert waiting_seats(state) == [0, 1]
    before = answer(game, state, 1)
    for action in game.options(state, 0):
        after = game.copy(state)
        game.step(after, 0, action, ctx)
        if waiting_seats(after) == [1]:
            assert answer(game, after, 1) is before


def test_a_right_that_waits_for_nobody_may_be_taken_and_blocks_nothing() -> None:
    game = toy.load()
    seen = 0
    for state in positions(game, "two", 2):
        for seat in waiting_seats(state):
            if game.off_turn_options(state, seat):
                seen += 1
                assert answer(game, state, seat, "mcts:iterations=6") in game.options(state, seat)
    assert seen


@pytest.mark.parametrize(("key", "mode", "seats"), [("treasure_ship", "solo", 1), ("treasure_ship", "standard", 3)])
def test_every_decision_of_a_match_is_answered(key: str, mode: str, seats: int) -> None:
    game = load_game(key)
    kinds: dict[str, int] = {}
    for state in positions(game, mode, seats):
        seat = waiting_seats(state)[0]
        kind = game.decision(state, seat).kind
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] <= 2:
            assert answer(game, state, seat, "mcts:iterations=4") in game.options(state, seat)
    assert len(kinds) > 8


def test_ming_matches_repeat() -> None:
    game = load_game("ming_voyages")
    digests = {_ming(game).log_digest for _ in range(2)}
    assert len(digests) == 1


def _ming(game: Game[Any]) -> Record:
    header = make_header(game, "m", "two_player", {}, ["mcts", "random"], derive_seed("ming"))
    players = [make_policy("mcts:iterations=8", game, "01" * 32), make_policy("random", game, "02" * 32)]
    return play(game, header, derive_seed("ming"), players)


class Watch:
    """Stands in for the module `time`: goes on by a step with each look."""

    def __init__(self) -> None:
        self.looks = 0
        self.step = 0.001

    def perf_counter(self) -> float:
        self.looks += 1
        return self.looks * self.step


def test_a_time_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy.load()
    state = positions(game, "two", 2)[0]
    watch = Watch()
    monkeypatch.setattr(mcts_search, "time", watch)
    found = search(game, Guide(game), state, 0)
    found.run(Budget(0, 60))
    assert 60 <= watch.looks < 60 + len(found.options)  # it goes on a millisecond with each look
    watch.looks, watch.step = 0, 0.0
    found = search(game, Guide(game), state, 0)
    found.run(Budget(10, 60_000))  # the lines are done before the time is
    assert found.lines == 10


class Flat(Guide[Any]):
    """Advises by number: the last option is the best, and nothing but the advice is known of a world."""

    window = 0.5

    def advice(self, view: Any, decision: Decision, options: list[Action]) -> list[float] | None:
        return [i / len(options) for i in range(len(options))]


def search(game: Game[Any], guide: Guide[Any], state: Any, seat: int) -> Search[Any]:
    decision = game.decision(state, seat)
    chance = policy_chance(SEED, decision.id)
    return Search(game, guide, game.view(state, seat), decision, game.options(state, seat), chance)


def test_advice_chooses_the_candidates_and_lines_go_to_the_better_half() -> None:
    game = toy.load()
    state = positions(game, "two", 2)[0]
    found = search(game, Flat(game), state, 0)
    options = game.options(state, 0)
    assert len(options) > 3
    assert [c.number for c in found.candidates] == list(range(len(options) - 1, (len(options) - 1) // 2 - 1, -1))
    best = found.run(Budget(60, 0))
    assert best is found.candidates[0]
    assert best.visits == max(c.visits for c in found.candidates)
    assert found.candidates[-1].visits < best.visits
    assert found.lines == sum(c.visits for c in found.candidates) <= 60


def test_without_advice_a_small_budget_looks_at_few_of_many_options() -> None:
    game = toy.load()
    state = positions(game, "two", 2)[0]
    found = search(game, Guide(game), state, 0)
    assert len(found.candidates) > 3
    found.run(Budget(8, 0))
    assert sum(1 for c in found.candidates if c.visits) == 4
    assert found.lines == 8


def test_outcomes_are_worth_a_win_above_all() -> None:
    assert outcome_values(Outcome("x", [1, 2], [0, 0], {}), 2) == [1.0, 0.0]
    assert outcome_values(Outcome("x", [1, 1], [0, 0], {}), 2) == [0.5, 0.5]
    four = outcome_values(Outcome("x", [2, 1, 3, 4], [0, 0, 0, 0], {}), 4)
    assert four[1] == 1.0
    assert 0.1 > four[0] > four[2] > four[3] == 0.0
    assert outcome_values(Outcome("lost", [2], [0], {}), 1) == [0.0]
    assert outcome_values(Outcome("aborted", [], [], {}), 2) == [0.5, 0.5]


def test_dice_of_a_world_are_what_the_rules_ask_for() -> None:
    dice = Dice(5)
    assert sorted(dice.shuffle("x", [3, 1, 2])) == [1, 2, 3]
    assert set(dice.roll("x", 600, 6)) == {1, 2, 3, 4, 5, 6}
    assert sorted(dice.draw("x", [4, 5, 6], 3)) == [4, 5, 6]
    with pytest.raises(ChanceError):
        dice.draw("x", [1], 2)


class NoWorlds(toy.ToyGame):
    """A game that offers no worlds."""

    determinize = Game.determinize


def test_a_game_without_worlds_is_refused() -> None:
    game = NoWorlds(toy.EDITION)
    with pytest.raises(UnknownPolicy, match="no possible worlds"):
        Mcts(game, SEED)


def test_the_log_tells_what_was_searched_and_nothing_without_logs(capsys: pytest.CaptureFixture[str]) -> None:
    game = toy.load()
    state = positions(game, "two", 2)[0]
    structlog.reset_defaults()
    answer(game, state, 0)
    assert capsys.readouterr() == ("", "")
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        logs.configure("test", "json", "debug")
        answer(game, state, 0)
        line = capsys.readouterr().err
        for part in ('"decision searched"', '"iterations": 24', '"visits"', '"depth"', '"ms"', "bid"):
            assert part in line
        assert SEED.hex() not in line
    finally:
        root.handlers[:], root.level = handlers, level
        structlog.reset_defaults()
