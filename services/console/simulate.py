"""Matches in process on all cores: `baochuan simulate`."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, Final

from bot_player.catalogue import load_game
from bot_player.children import die_with_parent
from bot_player.playout import PlayoutError, make_header, play_out
from bot_player.policies import make_policy
from console.plan import Run, planned
from console.problem import BAD, Problem
from console.results import MatchResult, result_of
from rulekit.game import Game
from servicekit import logs

LOG_LEVEL: Final = "BAOCHUAN_LOG_LEVEL"  # set: the policies tell what they think, at this level, on stderr
LEVELS: Final = ("", "debug", "info", "warning", "error")
MOST_AT_ONCE: Final = 16  # matches in one job: small enough for a lively bar, large enough to hide its cost

_game: Game[Any] | None = None


def play_match(game: Game[Any], run: Run, number: int) -> MatchResult:
    """One match of a run; raises `PlayoutError`."""
    match = planned(run, number)
    header = make_header(game, match.id, run.mode, run.options, match.players, match.seed)
    policies = [make_policy(name, game, seed) for name, seed in zip(match.players, match.policy_seeds, strict=True)]
    played = play_out(game, header, match.seed, policies)
    return result_of(match, played.record, played.faults)


def simulate(run: Run, game: Game[Any], workers: int, on_match: Callable[[MatchResult], None]) -> list[MatchResult]:
    """All matches of a run in the order of their numbers; `on_match` sees each as it ends. Raises `Problem`."""
    log_level()  # a wrong word is told before a worker starts
    results: list[MatchResult] = []

    def take(result: MatchResult) -> None:
        results.append(result)
        on_match(result)

    try:
        if workers == 1:
            _logs()
            for number in range(run.matches):
                take(play_match(game, run, number))
        else:
            _on_workers(run, workers, take)
    except PlayoutError as e:
        raise Problem(str(e), BAD) from e
    except BrokenProcessPool as e:
        raise Problem("a worker process died (out of memory?)", BAD) from e
    results.sort(key=lambda r: r.number)
    return results


def _on_workers(run: Run, workers: int, take: Callable[[MatchResult], None]) -> None:
    workers = min(workers, run.matches)
    size = max(1, min(MOST_AT_ONCE, run.matches // (4 * workers)))
    jobs = iter([range(first, min(first + size, run.matches)) for first in range(0, run.matches, size)])
    # Spawned, not forked: a worker must not inherit the threads and sockets of whoever runs us.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(run, os.getpid()))
    open_jobs: set[Future[list[MatchResult]]] = set()
    try:
        while True:
            for job in islice(jobs, 2 * workers - len(open_jobs)):  # all are busy, and a stop is quick
                open_jobs.add(pool.submit(_play_job, run, list(job)))
            if not open_jobs:
                break
            done, open_jobs = wait(open_jobs, return_when=FIRST_COMPLETED)
            for future in done:
                for result in future.result():
                    take(result)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()
        raise
    pool.shutdown()


def _begin(run: Run, parent: int) -> None:
    global _game
    die_with_parent(parent)
    _logs()
    _game = load_game(run.game, run.edition)


def _logs() -> None:
    """Without the variable nothing is logged: structlog as it comes would print every line."""
    if level := log_level():
        logs.configure("simulate", level=level)


def log_level() -> str:
    """The level that is asked for, "" for none. Raises `Problem` for a word that is none."""
    level = os.environ.get(LOG_LEVEL, "")
    if level not in LEVELS:
        raise Problem(f'{LOG_LEVEL} must be debug, info, warning or error, not "{level}"')
    return level


def _play_job(run: Run, numbers: list[int]) -> list[MatchResult]:
    assert _game is not None
    return [play_match(_game, run, number) for number in numbers]
