"""Lines that a person types, or that come through a pipe, for a program with an event loop."""

from __future__ import annotations

import asyncio
import os
import sys
import threading


class Keyboard:
    """Reads a file descriptor in a thread of its own, which ends with the process.

    It reads the descriptor itself and not `sys.stdin`, whose lock a thread that still waits for a line would hold
    when the interpreter ends.
    """

    def __init__(self, fd: int | None = None) -> None:
        self._fd = sys.stdin.fileno() if fd is None else fd
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._started = False
        self._ended = False

    @property
    def echoes(self) -> bool:
        """Whether what is typed can be seen: on a terminal it can."""
        return os.isatty(self._fd)

    async def line(self) -> str | None:
        """The next line without its end, None when there are no more."""
        if self._ended:
            return None
        if not self._started:
            self._started = True
            loop = asyncio.get_running_loop()
            threading.Thread(target=self._read, args=(loop,), name="keyboard", daemon=True).start()
        found = await self._lines.get()
        self._ended = found is None
        return found

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        rest = b""
        try:
            while data := os.read(self._fd, 65536):
                *whole, rest = (rest + data).split(b"\n")
                for line in whole:
                    loop.call_soon_threadsafe(self._lines.put_nowait, line.decode("utf-8", "replace").rstrip("\r"))
        except OSError:
            rest = b""  # the terminal has gone: that ends the input too
        try:
            if rest:
                loop.call_soon_threadsafe(self._lines.put_nowait, rest.decode("utf-8", "replace"))
            loop.call_soon_threadsafe(self._lines.put_nowait, None)
        except RuntimeError:
            return  # the program ends: its loop is closed, and nobody waits for lines any more
