"""What happened, in sentences; part of `text.TreasureText`."""

from __future__ import annotations

from typing import Any, Final

from treasure_ship.content import Content
from treasure_ship.drawings import cell_name, placement_mask
from treasure_ship.names import EVENTS
from treasure_ship.words import EVENT_WORDS, Words, amount, points

View = dict[str, Any]

PHASES: Final = {
    "officials": "High Officials Phase",
    "planning": "Planning Phase",
    "voyage": "Voyage Phase",
    "preparation": "Preparation Phase",
    "final": "the last High Officials Phase",
}
SOURCES: Final = {
    "squares": "square",
    "officials": "official",
    "powers": "great power",
    "merit": "merit",
    "animals": "animal",
    "animal_house": "animal house",
    "events": "event",
    "start": "start",
}


class Happenings:
    """Events. `_c` and `_w` are the edition's tables and words."""

    _c: Content
    _w: Words

    def event(self, event: View, view: View, names: list[str]) -> str:
        """What happened, in a sentence. `view` is any view of the seat that reads it."""
        e = event
        who = self._name(e["seat"], view, names) if "seat" in e else ""
        match e["type"]:
            case "setup":
                sides = "".join(e["sides"])
                return f"{self._name(e['start_seat'], view, names)} started; sides of the powers: {sides}"
            case "phase":
                return f"Round {e['round']}: {PHASES[e['phase']]}"
            case "guideline":
                return f"The NPC turned guideline {e['card']} and made its offering to {e['place']}"
            case "offering":
                official = next((o.name for o in self._c.officials if o.id == e["card"]), self._c.emperor.name)
                return f"{who} made an offering to {e['place']} {official}"
            case "voyage_taken":
                return f"{who} took command of Voyage {e['voyage']}"
            case "card_revealed":
                captain = self._name(e["captain"], view, names)
                card = next(c for c in self._c.voyage_cards if c.id == e["card"])
                return f"Voyage {e['voyage']} is {self._w.voyage_card(card)}; captain: {captain}"
            case "frame_placed":
                return f"Route frame {e['number']} on {self._w.square(e['square'])}"
            case "event_placed":
                return f"The event lies on {self._w.square(e['square'])}"
            case "marker_placed":
                return f"{who} put the flagship on {self._w.square(e['square'])}"
            case "square_submitted":
                return f"{who} chose {self._w.square(e['square']) if 'square' in e else 'a square'}"
            case "squares_revealed":
                chosen = [f"{self._name(x['seat'], view, names)} {self._w.square(x['square'])}" for x in e["squares"]]
                return f"Squares chosen: {'; '.join(chosen)}"
            case "card_added":
                card = next(c for c in self._c.voyage_cards if c.id == e["card"])
                return f"New among the voyage cards: {self._w.voyage_card(card)}"
            case "game_over":
                return "The game is over"
            case "resigned":
                return f"{who} resigned"
            case "aborted":
                return "The match was aborted"
        return self._step_event(e, who)

    def _step_event(self, e: View, who: str) -> str:
        match e["type"]:
            case "encounter":
                how = {"fight": "defeated", "gift": "gave a gift to", "avoid": "avoided"}[e["how"]]
                fired = ", firing the cannons" if e["fired"] else ""
                return f"{who} {how} the pirates (strength {e['strength']}) at {self._w.square(e['square'])}{fired}"
            case "event_action":
                return f"{who} used the event {EVENT_WORDS[EVENTS[1 if e['option'] is None else 2]]}"
            case "gained" | "paid":
                return f"{who} {e['type']} {amount(e['n'], e['what'])}"
            case "points":
                return f"{who} scored {points(e['n'])} ({SOURCES.get(e['source'], e['source'])})"
            case "merit":
                return f"{who} rose to merit {e['merit']}"
            case "emissary":
                if e["power"] is None:
                    return f"{who} got no emissary: there was none"
                how = "drew" if e["drawn"] else "took"
                return f"{who} {how} an emissary of {e['power'].capitalize()}"
            case "level_raised":
                paid = f"{e['paid']} emissar{'y' if e['paid'] == 1 else 'ies'}"
                return f"{who} raised the level with {e['power'].capitalize()} to {e['level']} ({paid})"
            case "animal_taken" | "animal_scored" | "animal_placed":
                return self._animal_event(e, who)
            case "monument":
                return f"{who} erected a monument at {self._w.square(e['square'])}"
            case "detachment":
                return f"{who} sent a detachment to {self._w.square(e['square'])}"
        return str(e)

    def _animal_event(self, e: View, who: str) -> str:
        kind = self._c.animal_names.index(e["kind"])
        title = self._c.animal_titles[kind]
        if e["type"] == "animal_taken":
            return f"{who} took a tile: {title}"
        if e["type"] == "animal_scored":
            return f"{who} had no tile or no place for {title} and scored its squares"
        mask = placement_mask(self._c, kind, e["rotation"], e["x"], e["y"])
        cells = [cell_name(self._c, cell) for cell in range(self._c.width * self._c.height) if mask >> cell & 1]
        return f"{who} put {title} on {' '.join(cells)}"

    @staticmethod
    def _name(seat: int | str | None, view: View, names: list[str]) -> str:
        if seat is None:
            return "nobody"
        if isinstance(seat, str):
            return "The NPC"
        return "You" if seat == view["seat"] else names[seat]
