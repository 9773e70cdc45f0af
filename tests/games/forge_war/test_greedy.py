"""The house bot `greedy`: its choices in small positions, what they may depend on, and its play."""

from __future__ import annotations

import pytest

from bot_player.greedy_forge_war import Ask, GreedyForgeWar, outlook_of, scarcity
from bot_player.playout import make_header, play_out
from bot_player.policies import make_policy
from bot_player.war_mine import move
from bot_player.war_plan import Planner
from forge_war.rounds import MARKET, MOVING, QUESTS
from forge_war.state import WarState
from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.events import Ctx
from rulekit.frames import waiting_seats
from rulekit.match import derive_seed
from tests.games.forge_war.table import GAME, Table


def policy() -> GreedyForgeWar:
    return GreedyForgeWar(GAME, b"greedy")


def answer(s: WarState, seat: int) -> Action:
    return policy().choose(GAME.view(s, seat), GAME.decision(s, seat), GAME.options(s, seat))


def chosen(t: Table, seat: int) -> str:
    return GAME.actions.text(answer(t.state, seat))


def managed(t: Table, seat: int) -> list[str]:
    """The seat's whole management."""
    out: list[str] = []
    while seat in waiting_seats(t.state) and GAME.decision(t.state, seat).kind == "manage":
        out.append(chosen(t, seat))
        t.do(seat, out[-1])
    return out


def managing(pool: str, *levels: int) -> tuple[Table, str]:
    """Seat 0 manages a quest of difficulty 4 without types, with adventurers of these levels."""
    t = Table("normal", 2).designs(0, "iron_sword", "iron_greatsword")
    name = next(q.id for q in t.c.quests if q.legs[0].difficulty == 4 and not q.legs[0].types and len(q.legs) > 1)
    t.quest(0, name, ago=0)
    for level in levels:
        t.adventurer(0, level)
    t.adventurer(1, 1)
    t.pool(0, pool).pool(1, "").offer().at(QUESTS)
    t.do(0, "pass")
    return t, name


# --- management


def test_it_fills_a_quest_and_ends_the_management() -> None:
    t, name = managing("2 copper, 2 iron", 1, 1)
    done = managed(t, 0)
    assert done[0] == f"focus {name}"
    assert done[-1] == "done"
    assert t.state.players[0].quests or t.state.players[0].completed
    assert not [e for e in t.log if e.type == "quest_failed" and e.data["seat"] == 0]


def test_it_sends_nobody_where_nothing_can_be_done() -> None:
    t, _ = managing("1 copper", 1)
    assert managed(t, 0) == ["done"]


def test_it_buys_the_resource_that_the_plan_lacks() -> None:
    t, _ = managing("1 iron, 2 copper, 3 gold", 1, 1)
    assert managed(t, 0)[0] == "merchant_buy iron"
    assert not [e for e in t.log if e.type == "quest_failed" and e.data["seat"] == 0]


def test_it_sells_first_if_the_resource_that_is_lacking_cannot_be_paid() -> None:
    t, _ = managing("1 iron, 2 copper, 1 gold, 1 emerald", 1, 1)
    assert managed(t, 0)[:2] == ["merchant_sell emerald", "merchant_buy iron"]
    assert not [e for e in t.log if e.type == "quest_failed" and e.data["seat"] == 0]


def test_a_plan_wastes_neither_adventurers_nor_resources() -> None:
    t, name = managing("1 copper, 3 iron", 1, 2, 1)
    s = t.state
    planner = Planner(outlook_of(GAME, scarcity(s)), s, 0)
    plan = planner.plan(s.players[0].res)
    assert not plan.failing
    assert [(step[0], s.c.designs[step[2]].id) for step in plan.steps] in (
        [(t.quests[name], "iron_greatsword")],
        [(t.quests[name], "copper_dagger"), (t.quests[name], "iron_sword")],
    )


def test_a_plan_names_what_fails_and_what_it_was_worth() -> None:
    t, name = managing("", 1)
    plan = Planner(outlook_of(GAME, 1.0), t.state, 0).plan([0] * 6)
    assert plan.steps == []
    assert plan.failing == [t.quests[name]]
    assert plan.lost > 0


# --- quests


def test_it_takes_no_quest_whose_first_leg_cannot_be_met() -> None:
    t = Table("normal", 2)
    hard = max((q for q in t.c.quests if q.deck == 0), key=lambda q: q.legs[0].difficulty).id
    t.adventurer(0, 1)
    t.adventurer(1, 1)
    t.pool(0, "").pool(1, "").offer(slot1=hard).at(QUESTS)
    assert chosen(t, 0) == "pass"


def test_it_takes_a_quest_that_it_can_complete() -> None:
    t = Table("normal", 2)
    for _ in range(3):
        t.adventurer(0, 2)
    t.adventurer(1, 1)
    t.designs(0, "iron_sword", "iron_axe")
    t.pool(0, "6 copper, 6 iron, 5 gold").pool(1, "").offer(slot1="cellar_rats#1").at(QUESTS)
    assert chosen(t, 0) == "acquire 1 "


# --- mine, market, end of the round


def test_it_moves_where_most_resources_are() -> None:
    t = Table("normal", 2).pool(0, "").pool(1, "")
    t.adventurer(0, 1)
    t.adventurer(1, 1)
    t.mine(
        {(0, 0): "copper", (1, 0): "emerald", (2, 0): "emerald"},
        o0=[(0, 0)],
        w1=[(1, 0), (2, 0)],
        o1=[(-1, 3)],
    ).at(MOVING)
    assert chosen(t, 0).startswith("move ")
    assert answer(t.state, 0) is GAME.content.a_move[t.hexes[0, 0] * 61 + t.hexes[3, 0]]


def test_own_workers_that_would_be_lost_count_against_a_movement() -> None:
    t = Table("normal", 2)
    t.mine({(1, 0): "iron"}, o0=[(0, 0)], w0=[(1, 0)], o1=[(-1, 3)])
    worth = [0.4, 0.65, 1.0, 0.8, 1.0, 1.35]
    over = move(t.state, 0, t.hexes[0, 0], t.hexes[2, 0], worth)
    aside = move(t.state, 0, t.hexes[0, 0], t.hexes[0, 1], worth)
    assert over < aside


def test_the_second_movement_needs_a_reason() -> None:
    t = Table("normal", 2).pool(0, "").pool(1, "")
    t.adventurer(0, 1)
    t.adventurer(1, 1)
    t.mine(o0=[(0, 0)], o1=[(-1, 3)]).at(MOVING)
    t.do(0, "pass").do(1, "pass")
    assert GAME.decision(t.state, 0).kind == "mine_second"
    assert chosen(t, 0) == "pass"


def test_it_buys_the_end_game_bonus_that_pays() -> None:
    t = Table("normal", 2).last_round()
    for _ in range(3):
        t.adventurer(0, 4)
    t.adventurer(1, 1)
    s = t.state
    for quest in [q for q, card in enumerate(s.c.quests) if card.deck == 0][:6]:
        t._take_quest(quest)
        s.players[0].completed.append(quest)
    t.pool(0, "4 gold").pool(1, "").offer().at(MARKET)
    assert chosen(t, 0).startswith("endgame ")


@pytest.mark.parametrize("pool", ["2 copper", "1 copper, 1 iron"])
def test_in_a_solo_game_it_sells_nothing_that_the_quest_of_the_round_needs(pool: str) -> None:
    t = Table("solo_normal", 1)
    t.adventurer(0, 1)
    t.adventurer(0, 1)
    t.pool(0, pool).offer(slot1="salt_caravan").at(MARKET)
    assert chosen(t, 0) == "pass"


def test_a_solo_game_needs_a_quest_of_one_step_in_its_last_round() -> None:
    outlook = outlook_of(GAME, 1.0)
    s = Table("solo_normal", 1).state
    quests = [s.c.quests[outlook.likely(s, 0, rounds)] for rounds in (1, 2, 7)]
    assert quests[0].steps == 1
    assert quests[1].steps <= 2
    assert quests[1].deck == quests[2].deck != quests[0].deck


def test_it_is_asked_for_any_time_actions_alone_and_trades_only_for_gain() -> None:
    t = Table("normal", 2)
    t.adventurer(0, 1)
    t.adventurer(1, 1)
    t.pool(0, "2 gold").pool(1, "2 gold").at(MARKET)
    options = GAME.off_turn_options(t.state, 1)
    assert options
    action = Ask(GAME, outlook_of(GAME, 1.0), t.state, 1, options).best("any_time")
    assert action in options


# --- what a choice depends on


def test_hidden_cards_change_nothing() -> None:
    t, _ = managing("2 copper, 2 iron", 1, 1)
    before = chosen(t, 0)
    for pile in [t.state.deck, *t.state.stacks]:
        pile.reverse()
    assert chosen(t, 0) == before


def test_what_other_seats_do_beside_it_changes_nothing() -> None:
    first, _ = managing("2 copper, 2 iron", 1, 1)
    second, _ = managing("2 copper, 2 iron", 1, 1)
    second.do(1, "pass", "done")
    assert managed(first, 0) == managed(second, 0)


def test_a_policy_has_no_memory() -> None:
    """One policy for the whole match answers like one made for every ask, and like itself."""
    header = make_header(GAME, "m", "normal", {}, ["greedy"] * 3, derive_seed("memory"))
    s = GAME.setup("normal", {}, 3, _ctx("memory"))
    kept = [policy() for _ in range(3)]
    ctx = _ctx("memory, play")
    for _ in range(120):
        seat = waiting_seats(s)[-1]
        view, decision, options = GAME.view(s, seat), GAME.decision(s, seat), GAME.options(s, seat)
        action = kept[seat].choose(view, decision, options)
        assert policy().choose(view, decision, options) is action
        GAME.step(s, seat, action, ctx)
    assert header.game == "forge_war"


def _ctx(label: str) -> Ctx:
    return Ctx(Seeded(derive_seed(label)))


# --- whole matches


def scores(mode: str, bots: list[str], number: int, options: dict[str, object]) -> tuple[list[int], list[int]]:
    seed = derive_seed("whole", mode, len(bots), number)
    header = make_header(GAME, "m", mode, options, bots, seed)
    policies = [make_policy(bot, GAME, derive_seed("bot", number, i).hex()) for i, bot in enumerate(bots)]
    played = play_out(GAME, header, seed, policies)
    assert not played.faults
    return played.record.outcome["scores"], played.record.outcome["placings"]


@pytest.mark.parametrize("mode", [m.name for m in GAME.modes if m.max_seats > 1])
def test_it_beats_random_in_every_mode(mode: str) -> None:
    options: dict[str, object] = {} if mode == "normal" else {"bonus_tiles": True}
    for number in range(2):
        bots = ["random", "random"]
        bots[number] = "greedy"
        points, places = scores(mode, bots, number, options)
        assert places[number] == 1
        assert points[number] > points[1 - number] + 20


def test_it_wins_solo_games_that_random_play_never_does() -> None:
    options: dict[str, object] = {"difficulty": "very_easy"}
    won = [scores("solo_normal", ["greedy"], number, options)[1] == [1] for number in range(12)]
    assert any(won)
