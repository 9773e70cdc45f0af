"""All tests here may play the toy game, in this process and in others."""

from __future__ import annotations

import pytest

from tests.bots import lab


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in lab.ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
