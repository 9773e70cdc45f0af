"""Market cards and the market phase (RULES.md, sections 6 to 8)."""

from __future__ import annotations

import pytest

from forge_war.rounds import END, MARKET
from tests import laws
from tests.games.forge_war.table import GAME, Table

rule = pytest.mark.rule
C = GAME.content
MODES = ["normal", "epic", "advanced_normal", "short_epic"]


# --- market phase


@rule("FW-240", "FW-243")
def test_one_action_each_in_player_order() -> None:
    t = Table("normal", 3).order(2, 0, 1).pool(2, "2 gold").at(MARKET)
    assert t.asked == {2: "market_action"}
    t.do(2, "clerk copper_axe")
    assert t.asked == {0: "market_action"}
    t.do(0, "pass")
    assert (t[0], t.asked) == ("1 gold", {1: "market_action"})
    t.do(1, "pass")
    assert (t[1], t[2]) == ("1 gold", "1 gold")
    assert t.asked == {2: "acquire"}
    assert [(e["seat"], e["kind"], e["gold"]) for e in t.events("passed")] == [
        (0, "market_action", 1),
        (1, "market_action", 1),
    ]


@rule("FW-240", "FW-243", "FW-805")
def test_two_actions_in_a_solo_game() -> None:
    t = Table("solo_normal", 1).order(0, 1, 2).at(MARKET)
    t.do(0, "pass")
    assert (t[0], t.asked) == ("1 gold", {0: "market_action"})
    t.do(0, "pass")
    assert (t[0], t.asked) == ("2 gold", {0: "acquire"})


@rule("FW-246")
def test_closed_spaces_take_one_disk_a_round() -> None:
    t = Table("normal", 4).face("leaf_shield", "buyer_savvy_1#1", "seller_savvy_1#1", "training_1#1", "overtime_1#1")
    for seat in range(4):
        t.pool(seat, "20 gold")
        t.adventurer(seat, 1)
        t.quest(seat, ["weird_woods", "fish_king", "mad_king", "goblin_mill"][seat])
    t.at(MARKET).do(0, "barracks hire")
    assert t.options(1, "barracks") == []
    t.do(1, "road fish_king 1")
    assert t.options(2, "road") == ["road mad_king 1"]
    t.do(2, "clerk iron_sword")
    assert "clerk iron_sword" in t.options(3)
    assert t.view().spaces_taken == ["barracks"]
    t.do(3, "blacksmith")
    assert t.view().spaces_taken == []
    assert t.at(MARKET).options(0, "barracks") != []


@rule("FW-246")
def test_a_space_is_not_taken_without_its_action() -> None:
    t = Table("normal", 2).face(None, None, None, None, None).pool(0, "1 gold")
    t.adventurer(0, 4)
    t.at(MARKET)
    assert t.options(0) == ["pass", "clerk copper_axe", "clerk copper_mace", "clerk copper_spear"]
    t.refused(0, "barracks", hire=False, level=None)
    t.refused(0, "blacksmith")
    t.refused(0, "bazaar", stack="bonus_a")


@rule("FW-249")
def test_the_blacksmith_sells_the_design_that_is_up() -> None:
    t = Table("normal", 3).face("leaf_shield").pool(0, "3 gold").pool(1, "4 gold").pool(2, "9 gold").at(MARKET)
    t.refused(0, "blacksmith")
    t.do(0, "pass").do(1, "blacksmith")
    assert t[1] == ""
    t.refused(2, "blacksmith")
    assert t.events("market_taken")[-1] == {
        "seat": 1,
        "space": "blacksmith",
        "stack": "weapon",
        "card": "leaf_shield",
        "gold": -4,
    }
    t = Table("normal", 2).face().pool(0, "9 gold").at(MARKET)
    assert t.options(0, "blacksmith") == []


@rule("FW-252")
@pytest.mark.parametrize(
    ("seats", "first", "left"),
    [
        (2, "single_b", []),
        (3, "single_b", ["bonus_a", "bonus_b"]),
        (4, "bonus_b", ["single_a", "single_b"]),
        (4, "single_a", ["bonus_a", "bonus_b"]),
    ],
)
def test_spaces_of_the_bazaar(seats: int, first: str, left: list[str]) -> None:
    t = Table("normal", seats)
    t.face(None, "buyer_savvy_1#1", "seller_savvy_1#1", "copper_wagon_1", "hired_hand_1#1")
    t.pool(0, "20 gold").pool(1, "20 gold").at(MARKET)
    assert t.options(0, "bazaar") == [f"bazaar {stack}" for stack in ("bonus_a", "bonus_b", "single_a", "single_b")]
    t.do(0, f"bazaar {first}")
    assert t.options(1, "bazaar") == [f"bazaar {stack}" for stack in left]


@rule("FW-252", "FW-805")
def test_the_bazaar_of_a_solo_game_is_one_space() -> None:
    t = Table("solo_normal", 1).order(0, 1, 2).face("leaf_shield", "buyer_savvy_1#1", None, "copper_wagon_1")
    t.pool(0, "20 gold").at(MARKET).do(0, "bazaar single_a")
    assert t.options(0, "bazaar") == []
    t.do(0, "blacksmith")
    t = Table("solo_normal", 1).order(0, 1, 2).pool(0, "20 gold")
    quest = t.quest(0, "weird_woods")
    t.at(MARKET).do(0, "clerk copper_axe", "clerk copper_mace")
    t.at(MARKET).do(0, f"road {quest} 1", f"road {quest} 1")
    assert t.step(quest) == 3


@rule("FW-255")
def test_the_barracks_hire_or_raise_or_both() -> None:
    for action, levels, gold in (
        ("barracks hire", [1, 3, 1], 6),
        ("barracks no hire a2", [1, 4], 7),
        ("barracks hire a2", [1, 4, 1], 3),
        ("barracks hire a1", [2, 3, 1], 5),
    ):
        t = Table("normal", 2)
        t.adventurer(0, 1)
        t.adventurer(0, 3)
        t.pool(0, "10 gold").at(MARKET).do(0, action)
        assert (t.levels(0), t.player(0).gold) == (levels, gold)
    t = Table("normal", 2).pool(0, "10 gold").at(MARKET)
    assert t.options(0, "barracks") == ["barracks hire"]  # the one hired cannot be raised
    t.refused(0, "barracks", hire=True, level="a1")
    t.refused(0, "barracks", hire=False, level=None)


@rule("FW-258")
@pytest.mark.parametrize(
    ("mode", "prices"),
    [("normal", {1: 4}), ("advanced_normal", {2: 4}), ("epic", {1: 4, 2: 5, 3: 6}), ("short_epic", {2: 5, 3: 6})],
)
def test_the_price_of_hiring(mode: str, prices: dict[int, int]) -> None:
    for stage, price in prices.items():
        t = Table(mode, 2)
        if stage != t.state.stage:
            t.to_stage(stage)
        assert t.pool(0, f"{price - 1} gold").at(MARKET).options(0, "barracks") == []
        t.pool(0, f"{price} gold").at(MARKET).do(0, "barracks hire")
        assert t[0] == ""


@rule("FW-261")
def test_adventurers_on_quests_can_be_raised() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "weird_woods")
    t.adventurer(0, 1, on=quest, weapon="copper_sword")
    t.pool(0, "1 gold").at(MARKET).do(0, "barracks no hire a1")
    assert (t.levels(0), t.power(0, quest)[0]) == ([2], 2)


@rule("FW-264")
def test_the_clerk_takes_the_price_and_a_gold_for_each_claim() -> None:
    t = Table("epic", 4).designs(0, "iron_sword").designs(2, "iron_sword").order(1, 3, 0, 2)
    t.pool(1, "4 gold").pool(3, "4 gold").at(MARKET).do(1, "clerk iron_sword")
    assert [t[seat] for seat in range(4)] == ["1 gold", "", "1 gold", "4 gold"]
    assert "clerk iron_sword" not in t.options(3)  # 2 and 3 claims
    t.pool(3, "5 gold").at(MARKET, 1).do(3, "clerk iron_sword")
    assert [t[seat] for seat in range(4)] == ["2 gold", "1 gold", "2 gold", ""]
    assert [e["seat"] for e in t.events("gold_gained")] == [0, 2, 0, 1, 2]


@rule("FW-264")
def test_a_design_out_of_the_row_cannot_be_claimed() -> None:
    t = Table("normal", 2).pool(0, "9 gold").at(MARKET)
    t.refused(0, "clerk", design="iron_axe")
    t.refused(0, "clerk", design="copper_sword")
    t.row("iron_axe").at(MARKET).do(0, "clerk iron_axe")


@rule("FW-267", "FW-270")
def test_the_road_is_free_and_for_one_own_quest() -> None:
    t = Table("normal", 2)
    first, other = t.quest(0, "weird_woods"), t.quest(0, "mystic_cave", step=4)
    theirs = t.quest(1, "fish_king")
    t.at(MARKET)
    assert t.options(0, "road") == [f"road {first} 1"]  # the other stands on its very last step
    t.refused(0, "road", quest=theirs, steps=1)
    t.refused(0, "road", quest=other, steps=1)
    t.do(0, f"road {first} 1")
    assert (t.step(first), t[0]) == (2, "")


@rule("FW-270")
def test_a_quest_of_one_step_cannot_be_rushed() -> None:
    t = Table("normal", 2).get(0, "adventurer_savvy_1")
    t.quest(0, "p1_crystal")
    t.quest(0, "tavern_brawl#1")
    assert t.at(MARKET).options(0, "road") == ["road tavern_brawl#1 1"]


@rule("FW-273", "FW-532", "FW-535")
def test_a_leg_left_by_the_road_pays_at_once() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "weird_woods", step=3)
    t.adventurer(0, 4, "opportunistic", on=quest, weapon="bardic_blade")
    t.adventurer(0, 4, "ambitious", on=quest, weapon="leaf_shield")
    t.at(MARKET).do(0, f"road {quest} 1")
    assert t[0] == "1 copper, 1 emerald, 1 gold, 4 prestige"
    assert t.power(0, quest)[0] == 8 + 4
    assert t.asked == {1: "market_action"}
    assert t.events("leg_done") == [{"seat": 0, "quest": quest, "leg": 1}]


@rule("FW-276", "FW-277")
def test_one_move_may_complete_several_legs_in_order() -> None:
    """Legs of one step each: a worker movement, then an emerald; then the last leg is left to the rewards."""
    t = Table("normal", 2).get(0, "adventurer_savvy_1").mine(w1=[(0, 0)])
    quest = t.quest(0, "p1_fairy")
    t.adventurer(0, 3, on=quest, weapon="reaping_scythe")
    t.at(MARKET).do(0, f"road {quest} 2")
    assert (t.asked, t[0]) == ({0: "worker_pick"}, "1 gold")
    t.do(0, "skip")
    assert (t.asked, t[0], t.step(quest)) == ({1: "market_action"}, "1 emerald, 2 gold", 3)
    assert [e["leg"] for e in t.events("leg_done")] == [1, 2]


@rule("FW-279", "FW-282")
def test_cards_left_go_to_the_market_discard() -> None:
    t = (
        Table("normal", 2)
        .face("leaf_shield", "buyer_savvy_1#1", "gem_cutter#1", "training_1#1")
        .discard("overtime_1#1")
    )
    t.pool(0, "9 gold")
    t.adventurer(0, 1)
    t.at(MARKET).do(0, "bazaar bonus_b")
    assert t.view().market_discard == ["overtime_1#1"]
    t.do(1, "pass")
    assert t.view().market_discard == ["overtime_1#1", "leaf_shield", "buyer_savvy_1#1", "training_1#1"]
    assert t.events("market_cleared") == [{"cards": ["leaf_shield", "buyer_savvy_1#1", "training_1#1"]}]
    assert (t.state.face, t.view().spaces_taken) == ([-1] * 5, [])
    assert len(t.state.row) == 4
    t.at(END).at(MARKET)
    assert t.view().market_discard[:4] == ["overtime_1#1", "leaf_shield", "buyer_savvy_1#1", "training_1#1"]


@rule("FW-282")
@pytest.mark.parametrize("mode", ["normal", "epic"])
def test_nothing_else_enters_the_market_discard(mode: str) -> None:
    w = laws.Walk(GAME, mode, {}, 2, 12)
    while not w.over:
        before = set(w.state.discard)
        face = set(w.state.face)
        w.step()
        entered = set(w.state.discard) - before
        assert entered <= face
        for card in w.state.discard:
            assert card not in w.state.spent
            assert not C.is_design(card) or C.designs[card].group == 4


# --- end-game bonuses


def seventh(mode: str, seats: int) -> Table:
    """Round 7: no market card is left."""
    t = Table(mode, seats)
    for stack in ("weapon", "bonus_a", "bonus_b", "single_a", "single_b"):
        t.stack(stack)
    t.state.round = 7
    return t


@rule("FW-285", "FW-288")
@pytest.mark.parametrize("mode", ["normal", "advanced_normal"])
def test_bonuses_instead_of_cards_in_round_seven(mode: str) -> None:
    t = seventh(mode, 3)
    quest = t.quest(0, "weird_woods" if mode == "normal" else "bodyguard")
    t.adventurer(0, 1)
    t.pool(0, "4 gold").at(MARKET)
    assert t.options(0) == [
        "pass",
        "endgame eg_blacksmith",
        "endgame eg_top_left",
        "endgame eg_top_right",
        "endgame eg_bottom_left",
        "endgame eg_bottom_right",
        "barracks hire",
        "barracks no hire a1",
        *[f"clerk {name}" for name in t.names(t.state.row) if C.card_price[t.state.rules.number][t.cards[name]] <= 4],
        f"road {quest} 1",
    ]
    assert t.pool(0, "3 gold").at(MARKET).options(0, "endgame") == ["endgame eg_bottom_left", "endgame eg_bottom_right"]
    t.do(0, "endgame eg_bottom_right")
    assert (t[0], t.view().endgame_bonuses["eg_bottom_right"]) == ("", 0)
    assert t.events("market_taken")[-1] == {"seat": 0, "space": "bazaar", "bonus": "eg_bottom_right", "gold": -3}


@rule("FW-285")
@pytest.mark.parametrize("mode", ["normal", "advanced_normal"])
def test_no_market_card_is_left_in_round_seven(mode: str) -> None:
    w = laws.Walk(GAME, mode, {}, 2, 3)
    while w.state.round < 7:
        w.step()
    assert w.state.face == [-1] * 5
    assert all(not pile for pile in w.state.stacks)


@rule("FW-288")
@pytest.mark.parametrize(
    ("seats", "first", "left"),
    [
        (4, "eg_blacksmith", ["eg_top_left", "eg_top_right", "eg_bottom_left", "eg_bottom_right"]),
        (4, "eg_top_right", ["eg_blacksmith", "eg_bottom_left", "eg_bottom_right"]),
        (3, "eg_bottom_left", ["eg_blacksmith", "eg_top_left", "eg_top_right"]),
        (2, "eg_bottom_left", ["eg_blacksmith"]),
    ],
)
def test_the_spaces_of_the_end_game_bonuses(seats: int, first: str, left: list[str]) -> None:
    t = seventh("normal", seats).pool(0, "9 gold").pool(1, "9 gold").at(MARKET)
    t.do(0, f"endgame {first}")
    assert t.options(1, "endgame") == [f"endgame {bonus}" for bonus in left]
    t.refused(1, "endgame", bonus=first)


@rule("FW-288")
def test_the_one_bazaar_disk_of_a_solo_game_buys_any_bonus() -> None:
    t = seventh("solo_normal", 1).order(0, 1, 2).pool(0, "9 gold").at(MARKET)
    assert len(t.options(0, "endgame")) == 5
    t.do(0, "endgame eg_top_left")
    assert t.options(0, "endgame") == ["endgame eg_blacksmith"]
    t.do(0, "endgame eg_blacksmith")
    assert t[0] == "1 gold"


@rule("FW-291", "FW-294", "FW-297", "FW-300", "FW-303", "FW-692")
@pytest.mark.parametrize(
    ("place", "points"),
    [
        ("eg_blacksmith", 2 * 1 + 2),
        ("eg_top_left", 2),
        ("eg_top_right", 4),
        ("eg_bottom_left", 2 * 3),
        ("eg_bottom_right", 9),
    ],
)
def test_what_the_end_game_bonuses_bring(place: str, points: int) -> None:
    t = seventh("normal", 2)
    t.designs(0, "leaf_shield", "iron_sword", "copper_axe")
    t.get(0, "buyer_savvy_1#1").get(0, "gem_cutter#1").get(0, "tinkers_table")
    for quest in ("tavern_brawl#1", "mad_king"):
        t.quest(0, quest)
        t.state.players[0].quests.clear()
        t.player(0).completed.append(t.quests[quest])
    for level in (1, 2, 4):
        t.adventurer(0, level)
    t.adventurer(0, 1, on=t.quest(0, "cellar_rats#1"), weapon="copper_dagger")
    t.pool(0, "4 copper, 3 iron, 2 emerald, 8 gold").at(MARKET)
    t.do(0, f"endgame {place}")
    gold = t.player(0).gold
    t.at(END)
    assert t.state.outcome is not None
    parts = t.state.outcome.detail["points"]
    assert parts[0][place] == points
    assert not any(name.startswith("eg_") for name in parts[1])
    value = 0 if place == "eg_bottom_right" else 4 * 1 + 3 * 2 + 2 * 2
    assert parts[0]["leftovers"] == (gold + value) // 4


@rule("FW-306")
@pytest.mark.parametrize("mode", ["epic", "short_epic"])
def test_no_end_game_bonuses_in_the_epic_modes(mode: str) -> None:
    w = laws.Walk(GAME, mode, {}, 2, 8)
    while not w.over:
        for decision in GAME.pending(w.state):
            if decision.kind == "market_action":
                options = GAME.options(w.state, decision.seat)
                assert not [a for a in options if GAME.actions.text(a).startswith("endgame")]
        w.step()
    assert w.state.bonus_owner == [-1] * 5
