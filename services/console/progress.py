"""Progress of a run: a bar on a terminal, a plain line now and then elsewhere. Always on stderr."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

EVERY: Final = 5.0  # seconds between plain lines


class RunProgress:
    """A context manager; call `match_over` for each finished match."""

    def __init__(self, err: Console, matches: int) -> None:
        self._err = err
        self._total = matches
        self._done = 0
        self._moves = 0
        self._start = self._shown = time.monotonic()
        self._bar: Progress | None = None
        if err.is_terminal:
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[speed]}"),
                TimeElapsedColumn(),
                TimeRemainingColumn(),
                console=err,
                transient=True,
            )
            self._task = self._bar.add_task("matches", total=matches, speed="")

    def __enter__(self) -> RunProgress:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def match_over(self, moves: int) -> None:
        self._done += 1
        self._moves += moves
        now = time.monotonic()
        speed = f"{self._moves / max(now - self._start, 0.001):,.0f} moves/s"
        if self._bar is not None:
            self._bar.update(self._task, completed=self._done, speed=speed)
        elif now - self._shown >= EVERY:
            self._shown = now
            self._err.print(f"{self._done} of {self._total} matches, {speed}", highlight=False)
