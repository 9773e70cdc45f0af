"""Complete routes of a voyage, compared by what they offer to the own seat and to the others."""

from __future__ import annotations

from bot_player import ship_weights as w
from bot_player.ship_squares import Seat
from treasure_ship.content import Content
from treasure_ship.names import LIUHE


class Routes:
    """All routes that a voyage can still take.

    `event_frame` is the number of the frame that the event lies on (0: none), `line` the NPC's
    guideline, followed while it can be (None: not the NPC's voyage), `last` that no voyage follows in
    this round. What a route is worth does not depend on the order of its frames, but for the event
    square and the end: so each set of squares is looked at once.
    """

    def __init__(
        self,
        content: Content,
        own: Seat,
        others: list[Seat],
        start: int,
        event_frame: int,
        last: bool,
        line: list[int] | None,
    ) -> None:
        self.content = content
        self.own = own
        self.others = others
        self.start = start
        self.event_frame = event_frame
        self.last = last
        self.line = line
        self._known: dict[tuple[int, int, int, int, bool], float] = {}
        self._ahead: dict[int, float] = {}

    def placed(self, route: list[int], left: int, leftover: bool, square: int) -> float:
        """The best complete route that goes on with this square, `left` frames left with its own."""
        mask = sum(1 << q for q in route)
        event = -1
        if 0 < self.event_frame <= len(route):
            event = route[self.event_frame - 1]
        return self._place(mask, len(route), left, leftover, event, square)

    def stopped(self, route: list[int]) -> float:
        """The route as it is."""
        event = route[self.event_frame - 1] if 0 < self.event_frame <= len(route) else -1
        return self._complete(sum(1 << q for q in route), route[-1], event)

    def _place(self, mask: int, n: int, left: int, leftover: bool, event: int, square: int) -> float:
        if n + 1 == self.event_frame:
            event = square
        return self._best(mask | 1 << square, n + 1, square, left - 1, leftover, event)

    def _best(self, mask: int, n: int, here: int, left: int, leftover: bool, event: int) -> float:
        if left == 0:
            return self._complete(mask, here, event)
        key = (mask, here, left, event, leftover)
        found = self._known.get(key)
        if found is None:
            onward = [] if leftover else self._onward(mask, here)
            if onward:
                found = max([self._place(mask, n, left, False, event, q) for q in onward])
            else:
                ends = [self._place(mask, n, left, True, event, q) for q in self._beside(mask)]
                found = max([*ends, self._complete(mask, here, event)])
            self._known[key] = found
        return found

    def _onward(self, mask: int, here: int) -> list[int]:
        """Where the next frame may go by the normal rule; the NPC follows its line."""
        squares = [q for q in self.content.onward[here] if q not in (LIUHE, self.start) and not mask >> q & 1]
        if self.line is not None and here in self.line:
            at = self.line.index(here) + 1
            if at < len(self.line) and self.line[at] in squares:
                return [self.line[at]]
        return squares

    def _beside(self, mask: int) -> list[int]:
        """Where a leftover frame may go."""
        near: set[int] = set()
        for q in range(len(self.content.onward)):
            if mask >> q & 1:
                near.update(self.content.onward[q])
        return sorted(q for q in near if q != LIUHE and not mask >> q & 1)

    def _complete(self, mask: int, end: int, event: int) -> float:
        route = [q for q in range(len(self.content.onward)) if mask >> q & 1]
        out = _best_of(self.own, route, event)
        if self.others:
            out -= w.OTHERS * sum([_best_of(seat, route, event) for seat in self.others]) / len(self.others)
        if not self.last:
            out += w.NEXT_VOYAGE * self.ahead(end)
        return out

    def ahead(self, end: int) -> float:
        """The best square within reach of the next voyage."""
        found = self._ahead.get(end)
        if found is None:
            squares = {end}
            edge = {end}
            for _ in range(w.REACH):
                edge = {q for here in edge for q in self.content.onward[here]} - squares
                squares |= edge
            squares -= {end, LIUHE}
            found = max([self.own.without_event(q) for q in sorted(squares)], default=0.0)
            self._ahead[end] = found
        return found


def _best_of(seat: Seat, route: list[int], event: int) -> float:
    values = [value for q in route if (value := seat.square(q, q == event)) is not None]
    return max(values, default=0.0)
