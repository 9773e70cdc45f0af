"""Frames: the running stack, sealed answers, forks, and the end of a match in the middle of things."""

from __future__ import annotations

from itertools import permutations

import pytest

from rulekit.errors import IllegalAction, NotYourDecision
from rulekit.frames import AUTO, MANY, Fork, Frame, Sealed, State, advance, legal, waiting_frame, waiting_seats
from tests.kernel.lab import CTX, LAB, Ask, LabState, Say, Split, Vote, finish, split


def test_automatic_frames_run_in_a_chain_until_a_seat_is_asked() -> None:
    s = LAB.start(Say("one"), Say("two"), Ask(1, ["a", "b"]), Say("three"), Ask(0, ["b", "c"]))
    assert s.said == ["one", "two"]
    assert LAB.asked(s) == {1: ["a", "b"]}
    LAB.take(s, 1, "b")
    assert s.said == ["one", "two", "1 b", "three"]
    assert LAB.asked(s) == {0: ["b", "c"]}
    LAB.take(s, 0, "c")
    assert s.stack == []
    assert LAB.pending(s) == []


def test_a_frame_pushed_by_a_frame_comes_first() -> None:
    s = LAB.start(Say("outer", lambda s: s.stack.append(Say("inner"))), Say("after"), Ask(0, ["a", "b"]))
    assert s.said == ["outer", "inner", "after"]


def test_a_decision_with_one_option_is_carried_out() -> None:
    s = LAB.start(Ask(0, ["a"]), Ask(1, ["b"]), Ask(2, ["a", "b"]))
    assert s.said == ["0 a", "1 b"]
    assert s.answered == [0, 0, 0], "nobody was asked"


def test_a_frame_may_ask_although_there_is_one_option() -> None:
    s = LAB.start(Ask(0, ["a"], always=True))
    assert LAB.asked(s) == {0: ["a"]}
    LAB.take(s, 0, "a")
    assert s.said == ["0 a"]


def test_an_optional_decision_says_so_and_its_default_leaves_it_out() -> None:
    s = LAB.start(Ask(2, ["no", "a"], leave=True), Ask(0, ["a", "b"]))
    d = LAB.decision(s, 2)
    assert (d.kind, d.rule, d.optional) == ("ask", "LAB-10", True)
    assert LAB.default(s, 2) is LAB.pick("no")
    LAB.take(s, 2, "no")
    assert not LAB.decision(s, 0).optional
    assert LAB.default(s, 0) is None


def test_advance_tells_whether_anything_happened() -> None:
    s = LAB.start(Ask(0, ["a", "b"]))
    assert not advance(s, CTX)
    s.stack.append(Say("more"))
    assert advance(s, CTX)
    s.stack.clear()
    assert not advance(s, CTX)


# --- sealed


VOTES = {0: ["a", "b"], 1: ["a", "c"], 2: ["b", "c"]}
PICKS = {0: "b", 1: "a", 2: "c"}


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_sealed_answers_give_one_result_in_every_order(order: tuple[int, ...]) -> None:
    s = LAB.start(Vote(VOTES), Ask(0, ["a", "b"]))
    ids = {d.seat: d.id for d in LAB.pending(s)}
    for n, seat in enumerate(order):
        assert s.said == [], "nothing happens before all answers are in"
        assert waiting_seats(s) == sorted(order[n:])
        assert LAB.decision(s, seat).id == ids[seat] == "vote.0"
        LAB.take(s, seat, PICKS[seat])
    assert s.said == ["votes 0b 1a 2c"]
    assert s.answered == [1, 1, 1]
    assert s.tick == 3


def test_a_sealed_answer_is_final() -> None:
    s = LAB.start(Vote(VOTES))
    LAB.take(s, 1, "c")
    with pytest.raises(NotYourDecision, match="seat 1 has nothing to decide now"):
        LAB.take(s, 1, "a")
    with pytest.raises(NotYourDecision):
        waiting_frame(s, 1)


def test_a_sealed_answer_without_a_choice_is_given_at_once() -> None:
    s = LAB.start(Vote({0: ["a"], 1: ["b", "c"], 2: ["c"]}))
    assert LAB.asked(s) == {1: ["b", "c"]}
    LAB.take(s, 1, "c")
    assert s.said == ["votes 0a 1c 2c"]


def test_a_sealed_frame_without_any_choice_is_revealed_at_once() -> None:
    s = LAB.start(Vote({0: ["a"], 2: ["c"]}), Ask(0, ["a", "b"]))
    assert s.said == ["votes 0a 2c"]


def test_a_sealed_frame_may_ask_for_single_options() -> None:
    s = LAB.start(Vote({0: ["a"], 1: ["b"]}, always=True))
    assert LAB.asked(s) == {0: ["a"], 1: ["b"]}
    LAB.take(s, 1, "b")
    assert s.said == []
    LAB.take(s, 0, "a")
    assert s.said == ["votes 0a 1b"]


def test_a_sealed_frame_hands_its_nature_to_each_seat() -> None:
    s = LAB.start(Vote({0: ["no", "b"], 1: ["no", "c"]}, leave=True))
    d = LAB.decision(s, 1)
    assert (d.kind, d.rule, d.optional) == ("vote", "LAB-20", True)
    assert LAB.default(s, 1) is LAB.pick("no")
    assert waiting_frame(s, 1).ask_single() is False


def test_a_copy_keeps_the_sealed_answers_apart() -> None:
    s = LAB.start(Vote(VOTES))
    LAB.take(s, 0, "a")
    twin = LabState()
    s.copy_kernel(twin)
    LAB.take(twin, 1, "a")
    LAB.take(twin, 2, "b")
    assert twin.said == ["votes 0a 1a 2b"]
    assert waiting_seats(s) == [1, 2]


# --- forks


def two_steps(seat: int) -> list[Frame[LabState]]:
    return [Ask(seat, ["a", "b"]), Ask(seat, ["b", "c"])]


def test_fork_asks_all_seats_side_by_side() -> None:
    s = LAB.start(split({0: two_steps(0), 1: [Say("one"), *two_steps(1)], 2: [Say("two")]}), Say("after"))
    assert s.said == ["one", "two"]
    assert LAB.asked(s) == {0: ["a", "b"], 1: ["a", "b"]}
    LAB.take(s, 1, "a")
    LAB.take(s, 1, "c")
    assert LAB.asked(s) == {0: ["a", "b"]}
    LAB.take(s, 0, "a")
    LAB.take(s, 0, "b")
    assert s.said == ["one", "two", "1 a", "1 c", "0 a", "0 b", "after"]
    assert s.stack == []


ORDERS = sorted(set(permutations([0, 0, 1, 1, 2, 2])))


def test_every_order_of_arrival_gives_the_same_end() -> None:
    ends = set()
    for order in ORDERS:
        s = LAB.start(split({seat: two_steps(seat) for seat in range(3)}), Ask(0, ["a", "b"]))
        for seat in order:
            LAB.take(s, seat, "b")
        assert LAB.asked(s) == {0: ["a", "b"]}
        ends.add((tuple(sorted(s.said)), tuple(s.answered), s.tick))
    assert len(ORDERS) == 90
    assert len(ends) == 1


def test_a_decision_stays_the_same_while_other_seats_act() -> None:
    s = LAB.start(split({0: two_steps(0), 1: two_steps(1)}))
    before = LAB.decision(s, 1).id
    LAB.take(s, 0, "a")
    LAB.take(s, 0, "c")
    LAB.apply(s, 1, before, LAB.pick("a"), CTX)
    assert LAB.decision(s, 1).id != before


def test_a_blocked_frame_waits_for_the_earlier_seats() -> None:
    def later(s: LabState) -> bool:
        return "0 a" not in s.said

    s = LAB.start(split({0: [Ask(0, ["a", "b"], always=True)], 1: [Ask(1, ["b", "c"]), Ask(1, None, wait=later)]}))
    LAB.take(s, 1, "b")
    assert LAB.asked(s) == {0: ["a", "b"]}
    with pytest.raises(NotYourDecision):
        LAB.take(s, 1, "a")
    LAB.take(s, 0, "a")
    assert LAB.asked(s) == {1: ["a", "b", "c"]}


def test_blocked_frames_of_every_sort_wait() -> None:
    def waits(s: LabState) -> bool:
        return "0 a" not in s.said

    class LateSay(Say):
        def blocked(self, s: LabState) -> bool:
            return waits(s)

    class LateVote(Vote):
        def blocked(self, s: LabState) -> bool:
            return waits(s)

    s = LAB.start(split({0: [Ask(0, ["a", "b"])], 1: [LateSay("late")], 2: [LateVote({1: ["a"], 2: ["b"]})]}))
    assert s.said == []
    assert waiting_seats(s) == [0]
    LAB.take(s, 0, "a")
    assert s.said == ["0 a", "late", "votes 1a 2b"]
    assert s.stack == []


def test_a_branch_unblocked_by_a_later_branch_goes_on_in_the_same_step() -> None:
    """Seat 0 waits for what seat 2 does; seat 1 for what seat 0 then does."""
    chain = {
        0: [Ask(0, ["a"], wait=lambda s: "2 b" not in s.said)],
        1: [Ask(1, ["a"], wait=lambda s: "0 a" not in s.said)],
        2: [Ask(2, ["b", "c"])],
    }
    s = LAB.start(split({k: list(v) for k, v in chain.items()}), Say("after"))
    LAB.take(s, 2, "b")
    assert s.said == ["2 b", "0 a", "1 a", "after"]


def test_kept_options_follow_what_other_seats_take() -> None:
    s = LAB.start(split({seat: [Ask(seat, None)] for seat in range(3)}))
    assert LAB.asked(s) == {0: ["a", "b", "c"], 1: ["a", "b", "c"], 2: ["a", "b", "c"]}
    kept = legal(s, 0)
    assert legal(s, 0) is kept, "options are listed once per step"
    LAB.take(s, 1, "b")
    assert LAB.asked(s) == {0: ["a", "c"], 2: ["a", "c"]}
    with pytest.raises(IllegalAction):
        LAB.take(s, 0, "b")
    LAB.take(s, 2, "c")
    assert s.said == ["1 b", "2 c", "0 a"], "one option left: carried out"
    assert s.stack == []


def test_kept_options_follow_an_automatic_branch_of_the_same_step() -> None:
    """Seat 2's move lets seat 1's branch take the last but one thing by itself, after seat 0 was looked at."""
    grab = Ask(1, ["a"], wait=lambda s: "2 no" not in s.said)
    emptied = Say("emptied", lambda s: s.bag.remove("a"))
    s = LAB.start(split({0: [Ask(0, None)], 1: [grab, emptied], 2: [Ask(2, ["no", "c"])]}))
    LAB.take(s, 2, "no")
    assert LAB.asked(s) == {0: ["b", "c"]}


def test_options_of_a_state_without_kept_ones_are_listed_anew() -> None:
    s = LAB.start(Ask(0, ["a", "b"]))
    twin = LabState()
    s.copy_kernel(twin)
    assert legal(twin, 0) == legal(s, 0)


def test_a_branch_may_ask_another_seat() -> None:
    s = LAB.start(split({0: [Ask(1, ["a", "b"]), Ask(0, ["b", "c"])], 1: [Ask(1, ["b", "c"])]}))
    assert LAB.asked(s) == {1: ["b", "c"]}, "the own branch first"
    LAB.take(s, 1, "c")
    assert LAB.asked(s) == {1: ["a", "b"]}
    LAB.take(s, 1, "a")
    assert LAB.asked(s) == {0: ["b", "c"]}
    LAB.take(s, 0, "b")
    assert s.said == ["1 c", "1 a", "0 b"]
    assert s.stack == []


def test_forks_and_sealed_frames_nest() -> None:
    inner = split({0: [Ask(0, ["a", "b"])], 1: [Ask(1, ["a", "b"])]})
    s = LAB.start(split({0: [inner, Say("inner done")], 2: [Vote({2: ["a", "b"], 0: ["b", "c"]})]}), Say("after"))
    assert waiting_seats(s) == [0, 1, 2]
    assert LAB.asked(s) == {0: ["a", "b"], 1: ["a", "b"], 2: ["a", "b"]}
    LAB.take(s, 2, "a")
    LAB.take(s, 0, "a")
    assert LAB.asked(s) == {1: ["a", "b"], 0: ["b", "c"]}
    assert LAB.decision(s, 0).kind == "vote"
    LAB.take(s, 0, "c")
    LAB.take(s, 1, "b")
    assert s.said == ["0 a", "votes 2a 0c", "1 b", "inner done", "after"]
    assert s.stack == []


def test_a_copy_keeps_the_branches_apart() -> None:
    s = LAB.start(split({0: two_steps(0), 1: two_steps(1)}))
    twin = LabState()
    s.copy_kernel(twin)
    LAB.take(twin, 0, "a")
    LAB.take(twin, 0, "b")
    assert waiting_seats(twin) == [1]
    assert waiting_seats(s) == [0, 1]
    LAB.take(s, 0, "b")
    assert len(s.stack[0].branches[0]) == 1  # type: ignore[attr-defined]


# --- the end of the match stops everything


def test_the_end_deep_in_the_stack_stops_everything() -> None:
    s = LAB.start(Ask(0, ["a", "end"]), Say("after"), Ask(1, ["a", "b"]))
    LAB.take(s, 0, "end")
    assert s.said == ["0 end"]
    assert s.stack == []
    assert LAB.pending(s) == []


def test_a_frame_pushed_after_the_end_is_not_carried_out() -> None:
    s = LAB.start(Ask(0, ["a", "end"], then=Say("too late")), Say("after"))
    LAB.take(s, 0, "end")
    assert s.said == ["0 end"]
    assert s.stack == []


def test_the_end_in_an_automatic_frame_stops_everything() -> None:
    s = LAB.start(Say("one", finish), Say("two"), Ask(0, ["a", "b"]))
    assert s.said == ["one"]
    assert s.stack == []


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_end_by_an_answer_inside_a_fork_stops_everything(seat: int) -> None:
    branches: dict[int, list[Frame[LabState]]] = {
        i: [Ask(i, ["a", "end"], then=Say("then")), Say("late")] for i in range(3)
    }
    s = LAB.start(split(branches), Say("after"))
    LAB.take(s, seat, "end")
    assert s.said == [f"{seat} end"]
    assert s.stack == []
    assert waiting_seats(s) == []


def test_the_end_releases_no_blocked_branch() -> None:
    released = Ask(0, ["a"], wait=lambda s: "1 end" not in s.said)
    s = LAB.start(split({0: [released], 1: [Ask(1, ["a", "end"])]}), Say("after"))
    LAB.take(s, 1, "end")
    assert s.said == ["1 end"]
    assert s.stack == []


def test_the_end_by_an_automatic_frame_of_a_branch_stops_everything() -> None:
    s = LAB.start(split({0: [Ask(0, ["a", "b"]), Say("end", finish), Say("x")], 1: [Ask(1, ["a", "b"])]}), Say("after"))
    LAB.take(s, 0, "a")
    assert s.said == ["0 a", "end"]
    assert s.stack == []


def test_the_end_in_a_nested_fork_stops_everything() -> None:
    inner = split({0: [Ask(0, ["a", "end"]), Say("x")], 1: [Ask(1, ["a", "b"]), Say("y")]})
    s = LAB.start(split({0: [inner, Say("z")], 2: [Ask(2, ["a", "b"])]}), Say("after"))
    LAB.take(s, 0, "end")
    assert s.said == ["0 end"]
    assert s.stack == []


def test_the_end_by_sealed_answers_in_a_branch_stops_everything() -> None:
    s = LAB.start(split({0: [Vote({0: ["a", "end"], 1: ["a", "b"]}), Say("x")], 2: [Ask(2, ["a", "b"])]}), Say("after"))
    LAB.take(s, 0, "end")
    assert s.said == []
    LAB.take(s, 1, "a")
    assert s.said == ["votes 0end 1a"]
    assert s.stack == []


# --- what a frame must give


class Bare(Frame[LabState]):
    __slots__ = ()


class BareSealed(Sealed[LabState]):
    __slots__ = ()


def test_a_frame_that_gives_nothing_says_which() -> None:
    s = LabState()
    action = LAB.pick("a")
    bare = Bare(AUTO)
    for call in (
        bare.name,
        bare.copy,
        lambda: bare.run(s, CTX),
        lambda: bare.options(s),
        lambda: bare.choose(s, action, CTX),
        lambda: bare.waiting(s),
        lambda: bare.frame_of(s, 0),
        lambda: bare.answer(s, 0, action, CTX),
        lambda: bare.settle(s, CTX),
    ):
        with pytest.raises(NotImplementedError, match="Bare"):
            call()
    sealed = BareSealed([0])
    with pytest.raises(NotImplementedError, match="BareSealed"):
        sealed.options_for(s, 0)
    with pytest.raises(NotImplementedError, match="BareSealed"):
        sealed.reveal(s, [action], CTX)
    assert bare.rule() == ""
    assert bare.fields() == {}
    assert [bare.optional(), bare.ask_single(), bare.blocked(s)] == [False, False, False]


def test_a_seat_that_no_branch_asks_is_refused() -> None:
    s = LAB.start(split({0: two_steps(0)}))
    fork = s.stack[-1]
    assert isinstance(fork, Fork)
    assert fork.seat == MANY
    with pytest.raises(NotYourDecision, match="seat 2"):
        fork.frame_of(s, 2)
    with pytest.raises(NotYourDecision, match="seat 2"):
        waiting_frame(s, 2)
    assert waiting_seats(State(2)) == []
    assert isinstance(fork, Split)
