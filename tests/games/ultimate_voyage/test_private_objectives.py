"""Private objectives, leaders of a round, and objectives in rarer courses of play."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ultimate_voyage.feats import (
    IDS,
    MET,
    POINTS,
    QUIET,
    C,
    explored,
    play,
    regions,
    with_decks,
)
from tests.games.ultimate_voyage.table import Table, new_game, table
from ultimate_voyage.objectives import refill

rule = pytest.mark.rule


# --- private objectives


@rule("UV-226")
def test_only_its_owner_completes_a_private_objective() -> None:
    position, moves = MET["obj_15"]
    position = {"seats": 4, **position}
    t = table(private={1: ["obj_15"]}, **position).do(0, *moves)
    assert (t.completed(0), t.completed(1)) == ([], [])
    t = table(private={0: ["obj_15"]}, **position).do(0, *moves)
    assert t.completed(0) == ["obj_15"]
    assert t.event("objective_claimed")["private"] is True
    assert t.player(0).private == []


@rule("UV-228", "UV-216")
def test_for_a_private_card_deeds_count_from_the_moment_it_was_acquired() -> None:
    t = table(
        seats=4,
        ships={0: "champa"},
        dials=(0, 9, 0),
        p0="1 R, 1 Y, 1 B",
        objectives=["obj_I", "obj_4", "obj_III"],
        **with_decks(gray=["obj_13"]),
    )
    t.state.players[0].wins = regions(burma_bengal=1)
    t.do(0, "action explore sun champa", "private_objective colours ['R', 'Y', 'B'], wild 0")
    assert [IDS[o] for o in t.player(0).private] == ["obj_13"]
    view = t.view(1).players[0].private[0]
    assert view.objective == "obj_13"  # it was shown to all
    t.state.players[0].wins = regions(burma_bengal=2)
    t.state.dirty = True
    t.do(0, "scout_goods ayutthaya")
    assert t.completed(0) == []
    t.state.players[0].wins = regions(burma_bengal=3)
    t.state.dirty = True
    t.do(0, "scout_goods malacca")
    assert t.completed(0) == ["obj_13"]


@rule("UV-228", "UV-532")
def test_a_private_card_is_met_by_what_a_seat_has_already() -> None:
    """A perfect card that nobody had met when it was drawn: the next deed completes it."""
    t = table(
        seats=4,
        ships={0: "champa"},
        dials=(3, 0, 0),
        p0="1 R, 1 Y, 1 B, 1 kilns, 2 camps",
        objectives=["obj_I", "obj_4", "obj_III"],
        **with_decks(red=["obj_5"]),
    )
    t.do(0, "action explore sun champa", "private_objective colours ['R', 'Y', 'B'], wild 0").end(0)
    for seat in (1, 2, 3):
        t.do(seat, "forfeit sail sun", "forfeit_gain 2 0")
    t.state.players[0].dials[1] = 2
    t.do(0, "action combat moon champa", "build kiln")
    assert t.completed(0) == ["obj_5"]


@rule("UV-230")
def test_courier_service_privately_and_in_a_free_trade() -> None:
    t = table(
        seats=4,
        ships={0: "hormuz"},
        goods={0: ["se10", "mj01"]},
        p0="4 profit, 1 Y",
        private={0: ["obj_18"]},
        dials=(0, 0, 0),
    )
    t.do(0, "action explore sun hormuz", "free_action Y 1 hormuz 0")
    assert t.options(0, "courier") == ["se10 private"]  # the spice brings 1 Profit only
    t.do(0, "courier se10 private")
    assert (t.completed(0), t.tracks(0)) == (["obj_18"], (0, 1))


@rule("UV-230", "UV-124")
def test_no_courier_at_a_hostile_port_and_none_without_the_card() -> None:
    t = table(
        seats=4,
        ships={0: "hormuz, aden"},
        affiliation={"hormuz": -2},
        goods={0: ["se10"]},
        upgraded={0: "trade"},
        objectives=["obj_18"],
        dials=(0, 0, 0),
    )
    assert "courier" not in t.do(0, "action trade sun hormuz").kinds(0)
    t = table(seats=4, ships={0: "hormuz"}, goods={0: ["se10"]}, private={1: ["obj_18"]}, dials=(0, 0, 0))
    assert "courier" not in t.do(0, "action trade sun hormuz").kinds(0)


def end_of_round(round: int = 5, revealed: int = 4, objective: str = "obj_19", **position: Any) -> Table:
    """Seat 1 ends the round with its last dial."""
    holder: dict[str, Any] = {} if "private" in position else {"objectives": [objective]}
    t = table(round=round, unused={0: "", 1: "sun"}, **holder, **position)
    t.state.objective_round[IDS.index(objective)] = revealed
    t.dice(star=[1, 1], sun=[0, 0], moon=[0]).do(1, "forfeit sail sun", "forfeit_gain 2 0")
    return t


@rule("UV-232")
@pytest.mark.parametrize(
    ("objective", "p0", "p1", "claimed"),
    [
        ("obj_19", "3 prestige", "2 prestige, 9 profit", True),
        ("obj_19", "3 prestige", "3 prestige", False),
        ("obj_20", "3 profit", "2 profit, 9 prestige", True),
        ("obj_20", "", "", False),
    ],
)
def test_the_leader_at_the_end_of_a_round(objective: str, p0: str, p1: str, claimed: bool) -> None:
    t = end_of_round(objective=objective, p0=p0, p1=p1)
    assert t.completed(0) == ([objective] if claimed else [])
    assert t.completed(1) == []


@rule("UV-232")
def test_not_in_the_round_of_the_reveal() -> None:
    t = end_of_round(revealed=5, p0="3 prestige")
    assert (t.completed(0), t.state.round) == ([], 6)


@rule("UV-232", "UV-228")
def test_a_private_leaders_card_is_its_owners_alone() -> None:
    t = end_of_round(private={0: ["obj_19"]}, p1="3 prestige")
    assert (t.completed(0), t.completed(1)) == ([], [])
    t = end_of_round(private={0: ["obj_19"]}, p0="3 prestige")
    assert t.completed(0) == ["obj_19"]


@rule("UV-232")
def test_a_card_revealed_during_set_up_counts_from_the_first_round_played() -> None:
    yellow, red, gray = C.decks_full[2]
    gray = [IDS.index("obj_19"), *(o for o in gray if o != IDS.index("obj_19"))]
    t = new_game(2, script={"objectives": yellow + red + gray}, dice={"sun": [0], "moon": [0], "star": [1]})
    t.do(1, "choose_character merchant").do(0, "choose_character healer")
    assert [IDS[o] for o in t.state.display] == ["obj_I", "obj_II", "obj_19"]
    t.state.players[1].track = [4, 0]
    for number in (1, 2):
        assert t.completed(1) == []
        for dial in ("sun", "moon", "star"):
            for seat in t.state.turn_order.copy():
                t.dice(sun=[0, 0], moon=[0], star=[1, 1])
                t.do(seat, f"forfeit trade {dial}", "forfeit_gain 0 2")
        assert t.state.round == number + 1
    assert t.completed(1) == ["obj_19"]  # at the end of round 2


@rule("UV-234")
@pytest.mark.parametrize(
    ("seats", "more"), [(2, "champa, palembang"), (3, "champa, palembang, mecca"), (4, "champa, palembang, mecca")]
)
def test_ultimate_explorer_by_number_of_players(seats: int, more: str) -> None:
    position, moves = explored("kotte", explored={0: more}, seats=seats)
    assert play("obj_17", position, moves).completed(0) == ["obj_17"]
    position["explored"] = {0: ", ".join(more.split(", ")[1:])}
    assert play("obj_17", position, moves).completed(0) == []


@rule("UV-236")
def test_show_of_strength_counts_boosts_and_what_was_spent_on_scouting() -> None:
    t = table(
        seats=4,
        ships={0: "champa"},
        dials=(5, 0, 0),
        p0="9 troops, 9 prestige",
        goods={0: ["ea13"]},
        objectives=["obj_15"],
    )
    t.do(0, "action combat sun champa", "scout_goods ayutthaya", "scout_goods malacca", "build kiln")
    assert t.action.total == 7
    t.do(0, "labor", "resource")
    assert (t.action.total, t.completed(0)) == (10, [])
    t.do(0, "resource")
    assert t.completed(0) == ["obj_15"]


@rule("UV-236")
def test_show_of_strength_in_a_free_action_and_in_joint_combat() -> None:
    t = table(seats=4, ships={0: "champa"}, p0="9 Y, 9 porcelain", upgraded={0: "trade"}, objectives=["obj_15"])
    t.do(0, "action explore sun champa", "free_action Y 9 champa 0")
    assert t.completed(0) == []
    t.do(0, "resource")
    assert t.completed(0) == ["obj_15"]
    # In a joint combat each seat's own part counts: 7 and 9 are not above 10 together.
    t = table(seats=4, ships={0: "kotte", 1: "kotte"}, dials=(5, 7, 0), objectives=["obj_15"], p1="9 troops")
    t.do(0, "action combat sun kotte", "attack kotte 7", "invite 1").do(1, "join_reply join moon")
    assert t.completed(1) == []
    t.do(1, "resource", "resource")
    assert t.completed(1) == ["obj_15"]


@rule("UV-238")
def test_through_the_storms_only_without_a_loss_of_prestige() -> None:
    position, moves = MET["obj_16"]
    t = play("obj_16", position, moves, p0="1 prestige")
    assert (t.tracks(0), t.completed(0), t.player(0).storms) == ((0, 0), [], 1)
    # At 0 Prestige nothing is lost.
    t = play("obj_16", position, moves, p0="")
    assert t.completed(0) == ["obj_16"]


@rule("UV-238", "UV-373")
def test_through_the_storms_is_credited_when_the_movement_has_ended() -> None:
    position, moves = MET["obj_16"]
    t = play("obj_16", position, moves[:-1])
    assert t.completed(0) == []
    t.do(0, moves[-1])
    assert t.completed(0) == ["obj_16"]


@rule("UV-240", "UV-586")
def test_a_private_objective_completed_is_one_of_the_four() -> None:
    position, moves = MET["obj_15"]
    t = table(private={0: ["obj_15", "obj_9"]}, completed={0: ["obj_I", "obj_4", "obj_III"]}, **position).do(0, *moves)
    assert t.event("end_triggered") == {"reason": "four_objectives", "seat": 0}
    t.end(0).do(1, "forfeit sail sun", "forfeit_gain 2 0")
    assert t.outcome.detail["objectives"][0] == {"obj_I": 4, "obj_4": 3, "obj_III": 4, "obj_15": 2}


@rule("UV-220")
def test_refilling_passes_over_everything_that_is_not_usable() -> None:
    t = table(round=9, **with_decks(gray=["obj_19", "obj_20"], yellow=["obj_I"], red=["obj_4"]))
    refill(t.state, QUIET)
    assert [IDS[o] for o in t.state.display] == ["obj_I", "obj_4"]


def test_the_points_of_all_objectives() -> None:
    assert {o.no: o.vp for o in C.objectives} == POINTS
