"""Things of an edition in words, for `text.py`: goods, cards, effects, objectives."""

from __future__ import annotations

from typing import Any, Final

from ultimate_voyage.content import Content, Effect
from ultimate_voyage.names import (
    ACTION_TYPES,
    ANIMAL,
    CARDS,
    CHARACTERS,
    CLASSES,
    COLOURS,
    DIALS,
    ICONS,
    LABOR,
    MANUSCRIPT,
    MEDICINE,
    OPS,
    REGIONS,
    SCROLL,
    STRUCTURES,
    ZONES,
)

View = dict[str, Any]

CARD_WORDS: Final = {
    "sail": "Sail",
    "combat": "Combat",
    "diplomacy": "Diplomacy",
    "explore": "Explore",
    "trade": "Trade",
    "any": "any card",
}
COLOUR_WORDS: Final = {"R": "red", "Y": "yellow", "B": "brown", "G": "green"}
SHIP_WORDS: Final = {"flagship": "the flagship", "ship_1": "ship 1", "ship_2": "ship 2"}
KIND_WORDS: Final = {"depot": "a depot", "kiln": "a kiln", "camp": "a training camp"}
END_WORDS: Final = {
    "zheng_he_dies": "Zheng He has died",
    "last_round": "the last round is over",
    "full_tracks": "both tracks of a player are full",
    "four_objectives": "a player has four objectives",
}
WIND_WORDS: Final = {"blue": "blue wind", "yellow": "yellow wind", "gray": "no wind"}
LETTERS: Final = "ABCD"  # of the seats, for ships and markers on the map
CONTI_LETTER: Final = "N"


def signed(n: int) -> str:
    return f"{n:+d}" if n else "0"


def plural(n: int, word: str) -> str:
    """``1 troop``, ``3 troops``; porcelain and Prestige have no plural."""
    return f"{n} {word}" if n in (1, -1) else f"{n} {word}s"


def resource(n: int, what: str) -> str:
    return f"{n} porcelain" if what == "porcelain" else plural(n, "troop")


def both(porcelain: int, troops: int) -> str:
    """``2 porcelain and 1 troop``, ``nothing``."""
    parts = [resource(n, what) for n, what in ((porcelain, "porcelain"), (troops, "troops")) if n]
    return " and ".join(parts) or "nothing"


def colours(counts: list[int]) -> str:
    """Knowledge tokens by colour: ``RYY``; a dot for none."""
    return "".join(colour * n for colour, n in zip(COLOURS, counts, strict=True)) or "."


def letter(seat: int, solo: bool) -> str:
    """The letter of a player on the map."""
    return CONTI_LETTER if solo and seat == 1 else LETTERS[seat]


class Words:
    """The words of one edition."""

    def __init__(self, c: Content) -> None:
        self._c = c
        self._goods = {name: i for i, name in enumerate(c.good_ids)}
        self._objectives = {name: i for i, name in enumerate(c.objective_ids)}

    # --- places

    def port(self, zone: str) -> str:
        """``Champa``."""
        return self._c.zone_names[ZONES.index(zone)]

    def zone(self, zone: int) -> str:
        return self._c.zone_names[zone]

    def region(self, region: str) -> str:
        return self._c.region_names[REGIONS.index(region)]

    # --- goods

    def icon(self, good: str) -> str:
        """What is drawn on a good: ``gem``, ``lion``, ``scroll of the Sun``, ``manuscript``."""
        c, i = self._c, self._goods[good]
        kind = c.good_class[i]
        if kind == SCROLL:
            return f"scroll of the {DIALS[c.good_dial[i]].capitalize()}"
        if kind in (MANUSCRIPT, MEDICINE, LABOR):
            return CLASSES[kind]
        return ICONS[c.good_icon[i]]

    def good_short(self, good: str) -> str:
        """For tables: ``gem 4/2``, ``lion 3/1P`` (cost / Profit or Prestige)."""
        c, i = self._c, self._goods[good]
        kind = c.good_class[i]
        name = self.icon(good)
        if kind == SCROLL:
            name = "scroll " + DIALS[c.good_dial[i]]
        gain = f"/{c.good_profit[i]}" if c.good_profit[i] else f"/{c.good_prestige[i]}P" if c.good_prestige[i] else ""
        if kind == MANUSCRIPT:
            gain = f"/w{c.good_wild[i]}"
        return f"{name} {c.good_cost[i]}{gain}"

    def good(self, good: str) -> str:
        """``gem se02 (cost 4: Profit +2, 1 story point)``."""
        c, i = self._c, self._goods[good]
        return f"{self.icon(good)} {good} (cost {c.good_cost[i]}: {self.good_gains(good)})"

    def good_gains(self, good: str) -> str:
        c, i = self._c, self._goods[good]
        gains = []
        if c.good_profit[i]:
            gains.append(f"Profit +{c.good_profit[i]}")
        if c.good_prestige[i]:
            gains.append(f"Prestige +{c.good_prestige[i]}")
        if c.good_story[i]:
            gains.append(plural(c.good_story[i], "story point"))
        if c.good_wild[i]:
            gains.append(plural(c.good_wild[i], "wild token"))
        kind = c.good_class[i]
        if kind == SCROLL:
            gains.append(f"{DIALS[c.good_dial[i]].capitalize()} dial +{c.scroll_bonus}")
        elif kind == MEDICINE:
            gains.append("troops may pay for porcelain")
        elif kind == LABOR:
            gains.append(f"Prestige -{c.labor_prestige} for strength +{c.labor_strength} in Combat, once a round")
        elif kind == ANIMAL and not gains:
            gains.append("an animal")
        return ", ".join(gains) or "no points"

    # --- cards

    def encounter(self, number: int) -> str:
        """``7 Pirates``."""
        return f"{number} {self._c.encounter(number).name}"

    def option(self, number: int, option: str) -> str:
        """An option of an encounter card with what it does."""
        c = self._c
        for o in c.encounter(number).options:
            if c.option_ids[o.id] == option:
                return f"{option.replace('_', ' ').capitalize()}: {self.effects(o.effects)}"
        return option.replace("_", " ").capitalize()

    def objective(self, name: str) -> str:
        """``III Dai Viet Rising (4)``."""
        o = self._c.objectives[self._objectives[name]]
        return f"{o.no} {o.title} ({o.vp})"

    def objective_goal(self, name: str, seats: int) -> int:
        """How many of what it counts complete the objective."""
        return self._c.objectives[self._objectives[name]].claim.n[seats]

    def character(self, name: str) -> str:
        """``Commander (4 porcelain and 7 troops; Combat +2)``."""
        c = self._c.characters[CHARACTERS.index(name)]
        bonus = f"; {CARD_WORDS[CARDS[c.bonus_card]]} +{c.bonus}" if c.bonus_card >= 0 else ""
        return f"{c.name} ({both(*c.resources)}{bonus}; cards {self.order([CARDS[k] for k in c.order])})"

    def order(self, cards: list[str]) -> str:
        """Action cards from left to right with their positions: ``1 Sail, 2 Trade``."""
        values = self._c.position_values
        return ", ".join(f"{values[i]} {CARD_WORDS[card]}" for i, card in enumerate(cards))

    # --- effects

    def effects(self, effects: list[Effect]) -> str:
        return ", ".join(self.effect(e) for e in effects) or "nothing"

    def effect(self, e: Effect) -> str:
        """What an effect of an encounter card does."""
        n = e.n
        op = OPS[e.op]
        match op:
            case "affiliation":
                return f"affiliation {signed(n)}"
            case "affiliation_to":
                return f"affiliation to {signed(n)}"
            case "prestige" | "profit":
                return f"{op.capitalize()} {signed(n)}"
            case "story":
                return plural(n, "story point")
            case "lose_troops":
                return f"lose {resource(n, 'troops')}"
            case "pay_troops":
                return f"pay {resource(n, 'troops')}"
            case "pay_porcelain":
                return f"pay {resource(n, 'porcelain')}"
            case "lose_dial":
                return "set a dial aside"
            case "gain_choice":
                return f"gain {n} of porcelain and troops"
            case "gain_goods":
                return f"gain {plural(n, 'random good')}" + (" with an icon you lack" if e.new_icon else "")
            case "search_goods":
                kinds = " or ".join(CLASSES[k] for k in e.kinds)
                return f"search the region for a good ({kinds}) for {n} porcelain" if n else f"search for a {kinds}"
            case "gain_wild":
                return f"a bundle of {plural(n, 'wild token')}"
            case "next_strength":
                return f"strength {signed(n)} in your next action"
            case "bonus_once":
                return f"once strength +{n} in {self._type(e.what)}{self._contest(e)}"
            case "bonus_always":
                return f"strength +{n} in {self._type(e.what)}{self._contest(e)} from now on"
            case "reroll_dial":
                return f"once a round reroll a dial for {n} porcelain"
            case "momentum":
                return "gather a marker each turn for free actions"
            case "stay":
                return f"a ship must stay for {plural(n, 'turn')}"
            case "pending":
                return self._pending(e)
            case "build_free":
                return "build free: " + " or ".join(STRUCTURES[k] for k in e.kinds)
            case "if_hostile":
                return f"if the port is hostile: {self.effects(e.win)}"
            case "last_sail_check":
                return f"if the last Sail was weak: {self.effects(e.win)}"
            case "drift":
                return "the wind takes the ship on"
        return op.replace("_", " ") + (f" {n}" if n else "")

    def _type(self, what: int) -> str:
        return CARD_WORDS[ACTION_TYPES[what]] if what >= 0 else "an action"

    def _contest(self, e: Effect) -> str:
        return " (combats only)" if e.contest_only else ""

    def _pending(self, e: Effect) -> str:
        kind = self._type(e.what)
        if e.at_port:
            against = "the port"
        else:
            against = f"strength {e.strength} + {DIALS[e.die].capitalize()}"
        parts = [f"next {kind} against {against}"]
        for word, effects in (("won", e.win), ("lost", e.lose), ("always", e.always)):
            if effects:
                parts.append(f"{word}: {self.effects(effects)}")
        return "; ".join(parts)


def track_words(track: str, n: int) -> str:
    return f"{track.capitalize()} {signed(n)}"
