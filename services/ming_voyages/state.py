"""The state of a game, its questions about the board, and the few ways in which it changes."""

from __future__ import annotations

from typing import Any, Final

from ming_voyages.content import Content, Difficulty, Special
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
    REMOVE_LOST_TROOPS,
    SERIES,
    SETTLEMENT,
    SIDES,
    SOLO,
    SOUTH_CHINA_SEA,
    TROOP,
    TWO_PLAYER,
)
from rulekit.events import Ctx, Event
from rulekit.frames import State
from rulekit.outcome import Outcome

SUPPLY: Final = -1
REMOVED: Final = -2  # out of the game (MV-675)
NO_LIMIT: Final = 99
NOBODY: Final = -1  # the seat of the Overlord in solo
SERIES_FRAME: Final = "series"


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


class Solo:
    """What only the solo game has (RULES.md, sections 12 to 16). `decks[level]` and `piles[level]` (face up) hold
    indexes of Event cards, the top one last; `removed` counts the Troops that left the game."""

    __slots__ = ("level", "challenge", "cube", "decks", "piles", "removed", "removes_troops")

    def __init__(self, level: Difficulty, challenge: bool, cube: int) -> None:
        self.level = level
        self.challenge = challenge
        self.cube = cube
        self.decks: list[list[int]] = [[], [], [], []]
        self.piles: list[list[int]] = [[], [], [], []]
        self.removed = 0
        self.removes_troops = challenge and level.challenge == REMOVE_LOST_TROOPS

    def copy(self) -> Solo:
        o = Solo(self.level, self.challenge, self.cube)
        o.decks = [d.copy() for d in self.decks]
        o.piles = [p.copy() for p in self.piles]
        o.removed = self.removed
        return o


class MingState(State):
    """A game of two sides. Lists named by side are indexed EMPEROR, OVERLORD; board lists by region.

    `hands` and the `known` lists are sorted; `reserves` are in the order in which the cards came;
    the top of `deck` and of `discard` is the last element. `known_hand[side]` and
    `known_reserve[side]` are what that side remembers of its opponent's cards (J-49). `reserved_now[side]`: that side
    has reserved a card since the swap and has not certainly shown it again. `seats[OVERLORD]` is NOBODY in solo.
    `limit` is the most pieces a Borderland may hold (MV-685). In a series `game` is 1 or 2 and `points` has one
    entry, by seat, for each game that is over.
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
        "mode",
        "solo",
        "limit",
        "game",
        "points",
    )

    def __init__(self, c: Content, mode: int = TWO_PLAYER) -> None:
        super().__init__(1 if mode == SOLO else 2)
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
        self.mode = mode
        self.solo: Solo | None = None
        self.limit = c.borderland_limit if mode == SOLO else NO_LIMIT
        self.game = 1
        self.points: list[list[int]] = []

    def copy(self) -> MingState:
        o = MingState(self.c, self.mode)
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
        if self.solo is not None:
            o.solo = self.solo.copy()
        o.game = self.game
        o.points = self.points
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


def room(s: MingState, region: int) -> int:
    """How many more pieces may enter a region (MV-685)."""
    if FIRST_BORDERLAND <= region < BORDERLANDS_END:
        return s.limit - s.troops[region] - s.hordes[region] - s.settlements[region]
    return NO_LIMIT


def reserve_full(s: MingState, side: int) -> bool:
    """The side may reserve no further card (MV-655, MV-660; no limit with two players: MV-205)."""
    solo = s.solo
    if solo is None:
        return False
    limit = solo.level.reserve_limit if side == EMPEROR else s.c.overlord_reserve_limit
    return len(s.reserves[side]) >= limit


def reaction_levels(s: MingState) -> list[int]:
    """Solo: the Event level of a Barbarian's Reaction by CP - 1 (MV-640, MV-645)."""
    solo = s.solo
    assert solo is not None
    return solo.level.later_levels if s.done >= s.c.later_from else solo.level.levels


def owners(s: MingState, side: int) -> tuple[int, ...] | None:
    """Who sees the side's cards: its seat, or everybody (None) in solo (MV-620)."""
    return None if s.solo is not None else (s.seats[side],)


def between_games(s: MingState) -> bool:
    """The first game of a series has just ended: nothing of it is carried out any more."""
    return s.game <= len(s.points) and s.outcome is None


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
    elif region == REMOVED:
        assert piece == TROOP
        assert s.solo is not None
        s.solo.removed += n
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
    return "supply" if region == SUPPLY else "removed" if region == REMOVED else REGIONS[region]


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
    s.battle = None
    if s.mode == SERIES:
        _finish_game_of_series(s, ctx, winner, kind, both)
        return
    seat = s.seats[winner]
    seats = len(s.answered)
    placings = [2] * seats
    scores = [0] * seats
    for side in (EMPEROR, OVERLORD):
        if s.seats[side] >= 0:
            scores[s.seats[side]] = both[side]
    if seat >= 0:
        placings[seat] = 1
    detail: dict[str, Any] = {
        "winner": seat if seat >= 0 else None,
        "winning_side": SIDES[winner],
        "kind": kind,
        "totals": {"emperor": both[EMPEROR], "overlord": both[OVERLORD]},
        "points": None,
    }
    if s.solo is not None:  # what a minor victory is measured by (MV-765)
        detail["borderlands"] = {"emperor": controlled(s, EMPEROR), "overlord": controlled(s, OVERLORD)}
        detail["voyages"] = {"completed": s.done, "required": s.solo.level.required}
    s.finish(Outcome(f"{kind}_victory" if seat >= 0 else f"{kind}_defeat", placings, scores, detail))
    if ctx.loud:
        ctx.emit(Event("game_over", detail))


def _finish_game_of_series(s: MingState, ctx: Ctx, winner: int, kind: str, both: list[int]) -> None:
    """Points of a game of the series (MV-595 to MV-605); after the second the match is over (MV-610)."""
    points = [0, 0]
    for side in (EMPEROR, OVERLORD):
        earned = both[side]
        if kind == "major" and side == winner:
            earned = s.c.major_points
        elif kind == "minor" and side == OVERLORD and both[EMPEROR] == both[OVERLORD]:
            earned += s.c.tie_bonus
        points[s.seats[side]] = earned
    s.points = [*s.points, points]
    sums = [sum([p[seat] for p in s.points]) for seat in (0, 1)]
    board = {"emperor": both[EMPEROR], "overlord": both[OVERLORD]}
    if ctx.loud:
        ctx.emit(
            Event(
                "series_game_over",
                {
                    "game": s.game,
                    "winner": s.seats[winner],
                    "winning_side": SIDES[winner],
                    "kind": kind,
                    "totals": board,
                    "points": points,
                    "sums": sums,
                },
            )
        )
    if s.game == 1:
        while s.stack and s.stack[-1].name() != SERIES_FRAME:  # which begins the second game
            s.stack.pop()
        return
    detail = {
        "winner": None if sums[0] == sums[1] else 0 if sums[0] > sums[1] else 1,
        "winning_side": None,
        "kind": None,
        "totals": board,
        "points": {"sums": sums, "games": [list(p) for p in s.points]},
    }
    s.finish(Outcome("series", [1 if p == max(sums) else 2 for p in sums], sums, detail))
    if ctx.loud:
        ctx.emit(Event("game_over", detail))
