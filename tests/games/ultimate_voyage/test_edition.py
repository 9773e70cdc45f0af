"""The edition file: what is refused, that the refusal names entry and field, and what the tables hold."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from rulekit.content import convert
from rulekit.errors import EditionError
from ultimate_voyage.checks import check
from ultimate_voyage.edition import HOUSE_EDITION, load_edition
from ultimate_voyage.forms import Edition
from ultimate_voyage.names import (
    AGAINST,
    BLUE,
    CARDS,
    COMBAT,
    EXPLORE,
    NANJING,
    OP_PENDING,
    REGION_COUNT,
    SAIL,
    TROOPS,
    ZONE_COUNT,
    ZONES,
)

HOUSE: Final = tomllib.loads(HOUSE_EDITION.read_text("utf-8"))
GONE: Final = object()  # take the entry or the key out

Where = list[str | int]


def edited(where: Where, value: Any) -> dict[str, Any]:
    """The house edition with one place changed; a list is entered by the `id` or `no` of an entry or by position."""
    data = copy.deepcopy(HOUSE)
    here: Any = data
    for key in where[:-1]:
        here = _enter(here, key)
    last = where[-1]
    if isinstance(here, list) and last == "+":
        here.append(value)
    elif isinstance(here, list):
        at = here.index(_enter(here, last)) if isinstance(last, str) else last
        if value is GONE:
            del here[at]
        else:
            here[at] = value
    elif value is GONE:
        del here[last]
    else:
        here[last] = value
    return data


def _enter(here: Any, key: str | int) -> Any:
    if isinstance(here, list) and isinstance(key, str):
        return next(x for x in here if str(x.get("id", x.get("no"))) == key)
    return here[key]


def effect(**fields: Any) -> list[dict[str, Any]]:
    return [fields]


PENDING: Final = {
    "do": "pending",
    "action": "combat",
    "target": "encounter",
    "strength": 4,
    "die": "moon",
    "combat_loss": True,
    "story": True,
    "win": [],
    "lose": [],
    "always": [],
}
AT_4: Final[Where] = ["encounter", "4", "options", 1, "effects"]
E4: Final = "encounter no. 4"
O4: Final = "options[1].effects"

# what, where, value, entry, field, words of the problem
BROKEN: Final[list[tuple[str, Where, Any, str, str, str]]] = [
    ("unknown table", ["weather"], 1, "file", "weather", "unknown"),
    ("missing table", ["tower"], GONE, "file", "tower", "missing"),
    ("unknown key", ["zone", "aden", "rain"], 1, "zone aden", "rain", "unknown"),
    ("missing key", ["zone", "aden", "name"], GONE, "zone aden", "name", "missing"),
    ("wrong form", ["zone", "aden", "strength"], "four", "zone aden", "strength", "int"),
    ("no source", ["zone", "aden", "source"], GONE, "zone aden", "source", "missing"),
    ("wrong source", ["zone", "aden", "source"], "mine", "zone aden", "source", "mine"),
    ("modes", ["meta", "modes"], ["full"], "meta", "modes", "quick"),
    ("rule prefix", ["meta", "rule_prefix"], "XX", "meta", "rule_prefix", "UV"),
    ("players", ["game", "players"], [2, 4], "game", "players", "(1, 4)"),
    ("rounds", ["game", "rounds"], 99, "game", "rounds", "4 to 20"),
    ("actions", ["game", "actions_per_round"], 4, "game", "actions_per_round", "3"),
    ("mats", ["components", "character_mats"], 5, "components", "character_mats", "6"),
    ("dice", ["components", "deity_dice"], 4, "components", "deity_dice", "3"),
    ("height", ["components", "tower_height"], 8, "components", "tower_height", "9"),
    ("levels", ["components", "tower_levels"], 8, "components", "tower_levels", "fewer"),
    ("encounters", ["components", "encounter_cards"], 36, "components", "encounter_cards", "37"),
    ("objectives", ["components", "objective_cards"], 24, "components", "objective_cards", "23"),
    ("goods", ["components", "trade_goods"], 92, "components", "trade_goods", "93"),
    ("red tokens", ["components", "red_bonus_tokens"], 9, "components", "red_bonus_tokens", "8"),
    ("yellow tokens", ["components", "yellow_bonus_tokens"], 9, "components", "yellow_bonus_tokens", "8"),
    ("porcelain", ["components", "porcelain_tokens"], -1, "components", "porcelain_tokens", "0 to 500"),
    ("troops", ["components", "troop_tokens"], -1, "components", "troop_tokens", "0 to 500"),
    ("knowledge", ["components", "knowledge_tokens"], 47, "components", "knowledge_tokens", "4 colours"),
    ("markers", ["components", "generic_markers"], -1, "components", "generic_markers", "negative"),
    ("flagships", ["components", "per_player", "flagships"], 2, "components", "per_player.flagships", "1"),
    ("ships", ["components", "per_player", "regular_ships"], 3, "components", "per_player.regular_ships", "2"),
    ("dials", ["components", "per_player", "deity_dials"], 2, "components", "per_player.deity_dials", "3"),
    ("cards", ["components", "per_player", "action_cards"], 4, "components", "per_player.action_cards", "5"),
    ("structures", ["components", "per_player", "structures"], -5, "components", "per_player.structures", "0 to 20"),
    ("lowest affiliation", ["limits", "affiliation_min"], -3, "limits", "affiliation_min", "-2"),
    ("highest affiliation", ["limits", "affiliation_max"], 4, "limits", "affiliation_max", "3"),
    ("most ships", ["limits", "ships_max"], 4, "limits", "ships_max", "3"),
    ("prestige", ["limits", "prestige_max"], 0, "limits", "prestige_max", "1 to 99"),
    ("profit", ["limits", "profit_max"], 100, "limits", "profit_max", "1 to 99"),
    ("action bonus", ["limits", "action_bonus_max"], -1, "limits", "action_bonus_max", "0 to 20"),
    ("die missing", ["die", "star"], GONE, "die star", "id", "missing"),
    ("die without faces", ["die", "sun", "faces"], [], "die sun", "faces", "at least one"),
    ("yin on the Sun", ["die", "sun", "faces", 0], "yin", "die sun", "faces[0]", "only the Moon"),
    ("face of words", ["die", "sun", "faces", 0], "two", "die sun", "faces[0]", "no number"),
    ("odd number", ["die", "sun", "faces", 0], "01", "die sun", "faces[0]", "no number"),
    ("high face", ["die", "star", "faces", 0], "4", "die star", "faces[0]", "-3 to 3"),
    ("no numbers", ["die", "moon", "faces"], ["yin", "yang"], "die moon", "faces", "must be a number"),
    ("positions", ["strength", "position_values"], [1, 2, 3, 4], "strength", "position_values", "5"),
    ("position", ["strength", "position_values", 2], -1, "strength", "position_values[2]", "0 to 20"),
    ("depot bonus", ["strength", "depot_bonus"], -1, "strength", "depot_bonus", "0 to 20"),
    ("step costs", ["strength", "resource_step_costs"], [], "strength", "resource_step_costs", "at least one"),
    ("free step", ["strength", "resource_step_costs", 0], 0, "strength", "resource_step_costs[0]", "1 to 99"),
    ("minimum", ["strength", "minimum_final"], 1, "strength", "minimum_final", "0"),
    ("forfeit", ["strength", "forfeit_gain"], 0, "strength", "forfeit_gain", "1 to 9"),
    ("his forfeit", ["strength", "de_conti_forfeit_porcelain"], -1, "strength", "de_conti_forfeit_porcelain", "0 to 9"),
    ("story gap", ["story_by_strength", "table", "3"], GONE, "story_by_strength", "table", "without a gap"),
    ("story of words", ["story_by_strength", "table", "x"], 1, "story_by_strength", "table", "without a gap"),
    ("story points", ["story_by_strength", "table", "3"], -1, "story_by_strength", "table.3", "0 to 9"),
    ("story sources", ["story_by_strength", "applies_to"], [], "story_by_strength", "applies_to", "combat_port"),
    ("card missing", ["action_card", "trade"], GONE, "action_card trade", "id", "missing"),
    ("card twice", ["action_card", "trade", "id"], "sail", "action_card sail", "id", "twice"),
    ("colour of Explore", ["action_card", "explore", "colour"], "R", "action_card explore", "colour", "Explore none"),
    ("no colour", ["action_card", "sail", "colour"], "", "action_card sail", "colour", "Explore none"),
    ("colour twice", ["action_card", "sail", "colour"], "R", "action_card sail", "colour", "two cards"),
    ("side field", ["action_card", "sail", "normal", "no_wind"], GONE, "action_card sail", "normal.no_wind", "missing"),
    ("foreign side field", ["action_card", "sail", "upgraded", "max_goods"], 1, "action_card sail",
     "upgraded.max_goods", "no such field"),
    ("free sailing", ["action_card", "sail", "normal", "with_wind"], 0, "action_card sail", "normal.with_wind",
     "1 to 99"),
    ("free building", ["action_card", "combat", "upgraded", "structure_cost"], 0, "action_card combat",
     "upgraded.structure_cost", "1 to 99"),
    ("bonus", ["action_card", "trade", "upgraded", "bonus"], -1, "action_card trade", "upgraded.bonus", "0 to 20"),
    ("one ship", ["action_card", "trade", "upgraded", "multi_ship"], False, "action_card trade",
     "upgraded.multi_ship", "True"),
    ("required falls", ["action_card", "explore", "normal", "required"], [2, 1], "action_card explore",
     "normal.required", "must rise"),
    ("story of Explore", ["action_card", "explore", "normal", "story"], [0], "action_card explore",
     "normal.story", "each of `required`"),
    ("seven tokens", ["action_card", "explore", "upgraded"],
     {"bonus": 0, "multi_ship": True, "required": [1, 2, 3, 4, 5, 6, 7], "story": [0] * 7, "explored_surcharge": 1},
     "action_card explore", "upgraded.required", "at most 6"),
    ("free scouting", ["scout", "encounter"], 0, "scout", "encounter", "1 to 20"),
    ("structure", ["structure", "kiln"], GONE, "structure kiln", "id", "missing"),
    ("place of a structure", ["structure", "kiln", "place"], "port", "structure kiln", "place", "mat"),
    ("effect of a structure", ["structure", "camp", "effect"], "income_porcelain", "structure camp", "effect",
     "income_troop"),
    ("depot of another bonus", ["structure", "depot", "amount"], 3, "structure depot", "amount", "2"),
    ("character", ["character", "healer"], GONE, "character healer", "id", "missing"),
    ("order", ["character", "healer", "order", 0], "trade", "character healer", "order", "each of"),
    ("start porcelain", ["character", "healer", "porcelain"], -1, "character healer", "porcelain", "0 to 30"),
    ("too much for the supply", ["character", "healer", "porcelain"], 20, "character", "porcelain",
     "the supply has 30"),
    ("ability", ["character", "healer", "ability"], {"kind": "action_bonus", "action": "sail", "amount": 1},
     "character healer", "ability.kind", "troop_loss_reduction"),
    ("action of an ability", ["character", "navigator", "ability", "action"], "trade", "character navigator",
     "ability.action", "sail"),
    ("amount of an ability", ["character", "navigator", "ability", "amount"], GONE, "character navigator",
     "ability.amount", "missing"),
    ("amount of the Diviner", ["character", "diviner", "ability", "amount"], 1, "character diviner",
     "ability.amount", "no amount"),
    ("phase of the Diviner", ["character", "diviner", "ability", "phase"], GONE, "character diviner",
     "ability.phase", "administration"),
    ("phase of the Healer", ["character", "healer", "ability", "phase"], "administration", "character healer",
     "ability.phase", "no phase"),
    ("twice a round", ["character", "healer", "ability", "per_round"], 2, "character healer", "ability.per_round", "1"),
    ("start on a bonus space", ["character", "merchant", "start_prestige"], 5, "character merchant", "start_prestige",
     "0 to 4"),
    ("ocean", ["ocean", "western"], GONE, "ocean western", "id", "missing"),
    ("region in a wrong ocean", ["ocean", "southern", "regions", "+"], "arabia", "ocean southern", "regions",
     "western"),
    ("region of no ocean", ["ocean", "western", "regions", 0], "arabia", "region burma_bengal", "ocean", "once"),
    ("region", ["region", "arabia"], GONE, "region arabia", "id", "missing"),
    ("ports", ["region", "arabia", "ports"], [11, 12], "region arabia", "ports", "[11, 12, 13]"),
    ("adjacent", ["region", "arabia", "adjacent"], ["east_africa"], "region arabia", "adjacent", "south_india"),
    ("track", ["region", "arabia", "story_track_length"], 0, "region arabia", "story_track_length", "1 to 30"),
    ("top below low", ["region", "arabia", "story_vp_top"], 1, "region arabia", "story_vp_top", "2 to 30"),
    ("low points", ["region", "arabia", "story_vp_low"], -1, "region arabia", "story_vp_low", "0 to 30"),
    ("used with five", ["region", "arabia", "used_at", "full", 0], 5, "region arabia", "used_at.full", "1 to 4"),
    ("quick with one", ["region", "arabia", "used_at", "quick", 0], 1, "region arabia", "used_at.quick", "2 to 4"),
    ("zone", ["zone", "aden"], GONE, "zone aden", "id", "missing"),
    ("zone number", ["zone", "aden", "no"], 11, "zone aden", "no", "12"),
    ("second capital", ["zone", "aden", "government_depot"], True, "zone aden", "government_depot", "False"),
    ("port of no region", ["zone", "aden", "region"], "", "zone aden", "region", "every port"),
    ("bazaar of Nanjing", ["zone", "nanjing", "bazaar"], 1, "zone nanjing", "bazaar", "no such field"),
    ("tokens of Nanjing", ["zone", "nanjing", "knowledge"], ["R"], "zone nanjing", "knowledge", "no knowledge"),
    ("no strength", ["zone", "aden", "strength"], GONE, "zone aden", "strength", "missing"),
    ("weak port", ["zone", "aden", "strength"], 0, "zone aden", "strength", "1 to 20"),
    ("bazaar", ["zone", "aden", "bazaar"], -1, "zone aden", "bazaar", "0 to 10"),
    ("six tokens", ["zone", "aden", "knowledge"], ["R"] * 6, "zone aden", "knowledge", "at most 5"),
    ("clockwise", ["zone", "aden", "clockwise"], ["mecca"], "zone aden", "clockwise", "each linked zone"),
    ("link to itself", ["link", 0, "blue"], ["champa", "champa"], "link no. 1", "blue", "itself"),
    ("link twice", ["link", 2, "blue"], ["ayutthaya", "champa"], "link no. 3", "blue", "twice"),
    ("way round Champa", ["link", 0, "blue"], ["nanjing", "malacca"], "link no. 1", "blue", "only Champa"),
    ("boundary", ["link", 1, "boundary"], True, "link no. 2", "boundary", "False"),
    ("icon", ["link", 4, "encounter"], "aden", "link no. 5", "encounter", "allowed: both"),
    ("icon within a region", ["link", 1, "encounter"], "both", "link no. 2", "encounter", "boundaries only"),
    ("icon on the way home", ["link", 0, "encounter"], "both", "link no. 1", "encounter", "way home"),
    ("icon towards home", ["link", 0, "encounter"], "nanjing", "link no. 1", "encounter", "none leads home"),
    ("cut off", ["region", "south_india_ceylon", "used_at", "full"], [1, 2, 4], "zone hormuz", "clockwise",
     "full with 3 players"),
    ("too many printed", ["zone", "malindi", "knowledge"], ["R", "R", "B", "B"], "zone", "knowledge", "13 tokens R"),
    ("round", ["round", "4", "no"], 5, "round", "no", "1 to 9"),
    ("season", ["round", "4", "season"], "monsoon", "round no. 4", "season", "monsoon"),
    ("wind", ["round", "4", "wind"], "red", "round no. 4", "wind", "red"),
    ("cloud on the first", ["round", "1", "cloud"], True, "round no. 1", "cloud", "can't be covered"),
    ("clouds and tiles", ["round", "5", "cloud"], True, "random_round_tile", "id", "6 tiles for 7"),
    ("tile twice", ["random_round_tile", "cloud_2", "id"], "cloud_1", "random_round_tile cloud_1", "id", "twice"),
    ("health", ["health_track", "spaces"], 1, "health_track", "spaces", "2 to 99"),
    ("docks", ["nanjing_docks", "vp", "2"], GONE, "nanjing_docks", "vp", "each of 2, 3, 4"),
    ("dock points", ["nanjing_docks", "vp", "2"], [-1], "nanjing_docks", "vp.2", "0 to 20"),
    ("tower points", ["tower", "vp_per_level"], -1, "tower", "vp_per_level", "0 to 20"),
    ("bonus spaces", ["bonus_tokens", "profit_spaces"], [10, 7], "bonus_tokens", "profit_spaces", "two rising"),
    ("icons", ["icons", "animal", 0], "dodo", "icons", "animal", "each of lion"),
    ("good twice", ["goods", "tokens", "se02", "id"], "se01", "good se01", "id", "twice"),
    ("icon of a good", ["goods", "tokens", "se01", "icon"], "lion", "good se01", "icon", "allowed here"),
    ("scroll without a dial", ["goods", "tokens", "se17", "dial"], GONE, "good se17", "dial", "names the dial"),
    ("scroll of another icon", ["goods", "tokens", "se17", "dial"], "moon", "good se17", "icon", "scroll_moon"),
    ("no profit", ["goods", "tokens", "se01", "profit"], GONE, "good se01", "profit", "missing"),
    ("profit of an animal", ["goods", "tokens", "se11", "profit"], 1, "good se11", "profit", "no such field"),
    ("empty bundle", ["goods", "tokens", "se16", "wild"], 0, "good se16", "wild", "1 to 9"),
    ("free good", ["goods", "tokens", "se01", "cost"], 0, "good se01", "cost", "1 to 30"),
    ("story of a good", ["goods", "tokens", "se01", "story"], -1, "good se01", "story", "0 to 9"),
    ("free labor", ["good_effects", "labor", "prestige"], 0, "good_effects", "labor.prestige", "1 to 20"),
    ("labor at will", ["good_effects", "labor", "per_round"], 2, "good_effects", "labor.per_round", "1"),
    ("objective twice", ["objective", "obj_2", "id"], "obj_I", "objective obj_I", "id", "twice"),
    ("points", ["objective", "obj_2", "vp"], -1, "objective obj_2", "vp", "0 to 20"),
    ("unused with one", ["objective", "obj_2", "unused_full"], [1], "objective obj_2", "unused_full", "from 2 to 4"),
    ("unused twice", ["objective", "obj_2", "unused_quick"], [2, 2], "objective obj_2", "unused_quick", "each once"),
    ("predicate", ["objective", "obj_2", "claim", "pred"], "lucky", "objective obj_2", "claim.pred", "lucky"),
    ("removal as a claim", ["objective", "obj_2", "claim"], {"pred": "all_affiliation", "region": "arabia", "value": 3},
     "objective obj_2", "claim.pred", "remove_when"),
    ("predicate without its field", ["objective", "obj_2", "claim", "n"], GONE, "objective obj_2", "claim.n",
     "needs it"),
    ("foreign field", ["objective", "obj_2", "claim", "region"], "arabia", "objective obj_2", "claim.region",
     "no such field"),
    ("amount by players", ["objective", "obj_17", "claim", "n"], {"2": 3}, "objective obj_17", "claim.n", "1, 2, 3, 4"),
    ("amount of none", ["objective", "obj_17", "claim", "n", "2"], 0, "objective obj_17", "claim.n.2", "1 to 99"),
    ("zero of it", ["objective", "obj_2", "claim", "n"], 0, "objective obj_2", "claim.n", "1 to 99"),
    ("nowhere", ["objective", "obj_II", "claim", "regions"], [], "objective obj_II", "claim.regions", "nothing"),
    ("region twice", ["objective", "obj_II", "claim", "regions"], ["arabia", "arabia"], "objective obj_II",
     "claim.regions", "twice"),
    ("each", ["objective", "obj_6", "claim", "each"], -1, "objective obj_6", "claim.each", "0 to 99"),
    ("total", ["objective", "obj_11", "claim", "total"], 16, "objective obj_11", "claim.total", "1 to 15"),
    ("other mark", ["objective", "obj_2", "mark"], {"pred": "different_icons", "n": 1}, "objective obj_2", "mark.pred",
     "different_animals"),
    ("mark of one deed", ["objective", "obj_15", "mark"], {"pred": "strength_over", "n": 5}, "objective obj_15", "mark",
     "no first stage"),
    ("removal", ["objective", "obj_1", "remove_when"], {"pred": "same_icon", "n": 1}, "objective obj_1",
     "remove_when.pred", "all_affiliation"),
    ("removal at 2", ["objective", "obj_1", "remove_when", "value"], 2, "objective obj_1", "remove_when.value", "3"),
    ("present goods", ["objective", "obj_2", "tense"], "present", "objective obj_2", "tense", "perfect"),
    ("perfect storms", ["objective", "obj_16", "tense"], "perfect", "objective obj_16", "tense", "present"),
    ("two couriers", ["objective", "obj_2"],
     {"id": "obj_2", "no": "2", "title": "x", "type": "yellow", "vp": 1, "tense": "present", "unused_full": [],
      "unused_quick": [], "source": "house", "claim": {"pred": "courier", "min_profit": 1}},
     "objective", "claim.pred", "courier"),
    ("first objectives", ["setup", "initial_objectives", "first_game"], ["obj_I", "obj_III", "obj_II"],
     "setup.initial_objectives", "first_game", "a card of each type"),
    ("first objective not used", ["setup", "initial_objectives", "first_game"], ["obj_6", "obj_II", "obj_III"],
     "setup.initial_objectives", "first_game", "obj_6"),
    ("encounter number", ["encounter", "5", "no"], 6, "encounter", "no", "in order"),
    ("no options", ["encounter", "4", "options"], [], E4, "options", "at least one"),
    ("option twice", ["encounter", "4", "options", 1, "id"], "avoid", E4, "options[0].id", "of its own"),
    ("unknown effect", AT_4, effect(do="sink"), E4, "options[1].effects[0].do", "sink"),
    ("effect without its field", AT_4, effect(do="prestige"), E4, f"{O4}[0].n", "needs it"),
    ("effect with a field of another", AT_4, effect(do="prestige", n=1, die="sun"), E4, f"{O4}[0].die",
     "no such field"),
    ("nothing gained", AT_4, effect(do="prestige", n=0), E4, f"{O4}[0].n", "changes nothing"),
    ("negative payment", AT_4, effect(do="pay_troops", n=-1), E4, f"{O4}[0].n", "1 to 9"),
    ("affiliation to 4", AT_4, effect(do="affiliation_to", n=4, unless=3), E4, f"{O4}[0].n", "-2 to 3"),
    ("unless", AT_4, effect(do="affiliation_to", n=2, unless=5), E4, f"{O4}[0].unless", "-2 to 3"),
    ("no kinds", AT_4, effect(do="build_free", kinds=[]), E4, f"{O4}[0].kinds", "nothing"),
    ("class twice", AT_4, effect(do="search_goods", classes=["animal", "animal"], new_icon=True, porcelain=1), E4,
     f"{O4}[0].classes", "twice"),
    ("negative price", AT_4, effect(do="reroll_dial", porcelain=-1, per_round=1), E4, f"{O4}[0].porcelain", "0 to 9"),
    ("twice a round", AT_4, effect(do="reroll_dial", porcelain=1, per_round=2), E4, f"{O4}[0].per_round", "1 to 1"),
    ("no turns", AT_4, effect(do="stay", turns=0), E4, f"{O4}[0].turns", "1 to 9"),
    ("bonus of any", AT_4, effect(do="bonus_once", action="any", n=1), E4, f"{O4}[0].action", "action card"),
    ("contest of trade", AT_4, effect(do="bonus_once", action="trade", n=1, contest_only=True), E4,
     f"{O4}[0].contest_only", "with combat"),
    ("drift of the Sun", AT_4, effect(do="drift", die="sun"), E4, f"{O4}[0].die", "the Star"),
    ("redraw alone", AT_4, effect(do="redraw"), E4, O4, "`to_bottom`"),
    ("redraw in front", AT_4, [{"do": "to_bottom"}, {"do": "redraw"}, {"do": "prestige", "n": 1}], E4, O4, "last"),
    ("two bundles", AT_4, [{"do": "gain_wild", "n": 1}, {"do": "gain_wild", "n": 2}], E4, O4, "only once"),
    ("pending trade", AT_4, effect(**{**PENDING, "action": "trade"}), E4, f"{O4}[0].action", "combat, any"),
    ("pending die", AT_4, effect(**{**PENDING, "die": "sun"}), E4, f"{O4}[0].die", "moon"),
    ("pending strength", AT_4, effect(**{**PENDING, "strength": -1}), E4, f"{O4}[0].strength", "0 to 20"),
    ("attack with a strength", AT_4, effect(**{**PENDING, "target": "port"}), E4, f"{O4}[0].strength", "must be 0"),
    ("attack with results", AT_4,
     effect(**{**PENDING, "target": "port", "strength": 0, "win": [{"do": "profit", "n": 1}]}), E4, f"{O4}[0].win",
     "no others"),
    ("diplomacy at a port", AT_4,
     effect(**{**PENDING, "action": "diplomacy", "die": "sun", "target": "port", "combat_loss": False}), E4,
     f"{O4}[0].action", "by combat"),
    ("loss in diplomacy", AT_4, effect(**{**PENDING, "action": "diplomacy", "die": "sun"}), E4, f"{O4}[0].combat_loss",
     "with combat"),
    ("result that asks", AT_4, effect(**{**PENDING, "win": [{"do": "lose_dial"}]}), E4, f"{O4}[0].win[0].do",
     "not possible here"),
    ("broken result", AT_4, effect(**{**PENDING, "lose": [{"do": "profit"}]}), E4, f"{O4}[0].lose[0].n", "needs it"),
    ("result of hostility", AT_4, effect(do="if_hostile", then=[{"do": "drift", "die": "star"}]), E4,
     f"{O4}[0].then[0].do", "not possible here"),
    ("quick start", ["mode", "quick", "start_zone"], "palembang", "mode.quick", "start_zone", "samudera"),
    ("quick tributary", ["mode", "quick", "tributary_zone"], "kotte", "mode.quick", "tributary_zone", "samudera"),
    ("quick start in use", ["region", "majapahit", "used_at", "quick"], [2], "mode.quick", "start_zone",
     "not be in use"),
    ("hidden goods", ["mode", "quick", "reveal_goods"], False, "mode.quick", "reveal_goods", "True"),
    ("quick events", ["mode", "quick", "skip_events"], [], "mode.quick", "skip_events", "storm"),
    ("quick upkeep", ["mode", "quick", "skip_port_upkeep"], False, "mode.quick", "skip_port_upkeep", "True"),
    ("quick triggers", ["mode", "quick", "other_end_triggers"], True, "mode.quick", "other_end_triggers", "False"),
    ("quick end", ["mode", "quick", "last_round"], 10, "mode.quick", "last_round", "2 to 9"),
    ("quick beginning", ["mode", "quick", "first_round"], 7, "mode.quick", "first_round", "1 to 6"),
    ("late start", ["mode", "random_starting_locations", "first_round"], 1, "mode.random_starting_locations",
     "first_round", "2 to 8"),
    ("home affiliation", ["mode", "random_starting_locations", "home_affiliation"], 3,
     "mode.random_starting_locations", "home_affiliation", "-1 to 2"),
    ("story at home", ["mode", "random_starting_locations", "story_at_home"], True, "mode.random_starting_locations",
     "story_at_home", "False"),
    ("his positions", ["mode", "solo", "positions", "sail"], 6, "mode.solo", "positions.sail", "1 to 5"),
    ("his upgrades", ["mode", "solo", "upgrades_at_profit", "trade"], 0, "mode.solo", "upgrades_at_profit.trade",
     "1 to 99"),
    ("his start", ["mode", "solo", "start_by_sun", "0"], GONE, "mode.solo", "start_by_sun", "-2, -1, 0, 1, 2"),
    ("his start in Nanjing", ["mode", "solo", "start_by_sun", "0"], "nanjing", "mode.solo", "start_by_sun.0",
     "no open"),
    ("turning in Nanjing", ["mode", "solo", "turning_port"], "nanjing", "mode.solo", "turning_port", "open port"),
    ("solo bonus spaces", ["mode", "solo", "bonus_spaces_zheng", "profit"], [1, 2], "mode.solo", "bonus_spaces_zheng",
     "[7, 10]"),
    ("solo objectives", ["mode", "solo", "removed_objectives"], ["obj_19"], "mode.solo", "removed_objectives",
     "obj_20"),
    ("two meetings", ["mode", "solo", "removed_encounters"], [36, 37], "mode.solo", "removed_encounters",
     "the one card"),
    ("no such meeting", ["mode", "solo", "removed_encounters"], [38], "mode.solo", "removed_encounters", "1 to 37"),
    ("his ship", ["mode", "solo", "ship_at_profit"], 0, "mode.solo", "ship_at_profit", "1 to 99"),
    ("meeting", ["mode", "solo", "meeting_porcelain"], -1, "mode.solo", "meeting_porcelain", "0 to 20"),
    ("mats run out", ["mode", "solo", "mat_reset_round"], 9, "mode.solo", "mat_reset_round", "5 to 7"),
    ("points of porcelain", ["mode", "solo", "porcelain_vp"], -1, "mode.solo", "porcelain_vp", "0 to 9"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("where", "value", "entry", "field", "words"), [b[1:] for b in BROKEN], ids=[b[0] for b in BROKEN]
)
def test_a_broken_edition_is_refused_with_entry_and_field(
    where: Where, value: Any, entry: str, field: str, words: str
) -> None:
    e = refusal(edited(where, value))
    assert (e.entry, e.field) == (entry, field), str(e)
    assert any(w in e.problem for w in words.split("|")), str(e)


def refusal(data: dict[str, Any]) -> EditionError:
    with pytest.raises(EditionError) as refused:
        check(convert(data, Edition))
    return refused.value


def test_every_bazaar_must_find_its_goods() -> None:
    data = edited(["zone", "malindi", "bazaar"], 10)
    _enter(data["zone"], "mogadishu")["bazaar"] = 4
    e = refusal(data)
    assert (e.entry, e.field) == ("region east_africa", "ports")
    assert e.problem == "the bazaars need 14 goods; there are 13"


def test_random_starts_need_a_home_for_every_player() -> None:
    data = edited(["character", "merchant", "home_region"], "arabia")
    _enter(data["character"], "diviner")["home_region"] = "east_africa"
    e = refusal(data)
    assert (e.entry, e.field) == ("character", "home_region")
    assert e.problem == "only 1 have a home region in use (full with 2 players)"


def test_a_bonus_space_needs_a_token_for_everybody() -> None:
    data = edited(["bonus_tokens", "red", "ship"], 3)
    data["components"]["red_bonus_tokens"] = 7
    e = refusal(data)
    assert (e.entry, e.field) == ("bonus_tokens", "red.ship")


def test_a_deck_must_not_be_empty_in_any_mode() -> None:
    for field, value in (("unused_full", [4]), ("unused_quick", [3])):
        data = copy.deepcopy(HOUSE)
        for o in data["objective"]:
            if o["type"] == "red":
                o[field] = value
        data["setup"]["initial_objectives"]["first_game"] = ["obj_I", "obj_II", "obj_III"]
        e = refusal(data)
        assert (e.entry, e.field) == ("objective", field)
        assert "no red card is left" in e.problem


def test_a_file_that_is_not_toml_not_there_or_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "edition.toml"
    path.write_text("[meta\n")
    with pytest.raises(EditionError, match="is not TOML"):
        load_edition(path)
    with pytest.raises(EditionError, match="cannot be read"):
        load_edition(tmp_path / "nothing.toml")
    path.write_text(HOUSE_EDITION.read_text("utf-8").replace('game = "ultimate_voyage"', 'game = "go"'))
    with pytest.raises(EditionError, match="meta: game: is 'go'"):
        load_edition(path)
    path.write_text(HOUSE_EDITION.read_text("utf-8").replace("schema = 1", "schema = 2"))
    with pytest.raises(EditionError, match="meta: schema: is 2"):
        load_edition(path)


def test_the_digest_is_of_the_content_and_not_of_the_layout(tmp_path: Path) -> None:
    path = tmp_path / "edition.toml"
    text = HOUSE_EDITION.read_text("utf-8")
    house = load_edition()[2]
    path.write_text("# a comment\n" + text, "utf-8")
    assert load_edition(path)[2] == house
    path.write_text(
        text.replace("depot_bonus = 2 ", "depot_bonus = 3 ").replace(
            'effect = "action_bonus_at_port"\namount = 2', 'effect = "action_bonus_at_port"\namount = 3'
        ),
        "utf-8",
    )
    edition, content, digest = load_edition(path)
    assert digest != house
    assert (edition.strength.depot_bonus, content.depot_bonus) == (3, 3)


# --- what the tables hold


@pytest.mark.rule("UV-010", "UV-016")
def test_components_are_counted() -> None:
    edition, c, _ = load_edition()
    assert (len(c.encounters), len(c.objectives), len(c.good_ids), len(c.characters)) == (37, 23, 93, 6)
    assert c.supply == [30, 30]
    assert sum(c.tokens_per_colour) == 48 == sum(len(t) for t in c.printed)
    assert [c.card_colour[k] for k in range(len(CARDS))] == [3, 0, 2, -1, 1]
    assert [c.card_of_colour[k] for k in range(4)] == [COMBAT, 4, 2, SAIL]
    assert c.structures_max == 5
    assert edition.meta.edition == "house-1"


@pytest.mark.rule("UV-080", "UV-082", "UV-084")
def test_the_map_has_16_zones_in_6_regions_and_two_directions_on_each_link() -> None:
    _, c, _ = load_edition()
    assert [z for z in range(ZONE_COUNT) if c.region_of[z] < 0] == [NANJING]
    assert sorted(z for ports in c.ports_of for z in ports) == list(range(1, ZONE_COUNT))
    assert c.ocean_of == [0, 0, 1, 1, 1, 1]
    links = 0
    for a in range(ZONE_COUNT):
        for b in c.neighbours[a]:
            assert a in c.neighbours[b]
            assert {c.link_wind[a * ZONE_COUNT + b], c.link_wind[b * ZONE_COUNT + a]} == {BLUE, AGAINST}
            links += 1
    assert links == 44
    assert c.neighbours[NANJING] == [ZONES.index("champa")]
    assert c.region_adjacent[REGION_COUNT] == 1  # from Nanjing: Mainland Southeast Asia
    for r in range(REGION_COUNT):
        for other in range(REGION_COUNT):
            assert (c.region_adjacent[r] >> other & 1) == (c.region_adjacent[other] >> r & 1)


def test_icons_lie_on_boundaries_both_ways_but_not_on_the_way_home() -> None:
    _, c, _ = load_edition()
    for a in range(ZONE_COUNT):
        for b in c.neighbours[a]:
            crosses = c.region_of[a] != c.region_of[b]
            assert c.boundary[a * ZONE_COUNT + b] == crosses
            assert c.icon[a * ZONE_COUNT + b] == (crosses and b != NANJING)


@pytest.mark.rule("UV-090")
def test_dice_have_their_faces() -> None:
    _, c, _ = load_edition()
    assert [len(f) for f in c.faces] == [6, 10, 8]
    assert sum(c.faces[0]) == 0 == sum(c.faces[2])


@pytest.mark.rule("UV-024", "UV-028", "UV-612", "UV-614", "UV-672")
def test_regions_and_objectives_in_use_depend_on_the_players() -> None:
    _, c, _ = load_edition()
    assert c.regions_full[1:] == [[0, 1, 2, 3, 4, 5], [0, 1, 3], [0, 1, 3, 4], [0, 1, 2, 3, 4, 5]]
    assert c.regions_quick[2:] == [[3, 4, 5], [2, 3, 4, 5], [2, 3, 4, 5]]

    def missing(decks: list[list[int]]) -> list[str]:
        used = [o for deck in decks for o in deck]
        return [c.objectives[o].no for o in range(len(c.objectives)) if o not in used]

    assert missing(c.decks_full[2]) == ["1", "7", "8", "10", "11", "13", "14"]
    assert missing(c.decks_full[3]) == ["6", "7", "8", "10", "11", "13", "14"]
    assert missing(c.decks_full[4]) == []
    assert missing(c.decks_quick[2]) == ["II", "III", "6", "7", "11", "13", "14"]
    assert missing(c.decks_quick[3]) == missing(c.decks_quick[4]) == ["II", "III", "6", "8", "11"]
    assert missing(c.decks_solo) == ["19", "20"]
    assert [len(d) for d in c.decks_full[4]] == [7, 6, 10]


def test_steps_of_resources_go_on_by_the_same_rule() -> None:
    _, c, _ = load_edition()
    assert [c.step_cost(n) for n in (1, 2, 3, 4, 7, 8, 16)] == [1, 2, 3, 4, 7, 8, 16]
    assert c.step_cost(17) > sum(c.supply)


@pytest.mark.rule("UV-178")
def test_story_points_by_strength() -> None:
    _, c, _ = load_edition()
    assert [c.story_by_strength(n) for n in range(9)] == [1, 1, 1, 1, 2, 2, 3, 3, 3]


def test_every_encounter_option_has_an_action_and_numbers() -> None:
    _, c, _ = load_edition()
    for card in c.encounters:
        for option in card.options:
            assert c.actions.encode(option.action) == {"type": "encounter_option", "option": c.option_ids[option.id]}
    rebels = c.encounter(5).options[1].effects[0]
    assert (rebels.op, rebels.what, rebels.strength, rebels.die) == (OP_PENDING, COMBAT, 4, 1)
    denounce = c.encounter(36).options[1].effects[1].win[0]
    assert (denounce.op, denounce.at_port, denounce.story) == (OP_PENDING, True, True)
    assert c.encounter(24).options[1].effects[0].n == 1  # the Mage's price
    assert c.encounter(10).options[1].effects[2].n == 3  # turns to stay


def test_cards_by_side() -> None:
    _, c, _ = load_edition()
    assert c.explore_cost == [[0, 2, 4, 7, 9, 11, 14], [0, 1, 3, 5, 7, 9, 11]]
    assert c.card_resource[EXPLORE] == c.card_resource[SAIL] == TROOPS
    assert (c.against_wind, c.structure_cost, c.victory_points) == ([2, 1], [4, 3], [2, 3])
