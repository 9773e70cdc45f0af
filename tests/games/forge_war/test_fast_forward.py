"""The fast-forward set-up (RULES.md, section on fast-forward)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from forge_war.names import CARD_BONUS, CARD_DESIGN, CARD_SINGLE
from forge_war.rounds import END, MARKET
from rulekit.chance import Seeded
from rulekit.events import Ctx
from tests import laws
from tests.games.forge_war.table import GAME, Table

rule = pytest.mark.rule
C = GAME.content
FAST = ["advanced_normal", "short_epic"]
PUBLIC = [
    "copper_axe",
    "copper_mace",
    "copper_spear",
    "iron_axe",
    "iron_greatsword",
    "iron_mace",
    "iron_spear",
    "iron_sword",
    "mithril_sword",
]
HANDS = [
    ["w1_01", "w1_02", "w1_03", "w1_04"],
    ["w1_05", "w1_06", "w1_07", "w1_08"],
    ["w1_09", "w1_10", "w1_11", "w1_12"],
]


def sold(mode: str = "advanced_normal", seats: int = 2, **options: Any) -> Table:
    """The first wealth is chosen: gold and copper; nobody sells. The draft begins."""
    t = Table.fresh(mode, seats, HANDS[:seats], options=options)
    for seat, keep in enumerate(("keep w1_01 w1_03", "keep w1_06 w1_07", "keep w1_09 w1_10")[:seats]):
        t.do(seat, keep)
    for seat in sorted(t.asked):
        t.do(seat, "done")
    assert set(t.asked.values()) == {"ff_draft"}
    return t


def hand(t: Table, seat: int) -> list[str]:
    return t.names(t.player(seat).hand)


def draft_all(t: Table) -> Table:
    """Every seat discards what it has."""
    while "ff_draft" in t.asked.values():
        for seat in sorted(t.asked):
            t.do(seat, f"discard {hand(t, seat)[0]}")
    return t


# --- set-up


@rule("FW-710")
@pytest.mark.parametrize("mode", FAST)
def test_stage_two_is_set_up_and_nothing_revealed(mode: str) -> None:
    t = Table.fresh(mode, 3, HANDS)
    s = t.state
    assert (s.stage, s.face, s.offer) == (2, [-1] * 5, [-1] * 8)
    assert [len(pile) for pile in s.stacks] == [10, 6, 6, 6, 6]
    assert {C.card_stage[card] for pile in s.stacks for card in pile} == {2}
    assert len(s.removed) == 3
    assert {C.designs[card].group for card in s.removed} == {4}
    assert set(t.asked.values()) == {"choose_wealth"}
    assert hand_of_wealth(t) == HANDS
    assert s.rules.titles
    built = t.events("mine_built")
    assert [e["stage"] for e in built] == [2]


def hand_of_wealth(t: Table) -> list[list[str]]:
    return [[C.wealth[w].id for w in p.hand] for p in t.state.players]


@rule("FW-710")
def test_the_designs_taken_out_are_drawn_and_unseen() -> None:
    out: Counter[int] = Counter()
    for seed in range(40):
        s = GAME.setup("short_epic", {}, 2, Ctx(Seeded(bytes([seed]) * 32)))
        out.update(s.removed)
    assert len(out) == 9
    t = Table.fresh("short_epic", 2)
    assert t.view(0).removed_designs == {"1": 0, "2": 3, "3": 0}
    assert not [e for e in t.log if any(name in str(e.data) for name in t.names(t.state.removed))]


@rule("FW-713")
@pytest.mark.parametrize("mode", FAST)
def test_the_public_row(mode: str) -> None:
    assert sorted(Table.fresh(mode, 2).view().public_row) == PUBLIC


def quests_of(t: Table) -> list[str]:
    return [C.quests[q].id for q in reversed(t.state.deck)]


def deck(number: int, marked: bool = True) -> list[str]:
    return sorted(q.id for q in C.quests if q.deck == number and (marked or not q.marked))


@rule("FW-716")
def test_the_quest_deck_of_the_advanced_normal_game() -> None:
    cards = quests_of(Table.fresh("advanced_normal", 2))
    assert sorted(cards[:18]) == deck(2, marked=False)
    assert sorted(cards[18:]) == deck(3)
    assert (len(cards), set(deck(2)) - set(cards)) == (27, {"endless_dungeon", "tower_stars"})


@rule("FW-719")
def test_the_quest_deck_of_the_short_epic_game() -> None:
    cards = quests_of(Table.fresh("short_epic", 2))
    assert [sorted(cards[:20]), sorted(cards[20:32]), sorted(cards[32:])] == [deck(2), deck(4), deck(5)]
    assert len(cards) == 44


# --- the steps


@rule("FW-722")
def test_the_first_wealth_has_the_cap_of_stage_one() -> None:
    t = Table.fresh("short_epic", 2, [["w1_11", "w1_12", "w1_01", "w1_02"]])
    t.do(0, "keep w1_11 w1_12").do(1, t.options(1)[0])
    t.do(0, "level a1", "level a1")
    assert t.options(0) == ["skip", "level a2", "level a3", "level a4"]
    t.do(0, "level a2")
    assert t.levels(0) == [3, 2, 1, 1]


@rule("FW-725")
def test_resources_may_be_sold_once_and_nothing_bought() -> None:
    t = Table.fresh("advanced_normal", 2, HANDS[:2])
    t.do(0, "keep w1_02 w1_04").do(1, "keep w1_05 w1_07")
    assert (t[0], t[1]) == ("4 copper, 3 iron, 3 gold", "2 copper, 2 iron, 1 emerald, 6 gold")
    assert t.asked == {0: "ff_sell", 1: "ff_sell"}
    assert t.options(1) == ["done", "sell copper", "sell iron", "sell emerald"]
    t.do(1, "sell emerald", "sell iron", "sell iron", "done")
    assert t[1] == "2 copper, 12 gold"
    t.do(0, *["sell copper"] * 4, *["sell iron"] * 3)  # nothing is left to sell
    assert t[0] == "13 gold"
    assert set(t.asked.values()) == {"ff_draft"}
    for seat in (0, 1):
        assert t.any_time(seat) == []
        t.refused(seat, "sell", resource="copper")
        t.refused(seat, "merchant_buy", resource="copper")


@rule("FW-725")
def test_who_has_nothing_sells_nothing() -> None:
    t = Table.fresh("advanced_normal", 2, [["w1_01", "w1_09", "w1_03", "w1_04"], HANDS[1]])
    t.do(0, "keep w1_01 w1_09").do(1, "keep w1_05 w1_06")
    assert t.asked == {1: "ff_sell"}


@rule("FW-728")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_hands_of_the_draft(seats: int) -> None:
    t = Table.fresh("short_epic", seats)
    while "ff_draft" not in t.asked.values():
        seat = min(t.asked)
        t.do(seat, t.options(seat)[0])
    dealt: list[int] = []
    for p in t.state.players:
        assert Counter(C.card_kind[card] for card in p.hand) == {CARD_DESIGN: 1, CARD_BONUS: 2, CARD_SINGLE: 2}
        assert {C.designs[card].group for card in p.hand if C.is_design(card)} == {4}
        dealt += p.hand
    every = [
        card
        for card, stage in enumerate(C.card_stage)
        if stage == 1 and (C.card_kind[card] != CARD_DESIGN or C.designs[card].group == 4)
    ]
    assert sorted(dealt + t.state.discard) == every
    assert len(every) == 30


@rule("FW-731")
def test_h30_fast_forward_draft() -> None:
    t = sold(seats=3)
    hands = [hand(t, seat) for seat in range(3)]
    assert [len(cards) for cards in hands] == [5, 5, 5]
    gold = [t.player(seat).gold for seat in range(3)]
    first = [next(card for card in hands[seat] if f"buy {card}" in t.options(seat)) for seat in (0, 2)]
    t.do(0, f"buy {first[0]}")
    assert (t.player(0).gold, t.events("draft_pick")) == (gold[0], [])  # secret until all have picked
    t.do(2, f"buy {first[1]}").do(1, f"discard {hands[1][4]}")
    picks = [(e["seat"], e["card"], e["bought"]) for e in t.events("draft_pick")]
    assert picks == [(0, first[0], True), (1, hands[1][4], False), (2, first[1], True)]
    assert t.player(1).gold == gold[1] + 1
    assert t.player(0).gold == gold[0] - C.draft_price[t.cards[first[0]]]
    assert t.names(t.state.discard)[-1] == hands[1][4]
    while "ff_draft" not in t.asked.values():
        t.do(min(t.asked), t.options(min(t.asked))[0])
    hands[0].remove(first[0])
    hands[1].remove(hands[1][4])
    hands[2].remove(first[1])
    assert [hand(t, seat) for seat in range(3)] == [hands[2], hands[0], hands[1]]  # passed to the left
    draft_all(t)
    assert len(t.events("draft_pick")) == 15
    assert [p.hand for p in t.state.players] != [[], [], []]  # the second wealth has been dealt
    assert set(t.asked.values()) == {"choose_wealth"}


@rule("FW-193", "FW-731")
@pytest.mark.parametrize("mode", FAST)
def test_the_draft_has_green_prices_in_both_modes(mode: str) -> None:
    t = sold(mode)
    t.player(0).hand = [
        t.cards[name] for name in ("leaf_shield", "gem_cutter#1", "tinkers_table", "hired_hand_1#1", "overtime_1#1")
    ]
    for gold, buys in (
        (0, []),
        (1, ["overtime_1#1"]),
        (2, ["tinkers_table", "overtime_1#1"]),
        (3, ["gem_cutter#1", "tinkers_table", "hired_hand_1#1", "overtime_1#1"]),
        (4, ["leaf_shield", "gem_cutter#1", "tinkers_table", "hired_hand_1#1", "overtime_1#1"]),
    ):
        t.player(0).gold = gold
        reread(t)
        assert t.options(0, "buy") == [f"buy {card}" for card in buys]
        assert len(t.options(0, "discard")) == 5


def with_hands(t: Table, *hands: list[str]) -> Table:
    """Other hands of the draft; the cards change places with those in the market discard."""
    s = t.state
    pile = s.discard + [card for p in s.players for card in p.hand]
    for p, names in zip(s.players, hands, strict=True):
        p.hand = [t.cards[name] for name in names]
        pile = [card for card in pile if card not in p.hand]
    s.discard = pile
    return reread(t)


def reread(t: Table) -> Table:
    """The same state without options made before it was changed."""
    t.state = GAME.decode_state(GAME.encode_state(t.state))
    return t


FILL = ["copper_wagon_1", "emerald_pouch_1", "mixed_cargo_1", "shift_swap_1"]
OTHERS = ["elfwood_bow", "seller_savvy_1#1", "seller_savvy_1#2", "iron_wagon_1#1", "iron_wagon_1#2"]


@rule("FW-734")
def test_a_single_use_card_acts_before_the_hands_are_passed() -> None:
    t = with_hands(sold("short_epic"), ["training_1#1", *FILL], OTHERS)
    t.player(0).level[0] = 3
    t.do(0, "buy training_1#1").do(1, "discard elfwood_bow")
    assert (t.asked, t.options(0)) == ({0: "card_level"}, ["skip", "level a1", "level a2", "level a3", "level a4"])
    t.do(0, "level a1")
    assert t.asked == {0: "choose_title"}
    t.do(0, "title a1 stoic")
    assert t.levels(0) == [4, 1, 1, 1]
    assert sorted(hand(t, 0)) == sorted(OTHERS[1:])
    assert t.names(t.state.spent) == ["training_1#1"]
    assert t.asked == {0: "ff_draft", 1: "ff_draft"}


@rule("FW-734")
def test_movements_won_in_the_draft_are_lost() -> None:
    t = with_hands(sold(), ["overtime_1#1", *FILL], ["shift_swap_1", *OTHERS[1:]])
    t.player(0).hand = [card for card in t.player(0).hand if card != t.cards["shift_swap_1"]]
    t.player(0).hand.append(t.cards["gem_cutter#1"])
    t.state.discard = [card for card in t.state.discard if card != t.cards["gem_cutter#1"]]
    before = t.player(1).res[0]
    t.do(0, "buy overtime_1#1").do(1, "buy shift_swap_1")
    assert set(t.asked.values()) == {"ff_draft"}
    assert t.player(1).res[0] == before + 2  # what comes after the worker movement is not lost
    assert sorted(t.names(t.state.spent)) == ["overtime_1#1", "shift_swap_1"]


@rule("FW-211", "FW-734")
def test_a_stall_duplicate_may_not_be_drafted() -> None:
    t = with_hands(sold(), ["gem_cutter#1", "gem_cutter#2", *FILL[:3]], OTHERS)
    t.do(0, "buy gem_cutter#1").do(1, "discard elfwood_bow")
    assert t.names(t.player(0).bonus) == ["gem_cutter#1"]
    t = with_hands(t, ["gem_cutter#2", *FILL[:3]], OTHERS[1:])
    assert "discard gem_cutter#2" in t.options(0)
    assert "buy gem_cutter#2" not in t.options(0)


@rule("FW-737")
def test_offer_and_market_after_the_draft() -> None:
    t = sold()
    assert t.view().offer == [None] * 8
    draft_all(t)
    assert all(name != "" for name in t.offered())
    assert [card >= 0 for card in t.state.face] == [True] * 5
    kinds = [e.type for e in t.log]
    last_pick = max(i for i, kind in enumerate(kinds) if kind == "draft_pick")
    assert last_pick < kinds.index("offer_dealt") < kinds.index("revealed")
    assert set(t.asked.values()) == {"choose_wealth"}
    assert all(p.hand for p in t.state.players)


def second(hands: list[list[str]], seats: int = 2, mode: str = "short_epic") -> Table:
    """The second wealth is dealt, these cards."""
    t = draft_all(sold(mode, seats))
    ids = [card.id for card in C.wealth]
    for p, names in zip(t.state.players, hands, strict=True):
        p.hand = [ids.index(name) for name in names]
    return t


@rule("FW-072", "FW-740")
def test_the_second_wealth() -> None:
    t = second([["w2_03", "w2_05", "w2_01", "w2_02"], ["w2_08", "w2_13", "w2_06", "w2_07"]])
    before = [p.gold for p in t.state.players]
    t.do(0, "keep w2_03 w2_05").do(1, "keep w2_08 w2_13")
    a, b = t.state.players
    assert (a.gold - before[0], a.res[2], a.res[4]) == (8, 2, 2)
    assert (b.gold - before[1], len(b.level), t.names(b.claims)) == (3, 6, ["mithril_sword"])
    assert {card.set for card in C.wealth} == {0, 1}
    assert len([card for card in C.wealth if card.set == 1]) == 16


@rule("FW-520", "FW-740")
def test_level_four_and_a_title_by_the_second_wealth() -> None:
    t = second([["w2_10", "w2_11", "w2_01", "w2_02"], ["w2_08", "w2_13", "w2_06", "w2_07"]])
    t.do(0, "keep w2_10 w2_11").do(1, "keep w2_06 w2_07")
    t.do(0, "level a1", "level a1", "level a1")
    assert t.asked == {0: "choose_title"}
    t.do(0, "title a1 valorous")
    assert t.options(0) == ["skip", "level a2", "level a3", "level a4"]
    t.do(0, "level a2", "level a2", "level a2")
    assert "title a2 valorous" not in t.options(0)
    t.do(0, "title a2 helpful", "level a3")
    assert (t.levels(0), t.asked) == ([4, 4, 2, 1], {0: "place_overseer"})


@rule("FW-743")
def test_leftover_cards_in_reverse_player_order() -> None:
    t = second(
        [
            ["w2_15", "w2_10", "w2_01", "w2_02"],
            ["w2_16", "w2_06", "w2_03", "w2_04"],
            ["w2_08", "w2_13", "w2_11", "w2_07"],
        ],
        seats=3,
    )
    t.order(0, 2, 1)
    t.do(0, "keep w2_10 w2_15").do(1, "keep w2_06 w2_16").do(2, "keep w2_11 w2_13")
    assert set(t.asked.values()) == {"wealth_level"}
    t.do(0, *["skip"] * 4).do(2, *["skip"] * 3)
    assert t.asked == {1: "leftover_card"}
    assert t.options(1) == ["skip", *[f"take {name}" for name in t.names(t.state.discard)]]
    assert {C.card_stage[card] for card in t.state.discard} == {1}
    gold = t.player(1).gold
    t.do(1, "take twinmoon_axe")
    assert (t.names(t.player(1).uniques), t.player(1).gold) == (["twinmoon_axe"], gold)
    assert t.asked == {0: "leftover_card"}
    assert "take twinmoon_axe" not in t.options(0)
    t.do(0, "take overtime_1#1")  # no overseer stands in the mine
    assert t.asked == {0: "place_overseer"}
    assert t.events("card_gained")[-1] == {"seat": 0, "card": "overtime_1#1", "source": "leftover", "price": 0}
    assert "overtime_1#1" in t.names(t.state.spent)


@rule("FW-743")
def test_two_leftover_cards_in_a_row_and_none_when_nothing_is_left() -> None:
    t = second([["w2_15", "w2_16", "w2_01", "w2_02"], ["w2_08", "w2_13", "w2_06", "w2_07"]])
    t.do(0, "keep w2_15 w2_16").do(1, "keep w2_06 w2_07")
    t.do(0, "take gem_cutter#1")
    assert t.asked == {0: "leftover_card"}
    assert "take gem_cutter#2" not in t.options(0)
    t.do(0, "skip")
    assert t.asked == {0: "place_overseer"}
    t = second([["w2_15", "w2_16", "w2_01", "w2_02"], ["w2_08", "w2_13", "w2_06", "w2_07"]])
    t.state.spent += t.state.discard
    t.state.discard = []
    t.do(0, "keep w2_15 w2_16").do(1, "keep w2_06 w2_07")
    assert t.asked == {0: "place_overseer"}


@rule("FW-746")
@pytest.mark.parametrize("mode", FAST)
def test_overseers_are_placed_and_the_mine_phase_begins(mode: str) -> None:
    t = second([["w2_01", "w2_02", "w2_03", "w2_04"], ["w2_05", "w2_13", "w2_06", "w2_07"]], mode=mode)
    t.do(0, "keep w2_01 w2_02").do(1, "keep w2_06 w2_07")
    up, offer = t.state.face.copy(), t.offered()
    for seat in (0, 1, 0, 1, 0, 1):
        assert t.asked == {seat: "place_overseer"}
        t.do(seat, t.options(seat)[0])
    assert (t.asked, t.state.round) == ({0: "mine_move"}, 1)
    assert (t.state.face, t.offered()) == (up, offer)


@rule("FW-749")
def test_the_end_of_the_advanced_normal_game() -> None:
    t = Table("advanced_normal", 3)
    t.offer(slot3="bodyguard", slot5=deck(3)[0], slot6="fairy_mischief")
    t.deck("mummy_curse", *deck(3)[-3:])
    for stack in ("weapon", "bonus_a", "bonus_b", "single_a", "single_b"):
        t.stack(stack)
    t.state.round = 6
    t.at(END)
    assert t.offered() == [deck(3)[0], *deck(3)[-3:], "", "", "", ""]
    assert t.state.round == 7
    assert len(t.pool(0, "9 gold").at(MARKET).options(0, "endgame")) == 5


@rule("FW-752")
def test_the_short_epic_game_runs_like_stages_two_and_three() -> None:
    short, epic = C.modes[3], C.modes[1]
    assert short.stages == epic.stages[1:]
    assert short.rounds == epic.rounds[1:]
    assert short.hire[2:] == epic.hire[2:]
    assert (short.clear_stage, short.clear_after, short.clear_deck) == (
        epic.clear_stage,
        epic.clear_after,
        epic.clear_deck,
    )
    w = laws.Walk(GAME, "short_epic", {}, 3, 2)
    while not w.over:
        w.step()
    assert (w.state.stage, w.state.round) == (3, 6)
    built = [e.data["stage"] for e in w.events if e.type == "mine_built"]
    assert built == [2, 3]
    assert len(w.state.removed) == 5
