"""One stream of a client, and the bot's stream with the seats it holds."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, Literal

from baochuan.bot.v1 import bot_service_pb2 as bot
from gateway import metrics
from gateway.heldseat import HeldSeat, Memory, rejected
from gateway.rules import Rules
from gateway.seating import Claim, Seating
from gateway.sending import Sending
from gateway.tokens import Identity
from servicekit.bus import Bus
from servicekit.errors import ServiceError, typed

ANSWERS_AT_ONCE = 256
_ENDED_KEPT = 1024  # seats let go that a late answer may still name
_MEMORIES_KEPT = 20_000

Key = tuple[str, int]  # match id, seat


class Memories:
    """What bots answered by index, by seat: it outlives a stream, so that a bot that was cut off before
    it heard Accepted can send the same answer again on its next stream."""

    def __init__(self) -> None:
        self._by_seat: OrderedDict[str, Memory] = OrderedDict()

    def of(self, member: str) -> Memory:
        memory = self._by_seat.setdefault(member, {})
        self._by_seat.move_to_end(member)
        if len(self._by_seat) > _MEMORIES_KEPT:
            self._by_seat.popitem(last=False)
        return memory


class ClientStream:
    """A stream that ends when the token is revoked or the gateway goes down."""

    def __init__(self, who: Identity, sending: Sending[Any]) -> None:
        self.who = who
        self.sending = sending

    def tell_drain(self) -> None:
        """The gateway goes down soon; streams that can say so do."""

    async def idle(self) -> None:
        """Waits until nothing is under way for the client."""


class Connection(ClientStream):
    """A bot's stream. `capacity` is how many seats it holds at most; `games` empty means all."""

    sending: Sending[bot.PlayResponse]

    def __init__(
        self,
        who: Identity,
        sending: Sending[bot.PlayResponse],
        *,
        games: list[str],
        capacity: int,
        adopts: bool,
        rules: Rules,
        bus: Bus,
        seating: Seating,
        memories: Memories,
        freed: Callable[[Connection], None],
    ) -> None:
        """`adopts`: beside new matches it also takes those whose stream has died. `freed` is called when
        a match has ended and there is room for another."""
        super().__init__(who, sending)
        self.id = secrets.token_hex(8)
        self.games = games
        self.capacity = capacity
        self.held: dict[Key, HeldSeat] = {}
        self.closed = False
        self._adopts = adopts
        self._rules = rules
        self._bus = bus
        self._seating = seating
        self._memories = memories
        self._freed = freed
        self._ended: OrderedDict[Key, Literal["over", "lost"]] = OrderedDict()
        self._claiming = asyncio.Lock()
        self._answering = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._answered = asyncio.Event()
        self._answered.set()
        self._slots = asyncio.Semaphore(ANSWERS_AT_ONCE)

    def send(self, message: bot.PlayResponse) -> None:
        self.sending.put(message)

    # --- seats

    async def claim_resumed(self, matches: list[str]) -> list[Claim]:
        """Takes over running matches, all or those listed; `hold` them after Welcome."""
        async with self._claiming:
            what: Literal["all", "listed"] = "listed" if matches else "all"
            return await self._seating.claim(self.id, self.who.name, what, self.capacity, self.games, matches)

    async def claim_more(self) -> list[Claim]:
        """Takes what there is to take, within the capacity."""
        async with self._claiming:
            if self.closed:
                return []
            what: Literal["orphans", "free"] = "orphans" if self._adopts else "free"
            free = self.capacity - len(self.held)
            claims = await self._seating.claim(self.id, self.who.name, what, free, self.games, [])
            for claim in claims:
                self.hold(claim)
            return claims

    def hold(self, claim: Claim) -> None:
        key = (claim.match_id, claim.seat)
        if self.closed or key in self.held:
            return
        self._ended.pop(key, None)
        seat = HeldSeat(
            self._rules.game(claim.game),
            self._bus,
            claim.match_id,
            claim.seat,
            self._memories.of(f"{claim.match_id}:{claim.seat}"),
            self.send,
            self._over,
        )
        seat.resumed = bool(claim.former)
        self.held[key] = seat
        seat.start()

    def lose(self, key: Key) -> None:
        """Another connection has the seat now."""
        seat = self.held.get(key)
        if seat is None:
            return
        seat.close()
        self._let_go(key, "lost")
        self.send(bot.PlayResponse(seat_lost=bot.SeatLost(match_id=key[0], seat=key[1])))

    def _over(self, seat: HeldSeat) -> None:
        self._let_go((seat.match_id, seat.seat), "over")
        self._freed(self)

    def _let_go(self, key: Key, why: Literal["over", "lost"]) -> None:
        self.held.pop(key, None)
        self._ended[key] = why
        if len(self._ended) > _ENDED_KEPT:
            self._ended.popitem(last=False)

    def close(self) -> None:
        self.closed = True
        for seat in list(self.held.values()):
            seat.close()
        self.held.clear()

    # --- what the bot says

    async def handle(self, message: bot.PlayRequest) -> None:
        """One message after Hello; raises PROTOCOL_ERROR for one that cannot be."""
        kind = message.WhichOneof("message")
        if kind == "answer":
            answer = message.answer
            seat = self._mine(answer.match_id, answer.seat, answer.request_id)
            if seat is not None:
                await self._slots.acquire()
                self._begin(self._answer(seat, answer))
        elif kind == "resign":
            seat = self._mine(message.resign.match_id, message.resign.seat, "")
            if seat is not None:
                await self._slots.acquire()
                self._begin(self._resign(seat))
        elif kind == "resync":
            seat = self._mine(message.resync.match_id, message.resync.seat, "")
            if seat is not None:
                seat.resync()
        elif kind == "ping":
            self.send(bot.PlayResponse(pong=bot.Pong(nonce=message.ping.nonce)))
        elif kind == "hello":
            raise ServiceError("PROTOCOL_ERROR", "Hello comes once, as the first message")
        else:
            raise ServiceError("PROTOCOL_ERROR", "a message without content, or of a newer protocol")

    def refuse(self, message: bot.PlayRequest, error: ServiceError) -> None:
        """Answers a message that is not carried out."""
        answer = message.answer
        self.send(rejected(answer.match_id, answer.request_id[:64], error))

    def _mine(self, match_id: str, seat: int, request_id: str) -> HeldSeat | None:
        key = (match_id, seat)
        found = self.held.get(key)
        if found is not None:
            return found
        ended = self._ended.get(key)
        if ended == "over":
            error = ServiceError("MATCH_OVER", "the match is over")
        elif ended == "lost":
            error = ServiceError("REPLACED", "another connection has taken the seat over")
        else:
            error = ServiceError("NOT_YOUR_SEAT", f'seat {seat} of match "{match_id}" is not held by this stream')
        self.send(rejected(match_id, request_id, error))
        return None

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._answering += 1
        self._answered.clear()
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._slots.release()
        self._answering -= 1
        if not self._answering:
            self._answered.set()
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, Exception):
            # A fault of ours: logged under an id, and the bot's stream ends with that id.
            self.sending.end(typed(error))

    async def _answer(self, seat: HeldSeat, answer: bot.Answer) -> None:
        response = await seat.answer(answer)
        kind = response.WhichOneof("message")
        metrics.ANSWERS.labels(kind).inc()
        self.send(response)

    async def _resign(self, seat: HeldSeat) -> None:
        refused = await seat.resign()
        if refused is not None:
            self.send(refused)

    # --- the end

    def tell_drain(self) -> None:
        self.send(bot.PlayResponse(drain=bot.Drain(reason="the gateway goes down; connect again with resume")))

    async def idle(self) -> None:
        await self._answered.wait()
