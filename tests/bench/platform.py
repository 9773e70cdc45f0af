"""Speed of the whole platform on this machine: embedded deployment, house bots in all seats."""

from __future__ import annotations

import asyncio
import statistics
import time
from pathlib import Path
from typing import Any

import msgspec
import nats
from nats.aio.msg import Msg

from baochuan.bus.v1 import bus_pb2
from baochuan.client import Client
from bot_player.catalogue import load_game
from console.arena import ANSWER_WITHIN, Arena
from console.embedded import Embedded
from console.plan import Run, make_run
from rulekit.game import Game


class AskTimes:
    """Listens on the bus and keeps, per match, the time from one first ask to the next."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self.repeated = 0
        self._last: dict[str, float] = {}

    async def on_ask(self, msg: Msg) -> None:
        now = time.perf_counter()
        ask = bus_pb2.HouseAsk.FromString(msg.data)
        if ask.attempt > 1:
            self.repeated += 1
            return
        before = self._last.get(ask.match_id)
        if before is not None:
            self.gaps.append(now - before)
        self._last[ask.match_id] = now


def resident(pid: int) -> int:
    """Resident memory of a process in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def cpu_seconds(pid: int) -> float:
    """CPU time of a process so far, user and system."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100.0


async def measure(game_key: str, parallel: int, matches: int, players: str, replicas: int) -> dict[str, Any]:
    """Plays `matches`, `parallel` at once, once to warm up and once measured.

    moves_per_s counts moves of all matches over the wall time of the run; the quantiles are milliseconds
    from the first ask of a decision to the first ask of the next one in the same match.
    """
    game = load_game(game_key)
    run = planned(game, players, matches, "7")
    warm = msgspec.structs.replace(planned(game, players, min(parallel, 8), "1"), id_prefix="warm")
    names = {name: name for name in run.players}
    started = time.perf_counter()
    limits = {"BAOCHUAN_MAX_MATCHES_PER_TOKEN": "1000"}
    async with Embedded([game_key], rules=replicas, bots=replicas, env=limits) as platform:
        start_up = time.perf_counter() - started
        bus = await nats.connect(platform.nats_url)
        times = AskTimes()
        async with Client(platform.gateway, platform.operator_token, timeout=ANSWER_WITHIN) as client:
            await Arena(client, game, warm, names).play(parallel, lambda _: None)
            await bus.subscribe("ask.house.>", cb=times.on_ask)
            before = {name: cpu_seconds(pid) for name, pid in platform.pids.items()}
            start = time.perf_counter()
            results = await Arena(client, game, run, names).play(parallel, lambda _: None)
            seconds = time.perf_counter() - start
            moves = sum(r.moves for r in results)
            spent = {name: cpu_seconds(pid) - before.get(name, 0.0) for name, pid in platform.pids.items()}
        await bus.close()
    gaps = sorted(times.gaps)
    return {
        "parallel": parallel,
        "matches": matches,
        "moves": moves,
        "faults": sum(len(r.faults) for r in results),
        "moves_per_s": moves / seconds,
        "matches_per_s": matches / seconds,
        "p50_ms": statistics.median(gaps) * 1e3,
        "p99_ms": gaps[int(len(gaps) * 0.99)] * 1e3,
        "asks_repeated": times.repeated,
        "start_up_s": start_up,
        "cpu_us_per_move": {name: seconds / moves * 1e6 for name, seconds in spent.items()},
    }


def planned(game: Game[Any], players: str, matches: int, seed: str) -> Run:
    return make_run(
        game, mode=None, options=[], players=players, matches=matches, seed=seed, swap_seats=False, edition=None
    )


async def memory_per_match(game_key: str, matches: int) -> dict[str, float]:
    """Bytes per live match in the rules service and in the store: matches set up that wait for an absent bot."""
    game = load_game(game_key)
    seats = game.modes[0].min_seats
    limits = {"BAOCHUAN_MAX_MATCHES_PER_TOKEN": "100000"}
    async with (
        Embedded([game_key], rules=1, bots=1, env=limits) as platform,
        Client(platform.gateway, platform.operator_token, timeout=ANSWER_WITHIN) as client,
    ):
        await platform.bot_token("sleeper")

        async def create(n: int) -> None:
            name = f"memory-{n}"
            players = ["bot:sleeper"] * seats
            await client.create_table(game_key, mode=game.modes[0].name, seats=players, table_id=name, request_id=name)

        for n in range(20):
            await create(n)
        names = [f"{game_key}-0", "store", "gateway"]
        before = {name: resident(platform.pids[name]) for name in names}
        for start in range(20, 20 + matches, 20):
            await asyncio.gather(*(create(n) for n in range(start, start + 20)))
        return {name: (resident(platform.pids[name]) - before[name]) / matches for name in names}
