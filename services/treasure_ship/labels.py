"""What is asked and what each option means, in words; part of `text.TreasureText`."""

from __future__ import annotations

from typing import Any, Final

from treasure_ship.content import Content, Official
from treasure_ship.drawings import cell_name, placement_mask
from treasure_ship.names import COLOURS, POWERS
from treasure_ship.words import Words, amount, listed_goods

View = dict[str, Any]

QUESTIONS: Final = {
    "offer": "To which official do you make your offering?",
    "pay_goods": "With which goods do you pay?",
    "plan": "Which voyage do you take command of?",
    "extend": "How many Distance Extension chips do you use?",
    "route": "You are the captain. Where does the next route frame go?",
    "flagship": "On which square of the route do you put the flagship? It is your square too.",
    "square": "Which square of the route do you choose? (the others choose at the same time)",
    "colour": "Which emissary do you take?",
    "choose": "Which benefit do you take?",
    "goods": "Which goods do you take?",
    "animal_kind": "Which animal do you take?",
    "bonus": "Which bonus action do you take?",
    "detach": "Do you dispatch a detachment?",
}


class Labels:
    """Questions and options. `_c` and `_w` are the edition's tables and words."""

    _c: Content
    _w: Words

    def _official(self, place: str, v: View) -> Official:
        raise NotImplementedError

    def _seat(self, seat: int | str | None, v: View) -> str:
        """``you``, ``seat 2``, ``the NPC``."""
        if seat == "npc":
            return "the NPC"
        return "you" if seat is not None and seat == v["seat"] else f"seat {seat}"

    # --- where we are in the play of the seat

    def _frames(self, v: View) -> list[dict[str, Any]]:
        """What is being carried out for the seat of the view, outermost first."""
        frames: list[dict[str, Any]] = list(v["stack"])
        while frames and frames[-1].get("frame") == "action_step":
            step = frames[-1]
            if v["seat"] not in step["seats"]:
                break
            frames += step["branches"][step["seats"].index(v["seat"])]
            if frames[-1] is step:
                break
        return frames

    def _top(self, v: View, kind: str) -> dict[str, Any]:
        """The frame that asks, or {} if it is another."""
        frames = self._frames(v)
        return frames[-1] if frames and frames[-1].get("frame") == kind else {}

    def _acting(self, v: View) -> dict[str, Any]:
        """The seat's sequence of parts A to D, or {}."""
        return next((f for f in reversed(self._frames(v)) if f.get("frame") == "actions"), {})

    # --- questions

    def question(self, view: View, decision: str) -> str:
        """What is to be decided, in a sentence."""
        top = self._top(view, decision)
        acting = self._acting(view)
        match decision:
            case "pay_goods" if top:
                kinds = "different goods" if top["distinct"] else "goods"
                return f"With which {top['n']} {kinds} do you pay?"
            case "encounter" if top:
                where = self._w.square(top["square"])
                return f"Pirates of strength {top['strength']} at {where} (merit {top['merit']}). What do you do?"
            case "act" if acting:
                square = acting["square"] if top.get("main", True) else acting["target"]
                return f"What do you do at {self._w.square(square)}?"
            case "emissary" if top:
                return f"Do you send an emissary to {top['power'].capitalize()}?"
            case "trade" if top:
                return f"Do you trade {self._w.costs(self._c.effects[top['effect']].pay)} for something?"
            case "animal_place" if top:
                return f"Where do you put the {self._c.animal_titles[top['animal']]}?"
            case "monument" if acting:
                return f"Do you erect a stone monument at {self._w.square(acting['square'])}?"
            case "route" if view["leftover"]:
                return "The route cannot go on. Where does a frame that is left over go?"
        return QUESTIONS.get(decision, f"Decide: {decision.replace('_', ' ')}")

    # --- options

    def label(self, action: View, view: View) -> str:
        """What an option means."""
        a, v = action, view
        match a["type"]:
            case "offer":
                return self._w.official(a["card"], self._official(a["card"], v))
            case "pay_goods" | "goods":
                return listed_goods(a["goods"])
            case "plan":
                return f"Voyage {a['voyage']}"
            case "extend":
                n = a["count"]
                return "none" if n == 0 else f"{n}: {n} frame{'' if n == 1 else 's'} more"
            case "route":
                return self._w.square_with_all(a["square"])
            case "route_stop":
                return "stop here"
            case "flagship" | "square" | "detach":
                return self._w.square_with_all(a["square"]) + self._notes(a["square"], v, a["type"] == "detach")
            case "detach_pass":
                return "keep it"
            case "end":
                return "nothing more"
        return self._action_label(a, v)

    def _notes(self, q: int, v: View, detached: bool) -> str:
        """What a person should know of a square of the route."""
        out = []
        seat = v["seat"]
        if q == v["marker"] and v["captain"] != seat:
            out.append("flagship, costs a command chip")
        if q == v["event_square"]:
            out.append("event")
        if seat is not None and q in v["seats"][seat]["monuments"]:
            out.append("your monument: act twice")
        if detached and q not in v["route"]:
            out.append("off the route")
        return f" [{'; '.join(out)}]" if out else ""

    def _action_label(self, a: View, v: View) -> str:
        match a["type"]:
            case "fight":
                paid = f"pay {amount(a['weapons'], 'weapon')}"
                if not a["fire"]:
                    return f"fight: {paid}"
                return f"fight: fire the cannons{f' and {paid}' if a['weapons'] else ''}"
            case "gift":
                return "give a gift"
            case "avoid":
                return "avoid them (and do nothing there)"
            case "mass":
                return f"act: {self._action_here(v)}"
            case "event":
                if "option" not in a:
                    return f"Stowaway: {self._w.effects(self._c.stowaway)}"
                return self._w.merchant(a["option"])
            case "emissary":
                return self._emissary_label(a, v)
            case "trade":
                top = self._top(v, "trade")
                item = f"item {a['item'] + 1}"
                return self._w.effects(self._c.effects[top["effect"]].lists[a["item"]]) if top else item
            case "trade_decline":
                return "no trade"
            case "choose":
                top = self._top(v, "choose")
                item = f"benefit {a['index'] + 1}"
                return self._w.effects(self._c.effects[top["effect"]].lists[a["index"]]) if top else item
            case "colour":
                i = POWERS.index(a["power"])
                return f"{COLOURS[i]}, of {self._w.power(i)}"
        return self._last_label(a, v)

    def _last_label(self, a: View, v: View) -> str:
        match a["type"]:
            case "animal_kind":
                return self._animal_label(a["kind"], v)
            case "animal_place":
                return self._place_label(a, v)
            case "monument":
                square = self._acting(v).get("square", -1)
                if not a["erect"]:
                    return "no monument"
                cost = f" for {self._c.monument[square]} gold" if square >= 0 else ""
                return f"erect a monument{cost}"
            case "bonus":
                return self._w.square_with_all(a["square"])
            case "bonus_end":
                return "decline"
        return str(a)

    def _action_here(self, v: View) -> str:
        acting = self._acting(v)
        if not acting:
            return "the square"
        main = self._top(v, "act").get("main", True)
        return self._w.effects(self._c.action[acting["square"] if main else acting["target"]])

    def _emissary_label(self, a: View, v: View) -> str:
        top = self._top(v, "emissary")
        if not a["send"]:
            return "send none"
        if not top or v["seat"] is None:
            return "send one"
        seat, power = v["seats"][v["seat"]], POWERS.index(top["power"])
        level = seat["levels"][top["power"]]
        cost = self._c.level_cost[level]
        side = self._c.levels[power]["AB".index(v["sides"][top["power"]])][level]
        paid = f"{cost} emissar{'y' if cost == 1 else 'ies'}"
        first = f", once {self._w.effects(side.first)}" if side.first else ""
        return f"pay {paid}: level {level + 1}, hospitality also gives {self._w.effects(side.every)}{first}"

    def _animal_label(self, kind: str, v: View) -> str:
        i = self._c.animal_names.index(kind)
        n = v["animals"][kind]
        extra = f", {self._c.animal_vp[i]} points" if self._c.animal_vp[i] else ""
        left = f"{n} left" if n else "none left: its squares as points"
        return f"{self._c.animal_titles[i]} ({self._c.animal_cells[i]} squares{extra}; {left})"

    def _place_label(self, a: View, v: View) -> str:
        top = self._top(v, "animal_place")
        if not top:
            return f"rotation {a['rotation']} at {a['x']}, {a['y']}"
        mask = placement_mask(self._c, top["animal"], a["rotation"], a["x"], a["y"])
        cells = [cell for cell in range(self._c.width * self._c.height) if mask >> cell & 1]
        gains = [e for cell in cells for e in self._c.cell_effect[cell]]
        text = " ".join(cell_name(self._c, cell) for cell in cells)
        return f"{text}: {self._w.effects(gains)}" if gains else text
