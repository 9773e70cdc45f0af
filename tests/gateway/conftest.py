from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gateway.harness import Platform


@pytest.fixture(scope="session")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """A platform for all tests that leave its servers alone."""
    running = Platform(tmp_path_factory.mktemp("platform"))
    try:
        running.start()
        yield running
        assert running.faults() == []
    finally:
        running.stop()


@pytest.fixture
def own_platform(tmp_path: Path) -> Iterator[Platform]:
    """A platform for one test, which may kill what it likes."""
    running = Platform(tmp_path / "platform")
    try:
        running.start()
        yield running
    finally:
        running.stop()
