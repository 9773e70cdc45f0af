"""Combat against ports, alone or joint (RULES.md, section 16)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from ultimate_voyage.action import Action
from ultimate_voyage.changes import add_story, establish, set_affiliation
from ultimate_voyage.dice import roll
from ultimate_voyage.encounters import check_meeting
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.losses import Losses, split_points
from ultimate_voyage.names import AFFILIATION_MAX, COMBAT, HOSTILE, MOON, NANJING, NOBODY, ZONES
from ultimate_voyage.pending import has_pending, pending_ports, settle_port
from ultimate_voyage.state import VoyageState, is_upgraded, seat_order, ship_at, stay_forbids

# Battle.step
REPLIES: Final = 0
FIGHT: Final = 1
POINTS: Final = 2
STORY: Final = 3
LOSSES: Final = 4
DONE: Final = 5


def attackable(s: VoyageState, seat: int, port: int) -> bool:
    """A port that the seat, docked there, may attack (UV-432, UV-434)."""
    if port == NANJING or s.marker[port] != NOBODY or s.affiliation[port] >= AFFILIATION_MAX:
        return False
    return not stay_forbids(s, seat, port)


def invitable(s: VoyageState, seat: int, port: int) -> list[int]:
    """Seats that can be invited to the attack, in turn order from the initiator on (UV-456, UV-470)."""
    out: list[int] = []
    for other in seat_order(s, seat):
        if other == seat or not ship_at(s, other, port) or not s.players[other].unused:
            continue
        if stay_forbids(s, other, port) or (has_pending(s, other) and port not in pending_ports(s, other)):
            continue
        out.append(other)
    return out


class Battle(VoyageFrame):
    """One attack on a port, from the invitations to the last retreat.

    `invited` are the seats asked, in order, `at` counts through them and later through `seats`, the
    participants (the initiator first), whose commitments are `strength`. `short` is the difference of a
    failure. `settles`: it settles what the initiator has pending here (a free action does not, UV-536).
    """

    __slots__ = ("at", "invited", "owner", "port", "seats", "settles", "short", "step", "strength")

    def __init__(self, owner: int, port: int, settles: bool) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.port = port
        self.settles = settles
        self.invited: list[int] = []
        self.seats: list[int] = []
        self.strength: list[int] = []
        self.step = REPLIES
        self.at = 0
        self.short = 0

    def name(self) -> str:
        return "battle"

    def fields(self) -> dict[str, Any]:
        return {
            "seat": self.owner,
            "port": self.port,
            "settles": self.settles,
            "invited": list(self.invited),
            "seats": list(self.seats),
            "strength": list(self.strength),
            "step": self.step,
            "at": self.at,
            "short": self.short,
        }

    def copy(self) -> Battle:
        o = Battle(self.owner, self.port, self.settles)
        o.invited = self.invited.copy()
        o.seats = self.seats.copy()
        o.strength = self.strength.copy()
        o.step = self.step
        o.at = self.at
        o.short = self.short
        return o

    def commit(self, ctx: Ctx, seat: int, strength: int) -> None:
        """A participant's part is fixed; the initiator's stands first whenever it comes (UV-462, UV-464)."""
        if seat == self.owner:
            self.seats.insert(0, seat)
            self.strength.insert(0, strength)
        else:
            self.seats.append(seat)
            self.strength.append(strength)
        if ctx.loud:
            ctx.emit(Event("committed", {"seat": seat, "port": ZONES[self.port], "strength": strength}))

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        if self.step == FIGHT:
            self._fight(s, ctx)
        elif self.step == POINTS:
            seat = self.seats[self.at]
            self.step = STORY
            split_points(s, ctx, seat, s.c.victory_points[is_upgraded(s, seat, COMBAT)])
        elif self.step == STORY:
            region = s.c.region_of[self.port]
            add_story(s, ctx, self.seats[self.at], region, s.c.story_by_strength(s.c.strength[self.port]))
            self._next(POINTS)
        elif self.step == LOSSES:
            seat = self.seats[self.at]
            self._next(LOSSES)
            s.stack.append(Losses(seat, self.short, self.port))
        else:
            assert self.step == DONE
            s.stack.pop()
            if self.short:
                check_meeting(s, ctx)

    def _next(self, step: int) -> None:
        self.at += 1
        self.step = step if self.at < len(self.seats) else DONE

    def _fight(self, s: VoyageState, ctx: Ctx) -> None:
        """The roll, the comparison, and what counts before the rewards and losses (UV-438 to UV-448, UV-464)."""
        port = self.port
        total = 0
        for n in self.strength:
            total += n
        opponent = s.c.strength[port] + abs(roll(s, ctx, MOON, "combat", self.owner))
        if ctx.loud:
            result = "won" if total > opponent else "draw" if total == opponent else "lost"
            data = {"port": ZONES[port], "seats": list(self.seats), "strength": list(self.strength)}
            ctx.emit(Event("combat_result", {**data, "opponent": opponent, "result": result}))
        self.at = 0
        for seat in self.seats:
            if seat != self.owner or self.settles:
                settle_port(s, ctx, seat, port)
        if total > opponent:
            self.step = POINTS
            set_affiliation(s, ctx, port, AFFILIATION_MAX)
            establish(s, ctx, self.owner, port, True)
            for seat in self.seats:
                s.players[seat].wins[s.c.region_of[port]] += 1
        elif total == opponent:
            self.step = DONE
        else:
            self.step = LOSSES
            self.short = opponent - total
            set_affiliation(s, ctx, port, HOSTILE)


def strength_of(s: VoyageState, a: Action, n: int) -> int:
    """`n` points of the action and those that join its first combat; no boosts after that (UV-316, UV-318)."""
    a.closed = True
    return n + a.take_contest(s)


def open_battle(s: VoyageState, ctx: Ctx, battle: Battle, strength: int) -> None:
    """The initiator's commitment is fixed: the fight begins."""
    battle.commit(ctx, battle.owner, strength)
    battle.step = FIGHT
    battle.at = 0
    s.stack.append(battle)


def read_battle(_: VoyageState, f: dict[str, Any]) -> Battle:
    o = Battle(f["seat"], f["port"], f["settles"])
    o.invited = list(f["invited"])
    o.seats = list(f["seats"])
    o.strength = list(f["strength"])
    o.step = f["step"]
    o.at = f["at"]
    o.short = f["short"]
    return o


READERS: Final[dict[str, Reader]] = {"battle": read_battle}
