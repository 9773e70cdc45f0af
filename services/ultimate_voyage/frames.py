"""What the frames of this game share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.frames import Frame
from ultimate_voyage.state import VoyageState


class VoyageFrame(Frame[VoyageState]):
    """A frame of this game."""

    __slots__ = ()


Reader = Callable[[VoyageState, dict[str, Any]], Frame[VoyageState]]  # makes a frame of its plain form
