"""What the Overlord of the solo game does and why, in words; part of `text.MingText`."""

from __future__ import annotations

from typing import Any, Final

from ming_voyages.names import DIFFICULTIES, REMOVE_LOST_TROOPS, TWO_HORDES
from ming_voyages.words import View, Words

Happening = dict[str, Any]

DRAWN_FOR: Final = {"turn": "for his turn", "second": "as second Event", "reaction": "as Reaction"}
CHALLENGES: Final = {
    REMOVE_LOST_TROOPS: "Troops lost in battle never come back",
    TWO_HORDES: "two Hordes start in each Homeland",
}
WHY_NOT: Final = {
    "amass": "too few Hordes in the Supply",
    "attack": "no free Horde beside a Ming Borderland",
    "build": "no Homeland with enough Settlements beside a Borderland of his with room",
    "gather": "too few Settlements in the Supply",
    "move": "no free Horde can move where he wants it",
    "reserve": "his reserve holds that many, or the card is there already",
}
# What the Overlord chooses, and by what.
CHOICES: Final = {
    "target": "Target",
    "attacker": "Next Horde from",
    "homeland": "In",
    "borderland": "To",
    "destination": "To",
    "origin": "From",
}
CRITERIA: Final = {
    "most_favoured": "Hordes less Troops",
    "fewest_given": "fewest sent",
    "most_hordes": "most Hordes",
    "fewest_hordes": "fewest Hordes",
    "most_settlements": "most Settlements",
    "fewest_settlements": "fewest Settlements",
    "priority_3_most_adjacent_troops": "most Troops next to it",
}
EMPTY: Final = {"priority_1": "empty, next to a Homeland with Hordes", "priority_2": "empty, next to a spare Horde"}
BUILD_FROM: Final = "MV-830"  # the rule by which a Homeland gives Settlements; by all others it gets pieces
ENDS: Final = {"left": ("westernmost", "lowest"), "right": ("easternmost", "highest")}


class OverlordStory:
    """Events that only the solo game has. `_w` are the edition's words."""

    _w: Words

    def difficulty(self, id: str, challenge: bool) -> str:
        """``Hard with the challenge (Troops lost in battle never come back)``."""
        level = self._w.c.difficulties[DIFFICULTIES.index(id)]
        return f"{level.name} with the challenge ({CHALLENGES[level.challenge]})" if challenge else level.name

    def levels(self, levels: list[int]) -> str:
        """Which Events answer the Emperor's cards."""
        first, second, third = levels
        return f"a card of 1, 2, 3 CP draws an Event of Level {first}, {second}, {third}"

    def overlord_event(self, event: Happening, view: View) -> str | None:
        """A sentence, or None for an event that this module does not know."""
        match event["type"]:
            case "event_drawn":
                return f"Drawn {DRAWN_FOR[event['cause']]}, Level {event['level']}: {self._name(event)}"
            case "event_impossible":
                return f"{self._name(event)} is not possible: {WHY_NOT[event['kind']]}"
            case "event_done":
                return f"{self._name(event)}: {self._w.event_text(event['kind'], event['x'])}"
            case "event_deck_renewed":
                return f"The Level {event['level']} deck was empty: its {event['n']} cards are shuffled again"
            case "difficulty_changed":
                return f"The levels change: from now on {self.levels(event['levels'])}"
            case "overlord_chose":
                if event["what"] == "card":
                    return f"His card {self._w.card(event['pick'])}: most CP in his hand"
                return self._region_chosen(event)
            case "tie_break_used":
                return self._tie(event)
        return None

    def _name(self, event: Happening) -> str:
        return self._w.event_card(event["card"]).name

    def _region_chosen(self, event: Happening) -> str:
        """``Target Gansu: Hordes less Troops 2 (Yunnan 0)``: what was compared, down to what decided.

        Who lost a comparison stands in brackets; those that tie to the end are told with the cube.
        """
        pick, decided = event["pick"], event["decided_by"]
        what = "origin" if event["rule"] == BUILD_FROM and event["what"] == "homeland" else event["what"]
        parts = []
        left = list(next(iter(event["candidates"].values())))
        for name, values in event["candidates"].items():
            worse = [r for r in left if values[r] != values[pick]]
            left = [r for r in left if values[r] == values[pick]]
            if name in EMPTY:
                parts.append(EMPTY[name])
            elif worse or name == decided or (decided == "tie_break" and name == list(event["candidates"])[-1]):
                others = self._others(name, values, worse) if len(left) == 1 or len(event["candidates"]) == 1 else ""
                parts.append(f"{CRITERIA[name]} {values[pick]}{others}")
            if name == decided:
                break
        if decided == "only_candidate":
            parts.append("the only choice")
        return f"{CHOICES[what]} {self._w.region(pick)}: {', '.join(parts)}"

    def _others(self, criterion: str, values: dict[str, int], worse: list[str]) -> str:
        """The values of those that were not best, the better ones first."""
        sign = 1 if criterion.startswith("fewest") else -1
        order = sorted(worse, key=lambda name: sign * values[name])
        return f" ({', '.join(f'{self._w.region(name)} {values[name]}' for name in order)})" if order else ""

    def _tie(self, event: Happening) -> str:
        """``Equal: Shanxi, Gansu; the cube takes the westernmost and moves right``."""
        to = event["cube"]
        where, number = ENDS["left" if to == "right" else "right"]
        others = [x for x in event["candidates"] if x != event["pick"]]
        if event["what"] == "card":
            names = ", ".join(self._w.card_name(x) for x in others)
            return f"Equal: {names}; the cube takes the {number} number and moves {to}"
        return f"Equal: {', '.join(self._w.region(x) for x in others)}; the cube takes the {where} and moves {to}"
