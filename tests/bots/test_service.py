"""The bot player as a process, fed through a real NATS, answering to a rules service that writes all down."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import grpc
import msgspec
import pytest
from nats import connect
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.errors import NoRespondersError
from nats.errors import TimeoutError as NatsTimeoutError

from baochuan.bus.v1 import bus_pb2
from baochuan.errors.v1 import errors_pb2
from baochuan.match.v1 import match_pb2, match_service_pb2, match_service_pb2_grpc
from bot_player import service as bot_service
from bot_player.policies import make_policy
from bot_player.service import HouseBots, request_id
from rulekit.game import Decision
from rulekit.match import Match, derive_seed
from tests import toy
from tests.bots.lab import ROOT, Gate, played
from tests.servers import START_SECONDS, Nats
from tests.waiting import LONG, until

SEED = "5a" * 32
SubmitAction = match_service_pb2.SubmitActionRequest
Judge = Callable[[SubmitAction], match_service_pb2.Reply]


class Ear(match_service_pb2_grpc.MatchServiceServicer):
    """Takes answers on Session streams. `judge` gives the reply; None swallows it."""

    def __init__(self) -> None:
        self.answers: list[SubmitAction] = []
        self.messages = 0
        self.news = asyncio.Event()
        self.judge: Callable[[SubmitAction], match_service_pb2.Reply | None] = accepted
        self.address = ""
        self._server: grpc.aio.Server | None = None

    async def Session(self, request_iterator: Any, context: Any) -> AsyncIterator[match_service_pb2.SessionResponse]:
        async for request in request_iterator:
            self.messages += 1
            replies = []
            for call in request.calls:
                self.answers.append(call.submit)
                reply = self.judge(call.submit)
                if reply is not None:
                    reply.correlation_id = call.correlation_id
                    replies.append(reply)
            self.news.set()
            if replies:
                yield match_service_pb2.SessionResponse(replies=replies)

    async def start(self) -> None:
        self._server = grpc.aio.server()
        match_service_pb2_grpc.add_MatchServiceServicer_to_server(self, self._server)
        port = self._server.add_insecure_port(self.address or "127.0.0.1:0")
        self.address = f"127.0.0.1:{port}"
        await self._server.start()

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop(None)

    async def until(self, count: int) -> None:
        async with asyncio.timeout(LONG):
            while len(self.answers) < count:
                self.news.clear()
                await self.news.wait()


def accepted(_request: SubmitAction) -> match_service_pb2.Reply:
    return match_service_pb2.Reply(submit=match_service_pb2.SubmitActionResponse(revision=2))


def refused(reason: errors_pb2.Reason.ValueType, *, retryable: bool = False) -> Callable[[SubmitAction], Any]:
    return lambda _: match_service_pb2.Reply(error=errors_pb2.Error(reason=reason, message="no", retryable=retryable))


class Bots:
    """A bot_player process."""

    def __init__(self, process: asyncio.subprocess.Process, ready: Path, log: Path) -> None:
        self.process = process
        self.ready = ready
        self.log = log

    def info(self) -> dict[str, str]:
        info = json.loads(self.ready.read_text())
        assert isinstance(info, dict)
        return info

    async def metric(self, name: str, **labels: str) -> float:
        """A metric's value; 0 if it is not there yet."""
        from prometheus_client.parser import text_string_to_metric_families

        from console.embedded import _get

        text = await asyncio.to_thread(_get, f"http://{self.info()['metrics']}/metrics")
        samples = [s for family in text_string_to_metric_families(text) for s in family.samples]
        return sum(s.value for s in samples if s.name == name and labels.items() <= s.labels.items())

    async def reaches(self, value: float, name: str, **labels: str) -> None:
        """Waits until the metric has this value: what it counts may still be on its way."""

        async def there() -> bool:
            return await self.metric(name, **labels) == value

        await until(there)


@asynccontextmanager
async def bot_player(nats: Nats, folder: Path, name: str = "bots", **env: str) -> AsyncIterator[Bots]:
    ready, log = folder / f"{name}.ready", folder / f"{name}.log"
    settings = {
        "BAOCHUAN_NATS_URL": nats.url,
        "BAOCHUAN_POLICIES": "random,held,broken,cheat,first",
        "BAOCHUAN_READY_FILE": str(ready),
        "BAOCHUAN_METRICS_LISTEN": "127.0.0.1:0",
        "BAOCHUAN_LOG_FORMAT": "json",
        **env,
    }
    with log.open("wb") as out:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot_player", env=os.environ | settings, stdout=out, stderr=out, cwd=ROOT
        )
    try:
        with contextlib.suppress(TimeoutError):
            await until(lambda: ready.exists() or process.returncode is not None, START_SECONDS)
        assert ready.exists(), log.read_text()
        yield Bots(process, ready, log)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.fixture
async def ear() -> AsyncIterator[Ear]:
    ear = Ear()  # type: ignore[abstract]
    await ear.start()
    yield ear
    await ear.stop()


@pytest.fixture
async def bus(nats: Nats) -> AsyncIterator[Client]:
    connection = await connect(nats.url, max_reconnect_attempts=-1, reconnect_time_wait=0.1)
    yield connection
    await connection.close()


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    return Gate(tmp_path / "gate")


def ask(ear: Ear, match: str = "m1", policy: str = "random", seat: int = 0, **changes: Any) -> bus_pb2.HouseAsk:
    """The first decision of a toy match, as a rules service asks it."""
    game = toy.load()
    record = played(game, ["random", "random"])
    state = Match.start(game, record.header, derive_seed(7, "match", 0)).match.state
    decision = game.decision(state, seat)
    options = [game.actions.encode(a) for a in game.options(state, seat)]
    made = bus_pb2.HouseAsk(
        match_id=match,
        game="toy",
        seat=seat,
        policy=policy,
        policy_seed=SEED,
        view=match_pb2.SeatView(
            revision=1,
            view=msgspec.json.encode(game.view(state, seat)),
            decision=match_pb2.Decision(id=decision.id, seat=seat, kind=decision.kind, rule=decision.rule),
            options=msgspec.json.encode(options),
        ),
        answer_to=ear.address,
        attempt=1,
        edition_digest=game.edition_digest,
    )
    for name, value in changes.items():
        setattr(made, name, value)
    return made


async def send(bus: Client, *asks: bus_pb2.HouseAsk) -> None:
    for one in asks:
        await bus.publish(f"ask.house.{one.policy}", one.SerializeToString())
    await bus.flush()


async def test_an_ask_is_answered_as_the_policy_answers_in_process(
    nats: Nats, bus: Client, ear: Ear, tmp_path: Path
) -> None:
    async with bot_player(nats, tmp_path) as bots:
        for policy in ("random", "first"):
            asked = ask(ear, f"m-{policy}", policy)
            await send(bus, asked)
        await ear.until(2)
        game = toy.load()
        options = [game.actions.decode(o) for o in msgspec.json.decode(asked.view.options)]
        view = msgspec.json.decode(asked.view.view, type=game.view_type())
        for answer in ear.answers:
            policy = answer.match_id.removeprefix("m-")
            chosen = make_policy(policy, game, SEED).choose(
                view, Decision(asked.view.decision.id, 0, "bid", "TOY-10", False), options
            )
            assert json.loads(answer.action) == game.actions.encode(chosen)
            assert (answer.seat, answer.decision_id) == (0, "bid.0")
            assert answer.request_id == request_id(0, "bid.0")
        await bots.reaches(2, "baochuan_bot_answers_total", result="accepted")


async def test_the_offer_lists_the_policies_with_their_games(nats: Nats, bus: Client, tmp_path: Path) -> None:
    async with bot_player(nats, tmp_path, BAOCHUAN_POLICIES="random,greedy"):
        offer = json.loads((await bus.request("bots.house", b"", timeout=LONG)).data)
    assert [p["name"] for p in offer["policies"]] == ["random", "greedy"]
    assert offer["policies"][0]["games"] == ["ming_voyages", "treasure_ship", "ultimate_voyage", "forge_war", "toy"]
    assert "ming_voyages" in offer["policies"][1]["games"]
    assert "toy" not in offer["policies"][1]["games"]
    assert all(p["help"] for p in offer["policies"])


async def test_asks_that_do_not_fit_are_counted_and_not_answered(
    nats: Nats, bus: Client, ear: Ear, tmp_path: Path
) -> None:
    async with bot_player(nats, tmp_path) as bots:
        await send(
            bus,
            ask(ear, "m-game", game="go"),
            ask(ear, "m-edition", edition_digest="00"),
            ask(ear, "m-seed", policy_seed="xyz"),
            ask(ear, "m-bug", "broken"),
            ask(ear, "m-cheat", "cheat"),
        )
        options = ask(ear, "m-options")
        options.view.options = b'[{"type":"sail"}]'
        await send(bus, options)
        unknown = ask(ear, "m-policy")
        unknown.policy = "nobody"
        await bus.publish("ask.house.random", unknown.SerializeToString())
        await bus.publish("ask.house.random", b"\xff\xff nonsense")
        await send(bus, ask(ear, "m-good"))
        await ear.until(1)
        assert [a.match_id for a in ear.answers] == ["m-good"]
        await bots.reaches(8, "baochuan_bot_asks_total", result="refused")
        await bots.reaches(0, "baochuan_bot_thinking")
        log = bots.log.read_text()
    assert "a bug of the policy" in log
    assert "another edition" in log
    assert SEED not in log


async def test_a_slow_thought_holds_up_no_other_ask_and_is_not_begun_twice(
    nats: Nats, bus: Client, ear: Ear, gate: Gate, tmp_path: Path
) -> None:
    async with bot_player(nats, tmp_path, BAOCHUAN_WORKERS="2", **gate.env) as bots:
        await send(bus, *[ask(ear, "m-slow", "held")] * 5)
        await until(gate.begun)
        for number in range(20):
            await send(bus, ask(ear, f"m-{number}"))
            await ear.until(1 + number)
        assert all(a.match_id != "m-slow" for a in ear.answers)
        await bots.reaches(4, "baochuan_bot_asks_total", policy="held", result="repeated")
        gate.open()
        await ear.until(21)
        assert ear.answers[-1].match_id == "m-slow"
        await bots.reaches(0, "baochuan_bot_thinking")
        assert len(ear.answers) == 21
        assert gate.begun() == 1


async def test_a_worker_that_dies_costs_one_thought(
    nats: Nats, bus: Client, ear: Ear, gate: Gate, tmp_path: Path
) -> None:
    async with bot_player(nats, tmp_path, BAOCHUAN_WORKERS="1", **gate.env) as bots:
        await send(bus, ask(ear, "m-1", "held"))
        await until(gate.begun)
        for pid in children(bots.process.pid):
            os.kill(pid, signal.SIGKILL)
        await bots.reaches(1, "baochuan_bot_asks_total", policy="held", result="refused")
        gate.open()
        await send(bus, ask(ear, "m-1", "held"))
        await ear.until(1)
        assert ear.answers[-1].match_id == "m-1"
        await bots.reaches(1, "baochuan_bot_asks_total", policy="held", result="answered")
        assert await bots.metric("baochuan_bot_asks_total", policy="held", result="refused") == 1


def message(asked: bus_pb2.HouseAsk) -> Msg:
    """An ask as it comes from the bus, for bots in this process."""
    found: Any = type("Msg", (), {"data": asked.SerializeToString(), "subject": f"ask.house.{asked.policy}"})
    return cast(Msg, found)


async def test_an_answer_without_a_reply_is_sent_again_with_the_same_request_id(
    ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Ear()  # type: ignore[abstract]
    await other.start()
    bots = HouseBots({"toy": toy.load()}, ["random"], None)
    ear.judge = lambda _: None  # the reply is lost
    try:
        monkeypatch.setattr(bot_service, "SEND_AGAIN_AFTER", 10 * LONG)
        await bots.on_ask(message(ask(ear)))
        await bots.on_ask(message(ask(ear)))  # too soon to send again
        await bots.on_ask(message(ask(ear, "m-2")))
        await ear.until(2)
        assert [a.match_id for a in ear.answers] == ["m1", "m-2"]
        monkeypatch.setattr(bot_service, "SEND_AGAIN_AFTER", -1.0)
        await bots.on_ask(message(ask(ear)))
        await ear.until(3)
        assert ear.answers[2] == ear.answers[0]
        monkeypatch.setattr(bot_service, "SEND_AGAIN_AFTER", 10 * LONG)
        await bots.on_ask(message(ask(other)))  # another replica asks: the answer goes there at once
        await other.until(1)
        assert other.answers[0] == ear.answers[0]
    finally:
        await bots.close()
        await other.stop()


async def test_a_replica_that_is_gone_loses_the_answer_and_a_new_ask_is_answered(
    nats: Nats, bus: Client, ear: Ear, tmp_path: Path
) -> None:
    async with bot_player(nats, tmp_path) as bots:
        await send(bus, ask(ear, "m-1"))
        await ear.until(1)
        await bots.reaches(1, "baochuan_bot_answers_total", result="accepted")
        await ear.stop()
        await send(bus, ask(ear, "m-2"))
        await bots.reaches(1, "baochuan_bot_answers_total", result="dropped")
        await bots.reaches(0, "baochuan_bot_thinking")
        await ear.start()  # at its old address
        await send(bus, ask(ear, "m-2"))
        await ear.until(2)
        assert ear.answers[-1].match_id == "m-2"


@pytest.mark.parametrize(
    ("reason", "retryable", "result"),
    [
        (errors_pb2.REASON_DECISION_NOT_PENDING, False, "late"),
        (errors_pb2.REASON_REQUEST_ID_REUSED, False, "late"),
        (errors_pb2.REASON_CONTENDED, True, "not_now"),
        (errors_pb2.REASON_ILLEGAL_ACTION, False, "rejected"),
    ],
)
async def test_refusals_are_told_apart(
    nats: Nats,
    bus: Client,
    ear: Ear,
    tmp_path: Path,
    reason: errors_pb2.Reason.ValueType,
    retryable: bool,
    result: str,
) -> None:
    ear.judge = refused(reason, retryable=retryable)
    async with bot_player(nats, tmp_path) as bots:
        await send(bus, ask(ear))
        await ear.until(1)
        await bots.reaches(1, "baochuan_bot_answers_total", result=result)
        await send(bus, ask(ear))  # asked again, it answers again
        await ear.until(2)


async def test_options_that_change_meanwhile_are_thought_about_anew(
    nats: Nats, bus: Client, ear: Ear, gate: Gate, tmp_path: Path
) -> None:
    newer = ask(ear, "m-1", "held")
    newer.view.options = msgspec.json.encode(msgspec.json.decode(newer.view.options)[:2])
    newer.view.revision = 2
    async with bot_player(nats, tmp_path, BAOCHUAN_WORKERS="1", **gate.env) as bots:
        await send(bus, ask(ear, "m-1", "held"))
        await until(gate.begun)
        await send(bus, newer)
        await bots.reaches(1, "baochuan_bot_asks_total", policy="held", result="repeated")
        gate.open()
        await ear.until(1)
        assert json.loads(ear.answers[0].action) == msgspec.json.decode(newer.view.options)[-1]
        await bots.reaches(0, "baochuan_bot_thinking")
        assert len(ear.answers) == 1


async def test_many_asks_at_once_are_all_answered(nats: Nats, bus: Client, ear: Ear, tmp_path: Path) -> None:
    async with bot_player(nats, tmp_path):
        await send(bus, *[ask(ear, f"m-{n}") for n in range(200)])
        await ear.until(200)
        assert len({a.match_id for a in ear.answers}) == 200


async def test_answers_that_are_ready_together_go_out_in_one_message(ear: Ear) -> None:
    bots = HouseBots({"toy": toy.load()}, ["random"], None)
    for n in range(200):
        await bots.on_ask(message(ask(ear, f"m-{n}")))  # answers without waiting for anything
    await ear.until(200)
    assert ear.messages == 1
    await asyncio.wait_for(bots.drained(), LONG)
    await bots.close()


async def test_two_replicas_share_the_asks_and_one_takes_over_for_the_other(
    nats: Nats, bus: Client, ear: Ear, tmp_path: Path
) -> None:
    async with bot_player(nats, tmp_path, "one") as one, bot_player(nats, tmp_path, "two") as two:
        await send(bus, *[ask(ear, f"m-{n}") for n in range(100)])
        await ear.until(100)
        shares = [await bots.metric("baochuan_bot_asks_total", result="answered") for bots in (one, two)]
        assert sum(shares) == 100
        assert min(shares) > 10
        one.process.kill()
        await one.process.wait()
        await send(bus, *[ask(ear, f"n-{n}") for n in range(100)])

        async def all_answered() -> bool:
            missing = {f"n-{n}" for n in range(100)} - {a.match_id for a in ear.answers}
            if missing:  # what NATS still gave to the dead one is lost, until it is asked again
                await send(bus, *[ask(ear, match) for match in sorted(missing)])
                await asyncio.sleep(0.2)
            return not missing

        await until(all_answered)


async def test_it_drains_on_sigterm_and_gives_the_answer_it_thinks_about(
    nats: Nats, bus: Client, ear: Ear, gate: Gate, tmp_path: Path
) -> None:
    patient = {"BAOCHUAN_WORKERS": "1", "BAOCHUAN_DRAIN_SECONDS": "600"}
    async with bot_player(nats, tmp_path, **patient, **gate.env) as bots:
        await send(bus, ask(ear, "m-1", "held"))
        await until(gate.begun)
        bots.process.send_signal(signal.SIGTERM)

        async def takes_no_more() -> bool:
            try:
                await bus.request("bots.house", b"", timeout=0.5)
            except NoRespondersError:
                return True
            except NatsTimeoutError:
                return False  # it came while the bot player was unsubscribing
            return False

        await until(takes_no_more)
        await send(bus, ask(ear, "m-2"))
        assert bots.process.returncode is None
        gate.open()
        assert await asyncio.wait_for(bots.process.wait(), LONG) == 0
        assert [a.match_id for a in ear.answers] == ["m-1"]


async def test_it_goes_on_after_nats_was_away(nats: Nats, bus: Client, ear: Ear, tmp_path: Path) -> None:
    async with bot_player(nats, tmp_path):
        await send(bus, ask(ear, "m-1"))
        await ear.until(1)
        nats.kill()
        await asyncio.sleep(1.0)
        nats.start()

        async def answers_again() -> bool:
            if bus.is_connected:
                with contextlib.suppress(NatsError, TimeoutError):
                    await send(bus, ask(ear, "m-2"))
            await asyncio.sleep(0.2)
            return ear.answers[-1].match_id == "m-2"

        await until(answers_again)


@pytest.mark.parametrize(
    ("env", "line"),
    [
        ({"BAOCHUAN_POLICIES": "nobody"}, 'bot_player: BAOCHUAN_POLICIES: unknown policy "nobody"; known: random'),
        ({"BAOCHUAN_POLICIES": " , "}, "bot_player: BAOCHUAN_POLICIES: no policy"),
        ({"BAOCHUAN_EDITIONS": "go=x"}, 'bot_player: BAOCHUAN_EDITIONS: unknown game "go"'),
        ({"BAOCHUAN_EDITIONS": "toy=/nowhere"}, "bot_player: edition: /nowhere: cannot be read"),
        ({"BAOCHUAN_WORKERS": "many"}, "bot_player: BAOCHUAN_WORKERS: "),
        (
            {"BAOCHUAN_NATS_URL": "nats://127.0.0.1:9", "BAOCHUAN_START_WAIT_SECONDS": "0.5"},
            "bot_player: no answer from NATS",
        ),
    ],
)
async def test_what_is_wrong_at_the_start_is_one_clear_line(env: dict[str, str], line: str) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot_player", env=os.environ | env, stderr=asyncio.subprocess.PIPE, cwd=ROOT
    )
    _, err = await asyncio.wait_for(process.communicate(), LONG)
    assert process.returncode == 1
    text = err.decode()
    assert text.splitlines()[-1].startswith(line)
    assert "Traceback" not in text


def test_request_ids_fit_however_long_a_decision_id_is() -> None:
    assert request_id(1, "bid.3") == "house-1-bid.3"
    long = {request_id(1, "x" * 100 + str(n)) for n in range(50)}
    assert len(long) == 50
    assert all(len(r) <= 64 for r in long)
