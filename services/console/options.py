"""Options that several commands share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from console.problem import Problem

Game = Annotated[str, typer.Argument(metavar="GAME", help="Which game; `baochuan games` lists them.")]
Mode = Annotated[str | None, typer.Option("--mode", help="Mode of the game; without it the first one.")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Match option; repeatable.")]
Players = Annotated[
    str | None, typer.Option("--players", metavar="A,B", help="Who plays, by seat; `baochuan bots` lists house bots.")
]
Matches = Annotated[int, typer.Option("--matches", metavar="N", help="How many matches.")]
Seed = Annotated[
    str | None,
    typer.Option("--seed", metavar="S", help="Seed of the run, any text; else one is drawn and shown."),
]
SwapSeats = Annotated[bool, typer.Option("--swap-seats", help="Play each match seed once per rotation of the players.")]
Edition = Annotated[
    Path | None, typer.Option("--edition", metavar="FILE", help="Content of the game, instead of the house edition.")
]
Json = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write results with all records as JSON.")]
NoRecords = Annotated[bool, typer.Option("--no-records", help="Leave the records out of the file of --json.")]
Log = Annotated[Path | None, typer.Option("--log", metavar="FILE", help="Write the records as JSON lines.")]
Logs = Annotated[Path | None, typer.Option("--logs", metavar="DIR", help="Write each record to a file of its own.")]
Server = Annotated[str | None, typer.Option("--server", metavar="HOST:PORT", help="The gateway of a running platform.")]
Token = Annotated[
    str | None, typer.Option("--token", metavar="TOKEN", help="Bearer token for --server; or set BAOCHUAN_TOKEN.")
]


def need_server(server: str | None) -> str:
    """Checks the form of --server; raises `Problem`."""
    if server is None:
        raise Problem("--server HOST:PORT is needed: the gateway of a running platform (`baochuan up` starts one)")
    host, _, port = server.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise Problem(f'--server must be HOST:PORT, not "{server}"')
    return server


def need_token(token: str | None) -> str:
    """--token or the environment; raises `Problem`. (An option read from the environment would show in --help.)"""
    found = token or os.environ.get("BAOCHUAN_TOKEN", "")
    if not found:
        raise Problem("a token is needed for --server: --token TOKEN or BAOCHUAN_TOKEN")
    if not found.isascii() or not found.isprintable():
        raise Problem("the token has characters that no token has")
    return found
