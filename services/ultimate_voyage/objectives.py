"""Objective cards: revealing, meeting and claiming them (RULES.md, section 10)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from ultimate_voyage.content import Objective, Predicate
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.names import (
    ANIMAL,
    CAMP,
    DECKS,
    DEPOT,
    END_NONE,
    ICONS,
    KILN,
    NOBODY,
    P_COMBAT_OR_DEPOT,
    P_COMBAT_WINS,
    P_COURIER,
    P_DIFFERENT_ANIMALS,
    P_EXPLORED_MOST,
    P_FIRST_TRIBUTARIES,
    P_GOODS_FROM,
    P_GOODS_OF_CLASS,
    P_REGIONS_EXPLORED,
    P_ROUND_END_LEADER,
    P_SAME_ICON,
    P_STORM_SAILS,
    P_STORY_MARKERS,
    P_STRENGTH_OVER,
    P_STRUCTURES,
    P_TRIBUTARY_REGIONS,
    PRIVATE,
    PUBLIC,
    TRIBUTARY,
)
from ultimate_voyage.scoring import check_triggers, last_round
from ultimate_voyage.state import STORY_MARKERS, Player, VoyageState, open_zone, seat_order

DISPLAY_SIZE: Final = 3


# --- how far a seat is


def progress(s: VoyageState, seat: int, p: Predicate, base: list[int]) -> int:
    """How many of the things that a requirement counts the seat has; `base` is what does not count
    (by player; for explorations the stamp from which on they count)."""
    me = s.players[seat]
    pred = p.pred
    if pred <= P_GOODS_FROM:
        return _goods(s, me, p)
    if pred in (P_COMBAT_WINS, P_COMBAT_OR_DEPOT, P_FIRST_TRIBUTARIES):
        return _deeds(me, p) - base[seat]
    if pred == P_STRUCTURES:
        n = 0
        for kind in p.kinds:
            if kind == DEPOT:
                n += s.depot.count(seat)
            elif kind == KILN:
                n += me.kilns
            elif kind == CAMP:
                n += me.camps
        return n
    if pred == P_TRIBUTARY_REGIONS:
        mask = 0
        for zone in range(1, len(s.marker)):
            if s.marker[zone] == seat:
                mask |= 1 << s.c.region_of[zone]
        return _ones(mask)
    if pred == P_STORY_MARKERS:
        n = 0
        for region in p.region_list:
            if s.story[region * STORY_MARKERS + seat] > 0:
                n += 1
        return n
    if pred == P_EXPLORED_MOST:
        return _explored_ports(s, me, p.regions, base[0])
    if pred == P_REGIONS_EXPLORED:
        mask = 0
        for zone in range(1, len(me.explored)):
            if me.explored[zone]:
                mask |= 1 << s.c.region_of[zone]
        return _ones(mask)
    if pred == P_STRENGTH_OVER:
        return me.strong - base[seat]
    if pred == P_STORM_SAILS:
        return me.storms - base[seat]
    return 0  # Courier Service and the leaders of a round are claimed at their own moments


def _goods(s: VoyageState, me: Player, p: Predicate) -> int:
    c = s.c
    if p.pred in (P_GOODS_OF_CLASS, P_GOODS_FROM):
        n = 0
        for good in me.goods:
            if p.pred == P_GOODS_OF_CLASS:
                if c.good_class[good] in p.kinds:
                    n += 1
            elif p.regions >> c.good_region[good] & 1 and c.good_profit[good] >= p.min_profit:
                n += 1
        return n
    counts: list[int] = [0] * len(ICONS)
    for good in me.goods:
        if p.pred != P_DIFFERENT_ANIMALS or c.good_class[good] == ANIMAL:
            counts[c.good_icon[good]] += 1
    if p.pred == P_SAME_ICON:
        return max(counts)
    return len(counts) - counts.count(0)


def _deeds(me: Player, p: Predicate) -> int:
    """What a seat has done so far, whenever it was."""
    n = 0
    for region in p.region_list:
        if p.pred == P_FIRST_TRIBUTARIES:
            n += me.firsts[region]
        else:
            n += me.wins[region]
            if p.pred == P_COMBAT_OR_DEPOT:
                n += me.depots[region]
    return n


def _explored_ports(s: VoyageState, me: Player, regions: int, since: int) -> int:
    n = 0
    for zone in range(1, len(me.explored)):
        if me.explored[zone] > since and regions >> s.c.region_of[zone] & 1:
            n += 1
    return n


def _ones(mask: int) -> int:
    n = 0
    while mask:
        n += mask & 1
        mask >>= 1
    return n


def met(s: VoyageState, seat: int, p: Predicate, base: list[int]) -> bool:
    """The seat meets the requirement. Never true for what is claimed at its own moment."""
    pred = p.pred
    if pred in (P_COURIER, P_ROUND_END_LEADER):
        return False
    if pred == P_EXPLORED_MOST:
        return _explored_most(s, seat, p, base[0])
    n = progress(s, seat, p, base)
    if pred == P_STRENGTH_OVER:
        return n > 0
    if n < p.n[s.n]:
        return False
    if pred == P_GOODS_FROM and p.each > 0:
        for region in p.region_list:
            own = 0
            for good in s.players[seat].goods:
                if s.c.good_region[good] == region and s.c.good_profit[good] >= p.min_profit:
                    own += 1
            if own < p.each:
                return False
    return True


def _explored_most(s: VoyageState, seat: int, p: Predicate, since: int) -> bool:
    """Enough ports are explored by anyone, most of them by this seat; de' Conti counts (UV-696)."""
    total = 0
    for zone in range(1, len(s.affiliation)):
        if s.c.region_of[zone] < 0 or not p.regions >> s.c.region_of[zone] & 1:
            continue
        for player in s.players:
            if player.explored[zone] > since:
                total += 1
                break
    if total < p.n[s.n]:
        return False
    mine = _explored_ports(s, s.players[seat], p.regions, since)
    for other in range(len(s.players)):
        if other != seat and _explored_ports(s, s.players[other], p.regions, since) >= mine:
            return False
    return True


def baseline(s: VoyageState, o: Objective) -> list[int]:
    """What does not count for a card revealed now: nothing for a "perfect" one (UV-216)."""
    if not o.present:
        return [0] * len(s.players)
    p = o.claim
    if p.pred == P_EXPLORED_MOST:
        return [s.stamp]
    if p.pred == P_STRENGTH_OVER:
        return [player.strong for player in s.players]
    if p.pred == P_STORM_SAILS:
        return [player.storms for player in s.players]
    return [_deeds(player, p) for player in s.players]


# --- revealing


def usable(s: VoyageState, number: int) -> bool:
    """The card isn't met already and can still be achieved (UV-220, UV-222)."""
    o = s.c.objectives[number]
    p = o.claim
    if p.pred == P_ROUND_END_LEADER:
        if s.round >= last_round(s) or s.ending != END_NONE:
            return False
        return all(s.players[seat].track[p.track] < s.c.track_max[p.track] for seat in range(s.n))
    base = baseline(s, o)
    if p.pred == P_FIRST_TRIBUTARIES and not _first_tributaries_possible(s, p, base):
        return False
    return all(not met(s, seat, p, base) for seat in range(s.n))


def _first_tributaries_possible(s: VoyageState, p: Predicate, base: list[int]) -> bool:
    free = 0
    settled = True
    for region in p.region_list:
        for zone in s.c.ports_of[region]:
            if not open_zone(s, zone):
                continue
            if not s.allied[zone]:
                free += 1
            if s.affiliation[zone] != TRIBUTARY:
                settled = False
    if settled:
        return False
    return any(progress(s, seat, p, base) + free >= p.n[s.n] for seat in range(s.n))


def draw_usable(s: VoyageState, ctx: Ctx, deck: int) -> int:
    """The next usable card of a deck, or NOBODY; those that are not used any more are discarded."""
    pile = s.objective_decks[deck]
    while pile:
        number = pile.pop()
        if usable(s, number):
            return number
        s.objective_seen[number] = 0
        s.objectives_out.append(number)
        if ctx.loud:
            ctx.emit(Event("objective_discarded", {"objective": s.c.objective_ids[number], "deck": DECKS[deck]}))
    return NOBODY


def acquire(s: VoyageState, number: int) -> None:
    """From now on deeds count for the card (UV-216, UV-228)."""
    s.objective_seen[number] = 0
    s.objective_base[number] = baseline(s, s.c.objectives[number])
    s.objective_round[number] = s.round


def show(s: VoyageState, ctx: Ctx, number: int) -> None:
    """A card comes on display."""
    acquire(s, number)
    s.display.append(number)
    if ctx.loud:
        ctx.emit(Event("objective_revealed", {"objective": s.c.objective_ids[number]}))


def refill(s: VoyageState, ctx: Ctx) -> None:
    """Fills the display: the missing types first, then from decks that the first player chooses (UV-218)."""
    while len(s.display) < DISPLAY_SIZE:
        on_display = 0
        for number in s.display:
            on_display |= 1 << s.c.objectives[number].deck
        found = NOBODY
        for deck in range(len(DECKS)):
            if not on_display >> deck & 1 and s.objective_decks[deck]:
                found = deck
                break
        if found == NOBODY:
            if any(s.objective_decks):
                s.stack.append(RefillDeck(s.turn_order[0]))
            return
        number = draw_usable(s, ctx, found)
        if number != NOBODY:
            show(s, ctx, number)


class RefillDeck(VoyageFrame):
    """The first player of the round chooses a deck to draw from."""

    __slots__ = ()

    def name(self) -> str:
        return "refill_deck"

    def rule(self) -> str:
        return "UV-218"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> RefillDeck:
        return RefillDeck(self.seat)

    def options(self, s: VoyageState) -> list[Action]:
        return [s.c.a_refill_deck[deck] for deck in range(len(DECKS)) if s.objective_decks[deck]]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        number = draw_usable(s, ctx, action.a)
        if number != NOBODY:
            show(s, ctx, number)
        refill(s, ctx)


# --- claiming


def check(s: VoyageState, ctx: Ctx) -> None:
    """Objectives met, cards that leave the display, new ones, and triggers of the end (UV-213 to UV-224)."""
    order = seat_order(s, s.active if s.active >= 0 else s.turn_order[0])
    for seat in order:
        for number in s.display.copy():
            if met(s, seat, s.c.objectives[number].claim, s.objective_base[number]):
                claim(s, ctx, seat, number, PUBLIC)
        for number in s.players[seat].private.copy():
            if met(s, seat, s.c.objectives[number].claim, s.objective_base[number]):
                claim(s, ctx, seat, number, PRIVATE)
    for number in s.display.copy():
        region = s.c.objectives[number].remove_region
        if region >= 0 and _all_tributary(s, region):
            s.display.remove(number)
            s.objectives_out.append(number)
            if ctx.loud:
                ctx.emit(Event("objective_removed", {"objective": s.c.objective_ids[number]}))
    if len(s.display) < DISPLAY_SIZE:
        refill(s, ctx)
    check_triggers(s, ctx, order)


def _all_tributary(s: VoyageState, region: int) -> bool:
    return all(s.affiliation[zone] == TRIBUTARY for zone in s.c.ports_of[region] if open_zone(s, zone))


def claim(s: VoyageState, ctx: Ctx, seat: int, number: int, holder: int) -> None:
    """A card is completed by a seat (UV-214, UV-226)."""
    p = s.players[seat]
    if holder == PUBLIC:
        s.display.remove(number)
    else:
        p.private.remove(number)
    p.completed.append(number)
    s.dirty = True
    if ctx.loud:
        o = s.c.objectives[number]
        data = {"seat": seat, "objective": o.id, "points": o.vp, "private": holder == PRIVATE}
        ctx.emit(Event("objective_claimed", data))


def courier_holders(s: VoyageState, seat: int) -> list[int]:
    """Where the seat could claim a courier card: PUBLIC, PRIVATE (UV-230)."""
    out: list[int] = []
    for number in s.display:
        if s.c.objectives[number].claim.pred == P_COURIER:
            out.append(PUBLIC)
    for number in s.players[seat].private:
        if s.c.objectives[number].claim.pred == P_COURIER:
            out.append(PRIVATE)
    return out


def courier_profit(s: VoyageState) -> int:
    """The least profit of a good that a courier may carry; a large number without such a card."""
    for o in s.c.objectives:
        if o.claim.pred == P_COURIER:
            return o.claim.min_profit
    return 99


def claim_courier(s: VoyageState, ctx: Ctx, seat: int, holder: int) -> None:
    """The courier's good has been put back: the card is claimed (UV-230)."""
    cards = s.display if holder == PUBLIC else s.players[seat].private
    for number in cards.copy():
        if s.c.objectives[number].claim.pred == P_COURIER:
            claim(s, ctx, seat, number, holder)


def round_end(s: VoyageState, ctx: Ctx) -> None:
    """Leaders at the end of a round after that of the reveal (UV-232, UV-602); what follows is settled by `check`."""
    for number in s.display.copy():
        seat = _leader(s, number)
        if seat != NOBODY:
            claim(s, ctx, seat, number, PUBLIC)
    for owner in seat_order(s, s.turn_order[0]):
        for number in s.players[owner].private.copy():
            if _leader(s, number) == owner:
                claim(s, ctx, owner, number, PRIVATE)


def _leader(s: VoyageState, number: int) -> int:
    """The seat that is strictly ahead on the track of a leader's card, if the card is due."""
    p = s.c.objectives[number].claim
    if p.pred != P_ROUND_END_LEADER or s.round <= s.objective_round[number]:
        return NOBODY
    best = -1
    leader = NOBODY
    for seat in range(s.n):
        n = s.players[seat].track[p.track]
        if n > best:
            best = n
            leader = seat
        elif n == best:
            leader = NOBODY
    return leader


def _read_refill(_: VoyageState, f: dict[str, Any]) -> VoyageFrame:
    return RefillDeck(f["seat"])


READERS: dict[str, Reader] = {"refill_deck": _read_refill}
