"""Further scenarios, first part: mine, order, market, quests, tiles, scores and the solo game."""

from __future__ import annotations

import pytest

from forge_war.rounds import END, MARKET, MOVING, ORDER, QUESTS, TILE, WINDOW
from tests.games.forge_war.table import Hex, Table, idle_rounds

rule = pytest.mark.rule


@rule("FW-119", "FW-122", "FW-125")
@pytest.mark.parametrize(
    ("workers", "overseers", "stops"),
    [
        ([], [], [-2, -1, 0, 1, 2, 3]),
        ([(-2, 0), (0, 0)], [], [-1]),
        ([(-1, 0), (0, 0)], [], [-2, 1]),
        ([(-2, 0), (-1, 0)], [(0, 0)], []),
        ([], [(-1, 0)], [-2]),
        ([(1, 0), (2, 0), (3, 0)], [], [-2, -1, 0]),
    ],
)
def test_h01_legal_stops_on_a_line(workers: list[Hex], overseers: list[Hex], stops: list[int]) -> None:
    t = Table("normal", 2).mine(o0=[(-3, 0)], w1=workers, o1=overseers).at(MOVING)
    found = [move.split() for move in t.options(0, "move")]
    assert sorted(int(m[3]) for m in found if m[4] == "0") == stops


@rule("FW-140", "FW-143")
def test_h02_a_tie_in_a_defection() -> None:
    t = Table("normal", 4).mine(
        o1=[(-3, 0)],
        w1=[(-2, 0), (-1, 0)],
        w0=[(0, 2), (2, 0)],
        w2=[(0, -2), (2, -2)],
        w3=[(-3, 3), (-1, 3), (3, -3)],
    )
    t.at(MOVING, 1).do(1, "move -3 0 0 0")
    assert [passed["colour"] for passed in t.events("overseer_moved")[0]["passed"]] == [0, 2]


@rule("FW-146", "FW-152")
def test_h03_a_strike_for_an_opponent() -> None:
    t = Table("normal", 2).mine(
        {(-2, 0): "emerald", (-3, 0): "iron"},
        o0=[(-3, 0)],
        w0=[(-2, 0)],
        w1=[(-2, 1), (-2, 2), (-3, 2), (-2, -1), (-1, -1)],
    )
    t.at(MOVING).do(0, "move -3 0 -1 0")
    assert [t[0], t[1]] == ["1 iron", "1 emerald"]
    assert t.state.workers == [1, 0]


@rule("FW-173", "FW-176", "FW-179")
@pytest.mark.parametrize(
    ("workers", "locked", "order"),
    [([0, 2, 2, 1], False, [0, 3, 2, 1]), ([0, 2, 2, 1], True, [3, 2, 1, 0]), ([2, 2, 2, 2], False, [3, 2, 1, 0])],
)
def test_h04_order_with_ties_and_a_lock(workers: list[int], locked: bool, order: list[int]) -> None:
    spots: list[Hex] = [(0, 0), (2, 0), (0, 2), (2, -2), (-2, 0), (0, -2), (-2, 2), (3, -3)]
    pieces = {f"w{colour}": [spots[colour * 2], spots[colour * 2 + 1]][:n] for colour, n in enumerate(workers)}
    t = Table("normal", 4).mine(None, **pieces)
    t.state.locked_last = locked
    assert t.at(ORDER).state.order == order


@rule("FW-096")
def test_h05_public_designs_in_the_weapon_deck() -> None:
    t = Table("normal", 2)
    t.stack("weapon", "iron_axe", "iron_mace", "leaf_shield")
    t.at(END)
    assert t.names(t.state.row)[-2:] == ["iron_axe", "iron_mace"]
    assert len(t.state.row) == 6
    assert t.names(t.state.face)[0] == "leaf_shield"
    shown = [(e["card"], e["public"]) for e in t.events("revealed") if e["stack"] == "weapon"]
    assert shown == [("iron_axe", True), ("iron_mace", True), ("leaf_shield", False)]


@rule("FW-093", "FW-096")
def test_h05_the_last_public_design_leaves_no_design_up() -> None:
    t = Table("normal", 2)
    for stack in ("bonus_a", "bonus_b", "single_a", "single_b"):
        t.stack(stack)
    t.stack("weapon", "iron_spear")
    t.state.round = 6
    t.at(END)
    assert t.state.round == 7
    assert t.names(t.state.row)[-1] == "iron_spear"
    assert t.state.face == [-1] * 5


@rule("FW-264", "FW-205")
def test_h06_the_clerk_pays_everybody_on_the_design() -> None:
    t = Table("normal", 3).designs(0, "iron_sword").designs(1, "iron_sword").order(2, 0, 1)
    assert "clerk iron_sword" not in t.pool(2, "3 gold").at(MARKET).options(2)
    t.pool(2, "4 gold").at(MARKET).do(2, "clerk iron_sword")
    assert [t[0], t[1], t[2]] == ["1 gold", "1 gold", ""]
    assert "clerk iron_sword" not in t.pool(0, "9 gold").at(MARKET, 1).options(0)


@rule("FW-252")
@pytest.mark.parametrize(("seats", "left"), [(2, []), (3, ["bazaar single_a", "bazaar single_b"])])
def test_h07_bazaar_spaces(seats: int, left: list[str]) -> None:
    t = Table("normal", seats)
    t.face(None, "buyer_savvy_1#1", "seller_savvy_1#1", "training_1#1", "hired_hand_1#1")
    t.pool(0, "20 gold").pool(1, "20 gold").at(MARKET)
    t.do(0, "bazaar bonus_a")
    assert t.player(0).buy_limit == 2
    assert t.options(1, "bazaar") == left


@rule("FW-255")
def test_h08_barracks() -> None:
    t = Table("normal", 2)
    for level in (1, 1, 2):
        t.adventurer(0, level)
    t.pool(0, "5 gold").at(MARKET)
    assert t.options(0, "barracks") == [
        "barracks hire",
        "barracks no hire a1",
        "barracks hire a1",
        "barracks no hire a2",
        "barracks hire a2",
        "barracks no hire a3",
    ]
    assert t.do(0, "barracks hire a1").levels(0) == [2, 1, 2, 1]


@rule("FW-214", "FW-217")
def test_h09_savvies_at_the_merchant() -> None:
    t = Table("epic", 2).get(0, "seller_savvy_1#1").get(0, "seller_savvy_1#2").get(0, "buyer_savvy_1#1")
    t.pool(0, "1 ruby, 6 gold").at(MARKET)
    t.do(0, "merchant_sell ruby")
    assert t[0] == "11 gold"
    t.do(0, "merchant_buy copper", "merchant_buy mithril")
    assert (t[0], t.any_time(0)) == ("1 copper, 1 mithril, 4 gold", [])
    t.refused(0, "merchant_buy", resource="copper")
    t.pool(0, "1 ruby, 1 gold").last_round().at(END)
    assert t.state.outcome is not None
    assert t.state.outcome.detail["points"][0]["leftovers"] == 1  # the ruby is 3 gold


@rule("FW-220")
def test_h10_traders_savvy() -> None:
    t = Table("epic", 2).get(0, "ruby_broker#1").get(0, "scrap_smelter#1").get(0, "trader_savvy_1")
    t.pool(0, "2 ruby").at(MARKET)
    t.do(0, "stall ruby_broker#1 left_to_right", "stall scrap_smelter#1 left_to_right")
    t.do(0, "stall ruby_broker#1 left_to_right")
    assert t[0] == "2 copper, 3 iron"
    assert [a for a in t.any_time(0) if a.startswith("stall")] == []


@rule("FW-386")
def test_h11_type_penalties() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "cursed_keep", step=6)
    t.adventurer(0, 3, on=quest, weapon="twinmoon_axe")
    t.adventurer(0, 2, on=quest, weapon="iron_greatsword")
    dagger = t.adventurer(0, 2, on=quest, weapon="copper_dagger")
    assert t.power(0, quest) == (13, 16)
    t.carry(0, dagger, quest, "copper_spear")
    assert t.power(0, quest) == (14, 13)


@rule("FW-611")
def test_h12_two_wards() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "grumblesaur", step=t.c.quests[t.quests["grumblesaur"]].steps)
    t.adventurer(0, 3, on=quest, weapon="ward_of_the_gods")
    t.adventurer(0, 3, on=quest, weapon="ward_of_the_gods")
    assert t.power(0, quest) == (0, 10)
    t.adventurer(0, 3, on=quest, weapon="starfall_glaive")
    assert t.power(0, quest) == (16, 7)


@rule("FW-596", "FW-599")
def test_h13_growing_and_shrinking_weapons() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "fish_king")
    t.adventurer(0, 3, on=quest, weapon="elfwood_bow")
    t.adventurer(0, 3, on=quest, weapon="leaf_shield")
    assert t.power(0, quest) == (10, 4)
    idle_rounds(t, 2)
    assert t.power(0, quest) == (10, 7)
    idle_rounds(t, 2)
    assert t.power(0, quest) == (10, 14)
    t.adventurer(0, 2, on=quest, weapon="copper_mace")
    assert t.power(0, quest) == (12, 11)


@rule("FW-273", "FW-438")
def test_h14_rushing_and_then_failing() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "mystic_cave", step=2)
    t.at(MARKET).do(0, f"road {quest} 1").do(1, "pass").do(0, "pass", "done")
    assert t[0] == "1 emerald, 2 gold"
    t = Table("normal", 2)
    quest = t.quest(0, "mystic_cave", step=3)
    t.at(QUESTS).do(0, "pass", "done")
    assert t[0] == "4 prestige"


@rule("FW-270")
@pytest.mark.parametrize(("step", "most"), [(1, 3), (2, 2), (3, 1), (4, 0)])
def test_h15_road_limits(step: int, most: int) -> None:
    t = Table("epic", 2).get(0, "adventurer_savvy_1").get(0, "adventurer_savvy_2")
    quest = t.quest(0, "weird_woods", step=step)
    assert t.at(MARKET).options(0, "road") == [f"road {quest} {n}" for n in range(1, most + 1)]


@rule("FW-441")
def test_h16_failing_in_the_round_of_acquisition() -> None:
    t = Table("normal", 2).offer(slot1="cellar_rats#1").at(QUESTS)
    t.do(0, "acquire 1 ", "done")
    assert t[0] == "-3 prestige"
    assert t.state.gone[-1] == t.quests["cellar_rats#1"]


@rule("FW-483", "FW-593")
def test_h17_level_points() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "fish_king", step=5, ago=3)
    t.adventurer(0, 4, on=quest, weapon="worldrender")
    t.adventurer(0, 3, on=quest, weapon="demon_fists")
    t.adventurer(0, 2, on=quest, weapon="copper_dagger")
    t.adventurer(0, 2, on=quest, weapon="copper_dagger")
    idle_rounds(t, 1)
    assert t.options(0) == ["stop", "level a3", "level a4"]
    t.do(0, "level a3", "level a4")
    assert t.levels(0) == [4, 3, 3, 3]


@rule("FW-503", "FW-099")
def test_h18_offer_with_three_players() -> None:
    names = ["kidnappings", "fish_king", "mad_king", "serpent_temple"]
    t = Table("normal", 3).deck("belfry_bats", "arena_games", "thieves_den", "hollow_glen_spiders")
    t.offer(slot2="cursed_keep", slot3=names[0], slot5=names[1], slot7=names[2], slot8=names[3]).at(END)
    shown = [t.c.quests[quest].id for quest in t.state.offer]
    assert shown == [*names, "belfry_bats", "arena_games", "thieves_den", "hollow_glen_spiders"]


@rule("FW-659")
def test_h19_industrious_tile() -> None:
    t = Table("epic", 2, tiles=True).mine(
        o0=[(-3, 0)],
        w0=[(0, 2), (2, 0), (2, -2)],
        o1=[(0, -3)],
        w1=[(-2, 0), (-2, 2), (3, -3)],
    )
    t.state.tiles = [next(i for i, tile in enumerate(t.c.tiles) if tile.id == "industrious_3")]
    t.state.round = 3
    t.at(TILE).do(0, "move -3 0 -1 0")
    assert t.state.workers == [5, 2]
    assert t.asked == {1: "extra_overseer"}


@rule("FW-326", "FW-665")
@pytest.mark.parametrize(("buys", "iron"), [(True, 3), (False, 2)])
def test_h20_stockpile_and_any_time_actions(buys: bool, iron: int) -> None:
    t = Table("epic", 2, tiles=True).pool(0, "8 copper, 2 gold")
    t.adventurer(0, 2, on=t.quest(0, "weird_woods"), weapon="copper_sword")  # two more copper lie on him
    t.state.tiles = [next(i for i, tile in enumerate(t.c.tiles) if tile.id == "stockpile_iron")]
    t.state.round = 3
    t.at(WINDOW)
    assert t.asked == {0: "round_close"}
    if buys:
        t.do(0, "merchant_buy copper")
    t.do(0, "close")
    assert t.player(0).res[1] == iron
    assert t.asked == {0: "round_close"}


def scored(resources: int = 0) -> Table:
    """Ends the last round; `resources` buys the bonus for leftover resources."""
    t = Table("normal", 2).prestige(0, 74)
    for level in (4, 3, 2, 1):
        t.adventurer(0, level)
    t.designs(0, "leaf_shield", "iron_sword", "copper_axe").get(0, "scrap_smelter#1")
    t.pool(0, "5 gold, 2 iron, 1 emerald")
    if resources:
        t.state.bonus_owner[4] = 0
    return t.last_round().at(END)


@rule("FW-686", "FW-689", "FW-695")
def test_h21_end_scoring() -> None:
    outcome = scored().state.outcome
    assert outcome is not None
    points = outcome.detail["points"][0]
    assert (points["quests"], points["adventurers"], points["leftovers"]) == (74, 11, 2)
    assert (points["unique_designs"], points["bonus_cards"], points["claims"]) == (4, 2, 2)
    assert outcome.scores[0] == 95


@rule("FW-303", "FW-692", "FW-695")
def test_h21_end_scoring_with_the_bottom_right_bonus() -> None:
    outcome = scored(resources=1).state.outcome
    assert outcome is not None
    points = outcome.detail["points"][0]
    assert (points["eg_bottom_right"], points["leftovers"]) == (3, 1)
    assert outcome.scores[0] == 97


@rule("FW-291")
def test_h22_blacksmith_bonus() -> None:
    t = Table("normal", 2).designs(0, "leaf_shield", "elfwood_bow", "iron_sword", "copper_axe", "copper_mace")
    t.state.bonus_owner[0] = 0
    outcome = t.last_round().at(END).state.outcome
    assert outcome is not None
    assert outcome.detail["points"][0]["eg_blacksmith"] == 7


@rule("FW-787")
@pytest.mark.parametrize("second", [False, True])
def test_h23_automated_movement(second: bool) -> None:
    """On the lines stand two others with one own, two others, one other; the rest are empty."""
    t = Table("solo_normal", 1).order(1, 2, 0)
    overseers: list[Hex] = [(-2, 0), (3, -3)]
    others: list[Hex] = [(-1, 0), (-2, 1), (-1, -1), (3, -2)]
    t.mine(o1=overseers[: 1 + second], w0=others[: 3 + second], w2=[(1, 0), (-2, 2), (3, -1)], w1=[(0, 0)])
    t.at(MOVING)
    assert t.asked == {0: "auto_move"}
    assert t.options(0) == ["move -2 0 -2 3 1", "move 3 -3 3 0 1"][: 1 + second]


@rule("FW-790", "FW-793")
def test_h24_solo_own_workers() -> None:
    t = Table("solo_normal", 1).order(0, 1, 2)
    t.mine({(-3, 0): "copper", (-2, 0): "iron", (-1, 0): "emerald"}, o0=[(-3, 0)], w1=[(-2, 0)], w0=[(-1, 0)])
    t.at(MOVING).do(0, "move -3 0 0 0")
    assert (t[0], t.state.workers) == ("1 copper, 1 iron", [2, 0, 0])


@rule("FW-784", "FW-790", "FW-793")
def test_h24_automated_movements_yield_nothing() -> None:
    t = Table("solo_normal", 1).order(1, 2, 0)
    t.mine({(-3, 0): "copper", (-2, 0): "iron"}, o1=[(-3, 0)], o0=[(0, 3)], w0=[(-2, 0)], w1=[(-1, 0)])
    t.at(MOVING).do(0, "move -3 0 0 0 1")
    assert [t.piece((q, 0)) for q in range(-3, 1)] == ["w1", "w1", "", "o1"]
    assert (t[0], t.state.workers) == ("", [0, 2, 0])
    assert t.events("overseer_moved")[0]["resources"] == {}
    assert t.asked == {0: "mine_move"}  # colour 2 has no overseer to move


@rule("FW-403", "FW-778", "FW-781")
def test_h25_solo_offer() -> None:
    t = Table("solo_normal", 1).deck("mystic_cave", "weird_woods")
    t.offer(slot1="goblin_mill", slot2="mad_king", slot3="belfry_bats", slot4="arena_games", slot5="thieves_den")
    t.adventurer(0, 1)
    t.pool(0, "9 copper").at(QUESTS).do(
        0, "acquire 1 ", "focus goblin_mill", "apply a1 copper_sword", "unfocus", "done"
    )
    assert t.asked == {0: "round_close"}
    t.do(0, "close")
    assert t.offered() == [
        "mystic_cave",
        "weird_woods",
        "mad_king",
        "belfry_bats",
        "arena_games",
        "thieves_den",
        "",
        "",
    ]
    t.pool(0, "1 gold").at(QUESTS)
    assert t.options(0, "acquire") == [f"acquire {slot} " for slot in (1, 2, 3, 4, 5)]
    t.do(0, "acquire 3 ")
    assert t[0] == ""
