"""The platform in containers, by docker-compose.yml, played against from outside.

`make test-compose` runs these tests; they need a Docker engine with Compose and fail without one.
`make test` leaves them out (marker `compose`). One deployment, under a project name and a port of its
own, serves all of them; its containers and volumes are removed at the end.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.servers import free_port

pytestmark = pytest.mark.compose

ROOT = Path(__file__).resolve().parents[2]
BAOCHUAN = str(Path(sys.executable).with_name("baochuan"))
RULES = ("ming-voyages", "treasure-ship", "ultimate-voyage", "forge-war")
SERVICES = ("redis", "nats", *RULES, "bot-player", "gateway")
# Seconds; both turn a hang into a failure.
HEALTHY_WITHIN = 300.0
PLAYED_WITHIN = 900.0


def run(*command: str, env: dict[str, str] | None = None, seconds: float = PLAYED_WITHIN) -> str:
    """Standard output of a command that must succeed."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
    assert done.returncode == 0, (
        f"{' '.join(command)} ended with {done.returncode}:\n{(done.stdout + done.stderr)[-4000:]}"
    )
    return done.stdout


class Stack:
    """One deployment; `address` is that of its gateway."""

    def __init__(self) -> None:
        self.token = secrets.token_hex(16)
        self.address = f"127.0.0.1:{free_port()}"
        self.env = {
            **os.environ,
            "COMPOSE_PROJECT_NAME": f"baochuan-test-{secrets.token_hex(3)}",
            "BAOCHUAN_PORT": self.address.rpartition(":")[2],
            "BAOCHUAN_OPERATOR_TOKEN_SHA256": hashlib.sha256(self.token.encode()).hexdigest(),
            "BAOCHUAN_TOKEN": self.token,
        }

    def up(self, *arguments: str) -> None:
        """Builds the image if need be, starts what is missing, and waits until all is healthy."""
        run("deploy/up.sh", *arguments, env=self.env, seconds=1800)

    def compose(self, *arguments: str) -> str:
        return run("deploy/compose.sh", *arguments, env=self.env)

    def containers(self) -> dict[str, list[dict[str, Any]]]:
        """Service -> what the engine says about each of its containers."""
        found: dict[str, list[dict[str, Any]]] = {}
        for info in json.loads(run("docker", "inspect", *self.compose("ps", "-q").split())):
            found.setdefault(info["Config"]["Labels"]["com.docker.compose.service"], []).append(info)
        return found

    def restart(self, service: str) -> None:
        for info in self.containers()[service]:
            run("docker", "restart", "--time", "30", info["Id"])

    def kill_and_start(self, service: str) -> None:
        for info in self.containers()[service]:
            run("docker", "kill", info["Id"])
            run("docker", "start", info["Id"])

    def wait_healthy(self) -> None:
        """Returns when every container is; nobody lends a hand."""
        end = time.monotonic() + HEALTHY_WITHIN
        while True:
            states = {s: [i["State"]["Health"]["Status"] for i in infos] for s, infos in self.containers().items()}
            if set(states) == set(SERVICES) and all(state == "healthy" for each in states.values() for state in each):
                return
            assert time.monotonic() < end, f"not healthy within {HEALTHY_WITHIN} s: {states}"
            time.sleep(0.5)

    def command(self, matches: int, seed: str, out: Path) -> list[str]:
        """Plays matches from outside; the results go to `out`."""
        return [*same_run("run", matches, seed, out), "--server", self.address]

    def metric(self, container: str, name: str) -> float:
        """The sum of a counter of a service, over its labels."""
        fetch = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:9464/metrics').read().decode())"
        lines = run("docker", "exec", container, "python", "-c", fetch).splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))


def same_run(verb: str, matches: int, seed: str, out: Path) -> list[str]:
    how = ["--players", "greedy,random", "--swap-seats", "--matches", str(matches), "--seed", seed]
    return [BAOCHUAN, verb, "ming_voyages", *how, "--json", str(out)]


def played(out: Path, matches: int) -> list[str]:
    """The log digests of a run, in which every match must have finished without faults."""
    results = json.loads(out.read_text())
    assert len(results["matches"]) == matches
    assert not [match["id"] for match in results["matches"] if match["faults"] or not match["outcome"]]
    return [match["log_digest"] for match in results["matches"]]


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    made = Stack()
    try:
        made.up()
        yield made
    finally:
        made.compose("down", "--volumes", "--remove-orphans", "--timeout", "30")


def test_only_the_gateway_can_be_reached_and_on_loopback(stack: Stack) -> None:
    published = {
        service: [at for ports in info["NetworkSettings"]["Ports"].values() if ports for at in ports]
        for service, (info,) in stack.containers().items()
    }
    host, _, port = stack.address.rpartition(":")
    assert published == {**{s: [] for s in SERVICES}, "gateway": [{"HostIp": host, "HostPort": port}]}


def test_services_run_without_privileges(stack: Stack) -> None:
    for service in (*RULES, "bot-player", "gateway"):
        (info,) = stack.containers()[service]
        assert run("docker", "exec", info["Id"], "id", "-u").strip() == "10001"
        assert info["HostConfig"]["ReadonlyRootfs"]
        assert info["HostConfig"]["CapDrop"] == ["ALL"]


def test_a_wrong_token_is_refused(stack: Stack) -> None:
    done = subprocess.run(
        [BAOCHUAN, "games", "--server", stack.address, "--token", "wrong"], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "the token is wrong" in done.stderr


def test_matches_finish_while_store_and_bus_are_killed_and_started(stack: Stack, tmp_path: Path) -> None:
    matches, out, alone = 60, tmp_path / "played.json", tmp_path / "simulated.json"
    rules = stack.containers()["ming-voyages"][0]["Id"]
    log = tmp_path / "run.log"
    began = time.monotonic()
    with log.open("w") as to:
        # Few at once, so that the run outlives both restarts.
        command = [*stack.command(matches, "in containers", out), "--parallel", "4"]
        player = subprocess.Popen(command, cwd=ROOT, env=stack.env, stdout=to, stderr=to)
    try:
        while stack.metric(rules, "baochuan_commits_total") == 0:
            assert time.monotonic() < began + HEALTHY_WITHIN, "no move was made"
            time.sleep(0.1)
        for service in ("redis", "nats"):
            stack.kill_and_start(service)
            assert player.poll() is None, f"the run ended before {service} was back: {log.read_text()}"
        code = player.wait(PLAYED_WITHIN)
    finally:
        player.kill()
        player.wait()
    assert code == 0, log.read_text()
    print(f"{matches} matches, redis and nats killed meanwhile: {time.monotonic() - began:.1f} s")
    stack.wait_healthy()

    run(BAOCHUAN, "verify", str(out))
    run(*same_run("simulate", matches, "in containers", alone))
    assert played(out, matches) == played(alone, matches)


def test_the_gateway_says_that_the_store_is_away_until_it_is_back(stack: Stack) -> None:
    gateway = stack.containers()["gateway"][0]["Id"]
    ask = ["docker", "exec", gateway, "python", "-m", "servicekit.health", "127.0.0.1:50051"]
    stack.compose("stop", "redis")
    try:
        end = time.monotonic() + HEALTHY_WITHIN
        while subprocess.run(ask, capture_output=True, check=False).returncode == 0:
            assert time.monotonic() < end, "the gateway says SERVING without a store"
    finally:
        stack.compose("start", "redis")
    stack.wait_healthy()


@pytest.mark.parametrize("order", range(3))
def test_containers_restarted_in_any_order_are_healthy_again(stack: Stack, order: int, tmp_path: Path) -> None:
    services = list(SERVICES)
    random.Random(order).shuffle(services)
    for service in services:
        stack.restart(service)
    began = time.monotonic()
    stack.wait_healthy()
    print(f"restarted {', '.join(services)}: healthy {time.monotonic() - began:.1f} s after the last")
    run(*stack.command(2, f"order {order}", tmp_path / "out.json"), env=stack.env)
    played(tmp_path / "out.json", 2)


def test_everything_restarted_at_once_is_healthy_again(stack: Stack, tmp_path: Path) -> None:
    run("docker", "restart", "--time", "30", *stack.compose("ps", "-q").split())
    stack.wait_healthy()
    run(*stack.command(2, "at once", tmp_path / "out.json"), env=stack.env)
    played(tmp_path / "out.json", 2)


def test_replicas_share_the_work(stack: Stack, tmp_path: Path) -> None:
    stack.up("--scale", "ming-voyages=2", "--scale", "bot-player=2")
    bots = [info["Id"] for info in stack.containers()["bot-player"]]
    before = [stack.metric(bot, "baochuan_bot_answers_total") for bot in bots]
    run(*stack.command(10, "replicas", tmp_path / "out.json"), env=stack.env)
    played(tmp_path / "out.json", 10)
    after = [stack.metric(bot, "baochuan_bot_answers_total") for bot in bots]
    assert len(bots) == 2
    assert all(b > a for a, b in zip(before, after, strict=True))
