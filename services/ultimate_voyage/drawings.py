"""The map as a drawing."""

from __future__ import annotations

from typing import Any, Final

from ultimate_voyage.content import Content
from ultimate_voyage.names import ZONES
from ultimate_voyage.words import letter

View = dict[str, Any]

# Arrows point the way of the blue wind; the way back is that of the yellow one.
CHART: Final = [
    "",
    "",
    "  ^         v/   ^                  v/    ^                               v",
    "         <----                     /                           <--",
    "                                  /",
    "  v              ^               / v/  v    ^              \\v       v/",
    "             <--                              \\---",
    "",
    "  v                 ^\\                                      ^         ^\\",
    "                                   <---------            <----",
    "",
]
# Where each zone's name is written: row and column; the ships stand below.
AT: Final = {
    13: (0, 0),
    11: (0, 15),
    8: (0, 36),
    0: (0, 66),
    12: (3, 0),
    10: (3, 15),
    7: (3, 37),
    2: (3, 49),
    1: (3, 66),
    14: (6, 0),
    9: (6, 17),
    3: (6, 52),
    15: (9, 0),
    6: (9, 21),
    5: (9, 45),
    4: (9, 62),
}
LEGEND: Final = "Arrows go with the blue wind, back with the yellow one. A: flagship, a: ship"


def ships_by_zone(view: View) -> dict[int, str]:
    """Letters of the ships in each zone: capitals for flagships."""
    out: dict[int, str] = {}
    solo = view["mode"] == "solo"
    for seat, p in enumerate(view["players"]):
        for ship, zone in enumerate(p["ships"]):
            if zone in ZONES:
                mark = letter(seat, solo)
                number = ZONES.index(zone)
                out[number] = out.get(number, "") + (mark if ship == 0 else mark.lower())
    return out


def draw_map(c: Content, view: View) -> list[str]:
    """The zones in play, the ways between them, and the ships."""
    open_zones = {ZONES.index(p["port"]) for p in view["ports"]}
    if view["nanjing_open"]:
        open_zones.add(0)
    canvas = [list(f"{line:<80}") for line in CHART]
    ships = ships_by_zone(view)
    for zone, (row, column) in AT.items():
        name = f"{zone} {c.zone_names[zone]}"
        _write(canvas, row, column, name if zone in open_zones else "(closed)")
        _write(canvas, row + 1, column + 1, ships.get(zone, ""))
    out = ["".join(line).rstrip() for line in canvas]
    while out and not out[-1]:
        out.pop()
    return [line or " " for line in out] + [LEGEND]


def _write(canvas: list[list[str]], row: int, column: int, text: str) -> None:
    for i, char in enumerate(text):
        if column + i < len(canvas[row]):
            canvas[row][column + i] = char
