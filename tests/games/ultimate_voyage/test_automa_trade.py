"""How de' Conti trades and sails."""

from __future__ import annotations

import pytest

from tests.games.ultimate_voyage.conti import ALL_PORTS, CONTI, SECOND, Dials, did, sailing, trading
from tests.games.ultimate_voyage.positions import base, good
from tests.games.ultimate_voyage.table import table
from ultimate_voyage.automa import act, ship_to_move
from ultimate_voyage.names import ZONES

rule = pytest.mark.rule


# --- Trade


@rule("UV-726", "UV-730")
@pytest.mark.parametrize(
    ("goods", "bought"),
    [
        (["ar06", "ar19", "ar18"], "ar06"),  # regular before scroll before manuscript
        (["ar08", "ar19", "ar18"], "ar19"),  # gold for 8 cannot be paid
        (["ar08", "ar16", "ar18"], "ar18"),
        (["ar06", "ar01", "ar10"], "ar01"),  # the highest Profit
        (["ar10", "ar06"], "ar06"),  # 2 Profit for 5 or for 4: the cheaper one
        (["ar03", "ar01"], "ar01"),  # equal in all: the lower id
        (["ar07", "ar05", "ar09"], "ar05"),
    ],
)
def test_which_good_he_wants(goods: list[str], bought: str) -> None:
    t = trading("mecca", (2, 2, 2), bazaar={"mecca": goods})
    assert t.goods(CONTI) == [bought]
    assert did(t) == ["trade"]


@rule("UV-730")
def test_of_two_ports_with_equal_goods_the_lower_number() -> None:
    t = trading("mecca, aden", (2, 2, 2), bazaar={"mecca": ["ar01"], "aden": ["ar03"]})
    assert t.goods(CONTI) == ["ar03"]


@rule("UV-726", "UV-738")
def test_animals_medicine_and_labor_are_not_for_him() -> None:
    assert did(trading("mecca", (9, 9, 9), bazaar={"mecca": ["ar11", "ar16"]})) == ["forfeit"]
    assert did(trading("kotte", (9, 9, 9), bazaar={"kotte": ["si15", "si12"]})) == ["forfeit"]
    assert did(trading("malindi", (9, 9, 9), bazaar={"malindi": ["ea13"]})) == ["forfeit"]


@rule("UV-728", "UV-312")
@pytest.mark.parametrize(("porcelain", "bought", "paid"), [(2, [], 0), (3, ["ar06"], 3), (5, ["ar06"], 3)])
def test_porcelain_makes_goods_affordable(porcelain: int, bought: list[str], paid: int) -> None:
    t = trading("mecca", (-2, -3, -3), bazaar={"mecca": ["ar06"]}, p1=f"{porcelain} porcelain")
    assert t.goods(CONTI) == bought
    if bought:
        assert t.event("de_conti") == {
            "action": "trade",
            "why": "the highest dial, and porcelain for the rest",
            "card": "trade",
            "dial": "sun",
            "strength": 4,
            "porcelain": paid,
        }
        assert t.res(CONTI)[0] == porcelain - paid


@rule("UV-732", "UV-712")
@pytest.mark.parametrize(
    ("dials", "dial"),
    [((2, 0, -1), "moon"), ((2, 1, 3), "moon"), ((0, 0, 1), "sun"), ((1, 0, 0), "moon"), ((-1, -1, -2), "sun")],
)
def test_the_dial_with_the_smallest_surplus(dials: Dials, dial: str) -> None:
    """Incense for 4: position 4 and dial 0 are exactly enough; below that the highest dial and porcelain."""
    t = trading("mecca", dials, bazaar={"mecca": ["ar06"]}, p1="1 porcelain")
    assert t.event("de_conti")["dial"] == dial
    assert t.unused(CONTI) == [d for d in ("sun", "moon", "star") if d != dial]
    assert t.res(CONTI) == ((0, 0) if max(dials) < 0 else (1, 0))


@rule("UV-734")
def test_with_the_upgraded_card_he_buys_on_without_porcelain() -> None:
    t = trading(
        "aden", (5, 5, 5), bazaar={"aden": ["ar06", "ar19", "ar18"]}, upgraded={CONTI: "trade"}, p1="6 porcelain"
    )
    assert t.goods(CONTI) == ["ar06", "ar19"]  # 4 + 5 + 1 - 4 - 3 = 3; the manuscript costs 6
    assert did(t) == ["trade", "trade_on"]
    assert t.res(CONTI) == (6, 0)
    t = trading("aden", (5, 5, 5), bazaar={"aden": ["ar06", "ar19", "ar18"]})
    assert t.goods(CONTI) == ["ar06"]


@rule("UV-736", "UV-718")
def test_nothing_to_buy_is_a_forfeit_with_the_lowest_dial() -> None:
    t = trading("mecca", (1, 0, -2), bazaar={"mecca": ["ar16"]}, p1="1 porcelain")
    assert t.event("de_conti") == {
        "action": "forfeit", "why": "no good can be paid", "card": "trade", "dial": "star"
    }  # fmt: skip
    assert t.res(CONTI) == (3, 0)


@rule("UV-706")
def test_hostile_ports_trade_with_him() -> None:
    t = trading("mecca", (0, 0, 0), bazaar={"mecca": ["ar06"]}, affiliation={"mecca": -2})
    assert t.goods(CONTI) == ["ar06"]


@rule("UV-738", "UV-708")
def test_story_points_of_goods_count() -> None:
    t = trading("mecca", (1, 1, 1), bazaar={"mecca": ["ar10"]})
    assert (t.goods(CONTI), t.tracks(CONTI), t.story("arabia", CONTI)) == (["ar10"], (0, 2), 1)


@rule("UV-708")
@pytest.mark.parametrize(
    ("profit", "ships", "upgraded"),
    [
        (1, "aden", []),
        (2, "aden, aden", []),
        (3, "aden, aden", []),
        (4, "aden, aden", ["sail"]),
        (5, "aden, aden", ["sail", "trade"]),
        (7, "aden, aden", ["sail", "explore", "trade"]),
        (14, "aden, aden", ["sail", "explore", "trade"]),
    ],
)
def test_what_his_profit_brings(profit: int, ships: str, upgraded: list[str]) -> None:
    t = trading("aden", (2, 2, 2), bazaar={"aden": ["ar01"]}, p1=f"{profit} profit")
    assert t.tracks(CONTI) == (0, profit + 3)  # no end at 15
    assert t.ships(CONTI) == ships
    assert t.upgraded(CONTI) == upgraded


@rule("UV-708")
def test_never_objectives() -> None:
    t = trading("mecca", (2, 2, 2), bazaar={"mecca": ["ar05"]}, goods={CONTI: ["se01", "mj07"]}, objectives=["obj_I"])
    assert len(t.goods(CONTI)) == 3
    u = table(
        seats=1, mode="solo", ships={0: "champa", 1: "mecca"}, goods={1: ["se01", "mj07", "ar05"]}, dials=(2, 0, 0),
        objectives=["obj_I"],
    )  # fmt: skip
    u.do(0, "action combat sun champa", "build kiln")
    assert (u.completed(0), u.completed(CONTI)) == ([], [])


# --- Sail


@rule("UV-740", "UV-712")
@pytest.mark.parametrize(
    ("dials", "dial", "end"),
    [
        ((1, 0, 2), "sun", "hormuz"),  # 2 or 3 lead two links far, 1 only one
        ((0, 0, 0), "sun", "aden"),
        ((-1, 0, 0), "moon", "aden"),
        ((3, 1, 2), "sun", "kotte"),
    ],
)
def test_as_far_as_he_can_with_the_lowest_dial_for_it(dials: Dials, dial: str, end: str) -> None:
    bazaar = {"kotte": ["si02"], "calicut": ["si01"]}
    t = sailing("mecca", dials, bazaar=bazaar)
    assert t.event("de_conti")["dial"] == dial
    assert t.event("de_conti")["why"] == "the lowest dial that goes farthest"
    assert t.ships(CONTI) == end


@rule("UV-742")
@pytest.mark.parametrize(
    ("ships", "turned", "moves"),
    [
        ("mecca, calicut", False, 0),
        ("calicut, mecca", False, 1),
        ("mecca, calicut", True, 1),
        ("calicut, mecca", True, 0),
        ("aden, aden", False, 0),
        ("aden, aden", True, 0),
    ],
)
def test_which_ship_moves(ships: str, turned: bool, moves: int) -> None:
    s = base(seats=1, mode="solo", ships={0: "nanjing", CONTI: ships})
    s.turned = turned
    assert ship_to_move(s) == moves


@rule("UV-744")
@pytest.mark.parametrize(
    ("start", "turned"),
    [(port, turned) for port in ALL_PORTS for turned in (False, True) if turned or port != "champa"],
)
@pytest.mark.parametrize("wind", ["gray", "blue", "yellow"])
def test_every_link_leads_to_lower_numbers_after_champa_to_higher_ones(start: str, turned: bool, wind: str) -> None:
    t = sailing(start, (9, 9, 9), turned=turned, wind=wind)
    if t.events("sailed"):
        numbers = [ZONES.index(start), *(ZONES.index(z) for z in t.event("sailed")["path"])]
        assert numbers == sorted(numbers, reverse=not turned)
        assert 0 not in numbers
    else:
        assert turned
        assert start in ("mecca", "malindi")  # nothing higher is near


@rule("UV-744")
def test_never_to_nanjing() -> None:
    """A regular ship in Champa, before the flagship has been there, has no way."""
    t = sailing("champa, champa", (9, 9, 9), bazaar={"champa": ["se11"]})
    assert did(t) == ["forfeit"]


@rule("UV-744")
@pytest.mark.parametrize(("wind", "end"), [("yellow", "surabaya"), ("blue", "malacca")])
def test_not_against_the_wind_where_another_way_is_open(wind: str, end: str) -> None:
    """From Palembang Malacca lies down the blue wind and Surabaya down the yellow one."""
    t = sailing("palembang", (1, 1, 1), wind=wind)
    assert t.event("sailed")["path"] == [end]


@rule("UV-744")
def test_against_the_wind_if_it_is_the_only_way() -> None:
    t = sailing("mecca", (1, 1, 1), wind="blue")
    assert t.event("sailed")["path"] == ["aden"]  # 2 points


@rule("UV-744", "UV-748")
def test_a_way_with_the_wind_that_is_too_dear_still_forbids_the_others() -> None:
    """Blue wind, upgraded Sail, strength 1: Malacca costs 2; Surabaya, against the wind, would cost 1."""
    t = sailing("palembang", (-1, -1, -1), wind="blue", upgraded={CONTI: "sail"}, bazaar={"palembang": ["mj11"]})
    assert did(t) == ["forfeit"]
    assert t.ships(CONTI) == "palembang"


@rule("UV-744")
def test_never_across_a_boundary_into_a_storm() -> None:
    t = sailing("hormuz", (9, 9, 9), storm="western", bazaar={"hormuz": ["ar11"]})
    assert (did(t), t.ships(CONTI)) == (["forfeit"], "hormuz")
    t = sailing("mecca", (9, 9, 9), storm="western")
    assert t.ships(CONTI) == "hormuz"  # inside the region he sails on
    t = sailing("hormuz", (3, 3, 3), storm="southern")
    assert t.ships(CONTI) == "kotte"


@rule("UV-746")
@pytest.mark.parametrize(
    ("calicut", "kotte", "end"),
    [
        (["si02"], ["si01"], "calicut"),
        (["si01"], ["si02"], "kotte"),
        (["si01"], ["si03"], "kotte"),
        (["si12"], ["si08"], "kotte"),
    ],
)
def test_of_the_farthest_ports_the_one_with_the_dearest_regular_good(
    calicut: list[str], kotte: list[str], end: str
) -> None:
    t = sailing("mecca", (3, 0, 0), bazaar={"calicut": calicut, "kotte": kotte})
    assert t.ships(CONTI) == end


@rule("UV-746")
def test_after_champa_the_higher_number_wins_a_tie() -> None:
    bazaar = {"pegu": ["bb08"], "surabaya": ["mj11"], "palembang": ["mj12"]}
    t = sailing("malacca", (1, 1, 1), turned=True, bazaar=bazaar)
    assert t.ships(CONTI) == "pegu"  # 3, 4 and 5 ... 7: all one link away


@rule("UV-748", "UV-736")
@pytest.mark.parametrize(("dials", "bought"), [((4, 0, 0), True), ((3, 0, 0), False)])
def test_without_a_way_he_trades_at_position_0_or_forfeits(dials: Dials, bought: bool) -> None:
    t = sailing("hormuz", dials, storm="western", bazaar={"hormuz": ["ar06"]})
    assert t.goods(CONTI) == (["ar06"] if bought else [])
    event = t.event("de_conti")
    if bought:
        assert (event["action"], event["strength"]) == ("trade", 4)
    else:
        assert (event["action"], event["card"], event["why"]) == ("forfeit", "sail", "no way for the ship")
        assert event["dial"] == "moon"
        assert t.res(CONTI) == (2, 0)


@rule("UV-750")
def test_in_champa_the_flagship_turns_and_its_action_ends() -> None:
    t = sailing("malacca", (9, 9, 9), bazaar={"champa": ["se11"]})
    assert t.event("sailed")["path"] == ["ayutthaya", "champa"]
    assert t.state.turned
    t.state.players[CONTI].unused = 7
    act(t.state, t.clear()._ctx(), SECOND)
    path = t.event("sailed")["path"]
    assert [ZONES.index(z) for z in path] == sorted(ZONES.index(z) for z in path)


@rule("UV-750")
def test_a_regular_ship_in_champa_does_not_turn_the_others() -> None:
    t = sailing("champa, malacca", (9, 9, 9))
    assert t.ships(CONTI) == "champa, champa"
    assert not t.state.turned


@rule("UV-706", "UV-740")
def test_he_draws_no_encounter_and_rolls_no_affiliation() -> None:
    t = sailing("aden", (9, 9, 9), deck=[14])
    assert t.events("encounter_drawn", "dice", "affiliation_changed") == []
    assert all(t.aff(port) is None for port in ALL_PORTS)
    assert t.deck()[0] == 14


@rule("UV-752", "UV-310")
def test_he_uses_tokens_for_free_actions_only() -> None:
    t = trading("mecca", (-1, -1, -1), bazaar={"mecca": ["ar06"]}, p1="3 Y")
    assert (did(t), t.player(CONTI).tokens) == (["forfeit"], [0, 3, 0, 0])
    t = sailing("mecca", (-1, -1, -1), p1="3 G")
    assert (did(t), t.player(CONTI).tokens) == (["forfeit"], [0, 0, 0, 3])


def test_a_good_of_his_can_be_stolen() -> None:
    t = table(
        seats=1,
        mode="solo",
        ships={0: "malacca", 1: "mecca"},
        affiliation={"palembang": 0},
        wind="gray",
        goods={1: ["ar01"]},
        dials=(1, 0, 0),
        deck=[23],
        p0="3 porcelain",
        p1="5 profit",
    )
    t.chance("steal", good("ar01"))
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option hire")
    assert (t.goods(0), t.goods(1), t.tracks(0), t.tracks(1)) == (["ar01"], [], (0, 3), (0, 2))
