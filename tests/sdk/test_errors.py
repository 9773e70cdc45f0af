"""Typed errors from all their forms on the wire."""

from __future__ import annotations

import grpc
import pytest
from google.protobuf import any_pb2, message
from google.rpc import error_details_pb2, status_pb2

from baochuan import errors
from baochuan.errors.v1 import errors_pb2


def failed(code: grpc.StatusCode, text: str, *details: message.Message) -> grpc.aio.AioRpcError:
    status = status_pb2.Status(code=code.value[0], message=text)
    for detail in details:
        packed = any_pb2.Any()
        packed.Pack(detail)
        status.details.append(packed)
    trailers = grpc.aio.Metadata(("grpc-status-details-bin", status.SerializeToString())) if details else None
    return grpc.aio.AioRpcError(code, grpc.aio.Metadata(), trailers or grpc.aio.Metadata(), text, None)


@pytest.mark.parametrize("reason", errors_pb2.Reason.keys()[1:])
def test_every_reason_of_the_api_keeps_its_name(reason: str) -> None:
    error = errors.from_message(errors_pb2.Error(reason=errors_pb2.Reason.Value(reason), message="why", rule="MV-1"))
    assert f"REASON_{error.reason}" == reason
    assert error.message == "why"
    assert str(error) == f"{error.reason} (MV-1): why"


def test_the_typed_detail_wins_over_the_code() -> None:
    info = error_details_pb2.ErrorInfo(reason="ILLEGAL_ACTION", domain="baochuan")
    detail = errors_pb2.Error(
        reason=errors_pb2.REASON_ILLEGAL_ACTION, message="no", rule="MV-280", metadata={"option": "3"}
    )
    error = errors.from_rpc_error(failed(grpc.StatusCode.FAILED_PRECONDITION, "no", info, detail))
    assert isinstance(error, errors.IllegalAction)
    assert (error.rule, error.metadata, error.code) == ("MV-280", {"option": "3"}, grpc.StatusCode.FAILED_PRECONDITION)


def test_error_info_alone_gives_the_reason() -> None:
    info = error_details_pb2.ErrorInfo(reason="TABLE_STATE", domain="baochuan", metadata={"table": "t"})
    error = errors.from_rpc_error(failed(grpc.StatusCode.FAILED_PRECONDITION, "full", info))
    assert isinstance(error, errors.TableState)
    assert error.metadata == {"table": "t"}


def test_error_info_of_another_domain_is_not_ours() -> None:
    info = error_details_pb2.ErrorInfo(reason="TABLE_STATE", domain="proxy.example")
    error = errors.from_rpc_error(failed(grpc.StatusCode.INTERNAL, "broken", info))
    assert type(error) is errors.BaochuanError
    assert error.reason == "INTERNAL"


@pytest.mark.parametrize(
    ("code", "kind", "retryable"),
    [
        (grpc.StatusCode.UNAVAILABLE, errors.Unavailable, True),
        (grpc.StatusCode.DEADLINE_EXCEEDED, errors.Unavailable, True),
        (grpc.StatusCode.UNAUTHENTICATED, errors.AccessDenied, False),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, errors.QuotaExceeded, False),
        (grpc.StatusCode.UNIMPLEMENTED, errors.ProtocolError, False),
        (grpc.StatusCode.DATA_LOSS, errors.BaochuanError, False),
    ],
)
def test_a_failure_without_details_is_typed_by_its_code(
    code: grpc.StatusCode, kind: type[errors.BaochuanError], retryable: bool
) -> None:
    error = errors.from_rpc_error(failed(code, ""))
    assert type(error) is kind
    assert error.retryable is retryable
    assert error.message == code.name


def test_a_reason_newer_than_this_version_is_kept() -> None:
    error = errors.from_message(errors_pb2.Error(reason=999, message="new", retryable=True))  # type: ignore[arg-type]
    assert (error.reason, error.retryable) == ("REASON_999", True)
