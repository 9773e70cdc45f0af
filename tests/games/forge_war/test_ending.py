"""The end of the game and its scores (RULES.md, section on the end of the game)."""

from __future__ import annotations

import pytest

from forge_war.rounds import CLOSING, END, QUESTS
from forge_war.scoring import rank
from tests import laws
from tests.games.forge_war.table import GAME, Table

rule = pytest.mark.rule


def points(t: Table, seat: int = 0) -> dict[str, int]:
    assert t.state.outcome is not None
    of: dict[str, int] = t.state.outcome.detail["points"][seat]
    return of


def score(t: Table, seat: int = 0) -> int:
    assert t.state.outcome is not None
    return t.state.outcome.scores[seat]


@rule("FW-680")
@pytest.mark.parametrize(
    ("mode", "rounds", "end"),
    [("normal", 7, (1, 7)), ("advanced_normal", 7, (2, 7)), ("epic", 18, (3, 6)), ("short_epic", 12, (3, 6))],
)
def test_when_a_game_ends(mode: str, rounds: int, end: tuple[int, int]) -> None:
    w = laws.Walk(GAME, mode, {}, 2, 1)
    while not w.over:
        w.step()
    assert (w.state.clock, (w.state.stage, w.state.round)) == (rounds, end)
    assert GAME.pending(w.state) == []


@rule("FW-683")
def test_active_quests_fail_without_penalty() -> None:
    """Taken this round, never passed a leg: nothing; a passed leg: its consolation; resources on weapons are lost."""
    t = Table("epic", 2).offer(slot1="weird_woods")
    quest = t.quest(0, "fish_king", step=4, ago=2)
    t.adventurer(0, 4, on=quest, weapon="worldrender")
    t.adventurer(0, 1)
    t.designs(0, "iron_sword").pool(0, "2 iron").last_round().at(QUESTS)
    t.do(0, "acquire 1 ", "focus weird_woods", "apply a2 iron_sword", "unfocus", "done").do(1, "pass", "done").do(
        0, "close"
    )
    of = points(t)
    assert (of["consolation"], of["penalty"]) == (10, 0)  # the second leg was passed in these rewards
    assert of["leftovers"] == (3 + 2) // 4  # 3 gold and an emerald of that leg; no iron
    assert t.player(0).quests == []
    assert sorted(e["quest"] for e in t.events("quest_failed")) == ["fish_king", "weird_woods"]


@rule("FW-683")
def test_a_rush_does_not_limit_the_last_failure() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "mystic_cave", step=3)
    t.state.rushed[t.quests[quest]] = 0
    t.last_round().at(END)
    assert points(t)["consolation"] == 4


@rule("FW-686")
def test_prestige_of_adventurers() -> None:
    for levels, prestige in (([1], 1), ([1, 2, 3], 6), ([4], 5), ([4, 4, 1], 11)):
        t = Table("epic", 2)
        for level in levels:
            t.adventurer(0, level)
        t.last_round().at(END)
        assert points(t)["adventurers"] == prestige
        assert score(t) == prestige


@rule("FW-689")
def test_prestige_of_cards() -> None:
    t = Table("epic", 2).designs(0, "leaf_shield", "worldrender", "iron_sword", "iron_greatsword")
    t.get(0, "gem_cutter#1").get(0, "trader_savvy_3#1").pool(0, "").last_round().at(END)
    of = points(t)
    assert (of["unique_designs"], of["claims"], of["bonus_cards"]) == (4 + 10, 1 + 2, 2 + 5)
    assert score(t) == 24


@rule("FW-692")
def test_bought_bonuses_count_for_their_buyers_alone() -> None:
    t = Table("normal", 2)
    for seat in (0, 1):
        for _ in range(3):
            t.adventurer(seat, 1)
    t.state.bonus_owner[2] = 1
    t.last_round().at(END)
    assert (score(t, 0), score(t, 1)) == (3, 6)


@rule("FW-217", "FW-695")
@pytest.mark.parametrize(
    ("pool", "prestige"),
    [
        ("3 gold", 0),
        ("4 gold", 1),
        ("1 gold, 1 copper, 1 iron", 1),
        ("1 copper, 1 iron, 1 mithril, 1 emerald, 1 ruby, 1 diamond", 15 // 4),
        ("1 gold, 1 copper, 1 iron, 1 mithril, 1 emerald, 1 ruby, 1 diamond", 16 // 4),
    ],
)
def test_gold_and_leftover_resources(pool: str, prestige: int) -> None:
    t = Table("epic", 2).pool(0, pool).last_round().at(END)
    assert points(t)["leftovers"] == prestige
    t = Table("epic", 2).get(0, "seller_savvy_1#1").pool(0, pool).last_round().at(END)
    assert points(t)["leftovers"] == prestige  # Seller's Savvy does not count


@rule("FW-695")
def test_resources_are_left_out_for_the_owner_of_the_bottom_right_bonus() -> None:
    t = Table("normal", 2).pool(0, "7 gold, 6 iron").pool(1, "7 gold, 6 iron")
    t.state.bonus_owner[4] = 0
    t.last_round().at(END)
    assert (points(t, 0)["leftovers"], points(t, 0)["eg_bottom_right"]) == (1, 6)
    assert points(t, 1)["leftovers"] == 4


@rule("FW-698")
def test_the_most_prestige_wins_and_ties_go_to_the_earlier_in_order() -> None:
    t = Table("normal", 3).order(2, 0, 1).prestige(0, 20).prestige(1, 30).prestige(2, 30).last_round().at(CLOSING)
    assert t.state.outcome is not None
    assert t.state.outcome.placings == [3, 2, 1]
    assert t.state.outcome.scores == [20, 30, 30]
    assert rank([5, 5, 5, 9], [3, 1, 0, 2]) == [3, 2, 4, 1]
    assert rank([-3, 0], [0, 1]) == [2, 1]


def test_the_report_of_points_adds_up() -> None:
    for seed in range(6):
        w = laws.Walk(GAME, "epic", {"bonus_tiles": True}, 2 + seed % 3, seed)
        while not w.over:
            w.step()
        outcome = w.state.outcome
        assert [sum(of.values()) for of in outcome.detail["points"]] == outcome.scores
