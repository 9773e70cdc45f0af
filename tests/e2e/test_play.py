"""A person plays whole matches, typed by a script: through the embedded deployment and at a server."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import pytest

from baochuan.client import Client
from baochuan.lobby.v1 import lobby_pb2
from console.embedded import Embedded
from console.main import main
from tests.bots.lab import ENVIRONMENT, ROOT

pytestmark = pytest.mark.xdist_group("platform")

LONGEST = 600.0  # seconds for one sitting: turns a hang into a failure
ANY = "1\n" * 5000  # takes the first option, again and again


class Ended:
    """A sitting that is over."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def folder(self) -> Path:
        found = re.search(r"--resume (\S+)$", self.out, re.MULTILINE)
        assert found is not None, self.out + self.err
        return Path(found.group(1))


async def start(state: Path, *arguments: str, token: str = "") -> asyncio.subprocess.Process:
    env = {**os.environ, **ENVIRONMENT, "XDG_STATE_HOME": str(state), "BAOCHUAN_TOKEN": token, "COLUMNS": "80"}
    pipe = asyncio.subprocess.PIPE
    command = [sys.executable, "-m", "console.main", "play", *arguments]
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=env, stdin=pipe, stdout=pipe, stderr=pipe)


async def play(state: Path, *arguments: str, types: str, token: str = "") -> Ended:
    process = await start(state, *arguments, token=token)
    try:
        out, err = await asyncio.wait_for(process.communicate(types.encode()), LONGEST)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode is not None
    return Ended(process.returncode, out.decode(), err.decode())


def verified(path: Path, capfd: pytest.CaptureFixture[str]) -> bool:
    with pytest.raises(SystemExit) as end:
        main(["verify", str(path)])
    return end.value.code == 0 and "1 match verified" in capfd.readouterr().out


def entries(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir()) if folder.exists() else []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "signs"),
    [
        (["ming_voyages", "--players", "greedy", "--seat", "1", "--seed", "5"], ["seat 1: you (player)", "Your hand:"]),
        (
            ["ming_voyages", "--mode", "solo", "--option", "difficulty=moderate", "--seed", "4"],
            ["Solo:     Moderate; you need 5 Voyages", "The Overlord's reserve", "Drawn as second Event", ", lost"],
        ),
        (
            ["ming_voyages", "--mode", "series", "--players", "random", "--seed", "4"],
            ["Game 1 of 2; the sides are swapped", "Points of game 1:", "together"],
        ),
        (["treasure_ship", "--mode", "solo", "--seed", "5"], ["To which official", "Kilwa", "Rank:"]),
        (["treasure_ship", "--players", "greedy", "--seed", "6"], ["greedy took command", "#1"]),
        (["ultimate_voyage", "--mode", "solo", "--seed", "5"], ["Which action do you take?", "De' Conti:"]),
    ],
)
async def test_a_whole_match(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], arguments: list[str], signs: list[str]
) -> None:
    log = tmp_path / "match.json"
    ended = await play(tmp_path / "state", *arguments, "--log", str(log), types=ANY)
    assert ended.code == 0, ended.err
    assert ended.err == "starting the platform ...\n"
    for sign in signs:
        assert sign in ended.out
    assert re.search(r"^over: \w+$", ended.out, re.MULTILINE)
    assert "\x1b" not in ended.out
    free = ("baochuan ", "The record is in ")
    assert [line for line in ended.out.splitlines() if len(line) > 80 and not line.startswith(free)] == []
    assert verified(log, capfd)
    assert entries(tmp_path / "state" / "baochuan") == []  # nothing of a match that is over is kept


@pytest.mark.slow
async def test_quit_and_resume(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Leaves twice, by q and by the end of the input, and plays on to the end; what happened is remembered."""
    first = await play(
        tmp_path, "ming_voyages", "--players", "random", "--seed", "8", types="99\nnonsense\n1\n?\n1\nq\n"
    )
    assert first.code == 0, first.err
    assert "There is no option 99" in first.out
    assert 'No option holds "nonsense"' in first.out
    assert first.folder.parent == tmp_path / "baochuan"
    assert first.folder.stat().st_mode & 0o077 == 0

    second = await play(tmp_path, "ming_voyages", "--resume", str(first.folder), types="h\n1\n1\n1\n")
    assert second.code == 0, second.err
    assert second.folder == first.folder
    told = re.findall(r"^  \. (.*)$", first.out, re.MULTILINE)
    assert told
    assert told[-1] in second.out

    log = tmp_path / "match.json"
    third = await play(tmp_path, "ming_voyages", "--resume", str(first.folder), "--log", str(log), types=ANY)
    assert third.code == 0, third.err
    assert "over: " in third.out
    assert verified(log, capfd)
    assert not first.folder.exists()


@pytest.mark.slow
async def test_a_match_outlives_a_kill(tmp_path: Path) -> None:
    """kill -9 of the command, in mid-match: what was answered is kept."""
    folder = tmp_path / "kept"
    process = await start(tmp_path, "toy", "--players", "random", "--save", str(folder))
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"1\n")
    await process.stdin.drain()
    shown = b""
    async with asyncio.timeout(LONGEST):
        while shown.count(b"> ") < 2 or b"\n  . " not in shown:
            shown += await process.stdout.read(1000)
    process.send_signal(signal.SIGKILL)
    await process.wait()
    ended = await play(tmp_path, "toy", "--resume", str(folder), types="h\nresign\nno\nresign\nyes\n")
    assert ended.code == 0, ended.err
    assert "The match goes on." in ended.out
    assert "over: resigned" in ended.out
    assert not folder.exists()


@pytest.mark.slow
async def test_a_signal_leaves_the_match(tmp_path: Path) -> None:
    process = await start(tmp_path, "toy", "--players", "random")
    assert process.stdout is not None
    shown = b""
    async with asyncio.timeout(LONGEST):
        while b"> " not in shown:
            shown += await process.stdout.read(1000)
    process.send_signal(signal.SIGINT)
    rest, err = await asyncio.wait_for(process.communicate(), LONGEST)
    assert process.returncode == 128 + signal.SIGINT
    assert err.decode().endswith("baochuan: stopped by SIGINT\n")
    assert Ended(130, rest.decode(), "").folder.exists()


@pytest.mark.slow
async def test_two_people_at_a_server(tmp_path: Path) -> None:
    """One opens the table for the other; one leaves and comes back; one resigns, and the other need not answer."""
    async with Embedded(["toy"], rules=1, bots=1, workers=0, env=ENVIRONMENT) as platform:
        ann, bob = await platform.bot_token("ann"), await platform.bot_token("bob")
        at = ["--server", platform.gateway]
        first = await play(tmp_path, "toy", *at, "--players", "bot:bob", token=ann, types="q\n")
        assert first.code == 0, first.err
        match = first.folder.name
        assert f"match {match}" in first.out

        refused = await play(tmp_path, "ming_voyages", *at, "--resume", match, token=ann, types="")
        assert refused.code == 2
        assert "does not offer" in refused.err
        unknown = await play(tmp_path, "toy", *at, "--resume", "nothing", token=ann, types="")
        assert unknown.code == 2
        assert unknown.err.startswith('baochuan: the server refuses: there is no table "nothing"')

        waiting = await start(tmp_path, "toy", *at, "--resume", match, token=ann)
        async with Client(platform.gateway, platform.operator_token) as client:
            stranger = await platform.bot_token("eve")
            odd = await play(tmp_path, "toy", *at, "--resume", match, token=stranger, types="")
            assert odd.err == f"baochuan: eve has no seat in {match}\n"
            second = await play(tmp_path, "toy", *at, "--resume", match, token=bob, types="resign\nyes\n")
            assert second.code == 0, second.err
            assert "over: resigned" in second.out
            out, err = await asyncio.wait_for(waiting.communicate(), LONGEST)
            assert waiting.returncode == 0, err.decode()
            assert "over: resigned" in out.decode()
            assert (await client.get_table(match)).status == lobby_pb2.TABLE_STATUS_FINISHED
