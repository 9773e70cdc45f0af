"""A light position of The Ming Voyages for search, and everything a side can do in it.

A position is a flat list of ints, so that a copy costs next to nothing. It holds what a seat may
know: the board, and of both reserves a size and a sum of CP (in solo all reserves are open). Nothing
here draws chance: what a side does is a `Line`, the actions that it is made of and all positions it
can end in with their chances.
"""

from __future__ import annotations

from typing import Final

from bot_player.ming_battles import Battles
from bot_player.ming_terms import TWO_PLAYERS, Terms
from ming_voyages.content import Content, Special, Step
from ming_voyages.names import (
    ACTION_CARD,
    AMASS,
    ATTACK,
    BARBARIAN_HOMELAND,
    BARBARIAN_REGION,
    BORDERLANDS_END,
    BUILD_JUNKS,
    EMPEROR,
    EMPEROR_CARD,
    FIRST_BORDERLAND,
    FIRST_HOMELAND,
    GATHER,
    GOLD,
    HOMELANDS_END,
    HORDE,
    JUNK,
    MING_BORDERLAND,
    MING_HOMELAND,
    MING_REGION,
    MOVE,
    OP_ACT,
    OP_CHOOSE,
    OP_RESERVE_TOP,
    OP_RETURN,
    OP_TAKE,
    OVERLORD,
    RECRUIT,
    REGION_COUNT,
    REGIONS,
    SETTLEMENT,
    SIDES,
    SOUTH_CHINA_SEA,
    TAX,
    TROOP,
    VOYAGE,
)
from ming_voyages.state import NO_LIMIT
from ming_voyages.view_types import MingView
from rulekit.actions import Action

Position = list[int]

# Layout. The first three are indexed by region, SUPPLY by piece, RESERVE_CP to TOP_GAIN by side.
TROOPS: Final = 0
HORDES: Final = 9
SETTLEMENTS: Final = 18
GOLD_HOME: Final = 27
GOLD_SEA: Final = 28
JUNKS: Final = 29
COMPLETED: Final = 30  # bit v: Voyage v
DONE: Final = 31
SUPPLY: Final = 32
RESERVE_CP: Final = 37  # the best three cards; a card of the opponent counts UNKNOWN_CP
RESERVE_SIZE: Final = 39
DISCARDS: Final = 41
TOP_GAIN: Final = 42  # what RESERVE_CP of a side gains by the top card of the discard pile
LENGTH: Final = 44

UNKNOWN_CP: Final = 2
BEST_CARDS: Final = 3
MOST_TOTAL: Final = 7  # a Voyage with this total cannot fail; more Gold would be wasted
BORDERLANDS: Final = [1, 2, 3, 4, 5]
HOMELANDS: Final = [6, 7, 8]

PIECE_OF: Final = [TROOP, HORDE]
PLACES_OF: Final = [TROOPS, HORDES]

Outcomes = list[tuple[float, Position]]
Line = tuple[tuple[Action, ...], Outcomes]


def best_sum(cps: list[int]) -> int:
    """CP of the best three cards."""
    return sum(sorted(cps, reverse=True)[:BEST_CARDS])


def read_position(content: Content, view: MingView) -> Position:
    """The position as the seat of the view (which is not a spectator's) sees it."""
    p = [0] * LENGTH
    for r in range(SOUTH_CHINA_SEA):
        there = view.board[REGIONS[r]]
        p[TROOPS + r] = there.troop
        p[HORDES + r] = there.horde
        p[SETTLEMENTS + r] = there.settlement
    p[GOLD_HOME] = view.board["ming_homeland"].gold
    p[GOLD_SEA] = view.board["south_china_sea"].gold
    p[JUNKS] = view.board["south_china_sea"].junk
    for v in view.completed:
        p[COMPLETED] |= 1 << v
    p[DONE] = len(view.completed)
    for piece, name in enumerate(("troop", "gold", "junk", "horde", "settlement")):
        p[SUPPLY + piece] = view.supply[name]
    own = [content.cp[card] for card in view.reserve]
    top = content.cp[view.discard[-1]] if view.discard else 0
    p[DISCARDS] = len(view.discard)
    for side, name in enumerate(SIDES):
        size = view.reserve_sizes[name]
        p[RESERVE_SIZE + side] = size
        if name == view.side:
            p[RESERVE_CP + side] = best_sum(own)
            p[TOP_GAIN + side] = best_sum([*own, top]) - best_sum(own)
        elif view.solo is not None:
            p[RESERVE_CP + side] = best_sum([content.cp[card] for card in view.solo.reserves[name]])
        else:
            p[RESERVE_CP + side] = UNKNOWN_CP * min(BEST_CARDS, size)
            p[TOP_GAIN + side] = UNKNOWN_CP if size < BEST_CARDS else 0
    return p


def controller(p: Position, region: int) -> int:
    """The side that controls a Borderland, or -1 (outside battles)."""
    if p[region]:
        return EMPEROR
    if p[HORDES + region] or p[SETTLEMENTS + region]:
        return OVERLORD
    return -1


def decided(p: Position) -> bool:
    """A major victory."""
    return p[DONE] == 7 or all(controller(p, r) == OVERLORD for r in BORDERLANDS)


def lead(p: Position, side: int) -> int:
    """CP of reserve that the side has more than its opponent, of at most 6 each: its edge in battles."""
    return min(6, p[RESERVE_CP + side]) - min(6, p[RESERVE_CP + 1 - side])


class Board:
    """What can be done in a position under one edition, and under the terms of one kind of match."""

    def __init__(
        self,
        content: Content,
        battles: Battles,
        odds: list[float],
        voyages: tuple[int, ...],
        terms: Terms = TWO_PLAYERS,
    ) -> None:
        self.content = content
        self.battles = battles
        # Factor on the odds of an attacker, by what he leads in reserve; the list is read from its
        # end for those who trail (index -1 and below).
        self.odds = odds
        self.voyages = voyages
        self.terms = terms
        self._limit = terms.borderland_limit
        self._forces: dict[tuple[int, ...], list[Action]] = {}
        self._edges = [content.emperor_edges, content.overlord_edges]

    # --- specials

    def special(self, p: Position, card: int, side: int) -> Special | None:
        """The special action of a card that is open to a side (MV-140, MV-145, MV-150)."""
        k = self.content.cards[card]
        if k.type == ACTION_CARD:
            if side == OVERLORD:
                return k.overlord
            return k.emperor if p[COMPLETED] >> k.voyage & 1 else None
        if (k.type == EMPEROR_CARD) != (side == EMPEROR):
            return None
        return k.low if p[DONE] <= 3 else k.high

    def carry_out(self, p: Position, side: int, special: Special) -> list[Line]:
        """All ways to carry out a special action in full; empty if there is none."""
        if special.min_borderlands:
            held = [r for r in BORDERLANDS if controller(p, r) == OVERLORD]
            if len(held) < special.min_borderlands:
                return []
        return self.complete(p, side, special.steps)

    def complete(self, p: Position, side: int, steps: list[int]) -> list[Line]:
        """All ways to carry out the steps, every one of them."""
        if not steps or decided(p):
            return [((), [(1.0, p)])]
        step = self.content.steps[steps[0]]
        rest = steps[1:]
        if step.op == OP_CHOOSE:
            return [
                ((self.content.indexes[i], *path), outcomes)
                for i, option in enumerate(step.options)
                for path, outcomes in self.complete(p, side, option + rest)
            ]
        return self.go_on(self._step(p, side, step), side, rest)

    def go_on(self, lines: list[Line], side: int, rest: list[int]) -> list[Line]:
        """The lines with the rest of the steps; a step with dice is always the last."""
        if not rest:
            return lines
        return [(path + more, outcomes) for path, [(_, q)] in lines for more, outcomes in self.complete(q, side, rest)]

    def _step(self, p: Position, side: int, step: Step) -> list[Line]:
        if step.op == OP_TAKE:
            return self._take(p, step)
        if step.op == OP_RETURN:
            return self._return(p, side, step)
        if step.op == OP_ACT:
            return self._act(p, side, step)
        q = p.copy()
        if step.op == OP_RESERVE_TOP:
            if not p[DISCARDS] or p[RESERVE_SIZE + side] >= self.terms.reserve_limit:
                return []
            q[DISCARDS] -= 1
            q[RESERVE_SIZE + side] += 1
            q[RESERVE_CP + side] += p[TOP_GAIN + side]
        else:
            other = 1 - side
            if p[RESERVE_SIZE + other] < step.n:
                return []
            q[RESERVE_SIZE + other] -= step.n
            q[RESERVE_CP + other] = max(0, p[RESERVE_CP + other] - UNKNOWN_CP * step.n)
        return [((), [(1.0, q)])]

    def _selected(self, p: Position, selector: int) -> list[int]:
        if selector < REGION_COUNT:
            return [selector]
        if selector == BARBARIAN_HOMELAND:
            return HOMELANDS
        side = EMPEROR if selector in (MING_BORDERLAND, MING_REGION) else OVERLORD
        out = [r for r in BORDERLANDS if controller(p, r) == side]
        if selector == MING_REGION:
            return [MING_HOMELAND, *out]
        return out + HOMELANDS if selector == BARBARIAN_REGION else out

    def _take(self, p: Position, step: Step) -> list[Line]:
        if p[SUPPLY + step.piece] < step.n:
            return []
        regions = self._selected(p, step.place)
        if FIRST_BORDERLAND <= step.place < BORDERLANDS_END:
            owner = EMPEROR if step.piece == TROOP else OVERLORD
            regions = [r for r in regions if controller(p, r) != 1 - owner]
        if self._limit != NO_LIMIT:
            regions = [r for r in regions if self.room(p, r) >= (1 if step.spread else step.n)]
        if step.spread:
            return [((a,), [(1.0, q)]) for a, q in self.divided(p, step.piece, -1, step.n, regions)]
        out: list[Line] = []
        for r in regions:
            q = p.copy()
            q[place(step.piece, r)] += step.n
            q[SUPPLY + step.piece] -= step.n
            out.append(((self.content.regions[r],), [(1.0, q)]))
        return out

    def _return(self, p: Position, side: int, step: Step) -> list[Line]:
        out: list[Line] = []
        for r in self._selected(p, step.place):
            q = self.returned(p, side, step, r)
            if q is not None:
                out.append(((self.content.regions[r],), [(1.0, q)]))
        if not out and step.up_to:
            return [((), [(1.0, p)])]
        return out

    def returned(self, p: Position, side: int, step: Step, region: int) -> Position | None:
        """After a `return` from a region; None where it cannot be."""
        at = place(step.piece, region)
        n = min(step.n, p[at])
        if n < step.n and not step.up_to:
            return None
        borderland = FIRST_BORDERLAND <= region < BORDERLANDS_END
        if step.keep and borderland:
            own = p[region] if step.piece == TROOP else p[HORDES + region] + p[SETTLEMENTS + region]
            if own - n < step.keep:
                return None
        if step.threatened:
            places = PLACES_OF[side]
            if not borderland or not any(p[places + o] for o in self._edges[side][region]):
                return None
        q = p.copy()
        q[at] -= n
        q[SUPPLY + step.piece] += n
        return q

    def taken(self, p: Position, step: Step, region: int) -> Position:
        """After a `take` into a region."""
        q = p.copy()
        q[place(step.piece, region)] += step.n
        q[SUPPLY + step.piece] -= step.n
        return q

    def _act(self, p: Position, side: int, step: Step) -> list[Line]:
        """A CP action inside an effect: pieces are taken as many as possible, all else tried in full."""
        if step.action == VOYAGE:
            return self.voyage(p, step.cp, step.bonus)
        if step.action in (RECRUIT, TAX, BUILD_JUNKS, AMASS, GATHER):
            return self.take_most(p, step.action, step.cp)
        out: list[Line] = []
        for n in range(1, step.cp + 1):
            if step.action == MOVE:
                out += self.moves(p, side, n)
            elif step.action == ATTACK:
                out += self.attacks(p, side, n, lead(p, side))
            else:
                out += self.builds(p, n)
        return out

    # --- CP actions

    def take_most(self, p: Position, action: int, cp: int) -> list[Line]:
        """Recruit, Tax, Build Junks, Amass, Gather with as many pieces as possible."""
        piece = HORDE if action == AMASS else SETTLEMENT if action == GATHER else TAKING[action]
        n = min(cp, p[SUPPLY + piece])
        if n == 0:
            return []
        if action in (AMASS, GATHER):
            return [((a,), [(1.0, q)]) for a, q in self.divided(p, piece, -1, n, HOMELANDS)]
        return [((self.content.amounts[n - 1],), [(1.0, self.amount_taken(p, action, n))])]

    def amount_taken(self, p: Position, action: int, n: int) -> Position:
        """After Recruit, Tax or Build Junks."""
        piece = TAKING[action]
        q = p.copy()
        q[SUPPLY + piece] -= n
        q[place(piece, SOUTH_CHINA_SEA if piece == JUNK else MING_HOMELAND)] += n
        return q

    def divided(
        self, p: Position, piece: int, origin: int, n: int, regions: list[int]
    ) -> list[tuple[Action, Position]]:
        """All ways to divide exactly n pieces over the regions; from the Supply if `origin` is -1."""
        if not regions:
            return []
        ways = self.content.divisions(regions, n, n)
        if self._limit != NO_LIMIT:
            ways = [a for a in ways if all(a.vec[r] <= self.room(p, r) for r in regions)]
        return [(a, self.division_made(p, piece, origin, a, regions)) for a in ways]

    def room(self, p: Position, region: int) -> int:
        """How many more pieces may enter a region (MV-685)."""
        if FIRST_BORDERLAND <= region < BORDERLANDS_END:
            return self._limit - p[region] - p[HORDES + region] - p[SETTLEMENTS + region]
        return NO_LIMIT

    def division_made(self, p: Position, piece: int, origin: int, a: Action, regions: list[int]) -> Position:
        """After a division."""
        q = p.copy()
        vec = a.vec
        n = 0
        for r in regions:
            if vec[r] > 0:
                q[place(piece, r)] += vec[r]
                n += vec[r]
        q[SUPPLY + piece if origin < 0 else place(piece, origin)] -= n
        return q

    def build_targets(self, p: Position, homeland: int) -> list[int]:
        """Barbarian-controlled Borderlands next to a Homeland (MV-405)."""
        edges = self.content.overlord_edges[homeland]
        return [r for r in edges if r < BORDERLANDS_END and controller(p, r) == OVERLORD]

    def builds(self, p: Position, n: int) -> list[Line]:
        """Exactly n Settlements built from one Homeland."""
        out: list[Line] = []
        for h in HOMELANDS:
            if p[SETTLEMENTS + h] >= n:
                targets = self.build_targets(p, h)
                out += [
                    ((self.content.origins[h], a), [(1.0, q)]) for a, q in self.divided(p, SETTLEMENT, h, n, targets)
                ]
        return out

    def moves(self, p: Position, side: int, n: int) -> list[Line]:
        """Exactly n pieces from one region to another."""
        out: list[Line] = []
        moves = self.content.moves
        if side == EMPEROR:
            for a in range(BORDERLANDS_END):
                if p[a] >= n:
                    for b in self.content.emperor_edges[a]:
                        if b == MING_HOMELAND or (
                            not (p[HORDES + b] or p[SETTLEMENTS + b]) and p[b] + n <= self._limit
                        ):
                            out.append(((moves[a][b][n - 1],), [(1.0, moved(p, side, a, b, n))]))
        else:
            for a in range(FIRST_BORDERLAND, HOMELANDS_END):
                if p[HORDES + a] >= n:
                    for b in self.content.overlord_edges[a]:
                        if b >= FIRST_HOMELAND or not p[b]:
                            out.append(((moves[a][b][n - 1],), [(1.0, moved(p, side, a, b, n))]))
        return out

    def attacks(self, p: Position, side: int, n: int, edge: int) -> list[Line]:
        """Attacks with exactly n pieces, in all ways to send them; `edge` is what the side leads in reserve."""
        out: list[Line] = []
        at = PLACES_OF[side]
        for target in BORDERLANDS if n <= self._limit else []:
            if controller(p, target) != 1 - side:
                continue
            origins = [r for r in self._edges[side][target] if p[at + r]]
            if origins:
                choice = self.content.targets[target]
                for a in self._exact_forces(origins, [p[at + r] for r in origins], n):
                    out.append(((choice, a), self.attack(p, side, target, a, edge)))
        return out

    def _exact_forces(self, origins: list[int], held: list[int], n: int) -> list[Action]:
        key = (n, *origins, *[min(h, n) for h in held])
        found = self._forces.get(key)
        if found is None:
            found = [a for a in self.content.forces(origins, held, n) if sum(a.vec) == n]
            self._forces[key] = found
        return found

    def attack(self, p: Position, side: int, target: int, force: Action, edge: int) -> Outcomes:
        """How an attack can end, the odds shifted by what the attacker leads in reserve."""
        base = p.copy()
        at = PLACES_OF[side]
        k = 0
        for r, n in enumerate(force.vec):
            if n > 0:
                base[at + r] -= n
                k += n
        if side == EMPEROR:
            h, s = p[HORDES + target], p[SETTLEMENTS + target]
            defenders, settlements = HORDES + target, SETTLEMENTS + target
            lost = SUPPLY + HORDE
        else:
            h, s = p[target], 0
            defenders, settlements = target, SETTLEMENTS + target
            lost = SUPPLY + TROOP
        chance = self.battles.chance(k, h, s)
        shifted = self.shifted(chance, edge)
        win = shifted / chance
        lose = (1 - shifted) / (1 - chance)
        own = SUPPLY + PIECE_OF[side]
        gone = SUPPLY + TROOP if self.terms.troops_leave else -1
        out: Outcomes = []
        for prob, k2, h2, s2 in self.battles.endings(k, h, s):
            q = base.copy()
            q[at + target] = k2
            if own != gone:
                q[own] += k - k2
            q[defenders] = h2
            if lost != gone:
                q[lost] += h - h2
            if s:
                q[settlements] = s2
                q[SUPPLY + SETTLEMENT] += s - s2
            out.append((prob * (win if k2 else lose), q))
        return out

    def shifted(self, chance: float, edge: int) -> float:
        """P: the chance of an attacker who leads in reserve by `edge` CP."""
        return chance / (chance + (1 - chance) * self.odds[edge])

    def voyage(self, p: Position, dice: int, bonus: int) -> list[Line]:
        """All Junks, Gold from the least up to a sure Voyage, to the first Voyage of the order."""
        junks, gold_all = p[JUNKS], p[GOLD_HOME] + p[GOLD_SEA]
        if not junks or not gold_all or p[DONE] == 7:
            return []
        least = max(1, p[GOLD_SEA])
        to = self.next_voyage(p)
        options = self.content.voyages(p[COMPLETED], junks, p[GOLD_SEA], gold_all)
        return [
            ((a,), self.sailed(p, a, dice, bonus))
            for a in options
            if a.a == to and a.b == junks and (a.c == least or junks + a.c <= MOST_TOTAL)
        ]

    def next_voyage(self, p: Position) -> int:
        """The first uncompleted Voyage of the order."""
        return next(v for v in self.voyages if not p[COMPLETED] >> v & 1)

    def sailed(self, p: Position, a: Action, dice: int, bonus: int) -> Outcomes:
        """How a Voyage can end (MV-320 to MV-330)."""
        gold = a.c
        fails = (1 - min(1.0, (a.b + gold + bonus - 1) / 6)) ** dice
        failed = p.copy()
        failed[GOLD_HOME] -= gold - p[GOLD_SEA]
        failed[GOLD_SEA] = gold
        done = failed.copy()
        done[GOLD_SEA] = 0
        done[SUPPLY + GOLD] += gold
        done[JUNKS] -= 1
        done[COMPLETED] |= 1 << a.a
        done[DONE] += 1
        if fails <= 0:
            return [(1.0, done)]
        return [(1 - fails, done), (fails, failed)]


TAKING: Final = {RECRUIT: TROOP, TAX: GOLD, BUILD_JUNKS: JUNK}
EMPEROR_TAKES: Final = [RECRUIT, TAX, BUILD_JUNKS]
OVERLORD_TAKES: Final = [AMASS, GATHER]


def place(piece: int, region: int) -> int:
    """The index of the pieces of a kind in a region that can hold them."""
    if piece == TROOP:
        return TROOPS + region
    if piece == HORDE:
        return HORDES + region
    if piece == SETTLEMENT:
        return SETTLEMENTS + region
    if piece == JUNK:
        return JUNKS
    return GOLD_HOME if region == MING_HOMELAND else GOLD_SEA


def moved(p: Position, side: int, a: int, b: int, n: int) -> Position:
    """After a Move."""
    at = PLACES_OF[side]
    q = p.copy()
    q[at + a] -= n
    q[at + b] += n
    return q
