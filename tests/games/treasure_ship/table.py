"""A small language for positions: the smallest consistent game that has what a test names.

    t = table(seats=3, captain=2, card="V01", route=[1, 2, 3], p0="2 weapon", p2="2 gold, 1 blue")
    t.do(2, "flagship 3").do(1, "square 1").do(0, "square 2", "fight 1 no fire", "mass")
    assert t[0] == "3 gold, 1 weapon, 1 merit"

What a seat has is text: resources, goods, emissaries by colour, `merit`, `points`; levels, monuments,
tiles and offerings have arguments of their own. What is not named is empty, in the bag or in the supply.
Actions are written as `ActionTable.text` writes them, without field names. Every move goes through
`Game.apply`, and after each the state must be free of faults.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, Final

import pytest

from rulekit.chance import Scripted
from rulekit.errors import IllegalAction
from rulekit.events import Ctx, Event
from rulekit.frames import advance
from rulekit.outcome import Outcome
from treasure_ship import load
from treasure_ship.edition import HOUSE_EDITION
from treasure_ship.flow import ACT, CHOOSE_SQUARES, DISCLOSE, MARK, Course, Voyage
from treasure_ship.flow import VOYAGES as THE_VOYAGES
from treasure_ship.game import TreasureShip
from treasure_ship.names import COLOURS, GOODS, NPC, PLACES, POWERS, RESOURCES
from treasure_ship.officials import planning_order
from treasure_ship.sailing import locate_event
from treasure_ship.state import Player, ShipState
from treasure_ship.view import view
from treasure_ship.view_types import ShipView

GAME: Final = load()

Json = dict[str, Any]
NOT_ACTING: Final = {"offer", "plan", "extend", "route"}


def house(*changes: tuple[str, str]) -> str:
    """The text of the house edition with replacements; each old text must be there exactly once."""
    text = HOUSE_EDITION.read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, (text.count(old), old)
        text = text.replace(old, new)
    return text


def edited(*changes: tuple[str, str]) -> TreasureShip:
    """The game under a house edition with replacements."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "edition.toml"
        path.write_text(house(*changes), "utf-8")
        return load(path)


class Table:
    """A state of a game and all events since it was laid out (or since `clear`)."""

    def __init__(self, game: TreasureShip, state: ShipState) -> None:
        self.game = game
        self.state = state
        self.script: dict[str, list[int]] = {}
        self.log: list[Event] = []

    # --- playing

    def chance(self, **values: list[int]) -> Table:
        """Scripts chance by label."""
        for label, more in values.items():
            self.script.setdefault(label, []).extend(more)
        return self

    def draws(self, *colours: str) -> Table:
        """Scripts the next random emissaries."""
        return self.chance(emissary=[COLOURS.index(c) for c in colours])

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
            options = self.game.options(self.state, seat)
            wanted = [a for a in options if self.game.actions.text(a) == text]
            assert wanted, f"{text!r} is not offered to seat {seat}, but {self.options(seat)}"
            decision = self.game.decision(self.state, seat)
            action = self.game.actions.decode(self.game.actions.encode(wanted[0]))
            self.game.apply(self.state, seat, decision.id, action, self._ctx())
            _sound(self.game, self.state)
        return self

    def sail(self, *squares: int) -> Table:
        """The route, frame by frame, answered by whoever is asked; frames that are forced place themselves."""
        while "route" in self.asked.values():
            seat = next(iter(self.asked))
            n = len(self.state.route)
            self.do(seat, f"route {squares[n]}" if n < len(squares) else "route_stop")
        assert self.state.route == list(squares)
        return self

    def idle(self) -> Table:
        """Everybody chooses the last square and does as little as possible until the voyage is over."""
        voyage = (self.state.round, self.state.voyage)
        while self.asked and (self.state.round, self.state.voyage) == voyage:
            seat, kind = next(iter(self.asked.items()))
            if kind in NOT_ACTING:
                return self
            self.do(seat, self.options(seat)[0 if kind in ("monument", "emissary") else -1])
        return self

    def refused(self, seat: int, kind: str, **fields: Any) -> str:
        """The action must be refused as illegal, with nothing changed; the rule that the refusal names."""
        before = self.game.encode_state(self.state)
        decision = self.game.decision(self.state, seat)
        told = len(self.log)
        with pytest.raises(IllegalAction) as refusal:
            self.game.apply(
                self.state, seat, decision.id, self.game.actions.decode({"type": kind, **fields}), self._ctx()
            )
        assert self.game.encode_state(self.state) == before
        assert len(self.log) == told
        return refusal.value.rule

    # --- asking

    @property
    def asked(self) -> dict[int, str]:
        """What each seat is asked; empty when the match is over."""
        return {d.seat: d.kind for d in self.game.pending(self.state)}

    def options(self, seat: int) -> list[str]:
        return [self.game.actions.text(a) for a in self.game.options(self.state, seat)]

    def squares(self, seat: int) -> list[int]:
        """The numbers in the seat's options, for decisions about squares or voyages."""
        return [int(text.split()[1]) for text in self.options(seat) if " " in text]

    def __getitem__(self, seat: int) -> str:
        """All that a seat has, as text; "" if it has nothing."""
        p = self.state.players[seat]
        parts = list(zip(p.res, RESOURCES, strict=True)) + list(zip(p.goods, GOODS, strict=True))
        parts += [*zip(p.emissaries, COLOURS, strict=True), (p.merit, "merit"), (p.vp, "points")]
        return ", ".join(f"{n} {name}" for n, name in parts if n)

    def has(self, seat: int, *names: str) -> tuple[int, ...]:
        """How many of each the seat has."""
        held = {name: int(n) for n, name in (part.split() for part in self[seat].split(", ") if part)}
        return tuple(held.get(name, 0) for name in names)

    def levels(self, seat: int) -> dict[str, int]:
        return {p: n for p, n in self.view().seats[seat].levels.items() if n}

    def monuments(self, seat: int) -> list[int]:
        return self.view().seats[seat].monuments

    def covered(self, seat: int) -> set[tuple[int, int]]:
        """The covered cells of the animal house."""
        c = self.game.content
        mask = self.state.players[seat].covered
        return {(x, y) for y in range(c.height) for x in range(c.width) if mask >> (y * c.width + x) & 1}

    def supply(self, animal: str) -> int:
        return self.view().animals[animal]

    def bag(self) -> str:
        return _frames(self.state.bag)

    def discard(self) -> str:
        return _frames(self.state.spent)

    def view(self, seat: int | None = None) -> ShipView:
        return view(self.state, seat)

    @property
    def outcome(self) -> Outcome:
        assert self.state.outcome is not None
        return self.state.outcome

    @property
    def scores(self) -> list[int]:
        return self.outcome.scores

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


def _sound(game: TreasureShip, s: ShipState) -> None:
    faults = game.faults(s)
    assert not faults, "; ".join(faults)


def _frames(counts: list[int]) -> str:
    return ", ".join(f"{n} {colour}" for n, colour in zip(counts, COLOURS, strict=True) if n)


def amounts(text: str) -> dict[str, int]:
    """ "2 gold, 1 blue" as names and numbers."""
    return {name: int(n) for n, name in (part.split() for part in text.split(",") if part.strip())}


def _fill(p: Player, s: ShipState, text: str) -> None:
    for name, n in amounts(text).items():
        if name in RESOURCES:
            p.res[RESOURCES.index(name)] = n
        elif name in GOODS:
            p.goods[GOODS.index(name)] = n
        elif name in COLOURS:
            p.emissaries[COLOURS.index(name)] = n
            s.bag[COLOURS.index(name)] -= n
        elif name == "merit":
            p.merit = n
        else:
            assert name == "points", name
            p.vp = n
            p.scored = {"squares": n}


def place(s: ShipState, seat: int, animal: str, rotation: int, x: int, y: int) -> None:
    """Puts a tile into a house, whether the rules would offer it or not."""
    c = s.c
    kind = c.animal_names.index(animal)
    action = c.place_action(rotation, x, y)
    found = [i for i in c.placements_of[kind] if c.placements[i].action is action]
    assert found, (animal, rotation, x, y)
    mask = c.placements[found[0]].mask
    assert not s.players[seat].covered & mask, "the cells are covered"
    s.players[seat].covered |= mask
    s.players[seat].tiles.append(found[0])
    s.animals[kind] -= 1


def _hoard(s: ShipState, animal: str, left: int, seat: int) -> None:
    """Puts tiles of a kind into a seat's house until only `left` are in the supply."""
    c = s.c
    kind = c.animal_names.index(animal)
    for i in c.placements_of[kind]:
        if s.animals[kind] == left:
            return
        action = c.placements[i].action
        if not s.players[seat].covered & c.placements[i].mask:
            place(s, seat, animal, action.a, action.b, action.c)
    assert s.animals[kind] == left, f"no room for so many {animal} tiles"


def base(
    seats: int,
    round: int = 1,
    start_seat: int = 0,
    sides: str = "AAAAA",
    bag: str | None = None,
    discard: str = "",
    supply: dict[str, int] | None = None,
    hoard: int | None = None,
    levels: dict[int, dict[str, int]] | None = None,
    monuments: dict[int, list[int]] | None = None,
    tiles: dict[int, list[tuple[str, int, int, int]]] | None = None,
    offered: dict[int, list[str]] | None = None,
    officials: list[str] | None = None,
    used: list[int] | None = None,
    game: TreasureShip = GAME,
    **players: str,
) -> ShipState:
    """A state without a stack. `p0`, `p1` ... are what seats have; `used` are seats that have fired this round.

    `bag` names what is left in it and `supply` the tiles left of a kind; the seat `hoard` (the last one
    if not named) gets the rest. `officials` are ids by place; the first three of each category if not named.
    """
    s = ShipState(game.content, seats)
    c = s.c
    s.round = round
    s.start_seat = NPC if seats == 1 else start_seat
    s.sides = ["AB".index(x) for x in sides]
    ids = [o.id for o in c.officials]
    named = officials or [f"{category}-{n}" for category in "ABCDE" for n in (1, 2, 3)]
    s.officials = [ids.index(x) for x in named]
    for name, text in players.items():
        _fill(s.players[int(name[1:])], s, text)
    for seat, held in (levels or {}).items():
        for power, n in held.items():
            s.players[seat].levels[POWERS.index(power)] = n
            for level in range(n):  # first-time benefits were received on the way up
                if c.levels[POWERS.index(power)][s.sides[POWERS.index(power)]][level].first:
                    s.players[seat].first_taken |= 1 << (POWERS.index(power) * 3 + level)
    for seat in used or []:
        s.players[seat].bombarded = True
    for seat, squares in (monuments or {}).items():
        s.players[seat].monuments = sum(1 << q for q in squares)
    for seat, placed in (tiles or {}).items():
        for animal, rotation, x, y in placed:
            place(s, seat, animal, rotation, x, y)
    for seat, places in (offered or {}).items():
        for name in places:
            s.players[seat].offered[PLACES.index(name)] += 1
    keeper = seats - 1 if hoard is None else hoard
    for animal, left in (supply or {}).items():
        _hoard(s, animal, left, keeper)
    for colour, n in amounts(discard).items():
        s.spent[COLOURS.index(colour)] = n
        s.bag[COLOURS.index(colour)] -= n
    if bag is not None:
        for i, colour in enumerate(COLOURS):
            left = amounts(bag).get(colour, 0)
            s.players[keeper].emissaries[i] += s.bag[i] - left
            s.bag[i] = left
    if seats == 1:
        s.solo_pile = list(range(len(c.solo_cards)))[::-1]
    return s


def cards(s: ShipState, on_voyages: list[str]) -> None:
    """Lays the named cards on the voyages of the round; all others lie in their piles by number."""
    ids = [v.id for v in s.c.voyage_cards]
    laid = [ids.index(x) for x in on_voyages]
    more = s.c.voyages_per_round[s.round - 1] - len(laid)
    free = [i for i in range(len(ids)) if i not in laid]
    laid += [i for i in free if s.c.voyage_cards[i].initial][:more]
    for i, v in enumerate(laid):
        s.cards[i] = v
    rest = [i for i in range(len(ids)) if i not in laid]
    s.pile = [i for i in rest if s.c.voyage_cards[i].initial][::-1]
    s.additional = [i for i in rest if not s.c.voyage_cards[i].initial][::-1]


def table(
    *,
    seats: int = 2,
    captain: int = 0,
    voyage: int = 1,
    card: str = "V06",
    start: int = 0,
    route: list[int] | None = None,
    marker: int | None = None,
    squares: dict[int, int] | None = None,
    solo: tuple[str, str] | None = None,
    script: dict[str, list[int]] | None = None,
    **rest: Any,
) -> Table:
    """A voyage that begins, or is under way; runs on to the first decision.

    Without `route` the card of the voyage is about to be revealed, with the captain's priority frame
    on it, and the route begins on `start`. With `route` the marker is placed next; with `marker` too the
    squares are chosen next; with `squares` (seat -> main square; also the captain's) the command chips
    are paid and part A begins. `captain` may be `NPC`; `solo` are the cards of front and back.
    """
    s = base(seats, **rest)
    named = [""] * 4
    named[voyage - 1] = card
    _lay(s, named)
    s.phase = 2
    s.order = [NPC, 0] if seats == 1 else list(range(seats))
    s.voyage = voyage - 1
    s.priority = [-3] * (voyage - 1) + [captain] * (4 - voyage + 1)
    for i in range(voyage - 1):
        s.shown[i] = True
    if solo is not None:
        ids = [x.id for x in s.c.solo_cards]
        front, back = (ids.index(x) for x in solo)
        s.guide = front
        s.solo_pile = [i for i in range(len(ids)) if i not in (front, back)] + [back]
    step = DISCLOSE
    if route is None:
        s.route = [start] if start else []
    else:
        s.captain = captain
        s.shown[voyage - 1] = True
        s.start_square = start
        s.route = list(route)
        step = MARK
        if marker is not None:
            step = CHOOSE_SQUARES
            s.marker = marker
            s.squares = [-1] * seats
            if captain != NPC:
                s.squares[captain] = marker
            locate_event(s, Ctx(Scripted()))
        if squares is not None:
            step = ACT
            s.squares = [squares.get(seat, -1) for seat in range(seats)]
    s.stack = [Course(THE_VOYAGES, voyage), Voyage(voyage - 1, step)]
    if voyage == 1 and step == DISCLOSE:
        s.route = []
    _sound(rest.get("game", GAME), s)
    t = Table(rest.get("game", GAME), s)
    t.chance(**(script or {}))
    return t.start()


def _lay(s: ShipState, named: list[str]) -> None:
    """The named card on its voyage, the others by number."""
    wanted = [x for x in named if x]
    ids = [v.id for v in s.c.voyage_cards]
    others = sorted((x for x in ids if x not in wanted), key=lambda x: x == "V03")  # no Rebellion unless named
    n = s.c.voyages_per_round[s.round - 1]
    cards(s, [x or others.pop(0) for x in named[:n]])


def offers(
    *, seats: int = 2, round: int = 1, final: bool = False, on_voyages: list[str] | None = None, **rest: Any
) -> Table:
    """The High Officials Phase of a round, or the final one, about to begin."""
    s = base(seats, round=7 if final else round, **rest)
    cards(s, on_voyages or [])
    s.ending = final
    s.stack = [Course()]
    return Table(rest.get("game", GAME), s).start()


def planning(offerings: list[tuple[int, str]], *, seats: int, round: int = 1, **rest: Any) -> Table:
    """The Planning Phase after these offerings (in order of placement), about to begin."""
    s = base(seats, round=round, **rest)
    cards(s, [])
    s.offerings = [(seat, PLACES.index(name)) for seat, name in offerings]
    s.order = planning_order(s)
    s.phase = 1
    s.stack = [Course(2)]
    return Table(rest.get("game", GAME), s).start()


def new_game(seats: int = 3, sides: str = "all_a", start_seat: int | str = 0, **script: list[int]) -> Table:
    """A game set up by the rules; everything keeps the order of the edition unless scripted."""
    mode = "solo" if seats == 1 else "standard"
    options: Json = {"power_sides": sides}
    if seats > 1:
        options["start_seat"] = start_seat
    chance = Scripted(script)
    log: list[Event] = []
    state = GAME.setup(mode, options, seats, Ctx(chance, log))
    t = Table(GAME, state)
    t.log = log
    t.script = chance.script
    _sound(GAME, state)
    return t
