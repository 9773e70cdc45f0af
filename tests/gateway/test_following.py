"""Following a match by revision: whatever the bus loses, repeats or reorders, the bot hears each commit once."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

from baochuan.bot.v1 import bot_service_pb2 as bot
from baochuan.bus.v1 import bus_pb2
from baochuan.match.v1 import match_pb2
from baochuan.match.v1 import match_service_pb2 as rules_pb2
from gateway import follower
from gateway.heldseat import HeldSeat, rules_request_id
from gateway.sending import Sending
from servicekit.errors import ServiceError, from_message
from tests.waiting import LONG

OPTIONS = [{"type": "a"}, {"type": "b"}, {"type": "c"}]


class Script:
    """A rules service as far as a seat needs it: the match stands at `revision`."""

    key = "toy"

    def __init__(self) -> None:
        self.revision = 1
        self.options: list[Any] = OPTIONS
        self.decision = ""
        self.over = False
        self.gone = False
        self.history_gone = False
        self.submitted: list[rules_pb2.SubmitActionRequest] = []

    def view(self) -> match_pb2.SeatView:
        view = match_pb2.SeatView(revision=self.revision, view=b"{}")
        if self.decision:
            view.decision.id = self.decision
            view.options = json.dumps(self.options).encode()
        return view

    async def get_view(self, match_id: str, seat: int) -> rules_pb2.GetViewResponse:
        await asyncio.sleep(0)
        if self.gone:
            raise ServiceError("MATCH_NOT_FOUND", "gone")
        info = match_pb2.MatchInfo(match_id=match_id, revision=self.revision)
        if self.over:
            info.status, info.outcome, info.seed = match_pb2.MATCH_STATUS_OVER, b'{"reason": "points"}', "ab"
        return rules_pb2.GetViewResponse(view=self.view(), match=info)

    async def list_commits(self, match_id: str, seat: int, first: int) -> list[match_pb2.CommitInfo]:
        await asyncio.sleep(0)
        if self.history_gone:
            raise ServiceError("HISTORY_GONE", "gone")
        return [match_pb2.CommitInfo(revision=r) for r in range(first, min(first + 2, self.revision + 1))]

    async def get_record(self, match_id: str) -> bytes:
        return b'{"header": {}, "outcome": {"reason": "points"}, "seed": "ab", "commits": []}'

    async def submit(self, request: rules_pb2.SubmitActionRequest) -> rules_pb2.SubmitActionResponse:
        self.submitted.append(request)
        return rules_pb2.SubmitActionResponse(revision=self.revision + 1)


class NoBus:
    connected = False


class Held:
    def __init__(self) -> None:
        self.script = Script()
        self.heard: list[Any] = []
        self.ended = 0
        game: Any = self.script
        bus: Any = NoBus()
        self.seat = HeldSeat(game, bus, "m", 0, {}, self.heard.append, self._over)

    def _over(self, _seat: HeldSeat) -> None:
        self.ended += 1

    async def start(self) -> Held:
        self.seat.start()
        await self.settle()
        return self

    async def settle(self) -> None:
        for _ in range(30):
            await asyncio.sleep(0)

    async def tell(self, revision: int, **more: Any) -> None:
        """A message of the bus."""
        update = bus_pb2.SeatUpdate(match_id="m", seat=0, **more)
        if revision:
            update.commit.revision = revision
        message: Any = type("Msg", (), {"data": update.SerializeToString()})
        await self.seat.on_message(message)

    def told(self) -> list[Any]:
        out: list[Any] = []
        for message in self.heard:
            kind = message.WhichOneof("message")
            if kind == "update":
                out.append(message.update.commit.revision)
            elif kind == "match_started":
                out.append(f"view {message.match_started.view.revision}")
            else:
                out.append(kind)
        return out


async def test_commits_in_order_once() -> None:
    held = await Held().start()
    for revision in (1, 2, 2, 3, 1, 4):
        await held.tell(revision)
    assert held.told() == ["view 1", 2, 3, 4]


async def test_a_gap_is_fetched_and_what_came_meanwhile_follows() -> None:
    held = await Held().start()
    held.script.revision = 7
    await held.tell(5)
    await held.tell(6)
    await held.tell(8)
    held.script.revision = 8
    await held.settle()
    assert held.told() == ["view 1", 2, 3, 4, 5, 6, 7, 8]


async def test_history_that_is_gone_gives_a_full_view() -> None:
    held = await Held().start()
    held.script.revision, held.script.history_gone = 9, True
    await held.tell(5)
    await held.settle()
    assert held.told() == ["view 1", "view 9"]
    assert held.heard[-1].match_started.resumed


async def test_the_last_message_lost_is_found_by_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follower, "time", SimpleNamespace(monotonic=lambda: 100.0))
    held = await Held().start()
    held.script.revision, held.script.over = 2, True
    held.seat.look(101.9)  # heard something just now
    await held.settle()
    assert held.told() == ["view 1"]
    held.seat.look(102.0)
    await held.settle()
    assert held.told() == ["view 1", 2, "match_over"]
    assert held.ended == 1
    await held.tell(3)
    assert held.told() == ["view 1", 2, "match_over"]


async def test_a_reminder_for_a_commit_that_was_missed() -> None:
    held = await Held().start()
    held.script.revision, held.script.decision = 2, "bid.1"
    await held.tell(0, view=held.script.view())
    await held.settle()
    assert held.told() == ["view 1", 2, "ask"]
    await held.tell(0, view=held.script.view())
    await held.settle()
    assert held.told() == ["view 1", 2, "ask"]


async def test_resync_while_a_gap_is_healed() -> None:
    held = await Held().start()
    held.script.revision = 3
    await held.tell(3)
    await asyncio.sleep(0)  # the fetch is under way
    held.seat.resync()
    await held.settle()
    assert held.told() == ["view 1", 2, 3, "view 3"]


async def test_a_match_whose_live_keys_are_gone_ends_by_its_record() -> None:
    held = await Held().start()
    held.script.gone = True
    held.seat.heal()
    await held.settle()
    over = held.heard[-1].match_over
    assert json.loads(over.outcome) == {"reason": "points"}
    assert over.seed == "ab"


async def test_a_closed_seat_says_nothing() -> None:
    held = Held()
    held.seat.start()
    held.seat.close()
    await held.settle()
    await held.tell(2)
    assert held.heard == []


async def answer(held: Held, index: int, request_id: str = "r", decision: str = "bid.1") -> Any:
    return await held.seat.answer(
        bot.Answer(match_id="m", seat=0, decision_id=decision, request_id=request_id, option_index=index)
    )


async def test_options_that_change_while_the_decision_stands() -> None:
    """Another seat moved. An index that means the same in all asks is good, another is not guessed."""
    held = Held()
    held.script.decision = "bid.1"
    await held.start()
    held.script.options = [OPTIONS[0], OPTIONS[2]]
    held.script.revision = 2
    await held.tell(2, view=held.script.view())
    assert held.told() == ["view 1", "ask", 2, "ask"]
    assert (await answer(held, 0)).WhichOneof("message") == "accepted"
    assert json.loads(held.script.submitted[-1].action) == OPTIONS[0]
    refused = from_message((await answer(held, 1, "r2")).rejected.error)
    assert refused.reason == "DECISION_NOT_PENDING"
    assert refused.retryable
    # The refusal came after the newest ask: from now on indexes count in that one.
    assert (await answer(held, 1, "r3")).WhichOneof("message") == "accepted"
    assert json.loads(held.script.submitted[-1].action) == OPTIONS[2]


async def test_an_answer_by_index_can_be_sent_again_when_its_decision_is_gone() -> None:
    held = Held()
    held.script.decision = "bid.1"
    await held.start()
    await answer(held, 1)
    await held.tell(2)
    assert (await answer(held, 1)).WhichOneof("message") == "accepted"
    assert held.script.submitted[0] == held.script.submitted[1]
    assert from_message((await answer(held, 2)).rejected.error).reason == "DECISION_NOT_PENDING"


def test_request_ids_of_two_seats_never_meet() -> None:
    assert rules_request_id(0, "1") != rules_request_id(1, "1")
    long = rules_request_id(1, "x" * 64)
    assert len(long) <= 64
    assert long != rules_request_id(0, "x" * 64)
    assert long == rules_request_id(1, "x" * 64)
    assert long != rules_request_id(1, "x" * 63 + "y")


async def test_a_queue_that_runs_over_ends_the_stream_and_takes_no_more() -> None:
    sending: Sending[bot.PlayResponse] = Sending(3, 1_000_000)
    for _ in range(5):
        sending.put(bot.PlayResponse(pong=bot.Pong(nonce=1)))
    assert sending.problem.result().reason == "SLOW_READER"
    written: list[bot.PlayResponse] = []

    async def write(message: bot.PlayResponse) -> None:
        written.append(message)

    task = asyncio.create_task(sending.run(write))
    await asyncio.wait_for(sending.flushed(), LONG)
    task.cancel()
    assert len(written) == 3


@pytest.mark.parametrize("size", [10, 5_000])
async def test_one_message_always_fits(size: int) -> None:
    sending: Sending[bot.PlayResponse] = Sending(3, 100)
    sending.put(bot.PlayResponse(drain=bot.Drain(reason="x" * size)))
    assert not sending.problem.done()
