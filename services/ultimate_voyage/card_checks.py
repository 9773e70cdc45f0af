"""Cross-checks of the objective and encounter cards of an edition; each names the card and the field."""

from __future__ import annotations

from rulekit.content import require
from ultimate_voyage.content import MOST_ENCOUNTERS, SEATS_MAX
from ultimate_voyage.forms import Edition, EffectEntry, EncounterEntry, ObjectiveEntry, PredicateEntry
from ultimate_voyage.names import DECKS, LASTING, OPS

_REQUIRED = {
    "same_icon": ["n"],
    "different_icons": ["n"],
    "different_animals": ["n"],
    "goods_of_class": ["classes", "n"],
    "goods_from": ["regions", "n", "each", "min_profit"],
    "combat_wins": ["regions", "n"],
    "first_tributaries": ["region", "n"],
    "all_affiliation": ["region", "value"],
    "structures_in_play": ["kinds", "n"],
    "combat_or_depot": ["regions", "n"],
    "tributary_regions": ["n"],
    "story_markers": ["regions", "n"],
    "explored_most": ["regions", "total"],
    "regions_explored": ["n"],
    "strength_over": ["n"],
    "storm_sails": ["n"],
    "courier": ["min_profit"],
    "round_end_leader": ["track"],
}
_PREDICATE_FIELDS = sorted({f for fields in _REQUIRED.values() for f in fields})
_UNMARKED = ("strength_over", "courier", "round_end_leader")  # met in one deed: no first stage

_PENDING = ["action", "target", "strength", "die", "combat_loss", "story", "win", "lose", "always"]
_NEEDS = {
    "affiliation": ["n"],
    "affiliation_to": ["n", "unless"],
    "prestige": ["n"],
    "profit": ["n"],
    "story": ["n"],
    "lose_troops": ["n"],
    "pay_troops": ["n"],
    "pay_porcelain": ["n"],
    "lose_dial": [],
    "gain_choice": ["n"],
    "gain_goods": ["n"],
    "search_goods": ["classes", "new_icon", "porcelain"],
    "return_last_port": [],
    "build_free": ["kinds"],
    "scout_free": ["n"],
    "steal_good": [],
    "take_troops": ["n"],
    "wipe_porcelain": [],
    "upgrade_choice": [],
    "last_sail_check": ["die", "win"],
    "drift": ["die"],
    "replace_bazaar": [],
    "to_bottom": [],
    "redraw": [],
    "if_hostile": ["then"],
    "next_strength": ["n"],
    "gain_wild": ["n"],
    "bonus_once": ["action", "n"],
    "bonus_always": ["action", "n"],
    "reroll_dial": ["porcelain", "per_round"],
    "momentum": [],
    "stay": ["turns"],
    "pending": _PENDING,
}
_EFFECT_FIELDS = sorted({f for fields in _NEEDS.values() for f in fields} | {"contest_only"})
# What a result may bring: effects that ask for nothing to be there.
_RESULTS = ("affiliation", "affiliation_to", "prestige", "profit", "story", "gain_goods", "gain_wild", "gain_choice")
_SIGNED = ("affiliation", "affiliation_to", "prestige", "profit")
_DIES = {"combat": "moon", "any": "moon", "diplomacy": "sun", "explore": "star"}


def _range(n: int, low: int, high: int, entry: str, field: str) -> None:
    require(low <= n <= high, entry, field, f"is {n}; allowed: {low} to {high}")


# --- objectives


def check_objectives(e: Edition) -> None:
    """Forms of the requirements, decks by mode, the first cards of a first game."""
    ids = [o.id for o in e.objective]
    for o in e.objective:
        _objective(o, ids)
    for name, low in (("unused_full", 2), ("unused_quick", 2)):
        for seats in range(low, SEATS_MAX + 1):
            for deck in DECKS:
                left = [o for o in e.objective if o.type == deck and seats not in getattr(o, name)]
                require(bool(left), "objective", name, f"no {deck} card is left with {seats} players")
    for deck in DECKS:
        left = [o for o in e.objective if o.type == deck and not o.unused_solo]
        require(bool(left), "objective", "unused_solo", f"no {deck} card is left in the solo game")
    for pred in ("courier", "strength_over"):
        cards = [o for o in e.objective if o.claim.pred == pred]
        require(len(cards) <= 1, "objective", "claim.pred", f"only one card may ask for {pred}")
    first = e.setup.initial_objectives.first_game
    where = "setup.initial_objectives"
    types = [next((o.type for o in e.objective if o.id == x), None) for x in first]
    require(types == list(DECKS), where, "first_game", f"must name a card of each type: {', '.join(DECKS)}")
    for x in first:
        o = next(o for o in e.objective if o.id == x)
        require(not o.unused_full and not o.unused_solo, where, "first_game", f"{x} is not used in every full game")


def _objective(o: ObjectiveEntry, ids: list[str]) -> None:
    where = f"objective {o.id}"
    require(ids.count(o.id) == 1, where, "id", "is used twice")
    _range(o.vp, 0, 20, where, "vp")
    for field, seats in (("unused_full", o.unused_full), ("unused_quick", o.unused_quick)):
        good = all(2 <= n <= SEATS_MAX for n in seats) and len(set(seats)) == len(seats)
        require(good, where, field, f"is {seats}; counts of players from 2 to {SEATS_MAX}, each once")
    require(o.claim.pred != "all_affiliation", where, "claim.pred", "stands in `remove_when` only")
    _predicate(where, "claim", o.claim)
    if o.mark is not None:
        require(o.mark.pred == o.claim.pred, where, "mark.pred", f"must be {o.claim.pred!r}, as in `claim`")
        require(o.mark.pred not in _UNMARKED, where, "mark", f"{o.mark.pred} has no first stage")
        _predicate(where, "mark", o.mark)
    if o.remove_when is not None:
        require(o.remove_when.pred == "all_affiliation", where, "remove_when.pred", 'must be "all_affiliation"')
        _predicate(where, "remove_when", o.remove_when)
        require(o.remove_when.value == 3, where, "remove_when.value", "must be 3")
    present_only = o.claim.pred in ("explored_most", "strength_over", "storm_sails", "courier", "round_end_leader")
    require(not present_only or o.tense == "present", where, "tense", f'{o.claim.pred} is always "present"')
    counted = o.claim.pred in ("combat_wins", "combat_or_depot", "first_tributaries") or present_only
    require(counted or o.tense == "perfect", where, "tense", f'{o.claim.pred} is what one has now: "perfect"')


def _predicate(where: str, field: str, p: PredicateEntry) -> None:
    for key in _PREDICATE_FIELDS:
        needed = key in _REQUIRED[p.pred]
        require(
            (getattr(p, key) is not None) == needed,
            where,
            f"{field}.{key}",
            f"{p.pred} needs it" if needed else f"{p.pred} has no such field",
        )
    if isinstance(p.n, dict):
        seats = [str(n) for n in range(1, SEATS_MAX + 1)]
        require(sorted(p.n) == seats, where, f"{field}.n", "an amount for each of 1, 2, 3, 4 is needed")
        for key, n in p.n.items():
            _range(n, 1, 99, where, f"{field}.n.{key}")
    elif p.n is not None:
        _range(p.n, 1, 99, where, f"{field}.n")
    for key in ("regions", "classes", "kinds"):
        names = getattr(p, key)
        require(names is None or bool(names), where, f"{field}.{key}", "names nothing")
        require(names is None or len(set(names)) == len(names), where, f"{field}.{key}", "names something twice")
    for key in ("each", "min_profit"):
        if getattr(p, key) is not None:
            _range(getattr(p, key), 0, 99, where, f"{field}.{key}")
    if p.total is not None:
        _range(p.total, 1, 15, where, f"{field}.total")


# --- encounters


def check_encounters(e: Edition) -> None:
    """Numbers, options, and the fields and places of effects."""
    numbers = [x.no for x in e.encounter]
    require(numbers == list(range(1, len(numbers) + 1)), "encounter", "no", "must be 1, 2, 3 ... in order")
    require(1 <= len(numbers) <= MOST_ENCOUNTERS, "encounter", "no", f"1 to {MOST_ENCOUNTERS} cards are possible")
    for card in e.encounter:
        _card(card)


def _card(card: EncounterEntry) -> None:
    where = f"encounter no. {card.no}"
    ids = [o.id for o in card.options]
    require(bool(ids), where, "options", "at least one is needed")
    for i, o in enumerate(card.options):
        require(bool(o.id) and ids.count(o.id) == 1, where, f"options[{i}].id", "every option has an id of its own")
        at = f"options[{i}].effects"
        for j, x in enumerate(o.effects):
            _effect(where, f"{at}[{j}]", x)
        done = [x.do for x in o.effects]
        require(
            "redraw" not in done or done[-2:] == ["to_bottom", "redraw"],
            where,
            at,
            "`redraw` stands last, right behind `to_bottom`, or a card could come for ever",
        )
        everything = _flat(o.effects)
        for op in OPS[LASTING:]:
            require(everything.count(op) <= 1, where, at, f"{op} can stand on a card only once")


def _flat(effects: list[EffectEntry]) -> list[str]:
    out: list[str] = []
    for x in effects:
        out.append(x.do)
        for items in (x.win, x.lose, x.always, x.then):
            out.extend(_flat(items or []))
    return out


def _effect(where: str, at: str, x: EffectEntry) -> None:
    needs = _NEEDS[x.do]
    for key in _EFFECT_FIELDS:
        needed = key in needs
        allowed = needed or (key == "contest_only" and x.do in ("bonus_once", "bonus_always"))
        require(getattr(x, key) is not None or not needed, where, f"{at}.{key}", f"{x.do} needs it")
        require(getattr(x, key) is None or allowed, where, f"{at}.{key}", f"{x.do} has no such field")
    if x.n is not None:
        low = 1
        if x.do in _SIGNED:
            low = -2 if x.do == "affiliation_to" else -9
        elif x.do == "next_strength":
            low = -9
        _range(x.n, low, 3 if x.do == "affiliation_to" else 9, where, f"{at}.n")
        require(x.n != 0 or x.do == "affiliation_to", where, f"{at}.n", "changes nothing")
    if x.unless is not None:
        _range(x.unless, -2, 3, where, f"{at}.unless")
    if x.porcelain is not None:
        _range(x.porcelain, 0, 9, where, f"{at}.porcelain")
    if x.per_round is not None:
        _range(x.per_round, 1, 1, where, f"{at}.per_round")
    if x.turns is not None:
        _range(x.turns, 1, 9, where, f"{at}.turns")
    for key in ("classes", "kinds"):
        names = getattr(x, key)
        require(names is None or bool(names), where, f"{at}.{key}", "names nothing")
        require(names is None or len(set(names)) == len(names), where, f"{at}.{key}", "names something twice")
    if x.do in ("bonus_once", "bonus_always"):
        require(x.action != "any", where, f"{at}.action", "must be an action card")
        require(
            not x.contest_only or x.action == "combat",
            where,
            f"{at}.contest_only",
            "stands with combat, and only there",
        )
    if x.do == "drift":
        require(x.die == "star", where, f"{at}.die", "must be the Star")
    if x.do == "pending":
        _pending(where, at, x)
    for field in ("win", "lose", "always"):
        _results(where, f"{at}.{field}", getattr(x, field) or [], _RESULTS)
    _results(where, f"{at}.then", x.then or [], (*_RESULTS, "pending"))


def _results(where: str, at: str, effects: list[EffectEntry], allowed: tuple[str, ...]) -> None:
    for i, y in enumerate(effects):
        require(y.do in allowed, where, f"{at}[{i}].do", f"{y.do} is not possible here; allowed: {', '.join(allowed)}")
        _effect(where, f"{at}[{i}]", y)


def _pending(where: str, at: str, x: EffectEntry) -> None:
    die = _DIES.get(x.action or "")
    require(die is not None, where, f"{at}.action", f"is {x.action!r}; allowed: {', '.join(_DIES)}")
    require(x.die == die, where, f"{at}.die", f"{x.action} is fought with the {die}")
    strength = x.strength if x.strength is not None else 0
    if x.target == "port":
        require(x.action == "combat", where, f"{at}.action", "a port is attacked by combat")
        require(strength == 0, where, f"{at}.strength", "must be 0: the port has its own")
        nothing = not (x.win or x.lose or x.always)
        require(nothing, where, f"{at}.win", "an attack on a port has the results of any combat, and no others")
    else:
        _range(strength, 0, 20, where, f"{at}.strength")
    require(not x.combat_loss or x.action == "combat", where, f"{at}.combat_loss", "stands with combat, and only there")
