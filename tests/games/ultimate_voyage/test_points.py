"""Tracks, bonus tokens, story tracks, Nanjing (RULES.md, sections 7 to 9)."""

from __future__ import annotations

import pytest

from rulekit.chance import Scripted
from rulekit.events import Ctx
from tests.games.ultimate_voyage.positions import base
from tests.games.ultimate_voyage.table import Table, round_starts, table
from ultimate_voyage.changes import add_story, add_track
from ultimate_voyage.names import PRESTIGE, PROFIT
from ultimate_voyage.scoring import return_ships

rule = pytest.mark.rule
QUIET = Ctx(Scripted(), None)


def trading(profit: int, good: str = "se01", seat_has: str = "", **position: object) -> Table:
    """Seat 0 has bought a good in Champa; its Profit before is given."""
    t = table(
        ships={0: "champa"},
        dials=(9, 0, 0),
        bazaar={"champa": [good, "se03", "se11"]},
        p0=", ".join(x for x in (f"{profit} profit" if profit else "", seat_has) if x),
        **position,
    )
    return t.do(0, "action trade sun champa", f"trade {good}")


# --- tracks


@rule("UV-140")
def test_points_beyond_15_and_below_0_are_lost() -> None:
    assert trading(14).tracks(0) == (0, 15)
    s = base(p0="14 prestige, 1 profit")
    add_track(s, QUIET, 0, PRESTIGE, 3)
    add_track(s, QUIET, 0, PROFIT, -4)
    assert s.players[0].track == [15, 0]
    add_track(s, QUIET, 0, PRESTIGE, -2)  # what passed 15 is not kept anywhere
    assert s.players[0].track == [13, 0]


@rule("UV-142")
@pytest.mark.parametrize(
    ("before", "good", "asked"),
    [(3, "se01", False), (4, "se01", True), (6, "se01", True), (6, "se07", True), (7, "se07", False)],
)
def test_a_bonus_token_for_reaching_or_passing_a_space(before: int, good: str, asked: bool) -> None:
    t = trading(before, good, bonus={("profit", 7): "1 ship, 1 upgrade"})
    assert t.asked == ({0: "bonus_token"} if asked else {0: "action_step"})
    if asked:
        assert t.options(0) == ["bonus_token ship", "bonus_token upgrade"]
        t.do(0, "bonus_token ship")
        assert t.event("bonus_taken") == {"seat": 0, "track": "profit", "token": "ship"}
        assert t.state.bonus[4:6] == [0, 1]


@rule("UV-142")
def test_several_spaces_are_passed_from_the_lower_one_up() -> None:
    t = table(
        ships={0: "champa"},
        affiliation={"champa": -2},
        dials=(6, 0, 0),
        p0="4 prestige",
        bonus={("prestige", 5): "2 upgrade", ("prestige", 8): "1 ship, 1 upgrade"},
    )
    t.do(0, "action diplomacy sun champa", "diplomacy champa 4")
    assert t.asked == {0: "pick_upgrade"}  # only one kind lies on space 5: it was taken
    t.do(0, "pick_upgrade sail")
    assert t.options(0) == ["bonus_token ship", "bonus_token upgrade"]
    t.do(0, "bonus_token ship")
    assert t.state.bonus[:4] == [0, 1, 0, 1]


@rule("UV-142")
def test_falling_back_and_passing_again_gives_nothing() -> None:
    t = table(
        ships={0: "champa", 1: "champa"},
        dials=(6, 0, 0),
        p0="5 prestige",
        bonus={("prestige", 5): "1 ship, 1 upgrade"},
    )
    add_track(t.state, QUIET, 0, PRESTIGE, -2)
    t.do(0, "action diplomacy sun champa", "diplomacy champa 2")
    assert t.tracks(0) == (5, 0)
    assert t.events("bonus_taken") == []


@rule("UV-144")
def test_a_bonus_upgrade_turns_one_card() -> None:
    t = trading(6, bonus={("profit", 7): "2 upgrade"}, upgraded={0: "sail"})
    assert t.options(0) == [f"pick_upgrade {card}" for card in ("combat", "diplomacy", "explore", "trade")]
    t.do(0, "pick_upgrade diplomacy").end(0)
    assert t.upgraded(0) == ["sail", "diplomacy"]
    assert t.event("upgraded") == {"seat": 0, "card": "diplomacy"}


@rule("UV-144")
def test_the_upgraded_side_counts_at_once_but_not_the_bonus_of_the_action_that_runs() -> None:
    t = trading(6, good="se03", bonus={("profit", 7): "2 upgrade"}, p1="1 troops")
    left = t.action.left(True)
    t.do(0, "pick_upgrade trade")
    assert t.action.left(True) == left == 12
    assert t.options(0, "trade") == t.bazaar("champa")  # any number of goods from now on


@rule("UV-146")
def test_where_a_bonus_ship_can_be_put() -> None:
    t = trading(
        6, bonus={("profit", 7): "2 ship"}, depots={"surabaya": 0, "kotte": 1}, affiliation={"surabaya": 1, "kotte": 1}
    )
    assert t.options(0) == ["place_ship champa", "place_ship surabaya"]
    t.do(0, "place_ship surabaya")
    assert t.ships(0) == "champa, surabaya"
    assert t.face_up("surabaya") == t.bazaar("surabaya")  # UV-375
    assert t.event("ship_placed") == {"seat": 0, "ship": "ship_1", "port": "surabaya", "how": "bonus"}


@rule("UV-146")
@pytest.mark.parametrize(
    ("ships", "places"),
    [
        ("champa, nanjing", ["nanjing", "champa"]),
        ("champa, home", []),  # one place only: it was put there
        ("champa, malacca", ["champa", "malacca"]),
    ],
)
def test_nanjing_is_a_place_while_a_ship_that_has_not_returned_is_there(ships: str, places: list[str]) -> None:
    t = table(
        ships={0: ships},
        dials=(9, 0, 0),
        bazaar={"champa": ["se01", "se03", "se11"]},
        p0="6 profit",
        bonus={("profit", 7): "2 ship"},
    )
    t.do(0, "action trade sun champa", "trade se01")
    if places:
        assert t.options(0) == [f"place_ship {port}" for port in places]
    else:
        assert t.ships(0) == "champa, home, champa"


@rule("UV-148", "UV-146")
def test_a_token_without_use_has_no_effect() -> None:
    t = table(
        ships={0: "champa, malacca, home"},  # never more than three, returned ones included
        dials=(9, 0, 0),
        bazaar={"champa": ["se01", "se03", "se11"]},
        p0="6 profit",
        bonus={("profit", 7): "1 ship, 1 upgrade"},
    )
    t.do(0, "action trade sun champa", "trade se01", "bonus_token ship").end(0)
    assert t.ships(0) == "champa, malacca, home"
    assert t.state.bonus[4:6] == [0, 1]
    t = trading(6, bonus={("profit", 7): "2 upgrade"}, upgraded={0: "sail combat diplomacy explore trade"})
    assert t.event("bonus_taken")["token"] == "upgrade"
    assert t.events("upgraded") == []


@rule("UV-150", "UV-262")
def test_several_seats_choose_in_turn_order() -> None:
    """The Mongol campaign raises all at the same moment; space 5 holds a token for everybody."""
    t = round_starts(
        2,
        seats=4,
        order=[1, 3, 0, 2],
        p0="4 prestige",
        p1="3 prestige",
        p2="2 prestige",
        p3="4 prestige",
        bonus={("prestige", 5): "2 ship, 2 upgrade"},
    )
    t.dice(sun=[2]).start()
    assert [t.tracks(seat)[0] for seat in range(4)] == [6, 5, 4, 6]
    assert t.asked == {1: "bonus_token"}
    t.do(1, "bonus_token upgrade", "pick_upgrade sail")
    t.do(3, "bonus_token ship").do(0, "bonus_token upgrade")
    assert t.asked == {0: "pick_upgrade"}
    assert t.told("bonus_taken", "seat") == [1, 3, 0]


@rule("UV-150", "UV-142")
def test_a_token_is_taken_before_the_next_seat_gets_its_points() -> None:
    t = table(
        ships={0: "kotte", 1: "kotte"},
        dials=(3, 1, 0),
        p0="4 prestige",
        p1="4 prestige",
        bonus={("prestige", 5): "1 ship, 1 upgrade"},
    )
    t.dice(moon=[0]).do(0, "action combat sun kotte", "attack kotte 5", "invite 1").do(1, "join_reply join moon")
    t.do(0, "attack kotte 5", "split_points 1 1")
    assert t.asked == {0: "bonus_token"}
    t.do(0, "bonus_token ship")
    assert t.asked == {1: "split_points"}
    t.do(1, "split_points 1 1")
    assert t.told("bonus_taken", "seat", "token") == [(0, "ship"), (1, "upgrade")]


@rule("UV-152")
@pytest.mark.parametrize(
    ("character", "card", "upgraded", "bonus"),
    [
        ("commander", "combat", False, 2),
        ("commander", "combat", True, 2),
        ("interpreter", "diplomacy", True, 2),
        ("navigator", "sail", False, 1),
        ("navigator", "sail", True, 2),
        ("healer", "diplomacy", True, 2),
        ("healer", "combat", True, 1),
        ("merchant", "combat", False, 0),
    ],
)
def test_the_bonus_of_character_and_card_is_2_at_most(character: str, card: str, upgraded: bool, bonus: int) -> None:
    t = table(ships={0: "champa"}, characters={0: character}, upgraded={0: card if upgraded else ""})
    t.do(0, f"action {card} sun champa")
    assert t.event("action_started")["bonus"] == bonus


@rule("UV-154")
@pytest.mark.parametrize("upgraded", [False, True])
def test_strength_is_divided_among_ports_with_the_upgraded_card_only(upgraded: bool) -> None:
    t = table(
        ships={0: "champa, malacca"},
        dials=(9, 0, 0),
        upgraded={0: "explore trade" if upgraded else ""},
        bazaar={"champa": ["se03"], "malacca": ["se07"]},
        affiliation={"champa": 0, "malacca": 0},
    )
    t.do(0, "action trade sun champa")
    assert t.options(0, "trade") == (["se03", "se07"] if upgraded else ["se03"])
    t.end(0).do(1, "forfeit sail sun", "forfeit_gain 2 0").do(0, "action explore moon champa")
    ports = {text.split()[0] for text in t.options(0, "explore")}
    assert ports == ({"champa", "malacca"} if upgraded else {"champa"})


@rule("UV-156")
def test_a_good_that_leaves_takes_its_full_value_along_but_no_story_points() -> None:
    t = table(
        seats=4,
        ships={0: "hormuz"},
        goods={0: ["se08"]},
        p0="1 profit",
        story={"mainland_sea": {0: 3}},
        objectives=["obj_18"],
    )
    t.do(0, "action trade sun hormuz", "courier se08 public")
    assert (t.tracks(0), t.story("mainland_sea", 0)) == ((0, 0), 3)


@rule("UV-156")
def test_the_printed_value_is_lost_even_if_part_of_it_was_cut_off_at_15() -> None:
    t = table(
        seats=4,
        ships={0: "hormuz"},
        dials=(0, 0, 0),
        goods={0: ["se10"]},
        p0="15 profit",
        objectives=["obj_18"],
    )
    t.do(0, "action trade sun hormuz", "courier se10 public")
    assert t.tracks(0) == (0, 12)


@rule("UV-158")
def test_a_good_put_back_joins_the_goods_under_its_region() -> None:
    t = table(seats=4, ships={0: "hormuz"}, goods={0: ["se10"]}, p0="3 profit", objectives=["obj_18"])
    assert "se10" not in t.pile("mainland_sea")
    t.do(0, "action trade sun hormuz", "courier se10 public")
    assert "se10" in t.pile("mainland_sea")
    assert all("se10" not in t.bazaar(port) for port in ("champa", "ayutthaya", "malacca"))


# --- story tracks


@rule("UV-170", "UV-172")
@pytest.mark.parametrize(
    ("others", "here", "n", "space"),
    [
        ({}, 0, 1, 1),
        ({1: 1}, 0, 1, 2),
        ({1: 1, 2: 2}, 0, 2, 4),
        ({1: 3, 2: 5}, 2, 1, 4),
        ({1: 3, 2: 5}, 2, 2, 6),
        ({1: 2}, 3, 1, 4),
    ],
)
def test_a_point_leads_to_the_next_free_space(others: dict[int, int], here: int, n: int, space: int) -> None:
    s = base(seats=4, story={"arabia": {0: here, **others}})
    add_story(s, QUIET, 0, 4, n)
    assert Table(s).story("arabia", 0) == space


@rule("UV-174")
@pytest.mark.parametrize(
    ("others", "here", "n", "space"), [({}, 7, 3, 8), ({}, 8, 1, 8), ({1: 8}, 6, 2, 7), ({1: 8}, 7, 1, 7)]
)
def test_points_without_a_free_space_ahead_are_lost(others: dict[int, int], here: int, n: int, space: int) -> None:
    s = base(seats=4, story={"arabia": {0: here, **others}})
    add_story(s, QUIET, 0, 4, n)
    assert Table(s).story("arabia", 0) == space


@rule("UV-176", "UV-180")
def test_what_gives_story_points() -> None:
    """Each source once; the exploration of one token and a good without points give none."""
    # A tributary relation without combat.
    t = table(ships={0: "champa"}, affiliation={"champa": 2}, dials=(3, 0, 0))
    assert t.do(0, "action diplomacy sun champa", "diplomacy champa 1").story("mainland_sea", 0) == 1
    # A combat against a port.
    t = table(ships={0: "champa"}, dials=(3, 0, 0)).dice(moon=[0])
    assert t.do(0, "action combat sun champa", "attack champa 5", "split_points 2 0").story("mainland_sea", 0) == 1
    # Exploring.
    t = table(ships={0: "champa"}, dials=(0, 0, 0))
    assert t.do(0, "action explore sun champa", "explore champa 2").story("mainland_sea", 0) == 1
    t = table(ships={0: "champa"}, dials=(0, 0, 0))
    assert t.do(0, "action explore sun champa", "explore champa 1").story("mainland_sea", 0) == 0
    # Goods bought, if they have story points.
    assert trading(0, "se04").story("mainland_sea", 0) == 1
    assert trading(0, "se01").story("mainland_sea", 0) == 0
    # A storm without a loss of Prestige.
    t = table(
        wind="gray",
        storm="southern",
        ships={0: "malacca"},
        affiliation={"palembang": -2},
        dials=(1, 0, 0),
        p0="1 troops",
    ).dice(star=[1])
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route")
    assert t.story("majapahit", 0) == 1


@rule("UV-180")
def test_story_points_are_never_lost() -> None:
    t = table(ships={0: "kotte"}, dials=(1, 0, 0), story={"south_india_ceylon": {0: 4}}).dice(moon=[3])
    t.do(0, "action combat sun kotte", "attack kotte 3")
    assert t.event("combat_result")["result"] == "lost"
    assert t.story("south_india_ceylon", 0) == 4


# --- Nanjing


def coming_home(seats: int = 4, ships: str = "champa", **position: object) -> Table:
    t = table(seats=seats, wind="gray", ships={0: ships}, dials=(3, 0, 0), **position)
    t.do(0, "action sail sun champa", "board flagship")
    for i, zone in enumerate(ships.split(", ")[1:], 1):
        if zone == "champa":
            t.do(0, f"board ship_{i}")
    return t.do(0, "sail nanjing")


@rule("UV-190", "UV-362")
def test_a_ship_that_sails_to_nanjing_leaves_play_for_good() -> None:
    t = coming_home(ships="champa, malacca").end(0)
    assert t.ships(0) == "home, malacca"
    for seat in (1, 2, 3):
        t.do(seat, "forfeit sail sun", "forfeit_gain 2 0")
    assert {text.split()[-1] for text in t.options(0, "action")} == {"malacca"}


@rule("UV-190")
def test_a_ship_that_starts_in_nanjing_is_not_returned() -> None:
    t = table(dials=(3, 0, 0)).do(0, "action combat sun nanjing", "build kiln").end(0)
    assert (t.ships(0), t.state.docked) == ("nanjing", [])


@rule("UV-192")
@pytest.mark.parametrize(("seats", "points"), [(4, [3, 2, 1, 0, 0]), (3, [2, 1, 0, 0, 0]), (2, [1, 0, 0, 0, 0])])
def test_the_first_ships_home_score(seats: int, points: list[int]) -> None:
    t = Table(base(seats=seats, ships={0: "champa, champa, champa", 1: "champa, champa"}))
    for seat, ship in ((0, 0), (1, 1), (0, 2), (1, 0), (0, 1)):
        return_ships(t.state, t._ctx(), seat, [ship])
    assert t.told("ship_returned", "points") == points
    assert t.state.docked == [0, 1, 0, 1, 0]


@rule("UV-194", "UV-196")
def test_levels_of_the_tower() -> None:
    """One for each ship, one more for each marker with the flagship, nine in all."""
    t = coming_home(ships="champa, champa", markers={"kotte": 0, "surabaya": 0, "aden": 0, "pegu": 1})
    assert t.state.tower == [0] * 5
    assert t.told("ship_returned", "ship", "points") == [("flagship", 3), ("ship_1", 2)]
    assert t.told("tower", "levels", "height") == [(4, 4), (1, 5)]
    t = coming_home(ships="champa", markers={"kotte": 0, "surabaya": 0}, tower=[1] * 8)
    assert t.state.tower == [1] * 8 + [0]
    t = coming_home(ships="champa", tower=[1] * 9)
    assert t.state.tower == [1] * 9


@rule("UV-194")
def test_a_regular_ship_brings_one_level_whatever_its_owner_has() -> None:
    t = Table(base(ships={0: "champa, champa"}, markers={"kotte": 0, "surabaya": 0}))
    return_ships(t.state, t._ctx(), 0, [1])
    assert t.state.tower == [0]


@rule("UV-198", "UV-290")
def test_without_a_ship_there_are_no_turns() -> None:
    t = coming_home(seats=2).end(0)
    assert (t.ships(0), t.unused(0)) == ("home", ["moon", "star"])
    for dial in ("sun", "moon"):
        t.do(1, f"forfeit sail {dial}", "forfeit_gain 2 0")
        assert t.asked == {1: "turn"}
    t.dice(sun=[0, 0], moon=[0], star=[1]).do(1, "forfeit sail star", "forfeit_gain 2 0")
    assert t.state.round == 2
    assert t.asked == {1: "turn"}


@rule("UV-198")
def test_a_bonus_ship_at_a_depot_brings_a_player_back() -> None:
    t = table(
        ships={0: "home", 1: "kotte"},
        order=[1, 0],
        depots={"kotte": 0},
        affiliation={"kotte": 0},
        dials=(6, 0, 0),
        p0="3 prestige",
        bonus={("prestige", 5): "2 ship"},
    )
    assert t.asked == {1: "turn"}
    # Points out of turn: here by hand, as an encounter of another player might bring them.
    add_track(t.state, t._ctx(), 0, PRESTIGE, 2)
    t.do(1, "forfeit sail sun", "forfeit_gain 2 0")
    assert t.ships(0) == "home, kotte"
    assert t.asked == {0: "turn"}


@rule("UV-200")
@pytest.mark.parametrize("upgraded", ["", "diplomacy explore trade"])
def test_what_can_be_done_in_nanjing(upgraded: str) -> None:
    t = table(ships={0: "nanjing, champa"}, upgraded={0: upgraded}, dials=(2, 0, 0))
    assert {text.split()[0] for text in t.options(0, "action") if text.endswith("nanjing")} == {"sail", "combat"}
    t.do(0, "action combat sun nanjing")
    assert t.left() == (4, 2)
    assert t.options(0, "build") == ["kiln", "camp"]
    assert t.options(0, "attack") == []
    assert "scout_goods ayutthaya" in t.options(0)
