"""Fixtures for all tests: real servers on free loopback ports, one set per test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import Nats, Valkey

pytest_plugins = ["tests.rule_coverage"]


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[Valkey]:
    """A fresh Valkey; `url`, `kill()`, `stop()`, `start()` (same port and data)."""
    server = Valkey(tmp_path / "valkey")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def nats(tmp_path: Path) -> Iterator[Nats]:
    """A fresh NATS with JetStream; `url`, `kill()`, `stop()`, `start()` (same port and data)."""
    server = Nats(tmp_path / "nats")
    server.start()
    yield server
    server.kill()
