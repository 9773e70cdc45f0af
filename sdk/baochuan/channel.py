"""How the SDK connects."""

from __future__ import annotations

import random

import grpc

# No HTTP/2 keepalive: a server or a proxy that finds it too eager ends the connection (GOAWAY too_many_pings). A
# dead connection is noticed by the Ping messages of the play stream, which are ordinary data.
OPTIONS: tuple[tuple[str, int | str], ...] = (
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
    ("grpc.max_send_message_length", 16 * 1024 * 1024),
    # A channel of its own per connection attempt: a shared one would keep its own, longer, backoff.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.max_reconnect_backoff_ms", 5000),
)


def connect(server: str, credentials: grpc.ChannelCredentials | None) -> grpc.aio.Channel:
    """A channel to "host:port"; without credentials it is not encrypted, and the token with it."""
    if credentials is None:
        return grpc.aio.insecure_channel(server, options=OPTIONS)
    return grpc.aio.secure_channel(server, credentials, options=OPTIONS)


class Backoff:
    """Growing waits between tries, in seconds, each spread at random so that many clients do not come back at once."""

    def __init__(self, first: float = 0.1, longest: float = 5.0) -> None:
        self._first = first
        self._longest = longest
        self._next = first

    def next(self) -> float:
        wait = self._next * random.uniform(0.5, 1.0)
        self._next = min(self._longest, self._next * 2)
        return wait

    def reset(self) -> None:
        self._next = self._first
