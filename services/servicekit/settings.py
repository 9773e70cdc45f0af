"""Configuration from the environment, prefix BAOCHUAN_.

Each service extends `ServiceSettings`; `load` turns a wrong value into one line that names the variable.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeVar

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict
from redis.asyncio.connection import parse_url

ENV_PREFIX = "BAOCHUAN_"


class StartError(Exception):
    """The service cannot start; the text is the one line that says why."""


class SettingsError(StartError):
    """A variable of the environment that cannot be used; the text names it."""


class ServiceSettings(BaseSettings):
    """What all services take. Addresses are ``host:port``; port 0 lets the kernel choose."""

    model_config = SettingsConfigDict(env_prefix=ENV_PREFIX, extra="ignore", env_ignore_empty=True)

    redis_url: str = "redis://127.0.0.1:6379/0"
    nats_url: str = "nats://127.0.0.1:4222"
    listen: str = "127.0.0.1:0"
    metrics_listen: str = ""  # empty: no metrics endpoint
    log_format: Literal["json", "console", "auto"] = "auto"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    ready_file: Path | None = None
    drain_seconds: float = Field(default=10.0, ge=0)
    start_wait_seconds: float = Field(default=30.0, ge=0)  # how long to wait for the store and the bus at the start
    store_connections: int = Field(default=50, ge=1)


T = TypeVar("T", bound=ServiceSettings)


def load(kind: type[T], **given: object) -> T:
    """The settings from the environment, `given` first; raises `SettingsError`."""
    try:
        settings = kind(**given)  # type: ignore[arg-type]
    except ValidationError as e:
        first = e.errors()[0]
        name = ENV_PREFIX + "_".join(str(p) for p in first["loc"]).upper()
        raise SettingsError(f"{name}: {first['msg']} (got {first.get('input')!r})") from None
    try:
        parse_url(settings.redis_url)
    except ValueError as e:  # the URL may hold a password, so it is not repeated
        raise SettingsError(f"{ENV_PREFIX}REDIS_URL: {e}") from None
    split_address(settings.listen, ENV_PREFIX + "LISTEN")
    if settings.metrics_listen:
        split_address(settings.metrics_listen, ENV_PREFIX + "METRICS_LISTEN")
    return settings


def split_address(address: str, name: str = "address") -> tuple[str, int]:
    """(host, port) of ``host:port``; raises `SettingsError` naming the variable."""
    host, colon, port = address.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > 65535:
        raise SettingsError(f"{name}: {address!r} is not host:port")
    return host.strip("[]"), int(port)
