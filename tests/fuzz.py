"""Random play over all games, modes, options and seat counts: ``python -m tests.fuzz``.

Each match is checked step by step; a failure is written to ``fuzz-failures/`` as a replay file that
``python -m tests.fuzz --replay FILE`` plays again.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from rulekit.chance import Seeded
from rulekit.errors import InvalidOptions
from rulekit.events import Ctx
from rulekit.game import Game, Mode
from rulekit.match import Commit, Header, Match, make_record, verify_record
from tests import toy
from tests.laws import MOST_OPTIONS, MOST_STEPS, Walk, tables

FAILURES = Path("fuzz-failures")
Factory = Callable[[Path | None], Game[Any]]


class Failure(msgspec.Struct, kw_only=True):
    """A match up to the fault. `attempt` is the move that could not be carried out, if one was tried."""

    problem: str
    header: Header
    seed: str
    commits: list[Commit]
    attempt: dict[str, Any] | None = None


class Broken(Exception):
    """A check failed after the last commit of the walk."""


def games() -> dict[str, Factory]:
    """The toy game and every game of the bot player's catalogue."""
    found: dict[str, Factory] = {"toy": toy.load}
    if importlib.util.find_spec("bot_player") and importlib.util.find_spec("bot_player.catalogue"):
        found.update(importlib.import_module("bot_player.catalogue").GAMES)
    return found


def inspect(game: Game[Any], state: Any) -> None:
    """Everything that must hold after a step; raises `Broken`."""
    faults = game.faults(state)
    if faults:
        raise Broken("; ".join(faults))
    if state.outcome is not None:
        return
    pending = game.pending(state)
    if not pending:
        raise Broken("the match goes on and nobody is asked")
    for d in pending:
        n = len(game.options(state, d.seat))
        if not 1 <= n <= MOST_OPTIONS:
            raise Broken(f"{d.id} of seat {d.seat} has {n} options")


def play(w: Walk) -> Failure | None:
    """One whole match; the failure, if there is one."""
    attempt: dict[str, Any] | None = None
    try:
        inspect(w.game, w.state)
        while not w.over:
            if len(w.commits) > MOST_STEPS:
                raise Broken(f"no end after {MOST_STEPS} moves")
            decision, action = w.pick()
            attempt = {"seat": decision.seat, "decision": decision.id, "action": w.game.actions.encode(action)}
            w.play(decision, action)
            attempt = None
            inspect(w.game, w.state)
        record = make_record(w.match, w.commits)
        verify_record(w.game, msgspec.json.decode(msgspec.json.encode(record), type=type(record)))
    except Exception as e:  # noqa: BLE001  whatever the rules raise is the finding
        problem = "".join(traceback.format_exception(e))
        return Failure(problem=problem, header=w.header, seed=w.seed.hex(), commits=w.commits, attempt=attempt)
    return None


def save(failure: Failure, folder: Path) -> Path:
    h = failure.header
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{h.game}-{h.mode}-{len(h.players)}-{h.match}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(failure)))
    return path


def replay(game: Game[Any], failure: Failure) -> None:
    """Plays a failure again, with all checks; raises what went wrong, or returns if it is mended."""
    seed = bytes.fromhex(failure.seed)
    for n in range(1, len(failure.commits) + 1):
        inspect(game, Match.verify(game, failure.header, seed, failure.commits[:n]).state)
    match = Match.verify(game, failure.header, seed, failure.commits)
    commits = list(failure.commits)
    if failure.attempt is not None:
        proposal = match.propose(
            "move",
            seat=failure.attempt["seat"],
            decision=failure.attempt["decision"],
            action=game.actions.decode(failure.attempt["action"]),
        )
        match = proposal.match
        commits.append(proposal.commit)
        inspect(game, match.state)
    if match.state.outcome is not None:
        verify_record(game, make_record(match, commits))
    elif len(commits) > MOST_STEPS:
        raise Broken(f"no end after {MOST_STEPS} moves")


def fuzz(game: Game[Any], matches: int, seed: int, folder: Path = FAILURES) -> tuple[int, list[Path]]:
    """Plays `matches` matches, going around modes, seat counts and options. Moves played, and files of failures."""
    around = tables(game)
    moves = 0
    failed: list[Path] = []
    for number in range(seed, seed + matches):
        mode, seats = around[number % len(around)]
        try:
            w = Walk(game, mode.name, some_options(game, mode, seats, number // len(around)), seats, number)
        except Exception as e:
            e.add_note(f"while setting up {game.key} {mode.name} for {seats} seats, seed {number}")
            raise
        failure = play(w)
        moves += len(w.commits) - 1
        if failure is not None:
            failed.append(save(failure, folder))
    return moves, failed


def some_options(game: Game[Any], mode: Mode, seats: int, number: int) -> dict[str, Any]:
    """Goes through all combinations of option values; one that clashes with those before gives way to the default."""
    out: dict[str, Any] = {}
    for option in mode.options:
        number, place = divmod(number, len(option.values))
        out[option.name] = option.values[place]
        try:
            game.setup(mode.name, out, seats, Ctx(Seeded(bytes(32))))
        except InvalidOptions:
            out[option.name] = option.values[0]
    return out


def main(arguments: list[str] | None = None) -> int:
    known = games()
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="random play that checks every step")
    parser.add_argument("--game", choices=sorted(known), help="one game only")
    parser.add_argument("--matches", type=int, default=300, help="matches per game (300)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first match (0)")
    parser.add_argument("--replay", type=Path, help="play one failure file again")
    parser.add_argument("--failures", type=Path, default=FAILURES, help="folder for failures (fuzz-failures)")
    args = parser.parse_args(arguments)
    if args.replay is not None:
        failure = msgspec.json.decode(args.replay.read_bytes(), type=Failure)
        replay(known[failure.header.game](None), failure)
        print(f"{args.replay}: plays without a fault now")
        return 0
    bad = 0
    for key in [args.game] if args.game else sorted(known):
        moves, failed = fuzz(known[key](None), args.matches, args.seed, args.failures)
        print(f"{key}: {args.matches} matches, {moves} moves, {len(failed)} failed")
        for path in failed:
            last = msgspec.json.decode(path.read_bytes(), type=Failure).problem.strip().splitlines()[-1]
            print(f"  {path}: {last}")
        bad += len(failed)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
