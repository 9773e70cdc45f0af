"""Configuration of the gateway: environment, prefix BAOCHUAN_."""

from __future__ import annotations

import re

from pydantic import Field, field_validator

from servicekit.settings import ServiceSettings, SettingsError, split_address


class GatewaySettings(ServiceSettings):
    """What the gateway takes beside the common settings."""

    rules: str = ""  # "ming_voyages=host:port|host:port,treasure_ship=host:port"
    operator_token_sha256: str = ""  # hex; the operator who makes all other tokens
    max_message_bytes: int = Field(default=262_144, ge=1024, le=2_097_152)
    max_streams_per_token: int = Field(default=4, ge=1)
    max_matches_per_token: int = Field(default=256, ge=1)
    max_watches_per_token: int = Field(default=64, ge=1)
    keep_finished_seconds: int = Field(default=3600, ge=1)  # how long a finished table can be looked up
    stream_queue_messages: int = Field(default=4096, ge=16)  # what waits for one slow reader, at most
    stream_queue_bytes: int = Field(default=4_194_304, ge=65_536)

    @field_validator("operator_token_sha256")
    @classmethod
    def _hex(cls, value: str) -> str:
        value = value.strip().lower()
        if value and not re.fullmatch(r"[0-9a-f]{64}", value):
            raise ValueError("not a SHA-256 in hex (64 digits)")
        return value


def parse_rules(text: str) -> dict[str, list[str]]:
    """Game -> addresses of its replicas; raises `SettingsError`."""
    out: dict[str, list[str]] = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        game, equals, addresses = part.partition("=")
        if not equals or not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", game):
            raise SettingsError(f"BAOCHUAN_RULES: {part!r} is not game=host:port|host:port")
        replicas = [a.strip() for a in addresses.split("|") if a.strip()]
        if not replicas:
            raise SettingsError(f"BAOCHUAN_RULES: {game} has no address")
        for address in replicas:
            split_address(address, "BAOCHUAN_RULES")
        out[game] = replicas
    if not out:
        raise SettingsError("BAOCHUAN_RULES: no game; give game=host:port|host:port,...")
    return out
