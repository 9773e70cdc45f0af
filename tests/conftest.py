"""For all tests: real servers on free loopback ports, one set per test; no test fails by the clock."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.servers import Nats, Valkey

# gRPC writes about connections that end into the output of whatever test is running by then. It reads this once, when
# it is imported.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

# A busy machine is no fault: how long an example takes is not judged.
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")

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
