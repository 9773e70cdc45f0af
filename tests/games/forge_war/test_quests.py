"""Quest cards, acquisition, management, failure (RULES.md, sections 9 to 11)."""

from __future__ import annotations

import pytest

from forge_war.rounds import MARKET, QUESTS
from tests.games.forge_war.table import GAME, Table, idle_rounds

rule = pytest.mark.rule
C = GAME.content


# --- quest cards


@rule("FW-380")
def test_a_quest_is_a_list_of_legs() -> None:
    for quest in C.quests:
        assert quest.legs
        assert quest.steps == sum(leg.steps for leg in quest.legs)
        assert all(leg.steps >= 1 and leg.difficulty >= 0 and 0 <= leg.types < 8 for leg in quest.legs)
        assert all(leg.consolation > 0 for leg in quest.legs[:-1])
        assert quest.legs[-1].consolation == 0
        assert quest.by_power or quest.prestige > 0
    keep = next(quest for quest in C.quests if quest.id == "cursed_keep")
    assert [(leg.steps, leg.difficulty, leg.types, leg.consolation) for leg in keep.legs] == [
        (2, 4, 0, 4),
        (2, 8, 0b010, 10),
        (2, 13, 0b101, 0),
    ]


@rule("FW-383", "FW-406")
def test_a_quest_is_active_at_once_on_its_first_step_and_its_slot_stays_empty() -> None:
    t = Table("normal", 2).offer(slot1="weird_woods", slot2="mad_king").at(QUESTS).do(0, "acquire 1 ")
    assert (t.step("weird_woods"), t.player(0).quests) == (1, [t.quests["weird_woods"]])
    assert t.offered() == ["", "mad_king"] + [""] * 6
    assert t.options(1) == ["pass", "acquire 2 "]


@rule("FW-386", "FW-389")
def test_each_type_that_is_not_shown_costs_3_and_one_weapon_may_show_several() -> None:
    t = Table("epic", 2)
    quest = t.quest(0, "p3_world_serpent", step=3)
    t.adventurer(0, 4, on=quest, weapon="iron_sword")
    assert t.power(0, quest) == (3, 28 + 9)
    t.adventurer(0, 4, on=quest, weapon="twinmoon_axe")
    assert t.power(0, quest) == (9, 28 + 3)
    t.adventurer(0, 4, on=quest, weapon="copper_axe")
    assert t.power(0, quest) == (11, 28 + 3)
    t.adventurer(0, 4, on=quest, weapon="wyrmtooth_pike")
    assert t.power(0, quest) == (17, 28)


@rule("FW-392", "FW-426")
def test_any_number_of_quests_may_be_active_and_each_adventurer_serves_one() -> None:
    t = Table("epic", 2).offer(slot1="mad_king")
    quests = [t.quest(0, name) for name in ("thieves_den", "belfry_bats", "arena_games", "hollow_glen_spiders")]
    t.adventurer(0, 4, on=quests[0], weapon="worldrender")
    t.at(QUESTS).do(0, "acquire 1 ")
    assert len(t.view().seats[0].quests) == 5
    t.do(0, "done")
    done = t.events("management_done")[-1]["quests"]
    assert [(q["quest"], q["power"]) for q in done] == [(quests[0], 17), *((q, 0) for q in quests[1:]), ("mad_king", 0)]
    assert [e["quest"] for e in t.events("quest_failed")] == [*quests[1:], "mad_king"]


# --- acquisition


@rule("FW-400", "FW-409")
def test_in_order_each_seat_takes_one_quest_or_passes_for_nothing() -> None:
    t = Table("normal", 3).order(1, 2, 0).offer(slot1="mad_king").at(QUESTS)
    assert t.asked == {1: "acquire"}
    t.do(1, "pass")
    assert (t[1], t.asked) == ("", {1: "manage", 2: "acquire"})
    t.do(2, "acquire 1 ")
    assert t.options(0) == ["pass"]
    assert t.events("passed")[0] == {"seat": 1, "kind": "acquire", "gold": 0}


@rule("FW-403")
@pytest.mark.parametrize(("gold", "slots"), [(0, 2), (1, 5), (2, 8)])
def test_the_slot_must_be_paid(gold: int, slots: int) -> None:
    names = ["mad_king", "weird_woods", "mystic_cave", "goblin_mill", "salt_caravan", "thieves_den", "belfry_bats"]
    t = Table("normal", 2).offer(**{f"slot{i}": q for i, q in enumerate([*names, "arena_games"], 1)})
    t.pool(0, f"{gold} gold").at(QUESTS)
    assert t.options(0) == ["pass", *(f"acquire {i} " for i in range(1, slots + 1))]
    t.do(0, f"acquire {slots} ")
    assert t[0] == ""
    assert t.events("quest_acquired")[-1]["gold"] == -gold


@rule("FW-403")
def test_a_slot_that_cannot_be_paid_leaves_only_passing() -> None:
    t = Table("normal", 2).offer(slot6="mad_king").pool(0, "1 gold").at(QUESTS)
    assert t.options(0) == ["pass"]
    t.refused(0, "acquire", slot=6, champions=[])


# --- management and failure


@rule("FW-420", "FW-423")
def test_quests_are_managed_in_any_order_and_checked_at_the_end() -> None:
    t = Table("normal", 2)
    first, other = t.quest(0, "cellar_rats#1"), t.quest(0, "tavern_brawl#1")
    t.adventurer(0, 1)
    t.adventurer(0, 1)
    t.pool(0, "5 copper, 2 iron").designs(0, "iron_sword").at(QUESTS).do(0, "pass")
    t.do(0, f"focus {other}", "apply a1 copper_dagger", "unfocus", f"focus {first}", "apply a2 copper_sword", "unfocus")
    t.do(0, f"focus {other}", "apply a1 iron_sword", "unfocus")
    assert t.player(0).quests == [t.quests[first], t.quests[other]]
    t.do(0, "done")
    assert t.events("management_done") == [
        {
            "seat": 0,
            "quests": [
                {"quest": first, "power": 2, "difficulty": 2},
                {"quest": other, "power": 3, "difficulty": 3},
            ],
        }
    ]
    assert t.events("quest_failed") == []


@rule("FW-423")
@pytest.mark.parametrize(("weapons", "passes"), [(["copper_sword"], False), (["copper_sword", "copper_dagger"], True),
                                                 (["iron_greatsword"], True)])  # fmt: skip
def test_the_power_must_reach_the_difficulty_and_may_exceed_it(weapons: list[str], passes: bool) -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "tavern_brawl#1")
    for weapon in weapons:
        t.adventurer(0, 2, on=quest, weapon=weapon)
    t.at(QUESTS).do(0, "pass", "done")
    assert (t.quests[quest] in t.player(0).quests) == passes


@rule("FW-429", "FW-432", "FW-435", "FW-444")
def test_a_deliberate_failure() -> None:
    t = Table("epic", 2).prestige(0, 7)
    quest = t.quest(0, "endless_dungeon", step=4)
    t.adventurer(0, 4, "opportunistic", on=quest, weapon="bardic_blade")
    t.adventurer(0, 3, on=quest, weapon="worldrender")
    t.at(QUESTS).do(0, "pass", "remove a2", "done")
    assert t.events("quest_failed") == [{"seat": 0, "quest": quest, "consolation": 8, "penalty": 0}]
    assert (t[0], t.levels(0), t.player(0).on) == ("15 prestige", [4, 3], [-1, -1])
    assert (t.player(0).quests, t.player(0).completed) == ([], [])
    assert t.view().quests_gone == [quest]


@rule("FW-435")
@pytest.mark.parametrize(("step", "consolation"), [(1, 0), (2, 0), (3, 8), (4, 8), (5, 19), (6, 19), (7, 34)])
def test_the_consolation_is_that_of_the_last_passed_leg(step: int, consolation: int) -> None:
    t = Table("epic", 2)
    t.quest(0, "endless_dungeon", step=step)
    t.at(QUESTS).do(0, "pass", "done")
    assert t.player(0).prestige == consolation


@rule("FW-438")
def test_the_limit_of_a_rush_holds_for_its_round_alone() -> None:
    t = Table("epic", 2).get(0, "adventurer_savvy_1")
    quest = t.quest(0, "endless_dungeon", step=2)
    t.adventurer(0, 4, on=quest, weapon="worldrender")
    t.at(MARKET).do(0, f"road {quest} 2").do(1, "pass").do(0, "pass", "done").do(1, "pass", "done")
    assert t.step(quest) == 5
    for seat in sorted(t.asked):
        t.do(seat, "close")
    t.at(QUESTS).do(0, "pass", "remove a1", "done")
    assert t.player(0).prestige == 19


@rule("FW-438")
def test_after_a_rush_the_consolation_is_of_the_last_leg_passed_before_it() -> None:
    t = Table("epic", 2).get(0, "adventurer_savvy_1").get(0, "adventurer_savvy_2")
    quest = t.quest(0, "endless_dungeon", step=4)
    t.at(MARKET).do(0, f"road {quest} 3").do(1, "pass").do(0, "pass", "done")
    assert t.player(0).prestige == 8


@rule("FW-438", "FW-805")
def test_of_two_rushes_the_first_one_counts() -> None:
    t = Table("solo_epic", 1)
    t.offer(slot1="mad_king").quest(0, "endless_dungeon", step=4)
    t.at(MARKET).do(0, "road endless_dungeon 1", "road endless_dungeon 1").do(0, "acquire 1 ")
    t.do(0, "done")
    assert t.events("quest_failed")[0] == {"seat": 0, "quest": "endless_dungeon", "consolation": 8, "penalty": 0}


@rule("FW-441")
@pytest.mark.parametrize(("ago", "prestige"), [(0, -3), (1, 0)])
def test_failing_in_the_round_of_acquisition_costs_3(ago: int, prestige: int) -> None:
    t = Table("normal", 2)
    t.quest(0, "mad_king", ago=ago)
    t.at(QUESTS).do(0, "pass", "done")
    assert t.player(0).prestige == prestige


@rule("FW-444", "FW-565")
def test_a_failure_frees_the_starting_champions_and_pays_no_champion() -> None:
    t = Table("epic", 2).offer(slot1="tavern_brawl#1")
    t.adventurer(0, 4, "charming")
    t.adventurer(0, 4, "valorous")
    t.pool(0, "1 copper").at(QUESTS).do(0, "acquire 1 a1", "equip a1 copper_dagger", "done")
    assert (t[0], t.player(0).spent_on) == ("1 gold, -3 prestige", [-1, -1])


@rule("FW-456", "FW-459")
def test_the_next_leg_is_asked_only_in_the_next_round() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "weird_woods", step=3)
    t.adventurer(0, 1, on=quest, weapon="iron_sword")
    idle_rounds(t, 1)
    assert (t.step(quest), t.power(0, quest), t[0]) == (4, (3, 11), "1 copper, 1 emerald")
    assert t.player(0).quests == [t.quests[quest]]
    t.at(QUESTS).do(0, "pass", "done")
    assert t.player(0).quests == []
