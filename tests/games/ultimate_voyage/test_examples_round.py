"""The round example of the rulebook: one round of a game with four players (A19)."""

from __future__ import annotations

import pytest

from tests.games.ultimate_voyage.positions import GAME
from tests.games.ultimate_voyage.table import Table, new_game

rule = pytest.mark.rule
OLIVIA, GEORGE, TOM, PENNY = range(4)


def begun() -> Table:
    """All have picked their characters, the dice are rolled; Olivia is to reroll."""
    numbers = GAME.content.encounter_numbers
    mainland = [GAME.content.good_ids[g] for g in GAME.content.goods_of_region[0]]
    champa = ["se01", "se11", "se03"]  # incense for 6, an elephant for 2, fabrics for 2
    goods = champa + [x for x in mainland if x not in champa]
    t = new_game(
        4,
        dice={"sun": [-1], "moon": [1], "star": [-3]},
        script={
            "encounters": [18, 14, *(n for n in numbers if n not in (18, 14))],
            "goods": [GAME.content.good_ids.index(x) for x in goods],
        },
    )
    t.do(PENNY, "choose_character healer").do(TOM, "choose_character interpreter")
    return t.do(GEORGE, "choose_character commander").do(OLIVIA, "choose_character diviner")


@rule("UV-044", "UV-070", "UV-100", "UV-256")
def test_a19_dials() -> None:
    t = begun()
    assert t.state.turn_order == [OLIVIA, GEORGE, TOM, PENNY]
    assert all(p.dials == [-1, 1, -3] for p in t.state.players)
    t.dice(star=[-1]).do(OLIVIA, "diviner_reroll star 0")
    assert [p.dials for p in t.state.players] == [[-1, 1, -1], [-1, 1, -3], [-1, 1, -3], [-1, 1, -3]]
    assert t.view().wind == "blue"


def first_turns() -> Table:
    """The first turn of each player, step by step."""
    t = begun().dice(star=[-1]).do(OLIVIA, "diviner_reroll star 0")
    assert {x.split()[0] for x in t.options(OLIVIA, "action")} == {"sail", "combat"}

    t.do(OLIVIA, "action combat moon nanjing", "resource")
    assert t.left() == (6, 2)
    assert t.action.total == 8
    t.do(OLIVIA, "build kiln", "build camp").end(OLIVIA)
    assert t[OLIVIA] == "3 porcelain, 4 troops, 1 kilns, 1 camps"

    t.do(GEORGE, "action sail star nanjing")
    assert t.action.total == 2
    t.dice(sun=[0]).do(GEORGE, "board flagship", "sail champa")
    t.do(GEORGE, "end_route")
    assert (t.aff("champa"), t.face_up("champa")) == (0, ["se01", "se03", "se11"])
    assert t.event("encounter_drawn")["card"] == 18
    t.do(GEORGE, "encounter_option hire").end(GEORGE)
    assert (t.held(GEORGE), t.res(GEORGE)) == ([18], (2, 7))

    t.do(TOM, "action sail sun nanjing")
    assert t.action.total == 4
    assert "scout_affiliation ayutthaya" in t.options(TOM)  # for 2, before sailing
    t.dice(sun=[-2]).do(TOM, "board flagship", "sail champa", "sail ayutthaya", "end_route")
    assert t.left()[0] + t.left()[1] == 2
    assert (t.aff("ayutthaya"), t.attacks(TOM)) == (-2, ["ayutthaya"])
    assert len(t.events("encounter_drawn")) == 1
    t.end(TOM)

    t.do(PENNY, "action sail sun nanjing")
    assert t.action.total == 5
    t.dice(sun=[1]).do(PENNY, "board flagship", "sail champa", "sail malacca", "sail palembang", "end_route")
    assert (t.left(), t.aff("palembang")) == ((0, 0), 1)
    assert t.told("encounter_drawn", "card", "port") == [(18, "champa"), (14, "palembang")]
    return t.do(PENNY, "encounter_option ignore", "forfeit_gain 1 0").end(PENNY)


@rule("UV-300", "UV-304", "UV-308", "UV-312", "UV-376")
def test_a19_first_turns() -> None:
    t = first_turns()
    assert [t.ships(seat) for seat in range(4)] == ["nanjing", "champa", "ayutthaya", "palembang"]
    assert t.asked == {OLIVIA: "turn"}


def second_turns() -> Table:
    t = first_turns()
    t.clear().do(OLIVIA, "action sail sun nanjing")
    assert t.action.total == 2
    t.do(OLIVIA, "board flagship", "sail champa", "sail ayutthaya", "end_route").end(OLIVIA)
    assert t.events("dice", "encounter_drawn", "pending_added") == []

    t.do(GEORGE, "action trade moon champa")
    assert t.left() == (2, 0)
    assert t.options(GEORGE, "trade") == ["se03", "se11"]
    t.do(GEORGE, "trade se03").end(GEORGE)
    assert t.tracks(GEORGE) == (0, 1)

    assert {x.split()[0] for x in t.options(TOM)} == {"action"}
    assert "action combat moon ayutthaya combat" in t.options(TOM)
    t.do(TOM, "action combat moon ayutthaya combat", "resource", "resource", "resource")
    assert (t.left(), t.res(TOM)) == ((5, 0), (5, 0))
    t.do(TOM, "attack ayutthaya 5")
    assert t.options(TOM) == ["invite ", "invite 0"]
    t.do(TOM, "invite 0").do(OLIVIA, "join_reply join star")
    assert t.left() == (-1, 0)
    t.do(OLIVIA, "resource", "resource")
    assert t.res(OLIVIA) == (3, 1)
    assert t.options(TOM) == [
        "attack ayutthaya 5",
        "attack ayutthaya 4",
        "attack ayutthaya 3",
        "attack ayutthaya 2",
        "attack ayutthaya 1",
    ]
    t.dice(moon=["yin", 1]).do(TOM, "attack ayutthaya 5")
    assert t.event("combat_result") == {
        "port": "ayutthaya",
        "seats": [TOM, OLIVIA],
        "strength": [5, 1],
        "opponent": 5,
        "result": "won",
    }
    t.do(TOM, "split_points 1 1").do(OLIVIA, "split_points 2 0")
    assert (t.aff("ayutthaya"), t.marker("ayutthaya")) == (3, TOM)
    assert (t.story("mainland_sea", TOM), t.story("mainland_sea", OLIVIA)) == (1, 2)
    assert (t.tracks(TOM), t.tracks(OLIVIA)) == ((1, 1), (2, 0))
    t.end(TOM)

    t.do(PENNY, "action diplomacy moon palembang", "resource")
    assert t.left() == (5, 0)
    t.do(PENNY, "diplomacy palembang 2").end(PENNY)
    assert (t.aff("palembang"), t.marker("palembang")) == (3, PENNY)
    assert t.tracks(PENNY) == (2, 0)
    assert t.story("majapahit", PENNY) == 1
    return t


@rule("UV-458", "UV-460", "UV-462", "UV-464", "UV-468")
def test_a19_second_turns() -> None:
    t = second_turns()
    assert t.unused(OLIVIA) == []


@rule("UV-290")
def test_a19_the_whole_round() -> None:
    t = second_turns()
    assert t.asked == {GEORGE: "turn"}  # Olivia has no dial left
    t.do(GEORGE, "action explore sun champa")
    assert t.left() == (4, 0)
    t.do(GEORGE, "explore champa 2").end(GEORGE)
    assert t.story("mainland_sea", GEORGE) == 3
    assert (t.tokens("champa"), t.player(GEORGE).tokens) == ("", [0, 0, 1, 1])
    t.do(TOM, "action trade star ayutthaya").end(TOM)
    t.dice(sun=[0, 0], moon=[0], star=[1]).do(PENNY, "action trade star palembang").end(PENNY)
    assert t.state.round == 2


@rule("UV-440", "UV-466")
@pytest.mark.parametrize(("moon", "result", "troops"), [([3], "draw", [0, 1]), ([-3], "draw", [0, 1])])
def test_a19_a_stronger_port_is_a_draw(moon: list[int | str], result: str, troops: list[int]) -> None:
    """6 against 3 + 3: nothing happens, and the attack is over."""
    t = first_turns()
    t.do(OLIVIA, "action sail sun nanjing", "board flagship", "sail champa", "sail ayutthaya", "end_route").end(OLIVIA)
    t.do(GEORGE, "forfeit trade moon", "forfeit_gain 2 0")
    t.do(TOM, "action combat moon ayutthaya combat", "resource", "resource", "resource", "attack ayutthaya 5")
    t.do(TOM, "invite 0").do(OLIVIA, "join_reply join star", "resource", "resource")
    t.dice(moon=moon).do(TOM, "attack ayutthaya 5")
    assert t.event("combat_result")["result"] == result
    assert [t.res(TOM)[1], t.res(OLIVIA)[1]] == troops
    assert (t.aff("ayutthaya"), t.attacks(TOM)) == (-2, [])


@rule("UV-466")
def test_a19_a_combined_4_costs_both_the_same() -> None:
    """4 against 3 + 2: one troop (or 2 porcelain, or 1 Prestige) each."""
    t = first_turns()
    t.do(OLIVIA, "action sail sun nanjing", "board flagship", "sail champa", "sail ayutthaya", "end_route").end(OLIVIA)
    t.do(GEORGE, "forfeit trade moon", "forfeit_gain 2 0")
    t.do(TOM, "action combat moon ayutthaya combat", "resource", "resource", "attack ayutthaya 4")
    t.do(TOM, "invite 0").do(OLIVIA, "join_reply join star", "commit")
    t.dice(moon=["yin", 1]).do(TOM, "attack ayutthaya 4")
    assert t.event("combat_result")["result"] == "lost"
    assert [(e["seat"], e["troops"], e["porcelain"]) for e in t.events("combat_loss")] == [(TOM, 1, 0)]
    assert t.options(TOM) == ["retreat champa", "retreat"]
    t.do(TOM, "retreat champa").do(OLIVIA, "retreat")
    assert [(e["seat"], e["troops"], e["porcelain"]) for e in t.events("combat_loss")] == [(TOM, 1, 0), (OLIVIA, 1, 0)]
    assert (t.ships(TOM), t.ships(OLIVIA)) == ("champa", "ayutthaya")
