"""The shell around a gRPC service: address, health, reflection, limits, readiness, signals, drain."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from servicekit import logs, metrics
from servicekit.errors import Translate, TypedErrors
from servicekit.settings import ServiceSettings, StartError, split_address

_log = logs.get(__name__)

if TYPE_CHECKING:
    _Interceptor = grpc.aio.ServerInterceptor[Any, Any]  # generic for the type checker only
else:
    _Interceptor = grpc.aio.ServerInterceptor

# Clients ping idle connections every 10 s, also without calls; the server must not answer with
# GOAWAY too_many_pings. SO_REUSEPORT is off so that a port in use is an error and not a lottery.
_OPTIONS: list[tuple[str, int]] = [
    ("grpc.so_reuseport", 0),
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
    ("grpc.http2.max_ping_strikes", 0),
]

# What our own clients use between services.
CLIENT_OPTIONS: list[tuple[str, int]] = [
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.max_reconnect_backoff_ms", 2_000),
    # A peer that is started again may come back under another address; the default would look after 30 s.
    ("grpc.dns_min_time_between_resolutions_ms", 1_000),
]


class _InFlight(_Interceptor):
    """Counts unary calls, so that a drain can wait for them."""

    def __init__(self) -> None:
        self.count = 0
        self.idle = asyncio.Event()
        self.idle.set()

    async def intercept_service(self, continuation: Any, details: grpc.HandlerCallDetails) -> Any:
        handler = await continuation(details)
        if handler is None or not handler.unary_unary:
            return handler
        inner = handler.unary_unary

        async def counted(request: Any, context: Any) -> Any:
            self.count += 1
            self.idle.clear()
            try:
                return await inner(request, context)
            finally:
                self.count -= 1
                if self.count == 0:
                    self.idle.set()

        return grpc.unary_unary_rpc_method_handler(counted, handler.request_deserializer, handler.response_serializer)


class ServerShell:
    """One gRPC server with health (Check, Watch), reflection, typed errors and a graceful end.

    The whole server ("") is SERVING while no reason in `not_ready` stands and no drain has begun;
    a single service may depend on fewer reasons (`serve(..., needs=...)`).
    """

    def __init__(
        self,
        name: str,
        settings: ServiceSettings,
        *,
        translate: Translate | None = None,
        max_message_bytes: int = 4 * 1024 * 1024,
    ) -> None:
        self.name = name
        self.settings = settings
        self.draining = asyncio.Event()
        self.address = ""
        self.metrics_address = ""
        self._in_flight = _InFlight()
        self.server = grpc.aio.server(
            interceptors=[TypedErrors(translate), self._in_flight],
            options=[
                *_OPTIONS,
                ("grpc.max_receive_message_length", max_message_bytes),
                ("grpc.max_send_message_length", -1),
            ],
        )
        self._health = cast(Any, health).aio.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self.server)
        self._away: set[str] = {"starting"}
        self._needs: dict[str, frozenset[str] | None] = {"": None}

    async def start(self, services: dict[str, Iterable[str] | None]) -> None:
        """Binds and starts. `services`: full name -> the reasons it depends on (None: all).

        Raises `StartError` if the address is in use. The service is announced as ready (health,
        READY_FILE) by `ready`.
        """
        for service, needs in services.items():
            self._needs[service] = None if needs is None else frozenset([*needs, "starting"])
        await self._publish()
        names = [*services, health.SERVICE_NAME, reflection.SERVICE_NAME]
        reflection.enable_server_reflection(names, self.server)
        host, port = split_address(self.settings.listen)
        try:
            # gRPC writes lines of its own about a port in use; a plain socket tells it quietly.
            with socket.create_server((host, port)):
                pass
            if self.settings.metrics_listen:
                self.metrics_address = metrics.serve(self.settings.metrics_listen)
            port = self.server.add_insecure_port(self.settings.listen)
        except (OSError, RuntimeError) as e:
            await self.server.stop(0)
            raise StartError(f"cannot listen on {self.settings.listen}: {getattr(e, 'strerror', None) or e}") from e
        except StartError:
            await self.server.stop(0)
            raise
        self.address = f"{host}:{port}"
        await self.server.start()

    async def ready(self) -> None:
        """From now on the service takes calls; writes READY_FILE."""
        await self.set_away("starting", False)
        if self.settings.ready_file is not None:
            path = self.settings.ready_file
            line = json.dumps({"listen": self.address, "metrics": self.metrics_address}) + "\n"
            part = path.with_name(path.name + ".part")
            part.write_text(line)
            part.replace(path)
        _log.info("ready", listen=self.address, metrics=self.metrics_address or None)

    async def set_away(self, what: str, away: bool) -> None:
        """Notes that something the service needs (store, bus) is away, or back."""
        if away == (what in self._away):
            return
        if away:
            self._away.add(what)
            _log.warning("not ready", missing=what)
        else:
            self._away.discard(what)
            if what != "starting":
                _log.info("back", found=what)
        await self._publish()

    @property
    def away(self) -> frozenset[str]:
        return frozenset(self._away)

    async def _publish(self) -> None:
        for service, needs in self._needs.items():
            missing = self._away if needs is None else self._away & needs
            status = health_pb2.HealthCheckResponse.NOT_SERVING if missing else health_pb2.HealthCheckResponse.SERVING
            await self._health.set(service, status)

    async def run(self, drain: Callable[[], Awaitable[None]]) -> None:
        """Serves until SIGTERM or SIGINT; then NOT_SERVING at once, `drain`, and the end of what is in flight."""
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for sig in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sig, stop.set)
        try:
            await stop.wait()
        finally:
            for sig in (signal.SIGTERM, signal.SIGINT):
                loop.remove_signal_handler(sig)
        await self.drain(drain)

    async def drain(self, drain: Callable[[], Awaitable[None]]) -> None:
        """The graceful end, at most `drain_seconds` long."""
        _log.info("draining", seconds=self.settings.drain_seconds)
        await self._health.enter_graceful_shutdown()
        self.draining.set()
        try:
            async with asyncio.timeout(self.settings.drain_seconds):
                await drain()
                await self._in_flight.idle.wait()
        except TimeoutError:
            _log.warning("drain cut short", in_flight=self._in_flight.count)
        # What is left are streams that never end by themselves (health watchers).
        await self.server.stop(0)
        _log.info("stopped")
