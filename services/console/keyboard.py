"""Lines that a person types, or that come through a pipe, for a program with an event loop."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import deque


class Keyboard:
    """Reads a file descriptor when a line is wanted, each time in a thread that ends with the process.

    It reads the descriptor itself and not `sys.stdin`, whose lock a thread that still waits for a line would hold
    when the interpreter ends.
    """

    def __init__(self, fd: int | None = None) -> None:
        self._fd = sys.stdin.fileno() if fd is None else fd
        self._lines: deque[str] = deque()
        self._rest = b""
        self._ended = False
        self._reading: asyncio.Future[bytes] | None = None

    @property
    def echoes(self) -> bool:
        """Whether what is typed can be seen: on a terminal it can."""
        return os.isatty(self._fd)

    async def line(self) -> str | None:
        """The next line without its end, None when there are no more. May be cancelled; nothing is lost."""
        while not self._lines and not self._ended:
            if self._reading is None:
                self._reading = self._read()
            data = await asyncio.shield(self._reading)
            self._reading = None
            self._take(data)
        return self._lines.popleft() if self._lines else None

    def _take(self, data: bytes) -> None:
        *whole, self._rest = (self._rest + data).split(b"\n")
        if not data:
            self._ended = True
            whole = [self._rest] if self._rest else []
        self._lines.extend(line.decode("utf-8", "replace").rstrip("\r") for line in whole)

    def _read(self) -> asyncio.Future[bytes]:
        """What comes next, empty at the end of the input."""
        loop = asyncio.get_running_loop()
        found: asyncio.Future[bytes] = loop.create_future()

        def give(data: bytes) -> None:
            if not found.done():
                found.set_result(data)

        def read() -> None:
            try:
                data = os.read(self._fd, 65536)
            except OSError:
                data = b""  # the terminal has gone: that ends the input too
            if not loop.is_closed():
                loop.call_soon_threadsafe(give, data)

        threading.Thread(target=read, name="keyboard", daemon=True).start()
        return found
