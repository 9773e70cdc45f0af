"""Sequence of play: rounds, turns, Reactions, end of phase, eras (RULES.md, sections 5, 6, 10)."""

from __future__ import annotations

from typing import Any, Final

from ming_voyages import automa
from ming_voyages.command import legal_actions, push_action
from ming_voyages.effects import Effect, executable
from ming_voyages.frames import MingFrame
from ming_voyages.names import (
    CP_ACTIONS,
    EMPEROR,
    FOR_TURN,
    MODE_FIRST,
    MODE_RESERVE,
    OVERLORD,
    PLAY_MODES,
    SIDES,
    USE_SPECIAL,
)
from ming_voyages.state import (
    MingState,
    controlled,
    finish,
    open_special,
    owners,
    put_on_discard,
    reserve_full,
    reveal,
    reveal_reserved,
    totals,
)
from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO

NEXT_ROUND: Final = 0
NEXT_EMPEROR: Final = 1
NEXT_OVERLORD: Final = 2
NEXT_SWAP: Final = 3


class Round(MingFrame):
    """The four phases of a round (MV-180), for ever; at the bottom of the stack."""

    __slots__ = ("next",)

    def __init__(self, next: int = NEXT_ROUND) -> None:
        super().__init__(AUTO)
        self.next = next

    def name(self) -> str:
        return "round"

    def fields(self) -> dict[str, Any]:
        return {"next": self.next}

    def copy(self) -> Round:
        return Round(self.next)

    def run(self, s: MingState, ctx: Ctx) -> None:
        if self.next == NEXT_ROUND:
            self.next = NEXT_EMPEROR
            s.round += 1
            s.phase = 1
            _draw_cards(s, ctx)
        elif self.next == NEXT_EMPEROR:
            self.next = NEXT_OVERLORD
            s.phase = 2
            s.stack.append(PlayCard(s.seats[EMPEROR], EMPEROR))
        elif self.next == NEXT_OVERLORD:
            if not s.hands[OVERLORD]:
                end_of_game(s, ctx)
                return
            self.next = NEXT_SWAP
            s.phase = 3
            if s.solo is None:
                s.stack.append(PlayCard(s.seats[OVERLORD], OVERLORD))
            else:
                s.stack.append(Turn(OVERLORD, automa.play_card(s, ctx), MODE_FIRST))
        else:
            self.next = NEXT_ROUND
            s.phase = 4
            _swap_hands(s, ctx)
            if s.era == 1 and not s.deck:
                _second_era(s, ctx)


def _draw_cards(s: MingState, ctx: Ctx) -> None:
    """Phase 1 (MV-185); nothing to draw in the last rounds (MV-550)."""
    if not s.deck:
        return
    drawn = [s.deck.pop() for _ in range(min(s.c.emperor_draw, len(s.deck)))]
    hand = s.hands[EMPEROR]
    hand += drawn
    hand.sort()
    if ctx.loud:
        ctx.emit(
            Event(
                "cards_drawn",
                {"side": "emperor", "cards": drawn},
                owners(s, EMPEROR),
                {"side": "emperor", "n": len(drawn)},
            )
        )


def _swap_hands(s: MingState, ctx: Ctx) -> None:
    """Phase 4 (MV-215), and what each side learns from it (J-49)."""
    hands = s.hands
    s.hands = [hands[OVERLORD], hands[EMPEROR]]
    for side in (EMPEROR, OVERLORD) if s.solo is None else ():  # in solo nothing is hidden
        received = s.hands[side]
        kept_back = [card for card in s.known_hand[side] if card not in received]
        if kept_back:
            s.known_reserve[side] += kept_back
            s.known_reserve[side].sort()
        s.known_hand[side] = s.hands[1 - side].copy()
        s.reserved_now[side] = False
    if ctx.loud:
        for side in (EMPEROR, OVERLORD):
            ctx.emit(
                Event(
                    "hand_received",
                    {"side": SIDES[side], "cards": list(s.hands[side])},
                    owners(s, side),
                    {"side": SIDES[side], "n": len(s.hands[side])},
                )
            )


def _second_era(s: MingState, ctx: Ctx) -> None:
    """The new deck of discard pile and reserves (MV-540)."""
    cards = s.discard + s.reserves[EMPEROR] + s.reserves[OVERLORD]
    cards.sort()
    order = ctx.chance.shuffle("second_era_deck", cards)
    order.reverse()
    s.deck = order
    s.discard = []
    s.reserves = [[], []]
    s.known_reserve = [[], []]
    s.era = 2
    if ctx.loud:
        ctx.emit(Event("era_started", {"era": 2, "deck_size": len(s.deck)}))


def end_of_game(s: MingState, ctx: Ctx) -> None:
    """Minor victory (MV-580); the Overlord wins a tie (MV-585). Solo has its own measure (MV-765)."""
    if s.solo is not None:
        wins = controlled(s, EMPEROR) > controlled(s, OVERLORD) and s.done >= s.solo.level.required
    else:
        both = totals(s)
        wins = both[EMPEROR] > both[OVERLORD]
    finish(s, ctx, EMPEROR if wins else OVERLORD, "minor")


# --- one turn


class PlayCard(MingFrame):
    """Reserve a card or play it face up, and say who goes first (MV-200, MV-235)."""

    __slots__ = ("side",)

    def __init__(self, seat: int, side: int) -> None:
        super().__init__(seat)
        self.side = side

    def name(self) -> str:
        return "play_card"

    def rule(self) -> str:
        return "MV-200"

    def ask_single(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"side": SIDES[self.side]}

    def copy(self) -> PlayCard:
        return PlayCard(self.seat, self.side)

    def options(self, s: MingState) -> list[Action]:
        out: list[Action] = []
        c = s.c
        if s.solo is not None:  # the order is fixed (MV-695), the reserve limited (MV-655)
            plays = c.play_open if reserve_full(s, self.side) else c.play_alone
            for card in s.hands[self.side]:
                out += plays[card]
            return out
        opponents = c.open_specials(1 - self.side, s.completed)
        for card in s.hands[self.side]:
            out += c.play_alone[card] if opponents[card] is None else c.play[card]
        return out

    def choose(self, s: MingState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        card = action.a
        s.hands[self.side].remove(card)
        if action.b == MODE_RESERVE:
            s.reserves[self.side].append(card)
            s.reserved_now[self.side] = s.solo is None  # in solo everybody sees what was reserved
            if ctx.loud:
                side = SIDES[self.side]
                ctx.emit(
                    Event(
                        "card_reserved",
                        {"side": side, "card": card, "from": "hand"},
                        owners(s, self.side),
                        {"side": side, "from": "hand"},
                    )
                )
            return
        reveal(s, card)
        s.in_play = card
        if ctx.loud:
            ctx.emit(Event("card_played", {"side": SIDES[self.side], "card": card, "mode": PLAY_MODES[action.b]}))
        s.stack.append(Turn(self.side, card, action.b))


FIRST_SLOT: Final = 0
SECOND_SLOT: Final = 1
END_OF_PHASE: Final = 2
TURN_OVER: Final = 3


class Turn(MingFrame):
    """A turn with a card played face up (MV-262): two slots, then the end of the phase."""

    __slots__ = ("side", "card", "mode", "slot")

    def __init__(self, side: int, card: int, mode: int, slot: int = FIRST_SLOT) -> None:
        super().__init__(AUTO)
        self.side = side
        self.card = card
        self.mode = mode
        self.slot = slot

    def name(self) -> str:
        return "turn"

    def fields(self) -> dict[str, Any]:
        return {"side": SIDES[self.side], "card": self.card, "mode": PLAY_MODES[self.mode], "slot": self.slot}

    def copy(self) -> Turn:
        return Turn(self.side, self.card, self.mode, self.slot)

    def run(self, s: MingState, ctx: Ctx) -> None:
        slot = self.slot
        self.slot += 1
        if slot in (FIRST_SLOT, SECOND_SLOT):
            if (slot == FIRST_SLOT) != (self.mode == MODE_FIRST):
                self._reaction(s, ctx)
            elif s.solo is not None and self.side == OVERLORD:
                s.stack.append(automa.DrawEvent(s.c.cp[self.card], FOR_TURN))
            else:
                s.stack.append(ChooseUse(s.seats[self.side], self.side, self.card))
        elif slot == END_OF_PHASE:
            self._end_of_phase(s, ctx)
        else:
            s.stack.pop()

    def _reaction(self, s: MingState, ctx: Ctx) -> None:
        """The opponent's one slot (MV-220 to MV-240; solo: MV-700, MV-745)."""
        if s.solo is not None:
            if self.side == EMPEROR:
                automa.react(s, self.card)
                return
            if s.in_play != self.card:  # an Event has put it into a reserve
                return
        opponent = 1 - self.side
        special = open_special(s, self.card, opponent)
        if special is None:
            return
        if executable(s, opponent, special):
            s.stack.append(Reaction(s.seats[opponent], opponent, self.card))
        elif ctx.loud:
            ctx.emit(Event("reaction_skipped", {"side": SIDES[opponent], "card": self.card}))

    def _end_of_phase(self, s: MingState, ctx: Ctx) -> None:
        """MV-360, MV-440: the played card, and a reinforcing card, go to the discard pile."""
        if s.in_play != self.card:  # reserved by an Event (MV-855)
            return
        if s.reinforcement:
            s.stack.append(DiscardOrder(s.seats[self.side], [self.card, s.reinforcement]))
        else:
            _discard_played(s, ctx, [self.card])


class ChooseUse(MingFrame):
    """CP (and for what, and reinforced with what) or the special action (MV-175, MV-210, MV-420)."""

    __slots__ = ("side", "card")

    def __init__(self, seat: int, side: int, card: int) -> None:
        super().__init__(seat)
        self.side = side
        self.card = card

    def name(self) -> str:
        return "choose_use"

    def rule(self) -> str:
        return "MV-210"

    def fields(self) -> dict[str, Any]:
        return {"side": SIDES[self.side], "card": self.card}

    def copy(self) -> ChooseUse:
        return ChooseUse(self.seat, self.side, self.card)

    def options(self, s: MingState) -> list[Action]:
        out: list[Action] = []
        special = open_special(s, self.card, self.side)
        if special is not None and executable(s, self.side, special):
            out.append(s.c.use_special)
        actions = legal_actions(s, self.side)
        if self.side == EMPEROR:
            uses = s.c.use_emperor
            out += [uses[a] for a in actions]
        else:
            reserve = s.reserves[OVERLORD]
            for a in actions:
                with_card = s.c.use_overlord[a]
                out.append(with_card[0])
                out += [with_card[card] for card in reserve]
        return out

    def choose(self, s: MingState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.a == USE_SPECIAL:
            special = open_special(s, self.card, self.side)
            assert special is not None
            if ctx.loud:
                ctx.emit(Event("use_chosen", {"side": SIDES[self.side], "use": "special", "card": self.card}))
            s.stack.append(Effect(self.side, special.steps))
            return
        cp = s.c.cp[self.card]
        reinforcement = action.c
        if reinforcement > 0:
            s.reserves[self.side].remove(reinforcement)
            reveal_reserved(s, self.side, reinforcement)
            s.reinforcement = reinforcement
            cp += s.c.cp[reinforcement]
        if ctx.loud:
            ctx.emit(
                Event(
                    "use_chosen",
                    {
                        "side": SIDES[self.side],
                        "use": "cp",
                        "card": self.card,
                        "action": CP_ACTIONS[action.b],
                        "cp": cp,
                        "reinforcement": reinforcement if reinforcement > 0 else None,
                    },
                )
            )
        push_action(s, self.side, action.b, cp)


class Reaction(MingFrame):
    """The opponent may use the special action that is open to it (MV-230)."""

    __slots__ = ("side", "card")

    def __init__(self, seat: int, side: int, card: int) -> None:
        super().__init__(seat)
        self.side = side
        self.card = card

    def name(self) -> str:
        return "reaction"

    def rule(self) -> str:
        return "MV-230"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"side": SIDES[self.side], "card": self.card}

    def copy(self) -> Reaction:
        return Reaction(self.seat, self.side, self.card)

    def options(self, s: MingState) -> list[Action]:
        return s.c.react

    def choose(self, s: MingState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        taken = action.a == 1
        if ctx.loud:
            name = "reaction_taken" if taken else "reaction_declined"
            ctx.emit(Event(name, {"side": SIDES[self.side], "card": self.card}))
        if taken:
            special = open_special(s, self.card, self.side)
            assert special is not None
            s.stack.append(Effect(self.side, special.steps))


class DiscardOrder(MingFrame):
    """The order of cards discarded together, the last one on top (MV-360, MV-440)."""

    __slots__ = ("cards",)

    def __init__(self, seat: int, cards: list[int]) -> None:
        super().__init__(seat)
        self.cards = cards

    def name(self) -> str:
        return "discard_order"

    def rule(self) -> str:
        return "MV-440"

    def fields(self) -> dict[str, Any]:
        return {"cards": list(self.cards)}

    def copy(self) -> DiscardOrder:
        return DiscardOrder(self.seat, self.cards)

    def options(self, s: MingState) -> list[Action]:
        return s.c.discard_orders(self.cards[0], self.cards[1])

    def choose(self, s: MingState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        _discard_played(s, ctx, list(action.vec))


def _discard_played(s: MingState, ctx: Ctx, cards: list[int]) -> None:
    s.in_play = 0
    s.reinforcement = 0
    put_on_discard(s, ctx, cards, "end_of_phase")
