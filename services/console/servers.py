"""The commands that speak with a running platform, and `up`, which starts one."""

from __future__ import annotations

import asyncio
import json as jsons
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from bot_player.catalogue import game_of_edition, games, load_game
from bot_player.policies import policies, policy_games
from bot_player.text import GameText, PlainText, game_text
from console import options as o
from console.problem import MOST_REPLICAS, MOST_WORKERS, Problem, bounded
from console.records import must_be_writable, read_records, saved, write_file
from console.running import run_async
from console.screen import err, out
from console.telling import outcome_lines, told_apart, view_lines
from rulekit.errors import EditionError

if TYPE_CHECKING:
    from baochuan.match.v1 import match_pb2

T = TypeVar("T")

MOST_VALUES: Final = 8  # of an option, that are listed one by one


def _line(text: str, style: str = "") -> None:
    out.print(text, style=style, markup=False, highlight=False, soft_wrap=True)


def _ask(server: str, work: Coroutine[Any, Any, T]) -> T:
    """Runs a conversation with a server; its errors become a `Problem`."""
    from baochuan.errors import BaochuanError
    from console.arena import unreachable

    try:
        return run_async(work)
    except BaochuanError as e:
        raise unreachable(server, e) from e


def up(
    port: Annotated[int, typer.Option("--port", help="Port of the gateway on 127.0.0.1; 0: any free one.")] = 0,
    edition: Annotated[
        list[Path] | None, typer.Option("--edition", metavar="FILE", help="Content of a game; repeatable.")
    ] = None,
    rules: Annotated[int, typer.Option("--rules", help="Replicas of each rules service.")] = 2,
    bots: Annotated[int, typer.Option("--bots", help="Replicas of the bot player.")] = 2,
    workers: Annotated[int, typer.Option("--workers", help="Processes per bot player for bots that think.")] = 1,
) -> None:
    """Start the platform on this machine and keep it up until Ctrl-C.

    Its data lies in a temporary folder and goes with it. The store syncs each commit to its file before it answers
    (appendonly yes, appendfsync always).
    """
    bounded("--port", port, 0, 65535)
    bounded("--rules", rules, 1, MOST_REPLICAS)
    bounded("--bots", bots, 1, MOST_REPLICAS)
    bounded("--workers", workers, 0, MOST_WORKERS)
    editions: dict[str, Path] = {}
    for path in edition or []:
        try:
            key = game_of_edition(path)
            load_game(key, path)
        except EditionError as e:
            raise Problem(str(e)) from e
        editions[key] = path
    run_async(_stay_up(port, editions, rules, bots, workers))


async def _stay_up(port: int, editions: dict[str, Path], rules: int, bots: int, workers: int) -> None:
    from console.embedded import Embedded

    platform = Embedded(
        list(games()), port=port, editions=editions, rules=rules, bots=bots, workers=workers,
        report=lambda line: err.print(line, style="yellow", markup=False, highlight=False),
    )  # fmt: skip
    async with platform:
        _line(f"gateway         {platform.gateway}")
        _line(f"operator token  {platform.operator_token}")
        _line(f"data            {platform.data} (goes when this ends; store: appendonly yes, appendfsync always)")
        _line("")
        _line("In another terminal:")
        _line(f"  export BAOCHUAN_TOKEN={platform.operator_token}")
        _line(f"  baochuan run {next(iter(games()))} --server {platform.gateway}")
        out.file.flush()
        await platform.guard(asyncio.Event().wait())


def list_games(
    server: o.Server = None,
    token: o.Token = None,
    json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """List the games with their modes and options: of this installation, or of a server."""
    if server is None:
        found = [_game_row(key) for key in games()]
    else:
        address = o.need_server(server)
        found = _ask(address, _server_games(address, o.need_token(token)))
    if json:
        print(jsons.dumps(found, indent=2))
        return
    for game in found:
        _line(f"{game['key']}: {game['title']}, version {game['version']}, edition {game['edition']}", "bold")
        for mode in game["modes"]:
            _line(f"  {mode['name']} ({_seats(*mode['seats'])}): {mode['help']}")
            for option in mode["options"]:
                _line(f"    --option {option['name']}={_values(option['values'])}  {option['help']}")


def _seats(low: int, high: int) -> str:
    if low < high:
        return f"{low} to {high} seats"
    return "1 seat" if low == 1 else f"{low} seats"


def _values(values: list[str]) -> str:
    """The values of an option; of many the first ones, how many there are, and the last (`--json` has them all)."""
    if len(values) > MOST_VALUES:
        return f"{'|'.join(values[:4])}|...|{values[-1]} ({len(values)} values)"
    return "|".join(values)


def _game_row(key: str) -> dict[str, Any]:
    game = load_game(key)
    modes = [
        {
            "name": m.name,
            "seats": [m.min_seats, m.max_seats],
            "help": m.help,
            "options": [{"name": x.name, "values": [_scalar(v) for v in x.values], "help": x.help} for x in m.options],
        }
        for m in game.modes
    ]
    return {
        "key": game.key,
        "title": game.title,
        "version": game.version,
        "edition": game.edition_id,
        "edition_digest": game.edition_digest,
        "modes": modes,
    }


def _scalar(value: Any) -> str:
    return value if isinstance(value, str) else jsons.dumps(value)


async def _server_games(server: str, token: str) -> list[dict[str, Any]]:
    from baochuan.client import Client

    async with Client(server, token, timeout=5.0) as client:
        return [
            {
                "key": g.key,
                "title": g.title,
                "version": g.version,
                "edition": g.edition,
                "edition_digest": g.edition_digest,
                "modes": [
                    {
                        "name": m.name,
                        "seats": [m.min_seats, m.max_seats],
                        "help": m.help,
                        "options": [{"name": x.name, "values": list(x.values), "help": x.help} for x in m.options],
                    }
                    for m in g.modes
                ],
            }
            for g in await client.list_games()
        ]


def list_bots(
    server: o.Server = None,
    token: o.Token = None,
    json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """List the bots: house bots of this installation, or all bots of a server."""
    if server is None:
        keys = list(games())
        found = [
            {"name": name, "kind": "house", "games": policy_games(name, keys), "help": entry.about()}
            for name, entry in policies().items()
        ]
    else:
        address = o.need_server(server)
        found = _ask(address, _server_bots(address, o.need_token(token)))
    if json:
        print(jsons.dumps(found, indent=2))
        return
    table = Table("name", "kind", "games", "what it does")
    for bot in found:
        table.add_row(*map(escape, (str(bot["name"]), str(bot["kind"]), ", ".join(bot["games"]), str(bot["help"]))))
    out.print(table)


async def _server_bots(server: str, token: str) -> list[dict[str, Any]]:
    from baochuan.client import Client

    async with Client(server, token, timeout=5.0) as client:
        return [
            {"name": b.name, "kind": b.kind, "games": list(b.games), "help": b.help} for b in await client.list_bots()
        ]


def token(
    name: Annotated[str, typer.Argument(metavar="NAME", help="For a bot the name it plays under.")],
    role: Annotated[str, typer.Option("--role", help="bot or operator.")] = "bot",
    revoke: Annotated[bool, typer.Option("--revoke", help="Make the token of this name invalid.")] = False,
    max_streams: Annotated[int, typer.Option("--max-streams", min=0, help="0: the platform's limit.")] = 0,
    max_matches: Annotated[int, typer.Option("--max-matches", min=0, help="0: the platform's limit.")] = 0,
    server: o.Server = None,
    token: o.Token = None,
) -> None:
    """Make a bearer token, shown this once, or revoke one. Needs an operator's token."""
    if role not in ("bot", "operator"):
        raise Problem(f'--role must be bot or operator, not "{role}"')
    address = o.need_server(server)
    made = _ask(address, _token(address, o.need_token(token), name, role, revoke, max_streams, max_matches))
    _line(made if made else f"the token of {name} is revoked")


async def _token(
    server: str, token: str, name: str, role: str, revoke: bool, max_streams: int, max_matches: int
) -> str:
    from baochuan.client import Client

    async with Client(server, token, timeout=5.0) as client:
        if revoke:
            await client.revoke_token(name)
            return ""
        return await client.create_token(name, role=role, max_streams=max_streams, max_matches=max_matches)


def watch(
    match: Annotated[str, typer.Argument(metavar="MATCH", help="Id of the match.")],
    server: o.Server = None,
    token: o.Token = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object per commit.")] = False,
) -> None:
    """Watch a match live, as a spectator: public facts only."""
    address = o.need_server(server)
    _ask(address, _watch(address, o.need_token(token), match, json))


async def _watch(server: str, token: str, match_id: str, as_json: bool) -> None:
    from baochuan.client import Client

    players: list[str] = []
    text: GameText = PlainText()
    view: dict[str, Any] = {}
    async with Client(server, token, timeout=5.0) as client:
        await client.list_games()  # says at once whether server and token are good
        async for message in client.watch_match(match_id):
            if message.HasField("match"):
                players = [seat.name for seat in message.match.seats]
            if as_json:
                print(jsons.dumps(_plain_news(message)), flush=True)
                continue
            if message.HasField("match"):
                _line(f"{message.match.game}, {message.match.mode}: {', '.join(players)}", "bold")
                text, view = _text_of(message.match), jsons.loads(message.view.view)
                for line in view_lines(text, view):
                    _line(line, "dim")
            if message.HasField("commit"):
                c = message.commit
                who = f"{players[c.seat]} ({c.seat})" if 0 <= c.seat < len(players) else c.by
                _line(f"{c.revision:4}  {who}: {c.kind}{' (by the clock)' if c.by == 'clock' else ''}")
                for event in jsons.loads(c.events or b"[]"):
                    _line(f"        {text.event(event, view, told_apart(players))}", "dim")
            if message.outcome:
                for line in outcome_lines(jsons.loads(message.outcome), players):
                    _line(line)
                if message.seed:
                    _line(f"seed {message.seed}")


def _text_of(match: match_pb2.MatchInfo) -> GameText:
    """The words of a match's game, if it is installed here under the same edition."""
    if match.game not in games():
        return PlainText()
    game = load_game(match.game)
    return game_text(game) if game.edition_digest == match.edition_digest else PlainText(game)


def _plain_news(message: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    if message.HasField("match"):
        plain["players"] = [seat.name for seat in message.match.seats]
        plain["revision"] = message.view.revision
        plain["view"] = jsons.loads(message.view.view)
    if message.HasField("commit"):
        c = message.commit
        plain |= {"revision": c.revision, "kind": c.kind, "by": c.by, "seat": c.seat}
        plain["events"] = jsons.loads(c.events or b"[]")
    if message.outcome:
        plain["outcome"] = jsons.loads(message.outcome)
        plain["seed"] = message.seed
    return plain


def export(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE...]", help="Files of records to convert, instead of a server.")
    ] = None,
    match: Annotated[
        list[str] | None, typer.Option("--match", metavar="ID", help="Only this match; repeatable.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most so many of a server's matches.")] = 10_000,
    to: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Where to; without it to stdout.")] = None,
    server: o.Server = None,
    token: o.Token = None,
) -> None:
    """Write finished matches as JSON lines: from a server's archive, or from files of records."""
    if to is not None:
        must_be_writable(to)
    if files and server is not None:
        raise Problem("give files or --server, not both")
    if files:
        lines = _from_files(files, match)
    else:
        address = o.need_server(server)
        lines = _ask(address, _from_server(address, o.need_token(token), match, limit))
    data = b"".join(line + b"\n" for line in lines)
    if to is not None:
        write_file(to, data)
        err.print(f"{len(lines)} records written to {to}", markup=False, highlight=False)
    else:
        typer.echo(data, nl=False)


def _from_files(files: list[Path], wanted: list[str] | None) -> list[bytes]:
    found = [f for path in files for f in read_records(path).found]
    if wanted:
        found = [f for f in found if isinstance(f.plain, dict) and f.plain.get("header", {}).get("match") in wanted]
        if len(found) < len(set(wanted)):
            raise Problem(f"only {len(found)} of the {len(set(wanted))} matches are there")
    return [msgspec.json.encode(f.plain) for f in found]


async def _from_server(server: str, token: str, wanted: list[str] | None, limit: int) -> list[bytes]:
    from baochuan.client import Client
    from baochuan.lobby.v1 import lobby_pb2
    from console.arena import typed_record

    async with Client(server, token, timeout=10.0) as client:
        if wanted is None:
            tables = [
                table
                for status in (lobby_pb2.TABLE_STATUS_FINISHED, lobby_pb2.TABLE_STATUS_ABORTED)
                for table in await client.list_tables(status, limit)
            ]
            wanted = [t.match_id for t in sorted(tables, key=lambda t: (t.created_ms, t.match_id)) if t.outcome]
        return [saved(typed_record(match_id, await client.get_record(match_id))) for match_id in wanted]
