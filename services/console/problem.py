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
