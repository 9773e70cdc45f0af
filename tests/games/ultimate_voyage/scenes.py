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


def costs(t: Table) -> list[int]:
    """What the links sailed have cost."""
    return [e["cost"] for e in t.events("sailed")]


def answered(card: int, option: str, *more: str, **position: Any) -> Table:
    """The card has been answered; the Sail action may still go on."""
    t = drawn(card, **position)
    if "encounter_option" in t.asked.values():
        t.do(0, f"encounter_option {option}")
    assert t.events("encounter_resolved")[-1]["option"] == option
    return t.do(0, *more)


def after(t: Table, seats: int = 2) -> Table:
    """All other seats forfeit; seat 0 is to move again."""
    return passes(t.end(0), *range(1, seats))


def penalty(t: Table) -> None:
    """The next action, Diplomacy with the Moon dial of 0, has 2 less."""
    after(t).do(0, "action diplomacy moon palembang").end(0)
    assert t.events("action_started")[-1]["base"] == 1


def fight(card: int, option: str, moon: int, strength: int = 8, **position: Any) -> Table:
    """The pending combat of a card is fought with this strength; a tributary relation waits at 3."""
    t = after(answered(card, option, **{"dials": (2, strength - 2, 0), **position}))
    t.dice(moon=[moon]).do(0, "action combat moon palembang combat")
    if "attack" in t.kinds(0):
        t.do(0, f"attack {card} {strength}")
    return t
