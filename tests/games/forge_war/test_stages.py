"""End of round and change of stage (RULES.md, sections on the end of a round and of a stage)."""

from __future__ import annotations

import pytest

from forge_war.names import RESOURCES
from forge_war.rounds import END, SHARED, TILE
from tests import laws
from tests.games.forge_war.table import GAME, Table

rule = pytest.mark.rule
C = GAME.content
STACKS = ["weapon", "bonus_a", "bonus_b", "single_a", "single_b"]


def stage_end(stage: int = 1, seats: int = 2, mode: str = "epic", weapons: list[str] | None = None) -> Table:
    """Round 6 of a stage, about to end; of the market only `weapons` are left."""
    t = Table(mode, seats)
    if stage != t.state.stage:
        t.to_stage(stage)
    for stack in STACKS[1:]:
        t.stack(stack)
    t.stack("weapon", *(weapons or []))
    t.state.round = 6
    t.script = {"mine_sides": [2] * 6}
    return t


# --- end of round


@rule("FW-500")
def test_what_the_end_of_a_round_does_in_order() -> None:
    t = Table("epic", 2, tiles=True).pool(0, "1 copper").offer(slot1="mad_king", slot4="fish_king")
    t.state.tiles = [next(i for i, tile in enumerate(C.tiles) if tile.id == "adventurous_1")]
    t.quest(0, "weird_woods")
    t.state.round = 3
    t.at(SHARED)
    assert len(t.events("tile_resolved")) == 1
    assert t.asked == {0: "round_close"}
    assert t.offered()[0] == "mad_king"  # nothing is cleared before the window closes
    t.do(0, "close")
    kinds = [e.type for e in t.log if e.type in ("tile_resolved", "passed", "offer_cleared", "round_ended", "revealed")]
    assert kinds[:4] == ["tile_resolved", "passed", "offer_cleared", "round_ended"]
    assert t.state.round == 4


@rule("FW-500", "FW-680")
@pytest.mark.parametrize(
    ("mode", "stage", "last"), [("normal", 1, 7), ("advanced_normal", 2, 7), ("epic", 3, 6), ("short_epic", 3, 6)]
)
def test_the_last_round_ends_the_game_without_clearing(mode: str, stage: int, last: int) -> None:
    t = Table(mode, 4).last_round()
    assert (t.state.stage, t.state.round) == (stage, last)
    t.offer(slot1="fairy_mischief" if mode == "advanced_normal" else "p3_scar" if "epic" in mode else "p1_ogre").at(
        SHARED
    )
    assert t.state.outcome is not None
    assert t.events("offer_cleared") == []
    assert t.events("round_ended") == []


@rule("FW-503")
@pytest.mark.parametrize(("seats", "cleared"), [(4, 1), (3, 2), (2, 3)])
def test_front_slots_are_cleared(seats: int, cleared: int) -> None:
    names = ["mad_king", "fish_king", "goblin_mill", "salt_caravan", "belfry_bats"]
    t = Table("normal", seats).deck().offer(**{f"slot{i + 1}": name for i, name in enumerate(names)}).at(END)
    assert t.events("offer_cleared") == [{"quests": names[:cleared]}]
    assert t.offered() == [*names[cleared:], *[""] * (3 + cleared)]
    assert [C.quests[q].id for q in t.state.gone[-cleared:]] == names[:cleared]


@rule("FW-503")
def test_empty_front_slots_are_not_made_up_for() -> None:
    t = Table("normal", 2).deck().offer(slot3="goblin_mill", slot4="salt_caravan", slot8="mad_king").at(END)
    assert t.events("offer_cleared") == [{"quests": ["goblin_mill"]}]
    assert t.offered()[:3] == ["salt_caravan", "mad_king", ""]


@rule("FW-506", "FW-512")
def test_green_quests_leave_after_round_six() -> None:
    t = stage_end(mode="normal")
    t.offer(slot1="p1_ogre", slot4="mad_king", slot5="p1_fairy", slot8="fish_king").deck("goblin_mill", "p1_mummy").at(
        END
    )
    assert t.offered() == ["p1_fairy", "p1_mummy", "", "", "", "", "", ""]
    assert t.state.deck == []
    t = Table("normal", 2).deck().offer(slot4="mad_king")
    t.state.round = 5
    assert t.at(END).offered()[0] == "mad_king"


@rule("FW-509", "FW-512")
@pytest.mark.parametrize("mode", ["epic", "short_epic"])
def test_red_quests_leave_after_round_five_of_stage_three(mode: str) -> None:
    t = Table(mode, 4).to_stage(3).deck("visitors", "p3_storm_knight")
    t.offer(slot2="hydra", slot3="p3_scar", slot8="golem_army")
    t.state.round = 5
    t.at(END)
    assert t.offered() == ["p3_scar", "p3_storm_knight", "", "", "", "", "", ""]
    t = Table(mode, 4).to_stage(3).deck().offer(slot2="hydra")
    t.state.round = 4
    assert t.at(END).offered()[0] == "hydra"
    t = Table(mode, 4).to_stage(2).deck("visitors").offer(slot2="hydra")
    t.state.round = 5
    assert t.at(END).offered()[:2] == ["hydra", "visitors"]  # only in stage 3
    t = Table("solo_epic", 1).to_stage(3).deck("visitors").offer(slot2="hydra")
    t.state.round = 5
    assert t.at(END).offered()[:3] == ["visitors", "", "hydra"]  # not in a solo game


# --- change of stage


@rule("FW-620")
def test_the_steps_of_a_change_of_stage_stand_in_order() -> None:
    t = stage_end(weapons=["iron_spear"]).offer(slot5="mad_king").at(END)
    kinds = [e.type for e in t.log]
    order = ["round_ended", "stage_changed", "mine_built", "offer_cleared", "revealed", "offer_dealt"]
    assert [kind for i, kind in enumerate(kinds) if kind not in kinds[:i]] == order
    assert (t.state.stage, t.state.round) == (2, 1)
    t = stage_end(3)
    t.at(SHARED)
    assert t.events("stage_changed") == []
    assert t.state.outcome is not None


@rule("FW-063", "FW-623")
@pytest.mark.parametrize(("seats", "size"), [(2, 37), (3, 48), (4, 61)])
def test_a_new_mine_is_built(seats: int, size: int) -> None:
    for stage in (1, 2):
        t = stage_end(stage, seats).mine(o0=[(0, 0)], o1=[(2, 0)], w0=[(1, 0)], w1=[(-1, 0)])
        old = t.state.ore
        t.at(END)
        assert (t.state.workers, t.state.overseers) == ([0] * seats, [[]] * seats)
        assert set(t.state.piece) == {0}
        assert len(t.state.ore) == size
        assert t.state.ore != old
        assert RESOURCES[t.state.ore[t.hexes[(0, 0)]]] == ("iron" if stage == 1 else "mithril")
        assert t.events("mine_built")[-1]["stage"] == stage + 1


@rule("FW-626")
@pytest.mark.parametrize(("stage", "old", "new"), [(1, "mad_king", "fairy_mischief"), (2, "fairy_mischief", "hydra")])
def test_quests_of_the_finished_stage_leave_but_active_ones_stay(stage: int, old: str, new: str) -> None:
    other = "fish_king" if stage == 1 else "bodyguard"
    t = stage_end(stage).offer(slot5=old, slot7=new).deck(other, "p3_scar")
    quest = t.quest(0, "weird_woods" if stage == 1 else "dark_coven")
    t.at(END)
    assert t.offered()[:3] == [new, "p3_scar", ""]
    assert t.player(0).quests == [t.quests[quest]]
    assert {C.quests[q].id for q in t.state.gone} >= {old, other} - {other}


@rule("FW-626", "FW-629", "FW-641")
def test_h36_epic_stage_change_with_cards_left() -> None:
    grey = ["fairy_mischief", "dark_coven", "bodyguard", "ogre_berserker"]
    dealt = ["secret_cabal", "forest_spirit", "mummy_curse", "crystal_invasion"]
    t = stage_end(1, 2, weapons=["iron_spear"]).mine(o0=[(0, 0)], w1=[(2, 0)])
    t.offer(slot4="mad_king", slot5=grey[0], slot6=grey[1], slot7=grey[2], slot8=grey[3]).deck(*dealt).order(1, 0)
    second = [d for d, design in enumerate(C.designs) if design.stage == 2]
    unique = [d for d in second if C.designs[d].group == 4][3:]  # three are taken out
    t.script["weapons_2"] = [d for d in second if C.designs[d].group == 2] + unique
    t.at(END)
    assert t.names(t.state.row)[4:] == ["iron_spear", "mithril_sword"]
    assert t.offered() == grey + dealt
    assert set(t.state.piece) == {0}
    for seat in (1, 0, 1, 0, 1, 0):
        assert t.asked == {seat: "place_overseer"}
        t.do(seat, t.options(seat)[0])
    assert t.asked == {1: "mine_move"}


@rule("FW-629")
def test_public_designs_left_join_the_row_and_claims_stay() -> None:
    t = stage_end(weapons=["iron_axe", "iron_mace"]).designs(0, "iron_sword").at(END)
    row = t.names(t.state.row)
    assert row[:4] == ["copper_axe", "copper_mace", "copper_spear", "iron_sword"]
    assert sorted(row[4:7]) == ["iron_axe", "iron_mace", "mithril_sword"]
    assert t.names(t.player(0).claims) == ["iron_sword"]
    t = stage_end(2, weapons=["mithril_spear"]).at(END)
    assert "mithril_spear" in t.names(t.state.row)


@rule("FW-632")
@pytest.mark.parametrize(("stage", "every", "out"), [(2, 9, 3), (3, 8, 2)])
def test_market_decks_of_a_new_stage(stage: int, every: int, out: int) -> None:
    t = stage_end(stage - 1)
    unique = [d for d, design in enumerate(C.designs) if design.stage == stage and design.group == 4]
    assert len(unique) == every
    gone = unique[1 : 1 + out]
    t.script[f"removed_designs_{stage}"] = gone.copy()
    before = set(t.state.removed)
    t.at(END)
    assert sorted(set(t.state.removed) - before) == gone
    up = [card for card in t.state.row if C.designs[card].stage == stage and C.designs[card].group == 2]
    weapons = t.state.stacks[0] + t.state.face[:1] + up
    assert sorted(card for card in weapons if C.designs[card].group == 4) == [d for d in unique if d not in gone]
    public = sorted(t.names([card for card in weapons if C.designs[card].group == 2]))
    kinds = ["axe", "greatsword", "mace", "spear"]
    assert public == ([f"mithril_{kind}" for kind in kinds] if stage == 2 else [])
    assert [len(pile) for pile in t.state.stacks[1:]] == [5, 5, 5, 5]
    assert {C.card_stage[card] for pile in t.state.stacks for card in pile} == {stage}
    for e in t.log:
        assert not any(f"'{name}'" in str(e.data) for name in t.names(gone))


@rule("FW-638")
def test_what_is_left_of_a_stage() -> None:
    t = stage_end().discard("training_1#1", "gem_cutter#1").get(0, "buyer_savvy_1#1")
    t.designs(0, "leaf_shield", "iron_sword").pool(0, "3 copper, 2 emerald, 7 gold")
    quest = t.quest(0, "weird_woods", step=2)
    t.adventurer(0, 3, on=quest, weapon="iron_sword")
    t.adventurer(0, 2)
    before = t.view().seats[0]
    t.at(SHARED).do(0, "close")
    assert t.state.stage == 2
    assert t.view().seats[0] == before
    assert t.view().market_discard == ["training_1#1", "gem_cutter#1"]


@rule("FW-635")
@pytest.mark.parametrize("mode", ["normal", "epic", "short_epic"])
def test_the_stacks_of_a_stage_are_empty_at_its_end(mode: str) -> None:
    w = laws.Walk(GAME, mode, {}, 2, 9)
    checked = 0
    while not w.over:
        s = w.state
        if s.round >= 6:
            assert all(not pile for pile in s.stacks[1:])
            checked += 1
        w.step()
    assert checked > 0


@rule("FW-641")
def test_market_and_offer_before_the_overseers() -> None:
    t = stage_end(seats=3).order(2, 0, 1).offer().deck("fairy_mischief").at(END)
    assert [card >= 0 for card in t.state.face] == [True] * 5
    assert t.offered()[0] == "fairy_mischief"
    for seat in (2, 0, 1) * 3:
        assert t.asked == {seat: "place_overseer"}
        t.do(seat, t.options(seat)[-1])
    assert t.asked == {2: "mine_move"}
    assert t.state.face[0] >= 0


@rule("FW-656")
def test_a_tile_of_the_last_round_of_a_stage_comes_before_the_change() -> None:
    t = stage_end()
    t.state.tiles = [next(i for i, tile in enumerate(C.tiles) if tile.id == "industrious_2")]
    t.mine(o0=[(0, 0)], w0=[(2, 0), (0, 3)], w1=[(-3, 0)]).at(TILE)
    assert (t.asked, t.state.stage) == ({0: "extra_overseer"}, 1)
    t.do(0, "skip")
    assert t.state.stage == 2
    assert t.state.tiles == []
