"""Turns, the choice of an action, strength, and what is done beside actions (RULES.md, section 12)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ultimate_voyage.scenes import meets, passes
from tests.games.ultimate_voyage.table import Table, table

rule = pytest.mark.rule


# --- turns


@rule("UV-290")
def test_seats_without_dial_or_ship_are_skipped() -> None:
    t = table(seats=3, unused={1: ""}, ships={2: "home"})
    passes(t, 0)
    assert t.asked == {0: "turn"}
    passes(t, 0)
    assert t.asked == {0: "turn"}


@rule("UV-292", "UV-380")
def test_start_of_a_turn() -> None:
    """Markers of `stay` go first: with the last one gone a pending combat against that port stands."""
    t = meets(10, "encounter_option stay")
    s = t.state
    s.card_left[10] = 2
    s.affiliation[5] = -2
    s.players[0].attacks = [5]
    s.players[0].cards.append(27)
    s.deck.remove(27)
    s.card_option[27], s.card_port[27], s.card_open[27] = 1, 5, 32
    lapsing = Table(s.copy())
    passes(lapsing, 1)
    assert lapsing.attacks(0) == []  # a marker is left on the card: no attack there
    assert lapsing.told("pending_lapsed", "port") == ["palembang"]
    s.card_left[10] = 1
    passes(t, 1)
    assert (t.attacks(0), t.held(0), s.card_left[27]) == (["palembang"], [27], 1)
    assert t.kinds(0) == {"action"}  # and Motivated waits


@rule("UV-292")
def test_stay_markers_go_at_the_start_of_turns() -> None:
    t = meets(10, "encounter_option stay")
    assert (t.held(0), t.state.card_left[10]) == ([10], 3)
    passes(t, 1)
    assert t.state.card_left[10] == 2
    passes(t, 0, 1)
    assert t.state.card_left[10] == 1
    t.dice(sun=[0, 0], moon=[0], star=[1])
    passes(t, 0, 1)
    assert t.state.round == 2
    if t.asked == {1: "turn"}:
        passes(t, 1)
    assert (t.held(0), t.state.discard) == ([], [10])


@rule("UV-292", "UV-324")
def test_motivated_gets_a_marker_at_the_start_of_each_turn() -> None:
    t = meets(27, "encounter_option motivate", p0="3 porcelain")
    assert t.state.card_left[27] == 0  # the first one comes with the next turn
    passes(t, 1)
    assert t.state.card_left[27] == 1
    assert {text.split()[1] for text in t.options(0, "motivated")} == {"1"}
    passes(t, 0)
    assert t.asked == {0: "turn"}  # the action is done; Motivated may still be used
    t.do(0, "end_turn")
    passes(t, 1)
    assert t.state.card_left[27] == 2


@rule("UV-380")
def test_pending_combats_lapse() -> None:
    t = table(ships={0: "champa", 1: "champa"}, attacks={0: "champa"}, order=[1, 0], dials=(9, 0, 0))
    t.dice(moon=[0]).do(1, "action combat sun champa", "attack champa 11")
    t.do(1, "invite ", "split_points 2 0").end(1)
    assert t.attacks(0) == []  # no longer hostile
    assert t.told("pending_lapsed", "seat", "port") == [(0, "champa")]
    assert "forfeit" in t.kinds(0)


@rule("UV-380")
def test_a_pending_combat_lapses_without_a_ship() -> None:
    t = table(ships={0: "malacca"}, attacks={0: "champa"})
    assert t.attacks(0) == []
    assert t.told("pending_lapsed", "port") == ["champa"]


@rule("UV-294", "UV-376")
def test_a_pending_action_comes_first() -> None:
    t = table(ships={0: "champa"}, attacks={0: "champa"}, p0="1 troops, 3 porcelain", dials=(1, 0, 0))
    assert t.kinds(0) == {"action"}
    assert {(text.split()[0], text.split()[2]) for text in t.options(0, "action")} == {("combat", "champa")}
    assert t.refused(0, "forfeit", card="combat", dial="sun") == "UV-300"
    assert t.refused(0, "action", card="sail", dial="sun", port="champa") == "UV-300"
    t.dice(moon=[1]).do(0, "action combat sun champa combat")
    assert "end" not in t.options(0)
    t.do(0, "attack champa 3").end(0)
    assert t.attacks(0) == []  # a draw settles it as well
    assert t.told("pending_settled", "port") == ["champa"]


@rule("UV-294", "UV-296", "UV-422")
def test_two_types_pending_after_a_free_action() -> None:
    """A free Sail in an Explore action brings the Tournament and, by a second one, an attack."""
    t = table(
        ships={0: "malacca, champa"},
        p0="6 G",
        wind="gray",
        deck=[11],
        affiliation={"palembang": 0},
        tokens={"malacca": "Y"},
        dials=(0, 0, 0),
    )
    t.do(0, "action explore sun malacca", "free_action G 2 malacca 0", "board flagship", "sail palembang", "end_route")
    t.do(0, "encounter_option accept")
    assert t.state.card_open[11]
    t.dice(sun=[-2]).do(0, "free_action G 1 champa 0", "board ship_1", "sail ayutthaya", "end_route")
    t.end(0).end(0)
    assert t.attacks(0) == ["ayutthaya"]
    passes(t, 1)
    kinds = {(text.split()[0], text.split()[3], text.split()[2]) for text in t.options(0, "action")}
    assert ("combat", "combat", "ayutthaya") in kinds
    assert {k for k in kinds if k[1] == "any"} == {
        (card, "any", "palembang") for card in ("sail", "combat", "diplomacy", "explore", "trade")
    }
    assert {k[1] for k in kinds} == {"combat", "any"}
    t.dice(moon=[0]).do(0, "action sail moon palembang any")
    assert t.kinds(0) == {"contest", "knowledge", "scout_goods", "scout_affiliation"}  # no normal step, no end


@rule("UV-296")
def test_a_pending_encounter_needs_no_ship_at_its_port() -> None:
    t = meets(30, "encounter_option suppress", p0="1 G", ships={0: "malacca"})
    t.state.players[0].ships[0] = 0  # back in Nanjing without having sailed
    passes(t, 1)
    assert {text.split()[2] for text in t.options(0, "action")} == {"nanjing"}
    t.dice(moon=[0]).do(0, "action combat moon nanjing combat")
    assert t.left() == (2, 2)
    assert t.options(0, "attack")[0] == "30 4"  # the contest counts as being there
    t.do(0, "attack 30 4").end(0)
    assert t.story("majapahit", 0) == 1


@rule("UV-296")
def test_a_pending_action_waits_for_the_next_round() -> None:
    position: dict[str, Any] = {"unused": {0: "sun", 1: ""}, "wind": "gray", "ships": {0: "malacca"}, "deck": [30]}
    t = table(affiliation={"palembang": 0}, dials=(2, 0, 0), **position)
    t.dice(sun=[0, 0], moon=[0], star=[1])
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option suppress")
    t.end(0)
    assert t.state.round == 2
    assert (t.held(0), t.kinds(0)) == ([30], {"action"})


@rule("UV-298")
def test_two_pending_encounters_at_the_same_port() -> None:
    """Both are fought in one action, before anything else of it."""
    t = meets(30, "encounter_option suppress", seats=2, dials=(2, 9, 0))
    s = t.state
    s.deck.remove(7)
    s.players[0].cards.append(7)
    s.card_option[7] = 1
    s.card_port[7] = 5
    s.card_open[7] = 128
    passes(t, 1)
    t.dice(moon=[0, 0]).do(0, "action combat moon palembang combat")
    assert t.left() == (11, 0)
    assert {text.split()[0] for text in t.options(0, "attack")} == {"30", "7"}
    assert not t.kinds(0) & {"build", "end"}
    t.do(0, "attack 30 4")
    assert {text.split()[0] for text in t.options(0, "attack")} == {"7"}
    assert not t.kinds(0) & {"build", "end"}
    t.do(0, "attack 7 5")
    assert (t.held(0), t.state.discard) == ([30], [7])  # Bandits leave a wild token
    good = t.state.c.good_profit[t.player(0).goods[0]]
    assert t.tracks(0) == (2, 3 + good)


# --- choosing


@rule("UV-300", "UV-302")
def test_which_cards_may_be_chosen() -> None:
    def legal(**position: Any) -> set[str]:
        return {text.split()[0] for text in table(**position).options(0, "action")}

    everything = {"sail", "combat", "diplomacy", "explore", "trade"}
    assert legal() == {"sail", "combat"}  # in Nanjing
    assert legal(ships={0: "champa"}) == everything
    assert legal(ships={0: "champa"}, tokens={"champa": ""}) == everything - {"explore"}
    assert legal(ships={0: "champa"}, bazaar={"champa": []}) == everything - {"trade"}
    assert legal(ships={0: "champa"}, affiliation={"champa": -2}) == everything - {"trade"}


@rule("UV-302", "UV-200")
def test_upgraded_cards_may_be_chosen_for_another_port() -> None:
    bare: dict[str, Any] = {"tokens": {"champa": ""}, "bazaar": {"champa": []}}
    t = table(ships={0: "champa, malacca"}, **bare)
    assert "trade sun champa" not in t.options(0, "action")
    assert "explore sun champa" not in t.options(0, "action")
    t = table(ships={0: "champa, malacca"}, upgraded={0: "trade explore"}, **bare)
    assert "trade sun champa" in t.options(0, "action")
    assert "explore sun champa" in t.options(0, "action")
    t = table(ships={0: "nanjing, malacca"}, upgraded={0: "trade explore diplomacy"})
    assert {text.split()[0] for text in t.options(0, "action") if text.endswith("nanjing")} == {"sail", "combat"}


@rule("UV-300")
def test_the_dial_goes_on_the_card() -> None:
    t = table(ships={0: "champa, malacca"}, dials=(1, 2, 3))
    assert len(t.options(0, "action")) == 5 * 3 * 2
    t.do(0, "action trade moon malacca")
    assert (t.unused(0), t.player(0).marks) == (["sun", "star"], 1 << 4)
    assert t.action.port == 3


# --- strength


@rule("UV-304")
def test_base_strength() -> None:
    t = table(
        ships={0: "champa"}, cards={0: "trade explore sail combat diplomacy"}, marks={0: "sail"}, dials=(2, -1, 0)
    )
    for card, dial, base in [("trade", "sun", 3), ("diplomacy", "moon", 4), ("combat", "star", 4), ("sail", "sun", 2)]:
        copy = Table(t.state.copy()).do(0, f"action {card} {dial} champa")
        assert copy.event("action_started")["base"] == base


@rule("UV-306", "UV-152")
@pytest.mark.parametrize(
    ("who", "card", "bonus"),
    [
        ("merchant", "trade", 2),
        ("navigator", "sail", 2),
        ("interpreter", "diplomacy", 2),
        ("healer", "diplomacy", 2),
        ("healer", "explore", 0),
        ("healer", "combat", 1),
    ],
)
def test_action_bonus(who: str, card: str, bonus: int) -> None:
    t = table(characters={0: who}, ships={0: "champa"}, upgraded={0: card}).do(0, f"action {card} sun champa")
    assert t.event("action_started")["bonus"] == bonus


@rule("UV-308", "UV-200")
def test_local_points() -> None:
    t = table(ships={0: "champa", 1: "champa"}, depots={"champa": 0}).do(0, "action diplomacy sun champa")
    assert t.left() == (3, 2)
    t.end(0).do(1, "action diplomacy sun champa")
    assert t.left() == (3, 0)  # not to other players
    t = table(seats=2).do(0, "action sail sun nanjing").end(0)
    assert t.do(1, "action combat sun nanjing").left() == (2, 2)  # all players in Nanjing


@rule("UV-308")
def test_local_points_stay_at_the_active_port() -> None:
    t = table(
        ships={0: "champa, malacca"},
        depots={"champa": 0},
        upgraded={0: "sail diplomacy explore trade"},
        wind="gray",
        dials=(0, 0, 0),
        affiliation={"champa": 0, "malacca": 0, "ayutthaya": 0},
    )
    sail = Table(t.state.copy()).do(0, "action sail sun champa")
    assert sail.left() == (2, 2)
    sail.do(0, "board flagship", "sail ayutthaya", "sail champa", "end_route", "board ship_1")
    assert sail.left() == (2, 0)
    sail = Table(t.state.copy()).do(0, "action sail sun malacca")
    assert sail.left() == (2, 0)
    talk = Table(t.state.copy()).do(0, "action diplomacy sun champa")
    assert talk.left() == (5, 2)
    assert set(talk.options(0, "diplomacy")) >= {"champa 3", "malacca 3", "champa -2", "malacca -2"}
    talk.do(0, "diplomacy malacca 3")
    assert talk.left() == (0, 2)
    assert talk.options(0, "diplomacy") == []
    assert "scout_goods ayutthaya" in talk.options(0)  # scouting counts as done at the active port


@rule("UV-310", "UV-542")
def test_knowledge_tokens() -> None:
    t = table(ships={0: "champa"}, p0="2 B, 1 R")
    bag = list(t.state.bag)
    t.do(0, "action diplomacy sun champa", "knowledge", "knowledge")
    assert t.left() == (5, 0)
    assert "knowledge" not in t.options(0)
    assert t.state.bag == [bag[0], bag[1], bag[2] + 2, bag[3]]
    assert t.told("token_used", "colour", "n") == [("B", 1), ("B", 1)]
    t = table(ships={0: "champa"}, p0="2 G, 1 R, 1 Y, 1 B").do(0, "action explore sun champa")
    assert not {"knowledge", "wild"} & t.kinds(0)


@rule("UV-310", "UV-416")
def test_wild_tokens_boost_any_colour() -> None:
    for card in ("sail", "combat", "diplomacy", "trade"):
        t = table(ships={0: "champa"}, goods={0: ["se16"]}).do(0, f"action {card} sun champa")
        before = t.action.total
        assert t.options(0, "wild") == ["se16 1", "se16 2"]
        t.do(0, "wild se16 2")
        assert t.action.total == before + 2
    t = table(ships={0: "champa"}, goods={0: ["se16"]}).do(0, "action explore sun champa")
    assert t.options(0, "wild") == []


@rule("UV-312")
def test_points_for_resources() -> None:
    t = table(p0="15 troops").do(0, "action combat sun nanjing")
    spent = []
    for _ in range(5):
        t.do(0, "resource")
        spent.append(15 - t.res(0)[1])
    assert spent == [1, 3, 6, 10, 15]
    assert t.action.total == 9
    t = table(p0="3 troops").do(0, "action combat sun nanjing", "resource", "resource")
    assert "resource" not in t.options(0)


@rule("UV-314")
@pytest.mark.parametrize(("card", "kind"), [("sail", 1), ("combat", 1), ("explore", 1), ("diplomacy", 0), ("trade", 0)])
def test_which_resource(card: str, kind: int) -> None:
    t = table(ships={0: "champa"}, p0="2 porcelain, 2 troops").do(0, f"action {card} sun champa", "resource")
    assert t.res(0) == ((2, 1) if kind else (1, 2))
    other = table(ships={0: "champa"}, p0="2 porcelain" if kind else "2 troops").do(0, f"action {card} sun champa")
    assert "resource" not in other.options(0)


@rule("UV-316", "UV-564")
def test_labor() -> None:
    labor = next(x for x, kind in zip(table().state.c.good_ids, table().state.c.good_class, strict=True) if kind == 5)
    t = table(seats=4, ships={0: "champa"}, goods={0: [labor]}, p0="2 prestige", dials=(0, 0, 0))
    t.do(0, "action combat sun champa", "labor")
    assert (t.action.total, t.tracks(0)) == (4, (1, 0))
    assert "labor" not in t.options(0)
    t.end(0)
    passes(t, 1, 2, 3)
    assert "labor" not in t.do(0, "action combat moon champa").options(0)
    t = table(seats=4, ships={0: "champa"}, goods={0: [labor]}).do(0, "action combat sun champa")
    assert "labor" not in t.options(0)  # no Prestige to pay


@rule("UV-316")
def test_penalties_add_up_and_wait_for_a_real_action() -> None:
    t = meets(3, "encounter_option small_help", dials=(2, 1, 0))
    s = t.state
    s.deck.remove(32)
    s.players[0].cards.append(32)
    s.card_option[32], s.card_port[32], s.card_open[32] = 1, 5, 1
    passes(t, 1)
    t.do(0, "forfeit trade star", "forfeit_gain 0 2")
    assert t.held(0) == [3, 32]  # a forfeit does not count
    passes(t, 1)
    t.do(0, "action diplomacy moon palembang")
    assert t.events("action_started")[-1]["base"] == 3 + 1 - 4
    assert (t.held(0), t.state.discard) == ([], [3, 32])


@rule("UV-316")
def test_a_penalty_hits_a_joint_combat() -> None:
    ships = {0: "malacca", 1: "palembang"}
    t = meets(3, "encounter_option small_help", ships=ships, affiliation={"palembang": -1})
    assert t.aff("palembang") == 1
    t.do(1, "action combat moon palembang", "attack palembang 2", "invite 0")
    t.do(0, "join_reply join moon")
    assert t.events("action_started")[-1]["base"] == 0
    assert t.held(0) == []


@rule("UV-316", "UV-536")
def test_no_penalty_in_a_free_action() -> None:
    t = meets(3, "encounter_option small_help", p0="1 B", goods={})
    s = t.state
    s.deck.remove(27)
    s.players[0].cards.append(27)
    s.card_option[27], s.card_port[27], s.card_open[27], s.card_left[27] = 1, 5, 32, 3
    passes(t, 1)
    t.do(0, "motivated diplomacy 4 palembang")
    assert t.left() == (4, 0)
    assert 3 in t.held(0)


@rule("UV-316")
def test_bonuses_of_cards() -> None:
    for card, action, n in [(18, "explore", 1), (20, "diplomacy", 1)]:
        t = passes(meets(card, "encounter_option hire", p0="2 porcelain"), 1)
        for _ in range(2):
            dial = t.unused(0)[0]
            t.do(0, f"action {action} {dial} palembang")
            assert t.events("action_started")[-1]["cards"] == n  # for ever
            t.end(0)
            if t.unused(0):
                passes(t, 1)
        assert t.held(0) == [card]
    for card, option, action in [(14, "deal", "sail"), (21, "hire", "trade"), (22, "hire", "diplomacy")]:
        t = passes(meets(card, f"encounter_option {option}", p0="2 porcelain"), 1)
        t.do(0, f"action {action} moon palembang")
        before = t.action.total
        t.do(0, f"card_bonus {card}")
        assert (t.action.total, t.held(0), t.state.discard) == (before + 2, [], [card])


@rule("UV-316", "UV-306")
def test_card_bonuses_do_not_count_toward_the_cap() -> None:
    t = passes(meets(20, "encounter_option hire", p0="2 porcelain", characters={0: "interpreter"}, dials=(2, 0, 0)), 1)
    t.do(0, "action diplomacy moon palembang")
    started = t.events("action_started")[-1]
    assert (started["bonus"], started["cards"]) == (2, 1)


@rule("UV-318")
def test_boosts_until_the_first_contest() -> None:
    t = table(ships={0: "champa"}, p0="9 troops, 1 R", dials=(6, 0, 0))
    t.do(0, "action combat sun champa", "resource", "build kiln", "resource")
    assert {"resource", "knowledge"} <= t.kinds(0)
    t.dice(moon=[0]).do(0, "attack champa 3", "split_points 1 1")
    assert not {"resource", "knowledge"} & t.kinds(0)


@rule("UV-318")
def test_boosts_while_a_route_is_under_way() -> None:
    t = table(p0="1 troops, 1 G", dials=(0, 0, 0)).do(0, "action sail sun nanjing", "board flagship", "sail champa")
    assert {"resource", "knowledge"} <= t.kinds(0)


@rule("UV-319")
def test_a_negative_general_part() -> None:
    t = table(dials=(-4, 0, 0), p0="9 troops").do(0, "action combat sun nanjing")
    assert (t.left(), t.action.left(True)) == ((-2, 2), 0)
    t.do(0, "resource")
    assert (t.left(), t.action.left(True)) == ((-1, 2), 1)


@rule("UV-319")
def test_local_points_are_spent_first() -> None:
    t = table(dials=(4, 0, 0)).do(0, "action combat sun nanjing", "build kiln")
    assert t.left() == (4, 0)


# --- the end of an action, forfeits


@rule("UV-320")
def test_an_action_without_any_step() -> None:
    t = table(ships={0: "champa"}, dials=(3, 0, 0)).do(0, "action diplomacy sun champa", "end")
    assert (t.asked, t.unused(0), t.player(0).marks) == ({1: "turn"}, ["moon", "star"], 4)
    assert t.event("action_ended") == {"seat": 0}


@rule("UV-322")
def test_forfeit() -> None:
    t = table(ships={0: "champa"}, p0="1 G")
    assert len(t.options(0, "forfeit")) == 15
    t.do(0, "forfeit explore moon")
    assert t.options(0) == ["forfeit_gain 2 0", "forfeit_gain 1 1", "forfeit_gain 0 2"]
    t.do(0, "forfeit_gain 1 1")
    assert (t.res(0), t.unused(0), t.player(0).marks) == ((1, 1), ["sun", "star"], 8)
    assert t.asked == {1: "turn"}
    passes(t, 1)
    t.do(0, "action explore sun champa")
    assert t.events("action_started")[-1]["base"] == 0  # the card counts as used


@rule("UV-324", "UV-414")
def test_mage() -> None:
    t = passes(meets(24, "encounter_option hire", p0="3 porcelain", dials=(2, 1, 0)), 1)
    assert set(t.options(0, "mage")) == {"0 moon", "0 star", "1 moon", "1 star"}
    t.dice(star=[3]).do(0, "mage 0 star")
    assert (t.player(0).dials, t.res(0)[0]) == ([2, 1, 3], 2)
    assert t.options(0, "mage") == []  # once per round
    t.do(0, "action trade star palembang").end(0)
    assert t.asked == {1: "turn"}


@rule("UV-324", "UV-326")
def test_mage_after_the_action() -> None:
    t = passes(meets(24, "encounter_option hire", p0="3 porcelain", dials=(2, 1, 0)), 1)
    t.do(0, "forfeit trade moon", "forfeit_gain 2 0")
    assert t.kinds(0) == {"mage", "end_turn"}
    t.dice(star=[-2]).do(0, "mage 1 star")
    assert t.player(1).dials == [2, 1, -2]
    assert t.asked == {1: "turn"}  # nothing is left to do
    assert t.events("turn_started")[-1]["seat"] == 1


@rule("UV-414")
def test_the_mage_is_renewed_in_the_next_round() -> None:
    t = passes(meets(24, "encounter_option hire", p0="3 porcelain", unused={0: "sun moon", 1: "sun"}), 1)
    t.dice(moon=[0]).do(0, "mage 0 moon")
    t.dice(sun=[0, 0], moon=[0], star=[1]).do(0, "forfeit trade moon", "forfeit_gain 2 0")
    t.do(0, t.options(0)[0])
    assert t.state.round == 2
    if t.asked == {1: "turn"}:
        passes(t, 1)
    assert "mage" in t.kinds(0)


@rule("UV-324")
def test_motivated_gives_a_free_action() -> None:
    t = meets(27, "encounter_option motivate", p0="3 porcelain, 1 Y", characters={0: "merchant"}, dials=(2, 0, 0))
    t.state.card_left[27] = 2
    passes(t, 1)
    assert t.state.card_left[27] == 3
    t.do(0, "motivated trade 2 palembang")
    assert t.left() == (3, 0)  # 2 markers, +1 of the Merchant
    assert "knowledge" not in t.options(0)
    assert (t.state.card_left[27], t.unused(0)) == (1, ["moon", "star"])
    t.end(0)
    assert "motivated" not in t.kinds(0)  # once per turn
    assert "action" in t.kinds(0)


@rule("UV-326")
def test_the_turn_ends_without_a_dial() -> None:
    """A free action of Motivated before the action costs the last dial (Harvest: `lose_dial`)."""
    t = meets(27, "encounter_option motivate", p0="3 porcelain", unused={0: "sun moon"}, dials=(2, 0, 0))
    t.state.card_left[27] = 5
    t.state.deck.remove(1)
    t.state.deck.append(1)
    t.state.affiliation[3] = 0
    t.state.players[0].res[1] = 1
    passes(t, 1)
    t.do(0, "motivated sail 3 palembang", "board flagship", "sail malacca", "end_route", "encounter_option big_help")
    t.end(0)
    assert t.unused(0) == []
    assert t.asked == {1: "turn"}


@rule("UV-326", "UV-198")
def test_the_turn_ends_without_a_ship() -> None:
    t = meets(27, "encounter_option motivate", p0="3 porcelain", dials=(2, 0, 0))
    t.state.card_left[27] = 9
    t.state.affiliation[3] = 0
    passes(t, 1)
    t.do(0, "motivated sail 9 palembang", "board flagship", "sail malacca", "sail champa", "sail nanjing").end(0)
    assert (t.ships(0), t.unused(0)) == ("home", ["moon", "star"])
    assert t.asked == {1: "turn"}
    passes(t, 1)
    assert t.asked == {1: "turn"}
