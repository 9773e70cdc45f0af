"""The commands that play: `run` through the platform, `simulate` in process."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer

from console import options as o
from console.plan import Run, make_run, open_game
from console.problem import BAD, MOST_REPLICAS, MOST_WORKERS, Problem, bounded
from console.progress import RunProgress
from console.records import must_be_writable, write_file
from console.results import MatchResult, Summary, print_faults, print_table, run_json, summarize
from console.running import cores, raise_on_signals, run_async
from console.screen import err, out
from rulekit.game import Game

MOST_PARALLEL: Final = 1024


class Outputs:
    """Where the results of a run go."""

    def __init__(self, json: Path | None, log: Path | None, logs: Path | None, records: bool) -> None:
        """Raises `Problem` now rather than after the run."""
        self.json = json
        self.log = log
        self.logs = logs
        self.records = records
        for path in (json, log):
            if path is not None:
                must_be_writable(path)
        if logs is not None:
            try:
                logs.mkdir(parents=True, exist_ok=True)
            except OSError as e:
                raise Problem(f"--logs {logs}: {e.strerror}") from e

    def write(self, run: Run, game: Game[Any], results: list[MatchResult], summary: Summary) -> None:
        if self.json is not None:
            write_file(self.json, run_json(run, game.edition_digest, results, summary, records=self.records))
        if self.log is not None:
            write_file(self.log, b"".join(bytes(r.record) + b"\n" for r in results))
        if self.logs is not None:
            for r in results:
                write_file(self.logs / f"{r.id}.json", bytes(r.record) + b"\n")


def run(
    game: o.Game,
    mode: o.Mode = None,
    option: o.Options = None,
    players: o.Players = None,
    matches: o.Matches = 10,
    parallel: Annotated[int, typer.Option("--parallel", metavar="P", help="Matches at once.")] = 32,
    replicas: Annotated[
        int, typer.Option("--replicas", metavar="R", help="Of each service, without --server; 0: as many as help here.")
    ] = 0,
    seed: o.Seed = None,
    swap_seats: o.SwapSeats = False,
    edition: o.Edition = None,
    server: o.Server = None,
    token: o.Token = None,
    json: o.Json = None,
    no_records: o.NoRecords = False,
    log: o.Log = None,
    logs: o.Logs = None,
) -> None:
    """Play matches through the platform.

    Without --server an embedded deployment is started on loopback ports, with its data in a temporary folder, and
    stopped again. The same seed and players give the same logs as `baochuan simulate`. Exit code 0: all matches
    finished without faults.
    """
    bounded("--parallel", parallel, 1, MOST_PARALLEL)
    bounded("--replicas", replicas, 0, MOST_REPLICAS)
    rules = open_game(game, edition)
    planned = make_run(
        rules,
        mode=mode,
        options=option or [],
        players=players,
        matches=matches,
        seed=seed,
        swap_seats=swap_seats,
        edition=edition,
        house_only=server is None,
    )
    outputs = Outputs(json, log, logs, not no_records)
    if server is None:
        work = _run_embedded(rules, planned, parallel, replicas)
    else:
        work = _run_at(rules, planned, parallel, o.need_server(server), o.need_token(token))
    results, seconds, rejected = run_async(work)
    summary = summarize(planned, results, seconds, rejected)
    _finish(rules, planned, results, summary, outputs, "through the platform")


async def _run_embedded(
    game: Game[Any], run: Run, parallel: int, replicas: int
) -> tuple[list[MatchResult], float, int]:
    from baochuan.client import Client
    from console.arena import ANSWER_WITHIN, Arena
    from console.embedded import Embedded

    editions = {run.game: run.edition} if run.edition is not None else {}
    # Asks, commits and replies travel in batches: on few cores a second replica only makes them smaller.
    replicas = replicas or max(1, min(4, cores() // 4))
    started = time.monotonic()
    platform = Embedded(
        [run.game],
        rules=replicas,
        bots=replicas,
        workers=max(1, cores() // replicas),
        editions=editions,
        report=_report,
        env=_limits(parallel),
    )
    async with platform:
        _report(f"platform started in {time.monotonic() - started:.1f} s, seed {run.seed}", style="dim")
        async with Client(platform.gateway, platform.operator_token, timeout=ANSWER_WITHIN) as client:
            arena = Arena(client, game, run, {name: name for name in run.players})
            with RunProgress(err, run.matches) as progress:
                started = time.monotonic()
                results = await platform.guard(arena.play(parallel, lambda r: progress.match_over(r.moves)))
                seconds = time.monotonic() - started
        return results, seconds, await platform.rejected_answers()


def _limits(parallel: int) -> dict[str, str]:
    """The gateway's limits guard strangers' use; here its only client is this command."""
    return {"BAOCHUAN_MAX_MATCHES_PER_TOKEN": str(max(256, 2 * parallel))}


async def _run_at(
    game: Game[Any], run: Run, parallel: int, server: str, token: str
) -> tuple[list[MatchResult], float, int]:
    import secrets

    from baochuan.client import Client
    from console.arena import ANSWER_WITHIN, Arena, check_server, seats_of

    # Ids of its own, since the server keeps earlier runs of the same seed.
    run = msgspec.structs.replace(run, id_prefix=f"run-{secrets.token_hex(4)}")
    async with Client(server, token, timeout=5.0) as client:
        await check_server(client, server, game)
        seats = await seats_of(client, run)
    async with Client(server, token, timeout=ANSWER_WITHIN) as client:
        with RunProgress(err, run.matches) as progress:
            started = time.monotonic()
            arena = Arena(client, game, run, seats)
            results = await arena.play(parallel, lambda r: progress.match_over(r.moves))
            return results, time.monotonic() - started, 0


def simulate(
    game: o.Game,
    mode: o.Mode = None,
    option: o.Options = None,
    players: o.Players = None,
    matches: o.Matches = 10,
    workers: Annotated[int, typer.Option("--workers", metavar="W", help="Processes; 0: one per core.")] = 0,
    seed: o.Seed = None,
    swap_seats: o.SwapSeats = False,
    edition: o.Edition = None,
    json: o.Json = None,
    no_records: o.NoRecords = False,
    log: o.Log = None,
    logs: o.Logs = None,
) -> None:
    """Play matches in process on all cores, as fast as the rules go.

    The same seed and players give the same logs as `baochuan run`. Exit code 0: no faults.
    """
    from console import simulate as in_process

    bounded("--workers", workers, 0, MOST_WORKERS)
    rules = open_game(game, edition)
    planned = make_run(
        rules,
        mode=mode,
        options=option or [],
        players=players,
        matches=matches,
        seed=seed,
        swap_seats=swap_seats,
        edition=edition,
    )
    outputs = Outputs(json, log, logs, not no_records)
    raise_on_signals()
    started = time.monotonic()
    with RunProgress(err, matches) as progress:
        results = in_process.simulate(planned, rules, workers or cores(), lambda r: progress.match_over(r.moves))
    summary = summarize(planned, results, time.monotonic() - started)
    _finish(rules, planned, results, summary, outputs, "in process")


def _finish(
    game: Game[Any], run: Run, results: list[MatchResult], summary: Summary, outputs: Outputs, how: str
) -> None:
    outputs.write(run, game, results, summary)
    print_table(out, run, summary, how)
    print_faults(err, results)
    if summary.rejected_answers:
        err.print(f"{summary.rejected_answers} answers of house bots were rejected", style="red")
    if summary.faults or summary.finished < run.matches:
        raise typer.Exit(BAD)


def _report(line: str, style: str = "yellow") -> None:
    err.print(line, style=style, markup=False, highlight=False)
