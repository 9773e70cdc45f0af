"""Cross-checks of an edition that types cannot express; each names the entry and the field."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.content import require
from rulekit.errors import EditionError
from ultimate_voyage.card_checks import check_encounters, check_objectives
from ultimate_voyage.content import SEATS_MAX
from ultimate_voyage.forms import CardSide, CharacterEntry, Edition, GoodEntry, LinkEntry
from ultimate_voyage.names import (
    ANIMAL_ICONS,
    CARDS,
    CHARACTERS,
    COLOURS,
    DIALS,
    MODES,
    OCEANS,
    REGIONS,
    REGULAR_ICONS,
    SPECIAL_ICONS,
    STRUCTURES,
    ZONES,
)

_SIDE_FIELDS = {
    "sail": ["with_wind", "against_wind", "no_wind", "boundary_toll"],
    "combat": ["port_victory_points", "structure_cost"],
    "diplomacy": [],
    "explore": ["required", "story", "explored_surcharge"],
    "trade": ["max_goods"],
}
_ALL_SIDE_FIELDS = [f for fields in _SIDE_FIELDS.values() for f in fields]
_ABILITIES = {
    "commander": ("action_bonus", "combat"),
    "interpreter": ("action_bonus", "diplomacy"),
    "navigator": ("action_bonus", "sail"),
    "healer": ("troop_loss_reduction", None),
    "merchant": ("action_bonus", "trade"),
    "diviner": ("reroll_die_for_one_player", None),
}
_STRUCTURES = {
    "depot": ("port", "action_bonus_at_port"),
    "kiln": ("mat", "income_porcelain"),
    "camp": ("mat", "income_troop"),
}
_STORY_SOURCES = [
    "combat_port",
    "combat_encounter",
    "diplomacy_port_tributary",
    "diplomacy_encounter",
    "encounter_tributary",
]


def check(e: Edition) -> None:
    """Raises `EditionError` for the first thing that is wrong."""
    _fixed(e)
    _dice_and_strength(e)
    _action_cards(e)
    _characters(e)
    _board(e)
    _tables(e)
    _rounds(e)
    _nanjing(e)
    _goods(e)
    check_objectives(e)
    check_encounters(e)
    _modes(e)


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
    _same(e.meta.modes, list(MODES), "meta", "modes")
    _same(e.meta.rule_prefix, "UV", "meta", "rule_prefix")
    _same(e.game.players, (1, SEATS_MAX), "game", "players")
    _same(e.game.actions_per_round, len(DIALS), "game", "actions_per_round")
    _range(e.game.rounds, 4, 20, "game", "rounds")
    k, p = e.components, e.components.per_player
    counts = [
        ("character_mats", k.character_mats, len(CHARACTERS)),
        ("deity_dice", k.deity_dice, len(DIALS)),
        ("tower_height", k.tower_height, e.tower.levels),
        ("encounter_cards", k.encounter_cards, len(e.encounter)),
        ("objective_cards", k.objective_cards, len(e.objective)),
        ("trade_goods", k.trade_goods, len(e.goods.tokens)),
        ("red_bonus_tokens", k.red_bonus_tokens, e.bonus_tokens.red.ship + e.bonus_tokens.red.upgrade),
        ("yellow_bonus_tokens", k.yellow_bonus_tokens, e.bonus_tokens.yellow.ship + e.bonus_tokens.yellow.upgrade),
        ("per_player.flagships", p.flagships, 1),
        ("per_player.regular_ships", p.regular_ships, 2),
        ("per_player.story_markers", p.story_markers, len(REGIONS)),
        ("per_player.action_cards", p.action_cards, len(CARDS)),
        ("per_player.deity_dials", p.deity_dials, len(DIALS)),
    ]
    for field, found, needed in counts:
        _same(found, needed, "components", field)
    require(k.tower_levels >= k.tower_height, "components", "tower_levels", "are fewer than the height of the tower")
    for field, n in (("porcelain_tokens", k.porcelain_tokens), ("troop_tokens", k.troop_tokens)):
        _range(n, 0, 500, "components", field)
    require(
        k.knowledge_tokens >= 0 and k.knowledge_tokens % len(COLOURS) == 0,
        "components",
        "knowledge_tokens",
        "must be as many of each of the 4 colours",
    )
    for field, n in (("generic_markers", k.generic_markers), ("per_player.player_markers", p.player_markers)):
        require(n >= 0, "components", field, "must not be negative")
    _range(p.structures, 0, 20, "components", "per_player.structures")
    limits = e.limits
    _same(limits.affiliation_min, -2, "limits", "affiliation_min")
    _same(limits.affiliation_max, 3, "limits", "affiliation_max")
    _same(limits.ships_max, p.flagships + p.regular_ships, "limits", "ships_max")
    _range(limits.prestige_max, 1, 99, "limits", "prestige_max")
    _range(limits.profit_max, 1, 99, "limits", "profit_max")
    _range(limits.action_bonus_max, 0, 20, "limits", "action_bonus_max")


def _dice_and_strength(e: Edition) -> None:
    _once([d.id for d in e.die], DIALS, "die")
    for die in e.die:
        where = f"die {die.id}"
        require(bool(die.faces), where, "faces", "a die has at least one face")
        numbers = 0
        for i, face in enumerate(die.faces):
            if face in ("yin", "yang"):
                require(die.id == "moon", where, f"faces[{i}]", "only the Moon has yin and yang")
                continue
            numbers += 1
            good = face.lstrip("-").isdecimal() and face.isascii() and str(int(face)) == face
            require(good and -9 <= int(face) <= 9, where, f"faces[{i}]", f"{face!r} is no number from -9 to 9")
            high = 2 if die.id == "sun" else 3 if die.id == "star" else 9
            _range(int(face), -high, high, where, f"faces[{i}]")
        require(numbers > 0, where, "faces", "at least one face must be a number")
    s = e.strength
    _same(len(s.position_values), len(CARDS), "strength", "position_values")
    for i, n in enumerate(s.position_values):
        _range(n, 0, 20, "strength", f"position_values[{i}]")
    _range(s.depot_bonus, 0, 20, "strength", "depot_bonus")
    require(bool(s.resource_step_costs), "strength", "resource_step_costs", "at least one cost is needed")
    for i, n in enumerate(s.resource_step_costs):
        _range(n, 1, 99, "strength", f"resource_step_costs[{i}]")
    _same(s.minimum_final, 0, "strength", "minimum_final")
    _range(s.forfeit_gain, 1, 9, "strength", "forfeit_gain")
    _range(s.de_conti_forfeit_porcelain, 0, 9, "strength", "de_conti_forfeit_porcelain")
    table = e.story_by_strength.table
    strengths = [int(k) if k.isdecimal() else -1 for k in table]
    good = bool(table) and strengths == list(range(strengths[0], strengths[0] + len(strengths))) and strengths[0] >= 0
    require(good, "story_by_strength", "table", "strengths must follow one another without a gap")
    for key, n in table.items():
        _range(n, 0, 9, "story_by_strength", f"table.{key}")
    _same(e.story_by_strength.applies_to, _STORY_SOURCES, "story_by_strength", "applies_to")


def _action_cards(e: Edition) -> None:
    _once([k.id for k in e.action_card], CARDS, "action_card")
    colours: list[str] = [k.colour for k in e.action_card if k.colour]
    for k in e.action_card:
        where = f"action_card {k.id}"
        require(
            (k.colour == "") == (k.id == "explore"),
            where,
            "colour",
            "every card but Explore has a colour, Explore none",
        )
        require(colours.count(k.colour) <= 1, where, "colour", "is the colour of two cards")
        _side(where, "normal", k.id, k.normal, False)
        _side(where, "upgraded", k.id, k.upgraded, True)
    for field in (
        "same_region_port_goods",
        "same_region_port_affiliation",
        "adjacent_region_port_goods",
        "adjacent_region_port_affiliation",
        "encounter",
    ):
        _range(getattr(e.scout, field), 1, 20, "scout", field)  # at no cost one could scout for ever
    _once([s.id for s in e.structure], STRUCTURES, "structure")
    for structure in e.structure:
        where = f"structure {structure.id}"
        _same(structure.place, _STRUCTURES[structure.id][0], where, "place")
        _same(structure.effect, _STRUCTURES[structure.id][1], where, "effect")
        _range(structure.amount, 0, 20, where, "amount")
        if structure.id == "depot":
            _same(structure.amount, e.strength.depot_bonus, where, "amount")


def _side(where: str, name: str, card: str, side: CardSide, upgraded: bool) -> None:
    for field in _ALL_SIDE_FIELDS:
        needed = field in _SIDE_FIELDS[card]
        require(
            (getattr(side, field) is not None) == needed,
            where,
            f"{name}.{field}",
            "is missing" if needed else "this card has no such field",
        )
        value = getattr(side, field)
        if isinstance(value, int):
            low = 1 if field in ("with_wind", "against_wind", "no_wind", "structure_cost", "max_goods") else 0
            _range(value, low, 99, where, f"{name}.{field}")
    _range(side.bonus, 0, 20, where, f"{name}.bonus")
    _same(side.multi_ship, upgraded, where, f"{name}.multi_ship")
    if side.required is not None and side.story is not None:
        good = side.required == sorted(set(side.required)) and bool(side.required) and side.required[0] >= 1
        require(good, where, f"{name}.required", "must rise from 1 or more")
        require(
            len(side.story) == len(side.required) and min(side.story) >= 0,
            where,
            f"{name}.story",
            "needs one amount for each of `required`",
        )
        require(len(side.required) <= 6, where, f"{name}.required", "at most 6 tokens are taken at once")


def _characters(e: Edition) -> None:
    _once([x.id for x in e.character], CHARACTERS, "character")
    for x in e.character:
        where = f"character {x.id}"
        _once_in(x.order, CARDS, where, "order")
        _range(x.porcelain, 0, e.components.porcelain_tokens, where, "porcelain")
        _range(x.troops, 0, e.components.troop_tokens, where, "troops")
        _ability(where, x)
        _range(x.start_prestige, 0, e.bonus_tokens.prestige_spaces[0] - 1, where, "start_prestige")
        _range(x.start_profit, 0, e.bonus_tokens.profit_spaces[0] - 1, where, "start_profit")
    for field, supply in (("porcelain", e.components.porcelain_tokens), ("troops", e.components.troop_tokens)):
        most = sum(sorted((getattr(x, field) for x in e.character), reverse=True)[:SEATS_MAX])
        require(most <= supply, "character", field, f"{SEATS_MAX} mats can ask for {most}; the supply has {supply}")


def _ability(where: str, x: CharacterEntry) -> None:
    kind, action = _ABILITIES[x.id]
    a = x.ability
    _same(a.kind, kind, where, "ability.kind")
    _same(a.action, action, where, "ability.action")
    if kind == "reroll_die_for_one_player":
        require(a.amount is None, where, "ability.amount", "this ability has no amount")
        _same(a.phase, "administration", where, "ability.phase")
    else:
        require(a.amount is not None, where, "ability.amount", "is missing")
        _range(a.amount or 0, 0, 20, where, "ability.amount")
        require(a.phase is None, where, "ability.phase", "this ability has no phase")
    _same(a.per_round, None if kind == "action_bonus" else 1, where, "ability.per_round")


def _once_in(found: Sequence[str], needed: list[str], entry: str, field: str) -> None:
    require(sorted(found) == sorted(needed), entry, field, f"must name each of {', '.join(needed)} once")


def _board(e: Edition) -> None:
    _once([z.id for z in e.zone], ZONES, "zone")
    _once([r.id for r in e.region], REGIONS, "region")
    _once([o.id for o in e.ocean], OCEANS, "ocean")
    _links(e.link)
    for zone in e.zone:
        where = f"zone {zone.id}"
        _same(zone.no, ZONES.index(zone.id), where, "no")
        _same(zone.government_depot, zone.no == 0, where, "government_depot")
        require((zone.region == "") == (zone.no == 0), where, "region", "every port has a region, Nanjing has none")
        if zone.no == 0:
            for field in ("strength", "bazaar"):
                require(getattr(zone, field) is None, where, field, "Nanjing has no such field")
            require(not zone.knowledge, where, "knowledge", "Nanjing has no knowledge tokens")
        else:
            require(zone.strength is not None, where, "strength", "is missing")
            require(zone.bazaar is not None, where, "bazaar", "is missing")
            _range(zone.strength or 0, 1, 20, where, "strength")
            _range(zone.bazaar or 0, 0, 10, where, "bazaar")
            require(len(zone.knowledge) <= 5, where, "knowledge", "a port has at most 5 tokens")
        linked = sorted({z for link in e.link if zone.id in link.blue for z in link.blue} - {zone.id})
        require(
            sorted(zone.clockwise) == linked,
            where,
            "clockwise",
            f"must name each linked zone once: {', '.join(linked) or 'none'}",
        )
    region_of: dict[str, str] = {z.id: z.region for z in e.zone}
    for n, link in enumerate(e.link, 1):
        where = f"link no. {n}"
        crosses = region_of[link.blue[0]] != region_of[link.blue[1]]
        _same(link.boundary, crosses, where, "boundary")
        require(
            link.encounter in ("both", "none", *link.blue),
            where,
            "encounter",
            f"is {link.encounter!r}; allowed: both, none, {link.blue[0]}, {link.blue[1]}",
        )
        require(crosses or link.encounter == "none", where, "encounter", "icons lie on region boundaries only")
        require("nanjing" not in link.blue or link.encounter != "nanjing", where, "encounter", "none leads home")
        require(
            link.encounter != "both" or "nanjing" not in link.blue, where, "encounter", "no encounter on the way home"
        )
    for region in e.region:
        where = f"region {region.id}"
        ports = sorted(z.no for z in e.zone if z.region == region.id)
        require(bool(ports), where, "ports", "a region has at least one port")
        _same(sorted(region.ports), ports, where, "ports")
        ocean = next(o for o in e.ocean if o.id == region.ocean)
        require(ocean.regions.count(region.id) == 1, where, "ocean", f"ocean {ocean.id} must name the region once")
        others = {region_of[z] or "nanjing" for link in e.link for z in _touching(link, region.id, region_of)}
        _same(sorted(region.adjacent), sorted(others), where, "adjacent")
        _range(region.story_track_length, 1, 30, where, "story_track_length")
        _range(region.story_vp_low, 0, 30, where, "story_vp_low")
        _range(region.story_vp_top, region.story_vp_low, 30, where, "story_vp_top")
        for seats in region.used_at.full:
            require(1 <= seats <= SEATS_MAX, where, "used_at.full", f"is used with {seats} players; allowed: 1 to 4")
        for seats in region.used_at.quick:
            require(2 <= seats <= SEATS_MAX, where, "used_at.quick", f"is used with {seats} players; allowed: 2 to 4")
    for ocean in e.ocean:
        for name in ocean.regions:
            found = next(r for r in e.region if r.id == name).ocean
            require(found == ocean.id, f"ocean {ocean.id}", "regions", f"{name} lies in the ocean {found}")


def _touching(link: LinkEntry, region: str, region_of: dict[str, str]) -> list[str]:
    """The far end of a link that leaves a region."""
    a, b = link.blue
    if region_of[a] == region and region_of[b] != region:
        return [b]
    if region_of[b] == region and region_of[a] != region:
        return [a]
    return []


def _links(links: list[LinkEntry]) -> None:
    seen: set[frozenset[str]] = set()
    for n, link in enumerate(links, 1):
        where = f"link no. {n}"
        require(link.blue[0] != link.blue[1], where, "blue", "joins a zone with itself")
        require(frozenset(link.blue) not in seen, where, "blue", f"{link.blue[0]} and {link.blue[1]} are joined twice")
        seen.add(frozenset(link.blue))
        require(
            "nanjing" not in link.blue or "champa" in link.blue, where, "blue", "only Champa is linked with Nanjing"
        )


def _tables(e: Edition) -> None:
    """For every mode and count of seats the zones in use hang together, and tokens and mats suffice."""
    for mode, start in (("full", "nanjing"), ("quick", e.mode.quick.start_zone)):
        for seats in range(1 if mode == "full" else 2, SEATS_MAX + 1):
            used = [r.id for r in e.region if seats in getattr(r.used_at, mode)]
            where = f"{mode} with {seats} players"
            zones = {z.id for z in e.zone if z.region in used} | {start}
            require(bool(used), "region", f"used_at.{mode}", f"no region is used with {seats} players")
            reached = {start}
            grown = True
            while grown:
                grown = False
                for link in e.link:
                    a, b = link.blue
                    if a in zones and b in zones and (a in reached) != (b in reached):
                        reached |= {a, b}
                        grown = True
            for z in e.zone:
                if z.id not in zones:
                    continue
                require(z.id in reached, f"zone {z.id}", "clockwise", f"can't be reached from {start} ({where})")
                near = [n for n in z.clockwise if n in zones and n != "nanjing"]
                require(bool(near), f"zone {z.id}", "clockwise", f"has no open port beside it ({where})")
            printed: list[str] = [k for z in e.zone if z.region in used for k in z.knowledge]
            for colour in COLOURS:
                each = e.components.knowledge_tokens // len(COLOURS)
                require(
                    printed.count(colour) <= each,
                    "zone",
                    "knowledge",
                    f"{printed.count(colour)} tokens {colour} are printed, there are {each} ({where})",
                )
            if mode == "full" and seats > 1:
                homes = len([x for x in e.character if x.home_region in used])
                require(homes >= seats, "character", "home_region", f"only {homes} have a home region in use ({where})")


def _rounds(e: Edition) -> None:
    numbers = [x.no for x in e.round]
    require(numbers == list(range(1, e.game.rounds + 1)), "round", "no", f"must be 1 to {e.game.rounds} in order")
    clouds = [x.no for x in e.round if x.cloud]
    require(1 not in clouds, "round no. 1", "cloud", "the first space can't be covered")
    ids = [t.id for t in e.random_round_tile]
    for t in e.random_round_tile:
        require(ids.count(t.id) == 1, f"random_round_tile {t.id}", "id", "is used twice")
    require(
        len(ids) == len(clouds),
        "random_round_tile",
        "id",
        f"there are {len(ids)} tiles for {len(clouds)} spaces with a cloud",
    )
    _range(e.health_track.spaces, 2, 99, "health_track", "spaces")


def _nanjing(e: Edition) -> None:
    _once_in(list(e.nanjing_docks.vp), ["2", "3", "4"], "nanjing_docks", "vp")
    for seats, points in e.nanjing_docks.vp.items():
        require(all(0 <= n <= 20 for n in points), "nanjing_docks", f"vp.{seats}", "points from 0 to 20 are needed")
    _range(e.tower.levels, 0, 30, "tower", "levels")
    _range(e.tower.vp_per_level, 0, 20, "tower", "vp_per_level")
    b = e.bonus_tokens
    for field, spaces, most in (
        ("prestige_spaces", b.prestige_spaces, e.limits.prestige_max),
        ("profit_spaces", b.profit_spaces, e.limits.profit_max),
    ):
        good = len(spaces) == 2 and 1 <= spaces[0] < spaces[1] <= most
        require(good, "bonus_tokens", field, f"two rising spaces from 1 to {most} are needed")
    for colour in ("yellow", "red"):
        for kind in ("ship", "upgrade"):
            n = getattr(getattr(b, colour), kind)
            require(n >= SEATS_MAX, "bonus_tokens", f"{colour}.{kind}", f"is {n}; {SEATS_MAX} players need as many")


def _goods(e: Edition) -> None:
    for field, needed in (("regular", REGULAR_ICONS), ("animal", ANIMAL_ICONS), ("special", SPECIAL_ICONS)):
        _once_in(getattr(e.icons, field), needed, "icons", field)
    ids = [g.id for g in e.goods.tokens]
    for g in e.goods.tokens:
        require(ids.count(g.id) == 1, f"good {g.id}", "id", "is used twice")
        _good(g)
    for region in e.region:
        have = len([g for g in e.goods.tokens if g.region == region.id])
        need = sum(z.bazaar or 0 for z in e.zone if z.region == region.id)
        require(have >= need, f"region {region.id}", "ports", f"the bazaars need {need} goods; there are {have}")
    x = e.good_effects
    _range(x.scroll.n, 0, 20, "good_effects", "scroll.n")
    _range(x.labor.prestige, 1, 20, "good_effects", "labor.prestige")
    _range(x.labor.n, 0, 20, "good_effects", "labor.n")
    _same(x.labor.per_round, 1, "good_effects", "labor.per_round")


def _good(g: GoodEntry) -> None:
    where = f"good {g.id}"
    icons = {"regular": REGULAR_ICONS, "animal": ANIMAL_ICONS, "manuscript": ["manuscript"], "scroll": []}
    known = icons.get(g.class_, [g.class_])
    if g.class_ == "scroll":
        require(g.dial is not None, where, "dial", "a scroll names the dial that it raises")
        known = [f"scroll_{g.dial}"]
    require(g.icon in known, where, "icon", f"is {g.icon!r}; allowed here: {', '.join(known)}")
    for field, owner in (("profit", "regular"), ("prestige", "animal"), ("wild", "manuscript"), ("dial", "scroll")):
        value = getattr(g, field)
        needed = g.class_ == owner
        require(
            (value is not None) == needed, where, field, "is missing" if needed else f"a {g.class_} has no such field"
        )
        if isinstance(value, int):
            _range(value, 1 if field == "wild" else 0, 9, where, field)
    _range(g.cost, 1, 30, where, "cost")
    _range(g.story, 0, 9, where, "story")


def _modes(e: Edition) -> None:
    q, where = e.mode.quick, "mode.quick"
    _same(q.start_zone, "samudera", where, "start_zone")
    _same(q.tributary_zone, q.start_zone, where, "tributary_zone")
    region = next(z.region for z in e.zone if z.id == q.start_zone)
    used = next((r.used_at.quick for r in e.region if r.id == region), [])
    require(not used, where, "start_zone", f"{region} must not be in use in the Quick Game")
    _same(q.reveal_goods, True, where, "reveal_goods")
    _same(q.skip_events, ["storm", "health", "spring"], where, "skip_events")
    _same(q.skip_port_upkeep, True, where, "skip_port_upkeep")
    _same(q.other_end_triggers, False, where, "other_end_triggers")
    _range(q.last_round, 2, e.game.rounds, where, "last_round")
    _range(q.first_round, 1, q.last_round - 1, where, "first_round")
    starts, where = e.mode.random_starting_locations, "mode.random_starting_locations"
    _range(starts.first_round, 2, e.game.rounds - 1, where, "first_round")
    _range(starts.home_affiliation, -1, 2, where, "home_affiliation")
    _same(starts.story_at_home, False, where, "story_at_home")
    solo, where = e.mode.solo, "mode.solo"
    for name in ("sail", "trade", "explore"):
        _range(getattr(solo.positions, name), 1, 5, where, f"positions.{name}")
        _range(getattr(solo.upgrades_at_profit, name), 1, 99, where, f"upgrades_at_profit.{name}")
    if sorted(solo.start_by_sun) != sorted(["-2", "-1", "0", "1", "2"]):
        raise EditionError(where, "start_by_sun", "needs a port for each of -2, -1, 0, 1, 2")
    solo_regions = [r.id for r in e.region if 1 in r.used_at.full]
    region_of: dict[str, str] = {z.id: z.region for z in e.zone}
    for roll, port in solo.start_by_sun.items():
        require(region_of[port] in solo_regions, where, f"start_by_sun.{roll}", f"{port} is no open port")
    require(region_of[solo.turning_port] in solo_regions, where, "turning_port", "must be an open port")
    spaces = (solo.bonus_spaces_zheng.prestige, solo.bonus_spaces_zheng.profit)
    _same(spaces, (e.bonus_tokens.prestige_spaces, e.bonus_tokens.profit_spaces), where, "bonus_spaces_zheng")
    _same(
        sorted(solo.removed_objectives), sorted(o.id for o in e.objective if o.unused_solo), where, "removed_objectives"
    )
    require(len(solo.removed_encounters) == 1, where, "removed_encounters", "is the one card of the meeting")
    _range(solo.removed_encounters[0], 1, len(e.encounter), where, "removed_encounters")
    _range(solo.ship_at_profit, 1, 99, where, "ship_at_profit")
    _range(solo.meeting_porcelain, 0, 20, where, "meeting_porcelain")
    _range(solo.mat_reset_round, 2, e.game.rounds, where, "mat_reset_round")
    _range(solo.porcelain_vp, 0, 9, where, "porcelain_vp")
