"""One seat of one match, held by one bot stream: asks to the bot, answers to the rules service."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec

from baochuan.bot.v1 import bot_service_pb2 as bot
from baochuan.bus.v1 import bus_pb2
from baochuan.match.v1 import match_pb2
from baochuan.match.v1 import match_service_pb2 as rules_pb2
from gateway.follower import Follower
from gateway.rules import RulesGame, without_policy_seeds
from gateway.tables import member, now_ms
from servicekit import errors
from servicekit.bus import Bus
from servicekit.errors import ServiceError

_REMEMBERED = 8  # answers by index that can be sent again after their decision is gone


class Answered(msgspec.Struct):
    """An answer by index, so that the same answer sent again finds its action."""

    decision_id: str
    index: int
    action: bytes


Memory = dict[str, Answered]  # request id -> answer, the newest last


def rules_request_id(seat: int, request_id: str) -> str:
    """The request id as the rules service gets it.

    Each bot chooses its own: without the seat in it two bots of one match could meet by chance, or
    one could use up the ids of the other.
    """
    own = f"s{seat}.{request_id}"
    return own if len(own) <= 64 else f"s{seat}." + hashlib.blake2b(own.encode(), digest_size=24).hexdigest()


class HeldSeat(Follower[bus_pb2.SeatUpdate]):
    """`send` puts a message on the bot's stream; `over` is called once, when the match has ended."""

    def __init__(
        self,
        game: RulesGame,
        bus: Bus,
        match_id: str,
        seat: int,
        memory: Memory,
        send: Callable[[bot.PlayResponse], None],
        over: Callable[[HeldSeat], None],
    ) -> None:
        super().__init__(game, bus, match_id, seat, f"seat.{match_id}.{seat}", bus_pb2.SeatUpdate.FromString)
        self.member = member(game.key, match_id, seat)
        self._memory = memory
        self._send = send
        self._over = over
        self._decision = ""
        self._options: list[bytes] = []  # of every different ask of this decision, as sent

    # --- to the bot

    def began(self, match: match_pb2.MatchInfo, view: match_pb2.SeatView) -> None:
        self._decision, self._options = "", []
        started = bot.MatchStarted(
            match=without_policy_seeds(match), seat=self.seat, view=view, resumed=self.resumed
        )  # fmt: skip
        self._send(bot.PlayResponse(match_started=started))

    def commit(self, commit: match_pb2.CommitInfo) -> None:
        update = bot.Update(match_id=self.match_id, seat=self.seat, commit=commit)
        self._send(bot.PlayResponse(update=update))

    def took(self, update: bus_pb2.SeatUpdate) -> None:
        if update.outcome:
            self.finish(update.outcome, update.seed)
        else:
            self.state(update.view)

    def reminded(self, update: bus_pb2.SeatUpdate) -> None:
        """The rules service waits for this seat. The bot was asked; unless a commit was missed."""
        if update.view.revision > self.revision:
            self.heal()

    def state(self, view: match_pb2.SeatView) -> None:
        """Asks the bot if the seat is to decide and the bot does not know yet."""
        if not view.HasField("decision"):
            self._decision, self._options = "", []
            return
        decision = view.decision
        if decision.id == self._decision:
            if self._options[-1] == view.options:
                return
            self._options.append(view.options)
        else:
            self._decision, self._options = decision.id, [view.options]
        left = max(1, decision.deadline_ms - now_ms()) if decision.deadline_ms else 0
        ask = bot.Ask(match_id=self.match_id, seat=self.seat, view=view, time_left_ms=left)
        self._send(bot.PlayResponse(ask=ask))

    def ended(self, outcome: bytes, seed: str) -> None:
        over = bot.MatchOver(match_id=self.match_id, seat=self.seat, outcome=outcome, seed=seed)
        self._send(bot.PlayResponse(match_over=over))
        self._over(self)

    # --- from the bot

    async def answer(self, answer: bot.Answer) -> bot.PlayResponse:
        """Accepted or Rejected; never raises for what the bot did."""
        try:
            if not 1 <= len(answer.request_id) <= 64:
                raise ServiceError("INVALID_ACTION", "a request id has 1 to 64 characters")
            request = rules_pb2.SubmitActionRequest(
                match_id=self.match_id,
                seat=self.seat,
                decision_id=answer.decision_id,
                request_id=rules_request_id(self.seat, answer.request_id),
                action=self._action(answer),
            )
            done = await self.game.submit(request)
        except ServiceError as e:
            return rejected(answer.match_id, answer.request_id, e)
        accepted = bot.Accepted(match_id=self.match_id, request_id=answer.request_id, revision=done.revision)
        return bot.PlayResponse(accepted=accepted)

    async def resign(self) -> bot.PlayResponse | None:
        """Rejected, or None: then MatchOver tells the rest."""
        try:
            await self.game.resign(self.match_id, self.seat)
        except ServiceError as e:
            return rejected(self.match_id, "", e)
        return None

    def _action(self, answer: bot.Answer) -> bytes:
        choice = answer.WhichOneof("choice")
        if choice is None:
            raise ServiceError("INVALID_ACTION", "an answer needs option_index or action")
        if choice == "action":
            return answer.action
        index = answer.option_index
        known = self._memory.get(answer.request_id)
        if known is not None and known.decision_id == answer.decision_id and known.index == index:
            return known.action
        if not self._decision or answer.decision_id != self._decision:
            now = f'"{self._decision}" is' if self._decision else "none is"
            raise ServiceError("DECISION_NOT_PENDING", f'decision "{answer.decision_id}" is not open; {now}')
        action = self._option(index)
        self._memory.pop(answer.request_id, None)
        self._memory[answer.request_id] = Answered(answer.decision_id, index, action)
        while len(self._memory) > _REMEMBERED:
            del self._memory[next(iter(self._memory))]
        return action

    def _option(self, index: int) -> bytes:
        """The action at an index. If the options changed while the decision stood, the bot may have
        counted in an older list: then the index must mean the same in all of them."""
        meant: set[bytes | None] = set()
        count = 0
        for sent in self._options:
            options = msgspec.json.decode(sent, type=list[msgspec.Raw])
            count = len(options)
            meant.add(bytes(options[index]) if index < count else None)
        if len(meant) > 1:
            self._options = self._options[-1:]
            text = f"the options changed meanwhile, and option {index} is not the same in all asks; answer the newest"
            raise ServiceError("DECISION_NOT_PENDING", text, retryable=True)
        action = meant.pop()
        if action is None:
            raise ServiceError("INVALID_ACTION", f"option {index} of {count}: indexes count from 0 to {count - 1}")
        return action


def rejected(match_id: str, request_id: str, error: ServiceError) -> bot.PlayResponse:
    return bot.PlayResponse(
        rejected=bot.Rejected(match_id=match_id, request_id=request_id, error=errors.to_message(error))
    )
