"""Events: past-tense facts, with the dice, and with who may see them whole."""

from __future__ import annotations

from typing import Any

from rulekit.chance import Chance


class Event:
    """`data` goes to the seats in `audience` (None: everybody); all others get `public`.

    `public` None means that the others do not learn of the event at all.
    """

    __slots__ = ("type", "data", "audience", "public")

    def __init__(
        self,
        type: str,
        data: dict[str, Any],
        audience: tuple[int, ...] | None = None,
        public: dict[str, Any] | None = None,
    ) -> None:
        self.type = type
        self.data = data
        self.audience = audience
        self.public = public

    def seen_by(self, seat: int | None) -> dict[str, Any] | None:
        """The JSON object that a seat (None: a spectator) gets, or None."""
        if self.audience is None or (seat is not None and seat in self.audience):
            return {"type": self.type, **self.data}
        if self.public is None:
            return None
        return {"type": self.type, **self.public}


class Ctx:
    """What a step needs from outside: chance, and the listener for events, if any.

    Rules build an event only when `loud` is true; search and simulation run quietly.
    """

    __slots__ = ("chance", "events", "loud")

    def __init__(self, chance: Chance, events: list[Event] | None = None) -> None:
        self.chance = chance
        self.events = events
        self.loud = events is not None

    def emit(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)
