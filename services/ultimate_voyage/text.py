"""The game in words, for people at a terminal: panels in 80 columns, what an option means, what happened.

All of it is made from a seat's view (the JSON object that a bot gets too), so it shows nothing that the seat may not
know. `make_text` is what `baochuan play`, `watch` and `replay` look for in a game.
"""

from __future__ import annotations

import textwrap
from typing import Any, Final

from ultimate_voyage.content import Content
from ultimate_voyage.drawings import draw_map, ships_by_zone
from ultimate_voyage.game import UltimateVoyage
from ultimate_voyage.happenings import Happenings
from ultimate_voyage.labels import Labels
from ultimate_voyage.names import CARDS, COLOURS, DIALS, NANJING, PREDICATES, REGIONS, TRACKS, ZONES
from ultimate_voyage.words import (
    CARD_WORDS,
    COLOUR_WORDS,
    END_WORDS,
    WIND_WORDS,
    Words,
    both,
    colours,
    letter,
    plural,
    signed,
)

WIDTH: Final = 80
View = dict[str, Any]

# What a seat wants to see before each kind of decision; all other kinds: its own means.
TABLE: Final = ("round", "map", "ports", "seats", "cards", "objectives", "means")
SCENES: Final = {
    "choose_character": ("round", "ports", "seats"),
    "solo_mat": ("round", "cards", "means"),
    "turn": TABLE,
    "action_step": ("action", "ports", "means"),
    "join_reply": ("ports", "seats", "cards", "means"),
    "join_step": ("action", "means"),
    "invite": ("action", "seats"),
    "arrange_cards": ("round", "cards", "means"),
    "encounter_option": ("ports", "means"),
    "encounter_select": ("ports", "means"),
    "place_ship": ("map", "ports"),
    "retreat": ("map", "means"),
    "return_home": ("map", "means"),
    "objective_deck": ("objectives", "means"),
    "objective_keep": ("objectives", "regions", "means"),
    "objective_return": ("objectives", "means"),
    "diviner_reroll": ("round", "seats", "cards"),
}


class VoyageText(Labels, Happenings):
    """See `bot_player.text.GameText`."""

    def __init__(self, content: Content) -> None:
        self._c = content
        self._w = Words(content)

    # --- the position

    def panels(self, view: View) -> dict[str, list[str]]:
        """All there is to see, by name, in the order in which it is shown; empty ones are left out."""
        found = {
            "round": self._round(view),
            "map": draw_map(self._c, view),
            "ports": self._ports(view),
            "regions": self._regions(view),
            "seats": self._seats(view),
            "cards": self._cards(view),
            "objectives": self._objectives(view),
            "action": self._action(view),
            "means": self._means(view),
            "others": self._others(view),
        }
        return {name: lines for name, lines in found.items() if lines}

    def scene(self, decision: str) -> tuple[str, ...]:
        """Which panels matter for a kind of decision."""
        return SCENES.get(decision, ("means",))

    def _round(self, v: View) -> list[str]:
        c = self._c
        last = c.quick_last_round if v["mode"] == "quick" else c.rounds
        storm = f", storms on the {self._ocean(v['storm'])}" if v["storm"] is not None else ""
        order = ", ".join(self._seat(seat, v) for seat in v["turn_order"])
        text = (
            f"Round {v['round']} of {last}: {WIND_WORDS[v['wind']]}{storm}; "
            f"Zheng He's health {v['health']} of {c.health_last}; turn order {order}"
        )
        if v["ending"]:
            text += f"; the end is near: {END_WORDS[v['ending']]}"
        out = _wrap(text, 0, 2)
        ahead = []
        for number in range(v["round"] + 1, last + 1):
            space = c.round_space(number)
            tile = v["tiles"][number - 1]
            if tile is not None:
                space = next(t for t in c.tiles if t.id == tile)
            elif v["options"]["random_tiles"] and number in c.cloud_rounds:
                ahead.append(f"{number} ?")
                continue
            storms = f" storm {'SW'[space.storm]}" if space.storm >= 0 else ""
            ahead.append(
                f"{number} {('none', 'blue', 'yellow')[space.wind]}{storms}{' health' if space.health else ''}"
            )
        return out + (_wrap("Ahead: " + "; ".join(ahead), 0, 7) if ahead else [])

    def _mark(self, seat: int | None, v: View) -> str:
        return "." if seat is None else letter(seat, v["mode"] == "solo")

    def _ports(self, v: View) -> list[str]:
        """A line for each port: strength, affiliation, tributary marker, depot, tokens, ships, bazaar."""
        c = self._c
        ships = ships_by_zone(v)
        out = ["Port         str aff own dep tokens ships bazaar (cost/Profit, P Prestige)"]
        for p in v["ports"]:
            zone = ZONES.index(p["port"])
            aff = "?" if p["affiliation"] is None else signed(p["affiliation"])
            left = (
                f"{zone:2} {c.zone_names[zone]:10}{c.strength[zone]:3}{aff:>4}{self._mark(p['marker'], v):>3}"
                f"{self._mark(p['depot'], v):>4}  {colours(p['tokens']):6} {ships.get(zone, ''):5}"
            )
            goods = [self._w.good_short(g["good"]) for g in p["bazaar"] if g["good"] is not None]
            hidden = sum(1 for g in p["bazaar"] if g["good"] is None)
            if hidden:
                goods.append(f"{hidden} face down")
            lines = textwrap.wrap(", ".join(goods), WIDTH - len(left) - 1) or [""]
            out.append(f"{left} {lines[0]}".rstrip())
            out += [" " * (len(left) + 1) + line for line in lines[1:]]
        home = ships.get(NANJING)
        if v["nanjing_open"] and home:
            out.append(f" 0 Nanjing{'':24}{home}".rstrip())
        return out

    def _regions(self, v: View) -> list[str]:
        heads = "".join(f"{self._mark(i, v):>4}" for i in range(len(v["players"])))
        out = [f"{'Story tracks':26} top low{heads}   goods under it"]
        for r in v["regions"]:
            i = REGIONS.index(r["region"])
            spaces = "".join(f"{n or '.':>4}" for n in r["story"])
            known = ", ".join(self._w.good_short(g) for g in r["known"])
            goods = f"{r['face_down']} face down" + (f"; {known}" if known else "")
            left = f"{self._c.region_names[i]:26}{self._c.story_top[i]:4}{self._c.story_low[i]:4}{spaces}   "
            lines = textwrap.wrap(goods, max(16, WIDTH - len(left))) or [""]
            out.append((left + lines[0]).rstrip())
            out += [" " * len(left) + line for line in lines[1:]]
        return out

    def _player(self, seat: int, v: View) -> str:
        """``A you``, ``B seat 1``."""
        return f"{self._mark(seat, v)} {self._seat(seat, v)}"

    def _seats(self, v: View) -> list[str]:
        out = [f"{'':11}Pre Pro por tro  Sun Moon Star tokens goods kil cam dep own obj ships"]
        depots = [p["depot"] for p in v["ports"]]
        markers = [p["marker"] for p in v["ports"]]
        for i, p in enumerate(v["players"]):
            dials = [
                signed(n) if d in p["unused"] else f"({signed(n)})" for n, d in zip(p["dials"], DIALS, strict=True)
            ]
            name = self._player(i, v) + ("*" if v["active"] == i else "")
            ships = sum(1 for ship in p["ships"] if ship in ZONES)
            out.append(
                f"{name:11}{p['prestige']:3}{p['profit']:4}{p['porcelain']:4}{p['troops']:4} "
                f"{dials[0]:>4}{dials[1]:>5}{dials[2]:>5} {colours(p['tokens'])[:7]:7}{len(p['goods']):4}"
                f"{p['kilns']:4}{p['camps']:4}{depots.count(i):4}{markers.count(i):4}{len(p['completed']):4}{ships:5}"
            )
        return out

    def _cards(self, v: View) -> list[str]:
        """Action cards from left to right: + upgraded, [ ] used this round."""
        out = ["Action cards, positions 1 to 5 (+ upgraded, [used]):"]
        for i, p in enumerate(v["players"]):
            cells = []
            for card in p["order"]:
                name = CARD_WORDS[card] + ("+" if card in p["upgraded"] else "")
                cells.append(f"[{name}]" if card in p["used"] else name)
            who = (p["character"] or "").capitalize()
            row = " ".join(f"{x:10}" for x in cells)
            out.append(f"  {self._player(i, v):10}{who:12}{row}".rstrip())
        return out

    def _objectives(self, v: View) -> list[str]:
        out = ["Objectives (points; how far each is):"] if v["display"] else []
        for o in v["display"]:
            out += _wrap(self._objective(o, v), 2, 6)
        for i, p in enumerate(v["players"]):
            for o in p["private"]:
                out += _wrap(f"{self._seat(i, v)} alone: {self._objective(o, v)}", 2, 6)
            if p["completed"]:
                done = ", ".join(self._w.objective(name) for name in p["completed"])
                out += _wrap(f"{self._seat(i, v)} completed: {done}", 2, 6)
        return out

    def _objective(self, o: View, v: View) -> str:
        goal = self._w.objective_goal(o["objective"], len(o["progress"]))
        goals = f" of {goal}" if goal else ""
        far = ", ".join(f"{self._mark(i, v)} {n}" for i, n in enumerate(o["progress"]))
        return f"{self._w.objective(o['objective'])}: {far}{goals}"

    def _action(self, v: View) -> list[str]:
        step = self._step(v)
        if not step:
            return []
        where = self._w.zone(step["port"]) if step["port"] >= 0 else "the ships"
        card = CARD_WORDS[CARDS[step["card"]]] if step["card"] >= 0 else "Scouting"
        whose = "Your" if step["seat"] == v["seat"] else f"{self._seat(step['seat'], v)}'s".capitalize()
        text = f"{whose} action {card} at {where}: strength {step['general']}"
        if step["local"]:
            text += f" and {step['local']} more there"
        if step["contest"]:
            text += f", {signed(step['contest'])} in the first combat"
        voyage = step.get("voyage")
        if voyage and voyage["zone"] >= 0 and voyage["links"]:
            text += f"; the fleet is at {self._w.zone(voyage['zone'])} after {plural(voyage['links'], 'link')}"
        return _wrap(text, 0, 2)

    def _means(self, v: View) -> list[str]:
        if v["seat"] is None:
            return []
        return ["You have:", *self._belongings(v["players"][v["seat"]], v["flipped"]), *self._looked_at(v)]

    def _looked_at(self, v: View) -> list[str]:
        """The encounter cards whose place in the deck the seat knows."""
        size = v["deck"]["size"]
        known = []
        for k in v["deck"]["known"]:
            if k["card"] is not None:
                place = (
                    "top" if k["place"] == 0 else "bottom" if k["place"] == size - 1 else f"{k['place']} below the top"
                )
                known.append(f"{self._w.encounter(k['card'])} ({place})")
        return _wrap("encounter deck, as you know it: " + ", ".join(known), 2, 4) if known else []

    def _belongings(self, p: View, flipped: list[str]) -> list[str]:
        w = self._w
        dials = ", ".join(
            f"{d.capitalize()} {signed(n)}{'' if d in p['unused'] else ' (used)'}"
            for d, n in zip(DIALS, p["dials"], strict=True)
        )
        text = (
            f"Prestige {p['prestige']}, Profit {p['profit']}; {both(p['porcelain'], p['troops'])}; dials {dials}; "
            f"knowledge {colours(p['tokens'])}"
        )
        out = _wrap(text, 2, 4)
        places = [
            w.port(zone) if zone in ZONES else "in the supply" if zone == "supply" else "home" for zone in p["ships"]
        ]
        out += _wrap(f"ships: flagship {places[0]}, ship 1 {places[1]}, ship 2 {places[2]}", 2, 4)
        if p["goods"]:
            goods = ", ".join(w.icon(g) + (" (used)" if g in flipped else "") for g in p["goods"])
            out += _wrap(f"goods: {goods}", 2, 4)
        for held in p["cards"]:
            out += _wrap(self._held(held), 2, 4)
        if p["attacks"]:
            out += _wrap(f"attacked by {', '.join(w.port(z) for z in p['attacks'])}", 2, 4)
        return out

    def _held(self, held: View) -> str:
        w = self._w
        option = w.option(held["card"], held["option"]) if held["option"] is not None else "not yet chosen"
        where = f" at {w.port(held['port'])}" if held["port"] is not None else ""
        left = f"; {plural(held['left'], 'marker')}" if held["left"] else ""
        return f"encounter {w.encounter(held['card'])}{where}: {option}{left}"

    def _others(self, v: View) -> list[str]:
        out = []
        for i, p in enumerate(v["players"]):
            if i != v["seat"]:
                out += [f"{self._player(i, v)}:", *self._belongings(p, v["flipped"])]
        return out

    # --- things to look up, and the end

    def reference(self, view: View) -> list[str]:
        """All ports and ways, goods that may still be found, characters, encounter cards, objectives."""
        c, w, out = self._c, self._w, ["Ports and ways (> with the blue wind, < with the yellow one, * a boundary):"]
        for zone in range(len(ZONES)):
            ways = []
            for to in c.neighbours[zone]:
                link = zone * len(ZONES) + to
                ways.append(
                    f"{'>' if c.link_wind[link] == 1 else '<'}{c.zone_names[to]}{'*' if c.boundary[link] else ''}"
                )
            printed = "".join(COLOURS[k] for k in c.printed[zone])
            about = f", strength {c.strength[zone]}, {c.bazaar[zone]} goods, tokens {printed}" if zone else ""
            out += _wrap(f"{zone} {c.zone_names[zone]}{about}: {', '.join(ways)}", 2, 6)
        out.append("Knowledge colours:")
        out += _wrap(
            ", ".join(f"{k} {COLOUR_WORDS[k]} {CARD_WORDS[CARDS[c.card_of_colour[i]]]}" for i, k in enumerate(COLOURS)),
            2,
        )
        out.append("Characters:")
        for name in [x.name.lower() for x in c.characters]:
            out += _wrap(w.character(name), 2, 6)
        out.append("Objectives on display:" if view["display"] else "No objectives on display")
        for o in view["display"]:
            out += _wrap(f"{w.objective(o['objective'])}: {self._claim(o['objective'], len(o['progress']))}", 2, 6)
        out.append("Encounter cards:")
        for card in c.encounters:
            options = " | ".join(w.option(card.no, c.option_ids[o.id]) for o in card.options)
            out += _wrap(f"{card.no} {card.name}: {options}", 2, 6)
        out.append("Goods:")
        for region, goods in enumerate(c.goods_of_region):
            listed = ", ".join(f"{c.good_ids[g]} {w.good_short(c.good_ids[g])}" for g in goods)
            out += _wrap(f"{c.region_names[region]}: {listed}", 2, 6)
        return out

    def _claim(self, objective: str, seats: int) -> str:
        """What completes an objective, in short."""
        p = self._c.objectives[self._c.objective_ids.index(objective)].claim
        where = [self._c.region_names[r] for r in p.region_list]
        parts = [PREDICATES[p.pred].replace("_", " ")]
        if p.n[seats]:
            parts.append(str(p.n[seats]))
        if where:
            parts.append("in " + " or ".join(where))
        if p.track >= 0:
            parts.append(f"on {TRACKS[p.track].capitalize()}")
        return " ".join(parts)

    def result(self, outcome: dict[str, Any], names: list[str]) -> list[str]:
        """How the match ended: the points by source."""
        detail = outcome.get("detail", {})
        if outcome["reason"] == "resigned":
            return [f"{names[detail['resigned']]} resigned."]
        if not outcome["placings"]:
            return ["The match was aborted."]
        out = [f"The end: {END_WORDS.get(outcome['reason'], outcome['reason'])} (round {detail['round']})."]
        sources = list(detail["points"][0])
        out.append(f"{'':20}{''.join(f'{source:>{len(source) + 2}}' for source in sources)}")
        for name, row in zip(names, detail["points"], strict=False):
            out.append(f"{name[:19]:20}{''.join(f'{row[source]:{len(source) + 2}}' for source in sources)}")
        if "de_conti" in detail:
            out.append(f"De' Conti: {', '.join(f'{k} {n}' for k, n in detail['de_conti'].items())}")
        elif detail.get("overall_victory"):
            out.append("An overall victory for the fleet.")
        return out


def _wrap(text: str, indent: int, more: int | None = None) -> list[str]:
    later = " " * (more if more is not None else indent)
    return textwrap.wrap(text, WIDTH, initial_indent=" " * indent, subsequent_indent=later)


def make_text(game: UltimateVoyage) -> VoyageText:
    """The game in words, under its edition."""
    return VoyageText(game.content)
