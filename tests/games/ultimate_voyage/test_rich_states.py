"""The laws in states that random play from the start hardly ever reaches: fleets, upgrades, full hands, short decks."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.events import Ctx
from rulekit.frames import advance
from rulekit.match import derive_seed
from tests import laws
from tests.games.ultimate_voyage.positions import GAME, base
from ultimate_voyage.actions import (
    DO_ACTION,
    DO_ARRIVE,
    DO_ATTACK,
    DO_BOARD,
    DO_COMMIT,
    DO_END,
    DO_END_ROUTE,
    DO_FORFEIT,
    DO_JOIN,
    DO_PRIVATE_OBJECTIVE,
    DO_SAIL,
    DO_SCOUT_AFFILIATION,
    DO_SCOUT_ENCOUNTER,
    DO_SCOUT_GOODS,
    DO_UPGRADE,
)
from ultimate_voyage.names import EXPLORE, SAIL, ZONES
from ultimate_voyage.rounds import ROUND_END, Course
from ultimate_voyage.state import OPEN_MOMENTUM, OPEN_ONCE, OPEN_PENDING, OPEN_REROLL, VoyageState
from ultimate_voyage.turn import ActionPhase

RARE = 5  # how much likelier than the usual the other steps are
_USUAL = {
    DO_ATTACK,
    DO_BOARD,
    DO_COMMIT,
    DO_END,
    DO_FORFEIT,
    DO_JOIN,
    DO_SCOUT_AFFILIATION,
    DO_SCOUT_ENCOUNTER,
    DO_SCOUT_GOODS,
}
_RAREST = {DO_SAIL, DO_END_ROUTE, DO_ARRIVE, DO_UPGRADE, DO_PRIVATE_OBJECTIVE}
LAWS = [
    laws.law_copies_are_independent,
    laws.law_asking_changes_nothing,
    laws.law_states_survive_encoding,
    laws.law_views_tell_no_secrets,
    laws.law_events_tell_all_that_a_seat_learns,
    laws.law_every_option_applies,
    laws.law_arrival_order_does_not_matter,
]
GOODS = [
    ["se10", "se16", "si15", "ar16"],
    ["ea13", "ea01", "mj15", "se17"],
    ["ar18", "bb03", "mj16"],
    ["si01", "si13", "ea12", "ea06"],
]
SHIPS = ["hormuz, hormuz, nanjing", "kotte, malacca", "kotte, aden, champa", "hormuz, palembang, calicut"]


# Encounter cards held: seat, card, what is open of it, port, markers.
HELD = [
    (0, 24, OPEN_REROLL, "kotte", 0),
    (0, 27, OPEN_MOMENTUM, "kotte", 3),
    (0, 14, OPEN_ONCE, "kotte", 0),
    (1, 6, OPEN_PENDING, "kotte", 0),
    (2, 35, OPEN_PENDING, "aden", 0),
    (3, 11, OPEN_PENDING, "kotte", 0),
    (3, 21, OPEN_ONCE, "kotte", 0),
]


def hold(s: VoyageState, seat: int, card: int, what: int, port: str, markers: int) -> None:
    """The last option of the card has been taken."""
    s.deck.remove(card)
    s.players[seat].cards.append(card)
    s.card_option[card] = len(s.c.encounter(card).options) - 1
    s.card_open[card] = what
    s.card_port[card] = ZONES.index(port)
    s.card_left[card] = markers


def rich(mode: str, seats: int, number: int) -> VoyageState:
    """Everybody has much of everything; a deck of objectives is empty, others are short."""
    quick = mode == "quick"
    ships = {i: SHIPS[i].replace("nanjing", "aden") for i in range(seats)}
    if quick:
        ships = {
            i: ["kotte, kotte, samudera", "kotte, aden", "aden, hormuz", "kotte, samudera"][i] for i in range(seats)
        }
    if mode == "solo":
        ships = {0: SHIPS[0], 1: "calicut, aden"}
    goods = {i: [g for g in GOODS[i] if not quick or g[:2] not in ("se", "mj")] for i in range(len(ships))}
    position: dict[str, Any] = {
        f"p{i}": "7 porcelain, 5 troops, 1 R, 1 Y, 1 B, 1 G, 4 prestige, 6 profit, 1 kilns" for i in range(seats)
    }
    s = base(
        seats=seats,
        mode=mode,
        round=5,
        wind=["gray", "blue", "yellow"][number % 3],
        storm=None if quick else ["western", "southern"][number % 2],
        ships=ships,
        goods=goods,
        characters=dict(enumerate(["healer", "commander", "diviner", "merchant"][:seats])),
        upgraded={i: "sail combat diplomacy explore" if (i + number) % 2 else "trade" for i in range(seats)},
        dials=(4, 3, 5),
        affiliation={"kotte": -1, "calicut": 2, "aden": 1},
        depots={"calicut": 0},
        objectives=["obj_18", "obj_5", "obj_9"],
        objective_decks={"red": ["obj_4"], "gray": ["obj_10", "obj_15", "obj_17", "obj_16"]},
        private={0: ["obj_12"]},
        tokens={"malindi": "", "mogadishu": ""},
        **position,
    )
    random.Random(number).shuffle(s.deck)
    for card in ((12, 1), (3, 17), (25, 23))[number % 3]:  # on top: a class, a dial, a structure, another player
        s.deck.remove(card)
        s.deck.append(card)
    for seat, card, what, port, markers in HELD:
        if seat < seats and (seat == 0 or number % 2):
            hold(s, seat, card, what, port, markers)
    s.in_actions = True
    s.stack = [Course(ROUND_END), ActionPhase(automa=0 if number % 2 else 3)]
    return s


def walk(mode: str, seats: int, number: int) -> Any:
    """What the laws ask of a match: the state, its chance, its seats."""
    s = rich(mode, seats, number)
    seed = derive_seed(number, "rich", mode)
    chance = Seeded(seed)
    w = SimpleNamespace(
        game=GAME,
        state=s,
        header=SimpleNamespace(players=["x"] * seats),
        match=SimpleNamespace(revision=0),
        over=False,
        chance=lambda: Seeded(seed, chance.counts),
    )
    w.own = chance
    advance(s, Ctx(chance))
    return w


def weight(a: Action) -> int:
    if a.kind in _RAREST or (a.kind == DO_ACTION and a.a in (SAIL, EXPLORE)):
        return 4 * RARE
    return 1 if a.kind in _USUAL else RARE


def step(w: Any, rng: random.Random) -> str:
    decision = rng.choice(GAME.pending(w.state))
    options = GAME.options(w.state, decision.seat)
    action = rng.choices(options, [weight(a) for a in options])[0]
    GAME.step(w.state, decision.seat, action, Ctx(w.own))
    w.match.revision += 1
    w.over = w.state.outcome is not None
    assert GAME.faults(w.state) == [], GAME.actions.text(action)
    return GAME.actions.kinds[action.kind].name


@pytest.mark.parametrize(("mode", "seats"), [("full", 4), ("quick", 4), ("solo", 1)])
def test_laws_hold_in_rich_states(mode: str, seats: int) -> None:
    for number in range(4):
        w = walk(mode, seats, number)
        rng = random.Random(number)
        for _ in range(60):
            if w.over:
                break
            if rng.random() < 0.12:
                for law in LAWS:
                    law(cast(laws.Walk, w))
            step(w, rng)


def test_every_kind_of_decision_comes_up() -> None:
    """Only what belongs to a set-up is not seen in these positions; 200 walks are far more than it takes."""
    missing = {k.name for k in GAME.actions.kinds} - {"choose_character"}
    for number in range(200):
        mode, seats = (("full", 4), ("quick", 4), ("solo", 1))[number % 3]
        w = walk(mode, seats, number // 3)
        rng = random.Random(number)
        for _ in range(80):
            if w.over or not missing:
                break
            missing.discard(step(w, rng))
    assert not missing
