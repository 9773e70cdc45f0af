"""Forge War as a game of the kernel."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from forge_war import anytime, coding, worlds
from forge_war import view as views
from forge_war.actions import DO_MERCHANT_BUY, DO_MERCHANT_SELL, DO_STALL
from forge_war.content import Content
from forge_war.edition import load_edition
from forge_war.faults import faults
from forge_war.names import ADVANCED_NORMAL, DIFFICULTIES, EPIC, MODES, NORMAL, SHORT_EPIC, SOLO_MODES
from forge_war.setup import SetUp, starting_adventurers
from forge_war.state import WarState
from forge_war.view_types import WarView
from rulekit.actions import Action
from rulekit.chance import Chance
from rulekit.errors import InvalidOptions
from rulekit.events import Ctx
from rulekit.frames import advance, carry_out
from rulekit.game import Game, Mode, Option

VERSION: Final = 1


def _modes() -> list[Mode]:
    tiles = Option("bonus_tiles", [False, True], "bonus tiles on the round track, and an adventurer less at the start")
    difficulty = Option(
        "difficulty",
        ["medium", *[name for name in DIFFICULTIES if name != "medium"]],
        "which quests are taken out of the decks",
    )
    fewer = Option("fewer_adventurers", [0, 1, 2, 3, 4], "greater challenge: so many adventurers less at the start")
    kept = Option("wealth_kept", [2, 1, 0], "greater challenge: how many of the wealth cards dealt you keep")
    return [
        Mode(MODES[NORMAL], 2, 4, [], "one stage of seven rounds"),
        Mode(MODES[EPIC], 2, 4, [tiles], "three stages of six rounds, with champions' titles"),
        Mode(MODES[ADVANCED_NORMAL], 2, 4, [tiles], "fast-forward to stage 2, seven rounds"),
        Mode(MODES[SHORT_EPIC], 2, 4, [tiles], "fast-forward to stage 2, then stages 2 and 3 of six rounds"),
        Mode(SOLO_MODES[NORMAL], 1, 1, [difficulty, fewer, kept], "a normal game alone: every quest must be completed"),
        Mode(
            SOLO_MODES[EPIC],
            1,
            1,
            [difficulty, tiles, fewer, kept],
            "an epic game alone: every quest must be completed",
        ),
    ]


class ForgeWar(Game[WarState]):
    """The rules under one edition."""

    def __init__(self, content: Content, title: str, edition_id: str, digest: str) -> None:
        super().__init__()
        self.key = "forge_war"
        self.title = title
        self.version = VERSION
        self.edition_id = edition_id
        self.edition_digest = digest
        self.modes = _modes()
        self.actions = content.actions
        self.content = content

    def new_state(self, mode: Mode, options: dict[str, Any], seats: int) -> WarState:
        c = self.content
        solo = mode.name in SOLO_MODES
        s = WarState(c, seats, SOLO_MODES.index(mode.name) if solo else MODES.index(mode.name))
        tiles: bool = options.get("bonus_tiles", False)
        fewer: int = options.get("fewer_adventurers", 0)
        keep: int = options.get("wealth_kept", c.wealth_kept)
        if solo:
            s.difficulty = DIFFICULTIES.index(options["difficulty"])
        start = starting_adventurers(c, s.rules, solo, tiles)
        if fewer >= start:
            raise InvalidOptions(f'option "fewer_adventurers" is {fewer}, but there are only {start} to start with')
        if keep > c.wealth_dealt:
            raise InvalidOptions(f'option "wealth_kept" is {keep}, but only {c.wealth_dealt} cards are dealt')
        s.stack.append(SetUp(tiles, fewer, keep))
        return s

    def off_turn_options(self, s: WarState, seat: int) -> list[Action]:
        return anytime.options(s, seat)

    def off_turn(self, s: WarState, seat: int, action: Action, ctx: Ctx) -> None:
        anytime.carry_out(s, ctx, seat, action)

    def step(self, s: WarState, seat: int, action: Action, ctx: Ctx) -> None:
        """As the kernel does it; an any-time action is known by its kind, so nothing has to be listed for it."""
        if DO_MERCHANT_BUY <= action.kind <= DO_STALL:
            s.tick += 1
            s.answered[seat] += 1
            anytime.carry_out(s, ctx, seat, action)
            advance(s, ctx)
        else:
            carry_out(s, seat, action, ctx)

    def view(self, s: WarState, seat: int | None) -> msgspec.Struct:
        return views.view(s, seat)

    def view_type(self) -> type[msgspec.Struct]:
        return WarView

    def determinize(self, view: msgspec.Struct, seat: int, chance: Chance) -> WarState:
        assert isinstance(view, WarView)
        return worlds.determinize(self.content, view, seat, chance)

    def faults(self, s: WarState) -> list[str]:
        return faults(s)

    def copy(self, s: WarState) -> WarState:
        return s.copy()

    def encode_state(self, s: WarState) -> dict[str, Any]:
        return coding.encode(s)

    def decode_state(self, data: dict[str, Any]) -> WarState:
        return coding.decode(self.content, data)


def load(path: Path | None = None) -> ForgeWar:
    """The game under an edition file (None: the house edition); raises `EditionError`."""
    edition, content, digest = load_edition(path)
    return ForgeWar(content, edition.meta.title, edition.meta.edition, digest)


assert DO_MERCHANT_BUY < DO_MERCHANT_SELL < DO_STALL
