"""Components and set-up (RULES.md, sections 1 and 3)."""

from __future__ import annotations

import pytest

from ming_voyages.names import GOLD, HORDE, JUNK, SETTLEMENT, TROOP
from rulekit.chance import Seeded
from rulekit.errors import InvalidOptions
from rulekit.events import Ctx, Event
from tests.games.ming_voyages.table import GAME, new_game, table

rule = pytest.mark.rule
BORDERLANDS = ("yunnan", "sichuan", "gansu", "shanxi", "liaodong")
HOMELANDS = ("western_mongols", "eastern_mongols", "manchus")


@rule("MV-005")
def test_the_deck_has_21_action_3_emperor_and_3_barbarian_cards_in_one_shuffle() -> None:
    types = [c.type for c in GAME.content.cards[1:]]
    assert [types.count(t) for t in (0, 1, 2)] == [21, 3, 3]
    t = new_game(main_deck=list(range(27, 0, -1)))
    assert sorted(t.hand("overlord") + t.hand("emperor") + t.state.deck) == list(range(1, 28))
    assert t.hand("overlord") == [24, 25, 26, 27]


@rule("MV-005", "MV-165")
@pytest.mark.parametrize("card", [1, 8, 27])
@pytest.mark.parametrize("side", ["emperor", "overlord"])
def test_either_side_may_play_a_card_of_any_type_for_its_cp(side: str, card: int) -> None:
    t = table(turn=side, plays=card, manchus="1H")
    t.play(card)
    t.cp("recruit" if side == "emperor" else "gather")
    most = max(sum(o["to"].values()) if "to" in o else o["n"] for o in t.options) if t.asked[1] != "play_card" else 1
    assert most == GAME.content.cp[card]


@rule("MV-010", "MV-015")
def test_the_box_holds_the_pieces_of_both_sides() -> None:
    totals = GAME.content.totals
    assert (totals[JUNK], totals[TROOP], totals[GOLD]) == (7, 12, 5)
    assert (totals[HORDE], totals[SETTLEMENT]) == (12, 5)


@rule("MV-010", "MV-015")
def test_each_side_rolls_three_dice() -> None:
    t = table(sichuan="1T", western_mongols="1H", turn="overlord", plays=24).play(24)
    t.dice(attacker=[6, 5, 6], defender=[1, 2, 4]).cp("attack")
    assert [len(e["dice"]) for e in t.events("battle_roll")] == [3, 3]


@rule("MV-095")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_option_seats_the_emperor(seat: int) -> None:
    t = new_game(first_emperor=seat)
    assert t.state.seats == [seat, 1 - seat]
    assert GAME.pending(t.state)[0].seat == seat
    assert t.events("game_started")[0]["sides"][seat] == "emperor"


@rule("MV-095")
def test_by_default_chance_seats_the_emperor() -> None:
    seated = set()
    for seed in range(8):
        chance = Seeded(bytes([seed]) * 32)
        chance.record = []
        s = GAME.setup("two_player", {}, 2, Ctx(chance))
        assert [d.label for d in chance.record] == ["first_emperor", "main_deck", "start_voyage"]
        assert s.seats[0] == chance.record[0].values[0]
        seated.add(s.seats[0])
    assert seated == {0, 1}


@rule("MV-095")
def test_wrong_options_are_refused() -> None:
    for options in ({"first_emperor": 2}, {"difficulty": "easy"}):
        with pytest.raises(InvalidOptions):
            GAME.setup("two_player", options, 2, Ctx(Seeded(bytes(32))))
    for mode, seats in (("two_player", 1), ("two_player", 3), ("solo", 2), ("series", 1), ("trio", 3)):
        with pytest.raises(InvalidOptions):
            GAME.setup(mode, {}, seats, Ctx(Seeded(bytes(32))))


@rule("MV-100")
def test_the_27_cards_are_shuffled_face_down_as_the_draw_deck() -> None:
    chance = Seeded(bytes(32))
    chance.record = []
    events: list[Event] = []
    s = GAME.setup("two_player", {"first_emperor": 0}, 2, Ctx(chance, events))
    draw = chance.record[0]
    assert draw.label == "main_deck"
    assert sorted(draw.values) == list(range(1, 28))
    assert draw.values != sorted(draw.values)
    assert s.hands[1] == sorted(draw.values[:4])
    assert s.deck[::-1] == draw.values[9:]
    for seat in (0, 1, None):
        view = GAME.view(s, seat)
        assert view.deck_size == 18  # type: ignore[attr-defined]
        assert not hasattr(view, "deck")


@rule("MV-105", "MV-110", "MV-115", "MV-130")
def test_pieces_of_the_set_up_come_from_the_supply() -> None:
    t = new_game(voyage=3)
    assert [t[r] for r in HOMELANDS] == ["1H"] * 3
    assert [t[r] for r in BORDERLANDS] == ["1T"] * 5
    assert (t["home"], t["sea"]) == ("1G", "1J")
    assert t.view(None).supply == {"junk": 5, "troop": 7, "gold": 4, "settlement": 5, "horde": 9}


@rule("MV-120", "MV-155")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_start_voyage_is_the_one_rolled_and_never_the_seventh(die: int) -> None:
    t = new_game(voyage=die)
    assert t.voyages == [die]
    assert t.supply("junk") == 5
    assert t.events("game_started")[0]["start_voyage"] == die
    card = next(n for n in range(4, 25) if GAME.content.cards[n].voyage == die)
    assert GAME.content.open_specials(0, t.state.completed)[card] is not None


@rule("MV-125")
def test_the_overlord_is_dealt_4_cards_then_the_emperor_3_unseen_by_the_other() -> None:
    t = new_game()
    dealt = t.events("cards_dealt")
    assert [(e["side"], len(e["cards"])) for e in dealt] == [("overlord", 4), ("emperor", 3)]
    assert dealt[0]["cards"] == [1, 2, 3, 4]
    assert dealt[1]["cards"] == [5, 6, 7]
    assert "cards" not in t.events("cards_dealt", side="emperor")[0]
    assert "cards" not in t.events("cards_dealt", side="overlord")[1]
    assert t.view("emperor").hand_sizes["overlord"] == 4
    assert len(t.state.deck) + 2 == 20
