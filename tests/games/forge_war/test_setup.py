"""Components and set-up (RULES.md, sections 1 and 2)."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import forge_war
from forge_war.names import RESOURCES
from forge_war.rounds import END, MARKET, MOVING, PLACING, QUESTS
from rulekit.chance import Seeded
from rulekit.errors import InvalidOptions
from rulekit.events import Ctx
from tests import laws
from tests.games.forge_war.table import GAME, Table

rule = pytest.mark.rule
HOUSE: dict[str, Any] = tomllib.loads((Path(forge_war.__file__).parent / "edition.toml").read_text("utf-8"))
C = GAME.content


def ids(deck: str, marked: bool = True) -> list[str]:
    """Quests of a deck of the edition, copy by copy."""
    return [
        f"{quest['id']}#{n}" if quest["copies"] > 1 else quest["id"]
        for quest in HOUSE["quest"]
        for n in range(1, quest["copies"] + 1)
        if quest["deck"] == deck and (marked or not quest.get("marked"))
    ]


def seeded(mode: str, seats: int, seed: int = 0, **options: Any) -> tuple[Table, list[tuple[str, list[int]]]]:
    """A game set up by chance, and the labels and values of its draws."""
    chance = Seeded(bytes([seed]) * 32)
    chance.record = []
    t = Table.fresh(mode, seats, options=options)
    t.log.clear()
    t.state = GAME.setup(mode, options, seats, Ctx(chance, t.log))
    return t, [(draw.label, draw.values) for draw in chance.record]


# --- general and components


@rule("FW-003")
def test_a_group_of_adventurers_claims_and_workers_has_no_limit() -> None:
    t = Table("normal", 2)
    for _ in range(45):  # the box holds 40
        t.adventurer(0, 1)
    assert t.pool(0, "500 copper, 99 gold").at(MARKET).do(0, "barracks hire").levels(0) == [1] * 46
    assert t[0] == "500 copper, 95 gold"
    t = Table("normal", 2).mine(w0=[(q, r) for r in (-2, 0, 2) for q in range(-3 - min(r, 0), 4 - max(r, 0)) if q % 2])
    assert t.state.workers[0] > 5
    t = Table("epic", 2).designs(0, *[design.id for design in C.designs if design.group in (1, 2, 3)])
    assert len(t.player(0).claims) == 13


@rule("FW-003")
def test_nobody_owns_a_fourth_overseer() -> None:
    t = Table.fresh("normal", 2)
    while "place_overseer" not in t.asked.values():
        seat = min(t.asked)
        t.do(seat, t.options(seat)[-1])
    while "place_overseer" in t.asked.values():
        seat = min(t.asked)
        t.do(seat, t.options(seat)[0])
    assert [len(hexes) for hexes in t.state.overseers] == [3, 3]
    t.state.piece[t.hexes[(0, -3)]] = t.state.piece[t.state.overseers[0][0]]
    t.state.overseers[0].append(t.hexes[(0, -3)])
    assert "colour 0 has 4 overseers (FW-003)" in GAME.faults(t.state)


@rule("FW-003", "FW-102")
def test_decks_can_run_out() -> None:
    t = Table("normal", 2).offer(slot8="mad_king").deck("fish_king", "p1_ogre")
    for stack in ("weapon", "bonus_a", "bonus_b", "single_a", "single_b"):
        t.stack(stack)
    t.at(END)
    assert t.offered() == ["mad_king", "fish_king", "p1_ogre", "", "", "", "", ""]
    assert t.state.face == [-1] * 5
    t.offer().at(QUESTS)
    assert t.options(0) == ["pass"]


@rule("FW-006")
def test_no_two_champions_of_a_player_have_the_same_title() -> None:
    t = Table("epic", 2)
    t.adventurer(0, 4, "valorous")
    t.adventurer(1, 4, "stoic")
    t.adventurer(0, 3)
    t.pool(0, "3 gold").at(MARKET).do(0, "barracks no hire a2")
    titles = [title.id for title in C.titles]
    assert len(titles) == 20
    assert t.options(0) == [f"title a2 {title}" for title in titles if title != "valorous"]
    t.do(0, "title a2 stoic")
    assert [C.titles[title].id for title in t.player(0).title] == ["valorous", "stoic"]


@rule("FW-009", "FW-012")
def test_modes_and_their_numbers_of_players() -> None:
    assert [(m.name, m.min_seats, m.max_seats) for m in GAME.modes] == [
        ("normal", 2, 4),
        ("epic", 2, 4),
        ("advanced_normal", 2, 4),
        ("short_epic", 2, 4),
        ("solo_normal", 1, 1),
        ("solo_epic", 1, 1),
    ]
    for mode, seats in (("normal", 1), ("epic", 5), ("advanced_normal", 1), ("short_epic", 1), ("solo_epic", 2)):
        with pytest.raises(InvalidOptions):
            GAME.setup(mode, {}, seats, Ctx(Seeded(bytes(32))))
    for mode in ("normal", "solo_normal"):
        with pytest.raises(InvalidOptions):
            GAME.setup(mode, {"bonus_tiles": True}, 1 if mode == "solo_normal" else 2, Ctx(Seeded(bytes(32))))


@rule("FW-012")
@pytest.mark.parametrize(
    ("mode", "course"),
    [
        ("normal", [(1, 7)]),
        ("epic", [(1, 6), (2, 6), (3, 6)]),
        ("advanced_normal", [(2, 7)]),
        ("short_epic", [(2, 6), (3, 6)]),
    ],
)
def test_stages_and_rounds_of_a_mode(mode: str, course: list[tuple[int, int]]) -> None:
    w = laws.Walk(GAME, mode, {}, 2, 5)
    seen: list[tuple[int, int]] = []
    while not w.over:
        now = (w.state.stage, w.state.round)
        if now not in seen:
            seen.append(now)
        w.step()
    assert seen == [(stage, n) for stage, rounds in course for n in range(1, rounds + 1)]


@rule("FW-015")
def test_pools_cards_adventurers_claims_quests_and_prestige_are_public() -> None:
    t = Table("epic", 2).designs(0, "iron_sword", "kingslayer").get(0, "buyer_savvy_1#1").prestige(0, 12)
    quest = t.quest(0, "weird_woods", step=2)
    t.adventurer(0, 4, "stoic", on=quest)
    t.pool(0, "3 copper, 1 gold").at(MARKET)
    for viewer in (0, 1, None):
        seat = t.view(viewer).seats[0]
        assert (seat.gold, seat.resources["copper"], seat.prestige) == (1, 3, 12)
        assert (seat.claims, seat.unique_designs) == (["iron_sword"], ["kingslayer"])
        assert [card.card for card in seat.bonus_cards] == ["buyer_savvy_1#1"]
        assert [(a.id, a.level, a.title, a.quest) for a in seat.adventurers] == [("a1", 4, "stoic", quest)]
        assert [(q.quest, q.step, q.power) for q in seat.quests] == [(quest, 2, 2)]


@rule("FW-018")
def test_prestige_can_go_below_nothing_and_beyond_two_hundred() -> None:
    t = Table("normal", 2).offer(slot1="cellar_rats#1").prestige(0, 1).at(QUESTS).do(0, "acquire 1 ", "done")
    assert t[0] == "-2 prestige"
    t = Table("normal", 2).prestige(0, 331).last_round().at(END)
    assert t.state.outcome is not None
    assert t.state.outcome.scores == [331, 0]


@rule("FW-021")
def test_there_is_no_debt() -> None:
    t = Table("normal", 2).offer(slot3="mad_king").designs(1, "iron_sword")
    t.face("leaf_shield", "buyer_savvy_1#1")  # 4 and 2 gold
    t.adventurer(0, 2)
    t.pool(0, "1 gold").at(MARKET)
    assert t.options(0) == ["pass", "clerk copper_axe", "clerk copper_mace", "clerk copper_spear"]
    assert t.any_time(0) == []
    t.do(0, "clerk copper_axe")
    assert t.at(QUESTS).options(0) == ["pass"]
    t.refused(0, "acquire", slot=3, champions=[])


# --- set-up


@rule("FW-030")
@pytest.mark.parametrize("mode", ["normal", "epic", "advanced_normal", "short_epic"])
def test_starting_designs(mode: str) -> None:
    t = Table.fresh(mode, 3)
    for p in t.state.players:
        assert (t.names(p.designs), p.uniques, p.claims) == (["copper_sword", "copper_dagger"], [], [])
    market = t.state.row + t.state.discard + t.state.face + [card for pile in t.state.stacks for card in pile]
    for card in C.starting:
        assert card not in market
        assert C.card_prestige[card] == 0
    t = Table("normal", 2)
    t.state.bonus_owner[0] = 0  # counts unique designs and claims
    outcome = t.last_round().at(END).state.outcome
    assert outcome is not None
    assert outcome.scores == [0, 0]


@rule("FW-033")
@pytest.mark.parametrize(
    ("mode", "tiles", "adventurers"),
    [
        ("normal", False, 3),
        ("epic", False, 4),
        ("epic", True, 3),
        ("advanced_normal", False, 4),
        ("advanced_normal", True, 3),
        ("short_epic", False, 4),
        ("short_epic", True, 3),
        ("solo_normal", False, 4),
        ("solo_epic", False, 5),
        ("solo_epic", True, 4),
    ],
)
def test_starting_adventurers(mode: str, tiles: bool, adventurers: int) -> None:
    seats = 1 if mode.startswith("solo") else 4
    t = Table.fresh(mode, seats, options={"bonus_tiles": True} if tiles else {})
    assert [p.level for p in t.state.players] == [[1] * adventurers] * seats


@rule("FW-036")
def test_everything_else_starts_empty() -> None:
    t = Table.fresh("epic", 4)
    assert t.state.overseers == [[], [], [], []]
    assert t.state.workers == [0, 0, 0, 0]
    assert set(t.state.piece) == {0}
    for seat, p in enumerate(t.state.players):
        assert t[seat] == ""
        assert (p.quests, p.completed, p.bonus) == ([], [], [])


@rule("FW-039")
def test_the_player_order_is_drawn() -> None:
    orders = Counter(tuple(seeded("normal", 3, seed)[0].state.order) for seed in range(120))
    assert len(orders) == 6
    assert all(8 <= n <= 40 for n in orders.values())
    _, draws = seeded("normal", 3)
    assert [values for label, values in draws if label == "order"] == [seeded("normal", 3)[0].state.order]


@rule("FW-039")
def test_the_order_of_a_solo_game_is_given() -> None:
    t, draws = seeded("solo_normal", 1)
    assert t.state.order == [1, 2, 0]
    assert "order" not in [label for label, _ in draws]


@rule("FW-042")
@pytest.mark.parametrize(("mode", "stage"), [("normal", 1), ("epic", 1), ("advanced_normal", 2), ("short_epic", 2)])
def test_play_starts_in_the_first_stage_of_the_mode(mode: str, stage: int) -> None:
    t = Table.fresh(mode, 2)
    assert (t.state.stage, t.state.round) == (stage, 1)


def deck_ids(t: Table) -> list[str]:
    """The quests dealt and to be dealt, in this order."""
    return [C.quests[q].id for q in [*[q for q in t.state.offer if q >= 0], *reversed(t.state.deck)]]


@rule("FW-045")
def test_the_quest_deck_of_the_normal_game() -> None:
    t, draws = seeded("normal", 2)
    cards = deck_ids(t)
    assert sorted(cards[:18]) == sorted(ids("green", marked=False))
    assert sorted(cards[18:]) == sorted(ids("purple1"))
    assert (len(ids("green")), len(ids("purple1"))) == (20, 9)
    assert {quest["name"] for quest in HOUSE["quest"] if quest["deck"] == "green" and quest.get("marked")} == {
        "The Cursed Keep",
        "Investigate the Kidnappings",
    }
    assert [label for label, _ in draws if label.startswith("quests_")] == ["quests_green", "quests_purple1"]
    assert cards[:18] != deck_ids(seeded("normal", 2, 1)[0])[:18]


@rule("FW-048")
def test_the_quest_deck_of_the_epic_game() -> None:
    cards = deck_ids(seeded("epic", 2)[0])
    at = 0
    for deck, size in (("green", 20), ("grey", 20), ("red", 12), ("purple3", 12)):
        assert len(ids(deck)) == size
        assert sorted(cards[at : at + size]) == sorted(ids(deck))
        at += size
    assert len(cards) == at


@rule("FW-051")
def test_the_offer_and_what_its_slots_cost() -> None:
    shuffled = [C.quests[q].id for q in range(len(C.quests)) if C.quests[q].deck == 0 and not C.quests[q].marked]
    t = Table.fresh("normal", 2)
    assert t.offered() == shuffled[::-1][:8]  # a deck lies with its first card below
    names = t.offered()
    assert t.events("offer_dealt") == [{"cards": [{"slot": i + 1, "quest": name} for i, name in enumerate(names)]}]
    t = Table("normal", 2)
    for gold, slots in ((0, 2), (1, 5), (2, 8)):
        t.pool(0, f"{gold} gold").at(QUESTS)
        assert t.options(0, "acquire") == [f"acquire {slot} " for slot in range(1, slots + 1)]


@rule("FW-054")
@pytest.mark.parametrize(
    ("mode", "stage", "unique", "public"),
    [("normal", 1, 6, "iron"), ("epic", 1, 6, "iron"), ("short_epic", 2, 6, "mithril")],
)
def test_market_decks(mode: str, stage: int, unique: int, public: str) -> None:
    t, draws = seeded(mode, 2)
    s = t.state
    piles = [[*pile, *([face] if face >= 0 else [])] for pile, face in zip(s.stacks, s.face, strict=True)]
    revealed = [card for card in s.row if card not in Table(mode, 2).state.row]
    weapons = piles[0] + revealed
    assert Counter(C.designs[card].group for card in weapons) == {4: unique, 2: 4}
    named = {C.designs[card].id for card in weapons if C.designs[card].group == 2}
    assert named == {f"{public}_{kind}" for kind in ("axe", "mace", "spear", "greatsword")}
    for pair in (piles[1:3], piles[3:5]):
        assert [len(pile) for pile in pair] == [6, 6]
    for kind, both in (("bonus_card", piles[1] + piles[2]), ("single_use", piles[3] + piles[4])):
        copies = Counter({card["id"]: card["copies"] for card in HOUSE[kind] if card["stage"] == stage})
        assert Counter(name.split("#")[0] for name in t.names(both)) == copies
        assert sum(copies.values()) == 12
    labels = [label for label, _ in draws]
    for label in ("weapons", "bonus_cards", "single_use"):
        assert f"{label}_{stage}" in labels


@rule("FW-057")
@pytest.mark.parametrize("mode", ["normal", "epic", "solo_normal", "solo_epic"])
def test_the_public_row_at_the_start(mode: str) -> None:
    t = Table.fresh(mode, 1 if mode.startswith("solo") else 2)
    assert sorted(t.names(t.state.row)[:4]) == ["copper_axe", "copper_mace", "copper_spear", "iron_sword"]
    assert all(name.startswith("iron_") for name in t.names(t.state.row)[4:])


def rotated(at: tuple[int, int], times: int) -> tuple[int, int]:
    q, r = at
    for _ in range(times):
        q, r = -r, q + r
    return q, r


@rule("FW-060")
def test_the_mine_is_built_of_pieces_in_random_places_and_sides() -> None:
    t, draws = seeded("normal", 4)
    drawn = dict(draws)
    assert [len(drawn[label]) for label in ("mine_grids", "mine_sides", "mine_long_borders", "mine_short_borders")] == [
        6,
        6,
        3,
        3,
    ]
    s = t.state
    assert len(s.ore) == 61
    assert RESOURCES[s.ore[t.hexes[(0, 0)]]] == "iron"
    grids = [grid for grid in HOUSE["mine_grid"] if grid["stage"] == 1]
    for slot in range(6):
        side = "side_a" if drawn["mine_sides"][slot] == 1 else "side_b"
        laid = [RESOURCES[s.ore[h]] for h in C.grid_hexes[slot]]
        assert laid == grids[drawn["mine_grids"][slot]][side]
    for kind, slots in (("long", C.long_slots), ("short", C.short_slots)):
        borders = [border for border in HOUSE["mine_border"] if border["stage"] == 1 and border["kind"] == kind]
        for slot, piece in zip(slots, drawn[f"mine_{kind}_borders"], strict=True):
            assert [RESOURCES[s.ore[h]] for h in C.border_hexes[slot]] == borders[piece]["resources"]
    # the pieces: six grids of six round the centre, borders of five and three in turn round them
    centre = {C.hexes[h] for hexes in C.grid_hexes for h in hexes} | {(0, 0)}
    assert centre == {(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3}
    assert [len(hexes) for hexes in C.border_hexes] == [5, 3, 5, 3, 5, 3]
    whole = centre | {C.hexes[h] for hexes in C.border_hexes for h in hexes}
    assert whole == {(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4}
    for slot in range(6):
        assert {rotated(C.hexes[h], slot) for h in C.grid_hexes[0]} == {C.hexes[h] for h in C.grid_hexes[slot]}


@rule("FW-063")
@pytest.mark.parametrize(("seats", "borders"), [(1, [3, 4, 5]), (2, []), (3, [3, 4, 5]), (4, [0, 1, 2, 3, 4, 5])])
def test_borders_in_play(seats: int, borders: list[int]) -> None:
    mode = "solo_normal" if seats == 1 else "normal"
    t = Table(mode, seats)
    if seats == 1:
        t.order(0, 1, 2)
    assert len(t.state.ore) == 37 + sum(len(C.border_hexes[slot]) for slot in borders)
    t.mine().at(PLACING)
    placed = t.options(0)
    for slot, hexes in enumerate(C.border_hexes):
        for h in hexes:
            q, r = C.hexes[h]
            assert (f"place {q} {r}" + (" 0" if seats == 1 else "") in placed) == (slot in borders)
    down = sorted(len(C.border_hexes[slot]) for slot in range(6) if slot not in borders)
    assert down == {1: [3, 5, 5], 2: [3, 3, 3, 5, 5, 5], 3: [3, 5, 5], 4: []}[seats]
    if 0 < len(borders) < 6:
        assert all((b - a) % 6 == 1 for a, b in pairwise(borders))


@rule("FW-063")
def test_nothing_moves_over_a_border_that_is_not_in_play() -> None:
    t = Table("normal", 3).mine(o0=[(0, 0)]).at(MOVING)
    stops = [tuple(map(int, move.split()[3:])) for move in t.options(0, "move")]
    in_play = {C.hexes[h] for h in range(len(t.state.ore))}
    assert set(stops) <= in_play
    assert any(max(abs(q), abs(r), abs(q + r)) == 4 for q, r in stops)
    t = Table("normal", 2).mine(o0=[(0, 0)], w1=[(1, 0), (2, 0), (3, 0)]).at(MOVING)
    assert [move for move in t.options(0, "move") if move.endswith(" 0")] == [
        move for move in t.options(0, "move") if int(move.split()[3]) < 0 and move.endswith(" 0")
    ]


@rule("FW-066")
@pytest.mark.parametrize("mode", ["normal", "epic"])
def test_market_cards_are_up_before_wealth_is_chosen(mode: str) -> None:
    t = Table.fresh(mode, 2)
    assert set(t.asked.values()) == {"choose_wealth"}
    up = t.state.face.copy()
    assert all(card >= 0 for card in up)
    order = [e.type for e in t.log]
    assert max(i for i, kind in enumerate(order) if kind == "revealed") < order.index("wealth_dealt")
    walk_to(t, "mine_move")
    assert t.state.face == up
    assert len(t.events("revealed")) == 5 + len([e for e in t.events("revealed") if e["public"]])


def walk_to(t: Table, kind: str) -> None:
    """Takes last options until a decision of a kind is open."""
    while kind not in t.asked.values():
        seat = min(t.asked)
        t.do(seat, t.options(seat)[-1])


@rule("FW-069")
def test_wealth_is_dealt_and_chosen_in_secret() -> None:
    hands = [["w1_01", "w1_02", "w1_03", "w1_04"], ["w1_05", "w1_06", "w1_07", "w1_09"]]
    t = Table.fresh("normal", 2, hands)
    assert t.asked == {0: "choose_wealth", 1: "choose_wealth"}
    assert len(t.options(0)) == 6
    dealt = [e for e in t.log if e.type == "wealth_dealt"]
    assert [e.seen_by(0) for e in dealt] == [
        {"type": "wealth_dealt", "seat": 0, "cards": hands[0]},
        {"type": "wealth_dealt", "seat": 1},
    ]
    assert t.view(1).seats[0].hand.cards is None
    assert t.view(0).seats[0].hand.cards == hands[0]
    t.do(0, "keep w1_01 w1_03")
    assert (t[0], t.events("wealth_chosen"), t.view(1).seats[0].wealth_kept) == ("", [], [])
    t.do(1, "keep w1_05 w1_09")
    assert t.events("wealth_chosen") == [
        {"seat": 0, "cards": ["w1_01", "w1_03"]},
        {"seat": 1, "cards": ["w1_05", "w1_09"]},
    ]
    assert [t[0], t[1]] == ["2 copper, 14 gold", "2 copper, 2 iron, 3 gold"]
    assert t.levels(1) == [1, 1, 1, 1]
    assert [(p.hand, p.kept) for p in t.state.players] == [([], []), ([], [])]


@rule("FW-069")
def test_a_kept_card_must_be_one_of_the_hand() -> None:
    t = Table.fresh("normal", 2, [["w1_01", "w1_02", "w1_03", "w1_04"]])
    t.refused(0, "keep", cards=["w1_01", "w1_05"])
    t.refused(0, "keep", cards=["w1_01"])
    t.refused(0, "keep", cards=["w1_01", "w1_02", "w1_03"])
    assert len([card for card in C.wealth if card.set == 0]) == 16


GAINS = [card["id"] for card in HOUSE["wealth"] if not any(e["op"] == "leftover_card" for e in card["effects"])]


@rule("FW-072")
@pytest.mark.parametrize("name", [name for name in GAINS if name.startswith("w1")])
def test_what_a_wealth_card_brings(name: str) -> None:
    other = "w1_01" if name != "w1_01" else "w1_02"
    rest = [w for w in ("w1_03", "w1_04", "w1_05", "w1_06") if w not in (name, other)][:2]
    t = Table.fresh("normal", 2, [[name, other, *rest]])
    t.do(0, f"keep {' '.join(sorted((name, other)))}").do(1, t.options(1)[0])
    effects = [e for card in HOUSE["wealth"] if card["id"] in (name, other) for e in card["effects"]]
    levels = sum(e["n"] for e in effects if e["op"] == "level_up")
    p = t.player(0)
    assert p.gold == sum(e["n"] for e in effects if e["op"] == "gain_gold")
    for resource, n in zip(RESOURCES, p.res, strict=True):
        assert n == sum(e["n"] for e in effects if e["op"] == "gain_resource" and e["resource"] == resource)
    assert len(p.level) == 3 + sum(e["n"] for e in effects if e["op"] == "hire")
    assert t.names(p.claims) == [e["design"] for e in effects if e["op"] == "claim_design"]
    for _ in range(levels):
        t.do(0, "level a1")
    assert p.level[0] == 1 + levels
    assert 0 not in t.asked or t.asked[0] != "wealth_level"


@rule("FW-073", "FW-075")
def test_level_ups_come_last_and_may_go_to_one_just_hired() -> None:
    t = Table.fresh("normal", 2, [["w1_11", "w1_09", "w1_01", "w1_02"], ["w1_12", "w1_14", "w1_03", "w1_04"]])
    t.do(0, "keep w1_09 w1_11").do(1, "keep w1_12 w1_14")
    assert t.asked == {0: "wealth_level", 1: "wealth_level"}
    assert [t[0], t[1]] == ["6 gold", "2 copper, 2 iron, 4 gold"]
    assert t.options(0) == ["skip", "level a1", "level a2", "level a3", "level a4"]
    t.do(0, "level a4", "level a4")
    assert t.levels(0) == [1, 1, 1, 3]
    t.do(1, "level a2", "skip")
    assert t.levels(1) == [1, 2, 1]


@rule("FW-075")
def test_a_level_up_that_fits_nobody_is_lost() -> None:
    hands = [["w1_11", "w1_14", "w1_01", "w1_02"]]
    t = Table.fresh("solo_normal", 1, hands, options={"fewer_adventurers": 3})
    t.do(0, "keep w1_11 w1_14", "level a1", "level a1")
    assert (t.levels(0), t.asked) == ([3], {0: "place_overseer"})


@rule("FW-078")
def test_a_wealth_claim_is_free() -> None:
    hands = [["w1_13", "w1_01", "w1_02", "w1_03"], ["w1_04", "w1_05", "w1_06", "w1_07"]]
    t = Table.fresh("normal", 2, hands)
    t.state.players[1].claims = [t.cards["iron_sword"]]
    t.state.players[1].designs.append(t.cards["iron_sword"])
    t.do(0, "keep w1_01 w1_13").do(1, "keep w1_04 w1_05")
    assert (t[0], t.names(t.player(0).claims)) == ("1 iron, 10 gold", ["iron_sword"])
    assert t[1] == "2 copper, 5 iron, 2 gold"


@rule("FW-078")
def test_a_wealth_claim_on_a_design_that_is_claimed_is_lost() -> None:
    t = Table.fresh("normal", 2, [["w1_13", "w1_01", "w1_02", "w1_03"]])
    t.state.players[0].claims = [t.cards["iron_sword"]]
    t.state.players[0].designs.append(t.cards["iron_sword"])
    t.do(0, "keep w1_01 w1_13").do(1, t.options(1)[0])
    assert t.names(t.player(0).claims) == ["iron_sword"]
    assert t[0] == "1 iron, 10 gold"


@rule("FW-081")
def test_overseers_are_placed_in_turns() -> None:
    t = Table("normal", 3).order(2, 0, 1).mine().at(PLACING)
    placed: list[tuple[int, str]] = []
    while "place_overseer" in t.asked.values():
        ((seat, _),) = t.asked.items()
        option = t.options(seat)[len(placed) * 2]
        assert len(t.options(seat)) == len(t.state.ore) - len(placed)
        t.do(seat, option)
        placed.append((seat, option))
    assert [seat for seat, _ in placed] == [2, 0, 1] * 3
    assert len({option for _, option in placed}) == 9
    assert [e["colour"] for e in t.events("overseer_placed")] == [2, 0, 1] * 3
    assert [t[seat] for seat in range(3)] == ["", "", ""]
    assert t.asked == {2: "mine_move"}
    taken = placed[0][1].split()[1:]
    t = Table("normal", 3).mine(o1=[(int(taken[0]), int(taken[1]))]).at(PLACING)
    t.refused(0, "place", hex=[int(taken[0]), int(taken[1])])
