"""A rules service as a process: everything put together, started, watched and ended."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import uvloop

from baochuan.match.v1 import match_service_pb2_grpc
from rulekit.errors import EditionError
from rulekit.game import Game
from rules_runtime import metrics, scripts
from rules_runtime.announce import Announcer
from rules_runtime.clock import Clock
from rules_runtime.engine import Engine
from rules_runtime.errors import translate
from rules_runtime.lease import Leases
from rules_runtime.messages import Writer
from rules_runtime.relay import Relay
from rules_runtime.service import MatchService
from rules_runtime.settings import RulesSettings
from rules_runtime.store import MatchStore
from servicekit import bus as buses
from servicekit import logs
from servicekit.server import ServerShell
from servicekit.settings import StartError, load
from servicekit.wire import Wire

_log = logs.get(__name__)

SERVICE = "baochuan.match.v1.MatchService"
_MAX_MESSAGE = 16 * 1024 * 1024  # a session message holds many calls; the fields have limits of their own
_ASK_STORE_SECONDS = 0.1

Factory = Callable[[Path | None], Game[Any]]


class RulesService:
    """One replica. `start`, then `run` until SIGTERM; tests may use the parts."""

    def __init__(self, game: Game[Any], settings: RulesSettings) -> None:
        self.game = game
        self.settings = settings
        self.id = f"{game.key}-{secrets.token_hex(6)}"
        self._loops: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Connects, binds and is ready; raises `StartError` with one clear line."""
        game, settings = self.game, self.settings
        self.shell = ServerShell(game.key, settings, translate=translate, max_message_bytes=_MAX_MESSAGE)
        self.wire = Wire(settings.redis_url, scripts.ALL)
        try:
            await self.wire.start(settings.start_wait_seconds)
            self.bus = await buses.connect(settings.nats_url, self.id, wait_seconds=settings.start_wait_seconds)
            await self.bus.wait_for_streams(settings.start_wait_seconds, "MATCHES", "ARCHIVE")
        except StartError:
            await self.shell.server.stop(0)
            await self.wire.close()
            raise
        lane = f"{game.key}.{game.version}.{game.edition_digest[:12]}"
        writer = Writer(game)
        self.announcer = Announcer(game, writer, self.bus, "")
        self.engine = Engine(game, MatchStore(self.wire, lane), self.bus, self.announcer, writer, settings)
        self.relay_leases = Leases(self.wire, "relay", self.id, settings.lease_ms)
        self.clock_leases = Leases(self.wire, f"clock:{lane}", self.id, settings.lease_ms)
        self.relay = Relay(
            self.wire,
            self.bus,
            self.relay_leases,
            relay_ms=settings.relay_ms,
            keep_finished_seconds=settings.keep_finished_seconds,
        )
        self.engine.committed = self.relay.committed
        self.clock = Clock(self.engine, self.clock_leases)
        self.service = MatchService(self.engine, self.shell.draining)
        match_service_pb2_grpc.add_MatchServiceServicer_to_server(self.service, self.shell.server)
        try:
            # Moves go on while the bus is away, so the service itself needs the store alone.
            await self.shell.start({SERVICE: ["redis"]})
        except StartError:
            await self.bus.close()
            await self.wire.close()
            raise
        self.announcer.answer_to = settings.advertise or self.shell.address
        self._spawn(self._watch, "watch")
        self._spawn(self.relay_leases.run, "relay leases")
        self._spawn(self.clock_leases.run, "clock leases")
        self._spawn(self.relay.run, "relay")
        self._spawn(self.clock.run, "clock")
        await self.shell.ready()

    def _spawn(self, loop: Callable[[], Coroutine[Any, Any, None]], what: str) -> None:
        self._loops.append(asyncio.ensure_future(_forever(loop, what)))

    async def _watch(self) -> None:
        """Keeps health in step with store and bus."""
        while True:
            await self.shell.set_away("redis", not self.wire.connected)
            await self.shell.set_away("nats", not self.bus.connected)
            await asyncio.sleep(_ASK_STORE_SECONDS)

    async def run(self) -> None:
        await self.shell.run(self._drain)
        await self.close()

    async def _drain(self) -> None:
        await self.service.finish()
        await self.relay.flush()

    async def close(self) -> None:
        """Ends the loops, gives the leases back, closes the connections."""
        for task in self._loops:
            task.cancel()
        if self._loops:
            await asyncio.wait(self._loops, timeout=self.settings.drain_seconds)
        await self.relay_leases.release()
        await self.clock_leases.release()
        await self.bus.close()
        await self.wire.close()


async def _forever(loop: Callable[[], Coroutine[Any, Any, None]], what: str) -> None:
    """A loop that breaks by a fault of ours says so and starts again: without relay and clock matches stand still."""
    while True:
        try:
            await loop()
        except Exception as e:  # noqa: BLE001 - logged, counted, and tried again
            metrics.BROKEN.labels(what).inc()
            _log.error("a loop of the service broke; starting it again", loop=what, exc_info=e)
            await asyncio.sleep(1)


async def _serve(game: Game[Any], settings: RulesSettings) -> None:
    service = RulesService(game, settings)
    await service.start()
    await service.run()


def serve(factory: Factory) -> None:
    """Runs a game as a rules service, configured by the environment; the whole of a game's ``__main__``."""
    try:
        settings = load(RulesSettings)
    except StartError as e:
        raise SystemExit(f"rules service: {e}") from None
    try:
        game = factory(settings.edition)
    except EditionError as e:
        raise SystemExit(f"rules service: {e}") from None
    logs.configure(game.key, settings.log_format, settings.log_level)
    try:
        uvloop.run(_serve(game, settings))
    except StartError as e:
        raise SystemExit(f"{game.key}: {e}") from None
