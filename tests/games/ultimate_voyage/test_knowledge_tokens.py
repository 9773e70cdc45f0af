"""Explore, and what knowledge tokens are used for (RULES.md, sections 18 and 19)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ultimate_voyage.positions import base
from tests.games.ultimate_voyage.table import Table, table
from ultimate_voyage.names import ZONES
from ultimate_voyage.rounds import ROUND_END, Course
from ultimate_voyage.state import OPEN_WILD
from ultimate_voyage.turn import ActionPhase

rule = pytest.mark.rule


def exploring(port: str = "champa", strength: int = 6, **position: Any) -> Table:
    """Seat 0 has begun an Explore action (position 4) at the port."""
    t = table(**{"ships": {0: port}, "dials": (strength - 4, 0, 0), **position})
    return t.do(0, f"action explore sun {port}")


# --- Explore


@rule("UV-510", "UV-302")
def test_only_where_tokens_lie() -> None:
    t = table(ships={0: "champa, malacca"}, tokens={"champa": ""})
    assert {text.split()[-1] for text in t.options(0, "action") if text.startswith("explore")} == {"malacca"}
    t = table(ships={0: "champa, malacca"}, tokens={"champa": ""}, upgraded={0: "explore"}, dials=(3, 0, 0))
    t.do(0, "action explore sun champa")
    assert t.options(0, "explore") == ["malacca 1", "malacca 2", "malacca 3"]


@rule("UV-512")
@pytest.mark.parametrize(
    ("upgraded", "costs"), [("", [2, 4, 7, 9]), ("explore", [1, 3, 5, 7])], ids=["normal", "upgraded"]
)
def test_strength_and_story_points_by_the_table(upgraded: str, costs: list[int]) -> None:
    for n, (cost, story) in enumerate(zip(costs, [0, 1, 1, 2], strict=True), 1):
        for strength in (cost - 1, cost):
            t = exploring("kotte", strength, upgraded={0: upgraded}, tokens={"calicut": "YYBG"})
            left = t.options(0, "explore") if 0 in t.asked and t.asked[0] == "action_step" else []
            assert (f"kotte {n}" in left) == (strength >= cost)
        t = exploring("kotte", 14, upgraded={0: upgraded})
        t.do(0, f"explore kotte {n}")
        while t.asked == {0: "take_token"}:
            t.do(0, t.options(0)[0])
        assert t.left() == (14 - cost, 0)
        assert sum(t.player(0).tokens) == n
        assert t.story("south_india_ceylon", 0) == story


def test_the_table_goes_on_to_six() -> None:
    c = table().state.c
    assert c.explore_cost == [[0, 2, 4, 7, 9, 11, 14], [0, 1, 3, 5, 7, 9, 11]]
    assert c.explore_story == [[0, 0, 1, 1, 2, 2, 3]] * 2


@rule("UV-514")
@pytest.mark.parametrize("who", [0, 1])
def test_a_port_explored_before_by_anybody_costs_1_more(who: int) -> None:
    assert exploring("kotte", 4, explored={who: "kotte"}).options(0, "explore") == ["kotte 1"]
    t = exploring("kotte", 5, explored={who: "kotte"})
    assert t.options(0, "explore") == ["kotte 1", "kotte 2"]
    t.do(0, "explore kotte 2", "take_token R", "take_token R")
    assert t.left() == (0, 0)  # 4 + 1


@rule("UV-516")
def test_how_many_then_which_one_by_one() -> None:
    t = exploring("kotte", 9)
    t.do(0, "explore kotte 3")
    assert t.options(0) == ["take_token R", "take_token B", "take_token G"]
    t.do(0, "take_token G")
    assert t.options(0) == ["take_token R", "take_token B"]
    t.do(0, "take_token R")
    t.do(0, "take_token R")
    assert (t[0], t.tokens("kotte")) == ("2 R, 1 G", "B")
    assert "explore" not in t.kinds(0)  # once for each port and action


@rule("UV-516")
def test_all_tokens_of_a_port_are_taken_without_asking() -> None:
    t = exploring("champa", 5).do(0, "explore champa 2")
    assert (t[0], t.tokens("champa")) == ("1 B, 1 G", "")


@rule("UV-518")
def test_the_explorers_mark() -> None:
    t = exploring("kotte", 6)
    assert t.view().players[0].explored == {}
    t.do(0, "explore kotte 1", "take_token B").end(0)
    assert list(t.view().players[0].explored) == ["kotte"]
    assert list(t.view().players[1].explored) == []


# --- uses in an Explore action


@rule("UV-530")
@pytest.mark.parametrize("first", [True, False])
def test_knowledge_is_used_before_or_after_exploring(first: bool) -> None:
    t = exploring("champa", 4, p0="3 R")
    if not first:
        t.do(0, "explore champa 2")
    t.do(0, "upgrade R colours ['R', 'R', 'R'], wild 0")
    if first:
        t.do(0, "explore champa 2")
    assert (t.upgraded(0), t[0]) == (["combat"], "1 B, 1 G")


@rule("UV-530")
def test_knowledge_has_these_uses_in_no_other_action() -> None:
    t = table(ships={0: "champa"}, p0="3 R, 3 G, 3 B, 3 Y", dials=(3, 0, 0))
    for card in ("sail", "combat", "diplomacy", "trade"):
        u = Table(t.game.copy(t.state)).do(0, f"action {card} sun champa")
        assert not u.kinds(0) & {"private_objective", "upgrade", "free_action"}


def private(**position: Any) -> Table:
    decks = {"yellow": ["obj_12", "obj_2"], "red": ["obj_4"], "gray": ["obj_16", "obj_15"]}
    return exploring(
        "champa",
        6,
        **{
            "p0": "2 R, 1 Y, 1 B",
            "objectives": ["obj_I", "obj_II", "obj_III"],
            "objective_decks": decks,
            **position,
        },
    )


@rule("UV-532", "UV-542")
def test_a_private_objective() -> None:
    t = private()
    assert t.options(0, "private_objective") == ["colours ['R', 'Y', 'B'], wild 0"]
    bag = list(t.state.bag)
    t.do(0, "private_objective colours ['R', 'Y', 'B'], wild 0")
    assert t[0] == "1 R"
    assert t.state.bag == [bag[0] + 1, bag[1] + 1, bag[2] + 1, bag[3]]
    assert t.options(0) == ["objective_deck yellow", "objective_deck red", "objective_deck gray"]
    t.do(0, "objective_deck yellow")
    assert t.view(0).stack[-2]["drawn"][0]["objective"] == "obj_12"  # the seat sees it before it goes on
    assert t.view(1).stack[-2]["drawn"][0]["objective"] is None
    t.do(0, "objective_deck red")
    assert t.options(0) == ["objective_deck yellow", "objective_deck gray"]  # the red deck is empty
    t.do(0, "objective_deck gray")
    assert t.options(0) == ["objective_keep obj_12", "objective_keep obj_4", "objective_keep obj_16"]
    t.do(0, "objective_keep obj_4")
    assert [e["objective"] for e in t.events("objective_kept", seat=1)] == ["obj_4"]  # shown to all
    assert t.options(0) == ["objective_return obj_12 top", "objective_return obj_12 bottom"]
    t.do(0, "objective_return obj_12 bottom", "objective_return obj_16 top")
    ids = t.state.c.objective_ids
    assert [[ids[o] for o in reversed(pile)] for pile in t.state.objective_decks] == [
        ["obj_2", "obj_12"],
        [],
        ["obj_16", "obj_15"],
    ]
    assert [ids[o] for o in t.player(0).private] == ["obj_4"]
    assert t.asked == {0: "action_step"}


@rule("UV-532")
def test_what_does_not_fit_any_more_is_discarded_when_drawn_privately() -> None:
    """Six different icons are owned: Collector is discarded, and the deck goes on."""
    icons = ["se01", "se03", "se06", "se08", "se10", "se11"]
    t = private(goods={0: icons}).do(0, "private_objective colours ['R', 'Y', 'B'], wild 0", "objective_deck yellow")
    assert t.event("objective_discarded") == {"objective": "obj_12", "deck": "yellow"}
    assert t.view(0).stack[-2]["drawn"][0]["objective"] == "obj_2"


@rule("UV-532")
def test_a_deck_without_a_usable_card_means_choosing_again() -> None:
    icons = ["se01", "se03", "se06", "se08", "se10", "se11"]
    t = private(goods={0: icons}, objective_decks={"yellow": ["obj_12"], "red": ["obj_4"], "gray": []})
    t.do(0, "private_objective colours ['R', 'Y', 'B'], wild 0", "objective_deck yellow")
    # Nothing came of it; the red card is the only one left, and it is kept.
    assert [t.state.c.objective_ids[o] for o in t.player(0).private] == ["obj_4"]


@rule("UV-532")
def test_tokens_spent_for_nothing() -> None:
    icons = ["se01", "se03", "se06", "se08", "se10", "se11"]
    t = private(goods={0: icons}, objective_decks={"yellow": ["obj_12"]})
    t.do(0, "private_objective colours ['R', 'Y', 'B'], wild 0")
    assert (t.player(0).private, t[0]) == ([], "1 R")


@rule("UV-532")
def test_without_a_card_in_any_deck_there_is_no_private_objective() -> None:
    assert "private_objective" not in private(objective_decks={}).kinds(0)


@rule("UV-532")
def test_three_different_colours_wild_tokens_as_any() -> None:
    t = private(p0="3 R, 1 Y")
    assert "private_objective" not in t.kinds(0)
    t = private(p0="3 R, 1 Y", goods={0: ["se16"]})  # a manuscript with 2 wild tokens
    assert t.options(0, "private_objective") == [
        "colours ['R'], wild 2",
        "colours ['Y'], wild 2",
        "colours ['R', 'Y'], wild 1",
    ]


@rule("UV-534")
def test_three_of_a_colour_upgrade_its_card() -> None:
    t = exploring(p0="3 R, 4 Y, 2 B, 1 G", goods={0: ["se16"]})
    assert t.options(0, "upgrade") == [
        "R colours ['R', 'R', 'R'], wild 0",
        "R colours ['R', 'R'], wild 1",
        "R colours ['R'], wild 2",
        "Y colours ['Y', 'Y', 'Y'], wild 0",
        "Y colours ['Y', 'Y'], wild 1",
        "Y colours ['Y'], wild 2",
        "B colours ['B', 'B'], wild 1",
        "B colours ['B'], wild 2",
        "G colours ['G'], wild 2",
    ]
    t.do(0, "upgrade B colours ['B', 'B'], wild 1")
    assert t.upgraded(0) == ["diplomacy"]
    assert not [text for text in t.options(0, "upgrade") if text.startswith("B")]


@rule("UV-534")
def test_no_colour_upgrades_explore() -> None:
    t = exploring(p0="3 R, 3 Y, 3 B, 3 G")
    for colour in "RYBG":
        t.do(0, f"upgrade {colour} colours {[colour] * 3}, wild 0")
    assert t.upgraded(0) == ["sail", "combat", "diplomacy", "trade"]
    assert "upgrade" not in t.kinds(0)


@rule("UV-536")
def test_a_free_action_has_its_tokens_in_place_of_position_and_dial() -> None:
    t = exploring(
        "champa",
        4,
        p0="3 B, 1 porcelain",
        characters={0: "interpreter"},
        cards={0: "sail combat diplomacy explore trade"},
        depots={"champa": 0},
        affiliation={"champa": 0},
    )
    t.do(0, "free_action B 2 champa 0")
    assert t.event("token_used") == {"seat": 0, "colour": "B", "n": 2}
    assert t.left() == (4, 2)  # 2 tokens, Interpreter 2; depot 2
    assert t.kinds(0) == {"resource", "scout_goods", "scout_affiliation", "scout_encounter", "diplomacy", "end"}
    assert t.unused(0) == ["moon", "star"]
    t.do(0, "resource", "diplomacy champa 3", "end")
    assert (t.aff("champa"), t.tracks(0)) == (3, (3, 0))
    assert t.player(0).marks == 1 << 3  # Explore only
    assert t.asked == {0: "action_step"}
    assert "explore champa 2" in t.options(0)


@rule("UV-536", "UV-302")
def test_where_free_actions_are_possible() -> None:
    t = table(ships={0: "champa, nanjing"}, p0="1 R, 1 Y, 1 B, 1 G").do(0, "action explore sun champa")
    assert t.options(0, "free_action") == [
        "R 1 nanjing 0",
        "R 1 champa 0",
        "Y 1 champa 0",
        "B 1 champa 0",
        "G 1 nanjing 0",
        "G 1 champa 0",
    ]


@rule("UV-536")
def test_a_free_action_leaves_penalties_and_pending_contests_alone() -> None:
    """Treasure Island, visited, weakens the next action with a dial, not the free one."""
    t = table(wind="gray", ships={0: "malacca"}, affiliation={"palembang": 0}, dials=(1, 3, 0), deck=[32], p0="2 Y")
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option visit")
    t.end(0).do(1, "forfeit sail sun", "forfeit_gain 2 0")
    t.do(0, "action explore moon palembang")
    assert t.left() == (5, 0)  # 4 + 3 - 2
    assert t.held(0) == []
    t.do(0, "free_action Y 2 palembang 0")
    assert t.left() == (2, 0)


@rule("UV-538", "UV-390")
def test_a_free_sail_is_carried_through_before_the_exploration_goes_on() -> None:
    t = table(
        wind="gray",
        ships={0: "malacca"},
        dials=(4, 0, 0),
        p0="2 G, 1 R",
        deck=[14],
    )
    t.do(0, "action explore sun malacca", "free_action G 2 malacca 0", "board flagship", "sail palembang")
    t.dice(sun=[1]).do(0, "end_route")
    assert t.event("encounter_drawn")["port"] == "palembang"
    t.do(0, "forfeit_gain 1 0")
    # The active port stays Malacca, where no ship is any more: nothing to explore.
    assert "explore" not in t.kinds(0)
    assert t.options(0, "free_action") == ["R 1 palembang 0"]


@rule("UV-538", "UV-536")
def test_an_attack_on_a_free_sail_waits_for_the_next_turn() -> None:
    t = table(wind="gray", ships={0: "malacca"}, dials=(4, 0, 0), p0="2 G, 2 R", deck=[14])
    t.do(0, "action explore sun malacca", "free_action G 2 malacca 0", "board flagship", "sail palembang")
    t.dice(sun=[-2]).do(0, "end_route")
    assert t.attacks(0) == ["palembang"]
    # A free combat is not demanded, and it settles nothing.
    t.do(0, "free_action R 2 palembang 0").dice(moon=[0]).do(0, "attack palembang 2").end(0)
    assert t.attacks(0) == ["palembang"]
    t.do(1, "forfeit sail sun", "forfeit_gain 2 0")
    assert {text.split()[1] for text in t.options(0)} == {"combat"}


@rule("UV-540")
def test_a_bundle_is_used_whole_and_the_manuscript_stays() -> None:
    t = exploring(p0="1 G", goods={0: ["se16", "mj15"]})
    t.do(0, "free_action G 2 champa 1")
    flipped = [t.state.c.good_ids[g] for g in t.state.flipped]
    assert flipped == ["se16"]
    assert t.goods(0) == ["se16", "mj15"]
    assert t.event("bundle_used") == {"seat": 0, "source": "se16"}


@rule("UV-540")
def test_several_bundles_in_one_use_lose_as_few_tokens_as_they_can() -> None:
    t = exploring(seats=4, goods={0: ["se16", "ar18", "mj15"]})  # 2, 3 and 2 wild tokens
    t.do(0, "free_action Y 3 champa 3")
    assert [t.state.c.good_ids[g] for g in t.state.flipped] == ["ar18"]
    t.do(0, "end", "free_action R 4 champa 4")
    assert sorted(t.state.c.good_ids[g] for g in t.state.flipped) == ["ar18", "mj15", "se16"]


@rule("UV-540", "UV-416")
def test_small_bundles_come_before_a_large_one_that_would_lose_tokens() -> None:
    """Two cards with a wild token each, and a manuscript with three."""
    s = base(seats=4, ships={0: "champa"}, goods={0: ["ar18"]})
    for card in (1, 4):
        s.deck.remove(card)
        s.players[0].cards.append(card)
        s.card_option[card] = 1
        s.card_port[card] = ZONES.index("champa")
        s.card_open[card] = OPEN_WILD
        s.card_wild[card] = 1
    s.in_actions = True
    s.stack = [Course(ROUND_END), ActionPhase()]
    t = Table(s).start().do(0, "action explore sun champa", "free_action R 2 champa 2")
    assert t.told("bundle_used", "source") == [1, 4]
    assert (t.held(0), t.state.flipped) == ([], [])
    assert sorted(t.state.discard) == [1, 4]


@rule("UV-540")
@pytest.mark.parametrize("flipped", [False, True])
def test_a_stolen_manuscript_keeps_its_side(flipped: bool) -> None:
    t = table(
        wind="gray",
        ships={0: "malacca", 1: "champa"},
        affiliation={"palembang": 0},
        goods={1: ["se16"]},
        dials=(1, 0, 0),
        deck=[23],
        p0="3 porcelain",
    )
    if flipped:
        t.state.flipped.append(t.state.c.good_ids.index("se16"))
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option hire").end(0)
    assert (t.goods(0), t.goods(1)) == (["se16"], [])
    t.do(1, "forfeit sail sun", "forfeit_gain 2 0").do(0, "action trade moon palembang")
    assert t.options(0, "wild") == ([] if flipped else ["se16 1", "se16 2"])


@rule("UV-542")
def test_used_tokens_go_back_to_the_bag_wild_ones_do_not() -> None:
    t = table(ships={0: "champa"}, p0="1 R", goods={0: ["se16"]}, dials=(1, 0, 0))
    bag = list(t.state.bag)
    t.do(0, "action combat sun champa", "knowledge", "wild se16 2")
    assert t.state.bag == [bag[0] + 1, *bag[1:]]
    assert t.action.total == 6
