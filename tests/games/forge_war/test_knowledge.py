"""What a seat may know (README): by states that differ in hidden things alone."""

from __future__ import annotations

import random
from typing import Any, Final

import msgspec
import pytest

from forge_war.fast_forward import DraftPick
from forge_war.names import CARD_BONUS, CARD_SINGLE, UNIQUE, WEAPON
from forge_war.state import WarState
from forge_war.view_types import WarView
from forge_war.wealth import ChooseWealth
from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.errors import RuleError
from rulekit.events import Ctx, Event
from tests import laws
from tests.games.forge_war.table import GAME, Table

rule = pytest.mark.rule
C = GAME.content
_plain = msgspec.json.Encoder(order="deterministic").encode
# Events with which something hidden comes to light.
REVEALING: Final = {
    "revealed",
    "offer_dealt",
    "mine_built",
    "wealth_dealt",
    "wealth_chosen",
    "draft_hand",
    "draft_pick",
}


def shuffled(s: WarState, seat: int | None, rng: random.Random) -> WarState:
    """The state with everything that the seat cannot know dealt anew."""
    t = s.copy()
    for first, second in ((1, 2), (3, 4)):  # which of the two stacks a card is in is hidden too
        cards = t.stacks[first] + t.stacks[second]
        rng.shuffle(cards)
        t.stacks[first], t.stacks[second] = cards[: len(t.stacks[first])], cards[len(t.stacks[first]) :]
    weapons = t.stacks[WEAPON]
    now = [k for k in t.removed if C.card_stage[k] == t.stage]
    unique = [k for k in weapons if C.designs[k].group == UNIQUE] + now
    rng.shuffle(unique)
    t.removed = [k for k in t.removed if k not in now] + sorted(unique[: len(now)])
    t.stacks[WEAPON] = unique[len(now) :] + [k for k in weapons if C.designs[k].group != UNIQUE]
    rng.shuffle(t.stacks[WEAPON])
    colours = [C.quests[quest].deck for quest in t.deck]
    for colour in set(colours):
        places = [i for i, of in enumerate(colours) if of == colour]
        quests = [t.deck[i] for i in places]
        rng.shuffle(quests)
        for i, quest in zip(places, quests, strict=True):
            t.deck[i] = quest
    top = t.stack[-1] if t.stack else None
    others = [k for k in range(t.n) if k != seat]
    if isinstance(top, ChooseWealth):
        _deal_wealth(t, top, seat, others, rng)
    elif isinstance(top, DraftPick) and len(t.players[0].hand) == 5:  # nothing has been passed on yet
        _deal_draft(t, top, others, rng)
    assert GAME.faults(t) == []
    return t


def _deal_wealth(t: WarState, top: ChooseWealth, seat: int | None, others: list[int], rng: random.Random) -> None:
    own = t.players[seat].hand if seat is not None else []
    kind = C.wealth[t.players[0].hand[0]].set
    rest = [w for w, card in enumerate(C.wealth) if card.set == kind and w not in own]
    rng.shuffle(rest)
    for other in others:
        t.players[other].hand = sorted(rest.pop() for _ in range(4))
        if top.answers[top.seats.index(other)] is not None:
            top.answers[top.seats.index(other)] = rng.choice(top.options_for(t, other))


def _deal_draft(t: WarState, top: DraftPick, others: list[int], rng: random.Random) -> None:
    def kind(card: int) -> int:
        return 1 if C.card_kind[card] == CARD_BONUS else 2 if C.card_kind[card] == CARD_SINGLE else 0

    for of, each in ((0, 1), (1, 2), (2, 2)):
        cards = [card for other in others for card in t.players[other].hand if kind(card) == of]
        rng.shuffle(cards)
        for other in others:
            keep = [card for card in t.players[other].hand if kind(card) != of]
            t.players[other].hand = sorted(keep + [cards.pop() for _ in range(each)])
    for other in others:
        if top.answers[top.seats.index(other)] is not None:
            top.answers[top.seats.index(other)] = rng.choice(top.options_for(t, other))


def refusals(s: WarState, seat: int) -> list[tuple[str, str, str]]:
    """The answers to wrong requests of a seat: type, rule, text."""
    decode = GAME.actions.decode
    wrong: list[tuple[str | None, Action]] = [
        ("none.3", decode({"type": "pass"})),
        (None, decode({"type": "resolve", "index": 7})),
        (None, decode({"type": "equip", "adventurer": "a9", "design": "copper_sword", "start_step": 3})),
    ]
    out = []
    for decision, action in wrong:
        try:
            GAME.check(s, seat, decision, action)
        except RuleError as e:
            out.append((type(e).__name__, e.rule, e.message))
    assert len(out) == len(wrong)
    return out


def told(s: WarState, actor: int, action: Action, seat: int | None, chance: Seeded) -> list[Any]:
    """What a seat is told of a step, up to the first thing that comes to light by it."""
    state = s.copy()
    events: list[Event] = []
    GAME.step(state, actor, action, Ctx(chance, events))
    out: list[Any] = []
    for e in events:
        if e.type in REVEALING:
            break
        out.append(e.seen_by(seat))
    return out


@rule("FW-015", "FW-069", "FW-632", "FW-731")
@pytest.mark.parametrize(
    ("mode", "seats", "every"),
    [("normal", 3, 7), ("epic", 2, 17), ("short_epic", 3, 5), ("advanced_normal", 4, 11), ("solo_normal", 1, 2)],
)
def test_no_seat_and_no_spectator_is_told_what_it_cannot_know(mode: str, seats: int, every: int) -> None:
    positions = 0
    w = laws.Walk(GAME, mode, {}, seats, 1)
    rng = random.Random(seats)
    while not w.over:
        s: WarState = w.state
        top = s.stack[-1]
        if w.match.revision % every and not isinstance(top, ChooseWealth | DraftPick):
            w.step()
            continue
        pending = [d.plain() for d in GAME.pending(s)]
        actor = pending[0]["seat"]
        action = rng.choice(GAME.options(s, actor))
        for seat in [*range(seats), None]:
            world = shuffled(s, seat, rng)
            assert _plain(GAME.view(world, seat)) == _plain(GAME.view(s, seat))
            assert [d.plain() for d in GAME.pending(world)] == pending
            for d in pending:
                if d["seat"] == seat or not isinstance(top, ChooseWealth | DraftPick):
                    assert laws.keys(GAME.options(world, d["seat"])) == laws.keys(GAME.options(s, d["seat"]))
            if seat is not None:
                assert refusals(world, seat) == refusals(s, seat)
            if actor == seat or not isinstance(top, ChooseWealth | DraftPick):
                assert told(world, actor, action, seat, w.chance()) == told(s, actor, action, seat, w.chance())
            positions += 1
        w.step()
    assert positions > (40 if seats > 1 else 15)


@rule("FW-069", "FW-731")
@pytest.mark.parametrize("kind", ["choose_wealth", "ff_draft"])
def test_a_submitted_answer_tells_nobody_anything(kind: str) -> None:
    """Whatever another seat has answered: the same view, options and events for everybody else."""
    w = laws.Walk(GAME, "short_epic", {}, 3, 4)
    checked = 0
    while (w.state.stage, w.state.clock) == (2, 1) and "place_overseer" not in {d.kind for d in GAME.pending(w.state)}:
        s = w.state
        pending = GAME.pending(s)
        if pending[0].kind == kind and len(pending) > 1:
            first, *others = pending
            seen: set[tuple[bytes, ...]] = set()
            for action in GAME.options(s, first.seat):
                after = s.copy()
                events: list[Event] = []
                GAME.step(after, first.seat, action, Ctx(w.chance(), events))
                out = []
                for seat in [None, *(seat for seat in range(3) if seat != first.seat)]:
                    out.append(_plain(GAME.view(after, seat)))
                    out.append(_plain([e.seen_by(seat) for e in events]))
                out += [_plain([d.plain() for d in GAME.pending(after)])]
                out += [repr(laws.keys(GAME.options(after, d.seat))).encode() for d in others]
                seen.add(tuple(out))
            assert len(seen) == 1
            checked += 1
        w.step()
    assert checked >= 3


def test_views_are_the_same_for_all_but_the_own_hand() -> None:
    t = Table.fresh("epic", 3)
    views = [msgspec.to_builtins(t.view(seat)) for seat in (0, 1, 2, None)]
    for seat, v in zip((0, 1, 2, None), views, strict=True):
        assert [info["hand"]["cards"] is not None for info in v["seats"]] == [k == seat for k in range(3)]
        v.pop("seat")
        for info in v["seats"]:
            info.pop("hand")
        for frame in v["stack"]:
            frame.pop("own", None)
    assert all(v == views[0] for v in views)


def test_a_view_survives_the_wire() -> None:
    for mode, seats, steps in (("epic", 4, 500), ("short_epic", 3, 12), ("solo_epic", 1, 30)):
        w = laws.walk(GAME, mode, {"bonus_tiles": True}, seats, 9, steps)
        v = GAME.view(w.state, seats - 1)
        assert msgspec.json.decode(msgspec.json.encode(v), type=WarView) == v
        assert isinstance(v, WarView)
        assert v.seat == seats - 1


@rule("FW-045", "FW-048", "FW-102")
def test_the_colour_of_the_next_quest_and_what_it_may_be_are_known() -> None:
    t = Table.fresh("epic", 2)
    decks = t.view(0).deck
    assert [(d.colour, d.count) for d in decks] == [("green", 12), ("grey", 20), ("red", 12), ("purple3", 12)]
    assert set(decks[0].possible) == {q.id for q in C.quests if q.deck == 0} - set(t.offered())
    worlds = {tuple(GAME.determinize(t.view(0), 0, Seeded(bytes([n]) * 32)).deck) for n in range(6)}
    assert len(worlds) == 6
    for deck in worlds:
        assert [C.quests[q].deck for q in deck] == [C.quests[q].deck for q in t.state.deck]
