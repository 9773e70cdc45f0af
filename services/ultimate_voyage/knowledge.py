"""Knowledge tokens used in an Explore action: private objectives, upgrades, free actions (RULES.md, section 19)."""

from __future__ import annotations

from typing import Final

from rulekit.actions import Action as Choice
from rulekit.events import Ctx
from ultimate_voyage.actions import DO_FREE_ACTION, DO_PRIVATE_OBJECTIVE, DO_UPGRADE
from ultimate_voyage.boosts import use_bundle, use_token, wild_size, wild_sources
from ultimate_voyage.changes import upgrade
from ultimate_voyage.names import (
    COLOURS,
    DIPLOMACY,
    EXPLORE,
    NANJING,
    TRADE,
)
from ultimate_voyage.private_objectives import PrivateDraw, can_draw
from ultimate_voyage.state import VoyageState, hostile, is_upgraded, ship_zones, token_count

BUNDLE: Final = 3  # tokens for a private objective or an upgrade


def card_legal(s: VoyageState, seat: int, card: int, port: int) -> bool:
    """The card may be chosen with this active port (UV-302, UV-200)."""
    if card < DIPLOMACY:
        return True
    if port == NANJING:
        return False
    if card == DIPLOMACY:
        return True
    zones = ship_zones(s, seat) if is_upgraded(s, seat, card) else [port]
    if card == EXPLORE:
        return any(zone != NANJING and token_count(s, zone) for zone in zones)
    assert card == TRADE
    return any(s.bazaar[zone] and not hostile(s, zone) for zone in zones)


def wild_total(s: VoyageState, seat: int) -> int:
    n = 0
    for source in wild_sources(s, seat):
        n += wild_size(s, source)
    return n


def use_wild(s: VoyageState, ctx: Ctx, seat: int, n: int) -> None:
    """`n` wild tokens: the bundles that lose fewest tokens, then the fewest bundles, then the lowest ids (UV-540)."""
    if n <= 0:
        return
    sources = wild_sources(s, seat)
    best: list[int] = []
    best_key = (9_999, 9_999)
    for mask in range(1, 1 << len(sources)):
        chosen = [source for i, source in enumerate(sources) if mask >> i & 1]
        size = 0
        for source in chosen:
            size += wild_size(s, source)
        key = (size - n, len(chosen))
        if size >= n and (key < best_key or (key == best_key and chosen < best)):
            best_key = key
            best = chosen
    for source in best:
        use_bundle(s, ctx, seat, source)


def add_knowledge(s: VoyageState, seat: int, out: list[Choice]) -> None:
    """Everything that the seat's tokens can be used for in an Explore action (UV-530)."""
    tokens = s.players[seat].tokens
    wild = wild_total(s, seat)
    if not wild and not any(tokens):
        return
    if can_draw(s):
        _add_objectives(s, tokens, wild, out)
    for colour in range(len(COLOURS)):
        have = tokens[colour]
        if not have and not wild:
            continue
        if not is_upgraded(s, seat, s.c.card_of_colour[colour]):
            for w in range(max(0, BUNDLE - have), min(BUNDLE, wild) + 1):
                counts = [0, 0, 0, 0, w]
                counts[colour] = BUNDLE - w
                out.append(s.c.actions.get(DO_UPGRADE, colour, vec=tuple(counts)))
        card = s.c.card_of_colour[colour]
        for port in ship_zones(s, seat):
            if card_legal(s, seat, card, port):
                for n in range(1, have + wild + 1):
                    for w in range(max(0, n - have), min(n, wild) + 1):
                        out.append(s.c.actions.get(DO_FREE_ACTION, colour, n, port, (w,)))


def _add_objectives(s: VoyageState, tokens: list[int], wild: int, out: list[Choice]) -> None:
    """Three tokens of different colours, wild ones as any (UV-532)."""
    for mask in range(1 << len(COLOURS)):
        n = bin(mask).count("1")
        if n > BUNDLE or BUNDLE - n > wild:
            continue
        counts = [mask >> colour & 1 for colour in range(len(COLOURS))]
        if all(tokens[colour] >= counts[colour] for colour in range(len(COLOURS))):
            counts.append(BUNDLE - n)
            out.append(s.c.actions.get(DO_PRIVATE_OBJECTIVE, vec=tuple(counts)))


def pay_tokens(s: VoyageState, ctx: Ctx, seat: int, counts: tuple[int, ...]) -> None:
    """Regular tokens by colour, then the wild ones."""
    for colour in range(len(COLOURS)):
        use_token(s, ctx, seat, colour, counts[colour])
    use_wild(s, ctx, seat, counts[len(COLOURS)])


def use_knowledge(s: VoyageState, ctx: Ctx, seat: int, choice: Choice) -> None:
    """A private objective or an upgrade; the tokens of a free action are paid, too."""
    if choice.kind == DO_PRIVATE_OBJECTIVE:
        pay_tokens(s, ctx, seat, choice.vec)
        s.stack.append(PrivateDraw(seat))
    elif choice.kind == DO_UPGRADE:
        pay_tokens(s, ctx, seat, choice.vec)
        upgrade(s, ctx, seat, s.c.card_of_colour[choice.a])
    else:
        assert choice.kind == DO_FREE_ACTION
        w = choice.vec[0]
        use_token(s, ctx, seat, choice.a, choice.b - w)
        use_wild(s, ctx, seat, w)
