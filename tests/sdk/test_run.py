"""`run` and `serve` against a gateway that misbehaves on demand."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from typing import Any

import pytest

import baochuan
from baochuan import Decision, Match, Result, errors, player, runner, seat
from baochuan.bot.v1 import bot_service_pb2 as bot_pb
from baochuan.errors.v1 import errors_pb2
from tests.sdk.fake_gateway import OPTIONS, TOKEN, Cut, FakeGateway, FakeMatch, Stream
from tests.waiting import LONG, until


class Last(baochuan.Bot):
    """Takes the last option, by position."""

    def choose(self, view: dict[str, Any], decision: Decision, options: list[dict[str, Any]]) -> baochuan.Choice:
        return len(options) - 1


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection, a match or a farewell that takes long on a busy machine is not given up."""
    monkeypatch.setattr(runner, "LOOK_SECONDS", LONG)
    monkeypatch.setattr(runner, "RESIGN_SECONDS", LONG)
    monkeypatch.setattr(player, "SILENCE_SECONDS", LONG)


async def play(gateway: FakeGateway, bot: baochuan.Bot | None = None, **settings: Any) -> list[Result]:
    settings = {"matches": 1, "token": TOKEN, "connect_timeout": LONG, **settings}
    async with asyncio.timeout(LONG):
        return await baochuan.run_async(bot or Last(), server=gateway.address, game="fake", **settings)


def once_each(gateway: FakeGateway) -> bool:
    """Every decision of every match was carried out once."""
    return all(len(match.done) == len(match.actions) == match.length for match in gateway.matches.values())


async def test_results_come_in_order_with_seats_rotated() -> None:
    seen: list[str] = []
    async with FakeGateway() as gateway:
        results = await play(gateway, matches=10, on_result=lambda result: seen.append(result.match_id))
    assert [result.match_id for result in results] == [f"t{n}" for n in range(10)]
    assert [result.seat for result in results] == [0, 1] * 5
    assert [result.match.players for result in results[:2]] == [("me", "greedy"), ("greedy", "me")]
    assert all(r.won and not r.drawn and r.score == 6 and r.moves == 3 and r.faults == 0 for r in results)
    assert {result.seed for result in results} == {"5eed"}
    assert sorted(seen) == sorted(result.match_id for result in results)
    assert once_each(gateway)
    assert len(gateway.hellos) == 1
    assert not gateway.hellos[0].resume


async def test_the_decision_tells_what_is_asked() -> None:
    decisions: list[Decision] = []
    views: list[dict[str, Any]] = []

    class Keeps(baochuan.Bot):
        def choose(self, view: dict[str, Any], decision: Decision, options: list[dict[str, Any]]) -> dict[str, Any]:
            views.append(view)
            decisions.append(decision)
            return options[1]

    async with FakeGateway() as gateway:
        await play(gateway, Keeps())
    assert [decision.id for decision in decisions] == ["take.0", "take.1", "take.2"]
    assert [view["points"] for view in views] == [0, 1, 2]
    assert decisions[0].rule == "T-10"
    assert decisions[0].time_left == 1.5
    assert decisions[0].match.mode == "plain"


async def test_an_async_bot_and_its_hooks_see_the_match_in_order() -> None:
    story: list[str] = []

    class Teller(baochuan.Bot):
        async def choose(self, view: dict[str, Any], decision: Decision, options: list[dict[str, Any]]) -> int:
            story.append(decision.id)
            await asyncio.sleep(0)
            return 2

        def match_started(self, match: Match, seat: int) -> None:
            story.append("started")

        async def match_events(self, match: Match, seat: int, events: list[dict[str, Any]]) -> None:
            story.append(events[0]["type"])

        def match_over(self, result: Result) -> None:
            story.append(result.reason)

    async with FakeGateway(length=2) as gateway:
        await play(gateway, Teller())
    assert story == ["started", "take.0", "taken", "take.1", "taken", "end"]


@pytest.mark.parametrize("before_commit", [True, False])
async def test_a_cut_connection_resumes_and_nothing_is_played_twice(before_commit: bool) -> None:
    async with FakeGateway(length=5) as gateway:

        def script(match: FakeMatch, answer: bot_pb.Answer) -> None:
            if len(gateway.answers) in (3, 9, 16):
                if not before_commit:
                    match.commit(answer)
                raise Cut

        gateway.script = script
        results = await play(gateway, matches=6, parallel=3)
    assert once_each(gateway)
    assert [result.score for result in results] == [10] * 6
    assert len(gateway.hellos) == 4
    assert all(hello.resume and hello.resume_matches for hello in gateway.hellos[1:])


async def test_drain_moves_the_matches_to_a_new_connection() -> None:
    async with FakeGateway() as gateway:

        def drain(match: FakeMatch, stream: Stream) -> None:
            if len(match.actions) == len(gateway.hellos) < 3:  # however far the first connection got
                stream.send(drain=bot_pb.Drain(reason="update"))

        gateway.after_ask = drain
        results = await play(gateway, matches=2)
    assert len(gateway.hellos) == 3
    assert once_each(gateway)
    assert all(result.won for result in results)


async def test_a_retryable_refusal_sends_the_same_answer_again() -> None:
    async with FakeGateway() as gateway:

        def script(match: FakeMatch, answer: bot_pb.Answer) -> errors_pb2.Error | None:
            if len(gateway.answers) < 4:
                return errors_pb2.Error(reason=errors_pb2.REASON_STORE_UNAVAILABLE, message="away", retryable=True)
            return None

        gateway.script = script
        [result] = await play(gateway)
    assert len({answer.request_id for answer in gateway.answers[:4]}) == 1
    assert result.moves == 3
    assert result.faults == 0


async def test_an_offered_action_refused_is_chosen_again_from_a_fresh_ask() -> None:
    async with FakeGateway() as gateway:

        def script(match: FakeMatch, answer: bot_pb.Answer) -> errors_pb2.Error | None:
            if len(gateway.answers) == 1:
                return errors_pb2.Error(reason=errors_pb2.REASON_ILLEGAL_ACTION, message="gone", rule="T-30")
            return None

        gateway.script = script
        [result] = await play(gateway)
    assert gateway.resyncs == 1
    assert result.faults == 0
    assert once_each(gateway)


async def test_the_clock_was_faster() -> None:
    async with FakeGateway() as gateway:

        def script(match: FakeMatch, answer: bot_pb.Answer) -> errors_pb2.Error | None:
            if len(gateway.answers) == 1:
                match.actions[match.decision_id] = OPTIONS[0]
                match.revision += 1
                assert gateway.stream is not None
                gateway.ask(gateway.stream, match)
            return None

        gateway.script = script
        [result] = await play(gateway)
    assert result.moves == 2
    assert result.faults == 0
    assert result.score == 4


async def test_the_same_ask_again_while_the_bot_thinks_is_answered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: Counter[str] = Counter()
    ask = seat.Seat.ask

    def counted(self: seat.Seat, message: bot_pb.Ask) -> None:
        ask(self, message)
        heard[message.view.decision.id] += 1
        all_heard[message.view.decision.id].release()

    monkeypatch.setattr(seat.Seat, "ask", counted)
    all_heard = {f"take.{n}": threading.Semaphore(0) for n in range(2)}

    class Slow(Last):
        def choose(self, view: dict[str, Any], decision: Decision, options: list[dict[str, Any]]) -> baochuan.Choice:
            for _ in range(4):
                assert all_heard[decision.id].acquire(timeout=LONG)
            return 0

    async with FakeGateway(length=2) as gateway:
        asked: Counter[int] = Counter()

        def again(match: FakeMatch, stream: Stream) -> None:
            asked[match.revision] += 1
            if asked[match.revision] < 4:
                gateway.ask(stream, match)

        gateway.after_ask = again
        await play(gateway, Slow())
    assert heard == {"take.0": 4, "take.1": 4}
    assert [answer.decision_id for answer in gateway.answers] == ["take.0", "take.1"]


class Bad(baochuan.Bot):
    """Goes wrong at its second decision in a way of choice."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, view: dict[str, Any], decision: Decision, options: list[dict[str, Any]]) -> Any:
        if decision.id != "take.1":
            return 2
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


BAD_ANSWERS = [ValueError("oops"), 3, -1, True, None, "take", {"type": "steal"}]


@pytest.mark.parametrize("answer", BAD_ANSWERS, ids=repr)
async def test_a_faulty_bot_ends_the_run_and_resigns_its_matches(answer: object) -> None:
    async with FakeGateway() as gateway:
        with pytest.raises(errors.BotError) as caught:
            await play(gateway, Bad(answer), matches=3, parallel=1)
    assert gateway.resigned == [("t0", 0)]
    assert "match t0 seat 0" in str(caught.value)
    if isinstance(answer, dict):
        cause = caught.value.__cause__
        assert isinstance(cause, errors.IllegalAction)
        assert cause.rule == "T-20"


@pytest.mark.parametrize("answer", BAD_ANSWERS, ids=repr)
async def test_a_faulty_bot_may_fall_back_to_the_first_option(answer: object) -> None:
    async with FakeGateway() as gateway:
        [result] = await play(gateway, Bad(answer), on_error="fallback")
    assert result.score == 4
    assert result.faults == 1
    assert once_each(gateway)


async def test_a_faulty_bot_may_resign_the_match() -> None:
    async with FakeGateway() as gateway:
        results = await play(gateway, Bad(7), on_error="resign", matches=2)
    assert [result.reason for result in results] == ["resigned", "resigned"]
    assert sorted(gateway.resigned) == [("t0", 0), ("t1", 1)]


async def test_a_right_of_any_time_may_be_left_alone() -> None:
    class Waits(baochuan.Bot):
        asked = 0

        async def choose(
            self, view: dict[str, Any], decision: Decision, options: list[dict[str, Any]]
        ) -> baochuan.Choice:
            self.asked += 1
            if self.asked == 3:
                return 0
            assert gateway.stream is not None
            gateway.ask(gateway.stream, gateway.matches[decision.match.match_id])  # it comes when this is answered
            return None

    async with FakeGateway(length=1) as gateway:
        gateway.kind = baochuan.ANY_TIME
        bot = Waits()
        await play(gateway, bot)
    assert bot.asked == 3
    assert len(gateway.answers) == 1


async def test_a_slow_bot_stalls_neither_pings_nor_other_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "PING_SECONDS", 0.01)
    threads: set[int] = set()
    others_done = threading.Event()

    class Slow(Last):
        def choose(self, view: dict[str, Any], decision: Decision, options: list[dict[str, Any]]) -> baochuan.Choice:
            threads.add(threading.get_ident())
            if decision.match.match_id == "t0":
                assert others_done.wait(LONG), "pings and other matches did not go on while this bot was thinking"
            return 2

    finished: list[str] = []
    pings_before = 0

    def finish(result: Result) -> None:
        nonlocal pings_before
        finished.append(result.match_id)
        if len(finished) == 3:
            pings_before = gateway.pings
            waiting.append(asyncio.get_running_loop().create_task(release()))

    async def release() -> None:
        while gateway.pings < pings_before + 10:
            await asyncio.sleep(0.005)
        others_done.set()

    waiting: list[asyncio.Task[None]] = []
    async with FakeGateway(length=1) as gateway:
        await play(gateway, Slow(), matches=4, threads=2, on_result=finish)
    assert finished[-1] == "t0"
    assert len(gateway.hellos) == 1
    assert threading.get_ident() not in threads


async def test_a_silent_connection_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "SILENCE_SECONDS", 0.2)
    async with FakeGateway() as gateway:

        def mute() -> bool:
            if len(gateway.hellos) == 1:
                return True
            monkeypatch.setattr(player, "SILENCE_SECONDS", LONG)  # the rest may take its time
            return False

        gateway.mute = mute
        [result] = await play(gateway)
    assert result.won
    assert len(gateway.hellos) >= 2


@pytest.fixture
def look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "LOOK_SECONDS", 0.1)


async def test_a_match_that_ended_while_the_connection_was_away_is_read_from_its_table() -> None:
    async with FakeGateway() as gateway:

        def script(match: FakeMatch, answer: bot_pb.Answer) -> None:
            if len(match.actions) == 2:
                match.commit(answer)
                raise Cut

        gateway.script = script
        [result] = await play(gateway)
    assert (result.reason, result.score, result.seed) == ("end", 6, "")
    assert len(gateway.hellos) == 2


@pytest.mark.usefixtures("look_often")
async def test_a_match_that_never_comes_is_fetched_by_connecting_anew() -> None:
    async with FakeGateway() as gateway:
        gateway.hide_starts = True
        [result] = await play(gateway)
    assert result.won
    assert list(gateway.hellos[1].resume_matches) == ["t0"]


@pytest.mark.usefixtures("look_often")
async def test_a_seat_taken_over_is_left_to_the_other_connection() -> None:
    class Replaced(baochuan.Bot):
        async def choose(
            self, view: dict[str, Any], decision: Decision, options: list[dict[str, Any]]
        ) -> baochuan.Choice:
            assert gateway.stream is not None
            gateway.stream.send(seat_lost=bot_pb.SeatLost(match_id="t0", seat=0))
            gateway.answers_tables.set()
            await asyncio.Event().wait()
            return None

    def other_plays(match: FakeMatch) -> None:
        if gateway.looks == 4:  # so often nothing is done about it
            match.finish("played by the other")

    async with FakeGateway() as gateway:
        gateway.answers_tables.clear()
        gateway.after_look = other_plays
        [result] = await play(gateway, Replaced())
    assert result.reason == "played by the other"
    assert result.match.players == ("me", "greedy")
    assert len(gateway.hellos) == 1


async def test_missing_commits_are_noticed() -> None:
    async with FakeGateway() as gateway:

        def skip(match: FakeMatch, answer: bot_pb.Answer) -> None:
            if len(gateway.answers) == 2:
                match.revision += 1

        gateway.script = skip
        [result] = await play(gateway)
    assert gateway.resyncs == 1
    assert result.won
    assert once_each(gateway)


async def test_a_wrong_token_is_said_at_once() -> None:
    async with FakeGateway() as gateway:
        with pytest.raises(errors.AccessDenied, match="unknown token"):
            await play(gateway, token="wrong")
    assert len(gateway.hellos) == 1


async def test_no_server_is_said_after_the_time_for_connecting() -> None:
    async with FakeGateway() as gateway:
        pass
    with pytest.raises(errors.Unavailable, match=f"no connection to {gateway.address}") as caught:
        await play(gateway, connect_timeout=1.0)
    assert caught.value.retryable


async def test_an_unknown_game_lists_those_known() -> None:
    async with FakeGateway() as gateway:
        with pytest.raises(errors.OptionsInvalid, match="unknown game 'chess'; known: fake"):
            await baochuan.run_async(Last(), server=gateway.address, token=TOKEN, game="chess")


async def test_bad_settings_are_refused_before_connecting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BAOCHUAN_SERVER", raising=False)
    with pytest.raises(ValueError, match="BAOCHUAN_SERVER"):
        await baochuan.run_async(Last(), game="fake", token=TOKEN)
    with pytest.raises(ValueError, match="at least 1"):
        await baochuan.run_async(Last(), game="fake", server="x:1", token=TOKEN, matches=0)
    with pytest.raises(ValueError, match="on_error"):
        await baochuan.run_async(Last(), game="fake", server="x:1", token=TOKEN, on_error="ignore")


async def test_cancelling_a_run_resigns_its_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    known: list[str] = []
    create_table = baochuan.Client.create_table

    async def noted(self: baochuan.Client, *args: Any, **fields: Any) -> Any:
        table = await create_table(self, *args, **fields)
        known.append(table.table_id)
        return table

    monkeypatch.setattr(baochuan.Client, "create_table", noted)

    class Never(baochuan.Bot):
        async def choose(self, view: dict[str, Any], decision: Decision, options: list[dict[str, Any]]) -> int:
            await asyncio.sleep(3600)
            return 0

    async with FakeGateway() as gateway:
        task = asyncio.create_task(play(gateway, Never(), matches=2))
        await until(lambda: len(known) == 2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert sorted(gateway.resigned) == [("t0", 0), ("t1", 1)]


async def test_serve_takes_up_running_matches_and_plays_new_ones() -> None:
    over = asyncio.Event()
    results: list[Result] = []

    class Server(Last):
        async def match_over(self, result: Result) -> None:
            results.append(result)
            if len(results) == 2:
                over.set()

    async with FakeGateway() as gateway, baochuan.Client(gateway.address, TOKEN) as client:
        await client.create_table("fake", seats=["bot:me", "greedy"])
        task = asyncio.create_task(
            baochuan.serve_async(Server(), server=gateway.address, token=TOKEN, games=["fake"], max_matches=5)
        )
        await until(lambda: gateway.stream)
        await client.create_table("fake", seats=["greedy", "bot:me"])
        async with asyncio.timeout(LONG):
            await over.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert {result.match_id for result in results} == {"t0", "t1"}
    assert gateway.hellos[0].resume
    assert list(gateway.hellos[0].games) == ["fake"]
    assert gateway.resigned == []
