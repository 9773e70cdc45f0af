"""The merchant and other any-time actions (RULES.md, section 9)."""

from __future__ import annotations

import pytest

from forge_war.names import RESOURCES
from forge_war.rounds import CLOSING, END, MARKET, MOVING, PLACING, QUESTS, SHARED, WINDOW
from tests.games.forge_war.table import Table

rule = pytest.mark.rule
EVERYTHING = "1 copper, 1 iron, 1 mithril, 1 emerald, 1 ruby, 1 diamond"
BUY = {"copper": 2, "iron": 3, "mithril": 5, "emerald": 4, "ruby": 4, "diamond": 6}
SELL = {"copper": 1, "iron": 2, "mithril": 3, "emerald": 2, "ruby": 3, "diamond": 4}


@rule("FW-310")
def test_one_purchase_a_round_at_the_buy_price() -> None:
    for resource, price in BUY.items():
        t = Table("epic", 2).pool(0, f"{price - 1} gold").at(MARKET)
        t.refused(0, "merchant_buy", resource=resource)
        t.pool(0, f"{price} gold").do(0, f"merchant_buy {resource}")
        assert t[0] == f"1 {resource}"
        t.pool(0, "9 gold").refused(0, "merchant_buy", resource=resource)


@rule("FW-313")
def test_one_sale_a_round_at_the_sell_price() -> None:
    for resource, price in SELL.items():
        t = Table("epic", 2).pool(0, f"2 {resource}").at(MARKET).do(0, f"merchant_sell {resource}")
        assert t[0] == f"1 {resource}, {price} gold"
        t.refused(0, "merchant_sell", resource=resource)
    t = Table("epic", 2).pool(0, "1 copper").at(MARKET)
    t.refused(0, "merchant_sell", resource="iron")


@rule("FW-316")
@pytest.mark.parametrize("mode", ["normal", "epic", "advanced_normal", "short_epic", "solo_normal", "solo_epic"])
def test_what_the_merchant_deals_in(mode: str) -> None:
    t = Table(mode, 1 if mode.startswith("solo") else 2)
    if mode.startswith("solo"):
        t.order(0, 1, 2)
    t.pool(0, EVERYTHING + ", 9 gold").at(MARKET)
    dealt = ["copper", "iron", "emerald"] if mode.endswith("normal") and mode != "advanced_normal" else RESOURCES
    assert t.any_time(0) == [
        *[f"merchant_buy {r}" for r in RESOURCES if r in dealt],
        *[f"merchant_sell {r}" for r in RESOURCES if r in dealt],
    ]


@rule("FW-319")
@pytest.mark.parametrize("step", [PLACING, MOVING, MARKET, QUESTS, WINDOW, CLOSING])
def test_any_time_actions_are_open_to_all_in_every_phase(step: int) -> None:
    t = Table("epic", 3).get(2, "ruby_broker#1").order(0, 1, 2)
    for seat in range(3):
        t.pool(seat, "2 ruby, 2 gold")
    t.at(step)
    for seat in (2, 0, 1):
        t.do(seat, "merchant_buy copper", "merchant_sell ruby")
        assert t[seat] == "1 copper, 1 ruby, 3 gold"
    t.do(2, "stall ruby_broker#1 left_to_right")
    assert t[2] == "1 copper, 2 iron, 3 gold"
    assert [e["seat"] for e in t.events("anytime")] == [2, 2, 0, 0, 1, 1, 2]


@rule("FW-319")
def test_rewards_and_tiles_can_still_be_traded() -> None:
    t = Table("epic", 2, tiles=True)
    quest = t.quest(0, "cellar_rats#1", step=2)
    t.adventurer(0, 2, on=quest, weapon="iron_greatsword")
    t.state.tiles = [next(i for i, tile in enumerate(t.c.tiles) if tile.id == "knowledge_gold")]
    t.state.round = 3
    t.designs(1, "leaf_shield").at(QUESTS)
    t.do(0, "pass", "done").do(1, "pass", "done").do(0, "stop")
    assert t.asked == {0: "round_close", 1: "round_close"}
    assert [t[0], t[1]] == ["2 copper, 1 gold, 4 prestige", "2 gold"]
    t.do(0, "merchant_sell copper").do(1, "merchant_buy copper")
    assert [t[0], t[1]] == ["1 copper, 2 gold, 4 prestige", "1 copper"]


@rule("FW-322")
def test_an_any_time_action_is_no_market_action() -> None:
    t = Table("normal", 2).pool(0, "1 iron, 2 gold").at(MARKET)
    assert "clerk iron_sword" in t.options(0)
    t.do(0, "merchant_buy copper")
    assert t.asked == {0: "market_action"}
    assert (t.options(0), t.view().spaces_taken) == (["pass"], [])
    t.do(0, "merchant_sell iron", "clerk iron_sword")
    assert (t[0], t.asked) == ("1 copper", {1: "market_action"})


@rule("FW-322")
def test_a_decision_already_made_stands() -> None:
    """Focused on a quest, selling the last copper takes the options away, not the applied weapon."""
    t = Table("normal", 2)
    quest = t.quest(0, "weird_woods")
    t.adventurer(0, 1)
    t.adventurer(0, 1)
    t.pool(0, "2 copper").at(QUESTS).do(0, "pass", f"focus {quest}", "apply a1 copper_dagger")
    t.do(0, "merchant_sell copper")
    assert t.options(0) == ["unfocus"]
    assert t.power(0, quest)[0] == 1
    assert t.do(0, "unfocus").options(0) == ["remove a1", "done"]


@rule("FW-319", "FW-322")
def test_the_actions_of_one_seat_do_not_change_the_options_of_another() -> None:
    t = Table("epic", 3).get(2, "ruby_broker#1").pool(2, "2 ruby, 9 gold").pool(0, "3 gold").at(MARKET)
    before = t.options(0)
    t.do(2, "merchant_buy iron", "merchant_sell ruby", "stall ruby_broker#1 left_to_right")
    assert t.options(0) == before
    assert t.asked == {0: "market_action"}


@rule("FW-325", "FW-327")
def test_a_round_waits_for_those_who_can_still_act() -> None:
    t = Table("normal", 3).pool(0, "2 copper").pool(2, "2 copper").at(SHARED)
    assert t.asked == {0: "round_close", 2: "round_close"}
    assert t.options(0) == ["close"]
    t.do(0, "close")
    assert t.any_time(0) == []
    t.refused(0, "merchant_sell", resource="copper")
    t.do(2, "merchant_sell copper")  # no other action is left to the seat: it need not close
    assert t.state.round == 2
    assert t.any_time(0) == ["merchant_sell copper"]


@rule("FW-325")
def test_a_round_ends_by_itself_when_nobody_can_act() -> None:
    t = Table("normal", 2).at(SHARED)
    assert (t.state.round, t.asked) == (2, {0: "mine_move"})


@rule("FW-326")
def test_a_stockpile_tile_has_a_window_before_and_after() -> None:
    t = Table("epic", 2, tiles=True).pool(0, "5 copper, 2 gold").pool(1, "1 ruby")
    t.state.tiles = [next(i for i, tile in enumerate(t.c.tiles) if tile.id == "stockpile_mithril")]
    t.state.round = 3
    t.at(SHARED)
    assert t.asked == {0: "round_close", 1: "round_close"}
    t.do(1, "close")
    assert t.any_time(1) == []
    t.do(0, "merchant_buy copper", "close")
    assert t[0] == "6 copper, 2 mithril"
    assert t.asked == {0: "round_close", 1: "round_close"}  # open again after the tile
    t.do(0, "merchant_sell mithril").do(1, "merchant_sell ruby")
    assert (t.state.round, t.asked) == (3, {1: "round_close"})  # 3 gold can still buy something
    t.do(1, "close")
    assert t.state.round == 4


@rule("FW-326")
def test_other_tiles_have_the_closing_window_alone() -> None:
    t = Table("epic", 2, tiles=True).pool(0, "5 copper")
    t.state.tiles = [next(i for i, tile in enumerate(t.c.tiles) if tile.id == "adventurous_1")]
    t.state.round = 3
    quest = t.quest(0, "weird_woods")
    t.at(SHARED)
    assert len(t.levels(0)) == 1
    t.do(0, "close")
    assert (t.state.round, t.player(0).quests) == (4, [t.quests[quest]])


@rule("FW-327")
def test_nothing_can_be_traded_once_the_last_round_has_closed() -> None:
    t = Table("normal", 2).pool(0, "3 copper").last_round().at(SHARED)
    t.do(0, "close")
    assert t.state.outcome is not None
    assert t.any_time(0) == []
    assert t.state.outcome.detail["points"][0]["leftovers"] == 0


@rule("FW-327")
def test_a_new_stage_is_open_from_its_first_reveal() -> None:
    t = Table("epic", 2).pool(0, "1 copper")
    for stack in ("weapon", "bonus_a", "bonus_b", "single_a", "single_b"):
        t.stack(stack)
    t.state.round = 6
    t.script = {"mine_sides": [2] * 6}
    t.at(END)
    assert (t.state.stage, t.asked) == (2, {0: "place_overseer"})
    assert t.any_time(0) == ["merchant_sell copper"]


@rule("FW-328")
@pytest.mark.parametrize("mode", ["normal", "epic", "advanced_normal", "short_epic", "solo_normal"])
def test_any_time_actions_open_with_the_placing_of_overseers(mode: str) -> None:
    seats = 1 if mode.startswith("solo") else 2
    t = Table.fresh(mode, seats)
    while "place_overseer" not in t.asked.values():
        assert all(t.any_time(seat) == [] for seat in range(seats))
        seat = min(t.asked)
        t.refused(seat, "merchant_buy", resource="copper")
        t.do(seat, t.options(seat)[0])
    assert any(t.any_time(seat) for seat in range(seats))
