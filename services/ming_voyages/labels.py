"""What is asked and what each option means, in words; part of `text.MingText`."""

from __future__ import annotations

from typing import Any

from ming_voyages.names import EMPEROR_CARD, SIDES
from ming_voyages.words import ACTION_WORDS, View, Words, count, dice_words, success_chance

Action = dict[str, Any]


class Labels:
    """Questions and options. `_w` are the edition's words."""

    _w: Words

    # --- questions

    def question(self, view: View, decision: str) -> str:
        """What is to be decided, in a sentence."""
        top = view["stack"][-1] if view["stack"] else {}
        frame = top if top.get("frame") == decision else {}
        cp = frame.get("cp", 0)
        match decision:
            case "play_card":
                return f"You are the {str(view['side']).capitalize()}. {self._play_question(view)}"
            case "choose_use":
                return (
                    f"What do you use {self._w.card(frame['card'])} for?" if frame else "What do you use the card for?"
                )
            case "take_amount":
                return f"How many? You have {cp} CP."
            case "distribute":
                return self._divide_question(frame)
            case "move":
                return f"Which pieces move where? You have {cp} CP."
            case "attack_target":
                return f"Which Borderland do you attack, with {cp} CP?"
            case "attack":
                return f"Who attacks {self._w.region(frame['target']) if frame else 'it'}? Up to {cp} pieces."
            case "voyage":
                n = frame.get("attempts", 1)
                dice = "1 die" if n == 1 else f"{n} dice"
                return f"Which Voyage, with what? You roll {dice}; a die below the total succeeds."
            case "build_origin":
                return "Which Homeland gives the Settlements?"
            case "pick_region" | "pick_option":
                return self._step_question(frame)
            case "reaction":
                return f"Do you react to {self._w.card(frame['card'])}?" if frame else "Do you react?"
            case "reroll":
                return "Keep the dice, or roll some of them again?"
            case "discard_order":
                return "In which order do the cards go to the discard pile?"
        return f"Decide: {decision.replace('_', ' ')}"

    @staticmethod
    def _play_question(v: View) -> str:
        solo = v.get("solo")
        if solo is not None and len(v["reserve"]) >= solo["reserve_limit"]:
            return "Which card do you play? Your reserve is full."
        return "Which card do you play or reserve?"

    @staticmethod
    def _divide_question(frame: Action) -> str:
        if not frame:
            return "Where do the pieces go?"
        least, most = frame["least"], frame["most"]
        number = count(most, frame["piece"])
        return f"Where do you put {number}?" if least == most else f"Where do you put {least} to {number}?"

    def _step_question(self, frame: Action) -> str:
        if not frame:
            return "Which one?"
        words = self._w.step(frame["step"])
        return f"{words[0].upper()}{words[1:]}: which one?"

    # --- options

    def label(self, action: Action, view: View) -> str:
        """What an option means."""
        a, v, w = action, view, self._w
        match a["type"]:
            case "play_card":
                return self._play_label(a, v)
            case "choose_use":
                return self._use_label(a, v)
            case "take_amount":
                return self._amount_label(a, v)
            case "distribute":
                return ", ".join(f"{n} in {w.region(r)}" for r, n in a["to"].items())
            case "move":
                return f"{count(a['n'], self._mover(v))} from {w.region(a['from'])} to {w.region(a['to'])}"
            case "attack_target":
                return f"{w.region(a['target'])}, held by {w.pieces(v, a['target'])}"
            case "attack":
                return " and ".join(f"{n} from {w.region(r)}" for r, n in a["from"].items())
            case "voyage":
                return self._voyage_label(a, v)
            case "build_origin":
                return f"{w.region(a['from'])} ({w.pieces(v, a['from'])})"
            case "pick_region":
                return f"{w.region(a['region'])} ({w.pieces(v, a['region'])})"
            case "pick_option":
                return self._option_label(a, v)
            case "reaction":
                return self._reaction_label(a, v)
            case "reroll":
                return self._reroll_label(a, v)
            case "discard_order":
                return f"{w.card(a['cards'][0])} below, {w.card(a['cards'][1])} on top"
        return str(a)

    def _play_label(self, a: Action, v: View) -> str:
        card = self._w.card(a["card"])
        if a["mode"] == "reserve":
            return f"{card}: reserve it"
        if v.get("solo") is not None:
            level = self._reaction_level(a["card"], v)
            return f"{card}: play it; {f'a Level {level} Event follows' if level else 'no Event follows'}"
        other = SIDES[1 - SIDES.index(v["side"])] if v["side"] else ""
        reacts = bool(other) and bool(self._w.special(a["card"], other, v))
        if a["mode"] == "first":
            return f"{card}: play it" + (", you act before the Reaction" if reacts else "")
        return f"{card}: play it, the Reaction comes first"

    def _reaction_level(self, number: int, v: View) -> int:
        """Solo: the level of the Event that the Emperor's playing this card draws, as things are; 0: none."""
        card = self._w.c.cards[number]
        return 0 if card.type == EMPEROR_CARD else int(v["solo"]["levels"][card.cp - 1])

    def _use_label(self, a: Action, v: View) -> str:
        number = v["in_play"] or 0
        if a["use"] == "special":
            text = self._w.special(number, v["side"], v) if number and v["side"] else ""
            return f"special action: {text}"
        cps = self._w.c.cp
        extra = a.get("reinforce")
        cp = cps[number] + (cps[extra] if extra is not None else 0)
        with_card = f", reinforced by {self._w.card(extra)}" if extra is not None else ""
        return f"{cp} CP: {ACTION_WORDS[a['action']]}{with_card}"

    @staticmethod
    def _amount_label(a: Action, v: View) -> str:
        top = v["stack"][-1] if v["stack"] else {}
        piece = {"recruit": "troop", "tax": "gold", "build_junks": "junk"}.get(top.get("action", ""), "piece")
        return count(a["n"], piece)

    @staticmethod
    def _mover(v: View) -> str:
        top = v["stack"][-1] if v["stack"] else {}
        return "troop" if top.get("side", v["side"]) == "emperor" else "horde"

    def _voyage_label(self, a: Action, v: View) -> str:
        top = v["stack"][-1] if v["stack"] else {}
        bonus, attempts = top.get("bonus", 0), top.get("attempts", 1)
        total = a["junks"] + a["gold"] + bonus
        extra = f" +{bonus}" if bonus else ""
        chance = success_chance(attempts, total)
        name = f"{a['voyage']} {self._w.c.voyage_names[a['voyage']]}"
        return f"Voyage {name}: {count(a['junks'], 'junk')}, {a['gold']} Gold{extra} = {total} ({chance} %)"

    def _option_label(self, a: Action, v: View) -> str:
        top = v["stack"][-1] if v["stack"] else {}
        if top.get("frame") != "pick_option":
            return f"option {a['index'] + 1}"
        steps = self._w.c.steps[top["step"]].options[a["index"]]
        return "; then ".join(self._w.step(n) for n in steps) or "nothing"

    def _reaction_label(self, a: Action, v: View) -> str:
        if not a["accept"]:
            return "decline"
        number = v["in_play"] or 0
        text = self._w.special(number, v["side"], v) if number and v["side"] else ""
        return f"use it: {text}" if text else "use the special action"

    def _reroll_label(self, a: Action, v: View) -> str:
        b = v["battle"]
        dice = (b["defence_dice"] if b["defending"] else b["attack_dice"]) if b is not None else []
        if a["do"] == "stop":
            return f"keep {dice_words(dice)}"
        if a["do"] == "card":
            cp = self._w.c.cp[a["card"]]
            return f"reveal {self._w.card(a['card'])} for {cp} re-roll{'' if cp == 1 else 's'}"
        chosen = [i for i in range(3) if a["mask"] >> i & 1]
        which = " and ".join(f"die {i + 1} ({dice[i]})" if i < len(dice) else f"die {i + 1}" for i in chosen)
        return f"roll again {which}"
