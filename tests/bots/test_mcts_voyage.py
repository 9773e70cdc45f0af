"""`mcts` for Ultimate Voyage: the same answer everywhere, nothing but the view, every mode, lines that end in time."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from bot_player import mcts_voyage
from bot_player.greedy_ultimate_voyage import option_values
from bot_player.mcts_guide import guide_of
from bot_player.mcts_search import Dice
from bot_player.mcts_voyage import VoyageGuide
from bot_player.playout import make_header, play_out
from bot_player.policies import make_policy
from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.events import Ctx
from rulekit.frames import first_waiting, waiting_seats
from rulekit.match import Record, derive_seed
from tests.games.ultimate_voyage.positions import GAME
from tests.games.ultimate_voyage.table import Table, table
from ultimate_voyage.game import load
from ultimate_voyage.state import VoyageState
from ultimate_voyage.view_types import VoyageView

SEED = bytes(range(32))
MODES = [("full", 2), ("full", 3), ("full", 4), ("quick", 2), ("quick", 3), ("quick", 4), ("solo", 1)]


def positions(mode: str, seats: int, number: int = 0, searched: bool = True) -> list[tuple[VoyageState, int]]:
    """Decisions of a match with random moves that have more than one option; only those that are searched, or all."""
    ctx = Ctx(Seeded(derive_seed("voyage", mode, seats, number)))
    s = GAME.setup(mode, {}, seats, ctx)
    picker = Dice(number).picker
    out = []
    while s.outcome is None:
        seat = first_waiting(s)
        options = GAME.options(s, seat)
        kind = GAME.decision(s, seat).kind
        if len(options) > 1 and (kind in mcts_voyage.SEARCHED or not searched):
            out.append((s.copy(), seat))
        GAME.step(s, seat, options[picker.below(len(options))], ctx)
    return out


def answer(s: VoyageState, seat: int, lines: int = 8, game: Any = GAME) -> Action:
    policy = make_policy(f"mcts:iterations={lines}", game, SEED.hex())
    return policy.choose(game.view(s, seat), game.decision(s, seat), game.options(s, seat))


def chosen(t: Table, lines: int = 16) -> str:
    return GAME.actions.text(answer(t.state, 0, lines))


def played(mode: str, players: list[str], number: int = 0) -> Record:
    seed = derive_seed("voyage", number)
    header = make_header(GAME, "m", mode, {}, players, seed)
    policies = [make_policy(name, GAME, derive_seed(number, seat).hex()) for seat, name in enumerate(players)]
    result = play_out(GAME, header, seed, policies)
    assert result.faults == []
    return result.record


def guide() -> VoyageGuide:
    found = guide_of(GAME)
    assert isinstance(found, VoyageGuide)
    return found


# --- the same answer everywhere


def test_the_same_seed_gives_the_same_match() -> None:
    digests = {played("quick", ["mcts:iterations=4", "greedy"]).log_digest for _ in range(2)}
    assert len(digests) == 1


def test_another_process_gives_the_same_answer() -> None:
    """What a guide has kept of other decisions makes no difference; the view may have gone over the wire."""
    decoder = msgspec.json.Decoder(VoyageView)
    for s, seat in positions("full", 3)[::30]:
        here = answer(s, seat)
        other = load()
        policy = make_policy("mcts:iterations=8", other, SEED.hex())
        view = decoder.decode(msgspec.json.encode(GAME.view(s, seat)))
        state = other.decode_state(GAME.encode_state(s))
        there = policy.choose(view, other.decision(state, seat), other.options(state, seat))
        assert there.key() == here.key()


@pytest.mark.parametrize(("mode", "seats"), [("full", 2), ("quick", 3), ("solo", 1)])
def test_it_sees_no_more_than_its_view(mode: str, seats: int) -> None:
    compared = 0
    for number, (s, seat) in enumerate(positions(mode, seats, 1)[::10]):
        world = GAME.determinize(GAME.view(s, seat), seat, Seeded(derive_seed(number, "another world")))
        hidden = GAME.encode_state(world) != GAME.encode_state(s)
        assert answer(world, seat) is answer(s, seat)
        compared += hidden
    assert compared > 1


def test_a_hidden_order_of_cards_makes_no_difference() -> None:
    compared = 0
    for s, seat in positions("quick", 2, 2):
        waiting = waiting_seats(s)
        if GAME.decision(s, seat).kind != "arrange_cards" or len(waiting) < 2:
            continue
        before = answer(s, waiting[1], 4)
        for action in GAME.options(s, seat)[:2]:
            after = s.copy()
            GAME.step(after, seat, action, Ctx(Seeded(SEED)))
            assert waiting_seats(after) == [waiting[1]]
            assert answer(after, waiting[1], 4) is before
            compared += 1
    assert compared > 1


# --- every mode


@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_every_kind_of_decision_is_answered(mode: str, seats: int) -> None:
    kinds: Counter[str] = Counter()
    for s, seat in positions(mode, seats, searched=False):
        kind = GAME.decision(s, seat).kind
        kinds[kind] += 1
        if kinds[kind] <= 2:
            assert answer(s, seat, 4) in GAME.options(s, seat)
    assert len(kinds) > 5
    assert kinds["turn"]


@pytest.mark.parametrize(("mode", "seats"), [("full", 2), ("quick", 4), ("solo", 1)])
def test_whole_matches(mode: str, seats: int) -> None:
    record = played(mode, ["mcts:iterations=2"] + ["random"] * (seats - 1), 3)
    assert record.outcome["placings"][0] == 1 or mode == "solo"
    assert record.outcome["scores"][0] > 8


# --- what it knows


def test_a_line_ends_with_the_round() -> None:
    s, seat = positions("full", 2)[4]
    g = guide()
    g.begin(GAME.view(s, seat), GAME.decision(s, seat))
    began = s.round
    ctx = Ctx(Seeded(SEED))
    steps = 0
    while not g.stop(s, steps):
        who = first_waiting(s)
        GAME.step(s, who, g.play(s, who, GAME.options(s, who), Dice(0).picker), ctx)
        steps += 1
    assert s.round == began + 1
    assert steps > 3


def test_chances_follow_the_points() -> None:
    g = guide()
    even = table(ships={0: "malacca", 1: "malacca"}, p0="4 prestige, 4 profit", p1="4 prestige, 4 profit", round=8)
    ahead = table(ships={0: "malacca", 1: "malacca"}, p0="6 prestige, 6 profit", p1="4 prestige, 4 profit", round=8)
    assert g.values(even.state, 0) == pytest.approx([0.5, 0.5])
    assert sum(g.values(ahead.state, 0)) == pytest.approx(1.0)
    assert g.values(ahead.state, 0)[0] > 0.55
    late = table(ships={0: "malacca", 1: "malacca"}, p0="6 prestige, 6 profit", p1="4 prestige, 4 profit", round=9)
    assert g.values(late.state, 0)[0] > g.values(ahead.state, 0)[0]


def test_in_the_solo_game_de_conti_is_the_one_to_beat() -> None:
    g = guide()
    s, _ = positions("solo", 1)[3]
    before = g.values(s, 0)
    assert len(before) == 2
    s.players[s.conti].track[1] += 5
    assert g.values(s, 0)[0] < before[0]


def test_an_end_is_worth_what_the_score_says() -> None:
    states = positions("quick", 3)
    s = states[-1][0]
    ctx = Ctx(Seeded(SEED))
    while s.outcome is None:
        seat = first_waiting(s)
        GAME.step(s, seat, GAME.options(s, seat)[0], ctx)
    values = guide().outcome(s, s.outcome)
    assert sum(values) == pytest.approx(1.0)
    best = max(range(3), key=lambda seat: values[seat])
    assert s.outcome.placings[best] == 1


def test_the_advice_is_greedys_order() -> None:
    s, seat = positions("full", 2)[6]
    options = GAME.options(s, seat)
    advice = guide().advice(GAME.view(s, seat), GAME.decision(s, seat), options)
    assert advice is not None
    values = option_values(s, seat, options)
    assert sorted(range(len(options)), key=lambda i: advice[i]) == sorted(range(len(options)), key=lambda i: values[i])
    assert all(0.0 < v < 1.0 for v in advice)


def test_with_one_action_left_the_flagship_goes_home() -> None:
    """Four tributary ports, and Nanjing a link away: five levels of the tower and the dock."""
    t = table(
        ships={0: "champa", 1: "malacca"},
        markers={"calicut": 0, "kotte": 0, "malacca": 0, "palembang": 0},
        round=9,
        unused={0: "sun"},
        dials=(2, 2, 2),
    )
    t.state.ending = 1
    assert chosen(t) == "action sail sun champa"
    t.do(0, "action sail sun champa", "board flagship")
    assert chosen(t) == "sail nanjing"
