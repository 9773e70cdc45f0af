"""Typed errors of the API: `ServiceError`, and its forms on the wire.

A unary call or an ended stream carries a canonical code, ``google.rpc.ErrorInfo`` (domain
"baochuan", reason) and one ``baochuan.errors.v1.Error``. Inside a stream the latter travels alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import grpc
from google.protobuf import any_pb2
from google.rpc import code_pb2, error_details_pb2, status_pb2

from baochuan.errors.v1 import errors_pb2
from servicekit import logs

DOMAIN = "baochuan"
_PREFIX = "REASON_"
_DETAILS = "grpc-status-details-bin"
_log = logs.get(__name__)

if TYPE_CHECKING:
    _Interceptor = grpc.aio.ServerInterceptor[Any, Any]  # generic for the type checker only
else:
    _Interceptor = grpc.aio.ServerInterceptor

# Canonical code and whether the same request may succeed if it is sent again.
_KINDS: dict[str, tuple[int, bool]] = {
    "INVALID_ACTION": (code_pb2.INVALID_ARGUMENT, False),
    "ILLEGAL_ACTION": (code_pb2.FAILED_PRECONDITION, False),
    "DECISION_NOT_PENDING": (code_pb2.FAILED_PRECONDITION, False),
    "NOT_YOUR_SEAT": (code_pb2.PERMISSION_DENIED, False),
    "REQUEST_ID_REUSED": (code_pb2.ALREADY_EXISTS, False),
    "MATCH_NOT_FOUND": (code_pb2.NOT_FOUND, False),
    "MATCH_OVER": (code_pb2.FAILED_PRECONDITION, False),
    "EDITION_INVALID": (code_pb2.FAILED_PRECONDITION, False),
    "OPTIONS_INVALID": (code_pb2.INVALID_ARGUMENT, False),
    "CONTENDED": (code_pb2.ABORTED, True),
    "STORE_UNAVAILABLE": (code_pb2.UNAVAILABLE, True),
    "HISTORY_GONE": (code_pb2.OUT_OF_RANGE, False),
    "PROTOCOL_TOO_OLD": (code_pb2.FAILED_PRECONDITION, False),
    "UNAUTHENTICATED": (code_pb2.UNAUTHENTICATED, False),
    "QUOTA_EXCEEDED": (code_pb2.RESOURCE_EXHAUSTED, False),
    "PERMISSION_DENIED": (code_pb2.PERMISSION_DENIED, False),
    "TABLE_NOT_FOUND": (code_pb2.NOT_FOUND, False),
    "TABLE_STATE": (code_pb2.FAILED_PRECONDITION, False),
    "PROTOCOL_ERROR": (code_pb2.INVALID_ARGUMENT, False),
    "REPLACED": (code_pb2.ABORTED, False),
    "SLOW_READER": (code_pb2.RESOURCE_EXHAUSTED, True),
    "MATCH_RUNNING": (code_pb2.FAILED_PRECONDITION, False),
    "INTERNAL": (code_pb2.INTERNAL, False),
    "UNAVAILABLE": (code_pb2.UNAVAILABLE, True),
}
_CODES = {code.value[0]: code for code in grpc.StatusCode}


class ServiceError(Exception):
    """Why a request is refused. `reason` is a name of ``baochuan.errors.v1.Reason`` without REASON_."""

    def __init__(
        self,
        reason: str,
        message: str,
        *,
        rule: str = "",
        retryable: bool | None = None,
        metadata: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.rule = rule
        self.retryable = _KINDS[reason][1] if retryable is None else retryable
        self.metadata = metadata or {}

    @property
    def code(self) -> grpc.StatusCode:
        return _CODES[_KINDS[self.reason][0]]

    def __repr__(self) -> str:
        return f"ServiceError({self.reason}, {self.message!r})"


Translate = Callable[[Exception], ServiceError | None]


def to_message(error: ServiceError) -> errors_pb2.Error:
    """The error as a message on a stream."""
    return errors_pb2.Error(
        reason=errors_pb2.Reason.Value(_PREFIX + error.reason),
        message=error.message,
        rule=error.rule,
        retryable=error.retryable,
        metadata=error.metadata,
    )


def from_message(message: errors_pb2.Error) -> ServiceError:
    """The error out of a message; a reason this version does not know becomes INTERNAL."""
    try:
        reason = errors_pb2.Reason.Name(message.reason).removeprefix(_PREFIX)
    except ValueError:
        reason = "INTERNAL"
    if reason not in _KINDS:
        reason = "INTERNAL"
    return ServiceError(
        reason, message.message, rule=message.rule, retryable=message.retryable, metadata=dict(message.metadata)
    )


def to_status(error: ServiceError) -> status_pb2.Status:
    """The error as a status with both details."""
    info = error_details_pb2.ErrorInfo(reason=error.reason, domain=DOMAIN, metadata=error.metadata)
    details: list[any_pb2.Any] = []
    for message in (info, to_message(error)):
        packed = any_pb2.Any()
        packed.Pack(message)
        details.append(packed)
    return status_pb2.Status(code=_KINDS[error.reason][0], message=error.message, details=details)


def from_rpc_error(error: grpc.RpcError) -> ServiceError:
    """The typed error of a failed call. Failures below the API (no connection, deadline) become UNAVAILABLE."""
    call: Any = error
    for key, value in call.trailing_metadata() or ():
        if key != _DETAILS:
            continue
        for detail in status_pb2.Status.FromString(value).details:
            found = errors_pb2.Error()
            if detail.Unpack(found):
                return from_message(found)
    code: grpc.StatusCode = call.code()
    text = f"{code.name}: {call.details()}"
    if code is grpc.StatusCode.RESOURCE_EXHAUSTED:
        return ServiceError("QUOTA_EXCEEDED", text)
    if code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED):
        return ServiceError("UNAVAILABLE", text)
    return ServiceError("INTERNAL", text)


def typed(error: Exception, translate: Translate | None = None) -> ServiceError:
    """Any exception as a typed error. An unexpected one is logged under an id, and only the id goes out."""
    if isinstance(error, ServiceError):
        return error
    if translate is not None:
        known = translate(error)
        if known is not None:
            return known
    error_id = secrets.token_hex(6)
    _log.error("unexpected error", error_id=error_id, exc_info=error)
    return ServiceError(
        "INTERNAL", f"internal error {error_id}; the server's log has the details", metadata={"error_id": error_id}
    )


async def abort(context: grpc.aio.ServicerContext[Any, Any], error: ServiceError) -> NoReturn:
    """Ends a call with a typed error."""
    details = (_DETAILS, to_status(error).SerializeToString())
    await context.abort(error.code, error.message, (details,))
    raise AssertionError("abort returned")


class TypedErrors(_Interceptor):
    """Turns what a handler raises into a typed answer, for all four kinds of calls.

    `translate` maps the exceptions that a service's own libraries raise.
    """

    def __init__(self, translate: Translate | None = None) -> None:
        self._translate = translate

    async def intercept_service(self, continuation: Any, details: grpc.HandlerCallDetails) -> Any:
        handler = await continuation(details)
        if handler is None:
            return None
        if handler.unary_unary:
            return grpc.unary_unary_rpc_method_handler(
                self._answer(handler.unary_unary), handler.request_deserializer, handler.response_serializer
            )
        if handler.stream_unary:
            return grpc.stream_unary_rpc_method_handler(
                self._answer(handler.stream_unary), handler.request_deserializer, handler.response_serializer
            )
        if handler.unary_stream:
            return grpc.unary_stream_rpc_method_handler(
                self._stream(handler.unary_stream), handler.request_deserializer, handler.response_serializer
            )
        return grpc.stream_stream_rpc_method_handler(
            self._stream(handler.stream_stream), handler.request_deserializer, handler.response_serializer
        )

    def _answer(self, behaviour: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        async def call(request: Any, context: Any) -> Any:
            try:
                return await behaviour(request, context)
            except grpc.aio.AbortError:
                raise
            except Exception as e:  # noqa: BLE001 - whatever it is, the caller gets a typed answer
                return await abort(context, typed(e, self._translate))

        return call

    def _stream(self, behaviour: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        """A handler of a stream is an async generator, or a coroutine that uses `context.read` and `write`."""

        async def call(request: Any, context: Any) -> None:
            try:
                result = behaviour(request, context)
                if hasattr(result, "__aiter__"):
                    async for message in result:
                        await context.write(message)
                else:
                    await result
            except grpc.aio.AbortError:
                raise
            except grpc.aio.InternalError as e:
                _log.debug("the client of a stream is gone", why=str(e))
            except Exception as e:  # noqa: BLE001 - as above
                try:
                    await abort(context, typed(e, self._translate))
                except grpc.aio.InternalError as gone:
                    _log.debug("the client of a stream is gone", why=str(gone))

        return call
