"""Set-up for every mode and count of seats (RULES.md, sections 2 and 22 to 24).

Draws, in this order: first player; encounters; goods, region by region; knowledge tokens (random
placement only); objectives, deck by deck; bonus tokens, yellow then red (not in the solo game);
round tiles (random tiles only); the start of de' Conti (solo).
"""

from __future__ import annotations

from typing import Any

from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from ultimate_voyage import automa
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.mats import ChooseCharacter
from ultimate_voyage.names import (
    COLOURS,
    DECKS,
    FLAGSHIP,
    NANJING,
    QUICK,
    REGIONS,
    SOLO,
    TRACKS,
    TRIBUTARY,
)
from ultimate_voyage.objectives import refill, show
from ultimate_voyage.rounds import begin, turn_up_tile
from ultimate_voyage.state import FACE_UP, VoyageState


class SetUp(VoyageFrame):
    """Sets the table up and lets the seats pick their characters. `start` is the first player, -1: at random."""

    __slots__ = ("start",)

    def __init__(self, start: int) -> None:
        super().__init__(AUTO)
        self.start = start

    def name(self) -> str:
        return "set_up"

    def fields(self) -> dict[str, Any]:
        return {"start": self.start}

    def copy(self) -> SetUp:
        return SetUp(self.start)

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        s.stack.pop()
        _first_player(s, ctx, self.start)
        _open_map(s)
        encounters = [n for n in s.c.encounter_numbers if s.mode != SOLO or n not in s.c.solo_removed_encounters]
        s.deck = ctx.chance.shuffle("encounters", encounters)
        s.deck.reverse()
        _goods(s, ctx)
        _knowledge(s, ctx)
        _objectives(s, ctx)
        if s.mode != SOLO:
            _bonus_tokens(s, ctx)
        if s.random_tiles:
            tiles = ctx.chance.shuffle("tiles", list(range(len(s.c.tiles))))
            for i, number in enumerate(s.c.cloud_rounds):
                s.tiles[number - 1] = tiles[i]
            if s.random_starts:
                turn_up_tile(s, ctx, s.first_round)
        for p in s.players:
            p.unused = 7
        begin(s)
        if s.mode == SOLO:
            automa.place(s, ctx)
            s.players[0].ships[FLAGSHIP] = NANJING
            return
        for seat in s.turn_order:  # the last of them stands on top and picks first (UV-044)
            s.stack.append(ChooseCharacter(seat))


def _first_player(s: VoyageState, ctx: Ctx, first: int) -> None:
    """UV-042."""
    if s.mode == SOLO:
        s.turn_order = [0]
        return
    if first < 0:
        first = ctx.chance.draw("first_player", list(range(s.n)), 1)[0]
    s.turn_order = [(first + i) % s.n for i in range(s.n)]
    if ctx.loud:
        ctx.emit(Event("first_player", {"seat": first}))


def _open_map(s: VoyageState) -> None:
    """Regions in use and open zones (UV-024, UV-026, UV-612, UV-618)."""
    c = s.c
    used = c.regions_quick[s.n] if s.mode == QUICK else c.regions_full[s.n]
    for region in used:
        s.regions |= 1 << region
        for zone in c.ports_of[region]:
            s.zones |= 1 << zone
    if s.mode == QUICK:
        s.zones |= 1 << c.quick_start
        s.affiliation[c.quick_start] = TRIBUTARY
    else:
        s.zones |= 1 << NANJING


def _goods(s: VoyageState, ctx: Ctx) -> None:
    """UV-032; they lie face up in the Quick Game and the solo game (UV-620, UV-676)."""
    c = s.c
    shown = FACE_UP if s.mode != 0 else 0
    for region in range(len(REGIONS)):
        if not s.regions >> region & 1:
            continue
        goods = ctx.chance.shuffle("goods", c.goods_of_region[region])
        at = 0
        for zone in c.ports_of[region]:
            s.bazaar[zone] = sorted(goods[at : at + c.bazaar[zone]])
            at += c.bazaar[zone]
            for good in s.bazaar[zone]:
                s.seen[good] = shown
        s.pile[region] = sorted(goods[at:])


def _knowledge(s: VoyageState, ctx: Ctx) -> None:
    """UV-034, UV-648."""
    c = s.c
    s.bag = c.tokens_per_colour.copy()
    ports = [zone for zone in range(1, len(c.printed)) if s.zones >> zone & 1 and s.regions >> c.region_of[zone] & 1]
    colours: list[int] = []
    for zone in ports:
        colours += c.printed[zone]
    if s.random_knowledge:
        tokens: list[int] = []
        for colour in range(len(COLOURS)):
            tokens += [colour] * s.bag[colour]
        colours = ctx.chance.draw("knowledge", tokens, len(colours))
    at = 0
    for zone in ports:
        for _ in c.printed[zone]:
            s.tokens[zone * 4 + colours[at]] += 1
            s.bag[colours[at]] -= 1
            at += 1


def _objectives(s: VoyageState, ctx: Ctx) -> None:
    """UV-028, UV-036, UV-614, UV-628, UV-672."""
    c = s.c
    decks = c.decks_solo if s.mode == SOLO else c.decks_quick[s.n] if s.mode == QUICK else c.decks_full[s.n]
    fixed: list[int] = []
    for deck in range(len(DECKS)):
        cards = decks[deck].copy()
        if s.first_game and c.first_objectives[deck] in cards:
            fixed.append(c.first_objectives[deck])
            cards.remove(c.first_objectives[deck])
        s.objective_decks[deck] = ctx.chance.shuffle("objectives", cards)
        s.objective_decks[deck].reverse()
    for number in fixed:
        show(s, ctx, number)
    refill(s, ctx)


def _bonus_tokens(s: VoyageState, ctx: Ctx) -> None:
    """n tokens on each space out of n of each kind (UV-038)."""
    for track in range(len(TRACKS)):
        kinds = ctx.chance.shuffle("bonus_tokens", [0] * s.n + [1] * s.n)
        for i, kind in enumerate(kinds):
            s.bonus[(track * 2 + i // s.n) * 2 + kind] += 1


def _read_set_up(_: VoyageState, f: dict[str, Any]) -> VoyageFrame:
    return SetUp(f["start"])


READERS: dict[str, Reader] = {"set_up": _read_set_up}
