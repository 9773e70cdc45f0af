"""The worked examples of the rulebook, in its order."""

from __future__ import annotations

import pytest

from forge_war.rounds import END, MARKET, MOVING, QUESTS, TILE
from tests.games.forge_war.table import Table

rule = pytest.mark.rule
P, Y, B = 0, 1, 2


def mine_example() -> Table:
    """Purple and yellow have moved, blue is to move."""
    ore = {(-3, 0): "iron", (-2, 0): "copper", (-1, 0): "emerald", (0, 0): "iron", (1, 0): "copper"}
    t = Table("normal", 3)
    t.mine(
        ore,
        o2=[(-3, 0), (0, 3), (-3, 3)],
        o0=[(1, -2), (2, 1), (3, -1)],
        o1=[(-3, 2), (1, -3), (2, -2)],
        w2=[(-2, 0), (1, 0), (0, -1), (-1, 1), (-1, 2)],
        w1=[(-1, 0), (0, 0), (3, -3)],
        w0=[(0, -3)],
    )
    return t.at(MOVING, 2)


@rule("FW-134", "FW-137", "FW-140", "FW-143", "FW-146", "FW-152")
def test_e01_overseer_movement_with_conversion_defection_and_strike() -> None:
    t = mine_example()
    assert t.asked == {B: "mine_move"}
    assert [m for m in t.options(B) if m.startswith("move -3 0 ") and m.endswith(" 0")] == ["move -3 0 2 0"]
    t.do(B, "move -3 0 2 0")
    moved = t.events("overseer_moved")[-1]
    assert moved["passed"] == [
        {"hex": [-2, 0], "colour": P},
        {"hex": [-1, 0], "colour": B},
        {"hex": [0, 0], "colour": B},
        {"hex": [1, 0], "colour": Y},
    ]
    assert moved["resources"] == {"2": {"iron": 2, "emerald": 1}, "0": {"copper": 1}, "1": {"copper": 1}}
    assert [t[P], t[Y], t[B]] == ["1 copper", "1 copper", "2 iron, 1 emerald"]
    struck = t.events("strike")
    assert [e["colour"] for e in struck] == [B]
    assert sorted(struck[0]["hexes"]) == [[-1, 0], [-1, 1], [-1, 2], [0, -1], [0, 0]]
    assert t.state.workers == [2, 2, 1]
    row = [t.piece((q, 0)) for q in range(-3, 3)]
    assert row == ["w2", "w0", "", "", "w1", "o2"]


@rule("FW-113", "FW-170", "FW-173", "FW-176")
def test_e02_rearranging_the_order() -> None:
    t = mine_example().do(B, "move -3 0 2 0")
    assert t.asked == {P: "mine_second"}
    t.do(P, "pass")
    assert t.state.order == [B, Y, P]
    assert t.asked == {B: "market_action"}


@rule("FW-113", "FW-179")
def test_e02_a_second_movement_puts_purple_last() -> None:
    t = mine_example().do(B, "move -3 0 2 0")
    t.state.workers[P] = 1  # one that was taken off: with the one of the movement there are again two
    t.state.piece[t.hexes[(0, -3)]] = 0
    t.do(P, "move 3 -1 2 -1")
    assert t.events("order_changed")[-1] == {"order": [B, Y, P], "workers": [2, 2, 1], "locked": True}
    assert t.state.order == [B, Y, P]


@rule("FW-349")
def test_e03_forging_a_copper_sword() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "weird_woods")
    t.adventurer(0, 1)
    t.pool(0, "3 copper").at(QUESTS).do(0, "pass", f"focus {quest}", "apply a1 copper_sword")
    assert t[0] == "1 copper"
    assert t.power(0, quest)[0] == 2
    assert (t.player(0).on, t.names(t.player(0).weapon)) == ([t.quests[quest]], ["copper_sword"])


@rule("FW-105", "FW-208")
def test_e04_market_stall_both_directions() -> None:
    t = Table("epic", 2).get(0, "ruby_broker#1").pool(0, "2 ruby, 1 iron").at(MARKET)
    t.do(0, "stall ruby_broker#1 left_to_right")
    assert t[0] == "3 iron, 1 ruby"
    t.refused(0, "stall", card="ruby_broker#1", side="right_to_left")
    t.refused(0, "stall", card="ruby_broker#1", side="left_to_right")
    t.at(END)
    assert t.state.round == 2
    t.do(0, "stall ruby_broker#1 right_to_left")
    assert t[0] == "1 iron, 2 ruby"


@rule("FW-261")
def test_e05_barracks_level_prices() -> None:
    for level in (1, 2, 3):
        t = Table("normal", 2)
        t.adventurer(0, level)
        assert t.pool(0, f"{level - 1} gold").at(MARKET).options(0, "barracks") == []
        t.pool(0, f"{level} gold").at(MARKET).do(0, "barracks no hire a1")
        assert (t.levels(0), t[0]) == ([level + 1], "")
    t = Table("normal", 2)
    t.adventurer(0, 4)
    assert t.pool(0, "3 gold").at(MARKET).options(0, "barracks") == []


@rule("FW-223", "FW-267", "FW-273", "FW-453")
def test_e06_road_with_two_adventurers_savvy_cards() -> None:
    t = Table("epic", 2).get(0, "adventurer_savvy_1").get(0, "adventurer_savvy_2")
    quest = t.quest(0, "endless_dungeon")
    t.adventurer(0, 4, on=quest, weapon="worldrender")
    t.at(MARKET)
    assert t.options(0, "road") == [f"road {quest} {n}" for n in (1, 2, 3)]
    t.do(0, f"road {quest} 3")
    assert (t.step(quest), t[0]) == (4, "3 mithril, 2 gold")
    t.do(1, "pass").do(0, "pass", "done").do(1, "pass", "done")
    assert (t.step(quest), t[0]) == (5, "3 mithril, 2 ruby, 7 gold")


@rule("FW-310", "FW-313")
def test_e07_merchant_prices() -> None:
    t = Table("epic", 2).pool(0, "1 emerald, 1 copper, 3 gold").at(MARKET)
    t.do(0, "merchant_sell emerald")
    assert t[0] == "1 copper, 5 gold"
    t.refused(0, "merchant_sell", resource="copper")
    t.do(0, "merchant_buy mithril")
    assert t[0] == "1 copper, 1 mithril"
    t.pool(0, "1 copper, 9 gold")
    t.refused(0, "merchant_buy", resource="copper")
    assert t.any_time(0) == []


@rule("FW-386", "FW-423", "FW-480", "FW-483", "FW-489")
def test_e08_trouble_in_the_weird_woods() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "weird_woods", step=4, ago=3)
    t.adventurer(0, 1, on=quest, weapon="iron_sword")
    t.adventurer(0, 1)
    t.adventurer(0, 2)
    t.designs(0, "iron_sword", "copper_axe").pool(0, "2 iron, 2 copper").at(QUESTS)
    assert t.power(0, quest) == (3, 11)
    t.do(0, "pass", f"focus {quest}", "apply a2 iron_sword", "apply a3 copper_axe")
    assert (t.power(0, quest), t[0]) == ((8, 8), "")
    t.do(0, "unfocus", "done").do(1, "pass", "done")
    assert t[0] == "3 gold, 18 prestige"
    assert t.options(0) == ["stop", "level a1", "level a2", "level a3"]
    t.do(0, "level a1")
    assert t.options(0) == ["stop", "level a2", "level a3"]
    t.do(0, "level a3")
    assert t.levels(0) == [2, 1, 3]
    assert (t.player(0).on, t.player(0).weapon) == ([-1] * 3, [-1] * 3)
    assert t[0] == "3 gold, 18 prestige"


@rule("FW-423", "FW-432", "FW-435")
def test_e08_without_more_adventurers_the_quest_fails() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "weird_woods", step=4, ago=3)
    t.adventurer(0, 1, on=quest, weapon="iron_sword")
    t.at(QUESTS).do(0, "pass", "done")
    assert (t[0], t.levels(0), t.player(0).on) == ("4 prestige", [1], [-1])
    assert t.state.gone[-1] == t.quests[quest]


@rule("FW-668", "FW-674")
def test_e09_decorated_bonus_tile() -> None:
    t = Table("epic", 2, tiles=True)
    for _ in range(4):
        t.adventurer(0, 4)
    t.state.tiles = [next(i for i, tile in enumerate(t.c.tiles) if tile.id == "decorated_merchant")]
    t.state.round = 3
    t.pool(0, "7 gold").at(TILE)
    assert t.asked == {0: "merchant_credit"}
    t.do(0, "buy mithril", "buy ruby", "buy iron")
    assert t[0] == "1 iron, 1 mithril, 1 ruby, 7 gold"
    assert t.player(0).buys == 0


@rule("FW-072", "FW-073", "FW-075")
@pytest.mark.parametrize(("raised", "levels"), [(["a1", "a1", "a2"], [3, 2, 1]), (["a1", "a2", "a3"], [2, 2, 2])])
def test_e10_level_up_bonuses_at_setup(raised: list[str], levels: list[int]) -> None:
    t = Table.fresh("normal", 2, [["w1_11", "w1_14", "w1_01", "w1_02"]])
    t.do(0, "keep w1_11 w1_14")
    t.do(1, t.options(1)[0])
    assert (t[0], t.names(t.player(0).claims)) == ("2 copper, 6 gold", ["copper_axe"])
    t.do(0, *[f"level {who}" for who in raised[:2]])
    left = t.options(0)
    assert left == ["skip", *[f"level a{i + 1}" for i, level in enumerate(t.levels(0)) if level < 3]]
    t.do(0, f"level {raised[2]}")
    assert t.levels(0) == levels


@rule("FW-435", "FW-683")
def test_e11_failure_awards() -> None:
    t = Table("epic", 2)
    t.quest(0, "bodyguard", step=4)
    t.quest(1, "kidnappings", ago=0)
    t.last_round().at(END)
    assert [p.prestige for p in t.state.players] == [13, 0]
