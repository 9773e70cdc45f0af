"""Options, components and set-up of the full game, characters, map and dice (RULES.md, sections 1 to 5)."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.chance import Scripted
from rulekit.errors import InvalidOptions
from rulekit.events import Ctx
from tests.games.ultimate_voyage.positions import GAME
from tests.games.ultimate_voyage.table import Table, new_game, round_starts, table
from ultimate_voyage.changes import add_story
from ultimate_voyage.names import (
    ANIMAL_ICONS,
    COLOURS,
    NO_OCEAN,
    NO_REGION,
    OCEANS,
    REGIONS,
    UNKNOWN,
    YANG,
    YIN,
    ZONES,
)
from ultimate_voyage.state import AT_SUPPLY, FACE_UP

rule = pytest.mark.rule
C = GAME.content


# --- components


@rule("UV-010")
def test_components() -> None:
    assert len(C.good_ids) == 93
    assert C.tokens_per_colour == [12, 12, 12, 12]
    assert C.supply == [30, 30]
    assert len(C.encounter_numbers) == 37
    assert len(C.objective_ids) == 23
    assert C.structures_max == 5
    assert len(C.characters) == 6
    assert len(GAME.content.faces) == 3
    t = new_game(4)
    assert len(t.player(0).ships) == 3
    assert len(t.state.story) // 5 == 6


@rule("UV-010", "UV-472")
def test_a_sixth_structure_cannot_be_built() -> None:
    t = table(p0="4 kilns, 1 troops", dials=(7, 0, 0)).do(0, "action combat sun nanjing")
    assert {"kiln", "camp"} <= set(t.options(0, "build"))
    t.do(0, "build camp")
    assert t.left()[0] > 4
    assert t.options(0, "build") == []


@rule("UV-012")
def test_a_gain_takes_what_the_supply_holds() -> None:
    t = table(p0="29 porcelain, 29 troops").do(0, "forfeit sail sun", "forfeit_gain 2 0")
    assert t.res(0) == (30, 29)
    assert t.do(1, "forfeit sail sun", "forfeit_gain 1 1").res(1) == (0, 1)


@rule("UV-012")
def test_simultaneous_gains_are_served_in_turn_order() -> None:
    t = round_starts(5, seats=2, order=[1, 0], p0="26 porcelain, 2 kilns, 2 prestige", p1="3 kilns")
    t.dice(star=[1, 1], sun=[0], moon=[0]).start()
    assert t.state.turn_order == [1, 0]
    assert (t.res(1)[0], t.res(0)[0]) == (3, 27)


@rule("UV-014")
def test_markers_never_run_out() -> None:
    ports = [z for z in ZONES if z != "nanjing"]
    t = table(seats=4, ships={0: "champa"}, markers={p: 0 for p in ports if p != "champa"}, affiliation={"champa": 2},
              explored={0: " ".join(p for p in ports if p != "champa")})  # fmt: skip
    t.do(0, "action diplomacy sun champa", "diplomacy champa 1").end(0)
    assert t.state.marker.count(0) == 15  # of 10 in the box
    t = table(seats=4, affiliation=dict.fromkeys(ports, 1))
    assert t.state.affiliation.count(1) == 15


@rule("UV-016")
def test_colours() -> None:
    assert [C.card_colour[card] for card in range(5)] == [3, 0, 2, -1, 1]
    assert COLOURS == ["R", "Y", "B", "G"]
    t = table(ships={0: "champa"}, p0="1 R, 1 Y, 1 B, 1 G")
    for card, colour in [("sail", "G"), ("combat", "R"), ("diplomacy", "B"), ("explore", ""), ("trade", "Y")]:
        copy = Table(t.state.copy()).do(0, f"action {card} sun champa")
        assert ("knowledge" in copy.kinds(0)) == bool(colour)
        if colour:
            copy.do(0, "knowledge")
            assert copy.player(0).tokens == [int(c != colour) for c in COLOURS]


# --- options


@rule("UV-020")
@pytest.mark.parametrize(
    ("mode", "seats", "options"),
    [
        ("full", 1, {}),
        ("full", 5, {}),
        ("quick", 1, {}),
        ("quick", 5, {}),
        ("solo", 2, {}),
        ("quick", 2, {"random_tiles": True}),
        ("quick", 3, {"random_knowledge": True}),
        ("quick", 4, {"random_starts": True}),
        ("solo", 1, {"random_tiles": True}),
        ("solo", 1, {"random_knowledge": True}),
        ("solo", 1, {"random_starts": True}),
        ("solo", 1, {"first_player": 0}),
        ("full", 2, {"first_player": 2}),
        ("full", 2, {"first_player": -1}),
        ("full", 2, {"first_game": 1}),
        ("full", 2, {"variant": True}),
        ("short", 2, {}),
    ],
)
def test_options_refused(mode: str, seats: int, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptions):
        GAME.setup(mode, options, seats, Ctx(Scripted({"sun": [1]})))


@rule("UV-020")
def test_options() -> None:
    for seats in (2, 3, 4):
        for tiles in (False, True):
            for knowledge in (False, True):
                for starts in (False, True):
                    t = new_game(
                        seats, random_tiles=tiles, random_knowledge=knowledge, random_starts=starts, first_game=True
                    )
                    assert t.asked == {seats - 1: "choose_character"}
        assert new_game(seats, "quick", first_game=True).asked == {seats - 1: "choose_character"}
    assert new_game(1, "solo", dice={"sun": [0]}, first_game=True).asked == {0: "solo_mat"}
    assert new_game(3, first_player="random", script={"first_player": [1]}).state.turn_order == [1, 2, 0]


# --- set-up


@rule("UV-022", "UV-030", "UV-048", "UV-050")
def test_the_board_at_the_start() -> None:
    t = new_game(3, script={"encounters": list(range(37, 0, -1))})
    s = t.state
    assert (s.health, s.round) == (0, 1)
    assert t.deck() == list(range(37, 0, -1))
    assert not any(s.card_seen)
    for seat in (2, 1, 0):
        t.do(seat, t.options(seat)[0]) if seat else t.dice(sun=[0], moon=[0], star=[1]).do(0, t.options(0)[0])
    for seat in range(3):
        assert t.player(seat).ships == [0, AT_SUPPLY, AT_SUPPLY]
        assert t.tracks(seat) == (0, 0)


@rule("UV-024", "UV-026")
@pytest.mark.parametrize(
    ("seats", "closed"),
    [(2, {"burma_bengal", "east_africa", "arabia"}), (3, {"burma_bengal", "east_africa"}), (4, set())],
)
def test_closed_regions(seats: int, closed: set[str]) -> None:
    t = new_game(seats)
    s = t.state
    for zone in range(1, 16):
        name = REGIONS[C.region_of[zone]]
        assert (s.zones >> zone & 1 == 0) == (name in closed)
        assert (len(s.bazaar[zone]) == 0) == (name in closed)
        assert (sum(s.tokens[zone * 4 : zone * 4 + 4]) == 0) == (name in closed)
    for region, name in enumerate(REGIONS):
        assert (s.pile[region] == []) == (name in closed)
    assert s.zones & 1


@rule("UV-026")
def test_closed_zones_cannot_be_entered_or_scouted() -> None:
    for seats, way in [(2, False), (3, False), (4, True)]:
        t = table(seats=seats, wind="gray", ships={0: "malacca"}, dials=(9, 0, 0)).do(0, "action sail sun malacca")
        assert ("pegu" in t.options(0, "scout_goods")) == way
        assert ("pegu" in t.options(0, "scout_affiliation")) == way
        t.do(0, "board flagship")
        assert ("pegu" in t.options(0, "sail")) == way


@rule("UV-026", "UV-596")
def test_story_tracks_of_closed_regions_do_not_score() -> None:
    t = table(seats=2)
    add_story(t.state, t._ctx(), 0, REGIONS.index("arabia"), 2)
    assert t.story("arabia", 0) == 0


@rule("UV-028")
@pytest.mark.parametrize(
    ("seats", "out"),
    [
        (2, ["obj_1", "obj_7", "obj_8", "obj_10", "obj_11", "obj_13", "obj_14"]),
        (3, ["obj_6", "obj_7", "obj_8", "obj_10", "obj_11", "obj_13", "obj_14"]),
        (4, []),
    ],
)
def test_objectives_not_in_use(seats: int, out: list[str]) -> None:
    s = new_game(seats).state
    there = s.display + [o for deck in s.objective_decks for o in deck] + s.objectives_out
    assert sorted(set(C.objective_ids) - {C.objective_ids[o] for o in there}) == sorted(out)


@rule("UV-032")
def test_goods_of_ports_and_regions() -> None:
    first = C.goods_of_region[0]
    t = new_game(2, script={"goods": first[::-1]})
    assert [len(t.bazaar(p)) for p in ("champa", "ayutthaya", "malacca")] == [3, 3, 4]
    assert t.bazaar("champa") == ["se15", "se16", "se17"]
    assert t.pile("mainland_sea") == ["se01", "se02", "se03", "se04", "se05", "se06", "se07"]
    s = t.state
    for port in ("champa", "ayutthaya", "malacca", "surabaya", "palembang", "samudera", "kotte", "calicut"):
        assert len(t.bazaar(port)) == C.bazaar[ZONES.index(port)]
        assert t.face_up(port) == []
    assert all(s.seen[g] == 0 for g in range(93))
    t = table(ships={0: "champa"}, dials=(20, 0, 0)).do(0, "action trade sun champa")
    assert set(t.options(0, "trade")) == set(t.bazaar("champa"))  # nothing of the region's goods


@rule("UV-034")
@pytest.mark.parametrize(("seats", "bag"), [(2, True), (3, True), (4, False)])
def test_knowledge_tokens_as_printed(seats: int, bag: bool) -> None:
    t = new_game(seats)
    s = t.state
    for zone in range(1, 16):
        if s.zones >> zone & 1:
            assert sorted(t.tokens(ZONES[zone])) == sorted(COLOURS[c] for c in C.printed[zone])
    assert (sum(s.bag) > 0) == bag
    assert sum(s.bag) + sum(s.tokens) == 48
    assert (t.tokens("champa"), sorted(t.tokens("palembang"))) == ("BG", ["G", "R", "Y"])


@rule("UV-036")
def test_objectives_on_display() -> None:
    t = new_game(4)
    assert sorted(C.objectives[o].deck for o in t.state.display) == [0, 1, 2]
    decks = [[o for o in range(23) if C.objectives[o].deck == deck] for deck in range(3)]
    assert [len(d) for d in decks] == [7, 6, 10]
    script = [o for deck in decks for o in deck[::-1]]
    t = new_game(4, script={"objectives": script})
    assert sorted(t.state.display) == sorted(deck[-1] for deck in decks)
    t = new_game(4, script={"objectives": [o for d in decks for o in d[:0:-1]]}, first_game=True)
    assert [C.objective_ids[o] for o in t.state.display] == ["obj_I", "obj_II", "obj_III"]


@rule("UV-042")
def test_first_player() -> None:
    t = new_game(4, first_player="random", script={"first_player": [2]})
    assert t.state.turn_order == [2, 3, 0, 1]
    assert t.event("first_player") == {"seat": 2}
    assert new_game(4, first_player=3).state.turn_order == [3, 0, 1, 2]


@rule("UV-044")
def test_characters_are_picked_in_reverse_turn_order() -> None:
    t = new_game(3, first_player=1)
    assert t.state.turn_order == [1, 2, 0]
    names = []
    for seat, left in [(0, 6), (2, 5), (1, 4)]:
        assert (t.asked, len(t.options(seat))) == ({seat: "choose_character"}, left)
        names.append(t.options(seat)[0])
        t.dice(sun=[0], moon=[0], star=[1]).do(seat, names[-1])
    assert names == ["choose_character commander", "choose_character interpreter", "choose_character navigator"]


@rule("UV-046")
def test_what_a_player_gets() -> None:
    mats = {
        "commander": (4, 7, "trade combat sail explore diplomacy"),
        "interpreter": (5, 6, "combat trade sail diplomacy explore"),
        "navigator": (5, 5, "diplomacy combat sail trade explore"),
        "healer": (8, 6, "combat trade diplomacy sail explore"),
        "merchant": (7, 3, "combat explore trade diplomacy sail"),
        "diviner": (3, 5, "sail trade diplomacy combat explore"),
    }
    for name, (porcelain, troops, order) in mats.items():
        t = new_game(2).do(1, f"choose_character {name}")
        assert (t.res(1), t.order(1)) == ((porcelain, troops), order)
        assert (t.player(1).upgraded, t.player(1).built, t.player(1).unused) == (0, 0, 7)
    assert C.position_values == [1, 2, 3, 4, 5]


# --- characters


@rule("UV-060", "UV-062", "UV-064", "UV-066")
@pytest.mark.parametrize(
    ("who", "card", "n"),
    [("commander", "combat", 2), ("interpreter", "diplomacy", 2), ("navigator", "sail", 1), ("merchant", "trade", 1)],
)
def test_action_bonus_of_characters(who: str, card: str, n: int) -> None:
    for other in ("sail", "combat", "diplomacy", "explore", "trade"):
        t = table(characters={0: who}, cards={0: "sail combat diplomacy explore trade"}, ships={0: "champa"})
        t.do(0, f"action {other} sun champa")
        assert t.event("action_started")["bonus"] == (n if other == card else 0)


@rule("UV-060", "UV-460")
def test_the_commander_brings_his_bonus_to_a_joint_combat() -> None:
    t = table(characters={1: "commander"}, ships={0: "champa", 1: "champa"}, dials=(1, 0, 0))
    t.do(0, "action combat sun champa", "attack champa 3", "invite 1")
    t.dice(moon=[0]).do(1, "join_reply join sun")
    assert t.told("committed", "seat", "strength")[0] == (1, 5)  # position 2, dial 1, bonus 2


@rule("UV-068")
def test_healer_in_combat_once_a_round() -> None:
    t = table(characters={0: "healer"}, ships={0: "champa"}, dials=(1, 1, 1), p0="5 troops, 1 prestige")
    t.dice(moon=[3]).do(0, "action combat sun champa")  # position 1: 2 against 5
    t.do(0, "attack champa 2")
    assert set(t.options(0)) == {"combat_loss healer", "combat_loss no healer"}
    t.do(0, "combat_loss healer").end(0)
    assert t.res(0)[1] == 3
    t.do(1, "forfeit sail sun", "forfeit_gain 2 0")
    t.dice(moon=[1]).do(0, "action combat moon champa", "attack champa 1")
    assert t.res(0)[1] == 1  # not asked again
    assert len(t.events("healed")) == 1


@rule("UV-068")
def test_healer_without_troops() -> None:
    t = table(characters={0: "healer"}, ships={0: "champa"}, dials=(1, 1, 1), p0="1 porcelain, 1 prestige")
    t.dice(moon=[1]).do(0, "action combat sun champa", "attack champa 2", "combat_loss healer")
    assert t[0] == "1 porcelain, 1 prestige"


@rule("UV-068", "UV-276")
def test_healer_is_renewed_in_the_administration_phase() -> None:
    t = round_starts(5, characters={0: "healer"})
    t.state.players[0].healer_used = True
    t.dice(star=[1, 1], sun=[0], moon=[0]).start()
    assert not t.player(0).healer_used


@rule("UV-068")
def test_healer_does_not_help_with_troops_paid() -> None:
    t = table(characters={0: "healer"}, wind="gray", ships={0: "malacca"}, affiliation={"palembang": 0},
              dials=(1, 0, 0), p0="2 troops", deck=[28])  # fmt: skip
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route")
    assert t.event("encounter_resolved")["option"] == "ignore"  # `agree` needs 3 troops
    t = table(characters={0: "healer"}, p0="2 troops").do(0, "action sail sun nanjing", "resource")
    assert t.res(0) == (0, 1)
    assert t.events("healed") == []


@rule("UV-070", "UV-280")
def test_diviner() -> None:
    t = round_starts(2, seats=3, characters={1: "diviner"}, goods={2: ["se17"]})
    t.dice(sun=[0, 1], moon=[1], star=[-3]).start()
    assert t.asked == {1: "diviner_reroll"}
    assert len(t.options(1)) == 10
    assert t.player(2).dials == [2, 1, -3]
    t.dice(sun=[-1]).do(1, "diviner_reroll sun 2")
    assert [p.dials for p in t.state.players] == [[1, 1, -3], [1, 1, -3], [0, 1, -3]]
    assert t.event("dial_set") == {"seat": 2, "dial": "sun", "value": 0}

    t = round_starts(2, seats=3, characters={1: "diviner"}).dice(sun=[0, 1], moon=[1], star=[-3]).start()
    t.do(1, "diviner_reroll")
    assert [p.dials for p in t.state.players] == [[1, 1, -3]] * 3


# --- map


@rule("UV-080")
def test_zones_regions_oceans() -> None:
    assert len(ZONES) == 16
    numbers = {"champa": 1, "ayutthaya": 2, "malacca": 3, "samudera": 6, "hormuz": 11, "aden": 12, "mecca": 13}
    assert all(ZONES.index(port) == n for port, n in numbers.items())
    assert C.ports_of == [[1, 2, 3], [4, 5, 6], [7, 8], [9, 10], [11, 12, 13], [14, 15]]
    southern = OCEANS.index("southern")
    assert [C.ocean_of[r] == southern for r in range(6)] == [True, True, False, False, False, False]
    assert C.region_of[0] == NO_REGION
    assert NO_OCEAN not in C.ocean_of[:6]


@rule("UV-082")
def test_links_and_their_colours() -> None:
    links = [(a, b) for a in range(16) for b in C.neighbours[a]]
    assert len(links) == 44
    for a, b in links:
        assert a in C.neighbours[b]
        assert {C.link_wind[a * 16 + b], C.link_wind[b * 16 + a]} == {1, 2}  # blue one way, yellow the other
    t = table(seats=4, wind="gray", ships={0: "mecca"}, dials=(9, 0, 0)).do(
        0, "action sail sun mecca", "board flagship"
    )
    assert t.options(0, "sail") == ["aden"]


@rule("UV-084")
def test_adjacent_regions() -> None:
    adjacent = {
        "mainland_sea": {"majapahit", "burma_bengal"},
        "majapahit": {"mainland_sea", "burma_bengal", "south_india_ceylon"},
        "burma_bengal": {"mainland_sea", "majapahit", "south_india_ceylon"},
        "south_india_ceylon": {"majapahit", "burma_bengal", "arabia", "east_africa"},
        "arabia": {"south_india_ceylon", "east_africa"},
        "east_africa": {"south_india_ceylon", "arabia"},
    }
    for region, name in enumerate(REGIONS):
        near = {REGIONS[r] for r in range(6) if C.region_adjacent[region] >> r & 1}
        assert near == adjacent[name]
    assert C.region_adjacent[6] == 1  # Nanjing


# --- dice


@rule("UV-090")
def test_faces() -> None:
    assert C.faces[0] == [-2, -1, 0, 0, 1, 2]
    assert sorted(C.faces[1]) == [YIN, -3, -2, -1, 0, 0, 1, 2, 3, YANG]
    assert C.faces[2] == [-3, -2, -2, -1, 1, 2, 2, 3]


def moon(*faces: int | str) -> int:
    t = round_starts(2).dice(sun=[0, 0], moon=list(faces), star=[1]).start()
    assert not t.script["moon"]
    return t.state.dice[1]


@rule("UV-092")
def test_yang() -> None:
    assert [moon("yang", 0), moon("yang", 3), moon("yang", -3), moon("yang", "yang", "yang", -1)] == [1, 4, 4, 4]


@rule("UV-094")
def test_yin() -> None:
    assert [moon("yin", 0), moon("yin", 3), moon("yin", -3), moon("yin", "yin", 2)] == [-1, -4, -4, -4]


@rule("UV-096")
def test_yin_and_yang_end_the_roll() -> None:
    assert [moon("yin", "yang"), moon("yang", "yin"), moon("yin", "yin", "yang")] == [0, 0, 0]


@rule("UV-098")
@pytest.mark.parametrize("faces", [[-2], [2], ["yin", -1], ["yang", 1]])
def test_absolute_values(faces: list[int | str]) -> None:
    t = table(ships={0: "champa"}, dials=(3, 0, 0), p0="1 troops")
    t.dice(moon=faces).do(0, "action combat sun champa", "attack champa 4")
    assert t.event("combat_result")["opponent"] == 4


@rule("UV-100", "UV-280")
def test_the_dice_of_the_round_set_all_dials() -> None:
    t = round_starts(2, seats=4, goods={3: ["mj16"]}).dice(sun=[0, -2], moon=["yin", 2], star=[3]).start()
    assert [p.dials for p in t.state.players] == [[-2, -3, 3], [-2, -3, 3], [-2, -3, 3], [-2, -2, 3]]
    assert all(p.unused == 7 for p in t.state.players)
    assert t.event("dials_set")["dials"][0] == [-2, -3, 3]
    assert [d for d, p in t.told("dice", "die", "purpose") if p == "deity"] == ["sun", "moon", "star"]
    assert t.events("dice")[-1]["roller"] == t.state.turn_order[0]


@rule("UV-114")
def test_all_ports_are_undetermined_at_the_start() -> None:
    s = new_game(4).state
    assert all(s.affiliation[zone] == UNKNOWN for zone in range(1, 16))
    assert FACE_UP not in s.seen
    assert len(ANIMAL_ICONS) == 14
