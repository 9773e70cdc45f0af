"""What happened, in sentences; part of `text.VoyageText`."""

from __future__ import annotations

from typing import Any, Final

from ultimate_voyage.content import Content
from ultimate_voyage.words import (
    CARD_WORDS,
    COLOUR_WORDS,
    END_WORDS,
    KIND_WORDS,
    SHIP_WORDS,
    WIND_WORDS,
    Words,
    both,
    plural,
    resource,
    signed,
)

View = dict[str, Any]

PURPOSES: Final = {
    "de_conti_start": "where de' Conti starts",
    "drift": "where the wind drives the ship",
    "last_sail": "how well the last Sail went",
    "affiliation": "the affiliation",
    "combat": "combat",
    "contest": "the encounter",
    "health": "Zheng He's health",
    "mongol": "the Mongol campaign",
    "deity": "the deity",
    "storm": "the storm",
    "diviner": "the Diviner",
    "mage": "the Mage",
}
BOOSTS: Final = {
    "resource": "tokens",
    "knowledge": "a knowledge token",
    "wild": "wild tokens",
    "card_bonus": "an encounter card",
    "labor": "Labor",
}


class Happenings:
    """Events. `_c` and `_w` are the edition's tables and words."""

    _c: Content
    _w: Words

    def event(self, event: View, view: View, names: list[str]) -> str:
        """What happened, in a sentence. `view` is any view of the seat that reads it."""
        e = event
        seat = e.get("seat")
        who = self._name(seat, view, names) if isinstance(seat, int) else "Nobody"
        for teller in (self._table_event, self._turn_event, self._port_event, self._point_event, self._card_event):
            told = teller(e, who, view, names)
            if told:
                return told
        return f"{e['type'].replace('_', ' ').capitalize()}"

    # --- rounds and players

    def _table_event(self, e: View, who: str, view: View, names: list[str]) -> str:
        w = self._w
        match e["type"]:
            case "first_player":
                return f"{who} {_verb(who, 'goes', 'go')} first"
            case "round_started":
                storm = f", storms on the {self._ocean(e['storm'])}" if e["storm"] is not None else ""
                return f"Round {e['round']}: {WIND_WORDS[e['wind']]}{storm}"
            case "tile_turned":
                return f"The tile of round {e['round']} was turned up: {e['tile'].replace('_', ' ')}"
            case "health":
                return f"Zheng He's health fell by {e['steps']} to space {e['space']} of {e['last']}"
            case "turn_order":
                return "Turn order: " + ", ".join(self._name(seat, view, names) for seat in e["seats"])
            case "dials_set":
                rows = [
                    f"{self._name(seat, view, names)} {' '.join(signed(n) for n in dials)}"
                    for seat, dials in enumerate(e["dials"])
                ]
                return f"Dials (Sun, Moon, Star): {'; '.join(rows)}"
            case "dial_set":
                return f"{_whose(who)} {e['dial'].capitalize()} dial is {signed(e['value'])} now"
            case "dice":
                faces = " ".join(str(face) for face in e["faces"])
                purpose = PURPOSES.get(e["purpose"], e["purpose"])
                return f"{e['die'].capitalize()} die for {purpose}: {faces} = {signed(e['result'])}"
            case "mongol":
                return f"{who} gave {both(e['porcelain'], e['troops'])} for the Mongol campaign ({e['points']})"
            case "cards_submitted":
                order = f": {w.order(e['order'])}" if "order" in e else ""
                return f"{who} put the action cards in order{order}"
            case "cards_arranged":
                rows = [f"{self._name(x['seat'], view, names)} {w.order(x['order'])}" for x in e["orders"]]
                return f"Action cards: {'; '.join(rows)}"
            case "character_chosen":
                home = f", starting at {w.port(e['home'])}" if e["home"] is not None else ""
                return f"{who} took the {e['character'].capitalize()}{home}"
            case "flagships_met":
                return f"The flagships met at {w.port(e['port'])}"
            case "de_conti":
                return self._conti(e)
            case "end_triggered":
                by = f" ({self._name(e['seat'], view, names)})" if e["seat"] is not None else ""
                return f"The end is near: {END_WORDS.get(e['reason'], e['reason'])}{by}"
            case "scored":
                rows = [f"{self._name(i, view, names)} {score}" for i, score in enumerate(e["scores"])]
                return f"Final score: {', '.join(rows)}"
            case "resigned":
                return f"{who} resigned"
            case "aborted":
                return "The match was aborted"
        return ""

    def _ocean(self, ocean: str) -> str:
        return f"{ocean.capitalize()} Ocean"

    def _conti(self, e: View) -> str:
        """What de' Conti did and why."""
        w = self._w
        match e["action"]:
            case "forfeit":
                what = f"forfeited {CARD_WORDS[e['card']]}"
            case "explore":
                what = f"explored {w.port(e['port'])}"
            case "trade" | "sail":
                what = (
                    f"took the action {CARD_WORDS[e['card']]} with {e['dial'].capitalize()}, strength {e['strength']}"
                )
            case "free_trade":
                what = f"traded {w.good(e['good'])} for knowledge tokens"
            case "trade_on":
                what = f"bought {w.good(e['good'])} too"
            case "free_sail":
                what = f"sailed to {w.port(e['to'])} for {plural(e['tokens'], 'knowledge token')}"
            case _:
                what = str(e["action"]).replace("_", " ")
        return f"De' Conti {what}: {e['why']}"

    # --- turns and actions

    def _turn_event(self, e: View, who: str, view: View, names: list[str]) -> str:
        w = self._w
        match e["type"]:
            case "turn_started":
                return "Your turn" if who == "You" else f"Turn of {_lower(who)}"
            case "action_started":
                dial = f" with {e['dial'].capitalize()}" if e["dial"] is not None else ", free"
                what = "joined with the action" if e["joins"] else "began the action"
                strength = e["base"] + e["bonus"] + e["cards"] + e["local"]
                return f"{who} {what} {CARD_WORDS[e['card']]} at {w.port(e['port'])}{dial}: strength {strength}"
            case "action_ended":
                return f"{who} ended the action"
            case "forfeited":
                return f"{who} forfeited {CARD_WORDS[e['card']]} with {e['dial'].capitalize()}"
            case "boosted":
                return f"{who} added {signed(e['n'])} by {BOOSTS.get(e['how'], e['how'])}: strength {e['total']} in all"
            case "bundle_used":
                source = e["source"]
                name = w.encounter(source) if isinstance(source, int) else w.icon(source)
                return f"{who} used the wild tokens of {name}"
            case "token_used":
                return f"{who} used {plural(e['n'], COLOUR_WORDS[e['colour']] + ' token')}"
            case "tokens_changed":
                word = "gained" if e["n"] > 0 else "lost"
                return f"{who} {word} {resource(abs(e['n']), e['what'])}"
            case "dial_set_aside":
                return f"{who} set the {e['dial'].capitalize()} dial aside"
            case "boarded":
                return f"{who} took {SHIP_WORDS[e['ship']]} along from {w.port(e['port'])}"
            case "dropped":
                return f"{who} left {SHIP_WORDS[e['ship']]} at {w.port(e['port'])}"
            case "sailed":
                ships = ", ".join(SHIP_WORDS[ship] for ship in e["ships"])
                if "path" in e:
                    return f"{who} sailed with {ships} by {', '.join(w.port(z) for z in e['path'])}"
                return f"{who} sailed from {w.port(e['from'])} to {w.port(e['to'])} with {ships} (cost {e['cost']})"
            case "arrived":
                return f"{who} arrived at {w.port(e['port'])}"
            case "storm_loss" | "combat_loss":
                parts = [both(e["porcelain"], e["troops"])] if e["porcelain"] or e["troops"] else []
                parts += [f"{e['prestige']} Prestige"] if e["prestige"] else []
                where = "the storm" if e["type"] == "storm_loss" else "the defeat"
                return f"{who} lost {' and '.join(parts) or 'nothing'} in {where}"
            case "healed":
                return f"{who} used the Healer's ability"
            case "ship_placed":
                return f"{who} put {SHIP_WORDS[e['ship']]} at {w.port(e['port'])}"
            case "ship_returned":
                points = f" for {plural(e['points'], 'point')}" if e["points"] else ""
                return f"{_whose(who)} {SHIP_WORDS[e['ship']].removeprefix('the ')} came home to Nanjing{points}"
            case "tower":
                return f"{who} built {plural(e['levels'], 'level')} of the Porcelain Tower ({e['height']} in all)"
            case "retreated":
                return f"{who} retreated from {w.port(e['from'])} to {w.port(e['to'])}"
        return self._combat_event(e, who, view, names)

    def _combat_event(self, e: View, who: str, view: View, names: list[str]) -> str:
        w = self._w
        match e["type"]:
            case "combat_declared":
                return f"{who} attacked {w.port(e['port'])}"
            case "invited":
                others = ", ".join(_lower(self._name(seat, view, names)) for seat in e["seats"])
                return f"{who} invited {others} to attack {w.port(e['port'])}"
            case "joined":
                return f"{who} joined the attack on {w.port(e['port'])}"
            case "declined":
                return f"{who} did not join the attack on {w.port(e['port'])}"
            case "committed":
                return f"{who} committed strength {e['strength']} at {w.port(e['port'])}"
            case "combat_result":
                rows = [
                    f"{_lower(self._name(seat, view, names))} {strength}"
                    for seat, strength in zip(e["seats"], e["strength"], strict=True)
                ]
                against = f"against {e['opponent']}"
                return f"Combat at {w.port(e['port'])}: {', '.join(rows)} {against}: {e['result']}"
            case "contest_result":
                card = w.encounter(e["card"])
                return f"{who} met {card} with strength {e['strength']} against {e['opponent']}: {e['result']}"
        return ""

    # --- ports

    def _port_event(self, e: View, who: str, view: View, names: list[str]) -> str:
        w = self._w
        where = w.port(e["port"]) if isinstance(e.get("port"), str) else "the map"
        match e["type"]:
            case "affiliation_changed":
                was = f" from {signed(e['from'])}" if e["from"] is not None and e["from"] > -9 else ""
                return f"Affiliation of {where} changed{was} to {signed(e['to'])}"
            case "tributary":
                return (
                    f"{where} became a tributary of {_lower(who)}" if e["seat"] is not None else f"{where} pays tribute"
                )
            case "tributary_ended":
                return f"{where} is no longer a tributary"
            case "hostile":
                return f"{where} became hostile"
            case "depot_lost":
                return f"{_whose(who)} depot at {where} was lost"
            case "built":
                at = f" at {where}" if e["port"] is not None else ""
                return f"{who} built {KIND_WORDS[e['kind']]}{at}"
            case "negotiated":
                return f"{who} negotiated with {where}: {signed(e['steps'])}"
            case "explored":
                n = e["n"] if "n" in e else len(e["colours"])
                return f"{who} explored {where} for {plural(n, 'token')}"
            case "token_taken":
                return f"{who} took {plural(e['n'], COLOUR_WORDS[e['colour']] + ' token')} at {where}"
            case "token_refilled":
                return f"A {COLOUR_WORDS[e['colour']]} token was put at {where}"
            case "goods_revealed":
                return f"Goods turned up at {where}: {self._goods(e['goods'])}"
            case "goods_refilled":
                shown = f": {self._goods(e['goods'])}" if e["goods"] else ""
                return f"{plural(e['n'], 'good')} came to {where}{shown}"
            case "bazaar_replaced":
                return f"The bazaar of {where} was replaced: {self._goods(e['goods'])}"
            case "good_bought":
                return f"{who} bought {w.good(e['good'])} at {where}"
            case "good_taken":
                return f"{who} took {w.icon(e['good'])} {e['good']}: {w.good_gains(e['good'])}"
            case "good_lost":
                return f"{who} lost {w.icon(e['good'])} {e['good']}"
            case "goods_searched":
                taken = w.icon(e["taken"]) if e["taken"] is not None else "nothing"
                return f"{who} searched for {e['class']} goods ({len(e['shown'])} turned up) and took {taken}"
            case "scouted_goods":
                goods = f": {self._goods(e['goods'])}" if "goods" in e else ""
                return f"{who} scouted the goods at {where}{goods}"
            case "scouted_affiliation":
                return f"{who} scouted {where}: affiliation {signed(e['value'])}"
        return ""

    def _goods(self, goods: list[str]) -> str:
        return ", ".join(self._w.good_short(g) for g in goods) or "none"

    # --- points

    def _point_event(self, e: View, who: str, view: View, names: list[str]) -> str:
        w = self._w
        match e["type"]:
            case "track":
                return f"{_whose(who)} {e['track'].capitalize()} {signed(e['n'])}: {e['value']}"
            case "story":
                return f"{who} told {plural(e['n'], 'story point')} of {w.region(e['region'])}: space {e['space']}"
            case "bonus_taken":
                what = "ship" if e["token"] == "ship" else "upgrade"
                return f"{who} took a bonus {what} ({e['track'].capitalize()})"
            case "upgraded":
                return f"{who} upgraded {CARD_WORDS[e['card']]}"
            case "objective_revealed":
                return f"New public objective: {w.objective(e['objective'])}"
            case "objective_discarded":
                return f"Objective discarded from the {e['deck']} deck: {w.objective(e['objective'])}"
            case "objective_removed":
                return f"Objective out of the game: {w.objective(e['objective'])}"
            case "objective_claimed":
                private = "private " if e["private"] else ""
                return f"{who} completed the {private}objective {w.objective(e['objective'])}"
            case "objective_drawn":
                what = w.objective(e["objective"]) if "objective" in e else "an objective"
                return f"{who} drew {what} from the {e['deck']} deck"
            case "objective_kept":
                return f"{who} kept the private objective {w.objective(e['objective'])}"
            case "objective_returned":
                what = w.objective(e["objective"]) if "objective" in e else "an objective"
                return f"{who} put {what} at the {e['place']} of the {e['deck']} deck"
        return ""

    # --- encounter cards

    def _card_event(self, e: View, who: str, view: View, names: list[str]) -> str:
        w = self._w
        match e["type"]:
            case "encounter_drawn":
                return f"{who} met {w.encounter(e['card'])} at {w.port(e['port'])}"
            case "encounter_resolved":
                return f"{who} chose at {w.encounter(e['card'])}: {w.option(e['card'], e['option'])}"
            case "encounter_void":
                return f"{w.encounter(e['card'])} has no option that {_lower(who)} can take"
            case "card_discarded":
                return f"{w.encounter(e['card'])} was discarded"
            case "card_to_bottom":
                return f"{w.encounter(e['card'])} went to the bottom of the deck"
            case "encounters_shuffled":
                return f"The encounter deck was shuffled: {e['cards']} cards"
            case "scouted_encounter":
                what = w.encounter(e["card"]) if "card" in e else "the next encounter"
                return f"{who} looked at {what}"
            case "scouted_card_put":
                return f"{who} put the encounter card at the {e['place']} of the deck"
            case "pending_added":
                target = w.port(e["port"]) if "port" in e else w.encounter(e["card"])
                return f"{who} must settle {target} by {CARD_WORDS[e['pending']]}"
            case "pending_settled":
                target = w.port(e["port"]) if "port" in e else w.encounter(e["card"])
                return f"{who} settled {target}"
            case "pending_lapsed":
                return f"The attack of {w.port(e['port'])} on {_lower(who)} lapsed"
        return ""

    @staticmethod
    def _name(seat: int | None, view: View, names: list[str]) -> str:
        if seat is None:
            return "Nobody"
        if seat == view["seat"]:
            return "You"
        return names[seat] if seat < len(names) else "De' Conti"


def _lower(who: str) -> str:
    """A name within a sentence."""
    return who[0].lower() + who[1:] if who in ("You", "Nobody", "De' Conti") else who


def _whose(who: str) -> str:
    return "Your" if who == "You" else f"{who}'s"


def _verb(who: str, other: str, you: str) -> str:
    return you if who == "You" else other
