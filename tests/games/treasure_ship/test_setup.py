"""Components and set-up (RULES.md, sections 1 and 2)."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any

import pytest

from rulekit.chance import Seeded
from rulekit.errors import InvalidOptions
from rulekit.events import Ctx
from tests import laws
from tests.games.treasure_ship.table import GAME, house, new_game, offers, table
from treasure_ship.names import COLOURS, GOODS, PLACES, POWERS

rule = pytest.mark.rule
HOUSE: dict[str, Any] = tomllib.loads(house())


def drawn(mode: str, options: dict[str, Any], seats: int, seed: int = 0) -> list[tuple[str, list[int]]]:
    """Labels and values of the draws of a set-up."""
    chance = Seeded(bytes([seed]) * 32)
    chance.record = []
    GAME.setup(mode, options, seats, Ctx(chance))
    return [(d.label, d.values) for d in chance.record]


# --- components


@rule("TS-010")
def test_two_to_five_seats_or_one_alone() -> None:
    for mode, seats in (("standard", 2), ("standard", 5), ("solo", 1)):
        assert len(GAME.setup(mode, {}, seats, Ctx(Seeded(bytes(32)))).players) == seats
    for mode, seats in (("standard", 1), ("standard", 6), ("standard", 0), ("solo", 2), ("solo", 0)):
        with pytest.raises(InvalidOptions):
            GAME.setup(mode, {}, seats, Ctx(Seeded(bytes(32))))


@rule("TS-013")
def test_the_frames_of_a_player() -> None:
    player = HOUSE["player"]
    frames = ("offering_frames", "voyage_priority_frames", "monument_frames", "diplomacy_frames")
    assert [player[f] for f in frames] == [8, 2, 12, 5]
    assert [player[f] for f in ("scoring_frames", "merit_frames", "bombardment_tiles")] == [1, 1, 1]
    assert GAME.content.monument_frames == 12


@rule("TS-013", "TS-034")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_offerings_and_priority_frames_suffice(seats: int) -> None:
    w = laws.Walk(GAME, "standard", {}, seats, seats)
    while not w.over:
        at_once = Counter(seat for seat in w.state.priority if seat >= 0)
        assert all(n <= 2 for n in at_once.values())
        w.step()
    assert [sum(p.offered) for p in w.state.players] == [8] * seats


@rule("TS-034")
def test_without_a_monument_frame_none_can_be_erected() -> None:
    land = [1, 3, 4, 5, 6, 7, 9, 11, 12, 13, 15, 16]
    for squares, asked in ((land, False), (land[:11], True)):
        t = table(captain=1, voyage=2, start=20, route=[19, 18, 17], marker=17, squares={0: 18}, p0="9 gold",
                  monuments={0: squares}, levels={0: {"timur": 1}})  # fmt: skip
        t.do(0, "mass", "choose 0")
        assert (t.asked.get(0) == "monument") == asked


@rule("TS-016", "TS-040")
def test_chips_never_run_out_and_hands_have_no_limit() -> None:
    held = "1000 gold, 90 weapon, 40 cannon, 60 command, 50 gemstones, 10 red"
    t = table(captain=1, voyage=2, start=21, route=[22, 21, 20], marker=20, squares={0: 22}, p0=held)
    t.do(0, "mass", "trade 1")
    assert t.has(0, "cannon", "weapon", "gemstones", "gold", "command") == (41, 91, 49, 1000, 60)


@rule("TS-019")
def test_weapons_count_by_value() -> None:
    t = table(voyage=2, card="V03", start=3, p0="6 weapon", p1="5 weapon")
    assert (t.has(0, "weapon"), t.has(1, "weapon")) == ((4,), (4,))


@rule("TS-022")
def test_there_are_five_trade_goods() -> None:
    assert GOODS == ["agarwood", "ivory", "pepper", "ambergris", "gemstones"]
    t = offers(seats=2).do(0, "offer A3")
    assert t.options(0) == [f"goods {kind}" for kind in GOODS]


@rule("TS-025", "TS-478")
def test_placed_tiles_stay_and_are_missing_from_the_supply() -> None:
    for seed in range(3):
        w = laws.Walk(GAME, "standard", {}, 3, seed)
        before: list[list[int]] = [[], [], []]
        while not w.over:
            w.step()
            placed = Counter(GAME.content.placements[i].animal for p in w.state.players for i in p.tiles)
            for kind, count in enumerate(GAME.content.animal_count):
                assert 0 <= w.state.animals[kind] <= count - placed[kind]
            for seat, p in enumerate(w.state.players):
                assert p.tiles[: len(before[seat])] == before[seat]
                before[seat] = p.tiles.copy()


@rule("TS-028")
def test_each_emissary_is_in_exactly_one_place() -> None:
    w = laws.Walk(GAME, "standard", {}, 4, 9)
    while not w.over:
        s = w.state
        for power in range(5):
            assert s.bag[power] + s.spent[power] + sum(p.emissaries[power] for p in s.players) == 10
        w.step()


@rule("TS-031")
def test_each_colour_belongs_to_a_power() -> None:
    named = {colour: HOUSE["emissaries"][colour] for colour in COLOURS}
    assert named == dict(zip(COLOURS, POWERS, strict=True))


@rule("TS-037")
def test_merit_stops_at_30_and_points_go_on() -> None:
    t = offers(
        officials=[
            "A-1",
            "A-2",
            "A-3",
            "B-1",
            "B-2",
            "B-3",
            "C-1",
            "C-2",
            "C-3",
            "D-1",
            "D-2",
            "D-3",
            "E-1",
            "E-2",
            "E-3",
        ],
        p0="29 merit, 120 points, 2 ivory, 1 pepper, 1 agarwood, 1 gemstones",
    )
    t.clear().do(0, "offer E3")
    assert t.has(0, "merit", "points") == (30, 120)
    assert [e["merit"] for e in t.events("merit")] == [30]


@rule("TS-043")
def test_no_action_gives_anything_to_another_seat() -> None:
    fields = {f.name for kind in GAME.actions.kinds for f in kind.fields}
    assert "seat" not in fields
    w = laws.Walk(GAME, "standard", {}, 3, 3)
    while not w.over:
        decision, action = w.pick()
        before = [(p.goods.copy(), p.emissaries.copy()) for p in w.state.players]
        w.play(decision, action)
        for seat, (goods, emissaries) in enumerate(before):
            if seat != decision.seat:  # another seat's move never takes anything away
                after = w.state.players[seat]
                assert all(a >= b for a, b in zip(after.goods, goods, strict=True))
                assert all(a >= b for a, b in zip(after.emissaries, emissaries, strict=True))


# --- set-up


@rule("TS-050")
def test_options_of_a_new_game() -> None:
    assert new_game(3, start_seat=2).view().start_seat == 2
    assert list(new_game(3, "ABABB").view().sides.values()) == ["A", "B", "A", "B", "B"]
    for options in ({"power_sides": "AB"}, {"power_sides": "all_b"}, {"start_seat": 3}, {"start_seat": -1}, {"x": 1}):
        with pytest.raises(InvalidOptions):
            GAME.setup("standard", options, 3, Ctx(Seeded(bytes(32))))
    with pytest.raises(InvalidOptions):
        GAME.setup("solo", {"start_seat": 0}, 1, Ctx(Seeded(bytes(32))))


@rule("TS-050")
def test_all_chance_is_drawn_in_a_fixed_order() -> None:
    shuffles = ["officials"] * 5 + ["voyage_cards", "additional_cards"]
    assert [d[0] for d in drawn("standard", {}, 3)] == ["start_seat", *["power_side"] * 5, *shuffles]
    assert [d[0] for d in drawn("standard", {"power_sides": "all_a", "start_seat": 1}, 3)] == shuffles
    assert [d[0] for d in drawn("solo", {"power_sides": "BBBBB"}, 1)] == [*shuffles, "solo_cards"]


@rule("TS-053")
def test_power_sides_are_random_or_all_a() -> None:
    seen = set()
    for seed in range(6):
        state = GAME.setup("standard", {}, 2, Ctx(Seeded(bytes([seed]) * 32)))
        assert state.sides == [v[0] for label, v in drawn("standard", {}, 2, seed) if label == "power_side"]
        seen.update(state.sides)
    assert seen == {0, 1}
    assert set(new_game(2, "all_a").view().sides.values()) == {"A"}
    t = table(captain=1, voyage=2, start=3, route=[4, 7, 8], marker=8, squares={0: 4}, sides="BAAAA", p0="1 red")
    t.do(0, "mass", "emissary send")
    assert t[0] == "1 agarwood"


@rule("TS-056", "TS-071", "TS-083")
def test_the_state_of_the_set_up() -> None:
    v = new_game(4).view()
    assert (v.round, v.phase, v.captain, v.route) == (1, "officials", None, [])
    assert set(v.bag.values()) == {10}
    assert set(v.discard.values()) == {0}
    for seat in v.seats:
        assert (seat.points, seat.merit, seat.bombarded) == (0, 0, False)
        assert not any([*seat.goods.values(), *seat.emissaries.values(), *seat.levels.values()])
        assert (seat.monuments, seat.animals, seat.offered, seat.first_benefits) == ([], [], {}, [])


@rule("TS-059", "TS-062")
def test_three_officials_of_each_category_are_dealt_from_left_to_right() -> None:
    t = new_game(2, officials=[3, 0, 2, 1, 4, 6, 5, 7, 8, 9, 10, 11, 15, 14, 13, 12, 16, 17, 18, 19])
    names = t.view().officials
    assert list(names) == PLACES[:15]
    assert [names[f"A{n}"] for n in (1, 2, 3)] == ["A-4", "A-1", "A-3"]
    assert [names[f"D{n}"] for n in (1, 2, 3)] == ["D-4", "D-3", "D-2"]
    t.do(0, "offer A2")
    assert t.events("offering") == [{"type": "offering", "seat": 0, "place": "A2", "card": "A-1"}]


@rule("TS-065", "TS-068")
def test_voyage_cards_lie_face_down_in_two_piles() -> None:
    t = new_game(2, voyage_cards=[5, 4, 3, 2, 1, 0])
    ids = [v.id for v in GAME.content.voyage_cards]
    assert [ids[i] for i in t.state.cards[:3]] == ["V06", "V05", "V04"]
    assert t.state.cards[3] == -1
    assert [ids[i] for i in t.state.pile[::-1]] == ["V03", "V02", "V01"]
    v = t.view()
    assert [(x.card, x.face_down) for x in v.voyages] == [(None, True)] * 3
    assert v.pool == [f"V0{n}" for n in range(1, 7)]
    assert v.additional_left == ["V07", "V08", "V09", "V10", "V11", "V12", "V13", "V14"]


@rule("TS-074")
def test_every_event_is_ready_from_the_first_voyage_on() -> None:
    for n, card in enumerate(HOUSE["voyage"]):
        if card["deck"] == "initial":
            t = new_game(2, voyage_cards=[n, *(i for i in range(6) if i != n)]).do(0, "offer A1")
            t.do(1, "offer A1").do(0, "plan 1").do(1, "plan 2")
            assert t.events("card_revealed")[0]["event"] == card["event"]


@rule("TS-077")
def test_a_starting_seat_is_drawn() -> None:
    seats = set()
    for seed in range(12):
        state = GAME.setup("standard", {}, 3, Ctx(Seeded(bytes([seed]) * 32)))
        assert drawn("standard", {}, 3, seed)[0] == ("start_seat", [state.start_seat])
        assert [d.seat for d in GAME.pending(state)] == [state.start_seat]
        seats.add(state.start_seat)
    assert seats == {0, 1, 2}


@rule("TS-080")
def test_resources_by_position_in_turn_order() -> None:
    t = new_game(5, start_seat=3)
    assert [t[(3 + i) % 5] for i in range(5)] == [
        "1 gold, 1 command",
        "1 weapon, 1 command",
        "1 weapon, 1 command",
        "1 gold, 1 weapon, 1 command",
        "3 gold, 1 weapon, 1 command",
    ]
