"""The house bot `greedy`: its values to the digit, its choices, and its play."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot_player.greedy_treasure_ship import knowledge
from bot_player.playout import make_header, play
from bot_player.policies import make_policy
from rulekit.chance import Seeded
from rulekit.match import derive_seed
from tests.games.treasure_ship.greedy_help import chosen, hand, match, policy, states, values, view_of, worth
from tests.games.treasure_ship.table import GAME, Table, offers, planning, table
from treasure_ship.names import CANNON, COMMAND, DETACHMENT, EXTENSION, GIFT, GOLD, NPC, WEAPON
from treasure_ship.view_types import ShipView

C = GAME.content
AYUTTHAYA, MALACCA, DELHI, VIJAYANAGAR, TIMUR = range(5)
KINDS = [GOLD, WEAPON, CANNON, COMMAND, DETACHMENT, GIFT, EXTENSION]
# Officials that do not count merit, so that merit is worth its own points alone.
NO_MERIT = [f"{c}-{n}" for c in "ABCD" for n in (1, 2, 3)] + ["E-1", "E-2", "E-4"]


def near(value: float) -> object:
    return pytest.approx(value, abs=1e-9)


def near_all(wanted: dict[str, float]) -> object:
    return pytest.approx(wanted, abs=1e-9)


# --- pieces


def test_pieces_lose_value_from_round_to_round() -> None:
    assert [worth(1).res[k] for k in KINDS] == pytest.approx([0.7, 1.1, 2.5, 1.5, 3.5, 2.0, 0.7])
    assert [worth(7).res[k] for k in KINDS] == pytest.approx([0.1, 0.3, 2.5 / 7, 1.5 / 7, 0.5, 2 / 7, 0.1])
    assert [worth(7, final=True).res[k] for k in KINDS] == [0.0] * 7


def test_goods_are_worth_less_the_more_of_a_kind_are_held() -> None:
    assert [worth(1).good(held) for held in range(4)] == [2.2, 1.5, 0.8, 0.8]
    assert worth(7, final=True).good(0) == 0


def test_emissaries_are_worth_most_while_levels_need_them() -> None:
    h = hand(levels={0: {"malacca": 1, "timur": 3}})
    assert [worth(4).emissary(h, AYUTTHAYA, held) for held in range(6)] == [2.5, 2.5, 2.5, 2.5, 0.8, 0.8]
    assert [worth(6).emissary(h, MALACCA, held) for held in range(4)] == pytest.approx([1.25, 1.25, 1.25, 0.4])
    assert worth(6).emissary(h, TIMUR, 7) == 2


def test_an_emissary_that_is_nowhere_is_worth_nothing() -> None:
    h = hand(bag="1 blue", discard="1 red")
    assert worth().take_emissary(h, AYUTTHAYA) == 2.5
    assert (h.discard, h.emissaries[AYUTTHAYA]) == ([0] * 5, 1)
    assert worth().take_emissary(h, AYUTTHAYA) == 0


def test_a_random_emissary_is_the_average_of_the_bag_and_is_not_added() -> None:
    h = hand(bag="3 red, 1 purple", discard="1 blue", levels={0: {"timur": 3}})
    assert worth().gain(h, C.stowaway) == near((3 * 2.5 + 2) / 4)
    assert h.emissaries == [0] * 5
    h = hand(bag="", discard="1 blue, 1 purple", levels={0: {"timur": 3}})
    assert worth().gain(h, C.stowaway) == near((2.5 + 2) / 2)
    assert worth().gain(hand(bag=""), C.stowaway) == 0


def test_the_colour_chosen_completes_a_level() -> None:
    h = hand(p0="1 green", levels={0: {"vijayanagar": 2}}, bag="5 red, 5 green, 5 yellow")
    assert worth(2).colour(h, AYUTTHAYA) == near(2.5 + 0.4 + 0.5)
    assert worth(2).colour(h, VIJAYANAGAR) == near(2.5 + 1.8 + 0.5)
    assert worth(2).gain(h, C.action[23]) == near(5 + 2.5)
    assert h.emissaries[VIJAYANAGAR] == 2


def test_goods_of_choice_are_of_the_scarcest_kind() -> None:
    t = table(
        route=[1, 2, 3], marker=3, squares={0: 3, 1: 1}, card="V02", p0="3 gold, 1 agarwood, 1 ivory, 2 ambergris"
    )
    t.do(0, "event 3")
    assert chosen(t, 0) == "goods pepper"


# --- payments


def test_the_cheapest_payment_takes_what_there_is_most_of() -> None:
    distinct = next(o.pay for o in C.officials if o.id == "C-1")
    h = hand(p0="2 ivory, 3 pepper, 1 gemstones")
    assert worth().pay(h, distinct) == near(0.8 + 1.5)  # pepper, ivory
    assert h.goods == [0, 1, 2, 0, 1]
    h = hand(p0="2 ivory, 2 pepper")
    assert worth().pay(h, C.effects[C.action[22][0]].pay) == near(1.5)  # of equals the first kind
    assert h.goods == [0, 1, 2, 0, 0]


def test_of_two_ways_to_pay_the_one_that_leaves_more_of_each_kind() -> None:
    t = table(voyage=4, round=3, start=20, route=[21, 22], squares={0: 22, 1: 21}, p0="3 ivory, 4 pepper, 1 gemstones")
    t.do(0, "mass", "trade 0")
    assert values(t, 0) == near_all({"pay_goods ivory": -0.8, "pay_goods pepper": -0.8, "pay_goods gemstones": -2.2})
    assert chosen(t, 0) == "pay_goods ivory"
    goods = "2 agarwood, 3 ivory, 4 pepper, 4 ambergris, 4 gemstones"
    t = table(voyage=4, round=3, start=20, route=[21, 22], squares={0: 22, 1: 21}, p0=goods)
    t.do(0, "mass", "trade 0")
    assert values(t, 0)["pay_goods ivory"] == near(0.02 - 0.8)


# --- merit, powers, officials


def test_merit_counts_points_and_the_effects_of_its_spaces() -> None:
    h = hand(officials=NO_MERIT)
    assert worth().climb(h, 3) == near((0.5 + 0.7) + 0.5 + (0.5 + 1.5))
    assert (h.merit, h.res[GOLD], h.res[COMMAND]) == (3, 1, 1)


def test_merit_counts_towards_an_official_who_asks_for_it() -> None:
    plain = worth().climb(hand(officials=NO_MERIT), 1)
    assert worth().climb(hand(), 1) == near(plain + 0.4 * 2 / 3)
    assert worth().climb(hand(offered={0: ["E3"]}), 1) == near(plain + 2 / 3)
    full = hand(p0="29 merit")  # the official gives 20 points at most, those of 30 spaces
    assert worth().climb(full, 5) == near(42 - 38.5 + 0.4 * 2 / 3)
    assert worth().climb(full, 1) == 0
    final = worth(7, final=True)
    assert final.climb(hand(final=True), 1) == near(0.5)
    assert final.climb(hand(final=True, offered={0: ["E3"]}), 1) == near(0.5 + 2 / 3)


def test_a_level_counts_its_points_less_the_emissaries_and_brings_hospitality() -> None:
    h = hand(p0="2 red")
    assert worth().gain(h, C.action[4]) == near(4 + 2 - 2.5 + 2 * 0.7)
    assert (h.levels[AYUTTHAYA], h.emissaries[AYUTTHAYA], h.discard[AYUTTHAYA]) == (1, 1, 1)
    # the second level: its first-time benefit once, and the official who counts powers
    h = hand(p0="1 red", levels={0: {"ayutthaya": 1}})
    assert worth().gain(h, C.action[4]) == near(5 + 2 - 2.5 + 0.4 * 5 + 1.4 + 2.2 + 2.5)
    assert worth().gain(h, C.action[4]) == near(1.4 + 1.5)
    # the third: the frames left are surplus
    h = hand(p0="4 red", levels={0: {"ayutthaya": 2}})
    assert worth().gain(h, C.action[4]) == near(6 + 2 - 0.8 - 0.8 + 2 * 1.2 + 1.4 + 2.2 + 3 + 1.5)


def test_a_power_without_level_and_emissary_is_worth_nothing() -> None:
    assert worth().gain(hand(), C.action[4]) == 0


def test_offers_count_points_benefit_price_and_rank() -> None:
    t = offers(p0="1 agarwood, 1 pepper, 1 ivory, 1 gemstones")
    found = values(t, 0)
    assert found["offer A1"] == near(3 * 0.7 + 2 * 1.1)
    assert found["offer B1"] == near(3 + 3 * 0.7 + 1.5 + 2.0 - 2.2 + 0.3)
    assert found["offer E1"] == near(0.6 * 2 * 8 + 4 * 0.7 - 4 * 2.2 + 4 * 0.3)  # 7 x 1.2 monuments to come
    assert found["offer E2"] == near(0.6 * 5 * 2 + 2.5 - 4 * 2.2 + 4 * 0.3)
    merit = (0.5 + 0.7) + 0.5 + (0.5 + 1.5) + 3 * 0.4 * 2 / 3
    assert found["offer E3"] == near(0.6 * 2 * ((3 + 11.2) // 3) + merit - 4 * 2.2 + 4 * 0.3)


def test_in_the_final_phase_only_points_count() -> None:
    goods = "2 agarwood, 2 ivory, 2 pepper, 2 ambergris, 2 gemstones"
    t = offers(final=True, p0=f"{goods}, 9 merit", monuments={0: [1, 3, 5, 7]}, offered={0: ["D1"]})
    found = values(t, 0)
    assert found["offer A1"] == 0
    assert found["offer D3"] == 12
    assert found["offer E1"] == 8
    assert found["offer E3"] == near(8 + (14 - 8.5) + 3 + 2)  # 14 points on space 12, and a leopard from space 11
    assert found["offer EMP"] == 20
    assert "offer D1" not in found
    assert chosen(t, 0) == "offer EMP"


def test_planning_takes_the_last_free_voyage() -> None:
    t = planning([(0, "A1"), (1, "A2")], seats=2)
    assert chosen(t, 0) == "plan 3"


def test_all_extension_chips_are_used() -> None:
    assert chosen(table(p0="1 extension"), 0) == "extend 1"


# --- squares


def test_the_square_with_the_marker_costs_a_command_chip() -> None:
    t = table(seats=2, captain=0, card="V06", route=[1, 2, 3], marker=1, p1="1 command, 5 gold")
    found = values(t, 1)
    chip = 1.5
    monument = 1 + 2.5 - 3 * 0.7 + 0.4 * 2 + 1.4  # the official who counts monuments, the action once more
    assert found["square 1"] == near(1.4 + monument - chip)
    assert found["square 2"] == near(1.4)  # Peaceful Seas
    assert found["square 3"] == near(2.2 + 1 + 2.5 - 2 * 0.7 + 0.8 + 1.5)


def test_pirates_are_met_in_the_best_way() -> None:
    def square_two(**position: Any) -> float:
        t = table(captain=1, card="V01", route=[1, 2, 3], marker=1, officials=NO_MERIT, **position)
        return values(t, 0)["square 2"]

    assert square_two() == 0
    assert square_two(p0="1 weapon") == near(-1.1 + 0.5 + 0.7 + 1.4)
    assert square_two(p0="1 weapon, 1 cannon") == near(-0.5 + 0.5 + 0.7 + 1.4)
    assert square_two(p0="1 gift") == 0  # the gift is worth more than the gold
    t = table(captain=1, card="V01", route=[1, 2, 3], marker=1, p0="1 weapon, 1 cannon", used=[0], officials=NO_MERIT)
    assert values(t, 0)["square 2"] == near(1.5)


def test_an_encounter_counts_what_follows() -> None:
    t = table(captain=1, card="V01", route=[1, 2, 3], squares={0: 2, 1: 1}, p0="1 weapon, 1 gift", officials=NO_MERIT)
    assert values(t, 0) == near_all({"fight 1 no fire": -1.1 + 1.2 + 1.4, "gift": -2 + 1.4, "avoid": 0})


def test_a_monument_is_worth_its_visits() -> None:
    t = table(route=[3, 5, 6], captain=1, squares={0: 5, 1: 3}, p0="9 gold, 2 weapon", monuments={0: [3, 6]})
    t.do(0, "mass")
    r, bonus = 1.0, 2.2 - 0.7  # a second pepper is worth 1.5
    visit_3 = 2.2  # agarwood
    visit_6 = 2.1 + 1  # Palembang, Peaceful Seas
    wanted = 1 + 2.5 * r + 2 * 1 * r - 3 * 0.7 * r + 0.4 * 2 + bonus + visit_3 + visit_6
    assert values(t, 0) == near_all({"monument no erect": 0, "monument erect": wanted})
    assert chosen(t, 0) == "monument erect"
    t.do(0, "monument erect")
    assert chosen(t, 0) == "bonus 5"
    t.do(0, "bonus 5")
    assert values(t, 0) == near_all({"bonus 3": visit_3, "bonus 6": visit_6, "bonus_end": 0})


def test_a_stowaway_is_taken_first_and_the_merchant_only_for_gain() -> None:
    t = table(card="V01", route=[1, 2, 3], marker=3, squares={0: 3, 1: 1})
    assert chosen(t, 0) == "event"
    t = table(card="V02", route=[1, 2, 3, 4], marker=3, squares={0: 3, 1: 1}, p0="4 gold")
    assert values(t, 0) == near_all(
        {"mass": 0.1 + 2.2, "event 0": 1.1 - 0.7, "event 1": 2.2 - 2.8, "event 2": 2.0 - 2.8, "event 3": 2.2 - 2.1}
        | {"end": 0}
    )


def test_the_captain_takes_the_giraffe_and_counts_it_once() -> None:
    t = table(round=6, voyage=4, start=22, route=[21, 24], marker=21, squares={0: 21, 1: 24}, captain=0)
    t.do(0, "mass")
    found = values(t, 0)
    assert found["choose 0"] > found["choose 1"]
    own = table(round=6, voyage=4, start=22, route=[21, 24], captain=0)
    other = table(seats=3, round=6, voyage=4, start=22, route=[21, 24, 25], marker=24, captain=1)
    assert values(own, 0)["flagship 21"] > values(other, 0)["square 21"] > 0


def test_a_detachment_waits_for_something_better_than_its_chip() -> None:
    def before_detaching(**position: Any) -> Table:
        t = table(p0="1 detachment", **position)
        while t.asked[0] != "detach":
            t.do(0, chosen(t, 0))
        return t

    t = before_detaching(round=7, voyage=4, start=22, route=[21, 24], squares={0: 21, 1: 24})
    assert values(t, 0)["detach_pass"] == near(0.5)
    assert chosen(t, 0) == "detach 25"
    t = before_detaching(round=1, route=[1, 2], squares={0: 1, 1: 1})
    assert values(t, 0) == near_all({"detach 2": 1.4, "detach 3": 2.2, "detach_pass": 3.5})


# --- animals


def test_a_placement_counts_cells_rectangle_effects_and_contact() -> None:
    peacock = [("peacock", 0, 2, 2)]
    t = table(round=3, voyage=3, start=21, route=[24, 25], squares={0: 24, 1: 25}, tiles={0: peacock})
    t.do(0, "mass")
    found = values(t, 0)
    assert found["animal_place 0 2 0"] == near(4 + 2 + 2 * 0.05 + 2.5 + 2)  # 2 x 3 cells; (3,0) draws an emissary
    assert found["animal_place 0 4 2"] == near(4 + 2 + 0.05 + 2 * 1.1 * 5 / 7)  # (4,3): 2 weapons


def test_a_tile_that_is_not_there_scores_its_squares() -> None:
    w = worth(3)
    giraffe = C.animal_names.index("giraffe")
    assert w.animal(hand(round=3, supply={"giraffe": 0}, officials=[*NO_MERIT[:-1], "E-3"]), giraffe) == 5 + 2


# --- play


def test_greedy_beats_random_from_every_seat() -> None:
    won = 0
    for number in range(20):
        seats = 2 + number % 4
        players = ["random"] * seats
        players[number % seats] = "greedy"
        won += match(players, number).record.outcome["placings"][number % seats] == 1
    assert won >= 19


@pytest.mark.parametrize(("seats", "mean"), [(1, 278), (2, 256), (3, 240), (4, 232), (5, 223)])
def test_points_of_greedy_players(seats: int, mean: int) -> None:
    scores = [score for n in range(12) for score in match(["greedy"] * seats, n).record.outcome["scores"]]
    assert abs(sum(scores) / len(scores) - mean) < 25


@pytest.mark.slow
def test_greedy_never_answers_outside_the_options_over_hundreds_of_matches() -> None:
    for number in range(200):
        seats = 1 + number % 5
        match(["greedy" if (number + seat) % 2 else "random" for seat in range(seats)], 1000 + number)


def test_the_same_view_and_seed_give_the_same_choice() -> None:
    decoder = msgspec.json.Decoder(ShipView)
    seen = set()
    for number, (s, seat, decision) in enumerate(states(1)):
        options = GAME.options(s, seat)
        view = view_of(s, seat)
        once = policy("greedy", 5).choose(view, decision, options)
        if number % 40 == 0:
            knowledge.cache_clear()  # as asked in another process
        again = policy("greedy", 6).choose(decoder.decode(msgspec.json.encode(view)), decision, options)
        assert once is again
        assert once in options
        seen.add(decision.kind)
    assert len(seen) > 14


def test_the_choice_does_not_depend_on_what_is_hidden() -> None:
    compared = 0
    for number, (s, seat, decision) in enumerate(states(2)):
        if number % 3:
            continue
        view = view_of(s, seat)
        world = GAME.determinize(view, seat, Seeded(derive_seed(number, "world")))
        if world.pile == s.pile and world.cards == s.cards:
            continue
        here = policy("greedy").choose(view, decision, GAME.options(s, seat))
        there = policy("greedy").choose(view_of(world, seat), decision, GAME.options(world, seat))
        assert here is there
        compared += 1
    assert compared > 100


DIGEST = """
from bot_player.playout import make_header, play
from bot_player.policies import make_policy
from treasure_ship import load
game = load()
players = ["greedy"] * 3
header = make_header(game, "1", "standard", {}, players, bytes(32))
print(play(game, header, bytes(32), [make_policy("greedy", game, "01") for _ in players]).log_digest)
"""


def test_play_does_not_depend_on_the_hash_seed() -> None:
    players = ["greedy"] * 3
    header = make_header(GAME, "1", "standard", {}, players, bytes(32))
    here = play(GAME, header, bytes(32), [make_policy("greedy", GAME, "01") for _ in players]).log_digest
    path = os.pathsep.join(str(Path(__file__).parents[3] / p) for p in ("services", ".", "sdk"))
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        done = subprocess.run(
            [sys.executable, "-c", DIGEST], env=environment, capture_output=True, text=True, timeout=600, check=True
        )
        assert done.stdout.strip() == here


def test_the_npc_is_no_captain_of_the_seat() -> None:
    """In solo the seat sails the NPC's ship where it wants to act itself."""
    kinds = {decision.kind for s, _, decision in states(2, seats=1) if s.captain == NPC}
    assert {"route", "square"} <= kinds
