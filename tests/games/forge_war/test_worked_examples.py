"""The worked examples of the rulebook."""

from __future__ import annotations

from forge_war.rounds import END, MARKET, MOVING, ORDER, QUESTS, TILE
from tests.games.forge_war.table import Table

P, Y, B = 0, 1, 2


def mine_example() -> Table:
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


def test_a_movement_converts_defects_yields_and_strikes() -> None:
    """FW-134 to FW-152."""
    t = mine_example()
    assert t.asked == {B: "mine_move"}
    assert [m for m in t.options(B) if m.startswith("move -3 0 ") and m.endswith(" 0")] == ["move -3 0 2 0"]
    t.do(B, "move -3 0 2 0")
    assert t.events("overseer_moved")[-1]["passed"] == [
        {"hex": [-2, 0], "colour": P},
        {"hex": [-1, 0], "colour": B},
        {"hex": [0, 0], "colour": B},
        {"hex": [1, 0], "colour": Y},
    ]
    assert [t[P], t[Y], t[B]] == ["1 copper", "1 copper", "2 iron, 1 emerald"]
    struck = t.events("strike")[-1]
    assert struck["colour"] == B
    assert sorted(struck["hexes"]) == [[-1, 0], [-1, 1], [-1, 2], [0, -1], [0, 0]]
    assert t.state.workers == [2, 2, 1]


def test_fewest_workers_go_first_and_ties_are_reversed() -> None:
    """FW-173, FW-176."""
    t = mine_example().do(B, "move -3 0 2 0").do(P, "pass")
    assert t.state.order == [B, Y, P]
    assert t.asked == {B: "market_action"}


def test_who_moved_twice_is_last() -> None:
    """FW-179."""
    t = mine_example().do(B, "move -3 0 2 0")
    assert t.asked == {P: "mine_second"}
    t.do(P, next(move for move in t.options(P) if move != "pass"))
    assert t.state.order[-1] == P


def test_forging_lays_the_resources_on_the_adventurer() -> None:
    """FW-349."""
    t = Table("normal", 2)
    quest = t.quest(0, "weird_woods")
    t.adventurer(0, 1)
    t.pool(0, "3 copper").at(QUESTS).do(0, "pass", f"focus {quest}", "apply a1 copper_sword")
    assert t[0] == "1 copper"
    assert t.power(0, quest)[0] == 2


def test_a_stall_works_both_ways_once_a_round() -> None:
    """FW-208."""
    t = Table("epic", 2).get(0, "ruby_broker#1").pool(0, "2 ruby, 1 iron").at(MARKET)
    t.do(0, "stall ruby_broker#1 left_to_right")
    assert t[0] == "3 iron, 1 ruby"
    t.refused(0, "stall", card="ruby_broker#1", side="right_to_left")
    t.state.players[0].stalls_used = 0
    t.do(0, "stall ruby_broker#1 right_to_left")
    assert t[0] == "1 iron, 2 ruby"


def test_the_barracks_raise_for_the_present_level_in_gold() -> None:
    """FW-261."""
    for level in (1, 2, 3):
        t = Table("normal", 2)
        t.adventurer(0, level)
        t.pool(0, f"{level} gold").at(MARKET).do(0, "barracks no hire a1")
        assert (t.levels(0), t[0]) == ([level + 1], "")
    t = Table("normal", 2)
    t.adventurer(0, 4)
    assert t.pool(0, "3 gold").at(MARKET).options(0, "barracks") == []


def test_two_adventurers_savvy_make_a_long_road() -> None:
    """FW-267, FW-453."""
    t = Table("epic", 2).get(0, "adventurer_savvy_1").get(0, "adventurer_savvy_2")
    quest = t.quest(0, "endless_dungeon")
    t.adventurer(0, 4, on=quest, weapon="worldrender")
    t.at(MARKET).do(0, f"road {quest} 3")
    assert (t.step(quest), t[0]) == (4, "3 mithril, 2 gold")
    t.do(1, "pass").do(0, "pass", "done").do(1, "pass", "done")
    assert (t.step(quest), t[0]) == (5, "3 mithril, 2 ruby, 7 gold")


def test_the_merchant_buys_one_and_sells_one() -> None:
    """FW-310, FW-313."""
    t = Table("epic", 2).pool(0, "1 emerald, 3 gold").at(MARKET)
    t.do(0, "merchant_sell emerald")
    assert t[0] == "5 gold"
    t.do(0, "merchant_buy mithril")
    assert t[0] == "1 mithril"
    assert t.any_time(0) == []


def test_trouble_in_the_weird_woods() -> None:
    """FW-423, FW-386, FW-480 to FW-489."""
    t = Table("normal", 2)
    quest = t.quest(0, "weird_woods", step=4, ago=3)
    t.adventurer(0, 1, on=quest, weapon="iron_sword")
    t.adventurer(0, 1)
    t.adventurer(0, 2)
    t.designs(0, "iron_sword", "copper_axe").pool(0, "2 iron, 2 copper").at(QUESTS)
    assert t.power(0, quest) == (3, 11)
    t.do(0, "pass", f"focus {quest}", "apply a2 iron_sword", "apply a3 copper_axe")
    assert t.power(0, quest) == (8, 8)
    t.do(0, "unfocus", "done").do(1, "pass", "done")
    assert t[0] == "3 gold, 18 prestige"
    assert t.options(0) == ["stop", "level a1", "level a2", "level a3"]
    t.do(0, "level a1")
    assert t.options(0) == ["stop", "level a2", "level a3"]
    t.do(0, "level a3")
    assert t.levels(0) == [2, 1, 3]
    assert t.player(0).on == [-1, -1, -1]


def test_merchant_credit_is_for_the_merchant_alone() -> None:
    """FW-668, FW-674."""
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


def test_at_the_end_active_quests_bring_their_last_consolation() -> None:
    """FW-683."""
    t = Table("epic", 2)
    t.quest(0, "bodyguard", step=4)
    t.quest(1, "kidnappings", ago=0)
    t.last_round().at(END)
    assert [p.prestige for p in t.state.players] == [13, 0]


def test_order_before_the_market() -> None:
    """FW-170: the rearranged order holds for the market."""
    t = Table("normal", 4)
    t.mine(w1=[(0, 0), (2, 0)], w2=[(0, 2), (2, -2)], w3=[(-2, 0)]).at(ORDER)
    assert t.state.order == [0, 3, 2, 1]
