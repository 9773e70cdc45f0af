"""Solo: set-up, difficulty, limits (RULES.md, section 12)."""

from __future__ import annotations

from typing import Any

import pytest

from ming_voyages.edition import load_edition
from ming_voyages.names import TROOP
from ming_voyages.view_types import SoloView
from rulekit.chance import Seeded
from rulekit.errors import InvalidOptions
from rulekit.events import Ctx
from tests import laws
from tests.games.ming_voyages.table import GAME, Table, new_game, table

rule = pytest.mark.rule

DIFFICULTIES = ("easy", "moderate", "hard", "brutal")
HOMELANDS = ("western_mongols", "eastern_mongols", "manchus")
BORDERLANDS = ("yunnan", "sichuan", "gansu", "shanxi", "liaodong")


def solo(t: Table) -> SoloView:
    found = t.view("emperor").solo
    assert found is not None
    return found


def started(difficulty: str = "easy", challenge: bool = False, **more: Any) -> Table:
    return new_game(mode="solo", options={"difficulty": difficulty, "extra_challenge": challenge}, **more)


@rule("MV-020")
def test_solo_adds_three_event_decks_of_8_three_two_sided_difficulty_cards_and_a_cube() -> None:
    edition, content, _ = load_edition()
    levels = [[content.events[i].level for i in deck] for deck in content.event_decks]
    assert levels == [[], [1] * 8, [2] * 8, [3] * 8]
    assert [(k.cp, len(set(k.sides))) for k in edition.difficulty_card] == [(1, 2), (2, 2), (3, 2)]
    assert edition.components.tie_break_cube == 1
    t = started()
    assert (solo(t).deck_sizes, solo(t).discards, solo(t).cube) == ([8, 8, 8], [[], [], []], "left")
    assert new_game().view("emperor").solo is None


@rule("MV-615")
def test_one_seat_is_the_emperor_and_decides_everything_that_is_asked() -> None:
    assert [(m.min_seats, m.max_seats) for m in GAME.modes if m.name == "solo"] == [(1, 1)]
    for seed in range(4):
        w = laws.Walk(GAME, "solo", {"difficulty": "hard"}, 1, seed)
        while not w.over:
            (d,) = GAME.pending(w.state)
            assert d.seat == 0
            view = GAME.view(w.state, 0)
            assert (view.sides, view.side) == (["emperor"], "emperor")  # type: ignore[attr-defined]
            w.step()
        assert {e.data["side"] for e in w.events if e.type == "use_chosen"} == {"emperor"}


@rule("MV-615")
def test_the_two_player_rules_hold_where_solo_changes_nothing() -> None:
    t = started()
    assert [t[r] for r in BORDERLANDS] == ["1T"] * 5
    assert [t[r] for r in HOMELANDS] == ["1H"] * 3
    assert (t["home"], t["sea"], t.voyages) == ("1G", "1J", [3])
    assert t.view("emperor").hand_sizes == {"emperor": 5, "overlord": 4}
    assert (t.view(None).deck_size, t.asked) == (18, ("emperor", "play_card"))
    t = table(solo="easy", plays=24, home="1T", gansu="1H", sea="1J").play(24)
    assert t.uses == {"recruit", "move", "attack", "tax", "build_junks"}


@rule("MV-620")
def test_both_hands_and_reserves_lie_open_for_the_whole_game() -> None:
    t = started()
    dealt = t.events("cards_dealt", "cards_drawn", side="spectator")
    assert [(e["side"], e["cards"]) for e in dealt] == [
        ("overlord", [1, 2, 3, 4]),
        ("emperor", [5, 6, 7]),
        ("emperor", [8, 9]),
    ]
    assert solo(t).hands == {"emperor": [5, 6, 7, 8, 9], "overlord": [1, 2, 3, 4]}
    t.play(5, "reserve").emperor("reaction", accept=False)
    assert t.events("card_reserved", side="spectator")[0]["card"] == 5
    received = t.events("hand_received", side="spectator")
    assert [e["cards"] for e in received] == [t.hand("emperor")[:3], t.hand("overlord")]
    for seat in ("emperor", None):
        v = t.view(seat).solo
        assert v is not None
        assert v.hands == {"emperor": t.hand("emperor"), "overlord": t.hand("overlord")}
        assert v.reserves == {"emperor": [5], "overlord": []}
    known = t.view("emperor").known_opponent
    assert (known.hand, known.reserve, t.view(None).reserved_this_round["emperor"]) == ([], [], False)


@rule("MV-625")
def test_the_cube_starts_on_the_left() -> None:
    t = started()
    assert t.events("game_started")[0]["cube"] == "left"
    assert t.cube == "left"


@rule("MV-630")
def test_the_event_decks_are_shuffled_each_for_itself_after_the_start_voyage() -> None:
    chance = Seeded(bytes(32))
    chance.record = []
    s = GAME.setup("solo", {}, 1, Ctx(chance))
    labels = [d.label for d in chance.record]
    assert labels == ["main_deck", "start_voyage", "event_deck_1", "event_deck_2", "event_deck_3"]
    assert s.solo is not None
    for level in (1, 2, 3):
        order = chance.record[level + 1].values
        assert sorted(order) == GAME.content.event_decks[level]
        assert order != sorted(order)
        assert s.solo.decks[level] == order[::-1]  # the first card of the order is on top


@rule("MV-630", "MV-760")
def test_the_event_decks_stay_as_they_are_when_the_era_changes() -> None:
    t = table(
        solo="easy", turn="overlord", round=10, overlord=[8, 1, 2, 3], emperor=[4, 7, 10, 13], no_deck=True,
        emperor_reserve=[5], overlord_reserve=[6], decks={2: "amass", 1: "build"}, spent={2: "move", 1: "attack"},
    ).start()  # fmt: skip
    assert t.events("era_started") == [{"type": "era_started", "era": 2, "deck_size": 20}]
    assert (t.reserve("emperor"), t.reserve("overlord"), t.view(None).deck_size) == ([], [], 18)
    assert solo(t).deck_sizes == [6, 6, 8]
    assert solo(t).discards == [["event_1_5", "event_1_7"], ["event_2_3", "event_2_1"], []]


@rule("MV-635")
def test_an_empty_event_deck_is_renewed_from_its_own_discard_pile() -> None:
    t = table(solo="easy", plays=8, home="1G", spent={1: "rest"}, decks={2: "amass"})
    t.dice(event_deck_1=[2, 0, 1, 3, 4, 5, 6, 7]).play(8).cp("tax").emperor("take_amount", n=2)
    assert t.events("event_deck_renewed") == [{"type": "event_deck_renewed", "level": 1, "n": 8}]
    assert t.events("event_drawn")[0]["card"] == "event_1_3"
    assert solo(t).deck_sizes == [7, 8, 8]
    assert solo(t).discards == [["event_1_3"], [], []]
    t = table(solo="easy", plays=8, home="1G", decks={1: "amass"})
    t.play(8).cp("tax").emperor("take_amount", n=2)
    assert not t.events("event_deck_renewed")
    # The cards go into the shuffle in the order of the edition, however the pile lies; unscripted it keeps that order.
    t = table(solo="easy", plays=8, spent={1: "reserve build gather attack move move amass amass"})
    t.play(8).cp("tax").emperor("take_amount", n=2)
    assert t.events("event_drawn")[0]["card"] == "event_1_1"


LEVELS = [
    ("easy", [1, 1, 2], [1, 2, 2]),
    ("moderate", [1, 2, 2], [1, 2, 3]),
    ("hard", [1, 2, 3], [1, 2, 3]),
    ("brutal", [1, 2, 3], [2, 2, 3]),
]


def level_drawn(difficulty: str, card: int, voyages: int) -> int:
    t = table(solo=difficulty, plays=card, voyages=list(range(1, voyages + 1)))
    t.play(card).cp("build_junks")
    if t.asked[1] == "take_amount":
        t.emperor("take_amount", n=1)
    drawn = t.events("event_drawn")
    assert [e["cause"] for e in drawn] == ["reaction"]
    level = drawn[0]["level"]
    assert isinstance(level, int)
    return level


@rule("MV-640", "MV-645", "MV-705")
@pytest.mark.parametrize(("difficulty", "start", "later"), LEVELS, ids=DIFFICULTIES)
def test_the_difficulty_cards_give_the_level_of_a_reaction_by_cp(
    difficulty: str, start: list[int], later: list[int]
) -> None:
    assert started(difficulty).events("game_started")[0]["levels"] == start
    for voyages, levels in ((1, start), (3, start), (4, later), (6, later)):
        t = table(solo=difficulty, voyages=list(range(1, voyages + 1)))
        assert solo(t).levels == levels
        assert [level_drawn(difficulty, card, voyages) for card in (7, 17, 18)] == levels


@rule("MV-640")
def test_a10_set_up_of_an_easy_game() -> None:
    t = started("easy")
    assert t.events("game_started")[0]["difficulty"] == "easy"
    assert solo(t).levels == [1, 1, 2]


@rule("MV-645")
@pytest.mark.parametrize(("difficulty", "start", "later"), LEVELS, ids=DIFFICULTIES)
def test_b29_the_levels_change_at_the_4th_voyage_already_for_the_reaction_to_the_card_in_play(
    difficulty: str, start: list[int], later: list[int]
) -> None:
    t = table(solo=difficulty, voyages=[1, 2, 3], plays=26, sea="4J", home="3G", decks={2: "build"})
    t.dice(voyage=[6, 6]).play(26).cp("voyage").emperor("voyage", voyage=4, junks=4, gold=3)
    changed = t.events("difficulty_changed")
    assert changed == ([] if start == later else [{"type": "difficulty_changed", "levels": later}])
    assert [e["level"] for e in t.events("event_drawn")] == [later[1]]
    assert solo(t).levels == later
    told = t.told()
    assert told.index("voyage_completed") < told.index("event_drawn")


@rule("MV-645")
def test_the_levels_change_once_and_not_before_the_4th_voyage() -> None:
    for done in (1, 2, 4, 5):
        t = table(solo="easy", voyages=list(range(1, done + 1)), plays=26, sea="2J", home="5G")
        t.dice(voyage=[6, 6]).play(26).cp("voyage").emperor("voyage", voyage=7, junks=2, gold=5)
        assert not t.events("difficulty_changed")
        assert t.events("voyage_completed")


@rule("MV-650")
@pytest.mark.parametrize(("difficulty", "required"), list(zip(DIFFICULTIES, (4, 5, 6, 7), strict=True)))
def test_the_voyages_required_for_a_minor_victory(difficulty: str, required: int) -> None:
    assert solo(started(difficulty)).required_voyages == required
    for done in (required - 1, required):
        if done == 7:
            continue  # a major victory already: at Brutal there is no minor one
        t = table(
            solo=difficulty, emperor=[8], round=24, era=2, no_deck=True, yunnan="1T", voyages=list(range(1, done + 1))
        ).play(8, "reserve")  # fmt: skip
        assert t.over is not None
        assert (t.over["winner"], t.over["kind"]) == (0 if done == required else None, "minor")


@rule("MV-655", "MV-665")
@pytest.mark.parametrize(("difficulty", "limit"), list(zip(DIFFICULTIES, (3, 2, 1, 1), strict=True)))
def test_with_a_full_reserve_the_card_must_be_played_face_up(difficulty: str, limit: int) -> None:
    assert solo(started(difficulty)).reserve_limit == limit
    cards = [5, 11, 17]
    t = table(solo=difficulty, emperor=[9, 15], emperor_reserve=cards[: limit - 1])
    assert t.options == [{"card": c, "mode": m} for c in (9, 15) for m in ("reserve", "first")]
    t = table(solo=difficulty, emperor=[9, 15], emperor_reserve=cards[:limit])
    assert t.options == [{"card": c, "mode": "first"} for c in (9, 15)]  # and no way to pass
    assert t.refused("emperor", "play_card", card=9, mode="reserve") == "MV-200"
    t.play(9)
    assert t.uses


@rule("MV-655")
def test_no_effect_reserves_a_card_beyond_the_limit() -> None:
    for reserve, offered in (([5, 11], True), ([5, 11, 17], False)):
        t = table(solo="easy", plays=14, emperor_reserve=reserve, discard=[7], voyages=[4]).play(14)
        assert ("special" in t.uses) is offered
    t = table(solo="easy", plays=14, emperor_reserve=[5, 11], discard=[7], voyages=[4]).play(14).special()
    assert t.reserve("emperor") == [5, 11, 7]


@rule("MV-660", "MV-855")
@pytest.mark.parametrize("x", [1, 2, 3])
@pytest.mark.parametrize("held", [0, 1, 2, 3])
def test_the_overlords_reserve_holds_3_cards_at_most_and_x_by_reserve_x(x: int, held: int) -> None:
    card = {1: 7, 2: 17, 3: 18}[x]  # a card of CP x
    t = table(solo="hard", plays=card, overlord_reserve=[5, 11, 23][:held], decks={x: "reserve"})
    t.play(card).cp("build_junks")
    if t.asked[1] == "take_amount":
        t.emperor("take_amount", n=1)
    assert t.drawn() == [(f"reserve {x}", "reaction", held < x)]
    assert t.reserve("overlord") == [5, 11, 23][:held] + ([card] if held < x else [])
    assert t.discard == ([] if held < x else [card])


@rule("MV-670")
def test_the_extra_challenge_goes_with_hard_and_brutal_only_and_is_off_by_default() -> None:
    chance = Ctx(Seeded(bytes(32)))
    s = GAME.setup("solo", {"difficulty": "hard"}, 1, chance)
    assert s.solo is not None
    assert not s.solo.challenge
    for difficulty in ("hard", "brutal"):
        assert started(difficulty, True).events("game_started")[0]["extra_challenge"] is True
        for off in (False, "false"):
            GAME.setup("solo", {"difficulty": difficulty, "extra_challenge": off}, 1, chance)
    for given in ({"difficulty": "easy"}, {"difficulty": "moderate"}, {}):
        with pytest.raises(InvalidOptions, match='option "extra_challenge" needs difficulty hard or brutal, not '):
            GAME.setup("solo", given | {"extra_challenge": "true"}, 1, chance)
    with pytest.raises(InvalidOptions, match="allowed: easy, moderate, hard, brutal"):
        GAME.setup("solo", {"difficulty": "medium"}, 1, chance)
    with pytest.raises(InvalidOptions, match='mode "solo" has no option "first_emperor"'):
        GAME.setup("solo", {"first_emperor": 0}, 1, chance)


@rule("MV-675", "MV-025", "MV-040")
@pytest.mark.parametrize(("difficulty", "challenge"), [("hard", True), ("hard", False), ("brutal", True)])
def test_at_the_hard_challenge_troops_lost_in_battle_leave_the_game(difficulty: str, challenge: bool) -> None:
    gone = difficulty == "hard" and challenge
    t = table(solo=difficulty, challenge=challenge, yunnan="1T", sichuan="4T", western_mongols="4H")
    t.dice(attacker=[6, 6, 6], defender=[1, 2, 3]).event("attack 3")
    assert t["yunnan"] == "3H"
    lost = [e for e in t.events("pieces_changed") if e["piece"] == "troop"]
    assert [(e["n"], e["to"], e["cause"]) for e in lost] == [
        (1, "removed" if gone else "supply", "devastating_blow"),
    ]
    assert (solo(t).removed_troops, t.supply("troop")) == ((1, 7) if gone else (0, 8))
    t = table(solo=difficulty, challenge=challenge, yunnan="5T", home="6T", western_mongols="4H", plays=24)
    t.dice(attacker=[6, 6, 6] * 3, defender=[1, 2, 3] * 3).event("attack 3")
    assert t["yunnan"] == "3H"
    assert (solo(t).removed_troops, t.supply("troop")) == ((5, 1) if gone else (0, 6))
    t.play(24).cp("recruit")
    if gone:  # the only option, so it is not asked
        assert t["home"] == "7T"
    else:
        assert t.options == [{"n": 1}, {"n": 2}, {"n": 3}]


@rule("MV-680", "MV-110")
@pytest.mark.parametrize(("difficulty", "challenge"), [("brutal", True), ("brutal", False), ("hard", True)])
def test_at_the_brutal_challenge_each_homeland_starts_with_2_hordes(difficulty: str, challenge: bool) -> None:
    double = difficulty == "brutal" and challenge
    t = started(difficulty, challenge)
    assert [t[r] for r in HOMELANDS] == ["2H" if double else "1H"] * 3
    assert t.supply("horde") == (6 if double else 9)


@rule("MV-685", "MV-690")
def test_b25_no_borderland_holds_more_than_5_pieces() -> None:
    t = table(
        solo="easy", gansu="4H 1S", eastern_mongols="2H 1S", yunnan="1T", sichuan="4T", shanxi="1T", liaodong="1T",
        home="2T", plays=8,
    )  # fmt: skip
    t.event("move 2").event("build 1")
    assert [(e["kind"], e["x"]) for e in t.events("event_impossible")] == [("move", 2), ("build", 1)]
    assert t["gansu"] == "4H 1S"
    t.play(8).cp("move")
    assert t.offered(from_="ming_homeland", to="sichuan", n=1)
    assert not t.offered(from_="ming_homeland", to="sichuan", n=2)
    assert t.offered(from_="ming_homeland", to="yunnan", n=2)
    assert t.refused("emperor", "move", from_="ming_homeland", to="sichuan", n=2) == "MV-280"
    t.emperor("move", from_="ming_homeland", to="sichuan", n=1)
    assert t["sichuan"] == "5T"


@rule("MV-685")
def test_special_actions_keep_the_limit_too() -> None:
    for sichuan, regions in (("4T", {"yunnan"}), ("3T", {"yunnan", "sichuan"})):
        t = table(solo="easy", plays=3, yunnan="1T", sichuan=sichuan).play(3).special()  # 2 Troops into one Borderland
        if len(regions) > 1:
            assert {o["region"] for o in t.options} == regions
        else:
            assert (t["yunnan"], t["sichuan"]) == ("3T", "4T")
    t = table(solo="easy", plays=3, yunnan="4T", sichuan="4T").play(3)
    assert "special" not in t.uses
    t = table(plays=3, yunnan="4T", sichuan="4T").play(3)
    assert "special" in t.uses  # there is no limit with two players


@rule("MV-690")
def test_a_division_is_offered_only_in_amounts_that_keep_the_limit() -> None:
    high = [1, 2, 4, 5]
    t = table(solo="easy", plays=3, voyages=high, yunnan="4T", sichuan="4T")
    t.play(3).special()  # 2 Troops into one or two Borderlands: one way is left, so it is not asked
    assert (t["yunnan"], t["sichuan"]) == ("5T", "5T")
    t = table(solo="easy", plays=3, voyages=high, yunnan="5T", sichuan="4T").play(3)
    assert "special" not in t.uses
    t = table(solo="easy", plays=3, voyages=high, yunnan="2T", sichuan="4T").play(3).special()
    assert t.options == [{"to": {"yunnan": 2}}, {"to": {"yunnan": 1, "sichuan": 1}}]


@rule("MV-685")
def test_an_attack_may_exceed_the_limit_and_no_other_region_has_one() -> None:
    t = table(solo="easy", plays=12, home="9T", gansu="4H 1S", decks={2: "gather"}).dice(
        attacker=[6, 6, 6] * 4, defender=[1, 2, 3] * 4
    )
    t.play(12).cp("attack").emperor("attack", from_={"ming_homeland": 3})
    assert t["gansu"] == "3T"
    assert t.events("battle_started")
    t = table(solo="easy", yunnan="4T", western_mongols="3H").dice(attacker=[6, 6, 6] * 2, defender=[1, 2, 3] * 2)
    assert t.event("attack 3")["yunnan"] == "3H"  # 7 pieces stood there
    t = table(solo="easy", plays=24, home="9T", western_mongols="6H", manchus="6H").play(24).cp("recruit")
    t.emperor("take_amount", n=3)
    assert t["home"] == "12T"
    t = (
        table(solo="easy", western_mongols="7H 4S", eastern_mongols="1S", manchus="3H")
        .event("amass 1")
        .event("amass 3")
    )
    assert (t["western_mongols"], t["manchus"]) == ("7H 4S", "4H")
    t.event("amass 1")
    assert t["manchus"] == "5H"


@rule("MV-690")
def test_an_up_to_event_is_reduced_to_the_amount_that_fits() -> None:
    t = table(solo="easy", yunnan="3H 1S", western_mongols="4H", sichuan="1T").event("move 3")
    assert (t["yunnan"], t["western_mongols"]) == ("4H 1S", "3H")
    assert [e["n"] for e in t.events("pieces_changed")] == [1]


def test_troops_are_counted_by_kind() -> None:
    t = table(solo="hard", challenge=True, yunnan="5T")
    assert t.state.solo is not None
    t.state.solo.removed = 3
    t.state.supply[TROOP] -= 3
    assert GAME.faults(t.state) == []
    t.state.solo.removed = 2
    assert GAME.faults(t.state) == ["troop: 7 on the board and 4 in the Supply of 12"]
