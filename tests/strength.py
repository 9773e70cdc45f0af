"""How strong house bots are against each other: ``python -m tests.strength GAME A/B ...``.

For each pair plays whole matches in process, A in one seat against B in all others, A in each seat in
turn with the same match seed, and prints a table in Markdown: A's share of the wins with Wilson's 95 %
interval, beside the even share. The same arguments print the same table (but for policies that go by the
clock, which a line says). How much time each bot took goes to stderr: it is another on every machine.

    python -m tests.strength ming_voyages mcts/greedy greedy/random --matches 200
    python -m tests.strength treasure_ship mcts:iterations=64/greedy --seats 2,3,4 --option power_sides=all_a
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Final

import msgspec

from bot_player.catalogue import UnknownGame, load_game
from bot_player.children import die_with_parent
from bot_player.playout import make_header, play_out
from bot_player.policies import Policy, UnknownPolicy, goes_by_clock, make_policy, policy_class
from console.results import wilson
from rulekit.actions import Action
from rulekit.errors import InvalidOptions
from rulekit.game import Decision, Game, Mode
from rulekit.match import derive_seed
from tests.balance import markdown

JOB: Final = 4  # matches


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table: `one` in a seat, `other` in the others."""

    game: str
    mode: str
    options: dict[str, Any]
    seats: int
    one: str
    other: str
    seed: str


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match from A's side: its part of the first place, its seat, points of A and of the best other.

    `seconds` are CPU seconds spent deciding, of A and of one other on average.
    """

    win: float
    seat: int
    label: str
    score: int
    best_other: int
    seconds: tuple[float, float]


class Timed(Policy):
    """A policy, and the CPU seconds that it takes."""

    def __init__(self, policy: Policy) -> None:
        super().__init__(policy.game, policy.seed)
        self.policy = policy
        self.needs_view = policy.needs_view
        self.seconds = 0.0

    def choose(self, view: msgspec.Struct | None, decision: Decision, options: list[Action]) -> Action:
        start = time.process_time()
        chosen = self.policy.choose(view, decision, options)
        self.seconds += time.process_time() - start
        return chosen


def play_match(game: Game[Any], p: Pairing, number: int) -> Result:
    """Match `number` of a row; raises `AssertionError` if the rules find something wrong with its end."""
    seat = number % p.seats
    names = [p.one if i == seat else p.other for i in range(p.seats)]
    seed = derive_seed(p.seed, "match", p.mode, p.seats, number // p.seats)
    header = make_header(game, f"strength-{number}", p.mode, p.options, names, seed)
    players = [
        Timed(make_policy(name, game, derive_seed(p.seed, "policy", number, i).hex())) for i, name in enumerate(names)
    ]
    played = play_out(game, header, seed, list(players))
    assert not played.faults, played.faults
    outcome = played.record.outcome
    places: list[int] = outcome["placings"]
    scores: list[int] = outcome["scores"]
    others = [i for i in range(p.seats) if i != seat]
    side = outcome["detail"].get("winning_side")
    label = ""
    if side is not None and p.seats == 2:  # a game of two sides: which one A played
        label = side if outcome["detail"]["winner"] == seat else {"emperor": "overlord", "overlord": "emperor"}[side]
    return Result(
        win=1 / places.count(1) if places[seat] == 1 else 0.0,
        seat=seat,
        label=label or f"seat {seat}",
        score=scores[seat],
        best_other=max([scores[i] for i in others], default=0),
        seconds=(players[seat].seconds, sum([players[i].seconds for i in others]) / max(1, len(others))),
    )


_game: Game[Any] | None = None


def _begin(key: str, parent: int) -> None:
    global _game
    die_with_parent(parent)
    _game = load_game(key)


def _play_job(p: Pairing, first: int, end: int) -> list[Result]:
    assert _game is not None
    return [play_match(_game, p, number) for number in range(first, end)]


def play(p: Pairing, matches: int, workers: int) -> list[Result]:
    """All matches of a row, in order."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(p.game, os.getpid())) as pool:
        jobs = [pool.submit(_play_job, p, first, min(first + JOB, matches)) for first in range(0, matches, JOB)]
        return [result for job in jobs for result in job.result()]


def report(played: list[tuple[Pairing, list[Result]]]) -> str:
    """The table."""
    rows = [["A", "B", "mode", "seats", "matches", "A wins (95 %)", "even", "verdict", "by seat of A", "points A : B"]]
    for p, results in played:
        n = len(results)
        wins = sum(r.win for r in results)
        low, high = wilson(wins, n)
        even = 1 / p.seats
        verdict = "stronger" if low > even else "weaker" if high < even else "not told apart"
        parts = []
        for label in sorted({r.label for r in results}):
            mine = [r.win for r in results if r.label == label]
            parts.append(f"{label} {sum(mine) / len(mine):.0%}")
        points = f"{sum(r.score for r in results) / n:.1f} : {sum(r.best_other for r in results) / n:.1f}"
        rows.append(
            [
                p.one,
                p.other,
                p.mode,
                str(p.seats),
                str(n),
                f"{wins / n:.1%} ({low:.1%} to {high:.1%})",
                f"{even:.1%}",
                verdict,
                ", ".join(parts),
                points,
            ]
        )
    return markdown(rows)


def pairings(args: argparse.Namespace, game: Game[Any], mode: Mode) -> list[Pairing]:
    """The rows asked for; raises `UnknownPolicy`, `InvalidOptions`, or `ValueError` for a pair that is none."""
    options: dict[str, Any] = {}
    for text in args.option:
        name, eq, value = text.partition("=")
        if not eq:
            raise ValueError(f'--option must be NAME=VALUE, not "{text}"')
        options[name] = value
    resolved = mode.resolve(options)
    seats = [int(n) for n in args.seats.split(",") if n] or [max(2, mode.min_seats)]
    out = []
    for pair in args.pairs:
        one, slash, other = pair.partition("/")
        if not slash:
            raise ValueError(f'a pair is A/B, not "{pair}"')
        for name in (one, other):
            policy_class(name, game.key)
        for n in seats:
            if not max(2, mode.min_seats) <= n <= mode.max_seats:
                raise ValueError(f'mode "{mode.name}" cannot be played against others with {n} seats')
            out.append(
                Pairing(game=game.key, mode=mode.name, options=resolved, seats=n, one=one, other=other, seed=args.seed)
            )
    return out


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.strength", description="strength of house bots")
    parser.add_argument("game")
    parser.add_argument("pairs", nargs="+", metavar="A/B", help="A in one seat against B in all others")
    parser.add_argument("--mode", default=None, help="without it the first one of the game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="match option; repeatable")
    parser.add_argument("--seats", default="", help="numbers of seats, parted by commas; else the fewest")
    parser.add_argument("--matches", type=int, default=200, help="per pair and number of seats")
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))
    args = parser.parse_args(argv)
    try:
        game = load_game(args.game)
        rows = pairings(args, game, game.mode(args.mode) if args.mode else game.modes[0])
    except (UnknownGame, UnknownPolicy, InvalidOptions, ValueError) as e:
        parser.error(str(e))
    if args.matches < 1 or args.workers < 1:
        parser.error("nothing to play")
    played: list[tuple[Pairing, list[Result]]] = []
    for p in rows:
        start = time.monotonic()
        results = play(p, args.matches, args.workers)
        mine, theirs = (sum(r.seconds[i] for r in results) / len(results) for i in range(2))
        print(
            f"{p.one} / {p.other}, {p.seats} seats: {len(results)} matches in {time.monotonic() - start:.0f} s; "
            f"CPU seconds a match: A {mine:.2f}, B {theirs:.2f}",
            file=sys.stderr,
        )
        played.append((p, results))
    print(report(played))
    clocks = sorted({name for p, _ in played for name in (p.one, p.other) if goes_by_clock(name)})
    if clocks:
        print(f"\nUnrepeatable: {', '.join(clocks)} decides by the clock.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
