"""Everything that can be wrong with a state: for the fuzzer and the laws."""

from __future__ import annotations

from ming_voyages.content import CARDS
from ming_voyages.names import (
    BORDERLANDS_END,
    EMPEROR,
    FIRST_BORDERLAND,
    GOLD,
    HORDE,
    JUNK,
    OVERLORD,
    PIECES,
    REGIONS,
    SETTLEMENT,
    SIDES,
    SOUTH_CHINA_SEA,
    TROOP,
)
from ming_voyages.state import MingState, Solo, room


def faults(s: MingState) -> list[str]:
    """Broken limits: pieces (MV-025, MV-130), places (MV-060, MV-070, MV-080), cards (MV-195)."""
    out: list[str] = []
    on_board = {
        TROOP: sum(s.troops),
        GOLD: s.gold_home + s.gold_sea,
        JUNK: s.junks + s.done,
        HORDE: sum(s.hordes),
        SETTLEMENT: sum(s.settlements),
    }
    if s.solo is not None:
        on_board[TROOP] += s.solo.removed
        out += _solo_faults(s, s.solo)
    for piece, n in on_board.items():
        if n + s.supply[piece] != s.c.totals[piece]:
            out.append(f"{PIECES[piece]}: {n} on the board and {s.supply[piece]} in the Supply of {s.c.totals[piece]}")
    counts = [*s.troops, *s.hordes, *s.settlements, *s.supply, s.gold_home, s.gold_sea, s.junks]
    if min(counts) < 0:
        out.append("a count is negative")
    if any(s.troops[r] for r in range(BORDERLANDS_END, len(s.troops))):
        out.append("Troops outside the Emperor's regions (MV-060)")
    if any(p[r] for p in (s.hordes, s.settlements) for r in (0, SOUTH_CHINA_SEA)):
        out.append("barbarian pieces outside the Overlord's regions (MV-060)")
    for r in range(FIRST_BORDERLAND, BORDERLANDS_END):
        fought_over = s.battle is not None and s.battle.target == r
        if s.troops[r] and (s.hordes[r] or s.settlements[r]) and not fought_over:
            out.append(f"{REGIONS[r]} holds pieces of both sides (MV-080)")
    if s.done != bin(s.completed).count("1") or s.completed & 1:
        out.append("the number of completed Voyages is wrong")
    cards = [*s.deck, *s.discard, *s.hands[0], *s.hands[1], *s.reserves[0], *s.reserves[1]]
    cards += [n for n in (s.in_play, s.reinforcement) if n]
    if s.battle is not None:
        cards += s.battle.cards
    if s.outcome is None and sorted(cards) != list(range(1, CARDS + 1)):
        out.append(f"the cards are not 1 to {CARDS}: {sorted(cards)}")
    for side in (EMPEROR, OVERLORD):
        hidden = s.hands[1 - side] + s.reserves[1 - side]
        if any(card not in hidden for card in s.known_hand[side]):
            out.append(f"the {SIDES[side]} remembers a hand card that the opponent does not have")
        if any(card not in s.reserves[1 - side] for card in s.known_reserve[side]):
            out.append(f"the {SIDES[side]} remembers a reserved card that is not there")
    if s.outcome is None and not s.stack:
        out.append("nothing is left to do, but the match is not over")
    return out


def _solo_faults(s: MingState, solo: Solo) -> list[str]:
    """Limits of the solo game (MV-655, MV-660, MV-685) and its Event cards (MV-020)."""
    out: list[str] = []
    for r in range(FIRST_BORDERLAND, BORDERLANDS_END):
        if room(s, r) < 0 and (s.battle is None or s.battle.target != r):
            out.append(f"{REGIONS[r]} holds more than {s.limit} pieces (MV-685)")
    for side, limit in ((EMPEROR, solo.level.reserve_limit), (OVERLORD, s.c.overlord_reserve_limit)):
        if len(s.reserves[side]) > limit:
            out.append(f"the {SIDES[side]} holds more than {limit} cards in reserve")
    for level in (1, 2, 3):
        if s.round and sorted(solo.decks[level] + solo.piles[level]) != s.c.event_decks[level]:
            out.append(f"the Level {level} Events are not complete")
    if any(s.known_hand) or any(s.known_reserve):
        out.append("a side remembers cards in a game in which all are seen")
    return out
