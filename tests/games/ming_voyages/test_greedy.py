"""The house bot `greedy`: its plans against the rules, single decisions, and its play."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot_player.greedy_ming_voyages import Ask, knowledge
from bot_player.ming_plan import SAME, SPECIAL, Plans, Use
from bot_player.ming_position import RESERVE_CP, lead, read_position
from bot_player.playout import make_header, play, play_out
from bot_player.policies import make_policy
from ming_voyages.effects import Effect, executable
from ming_voyages.names import ATTACK, BUILD_SETTLEMENT, EMPEROR, MOVE, OVERLORD, VOYAGE
from ming_voyages.state import MingState, open_special
from ming_voyages.view_types import MingView
from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.events import Ctx
from rulekit.frames import AUTO, waiting_seats
from rulekit.match import derive_seed
from tests.games.ming_voyages.greedy_help import known, policy, states, view_of
from tests.games.ming_voyages.table import GAME, Table, table

DETAILS = {
    "take_amount",
    "distribute",
    "move",
    "attack_target",
    "attack",
    "voyage",
    "build_origin",
    "pick_region",
    "pick_option",
}


# --- plans and rules


def test_specials_are_executable_when_the_rules_say_so_and_lead_to_the_same_boards() -> None:
    compared = 0
    for number, (s, seat) in enumerate(states(8, {"play_card"})):
        if number % 3:
            continue
        p = read_position(GAME.content, view_of(s, seat))
        for card in range(1, 28):
            for side in (EMPEROR, OVERLORD):
                special = open_special(s, card, side)
                assert known(side).board.special(p, card, side) is special
                if special is None:
                    continue
                lines = known(side).board.carry_out(p, side, special)
                assert bool(lines) == executable(s, side, special), f"card {card}"
                steps = [GAME.content.steps[n] for n in special.steps]
                if lines and not any(step.action in (ATTACK, VOYAGE) for step in steps):
                    planned = {tuple(q[:RESERVE_CP]) for _, outcomes in lines for _, q in outcomes}
                    assert planned == set(boards(s, seat, side, special.steps)), f"card {card}"
                    compared += 1
    assert compared > 1000


def boards(s: MingState, seat: int, side: int, steps: list[int]) -> Iterator[tuple[int, ...]]:
    """All boards that the steps of a special action can lead to by the rules."""
    t = s.copy()
    t.stack = [Effect(side, steps)]
    waiting = [t]
    while waiting:
        t = waiting.pop()
        ctx = Ctx(Seeded(bytes(32)))
        while t.stack and t.outcome is None and t.stack[-1].seat == AUTO:
            t.stack[-1].run(t, ctx)
        if not t.stack or t.outcome is not None:
            yield tuple(read_position(GAME.content, view_of(t, seat))[:RESERVE_CP])
            continue
        for a in t.stack[-1].options(t):
            u = t.copy()
            u.stack[-1].choose(u, a, ctx)
            waiting.append(u)


def fight(s: MingState, ctx: Ctx) -> None:
    """Answers re-rolls with `stop`, so that a battle runs to its end."""
    while s.outcome is None and s.stack[-1].name() == "reroll":
        GAME.step(s, waiting_seats(s)[0], GAME.content.reroll_stop, ctx)


def begin(use: Use, options: list[Action]) -> Action:
    """The option that announces a use."""
    cps = GAME.content.cp
    for a in options:
        if use.action == SPECIAL and a is GAME.content.use_special:
            return a
        reinforcement = cps[a.c] if a.c > 0 else 0
        if a is not GAME.content.use_special and a.b == use.action and reinforcement == use.reinforcement:
            return a
    raise AssertionError(f"{use.action} with {use.reinforcement} CP is not offered")


def carry_out(s: MingState, seat: int, use: Use) -> MingState:
    """Plays a use by the rules; every detail must be an option when it is asked for."""
    t = s.copy()
    ctx = Ctx(Seeded(derive_seed(s.tick, "carry out")))
    GAME.step(t, seat, begin(use, GAME.options(t, seat)), ctx)
    for action in use.path:
        if t.outcome is not None or waiting_seats(t)[0] != seat:
            break
        if GAME.decision(t, seat).kind != GAME.actions.kinds[action.kind].name:
            continue  # an only option, which the rules have carried out
        assert action in GAME.options(t, seat), GAME.actions.text(action)
        GAME.step(t, seat, action, ctx)
    fight(t, ctx)
    return t


def test_every_planned_use_can_be_carried_out_and_ends_as_planned() -> None:
    uses = 0
    kinds: set[int] = set()
    reinforced = False
    for number, (s, seat) in enumerate(states(10, {"choose_use"})):
        if number % 4:
            continue
        side = s.seats.index(seat)
        view = view_of(s, seat)
        p = read_position(GAME.content, view)
        plans = Plans(known(side).mind(view, p), p)
        planned = plans.uses(s.in_play)
        assert planned
        for use in planned[number % 3 :: 3]:
            t = carry_out(s, seat, use)
            board = read_position(GAME.content, view_of(t, seat))[:RESERVE_CP]
            assert board in [q[:RESERVE_CP] for chance, q in use.outcomes if chance > 0]
            assert sum(chance for chance, _ in use.outcomes) == pytest.approx(1)
            uses += 1
            kinds.add(use.action)
            reinforced = reinforced or use.reinforcement > 0
    assert uses > 800
    assert kinds >= {SPECIAL, *range(9)}
    assert reinforced


def test_moves_attacks_and_builds_are_tried_in_full() -> None:
    seen = dict.fromkeys((MOVE, ATTACK, BUILD_SETTLEMENT), 0)
    ctx = Ctx(Seeded(bytes(32)))
    for number, (s, seat) in enumerate(states(12, {"choose_use"})):
        if number % 2:
            continue
        side = s.seats.index(seat)
        board = known(side).board
        p = read_position(GAME.content, view_of(s, seat))
        cp = GAME.content.cp[s.in_play]
        amounts = range(1, cp + 1)
        for option in GAME.options(s, seat):
            if option is GAME.content.use_special or option.c > 0 or option.b not in seen:
                continue
            if option.b == MOVE:
                planned = [line for n in amounts for line in board.moves(p, side, n)]
            elif option.b == ATTACK:
                planned = [line for n in amounts for line in board.attacks(p, side, n, lead(p, side))]
            else:
                planned = [line for n in amounts for line in board.builds(p, n)]
            t = s.copy()
            t.stack[-1].choose(t, option, ctx)
            assert {path for path, _ in planned} == set(paths(t, ctx))
            seen[option.b] += 1
    assert min(seen.values()) > 3


def paths(t: MingState, ctx: Ctx) -> Iterator[tuple[Action, ...]]:
    """All sequences of details that the rules offer for a use, only options included."""
    if t.stack[-1].name() not in DETAILS:
        yield ()
        return
    for a in t.stack[-1].options(t):
        u = t.copy()
        u.stack[-1].choose(u, a, ctx)
        for rest in paths(u, ctx):
            yield (a, *rest)


def test_details_are_carried_out_as_well_as_planned() -> None:
    """The details chosen after `choose_use` are worth at least what the use promised."""
    promised: dict[int, tuple[int, float]] = {}
    kept = 0
    for s, seat in states(2, {"choose_use", *DETAILS}, "greedy"):
        side = s.seats.index(seat)
        view = view_of(s, seat)
        kind = GAME.decision(s, seat).kind
        ask = Ask(known(side), view, GAME.options(s, seat))
        plans = ask.mind.plans(ask.p)
        if kind == "choose_use":
            to_come = ask.reaction_to_come()
            promised[seat] = (s.tick, (plans.first(s.in_play) if to_come else plans.plain(s.in_play)).value)
        elif seat in promised and s.tick == promised[seat][0] + 1:
            uses = ask.detail_uses(kind)
            if ask.reaction_to_come():
                value = ask.mind.best_judged(uses, s.in_play).value
            else:
                value = max(use.value for use in uses)
            assert value >= promised[seat][1] - SAME
            kept += 1
    assert kept > 25


# --- single decisions


def chosen(t: Table, seed: int = 1) -> dict[str, Any]:
    seat = GAME.pending(t.state)[0].seat
    action = policy("greedy", seed).choose(
        GAME.view(t.state, seat), GAME.decision(t.state, seat), GAME.options(t.state, seat)
    )
    return GAME.actions.encode(action)


def test_the_emperor_makes_the_voyage_that_wins() -> None:
    t = table(voyages=[1, 2, 3, 4, 5, 6], sea="1J 5G", yunnan="1T", emperor=[6, 1, 25], round=20, era=2)
    assert chosen(t)["card"] == 6
    t.play(6)
    assert chosen(t) == {"type": "choose_use", "use": "cp", "action": "voyage"}


def test_the_overlord_takes_the_fifth_borderland() -> None:
    t = table(
        turn="overlord",
        yunnan="1H",
        sichuan="2H",
        gansu="1H",
        shanxi="1H",
        liaodong="1T",
        manchus="6H",
        voyages=[1],
        overlord=[16, 15, 7, 24],
        overlord_reserve=[9],
        round=12,
        era=2,
    )
    first = chosen(t)
    assert first["mode"] != "reserve"
    t.play(first["card"], first["mode"])
    while t.asked[0] == "emperor":
        t.emperor("reaction", accept=False)
    use = chosen(t)
    assert (use["use"], use["action"]) == ("cp", "attack")


def test_the_last_card_is_played_for_the_points() -> None:
    """One Borderland more is the game: an empty one is entered."""
    t = table(voyages=[1, 2, 3], yunnan="2T", emperor=[7], overlord=[], round=24, era=2, no_deck=True, manchus="1H")
    mode = chosen(t)["mode"]
    assert mode != "reserve"
    t.play(7, mode)
    if mode == "second":
        t.overlord("reaction", accept=False)
    assert chosen(t)["action"] == "move"


def battle(dice: list[int], reserve: list[int]) -> Table:
    """The Overlord attacks the last but one free Borderland and has rolled."""
    t = table(
        turn="overlord",
        yunnan="1H",
        sichuan="1H",
        gansu="1H",
        shanxi="1H",
        liaodong="1T",
        manchus="2H",
        plays=6,
        overlord_reserve=reserve,
        round=20,
        voyages=[2],
    )
    t.dice(attacker=dice, defender=[1, 2, 4])
    t.play(6).cp("attack")
    t.overlord("attack", from_={"manchus": 2})
    assert t.asked == ("overlord", "reroll")
    return t


def test_a_triple_six_needs_no_card() -> None:
    assert chosen(battle([6, 6, 6], [24, 25])) == {"type": "reroll", "do": "stop"}


def test_a_bad_roll_for_the_game_is_worth_a_card() -> None:
    t = battle([1, 2, 4], [24, 25])
    assert chosen(t)["do"] == "card"
    t.overlord("reroll", do="card", card=24)
    assert chosen(t)["do"] == "dice"


def test_a_pair_is_kept_when_dice_are_rolled_again() -> None:
    t = battle([5, 1, 5], [24]).overlord("reroll", do="card", card=24)
    assert chosen(t) == {"type": "reroll", "do": "dice", "mask": 2}


# --- play


def match(players: list[str], number: int, first_emperor: int | str = "random") -> dict[str, Any]:
    seed = derive_seed(11, "match", number)
    header = make_header(GAME, str(number), "two_player", {"first_emperor": first_emperor}, players, seed)
    seats = [make_policy(name, GAME, derive_seed(11, "policy", number, i).hex()) for i, name in enumerate(players)]
    played = play_out(GAME, header, seed, seats)
    assert played.faults == []
    detail: dict[str, Any] = played.record.outcome["detail"]
    return detail


def test_greedy_beats_random_on_both_sides() -> None:
    """`play_out` fails on an answer that is not an option."""
    won = {EMPEROR: 0, OVERLORD: 0}
    for number in range(20):
        side = number % 2
        if match(["greedy", "random"], number // 2, first_emperor=side)["winner"] == 0:
            won[side] += 1
    assert min(won.values()) >= 9, won


def test_greedy_against_itself_plays_to_the_end() -> None:
    winners = [match(["greedy", "greedy"], number)["winning_side"] for number in range(6)]
    assert set(winners) == {"emperor", "overlord"}


@pytest.mark.slow
def test_greedy_never_answers_outside_the_options_over_hundreds_of_matches() -> None:
    for number in range(160):
        match(["greedy", "random"], 1000 + number)
    for number in range(20):
        match(["greedy", "greedy"], 2000 + number)


def test_the_same_view_and_seed_give_the_same_choice() -> None:
    decoder = msgspec.json.Decoder(MingView)
    compared = 0
    for s, seat in states(1, {"play_card", "choose_use", "reroll", "reaction", *DETAILS}):
        decision = GAME.decision(s, seat)
        options = GAME.options(s, seat)
        view = view_of(s, seat)
        once = policy("greedy", 5).choose(view, decision, options)
        if compared % 40 == 0:
            knowledge.cache_clear()  # as asked in another process
        again = policy("greedy", 5).choose(decoder.decode(msgspec.json.encode(view)), decision, options)
        assert once is again
        assert once in options
        compared += 1
    assert compared > 60


def test_ties_are_broken_by_the_policy_seed_alone() -> None:
    """A Troop for one of five equal Borderlands: each seed has its own, and keeps to it."""
    t = table(voyages=[4], yunnan="1T", sichuan="1T", gansu="1T", shanxi="1T", liaodong="1T", plays=13)
    t.play(13, "first").special()
    picks = [chosen(t, seed)["region"] for seed in range(12)]
    assert picks == [chosen(t, seed)["region"] for seed in range(12)]
    assert len(set(picks)) > 2


def test_the_choice_does_not_depend_on_hidden_cards() -> None:
    compared = 0
    for number, (s, seat) in enumerate(states(3, {"play_card", "choose_use", "reroll", "reaction"})):
        view = view_of(s, seat)
        world = GAME.determinize(view, seat, Seeded(derive_seed(number, "world")))
        if world.hands == s.hands and world.deck == s.deck:
            continue
        decision = GAME.decision(s, seat)
        here = policy("greedy").choose(view, decision, GAME.options(s, seat))
        there = policy("greedy").choose(GAME.view(world, seat), decision, GAME.options(world, seat))
        assert here is there
        compared += 1
    assert compared > 100


DIGEST = """
from bot_player.playout import make_header, play
from bot_player.policies import make_policy
from ming_voyages import load
game = load()
players = ["greedy", "greedy"]
header = make_header(game, "1", "two_player", {}, players, bytes(32))
print(play(game, header, bytes(32), [make_policy("greedy", game, seed) for seed in ("01", "02")]).log_digest)
"""


def test_play_does_not_depend_on_the_hash_seed() -> None:
    header = make_header(GAME, "1", "two_player", {}, ["greedy", "greedy"], bytes(32))
    here = play(GAME, header, bytes(32), [make_policy("greedy", GAME, seed) for seed in ("01", "02")]).log_digest
    path = os.pathsep.join(str(Path(__file__).parents[3] / p) for p in ("services", ".", "sdk"))
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        done = subprocess.run(
            [sys.executable, "-c", DIGEST], env=environment, capture_output=True, text=True, timeout=600, check=True
        )
        assert done.stdout.strip() == here
