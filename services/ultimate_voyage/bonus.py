"""Bonus tokens, bonus ships and upgrades (UV-142 to UV-150, UV-674)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from ultimate_voyage.changes import come_to, move_ship, upgrade
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.names import BONUS_TOKENS, CARDS, NANJING, SOLO, TOKEN_SHIP, TRACKS
from ultimate_voyage.state import AT_SUPPLY, VoyageState


def upgradable(s: VoyageState, seat: int) -> list[int]:
    """Cards still on their normal side."""
    upgraded = s.players[seat].upgraded
    return [card for card in range(len(CARDS)) if not upgraded >> card & 1]


def ship_places(s: VoyageState, seat: int) -> list[int]:
    """Zones where a bonus ship can be put (UV-146)."""
    p = s.players[seat]
    if AT_SUPPLY not in p.ships:
        return []
    out = [NANJING] if NANJING in p.ships else []
    for zone in range(1, len(s.depot)):
        if s.depot[zone] == seat or zone in p.ships:
            out.append(zone)
    return out


class BonusToken(VoyageFrame):
    """Which token a seat takes from a bonus space; `space` is track * 2 + number."""

    __slots__ = ("space",)

    def __init__(self, seat: int, space: int) -> None:
        super().__init__(seat)
        self.space = space

    def name(self) -> str:
        return "bonus_token"

    def rule(self) -> str:
        return "UV-142"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "space": self.space}

    def copy(self) -> BonusToken:
        return BonusToken(self.seat, self.space)

    def options(self, s: VoyageState) -> list[Action]:
        if s.mode == SOLO:
            return s.c.a_bonus_token
        return [s.c.a_bonus_token[kind] for kind in range(2) if s.bonus[self.space * 2 + kind] > 0]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        seat, kind = self.seat, action.a
        if s.mode != SOLO:
            s.bonus[self.space * 2 + kind] -= 1
        s.players[seat].bonus[kind] += 1
        if ctx.loud:
            data = {"seat": seat, "track": TRACKS[self.space // 2], "token": BONUS_TOKENS[kind]}
            ctx.emit(Event("bonus_taken", data))
        if kind == TOKEN_SHIP:
            if ship_places(s, seat):
                s.stack.append(PlaceShip(seat))
        elif upgradable(s, seat):
            s.stack.append(PickUpgrade(seat))


class PickUpgrade(VoyageFrame):
    """Which action card is upgraded."""

    __slots__ = ()

    def name(self) -> str:
        return "pick_upgrade"

    def rule(self) -> str:
        return "UV-144"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> PickUpgrade:
        return PickUpgrade(self.seat)

    def options(self, s: VoyageState) -> list[Action]:
        return [s.c.a_pick_upgrade[card] for card in upgradable(s, self.seat)]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        upgrade(s, ctx, self.seat, action.a)


class PlaceShip(VoyageFrame):
    """Where a bonus ship is put."""

    __slots__ = ()

    def name(self) -> str:
        return "place_ship"

    def rule(self) -> str:
        return "UV-146"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> PlaceShip:
        return PlaceShip(self.seat)

    def options(self, s: VoyageState) -> list[Action]:
        return [s.c.a_place_ship[zone] for zone in ship_places(s, self.seat)]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        ship = s.players[self.seat].ships.index(AT_SUPPLY)
        move_ship(s, ctx, self.seat, ship, action.a, "bonus")
        come_to(s, ctx, self.seat, action.a)


READERS: Final[dict[str, Reader]] = {
    "bonus_token": lambda _, f: BonusToken(f["seat"], f["space"]),
    "pick_upgrade": lambda _, f: PickUpgrade(f["seat"]),
    "place_ship": lambda _, f: PlaceShip(f["seat"]),
}
