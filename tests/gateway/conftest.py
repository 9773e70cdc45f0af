from __future__ import annotations

from collections.abc import Iterator

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


@pytest.fixture(scope="module")
def shaken_platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    running = Platform(tmp_path_factory.mktemp("shaken"))
    try:
        running.start()
        yield running
    finally:
        running.stop()


@pytest.fixture
def own_platform(shaken_platform: Platform) -> Platform:
    """A platform of which a test may kill what it likes: before the next test all of it runs again."""
    shaken_platform.revive()
    return shaken_platform
