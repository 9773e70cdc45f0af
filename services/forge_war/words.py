"""Cards, quests, titles and amounts of an edition in words, for `text.py`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from forge_war.content import Content, Effect, Leg
from forge_war.names import (
    CARD_BONUS,
    NONE,
    OP_BUY_DISCARD,
    OP_CLAIM,
    OP_CREDIT,
    OP_EXCESS_POWER,
    OP_EXTRA_LEVEL,
    OP_GOLD,
    OP_HIRE,
    OP_LEFTOVER,
    OP_LEVEL_UP,
    OP_MARKET_CARD,
    OP_OVERSEER,
    OP_PRESTIGE,
    OP_RESOURCE,
    OP_WORKER,
    RESOURCES,
    TILE_ADVENTUROUS,
    TILE_DECORATED,
    TILE_INDUSTRIOUS,
    TILE_STOCKPILE,
    WEAPON_TYPES,
)

ORES: Final = {"copper": "Co", "iron": "Ir", "mithril": "Mi", "emerald": "Em", "ruby": "Ru", "diamond": "Di"}
MIDDLE: Final = 4  # rows of the largest mine above its middle one
ROWS: Final = "ABCDEFGHI"
STACK_WORDS: Final = {
    "weapon": "blacksmith",
    "bonus_a": "top left",
    "bonus_b": "top right",
    "single_a": "bottom left",
    "single_b": "bottom right",
}

COUNTED: Final = {
    OP_HIRE: ("new adventurer", "new adventurers"),
    OP_LEVEL_UP: ("level", "levels"),
    OP_OVERSEER: ("overseer move", "overseer moves"),
    OP_WORKER: ("worker move", "worker moves"),
    OP_MARKET_CARD: ("card of the market discard", "cards of the market discard"),
    OP_LEFTOVER: ("leftover market card", "leftover market cards"),
}
PHRASES: Final = {
    OP_GOLD: "{n} gold",
    OP_PRESTIGE: "{n} prestige",
    OP_BUY_DISCARD: "buy a card of the market discard",
    OP_CREDIT: "{n} gold for resources now",
    OP_EXTRA_LEVEL: "{n} level for another adventurer",
    OP_EXCESS_POWER: "{n} prestige per power beyond the difficulty",
}


def counted(n: int, word: str, many: str = "") -> str:
    """``1 level``, ``2 levels``."""
    return f"{n} {word if n == 1 else many or word + 's'}"


def cell_name(at: Iterable[int]) -> str:
    """A hex as the mine is drawn: row A to I from the top, places from 1 on the left."""
    q, r = at
    return f"{ROWS[r + MIDDLE]}{q + MIDDLE + min(0, r) + 1}"


def resources(amounts: dict[str, int]) -> str:
    """``2 iron, 1 ruby``, in the order of the resources; ``nothing``."""
    listed = [f"{amounts[name]} {name}" for name in RESOURCES if amounts.get(name)]
    return ", ".join(listed) or "nothing"


def types(mask: int) -> str:
    """``axe, spear``."""
    return ", ".join([name for i, name in enumerate(WEAPON_TYPES) if mask >> i & 1])


def _told_apart(names: list[str]) -> list[str]:
    """Equal names numbered: ``Training (2)``."""
    seen: dict[str, int] = {}
    out = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        out.append(f"{name} ({seen[name]})" if names.count(name) > 1 else name)
    return out


class Words:
    """Words for the things of one edition, by their ids."""

    def __init__(self, content: Content) -> None:
        self._c = content
        self._cards = dict(zip(content.card_ids, range(len(content.card_ids)), strict=True))
        self._card_names = _told_apart(content.card_names)
        self._quests = {quest.id: i for i, quest in enumerate(content.quests)}
        self._quest_names = _told_apart([quest.name for quest in content.quests])
        self._titles = {title.id: title for title in content.titles}
        self._tiles = {tile.id: tile for tile in content.tiles}
        self._wealth = {card.id: card for card in content.wealth}

    # --- costs and effects

    def pairs(self, amounts: list[int]) -> str:
        """Of flat pairs (resource, n)."""
        return resources({RESOURCES[amounts[i]]: amounts[i + 1] for i in range(0, len(amounts), 2)})

    def effect(self, e: Effect) -> str:
        n = e.n
        if e.op == OP_RESOURCE:
            return f"{n} {RESOURCES[e.what]}"
        if e.op in COUNTED:
            return counted(n, *COUNTED[e.op])
        if e.op == OP_CLAIM:
            return f"a claim on {self._c.designs[e.what].name}"
        return PHRASES[e.op].format(n=n)

    def effects(self, listed: list[Effect]) -> str:
        return ", ".join([self.effect(e) for e in listed]) or "nothing"

    def effect_number(self, number: int) -> str:
        return self.effect(self._c.effects[number])

    # --- cards

    def card(self, name: str) -> str:
        """The name alone."""
        return self._card_names[self._cards[name]]

    def card_full(self, name: str) -> str:
        """Name and what it is good for."""
        card = self._cards[name]
        if self._c.is_design(card):
            return self.design_full(card)
        does = self._bonus(card) if self._c.card_kind[card] == CARD_BONUS else self.effects(self._c.card_effects[card])
        worth = self._c.card_prestige[card]
        return f"{self._card_names[card]}: {does}{f'; {worth} prestige' if worth else ''}"

    def _bonus(self, card: int) -> str:
        c = self._c
        if c.stall_key[card] >= 0:
            return f"stall {self.pairs(c.stall_left[card])} <> {self.pairs(c.stall_right[card])}"
        out = []
        if c.savvy_buy[card]:
            out.append(f"buy {c.savvy_buy[card]} more from the merchant")
        if c.savvy_sell[card]:
            out.append(f"+{c.savvy_sell[card]} gold per sale")
        if c.savvy_stall[card]:
            out.append(counted(c.savvy_stall[card], "more use of a stall", "more uses of stalls"))
        if c.savvy_road[card]:
            out.append(counted(c.savvy_road[card], "more step on the Road", "more steps on the Road"))
        return ", ".join(out)

    def stall(self, name: str, side: str) -> str:
        """``1 emerald for 2 iron``: paid, gained."""
        card = self._cards[name]
        left, right = self.pairs(self._c.stall_left[card]), self.pairs(self._c.stall_right[card])
        return f"{left} for {right}" if side == "left_to_right" else f"{right} for {left}"

    def price(self, name: str, rules: int) -> int:
        return self._c.card_price[rules][self._cards[name]]

    def draft_price(self, name: str) -> int:
        return self._c.draft_price[self._cards[name]]

    def sell_bonus(self, names: list[str]) -> int:
        """More gold per sale, of bonus cards."""
        return sum([self._c.savvy_sell[self._cards[name]] for name in names])

    def design_full(self, design: int) -> str:
        """``Iron Axe: L2, power 4 axe, costs 2 iron``."""
        d = self._c.designs[design]
        kind = f" {types(d.types)}" if d.types else ""
        out = [f"L{d.level}", f"power {d.power}{kind}", f"forged of {self.pairs(d.cost)}"]
        if d.power_per_leg_done:
            out.append(f"+{d.power_per_leg_done} power per leg passed")
        if d.power_per_leg_left:
            out.append(f"+{d.power_per_leg_left} power per leg left")
        if d.prestige_per_leg:
            out.append(f"{d.prestige_per_leg} prestige per leg")
        if d.gold_per_leg:
            out.append(f"{d.gold_per_leg} gold per leg")
        if d.halve:
            out.append("halves the difficulty")
        if d.no_level_gain:
            out.append("no level gained")
        if d.suppress_title:
            out.append("title does not act")
        if self._c.card_prestige[design]:
            out.append(f"{self._c.card_prestige[design]} prestige")
        return f"{d.name}: {', '.join(out)}"

    def design_of(self, name: str) -> str:
        return self.design_full(self._cards[name])

    def weapon(self, name: str | None) -> str:
        """``Iron Axe (4 axe)``."""
        if name is None:
            return "unarmed"
        d = self._c.designs[self._cards[name]]
        return f"{d.name} ({' '.join([str(d.power), types(d.types)]).strip()})"

    def weapon_cost(self, name: str) -> str:
        return self.pairs(self._c.designs[self._cards[name]].cost)

    def wealth(self, name: str) -> str:
        card = self._wealth[name]
        return f"{card.name} ({self.effects(card.effects)})"

    # --- quests

    def quest(self, name: str) -> str:
        return self._quest_names[self._quests[name]]

    def quest_steps(self, name: str) -> int:
        return self._c.quests[self._quests[name]].steps

    def worth(self, name: str) -> str:
        quest = self._c.quests[self._quests[name]]
        return "prestige = power" if quest.by_power else f"{quest.prestige} prestige"

    def colour(self, name: str, decks: list[str]) -> str:
        """The colour of a quest's back."""
        return decks[self._c.quests[self._quests[name]].deck].rstrip("123")

    def leg(self, leg: Leg) -> str:
        """``2x 8 mace (1 emerald)``: steps, difficulty, types, rewards."""
        kind = f" {types(leg.types)}" if leg.types else ""
        gains = f" ({self.effects(leg.rewards)})" if leg.rewards else ""
        return f"{leg.steps}x {leg.difficulty}{kind}{gains}"

    def legs(self, name: str, first: int = 0) -> str:
        """From a leg on."""
        return " > ".join([self.leg(leg) for leg in self._c.quests[self._quests[name]].legs[first:]])

    def leg_types(self, name: str, leg: int) -> str:
        """The types of a leg, from 0; "" for none."""
        return types(self._c.quests[self._quests[name]].legs[leg].types)

    # --- champions and tiles

    def title(self, name: str) -> str:
        return self._titles[name].name

    def title_full(self, name: str) -> str:
        t = self._titles[name]
        out = []
        if t.prestige_per_leg:
            out.append(f"{t.prestige_per_leg} prestige per leg passed")
        if t.gold_per_leg:
            out.append(f"{t.gold_per_leg} gold per leg passed")
        if t.power_per_leg_done:
            out.append(f"+{t.power_per_leg_done} power of the weapon per leg passed")
        if t.full:
            out.append(f"when on a quest from its start to its end: {self.effects(t.full)}")
        if t.start_step:
            out.append(f"may start a new quest on step 2 to {t.start_step}")
        if t.start_gold:
            out.append(f"starts a new quest for {t.start_gold} gold instead of the cost of its slot")
        if t.types:
            out.append(f"the weapon counts as {types(t.types)} too")
        if t.gem != NONE and t.gem_power:
            out.append(f"+{t.gem_power} power with a weapon that contains {RESOURCES[t.gem]}")
        if t.second_level:
            out.append(f"carries a second weapon up to level {t.second_level}, with +{t.second_bonus} power")
        if t.unarmed:
            out.append(f"power {t.unarmed} without a weapon")
        if t.per_later:
            out.append(f"+{t.per_later} power per adventurer who came to the quest later")
        if t.helper:
            out.append(f"others on the quest count as {t.helper} level higher")
        return f"{t.name}: {', '.join(out)}"

    def tile(self, name: str) -> str:
        """What a bonus tile looks at and gives."""
        t = self._tiles[name]
        gain = self.effect(t.effect)
        if t.kind == TILE_INDUSTRIOUS:
            return f"Industrious: exactly {counted(t.exact, 'own worker')} in the mine: {gain}"
        if t.kind == TILE_ADVENTUROUS:
            return f"Adventurous: exactly {counted(t.exact, 'active quest')}: {gain}"
        if t.kind == TILE_STOCKPILE:
            return f"Stockpile: {gain} per {t.per} resources in the pool"
        if t.kind == TILE_DECORATED:
            return f"Decorated: {gain} per champion"
        return f"Knowledge: {gain} per own unique design"
