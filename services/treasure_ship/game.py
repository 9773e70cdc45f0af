"""The Treasure Ship of Zheng He as a game of the kernel."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from rulekit.chance import Chance
from rulekit.errors import InvalidOptions
from rulekit.game import Game, Mode, Option
from treasure_ship import coding
from treasure_ship import view as views
from treasure_ship.content import Content
from treasure_ship.edition import load_edition
from treasure_ship.faults import faults
from treasure_ship.flow import SetUp
from treasure_ship.state import ShipState
from treasure_ship.view_types import ShipView

VERSION = 1

SIDES = Option(
    "power_sides",
    ["random", "all_a", *("".join(sides) for sides in product("AB", repeat=5))],
    "the sides of the power tiles: random, all A (advised for a first game), or a letter for each power",
)
STANDARD = Mode(
    "standard",
    2,
    5,
    [SIDES, Option("start_seat", ["random", 0, 1, 2, 3, 4], "the seat that starts")],
    "2 to 5 players",
)
SOLO = Mode("solo", 1, 1, [SIDES], "one player beside the NPC, for a rank")


class TreasureShip(Game[ShipState]):
    """The rules under one edition."""

    def __init__(self, content: Content, title: str, edition_id: str, digest: str) -> None:
        super().__init__()
        self.key = "treasure_ship"
        self.title = title
        self.version = VERSION
        self.edition_id = edition_id
        self.edition_digest = digest
        self.modes = [STANDARD, SOLO]
        self.actions = content.actions
        self.content = content

    def new_state(self, mode: Mode, options: dict[str, Any], seats: int) -> ShipState:
        s = ShipState(self.content, seats)
        start = options.get("start_seat", "random")
        if isinstance(start, int) and start >= seats:
            raise InvalidOptions(f'option "start_seat" is {start}; there are {seats} seats')
        s.stack.append(SetUp(options["power_sides"], start if isinstance(start, int) else -1))
        return s

    def view(self, s: ShipState, seat: int | None) -> msgspec.Struct:
        return views.view(s, seat)

    def view_type(self) -> type[msgspec.Struct]:
        return ShipView

    def determinize(self, view: msgspec.Struct, seat: int, chance: Chance) -> ShipState:
        assert isinstance(view, ShipView)
        return views.determinize(self.content, view, seat, chance)

    def faults(self, s: ShipState) -> list[str]:
        return faults(s)

    def copy(self, s: ShipState) -> ShipState:
        return s.copy()

    def encode_state(self, s: ShipState) -> dict[str, Any]:
        return coding.encode(s)

    def decode_state(self, data: dict[str, Any]) -> ShipState:
        return coding.decode(self.content, data)


def load(path: Path | None = None) -> TreasureShip:
    """The game under an edition file (None: the house edition); raises `EditionError`."""
    edition, content, digest = load_edition(path)
    return TreasureShip(content, edition.meta.title, edition.meta.edition, digest)
