"""Processing of actions, Great Powers, Merchants, icons (RULES.md, sections 10, 11, 12 and 18)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.treasure_ship.table import GAME, Table, edited, offers, table
from treasure_ship.flow import final_scores

rule = pytest.mark.rule
OFFICIALS = [f"{c}-{n}" for c in "ABC" for n in (1, 2, 3)]


def at(square: int, route: list[int], held: str = "", card: str = "V06", **more: Any) -> Table:
    """Seat 0 is about to act on a square of the route; the captain, seat 1, has finished."""
    marker = next(q for q in reversed(route) if q != square)
    return table(
        captain=1, voyage=2, card=card, start=20, route=route, marker=marker, squares={0: square}, p0=held, **more
    )


# --- part B


@rule("TS-370", "TS-391")
def test_one_mass_action_or_two_with_an_own_monument() -> None:
    assert at(5, [5, 6], "1 gold").do(0, "mass")[0] == "1 gold, 1 pepper"
    t = at(5, [5, 6], monuments={0: [5]}).do(0, "mass")
    assert t.options(0) == ["mass", "end"]
    t.do(0, "mass")
    assert t[0] == "2 pepper"
    assert at(5, [5, 6], monuments={1: [5]}).do(0, "mass")[0] == "1 pepper"


@rule("TS-373", "TS-376")
@pytest.mark.parametrize("order", [("mass", "event", "mass"), ("event", "mass", "mass"), ("mass", "mass", "event")])
def test_the_event_is_done_once_before_between_or_after_two_mass_actions(order: tuple[str, ...]) -> None:
    t = at(5, [6, 7, 5], card="V01", monuments={0: [5]}).draws("red")
    t.do(0, *order)
    assert t[0] == "2 pepper, 1 red"
    assert len(t.events("event_action")) == 1
    assert 0 not in t.asked


@rule("TS-379", "TS-400")
def test_actions_may_be_declined() -> None:
    t = at(5, [6, 7, 5], card="V01", monuments={0: [5]})
    assert t.options(0) == ["mass", "event", "end"]
    t.do(0, "mass", "end")
    assert t[0] == "1 pepper"
    assert 0 not in t.asked


@rule("TS-400")
def test_part_b_ends_when_nothing_is_left() -> None:
    t = at(5, [5, 6], "9 gold").do(0, "mass")
    assert t.asked[0] == "monument"


@rule("TS-380", "TS-713")
def test_the_stowaway_may_come_from_an_empty_bag() -> None:
    t = at(5, [6, 7, 5], card="V01", bag="")
    assert "event" in t.options(0)
    t.do(0, "event")
    assert t.events("emissary") == [{"type": "emissary", "seat": 0, "power": None, "drawn": True}]
    assert t[0] == ""


@rule("TS-380", "TS-716")
def test_of_the_merchants_options_only_payable_ones_are_offered() -> None:
    assert at(5, [6, 7, 5], "3 gold", "V02").options(0) == ["mass", "event 0", "event 3", "end"]
    assert at(5, [6, 7, 5], "", "V02").options(0) == ["mass", "end"]
    t = at(5, [6, 7, 5], "4 gold", "V02").do(0, "event 2")
    assert t[0] == "1 gift"
    assert t.options(0) == ["mass", "end"]  # once only
    assert at(5, [6, 7, 5], "5 gold", "V02").do(0, "event 1")[0] == "1 gold, 2 weapon"
    assert at(5, [6, 7, 5], "3 gold", "V02").do(0, "event 3", "goods ivory")[0] == "1 ivory"


@rule("TS-382")
def test_actions_that_could_do_nothing_are_not_offered() -> None:
    t = at(4, [4, 7, 9], "9 gold")
    assert t.asked[0] == "monument"  # level 0 and no emissary: nothing in part B
    assert at(4, [4, 7], "1 red").asked[0] == "act"
    assert at(9, [8, 9], "1 gold").asked.get(0) is None
    assert at(22, [21, 22]).asked.get(0) is None
    assert at(22, [21, 22], "1 ivory").asked[0] == "act"


@rule("TS-383", "TS-493")
def test_the_supply_does_not_decide_what_is_offered() -> None:
    assert "mass" in at(24, [24, 25], supply={"lion": 0}).options(0)
    assert "mass" in at(13, [13, 14], bag="").options(0)


@rule("TS-385")
def test_a_square_gives_everything_that_it_shows() -> None:
    t = at(19, [19, 18], "3 weapon", "V01").do(0, "fight 3 no fire", "mass")
    assert t.has(0, "agarwood", "ambergris", "gold") == (1, 1, 3 + 1)
    assert at(20, [20, 19]).do(0, "mass")[0] == "3 weapon, 1 command"


@rule("TS-388", "TS-697")
def test_points_at_once_are_scored_at_once() -> None:
    t = at(14, [13, 14]).do(0, "mass")
    assert t[0] == "6 points"
    assert t.view().seats[0].points_by_source == {"squares": 6}


@rule("TS-394")
def test_sea_squares_have_actions_and_no_space_for_monuments() -> None:
    t = at(8, [8, 9], "90 gold").do(0, "mass")
    assert t[0] == "94 gold, 1 points"
    assert 0 not in t.asked


@rule("TS-397")
def test_the_captains_benefit_comes_once_and_to_the_captain_alone() -> None:
    t = table(
        voyage=2,
        start=20,
        route=[21, 24],
        marker=21,
        squares={0: 21, 1: 21},
        p1="1 command",
        monuments={0: [21], 1: [21]},
    )
    t.do(0, "mass")
    assert t.options(0) == ["choose 0", "choose 1"]
    t.do(0, "choose 0", "animal_place 0 2 1", "mass")
    assert t.asked[0] == "animal_place"  # the giant antelope at once
    t.do(0, t.options(0)[0]).idle()
    assert [e["kind"] for e in t.events("animal_taken") if e["seat"] == 0] == ["giraffe", "giant_antelope"]
    t = table(captain=1, voyage=2, start=20, route=[21, 24], marker=21, squares={0: 21, 1: 21}, p0="1 command")
    t.do(1, "end").do(0, "mass")
    assert t.asked[0] == "animal_place"
    assert t.view().stack[-1]["branches"][1][-1]["animal"] == GAME.content.animal_names.index("giant_antelope")


@rule("TS-397")
def test_the_captain_may_take_the_other_benefit_first() -> None:
    t = table(voyage=2, start=27, route=[28, 27], marker=28, squares={0: 28}, monuments={0: [28]})
    t.do(0, "mass", "choose 1", "mass")
    assert t.options(0) == ["choose 0", "choose 1"]
    t.do(0, "choose 0")
    assert t.has(0, "ivory", "points") == (1, 9)


# --- great powers


@rule("TS-410", "TS-416", "TS-428")
def test_emissaries_of_that_power_only_and_any_number_of_seats_at_one_level() -> None:
    t = table(
        seats=3,
        captain=2,
        voyage=2,
        start=3,
        route=[4, 7, 8],
        marker=8,
        squares={0: 4, 1: 4},
        p0="1 red, 5 blue",
        p1="5 blue, 1 red",
    )
    t.do(0, "mass")
    assert t.options(0) == ["emissary no send", "emissary send"]
    t.do(0, "emissary send").do(1, "mass", "emissary send")
    assert (t.levels(0), t.levels(1)) == ({"ayutthaya": 1}, {"ayutthaya": 1})
    assert (t[0], t[1]) == ("2 gold, 5 blue", "2 gold, 5 blue")
    t = at(4, [4, 7], "5 blue", levels={0: {"ayutthaya": 1}}).do(0, "mass")
    assert t.events("level_raised") == []
    assert t[0] == "2 gold, 5 blue"


@rule("TS-410")
def test_sending_is_optional() -> None:
    t = at(4, [4, 7], "3 red", levels={0: {"ayutthaya": 1}}).do(0, "mass", "emissary no send")
    assert t[0] == "2 gold, 3 red"
    assert t.levels(0) == {"ayutthaya": 1}


@rule("TS-413", "TS-419", "TS-425")
@pytest.mark.parametrize(("level", "price"), [(0, 1), (1, 1), (2, 2)])
def test_prices_of_levels(level: int, price: int) -> None:
    t = at(16, [15, 16], "4 green", levels={0: {"vijayanagar": level}} if level else {}).do(0, "mass", "emissary send")
    assert t.levels(0) == {"vijayanagar": level + 1}
    assert t.has(0, "green") == (4 - price,)
    assert t.discard() == f"{price} green"


@rule("TS-422")
def test_at_level_three_no_emissary_can_be_sent() -> None:
    t = at(7, [5, 7], "5 blue", levels={0: {"malacca": 3}}).do(0, "mass")
    assert t.asked[0] == "goods"
    assert t.has(0, "blue") == (5,)


@rule("TS-431", "TS-434", "TS-437")
def test_hospitality_of_all_levels_up_to_the_new_one_with_first_time_benefits_after_their_level() -> None:
    t = at(11, [10, 11], "2 yellow", levels={0: {"delhi": 2}}).clear().do(0, "mass", "emissary send")
    assert t.options(0)[0] == "goods agarwood agarwood"
    t.do(0, "goods ivory pepper")
    told = [(e.get("what", e["type"]), e["n"]) for e in t.events("gained", "points") if e["seat"] == 0]
    assert told == [("gold", 3), ("weapon", 2), ("points", 4), ("ivory", 1), ("pepper", 1)]


@rule("TS-437")
def test_a_first_time_benefit_comes_once() -> None:
    t = at(18, [17, 18], "2 purple", sides="AAAAB", monuments={0: [18]})
    t.do(0, "mass", "emissary send")
    assert t[0] == "3 gold, 1 gemstones, 1 purple"
    assert t.view().seats[0].first_benefits == ["timur 1"]
    t.do(0, "mass", "emissary no send")
    assert t[0] == "3 gold, 2 gemstones, 1 purple"


@rule("TS-440", "TS-697")
def test_the_points_of_a_level_are_not_scored_in_play() -> None:
    t = at(16, [15, 16], "1 green").do(0, "mass", "emissary send")
    assert t.has(0, "points") == (0,)
    assert final_scores(t.state)[0]["powers"] == 5


# --- merchants


@rule("TS-450", "TS-688")
def test_one_transaction_gives_one_item() -> None:
    t = at(17, [16, 17], "7 gold").do(0, "mass")
    assert t.options(0) == ["trade 0", "trade 1", "trade 2", "trade 3", "trade_decline"]
    t.do(0, "trade 3")
    assert t[0] == "4 gold, 1 ivory, 1 points"
    assert 0 not in t.asked


@rule("TS-453")
def test_two_mass_actions_allow_two_transactions() -> None:
    t = at(17, [16, 17], "7 gold", monuments={0: [17]}).do(0, "mass", "trade 3", "mass", "trade 2")
    assert t[0] == "1 gold, 1 ivory, 1 purple, 1 points"


@rule("TS-456", "TS-500")
def test_a_square_without_means_to_trade_still_counts_for_the_monument() -> None:
    t = at(22, [21, 22], "6 gold")
    assert t.asked[0] == "monument"
    t.do(0, "monument erect")
    assert t.monuments(0) == [22]


# --- emissaries and icons


@rule("TS-670", "TS-679")
def test_outside_the_action_step_the_order_is_that_of_play() -> None:
    t = offers(seats=3, bag="1 blue", hoard=2, p2="1 pepper")
    t.do(0, "offer A2", "choose 0").do(1, "offer A2", "choose 0")
    assert (t.has(0, "blue"), t.has(1, "blue")) == ((1,), (0,))


@rule("TS-673", "TS-676")
def test_the_bag_is_filled_again_when_a_random_frame_is_due_and_not_before() -> None:
    t = offers(
        seats=2,
        bag="1 blue",
        discard="1 red",
        officials=[
            "A-2",
            "A-1",
            "A-3",
            "B-4",
            *OFFICIALS[3:5],
            *OFFICIALS[6:],
            "D-1",
            "D-2",
            "D-3",
            "E-1",
            "E-2",
            "E-3",
        ],
        p0="1 pepper, 1 ivory",
    )
    t.draws("blue", "red").do(0, "offer B1")
    assert (t.has(0, "blue", "red"), t.bag(), t.discard()) == ((1, 1), "", "")


@rule("TS-682")
def test_an_emissary_of_any_colour_there_is() -> None:
    t = at(23, [22, 23], bag="1 blue", discard="1 green").do(0, "mass")
    assert t.options(0) == ["colour malacca", "colour vijayanagar"]
    t.do(0, "colour vijayanagar")
    assert (t[0], t.discard()) == ("1 green, 5 points", "")
    assert at(23, [22, 23], bag="").do(0, "mass")[0] == "5 points"


@rule("TS-685")
def test_one_of_two_is_chosen() -> None:
    t = at(16, [15, 16], sides="AAABA", levels={0: {"vijayanagar": 3}}).do(0, "mass", "goods ivory")
    assert t.options(0) == ["choose 0", "choose 1"]
    t.do(0, "choose 1")
    assert t[0] == "2 weapon, 1 ivory, 4 points"


@rule("TS-691")
def test_a_benefit_for_every_two_animal_tiles() -> None:
    placed = [
        ("peacock", 0, 2, 2),
        ("peacock", 0, 0, 0),
        ("peacock", 0, 2, 0),
        ("peacock", 0, 0, 1),
        ("peacock", 0, 2, 1),
    ]
    game_officials = [*OFFICIALS, "D-1", "D-2", "D-3", "E-4", "E-1", "E-2"]
    t = offers(officials=game_officials, tiles={0: placed}, p0="1 ivory, 1 pepper, 1 agarwood, 1 gemstones").do(
        0, "offer E1"
    )
    assert t[0] == "4 gold"  # two for every two tiles


@rule("TS-694")
def test_goods_of_choice_are_chosen_each_for_itself() -> None:
    t = at(11, [10, 11], "2 yellow", levels={0: {"delhi": 2}}).do(0, "mass", "emissary send")
    assert len(t.options(0)) == 15
    t.do(0, "goods agarwood gemstones")
    assert t.has(0, "agarwood", "gemstones") == (1, 1)


@rule("TS-700")
def test_a_benefit_cannot_be_refused() -> None:
    t = offers().do(0, "offer A3")
    assert all(text.startswith("goods ") for text in t.options(0))


@rule("TS-703")
def test_what_an_effect_sets_off_is_finished_first() -> None:
    game = edited(
        ('benefit = [{ op = "gain", res = "cannon", n = 2 }, { op = "merit", n = 2 }]',
         'benefit = [{ op = "merit", n = 2 }, { op = "gain", res = "cannon", n = 2 }]'),
        ('at = 1\neffect = [{ op = "gain", res = "gold", n = 1 }]', 'at = 1\neffect = [{ op = "good_any", n = 1 }]'),
    )  # fmt: skip
    t = offers(game=game, p0="1 ivory, 1 pepper, 1 agarwood").clear().do(0, "offer D1")
    assert t.has(0, "merit", "cannon") == (1, 0)
    t.do(0, "goods pepper")
    assert [e.get("what", e.get("merit")) for e in t.events("gained", "merit")] == [1, "pepper", 2, "cannon"]
