"""Encounter cards 12 to 37, one by one: people of the port and what happens at sea."""

from __future__ import annotations

import re

import pytest

from tests.games.ultimate_voyage import test_cards
from tests.games.ultimate_voyage.positions import GAME, good
from tests.games.ultimate_voyage.scenes import after, answered, drawn, fight, meets, passes, penalty
from tests.games.ultimate_voyage.table import table
from ultimate_voyage.names import ZONES

rule = pytest.mark.rule
C = GAME.content


# --- people of the port


def ignored(card: int) -> None:
    """IGNORE gives a porcelain or a troop."""
    t = drawn(card)
    if "encounter_option" in t.asked.values():
        t.do(0, "encounter_option ignore")
    assert t.options(0) == ["forfeit_gain 1 0", "forfeit_gain 0 1"]
    t.do(0, "forfeit_gain 0 1")
    assert (t.res(0), t.state.discard, t.aff("palembang")) == ((0, 1), [card], 0)


@pytest.mark.parametrize(("pick", "found"), [("manuscript", "mj15"), ("scroll", "mj16")])
def test_12_monks(pick: str, found: str) -> None:
    ignored(12)
    t = answered(12, "learn", p0="3 porcelain", dials=(2, 0, 0))
    assert t.options(0) == ["pick_class manuscript", "pick_class scroll"]
    t.do(0, f"pick_class {pick}")
    assert (t.goods(0), t.res(0)[0], t.story("majapahit", 0)) == ([found], 1, 0)
    assert t.event("goods_searched")["taken"] == found
    assert t.player(0).dials == ([2, 1, 0] if pick == "scroll" else [2, 0, 0])


def test_12_monks_find_nothing() -> None:
    t = answered(12, "learn", "pick_class scroll", p0="3 porcelain", goods={1: ["mj16"]})
    assert (t.goods(0), t.res(0)[0], t.event("goods_searched")["taken"]) == ([], 3, None)
    assert len(t.event("goods_searched")["shown"]) == len(t.pile("majapahit"))


def test_13_animal_traders() -> None:
    ignored(13)
    t = answered(13, "deal", p0="2 porcelain", goods={0: ["mj11"]})  # a parrot: the next new icon
    assert (t.goods(0), t.res(0)[0]) == (["mj11", "mj13"], 0)
    assert t.tracks(0) == (2, 0)
    t = answered(13, "deal", p0="2 porcelain", goods={0: ["mj11", "mj13", "mj14"]})
    assert (len(t.goods(0)), t.res(0)[0]) == (3, 2)


@pytest.mark.parametrize(
    ("card", "option", "price", "action"),
    [(14, "deal", 2, "sail"), (21, "hire", 2, "trade"), (22, "hire", 2, "diplomacy")],
)
def test_14_market_21_merchants_22_historian(card: int, option: str, price: int, action: str) -> None:
    ignored(card)
    t = answered(card, option, p0="2 porcelain")
    assert (t.res(0)[0], t.held(0)) == (2 - price, [card])
    after(t).do(0, f"action {action} moon palembang", f"card_bonus {card}")
    assert (t.events("boosted")[-1]["n"], t.held(0), t.state.discard) == (2, [], [card])


def test_14_market_helps_other_actions_not() -> None:
    t = after(answered(14, "deal", p0="2 porcelain")).do(0, "action trade moon palembang")
    assert "card_bonus" not in t.kinds(0)
    assert t.held(0) == [14]


@rule("UV-316")
def test_15_cannon_makers() -> None:
    ignored(15)
    t = after(answered(15, "hire", p0="2 porcelain", dials=(2, 2, 0)))
    t.dice(moon=[2]).do(0, "action combat moon palembang", "card_bonus 15", "attack palembang 4")
    assert t.event("committed")["strength"] == 6
    assert (t.aff("palembang"), t.state.discard) == (3, [15])


@rule("UV-316")
def test_16_blacksmiths() -> None:
    ignored(16)
    t = after(answered(16, "hire", p0="2 porcelain", dials=(2, 2, 1)))
    t.dice(moon=[2]).do(0, "action combat moon palembang", "attack palembang 4")
    assert (t.event("committed")["strength"], t.held(0)) == (5, [16])
    t.end(0)
    passes(t, 1)
    t.dice(moon=[0]).do(0, "action combat star palembang")
    assert t.left() == (1, 0)
    t.do(0, "attack palembang 1")
    assert t.events("committed")[-1]["strength"] == 2


@rule("UV-476")
def test_17_builders() -> None:
    ignored(17)
    t = answered(17, "hire", p0="3 porcelain")
    assert t.options(0) == ["pick_structure depot", "pick_structure kiln", "pick_structure camp"]
    t.do(0, "pick_structure camp")
    assert (t.res(0), t.player(0).camps, t.player(0).built) == ((0, 0), 1, 1)
    t = answered(17, "hire", p0="3 porcelain", depots={"palembang": 1})
    assert t.options(0) == ["pick_structure kiln", "pick_structure camp"]
    t = drawn(17, p0="3 porcelain, 5 kilns")
    assert t.event("encounter_resolved")["option"] == "ignore"  # no structure left


@pytest.mark.parametrize(("card", "action"), [(18, "explore"), (20, "diplomacy")])
def test_18_spies_20_interpreters(card: int, action: str) -> None:
    ignored(card)
    t = after(answered(card, "hire", p0="2 porcelain"))
    t.do(0, f"action {action} moon palembang").end(0)
    assert (t.events("action_started")[-1]["cards"], t.held(0)) == (1, [card])
    passes(t, 1)
    t.do(0, f"action {action} star palembang").end(0)
    assert (t.events("action_started")[-1]["cards"], t.held(0)) == (1, [card])


def test_20_interpreters() -> None:
    t = after(answered(20, "hire", p0="2 porcelain")).do(0, "action explore moon palembang")
    assert t.events("action_started")[-1]["cards"] == 0


@rule("UV-330", "UV-332")
def test_19_travelers() -> None:
    ignored(19)
    t = answered(19, "hire", p0="2 porcelain, 5 troops")
    assert t.kinds(0) == {"scout_goods", "scout_affiliation", "scout_encounter", "end"}  # nothing else, no boosts
    t.do(0, "scout_goods samudera", "scout_goods champa")
    assert set(t.options(0)) >= {"scout_goods samudera", "scout_affiliation surabaya", "end"}
    assert "scout_goods champa" not in t.options(0)  # one point is left
    t.do(0, "end")
    assert (t.held(0), t.state.discard) == ([], [19])
    assert t.action.total == 3  # the Sail action goes on with its own strength


def test_23_thieves() -> None:
    ignored(23)
    t = answered(
        23, "hire", seats=3, p0="3 porcelain", p1="5 profit, 5 prestige", goods={1: ["se10", "se11"], 2: ["se17"]}
    )
    assert t.options(0) == ["pick_target 1", "pick_target 2"]
    t.chance("steal", good("se11")).do(0, "pick_target 1")
    assert (t.goods(0), t.goods(1), t.res(0)) == (["se11"], ["se10"], (0, 0))
    assert (t.tracks(0), t.tracks(1)) == ((1, 0), (4, 5))
    assert t.told("story", "seat") == []
    t = answered(23, "hire", p0="3 porcelain", p1="5 profit", goods={1: ["se10"]})
    assert (t.goods(0), t.tracks(0), t.tracks(1)) == (["se10"], (0, 3), (0, 2))


@rule("UV-540", "UV-560")
def test_23_a_stolen_scroll_and_a_stolen_manuscript() -> None:
    t = drawn(23, p0="3 porcelain", goods={1: ["mj16"]}, dials=(2, 0, 0))
    t.state.players[1].dials[1] = 1
    t.do(0, "encounter_option hire")
    assert (t.player(0).dials, t.player(1).dials) == ([2, 1, 0], [2, 0, 0])
    t = drawn(23, p0="3 porcelain", goods={1: ["mj15"]})
    t.state.flipped = [good("mj15")]
    t.do(0, "encounter_option hire")
    assert (t.goods(0), t.state.flipped) == (["mj15"], [good("mj15")])  # it keeps its side


@rule("UV-324")
def test_24_mage() -> None:
    ignored(24)
    t = after(answered(24, "hire", p0="1 porcelain"))
    assert (t.held(0), t.res(0)[0]) == ([24], 1)
    t.dice(moon=["yang", 2]).do(0, "mage 1 moon")
    assert (t.player(1).dials[1], t.res(0)[0]) == (3, 0)
    assert "mage" not in t.kinds(0)
    assert t.held(0) == [24]


def test_25_mutiny() -> None:
    ignored(25)
    t = answered(25, "go_ahead", seats=3, p0="2 porcelain", p1="1 troops", p2="5 troops")
    assert t.options(0) == ["pick_target 1", "pick_target 2"]
    t.do(0, "pick_target 2")
    assert (t.res(0), t.res(2)) == ((0, 2), (0, 3))
    t = answered(25, "go_ahead", seats=3, p0="2 porcelain", p1="1 troops")
    assert (t.res(0), t.res(1)) == ((0, 1), (0, 0))


def test_26_saboteurs() -> None:
    ignored(26)
    t = answered(26, "sabotage", seats=3, p0="2 troops", p1="7 porcelain, 1 troops", p2="1 porcelain")
    t.do(0, "pick_target 1")
    assert (t.res(0), t.res(1), t.res(2)) == ((0, 0), (0, 1), (1, 0))


@rule("UV-324")
def test_27_motivated() -> None:
    ignored(27)
    t = answered(27, "motivate", p0="3 porcelain")
    assert (t.res(0)[0], t.held(0), t.state.card_left[27]) == (0, [27], 0)
    t.end(0)
    t.state.card_left[27] = 10
    passes(t, 1)
    assert t.state.card_left[27] == 10  # at most 10 markers
    assert {x.split()[0] for x in t.options(0, "motivated")} == {"sail", "combat", "diplomacy", "explore", "trade"}
    assert {x.split()[1] for x in t.options(0, "motivated")} == {str(k) for k in range(1, 11)}
    t.do(0, "motivated explore 7 palembang", "explore palembang 3")
    t.end(0)
    assert (t.player(0).tokens, t.player(0).marks, t.state.card_left[27]) == ([1, 1, 0, 1], 1, 3)


@rule("UV-476")
def test_28_settlers() -> None:
    t = answered(28, "ignore")
    assert (t.deck()[-1], t.state.discard) == (28, [])
    assert t.event("card_to_bottom") == {"seat": 0, "card": 28}
    t = answered(28, "agree", p0="4 troops")
    assert (t.depot("palembang"), t.res(0), t.state.discard) == (0, (0, 1), [28])
    assert drawn(28, p0="4 troops", depots={"palembang": 1}).event("encounter_resolved")["option"] == "ignore"


@pytest.mark.parametrize(
    ("moon", "has", "left", "points"),
    [
        (2, "9 troops", "9 troops", 1),
        (3, "9 troops", "6 troops", 0),
        (-3, "1 troops, 2 porcelain, 4 prestige", "3 prestige", 0),
        (0, "1 troops", "1 troops", 1),
    ],
)
def test_29_divine_wind_navigated(moon: int, has: str, left: str, points: int) -> None:
    """The Sail action had a strength of 3."""
    t = drawn(29, p0=has).dice(moon=[moon]).do(0, "encounter_option attempt_to_navigate")
    if t.asked.get(0) == "storm_loss":
        t.do(0, t.options(0)[0])
    assert (t[0], t.story("majapahit", 0)) == (left, points)


def test_29_divine_wind_counts_what_the_sail_action_had() -> None:
    t = table(
        wind="gray", ships={0: "malacca"}, affiliation={"palembang": 0}, dials=(2, 0, 0), deck=[29], p0="1 troops"
    )
    t.do(0, "action sail sun malacca", "resource", "board flagship", "sail palembang", "end_route")
    t.dice(moon=[3]).do(0, "encounter_option attempt_to_navigate")
    assert t.story("majapahit", 0) == 1  # 1 + 2 + 1 > 3


@rule("UV-375")
@pytest.mark.parametrize(
    ("face", "to"),
    [(-3, "samudera"), (-2, "malacca"), (-1, "surabaya"), (1, "malacca"), (2, "surabaya"), (3, "palembang")],
)
def test_29_divine_wind_from_palembang(face: int, to: str) -> None:
    """Clockwise: Malacca, Surabaya, Samudera. The highest number is Samudera."""
    t = drawn(29, affiliation={"samudera": 1, "surabaya": 1}).dice(star=[face])
    t.do(0, "encounter_option go_with_the_flow")
    assert t.ships(0) == to
    assert len(t.events("encounter_drawn")) == 1


def test_29_each_ship_is_blown_on_its_own() -> None:
    t = table(wind="gray", ships={0: "malacca, malacca"}, affiliation={"champa": 0}, dials=(3, 0, 0), deck=[29])
    t.do(0, "action sail sun malacca", "board flagship", "board ship_1", "sail champa", "end_route")
    assert t.events("encounter_drawn") == []  # no boundary
    t = drawn(29, ships={0: "malacca, palembang"}, affiliation={"samudera": 1, "surabaya": 1}).dice(star=[-3, 2])
    t.do(0, "encounter_option go_with_the_flow")
    assert t.ships(0) == "samudera, surabaya"


def test_29_closed_zones_are_skipped() -> None:
    """Three seats: Mogadishu and the Bay of Bengal are closed around Kotte."""
    for face, to in [(-3, "calicut"), (-2, "samudera"), (-1, "calicut"), (1, "calicut"), (2, "samudera"), (3, "kotte")]:
        t = table(
            seats=3,
            wind="gray",
            ships={0: "samudera"},
            affiliation={"kotte": 0, "calicut": 0},
            dials=(2, 0, 0),
            deck=[29],
        )
        t.do(0, "action sail sun samudera", "board flagship", "sail kotte", "end_route")
        t.dice(star=[face]).do(0, "encounter_option go_with_the_flow")
        assert t.ships(0) == to, face
    assert ZONES[10] == "calicut"


def test_30_bandits() -> None:
    assert answered(30, "ignore").aff("palembang") == -1
    t = fight(30, "suppress", 3, 7)
    assert (t.tracks(0), t.story("majapahit", 0), t.held(0), t.state.card_wild[30]) == ((1, 1), 1, [30], 1)
    t = fight(30, "suppress", 3, 6)
    assert (t.tracks(0), t.story("majapahit", 0), t.held(0), t.state.discard) == ((0, 0), 0, [], [30])
    t = fight(30, "suppress", 3, 4, p0="1 troops, 3 porcelain, 2 prestige")
    assert t[0] == "1 porcelain, 2 prestige"


def test_32_treasure_island() -> None:
    t = table(wind="gray", ships={0: "malacca"}, affiliation={"palembang": 0}, dials=(2, 0, 0), deck=[32, 14])
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option ignore")
    assert t.told("encounter_drawn", "card", "port") == [(32, "palembang"), (14, "palembang")]
    t.do(0, "forfeit_gain 1 0")
    assert (t.deck()[-1], t.state.discard) == (32, [14])
    t = answered(32, "visit")
    assert (t.goods(0), t.held(0)) == (["mj10"], [32])
    penalty(t)


def test_33_sea_monster() -> None:
    assert answered(33, "avoid", p0="2 prestige").tracks(0) == (1, 0)
    t = fight(33, "fight", 2)
    assert (t.tracks(0), t.story("majapahit", 0)) == ((2, 2), 2)
    t = fight(33, "fight", 3)  # 8 against 8: a draw
    assert (t.tracks(0), t.story("majapahit", 0)) == ((2, 0), 0)
    t = fight(33, "fight", 3, 6, p0="1 troops, 1 prestige")
    assert (t.tracks(0), t.res(0)) == ((2, 0), (0, 0))  # one Prestige lost, then two gained


def test_34_merchant_ship() -> None:
    t = drawn(34, p0="1 porcelain")
    out = t.bazaar("palembang")
    t.chance("bazaar_out", good(out[2]), good(out[0]), good(out[1]))
    t.chance("bazaar_in", good("mj16"), good("mj12"), good("mj11")).do(0, "encounter_option avoid")
    assert t.bazaar("palembang") == ["mj11", "mj12", "mj16"]
    assert t.face_up("palembang") == ["mj11", "mj12", "mj16"]
    assert set(out) <= set(t.pile("majapahit"))
    t = answered(34, "deal", p0="1 porcelain")
    assert (t.res(0)[0], t.goods(0)) == (0, ["mj10"])
    penalty(t)


def test_34_merchant_ship_with_few_goods() -> None:
    """Fewer goods under the region than in the bazaar: as many are replaced; none: nothing happens."""
    rest = ["mj10", "mj11", "mj12", "mj13", "mj14", "mj15", "mj16"]
    t = answered(34, "avoid", goods={1: rest[1:]})
    assert t.bazaar("palembang") == ["mj05", "mj06", "mj10"]
    assert t.pile("majapahit") == ["mj04"]
    t = answered(34, "avoid", goods={1: rest})
    assert t.bazaar("palembang") == ["mj04", "mj05", "mj06"]


def test_35_ancient_ruins() -> None:
    t = table(
        wind="gray", ships={0: "malacca"}, affiliation={"palembang": 0}, dials=(2, 0, 0), deck=[35, 14], p0="2 troops"
    )
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option ignore")
    assert t.told("encounter_drawn", "card") == [35, 14]
    t = after(answered(35, "visit", p0="3 troops", dials=(2, 0, 0)))
    assert t.res(0) == (0, 1)
    t.dice(star=[-3]).do(0, "action explore moon palembang explore", "resource", "contest 35 5")
    assert t.tracks(0) == (0, 3)


def test_36_coronation() -> None:
    t = answered(36, "recognize", p0="1 porcelain")
    assert (t.aff("palembang"), t.res(0)[0]) == (1, 0)
    t = answered(36, "denounce", p0="1 porcelain")
    assert (t.aff("palembang"), t.held(0), t.state.discard) == (-1, [], [36])
    t = answered(36, "denounce", p0="1 porcelain", affiliation={"palembang": -1}, dials=(2, 4, 0))
    assert (t.aff("palembang"), t.held(0)) == (-2, [36])
    after(t)
    assert {x.split()[0] for x in t.options(0, "action")} == {"combat"}
    t.dice(moon=[2]).do(0, "action combat moon palembang combat", "attack palembang 6", "split_points 1 1")
    assert (t.aff("palembang"), t.marker("palembang"), t.story("majapahit", 0)) == (3, 0, 1)
    assert t.state.discard == [36]


@rule("UV-380")
def test_36_coronation_lapses() -> None:
    t = answered(36, "denounce", p0="1 porcelain", affiliation={"palembang": -1}).end(0)
    t.state.affiliation[5] = 1
    passes(t, 1)
    assert t.told("pending_lapsed", "port") == ["palembang"]
    assert (t.held(0), t.state.discard) == ([], [36])


def test_37_niccolo_de_conti() -> None:
    t = answered(37, "ignore", p0="2 porcelain")
    assert (t.deck()[-1], t.state.discard) == (37, [])
    t = answered(37, "meet", p0="2 porcelain")
    assert t.options(0) == [f"pick_upgrade {card}" for card in ("sail", "combat", "diplomacy", "explore", "trade")]
    t.do(0, "pick_upgrade trade")
    assert (t.upgraded(0), t.res(0), t.state.discard) == (["trade"], (0, 0), [37])
    t = drawn(37, p0="2 porcelain", upgraded={0: "sail combat diplomacy explore trade"})
    assert t.event("encounter_resolved")["option"] == "ignore"


def test_31_and_10_count_turns() -> None:
    t = meets(31, "encounter_option party_time")
    for left in (2, 1):
        passes(t, 1)
        assert t.state.card_left[31] == left
        passes(t, 0)


def test_every_card_is_tested() -> None:
    names = [*vars(test_cards), *globals()]
    named = {int(n) for name in names if name.startswith("test_") for n in re.findall(r"_(\d\d)(?=_)", name)}
    assert named == set(C.encounter_numbers)
