"""What a seat may know: views, memory of swapped hands, events (README, "What a seat knows")."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from ming_voyages.names import EMPEROR, OVERLORD
from ming_voyages.state import MingState
from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.errors import RuleError
from rulekit.events import Ctx, Event
from tests import laws
from tests.games.ming_voyages.table import GAME, new_game, table

rule = pytest.mark.rule

MATCHES = 12
_plain = msgspec.json.Encoder(order="deterministic").encode


@rule("MV-215")
def test_b35_what_a_seat_knows() -> None:
    deck = [
        1,
        6,
        7,
        2,
        4,
        9,
        15,
        20,
        3,
        11,
        12,
        *[n for n in range(1, 28) if n not in (1, 6, 7, 2, 4, 9, 15, 20, 3, 11, 12)],
    ]
    t = new_game(main_deck=deck)
    assert t.view("emperor").known_opponent.hand == t.view("overlord").known_opponent.hand == []
    t.play(3, "reserve").play(2, "reserve")
    assert t.view("emperor").known_opponent.hand == [4, 9, 15, 20]
    assert t.view("overlord").known_opponent.hand == [1, 6, 7]
    assert t.view("overlord").known_by_opponent.hand == [4, 9, 15, 20]
    assert t.hand("emperor") == [1, 6, 7, 11, 12]
    t.play(6, "reserve")
    assert t.view("overlord").known_opponent.hand == [1, 6, 7]
    assert t.view("overlord").known_opponent.reserve == []
    t.play(15, "reserve")
    assert t.view("emperor").known_opponent.reserve == [15]
    assert t.view("overlord").known_opponent.reserve == [6]
    assert t.view("emperor").known_opponent.hand == [1, 7, 11, 12]
    assert t.view("overlord").known_opponent.hand == [4, 9, 20]


def test_cards_that_are_shown_leave_the_memory() -> None:
    t = table(
        turn="overlord", plays=24, overlord=[24, 5, 9, 11], overlord_reserve=[6], sichuan="1T", western_mongols="1H"
    )
    t.state.known_hand[EMPEROR] = [5, 9, 24]
    t.state.known_reserve[EMPEROR] = [6]
    t.dice(attacker=[6, 6, 6], defender=[1, 2, 3]).play(24, "first")
    assert t.view("emperor").known_opponent.hand == [5, 9]
    t.cp("amass", reinforce=6)
    assert t.view("emperor").known_opponent.reserve == []


def test_a_reserved_card_that_is_shown_again_is_no_longer_this_rounds_secret() -> None:
    t = table(plays=8, overlord=[24, 4, 9, 11], liaodong="1T", manchus="1H")
    t.state.known_hand[OVERLORD] = [8]
    t.play(8, "reserve")
    assert t.view("overlord").reserved_this_round == {"emperor": True, "overlord": False}
    assert t.view("overlord").known_opponent.hand == [8]
    t.dice(attacker=[6, 6, 6], defender=[1, 2, 3, 1, 2, 3]).play(24, "first").cp("attack")
    t.emperor("reroll", do="card", card=8)
    view = t.view("overlord")
    assert view.reserved_this_round["emperor"] is False
    assert view.known_opponent.hand == []
    for seed in range(20):
        world = GAME.determinize(view, t.seat("overlord"), Seeded(bytes([seed]) * 32))
        assert GAME.faults(world) == []
        assert world.reserves[EMPEROR] == []


def test_the_change_of_era_empties_the_memory_of_reserves() -> None:
    t = table(turn="overlord", round=10, emperor=[21, 22, 23], overlord=[20, 24, 25, 26, 27], emperor_reserve=[1, 2],
              no_deck=True)  # fmt: skip
    t.state.hands[OVERLORD].remove(27)
    t.state.discard.append(27)
    t.state.known_reserve[OVERLORD] = [1]
    t.play(20, "reserve")
    assert t.view("overlord").era == 2
    assert t.view("overlord").known_opponent.reserve == []
    assert t.view("emperor").known_opponent.reserve == []
    assert t.view("overlord").known_opponent.hand == [24, 25, 26]


@rule("MV-125")
def test_a_view_holds_the_own_cards_and_sizes_of_the_others() -> None:
    t = table(
        emperor=[1, 2, 3, 4, 5], overlord=[6, 7, 8, 9], emperor_reserve=[10], overlord_reserve=[11, 12], discard=[13]
    )
    mine, theirs, nobody = t.view("emperor"), t.view("overlord"), t.view(None)
    assert (mine.side, theirs.side, nobody.side) == ("emperor", "overlord", None)
    assert (mine.hand, mine.reserve) == ([1, 2, 3, 4, 5], [10])
    assert (theirs.hand, theirs.reserve) == ([6, 7, 8, 9], [11, 12])
    assert (nobody.hand, nobody.reserve, nobody.known_opponent.hand) == ([], [], [])
    for v in (mine, theirs, nobody):
        assert v.hand_sizes == {"emperor": 5, "overlord": 4}
        assert v.reserve_sizes == {"emperor": 1, "overlord": 2}
        assert (v.discard, v.deck_size) == ([13], 14)


# --- secrets, by states that differ in nothing else


def shuffled(s: MingState, me: int, rng: random.Random) -> MingState:
    """The state with everything that side `me` cannot know dealt anew: the deck, the other's unknown cards."""
    t = s.copy()
    other = 1 - me
    known = {*s.known_hand[me], *s.known_reserve[me]}
    places = [
        (cards, i)
        for cards in (t.deck, t.hands[other], t.reserves[other])
        for i, n in enumerate(cards)
        if n not in known
    ]
    values = [cards[i] for cards, i in places]
    rng.shuffle(values)
    for (cards, i), value in zip(places, values, strict=True):
        cards[i] = value
    if t.reserved_now[other] and rng.random() < 0.5:  # another card of the hand may be the one reserved
        hidden = [i for i, n in enumerate(t.reserves[other]) if n not in s.known_reserve[me]]
        if hidden and t.hands[other]:
            i, j = hidden[-1], rng.randrange(len(t.hands[other]))
            t.reserves[other][i], t.hands[other][j] = t.hands[other][j], t.reserves[other][i]
    t.hands[other].sort()
    assert GAME.faults(t) == []
    return t


def relabelled(s: MingState, rng: random.Random) -> MingState:
    """The state as a spectator may think it: all face-down cards, and what seats remember of them, renamed."""
    t = s.copy()
    hidden = sorted([*s.deck, *s.hands[0], *s.hands[1], *s.reserves[0], *s.reserves[1]])
    renamed = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    t.deck = [renamed[n] for n in s.deck]
    for lists in (t.hands, t.reserves, t.known_hand, t.known_reserve):
        for side in (EMPEROR, OVERLORD):
            lists[side] = [renamed[n] for n in lists[side]]
    for lists in (t.hands, t.known_hand, t.known_reserve):
        for side in (EMPEROR, OVERLORD):
            lists[side].sort()
    return t


def refusals(s: MingState, seat: int) -> list[tuple[str, str, str]]:
    """The answers to wrong requests of a seat: type, rule, text."""
    table_ = GAME.actions
    wrong = [
        ("none.3", table_.decode({"type": "reaction", "accept": True})),
        (None, table_.decode({"type": "play_card", "card": 99, "mode": "first"})),
        (None, table_.decode({"type": "reroll", "do": "card", "card": 77})),
        (None, table_.decode({"type": "choose_use", "use": "cp", "action": "amass", "reinforce": 88})),
    ]
    out = []
    for decision, action in wrong:
        try:
            GAME.check(s, seat, decision, action)
        except RuleError as e:
            out.append((type(e).__name__, e.rule, e.message))
    assert len(out) == len(wrong)
    return out


def told(s: MingState, actor: int, action: Action, seat: int | None, chance: Seeded) -> tuple[list[Any], list[Any]]:
    """What `seat` is told of a step; and the cards that the step drew out of a reserve.

    Cards that the step gives into the seat's own hand are masked: they differ by right.
    """
    state = s.copy()
    events: list[Event] = []
    chance.record = []
    GAME.step(state, actor, action, Ctx(chance, events))
    out: list[Any] = []
    for e in events:
        seen = e.seen_by(seat)
        if seen is not None and e.audience is not None and seat in e.audience:
            seen = {**seen, "cards": len(seen["cards"])} if "cards" in seen else seen
        out.append(seen)
    return out, [d.values for d in chance.record if d.label == "discard_reserve"]


def twin(s: MingState, world: MingState, actor: int, action: Action, rng: random.Random) -> Action | None:
    """The actor's move in the other world that must look the same: itself, or for a reserved card any reserved card."""
    options = GAME.options(world, actor)
    if action.kind == 0 and action.b == 0:
        return rng.choice([a for a in options if a.b == 0])
    return action if action in options else None


def test_no_seat_and_no_spectator_is_told_what_it_cannot_know() -> None:
    positions = moves = 0
    for seed in range(MATCHES):
        w = laws.Walk(GAME, "two_player", {}, 2, seed)
        rng = random.Random(seed)
        while not w.over:
            s: MingState = w.state
            pending = [d.plain() for d in GAME.pending(s)]
            actor = pending[0]["seat"]
            for seat in (0, 1, None):
                world = relabelled(s, rng) if seat is None else shuffled(s, s.seats.index(seat), rng)
                assert _plain(GAME.view(world, seat)) == _plain(GAME.view(s, seat))
                assert [d.plain() for d in GAME.pending(world)] == pending
                positions += 1
                if seat == actor:
                    assert laws.keys(GAME.options(world, actor)) == laws.keys(GAME.options(s, actor))
                if seat is not None:
                    assert refusals(world, seat) == refusals(s, seat)
                if seat == actor:
                    continue
                options = GAME.options(s, actor)
                for action in rng.sample(options, min(3, len(options))):
                    same = twin(s, world, actor, action, rng)
                    if same is None:
                        continue
                    here, drawn = told(s, actor, action, seat, w.chance())
                    there, drawn_there = told(world, actor, same, seat, w.chance())
                    if drawn == drawn_there:
                        assert here == there, GAME.actions.text(action)
                        moves += 1
            w.step()
    assert positions > 3000
    assert moves > 3000


def test_the_check_of_secrets_finds_a_leak() -> None:
    s = table(emperor=[1, 2, 3, 4, 5], overlord=[6, 7, 8, 9]).state
    rng = random.Random(1)
    worlds = [shuffled(s, OVERLORD, rng) for _ in range(5)]
    assert any(world.hands[EMPEROR] != s.hands[EMPEROR] for world in worlds)
    assert any(_plain(GAME.view(world, s.seats[EMPEROR])) != _plain(GAME.view(s, s.seats[EMPEROR])) for world in worlds)
