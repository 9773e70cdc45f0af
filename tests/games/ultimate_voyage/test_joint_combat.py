"""Joint combat (RULES.md, section 16)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ultimate_voyage.table import Table, table

rule = pytest.mark.rule


def declared(port: str = "kotte", strength: int = 4, **position: Any) -> Table:
    """Seat 0 has declared an attack; whom it invites is asked next. All ships of the others are there."""
    ships = {0: port, 1: port, 2: port, 3: port, **position.pop("ships", {})}
    position = {"seats": 4, "dials": (strength - 2, 1, -1), **position}
    t = table(ships=ships, **position)
    return t.do(0, f"action combat sun {port}", f"attack {port} {strength}")


@rule("UV-456")
def test_whom_the_initiator_may_invite() -> None:
    t = declared(ships={2: "calicut"}, unused={3: ""})
    assert t.asked == {0: "invite"}
    assert t.options(0) == ["invite ", "invite 1"]


@rule("UV-456")
def test_any_part_of_those_there_can_be_invited() -> None:
    t = declared()
    assert len(t.options(0)) == 8
    assert {text.removeprefix("invite ") for text in t.options(0)} == {
        "", "1", "2", "3", "1 2", "1 3", "2 3", "1 2 3"
    }  # fmt: skip


@rule("UV-456")
def test_without_others_nobody_is_asked() -> None:
    t = table(ships={0: "kotte"}, dials=(6, 0, 0)).dice(moon=[0])
    t.do(0, "action combat sun kotte", "attack kotte 8")
    assert t.asked == {0: "split_points"}


@rule("UV-456", "UV-462")
def test_an_invitation_binds_the_initiator_even_when_all_decline() -> None:
    t = declared(p0="3 troops").do(0, "invite 1").do(1, "join_reply no join")
    assert t.asked == {0: "action_step"}
    assert t.kinds(0) == {"resource", "attack"}  # neither the end nor anything else
    t.do(0, "resource", "resource")
    assert t.options(0, "attack") == [f"kotte {n}" for n in range(6, 0, -1)]
    t.dice(moon=[0]).do(0, "attack kotte 6")
    assert t.event("combat_result")["strength"] == [6]
    assert (t.unused(1), t.res(1)) == (["sun", "moon", "star"], (0, 0))


@rule("UV-456")
def test_an_empty_invitation_lets_the_commitment_stand() -> None:
    t = declared(p0="3 troops").dice(moon=[0]).do(0, "invite ")
    assert t.event("combat_result")["strength"] == [4]
    assert t.event("combat_result")["result"] == "lost"


@rule("UV-458")
def test_replies_come_in_turn_order_from_the_initiator_on() -> None:
    t = table(seats=4, order=[2, 0, 3, 1], ships=dict.fromkeys(range(4), "kotte"), dials=(2, 1, -1))
    t.do(2, "forfeit sail sun", "forfeit_gain 2 0").do(0, "action combat sun kotte", "attack kotte 4", "invite 1 2 3")
    assert t.asked == {3: "join_reply"}
    t.do(3, "join_reply join sun")
    assert t.told("committed", "seat", "strength") == [(3, 4)]  # known before the next one answers
    assert t.asked == {1: "join_reply"}
    t.do(1, "join_reply no join")
    assert t.asked == {2: "join_reply"}
    assert t.options(2) == ["join_reply no join", "join_reply join moon", "join_reply join star"]


@rule("UV-458", "UV-460")
def test_a_joiner_commits_all_his_strength_and_does_nothing_else() -> None:
    t = declared(
        p1="4 troops, 1 R",
        characters={1: "commander"},
        depots={"kotte": 1},
        cards={1: "sail trade combat explore diplomacy"},
    )
    t.do(0, "invite 1").do(1, "join_reply join moon")
    # Position 3, dial 1, Commander 2, depot 2.
    assert t.left() == (6, 2)
    assert t.kinds(1) == {"resource", "knowledge", "commit"}
    t.do(1, "resource", "knowledge", "commit")
    assert t.told("committed", "seat", "strength") == [(1, 10)]
    assert t[1] == "3 troops"
    assert t.player(1).marks == 1 << 1


@rule("UV-460", "UV-304")
def test_a_joiners_used_card_gives_no_position() -> None:
    t = declared(marks={1: "combat"})
    t.do(0, "invite 1").do(1, "join_reply join moon")
    assert t.told("committed", "seat", "strength") == [(1, 1)]


@rule("UV-458", "UV-460")
def test_a_joiner_never_harms() -> None:
    t = declared(marks={1: "combat"}).do(0, "invite 1").do(1, "join_reply join star")
    assert t.told("committed", "seat", "strength") == [(1, 0)]


@rule("UV-460", "UV-316")
def test_a_joiners_waiting_penalty_counts() -> None:
    t = table(
        seats=4,
        wind="gray",
        order=[1, 0, 2, 3],
        ships={0: "kotte", 1: "samudera"},
        deck=[32],
        dials=(1, 5, 0),
    )
    t.do(1, "action sail sun samudera", "board flagship", "sail kotte", "end_route", "encounter_option visit").end(1)
    t.do(0, "action combat moon kotte", "attack kotte 7", "invite 1").do(1, "join_reply join moon")
    assert t.told("committed", "seat", "strength") == [(1, 5)]  # 2 + 5 - 2
    assert t.held(1) == []


@rule("UV-462", "UV-318")
def test_the_initiator_adds_points_after_the_answers_and_commits() -> None:
    t = declared(p0="9 troops").do(0, "invite 1").do(1, "join_reply join moon")
    t.do(0, "resource")
    assert t.left() == (5, 0)
    t.dice(moon=[0]).do(0, "attack kotte 2")  # 2 + 3 = 5: a draw
    assert t.event("combat_result") == {
        "port": "kotte", "seats": [0, 1], "strength": [2, 3], "opponent": 5, "result": "draw"
    }  # fmt: skip
    assert (t.aff("kotte"), t[0], t[1]) == (0, "8 troops", "")
    assert "resource" not in t.kinds(0)


@rule("UV-464")
def test_success_pays_all_in_order_and_the_marker_is_the_initiators() -> None:
    t = declared(upgraded={2: "combat"}, story={"south_india_ceylon": {3: 1}}, objectives=["obj_13"])
    t.state.players[2].wins[3] = 1  # one win after the reveal
    t.do(0, "invite 1 2").do(1, "join_reply join moon").do(2, "join_reply join moon")
    t.dice(moon=[1]).do(0, "attack kotte 4")
    assert (t.aff("kotte"), t.marker("kotte")) == (3, 0)
    assert [p.wins[3] for p in t.state.players] == [1, 1, 2, 0]  # before any points
    t.do(0, "split_points 1 1").do(1, "split_points 0 2")
    assert t.options(2) == ["split_points 3 0", "split_points 2 1", "split_points 1 2", "split_points 0 3"]
    t.do(2, "split_points 3 0")
    # 2 story points each for strength 5, the initiator first; a space that is taken is skipped.
    assert [t.story("south_india_ceylon", seat) for seat in range(4)] == [3, 4, 5, 1]
    assert [t.tracks(seat) for seat in range(4)] == [(1, 1), (0, 2), (3, 0), (0, 0)]
    assert t.completed(2) == ["obj_13"]
    order = [(e["type"], e["seat"]) for e in t.events("track", "story")]
    assert order == [("track", 0), ("track", 0), ("story", 0), ("track", 1), ("story", 1), ("track", 2), ("story", 2)]


@rule("UV-466", "UV-448")
def test_failure_costs_everybody_the_full_shortfall() -> None:
    t = declared(p0="3 troops", p1="1 troops, 2 porcelain", p2="1 prestige", affiliation={"kotte": 0, "calicut": 1})
    t.do(0, "invite 1 2").do(1, "join_reply join star", "commit").do(2, "join_reply join star")
    t.dice(moon=[3]).do(0, "attack kotte 4")  # 4 + 1 + 1 = 6 against 8
    assert t.asked == {0: "retreat"}
    t.do(0, "retreat").do(1, "retreat calicut")
    assert t.told("combat_loss", "seat", "troops", "porcelain", "prestige", "humiliating") == [
        (0, 2, 0, 0, False),
        (1, 1, 2, 0, False),
        (2, 0, 0, 1, True),
    ]
    assert [t.ships(seat) for seat in range(4)] == ["kotte", "calicut", "calicut", "kotte"]
    assert t.aff("kotte") == -2


@rule("UV-468", "UV-290")
def test_joining_uses_up_the_dial_out_of_turn() -> None:
    t = declared(unused={1: "moon"}).do(0, "invite 1").do(1, "join_reply join moon")
    t.dice(moon=[0]).do(0, "attack kotte 4", "split_points 2 0").do(1, "split_points 2 0")
    t.end(0)
    assert t.unused(1) == []
    assert t.asked == {2: "turn"}


@rule("UV-470")
@pytest.mark.parametrize(("attacks", "invited"), [("kotte", True), ("calicut", False), ("calicut, kotte", True)])
def test_only_who_must_fight_this_very_port_may_join_with_something_pending(attacks: str, invited: bool) -> None:
    t = table(
        ships={0: "kotte", 1: "kotte, calicut"},
        attacks={1: attacks},
        affiliation={"kotte": -2, "calicut": -2},
        dials=(4, 1, 0),
    )
    t.dice(moon=[0]).do(0, "action combat sun kotte", "attack kotte 6")
    if not invited:
        assert t.asked == {0: "split_points"}
        return
    assert t.options(0) == ["invite ", "invite 1"]
    t.do(0, "invite 1").do(1, "join_reply join moon").do(0, "attack kotte 6")
    assert "kotte" not in t.attacks(1)
    assert t.attacks(1) == (["calicut"] if "calicut" in attacks else [])


@rule("UV-470")
def test_a_seat_that_must_stay_at_peace_cannot_join() -> None:
    t = table(
        wind="gray",
        order=[1, 0],
        ships={0: "palembang", 1: "malacca"},
        dials=(1, 5, 0),
        deck=[10],
    )
    t.do(1, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option stay").end(1)
    t.dice(moon=[0]).do(0, "action combat moon palembang", "attack palembang 7")
    assert t.asked == {0: "split_points"}


@rule("UV-198", "UV-456")
def test_returned_ships_fight_no_more() -> None:
    t = declared(ships={1: "home", 2: "home", 3: "kotte"})
    assert t.options(0) == ["invite ", "invite 3"]
