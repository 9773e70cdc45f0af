"""What a seat may know, built field by field, and possible worlds made of it."""

from __future__ import annotations

import msgspec

from ming_voyages.coding import read_battle, read_frame, read_outcome, read_solo
from ming_voyages.content import CARDS, Content
from ming_voyages.names import (
    CUBE_PLACES,
    EMPEROR,
    MODES,
    OVERLORD,
    PIECES,
    REGIONS,
    SERIES,
    SIDES,
    SOUTH_CHINA_SEA,
)
from ming_voyages.state import NOBODY, MingState, Solo, reaction_levels
from ming_voyages.view_types import BattleView, KnownCards, MingView, Region, SeriesView, SoloView
from rulekit.chance import Chance

PHASES = ["", "draw", "emperor", "overlord", "end_of_round"]


def view(s: MingState, seat: int | None) -> MingView:
    side = -1 if seat is None else s.seats.index(seat)
    troops, hordes, settlements = s.troops, s.hordes, s.settlements
    board = {REGIONS[r]: Region(troops[r], hordes[r], settlements[r]) for r in range(SOUTH_CHINA_SEA)}
    board["ming_homeland"].gold = s.gold_home
    board["south_china_sea"] = Region(gold=s.gold_sea, junk=s.junks)
    hands, reserves = s.hands, s.reserves
    b = s.battle
    if side >= 0:
        known = KnownCards(s.known_hand[side].copy(), s.known_reserve[side].copy())
        known_by = KnownCards(s.known_hand[1 - side].copy(), s.known_reserve[1 - side].copy())
    else:
        known = KnownCards([], [])
        known_by = KnownCards([], [])
    return MingView(
        mode=MODES[s.mode],
        side=SIDES[side] if side >= 0 else None,
        sides=[SIDES[s.seats.index(n)] for n in range(len(s.answered))],
        round=s.round,
        era=s.era,
        phase=PHASES[s.phase],
        board=board,
        completed=[v for v in range(1, 8) if s.completed >> v & 1],
        supply=dict(zip(PIECES, s.supply, strict=True)),
        hand=hands[side].copy() if side >= 0 else [],
        hand_sizes={"emperor": len(hands[EMPEROR]), "overlord": len(hands[OVERLORD])},
        reserve=reserves[side].copy() if side >= 0 else [],
        reserve_sizes={"emperor": len(reserves[EMPEROR]), "overlord": len(reserves[OVERLORD])},
        reserved_this_round={"emperor": s.reserved_now[EMPEROR], "overlord": s.reserved_now[OVERLORD]},
        known_opponent=known,
        known_by_opponent=known_by,
        deck_size=len(s.deck),
        discard=s.discard.copy(),
        in_play=s.in_play or None,
        reinforcement=s.reinforcement or None,
        battle=BattleView(
            REGIONS[b.target],
            SIDES[b.attacker],
            b.attack_dice.copy(),
            b.defence_dice.copy(),
            b.defending,
            b.rerolls,
            b.cards.copy(),
            b.rounds,
        )
        if b is not None
        else None,
        stack=[{"frame": f.name(), **f.fields()} for f in s.stack],
        answered=s.answered.copy(),
        outcome=s.outcome.plain() if s.outcome is not None else None,
        series=SeriesView(s.game, [p.copy() for p in s.points]) if s.mode == SERIES else None,
        solo=_solo_view(s, s.solo) if s.solo is not None else None,
    )


def _solo_view(s: MingState, solo: Solo) -> SoloView:
    events = s.c.events
    return SoloView(
        difficulty=solo.level.id,
        extra_challenge=solo.challenge,
        levels=reaction_levels(s).copy(),
        required_voyages=solo.level.required,
        reserve_limit=solo.level.reserve_limit,
        cube=CUBE_PLACES[solo.cube],
        deck_sizes=[len(solo.decks[level]) for level in (1, 2, 3)],
        discards=[[events[i].id for i in solo.piles[level]] for level in (1, 2, 3)],
        hands={"emperor": s.hands[EMPEROR].copy(), "overlord": s.hands[OVERLORD].copy()},
        reserves={"emperor": s.reserves[EMPEROR].copy(), "overlord": s.reserves[OVERLORD].copy()},
        removed_troops=solo.removed,
    )


# --- possible worlds


def determinize(c: Content, v: MingView, seat: int, chance: Chance) -> MingState:
    """A state that gives the seat this very view; the unknown cards are dealt by `chance`."""
    s = MingState(c, MODES.index(v.mode))
    me = SIDES.index(v.side or v.sides[seat])
    other = 1 - me
    s.seats = [v.sides.index(side) if side in v.sides else NOBODY for side in SIDES]
    if v.series is not None:
        s.game, s.points = v.series.game, [p.copy() for p in v.series.points]
    for name, region in v.board.items():
        r = REGIONS.index(name)
        s.troops[r] = region.troop
        s.hordes[r] = region.horde
        s.settlements[r] = region.settlement
    s.gold_home = v.board["ming_homeland"].gold
    s.gold_sea = v.board["south_china_sea"].gold
    s.junks = v.board["south_china_sea"].junk
    for number in v.completed:
        s.completed |= 1 << number
    s.done = len(v.completed)
    s.supply = [v.supply[p] for p in PIECES]
    s.discard = v.discard.copy()
    s.round, s.era, s.phase = v.round, v.era, PHASES.index(v.phase)
    s.in_play = v.in_play or 0
    s.reinforcement = v.reinforcement or 0
    s.reserved_now = [v.reserved_this_round["emperor"], v.reserved_this_round["overlord"]]
    s.answered = v.answered.copy()
    s.outcome = read_outcome(v.outcome)
    if v.battle is not None:
        s.battle = read_battle(msgspec.structs.asdict(v.battle))
    s.stack = [read_frame(s, f) for f in v.stack]
    s.hands[me], s.reserves[me] = v.hand.copy(), v.reserve.copy()
    s.known_hand[me], s.known_reserve[me] = v.known_opponent.hand.copy(), v.known_opponent.reserve.copy()
    s.known_hand[other], s.known_reserve[other] = v.known_by_opponent.hand.copy(), v.known_by_opponent.reserve.copy()
    if v.solo is not None:
        _deal_solo(s, v.solo, chance)
    else:
        _deal_unknown(s, v, other, chance)
    return s


def _deal_solo(s: MingState, v: SoloView, chance: Chance) -> None:
    """Only the order of the decks is unknown."""
    c = s.c
    s.hands = [v.hands["emperor"].copy(), v.hands["overlord"].copy()]
    s.reserves = [v.reserves["emperor"].copy(), v.reserves["overlord"].copy()]
    solo = read_solo(c, v.difficulty, v.extra_challenge, v.cube)
    s.solo = solo
    solo.removed = v.removed_troops
    numbers = {event.id: event.index for event in c.events}
    for level in (1, 2, 3):
        pile = [numbers[name] for name in v.discards[level - 1]]
        solo.piles[level] = pile
        hidden = [i for i in c.event_decks[level] if i not in pile]
        solo.decks[level] = chance.shuffle("unknown_events", hidden)
    seen = {s.in_play, s.reinforcement, *s.discard, *s.hands[0], *s.hands[1], *s.reserves[0], *s.reserves[1]}
    if s.battle is not None:
        seen.update(s.battle.cards)
    s.deck = chance.shuffle("unknown_cards", [card for card in range(1, CARDS + 1) if card not in seen])


def _deal_unknown(s: MingState, v: MingView, other: int, chance: Chance) -> None:
    """Deals the opponent's hand and reserve and the deck among the cards nobody showed.

    Without a reservation since the swap all remembered hand cards are in the hand. With one, the
    reserved card is any of the hand as it was before, the remembered cards included; unless it was
    shown again (all cards of the reserve are known).
    """
    me = 1 - other
    seen = {
        s.in_play,
        s.reinforcement,
        *s.discard,
        *s.hands[me],
        *s.reserves[me],
        *s.known_hand[me],
        *s.known_reserve[me],
    }
    if s.battle is not None:
        seen.update(s.battle.cards)
    pool = chance.shuffle("unknown_cards", [card for card in range(1, CARDS + 1) if card not in seen])
    name = SIDES[other]
    fresh = 1 if s.reserved_now[other] and v.reserve_sizes[name] > len(s.known_reserve[me]) else 0
    hand = s.known_hand[me].copy()
    while len(hand) < v.hand_sizes[name] + fresh:
        hand.append(pool.pop())
    reserve = s.known_reserve[me].copy()
    while len(reserve) < v.reserve_sizes[name] - fresh:
        reserve.append(pool.pop())
    if fresh:
        card = chance.draw("reserved_card", sorted(hand), 1)[0]
        hand.remove(card)
        reserve.append(card)
    s.hands[other] = sorted(hand)
    s.reserves[other] = reserve
    s.deck = pool
