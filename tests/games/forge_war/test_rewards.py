"""Quest rewards and the end of a round (RULES.md, sections 12 and 13)."""

from __future__ import annotations

import pytest

from forge_war.names import GREEN, RED
from forge_war.rounds import END, MARKET, QUESTS, SHARED
from tests.games.forge_war.table import GAME, Table, idle_rounds

rule = pytest.mark.rule
C = GAME.content


def last_step(quest: str) -> int:
    return next(q.steps for q in C.quests if q.id == quest)


def completing(t: Table, seat: int, *quests: str, weapon: str = "worldrender") -> None:
    """Quests of a seat on their last steps, each with a level 4 adventurer."""
    for quest in quests:
        t.quest(seat, quest, step=last_step(quest))
        t.adventurer(seat, 4, on=quest, weapon=weapon)


# --- advancing and physical rewards


@rule("FW-450", "FW-453", "FW-475")
def test_every_quest_advances_one_step_when_all_have_managed() -> None:
    t = Table("normal", 2)
    quests = [t.quest(0, "weird_woods"), t.quest(1, "mystic_cave", step=2), t.quest(0, "mad_king", step=2)]
    for seat, quest in zip([0, 1, 0], quests, strict=True):
        t.adventurer(seat, 3, on=quest, weapon="iron_greatsword")
    t.mine(o0=[(0, 0)]).at(QUESTS).do(0, "pass", "done").do(1, "pass")
    assert [t.step(quest) for quest in quests] == [1, 2, 2]
    t.do(1, "done")
    assert [t.step(quest) for quest in quests] == [2, 3, 3]
    assert t[1] == "1 emerald, 2 gold"  # paid before the movement of seat 0 is decided
    assert t.asked == {0: "extra_overseer"}


@rule("FW-456")
def test_leaving_a_leg_brings_its_rewards_and_staying_in_it_none() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "weird_woods", step=2)
    t.adventurer(0, 1, on=quest, weapon="iron_sword")
    idle_rounds(t, 1)
    assert (t.step(quest), t[0]) == (3, "")
    idle_rounds(t.face(), 1)
    assert (t.step(quest), t[0]) == (4, "1 copper, 1 emerald")


@rule("FW-459")
def test_rewards_help_no_quest_of_the_same_round() -> None:
    t = Table("normal", 2)
    completing(t, 0, "tavern_brawl#1", weapon="iron_greatsword")  # 4 gold at its end
    other = t.quest(0, "cellar_rats#1")
    t.at(QUESTS).do(0, "pass")
    assert (t.options(0), t.any_time(0)) == (["remove a1", "done"], [])
    t.do(0, "done").do(1, "pass", "done")
    assert t.view().quests_gone[-1:] == [other]
    assert t.player(0).gold == 4


@rule("FW-462")
@pytest.mark.parametrize(
    ("quest", "pool", "adventurers"),
    [
        ("cellar_rats#1", "2 copper, 1 gold, 4 prestige", 1),
        ("arena_games", "8 prestige", 2),
        ("red_dragon", "2 ruby, 4 gold, 61 prestige", 1),
        ("hydra", "2 diamond, 4 gold, 82 prestige", 1),
        ("ashen_lich", "2 ruby, 2 gold, 32 prestige", 1),
        ("forest_spirit", "3 mithril, 2 gold, 40 prestige", 1),
    ],
)
def test_resources_gold_and_adventurers(quest: str, pool: str, adventurers: int) -> None:
    t = Table("epic", 2)
    completing(t, 0, quest, weapon="worldrender")
    for _ in range(2):
        t.adventurer(0, 4, on=quest, weapon="worldrender")
    idle_rounds(t, 1)
    assert (t[0], len(t.levels(0))) == (pool, adventurers + 2)


@rule("FW-465", "FW-134", "FW-146")
def test_an_overseer_movement_follows_the_rules_of_the_mine() -> None:
    t = Table("normal", 2).mine({(0, 0): "iron", (1, 0): "emerald"}, o0=[(0, 0)], w1=[(1, 0)], o1=[(-3, 0)])
    completing(t, 0, "mystic_cave", weapon="iron_greatsword")
    t.adventurer(0, 4, on="mystic_cave", weapon="copper_dagger")
    idle_rounds(t, 1)
    assert t.asked == {0: "extra_overseer"}
    t.do(0, "move 0 0 2 0")
    assert t.player(0).res[:4] == [0, 1, 0, 1]
    assert (t.piece((0, 0)), t.piece((1, 0)), t.piece((2, 0))) == ("w0", "w0", "o0")
    assert not t.state.locked_last


@rule("FW-468", "FW-155")
def test_a_worker_movement_brings_no_resource_and_may_end_in_a_strike() -> None:
    four = [(0, 0), (1, 0), (2, 0), (3, 0)]
    t = Table("normal", 2).mine(w1=[*four, (-3, 0)], w0=[(0, -3)])
    t.player(0).shared = [C.quests[t.quests["windmill_haunting"]].legs[0].rewards[0].id]
    t.at(SHARED)
    assert t.asked == {0: "worker_pick"}
    t.do(0, "pick -3 0")
    assert "remove" in t.options(0)
    assert "put -3 0" not in t.options(0)
    assert "put 0 0" not in t.options(0)
    t.do(0, "put -1 0")
    assert (t.state.workers, t[0], t[1]) == ([1, 0], "", "")


@rule("FW-468")
def test_a_worker_may_be_taken_off_the_board_or_left_alone() -> None:
    for moves, workers in ((["pick 0 0", "remove"], [0, 0]), (["skip"], [0, 1])):
        t = Table("normal", 2).mine(w1=[(0, 0)])
        t.player(0).shared = [C.quests[t.quests["windmill_haunting"]].legs[0].rewards[0].id]
        t.at(SHARED).do(0, *moves)
        assert t.state.workers == workers


@rule("FW-471")
def test_a_market_card_reward_takes_one_card_of_the_discard() -> None:
    def ready() -> Table:
        t = Table("normal", 2).get(0, "gem_cutter#1")
        t.discard("leaf_shield", "gem_cutter#2", "trader_savvy_1", "hired_hand_1#1")
        completing(t, 0, "thieves_den", weapon="iron_greatsword")
        idle_rounds(t, 1)
        return t

    t = ready()
    assert t.options(0) == ["skip", "take leaf_shield", "take trader_savvy_1", "take hired_hand_1#1"]
    t.do(0, "take leaf_shield")
    assert t.names(t.player(0).uniques) == ["leaf_shield"]
    assert "leaf_shield" not in t.names(t.state.discard)
    assert t.events("card_gained") == [{"seat": 0, "card": "leaf_shield", "source": "reward", "price": 0}]
    t = ready().do(0, "take trader_savvy_1")
    assert t.player(0).extra_limit == 1
    t = ready().do(0, "take hired_hand_1#1")
    assert (t.levels(0), t.names(t.state.spent)[-1]) == ([4, 1], "hired_hand_1#1")
    assert ready().do(0, "skip").names(ready().state.discard)[:1] == ["leaf_shield"]


@rule("FW-471")
def test_an_empty_discard_gives_nothing() -> None:
    t = Table("normal", 2)
    completing(t, 0, "thieves_den", weapon="iron_greatsword")
    idle_rounds(t, 1)
    assert t.events("card_gained") == []
    assert t.asked[0] != "market_card"


@rule("FW-474")
def test_shared_rewards_go_by_player_order_and_what_is_gone_is_lost() -> None:
    t = Table("normal", 3).order(2, 0, 1).discard("leaf_shield")
    completing(t, 0, "thieves_den", weapon="iron_greatsword")
    quest = t.quest(2, "windmill_haunting", step=1)
    t.adventurer(2, 4, on=quest, weapon="iron_greatsword")
    t.mine(w1=[(0, 0)], o0=[(1, 0)])
    idle_rounds(t, 1)
    assert t.asked == {2: "worker_pick"}
    t.do(2, "skip")
    assert t.asked == {0: "market_card"}
    t = Table("normal", 2).order(1, 0).discard("leaf_shield")
    t.player(0).shared = [C.quests[t.quests["thieves_den"]].legs[1].rewards[0].id]
    t.player(1).shared = t.player(0).shared.copy()
    t.at(SHARED).do(1, "take leaf_shield")
    assert "market_card" not in t.asked.values()
    assert (t.player(0).shared, t.player(0).uniques) == ([], [])


@rule("FW-474", "FW-471", "FW-232", "FW-152")
def test_a_reward_within_a_reward_ends_in_a_strike() -> None:
    """A leg gives a market card, the card gives an overseer movement, the movement a group of five."""
    t = Table("normal", 2).discard("overtime_1#1")
    t.mine(o0=[(-1, 0)], w0=[(0, 1), (0, 2), (1, 1), (-1, 1)], o1=[(3, 0)])
    completing(t, 0, "thieves_den", weapon="iron_greatsword")
    idle_rounds(t, 1)
    t.do(0, "take overtime_1#1")
    assert t.asked == {0: "extra_overseer"}
    t.do(0, "move -1 0 0 0")
    assert t.state.workers == [0, 0]
    assert t.names(t.state.spent)[-1] == "overtime_1#1"


# --- completion


@rule("FW-477", "FW-480", "FW-489")
def test_a_completion_pays_the_full_prestige_and_never_the_value_in_parentheses() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "lonely_colossus")
    t.adventurer(0, 4, on=quest, weapon="worldrender")
    idle_rounds(t, 1)
    assert t[0] == "2 mithril, 7 gold"
    t.pool(0, "")
    idle_rounds(t, 1)
    assert t[0] == "4 gold, 41 prestige"
    p = t.player(0)
    assert (p.quests, p.completed, p.level) == ([], [t.quests[quest]], [4, 1])
    assert (p.on, p.weapon) == ([-1, -1], [-1, -1])
    assert t.events("quest_completed") == [{"seat": 0, "quest": quest, "prestige": 41, "power": 17}]
    assert [e["leg"] for e in t.events("leg_done")] == [1, 2]


@rule("FW-483", "FW-486")
def test_level_points_are_as_many_as_legs_one_for_each_adventurer_present() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "serpent_temple", step=last_step("serpent_temple"))
    for level in (4, 1, 2, 3, 1):
        t.adventurer(0, level, on=quest, weapon="iron_sword" if level < 4 else "wyrmtooth_pike")
    t.adventurer(0, 1)  # in the pool
    idle_rounds(t, 1)
    assert t.options(0) == ["stop", "level a2", "level a3", "level a4", "level a5"]
    t.do(0, "level a2", "level a4")
    assert t.options(0) == ["stop", "level a3", "level a5"]
    t.do(0, "level a5")
    assert (t.levels(0), "reward_levels" in t.asked.values()) == ([4, 2, 2, 4, 2, 1], False)


@rule("FW-486")
def test_level_points_may_be_declined() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "serpent_temple", step=last_step("serpent_temple"))
    t.adventurer(0, 3, on=quest, weapon="ironbark_maul")
    t.adventurer(0, 3, on=quest, weapon="ironbark_maul")
    idle_rounds(t, 1)
    t.do(0, "level a1", "stop")
    assert (t.levels(0), "reward_levels" in t.asked.values()) == ([4, 3], False)


@rule("FW-475")
def test_levels_of_all_seats_are_chosen_at_once_before_shared_rewards() -> None:
    t = Table("normal", 2).discard("leaf_shield")
    for seat, quest in ((0, "thieves_den"), (1, "tavern_brawl#1")):
        t.quest(seat, quest, step=2)
        t.adventurer(seat, 2, on=quest, weapon="iron_greatsword")
    idle_rounds(t, 1)
    assert t.asked == {0: "reward_levels", 1: "reward_levels"}
    t.do(1, "level a1").do(0, "level a1")
    assert (t.levels(0), t.levels(1), t.asked) == ([3], [3], {0: "market_card"})


@rule("FW-492")
def test_several_completions_are_resolved_in_order_of_acquisition() -> None:
    t = Table("normal", 2)
    t.quest(0, "tavern_brawl#1", step=2, ago=3)
    t.quest(0, "cellar_rats#1", step=2, ago=1)
    t.adventurer(0, 1, on="cellar_rats#1", weapon="iron_sword")
    t.adventurer(0, 1, on="tavern_brawl#1", weapon="iron_sword")
    idle_rounds(t, 1)
    assert t.options(0) == ["stop", "level a2"]
    assert t.do(0, "level a2").options(0) == ["stop", "level a1"]
    assert [e["quest"] for e in t.events("quest_completed")] == ["tavern_brawl#1", "cellar_rats#1"]


# --- the end of a round


@rule("FW-500")
def test_the_end_of_a_round_comes_in_this_order() -> None:
    t = Table("epic", 2, tiles=True).offer(slot1="mad_king", slot4="weird_woods")
    t.state.tiles = [next(i for i, tile in enumerate(C.tiles) if tile.id == "knowledge_gold")]
    t.get(0, "leaf_shield")
    t.state.round = 3
    t.at(QUESTS).do(0, "pass", "done").do(1, "pass", "done")
    assert t.asked == {0: "round_close"}
    assert t[0] == "2 gold"
    t.do(0, "close")
    kinds = [e.type for e in t.log if e.type in ("tile_resolved", "passed", "offer_cleared", "round_ended", "revealed")]
    assert kinds[-5:] == ["revealed"] * 5
    assert kinds[:-5] == ["passed", "passed", "tile_resolved", "passed", "offer_cleared", "round_ended"]
    assert t.state.round == 4


@rule("FW-500", "FW-680")
def test_in_the_last_round_the_offer_is_not_cleared() -> None:
    t = Table("normal", 2).offer(slot1="mad_king").last_round().at(QUESTS)
    t.do(0, "pass", "done").do(1, "pass", "done")
    assert t.state.outcome is not None
    assert t.events("offer_cleared") == t.events("round_ended") == []


@rule("FW-503")
@pytest.mark.parametrize(("seats", "left"), [(2, [4, 8]), (3, [3, 4, 8]), (4, [2, 3, 4, 8])])
def test_the_front_slots_are_cleared_as_they_stand(seats: int, left: list[int]) -> None:
    names = {2: "mad_king", 3: "weird_woods", 4: "mystic_cave", 8: "goblin_mill"}
    t = Table("normal", seats).deck().offer(**{f"slot{slot}": name for slot, name in names.items()}).at(END)
    assert t.offered() == [names[slot] for slot in left] + [""] * (8 - len(left))


@rule("FW-506", "FW-512")
@pytest.mark.parametrize(("round_", "cleared"), [(5, False), (6, True)])
def test_in_the_normal_game_all_green_quests_go_after_round_6(round_: int, cleared: bool) -> None:
    t = Table("normal", 4).offer(slot3="mad_king", slot5="p1_mummy").deck("weird_woods", "p1_ogre", "p1_fairy")
    t.state.round = round_
    t.quest(0, "mystic_cave")
    t.at(END)
    greens = [quest for quest in [*t.state.offer, *t.state.deck] if quest >= 0 and C.quests[quest].deck == GREEN]
    assert (greens == []) == cleared
    assert t.offered()[:2] == (["p1_mummy", "p1_ogre"] if cleared else ["mad_king", "p1_mummy"])
    assert len(t.player(0).quests) == 1  # active quests stay


@rule("FW-509", "FW-512")
@pytest.mark.parametrize(("stage", "round_", "cleared"), [(3, 4, False), (3, 5, True)])
@pytest.mark.parametrize("mode", ["epic", "short_epic"])
def test_all_red_quests_go_after_round_5_of_stage_3(mode: str, stage: int, round_: int, cleared: bool) -> None:
    t = Table(mode, 4).to_stage(stage).offer(slot3="hydra", slot5="p3_scar").deck("visitors", "p3_vampire")
    t.state.round = round_
    t.at(END)
    reds = [quest for quest in [*t.state.offer, *t.state.deck] if quest >= 0 and C.quests[quest].deck == RED]
    assert (reds == []) == cleared
    assert t.offered()[:2] == (["p3_scar", "p3_vampire"] if cleared else ["hydra", "p3_scar"])


@rule("FW-506", "FW-503", "FW-778")
def test_in_a_solo_game_nothing_is_cleared_at_the_end_of_a_round() -> None:
    t = Table("solo_normal", 1).offer(slot1="mad_king", slot2="weird_woods").deck("p1_mummy", "p1_grumblesaur")
    t.state.round = 6
    t.at(END)
    assert t.offered()[:4] == ["p1_mummy", "p1_grumblesaur", "mad_king", "weird_woods"]


@rule("FW-105", "FW-438")
def test_the_marker_moves_and_allowances_are_renewed() -> None:
    t = Table("normal", 2).pool(0, "3 copper").at(MARKET).do(0, "merchant_sell copper")
    assert t.any_time(0) == []
    t.do(0, "pass").do(1, "pass").do(0, "pass", "done").do(1, "pass", "done")
    for seat in sorted(t.asked):
        t.do(seat, "close")
    assert "merchant_sell copper" in t.any_time(0)
