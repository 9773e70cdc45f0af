"""Solo: tie-breaks and the Overlord's Events (RULES.md, sections 14 and 15)."""

from __future__ import annotations

import pytest

from tests.games.ming_voyages.table import Table, table

rule = pytest.mark.rule

WEST, EAST, MANCHUS = "western_mongols", "eastern_mongols", "manchus"


def solo(cube: str = "left", **position: str) -> Table:
    return table(solo="easy", cube=cube, on=position)


def ties(t: Table) -> list[tuple[list[str], str, str]]:
    """Each use of the cube: candidates, pick, and where the cube went."""
    return [(e["candidates"], e["pick"], e["cube"]) for e in t.events("tie_break_used")]


def impossible(t: Table, event: str) -> bool:
    """The Event changes nothing and is told as impossible."""
    before = t.view(None).board, t.cube
    t.clear().event(event)
    done = t.events("event_done")
    if not done:
        assert (t.view(None).board, t.cube) == before
        assert t.told() == ["event_drawn", "event_impossible"]
    return not done


def moves(t: Table) -> list[tuple[str, str, int]]:
    return [(e["from"], e["to"], e["n"]) for e in t.events("pieces_changed") if e["cause"].endswith("_event")]


# --- tie-breaks


@rule("MV-770", "MV-775")
@pytest.mark.parametrize(("cube", "pick", "then"), [("left", WEST, "right"), ("right", MANCHUS, "left")])
def test_a_tie_goes_to_the_leftmost_or_rightmost_and_the_cube_changes_sides(cube: str, pick: str, then: str) -> None:
    t = solo(cube, western_mongols="1H", manchus="1H").event("amass 1")
    assert moves(t) == [("supply", pick, 1)]
    assert ties(t) == [([WEST, MANCHUS], pick, then)]
    assert t.cube == then
    assert t.chosen() == [({"fewest_hordes": {WEST: 1, MANCHUS: 1}}, "tie_break", pick)]


@rule("MV-770")
def test_the_cube_looks_at_the_tied_candidates_only() -> None:
    # Yunnan and Liaodong tie; Sichuan, Gansu and Shanxi are worse.
    on = {"yunnan": "1T", "sichuan": "5T", "shanxi": "5T", "liaodong": "1T", WEST: "2H", MANCHUS: "2H"}
    for cube, pick in (("left", "yunnan"), ("right", "liaodong")):
        t = solo(cube, **on).dice(attacker=[6, 6, 6], defender=[1, 2, 3]).event("attack 1")
        assert t.chosen("target") == [
            ({"most_favoured": {"yunnan": 1, "sichuan": -3, "shanxi": -3, "liaodong": 1}}, "tie_break", pick)
        ]
        assert ties(t)[0][0] == ["yunnan", "liaodong"]


@rule("MV-775")
def test_the_cube_stays_when_there_is_a_single_best_candidate() -> None:
    for cube in ("left", "right"):
        t = solo(cube, western_mongols="2H", manchus="1H").event("amass 1")
        assert moves(t) == [("supply", MANCHUS, 1)]
        assert t.chosen() == [({"fewest_hordes": {WEST: 2, MANCHUS: 1}}, "fewest_hordes", MANCHUS)]
        assert (t.cube, ties(t)) == (cube, [])


@rule("MV-775")
def test_the_cube_moves_even_if_both_ways_end_in_the_same_position() -> None:
    t = solo(sichuan="1T", western_mongols="1H", eastern_mongols="1H").dice(attacker=[6, 6, 6], defender=[1, 2, 3])
    t.event("attack 2")
    assert t["sichuan"] == "2H"
    assert ties(t) == [([WEST, EAST], WEST, "right")]
    assert t.cube == "right"


@rule("MV-775")
def test_the_cube_may_move_several_times_in_one_event() -> None:
    t = solo(sichuan="1T", shanxi="1T", western_mongols="1H", eastern_mongols="1H", manchus="1H")
    t.dice(attacker=[6, 6, 6], defender=[1, 2, 3]).event("attack 1")
    assert ties(t) == [(["sichuan", "shanxi"], "sichuan", "right"), ([WEST, EAST], EAST, "left")]
    assert t.cube == "left"


@rule("MV-775", "MV-795")
def test_an_impossible_event_moves_no_cube() -> None:
    t = solo(western_mongols="5H", manchus="6H")  # Amass 2 would compare them, but 1 Horde is left
    assert impossible(t, "amass 2")
    assert t.cube == "left"


@rule("MV-780")
def test_choices_are_made_among_the_candidates_with_which_the_event_can_be_carried_out() -> None:
    # The Homeland with most Settlements has nowhere to build, the Borderland with fewest Hordes no room.
    t = solo(western_mongols="3S", eastern_mongols="1S", yunnan="1T", sichuan="1T", gansu="1H", shanxi="1H")
    t.event("build 1")
    assert moves(t)[0][:2] == (EAST, "gansu")
    assert t.chosen("homeland") == [({"most_settlements": {EAST: 1}}, "only_candidate", EAST)]
    t = solo(eastern_mongols="2S", gansu="1H 3S", shanxi="3H")
    t.event("build 2")
    assert moves(t) == [(EAST, "shanxi", 2)]
    assert t.chosen("borderland") == [({"fewest_hordes": {"shanxi": 3}}, "only_candidate", "shanxi")]


# --- Amass


@rule("MV-785")
@pytest.mark.parametrize("x", [1, 2, 3])
def test_amass_x_needs_x_hordes_in_the_supply(x: int) -> None:
    for left in (x - 1, x):
        t = solo(eastern_mongols=f"{12 - left}H")
        assert impossible(t, f"amass {x}") == (left < x)
        assert t.supply("horde") == (left if left < x else 0)


@rule("MV-790")
def test_amass_1_goes_to_the_wing_with_fewer_hordes() -> None:
    assert moves(solo(western_mongols="1H", manchus="2H").event("amass 1")) == [("supply", WEST, 1)]
    assert moves(solo(western_mongols="3H", manchus="2H").event("amass 1")) == [("supply", MANCHUS, 1)]
    t = solo("right", western_mongols="1H", manchus="2H", eastern_mongols="").event("amass 1")
    assert t[EAST] == ""  # never the Eastern Mongols


@rule("MV-795")
def test_amass_2_is_amass_1_and_a_horde_for_the_eastern_mongols_without_tie_break() -> None:
    t = solo(western_mongols="2H", eastern_mongols="2H", manchus="1H").event("amass 2")
    assert moves(t) == [("supply", MANCHUS, 1), ("supply", EAST, 1)]
    assert ties(t) == []
    assert len(t.chosen()) == 1


@rule("MV-800", "MV-785", "MV-730", "MV-715")
def test_a8_amass_3() -> None:
    on = {WEST: "3H", EAST: "3H", MANCHUS: "3H"}
    t = solo(**on).event("amass 3")
    assert [t[r] for r in on] == ["4H", "4H", "4H"]
    assert t.chosen() == []
    on[WEST] = "4H"  # 2 in the Supply
    t = table(solo="hard", plays=18, on=on, decks={3: "amass reserve"}).play(18).cp("tax").emperor("take_amount", n=1)
    assert t.drawn() == [("amass 3", "reaction", False)]
    t = table(solo="hard", turn="overlord", plays=18, on=on, decks={3: "amass reserve", 1: "build"}).start()
    assert t.drawn()[:2] == [("amass 3", "turn", False), ("reserve 3", "turn", True)]


# --- Attack


@rule("MV-810", "MV-815", "MV-820", "MV-825", "MV-805")
def test_a4_most_favoured_target() -> None:
    t = table(
        solo="easy", turn="overlord", plays=8, decks={2: "attack", 1: "build"}, western_mongols="2H",
        eastern_mongols="1H", yunnan="1T", sichuan="2T", gansu="2H", shanxi="2T", liaodong="2T",
    ).dice(attacker=[5, 5, 5], defender=[1, 2, 3])  # fmt: skip
    t.start()
    assert t.chosen("target") == [
        ({"most_favoured": {"yunnan": 1, "sichuan": 2, "shanxi": 0}}, "most_favoured", "sichuan")
    ]
    assert t.chosen("attacker") == [
        ({"fewest_given": {WEST: 0, EAST: 0}, "most_hordes": {WEST: 2, EAST: 1}}, "most_hordes", WEST),
        ({"fewest_given": {WEST: 1, EAST: 0}, "most_hordes": {WEST: 1, EAST: 1}}, "fewest_given", EAST),
    ]
    assert moves(t) == [(WEST, "sichuan", 1), (EAST, "sichuan", 1)]
    assert (t[WEST], t[EAST], t["gansu"], t["sichuan"]) == ("1H", "", "2H", "2H")
    assert (ties(t), t.cube) == ([], "left")
    assert t.events("battle_started") == [{"type": "battle_started", "target": "sichuan", "attacker": "overlord"}]


@rule("MV-805", "MV-810")
@pytest.mark.parametrize(
    ("gansu", "free"), [("1H", 0), ("2H", 1), ("4H", 3), ("1H 1S", 1), ("3H 1S", 3), ("2S", 0), ("1H 2S", 1)]
)
def test_free_hordes_leave_one_piece_behind_in_a_borderland(gansu: str, free: int) -> None:
    t = solo(sichuan="1T", gansu=gansu)
    if free == 0:
        assert impossible(t, "attack 3")
        return
    t.dice(attacker=[6, 6, 6], defender=[1, 2, 3]).event("attack 3")
    assert t.chosen("target") == [({"most_favoured": {"sichuan": free - 1}}, "only_candidate", "sichuan")]
    assert moves(t) == [("gansu", "sichuan", free)]
    assert t["gansu"] != ""  # still his


@rule("MV-805")
def test_all_hordes_of_a_homeland_are_free() -> None:
    t = solo(yunnan="1T", western_mongols="2H").dice(attacker=[6, 6, 6], defender=[1, 2, 3]).event("attack 3")
    assert (t["yunnan"], t[WEST]) == ("2H", "")


@rule("MV-810")
def test_the_value_does_not_depend_on_x_and_a_borderland_without_attackers_is_no_candidate() -> None:
    for x in (1, 2, 3):
        t = solo(yunnan="1T", sichuan="3T", gansu="1T", liaodong="1T", western_mongols="4H", eastern_mongols="1H")
        t.dice(attacker=[6, 6, 6] * 2, defender=[1, 2, 3] * 2).event(f"attack {x}")
        assert t.chosen("target") == [
            ({"most_favoured": {"yunnan": 3, "sichuan": 2, "gansu": 0}}, "most_favoured", "yunnan")
        ]


@rule("MV-815")
def test_the_best_target_may_have_a_negative_value() -> None:
    t = solo(yunnan="5T", sichuan="4T", western_mongols="1H").dice(attacker=[1, 2, 3], defender=[6, 6, 6])
    t.event("attack 3")
    assert t.chosen("target") == [({"most_favoured": {"yunnan": -4, "sichuan": -3}}, "most_favoured", "sichuan")]
    assert t[WEST] == ""  # lost in battle


@rule("MV-815")
def test_without_a_candidate_the_attack_is_not_possible() -> None:
    assert impossible(solo(yunnan="1T", manchus="3H"), "attack 2")  # not adjacent
    assert impossible(solo(yunnan="1H", western_mongols="3H"), "attack 2")  # nothing Ming-controlled
    assert impossible(solo(yunnan="1T", sichuan="1H"), "attack 2")  # no free Horde


@rule("MV-820", "MV-775")
def test_b23_evenly_from_the_homelands() -> None:
    t = solo(shanxi="1T", eastern_mongols="3H", manchus="1H", gansu="3H")
    t.dice(attacker=[6, 6, 6], defender=[1, 2, 3]).event("attack 3")
    assert [c[2] for c in t.chosen("attacker")] == [EAST, MANCHUS, EAST]
    assert [c[1] for c in t.chosen("attacker")] == ["most_hordes", "fewest_given", "only_candidate"]
    assert (t["shanxi"], t[EAST], t[MANCHUS], t["gansu"]) == ("3H", "1H", "", "3H")
    assert t.cube == "left"


@rule("MV-820", "MV-775")
def test_b23_variant_with_ties() -> None:
    t = solo(shanxi="1T", eastern_mongols="2H", manchus="2H")
    t.dice(attacker=[6, 6, 6], defender=[1, 2, 3]).event("attack 3")
    assert [c[2] for c in t.chosen("attacker")] == [EAST, MANCHUS, MANCHUS]
    assert ties(t) == [([EAST, MANCHUS], EAST, "right"), ([EAST, MANCHUS], MANCHUS, "left")]
    assert (t[EAST], t[MANCHUS], t["shanxi"], t.cube) == ("1H", "", "3H", "left")


@rule("MV-820")
def test_borderlands_give_when_the_homelands_are_exhausted_and_all_hordes_there_are_counted() -> None:
    t = solo(sichuan="1T", western_mongols="1H", yunnan="3H", gansu="2H 1S")
    t.dice(attacker=[6, 6, 6], defender=[1, 2, 3]).event("attack 3")
    # After the Homeland Yunnan (3 Hordes, 2 of them free), then Gansu (has given fewer).
    assert moves(t) == [("yunnan", "sichuan", 1), ("gansu", "sichuan", 1), (WEST, "sichuan", 1)]
    first, second, third = t.chosen("attacker")
    assert first == ({"fewest_given": {WEST: 0}, "most_hordes": {WEST: 1}}, "only_candidate", WEST)
    assert second[0]["most_hordes"] == {"yunnan": 3, "gansu": 2}
    assert (second[1:], third[1:]) == (("most_hordes", "yunnan"), ("fewest_given", "gansu"))
    assert (t["yunnan"], t["gansu"], t["sichuan"]) == ("2H", "1H 1S", "3H")


@rule("MV-820")
def test_fewer_than_x_attack_when_no_more_are_free() -> None:
    t = solo(sichuan="1T", western_mongols="1H", gansu="2H").dice(attacker=[6, 6, 6], defender=[1, 2, 3])
    t.event("attack 3")
    assert (t["sichuan"], t[WEST], t["gansu"]) == ("2H", "", "1H")


@rule("MV-825", "MV-445")
def test_the_hordes_enter_together_and_the_overlord_is_the_attacker() -> None:
    t = table(solo="easy", yunnan="2T", western_mongols="3H", emperor_reserve=[5])
    t.dice(attacker=[6, 6, 5], defender=[1, 2, 3]).event("attack 2")
    assert t["yunnan"] == "2T 2H"  # the player is asked for re-rolls while the battle runs
    battle = t.view(None).battle
    assert battle is not None
    assert (battle.attacker, battle.target, battle.attack_dice) == ("overlord", "yunnan", [6, 6, 5])
    told = t.told()
    assert told.index("pieces_changed") < told.index("battle_started") < told.index("battle_roll")
    t.emperor("reroll", do="stop")
    assert t["yunnan"] == "2H"


# --- Build


@rule("MV-830", "MV-780")
def test_b32_build_looks_only_at_homelands_that_can_build() -> None:
    on = {WEST: "3S", EAST: "1S", "yunnan": "1T", "sichuan": "1T", "gansu": "2H", "shanxi": "1H", "liaodong": "1T"}
    t = solo(**on).event("build 1")
    assert t.chosen() == [
        ({"most_settlements": {EAST: 1}}, "only_candidate", EAST),
        ({"fewest_hordes": {"gansu": 2, "shanxi": 1}}, "fewest_hordes", "shanxi"),
    ]
    assert (t["shanxi"], t[EAST], t[WEST], t.cube) == ("1H 1S", "", "3S", "left")
    assert impossible(solo(**on), "build 2")


@rule("MV-830", "MV-770")
def test_build_moves_exactly_x_from_the_homeland_with_most_settlements() -> None:
    on = {WEST: "3S", EAST: "2S", "yunnan": "1H", "gansu": "1H"}
    for x in (1, 2, 3):
        t = solo(**on).event(f"build {x}")
        assert moves(t) == [(WEST, "yunnan", x)]
        assert t.chosen("homeland")[0][0] == {"most_settlements": {WEST: 3} if x == 3 else {WEST: 3, EAST: 2}}
    t = solo("right", western_mongols="2S", eastern_mongols="2S", yunnan="1H", gansu="1H").event("build 1")
    assert ties(t) == [([WEST, EAST], EAST, "left")]
    t = solo("right", eastern_mongols="1S", gansu="1H", shanxi="1H", sichuan="1S").event("build 1")
    assert moves(t) == [(EAST, "sichuan", 1)]  # a Borderland held by a Settlement alone has fewest Hordes


@rule("MV-830", "MV-690", "MV-405")
def test_build_needs_x_settlements_and_an_adjacent_barbarian_borderland_with_room_for_x() -> None:
    assert impossible(solo(western_mongols="1S", eastern_mongols="1S", yunnan="1H", gansu="1H"), "build 2")
    assert impossible(solo(western_mongols="2S"), "build 1")  # empty Borderlands
    assert impossible(solo(western_mongols="2S", yunnan="1T", sichuan="1T"), "build 1")
    assert impossible(solo(western_mongols="2S", liaodong="1H"), "build 1")  # not adjacent
    assert impossible(solo(western_mongols="2S", yunnan="4H"), "build 2")
    assert not impossible(solo(western_mongols="2S", yunnan="4H"), "build 1")


# --- Gather


@rule("MV-835", "MV-770", "MV-775", "MV-790")
def test_b22_amass_1_and_gather_2_with_ties() -> None:
    t = solo("right", western_mongols="1H", manchus="1H", eastern_mongols="2H").event("amass 1")
    assert (t[MANCHUS], t.cube) == ("2H", "left")
    t.clear().event("gather 2")
    assert t.chosen() == [
        (
            {"fewest_settlements": {WEST: 0, EAST: 0, MANCHUS: 0}, "most_hordes": {WEST: 1, EAST: 2, MANCHUS: 2}},
            "tie_break",
            EAST,
        )
    ]
    assert ties(t) == [([EAST, MANCHUS], EAST, "right")]
    assert (t[EAST], t.cube) == ("2H 2S", "right")


@rule("MV-835")
def test_gather_goes_to_the_homeland_with_fewest_settlements_then_most_hordes() -> None:
    t = solo(western_mongols="3H 1S", eastern_mongols="1H", manchus="2H 1S").event("gather 1")
    assert (moves(t), t.chosen()[0][1]) == ([("supply", EAST, 1)], "fewest_settlements")
    t = solo(western_mongols="1H", eastern_mongols="3H 1S", manchus="2H").event("gather 3")
    assert (moves(t), t.chosen()[0][1]) == ([("supply", MANCHUS, 3)], "most_hordes")


@rule("MV-835")
@pytest.mark.parametrize("x", [1, 2, 3])
def test_gather_x_needs_x_settlements_in_the_supply(x: int) -> None:
    for left in (x - 1, x):
        assert impossible(solo(gansu=f"{5 - left}S"), f"gather {x}") == (left < x)


# --- Move


@rule("MV-840", "MV-845", "MV-850")
def test_b24_move_priorities() -> None:
    t = solo(sichuan="2T", gansu="2H", shanxi="1H", liaodong="3T", eastern_mongols="2H").event("move 2")
    assert t.chosen() == [
        ({"priority_3_most_adjacent_troops": {"gansu": 2, "shanxi": 3}}, "priority_3_most_adjacent_troops", "shanxi"),
        ({"most_hordes": {EAST: 2}}, "only_candidate", EAST),
    ]
    assert (t["shanxi"], t[EAST], t.cube) == ("3H", "", "left")


@rule("MV-840")
def test_priority_1_is_an_empty_borderland_next_to_a_homeland_with_hordes() -> None:
    # Also beside it: an empty Borderland that only Borderlands reach, and barbarian ones facing many Troops.
    on = {"gansu": "2H", "sichuan": "5T", "shanxi": "", "liaodong": "", MANCHUS: "1H", EAST: "", "yunnan": "1T"}
    for cube, pick in (("left", "shanxi"), ("right", "liaodong")):
        t = solo(cube, **on).event("move 1")
        assert t.chosen("destination") == [({"priority_1": {"shanxi": 0, "liaodong": 0}}, "tie_break", pick)]
        assert ties(t)[0] == (["shanxi", "liaodong"], pick, "right" if cube == "left" else "left")
        assert moves(t) == [(MANCHUS, pick, 1)]


@rule("MV-840", "MV-845")
def test_priority_2_is_an_empty_borderland_next_to_a_barbarian_one_that_can_spare_a_horde() -> None:
    t = solo(yunnan="1T", sichuan="", gansu="2H", shanxi="1H", liaodong="4T", western_mongols="").event("move 3")
    assert t.chosen() == [
        ({"priority_2": {"sichuan": 0}}, "only_candidate", "sichuan"),
        ({"most_hordes": {"gansu": 2}}, "only_candidate", "gansu"),
    ]
    assert moves(t) == [("gansu", "sichuan", 1)]  # 1 piece stays
    t = solo(yunnan="1T", sichuan="", gansu="1H 1S", shanxi="2T", liaodong="4T").event("move 3")
    assert moves(t) == [("gansu", "sichuan", 1)]
    # Pieces without a free Horde open nothing.
    assert impossible(solo(yunnan="1T", sichuan="", gansu="2S", shanxi="2T", liaodong="4T"), "move 3")
    assert impossible(solo(yunnan="1T", sichuan="", gansu="1H", shanxi="2T", liaodong="4T"), "move 3")


@rule("MV-840")
def test_priority_3_counts_troops_in_adjacent_borderlands_only() -> None:
    t = solo(home="5T", yunnan="2H", sichuan="1T", gansu="3H", shanxi="2T", liaodong="2H", western_mongols="1H",
             eastern_mongols="1H", manchus="1H").event("move 1")  # fmt: skip
    assert t.chosen("destination") == [
        (
            {"priority_3_most_adjacent_troops": {"yunnan": 1, "gansu": 3, "liaodong": 2}},
            "priority_3_most_adjacent_troops",
            "gansu",
        )
    ]


@rule("MV-840", "MV-690")
def test_a_borderland_without_room_or_without_a_free_horde_beside_it_is_no_destination() -> None:
    t = solo(yunnan="3H 2S", sichuan="3T", gansu="1H", shanxi="1T", liaodong="1T", western_mongols="2H",
             eastern_mongols="1H").event("move 1")  # fmt: skip
    assert t.chosen("destination") == [({"priority_3_most_adjacent_troops": {"gansu": 4}}, "only_candidate", "gansu")]
    assert impossible(solo(yunnan="1H", sichuan="1T", gansu="1T", shanxi="1T", liaodong="1T"), "move 1")


@rule("MV-840")
def test_without_any_destination_the_move_is_not_possible() -> None:
    everywhere = dict.fromkeys(("yunnan", "sichuan", "gansu", "shanxi", "liaodong"), "1T")
    assert impossible(solo(**everywhere, western_mongols="5H"), "move 1")
    assert impossible(solo(), "move 2")  # no Horde on the board


@rule("MV-845")
def test_the_origin_is_the_adjacent_homeland_with_most_hordes_before_any_borderland() -> None:
    t = solo(sichuan="", western_mongols="1H", eastern_mongols="2H", gansu="5H", yunnan="1T").event("move 1")
    assert t.chosen("origin") == [({"most_hordes": {WEST: 1, EAST: 2}}, "most_hordes", EAST)]
    t = solo("right", sichuan="1H", western_mongols="2H", eastern_mongols="2H", gansu="1T", yunnan="1T",
             shanxi="1T", liaodong="1T").event("move 1")  # fmt: skip
    assert t.chosen("origin") == [({"most_hordes": {WEST: 2, EAST: 2}}, "tie_break", EAST)]
    t = solo(gansu="", shanxi="3H", sichuan="2H", yunnan="1T", liaodong="1T").event("move 1")
    assert t.chosen("origin") == [({"most_hordes": {"sichuan": 2, "shanxi": 3}}, "most_hordes", "shanxi")]


@rule("MV-850")
@pytest.mark.parametrize("x", [1, 2, 3])
def test_as_many_as_possible_at_most_x_move_from_one_origin(x: int) -> None:
    t = solo(sichuan="", western_mongols="4H", eastern_mongols="3H", yunnan="1T", gansu="1T").event(f"move {x}")
    assert moves(t) == [(WEST, "sichuan", x)]


@rule("MV-850", "MV-690")
def test_free_hordes_and_the_borderland_limit_bound_a_move() -> None:
    t = solo(sichuan="", western_mongols="2H", yunnan="1T").event("move 3")
    assert moves(t) == [(WEST, "sichuan", 2)]
    t = solo(sichuan="", gansu="3H", yunnan="1T", shanxi="1T", liaodong="1T").event("move 3")
    assert moves(t) == [("gansu", "sichuan", 2)]
    t = solo(sichuan="1H 3S", western_mongols="3H", yunnan="1T", gansu="1T", shanxi="1T", liaodong="1T")
    t.event("move 3")
    assert moves(t) == [(WEST, "sichuan", 1)]


# --- Reserve


@rule("MV-855", "MV-860")
def test_reserve_puts_the_main_card_in_play_of_either_side_on_top_of_the_pile() -> None:
    t = table(solo="easy", turn="overlord", plays=8, overlord_reserve=[5], decks={2: "reserve", 1: "build"}).start()
    assert t.reserve("overlord") == [5, 8]
    solo_view = t.view(None).solo
    assert solo_view is not None
    assert solo_view.reserves["overlord"] == [5, 8]  # face up, the top one last
    t = table(solo="moderate", plays=17, overlord_reserve=[5], decks={2: "reserve"})
    t.play(17).cp("tax").emperor("take_amount", n=1)
    assert t.reserve("overlord") == [5, 17]


@rule("MV-855")
def test_a_second_reserve_for_a_card_already_reserved_is_not_possible() -> None:
    t = table(solo="easy", turn="overlord", plays=8, decks={2: "reserve", 1: "reserve"}).start()
    assert t.drawn() == [("reserve 2", "turn", True), ("reserve 1", "second", False)]
    assert t.reserve("overlord") == [8]
    # With Reserve 3 it is the card that lacks, not the room.
    t = table(solo="easy", turn="overlord", plays=18, decks={3: "reserve", 1: "reserve"}).start()
    assert t.drawn() == [("reserve 3", "turn", True), ("reserve 1", "second", False)]


@rule("MV-860", "MV-870")
def test_the_card_reserved_last_is_the_first_to_be_used() -> None:
    t = table(solo="easy", turn="overlord", plays=8, overlord_reserve=[5], yunnan="1T", western_mongols="2H",
              decks={2: "reserve", 1: "attack"}).dice(
        attacker=[6, 4, 1, 6, 6, 1, 6, 6, 1], defender=[1, 2, 3])  # fmt: skip
    t.start()
    assert [e["card"] for e in t.events("battle_reroll_card")] == [8]
    assert (t.reserve("overlord"), t.discard) == ([5], [8])
