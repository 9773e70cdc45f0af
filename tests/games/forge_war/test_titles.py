"""Champions' titles and special cards (RULES.md, sections 14 and 15)."""

from __future__ import annotations

import pytest

from forge_war.rounds import MARKET, QUESTS
from tests.games.forge_war.table import GAME, Table, idle_rounds

rule = pytest.mark.rule
C = GAME.content
EVERYTHING = "9 copper, 9 iron, 9 mithril, 9 emerald, 9 ruby, 9 diamond"
TITLES = [title.id for title in C.titles]


# --- titles in general


@rule("FW-006", "FW-520")
def test_a_new_champion_gets_a_title_that_no_other_own_champion_holds() -> None:
    t = Table("epic", 2)
    t.adventurer(0, 4, "valorous")
    t.adventurer(0, 3)
    t.adventurer(1, 4, "stoic")
    t.pool(0, "3 gold").at(MARKET).do(0, "barracks no hire a2")
    assert t.asked == {0: "choose_title"}
    assert t.options(0) == [f"title a2 {title}" for title in TITLES if title != "valorous"]
    t.do(0, "title a2 stoic")
    assert t.view().seats[0].adventurers[1].title == "stoic"
    assert t.asked == {1: "market_action"}


@rule("FW-520")
def test_a_title_is_given_however_level_4_is_reached_and_even_the_last_one_is_chosen() -> None:
    t = Table("short_epic", 2).face(None, None, None, "training_2#1")
    for title in TITLES[:-1]:
        t.adventurer(0, 4, title)
    t.adventurer(0, 3)
    t.adventurer(0, 3)
    t.pool(0, "20 gold").at(MARKET).do(0, "bazaar single_a", "level a20")
    assert t.options(0) == ["title a20 helpful"]
    t.do(0, "title a20 helpful").at(MARKET).do(0, "barracks no hire a21")
    assert (t.asked, t.levels(0)[-1]) == ({1: "market_action"}, 4)  # no title is left
    assert t.view().seats[0].adventurers[-1].title is None


@rule("FW-523")
def test_in_the_normal_game_level_4_gives_no_title() -> None:
    t = Table("normal", 2)
    t.adventurer(0, 3)
    t.pool(0, "3 gold").at(MARKET).do(0, "barracks no hire a1")
    assert (t.asked, t.levels(0)) == ({1: "market_action"}, [4])
    assert t.view().seats[0].adventurers[0].title is None


# --- bonuses of completed legs


@rule("FW-532", "FW-535", "FW-590", "FW-602")
@pytest.mark.parametrize(
    ("title", "weapon", "pool"),
    [
        ("opportunistic", "worldrender", "2 prestige"),
        ("ambitious", "worldrender", "1 gold"),
        (None, "bardic_blade", "2 prestige"),
        (None, "reaping_scythe", "1 gold"),
        ("opportunistic", "bardic_blade", "4 prestige"),
        ("ambitious", "phoenix_bow", "3 gold"),
        ("opportunistic", "reaping_scythe", "1 gold, 2 prestige"),
    ],
)
def test_bonuses_for_each_completed_leg(title: str | None, weapon: str, pool: str) -> None:
    """By the Road, in the rewards, and for the last leg too."""
    t = Table("epic", 2)
    quest = t.quest(0, "royal_tournament")  # two legs of a step: 3 gold and an iron, then an adventurer and 2 gold
    t.adventurer(0, 4, title, on=quest, weapon=weapon)
    t.adventurer(0, 4, on=quest, weapon="kingslayer")
    t.at(MARKET).do(0, f"road {quest} 1")
    gold = int(pool.split()[0]) if "gold" in pool else 0
    prestige = int(pool.split()[-2]) if "prestige" in pool else 0
    assert (t.player(0).gold, t.player(0).prestige) == (3 + gold, prestige)
    t.do(1, "pass").do(0, "pass", "done").do(1, "pass", "done")
    assert (t.player(0).gold, t.player(0).prestige) == (3 + 2 + 2 * gold, 16 + 2 * prestige)


@rule("FW-538", "FW-599", "FW-608", "FW-614")
@pytest.mark.parametrize(
    ("title", "weapon", "powers"),
    [
        (None, "leaf_shield", [3, 4, 5]),
        (None, "spiked_wall", [6, 8, 10]),
        (None, "aegis_of_dawn", [9, 12, 15]),
        ("unrelenting", "kingslayer", [18, 19, 20]),
        ("unrelenting", "leaf_shield", [3, 5, 7]),
        (None, "kingslayer", [18, 18, 18]),
        (None, "elfwood_bow", [7, 6, 5]),
    ],
)
def test_power_for_completed_and_uncompleted_legs(title: str | None, weapon: str, powers: list[int]) -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "p3_world_serpent")
    t.adventurer(0, 4, title, on=quest, weapon=weapon)
    for _ in range(2):
        t.adventurer(0, 4, on=quest, weapon="worldrender")
    found = [t.power(0, quest)[0] - 34]
    for _ in range(2):
        idle_rounds(t, 1)
        found.append(t.power(0, quest)[0] - 34)
    assert found == powers
    t.pool(0, EVERYTHING).at(QUESTS).do(0, "pass", f"focus {quest}", f"apply a1 {weapon}")
    fresh = powers[2] if weapon == "elfwood_bow" else powers[0]
    assert t.power(0, quest)[0] == 34 + fresh  # tokens are lost with the weapon


@rule("FW-614")
def test_tokens_are_not_retroactive() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "fish_king", step=5)
    t.adventurer(0, 4, "unrelenting", on=quest, weapon="leaf_shield")
    assert t.power(0, quest)[0] == 3


# --- full completion


@rule("FW-526", "FW-541", "FW-544", "FW-553")
@pytest.mark.parametrize(
    ("title", "more"),
    [("valorous", (4, 0)), ("fortuitous", (0, 3)), ("bravura", (14, 0)), ("opportunistic", (2, 0)), (None, (0, 0))],
)
@pytest.mark.parametrize("stayed", [True, False])
def test_bonuses_of_a_full_completion(title: str | None, more: tuple[int, int], stayed: bool) -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "tavern_brawl#1", step=2, ago=2)
    t.adventurer(0, 4, title, on=quest, weapon="worldrender")
    if not stayed:
        t.player(0).since[0] += 1
    idle_rounds(t, 1)
    prestige, gold = more if stayed or title == "opportunistic" else (0, 0)
    assert (t.player(0).prestige, t.player(0).gold) == (5 + prestige, 4 + gold)


@rule("FW-526", "FW-541")
def test_who_became_a_champion_on_the_way_completes_it_fully() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "tavern_brawl#1", step=2)
    t.adventurer(0, 3, on=quest, weapon="worldrender")
    t.pool(0, "3 gold").at(MARKET).do(0, "barracks no hire a1", "title a1 valorous").do(1, "pass")
    t.do(0, "pass", "done").do(1, "pass", "done")
    assert t.player(0).prestige == 5 + 4


@rule("FW-529", "FW-550")
def test_the_order_of_what_a_completion_brings() -> None:
    t = Table("epic", 2).discard("ruby_broker#1")
    quest = t.quest(0, "tavern_brawl#1", step=2)
    for title in ("valorous", "inspiring", "scavenging"):
        t.adventurer(0, 4, title, on=quest, weapon="worldrender")
    t.adventurer(0, 2, on=quest, weapon="copper_dagger")
    t.pool(0, "5 gold")
    idle_rounds(t, 1)
    assert t.player(0).prestige == 9
    assert t.asked == {0: "reward_levels"}
    assert t.do(0, "level a4").asked == {0: "extra_level_other"}
    t.do(0, "level a4")
    assert t.asked == {0: "choose_title"}
    assert t.player(0).on[0] >= 0  # they return only then
    t.do(0, "title a4 stoic")
    assert t.player(0).on == [-1] * 4
    assert t.asked == {0: "buy_discard"}


@rule("FW-550")
def test_inspiring_needs_another_adventurer_below_level_4_and_may_be_left() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "tavern_brawl#1", step=2)
    t.adventurer(0, 4, "inspiring", on=quest, weapon="worldrender")
    t.adventurer(0, 4, on=quest, weapon="copper_dagger")
    idle_rounds(t, 1)
    assert "extra_level_other" not in t.asked.values()
    t = Table("epic", 2)
    quest = t.quest(0, "tavern_brawl#1", step=2)
    t.adventurer(0, 4, "inspiring", on=quest, weapon="worldrender")
    t.adventurer(0, 1, on=quest, weapon="copper_dagger")
    idle_rounds(t, 1)
    assert t.do(0, "stop", "skip").levels(0) == [4, 1]


@rule("FW-547")
def test_scavenging_buys_at_the_price_of_the_mode_and_no_stall_twice() -> None:
    t = Table("advanced_normal", 2).to_stage(2).get(0, "gem_cutter#1").discard("gem_cutter#2", "leaf_shield")
    quest = t.quest(0, "bridge_trolls#1", step=2)
    t.adventurer(0, 4, "scavenging", on=quest, weapon="worldrender")
    t.pool(0, "4 gold")
    idle_rounds(t, 1)
    assert t.options(0) == ["skip", "buy leaf_shield"]
    t.do(0, "buy leaf_shield")
    assert (t.player(0).gold, t.names(t.player(0).uniques)[-1]) == (0, "leaf_shield")
    assert t.events("card_gained")[-1] == {"seat": 0, "card": "leaf_shield", "source": "scavenging", "price": 4}


@rule("FW-553", "FW-615")
def test_bravura_counts_the_excess_over_the_effective_difficulty() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "p3_storm_knight", ago=0)  # 18 and a spear
    t.adventurer(0, 4, "bravura", on=quest, weapon="kingslayer")
    t.adventurer(0, 4, on=quest, weapon="spiked_wall")
    idle_rounds(t, 1)
    assert t.player(0).prestige == 35 + (18 + 6 - 21)


# --- starting a quest


@rule("FW-556", "FW-559")
def test_expeditious_skips_steps_without_their_rewards() -> None:
    t = Table("epic", 2).offer(slot1="ogre_berserker").designs(0, "worldrender", "leaf_shield")
    t.adventurer(0, 4, "expeditious")
    t.pool(0, EVERYTHING).at(QUESTS)
    t.do(0, "acquire 1 a1")
    assert t.options(0, "equip")[:2] == ["equip a1 copper_sword 2", "equip a1 copper_dagger 2"]  # two steps in all
    t.do(0, "equip a1 leaf_shield 2")
    assert (t.step("ogre_berserker"), t.power(0, "ogre_berserker")) == (2, (3, 8 + 3))
    assert t.events("leg_done") == []
    t.do(0, "done")
    assert t.player(0).prestige == -3  # failing in that round: no consolation


@rule("FW-559")
def test_in_later_rounds_skipped_legs_count_for_the_consolation() -> None:
    t = Table("epic", 2).offer(slot1="p3_sky_leviathan").designs(0, "worldrender", "elfwood_bow")
    t.adventurer(0, 4, "expeditious")
    t.adventurer(0, 4)
    t.pool(0, EVERYTHING).at(QUESTS).do(0, "acquire 1 a1", "equip a1 worldrender 2", "focus p3_sky_leviathan")
    t.do(0, "apply a2 elfwood_bow")
    assert t.power(0, "p3_sky_leviathan")[0] == 17 + 4 + 2  # the skipped leg is no uncompleted one
    t.do(0, "unfocus", "remove a2", "done").do(1, "pass", "done")
    t.do(0, "close").pool(0, "").at(QUESTS).do(0, "pass", "remove a1", "done")
    assert t.player(0).prestige == 26


@rule("FW-559", "FW-483")
def test_level_points_stay_the_number_of_all_legs() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "royal_tournament", step=2, ago=0)
    t.state.start[t.quests[quest]] = 1
    for _ in range(3):
        t.adventurer(0, 3, on=quest, weapon="leaf_shield")
    idle_rounds(t, 1)
    t.do(0, "level a1", "title a1 stoic", "level a2", "title a2 helpful")
    assert "reward_levels" not in t.asked.values()


@rule("FW-562")
def test_charming_brings_a_gold_instead_of_the_cost() -> None:
    t = Table("epic", 2).offer(slot8="weird_woods")
    t.adventurer(0, 4, "charming")
    t.pool(0, "2 copper, 1 gold").at(QUESTS)
    assert t.options(0) == ["pass", "acquire 8 a1"]
    t.do(0, "acquire 8 a1", "equip a1 copper_sword")
    assert (t[0], t.step("weird_woods")) == ("2 gold", 1)


@rule("FW-568")
def test_a_starting_champion_leaves_his_quest_and_is_bound_for_the_round() -> None:
    t = Table("epic", 2).offer(slot1="weird_woods").designs(0, "demon_fists")
    other = t.quest(0, "mystic_cave")
    t.adventurer(0, 4, "charming", on=other, weapon="demon_fists")
    t.pool(0, EVERYTHING).at(QUESTS).do(0, "acquire 1 a1")
    assert "equip a1 demon_fists" not in t.options(0)
    t.do(0, "equip a1 copper_sword")
    assert (t.power(0, other)[0], t.power(0, "weird_woods")[0]) == (0, 2)
    assert t.options(0, "remove") == []
    assert t.options(0, "focus") == ["focus weird_woods"]
    t.do(0, "focus weird_woods", "apply a1 demon_fists")
    assert t.power(0, "weird_woods")[0] == 16


# --- what he carries


@rule("FW-571")
@pytest.mark.parametrize(("title", "kind"), [("rending", 1), ("brutish", 2), ("impaling", 4)])
def test_a_type_added_to_any_weapon(title: str, kind: int) -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "p3_world_serpent", step=3)  # 28 and all three types
    t.adventurer(0, 4, title, on=quest, weapon="copper_dagger")
    assert t.power(0, quest) == (1, 28 + 6)
    needed = {1: "goblin_mill", 2: "windmill_haunting", 4: "high_road_harpies"}[kind]
    other = t.quest(0, needed, step=3)
    t.adventurer(0, 4, None, on=other, weapon="copper_dagger")
    assert t.power(0, other)[1] == 6 + 3
    t.carry(0, "a1", other, "copper_sword")
    assert t.power(0, other)[1] == 6


@rule("FW-574")
@pytest.mark.parametrize(
    ("title", "weapon", "more"),
    [
        ("viridian", "leaf_shield", 2),
        ("viridian", "iron_sword", 0),
        ("sanguine", "demon_fists", 0),  # which suppress the title
        ("sanguine", "emberheart_axe", 2),
        ("sanguine", "leaf_shield", 0),
        ("purified", "kingslayer", 3),
        ("purified", "emberheart_axe", 0),
    ],
)
def test_power_for_a_gem_in_the_weapon(title: str, weapon: str, more: int) -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "lonely_colossus")
    t.adventurer(0, 4, title, on=quest, weapon=weapon)
    power = C.designs[t.cards[weapon]].power
    assert t.power(0, quest)[0] == power + more


@rule("FW-577")
def test_a_second_weapon_needs_a_first_and_goes_with_him() -> None:
    t = Table("epic", 2).designs(0, "iron_axe", "kingslayer")
    quest, other = t.quest(0, "lonely_colossus"), t.quest(0, "weird_woods")
    t.adventurer(0, 4, "barbaric")
    t.adventurer(0, 4, "helpful", on=quest, weapon="copper_dagger")
    t.pool(0, EVERYTHING).at(QUESTS).do(0, "pass", f"focus {quest}")
    assert t.options(0, "second") == []
    t.do(0, "apply a1 kingslayer")
    assert t.options(0, "second") == [f"second a1 {d}" for d in ("copper_sword", "copper_dagger", "iron_axe")]
    t.do(0, "second a1 iron_axe", "apply a1 copper_sword")
    assert t.power(0, quest)[0] == 1 + 2 + 4 + 1  # the second weapon stays
    t.do(0, "unfocus", f"focus {other}", "apply a1 copper_sword")
    assert (t.power(0, quest)[0], t.power(0, other)[0], t.player(0).second[0]) == (1, 2, -1)


@rule("FW-580")
def test_an_unarmed_stoic_shows_no_type_and_loses_the_2_with_a_weapon() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "goblin_mill", step=3)
    t.adventurer(0, 4, "stoic")
    t.pool(0, "1 copper").at(QUESTS).do(0, "pass", f"focus {quest}", "apply a1")
    assert t.power(0, quest) == (2, 6 + 3)
    t.do(0, "apply a1 copper_dagger")
    assert t.power(0, quest)[0] == 1
    assert "apply a1" not in t.options(0)  # once a management


@rule("FW-583", "FW-371")
def test_commanding_counts_those_applied_after_him() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "lonely_colossus")
    t.adventurer(0, 1, on=quest, weapon="copper_dagger")
    t.adventurer(0, 4, "commanding", on=quest, weapon="copper_dagger")
    t.adventurer(0, 4, "stoic", on=quest)
    assert t.power(0, quest)[0] == 1 + 1 + 2 + 1
    t.pool(0, "1 copper").at(QUESTS).do(0, "pass", f"focus {quest}", "apply a1 copper_dagger")
    assert t.power(0, quest)[0] == 1 + 1 + 2 + 1  # a switch keeps the place


@rule("FW-586")
def test_helpful_lifts_the_others_on_his_quest_and_weapons_stay_when_he_leaves() -> None:
    t = Table("epic", 2).designs(0, "kingslayer", "iron_axe")
    quest, other = t.quest(0, "lonely_colossus"), t.quest(0, "weird_woods")
    t.adventurer(0, 4, "helpful", on=quest, weapon="copper_dagger")
    t.adventurer(0, 2)
    t.adventurer(0, 1)
    t.pool(0, EVERYTHING).at(QUESTS).do(0, "pass", f"focus {other}")
    assert not {"apply a2 kingslayer", "apply a3 iron_axe"} & set(t.options(0))
    t.do(0, "unfocus", f"focus {quest}")
    assert {"apply a2 kingslayer", "apply a3 iron_axe"} < set(t.options(0))
    assert "apply a3 kingslayer" not in t.options(0)
    t.do(0, "apply a2 kingslayer", "unfocus", "remove a1")
    assert t.power(0, quest)[0] == 18
    assert "apply a3 iron_axe" not in t.do(0, f"focus {quest}").options(0)


# --- special cards


@rule("FW-593")
def test_demon_fists_bar_levels_and_silence_the_title() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "tavern_brawl#1", step=2)
    t.adventurer(0, 4, "valorous", on=quest, weapon="demon_fists")
    t.adventurer(0, 3, on=quest, weapon="demon_fists")
    t.adventurer(0, 2, on=quest, weapon="copper_dagger")
    idle_rounds(t, 1)
    assert (t.player(0).prestige, t.options(0)) == (5, ["stop", "level a3"])


@rule("FW-593", "FW-565")
def test_demon_fists_leave_a_use_of_charming_spent() -> None:
    t = Table("epic", 2).offer(slot1="weird_woods").designs(0, "demon_fists")
    t.adventurer(0, 4, "charming")
    t.pool(0, EVERYTHING).at(QUESTS)
    t.do(0, "acquire 1 a1", "equip a1 copper_sword", "focus weird_woods", "apply a1 demon_fists", "unfocus", "done")
    assert t.player(0).spent_on == [t.quests["weird_woods"]]


@rule("FW-605")
@pytest.mark.parametrize(("weapons", "prestige"), [([], 0), (["copper_dagger", "copper_sword"], 3)])
def test_showing_off_for_the_crowd_cannot_fail(weapons: list[str], prestige: int) -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "p1_crowd", ago=0)
    for weapon in weapons:
        t.adventurer(0, 4, on=quest, weapon=weapon)
    t.at(QUESTS).do(0, "pass", "done")
    assert t.player(0).quests == [t.quests[quest]]
    t.do(1, "pass", "done")
    assert (t.player(0).prestige, len(t.player(0).completed)) == (prestige, 1)


@rule("FW-611")
@pytest.mark.parametrize(("wards", "difficulty"), [(0, 28 + 9), (1, 14 + 9), (2, 7 + 9), (3, 3 + 9)])
def test_each_ward_halves_the_listed_difficulty_before_penalties(wards: int, difficulty: int) -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "p3_world_serpent", step=3)
    for _ in range(wards):
        t.adventurer(0, 4, on=quest, weapon="ward_of_the_gods")
    assert t.power(0, quest) == (0, difficulty)
