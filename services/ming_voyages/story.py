"""What happened, in words; part of `text.MingText`. What the Overlord of the solo game does has its own module."""

from __future__ import annotations

from typing import Any, Final

from ming_voyages.overlord_story import OverlordStory
from ming_voyages.words import ACTION_WORDS, View, count, dice_words

Happening = dict[str, Any]

CAUSES: Final = {
    "recruit": "recruited",
    "tax": "taxed",
    "build_junks": "built",
    "amass": "amassed",
    "gather": "gathered",
    "build_settlement": "built",
    "effect": "special action",
    "normal_hit": "normal hit",
    "devastating_blow": "devastating blow",
    "amass_event": "Amass",
    "gather_event": "Gather",
}
HITS: Final = {"standoff": "standoff, nobody loses", "normal_hit": "normal hit", "devastating_blow": "devastating blow"}
DISCARDED: Final = {"end_of_phase": "", "rerolls": " (after re-rolls)", "discard_reserve": " (from the reserve)"}
RESERVED_FROM: Final = {"hand": "", "discard": " from the discard pile", "play": ", the card in play"}


class Story(OverlordStory):
    """Events in sentences. `_begun` is the latest game of a series that was told to begin: number, sides by seat."""

    _begun: tuple[int, list[str]]

    def event(self, event: Happening, view: View, names: list[str]) -> str:
        """What happened, in a sentence. `view` is any view of the seat that reads it."""
        told = self._course(event, view, names)
        if told is None:
            told = self._card_event(event, view)
        if told is None:
            told = self._fight_event(event, view)
        if told is None:
            told = self.overlord_event(event, view)
        return told if told is not None else str(event)

    def _course(self, event: Happening, view: View, names: list[str]) -> str | None:
        """Beginnings and ends."""
        match event["type"]:
            case "game_started":
                return self._start(event, names)
            case "era_started":
                return f"Era {event['era']} begins: discard pile and reserves make a new deck of {event['deck_size']}"
            case "series_game_over":
                return self._series_game(event, names)
            case "game_over":
                if event["winning_side"] is None:
                    return "The series is over"
                return f"The game is over: {event['kind']} victory of {self._who(event['winning_side'], view, True)}"
            case "resigned":
                return f"{names[event['seat']]} resigned"
            case "aborted":
                return "The match was aborted"
        return None

    def _start(self, event: Happening, names: list[str]) -> str:
        seats = ", ".join(f"{names[i]} is the {s.capitalize()}" for i, s in enumerate(event["sides"]))
        start = f"Voyage {self._w.voyage(event['start_voyage'])} is completed from the start."
        if "game" in event:
            self._begun = event["game"], event["sides"]
            return f"Game {event['game']} of 2: {seats}. {start}"
        if "difficulty" in event:
            level = self.difficulty(event["difficulty"], event["extra_challenge"])
            return f"{seats}; the Overlord plays by the rules, {level}. {start} The cube lies on the {event['cube']}."
        return f"{seats}. {start}"

    @staticmethod
    def _series_game(event: Happening, names: list[str]) -> str:
        points, sums = event["points"], event["sums"]
        winner = f"{names[event['winner']]}, the {event['winning_side'].capitalize()}"
        got = ", ".join(f"{name} {n}" for name, n in zip(names, points, strict=True))
        both = (
            ""
            if event["game"] == 1
            else f"; together {', '.join(f'{n} {s}' for n, s in zip(names, sums, strict=True))}"
        )
        return f"Game {event['game']} of 2 is over: {event['kind']} victory of {winner}. Points: {got}{both}"

    def _card_event(self, event: Happening, view: View) -> str | None:
        side = event.get("side")
        who = self._who(side, view) if isinstance(side, str) else ""
        match event["type"]:
            case "cards_dealt" | "cards_drawn" | "hand_received":
                return self._received(event, who)
            case "card_played":
                order = "" if event["mode"] == "first" else ", the Reaction first"
                return f"{who} played {self._w.card(event['card'])}{order}"
            case "card_reserved":
                what = self._w.card(event["card"]) if "card" in event else "a card"
                return f"{who} reserved {what}{RESERVED_FROM[event['from']]}"
            case "use_chosen":
                return f"{who} used {self._use(event)}"
            case "pieces_changed":
                return self._change(event)
            case "reaction_taken":
                text = self._w.used(event["card"], event["side"])
                return f"{who} reacted to {self._w.card(event['card'])}{f': {text}' if text else ''}"
            case "reaction_declined":
                return f"{who} did not react to {self._w.card(event['card'])}"
            case "reaction_skipped":
                return f"{who} could not react to {self._w.card(event['card'])}"
            case "cards_discarded":
                why = DISCARDED.get(event["cause"], "")
                return f"Discarded: {self._w.cards(event['cards'])}{why}" if event["cards"] else "Nothing was discarded"
        return None

    def _received(self, event: Happening, who: str) -> str:
        verb = {"cards_dealt": "were dealt", "cards_drawn": "drew", "hand_received": "received the other hand:"}
        if "cards" in event:
            if who != "You":
                verb["cards_dealt"] = "was dealt"
            return f"{who} {verb[event['type']]} {self._w.cards(event['cards'], 'no card')}"
        n = event["n"]
        one = "was dealt" if event["type"] == "cards_dealt" else verb[event["type"]]
        return f"{who} {one} {n} card{'' if n == 1 else 's'}"

    def _fight_event(self, event: Happening, view: View) -> str | None:
        side = event.get("side")
        who = self._who(side, view) if isinstance(side, str) else ""
        w = self._w
        match event["type"]:
            case "voyage_rolled":
                total = event["junks"] + event["gold"] + event["bonus"]
                dice = " ".join(map(str, event["dice"]))
                end = "success" if event["success"] else "failure"
                need = f"a die below {total} was needed"
                return f"Voyage {w.voyage(event['voyage'])}: rolled [{dice}], {need}: {end}"
            case "voyage_completed":
                return f"Voyage {w.voyage(event['voyage'])} is completed: {event['completed']} of 7"
            case "battle_started":
                return f"{self._who(event['attacker'], view)} attacked {w.region(event['target'])}"
            case "battle_roll":
                return f"{who} rolled {dice_words(event['dice'])}"
            case "battle_reroll_card":
                n = event["rerolls"]
                return f"{who} revealed {w.card(event['card'])} for {n} re-roll{'' if n == 1 else 's'}"
            case "battle_reroll":
                which = " and ".join(str(i + 1) for i in range(3) if event["mask"] >> i & 1)
                return f"{who} rolled die {which} again: {dice_words(event['dice'])}, {event['rerolls']} left"
            case "battle_round":
                attack, defence = (f"{event[k]['type']} {event[k]['score']}" for k in ("attack", "defence"))
                loser = event["loser"]
                against = f", {self._who(loser, view, True)} lost" if loser else ""
                return f"Attack {attack} against defence {defence}: {HITS[event['hit']]}{against}"
            case "battle_ended":
                return f"{self._who(event['winner'], view)} won the battle for {w.region(event['target'])}"
        return None

    def _reader(self, view: View) -> str | None:
        """The side of who reads. What happens as the second game begins may come with a view of the first."""
        side: str | None = view["side"]
        series = view.get("series")
        game, sides = self._begun
        if side is None or series is None or game <= series["game"]:
            return side
        seat: int = view["sides"].index(side)
        return sides[seat]

    def _who(self, side: str, view: View, inside: bool = False) -> str:
        """You, or the side; `inside` a sentence with a small letter."""
        if side == self._reader(view):
            return "you" if inside else "You"
        return f"{'the' if inside else 'The'} {side.capitalize()}"

    def _use(self, event: Happening) -> str:
        if event["use"] == "special":
            text = self._w.used(event["card"], event["side"])
            return f"the special action of {self._w.card(event['card'])}{f': {text}' if text else ''}"
        extra = event["reinforcement"]
        by = f", reinforced by {self._w.card(extra)}" if extra is not None else ""
        return f"{event['cp']} CP to {ACTION_WORDS[event['action']]}{by}"

    def _change(self, event: Happening) -> str:
        pieces = count(event["n"], event["piece"])
        origin, to, cause = event["from"], event["to"], event["cause"]
        why = f" ({CAUSES[cause]})" if cause in CAUSES else ""
        if origin == "supply":
            return f"+ {pieces} in {self._w.region(to)}{why}"
        if to == "supply":
            return f"- {pieces} from {self._w.region(origin)}{why}"
        if to == "removed":
            return f"- {pieces} from {self._w.region(origin)}{why}, out of the game for good"
        return f"> {pieces} from {self._w.region(origin)} to {self._w.region(to)}"
