"""`mcts` for Forge War: the same answer everywhere, whoever is quicker, from nothing but the view."""

from __future__ import annotations

from collections import Counter

import pytest

from bot_player.greedy_forge_war import outlook_of, scarcity
from bot_player.mcts_guide import guide_of
from bot_player.mcts_search import Dice
from bot_player.mcts_war import ACQUISITIONS, SEARCHED, LastPlan, Swift, WarGuide, usual
from bot_player.playout import make_header, play
from bot_player.policies import make_policy
from forge_war.manage import QuestPhase
from forge_war.rounds import MARKET, QUESTS
from forge_war.state import WarState
from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.events import Ctx
from rulekit.frames import first_waiting, legal, waiting_seats
from rulekit.match import Record, derive_seed
from tests.games.forge_war.table import GAME, Table

SEED = bytes(range(32))


def answer(s: WarState, seat: int, name: str = "mcts:iterations=8") -> Action:
    policy = make_policy(name, GAME, SEED.hex())
    return policy.choose(GAME.view(s, seat), GAME.decision(s, seat), GAME.options(s, seat))


def chosen(t: Table, seat: int, name: str = "mcts:iterations=8") -> str:
    return GAME.actions.text(answer(t.state, seat, name))


def guide() -> WarGuide:
    found = guide_of(GAME)
    assert isinstance(found, WarGuide)
    return found


def positions(mode: str, seats: int, rounds: set[int]) -> list[tuple[WarState, int, str]]:
    """From a quick match: the first choice of every kind that is searched, in each of these rounds."""
    s = GAME.setup(mode, {}, seats, Ctx(Seeded(derive_seed("mcts", mode, seats))))
    dice = Dice(1)
    seen: set[tuple[int, str]] = set()
    out = []
    while s.outcome is None and s.clock <= max(rounds):
        seat = first_waiting(s)
        options = legal(s, seat)
        kind = GAME.decision(s, seat).kind
        if kind in SEARCHED and len(options) > 1 and s.clock in rounds and (s.clock, kind) not in seen:
            seen.add((s.clock, kind))
            out.append((s.copy(), seat, kind))
        GAME.step(s, seat, guide().play(s, seat, options, dice.picker), Ctx(dice))
    return out


# --- repeatable, from the view alone


def played() -> Record:
    names = ["mcts:iterations=2", "random"]
    seed = derive_seed("forge")
    header = make_header(GAME, "m", "normal", {}, names, seed)
    return play(GAME, header, seed, [make_policy(name, GAME, SEED.hex()) for name in names])


def test_the_same_seed_gives_the_same_match() -> None:
    assert played().log_digest == played().log_digest


def test_worlds_that_a_seat_cannot_tell_apart_get_the_same_answer() -> None:
    kinds: set[str] = set()
    for s, seat, kind in positions("normal", 2, {1, 5}):
        other = GAME.determinize(GAME.view(s, seat), seat, Seeded(derive_seed("another world")))
        assert answer(other, seat, "mcts:iterations=4") is answer(s, seat, "mcts:iterations=4")
        kinds.add(kind)
    assert kinds >= {"choose_wealth", "place_overseer", "mine_move", "mine_second", "market_action", "acquire"}


def test_a_hidden_choice_of_wealth_makes_no_difference() -> None:
    s = GAME.setup("normal", {}, 2, Ctx(Seeded(SEED)))
    assert waiting_seats(s) == [0, 1]
    before = answer(s, 1, "mcts:iterations=2")
    for action in GAME.options(s, 0):
        after = s.copy()
        GAME.step(after, 0, action, Ctx(Dice(1)))
        assert answer(after, 1, "mcts:iterations=2") is before


def acquiring() -> Table:
    """Seat 0 has acquired a quest and manages beside the acquisition of seat 1."""
    t = Table("normal", 2)
    for seat, levels in ((0, (1, 1, 2)), (1, (1, 2))):
        for level in levels:
            t.adventurer(seat, level)
    t.designs(0, "iron_sword").designs(1, "iron_sword", "iron_axe")
    t.pool(0, "4 copper, 4 iron, 2 gold").pool(1, "4 copper, 4 iron, 2 gold")
    t.at(QUESTS)
    taken = next(text for text in t.options(0) if text.startswith("acquire"))
    return t.do(0, taken)


def test_an_acquisition_does_not_depend_on_how_far_others_have_managed() -> None:
    t = acquiring()
    before = chosen(t, 1)
    steps = 0
    while 0 in waiting_seats(t.state) and GAME.decision(t.state, 0).kind == "manage":
        t.do(0, chosen(t, 0, "greedy"))
        steps += 1
        assert chosen(t, 1) == before
    assert steps >= 3
    assert GAME.decision(t.state, 1).kind == "acquire"


def test_what_others_manage_is_forgotten_and_nothing_else() -> None:
    t = acquiring()
    s = t.state.copy()
    mine, theirs = s.players[1], s.players[0]
    guide().forget(s, 1)
    assert s.players[1] is mine
    assert s.players[0].level == theirs.level
    assert s.players[0].designs == theirs.designs
    assert s.players[0].quests == []
    top = s.stack[-1]
    assert isinstance(top, QuestPhase)
    assert waiting_seats(s) == [1]


def test_the_usual_seat_keeps_its_points_but_for_what_may_come_of_failures() -> None:
    t = acquiring()
    p = t.state.players[0]
    p.earned = [20, 3, -4, 2, 1]
    p.prestige = sum(p.earned)
    assert usual(t.state, 0).prestige == 23


# --- every mode


@pytest.mark.parametrize(("mode", "seats"), [("normal", 3), *[(m.name, m.min_seats) for m in GAME.modes]])
def test_it_plays_every_mode(mode: str, seats: int) -> None:
    """One decision of every kind that is searched, a few of the others, in the first round."""
    s = GAME.setup(mode, {}, seats, Ctx(Seeded(derive_seed("modes", mode))))
    dice = Dice(1)
    seen: Counter[str] = Counter()
    while s.outcome is None and s.clock == 1:
        seat = first_waiting(s)
        options = GAME.options(s, seat)
        kind = GAME.decision(s, seat).kind
        if seen[kind] < (1 if kind in SEARCHED else 5):
            action = answer(s, seat, "mcts:iterations=2")
        else:
            action = guide().play(s, seat, options, dice.picker)
        assert action in options
        seen[kind] += 1
        GAME.step(s, seat, action, Ctx(dice))
    assert {"choose_wealth", "place_overseer", "mine_move", "market_action", "acquire", "manage"} <= set(seen)


# --- how lines are played


def test_a_kept_plan_is_the_plan_that_would_be_made_anew() -> None:
    s = GAME.setup("normal", {}, 2, Ctx(Seeded(derive_seed("plans"))))
    outlook = outlook_of(GAME, scarcity(s))
    dice = Dice(1)
    kept = LastPlan()
    managed = 0
    while s.outcome is None:
        seat = first_waiting(s)
        options = legal(s, seat)
        kind = GAME.decision(s, seat).kind
        action = Swift(GAME, outlook, s, seat, options, kept).best(kind)
        if kind == "manage":
            managed += 1
            assert Swift(GAME, outlook, s, seat, options, LastPlan()).best(kind) is action
        GAME.step(s, seat, action, Ctx(dice))
    assert managed > 20


def test_a_seat_in_a_line_looks_at_few_quests_and_at_those_that_there_is_time_for() -> None:
    t = Table("normal", 2).last_round()
    t.adventurer(0, 2)
    t.adventurer(1, 1)
    t.designs(0, "iron_sword").pool(0, "4 copper, 4 iron, 4 gold").pool(1, "")
    long = [q.id for q in t.c.quests if q.deck == 0 and q.steps > 1][:7]
    slots = {f"slot{i + 1}": name for i, name in enumerate(long)}
    t.offer(**slots, slot8="p1_crystal").at(QUESTS)
    s = t.state
    swift = Swift(GAME, outlook_of(GAME, scarcity(s)), s, 0, GAME.options(s, 0), LastPlan())
    swift.best("acquire")
    looked_at = [GAME.actions.text(a) for a in swift.options]
    assert looked_at[:2] == ["pass", "acquire 8 "]
    assert len(looked_at) == ACQUISITIONS


# --- what it knows


def test_it_buys_the_end_game_bonus_that_pays_most() -> None:
    t = Table("normal", 2).last_round()
    for _ in range(3):
        t.adventurer(0, 4)
    t.adventurer(1, 1)
    s = t.state
    for quest in [q for q, card in enumerate(s.c.quests) if card.deck == 0][:6]:
        t._take_quest(quest)
        s.players[0].completed.append(quest)
    t.pool(0, "4 gold").pool(1, "").offer().at(MARKET)
    assert chosen(t, 0) == chosen(t, 0, "greedy")
    assert chosen(t, 0).startswith("endgame ")


def test_in_the_last_round_it_takes_the_quest_that_it_can_complete() -> None:
    """The second one needs too much power, the third one another round."""
    t = Table("normal", 2).last_round()
    for _ in range(3):
        t.adventurer(0, 2)
    t.adventurer(1, 1)
    t.designs(0, "iron_sword", "iron_axe")
    t.pool(0, "4 copper, 4 iron, 1 gold").pool(1, "")
    t.offer(slot1="cellar_rats#1", slot2="p1_grumblesaur", slot3="p1_crystal").at(QUESTS)
    assert chosen(t, 0) == "acquire 3 "


def test_a_line_ends_with_the_game_or_after_some_rounds() -> None:
    g = guide()
    s, seat, _ = positions("epic", 2, {1})[0]
    g.begin(GAME.view(s, seat), GAME.decision(s, seat))
    assert not g.stop(s, 0)
    s.clock += 20
    assert g.stop(s, 0)
    values = g.values(s, seat)
    assert len(values) == 2
    assert sum(values) == pytest.approx(1.0)
