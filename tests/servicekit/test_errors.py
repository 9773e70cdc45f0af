"""Typed errors on the wire, and what callers get for anything unexpected."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest

from baochuan.errors.v1 import errors_pb2
from baochuan.match.v1 import match_service_pb2, match_service_pb2_grpc
from servicekit import errors
from servicekit.errors import ServiceError, TypedErrors

REASONS = [n.removeprefix("REASON_") for n, _ in errors_pb2.Reason.items() if n != "REASON_UNSPECIFIED"]


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_of_the_api_has_a_code_and_survives_the_wire(reason: str) -> None:
    error = ServiceError(reason, "why", rule="MV-280", metadata={"seat": "1"})
    again = errors.from_message(errors.to_message(error))
    assert (again.reason, again.message, again.rule, again.metadata) == (reason, "why", "MV-280", {"seat": "1"})
    assert again.retryable == error.retryable
    assert error.code is not grpc.StatusCode.OK
    status = errors.to_status(error)
    assert [d.type_url.rpartition("/")[2] for d in status.details] == [
        "google.rpc.ErrorInfo",
        "baochuan.errors.v1.Error",
    ]


def test_a_reason_of_a_newer_version_is_still_an_error() -> None:
    message = errors_pb2.Error(reason=999, message="new")  # type: ignore[arg-type]
    assert errors.from_message(message).reason == "INTERNAL"


class Faulty(match_service_pb2_grpc.MatchServiceServicer):
    async def GetMatch(self, request: Any, context: Any) -> Any:
        if request.match_id == "typed":
            raise ServiceError("MATCH_NOT_FOUND", "no such match")
        if request.match_id == "rules":
            raise KeyError("seed 00ff")
        raise ValueError("secret seed 00ff")

    async def Session(self, request_iterator: Any, context: Any) -> None:  # type: ignore[override]
        await context.read()
        raise ServiceError("REPLACED", "elsewhere")


def _translate(error: Exception) -> ServiceError | None:
    return ServiceError("ILLEGAL_ACTION", "translated", rule="X-1") if isinstance(error, KeyError) else None


@pytest.fixture
async def stub() -> AsyncIterator[match_service_pb2_grpc.MatchServiceStub]:
    server = grpc.aio.server(interceptors=[TypedErrors(_translate)])
    faulty: Any = Faulty  # the other methods answer UNIMPLEMENTED
    match_service_pb2_grpc.add_MatchServiceServicer_to_server(faulty(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield match_service_pb2_grpc.MatchServiceStub(channel)
    await server.stop(0)


async def _fails(stub: Any, match_id: str) -> ServiceError:
    with pytest.raises(grpc.RpcError) as caught:
        await stub.GetMatch(match_service_pb2.GetMatchRequest(match_id=match_id))
    return errors.from_rpc_error(caught.value)


async def test_a_typed_error_arrives_typed(stub: Any) -> None:
    error = await _fails(stub, "typed")
    assert (error.reason, error.message, error.retryable) == ("MATCH_NOT_FOUND", "no such match", False)


async def test_errors_of_a_library_are_translated(stub: Any) -> None:
    error = await _fails(stub, "rules")
    assert (error.reason, error.rule) == ("ILLEGAL_ACTION", "X-1")


async def test_an_unexpected_error_gives_an_id_that_is_in_the_log_and_nothing_else(
    stub: Any, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.ERROR):
        error = await _fails(stub, "boom")
    assert error.reason == "INTERNAL"
    assert "00ff" not in error.message
    assert "Traceback" not in error.message
    out = capsys.readouterr()
    assert error.metadata["error_id"] in caplog.text + out.out + out.err


async def test_a_stream_ends_with_a_typed_error(stub: Any) -> None:
    stream = stub.Session()
    await stream.write(match_service_pb2.SessionRequest())
    with pytest.raises(grpc.RpcError) as caught:
        await stream.read()
    assert errors.from_rpc_error(caught.value).reason == "REPLACED"


async def test_no_connection_is_unavailable() -> None:
    async with grpc.aio.insecure_channel("127.0.0.1:1") as channel:
        stub = match_service_pb2_grpc.MatchServiceStub(channel)
        error = await _fails(stub, "x")
    assert (error.reason, error.retryable) == ("UNAVAILABLE", True)
