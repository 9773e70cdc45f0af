"""How long a replica takes for a match that it does not have in memory: read from the store and folded.

As after a restart or a move to another replica, at the worst moment: the log is that of a whole match.
One match of `greedy` for each mode, all seats taken, is put into a store of its own by the service's
scripts and loaded by its engine.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any, Final, cast

import msgspec

from bot_player.catalogue import load_game
from bot_player.playout import make_header, play_out
from bot_player.policies import make_policy
from rulekit.game import Game, Mode
from rulekit.match import Record, derive_seed
from rules_runtime import scripts
from rules_runtime.engine import Engine
from rules_runtime.keys import match_keys
from rules_runtime.live import Head, SeatSpec
from rules_runtime.settings import RulesSettings
from rules_runtime.store import MatchStore, Publication
from servicekit.settings import load
from servicekit.wire import Wire
from tests.servers import Valkey

TIMES: Final = 20
NOTHING: Final = Publication("bench", b"", "", b"", "")


def played(game: Game[Any], mode: Mode) -> Record:
    """A whole match of `greedy` in all seats, as many as the mode has."""
    seats = mode.max_seats
    seed = derive_seed("bench", "loading", mode.name)
    header = make_header(game, f"loading-{mode.name}", mode.name, {}, ["greedy"] * seats, seed)
    bots = [make_policy("greedy", game, derive_seed("policy", seat).hex()) for seat in range(seats)]
    return play_out(game, header, seed, bots).record


async def stored(store: MatchStore, record: Record) -> int:
    """Puts a match into the store commit by commit; returns the bytes of its log."""
    match_id = record.header.match
    head = Head(header=record.header, seed=record.seed, seats=[SeatSpec(name, name) for name in record.header.players])
    await store.create(head, "0", record.commits[0], [], 0, NOTHING)
    for commit in record.commits[1:]:
        await store.append(match_id, f"r{commit.revision}", "0", commit, [], 0, NOTHING)
    log: list[bytes] = await store.wire.call("LRANGE", match_keys(match_id).log, 0, -1)
    return sum(len(line) for line in log)


async def loading(key: str) -> list[dict[str, Any]]:
    """Figures by mode: commits, bytes, milliseconds of the best and of the median load, and CPU of this process."""
    game = load_game(key)
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        valkey = Valkey(Path(folder))
        valkey.start()
        wire = Wire(valkey.url, scripts.ALL)
        try:
            await wire.start()
            store = MatchStore(wire, key)
            settings = load(RulesSettings, redis_url=valkey.url, nats_url="nats://unused")
            # Loading asks the store alone, so the engine needs neither bus nor announcer nor writer.
            none = cast(Any, None)
            engine = Engine(game, store, none, none, none, settings)
            for mode in game.modes:
                record = played(game, mode)
                size = await stored(store, record)
                times: list[tuple[float, float]] = []
                for _ in range(TIMES):
                    engine.cache.drop(record.header.match)
                    wall, cpu = time.perf_counter(), time.process_time()
                    live = await engine.live(record.header.match)
                    times.append((time.perf_counter() - wall, time.process_time() - cpu))
                    assert live.match.revision == len(record.commits)
                walls = sorted(wall for wall, _ in times)
                rows.append(
                    {
                        "mode": mode.name,
                        "seats": mode.max_seats,
                        "commits": len(record.commits),
                        "log_bytes": size,
                        "record_bytes": len(msgspec.json.encode(record)),
                        "best_ms": walls[0] * 1e3,
                        "median_ms": walls[TIMES // 2] * 1e3,
                        "cpu_ms": min(cpu for _, cpu in times) * 1e3,
                    }
                )
        finally:
            await wire.close()
            valkey.kill()
    return rows
