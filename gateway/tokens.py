"""Bearer tokens: who calls, and what they may do.

A token is ``<name>.<secret>``. Redis holds the SHA-256 of it under ``auth:token:<name>``; nothing
else of it is kept. The bootstrap operator comes from the configuration and needs no store, so an
operator can act on a platform whose store is empty.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from typing import Any

import msgspec

from servicekit.errors import ServiceError
from servicekit.store import guarded

ROLES = ("bot", "operator")
BOOTSTRAP = "operator"
NAME = re.compile(r"[a-z0-9_-]{1,40}")
_PREFIX = "auth:token:"
_NOBODY = "0" * 64


class Entry(msgspec.Struct):
    """What Redis keeps of a token. A limit of 0 means the platform's default."""

    sha256: str
    role: str
    max_streams: int = 0
    max_matches: int = 0


class Identity(msgspec.Struct, frozen=True):
    """The holder of a token. A limit of 0 means none."""

    name: str
    role: str
    max_streams: int
    max_matches: int
    sha256: str

    @property
    def operator(self) -> bool:
        return self.role == "operator"


def digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def bearer(metadata: Iterable[tuple[str, str | bytes]] | None) -> str:
    """The token of the metadata ``authorization: Bearer <token>``, or ""."""
    for key, value in metadata or ():
        if key == "authorization" and isinstance(value, str):
            scheme, _, token = value.partition(" ")
            return token.strip() if scheme.lower() == "bearer" else ""
    return ""


class Tokens:
    """Makes, checks and revokes tokens."""

    def __init__(self, redis: Any, bootstrap_sha256: str, max_streams: int, max_matches: int) -> None:
        self._redis = redis
        self._max_streams = max_streams
        self._max_matches = max_matches
        self._bootstrap = Identity(BOOTSTRAP, "operator", 0, 0, bootstrap_sha256)

    async def authenticate(self, token: str) -> Identity:
        """Who holds this token; raises UNAUTHENTICATED, whatever is wrong with it.

        There is no lock-out: however many wrong ones came before, a good token is let in.
        """
        given = digest(token)
        boot = self._bootstrap
        if boot.sha256 and hmac.compare_digest(given, boot.sha256):
            return boot
        name = token.partition(".")[0]
        stored = await self._load(name) if NAME.fullmatch(name) else None
        # Compared in any case, so that time tells nothing about which names exist.
        same = hmac.compare_digest(given, stored.sha256 if stored else _NOBODY)
        if stored is None or not same:
            raise ServiceError("UNAUTHENTICATED", "no token, or one that is unknown or revoked")
        return stored

    async def valid(self, who: Identity) -> bool:
        """Whether the token is still the one of that name."""
        if who == self._bootstrap:
            return True
        stored = await self._load(who.name)
        return stored is not None and hmac.compare_digest(stored.sha256, who.sha256)

    async def exists(self, name: str, role: str) -> bool:
        stored = await self._load(name) if NAME.fullmatch(name) else None
        return stored is not None and stored.role == role

    async def max_matches(self, name: str) -> int:
        """How many matches the bot may play at once; 0 = no limit."""
        stored = await self._load(name) if NAME.fullmatch(name) else None
        return self._max_matches if stored is None else stored.max_matches

    async def create(self, name: str, role: str, max_streams: int, max_matches: int) -> str:
        """A new token, to be shown once."""
        if not NAME.fullmatch(name):
            raise ServiceError("OPTIONS_INVALID", f'name {name!r}: 1 to 40 of a-z, 0-9, "-", "_" are needed')
        if role not in ROLES:
            raise ServiceError("OPTIONS_INVALID", f"unknown role {role!r}; roles: {', '.join(ROLES)}")
        if name == BOOTSTRAP:
            raise ServiceError("OPTIONS_INVALID", f'the name "{name}" is taken')
        token = f"{name}.{secrets.token_urlsafe(32)}"
        entry = Entry(sha256=digest(token), role=role, max_streams=max_streams, max_matches=max_matches)
        # NX decides between two who ask at once; the name stays taken until it is revoked.
        if not await guarded(self._redis.set(_PREFIX + name, msgspec.json.encode(entry), nx=True)):
            raise ServiceError("OPTIONS_INVALID", f'the name "{name}" is taken; revoke it first to give a new token')
        return token

    async def revoke(self, name: str) -> None:
        if name == BOOTSTRAP:
            raise ServiceError("OPTIONS_INVALID", "the token of the bootstrap operator is set in the configuration")
        if not NAME.fullmatch(name) or not await guarded(self._redis.delete(_PREFIX + name)):
            raise ServiceError("OPTIONS_INVALID", f"there is no token named {name!r}")

    async def _load(self, name: str) -> Identity | None:
        found = await guarded(self._redis.get(_PREFIX + name))
        if found is None:
            return None
        entry = msgspec.json.decode(found, type=Entry)
        # An operator runs tournaments: no limit unless one was given.
        default_matches = 0 if entry.role == "operator" else self._max_matches
        return Identity(
            name,
            entry.role,
            entry.max_streams or self._max_streams,
            entry.max_matches or default_matches,
            entry.sha256,
        )
