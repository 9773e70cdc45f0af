"""Possible worlds made of a view, and whole states in plain form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.chance import Chance
from rulekit.frames import Frame, Sealed
from rulekit.outcome import Outcome
from ultimate_voyage import (
    bonus,
    cards,
    combat,
    contests,
    effects,
    encounters,
    explore,
    joint,
    losses,
    mats,
    movement,
    objectives,
    payment,
    private_objectives,
    rounds,
    scout,
    settle,
    setup,
    steps,
    turn,
)
from ultimate_voyage.content import Content
from ultimate_voyage.frames import Reader
from ultimate_voyage.names import (
    CARDS,
    CHARACTERS,
    DIALS,
    END_REASONS,
    MODES,
    NANJING,
    NO_CHARACTER,
    NO_OCEAN,
    NO_REGION,
    NOBODY,
    OCEANS,
    REGIONS,
    UNKNOWN,
    WINDS,
    ZONES,
)
from ultimate_voyage.state import AT_SUPPLY, FACE_UP, RETURNED, STORY_MARKERS, Player, VoyageState
from ultimate_voyage.view import OPEN_NAMES, SPACES
from ultimate_voyage.view_types import DeckView, HeldCard, ObjectiveView, PlayerView, VoyageView

_READERS: dict[str, Reader] = {}
for _module in (
    bonus,
    cards,
    combat,
    contests,
    effects,
    encounters,
    explore,
    joint,
    losses,
    mats,
    movement,
    objectives,
    payment,
    private_objectives,
    rounds,
    scout,
    settle,
    setup,
    steps,
    turn,
):
    _READERS.update(_module.READERS)


def read_frame(s: VoyageState, f: dict[str, Any]) -> Frame[VoyageState]:
    """A frame from {"frame": name, ...fields}."""
    return _READERS[f["frame"]](s, f)


def read_outcome(o: dict[str, Any] | None) -> Outcome | None:
    return None if o is None else Outcome(o["reason"], o["placings"], o["scores"], o["detail"])


# --- possible worlds


def _mask(seats: list[int] | None) -> int:
    return FACE_UP if seats is None else sum(1 << seat for seat in seats)


def _flags(names: Sequence[str], all_names: list[str]) -> int:
    return sum(1 << all_names.index(name) for name in names)


def _none(value: int | None, none: int) -> int:
    return none if value is None else value


def determinize(c: Content, v: VoyageView, seat: int, chance: Chance) -> VoyageState:
    """A state that gives the seat this very view; goods, decks, tiles and sealed answers are drawn by `chance`."""
    s = VoyageState(c, len(v.answered), MODES.index(v.mode))
    for name, value in v.options.items():
        setattr(s, name, value)
    s.round, s.first_round, s.turn_order = v.round, v.first_round, v.turn_order.copy()
    s.active, s.in_actions = _none(v.active, NOBODY), v.in_actions
    s.wind = WINDS.index(v.wind)
    s.storm = NO_OCEAN if v.storm is None else OCEANS.index(v.storm)
    s.health, s.dice = v.health, v.dice.copy()
    s.zones = 1 << NANJING if v.nanjing_open else 0
    _tiles(s, v, chance)
    good = {name: i for i, name in enumerate(c.good_ids)}
    _map(s, v, good, chance)
    s.bag = v.bag.copy()
    s.flipped = [good[g] for g in v.flipped]
    objective = {name: i for i, name in enumerate(c.objective_ids)}
    s.players = [_player(s, p, good, objective) for p in v.players]
    s.docked, s.tower, s.bonus = v.docked.copy(), v.tower.copy(), v.bonus_tokens.copy()
    s.discard, s.aside = v.discard.copy(), v.aside.copy()
    for x in v.resolving:
        _held(s, x)
    s.deck = _deck(v.deck, {n: n for n in c.encounter_numbers}, s.card_seen, "encounters", chance)[0]
    s.display = [_objective(s, o, objective) for o in v.display]
    drawn: list[list[int]] = []  # by deck: what the unknown drawn objectives are
    for number, deck in enumerate(v.objective_decks):
        cards, away = _deck(deck, objective, s.objective_seen, "objectives", chance)
        s.objective_decks[number] = cards
        drawn.append(away)
    s.objectives_out = [objective[o] for o in v.objectives_out]
    s.stamp, s.due, s.dirty = v.explorations, v.bonus_due, v.unsettled
    s.ending, s.ending_seat = END_REASONS.index(v.ending), _none(v.ending_seat, NOBODY)
    s.met, s.turned = v.met, v.turned
    s.mats_used = _flags(v.mats_used, CHARACTERS)
    s.answered = v.answered.copy()
    s.outcome = read_outcome(v.outcome)
    for shown in v.stack:
        s.stack.append(_frame(s, shown, objective, drawn))
    _fill_sealed(s, v, seat, chance)
    return s


def _tiles(s: VoyageState, v: VoyageView, chance: Chance) -> None:
    ids = [t.id for t in s.c.tiles]
    down = chance.shuffle("tiles", [ids.index(t) for t in v.tiles_unknown])
    for r, tile in enumerate(v.tiles):
        if tile is not None:
            s.tiles[r] = ids.index(tile)
            s.tiles_up |= 1 << r
    if v.options["random_tiles"]:
        for number in s.c.cloud_rounds:
            if s.tiles[number - 1] < 0:
                s.tiles[number - 1] = down.pop()


def _map(s: VoyageState, v: VoyageView, good: dict[str, int], chance: Chance) -> None:
    pools: dict[int, list[int]] = {}
    for region in v.regions:
        r = REGIONS.index(region.region)
        s.regions |= 1 << r
        pools[r] = chance.shuffle("goods", [good[g] for g in region.unknown])
        at = r * STORY_MARKERS
        s.story[at : at + len(region.story)] = region.story
    for port in v.ports:
        zone = ZONES.index(port.port)
        s.zones |= 1 << zone
        s.affiliation[zone] = _none(port.affiliation, UNKNOWN)
        s.marker[zone] = _none(port.marker, NOBODY)
        s.allied[zone] = 1 if port.allied else 0
        s.depot[zone] = _none(port.depot, NOBODY)
        s.tokens[zone * 4 : zone * 4 + 4] = port.tokens
        for x in port.bazaar:
            number = pools[s.c.region_of[zone]].pop() if x.good is None else good[x.good]
            s.bazaar[zone].append(number)
            s.seen[number] = _mask(x.seen_by)
        s.bazaar[zone].sort()
    for region in v.regions:
        r = REGIONS.index(region.region)
        s.pile[r] = sorted([good[g] for g in region.known] + pools[r])
        for name in region.known:
            s.seen[good[name]] = FACE_UP


def _player(s: VoyageState, v: PlayerView, good: dict[str, int], objective: dict[str, int]) -> Player:
    p = Player()
    p.character = NO_CHARACTER if v.character is None else CHARACTERS.index(v.character)
    p.res = [v.porcelain, v.troops]
    p.track = [v.prestige, v.profit]
    p.passed = _flags(v.passed, SPACES)
    p.order = [CARDS.index(k) for k in v.order]
    p.upgraded, p.marks = _flags(v.upgraded, CARDS), _flags(v.used, CARDS)
    p.dials, p.unused = v.dials.copy(), _flags(v.unused, DIALS)
    places = {"supply": AT_SUPPLY, "returned": RETURNED}
    p.ships = [places[z] if z in places else ZONES.index(z) for z in v.ships]
    p.kilns, p.camps, p.built = v.kilns, v.camps, v.built
    p.goods = [good[g] for g in v.goods]
    for number in p.goods:
        s.seen[number] = FACE_UP
    p.tokens = v.tokens.copy()
    for x in v.cards:
        p.cards.append(x.card)
        _held(s, x)
    p.attacks = [ZONES.index(z) for z in v.attacks]
    p.healer_used, p.labor_used = v.healer_used, v.labor_used
    p.home_region = NO_REGION if v.home_region is None else REGIONS.index(v.home_region)
    p.bonus = [v.bonus_ships, v.bonus_upgrades]
    p.private = [_objective(s, o, objective) for o in v.private]
    p.completed = [objective[o] for o in v.completed]
    p.wins, p.firsts, p.depots = v.wins.copy(), v.firsts.copy(), v.depots_built.copy()
    for name, stamp in v.explored.items():
        p.explored[ZONES.index(name)] = stamp
    p.storms, p.strong = v.storms, v.strong
    return p


def _held(s: VoyageState, v: HeldCard) -> None:
    options = [s.c.option_ids[o.id] for o in s.c.encounter(v.card).options]
    s.card_option[v.card] = -1 if v.option is None else options.index(v.option)
    s.card_port[v.card] = -1 if v.port is None else ZONES.index(v.port)
    s.card_left[v.card], s.card_wild[v.card] = v.left, v.wild
    s.card_open[v.card] = _flags(v.open, OPEN_NAMES)
    s.card_used[v.card] = 1 if v.used else 0


def _objective(s: VoyageState, v: ObjectiveView, objective: dict[str, int]) -> int:
    number = objective[v.objective]
    s.objective_base[number] = v.base.copy()
    s.objective_round[number] = v.round
    return number


def _deck(
    v: DeckView, numbers: dict[Any, int], seen: list[int], label: str, chance: Chance
) -> tuple[list[int], list[int]]:
    """A deck, its top card last, and the unknown cards that lie elsewhere."""
    pool = chance.shuffle(label, [numbers[x] for x in v.unknown])
    known = {x.place: x for x in v.known}
    out: list[int] = []
    for at in range(v.size):
        x = known.get(at)
        number = pool.pop() if x is None or x.card is None else numbers[x.card]
        if x is not None:
            seen[number] = _mask(x.seen_by)
        out.append(number)
    out.reverse()
    return out, pool


def _frame(
    s: VoyageState, shown: dict[str, Any], objective: dict[str, int], drawn: list[list[int]]
) -> Frame[VoyageState]:
    """A frame of a view; unknown drawn objectives are taken from those that are left, by deck."""
    data = dict(shown)
    if "drawn" in data:
        numbers: list[int] = []
        for x in data["drawn"]:
            number = (
                objective[x["objective"]]
                if x["objective"] is not None
                else drawn[["yellow", "red", "gray"].index(x["deck"])].pop()
            )
            s.objective_seen[number] = _mask(x["seen_by"])
            numbers.append(number)
        data["drawn"] = numbers
    elif "answered" in data:
        data["answers"] = [None] * len(data["answered"])
    return read_frame(s, data)


def _fill_sealed(s: VoyageState, v: VoyageView, seat: int, chance: Chance) -> None:
    """Orders of cards that others have chosen and not shown: any of their legal ones."""
    for shown, frame in zip(v.stack, s.stack, strict=True):
        if not isinstance(frame, Sealed):
            continue
        for i, who in enumerate(frame.seats):
            if not shown["answered"][i]:
                continue
            options = frame.options_for(s, who)
            if who == seat:
                options = [a for a in options if list(a.vec) == list(shown["own"])]
            frame.answers[i] = options[chance.draw("sealed", list(range(len(options))), 1)[0]]


# --- the whole state in plain form


_PLAIN = [
    "mode",
    "first_game",
    "random_tiles",
    "random_knowledge",
    "random_starts",
    "zones",
    "regions",
    "round",
    "first_round",
    "active",
    "in_actions",
    "wind",
    "storm",
    "health",
    "tiles_up",
    "stamp",
    "due",
    "dirty",
    "ending",
    "ending_seat",
    "met",
    "turned",
    "mats_used",
]
_LISTS = [
    "turn_order",
    "dice",
    "tiles",
    "affiliation",
    "marker",
    "allied",
    "depot",
    "tokens",
    "bag",
    "seen",
    "flipped",
    "story",
    "docked",
    "tower",
    "bonus",
    "deck",
    "discard",
    "aside",
    "card_seen",
    "card_option",
    "card_port",
    "card_left",
    "card_wild",
    "card_open",
    "card_used",
    "display",
    "objectives_out",
    "objective_seen",
    "objective_round",
]
_NESTED = ["bazaar", "pile", "objective_decks", "objective_base"]
_PLAYER = [
    "character",
    "res",
    "track",
    "passed",
    "order",
    "upgraded",
    "marks",
    "dials",
    "unused",
    "ships",
    "kilns",
    "camps",
    "built",
    "goods",
    "tokens",
    "cards",
    "attacks",
    "healer_used",
    "labor_used",
    "home_region",
    "bonus",
    "private",
    "completed",
    "wins",
    "firsts",
    "depots",
    "explored",
    "storms",
    "strong",
]


def _copied(value: Any) -> Any:
    return list(value) if isinstance(value, list) else value


def encode(s: VoyageState) -> dict[str, Any]:
    """Everything, secrets included; equal for equal states. Never leaves the service."""
    out: dict[str, Any] = {name: getattr(s, name) for name in _PLAIN}
    out.update({name: list(getattr(s, name)) for name in _LISTS})
    out.update({name: [list(x) for x in getattr(s, name)] for name in _NESTED})
    out["players"] = [{name: _copied(getattr(p, name)) for name in _PLAYER} for p in s.players]
    out["stack"] = [{"frame": f.name(), **f.fields()} for f in s.stack]
    out["answered"] = s.answered.copy()
    out["tick"] = s.tick
    out["outcome"] = s.outcome.plain() if s.outcome is not None else None
    return out


def decode(c: Content, data: dict[str, Any]) -> VoyageState:
    """The state of `encode`."""
    s = VoyageState(c, len(data["answered"]), data["mode"])
    for name in _PLAIN:
        setattr(s, name, data[name])
    for name in _LISTS:
        setattr(s, name, list(data[name]))
    for name in _NESTED:
        setattr(s, name, [list(x) for x in data[name]])
    for p, d in zip(s.players, data["players"], strict=True):
        for name in _PLAYER:
            setattr(p, name, _copied(d[name]))
    s.answered = list(data["answered"])
    s.tick = data["tick"]
    s.outcome = read_outcome(data["outcome"])
    s.stack = [read_frame(s, f) for f in data["stack"]]
    return s
