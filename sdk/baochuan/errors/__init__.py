"""Typed errors. `BaochuanError` is the base; each reason of the API that is worth catching has a class of its own.

    try:
        await client.create_table("ming_voyages", seats=["bot:me", "nobody"])
    except errors.OptionsInvalid as error:
        print(error.message)
    except errors.BaochuanError as error:
        if not error.retryable:
            raise

Every error has `reason` (a name of ``baochuan.errors.v1.Reason`` without its prefix), `message` (for developers),
`rule` (the rule id that refuses an action, else ""), `retryable` (the same request may succeed if sent again),
`metadata` (text -> text) and `code` (the canonical gRPC code, None for a refusal inside a stream).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

import grpc
from google.rpc import error_details_pb2, status_pb2

from baochuan.errors.v1 import errors_pb2

DOMAIN = "baochuan"
_PREFIX = "REASON_"
_DETAILS_KEY = "grpc-status-details-bin"


class BaochuanError(Exception):
    """A refusal by the platform, or a connection that failed."""

    def __init__(
        self,
        message: str,
        *,
        reason: str = "INTERNAL",
        rule: str = "",
        retryable: bool = False,
        metadata: Mapping[str, str] | None = None,
        code: grpc.StatusCode | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.reason = reason
        self.rule = rule
        self.retryable = retryable
        self.metadata = dict(metadata or {})
        self.code = code

    def __str__(self) -> str:
        rule = f" ({self.rule})" if self.rule else ""
        return f"{self.reason}{rule}: {self.message}"


class AnswerRefused(BaochuanError):
    """An answer that was not carried out."""


class InvalidAction(AnswerRefused):
    """Not of the right form."""


class IllegalAction(AnswerRefused):
    """Well formed, but not an option of the decision; `rule` names the rule."""


class DecisionNotPending(AnswerRefused):
    """The decision was answered already, or its time is over."""


class NotYourSeat(AnswerRefused):
    """The seat belongs to somebody else, or does not exist."""


class RequestIdReused(AnswerRefused):
    """The request id was used before for another request."""


class MatchIsOver(AnswerRefused):
    """Nothing can be answered any more."""


class NotFound(BaochuanError):
    """There is no such match or table."""


class OptionsInvalid(BaochuanError):
    """Unknown game, mode, option or bot, or a value out of range; the message lists what is known."""


class TableState(BaochuanError):
    """The table is full, started, closed or not ready for this."""


class MatchRunning(BaochuanError):
    """The match has secrets that are open only when it is over."""


class AccessDenied(BaochuanError):
    """The token is wrong, or may not do this."""


class QuotaExceeded(BaochuanError):
    """A limit of the token, the table or the message size was reached."""


class ProtocolError(BaochuanError):
    """Client and server do not speak the same protocol."""


class Replaced(BaochuanError):
    """Another connection of the same token took over."""


class Unavailable(BaochuanError):
    """No connection, or the platform cannot answer now. Try again."""


class BotError(Exception):
    """The bot's own fault: `choose` raised, or gave what was not offered. `__cause__` has the reason."""


_BY_REASON: dict[str, type[BaochuanError]] = {
    "INVALID_ACTION": InvalidAction,
    "ILLEGAL_ACTION": IllegalAction,
    "DECISION_NOT_PENDING": DecisionNotPending,
    "NOT_YOUR_SEAT": NotYourSeat,
    "REQUEST_ID_REUSED": RequestIdReused,
    "MATCH_NOT_FOUND": NotFound,
    "TABLE_NOT_FOUND": NotFound,
    "MATCH_OVER": MatchIsOver,
    "MATCH_RUNNING": MatchRunning,
    "OPTIONS_INVALID": OptionsInvalid,
    "EDITION_INVALID": OptionsInvalid,
    "TABLE_STATE": TableState,
    "UNAUTHENTICATED": AccessDenied,
    "PERMISSION_DENIED": AccessDenied,
    "QUOTA_EXCEEDED": QuotaExceeded,
    "PROTOCOL_TOO_OLD": ProtocolError,
    "PROTOCOL_ERROR": ProtocolError,
    "REPLACED": Replaced,
    "CONTENDED": Unavailable,
    "STORE_UNAVAILABLE": Unavailable,
    "UNAVAILABLE": Unavailable,
    "SLOW_READER": Unavailable,
}

# What a failure without details means: it came from gRPC itself or from something between client and platform.
_BY_CODE: dict[grpc.StatusCode, tuple[str, bool]] = {
    grpc.StatusCode.UNAVAILABLE: ("UNAVAILABLE", True),
    grpc.StatusCode.DEADLINE_EXCEEDED: ("UNAVAILABLE", True),
    grpc.StatusCode.CANCELLED: ("UNAVAILABLE", True),
    grpc.StatusCode.ABORTED: ("UNAVAILABLE", True),
    grpc.StatusCode.RESOURCE_EXHAUSTED: ("QUOTA_EXCEEDED", False),
    grpc.StatusCode.UNAUTHENTICATED: ("UNAUTHENTICATED", False),
    grpc.StatusCode.PERMISSION_DENIED: ("PERMISSION_DENIED", False),
    grpc.StatusCode.UNIMPLEMENTED: ("PROTOCOL_ERROR", False),
}


def make(
    reason: str,
    message: str,
    *,
    rule: str = "",
    retryable: bool = False,
    metadata: Mapping[str, str] | None = None,
    code: grpc.StatusCode | None = None,
) -> BaochuanError:
    """The error of the class that belongs to the reason."""
    kind = _BY_REASON.get(reason, BaochuanError)
    return kind(message, reason=reason, rule=rule, retryable=retryable, metadata=metadata, code=code)


def from_message(error: errors_pb2.Error, code: grpc.StatusCode | None = None) -> BaochuanError:
    """The error out of its form on the wire; a reason that this version does not know is kept as its number."""
    try:
        reason = errors_pb2.Reason.Name(error.reason).removeprefix(_PREFIX)
    except ValueError:
        reason = f"REASON_{error.reason}"
    return make(
        reason, error.message, rule=error.rule, retryable=error.retryable, metadata=dict(error.metadata), code=code
    )


def from_rpc_error(error: grpc.aio.AioRpcError) -> BaochuanError:
    """The error of a failed call: from its details where the platform sent them, else from its code."""
    code = error.code()
    info: error_details_pb2.ErrorInfo | None = None
    trailers = cast("Iterable[tuple[str, str | bytes]]", error.trailing_metadata() or ())
    for key, value in trailers:
        if key != _DETAILS_KEY or not isinstance(value, bytes):
            continue
        for detail in status_pb2.Status.FromString(value).details:
            typed, named = errors_pb2.Error(), error_details_pb2.ErrorInfo()
            if detail.Unpack(typed):
                return from_message(typed, code)
            if detail.Unpack(named) and named.domain == DOMAIN:
                info = named
    message = error.details() or code.name
    reason, retryable = _BY_CODE.get(code, ("INTERNAL", False))
    if info is not None:
        return make(info.reason, message, retryable=retryable, metadata=dict(info.metadata), code=code)
    return make(reason, message, retryable=retryable, code=code)
