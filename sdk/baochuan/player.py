"""`Player`: the play stream of a bot. Connects, connects again with `resume`, and gives each seat its messages."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, Self

import grpc

from baochuan import channel, errors
from baochuan.bot.v1 import bot_service_pb2 as bot_pb
from baochuan.bot.v1 import bot_service_pb2_grpc
from baochuan.bots import Bot, Match, Result
from baochuan.client import Client
from baochuan.lobby.v1 import lobby_pb2
from baochuan.seat import ON_ERROR, Seat

log = logging.getLogger("baochuan")

PROTOCOL = 1
# Seconds: a Ping this often, and a connection that says nothing for this long is given up.
PING_SECONDS = 15.0
SILENCE_SECONDS = 45.0
# Seconds that sending the last messages may take at the end.
FLUSH_SECONDS = 2.0
# A try again cannot help against these.
FATAL = (errors.AccessDenied, errors.ProtocolError, errors.Replaced, errors.OptionsInvalid)


class Player:
    """A connected bot; use it as an async context manager.

    `resume`: take over all running matches of the token from the first connection on. `connect_timeout` is how long
    the first connection may be tried, `reconnect_timeout` how long a lost one, in seconds.
    """

    def __init__(
        self,
        bot: Bot,
        server: str,
        token: str,
        client: Client,
        *,
        games: Sequence[str] = (),
        max_matches: int = 0,
        resume: bool = False,
        threads: int = 1,
        on_error: str = "raise",
        credentials: grpc.ChannelCredentials | None = None,
        connect_timeout: float = 10.0,
        reconnect_timeout: float = math.inf,
    ) -> None:
        if on_error not in ON_ERROR:
            raise ValueError(f"on_error is one of {', '.join(ON_ERROR)}, not {on_error!r}")
        self.bot = bot
        self.on_error = on_error
        self._server = server
        self._token = token
        self._client = client
        self._games = list(games)
        self._max_matches = max_matches
        self._resume_all = resume
        self._credentials = credentials
        self._connect_timeout = connect_timeout
        self._reconnect_timeout = reconnect_timeout
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="baochuan-bot")
        self._seats: dict[tuple[str, int], Seat] = {}
        self._wanted: dict[tuple[str, int], asyncio.Future[Result]] = {}
        self._lost: set[tuple[str, int]] = set()
        self._number = 0
        self._nonce = secrets.token_hex(6)
        self._outbox: asyncio.Queue[bot_pb.PlayRequest | None] | None = None
        self._call: grpc.aio.StreamStreamCall[bot_pb.PlayRequest, bot_pb.PlayResponse] | None = None
        self._settling: set[asyncio.Task[None]] = set()
        self._lost_at: float | None = None
        self._backoff = channel.Backoff()
        self._welcomed = False

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._welcome: asyncio.Future[bot_pb.Welcome] = loop.create_future()
        self._failure: asyncio.Future[None] = loop.create_future()
        self._lost_at = loop.time()
        self._task = asyncio.create_task(self._stay_connected(), name="baochuan-player")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None and self._outbox is not None:
            await self._flush(self._outbox)
        tasks = [self._task, *self._settling]
        for task in tasks:
            task.cancel()
        for seat in self._seats.values():
            seat.close()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
        # A failure that nobody waited for is no news at the end.
        for future in self._futures():
            if not future.cancel() and not future.cancelled():
                future.exception()

    # For those who started it.

    async def welcome(self) -> bot_pb.Welcome:
        """The platform's greeting; waits for the first connection."""
        return await asyncio.shield(self._welcome)

    async def failure(self) -> None:
        """Ends with the error that ends the play; never before."""
        await asyncio.shield(self._failure)

    def want(self, match_id: str, seat: int) -> asyncio.Future[Result]:
        """The result of a match to come, running, or over since this player was asked for it first."""
        key = (match_id, seat)
        if key not in self._wanted:
            self._wanted[key] = asyncio.get_running_loop().create_future()
        if self._failure.done() and not self._wanted[key].done():
            self._wanted[key].set_exception(self._failure.exception() or asyncio.CancelledError())
        return self._wanted[key]

    def holds(self, match_id: str, seat: int) -> bool:
        return (match_id, seat) in self._seats

    def was_lost(self, match_id: str, seat: int) -> bool:
        """Another connection has taken the seat over."""
        return (match_id, seat) in self._lost

    @property
    def connected(self) -> bool:
        return self._outbox is not None

    def reconnect(self) -> None:
        """Leaves the stream and connects again, resuming the matches that are wanted."""
        if self._call is not None:
            self._call.cancel()

    def settle(self, match: Match, seat: int, table: lobby_pb2.Table) -> None:
        """Ends a match whose end the stream did not bring, by what its table says."""
        key = (match.match_id, seat)
        held = self._seats.get(key) or Seat(self, match, seat)
        self._seats[key] = held
        held.over(table.outcome, "")

    # For the seats.

    def send(self, request: bot_pb.PlayRequest) -> None:
        if self._outbox is not None:
            self._outbox.put_nowait(request)

    def next_number(self) -> int:
        self._number += 1
        return self._number

    def next_request_id(self) -> str:
        return f"{self._nonce}-{self.next_number()}"

    async def in_thread(self, function: Callable[..., Any], *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *args)

    def finished(self, seat: Seat, result: Result) -> None:
        key = (seat.match.match_id, seat.seat)
        self._seats.pop(key, None)
        self._lost.discard(key)
        future = self._wanted.get(key)
        if future is not None and not future.done():
            future.set_result(result)

    def failed(self, error: Exception) -> None:
        for future in self._futures():
            if not future.done():
                future.set_exception(error)
        self._task.cancel()

    def _futures(self) -> list[asyncio.Future[Any]]:
        return [self._failure, self._welcome, *self._wanted.values()]

    # The connection.

    async def _stay_connected(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                error: errors.BaochuanError = await self._play_once()
            except errors.BaochuanError as e:
                error = e
            if isinstance(error, FATAL):
                self.failed(error)
                return
            now = loop.time()
            if self._lost_at is None:
                self._lost_at = now
            limit = self._reconnect_timeout if self._welcomed else self._connect_timeout
            if now - self._lost_at >= limit:
                text = f"no connection to {self._server} for {now - self._lost_at:.0f} s ({error.message})"
                self.failed(errors.make(error.reason, text, retryable=error.retryable, code=error.code))
                return
            wait = self._backoff.next()
            log.info("connection to %s ended (%s); trying again in %.1f s", self._server, error, wait)
            await asyncio.sleep(wait)

    async def _play_once(self) -> errors.BaochuanError:
        """One connection, from Hello to its end; gives or raises the reason why it ended."""
        link = channel.connect(self._server, self._credentials)
        outbox: asyncio.Queue[bot_pb.PlayRequest | None] = asyncio.Queue()
        helpers: list[asyncio.Task[None]] = []
        try:
            call = bot_service_pb2_grpc.BotServiceStub(link).Play()  # type: ignore[call-arg]
            self._call = call
            outbox.put_nowait(bot_pb.PlayRequest(hello=self._hello()))
            helpers.append(asyncio.create_task(self._write(call, outbox)))
            silence = min(SILENCE_SECONDS, self._connect_timeout)
            while True:
                async with asyncio.timeout(silence):
                    message = await call.read()
                if not isinstance(message, bot_pb.PlayResponse):
                    return errors.make("UNAVAILABLE", "the server ended the stream", retryable=True)
                if message.HasField("welcome"):
                    self._outbox = outbox
                    self._on_welcome(message.welcome)
                    helpers.append(asyncio.create_task(self._ping(outbox)))
                    silence = SILENCE_SECONDS
                elif message.HasField("drain"):
                    await self._flush(outbox)
                    return errors.make("UNAVAILABLE", f"the server drains: {message.drain.reason}", retryable=True)
                else:
                    # The stream does more than greet: it is sound.
                    self._lost_at = None
                    self._backoff.reset()
                    self._dispatch(message)
        except TimeoutError:
            return errors.make("UNAVAILABLE", "the server says nothing", retryable=True)
        except grpc.aio.AioRpcError as e:
            raise errors.from_rpc_error(e) from e
        except asyncio.CancelledError:
            # gRPC raises this too when the call was cancelled by `reconnect`, not this task.
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            return errors.make("UNAVAILABLE", "connecting anew", retryable=True)
        finally:
            self._outbox = None
            self._call = None
            for helper in helpers:
                helper.cancel()
            await asyncio.gather(*helpers, return_exceptions=True)
            await link.close(None)

    def _hello(self) -> bot_pb.Hello:
        """The first message. Later ones resume; an empty list would mean all matches of the token."""
        hello = bot_pb.Hello(token=self._token, protocol=PROTOCOL, games=self._games, max_matches=self._max_matches)
        open_wanted = {match_id for (match_id, _), future in self._wanted.items() if not future.done()}
        held = {match_id for match_id, _ in self._seats}
        mine = sorted((open_wanted | held) - {match_id for match_id, _ in self._lost})
        if self._resume_all:
            hello.resume = True
        elif mine:
            hello.resume = True
            hello.resume_matches.extend(mine)
        return hello

    async def _write(
        self,
        call: grpc.aio.StreamStreamCall[bot_pb.PlayRequest, bot_pb.PlayResponse],
        outbox: asyncio.Queue[bot_pb.PlayRequest | None],
    ) -> None:
        """Sends what lies in the outbox; None ends the sending side."""
        try:
            while (request := await outbox.get()) is not None:
                await call.write(request)
                outbox.task_done()
            await call.done_writing()
            outbox.task_done()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError) as e:
            # The reading side sees the end of the stream and its reason.
            log.debug("writing ended: %s", e)

    async def _flush(self, outbox: asyncio.Queue[bot_pb.PlayRequest | None]) -> None:
        """Sends what is still to be sent and closes the sending side.

        What a bot answers from now on goes out on the next connection, when it is asked again.
        """
        self._outbox = None
        outbox.put_nowait(None)
        try:
            async with asyncio.timeout(FLUSH_SECONDS):
                await outbox.join()
        except TimeoutError:
            log.info("the last messages to %s could not be sent", self._server)

    async def _ping(self, outbox: asyncio.Queue[bot_pb.PlayRequest | None]) -> None:
        while True:
            outbox.put_nowait(bot_pb.PlayRequest(ping=bot_pb.Ping(nonce=self.next_number())))
            await asyncio.sleep(PING_SECONDS)

    def _on_welcome(self, welcome: bot_pb.Welcome) -> None:
        self._welcomed = True
        if not self._welcome.done():
            self._welcome.set_result(welcome)
        # Matches that ended while the connection was away do not come back on the stream.
        for seat in list(self._seats.values()):
            if seat.match.match_id not in welcome.resumed:
                task = asyncio.create_task(self._look_up(seat))
                self._settling.add(task)
                task.add_done_callback(self._settling.discard)

    async def _look_up(self, seat: Seat) -> None:
        """What became of a seat that was not resumed."""
        try:
            table = await self._client.get_table(seat.match.match_id)
        except errors.NotFound:
            table = lobby_pb2.Table(status=lobby_pb2.TABLE_STATUS_STARTED)
        except errors.BaochuanError as e:
            log.warning("%s: not resumed, and its table cannot be read: %s", seat, e)
            return
        if table.status in (lobby_pb2.TABLE_STATUS_FINISHED, lobby_pb2.TABLE_STATUS_ABORTED):
            seat.over(table.outcome, "")
        else:
            log.warning("%s: not resumed", seat)
            self._drop(seat)

    def _drop(self, seat: Seat) -> None:
        seat.close()
        self._seats.pop((seat.match.match_id, seat.seat), None)

    def _dispatch(self, message: bot_pb.PlayResponse) -> None:
        kind = message.WhichOneof("message")
        match kind:
            case "match_started":
                self._on_started(message.match_started)
            case "update":
                if held := self._seat(message.update):
                    held.update(message.update)
            case "ask":
                if held := self._seat(message.ask):
                    held.ask(message.ask)
            case "accepted":
                for held in self._seats_of(message.accepted.match_id):
                    held.accepted(message.accepted)
            case "rejected":
                for held in self._seats_of(message.rejected.match_id):
                    held.rejected(message.rejected)
            case "match_over":
                if held := self._seat(message.match_over):
                    held.over(message.match_over.outcome, message.match_over.seed)
            case "seat_lost":
                if held := self._seat(message.seat_lost):
                    log.warning("%s: taken over by another connection", held)
                    self._lost.add((held.match.match_id, held.seat))
                    self._drop(held)
            case "pong":
                pass
            case _:
                log.debug("a message that this version does not know: %s", kind)

    def _on_started(self, message: bot_pb.MatchStarted) -> None:
        key = (message.match.match_id, message.seat)
        if key not in self._seats:
            self._seats[key] = Seat(self, Match.from_proto(message.match), message.seat)
        self._lost.discard(key)
        self._seats[key].started(message)

    def _seat(self, message: bot_pb.Update | bot_pb.Ask | bot_pb.MatchOver | bot_pb.SeatLost) -> Seat | None:
        return self._seats.get((message.match_id, message.seat))

    def _seats_of(self, match_id: str) -> list[Seat]:
        return [seat for (held, _), seat in self._seats.items() if held == match_id]
