"""The solo game: set-up, Zheng He, the end (RULES.md, section 24)."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.chance import Seeded
from rulekit.errors import InvalidOptions
from rulekit.events import Ctx
from tests.games.ultimate_voyage.positions import GAME, base
from tests.games.ultimate_voyage.table import Table, new_game, round_starts, table
from ultimate_voyage.names import CHARACTERS
from ultimate_voyage.rounds import ROUND_END, Course
from ultimate_voyage.scoring import finish
from ultimate_voyage.state import FACE_UP
from ultimate_voyage.turn import ActionPhase

rule = pytest.mark.rule
ZHENG, CONTI = 0, 1
IDS = GAME.content.objective_ids


def solo(**position: Any) -> Table:
    """Zheng He's turn; de Conti is in Mecca unless named."""
    ships = {0: "nanjing", 1: "mecca", **position.pop("ships", {})}
    return table(seats=1, mode="solo", ships=ships, **position)


def next_round(round: int, **position: Any) -> Table:
    ships = {0: "nanjing", 1: "mecca", **position.pop("ships", {})}
    return round_starts(round, seats=1, mode="solo", ships=ships, **position)


def scored(**position: Any) -> Table:
    t = Table(base(seats=1, mode="solo", **position))
    finish(t.state, t._ctx())
    return t


# --- set-up


@rule("UV-670")
def test_set_up_as_for_four_players() -> None:
    t = new_game(1, "solo", dice={"sun": [0]})
    assert t.state.regions == 0b111111
    assert t.state.bag == [0, 0, 0, 0]  # all tokens lie on the ports
    assert t.ships(ZHENG) == "nanjing"
    assert t.asked == {0: "solo_mat"}
    with pytest.raises(InvalidOptions):
        GAME.setup("solo", {}, 2, Ctx(Seeded(bytes(32))))


@rule("UV-672")
def test_cards_that_are_taken_out() -> None:
    s = new_game(1, "solo", dice={"sun": [0]}).state
    objectives = {IDS[o] for o in [*s.display, *(o for pile in s.objective_decks for o in pile)]}
    assert objectives == set(IDS) - {"obj_19", "obj_20"}
    assert sorted(s.deck) == list(range(1, 37))


@rule("UV-674", "UV-142")
@pytest.mark.parametrize("token", ["ship", "upgrade"])
def test_zheng_chooses_between_a_ship_and_an_upgrade(token: str) -> None:
    t = solo(ships={0: "champa"}, affiliation={"champa": -2}, dials=(6, 0, 0), p0="4 prestige")
    assert t.state.bonus == [0] * 8
    t.do(0, "action diplomacy sun champa", "diplomacy champa 1")
    assert t.options(0) == ["bonus_token ship", "bonus_token upgrade"]
    t.do(0, f"bonus_token {token}")
    if token == "ship":
        assert t.ships(0) == "champa, champa"
    else:
        t.do(0, "pick_upgrade trade")
        assert t.upgraded(0) == ["trade"]


@rule("UV-676")
def test_all_goods_in_bazaars_are_face_up_refills_included() -> None:
    t = new_game(1, "solo", dice={"sun": [0]})
    assert all(t.state.seen[g] == FACE_UP for goods in t.state.bazaar for g in goods)
    t = next_round(4, bazaar={"champa": ["se01"]}, characters={0: "healer"})
    t.start()
    assert len(t.bazaar("champa")) == 3
    assert t.face_up("champa") == t.bazaar("champa")
    assert t.events("goods_refilled", seat=-1)[0]["goods"] is not None


@rule("UV-678", "UV-046")
def test_the_first_mat_gives_its_tokens_and_the_order_of_the_cards() -> None:
    t = new_game(1, "solo", dice={"sun": [0]})
    assert t[ZHENG] == ""
    assert [text.split()[1] for text in t.options(0)] == CHARACTERS
    assert t.told("dice", "purpose") == ["de_conti_start"]  # the mat comes before the dice of the round
    t.dice(sun=[0], moon=[0], star=[1]).do(0, "solo_mat healer")
    assert t[ZHENG] == "8 porcelain, 6 troops"
    assert t.order(ZHENG) == "combat trade diplomacy sail explore"
    assert t.asked == {0: "turn"}


@rule("UV-680")
def test_a_new_mat_every_round_brings_its_ability_only() -> None:
    t = next_round(
        2,
        characters={0: "healer"},
        cards={0: "sail diplomacy explore combat trade"},
        marks={0: "combat"},
        p0="2 kilns, 1 porcelain",
    )
    t.dice(sun=[0]).start()
    assert t.asked == {0: "solo_mat"}
    assert {text.split()[1] for text in t.options(0)} == set(CHARACTERS) - {"healer"}
    assert t.events("built", "tokens_changed") == []  # before the upkeep
    t.dice(sun=[0], moon=[0], star=[1]).do(0, "solo_mat commander")
    assert t[ZHENG] == "3 porcelain, 2 kilns"
    assert t.order(ZHENG) == "combat sail diplomacy explore trade"
    t.do(0, "action combat sun nanjing")
    assert t.action.general == 1 + 0 + 2


@rule("UV-680")
def test_a_mat_turned_over_is_not_chosen_again() -> None:
    t = next_round(4, characters={0: "merchant"})
    t.state.mats_used = 1 << CHARACTERS.index("healer") | 1 << CHARACTERS.index("diviner")
    t.start()
    assert {text.split()[1] for text in t.options(0)} == {"commander", "interpreter", "navigator"}
    assert t.view(0).mats_used == ["healer", "merchant", "diviner"]


@rule("UV-682")
def test_in_round_6_all_mats_but_the_last_are_turned_up_again() -> None:
    t = next_round(6, characters={0: "merchant"})
    t.state.mats_used = 0b111110 & ~(1 << CHARACTERS.index("merchant"))
    t.dice(star=[1], sun=[0]).start()
    assert {text.split()[1] for text in t.options(0)} == set(CHARACTERS) - {"merchant"}


# --- course and end


@rule("UV-684")
def test_de_conti_takes_three_actions_before_zhengs_turns() -> None:
    t = next_round(2, characters={0: "healer"}).dice(sun=[0]).start()
    t.clear().dice(sun=[0], moon=[0], star=[1]).do(0, "solo_mat merchant")
    kinds = [e["type"] for e in t.events("dials_set", "de_conti", "turn_started")]
    assert kinds[0] == "dials_set"
    assert kinds[-1] == "turn_started"
    assert len([e for e in t.events("de_conti") if e["action"] in ("explore", "trade", "sail", "forfeit")]) == 3
    assert t.state.players[CONTI].unused == 0
    for dial in ("sun", "moon", "star"):
        assert t.asked == {0: "turn"}
        if dial == "star":
            t.dice(star=[1])
        t.do(0, f"forfeit sail {dial}", "forfeit_gain 2 0")
    assert t.state.round == 3


@rule("UV-686")
def test_zheng_hes_death_ends_the_game_at_once() -> None:
    t = next_round(5, health=8, characters={0: "healer"}).dice(star=[2]).start()
    assert t.asked == {}
    assert t.outcome.reason == "zheng_he_dies"
    assert t.told("dice", "purpose") == ["health"]


@rule("UV-686", "UV-592")
def test_even_after_the_last_round_has_come() -> None:
    t = next_round(9, health=9, characters={0: "healer"})
    t.state.tiles[8] = 1  # a space with a health icon
    t.dice(star=[1]).start()
    assert t.outcome.reason == "zheng_he_dies"


@rule("UV-686")
def test_round_9_has_one_action_of_de_conti_and_one_turn_of_zheng() -> None:
    t = next_round(9, characters={0: "healer"}).start()
    t.clear().dice(sun=[0], moon=[0], star=[1]).do(0, "solo_mat merchant")
    assert len([e for e in t.events("de_conti") if e["action"] in ("explore", "trade", "sail", "forfeit")]) == 1
    assert t.asked == {0: "turn"}
    t.do(0, "forfeit sail sun", "forfeit_gain 2 0")
    assert (t.asked, t.outcome.reason) == ({}, "last_round")


@rule("UV-686")
def test_there_are_no_other_triggers() -> None:
    t = solo(
        ships={0: "champa"},
        dials=(9, 0, 0),
        objectives=["obj_15"],
        completed={0: ["obj_I", "obj_4", "obj_9"]},
        p0="15 prestige, 15 profit",
    )
    t.do(0, "action combat sun champa")
    assert len(t.completed(0)) == 4
    assert t.state.ending == 0


@rule("UV-688", "UV-694")
def test_the_scores() -> None:
    t = scored(
        p0="9 prestige, 12 profit",
        p1="17 profit, 4 porcelain",
        completed={0: ["obj_9"]},
        story={"arabia": {0: 3, 1: 4}, "east_africa": {1: 1}},
        docked=[0],
        tower=[],
    )
    assert t.outcome.detail["points"] == [{"tracks": 9, "objectives": 4, "story": 2, "docks": 0, "tower": 0, "end": 0}]
    assert t.outcome.detail["de_conti"] == {"profit": 17, "story": 4 + 1, "porcelain": 4}
    assert (t.outcome.scores, t.outcome.placings) == ([15], [2])


@rule("UV-690")
@pytest.mark.parametrize(("conti", "placing"), [(8, 1), (9, 2), (10, 2)])
def test_zheng_wins_with_more_points_only(conti: int, placing: int) -> None:
    t = scored(p0="9 prestige, 9 profit", p1=f"{conti} profit")
    assert (t.outcome.scores, t.outcome.placings) == ([9], [placing])


@rule("UV-694", "UV-190")
def test_ships_that_return_give_nothing() -> None:
    t = solo(ships={0: "champa"}, wind="gray", dials=(3, 0, 0), markers={"champa": 0})
    t.dice(sun=[0]).do(0, "action sail sun champa", "board flagship", "sail nanjing").end(0)
    assert t.ships(0) == "home"
    assert t.event("ship_returned")["points"] == 0
    assert t.state.tower == []


# --- the meeting


def meeting(t: Table) -> tuple[list[int], tuple[int, int]]:
    """Cards announced and de' Conti's porcelain and troops."""
    return t.told("encounter_drawn", "card"), t.res(CONTI)


@rule("UV-692")
def test_sailing_to_de_contis_flagship_brings_card_37_and_no_other() -> None:
    t = solo(ships={1: "champa"}, wind="gray", dials=(3, 0, 0), deck=[14], p0="2 porcelain").dice(sun=[1])
    t.do(0, "action sail sun nanjing", "board flagship", "sail champa", "end_route")
    assert meeting(t) == ([37], (1, 0))
    assert t.options(0) == ["encounter_option ignore", "encounter_option meet"]
    t.do(0, "encounter_option meet", "pick_upgrade sail").end(0)
    assert (t.upgraded(0), t[ZHENG]) == (["sail"], "")
    assert 37 not in t.state.deck + t.state.discard
    assert t.deck()[0] == 14


@rule("UV-692")
def test_the_ignored_card_does_not_come_into_the_deck() -> None:
    t = solo(ships={1: "champa"}, wind="gray", dials=(3, 0, 0), deck=[14], p0="2 porcelain").dice(sun=[1])
    t.do(0, "action sail sun nanjing", "board flagship", "sail champa", "end_route", "encounter_option ignore").end(0)
    assert 37 not in t.state.deck + t.state.discard + t.state.aside
    assert t.state.met


@rule("UV-692")
def test_only_the_first_time_and_only_the_flagships() -> None:
    t = solo(ships={0: "malacca, nanjing", 1: "champa"}, wind="gray", dials=(3, 0, 0), deck=[14]).dice(sun=[1])
    t.do(0, "action sail sun nanjing", "board ship_1", "sail champa", "end_route")
    assert meeting(t) == ([14], (0, 0))
    t = solo(ships={1: "mecca, champa"}, wind="gray", dials=(3, 0, 0), deck=[14]).dice(sun=[1])
    t.do(0, "action sail sun nanjing", "board flagship", "sail champa", "end_route")
    assert meeting(t) == ([14], (0, 0))
    t = solo(ships={1: "champa"}, wind="gray", dials=(3, 0, 0), deck=[14]).dice(sun=[1])
    t.state.met = True
    t.do(0, "action sail sun nanjing", "board flagship", "sail champa", "end_route")
    assert meeting(t) == ([14], (0, 0))


@rule("UV-692")
def test_passing_through_is_no_meeting() -> None:
    t = solo(ships={1: "champa"}, wind="gray", dials=(3, 0, 0), deck=[14]).dice(sun=[1])
    t.do(0, "action sail sun nanjing", "board flagship", "sail champa", "sail malacca", "end_route")
    assert meeting(t) == ([14], (0, 0))


@rule("UV-692", "UV-376")
def test_a_port_that_attacks_does_not_prevent_the_meeting() -> None:
    t = solo(ships={1: "champa"}, wind="gray", dials=(3, 0, 0), p0="2 porcelain").dice(sun=[-2])
    t.do(0, "action sail sun nanjing", "board flagship", "sail champa", "end_route")
    assert meeting(t) == ([37], (1, 0))
    assert t.attacks(0) == ["champa"]


@rule("UV-692")
def test_de_conti_comes_to_zheng() -> None:
    s = base(
        seats=1,
        mode="solo",
        ships={0: "aden", 1: "mecca"},
        wind="gray",
        dials=(0, 0, 0),
        marks={1: "explore trade"},
        unused={1: "sun"},
        p0="2 porcelain",
    )
    s.in_actions = True
    s.stack = [Course(ROUND_END), ActionPhase(automa=2)]
    t = Table(s).start()
    assert t.ships(CONTI) == "aden"
    assert t.asked == {0: "encounter_option"}
    assert meeting(t) == ([37], (1, 0))
    t.do(0, "encounter_option meet", "pick_upgrade trade")
    assert t.asked == {0: "turn"}


@rule("UV-692", "UV-450")
def test_a_retreat_to_his_port() -> None:
    t = solo(ships={0: "kotte", 1: "calicut"}, affiliation={"calicut": 0}, dials=(2, 0, 0), p0="2 porcelain, 3 troops")
    t.dice(moon=[1]).do(0, "action combat sun kotte", "attack kotte 4", "retreat calicut")
    assert meeting(t) == ([37], (1, 0))


@rule("UV-692")
def test_plague_drives_zheng_back_to_his_port() -> None:
    t = solo(
        ships={0: "malacca", 1: "malacca"},
        affiliation={"palembang": 0},
        wind="gray",
        dials=(3, 0, 0),
        deck=[4],
        p0="2 porcelain",
    )
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option avoid")
    assert t.ships(0) == "malacca"
    assert meeting(t) == ([4, 37], (1, 0))


# --- de' Conti among the others


@rule("UV-696")
def test_he_is_not_invited_and_blocks_no_depot() -> None:
    t = solo(ships={0: "kotte", 1: "kotte"}, dials=(6, 0, 0)).dice(moon=[3])
    t.do(0, "action combat sun kotte")
    assert "build depot kotte" in t.options(0)
    t.do(0, "attack kotte 8")
    assert t.event("combat_result")["seats"] == [0]


@rule("UV-696", "UV-514")
def test_his_markers_and_explored_ports_count() -> None:
    t = solo(
        ships={0: "kotte"},
        dials=(1, 0, 0),
        explored={1: "kotte"},
        story={"south_india_ceylon": {1: 1}},
        tokens={"calicut": "YYB"},
    )
    t.do(0, "action explore sun kotte")
    assert t.options(0, "explore") == ["kotte 1", "kotte 2"]  # 4 + 1
    t.do(0, "explore kotte 2", "take_token R", "take_token B").end(0)
    assert t.story("south_india_ceylon", 0) == 2


@rule("UV-706", "UV-268")
def test_his_ship_alone_does_not_keep_a_port_from_deteriorating() -> None:
    t = next_round(4, ships={1: "kotte"}, affiliation={"kotte": 2, "champa": -2}, characters={0: "healer"}).start()
    assert t.aff("kotte") == 1


@rule("UV-704", "UV-070")
def test_the_diviner_may_reroll_his_dial() -> None:
    t = next_round(4, characters={0: "healer"}, tokens={"mecca": ""}, bazaar={"mecca": ["ar12"]}).start()
    t.dice(sun=[0], moon=[0], star=[1]).do(0, "solo_mat diviner")
    assert t.asked == {0: "diviner_reroll"}
    assert t.state.players[CONTI].unused == 7  # he acts after that
    assert {text.split()[-1] for text in t.options(0) if text != "diviner_reroll"} == {"0", "1"}
    t.dice(star=[-3]).do(0, "diviner_reroll star 1")
    assert t.told("dial_set", "seat", "dial", "value") == [(1, "star", -3)]
    assert (t.player(CONTI).dials, t.player(ZHENG).dials) == ([0, 0, -3], [0, 0, 1])
