"""Board, limits and the Supply (RULES.md, sections 1 and 2)."""

from __future__ import annotations

import pytest

from ming_voyages.names import EMPEROR, OVERLORD, REGIONS
from ming_voyages.state import controlled
from tests.games.ming_voyages.table import GAME, new_game, table

rule = pytest.mark.rule

NEIGHBOURS = {
    "yunnan": {"sichuan", "western_mongols"},
    "sichuan": {"yunnan", "gansu", "western_mongols", "eastern_mongols"},
    "gansu": {"sichuan", "shanxi", "eastern_mongols"},
    "shanxi": {"gansu", "liaodong", "eastern_mongols", "manchus"},
    "liaodong": {"shanxi", "manchus"},
    "western_mongols": {"yunnan", "sichuan", "eastern_mongols"},
    "eastern_mongols": {"sichuan", "gansu", "shanxi", "western_mongols", "manchus"},
    "manchus": {"shanxi", "liaodong", "eastern_mongols"},
}
BORDERLANDS = ("yunnan", "sichuan", "gansu", "shanxi", "liaodong")


@rule("MV-045", "MV-050")
def test_the_board_has_ten_regions_and_seven_voyages() -> None:
    t = new_game()
    assert set(t.view(None).board) == {"ming_homeland", "south_china_sea", *NEIGHBOURS}
    assert [r for r in REGIONS if r in BORDERLANDS] == list(BORDERLANDS)
    t = table(home="1G", sea="1J", plays=5).play(5).cp("voyage")
    assert sorted(o["voyage"] for o in t.options) == [1, 2, 3, 4, 5, 6, 7]


@rule("MV-055", "MV-065")
@pytest.mark.parametrize("origin", list(NEIGHBOURS))
def test_hordes_move_along_the_edges_and_nowhere_else(origin: str) -> None:
    t = table(turn="overlord", plays=5, on={origin: "1H"}).play(5).cp("move")
    assert {o["to"] for o in t.options} == NEIGHBOURS[origin]
    assert {o["from"] for o in t.options} == {origin}


@rule("MV-055", "MV-065")
@pytest.mark.parametrize("origin", ["ming_homeland", *BORDERLANDS])
def test_troops_move_along_the_edges_and_nowhere_else(origin: str) -> None:
    where = {"home" if origin == "ming_homeland" else origin: "1T"}
    t = table(plays=5, on=where).play(5).cp("move")
    wanted = (
        set(BORDERLANDS) if origin == "ming_homeland" else NEIGHBOURS[origin] & set(BORDERLANDS) | {"ming_homeland"}
    )
    assert {o["to"] for o in t.options} == wanted


@rule("MV-055", "MV-065")
@pytest.mark.parametrize("target", BORDERLANDS)
def test_attacks_come_from_adjacent_regions_only(target: str) -> None:
    for origin in NEIGHBOURS:
        if origin != target:
            t = table(turn="overlord", plays=5, on={target: "1T", origin: "1H"}).play(5)
            assert ("attack" in t.uses) == (origin in NEIGHBOURS[target])
    for origin in BORDERLANDS:
        if origin != target:
            t = table(plays=5, on={target: "1H", origin: "1T"}).play(5)
            assert ("attack" in t.uses) == (origin in NEIGHBOURS[target])
    assert "attack" in table(plays=5, home="1T", on={target: "1H"}).play(5).uses


@rule("MV-060")
def test_no_side_enters_the_homeland_of_the_other() -> None:
    t = table(plays=24, yunnan="3T", home="1T").play(24).cp("move")
    assert not {o["to"] for o in t.options} & {"western_mongols", "eastern_mongols", "manchus"}
    assert t.refused("emperor", "move", from_="yunnan", to="western_mongols", n=1) == "MV-280"
    t = table(turn="overlord", plays=24, yunnan="3H").play(24).cp("move")
    assert "ming_homeland" not in {o["to"] for o in t.options}
    assert t.refused("overlord", "move", from_="yunnan", to="ming_homeland", n=1) == "MV-375"


@rule("MV-070")
def test_only_junks_and_gold_are_ever_in_the_south_china_sea() -> None:
    t = table(plays=24, yunnan="3T").play(24).cp("move")
    assert t.refused("emperor", "move", from_="yunnan", to="south_china_sea", n=1) == "MV-280"
    t = table(plays=24, sea="1J", home="2G").play(24)
    t.dice(voyage=[6, 6, 6]).cp("voyage").emperor("voyage", voyage=5, junks=1, gold=2)
    assert (t["sea"], t["home"]) == ("2G 1J", "")
    assert t.supply("junk") == 6


@rule("MV-075")
def test_any_piece_controls_a_borderland_and_an_empty_one_is_nobodys() -> None:
    t = table(yunnan="1T", sichuan="1H", gansu="1S")
    assert controlled(t.state, EMPEROR) == 1
    assert controlled(t.state, OVERLORD) == 2
    assert "attack" in table(home="1T", gansu="1S", plays=5).play(5).uses
    assert "attack" not in table(home="1T", plays=5).play(5).uses


@rule("MV-080")
def test_troops_do_not_move_into_a_borderland_with_barbarian_pieces_nor_hordes_to_troops() -> None:
    t = table(plays=24, home="3T", yunnan="1H", sichuan="1S").play(24).cp("move")
    assert {o["to"] for o in t.options} == {"gansu", "shanxi", "liaodong"}
    t = table(turn="overlord", plays=24, western_mongols="2H", yunnan="1T").play(24).cp("move")
    assert {o["to"] for o in t.options} == {"sichuan", "eastern_mongols"}
    broken = table(yunnan="1T")
    broken.state.hordes[1] += 1
    assert any("MV-080" in fault for fault in GAME.faults(broken.state))


@rule("MV-085", "MV-570", "MV-575", "MV-260", "MV-525")
def test_b9_the_defender_controls_the_borderland_until_the_battle_ends() -> None:
    t = table(
        turn="overlord", plays=10, voyages=[3], emperor_reserve=[22],
        yunnan="1H", sichuan="1H", gansu="1H", shanxi="1S", liaodong="1T", manchus="2H",
    )  # fmt: skip
    t.dice(attacker=[6, 4, 1], defender=[5, 3, 2]).play(10).cp("attack")
    assert t.asked == ("emperor", "reroll")
    assert t["liaodong"] == "1T 1H"
    assert controlled(t.state, OVERLORD) == 4
    assert controlled(t.state, EMPEROR) == 1
    t.emperor("reroll", do="stop")
    assert t["liaodong"] == "1H"
    assert t.over is not None
    assert (t.over["winning_side"], t.over["kind"]) == ("overlord", "major")
    assert not t.events("reaction_taken", "reaction_skipped", "cards_discarded")


@rule("MV-090")
def test_a_voyage_is_completed_when_a_junk_is_on_its_space_and_the_junk_stays() -> None:
    t = table(plays=5, sea="2J", home="5G", voyages=[2])
    t.dice(voyage=[1, 1]).play(5).cp("voyage")
    assert 2 not in {o["voyage"] for o in t.options}
    assert t.refused("emperor", "voyage", voyage=2, junks=1, gold=1) == "MV-315"
    t.emperor("voyage", voyage=4, junks=2, gold=5)
    assert t.voyages == [2, 4]
    assert (t["sea"], t.supply("junk")) == ("1J", 4)


@rule("MV-025", "MV-030")
def test_b1_a_taking_action_takes_at_most_what_the_supply_holds() -> None:
    t = table(plays=24, home="11T", emperor=[24, 1, 2, 3, 4]).play(24)
    t.cp("recruit")  # one option, carried out without asking: 1 Troop, 2 points are lost
    assert t["home"] == "12T"
    assert t.supply("troop") == 0
    assert t.events("pieces_changed")[0]["n"] == 1


@rule("MV-025", "MV-030")
def test_b1_a_taking_action_with_an_empty_supply_is_illegal() -> None:
    t = table(plays=8, home="12T 5G", sea="7J").play(8)
    assert not t.uses & {"recruit", "tax", "build_junks"}
    assert t.refused("emperor", "choose_use", use="cp", action="recruit") == "MV-210"
    t = table(turn="overlord", plays=5, western_mongols="11H 5S", yunnan="1H").play(5)
    assert not t.uses & {"amass", "gather"}
    t = table(turn="overlord", plays=24, western_mongols="11H", manchus="4S").play(24).cp("amass")
    assert sorted(next(iter(o["to"])) for o in t.options) == ["eastern_mongols", "manchus", "western_mongols"]
    assert all(sum(o["to"].values()) == 1 for o in t.options)


@rule("MV-035", "MV-170", "MV-225")
def test_b2_a_special_action_needs_the_full_amount_in_the_supply() -> None:
    t = table(turn="overlord", plays=7, home="4G", voyages=[2], manchus="1H")
    t.play(7, "second")
    assert t.asked == ("overlord", "choose_use")
    assert t.events("reaction_skipped") == [{"type": "reaction_skipped", "side": "emperor", "card": 7}]
    assert t.supply("gold") == 1
    t = table(turn="overlord", plays=4, home="4G", sea="5J", voyages=[1], manchus="1H").play(4, "second")
    assert t.asked == ("emperor", "reaction")
    t.emperor("reaction", accept=True)
    assert (t["home"], t["sea"]) == ("5G", "6J")


@rule("MV-040")
def test_lost_and_returned_pieces_go_to_the_supply_and_may_be_taken_again() -> None:
    t = table(turn="overlord", plays=12, sichuan="1T", home="11T", western_mongols="1H")
    assert t.supply("troop") == 0
    t.dice(attacker=[6, 6, 6], defender=[1, 2, 3]).play(12).special()
    assert t.supply("troop") == 1
    assert t["sichuan"] == "1H"
    t = table(plays=24, home="1G").play(24, "second").overlord("reaction", accept=True)
    assert t.supply("gold") == 5
    t.cp("tax").emperor("take_amount", n=3)
    assert t["home"] == "3G"
