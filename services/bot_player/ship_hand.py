"""What a seat has, with the supplies, as the greedy bot changes it while it estimates."""

from __future__ import annotations

from typing import Final

from bot_player.ship_weights import LATER_OFFERING
from treasure_ship.content import Content
from treasure_ship.names import EMPEROR, GOODS, PLACES, POWERS, RESOURCES
from treasure_ship.view_types import SeatInfo, ShipView

# Numbers of `names.COUNTS`.
MONUMENTS: Final = 0
TILES: Final = 1
CELLS: Final = 2
MERIT: Final = 3
LEVELS_2: Final = 4
LEVELS_3: Final = 5
LEVELS: Final = 6


class Share:
    """An official on the board with points for a count, as one seat sees it.

    `factor` says how surely the seat will get the points: 1 once it has offered to the card.
    """

    __slots__ = ("count", "each", "factor", "most")

    def __init__(self, count: int, each: float, most: int, factor: float) -> None:
        self.count = count
        self.each = each  # points per unit
        self.most = most
        self.factor = factor


class Hand:
    """A seat's means and the supplies. Lists by resource, good, power or animal.

    `first_taken`, `monuments` and `covered` are bit sets as in `treasure_ship.state.Player`; `tiles`
    is a number. `shares` and `offered` do not change within an estimate.
    """

    __slots__ = (
        "animals",
        "bag",
        "bombarded",
        "covered",
        "discard",
        "emissaries",
        "first_taken",
        "goods",
        "levels",
        "merit",
        "monuments",
        "offered",
        "res",
        "shares",
        "tiles",
    )

    def __init__(self) -> None:
        self.res: list[int] = []
        self.goods: list[int] = []
        self.emissaries: list[int] = []
        self.levels: list[int] = []
        self.animals: list[int] = []
        self.bag: list[int] = []
        self.discard: list[int] = []
        self.merit = 0
        self.first_taken = 0
        self.monuments = 0
        self.covered = 0
        self.tiles = 0
        self.bombarded = False
        self.shares: list[Share] = []
        self.offered: list[int] = []  # places

    def copy(self) -> Hand:
        o = Hand()
        o.res = self.res.copy()
        o.goods = self.goods.copy()
        o.emissaries = self.emissaries.copy()
        o.levels = self.levels.copy()
        o.animals = self.animals.copy()
        o.bag = self.bag.copy()
        o.discard = self.discard.copy()
        o.merit = self.merit
        o.first_taken = self.first_taken
        o.monuments = self.monuments
        o.covered = self.covered
        o.tiles = self.tiles
        o.bombarded = self.bombarded
        o.shares = self.shares
        o.offered = self.offered
        return o

    def become(self, o: Hand) -> None:
        """Takes over everything of a copy that is not used any more."""
        self.res = o.res
        self.goods = o.goods
        self.emissaries = o.emissaries
        self.levels = o.levels
        self.animals = o.animals
        self.bag = o.bag
        self.discard = o.discard
        self.merit = o.merit
        self.first_taken = o.first_taken
        self.monuments = o.monuments
        self.covered = o.covered
        self.tiles = o.tiles
        self.bombarded = o.bombarded

    def key(self) -> tuple[int, ...]:
        """Equal for hands that are worth the same, under one edition and one set of officials."""
        return (
            *self.res,
            *self.goods,
            *self.emissaries,
            *self.levels,
            *self.animals,
            *self.bag,
            *self.discard,
            self.merit,
            self.first_taken,
            self.monuments,
            self.covered,
            self.tiles,
            self.bombarded,
            *self.offered,
        )

    def count(self, count: int) -> int:
        """A count of `names.COUNTS`."""
        if count == MONUMENTS:
            return self.monuments.bit_count()
        if count == TILES:
            return self.tiles
        if count == CELLS:
            return self.covered.bit_count()
        if count == MERIT:
            return self.merit
        if count == LEVELS_2:
            return len([1 for level in self.levels if level >= 2])
        if count == LEVELS_3:
            return len([1 for level in self.levels if level == 3])
        return sum(self.levels)


class Reader:
    """Reads hands from views under one edition."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self._officials = {o.id: o for o in content.officials}
        self._masks: dict[tuple[int, int, int, str], int] = {}
        for animal, name in enumerate(content.animal_names):
            for i in content.placements_of[animal]:
                placed = content.placements[i]
                self._masks[placed.action.a, placed.action.b, placed.action.c, name] = placed.mask

    def hand(self, view: ShipView, seat: int) -> Hand:
        """What the seat has; all of it is public."""
        info = view.seats[seat]
        h = Hand()
        h.res = [info.resources[x] for x in RESOURCES]
        h.goods = [info.goods[x] for x in GOODS]
        h.emissaries = [info.emissaries[x] for x in POWERS]
        h.levels = [info.levels[x] for x in POWERS]
        h.animals = [view.animals[x] for x in self.content.animal_names]
        h.bag = [view.bag[x] for x in POWERS]
        h.discard = [view.discard[x] for x in POWERS]
        h.merit = info.merit
        for text in info.first_benefits:
            power, level = text.split()
            h.first_taken |= 1 << (POWERS.index(power) * 3 + int(level) - 1)
        for q in info.monuments:
            h.monuments |= 1 << q
        for tile in info.animals:
            h.covered |= self._masks[tile.rotation, tile.x, tile.y, tile.kind]
        h.tiles = len(info.animals)
        h.bombarded = info.bombarded
        h.offered = [PLACES.index(place) for place in info.offered]
        h.shares = self._shares(view, info)
        return h

    def _shares(self, view: ShipView, info: SeatInfo) -> list[Share]:
        later = 0.0 if view.phase == "final" else LATER_OFFERING
        out: list[Share] = []
        for place, card in view.officials.items():
            o = self._officials[card]
            if o.count >= 0:
                out.append(Share(o.count, o.each / o.div, o.most, 1.0 if place in info.offered else later))
        if self.content.emperor.count >= 0:
            o = self.content.emperor
            factor = 1.0 if PLACES[EMPEROR] in info.offered else later
            out.append(Share(o.count, o.each / o.div, o.most, factor))
        return out
