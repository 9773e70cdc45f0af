"""Eras, end of the game, victory (RULES.md, section 10)."""

from __future__ import annotations

import pytest

from tests.games.ming_voyages.table import GAME, Table, table

rule = pytest.mark.rule


def last_card(**position: str) -> Table:
    """Round 24: the Emperor has the last card and reserves it."""
    t = table(emperor=[8], overlord=[], round=24, era=2, no_deck=True, voyages=_voyages(position), on=position)
    return t.play(8, "reserve")


def _voyages(position: dict[str, str]) -> list[int]:
    return list(range(1, 1 + int(position.pop("done", "3"))))


@rule("MV-535", "MV-540", "MV-215")
def test_b17_the_new_deck_is_made_of_discard_pile_and_reserves_after_the_swap() -> None:
    discard = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    t = table(
        turn="overlord", round=10, emperor=[21, 22, 23], overlord=[24, 25, 26, 27],
        discard=discard, emperor_reserve=[16, 17, 18], overlord_reserve=[19],
    )  # fmt: skip
    assert t.state.deck == [20]
    t.state.deck = []
    t.state.hands[1].remove(24)
    t.state.hands[1].append(20)
    t.state.hands[1].append(24)
    order = [20, 1, *range(2, 20)]
    t.dice(second_era_deck=order).play(20, "reserve")
    assert (t.view(None).era, t.view(None).round) == (2, 11)
    assert t.events("era_started") == [{"type": "era_started", "era": 2, "deck_size": 20}]
    assert (t.hand("overlord"), t.hand("emperor")) == ([21, 22, 23], sorted([24, 25, 26, 27, 20, 1]))
    assert (t.reserve("emperor"), t.reserve("overlord"), t.discard) == ([], [], [])
    assert t.view(None).deck_size == 18
    shown = t.events("card_reserved", side="emperor")
    assert all("card" not in e for e in shown)
    assert [e["type"] for e in t.events()][-4:] == ["hand_received", "hand_received", "era_started", "cards_drawn"]


@rule("MV-545", "MV-550", "MV-185")
def test_without_a_deck_the_draw_is_skipped_and_the_other_phases_go_on() -> None:
    t = table(turn="overlord", round=20, era=2, no_deck=True, emperor=[1, 2, 3, 4], overlord=[5, 6, 7, 8])
    t.play(5, "reserve")
    assert not t.events("cards_drawn", "era_started")
    assert (t.view(None).round, t.asked) == (21, ("emperor", "play_card"))
    assert t.hand("emperor") == [6, 7, 8]


@rule("MV-555", "MV-220")
def test_in_round_24_the_emperor_plays_a_reaction_is_possible_and_the_game_ends() -> None:
    t = table(emperor=[24], overlord=[], round=24, era=2, no_deck=True, home="1G", voyages=[3], yunnan="1T")
    t.play(24, "first").cp("tax").emperor("take_amount", n=3)
    assert t.asked == ("overlord", "reaction")
    t.overlord("reaction", accept=True)
    assert t["home"] == "2G"
    assert t.over is not None
    assert t.over["kind"] == "minor"
    assert not t.events("hand_received")


@rule("MV-560")
def test_the_second_deck_is_not_replaced_and_reserves_have_no_value() -> None:
    t = table(
        emperor=[8], overlord=[], round=24, era=2, no_deck=True, voyages=[1, 2, 3],
        emperor_reserve=[24, 27], yunnan="1T", sichuan="1H",
    )  # fmt: skip
    t.play(8, "reserve")
    assert t.over is not None
    assert t.over["totals"] == {"emperor": 4, "overlord": 5}
    assert not t.events("era_started", "cards_drawn")


@rule("MV-565", "MV-575")
def test_the_seventh_voyage_is_a_major_victory_at_once() -> None:
    t = table(plays=24, voyages=[1, 2, 3, 4, 5, 6], sea="1J", home="5G", yunnan="1H")
    t.dice(voyage=[6, 6, 5]).play(24, "first").cp("voyage").emperor("voyage", voyage=7, junks=1, gold=5)
    assert t.over is not None
    assert (t.over["winner"], t.over["kind"], t.over["winning_side"]) == (0, "major", "emperor")
    assert t.state.outcome is not None
    assert t.state.outcome.placings == [1, 2]
    assert t.asked == ("", "")
    assert t.events("game_over") == [{"type": "game_over", **t.over}]
    assert not t.events("cards_discarded")


@rule("MV-570", "MV-575")
@pytest.mark.parametrize("fifth", ["", "1T"])
def test_control_of_all_five_borderlands_is_a_major_victory_at_once(fifth: str) -> None:
    t = table(turn="overlord", plays=4, manchus="1H", yunnan="1S", sichuan="1H", gansu="1H", shanxi="1S 1H", home="3T")
    if fifth:
        t = table(
            turn="overlord", plays=4, manchus="1H", yunnan="1S", sichuan="1H", gansu="1H", shanxi="1S", liaodong="1T"
        )
        t.dice(attacker=[6, 6, 6], defender=[1, 2, 3]).play(4, "first").cp("attack")
    else:
        t.play(4, "first").cp("move").overlord("move", from_="manchus", to="liaodong", n=1)
    assert t.over is not None
    assert (t.over["winner"], t.over["winning_side"], t.over["kind"]) == (1, "overlord", "major")
    assert t.over["totals"] == {"emperor": 0, "overlord": 12}


@rule("MV-570")
def test_four_borderlands_and_an_empty_one_are_no_victory() -> None:
    t = table(turn="overlord", plays=4, manchus="1H", yunnan="1S", sichuan="1H", gansu="1H", eastern_mongols="1H")
    t.play(4, "first").cp("move").overlord("move", from_="manchus", to="shanxi", n=1)
    assert t.over is None


@rule("MV-575", "MV-265")
def test_a_reaction_can_win_for_the_overlord_in_the_emperors_turn() -> None:
    t = table(plays=12, yunnan="1S", sichuan="1H", gansu="1H", shanxi="1S", liaodong="1T", manchus="1H")
    t.dice(attacker=[6, 6, 6], defender=[1, 2, 3]).play(12, "second").overlord("reaction", accept=True)
    assert t.over is not None
    assert t.over["winning_side"] == "overlord"
    assert not t.events("use_chosen")


@rule("MV-580", "MV-585")
def test_b18_equal_totals_are_a_minor_victory_of_the_overlord() -> None:
    t = last_card(done="4", yunnan="1T", sichuan="1T", gansu="1H", shanxi="1H", liaodong="1S")
    assert t.over == {
        "winner": 1,
        "winning_side": "overlord",
        "kind": "minor",
        "totals": {"emperor": 6, "overlord": 6},
        "points": None,
    }
    assert t.state.outcome is not None
    assert (t.state.outcome.placings, t.state.outcome.scores) == ([2, 1], [6, 6])


@rule("MV-580", "MV-075")
def test_b18_variant_an_empty_borderland_counts_for_nobody() -> None:
    t = last_card(done="4", yunnan="1T", sichuan="1T", gansu="1H", shanxi="1H")
    assert t.over is not None
    assert (t.over["winning_side"], t.over["kind"]) == ("emperor", "minor")
    assert t.over["totals"] == {"emperor": 6, "overlord": 5}


@rule("MV-580")
@pytest.mark.parametrize("done", [0, 3, 6])
def test_totals_are_borderlands_and_voyages_completed_or_not(done: int) -> None:
    t = last_card(done=str(done), yunnan="2T", gansu="3H 1S", shanxi="1H")
    assert t.over is not None
    assert t.over["totals"] == {"emperor": 1 + done, "overlord": 2 + 7 - done}
    assert t.over["winning_side"] == ("emperor" if 1 + done > 9 - done else "overlord")


@rule("MV-560", "MV-555")
def test_scores_are_given_by_seat() -> None:
    t = table(
        emperor=[8], overlord=[], round=24, era=2, no_deck=True, voyages=[1, 2, 3, 4, 5], seats=(1, 0), gansu="1T"
    )
    t.play(8, "reserve")
    assert t.state.outcome is not None
    assert (t.state.outcome.placings, t.state.outcome.scores) == ([2, 1], [2, 6])
    assert GAME.pending(t.state) == []
