"""`run` plays matches and comes back with their results; `serve` waits for matches that others start."""

from __future__ import annotations

import asyncio
import logging
import math
import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any

import grpc

from baochuan import errors
from baochuan.bots import Bot, Match, Result
from baochuan.client import Client
from baochuan.lobby.v1 import lobby_pb2
from baochuan.player import Player

log = logging.getLogger("baochuan")

# Seconds between looks at a match that the stream does not bring.
LOOK_SECONDS = 3.0
# Seconds that resigning the matches left behind may take.
RESIGN_SECONDS = 5.0
DONE = (lobby_pb2.TABLE_STATUS_FINISHED, lobby_pb2.TABLE_STATUS_ABORTED)


def _setting(value: str, variable: str, name: str) -> str:
    value = value or os.environ.get(variable, "")
    if not value:
        raise ValueError(f"no {name}: give {name}=... or set {variable}")
    return value


def run(bot: Bot, **settings: Any) -> list[Result]:
    """Plays matches against house bots or other bots and gives their results in the order of the matches.

    The settings are those of `run_async`; inside a running event loop use that one.
    """
    return asyncio.run(run_async(bot, **settings))


async def run_async(
    bot: Bot,
    *,
    game: str,
    server: str = "",
    token: str = "",
    opponents: Sequence[str] = ("greedy",),
    matches: int = 10,
    mode: str = "",
    options: Mapping[str, Any] | None = None,
    rotate_seats: bool = True,
    parallel: int = 8,
    decision_timeout: float = 0.0,
    threads: int = 1,
    on_error: str = "raise",
    credentials: grpc.ChannelCredentials | None = None,
    connect_timeout: float = 10.0,
    reconnect_timeout: float = 120.0,
    on_result: Callable[[Result], None] | None = None,
) -> list[Result]:
    """Plays `matches` matches of `game`, at most `parallel` at once.

    server, token      "host:port" of the gateway and the bot's token; by default BAOCHUAN_SERVER and BAOCHUAN_TOKEN
    opponents          the other seats: names of house bots, or "bot:NAME" for an external bot
    mode, options      of the game; by default its first mode, and its defaults
    rotate_seats       match k has this bot in seat k modulo the number of seats; otherwise always in seat 0
    decision_timeout   seconds for one decision, 0 = no limit; a seat that lets it pass forfeits
    threads            how many calls of `choose` may run at once
    on_error           what happens if `choose` raises or gives what was not offered: "raise" ends the run with
                       `errors.BotError`; "fallback" logs it and plays the first option; "resign" resigns the match
    connect_timeout, reconnect_timeout   seconds after which a missing or a lost connection ends the run
    on_result          called with each result as it comes

    A lost connection is made again and the matches go on; nothing is played twice. If the run ends with an error or
    is cancelled, its matches are resigned. Raises `errors.BaochuanError`, or `errors.BotError`.
    """
    if matches < 1 or parallel < 1 or threads < 1:
        raise ValueError("matches, parallel and threads are at least 1")
    server = _setting(server, "BAOCHUAN_SERVER", "server")
    token = _setting(token, "BAOCHUAN_TOKEN", "token")
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(Client(server, token, credentials=credentials))
        player = await stack.enter_async_context(
            Player(
                bot,
                server,
                token,
                client,
                games=[game],
                max_matches=parallel,
                threads=threads,
                on_error=on_error,
                credentials=credentials,
                connect_timeout=connect_timeout,
                reconnect_timeout=reconnect_timeout,
            )
        )
        welcome = await player.welcome()
        mode = mode or await client.first_mode(game)
        open_matches: dict[str, int] = {}
        room = asyncio.Semaphore(min(parallel, welcome.max_matches or parallel))
        run_id = secrets.token_hex(8)

        async def play(number: int) -> Result:
            async with room:
                seat = number % (len(opponents) + 1) if rotate_seats else 0
                players = [*opponents[:seat], f"bot:{welcome.name}", *opponents[seat:]]
                table = await client.create_table(
                    game,
                    seats=players,
                    mode=mode,
                    options=options,
                    decision_timeout=decision_timeout,
                    request_id=f"{run_id}-{number}",
                )
                open_matches[table.table_id] = seat
                result = await _result(player, client, table, seat)
                del open_matches[table.table_id]
            if on_result is not None:
                on_result(result)
            return result

        try:
            async with asyncio.TaskGroup() as group:
                playing = [group.create_task(play(number)) for number in range(matches)]
        except BaseExceptionGroup as failures:
            await _resign(client, open_matches)
            error = _first(failures)
            raise error from error.__cause__
        except asyncio.CancelledError:
            await _resign(client, open_matches)
            raise
        return [task.result() for task in playing]


def _first(group: BaseExceptionGroup[Any]) -> BaseException:
    """The first single error in a group: all matches of a run fail for the same reason."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


async def _result(player: Player, client: Client, table: lobby_pb2.Table, seat: int) -> Result:
    """Waits for the end of a match on the stream; if the stream does not have it, looks at its table."""
    future = player.want(table.table_id, seat)
    missing = 0
    while True:
        await asyncio.wait({future}, timeout=LOOK_SECONDS)
        if future.done():
            return future.result()
        if player.holds(table.table_id, seat) or not player.connected:
            missing = 0
            continue
        table = await client.get_table(table.table_id)
        if table.status in DONE:
            player.settle(_match(table), seat, table)
            continue
        missing += 1
        if missing > 1 and not player.was_lost(table.table_id, seat):
            log.warning("match %s has not come; connecting anew", table.table_id)
            player.reconnect()
            missing = 0


def _match(table: lobby_pb2.Table) -> Match:
    """What a table tells of its match."""
    return Match(
        match_id=table.table_id,
        game=table.game,
        mode=table.mode,
        options={},
        players=tuple(seat.house or seat.bot for seat in table.seats),
        edition="",
        commitment="",
    )


async def _resign(client: Client, open_matches: Mapping[str, int]) -> None:
    """Leaves nothing running behind. A match that cannot be resigned now is logged, so that it can be later."""

    async def one(match_id: str, seat: int) -> None:
        try:
            await client.resign_seat(match_id, seat)
        except errors.BaochuanError as e:
            log.warning("match %s seat %d is left running: %s", match_id, seat, e)

    try:
        async with asyncio.timeout(RESIGN_SECONDS):
            await asyncio.gather(*(one(match_id, seat) for match_id, seat in open_matches.items()))
    except TimeoutError:
        log.warning("matches left running: %s", ", ".join(open_matches))


def serve(bot: Bot, **settings: Any) -> None:
    """Plays every match that others start with this bot, until interrupted (Ctrl-C).

    The settings are those of `serve_async`.
    """
    try:
        asyncio.run(serve_async(bot, **settings))
    except KeyboardInterrupt:
        log.info("interrupted; running matches stay open and are taken up by the next serve")


async def serve_async(
    bot: Bot,
    *,
    server: str = "",
    token: str = "",
    games: Sequence[str] = (),
    max_matches: int = 0,
    threads: int = 1,
    on_error: str = "fallback",
    credentials: grpc.ChannelCredentials | None = None,
    connect_timeout: float = math.inf,
) -> None:
    """Takes up the running matches of the token, then plays whatever it is seated at; ends by being cancelled.

    `games` limits it to some games, `max_matches` how many it plays at once (0 = the platform's limit); the other
    settings are those of `run_async`. Raises `errors.BaochuanError` where connecting again cannot help: a wrong
    token, or another connection that took over.
    """
    server = _setting(server, "BAOCHUAN_SERVER", "server")
    token = _setting(token, "BAOCHUAN_TOKEN", "token")
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(Client(server, token, credentials=credentials))
        player = await stack.enter_async_context(
            Player(
                bot,
                server,
                token,
                client,
                games=games,
                max_matches=max_matches,
                resume=True,
                threads=threads,
                on_error=on_error,
                credentials=credentials,
                connect_timeout=connect_timeout,
            )
        )
        await player.failure()
