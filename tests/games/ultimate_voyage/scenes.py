"""Scenes that many tests begin with."""

from __future__ import annotations

from typing import Any

from tests.games.ultimate_voyage.table import Table, table


def drawn(card: int, seats: int = 2, **position: Any) -> Table:
    """Seat 0 has sailed from Malacca to Palembang (affiliation 0 unless named) with the Sail card and its Sun
    dial of 2, and has drawn this encounter; if only one option is legal, it is taken already."""
    affiliation = {"palembang": 0, **position.pop("affiliation", {})}
    position = {"wind": "gray", "ships": {0: "malacca"}, "dials": (2, 0, 0), "deck": [card], **position}
    t = table(seats=seats, affiliation=affiliation, **position)
    return t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route")


def meets(card: int, *answers: str, seats: int = 2, **position: Any) -> Table:
    """As `drawn`; the encounter is answered and the action over."""
    return drawn(card, seats, **position).do(0, *answers).end(0)


def passes(t: Table, *seats: int) -> Table:
    """These seats forfeit with their first unused dial."""
    for seat in seats:
        t.do(seat, f"forfeit {t.options(seat, 'forfeit')[0]}", "forfeit_gain 2 0")
    return t
