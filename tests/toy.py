"""A toy game that uses everything the kernel offers, for the tests of kernel, services and bots.

The rules (15 to 30 decisions):

- **TOY-05** Each seat gets a hidden hand of numbered cards from a shuffled deck, and three chips.
- **TOY-10** In each round all seats bid one card of the hand, secretly and at the same time.
- **TOY-20** The highest card wins; the winner rolls a die and scores it. Cards bid are put face up.
- **TOY-30** The next seat may pay a chip to halve the win (rounded down), or decline.
- **TOY-40** After odd rounds the seats go to market side by side: each puts chips in its own column,
  each chip scores a die halved plus the bonus of its spot, until it stops.
- **TOY-50** A seat that has stopped takes a prize when all earlier seats have left the market.
- **TOY-60** At any time a seat may cash one chip for a point, once per round.
- **TOY-70** After the last round the most points win; a chip left counts a point; ties share.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from rulekit.actions import Action, ActionTable, Choice, Field, Kind
from rulekit.chance import Chance
from rulekit.content import Meta, convert, read_edition, require
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO, Fork, Frame, Sealed, State
from rulekit.game import Game, Mode, Option
from rulekit.outcome import Outcome

EDITION: Final = Path(__file__).with_name("toy.toml")
BID, DECLINE, HALVE, PLACE, STOP, TAKE, CASH = range(7)


class Table(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    die_faces: int
    chips: int
    hand: int
    spare_cards: int


class Spot(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    id: str
    bonus: int


class Prize(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    id: str
    worth: int


class Edition(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    meta: Meta
    table: Table
    spot: list[Spot]
    prize: list[Prize]


class ToyState(State):
    """`columns[seat][spot]` counts chips; `cashed[seat]` is the last round in which the seat cashed a chip."""

    __slots__ = (
        "cashed",
        "chips",
        "columns",
        "deck",
        "discards",
        "game",
        "hands",
        "points",
        "prizes",
        "round",
        "rounds",
        "spent",
    )  # fmt: skip

    def __init__(self, game: ToyGame, seats: int, rounds: int) -> None:
        super().__init__(seats)
        self.game = game
        self.rounds = rounds
        self.round = 0
        self.deck: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.discards: list[int] = []
        self.chips = [game.content.table.chips] * seats
        self.spent = 0
        self.points = [0] * seats
        self.columns = [[0] * len(game.content.spot) for _ in range(seats)]
        self.prizes: list[int] = []
        self.cashed = [0] * seats

    def pay(self, seat: int) -> None:
        self.chips[seat] -= 1
        self.spent += 1


class Deal(Frame[ToyState]):
    """Set-up: shuffle and deal."""

    __slots__ = ()

    def name(self) -> str:
        return "deal"

    def copy(self) -> Deal:
        return Deal(AUTO)

    def run(self, s: ToyState, ctx: Ctx) -> None:
        s.stack.pop()
        seats = len(s.hands)
        table = s.game.content.table
        order = ctx.chance.shuffle("deal", s.game.cards(seats))
        for seat in range(seats):
            s.hands[seat] = sorted(order[seat * table.hand : (seat + 1) * table.hand])
            if ctx.loud:
                ctx.emit(
                    Event(
                        "dealt", {"seat": seat, "cards": list(s.hands[seat])}, (seat,), {"seat": seat, "n": table.hand}
                    )
                )
        s.deck = order[seats * table.hand :]
        s.stack.append(Round(AUTO))


class Round(Frame[ToyState]):
    """The next round, or the end."""

    __slots__ = ()

    def name(self) -> str:
        return "round"

    def copy(self) -> Round:
        return Round(AUTO)

    def run(self, s: ToyState, ctx: Ctx) -> None:
        if s.round == s.rounds:
            s.game.end(s, ctx)
            return
        s.round += 1
        seats = list(range(len(s.hands)))
        if s.round % 2 == 1:
            s.stack.append(Open(AUTO))
        s.stack.append(Bid(seats))


class Bid(Sealed[ToyState]):
    """TOY-10, TOY-20."""

    __slots__ = ()

    def name(self) -> str:
        return "bid"

    def rule(self) -> str:
        return "TOY-10"

    def fields(self) -> dict[str, Any]:
        return {"seats": self.seats.copy(), "answers": [None if a is None else a.a for a in self.answers]}

    def copy(self) -> Bid:
        new = Bid(self.seats)
        new.answers = self.answers.copy()
        return new

    def options_for(self, s: ToyState, seat: int) -> list[Action]:
        return [s.game.bids[card] for card in s.hands[seat]]

    def reveal(self, s: ToyState, answers: list[Action], ctx: Ctx) -> None:
        cards = [a.a for a in answers]
        for seat, card in zip(self.seats, cards, strict=True):
            s.hands[seat].remove(card)
        s.discards.extend(cards)
        winner = self.seats[cards.index(max(cards))]
        win = ctx.chance.roll("win", 1, s.game.content.table.die_faces)[0]
        s.points[winner] += win
        if ctx.loud:
            ctx.emit(Event("bids_revealed", {"cards": cards, "winner": winner, "dice": [win]}))
        s.stack.append(Protest((winner + 1) % len(s.hands), winner, win))


class Protest(Frame[ToyState]):
    """TOY-30: the reaction of the seat after the winner."""

    __slots__ = ("win", "winner")

    def __init__(self, seat: int, winner: int, win: int) -> None:
        super().__init__(seat)
        self.winner = winner
        self.win = win

    def name(self) -> str:
        return "protest"

    def rule(self) -> str:
        return "TOY-30"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"winner": self.winner, "win": self.win}

    def copy(self) -> Protest:
        return Protest(self.seat, self.winner, self.win)

    def options(self, s: ToyState) -> list[Action]:
        if s.chips[self.seat] == 0:
            return [s.game.decline]
        return [s.game.decline, s.game.halve]

    def choose(self, s: ToyState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.kind == HALVE:
            s.pay(self.seat)
            lost = self.win - self.win // 2
            s.points[self.winner] -= lost
            if ctx.loud:
                ctx.emit(Event("win_halved", {"by": self.seat, "winner": self.winner, "lost": lost}))


class Open(Frame[ToyState]):
    """TOY-40: opens the market with fresh prizes, one more than seats."""

    __slots__ = ()

    def name(self) -> str:
        return "open"

    def copy(self) -> Open:
        return Open(AUTO)

    def run(self, s: ToyState, ctx: Ctx) -> None:
        s.stack.pop()
        seats = list(range(len(s.hands)))
        known = list(range(len(s.game.content.prize)))
        s.prizes = sorted(ctx.chance.draw("prizes", known, len(seats) + 1))
        if ctx.loud:
            ctx.emit(Event("market_opened", {"prizes": [s.game.content.prize[p].id for p in s.prizes]}))
        s.stack.append(Market(seats, [[Taking(seat), Placing(seat)] for seat in seats]))


class Market(Fork[ToyState]):
    """All seats at the market, each with its own sequence."""

    __slots__ = ()

    def name(self) -> str:
        return "market"

    def fields(self) -> dict[str, Any]:
        return {"seats": self.seats.copy(), "branches": [[plain_frame(f) for f in b] for b in self.branches]}

    def copy(self) -> Market:
        return Market(self.seats, self.copy_branches())


class Placing(Frame[ToyState]):
    """TOY-40: one chip, or stop. Each seat has its own stream of chance, so arrival order does not matter."""

    __slots__ = ()

    def name(self) -> str:
        return "place"

    def rule(self) -> str:
        return "TOY-40"

    def copy(self) -> Placing:
        return Placing(self.seat)

    def options(self, s: ToyState) -> list[Action]:
        if s.chips[self.seat] == 0:
            return [s.game.stop]
        return [s.game.stop, *s.game.places]

    def choose(self, s: ToyState, action: Action, ctx: Ctx) -> None:
        if action.kind == STOP:
            s.stack.pop()
            return
        s.pay(self.seat)
        s.columns[self.seat][action.a] += 1
        table = s.game.content
        die = ctx.chance.roll("chip", 1, table.table.die_faces, 1 + self.seat)[0]
        s.points[self.seat] += die // 2 + table.spot[action.a].bonus
        if ctx.loud:
            ctx.emit(Event("chip_placed", {"seat": self.seat, "spot": table.spot[action.a].id, "dice": [die]}))


class Taking(Frame[ToyState]):
    """TOY-50: a prize, after all earlier seats."""

    __slots__ = ()

    def name(self) -> str:
        return "take"

    def rule(self) -> str:
        return "TOY-50"

    def copy(self) -> Taking:
        return Taking(self.seat)

    def blocked(self, s: ToyState) -> bool:
        # Every earlier seat that has left the market took one prize.
        return len(s.hands) + 1 - len(s.prizes) < self.seat

    def options(self, s: ToyState) -> list[Action]:
        return [s.game.takes[p] for p in s.prizes]

    def choose(self, s: ToyState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        s.prizes.remove(action.a)
        prize = s.game.content.prize[action.a]
        s.points[self.seat] += prize.worth
        if ctx.loud:
            ctx.emit(Event("prize_taken", {"seat": self.seat, "prize": prize.id}))


class ToyView(msgspec.Struct, kw_only=True):
    """What a seat (None: a spectator) knows. `stack` is the public part of the program counter."""

    seat: int | None
    rounds: int
    round: int
    deck: int
    hand: list[int]
    hand_sizes: list[int]
    discards: list[int]
    chips: list[int]
    spent: int
    points: list[int]
    columns: list[list[int]]
    prizes: list[str]
    cashed: list[int]
    answered: list[int]
    bids_in: list[bool]
    own_bid: int | None
    stack: list[dict[str, Any]]


def plain_frame(f: Frame[Any]) -> dict[str, Any]:
    return {"frame": f.name(), "seat": f.seat, **f.fields()}


def frame_of_plain(game: ToyGame, data: dict[str, Any]) -> Frame[ToyState]:
    name = data["frame"]
    if name == "bid":
        bid = Bid(list(data["seats"]))
        bid.answers = [None if a is None else game.bids[a] for a in data["answers"]]
        return bid
    if name == "protest":
        return Protest(data["seat"], data["winner"], data["win"])
    if name == "market":
        return Market(list(data["seats"]), [[frame_of_plain(game, f) for f in b] for b in data["branches"]])
    kinds: dict[str, type[Frame[ToyState]]] = {
        "deal": Deal, "round": Round, "open": Open, "place": Placing, "take": Taking,
    }  # fmt: skip
    return kinds[name](data["seat"])


class ToyGame(Game[ToyState]):
    """Modes "two" (2 seats) and "many" (2 to 4); option `rounds`: with 4 the last bid has no choice."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        data, digest = read_edition(path, "toy")
        self.content = convert(data, Edition)
        require(len(self.content.prize) >= 5, "prize", "", "at least 5 prizes are needed")
        self.key = "toy"
        self.title = self.content.meta.title
        self.version = 1
        self.edition_id = self.content.meta.edition
        self.edition_digest = digest
        rounds = Option("rounds", [3, 2, 4], "how many rounds are played")
        self.modes = [
            Mode("two", 2, 2, [rounds], "two seats"),
            Mode("many", 2, 4, [rounds], "two to four seats"),
        ]
        spots = [x.id for x in self.content.spot]
        prizes = [x.id for x in self.content.prize]
        self.actions = ActionTable(
            [
                Kind("bid", [Field("card")]),
                Kind("decline", []),
                Kind("halve", []),
                Kind("place", [Choice("spot", spots)]),
                Kind("stop", []),
                Kind("take", [Choice("prize", prizes)]),
                Kind("cash", []),
            ]
        )
        get = self.actions.get
        self.bids = {card: get(BID, card) for card in self.cards(4)}
        self.decline = get(DECLINE)
        self.halve = get(HALVE)
        self.places = [get(PLACE, i) for i in range(len(spots))]
        self.stop = get(STOP)
        self.takes = [get(TAKE, i) for i in range(len(prizes))]
        self.cash = [get(CASH)]

    def cards(self, seats: int) -> list[int]:
        table = self.content.table
        return list(range(1, 1 + seats * table.hand + table.spare_cards))

    def new_state(self, mode: Mode, options: dict[str, Any], seats: int) -> ToyState:
        s = ToyState(self, seats, options["rounds"])
        s.stack.append(Deal(AUTO))
        return s

    def off_turn_options(self, s: ToyState, seat: int) -> list[Action]:
        if s.outcome is None and s.chips[seat] > 0 and s.cashed[seat] < s.round:
            return self.cash
        return []

    def off_turn(self, s: ToyState, seat: int, action: Action, ctx: Ctx) -> None:
        """TOY-60."""
        s.pay(seat)
        s.points[seat] += 1
        s.cashed[seat] = s.round
        if ctx.loud:
            ctx.emit(Event("chip_cashed", {"seat": seat}))

    def end(self, s: ToyState, ctx: Ctx) -> None:
        """TOY-70."""
        scores = [p + c for p, c in zip(s.points, s.chips, strict=True)]
        placings = [1 + sum(other > score for other in scores) for score in scores]
        s.finish(Outcome("points", placings, scores, {"chips": s.chips.copy()}))
        if ctx.loud:
            ctx.emit(Event("match_ended", {"scores": scores}))

    def view_type(self) -> type[msgspec.Struct]:
        return ToyView

    def view(self, s: ToyState, seat: int | None) -> ToyView:
        stack = [plain_frame(f) for f in s.stack]
        bids_in = [False] * len(s.hands)
        own_bid: int | None = None
        for f, plain in zip(s.stack, stack, strict=True):
            if isinstance(f, Bid):
                plain["answers"] = []
                for bidder, answer in zip(f.seats, f.answers, strict=True):
                    bids_in[bidder] = answer is not None
                    if bidder == seat and answer is not None:
                        own_bid = answer.a
        return ToyView(
            seat=seat,
            rounds=s.rounds,
            round=s.round,
            deck=len(s.deck),
            hand=s.hands[seat].copy() if seat is not None else [],
            hand_sizes=[len(h) for h in s.hands],
            discards=s.discards.copy(),
            chips=s.chips.copy(),
            spent=s.spent,
            points=s.points.copy(),
            columns=[c.copy() for c in s.columns],
            prizes=[self.content.prize[p].id for p in s.prizes],
            cashed=s.cashed.copy(),
            answered=s.answered.copy(),
            bids_in=bids_in,
            own_bid=own_bid,
            stack=stack,
        )

    def determinize(self, view: msgspec.Struct, seat: int, chance: Chance) -> ToyState:
        assert isinstance(view, ToyView)
        seats = len(view.chips)
        s = ToyState(self, seats, view.rounds)
        s.round = view.round
        known = set(view.hand) | set(view.discards)
        unknown = chance.shuffle("unknown", [c for c in self.cards(seats) if c not in known])
        for other in range(seats):
            if other == seat:
                s.hands[other] = view.hand.copy()
            else:
                size = view.hand_sizes[other]
                s.hands[other] = sorted(unknown[:size])
                del unknown[:size]
        s.deck = unknown
        s.discards = view.discards.copy()
        s.chips = view.chips.copy()
        s.spent = view.spent
        s.points = view.points.copy()
        s.columns = [c.copy() for c in view.columns]
        ids = [p.id for p in self.content.prize]
        s.prizes = [ids.index(p) for p in view.prizes]
        s.cashed = view.cashed.copy()
        s.answered = view.answered.copy()
        s.tick = sum(s.answered)  # every step answers one decision
        for plain in view.stack:
            if plain["frame"] == "bid":
                answers: list[int | None] = []
                for bidder in plain["seats"]:
                    if not view.bids_in[bidder]:
                        answers.append(None)
                    elif bidder == seat:
                        answers.append(view.own_bid)
                    else:
                        answers.append(chance.draw("sealed", s.hands[bidder], 1)[0])
                plain = {**plain, "answers": answers}
            s.stack.append(frame_of_plain(self, plain))
        return s

    def faults(self, s: ToyState) -> list[str]:
        out = []
        seats = len(s.hands)
        cards = sorted([c for h in s.hands for c in h] + s.deck + s.discards)
        if cards != self.cards(seats):
            out.append(f"the cards are {cards}")
        if sum(s.chips) + s.spent != seats * self.content.table.chips or min(s.chips) < 0:
            out.append(f"chips {s.chips} and {s.spent} spent")
        if s.round > s.rounds or any(c > s.round for c in s.cashed):
            out.append(f"round {s.round} of {s.rounds}, cashed {s.cashed}")
        if min(s.points) < 0:
            out.append(f"points {s.points}")
        if (s.outcome is None) != bool(s.stack):
            out.append("a match goes on exactly as long as there are frames")
        return out

    def copy(self, s: ToyState) -> ToyState:
        new = ToyState(self, len(s.hands), s.rounds)
        s.copy_kernel(new)
        new.round = s.round
        new.deck = s.deck.copy()
        new.hands = [h.copy() for h in s.hands]
        new.discards = s.discards.copy()
        new.chips = s.chips.copy()
        new.spent = s.spent
        new.points = s.points.copy()
        new.columns = [c.copy() for c in s.columns]
        new.prizes = s.prizes.copy()
        new.cashed = s.cashed.copy()
        return new

    def encode_state(self, s: ToyState) -> dict[str, Any]:
        return {
            "rounds": s.rounds,
            "round": s.round,
            "deck": s.deck.copy(),
            "hands": [h.copy() for h in s.hands],
            "discards": s.discards.copy(),
            "chips": s.chips.copy(),
            "spent": s.spent,
            "points": s.points.copy(),
            "columns": [c.copy() for c in s.columns],
            "prizes": s.prizes.copy(),
            "cashed": s.cashed.copy(),
            "answered": s.answered.copy(),
            "tick": s.tick,
            "stack": [plain_frame(f) for f in s.stack],
            "outcome": None if s.outcome is None else s.outcome.plain(),
        }

    def decode_state(self, data: dict[str, Any]) -> ToyState:
        s = ToyState(self, len(data["hands"]), data["rounds"])
        s.round = data["round"]
        s.deck = list(data["deck"])
        s.hands = [list(h) for h in data["hands"]]
        s.discards = list(data["discards"])
        s.chips = list(data["chips"])
        s.spent = data["spent"]
        s.points = list(data["points"])
        s.columns = [list(c) for c in data["columns"]]
        s.prizes = list(data["prizes"])
        s.cashed = list(data["cashed"])
        s.answered = list(data["answered"])
        s.tick = data["tick"]
        s.stack = [frame_of_plain(self, f) for f in data["stack"]]
        o = data["outcome"]
        if o is not None:
            s.outcome = Outcome(o["reason"], list(o["placings"]), list(o["scores"]), dict(o["detail"]))
        return s


def load(path: Path | None = None) -> ToyGame:
    """The toy game under the given edition file, or under its own."""
    return ToyGame(path or EDITION)
