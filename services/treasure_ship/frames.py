"""What the frames of this game share."""

from __future__ import annotations

from rulekit.frames import Frame
from treasure_ship.state import ShipState


class ShipFrame(Frame[ShipState]):
    """A frame of this game."""

    __slots__ = ()

    def own(self) -> bool:
        """A seat is asked only when no other seat can change its options any more (TS-300)."""
        return True
