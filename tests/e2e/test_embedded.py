"""The embedded deployment: what it starts, what it does when something dies, and that nothing stays behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from baochuan.client import Client
from console.embedded import Embedded
from console.problem import Problem
from tests.bots.lab import ENVIRONMENT, ROOT
from tests.waiting import LONG, until

pytestmark = pytest.mark.xdist_group("platform")
NAMES = {"nats", "store", "toy-0", "bots-0", "gateway"}


def alive(pid: int) -> bool:
    """True while the process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def none_left(pids: dict[str, int], within: float = LONG) -> dict[str, int]:
    """Those that still run after a while."""
    end = time.monotonic() + within
    while any(alive(p) for p in pids.values()) and time.monotonic() < end:
        await asyncio.sleep(0.05)
    return {name: pid for name, pid in pids.items() if alive(pid)}


def small(**more: object) -> Embedded:
    return Embedded(["toy"], rules=1, bots=1, workers=0, env=ENVIRONMENT, **more)  # type: ignore[arg-type]


async def test_it_serves_and_leaves_nothing_behind() -> None:
    async with small() as platform:
        pids, data = platform.pids, platform.data
        assert set(pids) == NAMES
        token = await platform.bot_token("ferdinand")
        async with Client(platform.gateway, token) as client:
            assert [g.key for g in await client.list_games()] == ["toy"]

            async def both_listed() -> bool:
                return {"random", "first"} <= {b.name for b in await client.list_bots()}

            await until(both_listed)
        assert await platform.rejected_answers() == 0
        assert platform.operator_token not in "".join(p.read_text(errors="replace") for p in data.glob("*.log"))
    assert await none_left(pids) == {}
    assert not data.exists()


async def test_it_stops_everything_after_an_exception() -> None:
    pids: dict[str, int] = {}
    with pytest.raises(ZeroDivisionError):
        await fail_in_it(pids)
    assert await none_left(pids) == {}


async def fail_in_it(pids: dict[str, int]) -> None:
    async with small() as platform:
        pids |= platform.pids
        raise ZeroDivisionError


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary folders that nobody else uses, with a short path."""
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        monkeypatch.setenv("TMPDIR", folder)
        yield Path(folder)


async def test_a_service_that_does_not_start_is_shown_with_its_log(
    monkeypatch: pytest.MonkeyPatch, temporary: Path
) -> None:
    monkeypatch.setenv("BAOCHUAN_EXTRA_GAMES", "toy=tests.toy:no_such_function")
    with pytest.raises(Problem, match="toy-0 did not start; the end of its log:") as e:
        async with Embedded(["toy"], rules=1, bots=1, workers=0):
            raise AssertionError("it started")
    assert "no_such_function" in e.value.detail
    assert entries(temporary) == []


def entries(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


async def test_a_folder_with_too_long_a_name_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, temporary: Path
) -> None:
    deep = temporary / ("d" * 100)
    make(deep)
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    with pytest.raises(Problem, match="the folder for temporary files has too long a name"):
        async with Embedded(["toy"]):
            raise AssertionError("it started")
    assert entries(deep) == []


def make(folder: Path) -> None:
    folder.mkdir()


async def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Problem, match='unknown game "go"'):
        async with Embedded(["go"]):
            raise AssertionError("it started")


@pytest.mark.slow
async def test_a_child_that_dies_is_started_again_at_its_address_and_not_silently() -> None:
    said: list[str] = []
    async with small(report=said.append) as platform:
        for name in sorted(NAMES):
            old, address = platform.pids[name], platform.gateway
            os.kill(old, signal.SIGKILL)
            async with asyncio.timeout(4 * LONG):
                while platform.pids.get(name, old) == old or not await answers(platform):
                    await asyncio.sleep(0.05)
            assert platform.gateway == address
            assert said[-1] == f"{name} was killed by signal 9; it is started again"
        assert len(said) == len(NAMES)


async def answers(platform: Embedded) -> bool:
    """True if a match can be played."""
    from baochuan.errors import BaochuanError

    try:
        async with Client(platform.gateway, platform.operator_token, timeout=10) as client:
            table = await client.create_table("toy", seats=["random", "random"])
            for _ in range(100):
                if (await client.get_table(table.table_id)).outcome:
                    return True
                await asyncio.sleep(0.05)
    except BaochuanError:
        return False
    return False


@pytest.mark.slow
async def test_a_child_killed_by_its_handle_stays_down_until_it_is_started() -> None:
    said: list[str] = []
    async with small(report=said.append) as platform:
        await platform.kill("bots-0")
        await asyncio.sleep(0.5)
        assert "bots-0" not in platform.pids
        assert not await answers(platform)
        await platform.restart("bots-0")
        assert "bots-0" in platform.pids
        async with asyncio.timeout(4 * LONG):
            while not await answers(platform):
                await asyncio.sleep(0.05)
        assert said == []


@pytest.mark.slow
async def test_a_child_that_keeps_dying_ends_the_work_with_its_log() -> None:
    said: list[str] = []
    async with small(report=said.append) as platform:

        async def kill_again_and_again() -> None:
            while True:
                pid = platform.pids.get("bots-0")
                if pid is not None:
                    os.kill(pid, signal.SIGKILL)
                await asyncio.sleep(0.05)

        with pytest.raises(Problem, match=r"bots-0 (was killed by signal 9, for the 5th time|did not start)"):
            await platform.guard(kill_again_and_again())


def up(*arguments: str) -> tuple[subprocess.Popen[str], dict[str, str]]:
    """`baochuan up` as a process, and what it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "console.main", "up", "--rules", "1", "--bots", "1", "--workers", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    said: dict[str, str] = {}
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("  baochuan run"):
            break
        name, _, value = line.strip().partition("  ")
        said[name] = value.strip()
    return process, said


def descendants(pid: int) -> dict[str, int]:
    try:
        pids = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return {}
    return {p: int(p) for p in pids} | {k: v for p in pids for k, v in descendants(int(p)).items()}


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
async def test_up_stays_until_a_signal_and_takes_all_with_it(number: signal.Signals, temporary: Path) -> None:
    process, said = await asyncio.to_thread(up)
    pids = descendants(process.pid)
    assert len(pids) >= 6  # two rules services, since `up` serves all games
    async with Client(said["gateway"], said["operator token"]) as client:
        assert "toy" in [g.key for g in await client.list_games()]
    assert said["data"].startswith(str(temporary))
    process.send_signal(number)
    _, err = await asyncio.to_thread(process.communicate, timeout=4 * LONG)
    assert await none_left(pids) == {}
    if number == signal.SIGKILL:
        assert process.returncode == -9
    else:
        assert process.returncode == 128 + number
        assert err.strip() == f"baochuan: stopped by {number.name}"
        assert entries(temporary) == []
