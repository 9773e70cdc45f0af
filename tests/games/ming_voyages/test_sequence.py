"""Sequence of play: the four phases of a round (RULES.md, section 5)."""

from __future__ import annotations

import pytest

from tests.games.ming_voyages.table import GAME, Table, new_game, table

rule = pytest.mark.rule


def reserve_first(t: Table) -> Table:
    """The side to move reserves its first card."""
    return t.play(t.hand(t.turn)[0], "reserve")


@rule("MV-180", "MV-190")
def test_a_round_is_draw_emperor_overlord_swap_in_this_order() -> None:
    t = new_game()
    assert t.told()[-1] == "cards_drawn"
    assert t.asked == ("emperor", "play_card")
    t.clear()
    reserve_first(t)
    assert t.asked == ("overlord", "play_card")
    reserve_first(t)
    assert t.told() == ["card_reserved", "card_reserved", "hand_received", "hand_received", "cards_drawn"]
    assert t.asked == ("emperor", "play_card")
    assert t.view(None).round == 2


@rule("MV-180")
def test_each_phase_is_finished_before_the_next() -> None:
    t = table(plays=24, home="2G").play(24, "second")
    assert t.view(None).phase == "emperor"
    t.overlord("reaction", accept=False)
    assert t.view(None).phase == "emperor"
    t.cp("tax").emperor("take_amount", n=1)
    assert t.discard == [24]
    assert (t.view(None).phase, t.asked) == ("overlord", ("overlord", "play_card"))


@rule("MV-185", "MV-190")
def test_the_emperor_draws_the_top_two_cards_and_the_overlord_none() -> None:
    order = [5, 9, 2, 7, 20, 21, 22, 13, 11, *[n for n in range(1, 28) if n not in (5, 9, 2, 7, 20, 21, 22, 13, 11)]]
    t = new_game(main_deck=order)
    assert t.hand("overlord") == [2, 5, 7, 9]
    assert t.hand("emperor") == [11, 13, 20, 21, 22]
    assert t.events("cards_drawn") == [{"type": "cards_drawn", "side": "emperor", "cards": [13, 11]}]
    assert t.events("cards_drawn", side="overlord") == [{"type": "cards_drawn", "side": "emperor", "n": 2}]


@rule("MV-195", "MV-535", "MV-540", "MV-545", "MV-550", "MV-555", "MV-185", "MV-190")
def test_a9_hands_through_the_whole_game() -> None:
    t = new_game()
    seen: dict[int, list[tuple[int, int]]] = {}
    played = {"emperor": 0, "overlord": 0}
    decks: dict[int, int] = {}
    while t.over is None:
        r = t.view(None).round
        seen.setdefault(r, []).append((len(t.hand("emperor")), len(t.hand("overlord"))))
        decks[r] = len(t.state.deck)
        played[t.turn] += 1
        reserve_first(t)
    for r in range(1, 21):
        assert seen[r] == [(5, 4), (4, 4)], f"round {r}"
    assert [seen[r][0] for r in (21, 22, 23, 24)] == [(3, 4), (3, 2), (1, 2), (1, 0)]
    assert len(seen[24]) == 1
    assert max(seen) == 24
    assert [decks[r] for r in (1, 2, 10, 11, 20, 21, 24)] == [18, 16, 0, 18, 0, 0, 0]
    assert played == {"emperor": 24, "overlord": 23}
    drawn = t.events("cards_drawn")
    assert len(drawn) == 20
    assert {e["side"] for e in drawn} == {"emperor"}


@rule("MV-200")
@pytest.mark.parametrize("side", ["emperor", "overlord"])
def test_exactly_one_card_is_played_and_nobody_may_pass(side: str) -> None:
    hands = {side: [5, 8, 9, 24], "overlord" if side == "emperor" else "emperor": [4, 6, 7, 10]}
    t = table(turn=side, emperor=hands["emperor"], overlord=hands["overlord"])
    cards = {o["card"] for o in t.options}
    assert cards == {5, 8, 9, 24}
    assert all({"card": n, "mode": "reserve"} in t.options and {"card": n, "mode": "first"} in t.options for n in cards)
    assert not GAME.pending(t.state)[0].optional
    assert GAME.default(t.state, t.seat(side)) is None
    assert t.refused(side, "play_card", card=27, mode="first") == "MV-200"
    t.play(5, "reserve")
    assert t.events("card_reserved", "card_played") == [
        {"type": "card_reserved", "side": side, "card": 5, "from": "hand"}
    ]
    assert t.asked[0] != side


@rule("MV-200")
def test_the_last_card_of_a_hand_is_still_asked_for() -> None:
    t = table(turn="emperor", emperor=[24], overlord=[3], round=23, era=2, no_deck=True)
    assert t.asked == ("emperor", "play_card")
    assert {o["mode"] for o in t.options} == {"reserve", "first", "second"}


@rule("MV-205", "MV-255")
@pytest.mark.parametrize("side", ["emperor", "overlord"])
def test_a_reserved_card_lies_face_down_and_does_nothing_else(side: str) -> None:
    other = "overlord" if side == "emperor" else "emperor"
    t = table(turn=side, plays=24, home="2G", voyages=[7], manchus="1H 1S")
    t.play(24, "reserve")
    assert t.reserve(side) == [24]
    assert t["home"] == "2G"
    assert t.discard == []
    assert t.asked[1] == "play_card"
    assert t.events("card_reserved", side=side)[0]["card"] == 24
    assert "card" not in t.events("card_reserved", side=other)[0]
    assert t.view(other).reserve_sizes[side] == 1
    assert not t.events("reaction_skipped", "use_chosen", "pieces_changed")


@rule("MV-205")
def test_there_is_no_limit_to_reserved_cards() -> None:
    t = table(emperor=[1, 2, 3, 4, 5], emperor_reserve=list(range(14, 28)))
    assert t.offered(card=1, mode="reserve")
    reserve_first(t)
    assert len(t.reserve("emperor")) == 15


@rule("MV-210", "MV-175")
def test_a_card_face_up_is_used_for_cp_or_special_action_and_never_for_both() -> None:
    t = table(plays=4, voyages=[1]).play(4)
    assert t.uses == {"special", "recruit", "tax", "build_junks"}
    t.special()
    assert (t["home"], t["sea"]) == ("1G", "1J")
    assert t.asked != ("emperor", "choose_use")
    t = table(plays=5, voyages=[1], home="1T").play(5).cp("tax").emperor("take_amount", n=2)
    assert t.discard == [5]
    assert t["home"] == "1T 2G"


@rule("MV-210")
def test_a_card_may_always_be_played_face_up_but_not_without_a_use() -> None:
    t = table(plays=8).play(8)
    assert all(o["use"] in ("cp", "special") for o in t.options)
    assert not GAME.pending(t.state)[0].optional
    t = table(plays=8, home="12T 5G", sea="7J")  # nothing in the Supply, nothing to attack
    assert t.offered(card=8, mode="first")
    assert t.play(8).uses == {"move", "voyage"}


@rule("MV-215")
def test_at_the_end_of_the_round_whole_hands_are_swapped_but_not_reserves() -> None:
    t = table(turn="overlord", emperor=[1, 2, 3, 4], overlord=[5, 6, 7, 8], emperor_reserve=[9], overlord_reserve=[10])
    t.play(5, "reserve")
    assert t.hand("overlord") == [1, 2, 3, 4]
    assert [n for n in t.hand("emperor") if n < 9] == [6, 7, 8]
    assert (t.reserve("emperor"), t.reserve("overlord")) == ([9], [10, 5])
    told = t.events("hand_received", side="emperor")
    assert told[0]["cards"] == [6, 7, 8]
    assert told[1] == {"type": "hand_received", "side": "overlord", "n": 4}
    assert all("n" in e for e in t.events("hand_received", side="spectator"))
