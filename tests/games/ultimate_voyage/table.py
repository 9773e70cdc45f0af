"""A small language for positions: the smallest consistent game that has what a test names.

    t = table(ships={0: "malacca"}, p0="3 porcelain, 2 troops", dials=(1, 0, 2), deck=[18])
    t.dice(sun=[-2], moon=["yin", 1])
    t.do(0, "action sail star malacca", "board flagship", "sail palembang", "end_route")
    assert t.aff("palembang") == -2

A position stands in the Action Phase, with the first seat of the turn order to move; `round_starts` lays
out one before the Administration Phase, `new_game` sets a game up by the rules. What is not named is
empty or as printed: no character, no porcelain, Prestige 0, tokens on the ports as printed, goods in the
order of the edition, encounter cards in the order of their numbers, no objectives at all, no storm.
Ports with a ship have affiliation 0 and their goods face up unless named; others are undetermined.
Actions are written as `ActionTable.text` writes them, without field names. Every move goes through
`Game.apply`, and after each the state must be free of faults. Dice are scripted by their faces; goods,
knowledge tokens and cards are drawn in the order of the edition unless scripted.
"""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from rulekit.chance import Scripted, Seeded
from rulekit.errors import IllegalAction
from rulekit.events import Ctx, Event
from rulekit.frames import advance
from rulekit.outcome import Outcome
from ultimate_voyage.action import Action, action_of
from ultimate_voyage.game import UltimateVoyage, load
from ultimate_voyage.names import (
    CARDS,
    CHARACTERS,
    COLOURS,
    DECKS,
    DIALS,
    MODES,
    NO_OCEAN,
    NOBODY,
    OCEANS,
    PRESTIGE,
    PROFIT,
    REGIONS,
    RESOURCES,
    SHIPS,
    UNKNOWN,
    WINDS,
    YANG,
    YIN,
    ZONES,
)
from ultimate_voyage.objectives import show
from ultimate_voyage.rounds import NEW_ROUND, ROUND_END, Course, space_of
from ultimate_voyage.state import (
    AT_SUPPLY,
    FACE_UP,
    OPEN_NEXT,
    RETURNED,
    STORY_MARKERS,
    Player,
    VoyageState,
    any_ship_at,
)
from ultimate_voyage.turn import ActionPhase
from ultimate_voyage.view import view
from ultimate_voyage.view_types import VoyageView

GAME: Final = load()

Json = dict[str, Any]
Face = int | str


class Table:
    """A state of a game and all events since it was laid out (or since `clear`)."""

    def __init__(self, state: VoyageState, game: UltimateVoyage = GAME) -> None:
        self.game = game
        self.state = state
        self.script: dict[str, list[int]] = {}
        self.log: list[Event] = []

    # --- playing

    def dice(self, **faces: list[Face]) -> Table:
        """Scripts the next faces of the deity dice: numbers, "yin" or "yang"."""
        for label, shown in faces.items():
            self.script.setdefault(label, []).extend(faces_of(self.game, label, shown))
        return self

    def chance(self, label: str, *values: int) -> Table:
        """Scripts the next draws or shuffles of a label."""
        self.script.setdefault(label, []).extend(values)
        return self

    def start(self) -> Table:
        """Runs on to the first decision."""
        advance(self.state, self._ctx())
        _sound(self.game, self.state)
        return self

    def _ctx(self) -> Ctx:
        chance = Scripted(self.script)
        self.script = chance.script
        return Ctx(chance, self.log)

    def do(self, seat: int, *moves: str) -> Table:
        """The seat answers, once for each text."""
        for text in moves:
            assert seat in self.asked, f"{text!r}: seat {seat} is not asked, but {self.asked}"
            wanted = [a for a in self.game.options(self.state, seat) if self.game.actions.text(a) == text]
            assert wanted, f"{text!r} is not offered to seat {seat}, but {self.options(seat)}"
            decision = self.game.decision(self.state, seat)
            action = self.game.actions.decode(self.game.actions.encode(wanted[0]))
            self.game.apply(self.state, seat, decision.id, action, self._ctx())
            _sound(self.game, self.state)
        return self

    def end(self, seat: int) -> Table:
        """The seat ends its action, and its turn, if it has not ended by itself."""
        for kind in ("end", "end_turn"):
            if seat in self.asked and kind in self.options(seat):
                self.do(seat, kind)
        return self

    def refused(self, seat: int, kind: str, **fields: Any) -> str:
        """The action must be refused as illegal, with nothing changed; the rule that the refusal names."""
        before = self.game.encode_state(self.state)
        decision = self.game.decision(self.state, seat)
        told = len(self.log)
        action = self.game.actions.decode({"type": kind, **fields})
        with pytest.raises(IllegalAction) as refusal:
            self.game.apply(self.state, seat, decision.id, action, self._ctx())
        assert self.game.encode_state(self.state) == before
        assert len(self.log) == told
        return refusal.value.rule

    # --- what is asked

    @property
    def asked(self) -> dict[int, str]:
        """What each seat is asked; empty when the match is over."""
        return {d.seat: d.kind for d in self.game.pending(self.state)}

    def options(self, seat: int, kind: str = "") -> list[str]:
        """What the seat may answer; with `kind` only answers that begin with this word, without it."""
        texts = [self.game.actions.text(a) for a in self.game.options(self.state, seat)]
        if not kind:
            return texts
        return [text[len(kind) + 1 :] for text in texts if text.split()[0] == kind]

    def kinds(self, seat: int) -> set[str]:
        """The action types in the seat's options."""
        return {text.split()[0] for text in self.options(seat)}

    # --- what there is

    def __getitem__(self, seat: int) -> str:
        """Tokens, points and structures of a seat as text; "" if it has nothing."""
        p = self.state.players[seat]
        parts = [*zip(p.res, RESOURCES, strict=True), (p.track[PRESTIGE], "prestige"), (p.track[PROFIT], "profit")]
        parts += [(p.kilns, "kilns"), (p.camps, "camps"), *zip(p.tokens, COLOURS, strict=True)]
        return ", ".join(f"{n} {name}" for n, name in parts if n)

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def res(self, seat: int) -> tuple[int, int]:
        """Porcelain, troops."""
        a, b = self.state.players[seat].res
        return a, b

    def tracks(self, seat: int) -> tuple[int, int]:
        """Prestige, Profit."""
        a, b = self.state.players[seat].track
        return a, b

    def ships(self, seat: int) -> str:
        """Where the ships in play are, the flagship first; returned ones as "home"."""
        zones = [z for z in self.state.players[seat].ships if z != AT_SUPPLY]
        return ", ".join("home" if z == RETURNED else ZONES[z] for z in zones)

    def order(self, seat: int) -> str:
        """Action cards, left to right."""
        return " ".join(CARDS[card] for card in self.state.players[seat].order)

    def goods(self, seat: int) -> list[str]:
        return [self.state.c.good_ids[g] for g in self.state.players[seat].goods]

    def completed(self, seat: int) -> list[str]:
        return [self.state.c.objective_ids[o] for o in self.state.players[seat].completed]

    def upgraded(self, seat: int) -> list[str]:
        return [card for i, card in enumerate(CARDS) if self.state.players[seat].upgraded >> i & 1]

    def unused(self, seat: int) -> list[str]:
        """Dials neither placed nor set aside."""
        return [dial for i, dial in enumerate(DIALS) if self.state.players[seat].unused >> i & 1]

    def aff(self, port: str) -> int | None:
        """Affiliation of a port; None while undetermined."""
        value = self.state.affiliation[ZONES.index(port)]
        return None if value == UNKNOWN else value

    def marker(self, port: str) -> int | None:
        """Whose marker is on the affiliation track; None for a generic one."""
        seat = self.state.marker[ZONES.index(port)]
        return None if seat == NOBODY else seat

    def depot(self, port: str) -> int | None:
        seat = self.state.depot[ZONES.index(port)]
        return None if seat == NOBODY else seat

    def bazaar(self, port: str) -> list[str]:
        return [self.state.c.good_ids[g] for g in self.state.bazaar[ZONES.index(port)]]

    def face_up(self, port: str) -> list[str]:
        """Goods of the bazaar that everybody has seen."""
        goods = self.state.bazaar[ZONES.index(port)]
        return [self.state.c.good_ids[g] for g in goods if self.state.seen[g] == FACE_UP]

    def pile(self, region: str) -> list[str]:
        return [self.state.c.good_ids[g] for g in self.state.pile[REGIONS.index(region)]]

    def tokens(self, port: str) -> str:
        """Knowledge tokens on a port, such as "BG"."""
        at = ZONES.index(port) * 4
        return "".join(COLOURS[i] * self.state.tokens[at + i] for i in range(4))

    def story(self, region: str, seat: int) -> int:
        """The space of the seat's marker; 0 for none."""
        return self.state.story[REGIONS.index(region) * STORY_MARKERS + seat]

    def deck(self) -> list[int]:
        """Encounter cards, the top one first."""
        return self.state.deck[::-1]

    def held(self, seat: int) -> list[int]:
        """Encounter cards beside the mat."""
        return self.state.players[seat].cards

    def attacks(self, seat: int) -> list[str]:
        """Ports that must be fought."""
        return [ZONES[z] for z in self.state.players[seat].attacks]

    @property
    def action(self) -> Action:
        """The action under way."""
        return action_of(self.state)

    def left(self) -> tuple[int, int]:
        """Strength left in the action under way: general, local."""
        return self.action.general, self.action.local

    def view(self, seat: int | None = None) -> VoyageView:
        return view(self.state, seat)

    @property
    def outcome(self) -> Outcome:
        assert self.state.outcome is not None
        return self.state.outcome

    # --- events

    def clear(self) -> Table:
        self.log.clear()
        return self

    def events(self, *types: str, seat: int | None = None) -> list[Json]:
        """The events (of these types), whole, or as one seat gets them (-1: as a spectator does)."""
        out: list[Json] = []
        for e in self.log:
            if not types or e.type in types:
                seen = {"type": e.type, **e.data} if seat is None else e.seen_by(None if seat < 0 else seat)
                if seen is not None:
                    out.append(seen)
        return out

    def event(self, type: str) -> Json:
        """The only event of the type, without its type."""
        found = self.events(type)
        assert len(found) == 1, found
        return {key: value for key, value in found[0].items() if key != "type"}

    def told(self, type: str, *keys: str) -> list[Any]:
        """These fields of the events of a type: tuples, or single values for one field."""
        rows = [tuple(e[key] for key in keys) for e in self.events(type)]
        return [row[0] for row in rows] if len(keys) == 1 else rows


SHAPES: Final[set[tuple[object, ...]]] = set()  # stacks whose views and possible worlds have been looked at


def _sound(game: UltimateVoyage, s: VoyageState) -> None:
    """No faults; and, once for each stack of frames, a state that survives encoding, and possible worlds
    that look the same to their seat."""
    faults = game.faults(s)
    assert not faults, "; ".join(faults)
    pending = game.pending(s)
    shape = (game, s.mode, s.n, tuple(f.name() for f in s.stack))
    if not pending or shape in SHAPES:
        return
    SHAPES.add(shape)
    data = json.loads(json.dumps(game.encode_state(s)))
    assert game.encode_state(game.decode_state(data)) == data
    for seat in range(s.n):
        seen = game.view(s, seat)
        world = game.determinize(seen, seat, Seeded(bytes(32)))
        assert not game.faults(world), game.faults(world)
        assert game.view(world, seat) == seen
        if seat in [d.seat for d in pending]:
            assert game.options(world, seat) == game.options(s, seat)


def faces_of(game: UltimateVoyage, die: str, shown: list[Face]) -> list[int]:
    """Faces of a die as numbers for the script."""
    printed = game.content.faces[DIALS.index(die)]
    return [printed.index(YIN if f == "yin" else YANG if f == "yang" else int(f)) + 1 for f in shown]


def amounts(text: str) -> dict[str, int]:
    """ "2 troops, 1 R" as names and numbers."""
    return {name: int(n) for n, name in (part.split() for part in text.split(",") if part.strip())}


def words(text: str) -> list[str]:
    """ "nanjing, champa" or "sail trade" as a list."""
    return text.replace(",", " ").split()


def _fill(s: VoyageState, p: Player, text: str) -> None:
    for name, n in amounts(text).items():
        if name in RESOURCES:
            p.res[RESOURCES.index(name)] = n
        elif name in ("prestige", "profit"):
            track = ("prestige", "profit").index(name)
            p.track[track] = n
            for i, space in enumerate(s.c.bonus_spaces[track]):
                if n >= space:
                    p.passed |= 1 << (track * 2 + i)
        elif name in COLOURS:
            colour = COLOURS.index(name)
            p.tokens[colour] = n
            s.bag[colour] -= n
        elif name in ("kilns", "camps"):
            p.built += n
            if name == "kilns":
                p.kilns = n
            else:
                p.camps = n
        else:
            assert name == "built", name
            p.built += n


def good(name: str) -> int:
    """The number of a good."""
    return GAME.content.good_ids.index(name)


def _take_out(s: VoyageState, number: int) -> None:
    """A good leaves its place; a bazaar is filled up from the region's pile."""
    c = s.c
    pile = s.pile[c.good_region[number]]
    if number in pile:
        pile.remove(number)
        return
    for goods in s.bazaar:
        if number in goods:
            goods.remove(number)
            if pile:
                goods.append(pile.pop(0))
                goods.sort()


def _stock(s: VoyageState, port: str, ids: list[str], fixed: set[int]) -> None:
    """The bazaar of a port holds exactly these goods; what lay there goes under the region, and the
    bazaars that lose one of them get another."""
    zone = ZONES.index(port)
    region = s.c.region_of[zone]
    s.pile[region] += s.bazaar[zone]
    s.bazaar[zone] = []
    s.pile[region].sort()
    numbers = [good(x) for x in ids]
    fixed.update(numbers)
    for number in numbers:
        for other in s.bazaar:
            if number in other:
                other.remove(number)
                spare = next(g for g in s.pile[region] if g not in fixed)
                s.pile[region].remove(spare)
                other.append(spare)
                other.sort()
                s.pile[region].append(number)
        s.pile[region].remove(number)
        s.bazaar[zone].append(number)
    s.bazaar[zone].sort()
    s.pile[region].sort()


def base(
    seats: int = 2,
    mode: str = "full",
    round: int = 1,
    wind: str | None = None,
    storm: str | None = None,
    order: list[int] | None = None,
    characters: dict[int, str] | None = None,
    ships: dict[int, str] | None = None,
    affiliation: dict[str, int] | None = None,
    markers: dict[str, int] | None = None,
    depots: dict[str, int] | None = None,
    tokens: dict[str, str] | None = None,
    bazaar: dict[str, list[str]] | None = None,
    seen: dict[str, list[int]] | None = None,
    goods: dict[int, list[str]] | None = None,
    upgraded: dict[int, str] | None = None,
    cards: dict[int, str] | None = None,
    marks: dict[int, str] | None = None,
    dials: tuple[int, int, int] = (0, 0, 0),
    unused: dict[int, str] | None = None,
    explored: dict[int, str] | None = None,
    story: dict[str, dict[int, int]] | None = None,
    deck: list[int] | None = None,
    discard: list[int] | None = None,
    objectives: list[str] | None = None,
    objective_decks: dict[str, list[str]] | None = None,
    private: dict[int, list[str]] | None = None,
    completed: dict[int, list[str]] | None = None,
    bonus: dict[tuple[str, int], str] | None = None,
    attacks: dict[int, str] | None = None,
    health: int = 0,
    docked: list[int] | None = None,
    tower: list[int] | None = None,
    options: Json | None = None,
    game: UltimateVoyage = GAME,
    **players: str,
) -> VoyageState:
    """A state without a stack. `p0`, `p1` ... are what seats have ("2 troops, 3 prestige, 1 R, 1 kilns").

    `ships` names the zones of flagship and regular ships by seat ("kotte, pegu"; "home" for returned);
    the flagship of a seat not named is in Nanjing (Quick Game: Samudera; de' Conti is seat 1). `deck` are encounter
    cards, the top one first; all others lie below unless `discard` or `deck` says that there are no
    others (an entry 0 at the end of `deck`). `objectives` come on display; `bonus` names the bonus
    tokens of a space, {("prestige", 5): "1 ship, 1 upgrade"}. `completed` and `private` are by seat.
    """
    settings: Json = {**(options or {})}
    if mode != "solo":
        settings["first_player"] = 0
    kind = game.modes[MODES.index(mode)]
    s = game.new_state(kind, kind.resolve(settings), seats)
    script = Scripted({"sun": [1]})  # de' Conti's start, which `ships` may change
    s.stack[-1].run(s, Ctx(script, None))
    s.stack = []
    c = s.c
    s.round = round
    s.turn_order = order or list(range(seats))
    space = space_of(s, round)
    s.wind = WINDS.index(wind) if wind else space.wind
    s.storm = OCEANS.index(storm) if storm else NO_OCEAN
    s.health = health
    home = "samudera" if mode == "quick" else "nanjing"
    for seat in range(seats):
        p = s.players[seat]
        p.ships = [ZONES.index(home), AT_SUPPLY, AT_SUPPLY]
        p.dials = list(dials)
        p.unused = 7
    if s.conti >= 0:
        s.players[s.conti].dials = list(dials)
    for seat, text in (ships or {}).items():
        zones = [RETURNED if x == "home" else AT_SUPPLY if x == "supply" else ZONES.index(x) for x in words(text)]
        s.players[seat].ships = zones + [AT_SUPPLY] * (len(SHIPS) - len(zones))
    for seat, who in (characters or {}).items():
        s.players[seat].character = CHARACTERS.index(who)
        s.players[seat].order = list(c.characters[CHARACTERS.index(who)].order)
    for seat, text in (cards or {}).items():
        s.players[seat].order = [CARDS.index(x) for x in words(text)]
    for seat, text in (marks or {}).items():
        s.players[seat].marks = sum(1 << CARDS.index(x) for x in words(text))
    for seat, text in (upgraded or {}).items():
        s.players[seat].upgraded = sum(1 << CARDS.index(x) for x in words(text))
    for seat, text in (unused or {}).items():
        s.players[seat].unused = sum(1 << DIALS.index(x) for x in words(text))
    for name, text in players.items():
        _fill(s, s.players[int(name[1:])], text)
    _ports(s, affiliation or {}, markers or {}, depots or {}, tokens or {})
    _goods(s, bazaar or {}, goods or {}, seen or {})
    for seat, text in (explored or {}).items():
        for port in words(text):
            s.stamp += 1
            s.players[seat].explored[ZONES.index(port)] = s.stamp
    for region, spaces in (story or {}).items():
        for seat, at in spaces.items():
            s.story[REGIONS.index(region) * STORY_MARKERS + seat] = at
    for seat, text in (attacks or {}).items():
        s.players[seat].attacks = [ZONES.index(x) for x in words(text)]
        for port in words(text):
            s.affiliation[ZONES.index(port)] = -2
    _cards(s, deck or [], discard or [])
    _objectives(s, objectives or [], objective_decks or {}, private or {}, completed or {})
    for (track, at), text in (bonus or {}).items():
        number = ("prestige", "profit").index(track)
        i = number * 2 + c.bonus_spaces[number].index(at)
        left = amounts(text)
        s.bonus[i * 2 : i * 2 + 2] = [left.get("ship", 0), left.get("upgrade", 0)]
    s.docked = list(docked or [])
    s.tower = list(tower or [])
    return s


def _ports(
    s: VoyageState,
    affiliation: dict[str, int],
    markers: dict[str, int],
    depots: dict[str, int],
    tokens: dict[str, str],
) -> None:
    for zone in range(1, len(ZONES)):
        if any_ship_at(s, zone) and s.affiliation[zone] == UNKNOWN:
            s.affiliation[zone] = 0
    for port, value in affiliation.items():
        s.affiliation[ZONES.index(port)] = value
    for port, seat in markers.items():
        s.marker[ZONES.index(port)] = seat
        s.allied[ZONES.index(port)] = 1
        if port not in affiliation:
            s.affiliation[ZONES.index(port)] = 3
    for port, seat in depots.items():
        zone = ZONES.index(port)
        s.depot[zone] = seat
        s.players[seat].built += 1
        s.players[seat].depots[s.c.region_of[zone]] += 1
        if s.affiliation[zone] == UNKNOWN:
            s.affiliation[zone] = 0
    for port, colours in tokens.items():
        at = ZONES.index(port) * 4
        for i, colour in enumerate(COLOURS):
            s.bag[i] += s.tokens[at + i] - colours.count(colour)
            s.tokens[at + i] = colours.count(colour)
    free = [z for z in range(len(ZONES) - 1, 0, -1) if ZONES[z] not in tokens and not any_ship_at(s, z)]
    for i in range(len(COLOURS)):  # what seats have and the bag has not comes from the farthest ports
        for zone in free:
            n = min(-s.bag[i], s.tokens[zone * 4 + i])
            if n > 0:
                s.tokens[zone * 4 + i] -= n
                s.bag[i] += n


def _goods(
    s: VoyageState, bazaar: dict[str, list[str]], goods: dict[int, list[str]], seen: dict[str, list[int]]
) -> None:
    fixed: set[int] = set()
    for seat, ids in goods.items():
        for x in ids:
            number = good(x)
            _take_out(s, number)
            s.players[seat].goods.append(number)
            s.seen[number] = FACE_UP
    for port, ids in bazaar.items():
        _stock(s, port, ids, fixed)
    for zone in range(1, len(ZONES)):
        shown = s.mode != MODES.index("full") or (any_ship_at(s, zone) and s.affiliation[zone] != -2)
        for number in s.bazaar[zone]:
            s.seen[number] = FACE_UP if shown else 0
    for pile in s.pile:
        for number in pile:
            s.seen[number] = 0
    for port, who in seen.items():
        for number in s.bazaar[ZONES.index(port)]:
            s.seen[number] = sum(1 << seat for seat in who)


def _cards(s: VoyageState, deck: list[int], discard: list[int]) -> None:
    everything = s.deck[::-1]
    top = [card for card in deck if card]
    rest = [card for card in everything if card not in top and card not in discard]
    if deck and deck[-1] == 0:  # the deck holds nothing else: all others are beside the last seat's mat
        s.deck = top[::-1]
        keeper = s.n - 1
        for card in rest:
            s.players[keeper].cards.append(card)
            s.card_option[card] = 0
            s.card_port[card] = 1
            s.card_open[card] = OPEN_NEXT
    else:
        s.deck = (top + rest)[::-1]
    s.discard = list(discard)


def _objectives(
    s: VoyageState,
    display: list[str],
    decks: dict[str, list[str]],
    private: dict[int, list[str]],
    completed: dict[int, list[str]],
) -> None:
    ids = s.c.objective_ids
    everything = [o for pile in s.objective_decks for o in pile] + s.display + s.objectives_out
    s.display = []
    s.objectives_out = []
    s.objective_base = [[] for _ in ids]
    s.objective_round = [0] * len(ids)
    named = {name: [ids.index(x) for x in xs] for name, xs in decks.items()}
    s.objective_decks = [named.get(name, [])[::-1] for name in DECKS]
    for x in display:
        show(s, Ctx(Scripted(), None), ids.index(x))
    for seat, xs in private.items():
        for x in xs:
            show(s, Ctx(Scripted(), None), ids.index(x))
            s.display.pop()
            s.players[seat].private.append(ids.index(x))
    for seat, xs in completed.items():
        s.players[seat].completed += [ids.index(x) for x in xs]
    placed = {o for pile in s.objective_decks for o in pile} | set(s.display)
    for p in s.players:
        placed |= {*p.private, *p.completed}
    s.objectives_out = [o for o in everything if o not in placed]


def table(**position: Any) -> Table:
    """The Action Phase with the first seat of the turn order to move (the arguments of `base`)."""
    s = base(**position)
    s.in_actions = True
    s.stack = [Course(ROUND_END), ActionPhase(automa=3)]
    _sound(position.get("game", GAME), s)
    return Table(s, position.get("game", GAME)).start()


def round_starts(round: int, **position: Any) -> Table:
    """Just before the round's Administration Phase; script what it needs, then `start`."""
    s = base(round=round - 1, **position)
    for p in s.players[: s.n]:
        p.unused = 0
    s.stack = [Course(NEW_ROUND)]
    _sound(position.get("game", GAME), s)
    return Table(s, position.get("game", GAME))


def new_game(
    seats: int = 3,
    mode: str = "full",
    dice: dict[str, list[Face]] | None = None,
    script: dict[str, list[int]] | None = None,
    game: UltimateVoyage = GAME,
    **options: Any,
) -> Table:
    """A game set up by the rules, at its first decision, with seat 0 as first player unless named.

    Everything keeps the order of the edition unless scripted; the dice must be scripted.
    """
    rolls = {label: faces_of(game, label, shown) for label, shown in (dice or {}).items()}
    chance = Scripted({**(script or {}), **rolls})
    log: list[Event] = []
    if mode != "solo":
        options.setdefault("first_player", 0)
    state = game.setup(mode, options, seats, Ctx(chance, log))
    t = Table(state, game)
    t.log = log
    t.script = chance.script
    _sound(game, state)
    return t
