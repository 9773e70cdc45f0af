"""A small language for positions: the smallest consistent game that has what a test names.

    t = table(sichuan="2T", western_mongols="3H", home="1G", sea="2J", voyages=[6], plays=24)
    t.dice(voyage=[5, 4])
    t.play(24, "second")                        # the side whose turn it is
    t.overlord("reaction", accept=True)         # decisions are answered by side
    assert t["sichuan"] == "2T" and t.supply("gold") == 4

Regions take pieces as text: "2T 1G" with T Troop, G Gold, J Junk, H Horde, S Settlement. What is not
named is empty or in the Supply; hands are filled up with cards that no list names, all others are the deck.
Every move goes through `Game.apply`, and after each the state must be free of faults.

Solo is a table with a difficulty; `start` plays the Overlord's turn up to the next decision::

    t = table(solo="easy", plays=9, home="1G", decks={2: "amass build"})       # the Event decks, top card first
    t.play(9).cp("tax").emperor("take_amount", n=1)                            # and the Reaction follows
    t = table(solo="hard", turn="overlord", plays=8, decks={2: "attack", 1: "build"}).start()
    t = table(solo="easy", yunnan="1T", western_mongols="2H").event("attack 2")   # one Event alone
"""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path
from typing import Any, Final

import pytest

from ming_voyages import load
from ming_voyages.automa import DrawEvent
from ming_voyages.coding import read_solo
from ming_voyages.edition import HOUSE_EDITION
from ming_voyages.game import MingVoyages
from ming_voyages.names import EMPEROR, EVENT_KINDS, FOR_REACTION, MODES, OVERLORD, REGIONS, SIDES
from ming_voyages.setup import Series
from ming_voyages.state import NOBODY, MingState, held
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


def edited(*changes: tuple[str, str]) -> MingVoyages:
    """The game with a changed edition: each pair is a text of the house edition and what stands there instead."""
    text = HOUSE_EDITION.read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "edition.toml"
        path.write_text(text, "utf-8")
        return load(path)


@functools.cache
def calm() -> MingVoyages:
    """Events without Attack and Move: random play lasts for all 24 rounds of a solo game."""
    return edited(('kind = "attack"', 'kind = "amass"'), ('kind = "move"', 'kind = "gather"'))


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

    def event(self, card: str) -> Table:
        """Solo: "attack 2" is drawn as a Reaction and carried out before what is pending, up to the next decision."""
        solo = self.state.solo
        assert solo is not None
        kind, x = card.split()
        level = int(x)
        for index in self.game.content.event_decks[level]:
            if EVENT_KINDS[self.game.content.events[index].kind] == kind:
                for cards in (solo.decks[level], solo.piles[level]):
                    if index in cards:
                        cards.remove(index)
                solo.decks[level].append(index)
                break
        self.state.stack.append(DrawEvent(level, FOR_REACTION))
        return self.start()

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
    def cube(self) -> str:
        """Where the tie-break cube lies."""
        solo = self.view(None).solo
        assert solo is not None
        return solo.cube

    @property
    def series_points(self) -> list[list[int]]:
        series = self.view(None).series
        assert series is not None
        return series.points

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

    def chosen(self, what: str | None = None) -> list[tuple[Json, str, Any]]:
        """What the Overlord chose by rule: candidates with what was compared, what decided, the pick."""
        found = [e for e in self.events("overlord_chose") if what in (None, e["what"])]
        return [(e["candidates"], e["decided_by"], e["pick"]) for e in found]

    def drawn(self) -> list[tuple[str, str, bool]]:
        """The Event cards drawn: kind and x, what for, and whether they were carried out."""
        out: list[tuple[str, str, bool]] = []
        for e in self.events("event_done", "event_impossible"):
            out.append((f"{e['kind']} {e['x']}", e["cause"], e["type"] == "event_done"))
        assert len(out) == len(self.events("event_drawn"))
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
    top: list[int] | tuple[int, ...] = (),
    seats: tuple[int, int] = (0, 1),
    solo: str = "",
    challenge: bool = False,
    cube: str = "left",
    decks: dict[int, str] | None = None,
    spent: dict[int, str] | None = None,
    points: list[list[int]] | None = None,
    game: MingVoyages = GAME,
    on: dict[str, str] | None = None,
    **regions: str,
) -> Table:
    """A position in which `turn` is to play a card. See the module's docstring.

    `plays` is put into the hand of the side to move. `emperor` and `overlord` give whole hands;
    `no_deck` puts what is left over under the discard pile; `top` are the next cards of the deck. `home`, `sea` are
    short names; `on` gives regions as a dictionary.

    `solo` is a difficulty, played with its `challenge` or not. `decks` gives the kinds of the Events to come by level,
    `spent` those on the discard piles, the last one on top; "rest" there is all that nothing names. On the Emperor's
    turn the Overlord has no cards unless `overlord` gives some, and then the match ends with that turn; on his own turn
    he has cards of CP 1 besides `plays`, and nothing is carried out before `start`.

    `points` are those of the games of a series that are over: [] in the first game.
    """
    mode = "solo" if solo else "series" if points is not None else "two_player"
    s = MingState(game.content, MODES.index(mode))
    s.seats = [0, NOBODY] if solo else list(seats)
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
    if solo:
        s.solo = read_solo(game.content, solo, challenge, cube)
        _stack_events(s, decks or {}, spent or {})
        overlord = overlord if overlord is not None or turn == "overlord" else []
    _deal(s, turn, plays, [emperor, overlord], list(top))
    if no_deck:
        s.discard = s.deck + s.discard
        s.deck = []
    s.round, s.era = round, era
    side = SIDES.index(turn)
    s.phase = 2 if side == EMPEROR else 3
    s.stack = [Round(NEXT_OVERLORD if side == EMPEROR else NEXT_SWAP), PlayCard(s.seats[side], side)]
    if solo and side == OVERLORD:
        s.phase = 2
        s.stack = [Round(NEXT_OVERLORD)]
    if points is not None:
        s.points = points
        s.game = len(points) + 1
        s.stack.insert(0, Series(s.seats[EMPEROR] if s.game == 1 else s.seats[OVERLORD], s.game))
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


def _stack_events(s: MingState, decks: dict[int, str], spent: dict[int, str]) -> None:
    """The Event decks: named kinds in order, then the others in the order of the edition."""
    solo = s.solo
    assert solo is not None
    for level in (1, 2, 3):
        rest = s.c.event_decks[level].copy()
        piles = [decks.get(level, ""), spent.get(level, "")]
        taken: list[list[int]] = [[], []]
        for words, cards in zip(piles, taken, strict=True):
            for kind in words.replace("rest", "").split():
                index = next(i for i in rest if EVENT_KINDS[s.c.events[i].kind] == kind)
                rest.remove(index)
                cards.append(index)
        if "rest" in piles[1]:
            taken[1] = rest + taken[1]
            rest = []
        solo.decks[level] = [*taken[0], *rest][::-1]
        solo.piles[level] = taken[1]


def _deal(s: MingState, turn: str, plays: int, hands: list[list[int] | None], top: list[int]) -> None:
    named = {plays, *s.discard, *s.reserves[0], *s.reserves[1], *(hands[0] or []), *(hands[1] or []), *top}
    free = [n for n in range(1, 28) if n not in named]
    if s.solo is not None:
        free.sort(key=lambda n: (s.c.cp[n], n))
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
    s.deck = free + top[::-1]


def new_game(
    first_emperor: int | str = 0,
    voyage: int = 3,
    game: MingVoyages = GAME,
    mode: str = "two_player",
    options: Json | None = None,
    **script: list[int],
) -> Table:
    """A game set up by the rules; decks keep their order (the main deck 1 to 27) unless scripted."""
    chance = Scripted({"start_voyage": [voyage], **script})
    log: list[Event] = []
    given = {"first_emperor": first_emperor} if mode != "solo" else {}
    state = game.setup(mode, given | (options or {}), 1 if mode == "solo" else 2, Ctx(chance, log))
    t = Table(game, state)
    t.log = log
    t.script = chance.script
    assert game.faults(state) == []
    return t
