"""`Client`: the lobby with Python values in and typed errors out."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc

from baochuan import channel, errors
from baochuan.lobby.v1 import lobby_pb2, lobby_service_pb2, lobby_service_pb2_grpc
from baochuan.match.v1 import match_pb2

T = TypeVar("T")
R = TypeVar("R")


def table_seat(player: str | lobby_pb2.TableSeat) -> lobby_pb2.TableSeat:
    """A seat from text: "greedy" (a house bot), "bot:NAME" (an external bot), "open" (anybody may join)."""
    if isinstance(player, lobby_pb2.TableSeat):
        return player
    if player == "open":
        return lobby_pb2.TableSeat(open=True)
    if player.startswith("bot:"):
        return lobby_pb2.TableSeat(bot=player.removeprefix("bot:"))
    return lobby_pb2.TableSeat(house=player)


class Client:
    """A connection to the lobby of a gateway; use it as `async with Client("host:port", token) as client`.

    Every call raises `errors.BaochuanError` or a subclass. A call that may be repeated safely is sent again while the
    platform says that it cannot answer now, until `timeout` seconds are over.
    """

    def __init__(
        self, server: str, token: str, *, credentials: grpc.ChannelCredentials | None = None, timeout: float = 30.0
    ) -> None:
        self._server = server
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._credentials = credentials
        self._timeout = timeout
        self._channel: grpc.aio.Channel | None = None

    async def __aenter__(self) -> Self:
        self._channel = channel.connect(self._server, self._credentials)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._channel is not None:
            await self._channel.close(None)
            self._channel = None

    def _stub(self) -> lobby_service_pb2_grpc.LobbyServiceAsyncStub:
        if self._channel is None:
            raise RuntimeError("Client is used as an async context manager: async with Client(...) as client")
        return lobby_service_pb2_grpc.LobbyServiceStub(self._channel)

    async def _call(self, method: Callable[..., Awaitable[R]], request: Any, *, repeat: bool = True) -> R:
        """One unary call. `repeat`: send it again on a retryable error; only for calls that are idempotent."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self._timeout
        backoff = channel.Backoff()
        while True:
            try:
                return await method(request, metadata=self._metadata, timeout=max(0.1, end - loop.time()))
            except grpc.aio.AioRpcError as e:
                error = errors.from_rpc_error(e)
                wait = backoff.next()
                if not (repeat and error.retryable) or loop.time() + wait >= end:
                    raise error from e
            await asyncio.sleep(wait)

    async def _stream(self, method: Callable[..., AsyncIterable[R]], request: Any) -> AsyncIterator[R]:
        try:
            async for message in method(request, metadata=self._metadata):
                yield message
        except grpc.aio.AioRpcError as e:
            raise errors.from_rpc_error(e) from e

    async def list_games(self) -> list[match_pb2.Game]:
        """The games with their modes, options and the JSON Schemas of views and actions."""
        reply = await self._call(self._stub().ListGames, lobby_service_pb2.ListGamesRequest())
        return list(reply.games)

    async def list_bots(self) -> list[lobby_pb2.BotInfo]:
        """House bots, and the external ones that are connected now."""
        reply = await self._call(self._stub().ListBots, lobby_service_pb2.ListBotsRequest())
        return list(reply.bots)

    async def create_table(
        self,
        game: str,
        *,
        seats: Sequence[str | lobby_pb2.TableSeat],
        mode: str = "",
        options: Mapping[str, Any] | None = None,
        decision_timeout: float = 0.0,
        start: bool = True,
        seed: bytes = b"",
        policy_seeds: Sequence[str] = (),
        table_id: str = "",
        request_id: str = "",
    ) -> lobby_pb2.Table:
        """A table, started at once if all its seats are taken and `start` is set.

        `seats` as in `table_seat`; without a `mode` the first one of the game; `decision_timeout` in seconds, 0 = no
        limit. `seed` (32 bytes), `policy_seeds` and `table_id` are for operators. The same `request_id` again gives
        the earlier table; without one the call draws its own.
        """
        if not mode:
            mode = await self.first_mode(game)
        request = lobby_service_pb2.CreateTableRequest(
            game=game,
            mode=mode,
            options=json.dumps(dict(options or {})).encode(),
            seats=[table_seat(seat) for seat in seats],
            settings=match_pb2.MatchSettings(decision_timeout_ms=round(decision_timeout * 1000)),
            start=start,
            seed=seed,
            policy_seeds=policy_seeds,
            table_id=table_id,
            request_id=request_id or secrets.token_hex(12),
        )
        return (await self._call(self._stub().CreateTable, request)).table

    async def first_mode(self, game: str) -> str:
        """The name of the game's first mode."""
        games = {entry.key: entry for entry in await self.list_games()}
        if game not in games:
            known = ", ".join(sorted(games)) or "none"
            raise errors.make("OPTIONS_INVALID", f"unknown game {game!r}; known: {known}")
        return games[game].modes[0].name

    async def join_table(self, table_id: str, seat: int = -1) -> lobby_service_pb2.JoinTableResponse:
        """Sits down at an open seat; -1 = the first one."""
        request = lobby_service_pb2.JoinTableRequest(table_id=table_id, seat=seat)
        return await self._call(self._stub().JoinTable, request, repeat=False)

    async def leave_table(self, table_id: str) -> lobby_pb2.Table:
        request = lobby_service_pb2.LeaveTableRequest(table_id=table_id)
        return (await self._call(self._stub().LeaveTable, request, repeat=False)).table

    async def start_table(self, table_id: str) -> lobby_pb2.Table:
        request = lobby_service_pb2.StartTableRequest(table_id=table_id)
        return (await self._call(self._stub().StartTable, request, repeat=False)).table

    async def get_table(self, table_id: str) -> lobby_pb2.Table:
        request = lobby_service_pb2.GetTableRequest(table_id=table_id)
        return (await self._call(self._stub().GetTable, request)).table

    async def list_tables(
        self, status: lobby_pb2.TableStatus.ValueType = lobby_pb2.TABLE_STATUS_UNSPECIFIED, limit: int = 100
    ) -> list[lobby_pb2.Table]:
        """Newest first; unspecified = all."""
        request = lobby_service_pb2.ListTablesRequest(status=status, limit=limit)
        return list((await self._call(self._stub().ListTables, request)).tables)

    def watch_lobby(self, *, include_current: bool = False) -> AsyncIterator[lobby_service_pb2.WatchLobbyResponse]:
        """Every change of tables from now on; with `include_current` the open and running ones first."""
        request = lobby_service_pb2.WatchLobbyRequest(include_current=include_current)
        return self._stream(self._stub().WatchLobby, request)

    def watch_match(self, match_id: str) -> AsyncIterator[lobby_service_pb2.WatchMatchResponse]:
        """A match as a spectator sees it: a full view first, then commits without gaps, until it is over."""
        request = lobby_service_pb2.WatchMatchRequest(match_id=match_id)
        return self._stream(self._stub().WatchMatch, request)

    async def get_record(self, match_id: str) -> dict[str, Any]:
        """The whole record of a finished match, as `baochuan verify` reads it."""
        request = lobby_service_pb2.GetRecordRequest(match_id=match_id)
        record: dict[str, Any] = json.loads((await self._call(self._stub().GetRecord, request)).record)
        return record

    async def resign_seat(self, match_id: str, seat: int) -> None:
        request = lobby_service_pb2.ResignSeatRequest(match_id=match_id, seat=seat)
        await self._call(self._stub().ResignSeat, request, repeat=False)

    async def abort_match(self, match_id: str) -> None:
        """Operators only."""
        request = lobby_service_pb2.AbortMatchRequest(match_id=match_id)
        await self._call(self._stub().AbortMatch, request, repeat=False)

    async def create_token(self, name: str, *, role: str = "bot", max_streams: int = 0, max_matches: int = 0) -> str:
        """Operators only: a new token for a bot (its name is the bot's) or an operator. It is shown this once."""
        request = lobby_service_pb2.CreateTokenRequest(
            name=name, role=role, max_streams=max_streams, max_matches=max_matches
        )
        return (await self._call(self._stub().CreateToken, request, repeat=False)).token

    async def revoke_token(self, name: str) -> None:
        """Operators only."""
        await self._call(self._stub().RevokeToken, lobby_service_pb2.RevokeTokenRequest(name=name), repeat=False)
