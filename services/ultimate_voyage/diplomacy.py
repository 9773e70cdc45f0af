"""Diplomacy with ports (RULES.md, section 17)."""

from __future__ import annotations

from rulekit.actions import Action as Choice
from rulekit.events import Ctx, Event
from ultimate_voyage.action import Action
from ultimate_voyage.changes import add_track, raise_affiliation
from ultimate_voyage.names import AFFILIATION_MAX, AFFILIATION_MIN, DIPLOMACY, NANJING, PRESTIGE, UNKNOWN, ZONES
from ultimate_voyage.state import VoyageState, fixed_port, is_upgraded, ship_zones


def add_diplomacy(s: VoyageState, a: Action, done: int, out: list[Choice]) -> None:
    """Steps up and down at the active port, or with the upgraded card at every port with a ship (UV-490, UV-494).

    `done` is the mask of ports that have had their turn in this action.
    """
    c = s.c
    upgraded = is_upgraded(s, a.owner, DIPLOMACY)
    if done and not upgraded:
        return
    for port in ship_zones(s, a.owner) if upgraded else [a.port]:
        if port == NANJING or done >> port & 1 or fixed_port(s, port) or port not in s.players[a.owner].ships:
            continue
        here = s.affiliation[port]
        if here == UNKNOWN:
            continue
        most = a.left(port == a.port) - c.strength[port]
        for steps in range(max(-most, AFFILIATION_MIN - here), min(most, AFFILIATION_MAX - here) + 1):
            if steps:
                out.append(c.diplomacy(port, steps))


def negotiate(s: VoyageState, ctx: Ctx, a: Action, port: int, steps: int) -> None:
    """The affiliation moves; improvement gives Prestige (UV-492)."""
    a.spend(s.c.strength[port] + abs(steps), port == a.port)
    if ctx.loud:
        ctx.emit(Event("negotiated", {"seat": a.owner, "port": ZONES[port], "steps": steps}))
    raise_affiliation(s, ctx, a.owner, port, s.affiliation[port] + steps)
    if steps > 0:
        add_track(s, ctx, a.owner, PRESTIGE, steps)
