"""What every game shares: modes and options, whose turn it is, the checks and their order, giving up."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.errors import IllegalAction, InvalidOptions, MatchOver, NotYourDecision, RuleError
from rulekit.events import Ctx, Event
from rulekit.game import ANY_TIME, Game, Mode, Option
from rulekit.outcome import Outcome
from tests import laws
from tests.kernel.lab import CTX, LAB, Ask, Lab, Say, Vote
from tests.toy import ToyState, load

GAME = load(None)
MODE = Mode(
    "series",
    1,
    4,
    [
        Option("games", [3, 1, 5], "how many games"),
        Option("level", ["Normal", "Hard"], "how hard"),
        Option("open", [False, True], "open hands"),
    ],
    "a series",
)


# --- modes and options


@pytest.mark.parametrize(
    ("given", "resolved"),
    [
        ({}, {"games": 3, "level": "Normal", "open": False}),
        ({"games": 5}, {"games": 5, "level": "Normal", "open": False}),
        ({"games": "5", "level": "hard", "open": "true"}, {"games": 5, "level": "Hard", "open": True}),
        ({"open": True, "games": 1}, {"games": 1, "level": "Normal", "open": True}),
        ({"open": "False"}, {"games": 3, "level": "Normal", "open": False}),
    ],
)
def test_options_are_resolved_to_typed_values(given: dict[str, Any], resolved: dict[str, Any]) -> None:
    out = MODE.resolve(given)
    assert out == resolved
    assert [type(v) for v in out.values()] == [int, str, bool]
    assert list(out) == ["games", "level", "open"], "always in the mode's order"
    assert MODE.resolve(out) == out


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"game": 3}, 'mode "series" has no option "game"; options: games, level, open'),
        ({"games": 2}, 'option "games" is 2; allowed: 3, 1, 5'),
        ({"games": "two"}, "option \"games\" is 'two'"),
        ({"games": 3.0}, 'option "games" is 3.0'),
        ({"games": True}, 'option "games" is True'),
        ({"open": 1}, 'option "open" is 1; allowed: False, True'),
        ({"level": None}, 'option "level" is None'),
        ({"level": ["Hard"]}, r'option "level" is \[\'Hard\'\]'),
    ],
)
def test_unknown_options_and_values_are_refused(given: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidOptions, match=says):
        MODE.resolve(given)


def test_a_mode_without_options_says_so() -> None:
    with pytest.raises(InvalidOptions, match="options: none"):
        Mode("plain", 2, 2, [], "").resolve({"x": 1})


def test_set_up_refuses_unknown_modes_seats_and_options() -> None:
    with pytest.raises(InvalidOptions, match='toy has no mode "solo"; modes: two, many'):
        GAME.setup("solo", {}, 1, CTX)
    with pytest.raises(InvalidOptions, match='mode "two" of toy needs 2 players, not 3'):
        GAME.setup("two", {}, 3, CTX)
    for seats in (-1, 0, 1, 5):
        with pytest.raises(InvalidOptions, match=f'mode "many" of toy needs 2 to 4 players, not {seats}'):
            GAME.setup("many", {}, seats, CTX)
    with pytest.raises(InvalidOptions, match="allowed: 3, 2, 4"):
        GAME.setup("two", {"rounds": 9}, 2, CTX)


# --- decisions


def start(seats: int = 2) -> ToyState:
    return GAME.setup("many", {}, seats, Ctx(Seeded(bytes(32))))


def test_set_up_plays_on_to_the_first_decision() -> None:
    s = start(3)
    assert [d.id for d in GAME.pending(s)] == ["bid.0"] * 3
    assert [d.seat for d in GAME.pending(s)] == [0, 1, 2]
    assert GAME.decision(s, 1).plain() == {"id": "bid.0", "seat": 1, "kind": "bid", "rule": "TOY-10", "optional": False}
    assert s.tick == 0


def test_a_right_at_any_time_stands_after_the_decision_and_blocks_nothing() -> None:
    s = start()
    assert GAME.options(s, 0)[-1] is GAME.cash[0]
    GAME.apply(s, 0, "bid.0", GAME.options(s, 0)[0], CTX)
    pending = GAME.pending(s)
    assert [(d.seat, d.kind) for d in pending] == [(1, "bid"), (0, ANY_TIME)], "blocking decisions first"
    assert pending[1].id == "any_time.1"
    assert pending[1].optional
    assert GAME.options(s, 0) == GAME.cash
    GAME.apply(s, 0, "any_time.1", GAME.cash[0], CTX)
    assert [(d.seat, d.kind) for d in GAME.pending(s)] == [(1, "bid")]
    assert s.answered == [2, 0]
    with pytest.raises(NotYourDecision, match="seat 0 has nothing to decide now"):
        GAME.apply(s, 0, None, GAME.cash[0], CTX)


def test_a_right_used_under_a_decision_leaves_the_decision_open() -> None:
    s = start()
    GAME.apply(s, 1, "bid.0", GAME.cash[0], CTX)
    assert GAME.decision(s, 1).id == "bid.1"
    assert GAME.decision(s, 0).id == "bid.0", "the other seat's decision is untouched"
    assert GAME.cash[0] not in GAME.options(s, 1)


def test_the_clock_never_uses_a_right() -> None:
    s = start()
    GAME.apply(s, 0, None, GAME.options(s, 0)[0], CTX)
    assert GAME.decision(s, 0).kind == ANY_TIME
    assert GAME.default(s, 0) is None
    assert GAME.default(s, 1) is None, "a bid cannot be left out"


def test_the_clock_leaves_an_optional_decision_out() -> None:
    w = laws.Walk(GAME, "two", {}, 2, 1)
    while GAME.pending(w.state)[0].kind != "protest":
        w.step()
    seat = GAME.pending(w.state)[0].seat
    assert GAME.default(w.state, seat) is GAME.decline


def test_a_right_may_end_the_match_while_others_are_asked() -> None:
    lab = Lab()
    lab.rights = {2: ["end"]}
    s = lab.start(Vote({0: ["a", "b"], 1: ["a", "b"]}), Say("after"))
    lab.take(s, 2, "end")
    assert s.said == ["2 right end"]
    assert lab.pending(s) == []


# --- checks, in their order, and what they leave behind


def untouched(s: ToyState, before: bytes) -> bool:
    return laws.snapshot(GAME, s) == before


def test_checks_come_in_order() -> None:
    """Over, then seat, then whose decision, then which decision, then which action."""
    s = start()
    before = laws.snapshot(GAME, s)
    alien = Action(0, 999, -1, -1, ())
    for seat in (-1, -2, 2, 99):
        with pytest.raises(NotYourDecision, match=f"there is no seat {seat}"):
            GAME.apply(s, seat, "wrong", alien, CTX)
    with pytest.raises(NotYourDecision, match=r'"bid\.7" is no longer pending; "bid\.0" is'):
        GAME.apply(s, 0, "bid.7", alien, CTX)
    with pytest.raises(IllegalAction, match="'bid 999' is not an option of bid") as refused:
        GAME.apply(s, 0, "bid.0", alien, CTX)
    assert refused.value.rule == "TOY-10"
    assert untouched(s, before)
    GAME.abort(s, CTX)
    for seat in (-1, 0, 99):
        with pytest.raises(MatchOver, match="the match is over"):
            GAME.apply(s, seat, "wrong", alien, CTX)


def test_a_seat_without_a_decision_is_refused() -> None:
    s = LAB.start(Ask(1, ["a", "b"]))
    with pytest.raises(NotYourDecision, match="seat 0 has nothing to decide now"):
        LAB.take(s, 0, "a")
    assert s.said == []


def test_another_seats_options_are_illegal() -> None:
    s = start()
    before = laws.snapshot(GAME, s)
    for action in GAME.options(s, 1)[:-1]:
        with pytest.raises(IllegalAction):
            GAME.apply(s, 0, None, action, CTX)
    assert untouched(s, before)


def test_an_action_read_before_the_rules_listed_it_is_found() -> None:
    """A fresh process reads the action first; the tables of the game are filled when the options are asked for."""
    lab = Lab()
    s = LAB.start(Ask(0, ["a", "b"]))
    read = lab.actions.decode({"type": "pick", "what": "b"})

    class Later(Ask):
        def options(self, s: Any) -> list[Action]:
            return lab.picks(["a", "b"])

    s.stack[:] = [Later(0, ["a", "b"])]
    s.tick += 1
    found = lab.check(s, 0, None, read)
    assert found is not read
    assert found is lab.options(s, 0)[1]
    lab.apply(s, 0, None, lab.actions.decode({"type": "pick", "what": "a"}), CTX)
    assert s.said == ["0 a"]


# --- giving up


def test_resigning_places_the_seat_last() -> None:
    s = start(3)
    events: list[Event] = []
    GAME.resign(s, 1, Ctx(Seeded(bytes(32)), events))
    assert s.outcome is not None
    assert s.outcome.plain() == {
        "reason": "resigned",
        "placings": [1, 2, 1],
        "scores": [0, 0, 0],
        "detail": {"resigned": 1},
    }
    assert [e.seen_by(None) for e in events] == [{"type": "resigned", "seat": 1}]
    assert GAME.pending(s) == []
    assert GAME.outcome(s) is s.outcome
    with pytest.raises(MatchOver):
        GAME.resign(s, 0, CTX)
    with pytest.raises(MatchOver):
        GAME.abort(s, CTX)


def test_a_seat_that_is_not_there_cannot_resign() -> None:
    s = start()
    before = laws.snapshot(GAME, s)
    for seat in (-1, 2):
        with pytest.raises(RuleError, match=f"there is no seat {seat}"):
            GAME.resign(s, seat, CTX)
    assert untouched(s, before)


def test_aborting_gives_no_result() -> None:
    s = start()
    events: list[Event] = []
    GAME.abort(s, Ctx(Seeded(bytes(32)), events))
    assert s.outcome is not None
    assert s.outcome.plain() == {"reason": "aborted", "placings": [], "scores": [], "detail": {}}
    assert [e.type for e in events] == ["aborted"]
    with pytest.raises(MatchOver):
        GAME.decision(s, 0)


# --- events


def test_events_are_seen_whole_by_their_audience_only() -> None:
    secret = Event("dealt", {"cards": [1, 2]}, (1,), {"n": 2})
    assert secret.seen_by(1) == {"type": "dealt", "cards": [1, 2]}
    assert secret.seen_by(0) == {"type": "dealt", "n": 2}
    assert secret.seen_by(None) == {"type": "dealt", "n": 2}
    hidden = Event("peeked", {"card": 3}, (0,))
    assert hidden.seen_by(0) == {"type": "peeked", "card": 3}
    assert hidden.seen_by(1) is None
    assert hidden.seen_by(None) is None
    nobody = Event("set_aside", {"card": 3}, (), {"n": 1})
    assert [nobody.seen_by(seat) for seat in (0, None)] == [{"type": "set_aside", "n": 1}] * 2
    assert Event("moved", {"n": 1}).seen_by(None) == {"type": "moved", "n": 1}


def test_a_quiet_step_builds_no_events() -> None:
    ctx = Ctx(Seeded(bytes(32)))
    assert not ctx.loud
    ctx.emit(Event("lost", {}))
    assert ctx.events is None


def test_nothing_of_a_sealed_bid_leaks_before_all_are_in() -> None:
    w = laws.Walk(GAME, "many", {}, 3, 2)
    view_before = GAME.view(w.state, 2)
    w.events.clear()
    w.play(GAME.decision(w.state, 0), GAME.options(w.state, 0)[2])
    assert w.events == []
    other = laws.Walk(GAME, "many", {}, 3, 2)
    other.play(GAME.decision(other.state, 0), GAME.options(other.state, 0)[0])
    for seat in (1, 2, None):
        assert GAME.view(w.state, seat) == GAME.view(other.state, seat), "the bid itself does not show"
    assert GAME.view(w.state, 0) != GAME.view(other.state, 0), "but to its own seat"
    assert GAME.view(w.state, 2) != view_before, "that it is in shows"


# --- what a game must give


def test_a_game_that_gives_nothing_says_so() -> None:
    game: Game[Any] = Game()
    s = start()
    for call in (
        lambda: game.new_state(MODE, {}, 2),
        lambda: game.view(s, 0),
        game.view_type,
        lambda: game.determinize(msgspec.defstruct("V", [])(), 0, Seeded(bytes(32))),
        lambda: game.faults(s),
        lambda: game.copy(s),
        lambda: game.encode_state(s),
        lambda: game.decode_state({}),
        lambda: game.off_turn(s, 0, LAB.pick("a"), CTX),
    ):
        with pytest.raises(NotImplementedError):
            call()
    assert game.off_turn_options(s, 0) == []


def test_outcome_in_plain_form() -> None:
    assert Outcome("points", [1, 2], [5, 3], {"a": 1}).plain() == {
        "reason": "points",
        "placings": [1, 2],
        "scores": [5, 3],
        "detail": {"a": 1},
    }
