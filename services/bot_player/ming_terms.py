"""What a match of The Ming Voyages asks for and forbids beyond the two-player game, as the greedy bot needs it."""

from __future__ import annotations

from typing import Final

import msgspec

from ming_voyages.content import Content
from ming_voyages.names import DIFFICULTIES, REMOVE_LOST_TROOPS
from ming_voyages.state import NO_LIMIT
from ming_voyages.view_types import MingView


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The solo game's terms; a two-player game has none of them."""

    required: int | None = None  # Voyages needed for a minor victory (MV-765); None: the totals decide (MV-580)
    reserve_limit: int = NO_LIMIT  # cards in the Emperor's reserve (MV-655)
    borderland_limit: int = NO_LIMIT  # pieces in a Borderland outside battles (MV-685)
    troops_leave: bool = False  # Troops lost in battle do not come back (MV-675)


TWO_PLAYERS: Final = Terms()


def read_terms(content: Content, view: MingView) -> Terms:
    """The terms of the match that a view shows."""
    solo = view.solo
    if solo is None:
        return TWO_PLAYERS
    challenge = content.difficulties[DIFFICULTIES.index(solo.difficulty)].challenge
    return Terms(
        required=solo.required_voyages,
        reserve_limit=solo.reserve_limit,
        borderland_limit=content.borderland_limit,
        troops_leave=solo.extra_challenge and challenge == REMOVE_LOST_TROOPS,
    )
