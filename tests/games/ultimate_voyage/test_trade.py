"""Trade and goods (RULES.md, section 20)."""

from __future__ import annotations

import pytest

from tests.games.ultimate_voyage.positions import good
from tests.games.ultimate_voyage.table import Table, round_starts, table

rule = pytest.mark.rule


def trading(strength: int = 14, bazaar: list[str] | None = None, **position: object) -> Table:
    """Seat 0 has begun a Trade action (position 5) in Champa."""
    t = table(
        **{
            "ships": {0: "champa"},
            "dials": (strength - 5, 0, 0),
            "bazaar": {"champa": bazaar or ["se01", "se03", "se11"]},
            **position,
        }
    )
    return t.do(0, "action trade sun champa")


@rule("UV-550")
@pytest.mark.parametrize(
    ("strength", "goods"), [(1, []), (2, ["se03", "se11"]), (5, ["se03", "se11"]), (6, ["se01", "se03", "se11"])]
)
def test_a_good_costs_what_is_printed(strength: int, goods: list[str]) -> None:
    t = trading(strength, p0="1 porcelain")
    assert t.options(0, "trade") == goods
    if "se01" in goods:
        t.do(0, "trade se01")
        assert t.event("good_bought") == {"seat": 0, "good": "se01", "port": "champa", "cost": 6}
        assert (t.goods(0), t.bazaar("champa"), t.left()) == (["se01"], ["se03", "se11"], (0, 0))


@rule("UV-550")
def test_only_goods_of_the_active_port_that_lie_face_up() -> None:
    t = table(ships={0: "champa, malacca"}, dials=(9, 0, 0), affiliation={"champa": 0, "malacca": 0})
    t.do(0, "action trade sun champa")
    assert t.options(0, "trade") == t.bazaar("champa")


@rule("UV-550")
def test_with_the_upgraded_card_goods_of_every_port_that_is_not_hostile() -> None:
    t = table(
        ships={0: "champa, malacca, ayutthaya"},
        dials=(9, 0, 0),
        affiliation={"ayutthaya": -2},
        upgraded={0: "trade"},
    )
    t.do(0, "action trade sun champa")
    assert t.options(0, "trade") == t.bazaar("champa") + t.bazaar("malacca")
    # A hostile port can even be the active one, for the goods of the others.
    t = table(ships={0: "champa, ayutthaya"}, dials=(9, 0, 0), affiliation={"ayutthaya": -2}, upgraded={0: "trade"})
    t.do(0, "action trade sun ayutthaya")
    assert t.options(0, "trade") == t.bazaar("champa")


@rule("UV-552")
def test_one_good_with_the_normal_card_any_number_with_the_upgraded_one() -> None:
    t = trading().do(0, "trade se03")
    assert "trade" not in t.kinds(0)
    t = trading(upgraded={0: "trade"}).do(0, "trade se03", "trade se11", "trade se01")
    assert t.goods(0) == ["se03", "se11", "se01"]
    assert t.left() == (14 + 1 - 2 - 2 - 6, 0)


@rule("UV-554")
def test_regular_goods_give_profit() -> None:
    t = trading(upgraded={0: "trade"})
    assert t.do(0, "trade se01").tracks(0) == (0, 3)
    assert t.do(0, "trade se03").tracks(0) == (0, 4)


@rule("UV-556")
def test_animals_give_prestige_once_for_each_icon() -> None:
    t = trading(bazaar=["se11", "se12", "se14"], upgraded={0: "trade"})
    assert t.do(0, "trade se12").tracks(0) == (2, 0)
    assert t.do(0, "trade se11").tracks(0) == (2, 0)  # an elephant, too
    assert t.do(0, "trade se14").tracks(0) == (4, 0)  # a tiger


@rule("UV-558")
def test_a_manuscript_is_a_bundle_of_wild_tokens() -> None:
    t = trading(bazaar=["se16", "se03", "se11"], upgraded={0: "trade"}).do(0, "trade se16")
    assert t.options(0, "wild") == ["se16 1", "se16 2"]
    assert (t.tracks(0), t.story("mainland_sea", 0)) == ((0, 0), 1)


@rule("UV-560")
def test_a_scroll_turns_its_dial_at_once_and_every_round() -> None:
    t = trading(bazaar=["se17", "se03", "se11"]).do(0, "trade se17").end(0)
    assert t.player(0).dials == [9, 0, 0]  # the Sun dial is used already
    t = table(ships={0: "champa"}, dials=(1, 9, 0), bazaar={"champa": ["se17", "se03", "se11"]})
    t.do(0, "action trade moon champa", "trade se17").end(0)
    assert t.player(0).dials == [2, 9, 0]
    t = round_starts(4, goods={0: ["se17", "si14", "mj16"]}).dice(sun=[-1], moon=[0], star=[3]).start()
    assert [p.dials for p in t.state.players] == [[1, 1, 3], [-1, 0, 3]]


@rule("UV-560")
def test_a_scroll_lost_is_no_longer_counted() -> None:
    t = table(
        wind="gray",
        order=[1, 0],
        ships={0: "champa", 1: "malacca"},
        affiliation={"palembang": 0},
        goods={0: ["se17"]},
        dials=(3, 0, 0),
        deck=[23],
        p1="3 porcelain",
    )
    t.do(1, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option hire")
    assert t.goods(1) == ["se17"]
    assert (t.player(0).dials, t.player(1).dials) == ([2, 0, 0], [3, 0, 0])  # seat 1 has used its Sun dial


@rule("UV-562", "UV-314")
def test_with_medicine_troops_stand_in_for_porcelain() -> None:
    t = table(ships={0: "kotte"}, goods={0: ["si15"]}, p0="2 porcelain, 2 troops", dials=(1, 0, 0))
    t.do(0, "action diplomacy sun kotte", "resource")
    assert t.options(0) == ["pay_mix 1 0", "pay_mix 0 1"]
    t.do(0, "pay_mix 0 1", "resource")
    assert t.options(0) == ["pay_mix 2 0", "pay_mix 1 1"]
    t.do(0, "pay_mix 1 1")
    assert t[0] == "1 porcelain"


@rule("UV-562")
def test_medicine_pays_costs_of_cards_and_changes_no_loss() -> None:
    t = table(
        wind="gray",
        ships={0: "malacca"},
        affiliation={"palembang": 0},
        goods={0: ["si15"]},
        dials=(1, 0, 0),
        deck=[18],
        p0="1 porcelain, 1 troops",
    )
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option hire").end(0)
    assert (t[0], t.held(0)) == ("", [18])
    # A lost combat: a troop covers a point, and 2 porcelain the next.
    t = table(ships={0: "kotte"}, goods={0: ["si15"]}, p0="2 porcelain, 1 troops", dials=(2, 0, 0)).dice(moon=[1])
    t.do(0, "action combat sun kotte", "attack kotte 4")
    assert t.event("combat_loss")["porcelain"] == 2
    assert t[0] == ""


@rule("UV-564", "UV-316")
def test_labor_once_a_round() -> None:
    t = table(seats=4, ships={0: "champa"}, goods={0: ["ea13"]}, p0="2 prestige", dials=(1, 0, 0))
    t.do(0, "action combat sun champa", "labor")
    assert (t.left(), t.tracks(0)) == ((5, 0), (1, 0))
    assert "labor" not in t.kinds(0)
    t.end(0)
    for seat in (1, 2, 3):
        t.do(seat, "forfeit sail sun", "forfeit_gain 2 0")
    t.do(0, "action combat moon champa")
    assert "labor" not in t.kinds(0)


@rule("UV-564")
def test_labor_works_in_combat_and_construction_only_and_costs_prestige() -> None:
    t = table(seats=4, ships={0: "champa"}, goods={0: ["ea13"]}, dials=(1, 0, 0))
    assert "labor" not in t.do(0, "action combat sun champa").kinds(0)
    t = table(seats=4, ships={0: "champa"}, goods={0: ["ea13"]}, p0="1 prestige", dials=(1, 0, 0))
    assert "labor" not in t.do(0, "action diplomacy sun champa").kinds(0)


@rule("UV-276", "UV-564")
def test_labor_is_renewed_every_round() -> None:
    t = round_starts(4, seats=4, goods={0: ["ea13"]}, p0="2 prestige")
    t.state.players[0].labor_used = True
    t.dice(sun=[1], moon=[0], star=[1]).start()
    assert t.player(0).labor_used is False


@rule("UV-566")
def test_story_points_of_a_good_count_in_its_region_when_bought() -> None:
    t = trading(bazaar=["se04", "se03", "se11"]).do(0, "trade se04")
    assert t.story("mainland_sea", 0) == 1
    t = table(ships={0: "kotte"}, dials=(9, 0, 0), bazaar={"kotte": ["si13"]}).do(
        0, "action trade sun kotte", "trade si13"
    )
    assert t.story("south_india_ceylon", 0) == 2


@rule("UV-566", "UV-412")
def test_a_good_from_an_encounter_has_no_story_points() -> None:
    t = table(
        wind="gray",
        ships={0: "malacca"},
        affiliation={"palembang": 0},
        dials=(1, 0, 0),
        deck=[32],
    )
    t.chance("goods", good("mj12"))  # a parrot: 1 Prestige and a story point
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option visit")
    assert (t.goods(0), t.tracks(0), t.story("majapahit", 0)) == (["mj12"], (1, 0), 0)


@rule("UV-566")
def test_a_free_trade_counts_as_a_trade_action() -> None:
    t = table(ships={0: "champa"}, p0="3 Y", bazaar={"champa": ["se04", "se03", "se11"]})
    t.do(0, "action explore sun champa", "free_action Y 3 champa 0", "trade se04")
    assert (t.tracks(0), t.story("mainland_sea", 0)) == ((0, 1), 1)


@rule("UV-568")
def test_the_second_animal_scores_when_the_first_is_lost() -> None:
    t = table(
        wind="gray",
        order=[1, 0],
        ships={0: "champa", 1: "malacca"},
        affiliation={"palembang": 0},
        goods={0: ["se11", "se12"]},  # elephants of 1 and 2; the first one scored
        p0="1 prestige",
        dials=(1, 0, 0),
        deck=[23],
        p1="3 porcelain",
    )
    t.do(1, "action sail sun malacca", "board flagship", "sail palembang", "end_route")
    t.chance("steal", good("se11")).do(1, "encounter_option hire")
    assert (t.goods(0), t.goods(1)) == (["se12"], ["se11"])
    assert (t.tracks(0), t.tracks(1)) == ((2, 0), (1, 0))


@rule("UV-568")
def test_an_animal_that_did_not_score_costs_nothing() -> None:
    t = table(
        wind="gray",
        order=[1, 0],
        ships={0: "champa", 1: "malacca"},
        affiliation={"palembang": 0},
        goods={0: ["se11", "se12"]},
        p0="1 prestige",
        dials=(1, 0, 0),
        deck=[23],
        p1="3 porcelain",
    )
    t.do(1, "action sail sun malacca", "board flagship", "sail palembang", "end_route")
    t.chance("steal", good("se12")).do(1, "encounter_option hire")
    assert (t.tracks(0), t.tracks(1)) == ((1, 0), (2, 0))


@rule("UV-570", "UV-272")
def test_bazaars_are_refilled_in_port_upkeep_only() -> None:
    t = trading().do(0, "trade se03").end(0)
    assert t.bazaar("champa") == ["se01", "se11"]
    for seat, dial in [(1, "sun"), (0, "moon"), (1, "moon"), (0, "star"), (1, "star")]:
        assert t.bazaar("champa") == ["se01", "se11"]
        t.dice(sun=[0, 0], moon=[0], star=[1]) if (seat, dial) == (1, "star") else t
        t.do(seat, f"forfeit sail {dial}", "forfeit_gain 2 0")
    assert t.state.round == 2
    assert t.bazaar("champa") == ["se01", "se11"]  # a ship is there
    t = round_starts(4, bazaar={"champa": ["se01", "se11"]}).dice(sun=[0], moon=[0], star=[1])
    t.state.bazaar[1].pop()
    t.state.pile[0].append(good("se11"))
    t.state.pile[0].sort()
    t.start()
    assert len(t.bazaar("champa")) == 3
