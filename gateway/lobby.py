"""LobbyService: games, bots, tables, records, tokens, and watching."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from google.protobuf.message import Message

from baochuan.lobby.v1 import lobby_pb2
from baochuan.lobby.v1 import lobby_service_pb2 as pb
from baochuan.lobby.v1 import lobby_service_pb2_grpc as rpc
from gateway import metrics
from gateway.connection import ClientStream
from gateway.housebots import HouseBots
from gateway.hub import Hub
from gateway.lobbyfeed import LobbyFeed
from gateway.matches import Matches, Starter
from gateway.offers import Offers, invalid
from gateway.rules import Rules
from gateway.seating import Seating
from gateway.sending import Sending, serve
from gateway.settings import GatewaySettings
from gateway.spectator import Spectator
from gateway.tables import Doc, Seat, Tables, public
from gateway.tokens import Identity, Tokens, bearer
from servicekit import logs
from servicekit.bus import Bus
from servicekit.errors import ServiceError

_log = logs.get(__name__)

LIST_MOST = 1000
_STATUS = {
    lobby_pb2.TABLE_STATUS_UNSPECIFIED: None,
    lobby_pb2.TABLE_STATUS_OPEN: "open",
    lobby_pb2.TABLE_STATUS_STARTED: "started",
    lobby_pb2.TABLE_STATUS_FINISHED: "finished",
    lobby_pb2.TABLE_STATUS_ABORTED: "aborted",
}


class LobbyService(rpc.LobbyServiceServicer):
    def __init__(
        self,
        settings: GatewaySettings,
        *,
        tokens: Tokens,
        hub: Hub,
        rules: Rules,
        tables: Tables,
        matches: Matches,
        starter: Starter,
        seating: Seating,
        house_bots: HouseBots,
        feed: LobbyFeed,
        bus: Bus,
    ) -> None:
        self._settings = settings
        self._tokens = tokens
        self._hub = hub
        self._rules = rules
        self._tables = tables
        self._matches = matches
        self._starter = starter
        self._seating = seating
        self._house_bots = house_bots
        self._feed = feed
        self._bus = bus
        self._offers = Offers(house_bots, tokens)

    async def _enter(self, request: Message, context: Any, *, operator: bool = False) -> Identity:
        """Who calls; refuses wrong tokens, oversized requests, and what is for operators."""
        who = await self._tokens.authenticate(bearer(context.invocation_metadata()))
        size, most = request.ByteSize(), self._settings.max_message_bytes
        if size > most:
            raise ServiceError("QUOTA_EXCEEDED", f"a request of {size} bytes; at most {most} are taken")
        if operator and not who.operator:
            raise ServiceError("PERMISSION_DENIED", "only operators may do this")
        return who

    # --- games and bots

    async def ListGames(self, request: pb.ListGamesRequest, context: Any) -> pb.ListGamesResponse:
        await self._enter(request, context)
        return pb.ListGamesResponse(games=await self._rules.describe_all())

    async def ListBots(self, request: pb.ListBotsRequest, context: Any) -> pb.ListBotsResponse:
        await self._enter(request, context)
        house = await self._house_bots.all()
        bots = [lobby_pb2.BotInfo(name=p.name, kind="house", games=p.games, help=p.help) for p in house]
        games: dict[str, set[str]] = {}
        for stream in await self._seating.present():
            # A stream that names no game plays all.
            games.setdefault(stream.name, set()).update(stream.games or self._rules.keys)
        for name in sorted(games):
            bots.append(lobby_pb2.BotInfo(name=name, kind="external", games=sorted(games[name])))
        return pb.ListBotsResponse(bots=bots)

    # --- tables

    async def CreateTable(self, request: pb.CreateTableRequest, context: Any) -> pb.CreateTableResponse:
        who = await self._enter(request, context)
        game = await self._rules.game(request.game).describe()
        doc = await self._offers.table(request, game, who)
        limits = await self._limits(doc) if request.start else {}
        doc = await self._tables.create(doc, request.request_id, _fingerprint(request), who.max_matches, limits)
        if doc.status == "starting":
            doc = await self._starter.start(doc, dropped_request=request.request_id)
        return pb.CreateTableResponse(table=public(doc))

    async def JoinTable(self, request: pb.JoinTableRequest, context: Any) -> pb.JoinTableResponse:
        who = await self._enter(request, context)
        if who.operator:
            raise ServiceError("PERMISSION_DENIED", "tables are joined with the token of a bot")
        taken = -1

        def edit(doc: Doc) -> bool:
            nonlocal taken
            _must_be_open(doc)
            taken, new = _join(doc, request.seat, who.name)
            return new

        doc = await self._tables.seat(request.table_id, "joined", edit)
        return pb.JoinTableResponse(table=public(doc), seat=taken)

    async def LeaveTable(self, request: pb.LeaveTableRequest, context: Any) -> pb.LeaveTableResponse:
        who = await self._enter(request, context)

        def edit(doc: Doc) -> bool:
            _must_be_open(doc)
            mine = [i for i, s in enumerate(doc.seats) if s.kind != "house" and s.name == who.name]
            if not mine:
                raise ServiceError("TABLE_STATE", f'{who.name} has no seat at table "{doc.table_id}"')
            for i in mine:
                doc.seats[i] = Seat("open")
            return True

        doc = await self._tables.seat(request.table_id, "left", edit)
        return pb.LeaveTableResponse(table=public(doc))

    async def StartTable(self, request: pb.StartTableRequest, context: Any) -> pb.StartTableResponse:
        who = await self._enter(request, context)
        doc, _ = await self._tables.load(request.table_id)
        if not who.operator and doc.owner != who.name:
            raise ServiceError("PERMISSION_DENIED", f'table "{doc.table_id}" is started by {doc.owner} or an operator')

        def edit(doc: Doc) -> bool:
            if doc.status != "open":
                return False  # started before: the same answer again
            free = [str(i) for i, s in enumerate(doc.seats) if not s.taken]
            if free:
                raise ServiceError("TABLE_STATE", f"open seats: {', '.join(free)}")
            doc.status = "starting"
            return True

        doc = await self._tables.set_starting(request.table_id, edit, await self._limits(doc))
        return pb.StartTableResponse(table=public(await self._starter.start(doc)))

    async def GetTable(self, request: pb.GetTableRequest, context: Any) -> pb.GetTableResponse:
        await self._enter(request, context)
        return pb.GetTableResponse(table=public((await self._tables.load(request.table_id))[0]))

    async def ListTables(self, request: pb.ListTablesRequest, context: Any) -> pb.ListTablesResponse:
        await self._enter(request, context)
        if request.status not in _STATUS:
            raise invalid(f"there is no table status {request.status}")
        docs = await self._tables.listed(_STATUS[request.status], min(request.limit or 100, LIST_MOST))
        return pb.ListTablesResponse(tables=[public(d) for d in docs])

    async def _limits(self, doc: Doc) -> dict[str, int]:
        """How many running seats each external bot of the table may have."""
        names = {name for _, name in doc.external()}
        return {name: await self._tokens.max_matches(name) for name in names}

    # --- matches

    async def GetRecord(self, request: pb.GetRecordRequest, context: Any) -> pb.GetRecordResponse:
        await self._enter(request, context)
        return pb.GetRecordResponse(record=await self._matches.record(request.match_id))

    async def ResignSeat(self, request: pb.ResignSeatRequest, context: Any) -> pb.ResignSeatResponse:
        who = await self._enter(request, context)
        await self._matches.check_seat(request.match_id, request.seat, who)
        await (await self._matches.game_of(request.match_id)).resign(request.match_id, request.seat)
        return pb.ResignSeatResponse()

    async def AbortMatch(self, request: pb.AbortMatchRequest, context: Any) -> pb.AbortMatchResponse:
        """A table that has not started is closed."""
        await self._enter(request, context, operator=True)
        if await self._tables.set_closed(request.match_id) is None:
            await (await self._matches.game_of(request.match_id)).abort(request.match_id)
        return pb.AbortMatchResponse()

    # --- tokens

    async def CreateToken(self, request: pb.CreateTokenRequest, context: Any) -> pb.CreateTokenResponse:
        await self._enter(request, context, operator=True)
        token = await self._tokens.create(request.name, request.role, request.max_streams, request.max_matches)
        _log.info("token made", name=request.name, role=request.role)
        return pb.CreateTokenResponse(token=token)

    async def RevokeToken(self, request: pb.RevokeTokenRequest, context: Any) -> pb.RevokeTokenResponse:
        await self._enter(request, context, operator=True)
        await self._tokens.revoke(request.name)
        _log.info("token revoked", name=request.name)
        await self._hub.revoked(request.name)
        return pb.RevokeTokenResponse()

    # --- watching

    async def WatchLobby(  # type: ignore[override]
        self, request: pb.WatchLobbyRequest, context: Any
    ) -> None:
        with metrics.STREAMS.labels("lobby").track_inprogress():
            who = await self._enter(request, context)
            sending: Sending[pb.WatchLobbyResponse] = self._sending()

            async def begin() -> None:
                # Opened before the list is read: a change in between is told twice rather than not at all.
                await self._feed.open(sending)
                if request.include_current:
                    for status in ("open", "started"):
                        for doc in reversed(await self._tables.listed(status, LIST_MOST)):
                            sending.put(pb.WatchLobbyResponse(table=public(doc), change="current"))

            try:
                await self._watch(who, context, sending, begin)
            finally:
                self._feed.close(sending)

    async def WatchMatch(  # type: ignore[override]
        self, request: pb.WatchMatchRequest, context: Any
    ) -> None:
        with metrics.STREAMS.labels("match").track_inprogress():
            who = await self._enter(request, context)
            game = await self._matches.game_of(request.match_id)
            await game.get_match(request.match_id)  # MATCH_NOT_FOUND at once
            sending: Sending[pb.WatchMatchResponse] = self._sending()
            spectator = Spectator(game, self._bus, request.match_id, sending)

            async def begin() -> None:
                self._hub.follow(spectator)
                spectator.start()

            try:
                await self._watch(who, context, sending, begin)
            finally:
                self._hub.unfollow(spectator)

    def _sending(self) -> Sending[Any]:
        return Sending(self._settings.stream_queue_messages, self._settings.stream_queue_bytes)

    async def _watch(self, who: Identity, context: Any, sending: Sending[Any], begin: Callable[[], Any]) -> None:
        stream = ClientStream(who, sending)
        self._hub.watch(stream)
        try:
            await begin()
            await serve(context, sending, sending.finished(), stream.idle)
        finally:
            self._hub.unwatch(stream)


def _fingerprint(request: pb.CreateTableRequest) -> str:
    """Equal for requests that ask for the same table."""
    same = pb.CreateTableRequest()
    same.CopyFrom(request)
    same.ClearField("request_id")
    return hashlib.sha256(same.SerializeToString(deterministic=True)).hexdigest()


def _must_be_open(doc: Doc) -> None:
    if doc.status != "open":
        shown = "starting" if doc.status == "starting" else doc.status
        raise ServiceError("TABLE_STATE", f'table "{doc.table_id}" is {shown}, not open')


def _join(doc: Doc, wanted: int, name: str) -> tuple[int, bool]:
    """The seat taken, and whether it is a new one: who sits there already gets the same answer again."""
    if wanted >= len(doc.seats) or wanted < -1:
        raise invalid(f'table "{doc.table_id}" has seats 0 to {len(doc.seats) - 1}; -1 is the first open one')
    if wanted >= 0:
        choices = [wanted]
        if doc.seats[wanted].kind != "house" and doc.seats[wanted].name == name:
            return wanted, False
    else:
        choices = list(range(len(doc.seats)))
        for i, seat in enumerate(doc.seats):
            if seat.kind == "open" and seat.name == name:
                return i, False
    for i in choices:
        if not doc.seats[i].taken:
            doc.seats[i].name = name
            return i, True
    raise ServiceError("TABLE_STATE", f"seat {wanted} is taken" if wanted >= 0 else "no seat is open")
