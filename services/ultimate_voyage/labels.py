"""What is asked and what each option means, in words; part of `text.VoyageText`."""

from __future__ import annotations

from typing import Any, Final

from ultimate_voyage.content import Content
from ultimate_voyage.names import CARDS, CHARACTERS, COLOURS, DIALS, ZONES
from ultimate_voyage.words import (
    CARD_WORDS,
    COLOUR_WORDS,
    KIND_WORDS,
    SHIP_WORDS,
    Words,
    both,
    plural,
    resource,
    signed,
    track_words,
)

View = dict[str, Any]

QUESTIONS: Final = {
    "choose_character": "Which character do you take?",
    "solo_mat": "Which character mat do you use this round?",
    "arrange_cards": "In which order do you put the cards you used? (left 1 to right 5)",
    "diviner_reroll": "Diviner: which dial is rolled again?",
    "turn": "Which action do you take?",
    "forfeit_gain": "What do you take?",
    "storm_loss": "A storm: how do you cover the loss? What is not covered costs Prestige",
    "arrival_order": "Which arrival is dealt with first?",
    "encounter_select": "Which encounter do you have?",
    "encounter_option": "How do you deal with the encounter?",
    "pick_dial": "Which dial do you set aside?",
    "pick_target": "Whom does it hit?",
    "pick_class": "What kind of good do you look for?",
    "pick_structure": "What do you build?",
    "pick_upgrade": "Which action card do you upgrade?",
    "bonus_token": "Which bonus do you take?",
    "place_ship": "Where do you put the new ship?",
    "invite": "Whom do you invite to the attack?",
    "join_step": "You join the attack. What do you add?",
    "combat_loss": "Do you use the Healer's ability on the loss of troops?",
    "retreat": "Where do your ships retreat to?",
    "take_token": "Which knowledge token do you take?",
    "objective_deck": "From which deck do you draw an objective?",
    "objective_keep": "Which objective do you keep?",
    "objective_return": "Where do you put an objective that you do not keep?",
    "refill_deck": "From which deck is the display refilled?",
    "return_home": "Does a ship in Samudera go home to Nanjing?",
}


class Labels:
    """Questions and options. `_c` and `_w` are the edition's tables and words."""

    _c: Content
    _w: Words

    def _seat(self, seat: int | None, v: View) -> str:
        """``you``, ``seat 2``, ``de' Conti``."""
        if seat is None:
            return "nobody"
        if v["mode"] == "solo" and seat == 1:
            return "de' Conti"
        return "you" if seat == v["seat"] else f"seat {seat}"

    def _top(self, v: View, *kinds: str) -> dict[str, Any]:
        """The frame that asks, or {} if it is another."""
        top: dict[str, Any] = v["stack"][-1] if v["stack"] else {}
        return top if top.get("frame") in kinds else {}

    def _step(self, v: View) -> dict[str, Any]:
        """The action under way, or {}."""
        found = (f for f in reversed(v["stack"]) if f.get("frame") in ("action_step", "join_step"))
        return next(found, {})

    # --- questions

    def question(self, view: View, decision: str) -> str:
        """What is to be decided, in a sentence."""
        top = self._top(view, decision)
        match decision:
            case "action_step" if top:
                return self._action_question(top)
            case "storm_loss" if top:
                return f"Loss of {plural(top['points'], 'point')}: what covers it? The rest costs Prestige"
            case "mongol" if top:
                return f"Mongol campaign: what do you give? Each of {top['points']} not given costs Prestige"
            case "encounter_option" if top:
                where = self._w.zone(top["port"])
                return f"Encounter {self._w.encounter(top['card'])} at {where}: what do you do?"
            case "pay_mix" if top:
                return f"How do you pay {resource(top['price'], 'porcelain')}?"
            case "split_points" if top:
                word = "gain" if top["n"] > 0 else "lose"
                return f"How do you split the {plural(abs(top['n']), 'point')} that you {word}?"
            case "join_reply" if top:
                return f"Do you join the attack on {self._w.zone(top['port'])}?"
            case "retreat" if top:
                return f"Where do your ships at {self._w.zone(top['port'])} retreat to?"
            case "scout_encounter" if top:
                return f"Where do you put {self._w.encounter(view['deck']['known'][0]['card'])}, which you looked at?"
            case "turn" if top.get("after"):
                return "Do you do more before your turn ends?"
        return QUESTIONS.get(decision, f"Your choice ({decision.replace('_', ' ')})?")

    def _action_question(self, top: dict[str, Any]) -> str:
        where = self._w.zone(top["port"]) if top["port"] >= 0 else "your ships"
        here = max(0, top["general"] + top["local"])
        card = CARD_WORDS[CARDS[top["card"]]] if top["card"] >= 0 else "Scouting"
        contest = f", {signed(top['contest'])} in the first combat" if top["contest"] else ""
        away = f" ({max(0, top['general'])} elsewhere)" if top["local"] else ""
        return f"{card} at {where}, strength left {here}{away}{contest}: what do you do?"

    # --- options

    def label(self, action: View, view: View) -> str:
        """What an option means."""
        a, w = action, self._w
        match a["type"]:
            case "choose_character":
                home = f", starting at {w.port(a['home'])}" if "home" in a else ""
                return w.character(a["character"]) + home
            case "solo_mat":
                return w.character(a["character"])
            case "mongol":
                return f"Give {both(a['porcelain'], a['troops'])}"
            case "arrange_cards":
                return ", ".join(CARD_WORDS[card] for card in a["order"])
            case "diviner_reroll":
                if "die" not in a:
                    return "No reroll"
                return f"{a['die'].capitalize()} of {self._seat(a['seat'], view)}"
            case "forfeit_gain":
                return both(a["porcelain"], a["troops"]).capitalize()
            case "storm_loss":
                pairs = resource(2 * a["porcelain_pairs"], "porcelain") if a["porcelain_pairs"] else ""
                troops = plural(a["troops"], "point") + " by troops" if a["troops"] else ""
                healer = "the Healer's ability" if a["healer"] else ""
                return ", ".join(x for x in (troops, pairs, healer) if x).capitalize() or "Nothing"
            case "arrival_order" | "place_ship":
                return w.port(a["port"])
            case "encounter_select":
                return w.encounter(a["card"])
            case "encounter_option":
                return w.option(self._card_of(view), a["option"])
            case "pick_dial":
                return self._dial(a["dial"], view)
            case "pick_target":
                return self._seat(a["seat"], view).capitalize()
            case "pay_mix":
                return both(a["porcelain"], a["troops"]).capitalize()
            case "pick_class":
                return str(a["class"]).capitalize()
            case "pick_structure":
                return KIND_WORDS[a["kind"]].capitalize()
            case "pick_upgrade":
                return CARD_WORDS[a["card"]]
            case "split_points":
                sign = -1 if self._top(view, "split_points").get("n", 1) < 0 else 1
                parts = [track_words(t, sign * a[t]) for t in ("prestige", "profit") if a[t]]
                return ", ".join(parts) or "Nothing"
            case "bonus_token":
                return "Another ship" if a["token"] == "ship" else "An upgraded action card"
            case "invite":
                return ", ".join(self._seat(seat, view) for seat in a["seats"]).capitalize() or "Nobody"
            case "join_reply":
                return f"Join with {self._dial(a['dial'], view)}" if a["join"] else "Do not join"
            case "combat_loss":
                return "Yes" if a["healer"] else "No"
            case "retreat":
                return w.port(a["port"]) if "port" in a else "They stay"
            case "take_token":
                return COLOUR_WORDS[a["colour"]].capitalize()
            case "objective_deck" | "refill_deck":
                return f"The {a['deck']} deck"
            case "objective_keep":
                return w.objective(a["objective"])
            case "objective_return":
                return f"{w.objective(a['objective'])} at the {a['place']} of its deck"
            case "return_home":
                return f"{SHIP_WORDS[a['ship']].capitalize()} goes home" if "ship" in a else "No further ship"
        return self._turn_label(a, view)

    def _card_of(self, v: View) -> int:
        """The encounter card that is being resolved."""
        return next((f["card"] for f in reversed(v["stack"]) if f.get("frame", "").startswith("encounter")), 1)

    def _dial(self, dial: str, v: View) -> str:
        """``Sun +2``, as the reader's own."""
        if v["seat"] is None:
            return dial.capitalize()
        return f"{dial.capitalize()} {signed(v['players'][v['seat']]['dials'][DIALS.index(dial)])}"

    def _turn_label(self, a: View, v: View) -> str:
        w = self._w
        match a["type"]:
            case "action":
                pending = f", settling a pending {CARD_WORDS[a['pending']]}" if "pending" in a else ""
                strength = self.strength(a["card"], a["dial"], a["port"], v)
                what = f"{CARD_WORDS[a['card']]} at {w.port(a['port'])} with {self._dial(a['dial'], v)}"
                return f"{what}: strength {strength}{pending}"
            case "forfeit":
                return f"Forfeit {CARD_WORDS[a['card']]} with {self._dial(a['dial'], v)}"
            case "mage":
                return f"Mage: reroll {a['dial'].capitalize()} of {self._seat(a['seat'], v)}"
            case "motivated":
                return f"Motivated: free {CARD_WORDS[a['card']]} at {w.port(a['port'])} with base {a['k']}"
            case "end_turn":
                return "End the turn"
        return self._step_label(a, v)

    def strength(self, card: str, dial: str, port: str, v: View) -> int:
        """What an action of the reader begins with: position, dial, bonuses, depot."""
        p = v["players"][v["seat"] or 0]
        c, k = self._c, CARDS.index(card)
        bonus = c.card_bonus[k][1 if card in p["upgraded"] else 0]
        if p["character"] is not None:
            mat = c.characters[CHARACTERS.index(p["character"])]
            bonus += mat.bonus if mat.bonus_card == k else 0
        depots = {x["port"]: x["depot"] for x in v["ports"]}
        local = c.depot_bonus if port == "nanjing" or depots.get(port) == v["seat"] else 0
        position = 0 if card in p["used"] else c.position_values[p["order"].index(card)]
        return int(position + p["dials"][DIALS.index(dial)] + min(bonus, c.action_bonus_max) + local)

    def _step_label(self, a: View, v: View) -> str:
        w, c = self._w, self._c
        match a["type"]:
            case "commit":
                return "Commit this strength"
            case "resource":
                step = self._step(v)
                price = c.step_cost(step.get("bought", 0) + 1)
                what = "troops" if step.get("card", 0) >= 0 and c.card_resource[step.get("card", 0)] else "porcelain"
                return f"Strength +1 for {resource(price, what)}"
            case "knowledge":
                return "Strength +1 for a knowledge token"
            case "wild":
                return f"Strength {signed(a['n'])} for the wild tokens of {self._source(a['source'])}"
            case "card_bonus":
                return f"The bonus of {w.encounter(a['card'])}"
            case "labor":
                return f"Labor: strength +{c.labor_strength} for Prestige -{c.labor_prestige}"
            case "scout_goods":
                return f"Scout the goods at {w.port(a['port'])}"
            case "scout_affiliation":
                return f"Scout the affiliation of {w.port(a['port'])}"
            case "scout_encounter":
                return f"At the {a['place']} of the deck" if "place" in a else "Scout the next encounter"
            case "board":
                return f"Take {SHIP_WORDS[a['ship']]} along"
            case "drop":
                return f"Leave {SHIP_WORDS[a['ship']]} behind"
            case "sail":
                return f"Sail to {w.port(a['to'])}"
            case "end_route":
                return "End the route here"
            case "arrive":
                return "End the movement: the ships arrive"
            case "end":
                return "End the action"
            case "attack":
                port = isinstance(a["target"], str)
                target = self._target(a["target"], v) if port else w.encounter(a["target"])
                return f"Attack {target} with strength {a['s']}"
            case "build":
                return f"Build {KIND_WORDS[a['kind']]}" + (f" at {w.port(a['port'])}" if "port" in a else "")
            case "parley" | "contest":
                how = "Parley over" if a["type"] == "parley" else "Settle"
                return f"{how} {w.encounter(a['card'])} with strength {a['s']}"
            case "diplomacy":
                now = self._port(a["port"], v).get("affiliation")
                was = f" (now {signed(now)})" if now is not None else ""
                return f"Affiliation of {w.port(a['port'])} {signed(a['steps'])}{was}"
            case "explore":
                return f"Explore {w.port(a['port'])} for {plural(a['n'], 'token')}"
            case "trade":
                return f"Buy {w.good(a['good'])}"
            case "courier":
                holder = "your own card" if a["holder"] == "private" else "the public card"
                return f"Courier with {w.good(a['good'])} for {holder}"
        return self._knowledge_label(a)

    def _knowledge_label(self, a: View) -> str:
        w = self._w
        match a["type"]:
            case "private_objective":
                return f"Draw a private objective for {self._tokens(a['tokens'])}"
            case "upgrade":
                card = CARDS[self._c.card_of_colour[COLOURS.index(a["colour"])]]
                return f"Upgrade {CARD_WORDS[card]} for {self._tokens(a['tokens'])}"
            case "free_action":
                card = CARDS[self._c.card_of_colour[COLOURS.index(a["colour"])]]
                wild = f", {a['wild']} of them wild" if a["wild"] else ""
                count = plural(a["n"], f"{COLOUR_WORDS[a['colour']]} token")
                return f"Free {CARD_WORDS[card]} at {w.port(a['port'])} for {count}{wild}"
        return str(a["type"]).replace("_", " ").capitalize()

    @staticmethod
    def _tokens(tokens: View) -> str:
        wild = [f"{tokens['wild']} wild"] if tokens["wild"] else []
        return ", ".join(["".join(tokens["colours"]), *wild] if tokens["colours"] else wild) or "no token"

    def _source(self, source: str | int) -> str:
        return self._w.encounter(source) if isinstance(source, int) else f"{self._w.icon(source)} {source}"

    @staticmethod
    def _port(port: str, v: View) -> View:
        return next((p for p in v["ports"] if p["port"] == port), {})

    def _target(self, port: str, v: View) -> str:
        """``Champa (2)``: a port with its strength."""
        return f"{self._w.port(port)} ({self._c.strength[ZONES.index(port)]})"
