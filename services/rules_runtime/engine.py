"""Moves: from a request to a durable commit.

    cached match (else fold the log) -> the rules propose -> the store appends at the expected revision
    -> reply, asks and updates

The store is the judge. A replica whose copy is behind reloads and tries again; nothing is locked
outside this process, and nothing is told before the append has answered.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import re
import secrets
import time
from collections.abc import Callable
from typing import Any

import msgspec

from baochuan.match.v1 import match_pb2, match_service_pb2
from rulekit.errors import InvalidAction, InvalidOptions, MatchOver, NotYourDecision, RuleError
from rulekit.game import Decision, Game
from rulekit.match import Commit, Header, Match, Proposal, commitment
from rules_runtime import archive, metrics
from rules_runtime.announce import Announcer
from rules_runtime.cache import Cache
from rules_runtime.live import Head, Live, Open, SeatSpec, due_ms, dump, next_open
from rules_runtime.messages import Writer
from rules_runtime.scripts import Answer
from rules_runtime.settings import RulesSettings
from rules_runtime.store import MatchStore, Publication
from servicekit import logs
from servicekit.bus import Bus
from servicekit.errors import ServiceError

_log = logs.get(__name__)

TRIES = 8
MAX_ACTION_BYTES = 64 * 1024
MAX_OPTIONS_BYTES = 64 * 1024
_MATCH_ID = re.compile(r"[a-z0-9_-]{1,64}")
# The name of a house bot, and its parameters: mcts:iterations=400
_POLICY = re.compile(r"[a-z0-9_-]{1,40}(:[a-z0-9_]{1,40}=[0-9]{1,12}){0,8}")

_random = random.Random()  # for jitter only


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Engine:
    """All that one replica does with matches of one game."""

    def __init__(
        self,
        game: Game[Any],
        store: MatchStore,
        bus: Bus,
        announcer: Announcer,
        writer: Writer,
        settings: RulesSettings,
        *,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self.game = game
        self.store = store
        self.bus = bus
        self.announcer = announcer
        self.writer = writer
        self.settings = settings
        self.clock = clock
        self.cache = Cache(settings.cache_matches)
        self.committed: Callable[[str], None] = lambda _match_id: None  # told of every append (wakes the relay)

    # --- finding a match

    async def live(self, match_id: str) -> Live:
        """The match, as new as this replica has it. Raises `ServiceError`."""
        found = self.cache.get(match_id)
        if found is not None:
            metrics.CACHE_HITS.inc()
            return found
        metrics.CACHE_MISSES.inc()
        if not _MATCH_ID.fullmatch(match_id):
            raise ServiceError("MATCH_NOT_FOUND", f"{match_id!r} is not a match id")
        loaded = await self.store.load(match_id)
        if loaded is None:
            return await self._from_archive(match_id)
        self._same_rules(loaded.head.header)
        seed = bytes.fromhex(loaded.head.seed)
        match = Match.fold(self.game, loaded.head.header, seed, loaded.commits)
        # Another call may have loaded it meanwhile: all of them must share one lock.
        return self.cache.put(match_id, Live(loaded.head, match, loaded.open))

    async def _from_archive(self, match_id: str) -> Live:
        record = await archive.record_from_archive(self.bus, self.game.key, match_id)
        if record is None:
            raise ServiceError("MATCH_NOT_FOUND", f'there is no match "{match_id}"')
        self._same_rules(record.header)
        head = Head(
            header=record.header,
            seed=record.seed,
            seats=[SeatSpec(s.name, s.house) for s in record.seats],
            timeout_ms=record.timeout_ms,
            created_ms=record.created_ms,
        )
        match = Match.fold(self.game, record.header, bytes.fromhex(record.seed), record.commits)
        return self.cache.put(match_id, Live(head, match, [], archived=True))

    def _same_rules(self, header: Header) -> None:
        """Refuses a match that these rules would read differently."""
        game = self.game
        if header.game != game.key:
            raise ServiceError(
                "OPTIONS_INVALID",
                f'match "{header.match}" is a match of {header.game}; this service plays {game.key}',
                metadata={"match_game": header.game, "service_game": game.key},
            )
        if header.version != game.version:
            raise ServiceError(
                "EDITION_INVALID",
                f'match "{header.match}" is played by version {header.version} of {game.key}; '
                f"this service has version {game.version}",
                metadata={"match_version": str(header.version), "service_version": str(game.version)},
            )
        if header.edition_digest != game.edition_digest:
            raise ServiceError(
                "EDITION_INVALID",
                f'match "{header.match}" is played with edition "{header.edition}" ({header.edition_digest[:12]}); '
                f'this service has "{game.edition_id}" ({game.edition_digest[:12]})',
                metadata={"match_edition": header.edition_digest, "service_edition": game.edition_digest},
            )

    async def newest(self, match_id: str) -> Live:
        """The match at the newest revision of the store."""
        live = await self.live(match_id)
        if live.archived:
            return live
        revision = await self.store.revision(match_id)
        if revision == 0:
            self.cache.drop(match_id)
            return await self.live(match_id)
        if revision != live.match.revision:
            async with live.lock:
                await self.refresh(live)
        return live

    async def refresh(self, live: Live, request: str = "") -> tuple[str, int] | None:
        """Takes over what other replicas committed; returns fingerprint and revision of `request`, if answered.

        The caller holds the match's lock.
        """
        match = live.match
        newer = await self.store.newer(live.match_id, match.revision, request)
        if newer.revision == match.revision and not newer.commits:
            live.open = newer.open
            return newer.seen
        if newer.revision < match.revision:
            # The store was set back or the match expired: what we hold is no longer true.
            self.cache.drop(live.match_id)
            raise ServiceError("CONTENDED", f'match "{live.match_id}" was reloaded; try again')
        for commit in newer.commits:
            match = self._follow(live, match, commit)
        live.match = match
        live.open = newer.open
        return newer.seen

    def _follow(self, live: Live, match: Match, commit: Commit) -> Match:
        """The match one commit further. The seed gives the same draws; a log that says otherwise is not ours."""
        action = self.game.actions.decode(commit.action) if commit.action is not None else None
        proposal = match.propose(
            commit.kind,
            by=commit.by,
            seat=commit.seat,
            decision=commit.decision or None,
            action=action,
            time=commit.time,
            request_id=commit.request_id,
        )
        if proposal.commit != commit:
            self.cache.drop(live.match_id)
            raise RuntimeError(f"match {live.match_id}: commit {commit.revision} in the log is not what the rules give")
        return proposal.match

    # --- committing

    async def commit(
        self, match_id: str, request: str, fingerprint: str, make: Callable[[Live], Proposal]
    ) -> tuple[int, bool]:
        """Revision of the commit, and whether the request had been answered before.

        `make` proposes on the live match; it is called again when the match has moved on.
        """
        started = time.perf_counter()
        live = await self.live(match_id)
        if live.archived:
            raise ServiceError("MATCH_OVER", "the match is over")
        async with live.lock:
            for attempt in range(TRIES):
                try:
                    proposal = make(live)
                except RuleError:
                    # Final only if the match is at its newest revision, and the request is a new one.
                    at = live.match.revision
                    seen = await self.refresh(live, request)
                    if seen is not None:
                        return await self._seen(live, seen, request, fingerprint)
                    if live.match.revision != at:
                        continue
                    raise
                answer, revision = await self._append(live, proposal, request, fingerprint)
                metrics.ANSWERED[answer].inc()
                if answer is Answer.APPENDED:
                    metrics.COMMIT_SECONDS.observe(time.perf_counter() - started)
                    return revision, False
                if answer is Answer.NOT_FOUND:
                    self.cache.drop(match_id)
                    raise ServiceError("MATCH_NOT_FOUND", f'there is no match "{match_id}"')
                seen = await self.refresh(live, request)
                if seen is not None:
                    return await self._seen(live, seen, request, fingerprint)
                if attempt:
                    await asyncio.sleep(_random.uniform(0, 0.002 * (1 << attempt)))
        raise ServiceError("CONTENDED", f'too many writers at once on match "{match_id}"; try again')

    async def _append(self, live: Live, proposal: Proposal, request: str, fingerprint: str) -> tuple[Answer, int]:
        match, commit = proposal.match, proposal.commit
        head = live.head
        opened, decisions = next_open(match, live.open, commit.time, self.settings.ask_again_ms)
        waiting = self.store.append(
            live.match_id,
            request,
            fingerprint,
            commit,
            opened,
            due_ms(opened, head.timeout_ms),
            self._publication(live, proposal, opened, decisions),
        )
        # The store works while we prepare what everybody will be told.
        await asyncio.sleep(0)
        try:
            prepared = self.announcer.commit(live, live.match, proposal, opened, decisions)
        except BaseException:
            await asyncio.wait([waiting])
            raise
        number, revision = await waiting
        answer = Answer(number)
        if answer is Answer.APPENDED:
            live.match = match
            live.open = opened
            metrics.committed(commit.kind, commit.by)
            self.committed(live.match_id)
            await self.announcer.send(prepared)
            if match.state.outcome is not None:
                _log.info("match over", match=live.match_id, revision=revision, reason=match.state.outcome.reason)
        return answer, revision

    def _publication(self, live: Live, proposal: Proposal, open: list[Open], decisions: list[Decision]) -> Publication:
        commit = proposal.commit
        public = self.writer.public_commit(live, proposal, open, decisions)
        match_id, game = live.match_id, self.game.key
        return Publication(
            subject=f"match.{game}.{match_id}",
            payload=public.SerializeToString(),
            message_id=f"{match_id}:{commit.revision}",
            outcome=public.outcome,
            archive_subject=archive.subject(game, match_id),
        )

    async def _seen(self, live: Live, seen: tuple[str, int], request: str, fingerprint: str) -> tuple[int, bool]:
        """The answer to a request that was answered before."""
        if seen[0] != fingerprint:
            name = request.partition(":")[2]
            raise ServiceError(
                "REQUEST_ID_REUSED", f'request id "{name}" was used for another request', metadata={"request_id": name}
            )
        if seen[1] == live.match.revision and not live.over:
            # Whoever appended it may have died before telling anybody.
            await self.remind(live)
        return seen[1], True

    async def remind(self, live: Live) -> None:
        """Tells the seats that are to decide once more. Whoever knows already is not harmed."""
        await self.announcer.send([self.announcer.reminder(live, o) for o in live.open])

    # --- requests

    async def submit(self, r: match_service_pb2.SubmitActionRequest) -> tuple[int, bool]:
        """A seat's answer to its decision."""
        request = _client_request(r.seat, r.request_id)
        if not r.decision_id:
            raise ServiceError("INVALID_ACTION", "decision_id is missing")
        if len(r.action) > MAX_ACTION_BYTES:
            raise ServiceError("QUOTA_EXCEEDED", f"an action of {len(r.action)} bytes is over {MAX_ACTION_BYTES}")
        try:
            action = self.game.actions.decode(msgspec.json.decode(r.action))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
            raise InvalidAction(f"the action is not JSON: {e}") from None
        fingerprint = _fingerprint("move", r.seat, r.decision_id, dump(self.game.actions.encode(action)))

        def make(live: Live) -> Proposal:
            _check_seat(live, r.seat)
            return live.match.propose(
                "move",
                seat=r.seat,
                decision=r.decision_id,
                action=action,
                time=self.clock(),
                request_id=r.request_id,
            )

        return await self.commit(r.match_id, request, fingerprint, make)

    async def resign(self, match_id: str, seat: int, request_id: str, by: str = "seat") -> tuple[int, bool]:
        request = _client_request(seat, request_id or "resign")

        def make(live: Live) -> Proposal:
            _check_seat(live, seat)
            return live.match.propose("resign", by=by, seat=seat, time=self.clock(), request_id=request_id)

        return await self.commit(match_id, request, _fingerprint("resign", seat, "", b""), make)

    async def abort(self, match_id: str, request_id: str) -> tuple[int, bool]:
        request = "operator:" + (request_id or "abort")
        _check_request_id(request_id or "abort")

        def make(live: Live) -> Proposal:
            return live.match.propose("abort", by="operator", time=self.clock(), request_id=request_id)

        return await self.commit(match_id, request, _fingerprint("abort", -1, "", b""), make)

    async def expire(self, live: Live, o: Open) -> None:
        """The time of a decision is over: leave it out if it is optional, else the seat forfeits the match."""
        seat, decision_id = o.seat, o.id

        def make(now: Live) -> Proposal:
            match, at = now.match, self.clock()
            if self.game.decision(match.state, seat).id != decision_id:
                raise NotYourDecision("answered in the last moment")
            action = self.game.default(match.state, seat)
            if action is None:
                return match.propose("resign", by="clock", seat=seat, time=at)
            return match.propose("move", by="clock", seat=seat, decision=decision_id, action=action, time=at)

        request = f"clock:{seat}:{decision_id}"
        try:
            await self.commit(live.match_id, request, _fingerprint("clock", seat, decision_id, b""), make)
        except (NotYourDecision, MatchOver):
            return  # the seat, or another clock, was faster
        metrics.DEFAULTS.labels("forfeited" if live.over else "left out").inc()
        _log.info("time over", match=live.match_id, revision=live.match.revision, seat=seat, decision=decision_id)

    async def create(self, r: match_service_pb2.CreateMatchRequest) -> Live:
        """A new match, or the one that the same request made before."""
        if not _MATCH_ID.fullmatch(r.match_id):
            raise ServiceError("OPTIONS_INVALID", "match_id: 1 to 64 of a-z, 0-9, '-', '_'")
        if r.seed and len(r.seed) != 32:
            raise ServiceError("OPTIONS_INVALID", f"seed: 32 bytes, not {len(r.seed)}")
        game = self.game
        fingerprint = hashlib.blake2b(r.SerializeToString(deterministic=True), digest_size=16).hexdigest()
        options = game.mode(r.mode).resolve(_options(r.options))
        seats = [_seat(i, s) for i, s in enumerate(r.seats)]
        earlier = await self._earlier(r.match_id, fingerprint, r.mode, options, seats)
        if earlier is not None:
            return earlier
        seed = r.seed or secrets.token_bytes(32)
        at = self.clock()
        header = Header(
            match=r.match_id,
            game=game.key,
            version=game.version,
            edition=game.edition_id,
            edition_digest=game.edition_digest,
            mode=r.mode,
            options=options,
            players=[s.name for s in seats],
            commitment=commitment(seed),
        )
        proposal = Match.start(game, header, seed, time=at)
        timeout = r.settings.decision_timeout_ms
        head = Head(header=header, seed=seed.hex(), seats=seats, timeout_ms=timeout, created_ms=at)
        opened, decisions = next_open(proposal.match, [], at, self.settings.ask_again_ms)
        live = Live(head, proposal.match, opened)
        due_at = due_ms(live.open, timeout)
        out = self._publication(live, proposal, opened, decisions)
        answer = await self.store.create(head, fingerprint, proposal.commit, live.open, due_at, out)
        if answer is Answer.REQUEST_ID_REUSED:
            raise _id_taken(r.match_id)
        if answer is Answer.REPLAYED:
            again = await self.newest(r.match_id)
            await self.remind(again)
            return again
        live = self.cache.put(r.match_id, live)
        metrics.committed("start", "operator")
        self.committed(r.match_id)
        await self.announcer.send(self.announcer.commit(live, None, proposal, opened, decisions))
        _log.info("match created", match=r.match_id, mode=r.mode, players=header.players)
        return live

    async def _earlier(
        self, match_id: str, fingerprint: str, mode: str, options: dict[str, Any], seats: list[SeatSpec]
    ) -> Live | None:
        """The match that has this id already; raises `ServiceError` if it is another one."""
        known = await self.store.fingerprint(match_id)
        if known:
            if known != fingerprint:
                raise _id_taken(match_id)
            live = await self.newest(match_id)
            await self.remind(live)
            return live
        if not self.bus.connected:
            return None  # the archive cannot be asked now; ids of finished matches are not given out again
        record = await archive.record_from_archive(self.bus, self.game.key, match_id)
        if record is None:
            return None
        header = record.header
        if header.mode != mode or header.options != options or header.players != [s.name for s in seats]:
            raise _id_taken(match_id)
        return await self._from_archive(match_id)


def _id_taken(match_id: str) -> ServiceError:
    return ServiceError("REQUEST_ID_REUSED", f'match id "{match_id}" was used for another match')


def _options(given: bytes) -> dict[str, Any]:
    if len(given) > MAX_OPTIONS_BYTES:
        raise ServiceError("QUOTA_EXCEEDED", f"options of {len(given)} bytes are over {MAX_OPTIONS_BYTES}")
    if not given:
        return {}
    try:
        options = msgspec.json.decode(given)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise InvalidOptions(f"options are not JSON: {e}") from None
    if not isinstance(options, dict):
        raise InvalidOptions("options must be a JSON object")
    return options


def _seat(number: int, config: match_pb2.SeatConfig) -> SeatSpec:
    if config.HasField("house"):
        policy = config.house.policy
        if not _POLICY.fullmatch(policy):
            raise ServiceError("OPTIONS_INVALID", f"seat {number}: {policy!r} is not the name of a house bot")
        return SeatSpec(config.name or policy, policy, config.house.seed)
    if not config.HasField("external"):
        raise ServiceError("OPTIONS_INVALID", f"seat {number}: neither a house bot nor external")
    return SeatSpec(config.name or f"seat {number}")


def _check_seat(live: Live, seat: int) -> None:
    if not 0 <= seat < len(live.head.seats):
        raise ServiceError("NOT_YOUR_SEAT", f"the match has no seat {seat}")


def _check_request_id(request_id: str) -> None:
    if not 1 <= len(request_id) <= 64 or not request_id.isprintable():
        raise ServiceError("INVALID_ACTION", "request_id: 1 to 64 printable characters")


def _client_request(seat: int, request_id: str) -> str:
    """The name of a request within the match. Each seat has its own names: nobody can take another's."""
    _check_request_id(request_id)
    return f"{seat}:{request_id}"


def _fingerprint(kind: str, seat: int, decision: str, action: bytes) -> str:
    return hashlib.blake2b(f"{kind} {seat} {decision} ".encode() + action, digest_size=12).hexdigest()
