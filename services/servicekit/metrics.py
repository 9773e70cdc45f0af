"""The metrics endpoint (Prometheus text format)."""

from __future__ import annotations

from prometheus_client import start_http_server

from servicekit.settings import SettingsError, split_address


def serve(address: str) -> str:
    """Serves all metrics of the process on host:port; returns the address with the port chosen."""
    host, port = split_address(address)
    try:
        server, _thread = start_http_server(port, addr=host)
    except OSError as e:
        raise SettingsError(f"BAOCHUAN_METRICS_LISTEN: cannot listen on {address}: {e.strerror}") from e
    return f"{host}:{server.server_port}"
