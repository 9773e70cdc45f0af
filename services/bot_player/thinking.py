"""From the bytes of an ask to the bytes of an answer: in this process, or in worker processes."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from bot_player.catalogue import load_games
from bot_player.children import die_with_parent
from bot_player.policies import make_policy
from rulekit.actions import Action
from rulekit.game import Decision, Game
from servicekit import logs

_log = logs.get(__name__)
_raw_list = msgspec.json.Decoder(list[msgspec.Raw])
KNOWN_ACTIONS: Final = 100_000
LogFormat = Literal["json", "console", "auto"]


class ThinkingFailed(Exception):
    """No answer: a bug of the policy, input that does not fit, or a dead worker."""


class Question(msgspec.Struct, frozen=True):
    """What a policy is asked. `view` and `options` are JSON as the rules service sent it."""

    game: str
    policy: str
    seed: str
    view: bytes
    options: bytes
    decision: str
    seat: int
    kind: str
    rule: str
    optional: bool


class Thinker:
    """Answers questions about the games it was given."""

    def __init__(self, games: dict[str, Game[Any]]) -> None:
        self.games = games
        self._views = {key: msgspec.json.Decoder(game.view_type()) for key, game in games.items()}
        self._actions: dict[str, dict[bytes, Action]] = {key: {} for key in games}

    def answer(self, q: Question) -> bytes:
        """The action chosen, as it stands in the options; raises `ThinkingFailed`."""
        try:
            return self._answer(q)
        except Exception as e:  # whatever a policy does wrong must not stop the other matches
            raise ThinkingFailed(f"{type(e).__name__}: {e}") from e

    def _answer(self, q: Question) -> bytes:
        game = self.games[q.game]
        policy = make_policy(q.policy, game, q.seed)
        raw = [bytes(r) for r in _raw_list.decode(q.options)]
        options = [self._action(game, r) for r in raw]
        view = self._views[q.game].decode(q.view) if policy.needs_view else None
        chosen = policy.choose(view, Decision(q.decision, q.seat, q.kind, q.rule, q.optional), options)
        return raw[options.index(chosen)]

    def _action(self, game: Game[Any], raw: bytes) -> Action:
        known = self._actions[game.key]
        found = known.get(raw)
        if found is None:
            a = game.actions.decode(msgspec.json.decode(raw))
            found = game.actions.get(a.kind, a.a, a.b, a.c, a.vec)
            if len(known) >= KNOWN_ACTIONS:
                known.clear()
            known[raw] = found
        return found


_thinker: Thinker | None = None


def _begin(editions: dict[str, Path], parent: int, log_format: LogFormat, log_level: str) -> None:
    global _thinker
    die_with_parent(parent)
    logs.configure("bot_player", log_format, log_level)
    _thinker = Thinker(load_games(editions))


def _answer(q: Question) -> bytes:
    assert _thinker is not None
    return _thinker.answer(q)


class Workers:
    """Processes that think, so that a long thought holds up nobody else. Started with the first question."""

    def __init__(
        self, count: int, editions: dict[str, Path], log_format: LogFormat = "auto", log_level: str = "warning"
    ) -> None:
        self.count = count
        self._editions = editions
        self._logs: tuple[LogFormat, str] = (log_format, log_level)
        self._pool: ProcessPoolExecutor | None = None

    async def answer(self, q: Question) -> bytes:
        """As `Thinker.answer`, and `ThinkingFailed` also if the worker process ends meanwhile."""
        if self._pool is None:
            # Spawned, not forked: a worker must not inherit sockets and threads of gRPC and NATS.
            self._pool = ProcessPoolExecutor(
                self.count,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_begin,
                initargs=(self._editions, os.getpid(), *self._logs),
            )
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, _answer, q)
        except BrokenProcessPool as e:
            if self._pool is pool:
                _log.error("a worker process died; new ones are started", error=str(e))
                self._pool = None
                pool.shutdown(wait=False, cancel_futures=True)
            raise ThinkingFailed("the worker process died in mid-thought; the ask will come again") from e

    def close(self) -> None:
        """Ends the processes, also in mid-thought."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            for child in multiprocessing.active_children():
                child.terminate()
            self._pool = None
