"""The Ming Voyages as a game of the kernel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ming_voyages import view as views
from ming_voyages.content import Content
from ming_voyages.edition import load_edition
from ming_voyages.setup import RANDOM_EMPEROR, SetUp
from ming_voyages.state import MingState
from rulekit.chance import Chance
from rulekit.game import Game, Mode, Option

VERSION = 1

TWO_PLAYER = Mode(
    "two_player",
    2,
    2,
    [Option("first_emperor", ["random", 0, 1], "the seat that plays the Emperor")],
    "the Ming Emperor against the Barbarian Overlord",
)


class MingVoyages(Game[MingState]):
    """The rules under one edition."""

    def __init__(self, content: Content, title: str, edition_id: str, digest: str) -> None:
        super().__init__()
        self.key = "ming_voyages"
        self.title = title
        self.version = VERSION
        self.edition_id = edition_id
        self.edition_digest = digest
        self.modes = [TWO_PLAYER]
        self.actions = content.actions
        self.content = content

    def new_state(self, mode: Mode, options: dict[str, Any], seats: int) -> MingState:
        s = MingState(self.content)
        first = options["first_emperor"]
        s.stack.append(SetUp(first if isinstance(first, int) else RANDOM_EMPEROR))
        return s

    def view(self, s: MingState, seat: int | None) -> msgspec.Struct:
        return views.view(s, seat)

    def view_type(self) -> type[msgspec.Struct]:
        return views.MingView

    def determinize(self, view: msgspec.Struct, seat: int, chance: Chance) -> MingState:
        assert isinstance(view, views.MingView)
        return views.determinize(self.content, view, seat, chance)

    def faults(self, s: MingState) -> list[str]:
        return views.faults(s)

    def copy(self, s: MingState) -> MingState:
        return s.copy()

    def encode_state(self, s: MingState) -> dict[str, Any]:
        return views.encode(s)

    def decode_state(self, data: dict[str, Any]) -> MingState:
        return views.decode(self.content, data)


def load(path: Path | None = None) -> MingVoyages:
    """The game under an edition file (None: the house edition); raises `EditionError`."""
    edition, content, digest = load_edition(path)
    return MingVoyages(content, edition.meta.title, edition.meta.edition, digest)
