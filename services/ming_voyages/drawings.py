"""Boxes of text, 80 columns wide."""

from __future__ import annotations

from ming_voyages.words import WIDTH


def draw_boxes(rows: list[list[tuple[int, list[str]]]]) -> list[str]:
    """Rows of boxes, each (width, lines), below each other; the boxes of a row have as many lines as the tallest."""
    out: list[str] = []
    above: set[int] = set()
    for row in rows:
        edges = _edges(row)
        out.append(_border(above, edges))
        for i in range(max(len(lines) for _, lines in row)):
            cells = (f" {lines[i] if i < len(lines) else '':<{w - 1}.{w - 1}}" for w, lines in row)
            out.append("|" + "|".join(cells) + "|")
        above = edges
    out.append(_border(above, set()))
    return out


def _edges(row: list[tuple[int, list[str]]]) -> set[int]:
    at, out = 0, {0}
    for width, _ in row:
        at += width + 1
        out.add(at)
    return out


def _border(above: set[int], below: set[int]) -> str:
    return "".join("+" if i in above or i in below else "-" for i in range(WIDTH))
