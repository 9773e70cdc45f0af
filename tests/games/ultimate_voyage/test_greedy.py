"""The house bot `greedy`: its values, its choices, and its play."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot_player.greedy_ultimate_voyage import first_best, option_values
from bot_player.playout import Played, make_header, play, play_out
from bot_player.policies import make_policy
from bot_player.voyage_plans import Plans
from bot_player.voyage_prospects import Prospects, moon_chances, odds, plain_chances
from bot_player.voyage_value import Outlook, rounds_left, standing
from rulekit.chance import Seeded
from rulekit.events import Ctx
from rulekit.frames import waiting_seats
from rulekit.game import Decision
from rulekit.match import derive_seed
from tests.games.ultimate_voyage.positions import GAME, good
from tests.games.ultimate_voyage.table import Table, table
from ultimate_voyage.names import MOON, SAIL, STAR, SUN, TRADE, ZONES
from ultimate_voyage.state import VoyageState
from ultimate_voyage.view_types import VoyageView

C = GAME.content


def zone(name: str) -> int:
    return ZONES.index(name)


def outlook(t: Table, seat: int = 0) -> Outlook:
    return Outlook(t.state, seat)


def prospects(t: Table, seat: int = 0) -> Prospects:
    return Prospects(outlook(t, seat))


def chosen(t: Table, seat: int = 0) -> str:
    """The bot's answer, as `ActionTable.text` writes it."""
    policy = make_policy("greedy", GAME, "01")
    decision = GAME.decision(t.state, seat)
    action = policy.choose(GAME.view(t.state, seat), decision, GAME.options(t.state, seat))
    return GAME.actions.text(action)


def played_out(t: Table, seat: int, until: str = "turn") -> list[str]:
    """The bot's answers up to its next turn."""
    out: list[str] = []
    while True:
        text = chosen(t, seat)
        out.append(text)
        t.do(seat, text)
        if t.asked.get(seat) in (until, None) or len(out) > 30:
            return out


def states(
    seed: int, mode: str = "full", seats: int = 3, bot: str = "greedy"
) -> Iterator[tuple[VoyageState, int, Decision]]:
    """All decisions of a match that have more than one option."""
    ctx = Ctx(Seeded(derive_seed(seed, "states")))
    s = GAME.setup(mode, {}, seats, ctx)
    policies = [make_policy(bot, GAME, derive_seed(seed, seat).hex()) for seat in range(seats)]
    while s.outcome is None:
        seat = waiting_seats(s)[0]
        decision = GAME.decision(s, seat)
        options = GAME.options(s, seat)
        yield s, seat, decision
        GAME.step(s, seat, policies[seat].choose(GAME.view(s, seat), decision, options), ctx)


def match(mode: str, players: list[str], number: int, **options: Any) -> Played:
    seed = derive_seed(number, "greedy")
    header = make_header(GAME, "1", mode, options, players, seed)
    policies = [make_policy(name, GAME, derive_seed(number, seat).hex()) for seat, name in enumerate(players)]
    return play_out(GAME, header, seed, policies)


# --- dice


def test_the_chances_of_the_dice_add_up() -> None:
    """The Moon rolls on; a second face of the other kind makes it 0."""
    chances = moon_chances(C)
    assert sum(chances) == pytest.approx(1, abs=1e-5)
    # 0: two of ten faces, or yin and yang at the end of any chain
    assert chances[1] == pytest.approx(0.2 + 0.2 * 0.2, abs=1e-3)
    assert chances[0] == pytest.approx(0.2 + 0.2 * 0.1 / 0.9, abs=1e-4)
    assert plain_chances(C, SUN)[:3] == pytest.approx([2 / 6, 2 / 6, 2 / 6])
    assert plain_chances(C, MOON) is chances
    assert sum(plain_chances(C, STAR)) == pytest.approx(1)


def test_odds_of_a_strength() -> None:
    assert odds([0.5, 0.25, 0.25], 1) == (0.5, 0.25, 0.25)
    assert odds([0.5, 0.25, 0.25], 0) == (0.0, 0.5, 0.75)
    assert odds([0.5, 0.25, 0.25], 3) == (1.0, 0.0, 0.0)


# --- the value of a position


def test_the_lower_track_counts_in_full_and_the_higher_one_in_part() -> None:
    even = table(ships={0: "malacca", 1: "malacca"}, p0="4 prestige, 4 profit", round=9)
    higher = table(ships={0: "malacca", 1: "malacca"}, p0="4 prestige, 6 profit", round=9)
    both = table(ships={0: "malacca", 1: "malacca"}, p0="6 prestige, 6 profit", round=9)
    assert outlook(even).total() < outlook(higher).total() < outlook(both).total()
    assert outlook(both).total() - outlook(even).total() > 1.9


def test_rounds_end_with_the_last_one_the_trigger_or_zheng_he() -> None:
    assert rounds_left(table(ships={0: "malacca"}, round=9).state) == 0
    healthy = table(ships={0: "malacca"}, round=3)
    assert rounds_left(healthy.state) == 6
    healthy.state.health = 9
    assert 0 < rounds_left(healthy.state) < 6
    healthy.state.ending = 1
    assert rounds_left(healthy.state) == 0


def test_means_fade_with_the_actions_left() -> None:
    early = table(ships={0: "malacca"}, p0="4 porcelain, 4 troops", round=1)
    late = table(ships={0: "malacca"}, p0="4 porcelain, 4 troops", round=9)
    assert outlook(early).total() > outlook(late).total() > 0


def test_in_the_solo_game_both_sides_have_a_standing() -> None:
    s, _, _ = next(iter(states(3, "solo", 1)))
    s.players[1].track[1] = 7
    assert standing(s, 1) >= 7
    assert standing(s, 0) == Outlook(s, 0).total()


def test_a_lead_on_a_story_track_is_worth_more_than_the_second_place() -> None:
    t = table(ships={0: "malacca", 1: "malacca"})
    x = prospects(t)
    first = x.gain(region=0, story=2)
    t.state.story[1] = 6
    second = prospects(t).gain(region=0, story=2)
    assert first > second > 0


# --- what things bring


def test_most_ports_explored_count_by_all_that_are_and_by_who_leads() -> None:
    """Find the Deposed Emperor: nothing for who has explored fewer ports than another, its points when it is met."""
    ports = ["champa", "malacca", "palembang", "surabaya", "pegu", "bengal"]

    def worth(*explorers: int) -> float:
        """What the card adds for seat 0 if these seats have explored a port each, one after the other."""
        found = []
        for objectives in (["obj_11"], []):
            t = table(seats=4, ships={0: "malacca"}, objectives=objectives)
            for seat, port in zip(explorers, ports, strict=False):
                t.state.stamp += 1
                t.state.players[seat].explored[zone(port)] = t.state.stamp
            found.append(outlook(t).total())
        return found[0] - found[1]

    assert worth() == worth(1) == worth(0, 1, 1) == 0
    assert 0 < worth(0) < worth(0, 0, 1) < worth(0, 0, 1, 2)
    assert worth(0, 0, 1) > worth(0, 0, 1, 1) > 0
    assert worth(0, 0, 1, 2, 3, 3) < worth(0, 0, 1, 2, 3, 0) == pytest.approx(4)


def test_measuring_changes_nothing() -> None:
    for number, (s, seat, _) in enumerate(states(4)):
        if number % 5:
            continue
        before = GAME.encode_state(s)
        values = option_values(s, seat, GAME.options(s, seat))
        assert GAME.encode_state(s) == before
        assert values == option_values(s, seat, GAME.options(s, seat))


def test_a_second_animal_of_an_icon_brings_no_prestige() -> None:
    animals = [i for i, kind in enumerate(C.good_class) if kind == 1]
    one, other = next((a, b) for a in animals for b in animals if a < b and C.good_icon[a] == C.good_icon[b])
    t = table(ships={0: "malacca"})
    alone = prospects(t).good(one)
    t.state.players[0].goods.append(other)
    assert prospects(t).good(one) < alone - 0.3


def test_an_attack_needs_strength() -> None:
    t = table(ships={0: "malacca"}, p0="3 troops")
    x = prospects(t)
    values = [x.attack(zone("malacca"), n) for n in (2, 3, 4, 6, 8)]
    assert values == sorted(values)
    assert values[0] < 0 < values[-1]


def test_the_cheapest_points_are_bought_first() -> None:
    t = table(ships={0: "malacca"}, p0="3 porcelain, 1 troops", dials=(1, 0, 2))
    plans = Plans(prospects(t))
    prices = [b.price for b in plans.boosts(plans.means(TRADE, zone("malacca"), 3))]
    assert prices == sorted(prices)
    assert len(prices) == 2  # 1 + 2 porcelain
    assert not Plans(prospects(t)).boosts(plans.means(SAIL, zone("malacca"), 3))[1:]


# --- choices


def test_the_best_good_is_bought() -> None:
    t = table(ships={0: "malacca"}, p0="3 porcelain, 4 prestige", dials=(0, 0, 0))
    goods = t.bazaar("malacca")
    best = max(goods, key=lambda g: prospects(t).good(good(g)))
    moves = [text for text in t.options(0) if text.startswith("action trade sun malacca")]
    t.do(0, moves[0])
    while C.good_cost[good(best)] > t.action.left(True):
        t.action.general += 1
    assert chosen(t) == f"trade {best}"


def test_an_action_is_ended_when_nothing_is_left() -> None:
    t = table(ships={0: "malacca"}, dials=(-3, -3, -3))
    t.do(0, "action combat sun malacca")
    assert chosen(t) == "end"


def test_a_ship_sails_and_stops() -> None:
    """Every movement ends: no ship sails to and fro."""
    t = table(ships={0: "nanjing"}, dials=(2, 2, 2), affiliation={"champa": 0})
    t.dice(sun=[0] * 9, moon=[0] * 9, star=[1] * 9)
    t.do(0, "action sail sun nanjing")
    moves = played_out(t, 0)
    assert moves[0] == "board flagship"
    assert moves[1].startswith("sail champa")
    assert len(moves) < 12


def test_of_equal_values_the_first_wins() -> None:
    assert first_best([1.0, 2.0, 2.0]) == 1
    assert first_best([0.0, 1e-12]) == 0


# --- play


@pytest.mark.parametrize(("mode", "seats"), [("full", 2), ("full", 3), ("full", 4), ("quick", 2), ("quick", 4)])
def test_greedy_beats_random_from_every_seat(mode: str, seats: int) -> None:
    for number in range(3):
        players = ["random"] * seats
        players[number % seats] = "greedy"
        played = match(mode, players, number)
        assert played.faults == []
        assert played.record.outcome["placings"][number % seats] == 1


def test_greedy_in_the_solo_game() -> None:
    scores = [match("solo", ["greedy"], number).record.outcome["scores"][0] for number in range(3)]
    assert min(scores) > 10
    assert max(match("solo", ["random"], number).record.outcome["scores"][0] for number in range(3)) < min(scores)


@pytest.mark.parametrize(
    "options", [{"random_tiles": True}, {"random_knowledge": True}, {"random_starts": True}, {"first_game": True}]
)
def test_greedy_plays_every_set_up(options: dict[str, bool]) -> None:
    played = match("full", ["greedy", "greedy"], 7, **options)
    assert played.faults == []
    assert len(played.record.commits) < 900


@pytest.mark.slow
def test_greedy_never_answers_outside_the_options_over_many_matches() -> None:
    for number in range(60):
        mode = ("full", "quick", "solo")[number % 3]
        seats = 1 if mode == "solo" else 2 + number % 3
        match(mode, ["greedy" if (number + seat) % 2 else "random" for seat in range(seats)], 1000 + number)


def test_the_same_view_and_seed_give_the_same_choice() -> None:
    decoder = msgspec.json.Decoder(VoyageView)
    seen = set()
    for number, (s, seat, decision) in enumerate(states(1)):
        if number % 2:
            continue
        options = GAME.options(s, seat)
        view = GAME.view(s, seat)
        once = make_policy("greedy", GAME, "05").choose(view, decision, options)
        again = make_policy("greedy", GAME, "06").choose(decoder.decode(msgspec.json.encode(view)), decision, options)
        assert once is again
        assert once in options
        seen.add(decision.kind)
    assert len(seen) > 8


def test_the_choice_does_not_depend_on_what_is_hidden() -> None:
    compared = 0
    for number, (s, seat, _) in enumerate(states(2)):
        if number % 4:
            continue
        view = GAME.view(s, seat)
        world = GAME.determinize(view, seat, Seeded(derive_seed(number, "world")))
        if world.bazaar == s.bazaar and world.deck == s.deck:
            continue
        here = option_values(s, seat, GAME.options(s, seat))
        assert option_values(world, seat, GAME.options(world, seat)) == pytest.approx(here)
        compared += 1
    assert compared > 30


DIGEST = """
from bot_player.playout import make_header, play
from bot_player.policies import make_policy
from ultimate_voyage import load
game = load()
players = ["greedy"] * 3
header = make_header(game, "1", "quick", {}, players, bytes(32))
print(play(game, header, bytes(32), [make_policy("greedy", game, "01") for _ in players]).log_digest)
"""


def test_play_does_not_depend_on_the_hash_seed() -> None:
    players = ["greedy"] * 3
    header = make_header(GAME, "1", "quick", {}, players, bytes(32))
    here = play(GAME, header, bytes(32), [make_policy("greedy", GAME, "01") for _ in players]).log_digest
    path = os.pathsep.join(str(Path(__file__).parents[3] / p) for p in ("services", ".", "sdk"))
    environment = {**os.environ, "PYTHONHASHSEED": "2", "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", DIGEST], env=environment, capture_output=True, text=True, timeout=600, check=True
    )
    assert done.stdout.strip() == here
