"""Decisions about the mine: placing, the movements of the mine phase, extra movements, workers moved."""

from __future__ import annotations

from typing import Any, Final

from forge_war.actions import DO_MOVE, DO_PICK, DO_PUT
from forge_war.frames import Reader, WarQuestion
from forge_war.mine import add_moves, hex_names, move_overseer, pick_worker, place_overseer, put_worker
from forge_war.names import OVERSEERS
from forge_war.state import EMPTY, OVERSEER, WarState
from rulekit.actions import Action
from rulekit.events import Ctx, Event


def tell_pass(ctx: Ctx, seat: int, kind: str, gold: int) -> None:
    if ctx.loud:
        ctx.emit(Event("passed", {"seat": seat, "kind": kind, "gold": gold}))


class PlaceOverseer(WarQuestion):
    """The next overseer of a seat; in a solo game of any colour (FW-081, FW-763)."""

    __slots__ = ()

    def name(self) -> str:
        return "place_overseer"

    def rule(self) -> str:
        return "FW-081"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> PlaceOverseer:
        return PlaceOverseer(self.seat)

    def options(self, s: WarState) -> list[Action]:
        free = [cell for cell, piece in enumerate(s.piece) if piece == EMPTY]
        if not s.solo:
            places = s.c.a_place
            return [places[cell] for cell in free]
        out: list[Action] = []
        for colour in range(s.colours):
            if len(s.overseers[colour]) < OVERSEERS:
                places = s.c.a_place_colour[colour]
                for cell in free:
                    out.append(places[cell])
        return out

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        place_overseer(s, ctx, action.b if s.solo else self.seat, action.a)


class MineMove(WarQuestion):
    """One movement of a seat's own overseers, or none; `second` is that of the first player (FW-110, FW-113)."""

    __slots__ = ("second",)

    def __init__(self, seat: int, second: bool) -> None:
        super().__init__(seat)
        self.second = second

    def name(self) -> str:
        return "mine_second" if self.second else "mine_move"

    def rule(self) -> str:
        return "FW-113" if self.second else "FW-110"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> MineMove:
        return MineMove(self.seat, self.second)

    def options(self, s: WarState) -> list[Action]:
        out = [s.c.a_pass]
        add_moves(s, self.seat, s.c.a_move, out)
        return out

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.kind != DO_MOVE:
            tell_pass(ctx, self.seat, self.name(), 0)
            return
        if self.second:
            s.locked_last = True
        move_overseer(s, ctx, self.seat, action.a, action.b)


class ExtraOverseer(WarQuestion):
    """A movement from a card, a reward or a tile (FW-232, FW-465); asked only where one is legal."""

    __slots__ = ()

    def name(self) -> str:
        return "extra_overseer"

    def rule(self) -> str:
        return "FW-465"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> ExtraOverseer:
        return ExtraOverseer(self.seat)

    def options(self, s: WarState) -> list[Action]:
        out = [s.c.a_skip]
        add_moves(s, self.seat, s.c.a_move, out)
        return out

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.kind == DO_MOVE:
            move_overseer(s, ctx, self.seat, action.a, action.b)
        else:
            tell_pass(ctx, self.seat, "extra_overseer", 0)


class WorkerPick(WarQuestion):
    """Which worker is picked up, if any (FW-468); asked only where one is on the board."""

    __slots__ = ()

    def name(self) -> str:
        return "worker_pick"

    def rule(self) -> str:
        return "FW-468"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> WorkerPick:
        return WorkerPick(self.seat)

    def options(self, s: WarState) -> list[Action]:
        out = [s.c.a_skip]
        picks = s.c.a_pick
        for cell, piece in enumerate(s.piece):
            if EMPTY < piece < OVERSEER:
                out.append(picks[cell])
        return out

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.kind == DO_PICK:
            s.stack.append(WorkerPut(self.seat, pick_worker(s, action.a), action.a))
        else:
            tell_pass(ctx, self.seat, "worker_pick", 0)


class WorkerPut(WarQuestion):
    """Where the worker picked up at `start` goes: another empty hex, or off the board (FW-468)."""

    __slots__ = ("colour", "start")

    def __init__(self, seat: int, colour: int, start: int) -> None:
        super().__init__(seat)
        self.colour = colour
        self.start = start

    def name(self) -> str:
        return "worker_put"

    def rule(self) -> str:
        return "FW-468"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "colour": self.colour, "start": self.start}

    def copy(self) -> WorkerPut:
        return WorkerPut(self.seat, self.colour, self.start)

    def options(self, s: WarState) -> list[Action]:
        out = [s.c.a_remove_worker]
        puts = s.c.a_put
        for cell, piece in enumerate(s.piece):
            if piece == EMPTY and cell != self.start:
                out.append(puts[cell])
        return out

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if ctx.loud:
            to = hex_names(s, [action.a])[0] if action.kind == DO_PUT else None
            start = hex_names(s, [self.start])[0]
            ctx.emit(Event("worker_moved", {"seat": self.seat, "colour": self.colour, "from": start, "to": to}))
        if action.kind == DO_PUT:
            put_worker(s, ctx, self.colour, action.a)


def can_move(s: WarState, colour: int) -> bool:
    """The colour has a legal movement."""
    out: list[Action] = []
    add_moves(s, colour, s.c.a_move, out)
    return bool(out)


def any_worker(s: WarState) -> bool:
    return sum(s.workers) > 0


READERS: Final[dict[str, Reader]] = {
    "place_overseer": lambda _, f: PlaceOverseer(f["seat"]),
    "mine_move": lambda _, f: MineMove(f["seat"], False),
    "mine_second": lambda _, f: MineMove(f["seat"], True),
    "extra_overseer": lambda _, f: ExtraOverseer(f["seat"]),
    "worker_pick": lambda _, f: WorkerPick(f["seat"]),
    "worker_put": lambda _, f: WorkerPut(f["seat"], f["colour"], f["start"]),
}
