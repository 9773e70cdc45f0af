"""The animal house: where tiles fit, and what they cover (RULES.md, section 13)."""

from __future__ import annotations

from treasure_ship.content import Content


def beside(c: Content, covered: int) -> int:
    """Cells that share a side with covered ones."""
    width = c.width
    left = 0
    for y in range(c.height):
        left |= 1 << (y * width)
    right = left << (width - 1)
    everything = (1 << (width * c.height)) - 1
    spread = ((covered & ~right) << 1) | ((covered & ~left) >> 1) | (covered << width) | (covered >> width)
    return spread & everything


def placements(c: Content, covered: int, animal: int) -> list[int]:
    """Legal placements of a tile (TS-466 to TS-475)."""
    near = beside(c, covered) if covered else c.start_mask
    return [i for i in c.placements_of[animal] if not c.placements[i].mask & covered and c.placements[i].mask & near]


def largest_rectangle(covered: int, width: int, height: int) -> int:
    """Area of the largest axis-parallel rectangle of covered cells (TS-647)."""
    best = 0
    for top in range(height):
        rows = (1 << width) - 1
        for bottom in range(top, height):
            rows &= covered >> (bottom * width)
            if not rows:
                break
            run = 0
            longest = 0
            for x in range(width):
                run = run + 1 if rows >> x & 1 else 0
                longest = max(longest, run)
            best = max(best, longest * (bottom - top + 1))
    return best
