"""Encounters: which ships draw, the choice among the cards, the options of a card (RULES.md, sections 14 and 15)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from ultimate_voyage.cards import EncounterBase
from ultimate_voyage.changes import discard_card, draw_card, gain
from ultimate_voyage.effects import MAIN, EffectRun, executable
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.names import FLAGSHIP, PORCELAIN, SOLO, ZONES
from ultimate_voyage.settle import ask
from ultimate_voyage.state import FACE_UP, VoyageState, flagships_meet

# Encounter.step
DRAW: Final = 0
OPTION: Final = 1
EFFECTS: Final = 2


class Encounter(EncounterBase):
    """A card resolved for a ship. `card` is 0 until it is drawn; `meeting` marks the solo game's card."""

    __slots__ = ("card", "meeting", "step")

    def __init__(
        self, owner: int, port: int, card: int, ships: int = 0, origin: int = -1, total: int = 0, meeting: bool = False
    ) -> None:
        super().__init__(owner, port, ships, origin, total)
        self.seat = AUTO
        self.card = card
        self.meeting = meeting
        self.step = OPTION if card else DRAW

    def name(self) -> str:
        return "encounter"

    def fields(self) -> dict[str, Any]:
        return {
            "seat": self.owner,
            "port": self.port,
            "card": self.card,
            "ships": self.ships,
            "origin": self.origin,
            "total": self.total,
            "meeting": self.meeting,
            "step": self.step,
            "bottom": self.bottom,
            "again": self.again,
        }

    def copy(self) -> Encounter:
        o = Encounter(self.owner, self.port, self.card, self.ships, self.origin, self.total, self.meeting)
        o.step = self.step
        o.bottom = self.bottom
        o.again = self.again
        return o

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        if self.step == DRAW:
            self.card = draw_card(s, ctx)
            if not self.card:
                self._end(s, ctx)
                return
            announce(s, ctx, self.owner, self.card, self.port)
            self.step = OPTION
        elif self.step == OPTION:
            self.step = EFFECTS
            if legal_options(s, self.owner, self.card, self.port):
                ask(s, EncounterOption(self.owner, self.card, self.port))
            else:
                if ctx.loud:
                    ctx.emit(Event("encounter_void", {"seat": self.owner, "card": self.card}))
        else:
            self._put_away(s, ctx)

    def _put_away(self, s: VoyageState, ctx: Ctx) -> None:
        """The card is kept, put aside for the bottom of the deck, or discarded; then a redraw, or the end."""
        card = self.card
        if s.card_open[card]:
            s.players[self.owner].cards.append(card)
        elif self.bottom and not (s.mode == SOLO and card == s.c.meeting_card):
            discard_card(s, card)
            s.discard.pop()
            s.aside.append(card)
        else:
            discard_card(s, card)
        if self.again:
            self.again = False
            self.bottom = False
            self.card = 0
            self.step = DRAW
        else:
            self._end(s, ctx)

    def _end(self, s: VoyageState, ctx: Ctx) -> None:
        """Cards held aside go under the deck, in the order in which they came (`redraw`)."""
        s.stack.pop()
        if not self.meeting:
            for card in s.aside:
                s.deck.insert(0, card)
                s.card_seen[card] = FACE_UP
                if ctx.loud:
                    ctx.emit(Event("card_to_bottom", {"seat": self.owner, "card": card}))
            s.aside = []
            check_meeting(s, ctx)


def announce(s: VoyageState, ctx: Ctx, seat: int, card: int, port: int) -> None:
    if ctx.loud:
        data = {"seat": seat, "card": card, "name": s.c.encounter(card).name, "port": ZONES[port]}
        ctx.emit(Event("encounter_drawn", data))


def legal_options(s: VoyageState, seat: int, card: int, port: int) -> list[Action]:
    """The options that can be executed (UV-402)."""
    return [o.action for o in s.c.encounter(card).options if executable(s, seat, o.effects, port)]


class EncounterOption(VoyageFrame):
    """Which option of the card is taken."""

    __slots__ = ("card", "port")

    def __init__(self, seat: int, card: int, port: int) -> None:
        super().__init__(seat)
        self.card = card
        self.port = port

    def name(self) -> str:
        return "encounter_option"

    def rule(self) -> str:
        return "UV-404"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "card": self.card, "port": self.port}

    def copy(self) -> EncounterOption:
        return EncounterOption(self.seat, self.card, self.port)

    def options(self, s: VoyageState) -> list[Action]:
        return legal_options(s, self.seat, self.card, self.port)

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        card = self.card
        options = s.c.encounter(card).options
        for i in range(len(options)):
            if options[i].action is action:
                s.card_option[card] = i
        s.card_port[card] = self.port
        if ctx.loud:
            data = {"seat": self.seat, "card": card, "option": s.c.option_ids[action.a]}
            ctx.emit(Event("encounter_resolved", data))
        s.stack.append(EffectRun(self.seat, card, self.port, MAIN))


class EncounterSelect(VoyageFrame):
    """Which of the cards drawn for several ships is resolved (UV-388).

    `drawn` lists card, port, mask of ships, origin for each ship; `total` is the strength of the Sail.
    """

    __slots__ = ("drawn", "total")

    def __init__(self, seat: int, drawn: list[tuple[int, int, int, int]], total: int) -> None:
        super().__init__(seat)
        self.drawn = drawn
        self.total = total

    def name(self) -> str:
        return "encounter_select"

    def rule(self) -> str:
        return "UV-388"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "cards": [list(d) for d in self.drawn], "total": self.total}

    def copy(self) -> EncounterSelect:
        return EncounterSelect(self.seat, self.drawn, self.total)

    def options(self, s: VoyageState) -> list[Action]:
        return [s.c.a_encounter[card] for card, _, _, _ in self.drawn]

    def choose(self, s: VoyageState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        for card, port, ships, origin in self.drawn:
            if card == action.a:
                s.stack.append(Encounter(self.seat, port, card, ships, origin, self.total))
            else:
                discard_card(s, card)
                if ctx.loud:
                    ctx.emit(Event("card_discarded", {"seat": self.seat, "card": card}))


def check_meeting(s: VoyageState, ctx: Ctx) -> bool:
    """Solo: the first time both flagships are at the same port de' Conti gains porcelain and Zheng He has an
    encounter (UV-692). True if it is so now."""
    if s.met or not flagships_meet(s):
        return False
    s.met = True
    port = s.players[0].ships[FLAGSHIP]
    if ctx.loud:
        ctx.emit(Event("flagships_met", {"port": ZONES[port]}))
    gain(s, ctx, s.conti, PORCELAIN, s.c.meeting_porcelain)
    card = s.c.meeting_card
    s.stack.append(Encounter(0, port, card, meeting=True))
    announce(s, ctx, 0, card, port)
    return True


def read_encounter(_: VoyageState, f: dict[str, Any]) -> Encounter:
    o = Encounter(f["seat"], f["port"], f["card"], f["ships"], f["origin"], f["total"], f["meeting"])
    o.step = f["step"]
    o.bottom = f["bottom"]
    o.again = f["again"]
    return o


def _read_select(_: VoyageState, f: dict[str, Any]) -> EncounterSelect:
    drawn: list[tuple[int, int, int, int]] = [(d[0], d[1], d[2], d[3]) for d in f["cards"]]
    return EncounterSelect(f["seat"], drawn, f["total"])


READERS: Final[dict[str, Reader]] = {
    "encounter": read_encounter,
    "encounter_option": lambda _, f: EncounterOption(f["seat"], f["card"], f["port"]),
    "encounter_select": _read_select,
}
