"""What the frames of this game share: inside an effect, choices must leave the rest of it possible."""

from __future__ import annotations

from ming_voyages.state import MingState
from rulekit.actions import Action
from rulekit.frames import Frame


class MingFrame(Frame[MingState]):
    """A frame that may hold steps still to come (`Effect` does)."""

    __slots__ = ()

    def has_more(self) -> bool:
        """Steps are still to come when the frame above is done."""
        return False

    def leads_on(self, s: MingState, action: Action) -> bool:
        """After `action` of the frame on top, the steps still to come can be completed."""
        return True


def narrow(s: MingState, options: list[Action]) -> list[Action]:
    """The options after which an effect under way can be completed (EFFECTS.md, section 5)."""
    if len(s.stack) < 2:
        return options
    below = s.stack[-2]
    if not isinstance(below, MingFrame) or not below.has_more():
        return options
    return [a for a in options if below.leads_on(s, a)]
