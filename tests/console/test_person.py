"""A person at the terminal: what is shown, what can be typed, and what comes of it."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from baochuan import ANY_TIME, Decision, Match, Result
from console.keyboard import Keyboard
from console.person import NEWS, PAGE, Options, Person
from tests.waiting import LONG, until

MATCH = Match("m", "toy", "two", {}, ("ann", "bob"), "", "")
COLOURS = ["red", "green", "blue"]


class Script:
    """Types these lines, then ends."""

    echoes = False

    def __init__(self, *lines: str) -> None:
        self.left = list(lines)

    async def line(self) -> str | None:
        return self.left.pop(0) if self.left else None


class Silent:
    """Types nothing, for ever."""

    echoes = False

    async def line(self) -> str | None:
        await asyncio.Event().wait()
        return None


class Words:
    """A game of picking things, in words."""

    def panels(self, view: dict[str, Any]) -> dict[str, list[str]]:
        return {"table": [f"table {view['table']}"], "long": [f"long {view['table']} {i}" for i in range(20)]}

    def scene(self, decision: str) -> tuple[str, ...]:
        return ("table", "long") if decision == "look" else ("table",)

    def question(self, view: dict[str, Any], decision: str) -> str:
        return f"Which {decision}?"

    def label(self, action: dict[str, Any], view: dict[str, Any]) -> str:
        return str(action["pick"])

    def event(self, event: dict[str, Any], view: dict[str, Any], names: list[str]) -> str:
        return f"{'You' if event['seat'] == view['seat'] else names[event['seat']]} did {event['what']}"

    def result(self, outcome: dict[str, Any], names: list[str]) -> list[str]:
        return [f"won by {names[outcome['placings'].index(1)]}"]

    def reference(self, view: dict[str, Any]) -> list[str]:
        return ["Colours:", "  red is warm", "      and bright", "  blue is cold"]


class Sitting:
    """A person with a script, and all that is shown."""

    def __init__(self, *lines: str, typed: Any = None, history: Path | None = None) -> None:
        self.file = io.StringIO()
        self.resigned = 0
        out = Console(file=self.file, width=80)
        self.person = Person(Words(), out, typed or Script(*lines), self._resign, history)

    async def _resign(self) -> None:
        self.resigned += 1

    async def ask(self, picks: list[str], kind: str = "colour", table: int = 1) -> Any:
        decision = Decision(MATCH, 0, f"{kind}.1", kind, "T-1", False, 1, None)
        view = {"seat": 0, "table": table}
        return await asyncio.wait_for(self.person.choose(view, decision, [{"pick": p} for p in picks]), LONG)

    @property
    def shown(self) -> str:
        return self.file.getvalue()

    def new(self) -> str:
        """What was shown since the last time."""
        text = self.shown
        self.file.seek(0)
        self.file.truncate()
        return text


async def test_a_number_takes_an_option() -> None:
    sitting = Sitting("2")
    assert await sitting.ask(COLOURS) == 1
    assert sitting.shown == "\ntable 1\n\nWhich colour?\n  1) red\n  2) green\n  3) blue\n> 2\n"


@pytest.mark.parametrize(
    ("wrong", "answer"),
    [
        ("0", "There is no option 0; they go from 1 to 3."),
        ("4", "There is no option 4; they go from 1 to 3."),
        ("99999999999999999999", "There is no option 99999999999999999999; they go from 1 to 3."),
        ("-1", 'No option holds "-1"; ? shows what you can type.'),
        ("violet", 'No option holds "violet"; ? shows what you can type.'),
        ("/", 'No option holds ""; ? shows what you can type.'),
        ("²", 'No option holds "²"; ? shows what you can type.'),
        ("h many", 'No option holds "h many"; ? shows what you can type.'),
        ("\x1b[A", 'No option holds "[A"; ? shows what you can type.'),
    ],
)
async def test_wrong_input_is_told_and_asked_again(wrong: str, answer: str) -> None:
    sitting = Sitting(wrong, "1")
    assert await sitting.ask(COLOURS) == 0
    assert answer in sitting.shown


async def test_part_of_a_label_narrows_and_numbers_stay() -> None:
    sitting = Sitting("RE", "1")
    assert await sitting.ask(COLOURS) == 0
    assert "  1) red\n  2) green\n     2 of 3: Enter shows all again\n" in sitting.shown
    sitting = Sitting("re", "3")
    assert await sitting.ask(COLOURS) == 2


async def test_enter_takes_the_only_one_left() -> None:
    sitting = Sitting("blu", "")
    assert await sitting.ask(COLOURS) == 2
    assert "     the only one: Enter takes it" in sitting.shown


async def test_long_lists_come_in_pages() -> None:
    picks = [f"pick {i}" for i in range(2 * PAGE + 5)]
    sitting = Sitting("", "", "", "/3", f"{len(picks)}")
    assert await sitting.ask(picks) == len(picks) - 1
    first, second, third, again, narrowed, *_ = sitting.shown.split("> ")
    assert f" {PAGE}) pick {PAGE - 1}\n     {PAGE + 5} more: Enter shows them" in first
    assert f" {PAGE + 1}) pick {PAGE}\n" in second
    assert "more" not in third
    assert third.rstrip().endswith(f"{len(picks)}) pick {len(picks) - 1}")
    assert "  1) pick 0\n" in again
    assert "  4) pick 3\n 14) pick 13\n" in narrowed


def test_options_wrap_long_labels_at_80_columns() -> None:
    lines = Options(["word " * 40, "short"]).page()
    assert max(map(len, lines)) <= 80
    assert lines[1].startswith("       word")


async def test_board_history_reference_and_help() -> None:
    sitting = Sitting("b", "i", "i WARM", "i nothing", "h", "h 1", "?", "1")
    await sitting.person.match_started(MATCH, 0)
    await sitting.person.match_events(MATCH, 0, [{"type": "x", "seat": 1, "what": "this"}])
    await sitting.person.match_events(MATCH, 0, [{"type": "x", "seat": 0, "what": "that"}])
    await sitting.ask(COLOURS)
    before, board, everything, warm, nothing, history, last, help_, _ = sitting.shown.split("> ")
    assert before.startswith("\n  . bob did this\n  . You did that\n\ntable 1\n")
    assert "table 1\n\nlong 1 0\n" in board
    assert "Colours:\n  red is warm\n      and bright\n  blue is cold\n" in everything
    assert warm == "i WARM\n  red is warm\n      and bright\n"
    assert "blue" not in warm
    assert "Nothing there to look up." in nothing
    assert "bob did this\nYou did that\n(2 lines in all)\n" in history
    assert "bob" not in last
    assert "What you can type:" in help_
    assert max(map(len, help_.splitlines())) <= 80


async def test_only_what_has_changed_is_shown_again() -> None:
    sitting = Sitting("1", "1", "1", "1", "1")
    await sitting.ask(COLOURS, "look", 1)
    assert "long 1 19" in sitting.new()
    await sitting.ask(COLOURS, "look", 1)
    assert "table" not in sitting.new()
    await sitting.ask(COLOURS, "look", 2)
    shown = sitting.new()  # the next question of the same kind, and nobody else has moved: no large panel
    assert "table 2" in shown
    assert "long" not in shown
    for _ in range(2):
        await sitting.person.match_events(MATCH, 0, [])
    await sitting.ask(COLOURS, "look", 2)
    shown = sitting.new()
    assert "table" not in shown
    assert "long 2 0" in shown


async def test_much_news_is_cut_short() -> None:
    sitting = Sitting("1")
    await sitting.person.match_started(MATCH, 0)
    await sitting.person.match_events(MATCH, 0, [{"type": "x", "seat": 0, "what": i} for i in range(NEWS + 3)])
    await sitting.ask(COLOURS)
    assert sitting.shown.startswith(f"\n  ... 3 lines before (h {NEWS + 3} shows them)\n  . You did 3\n")


async def test_news_come_without_a_question_when_all_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.person.QUIET_SECONDS", 0.01)
    sitting = Sitting("1")
    await sitting.person.match_started(MATCH, 0)
    await sitting.ask(COLOURS)
    sitting.new()
    await sitting.person.match_events(MATCH, 0, [{"type": "x", "seat": 1, "what": "this"}])
    await until(lambda: sitting.shown)
    assert sitting.new() == "\n  . bob did this\n"


async def test_players_of_one_name_are_told_apart() -> None:
    sitting = Sitting("1")
    await sitting.person.match_started(Match("m", "toy", "two", {}, ("me", "bob", "bob"), "", ""), 0)
    await sitting.person.match_events(MATCH, 0, [{"type": "x", "seat": 2, "what": "this"}])
    await sitting.ask(COLOURS)
    assert "bob (2) did this" in sitting.shown


async def test_a_right_at_any_time_can_be_left_alone() -> None:
    sitting = Sitting("0")
    assert await sitting.ask(COLOURS, ANY_TIME) is None
    assert "  0) not now\n" in sitting.shown


@asynccontextmanager
async def asked(sitting: Sitting) -> AsyncIterator[asyncio.Task[Any]]:
    """A question that stays open."""
    task = asyncio.create_task(sitting.ask(COLOURS))
    yield task
    task.cancel()
    with suppress(asyncio.CancelledError, TimeoutError):
        await task


@pytest.mark.parametrize("lines", [["q"], ["quit"], [" q "], ["violet", "q"], []])
async def test_leaving_answers_nothing(lines: list[str]) -> None:
    sitting = Sitting(*lines)
    async with asked(sitting) as task:
        await asyncio.wait_for(sitting.person.left.wait(), LONG)
        assert not task.done()
    assert sitting.resigned == 0


async def test_resigning_needs_a_yes() -> None:
    sitting = Sitting("resign", "no", "2")
    assert await sitting.ask(COLOURS) == 1
    assert sitting.resigned == 0
    assert "The match goes on." in sitting.shown
    sitting = Sitting("resign", "yes")
    await sitting.ask(COLOURS)
    assert sitting.resigned == 1


async def test_a_question_that_is_withdrawn_waits_for_nobody() -> None:
    sitting = Sitting(typed=Silent())
    async with asked(sitting) as task:
        await asyncio.sleep(0.01)
        assert not task.done()
        sitting.person.withdraw()
        assert await asyncio.wait_for(task, LONG) == 0


async def test_the_end_is_told() -> None:
    sitting = Sitting()
    await sitting.person.match_started(MATCH, 0)
    await sitting.person.match_over(Result(MATCH, 0, "all_picked", (2, 1), (3, 5)))
    assert sitting.shown == "\nwon by bob\nover: all_picked\n  1. bob (seat 1): 5\n  2. ann (seat 0): 3\n"


async def test_history_outlives_a_sitting(tmp_path: Path) -> None:
    file = tmp_path / "history.txt"
    for what in ("this", "that"):
        sitting = Sitting("h", "1", history=file)
        await sitting.person.match_started(MATCH, 0)
        await sitting.person.match_events(MATCH, 0, [{"type": "x", "seat": 0, "what": what}])
        await sitting.ask(COLOURS)
    assert "You did this\nYou did that\n(2 lines in all)" in sitting.shown
    assert file.read_text() == "You did this\nYou did that\n"


async def test_a_pipe_gives_its_lines_and_ends() -> None:
    reader, writer = os.pipe()
    keyboard = Keyboard(reader)
    os.write(writer, "eins\r\nzwölf\n\nhal".encode())
    assert not keyboard.echoes
    assert [await keyboard.line() for _ in range(3)] == ["eins", "zwölf", ""]
    waiting = asyncio.create_task(keyboard.line())
    await asyncio.sleep(0.01)
    waiting.cancel()  # what comes later is not lost with it
    with suppress(asyncio.CancelledError):
        await waiting
    os.write(writer, b"f")
    os.close(writer)
    assert [await asyncio.wait_for(keyboard.line(), LONG) for _ in range(3)] == ["half", None, None]
    os.close(reader)
