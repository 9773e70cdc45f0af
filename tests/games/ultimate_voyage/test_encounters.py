"""Drawing and resolving encounters, pending actions (RULES.md, section 15; EFFECTS.md)."""

from __future__ import annotations

import pytest

from tests.games.ultimate_voyage.positions import GAME, good
from tests.games.ultimate_voyage.scenes import drawn, meets, passes
from tests.games.ultimate_voyage.table import Table, table

rule = pytest.mark.rule
C = GAME.content


@rule("UV-400")
def test_an_empty_deck_is_made_of_the_discard_pile() -> None:
    t = table(
        wind="gray", ships={0: "malacca"}, affiliation={"palembang": 0}, dials=(2, 0, 0), deck=[9, 0], discard=[2, 3]
    )
    t.state.deck = []
    t.state.players[1].cards.append(9)
    t.state.card_option[9], t.state.card_port[9], t.state.card_open[9] = 0, 1, 1
    t.chance("encounters", 3, 2)
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route")
    assert t.event("encounters_shuffled") == {"cards": 2}
    assert t.event("encounter_drawn")["card"] == 3
    assert (t.deck(), t.state.discard) == ([2], [])


@rule("UV-400")
def test_no_card_left() -> None:
    t = table(wind="gray", ships={0: "malacca"}, affiliation={"palembang": 0}, dials=(2, 0, 0), deck=[9, 0])
    t.state.deck = []
    t.state.players[1].cards.append(9)
    t.state.card_option[9], t.state.card_port[9], t.state.card_open[9] = 0, 1, 1
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route").end(0)
    assert t.events("encounter_drawn") == []
    assert t.asked == {1: "turn"}


@rule("UV-402", "UV-404")
def test_options_that_can_be_paid() -> None:
    """Costs of an option are taken together, and every effect must be possible."""
    for card, has, options in [
        (9, "", {"refuse"}),
        (9, "1 porcelain", {"refuse", "small_gift"}),
        (9, "3 porcelain", {"refuse", "small_gift", "big_gift"}),
        (2, "1 troops", {"ignore", "small_help"}),
        (2, "2 troops", {"ignore", "small_help", "big_help"}),
        (28, "2 troops", {"ignore"}),
        (28, "3 troops", {"ignore", "agree"}),
        (23, "9 porcelain", {"ignore"}),  # nobody owns a good
        (25, "9 porcelain", {"ignore"}),  # nobody has troops
        (26, "9 troops", {"ignore"}),  # nobody has porcelain
        (24, "", {"ignore", "hire"}),
        (37, "1 porcelain", {"ignore"}),
    ]:
        t = drawn(card, p0=has)
        if "encounter_option" in t.asked.values():
            assert set(t.options(0, "encounter_option")) == options, (card, has)
        else:
            assert {t.event("encounter_resolved")["option"]} == options, (card, has)


@rule("UV-402")
def test_medicine_pays_for_options() -> None:
    t = drawn(26, p0="2 troops", p1="1 porcelain")
    assert set(t.options(0, "encounter_option")) == {"ignore", "sabotage"}
    t = drawn(9, p0="2 troops, 1 porcelain", seats=4, goods={0: ["si15"]})
    assert set(t.options(0, "encounter_option")) == {"refuse", "small_gift", "big_gift"}
    t.do(0, "encounter_option small_gift")
    assert t.options(0, "pay_mix") == ["1 0", "0 1"]
    t.do(0, "pay_mix 0 1")
    assert t.res(0) == (1, 1)


@rule("UV-402")
def test_a_dial_is_needed_to_be_lost() -> None:
    t = drawn(3, p0="2 troops", unused={0: "sun"})
    assert set(t.options(0, "encounter_option")) == {"ignore", "small_help"}
    t = drawn(3, p0="2 troops", unused={0: "sun star"}).do(0, "encounter_option big_help")
    assert t.unused(0) == []  # the only one left
    assert t.event("dial_set_aside") == {"seat": 0, "dial": "star"}


@rule("UV-402", "UV-068")
def test_the_healer_counts_for_troops_to_lose() -> None:
    t = drawn(4, p0="2 troops", characters={0: "healer"}, cards={0: "sail combat diplomacy explore trade"})
    assert set(t.options(0, "encounter_option")) == {"avoid", "quarantine", "help"}
    t.do(0, "encounter_option help", "pick_dial moon")
    assert (t.res(0), t.player(0).healer_used) == ((0, 0), True)  # he must, to pay


@rule("UV-402")
def test_the_text_of_a_card_beats_the_rules() -> None:
    """A captured depot is built without strength; the Tournament is lost by an equal result."""
    t = meets(17, "encounter_option hire", "pick_structure depot", p0="3 porcelain")
    assert (t.depot("palembang"), t.player(0).built) == (0, 1)


@rule("UV-404")
def test_a_card_without_a_legal_option_is_discarded() -> None:
    """Coronation at a port at -1 without porcelain, while a Diplomacy action is pending."""
    t = table(
        ships={0: "malacca, malacca"},
        p0="4 G",
        wind="gray",
        deck=[8, 36],
        affiliation={"palembang": 0, "surabaya": -1},
    )
    t.do(0, "action explore sun malacca", "free_action G 2 malacca 0", "board flagship", "sail palembang", "end_route")
    t.do(0, "encounter_option accept")
    t.do(0, "free_action G 2 malacca 0", "board ship_1", "sail surabaya", "end_route")
    assert t.event("encounter_void") == {"seat": 0, "card": 36}
    assert (t.state.discard, t.held(0), t.aff("surabaya")) == ([36], [8], -1)


@rule("UV-406")
def test_a_second_pending_action_of_another_type() -> None:
    def second(card: int, surabaya: int = 0) -> Table:
        t = table(
            ships={0: "malacca, malacca"},
            p0="4 G, 4 porcelain, 4 troops",
            wind="gray",
            deck=[8, card],
            affiliation={"palembang": 0, "surabaya": surabaya},
        )
        t.do(
            0,
            "action explore sun malacca",
            "free_action G 2 malacca 0",
            "board flagship",
            "sail palembang",
            "end_route",
        )
        t.do(0, "encounter_option accept", "end")
        return t.do(0, "free_action G 2 malacca 0", "board ship_1", "sail surabaya", "end_route")

    assert second(6).options(0, "encounter_option") == ["not_intervene", "intervene"]  # Diplomacy again
    assert second(36, 0).options(0, "encounter_option") == ["recognize", "denounce"]  # it would not be hostile
    for card, only in [
        (5, "not_taking_side"),
        (7, "avoid"),
        (11, "decline"),
        (30, "ignore"),
        (33, "avoid"),
        (35, "ignore"),
    ]:
        assert second(card).events("encounter_resolved")[1]["option"] == only
    assert second(36, -1).events("encounter_resolved")[1]["option"] == "recognize"


@rule("UV-408")
def test_affiliation_beyond_the_limits() -> None:
    t = drawn(9, affiliation={"palembang": 1}, p0="3 porcelain").do(0, "encounter_option big_gift")
    assert (t.aff("palembang"), t.marker("palembang")) == (3, 0)
    assert t.options(0) == ["split_points 1 0", "split_points 0 1"]
    t = drawn(3, affiliation={"palembang": -1}, p0="2 prestige, 2 profit").do(0, "encounter_option ignore")
    assert t.options(0) == ["split_points 1 0", "split_points 0 1"]
    t.do(0, "split_points 1 0")
    assert (t.aff("palembang"), t.tracks(0)) == (-2, (1, 2))
    t = drawn(3, affiliation={"palembang": -1}).do(0, "encounter_option ignore")
    assert (t.aff("palembang"), t.tracks(0)) == (-2, (0, 0))  # nothing more
    assert t.asked != {0: "split_points"}


@rule("UV-410", "UV-130")
def test_what_an_encounter_gives() -> None:
    """Story points for a tributary relation and a won contest; no Prestige for the steps."""
    t = drawn(9, affiliation={"palembang": 2}, p0="1 porcelain").do(0, "encounter_option small_gift")
    assert (t.marker("palembang"), t.story("majapahit", 0), t.tracks(0)) == (0, 1, (0, 0))
    t = passes(meets(5, "encounter_option side_with_rebels", dials=(2, 6, 0)), 1)
    t.dice(moon=[0]).do(0, "action combat moon palembang combat", "attack 5 8")
    assert t.story("majapahit", 0) == 2  # strength 4
    assert (t.aff("palembang"), t.tracks(0)) == (2, (0, 2))


@rule("UV-412")
def test_goods_of_encounters_give_no_story_points() -> None:
    t = drawn(1, p0="1 troops").chance("goods", good("mj12")).do(0, "encounter_option small_help")
    assert (t.goods(0), t.tracks(0), t.story("majapahit", 0)) == (["mj12"], (1, 0), 0)
    t = drawn(1, dials=(2, 0, 0)).chance("goods", good("mj16")).do(0, "encounter_option small_help")
    assert t.player(0).dials == [2, 1, 0]  # the scroll works at once
    t = drawn(1, goods={0: ["se14"]}).chance("goods", good("mj14")).do(0, "encounter_option small_help")
    assert t.tracks(0) == (0, 0)  # a second tiger


@rule("UV-416")
def test_wild_tokens_of_a_card_are_used_whole() -> None:
    t = drawn(4, p0="3 troops").do(0, "encounter_option help", "pick_dial moon")
    t.end(0)
    assert (t.held(0), t.state.card_wild[4]) == ([4], 2)
    passes(t, 1)
    t.do(0, "action trade star palembang")
    assert t.options(0, "wild") == ["4 1", "4 2"]
    before = t.action.total
    t.do(0, "wild 4 1")
    assert (t.action.total, t.held(0), t.state.discard) == (before + 1, [], [4])


@rule("UV-418")
def test_port_and_region_of_a_card() -> None:
    t = table(wind="gray", ships={0: "malacca"}, affiliation={"samudera": 0, "palembang": 0}, dials=(5, 0, 0), deck=[1])
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "sail samudera", "end_route")
    t.do(0, "encounter_option ignore")
    assert (t.aff("samudera"), t.aff("palembang")) == (-1, 0)
    t = table(wind="gray", ships={0: "palembang"}, affiliation={"champa": 0, "malacca": 0}, dials=(5, 0, 0), deck=[1])
    t.do(0, "action sail sun palembang", "board flagship", "sail malacca", "sail champa", "end_route")
    t.do(0, "encounter_option small_help")
    assert t.goods(0)[0].startswith("se")


# --- pending encounter actions


@rule("UV-420", "UV-298")
def test_a_pending_combat() -> None:
    """The card's port is the active one; scouting and boosts of the card; the Moon die."""
    t = meets(33, "encounter_option fight", p0="3 troops, 1 R", dials=(2, 4, 0))
    passes(t, 1)
    assert {(x.split()[0], x.split()[2], x.split()[3]) for x in t.options(0, "action")} == {
        ("combat", "palembang", "combat")
    }
    t.do(0, "action combat moon palembang combat", "scout_encounter", "scout_encounter top", "resource", "knowledge")
    assert t.left() == (6, 0)
    assert t.options(0, "attack") == [f"33 {n}" for n in range(6, 0, -1)]
    t.dice(moon=["yin", 3]).do(0, "attack 33 6")
    assert t.event("contest_result") == {
        "seat": 0, "card": 33, "action": "combat", "strength": 6, "opponent": 9, "result": "lost"
    }  # fmt: skip
    assert t.res(0) == (0, 0)  # three short; 2 troops and no porcelain
    assert t.told("pending_settled", "card") == [33]


@rule("UV-420", "UV-498")
@pytest.mark.parametrize(("sun", "result"), [(1, "won"), (2, "lost"), (-2, "lost")])
def test_a_pending_diplomacy(sun: int, result: str) -> None:
    t = passes(meets(8, "encounter_option accept", dials=(2, 2, 0), p0="1 prestige"), 1)
    t.dice(sun=[sun]).do(0, "action diplomacy moon palembang diplomacy", "parley 8 5")
    assert t.event("contest_result")["result"] == result  # 5 against 3 + the Sun die; equal is a loss
    if result == "won":
        assert (t.aff("palembang"), t.tracks(0), t.story("majapahit", 0), t.state.card_wild[8]) == (2, (2, 0), 1, 2)
    else:
        assert (t.aff("palembang"), t.tracks(0), t.story("majapahit", 0)) == (0, (0, 0), 0)
        assert t.state.discard == [8]


@rule("UV-420", "UV-422")
@pytest.mark.parametrize(("star", "result"), [(2, "won"), (3, "lost")])
def test_ancient_ruins(star: int, result: str) -> None:
    t = meets(35, "encounter_option visit", p0="2 troops, 1 B, 1 R, 1 G")
    assert t.res(0) == (0, 0)
    passes(t, 1)
    t.do(0, "action explore moon palembang explore")
    assert "explore" not in t.kinds(0)
    assert "free_action" in t.kinds(0)  # knowledge may be used before
    t.dice(star=[star]).do(0, "contest 35 4")
    assert t.event("contest_result")["result"] == result
    assert t.tracks(0) == (0, 3 if result == "won" else 0)
    assert "explore" not in t.kinds(0)
    assert t.player(0).explored[5] == 0
    assert t.story("majapahit", 0) == 0


@rule("UV-422")
def test_the_normal_diplomacy_card_settles_or_moves() -> None:
    t = passes(meets(8, "encounter_option accept", dials=(2, 9, 0)), 1)
    t.dice(sun=[0]).do(0, "action diplomacy moon palembang diplomacy", "parley 8 4")
    assert t.left() == (8, 0)
    assert "diplomacy" not in t.kinds(0)
    t = passes(meets(8, "encounter_option accept", dials=(2, 9, 0), upgraded={0: "diplomacy"}), 1)
    t.dice(sun=[0]).do(0, "action diplomacy moon palembang diplomacy", "parley 8 4")
    assert "diplomacy palembang 1" in t.options(0)


@rule("UV-422", "UV-294")
def test_the_tournament_uses_any_card() -> None:
    t = passes(meets(11, "encounter_option accept", dials=(2, 3, 0)), 1)
    assert len(t.options(0)) == 5 * 2
    for card, s in [("sail", 3), ("trade", 8), ("explore", 7)]:
        copy = Table(t.state.copy())
        copy.dice(moon=[0]).do(0, f"action {card} moon palembang any")
        assert copy.options(0, "contest")[0] == f"11 {s}" or copy.action.total == s
        assert not copy.kinds(0) & {"board", "sail", "trade", "explore", "end"}


@rule("UV-420")
def test_any_strength_may_be_kept() -> None:
    t = passes(meets(30, "encounter_option suppress", dials=(2, 6, 0)), 1)
    t.dice(moon=[0]).do(0, "action combat moon palembang combat", "attack 30 4")
    assert t.event("contest_result")["result"] == "won"
    assert t.left() == (4, 0)
    assert {"build", "attack"} <= t.kinds(0)  # the rest is free for the normal steps


@rule("UV-378", "UV-298")
def test_a_pending_encounter_and_an_attack_at_once() -> None:
    """The upgraded card divides its strength among both; without it each needs an action of its own."""
    for upgraded in ("", "combat"):
        s = table(ships={0: "malacca, palembang"}, attacks={0: "malacca"}, dials=(9, 0, 0)).state
        s.deck.remove(7)
        s.players[0].cards.append(7)
        s.card_option[7], s.card_port[7], s.card_open[7] = 1, 5, 128
        s.players[0].upgraded = 2 if upgraded else 0
        t = Table(s)
        t.state.stack.pop()  # asked again, with the card
        t.state.stack[-1].step = 1  # type: ignore[attr-defined]
        t.start()
        assert {x.split()[2] for x in t.options(0, "action")} == {"malacca", "palembang"}
        t.do(0, "action combat sun malacca combat")
        assert {x.split()[0] for x in t.options(0, "attack")} == ({"7", "malacca"} if upgraded else {"malacca"})


# --- effects in detail


@rule("UV-126")
def test_an_alliance_ends_hostility() -> None:
    """The port has become hostile meanwhile; Alliance brings it to 2 and its goods are turned up."""
    t = meets(8, "encounter_option accept", dials=(2, 9, 0))
    s = t.state
    s.affiliation[5] = -2
    s.seen[s.bazaar[5][0]] = 0
    passes(t, 1)
    t.dice(sun=[0]).do(0, "action diplomacy moon palembang diplomacy", "parley 8 12")
    assert (t.aff("palembang"), t.face_up("palembang")) == (2, t.bazaar("palembang"))


@rule("UV-122")
def test_an_encounter_ends_a_tributary_relation() -> None:
    t = drawn(3, affiliation={"palembang": 2}, markers={"palembang": 1}).do(0, "encounter_option ignore")
    assert (t.aff("palembang"), t.marker("palembang")) == (0, None)
    assert t.told("tributary_ended", "port") == ["palembang"]


@rule("UV-124")
def test_an_encounter_costs_a_depot() -> None:
    t = drawn(3, depots={"palembang": 1}).do(0, "encounter_option ignore")
    assert (t.aff("palembang"), t.depot("palembang"), t.player(1).built) == (-2, None, 1)


@rule("UV-140", "UV-142")
def test_points_of_effects_obey_limits_and_bonus_spaces() -> None:
    bonus = {("prestige", 5): "1 ship, 1 upgrade"}
    t = drawn(2, p0="2 troops, 4 prestige", bonus=bonus).do(0, "encounter_option big_help", "pick_dial moon")
    assert t.asked == {0: "bonus_token"}
    t.do(0, "bonus_token upgrade", "pick_upgrade trade")
    assert (t.tracks(0)[0], t.upgraded(0), t.goods(0)) == (6, ["trade"], ["mj10"])
    t = drawn(7).do(0, "encounter_option avoid")
    assert t.tracks(0) == (0, 0)


@rule("UV-118")
def test_3_again_with_a_marker_is_no_new_relation() -> None:
    t = drawn(9, affiliation={"palembang": 2}, markers={"palembang": 1}, p0="1 porcelain")
    t.do(0, "encounter_option small_gift")
    assert (t.aff("palembang"), t.marker("palembang"), t.story("majapahit", 0)) == (3, 1, 0)


@rule("UV-618", "UV-408")
def test_encounters_at_samudera_in_the_quick_game() -> None:
    """Steps upward count wholly as points, steps downward do nothing."""

    def met(answer: str) -> Table:
        t = table(mode="quick", round=5, wind="gray", ships={0: "kotte"}, affiliation={"kotte": 0}, dials=(3, 0, 0),
                  deck=[9], p0="3 porcelain")  # fmt: skip
        t.do(0, "action sail sun kotte", "board flagship", "sail samudera", "end_route", "return_home")
        return t.do(0, f"encounter_option {answer}")

    t = met("big_gift")
    assert t.options(0) == [f"split_points {3 - n} {n}" for n in range(4)]
    assert (met("refuse").aff("samudera"), met("refuse").tracks(0)) == (3, (0, 0))
