"""The mine: movements of overseers and workers, defection, resources, strikes (FW-110 to FW-158)."""

from __future__ import annotations

from typing import Final

from forge_war.content import DIRECTIONS, HEXES
from forge_war.names import RESOURCES
from forge_war.state import EMPTY, OVERSEER, WORKER, WarState
from rulekit.actions import Action
from rulekit.events import Ctx, Event

LEFT_BOARD: Final = -1


def add_moves(s: WarState, colour: int, moves: list[Action], out: list[Action]) -> None:
    """Adds the legal movements of a colour's overseers, out of the table `moves` (FW-116 to FW-131)."""
    piece = s.piece
    rays = s.board.rays
    for start in s.overseers[colour]:
        base = start * HEXES
        first = start * DIRECTIONS
        for ray in rays[first : first + DIRECTIONS]:
            run = False
            for cell in ray:
                at = piece[cell]
                if at == EMPTY:
                    out.append(moves[base + cell])
                    if run:
                        break  # the hex behind the run is the only stop (FW-122)
                elif at < OVERSEER:
                    run = True
                else:
                    break  # FW-125


def passed_hexes(s: WarState, start: int, stop: int) -> list[int]:
    """The hexes strictly between two hexes of one line, nearest to `start` first."""
    first = start * DIRECTIONS
    for ray in s.board.rays[first : first + DIRECTIONS]:
        if stop in ray:
            return ray[: ray.index(stop)]
    raise AssertionError(f"hexes {start} and {stop} are on no line")


def move_overseer(s: WarState, ctx: Ctx, colour: int, start: int, stop: int) -> None:
    """A movement with all that follows: worker, conversions, resources, strikes (FW-134 to FW-155)."""
    piece = s.piece
    workers = s.workers
    mine = WORKER + colour
    hexes = s.overseers[colour]
    hexes[hexes.index(start)] = stop
    piece[start] = mine
    piece[stop] = OVERSEER + colour
    workers[colour] += 1
    changed = [start]
    became: list[int] = []  # colour of each passed worker afterwards, or LEFT_BOARD
    passed: list[int] = []
    for cell in passed_hexes(s, start, stop):
        at = piece[cell]
        if at == EMPTY:
            continue
        passed.append(cell)
        if at != mine:
            workers[at - WORKER] -= 1
            workers[colour] += 1
            piece[cell] = mine
            became.append(colour)
        elif s.solo:
            workers[colour] -= 1  # FW-790
            piece[cell] = EMPTY
            became.append(LEFT_BOARD)
            continue
        else:
            other = defects_to(s, colour)
            workers[colour] -= 1
            workers[other] += 1
            piece[cell] = WORKER + other
            became.append(other)
        changed.append(cell)
    if not s.solo or colour == 0:  # automated movements yield nothing (FW-793)
        for cell in changed:
            s.players[piece[cell] - WORKER].res[s.ore[cell]] += 1
    if ctx.loud:
        _tell_movement(s, ctx, colour, start, stop, passed, became, changed)
    strike(s, ctx, changed)


def defects_to(s: WarState, colour: int) -> int:
    """The other player with the fewest workers, on a tie the earlier in player order (FW-140)."""
    found = -1
    for other in s.order:
        if other != colour and (found < 0 or s.workers[other] < s.workers[found]):
            found = other
    return found


def strike(s: WarState, ctx: Ctx, changed: list[int]) -> None:
    """Removes every group that is large enough; only one with a changed hex can be new (FW-152)."""
    piece = s.piece
    lost: list[int] = []
    for cell in changed:
        at = piece[cell]
        if at == EMPTY or s.workers[at - WORKER] < s.c.strike:
            continue  # it left with a group before, or its colour has too few
        group = connected(s, cell)
        if len(group) >= s.c.strike:
            lost += group
            s.workers[at - WORKER] -= len(group)
            for struck in group:
                piece[struck] = EMPTY
            if ctx.loud:
                ctx.emit(Event("strike", {"colour": at - WORKER, "hexes": hex_names(s, group)}))


def connected(s: WarState, cell: int) -> list[int]:
    """The workers of one colour connected with the worker on a hex, itself included."""
    piece = s.piece
    around = s.board.around
    colour = piece[cell]
    group = [cell]
    seen = 1 << cell
    at = 0
    while at < len(group):
        for near in around[group[at]]:
            if piece[near] == colour and not seen >> near & 1:
                seen |= 1 << near
                group.append(near)
        at += 1
    return group


def pick_worker(s: WarState, cell: int) -> int:
    """Takes a worker off the board; returns its colour."""
    colour = s.piece[cell] - WORKER
    s.piece[cell] = EMPTY
    s.workers[colour] -= 1
    return colour


def put_worker(s: WarState, ctx: Ctx, colour: int, cell: int) -> None:
    """Puts a picked worker on an empty hex; no resources, but strikes (FW-468)."""
    s.piece[cell] = WORKER + colour
    s.workers[colour] += 1
    strike(s, ctx, [cell])


def place_overseer(s: WarState, ctx: Ctx, colour: int, cell: int) -> None:
    """FW-081: placing gives nothing."""
    s.piece[cell] = OVERSEER + colour
    s.overseers[colour].append(cell)
    if ctx.loud:
        ctx.emit(Event("overseer_placed", {"colour": colour, "hex": hex_names(s, [cell])[0]}))


def hex_names(s: WarState, hexes: list[int]) -> list[list[int]]:
    """Hexes as events show them."""
    return [list(s.c.hexes[cell]) for cell in hexes]


def _tell_movement(
    s: WarState, ctx: Ctx, colour: int, start: int, stop: int, passed: list[int], became: list[int], changed: list[int]
) -> None:
    gained: dict[str, dict[str, int]] = {}
    if not s.solo or colour == 0:
        for cell in changed:
            of = gained.setdefault(str(s.piece[cell] - WORKER), {})
            name = RESOURCES[s.ore[cell]]
            of[name] = of.get(name, 0) + 1
    places = hex_names(s, [start, stop, *passed])
    turned = [{"hex": places[2 + i], "colour": new if new != LEFT_BOARD else None} for i, new in enumerate(became)]
    data = {"colour": colour, "from": places[0], "to": places[1], "passed": turned, "resources": gained}
    ctx.emit(Event("overseer_moved", data))
