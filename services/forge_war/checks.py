"""Cross-checks of an edition that types cannot express; each names the entry and the field."""

from __future__ import annotations

import re

from forge_war.card_checks import check_cards, check_quests, check_solo, check_tiles, check_wealth
from forge_war.forms import Edition, ModeEntry
from forge_war.names import (
    ENDGAME,
    MAX_LEVEL,
    MODES,
    OVERSEERS,
    QUEST_DECKS,
    RESOURCES,
    SOLO_MODES,
    STACKS,
    WEAPON_TYPES,
)
from rulekit.content import require

_DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
_SPACES = {
    "blacksmith": ("closed", [1, 2, 3, 4], ["weapon"]),
    "bazaar": ("closed", [1, 2], ["bonus_a", "bonus_b", "single_a", "single_b"]),
    "bazaar_bonus": ("closed", [3, 4], ["bonus_a", "bonus_b"]),
    "bazaar_single": ("closed", [3, 4], ["single_a", "single_b"]),
    "barracks": ("closed", [1, 2, 3, 4], []),
    "clerk": ("open", [1, 2, 3, 4], []),
    "road": ("open", [1, 2, 3, 4], []),
}
_SCORES = {
    "eg_blacksmith": ["per_unique_design", "per_public_claim"],
    "eg_top_left": ["per_completed_quest"],
    "eg_top_right": ["per_adventurer"],
    "eg_bottom_left": ["per_bonus_card"],
    "eg_bottom_right": ["per_leftover_resource"],
}
_MOST = 1000  # of anything that is counted
_SLOTS = 8


def check(e: Edition) -> None:
    """Raises `EditionError` for the first thing that is wrong."""
    _fixed(e)
    _resources(e)
    _modes(e)
    _offer(e)
    _market(e)
    check_cards(e)
    check_wealth(e)
    check_quests(e)
    check_tiles(e)
    _mine(e)
    check_solo(e)


def _same(found: object, needed: object, entry: str, field: str) -> None:
    require(found == needed, entry, field, f"is {found!r}; it must be {needed!r}")


def _range(n: int, low: int, high: int, entry: str, field: str) -> None:
    require(low <= n <= high, entry, field, f"is {n}; allowed: {low} to {high}")


def _once(ids: list[str], needed: list[str], entry: str) -> None:
    """Every id of `needed` once, and no other."""
    for name in needed:
        require(ids.count(name) == 1, f"{entry} {name}", "id", "is missing" if name not in ids else "is there twice")
    for name in ids:
        require(name in needed, f"{entry} {name}", "id", f"known: {', '.join(needed)}")


def _fixed(e: Edition) -> None:
    """Values that the rules have built in (another one would be read and change nothing), and the counts."""
    _same(e.meta.modes, [*MODES, *SOLO_MODES], "meta", "modes")
    _same(e.meta.rule_prefix, "FW", "meta", "rule_prefix")
    _same(e.game.players, (1, 4), "game", "players")
    k = e.constants
    for field, found, needed in (
        ("max_level", k.max_level, MAX_LEVEL),
        ("overseers_per_player", k.overseers_per_player, OVERSEERS),
        ("quest_offer_slots", k.quest_offer_slots, _SLOTS),
        ("mine_side_length", k.mine_side_length, 4),
        ("board_radius_central", k.board_radius_central, 3),
        ("board_radius_full", k.board_radius_full, 4),
    ):
        _same(found, needed, "constants", field)
    _same(k.resource_types, RESOURCES, "constants", "resource_types")
    _same(k.weapon_types, WEAPON_TYPES, "constants", "weapon_types")
    _range(k.strike_size, 2, 61, "constants", "strike_size")
    _range(k.gold_per_prestige_at_end, 1, _MOST, "constants", "gold_per_prestige_at_end")
    _range(k.untyped_penalty, 0, _MOST, "constants", "untyped_penalty")
    _range(k.fail_same_round_penalty, -_MOST, 0, "constants", "fail_same_round_penalty")
    _range(k.pass_gold, 0, _MOST, "constants", "pass_gold")
    _range(k.wealth_dealt, 1, 8, "constants", "wealth_dealt")
    _range(k.wealth_kept, 1, k.wealth_dealt, "constants", "wealth_kept")
    _range(k.wealth_level_cap_stage1, 1, MAX_LEVEL - 1, "constants", "wealth_level_cap_stage1")
    _range(k.wealth_level_cap_ff, 1, MAX_LEVEL, "constants", "wealth_level_cap_ff")
    for field in ("from_1", "from_2", "from_3"):
        _range(getattr(e.level_up_cost, field), 0, _MOST, "level_up_cost", field)
    cards = len([d for d in e.design if d.group != "starting"])
    cards += sum(b.copies for b in e.bonus_card) + sum(u.copies for u in e.single_use)
    counts = {
        "mine_pieces": len(e.mine_grid) + len(e.mine_border) + 1,
        "quest_cards": sum(q.copies for q in e.quest),
        "starting_designs": 4 * len([d for d in e.design if d.group == "starting"]),
        "market_cards": cards,
        "bonus_tiles": len(e.bonus_tile),
        "wealth_cards": len(e.wealth),
        "titles_per_player": len(e.title),
        "overseers": 4 * OVERSEERS,
    }
    for field, needed in counts.items():
        _same(getattr(e.components, field), needed, "components", field)


def _resources(e: Edition) -> None:
    _once([r.id for r in e.resource], RESOURCES, "resource")
    for r in e.resource:
        _range(r.sell, 0, _MOST, f"resource {r.id}", "sell")
        require(r.buy > r.sell, f"resource {r.id}", "buy", f"is {r.buy}, not more than its sell price {r.sell}")
        _range(r.first_stage, 1, 3, f"resource {r.id}", "first_stage")


def _modes(e: Edition) -> None:
    _once([m.id for m in e.mode], MODES, "mode")
    for m in e.mode:
        _mode(e, m)
    tiled = [m.id for m in e.mode if m.bonus_tiles_allowed]
    _once([str(s.mode) for s in e.bonus_tile_slots], [str(m) for m in tiled], "bonus_tile_slots")
    for slots in e.bonus_tile_slots:
        mode = next(m for m in e.mode if m.id == slots.mode)
        entry = f"bonus_tile_slots {slots.mode}"
        last = (0, 0)
        for text in slots.after:
            require(re.fullmatch("[1-9][.][1-9]", text) is not None, entry, "after", f'{text!r} is not like "1.3"')
            here = (int(text[0]), int(text[2:]))
            known = here[0] in mode.stages and here[1] <= mode.rounds_per_stage[mode.stages.index(here[0])]
            require(known, entry, "after", f"{text} is no round of the mode")
            require(here > last, entry, "after", "the rounds must rise")
            last = here
        _range(len(slots.after), 1, len(e.bonus_tile), entry, "after")


def _mode(e: Edition, m: ModeEntry) -> None:
    entry = f"mode {m.id}"
    first = {"normal": [1], "epic": [1, 2, 3], "advanced_normal": [2], "short_epic": [2, 3]}[m.id]
    _same(m.stages, first, entry, "stages")
    for field, values in (("rounds_per_stage", m.rounds_per_stage), ("hire", m.hire)):
        _same(len(values), len(m.stages), entry, f"{field} (its length)")
        for n in values:
            _range(n, 1, 9 if field == "rounds_per_stage" else _MOST, entry, field)
    _range(m.adventurers, 1, 99, entry, "adventurers")
    _range(m.adventurers_with_tiles, 1 if m.bonus_tiles_allowed else 0, 99, entry, "adventurers_with_tiles")
    for field, found, needed in (
        ("titles", m.titles, m.id != "normal"),
        ("bonus_tiles_allowed", m.bonus_tiles_allowed, m.id != "normal"),
        ("solo_allowed", m.solo_allowed, m.id in ("normal", "epic")),
        ("fast_forward", m.fast_forward, m.id in ("advanced_normal", "short_epic")),
    ):
        _same(found, needed, entry, field)
    decks = [QUEST_DECKS.index(d) for d in m.quest_decks]
    require(decks == sorted(set(decks)), entry, "quest_decks", f"must stand once each in the order {QUEST_DECKS}")
    stage_decks = {1: "green", 2: "grey", 3: "red"}
    colours = [stage_decks[stage] for stage in m.stages]
    _same(m.quest_decks[:-1], colours, entry, "quest_decks (without the purple one)")
    require(m.quest_decks[-1].startswith("purple"), entry, "quest_decks", "the last deck must be a purple one")
    _same(m.clear_colour, colours[-1], entry, "clear_colour")
    require(m.clear_colour_stage in (None, m.stages[-1]), entry, "clear_colour_stage", "must be the last stage")
    _range(m.clear_colour_after_round, 1, m.rounds_per_stage[-1] - 1, entry, "clear_colour_after_round")
    if m.endgame_bonus_round:
        _same(m.endgame_bonus_round, m.rounds_per_stage[-1], entry, "endgame_bonus_round")
        _same(len(m.stages), 1, entry, "endgame_bonus_round (stages of the mode)")
        for kind, copies in (
            ("bonus_card", sum(b.copies for b in e.bonus_card if b.stage == m.stages[0])),
            ("single_use", sum(u.copies for u in e.single_use if u.stage == m.stages[0])),
        ):
            left = copies > 2 * (m.endgame_bonus_round - 1)
            require(not left, entry, "endgame_bonus_round", f"cards of {kind} would be left in that round")


def _offer(e: Edition) -> None:
    _same(sorted(s.index for s in e.offer_slot), list(range(1, _SLOTS + 1)), "offer_slot", "index")
    for slot in e.offer_slot:
        _range(slot.cost, 0, _MOST, f"offer_slot no. {slot.index}", "cost")
    _same(e.offer_removal.p1, 0, "offer_removal", "p1")
    for field in ("p2", "p3", "p4"):
        _range(getattr(e.offer_removal, field), 0, _SLOTS, "offer_removal", field)


def _market(e: Edition) -> None:
    _once([s.id for s in e.market_space], list(_SPACES), "market_space")
    for s in e.market_space:
        kind, players, access = _SPACES[s.id]
        _same(s.kind, kind, f"market_space {s.id}", "kind")
        _same(s.players, players, f"market_space {s.id}", "players")
        _same(s.access, access, f"market_space {s.id}", "access")
    _once([b.id for b in e.endgame_bonus], ENDGAME, "endgame_bonus")
    for b in e.endgame_bonus:
        _same(b.space, STACKS[ENDGAME.index(b.id)], f"endgame_bonus {b.id}", "space")
        _range(b.cost, 0, _MOST, f"endgame_bonus {b.id}", "cost")
        _same(sorted(b.score), sorted(_SCORES[b.id]), f"endgame_bonus {b.id}", "score")
        for n in b.score.values():
            _range(n, 0, _MOST, f"endgame_bonus {b.id}", "score")


def _mine(e: Edition) -> None:
    m = e.mine
    _same(m.dirs, _DIRECTIONS, "mine", "dirs")
    _same(m.long_slots, [0, 2, 4], "mine", "long_slots")
    _same(m.short_slots, [1, 3, 5], "mine", "short_slots")
    _same(sorted(m.centre_side_a_stages + m.centre_side_b_stages), [1, 2, 3], "mine", "centre_side_a_stages")
    _same(m.border_in_play_p4, [0, 1, 2, 3, 4, 5], "mine", "border_in_play_p4")
    _same(m.border_in_play_p2, [], "mine", "border_in_play_p2")
    three = m.border_in_play_p3
    contiguous = any(sorted((start + i) % 6 for i in range(3)) == sorted(three) for start in range(6))
    require(contiguous, "mine", "border_in_play_p3", "must be three slots side by side (FW-063)")
    longs = len([slot for slot in three if slot in m.long_slots])
    require(longs == 1, "mine", "border_in_play_p3", "must leave out two long pieces and one short one (FW-063)")
    _same(m.border_in_play_p1, three, "mine", "border_in_play_p1")
    ids = [g.id for g in e.mine_grid] + [b.id for b in e.mine_border]
    for name in ids:
        require(ids.count(name) == 1, f"mine piece {name}", "id", "is there twice")
    for stage in (1, 2, 3):
        grids = [g for g in e.mine_grid if g.stage == stage]
        _same(len(grids), 6, "mine_grid", f"pieces of stage {stage}")
        for kind in ("long", "short"):
            found = len([b for b in e.mine_border if b.stage == stage and b.kind == kind])
            _same(found, 3, "mine_border", f"{kind} pieces of stage {stage}")
    for g in e.mine_grid:
        _range(g.stage, 1, 3, f"mine_grid {g.id}", "stage")
        _same(len(g.side_a), 6, f"mine_grid {g.id}", "side_a (its length)")
        _same(len(g.side_b), 6, f"mine_grid {g.id}", "side_b (its length)")
    for b in e.mine_border:
        _range(b.stage, 1, 3, f"mine_border {b.id}", "stage")
        _same(len(b.resources), 5 if b.kind == "long" else 3, f"mine_border {b.id}", "resources (its length)")
