"""The program counter of the rules: a stack of frames, and the loop that runs it.

A frame is one box of the rulebook's flow chart. The frame on top either runs by itself
(`seat == AUTO`), waits for one seat (`seat >= 0`), or holds several seats' play at once
(`seat == MANY`: `Sealed`, `Fork`). Frames hold plain data; what they do is in their methods. Push a
frame for what comes next, pop yourself when you are done; a reaction is a frame pushed for the
other seat.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from rulekit.actions import Action
from rulekit.errors import NotYourDecision
from rulekit.events import Ctx
from rulekit.outcome import Outcome

AUTO: Final = -1
MANY: Final = -2


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """What every game's state has. Games add slots and extend `copy`, `encode`.

    `stack` is the running stack of frames, `answered[seat]` counts the seat's answers (it numbers
    the decisions), `tick` counts steps (it dates the options kept in frames), `outcome` is set when
    the match is over.
    """

    __slots__ = ("stack", "answered", "tick", "outcome")

    def __init__(self, seats: int) -> None:
        self.stack: list[Frame[Any]] = []
        self.answered: list[int] = [0] * seats
        self.tick = 0
        self.outcome: Outcome | None = None

    def copy_kernel(self, other: State) -> None:
        """Copies the kernel's part of `self` into a fresh `other`."""
        other.stack = [f.copy() for f in self.stack]
        other.answered = self.answered.copy()
        other.tick = self.tick
        other.outcome = self.outcome

    def finish(self, outcome: Outcome) -> None:
        """Ends the match: nothing on the stack is carried out any more."""
        self.outcome = outcome
        self.stack.clear()


S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame(Generic[S]):
    """Base of all frames. Subclasses set `seat` and list their data in `__slots__` and `fields`."""

    __slots__ = ("seat", "kept", "kept_at")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.kept: list[Action] | None = None
        self.kept_at = -1

    # --- what a subclass says about itself

    def name(self) -> str:
        """The frame's name; for a frame that waits, the decision's kind."""
        raise NotImplementedError(type(self).__name__)

    def rule(self) -> str:
        """The rule that demands the decision."""
        return ""

    def optional(self) -> bool:
        """True for a decision that may be left out (its first option is to leave it)."""
        return False

    def ask_single(self) -> bool:
        """True if the seat is asked even when there is only one option."""
        return False

    def fields(self) -> dict[str, Any]:
        """The frame's data in plain form, for encoding and comparing states."""
        return {}

    def copy(self) -> Frame[S]:
        raise NotImplementedError(type(self).__name__)

    # --- what it does

    def run(self, s: S, ctx: Ctx) -> None:
        """Automatic frames: carry out the box (and pop or push)."""
        raise NotImplementedError(type(self).__name__)

    def options(self, s: S) -> list[Action]:
        """Waiting frames: the legal actions, never empty. Changes nothing.

        `s.stack` is the stack on which the frame stands, also within a `Fork`.
        """
        raise NotImplementedError(type(self).__name__)

    def choose(self, s: S, action: Action, ctx: Ctx) -> None:
        """Waiting frames: carry out the action chosen (and pop)."""
        raise NotImplementedError(type(self).__name__)

    def own(self) -> bool:
        """True if nothing that another seat may do meanwhile changes the options, once the seat is asked."""
        return False

    def blocked(self, s: S) -> bool:
        """In a `Fork`: true while this frame (of any sort) has to wait for another branch."""
        return False

    # --- several seats at once (MANY)

    def waiting(self, s: S) -> list[int]:
        """MANY frames: the seats whose answer is open, in rulebook order."""
        raise NotImplementedError(type(self).__name__)

    def first(self, s: S) -> int:
        """MANY frames: the first of `waiting`."""
        return self.waiting(s)[0]

    def frame_of(self, s: S, seat: int) -> Frame[S]:
        """MANY frames: the frame that asks this seat; raises `NotYourDecision`."""
        raise NotImplementedError(type(self).__name__)

    def stack_of(self, s: S, seat: int) -> list[Frame[S]]:
        """MANY frames: the stack on which the frame that asks this seat stands."""
        return s.stack

    def answer(self, s: S, seat: int, action: Action, ctx: Ctx) -> None:
        """MANY frames: take the seat's answer."""
        raise NotImplementedError(type(self).__name__)

    def settle(self, s: S, ctx: Ctx) -> bool:
        """MANY frames: go on as far as possible; True once the frame has popped itself."""
        raise NotImplementedError(type(self).__name__)


@mypyc_attr(allow_interpreted_subclasses=True)
class Sealed(Frame[S]):
    """Several seats answer at once; nobody learns an answer before all are in.

    `answers[i]` belongs to `seats[i]`. Subclasses give `options_for` and `reveal`, which is called
    once, with the frame already popped, and resolves the answers in the order of `seats`: the
    result cannot depend on the order of arrival. A seat with one option answers at once, unless the
    frame says `ask_single` (it should where the number of options is itself a secret).
    """

    __slots__ = ("seats", "answers")

    def __init__(self, seats: list[int]) -> None:
        super().__init__(MANY)
        self.seats = seats
        self.answers: list[Action | None] = [None] * len(seats)

    def options_for(self, s: S, seat: int) -> list[Action]:
        raise NotImplementedError(type(self).__name__)

    def reveal(self, s: S, answers: list[Action], ctx: Ctx) -> None:
        raise NotImplementedError(type(self).__name__)

    def waiting(self, s: S) -> list[int]:
        return [seat for i, seat in enumerate(self.seats) if self.answers[i] is None]

    def frame_of(self, s: S, seat: int) -> Frame[S]:
        if seat not in self.seats or self.answers[self.seats.index(seat)] is not None:
            raise NotYourDecision(f"seat {seat} has nothing to decide now")
        return _SealedAsk(self, seat)

    def answer(self, s: S, seat: int, action: Action, ctx: Ctx) -> None:
        self.answers[self.seats.index(seat)] = action

    def settle(self, s: S, ctx: Ctx) -> bool:
        answers: list[Action] = []
        for i, seat in enumerate(self.seats):
            given = self.answers[i]
            if given is None and not self.ask_single():
                options = self.options_for(s, seat)
                if len(options) == 1:
                    given = options[0]
                    self.answers[i] = given
            if given is not None:
                answers.append(given)
        if len(answers) < len(self.seats):
            return False
        s.stack.pop()
        self.reveal(s, answers, ctx)
        return True


class _SealedAsk(Frame[S]):
    """One seat's face of a `Sealed` frame; made on demand, never on the stack."""

    __slots__ = ("whole",)

    def __init__(self, whole: Sealed[S], seat: int) -> None:
        super().__init__(seat)
        self.whole = whole

    def name(self) -> str:
        return self.whole.name()

    def rule(self) -> str:
        return self.whole.rule()

    def optional(self) -> bool:
        return self.whole.optional()

    def ask_single(self) -> bool:
        return self.whole.ask_single()

    def options(self, s: S) -> list[Action]:
        return self.whole.options_for(s, self.seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class Fork(Frame[S]):
    """Seats play their own sequences side by side, each on a stack of its own.

    `branches[i]` is the stack of `seats[i]`. The branches run in the order of `seats` as far as
    they can; a frame that says `blocked` waits until another branch has moved. The frame ends when
    all branches are empty. A branch may ask another seat (a reaction) and may hold `Sealed` and
    `Fork` frames of its own; a seat asked by two branches answers in its own branch first.
    """

    __slots__ = ("seats", "branches")

    def __init__(self, seats: list[int], branches: list[list[Frame[S]]]) -> None:
        super().__init__(MANY)
        self.seats = seats
        self.branches = branches

    def copy_branches(self) -> list[list[Frame[S]]]:
        return [[f.copy() for f in branch] for branch in self.branches]

    def waiting(self, s: S) -> list[int]:
        out: list[int] = []
        for branch in self.branches:
            if branch:
                top = branch[-1]
                if top.seat == AUTO or top.blocked(s):
                    continue
                for seat in top.waiting(s) if top.seat == MANY else [top.seat]:
                    if seat not in out:
                        out.append(seat)
        return out

    def first(self, s: S) -> int:
        for branch in self.branches:
            if branch:
                top = branch[-1]
                if top.seat >= 0 and (top.kept is not None or not top.blocked(s)):
                    return top.seat
                if top.seat == MANY:
                    break
        return self.waiting(s)[0]

    def _branch_of(self, s: S, seat: int) -> list[Frame[S]]:
        """The branch that asks this seat: its own first, then the others in order."""
        if seat in self.seats:
            own = self.branches[self.seats.index(seat)]
            if own:
                top = own[-1]
                if (top.seat == seat and top.kept is not None) or _asks(s, top, seat):
                    return own
        for branch in self.branches:
            if branch and _asks(s, branch[-1], seat):
                return branch
        raise NotYourDecision(f"seat {seat} has nothing to decide now")

    def frame_of(self, s: S, seat: int) -> Frame[S]:
        top = self._branch_of(s, seat)[-1]
        return top.frame_of(s, seat) if top.seat == MANY else top

    def stack_of(self, s: S, seat: int) -> list[Frame[S]]:
        branch = self._branch_of(s, seat)
        top = branch[-1]
        return top.stack_of(s, seat) if top.seat == MANY and isinstance(top, Fork) else branch

    def answer(self, s: S, seat: int, action: Action, ctx: Ctx) -> None:
        branch = self._branch_of(s, seat)
        top = branch[-1]
        main = s.stack
        s.stack = branch
        if top.seat == MANY:
            top.answer(s, seat, action, ctx)
        else:
            top.choose(s, action, ctx)
        s.stack = main

    def settle(self, s: S, ctx: Ctx) -> bool:
        moved = True
        while moved:
            moved = False
            for branch in self.branches:
                if branch:
                    top = branch[-1]
                    if top.kept is not None and top.own():
                        continue  # it waits for its seat, whatever the others did
                    main = s.stack
                    s.stack = branch
                    if advance(s, ctx, True):
                        moved = True
                    s.stack = main
                    if s.outcome is not None:
                        return True
        if any(self.branches):
            return False
        s.stack.pop()
        return True


def _asks(s: S, frame: Frame[S], seat: int) -> bool:
    if frame.seat == MANY:
        return not frame.blocked(s) and seat in frame.waiting(s)
    return frame.seat == seat and not frame.blocked(s)


def advance(s: S, ctx: Ctx, branch: bool = False) -> bool:
    """Runs the stack until a seat is asked or the stack is empty. True if anything was carried out.

    A decision with one option is carried out without asking, unless its frame says `ask_single`.
    `branch` tells that the stack is one of a `Fork`, where frames may be blocked. Once the match is
    over nothing more is carried out and the stack is left empty.
    """
    stack = s.stack
    moved = False
    while stack:
        if s.outcome is not None:
            stack.clear()
            return True
        frame = stack[-1]
        if branch and frame.blocked(s):
            return moved
        seat = frame.seat
        if seat == AUTO:
            frame.run(s, ctx)
        elif seat == MANY:
            if not frame.settle(s, ctx):
                return moved
        else:
            options = frame.options(s)
            if len(options) == 1 and not frame.ask_single():
                frame.choose(s, options[0], ctx)
            else:
                frame.kept = options
                frame.kept_at = s.tick
                return moved
        moved = True
    return moved


def waiting_seats(s: State) -> list[int]:
    """The seats that must decide now, in rulebook order; empty when the match is over."""
    if not s.stack:
        return []
    top = s.stack[-1]
    return top.waiting(s) if top.seat == MANY else [top.seat]


def first_waiting(s: State) -> int:
    """The first of `waiting_seats`, which must not be empty."""
    top = s.stack[-1]
    return top.first(s) if top.seat == MANY else top.seat


def waiting_frame(s: State, seat: int) -> Frame[Any]:
    """The frame that asks this seat; raises `NotYourDecision`."""
    if s.stack:
        top = s.stack[-1]
        if top.seat == seat:
            return top
        if top.seat == MANY:
            return top.frame_of(s, seat)
    raise NotYourDecision(f"seat {seat} has nothing to decide now")


def legal(s: State, seat: int) -> list[Action]:
    """The options of this seat's decision. The list is shared: do not change it."""
    frame = waiting_frame(s, seat)
    kept = frame.kept
    if kept is not None and (frame.kept_at == s.tick or frame.own()):
        return kept
    top = s.stack[-1]
    if top.seat != MANY:
        return frame.options(s)
    main = s.stack
    s.stack = top.stack_of(s, seat)
    try:
        return frame.options(s)
    finally:
        s.stack = main


def carry_out(s: State, seat: int, action: Action, ctx: Ctx) -> None:
    """Unchecked: the seat's action, and everything that follows up to the next question."""
    s.tick += 1
    s.answered[seat] += 1
    top = s.stack[-1]
    if top.seat == MANY:
        top.answer(s, seat, action, ctx)
    else:
        top.choose(s, action, ctx)
    advance(s, ctx)
