"""What the frames of this game share."""

from __future__ import annotations

from rulekit.frames import Frame
from treasure_ship.state import ShipState


class ShipFrame(Frame[ShipState]):
    """A frame of this game."""

    __slots__ = ()
