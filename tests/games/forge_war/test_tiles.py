"""Bonus tiles (RULES.md, section on bonus tiles)."""

from __future__ import annotations

import pytest

from forge_war.names import RESOURCES
from forge_war.rounds import QUESTS, SHARED, TILE
from tests import laws
from tests.games.forge_war.table import GAME, Table

rule = pytest.mark.rule
C = GAME.content


def due(name: str, seats: int = 2) -> Table:
    """Round 3 of stage 1, about to resolve a tile."""
    t = Table("epic", seats, tiles=True)
    t.state.tiles = [next(i for i, tile in enumerate(C.tiles) if tile.id == name)]
    t.state.round = 3
    return t


# --- where they lie


@rule("FW-650", "FW-653")
@pytest.mark.parametrize(
    ("mode", "after"),
    [
        ("epic", [(1, 3), (1, 6), (2, 3), (2, 6), (3, 3)]),
        ("advanced_normal", [(2, 2), (2, 4), (2, 6)]),
        ("short_epic", [(2, 3), (2, 6), (3, 3)]),
    ],
)
def test_when_tiles_are_resolved(mode: str, after: list[tuple[int, int]]) -> None:
    w = laws.Walk(GAME, mode, {"bonus_tiles": True}, 2, 11)
    up = w.state.tiles.copy()
    assert len(up) == len(after)
    found: list[tuple[int, int]] = []
    while not w.over:
        before = len(w.state.tiles)
        at = (w.state.stage, w.state.round)
        w.step()
        found += [at] * (before - len(w.state.tiles))
    assert found == after
    assert [e.data["tile"] for e in w.events if e.type == "tile_resolved"] == [C.tiles[tile].id for tile in up]


@rule("FW-650")
def test_tiles_are_drawn_and_lie_face_up() -> None:
    t = Table.fresh("epic", 2, script={"bonus_tiles": [4, 14, 0, 9, 7]}, options={"bonus_tiles": True})
    names = [C.tiles[tile].id for tile in (4, 14, 0, 9, 7)]
    assert t.view().bonus_tiles == names
    assert len(C.tiles) == 15
    assert Table.fresh("epic", 2).view().bonus_tiles == []


@rule("FW-656")
def test_a_tile_is_resolved_after_the_rewards_and_removed() -> None:
    """The quest that is completed in this round does not count; its reward does."""
    t = due("stockpile_copper")
    quest = t.quest(0, "cellar_rats#1", step=2)
    t.adventurer(0, 4, on=quest, weapon="worldrender")
    t.pool(0, "1 iron").at(QUESTS).do(0, "pass", "done").do(1, "pass", "done")
    assert t.asked == {0: "round_close"}
    t.do(0, "close")
    assert t[0] == "3 copper, 1 iron, 1 gold, 4 prestige"
    assert t.view().bonus_tiles == []


@rule("FW-656")
def test_no_tile_is_due_in_other_rounds() -> None:
    for n in (1, 2, 4, 5):
        t = due("adventurous_1")
        t.quest(0, "weird_woods")
        t.state.round = n
        t.at(TILE)
        assert t.levels(0) == []


# --- what they bring


@rule("FW-659")
@pytest.mark.parametrize("exact", [2, 3, 4])
def test_industrious_asks_for_the_exact_number(exact: int) -> None:
    spots = [(-3, 3), (0, 3), (3, 0), (3, -3), (0, -3)]
    for n in range(1, 6):
        t = due(f"industrious_{exact}").mine({(0, 0): "iron"}, o0=[(0, 0)], w0=spots[:n]).at(TILE)
        assert (t.asked == {0: "extra_overseer"}) == (n == exact)
        if n == exact:
            t.do(0, "move 0 0 1 0")
            assert t[0] == "1 iron"


@rule("FW-659")
def test_industrious_movements_in_player_order() -> None:
    t = due("industrious_2", 3).order(2, 0, 1)
    t.mine(o0=[(0, 0)], o1=[(1, 0)], o2=[(2, 0)], w0=[(-3, 0), (0, 3)], w1=[(0, -3)], w2=[(3, -3), (-3, 3)]).at(TILE)
    assert t.asked == {2: "extra_overseer"}
    t.do(2, "skip")
    assert t.asked == {0: "extra_overseer"}
    t.do(0, "skip")
    assert t.state.round == 4


@rule("FW-662")
@pytest.mark.parametrize("exact", [1, 2, 3])
def test_adventurous_counts_active_quests(exact: int) -> None:
    quests = ["weird_woods", "mystic_cave", "mad_king", "fish_king"]
    for n in range(5):
        t = due(f"adventurous_{exact}")
        for name in quests[:n]:
            t.quest(0, name)
        t.at(TILE)
        assert t.levels(0) == ([1] if n == exact else [])


@rule("FW-662")
def test_a_quest_that_ended_this_round_does_not_count_for_adventurous() -> None:
    t = due("adventurous_1")
    quest = t.quest(0, "tavern_brawl#1", step=2)
    t.adventurer(0, 4, on=quest, weapon="worldrender")
    t.quest(1, "tavern_brawl#2", step=1)
    t.adventurer(1, 4, on="tavern_brawl#2", weapon="kingslayer")
    t.at(QUESTS).do(0, "pass", "done").do(1, "pass", "done")
    assert (t.levels(0), t.levels(1)) == ([4], [4, 1])


@rule("FW-665")
@pytest.mark.parametrize(("kind", "place"), [("copper", 0), ("iron", 1), ("mithril", 2)])
def test_stockpile_pays_one_for_three(kind: str, place: int) -> None:
    for held, gain in (("2 ruby", 0), ("3 ruby", 1), ("2 ruby, 3 diamond", 1), ("4 ruby, 5 diamond", 3)):
        t = due(f"stockpile_{kind}").pool(0, held).at(TILE)
        assert t.player(0).res[place] == gain


@rule("FW-668")
@pytest.mark.parametrize(("reward", "gained"), [("gold", "4 gold"), ("prestige", "4 prestige")])
def test_decorated_pays_for_each_champion(reward: str, gained: str) -> None:
    t = due(f"decorated_{reward}")
    t.adventurer(0, 4, "stoic")
    t.adventurer(0, 3)
    t.adventurer(0, 4, "helpful", on=t.quest(0, "weird_woods"), weapon="demon_fists")
    t.adventurer(1, 3)
    t.at(TILE)
    assert (t[0], t[1]) == (gained, "")


@rule("FW-671")
@pytest.mark.parametrize(("reward", "gained"), [("gold", "4 gold"), ("prestige", "4 prestige")])
def test_knowledge_pays_for_each_unique_design(reward: str, gained: str) -> None:
    t = due(f"knowledge_{reward}").designs(0, "leaf_shield", "iron_sword", "twinmoon_axe").designs(1, "iron_sword")
    t.at(TILE)
    assert (t[0], t[1]) == (gained, "")


@rule("FW-671", "FW-674")
def test_merchant_credit_is_spent_at_once_or_lost() -> None:
    t = due("knowledge_merchant").designs(0, "leaf_shield", "twinmoon_axe").designs(1, "elfwood_bow")
    t.pool(0, "1 gold").pool(1, "9 gold").at(TILE)
    assert t.asked == {0: "merchant_credit", 1: "merchant_credit"}
    assert t.options(0) == ["done", *[f"buy {r}" for r in RESOURCES]]
    assert t.options(1) == ["done", "buy copper", "buy iron"]  # own gold does not help
    t.do(1, "buy copper")  # 1 gold is left of the credit and lost
    assert t[1] == "1 copper, 9 gold"
    t.do(0, "buy copper", "buy copper", "buy copper")
    assert t[0] == "3 copper, 1 gold"
    assert [t.player(seat).buys for seat in (0, 1)] == [0, 0]
    t.do(1, "merchant_buy copper")  # the purchase of the round is still there
    assert t[1] == "2 copper, 7 gold"


@rule("FW-674")
def test_merchant_credit_may_be_given_up() -> None:
    t = due("decorated_merchant")
    t.adventurer(0, 4, "stoic")
    t.at(TILE).do(0, "done")
    assert (t[0], t.state.round) == ("", 4)


@rule("FW-319", "FW-656")
def test_a_tile_waits_for_no_window_unless_it_is_a_stockpile() -> None:
    t = due("decorated_gold").pool(0, "1 copper")
    t.adventurer(0, 4, "stoic")
    t.at(SHARED)
    assert (t[0], t.asked) == ("1 copper, 2 gold", {0: "round_close"})
