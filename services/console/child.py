"""One child process of the embedded deployment: started, watched, killed and started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from console.problem import BAD, Problem

LEASH: Final = Path(__file__).with_name("leash.py")
READY_SECONDS: Final = 180.0  # on a busy machine; one that cannot start ends, and is told at once
TAIL_LINES: Final = 20

Ready = Callable[[], Awaitable[bool]]


class Child:
    """A command with its log. `prepare` is called before each start and gives the arguments;
    `ready` is asked every few milliseconds after it, until it says yes.

    The child leads a session of its own, so that Ctrl-C in the terminal reaches only us.
    """

    def __init__(
        self, name: str, log: Path, env: dict[str, str], prepare: Callable[[], list[str]], ready: Ready
    ) -> None:
        self.name = name
        self.log = log
        self.env = env
        self.wanted = False  # True while it ought to run
        self.deaths: list[float] = []  # when it ended though it was wanted (monotonic seconds)
        self._prepare = prepare
        self._ready = ready
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        """The process id, None while it does not run."""
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    async def start(self) -> None:
        """Starts it and waits until it is ready. Raises `Problem` with the tail of its log."""
        command = self._prepare()
        self.wanted = True
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-I",
                "-S",
                str(LEASH),
                str(os.getpid()),
                *command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self.env,
                start_new_session=True,
            )
        end = time.monotonic() + READY_SECONDS
        while not await self._ready():
            if self._process.returncode is not None:
                raise self.problem("did not start")
            if time.monotonic() > end:
                raise self.problem(f"was not ready within {READY_SECONDS:.0f} s")
            await asyncio.sleep(0.01)

    async def ended(self) -> int:
        """Waits until the process has ended; gives its exit code (negative: the signal)."""
        assert self._process is not None
        return await self._process.wait()

    def signal(self, number: int) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(number)

    async def stop(self, grace: float) -> None:
        """SIGTERM, and SIGKILL after `grace` seconds. At the end it does not run, whatever happens."""
        self.wanted = False
        if self._process is None:
            return
        self.signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(self._process.wait(), grace)
        except TimeoutError:
            self.signal(signal.SIGKILL)
            await self._process.wait()
        except asyncio.CancelledError:
            self.signal(signal.SIGKILL)
            raise

    async def kill(self) -> None:
        """SIGKILL; it stays down until `start`."""
        self.wanted = False
        self.signal(signal.SIGKILL)
        if self._process is not None:
            await self._process.wait()

    def problem(self, what: str) -> Problem:
        return Problem(f"{self.name} {what}; the end of its log:", BAD, self.tail())

    def tail(self) -> str:
        try:
            lines = self.log.read_text("utf-8", "replace").splitlines()
        except OSError as e:
            return f"(no log: {e.strerror})"
        return "\n".join(lines[-TAIL_LINES:]) or "(the log is empty)"
