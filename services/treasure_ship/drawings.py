"""The map and the animal houses as text, for `text.py`."""

from __future__ import annotations

from typing import Any, Final

from treasure_ship.content import Content
from treasure_ship.names import SQUARES

View = dict[str, Any]

# Where the squares lie: China in the east, Mecca and Madagascar in the west. What lies side by side here is joined by
# a line if the edition joins it; all other ways are listed beside the map.
LAYOUT: Final[list[list[int]]] = [
    [23, 22, -1, 18, 17, -1, 11, 0],
    [-1, 21, 20, 19, 16, 15, 10, 1],
    [24, -1, -1, 14, 13, 12, 9, 2],
    [25, -1, -1, -1, -1, -1, 8, 3],
    [26, -1, -1, -1, -1, -1, 7, 4],
    [27, 28, -1, -1, -1, -1, 6, 5],
]
CELL: Final = 9  # characters of a square; one more lies between two
LEGEND_AT: Final = (12, 20)  # line and column of the free place on the map
LEGEND_WIDTH: Final = 38


def short_name(name: str) -> str:
    """At most `CELL` characters: ``Quanzhou``, ``BayBengal``."""
    if len(name) <= CELL:
        return name
    words = [w for w in name.split() if w not in ("of", "the")]
    return "".join(w[0].upper() + w[1:] for w in words)[:CELL]


def draw_map(c: Content, view: View) -> list[str]:
    """23 lines of 79 characters: squares with pirates and prices, route, flagship, event, monuments."""
    lines: list[str] = []
    drawn: set[tuple[int, int]] = set()
    for y, row in enumerate(LAYOUT):
        texts = [_cell(c, view, q) if q >= 0 else ["", "", ""] for q in row]
        for i in range(3):
            lines.append(_row_line(c, row, [t[i] for t in texts], i == 1, drawn))
        if y + 1 < len(LAYOUT):
            lines.append(_line_between(c, row, LAYOUT[y + 1], drawn))
    top, left = LEGEND_AT
    for i, text in enumerate(_legend(_other_ways(c, drawn))):
        line = lines[top + i]
        lines[top + i] = f"{line[:left]}{text:<{LEGEND_WIDTH}}{line[left + LEGEND_WIDTH :]}".rstrip()
    return [line.rstrip() for line in lines]


def _cell(c: Content, view: View, q: int) -> list[str]:
    head = str(q)
    if c.pirates[q]:
        head += f" p{c.pirates[q]}"
    if c.monument[q] >= 0:
        head += f" ${c.monument[q]}"
    marks = ""
    if q in view["route"]:
        marks += f"#{view['route'].index(q) + 1}"
    elif q == view["start_square"] and view["voyage"] is not None:
        marks += "S"
    if q == view["marker"]:
        marks += "F"
    if q == view["event_square"]:
        marks += "!"
    owners = "".join(str(i) for i, seat in enumerate(view["seats"]) if q in seat["monuments"])
    if owners:
        marks += " m" + owners if len(marks) + len(owners) + 2 <= CELL else "m*"
    return [head, short_name(c.square_names[q]), marks.strip()]


def _row_line(c: Content, row: list[int], texts: list[str], joined: bool, drawn: set[tuple[int, int]]) -> str:
    out = ""
    before = -1  # column of the last square
    for x, q in enumerate(row):
        if q < 0:
            continue
        gap = x * (CELL + 1) - len(out)
        way = _way(c, row[before], q) if joined and before >= 0 else ""
        if way:
            drawn.add(_pair(row[before], q))
            out += _across(way, gap)
        else:
            out += " " * gap
        out += f"{texts[x]:<{CELL}.{CELL}}"
        before = x
    return f"{out:<79}"


def _across(way: str, gap: int) -> str:
    """The line between two squares of a row; `way` as seen from the left one."""
    if gap == 1:
        return way
    ends = {"<": "<-", ">": "->", "=": "<>"}[way]
    return f"{ends[0]}{'-' * (gap - 2)}{ends[1]}"


def _line_between(c: Content, above: list[int], below: list[int], drawn: set[tuple[int, int]]) -> str:
    out = ""
    for x, (a, b) in enumerate(zip(above, below, strict=True)):
        way = _way(c, a, b) if a >= 0 and b >= 0 else ""
        if way:
            drawn.add(_pair(a, b))
        sign = {"": " ", ">": "v", "<": "^", "=": "|"}[way]
        out += " " * (x * (CELL + 1) + 2 - len(out)) + sign
    return f"{out:<79}"


def _way(c: Content, a: int, b: int) -> str:
    """How two squares are joined, as seen from the first: ``>`` there, ``<`` back, ``=`` both, or not at all."""
    there, back = b in c.onward[a], a in c.onward[b]
    return "=" if there and back else ">" if there else "<" if back else ""


def _pair(a: int, b: int) -> tuple[int, int]:
    return (min(a, b), max(a, b))


def _other_ways(c: Content, drawn: set[tuple[int, int]]) -> list[str]:
    out = []
    for a in range(SQUARES):
        for b in range(a + 1, SQUARES):
            way = _way(c, a, b)
            if way and (a, b) not in drawn:
                out.append(f"{b}>{a}" if way == "<" else f"{a}{way}{b}")
    return out


def _legend(others: list[str]) -> list[str]:
    out = [
        "p2  pirates    $6  price of a monument",
        "#1  route      F  flagship   !  event",
        "S   start of this voyage",
        "m01 monuments of seats 0 and 1",
        "< > v ^ one way, = | both ways",
    ]
    line = "also joined:"
    for way in others:
        if len(line) + 1 + len(way) > LEGEND_WIDTH:
            out.append(line)
            line = "   "
        line += f" {way}"
    out.append(line)
    return out[: 6 * 4 - 1 - LEGEND_AT[0]] if others else out[:-1]


# --- animal houses


def cell_name(c: Content, cell: int) -> str:
    """``A1`` is the cell in the left upper corner."""
    return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[cell % c.width]}{cell // c.width + 1}"


def animal_codes(titles: list[str]) -> list[str]:
    """Two letters for each kind, all different: ``Pe``, ``GA`` for two words."""
    out: list[str] = []
    for title in titles:
        words = title.split()
        wishes = [words[0][0] + words[1][0]] if len(words) > 1 else []
        wishes += [title[0] + letter for letter in title[1:]] + [title[0] + str(i) for i in range(10)]
        out.append(next(w for w in wishes if w not in out))
    return out


def draw_house(c: Content, tiles: list[dict[str, Any]], effects: list[str]) -> list[str]:
    """The animal house as a grid: tiles by their two letters, S for start squares, `effects` where nothing lies."""
    codes = animal_codes(c.animal_titles)
    lying: dict[int, str] = {}
    for tile in tiles:
        kind = c.animal_names.index(tile["kind"])
        mask = placement_mask(c, kind, tile["rotation"], tile["x"], tile["y"])
        for cell in range(c.width * c.height):
            if mask >> cell & 1:
                lying[cell] = codes[kind]
    out = ["    " + "".join(f"{cell_name(c, x)[0]:<4}" for x in range(c.width))]
    for y in range(c.height):
        cells = []
        for x in range(c.width):
            cell = y * c.width + x
            start = "S" if c.start_mask >> cell & 1 else "."
            cells.append(f"{lying.get(cell) or effects[cell] or start:<4}")
        out.append(f" {y + 1}  " + "".join(cells))
    return [line.rstrip() for line in out]


def placement_mask(c: Content, kind: int, rotation: int, x: int, y: int) -> int:
    """The cells of a tile as bits; 0 if it cannot lie so."""
    for i in c.placements_of[kind]:
        a = c.placements[i].action
        if (a.a, a.b, a.c) == (rotation, x, y):
            return c.placements[i].mask
    return 0
