"""The solo game (RULES.md, section 20)."""

from __future__ import annotations

import itertools

import pytest

from rulekit.chance import Seeded
from rulekit.events import Ctx
from tests import laws
from tests.games.treasure_ship.table import GAME, edited, new_game, offers, table
from treasure_ship.flow import rank_title
from treasure_ship.names import NPC

rule = pytest.mark.rule
C = GAME.content


def match(seed: int) -> laws.Walk:
    w = laws.Walk(GAME, "solo", {}, 1, seed)
    while not w.over:
        w.step()
    return w


@rule("TS-760", "TS-763")
def test_one_seat_and_the_npc_which_starts_every_round() -> None:
    for seed in range(2):
        w = laws.Walk(GAME, "solo", {}, 1, seed)
        while not w.over:
            assert w.game.view(w.state, 0).start_seat == "npc"  # type: ignore[attr-defined]
            assert {d.seat for d in GAME.pending(w.state)} == {0}
            w.step()
        guided = [e.data["card"] for e in w.events if e.type == "guideline"]
        assert len(set(guided)) == 7


@rule("TS-766", "TS-835")
def test_the_npc_has_nothing_and_does_nothing() -> None:
    w = match(3)
    about = [e for e in w.events if e.data.get("seat") == "npc"]
    assert {e.type for e in about} == {"voyage_taken", "marker_placed"}
    v = new_game(1).view()
    assert len(v.seats) == 1
    assert [o.seat for o in v.offerings] == ["npc"]


@rule("TS-766", "TS-796")
def test_the_npc_takes_two_voyages_at_most() -> None:
    w = match(4)
    taken: list[str | int] = []
    for e in w.events:
        if e.type == "phase" and e.data["phase"] == "planning":
            taken = []
        if e.type == "voyage_taken":
            taken.append(e.data["seat"])
        if e.type == "phase" and e.data["phase"] == "voyage":
            assert taken.count("npc") <= 2
            assert all(a != b for a, b in itertools.pairwise(taken))


@rule("TS-769")
def test_the_seat_starts_with_a_weapon_and_a_command_chip() -> None:
    assert new_game(1)[0] == "1 weapon, 1 command"


@rule("TS-772", "TS-775")
def test_the_front_of_the_card_turned_and_the_back_of_the_next() -> None:
    order = [4, 7, *(n for n in range(24) if n not in (4, 7))]
    t = new_game(1, solo_cards=order)
    v = t.view()
    assert (v.guideline, v.guideline_next) == ("S05", "S08")
    assert v.solo_left == sorted(f"S{n + 1:02}" for n in order[1:])
    chance = Seeded(bytes(32))
    chance.record = []
    GAME.setup("solo", {}, 1, Ctx(chance))
    assert sorted(next(d.values for d in chance.record if d.label == "solo_cards")) == list(range(24))


@rule("TS-775", "TS-844")
def test_no_card_is_turned_for_the_final_phase() -> None:
    t = table(seats=1, round=7, voyage=4, card="V06", start=3, solo=("S01", "S02")).sail(4, 7, 8, 9)
    t.clear().idle()
    assert t.view().phase == "final"
    assert t.events("guideline") == []
    assert t.view().offerings == []
    t.do(0, "offer A1")
    assert t.asked == {}


@rule("TS-778")
def test_the_npcs_frame_goes_on_the_designated_official_again_and_again() -> None:
    t = new_game(1, solo_cards=[0, 15, *(n for n in range(24) if n not in (0, 15))])
    assert [(o.seat, o.place) for o in t.view().offerings] == [("npc", "D1")]
    t.do(0, "offer A1")
    while t.view().round == 1:
        t.idle()
        while set(t.asked.values()) & {"route", "plan", "extend"}:
            t.do(0, t.options(0)[0])
    assert [(o.seat, o.place) for o in t.view().offerings] == [("npc", "D1")]  # card S16: D1 once more
    assert not t.events("paid") or {e["seat"] for e in t.events("paid")} == {0}


@rule("TS-781", "TS-784")
def test_the_limit_of_offerings_concerns_the_own_frames() -> None:
    goods = "1 agarwood, 1 ivory, 1 pepper, 1 ambergris, 1 gemstones"
    t = offers(seats=1, round=3, p0=goods, offered={0: ["C2"]})
    assert [(o.seat, o.place) for o in t.view().offerings] == [("npc", "D1")]
    assert {"offer D1", "offer EMP", "offer A1"} <= set(t.options(0))
    assert "offer C2" not in t.options(0)
    t = offers(seats=1, round=3, p0=goods, offered={0: ["EMP"]})
    assert "offer EMP" not in t.options(0)


@rule("TS-787", "TS-790")
def test_on_one_card_the_npc_comes_first() -> None:
    order = [1, 0, *range(2, 24)]  # S02: A2
    t = new_game(1, solo_cards=order).do(0, "offer A2", "choose 0")
    assert t.view().planning_order == ["npc", 0]
    t = new_game(1, solo_cards=order).do(0, "offer A1")
    assert t.view().planning_order == [0, "npc"]
    assert t.asked == {0: "plan"}


@rule("TS-793")
def test_the_npc_takes_the_first_free_voyage_of_its_order() -> None:
    t = new_game(1, solo_cards=[1, 0, *range(2, 24)]).do(0, "offer A1", "plan 2")  # its order is 2, 4, 1, 3
    assert [(e["seat"], e["voyage"]) for e in t.events("voyage_taken")] == [(0, 2), ("npc", 1), (0, 3)]


@rule("TS-799")
def test_the_npc_is_not_ranked_in_a_rebellion() -> None:
    t = table(seats=1, captain=NPC, voyage=2, card="V03", start=3, solo=("S01", "S02"))
    assert t.events("paid", "merit") == []
    t = table(seats=1, captain=NPC, voyage=2, card="V03", start=3, solo=("S01", "S02"), p0="3 weapon")
    assert t.has(0, "weapon", "merit") == (1, 2)


@rule("TS-802")
def test_as_captain_the_seat_sails_and_acts_as_usual() -> None:
    t = table(seats=1, voyage=2, card="V06", start=3, p0="1 extension, 1 command, 5 gold", solo=("S01", "S02"))
    t.do(0, "extend 1").sail(5, 6, 7, 8, 9).do(0, "flagship 5", "mass", "monument erect", "bonus 5")
    assert t.has(0, "pepper", "command", "gold") == (2, 1, 2)


@rule("TS-805")
def test_the_npc_follows_its_guideline() -> None:
    t = table(seats=1, captain=NPC, voyage=2, card="V06", start=3, solo=("S01", "S05"))
    assert t.view().route == [5, 6, 7, 8]  # S05 goes by 5
    t = table(seats=1, captain=NPC, voyage=2, card="V06", start=3, solo=("S01", "S04"))
    assert t.view().route == [4, 7, 8, 10]


@rule("TS-809")
def test_after_the_end_of_the_line_the_seat_decides_and_may_stop() -> None:
    t = table(seats=1, captain=NPC, voyage=2, card="V06", start=22, solo=("S01", "S03"), p0="1 command")
    assert t.view().route == [23]  # by the guideline
    assert t.options(0) == ["route 22", "route_stop"]
    t.do(0, "route_stop")
    assert t.view().marker == 23


@rule("TS-811")
def test_no_extension_in_the_npcs_voyage() -> None:
    t = table(seats=1, captain=NPC, voyage=2, card="V06", start=3, solo=("S01", "S02"), p0="2 extension")
    assert "extend" not in t.asked.values()
    assert len(t.view().route) == 4


@rule("TS-817")
def test_animals_of_a_power_tile_do_not_make_an_animal_square() -> None:
    t = table(seats=1, captain=NPC, voyage=2, card="V06", start=16, route=[17, 18, 19], solo=("S01", "S02"))
    assert t.view().marker == 19  # fallback 5, the last square
    game = edited(('name = "Peacock"\ncount = 6', 'name = "Peacock"\ncount = 0'))
    for g, marker in ((GAME, 15), (game, 18)):
        t = table(seats=1, captain=NPC, voyage=2, card="V06", start=12, route=[15, 17, 18], solo=("S01", "S02"), game=g)
        assert t.view().marker == marker


@rule("TS-820", "TS-826")
@pytest.mark.parametrize(("front", "marker"), [("S02", 11), ("S03", 16)])
def test_great_power_squares(front: str, marker: int) -> None:
    t = table(seats=1, captain=NPC, voyage=2, card="V06", start=10, route=[11, 12, 16, 17], solo=(front, "S02"))
    assert t.view().marker == marker


@rule("TS-823")
def test_pirate_squares_are_those_of_event_and_board() -> None:
    def marker(card: str, route: list[int], front: str = "S08") -> int | None:
        return table(seats=1, captain=NPC, voyage=2, card=card, start=3, route=route, solo=(front, "S02")).view().marker

    assert marker("V02", [5, 6, 7, 8]) == 6
    assert marker("V10", [5, 9, 7, 12, 13]) == 7  # pirates by event on the third square
    assert marker("V12", [5, 9, 7, 12, 11, 13]) == 7  # State of War
    assert marker("V12", [5, 9, 7, 12, 11, 13], "S09") == 11  # the backmost
    assert marker("V06", [5, 6, 7, 8]) == 8  # Peaceful Seas: none fits; fallback 5


@rule("TS-829")
def test_the_fallback_counts_frames_or_takes_the_last() -> None:
    for front, marker in (("S06", 13), ("S04", 12), ("S18", 6)):  # great power, front, fallbacks 5, 4, 2
        t = table(seats=1, captain=NPC, voyage=2, card="V10", start=3, route=[5, 6, 8, 12, 13], solo=(front, "S02"))
        assert t.view().marker == marker


@rule("TS-832")
def test_the_npc_ignores_no_port_of_call() -> None:
    t = table(seats=1, captain=NPC, voyage=2, card="V05", start=3, route=[5, 7, 8], solo=("S02", "S03"))
    assert (t.view().event_square, t.view().marker) == (7, 7)


@rule("TS-838")
def test_a_detachment_to_the_npcs_marker_costs_a_command_chip() -> None:
    t = table(seats=1, captain=NPC, voyage=2, card="V06", start=3, route=[5, 7, 8], marker=5, squares={0: 8},
              p0="1 command, 1 detachment", solo=("S01", "S02"))  # fmt: skip
    t.do(0, "mass", "detach 5")
    assert t[0] == "4 gold, 1 pepper, 1 points"


@rule("TS-841")
def test_the_npcs_offering_leaves_the_board() -> None:
    t = table(seats=1, round=2, voyage=3, card="V06", start=3, solo=("S01", "S02"), offered={0: ["A1"]}).sail(
        4, 7, 8, 9
    )
    t.idle()
    v = t.view()
    assert v.round == 3
    assert v.seats[0].offered == {"A1": 1}
    assert [(o.seat, o.place) for o in v.offerings] == [("npc", "A2")]  # only that of the new round, of card S02


@rule("TS-847")
@pytest.mark.parametrize(
    ("points", "gloss"),
    [
        (401, "Emperor"), (400, "Crown Prince"), (351, "Crown Prince"), (350, "Three Dukes"), (301, "Three Dukes"),
        (300, "Three Junior Guardians"), (276, "Three Junior Guardians"), (275, "Minister"), (251, "Minister"),
        (250, "Vice Minister"), (226, "Vice Minister"), (225, "Secretary"), (201, "Secretary"), (200, "Clerk"),
        (176, "Clerk"), (175, "Office Head"), (151, "Office Head"), (150, "Envoy"), (126, "Envoy"),
        (125, "Deputy Envoy"), (101, "Deputy Envoy"), (100, "no title"), (0, "no title"),
    ],
)  # fmt: skip
def test_ranks(points: int, gloss: str) -> None:
    assert rank_title(new_game(1).state, points)["gloss"] == gloss


@rule("TS-847")
def test_the_rank_stands_in_the_outcome() -> None:
    t = offers(seats=1, final=True, p0="276 points").do(0, "offer A1")
    assert t.outcome.detail["rank"] == {"title": "三孤", "gloss": "Three Junior Guardians"}
    assert (t.scores, t.outcome.placings) == ([276], [1])
    assert "rank" not in match_of_two().state.outcome.detail


def match_of_two() -> laws.Walk:
    w = laws.Walk(GAME, "standard", {}, 2, 0)
    while not w.over:
        w.step()
    return w


def test_the_cards_are_as_described() -> None:
    fronts = [(s.priority, s.front, s.fallback) for s in C.solo_cards]
    assert len(set(fronts)) == len(C.solo_cards) == 24
    assert len({tuple(s.planning) for s in C.solo_cards}) == 24
    assert len({tuple(s.route) for s in C.solo_cards}) == 24  # so the back of a card names it
    for s in C.solo_cards:
        path = [0, *s.route]
        assert all(b in C.onward[a] for a, b in itertools.pairwise(path))
        assert s.route[-1] in (23, 28)
