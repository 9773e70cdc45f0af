"""`baochuan play`: a person in the terminal, on the same path as every bot."""

from __future__ import annotations

import asyncio
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from bot_player.policies import UnknownPolicy, policy_class, policy_names
from bot_player.text import game_text
from console import options as o
from console import sitting as sittings
from console.plan import Planned, Run, make_run, open_game, planned
from console.problem import Problem
from console.records import must_be_writable, saved, write_file
from console.running import Stopped, run_async
from console.screen import err, out
from rulekit.errors import InvalidOptions
from rulekit.game import Game

if TYPE_CHECKING:
    from baochuan.client import Client
    from baochuan.lobby.v1 import lobby_pb2
    from console.embedded import Embedded

LOOK_SECONDS: Final = 2.0  # between looks whether the match is over or the seat lost while the person thinks
ANSWER_WITHIN: Final = 60.0
PERSON: Final = "player"  # the name of the person's seat in the embedded deployment


def play(
    game: o.Game,
    mode: o.Mode = None,
    option: o.Options = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="A,B", help="The other seats; `baochuan bots` lists house bots.")
    ] = None,
    seat: Annotated[int, typer.Option("--seat", metavar="N", help="Your seat, from 0.")] = 0,
    seed: o.Seed = None,
    edition: o.Edition = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="DIR", help="Where the match is kept, instead of a new folder.")
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option("--resume", metavar="DIR|MATCH", help="Go on with a match: its folder; with --server its id."),
    ] = None,
    log: Annotated[Path | None, typer.Option("--log", metavar="FILE", help="Write the record at the end.")] = None,
    server: o.Server = None,
    token: o.Token = None,
) -> None:
    """Play a match yourself.

    Without --server a platform is started on this machine for the match. Its data lie in a folder of their own; when
    you leave (q, or the end of the input), the match stays there and `--resume DIR` goes on with it; when the match is
    over, the folder goes. With --server the match stays on the server, and `--resume MATCH` goes on with it, also from
    another machine; there --players may name an external seat as bot:NAME, and the token is that of a bot.
    """
    if log is not None:
        must_be_writable(log)
    if resume is not None:
        _alone(mode=mode, option=option, players=players, seat=seat or None, seed=seed, save=save)
    if server is not None:
        if save is not None:
            raise Problem("--save is for matches on this machine; with --server the match stays on the server")
        if seed is not None:
            raise Problem("--seed is for matches on this machine; on a server operators alone set seeds")
        rules = open_game(game, edition)
        run = None if resume is not None else _make_run(rules, mode, option, players, seat, seed, edition, False)
        run_async(_play_there(rules, run, seat, resume, log, o.need_server(server), o.need_token(token)))
        return
    if resume is not None:
        _resume_here(game, Path(resume), edition, log)
    else:
        rules = open_game(game, edition)
        run = _make_run(rules, mode, option, players, seat, seed, edition, True)
        _start_here(rules, run, seat, save, log)


def _alone(**others: object) -> None:
    for name, value in others.items():
        if value is not None and value != []:
            raise Problem(f"--resume goes on with a match as it is; leave out --{name}")


def _make_run(
    game: Game[Any],
    mode: str | None,
    options: list[str] | None,
    players: str | None,
    seat: int,
    seed: str | None,
    edition: Path | None,
    house_only: bool,
) -> Run:
    """A run of one match with the person among the players, under the name `PERSON`. Raises `Problem`."""
    try:
        chosen = game.mode(mode) if mode is not None else game.modes[0]
    except InvalidOptions as e:
        raise Problem(str(e)) from e
    if players is None:
        first = "greedy" if "greedy" in policy_names(game.key) else "random"
        others = [first] * (chosen.min_seats - 1)
    else:
        others = [name.strip() for name in players.split(",")] if players else []
        if not all(others):
            raise Problem(f'--players must be names parted by commas, not "{players}"')
    if house_only:
        for name in others:
            try:
                policy_class(name, game.key)
            except UnknownPolicy as e:
                raise Problem(str(e)) from e
    if not 0 <= seat <= len(others):
        raise Problem(f"--seat must be from 0 to {len(others)}, not {seat}")
    return make_run(
        game,
        mode=chosen.name,
        options=options or [],
        players=",".join([*others[:seat], PERSON, *others[seat:]]),
        matches=1,
        seed=seed,
        swap_seats=False,
        edition=edition,
        house_only=False,
    )


# --- on this machine


def _start_here(game: Game[Any], run: Run, seat: int, save: Path | None, log: Path | None) -> None:
    folder = sittings.new_folder(save if save is not None else sittings.default_folder(game.key))
    if run.edition is not None:
        try:
            shutil.copyfile(run.edition, folder / sittings.EDITION)
        except OSError as e:
            raise Problem(f"{folder}: the edition cannot be copied there: {e.strerror or e}") from e
    _sit(game, folder, log, lambda platform: _new_match(platform, game, run, planned(run, 0), seat, folder))


def _resume_here(key: str, folder: Path, edition: Path | None, log: Path | None) -> None:
    sitting = sittings.load(folder)
    if sitting.game != key:
        raise Problem(f"{folder}: holds a match of {sitting.game}, not of {key}")
    if edition is not None:
        raise Problem("--resume goes on with the edition of the match; leave out --edition")
    game = open_game(key, folder / sittings.EDITION if sitting.own_edition else None)
    if game.edition_digest != sitting.edition_digest:
        raise Problem(f"{folder}: the match was begun with another edition than the one installed now")

    async def found(_: Embedded) -> sittings.Sitting:
        return sitting

    _sit(game, folder, log, found)


def _sit(game: Game[Any], folder: Path, log: Path | None, begin: Callable[[Embedded], Any]) -> None:
    """Plays a match whose data lie in `folder`, until it is over or the person leaves."""
    with sittings.locked(folder):
        over = False
        try:
            over = run_async(_play_here(game, folder, log, begin))
        except Stopped:
            _tell_kept(game, folder)
            raise
        if over:
            sittings.forget(folder)
            return
    _tell_kept(game, folder)


def _tell_kept(game: Game[Any], folder: Path) -> None:
    if (folder / sittings.STATE).exists():
        _say("The match is kept and waits for you. To go on:")
        _say(f"baochuan play {game.key} --resume {shlex.quote(str(folder))}")
    else:
        sittings.forget(folder)  # no match had begun


async def _play_here(game: Game[Any], folder: Path, log: Path | None, begin: Callable[[Embedded], Any]) -> bool:
    from baochuan.client import Client
    from baochuan.errors import BaochuanError
    from console.arena import problem_of, typed_record
    from console.embedded import Embedded

    own = folder / sittings.EDITION
    err.print("starting the platform ...", style="dim")
    platform = Embedded(
        [game.key],
        rules=1,
        bots=1,
        editions={game.key: own} if own.exists() else {},
        keep=folder / sittings.DATA,
        report=lambda line: err.print(line, style="yellow", markup=False, highlight=False),
    )
    async with platform:
        try:
            sitting: sittings.Sitting = await begin(platform)
            async with Client(platform.gateway, sitting.token, timeout=ANSWER_WITHIN) as client:
                table = Table(client, platform.gateway, sitting.token, game, sitting.match, sitting.seat)
                over = await platform.guard(table.play(folder / sittings.HISTORY))
            if over and log is not None:
                async with Client(platform.gateway, platform.operator_token, timeout=ANSWER_WITHIN) as operator:
                    _write_log(log, saved(typed_record(sitting.match, await operator.get_record(sitting.match))))
        except BaochuanError as e:
            raise problem_of(e) from e
        return over


async def _new_match(
    platform: Embedded, game: Game[Any], run: Run, match: Planned, seat: int, folder: Path
) -> sittings.Sitting:
    from baochuan.client import Client

    token = await platform.bot_token(PERSON)
    async with Client(platform.gateway, platform.operator_token, timeout=ANSWER_WITHIN) as operator:
        table = await operator.create_table(
            game.key,
            mode=run.mode,
            options=run.options,
            seats=_seats(run, seat, PERSON),
            seed=match.seed,
            policy_seeds=match.policy_seeds,
            table_id=match.id,
            request_id=match.id,
        )
    sitting = sittings.Sitting(
        format=sittings.FORMAT,
        game=game.key,
        edition_digest=game.edition_digest,
        match=table.table_id,
        seat=seat,
        token=token,
        own_edition=run.edition is not None,
    )
    sittings.save(folder, sitting)
    _say(f"seed {run.seed}")
    return sitting


def _seats(run: Run, seat: int, name: str) -> list[str]:
    return [f"bot:{name}" if i == seat else player for i, player in enumerate(run.players)]


# --- on a server


async def _play_there(
    game: Game[Any], run: Run | None, seat: int, match: str | None, log: Path | None, server: str, token: str
) -> None:
    from baochuan.client import Client
    from baochuan.errors import BaochuanError
    from console.arena import check_server, problem_of, typed_record

    name, dot, _ = token.partition(".")
    if not dot:
        raise Problem("matches are played with the token of a bot (`baochuan token NAME` makes one)")
    async with Client(server, token, timeout=5.0) as client:
        await check_server(client, server, game)
    async with Client(server, token, timeout=ANSWER_WITHIN) as client:
        try:
            if run is not None:
                seats = _seats(run, seat, name)
                table = await client.create_table(game.key, mode=run.mode, options=run.options, seats=seats)
                match = table.table_id
            else:
                assert match is not None
                seat = _own_seat(await client.get_table(match), name, game.key)
            over = await Table(client, server, token, game, match, seat).play()
            if over and log is not None:
                _write_log(log, saved(typed_record(match, await client.get_record(match))))
        except BaochuanError as e:
            raise problem_of(e) from e
    if not over:
        _say("The match is kept on the server. To go on:")
        _say(f"baochuan play {game.key} --server {server} --resume {match}")


def _own_seat(table: lobby_pb2.Table, name: str, key: str) -> int:
    """The seat of a table that the holder of a token plays; raises `Problem`."""
    if table.game != key:
        raise Problem(f"{table.table_id} is a match of {table.game}, not of {key}")
    for i, seat in enumerate(table.seats):
        if seat.bot == name:
            return i
    raise Problem(f"{name} has no seat in {table.table_id}")


# --- at the table


class Table:
    """A person at a seat of a match."""

    def __init__(self, client: Client, server: str, token: str, game: Game[Any], match: str, seat: int) -> None:
        self._client = client
        self._server = server
        self._token = token
        self._game = game
        self._match = match
        self._seat = seat

    async def play(self, history: Path | None = None) -> bool:
        """Until the match is over (True) or the person leaves (False). Raises `BaochuanError`."""
        from baochuan.player import Player
        from console.keyboard import Keyboard
        from console.person import Person

        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")  # names of an edition may hold what the terminal cannot show
        self._greet(await self._client.get_table(self._match))
        person = Person(game_text(self._game), out, Keyboard(), self._resign, history)
        player = Player(person, self._server, self._token, self._client, games=[self._game.key], max_matches=1)
        async with player:
            # Wanted before the first greeting goes out, so that this connection takes up the match.
            result = player.want(self._match, self._seat)
            leaving = asyncio.ensure_future(person.left.wait())
            looking = asyncio.ensure_future(self._look(player, person))
            tasks: list[asyncio.Future[Any]] = [result, leaving, looking]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                if result.done():
                    result.result()
                    return True
                if looking.done():
                    looking.result()
                return False
            finally:
                leaving.cancel()
                looking.cancel()
                await asyncio.gather(leaving, looking, return_exceptions=True)

    async def _resign(self) -> None:
        await self._client.resign_seat(self._match, self._seat)

    async def _look(self, player: Any, person: Any) -> None:
        """Ends when another connection has taken the seat. Withdraws the open question when the match is over."""
        from baochuan.lobby.v1 import lobby_pb2

        waiting = False
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if player.was_lost(self._match, self._seat):
                person.withdraw()
                _say("Another program has taken this seat over.")
                return
            if not player.connected:
                continue
            table = await self._client.get_table(self._match)
            if table.status in (lobby_pb2.TABLE_STATUS_FINISHED, lobby_pb2.TABLE_STATUS_ABORTED):
                person.withdraw()
                if not player.holds(self._match, self._seat):
                    player.settle(_facts(table), self._seat, table)
            elif table.status == lobby_pb2.TABLE_STATUS_OPEN and not waiting:
                waiting = True
                _say("Waiting for others to take their seats (Ctrl-C leaves).")

    def _greet(self, table: lobby_pb2.Table) -> None:
        _say(f"{self._game.title}, {table.mode}: match {self._match}", "bold")
        for i, seat in enumerate(table.seats):
            who = f"you ({seat.bot})" if i == self._seat else seat.house or seat.bot or "(open)"
            _say(f"  seat {i}: {who}")
        _say("Type a number to choose, ? for help, q to leave.")


def _facts(table: lobby_pb2.Table) -> Any:
    from baochuan.bots import Match

    names = tuple(seat.house or seat.bot for seat in table.seats)
    return Match(table.table_id, table.game, table.mode, {}, names, "", "")


def _write_log(log: Path, record: bytes) -> None:
    write_file(log, record + b"\n")
    _say(f"The record is in {log}: baochuan replay {log}")


def _say(line: str, style: str = "") -> None:
    out.print(line, style=style, markup=False, highlight=False, soft_wrap=True)
