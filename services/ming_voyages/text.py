"""The game in words, for people at a terminal: the board in 80 columns, what an option means, what happened.

All of it is made from a seat's view (the JSON object that a bot gets too), so it shows nothing that the seat may not
know. `make_text` is what `baochuan play`, `watch` and `replay` look for in a game.
"""

from __future__ import annotations

from typing import Any, Final

from ming_voyages.content import CARDS, Content
from ming_voyages.drawings import draw_boxes
from ming_voyages.game import MingVoyages
from ming_voyages.labels import Labels
from ming_voyages.names import EVENT_KINDS, REGIONS, SIDES
from ming_voyages.overlord_story import ENDS
from ming_voyages.story import Story
from ming_voyages.words import View, Words, count, dice_words, wrap

PHASE_WORDS: Final = {
    "": "set-up",
    "draw": "draw phase",
    "emperor": "the Emperor's phase",
    "overlord": "the Overlord's phase",
    "end_of_round": "end of the round",
}
# What a seat wants to see before each kind of decision; all other kinds: the map.
SCENES: Final = {
    "play_card": ("series", "solo", "map", "sides", "events", "hand"),
    "reaction": ("map", "sides", "play"),
    "reroll": ("battle", "reserves"),
}
INDENT: Final = 10


class MingText(Labels, Story):
    """See `bot_player.text.GameText`."""

    def __init__(self, content: Content) -> None:
        self._w = Words(content)
        self._begun = (0, [])

    # --- the position

    def panels(self, view: View) -> dict[str, list[str]]:
        """All there is to see, by name, in the order in which it is shown; empty ones are left out."""
        found = {
            "series": self._series(view),
            "solo": self._solo(view),
            "map": self._map(view),
            "sides": self._sides(view),
            "events": self._events(view),
            "play": self._in_play(view),
            "battle": self._battle(view),
            "reserves": self._battle_reserves(view),
            "hand": self._hand(view),
            "other_hand": self._other_hand(view),
        }
        return {name: lines for name, lines in found.items() if lines}

    def scene(self, decision: str) -> tuple[str, ...]:
        """Which panels matter for a kind of decision."""
        return SCENES.get(decision, ("map", "battle"))

    def _map(self, v: View) -> list[str]:
        head = f"Round {v['round']}, era {v['era']}, {PHASE_WORDS[v['phase']]}"
        return [head, *draw_boxes(self._rows(v)), *self._voyages(v)]

    def _rows(self, v: View) -> list[list[tuple[int, list[str]]]]:
        """The boxes of the map: rows of (width, lines)."""
        name, pieces = self._w.region, self._w.pieces
        homelands = [
            (w, [name(r), pieces(v, r), "> " + ", ".join(name(b) for b in self._borders(r))])
            for w, r in zip((26, 25, 25), ("western_mongols", "eastern_mongols", "manchus"), strict=True)
        ]
        borderlands = [
            (w, [f"{name(r):<{w - 3}}{_holder(v, r)}", *_stacks(v, r)])
            for w, r in zip((15, 15, 15, 15, 14), ("yunnan", "sichuan", "gansu", "shanxi", "liaodong"), strict=True)
        ]
        below = [
            (w, [f"{name(r)}: {pieces(v, r)}"])
            for w, r in zip((39, 38), ("ming_homeland", "south_china_sea"), strict=True)
        ]
        return [homelands, borderlands, below]

    def _borders(self, region: str) -> list[str]:
        return [REGIONS[r] for r in self._w.c.overlord_edges[REGIONS.index(region)] if 1 <= r <= 5]

    def _voyages(self, v: View) -> list[str]:
        done = set(v["completed"])
        items = [f"[{'x' if n in done else ' '}] {n} {self._w.c.voyage_names[n]}" for n in range(1, 8)]
        supply = ", ".join(count(n, piece) for piece, n in v["supply"].items())
        first = "   ".join(items[:4])
        out = [f"Voyages:  {first}", f"          {'   '.join(items[4:])}", f"Supply:   {supply}"]
        solo = v.get("solo")
        if solo is not None and solo["removed_troops"]:
            out.append(f"          {count(solo['removed_troops'], 'troop')} out of the game for good")
        return out

    def _sides(self, v: View) -> list[str]:
        solo = v.get("solo")
        parts = []
        for side in SIDES:
            you = ", you" if side == v["side"] else ""
            hand, reserve = v["hand_sizes"][side], v["reserve_sizes"][side]
            parts.append(f"{side.capitalize()}{you}: {hand} in hand, {reserve} reserved")
        top = f", top {self._w.card(v['discard'][-1])}" if v["discard"] else ""
        out = ["Cards:    " + "   ".join(parts), f"          deck {v['deck_size']}, discard {len(v['discard'])}{top}"]
        if solo is not None:
            return out + self._open_cards(v, solo)
        known = v["known_opponent"]
        if known["hand"]:
            out += wrap("You gave them: " + self._w.cards(known["hand"]), INDENT)
        if known["reserve"]:
            out += wrap("They reserved: " + self._w.cards(known["reserve"]), INDENT)
        if v["reserve"]:
            out += wrap("Your reserve: " + self._w.cards(v["reserve"]), INDENT)
        return out

    def _in_play(self, v: View) -> list[str]:
        if v["in_play"] is None:
            return []
        out = ["Card in play:", *self._w.card_lines(v["in_play"], v)]
        if v["reinforcement"] is not None:
            out.append(f"  reinforced by {self._w.card(v['reinforcement'])}")
        return out

    def _battle(self, v: View) -> list[str]:
        b = v["battle"]
        if b is None:
            return []
        attacker, defender = b["attacker"], SIDES[1 - SIDES.index(b["attacker"])]
        region = b["target"]
        out = [f"Battle for {self._w.region(region)} ({self._w.pieces(v, region)}), round {b['rounds']}"]
        for name, side, dice in (("attack", attacker, b["attack_dice"]), ("defence", defender, b["defence_dice"])):
            you = "you" if side == v["side"] else f"the {side.capitalize()}"
            out.append(f"  {name:8}{dice_words(dice)} ({you})")
        if b["rerolls"]:
            out.append(f"  re-rolls left: {b['rerolls']}")
        return out

    def _hand(self, v: View) -> list[str]:
        if v["side"] is None:
            return []
        if not v["hand"]:
            return ["Your hand is empty."]
        out = ["Your hand:"]
        for n in v["hand"]:
            out += self._w.card_lines(n, v)
        return out

    # --- the series

    def _series(self, v: View) -> list[str]:
        series = v.get("series")
        if series is None:
            return []
        head = f"Game {series['game']} of 2"
        if not series["points"]:
            return [f"{head}; the sides are swapped for the second"]
        names = [f"seat {i}" for i in range(len(v["sides"]))]
        if v["side"] is not None:
            me = v["sides"].index(v["side"])
            names[me], names[1 - me] = "you", "the other seat"
        return [head] + [
            f"Points of game {number}: {', '.join(f'{name} {n}' for name, n in zip(names, points, strict=True))}"
            for number, points in enumerate(series["points"], 1)
        ]

    # --- solo, where all cards lie open

    def _open_cards(self, v: View, solo: dict[str, Any]) -> list[str]:
        w = self._w
        hands, reserves = solo["hands"], solo["reserves"]
        out: list[str] = []
        if v["side"] is None:
            out += wrap("Emperor's hand: " + w.cards(hands["emperor"]), INDENT, INDENT + 2)
        plays = ""
        if hands["overlord"] and v["phase"] in ("draw", "emperor"):
            plays = f"; as it is he plays {w.card_name(self._next_card(hands['overlord'], solo['cube']))}"
        out += wrap(f"Overlord's hand: {w.cards(hands['overlord'])}{plays}", INDENT, INDENT + 2)
        if reserves["overlord"]:
            out += wrap("Overlord's reserve, top first: " + w.cards(reserves["overlord"][::-1]), INDENT, INDENT + 2)
        if reserves["emperor"]:
            whose = "Emperor's" if v["side"] is None else "Your"
            out += wrap(f"{whose} reserve: {w.cards(reserves['emperor'])}", INDENT, INDENT + 2)
        return out

    def _next_card(self, hand: list[int], cube: str) -> int:
        """What the Overlord would play now (MV-720)."""
        most = max(self._w.c.cp[n] for n in hand)
        best = [n for n in hand if self._w.c.cp[n] == most]
        return min(best) if cube == "left" else max(best)

    def _solo(self, v: View) -> list[str]:
        """What is to be reached, and what the Emperor's cards draw."""
        solo = v.get("solo")
        if solo is None:
            return []
        who = "the Emperor needs" if v["side"] is None else "you need"
        need = f"{who} {solo['required_voyages']} Voyages (now {len(v['completed'])}) and more Borderlands than he"
        difficulty = self.difficulty(solo["difficulty"], solo["extra_challenge"])
        out = wrap(f"Solo:     {difficulty}; {need}; at most {solo['reserve_limit']} reserved", 0, INDENT)
        return [*out, f"Events:   {self.levels(solo['levels'])}"]

    def _events(self, v: View) -> list[str]:
        """The cube and the Event decks."""
        solo = v.get("solo")
        if solo is None:
            return []
        where, number = ENDS[solo["cube"]]
        out = [f"Cube:     on the {solo['cube']}: the {where} or the {number} number wins a tie"]
        for level, (size, gone) in enumerate(zip(solo["deck_sizes"], solo["discards"], strict=True), 1):
            left = list(self._w.event_deck(level))
            for card in gone:
                left.remove(card)
            seen = f"; discarded {self._w.event_counts(gone)}" if gone else ""
            out += wrap(f"Level {level}:  {size} to come: {self._w.event_counts(left)}{seen}", 0, INDENT)
        return out

    def _battle_reserves(self, v: View) -> list[str]:
        """What the Overlord may still re-roll with."""
        solo = v.get("solo")
        if solo is None or v["battle"] is None or not solo["reserves"]["overlord"]:
            return []
        cards = self._w.cards(solo["reserves"]["overlord"][::-1])
        return wrap(f"The Overlord's reserve, top first: {cards}", 0, 2)

    def _other_hand(self, v: View) -> list[str]:
        """The Overlord's cards with their texts: what you may react with, and what you get in the swap."""
        solo = v.get("solo")
        if solo is None or v["side"] is None or not solo["hands"]["overlord"]:
            return []
        out = ["The Overlord's hand:"]
        for n in solo["hands"]["overlord"]:
            out += self._w.card_lines(n, v)
        return out

    # --- things to look up, and the end

    def reference(self, view: View) -> list[str]:
        """All cards with their texts; in solo the Events too."""
        out = ["All cards:"]
        for number in range(1, CARDS + 1):
            out += self._w.card_lines(number, view)
        if view.get("solo") is None:
            return out
        out.append("Events:")
        told = set()
        for event in self._w.c.events:
            if event.name not in told:
                told.add(event.name)
                out += wrap(f"{event.name}: {self._w.event_text(EVENT_KINDS[event.kind], event.x)}", 2, 6)
        out += wrap(
            "Free Hordes: all in a Homeland or beside a Settlement, elsewhere all but one. After an Event of Level 2 "
            "or 3 in his turn a Level 1 Event follows. No Borderland holds more than "
            f"{self._w.c.borderland_limit} pieces, but in an attack.",
            2,
        )
        return out

    def result(self, outcome: dict[str, Any], names: list[str]) -> list[str]:
        """How the match ended."""
        detail = outcome.get("detail", {})
        if outcome["reason"] == "resigned":
            return [f"{names[detail['resigned']]} resigned."]
        if not outcome["placings"]:
            return ["The match was aborted."]
        if detail["points"] is not None:
            return _series_result(detail, names)
        totals = detail["totals"]
        both = ", ".join(f"{side.capitalize()} {totals[side]}" for side in SIDES)
        side = detail["winning_side"].capitalize()
        winner = f"{names[detail['winner']]}, the {side}" if detail["winner"] is not None else f"the {side}"
        head = f"{detail['kind'].capitalize()} victory of {winner}."
        if "voyages" in detail:
            return [head, *_solo_result(detail)]
        return [f"{head} Totals: {both}."]


def _solo_result(detail: dict[str, Any]) -> list[str]:
    voyages, lands = detail["voyages"], detail["borderlands"]
    return [
        f"Voyages: {voyages['completed']}, {voyages['required']} were needed.",
        f"Borderlands: Emperor {lands['emperor']}, Overlord {lands['overlord']}.",
    ]


def _series_result(detail: dict[str, Any], names: list[str]) -> list[str]:
    """Points by game and together."""
    games, sums = detail["points"]["games"], detail["points"]["sums"]
    winner = detail["winner"]
    out = ["The series is a draw." if winner is None else f"{names[winner]} wins the series."]
    heads = [f"game {number}" for number in range(1, len(games) + 1)]
    out.append(f"{'Points':20}{''.join(f'{head:>10}' for head in [*heads, 'together'])}")
    for seat, name in enumerate(names):
        out.append(f"{name[:19]:20}{''.join(f'{points[seat]:>10}' for points in games)}{sums[seat]:>10}")
    return out


def _holder(v: View, region: str) -> str:
    p = v["board"].get(region, {})
    ming, barbarian = p.get("troop", 0) > 0, p.get("horde", 0) + p.get("settlement", 0) > 0
    return "!" if ming and barbarian else "E" if ming else "O" if barbarian else "-"


def _stacks(v: View, region: str) -> list[str]:
    """The pieces in a Borderland in two lines; in a battle those of both sides."""
    p = v["board"].get(region, {})
    parts = [count(n, piece) for piece in ("troop", "horde", "settlement") if (n := p.get(piece, 0))]
    if len(parts) > 2:
        parts = [parts[0], f"{p['horde']} H, {p['settlement']} S"]
    return [*parts, "", ""][:2] if parts else ["(empty)", ""]


def make_text(game: MingVoyages) -> MingText:
    """The game in words, under its edition."""
    return MingText(game.content)
