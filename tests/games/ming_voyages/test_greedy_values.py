"""The house bot `greedy`: chances in battle, and what positions are worth."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from bot_player.ming_battles import RESULT_WAYS, ROLLS
from bot_player.ming_position import (
    RESERVE_CP,
    read_position,
)
from bot_player.ming_value import Horizon, Worth, rounds_left
from bot_player.ming_weights import BY_SIDE
from ming_voyages.dice import result
from ming_voyages.names import EMPEROR, OVERLORD, SIDES
from tests.games.ming_voyages.greedy_help import BATTLES, known, position, slow_value, states, view_of
from tests.games.ming_voyages.table import GAME, table

# --- battles


def test_results_of_three_dice_come_as_often_as_the_facts_say() -> None:
    assert sum(ROLLS.values()) == 216
    assert sum(n for (kind, _), n in RESULT_WAYS.items() if kind == 3) == 6
    assert sum(n for (kind, _), n in RESULT_WAYS.items() if kind == 2) == 90
    assert {score: n for (kind, score), n in sorted(RESULT_WAYS.items()) if kind == 1} == {3: 6, 4: 18, 5: 36, 6: 60}
    blows = hits = standoffs = 0
    for (mine, n), (theirs, m) in product(RESULT_WAYS.items(), repeat=2):
        blows += n * m if mine[0] > theirs[0] else 0
        hits += n * m if mine[0] == theirs[0] and mine > theirs else 0
        standoffs += n * m if mine == theirs else 0
    assert (blows, hits, standoffs) == (12060, 7962, 6612)


def test_chances_of_hordes_against_troops() -> None:
    facts = [
        [0.500, 0.401, 0.230, 0.166],
        [0.599, 0.500, 0.326, 0.248],
        [0.770, 0.674, 0.500, 0.402],
        [0.834, 0.752, 0.598, 0.500],
    ]
    assert [[round(BATTLES.chance(k, t, 0), 3) for t in range(1, 5)] for k in range(1, 5)] == facts


def test_chances_of_troops_against_a_settlement() -> None:
    facts = [[0.376, 0.188], [0.469, 0.272], [0.634, 0.428]]
    assert [[round(BATTLES.chance(k, h, 1), 3) for h in range(2)] for k in range(1, 4)] == facts


@pytest.mark.parametrize(("k", "h", "s"), [(1, 1, 0), (6, 4, 0), (3, 0, 2), (3, 5, 3), (6, 12, 5)])
def test_every_battle_ends_with_pieces_of_one_side(k: int, h: int, s: int) -> None:
    endings = BATTLES.endings(k, h, s)
    assert sum(p for p, *_ in endings) == pytest.approx(1)
    assert all((left > 0) != (h2 + s2 > 0) for _, left, h2, s2 in endings)
    assert all(left <= k and h2 <= h and s2 <= s for _, left, h2, s2 in endings)


def worth_by_hand(dice: list[int], k: int, h: int, attack: tuple[int, int] | None) -> float:
    """The roller's chance with final dice, over all rolls of the Defender if these are to come."""
    if attack is not None:
        return 1 - BATTLES.chance(*BATTLES.after(k, h, 0, attack, result(dice)))
    rolls = product(range(1, 7), repeat=3)
    return sum(BATTLES.chance(*BATTLES.after(k, h, 0, result(dice), result(list(d)))) for d in rolls) / 216


@pytest.mark.parametrize("dice", [[1, 2, 4], [5, 2, 5], [6, 6, 6], [1, 1, 3]])
@pytest.mark.parametrize("attack", [None, (1, 6), (2, 3)])
def test_a_reroll_is_worth_the_mean_over_all_rolls(dice: list[int], attack: tuple[int, int] | None) -> None:
    chances = BATTLES.rerolls(2, 3, 0, attack)
    stop = worth_by_hand(dice, 2, 3, attack)
    assert chances.chance(dice, 0) == pytest.approx(stop)
    after: list[float] = []
    for mask in range(1, 8):
        chosen = [i for i in range(3) if mask >> i & 1]
        total = 0.0
        for fresh in product(range(1, 7), repeat=len(chosen)):
            rolled = dice.copy()
            for i, value in zip(chosen, fresh, strict=True):
                rolled[i] = value
            total += chances.chance(rolled, 0)
        after.append(total / 6 ** len(chosen))
        assert chances.masked(dice, mask, 1) == pytest.approx(after[-1])
    assert chances.chance(dice, 1) == pytest.approx(max(stop, *after))
    several = [chances.chance(dice, q) for q in range(4)]
    assert several == sorted(several)


# --- values


@pytest.mark.parametrize("side", [EMPEROR, OVERLORD])
def test_values_are_those_of_the_formula(side: int) -> None:
    checked = 0
    for s, seat in states(6, {"play_card"}):
        p = read_position(GAME.content, view_of(s, seat))
        left = rounds_left(s.round, s.phase == 2)
        wanted = slow_value(p, BY_SIDE[side], left)
        value = known(side).worth.at(left).value(p)
        assert value == pytest.approx(wanted if side == EMPEROR else 1 - wanted, abs=1e-12)
        checked += 1
    assert checked > 200


def test_rounds_left() -> None:
    assert [rounds_left(1, True), rounds_left(1, False), rounds_left(23, False)] == [23.5, 23, 1]
    assert rounds_left(24, True) == 0, "after the Emperor's last card nothing is left"


MIDDLE: dict[str, Any] = {
    "home": "2T 1G",
    "sea": "2J 1G",
    "yunnan": "2T",
    "sichuan": "1T",
    "gansu": "2H",
    "shanxi": "1T",
    "western_mongols": "2H",
    "manchus": "1H 1S",
    "voyages": [1, 4],
}


@pytest.mark.parametrize(
    ("change", "better"),
    [
        ({"voyages": [1, 4, 5]}, "emperor"),
        ({"voyages": [1]}, "overlord"),
        ({"home": "3T 1G"}, "emperor"),
        ({"home": "2T 2G"}, "emperor"),
        ({"home": "2T"}, "overlord"),
        ({"sea": "3J 1G"}, "emperor"),
        ({"sea": "1J 1G"}, "overlord"),
        ({"yunnan": "3T"}, "emperor"),
        ({"liaodong": "1T"}, "emperor"),
        ({"liaodong": "1H"}, "overlord"),
        ({"shanxi": ""}, "overlord"),
        ({"gansu": ""}, "emperor"),
        ({"gansu": "2H 1S"}, "overlord"),
        ({"western_mongols": "3H"}, "overlord"),
        ({"western_mongols": ""}, "emperor"),
        ({"manchus": "1H 2S"}, "overlord"),
        ({"emperor_reserve": [24]}, "emperor"),
        ({"overlord_reserve": [24]}, "overlord"),
    ],
)
@pytest.mark.parametrize("round", [3, 21])
def test_what_is_better_is_worth_more_to_both(change: dict[str, Any], better: str, round: int) -> None:
    for side in (EMPEROR, OVERLORD):
        horizon = known(side).worth.at(rounds_left(round, True))
        before = horizon.value(position(table(**MIDDLE)))
        after = horizon.value(position(table(**{**MIDDLE, **change})))
        gain = after - before
        assert gain > 0 if better == SIDES[side] else gain < 0


def test_decided_games_are_worth_all_or_nothing() -> None:
    horizons = [known(side).worth.at(10.5) for side in (EMPEROR, OVERLORD)]
    lost = position(table(voyages=[1], yunnan="1H", sichuan="1H", gansu="1S", shanxi="2H", liaodong="1H"))
    assert [h.value(lost) for h in horizons] == [0, 1]
    won = position(table(voyages=[1, 2, 3, 4, 5, 6, 7], yunnan="1H"))
    assert [h.value(won) for h in horizons] == [1, 0]


def test_at_the_end_only_the_totals_count() -> None:
    at_end = known(EMPEROR).worth.at(0.0)
    tie = position(table(voyages=[1, 2, 3], yunnan="1T", home="9T 3G"))
    assert at_end.value(tie) == 0, "7 points each: the Overlord wins a tie"
    ahead = position(table(voyages=[1, 2, 3], yunnan="1T", sichuan="1T"))
    assert at_end.value(ahead) == 1


def test_reserves_shift_the_odds_of_threats() -> None:
    horizon = Horizon(Worth(GAME.content, BATTLES, BY_SIDE[OVERLORD], OVERLORD), 10.0)
    threatened = position(table(yunnan="1T", western_mongols="3H"))
    calm = position(table(yunnan="1T", manchus="3H"))
    worse = horizon.value(threatened) - horizon.value(calm)
    assert worse > 0
    for p in (threatened, calm):
        p[RESERVE_CP + OVERLORD] = 6
    assert horizon.value(threatened) - horizon.value(calm) != pytest.approx(worse)
