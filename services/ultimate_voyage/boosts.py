"""Points bought in an action: resources, knowledge, cards, Labor (UV-310 to UV-318)."""

from __future__ import annotations

from typing import Final

from rulekit.actions import Action as Choice
from rulekit.events import Ctx, Event
from ultimate_voyage.action import BY_SCOUTS, BY_TOKENS, Action, once_bonus
from ultimate_voyage.actions import DO_CARD_BONUS, DO_KNOWLEDGE, DO_LABOR, DO_RESOURCE, DO_WILD
from ultimate_voyage.changes import add_track, can_pay_porcelain, close_card, owns_class, pay
from ultimate_voyage.names import COLOURS, COMBAT, LABOR, MANUSCRIPT, NO_COLOUR, PRESTIGE, TROOPS
from ultimate_voyage.payment import pay_porcelain
from ultimate_voyage.state import OPEN_ONCE, OPEN_WILD, VoyageState

BOOSTS: Final = (DO_RESOURCE, DO_KNOWLEDGE, DO_WILD, DO_CARD_BONUS, DO_LABOR)


def wild_sources(s: VoyageState, seat: int) -> list[int]:
    """Bundles of wild tokens: manuscripts by their number, then cards as count of goods + number."""
    c = s.c
    p = s.players[seat]
    out = [good for good in p.goods if c.good_class[good] == MANUSCRIPT and good not in s.flipped]
    out.sort()
    cards = [len(c.good_ids) + card for card in p.cards if s.card_open[card] & OPEN_WILD]
    cards.sort()
    return out + cards


def wild_size(s: VoyageState, source: int) -> int:
    goods = len(s.c.good_ids)
    return s.c.good_wild[source] if source < goods else s.card_wild[source - goods]


def use_bundle(s: VoyageState, ctx: Ctx, seat: int, source: int) -> None:
    """The whole bundle is used up: the manuscript is flipped, the card let go (UV-416, UV-540)."""
    goods = len(s.c.good_ids)
    if ctx.loud:
        name = s.c.good_ids[source] if source < goods else source - goods
        ctx.emit(Event("bundle_used", {"seat": seat, "source": name}))
    if source < goods:
        s.flipped.append(source)
    else:
        s.card_wild[source - goods] = 0
        close_card(s, ctx, seat, source - goods, OPEN_WILD)


def use_token(s: VoyageState, ctx: Ctx, seat: int, colour: int, n: int) -> None:
    """Regular tokens go back to the bag (UV-542)."""
    if n <= 0:
        return
    s.players[seat].tokens[colour] -= n
    s.bag[colour] += n
    if ctx.loud:
        ctx.emit(Event("token_used", {"seat": seat, "colour": COLOURS[colour], "n": n}))


def add_boosts(s: VoyageState, a: Action, out: list[Choice]) -> None:
    """The boosts that are legal now."""
    if a.closed or a.source == BY_SCOUTS:
        return
    c = s.c
    seat = a.owner
    p = s.players[seat]
    price = c.step_cost(a.bought + 1)
    if c.card_resource[a.card] == TROOPS:
        if p.res[TROOPS] >= price:
            out.append(c.a_resource)
    elif can_pay_porcelain(s, seat, price):
        out.append(c.a_resource)
    colour = c.card_colour[a.card]
    if colour != NO_COLOUR and a.source != BY_TOKENS:
        if p.tokens[colour]:
            out.append(c.a_knowledge)
        for source in wild_sources(s, seat):
            for n in range(1, wild_size(s, source) + 1):
                out.append(c.wild(source, n))
    for card in p.cards:
        if s.card_open[card] & OPEN_ONCE and once_bonus(s, card).what == a.card:
            out.append(c.a_card_bonus[card])
    if a.card == COMBAT and not p.labor_used and p.track[PRESTIGE] >= c.labor_prestige and owns_class(s, seat, LABOR):
        out.append(c.a_labor)


def boost(s: VoyageState, ctx: Ctx, a: Action, choice: Choice) -> None:
    """Carries out one of `add_boosts`."""
    c = s.c
    seat = a.owner
    kind = choice.kind
    n = 1
    if kind == DO_RESOURCE:
        a.bought += 1
        price = c.step_cost(a.bought)
        if c.card_resource[a.card] == TROOPS:
            pay(s, ctx, seat, TROOPS, price)
        else:
            pay_porcelain(s, ctx, seat, price)
    elif kind == DO_KNOWLEDGE:
        use_token(s, ctx, seat, c.card_colour[a.card], 1)
    elif kind == DO_WILD:
        n = choice.b
        use_bundle(s, ctx, seat, choice.a)
    elif kind == DO_CARD_BONUS:
        e = once_bonus(s, choice.a)
        n = 0 if e.contest_only else e.n
        if e.contest_only:
            a.contest += e.n
        close_card(s, ctx, seat, choice.a, OPEN_ONCE)
    else:
        assert kind == DO_LABOR
        n = c.labor_strength
        s.players[seat].labor_used = True
        add_track(s, ctx, seat, PRESTIGE, -c.labor_prestige)
    a.add(s, n)
    if ctx.loud:
        data = {"seat": seat, "how": c.actions.kinds[kind].name, "n": n, "total": a.total, "contest": a.contest}
        ctx.emit(Event("boosted", data))
