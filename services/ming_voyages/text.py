"""The game in words, for people at a terminal: the board in 80 columns, what an option means, what happened.

All of it is made from a seat's view (the JSON object that a bot gets too), so it shows nothing that the seat may not
know. `make_text` is what `baochuan play`, `watch` and `replay` look for in a game.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any, Final

from ming_voyages.content import CARDS, Card, Content, Special
from ming_voyages.dice import result
from ming_voyages.game import MingVoyages
from ming_voyages.names import (
    ACTION_CARD,
    CP_ACTIONS,
    EMPEROR_CARD,
    OP_ACT,
    OP_CHOOSE,
    OP_RESERVE_TOP,
    OP_RETURN,
    OP_TAKE,
    REGIONS,
    SELECTORS,
    SIDES,
)

WIDTH: Final = 80
View = dict[str, Any]
Words = dict[str, Any]

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
}
PLACES: Final = {
    "@ming_borderland": "a Borderland that the Emperor controls",
    "@barbarian_borderland": "a Borderland that the Overlord controls",
    "@barbarian_homeland": "a Barbarian Homeland",
    "@barbarian_region": "a region of the Overlord",
    "@ming_region": "a region of the Emperor",
}
PHASE_WORDS: Final = {
    "": "set-up",
    "draw": "draw phase",
    "emperor": "the Emperor's phase",
    "overlord": "the Overlord's phase",
    "end_of_round": "end of the round",
}
HITS: Final = {"standoff": "standoff, nobody loses", "normal_hit": "normal hit", "devastating_blow": "devastating blow"}
RESULTS: Final = ["", "single", "double", "triple"]
# What a seat wants to see before each kind of decision; all other kinds: the map.
SCENES: Final = {"play_card": ("map", "sides", "hand"), "reaction": ("map", "sides", "play"), "reroll": ("battle",)}


def count(n: int, piece: str) -> str:
    """``2 Troops``, ``1 Horde``, ``3 Gold``."""
    return f"{n} {piece.capitalize()}{'' if n == 1 or piece == 'gold' else 's'}"


def listed(parts: list[str], none: str = "none") -> str:
    return ", ".join(parts) or none


def success_chance(attempts: int, total: int) -> int:
    """Per cent: some die of so many shows less than `total`."""
    low = min(6, max(0, total - 1))
    return round(100 * (1 - ((6 - low) / 6) ** attempts))


class MingText:
    """See `bot_player.catalogue.GameText`."""

    def __init__(self, content: Content) -> None:
        self._c = content
        names = [card.name for card in content.cards]
        self._shared_names = {name for name in names if names.count(name) > 1}
        self._labels: dict[str, Callable[[Words, View], str]] = {
            "play_card": self._play_label,
            "choose_use": self._use_label,
            "take_amount": self._amount_label,
            "distribute": lambda a, _: self._division(a["to"]),
            "move": lambda a, v: (
                f"{count(a['n'], self._mover(v))} from {self._region(a['from'])} to {self._region(a['to'])}"
            ),
            "attack_target": lambda a, v: f"{self._region(a['target'])}, held by {self._pieces(v, a['target'])}",
            "attack": lambda a, _: " and ".join(f"{n} from {self._region(r)}" for r, n in a["from"].items()),
            "voyage": self._voyage_label,
            "build_origin": lambda a, v: f"{self._region(a['from'])} ({self._pieces(v, a['from'])})",
            "pick_region": lambda a, v: f"{self._region(a['region'])} ({self._pieces(v, a['region'])})",
            "pick_option": self._option_label,
            "reaction": self._reaction_label,
            "reroll": self._reroll_label,
            "discard_order": lambda a, _: f"{self.card(a['cards'][0])} below, {self.card(a['cards'][1])} on top",
        }

    # --- the position

    def panels(self, view: View) -> dict[str, list[str]]:
        """All there is to see, by name, in the order in which it is shown; empty ones are left out."""
        found = {
            "map": self._map(view),
            "sides": self._sides(view),
            "play": self._in_play(view),
            "battle": self._battle(view),
            "hand": self._hand(view),
        }
        return {name: lines for name, lines in found.items() if lines}

    def scene(self, decision: str) -> tuple[str, ...]:
        """Which panels matter for a kind of decision."""
        return SCENES.get(decision, ("map", "battle"))

    def _map(self, v: View) -> list[str]:
        phase = PHASE_WORDS[v["phase"]]
        head = f"Round {v['round']}, era {v['era']}, {phase}"
        return [head, *_boxes(self._rows(v)), *self._voyages(v)]

    def _rows(self, v: View) -> list[list[tuple[int, list[str]]]]:
        """The boxes of the map: rows of (width, lines)."""
        homelands = [
            (w, [self._region(r), self._pieces(v, r), "> " + ", ".join(self._region(b) for b in self._borders(r))])
            for w, r in zip((26, 25, 25), ("western_mongols", "eastern_mongols", "manchus"), strict=True)
        ]
        borderlands = [
            (w, [f"{self._region(r):<{w - 3}}{self._holder(v, r)}", *self._stacks(v, r)])
            for w, r in zip((15, 15, 15, 15, 14), ("yunnan", "sichuan", "gansu", "shanxi", "liaodong"), strict=True)
        ]
        below = [
            (w, [f"{self._region(r)}: {self._pieces(v, r)}"])
            for w, r in zip((39, 38), ("ming_homeland", "south_china_sea"), strict=True)
        ]
        return [homelands, borderlands, below]

    def _borders(self, region: str) -> list[str]:
        return [REGIONS[r] for r in self._c.overlord_edges[REGIONS.index(region)] if 1 <= r <= 5]

    def _holder(self, v: View, region: str) -> str:
        p = v["board"].get(region, {})
        ming, barbarian = p.get("troop", 0) > 0, p.get("horde", 0) + p.get("settlement", 0) > 0
        return "!" if ming and barbarian else "E" if ming else "O" if barbarian else "-"

    def _stacks(self, v: View, region: str) -> list[str]:
        """The pieces in a Borderland in two lines; in a battle those of both sides."""
        p = v["board"].get(region, {})
        parts = [count(n, piece) for piece in ("troop", "horde", "settlement") if (n := p.get(piece, 0))]
        if len(parts) > 2:
            parts = [parts[0], f"{p['horde']} H, {p['settlement']} S"]
        return [*parts, "", ""][:2] if parts else ["(empty)", ""]

    def _pieces(self, v: View, region: str) -> str:
        p = v["board"].get(region, {})
        return listed([count(p[piece], piece) for piece in self._c_pieces() if p.get(piece)], "empty")

    @staticmethod
    def _c_pieces() -> tuple[str, ...]:
        return ("troop", "horde", "settlement", "gold", "junk")

    def _voyages(self, v: View) -> list[str]:
        done = set(v["completed"])
        items = [f"[{'x' if n in done else ' '}] {n} {self._c.voyage_names[n]}" for n in range(1, 8)]
        supply = ", ".join(count(n, piece) for piece, n in v["supply"].items())
        first = "   ".join(items[:4])
        return [f"Voyages:  {first}", f"          {'   '.join(items[4:])}", f"Supply:   {supply}"]

    def _sides(self, v: View) -> list[str]:
        parts = []
        for side in SIDES:
            you = ", you" if side == v["side"] else ""
            hand, reserve = v["hand_sizes"][side], v["reserve_sizes"][side]
            parts.append(f"{side.capitalize()}{you}: {hand} in hand, {reserve} reserved")
        top = f", top {self.card(v['discard'][-1])}" if v["discard"] else ""
        out = ["Cards:    " + "   ".join(parts), f"          deck {v['deck_size']}, discard {len(v['discard'])}{top}"]
        known = v["known_opponent"]
        if known["hand"]:
            out += _wrap("You gave them: " + listed([self.card(n) for n in known["hand"]]), 10)
        if known["reserve"]:
            out += _wrap("They reserved: " + listed([self.card(n) for n in known["reserve"]]), 10)
        if v["reserve"]:
            out += _wrap("Your reserve: " + listed([self.card(n) for n in v["reserve"]]), 10)
        return out

    def _hand(self, v: View) -> list[str]:
        if v["side"] is None:
            return []
        if not v["hand"]:
            return ["Your hand is empty."]
        out = ["Your hand:"]
        for n in v["hand"]:
            out += self.card_lines(n, v)
        return out

    def _in_play(self, v: View) -> list[str]:
        if v["in_play"] is None:
            return []
        out = ["Card in play:", *self.card_lines(v["in_play"], v)]
        if v["reinforcement"] is not None:
            out.append(f"  reinforced by {self.card(v['reinforcement'])}")
        return out

    def _battle(self, v: View) -> list[str]:
        b = v["battle"]
        if b is None:
            return []
        attacker, defender = b["attacker"], SIDES[1 - SIDES.index(b["attacker"])]
        out = [f"Battle for {self._region(b['target'])} ({self._pieces(v, b['target'])}), round {b['rounds']}"]
        for name, side, dice in (("attack", attacker, b["attack_dice"]), ("defence", defender, b["defence_dice"])):
            you = "you" if side == v["side"] else f"the {side.capitalize()}"
            out.append(f"  {name:8}{dice_words(dice)} ({you})")
        if b["rerolls"]:
            out.append(f"  re-rolls left: {b['rerolls']}")
        return out

    # --- cards

    def card(self, number: int) -> str:
        """``Affluence (3 CP)``, with its number if the edition has several of this name."""
        card = self._c.cards[number]
        more = f" no. {number}" if card.name in self._shared_names else ""
        return f"{card.name}{more} ({card.cp} CP)"

    def card_lines(self, number: int, v: View | None) -> list[str]:
        """A card with its texts; what is not open now says when it is."""
        card = self._c.cards[number]
        kind = f"Voyage {card.voyage}" if card.type == ACTION_CARD else self._owner(card).capitalize() + " card"
        out = [f"  {self.card(number)}, {kind}"]
        for name, special, closed in self._texts(card, v):
            out += _wrap(f"{name}: {special.text}{closed}", 6, 8)
        return out

    @staticmethod
    def _owner(card: Card) -> str:
        return "emperor" if card.type == EMPEROR_CARD else "barbarian"

    def _texts(self, card: Card, v: View | None) -> list[tuple[str, Special, str]]:
        """(who, what, why it is closed now)."""
        done = v["completed"] if v is not None else []
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
        found = self._c.open_specials(SIDES.index(side), completed)[number]
        return found.text if found is not None else ""

    def _used(self, number: int, side: str) -> str:
        """The text of a special action that was used; "" for cards whose action depends on when that was."""
        card = self._c.cards[number]
        found = (card.emperor, card.overlord)[SIDES.index(side)] if card.type == ACTION_CARD else None
        return found.text if found is not None else ""

    def reference(self, view: View) -> list[str]:
        """All cards with their texts."""
        out = ["All cards:"]
        for number in range(1, CARDS + 1):
            out += self.card_lines(number, view)
        return out

    # --- decisions

    def question(self, view: View, decision: str) -> str:
        """What is to be decided, in a sentence."""
        top = view["stack"][-1] if view["stack"] else {}
        frame = top if top.get("frame") == decision else {}
        cp = frame.get("cp", 0)
        match decision:
            case "play_card":
                return f"You are the {str(view['side']).capitalize()}. Which card do you play or reserve?"
            case "choose_use":
                return f"What do you use {self.card(frame['card'])} for?" if frame else "What do you use the card for?"
            case "take_amount":
                return f"How many? You have {cp} CP."
            case "distribute":
                return self._divide_question(frame)
            case "move":
                return f"Which pieces move where? You have {cp} CP."
            case "attack_target":
                return f"Which Borderland do you attack, with {cp} CP?"
            case "attack":
                return f"Who attacks {self._region(frame['target']) if frame else 'it'}? Up to {cp} pieces."
            case "voyage":
                n = frame.get("attempts", 1)
                dice = "1 die" if n == 1 else f"{n} dice"
                return f"Which Voyage, with what? You roll {dice}; a die below the total succeeds."
            case "build_origin":
                return "Which Homeland gives the Settlements?"
            case "pick_region" | "pick_option":
                return self._step_question(frame)
            case "reaction":
                return f"Do you react to {self.card(frame['card'])}?" if frame else "Do you react?"
            case "reroll":
                return "Keep the dice, or roll some of them again?"
            case "discard_order":
                return "In which order do the cards go to the discard pile?"
        return f"Decide: {decision.replace('_', ' ')}"

    def _divide_question(self, frame: Words) -> str:
        if not frame:
            return "Where do the pieces go?"
        least, most = frame["least"], frame["most"]
        number = count(most, frame["piece"])
        return f"Where do you put {number}?" if least == most else f"Where do you put {least} to {number}?"

    def _step_question(self, frame: Words) -> str:
        if not frame:
            return "Which one?"
        words = self.step(frame["step"])
        return f"{words[0].upper()}{words[1:]}: which one?"

    def step(self, number: int) -> str:
        """A step of a special action in words."""
        s = self._c.steps[number]
        if s.op in (OP_TAKE, OP_RETURN):
            name = SELECTORS[s.place]
            place = PLACES.get(name) or self._region(name)
            pieces = count(s.n, ("troop", "gold", "junk", "horde", "settlement")[s.piece])
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

    def label(self, action: Words, view: View) -> str:
        """What an option means."""
        found = self._labels.get(action["type"])
        return found(action, view) if found is not None else str(action)

    def _play_label(self, a: Words, v: View) -> str:
        card = self.card(a["card"])
        if a["mode"] == "reserve":
            return f"{card}: reserve it"
        other = SIDES[1 - SIDES.index(v["side"])] if v["side"] else ""
        reacts = bool(other) and bool(self.special(a["card"], other, v))
        if a["mode"] == "first":
            return f"{card}: play it" + (", you act before the Reaction" if reacts else "")
        return f"{card}: play it, the Reaction comes first"

    def _use_label(self, a: Words, v: View) -> str:
        number = v["in_play"] or 0
        if a["use"] == "special":
            text = self.special(number, v["side"], v) if number and v["side"] else ""
            return f"special action: {text}"
        extra = a.get("reinforce")
        cp = self._c.cp[number] + (self._c.cp[extra] if extra is not None else 0)
        with_card = f", reinforced by {self.card(extra)}" if extra is not None else ""
        return f"{cp} CP: {ACTION_WORDS[a['action']]}{with_card}"

    def _amount_label(self, a: Words, v: View) -> str:
        top = v["stack"][-1] if v["stack"] else {}
        piece = {"recruit": "troop", "tax": "gold", "build_junks": "junk"}.get(top.get("action", ""), "piece")
        return count(a["n"], piece)

    def _mover(self, v: View) -> str:
        top = v["stack"][-1] if v["stack"] else {}
        return "troop" if top.get("side", v["side"]) == "emperor" else "horde"

    def _division(self, to: dict[str, int]) -> str:
        return ", ".join(f"{n} in {self._region(r)}" for r, n in to.items())

    def _voyage_label(self, a: Words, v: View) -> str:
        top = v["stack"][-1] if v["stack"] else {}
        bonus, attempts = top.get("bonus", 0), top.get("attempts", 1)
        total = a["junks"] + a["gold"] + bonus
        extra = f" +{bonus}" if bonus else ""
        chance = success_chance(attempts, total)
        name = f"{a['voyage']} {self._c.voyage_names[a['voyage']]}"
        return f"Voyage {name}: {count(a['junks'], 'junk')}, {a['gold']} Gold{extra} = {total} ({chance} %)"

    def _option_label(self, a: Words, v: View) -> str:
        top = v["stack"][-1] if v["stack"] else {}
        if top.get("frame") != "pick_option":
            return f"option {a['index'] + 1}"
        steps = self._c.steps[top["step"]].options[a["index"]]
        return "; then ".join(self.step(n) for n in steps) or "nothing"

    def _reaction_label(self, a: Words, v: View) -> str:
        if not a["accept"]:
            return "decline"
        number = v["in_play"] or 0
        text = self.special(number, v["side"], v) if number and v["side"] else ""
        return f"use it: {text}" if text else "use the special action"

    def _reroll_label(self, a: Words, v: View) -> str:
        b = v["battle"]
        dice = (b["defence_dice"] if b["defending"] else b["attack_dice"]) if b is not None else []
        if a["do"] == "stop":
            return f"keep {dice_words(dice)}"
        if a["do"] == "card":
            cp = self._c.cp[a["card"]]
            return f"reveal {self.card(a['card'])} for {cp} re-roll{'' if cp == 1 else 's'}"
        chosen = [i for i in range(3) if a["mask"] >> i & 1]
        which = " and ".join(f"die {i + 1} ({dice[i]})" if i < len(dice) else f"die {i + 1}" for i in chosen)
        return f"roll again {which}"

    # --- what happened

    def event(self, event: Words, view: View, names: list[str]) -> str:
        """What happened, in a sentence. `view` is any view of the seat that reads it."""
        side = event.get("side")
        who = self._who(side, view) if isinstance(side, str) else ""
        match event["type"]:
            case "game_started":
                seats = ", ".join(f"{names[i]} is the {s.capitalize()}" for i, s in enumerate(event["sides"]))
                return f"{seats}. Voyage {self._voyage(event['start_voyage'])} is completed from the start."
            case "cards_dealt" | "cards_drawn" | "hand_received":
                verb = {"cards_dealt": "were dealt", "cards_drawn": "drew", "hand_received": "received the other hand:"}
                if "cards" in event:
                    return f"{who} {verb[event['type']]} {listed([self.card(n) for n in event['cards']], 'no card')}"
                n = event["n"]
                one = "was dealt" if event["type"] == "cards_dealt" else verb[event["type"]]
                return f"{who} {one} {n} card{'' if n == 1 else 's'}"
            case "card_played":
                order = "" if event["mode"] == "first" else ", the Reaction first"
                return f"{who} played {self.card(event['card'])}{order}"
            case "card_reserved":
                what = self.card(event["card"]) if "card" in event else "a card"
                return f"{who} reserved {what}{' from the discard pile' if event['from'] == 'discard' else ''}"
            case "use_chosen":
                return f"{who} used {self._use(event)}"
            case "pieces_changed":
                return self._change(event)
            case "reaction_taken":
                text = self._used(event["card"], event["side"])
                return f"{who} reacted to {self.card(event['card'])}{f': {text}' if text else ''}"
            case "reaction_declined":
                return f"{who} did not react to {self.card(event['card'])}"
            case "reaction_skipped":
                return f"{who} could not react to {self.card(event['card'])}"
            case "cards_discarded":
                why = {"end_of_phase": "", "rerolls": " (after re-rolls)", "discard_reserve": " (from the reserve)"}
                cards = listed([self.card(n) for n in event["cards"]])
                return f"Discarded: {cards}{why.get(event['cause'], '')}" if event["cards"] else "Nothing was discarded"
            case "era_started":
                return f"Era {event['era']} begins: discard pile and reserves make a new deck of {event['deck_size']}"
            case "game_over":
                return f"The game is over: {event['kind']} victory of {self._who(event['winning_side'], view, True)}"
            case "resigned":
                return f"{names[event['seat']]} resigned"
            case "aborted":
                return "The match was aborted"
        return self._fight_event(event, view, who)

    def _fight_event(self, event: Words, view: View, who: str) -> str:
        match event["type"]:
            case "voyage_rolled":
                total = event["junks"] + event["gold"] + event["bonus"]
                dice = " ".join(map(str, event["dice"]))
                end = "success" if event["success"] else "failure"
                need = f"a die below {total} was needed"
                return f"Voyage {self._voyage(event['voyage'])}: rolled [{dice}], {need}: {end}"
            case "voyage_completed":
                return f"Voyage {self._voyage(event['voyage'])} is completed: {event['completed']} of 7"
            case "battle_started":
                return f"{self._who(event['attacker'], view)} attacked {self._region(event['target'])}"
            case "battle_roll":
                return f"{who} rolled {dice_words(event['dice'])}"
            case "battle_reroll_card":
                n = event["rerolls"]
                return f"{who} revealed {self.card(event['card'])} for {n} re-roll{'' if n == 1 else 's'}"
            case "battle_reroll":
                which = " and ".join(str(i + 1) for i in range(3) if event["mask"] >> i & 1)
                return f"{who} rolled die {which} again: {dice_words(event['dice'])}, {event['rerolls']} left"
            case "battle_round":
                attack, defence = (f"{event[k]['type']} {event[k]['score']}" for k in ("attack", "defence"))
                loser = event["loser"]
                against = f", {self._who(loser, view, True)} lost" if loser else ""
                return f"Attack {attack} against defence {defence}: {HITS[event['hit']]}{against}"
            case "battle_ended":
                return f"{self._who(event['winner'], view)} won the battle for {self._region(event['target'])}"
        return str(event)

    @staticmethod
    def _who(side: str, view: View, inside: bool = False) -> str:
        """You, or the side; `inside` a sentence with a small letter."""
        if side == view["side"]:
            return "you" if inside else "You"
        return f"{'the' if inside else 'The'} {side.capitalize()}"

    def _use(self, event: Words) -> str:
        if event["use"] == "special":
            text = self._used(event["card"], event["side"])
            return f"the special action of {self.card(event['card'])}{f': {text}' if text else ''}"
        extra = event["reinforcement"]
        by = f", reinforced by {self.card(extra)}" if extra is not None else ""
        return f"{event['cp']} CP to {ACTION_WORDS[event['action']]}{by}"

    def _change(self, event: Words) -> str:
        pieces = count(event["n"], event["piece"])
        origin, to, cause = event["from"], event["to"], event["cause"]
        why = f" ({CAUSES[cause]})" if cause in CAUSES else ""
        if origin == "supply":
            return f"+ {pieces} in {self._region(to)}{why}"
        if to == "supply":
            return f"- {pieces} from {self._region(origin)}{why}"
        return f"> {pieces} from {self._region(origin)} to {self._region(to)}"

    def result(self, outcome: Words, names: list[str]) -> list[str]:
        """How the match ended."""
        detail = outcome.get("detail", {})
        if outcome["reason"] == "resigned":
            return [f"{names[detail['resigned']]} resigned."]
        if not outcome["placings"]:
            return ["The match was aborted."]
        totals = detail["totals"]
        both = ", ".join(f"{side.capitalize()} {totals[side]}" for side in SIDES)
        winner = f"{names[detail['winner']]}, the {detail['winning_side'].capitalize()}"
        return [f"{detail['kind'].capitalize()} victory of {winner}. Totals: {both}."]

    def _region(self, name: str) -> str:
        return self._c.region_names[REGIONS.index(name)]

    def _voyage(self, number: int) -> str:
        return f"{number} ({self._c.voyage_names[number]})"


def dice_words(dice: list[int]) -> str:
    """``[5 5 2] double 5``."""
    if not dice:
        return "[. . .]"
    kind, score = result(dice)
    return f"[{' '.join(map(str, dice))}] {RESULTS[kind]} {score}"


def make_text(game: MingVoyages) -> MingText:
    """The game in words, under its edition."""
    return MingText(game.content)


# --- lines


def _wrap(text: str, indent: int, more: int | None = None) -> list[str]:
    later = " " * (more if more is not None else indent)
    return textwrap.wrap(text, WIDTH, initial_indent=" " * indent, subsequent_indent=later)


def _boxes(rows: list[list[tuple[int, list[str]]]]) -> list[str]:
    """Rows of boxes drawn below each other, `WIDTH` wide; the boxes of a row have as many lines as the tallest."""
    out: list[str] = []
    above: set[int] = set()
    for row in rows:
        edges = _edges(row)
        out.append(_border(above, edges))
        for i in range(max(len(lines) for _, lines in row)):
            cells = (f" {lines[i] if i < len(lines) else '':<{w - 1}.{w - 1}}" for w, lines in row)
            out.append("|" + "|".join(cells) + "|")
        above = edges
    out.append(_border(above, set()))
    return out


def _edges(row: list[tuple[int, list[str]]]) -> set[int]:
    at, out = 0, {0}
    for width, _ in row:
        at += width + 1
        out.add(at)
    return out


def _border(above: set[int], below: set[int]) -> str:
    return "".join("+" if i in above or i in below else "-" for i in range(WIDTH))
