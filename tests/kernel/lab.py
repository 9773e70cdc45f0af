"""A game of loose frames: the tests of the kernel build the stack that they need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.actions import Action, ActionTable, Choice, Kind
from rulekit.chance import Seeded
from rulekit.events import Ctx
from rulekit.frames import AUTO, Fork, Frame, Sealed, State, advance
from rulekit.game import Game
from rulekit.outcome import Outcome

NAMES = ["no", "a", "b", "c", "end"]
CTX = Ctx(Seeded(bytes(32)))


class LabState(State):
    """`said` is what happened in order; `bag` is what is left to take, for options that depend on others."""

    __slots__ = ("bag", "said")

    def __init__(self, seats: int = 3) -> None:
        super().__init__(seats)
        self.said: list[str] = []
        self.bag = ["a", "b", "c"]


class Lab(Game[LabState]):
    """`rights[seat]` are the seat's any-time rights."""

    def __init__(self) -> None:
        super().__init__()
        self.key = "lab"
        self.actions = ActionTable([Kind("pick", [Choice("what", NAMES)])])
        self.rights: dict[int, list[str]] = {}

    def pick(self, name: str) -> Action:
        return self.actions.get(0, NAMES.index(name))

    def picks(self, names: list[str]) -> list[Action]:
        return [self.pick(n) for n in names]

    def off_turn_options(self, s: LabState, seat: int) -> list[Action]:
        return self.picks(self.rights.get(seat, []))

    def off_turn(self, s: LabState, seat: int, action: Action, ctx: Ctx) -> None:
        s.said.append(f"{seat} right {NAMES[action.a]}")
        if NAMES[action.a] == "end":
            finish(s)

    def start(self, *frames: Frame[LabState], seats: int = 3) -> LabState:
        """A state that runs the frames from left to right, played on to its first question."""
        s = LabState(seats)
        s.stack.extend(reversed(frames))
        advance(s, CTX)
        return s

    def take(self, s: LabState, seat: int, name: str) -> None:
        self.apply(s, seat, None, self.pick(name), CTX)

    def asked(self, s: LabState) -> dict[int, list[str]]:
        """The seats asked and the names offered to each."""
        return {d.seat: [NAMES[a.a] for a in self.options(s, d.seat)] for d in self.pending(s)}


LAB = Lab()


def finish(s: LabState) -> None:
    s.finish(Outcome("done", [1] * len(s.answered), [0] * len(s.answered), {}))


class Say(Frame[LabState]):
    """An automatic box that does one thing and goes."""

    __slots__ = ("does", "text")

    def __init__(self, text: str, does: Callable[[LabState], None] | None = None) -> None:
        super().__init__(AUTO)
        self.text = text
        self.does = does

    def name(self) -> str:
        return self.text

    def copy(self) -> Say:
        return Say(self.text, self.does)

    def run(self, s: LabState, ctx: Ctx) -> None:
        s.stack.pop()
        s.said.append(self.text)
        if self.does is not None:
            self.does(s)


class Ask(Frame[LabState]):
    """Asks one seat for a name; the name "end" ends the match. `wait` says when the frame is blocked."""

    __slots__ = ("always", "leave", "names", "then", "wait")

    def __init__(
        self,
        seat: int,
        names: list[str] | None,
        *,
        always: bool = False,
        leave: bool = False,
        wait: Callable[[LabState], bool] | None = None,
        then: Frame[LabState] | None = None,
    ) -> None:
        super().__init__(seat)
        self.names = names  # None: what is left in the bag
        self.always = always
        self.leave = leave
        self.wait = wait
        self.then = then

    def name(self) -> str:
        return "ask"

    def rule(self) -> str:
        return "LAB-10"

    def optional(self) -> bool:
        return self.leave

    def ask_single(self) -> bool:
        return self.always

    def blocked(self, s: LabState) -> bool:
        return self.wait is not None and self.wait(s)

    def fields(self) -> dict[str, Any]:
        return {"names": self.names}

    def copy(self) -> Ask:
        return Ask(self.seat, self.names, always=self.always, leave=self.leave, wait=self.wait, then=self.then)

    def options(self, s: LabState) -> list[Action]:
        return LAB.picks(s.bag if self.names is None else self.names)

    def choose(self, s: LabState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        chosen = NAMES[action.a]
        s.said.append(f"{self.seat} {chosen}")
        if self.names is None:
            s.bag.remove(chosen)
        if chosen == "end":
            finish(s)
        if self.then is not None:
            s.stack.append(self.then)


class Vote(Sealed[LabState]):
    """All seats pick in secret; `names[seat]` are the picks of a seat."""

    __slots__ = ("always", "leave", "names")

    def __init__(self, names: dict[int, list[str]], *, always: bool = False, leave: bool = False) -> None:
        super().__init__(list(names))
        self.names = names
        self.always = always
        self.leave = leave

    def name(self) -> str:
        return "vote"

    def rule(self) -> str:
        return "LAB-20"

    def optional(self) -> bool:
        return self.leave

    def ask_single(self) -> bool:
        return self.always

    def copy(self) -> Vote:
        new = Vote(self.names, always=self.always, leave=self.leave)
        new.answers = self.answers.copy()
        return new

    def options_for(self, s: LabState, seat: int) -> list[Action]:
        return LAB.picks(self.names[seat])

    def reveal(self, s: LabState, answers: list[Action], ctx: Ctx) -> None:
        chosen = [NAMES[a.a] for a in answers]
        s.said.append("votes " + " ".join(f"{seat}{name}" for seat, name in zip(self.seats, chosen, strict=True)))
        if "end" in chosen:
            finish(s)


class Split(Fork[LabState]):
    """A plain fork; each branch is given from left to right."""

    __slots__ = ()

    def name(self) -> str:
        return "split"

    def copy(self) -> Split:
        return Split(self.seats, self.copy_branches())


def split(branches: dict[int, list[Frame[LabState]]]) -> Split:
    return Split(list(branches), [b[::-1] for b in branches.values()])
