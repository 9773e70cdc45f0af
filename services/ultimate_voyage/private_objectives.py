"""Private objectives: drawing, keeping one, putting the others back (UV-226, UV-228, UV-532)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.names import DECKS, NOBODY, PLACES, TOP
from ultimate_voyage.objectives import acquire, draw_usable
from ultimate_voyage.state import VoyageState

PRIVATE_DRAWS: Final = 3


def can_draw(s: VoyageState) -> bool:
    """Some deck still holds a card (UV-532)."""
    return any(s.objective_decks)


class PrivateDraw(VoyageFrame):
    """Draws up to three cards, then lets the seat keep one and put the others back (UV-532).

    `drawn` is known to the seat alone.
    """

    __slots__ = ("owner", "drawn")

    def __init__(self, owner: int, drawn: list[int] | None = None) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.drawn: list[int] = drawn if drawn is not None else []

    def name(self) -> str:
        return "private_draw"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner, "drawn": self.drawn.copy()}

    def copy(self) -> PrivateDraw:
        return PrivateDraw(self.owner, self.drawn.copy())

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        if len(self.drawn) < PRIVATE_DRAWS and can_draw(s):
            s.stack.append(ObjectiveDeck(self.owner))
            return
        s.stack.pop()
        if self.drawn:
            s.stack.append(ObjectiveKeep(self.owner, self.drawn))


class ObjectiveDeck(VoyageFrame):
    """From which deck the next card is drawn; stands on a `PrivateDraw`."""

    __slots__ = ()

    def name(self) -> str:
        return "objective_deck"

    def rule(self) -> str:
        return "UV-532"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> ObjectiveDeck:
        return ObjectiveDeck(self.seat)

    def options(self, s: VoyageState) -> list[Action]:
        return [s.c.a_objective_deck[deck] for deck in range(len(DECKS)) if s.objective_decks[deck]]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        number = draw_usable(s, ctx, action.a)
        if number == NOBODY:
            return
        below = s.stack[-1]
        assert isinstance(below, PrivateDraw)
        below.drawn.append(number)
        s.objective_seen[number] |= 1 << self.seat
        if ctx.loud:
            public = {"seat": self.seat, "deck": DECKS[action.a]}
            data = {**public, "objective": s.c.objective_ids[number]}
            ctx.emit(Event("objective_drawn", data, _knowers(s, number), public))


class ObjectiveKeep(VoyageFrame):
    """Which of the cards drawn is kept."""

    __slots__ = ("drawn",)

    def __init__(self, seat: int, drawn: list[int]) -> None:
        super().__init__(seat)
        self.drawn = drawn

    def name(self) -> str:
        return "objective_keep"

    def rule(self) -> str:
        return "UV-532"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "drawn": self.drawn.copy()}

    def copy(self) -> ObjectiveKeep:
        return ObjectiveKeep(self.seat, self.drawn)

    def options(self, s: VoyageState) -> list[Action]:
        return [s.c.a_objective_keep[number] for number in self.drawn]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        kept = action.a
        acquire(s, kept)
        s.players[self.seat].private.append(kept)
        s.dirty = True
        if ctx.loud:
            # Which of the draws it was is no secret: the others go back in the order drawn.
            data = {"seat": self.seat, "objective": s.c.objective_ids[kept], "draw": self.drawn.index(kept) + 1}
            ctx.emit(Event("objective_kept", data))
        rest = [number for number in self.drawn if number != kept]
        if rest:
            s.stack.append(ObjectiveReturn(self.seat, rest))


class ObjectiveReturn(VoyageFrame):
    """Where the next card not kept goes, in the order drawn."""

    __slots__ = ("drawn",)

    def __init__(self, seat: int, drawn: list[int]) -> None:
        super().__init__(seat)
        self.drawn = drawn

    def name(self) -> str:
        return "objective_return"

    def rule(self) -> str:
        return "UV-532"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "drawn": self.drawn.copy()}

    def copy(self) -> ObjectiveReturn:
        return ObjectiveReturn(self.seat, self.drawn)

    def options(self, s: VoyageState) -> list[Action]:
        return s.c.a_objective_return[self.drawn[0]]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        number = action.a
        deck = s.c.objectives[number].deck
        if action.b == TOP:
            s.objective_decks[deck].append(number)
        else:
            s.objective_decks[deck].insert(0, number)
        if ctx.loud:
            public = {"seat": self.seat, "deck": DECKS[deck], "place": PLACES[action.b]}
            data = {**public, "objective": s.c.objective_ids[number]}
            ctx.emit(Event("objective_returned", data, _knowers(s, number), public))
        if len(self.drawn) > 1:
            s.stack.append(ObjectiveReturn(self.seat, self.drawn[1:]))


def _knowers(s: VoyageState, number: int) -> tuple[int, ...]:
    """The seats that know which card this is."""
    return tuple(seat for seat in range(s.n) if s.objective_seen[number] >> seat & 1)


def _read_draw(_: VoyageState, f: dict[str, Any]) -> VoyageFrame:
    return PrivateDraw(f["seat"], list(f["drawn"]))


def _read_deck(_: VoyageState, f: dict[str, Any]) -> VoyageFrame:
    return ObjectiveDeck(f["seat"])


def _read_keep(_: VoyageState, f: dict[str, Any]) -> VoyageFrame:
    return ObjectiveKeep(f["seat"], list(f["drawn"]))


def _read_return(_: VoyageState, f: dict[str, Any]) -> VoyageFrame:
    return ObjectiveReturn(f["seat"], list(f["drawn"]))


READERS: dict[str, Reader] = {
    "private_draw": _read_draw,
    "objective_deck": _read_deck,
    "objective_keep": _read_keep,
    "objective_return": _read_return,
}
