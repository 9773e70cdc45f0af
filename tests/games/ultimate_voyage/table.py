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
from tests.games.ultimate_voyage.positions import GAME, Face, Json, base, faces_of
from ultimate_voyage.action import Action, action_of
from ultimate_voyage.game import UltimateVoyage
from ultimate_voyage.names import (
    CARDS,
    COLOURS,
    DIALS,
    NOBODY,
    PRESTIGE,
    PROFIT,
    REGIONS,
    RESOURCES,
    UNKNOWN,
    ZONES,
)
from ultimate_voyage.rounds import NEW_ROUND, ROUND_END, Course
from ultimate_voyage.state import (
    AT_SUPPLY,
    FACE_UP,
    RETURNED,
    STORY_MARKERS,
    Player,
    VoyageState,
)
from ultimate_voyage.turn import ActionPhase
from ultimate_voyage.view import view
from ultimate_voyage.view_types import VoyageView


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
