"""The end of the game and the final score (RULES.md, section 21)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ultimate_voyage.positions import base
from tests.games.ultimate_voyage.table import Table, round_starts, table
from ultimate_voyage.names import END_OBJECTIVES, END_ROUNDS, END_TRACKS
from ultimate_voyage.scoring import finish

rule = pytest.mark.rule
REST = ("forfeit sail sun", "forfeit_gain 2 0")


def scored(ending: int = END_ROUNDS, by: int = -1, **position: Any) -> Table:
    """The final score of a position."""
    t = Table(base(**position))
    t.state.ending, t.state.ending_seat = ending, by
    finish(t.state, t._ctx())
    return t


def points(t: Table, seat: int) -> dict[str, int]:
    found: dict[str, int] = t.outcome.detail["points"][seat]
    return found


# --- triggers


@rule("UV-580", "UV-588")
def test_round_9_is_the_last_with_one_turn_for_everybody() -> None:
    t = round_starts(9, seats=3).dice(sun=[0], moon=[0], star=[1]).start()
    assert t.event("end_triggered") == {"reason": "last_round", "seat": None}
    for seat in (0, 1, 2):
        assert t.asked == {seat: "turn"}
        t.do(seat, *REST)
    assert (t.asked, t.outcome.reason, t.outcome.detail["round"]) == ({}, "last_round", 9)


@rule("UV-580")
def test_round_8_is_not() -> None:
    t = round_starts(8, seats=3).dice(sun=[0], moon=[0], star=[1, 1]).start()
    assert t.events("end_triggered") == []


@rule("UV-582", "UV-260")
@pytest.mark.parametrize(("health", "star", "dies"), [(8, 2, True), (8, -3, True), (8, -1, False), (9, 1, True)])
def test_the_health_marker_on_its_last_space(health: int, star: int, dies: bool) -> None:
    t = round_starts(5, health=health).dice(star=[star, 1], sun=[0], moon=[0]).start()
    assert t.told("end_triggered", "reason") == (["zheng_he_dies"] if dies else [])
    assert t.state.health == min(10, health + abs(star))


@rule("UV-588", "UV-590")
def test_after_a_trigger_in_the_administration_phase_everybody_with_a_ship_has_one_turn() -> None:
    t = round_starts(5, seats=4, health=9, ships={2: "home"}).dice(star=[1, 1], sun=[0], moon=[0]).start()
    for seat in (0, 1, 3):
        assert t.asked == {seat: "turn"}
        t.do(seat, *REST)
    assert t.outcome.reason == "zheng_he_dies"


@rule("UV-584", "UV-594")
@pytest.mark.parametrize(("profit", "ends"), [(11, False), (12, True), (14, True)])
def test_15_on_both_tracks(profit: int, ends: bool) -> None:
    t = table(
        seats=3,
        order=[1, 0, 2],
        ships={0: "champa"},
        bazaar={"champa": ["se01"]},
        dials=(3, 0, 0),
        p0=f"15 prestige, {profit} profit",
    )
    t.do(1, *REST).do(0, "action trade sun champa", "trade se01").end(0)
    assert t.told("end_triggered", "reason", "seat") == ([("full_tracks", 0)] if ends else [])
    if ends:
        t.do(2, *REST)
        assert t.asked == {}
        assert [points(t, seat)["end"] for seat in range(3)] == [1, 0, 0]


@rule("UV-586")
@pytest.mark.parametrize("have", [2, 3])
def test_four_objectives(have: int) -> None:
    done = ["obj_I", "obj_4", "obj_III"][:have]
    t = table(ships={0: "champa"}, dials=(9, 0, 0), objectives=["obj_15"], completed={0: done})
    t.do(0, "action combat sun champa")
    assert len(t.completed(0)) == have + 1
    assert t.told("end_triggered", "reason") == (["four_objectives"] if have == 3 else [])


@rule("UV-588", "UV-213")
def test_the_last_in_order_ends_the_game_with_his_turn() -> None:
    t = table(
        order=[1, 0],
        ships={0: "champa"},
        dials=(9, 0, 0),
        objectives=["obj_15"],
        completed={0: ["obj_I", "obj_4", "obj_9"]},
    )
    t.do(1, *REST).do(0, "action combat sun champa")
    assert t.asked == {0: "action_step"}  # the turn is finished first
    t.do(0, "end")
    assert t.asked == {}


@rule("UV-592")
def test_only_the_first_trigger_counts() -> None:
    t = table(
        seats=3,
        ships={0: "champa", 1: "champa"},
        dials=(9, 9, 0),
        bazaar={"champa": ["se01"]},
        objectives=["obj_15"],
        completed={0: ["obj_I", "obj_4", "obj_9"]},
        p1="15 prestige, 14 profit",
    )
    t.do(0, "action combat sun champa", "end").do(1, "action trade sun champa", "trade se01").end(1).do(2, *REST)
    assert t.tracks(1) == (15, 15)
    assert t.told("end_triggered", "reason", "seat") == [("four_objectives", 0)]
    assert [points(t, seat)["end"] for seat in range(3)] == [1, 0, 0]


@rule("UV-592")
def test_health_comes_before_the_round() -> None:
    t = round_starts(9, health=9)
    t.state.tiles[8] = 1  # a space with a health icon
    t.dice(star=[1, 1], sun=[0], moon=[0]).start()
    assert t.told("end_triggered", "reason") == ["zheng_he_dies"]


@rule("UV-592")
def test_at_the_same_moment_players_from_the_first_one_in_the_administration_phase() -> None:
    """The Mongol campaign brings two players to 15 and 15."""
    t = round_starts(6, seats=3, order=[2, 1, 0], p0="14 prestige, 15 profit", p1="14 prestige, 15 profit")
    t.dice(star=[1, 1], sun=[1, 0], moon=[0]).start()
    assert t.told("end_triggered", "reason", "seat") == [("full_tracks", 1)]


@rule("UV-602", "UV-232")
def test_leaders_are_looked_at_once_more_at_the_end_of_the_final_round() -> None:
    t = round_starts(9, p1="2 prestige", objectives=["obj_19"]).dice(sun=[0], moon=[0], star=[1]).start()
    t.state.objective_round[t.state.c.objective_ids.index("obj_19")] = 8
    for seat in (0, 1):
        t.do(seat, *REST)
    assert t.completed(1) == ["obj_19"]
    assert points(t, 1)["objectives"] == 2


# --- the score


@rule("UV-594")
@pytest.mark.parametrize(
    ("ending", "by", "end"), [(END_TRACKS, 0, 1), (END_OBJECTIVES, 0, 1), (END_OBJECTIVES, 1, 0), (END_ROUNDS, -1, 0)]
)
def test_the_sum_of_all_sources(ending: int, by: int, end: int) -> None:
    t = scored(
        ending,
        by,
        seats=3,
        p0="9 prestige, 7 profit",
        completed={0: ["obj_I", "obj_15"]},
        story={"mainland_sea": {0: 3}, "arabia": {0: 2, 1: 5}},
        docked=[0, 1],
        tower=[0, 0, 1],
    )
    assert points(t, 0) == {"tracks": 7, "objectives": 6, "story": 5, "docks": 2, "tower": 2, "end": end}
    assert t.outcome.scores[0] == 22 + end


@rule("UV-594", "UV-240")
def test_private_objectives_that_are_not_completed_count_for_nothing() -> None:
    assert scored(private={0: ["obj_9", "obj_4"]}).outcome.scores == [0, 0]


@rule("UV-596")
@pytest.mark.parametrize(
    ("mine", "others", "vp"),
    [
        (1, {}, 1),  # the top value of 5 is capped by the space
        (4, {1: 3}, 4),
        (5, {1: 3}, 5),
        (8, {1: 7}, 5),
        (3, {1: 4}, 2),
        (1, {1: 4}, 1),
        (0, {1: 4}, 0),
    ],
)
def test_story_tracks(mine: int, others: dict[int, int], vp: int) -> None:
    t = scored(seats=4, story={"east_africa": {0: mine, **others}})
    assert points(t, 0)["story"] == vp


@rule("UV-596")
def test_the_values_of_each_track() -> None:
    for region, top, low in [
        ("mainland_sea", 3, 1), ("majapahit", 3, 1), ("burma_bengal", 4, 1), ("south_india_ceylon", 4, 2),
        ("arabia", 5, 2), ("east_africa", 5, 2),
    ]:  # fmt: skip
        t = scored(seats=4, story={region: {0: 8, 1: 7, 2: 6}})
        assert t.outcome.detail["story"] == [{region: top}, {region: low}, {region: low}, {}]


@rule("UV-598")
@pytest.mark.parametrize(
    ("position", "placings"),
    [
        ({}, [1, 1]),  # shared
        ({"ships": {0: "champa, malacca", 1: "champa"}}, [1, 2]),
        ({"ships": {0: "champa, home", 1: "champa"}}, [1, 1]),
        ({"depots": {"champa": 1}}, [2, 1]),
        ({"p0": "2 kilns, 1 camps"}, [1, 1]),
        ({"markers": {"champa": 0, "malacca": 1, "kotte": 1}}, [2, 1]),
    ],
)
def test_ties_go_to_the_greater_presence(position: dict[str, Any], placings: list[int]) -> None:
    assert scored(**position).outcome.placings == placings


@rule("UV-598")
def test_more_points_beat_presence() -> None:
    t = scored(seats=3, p0="1 prestige, 1 profit", depots={"champa": 1, "malacca": 1, "kotte": 2})
    assert t.outcome.placings == [1, 2, 3]


@rule("UV-600")
@pytest.mark.parametrize(
    ("first", "second", "flag"),
    [(15, 15, False), (31, 16, True), (30, 16, False), (31, 15, False)],
)
def test_overall_victory(first: int, second: int, flag: bool) -> None:
    """Tower levels and tracks make up the points."""
    done = ["obj_I", "obj_III", "obj_2", "obj_9", "obj_1"]  # 4 + 4 + 4 + 4 + 5 = 21
    t = Table(base(seats=4))
    for seat in (2, 3):
        t.state.players[seat].track = [15, 15]
    t.state.tower = [2, 2, 3, 3]
    ids = t.state.c.objective_ids
    t.state.players[0].completed = [ids.index(o) for o in done] if first > 15 else []
    rest = first - (21 if first > 15 else 0)
    t.state.players[0].track = [rest, rest]
    t.state.players[1].track = [min(15, second)] * 2
    if second > 15:
        t.state.tower.append(1)
    finish(t.state, t._ctx())
    assert t.outcome.scores == [first, second, 17, 17]
    assert t.outcome.detail["overall_victory"] is flag
