"""Configuration of a rules service (environment, prefix BAOCHUAN_)."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from servicekit.settings import ServiceSettings


class RulesSettings(ServiceSettings):
    """Times in milliseconds or seconds as the names say."""

    edition: Path | None = None
    advertise: str = ""  # host:port that others reach this replica at; empty: the address it listens on
    ask_again_ms: int = Field(default=1000, ge=10)  # the first time a decision is asked again; doubles
    ask_again_max_ms: int = Field(default=15_000, ge=10)
    keep_finished_seconds: int = Field(default=3600, ge=1)
    cache_matches: int = Field(default=4096, ge=1)
    cache_idle_seconds: float = Field(default=600.0, gt=0)
    clock_ms: int = Field(default=100, ge=5)  # how often deadlines and unanswered asks are looked at
    relay_ms: int = Field(default=25, ge=1)  # how long the outbox gathers before it is published
    lease_ms: int = Field(default=4000, ge=100)
