"""Every encounter card with every option (edition.toml, EFFECTS.md). Palembang is the port unless said otherwise."""

from __future__ import annotations

import pytest

from tests.games.ultimate_voyage.positions import GAME
from tests.games.ultimate_voyage.scenes import after, answered, drawn, fight, passes, penalty
from tests.games.ultimate_voyage.table import Table, table

rule = pytest.mark.rule
pytestmark = pytest.mark.rule("UV-402")
C = GAME.content


# --- help at the port


def test_01_harvest() -> None:
    t = answered(1, "ignore")
    assert (t.aff("palembang"), t.state.discard) == (-1, [1])
    t = answered(1, "small_help")
    assert (t.goods(0), t.held(0), t.tracks(0)) == (["mj10"], [1], (0, 2))
    penalty(t)
    assert t.state.discard == [1]
    t = answered(1, "big_help", "pick_dial star", p0="1 troops")
    assert (t.unused(0), t[0], t.goods(0)) == (["moon"], "1 prestige, 2 profit", ["mj10"])
    assert (t.held(0), t.state.card_wild[1], t.aff("palembang")) == ([1], 1, 0)


def test_02_construction() -> None:
    assert answered(2, "ignore").aff("palembang") == -1
    t = answered(2, "small_help")
    assert t.goods(0) == ["mj10"]
    penalty(t)
    t = answered(2, "big_help", "pick_dial moon", p0="3 troops")
    assert (t.unused(0), t[0], t.goods(0)) == (["star"], "1 troops, 2 prestige, 2 profit", ["mj10"])
    assert (t.aff("palembang"), t.state.discard) == (2, [2])


def test_03_famine() -> None:
    assert answered(3, "ignore").aff("palembang") == -2
    t = answered(3, "small_help")
    assert (t.aff("palembang"), t.tracks(0)) == (2, (0, 0))
    penalty(t)
    t = answered(3, "big_help", "pick_dial moon", p0="2 troops")
    assert (t.unused(0), t[0], t.aff("palembang")) == (["star"], "2 prestige", 2)


def test_04_plague() -> None:
    t = answered(4, "avoid")
    assert (t.ships(0), t.state.discard, t.events("encounter_drawn")[1:]) == ("malacca", [4], [])
    t = answered(4, "quarantine")
    assert (t.held(0), t.state.card_wild[4]) == ([4], 1)
    penalty(t)
    assert (t.held(0), t.state.card_wild[4]) == ([4], 1)  # the wild token is still there
    t = answered(4, "help", "pick_dial moon", p0="3 troops")
    assert (t.unused(0), t[0], t.aff("palembang"), t.state.card_wild[4]) == (["star"], "2 prestige", 2, 2)


@rule("UV-375")
def test_04_plague_sends_the_fleet_back_one_step() -> None:
    """The last port sailed past is undetermined: its affiliation is rolled, -2 brings no attack."""
    t = table(
        wind="gray", ships={0: "malacca, malacca, malacca"}, affiliation={"samudera": 0}, dials=(5, 0, 0), deck=[4]
    )
    t.do(0, "action sail sun malacca", "board flagship", "board ship_1", "sail palembang", "sail samudera", "end_route")
    t.dice(sun=[-2]).do(0, "encounter_option avoid")
    assert t.ships(0) == "palembang, palembang, malacca"
    assert (t.aff("palembang"), t.attacks(0), t.face_up("palembang")) == (-2, [], [])


def test_04_plague_from_champa_back_to_nanjing() -> None:
    t = table(wind="gray", affiliation={"champa": 0}, dials=(5, 0, 0), deck=[4])
    t.do(0, "action sail sun nanjing", "board flagship", "sail champa", "end_route", "encounter_option avoid")
    assert (t.ships(0), t.state.docked) == ("nanjing", [])  # still in play


# --- contests


@rule("UV-452")
def test_05_rebellion_with_the_rebels() -> None:
    assert answered(5, "not_taking_side").aff("palembang") == -1
    t = fight(5, "side_with_rebels", 3)
    assert (t.aff("palembang"), t.tracks(0), t.story("majapahit", 0), t.player(0).wins[1]) == (2, (0, 2), 2, 1)
    t = fight(5, "side_with_rebels", 3, 7)  # a draw: neither won nor lost
    assert (t.aff("palembang"), t.tracks(0), t.story("majapahit", 0), t.state.discard) == (0, (0, 0), 0, [5])
    t = fight(5, "side_with_rebels", 3, 5, p0="1 troops, 2 porcelain, 3 prestige")
    assert (t.aff("palembang"), t[0]) == (-2, "3 prestige")
    assert (t.ships(0), t.events("retreated")) == ("palembang", [])  # no retreat


@rule("UV-452")
def test_05_rebellion_with_the_port() -> None:
    t = fight(5, "side_with_port", 0)
    assert (t.aff("palembang"), t.tracks(0), t.story("majapahit", 0)) == (2, (1, 0), 1)
    assert (t.held(0), t.state.card_wild[5]) == ([5], 1)
    t = fight(5, "side_with_port", 3, 5, p0="4 prestige")
    assert (t.aff("palembang"), t.tracks(0), t.held(0)) == (0, (2, 0), [])  # one lost by the card, one by the combat


@rule("UV-498")
def test_06_disputed_throne() -> None:
    assert answered(6, "not_intervene").aff("palembang") == -1

    def parley(sun: int) -> Table:
        t = after(answered(6, "intervene", dials=(2, 3, 0)))
        return t.dice(sun=[sun]).do(0, "action diplomacy moon palembang diplomacy", "parley 6 6")

    t = parley(-1)
    assert (t.aff("palembang"), t.tracks(0), t.story("majapahit", 0)) == (2, (1, 0), 2)
    t = parley(2)
    assert (t.aff("palembang"), t.tracks(0), t.story("majapahit", 0)) == (-1, (0, 0), 0)


def test_07_pirates() -> None:
    t = answered(7, "avoid", p0="2 prestige")
    assert (t.tracks(0), t.aff("palembang")) == ((1, 0), 0)
    t = fight(7, "fight", 3)
    assert (t.tracks(0), t.goods(0), t.story("majapahit", 0)) == ((1, 4), ["mj10"], 2)
    t = fight(7, "fight", 3, 5, p0="5 troops")
    assert (t.res(0), t.tracks(0), t.goods(0)) == ((0, 3), (0, 0), [])


@rule("UV-498")
@pytest.mark.parametrize(("here", "there"), [(-1, 2), (0, 2), (2, 2), (3, 3)])
def test_08_alliance(here: int, there: int) -> None:
    assert answered(8, "reject").aff("palembang") == -1
    t = after(answered(8, "accept", dials=(2, 3, 0), affiliation={"palembang": here}))
    t.dice(sun=[2]).do(0, "action diplomacy moon palembang diplomacy", "parley 8 6")
    assert (t.aff("palembang"), t.tracks(0), t.story("majapahit", 0)) == (there, (1, 0), 1)
    assert (t.held(0), t.state.card_wild[8]) == ([8], 2)


def test_08_alliance_lost() -> None:
    t = after(answered(8, "accept", dials=(2, 3, 0), p0="1 prestige, 1 troops"))
    t.dice(sun=[2]).do(0, "action diplomacy moon palembang diplomacy", "parley 8 5")
    assert (t.aff("palembang"), t[0], t.held(0)) == (0, "1 troops", [])


def test_09_bribery() -> None:
    assert answered(9, "refuse").aff("palembang") == -1
    t = answered(9, "small_gift", p0="4 porcelain")
    assert (t.aff("palembang"), t.res(0)[0]) == (1, 3)
    t = answered(9, "big_gift", p0="4 porcelain")
    assert (t.aff("palembang"), t.res(0)[0], t.marker("palembang")) == (3, 1, 0)


@rule("UV-434", "UV-364")
@pytest.mark.parametrize(
    ("card", "leave", "stay", "down", "up"), [(10, "leave", "stay", -1, 1), (31, "cold_water", "party_time", -2, 2)]
)
def test_10_love_from_afar_and_31_chinese_diaspora(card: int, leave: str, stay: str, down: int, up: int) -> None:
    assert answered(card, leave).aff("palembang") == down
    t = answered(card, stay, dials=(2, 5, 0))
    assert (t.aff("palembang"), t.goods(0), t.held(0), t.state.card_left[card]) == (up, ["mj10"], [card], 3)
    t.end(0)
    passes(t, 1)
    assert t.state.card_left[card] == 2
    attack = Table(t.state.copy()).do(0, "action combat moon palembang")
    assert "attack" not in attack.kinds(0)
    t.do(0, "action sail moon palembang", "board flagship")
    assert t.options(0, "sail") == []


def test_31_chinese_diaspora() -> None:
    t = answered(31, "party_time", affiliation={"palembang": 2})
    assert (t.aff("palembang"), t.marker("palembang"), t.asked) == (3, 0, {0: "split_points"})


def test_10_a_forced_move_ends_the_stay() -> None:
    """A second ship comes and draws Divine Wind, which blows both away."""
    t = drawn(10, ships={0: "malacca, malacca"}, deck=[10, 29], dials=(2, 3, 0), affiliation={"samudera": 0})
    after(t.do(0, "encounter_option stay"))
    t.do(0, "action sail moon malacca", "board ship_1", "sail palembang", "end_route")
    t.dice(star=[-3, -2]).do(0, "encounter_option go_with_the_flow")
    assert t.ships(0) == "samudera, malacca"
    assert (t.held(0), t.state.discard) == ([], [10, 29])


@rule("UV-422")
def test_11_kings_tournament() -> None:
    assert answered(11, "decline").aff("palembang") == -1
    for moon, won in [(2, True), (3, False)]:
        t = after(answered(11, "accept", dials=(2, 2, 0), p0="3 prestige, 9 troops"))
        t.dice(moon=[moon]).do(0, "action diplomacy moon palembang any", "contest 11 5")
        assert t.story("majapahit", 0) == 2  # whatever the result
        assert (t.tracks(0), t.aff("palembang")) == (((3, 1), 1) if won else ((1, 0), 0))
        assert t.res(0)[1] == 9  # no other loss
        assert t.player(0).wins == [0] * 6
        assert t.player(0).marks == 5  # Sail and Diplomacy


@rule("UV-316")
def test_11_combat_bonuses_join_a_tournament_fought_with_the_combat_card() -> None:
    t = answered(16, "hire", p0="2 porcelain")
    after(t)
    s = t.state
    s.deck.remove(11)
    s.players[0].cards.append(11)
    s.card_option[11], s.card_port[11], s.card_open[11] = 1, 5, 128
    t.do(0, "forfeit trade moon", "forfeit_gain 2 0")
    passes(t, 1)
    t.dice(moon=[0]).do(0, "action combat star palembang any", "contest 11 2")
    assert t.event("contest_result")["strength"] == 3
