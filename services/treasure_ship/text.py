"""The game in words, for people at a terminal: panels in 80 columns, what an option means, what happened.

All of it is made from a seat's view (the JSON object that a bot gets too), so it shows nothing that the seat may not
know. `make_text` is what `baochuan play`, `watch` and `replay` look for in a game.
"""

from __future__ import annotations

import textwrap
from typing import Any, Final

from treasure_ship.animals import largest_rectangle
from treasure_ship.content import Content, Official
from treasure_ship.drawings import animal_codes, draw_house, draw_map, placement_mask
from treasure_ship.game import TreasureShip
from treasure_ship.happenings import Happenings
from treasure_ship.labels import Labels
from treasure_ship.names import (
    GOODS,
    OP_EMISSARY_RANDOM,
    OP_GAIN,
    OP_GOOD_ANY,
    OP_VP,
    PLACES,
    POWERS,
    PRIORITIES,
    RESOURCES,
)
from treasure_ship.words import Words, amounts, points

WIDTH: Final = 80
View = dict[str, Any]

PHASE_WORDS: Final = {
    "officials": "High Officials Phase",
    "planning": "Planning Phase",
    "voyage": "Voyage Phase",
    "preparation": "Preparation Phase",
    "final": "last High Officials Phase",
}
# What a seat wants to see before each kind of decision; all other kinds: its own means.
SAILING: Final = ("round", "voyages", "map", "seats")
SCENES: Final = {
    "offer": ("round", "guideline", "seats", "powers"),
    "plan": ("round", "guideline", "voyages", "seats"),
    "extend": SAILING,
    "route": ("voyages", "map"),
    "flagship": SAILING,
    "square": SAILING,
    "detach": ("map", "means"),
    "animal_kind": ("house",),
    "animal_place": ("house",),
}
LETTERS: Final = {"gold": "g", "weapon": "w", "cannon": "c", "command": "k", "detachment": "d", "gift": "i",
                  "extension": "x"}  # fmt: skip


class TreasureText(Labels, Happenings):
    """See `bot_player.text.GameText`."""

    def __init__(self, content: Content) -> None:
        self._c = content
        self._w = Words(content)

    # --- the position

    def panels(self, view: View) -> dict[str, list[str]]:
        """All there is to see, by name, in the order in which it is shown; empty ones are left out."""
        found = {
            "round": self._round(view),
            "guideline": self._guideline(view),
            "voyages": self._voyages(view),
            "map": draw_map(self._c, view),
            "officials": self._officials(view),
            "seats": self._seats(view),
            "powers": self._powers(view),
            "means": self._means(view),
            "house": self._house(view),
            "houses": self._other_houses(view),
        }
        return {name: lines for name, lines in found.items() if lines}

    def scene(self, decision: str) -> tuple[str, ...]:
        """Which panels matter for a kind of decision."""
        return SCENES.get(decision, ("means",))

    def _round(self, v: View) -> list[str]:
        modifier = self._c.pirate_modifier[min(v["round"], len(self._c.pirate_modifier)) - 1]
        pirates = f"; pirates +{modifier}" if modifier else ""
        starts = self._seat(v["start_seat"], v)
        return [f"Round {v['round']} of {self._c.rounds}, {PHASE_WORDS[v['phase']]}; {starts} started{pirates}"]

    def _guideline(self, v: View) -> list[str]:
        if v["guideline"] is None:
            return []
        card = next(x for x in self._c.solo_cards if x.id == v["guideline"])
        which = "front" if card.front else "back"
        kind = PRIORITIES[card.priority].replace("_", " ")
        text = (
            f"NPC's guideline {card.id}: voyages {', '.join(map(str, card.planning))}; marker on the {which} {kind} "
            f"square, else frame {card.fallback}; route {' '.join(map(str, card.route))}; "
            f"next card {v['guideline_next'] or 'none'}"
        )
        return _wrap(text, 0, 2)

    def _voyages(self, v: View) -> list[str]:
        out = []
        cards = {card.id: card for card in self._c.voyage_cards}
        for i, voyage in enumerate(v["voyages"]):
            text = "face down" if voyage["card"] is None else self._w.voyage_card(cards[voyage["card"]])
            if voyage["captain"] is not None:
                text += f"; captain {self._seat(voyage['captain'], v)}"
            elif voyage["card"] is not None and v["voyage"] != i + 1:
                text += "; done"
            now = ">" if v["voyage"] == i + 1 else " "
            out.append(f"{now} Voyage {i + 1}: {text}")
        if v["voyage"] is not None and v["phase"] == "voyage":
            names = [self._w.square(q) for q in v["route"]]
            out += _wrap(f"  route from {self._w.square(v['start_square'])}: {', '.join(names) or 'none yet'}", 0, 4)
        return out

    def _official(self, place: str, v: View) -> Official:
        if place == "EMP":
            return self._c.emperor
        return next(o for o in self._c.officials if o.id == v["officials"][place])

    def _officials(self, v: View) -> list[str]:
        out = ["High officials:"]
        now = [f"{o['place']} {self._seat(o['seat'], v)}" for o in v["offerings"]]
        for place in PLACES:
            who = [f"{self._seat(i, v)}" for i, seat in enumerate(v["seats"]) if seat["offered"].get(place)]
            had = f" [{', '.join(who)}]" if who else ""
            out += _wrap(self._w.official(place, self._official(place, v)) + had, 2, 6)
        if now:
            out += _wrap("Offerings of this round: " + ", ".join(now), 2, 6)
        return out

    def _seats(self, v: View) -> list[str]:
        goods = "".join(f"{g[:3]:>4}" for g in GOODS)
        out = [f"{'':10} pts mer gold wea can com det gif ext{goods} mon  at"]
        for i, seat in enumerate(v["seats"]):
            r = seat["resources"]
            name = self._seat(i, v) + ("*" if v["captain"] == i and v["voyage"] is not None else "")
            means = f"{r['gold']:5}" + "".join(f"{r[x]:4}" for x in RESOURCES[1:])
            goods = "".join(f"{seat['goods'][g]:4}" for g in GOODS)
            square = v["squares"][i] if i < len(v["squares"]) else None
            at = f"{square:4}" if square is not None else ""
            out.append(f"{name:10}{seat['points']:4}{seat['merit']:4}{means}{goods}{len(seat['monuments']):4}{at}")
        return out

    def _powers(self, v: View) -> list[str]:
        heads = "".join(f"{p.capitalize() + ' ' + v['sides'][p]:<14}" for p in POWERS)
        out = [f"{'':11}{heads}".rstrip()]
        for i, seat in enumerate(v["seats"]):
            cells = []
            for p in POWERS:
                level, frames = seat["levels"][p], seat["emissaries"][p]
                cells.append(f"{f'level {level}' if level else '-'}{f' +{frames}' if frames else ''}")
            out.append(f"{self._seat(i, v):11}{''.join(f'{x:<14}' for x in cells)}".rstrip())
        for name, frames in (("in the bag", v["bag"]), ("discarded", v["discard"])):
            if any(frames.values()):
                out.append(f"{name:11}{''.join(f'{frames[p]:<14}' for p in POWERS)}".rstrip())
        return out

    def _means(self, v: View) -> list[str]:
        if v["seat"] is None:
            return []
        s = v["seats"][v["seat"]]
        emissaries = ", ".join(f"{n} {p.capitalize()}" for p, n in s["emissaries"].items() if n) or "none"
        fired = "; cannons fired this round" if s["bombarded"] else ""
        text = (
            f"You: {points(s['points'])}, merit {s['merit']}; {amounts(s['resources'])}{fired}; "
            f"goods: {amounts(s['goods'])}; emissaries: {emissaries}"
        )
        return _wrap(text, 0, 5)

    # --- animal houses

    def _codes(self) -> list[str]:
        """What each cell of the house gives, as a short code; "" for nothing."""
        out = []
        for numbers in self._c.cell_effect:
            if not numbers:
                out.append("")
                continue
            e = self._c.effects[numbers[0]]
            if e.op == OP_GAIN:
                code = f"{e.n}{LETTERS[RESOURCES[e.what]]}"
            else:
                code = {OP_VP: f"{e.n}p", OP_GOOD_ANY: f"{e.n}?", OP_EMISSARY_RANDOM: f"{e.n}e"}.get(e.op, "*")
            out.append(code if len(numbers) == 1 else code + "+")
        return out

    def _house(self, v: View) -> list[str]:
        if v["seat"] is None:
            return []
        codes = self._codes()
        grid = draw_house(self._c, v["seats"][v["seat"]]["animals"], codes)
        meaning = {code: self._w.effects(e) for code, e in zip(codes, self._c.cell_effect, strict=True) if code}
        notes = textwrap.wrap(", ".join(f"{code} {text}" for code, text in meaning.items()), 48)
        short = animal_codes(self._c.animal_titles)
        supply = [
            f"{short[i]} {title} ({self._c.animal_cells[i]} squares) {v['animals'][name]} left"
            for i, (name, title) in enumerate(zip(self._c.animal_names, self._c.animal_titles, strict=True))
        ]
        out = [f"Your animal house ({self._area(v, v['seat'])}):"]
        out += [f"{line:<30}  {notes[i] if i < len(notes) else ''}".rstrip() for i, line in enumerate(grid)]
        return out + _wrap("Supply: " + ", ".join(supply), 1, 9)

    def _area(self, v: View, seat: int) -> str:
        mask = 0
        for t in v["seats"][seat]["animals"]:
            mask |= placement_mask(self._c, self._c.animal_names.index(t["kind"]), t["rotation"], t["x"], t["y"])
        area = largest_rectangle(mask, self._c.width, self._c.height)
        return f"{bin(mask).count('1')} squares, largest rectangle {area}"

    def _other_houses(self, v: View) -> list[str]:
        others = [i for i in range(len(v["seats"])) if i != v["seat"]]
        out = []
        for first in range(0, len(others), 2):
            pair = others[first : first + 2]
            grids = []
            for i in pair:
                title = f"Animals of {self._seat(i, v)}"
                grids.append([title, *draw_house(self._c, v["seats"][i]["animals"], [""] * len(self._c.cell_effect))])
            for row in zip(*grids, strict=True):
                out.append("".join(f"{line:<40}" for line in row).rstrip())
        return out

    # --- things to look up, and the end

    def reference(self, view: View) -> list[str]:
        """All squares, the powers' sides in play, the officials, the merit track."""
        c, out = self._c, ["Squares:"]
        for q in range(1, len(c.square_names)):
            out += _wrap(self._w.square_with_all(q), 2, 6)
        out.append("Great powers (each level also gives what the lower ones give):")
        for i, p in enumerate(POWERS):
            out.append(f"  {c.power_names[i]}, side {view['sides'][p]}")
            for n, level in enumerate(c.levels[i]["AB".index(view["sides"][p])], 1):
                first = f"; first time {self._w.effects(level.first)}" if level.first else ""
                out += _wrap(
                    f"level {n}: {self._w.effects(level.every)}{first}; {level.end_vp} points at the end", 4, 8
                )
        out += self._officials(view)
        track = [f"{m} {self._w.effects(e)}" for m, e in enumerate(c.merit_effect) if e]
        out += _wrap("Military merit: " + "; ".join(track), 0, 2)
        marks = [f"{m}: {n}" for m, n in enumerate(c.merit_vp) if m and n != c.merit_vp[m - 1]]
        return out + _wrap("Points for merit at the end, from space: " + ", ".join(marks), 0, 2)

    def result(self, outcome: dict[str, Any], names: list[str]) -> list[str]:
        """How the match ended: the points by source."""
        detail = outcome.get("detail", {})
        if outcome["reason"] == "resigned":
            return [f"{names[detail['resigned']]} resigned."]
        if not outcome["placings"]:
            return ["The match was aborted."]
        out = [f"{'':20}{''.join(f'{source:>10}' for source in detail['points'][0])}"]
        for name, row in zip(names, detail["points"], strict=True):
            out.append(f"{name[:19]:20}{''.join(f'{n:10}' for n in row.values())}")
        if "rank" in detail:
            rank = detail["rank"]
            gloss = f" ({rank['gloss']})" if rank["title"] and rank["gloss"] else ""
            out.append(f"Rank: {rank['title'] or rank['gloss'] or 'none'}{gloss}")
        return out


def _wrap(text: str, indent: int, more: int | None = None) -> list[str]:
    later = " " * (more if more is not None else indent)
    return textwrap.wrap(text, WIDTH, initial_indent=" " * indent, subsequent_indent=later)


def make_text(game: TreasureShip) -> TreasureText:
    """The game in words, under its edition."""
    return TreasureText(game.content)
