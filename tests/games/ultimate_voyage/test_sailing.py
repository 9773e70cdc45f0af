"""Scouting and sailing: routes, fleets, wind, storms, arrivals (RULES.md, sections 13 and 14)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ultimate_voyage.positions import GAME
from tests.games.ultimate_voyage.table import Table, table
from ultimate_voyage.names import ZONES

rule = pytest.mark.rule
C = GAME.content
ALL = dict.fromkeys(ZONES[1:], 0)


def sea(ships: str = "malacca", **position: Any) -> Table:
    """A Sail action of seat 0 with strength 13 in a gray round of four seats; all ports are at 0."""
    position = {
        "seats": 4, "wind": "gray", "affiliation": ALL, "dials": (12, 0, 0), "deck": [14], **position
    }  # fmt: skip
    t = table(ships={0: ships, **position.pop("others", {})}, **position)
    return t.do(0, f"action sail sun {ships.split(',')[0]}")


def cost(t: Table) -> list[int]:
    return [e["cost"] for e in t.events("sailed")]


# --- scouting


@rule("UV-330")
def test_scouting_before_and_after_main_steps() -> None:
    t = sea(upgraded={0: "sail"}, ships="malacca, malacca", affiliation={"malacca": 0, "palembang": 0})
    scouts = {"scout_goods", "scout_affiliation", "scout_encounter"}
    assert scouts <= t.kinds(0)
    t.do(0, "scout_goods surabaya", "board flagship")
    assert scouts <= t.kinds(0)  # not under way yet
    t.do(0, "sail palembang")
    assert not scouts & t.kinds(0)
    t.do(0, "end_route")
    assert scouts <= t.kinds(0)
    t.do(0, "board ship_1", "sail champa")
    assert not scouts & t.kinds(0)


@rule("UV-330", "UV-322")
def test_no_scouting_in_a_forfeit_or_for_joiners() -> None:
    t = table(ships={0: "champa", 1: "champa"}, dials=(5, 0, 0)).do(0, "forfeit sail moon")
    assert t.kinds(0) == {"forfeit_gain"}
    t = table(ships={0: "champa", 1: "champa"}, dials=(5, 0, 0), p1="1 troops")
    t.do(0, "action combat sun champa", "attack champa 5", "invite 1").do(1, "join_reply join sun")
    assert t.kinds(1) == {"resource", "commit"}
    t.do(1, "commit")
    assert t.kinds(0) == {"attack"}


@rule("UV-330")
def test_no_scouting_between_declaration_and_result() -> None:
    t = table(ships={0: "champa"}, dials=(5, 0, 0)).do(0, "action combat sun champa")
    assert "scout_goods" in t.kinds(0)
    t.dice(moon=[0]).do(0, "attack champa 3")
    assert t.kinds(0) == {"split_points"}
    t.do(0, "split_points 1 1")
    assert "scout_goods" in t.kinds(0)


@rule("UV-332")
def test_scouting_goods() -> None:
    t = table(seats=4, ships={0: "champa, kotte"}, dials=(9, 0, 0)).do(0, "action sail sun champa")
    assert set(t.options(0, "scout_goods")) == {
        *("ayutthaya", "malacca"),  # 1
        *("surabaya", "palembang", "samudera", "pegu", "bengal", "calicut"),  # 2, or 1 in the region of Kotte
        *("hormuz", "aden", "mecca", "mogadishu", "malindi"),
    }
    t.do(0, "scout_goods ayutthaya")
    assert t.left() == (9, 0)
    t.do(0, "scout_goods surabaya")
    assert t.left() == (7, 0)
    t.do(0, "scout_goods calicut")  # any of the ships counts
    assert t.left() == (6, 0)
    told = t.events("scouted_goods", seat=0)
    assert told[0]["goods"] == t.bazaar("ayutthaya")
    assert [e["port"] for e in t.events("scouted_goods", seat=1)] == ["ayutthaya", "surabaya", "calicut"]
    assert all("goods" not in e for e in t.events("scouted_goods", seat=1))
    assert all(t.state.seen[C.good_ids.index(x)] == 1 for x in t.bazaar("ayutthaya"))
    assert "ayutthaya" in t.options(0, "scout_goods")  # still face down
    assert "champa" not in t.options(0, "scout_goods")  # face up


@rule("UV-332")
def test_no_goods_to_look_at() -> None:
    t = table(ships={0: "champa"}, bazaar={"malacca": []}, dials=(9, 0, 0)).do(0, "action sail sun champa")
    assert "malacca" not in t.options(0, "scout_goods")


@rule("UV-334")
def test_scouting_affiliation() -> None:
    t = table(ships={0: "champa"}, affiliation={"malacca": 1}, dials=(9, 0, 0)).do(0, "action sail sun champa")
    assert t.options(0, "scout_affiliation") == ["ayutthaya", "surabaya", "palembang", "samudera"]
    t.dice(sun=[-2]).do(0, "scout_affiliation ayutthaya")
    assert (t.aff("ayutthaya"), t.attacks(0), t.left()) == (-2, [], (9, 0))
    assert t.told("hostile", "port") == ["ayutthaya"]
    t.dice(sun=[1]).do(0, "scout_affiliation palembang")
    assert (t.aff("palembang"), t.left()) == (1, (7, 0))
    assert t.face_up("palembang") == []
    for seat in (0, 1, -1):
        assert [e["value"] for e in t.events("scouted_affiliation", seat=seat)] == [-2, 1]


@rule("UV-336")
@pytest.mark.parametrize(("place", "deck"), [("top", [9, 8, 7]), ("bottom", [8, 7])])
def test_scouting_an_encounter(place: str, deck: list[int]) -> None:
    t = table(ships={0: "champa"}, deck=[9, 8, 7], dials=(9, 0, 0)).do(0, "action sail sun champa", "scout_encounter")
    assert t.left() == (8, 0)
    t.do(0, f"scout_encounter {place}")
    assert t.deck()[: len(deck)] == deck
    assert (t.deck()[-1] == 9) == (place == "bottom")
    assert [e["card"] for e in t.events("scouted_encounter", seat=0)] == [9]
    assert [e.get("card") for e in t.events("scouted_encounter", seat=1)] == [None]
    assert [e["place"] for e in t.events("scouted_card_put", seat=1)] == [place]
    assert t.state.card_seen[9] == 1


@rule("UV-336", "UV-400")
def test_scouting_with_an_empty_deck() -> None:
    t = table(ships={0: "champa"}, dials=(9, 0, 0))
    t.state.players[1].cards += t.state.deck
    for card in t.state.deck:
        t.state.card_open[card], t.state.card_option[card], t.state.card_port[card] = 1, 0, 1
    t.state.deck = []
    again = Table(t.state.copy())
    t.do(0, "action sail sun champa")
    assert "scout_encounter" not in t.kinds(0)
    again.state.players[1].cards.remove(12)
    again.state.card_open[12] = 0
    again.state.discard = [12]
    again.do(0, "action sail sun champa", "scout_encounter")  # the discard pile is shuffled first
    assert again.event("encounters_shuffled") == {"cards": 1}
    assert again.events("scouted_encounter", seat=0)[0]["card"] == 12


@rule("UV-338", "UV-026")
def test_what_cannot_be_scouted() -> None:
    t = table(seats=4, ships={0: "mecca"}, dials=(9, 0, 0)).do(0, "action sail sun mecca")
    assert not {"champa", "malacca", "surabaya", "palembang", "samudera", "pegu", "bengal"} & set(
        t.options(0, "scout_goods")
    )
    t = table(seats=3, ships={0: "mecca"}, dials=(9, 0, 0)).do(0, "action sail sun mecca")
    assert not {"mogadishu", "malindi"} & set(t.options(0, "scout_affiliation"))


# --- cost of links


@rule("UV-350", "UV-352")
def test_cost_of_every_link() -> None:
    for a in range(16):
        for b in C.neighbours[a]:
            if a == 0:
                continue
            for side, upgraded in enumerate(("", "sail")):
                for wind in ("gray", "blue", "yellow"):
                    t = sea(ZONES[a], wind=wind, upgraded={0: upgraded}).do(0, "board flagship", f"sail {ZONES[b]}")
                    colour = {1: "blue", 2: "yellow"}[C.link_wind[a * 16 + b]]
                    with_wind = wind in ("gray", colour)
                    arrow = 1 if with_wind or side else 2
                    toll = 1 if a == 0 or b == 0 or C.region_of[a] != C.region_of[b] else 0
                    assert cost(t) == [arrow + toll], (ZONES[a], ZONES[b], wind, upgraded)


@rule("UV-350")
def test_links_that_are_too_dear() -> None:
    t = sea("palembang", wind="blue", dials=(1, 0, 0)).do(0, "board flagship")  # strength 2
    assert t.options(0, "sail") == ["malacca", "surabaya", "samudera"]
    t = sea("palembang", wind="yellow", dials=(1, 0, 0)).do(0, "board flagship")
    assert t.options(0, "sail") == ["surabaya", "samudera"]  # Malacca: 2 + 1
    t = sea("palembang", wind="blue", dials=(0, 0, 0)).do(0, "board flagship")
    assert t.options(0, "sail") == ["samudera"]


@rule("UV-354")
@pytest.mark.parametrize(
    ("wind", "start", "route", "costs"),
    [
        ("blue", "palembang", "samudera kotte calicut hormuz aden mecca", [1, 1, 1, 1, 1, 0]),
        ("blue", "champa", "ayutthaya champa ayutthaya malacca", [1, 2, 1, 0]),  # the other colour breaks it
        ("yellow", "mecca", "aden hormuz calicut", [1, 0, 2]),
        ("yellow", "malindi", "mogadishu kotte", [1, 1]),
        ("gray", "champa", "malacca ayutthaya", [1, 1]),
        ("blue", "surabaya", "palembang malacca palembang samudera kotte", [1, 1, 3, 1, 1]),
    ],
)
def test_the_next_arrow_is_free(wind: str, start: str, route: str, costs: list[int]) -> None:
    t = sea(start, wind=wind, dials=(30, 0, 0)).do(0, "board flagship", *(f"sail {to}" for to in route.split()))
    assert cost(t) == costs


@rule("UV-354")
def test_a_new_route_starts_the_pattern_anew() -> None:
    t = sea("champa, champa", wind="blue", upgraded={0: "sail"})
    t.do(0, "board flagship", "sail malacca", "end_route", "board ship_1", "sail malacca", "sail pegu")
    assert cost(t) == [1, 1, 1]


# --- routes and fleets


@rule("UV-356")
def test_one_route_of_one_fleet() -> None:
    t = sea("malacca, champa")
    assert t.options(0, "board") == ["flagship"]  # the active port is the start
    t.do(0, "board flagship", "sail champa", "end_route")
    assert not {"board", "sail", "arrive"} & t.kinds(0)
    t = sea("malacca, champa", upgraded={0: "sail"})
    assert t.options(0, "board") == ["flagship"]
    t.do(0, "board flagship", "sail ayutthaya", "end_route")
    assert t.options(0, "board") == ["ship_1"]
    t.do(0, "board ship_1", "sail malacca", "end_route")
    assert t.ships(0) == "ayutthaya, malacca"


@rule("UV-357")
def test_the_end_of_movement() -> None:
    position: dict[str, Any] = {
        "ships": {0: "malacca"},
        "wind": "gray",
        "dials": (5, 0, 0),
        "affiliation": {"champa": 0},
    }
    t = table(**position).do(0, "action sail sun malacca", "board flagship", "sail champa", "end_route")
    assert [e["port"] for e in t.events("arrived")] == ["champa"]  # with the normal card it ends with the route
    assert not t.kinds(0) - {"scout_goods", "scout_affiliation", "scout_encounter", "resource", "end"}

    t = sea("malacca, champa", upgraded={0: "sail"}, deck=[9]).do(0, "board flagship", "sail palembang", "end_route")
    assert t.events("arrived") == []
    t.do(0, "arrive")  # closed by the player
    assert t.told("arrived", "port") == ["palembang"]
    assert t.event("encounter_drawn")["card"] == 9
    assert not {"board", "sail"} & t.kinds(0)

    t = sea("malacca, champa", upgraded={0: "sail"}).do(0, "board flagship", "sail ayutthaya", "end_route")
    t.do(0, "end")  # the end of the action ends it as well
    assert t.told("arrived", "port") == ["ayutthaya"]
    t = sea("malacca").do(0, "board flagship", "sail champa", "end")
    assert t.told("arrived", "port") == ["champa"]


@rule("UV-358")
def test_picking_up_and_dropping() -> None:
    t = sea("palembang, samudera, samudera", others={1: "samudera"})
    assert t.options(0, "board") == ["flagship"]
    t.do(0, "board flagship", "sail samudera")
    assert t.options(0, "board") == ["ship_1", "ship_2"]  # own ships only
    before = t.left()
    t.do(0, "board ship_1", "board ship_2")
    assert t.left() == before
    assert t.options(0, "drop") == ["flagship"]  # the others have not moved yet
    t.do(0, "drop flagship")
    t.do(0, "sail kotte")
    assert cost(t) == [1, 2]
    assert t.options(0, "drop") == ["ship_1", "ship_2"]
    t.do(0, "drop ship_1")
    assert t.options(0, "drop") == []  # one ship stays aboard
    assert t.ships(0) == "samudera, kotte, kotte"


@rule("UV-360")
def test_a_dropped_ship_stays() -> None:
    t = sea("palembang, palembang", upgraded={0: "sail"})
    t.do(0, "board flagship", "board ship_1", "sail samudera", "drop flagship")
    assert t.options(0, "board") == []
    t.do(0, "sail palembang", "sail samudera")
    assert t.options(0, "board") == []
    t.do(0, "end_route")
    assert not {"board", "sail"} & t.kinds(0)


@rule("UV-358", "UV-360")
def test_a_ship_that_was_only_picked_up_may_still_move() -> None:
    t = sea("palembang, samudera", upgraded={0: "sail"})
    t.do(0, "board flagship", "sail samudera", "board ship_1", "end_route")
    assert t.options(0, "board") == ["ship_1"]
    t.do(0, "board ship_1", "sail kotte", "end_route", "arrival_order samudera")
    assert t.ships(0) == "samudera, kotte"


@rule("UV-362", "UV-190")
def test_nanjing() -> None:
    assert C.neighbours[0] == [1]
    t = sea("malacca, malacca", upgraded={0: "sail"})
    t.do(0, "board flagship", "sail champa", "sail nanjing")  # the route ends there
    assert t.options(0, "board") == ["ship_1"]
    assert t.ships(0) == "nanjing, malacca"
    t.do(0, "end")
    assert t.ships(0) == "home, malacca"
    assert t.events("encounter_drawn", "arrived") == []


@rule("UV-190")
def test_a_ship_that_starts_in_nanjing_is_not_returned() -> None:
    t = sea("nanjing, nanjing").do(0, "board flagship", "sail champa", "end_route")
    assert t.ships(0) == "champa, nanjing"


@rule("UV-364")
def test_stay_cards_hold_the_last_ship() -> None:
    def staying(ships: str) -> Table:
        s = table(seats=4, wind="gray", ships={0: ships}, affiliation=ALL, dials=(9, 0, 0)).state
        s.deck.remove(10)
        s.players[0].cards.append(10)
        s.card_option[10], s.card_port[10], s.card_open[10], s.card_left[10] = 1, 5, 64, 2
        return Table(s)

    t = staying("palembang").do(0, "action sail sun palembang", "board flagship")
    assert t.options(0, "sail") == []
    t = staying("palembang, palembang").do(0, "action sail sun palembang", "board flagship")
    assert t.options(0, "sail")
    t.do(0, "board ship_1")
    assert t.options(0, "sail") == []
    t = staying("malacca").do(0, "action sail sun malacca", "board flagship", "sail palembang")
    assert t.options(0, "sail") == []


# --- storms


@rule("UV-366")
def test_where_storms_are_rolled() -> None:
    def rolls(start: str, route: str, storm: str | None) -> int:
        t = sea(start, storm=storm, p0="30 troops", dials=(30, 0, 0)).dice(star=[1] * 9)
        t.do(0, "board flagship", *(f"sail {to}" for to in route.split()))
        return len(t.events("dice"))

    assert rolls("champa", "malacca palembang samudera", "southern") == 1
    assert rolls("champa", "malacca palembang samudera", "western") == 0
    assert rolls("samudera", "kotte mogadishu aden", "western") == 3
    assert rolls("samudera", "kotte mogadishu aden", None) == 0
    assert rolls("kotte", "samudera palembang malacca", "southern") == 2
    assert rolls("champa", "nanjing", "southern") == 0  # Nanjing lies in no ocean
    assert rolls("nanjing", "champa", "southern") == 1


@rule("UV-366")
@pytest.mark.parametrize(("face", "points"), [(-3, 3), (-2, 2), (-1, 1), (1, 1), (2, 2), (3, 3)])
def test_points_of_a_storm(face: int, points: int) -> None:
    t = sea("samudera", storm="western", p0="9 troops").dice(star=[face]).do(0, "board flagship", "sail kotte")
    assert t.res(0) == (0, 9 - points)


@rule("UV-368")
def test_what_covers_a_storm() -> None:
    t = sea("samudera", storm="western", p0="5 porcelain, 2 troops, 1 prestige").dice(star=[3])
    t.do(0, "board flagship", "sail kotte")
    assert t.options(0) == ["storm_loss 2 1 no healer", "storm_loss 1 2 no healer"]  # as far as they reach
    t.do(0, "storm_loss 1 2 no healer")
    assert t[0] == "1 porcelain, 1 troops, 1 prestige"
    t = sea("samudera", storm="western", p0="1 porcelain, 1 prestige").dice(star=[3])
    t.do(0, "board flagship", "sail kotte")
    assert t[0] == "1 porcelain"
    assert t.event("storm_loss")["prestige"] == 1


@rule("UV-370")
def test_story_points_for_storms() -> None:
    t = sea("samudera", storm="western", p0="9 troops", dials=(30, 0, 0)).dice(star=[1, 1, 1])
    t.do(0, "board flagship", "sail kotte", "sail mogadishu", "sail kotte")
    assert t.events("story") == []  # when movement has ended
    t.do(0, "end_route")
    assert t.told("story", "region", "n") == [("south_india_ceylon", 1), ("east_africa", 1), ("south_india_ceylon", 1)]


@rule("UV-370", "UV-238")
def test_a_point_that_finds_no_prestige_loses_none() -> None:
    t = sea("samudera", storm="western").dice(star=[2]).do(0, "board flagship", "sail kotte", "end_route")
    assert t.told("story", "region") == ["south_india_ceylon"]
    assert t.player(0).storms == 1
    t = (
        sea("samudera", storm="western", p0="1 prestige")
        .dice(star=[1])
        .do(0, "board flagship", "sail kotte", "end_route")
    )
    assert t.told("story", "region") == []
    assert t.player(0).storms == 0


@rule("UV-372")
def test_each_route_is_rolled_separately() -> None:
    t = sea("samudera, samudera", storm="western", p0="9 troops").dice(star=[1])
    t.do(0, "board flagship", "board ship_1", "sail kotte")
    assert len(t.events("dice")) == 1  # one roll for the fleet
    t = sea("samudera, samudera", storm="western", p0="9 troops", upgraded={0: "sail"}).dice(star=[1, 2])
    t.do(0, "board flagship", "sail kotte", "end_route", "board ship_1", "sail kotte")
    assert t.res(0)[1] == 6
    assert [e["result"] for e in t.events("dice")] == [1, 2]
    t.do(0, "end_route")
    assert t.told("story", "region", "n") == [("south_india_ceylon", 1)] * 2


@rule("UV-372")
def test_the_loss_comes_before_the_next_step() -> None:
    t = (
        sea("samudera", storm="western", p0="4 porcelain, 4 troops")
        .dice(star=[2])
        .do(0, "board flagship", "sail kotte")
    )
    assert t.asked == {0: "storm_loss"}


# --- arrivals


@rule("UV-373")
def test_no_movement_no_arrival() -> None:
    t = table(ships={0: "champa"}, dials=(3, 0, 0), deck=[14]).do(0, "action sail sun champa", "board flagship", "end")
    assert t.events("arrived", "encounter_drawn", "dice") == []


@rule("UV-373")
def test_returns_come_before_arrivals_and_encounters() -> None:
    t = sea("champa, malacca", upgraded={0: "sail"}, storm="southern", p0="9 troops", deck=[9]).dice(star=[1])
    t.do(0, "board flagship", "sail nanjing", "board ship_1", "sail palembang", "end_route")
    order = [e["type"] for e in t.events("story", "ship_returned", "tower", "arrived", "encounter_drawn")]
    assert order == ["story", "ship_returned", "tower", "arrived", "encounter_drawn"]


@rule("UV-374", "UV-114")
def test_arriving_at_an_undetermined_port() -> None:
    t = sea("malacca", affiliation={}, deck=[9], p0="1 porcelain").dice(sun=[1])
    t.do(0, "board flagship", "sail palembang")
    assert (t.aff("palembang"), t.face_up("palembang")) == (None, [])
    t.do(0, "end_route")
    assert (t.aff("palembang"), t.face_up("palembang")) == (1, t.bazaar("palembang"))
    assert [e["type"] for e in t.events("dice", "goods_revealed", "encounter_drawn")] == [
        "dice", "goods_revealed", "encounter_drawn"
    ]  # fmt: skip


@rule("UV-374")
def test_ports_passed_are_not_rolled() -> None:
    t = (
        sea("malacca", affiliation={})
        .dice(sun=[1])
        .do(0, "board flagship", "sail palembang", "sail samudera", "end_route")
    )
    assert (t.aff("palembang"), t.aff("samudera")) == (None, 1)


@rule("UV-374")
def test_the_order_of_arrivals_is_free() -> None:
    t = sea("malacca, malacca", affiliation={}, upgraded={0: "sail"}).dice(sun=[1, 2])
    t.do(0, "board flagship", "sail champa", "end_route", "board ship_1", "sail palembang", "end_route")
    assert t.options(0) == ["arrival_order champa", "arrival_order palembang"]
    t.do(0, "arrival_order palembang")
    assert (t.aff("palembang"), t.aff("champa")) == (1, 2)


@rule("UV-375")
def test_arriving_otherwise() -> None:
    """Divine Wind blows a ship to Bengal: the roll of -2 brings no attack."""
    t = sea("samudera", affiliation={"kotte": 0, "samudera": 0}, deck=[29]).do(
        0, "board flagship", "sail kotte", "end_route"
    )
    t.dice(star=[-1], sun=[-2]).do(0, "encounter_option go_with_the_flow")
    assert (t.ships(0), t.aff("bengal"), t.attacks(0)) == ("bengal", -2, [])
    assert (t.face_up("bengal"), t.events("encounter_drawn")[1:]) == ([], [])
    t = sea("samudera", affiliation={"kotte": 0, "samudera": 0}, deck=[29]).do(
        0, "board flagship", "sail kotte", "end_route"
    )
    t.dice(star=[-1], sun=[2]).do(0, "encounter_option go_with_the_flow")
    assert t.face_up("bengal") == t.bazaar("bengal")


@rule("UV-376", "UV-128")
def test_a_port_attacks() -> None:
    t = sea("malacca", affiliation={}, deck=[9]).dice(sun=[-2]).do(0, "board flagship", "sail palembang", "end_route")
    assert (t.aff("palembang"), t.attacks(0), t.face_up("palembang")) == (-2, ["palembang"], [])
    assert t.events("encounter_drawn") == []
    assert t.event("pending_added") == {"seat": 0, "port": "palembang", "pending": "combat"}


@rule("UV-376")
@pytest.mark.parametrize(("moon", "result"), [(0, "won"), (2, "draw"), (3, "lost")])
def test_any_outcome_settles_an_attack(moon: int, result: str) -> None:
    t = table(ships={0: "palembang"}, attacks={0: "palembang"}, dials=(3, 0, 0)).dice(moon=[moon])
    t.do(0, "action combat sun palembang combat", "attack palembang 5")
    assert t.event("combat_result")["result"] == result
    assert t.attacks(0) == []


@rule("UV-382")
def test_arriving_at_a_known_hostile_port() -> None:
    t = sea("malacca", affiliation={"palembang": -2}).do(0, "board flagship", "sail palembang", "end_route")
    assert t.events("dice", "goods_revealed", "encounter_drawn", "pending_added") == []
    assert t.face_up("palembang") == []


# --- encounters


@rule("UV-384")
def test_every_boundary() -> None:
    for a in range(16):
        for b in C.neighbours[a]:
            t = sea(ZONES[a], deck=[9]).do(0, "board flagship", f"sail {ZONES[b]}")
            if "end_route" in t.options(0):
                t.do(0, "end_route")
            boundary = b != 0 and (a == 0 or C.region_of[a] != C.region_of[b])
            assert len(t.events("encounter_drawn")) == boundary, (a, b)
            if boundary:
                assert t.event("encounter_drawn")["port"] == ZONES[b]


@rule("UV-384")
def test_the_last_boundary_counts() -> None:
    t = sea("malacca", deck=[9]).do(0, "board flagship", "sail palembang", "sail samudera", "end_route")
    assert t.told("encounter_drawn", "port") == ["samudera"]  # the port where the ship ends
    t = sea("malacca", affiliation={"samudera": -2, "palembang": 1}).do(
        0, "board flagship", "sail palembang", "sail samudera"
    )
    assert t.do(0, "end_route").events("encounter_drawn") == []  # hostile
    t = sea("palembang", deck=[9]).do(0, "board flagship", "sail malacca", "sail champa", "end_route")
    assert t.told("encounter_drawn", "port") == ["champa"]


@rule("UV-386")
def test_nanjing_triggers_only_outward() -> None:
    t = sea("nanjing", deck=[9]).do(0, "board flagship", "sail champa", "end_route")
    assert len(t.events("encounter_drawn")) == 1
    t = sea("champa", deck=[9]).do(0, "board flagship", "sail nanjing").end(0)
    assert t.events("encounter_drawn") == []


@rule("UV-388")
def test_equal_paths_count_once_for_the_flagship() -> None:
    t = sea("malacca, malacca", deck=[4]).do(0, "board flagship", "board ship_1", "sail palembang", "end_route")
    assert len(t.events("encounter_drawn")) == 1
    t.do(0, "encounter_option avoid")  # Plague: the ships that sailed together go back
    assert t.ships(0) == "malacca, malacca"


@rule("UV-388")
def test_part_of_a_path() -> None:
    """Beginning, middle and end of the longest path do not count."""
    for ships, moves in [
        ("palembang, palembang", ["board flagship", "board ship_1", "sail malacca", "drop ship_1", "sail pegu"]),
        (
            "palembang, malacca",
            ["board flagship", "sail malacca", "board ship_1", "sail pegu", "drop ship_1", "sail bengal"],
        ),
        ("palembang, malacca", ["board flagship", "sail malacca", "board ship_1", "sail pegu"]),
    ]:
        t = sea(ships, deck=[9, 8]).do(0, *moves, "end_route")
        if t.asked[0] == "arrival_order":
            t.do(0, t.options(0)[0])
        assert t.told("encounter_drawn", "port") == [ZONES[t.player(0).ships[0]]]


@rule("UV-388")
def test_two_different_paths_draw_two_cards() -> None:
    t = sea("malacca, malacca, malacca", upgraded={0: "sail"}, deck=[9, 14, 18], dials=(30, 0, 0))
    t.do(0, "board flagship", "sail palembang", "end_route", "board ship_1", "sail pegu", "end_route")
    t.do(0, "board ship_2", "sail surabaya", "end_route")
    while t.asked[0] == "arrival_order":
        t.do(0, t.options(0)[0])
    assert t.told("encounter_drawn", "card", "port") == [(9, "palembang"), (14, "pegu"), (18, "surabaya")]
    t.do(0, "encounter_select 14", "forfeit_gain 1 0")
    assert t.state.discard == [9, 18, 14]


@rule("UV-388")
def test_ships_that_returned_are_left_out() -> None:
    """The longer path went home: the other one counts."""
    t = sea("palembang, palembang", deck=[9])
    t.do(0, "board flagship", "board ship_1", "sail malacca", "drop ship_1", "sail champa", "sail nanjing")
    assert t.told("encounter_drawn", "port") == ["malacca"]


@rule("UV-390")
def test_free_sail_actions_trigger_encounters() -> None:
    t = table(ships={0: "malacca"}, affiliation={"palembang": 0}, wind="gray", p0="2 G", deck=[9])
    t.do(0, "action explore sun malacca", "free_action G 2 malacca 0", "board flagship", "sail palembang", "end_route")
    assert t.told("encounter_drawn", "card", "port") == [(9, "palembang")]
    assert t.aff("palembang") == -1
