"""Laws that hold in every state of every game, as functions over a `Walk` (a match played at random).

A test calls ``check_laws(walk(game, mode, options, seats, seed, steps))``, with seed and steps from
Hypothesis or a loop, and `check_ending` for whole matches. A broken law is an AssertionError that
names the law, the game and the place.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest

from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.errors import IllegalAction, MatchOver, NotYourDecision, RuleError
from rulekit.events import Ctx, Event
from rulekit.game import ANY_TIME, Decision, Game, Mode
from rulekit.match import Commit, Header, Match, commitment, derive_seed, make_record, verify_record

MOST_OPTIONS: Final = 400
MOST_STEPS: Final = 5_000
WORLDS: Final = 4

_plain = msgspec.json.Encoder(order="deterministic").encode


class Walk:
    """A match and its log; `step` plays one random move. `rng` makes the choices, never the dice."""

    def __init__(self, game: Game[Any], mode: str, options: dict[str, Any], seats: int, seed: int) -> None:
        self.game = game
        self.rng = random.Random(seed)
        self.seed = derive_seed(seed, "laws")
        self.header = Header(
            match=f"walk-{seed}",
            game=game.key,
            version=game.version,
            edition=game.edition_id,
            edition_digest=game.edition_digest,
            mode=mode,
            options=game.mode(mode).resolve(options),
            players=[f"seat {i}" for i in range(seats)],
            commitment=commitment(self.seed),
        )
        proposal = Match.start(game, self.header, self.seed)
        self.match = proposal.match
        self.commits: list[Commit] = [proposal.commit]
        self.events: list[Event] = proposal.events

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def over(self) -> bool:
        return self.match.state.outcome is not None

    def pick(self) -> tuple[Decision, Action]:
        """A random move; a right that nobody waits for is used now and then only."""
        pending = self.game.pending(self.state)
        blocking = [d for d in pending if d.kind != ANY_TIME]
        decision = self.rng.choice(pending if not blocking or self.rng.random() < 0.25 else blocking)
        return decision, self.rng.choice(self.game.options(self.state, decision.seat))

    def play(self, decision: Decision, action: Action) -> None:
        proposal = self.match.propose("move", seat=decision.seat, decision=decision.id, action=action)
        self.match = proposal.match
        self.commits.append(proposal.commit)
        self.events.extend(proposal.events)

    def step(self) -> None:
        self.play(*self.pick())

    def chance(self) -> Seeded:
        """The chance of the match as it goes on from here."""
        return Seeded(self.seed, self.match.counts)

    def __repr__(self) -> str:
        h = self.header
        return f"{h.game} {h.mode} {h.options} {len(h.players)} seats {h.match} revision {self.match.revision}"


def walk(game: Game[Any], mode: str, options: dict[str, Any], seats: int, seed: int, steps: int) -> Walk:
    """A match played at random for `steps` moves, or to its end."""
    w = Walk(game, mode, options, seats, seed)
    for _ in range(steps):
        if w.over:
            break
        w.step()
    return w


def tables(game: Game[Any]) -> list[tuple[Mode, int]]:
    """Every mode with every number of seats."""
    return [(m, seats) for m in game.modes for seats in range(m.min_seats, m.max_seats + 1)]


def snapshot(game: Game[Any], s: Any) -> bytes:
    """The state as bytes, equal for equal states."""
    return _plain(game.encode_state(s))


def keys(options: list[Action]) -> list[tuple[int, int, int, int, tuple[int, ...]]]:
    return [a.key() for a in options]


def asked(game: Game[Any], s: Any) -> list[tuple[dict[str, Any], list[Any]]]:
    """All that is asked in a state, in comparable form."""
    return [(d.plain(), keys(game.options(s, d.seat))) for d in game.pending(s)]


def run_on(game: Game[Any], s: Any, rng: random.Random, chance: Seeded, steps: int) -> None:
    """Plays on in place, unchecked, as search does."""
    ctx = Ctx(chance)
    for _ in range(steps):
        pending = game.pending(s)
        if not pending:
            return
        seat = rng.choice(pending).seat
        game.step(s, seat, rng.choice(game.options(s, seat)), ctx)


# --- the laws


def law_replay_gives_the_state(w: Walk) -> None:
    commits = msgspec.json.decode(msgspec.json.encode(w.commits), type=list[Commit])
    for replay in (Match.fold, Match.verify):
        again = replay(w.game, w.header, w.seed, commits)
        assert snapshot(w.game, again.state) == snapshot(w.game, w.state)
        assert again.revision == w.match.revision
        assert again.counts == w.match.counts
        assert asked(w.game, again.state) == asked(w.game, w.state)


def law_copies_are_independent(w: Walk) -> None:
    before = snapshot(w.game, w.state)
    first = w.game.copy(w.state)
    second = w.game.copy(first)
    assert snapshot(w.game, first) == before
    run_on(w.game, first, random.Random(1), w.chance(), 30)
    assert snapshot(w.game, w.state) == before, "playing in a copy changed the original"
    assert snapshot(w.game, second) == before, "playing in the original changed a copy"
    assert asked(w.game, second) == asked(w.game, w.state)


def law_asking_changes_nothing(w: Walk) -> None:
    game, s = w.game, w.state
    before = snapshot(game, s)
    told = asked(game, s)
    for seat in [*range(len(w.header.players)), None]:
        view = game.view(s, seat)
        if seat is not None and not w.over:
            game.determinize(view, seat, Seeded(bytes(32)))
    game.faults(s)
    game.outcome(s)
    for d in game.pending(s):
        game.default(s, d.seat)
        game.decision(s, d.seat)
    assert snapshot(game, s) == before
    assert asked(game, s) == told


def law_states_survive_encoding(w: Walk) -> None:
    game = w.game
    before = snapshot(game, w.state)
    again = game.decode_state(msgspec.json.decode(before))
    assert snapshot(game, again) == before
    assert asked(game, again) == asked(game, w.state)
    one, two = game.copy(w.state), again
    run_on(game, one, random.Random(2), w.chance(), 20)
    run_on(game, two, random.Random(2), w.chance(), 20)
    assert snapshot(game, one) == snapshot(game, two), "a decoded state plays on differently"


def law_a_refused_move_changes_nothing(w: Walk) -> None:
    game, s = w.game, w.state
    before = snapshot(game, s)
    chance = w.chance()
    ctx = Ctx(chance, [])
    seats = len(w.header.players)
    some = game.actions.decode(w.commits[-1].action) if w.commits[-1].action is not None else Action(0, 99, 0, 0, ())
    pending = game.pending(s)
    if not pending:
        for seat in range(seats):
            with pytest.raises(MatchOver):
                game.apply(s, seat, None, some, ctx)
    waiting = [d.seat for d in pending]
    foreign = [some, *(a for d in pending for a in game.options(s, d.seat))]
    for d in pending:
        with pytest.raises(NotYourDecision):
            game.apply(s, d.seat, "none.0", game.options(s, d.seat)[0], ctx)
        for action in foreign:
            if action not in game.options(s, d.seat):
                with pytest.raises(IllegalAction) as refused:
                    game.apply(s, d.seat, d.id, action, ctx)
                assert refused.value.rule == d.rule
    if pending:
        for seat in [-1, *range(seats + 1)]:
            if seat not in waiting:
                with pytest.raises(NotYourDecision):
                    game.apply(s, seat, None, some, ctx)
        for seat in (-1, seats):
            with pytest.raises(RuleError):
                game.resign(s, seat, ctx)
    assert snapshot(game, s) == before
    assert asked(game, s) == [(d.plain(), keys(game.options(s, d.seat))) for d in pending]
    assert not ctx.events
    assert chance.counts == w.match.counts, "a refused move took from chance"


def law_views_tell_no_secrets(w: Walk) -> None:
    """Any world that a seat must think possible gives it the same bytes, options and public facts."""
    game, s = w.game, w.state
    if w.over:
        return
    public = _plain(game.view(s, None))
    pending = [d.plain() for d in game.pending(s)]
    for seat in range(len(w.header.players)):
        view = game.view(s, seat)
        assert isinstance(view, game.view_type())
        told = _plain(view)
        known = msgspec.json.decode(told, type=game.view_type())
        for world in possible_worlds(w, seat):
            assert _plain(game.view(world, seat)) == told, f"seat {seat} sees what it cannot know"
            assert _plain(game.view(world, None)) == public, "a spectator sees a secret"
            assert [d.plain() for d in game.pending(world)] == pending, "what is asked tells a secret"
            if any(d["seat"] == seat for d in pending):
                assert keys(game.options(world, seat)) == keys(game.options(s, seat)), "the options tell a secret"
            assert game.faults(world) == []
        from_wire = game.determinize(known, seat, Seeded(bytes(32)))
        assert _plain(game.view(from_wire, seat)) == told, "the view loses something on the wire"


def law_events_tell_all_that_a_seat_learns(w: Walk) -> None:
    """The same move in two worlds that look the same: unless an event tells them apart, they still look the same."""
    game, s = w.game, w.state
    if w.over:
        return
    for seat in range(len(w.header.players)):
        for world in possible_worlds(w, seat)[:2]:
            for d in game.pending(s):
                shared = [a for a in game.options(s, d.seat) if a in game.options(world, d.seat)]
                for action in {shared[w.match.revision % len(shared)], shared[-1]} if shared else ():
                    facts, view = _learnt(w, s, d.seat, action, seat)
                    other_facts, other_view = _learnt(w, world, d.seat, action, seat)
                    if facts == other_facts:
                        assert view == other_view, f"seat {seat}: {game.actions.text(action)!r} tells without an event"


def _learnt(w: Walk, s: Any, actor: int, action: Action, seat: int) -> tuple[bytes, bytes]:
    """What the seat is told of the actor's action, and what it sees afterwards."""
    state = w.game.copy(s)
    events: list[Event] = []
    w.game.step(state, actor, action, Ctx(w.chance(), events))
    facts = [e.seen_by(seat) for e in events]
    return _plain([f for f in facts if f is not None]), _plain(w.game.view(state, seat))


def law_every_option_applies(w: Walk) -> None:
    game, s = w.game, w.state
    for d in game.pending(s):
        options = game.options(s, d.seat)
        assert options, f"{d.id}: no options"
        assert len(options) <= MOST_OPTIONS, f"{d.id}: {len(options)} options"
        assert len(set(keys(options))) == len(options), f"{d.id}: an option is offered twice"
        default = game.default(s, d.seat)
        assert default is (options[0] if d.optional and d.kind != ANY_TIME else None)
        for action in options:
            text = msgspec.json.encode(game.actions.encode(action))
            assert game.actions.decode(msgspec.json.decode(text)) is action, f"{text!r} does not come back"
            after = game.copy(s)
            events: list[Event] = []
            game.apply(after, d.seat, d.id, action, Ctx(w.chance(), events))
            assert game.faults(after) == [], game.actions.text(action)
            quiet = game.copy(s)
            game.step(quiet, d.seat, action, Ctx(w.chance()))
            assert snapshot(game, quiet) == snapshot(game, after), "a step depends on whether anybody listens"
            for e in events:
                _plain([e.seen_by(None), e.data])


def law_arrival_order_does_not_matter(w: Walk) -> None:
    """Two seats asked at the same time: whoever answers first, the state is the same."""
    game, s = w.game, w.state
    blocking = [d for d in game.pending(s) if d.kind != ANY_TIME]
    for i, one in enumerate(blocking):
        for two in blocking[i + 1 :]:
            moves = [(d, game.options(s, d.seat)[w.match.revision % len(game.options(s, d.seat))]) for d in (one, two)]
            results = []
            for order in (moves, moves[::-1]):
                state = game.copy(s)
                chance = w.chance()
                for d, action in order:
                    assert game.decision(state, d.seat).id == d.id, "another seat's answer changed a decision"
                    game.apply(state, d.seat, d.id, action, Ctx(chance))
                results.append(snapshot(game, state))
            assert results[0] == results[1], f"{one.id} and {two.id}: the order of arrival matters"


def law_anybody_may_give_up(w: Walk) -> None:
    game = w.game
    if w.over:
        for kind in ("resign", "abort"):
            with pytest.raises(MatchOver):
                w.match.propose(kind, seat=0)
        return
    for seat in range(len(w.header.players)):
        after = w.match.propose("resign", seat=seat).match.state
        assert after.outcome.reason == "resigned"
        assert after.outcome.placings[seat] == 2
        assert game.pending(after) == []
        assert game.faults(after) == []
    after = w.match.propose("abort", by="operator").match.state
    assert after.outcome.reason == "aborted"
    assert game.pending(after) == []
    assert game.faults(after) == []


LAWS: Final[list[Callable[[Walk], None]]] = [
    law_replay_gives_the_state,
    law_copies_are_independent,
    law_asking_changes_nothing,
    law_states_survive_encoding,
    law_a_refused_move_changes_nothing,
    law_views_tell_no_secrets,
    law_events_tell_all_that_a_seat_learns,
    law_every_option_applies,
    law_arrival_order_does_not_matter,
    law_anybody_may_give_up,
]


def possible_worlds(w: Walk, seat: int, n: int = WORLDS) -> list[Any]:
    """n worlds that the seat must think possible, each with its own chance."""
    view = w.game.view(w.state, seat)
    return [w.game.determinize(view, seat, Seeded(derive_seed(i, "world"))) for i in range(n)]


def check_laws(w: Walk) -> None:
    """All laws of a state."""
    assert w.game.faults(w.state) == []
    for law in LAWS:
        try:
            law(w)
        except AssertionError as e:
            e.add_note(f"{law.__name__}: {w!r}")
            raise


def check_ending(w: Walk) -> None:
    """Plays on to the end: it comes within `MOST_STEPS`, gives a sound outcome and a record that verifies."""
    game = w.game
    while not w.over:
        assert w.match.revision <= MOST_STEPS, f"{w!r} does not end"
        w.step()
    outcome = game.outcome(w.state)
    assert outcome is not None
    seats = len(w.header.players)
    assert len(outcome.placings) == len(outcome.scores) == seats
    if seats > 1:
        assert outcome.placings == [1 + sum(p < mine for p in outcome.placings) for mine in outcome.placings]
    else:
        assert outcome.placings in ([1], [2])
    assert game.pending(w.state) == []
    with pytest.raises(MatchOver):
        game.decision(w.state, 0)
    record = make_record(w.match, w.commits)
    verify_record(game, msgspec.json.decode(msgspec.json.encode(record), type=type(record)))


def check_worlds_vary(game: Game[Any], mode: str, options: dict[str, Any], seats: int, seed: int) -> None:
    """In a match with hidden facts `determinize` gives different worlds, and not always the true one."""
    w = Walk(game, mode, options, seats, seed)
    vary = hidden_true = 0
    while not w.over:
        for seat in range(seats):
            worlds = {snapshot(game, world) for world in possible_worlds(w, seat)}
            vary += len(worlds) > 1
            hidden_true += worlds != {snapshot(game, w.state)}
        w.step()
    assert vary, f"{w!r}: every determinization is the same"
    assert hidden_true, f"{w!r}: determinize gives the true state"


def digest_of_matches(game: Game[Any], mode: str, options: dict[str, Any], seats: int, matches: int) -> str:
    """One digest over whole random matches: logs, views of all seats at every move, outcomes.

    Equal on every machine and under every PYTHONHASHSEED.
    """
    h = hashlib.sha256()
    for seed in range(matches):
        w = Walk(game, mode, options, seats, seed)
        while not w.over:
            for seat in [*range(seats), None]:
                h.update(_plain(game.view(w.state, seat)))
            w.step()
        h.update(_plain(make_record(w.match, w.commits)))
    return h.hexdigest()
