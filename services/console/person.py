"""A person as a bot of the SDK: shows what a bot would get, and asks. Knows no game: `GameText` has its words."""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, Protocol

from rich.console import Console

from baochuan import ANY_TIME, Bot, Decision, Match, Result
from bot_player.text import GameText
from console.telling import outcome_lines, told_apart

WIDTH: Final = 80
PAGE: Final = 20  # options shown at once
NEWS: Final = 30  # lines of what happened, shown before a question
QUIET_SECONDS: Final = 0.7  # news are shown without a question when none has come for so long
HISTORY: Final = 40  # lines that `h` shows
LARGE: Final = 12  # lines of a panel that is not shown again for one question of a kind after the other
RESIGN: Final = "resign"
HELP: Final = [
    "What you can type:",
    "  a number   takes that option",
    "  some text  shows only the options that hold it (/text for numbers, commands)",
    "  Enter      more options, and after the last the first; takes the only one left",
    "  b          the whole board        h   what happened so far (h 200: more of it)",
    "  i          cards and the like, to look up (i text: only entries that hold it)",
    "  q          leave; the match is kept and waits for you",
    "  resign     give the match up",
    "  ?          this help",
]

JsonObject = dict[str, Any]


class Typed(Protocol):
    """Where lines come from."""

    @property
    def echoes(self) -> bool: ...

    async def line(self) -> str | None: ...


class Options:
    """The options of a decision, numbered from 1: all, or those that hold a text, a page at a time."""

    def __init__(self, labels: list[str]) -> None:
        self.labels = labels
        self.shown = list(range(len(labels)))
        self._next = 0

    @property
    def left(self) -> int:
        """How many of those shown are still to come."""
        return len(self.shown) - self._next

    def narrow(self, text: str) -> bool:
        """Only those that hold the text, whatever its case; False if none does."""
        wanted = text.casefold().split()
        found = [i for i, label in enumerate(self.labels) if all(w in label.casefold() for w in wanted)]
        if found:
            self.shown, self._next = found, 0
        return bool(found)

    def again(self) -> None:
        """All of them from the beginning."""
        self.shown, self._next = list(range(len(self.labels))), 0

    def page(self) -> list[str]:
        """The lines of the next page."""
        here = self.shown[self._next : self._next + PAGE]
        self._next += len(here)
        out = []
        for i in here:
            number = f"{i + 1:>3}) "
            out += textwrap.wrap(self.labels[i], WIDTH, initial_indent=number, subsequent_indent=" " * 7) or [number]
        if self.left:
            out.append(f"     {self.left} more: Enter shows them, some text narrows the list")
        elif len(self.shown) == 1 < len(self.labels):
            out.append("     the only one: Enter takes it")
        elif len(self.shown) < len(self.labels):
            out.append(f"     {len(self.shown)} of {len(self.labels)}: Enter shows all again")
        return out

    def taken(self, text: str) -> int | None:
        """The position that a number names; None if it names none."""
        return int(text) - 1 if text.isdecimal() and 1 <= int(text) <= len(self.labels) else None


class Person(Bot):
    """Plays one seat of one match. `left` is set when the person leaves it."""

    def __init__(
        self,
        text: GameText,
        out: Console,
        typed: Typed,
        resign: Callable[[], Awaitable[None]],
        history: Path | None = None,
    ) -> None:
        """`resign` gives the match up. `history` is a file that keeps what happened over several sittings."""
        self.left = asyncio.Event()
        self._text = text
        self._out = out
        self._typed = typed
        self._resign = resign
        self._history_file = history
        self._history: list[str] = []
        if history is not None and history.exists():
            self._history = history.read_text("utf-8").splitlines()
        self._names: list[str] = []
        self._view: JsonObject | None = None
        self._untold: list[JsonObject] = []  # events for which no view has come yet that says who "you" is
        self._news: list[str] = []
        self._panels: dict[str, list[str]] = {}
        self._quiet: asyncio.TimerHandle | None = None
        self._last_kind = ""
        self._commits = 0  # since the last answer; the first is that answer
        self._withdrawn = asyncio.Event()

    # --- what the SDK calls

    async def match_started(self, match: Match, seat: int) -> None:
        self._names = told_apart(match.players)

    async def match_events(self, match: Match, seat: int, events: list[JsonObject]) -> None:
        self._commits += 1
        self._untold += events
        self._put_into_words()
        if self._quiet is not None:
            self._quiet.cancel()
        self._quiet = asyncio.get_running_loop().call_later(QUIET_SECONDS, self._show_news)

    async def choose(self, view: JsonObject, decision: Decision, options: list[JsonObject]) -> JsonObject | int | None:
        self._view = view
        self._withdrawn.clear()
        self._put_into_words()
        self._show_news()
        follows = decision.kind == self._last_kind and self._commits <= 1
        self._show_panels(self._text.scene(decision.kind), most=LARGE if follows else None)
        listed = Options([self._text.label(option, view) for option in options])
        self._say("")
        self._say(self._text.question(view, decision.kind), "bold")
        if decision.time_left is not None:
            self._say(f"You have {decision.time_left:.0f} seconds.")
        if decision.kind == ANY_TIME:
            self._say("  0) not now")
        self._lines(listed.page())
        answer = await self._answer(decision, listed)
        self._last_kind, self._commits = decision.kind, 0
        return answer

    async def match_over(self, result: Result) -> None:
        self._put_into_words()
        self._show_news()
        self._say("")
        outcome = {
            "reason": result.reason,
            "placings": list(result.placings),
            "scores": list(result.scores),
            "detail": result.detail,
        }
        self._lines(self._text.result(outcome, self._names))
        self._lines(outcome_lines(outcome, list(result.match.players)))

    def withdraw(self) -> None:
        """The question that is open now needs no answer any more: the match is over, or the seat is lost."""
        self._withdrawn.set()

    # --- the answer

    async def _answer(self, decision: Decision, options: Options) -> int | None:
        while True:
            line = await self._line()
            if self._withdrawn.is_set():
                return 0  # refused, since the decision is no longer pending
            if line is None or line in ("q", "quit"):
                await self._leave()
            elif line == RESIGN:
                if await self._resigned():
                    return 0
            elif line == "0" and decision.kind == ANY_TIME:
                return None
            elif (taken := options.taken(line)) is not None:
                return taken
            elif line == "":
                if len(options.shown) == 1 and not options.left:
                    return options.shown[0]
                if not options.left:
                    options.again()
                self._lines(options.page())
            elif not self._looked_up(line):
                self._narrow(line, options)

    async def _line(self) -> str | None:
        """What the person types, without spaces around it; None at the end of the input."""
        self._out.print("> ", end="")
        self._out.file.flush()
        reading = asyncio.ensure_future(self._typed.line())
        withdrawn = asyncio.ensure_future(self._withdrawn.wait())
        try:
            await asyncio.wait({reading, withdrawn}, return_when=asyncio.FIRST_COMPLETED)
            line = reading.result() if reading.done() else ""
        finally:
            reading.cancel()
            withdrawn.cancel()
        if line is None or not self._typed.echoes:
            self._say(line or "")
        return None if line is None else line.strip()

    async def _leave(self) -> None:
        """Never comes back: whoever waits for `left` ends the sitting."""
        self.left.set()
        await asyncio.Event().wait()

    async def _resigned(self) -> bool:
        self._say("Do you give the match up? Type yes to do it.")
        if await self._line() != "yes":
            self._say("The match goes on.")
            return False
        await self._resign()
        return True

    def _narrow(self, line: str, options: Options) -> None:
        text = "".join(c for c in line.removeprefix("/") if c.isprintable()).strip()  # arrow keys send control codes
        if line.isdecimal():
            self._say(f"There is no option {line}; they go from 1 to {len(options.labels)}.")
        elif text and options.narrow(text):
            self._lines(options.page())
        else:
            self._say(f'No option holds "{text}"; ? shows what you can type.')

    def _looked_up(self, line: str) -> bool:
        """Shows what a command asks for; False if the line is none."""
        command, _, rest = line.partition(" ")
        view = self._view
        if command in ("?", "help"):
            self._lines(HELP)
        elif line == "b" and view is not None:
            self._show_panels(tuple(self._text.panels(view)), again=True)
        elif command == "h" and (not rest or rest.isdecimal()):
            number = int(rest) if rest else HISTORY
            for told in self._history[-number:] if number else []:
                self._lines(textwrap.wrap(told, WIDTH, subsequent_indent="  "))
            self._say(f"({len(self._history)} lines in all)")
        elif command == "i" and view is not None:
            found = _entries_with(self._text.reference(view), rest.casefold())
            self._lines(found or ["Nothing there to look up."])
        else:
            return False
        return True

    # --- showing

    def _say(self, line: str, style: str = "") -> None:
        self._out.print(line, style=style, markup=False, highlight=False, soft_wrap=True)

    def _lines(self, lines: list[str], style: str = "") -> None:
        for line in lines:
            self._say(line, style)

    def _show_panels(self, names: tuple[str, ...], again: bool = False, most: int | None = None) -> None:
        """Those of these panels that have changed since they were shown, and have not more lines than `most`.

        With `again` also those that have not changed.
        """
        assert self._view is not None
        found = self._text.panels(self._view)
        for name in names:
            lines = found.get(name, [])
            if most is not None and len(lines) > most:
                continue
            if lines and (again or self._panels.get(name) != lines):
                self._say("")
                self._lines(lines)
            self._panels[name] = lines

    def _put_into_words(self) -> None:
        if self._view is None or not self._untold:
            return
        lines = [self._text.event(event, self._view, self._names) for event in self._untold]
        self._untold.clear()
        self._news += lines
        self._history += lines
        if self._history_file is not None:
            with self._history_file.open("a", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in lines)

    def _show_news(self) -> None:
        if self._quiet is not None:
            self._quiet.cancel()
            self._quiet = None
        if not self._news:
            return
        self._say("")
        if len(self._news) > NEWS:
            self._say(f"  ... {len(self._news) - NEWS} lines before (h {len(self._news)} shows them)", "dim")
        for line in self._news[-NEWS:]:
            self._lines(textwrap.wrap(line, WIDTH, initial_indent="  . ", subsequent_indent="    "), "dim")
        self._news.clear()


def _entries_with(lines: list[str], wanted: str) -> list[str]:
    """The entries that hold a text: a line is part of the entry above it if it is indented more."""
    depths = [len(line) - len(line.lstrip()) for line in lines]
    top = min((d for d in depths if d), default=0)
    entries: list[list[str]] = []
    for line, depth in zip(lines, depths, strict=True):
        if depth > top and entries:
            entries[-1].append(line)
        else:
            entries.append([line])
    return [
        line
        for entry in entries
        if not wanted or wanted in " ".join(map(str.strip, entry)).casefold()
        for line in entry
    ]
