"""Speed of the rules in this process; prints JSON. Run by `tests.bench` once plain and once compiled.

    python -m tests.bench.inprocess GAME SECONDS

Each figure is the best of several rounds, in CPU seconds, since other work on the machine only slows.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec

from bot_player.catalogue import load_game
from bot_player.playout import make_header, play_out
from bot_player.policies import make_policy, policy_names
from rulekit.chance import Seeded
from rulekit.events import Ctx, Event
from rulekit.game import Game
from rulekit.match import Commit, Match, commitment, derive_seed
from rulekit.playout import Picker, play_randomly

ROUNDS = 5


def random_play(game: Game[Any], mode: str, seats: int, seconds: float) -> dict[str, float]:
    """Whole random matches without events: decisions and matches per CPU second (options, pick, step)."""
    number = 0

    def one() -> int:
        nonlocal number
        number += 1
        ctx = Ctx(Seeded(derive_seed(number)))
        state = game.setup(mode, {}, seats, ctx)
        return play_randomly(game, state, ctx, Picker(number))

    for _ in range(30):  # fills the tables of options
        one()
    best = 0.0
    per_match = 0.0
    for _ in range(ROUNDS):
        start = time.process_time()
        decisions = matches = 0
        while time.process_time() - start < seconds / ROUNDS:
            decisions += one()
            matches += 1
        spent = time.process_time() - start
        if decisions / spent > best:
            best, per_match = decisions / spent, decisions / matches
    return {"decisions_per_s": best, "matches_per_s": best / per_match, "decisions_per_match": per_match}


def policy_play(game: Game[Any], mode: str, seats: int, name: str, seconds: float) -> dict[str, float]:
    """Whole matches as `baochuan simulate` plays them, the same policy in all seats."""
    start = time.process_time()
    moves = matches = 0
    while time.process_time() - start < seconds:
        seed = derive_seed("bench", name, matches)
        header = make_header(game, f"bench-{matches}", mode, {}, [name] * seats, seed)
        policies = [make_policy(name, game, derive_seed("policy", matches, i).hex()) for i in range(seats)]
        played = play_out(game, header, seed, policies)
        moves += sum(1 for c in played.record.commits if c.kind == "move")
        matches += 1
    spent = time.process_time() - start
    return {"moves_per_s": moves / spent, "matches_per_s": matches / spent}


def positions(game: Game[Any], mode: str, seats: int) -> tuple[list[Match], list[Commit]]:
    """Every position of one random match, and its commits."""
    seed = derive_seed("bench", "positions")
    header = make_header(game, "bench", mode, {}, ["random"] * seats, seed)
    assert header.commitment == commitment(seed)
    first = Match.start(game, header, seed)
    matches, commits = [first.match], [first.commit]
    picker = Picker(1)
    while matches[-1].state.outcome is None:
        last = matches[-1]
        seat = game.pending(last.state)[0].seat
        options = game.options(last.state, seat)
        proposal = last.propose("move", seat=seat, action=options[picker.below(len(options))])
        matches.append(proposal.match)
        commits.append(proposal.commit)
    return matches[:-1], commits


def costs(game: Game[Any], mode: str, seats: int) -> dict[str, float]:
    """Microseconds per call, over every position of one match; `fold_ms` is a whole log in milliseconds."""
    matches, commits = positions(game, mode, seats)
    encoder = msgspec.json.Encoder()

    def each(work: Callable[[Match], object], times: int = 10) -> float:
        best = float("inf")
        for _ in range(ROUNDS):
            start = time.process_time()
            for _ in range(times):
                for m in matches:
                    work(m)
            best = min(best, time.process_time() - start)
        return best / times / len(matches) * 1e6

    def seat_of(m: Match) -> int:
        return game.pending(m.state)[0].seat

    seat_at = {id(m): seat_of(m) for m in matches}
    fresh = {id(m): game.decode_state(game.encode_state(m.state)) for m in matches}  # keeps no option lists

    first = {id(m): game.options(m.state, seat_at[id(m)])[0] for m in matches}

    def step(m: Match) -> None:
        game.step(game.copy(m.state), seat_at[id(m)], first[id(m)], Ctx(Seeded(m.seed, m.counts)))

    def loud_step(m: Match) -> None:
        events: list[Event] = []
        game.step(game.copy(m.state), seat_at[id(m)], first[id(m)], Ctx(Seeded(m.seed, m.counts), events))

    copy = each(lambda m: game.copy(m.state))
    start = time.process_time()
    header = matches[0].header
    for _ in range(10):
        Match.fold(game, header, matches[0].seed, commits)
    fold = (time.process_time() - start) / 10
    return {
        "options_us": each(lambda m: game.options(fresh[id(m)], seat_at[id(m)])),
        "copy_us": copy,
        "step_us": each(step) - copy,
        "step_with_events_us": each(loud_step) - copy,
        "view_us": each(lambda m: game.view(m.state, 0)),
        "view_json_us": each(lambda m: encoder.encode(game.view(m.state, 0))),
        "propose_us": each(lambda m: m.propose("move", seat=seat_at[id(m)], action=first[id(m)])),
        "fold_ms": fold * 1e3,
        "log_entries": len(commits),
        "view_bytes": sum(len(encoder.encode(game.view(m.state, 0))) for m in matches) / len(matches),
    }


def main() -> None:
    key, seconds = sys.argv[1], float(sys.argv[2])
    game = load_game(key)
    mode = game.modes[0]
    seats = mode.min_seats
    out: dict[str, Any] = {
        "mode": mode.name,
        "seats": seats,
        "random": random_play(game, mode.name, seats, seconds),
        "policies": {n: policy_play(game, mode.name, seats, n, seconds / 2) for n in policy_names(key)},
        "costs": costs(game, mode.name, seats),
    }
    print(json.dumps(out))


if __name__ == "__main__":
    main()
