"""The mine phase (RULES.md, section 4)."""

from __future__ import annotations

import pytest

from forge_war.rounds import MARKET, MOVING, ORDER
from tests.games.forge_war.table import Hex, Table

rule = pytest.mark.rule


def stops(t: Table, seat: int, start: Hex) -> set[Hex]:
    """Where an overseer may go."""
    q, r = start
    moves = [move.split() for move in t.options(seat, "move")]
    return {(int(m[3]), int(m[4])) for m in moves if (int(m[1]), int(m[2])) == (q, r)}


@rule("FW-110", "FW-131")
def test_each_player_may_move_one_own_overseer_once() -> None:
    t = Table("normal", 3).order(2, 0, 1).mine(o0=[(-3, 0), (3, 0)], o1=[(0, -3)], o2=[(0, 3)]).at(MOVING)
    assert t.asked == {2: "mine_move"}
    t.refused(2, "move", **{"from": [-3, 0], "to": [-2, 0]})
    t.do(2, "pass")
    assert t.asked == {0: "mine_move"}
    assert {tuple(move.split()[1:3]) for move in t.options(0, "move")} == {("-3", "0"), ("3", "0")}
    t.do(0, "move 3 0 2 0")
    assert t.asked == {1: "mine_move"}
    t.do(1, "pass")
    assert t.asked == {2: "mine_second"}
    assert [(e["seat"], e["kind"], e["gold"]) for e in t.events("passed")] == [
        (2, "mine_move", 0),
        (1, "mine_move", 0),
    ]


@rule("FW-113")
@pytest.mark.parametrize("first", ["pass", "move 0 0 1 0"])
def test_the_first_player_may_move_a_second_time(first: str) -> None:
    t = Table("normal", 2).mine(o0=[(0, 0), (-3, 0)], o1=[(0, 3)]).at(MOVING)
    t.do(0, first).do(1, "pass")
    assert t.asked == {0: "mine_second"}
    assert t.options(0)[0] == "pass"
    same = "1 0" if first != "pass" else "0 0"
    assert {" ".join(move.split()[1:3]) for move in t.options(0, "move")} == {same, "-3 0"}
    t.do(0, next(move for move in t.options(0, "move") if move.startswith(f"move {same} ")))
    assert t.state.order == [1, 0]


@rule("FW-113")
def test_declining_the_second_movement_locks_nobody() -> None:
    t = Table("normal", 2).mine(o0=[(0, 0)], w1=[(2, -2)]).at(MOVING)
    t.do(0, "pass").do(1, "pass").do(0, "pass")
    assert t.state.order == [0, 1]


@rule("FW-116", "FW-119", "FW-128")
def test_an_overseer_moves_along_the_six_lines() -> None:
    t = Table("normal", 2).mine(o0=[(0, 0)]).at(MOVING)
    lines = {(d * q, d * r) for q, r in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)) for d in (1, 2, 3)}
    assert stops(t, 0, (0, 0)) == lines
    t.refused(0, "move", **{"from": [0, 0], "to": [1, 1]})
    t.refused(0, "move", **{"from": [0, 0], "to": [2, -1]})
    t.refused(0, "move", **{"from": [0, 0], "to": [0, 0]})


@rule("FW-122")
@pytest.mark.parametrize(
    ("workers", "last"),
    [
        ([(-2, 0)], (-1, 0)),
        ([(-2, 0), (-1, 0), (0, 0), (1, 0)], (2, 0)),
        ([(0, 0)], (1, 0)),
        ([(-2, 0), (0, 0)], (-1, 0)),
        ([(-2, 0), (-1, 0), (0, 0), (1, 0), (2, 0)], (3, 0)),
        ([(-2, 0), (-1, 0), (0, 0), (1, 0), (2, 0), (3, 0)], None),
    ],
)
def test_one_run_of_workers_may_be_passed(workers: list[Hex], last: Hex | None) -> None:
    t = Table("normal", 2).mine(o0=[(-3, 0)], w0=workers[::2], w1=workers[1::2]).at(MOVING)
    free: list[Hex] = [(q, 0) for q in range(-2, workers[0][0])]
    expected = set(free) | ({last} if last is not None else set())
    assert {stop for stop in stops(t, 0, (-3, 0)) if stop[1] == 0} == expected


@rule("FW-122", "FW-125")
@pytest.mark.parametrize(
    ("seats", "own", "others", "workers", "expected"),
    [
        (2, [], [(0, 0)], [], [(-2, 0), (-1, 0)]),
        (2, [(0, 0)], [], [], [(-2, 0), (-1, 0)]),
        (2, [], [(0, 0)], [(-1, 0)], [(-2, 0)]),
        (2, [], [(-2, 0)], [], []),
        (2, [], [], [(2, 0), (3, 0)], [(-2, 0), (-1, 0), (0, 0), (1, 0)]),
        (4, [], [], [(2, 0), (3, 0)], [(-2, 0), (-1, 0), (0, 0), (1, 0), (4, 0)]),
        (4, [], [(4, 0)], [(2, 0), (3, 0)], [(-2, 0), (-1, 0), (0, 0), (1, 0)]),
    ],
)
def test_overseers_and_the_edge_stop_a_movement(
    seats: int, own: list[Hex], others: list[Hex], workers: list[Hex], expected: list[Hex]
) -> None:
    t = Table("normal", seats).mine(o0=[(-3, 0), *own], o1=others, w1=workers).at(MOVING)
    assert {stop for stop in stops(t, 0, (-3, 0)) if stop[1] == 0 and stop[0] > -3} == set(expected)


@rule("FW-131")
def test_who_cannot_move_passes() -> None:
    t = Table("normal", 2).mine(o0=[(3, 0)], o1=[(2, 0), (3, -1), (2, 1)]).at(MOVING)
    assert t.options(0) == ["pass"]


@rule("FW-134", "FW-146")
def test_the_hex_left_gets_a_worker_that_yields() -> None:
    t = Table("normal", 2).mine({(0, 0): "emerald", (1, 0): "iron", (2, 0): "iron"}, o0=[(0, 0)]).at(MOVING)
    t.do(0, "move 0 0 2 0")
    assert [t.piece((q, 0)) for q in range(3)] == ["w0", "", "o0"]
    assert (t[0], t.state.workers) == ("1 emerald", [1, 0])
    assert t.events("overseer_moved") == [
        {"colour": 0, "from": [0, 0], "to": [2, 0], "passed": [], "resources": {"0": {"emerald": 1}}}
    ]


@rule("FW-137", "FW-146")
def test_workers_of_others_become_the_movers() -> None:
    ore = {(-3, 0): "copper", (-2, 0): "iron", (-1, 0): "emerald"}
    t = Table("normal", 3).mine(ore, o0=[(-3, 0)], w1=[(-2, 0)], w2=[(-1, 0)]).at(MOVING)
    t.do(0, "move -3 0 0 0")
    assert [t.piece((q, 0)) for q in range(-3, 1)] == ["w0", "w0", "w0", "o0"]
    assert [e["hex"] for e in t.events("overseer_moved")[0]["passed"]] == [[-2, 0], [-1, 0]]
    assert (t[0], t[1], t[2]) == ("1 copper, 1 iron, 1 emerald", "", "")
    assert t.state.workers == [3, 0, 0]


@rule("FW-140")
@pytest.mark.parametrize(
    ("order", "workers", "to"),
    [
        ([0, 1, 2], [2, 1], 2),
        ([0, 1, 2], [1, 2], 1),
        ([0, 1, 2], [1, 1], 1),
        ([0, 2, 1], [1, 1], 2),
        ([2, 1, 0], [0, 0], 2),
    ],
)
def test_an_own_worker_defects_to_the_other_with_the_fewest(order: list[int], workers: list[int], to: int) -> None:
    spots: list[Hex] = [(0, 3), (2, -2), (-3, 3), (3, -3)]
    t = Table("normal", 3).order(*order)
    t.mine({(-2, 0): "emerald"}, o0=[(-3, 0)], w0=[(-2, 0)], w1=spots[: workers[0]], w2=spots[2 : 2 + workers[1]])
    t.at(MOVING, order.index(0)).do(0, "move -3 0 -1 0")
    assert t.piece((-2, 0)) == f"w{to}"
    assert t[to] == "1 emerald"


@rule("FW-140", "FW-143")
def test_the_mover_is_not_considered_though_having_the_fewest() -> None:
    t = Table("normal", 2).mine(o0=[(-3, 0)], w0=[(-2, 0)], w1=[(0, 2), (2, 0), (2, -2)]).at(MOVING)
    t.do(0, "move -3 0 -1 0")
    assert t.state.workers == [1, 4]


@rule("FW-143")
def test_each_defection_counts_for_the_next() -> None:
    """Colour 1 has none and colour 2 one: the first goes to 1, the tie then to the earlier, and so on."""
    t = Table("normal", 3).order(0, 2, 1).mine(o0=[(-3, 0)], w0=[(-2, 0), (-1, 0), (0, 0)], w2=[(0, 3)])
    t.at(MOVING).do(0, "move -3 0 1 0")
    assert [passed["colour"] for passed in t.events("overseer_moved")[0]["passed"]] == [1, 2, 1]


@rule("FW-143")
def test_a_conversion_counts_for_the_defection_after_it() -> None:
    """Colour 1 has two, colour 2 one; after one of colour 1 is converted the tie goes to the earlier, 1."""
    for first, to in ((1, 1), (2, 2)):
        t = Table("normal", 3).mine(
            o0=[(-3, 0)],
            w0=[(-1, 0)],
            w1=[(2, -2), (-2, 0)] if first == 1 else [(2, -2), (3, -3)],
            w2=[(0, 3)] if first == 1 else [(-2, 0)],
        )
        t.at(MOVING).do(0, "move -3 0 0 0")
        assert t.piece((-1, 0)) == f"w{to}"


@rule("FW-149")
def test_workers_yield_nothing_at_any_other_time() -> None:
    t = Table("normal", 2).mine({(0, 0): "iron"}, w0=[(0, 0)], w1=[(2, 0)], o0=[(3, -3)]).at(MOVING)
    t.do(0, "pass").do(1, "pass").do(0, "pass")
    while t.state.round == 1:
        seat = min(t.asked)
        t.do(seat, "done" if t.asked[seat] == "manage" else "close" if t.asked[seat] == "round_close" else "pass")
    assert [t[0], t[1]] == ["1 gold", "1 gold"]


STRIP: list[Hex] = [(-3, 1), (-3, 2), (-2, 2), (-1, 2)]  # joined with (-3, 0)


@rule("FW-152", "FW-155")
@pytest.mark.parametrize(("others", "left"), [(3, 4), (4, 0)])
def test_five_connected_workers_strike(others: int, left: int) -> None:
    t = Table("normal", 2).mine({(-3, 0): "iron"}, o0=[(-3, 0)], w0=STRIP[:others], w1=[(3, 0)]).at(MOVING)
    t.do(0, "move -3 0 0 0")
    assert t.state.workers == [left, 1]
    assert t[0] == "1 iron"
    assert len(t.events("strike")) == (left == 0)


@rule("FW-152")
def test_workers_that_only_lie_on_a_line_are_not_connected() -> None:
    apart: list[Hex] = [(-3, 2), (-1, 0), (-1, 2), (1, 0), (1, -2)]
    t = Table("normal", 2).mine(o0=[(-3, 0)], w0=apart).at(MOVING).do(0, "move -3 0 -2 0")
    assert t.state.workers == [6, 0]


@rule("FW-152")
def test_groups_of_two_colours_strike_at_once() -> None:
    """The worker left behind completes one group, the worker that defects the other."""
    t = Table("normal", 2).mine(
        {(0, 0): "iron", (1, 0): "emerald"},
        o0=[(0, 0)],
        w0=[(1, 0), (-1, 0), (-2, 0), (-3, 0), (-3, 1), (0, 3)],
        w1=[(2, -1), (2, -2), (2, -3), (3, -3)],
    )
    t.at(MOVING).do(0, "move 0 0 2 0")
    assert {e["colour"]: len(e["hexes"]) for e in t.events("strike")} == {0: 5, 1: 5}
    assert ([t[0], t[1]], t.state.workers) == (["1 iron", "1 emerald"], [1, 0])


@rule("FW-155", "FW-465", "FW-468")
def test_strikes_are_checked_after_a_worker_movement() -> None:
    t = Table("normal", 2).face(None, None, None, "shift_swap_1").pool(0, "9 gold")
    t.mine({(-3, 0): "emerald"}, w1=[*STRIP, (3, 0)]).at(MARKET)
    t.do(0, "bazaar single_a", "pick 3 0")
    assert t.state.workers == [0, 4]
    t.do(0, "put -3 0")
    assert t.state.workers == [0, 0]
    assert t.player(1).res == [0] * 6
    moved = t.events("worker_moved")[-1]
    assert moved == {"seat": 0, "colour": 1, "from": [3, 0], "to": [-3, 0]}
    assert len(t.events("strike")) == 1


@rule("FW-158")
def test_a_hex_holds_one_piece() -> None:
    t = Table("normal", 2).face(None, None, None, "shift_swap_1").pool(0, "9 gold")
    t.mine(o0=[(0, 0)], w0=[(1, 0)], w1=[(2, 0)]).at(MARKET).do(0, "bazaar single_a", "pick 1 0")
    puts = t.options(0, "put")
    assert len(puts) == 37 - 3
    assert not {"put 0 0", "put 2 0", "put 1 0"} & set(puts)
    t = Table("normal", 2).mine(o0=[(0, 0)], w1=[(1, 0)]).at(MOVING)
    assert (1, 0) not in stops(t, 0, (0, 0))


@rule("FW-170")
def test_the_order_changes_only_after_the_second_movement() -> None:
    t = Table("normal", 2).mine(o0=[(0, 0)], o1=[(3, 0)]).at(MOVING).do(0, "move 0 0 1 0").do(1, "pass")
    assert t.state.order == [0, 1]
    t.do(0, "pass")
    assert t.state.order == [1, 0]
    assert t.at(ORDER).state.order == [1, 0]
