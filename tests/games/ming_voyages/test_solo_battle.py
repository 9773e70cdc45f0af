"""Solo: the Overlord's re-rolls (RULES.md, section 16)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ming_voyages.battle import start_battle
from ming_voyages.dice import result
from ming_voyages.names import DOUBLE, EMPEROR, OVERLORD, TRIPLE, WESTERN_MONGOLS, YUNNAN
from rulekit.chance import Seeded
from rulekit.events import Ctx
from tests.games.ming_voyages.table import Table, table

rule = pytest.mark.rule

ALL = 7  # the mask of all three dice


def attacks(rolls: Sequence[list[int]], reserve: Sequence[int], defender: list[int]) -> Table:
    """One Horde attacks one Troop in Yunnan; `reserve` has its top card first."""
    t = table(solo="easy", yunnan="1T", western_mongols="1H", overlord_reserve=list(reserve)[::-1])
    return t.dice(attacker=[d for roll in rolls for d in roll], defender=defender).event("attack 1")


def defends(player: list[int], rolls: Sequence[list[int]], reserve: Sequence[int], on: str = "1H") -> Table:
    """One Troop attacks Yunnan; `reserve` has its top card first."""
    t = table(solo="easy", plays=12, home="1T", yunnan=on, overlord_reserve=list(reserve)[::-1], decks={2: "build"})
    return t.dice(attacker=player, defender=[d for roll in rolls for d in roll]).play(12).cp("attack")


def rolled_again(t: Table) -> list[tuple[int, list[int], int]]:
    """Mask, dice after it, and re-rolls left, of each re-roll."""
    return [(e["mask"], e["dice"], e["rerolls"]) for e in t.events("battle_reroll")]


def cards(t: Table) -> list[int]:
    return [e["card"] for e in t.events("battle_reroll_card")]


def all_used(t: Table) -> bool:
    return not any(t.script.values())


# --- as Attacker


@rule("MV-865")
@pytest.mark.parametrize("first", [[2, 2, 5], [5, 1, 1], [3, 1, 3], [1, 1, 1]])
def test_an_attacker_whose_first_roll_is_a_double_or_triple_uses_no_card(first: list[int]) -> None:
    t = attacks([first], [8, 4], [1, 2, 4])
    assert (cards(t), t.reserve("overlord"), t.discard) == ([], [4, 8], [])
    assert t["yunnan"] == "1H"


@rule("MV-870", "MV-875", "MV-880")
def test_b27_attacking_overlord_with_reserve() -> None:
    t = attacks([[6, 4, 2], [5, 3, 1], [2, 2, 6]], [8, 4], [6, 5, 4])
    assert cards(t) == [8]
    assert rolled_again(t) == [(ALL, [5, 3, 1], 1), (ALL, [2, 2, 6], 0)]
    assert (t.reserve("overlord"), t.discard) == ([4], [8])
    assert t["yunnan"] == "1H"


@rule("MV-875")
def test_b27_variant_the_re_rolls_left_go_to_the_odd_die_only() -> None:
    t = attacks([[6, 4, 2], [2, 2, 6], [2]], [8, 4], [6, 6, 4])
    assert rolled_again(t) == [(ALL, [2, 2, 6], 1), (0b100, [2, 2, 2], 0)]
    assert t.reserve("overlord") == [4]


@rule("MV-875")
@pytest.mark.parametrize(
    ("pair", "mask", "after"),
    [([6, 2, 2], 0b001, [2, 2, 2]), ([2, 6, 2], 0b010, [2, 2, 2]), ([2, 2, 6], 0b100, [2, 2, 2])],
)
def test_the_third_die_is_the_one_that_is_not_of_the_pair(pair: list[int], mask: int, after: list[int]) -> None:
    t = attacks([[6, 4, 2], pair, [5], [2]], [6], [6, 6, 4])  # 3 re-rolls: a double, a miss, a triple
    again = rolled_again(t)
    assert [m for m, _, _ in again] == [ALL, mask, mask]
    assert again[-1] == (mask, after, 0)


@rule("MV-875")
def test_with_the_re_rolls_used_up_a_double_stands_without_a_further_card() -> None:
    t = attacks([[6, 4, 2], [3, 3, 1], [5], [4]], [6, 9], [6, 5, 4])
    assert rolled_again(t)[-1] == (0b100, [3, 3, 4], 0)
    assert (cards(t), t.reserve("overlord")) == ([6], [9])


@rule("MV-875", "MV-890")
def test_with_a_triple_he_stops_at_once_and_re_rolls_left_are_lost() -> None:
    t = attacks([[6, 4, 2], [4, 4, 4]], [6, 9], [6, 6, 4])
    assert rolled_again(t) == [(ALL, [4, 4, 4], 2)]
    assert (t.reserve("overlord"), t.discard) == ([9], [6])


@rule("MV-870", "MV-880", "MV-890")
def test_with_a_single_he_goes_on_with_the_next_card_until_none_is_left() -> None:
    t = attacks([[6, 4, 2], [6, 5, 1], [6, 5, 2], [6, 5, 3], [6, 5, 4]], [8, 4, 7], [1, 2, 4])
    assert cards(t) == [8, 4, 7]
    assert [left for _, _, left in rolled_again(t)] == [1, 0, 0, 0]
    assert (t.reserve("overlord"), t.discard) == ([], [8, 4, 7])
    assert t.events("cards_discarded") == [{"type": "cards_discarded", "cards": [8, 4, 7], "cause": "rerolls"}]
    t = attacks([[6, 4, 2], [6, 5, 1], [1, 1, 2]], [4, 7, 10], [6, 5, 2])
    assert (cards(t), t.reserve("overlord")) == ([4, 7], [10])


@rule("MV-870")
def test_without_a_reserve_a_single_stands() -> None:
    t = attacks([[6, 4, 2]], [], [1, 2, 4])
    assert (rolled_again(t), t["yunnan"]) == ([], "1H")


@rule("MV-890", "MV-475")
def test_each_round_begins_with_the_cards_that_are_left() -> None:
    t = table(solo="easy", yunnan="2T", western_mongols="1H", overlord_reserve=[4, 6])
    t.dice(attacker=[6, 4, 2, 6, 6, 6, 6, 4, 2, 5, 5, 1], defender=[6, 6, 6, 3, 2, 1]).event("attack 1")
    assert cards(t) == [6, 4]  # of #6 two re-rolls were lost in the first round, a Standoff
    assert [e["hit"] for e in t.events("battle_round")] == ["standoff", "devastating_blow"]
    assert t.discard == [6, 4]


# --- as Defender


@rule("MV-885", "MV-890")
def test_b28_defending_overlord() -> None:
    t = defends([3, 3, 5], [[3, 3, 1], [6, 5, 1], [4, 4, 2]], [8, 4])
    assert cards(t) == [8]
    assert rolled_again(t) == [(ALL, [6, 5, 1], 1), (ALL, [4, 4, 2], 0)]
    assert (t.reserve("overlord"), t["yunnan"]) == ([4], "1H")
    assert 8 in t.discard
    assert t.events("battle_round")[0]["loser"] == "emperor"


@rule("MV-885")
def test_b28_against_a_triple_6_he_uses_no_card() -> None:
    for own in ([1, 2, 3], [6, 6, 1]):
        t = defends([6, 6, 6], [own], [8, 4])
        assert (cards(t), t.reserve("overlord")) == ([], [4, 8])


@rule("MV-885")
def test_a_defender_who_has_won_the_round_uses_no_card() -> None:
    t = defends([6, 5, 3], [[1, 1, 2]], [8])
    assert (cards(t), t.reserve("overlord")) == ([], [8])


@rule("MV-885")
def test_a_better_score_of_the_same_type_is_enough_and_he_stops_there() -> None:
    t = defends([5, 3, 1], [[5, 4, 2], [6, 2, 1]], [9])
    assert rolled_again(t) == [(ALL, [6, 2, 1], 2)]
    assert t.reserve("overlord") == []


@rule("MV-885")
def test_he_re_rolls_all_dice_though_a_pair_is_among_them() -> None:
    t = defends([4, 4, 4], [[3, 3, 1], [2, 2, 2], [6, 1, 1], [5, 5, 5]], [9])
    assert rolled_again(t) == [(ALL, [2, 2, 2], 2), (ALL, [6, 1, 1], 1), (ALL, [5, 5, 5], 0)]
    assert t["yunnan"] == "1H"


@rule("MV-885")
def test_a_defender_takes_further_cards_until_none_is_left() -> None:
    t = defends([6, 6, 1], [[1, 2, 3], [5, 5, 1], [6, 6, 2], [4, 4, 3]], [4, 8])
    assert cards(t) == [4, 8]
    assert (t.reserve("overlord"), t["yunnan"]) == ([], "1T")
    assert set(t.discard) >= {4, 8}


@rule("MV-865", "MV-870", "MV-875", "MV-880", "MV-885")
def test_every_battle_of_the_overlord_follows_the_rules() -> None:
    """Against another telling of section 16, over many rolls, with all sorts of reserves."""
    used = 0
    for seed in range(400):
        attacker = (EMPEROR, OVERLORD)[seed % 2]
        reserve = [[], [8], [4, 6], [9, 17, 7]][seed // 2 % 4]
        t = table(solo="easy", overlord_reserve=reserve, yunnan="2T", western_mongols="2H")
        s = t.state
        s.hordes[WESTERN_MONGOLS], s.hordes[YUNNAN] = 0, 2
        ctx = Ctx(Seeded(seed.to_bytes(32, "little")), t.log)
        start_battle(s, ctx, YUNNAN, attacker)
        while s.battle is not None:
            s.stack[-1].run(s, ctx)
        used += len(cards(t))
        check_rerolls(t, attacker)
    assert used > 200


def check_rerolls(t: Table, attacker: int) -> None:
    """Every re-roll was due, and none that was due is missing."""
    cards_left = len(t.reserve("overlord")) + len(cards(t))
    left = 0
    own: list[int] = []
    to_beat = (0, 0)

    def due() -> int:
        """The mask that the rules want next; 0 to stop."""
        kind = result(own)[0]
        if attacker == EMPEROR:
            stops = to_beat == (TRIPLE, 6) or result(own) > to_beat
        else:
            stops = kind == TRIPLE or (kind == DOUBLE and left == 0)
        if stops or (left == 0 and cards_left == 0):
            return 0
        if attacker == OVERLORD and kind == DOUBLE:
            return next(1 << i for i in range(3) if own.count(own[i]) == 1)
        return ALL

    for e in t.events():
        if e["type"] == "battle_roll" and e["side"] == "overlord":
            own, left = e["dice"], 0
        elif e["type"] == "battle_roll":
            to_beat = result(e["dice"])
            assert attacker == EMPEROR or due() == 0
        elif e["type"] == "battle_reroll_card":
            assert (left, due()) == (0, ALL)
            left, cards_left = e["rerolls"], cards_left - 1
        elif e["type"] == "battle_reroll":
            assert e["mask"] == due()
            own, left = e["dice"], e["rerolls"]
        elif e["type"] == "battle_round":
            assert attacker == OVERLORD or due() == 0


# --- the player


@rule("MV-895")
def test_the_player_decides_his_own_re_rolls_as_defender() -> None:
    t = table(solo="easy", yunnan="1T", western_mongols="1H", emperor_reserve=[5, 4])
    t.dice(attacker=[2, 2, 5, 1, 1, 1], defender=[3, 2, 1, 2, 2, 6, 3]).event("attack 1")
    assert t.asked == ("emperor", "reroll")
    assert t.options == [{"do": "stop"}, {"do": "card", "card": 5}, {"do": "card", "card": 4}]
    t.emperor("reroll", do="card", card=5).emperor("reroll", do="dice", mask=0b001)
    assert t.asked == ("emperor", "reroll")
    t.emperor("reroll", do="stop")
    assert rolled_again(t) == [(0b001, [2, 2, 1], 1)]
    assert (t.reserve("emperor"), t.discard) == ([4], [5])
    assert [e["hit"] for e in t.events("battle_round")] == ["standoff"]
    t.emperor("reroll", do="stop")  # of the next round
    assert (t["yunnan"], all_used(t)) == ("1H", True)


@rule("MV-895")
def test_the_player_decides_his_own_re_rolls_as_attacker() -> None:
    t = table(solo="easy", plays=12, home="1T", yunnan="1H", emperor_reserve=[5], decks={2: "build"})
    t.dice(attacker=[1, 2, 3, 1, 1, 1], defender=[6, 6, 5]).play(12).cp("attack")
    assert t.asked == ("emperor", "reroll")
    t.emperor("reroll", do="card", card=5).emperor("reroll", do="dice", mask=ALL).emperor("reroll", do="stop")
    assert t["yunnan"] == "1T"
    assert all_used(t)
