"""Play in process gives exactly the commits that `Match.propose` gives."""

from __future__ import annotations

import pytest

from bot_player.playout import PlayoutError, make_header, play_out
from bot_player.policies import make_policy
from rulekit.errors import InvalidOptions
from rulekit.match import Commit, Match, derive_seed, log_digest, verify_record
from tests import toy
from tests.bots.lab import played


@pytest.mark.parametrize(("mode", "seats"), [("two", 2), ("many", 2), ("many", 3), ("many", 4)])
def test_a_playout_has_the_commits_of_the_checked_way(mode: str, seats: int) -> None:
    game = toy.load()
    for number in range(15):
        names = ["random"] * seats
        record = played(game, names, number, mode)
        policies = [make_policy(n, game, derive_seed(7, "policy", number, s).hex()) for s, n in enumerate(names)]
        proposal = Match.start(game, record.header, bytes.fromhex(record.seed))
        commits: list[Commit] = [proposal.commit]
        while commits[-1].revision != len(record.commits):
            match = proposal.match
            decision = game.pending(match.state)[0]
            options = game.options(match.state, decision.seat)
            policy = policies[decision.seat]
            view = game.view(match.state, decision.seat) if policy.needs_view else None
            action = policy.choose(view, decision, options)
            proposal = match.propose("move", seat=decision.seat, decision=decision.id, action=action)
            commits.append(proposal.commit)
        assert commits == record.commits
        assert log_digest(record.header, commits) == record.log_digest
        verify_record(game, record)


def test_policies_get_a_view_when_they_want_one() -> None:
    record = played(toy.load(), ["first", "random"])
    assert record.outcome["reason"] == "points"


def test_another_seed_gives_another_match() -> None:
    game = toy.load()
    assert played(game, ["random", "random"], 1).log_digest != played(game, ["random", "random"], 2).log_digest


def test_an_answer_that_was_not_offered_ends_the_playout() -> None:
    with pytest.raises(PlayoutError, match=r"match-0: cheat answers bid.0 with .*, which is not an option"):
        played(toy.load(), ["cheat", "random"])


def test_faults_of_the_last_state_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy.load()
    monkeypatch.setattr(game, "faults", lambda state: ["a chip is missing"])
    seed = derive_seed(1)
    header = make_header(game, "m", "two", {}, ["first", "first"], seed)
    outcome = play_out(game, header, seed, [make_policy("first", game, "00")] * 2)
    assert outcome.faults == ["a chip is missing"]


def test_a_header_needs_a_known_mode_and_options() -> None:
    game = toy.load()
    with pytest.raises(InvalidOptions):
        make_header(game, "m", "three", {}, ["random"], derive_seed(1))
    with pytest.raises(InvalidOptions):
        make_header(game, "m", "two", {"rounds": 99}, ["random"], derive_seed(1))
