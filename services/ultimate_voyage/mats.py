"""Character mats: picked in the set-up, changed every round in the solo game (RULES.md, sections 2, 23 and 24)."""

from __future__ import annotations

from typing import Any

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from ultimate_voyage.changes import add_track, gain, reveal_goods, set_affiliation
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.names import (
    CHARACTERS,
    FLAGSHIP,
    NANJING,
    NO_CHARACTER,
    PORCELAIN,
    PRESTIGE,
    PROFIT,
    QUICK,
    TROOPS,
    ZONES,
)
from ultimate_voyage.state import VoyageState


class ChooseCharacter(VoyageFrame):
    """A seat picks one of the mats left; with random starting locations a home port too (UV-044, UV-650)."""

    __slots__ = ()

    def name(self) -> str:
        return "choose_character"

    def rule(self) -> str:
        return "UV-044"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> ChooseCharacter:
        return ChooseCharacter(self.seat)

    def options(self, s: VoyageState) -> list[Action]:
        c = s.c
        taken = [p.character for p in s.players]
        out: list[Action] = []
        for i in range(len(c.characters)):
            if i in taken:
                continue
            if not s.random_starts:
                out.append(c.a_character[i])
            elif s.regions >> c.characters[i].home_region & 1:
                for zone in c.ports_of[c.characters[i].home_region]:
                    out.append(c.a_character_home[i][zone])
        return out

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        seat = self.seat
        p = s.players[seat]
        mat = s.c.characters[action.a]
        if ctx.loud:
            home = ZONES[action.b] if s.random_starts else None
            ctx.emit(Event("character_chosen", {"seat": seat, "character": CHARACTERS[action.a], "home": home}))
        take_mat(s, ctx, seat, action.a)
        p.ships[FLAGSHIP] = s.c.quick_start if s.mode == QUICK else NANJING
        if s.random_starts:
            p.ships[FLAGSHIP] = action.b
            p.home_region = mat.home_region
            add_track(s, ctx, seat, PRESTIGE, mat.start_prestige)
            add_track(s, ctx, seat, PROFIT, mat.start_profit)
            set_affiliation(s, ctx, action.b, s.c.home_affiliation)
            reveal_goods(s, ctx, action.b)


def take_mat(s: VoyageState, ctx: Ctx, seat: int, character: int) -> None:
    """The first mat of a seat: ability, card order, porcelain and troops (UV-046)."""
    p = s.players[seat]
    mat = s.c.characters[character]
    p.character = character
    p.order = mat.order.copy()
    gain(s, ctx, seat, PORCELAIN, mat.resources[PORCELAIN])
    gain(s, ctx, seat, TROOPS, mat.resources[TROOPS])


# --- mats in the solo game


def turn_mats(s: VoyageState) -> None:
    """The mat of the round before is turned over; in one round all others are turned up again (UV-680, UV-682)."""
    character = s.players[0].character
    if character == NO_CHARACTER:
        return
    if s.round == s.c.mat_reset_round:
        s.mats_used = 0
    s.mats_used |= 1 << character


class SoloMat(VoyageFrame):
    """Zheng He chooses the mat of the round (UV-678, UV-680)."""

    __slots__ = ()

    def name(self) -> str:
        return "solo_mat"

    def rule(self) -> str:
        return "UV-680"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> SoloMat:
        return SoloMat(self.seat)

    def options(self, s: VoyageState) -> list[Action]:
        return [s.c.a_solo_mat[i] for i in range(len(s.c.characters)) if not s.mats_used >> i & 1]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        p = s.players[self.seat]
        if ctx.loud:
            data = {"seat": self.seat, "character": CHARACTERS[action.a], "home": None}
            ctx.emit(Event("character_chosen", data))
        if p.character == NO_CHARACTER:
            take_mat(s, ctx, self.seat, action.a)
        else:
            p.character = action.a


def _read_character(_: VoyageState, f: dict[str, Any]) -> VoyageFrame:
    return ChooseCharacter(f["seat"])


def _read_mat(_: VoyageState, f: dict[str, Any]) -> VoyageFrame:
    return SoloMat(f["seat"])


READERS: dict[str, Reader] = {"choose_character": _read_character, "solo_mat": _read_mat}
