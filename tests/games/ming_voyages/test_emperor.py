"""The Emperor's CP actions and special actions (RULES.md, section 7)."""

from __future__ import annotations

import pytest

from tests.games.ming_voyages.table import GAME, Table, table

rule = pytest.mark.rule


def moves(t: Table) -> set[tuple[str, str, int]]:
    return {(o["from"], o["to"], o["n"]) for o in t.options}


@rule("MV-270")
def test_points_may_be_left_unspent_but_at_least_one_is_spent() -> None:
    t = table(plays=24).play(24, "first").cp("recruit")
    assert [o["n"] for o in t.options] == [1, 2, 3]
    assert t.refused("emperor", "take_amount", n=0) == "MV-275"
    assert t.refused("emperor", "take_amount", n=4) == "MV-275"
    t.emperor("take_amount", n=1)
    assert t["home"] == "1T"
    assert t.asked == ("overlord", "reaction")


@rule("MV-270")
def test_all_points_go_to_one_action_carried_out_once() -> None:
    t = table(plays=12, home="3T").play(12, "first").cp("move").emperor("move", from_="ming_homeland", to="yunnan", n=1)
    assert t.asked == ("overlord", "play_card")
    assert (t["home"], t["yunnan"]) == ("2T", "1T")


@rule("MV-275")
@pytest.mark.parametrize(("card", "cp"), [(4, 1), (8, 2), (24, 3)])
def test_recruit_takes_a_troop_per_point_into_the_homeland(card: int, cp: int) -> None:
    t = table(plays=card).play(card).cp("recruit")
    if cp > 1:
        t.emperor("take_amount", n=cp)
    assert t["home"] == f"{cp}T"
    assert t.supply("troop") == 12 - cp
    assert t.events("pieces_changed") == [
        {
            "type": "pieces_changed",
            "piece": "troop",
            "from": "supply",
            "to": "ming_homeland",
            "n": cp,
            "cause": "recruit",
        }
    ]


@rule("MV-280", "MV-285")
def test_b16_move_goes_to_the_homeland_or_an_adjacent_borderland_without_barbarians() -> None:
    t = table(plays=8, yunnan="2T", sichuan="1H", gansu="1T", home="1T").play(8).cp("move")
    assert {m for m in moves(t) if m[0] == "yunnan"} == {("yunnan", "ming_homeland", 1), ("yunnan", "ming_homeland", 2)}
    assert {m[1] for m in moves(t) if m[0] == "ming_homeland"} == {"yunnan", "gansu", "shanxi", "liaodong"}
    assert {m[1] for m in moves(t) if m[0] == "gansu"} == {"ming_homeland", "shanxi"}
    for to in ("sichuan", "gansu", "yunnan"):
        assert t.refused("emperor", "move", from_="yunnan", to=to, n=1) == "MV-280"


@rule("MV-280", "MV-285")
def test_move_takes_as_many_troops_as_points_from_one_region_and_may_empty_it() -> None:
    t = table(plays=24, yunnan="2T", home="4T").play(24).cp("move")
    assert max(m[2] for m in moves(t) if m[0] == "yunnan") == 2
    assert max(m[2] for m in moves(t) if m[0] == "ming_homeland") == 3
    t.emperor("move", from_="yunnan", to="sichuan", n=2)
    assert (t["yunnan"], t["sichuan"], t["home"]) == ("", "2T", "4T")


@rule("MV-290", "MV-295", "MV-445")
def test_attack_puts_up_to_the_points_from_any_adjacent_regions_into_one_borderland() -> None:
    t = table(plays=24, sichuan="2H", yunnan="1T", gansu="2T", home="1T", liaodong="1T").play(24).cp("attack")
    sums = {tuple(sorted(o["from"].items())) for o in t.options}
    assert {region for s in sums for region, _ in s} == {"yunnan", "gansu", "ming_homeland"}
    assert {sum(n for _, n in s) for s in sums} == {1, 2, 3}
    assert t.refused("emperor", "attack", from_={"gansu": 2, "ming_homeland": 1, "yunnan": 1}) == "MV-290"
    assert t.refused("emperor", "attack", from_={"liaodong": 1}) == "MV-290"
    assert t.refused("emperor", "attack", from_={}) == "MV-290"
    t.dice(attacker=[6, 6, 1], defender=[1, 2, 3]).emperor("attack", from_={"gansu": 2, "yunnan": 1})
    assert (t["sichuan"], t["gansu"], t["yunnan"], t["home"]) == ("3T", "", "", "1T")


@rule("MV-290", "MV-295")
def test_attack_needs_a_barbarian_controlled_target_next_to_troops() -> None:
    assert "attack" not in table(plays=24, home="3T", yunnan="1T").play(24).uses
    assert "attack" not in table(plays=24, yunnan="3T", gansu="1H").play(24).uses
    t = table(plays=24, home="3T", yunnan="1H", gansu="1S").play(24).cp("attack")
    assert {o["target"] for o in t.options} == {"yunnan", "gansu"}
    assert t.refused("emperor", "attack_target", target="sichuan") == "MV-290"


@rule("MV-300")
def test_tax_takes_gold_into_the_homeland() -> None:
    t = table(plays=24, home="1G").play(24).cp("tax").emperor("take_amount", n=3)
    assert (t["home"], t["sea"], t.supply("gold")) == ("4G", "", 1)


@rule("MV-305")
def test_build_junks_takes_junks_into_the_south_china_sea() -> None:
    t = table(plays=24, voyages=[1]).play(24).cp("build_junks").emperor("take_amount", n=3)
    assert (t["sea"], t.supply("junk")) == ("3J", 3)


@rule("MV-310")
def test_a_voyage_needs_a_junk_at_sea_and_gold_anywhere() -> None:
    assert "voyage" not in table(plays=24, home="3G").play(24).uses
    assert "voyage" not in table(plays=24, sea="3J").play(24).uses
    assert "voyage" in table(plays=24, sea="1J", home="1G").play(24).uses
    assert "voyage" in table(plays=24, sea="1J 1G").play(24).uses


@rule("MV-315", "MV-335")
def test_all_gold_of_the_sea_is_sent_and_any_of_the_homeland() -> None:
    t = table(plays=24, sea="2J 2G", home="2G", voyages=[1, 2, 3, 4, 5]).play(24).cp("voyage")
    assert {(o["voyage"], o["junks"], o["gold"]) for o in t.options} == {
        (v, j, g) for v in (6, 7) for j in (1, 2) for g in (2, 3, 4)
    }
    assert t.refused("emperor", "voyage", voyage=6, junks=1, gold=1) == "MV-315"
    assert t.refused("emperor", "voyage", voyage=6, junks=3, gold=2) == "MV-315"
    assert t.refused("emperor", "voyage", voyage=6, junks=0, gold=2) == "MV-315"
    t = table(plays=24, sea="1J", home="1G").play(24).cp("voyage")
    assert {o["gold"] for o in t.options} == {1}


@rule("MV-320", "MV-325")
def test_a2_voyage_to_sumatra() -> None:
    t = table(plays=5, sea="3J", home="2G", voyages=[1])
    assert GAME.content.open_specials(0, t.state.completed)[19] is None
    t.dice(voyage=[5, 4]).play(5, "first").cp("voyage").emperor("voyage", voyage=6, junks=3, gold=2)
    assert t.events("voyage_rolled") == [
        {"type": "voyage_rolled", "voyage": 6, "junks": 3, "gold": 2, "bonus": 0, "dice": [5, 4], "success": True}
    ]
    assert t.voyages == [1, 6]
    assert (t["sea"], t["home"], t.supply("gold")) == ("2J", "", 5)
    assert GAME.content.open_specials(0, t.state.completed)[19] is not None


@rule("MV-320")
@pytest.mark.parametrize(("dice", "success"), [([5, 5], False), ([5, 6], False), ([6, 4], True), ([1, 6], True)])
def test_a_die_succeeds_if_it_is_lower_than_junks_and_gold_and_one_is_enough(dice: list[int], success: bool) -> None:
    t = table(plays=5, sea="3J", home="2G").dice(voyage=dice)
    t.play(5).cp("voyage").emperor("voyage", voyage=6, junks=3, gold=2)
    assert t.events("voyage_rolled")[0]["dice"] == dice
    assert (t.voyages == [6]) == success


@rule("MV-320", "MV-340")
def test_all_dice_are_rolled_and_further_successes_complete_nothing_more() -> None:
    t = table(plays=24, sea="4J", home="3G").dice(voyage=[1, 1, 1])
    t.play(24).cp("voyage").emperor("voyage", voyage=6, junks=4, gold=3)
    assert t.voyages == [6]
    assert t.script["voyage"] == []
    assert t.asked == ("overlord", "reaction")


@rule("MV-330", "MV-315", "MV-335")
def test_b6_a_failed_voyage_keeps_its_gold_at_sea() -> None:
    t = table(plays=4, sea="2J", home="3G", emperor=[4, 5, 6, 7, 8], overlord=[24, 10, 11, 12], turn="emperor")
    t.dice(voyage=[3]).play(4).cp("voyage").emperor("voyage", voyage=3, junks=1, gold=2)
    assert t.voyages == []
    assert (t["sea"], t["home"]) == ("2G 2J", "1G")
    t.overlord("reaction", accept=False)
    t.overlord("play_card", card=24, mode="first").special()  # Raids: the one Gold left in the Homeland
    assert (t["sea"], t["home"]) == ("2G 2J", "")
    t = table(plays=4, sea="2G 2J", home="1G").play(4).cp("voyage")
    assert {o["gold"] for o in t.options} == {2, 3}


@rule("MV-320", "MV-325")
def test_b7_a_total_of_seven_never_fails() -> None:
    t = table(plays=4, sea="4J", home="3G").dice(voyage=[6])
    t.play(4, "first").cp("voyage").emperor("voyage", voyage=1, junks=4, gold=3)
    assert t.voyages == [1]
    assert (t["sea"], t.supply("gold")) == ("3J", 5)


@rule("MV-335")
def test_no_overlord_action_touches_gold_at_sea() -> None:
    t = table(turn="overlord", plays=24, sea="3G 1J", home="1G").play(24).special()
    assert (t["sea"], t["home"]) == ("3G 1J", "")
    t = table(turn="overlord", plays=19, sea="3G 1J", manchus="1H").play(19)
    assert "special" not in t.uses


@rule("MV-335")
def test_gold_at_sea_is_spent_on_a_voyage_only() -> None:
    t = table(plays=24, sea="2G 1J", home="1T").play(24)
    for use in sorted(t.uses - {"voyage"}):
        again = table(plays=24, sea="2G 1J", home="1T").play(24).cp(use)
        again.emperor(again.asked[1], **{("from_" if k == "from" else k): v for k, v in again.options[0].items()})
        assert "2G" in again["sea"]


@rule("MV-345", "MV-145", "MV-155", "MV-135")
@pytest.mark.parametrize(("voyages", "home", "sea"), [([1, 2, 3], "1T 1G", ""), ([1, 2, 3, 4], "1T", "1J")])
def test_an_emperor_card_has_its_low_action_up_to_3_voyages_and_its_high_action_from_4(
    voyages: list[int], home: str, sea: str
) -> None:
    t = table(plays=2, voyages=voyages).play(2).special()
    assert (t["home"], t["sea"]) == (home, sea)


@rule("MV-350", "MV-140", "MV-160")
def test_an_action_card_opens_to_the_emperor_with_its_voyage() -> None:
    assert "special" not in table(plays=22, voyages=[1, 2, 3, 4, 5, 6]).play(22).uses
    t = table(plays=22, voyages=[7]).play(22, "first")
    assert "special" in t.uses
    t.special()
    assert t["home"] == "2T"  # the Emperor's action, not the Overlord's


@rule("MV-355", "MV-425")
def test_the_emperor_cannot_reinforce() -> None:
    t = table(plays=8, emperor_reserve=[24], home="1T").play(8)
    assert all("reinforce" not in o for o in t.options)
    assert t.refused("emperor", "choose_use", use="cp", action="recruit", reinforce=24) == "MV-210"


@rule("MV-360")
def test_the_played_card_goes_on_top_of_the_discard_pile_at_the_end_of_the_phase() -> None:
    t = table(plays=24, discard=[3, 9], home="1G").play(24, "first").cp("tax").emperor("take_amount", n=1)
    assert (t.discard, t.view(None).in_play) == ([3, 9], 24)
    t.overlord("reaction", accept=True)
    assert (t.discard, t.view(None).in_play) == ([3, 9, 24], None)
    assert t.events("cards_discarded") == [{"type": "cards_discarded", "cards": [24], "cause": "end_of_phase"}]
