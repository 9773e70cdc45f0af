"""Matches: proposals, folding, verification, digests. Every tampering is found and its place named."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rulekit.chance import Seeded
from rulekit.errors import IllegalAction, InvalidOptions, MatchOver, NotYourDecision, ReplayError, RuleError
from rulekit.match import (
    Commit,
    Match,
    Record,
    commitment,
    derive_seed,
    make_record,
    verify_record,
)
from tests import laws
from tests.kernel.played import BYTES, GAME, RECORD, WALK, fresh

# --- proposals


def test_a_proposal_changes_nothing() -> None:
    w = laws.Walk(GAME, "two", {}, 2, 1)
    before, counts = laws.snapshot(GAME, w.state), list(w.match.counts)
    proposals = [w.match.propose("move", seat=0, decision="bid.0", action=a) for a in GAME.options(w.state, 0)]
    proposals.append(w.match.propose("resign", seat=1))
    proposals.append(w.match.propose("abort", by="operator"))
    assert laws.snapshot(GAME, w.state) == before
    assert w.match.counts == counts
    assert w.match.revision == 1
    assert [p.commit.revision for p in proposals] == [2] * len(proposals)
    assert [p.match.revision for p in proposals] == [2] * len(proposals)


def test_the_same_proposal_twice_rolls_the_same_dice() -> None:
    """A retry at the same revision cannot fish for better dice."""
    w = laws.Walk(GAME, "two", {}, 2, 1)
    w.play(GAME.decision(w.state, 0), GAME.options(w.state, 0)[0])
    bid = GAME.options(w.state, 1)[0]
    one = w.match.propose("move", seat=1, action=bid)
    two = w.match.propose("move", seat=1, action=bid)
    assert one.commit.draws == two.commit.draws != []
    assert laws.snapshot(GAME, one.match.state) == laws.snapshot(GAME, two.match.state)


def test_a_commit_says_who_did_what_when() -> None:
    w = laws.Walk(GAME, "two", {}, 2, 1)
    bid = GAME.options(w.state, 1)[0]
    commit = w.match.propose("move", by="clock", seat=1, action=bid, time=1234, request_id="r-1").commit
    assert commit == Commit(
        revision=2,
        kind="move",
        by="clock",
        seat=1,
        decision="bid.0",
        action=GAME.actions.encode(bid),
        draws=[],
        time=1234,
        request_id="r-1",
    )
    assert w.commits[0].kind == "start"
    assert w.commits[0].by == "operator"
    assert [d[1] for d in w.commits[0].draws] == ["deal"]


def test_what_the_rules_refuse_is_not_proposed() -> None:
    w = laws.Walk(GAME, "two", {}, 2, 1)
    m = w.match
    bid = GAME.options(w.state, 0)[0]
    with pytest.raises(RuleError, match="a move needs an action"):
        m.propose("move", seat=0)
    with pytest.raises(RuleError, match='unknown commit kind "abrt"'):
        m.propose("abrt")
    with pytest.raises(RuleError, match='unknown commit kind "start"'):
        m.propose("start")
    with pytest.raises(NotYourDecision, match="there is no seat -1"):
        m.propose("move", action=bid)
    with pytest.raises(RuleError, match="there is no seat 2"):
        m.propose("resign", seat=2)
    with pytest.raises(NotYourDecision):
        m.propose("move", seat=0, decision="bid.1", action=bid)
    with pytest.raises(IllegalAction):
        m.propose("move", seat=1, action=bid)
    with pytest.raises(InvalidOptions):
        Match.start(GAME, msgspec.structs.replace(w.header, mode="solo"), w.seed)


def test_nothing_is_proposed_after_the_end() -> None:
    for kind in ("move", "resign", "abort"):
        with pytest.raises(MatchOver):
            WALK.match.propose(kind, seat=0, action=GAME.cash[0])


# --- folding


def test_every_prefix_folds_to_its_state() -> None:
    """Reloaded at every move, the rest of the match is byte-equal: the generator goes on where it was."""
    w = laws.Walk(GAME, "many", {}, 4, 11)
    while not w.over:
        reloaded = Match.fold(
            GAME, w.header, w.seed, msgspec.json.decode(msgspec.json.encode(w.commits), type=list[Commit])
        )
        assert laws.snapshot(GAME, reloaded.state) == laws.snapshot(GAME, w.state)
        decision, action = w.pick()
        there = reloaded.propose("move", seat=decision.seat, decision=decision.id, action=action)
        w.play(decision, action)
        assert there.commit == w.commits[-1]
        assert there.match.counts == w.match.counts


@pytest.mark.parametrize("kind", ["resign", "abort"])
def test_a_match_given_up_replays(kind: str) -> None:
    w = laws.walk(GAME, "two", {}, 2, 5, 6)
    proposal = w.match.propose(kind, seat=1 if kind == "resign" else -1, by="clock")
    record = make_record(proposal.match, [*w.commits, proposal.commit])
    verify_record(GAME, record)
    assert record.outcome["reason"] == ("resigned" if kind == "resign" else "aborted")


def test_a_record_is_of_a_finished_match() -> None:
    w = laws.walk(GAME, "two", {}, 2, 5, 6)
    with pytest.raises(ValueError, match="the match is not over"):
        make_record(w.match, w.commits)


def test_an_honest_record_verifies() -> None:
    verify_record(GAME, fresh())


# --- tampering


def move_with_draws(record: Record) -> int:
    return next(i for i, c in enumerate(record.commits) if i > 3 and any(d[1] == "win" for d in c.draws))


def alter_die(r: Record) -> int:
    c = r.commits[move_with_draws(r)]
    at = next(i for i, d in enumerate(c.draws) if d[1] == "win")
    stream, label, values = c.draws[at]
    c.draws[at] = (stream, label, [values[0] % 6 + 1])
    return c.revision


def alter_shuffle(r: Record) -> int:
    values = r.commits[0].draws[0][2]
    values[0], values[-1] = values[-1], values[0]
    return 1


def drop_draw(r: Record) -> int:
    c = r.commits[move_with_draws(r)]
    c.draws.pop()
    return c.revision


def add_draw(r: Record) -> int:
    r.commits[4].draws = [*r.commits[4].draws, (0, "extra", [1])]
    return 5


def relabel_draw(r: Record) -> int:
    c = r.commits[move_with_draws(r)]
    c.draws[0] = (c.draws[0][0], "other", c.draws[0][2])
    return c.revision


def restream_draw(r: Record) -> int:
    c = r.commits[move_with_draws(r)]
    c.draws[0] = (3, c.draws[0][1], c.draws[0][2])
    return c.revision


def impossible_die(r: Record) -> int:
    c = r.commits[move_with_draws(r)]
    c.draws[0] = (c.draws[0][0], c.draws[0][1], [7])
    return c.revision


def replace_move(r: Record) -> int:
    """Another legal move: found by the draws or moves that follow, at the latest by the digest."""
    c = next(c for c in r.commits if c.action is not None and c.action["type"] == "bid")
    state = Match.fold(GAME, r.header, WALK.seed, r.commits[: c.revision - 1]).state
    other = next(a for a in GAME.options(state, c.seat) if GAME.actions.encode(a) != c.action)
    c.action = GAME.actions.encode(other)
    return -1


def illegal_move(r: Record) -> int:
    c = next(c for c in r.commits[5:] if c.action is not None and c.action["type"] == "bid")
    c.action = {"type": "bid", "card": 99}
    return c.revision


def malformed_move(r: Record) -> int:
    r.commits[6].action = {"type": "bid"}
    return 7


def lost_action(r: Record) -> int:
    r.commits[6].action = None
    return 7


def foreign_seat(r: Record) -> int:
    r.commits[6].seat = 17
    return 7


def negative_seat(r: Record) -> int:
    r.commits[6].seat = -1
    return 7


def other_decision(r: Record) -> int:
    r.commits[6].decision = "bid.99"
    return 7


def missing_commit(r: Record) -> int:
    del r.commits[5]
    return 6


def missing_commit_renumbered(r: Record) -> int:
    i = move_with_draws(r)
    del r.commits[i]
    for n, c in enumerate(r.commits, 1):
        c.revision = n
    return -1


def swapped_commits(r: Record) -> int:
    r.commits[5], r.commits[6] = r.commits[6], r.commits[5]
    return 6


def doubled_commit(r: Record) -> int:
    r.commits.insert(6, copy.deepcopy(r.commits[5]))
    return 7


def cut_off(r: Record) -> int:
    r.commits.pop()
    return len(r.commits)


def no_commits(r: Record) -> int:
    r.commits.clear()
    return 1


def no_start(r: Record) -> int:
    r.commits[0].kind = "abort"
    return 1


def second_start(r: Record) -> int:
    r.commits[4].kind = "start"
    return 5


def unknown_kind(r: Record) -> int:
    r.commits[4].kind = "undo"
    return 5


def resigned_nobody(r: Record) -> int:
    r.commits[4].kind = "resign"
    r.commits[4].seat = 9
    return 5


def moves_after_the_end(r: Record) -> int:
    r.commits.append(Commit(revision=len(r.commits) + 1, kind="abort"))
    return len(r.commits)


def wrong_seed(r: Record) -> int:
    r.seed = derive_seed(1, "other").hex()
    return 0


def wrong_seed_and_commitment(r: Record) -> int:
    seed = derive_seed(1, "other")
    r.seed = seed.hex()
    r.header.commitment = commitment(seed)
    return 1


def seed_not_hex(r: Record) -> int:
    r.seed = "no seed"
    return 0


def seed_too_short(r: Record) -> int:
    r.seed = "00" * 31
    return 0


def wrong_score(r: Record) -> int:
    r.outcome["scores"][0] += 1
    return len(r.commits)


def wrong_placing(r: Record) -> int:
    r.outcome["placings"].reverse()
    r.outcome["placings"][0] += 1
    return len(r.commits)


def wrong_digest(r: Record) -> int:
    r.log_digest = ("0" if r.log_digest[0] != "0" else "1") + r.log_digest[1:]
    return len(r.commits)


def other_actor(r: Record) -> int:
    r.commits[4].by = "clock"
    return len(r.commits)


def other_game(r: Record) -> int:
    r.header.game = "chess"
    return 0


def other_version(r: Record) -> int:
    r.header.version = 2
    return 0


def other_edition(r: Record) -> int:
    r.header.edition_digest = "00"
    return 0


def other_mode(r: Record) -> int:
    r.header.mode = "two"
    return 1


def other_options(r: Record) -> int:
    r.header.options["rounds"] = 2
    return -1


def fewer_seats(r: Record) -> int:
    r.header.players.pop()
    return 1


def nobody_acts(r: Record) -> int:
    r.commits[4].by = "somebody"
    return 5


def start_by_a_seat(r: Record) -> int:
    r.commits[0].by = "seat"
    return 1


def start_with_a_seat(r: Record) -> int:
    r.commits[0].seat = 0
    return 1


def start_with_an_action(r: Record) -> int:
    r.commits[0].action = {"type": "cash"}
    return 1


def resigned_with_a_decision(r: Record) -> int:
    r.commits = [*r.commits[:6], Commit(revision=7, kind="resign", seat=0, decision="bid.1")]
    return 7


def seed_in_capitals(r: Record) -> int:
    r.seed = r.seed.upper()
    return 0


def seed_with_spaces(r: Record) -> int:
    r.seed = r.seed[:2] + " " + r.seed[2:]
    return 0


TAMPERINGS: list[tuple[Callable[[Record], int], str]] = [
    (alter_die, "the seed gives 'win'"),
    (alter_shuffle, "the seed gives 'deal'"),
    (drop_draw, "is missing from the record|draw 0 is"),
    (add_draw, "draw.s. too many|draw . is"),
    (relabel_draw, "draw 0 is 'other'"),
    (restream_draw, "draw 0 is 'win'"),
    (impossible_die, r"draw 0 is 'win' \[7\]"),
    (replace_move, ""),
    (illegal_move, "'bid 99' is not an option of bid|is no longer pending|nothing to decide"),
    (malformed_move, 'field "card" is missing'),
    (lost_action, "an action is an object"),
    (foreign_seat, "there is no seat 17"),
    (negative_seat, "there is no seat -1"),
    (other_decision, 'decision "bid.99" is no longer pending'),
    (missing_commit, "revision 7 stands where 6 should"),
    (missing_commit_renumbered, ""),
    (swapped_commits, "revision 7 stands where 6 should"),
    (doubled_commit, "revision 6 stands where 7 should"),
    (cut_off, "the log ends before the match is over"),
    (no_commits, "the log is empty"),
    (no_start, 'the first commit is "abort", not "start"'),
    (second_start, 'unknown commit kind "start"'),
    (unknown_kind, 'unknown commit kind "undo"'),
    (resigned_nobody, "there is no seat 9"),
    (moves_after_the_end, "the match is over"),
    (wrong_seed, "the seed does not fit the commitment"),
    (wrong_seed_and_commitment, "the seed gives 'deal'"),
    (seed_not_hex, "not hexadecimal"),
    (seed_too_short, "has not 32 bytes"),
    (seed_in_capitals, "64 small hexadecimal digits"),
    (seed_with_spaces, "64 small hexadecimal digits"),
    (nobody_acts, 'by seat, clock or operator, not "somebody"'),
    (start_by_a_seat, "started by the operator"),
    (start_with_a_seat, "started by the operator"),
    (start_with_an_action, "neither decision nor action"),
    (resigned_with_a_decision, "neither decision nor action"),
    (wrong_score, "the outcome is"),
    (wrong_placing, "the outcome is"),
    (wrong_digest, "the log digest is"),
    (other_actor, "the log digest is"),
    (other_game, "the log is of chess version 1; these rules are toy version 1"),
    (other_version, "the log is of toy version 2"),
    (other_edition, "is not the one loaded"),
    (other_mode, 'mode "two" of toy needs 2 players, not 3'),
    (other_options, ""),
    (fewer_seats, "the seed gives 'deal'"),
]


@pytest.mark.parametrize(("tamper", "says"), TAMPERINGS, ids=[t.__name__ for t, _ in TAMPERINGS])
def test_tampering_is_found_and_its_place_named(tamper: Callable[[Record], int], says: str) -> None:
    record = fresh()
    revision = tamper(record)
    with pytest.raises(ReplayError, match=says or None) as found:
        verify_record(GAME, record)
    if revision >= 0:
        assert found.value.revision == revision
    assert str(found.value).startswith(f"commit {found.value.revision}: ")


def test_one_altered_byte_anywhere_is_found() -> None:
    """Digits and letters of the record, one at a time: refused, or a change that the digest leaves out by design."""
    free = {"match", "players", "time", "request_id", "edition"}
    text = BYTES.decode()
    found = 0
    for at in range(0, len(text), 17):
        old = text[at]
        if not old.isalnum():
            continue
        new = "5" if old != "5" else "6"
        altered = text[:at] + (new if old.isdigit() else "x" if old != "x" else "y") + text[at + 1 :]
        try:
            record = msgspec.json.decode(altered, type=Record)
        except msgspec.DecodeError:
            continue
        if _without(record, free) == _without(RECORD, free):
            continue
        with pytest.raises(ReplayError):
            verify_record(GAME, record)
        found += 1
    assert found > 50


def _without(record: Record, names: set[str]) -> Any:
    plain = json.loads(msgspec.json.encode(record))
    for part in (plain["header"], *plain["commits"]):
        for name in names:
            if name == "players" and "players" in part:
                part["players"] = len(part["players"])
            else:
                part.pop(name, None)
    return plain


def test_a_divergence_late_in_the_match_is_found() -> None:
    """A check that only looks at the first steps would pass."""
    record = fresh()
    last = [c for c in record.commits if c.draws][-1]
    stream, label, values = last.draws[-1]
    last.draws[-1] = (stream, label, [values[0] % 6 + 1, *values[1:]])
    with pytest.raises(ReplayError) as found:
        verify_record(GAME, record)
    assert found.value.revision == last.revision > len(record.commits) // 2


def test_fold_checks_that_the_record_fits_the_rules() -> None:
    """Without the seed: dice must be possible, and neither too few nor too many."""
    for tamper, says in (
        (drop_draw, "none left|has 'prizes'|the record has"),
        (add_draw, "draws that the rules do not ask for"),
        (relabel_draw, "the record has 'other'"),
        (impossible_die, "is not a roll of 1 dice with 6 faces"),
    ):
        record = fresh()
        revision = tamper(record)
        with pytest.raises(ReplayError, match=says) as found:
            Match.fold(GAME, record.header, WALK.seed, record.commits)
        assert found.value.revision == revision


# --- digests and seeds


def test_the_record_shows_the_seed_and_the_log_does_not() -> None:
    assert RECORD.seed == WALK.seed.hex()
    log = msgspec.json.encode([WALK.header, WALK.commits])
    assert WALK.seed.hex().encode() not in log
    assert RECORD.header.commitment == commitment(WALK.seed)
    assert Seeded(WALK.seed).shuffle("deal", GAME.cards(3)) == RECORD.commits[0].draws[0][2]
