"""Matches through the platform: tables made at a gateway, many at once, their records fetched and checked."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from baochuan.client import Client
from baochuan.errors import BaochuanError
from console.plan import Planned, Run, plan
from console.problem import BAD, Problem
from console.results import MatchResult, result_of
from rulekit.errors import ReplayError
from rulekit.game import Game
from rulekit.match import Match, Record, log_digest

LOOK_AFTER: Final = 5.0  # seconds without news of a match, after which we ask for it
ANSWER_WITHIN: Final = 60.0  # seconds for which a call is repeated while the platform cannot answer
_OVER: Final = ("finished", "aborted")


def faults_of(game: Game[Any], record: Record) -> list[str]:
    """What is wrong with a finished match: seed, dice, moves, digest, outcome, or its last state."""
    try:
        match = Match.verify(game, record.header, bytes.fromhex(record.seed), record.commits)
    except (ReplayError, ValueError) as e:
        return [str(e)]
    faults = list(game.faults(match.state))
    if match.state.outcome is None or match.state.outcome.plain() != record.outcome:
        faults.append("the outcome is not that of the log")
    if log_digest(record.header, record.commits) != record.log_digest:
        faults.append("the log digest is not that of the log")
    return faults


def typed_record(match_id: str, plain: dict[str, Any]) -> Record:
    """Raises `Problem` for a record of a form unknown here."""
    try:
        return msgspec.convert(plain, Record)
    except msgspec.ValidationError as e:
        raise Problem(f"{match_id}: the server's record cannot be read: {e}", BAD) from e


class Arena:
    """Plays a run at one gateway. `seats` turns a player's name into what the gateway calls it."""

    def __init__(self, client: Client, game: Game[Any], run: Run, seats: dict[str, str]) -> None:
        self._client = client
        self._game = game
        self._run = run
        self._seats = seats
        self._over: dict[str, asyncio.Event] = {}

    async def play(self, parallel: int, on_match: Callable[[MatchResult], None]) -> list[MatchResult]:
        """All matches in the order of their numbers, at most `parallel` at once. Raises `Problem`."""
        matches = plan(self._run)
        results: list[MatchResult] = []

        async def keep_one_running() -> None:
            for match in matches:
                result = await self._play_one(match)
                results.append(result)
                on_match(result)

        watcher = asyncio.create_task(self._watch())
        players = [asyncio.create_task(keep_one_running()) for _ in range(min(parallel, self._run.matches))]
        tasks: set[asyncio.Task[None]] = {watcher, *players}
        try:
            while tasks != {watcher}:
                done, tasks = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()  # raises what went wrong
        except BaochuanError as e:
            raise problem_of(e) from e
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        results.sort(key=lambda r: r.number)
        return results

    async def _play_one(self, match: Planned) -> MatchResult:
        over = self._over[match.id] = asyncio.Event()
        try:
            await self._client.create_table(
                self._run.game,
                mode=self._run.mode,
                options=self._run.options,
                seats=[self._seats[name] for name in match.players],
                seed=match.seed,
                policy_seeds=match.policy_seeds,
                table_id=match.id,
                request_id=match.id,
            )
            await self._until_over(match.id, over)
        finally:
            del self._over[match.id]
        record = typed_record(match.id, await self._client.get_record(match.id))
        faults = faults_of(self._game, record)
        if record.seed != match.seed.hex():
            faults.append("the match was played with another seed")
        return result_of(match, record, faults)

    async def _until_over(self, match_id: str, over: asyncio.Event) -> None:
        """Waits for the news that the match is over, and looks for itself when there is none for long."""
        while not over.is_set():
            try:
                await asyncio.wait_for(over.wait(), LOOK_AFTER)
            except TimeoutError:
                table = await self._client.get_table(match_id)
                if table.outcome:
                    over.set()

    async def _watch(self) -> None:
        """Follows the lobby for ever, also over restarts of the gateway; what is missed meanwhile is looked up."""
        while True:
            started = time.monotonic()
            try:
                async for news in self._client.watch_lobby():
                    over = self._over.get(news.table.match_id)
                    if over is not None and news.change in _OVER:
                        over.set()
            except BaochuanError as e:
                if not e.retryable:
                    raise
            await asyncio.sleep(0.2 if time.monotonic() - started > 1 else 1.0)


def problem_of(error: BaochuanError) -> Problem:
    """One line for an error of the API."""
    rule = f" ({error.rule})" if error.rule else ""
    return Problem(f"the server refuses: {error.message}{rule} [{error.reason}]")


async def check_server(client: Client, server: str, game: Game[Any]) -> None:
    """The server must be there, take the token, and play the same game, version and edition. Raises `Problem`."""
    try:
        games = {g.key: g for g in await client.list_games()}
    except BaochuanError as e:
        raise unreachable(server, e) from e
    theirs = games.get(game.key)
    if theirs is None:
        raise Problem(f'{server} does not offer "{game.key}"; it offers: {", ".join(games) or "nothing"}')
    if theirs.version != game.version:
        raise Problem(f"{server} plays {game.key} version {theirs.version}, this installation version {game.version}")
    if theirs.edition_digest != game.edition_digest:
        raise Problem(
            f'{server} plays {game.key} with edition "{theirs.edition}", not with "{game.edition_id}" as loaded here '
            "(--edition FILE takes the server's)"
        )


def unreachable(server: str, error: BaochuanError) -> Problem:
    if error.reason == "UNAUTHENTICATED":
        return Problem(f"{server}: the token is wrong (--token or BAOCHUAN_TOKEN)")
    if error.reason == "PERMISSION_DENIED":
        return Problem(f"{server}: {error.message} (an operator's token is needed)")
    if error.reason == "UNAVAILABLE" and error.code is not None:
        return Problem(f"{server}: no answer; is the gateway running there?")
    return problem_of(error)


async def seats_of(client: Client, run: Run) -> dict[str, str]:
    """Name -> seat as the lobby knows it: a house bot, or an external bot that is connected. Raises `Problem`."""
    try:
        bots = await client.list_bots()
    except BaochuanError as e:
        raise problem_of(e) from e
    house = {b.name for b in bots if b.kind == "house" and run.game in b.games}
    external = {b.name for b in bots if b.kind == "external"}
    seats: dict[str, str] = {}
    for name in run.players:
        if name.partition(":")[0] in house:
            seats[name] = name
        elif name.removeprefix("bot:") in external:
            seats[name] = f"bot:{name.removeprefix('bot:')}"
        else:
            known = ", ".join(sorted(house | external))
            raise Problem(f'no bot "{name}" plays {run.game} there; known: {known or "none"}')
    return seats
