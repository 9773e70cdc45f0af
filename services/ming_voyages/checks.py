"""Cross-checks of an edition that types cannot express; each names the entry and the field."""

from __future__ import annotations

from typing import Any

from ming_voyages.content import CARDS
from ming_voyages.edition import Edition, SpecialEntry, StepEntry
from ming_voyages.names import (
    BORDERLANDS_END,
    CP_ACTIONS,
    DIFFICULTIES,
    EMPEROR,
    EMPEROR_ACTIONS,
    FIRST_BORDERLAND,
    FIRST_HOMELAND,
    GOLD,
    HORDE,
    JUNK,
    MING_HOMELAND,
    OVERLORD,
    OVERLORD_ACTIONS,
    PIECES,
    REGIONS,
    SELECTORS,
    SETTLEMENT,
    SIDES,
    SOUTH_CHINA_SEA,
    TROOP,
    TWO_HORDES,
)
from rulekit.content import require


def check(e: Edition) -> None:
    """Raises `EditionError`."""
    _check_components(e)
    _check_board(e)
    _check_cards(e)
    _check_solo(e)


def _check_components(e: Edition) -> None:
    c = e.components
    counts = {"action_cards": 21, "emperor_cards": 3, "barbarian_cards": 3, "main_cards": 27}
    counts |= {"event_decks": 3, "difficulty_cards": 3, "tie_break_cube": 1}
    for name, n in counts.items():
        require(getattr(c, name) == n, "components", name, f"must be {n}")
    require(c.event_cards_per_deck >= 1, "components", "event_cards_per_deck", "must be at least 1")
    for piece in PIECES:
        n = getattr(c, piece)
        require(1 <= n <= 40, "components", piece, f"is {n}; allowed: 1 to 40")
    require(c.junk >= 7, "components", "junk", "seven Voyages need at least 7 Junks")
    require(c.die_faces == [1, 2, 3, 4, 5, 6], "components", "die_faces", "must be [1, 2, 3, 4, 5, 6]")
    require(c.emperor_dice == 3, "components", "emperor_dice", "must be 3")
    require(c.overlord_dice == 3, "components", "overlord_dice", "must be 3")
    require([s.id for s in e.side] == SIDES, "side", "id", f"the sides must be {', '.join(SIDES)}, in this order")
    b = e.battle
    strength = {"single": 1, "double": 2, "triple": 3}
    require(b.strength == strength, "battle", "strength", "must be single = 1, double = 2, triple = 3")
    require(b.devastating_loss >= 1, "battle", "devastating_loss", "must be at least 1, or battles never end")
    require(b.normal_loss >= 1, "battle", "normal_loss", "must be at least 1, or battles never end")
    require(
        b.devastating_loss_with_settlement.n >= 1, "battle", "devastating_loss_with_settlement.n", "must be at least 1"
    )
    require(b.normal_loss_with_settlement.n >= 0, "battle", "normal_loss_with_settlement.n", "must not be negative")


def _check_board(e: Edition) -> None:
    require(
        sorted(r.id for r in e.region) == sorted(REGIONS), "region", "id", f"the regions must be {', '.join(REGIONS)}"
    )
    for r in e.region:
        number = REGIONS.index(r.id)
        order = number if number < FIRST_HOMELAND else number - FIRST_HOMELAND + 1
        if number in (MING_HOMELAND, SOUTH_CHINA_SEA):
            order = 0
        require(r.order == order, f"region {r.id}", "order", f"must be {order} (west to east)")
    require(
        [v.number for v in e.voyage] == list(range(1, 8)),
        "voyage",
        "number",
        "the Voyages must be numbered 1 to 7 in order",
    )
    seen: set[frozenset[str]] = set()
    for n, edge in enumerate(e.edge, 1):
        where = f"edge no. {n}"
        for key, name in (("a", edge.a), ("b", edge.b)):
            require(name in REGIONS and name != "south_china_sea", where, key, f"{name!r} is not a land region")
        require(edge.a != edge.b, where, "b", "an edge joins two different regions")
        require(bool(edge.users), where, "users", "at least one side must use the edge")
        pair = frozenset((edge.a, edge.b))
        require(pair not in seen, where, "a", f"{edge.a} and {edge.b} are joined twice")
        seen.add(pair)
        ends = [REGIONS.index(edge.a), REGIONS.index(edge.b)]
        if "emperor" in edge.users:
            require(
                max(ends) < BORDERLANDS_END, where, "users", "the Emperor may not enter a Barbarian Homeland (MV-060)"
            )
        if "overlord" in edge.users:
            require(min(ends) > MING_HOMELAND, where, "users", "the Overlord may not enter the Ming Homeland (MV-060)")
    _check_ways_out(e)
    s = e.setup
    fixed = {"overlord_hand": 4, "emperor_hand": 3, "emperor_draw": 2, "first_era_deck": 20, "second_era_deck": 20}
    fixed |= {"rounds_per_era_with_draw": 10, "total_rounds": 24}
    for name, value in fixed.items():
        require(getattr(s, name) == value, "setup", name, f"must be {value} (the round structure depends on it)")
    used = dict.fromkeys(PIECES, 0)
    used["junk"] = 1  # the start Voyage
    owners: dict[str, int] = {}
    for n, p in enumerate(s.piece, 1):
        where = f"setup.piece no. {n}"
        require(p.n >= 1, where, "n", "must be at least 1")
        for name in p.regions:
            require(name in REGIONS, where, "regions", f"{name!r} is not a region")
            require(
                _may_hold(PIECES.index(p.piece), REGIONS.index(name)),
                where,
                "regions",
                f"{name} cannot hold a {p.piece}",
            )
            owner = OVERLORD if p.piece in ("horde", "settlement") else EMPEROR
            require(owners.setdefault(name, owner) == owner, where, "regions", f"{name} would hold both sides (MV-080)")
        used[p.piece] += p.n * len(p.regions)
    for piece, n in used.items():
        require(
            n <= getattr(e.components, piece),
            "setup",
            "piece",
            f"places {n} of piece {piece}; there are fewer in the box",
        )


def _check_ways_out(e: Edition) -> None:
    """The edges without which a side could be left without a legal action (MV-210, J-05)."""
    joined = {(one, side) for edge in e.edge for side in edge.users for one in ((edge.a, edge.b), (edge.b, edge.a))}
    homelands = REGIONS[FIRST_HOMELAND:SOUTH_CHINA_SEA]
    for name in REGIONS[FIRST_BORDERLAND:SOUTH_CHINA_SEA]:
        if name not in homelands:
            home = ((name, "ming_homeland"), "emperor") in joined
            require(home, "edge", "users", f"the Emperor needs an edge from {name} to the Ming Homeland")
        out = any(((name, h), "overlord") in joined for h in homelands)
        require(out, "edge", "users", f"the Overlord needs an edge from {name} to a Barbarian Homeland")


def _may_hold(piece: int, region: int) -> bool:
    if piece == TROOP:
        return region < BORDERLANDS_END
    if piece == GOLD:
        return region in (MING_HOMELAND, SOUTH_CHINA_SEA)
    if piece == JUNK:
        return region == SOUTH_CHINA_SEA
    return FIRST_BORDERLAND <= region < SOUTH_CHINA_SEA


def _check_cards(e: Edition) -> None:
    numbers = [c.number for c in e.card]
    for n in range(1, CARDS + 1):
        require(n in numbers, f"card {n}", "number", "the card is missing")
    for n in numbers:
        require(1 <= n <= CARDS, f"card {n}", "number", f"cards are numbered 1 to {CARDS}")
        require(numbers.count(n) == 1, f"card {n}", "number", "the number is used twice")
    ids = [c.id for c in e.card]
    kinds = {"action": 0, "emperor": 0, "barbarian": 0}
    for c in e.card:
        where = f"card {c.number}"
        kinds[c.type] += 1
        require(ids.count(c.id) == 1, where, "id", f"the id {c.id!r} is used twice")
        require(1 <= c.cp <= 3, where, "cp", f"is {c.cp}; allowed: 1, 2, 3")
        needed = {
            "action": ["overlord", "emperor"],
            "emperor": ["emperor_low", "emperor_high"],
            "barbarian": ["overlord_low", "overlord_high"],
        }[c.type]
        for key in ("overlord", "emperor", "emperor_low", "emperor_high", "overlord_low", "overlord_high"):
            special = getattr(c, key)
            if key in needed:
                require(special is not None, where, key, f"a card of type {c.type} needs this special action")
                _check_special(where, key, special, EMPEROR if key.startswith("emperor") else OVERLORD)
            else:
                require(special is None, where, key, f"a card of type {c.type} has no such special action")
        if c.type == "action":
            require(
                c.voyage is not None and 1 <= c.voyage <= 7,
                where,
                "voyage",
                "a card of type action needs a Voyage from 1 to 7",
            )
        else:
            require(c.voyage is None, where, "voyage", f"a card of type {c.type} has no Voyage number")
    for name, n in (("action", 21), ("emperor", 3), ("barbarian", 3)):
        require(kinds[name] == n, "card", "type", f"there are {kinds[name]} {name} cards instead of {n}")


def _check_special(where: str, key: str, special: SpecialEntry, side: int) -> None:
    if special.require is not None:
        k = special.require.overlord_borderlands_min
        require(1 <= k <= 5, where, f"{key}.require.overlord_borderlands_min", f"is {k}; allowed: 1 to 5")
    _check_steps(where, f"{key}.steps", special.steps, side, True)


def _check_steps(where: str, field: str, steps: list[StepEntry], side: int, last_part: bool) -> None:
    require(bool(steps), where, field, "at least one step is needed")
    for i, s in enumerate(steps):
        _check_step(where, f"{field}[{i}]", s, side, last_part and i == len(steps) - 1)


_KEYS = {
    "take": {"piece", "n", "to", "spread"},
    "return": {"piece", "n", "from_", "mode", "keep", "threatened"},
    "act": {"action", "cp", "bonus"},
    "reserve_top_discard": set(),
    "discard_reserve": {"n"},
    "choose": {"options"},
}
_NEEDED = {
    "take": ["piece", "n", "to"],
    "return": ["piece", "n", "from_", "mode"],
    "act": ["action", "cp"],
    "reserve_top_discard": [],
    "discard_reserve": ["n"],
    "choose": ["options"],
}
_DEFAULTS: dict[str, Any] = {"spread": False, "keep": 0, "threatened": False, "bonus": 0}


def _check_step(where: str, field: str, s: StepEntry, side: int, last: bool) -> None:
    for key in (
        "piece",
        "n",
        "to",
        "from_",
        "spread",
        "mode",
        "keep",
        "threatened",
        "action",
        "cp",
        "bonus",
        "options",
    ):
        shown = f"{field}.{key.rstrip('_')}"
        if key in _NEEDED[s.op]:
            require(getattr(s, key) is not None, where, shown, f"op {s.op!r} needs it")
        elif key not in _KEYS[s.op]:
            require(getattr(s, key) == _DEFAULTS.get(key), where, shown, f"op {s.op!r} has no such field")
    if s.n is not None:
        require(1 <= s.n <= 12, where, f"{field}.n", f"is {s.n}; allowed: 1 to 12")
    if s.op in ("take", "return"):
        key, name = ("to", s.to) if s.op == "take" else ("from", s.from_)
        require(
            name in SELECTORS,
            where,
            f"{field}.{key}",
            f"{name!r} is not a region or selector; known: {', '.join(SELECTORS)}",
        )
        piece = PIECES.index(s.piece or "")
        place = SELECTORS.index(name or "")
        require(
            all(_may_hold(piece, r) for r in _reach(place)), where, f"{field}.{key}", f"{name} cannot hold a {s.piece}"
        )
        mixed = (name or "").startswith("@ming" if piece in (HORDE, SETTLEMENT) else "@barbarian")
        require(not mixed, where, f"{field}.{key}", f"{name} never holds a {s.piece} (MV-080)")
        barred = s.op == "return" and side == OVERLORD and piece == GOLD and place == SOUTH_CHINA_SEA
        require(
            not barred, where, f"{field}.{key}", "no Overlord action may touch Gold in the South China Sea (MV-335)"
        )
        require(not s.spread or (s.n or 0) <= 6, where, f"{field}.n", "at most 6 pieces can be divided freely")
        require(s.keep >= 0, where, f"{field}.keep", "must not be negative")
    elif s.op == "act":
        allowed = [CP_ACTIONS[a] for a in (EMPEROR_ACTIONS if side == EMPEROR else OVERLORD_ACTIONS)]
        require(s.action in allowed, where, f"{field}.action", f"{s.action!r} is not one of {', '.join(allowed)}")
        require(s.cp is not None and 1 <= s.cp <= 6, where, f"{field}.cp", f"is {s.cp}; allowed: 1 to 6")
        require(s.bonus == 0 or s.action == "voyage", where, f"{field}.bonus", "only a voyage has a bonus")
        require(s.bonus >= 0, where, f"{field}.bonus", "must not be negative")
        if s.action in ("attack", "voyage"):
            require(last, where, f"{field}.action", "a step that rolls dice must be the last one")
    elif s.op == "choose":
        options = s.options or []
        require(2 <= len(options) <= 16, where, f"{field}.options", "2 to 16 options are needed")
        for i, steps in enumerate(options):
            _check_steps(where, f"{field}.options[{i}]", steps, side, last)


def _reach(selector: int) -> list[int]:
    """All regions that a selector can ever name."""
    if selector < len(REGIONS):
        return [selector]
    name = SELECTORS[selector]
    out: list[int] = []
    if name in ("@ming_region",):
        out.append(MING_HOMELAND)
    if name in ("@ming_borderland", "@barbarian_borderland", "@barbarian_region", "@ming_region"):
        out += range(FIRST_BORDERLAND, BORDERLANDS_END)
    if name in ("@barbarian_homeland", "@barbarian_region"):
        out += range(FIRST_HOMELAND, SOUTH_CHINA_SEA)
    return out


def _check_solo(e: Edition) -> None:
    s = e.series
    require(s.games == 2, "series", "games", "must be 2 (the sides are swapped once)")
    for name in ("major_victory_points", "tied_game_overlord_bonus"):
        require(getattr(s, name) >= 0, "series", name, "must not be negative")
    solo = e.solo
    require(solo.borderland_limit >= 3, "solo", "borderland_limit", "must be at least 3: as many may win an Attack")
    _check_solo_setup(e)
    require(solo.overlord_reserve_limit >= 0, "solo", "overlord_reserve_limit", "must not be negative")
    flip = solo.flip_at_completed_voyages
    require(1 <= flip <= 7, "solo", "flip_at_completed_voyages", f"is {flip}; allowed: 1 to 7")
    names = [d.id for d in e.difficulty]
    require(names == DIFFICULTIES, "difficulty", "id", f"the levels must be {', '.join(DIFFICULTIES)}, in this order")
    for d in e.difficulty:
        where = f"difficulty {d.id}"
        for key, levels in (("start", d.start), ("at_four_voyages", d.at_four_voyages)):
            good = len(levels) == 3 and all(1 <= x <= 3 for x in levels)
            require(good, where, key, "three Event levels from 1 to 3 are needed")
        require(0 <= d.required_voyages <= 7, where, "required_voyages", "allowed: 0 to 7")
        require(d.player_reserve_limit >= 0, where, "player_reserve_limit", "must not be negative")
    _check_difficulty_cards(e)
    ids = [ev.id for ev in e.event]
    for ev in e.event:
        require(1 <= ev.level <= 3, f"event {ev.id}", "level", f"is {ev.level}; allowed: 1, 2, 3")
    for level in (1, 2, 3):
        n = len([ev for ev in e.event if ev.level == level])
        require(n == e.components.event_cards_per_deck, "event", "level", f"level {level} has {n} cards")
    for ev in e.event:
        where = f"event {ev.id}"
        require(ids.count(ev.id) == 1, where, "id", f"the id {ev.id!r} is used twice")
        require(1 <= ev.x <= 3, where, "x", f"is {ev.x}; allowed: 1, 2, 3")
        endless = ev.level == 1 and ev.level_1_event_after
        require(not endless, where, "level_1_event_after", "a Level 1 Event has no second Event (MV-735)")


def _check_solo_setup(e: Edition) -> None:
    """The pieces set up keep the limits of the solo game (MV-680, MV-685)."""
    crowd = dict.fromkeys(REGIONS, 0)
    hordes = 6  # two in each Homeland, if the challenge asks for them
    for n, p in enumerate(e.setup.piece, 1):
        for name in p.regions:
            region = REGIONS.index(name)
            if FIRST_BORDERLAND <= region < BORDERLANDS_END:
                crowd[name] += p.n
                hordes += p.n if p.piece == "horde" else 0
                limit = e.solo.borderland_limit
                require(crowd[name] <= limit, f"setup.piece no. {n}", "n", f"over {limit} pieces in {name} (MV-685)")
    for d in e.difficulty:
        enough = d.extra_challenge != TWO_HORDES or e.components.horde >= hordes
        require(enough, f"difficulty {d.id}", "extra_challenge", f"needs {hordes} Hordes; there are fewer in the box")


def _check_difficulty_cards(e: Edition) -> None:
    """A difficulty is shown by one side of each of the three cards (MV-020, MV-640, MV-645)."""
    require(
        [k.cp for k in e.difficulty_card] == [1, 2, 3], "difficulty_card", "cp", "there is one card for each CP 1, 2, 3"
    )
    for k in e.difficulty_card:
        require(len(k.sides) == 2, f"difficulty_card {k.cp}", "sides", "a card has two sides")
        for d in e.difficulty:
            shown = {d.start[k.cp - 1], d.at_four_voyages[k.cp - 1]}
            good = shown <= set(k.sides)
            require(
                good, f"difficulty_card {k.cp}", "sides", f"has no side with a level that {d.id} needs: {sorted(shown)}"
            )
