"""The house bots as a service: asks come from the bus, answers go to the rules service that asks.

A lost ask, a lost answer or a dead replica costs time only: the rules service asks again until the
decision is made. Every replica would give the same answer, under the same request id.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
import time
from typing import Any, Final

import uvloop
from google.protobuf.message import DecodeError
from nats.aio.msg import Msg
from prometheus_client import Counter, Gauge, Histogram

from baochuan.bus.v1 import bus_pb2
from baochuan.match.v1 import match_service_pb2 as pb
from bot_player.catalogue import load_games
from bot_player.links import Links, reason_name
from bot_player.policies import UnknownPolicy, base_name, policies, policy_class, policy_games
from bot_player.settings import BotSettings
from bot_player.thinking import Question, Thinker, ThinkingFailed, Workers
from rulekit.errors import EditionError
from rulekit.game import Game
from servicekit import bus as buses
from servicekit import logs
from servicekit.errors import ServiceError
from servicekit.server import ServerShell
from servicekit.settings import SettingsError, StartError, load

QUEUE: Final = "house-bots"
SEND_AGAIN_AFTER: Final = 2.0  # seconds without a reply, after which a repeated ask has the answer sent again

ASKS = Counter("baochuan_bot_asks", "Asks received, by what became of them", ["policy", "result"])
ANSWERS = Counter("baochuan_bot_answers", "Answers sent, by what the rules service said", ["result"])
_ACCEPTED = ANSWERS.labels("accepted")
_REPLAYED = ANSWERS.labels("replayed")
THINKING = Gauge("baochuan_bot_thinking", "Decisions being thought about")
THOUGHT = Histogram(
    "baochuan_bot_thought_seconds",
    "Time to choose",
    ["policy"],
    buckets=(0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0),
)

_log = logs.get(__name__)
# REQUEST_ID_REUSED: the decision was answered by another replica that saw other options.
_TOO_LATE: Final = frozenset({"DECISION_NOT_PENDING", "MATCH_OVER", "MATCH_NOT_FOUND", "REQUEST_ID_REUSED"})

Key = tuple[str, int, str]


class Thought:
    """One decision in hand: being thought about while `action` is empty, then sent and not yet confirmed.

    `newer` is an ask for the same decision with other options: another seat's move changed them.
    """

    __slots__ = ("action", "answer_to", "newer", "options", "sent")

    def __init__(self, ask: bus_pb2.HouseAsk) -> None:
        self.answer_to = ask.answer_to
        self.options = ask.view.options
        self.action = b""
        self.sent = 0.0
        self.newer: bus_pb2.HouseAsk | None = None


def request_id(seat: int, decision: str) -> str:
    """Unique within the match and the same from every replica, so that two answers are one move."""
    text = f"house-{seat}-{decision}"
    return text if len(text) <= 64 else "house-" + hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


class HouseBots:
    """Takes asks and answers them. All methods run on the event loop."""

    def __init__(self, games: dict[str, Game[Any]], names: list[str], workers: Workers | None) -> None:
        self._games = games
        self._policies = names
        # `labels` is a lock and a look-up each time; these two are counted with every decision.
        self._answered = {name: ASKS.labels(name, "answered") for name in names}
        self._thought = {name: THOUGHT.labels(name) for name in names}
        self._thinker = Thinker(games)
        self._workers = workers
        self._links = Links()
        self._thoughts: dict[Key, Thought] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._idle = asyncio.Event()
        self._idle.set()

    def offer(self) -> bytes:
        """The answer to a request on `bots.house`."""
        keys = list(self._games)
        known = policies()
        rows = [
            {
                "name": n,
                "games": policy_games(n, keys),
                "help": known[n].about(),
                "parameters": [
                    {"name": key, "least": p.least, "most": p.most} for key, p in known[n].parameters.items()
                ],
            }
            for n in self._policies
        ]
        return json.dumps({"policies": rows}).encode()

    async def on_ask(self, msg: Msg) -> None:
        """One ask from the bus; never raises, never waits."""
        try:
            ask = bus_pb2.HouseAsk.FromString(msg.data)
        except DecodeError:
            self._refuse("unknown", "not a HouseAsk", subject=msg.subject)
            return
        key = (ask.match_id, ask.seat, ask.view.decision.id)
        thought = self._thoughts.get(key)
        if thought is not None:
            self._asked_again(key, thought, ask)
            return
        game = self._games.get(ask.game)
        if base_name(ask.policy) not in self._policies or game is None:
            self._refuse(ask.policy, "no such bot or game here", match=ask.match_id, game=ask.game)
        elif ask.edition_digest != game.edition_digest:
            self._refuse(ask.policy, "the match is of another edition than the one loaded here", match=ask.match_id)
        else:
            self._think(key, ask)

    def _refuse(self, policy: str, why: str, **about: object) -> None:
        known = base_name(policy) if base_name(policy) in self._policies else "unknown"
        ASKS.labels(known, "refused").inc()
        _log.warning("ask not answered", why=why, policy=policy, **about)

    def _asked_again(self, key: Key, thought: Thought, ask: bus_pb2.HouseAsk) -> None:
        ASKS.labels(base_name(ask.policy), "repeated").inc()
        moved = thought.answer_to != ask.answer_to
        thought.answer_to = ask.answer_to
        if ask.view.options != thought.options:
            thought.newer = ask
        elif thought.action and (moved or time.monotonic() - thought.sent > SEND_AGAIN_AFTER):
            self._send(key, thought)

    def _think(self, key: Key, ask: bus_pb2.HouseAsk) -> None:
        decision = ask.view.decision
        question = Question(
            ask.game,
            ask.policy,
            ask.policy_seed,
            ask.view.view,
            ask.view.options,
            decision.id,
            ask.seat,
            decision.kind,
            decision.rule,
            decision.optional,
        )
        thought = self._thoughts[key] = Thought(ask)
        self._idle.clear()
        THINKING.set(len(self._thoughts))
        try:
            beside = self._workers is not None and policy_class(ask.policy, ask.game).thinks
            if not beside:
                start = time.perf_counter()
                thought.action = self._thinker.answer(question)
                self._thought[base_name(ask.policy)].observe(time.perf_counter() - start)
        except (UnknownPolicy, ThinkingFailed) as e:
            self._drop(key)
            self._refuse(ask.policy, str(e), match=ask.match_id, decision=decision.id)
            return
        if beside:
            task = asyncio.create_task(self._think_beside(key, thought, question))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            self._answered[base_name(ask.policy)].inc()
            self._send(key, thought)

    async def _think_beside(self, key: Key, thought: Thought, question: Question) -> None:
        assert self._workers is not None
        start = time.perf_counter()
        try:
            thought.action = await self._workers.answer(question)
        except ThinkingFailed as e:
            self._drop(key)
            self._refuse(question.policy, str(e), match=key[0], decision=key[2])
            return
        self._thought[base_name(question.policy)].observe(time.perf_counter() - start)
        if thought.newer is not None:
            self._think_anew(key, thought.newer)
            return
        self._answered[base_name(question.policy)].inc()
        self._send(key, thought)

    def _think_anew(self, key: Key, newer: bus_pb2.HouseAsk) -> None:
        """The options are others now: what was thought before is void."""
        self._drop(key)
        self._think(key, newer)

    def _send(self, key: Key, thought: Thought) -> None:
        match, seat, decision = key
        request = pb.SubmitActionRequest(
            match_id=match,
            seat=seat,
            decision_id=decision,
            request_id=request_id(seat, decision),
            action=thought.action,
        )
        thought.sent = time.monotonic()
        address = thought.answer_to

        def replied(reply: pb.Reply | None) -> None:
            self._replied(key, thought, address, reply)

        self._links.submit(address, request, replied)

    def _replied(self, key: Key, thought: Thought, address: str, reply: pb.Reply | None) -> None:
        if reply is None:
            ANSWERS.labels("dropped").inc()
            if thought.answer_to != address:
                return  # it was sent to another replica meanwhile, whose reply counts
        elif not reply.HasField("error"):
            (_REPLAYED if reply.submit.replayed else _ACCEPTED).inc()
        else:
            name = reason_name(reply.error)
            if name == "ILLEGAL_ACTION" and thought.newer is not None and self._thoughts.get(key) is thought:
                ANSWERS.labels("late").inc()
                self._think_anew(key, thought.newer)
                return
            if name in _TOO_LATE:
                ANSWERS.labels("late").inc()
            elif reply.error.retryable:
                ANSWERS.labels("not_now").inc()  # the ask comes again
            else:
                ANSWERS.labels("rejected").inc()
                _log.error("answer rejected", match=key[0], seat=key[1], decision=key[2], reason=name,
                           rule=reply.error.rule, error=reply.error.message)  # fmt: skip
        if self._thoughts.get(key) is thought:
            self._drop(key)

    def _drop(self, key: Key) -> None:
        del self._thoughts[key]
        THINKING.set(len(self._thoughts))
        if not self._thoughts:
            self._idle.set()

    async def drained(self) -> None:
        """Waits until every decision in hand is answered and confirmed."""
        await self._idle.wait()

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._workers is not None:
            self._workers.close()
        await self._links.close()


async def run(settings: BotSettings) -> None:
    """Serves until SIGTERM; raises `SettingsError`, `StartError`, `EditionError`."""
    names = settings.policy_names()
    editions = settings.edition_paths()
    games = load_games(editions)
    shell = ServerShell("bot_player", settings)
    workers = None
    if settings.workers:
        workers = Workers(settings.workers, editions, settings.log_format, settings.log_level)
    try:
        await _serve(shell, names, games, workers)
    finally:
        await shell.server.stop(0)


async def _serve(shell: ServerShell, names: list[str], games: dict[str, Game[Any]], workers: Workers | None) -> None:
    settings = shell.settings
    await shell.start({})

    async def on_change(connected: bool) -> None:
        await shell.set_away("bus", not connected)

    bus = await buses.connect(
        settings.nats_url, "bot_player", wait_seconds=settings.start_wait_seconds, on_change=on_change
    )
    bots = HouseBots(games, names, workers)

    async def offer(msg: Msg) -> None:
        if msg.reply:
            try:
                await bus.publish(msg.reply, bots.offer())
            except ServiceError as e:
                _log.warning("offer not sent", error=e.message)

    try:
        subscriptions = [await bus.subscribe(f"ask.house.{name}", bots.on_ask, queue=QUEUE) for name in names]
        subscriptions.append(await bus.subscribe("bots.house", offer))
        await bus.nc.flush()  # known to the server before we say that we are ready
        await shell.ready()

        async def drain() -> None:
            for subscription in subscriptions:
                await subscription.unsubscribe()
            await bots.drained()

        await shell.run(drain)
    finally:
        await bots.close()
        await bus.close()


def main() -> None:
    """The process: exit code 1 with one line if it cannot start."""
    try:
        settings = load(BotSettings)
        logs.configure("bot_player", settings.log_format, settings.log_level)
        uvloop.run(run(settings))
    except (SettingsError, StartError, EditionError) as e:
        sys.exit(f"bot_player: {e}")
