"""De' Conti: every decision of his, and what the event says (RULES.md, section 25)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ultimate_voyage.table import Table, base, good, new_game, round_starts, table
from ultimate_voyage.automa import act, ship_to_move
from ultimate_voyage.names import ZONES
from ultimate_voyage.rounds import ROUND_END, Course
from ultimate_voyage.turn import ActionPhase

rule = pytest.mark.rule
Dials = tuple[int, int, int]
CONTI = 1
FIRST, SECOND = 0, 1  # his first action; the second, which is a Sail unless he has explored
ALL_PORTS = ZONES[1:]


def conti(nth: int, ships: str, dials: Dials = (0, 0, 0), turned: bool = False, **position: Any) -> Table:
    """He has taken one action; Zheng He is in Nanjing. Without tokens at his port he trades first."""
    position = {"wind": "gray", "unused": {CONTI: "sun moon star"}, **position}
    t = Table(base(seats=1, mode="solo", ships={0: "nanjing", CONTI: ships}, dials=dials, **position))
    t.state.turned = turned
    t.state.stack = [Course(ROUND_END), ActionPhase(automa=3)]
    act(t.state, t._ctx(), nth)
    assert t.game.faults(t.state) == []
    return t


def trading(ships: str, dials: Dials = (0, 0, 0), **position: Any) -> Table:
    """A Trade as the second action, after Explore."""
    return conti(SECOND, ships, dials, marks={CONTI: "explore"}, **position)


def sailing(ships: str, dials: Dials = (0, 0, 0), **position: Any) -> Table:
    """A Sail as the second action, after Trade."""
    return conti(SECOND, ships, dials, marks={CONTI: "trade"}, **position)


def did(t: Table) -> list[str]:
    return t.told("de_conti", "action")


# --- set-up and cards


@rule("UV-700")
@pytest.mark.parametrize(
    ("sun", "port"), [(-2, "malindi"), (-1, "mogadishu"), (0, "mecca"), (1, "aden"), (2, "hormuz")]
)
def test_a_sun_roll_tells_where_he_starts(sun: int, port: str) -> None:
    t = new_game(1, "solo", dice={"sun": [sun]})
    assert t.ships(CONTI) == port
    assert t[CONTI] == ""
    assert t.told("dice", "purpose", "result") == [("de_conti_start", sun)]


@rule("UV-702")
def test_his_cards_have_fixed_positions_and_0_on_their_second_use() -> None:
    t = conti(FIRST, "mecca", (2, 0, 0), bazaar={"mecca": ["ar12"]})
    assert t.event("de_conti")["strength"] == 5 + 2
    t = trading("mecca", (1, 9, 9), bazaar={"mecca": ["ar10"]})
    assert t.event("de_conti")["strength"] == 4 + 1
    t = sailing("mecca", (0, -1, -1))
    assert t.event("de_conti")["strength"] == 1
    # A second Trade in the round, because no way is open for the ship.
    t = sailing("hormuz", (5, 0, 0), storm="western", bazaar={"hormuz": ["ar06"]})
    assert did(t) == ["trade"]
    assert t.event("de_conti")["strength"] == 5


@rule("UV-702", "UV-560")
def test_his_dials_are_the_public_ones_and_his_scrolls() -> None:
    t = round_starts(
        4, seats=1, mode="solo", ships={0: "nanjing", 1: "mecca"}, goods={1: ["se17", "ar19"]}, characters={0: "healer"}
    ).start()
    t.dice(sun=[-1], moon=[1], star=[2]).do(0, "solo_mat merchant")
    assert t.event("dials_set")["dials"] == [[-1, 1, 2], [0, 2, 2]]


# --- the course of his round


def whole_round(ships: str, dials: Dials, **position: Any) -> Table:
    s = base(
        seats=1,
        mode="solo",
        ships={0: "nanjing", CONTI: ships},
        dials=dials,
        unused={0: "sun", CONTI: "sun moon star"},
        wind="gray",
        **position,
    )
    s.in_actions = True
    s.stack = [Course(ROUND_END), ActionPhase()]
    return Table(s).start()


@rule("UV-710")
def test_with_something_to_explore_he_explores_trades_sails() -> None:
    t = whole_round("mecca", (0, 0, 0), bazaar={"mecca": ["ar06"]})
    assert did(t) == ["explore", "trade", "sail"]
    assert t.asked == {0: "turn"}


@rule("UV-710", "UV-714")
def test_else_he_trades_sails_and_makes_the_test_again() -> None:
    t = whole_round("mecca", (0, 0, 0), bazaar={"mecca": ["ar06"]}, tokens={"mecca": "RB", "aden": "Y"})
    assert did(t) == ["trade", "sail", "explore"]
    t = whole_round("mecca", (0, 0, 0), bazaar={"mecca": ["ar06"]}, tokens={"mecca": "RB", "aden": "R"})
    assert did(t) == ["trade", "sail", "forfeit"]


@rule("UV-714")
@pytest.mark.parametrize(
    ("tokens", "dials", "explores"),
    [("Y", (-3, -3, -3), True), ("Y", (-4, -4, -4), False), ("RB", (3, 3, 3), False), ("G", (-4, -4, -3), True)],
)
def test_can_he_explore(tokens: str, dials: Dials, explores: bool) -> None:
    t = conti(FIRST, "mecca", dials, tokens={"mecca": tokens}, bazaar={"mecca": ["ar12"]})
    assert (did(t)[0] == "explore") is explores


@rule("UV-714", "UV-516")
def test_a_port_explored_before_needs_1_more() -> None:
    t = conti(FIRST, "mecca", (-3, -3, -3), tokens={"mecca": "Y"}, bazaar={"mecca": ["ar12"]}, explored={0: "mecca"})
    assert did(t)[0] == "forfeit"


# --- Explore


@rule("UV-716", "UV-712")
@pytest.mark.parametrize(
    ("tokens", "dials", "dial", "taken"),
    [
        ("GGY", (-1, 0, 1), "sun", ["Y", "G"]),
        ("GGY", (0, 0, 2), "star", ["Y", "G", "G"]),
        ("GGY", (0, -1, -1), "moon", ["Y", "G"]),  # a tie: Moon before Star
        ("YYRG", (1, 1, 1), "sun", ["Y", "Y"]),
        ("RBG", (2, 0, -3), "star", ["G"]),  # never red or brown; the lowest dial does
        ("RB", (2, 0, -3), "", []),
    ],
)
def test_the_most_tokens_with_the_lowest_dial(tokens: str, dials: Dials, dial: str, taken: list[str]) -> None:
    port = "bengal" if "YYR" in tokens else "mecca"
    t = conti(FIRST, port, dials, tokens={port: tokens}, bazaar={port: ["bb08" if port == "bengal" else "ar16"]})
    if not taken:
        assert did(t)[0] != "explore"
        return
    event = t.events("de_conti")[0]
    assert (event["dial"], event["colours"], event["port"]) == (dial, taken, port)
    assert event["why"] == "the lowest dial that takes the most tokens"
    assert event["strength"] == 5 + dials[("sun", "moon", "star").index(dial)]
    assert t.view().players[CONTI].explored.keys() == {port}


@rule("UV-716", "UV-708", "UV-512")
def test_story_points_by_the_table_and_one_port_even_with_the_upgraded_card() -> None:
    t = conti(
        FIRST, "mecca, aden", (4, 4, 4), upgraded={CONTI: "explore"}, bazaar={"mecca": ["ar12"], "aden": ["ar13"]}
    )
    assert t.events("de_conti")[0]["port"] == "mecca"  # 3 tokens; Aden has 2 that he wants
    assert (t.tokens("mecca"), t.tokens("aden")) == ("", "RYG")
    assert t.story("arabia", CONTI) == 1


@rule("UV-716")
def test_of_several_ports_the_one_with_most_tokens_then_the_lower_number() -> None:
    t = conti(FIRST, "mecca, aden", (-1, -1, -1), bazaar={"mecca": ["ar12"], "aden": ["ar13"]})
    assert t.events("de_conti")[0]["port"] == "aden"  # two tokens at either


@rule("UV-718")
def test_without_anything_to_explore_at_last_he_forfeits_with_the_lowest_dial() -> None:
    t = conti(2, "mecca", (1, -2, 0), tokens={"mecca": ""}, marks={CONTI: "trade sail"})
    assert t.event("de_conti") == {
        "action": "forfeit", "why": "no token in reach", "card": "explore", "dial": "moon"
    }  # fmt: skip
    assert t.res(CONTI) == (2, 0)


# --- free actions after Explore


def exploring(port: str, tokens: str, lies: list[str], has: str = "", **position: Any) -> Table:
    dials = position.pop("dials", (-1, -1, -1))
    bazaar = {port: lies, **position.pop("bazaar", {})}
    return conti(FIRST, port, dials, tokens={port: tokens}, bazaar=bazaar, p1=has, **position)


@rule("UV-720", "UV-752")
@pytest.mark.parametrize(
    ("has", "bought", "porcelain", "yellow"),
    [
        ("3 Y", True, 0, 0),  # 4 tokens with the one just taken
        ("4 Y", True, 0, 1),  # no more than the cost
        ("1 Y, 3 porcelain", True, 0, 0),  # 2 tokens, and 1 + 2 porcelain for the rest
        ("1 Y, 2 porcelain", False, 2, 2),
        ("", False, 0, 1),
    ],
)
def test_a_free_trade_with_yellow_tokens_and_porcelain(has: str, bought: bool, porcelain: int, yellow: int) -> None:
    t = exploring("aden", "Y", ["ar06", "ar16"], has)
    assert t.goods(CONTI) == (["ar06"] if bought else [])
    assert did(t) == (["explore", "free_trade"] if bought else ["explore"])
    assert (t.res(CONTI), t.player(CONTI).tokens) == ((porcelain, 0), [0, yellow, 0, 0])
    assert t.tracks(CONTI) == (0, 2 if bought else 0)


@rule("UV-720")
def test_no_free_trade_without_a_yellow_or_wild_token() -> None:
    t = exploring("aden", "G", ["ar19"], "6 porcelain", upgraded={CONTI: "trade"})
    assert (did(t), t.goods(CONTI), t.res(CONTI)) == (["explore"], [], (6, 0))


@rule("UV-720")
def test_the_upgraded_card_saves_tokens_but_one_is_used_at_least() -> None:
    t = exploring("aden", "Y", ["ar06"], "3 Y", upgraded={CONTI: "trade"})
    assert t.events("de_conti")[1]["tokens"] == 3
    assert t.player(CONTI).tokens == [0, 1, 0, 0]


@rule("UV-720", "UV-540")
def test_bundles_after_regular_tokens_the_smallest_first() -> None:
    t = exploring("aden", "Y", ["ar06"], goods={CONTI: ["ar18", "se16"]})  # 3 and 2 wild tokens
    event = t.events("de_conti")[1]
    assert (event["tokens"], event["bundles"], event["porcelain"]) == (1, ["se16", "ar18"], 0)
    assert [t.state.c.good_ids[g] for g in t.state.flipped] == ["se16", "ar18"]
    # One token is enough with the smaller bundle.
    t = exploring("aden", "Y", ["ar19"], goods={CONTI: ["ar18", "se16"]})
    assert t.events("de_conti")[1]["bundles"] == ["se16"]
    assert t.goods(CONTI) == ["ar18", "se16", "ar19"]


@rule("UV-720", "UV-752")
def test_used_tokens_go_to_the_bag_unused_ones_are_kept() -> None:
    bag = exploring("aden", "YG", ["ar16"], "3 Y").state.bag
    t = exploring("aden", "YG", ["ar06"], "3 Y")
    assert t.state.bag[1] == bag[1] + 4
    assert t.player(CONTI).tokens == [0, 0, 0, 1]


@rule("UV-722", "UV-752")
def test_a_free_sail_to_a_port_where_a_free_trade_is_possible() -> None:
    t = exploring("calicut", "G", ["si01"], "4 Y", bazaar={"kotte": ["si05"]})
    assert did(t) == ["explore", "free_sail", "free_trade"]
    assert t.events("de_conti")[1] == {
        "type": "de_conti", "action": "free_sail", "why": "a free Trade is possible there", "tokens": 1, "to": "kotte"
    }  # fmt: skip
    assert (t.ships(CONTI), t.goods(CONTI), t.player(CONTI).tokens) == ("kotte", ["si05"], [0, 0, 0, 0])


@rule("UV-722")
def test_no_free_sail_without_a_green_token_or_in_vain() -> None:
    for has, tokens, goods in [("4 Y", "Y", ["si05"]), ("1 Y", "G", ["si05"]), ("4 Y", "G", ["si01"])]:
        t = exploring("calicut", tokens, ["si01"], has, bazaar={"kotte": goods})
        if tokens == "Y":  # 5 yellow tokens: he has no green one
            assert did(t) == ["explore"]
        assert "free_sail" not in did(t)
        assert t.ships(CONTI) == "calicut"


@rule("UV-722", "UV-354")
def test_the_fewest_green_tokens_that_reach_it() -> None:
    """From Mecca to Hormuz: 2 links in a gray round; with the wind the second one is free."""
    bazaar = {"aden": ["ar01", "ar02", "ar03"], "hormuz": ["ar06"], "calicut": ["si01"], "kotte": ["si02"]}
    t = exploring("mecca", "G", ["ar08"], "4 Y, 3 G", bazaar=bazaar)
    assert t.events("de_conti")[1]["tokens"] == 2
    t = exploring("mecca", "G", ["ar08"], "4 Y, 3 G", bazaar=bazaar, wind="yellow")
    assert t.events("de_conti")[1]["tokens"] == 1
    t = exploring("mecca", "G", ["ar08"], "4 Y, 3 G", bazaar=bazaar, upgraded={CONTI: "sail"})
    assert t.events("de_conti")[1]["tokens"] == 1
    assert (t.ships(CONTI), t.player(CONTI).tokens[3]) == ("hormuz", 3)


@rule("UV-722", "UV-730")
def test_of_several_ports_the_one_with_the_best_good_then_the_nearer() -> None:
    far = {"calicut": ["si01"], "kotte": ["si02"]}  # too dear
    bazaar = {"aden": ["ar19"], "hormuz": ["ar06"], **far}  # a scroll in Aden, a regular good in Hormuz
    t = exploring("mecca", "G", ["ar08"], "4 Y, 3 G", bazaar=bazaar)
    assert t.events("de_conti")[1]["to"] == "hormuz"
    assert t.goods(CONTI) == ["ar06"]
    same = {"aden": ["ar06"], "hormuz": ["ar05"], "calicut": ["si05"], "kotte": ["si02"]}
    t = exploring("mecca", "G", ["ar08"], "4 Y, 3 G", bazaar=same)
    assert t.events("de_conti")[1]["to"] == "aden"  # 2 Profit for 4 as in Calicut, and nearer


@rule("UV-724")
def test_one_free_sail_and_one_free_trade_at_most() -> None:
    t = exploring("calicut", "G", ["si01"], "9 Y, 4 G", bazaar={"kotte": ["si05", "si07"]})
    assert did(t) == ["explore", "free_trade"]  # the gem here, for 6 tokens
    assert t.player(CONTI).tokens == [0, 3, 0, 5]
    t = exploring("calicut", "G", ["si12"], "9 Y", bazaar={"kotte": ["si05", "si07"]})
    assert did(t) == ["explore", "free_sail", "free_trade"]
    assert (t.goods(CONTI), t.player(CONTI).tokens) == (["si05"], [0, 5, 0, 0])


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
