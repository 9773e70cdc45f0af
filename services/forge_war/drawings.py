"""The mine as a drawing of text, for `text.py`."""

from __future__ import annotations

from typing import Any, Final

from forge_war.words import MIDDLE, ORES, cell_name

CELL: Final = 8  # characters from one hex to the next


def draw_mine(view: dict[str, Any]) -> list[str]:
    """Rows of hexes, each with its name, its resource and what stands on it; a neighbour lies left, right, or half
    a hex aside in the rows above and below."""
    if not view["mine"]:
        return []
    on = {tuple(at): f"@{colour}" for colour, hexes in enumerate(view["overseers"]) for at in hexes}
    rows: dict[int, list[str]] = {}
    for cell in view["mine"]:
        q, r = cell["at"]
        worker = cell["worker"]
        piece = on.get((q, r), "." if worker is None else str(worker))
        line = rows.setdefault(r, [" "] * (CELL * 10))
        # Two hexes per row and the shift of half a hex for each row down.
        start = CELL * (q + MIDDLE) + CELL // 2 * r
        text = f"{cell_name((q, r))} {ORES[cell['resource']]}{piece}"
        line[start : start + len(text)] = text
    drawn = ["".join(rows[r]).rstrip() for r in sorted(rows)]
    margin = min([len(line) - len(line.lstrip()) for line in drawn])
    seats = ", ".join([f"{i} {n}" for i, n in enumerate(view["workers"])])
    key = ", ".join(
        [f"{short} {name}" for name, short in ORES.items() if any(c["resource"] == name for c in view["mine"])]
    )
    return [
        "Mine (@0 an overseer of colour 0, 0 its worker, . empty):",
        *[line[margin:] for line in drawn],
        f"  {key}",
        f"  workers in the mine by colour: {seats}",
    ]
