"""Adventurers and weapons (RULES.md, section 8)."""

from __future__ import annotations

import pytest

from forge_war.names import NONE, UNIQUE
from forge_war.rounds import MARKET, QUESTS, SHARED
from tests.games.forge_war.table import GAME, Table, idle_rounds

rule = pytest.mark.rule
C = GAME.content
EVERYTHING = "9 copper, 9 iron, 9 mithril, 9 emerald, 9 ruby, 9 diamond"


def managing(t: Table, quest: str) -> Table:
    """Seat 0 manages, with a quest in focus."""
    return t.at(QUESTS).do(0, "pass", f"focus {quest}")


@rule("FW-340", "FW-341")
def test_new_adventurers_of_every_source_have_level_1_and_the_next_number() -> None:
    t = Table("normal", 2)
    t.adventurer(0, 3)
    t.adventurer(1, 1)
    t.face(None, None, None, "hired_hand_1#1").order(0, 1).pool(0, "9 gold")
    t.at(MARKET).do(0, "bazaar single_a").at(MARKET).do(0, "barracks hire")
    assert t.levels(0) == [3, 1, 1]
    assert [e["adventurer"] for e in t.events("hired") if e["seat"] == 0] == ["a2", "a3"]
    assert [a.id for a in t.view().seats[0].adventurers] == ["a1", "a2", "a3"]
    assert [a.id for a in t.view().seats[1].adventurers] == ["a1"]
    quest = t.quest(1, "arena_games", step=2)  # its last leg brings an adventurer
    t.adventurer(1, 2, on=quest, weapon="iron_greatsword")
    idle_rounds(t, 1)
    assert t.levels(1) == [1, 2, 1]


@rule("FW-340")
def test_level_4_is_the_highest() -> None:
    t = Table("normal", 2)
    t.adventurer(0, 4)
    assert t.pool(0, "30 gold").at(MARKET).options(0, "barracks") == ["barracks hire"]


@rule("FW-343", "FW-349")
def test_nobody_is_applied_without_a_weapon_that_is_paid_for() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "weird_woods")
    t.adventurer(0, 4)
    assert t.at(QUESTS).do(0, "pass").options(0) == ["done"]
    t.refused(0, "apply", adventurer="a1", design=None)
    managing(t.pool(0, "1 copper"), quest)
    assert t.options(0) == ["apply a1 copper_dagger", "unfocus"]
    t.do(0, "apply a1 copper_dagger")
    assert (t[0], t.power(0, quest)[0], t.player(0).on) == ("", 1, [t.quests[quest]])
    assert t.events("applied") == [{"seat": 0, "adventurer": "a1", "quest": quest, "design": "copper_dagger"}]


@rule("FW-346", "FW-364")
def test_a_switch_replaces_the_one_weapon_and_its_resources_are_lost() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "weird_woods")
    t.adventurer(0, 1, on=quest, weapon="copper_sword")
    managing(t.pool(0, "1 copper"), quest)
    assert t.options(0, "second") == []
    t.do(0, "apply a1 copper_dagger")
    assert (t[0], t.power(0, quest)[0]) == ("", 1)


@rule("FW-352", "FW-355", "FW-358")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_level_decides_what_may_be_carried(level: int) -> None:
    t = Table("epic", 2).designs(0, *[d.id for d in C.designs])
    quest = t.quest(0, "lonely_colossus")
    t.adventurer(0, level)
    managing(t.pool(0, EVERYTHING), quest)
    offered = {text.split()[2] for text in t.options(0, "apply")}
    simple = {"copper_sword", "copper_dagger", "iron_sword", "mithril_sword"}
    public = {d.id for d in C.designs if d.group != UNIQUE}
    assert offered == (simple, public, {d.id for d in C.designs}, {d.id for d in C.designs})[level - 1]
    assert simple < public


@rule("FW-361", "FW-367")
def test_moving_to_another_quest_loses_the_weapon_and_needs_a_new_one() -> None:
    t = Table("normal", 2)
    first, other = t.quest(0, "weird_woods"), t.quest(0, "mystic_cave")
    t.adventurer(0, 1, on=first, weapon="iron_sword")
    t.adventurer(0, 1)
    managing(t.pool(0, "3 copper"), other)
    assert "apply a1 iron_sword" not in t.options(0)  # the iron that he carries pays nothing
    t.do(0, "apply a1 copper_sword")
    assert (t[0], t.power(0, first)[0], t.power(0, other)[0]) == ("1 copper", 0, 2)
    t.do(0, "unfocus", "remove a1")
    assert (t[0], t.power(0, other)[0], t.player(0).weapon) == ("1 copper", 0, [NONE, NONE])
    assert t.events("removed") == [{"seat": 0, "adventurer": "a1", "quest": other}]
    assert t.do(0, f"focus {first}").options(0) == ["apply a1 copper_dagger", "apply a2 copper_dagger", "unfocus"]


@rule("FW-370")
def test_applying_and_removing_happen_in_the_own_management_alone() -> None:
    t = Table("normal", 2).mine(o0=[(0, 0)])
    quest = t.quest(0, "weird_woods")
    t.adventurer(0, 1, on=quest, weapon="copper_sword")
    t.adventurer(0, 1)
    t.pool(0, "9 copper").at(MARKET)
    for kind, more in (("focus", {"quest": quest}), ("remove", {"adventurer": "a1"}), ("done", {})):
        t.refused(0, kind, **more)
    t.do(0, "pass").do(1, "pass")
    t.refused(0, "remove", adventurer="a1")  # first the acquisition
    t.do(0, "pass", "remove a1", f"focus {quest}", "apply a1 copper_sword", "unfocus", "done")
    t.refused(0, "remove", adventurer="a1")
    t.player(0).shared = [C.quests[t.quests["mystic_cave"]].legs[1].rewards[0].id]
    t.at(SHARED)
    assert t.asked == {0: "extra_overseer"}
    t.refused(0, "remove", adventurer="a1")


@rule("FW-373")
def test_they_stay_from_round_to_round() -> None:
    t = Table("normal", 2)
    quest = t.quest(0, "weird_woods")
    t.adventurer(0, 1, on=quest, weapon="iron_sword")
    idle_rounds(t, 1)
    idle_rounds(t.face(), 1)
    assert (t.step(quest), t.power(0, quest)) == (3, (3, 3))
    assert t.player(0).weapon == [t.cards["iron_sword"]]
