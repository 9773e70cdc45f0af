"""Costs and benefits of an edition in words, for `text.py`."""

from __future__ import annotations

from typing import Final

from treasure_ship.content import Content, Effect, Official, VoyageCard
from treasure_ship.names import (
    COLOURS,
    COUNTS,
    EVENTS,
    GOODS,
    LIUHE,
    OP_ANIMAL,
    OP_CHOOSE,
    OP_EMISSARY,
    OP_EMISSARY_ANY,
    OP_EMISSARY_RANDOM,
    OP_GAIN,
    OP_GOOD,
    OP_GOOD_ANY,
    OP_MERIT,
    OP_PER,
    OP_POWER_ACTION,
    OP_REQUIRE,
    OP_TRADE,
    OP_VP,
    PAY_ANY,
    PAY_DISTINCT,
    PAY_GOLD,
    PIRATES,
    POWERS,
    RESOURCES,
)

RESOURCE_WORDS: Final = {
    "gold": "gold",
    "weapon": "weapon",
    "cannon": "cannon",
    "command": "command chip",
    "detachment": "detachment",
    "gift": "gift",
    "extension": "extension",
}
COUNT_WORDS: Final = {
    "monuments": "monument",
    "animal_tiles": "animal tile",
    "animal_squares": "animal square",
    "merit": "merit",
    "powers_at_level_2_or_more": "power at level 2 or 3",
    "powers_at_level_3": "power at level 3",
    "diplomacy_levels": "diplomacy level",
}
EVENT_WORDS: Final = {
    "pirates": "Pirates",
    "stowaway": "Stowaway",
    "muslim_merchant": "Muslim Merchant",
    "no_port_of_call": "No Port of Call",
    "state_of_war": "State of War",
    "rebellion": "Rebellion",
    "peaceful_seas": "Peaceful Seas",
}


def amount(n: int, what: str) -> str:
    """``3 weapons``, ``1 command chip``, ``2 pepper``: a resource or a trade good."""
    word = RESOURCE_WORDS.get(what, what)
    return f"{n} {word}{'' if n == 1 or word == 'gold' or what in GOODS else 's'}"


def amounts(held: dict[str, int]) -> str:
    return ", ".join(amount(n, what) for what, n in held.items() if n) or "none"


def listed_goods(kinds: list[str]) -> str:
    """A multiset of goods: ``2 pepper, 1 ivory``."""
    return ", ".join(f"{kinds.count(g)} {g}" for g in GOODS if g in kinds) or "nothing"


def points(n: int) -> str:
    return f"{n} point{'' if n == 1 else 's'}"


class Words:
    """The words of one edition."""

    def __init__(self, c: Content) -> None:
        self._c = c

    def power(self, number: int) -> str:
        return POWERS[number].capitalize()

    def square(self, q: int) -> str:
        """``12 Ceylon``."""
        return f"{q} {self._c.square_names[q]}"

    def square_with_all(self, q: int) -> str:
        """``12 Ceylon: 1 gemstones, 1 gold; monument 5 gold``."""
        c = self._c
        parts = [self.effects(c.action[q]) if q != LIUHE else "nothing"]
        if c.pirates[q]:
            parts.append(f"pirates {c.pirates[q]}")
        if c.monument[q] >= 0:
            parts.append(f"monument {c.monument[q]} gold")
        return f"{self.square(q)}: {'; '.join(parts)}"

    def costs(self, number: int) -> str:
        parts = []
        for cost in self._c.costs[number]:
            if cost.pay == PAY_GOLD:
                parts.append(f"{cost.n} gold")
            elif cost.pay == PAY_DISTINCT:
                parts.append(f"{cost.n} different goods")
            elif cost.pay == PAY_ANY:
                parts.append(f"{cost.n} good{'' if cost.n == 1 else 's'} of any kind")
            else:
                parts.append(f"{cost.n} {GOODS[cost.kind]}")
        return ", ".join(parts) or "nothing"

    def effects(self, numbers: list[int], joint: str = ", ") -> str:
        effects = [self._c.effects[n] for n in numbers]
        captain = "as captain " if effects and effects[0].op == OP_REQUIRE else ""
        return captain + joint.join(self.effect(e) for e in effects if e.op != OP_REQUIRE) or "nothing"

    def effect(self, e: Effect) -> str:
        if e.op == OP_GAIN:
            return amount(e.n, RESOURCES[e.what])
        if e.op == OP_GOOD:
            return amount(e.n, GOODS[e.what])
        if e.op == OP_GOOD_ANY:
            return f"{e.n} good{'' if e.n == 1 else 's'} of your choice"
        if e.op == OP_VP:
            return points(e.n)
        if e.op == OP_MERIT:
            return f"{e.n} merit"
        if e.op in (OP_EMISSARY, OP_EMISSARY_RANDOM, OP_EMISSARY_ANY):
            return self._emissary(e)
        if e.op == OP_ANIMAL:
            return f"1 {' or '.join(self._c.animal_titles[k] for k in e.kinds)} tile"
        if e.op == OP_CHOOSE:
            return f"({' or '.join(self.effects(items, ' + ') for items in e.lists)})"
        if e.op == OP_TRADE:
            return f"trade {self.costs(e.pay)} for {' / '.join(self.effects(items, ' + ') for items in e.lists)}"
        if e.op == OP_PER:
            most = f" (at most {e.most} times)" if e.most >= 0 else ""
            return f"{self.effects(e.lists[0])} per {self._per(e.count, e.div)}{most}"
        assert e.op == OP_POWER_ACTION
        return f"emissary and hospitality of {self.power(e.what)}"

    def _emissary(self, e: Effect) -> str:
        plural = "emissary" if e.n == 1 else "emissaries"
        if e.op == OP_EMISSARY_RANDOM:
            return f"{e.n} random {plural}"
        if e.op == OP_EMISSARY_ANY:
            return f"{e.n} {plural} of your choice"
        return f"{e.n} {plural} of {self.power(e.what)} ({COLOURS[e.what]})"

    def _per(self, count: int, div: int) -> str:
        word = COUNT_WORDS[COUNTS[count]]
        return word if div == 1 else f"{div} {word}{'' if word == 'merit' else 's'}"

    def official(self, place: str, o: Official) -> str:
        """``B1 Salt Commissioner: pay 1 pepper; gain 6 gold, 1 weapon; 3 points``."""
        if o.count >= 0:
            worth = f"{points(o.each)} per {self._per(o.count, o.div)}, at most {o.most}"
        else:
            worth = points(o.vp)
        cost = self.costs(o.pay)
        paid = "free" if cost == "nothing" else f"pay {cost}"
        return f"{place} {o.name}: {paid}; gain {self.effects(o.benefit)}; {worth} at the end"

    def voyage_card(self, card: VoyageCard) -> str:
        """``V04, range 4, Pirates +1 on frame 2``."""
        event = EVENT_WORDS[EVENTS[card.event]]
        added = f" +{card.pirates}" if card.event == PIRATES else ""
        where = f" on frame {card.event_square}" if card.event_square else ""
        return f"{card.id}, range {card.range}, {event}{added}{where}"

    def merchant(self, option: int) -> str:
        costs, benefit = self._c.merchant[option]
        return f"Muslim Merchant: pay {self.costs(costs)} for {self.effects(benefit)}"
