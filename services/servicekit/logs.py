"""Structured logs: JSON lines in services, readable on a terminal.

`structlog.contextvars.bound_contextvars(match=..., revision=...)` binds what a line is about. The
standard library's loggers (grpc, nats, redis) come out in the same form.
"""

from __future__ import annotations

import logging
import sys
from typing import Literal

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

_HIDDEN = frozenset({"seed", "policy_seed", "token", "password", "draws"})


def hide_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """A last guard: values under these names never reach a log."""
    for key in _HIDDEN.intersection(event):
        event[key] = "(hidden)"
    return event


def configure(service: str, fmt: Literal["json", "console", "auto"] = "auto", level: str = "info") -> None:
    """Sets structlog and the standard library up; everything goes to stderr."""
    as_json = fmt == "json" or (fmt == "auto" and not sys.stderr.isatty())
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide_secrets,
    ]
    # Plain tracebacks: the pretty ones print local variables, and with them seeds and hands.
    renderer: list[Processor]
    if as_json:
        renderer = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        renderer = [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level.upper())),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _service(service), *renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.getLogger("asyncio").setLevel(logging.WARNING)


def _service(name: str) -> Processor:
    def add(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        event["service"] = name
        return event

    return add


def get(name: str) -> structlog.stdlib.BoundLogger:
    logger: structlog.stdlib.BoundLogger = structlog.get_logger(name)
    return logger
