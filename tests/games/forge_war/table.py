"""A small language for positions: a game laid out by chance that changes nothing, then set as a test names it.

    t = Table("epic", 2)
    brawl = t.quest(0, "tavern_brawl#1", step=2)
    t.adventurer(0, 4, "valorous", on=brawl, weapon="worldrender")
    t.pool(0, "3 copper, 1 gold").at(MANAGE)
    t.do(0, "done")

Nobody has adventurers, wealth or overseers and no market card is up unless the test says so. `at` puts
the course of the round before a step. Steps of quests count from 1. Actions are written as `ActionTable.text` writes
them, without field names; every move goes through `Game.apply`, and after each the state must be
free of faults.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from forge_war import load
from forge_war.changes import claim, hire
from forge_war.decks import market_decks, starting_row
from forge_war.effects import get_card
from forge_war.game import ForgeWar
from forge_war.names import NONE, RESOURCES, STACK_COUNT, STACKS, UNIQUE, WEAPON
from forge_war.quests import begin
from forge_war.rounds import QUESTS, Course
from forge_war.state import EMPTY, FROM_QUESTS, OVERSEER, WORKER, Player, WarState
from forge_war.view_types import WarView
from forge_war.weapons import equip, equip_second, quest_difficulty, quest_power
from rulekit.chance import Scripted
from rulekit.errors import IllegalAction, NotYourDecision
from rulekit.events import Ctx, Event
from rulekit.frames import advance

GAME: Final[ForgeWar] = load()
Hex = tuple[int, int]


class Table:
    """A state of a game and all events since it was laid out."""

    def __init__(self, mode: str, seats: int, tiles: bool = False) -> None:
        self._know()
        options: dict[str, Any] = {"bonus_tiles": True} if tiles else {}
        ctx = Ctx(Scripted({"mine_sides": [1] * 6}))
        self.state: WarState = GAME.setup(mode, options, seats, ctx)
        s = self.state
        s.stack.clear()
        s.order = list(range(s.colours))
        s.clock = 9  # so that quests can have been taken before
        s.players = [Player() for _ in s.players]
        for p in s.players:
            p.designs = self.c.starting.copy()
        shown = starting_row(self.c, s.rules)
        s.stacks[WEAPON] = [card for card in s.row if card not in shown] + s.stacks[WEAPON]
        s.row = shown
        self.face()

    def _know(self) -> None:
        self.log: list[Event] = []
        self.script: dict[str, list[int]] = {}  # values of the draws to come, by label
        self.c = GAME.content
        self.hexes = {at: i for i, at in enumerate(self.c.hexes)}
        self.quests = {quest.id: i for i, quest in enumerate(self.c.quests)}
        self.cards = {name: i for i, name in enumerate(self.c.card_ids)}
        self.titles = {title.id: i for i, title in enumerate(self.c.titles)}

    @classmethod
    def fresh(
        cls,
        mode: str,
        seats: int,
        hands: list[list[str]] | None = None,
        script: dict[str, list[int]] | None = None,
        options: dict[str, Any] | None = None,
    ) -> Table:
        """A game as the set-up lays it out, its first decision open. Shuffles keep the order of the edition,
        grids show side 1; `hands` are the wealth cards dealt first, `script` gives other values by label."""
        t = cls.__new__(cls)
        t._know()
        t.script = {"mine_sides": [1] * 6, **(script or {})}
        if hands is not None:
            ids = [card.id for card in t.c.wealth]
            dealt = [ids.index(name) for hand in hands for name in hand]
            first = [w for w, card in enumerate(t.c.wealth) if card.set == t.c.wealth[dealt[0]].set]
            t.script["wealth_stage1"] = dealt + [w for w in first if w not in dealt]
        t.state = GAME.setup(mode, options or {}, seats, t._ctx())
        return t._sound()

    # --- laying out

    def order(self, *colours: int) -> Table:
        self.state.order = list(colours)
        return self

    def to_stage(self, stage: int) -> Table:
        """Another stage, its decks below; all market cards of the stages before it are out of the game."""
        s = self.state
        while s.stage < stage:
            s.stage += 1
            for pile in s.stacks:
                s.spent += pile
            market_decks(s, Ctx(Scripted()), s.stage)
        return self

    def last_round(self) -> Table:
        """The last round of the game, with all cards of the last stage that lie nowhere spent."""
        s = self.state
        s.stage, s.round = s.rules.stages[-1], s.rules.rounds[-1]
        found = [
            card
            for pile in [*s.stacks, s.row, s.discard, s.removed, *[p.uniques + p.bonus for p in s.players]]
            for card in pile
        ]
        s.spent = [k for k, stage in enumerate(self.c.card_stage) if stage == s.stage and k not in found]
        return self

    def pool(self, seat: int, text: str) -> Table:
        """The gold and resources of a seat, all of them."""
        p = self.state.players[seat]
        p.gold = 0
        p.res = [0] * len(RESOURCES)
        for part in text.split(", "):
            if part:
                n, name = part.split()
                if name == "gold":
                    p.gold = int(n)
                else:
                    p.res[RESOURCES.index(name)] = int(n)
        return self

    def quest(self, seat: int, name: str, step: int = 1, ago: int = 1) -> str:
        """An active quest, taken `ago` rounds ago; returns its id."""
        s = self.state
        quest = self.quests[name]
        self._take_quest(quest)
        begin(s, seat, quest)
        s.cube[quest] = step - 1
        s.taken[quest] = s.clock - ago
        return name

    def offer(self, **slots: str) -> Table:
        """The whole offer: `slot3="mad_king"`."""
        s = self.state
        s.gone += [quest for quest in s.offer if quest >= 0]
        s.offer = [NONE] * len(s.offer)
        for slot, name in slots.items():
            self._take_quest(self.quests[name])
            s.offer[int(slot[4:]) - 1] = self.quests[name]
        return self

    def deck(self, *names: str) -> Table:
        """The whole quest deck, the top first."""
        s = self.state
        kept = [self.quests[name] for name in names]
        for quest in kept:
            self._take_quest(quest)
        s.gone += s.deck
        s.deck = kept[::-1]
        return self

    def _take_quest(self, quest: int) -> None:
        s = self.state
        s.deck = [q for q in s.deck if q != quest]
        s.offer = [NONE if q == quest else q for q in s.offer]
        s.gone = [q for q in s.gone if q != quest]

    def adventurer(
        self,
        seat: int,
        level: int,
        title: str | None = None,
        on: str | None = None,
        weapon: str | None = None,
        second: str | None = None,
    ) -> str:
        """An adventurer, on a quest since it was taken; `weapon` may be left out for a Stoic. Returns `a<n>`."""
        s = self.state
        p = s.players[seat]
        hire(s, Ctx(Scripted()), seat, 1)
        who = len(p.level) - 1
        p.level[who] = level
        if title is not None:
            p.title[who] = self.titles[title]
        if on is not None:
            self.carry(seat, f"a{who + 1}", on, weapon, second)
            p.since[who] = s.taken[self.quests[on]]
        return f"a{who + 1}"

    def carry(self, seat: int, who: str, on: str, weapon: str | None, second: str | None = None) -> Table:
        """Equips an adventurer for nothing, with designs that the seat gets if it has not got them."""
        s = self.state
        p = s.players[seat]
        at = int(who[1:]) - 1
        res = p.res
        p.res = [99] * len(RESOURCES)
        self.designs(seat, *[name for name in (weapon, second) if name is not None])
        equip(s, p, at, self.quests[on], NONE if weapon is None else self.cards[weapon])
        if second is not None:
            equip_second(s, p, at, self.cards[second])
        p.res = res
        p.disarmed = 0
        return self

    def designs(self, seat: int, *names: str) -> Table:
        """Designs that the seat may forge: claimed, or taken from where the card lies."""
        s = self.state
        for name in names:
            card = self.cards[name]
            if card in s.players[seat].designs:
                continue
            if self.c.designs[card].group != UNIQUE:
                self.row(name)
                claim(s, Ctx(Scripted()), seat, card)
            else:
                self.get(seat, name)
        return self

    def row(self, *names: str) -> Table:
        """Public designs lie in the row."""
        for name in names:
            if self.cards[name] not in self.state.row:
                self._take_card(self.cards[name])
                self.state.row.append(self.cards[name])
        return self

    def get(self, seat: int, name: str) -> Table:
        """A market card comes to a seat, with all that it does."""
        self._take_card(self.cards[name])
        get_card(self.state, Ctx(Scripted(), self.log), seat, self.cards[name])
        return self

    def face(self, *names: str | None) -> Table:
        """What is turned up on the five stacks; the other cards go back under them."""
        s = self.state
        for stack in range(STACK_COUNT):
            if s.face[stack] >= 0:
                s.stacks[stack].insert(0, s.face[stack])
        s.face = [NONE] * STACK_COUNT
        for stack, name in enumerate(names):
            if name is not None:
                self._take_card(self.cards[name])
                s.face[stack] = self.cards[name]
        return self

    def stack(self, stack: str, *names: str) -> Table:
        """The whole of a face-down stack, the top first; the other cards are out of the game."""
        s = self.state
        for name in names:
            self._take_card(self.cards[name])
        at = STACKS.index(stack)
        s.spent += s.stacks[at]
        s.stacks[at] = [self.cards[name] for name in reversed(names)]
        return self

    def discard(self, *names: str) -> Table:
        """Cards in the market discard."""
        for name in names:
            self._take_card(self.cards[name])
            self.state.discard.append(self.cards[name])
        return self

    def _take_card(self, card: int) -> None:
        s = self.state
        s.stacks = [[k for k in stack if k != card] for stack in s.stacks]
        s.face = [NONE if k == card else k for k in s.face]
        s.spent = [k for k in s.spent if k != card]
        s.removed = [k for k in s.removed if k != card]

    def mine(self, ore: dict[Hex, str] | None = None, **pieces: list[Hex]) -> Table:
        """The whole mine: `o0=[...]` are the overseers, `w0=[...]` the workers of colour 0; `ore` names resources."""
        s = self.state
        s.piece = [EMPTY] * s.board.size
        s.workers = [0] * s.colours
        s.overseers = [[] for _ in range(s.colours)]
        s.ore = s.ore.copy()
        for at, name in (ore or {}).items():
            s.ore[self.hexes[at]] = RESOURCES.index(name)
        for key, hexes in pieces.items():
            colour = int(key[1:])
            for at in hexes:
                s.piece[self.hexes[at]] = (OVERSEER if key[0] == "o" else WORKER) + colour
            if key[0] == "o":
                s.overseers[colour] = [self.hexes[at] for at in hexes]
            else:
                s.workers[colour] = len(hexes)
        return self

    def at(self, step: int, place: int = 0) -> Table:
        """The course of the round goes on with a step (constants of `rounds`)."""
        s = self.state
        s.open = (1 << s.n) - 1
        s.stack.clear()
        s.stack.append(Course(step, place))
        advance(s, self._ctx())
        return self._sound()

    # --- playing

    def _ctx(self) -> Ctx:
        chance = Scripted()
        chance.script = self.script  # what is drawn is gone from it
        return Ctx(chance, self.log)

    def _sound(self) -> Table:
        faults = GAME.faults(self.state)
        assert not faults, faults
        again = GAME.encode_state(GAME.decode_state(GAME.encode_state(self.state)))
        assert again == GAME.encode_state(self.state)
        return self

    def do(self, seat: int, *moves: str) -> Table:
        """The seat answers, once for each text."""
        for text in moves:
            wanted = [a for a in GAME.options(self.state, seat) if GAME.actions.text(a) == text]
            assert wanted, f"{text!r} is not offered to seat {seat}, but {self.options(seat)}"
            decision = GAME.decision(self.state, seat)
            action = GAME.actions.decode(GAME.actions.encode(wanted[0]))
            GAME.apply(self.state, seat, decision.id, action, self._ctx())
            self._sound()
        return self

    def refused(self, seat: int, kind: str, **fields: Any) -> None:
        """The action must be refused, as illegal or because nothing is asked, with nothing changed."""
        before = GAME.encode_state(self.state)
        action = GAME.actions.decode({"type": kind, **fields})
        with pytest.raises((IllegalAction, NotYourDecision)):
            GAME.apply(self.state, seat, None, action, self._ctx())
        assert GAME.encode_state(self.state) == before

    # --- asking

    @property
    def asked(self) -> dict[int, str]:
        """What each seat is asked, without any-time rights."""
        return {d.seat: d.kind for d in GAME.pending(self.state) if d.kind != "any_time"}

    def options(self, seat: int, *kinds: str) -> list[str]:
        """The seat's options without any-time actions; with `kinds` only those of these action types."""
        texts = [GAME.actions.text(a) for a in GAME.options(self.state, seat)]
        away = ("merchant_buy", "merchant_sell", "stall")
        return [t for t in texts if (t.split()[0] in kinds if kinds else t.split()[0] not in away)]

    def any_time(self, seat: int) -> list[str]:
        return [GAME.actions.text(a) for a in GAME.off_turn_options(self.state, seat)]

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def __getitem__(self, seat: int) -> str:
        """Pool and prestige of a seat as text."""
        p = self.player(seat)
        parts = [*zip(p.res, RESOURCES, strict=True), (p.gold, "gold"), (p.prestige, "prestige")]
        return ", ".join(f"{n} {name}" for n, name in parts if n)

    def levels(self, seat: int) -> list[int]:
        return self.player(seat).level

    def power(self, seat: int, quest: str) -> tuple[int, int]:
        """Quest power and effective difficulty."""
        p = self.player(seat)
        return quest_power(self.state, p, self.quests[quest]), quest_difficulty(self.state, p, self.quests[quest])

    def step(self, quest: str) -> int:
        """The step of the cube, from 1."""
        return self.state.cube[self.quests[quest]] + 1

    def prestige(self, seat: int, n: int) -> Table:
        p = self.player(seat)
        p.prestige = n
        p.earned = [0] * len(p.earned)
        p.earned[FROM_QUESTS] = n
        return self

    def names(self, cards: list[int]) -> list[str]:
        """Ids of market cards."""
        return [self.c.card_ids[card] for card in cards]

    def offered(self) -> list[str]:
        """The offer, slot by slot; empty slots are ""."""
        return [self.c.quests[quest].id if quest >= 0 else "" for quest in self.state.offer]

    def piece(self, at: Hex) -> str:
        """What stands on a hex, as `mine` names it: "w0", "o1" or ""."""
        piece = self.state.piece[self.hexes[at]]
        return "" if piece == EMPTY else f"w{piece - WORKER}" if piece < OVERSEER else f"o{piece - OVERSEER}"

    def view(self, seat: int | None = None) -> WarView:
        view = GAME.view(self.state, seat)
        assert isinstance(view, WarView)
        return view

    def events(self, kind: str) -> list[dict[str, Any]]:
        return [e.data for e in self.log if e.type == kind]


def idle_rounds(t: Table, rounds: int) -> None:
    """Rounds of quests in which nobody does anything but what must be done; decisions of the rewards stay open."""
    for _ in range(rounds):
        t.at(QUESTS)
        while "acquire" in t.asked.values() or "manage" in t.asked.values():
            seat = next(iter(t.asked))
            t.do(seat, "pass" if t.asked[seat] == "acquire" else "done")
