"""Objective cards: each of the 23, revealing, claiming, private ones (RULES.md, section 10)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ultimate_voyage.feats import (
    IDS,
    MET,
    POINTS,
    QUIET,
    C,
    after_exploring,
    ally,
    play,
    regions,
    with_decks,
)
from tests.games.ultimate_voyage.table import new_game, round_starts, table
from ultimate_voyage.names import ZONES
from ultimate_voyage.objectives import show, usable

rule = pytest.mark.rule


@rule("UV-214", "UV-213")
@pytest.mark.parametrize("objective", [o for o in IDS if o not in ("obj_19", "obj_20", "obj_11")])
def test_a_public_objective_is_claimed_as_soon_as_it_is_met(objective: str) -> None:
    position, moves = MET[objective]
    t = play(objective, position, moves)
    assert t.completed(0) == [objective]
    vp = POINTS[objective.removeprefix("obj_")]
    assert t.event("objective_claimed") == {"seat": 0, "objective": objective, "points": vp, "private": False}
    assert t.state.display == []


def fewer(objective: str) -> dict[str, Any]:
    """The same position without one of the things that count."""
    position = dict(MET[objective][0])
    if "deeds" in position:
        position["deeds"] = {}
    elif len(position.get("goods", {}).get(0, [])) > 0 and objective != "obj_18":
        position["goods"] = {0: position["goods"][0][1:]}
    elif objective in ("obj_4", "obj_5"):
        position["depots"] = {}
    elif objective == "obj_9":
        position["markers"] = {"palembang": 0}
    elif objective == "obj_10":
        position["story"] = {"east_africa": {0: 1}}
    elif objective == "obj_17":
        position["explored"] = {0: "palembang, mecca"}
    elif objective == "obj_15":
        position["dials"] = (8, 0, 0)  # 10, which is not above 10
    return position


@rule("UV-214", "UV-234", "UV-236", "UV-238")
@pytest.mark.parametrize("objective", [o for o in IDS if o not in ("obj_11", "obj_18", "obj_19", "obj_20")])
def test_one_step_short_is_not_enough(objective: str) -> None:
    t = play(objective, fewer(objective), MET[objective][1])
    assert t.completed(0) == []
    assert [IDS[o] for o in t.state.display] == [objective]


@rule("UV-212")
@pytest.mark.parametrize(("objective", "stage"), [("obj_I", 2), ("obj_II", 1), ("obj_4", 1), ("obj_17", 3)])
def test_how_far_each_seat_is_can_be_seen(objective: str, stage: int) -> None:
    t = play(objective, fewer(objective), MET[objective][1])
    for seat in (0, 1, None):
        shown = t.view(seat).display[0]
        assert (shown.objective, shown.progress) == (objective, [stage, 0, 0, 0])


@rule("UV-222", "UV-214")
def test_find_the_deposed_emperor() -> None:
    """Six ports of the three regions explored since the reveal, most of them by one player."""
    position, moves = MET["obj_11"]
    t = after_exploring(table(seats=4, objectives=["obj_11"], **position))
    t.do(0, *moves, "take_token B")
    assert t.completed(0) == ["obj_11"]
    # The same ports explored before the reveal do not count.
    t = table(
        seats=4, objectives=["obj_11"], explored={0: "ayutthaya, surabaya, pegu", 1: "malacca, palembang"}, **position
    )
    t.do(0, *moves, "take_token B")
    assert t.completed(0) == []
    # A tie is nobody's.
    t = after_exploring(table(seats=4, objectives=["obj_11"], **position))
    for port in ("ayutthaya", "surabaya"):
        t.state.stamp += 1
        t.state.players[1].explored[ZONES.index(port)] = t.state.stamp
    t.do(0, *moves, "take_token B")
    assert t.completed(0) == []


@rule("UV-214")
def test_who_is_first_has_it_alone() -> None:
    t = play("obj_15", *MET["obj_15"])
    t.end(0)
    t.state.players[1].dials = [9, 0, 0]
    t.do(1, "action combat sun nanjing")
    assert (t.completed(0), t.completed(1)) == (["obj_15"], [])


@rule("UV-214")
def test_several_seats_at_the_same_moment_the_first_from_the_active_one() -> None:
    """A joint win is the second one of both."""
    t = table(
        seats=4,
        order=[1, 3, 0, 2],
        ships=dict.fromkeys(range(4), "kotte"),
        dials=(3, 1, 0),
        objectives=["obj_13"],
    )
    for seat in (0, 1, 3):
        t.state.players[seat].wins = regions(burma_bengal=1)
    t.do(1, "forfeit sail sun", "forfeit_gain 2 0").dice(moon=[0])
    t.do(3, "action combat sun kotte", "attack kotte 5", "invite 0 1")
    t.do(0, "join_reply join moon").do(1, "join_reply join moon").do(3, "attack kotte 5")
    assert t.completed(3) == ["obj_13"]
    assert t.told("objective_claimed", "seat") == [3]


@rule("UV-213")
def test_what_was_claimed_stays_claimed() -> None:
    """Collector is met with the sixth icon; a courier then carries one of them away."""
    t = table(
        seats=4,
        ships={0: "hormuz"},
        goods={0: ["se10", "se03", "mj05", "ar16", "se17"]},
        bazaar={"hormuz": ["ar11"]},
        p0="9 profit",
        dials=(0, 0, 0),
        objectives=["obj_12", "obj_18"],
    )
    t.do(0, "action trade sun hormuz", "trade ar11")
    assert t.completed(0) == ["obj_12"]
    t.do(0, "courier se10 public").end(0)
    assert t.completed(0) == ["obj_12", "obj_18"]


@rule("UV-216")
def test_perfect_cards_count_deeds_before_the_reveal_and_present_ones_only_later_deeds() -> None:
    for objective, met in (("obj_III", True), ("obj_1", False)):
        region = "mainland_sea" if objective == "obj_III" else "arabia"
        port = "malacca" if objective == "obj_III" else "aden"
        position, moves = ally(port)
        t = table(seats=4, **position)
        t.state.players[0].firsts = regions(**{region: 1})  # done before the card is shown
        t.state.objectives_out.remove(IDS.index(objective))
        show(t.state, QUIET, IDS.index(objective))
        t.do(0, *moves)
        assert t.completed(0) == ([objective] if met else [])


# --- the display


@rule("UV-210")
def test_three_cards_one_of_each_category() -> None:
    for seats, mode in ((2, "full"), (3, "full"), (4, "full"), (2, "quick"), (4, "quick"), (1, "solo")):
        t = new_game(seats, mode, dice={"sun": [0, 0], "moon": [0], "star": [1]} if mode == "solo" else None)
        assert [C.objectives[o].deck for o in t.state.display] == [0, 1, 2]


@rule("UV-218")
def test_the_missing_category_is_drawn() -> None:
    position, moves = MET["obj_15"]
    t = table(
        objectives=["obj_I", "obj_4", "obj_15"],
        **with_decks(yellow=["obj_2"], red=["obj_5"], gray=["obj_9"]),
        **position,
    )
    t.do(0, *moves)
    assert [IDS[o] for o in t.state.display] == ["obj_I", "obj_4", "obj_9"]
    assert t.event("objective_revealed") == {"objective": "obj_9"}


@rule("UV-218")
def test_from_an_empty_deck_the_first_player_turns_to_another() -> None:
    position, moves = MET["obj_15"]
    t = table(
        order=[1, 0],
        objectives=["obj_I", "obj_4", "obj_15"],
        **with_decks(yellow=["obj_2"], red=["obj_5"]),
        **position,
    )
    t.do(1, "forfeit sail sun", "forfeit_gain 2 0").do(0, *moves)
    assert t.asked == {1: "refill_deck"}
    assert t.options(1) == ["refill_deck yellow", "refill_deck red"]
    t.do(1, "refill_deck red")
    assert [IDS[o] for o in t.state.display] == ["obj_I", "obj_4", "obj_5"]
    assert t.asked == {0: "action_step"}


@rule("UV-218")
def test_without_a_card_left_the_display_stays_short() -> None:
    position, moves = MET["obj_15"]
    t = table(objectives=["obj_I", "obj_4", "obj_15"], **position).do(0, *moves)
    assert [IDS[o] for o in t.state.display] == ["obj_I", "obj_4"]
    assert t.asked == {0: "action_step"}


@rule("UV-220")
def test_a_card_that_is_met_already_is_discarded_when_revealed() -> None:
    position, moves = MET["obj_15"]
    t = table(
        objectives=["obj_I", "obj_4", "obj_15"],
        **with_decks(gray=["obj_17", "obj_16"]),
        **position,
        explored={1: "champa, palembang, kotte"},  # three regions are enough for two players
    )
    t.do(0, *moves)
    assert t.event("objective_discarded") == {"objective": "obj_17", "deck": "gray"}
    assert [IDS[o] for o in t.state.display] == ["obj_I", "obj_4", "obj_16"]


@rule("UV-220")
def test_a_card_on_display_stays_though_it_cannot_be_met_any_more() -> None:
    t = round_starts(9, objectives=["obj_19"], p0="1 porcelain").dice(sun=[0], moon=[0], star=[1]).start()
    assert [IDS[o] for o in t.state.display] == ["obj_19"]


@rule("UV-220", "UV-222")
@pytest.mark.parametrize(
    ("round", "tracks", "usable_cards"),
    [(8, "14 prestige, 14 profit", ["obj_19", "obj_20"]), (8, "15 prestige", ["obj_20"]), (9, "1 prestige", [])],
)
def test_leaders_of_a_round_that_can_still_come(round: int, tracks: str, usable_cards: list[str]) -> None:
    t = table(round=round, p1=tracks)
    assert [o for o in ("obj_19", "obj_20") if usable(t.state, IDS.index(o))] == usable_cards


@rule("UV-222")
def test_no_leader_after_a_trigger_of_the_end_and_none_in_the_last_round_of_the_quick_game() -> None:
    t = table(round=5)
    assert usable(t.state, IDS.index("obj_19"))
    t.state.ending = 3
    assert not usable(t.state, IDS.index("obj_19"))
    for number, good in ((6, True), (7, False)):
        t = table(mode="quick", round=number)
        assert usable(t.state, IDS.index("obj_19")) is good


@rule("UV-222")
@pytest.mark.parametrize(
    ("affiliation", "allied", "firsts", "good"),
    [
        ({}, [], 0, True),
        ({"champa": 3, "ayutthaya": 3, "malacca": 3}, [], 0, False),  # all stand at 3
        ({}, ["champa"], 0, True),  # two ports are left
        ({}, ["champa", "ayutthaya"], 0, False),
        ({}, ["champa", "ayutthaya"], 1, True),  # one seat needs only one more
        ({}, ["champa", "ayutthaya", "malacca"], 1, False),
    ],
)
def test_first_tributaries_that_can_still_come(
    affiliation: dict[str, int], allied: list[str], firsts: int, good: bool
) -> None:
    t = table(affiliation=affiliation)
    for port in allied:
        t.state.allied[ZONES.index(port)] = 1
    t.state.players[1].firsts[0] = firsts
    assert usable(t.state, IDS.index("obj_III")) is good


@rule("UV-222")
def test_everything_else_counts_as_achievable() -> None:
    """Three explorations are left of the six that Find the Deposed Emperor needs; it stays usable."""
    t = table(seats=4, round=9)
    everything = [i for i, o in enumerate(IDS) if o not in ("obj_19", "obj_20")]
    assert all(usable(t.state, o) for o in everything)


@rule("UV-224")
@pytest.mark.parametrize(("objective", "ports"), [("obj_III", ["champa", "ayutthaya"]), ("obj_1", ["hormuz", "mecca"])])
def test_a_card_whose_ports_are_all_at_3_leaves_unclaimed(objective: str, ports: list[str]) -> None:
    last = "malacca" if objective == "obj_III" else "aden"
    t = table(
        seats=4,
        ships={0: last},
        affiliation={last: 2, **dict.fromkeys(ports, 3)},
        objectives=["obj_I", "obj_4", objective],
        dials=(5, 0, 0),
        **with_decks(gray=["obj_16"]),
    )
    t.do(0, f"action diplomacy sun {last}", f"diplomacy {last} 1")
    assert t.event("objective_removed") == {"objective": objective}
    assert [IDS[o] for o in t.state.display] == ["obj_I", "obj_4", "obj_16"]
    assert t.completed(0) == []
