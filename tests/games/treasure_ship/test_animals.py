"""Animals (RULES.md, section 13): rules, and the house against a brute force that knows nothing of bit masks."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from tests.games.treasure_ship.table import GAME, Table, base, edited, place, table
from treasure_ship.animals import largest_rectangle, placements
from treasure_ship.flow import final_scores

rule = pytest.mark.rule
C: Final = GAME.content
Cell = tuple[int, int]
HOUSE: Final = {(x, y) for x in range(6) for y in range(5)}
# the tiles, drawn by hand
SHAPES: Final = {
    "peacock": "XX",
    "ostrich": "XXX",
    "leopard": "XX/X.",
    "lion": "XX/XX",
    "zebra": "X./X./XX",
    "giant_antelope": "XXX/.X.",
    "giraffe": "X./X./X./XX",
    "houou": "XXX/XXX",
}


def drawn(kind: str) -> set[Cell]:
    return {(x, y) for y, row in enumerate(SHAPES[kind].split("/")) for x, mark in enumerate(row) if mark == "X"}


def turned(cells: set[Cell], times: int) -> set[Cell]:
    """A quarter turn clockwise sends (x, y) to (-y, x); then back to the corner."""
    for _ in range(times):
        cells = {(-y, x) for x, y in cells}
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return {(x - left, y - top) for x, y in cells}


def brute_force(kind: str, covered: set[Cell]) -> dict[tuple[int, int, int], set[Cell]]:
    """All legal placements, tried cell by cell: (rotation, x, y) -> cells; equal ones once, smallest rotation first."""
    out: dict[tuple[int, int, int], set[Cell]] = {}
    for rotation in range(4):
        for x in range(6):
            for y in range(5):
                cells = {(x + dx, y + dy) for dx, dy in turned(drawn(kind), rotation)}
                if not cells <= HOUSE or cells & covered:
                    continue
                beside = {(a + dx, b + dy) for a, b in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
                if (beside & covered if covered else cells & {(2, 2), (3, 2)}) and cells not in out.values():
                    out[rotation, x, y] = cells
    return out


def offered(kind: str, covered: set[Cell]) -> dict[tuple[int, int, int], set[Cell]]:
    """The same by the rules."""
    mask = sum(1 << (y * 6 + x) for x, y in covered)
    out = {}
    for i in placements(C, mask, C.animal_names.index(kind)):
        p = C.placements[i]
        out[p.action.a, p.action.b, p.action.c] = {(x, y) for x, y in HOUSE if p.mask >> (y * 6 + x) & 1}
    return out


@rule("TS-466", "TS-469", "TS-472", "TS-475")
def test_placements_agree_with_brute_force_in_random_houses() -> None:
    rng = random.Random(13)
    checked = 0
    most = 0
    for _ in range(30):
        covered: set[Cell] = set()
        for _ in range(rng.randint(0, 9)):  # a house that grew by the rules
            fits = brute_force(rng.choice(list(SHAPES)), covered)
            if not fits:
                break
            covered |= rng.choice(list(fits.values()))
        for kind in SHAPES:
            expected = brute_force(kind, covered)
            assert offered(kind, covered) == expected, (kind, covered)
            checked += len(expected)
            most = max(most, len(expected))
    assert checked > 1000
    assert 30 < most <= 80


@rule("TS-469", "TS-472")
def test_placements_agree_with_brute_force_in_houses_that_no_game_reaches() -> None:
    rng = random.Random(14)
    for _ in range(30):
        covered = {cell for cell in HOUSE if rng.random() < rng.choice((0.1, 0.3, 0.6))}
        for kind in SHAPES:
            assert offered(kind, covered) == brute_force(kind, covered), (kind, covered)


@rule("TS-475")
def test_tiles_are_turned_clockwise_and_never_mirrored() -> None:
    zebra = [offered("zebra", set())[key] for key in ((0, 2, 0), (1, 1, 2), (2, 2, 1), (3, 2, 1))]
    corner = [{(x - min(a for a, _ in cells), y - min(b for _, b in cells)) for x, y in cells} for cells in zebra]
    assert corner == [turned(drawn("zebra"), n) for n in range(4)]
    assert {(1, 0), (1, 1), (1, 2), (0, 2)} not in corner  # the mirror image
    counts = {kind: len({key[0] for key in offered(kind, set())}) for kind in SHAPES}
    assert counts == {
        "peacock": 2, "ostrich": 2, "leopard": 4, "lion": 1, "zebra": 4, "giant_antelope": 4, "giraffe": 4, "houou": 2,
    }  # fmt: skip


@rule("TS-647")
def test_the_largest_rectangle_agrees_with_brute_force() -> None:
    rng = random.Random(15)
    for _ in range(150):
        width, height = rng.randint(1, 8), rng.randint(1, 7)
        density = rng.random()
        covered = {(x, y) for x in range(width) for y in range(height) if rng.random() < density}
        best = 0
        for left in range(width):
            for right in range(left, width):
                for top in range(height):
                    for bottom in range(top, height):
                        block = {(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)}
                        if block <= covered:
                            best = max(best, len(block))
        mask = sum(1 << (y * width + x) for x, y in covered)
        assert largest_rectangle(mask, width, height) == best


@rule("TS-644", "TS-647")
def test_a_square_is_a_rectangle_and_its_border_may_cut_tiles() -> None:
    s = base(2, tiles={0: [("lion", 0, 2, 1)]})
    assert final_scores(s)[0]["animals"] == 4 + 4
    place(s, 0, "zebra", 0, 4, 0)  # (4,0), (4,1), (4,2), (5,2)
    assert final_scores(s)[0]["animals"] == 8 + 6  # x 2 to 4, y 1 to 2
    assert final_scores(base(2))[0]["animals"] == 0


# --- taking animals


def at(square: int, route: list[int], **more: Any) -> Table:
    marker = next(q for q in route if q != square)
    return table(captain=1, voyage=2, start=20, route=route, marker=marker, squares={0: square}, **more)


@rule("TS-460")
def test_one_kind_of_several_is_chosen() -> None:
    t = table(
        captain=1, voyage=2, card="V02", start=3, route=[5, 6, 7, 8], marker=5, squares={0: 6}, p0="2 weapon, 10 merit"
    )
    t.do(0, "fight 2 no fire")
    assert t.options(0) == ["animal_kind peacock", "animal_kind leopard"]
    t.do(0, "animal_kind leopard", "animal_place 0 2 2")
    assert t.covered(0) == {(2, 2), (3, 2), (2, 3)}
    assert t.has(0, "merit") == (12,)


@rule("TS-463", "TS-466", "TS-487")
def test_a_tile_that_fits_must_be_placed_at_once() -> None:
    t = at(24, [24, 25]).do(0, "mass")
    assert all(text.startswith("animal_place") for text in t.options(0))
    assert len(t.options(0)) == 6
    assert t.supply("lion") == 4
    assert t.refused(0, "animal_place", rotation=0, x=0, y=0) == "TS-463"
    t.do(0, "animal_place 0 3 2")
    assert t.covered(0) == {(3, 2), (4, 2), (3, 3), (4, 3)}


@rule("TS-481")
def test_covered_effects_come_once_in_row_order() -> None:
    t = table(voyage=2, start=20, route=[21, 24], marker=21, tiles={0: [("lion", 0, 2, 1)]}).clear()
    t.do(0, "mass", "choose 0", "animal_place 0 4 0")  # covers (4,1) and (4,3)
    assert [e["what"] for e in t.events("gained")] == ["command", "weapon"]
    t = at(21, [21, 24], tiles={0: [("lion", 0, 2, 1)]}).clear()
    t.do(0, "mass", "animal_place 0 1 3")  # covers (1,3), then (2,4)
    assert t[0] == ""
    t.do(0, "goods ivory")
    assert [e["what"] for e in t.events("gained")] == ["ivory", "gold"]


@rule("TS-484", "TS-490")
def test_points_of_a_tile_come_whether_it_is_placed_or_scored() -> None:
    none = edited(('name = "Giraffe"\ncount = 3', 'name = "Giraffe"\ncount = 0'))
    for game, points in ((GAME, 2), (none, 2 + 5)):
        t = table(voyage=2, start=20, route=[21, 24], marker=21, game=game)
        t.do(0, "mass", "choose 0")
        assert t.has(0, "points") == (points,)
        assert t.view().seats[0].points_by_source == {"animals": points}


@rule("TS-493")
def test_a_kind_without_tiles_may_be_chosen_and_is_scored() -> None:
    t = at(18, [18, 19], levels={0: {"timur": 1}}, supply={"leopard": 0}).do(0, "mass")
    t.do(0, "choose 1")
    assert t[0] == "3 points"
