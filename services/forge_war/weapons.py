"""Weapons on quests: power, types, difficulty, forging, and leaving a quest (FW-340 to FW-389)."""

from __future__ import annotations

from typing import Final

from forge_war.changes import can_pay, pay
from forge_war.names import NONE
from forge_war.state import Player, WarState, acting_title, leg_index

POPCOUNT: Final = [0, 1, 1, 2, 1, 2, 2, 3]  # of a mask of weapon types


def on_quest(p: Player, quest: int) -> list[int]:
    """The adventurers on a quest."""
    return [adventurer for adventurer, on in enumerate(p.on) if on == quest]


# --- what a quest has and needs


def quest_power(s: WarState, p: Player, quest: int) -> int:
    """The powers of all weapons on the quest with all modifiers (FW-389)."""
    total = 0
    c = s.c
    left = len(c.quests[quest].legs) - leg_index(s, quest)
    for adventurer, on in enumerate(p.on):
        if on != quest:
            continue
        number = acting_title(s, p, adventurer)
        weapon = p.weapon[adventurer]
        if weapon < 0:
            if number >= 0:
                total += c.titles[number].unarmed  # FW-580
            continue
        design = c.designs[weapon]
        total += design.power + p.tokens[adventurer] + design.power_per_leg_left * left
        if number >= 0:
            title = c.titles[number]
            if title.gem_power and design.contains >> title.gem & 1:
                total += title.gem_power  # FW-574
            if title.per_later:
                total += title.per_later * _later(p, quest, p.stay[adventurer])
            second = p.second[adventurer]
            if second >= 0:
                design = c.designs[second]
                total += design.power + p.second_tokens[adventurer] + design.power_per_leg_left * left
                total += title.second_bonus  # FW-577
    return total


def _later(p: Player, quest: int, stay: int) -> int:
    """Adventurers on the quest whose present stay began after a given one (FW-583)."""
    count = 0
    for adventurer, on in enumerate(p.on):
        if on == quest and p.stay[adventurer] > stay:
            count += 1
    return count


def shown_types(s: WarState, p: Player, quest: int) -> int:
    """Mask of the weapon types shown on the quest (FW-202, FW-571)."""
    c = s.c
    shown = 0
    for adventurer, on in enumerate(p.on):
        if on == quest and p.weapon[adventurer] >= 0:
            shown |= c.designs[p.weapon[adventurer]].types
            number = acting_title(s, p, adventurer)
            if number >= 0:
                shown |= c.titles[number].types
            second = p.second[adventurer]
            if second >= 0:
                shown |= c.designs[second].types
    return shown


def quest_difficulty(s: WarState, p: Player, quest: int) -> int:
    """The effective difficulty of the current leg: halved by Wards, raised for missing types (FW-386, FW-611)."""
    c = s.c
    card = c.quests[quest]
    leg = card.legs[card.leg_at[s.cube[quest]]]
    difficulty = leg.difficulty
    for adventurer, on in enumerate(p.on):
        if on == quest:
            weapon, second = p.weapon[adventurer], p.second[adventurer]
            if weapon >= 0 and c.designs[weapon].halve:
                difficulty //= 2
            if second >= 0 and c.designs[second].halve:
                difficulty //= 2
    return difficulty + c.untyped * POPCOUNT[leg.types & ~shown_types(s, p, quest)]


def passes(s: WarState, p: Player, quest: int) -> bool:
    """FW-423; any power passes where the prestige is the power (FW-605)."""
    return s.c.quests[quest].by_power or quest_power(s, p, quest) >= quest_difficulty(s, p, quest)


# --- who may carry what


def affordable(s: WarState, p: Player) -> list[int]:
    """Own designs that the pool can pay now."""
    designs = s.c.designs
    return [design for design in p.designs if can_pay(p, designs[design].cost)]


def helper(s: WarState, p: Player, quest: int) -> int:
    """The champion on the quest who helps the others there to carry more, or NONE (FW-586)."""
    for adventurer, title in enumerate(p.title):
        if title >= 0 and p.on[adventurer] == quest and s.c.titles[title].helper:
            return adventurer if acting_title(s, p, adventurer) >= 0 else NONE
    return NONE


def carrying_level(s: WarState, p: Player, adventurer: int, helped_by: int) -> int:
    """The level that counts when the adventurer is equipped on a quest with this helper."""
    level = p.level[adventurer]
    if helped_by >= 0 and helped_by != adventurer:
        level += s.c.titles[p.title[helped_by]].helper
    return level


def may_disarm(s: WarState, p: Player, adventurer: int, quest: int) -> bool:
    """A Stoic may be applied, or made, unarmed (FW-580); Demon Fists are given up by it."""
    title = p.title[adventurer]
    if title < 0 or not s.c.titles[title].unarmed or p.disarmed >> adventurer & 1:
        return False
    return p.on[adventurer] != quest or p.weapon[adventurer] >= 0


def second_level(s: WarState, p: Player, adventurer: int) -> int:
    """The highest level of a design that the adventurer may carry as a second weapon now; 0: none (FW-577)."""
    number = acting_title(s, p, adventurer)
    return s.c.titles[number].second_level if number >= 0 and p.weapon[adventurer] >= 0 else 0


# --- forging and leaving


def equip(s: WarState, p: Player, adventurer: int, quest: int, weapon: int) -> None:
    """A design (or NONE: unarmed) paid and carried on the quest; what was carried before is lost.

    A switch on the same quest keeps the stay and a second weapon; coming from elsewhere begins a new
    stay (FW-349 to FW-371).
    """
    if p.on[adventurer] != quest:
        leave(p, adventurer)
        p.on[adventurer] = quest
        p.since[adventurer] = s.clock
        p.stays += 1
        p.stay[adventurer] = p.stays
    p.weapon[adventurer] = weapon
    p.tokens[adventurer] = 0
    if weapon >= 0:
        design = s.c.designs[weapon]
        pay(p, design.cost)
        if design.suppress_title:
            drop_second(p, adventurer)  # FW-593
    else:
        p.disarmed |= 1 << adventurer
        drop_second(p, adventurer)


def equip_second(s: WarState, p: Player, adventurer: int, weapon: int) -> None:
    """Barbaric's second weapon, in place of an earlier one (FW-577)."""
    p.second[adventurer] = weapon
    p.second_tokens[adventurer] = 0
    pay(p, s.c.designs[weapon].cost)


def drop_second(p: Player, adventurer: int) -> None:
    p.second[adventurer] = NONE
    p.second_tokens[adventurer] = 0


def leave(p: Player, adventurer: int) -> None:
    """To the pool; all weapons carried are lost (FW-367, FW-489)."""
    p.on[adventurer] = NONE
    p.weapon[adventurer] = NONE
    p.tokens[adventurer] = 0
    p.since[adventurer] = 0
    p.stay[adventurer] = 0
    drop_second(p, adventurer)


def end_quest(p: Player, quest: int) -> None:
    """Everybody returns from a quest that is over, and its champions may start quests again (FW-432, FW-565)."""
    for adventurer, on in enumerate(p.on):
        if on == quest:
            leave(p, adventurer)
        if p.spent_on[adventurer] == quest:
            p.spent_on[adventurer] = NONE


# --- completed legs


def leg_bonuses(s: WarState, p: Player, quest: int) -> tuple[int, int]:
    """Lays the power tokens of a completed leg; returns the prestige and gold that weapons and champions on the
    quest bring (FW-532 to FW-538, FW-590 to FW-614)."""
    c = s.c
    prestige = 0
    gold = 0
    for adventurer, on in enumerate(p.on):
        if on != quest:
            continue
        number = acting_title(s, p, adventurer)
        weapon = p.weapon[adventurer]
        if weapon >= 0:
            design = c.designs[weapon]
            prestige += design.prestige_per_leg
            gold += design.gold_per_leg
            p.tokens[adventurer] += design.power_per_leg_done
            if number >= 0:
                p.tokens[adventurer] += c.titles[number].power_per_leg_done
        if number >= 0:
            prestige += c.titles[number].prestige_per_leg
            gold += c.titles[number].gold_per_leg
        second = p.second[adventurer]
        if second >= 0:
            design = c.designs[second]
            prestige += design.prestige_per_leg
            gold += design.gold_per_leg
            p.second_tokens[adventurer] += design.power_per_leg_done
    return prestige, gold


def carries_no_gain(s: WarState, p: Player, adventurer: int) -> bool:
    """The bearer cannot gain a level by the quest (FW-593)."""
    for weapon in (p.weapon[adventurer], p.second[adventurer]):
        if weapon >= 0 and s.c.designs[weapon].no_level_gain:
            return True
    return False
