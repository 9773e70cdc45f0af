"""Ultimate Voyage as a game of the kernel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from rulekit.chance import Chance
from rulekit.errors import InvalidOptions
from rulekit.game import Game, Mode, Option
from ultimate_voyage.coding import decode, determinize, encode
from ultimate_voyage.content import Content
from ultimate_voyage.edition import load_edition
from ultimate_voyage.faults import faults
from ultimate_voyage.names import MODES, QUICK
from ultimate_voyage.setup import SetUp
from ultimate_voyage.state import VoyageState
from ultimate_voyage.view import view
from ultimate_voyage.view_types import VoyageView

VERSION = 1

FIRST_GAME = Option("first_game", [False, True], "begin with the objectives advised for a first game")
FIRST_PLAYER = Option("first_player", ["random", 0, 1, 2, 3], "the seat that goes first")
FULL_MODE = Mode(
    "full",
    2,
    4,
    [
        FIRST_GAME,
        Option("random_tiles", [False, True], "random round tiles on the spaces with a cloud"),
        Option("random_knowledge", [False, True], "knowledge tokens placed at random"),
        Option("random_starts", [False, True], "each player starts in a port of his character's home region"),
        FIRST_PLAYER,
    ],
    "2 to 4 players, up to nine rounds",
)
QUICK_MODE = Mode("quick", 2, 4, [FIRST_GAME, FIRST_PLAYER], "2 to 4 players, rounds 4 to 7, all goods face up")
SOLO_MODE = Mode("solo", 1, 1, [FIRST_GAME], "one player against the automated de' Conti")


class UltimateVoyage(Game[VoyageState]):
    """The rules under one edition."""

    def __init__(self, content: Content, title: str, edition_id: str, digest: str) -> None:
        super().__init__()
        self.key = "ultimate_voyage"
        self.title = title
        self.version = VERSION
        self.edition_id = edition_id
        self.edition_digest = digest
        self.modes = [FULL_MODE, QUICK_MODE, SOLO_MODE]
        self.actions = content.actions
        self.content = content

    def new_state(self, mode: Mode, options: dict[str, Any], seats: int) -> VoyageState:
        s = VoyageState(self.content, seats, MODES.index(mode.name))
        first = options.get("first_player", "random")
        if isinstance(first, int) and first >= seats:
            raise InvalidOptions(f'option "first_player" is {first}; there are {seats} seats')
        s.first_game = options["first_game"]
        s.random_tiles = options.get("random_tiles", False)
        s.random_knowledge = options.get("random_knowledge", False)
        s.random_starts = options.get("random_starts", False)
        if s.mode == QUICK:
            s.first_round = self.content.quick_first_round
        elif s.random_starts:
            s.first_round = self.content.starts_first_round
        s.round = s.first_round
        s.stack.append(SetUp(first if isinstance(first, int) else -1))
        return s

    def view(self, s: VoyageState, seat: int | None) -> msgspec.Struct:
        return view(s, seat)

    def view_type(self) -> type[msgspec.Struct]:
        return VoyageView

    def determinize(self, view: msgspec.Struct, seat: int, chance: Chance) -> VoyageState:
        assert isinstance(view, VoyageView)
        return determinize(self.content, view, seat, chance)

    def faults(self, s: VoyageState) -> list[str]:
        return faults(s)

    def copy(self, s: VoyageState) -> VoyageState:
        return s.copy()

    def encode_state(self, s: VoyageState) -> dict[str, Any]:
        return encode(s)

    def decode_state(self, data: dict[str, Any]) -> VoyageState:
        return decode(self.content, data)


def load(path: Path | None = None) -> UltimateVoyage:
    """The game under an edition file (None: the house edition); raises `EditionError`."""
    edition, content, digest = load_edition(path)
    return UltimateVoyage(content, edition.meta.title, edition.meta.edition, digest)
