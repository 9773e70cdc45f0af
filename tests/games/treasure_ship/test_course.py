"""Course of the game, Preparation Phase, end and score (RULES.md, sections 3, 16 and 17)."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.events import Event
from tests import laws
from tests.games.treasure_ship.table import GAME, base, offers, table
from treasure_ship.flow import final_scores

rule = pytest.mark.rule


def match(mode: str = "standard", seats: int = 3, seed: int = 1) -> laws.Walk:
    w = laws.Walk(GAME, mode, {}, seats, seed)
    while not w.over:
        w.step()
    return w


def between(events: list[Event], first: str) -> list[list[Event]]:
    """The events cut before each one of a type."""
    out: list[list[Event]] = []
    for e in events:
        if e.type == first:
            out.append([])
        if out:
            out[-1].append(e)
    return out


@rule("TS-090", "TS-093", "TS-105")
@pytest.mark.parametrize(("mode", "seats"), [("standard", 2), ("standard", 5), ("solo", 1)])
def test_seven_rounds_of_four_phases_then_a_final_phase(mode: str, seats: int) -> None:
    w = match(mode, seats)
    phases = [(e.data["round"], e.data["phase"]) for e in w.events if e.type == "phase"]
    four = ["officials", "planning", "voyage", "preparation"]
    assert phases == [(r, p) for r in range(1, 8) for p in four] + [(7, "final")]
    revealed = [e.data["voyage"] for e in w.events if e.type == "card_revealed"]
    assert revealed == [1, 2, 3] * 2 + [1, 2, 3, 4] * 5


@rule("TS-096")
def test_a_voyage_is_disclosure_then_sailing_then_actions() -> None:
    steps = {
        "card_revealed": 0,
        "frame_placed": 1,
        "marker_placed": 2,
        "squares_revealed": 3,
        "encounter": 4,
        "monument": 4,
    }
    for voyage in between(match(seed=2).events, "card_revealed"):
        seen = [steps[e.type] for e in voyage if e.type in steps]
        assert seen == sorted(seen)


@rule("TS-099")
def test_the_four_parts_of_the_action_step_in_order() -> None:
    t = table(
        captain=1,
        voyage=2,
        card="V02",
        start=3,
        route=[6, 7, 8],
        marker=7,
        squares={0: 6},
        p0="2 weapon, 9 gold, 1 detachment",
    )
    order = []
    for move in ("fight 2 no fire", "mass", "monument erect", "bonus 6", "detach_pass"):
        order.append(t.asked[0])
        t.do(0, move)
    assert order == ["encounter", "act", "monument", "bonus", "detach"]
    assert 0 not in t.asked


@rule("TS-102")
def test_nobody_drops_out_and_the_game_never_ends_early() -> None:
    for seed in range(3):
        w = match(seats=4, seed=seed)
        offering = [e.data["seat"] for e in w.events if e.type == "offering"]
        assert [offering.count(seat) for seat in range(4)] == [8] * 4


@rule("TS-300", "TS-303", "TS-496", "TS-679")
def test_the_pools_are_touched_in_processing_order_in_whole_matches() -> None:
    touched = 0
    for seed in range(6):
        seats = 2 + seed % 4
        for voyage in between(match(seats=seats, seed=seed).events, "card_revealed"):
            captain = voyage[0].data["captain"]
            begun = next((i for i, e in enumerate(voyage) if e.type == "marker_placed"), len(voyage))
            over = next((i for i, e in enumerate(voyage) if e.type == "phase"), len(voyage))
            pools = ("emissary", "animal_taken", "animal_scored", "level_raised")
            seen = [(e.data["seat"] - captain) % seats for e in voyage[begun:over] if e.type in pools]
            assert seen == sorted(seen)
            touched += len(seen)
    assert touched > 50


# --- preparation


@rule("TS-590", "TS-599", "TS-602", "TS-605")
def test_voyage_four_has_a_card_from_round_three_on() -> None:
    t = table(round=2, voyage=3, card="V06", start=3, offered={0: ["B1"]})
    t.sail(4, 7, 8, 9).idle()
    v = t.view()
    assert (v.round, len(v.voyages)) == (3, 4)
    assert all(x.face_down and x.card is None and x.captain is None for x in v.voyages)
    assert len(v.pool) == 6
    assert v.seats[0].offered == {"B1": 1}


@rule("TS-605")
def test_the_face_down_cards_are_shuffled() -> None:
    t = table(round=1, voyage=3, card="V06", start=3)
    t.chance(preparation=[5, 6, 4, 3, 2, 1]).sail(4, 7, 8, 9).idle()
    ids = [v.id for v in GAME.content.voyage_cards]
    assert [ids[i] for i in t.state.cards[:3]] == ["V06", "V07", "V05"]
    assert [ids[i] for i in t.state.pile[::-1]] == ["V04", "V03", "V02"]


@rule("TS-608")
def test_an_empty_additional_pile_adds_nothing() -> None:
    t = table(round=2, voyage=3, card="V06", start=3)
    t.state.pile += t.state.additional
    t.state.additional = []
    t.sail(4, 7, 8, 9).idle()
    assert t.view().round == 3
    assert t.events("card_added") == []
    assert len(t.view().pool) == 13


@rule("TS-617")
def test_the_starting_tile_passes_clockwise() -> None:
    t = table(seats=3, round=1, voyage=3, card="V06", start=3, start_seat=2).sail(4, 7, 8, 9).idle()
    assert t.view().start_seat == 0
    assert t.asked == {0: "offer"}


@rule("TS-105", "TS-593", "TS-620")
def test_round_seven_goes_on_to_the_final_high_officials_phase() -> None:
    t = table(seats=3, round=7, voyage=4, card="V06", start=3, start_seat=1, p0="1 extension")
    t.do(0, "extend 0").sail(4, 7, 8, 9).idle()
    v = t.view()
    assert (v.round, v.phase, v.ending, v.start_seat) == (7, "final", True, 1)
    assert t.events("card_added") == []
    assert t.has(0, "extension") == (1,)
    for seat in (1, 2, 0):
        assert t.asked == {seat: "offer"}
        t.do(seat, "offer A1")
    assert t.asked == {}
    assert t.has(1, "gold", "weapon") == (3, 2)  # benefits are received as usual
    assert t.outcome.reason == "final_score"


# --- score


@rule("TS-623")
def test_the_parts_add_up_to_the_score() -> None:
    for seed in range(3):
        outcome = match(seed=seed).state.outcome
        detail: dict[str, Any] = outcome.detail
        assert list(detail["points"][0]) == ["track", "merit", "powers", "officials", "animals", "monuments"]
        assert [sum(p.values()) for p in detail["points"]] == outcome.scores
        assert [sum(by.values()) for by in detail["track"]] == [p["track"] for p in detail["points"]]


@rule("TS-626")
@pytest.mark.parametrize(("merit", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (29, 38), (30, 42)])
def test_military_merit_counts_the_own_space_or_the_nearest_below(merit: int, points: int) -> None:
    assert final_scores(base(2, p0=f"{merit} merit"))[0]["merit"] == points


@rule("TS-629", "TS-632")
@pytest.mark.parametrize(("level", "points"), [(0, 0), (1, 5), (2, 10), (3, 19 + 2 * 3)])
def test_powers_count_the_level_reached_on_the_side_in_play(level: int, points: int) -> None:
    s = base(2, sides="AABAA", p0="3 yellow", levels={0: {"delhi": level}})
    assert final_scores(s)[0]["powers"] == points


@rule("TS-638", "TS-641")
def test_officials_count_once_with_the_final_state() -> None:
    tiles = [("peacock", 0, 2, 2), ("peacock", 0, 0, 0), ("peacock", 0, 2, 0)]
    named = [f"{c}-{n}" for c in "ABCD" for n in (1, 2, 3)] + ["E-2", "E-4", "E-3"]
    s = base(
        2, officials=named, offered={0: ["EMP", "D3", "E1", "E2"], 1: ["A1", "A1"]}, tiles={0: tiles},
        levels={0: {"timur": 2, "delhi": 3, "malacca": 1}},
    )  # fmt: skip
    assert [p["officials"] for p in final_scores(s)] == [15 + 12 + 5 * 2 + 2 * 3, 0]


@rule("TS-653", "TS-662")
def test_places_follow_the_points() -> None:
    t = offers(seats=3, final=True, p0="10 points", p1="30 points", p2="20 points")
    for seat in range(3):
        t.do(seat, "offer A1")
    assert (t.scores, t.outcome.placings) == ([10, 30, 20], [3, 1, 2])
    over = t.events("game_over")[0]
    assert (over["scores"], over["placings"]) == ([10, 30, 20], [3, 1, 2])


@rule("TS-656")
def test_more_weapons_and_cannons_break_a_tie() -> None:
    t = offers(seats=2, final=True, p0="10 points, 1 weapon", p1="10 points, 1 weapon, 1 cannon")
    t.do(0, "offer A1").do(1, "offer A1")
    assert t.outcome.placings == [2, 1]


@rule("TS-659")
def test_the_last_offerings_break_what_is_still_tied() -> None:
    for places, placings in ((("A1", "A1"), [1, 2]), (("A2", "A2"), [1, 2])):
        t = offers(seats=2, final=True, p0="10 points", p1="10 points")
        t.do(0, f"offer {places[0]}", *(["choose 0"] if places[0] == "A2" else []))
        t.do(1, f"offer {places[1]}", *(["choose 0"] if places[1] == "A2" else []))
        assert t.outcome.placings == placings
    t = offers(seats=2, final=True, start_seat=1, p0="10 points", p1="10 points")
    t.do(1, "offer A1").do(0, "offer A1")
    assert t.outcome.placings == [2, 1]


@rule("TS-665")
def test_what_is_left_in_stock_scores_nothing() -> None:
    s = base(2, p0="50 gold, 9 weapon, 9 cannon, 9 command, 9 detachment, 9 gift, 9 pepper, 9 ivory")
    assert sum(final_scores(s)[0].values()) == 0
