"""What a seat may know, built field by field; possible worlds made of it; states in plain form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ming_voyages.battle import BattleRound, Reroll
from ming_voyages.command import AttackForce, AttackTarget, BuildOrigin, Distribute, MakeVoyage, Move, TakeAmount
from ming_voyages.content import CARDS, Content
from ming_voyages.effects import Effect, PickOption, PickRegion
from ming_voyages.names import (
    BORDERLANDS_END,
    CP_ACTIONS,
    EMPEROR,
    FIRST_BORDERLAND,
    GOLD,
    HORDE,
    JUNK,
    OVERLORD,
    PIECES,
    PLAY_MODES,
    REGIONS,
    SETTLEMENT,
    SIDES,
    SOUTH_CHINA_SEA,
    TROOP,
)
from ming_voyages.setup import SetUp
from ming_voyages.state import SUPPLY, Battle, MingState
from ming_voyages.turn import ChooseUse, DiscardOrder, PlayCard, Reaction, Round, Turn
from rulekit.chance import Chance
from rulekit.frames import Frame
from rulekit.outcome import Outcome

PHASES = ["", "draw", "emperor", "overlord", "end_of_round"]


class Region(msgspec.Struct, omit_defaults=True):
    """Pieces in a land region."""

    troop: int = 0
    horde: int = 0
    settlement: int = 0
    gold: int = 0
    junk: int = 0


class KnownCards(msgspec.Struct):
    """Cards that one side remembers of the other's (a card of `hand` may have been reserved since the swap)."""

    hand: list[int]
    reserve: list[int]


class BattleView(msgspec.Struct):
    """The battle being fought; dice in the order rolled, empty where not rolled yet."""

    target: str
    attacker: str
    attack_dice: list[int]
    defence_dice: list[int]
    defending: bool
    rerolls: int
    cards: list[int]
    rounds: int


class MingView(msgspec.Struct):
    """What a seat may know. `side` is null, and what is private empty, for a spectator.

    `stack` is what is being carried out, outermost first; all of it is public. `discard` has its top
    card last; `completed` lists the numbers of completed Voyages.
    """

    mode: str
    side: str | None
    sides: list[str]
    round: int
    era: int
    phase: str
    board: dict[str, Region]
    completed: list[int]
    supply: dict[str, int]
    hand: list[int]
    hand_sizes: dict[str, int]
    reserve: list[int]
    reserve_sizes: dict[str, int]
    reserved_this_round: dict[str, bool]
    known_opponent: KnownCards
    known_by_opponent: KnownCards
    deck_size: int
    discard: list[int]
    in_play: int | None
    reinforcement: int | None
    battle: BattleView | None
    stack: list[dict[str, Any]]
    answered: list[int]
    outcome: dict[str, Any] | None


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
        mode="two_player",
        side=SIDES[side] if side >= 0 else None,
        sides=[SIDES[s.seats.index(0)], SIDES[s.seats.index(1)]],
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
    )


# --- frames from their plain form


def _side(f: dict[str, Any]) -> int:
    return SIDES.index(f["side"])


def _region(name: str) -> int:
    return SUPPLY if name == "supply" else REGIONS.index(name)


def _emperor(s: MingState) -> int:
    return s.seats[EMPEROR]


def _overlord(s: MingState) -> int:
    return s.seats[OVERLORD]


def _distribute(s: MingState, f: dict[str, Any]) -> Distribute:
    side = _side(f)
    piece = PIECES.index(f["piece"])
    regions = [REGIONS.index(r) for r in f["regions"]]
    return Distribute(s.seats[side], side, piece, f["least"], f["most"], _region(f["origin"]), regions, f["cause"])


def _discard_order(s: MingState, f: dict[str, Any]) -> DiscardOrder:
    return DiscardOrder(_overlord(s), list(f["cards"]))


_READERS: dict[str, Callable[[MingState, dict[str, Any]], Frame[MingState]]] = {
    "set_up": lambda _, f: SetUp(f["emperor"]),
    "round": lambda _, f: Round(f["next"]),
    "play_card": lambda s, f: PlayCard(s.seats[_side(f)], _side(f)),
    "turn": lambda _, f: Turn(_side(f), f["card"], PLAY_MODES.index(f["mode"]), f["slot"]),
    "choose_use": lambda s, f: ChooseUse(s.seats[_side(f)], _side(f), f["card"]),
    "reaction": lambda s, f: Reaction(s.seats[_side(f)], _side(f), f["card"]),
    "discard_order": _discard_order,
    "take_amount": lambda s, f: TakeAmount(_emperor(s), CP_ACTIONS.index(f["action"]), f["cp"]),
    "distribute": _distribute,
    "build_origin": lambda s, f: BuildOrigin(_overlord(s), f["cp"]),
    "move": lambda s, f: Move(s.seats[_side(f)], _side(f), f["cp"]),
    "attack_target": lambda s, f: AttackTarget(s.seats[_side(f)], _side(f), f["cp"]),
    "attack": lambda s, f: AttackForce(s.seats[_side(f)], _side(f), f["cp"], REGIONS.index(f["target"])),
    "voyage": lambda s, f: MakeVoyage(_emperor(s), f["attempts"], f["bonus"]),
    "battle": lambda _, f: BattleRound(f["step"]),
    "reroll": lambda s, f: Reroll(s.seats[_side(f)], _side(f)),
    "effect": lambda _, f: Effect(_side(f), list(f["steps"]), f["at"]),
    "pick_region": lambda s, f: PickRegion(s.seats[_side(f)], _side(f), f["step"]),
    "pick_option": lambda s, f: PickOption(s.seats[_side(f)], _side(f), f["step"]),
}


def read_frame(s: MingState, f: dict[str, Any]) -> Frame[MingState]:
    """A frame from {"frame": name, ...fields}; `s.seats` must be set."""
    return _READERS[f["frame"]](s, f)


def _read_battle(b: dict[str, Any]) -> Battle:
    battle = Battle(REGIONS.index(b["target"]), SIDES.index(b["attacker"]))
    battle.attack_dice = list(b["attack_dice"])
    battle.defence_dice = list(b["defence_dice"])
    battle.defending = b["defending"]
    battle.rerolls = b["rerolls"]
    battle.cards = list(b["cards"])
    battle.rounds = b["rounds"]
    return battle


def read_outcome(o: dict[str, Any] | None) -> Outcome | None:
    return None if o is None else Outcome(o["reason"], o["placings"], o["scores"], o["detail"])


# --- possible worlds


def determinize(c: Content, v: MingView, seat: int, chance: Chance) -> MingState:
    """A state that gives the seat this very view; the unknown cards are dealt by `chance`."""
    s = MingState(c)
    me = SIDES.index(v.side or v.sides[seat])
    other = 1 - me
    s.seats = [v.sides.index("emperor"), v.sides.index("overlord")]
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
        s.battle = _read_battle(msgspec.structs.asdict(v.battle))
    s.stack = [read_frame(s, f) for f in v.stack]
    s.hands[me], s.reserves[me] = v.hand.copy(), v.reserve.copy()
    s.known_hand[me], s.known_reserve[me] = v.known_opponent.hand.copy(), v.known_opponent.reserve.copy()
    s.known_hand[other], s.known_reserve[other] = v.known_by_opponent.hand.copy(), v.known_by_opponent.reserve.copy()
    _deal_unknown(s, v, other, chance)
    return s


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


# --- the whole state in plain form


def encode(s: MingState) -> dict[str, Any]:
    """Everything, secrets included; equal for equal states. Never leaves the service."""
    return {
        "seats": list(s.seats),
        "troops": s.troops.copy(),
        "hordes": s.hordes.copy(),
        "settlements": s.settlements.copy(),
        "gold_home": s.gold_home,
        "gold_sea": s.gold_sea,
        "junks": s.junks,
        "completed": s.completed,
        "done": s.done,
        "supply": s.supply.copy(),
        "deck": s.deck.copy(),
        "discard": s.discard.copy(),
        "hands": [h.copy() for h in s.hands],
        "reserves": [r.copy() for r in s.reserves],
        "known_hand": [k.copy() for k in s.known_hand],
        "known_reserve": [k.copy() for k in s.known_reserve],
        "reserved_now": s.reserved_now.copy(),
        "round": s.round,
        "era": s.era,
        "phase": s.phase,
        "in_play": s.in_play,
        "reinforcement": s.reinforcement,
        "battle": s.battle.plain() if s.battle is not None else None,
        "stack": [{"frame": f.name(), **f.fields()} for f in s.stack],
        "answered": s.answered.copy(),
        "tick": s.tick,
        "outcome": s.outcome.plain() if s.outcome is not None else None,
    }


def decode(c: Content, data: dict[str, Any]) -> MingState:
    """The state of `encode`."""
    s = MingState(c)
    s.seats = list(data["seats"])
    s.troops = list(data["troops"])
    s.hordes = list(data["hordes"])
    s.settlements = list(data["settlements"])
    s.gold_home, s.gold_sea, s.junks = data["gold_home"], data["gold_sea"], data["junks"]
    s.completed, s.done = data["completed"], data["done"]
    s.supply = list(data["supply"])
    s.deck, s.discard = list(data["deck"]), list(data["discard"])
    s.hands = [list(h) for h in data["hands"]]
    s.reserves = [list(r) for r in data["reserves"]]
    s.known_hand = [list(k) for k in data["known_hand"]]
    s.known_reserve = [list(k) for k in data["known_reserve"]]
    s.reserved_now = list(data["reserved_now"])
    s.round, s.era, s.phase = data["round"], data["era"], data["phase"]
    s.in_play, s.reinforcement = data["in_play"], data["reinforcement"]
    if data["battle"] is not None:
        s.battle = _read_battle(data["battle"])
    s.answered = list(data["answered"])
    s.tick = data["tick"]
    s.outcome = read_outcome(data["outcome"])
    s.stack = [read_frame(s, f) for f in data["stack"]]
    return s


# --- everything that can be wrong


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
