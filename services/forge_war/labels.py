"""What is asked and what each option means, in words; part of `text.WarText`."""

from __future__ import annotations

from typing import Any, Final

from forge_war.content import Content, ModeRules
from forge_war.names import MAX_LEVEL, MODES, RESOURCES, SOLO_MODES
from forge_war.words import STACK_WORDS, Words, cell_name, counted, resources

View = dict[str, Any]

QUESTIONS: Final = {
    "choose_wealth": "Which wealth cards do you keep? (the others choose at the same time)",
    "wealth_level": "Which adventurer gains a level by your wealth?",
    "choose_title": "Which title does your new champion take?",
    "ff_sell": "Which resource do you sell before the draft?",
    "ff_draft": "Which card of your hand do you buy or discard? (the rest goes to the next seat)",
    "leftover_card": "Which leftover market card do you take?",
    "place_overseer": "Where do you place an overseer?",
    "mine_move": "Which overseer do you move, and where to?",
    "mine_second": "You may move once more and be last in the player order. Do you?",
    "auto_move": "Where does the automated overseer go?",
    "extra_overseer": "You may move an overseer once more. Do you?",
    "market_action": "What do you do at the market?",
    "card_level": "Which adventurer gains a level?",
    "worker_pick": "Which worker in the mine do you pick up?",
    "worker_put": "Where do you put the worker?",
    "market_card": "Which card of the market discard do you take?",
    "buy_discard": "Which card of the market discard do you buy?",
    "acquire": "Which quest do you take?",
    "start_champion": "Which weapon does the champion carry on the new quest?",
    "manage": "How do you manage your quests?",
    "reward_levels": "Which adventurer gains a level by the completed quest?",
    "extra_level_other": "Which other adventurer on the quest gains a level?",
    "reward_next": "Which of your rewards do you resolve next?",
    "merchant_credit": "Which resource do you buy with the credit?",
    "any_time": "Do you trade?",
    "round_close": "The round ends. Do you trade once more?",
}
LEFT_OUT: Final = {
    "skip": "none, leave it",
    "done": "done, nothing more",
    "stop": "stop, no more levels",
    "close": "nothing more in this round",
}


class Labels:
    """Questions and options. `_c` and `_w` are the edition's tables and words."""

    _c: Content
    _w: Words

    def _seat(self, seat: int | None, v: View) -> str:
        """``you``, ``seat 2``."""
        return "you" if seat is not None and seat == v["seat"] else f"seat {seat}"

    def _colour(self, colour: int, v: View) -> str:
        """A colour of the mine: in a solo game 1 and 2 are nobody's."""
        return self._seat(colour, v) if colour < len(v["seats"]) else f"automated {colour}"

    def _rules(self, v: View) -> ModeRules:
        names = SOLO_MODES if v["mode"] in SOLO_MODES else MODES
        return self._c.modes[names.index(v["mode"])]

    def _c_quest(self, name: str) -> int:
        return next(i for i, quest in enumerate(self._c.quests) if quest.id == name)

    def _claim_price(self, card: str, v: View) -> int:
        """With the gold for those who have claimed it before."""
        others = [i for i, seat in enumerate(v["seats"]) if i != v["seat"] and card in seat["claims"]]
        return self._w.price(card, self._rules(v).number) + len(others)

    def _endgame(self, name: str) -> str:
        c = self._c
        return {
            "eg_blacksmith": f"{c.eg_unique} prestige per unique design, {c.eg_claim} per claim",
            "eg_top_left": f"{c.eg_quest} prestige per completed quest",
            "eg_top_right": f"{c.eg_adventurer} prestige per adventurer",
            "eg_bottom_left": f"{c.eg_bonus_card} prestige per bonus card",
            "eg_bottom_right": f"{c.eg_resource} prestige per resource, which count nothing else",
        }[name]

    # --- where we are in the play of the seat

    def _top(self, v: View, kind: str) -> View:
        """The frame that asks the seat of the view, or {} if it is another."""
        frames: list[View] = list(v["stack"])
        while frames and v["seat"] in frames[-1].get("seats", []) and "branches" in frames[-1]:
            branch = frames[-1]["branches"][frames[-1]["seats"].index(v["seat"])]
            if not branch:
                break
            frames = branch
        return frames[-1] if frames and frames[-1].get("frame") == kind else {}

    def _own(self, v: View) -> View:
        found: View = v["seats"][v["seat"]]
        return found

    def _adventurer(self, name: str, v: View) -> View:
        return next(
            (a for a in self._own(v)["adventurers"] if a["id"] == name), {"id": name, "level": 1, "title": None}
        )

    # --- questions

    def question(self, view: View, decision: str) -> str:
        """What is to be decided, in a sentence."""
        top = self._top(view, decision)
        match decision:
            case "choose_wealth" if top:
                return f"Which {counted(top['keep'], 'wealth card')} do you keep? (the others choose at the same time)"
            case "choose_title" if top:
                return f"a{top['adventurer'] + 1} is a champion now. Which title?"
            case "auto_move" if top:
                return f"Where does an overseer of automated {top['colour']} go?"
            case "place_overseer" if len(view["seats"]) == 1:
                return "Where do you place an overseer of the colour?"
            case "worker_put" if top:
                return f"Where do you put the worker of {self._colour(top['colour'], view)}?"
            case "start_champion" if top:
                quest = self._w.quest(self._c.quests[top["quest"]].id)
                return f"Which weapon does a{top['champion'] + 1} carry on {quest}?"
            case "manage" if top and top["focus"] >= 0:
                return f"Whom do you equip for {self._w.quest(self._c.quests[top['focus']].id)}?"
            case "reward_levels" | "extra_level_other" if top:
                quest = self._w.quest(self._c.quests[top["quest"]].id)
                other = "other " if decision == "extra_level_other" else ""
                return f"{quest} is completed. Which {other}adventurer gains a level?"
            case "merchant_credit" if top:
                return f"You have {top['credit']} gold of credit. Which resource do you buy?"
        return QUESTIONS.get(decision, f"Decide: {decision.replace('_', ' ')}")

    # --- options

    def label(self, action: View, view: View) -> str:
        """What an option means."""
        kind = action["type"]
        if kind in LEFT_OUT:
            return LEFT_OUT[kind]
        if kind in ("merchant_buy", "merchant_sell", "stall"):
            return self._trade_label(action, view)
        if kind in ("place", "move", "pick", "put", "remove"):
            return self._mine_label(action, view)
        if kind in ("blacksmith", "bazaar", "barracks", "clerk", "road", "endgame", "pass"):
            return self._market_label(action, view)
        if kind in ("acquire", "equip", "focus", "unfocus", "apply", "second", "resolve"):
            return self._quest_label(action, view)
        return self._other_label(action, view)

    def _other_label(self, a: View, v: View) -> str:
        match a["type"]:
            case "keep":
                return " and ".join([self._w.wealth(name) for name in a["cards"]]) or "none"
            case "level":
                return self._rise(a["adventurer"], v)
            case "title":
                return self._w.title_full(a["title"])
            case "sell":
                return f"sell {a['resource']} for {self._c.sell[RESOURCES.index(a['resource'])]} gold"
            case "buy" if "resource" in a:
                return f"{a['resource']} for {self._c.buy[RESOURCES.index(a['resource'])]} of the credit"
            case "buy":
                price = self._w.price(a["card"], self._rules(v).number)
                if v["phase"] == "draft":
                    price = self._w.draft_price(a["card"])
                return f"buy for {price} gold: {self._w.card_full(a['card'])}"
            case "discard":
                return f"discard for a gold: {self._w.card(a['card'])}"
            case "take":
                return self._w.card_full(a["card"])
        return str(a)

    def _rise(self, name: str, v: View) -> str:
        """``a2 to level 3 (free)``."""
        a = self._adventurer(name, v)
        level = a["level"] + 1
        champion = ", a champion" if level == MAX_LEVEL else ""
        where = f" (on {self._w.quest(a['quest'])})" if a.get("quest") else ""
        return f"{name} to level {level}{champion}{where}"

    def _trade_label(self, a: View, v: View) -> str:
        if a["type"] == "stall":
            return f"stall {self._w.card(a['card'])}: {self._w.stall(a['card'], a['side'])}"
        resource = RESOURCES.index(a["resource"])
        if a["type"] == "merchant_buy":
            return f"merchant: buy {a['resource']} for {self._c.buy[resource]} gold"
        more = self._w.sell_bonus([bonus["card"] for bonus in self._own(v)["bonus_cards"]])
        return f"merchant: sell {a['resource']} for {self._c.sell[resource] + more} gold"

    def _market_label(self, a: View, v: View) -> str:
        match a["type"]:
            case "pass":
                if v["phase"] == "market" and self._top(v, "market_action"):
                    return f"pass for {self._c.pass_gold} gold"
                return "take no quest" if v["phase"] == "quests" else "pass"
            case "blacksmith":
                return f"blacksmith: {self._face('weapon', v)}"
            case "bazaar":
                return f"bazaar {STACK_WORDS[a['stack']]}: {self._face(a['stack'], v)}"
            case "barracks":
                return self._barracks(a, v)
            case "clerk":
                return f"clerk: claim for {self._claim_price(a['design'], v)} gold {self._w.design_of(a['design'])}"
            case "road":
                return f"Road: {self._w.quest(a['quest'])} {counted(a['steps'], 'step')} on"
        place = list(STACK_WORDS)[list(v["endgame_bonuses"]).index(a["bonus"])]
        cost = self._c.endgame_cost[list(v["endgame_bonuses"]).index(a["bonus"])]
        return f"end-game bonus, {STACK_WORDS[place]}, {cost} gold: {self._endgame(a['bonus'])}"

    def _face(self, stack: str, v: View) -> str:
        card = v["face"][stack]
        return f"{self._w.price(card, self._rules(v).number)} gold for {self._w.card_full(card)}"

    def _barracks(self, a: View, v: View) -> str:
        cost = 0
        out = []
        if a["hire"]:
            cost += self._rules(v).hire[v["stage"]]
            out.append("hire an adventurer")
        if a.get("level"):
            cost += self._c.raise_price[self._adventurer(a["level"], v)["level"]]
            out.append(f"raise {self._rise(a['level'], v)}")
        return f"barracks: {' and '.join(out)} for {cost} gold"

    # --- the mine

    def _mine_label(self, a: View, v: View) -> str:
        match a["type"]:
            case "place":
                of = f" for {self._colour(a['colour'], v)}" if "colour" in a else ""
                return f"{cell_name(a['hex'])}, {self._ore(a['hex'], v)}{of}"
            case "move":
                return self._move(a, v)
            case "pick":
                return f"{cell_name(a['hex'])}: worker of {self._colour(self._worker(a['hex'], v), v)}"
            case "put":
                return f"{cell_name(a['hex'])}, {self._ore(a['hex'], v)}"
        if "adventurer" not in a:
            return "off the mine"
        one = self._adventurer(a["adventurer"], v)
        quest = self._w.quest(one["quest"]) if one.get("quest") else "his quest"
        return f"take {a['adventurer']} off {quest} (the weapon is lost)"

    def _hex(self, at: list[int], v: View) -> View:
        found: View = next((cell for cell in v["mine"] if list(cell["at"]) == at), {"resource": "ore", "worker": None})
        return found

    def _ore(self, at: list[int], v: View) -> str:
        return str(self._hex(at, v)["resource"])

    def _worker(self, at: list[int], v: View) -> int:
        found = self._hex(at, v)["worker"]
        return int(found) if found is not None else 0

    def _move(self, a: View, v: View) -> str:
        """Where from and to, how many workers are passed, and who gets which resources."""
        start, stop = a["from"], a["to"]
        length = max(abs(stop[0] - start[0]), abs(stop[1] - start[1]))
        step = [(stop[i] - start[i]) // length for i in range(2)]
        line = [self._hex([start[0] + n * step[0], start[1] + n * step[1]], v) for n in range(length)]
        passed = [cell for cell in line[1:] if cell["worker"] is not None]
        over = f" over {counted(len(passed), 'worker')}" if passed else ""
        mover: int = a["colour"] if "colour" in a else v["seat"]
        gains = self._gains(mover, line[0], passed, v)
        shown = "; ".join([f"{self._seat(seat, v)} {resources(found)}" for seat, found in gains.items()])
        return f"{cell_name(start)} to {cell_name(stop)}{over}{': ' if shown else ''}{shown}"

    def _gains(self, mover: int, start: View, passed: list[View], v: View) -> dict[int, dict[str, int]]:
        """What a movement gives to each seat: a worker is left behind, passed ones change their colour (FW-134)."""
        solo = len(v["seats"]) == 1
        if solo and mover != v["seat"]:
            return {}
        workers = list(v["workers"])
        workers[mover] += 1
        out: dict[int, dict[str, int]] = {mover: {start["resource"]: 1}}
        for cell in passed:
            to = mover
            if cell["worker"] == mover:
                workers[mover] -= 1
                if solo:
                    continue
                to = min([i for i in v["order"] if i != mover], key=lambda i: workers[i])
            else:
                workers[cell["worker"]] -= 1
            workers[to] += 1
            of = out.setdefault(to, {})
            of[cell["resource"]] = of.get(cell["resource"], 0) + 1
        return out

    # --- quests

    def _quest_label(self, a: View, v: View) -> str:
        match a["type"]:
            case "acquire":
                return self._acquire(a, v)
            case "equip":
                step = f", from step {a['start_step']} on" if "start_step" in a else ""
                return f"{self._forged(a['design'])}{step}"
            case "focus":
                return f"equip adventurers for {self._w.quest(a['quest'])}"
            case "unfocus":
                return "back to all quests"
            case "apply":
                return self._apply(a, v)
            case "second":
                return f"{a['adventurer']} second weapon: {self._forged(a['design'])}"
        rewards = self._own(v)["shared_effects"]
        if a["index"] < len(rewards):
            return f"{a['index'] + 1}: {self._w.effect_number(rewards[a['index']])}"
        return f"reward {a['index'] + 1}"

    def _forged(self, design: str) -> str:
        return f"{self._w.weapon(design)} for {self._w.weapon_cost(design)}"

    def _acquire(self, a: View, v: View) -> str:
        slot = a["slot"] - 1
        quest = v["offer"][slot]
        cost = f"{self._c.slot_cost[slot]} gold" if self._c.slot_cost[slot] else "free"
        if a["champions"]:
            named = [f"{name} {self._w.title(self._adventurer(name, v)['title'])}" for name in a["champions"]]
            cost = f"with {' and '.join(named)}"
        return f"{self._w.quest(quest)}, {self._w.worth(quest)} (slot {a['slot']}, {cost})"

    def _apply(self, a: View, v: View) -> str:
        one = self._adventurer(a["adventurer"], v)
        what = "unarmed" if a["design"] is None else self._forged(a["design"])
        where = ""
        if one.get("quest"):
            here = one.get("weapon")
            where = f" (now on {self._w.quest(one['quest'])} with {self._w.weapon(here)})"
        return f"{a['adventurer']} L{one['level']}: {what}{where}"
