"""The steps of re-rolling (RULES.md, section 9, B and D), and the Overlord's play of them in solo (section 16)."""

from __future__ import annotations

from ming_voyages.dice import result
from ming_voyages.names import OVERLORD, SIDES, SINGLE, TRIPLE
from ming_voyages.state import Battle, MingState, put_on_discard, reveal_reserved
from rulekit.events import Ctx, Event

ALL_DICE = 7


def the_battle(s: MingState) -> Battle:
    battle = s.battle
    assert battle is not None
    return battle


def open_card(s: MingState, ctx: Ctx, side: int, card: int) -> None:
    """Reveals a reserved card for as many re-rolls as its CP (MV-465)."""
    b = the_battle(s)
    s.reserves[side].remove(card)
    reveal_reserved(s, side, card)
    b.cards.append(card)
    b.rerolls = s.c.cp[card]
    if ctx.loud:
        ctx.emit(Event("battle_reroll_card", {"side": SIDES[side], "card": card, "rerolls": b.rerolls}))


def roll_again(s: MingState, ctx: Ctx, side: int, mask: int) -> None:
    """Re-rolls the dice whose bits are set in `mask`; they are replaced in index order."""
    b = the_battle(s)
    b.rerolls -= 1
    dice = b.defence_dice if b.defending else b.attack_dice
    chosen = [i for i in range(3) if mask >> i & 1]
    fresh = ctx.chance.roll("defender" if b.defending else "attacker", len(chosen), 6)
    for i, value in zip(chosen, fresh, strict=True):
        dice[i] = value
    if ctx.loud:
        ctx.emit(Event("battle_reroll", {"side": SIDES[side], "mask": mask, "dice": list(dice), "rerolls": b.rerolls}))


def stop(s: MingState, ctx: Ctx) -> None:
    """The cards used go to the discard pile in the order of use (MV-475); re-rolls left are lost."""
    b = the_battle(s)
    put_on_discard(s, ctx, b.cards, "rerolls")
    b.cards = []
    b.rerolls = 0


def overlord_rerolls(s: MingState, ctx: Ctx) -> None:
    """Solo: the Overlord has rolled; he re-rolls by rule, top card first (MV-865 to MV-890)."""
    b = the_battle(s)
    if b.defending:
        _defend(s, ctx, b)
    else:
        _attack(s, ctx, b)
    stop(s, ctx)


def _more(s: MingState, ctx: Ctx, b: Battle) -> bool:
    """A re-roll is left, on this card or on the next."""
    if b.rerolls == 0:
        pile = s.reserves[OVERLORD]
        if not pile:
            return False
        open_card(s, ctx, OVERLORD, pile[-1])
    return True


def _attack(s: MingState, ctx: Ctx, b: Battle) -> None:
    """All dice until a double or triple; a double uses up the open card on its odd die (MV-865 to MV-880)."""
    while True:
        kind = result(b.attack_dice)[0]
        if kind == TRIPLE:
            return
        if kind == SINGLE:
            if not _more(s, ctx, b):
                return
            roll_again(s, ctx, OVERLORD, ALL_DICE)
        elif b.rerolls > 0:
            roll_again(s, ctx, OVERLORD, _odd_die(b.attack_dice))
        else:
            return


def _odd_die(dice: list[int]) -> int:
    """The mask of the die that is not of the pair."""
    if dice[0] == dice[1]:
        return 4
    return 2 if dice[0] == dice[2] else 1


def _defend(s: MingState, ctx: Ctx, b: Battle) -> None:
    """All dice until he wins the round; nothing beats a triple 6 (MV-885)."""
    to_beat = result(b.attack_dice)
    if to_beat == (TRIPLE, 6):
        return
    while result(b.defence_dice) <= to_beat and _more(s, ctx, b):
        roll_again(s, ctx, OVERLORD, ALL_DICE)
