"""Regions, pieces, cards and Events of an edition in words, for `text.py` and its parts."""

from __future__ import annotations

import textwrap
from typing import Any, Final

from ming_voyages.content import Card, Content, EventCard, Special
from ming_voyages.dice import result
from ming_voyages.names import (
    ACTION_CARD,
    CP_ACTIONS,
    EMPEROR_CARD,
    OP_ACT,
    OP_CHOOSE,
    OP_RESERVE_TOP,
    OP_RETURN,
    OP_TAKE,
    PIECES,
    REGIONS,
    SELECTORS,
    SIDES,
)

WIDTH: Final = 80
View = dict[str, Any]

ACTION_WORDS: Final = {
    "recruit": "recruit Troops",
    "move": "move",
    "attack": "attack",
    "tax": "tax (take Gold)",
    "build_junks": "build Junks",
    "voyage": "make a Voyage",
    "amass": "amass Hordes",
    "gather": "gather Settlements",
    "build_settlement": "build Settlements in Borderlands",
}
PLACES: Final = {
    "@ming_borderland": "a Borderland that the Emperor controls",
    "@barbarian_borderland": "a Borderland that the Overlord controls",
    "@barbarian_homeland": "a Barbarian Homeland",
    "@barbarian_region": "a region of the Overlord",
    "@ming_region": "a region of the Emperor",
}
RESULTS: Final = ["", "single", "double", "triple"]


def count(n: int, piece: str) -> str:
    """``2 Troops``, ``1 Horde``, ``3 Gold``."""
    return f"{n} {piece.capitalize()}{'' if n == 1 or piece == 'gold' else 's'}"


def listed(parts: list[str], none: str = "none") -> str:
    return ", ".join(parts) or none


def dice_words(dice: list[int]) -> str:
    """``[5 5 2] double 5``."""
    if not dice:
        return "[. . .]"
    kind, score = result(dice)
    return f"[{' '.join(map(str, dice))}] {RESULTS[kind]} {score}"


def success_chance(attempts: int, total: int) -> int:
    """Per cent: some die of so many shows less than `total`."""
    low = min(6, max(0, total - 1))
    return round(100 * (1 - ((6 - low) / 6) ** attempts))


def wrap(text: str, indent: int, more: int | None = None) -> list[str]:
    """Lines of at most `WIDTH`; `more` is the indent from the second on. ``(3 CP)`` stays in one line."""
    later = " " * (more if more is not None else indent)
    whole = text.replace(" CP)", "\xa0CP)")
    lines = textwrap.wrap(whole, WIDTH, initial_indent=" " * indent, subsequent_indent=later)
    return [line.replace("\xa0", " ") for line in lines]


class Words:
    """The names and texts of one edition."""

    def __init__(self, content: Content) -> None:
        self.c = content
        names = [card.name for card in content.cards]
        self._shared_names = {name for name in names if names.count(name) > 1}
        self._events = {event.id: event for event in content.events}

    def region(self, name: str) -> str:
        return self.c.region_names[REGIONS.index(name)]

    def voyage(self, number: int) -> str:
        return f"{number} ({self.c.voyage_names[number]})"

    def pieces(self, v: View, region: str) -> str:
        """What stands in a region."""
        p = v["board"].get(region, {})
        order = ("troop", "horde", "settlement", "gold", "junk")
        return listed([count(p[piece], piece) for piece in order if p.get(piece)], "empty")

    # --- main cards

    def card_name(self, number: int) -> str:
        """The name, with the number if the edition has several cards of this name."""
        name = self.c.cards[number].name
        return f"{name} no. {number}" if name in self._shared_names else name

    def card(self, number: int) -> str:
        """``Affluence (3 CP)``."""
        return f"{self.card_name(number)} ({self.c.cp[number]} CP)"

    def cards(self, numbers: list[int], none: str = "none") -> str:
        return listed([self.card(n) for n in numbers], none)

    def card_lines(self, number: int, v: View) -> list[str]:
        """A card with its texts; what is not open now says when it is. In solo nobody uses the Overlord's actions."""
        card = self.c.cards[number]
        kind = f"Voyage {card.voyage}" if card.type == ACTION_CARD else self._owner(card).capitalize() + " card"
        out = [f"  {self.card(number)}, {kind}"]
        for name, special, closed in self._texts(card, v):
            if name != "Overlord" or v.get("solo") is None:
                out += wrap(f"{name}: {special.text}{closed}", 6, 8)
        return out

    @staticmethod
    def _owner(card: Card) -> str:
        return "emperor" if card.type == EMPEROR_CARD else "barbarian"

    @staticmethod
    def _texts(card: Card, v: View) -> list[tuple[str, Special, str]]:
        """(who, what, why it is closed now)."""
        done = v["completed"]
        few = len(done) <= 3
        if card.type == ACTION_CARD:
            closed = "" if card.voyage in done else f" [after Voyage {card.voyage}]"
            rows = [("Emperor", card.emperor, closed), ("Overlord", card.overlord, "")]
        else:
            owner = "Emperor" if card.type == EMPEROR_CARD else "Overlord"
            rows = [
                (owner, card.low, "" if few else " [up to 3 Voyages]"),
                (owner, card.high, " [from 4 Voyages]" if few else ""),
            ]
        return [(who, special, closed) for who, special, closed in rows if special is not None]

    def special(self, number: int, side: str, v: View) -> str:
        """The text of the special action of a card that is open to a side; "" if none is."""
        completed = sum(1 << n for n in v["completed"])
        found = self.c.open_specials(SIDES.index(side), completed)[number]
        return found.text if found is not None else ""

    def used(self, number: int, side: str) -> str:
        """The text of a special action that was used; "" for cards whose action depends on when that was."""
        card = self.c.cards[number]
        found = (card.emperor, card.overlord)[SIDES.index(side)] if card.type == ACTION_CARD else None
        return found.text if found is not None else ""

    def step(self, number: int) -> str:
        """A step of a special action in words."""
        s = self.c.steps[number]
        if s.op in (OP_TAKE, OP_RETURN):
            name = SELECTORS[s.place]
            place = PLACES.get(name) or self.region(name)
            pieces = count(s.n, PIECES[s.piece])
            if s.op == OP_TAKE:
                return f"take {pieces} into {place}"
            return f"return {'up to ' if s.up_to else ''}{pieces} from {place}"
        if s.op == OP_ACT:
            words = ACTION_WORDS[CP_ACTIONS[s.action]]
            return f"{words} with {s.cp} CP{f' and +{s.bonus}' if s.bonus else ''}"
        if s.op == OP_CHOOSE:
            return "choose"
        if s.op == OP_RESERVE_TOP:
            return "reserve the top card of the discard pile"
        return f"the other side discards {s.n} reserved card{'' if s.n == 1 else 's'} at random"

    # --- Event cards

    def event_card(self, id: str) -> EventCard:
        return self._events[id]

    def event_counts(self, ids: list[str]) -> str:
        """``2 Amass 1, Attack 1``, in the order of the edition."""
        names = [event.name for event in self.c.events if event.id in ids for _ in range(ids.count(event.id))]
        return listed(
            [f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]
        )

    def event_text(self, kind: str, x: int) -> str:
        """What an Event does."""
        hordes, settlements = count(x, "horde"), count(x, "settlement")
        match kind:
            case "amass":
                west, east, centre = (self.region(name) for name in ("western_mongols", "manchus", "eastern_mongols"))
                if x > 2:
                    return "a Horde into each Barbarian Homeland"
                more = f", another into {centre}" if x == 2 else ""
                return f"a Horde into the one of {west} and {east} that has fewer{more}"
            case "attack":
                send = "1 Horde attacks" if x == 1 else f"up to {hordes} attack"
                return f"{send} the Ming Borderland with the most free Hordes around less its Troops"
            case "build":
                return f"{settlements} from the Homeland with most into his adjacent Borderland with fewest Hordes"
            case "gather":
                return f"{settlements} into the Homeland that has fewest"
            case "move":
                most = "" if x == 1 else "up to "
                return f"{most}{hordes} into an empty Borderland, or else to his Borderland next to the most Troops"
        return f"the card in play goes to his reserve, unless {x} or more lie there"

    def event_deck(self, level: int) -> list[str]:
        """The ids of all cards of an Event deck."""
        return [event.id for event in self.c.events if event.level == level]
