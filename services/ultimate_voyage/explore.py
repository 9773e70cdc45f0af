"""Exploring ports (RULES.md, section 18)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action as Choice
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from ultimate_voyage.action import Action
from ultimate_voyage.changes import add_story
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.names import COLOURS, EXPLORE, NANJING, ZONES
from ultimate_voyage.settle import ask
from ultimate_voyage.state import VoyageState, explored_by_anyone, is_upgraded, ship_zones, token_count


def add_explore(s: VoyageState, a: Action, done: int, out: list[Choice]) -> None:
    """Ports and numbers of tokens (UV-512 to UV-516); `done` is the mask of ports explored in this action."""
    c = s.c
    side = is_upgraded(s, a.owner, EXPLORE)
    costs = c.explore_cost[side]
    for port in ship_zones(s, a.owner) if side else [a.port]:
        if port == NANJING or done >> port & 1 or port not in s.players[a.owner].ships:
            continue
        there = token_count(s, port)
        if not there:
            continue
        left = a.left(port == a.port)
        if explored_by_anyone(s, port):
            left -= c.explored_surcharge[side]
        for n in range(1, min(there, len(costs) - 1) + 1):
            if costs[n] > left:
                break
            out.append(c.explore(port, n))


def explore(s: VoyageState, ctx: Ctx, a: Action, port: int, n: int) -> None:
    """Strength, story points, the mark of the explorer; then the tokens one by one (UV-514, UV-518)."""
    c = s.c
    seat = a.owner
    side = is_upgraded(s, seat, EXPLORE)
    cost = c.explore_cost[side][n]
    if explored_by_anyone(s, port):
        cost += c.explored_surcharge[side]
    a.spend(cost, port == a.port)
    if ctx.loud:
        ctx.emit(Event("explored", {"seat": seat, "port": ZONES[port], "n": n}))
    s.stamp += 1
    s.players[seat].explored[port] = s.stamp
    s.dirty = True
    add_story(s, ctx, seat, c.region_of[port], c.explore_story[side][n])
    s.stack.append(TakeTokens(seat, port, n))


class TakeTokens(VoyageFrame):
    """`n` tokens still to be taken at a port."""

    __slots__ = ("n", "owner", "port")

    def __init__(self, owner: int, port: int, n: int) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.port = port
        self.n = n

    def name(self) -> str:
        return "take_tokens"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner, "port": self.port, "n": self.n}

    def copy(self) -> TakeTokens:
        return TakeTokens(self.owner, self.port, self.n)

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        kinds = [colour for colour in range(len(COLOURS)) if s.tokens[self.port * 4 + colour]]
        if self.n == token_count(s, self.port) or len(kinds) == 1:
            s.stack.pop()
            for colour in kinds:
                take_token(s, ctx, self.owner, self.port, colour, min(self.n, s.tokens[self.port * 4 + colour]))
        else:
            self.n -= 1
            if not self.n:
                s.stack.pop()
            ask(s, TakeToken(self.owner, self.port))


def take_token(s: VoyageState, ctx: Ctx, seat: int, port: int, colour: int, n: int) -> None:
    s.tokens[port * 4 + colour] -= n
    s.players[seat].tokens[colour] += n
    if ctx.loud:
        ctx.emit(Event("token_taken", {"seat": seat, "port": ZONES[port], "colour": COLOURS[colour], "n": n}))


class TakeToken(VoyageFrame):
    """The colour of the next token (UV-516)."""

    __slots__ = ("port",)

    def __init__(self, seat: int, port: int) -> None:
        super().__init__(seat)
        self.port = port

    def name(self) -> str:
        return "take_token"

    def rule(self) -> str:
        return "UV-516"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "port": self.port}

    def copy(self) -> TakeToken:
        return TakeToken(self.seat, self.port)

    def options(self, s: VoyageState) -> list[Choice]:
        return [s.c.a_take_token[colour] for colour in range(len(COLOURS)) if s.tokens[self.port * 4 + colour]]

    def choose(self, s: VoyageState, action: Choice, ctx: Ctx) -> None:
        s.stack.pop()
        take_token(s, ctx, self.seat, self.port, action.a, 1)


READERS: Final[dict[str, Reader]] = {
    "take_tokens": lambda _, f: TakeTokens(f["seat"], f["port"], f["n"]),
    "take_token": lambda _, f: TakeToken(f["seat"], f["port"]),
}
