"""Configuration: a wrong variable gives one line that names it."""

from __future__ import annotations

import pytest

from servicekit.settings import ServiceSettings, SettingsError, load, split_address
from servicekit.store import hide_password


def test_values_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAOCHUAN_LISTEN", "0.0.0.0:7001")
    monkeypatch.setenv("BAOCHUAN_DRAIN_SECONDS", "3")
    monkeypatch.setenv("BAOCHUAN_METRICS_LISTEN", "")
    settings = load(ServiceSettings)
    assert (settings.listen, settings.drain_seconds, settings.metrics_listen) == ("0.0.0.0:7001", 3.0, "")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BAOCHUAN_LISTEN", "7001"),
        ("BAOCHUAN_LISTEN", "host:99999"),
        ("BAOCHUAN_METRICS_LISTEN", "nowhere"),
        ("BAOCHUAN_LOG_FORMAT", "xml"),
        ("BAOCHUAN_DRAIN_SECONDS", "-1"),
        ("BAOCHUAN_REDIS_URL", "127.0.0.1:6379"),
        ("BAOCHUAN_REDIS_URL", "http://127.0.0.1:6379"),
        ("BAOCHUAN_REDIS_URL", "redis://127.0.0.1:http/0"),
    ],
)
def test_a_wrong_value_names_the_variable(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load(ServiceSettings)
    assert name in str(caught.value)
    assert "\n" not in str(caught.value)


def test_addresses() -> None:
    assert split_address("[::1]:80") == ("::1", 80)
    assert hide_password("redis://user:secret@host:1/0") == "redis://host:1/0"
