"""The structure of a round and the player order (RULES.md, sections 3 and 5)."""

from __future__ import annotations

import pytest

from forge_war.names import PHASES
from forge_war.rounds import END, MARKET, MOVING, ORDER, SHARED
from tests import laws
from tests.games.forge_war.table import GAME, Table

rule = pytest.mark.rule


# --- the round


@rule("FW-090")
@pytest.mark.parametrize(("mode", "tiles"), [("normal", False), ("epic", False), ("advanced_normal", True)])
def test_the_phases_of_a_round_stand_in_order(mode: str, tiles: bool) -> None:
    """A Stockpile tile has a window of its own before it; otherwise no phase comes twice."""
    w = laws.Walk(GAME, mode, {"bonus_tiles": True} if tiles else {}, 3, 4)
    phases: list[tuple[int, str]] = []
    while not w.over:
        now = (w.state.clock, PHASES[w.state.phase])
        if not phases or phases[-1] != now:
            phases.append(now)
        w.step()
    whole = ["placing", "mine", "market", "quests", "rewards", "bonus_tile", "closing"]
    for clock in range(1, w.state.clock + 1):
        order = [whole.index(phase) for at, phase in phases if at == clock and phase in whole]
        if order.count(6) == 2:
            order.remove(6)
        assert order == sorted(set(order))
        assert {1, 2, 3} <= set(order)


@rule("FW-090")
def test_a_round_begins_with_market_and_offer_and_then_the_mine() -> None:
    t = Table("normal", 2).order(1, 0).mine(o1=[(0, 0)]).offer(slot4="mad_king").at(END)
    kinds = [e.type for e in t.log]
    assert kinds.index("round_ended") < kinds.index("revealed") < kinds.index("offer_dealt")
    assert t.asked == {1: "mine_move"}
    assert (t.state.round, t.view().phase) == (2, "mine")
    t.do(1, "pass").do(0, "pass").do(1, "pass")
    assert (t.asked, t.view().phase) == ({0: "market_action"}, "market")  # both without workers


@rule("FW-093")
def test_the_top_card_of_each_stack_is_turned_up() -> None:
    t = Table("normal", 2)
    t.stack("weapon", "leaf_shield", "elfwood_bow").stack("bonus_a", "gem_cutter#1", "tinkers_table")
    t.stack("bonus_b", "trader_savvy_1").stack("single_a").stack("single_b", "overtime_1#2")
    t.at(END)
    assert t.names([t.state.face[i] for i in (0, 1, 2, 4)]) == [
        "leaf_shield",
        "gem_cutter#1",
        "trader_savvy_1",
        "overtime_1#2",
    ]
    assert t.state.face[3] == -1
    assert [len(pile) for pile in t.state.stacks] == [1, 1, 0, 0, 0]
    assert [(e["stack"], e["card"]) for e in t.events("revealed")] == [
        ("weapon", "leaf_shield"),
        ("bonus_a", "gem_cutter#1"),
        ("bonus_b", "trader_savvy_1"),
        ("single_b", "overtime_1#2"),
    ]


@rule("FW-096")
def test_public_designs_do_not_stop_the_reveal() -> None:
    t = Table("epic", 2).stack("weapon", "iron_greatsword", "twinmoon_axe", "iron_axe").at(END)
    assert t.names(t.state.face[:1]) == ["twinmoon_axe"]
    assert t.names(t.state.row) == ["copper_axe", "copper_mace", "copper_spear", "iron_sword", "iron_greatsword"]
    assert t.names(t.state.stacks[0]) == ["iron_axe"]


@rule("FW-099")
def test_the_offer_slides_before_it_is_filled() -> None:
    t = Table("normal", 4).deck("goblin_mill", "salt_caravan", "windmill_haunting", "fish_king")
    t.offer(slot2="mad_king", slot4="belfry_bats", slot5="arena_games", slot8="thieves_den").at(END)
    assert t.offered() == [
        "mad_king",
        "belfry_bats",
        "arena_games",
        "thieves_den",
        "goblin_mill",
        "salt_caravan",
        "windmill_haunting",
        "fish_king",
    ]
    assert [card["slot"] for card in t.events("offer_dealt")[0]["cards"]] == [5, 6, 7, 8]
    assert t.events("offer_cleared") == []  # slot 1 was empty


@rule("FW-099")
def test_the_offer_is_not_filled_again_in_the_first_round() -> None:
    t = Table.fresh("normal", 2)
    first = t.offered()
    while "market_action" not in t.asked.values():
        seat = min(t.asked)
        t.do(seat, t.options(seat)[0])
    assert t.offered() == first
    assert len(t.events("offer_dealt")) == 1


@rule("FW-102")
def test_the_next_colour_follows_when_one_runs_out() -> None:
    t = Table("epic", 2).offer().deck("kidnappings", "fairy_mischief", "hydra", "p3_scar").at(END)
    assert t.offered() == ["kidnappings", "fairy_mischief", "hydra", "p3_scar", "", "", "", ""]
    t.face().at(END)
    assert t.offered() == ["p3_scar", "", "", "", "", "", "", ""]


@rule("FW-105")
def test_allowances_are_renewed_with_the_round() -> None:
    t = Table("epic", 2).get(0, "ruby_broker#1").get(0, "trader_savvy_1").pool(0, "9 copper, 9 ruby, 9 gold")
    t.at(MARKET).do(0, "merchant_buy copper", "merchant_sell copper")
    t.do(0, "stall ruby_broker#1 left_to_right", "stall ruby_broker#1 left_to_right")
    assert t.any_time(0) == []
    t.at(SHARED)
    assert t.state.round == 2
    assert [t.any_time(0).count(a) for a in ("merchant_buy copper", "merchant_sell copper")] == [1, 1]
    t.do(0, "stall ruby_broker#1 left_to_right", "stall ruby_broker#1 right_to_left")
    assert [a for a in t.any_time(0) if a.startswith("stall")] == []


# --- player order


@rule("FW-170")
def test_the_new_order_holds_for_the_round_and_the_next_mine_phase() -> None:
    t = Table("normal", 3).mine(w0=[(0, 0), (2, 0)], w1=[(0, 2)]).offer().at(ORDER)
    assert t.events("order_changed")[-1]["order"] == [2, 1, 0]
    for seat in (2, 1, 0):
        assert t.asked == {seat: "market_action"}
        t.do(seat, "pass")
    for seat in (2, 1, 0):
        assert t.asked == {seat: "acquire"}
        t.do(seat, "pass", "done")
    for seat in (2, 1, 0):
        assert t.asked == {seat: "mine_move"}
        t.do(seat, "pass")
    assert t.asked == {2: "mine_second"}


@rule("FW-173")
def test_fewest_workers_stand_first() -> None:
    t = Table("normal", 4).mine(w0=[(0, 0), (2, 0), (-2, 0)], w2=[(0, 2)], w3=[(2, -2), (0, -2)]).at(ORDER)
    assert t.state.order == [1, 2, 3, 0]
    assert t.events("order_changed")[-1] == {"order": [1, 2, 3, 0], "workers": [3, 0, 1, 2], "locked": False}


@rule("FW-176")
@pytest.mark.parametrize(
    ("order", "workers", "new"),
    [
        ([0, 1, 2, 3], [1, 1, 1, 0], [3, 2, 1, 0]),
        ([2, 0, 3, 1], [1, 1, 1, 1], [1, 3, 0, 2]),
        ([2, 0, 3, 1], [0, 1, 0, 1], [0, 2, 1, 3]),
    ],
)
def test_tied_players_are_reversed(order: list[int], workers: list[int], new: list[int]) -> None:
    spots = [(0, 0), (2, 0), (0, 2), (2, -2)]
    pieces = {f"w{colour}": [spots[colour]] for colour, n in enumerate(workers) if n}
    t = Table("normal", 4).order(*order).mine(None, **pieces).at(ORDER)
    assert t.state.order == new


@rule("FW-113", "FW-179")
def test_the_lock_ends_with_the_order_that_it_made() -> None:
    t = Table("normal", 3).mine(o0=[(0, 0)], w1=[(2, -2), (-2, 2)], w2=[(-2, 0), (0, -3), (3, 0)]).at(MOVING)
    for seat in range(3):
        t.do(seat, "pass")
    t.do(0, "move 0 0 1 0")
    assert t.state.order == [1, 2, 0]
    assert t.state.workers == [1, 2, 3]
    assert not t.state.locked_last
    t.at(ORDER)
    assert t.state.order == [0, 1, 2]


@rule("FW-182")
def test_workers_changed_later_do_not_change_the_order() -> None:
    t = Table("normal", 2).face(None, None, None, "shift_swap_1").mine(w0=[(0, 0)], w1=[(2, 0), (0, 2)])
    t.pool(0, "9 gold").at(ORDER)
    assert t.state.order == [0, 1]
    t.do(0, "bazaar single_a", "pick 0 0", "remove").do(1, "pass")
    assert t.state.workers == [0, 2]
    t.do(0, "pass", "done").do(1, "pass", "done")
    assert t.state.order == [0, 1]
    assert len(t.events("order_changed")) == 1
