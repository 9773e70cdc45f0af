"""De' Conti: every decision of his, and what the event says (RULES.md, section 25)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ultimate_voyage.conti import CONTI, FIRST, Dials, conti, did, sailing, trading
from tests.games.ultimate_voyage.positions import base
from tests.games.ultimate_voyage.table import Table, new_game, round_starts
from ultimate_voyage.rounds import ROUND_END, Course
from ultimate_voyage.turn import ActionPhase

rule = pytest.mark.rule


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
