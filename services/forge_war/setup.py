"""Set-up of every mode (FW-030 to FW-081, FW-710 to FW-719, FW-763 to FW-775).

Chance, in this order: the player order, the mine and the decks (`decks`), the bonus tiles; then, as it
comes to them, the wealth cards and what a fast-forward deals.
"""

from __future__ import annotations

from typing import Any, Final

from forge_war.changes import hire
from forge_war.content import Content, ModeRules
from forge_war.decks import build_mine, market_decks, quest_deck, starting_row
from forge_war.fast_forward import FastForward
from forge_war.frames import Reader, WarFrame
from forge_war.market import reveal
from forge_war.names import DIFFICULTIES, EPIC, MODES, PH_WEALTH, WEALTH_FIRST
from forge_war.offer import deal
from forge_war.rounds import Course
from forge_war.state import WarState
from forge_war.wealth import WealthRound
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO


class SetUp(WarFrame):
    """Everything before the first decision. `fewer` adventurers and `keep` wealth cards are the solo
    options (FW-817); with `tiles` bonus tiles are used."""

    __slots__ = ("tiles", "fewer", "keep")

    def __init__(self, tiles: bool, fewer: int, keep: int) -> None:
        super().__init__(AUTO)
        self.tiles = tiles
        self.fewer = fewer
        self.keep = keep

    def name(self) -> str:
        return "set_up"

    def fields(self) -> dict[str, Any]:
        return {"tiles": self.tiles, "fewer": self.fewer, "keep": self.keep}

    def copy(self) -> SetUp:
        return SetUp(self.tiles, self.fewer, self.keep)

    def run(self, s: WarState, ctx: Ctx) -> None:
        s.stack.pop()
        c = s.c
        if s.solo:
            s.order = [1, 2, 0]  # FW-039
        else:
            s.order = ctx.chance.shuffle("order", list(range(s.n)))
        if ctx.loud:
            self._tell(s, ctx)
        adventurers = starting_adventurers(c, s.rules, s.solo, self.tiles) - self.fewer
        for seat, p in enumerate(s.players):
            p.designs = c.starting.copy()
            hire(s, ctx, seat, adventurers)
        build_mine(s, ctx, s.stage)
        s.row = starting_row(c, s.rules)
        market_decks(s, ctx, s.stage)
        s.deck = quest_deck(s, ctx)
        if self.tiles:
            s.tiles = ctx.chance.draw("bonus_tiles", list(range(len(c.tiles))), len(s.rules.tiles_after))
            if ctx.loud:
                ctx.emit(Event("bonus_tiles", {"tiles": [c.tiles[tile].id for tile in s.tiles]}))
        s.phase = PH_WEALTH
        s.stack.append(Course())
        if s.rules.fast:
            s.stack.append(FastForward())
        else:
            deal(s, ctx)
            reveal(s, ctx)
        s.stack.append(WealthRound(WEALTH_FIRST, self.keep))

    def _tell(self, s: WarState, ctx: Ctx) -> None:
        data: dict[str, Any] = {"mode": MODES[s.rules.number], "seats": s.n, "bonus_tiles": self.tiles}
        if s.solo:
            data["difficulty"] = DIFFICULTIES[s.difficulty]
            data["fewer_adventurers"] = self.fewer
            data["wealth_kept"] = self.keep
        ctx.emit(Event("setup", {**data, "order": s.order.copy()}))


def starting_adventurers(c: Content, rules: ModeRules, solo: bool, tiles: bool) -> int:
    """FW-033, FW-769."""
    if not solo:
        return rules.adventurers_with_tiles if tiles else rules.adventurers
    if rules.number != EPIC:
        return c.solo.adventurers
    return c.solo.adventurers_tiles if tiles else c.solo.adventurers_epic


READERS: Final[dict[str, Reader]] = {"set_up": lambda _, f: SetUp(f["tiles"], f["fewer"], f["keep"])}
