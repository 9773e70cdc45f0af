"""The solo game (RULES.md, section on the solo game)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from forge_war.names import QUEST_DECKS
from forge_war.rounds import END, MARKET, MOVING, ORDER, PLACING, QUESTS, SECOND, SHARED
from rulekit.chance import Seeded
from rulekit.errors import InvalidOptions
from rulekit.events import Ctx
from tests.games.forge_war.table import GAME, Table

rule = pytest.mark.rule
C = GAME.content
ALL: dict[str, list[str]] = {name: [q.id for q in C.quests if q.deck == d] for d, name in enumerate(QUEST_DECKS)}
MARKED = ["cursed_keep", "kidnappings"]
# as the rulebook lists them, from the hardest to the easiest
HARD = ["fish_king", "restless_graveyard", "serpent_temple", "weird_woods", "mystic_cave", "mad_king"]
EASY = ["arena_games", "hollow_glen_spiders", "tavern_brawl#1", "tavern_brawl#2", "cellar_rats#1", "cellar_rats#2"]
HARD_GREY = [
    "endless_dungeon",
    "tower_stars",
    "grumblesaur",
    "fissure_doom",
    "mummy_curse",
    "forest_spirit",
    "bodyguard",
    "vampire_pursuit",
]
EASY_GREY = [
    "fairy_mischief",
    "crystal_invasion",
    "dark_coven",
    "secret_cabal",
    "ogre_berserker",
    "royal_tournament",
    "bridge_trolls#1",
    "bridge_trolls#2",
]
HARD_RED = ["hydra", "mount_horn", "dwarves_deep", "golem_army"]
EASY_RED = ["mountain_alive", "visitors", "lonely_colossus", "swamp_suffering"]
PURPLE_NORMAL = ["p1_crystal", "p1_grumblesaur", "p1_vampire", "p1_mummy"]
PURPLE_EPIC = ["p3_scar", "p3_storm_knight", "p3_vampire", "p3_nether_gate", "p3_skeletal_beast"]


def solo(mode: str = "solo_normal", order: tuple[int, int, int] = (0, 1, 2)) -> Table:
    return Table(mode, 1).order(*order)


def decks(mode: str, difficulty: str, seed: int = 0) -> dict[str, set[str]]:
    """The quests with which a game is set up, by deck."""
    s = GAME.setup(mode, {"difficulty": difficulty}, 1, Ctx(Seeded(bytes([seed]) * 32)))
    out: dict[str, set[str]] = {}
    for quest in [*s.deck, *[q for q in s.offer if q >= 0]]:
        out.setdefault(QUEST_DECKS[C.quests[quest].deck], set()).add(C.quests[quest].id)
    return out


# --- set-up


@rule("FW-763")
@pytest.mark.parametrize("mode", ["solo_normal", "solo_epic"])
def test_the_player_places_all_nine_overseers(mode: str) -> None:
    t = solo(mode).mine().at(PLACING)
    assert len(t.state.ore) == 48
    first = t.options(0)
    assert {option.split()[-1] for option in first} == {"0", "1", "2"}
    for n, colour in enumerate([2, 2, 0, 1, 2, 0, 1, 1, 0]):
        assert t.asked == {0: "place_overseer"}
        assert len(t.options(0)) == (48 - n) * sum(len(hexes) < 3 for hexes in t.state.overseers)
        t.do(0, next(option for option in t.options(0) if option.endswith(f" {colour}")))
    assert [len(hexes) for hexes in t.state.overseers] == [3, 3, 3]
    assert t[0] == ""
    assert t.asked == {0: "mine_move"}


@rule("FW-766")
@pytest.mark.parametrize("mode", ["solo_normal", "solo_epic"])
def test_designs_wealth_market_and_row_are_as_usual(mode: str) -> None:
    t = Table.fresh(mode, 1, [["w1_01", "w1_02", "w1_03", "w1_04"]])
    assert t.names(t.player(0).designs) == ["copper_sword", "copper_dagger"]
    assert len(t.options(0)) == 6
    assert len(t.state.row) + len(t.state.stacks[0]) + (t.state.face[0] >= 0) == 4 + 10
    assert [len(pile) for pile in t.state.stacks[1:]] == [5, 5, 5, 5]
    t.do(0, "keep w1_01 w1_02")
    assert t[0] == "4 copper, 11 gold"


@rule("FW-769")
@pytest.mark.parametrize(
    ("mode", "options", "adventurers"),
    [("solo_normal", {}, 4), ("solo_epic", {}, 5), ("solo_epic", {"bonus_tiles": True}, 4)],
)
def test_adventurers_at_the_start(mode: str, options: dict[str, Any], adventurers: int) -> None:
    assert Table.fresh(mode, 1, options=options).levels(0) == [1] * adventurers


@rule("FW-772")
@pytest.mark.parametrize(
    ("difficulty", "out"),
    [("very_easy", HARD), ("medium", HARD[:2] + EASY[2:]), ("difficult", EASY)],
)
def test_decks_of_the_normal_game(difficulty: str, out: list[str]) -> None:
    assert decks("solo_normal", difficulty) == {
        "green": set(ALL["green"]) - set(MARKED) - set(out),
        "purple1": set(PURPLE_NORMAL),
    }
    assert len(decks("solo_normal", difficulty)["green"]) == 12


@rule("FW-772")
def test_random_decks_of_the_normal_game() -> None:
    drawn = [decks("solo_normal", "random", seed) for seed in range(30)]
    assert all(len(of["green"]) == 12 and of["purple1"] == set(PURPLE_NORMAL) for of in drawn)
    assert set().union(*[of["green"] for of in drawn]) == set(ALL["green"]) - set(MARKED)
    assert len({frozenset(of["green"]) for of in drawn}) > 20


@rule("FW-775")
@pytest.mark.parametrize(
    ("difficulty", "out"),
    [
        ("very_easy", [*MARKED, *HARD, *HARD_GREY, *HARD_RED]),
        (
            "medium",
            [*MARKED, *HARD[:2], *EASY[2:], *HARD_GREY[:4], *EASY_GREY[4:], *HARD_RED[:2], *EASY_RED[2:]],
        ),
        ("difficult", ["thieves_den", "belfry_bats", *EASY, *EASY_GREY, *EASY_RED]),
    ],
)
def test_decks_of_the_epic_game(difficulty: str, out: list[str]) -> None:
    found = decks("solo_epic", difficulty)
    assert found == {
        **{name: set(ALL[name]) - set(out) for name in ("green", "grey", "red")},
        "purple3": set(PURPLE_EPIC),
    }
    assert [len(found[name]) for name in ("green", "grey", "red", "purple3")] == [12, 12, 8, 5]


@rule("FW-775")
def test_random_decks_of_the_epic_game() -> None:
    drawn = [decks("solo_epic", "random", seed) for seed in range(40)]
    for name, size in (("green", 12), ("grey", 12), ("red", 8)):
        assert {len(of[name]) for of in drawn} == {size}
        assert set().union(*[of[name] for of in drawn]) == set(ALL[name])
    assert all(of["purple3"] == set(PURPLE_EPIC) for of in drawn)


@rule("FW-778")
def test_two_quests_are_dealt_at_setup() -> None:
    t = Table.fresh("solo_normal", 1)
    assert [name != "" for name in t.offered()] == [True, True] + [False] * 6


@rule("FW-778", "FW-781")
def test_quests_are_pushed_and_never_removed() -> None:
    t = solo().deck("mystic_cave", "weird_woods")
    t.offer(slot1="goblin_mill", slot4="mad_king", slot6="belfry_bats", slot7="arena_games").at(END)
    assert t.offered() == [
        "mystic_cave",
        "weird_woods",
        "goblin_mill",
        "mad_king",
        "belfry_bats",
        "arena_games",
        "",
        "",
    ]
    assert t.events("offer_cleared") == []
    for stack in ("weapon", "bonus_a", "bonus_b", "single_a", "single_b"):
        t.stack(stack)
    t.offer(slot1="fish_king", slot2="salt_caravan").deck("p1_mummy").face()
    t.state.round = 6
    t.at(END)
    assert t.offered() == ["p1_mummy", "", "fish_king", "salt_caravan", "", "", "", ""]


# --- mine


@rule("FW-784")
def test_the_player_moves_all_colours_in_the_order_of_the_track() -> None:
    t = solo(order=(1, 2, 0)).mine(o0=[(0, 0)], o1=[(3, 0)], o2=[(-3, 0)]).at(MOVING)
    for colour in (1, 2):
        assert t.asked == {0: "auto_move"}
        assert {option.split()[-1] for option in t.options(0)} == {str(colour)}
        t.do(0, t.options(0)[0])
    assert t.asked == {0: "mine_move"}
    t.do(0, "pass")
    assert t.asked == {0: "market_action"}
    assert [e["colour"] for e in t.events("overseer_moved")] == [1, 2]


@rule("FW-787")
def test_an_automated_colour_may_not_pass_while_it_can_move() -> None:
    t = solo(order=(1, 2, 0)).mine(o1=[(0, 0)]).at(MOVING)
    assert len(t.options(0)) == 6 * 3 + len([m for m in t.options(0) if 4 in map(abs, map(int, m.split()[3:5]))])
    t.refused(0, "pass")
    shut = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    t = solo(order=(1, 2, 0)).mine(o1=[(0, 0)], o2=shut[:3], o0=shut[3:]).at(MOVING)
    assert t.asked == {0: "auto_move"}  # colour 1 is shut in, colour 2 moves
    assert {option.split()[-1] for option in t.options(0)} == {"2"}


@rule("FW-787")
def test_more_others_come_before_fewer_own() -> None:
    """Three others with two own against two others, and against one other with none."""
    t = solo(order=(1, 2, 0))
    t.mine(o1=[(-3, 0)], w0=[(-2, 0), (0, 0), (-3, 1)], w2=[(2, 0), (-2, -1), (-1, -2)], w1=[(-1, 0), (1, 0)])
    assert t.at(MOVING).options(0) == ["move -3 0 3 0 1"]


@rule("FW-122", "FW-787")
def test_an_automated_overseer_stops_behind_the_run_too() -> None:
    """On its only line a run of its own, a gap, a worker of another: that one is out of reach."""
    t = solo(order=(1, 2, 0))
    shut = [C.hexes[h] for h in t.state.board.around[t.hexes[(-3, 0)]] if C.hexes[h] != (-2, 0)]
    t.mine(o1=[(-3, 0)], o2=shut[:3], o0=shut[3:], w1=[(-2, 0)], w0=[(0, 0)]).at(MOVING)
    assert t.options(0) == ["move -3 0 -1 0 1"]


@rule("FW-787")
def test_the_movement_is_the_players_choice_where_all_jump_alike() -> None:
    t = solo(order=(1, 2, 0)).mine(o1=[(-3, 0), (3, 0)], w1=[(-2, 0), (2, 0)]).at(MOVING)
    stops = {tuple(option.split()[1:3]) for option in t.options(0)}
    assert stops == {("-3", "0"), ("3", "0")}
    assert "move -3 0 -1 0 1" not in t.options(0)  # it would jump a worker of its own
    assert len(t.options(0)) > 6


@rule("FW-790")
def test_own_workers_leave_the_board_for_every_colour() -> None:
    t = solo(order=(1, 2, 0)).mine({(-2, 0): "iron"}, o1=[(-3, 0)], w0=[(-2, 0)], w1=[(-1, 0)]).at(MOVING)
    t.do(0, "move -3 0 0 0 1")
    assert t.state.workers == [0, 2, 0]
    assert t.events("overseer_moved")[0]["passed"] == [
        {"hex": [-2, 0], "colour": 1},
        {"hex": [-1, 0], "colour": None},
    ]


@rule("FW-793")
def test_only_the_players_own_movements_yield() -> None:
    ore = {(-3, 0): "copper", (-2, 0): "iron"}
    t = solo(order=(1, 2, 0)).mine(ore, o1=[(-3, 0)], w0=[(-2, 0)]).at(MOVING).do(0, "move -3 0 -1 0 1")
    assert t[0] == ""
    t = solo().mine(ore, o0=[(-3, 0)], w1=[(-2, 0)]).at(MOVING).do(0, "move -3 0 -1 0")
    assert t[0] == "1 copper, 1 iron"


@rule("FW-796")
@pytest.mark.parametrize(("order", "asked"), [((0, 1, 2), "mine_second"), ((1, 0, 2), "market_action")])
def test_the_second_movement_is_for_the_player_alone(order: tuple[int, int, int], asked: str) -> None:
    assert solo(order=order).mine(o0=[(0, 0)]).at(SECOND).asked == {0: asked}


@rule("FW-799")
@pytest.mark.parametrize("locked", [False, True])
def test_the_first_marker_goes_to_the_end(locked: bool) -> None:
    t = solo(order=(0, 2, 1)).mine(w1=[(0, 0), (2, 0)], w2=[(0, 2)])
    t.state.locked_last = locked
    assert t.at(ORDER).state.order == [2, 1, 0]


@rule("FW-802")
def test_strikes_of_all_colours() -> None:
    group = [(-3, 1), (-3, 2), (-2, 2), (-1, 2)]
    for colour in range(3):
        order = [(0, 1, 2), (1, 2, 0), (2, 1, 0)][colour]
        t = solo(order=order)
        t.mine(None, **{f"o{colour}": [(-3, 0)], f"w{colour}": group, f"w{(colour + 1) % 3}": [(-2, 0)]})
        t.at(MOVING).do(0, "move -3 0 -1 0" + (f" {colour}" if colour else ""))
        assert t.state.workers == [0, 0, 0]
        assert [e["colour"] for e in t.events("strike")] == [colour]


# --- market and quests


@rule("FW-805")
def test_closed_spaces_once_and_open_spaces_twice() -> None:
    t = solo().face("leaf_shield", "buyer_savvy_1#1", None, "copper_wagon_1").pool(0, "30 gold")
    t.adventurer(0, 1)
    quest = t.quest(0, "weird_woods")
    t.at(MARKET).do(0, "barracks hire")
    assert t.options(0, "barracks") == []
    t.do(0, "bazaar single_a")
    t.face("elfwood_bow", "gem_cutter#1").at(MARKET).do(0, "bazaar bonus_a")
    assert t.options(0, "bazaar") == []
    t.do(0, "blacksmith")
    t.at(MARKET).do(0, "clerk copper_axe", "clerk copper_mace")
    t.at(MARKET).do(0, f"road {quest} 1", f"road {quest} 1")
    assert t.step(quest) == 3


@rule("FW-808")
def test_a_quest_must_be_acquired() -> None:
    t = solo().offer(slot1="mystic_cave", slot4="mad_king").at(QUESTS)
    assert t.options(0) == ["acquire 1 "]
    t.refused(0, "pass")
    t = solo().offer(slot4="mad_king").at(QUESTS)
    assert t.options(0) == ["pass"]  # it cannot be paid
    t.do(0, "pass")
    assert t.state.outcome is not None
    assert t.state.outcome.reason == "no_quest_taken"
    assert t.state.outcome.detail["solo"]["won"] is False
    assert t.asked == {}


@rule("FW-760", "FW-808")
def test_a_failed_quest_loses_at_once_whatever_the_score() -> None:
    t = solo().offer(slot1="mystic_cave").prestige(0, 300)
    done = t.quest(0, "weird_woods")
    t.adventurer(0, 3, on=done, weapon="iron_greatsword")
    t.at(QUESTS).do(0, "acquire 1 ", "done")
    outcome = t.state.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.placings) == ("quest_failed", [2])
    assert outcome.detail["solo"] == {"won": False, "great_score": 125}
    assert t.state.round == 1


@rule("FW-760")
@pytest.mark.parametrize(("mode", "great"), [("solo_normal", 125), ("solo_epic", 600)])
def test_the_game_is_won_when_every_quest_is_completed(mode: str, great: int) -> None:
    t = solo(mode).prestige(0, 90)
    t.adventurer(0, 4)
    t.pool(0, "9 gold").last_round().at(END)
    outcome = t.state.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.placings, outcome.scores) == ("final_score", [1], [90 + 5 + 2])
    assert outcome.detail["solo"] == {"won": True, "great_score": great}


@rule("FW-760", "FW-814")
def test_an_active_quest_at_the_end_loses_the_game() -> None:
    t = solo().prestige(0, 200)
    quest = t.quest(0, "weird_woods", step=3)
    t.adventurer(0, 3, on=quest, weapon="iron_greatsword")
    t.last_round().at(QUESTS)
    t.offer(slot1="cellar_rats#1")
    t.at(SHARED)
    outcome = t.state.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.placings) == ("unfinished_quest", [2])
    assert outcome.detail["solo"]["won"] is False
    assert [e["quest"] for e in t.events("quest_failed")] == [quest]


@rule("FW-811")
def test_a_change_of_stage() -> None:
    t = solo("solo_epic", (1, 0, 2)).mine(o0=[(0, 0)], w1=[(2, 0)])
    t.offer(slot1="mystic_cave", slot3="mad_king").deck("fairy_mischief", "dark_coven", "hydra")
    for stack in ("weapon", "bonus_a", "bonus_b", "single_a", "single_b"):
        t.stack(stack)
    t.state.round = 6
    t.script = {"mine_sides": [1] * 6}
    t.at(END)
    assert (t.state.stage, t.state.round) == (2, 1)
    assert t.offered() == ["fairy_mischief", "dark_coven", "", "", "", "", "", ""]
    assert (t.state.workers, t.state.overseers) == ([0, 0, 0], [[], [], []])
    placed: Counter[str] = Counter()
    while "place_overseer" in t.asked.values():
        option = t.options(0)[-1]
        placed[option.split()[-1]] += 1
        t.do(0, option)
    assert placed == {"0": 3, "1": 3, "2": 3}
    assert t.state.order == [1, 0, 2]


@rule("FW-817")
def test_greater_challenge() -> None:
    for fewer in range(4):
        assert Table.fresh("solo_normal", 1, options={"fewer_adventurers": fewer}).levels(0) == [1] * (4 - fewer)
    assert Table.fresh("solo_epic", 1, options={"fewer_adventurers": 4}).levels(0) == [1]
    with pytest.raises(InvalidOptions):
        GAME.setup("solo_normal", {"fewer_adventurers": 4}, 1, Ctx(Seeded(bytes(32))))
    t = Table.fresh("solo_normal", 1, [["w1_01", "w1_02", "w1_03", "w1_04"]], options={"wealth_kept": 1})
    assert t.options(0) == ["keep w1_01", "keep w1_02", "keep w1_03", "keep w1_04"]
    t.do(0, "keep w1_01")
    assert t[0] == "9 gold"
    t = Table.fresh("solo_normal", 1, options={"wealth_kept": 0})
    assert (t.asked, t[0]) == ({0: "place_overseer"}, "")


@rule("FW-787")
def test_an_automated_colour_that_cannot_move_is_left_out() -> None:
    around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    t = Table("solo_normal", 1).order(1, 2, 0).mine(o1=[(0, 0)], o0=around[:3], o2=around[3:]).at(MOVING)
    assert t.events("auto_move") == []
    assert {text.split()[-1] for text in t.options(0)} == {"2"}  # the next colour is asked
