"""Points to split, losses to cover, retreats (UV-368, UV-408, UV-442 to UV-450)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from ultimate_voyage.action import action_of
from ultimate_voyage.actions import DO_STORM_LOSS
from ultimate_voyage.changes import add_track, come_to, move_ship, pay
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.names import (
    HEALER,
    HOSTILE,
    PORCELAIN,
    PRESTIGE,
    PROFIT,
    TROOPS,
    UNKNOWN,
    ZONE_COUNT,
    ZONES,
)
from ultimate_voyage.settle import ask
from ultimate_voyage.state import VoyageState, open_zone

PAIR: Final = 2  # porcelain for a point


def can_heal(s: VoyageState, seat: int) -> bool:
    """The seat is the Healer and has not used his ability this round (UV-068)."""
    p = s.players[seat]
    return p.character == HEALER and not p.healer_used


def heal(s: VoyageState, ctx: Ctx, seat: int) -> None:
    s.players[seat].healer_used = True
    if ctx.loud:
        ctx.emit(Event("healed", {"seat": seat}))


def split_points(s: VoyageState, ctx: Ctx, seat: int, n: int) -> None:
    """`n` points of Prestige and Profit to gain, or (n < 0) to lose, as the seat splits them."""
    if n < 0:
        track = s.players[seat].track
        if track[PRESTIGE] + track[PROFIT] <= -n:
            add_track(s, ctx, seat, PRESTIGE, -track[PRESTIGE])
            add_track(s, ctx, seat, PROFIT, -track[PROFIT])
            return
    if n:
        ask(s, SplitPoints(seat, n))


class SplitPoints(VoyageFrame):
    """How points are split; `n` below 0 is a loss that the tracks can bear."""

    __slots__ = ("n",)

    def __init__(self, seat: int, n: int) -> None:
        super().__init__(seat)
        self.n = n

    def name(self) -> str:
        return "split_points"

    def rule(self) -> str:
        return "UV-442" if self.n > 0 else "UV-408"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "n": self.n}

    def copy(self) -> SplitPoints:
        return SplitPoints(self.seat, self.n)

    def options(self, s: VoyageState) -> list[Action]:
        n = self.n
        if n > 0:
            return [s.c.split(i, n - i) for i in range(n, -1, -1)]
        track = s.players[self.seat].track
        most = min(-n, track[PRESTIGE])
        least = max(0, -n - track[PROFIT])
        return [s.c.split(i, -n - i) for i in range(most, least - 1, -1)]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        sign = 1 if self.n > 0 else -1
        add_track(s, ctx, self.seat, PRESTIGE, sign * action.a)
        add_track(s, ctx, self.seat, PROFIT, sign * action.b)


# --- points covered by troops or pairs of porcelain, as the seat likes


class StormLoss(VoyageFrame):
    """What covers the points of a storm (UV-368), or of a check of the last sail; the rest costs Prestige.

    `storm` tells whether a loss of Prestige spoils the story points of the Sail action (UV-370).
    """

    __slots__ = ("points", "storm")

    def __init__(self, seat: int, points: int, storm: bool) -> None:
        super().__init__(seat)
        self.points = points
        self.storm = storm

    def name(self) -> str:
        return "storm_loss"

    def rule(self) -> str:
        return "UV-368"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "points": self.points, "storm": self.storm}

    def copy(self) -> StormLoss:
        return StormLoss(self.seat, self.points, self.storm)

    def options(self, s: VoyageState) -> list[Action]:
        p = s.players[self.seat]
        pairs = p.res[PORCELAIN] // PAIR
        out: list[Action] = []
        for healer in range(2 if can_heal(s, self.seat) else 1):
            troops = p.res[TROOPS] + healer
            most = min(self.points, troops + pairs)
            for by_troops in range(min(most, troops), max(healer, most - pairs) - 1, -1):
                out.append(s.c.actions.get(DO_STORM_LOSS, by_troops, most - by_troops, healer))
        return out

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        seat = self.seat
        troops = action.a
        if action.c:
            heal(s, ctx, seat)
            troops -= s.c.healer_amount
        pay(s, ctx, seat, TROOPS, troops)
        pay(s, ctx, seat, PORCELAIN, action.b * PAIR)
        rest = self.points - action.a - action.b
        lost = min(rest, s.players[seat].track[PRESTIGE])
        add_track(s, ctx, seat, PRESTIGE, -lost)
        if ctx.loud:
            data = {"seat": seat, "points": self.points, "troops": troops, "porcelain": action.b * PAIR}
            ctx.emit(Event("storm_loss", {**data, "prestige": lost, "healer": action.c == 1}))
        if self.storm and lost:
            action_of(s).broken = True


# --- combat losses


class CombatLoss(VoyageFrame):
    """Whether the Healer's ability is used on this loss of troops (UV-068); asked above a `Losses` frame."""

    __slots__ = ()

    def name(self) -> str:
        return "combat_loss"

    def rule(self) -> str:
        return "UV-068"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> CombatLoss:
        return CombatLoss(self.seat)

    def options(self, s: VoyageState) -> list[Action]:
        return s.c.a_combat_loss

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        below = s.stack[-1]
        if action.a == 1:
            heal(s, ctx, self.seat)
            assert isinstance(below, TroopsToLose)
            below.n -= s.c.healer_amount


class TroopsToLose(VoyageFrame):
    """A loss of `n` troops on which the Healer may be asked (`asked`: he was)."""

    __slots__ = ("asked", "n", "owner")

    def __init__(self, owner: int, n: int, asked: bool) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.n = n
        self.asked = asked


class TroopsLost(TroopsToLose):
    """`lose_troops` of a card: troops only, which the seat has (with the Healer's help)."""

    __slots__ = ()

    def __init__(self, owner: int, n: int, asked: bool = False) -> None:
        super().__init__(owner, n, asked)

    def name(self) -> str:
        return "troops_lost"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner, "n": self.n, "asked": self.asked}

    def copy(self) -> TroopsLost:
        return TroopsLost(self.owner, self.n, self.asked)

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        seat = self.owner
        if not self.asked and self.n > 0 and can_heal(s, seat):
            self.asked = True
            if s.players[seat].res[TROOPS] >= self.n:
                ask(s, CombatLoss(seat))
                return
            heal(s, ctx, seat)
            self.n -= s.c.healer_amount
        s.stack.pop()
        pay(s, ctx, seat, TROOPS, self.n)


class Losses(TroopsToLose):
    """A failed combat's loss for one seat: troops, then porcelain, then Prestige, then retreat (UV-444 to UV-448).

    `port` is the port fought, or -1 for an encounter, which brings no retreat (UV-452).
    """

    __slots__ = ("port",)

    def __init__(self, owner: int, n: int, port: int, asked: bool = False) -> None:
        super().__init__(owner, n, asked)
        self.port = port

    def name(self) -> str:
        return "losses"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner, "n": self.n, "port": self.port, "asked": self.asked}

    def copy(self) -> Losses:
        return Losses(self.owner, self.n, self.port, self.asked)

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        seat = self.owner
        if not self.asked:
            self.asked = True
            if self.n > 0 and can_heal(s, seat):
                ask(s, CombatLoss(seat))
                return
        s.stack.pop()
        p = s.players[seat]
        troops = min(self.n, p.res[TROOPS])
        pairs = min(self.n - troops, p.res[PORCELAIN] // PAIR)
        rest = self.n - troops - pairs
        lost = min(rest, p.track[PRESTIGE])
        pay(s, ctx, seat, TROOPS, troops)
        pay(s, ctx, seat, PORCELAIN, pairs * PAIR)
        add_track(s, ctx, seat, PRESTIGE, -lost)
        if ctx.loud:
            data = {"seat": seat, "troops": troops, "porcelain": pairs * PAIR, "prestige": lost}
            ctx.emit(Event("combat_loss", {**data, "humiliating": rest > 0}))
        if self.port >= 0 and retreat_ports(s, self.port):
            ask(s, Retreat(seat, self.port, rest > 0))


def distances(s: VoyageState, start: int) -> list[int]:
    """Links from a zone to every other over open zones; ZONE_COUNT where there is no way."""
    out = [ZONE_COUNT] * ZONE_COUNT
    out[start] = 0
    queue = [start]
    for zone in queue:
        for other in s.c.neighbours[zone]:
            if out[other] == ZONE_COUNT and open_zone(s, other):
                out[other] = out[zone] + 1
                queue.append(other)
    return out


def retreat_ports(s: VoyageState, port: int) -> list[int]:
    """The nearest open ports of the region with known, non-hostile affiliation (UV-446)."""
    away = distances(s, port)
    best = ZONE_COUNT
    out: list[int] = []
    for zone in s.c.ports_of[s.c.region_of[port]]:
        if zone == port or not open_zone(s, zone) or s.affiliation[zone] in (UNKNOWN, HOSTILE):
            continue
        if away[zone] < best:
            best = away[zone]
            out = [zone]
        elif away[zone] == best and best < ZONE_COUNT:
            out.append(zone)
    return out


class Retreat(VoyageFrame):
    """Where a beaten seat retreats to with all its ships at the port; it may stay unless humiliated."""

    __slots__ = ("forced", "port")

    def __init__(self, seat: int, port: int, forced: bool) -> None:
        super().__init__(seat)
        self.port = port
        self.forced = forced

    def name(self) -> str:
        return "retreat"

    def rule(self) -> str:
        return "UV-448" if self.forced else "UV-446"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "port": self.port, "forced": self.forced}

    def copy(self) -> Retreat:
        return Retreat(self.seat, self.port, self.forced)

    def options(self, s: VoyageState) -> list[Action]:
        out = [s.c.a_retreat[zone] for zone in retreat_ports(s, self.port)]
        if not self.forced:
            out.append(s.c.a_stay)
        return out

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.a < 0:
            return
        seat, to = self.seat, action.a
        if ctx.loud:
            ctx.emit(Event("retreated", {"seat": seat, "from": ZONES[self.port], "to": ZONES[to]}))
        ships = s.players[seat].ships
        for ship in range(len(ships)):
            if ships[ship] == self.port:
                move_ship(s, ctx, seat, ship, to, "retreat")
        come_to(s, ctx, seat, to)


READERS: Final[dict[str, Reader]] = {
    "split_points": lambda _, f: SplitPoints(f["seat"], f["n"]),
    "storm_loss": lambda _, f: StormLoss(f["seat"], f["points"], f["storm"]),
    "combat_loss": lambda _, f: CombatLoss(f["seat"]),
    "troops_lost": lambda _, f: TroopsLost(f["seat"], f["n"], f["asked"]),
    "losses": lambda _, f: Losses(f["seat"], f["n"], f["port"], f["asked"]),
    "retreat": lambda _, f: Retreat(f["seat"], f["port"], f["forced"]),
}
