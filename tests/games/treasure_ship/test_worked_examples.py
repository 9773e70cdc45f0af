"""The worked examples of the rulebook, in its order."""

from __future__ import annotations

import pytest

from tests.games.treasure_ship.table import Table, new_game, table
from treasure_ship.flow import final_scores
from treasure_ship.names import NPC

rule = pytest.mark.rule
AKI, ICHI, UMI = 0, 1, 2


def officials() -> Table:
    """Three seats; all three have offered in round 1."""
    t = new_game(3, voyage_cards=[0, 1, 2, 3, 4, 5], additional_cards=[9, 6, 7, 8, 10, 11, 12, 13])
    return t.do(AKI, "offer A1").do(ICHI, "offer A2", "choose 0").do(UMI, "offer A2", "choose 0")


def first_voyage() -> Table:
    """Umi's marker stands on 3; the others are to choose their squares."""
    return officials().draws("green").do(AKI, "plan 3").do(ICHI, "plan 2").do(UMI, "flagship 3")


def acted() -> Table:
    """All have finished the first voyage; Ichi is captain of the second and places the first frame."""
    t = first_voyage().do(AKI, "square 2").do(ICHI, "square 1")
    t.do(AKI, "fight 1 no fire", "mass").do(UMI, "mass", "event", "monument erect", "bonus 3")
    return t.do(ICHI, "mass", "monument erect", "bonus 1")


@rule("TS-110", "TS-125", "TS-134", "TS-140")
def test_r01_high_officials_phase() -> None:
    t = new_game(3)
    assert [t[seat] for seat in (AKI, ICHI, UMI)] == ["1 gold, 1 command", "1 weapon, 1 command", "1 weapon, 1 command"]
    assert t.asked == {AKI: "offer"}
    t.do(AKI, "offer A1")
    assert t[AKI] == "4 gold, 2 weapon, 1 command"
    t.do(ICHI, "offer A2", "choose 0")
    assert t[ICHI] == "3 gold, 1 weapon, 1 command, 1 blue"
    t.do(UMI, "offer A2", "choose 0")
    assert t[UMI] == "3 gold, 1 weapon, 1 command, 1 blue"
    assert t.bag() == "10 red, 8 blue, 10 yellow, 10 green, 10 purple"
    assert [(e["seat"], e["place"]) for e in t.events("offering")] == [(AKI, "A1"), (ICHI, "A2"), (UMI, "A2")]
    assert t.view().phase == "planning"


@rule("TS-150", "TS-153", "TS-165")
def test_r02_planning_phase() -> None:
    t = officials()
    assert t.view().planning_order == [AKI, ICHI, UMI]
    t.do(AKI, "plan 3")
    assert t.options(ICHI) == ["plan 1", "plan 2"]
    t.do(ICHI, "plan 2")
    taken = [(e["seat"], e["voyage"]) for e in t.events("voyage_taken")]
    assert taken == [(AKI, 3), (ICHI, 2), (UMI, 1)]
    assert t.view().phase == "voyage"


@rule("TS-180", "TS-183", "TS-200", "TS-245", "TS-251")
def test_r03_disclosure_and_sailing() -> None:
    t = officials().do(AKI, "plan 3").clear().do(ICHI, "plan 2")
    assert t.events("card_revealed") == [
        {"type": "card_revealed", "voyage": 1, "card": "V01", "range": 3, "event": "stowaway", "captain": UMI}
    ]
    assert t.view().route == [1, 2, 3]
    assert t.asked == {UMI: "flagship"}
    t.do(UMI, "flagship 3")
    assert (t.view().marker, t.view().event_square) == (3, 3)


@rule("TS-316", "TS-337", "TS-340", "TS-358")
def test_r04_encounter_with_pirates() -> None:
    t = first_voyage().do(AKI, "square 2").do(ICHI, "square 1")
    assert (t.has(AKI, "command"), t.has(ICHI, "command")) == ((1,), (1,))
    assert t.view().stack[-1]["seats"] == [UMI, AKI, ICHI]
    assert t.options(AKI) == ["fight 1 no fire", "avoid"]
    t.do(AKI, "fight 1 no fire")
    assert t[AKI] == "5 gold, 1 weapon, 1 command, 1 merit"
    assert t.events("encounter")[0]["strength"] == 1


@rule("TS-370", "TS-373", "TS-385", "TS-394", "TS-503", "TS-509", "TS-515")
def test_r05_processing_of_each_action_with_monuments() -> None:
    t = first_voyage().do(AKI, "square 2").do(ICHI, "square 1")
    t.do(UMI, "mass")
    assert t.has(UMI, "agarwood") == (1,)
    t.do(UMI, "event")
    assert t.has(UMI, "blue", "green") == (1, 1)
    t.do(UMI, "monument erect")
    assert t.options(UMI) == ["bonus 3", "bonus_end"]
    t.do(UMI, "bonus 3")
    assert t[UMI] == "1 gold, 1 weapon, 1 command, 2 agarwood, 1 blue, 1 green"
    t.do(AKI, "fight 1 no fire", "mass")
    assert t[AKI] == "7 gold, 1 weapon, 1 command, 1 merit"
    assert AKI not in t.asked
    t.do(ICHI, "mass")
    assert t.has(ICHI, "gold") == (5,)
    t.do(ICHI, "monument erect", "bonus 1")
    assert t[ICHI] == "4 gold, 1 weapon, 1 command, 1 blue"
    assert (t.monuments(UMI), t.monuments(ICHI), t.monuments(AKI)) == ([3], [1], [])


@rule("TS-215", "TS-221", "TS-410", "TS-716")
def test_r06_great_power_action_and_muslim_merchant() -> None:
    t = acted()
    assert t.asked == {ICHI: "route"}
    assert t.options(ICHI) == ["route 4", "route 5"]
    t.do(ICHI, "route 5")  # from there on there is one way only
    assert t.view().route == [5, 6, 7, 8]
    assert t.options(ICHI) == ["flagship 5", "flagship 6", "flagship 7", "flagship 8"]


@rule("TS-413", "TS-425", "TS-434")
def test_r06_ichi_sends_an_emissary_to_malacca_and_trades() -> None:
    t = table(
        seats=3,
        captain=ICHI,
        voyage=2,
        card="V02",
        start=3,
        route=[5, 6, 7, 8],
        p1="4 gold, 1 weapon, 1 command, 1 blue",
    )
    t.do(ICHI, "flagship 7")
    assert t.view().event_square == 7
    t.do(AKI, "square 5").do(UMI, "square 5")
    assert t.options(ICHI) == ["mass", "event 0", "event 1", "event 2", "event 3", "end"]
    t.do(ICHI, "mass", "emissary send")
    assert t.levels(ICHI) == {"malacca": 1}
    assert t.discard() == "1 blue"
    assert t[ICHI] == "4 gold, 2 weapon, 1 command"
    t.do(ICHI, "event 0")
    assert t[ICHI] == "3 gold, 3 weapon, 1 command"


@rule("TS-227", "TS-233", "TS-260")
@pytest.mark.parametrize("start", [20, 24])
def test_r07_a_leftover_frame_beyond_mecca(start: int) -> None:
    t = table(round=3, voyage=2, card="V06", start=start)
    t.do(0, "route 21", "route 22")
    assert t.view().route == [21, 22, 23]
    assert t.options(0) == ["route 20", "route 24", "route_stop"]
    t.do(0, "route 20").idle()
    assert (t.view().voyage, t.view().start_square) == (3, 20)


def aden() -> Table:
    """Round 6, fourth voyage: Aki has erected a monument on 21 after taking the giraffe."""
    t = table(
        seats=2, round=6, voyage=4, captain=AKI, card="V02", start=25, p0="7 gold, 1 detachment",
        monuments={AKI: [18]}, levels={AKI: {"timur": 3}}, tiles={AKI: [("lion", 0, 2, 1)]},
    )  # fmt: skip
    t.sail(24, 21, 20, 19).do(AKI, "flagship 21").do(1, "square 24")
    return t


def animals_of_aden(t: Table) -> Table:
    t.do(AKI, "mass", "choose 0", "animal_place 0 4 0", "monument erect", "bonus 21", "animal_place 0 1 3")
    return t.do(AKI, "goods pepper")


@rule("TS-397", "TS-460", "TS-463", "TS-469", "TS-481", "TS-490", "TS-515", "TS-533", "TS-644", "TS-647")
def test_r08_animals_on_aden() -> None:
    t = aden()
    t.do(AKI, "mass")
    assert t.options(AKI) == ["choose 0", "choose 1"]
    t.do(AKI, "choose 0", "animal_place 0 4 0")
    assert {(4, 0), (4, 1), (4, 2), (4, 3), (5, 3)} <= t.covered(AKI)
    assert t[AKI] == "7 gold, 2 weapon, 1 command, 1 detachment, 2 points"
    t.do(AKI, "monument erect", "bonus 21")
    assert t.asked[AKI] == "animal_place"  # the giant antelope alone is open
    t.do(AKI, "animal_place 0 1 3", "goods pepper")
    assert {(1, 3), (2, 3), (3, 3), (2, 4)} <= t.covered(AKI)
    assert t[AKI] == "2 gold, 2 weapon, 1 command, 1 detachment, 1 pepper, 2 points"
    assert len(t.covered(AKI)) == 13
    assert final_scores(t.state)[AKI]["animals"] == 13 + 9


@rule("TS-382", "TS-518", "TS-524")
@pytest.mark.parametrize(("held", "neighbours"), [("2 gold", [5]), ("2 gold, 1 red", [4, 5])])
def test_r09_neighbours_of_a_new_monument(held: str, neighbours: list[int]) -> None:
    t = table(seats=3, captain=UMI, card="V01", route=[1, 2, 3], p2=held, monuments={UMI: [4, 5]})
    t.do(UMI, "flagship 3").do(AKI, "square 1").do(ICHI, "square 1")
    t.do(UMI, "mass", "end", "monument erect", "bonus 3")
    assert t.options(UMI) == [*(f"bonus {q}" for q in neighbours), "bonus_end"]
    t.do(UMI, "bonus 5")
    assert t.has(UMI, "agarwood", "pepper") == (2, 1)
    if 4 in neighbours:
        t.do(UMI, "bonus 4", "emissary send")
        assert t.levels(UMI) == {"ayutthaya": 1}
        assert t.has(UMI, "gold", "red") == (2, 0)
    assert UMI not in t.asked


@rule("TS-550", "TS-553", "TS-556", "TS-559", "TS-560", "TS-562")
def test_r10_dispatching_a_detachment() -> None:
    t = animals_of_aden(aden())
    assert t.asked[AKI] == "detach"
    assert t.squares(AKI) == [14, 18, 19, 20, 22, 24, 25]
    t.clear().do(AKI, "detach 18")
    assert t.events("paid") == [{"type": "paid", "seat": AKI, "what": "detachment", "n": 1}]
    t.do(AKI, "choose 0")
    assert t.has(AKI, "gold", "gemstones", "points") == (4, 2, 7)
    assert t.options(AKI) == ["mass", "end"]
    t.do(AKI, "mass", "choose 1", "animal_place 0 0 2")
    assert {(0, 2), (1, 2), (0, 3)} <= t.covered(AKI)
    assert t.has(AKI, "gold", "gemstones", "points", "detachment") == (4, 4, 12, 0)


@rule("TS-590", "TS-596", "TS-599", "TS-602", "TS-605", "TS-611", "TS-614", "TS-617")
def test_r11_preparation_phase() -> None:
    t = acted()
    t.sail(5, 6, 7, 8).idle().sail(9, 10, 11).idle()
    v = t.view()
    assert [e["card"] for e in t.events("card_added")] == ["V10"]
    assert v.gone == ["V01"]
    assert v.pool == ["V02", "V03", "V04", "V05", "V06", "V10"]
    assert [(x.card, x.face_down) for x in v.voyages] == [(None, True)] * 3
    assert (v.round, v.start_seat, v.route, v.marker) == (2, ICHI, [], None)
    assert v.offerings == []
    assert [s.offered for s in v.seats] == [{"A1": 1}, {"A2": 1}, {"A2": 1}]
    assert not any(s.bombarded for s in v.seats)
    assert t.asked == {ICHI: "offer"}


@rule("TS-769", "TS-775", "TS-778", "TS-787")
def test_r12_solo_high_officials_phase() -> None:
    t = new_game(1, voyage_cards=[2, 0, 1, 3, 4, 5])
    assert t[0] == "1 weapon, 1 command"
    assert [(e["card"], e["place"]) for e in t.events("guideline")] == [("S01", "D1")]
    assert [(o.seat, o.place) for o in t.view().offerings] == [("npc", "D1")]
    t.do(0, "offer A2", "choose 0")
    assert t[0] == "3 gold, 1 weapon, 1 command, 1 blue"
    assert [(o.seat, o.place) for o in t.view().offerings] == [("npc", "D1"), (0, "A2")]


@rule("TS-790", "TS-793", "TS-796")
def test_r13_solo_planning() -> None:
    t = new_game(1, voyage_cards=[2, 0, 1, 3, 4, 5]).do(0, "offer A2", "choose 0")
    assert t.view().planning_order == ["npc", 0]
    assert t.options(0) == ["plan 1", "plan 2"]
    t.do(0, "plan 2")
    assert [(e["seat"], e["voyage"]) for e in t.events("voyage_taken")] == [("npc", 3), (0, 2), ("npc", 1)]


@rule("TS-799", "TS-805", "TS-829", "TS-835", "TS-838")
def test_r14_solo_sailing_and_action() -> None:
    t = new_game(1, voyage_cards=[2, 0, 1, 3, 4, 5]).do(0, "offer A2", "choose 0", "plan 2")
    assert t[0] == "4 gold, 1 command, 1 blue, 1 merit"
    v = t.view()
    assert (v.captain, v.route, v.marker) == ("npc", [1, 2, 3], 3)
    assert t.options(0) == ["square 1", "square 2", "square 3"]
    t.do(0, "square 2")
    assert t.has(0, "command") == (1,)
    assert t.view().voyage == 2  # on 2 the seat can only avoid the pirates; nothing else is left to do


@rule("TS-838")
def test_r14_the_square_of_the_npcs_marker_costs_a_command_chip() -> None:
    t = table(seats=1, captain=NPC, card="V03", route=[1, 2, 3], marker=3, solo=("S01", "S02"), p0="1 command, 4 gold")
    t.do(0, "square 3")
    assert t.has(0, "command") == (0,)
    t.do(0, "mass")
    assert t.has(0, "agarwood") == (1,)
