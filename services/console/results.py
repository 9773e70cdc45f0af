"""Results of a run: one entry per match, the summary with its uncertainty, the JSON file and the table."""

from __future__ import annotations

import math
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.table import Table

from bot_player.policies import goes_by_clock
from console.plan import Planned, Run
from console.records import CHECKSUM, checksum, moves, saved
from rulekit.match import Record

Z: Final = 1.959964  # 95 %


class MatchResult(msgspec.Struct, kw_only=True):
    """A finished match. `faults` says in words what went wrong; `record` is the JSON as it is saved."""

    number: int
    id: str
    seed: str
    players: list[str]
    entries: list[int]
    log_digest: str
    moves: int
    faults: list[str]
    outcome: dict[str, Any]
    record: msgspec.Raw


def result_of(planned: Planned, record: Record, faults: list[str]) -> MatchResult:
    """Commits by the clock count as faults: no bot of ours may be late."""
    late = [f"commit {c.revision}: the clock decided for seat {c.seat}" for c in record.commits if c.by == "clock"]
    return MatchResult(
        number=planned.number,
        id=planned.id,
        seed=record.seed,
        players=planned.players,
        entries=planned.entries,
        log_digest=record.log_digest,
        moves=moves(record),
        faults=late + faults,
        outcome={k: record.outcome[k] for k in ("reason", "placings", "scores")},
        record=msgspec.Raw(saved(record)),
    )


def wilson(wins: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a rate after n tries (Wilson's score interval)."""
    if n == 0:
        return (0.0, 1.0)
    p = wins / n
    middle = p + Z * Z / (2 * n)
    half = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    scale = 1 + Z * Z / n
    return (max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale))


def mean_interval(values: list[int]) -> tuple[float, float | None]:
    """Mean and half-width of its 95 % interval (None with fewer than two values)."""
    n = len(values)
    mean = sum(values) / n if n else 0.0
    if n < 2:
        return mean, None
    variance = sum((v - mean) ** 2 for v in values) / (n - 1)
    return mean, Z * math.sqrt(variance / n)


class PlayerSummary(msgspec.Struct, kw_only=True):
    """One entry of --players. A win is a first place not shared, a draw a shared one; points are the game's.

    In a mode for one seat the game alone says what a win is: placing 1; a lost match has placing 2.
    """

    name: str
    matches: int
    wins: int
    draws: int
    losses: int
    win_rate: float
    win_rate_interval: tuple[float, float]
    mean_score: float
    mean_score_interval: tuple[float, float] | None


class Summary(msgspec.Struct, kw_only=True):
    """`repeatable` is false if a player goes by the clock: then the same seed need not give the same matches."""

    repeatable: bool
    matches: int
    finished: int
    faults: int
    rejected_answers: int
    moves: int
    seconds: float
    moves_per_second: float
    players: list[PlayerSummary]


def unrepeatable(run: Run) -> list[str]:
    """The players that go by the clock."""
    return [name for name in dict.fromkeys(run.players) if goes_by_clock(name)]


def summarize(run: Run, results: list[MatchResult], seconds: float, rejected_answers: int = 0) -> Summary:
    """`rejected_answers` of house bots, known for an embedded deployment only, count among the faults."""
    total = sum(r.moves for r in results)
    return Summary(
        repeatable=not unrepeatable(run),
        matches=run.matches,
        finished=len(results),
        faults=sum(len(r.faults) for r in results) + rejected_answers,
        rejected_answers=rejected_answers,
        moves=total,
        seconds=round(seconds, 3),
        moves_per_second=round(total / seconds, 1) if seconds > 0 else 0.0,
        players=[_player(run.players[entry], entry, results) for entry in range(len(run.players))],
    )


def _player(name: str, entry: int, results: list[MatchResult]) -> PlayerSummary:
    wins = draws = losses = 0
    scores: list[int] = []
    for r in results:
        placings = r.outcome["placings"]
        if not placings:  # aborted: no result
            continue
        seat = r.entries.index(entry)
        scores.append(r.outcome["scores"][seat])
        if placings[seat] != 1:
            losses += 1
        elif placings.count(1) > 1:
            draws += 1
        else:
            wins += 1
    n = wins + draws + losses
    low, high = wilson(wins, n)
    mean, half = mean_interval(scores)
    return PlayerSummary(
        name=name,
        matches=n,
        wins=wins,
        draws=draws,
        losses=losses,
        win_rate=round(wins / n, 4) if n else 0.0,
        win_rate_interval=(round(low, 4), round(high, 4)),
        mean_score=round(mean, 4),
        mean_score_interval=None if half is None else (round(mean - half, 4), round(mean + half, 4)),
    )


def run_json(run: Run, edition_digest: str, results: list[MatchResult], summary: Summary, *, records: bool) -> bytes:
    """The file of --json; one match per line, so that two runs can be compared with diff."""
    encode = msgspec.json.encode
    lines = []
    for r in results:
        plain: dict[str, Any] = {
            "id": r.id,
            "seed": r.seed,
            "players": r.players,
            "log_digest": r.log_digest,
            "moves": r.moves,
            "faults": len(r.faults),
            "outcome": r.outcome,
        }
        if r.faults:
            plain["fault_texts"] = r.faults
        if records:
            plain["record"] = r.record
        lines.append(encode(plain))
    head = {
        "game": run.game,
        "mode": run.mode,
        "options": run.options,
        "edition_digest": edition_digest,
        "players": run.players,
        "seed": run.seed,
        "swap_seats": run.swap_seats,
        "repeatable": not unrepeatable(run),
    }
    matches = b'"matches":[\n' + b",\n".join(lines) + b"\n]"
    body = encode(head)[:-1] + b",\n" + matches + b',\n"summary":' + encode(summary)
    total = checksum(msgspec.json.decode(body + b"}"))
    return body + f',\n"{CHECKSUM}":"{total}"}}\n'.encode()


def print_table(out: Console, run: Run, summary: Summary, how: str) -> None:
    table = Table(title=f"{run.game}, {run.mode}: {summary.finished} of {summary.matches} matches, seed {run.seed}")
    table.add_column("player")
    for name in ("wins", "draws", "losses", "win rate (95 %)", "mean score (95 %)"):
        table.add_column(name, justify="right")
    for number, p in enumerate(summary.players, 1):
        low, high = p.win_rate_interval
        half = "" if p.mean_score_interval is None else f" ± {(p.mean_score_interval[1] - p.mean_score):.2f}"
        table.add_row(
            p.name if run.players.count(p.name) == 1 else f"{p.name} #{number}",
            str(p.wins),
            str(p.draws),
            str(p.losses),
            f"{p.win_rate:.1%} ({low:.1%} to {high:.1%})",
            f"{p.mean_score:.2f}{half}",
        )
    out.print(table)
    out.print(
        f"{summary.finished} matches finished, {summary.faults} faults, {summary.moves} moves in "
        f"{summary.seconds:.1f} s: {summary.moves_per_second:,.0f} moves/s {how}",
        highlight=False,
    )
    if not summary.repeatable:
        out.print(
            f"unrepeatable: {', '.join(unrepeatable(run))} decides by the clock, so the same seed may play otherwise",
            markup=False,
            highlight=False,
        )


def print_faults(out: Console, results: list[MatchResult]) -> None:
    """The first faults, in words."""
    shown = [f"{r.id}: {text}" for r in results for text in r.faults]
    for line in shown[:10]:
        out.print(line, style="red", markup=False, highlight=False)
    if len(shown) > 10:
        out.print(f"... and {len(shown) - 10} more", style="red")
