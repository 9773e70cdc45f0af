"""Pending actions: what a seat must do before anything else (UV-294 to UV-298, UV-376 to UV-380)."""

from __future__ import annotations

from rulekit.events import Ctx, Event
from ultimate_voyage.action import BY_DIAL, NO_TYPE, Action, effect_of
from ultimate_voyage.changes import close_card
from ultimate_voyage.content import Effect
from ultimate_voyage.names import ACTION_TYPES, COMBAT, OP_PENDING, ZONES
from ultimate_voyage.state import OPEN_PENDING, VoyageState, hostile, is_upgraded, ship_at, ship_zones, stay_forbids


def pending_effect(s: VoyageState, card: int) -> Effect:
    return effect_of(s, card, OP_PENDING)


def pending_type(s: VoyageState, card: int) -> int:
    """The type of a held card's pending action: an action card or ANY; against a port it is a combat."""
    return pending_effect(s, card).what


def has_pending(s: VoyageState, seat: int) -> bool:
    p = s.players[seat]
    if p.attacks:
        return True
    return any(s.card_open[card] & OPEN_PENDING for card in p.cards)


def pending_types(s: VoyageState, seat: int) -> list[int]:
    """The types of the seat's pending actions, in order."""
    p = s.players[seat]
    out: list[int] = []
    if p.attacks:
        out.append(COMBAT)
    for card in p.cards:
        if s.card_open[card] & OPEN_PENDING:
            kind = pending_type(s, card)
            if kind not in out:
                out.append(kind)
    out.sort()
    return out


def pending_cards(s: VoyageState, seat: int, kind: int) -> list[int]:
    """Held cards with a pending action of the type against an encounter."""
    out: list[int] = []
    for card in s.players[seat].cards:
        if s.card_open[card] & OPEN_PENDING:
            e = pending_effect(s, card)
            if e.what == kind and not e.at_port:
                out.append(card)
    return out


def pending_ports(s: VoyageState, seat: int) -> list[int]:
    """Ports that the seat must fight: they attacked it, or a card demands it."""
    p = s.players[seat]
    out = p.attacks.copy()
    for card in p.cards:
        if s.card_open[card] & OPEN_PENDING and pending_effect(s, card).at_port and s.card_port[card] not in out:
            out.append(s.card_port[card])
    return out


def place_of(s: VoyageState, seat: int, card: int, active: int) -> int:
    """Where a pending contest is fought: its port, or the active one if no ship is there (UV-296)."""
    port = s.card_port[card]
    return port if ship_at(s, seat, port) else active


def active_ports(s: VoyageState, seat: int, kind: int) -> list[int]:
    """The ports that can be active for pending actions of the type (UV-296)."""
    out: list[int] = []
    if kind == COMBAT:
        for port in pending_ports(s, seat):
            if ship_at(s, seat, port) and port not in out:
                out.append(port)
    for card in pending_cards(s, seat, kind):
        port = s.card_port[card]
        for zone in [port] if ship_at(s, seat, port) else ship_zones(s, seat):
            if zone not in out:
                out.append(zone)
    out.sort()
    return out


def due_cards(s: VoyageState, a: Action) -> list[int]:
    """Encounters that this action must settle before any other main step (UV-298)."""
    if a.pend == NO_TYPE or a.source != BY_DIAL:
        return []
    anywhere = is_upgraded(s, a.owner, a.card)
    cards = pending_cards(s, a.owner, a.pend)
    return [card for card in cards if anywhere or place_of(s, a.owner, card, a.port) == a.port]


def due_ports(s: VoyageState, a: Action) -> list[int]:
    """Ports that this action must fight before any other main step."""
    if a.pend != COMBAT or a.source != BY_DIAL:
        return []
    anywhere = is_upgraded(s, a.owner, a.card)
    out: list[int] = []
    for port in pending_ports(s, a.owner):
        if (anywhere or port == a.port) and ship_at(s, a.owner, port) and hostile(s, port):
            out.append(port)
    return out


def settle_card(s: VoyageState, ctx: Ctx, seat: int, card: int) -> None:
    """The pending action of a card is done."""
    if ctx.loud:
        ctx.emit(Event("pending_settled", {"seat": seat, "card": card}))
    close_card(s, ctx, seat, card, OPEN_PENDING)


def settle_port(s: VoyageState, ctx: Ctx, seat: int, port: int) -> None:
    """The seat has fought the port: whatever demanded it is done (UV-376)."""
    p = s.players[seat]
    if port in p.attacks:
        p.attacks.remove(port)
        if ctx.loud:
            ctx.emit(Event("pending_settled", {"seat": seat, "port": ZONES[port]}))
    for card in p.cards.copy():
        if s.card_open[card] & OPEN_PENDING and s.card_port[card] == port and pending_effect(s, card).at_port:
            settle_card(s, ctx, seat, card)


def lapse(s: VoyageState, ctx: Ctx, seat: int) -> None:
    """Pending combats against ports that have lost their object (UV-380)."""
    p = s.players[seat]
    for port in pending_ports(s, seat):
        if hostile(s, port) and ship_at(s, seat, port) and not stay_forbids(s, seat, port):
            continue
        if ctx.loud:
            ctx.emit(Event("pending_lapsed", {"seat": seat, "port": ZONES[port]}))
        if port in p.attacks:
            p.attacks.remove(port)
        for card in p.cards.copy():
            if s.card_open[card] & OPEN_PENDING and s.card_port[card] == port and pending_effect(s, card).at_port:
                close_card(s, ctx, seat, card, OPEN_PENDING)


def add_attack(s: VoyageState, ctx: Ctx, seat: int, port: int) -> None:
    """A hostile port attacks: it must be fought next (UV-376)."""
    s.players[seat].attacks.append(port)
    if ctx.loud:
        ctx.emit(Event("pending_added", {"seat": seat, "port": ZONES[port], "pending": ACTION_TYPES[COMBAT]}))
