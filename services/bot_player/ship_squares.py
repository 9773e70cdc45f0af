"""The greedy bot's estimates of squares: encounters, events, actions, monuments, visits."""

from __future__ import annotations

from typing import Final

from bot_player import ship_weights as w
from bot_player.ship_hand import MONUMENTS, Hand
from bot_player.ship_value import SAME, Worth
from treasure_ship.names import (
    CANNON,
    COMMAND,
    GIFT,
    GOLD,
    MERCHANT,
    NO_PORT,
    PEACEFUL,
    PIRATES,
    STATE_OF_WAR,
    STOWAWAY,
    WEAPON,
)

MOST_KEPT: Final = 6_000  # squares in one round
NO_EVENT: Final = -1


class Squares:
    """Estimates of squares in one round; `event` is the event of the voyage where it counts, or NO_EVENT."""

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.content = worth.content
        self._known: dict[tuple[int, ...], float] = {}

    # --- encounters

    def fought(self, h: Hand, weapons: int, fire: bool, merit: int) -> float:
        h.res[WEAPON] -= weapons
        out = -weapons * self.worth.res[WEAPON]
        if fire:
            h.bombarded = True
            out -= w.FIRED
        return out + self.worth.climb(h, merit)

    def bought_off(self, h: Hand) -> float:
        h.res[GIFT] -= 1
        return -self.worth.res[GIFT]

    def encounter(self, h: Hand, pirates: int) -> float | None:
        """The best way to get past pirates of this value; None: there is none."""
        if pirates == 0:
            return 0.0
        strength = pirates + self.content.pirate_modifier[self.worth.round - 1]
        best: float | None = None
        chosen = h
        ways: list[tuple[int, bool]] = []
        if h.res[WEAPON] >= strength:
            ways.append((strength, False))
        if h.res[CANNON] > 0 and not h.bombarded:
            weapons = max(0, strength - h.res[CANNON])
            if h.res[WEAPON] >= weapons:
                ways.append((weapons, True))
        for weapons, fire in ways:
            o = h.copy()
            value = self.fought(o, weapons, fire, pirates)
            if best is None or value > best + SAME:
                best, chosen = value, o
        if h.res[GIFT] > 0:
            o = h.copy()
            value = self.bought_off(o)
            if best is None or value > best + SAME:
                best, chosen = value, o
        if best is not None:
            h.become(chosen)
        return best

    # --- actions

    def action(self, h: Hand, q: int, captain: bool = False) -> float:
        """A mass action, which need not be taken."""
        o = h.copy()
        value = self.worth.gain(o, self.content.action[q], captain)
        if value <= 0:
            return 0.0
        h.become(o)
        return value

    def actions(self, h: Hand, q: int, captain: bool = False) -> float:
        """As many mass actions as an own monument allows; a captain's benefit in the first one."""
        out = self.action(h, q, captain)
        return out + self.action(h, q) if h.monuments >> q & 1 else out

    def event_action(self, h: Hand, event: int) -> float:
        """Stowaway, or the best option of the Merchant."""
        if event == STOWAWAY:
            return self.worth.gain(h, self.content.stowaway)
        if event != MERCHANT:
            return 0.0
        best = 0.0
        chosen = h
        for costs, benefit in self.content.merchant:
            if self.worth.can_pay(h, costs):
                o = h.copy()
                value = self.worth.bargain(o, costs, benefit)
                if value > best + SAME:
                    best, chosen = value, o
        if chosen is not h:
            h.become(chosen)
        return best

    def monument(self, h: Hand, q: int, peaceful: bool) -> float:
        """A monument, if it can be erected, with the actions that it brings; it need not be erected."""
        c = self.content
        cost = c.monument[q]
        built = h.count(MONUMENTS)
        if cost < 0 or h.monuments >> q & 1 or h.res[GOLD] < cost or built >= c.monument_frames:
            return 0.0
        o = h.copy()
        o.res[GOLD] -= cost
        o.monuments |= 1 << q
        near = [n for n in c.neighbours[q] if h.monuments >> n & 1]
        out = c.monument_vp + (w.MONUMENT + w.MONUMENT_NEIGHBOUR * len(near)) * self.worth.r
        out -= cost * self.worth.res[GOLD]
        out += self.worth.shares(h, MONUMENTS, built, built + 1)
        out += self.action(o, q)
        for n in near:
            out += self.visit(o, n, 1, peaceful)
        if out <= 0:
            return 0.0
        h.become(o)
        return out

    def visit(self, h: Hand, q: int, times: int, peaceful: bool) -> float:
        """A bonus action, or a detachment; it need not be taken."""
        o = h.copy()
        met = self.encounter(o, 0 if peaceful else self.content.pirates[q])
        if met is None:
            return 0.0
        for _ in range(times):
            met += self.action(o, q)
        if met <= 0:
            return 0.0
        h.become(o)
        return met

    def after_encounter(self, h: Hand, q: int, captain: bool, event: int) -> float:
        """Parts B and C on a main square."""
        out = self.event_action(h, event) + self.actions(h, q, captain)
        return out + self.monument(h, q, event == PEACEFUL)

    # --- main squares

    def main(self, h: Hand, key: tuple[int, ...], q: int, captain: bool, event: int, added: int) -> float:
        """A main square for a seat whose hand has this key; changes nothing.

        `event` is what the square has of the voyage's event (PEACEFUL for any square), `added` its
        event pirates.
        """
        known = (q, captain, event, added, *key)
        found = self._known.get(known)
        if found is None:
            o = h.copy()
            printed = 0 if event == PEACEFUL else self.content.pirates[q]
            met = self.encounter(o, printed + added)
            found = 0.0 if met is None else max(0.0, met + self.after_encounter(o, q, captain, event))
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            self._known[known] = found
        return found


class Waters:
    """The voyage as far as squares depend on it."""

    def __init__(self, squares: Squares, event: int, pirates: int) -> None:
        self.squares = squares
        self.event = event
        self.pirates = pirates  # of the event Pirates
        self.peaceful = event == PEACEFUL

    def added(self, q: int, marked: bool) -> int:
        """Pirates that the event adds on a square."""
        if self.event == PIRATES and marked:
            return self.pirates
        c = self.squares.content
        if self.event == STATE_OF_WAR and c.power_at[q] >= 0:
            return c.war[c.power_at[q]]
        return 0

    def event_at(self, marked: bool) -> int:
        """The part of the event that `Squares` asks for."""
        if self.peaceful or (marked and self.event in (STOWAWAY, MERCHANT)):
            return self.event
        return NO_EVENT


class Seat:
    """A seat's estimates of the squares of a voyage, each made once."""

    def __init__(self, waters: Waters, hand: Hand, captain: bool) -> None:
        self.waters = waters
        self.hand = hand
        self.captain = captain
        self.chip = waters.squares.worth.res[COMMAND]
        self._key = hand.key()
        self._known: dict[tuple[int, bool], float | None] = {}

    def square(self, q: int, marked: bool) -> float | None:
        """A main square, less a command chip due at No Port of Call; None: there is no chip.

        `marked`: the event lies there.
        """
        key = (q, marked)
        if key not in self._known:
            self._known[key] = self._square(q, marked)
        return self._known[key]

    def _square(self, q: int, marked: bool) -> float | None:
        due = marked and self.waters.event == NO_PORT
        if due and self.hand.res[COMMAND] == 0:
            return None
        return self.plain(q, marked) - (self.chip if due else 0.0)

    def plain(self, q: int, marked: bool) -> float:
        """A main square, whatever chips are due."""
        v = self.waters
        return v.squares.main(self.hand, self._key, q, self.captain, v.event_at(marked), v.added(q, marked))

    def without_event(self, q: int) -> float:
        event = PEACEFUL if self.waters.peaceful else NO_EVENT
        return self.waters.squares.main(self.hand, self._key, q, False, event, 0)
