"""A match as header and log, and how one move becomes a commit.

Everything here is pure: services persist what `propose` returns before anybody may see it.
State is the fold of the log.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import msgspec

from rulekit.actions import Action
from rulekit.chance import Chance, Draw, Recorded, Seeded
from rulekit.errors import ChanceError, ReplayError, RuleError
from rulekit.events import Ctx, Event
from rulekit.game import Game

_canonical = msgspec.json.Encoder(order="deterministic")


RECORD_FORMAT: Final = 1


class Header(msgspec.Struct, kw_only=True):
    """What is fixed when a match is made. `options` are all options, resolved; `commitment` is
    SHA-256 of the seed in hex. `players[seat]` is a display name and not part of the digest."""

    match: str
    game: str
    version: int
    edition: str
    edition_digest: str
    mode: str
    options: dict[str, Any]
    players: list[str]
    commitment: str

    def canonical(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "version": self.version,
            "edition_digest": self.edition_digest,
            "mode": self.mode,
            "options": self.options,
            "seats": len(self.players),
            "commitment": self.commitment,
        }


class Commit(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One entry of the log, revision from 1 on without gaps.

    `kind` is start, move, resign or abort; `by` is seat, clock or operator; `draws` are the chance
    outcomes as [stream, label, values]; `time` in milliseconds since 1970.
    """

    revision: int
    kind: str
    by: str = "seat"
    seat: int = -1
    decision: str = ""
    action: dict[str, Any] | None = None
    draws: list[tuple[int, str, list[int]]] = []
    time: int = 0
    request_id: str = ""

    def canonical(self) -> list[Any]:
        return [self.kind, self.by, self.decision, self.action]


class Record(msgspec.Struct, kw_only=True):
    """A finished match as one file or archive entry; `log_digest` covers header and commits.

    `format` is the number of this form, the way of taking the digest included.
    """

    header: Header
    seed: str
    commits: list[Commit]
    outcome: dict[str, Any]
    log_digest: str
    format: int = RECORD_FORMAT


def commitment(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def derive_seed(run_seed: int | str, *labels: int | str) -> bytes:
    """32 bytes for one purpose out of a run's seed: BLAKE2b-256 of the parts joined by '/'."""
    text = "/".join(["baochuan", str(run_seed), *(str(x) for x in labels)])
    return hashlib.blake2b(text.encode(), digest_size=32).digest()


def log_digest(header: Header, commits: list[Commit]) -> str:
    """SHA-256 over canonical JSON lines: the header, what each seat did in order, the draws of each stream.

    What no seat did counts as seat -1. Without ids, names, times and request ids, and without the order in which
    answers of different seats arrived where several could decide at once: equal play has equal digests on any machine.
    """
    seats: dict[int, list[Any]] = {}
    streams: dict[int, list[Any]] = {}
    for c in commits:
        seats.setdefault(c.seat, []).append(c.canonical())
        for stream, label, values in c.draws:
            streams.setdefault(stream, []).append([label, values])
    h = hashlib.sha256(_canonical.encode(header.canonical()))
    for name, parts in (("seat", seats), ("stream", streams)):
        for number in sorted(parts):
            h.update(b"\n" + _canonical.encode([name, number, parts[number]]))
    return h.hexdigest()


class Proposal:
    """A move worked out but not yet committed: the next match, the commit, and its events."""

    __slots__ = ("match", "commit", "events")

    def __init__(self, match: Match, commit: Commit, events: list[Event]) -> None:
        self.match = match
        self.commit = commit
        self.events = events


class Match:
    """A match at one revision. Never changed in place: a move gives a `Proposal` with the next one."""

    __slots__ = ("game", "header", "seed", "state", "counts", "revision")

    def __init__(
        self, game: Game[Any], header: Header, seed: bytes, state: Any, counts: list[int], revision: int
    ) -> None:
        self.game = game
        self.header = header
        self.seed = seed
        self.state = state
        self.counts = counts  # draw numbers used per stream
        self.revision = revision

    @staticmethod
    def start(game: Game[Any], header: Header, seed: bytes, *, time: int = 0, request_id: str = "") -> Proposal:
        """Sets the match up: revision 1. Raises `InvalidOptions`."""
        chance = Seeded(seed)
        chance.record = []
        events: list[Event] = []
        state = game.setup(header.mode, header.options, len(header.players), Ctx(chance, events))
        commit = Commit(
            revision=1, kind="start", by="operator", draws=_plain(chance.record), time=time, request_id=request_id
        )
        return Proposal(Match(game, header, seed, state, chance.counts, 1), commit, events)

    def propose(
        self,
        kind: str,
        *,
        by: str = "seat",
        seat: int = -1,
        decision: str | None = None,
        action: Action | None = None,
        time: int = 0,
        request_id: str = "",
    ) -> Proposal:
        """The next match after a move, resign or abort; raises `RuleError` and changes nothing."""
        game = self.game
        decided = ""
        if kind == "move":
            if action is None:
                raise RuleError("a move needs an action")
            action = game.check(self.state, seat, decision, action)
            decided = game.decision(self.state, seat).id
        elif kind not in ("resign", "abort"):
            raise RuleError(f'unknown commit kind "{kind}"')
        chance = Seeded(self.seed, self.counts)
        chance.record = []
        events: list[Event] = []
        state = game.copy(self.state)
        _carry_out(game, state, kind, seat, action, Ctx(chance, events))
        commit = Commit(
            revision=self.revision + 1,
            kind=kind,
            by=by,
            seat=seat,
            decision=decided,
            action=game.actions.encode(action) if action is not None else None,
            draws=_plain(chance.record),
            time=time,
            request_id=request_id,
        )
        return Proposal(Match(game, self.header, self.seed, state, chance.counts, self.revision + 1), commit, events)

    @staticmethod
    def fold(game: Game[Any], header: Header, seed: bytes, commits: list[Commit]) -> Match:
        """The match after a log, dice and shuffles taken from the log; raises `ReplayError`."""
        return _replay(game, header, seed, commits, None)

    @staticmethod
    def verify(game: Game[Any], header: Header, seed: bytes, commits: list[Commit]) -> Match:
        """As `fold`, but every draw must also be the one that the seed gives. Raises `ReplayError`."""
        if commitment(seed) != header.commitment:
            raise ReplayError(0, "the seed does not fit the commitment in the header")
        return _replay(game, header, seed, commits, Seeded(seed))


def _carry_out(game: Game[Any], state: Any, kind: str, seat: int, action: Action | None, ctx: Ctx) -> None:
    if kind == "move":
        assert action is not None
        game.step(state, seat, action, ctx)
    elif kind == "resign":
        game.resign(state, seat, ctx)
    else:
        game.abort(state, ctx)


def _replay(game: Game[Any], header: Header, seed: bytes, commits: list[Commit], honest: Seeded | None) -> Match:
    if header.game != game.key or header.version != game.version:
        raise ReplayError(
            0,
            f"the log is of {header.game} version {header.version}; these rules are {game.key} version {game.version}",
        )
    if header.edition_digest != game.edition_digest:
        raise ReplayError(0, f'the log was played with edition "{header.edition}", which is not the one loaded')
    if not commits:
        raise ReplayError(1, "the log is empty")
    state: Any = None
    counts: list[int] = []
    for number, c in enumerate(commits, 1):
        if c.revision != number:
            raise ReplayError(number, f"revision {c.revision} stands where {number} should")
        draws = [Draw(s, label, values) for s, label, values in c.draws]
        recorded = Recorded(draws)
        chance: Chance = recorded if honest is None else honest
        chance.record = []
        try:
            if number == 1:
                if c.kind != "start":
                    raise RuleError(f'the first commit is "{c.kind}", not "start"')
                state = game.setup(header.mode, header.options, len(header.players), Ctx(chance))
            else:
                _replay_one(game, state, c, Ctx(chance))
            _check_form(c)
        except (RuleError, ChanceError) as e:
            raise ReplayError(number, str(e)) from e
        if honest is not None and chance.record != draws:
            raise ReplayError(number, _difference(chance.record, draws))
        if honest is None and recorded.left():
            raise ReplayError(number, "the record holds draws that the rules do not ask for")
        for d in draws:
            while len(counts) <= d.stream:
                counts.append(0)
            counts[d.stream] += 1
    return Match(game, header, seed, state, counts, len(commits))


def _check_form(c: Commit) -> None:
    """What `start` and `propose` never write: nothing may stand in a log without a meaning. Raises `RuleError`."""
    if c.by not in ("seat", "clock", "operator"):
        raise RuleError(f'a commit is by seat, clock or operator, not "{c.by}"')
    if c.kind == "move":
        return
    if c.decision or c.action is not None:
        raise RuleError(f'a commit of kind "{c.kind}" has neither decision nor action')
    if c.kind == "start" and (c.by != "operator" or c.seat != -1):
        raise RuleError("a match is started by the operator, not by a seat")


def _replay_one(game: Game[Any], state: Any, c: Commit, ctx: Ctx) -> None:
    if c.kind not in ("move", "resign", "abort"):
        raise RuleError(f'unknown commit kind "{c.kind}"')
    action: Action | None = None
    if c.kind == "move":
        action = game.actions.decode(c.action)
        action = game.check(state, c.seat, c.decision, action)
    _carry_out(game, state, c.kind, c.seat, action, ctx)


def _difference(drawn: list[Draw], recorded: list[Draw]) -> str:
    for i, d in enumerate(drawn):
        if i >= len(recorded):
            return f"the draw {d.label!r} is missing from the record"
        if recorded[i] != d:
            r = recorded[i]
            return f"draw {i} is {r.label!r} {r.values} in the record; the seed gives {d.label!r} {d.values}"
    return f"the record holds {len(recorded) - len(drawn)} draw(s) too many"


def _plain(draws: list[Draw]) -> list[tuple[int, str, list[int]]]:
    return [(d.stream, d.label, d.values) for d in draws]


def make_record(match: Match, commits: list[Commit]) -> Record:
    """The record of a finished match."""
    outcome = match.state.outcome
    if outcome is None:
        raise ValueError("the match is not over")
    return Record(
        header=match.header,
        seed=match.seed.hex(),
        commits=commits,
        outcome=outcome.plain(),
        log_digest=log_digest(match.header, commits),
    )


def verify_record(game: Game[Any], record: Record) -> None:
    """Checks seed, dice, moves, outcome and digest of a record; raises `ReplayError` with the place."""
    if record.format != RECORD_FORMAT:
        raise ReplayError(0, f"the record is of format {record.format}; this version reads format {RECORD_FORMAT}")
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError:
        raise ReplayError(0, "the seed is not hexadecimal") from None
    if len(seed) != 32:
        raise ReplayError(0, "the seed has not 32 bytes")
    if seed.hex() != record.seed:
        raise ReplayError(0, "the seed is not written as 64 small hexadecimal digits")
    match = Match.verify(game, record.header, seed, record.commits)
    last = len(record.commits)
    if match.state.outcome is None:
        raise ReplayError(last, "the log ends before the match is over")
    if match.state.outcome.plain() != record.outcome:
        raise ReplayError(last, f"the outcome is {match.state.outcome.plain()}, not {record.outcome}")
    digest = log_digest(record.header, record.commits)
    if digest != record.log_digest:
        raise ReplayError(last, f"the log digest is {digest}, not {record.log_digest}")
