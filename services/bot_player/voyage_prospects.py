"""What the things that a seat can do in The Ultimate Voyage would bring it, by `Outlook.total` before and after.

The state is changed for the measure and put back as it was. Only what the seat may know is looked at.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bot_player import voyage_weights as w
from bot_player.voyage_value import Outlook
from ultimate_voyage.action import action_bonus
from ultimate_voyage.combat import attackable
from ultimate_voyage.content import Content
from ultimate_voyage.names import (
    AFFILIATION_MAX,
    ANIMAL,
    COMBAT,
    DEPOT,
    EXPLORE,
    KILN,
    MOON,
    NANJING,
    NO_REGION,
    NOBODY,
    PORCELAIN,
    PRESTIGE,
    PROFIT,
    TROOPS,
    UNKNOWN,
    YANG,
    YIN,
)
from ultimate_voyage.state import (
    FACE_UP,
    STORY_MARKERS,
    explored_by_anyone,
    fixed_port,
    hostile,
    is_upgraded,
    structures_left,
    token_count,
)

PAIR: Final = 2  # porcelain for a point of a loss
ROLLS: Final = 6  # faces of the Moon after which a chain is cut off


@lru_cache(maxsize=8)
def moon_chances(c: Content) -> list[float]:
    """The chance of each absolute result of the Moon, from 0."""
    faces = c.faces[MOON]
    each = 1 / len(faces)
    out = [0.0] * 12

    def chain(total: int, sign: int, chance: float, depth: int) -> None:
        for face in faces:
            if face in (YIN, YANG):
                if sign and face != sign:
                    out[0] += chance * each
                elif depth < ROLLS:
                    chain(total + 1, face, chance * each, depth + 1)
            else:
                out[min(11, total + abs(face))] += chance * each

    chain(0, 0, 1.0, 0)
    return out


@lru_cache(maxsize=8)
def plain_chances(c: Content, die: int) -> list[float]:
    """The chance of each absolute result of a die, from 0."""
    if die == MOON:
        return moon_chances(c)
    faces = c.faces[die]
    out = [0.0] * 12
    for face in faces:
        out[min(11, abs(face))] += 1 / len(faces)
    return out


def odds(chances: list[float], margin: int) -> tuple[float, float, float]:
    """For a strength that passes the opponent's by `margin` before the roll: the chance to win, the chance to
    lose, and the mean of what is missing."""
    win = lose = missing = 0.0
    for result, chance in enumerate(chances):
        if result < margin:
            win += chance
        elif result > margin:
            lose += chance
            missing += chance * (result - margin)
    return win, lose, missing


class Prospects:
    """Gains of a seat in a state, each worked out once."""

    def __init__(self, outlook: Outlook) -> None:
        self.o = outlook
        self.s = outlook.s
        self.c = outlook.s.c
        self.seat = outlook.seat
        self.p = outlook.s.players[outlook.seat]
        self.now = outlook.total()
        self.kept: dict[tuple[int, int, int], float] = {}
        self._things: dict[int, list[float]] = {}

    # --- changes

    def track(self, prestige: int, profit: int) -> tuple[int, int]:
        """Moves both tracks; gives what they were."""
        t = self.p.track
        was = (t[PRESTIGE], t[PROFIT])
        most = self.c.track_max
        t[PRESTIGE] = max(0, min(most[PRESTIGE], t[PRESTIGE] + prestige))
        t[PROFIT] = max(0, min(most[PROFIT], t[PROFIT] + profit))
        return was

    def told(self, region: int, n: int) -> int:
        """Story points; gives the space before, or -1 if nothing has changed."""
        s = self.s
        if n <= 0 or region == NO_REGION or not s.regions >> region & 1 or self.p.home_region == region:
            return -1
        at = region * STORY_MARKERS
        was = here = s.story[at + self.seat]
        taken = 0
        for i in range(STORY_MARKERS):
            if i != self.seat:
                taken |= 1 << s.story[at + i]
        for _ in range(n):
            space = here + 1
            while taken >> space & 1:
                space += 1
            if space > self.c.story_length[region]:
                break
            here = space
        s.story[at + self.seat] = here
        return was

    def untold(self, region: int, was: int) -> None:
        if was >= 0:
            self.s.story[region * STORY_MARKERS + self.seat] = was

    def gain(self, prestige: int = 0, profit: int = 0, region: int = NO_REGION, story: int = 0) -> float:
        """Of points on the tracks and story points."""
        was = self.track(prestige, profit)
        space = self.told(region, story)
        out = self.o.total() - self.now
        self.untold(region, space)
        self.p.track[PRESTIGE], self.p.track[PROFIT] = was
        return out

    def split(self, n: int) -> float:
        """Of n points to be split over the tracks."""
        return max(self.gain(i, n - i) for i in range(n + 1))

    # --- Trade

    def good(self, good: int) -> float:
        """Of a good bought in a Trade action."""
        key = (0, good, 0)
        found = self.kept.get(key)
        if found is None:
            c, p = self.c, self.p
            new = not any(c.good_icon[g] == c.good_icon[good] for g in p.goods)
            p.goods.append(good)
            prestige = c.good_prestige[good] if c.good_class[good] == ANIMAL and new else 0
            found = self.gain(prestige, c.good_profit[good], c.good_region[good], c.good_story[good])
            p.goods.pop()
            self.kept[key] = found
        return found

    def seen_goods(self, port: int) -> list[int]:
        """Goods there that the seat knows."""
        s = self.s
        return [g for g in s.bazaar[port] if s.seen[g] == FACE_UP or s.seen[g] >> self.seat & 1]

    # --- Diplomacy

    def steps(self, port: int, steps: int) -> float:
        """Of affiliation steps at a port."""
        key = (1, port, steps)
        found = self.kept.get(key)
        if found is None:
            s = self.s
            here = 0 if s.affiliation[port] == UNKNOWN else s.affiliation[port]
            new = here + steps == AFFILIATION_MAX and s.marker[port] == NOBODY
            found = self._tributary(port, steps if steps > 0 else 0, 0, new, False)
            self.kept[key] = found
        return found

    def _tributary(self, port: int, prestige: int, profit: int, new: bool, by_combat: bool) -> float:
        """Of points, and of a tributary relation if there is a `new` one."""
        s, p, region = self.s, self.p, self.c.region_of[port]
        if not new:
            return self.gain(prestige, profit)
        was = s.marker[port]
        first = not s.allied[port] and not by_combat
        s.marker[port] = self.seat
        p.firsts[region] += first
        p.wins[region] += by_combat
        out = self.gain(prestige, profit, region, self.c.story_by_strength(self.c.strength[port]))
        p.firsts[region] -= first
        p.wins[region] -= by_combat
        s.marker[port] = was
        return out

    def tributary(self, port: int) -> float:
        """Of a tributary relation that comes by an effect."""
        return self._tributary(port, 0, 0, True, False)

    # --- combat

    def win(self, port: int) -> float:
        key = (2, port, 0)
        found = self.kept.get(key)
        if found is None:
            n = self.c.victory_points[is_upgraded(self.s, self.seat, COMBAT)]
            found = max(self._tributary(port, i, n - i, True, True) for i in range(n + 1))
            self.kept[key] = found
        return found

    def loss(self, missing: float) -> float:
        """Of a failed combat's missing points: troops, then pairs of porcelain, then Prestige."""
        key = (3, int(missing * 8), 0)
        found = self.kept.get(key)
        if found is None:
            p = self.p
            n = round(missing + 0.4)
            troops = min(n, p.res[TROOPS])
            pairs = min(n - troops, p.res[PORCELAIN] // PAIR)
            p.res[TROOPS] -= troops
            p.res[PORCELAIN] -= pairs * PAIR
            found = self.gain(-(n - troops - pairs))
            p.res[TROOPS] += troops
            p.res[PORCELAIN] += pairs * PAIR
            self.kept[key] = found
        return found

    def attack(self, port: int, strength: int) -> float:
        """Of an attack on a port."""
        win, lose, missing = odds(moon_chances(self.c), strength - self.c.strength[port])
        if not win:
            return -9.0
        out = win * self.win(port)
        if lose:
            worse = w.RETREAT + (0.0 if hostile(self.s, port) else w.HOSTILE)
            out += lose * (self.loss(missing / lose) - worse)
        return out

    def attackable(self, port: int) -> bool:
        return attackable(self.s, self.seat, port)

    # --- building

    def built(self, kind: int, port: int) -> float:
        key = (4, kind, port)
        found = self.kept.get(key)
        if found is None:
            s, p = self.s, self.p
            if kind == DEPOT:
                region = self.c.region_of[port]
                s.depot[port] = self.seat
                p.depots[region] += 1
                found = self.gain()
                p.depots[region] -= 1
                s.depot[port] = NOBODY
            elif kind == KILN:
                p.kilns += 1
                found = self.gain()
                p.kilns -= 1
            else:
                p.camps += 1
                found = self.gain()
                p.camps -= 1
            self.kept[key] = found
        return found

    def can_build(self) -> bool:
        return structures_left(self.s, self.seat) > 0

    def can_have_depot(self, port: int) -> bool:
        return port != NANJING and not hostile(self.s, port) and self.s.depot[port] == NOBODY

    # --- Explore

    def explored(self, port: int, n: int) -> float:
        """Of n tokens taken at a port: those of which the seat has most, up to three of a colour."""
        key = (5, port, n)
        found = self.kept.get(key)
        if found is None:
            s, p = self.s, self.p
            was, stamp = p.tokens.copy(), p.explored[port]
            there = s.tokens[port * 4 : port * 4 + 4]
            for _ in range(n):
                colour = max((k for k in range(4) if there[k]), key=lambda k: (min(p.tokens[k], 2), -k), default=-1)
                if colour < 0:
                    break
                there[colour] -= 1
                p.tokens[colour] += 1
            p.explored[port] = s.stamp + 1
            side = is_upgraded(s, self.seat, EXPLORE)
            found = self.gain(region=self.c.region_of[port], story=self.c.explore_story[side][n])
            p.explored[port] = stamp
            p.tokens[:] = was
            self.kept[key] = found
        return found

    def explore_price(self, port: int, n: int) -> int:
        side = is_upgraded(self.s, self.seat, EXPLORE)
        price = self.c.explore_cost[side][n]
        return price + (self.c.explored_surcharge[side] if explored_by_anyone(self.s, port) else 0)

    # --- a port to come to

    def things(self, port: int) -> list[float]:
        """What there is to do at a port with usual strength, the best first; never below 0."""
        found = self._things.get(port)
        if found is not None:
            return found
        s, c = self.s, self.c
        out: list[float] = []
        here = s.affiliation[port]
        if here != UNKNOWN and not hostile(s, port):
            out.append(max((self._fit(self.good(g), c.good_cost[g], 4) for g in self.seen_goods(port)), default=0.0))
        if here == UNKNOWN and s.bazaar[port]:
            known = self.seen_goods(port)
            seen = max((self._fit(self.good(g), c.good_cost[g], 4) for g in known), default=0.0)
            out.append(max(seen, w.UNSEEN_GOODS) * 0.9)
        steps = AFFILIATION_MAX - (0 if here == UNKNOWN else here)
        if steps > 0 and not fixed_port(s, port):
            out.append(max(0.0, self._fit(self.steps(port, steps), c.strength[port] + steps, 2)))
        there = token_count(s, port)
        n = min(2, there)
        if n:
            out.append(max(0.0, self._fit(self.explored(port, n), self.explore_price(port, n), 3)))
        if self.attackable(port):
            out.append(max(0.0, self.attack(port, w.USUAL + action_bonus(s, self.seat, COMBAT))))
        out.sort(reverse=True)
        self._things[port] = out
        return out

    def _fit(self, gain: float, price: int, card: int) -> float:
        return gain if price <= w.USUAL + action_bonus(self.s, self.seat, card) else gain * w.TOO_DEAR

    def place(self, port: int) -> float:
        """The worth of a ship at a port, for the actions still to come."""
        if not self.o.actions or port <= NANJING:
            return 0.0
        out = 0.0
        for share, thing in zip(w.THINGS, self.things(port), strict=False):
            out += share * thing
        return out * min(1.0, self.o.actions / 3)

    def places(self, zones: list[int]) -> float:
        """The worth of ships in these zones."""
        found = sorted((self.place(zone) for zone in set(zones) if zone >= 0), reverse=True)
        return sum(share * worth for share, worth in zip(w.PLACES, found, strict=False))
