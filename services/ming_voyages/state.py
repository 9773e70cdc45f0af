"""The state of a game, its questions about the board, and the few ways in which it changes."""

from __future__ import annotations

from typing import Any, Final

from ming_voyages.content import Content, Special
from ming_voyages.names import (
    BORDERLANDS_END,
    EMPEROR,
    FIRST_BORDERLAND,
    GOLD,
    HORDE,
    JUNK,
    MING_HOMELAND,
    OVERLORD,
    PIECES,
    REGION_COUNT,
    REGIONS,
    SETTLEMENT,
    SIDES,
    SOUTH_CHINA_SEA,
    TROOP,
)
from rulekit.events import Ctx, Event
from rulekit.frames import State
from rulekit.outcome import Outcome

SUPPLY: Final = -1


class Battle:
    """The battle being fought. `cards` are the re-roll cards used in the present step B or D."""

    __slots__ = ("target", "attacker", "attack_dice", "defence_dice", "defending", "rerolls", "cards", "rounds")

    def __init__(self, target: int, attacker: int) -> None:
        self.target = target
        self.attacker = attacker
        self.attack_dice: list[int] = []
        self.defence_dice: list[int] = []
        self.defending = False
        self.rerolls = 0
        self.cards: list[int] = []
        self.rounds = 0

    def copy(self) -> Battle:
        b = Battle(self.target, self.attacker)
        b.attack_dice = self.attack_dice.copy()
        b.defence_dice = self.defence_dice.copy()
        b.defending = self.defending
        b.rerolls = self.rerolls
        b.cards = self.cards.copy()
        b.rounds = self.rounds
        return b

    def plain(self) -> dict[str, Any]:
        return {
            "target": REGIONS[self.target],
            "attacker": SIDES[self.attacker],
            "attack_dice": list(self.attack_dice),
            "defence_dice": list(self.defence_dice),
            "defending": self.defending,
            "rerolls": self.rerolls,
            "cards": list(self.cards),
            "rounds": self.rounds,
        }


class MingState(State):
    """A game of two sides. Lists named by side are indexed EMPEROR, OVERLORD; board lists by region.

    `hands` and the `known` lists are sorted; `reserves` are in the order in which the cards came;
    the top of `deck` and of `discard` is the last element. `known_hand[side]` and
    `known_reserve[side]` are what that side remembers of its opponent's cards (J-49). `reserved_now[side]`: that side
    has reserved a card since the swap and has not certainly shown it again.
    """

    __slots__ = (
        "c",
        "seats",
        "troops",
        "hordes",
        "settlements",
        "gold_home",
        "gold_sea",
        "junks",
        "completed",
        "done",
        "supply",
        "deck",
        "discard",
        "hands",
        "reserves",
        "known_hand",
        "known_reserve",
        "reserved_now",
        "round",
        "era",
        "phase",
        "in_play",
        "reinforcement",
        "battle",
    )

    def __init__(self, c: Content) -> None:
        super().__init__(2)
        self.c = c
        self.seats: list[int] = [0, 1]  # seat of the Emperor, seat of the Overlord
        self.troops: list[int] = [0] * REGION_COUNT
        self.hordes: list[int] = [0] * REGION_COUNT
        self.settlements: list[int] = [0] * REGION_COUNT
        self.gold_home = 0
        self.gold_sea = 0
        self.junks = 0  # in the South China Sea
        self.completed = 0  # bit v: Voyage v
        self.done = 0  # number of completed Voyages
        self.supply: list[int] = c.totals.copy()
        self.deck: list[int] = []
        self.discard: list[int] = []
        self.hands: list[list[int]] = [[], []]
        self.reserves: list[list[int]] = [[], []]
        self.known_hand: list[list[int]] = [[], []]
        self.known_reserve: list[list[int]] = [[], []]
        self.reserved_now: list[bool] = [False, False]
        self.round = 0
        self.era = 1
        self.phase = 0
        self.in_play = 0
        self.reinforcement = 0
        self.battle: Battle | None = None

    def copy(self) -> MingState:
        o = MingState(self.c)
        self.copy_kernel(o)
        o.seats = self.seats
        o.troops = self.troops.copy()
        o.hordes = self.hordes.copy()
        o.settlements = self.settlements.copy()
        o.gold_home = self.gold_home
        o.gold_sea = self.gold_sea
        o.junks = self.junks
        o.completed = self.completed
        o.done = self.done
        o.supply = self.supply.copy()
        o.deck = self.deck.copy()
        o.discard = self.discard.copy()
        o.hands = [self.hands[0].copy(), self.hands[1].copy()]
        o.reserves = [self.reserves[0].copy(), self.reserves[1].copy()]
        o.known_hand = [self.known_hand[0].copy(), self.known_hand[1].copy()]
        o.known_reserve = [self.known_reserve[0].copy(), self.known_reserve[1].copy()]
        o.reserved_now = self.reserved_now.copy()
        o.round = self.round
        o.era = self.era
        o.phase = self.phase
        o.in_play = self.in_play
        o.reinforcement = self.reinforcement
        if self.battle is not None:
            o.battle = self.battle.copy()
        return o


# --- who holds what


def controller(s: MingState, region: int) -> int:
    """The side that controls a Borderland, or -1 (MV-075; during a battle the Defender: MV-085)."""
    if s.battle is not None and s.battle.target == region:
        return 1 - s.battle.attacker
    if s.troops[region]:
        return EMPEROR
    if s.hordes[region] or s.settlements[region]:
        return OVERLORD
    return -1


def controlled(s: MingState, side: int) -> int:
    """How many Borderlands the side controls."""
    return sum([1 for r in range(FIRST_BORDERLAND, BORDERLANDS_END) if controller(s, r) == side])


def held(s: MingState, piece: int, region: int) -> int:
    """Pieces of a kind in a region. Junks on Voyage spaces are in no region."""
    if piece == TROOP:
        return s.troops[region]
    if piece == HORDE:
        return s.hordes[region]
    if piece == SETTLEMENT:
        return s.settlements[region]
    if piece == GOLD:
        return s.gold_home if region == MING_HOMELAND else s.gold_sea if region == SOUTH_CHINA_SEA else 0
    return s.junks if region == SOUTH_CHINA_SEA else 0


def totals(s: MingState) -> list[int]:
    """The two sides' totals (MV-580)."""
    return [controlled(s, EMPEROR) + s.done, controlled(s, OVERLORD) + 7 - s.done]


def open_special(s: MingState, card: int, side: int) -> Special | None:
    """The special action of a card that is open to a side now (MV-140, MV-145, MV-150)."""
    return s.c.open_specials(side, s.completed)[card]


# --- changes


def add(s: MingState, piece: int, region: int, n: int) -> None:
    """Puts n pieces (or takes, if negative) in a region or the Supply; tells nobody."""
    if region == SUPPLY:
        s.supply[piece] += n
    elif piece == TROOP:
        s.troops[region] += n
    elif piece == HORDE:
        s.hordes[region] += n
    elif piece == SETTLEMENT:
        s.settlements[region] += n
    elif piece == JUNK:
        s.junks += n
    elif region == MING_HOMELAND:
        s.gold_home += n
    else:
        s.gold_sea += n


def shift(s: MingState, ctx: Ctx, piece: int, origin: int, to: int, n: int, cause: str) -> None:
    """Moves n pieces between regions or the Supply and tells everybody."""
    if n == 0:
        return
    add(s, piece, origin, -n)
    add(s, piece, to, n)
    if ctx.loud:
        ctx.emit(
            Event(
                "pieces_changed",
                {"piece": PIECES[piece], "from": place_name(origin), "to": place_name(to), "n": n, "cause": cause},
            )
        )


def place_name(region: int) -> str:
    return "supply" if region == SUPPLY else REGIONS[region]


def reveal(s: MingState, card: int) -> None:
    """A card was shown: it leaves what anybody remembers of hidden cards (README, what a seat knows)."""
    for known in (s.known_hand, s.known_reserve):
        for side in (EMPEROR, OVERLORD):
            if card in known[side]:
                known[side].remove(card)


def reveal_reserved(s: MingState, owner: int, card: int) -> None:
    """A card shown out of the owner's reserve.

    If the opponent had handed it over it was not in the reserve at the swap: then it is the card
    reserved since, and none of this round is left in the reserve.
    """
    if card in s.known_hand[1 - owner]:
        s.reserved_now[owner] = False
    reveal(s, card)


def put_on_discard(s: MingState, ctx: Ctx, cards: list[int], cause: str) -> None:
    """Cards go face up on the discard pile, the last one on top."""
    for card in cards:
        reveal(s, card)
        s.discard.append(card)
    if ctx.loud and cards:
        ctx.emit(Event("cards_discarded", {"cards": list(cards), "cause": cause}))


def check_major_victory(s: MingState, ctx: Ctx) -> None:
    """After every step (MV-575): all Voyages (MV-565) or all Borderlands (MV-570) end the game."""
    if s.done == 7:
        finish(s, ctx, EMPEROR, "major")
    elif s.battle is None and not any(s.troops[1:6]) and controlled(s, OVERLORD) == 5:
        finish(s, ctx, OVERLORD, "major")


def finish(s: MingState, ctx: Ctx, winner: int, kind: str) -> None:
    """Ends the game with the winning side and the totals of the board (MV-580, MV-605)."""
    both = totals(s)
    seat = s.seats[winner]
    placings = [2, 2]
    placings[seat] = 1
    scores = [0, 0]
    scores[s.seats[EMPEROR]] = both[EMPEROR]
    scores[s.seats[OVERLORD]] = both[OVERLORD]
    detail = {
        "winner": seat,
        "winning_side": SIDES[winner],
        "kind": kind,
        "totals": {"emperor": both[EMPEROR], "overlord": both[OVERLORD]},
        "points": None,
    }
    s.battle = None
    s.finish(Outcome(f"{kind}_victory", placings, scores, detail))
    if ctx.loud:
        ctx.emit(Event("game_over", detail))
