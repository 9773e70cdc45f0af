"""Matches through the whole platform, as processes: the same logs as in process, whatever dies meanwhile."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from baochuan.client import Client
from baochuan.errors import BaochuanError
from console.arena import Arena
from console.embedded import Embedded
from console.plan import Run, make_run, open_game
from console.results import MatchResult
from console.simulate import play_match
from tests.bots.lab import ENVIRONMENT, ROOT, Gate
from tests.waiting import LONG

pytestmark = [pytest.mark.xdist_group("platform"), pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]


async def baochuan(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    return await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "console.main", *arguments],
        capture_output=True,
        text=True,
        timeout=900,
        env=os.environ | env,
        cwd=ROOT,
        check=False,
    )


def results(path: Path) -> dict[str, Any]:
    plain = json.loads(path.read_bytes())
    assert isinstance(plain, dict)
    return plain


def digests(path: Path) -> list[str]:
    return [m["log_digest"] for m in results(path)["matches"]]


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Gate:
    """For the bots `held` of the deployment."""
    return Gate(tmp_path_factory.mktemp("gate") / "gate")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def platform(gate: Gate) -> AsyncIterator[Embedded]:
    """One deployment with two replicas of everything that has replicas, serving Ming and the toy game."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ENVIRONMENT.items():
            patch.setenv(name, value)
        env = ENVIRONMENT | gate.env
        async with Embedded(["ming_voyages", "toy"], workers=1, env=env, report=print) as platform:
            yield platform


@pytest.fixture
def at(platform: Embedded) -> list[str]:
    """The arguments that lead a command to the deployment."""
    return ["--server", platform.gateway, "--token", platform.operator_token]


@pytest.mark.parametrize("players", ["random,random", "greedy,random"])
async def test_run_and_simulate_give_the_same_logs(tmp_path: Path, players: str) -> None:
    matches = "50" if players == "random,random" else "6"
    asked = ["ming_voyages", "--players", players, "--matches", matches, "--seed", "7", "--swap-seats"]
    through, inside = tmp_path / "a.json", tmp_path / "b.json"
    run = await baochuan("run", *asked, "--json", str(through))
    assert run.returncode == 0, run.stderr
    assert f"{matches} matches finished, 0 faults" in run.stdout
    simulated = await baochuan("simulate", *asked, "--json", str(inside))
    assert simulated.returncode == 0, simulated.stderr
    assert digests(through) == digests(inside)
    a, b = results(through), results(inside)
    for one, other in zip(a["matches"], b["matches"], strict=True):
        for key in ("id", "seed", "players", "log_digest", "moves", "faults", "outcome"):
            assert one[key] == other[key]
    assert a["summary"]["players"] == b["summary"]["players"]
    verified = await baochuan("verify", str(through))
    assert (verified.returncode, verified.stdout) == (0, f"{through}: {matches} matches verified\n")


MODES = {
    "series": ["--mode", "series", "--players", "random,random", "--matches", "4", "--swap-seats"],
    "solo easy": ["--mode", "solo", "--players", "random", "--matches", "6"],
    "solo brutal, with the challenge": [
        *["--mode", "solo", "--players", "random", "--matches", "6"],
        *["--option", "difficulty=brutal", "--option", "extra_challenge=true"],
    ],
}


@pytest.mark.parametrize("mode", MODES)
async def test_every_mode_gives_the_same_logs_through_the_platform_and_in_process(
    tmp_path: Path, at: list[str], mode: str
) -> None:
    asked = ["ming_voyages", *MODES[mode], "--seed", "11"]
    through, inside = tmp_path / "a.json", tmp_path / "b.json"
    run = await baochuan("run", *asked, *at, "--json", str(through))
    assert run.returncode == 0, run.stderr
    assert "matches finished, 0 faults" in run.stdout
    simulated = await baochuan("simulate", *asked, "--json", str(inside))
    assert simulated.returncode == 0, simulated.stderr
    assert digests(through) == digests(inside)
    for one, other in zip(results(through)["matches"], results(inside)["matches"], strict=True):
        assert one["outcome"] == other["outcome"]
    assert (await baochuan("verify", str(through))).returncode == 0


async def test_options_that_do_not_go_together_are_refused_by_a_server_too(platform: Embedded) -> None:
    async with Client(platform.gateway, platform.operator_token) as client:
        with pytest.raises(BaochuanError, match="needs difficulty hard or brutal, not easy"):
            await client.create_table(
                "ming_voyages", mode="solo", options={"extra_challenge": True}, seats=["random"], table_id="too-hard"
            )
        table = await client.create_table(
            "ming_voyages",
            mode="solo",
            options={"extra_challenge": True, "difficulty": "hard"},
            seats=["random"],
            table_id="hard",
        )
        assert table.table_id == "hard"


async def test_two_replicas_of_everything_lose_and_double_nothing(tmp_path: Path, at: list[str]) -> None:
    path = tmp_path / "a.json"
    asked = ["toy", "--players", "random,first", "--matches", "500", "--parallel", "64", "--seed", "7"]
    run = await baochuan("run", *asked, *at, "--json", str(path))
    assert run.returncode == 0, run.stderr
    assert "500 matches finished, 0 faults" in run.stdout
    for match in results(path)["matches"]:
        revisions = [c["revision"] for c in match["record"]["commits"]]
        assert revisions == list(range(1, len(revisions) + 1))
        decisions = [(c["seat"], c["decision"]) for c in match["record"]["commits"][1:]]
        assert len(set(decisions)) == len(decisions)


async def test_a_server_is_used_with_its_token_only(at: list[str]) -> None:
    server = at[:2]
    for command in (["run", "toy", "--players", "random,random"], ["games"], ["bots"], ["export"], ["token", "me"]):
        done = await baochuan(*command, *server, "--token", "wrong")
        assert done.returncode == 2
        assert done.stderr == f"baochuan: {server[1]}: the token is wrong (--token or BAOCHUAN_TOKEN)\n"
    games = await baochuan("games", *server, BAOCHUAN_TOKEN=at[3])
    assert games.returncode == 0
    assert "toy: Toy market" in games.stdout


async def test_what_a_server_does_not_have_is_one_clear_line(tmp_path: Path, at: list[str]) -> None:
    done = await baochuan("run", "toy", "--players", "random,nobody", *at)
    assert done.returncode == 2
    assert done.stderr.startswith('baochuan: no bot "nobody" plays toy there; known: ')
    own = tmp_path / "own.toml"
    own.write_text((ROOT / "tests" / "toy.toml").read_text().replace("chips = 3", "chips = 5"))
    done = await baochuan("run", "toy", "--players", "random,random", "--edition", str(own), *at)
    assert done.returncode == 2
    assert f'{at[1]} plays toy with edition "toy-1", not with' in done.stderr
    done = await baochuan("watch", "no-such-match", *at)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "MATCH_NOT_FOUND" in done.stderr


async def test_tokens_are_made_and_revoked(at: list[str]) -> None:
    made = await baochuan("token", "zheng", *at)
    assert made.returncode == 0, made.stderr
    token = made.stdout.strip()
    assert (await baochuan("bots", *at[:2], "--token", token)).returncode == 0
    refused = await baochuan("token", "other", *at[:2], "--token", token)
    assert refused.returncode == 2
    assert "an operator's token is needed" in refused.stderr
    assert (await baochuan("token", "zheng", "--revoke", *at)).returncode == 0
    assert (await baochuan("bots", *at[:2], "--token", token)).returncode == 2


class Watching:
    """`baochuan watch` as a process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        self.process = process
        self.stdout = process.stdout
        self.first = b""

    @classmethod
    async def begin(cls, *arguments: str) -> Watching:
        """Comes back when it shows something: from then on it misses nothing."""
        command = [sys.executable, "-u", "-m", "console.main", "watch", *arguments]
        pipe = asyncio.subprocess.PIPE
        made = cls(await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=pipe, stderr=pipe, limit=1 << 24))
        made.first = await asyncio.wait_for(made.stdout.readline(), 4 * LONG)
        return made

    async def end(self) -> str:
        """All that it shows."""
        out, err = await asyncio.wait_for(self.process.communicate(), 4 * LONG)
        assert self.process.returncode == 0, err.decode()
        return (self.first + out).decode()


async def test_a_match_is_watched_to_its_end_and_exported(
    tmp_path: Path, platform: Embedded, at: list[str], gate: Gate
) -> None:
    async with Client(platform.gateway, platform.operator_token) as client:
        await client.create_table("toy", seats=["held", "held"], table_id="watched")
        watchers = await asyncio.gather(Watching.begin("watched", *at), Watching.begin("watched", "--json", *at))
        gate.open()
        watched, as_json = await asyncio.gather(*(w.end() for w in watchers))
    assert "toy, two: held, held" in watched
    assert "bids_revealed cards=" in watched
    assert "over: points" in watched
    news = [json.loads(line) for line in as_json.splitlines()]
    assert news[0]["view"]["hand"] == []
    revisions = [n["revision"] for n in news if "revision" in n]
    assert revisions == list(range(revisions[0], revisions[0] + len(revisions)))
    assert news[-1]["outcome"]["reason"] == "points"
    out = tmp_path / "one.jsonl"
    exported = await baochuan("export", "--match", "watched", "--out", str(out), *at)
    assert exported.returncode == 0, exported.stderr
    assert (await baochuan("verify", str(out))).stdout == f"{out}: 1 match verified\n"
    everything = await baochuan("export", "--limit", "5", *at)
    assert len(everything.stdout.splitlines()) >= 1


@pytest.mark.parametrize("victim", ["ming_voyages-0", "bots-0", "gateway", "store", "nats"])
async def test_a_process_killed_in_mid_run_costs_time_only(platform: Embedded, victim: str) -> None:
    game = open_game("ming_voyages", None)
    planned = make_run(
        game, mode=None, options=[], players="random,random", matches=24, seed=victim, swap_seats=False, edition=None
    )
    run = msgspec.structs.replace(planned, id_prefix=f"kill-{victim.replace('_', '-')}")
    done: list[MatchResult] = []
    async with Client(platform.gateway, platform.operator_token, timeout=2 * LONG) as client:
        arena = Arena(client, game, run, {"random": "random"})
        playing = asyncio.create_task(arena.play(12, done.append))
        async with asyncio.timeout(10 * LONG):
            for _ in range(3):
                before = len(done)
                while len(done) < min(before + 3, 20) and not playing.done():
                    await asyncio.sleep(0.02)
                await platform.kill(victim)
                await asyncio.sleep(0.3)
                await platform.restart(victim)
            played = await playing
    assert [r.faults for r in played] == [[]] * 24
    assert [r.log_digest for r in played] == in_process(run)
    assert await platform.rejected_answers() == 0


def in_process(run: Run) -> list[str]:
    game = open_game(run.game, None)
    return [play_match(game, run, number).log_digest for number in range(run.matches)]
