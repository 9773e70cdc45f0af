"""An action and its strength (RULES.md, section 12): what it began with, what was added, what is left.

The general part is position + dial + bonus + boosts + penalties and may be negative; the local part
comes from Nanjing or a depot at the active port. What can be spent is their sum, or the general part
alone where the local one does not count, and never less than 0 (UV-319).
"""

from __future__ import annotations

from typing import Any, Final

from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from ultimate_voyage.changes import close_card
from ultimate_voyage.content import Effect
from ultimate_voyage.frames import VoyageFrame
from ultimate_voyage.names import CARDS, DIALS, OP_BONUS_ALWAYS, OP_BONUS_ONCE, OP_NEXT_STRENGTH, ZONES
from ultimate_voyage.state import OPEN_ALWAYS, OPEN_NEXT, VoyageState, is_upgraded, local_bonus

# Where the strength of an action comes from.
BY_DIAL: Final = 0
BY_TOKENS: Final = 1  # a free action (UV-536)
BY_JOINING: Final = 2  # another seat's combat (UV-460)
BY_SCOUTS: Final = 3  # `scout_free`: scouting only

NO_TYPE: Final = -1


def action_bonus(s: VoyageState, seat: int, card: int) -> int:
    """Character and upgraded card together, at most +2 (UV-152, UV-306)."""
    c = s.c
    n = c.card_bonus[card][is_upgraded(s, seat, card)]
    who = s.players[seat].character
    if who >= 0 and c.characters[who].bonus_card == card:
        n += c.characters[who].bonus
    return min(n, c.action_bonus_max)


def effect_of(s: VoyageState, card: int, op: int) -> Effect:
    """The effect of a held card's option that has this primitive, wherever it stands in it."""
    found = find_effect(s.c.encounter(card).options[s.card_option[card]].effects, op)
    assert found is not None
    return found


def find_effect(effects: list[Effect], op: int) -> Effect | None:
    for e in effects:
        if e.op == op:
            return e
        for inner in (e.win, e.lose, e.always):
            found = find_effect(inner, op)
            if found is not None:
                return found
    return None


class Action(VoyageFrame):
    """What all actions share; `steps.py`, `joint.py` and `scout.py` say what can be done in them.

    `pend` is the type of pending actions it settles, or NO_TYPE; `bought` counts the points bought
    with resources; `closed` is true once a contest is committed (UV-318).
    """

    __slots__ = (
        "owner",  # the seat; `seat` is AUTO once the action is over
        "card",
        "port",  # the active port
        "source",  # BY_ ...
        "pend",
        "general",
        "local",
        "total",  # all strength it has had so far (UV-236)
        "contest",  # points that join the first combat only (`contest_only`)
        "bought",
        "closed",
        "strong",  # the total has passed the mark of Show of Strength
        "broken",  # a storm has cost Prestige in this action (UV-370)
    )

    def __init__(self, seat: int, card: int, port: int, source: int, pend: int = NO_TYPE) -> None:
        super().__init__(seat)
        self.owner = seat
        self.card = card
        self.port = port
        self.source = source
        self.pend = pend
        self.general = 0
        self.local = 0
        self.total = 0
        self.contest = 0
        self.bought = 0
        self.closed = False
        self.strong = False
        self.broken = False

    def base_fields(self) -> dict[str, Any]:
        return {
            "seat": self.owner,
            "over": self.seat == AUTO,
            "card": self.card,
            "port": self.port,
            "source": self.source,
            "pend": self.pend,
            "general": self.general,
            "local": self.local,
            "total": self.total,
            "contest": self.contest,
            "bought": self.bought,
            "closed": self.closed,
            "strong": self.strong,
            "broken": self.broken,
        }

    def copy_base(self, o: Action) -> None:
        o.seat = self.seat
        o.general = self.general
        o.local = self.local
        o.total = self.total
        o.contest = self.contest
        o.bought = self.bought
        o.closed = self.closed
        o.strong = self.strong
        o.broken = self.broken

    def read_base(self, f: dict[str, Any]) -> None:
        if f["over"]:
            self.seat = AUTO
        self.general = f["general"]
        self.local = f["local"]
        self.total = f["total"]
        self.contest = f["contest"]
        self.bought = f["bought"]
        self.closed = f["closed"]
        self.strong = f["strong"]
        self.broken = f["broken"]

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        s.stack.pop()  # the action is over

    # --- strength

    def left(self, here: bool) -> int:
        """Strength that can be spent; `here`: on a step for which the local part counts."""
        n = self.general
        if here:
            n += self.local
        return n if n > 0 else 0

    def spend(self, n: int, here: bool) -> None:
        """Local points first where they may be used."""
        if here and self.local:
            local = min(self.local, n)
            self.local -= local
            n -= local
        self.general -= n

    def add(self, s: VoyageState, n: int) -> None:
        """More general strength."""
        self.general += n
        self.count(s, n)

    def count(self, s: VoyageState, n: int) -> None:
        """Points of the action's total, for Show of Strength (UV-236)."""
        self.total += n
        if not self.strong and self.total > s.c.strength_mark:
            self.strong = True
            s.players[self.owner].strong += 1
            s.dirty = True

    def take_contest(self, s: VoyageState) -> int:
        """The points that join the strength committed to the first combat of the action."""
        n = self.contest
        self.contest = 0
        self.count(s, n)
        return n


def begin_with_dial(s: VoyageState, ctx: Ctx, a: Action, dial: int) -> None:
    """Places the dial on the card and works out the strength (UV-300 to UV-308, UV-316)."""
    seat = a.owner
    p = s.players[seat]
    position = 0 if p.marks >> a.card & 1 else s.c.position_values[p.order.index(a.card)]
    p.marks |= 1 << a.card
    p.unused &= ~(1 << dial)
    _begin(s, ctx, a, position + p.dials[dial] + _penalties(s, ctx, seat), dial)


def begin_free(s: VoyageState, ctx: Ctx, a: Action, base: int) -> None:
    """A free action: no dial, no mark, no penalty (UV-536)."""
    _begin(s, ctx, a, base, -1)


def _begin(s: VoyageState, ctx: Ctx, a: Action, base: int, dial: int) -> None:
    seat = a.owner
    bonus = action_bonus(s, seat, a.card)
    cards = 0
    for card in s.players[seat].cards:
        if s.card_open[card] & OPEN_ALWAYS:
            e = effect_of(s, card, OP_BONUS_ALWAYS)
            if e.what == a.card:
                if e.contest_only:
                    a.contest += e.n
                else:
                    cards += e.n
    a.local = local_bonus(s, seat, a.port)
    a.general = base + bonus + cards
    a.count(s, a.general + a.local)
    if ctx.loud:
        data = {"seat": seat, "card": CARDS[a.card], "port": ZONES[a.port], "base": base, "bonus": bonus}
        dial_name = DIALS[dial] if dial >= 0 else None
        data = {**data, "cards": cards, "local": a.local, "dial": dial_name, "joins": a.source == BY_JOINING}
        ctx.emit(Event("action_started", data))


def _penalties(s: VoyageState, ctx: Ctx, seat: int) -> int:
    """All `next_strength` waiting for the seat's next action; they are spent with it (UV-316)."""
    n = 0
    for card in s.players[seat].cards.copy():
        if s.card_open[card] & OPEN_NEXT:
            n += effect_of(s, card, OP_NEXT_STRENGTH).n
            close_card(s, ctx, seat, card, OPEN_NEXT)
    return n


def once_bonus(s: VoyageState, card: int) -> Effect:
    """The `bonus_once` of a held card."""
    return effect_of(s, card, OP_BONUS_ONCE)


def action_of(s: VoyageState) -> Action:
    """The action under way: the topmost one on the stack."""
    stack = s.stack
    for i in range(len(stack) - 1, -1, -1):
        frame = stack[i]
        if isinstance(frame, Action):
            return frame
    raise AssertionError("no action is under way")
