"""The Ming Voyages as a game of the kernel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ming_voyages import coding
from ming_voyages import faults as wrong
from ming_voyages import view as views
from ming_voyages.content import Content
from ming_voyages.edition import load_edition
from ming_voyages.names import DIFFICULTIES, MODES, SERIES, SOLO, TWO_PLAYER
from ming_voyages.setup import RANDOM_EMPEROR, Series, SetUp
from ming_voyages.state import MingState, Solo
from ming_voyages.view_types import MingView
from rulekit.chance import Chance
from rulekit.errors import InvalidOptions
from rulekit.game import Game, Mode, Option

VERSION = 1

_FIRST_EMPEROR = Option("first_emperor", ["random", 0, 1], "the seat that plays the Emperor (first)")

_MODES = [
    Mode(MODES[TWO_PLAYER], 2, 2, [_FIRST_EMPEROR], "the Ming Emperor against the Barbarian Overlord"),
    Mode(MODES[SERIES], 2, 2, [_FIRST_EMPEROR], "two games for points, the second with the sides swapped"),
    Mode(
        MODES[SOLO],
        1,
        1,
        [
            Option("difficulty", list(DIFFICULTIES), "the level of the Overlord's Events and of what you need to win"),
            Option("extra_challenge", [False, True], "the further handicap of the levels hard and brutal"),
        ],
        "the Emperor against an Overlord who plays by the rules of the solo game",
    ),
]


class MingVoyages(Game[MingState]):
    """The rules under one edition."""

    def __init__(self, content: Content, title: str, edition_id: str, digest: str) -> None:
        super().__init__()
        self.key = "ming_voyages"
        self.title = title
        self.version = VERSION
        self.edition_id = edition_id
        self.edition_digest = digest
        self.modes = list(_MODES)
        self.actions = content.actions
        self.content = content

    def new_state(self, mode: Mode, options: dict[str, Any], seats: int) -> MingState:
        s = MingState(self.content, MODES.index(mode.name))
        if s.mode == SOLO:
            s.solo = self._solo(options["difficulty"], options["extra_challenge"])
            s.stack.append(SetUp(0))
            return s
        first = options["first_emperor"]
        emperor = first if isinstance(first, int) else RANDOM_EMPEROR
        s.stack.append(Series(emperor) if s.mode == SERIES else SetUp(emperor))
        return s

    def _solo(self, difficulty: str, challenge: bool) -> Solo:
        level = self.content.difficulties[DIFFICULTIES.index(difficulty)]
        if challenge and not level.challenge:
            those = " or ".join([d.id for d in self.content.difficulties if d.challenge]) or "(none in this edition)"
            raise InvalidOptions(f'option "extra_challenge" needs difficulty {those}, not {difficulty}')
        return Solo(level, challenge, self.content.cube_start)

    def view(self, s: MingState, seat: int | None) -> msgspec.Struct:
        return views.view(s, seat)

    def view_type(self) -> type[msgspec.Struct]:
        return MingView

    def determinize(self, view: msgspec.Struct, seat: int, chance: Chance) -> MingState:
        assert isinstance(view, MingView)
        return views.determinize(self.content, view, seat, chance)

    def faults(self, s: MingState) -> list[str]:
        return wrong.faults(s)

    def copy(self, s: MingState) -> MingState:
        return s.copy()

    def encode_state(self, s: MingState) -> dict[str, Any]:
        return coding.encode(s)

    def decode_state(self, data: dict[str, Any]) -> MingState:
        return coding.decode(self.content, data)


def load(path: Path | None = None) -> MingVoyages:
    """The game under an edition file (None: the house edition); raises `EditionError`."""
    edition, content, digest = load_edition(path)
    return MingVoyages(content, edition.meta.title, edition.meta.edition, digest)
