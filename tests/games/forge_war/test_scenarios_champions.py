"""Further scenarios, second part: champions, management, rewards, the end of the game."""

from __future__ import annotations

import pytest

from forge_war.rounds import MARKET, QUESTS
from tests.games.forge_war.table import Table, idle_rounds

rule = pytest.mark.rule
CHEAP = ["copper_sword", "copper_dagger", "iron_axe", "iron_mace"]  # what a Barbaric champion may carry besides
EVERYTHING = "9 copper, 9 iron, 9 mithril, 9 emerald, 9 ruby, 9 diamond"


@rule("FW-574", "FW-580", "FW-611")
@pytest.mark.parametrize(
    ("carried", "power"),
    [
        ([("purified", "worldrender")], 20),
        ([("viridian", "bardic_blade")], 10),
        ([("stoic", None)], 2),
        ([("viridian", "ward_of_the_gods")], 2),
    ],
)
def test_h26_champions_power(carried: list[tuple[str | None, str | None]], power: int) -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "lonely_colossus")
    for title, weapon in carried:
        t.adventurer(0, 4, title, on=quest, weapon=weapon)
    assert t.power(0, quest)[0] == power


@rule("FW-583")
def test_h26_a_commanding_champion_counts_who_was_applied_after_him_and_is_still_there() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "lonely_colossus")
    t.adventurer(0, 4, on=quest, weapon="copper_dagger")
    t.adventurer(0, 4, "commanding", on=quest, weapon="titan_hammer")
    assert t.power(0, quest)[0] == 18 + 1
    t.adventurer(0, 1, on=quest, weapon="copper_dagger")
    t.adventurer(0, 1, on=quest, weapon="copper_dagger")
    assert t.power(0, quest)[0] == 20 + 3
    t.pool(0, EVERYTHING).at(QUESTS).do(0, "pass", "remove a3")
    assert t.power(0, quest)[0] == 19 + 2
    t.do(0, f"focus {quest}", "apply a2 titan_hammer")  # a switch keeps his place
    assert t.power(0, quest)[0] == 19 + 2
    t.do(0, "unfocus", "remove a1", f"focus {quest}", "apply a1 copper_dagger")  # now after him
    assert t.power(0, quest)[0] == 20 + 2


@rule("FW-577")
def test_h26_a_barbaric_champion_carries_two_weapons() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "lonely_colossus")
    t.adventurer(0, 4, "barbaric", on=quest, weapon="emberheart_axe", second="iron_axe")
    assert t.power(0, quest)[0] == 10 + 4 + 1


@rule("FW-611")
def test_h26_the_halving_works_with_a_viridian_bearer() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "lonely_colossus", step=2)
    t.adventurer(0, 4, "viridian", on=quest, weapon="ward_of_the_gods")
    assert t.power(0, quest) == (2, 8)


@rule("FW-553")
def test_h27_bravura_with_a_ward() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "lonely_colossus", step=t.c.quests[t.quests["lonely_colossus"]].steps, ago=3)
    t.adventurer(0, 4, "bravura", on=quest, weapon="worldrender")
    t.adventurer(0, 4, on=quest, weapon="ward_of_the_gods")
    idle_rounds(t, 1)
    assert t.player(0).prestige == 41 + 9


@rule("FW-556", "FW-562", "FW-565", "FW-568")
def test_h28_expeditious_and_charming() -> None:
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
    assert t.view(0).seats[0].locked == ["a1", "a2"]
    assert t.player(0).spent_on == [t.quests["weird_woods"]] * 2
    t.do(0, "done").do(1, "pass", "done")
    assert t.step("weird_woods") == 4
    t.pool(0, "9 copper, 9 gold").at(QUESTS)
    assert t.options(0, "acquire") == ["acquire 1 ", "acquire 2 "]
    t.do(0, "pass", "remove a1", "remove a2", "done").do(1, "pass", "done")  # the quest fails
    assert t.at(QUESTS).options(0, "acquire") == [
        "acquire 1 ",
        "acquire 1 a1",
        "acquire 1 a2",
        "acquire 1 a1 a2",
        "acquire 2 ",
        "acquire 2 a1",
    ]


@rule("FW-568")
def test_h28_one_copper_starts_with_one_champion_only() -> None:
    t = Table("epic", 2).offer(slot1="weird_woods")
    t.adventurer(0, 4, "charming")
    t.adventurer(0, 4, "expeditious")
    assert t.pool(0, "1 copper").at(QUESTS).options(0) == ["pass", "acquire 1 ", "acquire 1 a1", "acquire 1 a2"]


@rule("FW-520", "FW-529")
def test_h29_title_on_level_4() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "tavern_brawl#1", step=2)
    t.adventurer(0, 3, on=quest, weapon="worldrender")
    t.adventurer(0, 4, "valorous")
    idle_rounds(t, 1)
    t.do(0, "level a1")
    assert t.asked == {0: "choose_title"}
    assert "title a1 valorous" not in t.options(0)
    t.do(0, "title a1 opportunistic")
    assert t.player(0).prestige == 5
    assert (t.levels(0), t.player(0).title[0]) == ([4, 4], t.titles["opportunistic"])


@rule("FW-319", "FW-322")
def test_h31_any_time_action_on_anothers_turn() -> None:
    t = Table("normal", 2).order(1, 0).pool(0, "1 copper").at(MARKET)
    before = t.options(1)
    assert t.asked == {1: "market_action"}
    t.do(0, "merchant_sell copper")
    assert (t[0], t.options(1)) == ("1 gold", before)
    t.do(1, "pass")
    assert "clerk copper_axe" in t.options(0)
    t.do(0, "clerk copper_axe")
    assert t[0] == ""


@rule("FW-586", "FW-593")
def test_h32_demon_fists_on_a_champion() -> None:
    t = Table("epic", 2).designs(0, "worldrender", "demon_fists")
    quest = t.quest(0, "lonely_colossus")
    t.adventurer(0, 4, "helpful", on=quest, weapon="copper_dagger")
    t.adventurer(0, 2)
    t.adventurer(0, 2)
    t.pool(0, EVERYTHING).at(QUESTS).do(0, "pass", f"focus {quest}")
    assert {"apply a2 worldrender", "apply a3 worldrender"} < set(t.options(0))
    t.do(0, "apply a3 worldrender", "apply a1 demon_fists")
    assert "apply a2 worldrender" not in t.options(0)
    assert t.power(0, quest)[0] == 16 + 17


@rule("FW-538", "FW-614")
def test_h33_unrelenting_and_switching_weapons() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "fairy_mischief")  # legs of 2, 1 and 1 steps
    t.adventurer(0, 4, "unrelenting", on=quest, weapon="kingslayer")
    idle_rounds(t, 2)
    assert (t.step(quest), t.power(0, quest)[0]) == (3, 19)
    t.mine(o0=[(0, 0)])
    idle_rounds(t, 1)
    assert (t.step(quest), t.power(0, quest)[0]) == (4, 20)
    t.pool(0, EVERYTHING).at(QUESTS).do(0, "pass", f"focus {quest}", "apply a1 kingslayer")
    assert t.power(0, quest)[0] == 18


@rule("FW-211")
def test_h34_stall_duplicate() -> None:
    t = Table("normal", 2).get(0, "gem_cutter#1").face(None, "gem_cutter#2")
    t.pool(0, "20 gold").pool(1, "20 gold").at(MARKET)
    assert t.options(0, "bazaar") == []
    t.do(0, "pass").do(1, "bazaar bonus_a")
    assert t.player(1).bonus == [t.cards["gem_cutter#2"]]


@rule("FW-492", "FW-483")
def test_h35_level_up_in_the_same_round() -> None:
    t = Table("normal", 2)
    one = t.quest(0, "cellar_rats#1")
    two = t.quest(0, "mystic_cave", step=t.c.quests[t.quests["mystic_cave"]].steps)
    t.adventurer(0, 1, on=one, weapon="iron_sword")
    t.adventurer(0, 1, on=one, weapon="iron_sword")
    t.adventurer(0, 2, on=two, weapon="iron_sword")
    t.adventurer(0, 4, on=two, weapon="iron_greatsword")
    t.state.cube[t.quests[one]] = t.c.quests[t.quests[one]].steps - 1
    idle_rounds(t, 1)
    assert t.options(0) == ["stop", "level a1", "level a2"]
    t.do(0, "level a1")
    assert t.options(0) == ["stop", "level a3"]
    t.do(0, "level a3")
    assert t.levels(0) == [2, 1, 3, 4]


@rule("FW-808")
def test_h37_solo_loss() -> None:
    t = Table("solo_normal", 1).offer(slot1="mystic_cave").at(QUESTS)
    t.do(0, "acquire 1 ", "done")
    assert t.state.outcome is not None
    assert (t.state.outcome.reason, t.state.outcome.placings) == ("quest_failed", [2])


@rule("FW-605", "FW-615")
@pytest.mark.parametrize(("weapon", "prestige"), [("leaf_shield", 3), ("elfwood_bow", 5)])
def test_h38_power_asked_for_by_a_completion(weapon: str, prestige: int) -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "p1_crowd", ago=0)
    t.adventurer(0, 3, on=quest, weapon=weapon)
    idle_rounds(t, 1)
    assert t.player(0).prestige == prestige


@rule("FW-538", "FW-614")
@pytest.mark.parametrize(("title", "after"), [("unrelenting", [5, 7]), (None, [4, 5])])
def test_h39_tokens_from_two_sources(title: str | None, after: list[int]) -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "fish_king")
    t.adventurer(0, 4, title, on=quest, weapon="leaf_shield")
    t.adventurer(0, 4, on=quest, weapon="worldrender")
    without = 17
    idle_rounds(t, 2)
    assert t.power(0, quest)[0] == without + after[0]
    idle_rounds(t, 2)
    assert t.power(0, quest)[0] == without + after[1]
    t.carry(0, "a1", quest, "leaf_shield")
    assert t.power(0, quest)[0] == without + 3


@rule("FW-538", "FW-614")
def test_h39_a_title_gained_in_the_second_leg_counts_from_there() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "fish_king")
    t.adventurer(0, 3, on=quest, weapon="leaf_shield")
    t.adventurer(0, 4, on=quest, weapon="worldrender")
    idle_rounds(t, 2)
    assert t.power(0, quest)[0] == 17 + 4
    t.pool(0, "3 gold").at(MARKET).do(0, "barracks no hire a1", "title a1 unrelenting").do(1, "pass")
    idle_rounds(t, 2)
    assert t.power(0, quest)[0] == 17 + 6


@rule("FW-580")
def test_h40_unarmed_stoic() -> None:
    t = Table("epic", 2)
    first, other = t.quest(0, "lonely_colossus"), t.quest(0, "tower_stars")
    t.adventurer(0, 4, "stoic", on=first)
    t.at(QUESTS).do(0, "pass")
    assert t.options(0) == [f"focus {other}", "remove a1", "done"]
    t.do(0, f"focus {other}", "apply a1")
    assert t.options(0) == ["unfocus"]
    assert t.power(0, other)[0] == 2
    t.do(0, "unfocus", "remove a1")
    assert t.options(0) == ["done"]


@rule("FW-580")
def test_h40_an_unarmed_stoic_may_still_be_equipped() -> None:
    t = Table("epic", 2)
    first, other = t.quest(0, "lonely_colossus"), t.quest(0, "tower_stars")
    t.adventurer(0, 4, "stoic", on=first)
    t.pool(0, "1 copper").at(QUESTS).do(0, "pass", f"focus {other}", "apply a1")
    assert t.options(0) == ["apply a1 copper_dagger", "unfocus"]
    t.do(0, "apply a1 copper_dagger")
    assert (t.power(0, other)[0], t.options(0)) == (1, ["unfocus"])


@rule("FW-683")
def test_h41_rush_in_the_last_round() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "mystic_cave", step=2)
    t.adventurer(0, 3, on=quest, weapon="iron_greatsword")
    t.adventurer(0, 2, on=quest, weapon="copper_axe")
    t.last_round().at(MARKET).do(0, f"road {quest} 1").do(1, "pass")
    t.do(0, "pass", "done").do(1, "pass", "done")
    for seat in sorted(t.asked):
        t.do(seat, "close")
    assert t.state.outcome is not None
    assert (t.player(0).prestige, t.player(0).res[3]) == (4, 1)


@rule("FW-438")
def test_h41_the_same_rush_and_a_failure_at_the_end_of_management() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "mystic_cave", step=2)
    t.adventurer(0, 3, on=quest, weapon="iron_greatsword")
    t.last_round().at(MARKET).do(0, f"road {quest} 1").do(1, "pass").do(0, "pass", "done")
    assert t[0] == "1 emerald, 2 gold"
    assert t.events("quest_failed") == [{"seat": 0, "quest": quest, "consolation": 0, "penalty": 0}]


@rule("FW-559", "FW-683")
def test_h42_expeditious_in_the_last_round() -> None:
    t = Table("epic", 2).offer(slot1="p3_sky_leviathan").designs(0, "worldrender")
    t.adventurer(0, 4, "expeditious")
    t.pool(0, "3 mithril, 1 ruby, 1 diamond").last_round().at(QUESTS)
    t.do(0, "acquire 1 a1", "equip a1 worldrender 2", "done").do(1, "pass", "done")
    assert (t.step("p3_sky_leviathan"), t[0]) == (3, "3 mithril, 4 gold")
    for seat in sorted(t.asked):
        t.do(seat, "close")
    assert t.state.outcome is not None
    assert t.player(0).prestige == 0


@rule("FW-577", "FW-593")
def test_h43_barbaric_over_two_rounds() -> None:
    t = Table("epic", 2).designs(0, "iron_axe", "iron_mace", "demon_fists", "ironbark_maul")
    quest = t.quest(0, "lonely_colossus")
    t.adventurer(0, 4, "barbaric", on=quest, weapon="emberheart_axe")
    t.pool(0, "4 iron, 2 copper, 2 mithril, 1 ruby, 1 emerald").at(QUESTS).do(0, "pass", f"focus {quest}")
    assert t.options(0, "second") == [f"second a1 {design}" for design in CHEAP]
    t.do(0, "second a1 iron_axe")
    assert t.power(0, quest)[0] == 15
    t.at(QUESTS).do(0, "pass", f"focus {quest}", "second a1 iron_mace")
    assert t.power(0, quest)[0] == 15
    assert (t.player(0).weapon, t.player(0).second) == ([t.cards["emberheart_axe"]], [t.cards["iron_mace"]])
    t.do(0, "apply a1 demon_fists")
    assert (t.power(0, quest)[0], t.player(0).second) == (16, [-1])
    assert t.options(0, "second") == []


@rule("FW-526", "FW-371")
@pytest.mark.parametrize(("what", "bonus"), [("stays", 4), ("put back", 0), ("switches", 4)])
def test_h44_full_completion_and_being_put_back(what: str, bonus: int) -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "tavern_brawl#1", step=2)
    t.adventurer(0, 4, "valorous", on=quest, weapon="worldrender")
    t.pool(0, EVERYTHING).at(QUESTS).do(0, "pass")
    if what == "put back":
        t.do(0, "remove a1")
    if what != "stays":
        t.do(0, f"focus {quest}", "apply a1 worldrender", "unfocus")
    t.do(0, "done").do(1, "pass", "done")
    assert t.player(0).prestige == 5 + bonus


@rule("FW-526", "FW-371", "FW-541")
def test_h44_put_back_in_the_round_of_acquisition() -> None:
    t = Table("epic", 2).offer(slot1="tavern_brawl#1").designs(0, "worldrender")
    t.adventurer(0, 4, "valorous")
    t.pool(0, EVERYTHING).at(QUESTS).do(0, "acquire 1 ", "focus tavern_brawl#1", "apply a1 worldrender", "unfocus")
    t.do(0, "remove a1", "focus tavern_brawl#1", "apply a1 worldrender", "unfocus", "done").do(1, "pass", "done")
    t.pool(0, "")
    idle_rounds(t, 1)
    assert t.player(0).prestige == 5 + 4


@rule("FW-550", "FW-529")
@pytest.mark.parametrize(("raised", "levels"), [("a2", [4, 3, 2]), ("a3", [4, 2, 3])])
def test_h45_inspiring(raised: str, levels: list[int]) -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "tavern_brawl#1", step=2)
    t.adventurer(0, 4, "inspiring", on=quest, weapon="worldrender")
    t.adventurer(0, 1, on=quest, weapon="copper_dagger")
    t.adventurer(0, 2, on=quest, weapon="copper_dagger")
    idle_rounds(t, 1)
    t.do(0, "level a2")
    assert (t.asked, t.options(0)) == ({0: "extra_level_other"}, ["skip", "level a2", "level a3"])
    t.do(0, f"level {raised}")
    assert t.levels(0) == levels


@rule("FW-547", "FW-548")
@pytest.mark.parametrize("sold", [False, True])
def test_h46_scavenging_and_selling_first(sold: bool) -> None:
    t = Table("epic", 2).discard("ruby_broker#1")
    quest = t.quest(0, "tavern_brawl#1", step=2)
    t.adventurer(0, 4, "scavenging", on=quest, weapon="worldrender")
    t.pool(0, "1 iron").player(0).sells = int(sold)
    t.player(0).buys = 1
    idle_rounds(t, 1)
    if sold:
        assert "buy_discard" not in t.asked.values()
        return
    assert (t.asked, t.options(0)) == ({0: "buy_discard"}, ["skip"])
    t.do(0, "merchant_sell iron", "buy ruby_broker#1")
    assert t.player(0).bonus == [t.cards["ruby_broker#1"]]
    assert t.player(0).gold == 1


@rule("FW-548")
def test_h46_without_anything_to_sell_it_is_not_opened() -> None:
    t = Table("epic", 2).discard("ruby_broker#1")
    quest = t.quest(0, "tavern_brawl#1", step=2)
    t.adventurer(0, 4, "scavenging", on=quest, weapon="worldrender")
    t.player(0).buys = 1
    idle_rounds(t, 1)
    assert t[0] == "4 gold, 5 prestige"
    assert "buy_discard" not in t.asked.values()


@rule("FW-474")
def test_h47_order_of_several_shared_rewards() -> None:
    t = Table("epic", 2).discard("ruby_broker#1").mine(o0=[(0, 0)])
    den = t.quest(0, "thieves_den", step=t.c.quests[t.quests["thieves_den"]].steps)
    cave = t.quest(0, "mystic_cave", step=t.c.quests[t.quests["mystic_cave"]].steps, ago=2)
    t.adventurer(0, 4, "scavenging", on=den, weapon="worldrender")
    t.adventurer(0, 4, on=cave, weapon="worldrender")
    t.pool(0, "9 gold")
    idle_rounds(t, 1)
    assert t.options(0) == ["resolve 0", "resolve 1", "resolve 2"]
    t.do(0, "resolve 2")
    assert t.asked == {0: "extra_overseer"}
    t.do(0, "skip")
    assert t.options(0) == ["resolve 0", "resolve 1"]
    t.do(0, "resolve 0", "skip")
    assert t.asked == {0: "buy_discard"}
    t.do(0, "buy ruby_broker#1")
    assert t.player(0).gold == 9 - 5


@rule("FW-420")
def test_h48_focus_in_management() -> None:
    t = Table("normal", 2)
    first, other = t.quest(0, "weird_woods"), t.quest(0, "mystic_cave")
    t.adventurer(0, 1)
    t.pool(0, "1 copper, 1 iron").at(QUESTS).do(0, "pass")
    assert t.options(0) == [f"focus {first}", f"focus {other}", "done"]
    t.do(0, f"focus {first}", "unfocus")
    assert t.options(0) == [f"focus {other}", "done"]
    t.do(0, "merchant_sell iron")
    assert t.options(0) == [f"focus {first}", f"focus {other}", "done"]
    t.do(0, f"focus {first}", "apply a1 copper_dagger")
    assert t.options(0) == ["unfocus"]
    assert t.do(0, "unfocus").options(0) == ["remove a1", "done"]


@rule("FW-276", "FW-277")
def test_h49_road_over_two_legs_with_a_movement() -> None:
    t = Table("epic", 2).get(0, "adventurer_savvy_1").get(0, "adventurer_savvy_2").mine(o0=[(0, 0)])
    quest = t.quest(0, "tower_stars", step=2)
    t.adventurer(0, 3, on=quest, weapon="reaping_scythe")
    t.at(MARKET).do(0, f"road {quest} 3")
    assert (t.asked, t[0]) == ({0: "extra_overseer"}, "2 emerald, 4 gold")
    t.do(0, "skip")
    assert (t.step(quest), t[0]) == (5, "1 iron, 2 emerald, 6 gold")


@rule("FW-580")
def test_h50_stoic_with_demon_fists() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "lonely_colossus")
    t.adventurer(0, 4, "stoic", on=quest, weapon="demon_fists")
    other = t.quest(0, "tower_stars")
    t.at(QUESTS).do(0, "pass")
    assert t.options(0, "focus") == [f"focus {quest}", f"focus {other}"]
    assert t.power(0, quest)[0] == 16
    t.do(0, f"focus {quest}", "apply a1")
    assert (t.power(0, quest)[0], t.options(0)) == (2, ["unfocus"])
    t.carry(0, "a1", quest, "demon_fists").at(QUESTS)
    t.do(0, "pass", f"focus {other}", "apply a1")
    assert (t.power(0, quest)[0], t.power(0, other)[0]) == (0, 2)
