"""What the frames of this game share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from forge_war.state import WarState
from rulekit.frames import Frame


class WarFrame(Frame[WarState]):
    """A frame of this game."""

    __slots__ = ()

    def own(self) -> bool:
        """Seats that decide at the same time touch only what is their own (FW-412, FW-475)."""
        return True


class WarQuestion(WarFrame):
    """A decision that is asked even with one option left: any-time actions may still change the pool."""

    __slots__ = ()

    def ask_single(self) -> bool:
        return True


Reader = Callable[[WarState, dict[str, Any]], WarFrame]  # makes a frame of its plain form


def plain(frame: Frame[WarState]) -> dict[str, Any]:
    """A frame in plain form: {"frame": name, ...fields}."""
    return {"frame": frame.name(), **frame.fields()}


def plain_branches(branches: list[list[Frame[WarState]]]) -> list[list[dict[str, Any]]]:
    """The branches of a fork in plain form."""
    return [[plain(frame) for frame in branch] for branch in branches]
