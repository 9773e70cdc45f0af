"""A small language for positions: the smallest consistent game that has what a test names.

    t = table(sichuan="2T", western_mongols="3H", home="1G", sea="2J", voyages=[6], plays=24)
    t.dice(voyage=[5, 4])
    t.play(24, "second")                        # the side whose turn it is
    t.overlord("reaction", accept=True)         # decisions are answered by side
    assert t["sichuan"] == "2T" and t.supply("gold") == 4

Regions take pieces as text: "2T 1G" with T Troop, G Gold, J Junk, H Horde, S Settlement. What is not
named is empty or in the Supply; hands are filled up with cards that no list names, all others are the deck.
Every move goes through `Game.apply`, and after each the state must be free of faults.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from ming_voyages import load
from ming_voyages.game import MingVoyages
from ming_voyages.names import EMPEROR, OVERLORD, REGIONS, SIDES
from ming_voyages.state import MingState, held
from ming_voyages.turn import NEXT_OVERLORD, NEXT_SWAP, PlayCard, Round
from ming_voyages.view_types import MingView
from rulekit.chance import Scripted
from rulekit.errors import IllegalAction
from rulekit.events import Ctx, Event
from rulekit.frames import advance

GAME: Final = load()
LETTERS: Final = "TGJHS"  # in the order of the piece numbers
HOME: Final = "ming_homeland"
SEA: Final = "south_china_sea"

Json = dict[str, Any]


class Table:
    """A state of a game and all events since it was laid out (or since `clear`)."""

    def __init__(self, game: MingVoyages, state: MingState) -> None:
        self.game = game
        self.state = state
        self.script: dict[str, list[int]] = {}
        self.log: list[Event] = []

    # --- playing

    def dice(self, **values: list[int]) -> Table:
        """Scripts chance by label: dice, `discard_reserve`, `second_era_deck` ..."""
        for label, more in values.items():
            self.script.setdefault(label, []).extend(more)
        return self

    def start(self) -> Table:
        """Runs on to the first decision."""
        advance(self.state, self._ctx())
        assert self.game.faults(self.state) == []
        return self

    def _ctx(self) -> Ctx:
        chance = Scripted(self.script)
        self.script = chance.script
        return Ctx(chance, self.log)

    def do(self, side: str, kind: str, **fields: Any) -> Table:
        """The side answers its decision, which must be of this kind. A field `from` is written `from_`."""
        assert self.asked == (side, kind), f"{self.asked} is asked, not {(side, kind)}"
        seat = self.seat(side)
        decision = self.game.decision(self.state, seat)
        self.game.apply(self.state, seat, decision.id, self.game.actions.decode(action(kind, **fields)), self._ctx())
        assert self.game.faults(self.state) == []
        return self

    def emperor(self, kind: str, **fields: Any) -> Table:
        return self.do("emperor", kind, **fields)

    def overlord(self, kind: str, **fields: Any) -> Table:
        return self.do("overlord", kind, **fields)

    def play(self, card: int, mode: str = "first") -> Table:
        """The side whose turn it is plays or reserves a card."""
        return self.do(self.turn, "play_card", card=card, mode=mode)

    def cp(self, what: str, reinforce: int | None = None) -> Table:
        """The side that is asked uses the CP. An only option is carried out without asking."""
        side, kind = self.asked
        assert kind == "choose_use"
        extra = {"reinforce": reinforce} if side == "overlord" else {}
        return self.do(side, "choose_use", use="cp", action=what, **extra)

    def special(self) -> Table:
        """The side that is asked uses the special action."""
        return self.do(self.asked[0], "choose_use", use="special")

    def refused(self, side: str, kind: str, **fields: Any) -> str:
        """The action must be refused as illegal, with nothing changed; the rule that the refusal names."""
        seat = self.seat(side)
        before = self.game.encode_state(self.state)
        decision = self.game.decision(self.state, seat)
        told = len(self.log)
        wanted = self.game.actions.decode(action(kind, **fields))
        with pytest.raises(IllegalAction) as refusal:
            self.game.apply(self.state, seat, decision.id, wanted, self._ctx())
        assert self.game.encode_state(self.state) == before
        assert len(self.log) == told
        return refusal.value.rule

    # --- asking

    def seat(self, side: str) -> int:
        return self.state.seats[SIDES.index(side)]

    @property
    def turn(self) -> str:
        return "emperor" if self.state.phase == 2 else "overlord"

    @property
    def asked(self) -> tuple[str, str]:
        """Who is asked for what; ("", "") when the match is over."""
        pending = self.game.pending(self.state)
        if not pending:
            return "", ""
        assert len(pending) == 1
        return SIDES[self.state.seats.index(pending[0].seat)], pending[0].kind

    @property
    def options(self) -> list[Json]:
        """The options of the decision that is pending, without their `type`."""
        actions = self.game.options(self.state, self.game.pending(self.state)[0].seat)
        return [{k: v for k, v in self.game.actions.encode(a).items() if k != "type"} for a in actions]

    @property
    def uses(self) -> set[str]:
        """What the side that is asked may use its card for: CP actions, and "special"."""
        assert self.asked[1] == "choose_use"
        return {o.get("action", "special") for o in self.options}

    def offered(self, **fields: Any) -> bool:
        """One of the options has exactly these fields."""
        wanted = action("", **fields)
        del wanted["type"]
        return wanted in self.options

    def __getitem__(self, region: str) -> str:
        """The pieces of a region as text, "" if it is empty."""
        r = REGIONS.index({"home": HOME, "sea": SEA}.get(region, region))
        counts = [held(self.state, p, r) for p in range(5)]
        return " ".join(f"{n}{LETTERS[p]}" for p, n in enumerate(counts) if n)

    def supply(self, piece: str) -> int:
        return self.view("emperor").supply[piece]

    @property
    def voyages(self) -> list[int]:
        return self.view("emperor").completed

    def hand(self, side: str) -> list[int]:
        return self.state.hands[SIDES.index(side)]

    def reserve(self, side: str) -> list[int]:
        return self.state.reserves[SIDES.index(side)]

    @property
    def discard(self) -> list[int]:
        return self.state.discard

    @property
    def over(self) -> Json | None:
        """The breakdown of the outcome, if the match is over."""
        return self.state.outcome.detail if self.state.outcome is not None else None

    def view(self, side: str | None) -> MingView:
        view = self.game.view(self.state, None if side is None else self.seat(side))
        assert isinstance(view, MingView)
        return view

    # --- events

    def clear(self) -> Table:
        self.log.clear()
        return self

    def events(self, *types: str, side: str | None = None) -> list[Json]:
        """The events (of these types), whole, or as one side gets them ("spectator": as anybody does)."""
        out: list[Json] = []
        for e in self.log:
            if not types or e.type in types:
                if side is None:
                    out.append({"type": e.type, **e.data})
                else:
                    seen = e.seen_by(None if side == "spectator" else self.seat(side))
                    if seen is not None:
                        out.append(seen)
        return out

    def told(self) -> list[str]:
        """The types of all events in order."""
        return [e.type for e in self.log]


def action(kind: str, **fields: Any) -> Json:
    return {"type": kind, **{k.rstrip("_"): v for k, v in fields.items()}}


def table(
    *,
    turn: str = "emperor",
    round: int = 3,
    era: int = 1,
    plays: int = 0,
    voyages: list[int] | tuple[int, ...] = (),
    emperor: list[int] | None = None,
    overlord: list[int] | None = None,
    emperor_reserve: list[int] | tuple[int, ...] = (),
    overlord_reserve: list[int] | tuple[int, ...] = (),
    discard: list[int] | tuple[int, ...] = (),
    no_deck: bool = False,
    seats: tuple[int, int] = (0, 1),
    game: MingVoyages = GAME,
    on: dict[str, str] | None = None,
    **regions: str,
) -> Table:
    """A position in which `turn` is to play a card. See the module's docstring.

    `plays` is put into the hand of the side to move. `emperor` and `overlord` give whole hands;
    `no_deck` puts what is left over under the discard pile. `home`, `sea` are short names; `on` gives
    regions as a dictionary.
    """
    s = MingState(game.content)
    s.seats = list(seats)
    for name, text in {**regions, **(on or {})}.items():
        _put(s, REGIONS.index({"home": HOME, "sea": SEA}.get(name, name)), text)
    for v in voyages:
        s.completed |= 1 << v
        s.done += 1
    on_board = [sum(s.troops), s.gold_home + s.gold_sea, s.junks + s.done, sum(s.hordes), sum(s.settlements)]
    s.supply = [total - n for total, n in zip(game.content.totals, on_board, strict=True)]
    assert min(s.supply) >= 0, f"more pieces than there are: {s.supply}"
    s.discard = list(discard)
    s.reserves = [list(emperor_reserve), list(overlord_reserve)]
    _deal(s, turn, plays, [emperor, overlord])
    if no_deck:
        s.discard = s.deck + s.discard
        s.deck = []
    s.round, s.era = round, era
    side = SIDES.index(turn)
    s.phase = 2 if side == EMPEROR else 3
    s.stack = [Round(NEXT_OVERLORD if side == EMPEROR else NEXT_SWAP), PlayCard(s.seats[side], side)]
    assert game.faults(s) == []
    return Table(game, s)


def _put(s: MingState, region: int, text: str) -> None:
    for word in text.split():
        n, letter = int(word[:-1]), word[-1]
        if letter == "T":
            s.troops[region] = n
        elif letter == "H":
            s.hordes[region] = n
        elif letter == "S":
            s.settlements[region] = n
        elif letter == "J":
            assert REGIONS[region] == SEA
            s.junks = n
        elif REGIONS[region] == HOME:
            s.gold_home = n
        else:
            assert REGIONS[region] == SEA
            assert letter == "G"
            s.gold_sea = n


def _deal(s: MingState, turn: str, plays: int, hands: list[list[int] | None]) -> None:
    named = {plays, *s.discard, *s.reserves[0], *s.reserves[1], *(hands[0] or []), *(hands[1] or [])}
    free = [n for n in range(1, 28) if n not in named]
    for side in (EMPEROR, OVERLORD):
        given = hands[side]
        if given is None:
            hand = [plays] if plays and SIDES[side] == turn else []
            size = 5 if side == EMPEROR and turn == "emperor" else 4
            while len(hand) < size:
                hand.append(free.pop(0))
        else:
            hand = list(given)
            if plays and SIDES[side] == turn and plays not in hand:
                hand.append(plays)
        s.hands[side] = sorted(hand)
    s.deck = free


def new_game(first_emperor: int | str = 0, voyage: int = 3, game: MingVoyages = GAME, **script: list[int]) -> Table:
    """A game set up by the rules; the deck keeps the order 1 to 27 unless scripted."""
    chance = Scripted({"start_voyage": [voyage], **script})
    log: list[Event] = []
    state = game.setup("two_player", {"first_emperor": first_emperor}, 2, Ctx(chance, log))
    t = Table(game, state)
    t.log = log
    t.script = chance.script
    assert game.faults(state) == []
    return t
