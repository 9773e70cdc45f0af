"""What `mcts` knows of The Ming Voyages: lines to the opponent's next turn, valued by its best reply.

The options of a decision are judged first as `greedy` judges them (`advice`): exact chances, one ply
deep. A line then goes on to the next play of a card and asks what that side makes of the position with
the hand that it has in this world: its best use of a card, the dice again as exact chances. What the
position was worth before (`control`) is taken off, so that a line measures only what the next turn
changes, and not how the dice fell.
"""

from __future__ import annotations

from typing import Final

import msgspec

from bot_player.greedy_ming_voyages import Ask, GreedyMingVoyages, knowledge
from bot_player.mcts_guide import Guide
from bot_player.ming_plan import SPECIAL, Mind, Use
from bot_player.ming_position import (
    BEST_CARDS,
    COMPLETED,
    DISCARDS,
    DONE,
    GOLD_HOME,
    GOLD_SEA,
    JUNKS,
    LENGTH,
    RESERVE_CP,
    RESERVE_SIZE,
    SUPPLY,
    TOP_GAIN,
    UNKNOWN_CP,
    Position,
    best_sum,
)
from bot_player.ming_value import rounds_left
from ming_voyages.game import MingVoyages
from ming_voyages.names import EMPEROR, OVERLORD, SIDES, USE_SPECIAL
from ming_voyages.state import MingState
from ming_voyages.turn import PlayCard
from ming_voyages.view_types import MingView
from rulekit.actions import Action
from rulekit.frames import waiting_frame
from rulekit.game import Decision, Game
from rulekit.outcome import Outcome
from rulekit.playout import Picker

MOST_MINDS: Final = 64
BETA: Final = 1.0
LAND: Final = 9  # regions with pieces on land


def position_of(s: MingState, side: int) -> Position:
    """The position as a side of the world sees it: `read_position`, without a view in between."""
    cps = s.c.cp
    p = s.troops[:LAND] + s.hordes[:LAND] + s.settlements[:LAND]
    p += [0] * (LENGTH - len(p))
    p[GOLD_HOME] = s.gold_home
    p[GOLD_SEA] = s.gold_sea
    p[JUNKS] = s.junks
    p[COMPLETED] = s.completed
    p[DONE] = s.done
    p[SUPPLY : SUPPLY + 5] = s.supply
    top = cps[s.discard[-1]] if s.discard else 0
    p[DISCARDS] = len(s.discard)
    own = [cps[card] for card in s.reserves[side]]
    p[RESERVE_SIZE + side] = len(own)
    p[RESERVE_CP + side] = best_sum(own)
    p[TOP_GAIN + side] = best_sum([*own, top]) - best_sum(own)
    other = 1 - side
    size = len(s.reserves[other])
    p[RESERVE_SIZE + other] = size
    p[RESERVE_CP + other] = UNKNOWN_CP * min(BEST_CARDS, size)
    p[TOP_GAIN + other] = UNKNOWN_CP if size < BEST_CARDS else 0
    return p


class Look(Ask):
    """A decision as greedy looks at it, the values of all its options asked for."""

    def card_in_play(self) -> int:
        card: int = self._frame("turn")["card"]
        return card

    def card_values(self) -> list[float]:
        """Each card in each mode, the chance to win by it."""
        give, cps = self.known.give, self.content.cp
        return [self._card_value(a) + give * cps[a.a] for a in self.options]

    def uses(self, kind: str) -> list[tuple[int, Use]]:
        """All uses of the card that can follow, each with the number of the option that begins it."""
        if kind != "choose_use":
            number = {a: i for i, a in enumerate(self.options)}
            return [(number[use.path[0]], use) for use in self.detail_uses(kind)]
        cps = self.content.cp
        begins: dict[tuple[int, int], int] = {}
        for i, a in enumerate(self.options):
            begins.setdefault((SPECIAL, 0) if a.a == USE_SPECIAL else (a.b, cps[a.c] if a.c > 0 else 0), i)
        uses = self.mind.plans(self.p).uses(self.card_in_play())
        return [(begins[use.action, use.reinforcement], use) for use in uses]


class MingGuide(Guide[MingState]):
    """The guide of the game for two, and of each game of a series."""

    cap = 8
    window = 0.08

    def __init__(self, game: Game[MingState]) -> None:
        super().__init__(game)
        assert isinstance(game, MingVoyages)
        self.ming = game
        self.content = game.content
        self.greedy = GreedyMingVoyages(game, b"\0")
        self.known = [knowledge(game, side) for side in range(2)]
        self._kept: dict[tuple[int, ...], Mind] = {}
        self._game = 1
        self._side = 0
        self._plays = 0
        self._first = 0.0
        self._hoped = 0.0
        self._luck = 0.0

    # --- the decision

    def begin(self, view: msgspec.Struct, decision: Decision) -> None:
        assert isinstance(view, MingView)
        self._game = view.series.game if view.series is not None else 1
        assert view.side is not None
        self._side = SIDES.index(view.side)

    def searched(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> bool:
        """Not the details of a battle, where greedy is exact, nor the order of two discarded cards."""
        assert isinstance(view, MingView)
        return view.solo is None and decision.kind not in ("reroll", "discard_order", "reaction")

    def quick(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> Action:
        return self.greedy.choose(view, decision, options)

    def advice(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> list[float] | None:
        assert isinstance(view, MingView)
        assert view.side is not None
        known = self.known[SIDES.index(view.side)]
        look = Look(known, view, options)
        if decision.kind == "play_card":
            return look.card_values()
        best: list[Use | None] = [None] * len(options)
        for i, use in look.uses(decision.kind):
            found = best[i]
            if found is None or use.value > found.value:
                best[i] = use
        if not look.reaction_to_come():
            return [use.value if use is not None else 0.0 for use in best]
        card = look.card_in_play()
        return [look.mind.judged(use.outcomes, card) if use is not None else 0.0 for use in best]

    # --- worlds

    def branches(self, s: MingState, seat: int, options: list[Action]) -> bool:
        return False

    def play(self, s: MingState, seat: int, options: list[Action], picker: Picker) -> Action:
        """As greedy plays."""
        view = self.ming.view(s, seat)
        assert isinstance(view, MingView)
        ask = Ask(self.known[s.seats.index(seat)], view, options)
        return ask.best(waiting_frame(s, seat).name())[0]

    def stop(self, s: MingState, steps: int) -> bool:
        """The side that searches has had its next turn but one, or what is searched is over."""
        if steps == 0:
            self._plays = 0
            self._luck = 0.0
        if self._over(s):
            return True
        frame = s.stack[-1]
        if not isinstance(frame, PlayCard):
            return False
        self._plays += 1
        if self._plays == 1:
            self._first = self._static(s, self._side)
        if frame.side == self._side:
            if self._plays == 2:
                self._luck = self._static(s, 1 - self._side) - self._hoped
            return True
        self._hoped = self._best(s, frame.side)
        return False

    def values(self, s: MingState, root: int) -> list[float]:
        side = s.seats.index(root)
        value = self._end(s, root) if self._over(s) else self._best(s, side) + BETA * self._luck
        return [value if seat == root else 1 - value for seat in range(2)]

    def control(self, s: MingState, root: int) -> float | None:
        if self._plays == 0:
            return self._end(s, root)
        return self._first

    def _static(self, s: MingState, side: int) -> float:
        """The worth of a world to the side at the end of the phase before."""
        # The phase before a play of the Overlord is the Emperor's in the same round; else the Overlord's before.
        frame = s.stack[-1]
        assert isinstance(frame, PlayCard)
        left = rounds_left(s.round, True) if frame.side == OVERLORD else rounds_left(s.round - 1, False)
        return self.known[side].worth.at(left).value(position_of(s, side))

    def _mind(self, s: MingState, side: int) -> Mind:
        cps = self.content.cp
        reserve = sorted([cps[c] for c in s.reserves[side]])
        key = (side, s.round, *reserve)
        found = self._kept.get(key)
        if found is None:
            known = self.known[side]
            if len(self._kept) >= MOST_MINDS:
                self._kept.clear()
            found = self._kept[key] = Mind(
                known.board, known.worth.at(rounds_left(s.round, side == EMPEROR)), side, reserve
            )
        return found

    def _over(self, s: MingState) -> bool:
        """The game, not of need the series, is over."""
        return s.outcome is not None or len(s.points) >= self._game

    def _end(self, s: MingState, root: int) -> float:
        if s.points:
            points = s.points[self._game - 1]
            return 1.0 if points[root] > points[1 - root] else 0.0
        assert s.outcome is not None
        return 1.0 if s.outcome.placings[root] == 1 else 0.0

    def outcome(self, s: MingState, outcome: Outcome) -> list[float]:
        return [self._end(s, seat) for seat in range(2)]

    def _best(self, s: MingState, side: int) -> float:
        """What the side to move can make of the position with a card of its hand."""
        plans = self._mind(s, side).plans(position_of(s, side))
        return max([plans.plain(card).value for card in s.hands[side]])
