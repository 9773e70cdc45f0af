"""Battle (RULES.md, section 9)."""

from __future__ import annotations

from typing import Any, Final

from ming_voyages.dice import RESULT_NAMES, result
from ming_voyages.frames import MingFrame
from ming_voyages.names import (
    EMPEROR,
    HORDE,
    OVERLORD,
    REGIONS,
    ROLL_DICE,
    SETTLEMENT,
    SIDES,
    STOP,
    TROOP,
    USE_CARD,
)
from ming_voyages.rerolls import open_card, overlord_rerolls, roll_again, stop, the_battle
from ming_voyages.state import REMOVED, SUPPLY, Battle, MingState, check_major_victory, shift
from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO

ATTACKER_ROLLS: Final = 0
ATTACKER_DONE: Final = 1
DEFENDER_DONE: Final = 2


def has_pieces(s: MingState, side: int, region: int) -> bool:
    if side == EMPEROR:
        return s.troops[region] > 0
    return s.hordes[region] > 0 or s.settlements[region] > 0


def start_battle(s: MingState, ctx: Ctx, target: int, attacker: int) -> None:
    """The attackers stand in the Borderland already (MV-445)."""
    s.battle = Battle(target, attacker)
    if ctx.loud:
        ctx.emit(Event("battle_started", {"target": REGIONS[target], "attacker": SIDES[attacker]}))
    s.stack.append(BattleRound(ATTACKER_ROLLS))


class BattleRound(MingFrame):
    """Steps A to F, again and again (MV-450). `step` says what is to be done next."""

    __slots__ = ("step",)

    def __init__(self, step: int) -> None:
        super().__init__(AUTO)
        self.step = step

    def name(self) -> str:
        return "battle"

    def fields(self) -> dict[str, Any]:
        return {"step": self.step}

    def copy(self) -> BattleRound:
        return BattleRound(self.step)

    def run(self, s: MingState, ctx: Ctx) -> None:
        b = the_battle(s)
        if self.step == ATTACKER_ROLLS:
            b.rounds += 1
            b.defending = False
            b.defence_dice = []
            b.attack_dice = ctx.chance.roll("attacker", 3, 6)
            self.step = ATTACKER_DONE
            _rolled(s, ctx, b, b.attacker, b.attack_dice)
        elif self.step == ATTACKER_DONE:
            b.defending = True
            b.defence_dice = ctx.chance.roll("defender", 3, 6)
            self.step = DEFENDER_DONE
            _rolled(s, ctx, b, 1 - b.attacker, b.defence_dice)
        else:
            self._resolve(s, ctx, b)

    def _resolve(self, s: MingState, ctx: Ctx, b: Battle) -> None:
        """Steps E and F (MV-485 to MV-530)."""
        attack = result(b.attack_dice)
        defence = result(b.defence_dice)
        hit = "standoff"
        loser = -1
        if attack != defence:
            loser = 1 - b.attacker if attack > defence else b.attacker
            hit = "normal_hit" if attack[0] == defence[0] else "devastating_blow"
        if ctx.loud:
            ctx.emit(
                Event(
                    "battle_round",
                    {
                        "target": REGIONS[b.target],
                        "attack": {"type": RESULT_NAMES[attack[0]], "score": attack[1]},
                        "defence": {"type": RESULT_NAMES[defence[0]], "score": defence[1]},
                        "hit": hit,
                        "loser": None if loser < 0 else SIDES[loser],
                    },
                )
            )
        if loser >= 0:
            _lose(s, ctx, b.target, loser, hit == "devastating_blow")
        defender = 1 - b.attacker
        attackers_left = has_pieces(s, b.attacker, b.target)
        if attackers_left and has_pieces(s, defender, b.target):
            self.step = ATTACKER_ROLLS
            return
        s.battle = None
        s.stack.pop()
        if ctx.loud:
            winner = b.attacker if attackers_left else defender
            ctx.emit(Event("battle_ended", {"target": REGIONS[b.target], "winner": SIDES[winner]}))
        check_major_victory(s, ctx)


def _rolled(s: MingState, ctx: Ctx, b: Battle, roller: int, dice: list[int]) -> None:
    """After step A or C: the roller may use re-rolls (MV-465)."""
    b.rerolls = 0
    b.cards = []
    if ctx.loud:
        ctx.emit(Event("battle_roll", {"side": SIDES[roller], "dice": list(dice)}))
    if not s.reserves[roller]:
        return
    if s.solo is not None and roller == OVERLORD:
        overlord_rerolls(s, ctx)
    else:
        s.stack.append(Reroll(s.seats[roller], roller))


def _lose(s: MingState, ctx: Ctx, region: int, loser: int, devastating: bool) -> None:
    """Losses of step E (MV-490 to MV-505)."""
    c = s.c
    cause = "devastating_blow" if devastating else "normal_hit"
    if loser == OVERLORD and s.settlements[region] > 0:
        n = c.devastating_settlement_loss if devastating else c.normal_settlement_loss
        shift(s, ctx, SETTLEMENT, region, SUPPLY, min(n, s.settlements[region]), cause)
        return
    n = c.devastating_loss if devastating else c.normal_loss
    if loser == OVERLORD:
        shift(s, ctx, HORDE, region, SUPPLY, min(n, s.hordes[region]), cause)
        return
    challenged = s.solo is not None and s.solo.removes_troops
    shift(s, ctx, TROOP, region, REMOVED if challenged else SUPPLY, min(n, s.troops[region]), cause)


class Reroll(MingFrame):
    """Steps B and D: stop, reveal a reserved card, or re-roll dice (MV-465 to MV-480)."""

    __slots__ = ("side",)

    def __init__(self, seat: int, side: int) -> None:
        super().__init__(seat)
        self.side = side

    def name(self) -> str:
        return "reroll"

    def rule(self) -> str:
        return "MV-465"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"side": SIDES[self.side]}

    def copy(self) -> Reroll:
        return Reroll(self.seat, self.side)

    def options(self, s: MingState) -> list[Action]:
        b = the_battle(s)
        if b.rerolls > 0:
            return s.c.reroll_dice
        cards = s.c.reroll_card
        return [s.c.reroll_stop] + [cards[n] for n in s.reserves[self.side]]

    def choose(self, s: MingState, action: Action, ctx: Ctx) -> None:
        if action.a == STOP:
            s.stack.pop()
            stop(s, ctx)
        elif action.a == USE_CARD:
            open_card(s, ctx, self.side, action.b)
        else:
            assert action.a == ROLL_DICE
            roll_again(s, ctx, self.side, action.c)
