"""What the rules refuse, as errors of the API."""

from __future__ import annotations

from rulekit.errors import (
    EditionError,
    IllegalAction,
    InvalidAction,
    InvalidOptions,
    MatchOver,
    NotYourDecision,
    RuleError,
)
from servicekit.errors import ServiceError

_REASONS: list[tuple[type[Exception], str]] = [
    (InvalidAction, "INVALID_ACTION"),
    (IllegalAction, "ILLEGAL_ACTION"),
    (NotYourDecision, "DECISION_NOT_PENDING"),
    (MatchOver, "MATCH_OVER"),
    (InvalidOptions, "OPTIONS_INVALID"),
]


def translate(error: Exception) -> ServiceError | None:
    """The typed error for an exception of the rules; None for any other exception."""
    if isinstance(error, RuleError):
        for kind, reason in _REASONS:
            if isinstance(error, kind):
                return ServiceError(reason, error.message, rule=error.rule)
        return ServiceError("ILLEGAL_ACTION", error.message, rule=error.rule)
    if isinstance(error, EditionError):
        return ServiceError("EDITION_INVALID", str(error), metadata={"entry": error.entry, "field": error.field})
    return None
