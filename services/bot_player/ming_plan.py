"""One ply of search in The Ming Voyages: the uses of a card, Reactions to them, what they are worth.

Values are chances of the searching side to win, 0 to 1.
"""

from __future__ import annotations

from typing import Final

from bot_player.ming_position import (
    EMPEROR_TAKES,
    OVERLORD_TAKES,
    RESERVE_CP,
    RESERVE_SIZE,
    SUPPLY,
    Board,
    Line,
    Outcomes,
    Position,
    best_sum,
    decided,
    lead,
)
from bot_player.ming_value import Judgment
from ming_voyages.content import Special
from ming_voyages.names import (
    AMASS,
    ATTACK,
    BUILD_SETTLEMENT,
    EMPEROR,
    HORDE,
    MOVE,
    OVERLORD,
    SETTLEMENT,
    VOYAGE,
)
from rulekit.actions import Action

JUDGED: Final = 5  # so many of the best uses are looked at with the opponent's Reaction
SPECIAL: Final = -1
SAME: Final = 1e-9  # values that differ by less are ties


class Use:
    """A complete use of a card: `action` is a CP action or SPECIAL, `reinforcement` the CP of a reserved card or 0.

    `path` are the decisions that follow, in order.
    """

    __slots__ = ("action", "reinforcement", "path", "outcomes", "value")

    def __init__(self, action: int, reinforcement: int, line: Line, value: float) -> None:
        self.action = action
        self.reinforcement = reinforcement
        self.path: tuple[Action, ...] = line[0]
        self.outcomes: Outcomes = line[1]
        self.value = value


class Choice:
    """The best of something and its equals."""

    __slots__ = ("value", "uses")

    def __init__(self) -> None:
        self.value = -1.0
        self.uses: list[Use] = []

    def offer(self, value: float, use: Use) -> None:
        if value > self.value + SAME:
            self.value = value
            self.uses = [use]
        elif value >= self.value - SAME:
            self.uses.append(use)


class Mind:
    """The searching side: what it can do, how it judges, the CP of the cards in its reserve."""

    def __init__(self, board: Board, horizon: Judgment, side: int, reserve: list[int]) -> None:
        self.board = board
        self.horizon = horizon
        self.side = side
        self.reserve = reserve
        whole = best_sum(reserve)
        # By CP of a card in reserve: what the sum of the best three loses without one such card.
        self.cost = {cp: whole - best_sum(_without(reserve, cp)) for cp in sorted(set(reserve))}
        self._plans: dict[tuple[int, ...], Plans] = {}

    def plans(self, p: Position) -> Plans:
        """The uses in a position, worked out as they are asked for and kept."""
        key = tuple(p)
        found = self._plans.get(key)
        if found is None:
            found = Plans(self, p)
            self._plans[key] = found
        return found

    # --- the opponent

    def worst(self, p: Position, card: int) -> float:
        """The value when the opponent makes the worst of its Reaction to the card (declining included)."""
        value = self.horizon.value(p)
        opponent = 1 - self.side
        special = self.board.special(p, card, opponent)
        if special is None or decided(p):
            return value
        mean = self.horizon.mean
        for _, outcomes in self.board.carry_out(p, opponent, special):
            after = mean(outcomes)
            if after < value:
                value = after
        return value

    def after_worst(self, p: Position, card: int) -> Position:
        """The likeliest position after the Reaction that is worst here (declining included)."""
        opponent = 1 - self.side
        special = self.board.special(p, card, opponent)
        if special is None:
            return p
        value = self.horizon.value(p)
        likeliest = p
        for _, outcomes in self.board.carry_out(p, opponent, special):
            after = self.horizon.mean(outcomes)
            if after < value:
                value = after
                likeliest = max(outcomes, key=_chance)[1]
        return likeliest

    def judged(self, outcomes: Outcomes, card: int) -> float:
        """The mean over the outcomes of the worst that the Reaction to the card can do."""
        return sum([chance * self.worst(q, card) for chance, q in outcomes])

    def best_judged(self, uses: list[Use], card: int) -> Choice:
        """The best of the five best uses when the opponent's Reaction to the card is still to come."""
        best = Choice()
        for use in sorted(uses, key=_value, reverse=True)[:JUDGED]:
            if use.value < best.value - SAME:
                break  # a Reaction makes nothing better
            best.offer(self.judged(use.outcomes, card), use)
        return best


def best_plain(uses: list[Use]) -> Choice:
    """The best use when no Reaction follows."""
    best = Choice()
    for use in uses:
        best.offer(use.value, use)
    return best


class Plans:
    """The complete uses of cards in one position.

    With a reserved card the Overlord does only what he could not do without it, or with a smaller
    one: the same for more CP of his reserve is never better.
    """

    def __init__(self, mind: Mind, p: Position) -> None:
        self.mind = mind
        self.p = p
        self._exact: dict[tuple[int, int], list[Use]] = {}
        self._most: dict[tuple[int, int, int], list[Use]] = {}
        self._with_cp: dict[int, list[Use]] = {}
        self._plain: dict[int, Choice] = {}
        self._first: dict[int, Choice] = {}

    def first(self, card: int) -> Choice:
        """The best use of a card, the opponent's Reaction to come."""
        found = self._first.get(card)
        if found is None:
            found = self.mind.best_judged(self.uses(card), card)
            self._first[card] = found
        return found

    def plain(self, card: int) -> Choice:
        """The best use of a card without a Reaction."""
        found = self._plain.get(card)
        if found is None:
            found = best_plain(self.uses(card))
            self._plain[card] = found
        return found

    def uses(self, card: int) -> list[Use]:
        """All uses of a card: its special action, and its CP."""
        board = self.mind.board
        special = board.special(self.p, card, self.mind.side)
        with_cp = self.with_cp(board.content.cp[card])
        return with_cp if special is None else self._specials(special) + with_cp

    def _specials(self, special: Special) -> list[Use]:
        mean = self.mind.horizon.mean
        lines = self.mind.board.carry_out(self.p, self.mind.side, special)
        return [Use(SPECIAL, 0, line, mean(line[1])) for line in lines]

    def with_cp(self, cp: int) -> list[Use]:
        """All uses of so many CP."""
        found = self._with_cp.get(cp)
        if found is None:
            found = []
            done = 0
            for reinforcement in self._reinforcements():
                total = cp + reinforcement
                for n in range(done + 1, total + 1):
                    found += self._exactly(reinforcement, n)
                found += self._as_many(reinforcement, done, total)
                done = total
            if self.mind.side == EMPEROR:
                found += self._uses(VOYAGE, 0, self.mind.board.voyage(self.p, cp, 0))
            self._with_cp[cp] = found
        return found

    def _reinforcements(self) -> list[int]:
        if self.mind.side == OVERLORD and self.p[RESERVE_SIZE + OVERLORD]:
            return [0, *self.mind.cost]
        return [0]

    def _paid(self, reinforcement: int) -> Position:
        """The position once a reserved card is used."""
        if not reinforcement:
            return self.p
        q = self.p.copy()
        q[RESERVE_SIZE + OVERLORD] -= 1
        q[RESERVE_CP + OVERLORD] = max(0, q[RESERVE_CP + OVERLORD] - self.mind.cost[reinforcement])
        return q

    def _exactly(self, reinforcement: int, n: int) -> list[Use]:
        """Moves, Attacks and Builds with exactly n pieces."""
        found = self._exact.get((reinforcement, n))
        if found is None:
            board = self.mind.board
            side = self.mind.side
            p = self._paid(reinforcement)
            found = self._uses(MOVE, reinforcement, board.moves(p, side, n))
            edge = lead(self.p, side) - reinforcement
            found += self._uses(ATTACK, reinforcement, board.attacks(p, side, n, edge))
            if side == OVERLORD:
                found += self._uses(BUILD_SETTLEMENT, reinforcement, board.builds(p, n))
            self._exact[reinforcement, n] = found
        return found

    def _as_many(self, reinforcement: int, done: int, total: int) -> list[Use]:
        """Actions that take pieces, as many as possible, if these are more than `done`."""
        out: list[Use] = []
        for action in EMPEROR_TAKES if self.mind.side == EMPEROR else OVERLORD_TAKES:
            if self.mind.side == OVERLORD and self.p[SUPPLY + (HORDE if action == AMASS else SETTLEMENT)] <= done:
                continue
            key = (action, reinforcement, total)
            found = self._most.get(key)
            if found is None:
                lines = self.mind.board.take_most(self._paid(reinforcement), action, total)
                found = self._uses(action, reinforcement, lines)
                self._most[key] = found
            out += found
        return out

    def _uses(self, action: int, reinforcement: int, lines: list[Line]) -> list[Use]:
        mean = self.mind.horizon.mean
        return [Use(action, reinforcement, line, mean(line[1])) for line in lines]


def _without(cps: list[int], cp: int) -> list[int]:
    out = cps.copy()
    out.remove(cp)
    return out


def _chance(outcome: tuple[float, Position]) -> float:
    return outcome[0]


def _value(use: Use) -> float:
    return use.value
