"""Cross-checks of the cards of an edition: effects, designs, quests, titles, tiles, the solo decks."""

from __future__ import annotations

from forge_war.forms import BonusEntry, DesignEntry, Edition, EffectEntry, TileEntry, instances
from forge_war.names import DIFFICULTIES, MAX_LEVEL, RANDOM
from rulekit.content import require

# The fields that each primitive needs; it has no others (EFFECTS.md).
_FIELDS = {
    "gain_resource": ["n", "resource"],
    "gain_gold": ["n"],
    "gain_prestige": ["n"],
    "hire": ["n"],
    "level_up": ["n"],
    "overseer_move": ["n"],
    "worker_move": ["n"],
    "market_card": [],
    "leftover_card": [],
    "buy_discard": [],
    "claim_design": ["design"],
    "merchant_credit": ["n"],
    "extra_level_other": ["n"],
    "prestige_excess_power": ["per"],
    "power_per_leg_done": ["n"],
    "power_per_leg_left": ["n"],
    "prestige_per_leg": ["n"],
    "gold_per_leg": ["n"],
    "no_level_gain": [],
    "suppress_title": [],
    "halve_difficulty": [],
    "on_full_completion": ["then"],
    "start_on_step": ["max"],
    "start_for_gold": ["n"],
    "add_type": ["type"],
    "power_if_contains": ["n", "resource"],
    "second_weapon": ["bonus", "max_level"],
    "unarmed_power": ["n"],
    "power_per_later_adventurer": ["n"],
    "helper_level": ["n"],
    "merchant_buy_limit": ["n"],
    "merchant_sell_price": ["n"],
    "stall_extra_use": ["n"],
    "road_extra_step": ["n"],
}
_GAINS = ["gain_resource", "gain_gold", "gain_prestige", "hire"]
_SINGLE = [*_GAINS, "level_up", "overseer_move", "worker_move"]
_WEALTH = ["gain_resource", "gain_gold", "hire", "level_up", "claim_design"]
_REWARD = [*_GAINS, "overseer_move", "worker_move", "market_card"]
_DESIGN = [
    "power_per_leg_done",
    "power_per_leg_left",
    "prestige_per_leg",
    "gold_per_leg",
    "no_level_gain",
    "suppress_title",
    "halve_difficulty",
]
_SAVVY = {
    "buyer": "merchant_buy_limit",
    "seller": "merchant_sell_price",
    "trader": "stall_extra_use",
    "adventurer": "road_extra_step",
}
_TITLE = [
    "prestige_per_leg",
    "gold_per_leg",
    "power_per_leg_done",
    "on_full_completion",
    "start_on_step",
    "start_for_gold",
    "add_type",
    "power_if_contains",
    "second_weapon",
    "unarmed_power",
    "power_per_later_adventurer",
    "helper_level",
]
_FULL = ["gain_prestige", "gain_gold", "buy_discard", "extra_level_other", "prestige_excess_power"]
_MOST = 99  # of any amount on a card
_STAGES = (1, 2, 3)
_PLAYERS = 4


def _range(n: int, low: int, high: int, entry: str, field: str) -> None:
    require(low <= n <= high, entry, field, f"is {n}; allowed: {low} to {high}")


def _unique(ids: list[str], entry: str) -> None:
    for name in ids:
        require(ids.count(name) == 1, f"{entry} {name}", "id", "is there twice")


def _effects(entries: list[EffectEntry], allowed: list[str], entry: str, field: str) -> None:
    """Every effect is one of `allowed` and has the fields that it needs, with amounts from 1."""
    for x in entries:
        require(x.op in allowed, entry, field, f'"{x.op}" is not possible here; possible: {", ".join(allowed)}')
        for name in ("n", "resource", "design", "type", "max", "max_level", "bonus", "per", "then"):
            given = getattr(x, name)
            needed = name in _FIELDS[x.op]
            require(needed or given is None, entry, field, f'"{x.op}" has no field "{name}"')
            require(not needed or given is not None, entry, field, f'"{x.op}" needs the field "{name}"')
            if isinstance(given, int):
                _range(given, 1, _MOST, entry, f'{field}: "{name}" of "{x.op}"')
        if x.then is not None:
            require(bool(x.then), entry, field, "an empty list of effects")
            _effects(x.then, _FULL, entry, field)


def check_cards(e: Edition) -> None:
    """Designs, bonus cards, single-use cards and titles."""
    ids = [d.id for d in e.design]
    ids += [card for b in e.bonus_card for card in instances(b.id, b.copies)]
    ids += [card for u in e.single_use for card in instances(u.id, u.copies)]
    _unique(ids, "card")
    for d in e.design:
        _design(d)
    for b in e.bonus_card:
        _bonus(b)
    for u in e.single_use:
        entry = f"single_use {u.id}"
        _priced(u.price, u.price_normal, entry)
        _range(u.stage, 1, 3, entry, "stage")
        _range(u.copies, 1, _MOST, entry, "copies")
        _range(u.prestige, 0, 0, entry, "prestige")
        require(bool(u.effects), entry, "effects", "is empty")
        _effects(u.effects, _SINGLE, entry, "effects")
    _counts(e)
    _unique([t.id for t in e.title], "title")
    for t in e.title:
        require(bool(t.effects), f"title {t.id}", "effects", "is empty")
        _effects(t.effects, _TITLE, f"title {t.id}", "effects")
        ops = [x.op for x in t.effects]
        require(len(ops) == len(set(ops)), f"title {t.id}", "effects", "the same primitive stands there twice")
        level = max([x.max_level or 0 for x in t.effects])
        _range(level, 0, MAX_LEVEL, f"title {t.id}", "effects: max_level")


def _priced(price: int, green: int | None, entry: str) -> None:
    _range(price, 0, _MOST, entry, "price")
    if green is not None:
        _range(green, 0, price, entry, "price_normal")


def _design(d: DesignEntry) -> None:
    entry = f"design {d.id}"
    _priced(d.price, d.price_normal, entry)
    starting = d.group == "starting"
    _range(d.stage, 0 if starting else 1, 0 if starting else 3, entry, "stage")
    _range(d.level, 1, MAX_LEVEL, entry, "level")
    _range(d.prestige, 0, _MOST, entry, "prestige")
    _range(d.power, 0, _MOST, entry, "power")
    require(bool(d.cost), entry, "cost", "is empty")
    for n in d.cost.values():
        _range(n, 1, _MOST, entry, "cost")
    require(len(d.types) == len(set(d.types)), entry, "types", "a type stands there twice")
    if starting:
        require(d.price == 0 and d.prestige == 0, entry, "price", "a starting design is no market card (FW-030)")
    if d.group != "unique":
        _range(d.level, 1, 2, entry, "level")
        require(not d.effects, entry, "effects", "only unique designs have effects")
    if d.group == "public_start":
        _range(d.stage, 1, 1, entry, "stage")
    if d.group == "public_stage":
        _range(d.stage, 2, 2, entry, "stage")
    _effects(d.effects, _DESIGN, entry, "effects")


def _bonus(b: BonusEntry) -> None:
    entry = f"bonus_card {b.id}"
    _priced(b.price, b.price_normal, entry)
    _range(b.stage, 1, 3, entry, "stage")
    _range(b.copies, 1, _MOST, entry, "copies")
    _range(b.prestige, 0, _MOST, entry, "prestige")
    if b.kind == "stall":
        require(bool(b.exchange), entry, "exchange", "a stall needs the name of its exchange")
        require(b.savvy is None and not b.effects, entry, "savvy", "a stall has neither savvy nor effects")
        for field, side in (("left", b.left), ("right", b.right)):
            require(bool(side), entry, field, "a stall needs both sides")
            for n in (side or {}).values():
                _range(n, 1, _MOST, entry, field)
        require(b.left != b.right, entry, "right", "is the same as the left side")
    else:
        bare = b.exchange is None and b.left is None and b.right is None
        require(bare, entry, "exchange", "a savvy has no exchange and no sides")
        require(b.savvy is not None, entry, "savvy", "is missing")
        require(len(b.effects) == 1, entry, "effects", "a savvy has one effect")
        _effects(b.effects, [_SAVVY[b.savvy or "buyer"]], entry, "effects")


def _counts(e: Edition) -> None:
    """Enough cards for the stacks, the draft and what is taken out unseen."""
    require(any(d.group == "starting" for d in e.design), "design", "group", "there is no starting design")
    for stage in _STAGES:
        unique = len([d for d in e.design if d.group == "unique" and d.stage == stage])
        least = {1: _PLAYERS, 2: 3, 3: 2}[stage]
        require(unique >= least, "design", "group", f"stage {stage} has {unique} unique designs, not {least} or more")
        for name, count in (
            ("bonus_card", sum(b.copies for b in e.bonus_card if b.stage == stage)),
            ("single_use", sum(u.copies for u in e.single_use if u.stage == stage)),
        ):
            least = 2 * _PLAYERS if stage == 1 else 2
            enough = count >= least and count % 2 == 0
            require(
                enough, name, "copies", f"stage {stage} has {count} cards; an even number from {least} on is needed"
            )
    left = {b.exchange: (b.left, b.right) for b in e.bonus_card if b.kind == "stall"}
    for b in e.bonus_card:
        if b.kind == "stall":
            same = left[b.exchange] == (b.left, b.right)
            require(same, f"bonus_card {b.id}", "exchange", "two stalls of one exchange differ in their sides")


def check_wealth(e: Edition) -> None:
    _unique([w.id for w in e.wealth], "wealth")
    public = [d.id for d in e.design if d.group in ("public_start", "public_deck", "public_stage")]
    for w in e.wealth:
        entry = f"wealth {w.id}"
        require(bool(w.effects), entry, "effects", "is empty")
        more = ["leftover_card"] if w.set == "fast_forward" else []
        _effects(w.effects, [*_WEALTH, *more], entry, "effects")
        for x in w.effects:
            known = x.design is None or x.design in public
            require(known, entry, "effects", f'"{x.design}" is no public design')
    for name in ("stage1", "fast_forward"):
        found = len([w for w in e.wealth if w.set == name])
        least = _PLAYERS * e.constants.wealth_dealt
        require(found >= least, "wealth", "set", f"{found} cards of {name} are fewer than {least}")


def check_quests(e: Edition) -> None:
    _unique([card for q in e.quest for card in instances(q.id, q.copies)], "quest")
    for q in e.quest:
        entry = f"quest {q.id}"
        _range(q.copies, 1, _MOST, entry, "copies")
        _range(q.prestige, 0, 999, entry, "prestige")
        _range(len(q.legs), 1, 9, entry, "legs")
        for i, leg in enumerate(q.legs):
            field = f"legs[{i}]"
            _range(leg.steps, 1, 9, entry, f"{field}.steps")
            _range(leg.difficulty, 0, 999, entry, f"{field}.difficulty")
            require(len(leg.types) == len(set(leg.types)), entry, f"{field}.types", "a type stands there twice")
            _effects(leg.reward, _REWARD, entry, f"{field}.reward")
            last = i == len(q.legs) - 1
            fits = (leg.consolation is None) == last
            require(fits, entry, f"{field}.consolation", "every leg but the last one has a consolation")
            _range(leg.consolation or 0, 0, q.prestige, entry, f"{field}.consolation")
    for m in e.mode:
        for deck in m.quest_decks:
            found = sum(q.copies for q in e.quest if q.deck == deck and not (q.marked and m.marked_quests_removed))
            require(found > 0, f"mode {m.id}", "quest_decks", f"there is no quest of the deck {deck}")


def check_tiles(e: Edition) -> None:
    _unique([t.id for t in e.bonus_tile], "bonus_tile")
    for t in e.bonus_tile:
        _tile(t)


def _tile(t: TileEntry) -> None:
    entry = f"bonus_tile {t.id}"
    require(len(t.effects) == 1, entry, "effects", "a tile has one effect")
    ops = {
        "industrious": ["overseer_move"],
        "adventurous": ["hire"],
        "stockpile": ["gain_resource"],
        "decorated": ["gain_gold", "gain_prestige", "merchant_credit"],
        "knowledge": ["gain_gold", "gain_prestige", "merchant_credit"],
    }[t.kind]
    _effects(t.effects, ops, entry, "effects")
    exact = t.kind in ("industrious", "adventurous")
    require(
        (t.exact is not None) == exact, entry, "exact", "stands on industrious and adventurous tiles, and only there"
    )
    heap = t.kind == "stockpile"
    require((t.per_resources is not None) == heap, entry, "per_resources", "stands on stockpile tiles, and only there")
    per = {"decorated": "level4_champion", "knowledge": "unique_design"}.get(t.kind)
    require(t.per == per, entry, "per", f"is {t.per!r}; it must be {per!r}")
    if t.exact is not None:
        _range(t.exact, 0, _MOST, entry, "exact")
    if t.per_resources is not None:
        _range(t.per_resources, 1, _MOST, entry, "per_resources")
    if t.kind == "industrious":
        _range(t.effects[0].n or 0, 1, 1, entry, "effects")


def check_solo(e: Edition) -> None:
    x = e.solo
    for deck in ("green", "grey", "red"):
        cards = [card for q in e.quest if q.deck == deck for card in instances(q.id, q.copies)]
        for name in ("hard", "easy"):
            listed: list[str] = getattr(x, f"{deck}_{name}")
            _unique(listed, f"solo {deck}_{name}")
            for card in listed:
                require(card in cards, "solo", f"{deck}_{name}", f"{card} is no card of the deck {deck}")
            places = [(q.hard if name == "hard" else q.easy) or 0 for q in e.quest if q.deck == deck]
            entries = [card.partition("#")[0] for card in listed]
            order = list(dict.fromkeys(entries))
            ranked = sorted((n, q.id) for n, q in zip(places, [q for q in e.quest if q.deck == deck], strict=True) if n)
            agree = [name for _, name in ranked] == order
            require(agree, "solo", f"{deck}_{name}", f'does not agree with the fields "{name}" of the quests')
        both = set(getattr(x, f"{deck}_hard")) & set(getattr(x, f"{deck}_easy"))
        require(not both, "solo", f"{deck}_easy", f"{', '.join(sorted(both))}: in both lists")
    for deck in ("purple1", "purple3"):
        marked = [card for q in e.quest if q.deck == deck and q.solo for card in instances(q.id, q.copies)]
        agree = sorted(getattr(x, deck)) == sorted(marked)
        require(agree, "solo", deck, "must list the quests of the deck with solo = true")
    for field in ("adventurers_normal", "adventurers_epic", "adventurers_epic_tiles"):
        _range(getattr(x, field), 1, _MOST, "solo", field)
    _range(x.market_actions, 2, 2, "solo", "market_actions")
    _range(x.automata, 2, 2, "solo", "automata")
    _solo_decks(e)


def _solo_decks(e: Edition) -> None:
    found = sorted((d.mode, d.deck) for d in e.solo_deck)
    needed = [("epic", "green"), ("epic", "grey"), ("epic", "red"), ("normal", "green")]
    require(found == needed, "solo_deck", "deck", f"is there for {found}; it must be there for {needed}")
    for d in e.solo_deck:
        entry = f"solo_deck {d.deck} ({d.mode})"
        mode = next(m for m in e.mode if m.id == d.mode)
        out = mode.marked_quests_removed
        cards = sum(q.copies for q in e.quest if q.deck == d.deck and not (out and q.marked))
        marked = len([q for q in e.quest if q.deck == d.deck and q.marked]) if out else 0
        hard = len(getattr(e.solo, f"{d.deck}_hard")) - marked
        easy = len(getattr(e.solo, f"{d.deck}_easy"))
        kept: int = getattr(e.solo, f"{d.deck}_keep")
        for name in DIFFICULTIES[:RANDOM]:
            front, back = getattr(d, name)
            _range(front, 0, hard, entry, name)
            _range(back, 0, easy, entry, name)
            fits = cards - front - back == kept
            require(fits, entry, name, f"leaves {cards - front - back} cards of {cards}; {kept} are kept")
        require(cards - d.random == kept, entry, "random", f"leaves {cards - d.random} of {cards}; {kept} are kept")
