"""Combat against ports and encounters (RULES.md, section 16)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ultimate_voyage.table import Table, table

rule = pytest.mark.rule


def attacked(strength: int, port: str, moon: list[int | str], **position: Any) -> Table:
    """Seat 0 with a ship at the port has attacked it with this strength."""
    ships = {0: port, **position.pop("ships", {})}
    t = table(ships=ships, dials=(strength - 2, 0, 0), **position)  # the Combat card stands at position 2
    t.do(0, f"action combat sun {port}").dice(moon=moon)
    assert t.left() == (strength, 0)
    return t.do(0, f"attack {port} {strength}")


def fought(card: int, option: str, port: str = "palembang", **position: Any) -> Table:
    """Seat 0 has met an encounter at Palembang and must fight it; both seats have had a turn."""
    t = table(wind="gray", ships={0: "malacca"}, affiliation={port: 0, "malacca": 0}, deck=[card], **position)
    t.do(0, "action sail sun malacca", "board flagship", f"sail {port}", "end_route", f"encounter_option {option}")
    return t.end(0).do(1, "forfeit sail sun", "forfeit_gain 2 0")


# --- what may be fought


@rule("UV-430", "UV-436")
def test_combat_and_construction_in_any_order_at_the_active_port() -> None:
    t = table(ships={0: "champa, malacca"}, dials=(9, 0, 0)).dice(moon=[0])
    t.do(0, "action combat sun champa")
    assert t.left() == (11, 0)
    assert t.options(0, "attack") == [f"champa {n}" for n in range(11, 0, -1)]
    assert t.options(0, "build") == ["kiln", "camp", "depot champa"]
    t.do(0, "build kiln", "attack champa 3", "split_points 1 1", "build camp")
    assert t.asked == {1: "turn"}  # nothing is left to do with 0
    assert (t.marker("champa"), t[0]) == (0, "1 prestige, 1 profit, 1 kilns, 1 camps")


@rule("UV-430")
def test_the_upgraded_card_fights_and_builds_at_every_port_with_a_ship() -> None:
    t = table(ships={0: "champa, malacca"}, dials=(9, 0, 0), upgraded={0: "combat"}).dice(moon=[0, 0])
    t.do(0, "action combat sun champa")
    assert t.options(0, "build") == ["kiln", "camp", "depot champa", "depot malacca"]
    t.do(0, "attack malacca 3", "split_points 3 0", "attack champa 3", "split_points 0 3", "build depot malacca")
    assert (t.marker("champa"), t.marker("malacca"), t.depot("malacca")) == (0, 0, 0)


@rule("UV-432", "UV-120")
def test_ports_that_can_be_attacked() -> None:
    """Not without a ship, not with a player's marker, even below 3, and not at 3."""
    t = table(
        ships={0: "champa, ayutthaya, surabaya", 1: "champa"},
        affiliation={"ayutthaya": 1, "surabaya": 3, "malacca": 0},
        markers={"ayutthaya": 1},
        dials=(5, 0, 0),
        upgraded={0: "combat"},
    )
    t.do(0, "action combat sun champa")
    assert {text.split()[0] for text in t.options(0, "attack")} == {"champa"}
    assert t.refused(0, "attack", target="ayutthaya", s=1) == "UV-320"


@rule("UV-120")
def test_nobody_attacks_a_tributary_not_even_its_partner() -> None:
    t = table(ships={0: "champa"}, affiliation={"champa": 1}, markers={"champa": 0}, dials=(5, 0, 0))
    t.do(0, "action combat sun champa")
    assert t.options(0, "attack") == []


@rule("UV-434")
def test_a_port_is_attacked_once_in_an_action() -> None:
    t = table(ships={0: "champa"}, dials=(5, 0, 0)).dice(moon=[1])
    t.do(0, "action combat sun champa", "attack champa 3")
    assert t.event("combat_result")["result"] == "draw"
    assert t.options(0, "attack") == []
    assert t.left() == (4, 0)


@rule("UV-434")
def test_a_stay_card_forbids_the_attack() -> None:
    t = fought(10, "stay", dials=(1, 5, 0))
    assert (t.ships(0), t.aff("palembang"), t.held(0)) == ("palembang", 1, [10])
    t.do(0, "action combat moon palembang")
    assert t.options(0, "attack") == []


# --- the fight


@rule("UV-438", "UV-440")
@pytest.mark.parametrize(
    ("moon", "opponent", "result"),
    [
        ([0], 3, "won"),
        ([-1], 4, "won"),
        ([1], 4, "won"),
        ([2], 5, "draw"),
        ([-2], 5, "draw"),
        (["yin", 1], 5, "draw"),
        (["yang", -2], 6, "lost"),
        (["yin", "yang"], 3, "won"),
        ([-3], 6, "lost"),
    ],
)
def test_strength_against_strength_and_die(moon: list[int | str], opponent: int, result: str) -> None:
    t = attacked(5, "palembang", moon, p0="9 troops")
    assert t.event("combat_result") == {
        "port": "palembang", "seats": [0], "strength": [5], "opponent": opponent, "result": result
    }  # fmt: skip
    # The die comes after the commitment.
    kinds = [e["type"] for e in t.events("committed", "dice", "combat_result")]
    assert kinds == ["committed", "dice", "combat_result"]
    assert t.res(0) == (0, 9 if result != "lost" else 8)


@rule("UV-442", "UV-130", "UV-178")
@pytest.mark.parametrize(("upgraded", "points"), [("", 2), ("combat", 3)])
def test_success_against_a_port(upgraded: str, points: int) -> None:
    t = table(
        ships={0: "kotte"}, affiliation={"kotte": -2}, dials=(6, 0, 0), upgraded={0: upgraded}, deck=[1]
    )  # fmt: skip
    t.dice(moon=[2]).do(0, "action combat sun kotte")
    n = t.left()[0]
    assert n == 8 + (upgraded != "")
    t.do(0, f"attack kotte {n}")
    assert t.options(0, "split_points") == [f"{i} {points - i}" for i in range(points, -1, -1)]
    assert t.aff("kotte") == 3  # it counts before the points are split
    t.do(0, f"split_points 0 {points}")
    assert (t.aff("kotte"), t.marker("kotte")) == (3, 0)
    assert t.tracks(0) == (0, points)  # no Prestige for the steps
    assert t.story("south_india_ceylon", 0) == 2  # strength 5
    assert len(t.face_up("kotte")) == 4  # hostility has ended (UV-126)


@rule("UV-178")
@pytest.mark.parametrize(
    ("port", "story"),
    [("champa", 1), ("palembang", 1), ("calicut", 2), ("kotte", 2), ("mecca", 3)],
)
def test_story_points_by_the_strength_of_the_port(port: str, story: int) -> None:
    t = attacked(9, port, [0], seats=4)
    t.do(0, "split_points 2 0")
    region = t.state.c.region_of[t.player(0).ships[0]]
    assert t.state.story[region * 5] == story


@rule("UV-444")
def test_failure_makes_the_port_hostile_and_costs_troops_then_porcelain() -> None:
    t = attacked(4, "kotte", [2], p0="2 troops, 3 porcelain, 1 prestige", depots={"kotte": 1})
    assert t.event("combat_loss") == {"seat": 0, "troops": 2, "porcelain": 2, "prestige": 0, "humiliating": False}
    assert (t.aff("kotte"), t[0]) == (-2, "1 porcelain, 1 prestige")
    assert t.depot("kotte") is None
    assert t.ships(0) == "kotte"  # nowhere to retreat to
    assert t.events("retreated") == []


@rule("UV-446")
def test_a_beaten_seat_may_retreat_to_one_of_the_nearest_ports() -> None:
    known = {"champa": 0, "ayutthaya": -1, "malacca": 2}
    t = attacked(2, "champa", [1], affiliation=known, p0="1 troops", ships={0: "champa, champa, ayutthaya"})
    assert t.options(0) == ["retreat ayutthaya", "retreat malacca", "retreat"]
    t.do(0, "retreat malacca")
    assert t.ships(0) == "malacca, malacca, ayutthaya"


@rule("UV-446")
@pytest.mark.parametrize(
    ("port", "known", "to"),
    [
        ("samudera", {"palembang": 0, "surabaya": 0}, "palembang"),  # the nearest only
        ("surabaya", {"palembang": 0, "samudera": 0}, "palembang"),
        ("samudera", {"surabaya": 0}, "surabaya"),
        ("samudera", {"palembang": -2, "surabaya": -1}, "surabaya"),
        ("samudera", {"palembang": -2}, ""),
        ("samudera", {"malacca": 2, "kotte": 2}, ""),  # other regions
    ],
)
def test_where_the_nearest_port_is(port: str, known: dict[str, int], to: str) -> None:
    t = attacked(3, port, [1], affiliation={port: 0, **known}, p0="2 troops")
    if to:
        assert t.options(0) == [f"retreat {to}", "retreat"]
    else:
        assert (t.asked, t.ships(0)) == ({1: "turn"}, port)


@rule("UV-448")
def test_a_humiliating_defeat_costs_prestige_and_forces_the_retreat() -> None:
    t = attacked(2, "kotte", [1], affiliation={"calicut": 0}, p0="1 troops, 3 porcelain, 5 prestige")
    assert t.event("combat_loss") == {"seat": 0, "troops": 1, "porcelain": 2, "prestige": 2, "humiliating": True}
    assert t[0] == "1 porcelain, 3 prestige"
    assert t.ships(0) == "calicut"  # only one way to go: it was taken at once


@rule("UV-448")
def test_a_humiliating_defeat_without_prestige_costs_nothing_more() -> None:
    t = attacked(2, "kotte", [3], affiliation={"calicut": 0}, p0="1 prestige, 9 profit")
    assert t.event("combat_loss") == {"seat": 0, "troops": 0, "porcelain": 0, "prestige": 1, "humiliating": True}
    assert (t[0], t.ships(0)) == ("9 profit", "calicut")


@rule("UV-448")
def test_a_forced_retreat_to_several_ports_leaves_the_choice_but_no_staying() -> None:
    t = attacked(2, "champa", [1], affiliation={"ayutthaya": 0, "malacca": 0}, p0="1 prestige")
    assert t.options(0) == ["retreat ayutthaya", "retreat malacca"]
    assert t.refused(0, "retreat") == "UV-448"


@rule("UV-450")
def test_a_retreat_turns_goods_up_and_brings_nothing_else() -> None:
    t = attacked(2, "samudera", [2], affiliation={"palembang": -1}, p0="3 troops", storm="southern", deck=[5])
    t.clear().do(0, "retreat palembang")
    assert (t.ships(0), t.aff("palembang")) == ("palembang", -1)
    assert t.face_up("palembang") == t.bazaar("palembang")
    assert t.events("dice", "encounter_drawn", "pending_added", "storm_loss") == []


@rule("UV-068", "UV-444")
@pytest.mark.parametrize(
    ("answer", "left"), [("combat_loss healer", "2 troops"), ("combat_loss no healer", "1 troops")]
)
def test_the_healer_in_combat(answer: str, left: str) -> None:
    t = attacked(
        4, "kotte", [1], p0="3 troops", characters={0: "healer"}, cards={0: "sail combat trade explore diplomacy"}
    )
    assert t.asked == {0: "combat_loss"}
    assert t.do(0, answer)[0] == left
    assert t.player(0).healer_used is answer.endswith("loss healer")


# --- encounters


@rule("UV-452", "UV-454", "UV-178")
def test_success_against_an_encounter() -> None:
    t = fought(7, "fight", dials=(4, 6, 0), seats=2)
    assert t.kinds(0) == {"action"}
    t.dice(moon=[-3]).do(0, "action combat moon palembang combat")
    assert t.options(0, "attack") == [f"7 {n}" for n in range(8, 0, -1)]
    t.clear().do(0, "attack 7 8")
    assert t.event("contest_result") == {
        "seat": 0, "card": 7, "action": "combat", "strength": 8, "opponent": 7, "result": "won"
    }  # fmt: skip
    assert t.story("majapahit", 0) == 2  # strength 4
    assert (t.aff("palembang"), t.marker("palembang")) == (0, None)
    assert t.player(0).wins[1] == 1  # a combat in Majapahit
    assert len(t.goods(0)) == 1
    assert t.tracks(0)[0] >= 1


@rule("UV-452", "UV-446")
def test_failure_against_an_encounter_has_no_retreat_and_no_hostility() -> None:
    t = fought(7, "fight", dials=(4, 1, 0), p0="1 troops, 1 prestige, 2 profit")
    t.dice(moon=[2]).do(0, "action combat moon palembang combat", "attack 7 3")
    assert t.event("combat_loss") == {"seat": 0, "troops": 1, "porcelain": 0, "prestige": 1, "humiliating": True}
    assert (t.ships(0), t.aff("palembang"), t.events("retreated")) == ("palembang", 0, [])
    assert t.story("majapahit", 0) == 0


@rule("UV-454")
def test_nobody_is_invited_against_an_encounter() -> None:
    t = fought(7, "fight", dials=(4, 6, 0))
    t.state.players[1].ships[0] = t.player(0).ships[0]
    t.dice(moon=[0]).do(0, "action combat moon palembang combat", "attack 7 8")
    assert t.events("invited") == []
    assert t.event("contest_result")["result"] == "won"


@rule("UV-454")
def test_a_forced_combat_can_be_joint() -> None:
    t = table(ships={0: "palembang", 1: "palembang"}, attacks={0: "palembang"}, dials=(2, 0, 0)).dice(moon=[0])
    t.do(0, "action combat sun palembang combat", "attack palembang 4")
    assert t.options(0) == ["invite ", "invite 1"]
    t.do(0, "invite 1").do(1, "join_reply join moon").do(0, "attack palembang 4")
    assert t.event("combat_result")["strength"] == [4, 2]
    assert t.attacks(0) == []
