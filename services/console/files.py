"""The commands that work on record files: `verify` and `replay`; no platform needed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from bot_player.catalogue import UnknownGame, load_game
from bot_player.text import PlainText, game_text
from console import options as o
from console.problem import BAD, Problem
from console.records import Found, check, moves, read_records, tell, to_record
from console.screen import err, out
from console.telling import outcome_lines, told_apart, view_lines
from rulekit.errors import EditionError, ReplayError
from rulekit.game import Game
from rulekit.match import Match, Record


class Rules:
    """Loads each game once; `edition` replaces the house edition of the game it is for."""

    def __init__(self, edition: Path | None) -> None:
        self._edition = edition
        self._games: dict[str, Game[Any]] = {}

    def of(self, found: Found) -> Game[Any]:
        """The rules for a record. Raises `Problem` (no such game, broken edition) or `ReplayError`."""
        header = found.plain.get("header") if isinstance(found.plain, dict) else None
        key = header.get("game") if isinstance(header, dict) else None
        if not isinstance(key, str):
            raise ReplayError(0, "the header names no game")
        if key not in self._games:
            try:
                self._games[key] = load_game(key, self._edition)
            except (UnknownGame, EditionError) as e:
                raise Problem(f"{found.place}: {e}") from e
        return self._games[key]


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Written by --json, --log, --logs or export.")],
    edition: o.Edition = None,
) -> None:
    """Check records: that seed, dice, moves, outcome and digest of every match are true to the rules.

    Exit code 0: all good; 1: a record is not, and the place is named; 2: a file cannot be used.
    """
    rules = Rules(edition)
    bad = 0
    for path in files:
        good = 0
        file = read_records(path)
        for found in file.found:
            try:
                check(found, rules.of(found))
                good += 1
            except ReplayError as e:
                bad += 1
                err.print(f"{found.place}: {tell(e)}", style="red", markup=False, highlight=False, soft_wrap=True)
        if good == len(file.found):
            file.check_whole()
        out.print(f"{path}: {good} match{'' if good == 1 else 'es'} verified", markup=False, highlight=False)
    if bad:
        err.print(f"{bad} match{'' if bad == 1 else 'es'} not true to seed and rules", style="red")
        raise typer.Exit(BAD)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, or a file of records.")],
    match: Annotated[str | None, typer.Option("--match", metavar="ID", help="Which match of the file.")] = None,
    at: Annotated[int | None, typer.Option("--at", metavar="N", help="Stop after commit N.")] = None,
    view: Annotated[
        str | None, typer.Option("--view", metavar="SEAT", help="Show what a seat sees at the end; or `public`.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Show the view of --view as JSON, as a bot gets it.")] = False,
    edition: o.Edition = None,
) -> None:
    """Tell a match move by move, with all dice; its record is checked on the way."""
    found = _chosen(file, match)
    game = Rules(edition).of(found)
    try:
        record = to_record(found.plain)
        last = len(record.commits)
        if at is not None and not 1 <= at <= last:
            raise Problem(f"--at must be from 1 to {last}, not {at}")
        seat = _seat(view, len(record.header.players))
        state = _tell(game, record, at or last)
    except ReplayError as e:
        raise Problem(f"{found.place}: {tell(e)}", BAD) from e
    if view is not None:
        for line in view_lines(PlainText() if json else game_text(game), plain_view(game, state, seat)):
            out.print(line, markup=False, highlight=False, soft_wrap=True)


def _chosen(file: Path, match: str | None) -> Found:
    found = read_records(file).found
    ids = [f.plain["header"].get("match") if _has_header(f) else None for f in found]
    if match is not None:
        if match not in ids:
            raise Problem(f'{file}: has no match "{match}"')
        return found[ids.index(match)]
    if len(found) > 1:
        raise Problem(f"{file}: holds {len(found)} matches; choose one with --match ({ids[0]} to {ids[-1]})")
    return found[0]


def _has_header(found: Found) -> bool:
    return isinstance(found.plain, dict) and isinstance(found.plain.get("header"), dict)


def _seat(view: str | None, seats: int) -> int | None:
    if view is None or view == "public":
        return None
    if not view.isdecimal() or int(view) >= seats:
        raise Problem(f'--view must be public or a seat from 0 to {seats - 1}, not "{view}"')
    return int(view)


def plain_view(game: Game[Any], state: Any, seat: int | None) -> dict[str, Any]:
    """What a seat sees, as it comes through the API."""
    view: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(game.view(state, seat)))
    return view


def _tell(game: Game[Any], record: Record, at: int) -> Any:
    """Prints the commits up to `at`; gives the state after it."""
    header = record.header
    out.print(f"{game.title}, {header.mode}: match {header.match}", style="bold", markup=False, highlight=False)
    for seat, name in enumerate(header.players):
        out.print(f"  seat {seat}: {name}", markup=False, highlight=False)
    seed = bytes.fromhex(record.seed)
    Match.verify(game, header, seed, record.commits[:at])
    proposal = Match.start(game, header, seed)
    text, names = game_text(game), told_apart(header.players)
    for c in record.commits[:at]:
        if c.revision > 1:
            action = game.actions.decode(c.action) if c.action is not None else None
            before = proposal.match.state
            proposal = proposal.match.propose(
                c.kind, by=c.by, seat=c.seat, decision=c.decision if c.kind == "move" else None, action=action
            )
            what = c.kind
            if action is not None:
                what = text.label(game.actions.encode(action), plain_view(game, before, c.seat))
        else:
            what = "start"
        who = f"{header.players[c.seat]} ({c.seat})" if 0 <= c.seat < len(header.players) else c.by
        late = " (by the clock)" if c.by == "clock" else ""
        dice = "".join(f"  [{label}: {' '.join(map(str, values))}]" for _, label, values in c.draws)
        out.print(f"{c.revision:4}  {who}: {what}{late}{dice}", markup=False, highlight=False, soft_wrap=True)
        public = plain_view(game, proposal.match.state, None)
        for event in proposal.events:
            told = text.event({"type": event.type, **event.data}, public, names)
            out.print(f"        {told}", style="dim", markup=False, highlight=False, soft_wrap=True)
    if at == len(record.commits):
        for line in outcome_lines(record.outcome, header.players):
            out.print(line, markup=False, highlight=False)
        out.print(f"{moves(record)} moves, log digest {record.log_digest}", markup=False, highlight=False)
    return proposal.match.state
