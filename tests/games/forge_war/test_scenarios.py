"""Scenarios that the rules decide and that are easy to get wrong."""

from __future__ import annotations

import pytest

from forge_war.rounds import END, MARKET, MOVING, ORDER, QUESTS, SHARED, TILE, WINDOW
from tests.games.forge_war.table import Hex, Table

EVERYTHING = "9 copper, 9 iron, 9 mithril, 9 emerald, 9 ruby, 9 diamond"

# --- mine


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
def test_legal_stops_on_a_line(workers: list[Hex], overseers: list[Hex], stops: list[int]) -> None:
    """FW-119, FW-122, FW-125."""
    t = Table("normal", 2).mine(o0=[(-3, 0)], w1=workers, o1=overseers).at(MOVING)
    found = [move.split() for move in t.options(0, "move")]
    assert sorted(int(m[3]) for m in found if m[4] == "0") == stops


def test_a_tie_in_a_defection_goes_to_the_earlier_in_order() -> None:
    """FW-140, FW-143."""
    t = Table("normal", 4).mine(
        o1=[(-3, 0)],
        w1=[(-2, 0), (-1, 0)],
        w0=[(0, 2), (2, 0)],
        w2=[(0, -2), (2, -2)],
        w3=[(-3, 3), (-1, 3), (3, -3)],
    )
    t.at(MOVING, 1).do(1, "move -3 0 0 0")
    assert [passed["colour"] for passed in t.events("overseer_moved")[0]["passed"]] == [0, 2]


def test_a_strike_of_an_opponent_comes_after_the_resource() -> None:
    """FW-146, FW-152."""
    t = Table("normal", 2).mine(
        {(-2, 0): "emerald", (-3, 0): "iron"},
        o0=[(-3, 0)],
        w0=[(-2, 0)],
        w1=[(-2, 1), (-2, 2), (-3, 2), (-2, -1), (-1, -1)],
    )
    t.at(MOVING).do(0, "move -3 0 -1 0")
    assert [t[0], t[1]] == ["1 iron", "1 emerald"]
    assert t.state.workers == [1, 0]


@pytest.mark.parametrize(
    ("workers", "locked", "order"),
    [([0, 2, 2, 1], False, [0, 3, 2, 1]), ([0, 2, 2, 1], True, [3, 2, 1, 0]), ([2, 2, 2, 2], False, [3, 2, 1, 0])],
)
def test_order_with_ties_and_a_lock(workers: list[int], locked: bool, order: list[int]) -> None:
    """FW-176, FW-179."""
    spots: list[Hex] = [(0, 0), (2, 0), (0, 2), (2, -2), (-2, 0), (0, -2), (-2, 2), (3, -3)]
    pieces = {f"w{colour}": [spots[colour * 2], spots[colour * 2 + 1]][:n] for colour, n in enumerate(workers)}
    t = Table("normal", 4).mine(None, **pieces)
    t.state.locked_last = locked
    assert t.at(ORDER).state.order == order


# --- market


def test_the_clerk_pays_everybody_on_the_design() -> None:
    """FW-264, FW-205."""
    t = Table("normal", 3).designs(0, "iron_sword").designs(1, "iron_sword").order(2, 0, 1)
    assert "clerk iron_sword" not in t.pool(2, "3 gold").at(MARKET).options(2)
    t.pool(2, "4 gold").at(MARKET).do(2, "clerk iron_sword")
    assert [t[0], t[1], t[2]] == ["1 gold", "1 gold", ""]
    assert "clerk iron_sword" not in t.pool(0, "9 gold").at(MARKET, 1).options(0)


@pytest.mark.parametrize(("seats", "left"), [(2, []), (3, ["bazaar single_a", "bazaar single_b"])])
def test_the_bazaar_has_two_spaces_from_three_players_on(seats: int, left: list[str]) -> None:
    """FW-252."""
    t = Table("normal", seats)
    t.face(None, "buyer_savvy_1#1", "seller_savvy_1#1", "training_1#1", "hired_hand_1#1")
    t.pool(0, "20 gold").pool(1, "20 gold").at(MARKET)
    t.do(0, "bazaar bonus_a")
    assert t.player(0).buy_limit == 2
    assert t.options(1, "bazaar") == left


def test_the_barracks_do_not_raise_the_one_just_hired() -> None:
    """FW-255."""
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


def test_savvy_at_the_merchant() -> None:
    """FW-214, FW-217."""
    t = Table("epic", 2).get(0, "seller_savvy_1#1").get(0, "seller_savvy_1#2").get(0, "buyer_savvy_1#1")
    t.pool(0, "1 ruby, 6 gold").at(MARKET)
    t.do(0, "merchant_sell ruby")
    assert t[0] == "11 gold"
    t.do(0, "merchant_buy copper", "merchant_buy mithril")
    assert (t[0], t.any_time(0)) == ("1 copper, 1 mithril, 4 gold", [])


def test_traders_savvy_is_one_pool_for_all_stalls() -> None:
    """FW-220."""
    t = Table("epic", 2).get(0, "ruby_broker#1").get(0, "scrap_smelter#1").get(0, "trader_savvy_1")
    t.pool(0, "2 ruby").at(MARKET)
    t.do(0, "stall ruby_broker#1 left_to_right", "stall scrap_smelter#1 left_to_right")
    t.do(0, "stall ruby_broker#1 left_to_right")
    assert t[0] == "2 copper, 3 iron"
    assert [a for a in t.any_time(0) if a.startswith("stall")] == []


@pytest.mark.parametrize(("step", "most"), [(1, 3), (2, 2), (3, 1), (4, 0)])
def test_the_road_never_leaves_the_last_step(step: int, most: int) -> None:
    """FW-270."""
    t = Table("epic", 2).get(0, "adventurer_savvy_1").get(0, "adventurer_savvy_2")
    quest = t.quest(0, "weird_woods", step=step)
    assert t.at(MARKET).options(0, "road") == [f"road {quest} {n}" for n in range(1, most + 1)]


def test_a_movement_on_the_road_is_settled_before_the_rest() -> None:
    """FW-276, FW-277."""
    t = Table("epic", 2).get(0, "adventurer_savvy_1").get(0, "adventurer_savvy_2").mine(o0=[(0, 0)])
    quest = t.quest(0, "tower_stars", step=2)
    t.adventurer(0, 3, on=quest, weapon="reaping_scythe")
    t.at(MARKET).do(0, f"road {quest} 3")
    assert (t.asked, t[0]) == ({0: "extra_overseer"}, "2 emerald, 4 gold")
    t.do(0, "skip")
    assert (t.step(quest), t[0]) == (5, "1 iron, 2 emerald, 6 gold")


def test_nobody_owns_two_stalls_with_one_exchange() -> None:
    """FW-211."""
    t = Table("normal", 2).get(0, "gem_cutter#1").face(None, "gem_cutter#2")
    t.pool(0, "20 gold").pool(1, "20 gold").at(MARKET)
    assert t.options(0, "bazaar") == []
    t.do(0, "pass").do(1, "bazaar bonus_a")
    assert t.player(1).bonus == [t.cards["gem_cutter#2"]]


# --- quests


def test_a_missing_type_raises_the_difficulty() -> None:
    """FW-386."""
    t = Table("normal", 2)
    quest = t.quest(0, "cursed_keep", step=6)
    t.adventurer(0, 3, on=quest, weapon="twinmoon_axe")
    t.adventurer(0, 2, on=quest, weapon="iron_greatsword")
    dagger = t.adventurer(0, 2, on=quest, weapon="copper_dagger")
    assert t.power(0, quest) == (13, 16)
    t.carry(0, dagger, quest, "copper_spear")
    assert t.power(0, quest) == (14, 13)


def test_each_ward_halves_before_the_missing_types() -> None:
    """FW-611."""
    t = Table("epic", 2)
    quest = t.quest(0, "grumblesaur", step=t.c.quests[t.quests["grumblesaur"]].steps)
    t.adventurer(0, 3, on=quest, weapon="ward_of_the_gods")
    t.adventurer(0, 3, on=quest, weapon="ward_of_the_gods")
    assert t.power(0, quest) == (0, 10)
    t.adventurer(0, 3, on=quest, weapon="starfall_glaive")
    assert t.power(0, quest) == (16, 7)


def advance(t: Table, rounds: int) -> None:
    """Rounds of rewards without anything else."""
    for _ in range(rounds):
        t.at(QUESTS)
        while "acquire" in t.asked.values() or "manage" in t.asked.values():
            seat = next(iter(t.asked))
            t.do(seat, "pass" if t.asked[seat] == "acquire" else "done")


def test_weapons_that_grow_and_shrink() -> None:
    """FW-596, FW-599."""
    t = Table("normal", 2)
    quest = t.quest(0, "fish_king")
    t.adventurer(0, 3, on=quest, weapon="elfwood_bow")
    t.adventurer(0, 3, on=quest, weapon="leaf_shield")
    assert t.power(0, quest) == (10, 4)
    advance(t, 2)
    assert t.power(0, quest) == (10, 7)
    advance(t, 2)
    assert t.power(0, quest) == (10, 14)
    t.adventurer(0, 2, on=quest, weapon="copper_mace")
    assert t.power(0, quest) == (12, 11)


@pytest.mark.parametrize(("title", "after"), [("unrelenting", [5, 7]), (None, [4, 5])])
def test_tokens_of_two_sources_add_up(title: str | None, after: list[int]) -> None:
    """FW-538, FW-614."""
    t = Table("epic", 2)
    quest = t.quest(0, "fish_king")
    t.adventurer(0, 4, title, on=quest, weapon="leaf_shield")
    t.adventurer(0, 4, on=quest, weapon="worldrender")
    without = 17
    advance(t, 2)
    assert t.power(0, quest)[0] == without + after[0]
    advance(t, 2)
    assert t.power(0, quest)[0] == without + after[1]
    t.carry(0, "a1", quest, "leaf_shield")
    assert t.power(0, quest)[0] == without + 3


def test_a_rush_limits_the_consolation_of_a_failure() -> None:
    """FW-273, FW-438."""
    t = Table("normal", 2)
    quest = t.quest(0, "mystic_cave", step=2)
    t.at(MARKET).do(0, f"road {quest} 1").do(1, "pass").do(0, "pass", "done")
    assert t[0] == "1 emerald, 2 gold"
    t = Table("normal", 2)
    quest = t.quest(0, "mystic_cave", step=3)
    t.at(QUESTS).do(0, "pass", "done")
    assert t[0] == "4 prestige"


def test_the_rush_limit_ends_with_the_game() -> None:
    """FW-683."""
    t = Table("normal", 2)
    quest = t.quest(0, "mystic_cave", step=2)
    t.adventurer(0, 3, on=quest, weapon="iron_greatsword")
    t.adventurer(0, 2, on=quest, weapon="copper_axe")
    t.last_round().at(MARKET).do(0, f"road {quest} 1").do(1, "pass")
    t.do(0, "pass", "done").do(1, "pass", "done")
    for seat in sorted(t.asked):
        t.do(seat, "close")
    assert t.state.outcome is not None
    assert t.player(0).prestige == 4


def test_failing_at_once_costs_prestige() -> None:
    """FW-441."""
    t = Table("normal", 2).offer(slot1="cellar_rats#1").at(QUESTS)
    t.do(0, "acquire 1 ", "done")
    assert t[0] == "-3 prestige"
    assert t.state.gone[-1] == t.quests["cellar_rats#1"]


def test_level_points_and_demon_fists() -> None:
    """FW-483, FW-593."""
    t = Table("epic", 2)
    quest = t.quest(0, "fish_king", step=5, ago=3)
    t.adventurer(0, 4, on=quest, weapon="worldrender")
    t.adventurer(0, 3, on=quest, weapon="demon_fists")
    t.adventurer(0, 2, on=quest, weapon="copper_dagger")
    t.adventurer(0, 2, on=quest, weapon="copper_dagger")
    advance(t, 1)
    assert t.options(0) == ["stop", "level a3", "level a4"]
    t.do(0, "level a3", "level a4")
    assert t.levels(0) == [4, 3, 3, 3]


def test_an_offer_is_cleared_in_front_and_slides() -> None:
    """FW-503, FW-099."""
    names = ["kidnappings", "fish_king", "mad_king", "serpent_temple"]
    t = Table("normal", 3).deck("belfry_bats", "arena_games", "thieves_den", "hollow_glen_spiders")
    t.offer(slot2="cursed_keep", slot3=names[0], slot5=names[1], slot7=names[2], slot8=names[3]).at(END)
    shown = [t.c.quests[quest].id for quest in t.state.offer]
    assert shown == [*names, "belfry_bats", "arena_games", "thieves_den", "hollow_glen_spiders"]


def test_who_had_the_exact_number_may_still_move() -> None:
    """FW-659."""
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


@pytest.mark.parametrize(("buys", "iron"), [(True, 3), (False, 2)])
def test_a_stockpile_counts_what_was_bought_before_it(buys: bool, iron: int) -> None:
    """FW-326, FW-665."""
    t = Table("epic", 2, tiles=True).pool(0, "8 copper, 2 gold")
    t.state.tiles = [next(i for i, tile in enumerate(t.c.tiles) if tile.id == "stockpile_iron")]
    t.state.round = 3
    t.at(WINDOW)
    assert t.asked == {0: "round_close"}
    if buys:
        t.do(0, "merchant_buy copper")
    t.do(0, "close")
    assert t.player(0).res[1] == iron
    assert t.asked == {0: "round_close"}


# --- champions


@pytest.mark.parametrize(
    ("carried", "power"),
    [
        ([("commanding", "titan_hammer"), (None, "copper_dagger"), (None, "copper_dagger")], 22),
        ([("purified", "worldrender")], 20),
        ([("viridian", "bardic_blade")], 10),
        ([("stoic", None)], 2),
        ([("viridian", "ward_of_the_gods")], 2),
    ],
)
def test_champions_power(carried: list[tuple[str | None, str | None]], power: int) -> None:
    """FW-574, FW-580, FW-583, FW-611."""
    t = Table("epic", 2)
    quest = t.quest(0, "lonely_colossus")
    for title, weapon in carried:
        t.adventurer(0, 4, title, on=quest, weapon=weapon)
    assert t.power(0, quest)[0] == power


def test_barbaric_carries_two_until_demon_fists() -> None:
    """FW-577, FW-593."""
    t = Table("epic", 2).designs(0, "iron_axe", "demon_fists")
    quest = t.quest(0, "lonely_colossus")
    t.adventurer(0, 4, "barbaric", on=quest, weapon="emberheart_axe")
    t.pool(0, "9 iron, 9 mithril, 9 copper, 9 ruby").at(QUESTS).do(0, "pass", f"focus {quest}")
    assert "second a1 demon_fists" not in t.options(0)
    t.do(0, "second a1 iron_axe")
    assert t.power(0, quest)[0] == 15
    t.do(0, "apply a1 demon_fists")
    assert t.power(0, quest)[0] == 16
    assert t.options(0, "second") == []


def test_bravura_counts_the_excess_over_the_halved_difficulty() -> None:
    """FW-553, FW-615."""
    t = Table("epic", 2)
    quest = t.quest(0, "lonely_colossus", step=t.c.quests[t.quests["lonely_colossus"]].steps, ago=3)
    t.adventurer(0, 4, "bravura", on=quest, weapon="worldrender")
    t.adventurer(0, 4, on=quest, weapon="ward_of_the_gods")
    advance(t, 1)
    assert t.player(0).prestige == 41 + 9


@pytest.mark.parametrize(("weapon", "prestige"), [("leaf_shield", 3), ("elfwood_bow", 5)])
def test_showing_off_is_worth_the_power_before_the_last_leg(weapon: str, prestige: int) -> None:
    """FW-605, FW-615."""
    t = Table("normal", 2)
    quest = t.quest(0, "p1_crowd", ago=0)
    t.adventurer(0, 3, on=quest, weapon=weapon)
    advance(t, 1)
    assert t.player(0).prestige == prestige


def test_expeditious_and_charming_start_a_quest_together() -> None:
    """FW-556 to FW-568."""
    t = Table("epic", 2).offer(slot1="tavern_brawl#1", slot2="p3_scar", slot7="weird_woods")
    t.adventurer(0, 4, "charming")
    t.adventurer(0, 4, "expeditious")
    t.pool(0, "3 copper").at(QUESTS)
    assert t.options(0) == [
        "pass",
        "acquire 1 ",
        "acquire 1 a1",
        "acquire 1 a2",
        "acquire 1 a1 a2",
        "acquire 2 ",
        "acquire 2 a1",
        "acquire 7 a1",
        "acquire 7 a1 a2",
    ]
    t.do(0, "acquire 7 a1 a2")
    assert (t.options(0), t.any_time(0)) == (["equip a1 copper_sword", "equip a1 copper_dagger"], [])
    t.do(0, "equip a1 copper_sword")
    assert t.options(0) == ["equip a2 copper_dagger 2", "equip a2 copper_dagger 3"]
    t.do(0, "equip a2 copper_dagger 3")
    assert (t.step("weird_woods"), t[0], t.options(0)) == (3, "1 gold", ["done"])
    assert t.player(0).spent_on == [t.quests["weird_woods"]] * 2


def test_one_copper_starts_with_one_champion_only() -> None:
    """FW-568."""
    t = Table("epic", 2).offer(slot1="weird_woods")
    t.adventurer(0, 4, "charming")
    t.adventurer(0, 4, "expeditious")
    assert t.pool(0, "1 copper").at(QUESTS).options(0) == ["pass", "acquire 1 ", "acquire 1 a1", "acquire 1 a2"]


def test_a_title_does_not_act_on_the_completion_that_brought_it() -> None:
    """FW-520, FW-529."""
    t = Table("epic", 2)
    quest = t.quest(0, "tavern_brawl#1", step=2)
    t.adventurer(0, 3, on=quest, weapon="worldrender")
    t.adventurer(0, 4, "valorous")
    advance(t, 1)
    t.do(0, "level a1")
    assert t.asked == {0: "choose_title"}
    assert "title a1 valorous" not in t.options(0)
    t.do(0, "title a1 opportunistic")
    assert t.player(0).prestige == t.c.quests[t.quests[quest]].prestige


def test_an_unarmed_stoic_moves_once_a_management() -> None:
    """FW-580."""
    t = Table("epic", 2)
    first, other = t.quest(0, "lonely_colossus"), t.quest(0, "tower_stars")
    t.adventurer(0, 4, "stoic", on=first)
    t.at(QUESTS).do(0, "pass")
    assert t.options(0) == [f"focus {other}", "remove a1", "done"]
    t.do(0, f"focus {other}", "apply a1")
    assert t.options(0) == ["unfocus"]
    t.do(0, "unfocus", "remove a1")
    assert t.options(0) == ["done"]
    t.pool(0, "1 copper").at(QUESTS).do(0, "pass")
    assert t.options(0, "focus") == [f"focus {first}", f"focus {other}"]


def test_a_stoic_gives_up_demon_fists() -> None:
    """FW-580."""
    t = Table("epic", 2)
    quest = t.quest(0, "lonely_colossus")
    t.adventurer(0, 4, "stoic", on=quest, weapon="demon_fists")
    t.at(QUESTS).do(0, "pass", f"focus {quest}", "apply a1")
    assert (t.power(0, quest)[0], t.options(0)) == (2, ["unfocus"])


@pytest.mark.parametrize(("what", "bonus"), [("stays", 4), ("put back", 0), ("switches", 4)])
def test_full_completion_needs_one_stay(what: str, bonus: int) -> None:
    """FW-526, FW-371."""
    t = Table("epic", 2)
    quest = t.quest(0, "tavern_brawl#1", step=2)
    t.adventurer(0, 4, "valorous", on=quest, weapon="worldrender")
    t.pool(0, EVERYTHING).at(QUESTS).do(0, "pass")
    if what == "put back":
        t.do(0, "remove a1")
    if what != "stays":
        t.do(0, f"focus {quest}", "apply a1 worldrender", "unfocus")
    t.do(0, "done").do(1, "pass", "done")
    assert t.player(0).prestige == t.c.quests[t.quests[quest]].prestige + bonus


@pytest.mark.parametrize(("raised", "levels"), [("a2", [4, 3, 2]), ("a3", [4, 2, 3])])
def test_inspiring_comes_after_the_level_points(raised: str, levels: list[int]) -> None:
    """FW-550, FW-529."""
    t = Table("epic", 2)
    quest = t.quest(0, "tavern_brawl#1", step=2)
    t.adventurer(0, 4, "inspiring", on=quest, weapon="worldrender")
    t.adventurer(0, 1, on=quest, weapon="copper_dagger")
    t.adventurer(0, 2, on=quest, weapon="copper_dagger")
    advance(t, 1)
    t.do(0, "level a2")
    assert (t.asked, t.options(0)) == ({0: "extra_level_other"}, ["skip", "level a2", "level a3"])
    t.do(0, f"level {raised}")
    assert t.levels(0) == levels


@pytest.mark.parametrize("sold", [False, True])
def test_scavenging_may_sell_first(sold: bool) -> None:
    """FW-547, FW-548."""
    t = Table("epic", 2).discard("ruby_broker#1")
    quest = t.quest(0, "tavern_brawl#1", step=2)
    t.adventurer(0, 4, "scavenging", on=quest, weapon="worldrender")
    t.pool(0, "1 iron").player(0).sells = int(sold)
    t.player(0).buys = 1
    advance(t, 1)
    if sold:
        assert "buy_discard" not in t.asked.values()
        return
    assert (t.asked, t.options(0)) == ({0: "buy_discard"}, ["skip"])
    t.do(0, "merchant_sell iron", "buy ruby_broker#1")
    assert t.player(0).bonus == [t.cards["ruby_broker#1"]]
    assert t.player(0).gold == 1


def test_shared_rewards_in_an_order_of_choice() -> None:
    """FW-474."""
    t = Table("epic", 2).discard("ruby_broker#1").mine(o0=[(0, 0)])
    den = t.quest(0, "thieves_den", step=t.c.quests[t.quests["thieves_den"]].steps)
    cave = t.quest(0, "mystic_cave", step=t.c.quests[t.quests["mystic_cave"]].steps, ago=2)
    t.adventurer(0, 4, "scavenging", on=den, weapon="worldrender")
    t.adventurer(0, 4, on=cave, weapon="worldrender")
    t.pool(0, "9 gold")
    advance(t, 1)
    assert t.options(0) == ["resolve 0", "resolve 1", "resolve 2"]
    t.do(0, "resolve 2")
    assert t.asked == {0: "extra_overseer"}
    t.do(0, "skip")
    assert t.options(0) == ["resolve 0", "resolve 1"]
    t.do(0, "resolve 0", "skip")
    assert t.asked == {0: "buy_discard"}


def test_two_quests_end_in_one_round() -> None:
    """FW-492: each quest raises its own adventurers."""
    t = Table("normal", 2)
    one = t.quest(0, "cellar_rats#1")
    two = t.quest(0, "mystic_cave", step=t.c.quests[t.quests["mystic_cave"]].steps)
    t.adventurer(0, 1, on=one, weapon="iron_sword")
    t.adventurer(0, 1, on=one, weapon="iron_sword")
    t.adventurer(0, 2, on=two, weapon="iron_sword")
    t.adventurer(0, 4, on=two, weapon="iron_greatsword")
    t.state.cube[t.quests[one]] = t.c.quests[t.quests[one]].steps - 1
    advance(t, 1)
    assert t.options(0) == ["stop", "level a1", "level a2"]
    t.do(0, "level a1")
    assert t.options(0) == ["stop", "level a3"]
    t.do(0, "level a3")
    assert t.levels(0) == [2, 1, 3, 4]


def test_helpful_helps_until_suppressed() -> None:
    """FW-586, FW-593."""
    t = Table("epic", 2).designs(0, "worldrender", "demon_fists")
    quest = t.quest(0, "lonely_colossus")
    t.adventurer(0, 4, "helpful", on=quest, weapon="copper_dagger")
    t.adventurer(0, 2)
    t.pool(0, EVERYTHING).at(QUESTS).do(0, "pass", f"focus {quest}")
    assert "apply a2 worldrender" in t.options(0)
    t.do(0, "apply a1 demon_fists")
    assert "apply a2 worldrender" not in t.options(0)


def test_a_quest_put_aside_waits_for_a_change() -> None:
    """FW-420."""
    t = Table("normal", 2)
    first, other = t.quest(0, "weird_woods"), t.quest(0, "mystic_cave")
    t.adventurer(0, 1)
    t.pool(0, "2 copper").at(QUESTS).do(0, "pass", f"focus {first}", "unfocus")
    assert t.options(0) == [f"focus {other}", "done"]
    t.do(0, "merchant_sell copper")
    assert t.options(0) == [f"focus {first}", f"focus {other}", "done"]
    t.do(0, f"focus {first}", "apply a1 copper_dagger", "unfocus")
    assert t.options(0) == ["remove a1", "done"]


def test_expeditious_in_the_last_round_brings_no_consolation() -> None:
    """FW-559, FW-683."""
    t = Table("epic", 2).offer(slot1="p3_sky_leviathan").designs(0, "worldrender")
    t.adventurer(0, 4, "expeditious")
    t.pool(0, EVERYTHING).last_round().at(QUESTS)
    t.do(0, "acquire 1 a1", "equip a1 worldrender 2", "done").do(1, "pass", "done")
    for seat in sorted(t.asked):
        t.do(seat, "close")
    assert t.state.outcome is not None
    assert t.player(0).prestige == 0


# --- any time and solo


def test_an_any_time_action_on_another_seats_turn() -> None:
    """FW-319, FW-322."""
    t = Table("normal", 2).order(1, 0).pool(0, "1 copper").at(MARKET)
    before = t.options(1)
    assert t.asked == {1: "market_action"}
    t.do(0, "merchant_sell copper")
    assert (t[0], t.options(1)) == ("1 gold", before)


def test_a_seat_that_closed_cannot_act_any_more() -> None:
    """FW-325, FW-327."""
    t = Table("normal", 2).pool(0, "2 copper").pool(1, "2 copper").at(SHARED)
    assert t.asked == {0: "round_close", 1: "round_close"}
    t.do(0, "close")
    assert t.any_time(0) == []
    t.do(1, "merchant_sell copper")
    assert t.state.round == 2
    assert t.any_time(0) == ["merchant_sell copper"]


def test_automated_colours_jump_the_most_others_and_the_fewest_own() -> None:
    """FW-787."""
    t = (
        Table("solo_normal", 1)
        .order(1, 2, 0)
        .mine(
            o1=[(-3, 0)],
            w0=[(-2, 0), (-2, -1)],
            w2=[(-1, 0), (-1, -2)],
            w1=[(-3, 1)],
        )
    )
    assert t.at(MOVING).options(0) == ["move -3 0 0 0 1", "move -3 0 0 -3 1"]


def test_own_workers_leave_the_board_in_a_solo_game() -> None:
    """FW-790, FW-793."""
    t = Table("solo_normal", 1).order(0, 1, 2)
    t.mine({(-3, 0): "copper", (-2, 0): "iron", (-1, 0): "emerald"}, o0=[(-3, 0)], w1=[(-2, 0)], w0=[(-1, 0)])
    t.at(MOVING).do(0, "move -3 0 0 0")
    assert (t[0], t.state.workers) == ("1 copper, 1 iron", [2, 0, 0])


def test_the_solo_offer_is_pushed() -> None:
    """FW-778, FW-781."""
    t = Table("solo_normal", 1).deck("mystic_cave", "weird_woods")
    t.offer(slot2="mad_king", slot3="belfry_bats", slot4="arena_games", slot5="thieves_den").at(END)
    shown = [t.c.quests[quest].id if quest >= 0 else "" for quest in t.state.offer]
    assert shown == ["mystic_cave", "weird_woods", "mad_king", "belfry_bats", "arena_games", "thieves_den", "", ""]


def test_a_failed_quest_loses_a_solo_game() -> None:
    """FW-808."""
    t = Table("solo_normal", 1).offer(slot1="mystic_cave").at(QUESTS)
    t.do(0, "acquire 1 ", "done")
    assert t.state.outcome is not None
    assert t.state.outcome.reason == "quest_failed"
