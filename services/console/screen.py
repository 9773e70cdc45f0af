"""Where commands print: results to `out` (stdout), progress and complaints to `err` (stderr)."""

from __future__ import annotations

import sys
from typing import Final

from rich.console import Console

PIPED_WIDTH: Final = 120  # columns where nobody says how many there are

out = Console(width=None if sys.stdout.isatty() else PIPED_WIDTH)
err = Console(stderr=True, width=None if sys.stderr.isatty() else PIPED_WIDTH)
