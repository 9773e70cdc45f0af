"""The worked examples of the rulebook, in its order; the round example is in a file of its own."""

from __future__ import annotations

import pytest

from tests.games.ultimate_voyage.positions import GAME, base
from tests.games.ultimate_voyage.table import Table, new_game, round_starts, table
from ultimate_voyage.objectives import refill
from ultimate_voyage.scoring import finish
from ultimate_voyage.state import any_ship_at

rule = pytest.mark.rule


@rule("UV-038", "UV-040")
def test_a1_bonus_tokens_with_three_players() -> None:
    t = new_game(3, script={"bonus_tokens": [1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0]})
    bonus = t.state.bonus  # by space: ship tokens, upgrade tokens
    assert bonus == [2, 1, 1, 2, 2, 1, 1, 2]
    assert [bonus[i] + bonus[i + 1] for i in range(0, 8, 2)] == [3, 3, 3, 3]
    assert (bonus[0] + bonus[2], bonus[1] + bonus[3]) == (3, 3)
    assert (bonus[4] + bonus[6], bonus[5] + bonus[7]) == (3, 3)
    assert GAME.content.bonus_spaces == [[5, 8], [7, 10]]


@rule("UV-046")
def test_a2_navigator() -> None:
    t = new_game(3).do(2, "choose_character navigator")
    assert t[2] == "5 porcelain, 5 troops"


@rule("UV-092", "UV-094", "UV-096")
@pytest.mark.parametrize(
    ("faces", "result"),
    [(["yang", -2], 3), (["yin", "yin", 1], -3), (["yang", "yang", "yin"], 0)],
)
def test_a3_moon_die(faces: list[int | str], result: int) -> None:
    t = round_starts(4).dice(sun=[0], moon=faces, star=[1]).start()
    assert [p.dials[1] for p in t.state.players] == [result, result]
    assert ("moon", faces, result) in t.told("dice", "die", "faces", "result")
    assert not t.script["moon"]


@rule("UV-114")
def test_a4_affiliation_marker() -> None:
    t = table(dials=(2, 0, 0)).dice(sun=[1])
    t.do(0, "action sail sun nanjing", "scout_affiliation champa")
    assert t.aff("champa") == 1
    assert t.marker("champa") is None


def sailed(start: str, *route: str, seats: int = 4, **position: object) -> Table:
    """A single ship that has sailed a route in a gray round; all ports have affiliation 0."""
    known = dict.fromkeys({start, *route} - {"nanjing"}, 0)
    t = table(seats=seats, wind="gray", ships={0: start}, affiliation=known, dials=(12, 0, 0), deck=[14], **position)
    t.do(0, f"action sail sun {start}", "board flagship", *(f"sail {to}" for to in route))
    if "end_route" in t.options(0):
        t.do(0, "end_route")
    return t


@rule("UV-384", "UV-386")
def test_a5_encounters_on_boundaries() -> None:
    drawn = "encounter_drawn"
    assert sailed("samudera", "kotte").told(drawn, "card") == [14]
    assert sailed("kotte", "samudera").told(drawn, "card") == [14]
    assert sailed("nanjing", "champa").told(drawn, "card") == [14]
    assert sailed("nanjing", "champa", "malacca").told(drawn, "card") == [14]
    assert sailed("champa", "nanjing").told(drawn, "card") == []
    assert sailed("palembang", "malacca", "champa", "nanjing").told(drawn, "card") == []


@rule("UV-388")
def test_a5_two_ships_from_kotte() -> None:
    known = {"pegu": 0, "mogadishu": 0, "malindi": 0}
    t = table(
        seats=4,
        wind="gray",
        ships={0: "kotte, kotte"},
        affiliation=known,
        upgraded={0: "sail"},
        dials=(8, 0, 0),
        deck=[14, 18],
        p0="3 porcelain",
    )
    t.do(0, "action sail sun kotte", "board flagship", "sail pegu", "end_route", "board ship_1", "sail mogadishu")
    t.do(0, "end_route", "arrival_order pegu")
    assert t.told("encounter_drawn", "card", "port") == [(14, "pegu"), (18, "mogadishu")]
    assert t.options(0) == ["encounter_select 14", "encounter_select 18"]
    t.do(0, "encounter_select 18", "encounter_option hire")
    assert t.held(0) == [18]
    assert t.state.card_port[18] == 14
    assert t.state.discard == [14]


@rule("UV-388")
def test_a5_overlapping_paths_count_once() -> None:
    t = table(
        seats=4,
        wind="gray",
        ships={0: "kotte, kotte"},
        affiliation={"mogadishu": 0, "malindi": 0},
        upgraded={0: "sail"},
        dials=(8, 0, 0),
        deck=[14, 18],
    )
    t.do(0, "action sail sun kotte", "board flagship", "sail mogadishu", "end_route", "board ship_1")
    t.do(0, "sail mogadishu", "sail malindi", "end_route", "arrival_order mogadishu")
    assert t.told("encounter_drawn", "card", "port") == [(14, "malindi")]


@rule("UV-116", "UV-178", "UV-408")
def test_a6_affiliation_above_3() -> None:
    t = table(wind="gray", ships={0: "malacca"}, affiliation={"palembang": 2}, dials=(1, 0, 0), deck=[3])
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option small_help")
    assert (t.aff("palembang"), t.marker("palembang")) == (3, 0)
    assert t.story("majapahit", 0) == 1
    assert t.options(0) == ["split_points 1 0", "split_points 0 1"]
    t.do(0, "split_points 0 1")
    assert t.tracks(0) == (0, 1)


@rule("UV-220")
def test_a7_discarded_objectives() -> None:
    six = ["se01", "se03", "se06", "se08", "se10", "se11"]
    t = Table(base(goods={1: six}, objective_decks={"yellow": ["obj_12", "obj_I"]}))
    refill(t.state, t._ctx())
    assert t.told("objective_discarded", "objective") == ["obj_12"]
    assert t.told("objective_revealed", "objective") == ["obj_I"]

    t = Table(base(p1="15 prestige", objective_decks={"gray": ["obj_19", "obj_15"]}))
    refill(t.state, t._ctx())
    assert t.told("objective_discarded", "objective") == ["obj_19"]
    assert t.told("objective_revealed", "objective") == ["obj_15"]

    t = Table(base(round=9, objective_decks={"gray": ["obj_20", "obj_15"]}))
    refill(t.state, t._ctx())
    assert t.told("objective_discarded", "objective") == ["obj_20"]
    assert t.told("objective_revealed", "objective") == ["obj_15"]


@rule("UV-170", "UV-172")
def test_a8_story_track() -> None:
    t = table(
        seats=4,
        ships={0: "surabaya"},
        affiliation={"surabaya": 2},
        story={"majapahit": {0: 1, 1: 2, 2: 3, 3: 4}},
        dials=(2, 0, 0),
    )
    t.do(0, "action diplomacy sun surabaya", "diplomacy surabaya 1")
    assert t.story("majapahit", 0) == 6
    assert [e["space"] for e in t.events("story")] == [6]


@rule("UV-596")
def test_a9_story_points_are_capped_by_the_space() -> None:
    t = Table(base(seats=4, story={"east_africa": {0: 1}}))
    finish(t.state, t._ctx())
    assert t.outcome.detail["story"][0] == {"east_africa": 1}
    assert t.outcome.scores == [1, 0, 0, 0]


@rule("UV-192", "UV-194", "UV-196")
def test_a10_porcelain_tower_with_four_players() -> None:
    penny, george, tom, olivia = range(4)
    t = table(
        seats=4,
        wind="gray",
        ships={penny: "champa", george: "champa, champa, champa", tom: "champa, ayutthaya", olivia: "champa"},
        markers={"malacca": penny, "surabaya": penny, "palembang": penny, "samudera": tom, "pegu": tom, "bengal": tom},
        dials=(1, 1, 1),
        upgraded={george: "sail"},
    )
    t.do(penny, "action sail sun champa", "board flagship", "sail nanjing").end(penny)
    assert (t.state.docked, t.state.tower) == ([penny], [penny] * 4)
    t.do(george, "action sail sun champa", "board ship_1", "board ship_2", "sail nanjing").end(george)
    assert t.ships(george) == "champa, home, home"
    assert t.state.tower == [penny] * 4 + [george] * 2
    t.do(tom, "action sail sun champa", "board flagship", "sail nanjing").end(tom)
    assert t.state.tower == [penny] * 4 + [george] * 2 + [tom] * 3
    t.do(olivia, "action sail sun champa", "board flagship", "sail nanjing").end(penny)
    finish(t.state, t._ctx())
    points = t.outcome.detail["points"]
    assert [(p["docks"], p["tower"]) for p in points] == [(3, 4), (3, 2), (0, 3), (0, 0)]
    assert t.told("ship_returned", "seat", "points") == [(penny, 3), (george, 2), (george, 1), (tom, 0), (olivia, 0)]


@rule("UV-060", "UV-152")
def test_a11_cap_of_the_action_bonus() -> None:
    t = table(characters={0: "commander"}, ships={0: "champa"}, upgraded={0: "combat"})
    t.do(0, "action combat sun champa")
    assert t.events("action_started")[-1]["bonus"] == 2
    assert t.left() == (4, 0)  # position 2


@rule("UV-260", "UV-582")
@pytest.mark.parametrize("face", [-3, 3])
def test_a12_health(face: int) -> None:
    t = round_starts(5, health=4).dice(star=[face, 1], sun=[0], moon=[0]).start()
    assert t.state.health == 7
    t = round_starts(5, health=9).dice(star=[face, 1], sun=[0], moon=[0]).start()
    assert t.state.health == 10
    assert t.event("end_triggered") == {"reason": "zheng_he_dies", "seat": None}


def steps(t: Table) -> list[int]:
    """What each link cost."""
    return [e["cost"] for e in t.events("sailed")]


@rule("UV-350", "UV-352", "UV-354")
@pytest.mark.parametrize(
    ("route", "upgraded", "costs"),
    [
        ("champa malacca palembang samudera", "", [2, 0, 3, 1]),
        ("champa malacca palembang samudera", "sail", [2, 0, 2, 1]),
        ("champa ayutthaya", "", [2, 0]),
        ("champa malacca surabaya palembang samudera", "", [2, 0, 3, 1, 0]),
    ],
)
def test_a13_sailing_in_a_blue_round(route: str, upgraded: str, costs: list[int]) -> None:
    t = table(seats=2, wind="blue", dials=(8, 0, 0), upgraded={0: upgraded})
    t.do(0, "action sail sun nanjing", "board flagship", *(f"sail {to}" for to in route.split()))
    assert steps(t) == costs


def stormy(start: str, route: str, rolls: list[int], troops: int = 9, prestige: int = 0) -> Table:
    """A route through the storms of the Western Ocean in a gray round."""
    ports = dict.fromkeys([start, *route.split()], 0)
    t = table(
        seats=4,
        wind="gray",
        storm="western",
        ships={0: start},
        affiliation=ports,
        dials=(12, 0, 0),
        p0=f"{troops} troops, {prestige} prestige",
        deck=[14],
    )
    t.dice(star=list(rolls))
    t.do(0, f"action sail sun {start}", "board flagship", *(f"sail {to}" for to in route.split()), "end_route")
    assert not t.script["star"]
    return t


@rule("UV-366", "UV-370", "UV-372")
def test_a14_storms_in_the_western_ocean() -> None:
    assert stormy("mecca", "aden hormuz", []).told("dice", "purpose") == []

    t = stormy("mecca", "aden calicut kotte", [-2])
    assert t.told("story", "region", "n") == [("south_india_ceylon", 1)]

    t = stormy("mecca", "aden calicut kotte pegu", [1, 1])
    assert t.told("story", "region", "n") == [("south_india_ceylon", 1), ("burma_bengal", 1)]

    t = stormy("mecca", "aden calicut kotte pegu", [1, 1], troops=1, prestige=3)
    assert t.tracks(0) == (2, 0)
    assert t.told("story", "region") == []

    assert stormy("pegu", "malacca", []).told("dice", "purpose") == []


@rule("UV-368", "UV-370")
def test_a15_storm_loss() -> None:
    t = table(
        seats=4,
        wind="gray",
        storm="western",
        ships={0: "mecca"},
        affiliation={"calicut": 0},
        dials=(4, 0, 0),
        p0="3 porcelain, 1 troops, 2 prestige",
    )
    t.dice(star=[3])
    t.do(0, "action sail sun mecca", "board flagship", "sail aden", "sail calicut")
    assert t.event("storm_loss") == {
        "seat": 0,
        "points": 3,
        "troops": 1,
        "porcelain": 2,
        "prestige": 1,
        "healer": False,
    }
    t.do(0, "end_route")
    assert t[0] == "1 porcelain, 1 prestige"
    assert t.story("south_india_ceylon", 0) == 0


@rule("UV-438", "UV-444", "UV-446", "UV-448")
@pytest.mark.parametrize(
    ("tokens", "after", "retreats"),
    [
        ("3 troops", "2 troops, 1 prestige", ["bengal", ""]),
        ("4 porcelain", "2 porcelain, 1 prestige", ["bengal", ""]),
        ("1 porcelain", "1 porcelain", []),
    ],
)
def test_a16_combat_loss(tokens: str, after: str, retreats: list[str]) -> None:
    t = table(seats=4, ships={0: "pegu"}, affiliation={"bengal": 1}, dials=(4, 0, 0), p0=f"{tokens}, 1 prestige").dice(
        moon=[-3]
    )
    t.do(0, "action combat sun pegu", "attack pegu 6")
    assert (t.aff("pegu"), t[0]) == (-2, after)
    if retreats:
        assert t.options(0, "retreat") == retreats
        t.do(0, "retreat")
        assert t.ships(0) == "pegu"
    else:  # humiliated: the retreat is forced, and there is only one place to go
        assert t.ships(0) == "bengal"


@rule("UV-330", "UV-332", "UV-334", "UV-336", "UV-512", "UV-514")
def test_a17_scouting_within_explore() -> None:
    t = table(
        seats=4,
        ships={0: "palembang"},
        explored={1: "palembang"},
        tokens={"palembang": "RG"},
        upgraded={0: "explore"},
        dials=(5, 0, 0),
    )
    t.do(0, "action explore sun palembang")
    assert t.left() == (9, 0)
    t.do(0, "scout_goods surabaya").dice(sun=[2])
    t.do(0, "scout_affiliation pegu", "scout_encounter", "scout_encounter bottom")
    assert t.left() == (4, 0)
    t.do(0, "explore palembang 2")
    assert t.left() == (0, 0)
    assert (t.tokens("palembang"), t[0]) == ("", "1 R, 1 G")


@rule("UV-512", "UV-532")
def test_a18_private_objective_and_hypothetical_turn() -> None:
    t = table(
        seats=4,
        characters={0: "healer"},
        ships={0: "palembang"},
        p0="4 troops",
        objectives=["obj_I", "obj_II", "obj_III"],
        objective_decks={"yellow": ["obj_12"], "red": ["obj_13"], "gray": ["obj_17"]},
    )
    t.do(0, "action explore star palembang", "resource", "resource")
    assert t.left() == (7, 0)
    t.do(0, "explore palembang 3")
    assert t[0] == "1 troops, 1 R, 1 Y, 1 G"
    assert t.story("majapahit", 0) == 1
    assert "private_objective colours ['R', 'Y', 'G'], wild 0" in t.options(0)
    t.do(0, "private_objective colours ['R', 'Y', 'G'], wild 0")
    t.do(0, "objective_deck yellow", "objective_deck red", "objective_keep obj_17")
    assert [t.state.c.objective_ids[o] for o in t.player(0).private] == ["obj_17"]
    assert t[0] == "1 troops"


@rule("UV-375", "UV-402")
def test_a20_divine_wind_at_kotte() -> None:
    """The printed 0 cannot be rolled with the Star die."""
    assert 0 not in GAME.content.faces[2]
    for face, to in [
        (-3, "mogadishu"),
        (-2, "calicut"),
        (-1, "bengal"),
        (1, "samudera"),
        (2, "mogadishu"),
        (3, "kotte"),
    ]:
        t = table(seats=4, wind="gray", ships={0: "samudera"}, affiliation={"kotte": 0}, dials=(1, 0, 0), deck=[29])
        t.do(0, "action sail sun samudera", "board flagship", "sail kotte", "end_route")
        t.dice(star=[face], sun=[0])
        t.do(0, "encounter_option go_with_the_flow")
        assert t.ships(0) == to, face
        if to not in ("kotte", "samudera"):
            assert t.aff(to) == 0
            assert any_ship_at(t.state, t.player(0).ships[0])


@rule("UV-594")
def test_a21_score_above_15() -> None:
    t = Table(base(p0="13 prestige, 15 profit", completed={0: ["obj_III"]}))
    finish(t.state, t._ctx())
    assert t.outcome.scores[0] == 17


@rule("UV-700", "UV-702", "UV-710", "UV-716", "UV-732", "UV-744")
def test_a22_solo_round_1() -> None:
    content = GAME.content
    script: list[int] = []
    mecca = ["ar01", "ar11", "ar18", "ar19"]
    for region, goods in enumerate(content.goods_of_region):
        names = [content.good_ids[g] for g in goods]
        if region == 4:  # Hormuz has 4 goods, Aden 3, then come those of Mecca
            rest = [x for x in names if x not in mecca]
            names = rest[:7] + mecca + rest[7:]
        script += [content.good_ids.index(x) for x in names]
    t = new_game(1, "solo", dice={"sun": [0, -1], "moon": [0], "star": [1]}, script={"goods": script})
    assert t.ships(1) == "mecca"
    assert (t.tokens("mecca"), t.bazaar("mecca")) == ("YGG", mecca)
    t.do(0, "solo_mat diviner", "diviner_reroll")
    conti = 1
    assert t.asked == {0: "turn"}
    assert t.player(conti).tokens == [0, 1, 0, 1]
    assert (t.tokens("mecca"), t.player(conti).explored[13] > 0) == ("G", True)
    assert t.goods(conti) == ["ar19"]
    assert t.story("arabia", conti) == 2  # one for the tokens, one for the scroll
    assert t.ships(conti) == "aden"
    assert t.unused(conti) == []
