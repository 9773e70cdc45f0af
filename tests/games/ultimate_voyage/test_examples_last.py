"""Further scenarios B17 to B32: what the rules say where the rulebook's examples do not reach."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ultimate_voyage.positions import base
from tests.games.ultimate_voyage.scenes import costs
from tests.games.ultimate_voyage.table import Table, round_starts, table
from ultimate_voyage.scoring import finish

rule = pytest.mark.rule


@rule("UV-378", "UV-294", "UV-298")
def test_b17_attacks_at_two_ports() -> None:
    t = table(seats=4, ships={0: "pegu, calicut"}, attacks={0: "pegu, calicut"}, dials=(2, 0, 0), p0="9 troops")
    assert {text.split()[1] for text in t.options(0)} == {"combat"}
    t.dice(moon=[0, 0]).do(0, "action combat sun pegu combat")
    assert t.options(0, "attack") == ["pegu 4", "pegu 3", "pegu 2", "pegu 1"]
    t.do(0, "attack pegu 4").end(0)
    assert t.attacks(0) == ["calicut"]
    for seat in (1, 2, 3):
        t.do(seat, "forfeit sail sun", "forfeit_gain 2 0")
    assert {(text.split()[1], text.split()[3]) for text in t.options(0)} == {("combat", "calicut")}

    t = table(
        seats=4, ships={0: "pegu, calicut"}, attacks={0: "pegu, calicut"}, dials=(7, 0, 0), upgraded={0: "combat"}
    )
    t.dice(moon=[0, 0]).do(0, "action combat sun pegu combat", "attack calicut 5")
    t.do(0, "split_points 3 0", "attack pegu 5")
    t.do(0, "split_points 3 0")
    assert t.attacks(0) == []
    assert (t.marker("pegu"), t.marker("calicut")) == (0, 0)


@rule("UV-358", "UV-374", "UV-388")
@pytest.mark.parametrize("hostile", [False, True])
def test_b18_fleet_dropping_a_ship(hostile: bool) -> None:
    t = table(seats=4, wind="gray", ships={0: "palembang, palembang"}, dials=(2, 0, 0), deck=[14])
    t.do(0, "action sail sun palembang", "board flagship", "board ship_1", "sail samudera", "drop ship_1", "sail kotte")
    assert costs(t) == [1, 2]
    t.do(0, "end_route").dice(sun=[1, -2] if hostile else [1, 0])
    assert t.options(0) == ["arrival_order samudera", "arrival_order kotte"]
    t.do(0, "arrival_order samudera")
    assert (t.aff("samudera"), t.aff("kotte")) == (1, -2 if hostile else 0)
    assert t.told("encounter_drawn", "port") == ([] if hostile else ["kotte"])


@rule("UV-174", "UV-596")
def test_b19_story_track_end() -> None:
    t = table(ships={0: "champa"}, affiliation={"champa": 2}, story={"mainland_sea": {0: 7, 1: 8}})
    t.do(0, "action diplomacy sun champa", "diplomacy champa 1").end(0)
    assert t.story("mainland_sea", 0) == 7
    assert t.events("story") == []
    finish(t.state, t._ctx())
    assert t.outcome.detail["story"] == [{"mainland_sea": 1}, {"mainland_sea": 3}]


@rule("UV-594")
def test_b20_final_score() -> None:
    t = Table(
        base(
            seats=4,
            p0="11 prestige, 9 profit",
            completed={0: ["obj_III", "obj_12"]},
            story={"east_africa": {0: 6}, "arabia": {0: 1, 1: 2}},
            docked=[1, 0],
            tower=[0, 0],
        )
    )
    finish(t.state, t._ctx())
    assert t.outcome.detail["points"][0] == {"tracks": 9, "objectives": 7, "story": 6, "docks": 2, "tower": 2, "end": 0}
    assert t.outcome.scores[0] == 26


@rule("UV-598")
def test_b21_tie_break() -> None:
    t = Table(
        base(
            ships={0: "champa, champa, home", 1: "champa"},
            p0="2 kilns, 12 prestige, 12 profit",
            p1="12 prestige, 12 profit",
            depots={"champa": 0, "malacca": 1, "surabaya": 1, "palembang": 1},
            markers={"ayutthaya": 0, "samudera": 1},
            affiliation={"champa": 0, "malacca": 0, "surabaya": 0, "palembang": 0, "ayutthaya": 3, "samudera": 3},
        )
    )
    finish(t.state, t._ctx())
    assert t.outcome.detail["presence"] == [4, 5]
    assert (t.outcome.scores, t.outcome.placings) == ([12, 12], [2, 1])


@rule("UV-406")
def test_b22_pending_types() -> None:
    for card, options in [(8, ["reject"]), (33, ["avoid", "fight"]), (11, ["decline"])]:
        t = table(
            seats=4,
            wind="gray",
            ships={0: "samudera, samudera"},
            affiliation={"kotte": 0},
            upgraded={0: "sail"},
            dials=(6, 0, 0),
            deck=[card],
        )
        t.dice(sun=[-2])
        t.do(0, "action sail sun samudera", "board flagship", "sail pegu", "end_route", "board ship_1", "sail kotte")
        t.do(0, "end_route", "arrival_order pegu")
        assert t.attacks(0) == ["pegu"]
        if len(options) > 1:
            assert t.options(0, "encounter_option") == options
        else:  # only one option is legal: it is taken
            assert t.event("encounter_resolved")["option"] == options[0]


@rule("UV-626", "UV-192", "UV-194")
def test_b23_quick_game_return() -> None:
    def arrived() -> Table:
        t = table(
            mode="quick",
            round=5,
            wind="gray",
            ships={0: "kotte, kotte"},
            affiliation={"kotte": 0},
            markers={"calicut": 0, "aden": 0},
            dials=(3, 0, 0),
            deck=[14],
        )
        t.do(0, "action sail sun kotte", "board flagship", "board ship_1", "sail samudera")
        return t.do(0, "end_route")

    t = arrived().do(0, "return_home flagship")
    assert t.options(0) == ["return_home", "return_home ship_1"]
    t.do(0, "return_home ship_1")
    assert (t.state.docked, t.state.tower) == ([0, 0], [0] * 4)
    assert t.told("ship_returned", "ship", "points") == [("flagship", 1), ("ship_1", 0)]
    assert t.events("encounter_drawn") == []

    t = arrived().do(0, "return_home flagship", "return_home")
    assert t.ships(0) == "home, samudera"
    assert t.told("encounter_drawn", "port") == ["samudera"]


@rule("UV-716", "UV-726", "UV-744", "UV-748")
def test_b24_solo_de_conti_blocked_by_a_storm() -> None:
    t = round_starts(
        3,
        seats=1,
        mode="solo",
        ships={0: "nanjing", 1: "hormuz"},
        tokens={"hormuz": "YBR"},
        bazaar={"hormuz": ["ar08", "ar03", "ar06", "ar11"]},
        characters={0: "healer"},
    )
    t.dice(star=[1, 2], sun=[1], moon=[-1]).start()
    t.do(0, "solo_mat merchant")
    conti = 1
    assert t.state.storm == 1
    assert (t.player(conti).tokens, t.tokens("hormuz")) == ([0, 1, 0, 0], "RB")
    assert t.goods(conti) == ["ar03"]
    assert t.tracks(conti) == (0, 3)
    assert (t.ships(conti), t.res(conti)) == ("hormuz", (2, 0))
    assert t.story("arabia", conti) == 0
    assert t.asked == {0: "turn"}


@rule("UV-332", "UV-338", "UV-084")
def test_b25_scouting_from_nanjing() -> None:
    t = table(dials=(2, 0, 0)).do(0, "action sail sun nanjing")
    assert t.options(0, "scout_goods") == ["champa", "ayutthaya", "malacca"]
    before = t.action.left(True)
    t.do(0, "scout_goods champa")
    assert before - t.action.left(True) == 2


@rule("UV-382", "UV-334")
def test_b26_arriving_at_a_scouted_hostile_port() -> None:
    t = table(ships={0: "champa"}, dials=(2, 0, 0)).dice(sun=[-2])
    t.do(0, "action sail sun champa", "scout_affiliation ayutthaya")
    assert t.aff("ayutthaya") == -2
    t.do(0, "board flagship", "sail ayutthaya", "end_route").end(0)
    assert (t.attacks(0), t.events("encounter_drawn"), t.events("goods_revealed")) == ([], [], [])
    t.do(1, "forfeit sail sun", "forfeit_gain 2 0").do(0, "action combat moon ayutthaya")
    assert t.options(0, "attack") == ["ayutthaya 2", "ayutthaya 1"]


@rule("UV-230")
def test_b27_courier_service() -> None:
    t = table(
        seats=4,
        ships={0: "hormuz"},
        goods={0: ["se10", "si01", "ar03"]},
        p0="9 profit",
        objectives=["obj_18"],
        dials=(0, 0, 0),
    )
    t.do(0, "action trade sun hormuz")
    assert t.options(0, "courier") == ["se10 public"]
    t.do(0, "courier se10 public").end(0)
    assert (t.goods(0), t.tracks(0), t.completed(0)) == (["si01", "ar03"], (0, 6), ["obj_18"])
    assert "se10" in t.pile("mainland_sea")
    finish(t.state, t._ctx())
    assert t.outcome.detail["objectives"][0] == {"obj_18": 3}


@rule("UV-400")
@pytest.mark.parametrize("discard", [[], [1]])
def test_b28_ignored_cards_do_not_come_back(discard: list[int]) -> None:
    t = table(
        wind="gray",
        ships={0: "malacca"},
        affiliation={"palembang": 0},
        dials=(1, 0, 0),
        deck=[32, 35, 0],
        discard=discard,
        p0="2 troops",
    )
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route")
    t.do(0, "encounter_option ignore")
    t.do(0, "encounter_option ignore")
    if discard:
        assert t.told("encounter_drawn", "card") == [32, 35, 1]
        t.do(0, "encounter_option ignore")
    else:
        assert t.told("encounter_drawn", "card") == [32, 35]
    assert t.deck() == [32, 35]


@rule("UV-308", "UV-319")
def test_b29_local_and_general_strength() -> None:
    t = table(ships={0: "champa"}, depots={"champa": 0}, dials=(0, 0, -3), p0="9 troops")
    t.do(0, "action combat star champa")
    assert (t.left(), t.action.left(True)) == ((-1, 2), 1)
    t.do(0, "resource")
    assert (t.left(), t.action.left(True)) == ((0, 2), 2)
    t.do(0, "resource")
    assert (t.left(), t.action.left(True), t.res(0)) == ((1, 2), 3, (0, 6))

    t = table(
        ships={0: "champa, malacca"},
        depots={"champa": 0},
        dials=(1, 0, 0),
        upgraded={0: "combat"},
        cards={0: "sail trade diplomacy explore combat"},
    )
    t.do(0, "action combat sun champa")
    assert t.action.left(True) == 9
    assert t.options(0, "attack")[0] == "champa 9"
    assert "malacca 7" in t.options(0, "attack")
    assert "malacca 8" not in t.options(0, "attack")


def hired(card: int, **position: Any) -> Table:
    """Seat 0 has hired an encounter's people at Palembang; all others have done nothing."""
    t = table(
        wind="gray", ships={0: "malacca"}, affiliation={"palembang": 0}, deck=[card], p0="2 porcelain", **position
    )
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option hire").end(0)
    return t.do(1, "forfeit sail sun", "forfeit_gain 2 0")


@rule("UV-316", "UV-318", "UV-236")
def test_b30_bonuses_for_combat_only() -> None:
    t = hired(16, dials=(1, 6, 0))
    t.do(0, "action combat moon palembang")
    assert t.left() == (8, 0)
    t.dice(moon=[3]).do(0, "attack palembang 4")
    assert t.event("committed")["strength"] == 5
    assert "build kiln" in t.options(0)
    assert t.action.total == 9

    t = hired(15, dials=(1, 6, 0))
    t.do(0, "action combat moon palembang", "card_bonus 15")
    assert t.left() == (8, 0)
    assert t.action.total == 8
    t.do(0, "build kiln", "build camp").end(0)
    assert t.held(0) == []
    assert t.state.discard == [15]

    t = hired(15, dials=(1, 6, 0))
    t.dice(moon=[3]).do(0, "action combat moon palembang", "card_bonus 15", "attack palembang 4")
    assert t.event("committed")["strength"] == 6
    assert t.action.total == 10


@rule("UV-373")
def test_b31_order_after_a_sail() -> None:
    t = table(
        round=7,
        wind="gray",
        storm="southern",
        ships={0: "champa"},
        affiliation={"malacca": 0},
        dials=(4, 0, 0),
        p0="5 troops",
        deck=[14],
    )
    t.dice(star=[2], sun=[1])
    t.do(0, "action sail sun champa", "board flagship", "sail malacca", "sail palembang")
    assert t[0] == "3 troops"
    assert t.story("majapahit", 0) == 0
    t.do(0, "end_route")
    order = [
        e["type"] for e in t.events("storm_loss", "story", "arrived", "dice", "affiliation_changed", "encounter_drawn")
    ]
    assert order == ["dice", "storm_loss", "story", "arrived", "dice", "affiliation_changed", "encounter_drawn"]


@rule("UV-232", "UV-588", "UV-602")
@pytest.mark.parametrize("revealed", [4, 5])
def test_b32_fourth_objective_at_the_end_of_a_round(revealed: int) -> None:
    t = table(
        round=5,
        unused={0: "", 1: "sun"},
        p0="5 prestige",
        p1="4 prestige",
        completed={0: ["obj_I", "obj_II", "obj_III"]},
        objectives=["obj_19"],
    )
    t.state.objective_round[t.state.c.objective_ids.index("obj_19")] = revealed
    t.dice(star=[1, 1], sun=[0, 0], moon=[0]).do(1, "forfeit sail sun", "forfeit_gain 2 0")
    if revealed == 4:
        assert t.completed(0)[-1] == "obj_19"
        assert t.outcome.detail["points"][0]["end"] == 1
        assert t.outcome.detail["round"] == 5
    else:
        assert t.completed(0) == ["obj_I", "obj_II", "obj_III"]
        assert t.state.round == 6
