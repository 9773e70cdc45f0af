"""The catalogue, the list of policies, and what a policy's randomness depends on."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from bot_player import catalogue
from bot_player.policies import (
    RandomPolicy,
    UnknownPolicy,
    make_policy,
    policies,
    policy_chance,
    policy_class,
    policy_games,
    policy_names,
    policy_seed,
)
from rulekit.chance import Seeded
from rulekit.errors import EditionError
from rulekit.game import Decision
from tests import toy

SEED = bytes(range(32))
KNOWN = "ming_voyages, treasure_ship, ultimate_voyage, forge_war, toy"


def test_the_chance_of_a_policy_depends_on_its_seed_and_the_decision_alone() -> None:
    key = hashlib.blake2b(b"bid.3", key=SEED, digest_size=32).digest()
    wanted = [Seeded(key).below(1000) for _ in range(2)]
    assert [policy_chance(SEED, "bid.3").below(1000) for _ in range(2)] == wanted
    assert policy_chance(SEED, "bid.4").seed != policy_chance(SEED, "bid.3").seed
    assert policy_chance(SEED[::-1], "bid.3").seed != policy_chance(SEED, "bid.3").seed


def test_random_gives_the_same_answer_again_and_reaches_every_option() -> None:
    game = toy.load()
    options = [game.stop, *game.places]
    seen = set()
    for number in range(200):
        decision = Decision(f"place.{number}", 0, "place", "TOY-40", False)
        first = RandomPolicy(game, SEED).choose(None, decision, options)
        assert RandomPolicy(game, SEED).choose(None, decision, options) is first
        seen.add(first)
    assert seen == set(options)


def test_random_follows_the_weights_that_a_game_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy.load()
    policy = RandomPolicy(game, SEED)
    monkeypatch.setattr(policy, "_weights", lambda options: [0, 1, 3])
    counts = [0, 0, 0]
    options = [game.stop, *game.places[:2]]
    for number in range(2000):
        counts[options.index(policy.choose(None, Decision(f"x.{number}", 0, "x", "", False), options))] += 1
    assert counts[0] == 0
    assert 2.5 < counts[2] / counts[1] < 3.6


def test_greedy_plays_ming_and_not_the_toy_game() -> None:
    assert policy_names("ming_voyages")[:2] == ["random", "greedy"]
    assert policy_games("greedy", ["ming_voyages", "toy"]) == ["ming_voyages"]
    with pytest.raises(UnknownPolicy, match='no bot "greedy" plays toy; known: random, mcts, slow'):
        policy_class("greedy", "toy")
    with pytest.raises(UnknownPolicy, match='no bot "grandmaster"'):
        make_policy("grandmaster", toy.load(), SEED.hex())


@pytest.mark.parametrize("seed", ["", "xyz", "00" * 65])
def test_a_policy_seed_has_1_to_64_bytes_of_hex(seed: str) -> None:
    with pytest.raises(ValueError):
        policy_seed(seed)


def test_policies_and_games_of_the_environment_join_in() -> None:
    assert policies()["slow"].path("toy") == "tests.bots.lab:Slow"
    assert catalogue.load_game("toy").key == "toy"
    assert catalogue.is_extra("toy")
    assert not catalogue.is_extra("ming_voyages")


def test_an_extra_game_of_the_wrong_form_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(catalogue.EXTRA_GAMES, "toy")
    with pytest.raises(ValueError, match='BAOCHUAN_EXTRA_GAMES: "toy" is not of the form name=value'):
        catalogue.games()


def test_unknown_games_are_refused_with_the_known_ones() -> None:
    with pytest.raises(catalogue.UnknownGame, match=f'unknown game "go"; known: {KNOWN}'):
        catalogue.load_game("go")
    with pytest.raises(catalogue.UnknownGame, match='edition given for the unknown game "go"'):
        catalogue.load_games({"go": Path("x")})


def test_an_edition_tells_its_game(tmp_path: Path) -> None:
    assert catalogue.game_of_edition(toy.EDITION) == "toy"
    other = tmp_path / "go.toml"
    other.write_text('[meta]\ngame = "go"\n')
    with pytest.raises(EditionError, match=f"meta: game: is 'go'; known games: {KNOWN}"):
        catalogue.game_of_edition(other)
    other.write_text("[meta")
    with pytest.raises(EditionError, match="is not TOML"):
        catalogue.game_of_edition(other)
    with pytest.raises(EditionError, match="cannot be read"):
        catalogue.game_of_edition(tmp_path / "none.toml")
