"""The Overlord's CP actions, reinforcing, special actions (RULES.md, section 8)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ming_voyages.table import Table, table

rule = pytest.mark.rule


def divisions(t: Table) -> set[tuple[tuple[str, int], ...]]:
    return {tuple(sorted(o["to"].items())) for o in t.options}


def overlord(**position: Any) -> Table:
    return table(turn="overlord", **position)


@rule("MV-365", "MV-270")
def test_the_overlord_spends_at_least_one_point_on_one_action() -> None:
    t = overlord(plays=24, manchus="3H").play(24).cp("amass")
    assert {sum(n for _, n in d) for d in divisions(t)} == {1, 2, 3}
    assert t.refused("overlord", "distribute", to={}) == "MV-370"
    assert t.refused("overlord", "distribute", to={"manchus": 4}) == "MV-370"
    t.overlord("distribute", to={"manchus": 1})
    assert t["manchus"] == "4H"
    assert t.asked == ("emperor", "play_card")


@rule("MV-370")
def test_amass_takes_hordes_into_any_homelands_divided_at_will() -> None:
    t = overlord(plays=24).play(24).cp("amass")
    assert (("eastern_mongols", 1), ("manchus", 1), ("western_mongols", 1)) in divisions(t)
    assert (("manchus", 3),) in divisions(t)
    assert t.refused("overlord", "distribute", to={"yunnan": 1}) == "MV-370"
    t.overlord("distribute", to={"manchus": 1, "western_mongols": 2})
    assert (t["manchus"], t["western_mongols"], t.supply("horde")) == ("1H", "2H", 9)


@rule("MV-375")
def test_move_goes_to_an_adjacent_homeland_or_a_borderland_without_troops() -> None:
    t = overlord(plays=8, eastern_mongols="3H", sichuan="1T", gansu="1H").play(8).cp("move")
    from_em = {(o["to"], o["n"]) for o in t.options if o["from"] == "eastern_mongols"}
    assert from_em == {(r, n) for r in ("western_mongols", "manchus", "gansu", "shanxi") for n in (1, 2)}
    assert t.refused("overlord", "move", from_="eastern_mongols", to="sichuan", n=1) == "MV-375"
    assert t.refused("overlord", "move", from_="eastern_mongols", to="liaodong", n=1) == "MV-375"
    assert t.refused("overlord", "move", from_="gansu", to="shanxi", n=2) == "MV-375"
    t.overlord("move", from_="eastern_mongols", to="gansu", n=2)
    assert (t["eastern_mongols"], t["gansu"]) == ("1H", "3H")


@rule("MV-380", "MV-075", "MV-400")
def test_b15_a_settlement_left_behind_keeps_control() -> None:
    t = overlord(plays=4, gansu="1H 1S", home="2T", emperor=[5, 6, 7, 10]).play(4).cp("move")
    t.overlord("move", from_="gansu", to="eastern_mongols", n=1)
    assert t["gansu"] == "1S"
    t = table(plays=5, gansu="1S", home="2T").play(5)
    assert "attack" in t.uses
    t.cp("move")
    assert "gansu" not in {o["to"] for o in t.options}


@rule("MV-380")
def test_move_may_leave_a_borderland_empty() -> None:
    t = overlord(plays=4, gansu="1H").play(4).cp("move").overlord("move", from_="gansu", to="shanxi", n=1)
    assert (t["gansu"], t["shanxi"]) == ("", "1H")


@rule("MV-385")
def test_attack_puts_hordes_from_any_adjacent_regions_into_a_ming_borderland() -> None:
    t = overlord(plays=24, sichuan="2T", western_mongols="1H", eastern_mongols="1H", gansu="1H 1S", manchus="3H")
    t.play(24).cp("attack")
    forces = {tuple(sorted(o["from"].items())) for o in t.options}
    assert {r for f in forces for r, _ in f} == {"western_mongols", "eastern_mongols", "gansu"}
    assert t.refused("overlord", "attack", from_={"manchus": 1}) == "MV-385"
    t.dice(attacker=[6, 6, 1], defender=[1, 2, 3])
    t.overlord("attack", from_={"western_mongols": 1, "eastern_mongols": 1, "gansu": 1})
    assert (t["sichuan"], t["gansu"], t["western_mongols"]) == ("3H", "1S", "")


@rule("MV-385", "MV-400")
def test_attack_needs_a_ming_target_next_to_hordes_and_settlements_do_not_count() -> None:
    assert "attack" not in overlord(plays=24, sichuan="1T", western_mongols="2S", manchus="3H").play(24).uses
    assert "attack" not in overlord(plays=24, home="3T", western_mongols="2H").play(24).uses
    t = overlord(plays=24, sichuan="1T", gansu="1T", eastern_mongols="1H").play(24).cp("attack")
    assert {o["target"] for o in t.options} == {"sichuan", "gansu"}
    assert t.refused("overlord", "attack_target", target="yunnan") == "MV-385"


@rule("MV-390")
def test_gather_takes_settlements_into_any_homelands_divided_at_will() -> None:
    t = overlord(plays=8).play(8).cp("gather")
    assert divisions(t) >= {(("manchus", 1), ("western_mongols", 1)), (("eastern_mongols", 2),), (("manchus", 1),)}
    assert t.refused("overlord", "distribute", to={"gansu": 1}) == "MV-390"
    t.overlord("distribute", to={"manchus": 2})
    assert (t["manchus"], t.supply("settlement")) == ("2S", 3)


@rule("MV-395", "MV-405")
def test_b14_building_needs_a_barbarian_controlled_borderland() -> None:
    t = overlord(plays=5, eastern_mongols="2S", gansu="1H", sichuan="1T").play(5).cp("build_settlement")
    assert t.options == [{"to": {"gansu": 1}}, {"to": {"gansu": 2}}]
    for region in ("shanxi", "sichuan"):
        assert t.refused("overlord", "distribute", to={region: 1}) == "MV-395"
    t.overlord("distribute", to={"gansu": 2})
    assert (t["eastern_mongols"], t["gansu"]) == ("", "1H 2S")


@rule("MV-395", "MV-405")
def test_build_is_from_one_homeland_into_one_or_several_adjacent_borderlands() -> None:
    t = overlord(plays=24, western_mongols="1S", eastern_mongols="2S", sichuan="1H", gansu="1S", liaodong="1H")
    t.play(24).cp("build_settlement")
    assert {o["from"] for o in t.options} == {"western_mongols", "eastern_mongols"}
    assert t.refused("overlord", "build_origin", from_="manchus") == "MV-395"
    t.overlord("build_origin", from_="eastern_mongols")
    assert divisions(t) == {
        (("sichuan", 1),),
        (("gansu", 1),),
        (("sichuan", 2),),
        (("gansu", 2),),
        (("gansu", 1), ("sichuan", 1)),
    }
    t.overlord("distribute", to={"sichuan": 1, "gansu": 1})
    assert (t["sichuan"], t["gansu"], t["eastern_mongols"]) == ("1H 1S", "2S", "")


@rule("MV-405")
def test_an_empty_borderland_takes_no_settlement() -> None:
    assert "build_settlement" not in overlord(plays=24, eastern_mongols="2S", yunnan="1H").play(24).uses


@rule("MV-400")
def test_settlements_never_move_attack_or_control_from_a_homeland() -> None:
    t = overlord(plays=24, gansu="2S", eastern_mongols="2S", manchus="1H").play(24)
    assert "attack" not in t.uses
    t.cp("move")
    assert {o["from"] for o in t.options} == {"manchus"}
    t = overlord(plays=24, gansu="2S", manchus="1H").play(24)
    assert "build_settlement" not in t.uses


@rule("MV-410", "MV-140", "MV-160")
def test_the_top_action_of_an_action_card_is_always_open_to_the_overlord() -> None:
    t = overlord(plays=22, emperor_reserve=[9], voyages=[7], manchus="1H").play(22)
    assert "special" in t.uses
    t.special()
    assert t.reserve("emperor") == []
    assert t["home"] == ""  # not the Emperor's action
    assert "special" in overlord(plays=22, emperor_reserve=[9], manchus="1H").play(22).uses


@rule("MV-415", "MV-150", "MV-155")
def test_a_barbarian_card_has_its_low_action_up_to_3_voyages_and_its_high_action_from_4() -> None:
    t = overlord(plays=25, voyages=[1, 2, 3]).play(25).special().overlord("pick_region", region="manchus")
    assert t["manchus"] == "1H"
    t = overlord(plays=25, voyages=[1, 2, 3, 4]).play(25).special().overlord("distribute", to={"manchus": 3})
    assert t["manchus"] == "3H"


@rule("MV-145", "MV-160")
def test_an_emperor_card_gives_the_overlord_its_cp_only() -> None:
    t = overlord(plays=2, manchus="1H").play(2, "first")
    assert "special" not in t.uses


@rule("MV-420", "MV-430", "MV-435")
def test_one_reserved_card_of_choice_adds_its_cp_to_a_cp_action() -> None:
    t = overlord(plays=24, overlord_reserve=[4, 11, 6]).play(24)
    amass = [o["reinforce"] for o in t.options if o.get("action") == "amass"]
    assert amass == [None, 4, 11, 6]
    t.cp("amass", reinforce=6)
    assert t.reserve("overlord") == [4, 11]
    assert t.events("use_chosen") == [
        {
            "type": "use_chosen",
            "side": "overlord",
            "use": "cp",
            "card": 24,
            "action": "amass",
            "cp": 6,
            "reinforcement": 6,
        }
    ]
    assert max(sum(n for _, n in d) for d in divisions(t)) == 6
    assert t.view("emperor").reinforcement == 6


@rule("MV-435", "MV-030")
def test_the_limits_of_the_action_hold_with_more_than_3_points() -> None:
    t = overlord(plays=24, overlord_reserve=[6], manchus="10H").play(24).cp("amass", reinforce=6)
    assert max(sum(n for _, n in d) for d in divisions(t)) == 2
    t = overlord(plays=24, overlord_reserve=[6], manchus="5H", western_mongols="1H").play(24).cp("move", reinforce=6)
    assert max(o["n"] for o in t.options) == 5


@rule("MV-425")
def test_special_actions_and_reactions_are_not_reinforced() -> None:
    t = overlord(plays=12, overlord_reserve=[6], sichuan="1T", western_mongols="6H").play(12)
    assert [o for o in t.options if o["use"] == "special"] == [{"use": "special"}]
    t.special()
    assert max(sum(o["from"].values()) for o in t.options) == 2  # an Attack of 2 inside a special action
    t = table(plays=12, overlord_reserve=[6], sichuan="1T", western_mongols="6H", home="1T").play(12, "second")
    t.overlord("reaction", accept=True)
    assert max(sum(o["from"].values()) for o in t.options) == 2


@rule("MV-430")
def test_b20_a_reinforcing_card_is_gone_from_the_reserve_and_gives_no_rerolls() -> None:
    t = overlord(plays=25, overlord_reserve=[24], sichuan="1T", western_mongols="2H", home="2G", voyages=[7])
    t.dice(attacker=[6, 5, 1], defender=[1, 2, 3]).play(25).cp("attack", reinforce=24)
    t.overlord("attack", from_={"western_mongols": 2})
    assert not t.events("battle_reroll_card")
    assert t.asked == ("overlord", "discard_order")
    assert (t["sichuan"], t["home"]) == ("2H", "2G")
    assert t.discard == []
    assert t.view("emperor").reinforcement == 24


@rule("MV-440", "MV-360")
@pytest.mark.parametrize("order", [[25, 24], [24, 25]])
def test_the_overlord_orders_the_played_and_the_reinforcing_card(order: list[int]) -> None:
    t = overlord(plays=25, overlord_reserve=[24], discard=[3]).play(25).cp("gather", reinforce=24)
    t.overlord("distribute", to={"manchus": 1})
    assert sorted(o["cards"] for o in t.options) == [[24, 25], [25, 24]]
    assert t.refused("overlord", "discard_order", cards=[25]) == "MV-440"
    t.overlord("discard_order", cards=order)
    assert t.discard == [3, *order]


@rule("MV-440")
def test_a_single_played_card_is_discarded_without_asking() -> None:
    t = overlord(plays=25, discard=[3]).play(25).cp("gather").overlord("distribute", to={"manchus": 1})
    assert t.discard == [3, 25]
    assert t.asked == ("emperor", "play_card")
