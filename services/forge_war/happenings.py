"""What happened, in sentences; part of `text.WarText`."""

from __future__ import annotations

from typing import Any, Final

from forge_war.content import Content
from forge_war.words import STACK_WORDS, Words, cell_name, counted, resources

View = dict[str, Any]

SOURCES: Final = {
    "quests": "quest completed",
    "consolation": "consolation",
    "penalty": "quest failed at once",
    "champions": "champions and weapons",
    "tiles": "bonus tile",
}
LEFT_OUT: Final = {
    "acquire": "took no quest",
    "mine_move": "moved no overseer",
    "mine_second": "made no second movement",
    "extra_overseer": "moved no overseer",
    "worker_pick": "moved no worker",
    "market_action": "passed at the market",
    "round_close": "closed the round",
}


class Happenings:
    """Events. `_c` and `_w` are the edition's tables and words."""

    _c: Content
    _w: Words

    def event(self, event: View, view: View, names: list[str]) -> str:
        """What happened, in a sentence. `view` is any view of the seat that reads it."""
        e = event
        who = self._name(e["seat"], view, names) if "seat" in e else ""
        for told in (
            self._setup_event(e, who, view, names),
            self._mine_event(e, who, view, names),
            self._market_event(e, who),
            self._quest_event(e, who),
            self._round_event(e, who, view, names),
        ):
            if told:
                return told
        return str(e)

    def _setup_event(self, e: View, who: str, view: View, names: list[str]) -> str:
        match e["type"]:
            case "setup":
                first = self._name(e["order"][0], view, names)
                tiles = " with bonus tiles" if e["bonus_tiles"] else ""
                return f"The game begins{tiles}; first player: {first}"
            case "mine_built":
                return f"The mine of stage {e['stage']} was laid: {len(e['hexes'])} hexes"
            case "bonus_tiles":
                return f"Bonus tiles: {'; '.join([self._w.tile(t) for t in e['tiles']])}"
            case "wealth_dealt":
                cards = f": {', '.join([self._w.wealth(card) for card in e['cards']])}" if "cards" in e else ""
                return f"{who} got wealth cards{cards}"
            case "wealth_chosen":
                kept = " and ".join([self._w.wealth(card) for card in e["cards"]]) or "no card"
                return f"{who} kept {kept}"
            case "ff_sold":
                return f"{who} sold {e['resource']} for {e['gold']} gold"
            case "draft_hand":
                if "cards" in e:
                    return f"{who} got a hand: {', '.join([self._w.card(card) for card in e['cards']])}"
                return f"{who} got a hand of {counted(e['count'], 'card')}"
            case "draft_pick" if e["bought"]:
                return f"{who} bought {self._w.card(e['card'])} for {-e['gold']} gold"
            case "draft_pick":
                return f"{who} discarded {self._w.card(e['card'])} for {e['gold']} gold"
        return ""

    def _mine_event(self, e: View, who: str, view: View, names: list[str]) -> str:
        whose = self._name(e["colour"], view, names) if e.get("colour") is not None else ""
        match e["type"]:
            case "overseer_placed":
                return f"{whose} placed an overseer on {cell_name(e['hex'])}"
            case "overseer_moved":
                return f"{whose} moved an overseer {cell_name(e['from'])} to {cell_name(e['to'])}" + self._moved(
                    e, view, names
                )
            case "auto_move":
                text = f"passing {e['others']} of others and {e['own']} own"
                return f"{whose} moves an overseer {text}, one of {counted(e['choices'], 'such movement')}"
            case "worker_moved":
                if e["to"] is None:
                    return f"{who} took a worker of {whose} off the mine"
                return f"{who} moved a worker of {whose} from {cell_name(e['from'])} to {cell_name(e['to'])}"
            case "strike":
                return f"Strike: {counted(len(e['hexes']), 'worker')} of {whose} left the mine"
            case "order_changed":
                order = ", ".join([self._name(colour, view, names) for colour in e["order"]])
                return f"Player order: {order}"
        return ""

    def _moved(self, e: View, view: View, names: list[str]) -> str:
        out = ""
        if e["passed"]:
            turned = []
            for cell in e["passed"]:
                to = "gone" if cell["colour"] is None else self._name(cell["colour"], view, names)
                turned.append(f"{cell_name(cell['hex'])} now {to}")
            out += f"; passed workers: {', '.join(turned)}"
        for colour, amounts in e["resources"].items():
            out += f"; {self._name(int(colour), view, names)} +{resources(amounts)}"
        return out

    def _market_event(self, e: View, who: str) -> str:
        match e["type"]:
            case "revealed":
                where = "the public row" if e["public"] else STACK_WORDS[e["stack"]]
                return f"New at the market ({where}): {self._w.card_full(e['card'])}"
            case "market_taken":
                return f"{who} {self._taken(e)}"
            case "market_cleared":
                return f"To the market discard: {', '.join([self._w.card(card) for card in e['cards']]) or 'nothing'}"
            case "card_used":
                return f"{who} used {self._w.card_full(e['card'])}"
            case "card_gained":
                price = f" for {e['price']} gold" if e["price"] else ""
                return f"{who} took {self._w.card(e['card'])} from the market discard{price}"
            case "claimed":
                return f"{who} claimed {self._w.card(e['design'])}"
            case "hired":
                return f"{who} hired {e['adventurer']}"
            case "anytime" if e["action"] == "stall":
                return f"{who} gave {resources(e['paid'])} for {resources(e['gained'])} at {self._w.card(e['card'])}"
            case "anytime":
                did = "bought" if e["action"] == "merchant_buy" else "sold"
                return f"{who} {did} {e['resource']} for {abs(e['gold'])} gold"
            case "gold_gained":
                return f"{who} got {e['n']} gold"
            case "resource_gained":
                return f"{who} got {e['n']} {e['resource']}"
            case "credit_spent":
                return f"{who} bought {e['resource']} for {e['price']} of the credit ({e['left']} left)"
        return ""

    def _taken(self, e: View) -> str:
        cost = f" for {-e['gold']} gold" if e.get("gold") else ""
        match e["space"]:
            case "clerk":
                return f"went to the clerk to claim {self._w.card(e['design'])}{cost}"
            case "barracks":
                did = ["hired an adventurer"] if e["hire"] else []
                did += [f"raised {e['level']}"] if e["level"] is not None else []
                return f"{' and '.join(did)} at the barracks{cost}"
            case "road":
                return f"moved {self._w.quest(e['quest'])} {counted(e['steps'], 'step')} on along the Road"
        if "bonus" in e:
            return f"bought an end-game bonus: {self._endgame(e['bonus'])}{cost}"
        return f"bought {self._w.card(e['card'])}{cost} ({STACK_WORDS[e['stack']]})"

    def _endgame(self, name: str) -> str:
        raise NotImplementedError

    def _quest_event(self, e: View, who: str) -> str:
        quest = self._w.quest(e["quest"]) if "quest" in e else ""
        match e["type"]:
            case "quest_acquired":
                cost = f" for {-e['gold']} gold" if e["gold"] else ""
                named = f" with {' and '.join(e['champions'])}" if e["champions"] else ""
                return f"{who} took {quest} ({self._w.worth(e['quest'])}){cost}{named}"
            case "applied" | "applied_second":
                second = " as a second weapon" if e["type"] == "applied_second" else ""
                step = f", starting on step {e['start_step']}" if e.get("start_step") else ""
                return f"{who} sent {e['adventurer']} on {quest} with {self._w.weapon(e['design'])}{second}{step}"
            case "removed":
                return f"{who} took {e['adventurer']} off {quest}"
            case "management_done":
                state = [f"{self._w.quest(x['quest'])} {x['power']} of {x['difficulty']}" for x in e["quests"]]
                return f"{who} managed the quests{': ' + ', '.join(state) if state else ''}"
            case "quest_failed":
                gains = e["consolation"] + e["penalty"]
                return f"{who} failed {quest} ({gains:+d} prestige)" if gains else f"{who} failed {quest}"
            case "leg_done":
                return f"{who} passed leg {e['leg']} of {quest}"
            case "quest_advanced":
                return f"{who} advanced {quest} (step {e['step']} of {self._w.quest_steps(e['quest'])})"
            case "quest_completed":
                return f"{who} completed {quest} with power {e['power']}: {e['prestige']} prestige"
            case "level_up":
                return f"{who} raised {e['adventurer']} to level {e['level']}"
            case "title_chosen":
                return f"{who} made {e['adventurer']} {self._w.title(e['title'])}"
            case "prestige":
                return f"{who} got {e['n']} prestige ({SOURCES[e['source']]})"
        return ""

    def _round_event(self, e: View, who: str, view: View, names: list[str]) -> str:
        match e["type"]:
            case "passed":
                gold = f" and got {e['gold']} gold" if e["gold"] else ""
                return f"{who} {LEFT_OUT.get(e['kind'], 'passed')}{gold}"
            case "offer_dealt":
                cards = [f"{x['slot']} {self._w.quest(x['quest'])}" for x in e["cards"]]
                return f"New quests: {', '.join(cards)}"
            case "offer_cleared":
                return f"Quests left the offer: {', '.join([self._w.quest(x) for x in e['quests']])}"
            case "tile_resolved":
                won = [f"{self._name(x['seat'], view, names)} {x['times']}x" for x in e["seats"]]
                return f"Bonus tile {self._w.tile(e['tile'])}: {', '.join(won) or 'nobody'}"
            case "stage_changed":
                return f"Stage {e['stage']} begins"
            case "round_ended":
                return f"Round {e['round']} of stage {e['stage']} is over"
            case "game_over":
                return "The game is over"
            case "resigned":
                return f"{who} resigned"
            case "aborted":
                return "The match was aborted"
        return ""

    @staticmethod
    def _name(seat: int, view: View, names: list[str]) -> str:
        if seat == view["seat"]:
            return "You"
        return names[seat] if seat < len(names) else f"Automated {seat}"
