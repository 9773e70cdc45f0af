"""What `mcts` knows of The Ming Voyages: every use of a card, and the opponent's best reply, dice as exact chances.

The positions of `ming_position` let a turn be worked out without rolling a die: `greedy` does so one turn
deep. Here more weight is on chances to win that were fitted to be right (`ming_outlook`), and from round 15
the search looks two turns deep: in a world, where the opponent's hand is known, a candidate is worth what is
left of it on average when the opponent has replied as well as it can with that hand. So a line is no playout.
A search in earlier rounds did not win more. In solo `mcts` judges as `greedy` does.
"""

from __future__ import annotations

from typing import Final

import msgspec

from bot_player.greedy_ming_voyages import Ask, Knowledge
from bot_player.mcts_guide import Guide
from bot_player.ming_plan import SPECIAL, Mind, Use
from bot_player.ming_position import (
    BEST_CARDS,
    RESERVE_CP,
    RESERVE_SIZE,
    TOP_GAIN,
    UNKNOWN_CP,
    Outcomes,
    Position,
    best_sum,
    decided,
)
from bot_player.ming_terms import TWO_PLAYERS, Terms, read_terms
from bot_player.policies import policy_chance
from ming_voyages.game import MingVoyages
from ming_voyages.names import EMPEROR, MODE_FIRST, MODE_RESERVE, OVERLORD, SIDES, USE_SPECIAL
from ming_voyages.state import MingState
from ming_voyages.view_types import MingView
from rulekit.actions import Action
from rulekit.game import Decision, Game

MOST_MINDS: Final = 32
USES: Final = 2  # uses per option that are looked at, the best ones by the first turn alone
OUTCOMES: Final = 4  # ends of a use that are looked at, the likeliest ones
FITTED: Final = (0.4, 0.6)  # share of the fitted chances in the judgment of the Emperor and of the Overlord
FROM: Final = 15  # the round from which a search pays: before, its two turns are too small a part of what is to come
WEIGHT: Final = 0.5  # of the second turn's verdict beside the first's
LOTS: Final = b"\0"  # a seed: which of equals is taken depends on the decision alone
DETAILS: Final = frozenset({"reroll", "reaction", "discard_order"})


class Foresight(Knowledge):
    """Greedy's knowledge with a greater share of fitted chances, and how the other side thinks in a world."""

    def __init__(self, game: MingVoyages, side: int, terms: Terms) -> None:
        super().__init__(game, side, terms, FITTED[side])
        self._kept: dict[tuple[int, ...], Mind] = {}

    def thought(self, round: int, emperors_phase: bool, reserve: list[int]) -> Mind:
        """How the side thinks in a phase with such cards in reserve."""
        reserve = sorted(reserve)
        key = (round, emperors_phase, *reserve)
        found = self._kept.get(key)
        if found is None:
            found = Mind(self.board, self.judgment(round, emperors_phase), self.side, reserve)
            if len(self._kept) >= MOST_MINDS:
                self._kept.clear()
            self._kept[key] = found
        return found

    def forget(self) -> None:
        """Another turn: what was worked out for the last one is of no more use."""
        self._kept.clear()


class Way:
    """A way to go on: how it can end, what that is worth by the first turn alone, and the card in it to which the
    opponent's Reaction is still to come (0: none is)."""

    __slots__ = ("outcomes", "reaction", "value")

    def __init__(self, value: float, outcomes: Outcomes, reaction: int) -> None:
        self.value = value
        self.outcomes = outcomes
        self.reaction = reaction


class Look(Ask):
    """A decision as greedy looks at it, with the ways to go on of every option."""

    def ways(self, kind: str) -> list[list[Way]]:
        """By option, at most `USES` each. Some options lead nowhere that greedy would go: they have none."""
        if kind == "play_card":
            give, cps = self.known.give, self.content.cp
            return [self._card_ways(a, self._card_value(a) + give * cps[a.a]) for a in self.options]
        by_option: list[list[Use]] = [[] for _ in self.options]
        for i, use in self._uses(kind):
            by_option[i].append(use)
        card = self._card() if self.reaction_to_come() else 0
        return [[self._way(use, card) for use in _best(uses)] for uses in by_option]

    def _way(self, use: Use, card: int) -> Way:
        value = self.mind.judged(use.outcomes, card) if card else use.value
        return Way(value, use.outcomes, card)

    def _card_ways(self, a: Action, value: float) -> list[Way]:
        card = a.a
        if a.b == MODE_RESERVE:
            q = self.p.copy()
            q[RESERVE_SIZE + self.side] += 1
            q[RESERVE_CP + self.side] = best_sum([*self.mind.reserve, self.content.cp[card]])
            return [Way(value, [(1.0, q)], 0)]
        if a.b == MODE_FIRST:
            plans = self.mind.plans(self.p)
            first = plans.first(card).uses[:1]
            return [Way(value, u.outcomes, card) for u in _best(plans.uses(card), first)]
        plans = self.mind.plans(self.mind.after_worst(self.p, card))
        return [Way(value, u.outcomes, 0) for u in _best(plans.uses(card))]

    def _uses(self, kind: str) -> list[tuple[int, Use]]:
        """All uses of the card that can follow, each with the number of the option that begins it."""
        if kind != "choose_use":
            number = {a: i for i, a in enumerate(self.options)}
            return [(number[use.path[0]], use) for use in self.detail_uses(kind)]
        cps = self.content.cp
        begins: dict[tuple[int, int], int] = {}
        for i, a in enumerate(self.options):
            begins.setdefault((SPECIAL, 0) if a.a == USE_SPECIAL else (a.b, cps[a.c] if a.c > 0 else 0), i)
        uses = self.mind.plans(self.p).uses(self._card())
        return [(begins[use.action, use.reinforcement], use) for use in uses]

    def _card(self) -> int:
        card: int = self._frame("turn")["card"]
        return card


class MingGuide(Guide[MingState]):
    """The guide of the game for two and of each game of a series; solo and early turns are judged one turn deep."""

    cap = 6
    window = 0.04

    def __init__(self, game: Game[MingState]) -> None:
        super().__init__(game)
        assert isinstance(game, MingVoyages)
        self.content = game.content
        self.ming = game
        self.solo: dict[Terms, Foresight] = {}
        self.sides = [Foresight(game, side, TWO_PLAYERS) for side in range(2)]
        self._look: Look | None = None
        self._ways: list[list[Way]] = []
        self._playing = False
        self._replies: dict[tuple[int, ...], float] = {}

    # --- the decision

    def begin(self, view: msgspec.Struct, decision: Decision) -> None:
        self._playing = decision.kind == "play_card"
        self._replies.clear()
        if self._playing:
            for side in self.sides:
                side.forget()

    def searched(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> bool:
        """Not the details of a battle, where greedy is exact, a Reaction, nor the order of two discarded cards."""
        assert isinstance(view, MingView)
        return view.solo is None and view.round >= FROM and decision.kind not in DETAILS

    def quick(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> Action:
        """One turn deep, with the same chances.

        Of equals the first one for two (58.8 % of 600 against `greedy`, by lot 55.2 %), by lot in solo (hard: with the
        first one 56.7 % of 300, while `greedy`, by lot, has 65.2 % of 400).
        """
        assert isinstance(view, MingView)
        best = Ask(self._side(view), view, options).best(decision.kind)
        if view.solo is None:
            return best[0]
        return best[policy_chance(LOTS, decision.id).below(len(best))]

    def _side(self, view: MingView) -> Foresight:
        assert view.side is not None
        if view.solo is None:
            return self.sides[SIDES.index(view.side)]
        terms = read_terms(self.content, view)
        if terms not in self.solo:
            self.solo[terms] = Foresight(self.ming, EMPEROR, terms)
        return self.solo[terms]

    def advice(self, view: msgspec.Struct, decision: Decision, options: list[Action]) -> list[float] | None:
        assert isinstance(view, MingView)
        self._look = Look(self._side(view), view, options)
        self._ways = self._look.ways(decision.kind)
        return [max([way.value for way in ways], default=0.0) for ways in self._ways]

    # --- worlds

    def worth(self, s: MingState, number: int) -> float | None:
        """The best way to go on with an option, the opponent's reply counted in."""
        hand = self._next_hand(s, number)
        return max([self._two_turns(s, way, hand) for way in self._ways[number]], default=0.0)

    def _next_hand(self, s: MingState, number: int) -> list[int]:
        """The cards of which the opponent plays one next, as far as they are dealt."""
        look = self._look
        assert look is not None
        if look.side == EMPEROR:
            return s.hands[OVERLORD]
        # The hands are swapped, and the Emperor draws.
        hand = s.hands[OVERLORD].copy()
        if self._playing:
            hand.remove(look.options[number].a)
        return hand + s.deck[-self.content.emperor_draw :]

    def _two_turns(self, s: MingState, way: Way, hand: list[int]) -> float:
        look = self._look
        assert look is not None
        likeliest = sorted(way.outcomes, key=_chance, reverse=True)[:OUTCOMES]
        total = change = 0.0
        for chance, q in likeliest:
            after = look.mind.after_worst(q, way.reaction) if way.reaction else q
            total += chance
            change += chance * (self._after_reply(s, after, hand) - look.mind.horizon.value(after))
        return way.value + WEIGHT * change / total

    def _after_reply(self, s: MingState, q: Position, hand: list[int]) -> float:
        """The worth of a position once the opponent has made the best of it; kept, since worlds share positions."""
        key = (*q, *hand)
        found = self._replies.get(key)
        if found is None:
            found = self._replies[key] = self._replied(s, q, hand)
        return found

    def _replied(self, s: MingState, q: Position, hand: list[int]) -> float:
        look = self._look
        assert look is not None
        if not hand or decided(q):
            return look.mind.horizon.value(q)
        me, other = look.side, 1 - look.side
        cps = self.content.cp
        reserve = [cps[card] for card in s.reserves[other]]
        p = q.copy()  # as the opponent sees it: each side knows the cards of its own reserve
        p[RESERVE_CP + other] = best_sum(reserve)
        p[RESERVE_CP + me] = UNKNOWN_CP * min(BEST_CARDS, q[RESERVE_SIZE + me])
        p[TOP_GAIN : TOP_GAIN + 2] = [0, 0]
        mind = self.sides[other].thought(s.round + (other == EMPEROR), other == EMPEROR, reserve)
        plans = mind.plans(p)
        return 1 - max([plans.plain(card).value for card in hand])


def _best(uses: list[Use], first: list[Use] | None = None) -> list[Use]:
    """The best uses by value, after those that are to be first."""
    chosen = list(first or [])
    for use in sorted(uses, key=_value, reverse=True)[:USES]:
        if len(chosen) < USES and use not in chosen:
            chosen.append(use)
    return chosen


def _value(use: Use) -> float:
    return use.value


def _chance(outcome: tuple[float, Position]) -> float:
    return outcome[0]
