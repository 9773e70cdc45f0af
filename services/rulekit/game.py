"""A game as the kernel, the services and the bots see it."""

from __future__ import annotations

from typing import Any, Final, Generic

import msgspec
from mypy_extensions import mypyc_attr

from rulekit.actions import Action, ActionTable
from rulekit.chance import Chance
from rulekit.errors import IllegalAction, InvalidOptions, MatchOver, NotYourDecision, RuleError
from rulekit.events import Ctx, Event
from rulekit.frames import S, advance, carry_out, legal, waiting_frame, waiting_seats
from rulekit.outcome import Outcome

ANY_TIME: Final = "any_time"


class Option:
    """A match option: its name, the values it may take (the first is the default), a line of help."""

    def __init__(self, name: str, values: list[Any], help: str) -> None:
        self.name = name
        self.values = values
        self.help = help


class Mode:
    """A mode of the rulebook: name, seats from/to, options, a line of help."""

    def __init__(self, name: str, min_seats: int, max_seats: int, options: list[Option], help: str) -> None:
        self.name = name
        self.min_seats = min_seats
        self.max_seats = max_seats
        self.options = options
        self.help = help

    def resolve(self, given: dict[str, Any]) -> dict[str, Any]:
        """All options with their values; raises `InvalidOptions`.

        Text is accepted for any value ("1", "true"), so that a command line need not know types.
        """
        known = {o.name: o for o in self.options}
        for name in given:
            if name not in known:
                shown = ", ".join(known) or "none"
                raise InvalidOptions(f'mode "{self.name}" has no option "{name}"; options: {shown}')
        out: dict[str, Any] = {}
        for name, option in known.items():
            if name not in given:
                out[name] = option.values[0]
                continue
            for value in option.values:
                if given[name] == value and type(given[name]) is type(value):
                    break
                if isinstance(given[name], str) and given[name].lower() == str(value).lower():
                    break
            else:
                shown = ", ".join(str(v) for v in option.values)
                raise InvalidOptions(f'option "{name}" is {given[name]!r}; allowed: {shown}')
            out[name] = value
        return out


class Decision:
    """What a seat may or must decide now.

    `id` stays the same while other seats act; `kind` is the action type family, `rule` the rule
    that asks, `optional` tells that the first option leaves the decision out. The kind `ANY_TIME` is
    a right that waits for nobody: it may be ignored, all its options use it, and no clock runs.
    """

    __slots__ = ("id", "seat", "kind", "rule", "optional")

    def __init__(self, id: str, seat: int, kind: str, rule: str, optional: bool) -> None:
        self.id = id
        self.seat = seat
        self.kind = kind
        self.rule = rule
        self.optional = optional

    def plain(self) -> dict[str, Any]:
        return {"id": self.id, "seat": self.seat, "kind": self.kind, "rule": self.rule, "optional": self.optional}


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S]):
    """The rules of one game under one edition. Stateless: all play is in the state.

    Subclasses set the attributes in `__init__` and give `new_state` (the state before set-up, with
    the set-up frames on its stack), `view`, `determinize`, `faults`, `decode_state`.
    """

    def __init__(self) -> None:
        self.key = ""
        self.title = ""
        self.version = 0  # grows when a change alters the meaning of a log
        self.edition_id = ""
        self.edition_digest = ""
        self.modes: list[Mode] = []
        self.actions = ActionTable([])

    # --- to be given by each game

    def new_state(self, mode: Mode, options: dict[str, Any], seats: int) -> S:
        raise NotImplementedError

    def view(self, s: S, seat: int | None) -> msgspec.Struct:
        """What the seat (None: a spectator) may know, built field by field."""
        raise NotImplementedError

    def view_type(self) -> type[msgspec.Struct]:
        raise NotImplementedError

    def determinize(self, view: msgspec.Struct, seat: int, chance: Chance) -> S:
        """A state that the seat, knowing `view`, must think possible; the unknown is drawn from `chance`.

        It takes the view and not the state, so it cannot know more than the seat. The result gives
        the same view again.
        """
        raise NotImplementedError

    def faults(self, s: S) -> list[str]:
        """Everything that is wrong with a state; empty for every reachable one."""
        raise NotImplementedError

    def copy(self, s: S) -> S:
        raise NotImplementedError

    def encode_state(self, s: S) -> dict[str, Any]:
        """The whole state as plain JSON-shaped data, equal for equal states."""
        raise NotImplementedError

    def decode_state(self, data: dict[str, Any]) -> S:
        raise NotImplementedError

    def off_turn_options(self, s: S, seat: int) -> list[Action]:
        """Rights a seat has beside (or without) a decision; never block, independent of other seats."""
        return []

    def off_turn(self, s: S, seat: int, action: Action, ctx: Ctx) -> None:
        """Carries out one of `off_turn_options`."""
        raise NotImplementedError

    # --- the same for all games

    def mode(self, name: str) -> Mode:
        for m in self.modes:
            if m.name == name:
                return m
        raise InvalidOptions(f'{self.key} has no mode "{name}"; modes: {", ".join(m.name for m in self.modes)}')

    def setup(self, mode: str, options: dict[str, Any], seats: int, ctx: Ctx) -> S:
        """A match set up and played on to its first decision; raises `InvalidOptions`."""
        m = self.mode(mode)
        if not m.min_seats <= seats <= m.max_seats:
            need = str(m.min_seats) if m.min_seats == m.max_seats else f"{m.min_seats} to {m.max_seats}"
            word = "player" if need == "1" else "players"
            raise InvalidOptions(f'mode "{mode}" of {self.key} needs {need} {word}, not {seats}')
        s = self.new_state(m, m.resolve(options), seats)
        advance(s, ctx)
        return s

    def pending(self, s: S) -> list[Decision]:
        """All open decisions, blocking ones first, each in rulebook order."""
        if s.outcome is not None:
            return []
        blocking = waiting_seats(s)
        out = [self._decision(s, seat) for seat in blocking]
        seats = range(len(s.answered))
        out.extend(self._any_time(s, seat) for seat in seats if seat not in blocking and self.off_turn_options(s, seat))
        return out

    def decision(self, s: S, seat: int) -> Decision:
        """The seat's open decision; raises `NotYourDecision` or `MatchOver`."""
        if s.outcome is not None:
            raise MatchOver("the match is over")
        if not 0 <= seat < len(s.answered):
            raise NotYourDecision(f"there is no seat {seat}")
        if seat in waiting_seats(s):
            return self._decision(s, seat)
        if self.off_turn_options(s, seat):
            return self._any_time(s, seat)
        raise NotYourDecision(f"seat {seat} has nothing to decide now")

    def _any_time(self, s: S, seat: int) -> Decision:
        return Decision(f"{ANY_TIME}.{s.answered[seat]}", seat, ANY_TIME, "", True)

    def _decision(self, s: S, seat: int) -> Decision:
        frame = waiting_frame(s, seat)
        kind = frame.name()
        return Decision(f"{kind}.{s.answered[seat]}", seat, kind, frame.rule(), frame.optional())

    def options(self, s: S, seat: int) -> list[Action]:
        """The legal actions of the seat's decision, its any-time rights last. Changes nothing."""
        extra = self.off_turn_options(s, seat)
        if not extra:
            return legal(s, seat)
        return (legal(s, seat) if seat in waiting_seats(s) else []) + extra

    def step(self, s: S, seat: int, action: Action, ctx: Ctx) -> None:
        """Unchecked and in place: for search and replay. `action` must be one of `options`."""
        extra = self.off_turn_options(s, seat)
        if extra and action in extra:
            s.tick += 1
            s.answered[seat] += 1
            self.off_turn(s, seat, action, ctx)
            advance(s, ctx)
        else:
            carry_out(s, seat, action, ctx)

    def check(self, s: S, seat: int, decision_id: str | None, action: Action) -> Action:
        """The option that `action` names; raises a `RuleError` if there is none. Changes nothing."""
        decision = self.decision(s, seat)
        if decision_id is not None and decision_id != decision.id:
            raise NotYourDecision(f'decision "{decision_id}" is no longer pending; "{decision.id}" is')
        options = self.options(s, seat)
        if action in options:
            return action
        # A process may have read the action before the rules first listed it: then it is equal, not the same.
        interned = self.actions.interned(action)
        if interned not in options:
            raise IllegalAction(f"{self.actions.text(action)!r} is not an option of {decision.kind}", decision.rule)
        return interned

    def apply(self, s: S, seat: int, decision_id: str | None, action: Action, ctx: Ctx) -> None:
        """Checked and in place; after a `RuleError` the state is untouched."""
        self.step(s, seat, self.check(s, seat, decision_id, action), ctx)

    def default(self, s: S, seat: int) -> Action | None:
        """What the clock does for a seat that does not answer: leave an optional decision out; else None.

        None also for `ANY_TIME`, which nobody waits for.
        """
        decision = self.decision(s, seat)
        return self.options(s, seat)[0] if decision.optional and decision.kind != ANY_TIME else None

    def resign(self, s: S, seat: int, ctx: Ctx) -> None:
        """The seat gives up: it is placed last, the others share the first place."""
        if s.outcome is not None:
            raise MatchOver("the match is over")
        seats = len(s.answered)
        if not 0 <= seat < seats:
            raise RuleError(f"there is no seat {seat}")
        placings = [1 if i != seat else 2 for i in range(seats)]
        s.tick += 1
        s.finish(Outcome("resigned", placings, [0] * seats, {"resigned": seat}))
        if ctx.loud:
            ctx.emit(Event("resigned", {"seat": seat}))

    def abort(self, s: S, ctx: Ctx) -> None:
        """The operator ends the match without a result."""
        if s.outcome is not None:
            raise MatchOver("the match is over")
        s.tick += 1
        s.finish(Outcome("aborted", [], [], {}))
        if ctx.loud:
            ctx.emit(Event("aborted", {}))

    def outcome(self, s: S) -> Outcome | None:
        return s.outcome
