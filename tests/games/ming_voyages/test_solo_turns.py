"""Solo: the turns of both sides and the end of the game (RULES.md, section 13)."""

from __future__ import annotations

import pytest

from tests import laws
from tests.games.ming_voyages.table import GAME, Table, calm, table

rule = pytest.mark.rule

# No card of the Level 2 deck but Reserve 2 is possible: 1 Horde and no Settlement in the Supply, Yunnan and Sichuan
# full, no Settlement in a Homeland, no free Horde beside a Ming-controlled or empty Borderland.
STUCK = {"yunnan": "5H", "sichuan": "5S", "western_mongols": "6H", "gansu": "1T", "shanxi": "1T", "liaodong": "1T"}


def reacts(difficulty: str, card: int, event: str, **position: str) -> Table:
    """The player builds one Junk with the card, and an Event of this kind is the Reaction."""
    levels = dict.fromkeys((1, 2, 3), event)
    t = table(solo=difficulty, plays=card, decks=levels, on=position).play(card).cp("build_junks")
    return t if t.asked[1] != "take_amount" else t.emperor("take_amount", n=1)


# --- the player's turn


@rule("MV-695", "MV-262")
@pytest.mark.parametrize("card", [9, 24, 27])
def test_the_reaction_comes_after_the_players_action_and_the_order_is_no_choice(card: int) -> None:
    t = table(solo="easy", plays=card, decks={2: "amass"})
    assert [o for o in t.options if o["card"] == card] == [
        {"card": card, "mode": "reserve"},
        {"card": card, "mode": "first"},
    ]
    t.refused("emperor", "play_card", card=card, mode="second")
    t.play(card).cp("build_junks").emperor("take_amount", n=1)
    told = t.told()
    assert told.index("card_played") < told.index("use_chosen") < told.index("pieces_changed")
    assert told.index("pieces_changed") < told.index("event_drawn") < told.index("cards_discarded")


@rule("MV-700")
def test_a_reaction_follows_every_action_and_barbarian_card_played_face_up() -> None:
    for card in range(4, 28):
        t = reacts("easy", card, "amass")
        assert [e["cause"] for e in t.events("event_drawn")] == ["reaction"], card


@rule("MV-700", "MV-255")
def test_emperor_cards_and_reserved_cards_give_no_reaction() -> None:
    for card in (1, 2, 3):
        t = reacts("easy", card, "amass")
        assert not t.events("event_drawn")
    t = table(solo="easy", plays=24).play(24, "reserve")
    assert not t.events("event_drawn")


@rule("MV-700")
def test_whether_the_printed_overlord_action_could_be_executed_does_not_matter() -> None:
    # Maelstrom would return a Junk that is not there; Steppe Rivals asks for a Borderland that nobody has.
    for card in (8, 20):
        t = table(solo="easy", plays=card, decks={1: "amass"}).play(card).cp("tax").emperor("take_amount", n=1)
        assert t.drawn() == [("amass 1", "reaction", True)]
        assert not t.events("reaction_skipped")


@rule("MV-705", "MV-710")
def test_a5_reaction_level_easy() -> None:
    t = reacts("easy", 9, "amass", manchus="1H")
    assert t.drawn() == [("amass 2", "reaction", True)]
    assert t.events("event_drawn")[0]["level"] == 2
    t = reacts("easy", 9, "build")
    assert t.drawn() == [("build 2", "reaction", False)]
    assert {e["piece"] for e in t.events("pieces_changed")} == {"junk"}


@rule("MV-705")
def test_a6_reaction_level_moderate_with_4_voyages() -> None:
    t = table(
        solo="moderate", voyages=[1, 2, 3, 5], plays=15, home="2T", yunnan="3T", manchus="1H", decks={3: "amass"}
    )  # fmt: skip
    t.play(15).cp("build_junks").emperor("take_amount", n=1)
    assert t.drawn() == [("amass 3", "reaction", True)]
    # The Overlord action of Famine would take Troops.
    assert [e["piece"] for e in t.events("pieces_changed")] == ["junk", "horde", "horde", "horde"]
    assert (t["home"], t["yunnan"]) == ("2T", "3T")


@rule("MV-705", "MV-160")
def test_the_overlord_action_of_the_main_card_is_not_used() -> None:
    t = reacts("hard", 24, "amass", home="2G")  # Raids would take 2 Gold
    assert t["home"] == "2G"
    for seed in range(6):
        w = laws.Walk(GAME, "solo", {"difficulty": "moderate"}, 1, seed)
        while not w.over:
            w.step()
        taken = [e.data["side"] for e in w.events if e.type.startswith("reaction_")]
        assert set(taken) <= {"emperor"}


@rule("MV-710")
def test_a_reaction_is_not_optional_and_has_no_second_event() -> None:
    for level, card in ((1, 7), (2, 17), (3, 18)):
        t = reacts("hard", card, "amass")
        assert t.drawn() == [(f"amass {level}", "reaction", True)]
        assert t.over is not None  # nothing was asked in between


@rule("MV-715")
def test_an_impossible_reaction_is_discarded_and_no_other_card_is_drawn() -> None:
    t = reacts("hard", 17, "build")
    assert t.drawn() == [("build 2", "reaction", False)]
    solo = t.view(None).solo
    assert solo is not None
    assert (solo.deck_sizes, solo.discards) == ([8, 7, 8], [[], ["event_2_7"], []])


@rule("MV-855", "MV-750", "MV-860")
def test_b26_reserve_in_the_players_turn() -> None:
    t = table(solo="easy", plays=5, emperor=[5, 11], overlord=[], decks={1: "reserve"}, home="1T")
    t.play(5).cp("tax").emperor("take_amount", n=1)
    assert t.drawn() == [("reserve 1", "reaction", True)]
    assert t.events("card_reserved") == [{"type": "card_reserved", "side": "overlord", "card": 5, "from": "play"}]
    assert (t.reserve("overlord"), t.discard) == ([5], [])
    assert not t.events("cards_discarded")
    t = table(solo="easy", plays=11, overlord_reserve=[5], decks={1: "reserve"})
    t.play(11).cp("tax").emperor("take_amount", n=1)
    assert t.drawn() == [("reserve 1", "reaction", False)]
    assert (t.reserve("overlord"), t.discard) == ([5], [11])


# --- the Overlord's turn


@rule("MV-720", "MV-725", "MV-735")
def test_a7_the_overlords_turn_with_a_2_cp_card() -> None:
    t = table(
        solo="easy", turn="overlord", overlord=[2, 8, 16, 22], decks={2: "amass", 1: "gather"}, voyages=[1, 3],
        manchus="1H", eastern_mongols="2H",
    ).start()  # fmt: skip
    assert t.chosen("card") == [({"most_cp": {"2": 1, "8": 2, "16": 1, "22": 1}}, "most_cp", 8)]
    assert t.events("card_played") == [{"type": "card_played", "side": "overlord", "card": 8, "mode": "first"}]
    assert t.drawn() == [("amass 2", "turn", True), ("gather 1", "second", True)]
    assert not t.events("tie_break_used")
    assert (t.cube, t.discard) == ("left", [8])
    assert [t[r] for r in ("western_mongols", "eastern_mongols", "manchus")] == ["1H", "3H 1S", "1H"]
    assert not t.events("use_chosen")


@rule("MV-720", "MV-775")
def test_b21_tie_break_on_the_main_card() -> None:
    t = table(
        solo="easy", turn="overlord", overlord=[1, 6, 9, 24], emperor=[2, 3, 5, 10], top=[15, 4],
        decks={3: "amass reserve", 2: "build amass", 1: "reserve build gather"}, manchus="2H",
    ).start()  # fmt: skip
    assert t.chosen("card") == [({"most_cp": {"1": 1, "6": 3, "9": 3, "24": 3}}, "tie_break", 6)]
    assert t.events("tie_break_used") == [
        {"type": "tie_break_used", "what": "card", "candidates": [6, 9, 24], "pick": 6, "cube": "right"}
    ]
    assert t.cube == "right"
    assert t.hand("emperor") == [1, 4, 9, 15, 24]
    # The player plays #24 and keeps the others, which the Overlord plays from after the swap of the next round.
    t.clear().play(24).cp("tax").emperor("take_amount", n=1)
    assert t.chosen("card") == [({"most_cp": {"2": 1, "3": 1, "5": 2, "10": 1}}, "most_cp", 5)]
    assert (t.cube, t.hand("overlord")) == ("right", [1, 4, 9, 15])
    t.clear().play(2, "reserve")
    assert t.chosen("card") == [({"most_cp": {"1": 1, "4": 1, "9": 3, "15": 3}}, "tie_break", 15)]
    assert t.cube == "left"


@rule("MV-720")
def test_the_tie_break_counts_among_all_cards_of_the_highest_cp() -> None:
    for cube, pick in (("left", 5), ("right", 26)):
        t = table(solo="easy", turn="overlord", overlord=[26, 5, 4, 11], cube=cube, decks={2: "amass", 1: "build"})
        t.start()
        assert t.events("card_played")[0]["card"] == pick
        assert t.events("tie_break_used")[0]["candidates"] == [5, 11, 26]


@rule("MV-725")
@pytest.mark.parametrize("difficulty", ["easy", "brutal"])
@pytest.mark.parametrize(("card", "level"), [(7, 1), (17, 2), (18, 3)])
def test_the_event_deck_is_that_of_the_cards_cp_whatever_the_difficulty(difficulty: str, card: int, level: int) -> None:
    t = table(solo=difficulty, turn="overlord", overlord=[card], decks={level: "amass"}, voyages=[1, 2, 3, 4]).start()
    first = t.events("event_drawn")[0]
    assert (first["level"], first["cause"]) == (level, "turn")


@rule("MV-725", "MV-755", "MV-425")
def test_the_overlord_uses_neither_cp_nor_special_action_nor_reinforcements() -> None:
    for seed in range(6):
        w = laws.Walk(GAME, "solo", {"difficulty": "brutal"}, 1, seed)
        while not w.over:
            assert w.state.reinforcement == 0
            w.step()
        assert not [e for e in w.events if e.type == "use_chosen" and e.data["side"] == "overlord"]
    t = table(
        solo="easy", turn="overlord", plays=8, overlord_reserve=[5, 11], yunnan="1T", western_mongols="4H",
        decks={2: "attack", 1: "build"},
    ).dice(attacker=[6, 6, 6], defender=[1, 2, 3])  # fmt: skip
    t.start()
    assert (t["yunnan"], t.reserve("overlord")) == ("2H", [5, 11])  # 2 Hordes attacked, not more


@rule("MV-730", "MV-735", "MV-745", "MV-855")
@pytest.mark.parametrize(("second", "takes"), [("reserve", False), ("amass", True)])
def test_b31_redraw_second_event_and_reaction(second: str, takes: bool) -> None:
    t = table(
        solo="easy", turn="overlord", plays=8, voyages=[2], decks={2: "amass gather build reserve", 1: second},
        western_mongols="2H", eastern_mongols="4H", manchus="5H", yunnan="5S", gansu="1T",
    )  # fmt: skip
    assert (t.supply("horde"), t.supply("settlement")) == (1, 0)
    t.start()
    assert t.drawn() == [
        ("amass 2", "turn", False),
        ("gather 2", "turn", False),
        ("build 2", "turn", False),
        ("reserve 2", "turn", True),
        (f"{second} 1", "second", takes),
    ]
    assert t.reserve("overlord") == [8]
    assert t.supply("horde") == (0 if takes else 1)
    assert not t.events("reaction_taken", "reaction_skipped", "cards_discarded")
    assert t.asked == ("emperor", "play_card")  # the next round: no Reaction was offered


@rule("MV-715")
def test_b31_variant_as_a_reaction_nothing_else_happens() -> None:
    t = table(solo="moderate", plays=8, western_mongols="6H", manchus="5H", decks={2: "amass gather"})
    t.play(8).cp("tax").emperor("take_amount", n=1)
    assert t.drawn() == [("amass 2", "reaction", False)]


@rule("MV-730", "MV-740")
def test_when_all_8_cards_of_the_deck_are_impossible_the_overlord_does_nothing() -> None:
    t = table(
        solo="easy", turn="overlord", plays=8, voyages=[2], overlord_reserve=[5, 11], on=STUCK, decks={2: "move"}
    ).start()  # fmt: skip
    assert len(t.events("event_impossible")) == 8
    assert len({e["card"] for e in t.events("event_impossible")}) == 8
    assert not t.events("event_done", "event_deck_renewed")
    assert not t.events("pieces_changed")
    assert t.asked == ("emperor", "reaction")  # take 1 Junk
    t.emperor("reaction", accept=True)
    assert (t["sea"], t.discard) == ("1J", [8])


@rule("MV-730", "MV-635")
def test_a_card_that_comes_back_in_a_renewed_deck_is_discarded_again() -> None:
    t = table(
        solo="easy", turn="overlord", plays=8, overlord_reserve=[5, 11], on=STUCK,
        decks={2: "amass build attack"}, spent={2: "rest"},
    )  # fmt: skip
    deck = GAME.content.event_decks[2]  # amass attack move attack attack gather build reserve
    t.dice(event_deck_2=[deck[0], deck[6], deck[1], *deck[2:6], deck[7]]).start()
    cards = [e["card"] for e in t.events("event_impossible")]
    assert len(t.events("event_deck_renewed")) == 1
    assert cards[:3] == cards[3:6] == ["event_2_1", "event_2_7", "event_2_2"]
    assert len(cards) == 3 + 8
    assert len(set(cards)) == 8
    assert t.told()[-1] != "event_done"


@rule("MV-730")
def test_the_search_ends_with_the_first_possible_event_also_after_renewal() -> None:
    t = table(
        solo="easy", turn="overlord", plays=8, on=STUCK, decks={2: "amass build", 1: "build"}, spent={2: "rest"}
    )  # fmt: skip
    deck = GAME.content.event_decks[2]
    t.dice(event_deck_2=[deck[0], deck[7], *deck[1:7]]).start()  # amass again, then reserve
    assert [d[2] for d in t.drawn()] == [False, False, False, True, False]
    assert t.reserve("overlord") == [8]


@rule("MV-735")
def test_a_level_1_event_follows_a_primary_event_of_level_2_or_3_only() -> None:
    for card, level in ((7, 1), (17, 2), (18, 3)):
        t = table(solo="easy", turn="overlord", overlord=[card], decks={level: "amass", 1: "amass amass"}).start()
        expected = [(f"amass {level}", "turn", True)]
        if level > 1:
            expected.append(("amass 1", "second", True))
        assert t.drawn() == expected


@rule("MV-735")
def test_an_impossible_second_event_has_no_effect_and_is_not_replaced() -> None:
    t = table(solo="easy", turn="overlord", plays=17, decks={2: "amass", 1: "build amass"}).start()
    assert t.drawn() == [("amass 2", "turn", True), ("build 1", "second", False)]


@rule("MV-735", "MV-825")
def test_the_second_event_waits_for_the_battle_of_the_first() -> None:
    t = table(
        solo="easy", turn="overlord", plays=17, yunnan="2T", western_mongols="2H", emperor_reserve=[5],
        decks={2: "attack", 1: "amass"},
    ).dice(attacker=[6, 6, 6], defender=[1, 2, 3])  # fmt: skip
    t.start()
    assert t.asked == ("emperor", "reroll")
    assert len(t.events("event_drawn")) == 1
    t.emperor("reroll", do="stop")
    told = t.told()
    assert told.index("battle_ended") < len(told) - 1 - told[::-1].index("event_drawn")


@rule("MV-740", "MV-230")
def test_after_the_events_the_player_may_use_his_special_action_of_the_overlords_card() -> None:
    for accept in (True, False):
        t = table(solo="easy", turn="overlord", plays=8, voyages=[2], decks={2: "amass", 1: "build"}).start()
        assert t.asked == ("emperor", "reaction")
        assert [e["cause"] for e in t.events("event_drawn")] == ["turn", "second"]
        t.emperor("reaction", accept=accept)
        assert t["sea"] == ("1J" if accept else "")
        assert t.discard == [8]
    t = table(solo="easy", turn="overlord", plays=8, decks={2: "amass", 1: "build"}).start()
    assert t.asked == ("emperor", "play_card")  # Voyage 2 is not completed


@rule("MV-740", "MV-225")
def test_a_special_action_that_cannot_be_executed_then_is_skipped() -> None:
    t = table(solo="easy", turn="overlord", plays=9, voyages=[2], decks={3: "amass", 1: "build"}).start()
    assert [e["card"] for e in t.events("reaction_skipped")] == [9]  # no Borderland takes a Troop
    # It is the position after the Events that counts: the only Ming Borderland is lost to the Attack.
    t = table(
        solo="easy", turn="overlord", plays=9, voyages=[2], yunnan="1T", western_mongols="3H",
        decks={3: "attack", 1: "build"},
    ).dice(attacker=[6, 6, 6], defender=[1, 2, 3])  # fmt: skip
    t.start()
    assert t["yunnan"] == "3H"
    assert t.events("reaction_skipped")


@rule("MV-740", "MV-145")
def test_an_emperor_card_of_the_overlord_gives_the_player_its_action_and_a_barbarian_card_none() -> None:
    t = table(solo="easy", turn="overlord", overlord=[2], decks={1: "amass"}).start()
    assert t.asked == ("emperor", "reaction")
    t.emperor("reaction", accept=True)
    assert t.supply("troop") == 11
    t = table(solo="easy", turn="overlord", overlord=[25], decks={2: "amass", 1: "build"}).start()
    assert not t.events("reaction_skipped")
    assert t.asked == ("emperor", "play_card")


@rule("MV-745")
def test_a_card_that_an_event_reserved_gives_the_player_no_reaction() -> None:
    for decks in ({2: "reserve", 1: "build"}, {2: "amass", 1: "reserve"}):
        t = table(solo="easy", turn="overlord", plays=8, voyages=[2], decks=decks).start()
        assert (t.reserve("overlord"), t.discard) == ([8], [])
        assert t.asked == ("emperor", "play_card")
        assert not t.events("reaction_taken", "reaction_skipped", "cards_discarded")


@rule("MV-750")
def test_event_cards_go_to_their_own_piles_and_the_main_card_to_the_main_one() -> None:
    t = table(
        solo="easy", turn="overlord", plays=8, discard=[5], decks={2: "build amass", 1: "gather"}, spent={2: "move"}
    ).start()  # fmt: skip
    solo = t.view(None).solo
    assert solo is not None
    assert solo.discards == [["event_1_6"], ["event_2_3", "event_2_7", "event_2_1"], []]
    assert solo.deck_sizes == [7, 5, 8]
    assert t.discard == [5, 8]
    told = t.told()
    assert told.index("cards_discarded") > told.index("event_drawn", told.index("event_done"))


@rule("MV-750", "MV-755")
def test_never_more_than_one_main_card_is_discarded_at_once_so_no_order_is_asked() -> None:
    for seed in range(8):
        w = laws.Walk(GAME, "solo", {}, 1, seed)
        while not w.over:
            assert GAME.pending(w.state)[0].kind != "discard_order"
            w.step()
        at_once = [e.data["cards"] for e in w.events if e.type == "cards_discarded"]
        ends = [e.data["cards"] for e in w.events if e.type == "cards_discarded" and e.data["cause"] == "end_of_phase"]
        assert ends
        assert all(len(cards) == 1 for cards in ends)
        assert len(at_once) >= len(ends)


@rule("MV-755")
def test_the_overlords_reserve_serves_re_rolls_only() -> None:
    t = table(
        solo="easy", turn="overlord", plays=17, overlord_reserve=[4, 6], yunnan="1T", western_mongols="3H",
        decks={2: "attack", 1: "build"},
    ).dice(attacker=[6, 5, 4, 6, 6, 4, 6, 6, 1, 6, 6, 2], defender=[1, 2, 3])  # fmt: skip
    t.start()
    assert t.reserve("overlord") == [4]
    assert [e["cause"] for e in t.events("cards_discarded")] == ["rerolls", "end_of_phase"]


# --- the end


@rule("MV-760", "MV-540", "MV-555")
def test_eras_and_the_last_round_are_as_with_two_players() -> None:
    t = table(solo="easy", emperor=[8], round=24, era=2, no_deck=True, home="1G", yunnan="1T", decks={1: "amass"})
    t.play(8).cp("tax").emperor("take_amount", n=1)
    assert t.over is not None
    assert t.drawn() == [("amass 1", "reaction", True)]  # the Reaction to the last card still comes
    assert not t.events("hands_swapped", "hand_received")
    for seed in range(5):  # with Events that take no Borderland, since random play would not come so far
        w = laws.Walk(calm(), "solo", {}, 1, seed)
        while not w.over:
            w.step()
        detail = w.state.outcome.detail
        assert (detail["kind"], w.state.round, w.state.era) == ("minor", 24, 2)
        assert [e.data["deck_size"] for e in w.events if e.type == "era_started"] == [20]
        assert w.state.hands == [[], []]


@rule("MV-760", "MV-570", "MV-575")
@pytest.mark.parametrize("event", ["move 1", "attack 1"])
def test_an_event_may_bring_the_overlord_a_major_victory(event: str) -> None:
    fifth = "1T" if event == "attack 1" else ""
    t = table(
        solo="easy", yunnan="1H", sichuan="1H", gansu="1H", shanxi="1H", liaodong=fifth, manchus="2H", home="3T"
    ).dice(attacker=[6, 6, 6], defender=[1, 2, 3])  # fmt: skip
    t.event(event)
    assert t.over is not None
    assert (t.over["winner"], t.over["winning_side"], t.over["kind"]) == (None, "overlord", "major")
    assert (t.over["totals"], t.over["points"]) == ({"emperor": 0, "overlord": 12}, None)
    assert t.state.outcome is not None
    assert (t.state.outcome.reason, t.state.outcome.placings) == ("major_defeat", [2])
    assert t.asked == ("", "")


@rule("MV-760", "MV-575")
def test_after_a_major_victory_neither_second_event_nor_reaction_follows() -> None:
    t = table(
        solo="easy", turn="overlord", plays=8, voyages=[2], yunnan="1H", sichuan="1H", gansu="1H", shanxi="1H",
        manchus="2H", decks={2: "move", 1: "amass"},
    ).start()  # fmt: skip
    assert t.over is not None
    assert (t.over["kind"], t.over["winning_side"]) == ("major", "overlord")
    assert [e["cause"] for e in t.events("event_drawn")] == ["turn"]
    assert not t.events("cards_discarded", "reaction_skipped")


@rule("MV-760", "MV-565")
def test_the_seventh_voyage_is_the_players_major_victory_before_any_reaction() -> None:
    t = table(solo="brutal", plays=24, voyages=[1, 2, 3, 4, 5, 6], sea="1J", home="5G", yunnan="1H")
    t.dice(voyage=[6, 6, 5]).play(24).cp("voyage").emperor("voyage", voyage=7, junks=1, gold=5)
    assert t.over is not None
    assert (t.over["winner"], t.over["kind"]) == (0, "major")
    assert t.state.outcome is not None
    assert (t.state.outcome.reason, t.state.outcome.placings) == ("major_victory", [1])
    assert not t.events("event_drawn")


def end(difficulty: str, voyages: int, ming: int, barbarian: int) -> bool:
    """True if the player wins the minor victory with so many Voyages and Borderlands."""
    names = ["yunnan", "sichuan", "gansu", "shanxi", "liaodong"]
    on = dict.fromkeys(names[:ming], "1T") | dict.fromkeys(names[ming : ming + barbarian], "1H")
    done = list(range(1, voyages + 1))
    t = table(solo=difficulty, emperor=[8], round=24, era=2, no_deck=True, voyages=done, on=on).play(8, "reserve")
    assert t.over is not None
    assert t.over["kind"] == "minor"
    assert t.over["winning_side"] == ("emperor" if t.over["winner"] == 0 else "overlord")
    assert t.state.outcome is not None
    assert t.state.outcome.placings == ([1] if t.over["winner"] == 0 else [2])
    return bool(t.over["winner"] == 0)


@rule("MV-765")
def test_b30_minor_victory() -> None:
    assert not end("moderate", 4, 3, 2)
    assert end("moderate", 5, 3, 2)
    assert not end("moderate", 6, 2, 2)


@rule("MV-765", "MV-650")
def test_the_player_needs_more_borderlands_and_the_required_voyages() -> None:
    assert end("easy", 4, 1, 0)
    assert not end("easy", 4, 0, 0)
    assert not end("easy", 6, 2, 3)
    assert not end("hard", 5, 5, 0)  # the totals of two players would be 10 to 2
    assert end("hard", 6, 3, 2)
    assert not end("brutal", 6, 5, 0)
