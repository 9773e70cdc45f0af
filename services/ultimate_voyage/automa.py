"""De' Conti, the automated opponent of the solo game (RULES.md, section 25).

Every choice is fixed by the rules; the event `de_conti` says what he did and why.
"""

from __future__ import annotations

from typing import Any, Final

from rulekit.events import Ctx, Event
from ultimate_voyage.changes import add_story, gain, pay, take_good
from ultimate_voyage.dice import roll
from ultimate_voyage.encounters import check_meeting
from ultimate_voyage.names import (
    CARDS,
    COLOURS,
    DIALS,
    EXPLORE,
    FLAGSHIP,
    GRAY,
    GREEN,
    MANUSCRIPT,
    NANJING,
    PORCELAIN,
    PROFIT,
    REGIONS,
    REGULAR,
    SAIL,
    SCROLL,
    SHIPS,
    SUN,
    TRADE,
    YELLOW,
    ZONE_COUNT,
    ZONES,
)
from ultimate_voyage.state import (
    AT_SUPPLY,
    Player,
    VoyageState,
    explored_by_anyone,
    is_upgraded,
    open_zone,
    ship_zones,
)

NOTHING: Final = -1
WANTED: Final = [REGULAR, SCROLL, MANUSCRIPT]  # classes in the order in which he wants them (UV-726)


class Offer:
    """A good that he could buy and the port where it lies."""

    __slots__ = ("good", "port")

    def __init__(self, good: int, port: int) -> None:
        self.good = good
        self.port = port


class Route:
    """A way of one ship: the zones entered, and what it costs."""

    __slots__ = ("path", "cost")

    def __init__(self, path: list[int], cost: int) -> None:
        self.path = path
        self.cost = cost


def place(s: VoyageState, ctx: Ctx) -> None:
    """A Sun roll tells where his flagship starts (UV-700)."""
    result = roll(s, ctx, SUN, "de_conti_start", s.conti)
    port = s.c.solo_start[result + 2]
    s.players[s.conti].ships[FLAGSHIP] = port
    if ctx.loud:
        data = {"seat": s.conti, "ship": SHIPS[FLAGSHIP], "port": ZONES[port], "how": "start"}
        ctx.emit(Event("ship_placed", data))


def act(s: VoyageState, ctx: Ctx, nth: int) -> None:
    """His action number `nth` (from 0) of the round: Explore, Trade, Sail if he can explore at first,
    else Trade, Sail, Explore (UV-710)."""
    p = s.players[s.conti]
    if nth == 0:
        p.marks = 0
        if _exploration(s) != NOTHING:
            _explore(s, ctx)
        else:
            _trade(s, ctx)
        return
    explored_first = p.marks >> EXPLORE & 1 == 1
    if nth == 1:
        if explored_first:
            _trade(s, ctx)
        else:
            _sail(s, ctx)
    elif explored_first:
        _sail(s, ctx)
    elif _exploration(s) != NOTHING:
        _explore(s, ctx)
    else:
        _forfeit(s, ctx, EXPLORE, "no token in reach")


# --- strength


def _base(s: VoyageState, card: int) -> int:
    """Strength of a card before the dial: its position (0 if it was used this round) and its bonus (UV-702)."""
    p = s.players[s.conti]
    used = p.marks >> card & 1 == 1
    position = 0 if used else s.c.position_values[s.c.solo_positions[card] - 1]
    return position + _bonus(s, card)


def _bonus(s: VoyageState, card: int) -> int:
    return min(s.c.action_bonus_max, s.c.card_bonus[card][is_upgraded(s, s.conti, card)])


def _dials(p: Player) -> list[int]:
    """Unused dials, the lowest first; Sun before Moon before Star where they tie (UV-712)."""
    out: list[int] = []
    for dial in range(len(DIALS)):
        if p.unused >> dial & 1:
            at = len(out)
            while at > 0 and p.dials[out[at - 1]] > p.dials[dial]:
                at -= 1
            out.insert(at, dial)
    return out


def _use(s: VoyageState, card: int, dial: int) -> int:
    """Puts a dial on a card; the strength of the action, without resources."""
    p = s.players[s.conti]
    strength = _base(s, card) + p.dials[dial]
    p.unused &= ~(1 << dial)
    p.marks |= 1 << card
    return strength


def _porcelain_points(s: VoyageState) -> int:
    """Points that his porcelain can buy in one action (UV-312)."""
    left = s.players[s.conti].res[PORCELAIN]
    n = 0
    while left >= s.c.step_cost(n + 1):
        left -= s.c.step_cost(n + 1)
        n += 1
    return n


def _pay_points(s: VoyageState, ctx: Ctx, points: int) -> int:
    """Pays for points; the tokens paid."""
    tokens = 0
    for n in range(1, points + 1):
        tokens += s.c.step_cost(n)
    pay(s, ctx, s.conti, PORCELAIN, tokens)
    return tokens


def _tell(ctx: Ctx, action: str, why: str, data: dict[str, Any]) -> None:
    ctx.emit(Event("de_conti", {"action": action, "why": why, **data}))


def _forfeit(s: VoyageState, ctx: Ctx, card: int, why: str) -> None:
    """He gives an action up, with the lowest dial, for porcelain (UV-718, UV-736, UV-748)."""
    dial = _dials(s.players[s.conti])[0]
    _use(s, card, dial)
    if ctx.loud:
        _tell(ctx, "forfeit", why, {"card": CARDS[card], "dial": DIALS[dial]})
    gain(s, ctx, s.conti, PORCELAIN, s.c.de_conti_forfeit)


# --- Explore


def _obtainable(s: VoyageState, zone: int, strength: int) -> int:
    """Yellow and green tokens that an Explore action of this strength takes at a port (UV-716)."""
    there = s.tokens[zone * 4 + YELLOW] + s.tokens[zone * 4 + GREEN]
    side = is_upgraded(s, s.conti, EXPLORE)
    costs = s.c.explore_cost[side]
    more = s.c.explored_surcharge[side] if explored_by_anyone(s, zone) else 0
    n = 0
    while n + 1 < len(costs) and n < there and costs[n + 1] + more <= strength:
        n += 1
    return n


def _exploration(s: VoyageState) -> int:
    """The port to explore, or NOTHING: most tokens obtainable, then the lower number (UV-714, UV-716)."""
    dials = _dials(s.players[s.conti])
    if not dials:
        return NOTHING
    strength = _base(s, EXPLORE) + s.players[s.conti].dials[dials[-1]]
    port = NOTHING
    most = 0
    for zone in ship_zones(s, s.conti):
        n = _obtainable(s, zone, strength)
        if n > most:
            most = n
            port = zone
    return port


def _explore(s: VoyageState, ctx: Ctx) -> None:
    p = s.players[s.conti]
    zone = _exploration(s)
    dials = _dials(p)
    most = _obtainable(s, zone, _base(s, EXPLORE) + p.dials[dials[-1]])
    dial = dials[-1]
    for d in dials:
        if _obtainable(s, zone, _base(s, EXPLORE) + p.dials[d]) == most:
            dial = d
            break
    strength = _use(s, EXPLORE, dial)
    s.stamp += 1
    p.explored[zone] = s.stamp
    taken: list[int] = []
    for colour in (YELLOW, GREEN):
        while len(taken) < most and s.tokens[zone * 4 + colour] > 0:
            s.tokens[zone * 4 + colour] -= 1
            p.tokens[colour] += 1
            taken.append(colour)
    s.dirty = True
    if ctx.loud:
        colours = [COLOURS[k] for k in taken]
        data = {"card": CARDS[EXPLORE], "dial": DIALS[dial], "strength": strength}
        _tell(
            ctx,
            "explore",
            "the lowest dial that takes the most tokens",
            {**data, "port": ZONES[zone], "colours": colours},
        )
        ctx.emit(Event("explored", {"seat": s.conti, "port": ZONES[zone], "colours": colours}))
    side = is_upgraded(s, s.conti, EXPLORE)
    add_story(s, ctx, s.conti, s.c.region_of[zone], s.c.explore_story[side][most])
    _free_actions(s, ctx)


def _free_actions(s: VoyageState, ctx: Ctx) -> None:
    """A free Trade, or a free Sail to a port where one is possible (UV-720 to UV-724)."""
    budget = _free_budget(s)
    if budget == NOTHING:
        return
    offer = _best(s, ship_zones(s, s.conti), budget)
    if offer is not None:
        _free_trade(s, ctx, offer)
        return
    p = s.players[s.conti]
    ship = ship_to_move(s)
    bonus = _bonus(s, SAIL)
    chosen: Route | None = None
    best: Offer | None = None
    for route in routes(s, ship, p.tokens[GREEN] + bonus if p.tokens[GREEN] > 0 else NOTHING):
        found = _best(s, [route.path[-1]], budget)
        if found is None:
            continue
        if best is None or chosen is None or _better(s, found, best, route, chosen, bonus):
            best = found
            chosen = route
    if chosen is None or best is None:
        return
    n = max(1, chosen.cost - bonus)
    p.tokens[GREEN] -= n
    s.bag[GREEN] += n
    if ctx.loud:
        _tell(ctx, "free_sail", "a free Trade is possible there", {"tokens": n, "to": ZONES[chosen.path[-1]]})
    _move(s, ctx, ship, chosen)
    _free_trade(s, ctx, best)


def _better(s: VoyageState, a: Offer, b: Offer, way_a: Route, way_b: Route, bonus: int) -> bool:
    """Offer and way a before b: the better good; to one port the fewest tokens, then the fewest links;
    to several with equal goods the fewest links, then the lower number (UV-722)."""
    if way_a.path[-1] == way_b.path[-1]:
        one, two = max(1, way_a.cost - bonus), max(1, way_b.cost - bonus)
        return (one, len(way_a.path), way_a.path) < (two, len(way_b.path), way_b.path)
    one_good, two_good = _rank(s, a.good), _rank(s, b.good)
    if one_good != two_good:
        return one_good < two_good
    return (len(way_a.path), way_a.path[-1]) < (len(way_b.path), way_b.path[-1])


# --- Trade


def _rank(s: VoyageState, good: int) -> tuple[int, int, int]:
    """Smaller is better: class; profit of a regular good or wild tokens of a manuscript; cost (UV-730)."""
    c = s.c
    kind = c.good_class[good]
    worth = c.good_profit[good] if kind == REGULAR else c.good_wild[good] if kind == MANUSCRIPT else 0
    return (WANTED.index(kind), -worth, c.good_cost[good])


def _best(s: VoyageState, ports: list[int], budget: int) -> Offer | None:
    """The best good for at most `budget` strength; ports in number order, goods in order of their ids (UV-730)."""
    found: Offer | None = None
    for port in ports:
        for good in s.bazaar[port]:
            if s.c.good_class[good] not in WANTED or s.c.good_cost[good] > budget:
                continue
            if found is None or _rank(s, good) < _rank(s, found.good):
                found = Offer(good, port)
    return found


def _trade(s: VoyageState, ctx: Ctx) -> None:
    if not _try_trade(s, ctx):
        _forfeit(s, ctx, TRADE, "no good can be paid")


def _try_trade(s: VoyageState, ctx: Ctx) -> bool:
    """A Trade action if some good can be paid (UV-726 to UV-734)."""
    p = s.players[s.conti]
    dials = _dials(p)
    base = _base(s, TRADE)
    offer = _best(s, ship_zones(s, s.conti), base + p.dials[dials[-1]] + _porcelain_points(s))
    if offer is None:
        return False
    cost = s.c.good_cost[offer.good]
    dial = NOTHING
    for d in dials:  # rising: the first that reaches the cost has the smallest surplus
        if base + p.dials[d] >= cost:
            dial = d
            break
    why = "the dial with the smallest surplus"
    if dial == NOTHING:
        why = "the highest dial, and porcelain for the rest"
        dial = dials[-1]
        for d in dials:  # Sun before Moon before Star
            if p.dials[d] == p.dials[dial]:
                dial = d
                break
    strength = _use(s, TRADE, dial)
    points = max(0, cost - strength)
    tokens = _pay_points(s, ctx, points)
    if ctx.loud:
        data = {"card": CARDS[TRADE], "dial": DIALS[dial], "strength": strength + points, "porcelain": tokens}
        _tell(ctx, "trade", why, data)
    _buy(s, ctx, offer)
    _buy_on(s, ctx, strength + points - cost)
    return True


def _buy(s: VoyageState, ctx: Ctx, offer: Offer) -> None:
    """A good from a bazaar, with its story points (UV-738), and what his Profit brings (UV-708)."""
    c = s.c
    s.bazaar[offer.port].remove(offer.good)
    take_good(s, ctx, s.conti, offer.good)
    add_story(s, ctx, s.conti, c.good_region[offer.good], c.good_story[offer.good])
    _milestones(s, ctx)


def _buy_on(s: VoyageState, ctx: Ctx, left: int) -> None:
    """With the upgraded card he goes on with the strength left (UV-734)."""
    if not is_upgraded(s, s.conti, TRADE):
        return
    offer = _best(s, ship_zones(s, s.conti), left)
    while offer is not None:
        left -= s.c.good_cost[offer.good]
        if ctx.loud:
            _tell(ctx, "trade_on", "strength is left", {"good": s.c.good_ids[offer.good]})
        _buy(s, ctx, offer)
        offer = _best(s, ship_zones(s, s.conti), left)


def _bundles(s: VoyageState) -> list[int]:
    """His manuscripts with unused wild tokens, the smallest first."""
    out: list[int] = []
    for good in s.players[s.conti].goods:
        if s.c.good_wild[good] > 0 and good not in s.flipped:
            at = len(out)
            while at > 0 and s.c.good_wild[out[at - 1]] > s.c.good_wild[good]:
                at -= 1
            out.insert(at, good)
    return out


def _free_budget(s: VoyageState) -> int:
    """The dearest good that a free Trade could pay, or NOTHING without a token for it (UV-720)."""
    tokens = s.players[s.conti].tokens[YELLOW]
    for good in _bundles(s):
        tokens += s.c.good_wild[good]
    if tokens == 0:
        return NOTHING
    return tokens + _bonus(s, TRADE) + _porcelain_points(s)


def _free_trade(s: VoyageState, ctx: Ctx, offer: Offer) -> None:
    """As many tokens as are useful, regular ones first, then bundles; porcelain for the rest (UV-720)."""
    p = s.players[s.conti]
    cost = s.c.good_cost[offer.good]
    bonus = _bonus(s, TRADE)
    need = max(1, cost - bonus)
    regular = min(p.tokens[YELLOW], need)
    p.tokens[YELLOW] -= regular
    s.bag[YELLOW] += regular
    n = regular
    used: list[int] = []
    for good in _bundles(s):
        if n >= need:
            break
        s.flipped.append(good)
        used.append(good)
        n = min(need, n + s.c.good_wild[good])
    tokens = _pay_points(s, ctx, need - n)
    if ctx.loud:
        bundles = [s.c.good_ids[g] for g in used]
        data = {"good": s.c.good_ids[offer.good], "tokens": regular, "bundles": bundles, "porcelain": tokens}
        _tell(ctx, "free_trade", "knowledge tokens can pay it", data)
    _buy(s, ctx, offer)
    _buy_on(s, ctx, need + bonus - cost)


def _milestones(s: VoyageState, ctx: Ctx) -> None:
    """His Profit brings a ship and upgrades (UV-708)."""
    p = s.players[s.conti]
    profit = p.track[PROFIT]
    if profit >= s.c.solo_ship_at and p.ships[1] == AT_SUPPLY:
        p.ships[1] = p.ships[FLAGSHIP]
        if ctx.loud:
            data = {"seat": s.conti, "ship": SHIPS[1], "port": ZONES[p.ships[1]], "how": "profit"}
            ctx.emit(Event("ship_placed", data))
    for card in (SAIL, TRADE, EXPLORE):
        at = s.c.solo_upgrade_at[card]
        if at > 0 and profit >= at and not p.upgraded >> card & 1:
            p.upgraded |= 1 << card
            if ctx.loud:
                ctx.emit(Event("upgraded", {"seat": s.conti, "card": CARDS[card]}))


# --- Sail


def ship_to_move(s: VoyageState) -> int:
    """The ship at the highest-numbered port, after Champa at the lowest; at equal ports the flagship (UV-742)."""
    ships = s.players[s.conti].ships
    best = FLAGSHIP
    for ship in range(1, len(ships)):
        if ships[ship] >= 0:
            farther = ships[ship] < ships[best] if s.turned else ships[ship] > ships[best]
            if farther:
                best = ship
    return best


def _ways(s: VoyageState, zone: int) -> list[int]:
    """The links that he may take from a zone (UV-744)."""
    c = s.c
    easy: list[int] = []
    hard: list[int] = []
    for to in c.neighbours[zone]:
        if to == NANJING or not open_zone(s, to) or (to > zone) != s.turned:
            continue
        link = zone * ZONE_COUNT + to
        if c.boundary[link] and s.storm >= 0 and c.ocean_of[c.region_of[to]] == s.storm:
            continue
        if s.wind == GRAY or c.link_wind[link] == s.wind:
            easy.append(to)
        else:
            hard.append(to)
    return easy if easy else hard


def routes(s: VoyageState, ship: int, budget: int) -> list[Route]:
    """Every way that the ship can go for at most `budget` strength, one link and longer."""
    out: list[Route] = []
    if budget >= 0:
        _follow(s, ship, s.players[s.conti].ships[ship], [], 0, False, budget, out)
    return out


def _follow(
    s: VoyageState, ship: int, zone: int, path: list[int], cost: int, paid: bool, budget: int, out: list[Route]
) -> None:
    """Goes on from a zone; `paid`: the link before was paid as with the wind (UV-354)."""
    c = s.c
    side = is_upgraded(s, s.conti, SAIL)
    for to in _ways(s, zone):
        link = zone * ZONE_COUNT + to
        with_wind = s.wind != GRAY and c.link_wind[link] == s.wind
        price = c.boundary_toll[side] if c.boundary[link] else 0
        if s.wind == GRAY:
            price += c.no_wind[side]
        elif not with_wind:
            price += c.against_wind[side]
        elif not paid:
            price += c.with_wind[side]
        if cost + price > budget:
            continue
        way = [*path, to]
        out.append(Route(way, cost + price))
        if ship == FLAGSHIP and to == c.turning_port:
            continue  # his Sail action ends there (UV-750)
        _follow(s, ship, to, way, cost + price, with_wind and not paid, budget, out)


def _sail(s: VoyageState, ctx: Ctx) -> None:
    """UV-740 to UV-748."""
    p = s.players[s.conti]
    ship = ship_to_move(s)
    dials = _dials(p)
    base = _base(s, SAIL)
    most = 0
    for route in routes(s, ship, base + p.dials[dials[-1]]):
        most = max(most, len(route.path))
    if most == 0:
        if p.marks >> TRADE & 1 and _try_trade(s, ctx):
            return
        _forfeit(s, ctx, SAIL, "no way for the ship")
        return
    chosen: Route | None = None
    dial = dials[-1]
    for d in dials:
        for route in routes(s, ship, base + p.dials[d]):
            if len(route.path) == most and (chosen is None or _nicer(s, route, chosen)):
                chosen = route
        if chosen is not None:
            dial = d
            break
    assert chosen is not None
    strength = _use(s, SAIL, dial)
    if ctx.loud:
        data = {"card": CARDS[SAIL], "dial": DIALS[dial], "strength": strength}
        _tell(ctx, "sail", "the lowest dial that goes farthest", {**data, "ship": SHIPS[ship]})
    _move(s, ctx, ship, chosen)


def _nicer(s: VoyageState, a: Route, b: Route) -> bool:
    """Way a before b, both of equal length: the dearer regular good at its end, then the lower number (after
    Champa the higher one); to one port the cheaper way (UV-746)."""
    end_a, end_b = a.path[-1], b.path[-1]
    if end_a == end_b:
        return (a.cost, a.path) < (b.cost, b.path)
    one, two = _lure(s, end_a), _lure(s, end_b)
    if one != two:
        return one > two
    return (end_a > end_b) == s.turned


def _lure(s: VoyageState, port: int) -> int:
    """The highest profit of a regular good in the bazaar."""
    best = -1
    for good in s.bazaar[port]:
        if s.c.good_class[good] == REGULAR:
            best = max(best, s.c.good_profit[good])
    return best


def _move(s: VoyageState, ctx: Ctx, ship: int, route: Route) -> None:
    """The ship goes its way; in Champa the flagship turns round (UV-750); then the flagships may meet (UV-692)."""
    end = route.path[-1]
    s.players[s.conti].ships[ship] = end
    if ship == FLAGSHIP and end == s.c.turning_port:
        s.turned = True
    if ctx.loud:
        path = [ZONES[z] for z in route.path]
        data = {"seat": s.conti, "ships": [SHIPS[ship]], "path": path, "region": REGIONS[s.c.region_of[end]]}
        ctx.emit(Event("sailed", data))
    check_meeting(s, ctx)
