"""Further scenarios B1 to B16, each with its number: what the rules say where the rulebook's examples do not reach."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ultimate_voyage.scenes import costs
from tests.games.ultimate_voyage.table import Table, round_starts, table

rule = pytest.mark.rule


def route(start: str, *ports: str, **position: Any) -> Table:
    """One ship sails a route; all its ports are known and not hostile."""
    known = dict.fromkeys({start, *ports} - {"nanjing"}, 0)
    position = {"seats": 4, "dials": (12, 0, 0), "deck": [14], "affiliation": known, **position}
    t = table(ships={0: start, **position.pop("others", {})}, **position)
    return t.do(0, f"action sail sun {start}", "board flagship", *(f"sail {port}" for port in ports))


@rule("UV-350", "UV-352", "UV-354")
@pytest.mark.parametrize(
    ("wind", "upgraded", "expected"),
    [
        ("blue", "", [1, 1, 1, 1]),
        ("yellow", "", [2, 3, 2, 3]),
        ("yellow", "sail", [1, 2, 1, 2]),
        ("gray", "", [1, 2, 1, 2]),
        ("gray", "sail", [1, 2, 1, 2]),
    ],
)
def test_b1_toll_on_a_free_arrow(wind: str, upgraded: str, expected: list[int]) -> None:
    t = route("palembang", "samudera", "kotte", "calicut", "aden", wind=wind, upgraded={0: upgraded})
    assert costs(t) == expected


@rule("UV-444", "UV-446", "UV-448", "UV-466")
def test_b2_joint_combat_failure() -> None:
    t = table(
        seats=4,
        ships={0: "kotte", 1: "kotte"},
        affiliation={"calicut": 0},
        dials=(1, 0, 0),
        p0="4 troops",
        p1="1 troops, 1 porcelain, 3 prestige",
    )
    t.do(0, "action combat sun kotte", "attack kotte 3", "invite 1").do(1, "join_reply join moon", "commit")
    t.dice(moon=[-2]).do(0, "attack kotte 3")
    assert t.event("combat_result") == {
        "port": "kotte",
        "seats": [0, 1],
        "strength": [3, 2],
        "opponent": 7,
        "result": "lost",
    }
    assert t.options(0) == ["retreat calicut", "retreat"]
    t.do(0, "retreat")
    assert (t[0], t[1]) == ("2 troops", "1 porcelain, 2 prestige")
    assert (t.ships(0), t.ships(1)) == ("kotte", "calicut")
    assert t.told("combat_loss", "seat", "humiliating") == [(0, False), (1, True)]
    assert t.told("hostile", "port") == ["kotte"]


@rule("UV-440")
def test_b3_draw() -> None:
    t = table(ships={0: "champa"}, affiliation={"champa": 1}, dials=(3, 0, 0), p0="2 troops")
    t.dice(moon=[3]).do(0, "action combat sun champa", "attack champa 5")
    assert t.event("combat_result")["result"] == "draw"
    t.end(0)
    assert (t.aff("champa"), t.marker("champa"), t[0]) == (1, None, "2 troops")
    assert (t.ships(0), t.unused(0)) == ("champa", ["moon", "star"])
    assert t.story("mainland_sea", 0) == 0


@rule("UV-122", "UV-124", "UV-268", "UV-270")
def test_b4_deterioration() -> None:
    t = round_starts(
        2,
        seats=2,
        ships={1: "surabaya"},
        affiliation={"champa": 1, "ayutthaya": -1, "malacca": -2, "surabaya": 3},
        markers={"champa": 0},
        depots={"ayutthaya": 0},
    )
    t.dice(sun=[0, 0], moon=[0], star=[1]).start()
    assert (t.aff("champa"), t.marker("champa")) == (0, None)
    assert (t.aff("ayutthaya"), t.depot("ayutthaya"), t.player(0).built) == (-2, None, 1)
    assert t.told("depot_lost", "port", "seat") == [("ayutthaya", 0)]
    assert t.told("hostile", "port") == ["ayutthaya"]
    assert (t.aff("malacca"), t.aff("palembang"), t.aff("surabaya")) == (-2, None, 3)


@rule("UV-118", "UV-490", "UV-492", "UV-496")
def test_b5_diplomacy_on_another_players_tributary() -> None:
    t = table(ships={0: "malacca"}, affiliation={"malacca": 2}, markers={"malacca": 1}, dials=(2, 0, 0))
    t.do(0, "action diplomacy sun malacca", "diplomacy malacca 1")
    assert (t.aff("malacca"), t.marker("malacca"), t.tracks(0)) == (3, 1, (1, 0))
    assert t.story("mainland_sea", 0) == 0
    assert t.left() == (2, 0)
    assert t.kinds(0) <= {"scout_goods", "scout_affiliation", "scout_encounter", "end"}


@rule("UV-068", "UV-368")
def test_b6_healer_in_a_storm() -> None:
    def storm() -> Table:
        t = route(
            "mecca",
            "aden",
            seats=4,
            wind="gray",
            storm="western",
            characters={0: "healer"},
            p0="2 troops, 2 porcelain, 2 prestige",
            affiliation={"calicut": 0, "mecca": 0, "aden": 0},
        )
        return t.dice(star=[-3]).do(0, "sail calicut")

    t = storm()
    # Points covered by troops, by pairs of porcelain, use of the ability.
    assert t.options(0) == ["storm_loss 2 1 no healer", "storm_loss 3 0 healer", "storm_loss 2 1 healer"]
    assert storm().do(0, "storm_loss 3 0 healer")[0] == "2 porcelain, 2 prestige"
    assert storm().do(0, "storm_loss 2 1 healer")[0] == "1 troops, 2 prestige"
    assert storm().do(0, "storm_loss 2 1 no healer")[0] == "2 prestige"


@rule("UV-408")
def test_b7_affiliation_below_minus_2() -> None:
    t = table(
        wind="gray", ships={0: "malacca"}, affiliation={"palembang": -1}, dials=(2, 0, 0), p0="4 profit", deck=[3]
    )
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option ignore")
    assert (t.aff("palembang"), t.tracks(0)) == (-2, (0, 3))


@rule("UV-066", "UV-152", "UV-312", "UV-536")
@pytest.mark.parametrize("depot", [False, True])
def test_b8_free_trade(depot: bool) -> None:
    t = table(
        characters={0: "merchant"},
        ships={0: "champa"},
        upgraded={0: "trade"},
        tokens={"champa": "B"},
        p0="2 Y, 3 porcelain",
        depots={"champa": 0} if depot else {},
        bazaar={"champa": ["se01", "se03", "se11"]},
    )
    t.do(0, "action explore sun champa", "free_action Y 2 champa 0")
    assert t.left() == (4, 2 if depot else 0)
    if depot:
        assert "trade se01" in t.options(0)
        return
    assert "trade se01" not in t.options(0)
    t.do(0, "resource", "resource", "trade se01")
    assert t.res(0) == (0, 0)
    assert t.tracks(0) == (0, 3)


@rule("UV-540")
def test_b9_wild_bundle() -> None:
    t = table(seats=4, ships={0: "aden"}, goods={0: ["ar18"]}, dials=(0, 0, 0))
    t.do(0, "action trade sun aden")
    assert t.options(0, "wild") == ["ar18 1", "ar18 2", "ar18 3"]
    t.do(0, "wild ar18 1")
    assert t.action.total == 6
    assert t.options(0, "wild") == []
    assert t.goods(0) == ["ar18"]
    assert [t.state.c.good_ids[g] for g in t.state.flipped] == ["ar18"]

    t = table(
        seats=4,
        ships={0: "aden"},
        goods={0: ["ar18"]},
        p0="1 R, 1 G",
        objectives=["obj_I", "obj_II", "obj_III"],
        objective_decks={"gray": ["obj_17", "obj_15", "obj_16"]},
    )
    t.do(0, "action explore sun aden", "private_objective colours ['R', 'G'], wild 1")
    assert (t.asked, t[0], t.options(0)) == (
        {0: "objective_keep"},
        "",
        ["objective_keep obj_17", "objective_keep obj_15", "objective_keep obj_16"],
    )
    assert [t.state.c.good_ids[g] for g in t.state.flipped] == ["ar18"]


@rule("UV-512", "UV-514", "UV-516")
def test_b10_upgraded_explore_over_two_ports() -> None:
    t = table(
        seats=4,
        ships={0: "mecca, aden"},
        explored={1: "mecca"},
        upgraded={0: "explore"},
        dials=(5, 0, 0),
    )
    t.do(0, "action explore sun mecca")
    assert t.left() == (9, 0)
    t.do(0, "explore mecca 2", "take_token G", "take_token Y")
    assert t.left() == (5, 0)
    t.do(0, "explore aden 3")
    assert t.left() == (0, 0)
    assert t.story("arabia", 0) == 2
    assert (t.tokens("mecca"), t.tokens("aden")) == ("G", "")


@rule("UV-266")
def test_b11_turn_order() -> None:
    a, b, c, d = range(4)
    t = round_starts(5, seats=4, p0="4 prestige, 3 profit", p1="4 profit", p2="7 prestige", p3="1 prestige, 1 profit")
    t.dice(star=[1, 1], sun=[0], moon=[0]).start()
    assert t.state.turn_order == [d, b, a, c]
    assert t.event("turn_order") == {"seats": [d, b, a, c]}


@rule("UV-276", "UV-278")
def test_b12_card_reset() -> None:
    t = round_starts(
        5, cards={0: "sail diplomacy explore combat trade"}, marks={0: "combat sail explore"}, dials=(0, 0, 0)
    )
    t.dice(star=[1, 1], sun=[0], moon=[0]).start()
    assert t.asked == {0: "arrange_cards"}
    assert len(t.options(0)) == 6
    t.do(0, "arrange_cards explore combat sail")
    assert t.order(0) == "explore combat sail diplomacy trade"
    assert t.player(0).marks == 0


@rule("UV-304", "UV-319", "UV-278")
def test_b13_three_dials_on_one_card() -> None:
    t = table(ships={0: "champa"}, dials=(1, 0, -1), order=[0, 1])
    t.dice(sun=[0, 0], moon=[0], star=[1])
    for dial in ("sun", "moon", "star"):
        t.do(0, f"action trade {dial} champa").end(0)
        t.do(1, f"forfeit sail {dial}", "forfeit_gain 2 0")
    assert t.told("action_started", "base") == [6, 0, -1]
    assert t.state.round == 2
    assert t.order(0) == "trade sail combat diplomacy explore"


@rule("UV-586", "UV-588", "UV-590", "UV-594")
def test_b14_end_in_the_middle_of_a_cycle() -> None:
    t = table(
        seats=4,
        order=[0, 1, 2, 3],
        ships={1: "champa"},
        objectives=["obj_15"],
        completed={1: ["obj_I", "obj_II", "obj_III"]},
        dials=(9, 0, 0),
        unused={2: "sun"},
    )
    t.do(0, "forfeit sail sun", "forfeit_gain 2 0")
    t.do(1, "action combat sun champa")  # 2 + 9 > 10: Show of Strength
    assert t.completed(1) == ["obj_I", "obj_II", "obj_III", "obj_15"]
    assert t.event("end_triggered") == {"reason": "four_objectives", "seat": 1}
    t.end(1)
    t.do(2, "forfeit sail sun", "forfeit_gain 2 0")
    t.do(3, "forfeit sail sun", "forfeit_gain 2 0")
    assert t.asked == {}
    assert [p["end"] for p in t.outcome.detail["points"]] == [0, 1, 0, 0]
    assert t.outcome.detail["triggered_by"] == 1


@rule("UV-260", "UV-582", "UV-588")
def test_b15_death_of_zheng_he() -> None:
    t = round_starts(7, seats=3, health=8).dice(star=[3, 1], sun=[0], moon=[0]).start()
    assert t.state.health == 10
    assert t.event("end_triggered")["reason"] == "zheng_he_dies"
    for seat in range(3):
        assert t.asked == {seat: "turn"}
        t.do(seat, "forfeit sail sun", "forfeit_gain 2 0")
    assert t.outcome.detail["round"] == 7


@rule("UV-262", "UV-264")
@pytest.mark.parametrize(
    ("has", "answers"),
    [
        ("1 prestige, 1 porcelain", {"mongol 0 0": "1 porcelain", "mongol 1 0": ""}),
        ("1 prestige, 2 troops", {"mongol 0 0": "2 troops", "mongol 0 1": "1 troops", "mongol 0 2": "1 prestige"}),
    ],
)
def test_b16_mongol_campaign(has: str, answers: dict[str, str]) -> None:
    for answer, after in answers.items():
        t = round_starts(2, p0=has).dice(sun=[-2, 0], moon=[0], star=[1]).start()
        assert t.asked == {0: "mongol"}
        assert t.options(0) == list(answers)
        assert t.do(0, answer)[0] == after
