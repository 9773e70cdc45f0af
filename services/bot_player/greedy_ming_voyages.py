"""The greedy bot for The Ming Voyages: one ply of search with expected values.

It judges positions by `ming_value`, plans whole uses of cards with `ming_plan`, and carries details
out by judging where each option leads. It plays either side, and the Emperor of the solo game, each with weights of its
own. The Events of the solo game it does not foresee, but for their levels.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from bot_player.ming_battles import Battles
from bot_player.ming_outlook import Blend, Outlook, turns_left
from bot_player.ming_plan import SAME, SPECIAL, Mind, Use, best_plain
from bot_player.ming_position import (
    HORDES,
    MOST_TOTAL,
    RESERVE_CP,
    RESERVE_SIZE,
    SETTLEMENTS,
    SUPPLY,
    Board,
    Line,
    Position,
    best_sum,
    lead,
    moved,
    read_position,
)
from bot_player.ming_terms import TWO_PLAYERS, Terms, read_terms
from bot_player.ming_value import Judgment, Worth, rounds_left
from bot_player.ming_weights import BY_SIDE, SOLO
from bot_player.policies import Policy, policy_chance
from ming_voyages.dice import result
from ming_voyages.game import MingVoyages
from ming_voyages.names import (
    CP_ACTIONS,
    EMPEROR,
    EMPEROR_CARD,
    HORDE,
    MODE_FIRST,
    MODE_RESERVE,
    OP_TAKE,
    OVERLORD,
    PIECES,
    PLAY_MODES,
    REGIONS,
    ROLL_DICE,
    SETTLEMENT,
    SIDES,
    TROOP,
    USE_SPECIAL,
)
from ming_voyages.view_types import BattleView, MingView
from rulekit.actions import Action
from rulekit.game import Decision, Game

MOST_MINDS: Final = 8


class Knowledge:
    """What a side knows under one edition and terms, whatever the match; `mind` keeps the latest searches."""

    def __init__(self, game: MingVoyages, side: int, terms: Terms, fitted: float | None = None) -> None:
        weights = BY_SIDE[side] if terms.required is None else SOLO
        self.fitted = weights.fitted if fitted is None else fitted
        self.content = game.content
        self.side = side
        self.terms = terms
        self.event = weights.event
        self.give = weights.give
        self.battles = Battles(game.content)
        self.worth = Worth(game.content, self.battles, weights, side, terms)
        self.board = Board(game.content, self.battles, self.worth.odds, weights.voyages, terms)
        self.outlook = Outlook(game.content, self.battles)
        self._minds: dict[tuple[Any, ...], Mind] = {}

    def judgment(self, round: int, emperors_phase: bool) -> Judgment:
        """How positions at the end of such a phase are judged (in solo always of the Emperor's)."""
        solo = self.terms.required is not None
        own = self.worth.at(rounds_left(round, emperors_phase and not solo))
        if solo or not self.fitted:
            return own
        to_move = OVERLORD if emperors_phase else EMPEROR
        turns = turns_left(round if emperors_phase else round + 1, to_move)
        return Blend(self.outlook.at(turns, to_move, self.side), own, self.fitted)

    def mind(self, view: MingView, p: Position) -> Mind:
        """The mind for this phase of this match: the same one again while nothing but details is decided."""
        reserve = [self.content.cp[card] for card in view.reserve]
        emperors_phase = view.phase == "emperor"
        key = (view.round, emperors_phase, *reserve, *p)
        found = self._minds.pop(key, None)
        if found is None:
            found = Mind(self.board, self.judgment(view.round, emperors_phase), self.side, reserve)
            if len(self._minds) >= MOST_MINDS:
                del self._minds[next(iter(self._minds))]
        self._minds[key] = found
        return found


@lru_cache(maxsize=8)
def knowledge(game: MingVoyages, side: int, terms: Terms = TWO_PLAYERS) -> Knowledge:
    """Shared by all matches of a process: a policy may be made anew for every ask."""
    return Knowledge(game, side, terms)


class GreedyMingVoyages(Policy):
    """Plays the use of a card with the best expected value, the opponent's worst Reaction counted in."""

    needs_view = True
    thinks = True
    help = "looks one turn ahead with expected values"

    def __init__(self, game: Game[Any], seed: bytes) -> None:
        super().__init__(game, seed)
        assert isinstance(game, MingVoyages)
        self.ming = game

    def choose(self, view: msgspec.Struct | None, decision: Decision, options: list[Action]) -> Action:
        if len(options) == 1:
            return options[0]
        assert isinstance(view, MingView)
        assert view.side is not None
        known = knowledge(self.ming, SIDES.index(view.side), read_terms(self.ming.content, view))
        best = Ask(known, view, options).best(decision.kind)
        if len(best) == 1:
            return best[0]
        return best[policy_chance(self.seed, decision.id).below(len(best))]


class Ask:
    """One decision: its view as a position, and the options."""

    def __init__(self, known: Knowledge, view: MingView, options: list[Action]) -> None:
        self.known = known
        self.content = known.content
        self.board = known.board
        self.view = view
        self.options = options
        self.side = known.side
        self.p = read_position(known.content, view)
        self.mind = known.mind(view, self.p)

    def best(self, kind: str) -> list[Action]:
        """The best options, equally good."""
        if kind == "play_card":
            return self.play_card()
        if kind == "choose_use":
            return self.choose_use()
        if kind == "reaction":
            return self.reaction()
        if kind == "reroll":
            return self.reroll()
        if kind == "discard_order":
            return self.discard_order()
        return self.detail(kind)

    # --- whole turns

    def play_card(self) -> list[Action]:
        """Each card in each mode, by the position that it leads to."""
        cps = self.content.cp
        give = self.known.give
        return _best(self.options, [self._card_value(a) + give * cps[a.a] for a in self.options])

    def _card_value(self, a: Action) -> float:
        card = a.a
        if a.b == MODE_RESERVE:
            q = self.p.copy()
            q[RESERVE_SIZE + self.side] += 1
            q[RESERVE_CP + self.side] = best_sum([*self.mind.reserve, self.content.cp[card]])
            return self.mind.horizon.value(q)
        if a.b == MODE_FIRST:
            solo = self.view.solo
            if solo is None:
                return self.mind.plans(self.p).first(card).value
            kind, cp = self.content.cards[card].type, self.content.cp[card]
            event = 0 if kind == EMPEROR_CARD else solo.levels[cp - 1]
            return self.mind.plans(self.p).plain(card).value - self.known.event * event
        q = self.mind.after_worst(self.p, card)
        return self.mind.plans(q).plain(card).value

    def choose_use(self) -> list[Action]:
        """How the best uses of the card in play are announced."""
        turn = self._frame("turn")
        card = turn["card"]
        plans = self.mind.plans(self.p)
        choice = plans.first(card) if self.reaction_to_come() else plans.plain(card)
        return _distinct([self._announced(use) for use in choice.uses])

    def _announced(self, use: Use) -> Action:
        """The option that begins a use."""
        if use.action == SPECIAL:
            return next(a for a in self.options if a.a == USE_SPECIAL)
        cps = self.content.cp
        return next(
            a
            for a in self.options
            if a.a != USE_SPECIAL and a.b == use.action and (cps[a.c] if a.c > 0 else 0) == use.reinforcement
        )

    def reaction(self) -> list[Action]:
        """Accept if the best use of the special action is better than none."""
        card = self.view.stack[-1]["card"]
        special = self.board.special(self.p, card, self.side)
        assert special is not None
        mean = self.mind.horizon.mean
        best = max([mean(outcomes) for _, outcomes in self.board.carry_out(self.p, self.side, special)])
        decline, accept = self.options
        return [accept] if best > self.mind.horizon.value(self.p) + SAME else [decline]

    def discard_order(self) -> list[Action]:
        """The card of least CP on top, where the opponent might take it."""
        return _best(self.options, [-self.content.cp[a.vec[-1]] for a in self.options])

    # --- details

    def detail(self, kind: str) -> list[Action]:
        """Judges each option by the best that can follow it within this use."""
        uses = self.detail_uses(kind)
        turn = self._frame("turn")
        if self.reaction_to_come():
            choice = self.mind.best_judged(uses, turn["card"])
        else:
            choice = best_plain(uses)
        return _distinct([use.path[0] for use in choice.uses])

    def detail_uses(self, kind: str) -> list[Use]:
        """What the options of a detail can lead to, to the end of the use; each path begins with an option."""
        frame = self.view.stack[-1]
        rest: list[int] = []
        effect = self.view.stack[-2]
        if effect["frame"] == "effect":
            rest = effect["steps"][effect["at"] :]
        lines: list[Line]
        if kind == "pick_option":
            steps = self.content.steps[frame["step"]]
            lines = [
                ((a, *path), outcomes)
                for a in self.options
                for path, outcomes in self.board.complete(self.p, self.side, steps.options[a.a] + rest)
            ]
        else:
            lines = self.board.go_on(self._lines(kind, frame), self.side, rest)
        mean = self.mind.horizon.mean
        return [Use(SPECIAL, 0, line, mean(line[1])) for line in lines]

    def _lines(self, kind: str, frame: dict[str, Any]) -> list[Line]:
        """The options of the decision, each with all that it can lead to."""
        p, board, options = self.p, self.board, self.options
        if kind == "take_amount":
            a = options[-1]
            return [((a,), [(1.0, board.amount_taken(p, CP_ACTIONS.index(frame["action"]), a.a))])]
        if kind == "move":
            return [((a,), [(1.0, moved(p, self.side, a.a, a.b, a.c))]) for a in options]
        if kind == "attack":
            target = REGIONS.index(frame["target"])
            return [((a,), board.attack(p, self.side, target, a, self._edge())) for a in options]
        if kind == "attack_target":
            edge = self._edge()
            targets = {a.a: a for a in options}
            return [
                (path, outcomes)
                for n in range(1, frame["cp"] + 1)
                for path, outcomes in board.attacks(p, self.side, n, edge)
                if path[0].a in targets
            ]
        if kind == "build_origin":
            origins = {a.a: a for a in options}
            return [line for n in range(1, frame["cp"] + 1) for line in board.builds(p, n) if line[0][0].a in origins]
        if kind == "voyage":
            to = board.next_voyage(p)
            most = max([a.b for a in options])
            least = min([a.c for a in options])
            return [
                ((a,), board.sailed(p, a, frame["attempts"], frame["bonus"]))
                for a in options
                if a.a == to and a.b == most and (a.c == least or most + a.c <= MOST_TOTAL)
            ]
        if kind == "distribute":
            return self._divisions(frame)
        assert kind == "pick_region"
        step = self.content.steps[frame["step"]]
        out: list[Line] = []
        for a in options:
            q = board.taken(p, step, a.a) if step.op == OP_TAKE else board.returned(p, self.side, step, a.a)
            if q is not None:
                out.append(((a,), [(1.0, q)]))
        return out

    def _divisions(self, frame: dict[str, Any]) -> list[Line]:
        piece = PIECES.index(frame["piece"])
        regions = [REGIONS.index(name) for name in frame["regions"]]
        origin = -1 if frame["origin"] == "supply" else REGIONS.index(frame["origin"])
        options = self.options
        if origin < 0:  # taken from the Supply: as many as possible
            most = max([sum(a.vec) for a in options])
            options = [a for a in options if sum(a.vec) == most]
        return [((a,), [(1.0, self.board.division_made(self.p, piece, origin, a, regions))]) for a in options]

    def _edge(self) -> int:
        """What this side leads in reserve as Attacker, as when the attack was planned."""
        card = self.view.reinforcement
        if self.side == EMPEROR or card is None or self.view.stack[-2]["frame"] == "effect":
            return lead(self.p, self.side)
        cp = self.content.cp[card]
        before = self.p.copy()
        before[RESERVE_CP + OVERLORD] = best_sum([*self.mind.reserve, cp])
        return lead(before, OVERLORD) - cp

    # --- battle

    def reroll(self) -> list[Action]:
        """The best mask or none; without re-rolls the card that gains more in this battle than it is worth kept."""
        battle = self.view.battle
        assert battle is not None
        target = REGIONS.index(battle.target)
        attacking = battle.attacker == SIDES[self.side]
        attacker = SIDES.index(battle.attacker)
        k, h, s = _forces(self.p, target, attacker)
        chances = self.known.battles.rerolls(k, h, s, None if attacking else result(battle.attack_dice))
        dice = battle.attack_dice if attacking else battle.defence_dice
        if battle.rerolls:
            values = [
                chances.masked(dice, a.c, battle.rerolls) if a.a == ROLL_DICE else chances.chance(dice, 0)
                for a in self.options
            ]
            return _best(self.options, values)
        won = self._after_battle(battle, target, self.side)
        lost = self._after_battle(battle, target, 1 - self.side)
        value = self.mind.horizon.value
        stake = value(won) - value(lost)
        now = chances.chance(dice, 0)
        values = [0.0]
        for a in self.options[1:]:
            cp = self.content.cp[a.b]
            cost = self.mind.cost[cp]
            price = now * (value(won) - value(_cheaper(won, self.side, cost)))
            price += (1 - now) * (value(lost) - value(_cheaper(lost, self.side, cost)))
            values.append((chances.chance(dice, cp) - now) * stake - price)
        return _best(self.options, values)

    def _after_battle(self, battle: BattleView, target: int, winner: int) -> Position:
        """The winner keeps all pieces but one (at least one), a Settlement lost first."""
        q = self.p.copy()
        if winner == EMPEROR:
            for piece, at in ((HORDE, HORDES + target), (SETTLEMENT, SETTLEMENTS + target)):
                q[SUPPLY + piece] += q[at]
                q[at] = 0
            at, piece = target, TROOP
        else:
            if not self.known.terms.troops_leave:
                q[SUPPLY + TROOP] += q[target]
            q[target] = 0
            at, piece = HORDES + target, HORDE
            if q[SETTLEMENTS + target]:
                at, piece = SETTLEMENTS + target, SETTLEMENT
        pieces = q[target] + q[HORDES + target] + q[SETTLEMENTS + target]
        if pieces > 1:
            q[at] -= 1
            if piece != TROOP or not self.known.terms.troops_leave:
                q[SUPPLY + piece] += 1
        return q

    # --- what is being carried out

    def _frame(self, name: str) -> dict[str, Any]:
        return next(f for f in self.view.stack if f["frame"] == name)

    def reaction_to_come(self) -> bool:
        """This side acts first with the card in play, and the opponent may choose to react (in solo no one chooses)."""
        if self.view.solo is not None:
            return False
        turn = self._frame("turn")
        return bool(turn["side"] == SIDES[self.side] and turn["mode"] == PLAY_MODES[MODE_FIRST])


def _forces(p: Position, target: int, attacker: int) -> tuple[int, int, int]:
    """Attackers, defending Troops or Hordes, Settlements."""
    if attacker == EMPEROR:
        return p[target], p[HORDES + target], p[SETTLEMENTS + target]
    return p[HORDES + target], p[target], 0


def _cheaper(p: Position, side: int, cost: int) -> Position:
    """Without a card whose loss costs so many CP of the best three."""
    q = p.copy()
    q[RESERVE_CP + side] -= cost
    return q


def _best(options: list[Action], values: list[float]) -> list[Action]:
    """The options of the highest value."""
    most = max(values) - SAME
    return [a for a, value in zip(options, values, strict=True) if value >= most]


def _distinct(actions: list[Action]) -> list[Action]:
    return list(dict.fromkeys(actions))
