"""How fair a game is between equal players: ``python -m tests.balance GAME --matches N``.

Plays whole matches in process for every mode and number of seats, the same policy in all seats, and
prints tables in Markdown: points, wins by start position, length, and where the points come from. The
same arguments print the same tables; with ``--minutes`` a row may rest on fewer matches, and says on how
many. ``--keep FILE`` writes every match into a file of JSON lines at once, and plays none that it holds.
``--edition FILE`` plays another edition, say a copy of the house edition with other house values.

Where a mode has an option whose values are seats (who starts, who plays which side), it is given to
each seat in turn, and position 1 is the seat that has it. Else, in a game whose state has a player
`order`, positions are those of the order drawn at the start; else position 1 is seat 0.

Characters that are chosen before the match begins are dealt at random, each as likely as any other in every
position: a policy's own taste would give each position its own character, and hide what comes of which.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

import msgspec

from bot_player.catalogue import UnknownGame, load_game
from bot_player.children import die_with_parent
from bot_player.playout import make_header, play_out
from bot_player.policies import Policy, UnknownPolicy, make_policy, policy_chance, policy_class
from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.errors import EditionError, InvalidOptions
from rulekit.events import Ctx
from rulekit.game import Decision, Game, Mode
from rulekit.match import Header, Record, derive_seed

Z: Final = 1.959964  # 95 %
JOB: Final = 10  # matches
DEALT: Final = "choose_character"  # the kind of the decision that chance makes
OBJECTIVE: Final = "objectives: "  # sources of points that are objectives


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the report: which matches are played. `option` is that of the start position ("": none).

    `edition` is the digest of the edition, `options` are those asked for.
    """

    game: str
    edition: str
    mode: str
    seats: int
    option: str
    policy: str
    seed: str
    options: dict[str, Any] = {}


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match, seats in the order of their positions. `wins` adds up to 1, to 0 if a lone player has lost.

    `sources` are points, `ending` why it ended, `rounds` how many were played (0: not told), `characters` who played
    whom, if there are characters to choose.
    """

    scores: list[int]
    wins: list[float]
    sources: list[dict[str, int]]
    decisions: int
    ending: str = ""
    rounds: int = 0
    characters: list[str] = []


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the file of matches played: `number` is that of the match in its row."""

    table: Table
    number: int
    result: Result


class Dealt(Policy):
    """Takes a character at random, drawn from a seed of its own, and decides everything else as `inner` does."""

    def __init__(self, inner: Policy, seed: bytes) -> None:
        super().__init__(inner.game, seed)
        self.inner = inner
        self.needs_view = inner.needs_view

    def choose(self, view: msgspec.Struct | None, decision: Decision, options: list[Action]) -> Action:
        if decision.kind == DEALT:
            return options[policy_chance(self.seed, decision.id).below(len(options))]
        return self.inner.choose(view, decision, options)


def seat_option(mode: Mode) -> str:
    """The option that says which seat is in position 1, if there is one: its values end with seat numbers."""
    for option in mode.options:
        if [v for v in option.values if isinstance(v, int)] == list(range(mode.max_seats)):
            return option.name
    return ""


def tables(
    game: Game[Any], policy: str, seed: str, seats: set[int], options: dict[str, Any] | None = None
) -> list[Table]:
    """Every mode and number of seats (of those given, if any are)."""
    return [
        Table(
            game=game.key,
            edition=game.edition_digest,
            mode=m.name,
            seats=n,
            option=seat_option(m),
            policy=policy,
            seed=seed,
            options=options or {},
        )
        for m in sorted(game.modes, key=lambda m: m.min_seats)
        for n in range(m.min_seats, m.max_seats + 1)
        if not seats or n in seats
    ]


def play_match(game: Game[Any], t: Table, number: int) -> Result:
    """Match `number` of a row; raises `AssertionError` if the rules find something wrong with its end."""
    first = number % t.seats if t.option else 0
    seed = derive_seed(t.seed, t.mode, t.seats, number)
    options = t.options | ({t.option: first} if t.option else {})
    header = make_header(game, f"balance-{number}", t.mode, options, [t.policy] * t.seats, seed)
    players: list[Policy] = []
    for seat in range(t.seats):
        inner = make_policy(t.policy, game, derive_seed(t.seed, "policy", number, seat).hex())
        players.append(Dealt(inner, derive_seed(t.seed, "characters", t.mode, t.seats, number, seat)))
    played = play_out(game, header, seed, players)
    assert not played.faults, played.faults
    outcome = played.record.outcome
    order = start_order(game, t, header, seed) or [(first + i) % t.seats for i in range(t.seats)]
    places: list[int] = outcome["placings"]
    firsts = places.count(1)
    return Result(
        scores=[outcome["scores"][seat] for seat in order],
        wins=[1 / firsts if places[seat] == 1 else 0.0 for seat in order],
        sources=[sources(outcome["detail"], seat) for seat in order],
        decisions=sum(1 for c in played.record.commits if c.kind == "move"),
        ending=outcome["reason"],
        rounds=int(outcome["detail"].get("round", 0)),
        characters=characters(played.record, order),
    )


def characters(record: Record, order: list[int]) -> list[str]:
    """The character that each seat was dealt before the match began, seats in this order; none if there are none."""
    chosen: dict[int, str] = {}
    for c in record.commits:
        if c.kind == "move" and c.action is not None and c.action.get("type") == DEALT:
            assert c.seat is not None
            chosen[c.seat] = c.action["character"]
    return [chosen[seat] for seat in order] if len(chosen) == len(order) else []


def start_order(game: Game[Any], t: Table, header: Header, seed: bytes) -> list[int]:
    """The seats in the player order drawn at the start; empty if it is given by an option or there is none."""
    if t.option:
        return []
    state = game.setup(header.mode, header.options, t.seats, Ctx(Seeded(seed)))
    order: list[int] = getattr(state, "order", [])
    return [seat for seat in order if seat < t.seats]


def sources(detail: dict[str, Any], seat: int) -> dict[str, int]:
    """A seat's points by source, as `detail["points"]` gives them.

    A source that `detail` breaks down under its own name is given by its parts.
    """
    out: dict[str, int] = {}
    points = detail.get("points")
    if not isinstance(points, list) or not all(isinstance(p, dict) for p in points):
        return out
    for name, n in points[seat].items():
        parts = detail.get(name)
        if isinstance(parts, list) and isinstance(parts[seat], dict):
            out.update({f"{name}: {part}": value for part, value in parts[seat].items()})
        else:
            out[name] = n
    return out


# --- many matches on several cores

_game: Game[Any] | None = None


def _begin(key: str, edition: Path | None, parent: int) -> None:
    global _game
    die_with_parent(parent)
    _game = load_game(key, edition)


def _play_job(t: Table, first: int, end: int) -> list[Result]:
    assert _game is not None
    return [play_match(_game, t, number) for number in range(first, end)]


def kept(path: Path | None, t: Table) -> list[Result]:
    """The first matches of a row, as far as the file holds them; raises `msgspec.MsgspecError` for another file."""
    if path is None or not path.exists():
        return []
    lines = msgspec.json.Decoder(Kept).decode_lines(path.read_bytes())
    found = {line.number: line.result for line in lines if line.table == t}
    out: list[Result] = []
    while len(out) in found:
        out.append(found[len(out)])
    return out


def keep(path: Path | None, t: Table, first: int, results: list[Result]) -> None:
    """Adds matches to the file."""
    if path is not None:
        lines = [Kept(table=t, number=first + i, result=result) for i, result in enumerate(results)]
        with path.open("ab") as file:
            file.write(msgspec.json.Encoder().encode_lines(lines))


def play(
    t: Table, matches: int, workers: int, seconds: float, path: Path | None = None, edition: Path | None = None
) -> list[Result]:
    """The first so many matches of a row; fewer if those not yet in the file `path` take longer than that."""
    end = time.monotonic() + seconds
    results = kept(path, t)[:matches]
    step = JOB * workers * 2
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(t.game, edition, os.getpid())) as pool:
        while len(results) < matches and time.monotonic() < end:
            upto = min(len(results) + step, matches)
            jobs = [
                pool.submit(_play_job, t, first, min(first + JOB, upto)) for first in range(len(results), upto, JOB)
            ]
            for job in jobs:
                found = job.result()
                keep(path, t, len(results), found)
                results += found
    return results


# --- report


def row(t: Table, results: list[Result]) -> list[str]:
    """The cells of the main table."""
    n = len(results)
    scores = sorted(score for r in results for score in r.scores)
    mean, half = mean_of([sum(r.scores) / t.seats for r in results])  # the seats of a match are not independent
    return [
        t.mode,
        str(t.seats),
        str(n),
        f"{mean:.1f} ± {half:.1f}",
        f"{tenth(scores, 1)} to {tenth(scores, 9)}",
        f"{scores[0]}, {scores[-1]}",
        f"{sum(r.decisions for r in results) / n:.0f}",
    ]


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half of its 95 % interval (infinite for one value: it tells nothing of the others)."""
    n = len(values)
    mean = sum(values) / n
    if n == 1:
        return mean, math.inf
    return mean, Z * math.sqrt(sum((v - mean) ** 2 for v in values) / (n - 1) / n)


def tenth(ordered: list[int], tenths: int) -> int:
    """The score that so many tenths of the seats stay below."""
    return ordered[min(len(ordered) - 1, len(ordered) * tenths // 10)]


def positions(t: Table, results: list[Result]) -> list[tuple[float, float, float]]:
    """By start position: wins as a multiple of the even share, half of its 95 % interval, mean score."""
    n = len(results)
    out: list[tuple[float, float, float]] = []
    for i in range(t.seats):
        share = sum(r.wins[i] for r in results) / n
        half = Z * math.sqrt(share * (1 - share) / n)
        out.append((share * t.seats, half * t.seats, sum(r.scores[i] for r in results) / n))
    return out


def by_source(results: list[Result]) -> dict[str, float]:
    """Mean points of a seat by source."""
    seats = [s for r in results for s in r.sources]
    names = sorted({name for s in seats for name in s})
    return {name: sum(s.get(name, 0) for s in seats) / len(seats) for name in names}


def objectives(results: list[Result]) -> dict[str, float]:
    """How many of a match's seats have completed each objective, on average."""
    out: dict[str, float] = {}
    for r in results:
        for points in r.sources:
            for name in points:
                if name.startswith(OBJECTIVE):
                    out[name] = out.get(name, 0) + 1 / len(results)
    return out


def endings(t: Table, results: list[Result]) -> list[str]:
    """The cells of the table of endings: the shares of the reasons, the rounds, and what a lone player won."""
    n = len(results)
    reasons = sorted({r.ending for r in results})
    shares = [f"{reason} {sum(1 for r in results if r.ending == reason) / n:.0%}" for reason in reasons]
    rounds = sorted({r.rounds for r in results})
    lengths = [f"{k}: {sum(1 for r in results if r.rounds == k) / n:.0%}" for k in rounds if k]
    won = f"{sum(r.wins[0] for r in results) / n:.0%}" if t.seats == 1 else ""
    return [t.mode, str(t.seats), ", ".join(shares), ", ".join(lengths), won]


def by_character(t: Table, results: list[Result]) -> list[list[str]]:
    """A row for each character: how often it was played, its wins as multiple of the even share, its mean points."""
    played: dict[str, list[tuple[int, float]]] = {}
    for r in results:
        for name, score, win in zip(r.characters, r.scores, r.wins, strict=False):
            played.setdefault(name, []).append((score, win))
    out: list[list[str]] = []
    for name, each in sorted(played.items()):
        share = sum(win for _, win in each) / len(each)
        half = Z * math.sqrt(share * (1 - share) / len(each))
        mean, spread = mean_of([score for score, _ in each])
        cells = [t.mode, str(t.seats), name, str(len(each))]
        out.append([*cells, f"{share * t.seats:.2f} ± {half * t.seats:.2f}", f"{mean:.1f} ± {spread:.1f}"])
    return out


def markdown(rows: list[list[str]]) -> str:
    """A table; its first row is the head."""
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    lines.insert(1, f"|{' --- |' * len(rows[0])}")
    return "\n".join(lines)


def report(played: list[tuple[Table, list[Result]]]) -> str:
    """All tables."""
    main = [["mode", "seats", "matches", "mean", "tenths", "lowest, highest", "decisions"]]
    wins = [["mode", "seats", "wins by position, as multiple of the even share", "mean points by position"]]
    for t, results in played:
        main.append(row(t, results))
        if t.seats > 1:
            found = positions(t, results)
            shares = ", ".join(f"{share:.2f} ± {half:.2f}" for share, half, _ in found)
            wins.append([t.mode, str(t.seats), shares, ", ".join(f"{mean:.1f}" for _, _, mean in found)])
    parts = [markdown(main)]
    if len(wins) > 1:
        parts.append(markdown(wins))
    if any(len({r.ending for r in results}) > 1 for _, results in played):
        head = ["mode", "seats", "ended by", "last round", "won"]
        parts.append(markdown([head, *[endings(t, results) for t, results in played]]))
    people = [cells for t, results in played if t.seats > 1 for cells in by_character(t, results)]
    if people:
        head = ["mode", "seats", "character", "played", "wins, as multiple of the even share", "mean points"]
        parts.append(markdown([head, *people]))
    claims = [objectives(results) for _, results in played]
    if any(claims):
        names = sorted({name for each in claims for name in each})
        head = ["completed in a match", *[f"{t.mode} {t.seats}" for t, _ in played]]
        body = [[name.removeprefix(OBJECTIVE), *[_times(each, name) for each in claims]] for name in names]
        parts.append(markdown([head, *body, ["all", *[f"{sum(each.values()):.2f}" for each in claims]]]))
    points = [by_source(results) for _, results in played]
    if any(points):
        names = sorted({name for p in points for name in p})
        head = ["points from", *[f"{t.mode} {t.seats}" for t, _ in played]]
        body = [[name, *[_share(p, name) for p in points]] for name in names]
        parts.append(markdown([head, *body]))
    return "\n\n".join(parts)


def _times(claims: dict[str, float], name: str) -> str:
    return f"{claims[name]:.3f}" if name in claims else ""


def _share(points: dict[str, float], name: str) -> str:
    if name not in points:
        return ""
    total = sum(points.values())
    return f"{points[name]:.1f} ({points[name] / total:.0%})" if total else f"{points[name]:.1f}"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.balance", description="fairness between equal players")
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=200, help="per number of seats")
    parser.add_argument("--edition", type=Path, help="a file; else the game's own edition")
    parser.add_argument("--seats", default="", help="only these, parted by commas")
    parser.add_argument("--modes", default="", help="only these, parted by commas")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="match option; repeatable")
    parser.add_argument("--policy", default="greedy")
    parser.add_argument("--seed", default="balance")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--minutes", type=float, default=60.0, help="the most time for one number of seats")
    parser.add_argument("--keep", type=Path, help="a file of the matches played: they are not played again")
    args = parser.parse_args(argv)
    try:
        game = load_game(args.game, args.edition)
        policy_class(args.policy, game.key)
        wanted = {int(n) for n in args.seats.split(",") if n}
    except (UnknownGame, UnknownPolicy, EditionError, ValueError) as e:
        parser.error(str(e))
    modes = {name for name in args.modes.split(",") if name}
    if not modes <= {m.name for m in game.modes}:
        parser.error(f"{args.game} has the modes {', '.join(m.name for m in game.modes)}")
    options = dict(text.partition("=")[::2] for text in args.option)
    rows = [t for t in tables(game, args.policy, args.seed, wanted, options) if not modes or t.mode in modes]
    try:
        for name in {t.mode for t in rows}:
            game.mode(name).resolve(options)
    except InvalidOptions as e:
        parser.error(str(e))
    if not rows or args.matches < 1 or args.workers < 1:
        parser.error("nothing to play")
    try:
        for t in rows:
            kept(args.keep, t)
    except (OSError, msgspec.MsgspecError) as e:
        parser.error(f"--keep {args.keep}: {e}")
    played: list[tuple[Table, list[Result]]] = []
    for t in rows:
        start = time.monotonic()
        results = play(t, args.matches, args.workers, args.minutes * 60, args.keep, args.edition)
        spent = time.monotonic() - start
        print(f"{t.mode} {t.seats}: {len(results)} matches in {spent:.0f} s", file=sys.stderr)
        played.append((t, results))
    print(report(played))
    return 0


if __name__ == "__main__":
    sys.exit(main())
