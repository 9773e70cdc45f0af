"""What a position of Ultimate Voyage is worth to a seat, in victory points: `Outlook.total`.

A function of the state alone (and of public things in it), made to be asked often: the greedy bot
asks it what a change would bring, a search may ask it at the end of a line. It says nothing of where
the ships are; `voyage_prospects` does.
"""

from __future__ import annotations

from typing import Final

from bot_player import voyage_weights as w
from ultimate_voyage.boosts import wild_size, wild_sources
from ultimate_voyage.names import (
    DE_CONTI,
    FLAGSHIP,
    LABOR,
    NANJING,
    P_COURIER,
    P_EXPLORED_MOST,
    P_ROUND_END_LEADER,
    PRESTIGE,
    PROFIT,
    SCROLL,
    SOLO,
    STAR,
)
from ultimate_voyage.objectives import met, progress
from ultimate_voyage.scoring import home_points, last_round
from ultimate_voyage.state import (
    OPEN_ALWAYS,
    OPEN_MOMENTUM,
    OPEN_NEXT,
    OPEN_ONCE,
    OPEN_PENDING,
    OPEN_REROLL,
    OPEN_STAY,
    STORY_MARKERS,
    VoyageState,
)

DIALS_IN_HAND: Final = 3
NO_WAY: Final = 99


def rounds_left(s: VoyageState) -> int:
    """Whole rounds to come after this one, if Zheng He's health falls as it does on average."""
    if s.ending:
        return 0
    c = s.c
    last = last_round(s)
    health = float(s.health)
    faces = c.faces[STAR]
    step = sum(abs(face) for face in faces) / len(faces)
    for number in range(s.round + 1, last + 1):
        if c.round_space(number).health:
            health += step
            if health >= c.health_last:
                return number - s.round
    return last - s.round


def explored_since(s: VoyageState, regions: int, since: int) -> int:
    """Ports of the regions (a mask) that anybody has explored after the exploration of that number."""
    n = 0
    for zone, region in enumerate(s.c.region_of):
        if region >= 0 and regions >> region & 1 and any(p.explored[zone] > since for p in s.players):
            n += 1
    return n


class Outlook:
    """A state seen from a seat. `actions`: how many the seat may still take; `rounds` to come."""

    __slots__ = ("_far", "actions", "fade", "rounds", "s", "seat", "uneven")

    def __init__(self, s: VoyageState, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.rounds = rounds_left(s)
        self._far: list[int] = []
        unused = s.players[seat].unused if s.in_actions else (1 << DIALS_IN_HAND) - 1
        self.actions = unused.bit_count() + DIALS_IN_HAND * self.rounds
        self.fade = min(1.0, self.actions / w.FADE)
        self.uneven = min(w.UNEVEN_MOST, w.UNEVEN_LAST + w.UNEVEN * self.actions)

    def total(self) -> float:
        """The points that the seat may expect of what it has."""
        return self._tracks() + self._objectives() + self._story() + self._home() + self._lasting() + self._tokens()

    def _tracks(self) -> float:
        s = self.s
        p = s.players[self.seat]
        one, two = p.track[PRESTIGE], p.track[PROFIT]
        out = one + (two - one) * self.uneven if one < two else two + (one - two) * self.uneven
        for track in (PRESTIGE, PROFIT):
            here = p.track[track]
            for i, space in enumerate(s.c.bonus_spaces[track]):
                if here >= space or p.passed >> (track * 2 + i) & 1:
                    out += w.BONUS_SPACE * self.actions
                else:
                    if space - here <= 2 and self.actions:
                        out += w.NEAR_BONUS * (3 - space + here)
                    break
        return out

    def _objectives(self) -> float:
        s, seat = self.s, self.seat
        out = 0.0
        for o in s.players[seat].completed:
            out += s.c.objectives[o].vp
        for o in s.display:
            out += self._objective(o, w.MARKED)
        for o in s.players[seat].private:
            out += self._objective(o, w.PRIVATE)
        return out

    def _objective(self, number: int, share: float) -> float:
        s, seat = self.s, self.seat
        o = s.c.objectives[number]
        claim = o.claim
        if claim.pred == P_COURIER:
            return 0.0
        if claim.pred == P_ROUND_END_LEADER:
            mine = s.players[seat].track[claim.track]
            best = max((s.players[i].track[claim.track] for i in range(s.n) if i != seat), default=0)
            return o.vp * (w.LEADER if mine > best else w.TIED if mine == best and mine else 0.0)
        goal = claim.n[s.n] or 1
        base = s.objective_base[number]
        done = progress(s, seat, claim, base)
        if claim.pred == P_EXPLORED_MOST:
            if met(s, seat, claim, base):
                return float(o.vp)
            best = max((progress(s, i, claim, base) for i in range(len(s.players)) if i != seat), default=0)
            lead = 1.0 if done > best else w.TIED_EXPLORERS if done == best else 0.0
            return o.vp * share * self.fade * lead * min(1.0, explored_since(s, claim.regions, base[0]) / goal)
        if done >= goal:
            return float(o.vp)
        return o.vp * share * self.fade * done / goal

    def _story(self) -> float:
        s, seat = self.s, self.seat
        c = s.c
        out = 0.0
        for region in range(len(c.story_top)):
            at = region * STORY_MARKERS
            here = s.story[at + seat]
            if not here:
                continue
            other = 0
            for i in range(STORY_MARKERS):
                if i != seat and s.story[at + i] > other:
                    other = s.story[at + i]
            top, low = min(here, c.story_top[region]), min(here, c.story_low[region])
            if here > other:
                out += top + w.AHEAD * min(3, here - other) * self.fade
            else:
                out += low + w.SHORT * (top - low) * self.fade
        return out

    # --- Nanjing

    def home_levels(self, ship: int) -> int:
        """Points that a ship would bring if it came home now: levels of the tower, and its dock."""
        s = self.s
        if s.mode == SOLO:
            return 0
        c = s.c
        place = len(s.docked)
        docks = c.docks[s.n]
        dock = docks[place] if place < len(docks) else 0
        levels = 1 + (s.marker.count(self.seat) if ship == FLAGSHIP else 0)
        return dock + min(levels, c.tower_levels - len(s.tower)) * c.tower_vp

    def _home(self) -> float:
        s, seat = self.s, self.seat
        docks, tower = home_points(s, seat)
        out = float(docks + tower)
        zone = s.players[seat].ships[FLAGSHIP]
        if zone > NANJING and self.actions:
            out += self.home_levels(FLAGSHIP) * max(0.0, w.HOME - w.HOME_LINK * self.far(zone))
        return out

    def far(self, zone: int) -> int:
        """Links to Nanjing; without it to the zone from which ships leave for home."""
        if not self._far:
            s = self.s
            goal = NANJING if s.zones >> NANJING & 1 else s.c.quick_start
            far = [NO_WAY] * len(s.c.neighbours)
            far[goal] = 0
            queue = [goal]
            for here in queue:
                for other in s.c.neighbours[here]:
                    if far[other] == NO_WAY and s.zones >> other & 1:
                        far[other] = far[here] + 1
                        queue.append(other)
            self._far = far
        return self._far[zone]

    # --- what lasts

    def _lasting(self) -> float:
        s, seat = self.s, self.seat
        c, p, r = s.c, s.players[seat], self.rounds
        out = w.MARKER * s.marker.count(seat)
        out += r * (w.KILN * p.kilns + w.CAMP * p.camps)
        for zone, owner in enumerate(s.depot):
            if owner == seat:
                out += r * (w.DEPOT if zone in p.ships else w.DEPOT_AWAY)
        ships = sum(1 for zone in p.ships if zone >= 0)
        out += self.actions * w.SHIP * max(0, ships - 1)
        for card, worth in enumerate(w.UPGRADED):
            if p.upgraded >> card & 1:
                out += self.actions * worth
        for good in p.goods:
            kind = c.good_class[good]
            if kind >= SCROLL:
                out += r * (w.SCROLL if kind == SCROLL else w.LABOR if kind == LABOR else w.MEDICINE)
        for card in p.cards:
            out += self._held(s.card_open[card])
        return out + w.PENDING * len(p.attacks)

    def _held(self, flags: int) -> float:
        r = self.rounds
        out = 0.0
        if flags & OPEN_ALWAYS:
            out += w.ALWAYS * r
        if flags & OPEN_ONCE:
            out += w.ONCE * self.fade
        if flags & OPEN_MOMENTUM:
            out += w.MOMENTUM * r
        if flags & OPEN_REROLL:
            out += w.REROLL * r
        if flags & OPEN_STAY:
            out += w.STAY
        if flags & OPEN_NEXT and self.actions:
            out -= 2 * w.NEXT_STRENGTH
        if flags & OPEN_PENDING and self.actions:
            out += w.PENDING
        return out

    def _tokens(self) -> float:
        s = self.s
        p = s.players[self.seat]
        out = 0.0
        for n in p.res:
            out += w.RESOURCE * (n if n <= w.MANY else w.MANY + (n - w.MANY) / 2)
        for n in p.tokens:
            if n:
                out += w.KNOWLEDGE * n + w.SAME_COLOUR * (min(n, 3) - 1)
        for source in wild_sources(s, self.seat):
            out += w.WILD * wild_size(s, source)
        return out * self.fade


def standing(s: VoyageState, seat: int) -> float:
    """What the position is worth to a seat; for de' Conti in the solo game (seat 1) the points that he has."""
    if s.mode == SOLO and seat == DE_CONTI:
        p = s.players[DE_CONTI]
        return float(p.track[PROFIT] + p.res[0])
    return Outlook(s, seat).total()
