"""Affiliation, tributaries, hostile ports, Diplomacy, structures (RULES.md, sections 6, 16 and 17)."""

from __future__ import annotations

import pytest

from tests.games.ultimate_voyage.table import Table, round_starts, table

rule = pytest.mark.rule


def negotiating(port: str, strength: int, *, seats: int = 2, **position: object) -> Table:
    """Seat 0 has begun a Diplomacy action at the port."""
    t = table(seats=seats, ships={0: port}, dials=(strength - 3, 0, 0), **position)
    return t.do(0, f"action diplomacy sun {port}")


# --- affiliation


@rule("UV-110")
def test_affiliation_is_one_value_for_all() -> None:
    t = table(ships={0: "champa"}, affiliation={"champa": -1, "malacca": 2})
    for seat in (0, 1, None):
        shown = {p.port: p.affiliation for p in t.view(seat).ports}
        assert (shown["champa"], shown["malacca"], shown["ayutthaya"]) == (-1, 2, None)


@rule("UV-112", "UV-490")
@pytest.mark.parametrize(
    ("here", "steps"),
    [(3, [-5, -4, -3, -2, -1]), (0, [-2, -1, 1, 2, 3]), (-2, [1, 2, 3, 4, 5]), (1, [-3, -2, -1, 1, 2])],
)
def test_no_step_leads_beyond_the_limits(here: int, steps: list[int]) -> None:
    t = negotiating("champa", 9, affiliation={"champa": here})
    assert t.options(0, "diplomacy") == [f"champa {n}" for n in steps]


@rule("UV-114", "UV-126")
@pytest.mark.parametrize("value", [-1, 0, 2])
def test_an_undetermined_port_is_rolled_by_the_first_that_comes(value: int) -> None:
    t = table(wind="gray", ships={0: "champa", 1: "champa"}, dials=(1, 1, 0), deck=[14]).dice(sun=[value])
    t.do(0, "action sail sun champa", "board flagship", "sail malacca", "end_route").end(0)
    assert (t.aff("malacca"), t.marker("malacca")) == (value, None)
    assert t.face_up("malacca") == t.bazaar("malacca")
    t.clear().do(1, "action sail sun champa", "board flagship", "sail malacca", "end_route")
    assert t.events("dice", "affiliation_changed") == []


@rule("UV-116", "UV-118", "UV-178")
def test_a_tributary_relation_without_combat() -> None:
    t = negotiating("kotte", 7, affiliation={"kotte": 1})
    t.do(0, "diplomacy kotte 2")
    assert t.event("tributary") == {"port": "kotte", "seat": 0}
    assert (t.aff("kotte"), t.marker("kotte")) == (3, 0)
    assert (t.tracks(0), t.story("south_india_ceylon", 0)) == ((2, 0), 2)
    assert t.player(0).firsts[3] == 1


@rule("UV-116")
def test_no_relation_below_3() -> None:
    t = negotiating("champa", 4, affiliation={"champa": 0})
    t.do(0, "diplomacy champa 2")
    assert (t.aff("champa"), t.marker("champa")) == (2, None)
    assert t.story("mainland_sea", 0) == 0


@rule("UV-118")
def test_reaching_3_again_under_a_marker_changes_nothing() -> None:
    t = negotiating("champa", 5, affiliation={"champa": 2}, markers={"champa": 0})
    t.do(0, "diplomacy champa 1")
    assert (t.aff("champa"), t.marker("champa")) == (3, 0)
    assert (t.tracks(0), t.story("mainland_sea", 0), t.events("tributary")) == ((1, 0), 0, [])


@rule("UV-118", "UV-122")
def test_a_second_relation_of_a_port_brings_story_points_but_is_not_the_first() -> None:
    t = table(ships={0: "champa", 1: "champa"}, affiliation={"champa": 1}, markers={"champa": 0}, dials=(3, 3, 0))
    t.do(0, "action diplomacy sun champa", "diplomacy champa -1")
    assert (t.aff("champa"), t.marker("champa"), t.tracks(0)) == (0, None, (0, 0))
    assert t.event("tributary_ended") == {"port": "champa"}
    t.end(0).do(1, "action diplomacy sun champa", "diplomacy champa 3")
    assert (t.marker("champa"), t.story("mainland_sea", 1)) == (1, 1)
    assert t.player(1).firsts[0] == 0


@rule("UV-122")
def test_a_marker_stays_above_0() -> None:
    t = negotiating("champa", 4, affiliation={"champa": 3}, markers={"champa": 1})
    t.do(0, "diplomacy champa -2")
    assert (t.aff("champa"), t.marker("champa")) == (1, 1)


@rule("UV-124", "UV-492", "UV-302")
def test_a_port_made_hostile_by_diplomacy() -> None:
    t = table(
        ships={0: "champa", 1: "champa"},
        affiliation={"champa": -1},
        depots={"champa": 1},
        dials=(3, 0, 9),
        p0="5 prestige",
    )
    t.do(0, "action diplomacy sun champa", "diplomacy champa -1")
    assert t.event("hostile") == {"port": "champa"}
    assert t.event("depot_lost") == {"port": "champa", "seat": 1}
    assert (t.depot("champa"), t.player(1).built) == (None, 1)
    assert t.tracks(0) == (5, 0)  # lowering brings nothing
    assert t.attacks(0) == []  # UV-128: it does not attack
    t.end(0)
    assert {text.split()[0] for text in t.options(1, "action")} == {"sail", "combat", "diplomacy", "explore"}
    t.do(1, "action combat star champa")
    assert t.options(1, "build") == ["kiln", "camp"]
    assert t.options(1, "attack")


@rule("UV-124", "UV-520")
def test_a_hostile_port_can_be_explored_and_negotiated_with() -> None:
    t = table(ships={0: "champa"}, affiliation={"champa": -2}, dials=(3, 0, 0))
    t.do(0, "action explore sun champa", "explore champa 2").end(0)
    assert t[0] == "1 B, 1 G"
    assert t.story("mainland_sea", 0) == 1


@rule("UV-126")
def test_an_end_of_hostility_turns_the_goods_up_if_a_ship_is_there() -> None:
    t = negotiating("champa", 4, affiliation={"champa": -2})
    assert t.face_up("champa") == []
    t.do(0, "diplomacy champa 1")
    assert t.face_up("champa") == t.bazaar("champa")
    assert t.event("goods_revealed")["port"] == "champa"
    t.end(0).do(1, "forfeit sail sun", "forfeit_gain 2 0")
    assert "action trade moon champa" in t.options(0)


@rule("UV-128")
def test_a_hostile_port_attacks_nobody_who_comes_later() -> None:
    t = table(wind="gray", ships={0: "champa"}, affiliation={"malacca": -2}, dials=(1, 0, 0), deck=[14])
    t.do(0, "action sail sun champa", "board flagship", "sail malacca", "end_route").end(0)
    assert (t.attacks(0), t.face_up("malacca")) == ([], [])


@rule("UV-128", "UV-376")
def test_it_attacks_only_who_rolls_minus_2_on_arrival() -> None:
    t = table(wind="gray", ships={0: "champa"}, dials=(1, 0, 0), deck=[14]).dice(sun=[-2])
    t.do(0, "action sail sun champa", "board flagship", "sail malacca", "end_route").end(0)
    assert t.attacks(0) == ["malacca"]


@rule("UV-130")
def test_every_step_up_by_diplomacy_is_1_prestige() -> None:
    t = negotiating("champa", 7, affiliation={"champa": -2})
    t.do(0, "diplomacy champa 4")
    assert t.tracks(0) == (4, 0)


@rule("UV-130")
def test_steps_by_an_encounter_give_no_prestige() -> None:
    t = table(
        wind="gray", ships={0: "malacca"}, affiliation={"palembang": 0}, dials=(1, 0, 0), deck=[9], p0="3 porcelain"
    )
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option big_gift")
    assert (t.aff("palembang"), t.marker("palembang"), t.tracks(0)) == (3, 0, (0, 0))
    assert t.story("majapahit", 0) == 1


# --- Diplomacy


@rule("UV-490")
@pytest.mark.parametrize(("strength", "steps"), [(5, []), (6, [-1, 1]), (7, [-2, -1, 1, 2]), (8, [-2, -1, 1, 2, 3])])
def test_the_strength_must_exceed_that_of_the_port(strength: int, steps: list[int]) -> None:
    t = negotiating("kotte", strength, affiliation={"kotte": 0})
    assert t.options(0, "diplomacy") == [f"kotte {n}" for n in steps]
    if steps:
        t.do(0, f"diplomacy kotte {steps[-1]}")
        assert t.event("negotiated")["steps"] == steps[-1]


@rule("UV-490")
def test_port_strength_and_steps_are_spent() -> None:
    t = negotiating("champa", 9, affiliation={"champa": 0})
    t.do(0, "diplomacy champa -1")
    assert t.left() == (6, 0)


@rule("UV-494")
def test_the_normal_card_moves_one_port_once() -> None:
    t = table(ships={0: "champa, malacca"}, dials=(9, 0, 0)).do(0, "action diplomacy sun champa")
    assert {text.split()[0] for text in t.options(0, "diplomacy")} == {"champa"}
    t.do(0, "diplomacy champa 1")
    assert "diplomacy" not in t.kinds(0)


@rule("UV-494", "UV-154")
def test_the_upgraded_card_moves_every_port_with_a_ship_once() -> None:
    t = table(ships={0: "champa, malacca, nanjing"}, dials=(9, 0, 0), upgraded={0: "diplomacy"})
    t.do(0, "action diplomacy sun champa")
    assert t.left() == (14, 0)
    assert {text.split()[0] for text in t.options(0, "diplomacy")} == {"champa", "malacca"}
    t.do(0, "diplomacy champa 1")
    assert {text.split()[0] for text in t.options(0, "diplomacy")} == {"malacca"}
    t.do(0, "diplomacy malacca -2")
    assert "diplomacy" not in t.kinds(0)
    assert t.left() == (14 - 3 - 4, 0)


@rule("UV-496", "UV-118")
@pytest.mark.parametrize(("steps", "marker"), [(-1, 1), (1, 1)])
def test_anybody_may_move_a_tributary(steps: int, marker: int) -> None:
    t = negotiating("champa", 9, affiliation={"champa": 2}, markers={"champa": 1})
    t.do(0, f"diplomacy champa {steps}")
    assert (t.aff("champa"), t.marker("champa")) == (2 + steps, marker)


@rule("UV-498")
@pytest.mark.parametrize(("sun", "result"), [(0, "won"), (-1, "won"), (-2, "lost"), (2, "lost")])
def test_diplomacy_against_an_encounter(sun: int, result: str) -> None:
    """Alliance, strength 3: the strength must exceed 3 and the die."""
    t = table(
        wind="gray", ships={0: "malacca"}, affiliation={"palembang": 0}, dials=(1, 2, 0), deck=[8], p0="1 prestige"
    )
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option accept").end(
        0
    )
    t.do(1, "forfeit sail sun", "forfeit_gain 2 0")
    t.do(0, "action diplomacy moon palembang diplomacy").dice(sun=[sun])
    assert t.options(0, "parley") == [f"8 {n}" for n in range(5, 0, -1)]
    t.do(0, "parley 8 5")
    assert t.event("contest_result") == {
        "seat": 0, "card": 8, "action": "diplomacy", "strength": 5, "opponent": 3 + abs(sun), "result": result
    }  # fmt: skip
    won = result == "won"
    assert (t.aff("palembang"), t.story("majapahit", 0)) == ((2, 1) if won else (0, 0))
    assert t.tracks(0) == ((2, 0) if won else (0, 0))


# --- structures


def building(port: str = "champa", strength: int = 12, **position: object) -> Table:
    ships = position.pop("ships", {0: port})
    t = table(ships=ships, dials=(strength - 2, 0, 0), **position)
    return t.do(0, f"action combat sun {port}")


@rule("UV-472")
def test_five_structures_in_all_lost_ones_included() -> None:
    t = building(p0="1 kilns, 1 camps, 2 built", strength=20)
    t.do(0, "build camp")
    assert (t.player(0).kilns, t.player(0).camps, t.player(0).built) == (1, 2, 5)
    assert "build" not in t.kinds(0)


@rule("UV-474")
@pytest.mark.parametrize(("upgraded", "bonus", "most"), [("", 0, 3), ("combat", 1, 4)])
def test_what_a_structure_costs(upgraded: str, bonus: int, most: int) -> None:
    t = building(upgraded={0: upgraded}, strength=12)
    assert t.left() == (12 + bonus, 0)
    built = 0
    while 0 in t.asked and "build kiln" in t.options(0):
        t.do(0, "build kiln")
        built += 1
    assert built == most
    assert t.player(0).kilns == most


@rule("UV-476")
def test_where_a_depot_can_be_built() -> None:
    t = building(
        ships={0: "champa, malacca, nanjing"},
        affiliation={"malacca": -2},
        upgraded={0: "combat"},
    )
    assert t.options(0, "build") == ["kiln", "camp", "depot champa"]
    t.do(0, "build depot champa")
    assert (t.depot("champa"), t.event("built")) == (0, {"seat": 0, "kind": "depot", "port": "champa"})
    assert t.options(0, "build") == ["kiln", "camp"]


@rule("UV-476")
def test_one_depot_for_each_port() -> None:
    t = building(depots={"champa": 1})
    assert t.options(0, "build") == ["kiln", "camp"]


@rule("UV-476", "UV-200")
def test_no_depot_in_nanjing() -> None:
    t = building("nanjing")
    assert t.options(0, "build") == ["kiln", "camp"]
    assert t.options(0, "attack") == []


@rule("UV-478", "UV-308")
@pytest.mark.parametrize(
    ("owner", "port", "local"),
    [(0, "champa", 2), (1, "champa", 0), (0, "malacca", 0)],
    ids=["own", "other's", "elsewhere"],
)
def test_a_depot_helps_its_owner_there(owner: int, port: str, local: int) -> None:
    t = table(ships={0: "champa, malacca"}, depots={port: owner}, affiliation={"champa": 0})
    for card in ("sail", "combat", "diplomacy", "explore", "trade"):
        u = Table(t.game.copy(t.state))
        u.do(0, f"action {card} sun champa")
        assert u.left()[1] == local, card


@rule("UV-480", "UV-276")
def test_kilns_and_camps_pay_every_round() -> None:
    t = round_starts(2, p0="2 kilns, 1 camps, 1 porcelain", p1="3 camps").dice(sun=[0, 0], moon=[0], star=[1]).start()
    assert (t[0], t[1]) == ("3 porcelain, 1 troops, 2 kilns, 1 camps", "3 troops, 3 camps")
