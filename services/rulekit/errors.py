"""Errors of the rules. After any of them the state is what it was before."""

from __future__ import annotations

from typing import Final

LONGEST_MESSAGE: Final = 500


class RuleError(Exception):
    """A request that the rules refuse. `rule` is the id of the rule in RULES.md that says so.

    A message may quote what was sent; it is cut so that a hostile request cannot make a hostile answer.
    """

    def __init__(self, message: str, rule: str = "") -> None:
        if len(message) > LONGEST_MESSAGE:
            message = message[:LONGEST_MESSAGE] + "..."
        super().__init__(message)
        self.message = message
        self.rule = rule


class InvalidAction(RuleError):
    """The action is not of the game's form: unknown type, missing or wrong field."""


class IllegalAction(RuleError):
    """The action is well formed but not among the options of the decision."""


class NotYourDecision(RuleError):
    """The seat has no pending decision, or the one it answers is no longer pending."""


class MatchOver(RuleError):
    """The match has ended."""


class InvalidOptions(RuleError):
    """Unknown mode or option, or a value outside its range."""


class EditionError(Exception):
    """An edition file that cannot be used.

    `entry` names the table entry (for instance ``card 7``), `field` the key in it.
    """

    def __init__(self, entry: str, field: str, problem: str) -> None:
        super().__init__(f"edition: {entry}: {field}: {problem}" if field else f"edition: {entry}: {problem}")
        self.entry = entry
        self.field = field
        self.problem = problem


class ChanceError(Exception):
    """A recorded or scripted draw does not fit the draw that the rules ask for."""


class ReplayError(Exception):
    """A log that does not replay. `revision` is the commit at which it fails."""

    def __init__(self, revision: int, problem: str) -> None:
        super().__init__(f"commit {revision}: {problem}")
        self.revision = revision
        self.problem = problem
