"""The game in words, for people at a terminal: panels in 80 columns, what an option means, what happened.

All of it is made from a seat's view (the JSON object that a bot gets too), so it shows nothing that the seat may not
know. `make_text` is what `baochuan play`, `watch` and `replay` look for in a game.
"""

from __future__ import annotations

import textwrap
from typing import Any, Final

from forge_war.content import Content
from forge_war.drawings import draw_mine
from forge_war.game import ForgeWar
from forge_war.happenings import Happenings
from forge_war.labels import Labels
from forge_war.names import ENDGAME, MAX_LEVEL, QUEST_DECKS, RESOURCES, STACKS
from forge_war.scoring import adventurer_points
from forge_war.words import ORES, STACK_WORDS, Words, counted, resources

WIDTH: Final = 80
View = dict[str, Any]

PHASE_WORDS: Final = {
    "setup": "set-up",
    "wealth": "wealth cards",
    "draft": "draft",
    "placing": "placing overseers",
    "mine": "mine phase",
    "market": "market phase",
    "quests": "quest phase",
    "rewards": "rewards",
    "bonus_tile": "bonus tile",
    "closing": "end of the round",
    "over": "over",
}
MODE_WORDS: Final = {
    "normal": "Normal game",
    "epic": "Epic game",
    "advanced_normal": "Advanced normal game",
    "short_epic": "Short epic game",
    "solo_normal": "Solo game",
    "solo_epic": "Solo epic game",
}
SPACE_WORDS: Final = {
    "blacksmith": "blacksmith",
    "bazaar": "bazaar",
    "bazaar_single": "bazaar of single-use cards",
    "barracks": "barracks",
}
ENDING_WORDS: Final = {
    "no_quest_taken": "The game is lost: no quest was taken.",
    "quest_failed": "The game is lost: a quest failed.",
    "unfinished_quest": "The game is lost: a quest was not finished.",
    "final_score": "The game is won: every quest was completed.",
}
SOURCE_WORDS: Final = {
    "quests": "quests",
    "consolation": "consolations of failed quests",
    "penalty": "quests failed at once",
    "champions": "champions and weapons",
    "tiles": "bonus tiles",
    "adventurers": "adventurers",
    "unique_designs": "unique designs",
    "claims": "claims",
    "bonus_cards": "bonus cards",
    "eg_blacksmith": "bonus for designs",
    "eg_top_left": "bonus for quests completed",
    "eg_top_right": "bonus for adventurers",
    "eg_bottom_left": "bonus for bonus cards",
    "eg_bottom_right": "bonus for resources",
    "leftovers": "gold and resources left",
}
# What a seat wants to see before each kind of decision; all other kinds: its own means.
MINE: Final = ("round", "mine", "seats")
QUESTING: Final = ("offer", "quests", "means")
SCENES: Final = {
    "choose_wealth": ("round", "offer", "market", "seats"),
    "place_overseer": MINE,
    "mine_move": MINE,
    "mine_second": MINE,
    "auto_move": MINE,
    "extra_overseer": MINE,
    "worker_pick": MINE,
    "worker_put": MINE,
    "market_action": ("round", "market", "offer", "quests", "means"),
    "acquire": ("round", *QUESTING),
    "start_champion": ("quests", "means"),
    "manage": ("quests", "means"),
    "reward_levels": ("quests", "means"),
    "extra_level_other": ("quests", "means"),
    "market_card": ("discard", "means"),
    "leftover_card": ("discard", "means"),
    "buy_discard": ("discard", "means"),
    "ff_draft": ("means", "offer"),
    "round_close": ("round", "quests", "means"),
    "any_time": ("round", "quests", "means"),
}


class WarText(Labels, Happenings):
    """See `bot_player.text.GameText`."""

    def __init__(self, content: Content) -> None:
        self._c = content
        self._w = Words(content)

    # --- the position

    def panels(self, view: View) -> dict[str, list[str]]:
        """All there is to see, by name, in the order in which it is shown; empty ones are left out."""
        found = {
            "round": self._round(view),
            "mine": draw_mine(view),
            "market": self._market(view),
            "discard": self._discard(view),
            "offer": self._offer(view),
            "seats": self._seats(view),
            "quests": self._quests(view),
            "holdings": self._holdings(view),
            "means": self._means(view),
        }
        return {name: lines for name, lines in found.items() if lines}

    def scene(self, decision: str) -> tuple[str, ...]:
        """Which panels matter for a kind of decision."""
        return SCENES.get(decision, ("means",))

    def _round(self, v: View) -> list[str]:
        rules = self._rules(v)
        of = rules.rounds[rules.stages.index(v["stage"])]
        stage = f"stage {v['stage']}, " if len(rules.stages) > 1 else ""
        phase = PHASE_WORDS[v["phase"]]
        left = counted(v["rounds_left"], "round")
        order = ", ".join([self._colour(colour, v) for colour in v["order"]])
        out = [f"{MODE_WORDS[v['mode']]}, {stage}round {v['round']} of {of} ({left} after it): {phase}"]
        out += _wrap(f"Player order: {order}", 0, 2)
        if v["bonus_tiles"]:
            out += _wrap("Bonus tiles, next first: " + "; ".join([self._w.tile(t) for t in v["bonus_tiles"]]), 0, 2)
        return out

    def _market(self, v: View) -> list[str]:
        rules = self._rules(v)
        out = ["Market:"]
        for name in STACKS:
            card = v["face"][name]
            if card is None:
                if v["stacks"][name]:
                    out.append(f"  {STACK_WORDS[name]}: no card, {v['stacks'][name]} face down")
                continue
            price = self._w.price(card, rules.number)
            more = f" [{v['stacks'][name]} below]" if v["stacks"][name] else ""
            out += _wrap(f"{STACK_WORDS[name]}, {price} gold: {self._w.card_full(card)}{more}", 2, 6)
        for card in v["public_row"]:
            out += _wrap(f"clerk, {self._claim_price(card, v)} gold: {self._w.card_full(card)}", 2, 6)
        hire = rules.hire[v["stage"]]
        out.append(f"  barracks: hire for {hire} gold, raise for the adventurer's level in gold")
        if rules.endgame_round and v["round"] <= rules.endgame_round:
            out += _wrap(f"in round {rules.endgame_round}: {'; '.join(self._bonuses(v))}", 2, 6)
        if v["spaces_taken"]:
            out.append(f"  taken in this phase: {', '.join([SPACE_WORDS[x] for x in v['spaces_taken']])}")
        return out

    def _discard(self, v: View) -> list[str]:
        return _wrap("Market discard: " + (", ".join([self._w.card(x) for x in v["market_discard"]]) or "empty"), 0, 4)

    def _bonuses(self, v: View) -> list[str]:
        out = []
        for i, name in enumerate(ENDGAME):
            owner = v["endgame_bonuses"][name]
            bought = f" ({self._seat(owner, v)})" if owner is not None else f" for {self._c.endgame_cost[i]} gold"
            out.append(self._endgame(name) + bought)
        return out

    def _offer(self, v: View) -> list[str]:
        out = ["Quests offered (cost of the slot: legs with steps x difficulty, types, rewards):"]
        for slot, name in enumerate(v["offer"]):
            if name is not None:
                out += _wrap(f"{slot + 1} ({self._c.slot_cost[slot]} gold) {self._quest_full(name)}", 1, 6)
        if len(out) == 1:
            out = []
        if v["deck"]:
            decks = [f"{deck['count']} {deck['colour'].rstrip('123')}" for deck in v["deck"]]
            out.append(f"Quest deck, next first: {', '.join(decks)}")
        return out

    def _quest_full(self, name: str) -> str:
        colour = self._w.colour(name, QUEST_DECKS)
        return f"{self._w.quest(name)} [{colour}, {self._w.worth(name)}]: {self._w.legs(name)}"

    def _seats(self, v: View) -> list[str]:
        kinds = "".join([f"{ORES[r]:>4}" for r in RESOURCES])
        out = [f"{'':9}pts gold{kinds} workers quests done  adventurers"]
        for i, seat in enumerate(v["seats"]):
            amounts = "".join([f"{seat['resources'][r]:4}" for r in RESOURCES])
            levels = [a["level"] for a in seat["adventurers"]]
            shown = ", ".join([f"{levels.count(n)} L{n}" for n in sorted(set(levels))])
            numbers = f"{v['workers'][i]:5}{len(seat['quests']):8}{len(seat['completed']):6}"
            out += _wrap(f"{self._seat(i, v):8}{seat['prestige']:4}{seat['gold']:5}{amounts} {numbers}   {shown}", 0, 4)
        return out

    def _quests(self, v: View) -> list[str]:
        out = []
        for i, seat in enumerate(v["seats"]):
            for active in seat["quests"]:
                out += self._active(v, i, active)
        return ["Active quests:", *out] if out else []

    def _active(self, v: View, seat: int, active: View) -> list[str]:
        name, leg = active["quest"], active["leg"] - 1
        legs = self._c.quests[self._c_quest(name)].legs
        kinds = self._w.leg_types(name, leg)
        needs = f" ({kinds})" if kinds else ""
        place = f"step {active['step']} of {self._w.quest_steps(name)}, leg {active['leg']} of {len(legs)}"
        power = f"power {active['power']} of {active['difficulty']}{needs}"
        on = [self._on_quest(a) for a in v["seats"][seat]["adventurers"] if a["quest"] == name]
        text = f"{self._seat(seat, v)}: {self._w.quest(name)}, {self._w.worth(name)}, {place}, {power}: "
        out = _wrap(text + (", ".join(on) or "nobody"), 1, 5)
        if seat == v["seat"]:
            gains = self._w.effects(legs[leg].rewards)
            later = f"; then {self._w.legs(name, leg + 1)}" if leg + 1 < len(legs) else ""
            out += _wrap(f"this leg gives {gains}{later}", 5, 7)
        return out

    def _on_quest(self, a: View) -> str:
        tokens = f" +{a['tokens']}" if a["tokens"] else ""
        title = f" {self._w.title(a['title'])}" if a["title"] is not None else ""
        text = f"{a['id']} L{a['level']}{title} {self._w.weapon(a['weapon'])}{tokens}"
        if a["second"] is not None:
            more = f" +{a['second_tokens']}" if a["second_tokens"] else ""
            text += f" and {self._w.weapon(a['second'])}{more}"
        return text

    def _holdings(self, v: View) -> list[str]:
        """Designs, cards and champions of the others; a spectator sees all."""
        out = []
        for i, seat in enumerate(v["seats"]):
            if i == v["seat"]:
                continue
            own = [name for name in seat["designs"] if name not in self._starting()]
            parts = [self._w.card(name) for name in [*own, *[b["card"] for b in seat["bonus_cards"]]]]
            parts += [f"{a['id']} {self._w.title(a['title'])}" for a in seat["adventurers"] if a["title"] is not None]
            if parts:
                out += _wrap(f"{self._seat(i, v)}: {', '.join(parts)}", 1, 5)
        return ["Designs, bonus cards and champions:", *out] if out else []

    def _starting(self) -> set[str]:
        return {self._c.card_ids[d] for d in self._c.starting}

    def _means(self, v: View) -> list[str]:
        if v["seat"] is None:
            return []
        s = v["seats"][v["seat"]]
        text = f"You: {s['prestige']} prestige, {s['gold']} gold, {resources(s['resources'])}"
        out = _wrap(text, 0, 5)
        free = []
        for a in s["adventurers"]:
            title = f" {self._w.title(a['title'])}" if a["title"] is not None else ""
            busy = f" on {self._w.quest(a['quest'])}" if a["quest"] is not None else ""
            free.append(f"{a['id']} L{a['level']}{title}{busy}")
        out += _wrap("Adventurers: " + ", ".join(free), 1, 5)
        out.append(" Designs:")
        for name in s["designs"]:
            out += _wrap(self._w.design_of(name), 3, 7)
        for bonus in s["bonus_cards"]:
            used = " (used this round)" if bonus["used"] else ""
            out += _wrap(self._w.card_full(bonus["card"]) + used, 1, 5)
        if s["hand"]["cards"]:
            out.append(" Your hand:")
            for name in s["hand"]["cards"]:
                draft = v["phase"] == "draft"
                out += _wrap(self._w.card_full(name) if draft else self._w.wealth(name), 3, 7)
        return out

    # --- things to look up, and the end

    def reference(self, view: View) -> list[str]:
        """The merchant, the designs of the stages, the champions' titles, the end-game bonuses."""
        c, rules = self._c, self._rules(view)
        deals = [f"{RESOURCES[r]} {c.buy[r]} / {c.sell[r]}" for r in range(len(RESOURCES)) if rules.trades[r]]
        out = _wrap("Merchant, buy / sell for gold: " + ", ".join(deals), 0, 2)
        for stage in rules.stages:
            out.append(f"Designs of stage {stage} (gold):")
            for i, d in enumerate(c.designs):
                if d.stage == stage and i not in c.starting:
                    out += _wrap(f"{c.card_price[rules.number][i]} {self._w.design_full(i)}", 2, 6)
        if rules.titles:
            out.append("Titles of champions:")
            for title in c.titles:
                out += _wrap(self._w.title_full(title.id), 2, 6)
        if rules.endgame_round:
            out.append(f"End-game bonuses, sold in round {rules.endgame_round}:")
            for i, name in enumerate(ENDGAME):
                out += _wrap(f"{c.endgame_cost[i]} gold, {STACK_WORDS[STACKS[i]]}: {self._endgame(name)}", 2, 6)
        levels = ", ".join([f"{adventurer_points([n])} at level {n}" for n in range(1, MAX_LEVEL + 1)])
        out += _wrap(f"Prestige at the end: of an adventurer {levels}", 0, 2)
        out += _wrap(f"and 1 per {c.gold_per_prestige} gold, resources counted at their selling price", 2)
        return out

    def result(self, outcome: dict[str, Any], names: list[str]) -> list[str]:
        """How the match ended: the prestige by source."""
        detail = outcome.get("detail", {})
        if outcome["reason"] == "resigned":
            return [f"{names[detail['resigned']]} resigned."]
        if not outcome["placings"]:
            return ["The match was aborted."]
        out = [f"{'':31}{''.join([f'{name[:11]:>12}' for name in names])}"]
        for source, words in SOURCE_WORDS.items():
            row = [points.get(source, 0) for points in detail["points"]]
            if any(row):
                out.append(f"{words:31}{''.join([f'{n:12}' for n in row])}")
        out.append(f"{'prestige':31}{''.join([f'{n:12}' for n in outcome['scores']])}")
        if "solo" in detail:
            out.append(ENDING_WORDS[outcome["reason"]])
            if detail["solo"]["won"]:
                out.append(f"A great score is {detail['solo']['great_score']} or more.")
        return out


def _wrap(text: str, indent: int, more: int | None = None) -> list[str]:
    later = " " * (more if more is not None else indent)
    return textwrap.wrap(text, WIDTH, break_on_hyphens=False, initial_indent=" " * indent, subsequent_indent=later)


def make_text(game: ForgeWar) -> WarText:
    """The game in words, under its edition."""
    return WarText(game.content)
