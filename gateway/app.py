"""The gateway as a process: wiring, regular work, and the graceful end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from nats.aio.msg import Msg
from redis.exceptions import RedisError

from baochuan.bot.v1 import bot_service_pb2_grpc
from baochuan.bus.v1 import bus_pb2
from baochuan.lobby.v1 import lobby_service_pb2_grpc
from gateway.housebots import HouseBots
from gateway.hub import BEAT_SECONDS, LOOK_SECONDS, Hub
from gateway.lobby import LobbyService
from gateway.lobbyfeed import LobbyFeed, LobbyRelay
from gateway.matches import Finisher, Matches, Starter
from gateway.play import BotService
from gateway.rules import Rules
from gateway.seating import Seating
from gateway.settings import GatewaySettings, parse_rules
from gateway.tables import Tables
from gateway.tasks import every
from gateway.tokens import Tokens
from servicekit import bus, logs, store
from servicekit.bus import Bus
from servicekit.errors import ServiceError
from servicekit.server import ServerShell

_log = logs.get(__name__)

SERVICES = ("baochuan.lobby.v1.LobbyService", "baochuan.bot.v1.BotService")
HARD_MESSAGE_BYTES = 4 * 1024 * 1024
"""What gRPC itself takes: above the gateway's own limit, so that a message between the two gets a typed
answer and, on a bot's stream, does not end it."""

_LOOK_SECONDS = 2.0
_STORE_SECONDS = 1.0
_FORGET_SECONDS = 30.0
_HOUSE_BOTS_SECONDS = 20.0


async def run(settings: GatewaySettings) -> None:
    """Serves until SIGTERM or SIGINT; raises `StartError` if the gateway cannot start."""
    rules_at = parse_rules(settings.rules)
    redis = store.connect(settings.redis_url, connections=settings.store_connections)
    shell = ServerShell("gateway", settings, translate=_translate, max_message_bytes=HARD_MESSAGE_BYTES)
    back = asyncio.Event()

    async def bus_changed(connected: bool) -> None:
        await shell.set_away("bus", not connected)
        if connected:
            back.set()

    await store.wait(redis, settings.redis_url, settings.start_wait_seconds)
    nats = await bus.connect(
        settings.nats_url, "gateway", wait_seconds=settings.start_wait_seconds, on_change=bus_changed
    )
    rules = Rules(rules_at)
    tokens = Tokens(
        redis, settings.operator_token_sha256, settings.max_streams_per_token, settings.max_matches_per_token
    )
    seating = Seating(redis)
    relay = LobbyRelay(redis, nats)

    def changed() -> None:
        relay.changed()
        feed.wake.set()

    tables = Tables(redis, settings.keep_finished_seconds, changed)
    feed = LobbyFeed(redis, nats, tables)
    hub = Hub(nats, seating, tokens, settings.max_watches_per_token)
    matches = Matches(rules, tables)
    starter = Starter(rules, tables, hub)
    finisher = Finisher(rules, tables, starter)
    house_bots = HouseBots(nats)
    lobby = LobbyService(
        settings,
        tokens=tokens,
        hub=hub,
        rules=rules,
        tables=tables,
        matches=matches,
        starter=starter,
        seating=seating,
        house_bots=house_bots,
        feed=feed,
        bus=nats,
    )
    play = BotService(settings, tokens, hub, rules, matches, seating, nats)
    lobby_service_pb2_grpc.add_LobbyServiceServicer_to_server(lobby, shell.server)
    bot_service_pb2_grpc.add_BotServiceServicer_to_server(play, shell.server)

    async def archived(msg: Msg) -> None:
        entry = bus_pb2.ArchiveEntry.FromString(msg.data)
        try:
            await finisher.archived(entry.match_id, entry.record)
        except ServiceError as e:
            _log.warning("end of a match put off", match=entry.match_id, error=e.message)

    async def bus_back() -> None:
        """What was told while bus or store was away has been missed."""
        if back.is_set():
            await tables.make_all_due()
            back.clear()
            hub.bus_back()
            relay.wake.set()
            feed.wake.set()

    async def watch_store() -> None:
        alive = await store.alive(redis)
        if alive and "store" in shell.away:
            back.set()
        await shell.set_away("store", not alive)

    back.set()
    await nats.ensure_streams("LOBBY", "ARCHIVE", "MATCHES")
    for part in (hub, relay, feed):
        await part.start()
    await nats.subscribe("archive.>", archived, queue="gateways")
    work = [
        asyncio.create_task(every(BEAT_SECONDS, hub.beat)),
        asyncio.create_task(every(LOOK_SECONDS, hub.look)),
        asyncio.create_task(every(_LOOK_SECONDS, finisher.look)),
        asyncio.create_task(every(_FORGET_SECONDS, tables.forget_expired)),
        asyncio.create_task(every(_HOUSE_BOTS_SECONDS, house_bots.keep_fresh)),
        asyncio.create_task(every(1.0, relay.relay, relay.wake)),
        asyncio.create_task(every(1.0, feed.feed, feed.wake)),
        asyncio.create_task(every(0.5, bus_back)),
        asyncio.create_task(every(_STORE_SECONDS, watch_store)),
    ]
    try:
        services: dict[str, Iterable[str] | None] = {
            "baochuan.lobby.v1.LobbyService": None,
            "baochuan.bot.v1.BotService": None,
        }
        await shell.start(services)
        await shell.ready()
        await shell.run(hub.drain)
    finally:
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        await _close(relay, rules, nats)
        await redis.aclose()


async def _close(relay: LobbyRelay, rules: Rules, nats: Bus) -> None:
    try:
        await relay.release()
    except ServiceError as e:
        _log.info("lease left to run out", error=e.message)
    await rules.close()
    await nats.close()


def _translate(error: Exception) -> ServiceError | None:
    if isinstance(error, store.AWAY) and isinstance(error, RedisError):
        return store.away(error)
    return None
