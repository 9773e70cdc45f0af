"""`Seat`: one seat of one match. Asks the bot in the order of the match and sees each answer through."""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from baochuan import errors
from baochuan.bot.v1 import bot_service_pb2 as bot_pb
from baochuan.bots import ANY_TIME, Bot, Decision, Match, Result
from baochuan.channel import Backoff

log = logging.getLogger("baochuan")

# An answer refused for a reason that should pass (the server's fault, options that changed) is tried this often.
TRIES = 8
ON_ERROR = ("raise", "fallback", "resign")


class Connection(Protocol):
    """What a seat needs of the player that holds it."""

    bot: Bot
    on_error: str

    def send(self, request: bot_pb.PlayRequest) -> None:
        """Sends if the stream is up. What is lost otherwise is asked for again after the reconnect."""

    def next_number(self) -> int:
        """Numbers that grow: they tell whether an ask came before or after an answer went out."""

    def next_request_id(self) -> str:
        """A request id that nobody else uses in this match."""

    async def in_thread(self, function: Callable[..., Any], *args: Any) -> Any:
        """Runs a blocking method of the bot."""

    def finished(self, seat: Seat, result: Result) -> None: ...

    def failed(self, error: Exception) -> None:
        """Something that ends the whole run."""


@dataclass(frozen=True, slots=True)
class _Asked:
    ask: bot_pb.Ask
    number: int


@dataclass(slots=True)
class _Answer:
    """The newest answer of the seat. `settled`: refused for good, so the decision may be answered anew."""

    asked: bot_pb.Ask
    options: list[dict[str, Any]]
    action: dict[str, Any]
    request_id: str
    number: int = 0
    tries: int = 0
    settled: bool = False
    accepted: bool = False


class Seat:
    """Takes in the messages of one seat; a task of its own works them off one by one."""

    def __init__(self, connection: Connection, match: Match, seat: int) -> None:
        self.match = match
        self.seat = seat
        self.revision = 0
        self.moves = 0
        self.faults = 0
        self._connection = connection
        self._bot = connection.bot
        self._inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._newest_ask = 0
        self._answer: _Answer | None = None
        self._backoff = Backoff()
        self._tries = 0
        self._task = asyncio.create_task(self._work(), name=f"{match.match_id}/{seat}")

    def close(self) -> None:
        self._task.cancel()

    # What arrives, in the order of the stream.

    def started(self, message: bot_pb.MatchStarted) -> None:
        self.revision = message.view.revision
        self._inbox.put_nowait(message)

    def update(self, message: bot_pb.Update) -> None:
        revision = message.commit.revision
        if revision <= self.revision:
            return
        if revision > self.revision + 1:
            log.warning("%s: commits %d to %d are missing", self, self.revision + 1, revision - 1)
            self.resync()
        self.revision = revision
        if type(self._bot).match_events is not Bot.match_events:
            self._inbox.put_nowait(message)

    def ask(self, message: bot_pb.Ask) -> None:
        self._newest_ask = self._connection.next_number()
        self._inbox.put_nowait(_Asked(message, self._newest_ask))

    def accepted(self, message: bot_pb.Accepted) -> None:
        self._inbox.put_nowait(message)

    def rejected(self, message: bot_pb.Rejected) -> None:
        self._inbox.put_nowait(message)

    def over(self, outcome: bytes, seed: str) -> None:
        self._inbox.put_nowait(bot_pb.MatchOver(outcome=outcome, seed=seed))

    def resync(self) -> None:
        request = bot_pb.Resync(match_id=self.match.match_id, seat=self.seat)
        self._connection.send(bot_pb.PlayRequest(resync=request))

    def __str__(self) -> str:
        return f"match {self.match.match_id} seat {self.seat}"

    # The work, one message after the other.

    async def _work(self) -> None:
        try:
            while True:
                message = await self._inbox.get()
                match message:
                    case _Asked():
                        await self._on_ask(message)
                    case bot_pb.Accepted():
                        self._on_accepted(message)
                    case bot_pb.Rejected():
                        await self._on_rejected(message)
                    case bot_pb.MatchStarted():
                        await self._tell_bot(self._bot.match_started, self.match, self.seat)
                    case bot_pb.Update():
                        events = json.loads(message.commit.events or b"[]")
                        await self._tell_bot(self._bot.match_events, self.match, self.seat, events)
                    case bot_pb.MatchOver():
                        await self._on_over(message)
                        return
        except asyncio.CancelledError:
            raise
        except Exception as e:  # noqa: BLE001 - nobody awaits this task: whatever went wrong ends the run
            self._connection.failed(e)

    async def _call_bot(self, method: Callable[..., Any], *args: Any) -> Any:
        """The bot's method, in a thread unless it is async. Raises BotError if it raises."""
        try:
            if inspect.iscoroutinefunction(method):
                return await method(*args)
            given = await self._connection.in_thread(method, *args)
            return await given if inspect.isawaitable(given) else given
        except Exception as e:
            raise errors.BotError(f"{self}: {method.__name__}() raised {type(e).__name__}: {e}") from e

    async def _tell_bot(self, method: Callable[..., Any], *args: Any) -> None:
        """A method that gives nothing back; not called at all where the bot has not written it."""
        if getattr(method, "__func__", None) is getattr(Bot, method.__name__):
            return
        try:
            await self._call_bot(method, *args)
        except errors.BotError as e:
            self.faults += 1
            if self._connection.on_error == "raise":
                self._connection.failed(e)
            else:
                log.error("%s", e, exc_info=e)

    async def _on_ask(self, asked: _Asked) -> None:
        ask = asked.ask
        if asked.number < self._newest_ask:
            return
        options: list[dict[str, Any]] = json.loads(ask.view.options or b"[]")
        earlier = self._answer
        if earlier is not None and not earlier.settled and earlier.asked.view.decision.id == ask.view.decision.id:
            # The same decision again. An ask older than the answer crossed it on the way; a newer one means that the
            # answer was lost, unless the options have changed meanwhile.
            if earlier.number > asked.number:
                return
            if earlier.accepted or earlier.action in options:
                self._send(earlier)
                return
        decision = self._decision(ask)
        try:
            choice = await self._call_bot(self._bot.choose, json.loads(ask.view.view), decision, options)
            action = self._action(choice, decision, options)
        except errors.BotError as e:
            self._bot_failed(e, ask, options)
            return
        if action is not None:
            self._send(_Answer(ask, options, action, self._connection.next_request_id()))

    def _decision(self, ask: bot_pb.Ask) -> Decision:
        decision = ask.view.decision
        return Decision(
            match=self.match,
            seat=self.seat,
            id=decision.id,
            kind=decision.kind,
            rule=decision.rule,
            optional=decision.optional,
            revision=ask.view.revision,
            time_left=ask.time_left_ms / 1000 if ask.time_left_ms else None,
        )

    def _action(self, choice: object, decision: Decision, options: list[dict[str, Any]]) -> dict[str, Any] | None:
        if choice is None and decision.kind == ANY_TIME:
            return None
        if isinstance(choice, dict):
            return choice
        if isinstance(choice, int) and not isinstance(choice, bool) and 0 <= choice < len(options):
            return options[choice]
        raise errors.BotError(
            f"{self}: choose() gave {choice!r} for {decision.id}; it gives an option or its position, "
            f"0 to {len(options) - 1}"
        )

    def _send(self, answer: _Answer) -> None:
        # The action itself goes out, not its position: it means the same even if the options have changed meanwhile.
        answer.number = self._connection.next_number()
        self._answer = answer
        self._connection.send(
            bot_pb.PlayRequest(
                answer=bot_pb.Answer(
                    match_id=self.match.match_id,
                    seat=self.seat,
                    decision_id=answer.asked.view.decision.id,
                    request_id=answer.request_id,
                    action=json.dumps(answer.action, separators=(",", ":")).encode(),
                )
            )
        )

    def _on_accepted(self, message: bot_pb.Accepted) -> None:
        answer = self._answer
        if answer is None or answer.request_id != message.request_id or answer.accepted:
            return
        answer.accepted = True
        self.moves += 1
        self._tries = 0
        self._backoff.reset()

    async def _on_rejected(self, message: bot_pb.Rejected) -> None:
        answer = self._answer
        if answer is None or answer.request_id != message.request_id or answer.accepted:
            return
        error = errors.from_message(message.error)
        if error.retryable:
            log.info("%s: %s; sending the answer again", self, error)
            await asyncio.sleep(self._backoff.next())
            self._send(answer)
            return
        answer.settled = True
        if isinstance(error, errors.DecisionNotPending | errors.MatchIsOver | errors.NotFound | errors.NotYourSeat):
            # The clock, another connection or the end of the match was faster. If the seat has still something to
            # decide, it is asked.
            log.info("%s: %s", self, error)
            return
        if isinstance(error, errors.IllegalAction | errors.InvalidAction) and answer.action not in answer.options:
            refused = errors.BotError(f"{self}: {answer.action} was not offered for {answer.asked.view.decision.id}")
            refused.__cause__ = error
            self._bot_failed(refused, answer.asked, answer.options)
            return
        self._tries += 1
        if self._tries >= TRIES:
            self._connection.failed(error)
            return
        log.warning("%s: %s; asking for the state of the match", self, error)
        await asyncio.sleep(self._backoff.next())
        self.resync()

    def _bot_failed(self, error: errors.BotError, ask: bot_pb.Ask, options: list[dict[str, Any]]) -> None:
        self.faults += 1
        if self._connection.on_error == "raise":
            self._connection.failed(error)
            return
        log.error("%s", error, exc_info=error)
        if self._connection.on_error == "resign":
            request = bot_pb.Resign(match_id=self.match.match_id, seat=self.seat)
            self._connection.send(bot_pb.PlayRequest(resign=request))
        elif ask.view.decision.kind != ANY_TIME:
            self._send(_Answer(ask, options, options[0], self._connection.next_request_id()))

    async def _on_over(self, message: bot_pb.MatchOver) -> None:
        outcome = json.loads(message.outcome or b"{}")
        result = Result(
            match=self.match,
            seat=self.seat,
            reason=outcome.get("reason", ""),
            placings=tuple(outcome.get("placings", ())),
            scores=tuple(outcome.get("scores", ())),
            seed=message.seed,
            moves=self.moves,
            faults=self.faults,
            detail=outcome.get("detail", {}),
        )
        await self._tell_bot(self._bot.match_over, result)
        self._connection.finished(self, result)
