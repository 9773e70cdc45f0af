"""The edition file read, checked, and made into the tables of the rules."""

from __future__ import annotations

from pathlib import Path

from rulekit.content import convert, read_edition
from ultimate_voyage.actions import action_table
from ultimate_voyage.checks import check
from ultimate_voyage.content import (
    SEATS_MAX,
    STEPS_MAX,
    Character,
    Content,
    Effect,
    EncounterCard,
    EncounterOption,
    Objective,
    Predicate,
    RoundSpace,
)
from ultimate_voyage.forms import Edition, EffectEntry, ObjectiveEntry, PredicateEntry
from ultimate_voyage.names import (
    ACTION_TYPES,
    AGAINST,
    BLUE,
    CARDS,
    CHARACTERS,
    CLASSES,
    COLOURS,
    DECKS,
    DIALS,
    ICONS,
    NANJING,
    NO_OCEAN,
    OCEANS,
    OP_IF_HOSTILE,
    OP_STAY,
    OPS,
    P_STRENGTH_OVER,
    PORCELAIN,
    PREDICATES,
    REGION_COUNT,
    REGIONS,
    STRUCTURES,
    TRACKS,
    TROOPS,
    WINDS,
    YANG,
    YIN,
    ZONE_COUNT,
    ZONES,
)

HOUSE_EDITION = Path(__file__).with_name("edition.toml")


def load_edition(path: Path | None = None) -> tuple[Edition, Content, str]:
    """Reads and checks a file (None: the house edition). Raises `EditionError` with entry and field.

    Returns the entries, the tables made of them, and the digest of the content.
    """
    data, digest = read_edition(path or HOUSE_EDITION, "ultimate_voyage")
    edition = convert(data, Edition)
    check(edition)
    return edition, build(edition), digest


def build(e: Edition) -> Content:
    """The tables of an edition that has passed `check`."""
    goods = [g.id for g in e.goods.tokens]
    objectives = [o.id for o in e.objective]
    options: list[str] = []
    for card in e.encounter:
        options.extend(o.id for o in card.options if o.id not in options)
    c = Content(action_table(goods, objectives, options), goods, objectives, options)
    _limits(c, e)
    _cards(c, e)
    _characters(c, e)
    _board(c, e)
    _rounds(c, e)
    _goods(c, e)
    c.objectives = [_objective(o) for o in e.objective]
    for o in c.objectives:
        if o.claim.pred == P_STRENGTH_OVER:
            c.strength_mark = o.claim.n[0]
    _decks(c, e)
    _encounters(c, e)
    _modes(c, e)
    return c


def _limits(c: Content, e: Edition) -> None:
    limits, k, s = e.limits, e.components, e.strength
    c.rounds = e.game.rounds
    c.prestige_max, c.profit_max = limits.prestige_max, limits.profit_max
    c.track_max = [limits.prestige_max, limits.profit_max]
    c.ships_max = limits.ships_max
    c.action_bonus_max = limits.action_bonus_max
    c.winner_more_than = limits.overall_victory.winner_more_than
    c.everyone_more_than = limits.overall_victory.everyone_more_than
    c.supply = [k.porcelain_tokens, k.troop_tokens]
    c.tokens_per_colour = [k.knowledge_tokens // len(COLOURS)] * len(COLOURS)
    c.structures_max = k.per_player.structures
    for die in e.die:
        c.faces[DIALS.index(die.id)] = [{"yin": YIN, "yang": YANG}.get(f) or int(f) for f in die.faces]
    c.position_values = s.position_values
    c.depot_bonus = s.depot_bonus
    costs = list(s.resource_step_costs[:STEPS_MAX])
    while len(costs) < STEPS_MAX:
        costs.append(costs[-1] + 1)
    c.step_costs = costs
    c.forfeit_gain = s.forfeit_gain
    c.de_conti_forfeit = s.de_conti_forfeit_porcelain
    known = {int(k): v for k, v in e.story_by_strength.table.items()}
    c.story_for = [known.get(i, known[min(known)]) for i in range(max(known) + 1)]


def _cards(c: Content, e: Edition) -> None:
    for entry in e.action_card:
        k = CARDS.index(entry.id)
        c.card_resource[k] = PORCELAIN if entry.resource == "porcelain" else TROOPS
        if entry.colour:
            c.card_colour[k] = COLOURS.index(entry.colour)
            c.card_of_colour[c.card_colour[k]] = k
        for side, x in enumerate((entry.normal, entry.upgraded)):
            c.card_bonus[k][side] = x.bonus
            if x.with_wind is not None and x.against_wind is not None:
                c.with_wind[side], c.against_wind[side] = x.with_wind, x.against_wind
            if x.no_wind is not None and x.boundary_toll is not None:
                c.no_wind[side], c.boundary_toll[side] = x.no_wind, x.boundary_toll
            if x.port_victory_points is not None and x.structure_cost is not None:
                c.victory_points[side], c.structure_cost[side] = x.port_victory_points, x.structure_cost
            if x.required is not None and x.story is not None and x.explored_surcharge is not None:
                c.explore_cost[side] = [0, *x.required]
                c.explore_story[side] = [0, *x.story]
                c.explored_surcharge[side] = x.explored_surcharge
            if x.max_goods is not None:
                c.goods_per_trade[side] = x.max_goods
    p = e.scout
    c.scout_goods = [p.same_region_port_goods, p.adjacent_region_port_goods]
    c.scout_affiliation = [p.same_region_port_affiliation, p.adjacent_region_port_affiliation]
    c.scout_encounter = p.encounter
    for structure in e.structure:
        c.structure_amount[STRUCTURES.index(structure.id)] = structure.amount
    c.depot_bonus = e.strength.depot_bonus


def _characters(c: Content, e: Edition) -> None:
    by_id = {x.id: x for x in e.character}
    for name in CHARACTERS:
        entry = next(x for key, x in by_id.items() if key == name)
        mat = Character(entry.name)
        mat.resources = [entry.porcelain, entry.troops]
        mat.order = [CARDS.index(k) for k in entry.order]
        mat.home_region = REGIONS.index(entry.home_region)
        mat.start_prestige, mat.start_profit = entry.start_prestige, entry.start_profit
        if entry.ability.action is not None:
            mat.bonus_card = CARDS.index(entry.ability.action)
            mat.bonus = entry.ability.amount or 0
        elif entry.ability.kind == "troop_loss_reduction":
            c.healer_amount = entry.ability.amount or 0
        c.characters.append(mat)


def _board(c: Content, e: Edition) -> None:
    for zone in e.zone:
        z = zone.no
        c.zone_names[z] = zone.name
        c.strength[z], c.bazaar[z] = zone.strength or 0, zone.bazaar or 0
        c.printed[z] = [COLOURS.index(k) for k in zone.knowledge]
        c.clockwise[z] = [ZONES.index(n) for n in zone.clockwise]
        c.neighbours[z] = sorted(c.clockwise[z])
        if zone.region:
            c.region_of[z] = REGIONS.index(zone.region)
    for ocean in e.ocean:
        for name in ocean.regions:
            c.ocean_of[REGIONS.index(name)] = OCEANS.index(ocean.id)
    for region in e.region:
        r = REGIONS.index(region.id)
        c.region_names[r] = region.name
        c.ports_of[r] = sorted(region.ports)
        c.story_length[r] = region.story_track_length
        c.story_top[r], c.story_low[r] = region.story_vp_top, region.story_vp_low
        for seats in region.used_at.full:
            c.regions_full[seats].append(r)
        for seats in region.used_at.quick:
            c.regions_quick[seats].append(r)
    for rows in (c.regions_full, c.regions_quick):
        for row in rows:
            row.sort()
    for link in e.link:
        a, b = ZONES.index(link.blue[0]), ZONES.index(link.blue[1])
        there, back = a * ZONE_COUNT + b, b * ZONE_COUNT + a
        c.link_wind[there], c.link_wind[back] = BLUE, AGAINST
        c.boundary[there] = c.boundary[back] = 1 if link.boundary else 0
        c.icon[there] = 1 if link.encounter in ("both", ZONES[b]) else 0
        c.icon[back] = 1 if link.encounter in ("both", ZONES[a]) else 0
        for one, two in ((c.region_of[a], c.region_of[b]), (c.region_of[b], c.region_of[a])):
            if one != two and two >= 0:
                c.region_adjacent[one if one >= 0 else REGION_COUNT] |= 1 << two
    for count, points in e.nanjing_docks.vp.items():
        c.docks[int(count)] = points
    c.tower_levels, c.tower_vp = e.tower.levels, e.tower.vp_per_level
    c.bonus_spaces = [e.bonus_tokens.prestige_spaces, e.bonus_tokens.profit_spaces]


def _rounds(c: Content, e: Edition) -> None:
    for x in e.round:
        storm = OCEANS.index(x.storm) if x.storm else NO_OCEAN
        c.round_spaces.append(RoundSpace(f"round_{x.no}", WINDS.index(x.wind), x.health, x.spring, storm))
        if x.cloud:
            c.cloud_rounds.append(x.no)
    for t in e.random_round_tile:
        storm = OCEANS.index(t.storm) if t.storm else NO_OCEAN
        c.tiles.append(RoundSpace(t.id, WINDS.index(t.wind), t.health, t.spring, storm))
    c.health_last = e.health_track.spaces - 1


def _goods(c: Content, e: Edition) -> None:
    for i, g in enumerate(e.goods.tokens):
        region = REGIONS.index(g.region)
        c.good_region.append(region)
        c.good_class.append(CLASSES.index(g.class_))
        c.good_icon.append(ICONS.index(g.icon))
        c.good_cost.append(g.cost)
        c.good_profit.append(g.profit or 0)
        c.good_prestige.append(g.prestige or 0)
        c.good_story.append(g.story)
        c.good_wild.append(g.wild or 0)
        c.good_dial.append(DIALS.index(g.dial) if g.dial is not None else -1)
        c.goods_of_region[region].append(i)
    c.scroll_bonus = e.good_effects.scroll.n
    c.labor_prestige, c.labor_strength = e.good_effects.labor.prestige, e.good_effects.labor.n


# --- objectives


def _predicate(x: PredicateEntry) -> Predicate:
    p = Predicate(PREDICATES.index(x.pred))
    if isinstance(x.n, dict):
        p.n = [x.n.get(str(max(i, 1)), 0) for i in range(SEATS_MAX + 1)]
    else:
        n = x.n if x.n is not None else x.total if x.total is not None else 0
        p.n = [n] * (SEATS_MAX + 1)
    regions = x.regions or ([x.region] if x.region is not None else [])
    p.region_list = [REGIONS.index(r) for r in regions]
    p.regions = sum(1 << r for r in p.region_list)
    if x.classes is not None:
        p.kinds = [CLASSES.index(k) for k in x.classes]
    elif x.kinds is not None:
        p.kinds = [STRUCTURES.index(k) for k in x.kinds]
    p.each = x.each or 0
    p.min_profit = x.min_profit or 0
    if x.track is not None:
        p.track = TRACKS.index(x.track)
    return p


def _objective(x: ObjectiveEntry) -> Objective:
    o = Objective(x.id, x.no, x.title, DECKS.index(x.type), x.vp, x.tense == "present", _predicate(x.claim))
    if x.mark is not None:
        o.mark = _predicate(x.mark)
    if x.remove_when is not None and x.remove_when.region is not None:
        o.remove_region = REGIONS.index(x.remove_when.region)
    return o


def _decks(c: Content, e: Edition) -> None:
    for seats in range(SEATS_MAX + 1):
        full = [[i for i, o in enumerate(e.objective) if o.type == d and seats not in o.unused_full] for d in DECKS]
        quick = [[i for i, o in enumerate(e.objective) if o.type == d and seats not in o.unused_quick] for d in DECKS]
        c.decks_full[seats] = full
        c.decks_quick[seats] = quick
    c.decks_solo = [[i for i, o in enumerate(e.objective) if o.type == d and not o.unused_solo] for d in DECKS]
    c.first_objectives = [c.objective_ids.index(x) for x in e.setup.initial_objectives.first_game]


# --- encounters


def _effect(x: EffectEntry) -> Effect:
    f = Effect(OPS.index(x.do))
    f.n = x.n or 0
    if f.op == OP_STAY:
        f.n = x.turns or 0
    elif x.porcelain is not None:
        f.n = x.porcelain
    if x.action is not None:
        f.what = ACTION_TYPES.index(x.action)
    if x.classes is not None:
        f.kinds = [CLASSES.index(k) for k in x.classes]
    elif x.kinds is not None:
        f.kinds = [STRUCTURES.index(k) for k in x.kinds]
    if x.die is not None:
        f.die = DIALS.index(x.die)
    if x.unless is not None:
        f.unless = x.unless
    f.new_icon = x.new_icon or False
    f.contest_only = x.contest_only or False
    f.at_port = x.target == "port"
    f.strength = x.strength or 0
    f.combat_loss = x.combat_loss or False
    f.story = x.story or False
    f.win = [_effect(y) for y in (x.then if f.op == OP_IF_HOSTILE else x.win) or []]
    f.lose = [_effect(y) for y in x.lose or []]
    f.always = [_effect(y) for y in x.always or []]
    return f


def _encounters(c: Content, e: Edition) -> None:
    for card in e.encounter:
        options = []
        for o in card.options:
            number = c.option_ids.index(o.id)
            options.append(EncounterOption(number, [_effect(x) for x in o.effects], c.a_option[number]))
        c.encounters.append(EncounterCard(card.no, card.name, options))
        c.encounter_numbers.append(card.no)


def _modes(c: Content, e: Edition) -> None:
    q, starts, solo = e.mode.quick, e.mode.random_starting_locations, e.mode.solo
    c.quick_start = ZONES.index(q.start_zone)
    c.quick_first_round, c.quick_last_round = q.first_round, q.last_round
    c.starts_first_round, c.home_affiliation = starts.first_round, starts.home_affiliation
    for name in ("sail", "trade", "explore"):
        c.solo_positions[CARDS.index(name)] = getattr(solo.positions, name)
        c.solo_upgrade_at[CARDS.index(name)] = getattr(solo.upgrades_at_profit, name)
    c.solo_start = [ZONES.index(solo.start_by_sun[str(value)]) for value in range(-2, 3)]
    c.solo_ship_at = solo.ship_at_profit
    c.solo_removed_encounters = solo.removed_encounters
    c.meeting_card = solo.removed_encounters[0]
    c.meeting_porcelain = solo.meeting_porcelain
    c.mat_reset_round = solo.mat_reset_round
    c.turning_port = ZONES.index(solo.turning_port)
    c.porcelain_vp = solo.porcelain_vp
    assert c.region_of[NANJING] < 0
