"""Market cards: what they show, what they are for, single-use cards (RULES.md, market cards)."""

from __future__ import annotations

import pytest

from forge_war.names import CARD_SINGLE
from forge_war.rounds import END, MARKET, QUESTS
from tests.games.forge_war.table import GAME, Table

rule = pytest.mark.rule
C = GAME.content
MODES = ["normal", "epic", "advanced_normal", "short_epic"]


# --- cards


@rule("FW-190")
def test_what_a_market_card_shows() -> None:
    t = Table("normal", 2)
    shield, axe = C.designs[t.cards["leaf_shield"]], C.designs[t.cards["iron_axe"]]
    assert (shield.level, axe.level) == (3, 2)
    assert [C.card_prestige[t.cards[name]] for name in ("leaf_shield", "iron_axe", "gem_cutter#1")] == [4, 2, 2]
    singles = [card for card, kind in enumerate(C.card_kind) if kind == CARD_SINGLE]
    assert len(singles) == 36
    assert {C.card_prestige[card] for card in singles} == {0}
    t.get(0, "iron_wagon_1#1").pool(0, "").last_round().at(END)
    assert t.state.outcome is not None
    assert t.state.outcome.scores == [0, 0]


@rule("FW-193", "FW-249", "FW-252", "FW-264")
@pytest.mark.parametrize("mode", MODES)
def test_green_prices_in_the_normal_modes_alone(mode: str) -> None:
    green = "normal" in mode
    stage = 1 if mode in ("normal", "epic") else 2
    unique, bonus, public = [
        ("leaf_shield", "gem_cutter#1", "iron_axe"),
        ("bardic_blade", "ruby_broker#1", "mithril_axe"),
    ][stage - 1]
    gold = [(5, 4, 4), (7, 5, 6)][stage - 1]
    for name, price, action in zip(
        (unique, bonus, public), gold, ("blacksmith", "bazaar bonus_a", f"clerk {public}"), strict=True
    ):
        pays = price - green
        t = Table(mode, 2).face(unique, bonus).row(public)
        assert action not in t.pool(0, f"{pays - 1} gold").at(MARKET).options(0)
        t.pool(0, f"{pays} gold").at(MARKET).do(0, action)
        assert t[0] == ""
        assert t.cards[name] in t.player(0).uniques + t.player(0).bonus + t.player(0).claims


@rule("FW-193")
def test_a_card_without_a_green_price_has_its_gold_price_everywhere() -> None:
    for mode in ("normal", "epic"):
        t = Table(mode, 2).face(None, None, None, "hired_hand_1#1").pool(0, "3 gold").at(MARKET)
        t.do(0, "bazaar single_a")
        assert (t[0], t.levels(0)) == ("", [1])


@rule("FW-196", "FW-249")
def test_a_unique_design_has_one_owner_and_a_public_one_many() -> None:
    t = Table("normal", 2).face("leaf_shield").pool(0, "9 gold").pool(1, "9 gold").at(MARKET)
    t.do(0, "blacksmith")
    assert (t.names(t.player(0).uniques), t.state.face[0]) == (["leaf_shield"], -1)
    t.do(1, "clerk iron_sword")
    t.at(MARKET).do(0, "clerk iron_sword")
    assert t.cards["iron_sword"] in t.state.row
    assert [t.names(p.claims) for p in t.state.players] == [["iron_sword"], ["iron_sword"]]
    t.at(END)
    assert t.names(t.player(0).designs) == ["copper_sword", "copper_dagger", "leaf_shield", "iron_sword"]


@rule("FW-199")
def test_any_number_of_copies_of_a_weapon() -> None:
    t = Table("normal", 2).designs(0, "iron_sword")
    quest = t.quest(0, "weird_woods")
    for _ in range(4):
        t.adventurer(0, 1)
    t.pool(0, "7 iron").at(QUESTS).do(0, "pass", f"focus {quest}")
    t.do(0, "apply a1 iron_sword", "apply a2 iron_sword", "apply a3 iron_sword")
    assert (t[0], t.power(0, quest)[0]) == ("1 iron", 9)
    assert t.options(0, "apply") == []


@rule("FW-202", "FW-386")
def test_a_weapon_counts_as_each_of_its_types() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "fish_king", step=5)  # 11, mace and spear
    t.adventurer(0, 3, on=quest, weapon="iron_greatsword")
    assert t.power(0, quest) == (6, 17)
    t.adventurer(0, 3, on=quest, weapon="griffon_staff")
    assert t.power(0, quest) == (16, 11)
    masks = {design.types for design in C.designs}
    assert masks == {0, 1, 2, 4, 3, 5, 6, 7}


@rule("FW-205")
def test_one_claim_for_each_player_on_a_design() -> None:
    t = Table("normal", 2).designs(0, "iron_sword").pool(0, "99 gold").at(MARKET)
    assert "clerk iron_sword" not in t.options(0)
    t.refused(0, "clerk", design="iron_sword")
    t.do(0, "clerk copper_axe")
    assert len(t.player(0).claims) == 2


@rule("FW-208")
def test_a_stall_works_from_the_round_in_which_it_is_bought() -> None:
    t = Table("normal", 2).face(None, "gem_cutter#1").pool(0, "3 gold, 1 emerald").at(MARKET)
    assert "stall gem_cutter#1 left_to_right" not in t.any_time(0)
    t.do(0, "bazaar bonus_a", "stall gem_cutter#1 left_to_right")
    assert t[0] == "2 iron"
    t.refused(0, "stall", card="gem_cutter#1", side="right_to_left")
    t.refused(1, "stall", card="gem_cutter#1", side="right_to_left")


STALLS = [name for name, key in zip(C.card_ids, C.stall_key, strict=True) if key >= 0]


@rule("FW-208")
@pytest.mark.parametrize("name", STALLS)
def test_every_stall_exchanges_both_ways(name: str) -> None:
    t = Table("epic", 2).get(0, name).pool(0, "").at(MARKET)
    p = t.player(0)
    card = t.cards[name]
    for paid, gained, side in (
        (C.stall_left[card], C.stall_right[card], "left_to_right"),
        (C.stall_right[card], C.stall_left[card], "right_to_left"),
    ):
        assert len(paid) == len(gained) == 2
        p.stalls_used = 0
        p.res = [0] * 6
        p.res[paid[0]] = paid[1] - 1
        assert f"stall {name} {side}" not in t.any_time(0)
        p.res[paid[0]] = paid[1]
        t.do(0, f"stall {name} {side}")
        assert {r: n for r, n in enumerate(p.res) if n} == {gained[0]: gained[1]}


@rule("FW-211")
def test_a_stall_with_the_same_exchange_cannot_be_taken_from_the_discard() -> None:
    t = Table("normal", 2).get(0, "gem_cutter#1").discard("gem_cutter#2", "tinkers_table")
    den = t.quest(0, "thieves_den", step=2)
    t.adventurer(0, 4, on=den, weapon="iron_greatsword")
    t.at(QUESTS).do(0, "pass", "done").do(1, "pass", "done")
    assert t.asked == {0: "market_card"}
    assert t.options(0) == ["skip", "take tinkers_table"]
    t.refused(0, "take", card="gem_cutter#2")


@rule("FW-214", "FW-226")
def test_each_buyers_savvy_is_a_purchase_more() -> None:
    t = Table("normal", 2).get(0, "buyer_savvy_1#1").get(0, "buyer_savvy_1#2").pool(0, "20 gold").at(MARKET)
    t.do(0, "merchant_buy copper", "merchant_buy copper", "merchant_buy iron")
    assert (t[0], t.any_time(0)) == ("2 copper, 1 iron, 13 gold", ["merchant_sell copper", "merchant_sell iron"])


@rule("FW-217", "FW-226")
def test_each_sellers_savvy_is_a_gold_more_for_every_resource() -> None:
    for resource, price in (("copper", 1), ("iron", 2), ("emerald", 2)):
        t = Table("normal", 2).get(0, "seller_savvy_1#1").get(0, "seller_savvy_1#2")
        t.pool(0, f"1 {resource}").at(MARKET).do(0, f"merchant_sell {resource}")
        assert t[0] == f"{price + 2} gold"


@rule("FW-220", "FW-226")
def test_several_traders_savvy_may_be_used_on_one_stall_or_on_more() -> None:
    for uses in (["scrap_smelter#1"] * 3, ["scrap_smelter#1", "gem_cutter#1"]):
        t = Table("epic", 2).get(0, "scrap_smelter#1").get(0, "gem_cutter#1")
        t.get(0, "trader_savvy_2#1").get(0, "trader_savvy_2#2").pool(0, "9 iron, 9 emerald").at(MARKET)
        for stall in ("scrap_smelter#1", "gem_cutter#1", *uses[-2:]):
            t.do(0, f"stall {stall} left_to_right")
        assert [a for a in t.any_time(0) if a.startswith("stall")] == []
        assert t.player(0).extras == 2


@rule("FW-223", "FW-226", "FW-267")
def test_each_adventurers_savvy_is_a_step_more() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "endless_dungeon")
    for most, savvy in enumerate(("adventurer_savvy_3#1", "adventurer_savvy_3#2", "adventurer_savvy_1"), 1):
        assert t.at(MARKET).options(0, "road") == [f"road {quest} {n}" for n in range(1, most + 1)]
        t.get(0, savvy)
    t.at(MARKET).refused(0, "road", quest=quest, steps=0)
    t.refused(0, "road", quest=quest, steps=5)


# --- single-use cards


@rule("FW-229")
def test_a_single_use_card_acts_at_once_and_leaves_the_game() -> None:
    t = Table("normal", 2).face(None, None, None, "mixed_cargo_1").pool(0, "3 gold").at(MARKET)
    t.do(0, "bazaar single_a")
    assert t[0] == "2 copper, 1 iron, 1 emerald"
    gained = [e["resource"] for e in t.events("resource_gained")]
    assert gained == ["copper", "iron", "emerald"]
    assert t.names(t.state.spent) == ["mixed_cargo_1"]
    t.do(1, "pass")
    assert t.state.discard == []
    assert t.player(0).bonus == []


@rule("FW-229")
def test_parts_of_a_card_in_order_declined_or_lost() -> None:
    """Two worker movements, then an overseer movement."""
    t = Table("epic", 2).get(0, "foremans_whistle_3").at(MARKET)  # nobody stands in the mine
    assert t.asked == {0: "market_action"}
    t = Table("epic", 2).face(None, None, None, "foremans_whistle_3").pool(0, "9 gold")
    t.mine(o0=[(0, 0)], w1=[(2, -2)]).at(MARKET).do(0, "bazaar single_a")
    assert (t.asked, t.options(0)) == ({0: "worker_pick"}, ["skip", "pick 2 -2"])
    t.do(0, "pick 2 -2", "remove")
    assert t.asked == {0: "extra_overseer"}  # no worker is left for the second
    t.do(0, "skip")
    assert t.asked == {1: "market_action"}
    t = Table("normal", 2).face(None, None, None, "training_1#1").pool(0, "9 gold")
    t.adventurer(0, 4)
    t.at(MARKET).do(0, "bazaar single_a")
    assert t.asked == {1: "market_action"}  # nobody can rise


@rule("FW-229")
def test_level_ups_of_a_card_one_at_a_time() -> None:
    t = Table("epic", 2).face(None, None, None, "elite_academy_3").pool(0, "6 gold")
    t.adventurer(0, 2)
    t.adventurer(0, 4, "stoic")
    quest = t.quest(0, "weird_woods")
    t.adventurer(0, 1, on=quest, weapon="copper_sword")
    t.at(MARKET).do(0, "bazaar single_a")
    assert (t.asked, t.options(0)) == ({0: "card_level"}, ["skip", "level a1", "level a3"])
    t.do(0, "level a1", "level a1")
    assert t.asked == {0: "choose_title"}
    t.do(0, "title a1 brutish")
    assert (t.levels(0), t.asked) == ([4, 4, 1], {1: "market_action"})
    t = Table("epic", 2).face(None, None, None, "elite_academy_3").pool(0, "6 gold")
    t.adventurer(0, 2)
    t.at(MARKET).do(0, "bazaar single_a", "skip", "level a1")
    assert t.levels(0) == [3]


@rule("FW-155", "FW-229", "FW-232")
def test_movements_of_a_card_follow_the_rules_of_the_mine() -> None:
    t = Table("epic", 2).face(None, None, None, "double_shift_2").pool(0, "5 gold")
    ore = {(0, 0): "ruby", (1, 0): "iron", (2, 0): "copper", (3, 0): "emerald"}
    t.mine(ore, o0=[(0, 0)], w1=[(1, 0), (0, 3)], w0=[(-1, 0), (-2, 0), (-3, 0)])
    t.at(MARKET).do(0, "bazaar single_a", "move 0 0 2 0")
    assert t[0] == "1 iron, 1 ruby"
    assert t.piece((1, 0)) == ""  # it struck with those left of it before the second movement
    assert [len(e["hexes"]) for e in t.events("strike")] == [5]
    assert t.asked == {0: "extra_overseer"}
    t.do(0, "move 2 0 3 0")
    assert (t[0], t.state.workers) == ("1 copper, 1 iron, 1 ruby", [1, 1])
    assert t.asked == {1: "market_action"}
    assert not t.state.locked_last


SINGLES = [
    (name, effects)
    for name, kind, effects in zip(C.card_ids, C.card_kind, C.card_effects, strict=True)
    if kind == CARD_SINGLE and not name.endswith("#2")
]


@rule("FW-229")
@pytest.mark.parametrize("name", [name for name, _ in SINGLES])
def test_every_single_use_card_can_be_used_up(name: str) -> None:
    t = Table("epic", 2).mine(o0=[(0, 0)], w1=[(2, 0), (-2, 0), (0, 2)]).face(None, None, None, name).pool(0, "9 gold")
    t.adventurer(0, 1)
    t.at(MARKET).do(0, "bazaar single_a")
    for _ in range(10):
        if t.asked == {1: "market_action"}:
            break
        t.do(0, t.options(0)[-1])
    assert t.asked == {1: "market_action"}
    assert t.names(t.state.spent) == [name]
