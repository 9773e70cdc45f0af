"""The edition file: what is refused, that the refusal names entry and field, and that another edition plays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from forge_war import load
from forge_war.coding import PLAYER_SLOTS, STATE_SLOTS
from forge_war.edition import HOUSE_EDITION
from forge_war.state import Player, WarState
from rulekit.errors import EditionError
from tests import laws
from tests.games.forge_war.table import GAME

Change = tuple[str, str]  # a pattern that stands exactly once in the house edition, and what replaces it


def house(*changes: Change) -> str:
    """The text of the house edition with replacements; each pattern must be there exactly once."""
    text = HOUSE_EDITION.read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, (text.count(old), old)
        text = text.replace(old, new)
    return text


def entry(table: str, id: str, old: str, new: str) -> Change:
    """A replacement within one entry of a table."""
    text = HOUSE_EDITION.read_text("utf-8")
    begin = text.index(f'[[{table}]]\nid = "{id}"\n')
    end = text.find("\n[", begin + 1)
    block = text[begin : end if end > 0 else len(text)]
    assert block.count(old) == 1, (block.count(old), old)
    return block, block.replace(old, new)


def design(id: str, old: str, new: str) -> Change:
    return entry("design", id, old, new)


def effects(table: str, id: str, new: str) -> Change:
    """Other effects for an entry."""
    text = HOUSE_EDITION.read_text("utf-8")
    begin = text.index(f'[[{table}]]\nid = "{id}"\n')
    found = re.compile(r"^effects = .*$", re.M).search(text, begin)
    assert found is not None
    return entry(table, id, found.group(), f"effects = {new}")


GOLD = '{ op = "gain_gold", n = 1 }'
LEG = '{ steps = 3, difficulty = 3, types = [], reward = [{ op = "gain_resource", resource = "copper", n = 1 }, '
SOLO_GREEN = 'deck = "green"\nmode = "normal"\nvery_easy = [6, 0]'

BROKEN: list[tuple[str, Change, str, str, str]] = [
    ("no meta", ("[meta]", "[mete]"), "meta", "", "missing"),
    ("other game", ('game = "forge_war"', 'game = "ming_voyages"'), "meta", "game", "ming_voyages"),
    ("wrong schema", ("schema = 1", "schema = 3"), "meta", "schema", "3"),
    ("modes", ('"solo_normal", "solo_epic"]', '"solo_normal"]'), "meta", "modes", "solo_epic"),
    ("rule prefix", ('rule_prefix = "FW"', 'rule_prefix = "WF"'), "meta", "rule_prefix", "FW"),
    ("unknown table", ("[components]", "[weather]\nrain = 1\n[components]"), "file", "weather", "unknown"),
    ("unknown key", design("leaf_shield", "power = 3", "power = 3\ncolour = 1"), "design leaf_shield", "colour",
     "unknown"),
    ("missing key", design("leaf_shield", "power = 3\n", ""), "design leaf_shield", "power", "missing"),
    ("wrong form", design("leaf_shield", "power = 3", 'power = "three"'), "design leaf_shield", "power", "int"),
    ("wrong source", design("leaf_shield", 'source = "house"', 'source = "mine"'), "design leaf_shield", "source",
     "mine"),
    ("players", ("players = [1, 4]", "players = [1, 5]"), "game", "players", "(1, 4)"),
    ("highest level", ("max_level = 4\nstrike", "max_level = 5\nstrike"), "constants", "max_level", "4"),
    ("overseers", ("overseers_per_player = 3", "overseers_per_player = 4"), "constants", "overseers_per_player", "3"),
    ("strike", ("strike_size = 5", "strike_size = 1"), "constants", "strike_size", "2 to 61"),
    ("wealth kept", ("wealth_kept = 2", "wealth_kept = 5"), "constants", "wealth_kept", "1 to 4"),
    ("level cap", ("wealth_level_cap_stage1 = 3", "wealth_level_cap_stage1 = 4"), "constants",
     "wealth_level_cap_stage1", "1 to 3"),
    ("penalty", ("fail_same_round_penalty = -3", "fail_same_round_penalty = 3"), "constants",
     "fail_same_round_penalty", "-1000 to 0"),
    ("gold per prestige", ("gold_per_prestige_at_end = 4", "gold_per_prestige_at_end = 0"), "constants",
     "gold_per_prestige_at_end", "1 to"),
    ("resource list", ('resource_types = ["copper", "iron"', 'resource_types = ["iron", "copper"'), "constants",
     "resource_types", "must be"),
    ("level-up price", ("from_2 = 2", "from_2 = -2"), "level_up_cost", "from_2", "0 to"),
    ("market cards", ("market_cards = 108", "market_cards = 107"), "components", "market_cards", "108"),
    ("quest cards", ("quest_cards = 82", "quest_cards = 80"), "components", "quest_cards", "82"),
    ("resource twice", ('[[resource]]\nid = "iron"', '[[resource]]\nid = "copper"'), "resource copper", "id", "twice"),
    ("resource price", entry("resource", "ruby", "buy = 4", "buy = 3"), "resource ruby", "buy", "not more"),
    ("mode twice", ('[[mode]]\nid = "epic"', '[[mode]]\nid = "normal"'), "mode normal", "id", "twice"),
    ("stages", entry("mode", "epic", "stages = [1, 2, 3]", "stages = [1, 3]"), "mode epic", "stages", "[1, 2, 3]"),
    ("rounds", entry("mode", "epic", "[6, 6, 6]", "[6, 6]"), "mode epic", "rounds_per_stage (its length)", "3"),
    ("hire", entry("mode", "epic", "hire = [4, 5, 6]", "hire = [4, 5, 0]"), "mode epic", "hire", "1 to"),
    ("no adventurers", entry("mode", "normal", "adventurers = 3", "adventurers = 0"), "mode normal", "adventurers",
     "1 to"),
    ("titles", entry("mode", "normal", "titles = false", "titles = true"), "mode normal", "titles", "False"),
    ("solo", entry("mode", "short_epic", "solo_allowed = false", "solo_allowed = true"), "mode short_epic",
     "solo_allowed", "False"),
    ("quest decks", entry("mode", "epic", '"green", "grey", "red", "purple3"', '"grey", "green", "red", "purple3"'),
     "mode epic", "quest_decks", "order"),
    ("deck of another stage", entry("mode", "normal", '"green", "purple1"', '"grey", "purple2"'), "mode normal",
     "quest_decks (without the purple one)", "green"),
    ("cleared colour", entry("mode", "normal", 'clear_colour = "green"', 'clear_colour = "red"'), "mode normal",
     "clear_colour", "green"),
    ("cleared round", entry("mode", "normal", "clear_colour_after_round = 6", "clear_colour_after_round = 7"),
     "mode normal", "clear_colour_after_round", "1 to 6"),
    ("bonus round", entry("mode", "normal", "endgame_bonus_round = 7", "endgame_bonus_round = 6"), "mode normal",
     "endgame_bonus_round", "7"),
    ("cards in the bonus round", entry("bonus_card", "scrap_smelter", "copies = 2", "copies = 4"), "components",
     "market_cards", "110"),
    ("tile round", ('after = ["2.2", "2.4", "2.6"]', 'after = ["2.2", "2.4", "3.6"]'),
     "bonus_tile_slots advanced_normal", "after", "no round"),
    ("tile round form", ('after = ["2.2", "2.4", "2.6"]', 'after = ["2-2", "2.4", "2.6"]'),
     "bonus_tile_slots advanced_normal", "after", "not like"),
    ("tile rounds fall", ('after = ["2.2", "2.4", "2.6"]', 'after = ["2.4", "2.2", "2.6"]'),
     "bonus_tile_slots advanced_normal", "after", "rise"),
    ("tile mode", ('[[bonus_tile_slots]]\nmode = "epic"', '[[bonus_tile_slots]]\nmode = "normal"'),
     "bonus_tile_slots epic", "id", "missing"),
    ("offer", ("[[offer_slot]]\nindex = 8", "[[offer_slot]]\nindex = 7"), "offer_slot", "index", "8"),
    ("slot cost", ("index = 8\nrow = 2\ncost = 2", "index = 8\nrow = 2\ncost = -2"), "offer_slot no. 8", "cost", "0"),
    ("removal", ("p2 = 3\n", "p2 = 9\n"), "offer_removal", "p2", "0 to 8"),
    ("solo removal", ("p1 = 0", "p1 = 1"), "offer_removal", "p1", "0"),
    ("space", entry("market_space", "road", 'kind = "open"', 'kind = "closed"'), "market_space road", "kind", "open"),
    ("end-game bonus", entry("endgame_bonus", "eg_top_left", 'space = "bonus_a"', 'space = "bonus_b"'),
     "endgame_bonus eg_top_left", "space", "bonus_a"),
    ("end-game score", entry("endgame_bonus", "eg_top_left", "per_completed_quest", "per_quest"),
     "endgame_bonus eg_top_left", "score", "per_completed_quest"),
    ("card twice", ('[[design]]\nid = "iron_axe"', '[[design]]\nid = "iron_mace"'), "card iron_mace", "id", "twice"),
    ("no cost", design("iron_axe", "cost = { iron = 2, copper = 1 }", "cost = {}"), "design iron_axe", "cost", "empty"),
    ("negative cost", design("iron_axe", "iron = 2, copper = 1", "iron = 2, copper = 0"), "design iron_axe", "cost",
     "1 to"),
    ("green price", design("iron_axe", "price_normal = 3", "price_normal = 5"), "design iron_axe", "price_normal",
     "0 to 4"),
    ("public level", design("iron_axe", "level = 2", "level = 3"), "design iron_axe", "level", "1 to 2"),
    ("type twice", design("iron_axe", 'types = ["axe"]', 'types = ["axe", "axe"]'), "design iron_axe", "types",
     "twice"),
    ("priced starting design", design("copper_sword", "price = 0", "price = 1"), "design copper_sword", "price",
     "FW-030"),
    ("effect of a public design", design("iron_axe", "power = 4", 'power = 4\neffects = [{ op = "halve_difficulty" }]'),
     "design iron_axe", "effects", "only unique"),
    ("effect at a wrong place", effects("design", "leaf_shield", f"[{GOLD}]"), "design leaf_shield", "effects",
     "not possible here"),
    ("effect without a field", effects("design", "leaf_shield", '[{ op = "power_per_leg_done" }]'),
     "design leaf_shield", "effects", 'needs the field "n"'),
    ("effect with a field too many", effects("design", "leaf_shield", '[{ op = "halve_difficulty", n = 1 }]'),
     "design leaf_shield", "effects", 'has no field "n"'),
    ("effect of zero", effects("design", "leaf_shield", '[{ op = "power_per_leg_done", n = 0 }]'),
     "design leaf_shield", 'effects: "n" of "power_per_leg_done"', "1 to"),
    ("removed designs", design("wyrmtooth_pike", "stage = 1", "stage = 4"), "design wyrmtooth_pike", "stage", "1 to 3"),
    ("stall without a side", entry("bonus_card", "scrap_smelter", "left = { iron = 1 }", "left = {}"),
     "bonus_card scrap_smelter", "left", "both sides"),
    ("stall of nothing", entry("bonus_card", "scrap_smelter", "right = { copper = 2 }", "right = { iron = 1 }"),
     "bonus_card scrap_smelter", "right", "same"),
    ("stall with savvy", entry("bonus_card", "scrap_smelter", "stage = 1", 'stage = 1\nsavvy = "buyer"'),
     "bonus_card scrap_smelter", "savvy", "neither"),
    ("exchange used twice", entry("bonus_card", "gem_cutter", '"1emerald=2iron"', '"1iron=2copper"'),
     "bonus_card scrap_smelter", "exchange", "differ"),
    ("savvy of another kind", effects("bonus_card", "buyer_savvy_1", '[{ op = "road_extra_step", n = 1 }]'),
     "bonus_card buyer_savvy_1", "effects", "merchant_buy_limit"),
    ("savvy with sides", entry("bonus_card", "buyer_savvy_1", "price = 3", "price = 3\nleft = { iron = 1 }"),
     "bonus_card buyer_savvy_1", "exchange", "no sides"),
    ("odd stacks", entry("single_use", "training_1", "copies = 2", "copies = 3"), "components", "market_cards", "109"),
    ("single-use worth prestige", entry("single_use", "training_1", "prestige = 0", "prestige = 1"),
     "single_use training_1", "prestige", "0"),
    ("single-use effect", effects("single_use", "training_1", '[{ op = "market_card" }]'), "single_use training_1",
     "effects", "not possible"),
    ("wealth effect", effects("wealth", "w1_01", '[{ op = "leftover_card" }]'), "wealth w1_01", "effects",
     "not possible"),
    ("wealth claim", effects("wealth", "w1_01", '[{ op = "claim_design", design = "leaf_shield" }]'), "wealth w1_01",
     "effects", "no public design"),
    ("wealth set", entry("wealth", "w1_01", 'set = "stage1"', 'set = "fast_forward"'), "wealth", "set", "fewer"),
    ("quest without steps", entry("quest", "weird_woods", LEG, LEG.replace("steps = 3", "steps = 0")),
     "quest weird_woods", "legs[0].steps", "1 to"),
    ("consolation at the end", entry("quest", "weird_woods", 'reward = [{ op = "gain_gold", n = 3 }] }',
     'reward = [{ op = "gain_gold", n = 3 }], consolation = 3 }'), "quest weird_woods", "legs[1].consolation", "last"),
    ("consolation over the prestige", entry("quest", "weird_woods", "consolation = 4", "consolation = 19"),
     "quest weird_woods", "legs[0].consolation", "0 to 18"),
    ("quest reward", entry("quest", "weird_woods", 'reward = [{ op = "gain_gold", n = 3 }] }',
     'reward = [{ op = "level_up", n = 3 }] }'), "quest weird_woods", "legs[1].reward", "not possible"),
    ("title without effect", effects("title", "valorous", "[]"), "title valorous", "effects", "empty"),
    ("title for nothing", effects("title", "valorous", '[{ op = "on_full_completion", then = [] }]'), "title valorous",
     "effects", "empty list"),
    ("title that hires",
     effects("title", "valorous", '[{ op = "on_full_completion", then = [{ op = "hire", n = 1 }] }]'),
     "title valorous", "effects", "not possible"),
    ("tile effect", effects("bonus_tile", "industrious_2", f"[{GOLD}]"), "bonus_tile industrious_2", "effects",
     "overseer_move"),
    ("tile without a number", entry("bonus_tile", "industrious_2", "exact = 2\n", ""), "bonus_tile industrious_2",
     "exact", "industrious"),
    ("tile per nothing", entry("bonus_tile", "decorated_gold", 'per = "level4_champion"\n', ""),
     "bonus_tile decorated_gold", "per", "level4_champion"),
    ("directions", ("dirs = [[1, 0], [0, 1],", "dirs = [[0, 1], [1, 0],"), "mine", "dirs", "must be"),
    ("flipped borders", ("border_in_play_p3 = [3, 4, 5]", "border_in_play_p3 = [2, 3, 4]"), "mine",
     "border_in_play_p3", "FW-063"),
    ("scattered borders", ("border_in_play_p3 = [3, 4, 5]", "border_in_play_p3 = [1, 3, 4]"), "mine",
     "border_in_play_p3", "side by side"),
    ("solo mine", ("border_in_play_p1 = [3, 4, 5]", "border_in_play_p1 = []"), "mine", "border_in_play_p1",
     "[3, 4, 5]"),
    ("short side", entry("mine_grid", "grid_1_1", 'side_a = ["iron", ', "side_a = ["), "mine_grid grid_1_1",
     "side_a (its length)", "6"),
    ("border length", entry("mine_border", "border_1_short_1", '["copper", "iron", "copper"]', '["copper", "iron"]'),
     "mine_border border_1_short_1", "resources (its length)", "3"),
    ("grids of a stage", entry("mine_grid", "grid_1_1", "stage = 1", "stage = 2"), "mine_grid", "pieces of stage 1",
     "6"),
    ("solo list", ('"weird_woods", "mystic_cave", "mad_king"]', '"weird_woods", "mad_king", "mystic_cave"]'), "solo",
     "green_hard", "does not agree"),
    ("solo list of another deck", ('green_hard = ["cursed_keep",', 'green_hard = ["hydra",'), "solo", "green_hard",
     "no card of the deck"),
    ("solo purple quests", ('purple1 = ["p1_crystal", ', "purple1 = ["), "solo", "purple1", "solo = true"),
    ("solo deck", (SOLO_GREEN, SOLO_GREEN.replace("[6, 0]", "[5, 0]")), "solo_deck green (normal)", "very_easy",
     "12 are kept"),
    ("solo cut", (SOLO_GREEN, SOLO_GREEN.replace("[6, 0]", "[7, 0]")), "solo_deck green (normal)", "very_easy",
     "0 to 6"),
    ("automata", ("automata = 2", "automata = 3"), "solo", "automata", "2"),
]  # fmt: skip


def refusal(path: Path, text: str) -> EditionError:
    path.write_text(text, "utf-8")
    with pytest.raises(EditionError) as refused:
        load(path)
    return refused.value


@pytest.mark.parametrize(("change", "where", "field", "words"), [b[1:] for b in BROKEN], ids=[b[0] for b in BROKEN])
def test_a_broken_edition_is_refused_with_entry_and_field(
    tmp_path: Path, change: Change, where: str, field: str, words: str
) -> None:
    e = refusal(tmp_path / "edition.toml", house(change))
    assert (e.entry, e.field) == (where, field), str(e)
    assert words in e.problem, str(e)


def test_a_file_that_is_not_toml_or_not_there_is_refused(tmp_path: Path) -> None:
    assert "is not TOML" in refusal(tmp_path / "edition.toml", "[meta\n").problem
    with pytest.raises(EditionError, match="cannot be read"):
        load(tmp_path / "nothing.toml")


def test_the_digest_is_of_the_content_and_not_of_the_layout(tmp_path: Path) -> None:
    path = tmp_path / "edition.toml"
    path.write_text("# a comment\n" + house(), "utf-8")
    assert load(path).edition_digest == GAME.edition_digest
    path.write_text(house(("pass_gold = 1", "pass_gold = 2")), "utf-8")
    assert load(path).edition_digest != GAME.edition_digest


def test_the_house_edition_names_itself() -> None:
    assert (GAME.key, GAME.title, GAME.edition_id) == ("forge_war", "Forge War", "house-1")


def test_all_slots_of_a_state_are_coded() -> None:
    """What mode and number of seats give need not be."""
    given = {"c", "rules", "board", "n", "solo", "colours", "players"}
    fields = set(vars_of(WarState(GAME.content, 2, 0)))
    assert set(STATE_SLOTS) == fields - given
    assert set(PLAYER_SLOTS) == set(vars_of(Player()))


def vars_of(thing: object) -> list[str]:
    """The data of an object of the game, compiled or not, without the kernel's part."""
    kernel = {"stack", "answered", "tick", "outcome"}
    names = [name for name in dir(thing) if not name.startswith("_") and name not in kernel]
    return [name for name in names if not callable(getattr(thing, name))]


def test_the_mine_has_the_hexes_of_the_number_of_players() -> None:
    """FW-060, FW-063: 61 hexes with 4 players, 48 with 3 and alone, 37 with 2; all in one piece."""
    boards = GAME.content.boards
    assert [b.size for b in boards[1:]] == [48, 37, 48, 61]
    for board in boards[1:]:
        assert all(0 <= at < board.size for ray in board.rays for at in ray)
        seen = {0}
        while new := {near for at in seen for near in board.around[at]} - seen:
            seen |= new
        assert len(seen) == board.size
    centre = [len(ray) for ray in boards[4].rays[:6]]
    assert centre == [4] * 6
    assert sum(len(near) for near in boards[4].around) == 2 * 156


@pytest.mark.parametrize(("mode", "seats"), [("normal", 2), ("epic", 3), ("advanced_normal", 2), ("solo_epic", 1)])
def test_another_edition_plays(tmp_path: Path, mode: str, seats: int) -> None:
    """Other prices and strikes, a wealth of everything, tokens on public work, titles with several effects."""
    path = tmp_path / "edition.toml"
    everything = (
        '[{ op = "gain_gold", n = 30 }, { op = "gain_resource", resource = "iron", n = 9 }, { op = "hire", n = 2 }, '
        '{ op = "gain_resource", resource = "mithril", n = 9 }, { op = "level_up", n = 4 }]'
    )
    text = house(
        ('edition = "house-1"', 'edition = "mine-1"'),
        ("strike_size = 5", "strike_size = 3"),
        ("untyped_penalty = 3", "untyped_penalty = 1"),
        ("pass_gold = 1", "pass_gold = 2"),
        ("wealth_dealt = 4", "wealth_dealt = 3"),
        ("p2 = 3\n", "p2 = 1\n"),
        effects("title", "valorous", '[{ op = "gold_per_leg", n = 2 }, { op = "start_for_gold", n = 3 }]'),
        design("leaf_shield", "emerald = 1", "iron = 1"),
    )
    text = re.sub(
        r'(set = "(?:stage1|fast_forward)"\n)effects = .*', lambda m: f"{m.group(1)}effects = {everything}", text
    )
    path.write_text(text, "utf-8")
    game = load(path)
    assert game.edition_id == "mine-1"
    for seed in range(2):
        w = laws.Walk(game, mode, {}, seats, seed)
        while not w.over:
            assert game.faults(w.state) == []
            if w.match.revision % 150 == 20:
                laws.check_laws(w)
            w.step()
