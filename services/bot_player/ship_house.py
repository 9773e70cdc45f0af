"""What a placement in the animal house gains, apart from the effects it covers; remembered."""

from __future__ import annotations

from typing import Final

from bot_player.ship_weights import TOUCHED_CELL
from treasure_ship.animals import beside, largest_rectangle, placements
from treasure_ship.content import Content

MOST_KEPT: Final = 10_000  # of each sort


class Placing:
    """A placement: its number in `Content.placements`, its gain, and the effect cells that it covers."""

    __slots__ = ("cells", "gain", "number")

    def __init__(self, number: int, gain: float, cells: int) -> None:
        self.number = number
        self.gain = gain
        self.cells = cells


class Houses:
    """The animal house of an edition."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self._effect_cells = sum(1 << cell for cell, effects in enumerate(content.cell_effect) if effects)
        self._rectangles: dict[int, int] = {}
        self._best: dict[tuple[int, int], list[Placing]] = {}

    def rectangle(self, covered: int) -> int:
        found = self._rectangles.get(covered)
        if found is None:
            found = largest_rectangle(covered, self.content.width, self.content.height)
            if len(self._rectangles) >= MOST_KEPT:
                self._rectangles.clear()
            self._rectangles[covered] = found
        return found

    def placings(self, covered: int, animal: int) -> list[Placing]:
        """All legal placements, in the order of the options."""
        return [self._placing(covered, i) for i in placements(self.content, covered, animal)]

    def _placing(self, covered: int, number: int) -> Placing:
        c = self.content
        mask = c.placements[number].mask
        gain = (
            mask.bit_count() * c.cell_vp
            + (self.rectangle(covered | mask) - self.rectangle(covered)) * c.rectangle_vp
            + (beside(c, mask) & covered).bit_count() * TOUCHED_CELL
        )
        return Placing(number, gain, mask & self._effect_cells)

    def best(self, covered: int, animal: int) -> list[Placing]:
        """Of placements that cover the same effects only the one of most gain; in the order of the options."""
        key = (covered, animal)
        found = self._best.get(key)
        if found is None:
            tops: dict[int, Placing] = {}
            for p in self.placings(covered, animal):
                top = tops.get(p.cells)
                if top is None or p.gain > top.gain:
                    tops[p.cells] = p
            found = sorted(tops.values(), key=_number)
            if len(self._best) >= MOST_KEPT:
                self._best.clear()
            self._best[key] = found
        return found

    def effects(self, cells: int) -> list[int]:
        """The effects of cells, in row order."""
        out: list[int] = []
        for cell, effects in enumerate(self.content.cell_effect):
            if cells >> cell & 1:
                out += effects
        return out


def _number(p: Placing) -> int:
    return p.number
