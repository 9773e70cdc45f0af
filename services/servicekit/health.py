"""Asks a gRPC server whether it serves: ``python -m servicekit.health HOST:PORT [SERVICE]``.

For the health checks of containers. Exit code 0: SERVING; 1: not serving or no answer, with one line
that says so; 2: wrong arguments.
"""

from __future__ import annotations

import sys

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from servicekit.settings import SettingsError, split_address

ANSWER_WITHIN = 3.0  # seconds


def check(address: str, service: str = "", timeout: float = ANSWER_WITHIN) -> str:
    """Empty if the server (or its service of this full name) is SERVING, else the line that says why not."""
    with grpc.insecure_channel(address) as channel:
        try:
            answer = health_pb2_grpc.HealthStub(channel).Check(
                health_pb2.HealthCheckRequest(service=service), timeout=timeout
            )
        except grpc.RpcError as e:
            return f"{address}: {e.code().name}: {e.details()}"
    name = health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)
    return "" if answer.status == health_pb2.HealthCheckResponse.SERVING else f"{address}: {name}"


def main(arguments: list[str]) -> int:
    try:
        address, *rest = arguments
        split_address(address)
        (service,) = rest or [""]
    except (ValueError, SettingsError):
        sys.stderr.write("usage: python -m servicekit.health HOST:PORT [SERVICE]\n")
        return 2
    problem = check(address, service)
    if problem:
        sys.stderr.write(problem + "\n")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
