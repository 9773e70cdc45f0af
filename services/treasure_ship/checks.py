"""Cross-checks of an edition that types cannot express; each names the entry and the field."""

from __future__ import annotations

from rulekit.content import require
from treasure_ship.edition import CostEntry, Edition, EffectEntry, OfficialEntry
from treasure_ship.names import COLOURS, EVENTS, GOODS, PLACES, POWERS, SQUARES

_NEEDS: dict[str, list[str]] = {
    "gain": ["res", "n"],
    "good": ["kind", "n"],
    "good_any": ["n"],
    "vp": ["n"],
    "merit": ["n"],
    "emissary": ["power", "n"],
    "emissary_random": ["n"],
    "emissary_any": ["n"],
    "animal": ["kinds"],
    "choose": ["of"],
    "require": ["cond"],
    "trade": ["pay", "one_of"],
    "per": ["count", "do"],
    "power_action": ["power"],
}
_FIELDS = ["n", "res", "kind", "power", "kinds", "of", "cond", "pay", "one_of", "count", "div", "max", "do"]


def check(e: Edition) -> None:
    """Raises `EditionError`."""
    _game(e)
    animals = [a.id for a in e.animal]
    _board(e, animals)
    _powers(e, animals)
    _officials(e, animals)
    _voyages(e, animals)
    _animals(e, animals)
    _merit(e, animals)
    _solo(e)


def _game(e: Edition) -> None:
    g = e.game
    require(g.players_min == 1 and g.players_max == 5, "game", "players_max", "1 to 5 players are supported")
    require(g.rounds == 7, "game", "rounds", "must be 7")
    good = len(g.voyages_per_round) == g.rounds and all(1 <= v <= 4 for v in g.voyages_per_round)
    require(good, "game", "voyages_per_round", f"{g.rounds} numbers from 1 to 4 are needed")
    require(e.goods.kinds == GOODS, "goods", "kinds", f"must be {', '.join(GOODS)}, in this order")
    require(
        len(e.pirate_modifier.by_round) == g.rounds, "pirate_modifier", "by_round", f"{g.rounds} numbers are needed"
    )
    require(min(e.pirate_modifier.by_round) >= 0, "pirate_modifier", "by_round", "must not be negative")
    costs = e.diplomacy.emissaries_for_level
    good = e.diplomacy.max_level == 3 and len(costs) == 3 and min(costs) >= 1
    require(good, "diplomacy", "emissaries_for_level", "3 numbers from 1 are needed")
    require(e.emissaries.per_colour >= 0, "emissaries", "per_colour", "must not be negative")
    named = [getattr(e.emissaries, colour) for colour in COLOURS]
    require(sorted(named) == sorted(POWERS), "emissaries", "red", "each power needs exactly one colour")
    _fixed(e)
    positions = sorted(s.position for s in e.start_resources)
    require(positions == [1, 2, 3, 4, 5], "start_resources", "position", "positions 1 to 5 are needed once each")
    for s in e.start_resources:
        where = f"start_resources {s.position}"
        _effects(where, "gain", s.gain, [])
        for x in s.gain:
            require(x.op in ("gain", "good"), where, "gain", f"op {x.op!r} is not possible at the set-up")


def _fixed(e: Edition) -> None:
    """Values that the rules have built in: another one would be read and change nothing."""
    p, n = e.player, e.npc
    require(p.monument_frames >= 0, "player", "monument_frames", "must not be negative")
    frames = [
        ("player", "offering_frames", p.offering_frames, e.game.rounds + 1),
        ("player", "voyage_priority_frames", p.voyage_priority_frames, 2),
        ("player", "diplomacy_frames", p.diplomacy_frames, len(POWERS)),
        ("player", "scoring_frames", p.scoring_frames, 1),
        ("player", "merit_frames", p.merit_frames, 1),
        ("player", "bombardment_tiles", p.bombardment_tiles, 1),
        ("npc", "offering_frames", n.offering_frames, 1),
        ("npc", "voyage_priority_frames", n.voyage_priority_frames, 2),
    ]
    for entry, field, found, needed in frames:
        require(found == needed, entry, field, f"must be {needed}")
    for field in ("power_sides", "start_seat"):
        require(
            getattr(e.options, field) == "random", "options", field, 'the default is "random"; a match names another'
        )
    whole, mass = set(e.events.whole_voyage), set(e.events.mass)
    require(whole == {"rebellion", "peaceful_seas"}, "events", "whole_voyage", "must be rebellion and peaceful_seas")
    require(mass == set(EVENTS) - whole, "events", "mass", "must be all other events")
    r = e.event_rebellion
    for field in ("first_pay", "first_merit", "second_pay", "second_merit"):
        require(getattr(r, field) >= 0, "event_rebellion", field, "must not be negative")
    for power in POWERS:
        require(getattr(e.state_of_war, power) >= 0, "state_of_war", power, "must not be negative")


def _effects(where: str, field: str, effects: list[EffectEntry], animals: list[str], in_choose: bool = False) -> None:
    for i, x in enumerate(effects):
        at = f"{field}[{i}]"
        for key in _FIELDS:
            needed = key in _NEEDS[x.op]
            allowed = needed or (x.op == "per" and key in ("div", "max"))
            require(getattr(x, key) is not None or not needed, where, f"{at}.{key}", f"op {x.op!r} needs it")
            require(getattr(x, key) is None or allowed, where, f"{at}.{key}", f"op {x.op!r} has no such field")
        if x.n is not None:
            top = 2 if x.op == "good_any" else 40
            require(1 <= x.n <= top, where, f"{at}.n", f"is {x.n}; allowed: 1 to {top}")
        if x.op == "require":
            require(in_choose and i == 0, where, f"{at}.op", "a condition stands first in a list of `choose`")
        if x.op == "animal":
            _kinds(where, f"{at}.kinds", x.kinds or [], animals)
        if x.op == "choose":
            _lists(where, f"{at}.of", x.of or [], animals, True)
        if x.op == "trade":
            _lists(where, f"{at}.one_of", x.one_of or [], animals, False)
            _costs(where, f"{at}.pay", x.pay or [])
        if x.op == "per":
            require(x.div is None or x.div >= 1, where, f"{at}.div", "must be at least 1")
            require(x.max is None or x.max >= 0, where, f"{at}.max", "must not be negative")
            _effects(where, f"{at}.do", x.do or [], animals)


def _kinds(where: str, field: str, kinds: list[str], animals: list[str]) -> None:
    require(bool(kinds), where, field, "at least one kind is needed")
    for kind in kinds:
        require(kind in animals, where, field, f"{kind!r} is not an animal; known: {', '.join(animals)}")


def _lists(where: str, field: str, lists: list[list[EffectEntry]], animals: list[str], in_choose: bool) -> None:
    require(1 <= len(lists) <= 16, where, field, "1 to 16 lists are needed")
    for i, items in enumerate(lists):
        require(bool(items), where, f"{field}[{i}]", "is empty")
        _effects(where, f"{field}[{i}]", items, animals, in_choose)


def _costs(where: str, field: str, costs: list[CostEntry]) -> None:
    for i, cost in enumerate(costs):
        at = f"{field}[{i}]"
        require(cost.n >= 1, where, f"{at}.n", "must be at least 1")
        require(
            (cost.kind is not None) == (cost.pay == "good"),
            where,
            f"{at}.kind",
            "stands with pay = good, and only there",
        )
        if cost.pay == "goods_distinct":
            require(cost.n <= 5, where, f"{at}.n", "there are 5 kinds of goods")
        if cost.pay == "goods_any":
            require(cost.n <= 4, where, f"{at}.n", "at most 4, or there would be too many ways to pay")
    free = [cost for cost in costs if cost.pay in ("goods_distinct", "goods_any")]
    require(len(free) <= 1, where, field, "at most one free cost (goods_distinct or goods_any)")


def _board(e: Edition, animals: list[str]) -> None:
    ids = [q.id for q in e.square]
    for n in range(SQUARES):
        require(ids.count(n) == 1, f"square {n}", "id", "is missing" if n not in ids else "is there twice")
    require(len(ids) == SQUARES, "square", "id", f"squares are numbered 0 to {SQUARES - 1}")
    powers: list[str] = []
    for q in e.square:
        where = f"square {q.id}"
        require(q.pirate >= 0, where, "pirate", "must not be negative")
        no_space = q.sea or q.id == 0
        require(
            (q.monument is None) == no_space,
            where,
            "monument",
            "land squares have a cost, sea squares and square 0 none",
        )
        require(q.monument is None or q.monument >= 0, where, "monument", "must not be negative")
        require(
            (q.power is not None) == (q.kind == "power"),
            where,
            "power",
            "stands on squares of kind power, and only there",
        )
        if q.power is not None:
            powers.append(q.power)
        _effects(where, "action", q.action, animals)
    require(sorted(powers) == sorted(POWERS), "square", "power", "each power has exactly one square")
    seen: set[frozenset[int]] = set()
    for n, a in enumerate(e.arrow, 1):
        where = f"arrow no. {n}"
        for key, end in (("from", a.from_), ("to", a.to)):
            require(0 <= end < SQUARES, where, key, f"there is no square {end}")
        require(a.from_ != a.to, where, "to", "joins a square with itself")
        pair = frozenset((a.from_, a.to))
        require(pair not in seen, where, "to", f"{a.from_} and {a.to} are joined twice")
        seen.add(pair)
    require(any(a.from_ == 0 and a.to != 0 for a in e.arrow), "arrow", "from", "an arrow must leave square 0")
    for n in range(1, SQUARES):
        leaves = any((a.from_ == n and a.to) or (a.two_way and a.to == n and a.from_) for a in e.arrow)
        require(leaves, f"square {n}", "id", "no arrow leaves this square; a voyage that starts there could not sail")


def _powers(e: Edition, animals: list[str]) -> None:
    require(sorted(p.id for p in e.power) == sorted(POWERS), "power", "id", f"the powers must be {', '.join(POWERS)}")
    for p in e.power:
        where = f"power {p.id}"
        at = [q.id for q in e.square if q.power == p.id]
        require([p.square] == at, where, "square", f"is {p.square}; the board has the power on {at}")
        require(getattr(e.emissaries, p.emissary, "") == p.id, where, "emissary", "does not agree with [emissaries]")
        require([s.side for s in p.side] == ["A", "B"], where, "side", "the sides A and B are needed, in this order")
        for s in p.side:
            require(len(s.level) == 3, where, f"side {s.side}.level", "three levels are needed")
            for i, level in enumerate(s.level):
                _effects(where, f"side {s.side}.level[{i}].every", level.every, animals)
                _effects(where, f"side {s.side}.level[{i}].first", level.first, animals)
                for field, effects in (("every", level.every), ("first", level.first)):
                    endless = _holds(effects, "power_action")
                    require(
                        not endless, where, f"side {s.side}.level[{i}].{field}", "a power_action here would never end"
                    )


def _holds(effects: list[EffectEntry], op: str) -> bool:
    """An effect of this kind, at any depth."""
    for x in effects:
        lists = [*(x.of or []), *(x.one_of or []), x.do or []]
        if x.op == op or any(_holds(items, op) for items in lists):
            return True
    return False


def _officials(e: Edition, animals: list[str]) -> None:
    ids = [o.id for o in e.official]
    for category in "ABCDE":
        n = len([o for o in e.official if o.category == category])
        require(n == 4, f"official {category}", "category", f"there are {n} cards instead of 4")
    for o in e.official:
        require(ids.count(o.id) == 1, f"official {o.id}", "id", "is used twice")
        require(o.category != "EMPEROR", f"official {o.id}", "category", "only [emperor] is the Emperor")
        _official(f"official {o.id}", o, animals)
        require(
            o.category != "A" or not o.pay,
            f"official {o.id}",
            "pay",
            "category A is free, or a seat could be unable to offer",
        )
    require(e.emperor.category == "EMPEROR", "emperor", "category", "must be EMPEROR")
    _official("emperor", e.emperor, animals)


def _official(where: str, o: OfficialEntry, animals: list[str]) -> None:
    _costs(where, "pay", o.pay)
    _effects(where, "benefit", o.benefit, animals)
    require((o.vp is None) != (o.vp_per is None), where, "vp", "exactly one of vp and vp_per is needed")
    if o.vp_per is not None:
        require(o.vp_per.div >= 1, where, "vp_per.div", "must be at least 1")


def _voyages(e: Edition, animals: list[str]) -> None:
    initial = len([v for v in e.voyage if v.deck == "initial"])
    additional = len(e.voyage) - initial
    for done, needed in enumerate(e.game.voyages_per_round):
        left = initial - done + min(done, additional)  # each Preparation Phase takes a card and adds one if it can
        enough = left >= needed
        require(enough, "voyage", "deck", f"{needed} cards are needed in round {done + 1}; {left} would be left")
    ids = [v.id for v in e.voyage]
    for v in e.voyage:
        where = f"voyage {v.id}"
        require(ids.count(v.id) == 1, where, "id", "is used twice")
        require(1 <= v.range <= 8, where, "range", f"is {v.range}; allowed: 1 to 8")
        marked = v.event in ("pirates", "stowaway", "muslim_merchant", "no_port_of_call")
        require(
            (v.event_square > 0) == marked,
            where,
            "event_square",
            f"event {v.event} {'needs' if marked else 'has no'} such field",
        )
        require(
            (v.pirate_value > 0) == (v.event == "pirates"),
            where,
            "pirate_value",
            "stands with event pirates, and only there",
        )
    _effects("event_stowaway", "do", e.event_stowaway.do, animals)
    require(1 <= len(e.event_muslim_merchant.options) <= 16, "event_muslim_merchant", "options", "1 to 16 are needed")
    for i, o in enumerate(e.event_muslim_merchant.options):
        _costs("event_muslim_merchant", f"options[{i}].pay", o.pay)
        _effects("event_muslim_merchant", f"options[{i}].do", o.do, animals)


def _animals(e: Edition, animals: list[str]) -> None:
    h = e.animal_house
    require(1 <= h.width <= 8 and 1 <= h.height <= 7, "animal_house", "width", "at most 8 x 7 cells")
    for x, y in h.start_squares:
        require(0 <= x < h.width and 0 <= y < h.height, "animal_house", "start_squares", f"({x}, {y}) is outside")
    require(bool(h.start_squares), "animal_house", "start_squares", "at least one is needed")
    for i, effect in enumerate(h.effect):
        x, y = effect.at
        require(0 <= x < h.width and 0 <= y < h.height, "animal_house", f"effect[{i}].at", f"({x}, {y}) is outside")
        _effects("animal_house", f"effect[{i}].do", effect.do, animals)
    for a in e.animal:
        where = f"animal {a.id}"
        require(animals.count(a.id) == 1, where, "id", "is used twice")
        require(a.count >= 0, where, "count", "must not be negative")
        require(bool(a.cells), where, "cells", "a tile has at least one cell")
        require(len(set(a.cells)) == len(a.cells), where, "cells", "a cell is named twice")
        require(_connected(a.cells), where, "cells", "the cells are not connected")


def _connected(cells: list[tuple[int, int]]) -> bool:
    reached = {cells[0]}
    grown = True
    while grown:
        grown = False
        for x, y in cells:
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
            if (x, y) not in reached and near & reached:
                reached.add((x, y))
                grown = True
    return len(reached) == len(cells)


def _merit(e: Edition, animals: list[str]) -> None:
    m = e.merit_track
    require(m.max == 30, "merit_track", "max", "must be 30")
    at = [s.at for s in m.space]
    for s in m.space:
        where = f"merit_track.space {s.at}"
        require(0 <= s.at <= m.max and at.count(s.at) == 1, where, "at", f"spaces 0 to {m.max}, each at most once")
        require(s.end_vp is None or not s.effect, where, "effect", "a space shows points or an effect, not both")
        _effects(where, "effect", s.effect, animals)


def _solo(e: Edition) -> None:
    require(len(e.solo_card) >= e.game.rounds + 1, "solo_card", "id", f"at least {e.game.rounds + 1} cards are needed")
    for s in e.solo_card:
        where = f"solo_card {s.id}"
        require(s.designated in PLACES[:15], where, "designated", f"{s.designated!r} is not A1 to E3")
        require(sorted(s.planning) == [1, 2, 3, 4], where, "planning", "must order the voyages 1 to 4")
        require(1 <= s.fallback <= 8, where, "fallback", f"is {s.fallback}; allowed: 1 to 8")
        require(bool(s.route) and all(1 <= q < SQUARES for q in s.route), where, "route", "squares from 1 are needed")
    require(min((r.min for r in e.solo_rank), default=1) == 0, "solo_rank", "min", "one rank must begin at 0")
