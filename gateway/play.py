"""BotService: one stream per bot process, many matches on it."""

from __future__ import annotations

import asyncio
from typing import Any

from google.protobuf.message import DecodeError
from grpc.aio import EOF  # type: ignore[attr-defined]

from baochuan.bot.v1 import bot_service_pb2 as bot
from baochuan.bot.v1 import bot_service_pb2_grpc as rpc
from baochuan.match.v1 import match_pb2
from gateway import metrics
from gateway.connection import Connection, Memories
from gateway.heldseat import rejected
from gateway.hub import Hub
from gateway.matches import Matches
from gateway.rules import Rules
from gateway.seating import Claim, Seating
from gateway.sending import Sending, serve
from gateway.settings import GatewaySettings
from gateway.tasks import spawn
from gateway.tokens import Identity, Tokens, bearer
from servicekit import logs
from servicekit.bus import Bus
from servicekit.errors import ServiceError

_log = logs.get(__name__)

PROTOCOL = 1
HELLO_SECONDS = 10.0
RESUME_MOST = 1024


class BotService(rpc.BotServiceServicer):
    def __init__(
        self,
        settings: GatewaySettings,
        tokens: Tokens,
        hub: Hub,
        rules: Rules,
        matches: Matches,
        seating: Seating,
        bus: Bus,
    ) -> None:
        self._settings = settings
        self._tokens = tokens
        self._hub = hub
        self._rules = rules
        self._matches = matches
        self._seating = seating
        self._bus = bus
        self._memories = Memories()

    async def Play(self, request_iterator: Any, context: Any) -> None:  # type: ignore[override]
        with metrics.STREAMS.labels("play").track_inprogress():
            await self._play(context)

    async def _play(self, context: Any) -> None:
        hello = await self._hello(context)
        who = await self._tokens.authenticate(hello.token or bearer(context.invocation_metadata()))
        connection = self._connection(who, hello)
        await self._hub.open(connection)
        try:
            claims: list[Claim] = []
            if hello.resume:
                claims = await connection.claim_resumed(list(hello.resume_matches))
            welcome = bot.Welcome(
                name=who.name,
                protocol=PROTOCOL,
                max_matches=connection.capacity,
                max_message_bytes=self._settings.max_message_bytes,
                resumed=dict.fromkeys(c.match_id for c in claims),
            )
            connection.send(bot.PlayResponse(welcome=welcome))
            for claim in claims:
                connection.hold(claim)
            spawn(self._begin(connection, claims, list(hello.resume_matches)), "begin stream")
            await serve(context, connection.sending, self._read(context, connection), connection.idle)
        finally:
            self._hub.close(connection)

    async def _hello(self, context: Any) -> bot.Hello:
        self._hub.check_open()
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                first = await _next(context)
        except TimeoutError:
            raise ServiceError("PROTOCOL_ERROR", f"no Hello within {HELLO_SECONDS:g} s") from None
        if first is EOF:
            raise ServiceError("PROTOCOL_ERROR", "the stream ended before Hello")
        kind = first.WhichOneof("message")
        if kind != "hello":
            raise ServiceError("PROTOCOL_ERROR", f"the first message must be hello, not {kind or 'an empty one'}")
        self._check_size(first)
        hello: bot.Hello = first.hello
        if hello.protocol < PROTOCOL:
            text = f"protocol {hello.protocol} is too old; this gateway speaks {PROTOCOL}"
            raise ServiceError("PROTOCOL_TOO_OLD", text)
        return hello

    def _connection(self, who: Identity, hello: bot.Hello) -> Connection:
        if who.operator:
            raise ServiceError("PERMISSION_DENIED", "matches are played with the token of a bot")
        games = list(dict.fromkeys(hello.games))
        for game in games:
            self._rules.game(game)
        if len(hello.resume_matches) > RESUME_MOST:
            raise ServiceError("QUOTA_EXCEEDED", f"at most {RESUME_MOST} matches can be listed to resume")
        return Connection(
            who,
            Sending(self._settings.stream_queue_messages, self._settings.stream_queue_bytes),
            games=games,
            capacity=min(hello.max_matches or who.max_matches, who.max_matches),
            adopts=hello.resume and not hello.resume_matches,
            rules=self._rules,
            bus=self._bus,
            seating=self._seating,
            memories=self._memories,
            freed=self._freed,
        )

    def _freed(self, connection: Connection) -> None:
        spawn(self._hub.freed(connection), "claim")

    async def _begin(self, connection: Connection, claims: list[Claim], listed: list[str]) -> None:
        """Tells those who lost seats, takes new matches, and answers for listed matches that are not resumed."""
        await self._hub.taken(connection, claims)
        await self._hub.freed(connection)
        resumed = {c.match_id for c in claims}
        for match_id in dict.fromkeys(listed):
            if match_id not in resumed and not connection.closed:
                await self._account_for(connection, match_id)

    async def _account_for(self, connection: Connection, match_id: str) -> None:
        try:
            info = await self._matches.info(match_id)
        except ServiceError as e:
            connection.send(rejected(match_id, "", e))
            return
        mine = [
            seat
            for seat, player in enumerate(info.seats)
            if player.WhichOneof("player") == "external" and player.name == connection.who.name
        ]
        if not mine:
            error = ServiceError("NOT_YOUR_SEAT", f'{connection.who.name} has no seat in match "{match_id}"')
            connection.send(rejected(match_id, "", error))
        elif info.status == match_pb2.MATCH_STATUS_OVER:
            for seat in mine:
                over = bot.MatchOver(match_id=match_id, seat=seat, outcome=info.outcome, seed=info.seed)
                connection.send(bot.PlayResponse(match_over=over))
        elif not any((match_id, seat) in connection.held for seat in mine):
            error = ServiceError("QUOTA_EXCEEDED", "no room on this stream for the match", retryable=True)
            connection.send(rejected(match_id, "", error))

    async def _read(self, context: Any, connection: Connection) -> None:
        """Until the bot ends its half of the stream."""
        while True:
            message = await _next(context)
            if message is EOF:
                return
            try:
                self._check_size(message)
            except ServiceError as e:
                if message.WhichOneof("message") != "answer":
                    raise
                connection.refuse(message, e)
                continue
            await connection.handle(message)

    def _check_size(self, message: bot.PlayRequest) -> None:
        size = message.ByteSize()
        most = self._settings.max_message_bytes
        if size > most:
            raise ServiceError("QUOTA_EXCEEDED", f"a message of {size} bytes; at most {most} are taken")


async def _next(context: Any) -> Any:
    """The next message of the bot, or EOF. Bytes that are no message are the client's fault, not ours."""
    try:
        return await context.read()
    except DecodeError:
        raise ServiceError("PROTOCOL_ERROR", "bytes that are no PlayRequest") from None
