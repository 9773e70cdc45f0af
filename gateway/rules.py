"""The rules services behind the gateway: which replica serves which match, and what if one is away.

Rendezvous hashing gives each match the same first replica at every gateway, so its cache is warm;
when that one is away the next in the match's order takes over. Every call that may be sent twice is
idempotent on the other side (by match id or request id).
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import grpc

from baochuan.match.v1 import match_pb2
from baochuan.match.v1 import match_service_pb2 as pb
from baochuan.match.v1 import match_service_pb2_grpc as rpc
from gateway.link import SessionLink
from servicekit import errors, logs
from servicekit.errors import ServiceError
from servicekit.server import CLIENT_OPTIONS

_log = logs.get(__name__)
T = TypeVar("T")

CALL_SECONDS = 6.0  # one call to one replica
PATIENCE_SECONDS = 4.0  # how long a call goes round the replicas when none answers
DESCRIPTION_SECONDS = 30.0  # age at which the description of a game is fetched again
_DOWN_SECONDS = 1.0


class Replica:
    def __init__(self, address: str) -> None:
        self.address = address
        options = [*CLIENT_OPTIONS, ("grpc.max_receive_message_length", -1)]
        self._channel = grpc.aio.insecure_channel(address, options=options)
        self.stub: rpc.MatchServiceAsyncStub = rpc.MatchServiceStub(self._channel)
        self.link = SessionLink(self.stub, address)
        self.down_until = 0.0

    async def close(self) -> None:
        await self.link.close()
        await self._channel.close(None)


class RulesGame:
    """All replicas of one game. Calls raise the typed error of the service, UNAVAILABLE if none answers."""

    def __init__(self, key: str, addresses: list[str]) -> None:
        self.key = key
        self._replicas = [Replica(a) for a in addresses]
        self._description: match_pb2.Game | None = None
        self._described = 0.0

    async def close(self) -> None:
        for replica in self._replicas:
            await replica.close()

    async def describe(self) -> match_pb2.Game:
        """The game's modes, options and schemas. An old description does while no replica answers."""
        if self._description is not None and time.monotonic() - self._described < DESCRIPTION_SECONDS:
            return self._description
        try:
            answer = await self._unary("", lambda s: s.DescribeGame(pb.DescribeGameRequest(), timeout=CALL_SECONDS))
        except ServiceError as e:
            if self._description is None or e.reason != "UNAVAILABLE":
                raise
            return self._description
        if answer.game.key != self.key:
            raise ServiceError("INTERNAL", f"{self._replicas[0].address} serves {answer.game.key}, not {self.key}")
        self._description, self._described = answer.game, time.monotonic()
        return answer.game

    # --- the hot path, over the Session streams

    async def submit(self, request: pb.SubmitActionRequest) -> pb.SubmitActionResponse:
        return (await self._session(request.match_id, lambda: pb.Call(submit=request))).submit

    async def get_view(self, match_id: str, seat: int) -> pb.GetViewResponse:
        request = pb.GetViewRequest(match_id=match_id, seat=seat)
        return (await self._session(match_id, lambda: pb.Call(get_view=request))).get_view

    async def create(self, request: pb.CreateMatchRequest) -> match_pb2.MatchInfo:
        return (await self._session(request.match_id, lambda: pb.Call(create=request))).create.match

    # --- unary calls

    async def get_match(self, match_id: str) -> match_pb2.MatchInfo:
        request = pb.GetMatchRequest(match_id=match_id)
        return (await self._unary(match_id, lambda s: s.GetMatch(request, timeout=CALL_SECONDS))).match

    async def list_commits(self, match_id: str, seat: int, first: int) -> list[match_pb2.CommitInfo]:
        """The next page of commits from revision `first` on; empty if there is none."""
        request = pb.ListCommitsRequest(match_id=match_id, seat=seat, from_revision=first)
        answer = await self._unary(match_id, lambda s: s.ListCommits(request, timeout=CALL_SECONDS))
        return list(answer.commits)

    async def get_record(self, match_id: str) -> bytes:
        request = pb.GetRecordRequest(match_id=match_id)
        return (await self._unary(match_id, lambda s: s.GetRecord(request, timeout=CALL_SECONDS))).record

    async def resign(self, match_id: str, seat: int) -> None:
        request = pb.ResignSeatRequest(match_id=match_id, seat=seat, request_id=f"resign.{seat}")
        await self._unary(match_id, lambda s: s.ResignSeat(request, timeout=CALL_SECONDS))

    async def abort(self, match_id: str) -> None:
        request = pb.AbortMatchRequest(match_id=match_id, request_id="abort")
        await self._unary(match_id, lambda s: s.AbortMatch(request, timeout=CALL_SECONDS))

    async def _unary(self, match_id: str, call: Callable[[rpc.MatchServiceAsyncStub], Awaitable[T]]) -> T:
        async def once(replica: Replica) -> T:
            try:
                return await call(replica.stub)
            except grpc.aio.AioRpcError as e:
                raise errors.from_rpc_error(e) from e

        return await self._on_any(match_id, once)

    async def _session(self, match_id: str, call: Callable[[], pb.Call]) -> pb.Reply:
        return await self._on_any(match_id, lambda replica: replica.link.call(call(), CALL_SECONDS))

    async def _on_any(self, match_id: str, once: Callable[[Replica], Awaitable[T]]) -> T:
        """Tries the replicas in the match's order, those that failed a moment ago last."""
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            now = time.monotonic()
            for replica in sorted(self._order(match_id), key=lambda r: r.down_until > now):
                try:
                    answer = await once(replica)
                except ServiceError as e:
                    if e.reason != "UNAVAILABLE":
                        raise
                    replica.down_until = time.monotonic() + _DOWN_SECONDS
                    problem = e
                    _log.warning("replica away", game=self.key, replica=replica.address, error=e.message)
                else:
                    replica.down_until = 0.0
                    return answer
            if time.monotonic() >= end:
                raise ServiceError(
                    "UNAVAILABLE", f"no rules service of {self.key} answers ({problem.message}); try again"
                )
            await asyncio.sleep(0.2)

    def _order(self, match_id: str) -> list[Replica]:
        if len(self._replicas) == 1:
            return self._replicas
        return sorted(
            self._replicas,
            key=lambda r: hashlib.blake2b(f"{match_id}\n{r.address}".encode(), digest_size=8).digest(),
            reverse=True,
        )


class Rules:
    """All games of the platform, by key."""

    def __init__(self, replicas: dict[str, list[str]]) -> None:
        self._games = {key: RulesGame(key, addresses) for key, addresses in replicas.items()}

    @property
    def keys(self) -> list[str]:
        return list(self._games)

    def game(self, key: str) -> RulesGame:
        """Raises OPTIONS_INVALID naming the games that there are."""
        found = self._games.get(key)
        if found is None:
            raise ServiceError("OPTIONS_INVALID", f'unknown game "{key}"; games: {", ".join(self._games)}')
        return found

    async def describe_all(self) -> list[match_pb2.Game]:
        """The games that answer; raises UNAVAILABLE if none does."""
        found = await asyncio.gather(*(g.describe() for g in self._games.values()), return_exceptions=True)
        games = [g for g in found if isinstance(g, match_pb2.Game)]
        for error in found:
            if isinstance(error, BaseException) and (not games or not isinstance(error, ServiceError)):
                raise error
        return games

    async def close(self) -> None:
        for game in self._games.values():
            await game.close()


def without_policy_seeds(info: match_pb2.MatchInfo) -> match_pb2.MatchInfo:
    """The match for the outside: the seeds of house policies are for the house bots alone."""
    for seat in info.seats:
        if seat.WhichOneof("player") == "house":
            seat.house.seed = ""
    return info
