"""What ends a command early, with one clear line and an exit code."""

from __future__ import annotations

from typing import Final

BAD: Final = 1  # the command ran, and what it found is not good
UNUSABLE: Final = 2  # the command could not run with these arguments, files or servers


class Problem(Exception):
    """One line for the user; `code` is the exit code. `detail` (log tails) is printed below the line."""

    def __init__(self, line: str, code: int = UNUSABLE, detail: str = "") -> None:
        super().__init__(line)
        self.line = line
        self.code = code
        self.detail = detail


MOST_REPLICAS: Final = 16  # each is a process of its own on this machine
MOST_WORKERS: Final = 256


def bounded(name: str, value: int, least: int, most: int) -> None:
    """Raises `Problem` for a number outside its range."""
    if not least <= value <= most:
        raise Problem(f"{name} must be from {least} to {most}, not {value}")
