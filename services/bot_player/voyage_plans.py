"""What is best done with an action of The Ultimate Voyage: the main step to aim at, and the points to buy for it."""

from __future__ import annotations

from typing import Final

from bot_player import voyage_weights as w
from bot_player.voyage_effects import contest_worth
from bot_player.voyage_prospects import Prospects
from rulekit.actions import Action
from ultimate_voyage.action import NO_TYPE, action_bonus, effect_of, once_bonus
from ultimate_voyage.actions import (
    DO_CARD_BONUS,
    DO_FREE_ACTION,
    DO_KNOWLEDGE,
    DO_PRIVATE_OBJECTIVE,
    DO_RESOURCE,
    DO_UPGRADE,
)
from ultimate_voyage.knowledge import add_knowledge
from ultimate_voyage.names import (
    AFFILIATION_MAX,
    CAMP,
    COMBAT,
    DEPOT,
    DIPLOMACY,
    EXPLORE,
    HOSTILE,
    KILN,
    NANJING,
    NO_COLOUR,
    OP_BONUS_ALWAYS,
    OP_NEXT_STRENGTH,
    OP_PENDING,
    SAIL,
    TRADE,
    UNKNOWN,
)
from ultimate_voyage.pending import pending_cards, pending_ports, place_of
from ultimate_voyage.state import (
    OPEN_ALWAYS,
    OPEN_NEXT,
    OPEN_ONCE,
    fixed_port,
    hostile,
    is_upgraded,
    local_bonus,
    ship_zones,
    token_count,
)

MOST_BOUGHT: Final = 5  # points
SURE: Final = 4  # points beyond a port's strength after which more are worth little


class Means:
    """The strength of an action, begun or only thought of. `free`: a free action; `done`, `bought` as in it."""

    __slots__ = ("bought", "card", "closed", "contest", "done", "free", "general", "goods", "local", "pend", "port")

    def __init__(self, card: int, port: int, general: int, local: int, free: bool = False) -> None:
        self.card = card
        self.port = port
        self.general = general
        self.local = local
        self.free = free
        self.contest = 0
        self.bought = 0
        self.closed = False
        self.done = 0
        self.goods = 0
        self.pend = NO_TYPE

    def left(self, here: bool) -> int:
        n = self.general + self.local if here else self.general
        return n if n > 0 else 0


class Boost:
    """A point that can be bought: its price in victory points, and the type of action that buys it."""

    __slots__ = ("kind", "n", "price")

    def __init__(self, kind: int, n: int, price: float) -> None:
        self.kind = kind
        self.n = n
        self.price = price


class Plan:
    """The best thing to do: its value, the main step, and the boost to take first, if any."""

    __slots__ = ("boost", "step", "value")

    def __init__(self) -> None:
        self.value = 0.0
        self.step: Action | None = None
        self.boost = -1

    def better(self, value: float, step: Action | None, boost: int) -> None:
        if value > self.value + 1e-9:
            self.value, self.step, self.boost = value, step, boost


class Plans:
    """Plans of one seat in one state."""

    def __init__(self, prospects: Prospects) -> None:
        self.x = prospects
        self.s = prospects.s
        self.c = prospects.c
        self.p = prospects.p
        self.seat = prospects.seat
        self.knowledge: Plan | None = None

    # --- strength

    def means(self, card: int, port: int, base: int, free: bool = False) -> Means:
        """Of an action that starts with a base: position and dial, or the tokens of a free one."""
        s, seat = self.s, self.seat
        general = base + action_bonus(s, seat, card)
        contest = 0
        for held in self.p.cards:
            flags = s.card_open[held]
            if flags & OPEN_ALWAYS:
                e = effect_of(s, held, OP_BONUS_ALWAYS)
                if e.what == card:
                    if e.contest_only:
                        contest += e.n
                    else:
                        general += e.n
            if flags & OPEN_NEXT and not free:
                general += effect_of(s, held, OP_NEXT_STRENGTH).n
        m = Means(card, port, general, local_bonus(s, seat, port), free)
        m.contest = contest
        return m

    def boosts(self, m: Means) -> list[Boost]:
        """Points that can be bought, the cheapest first."""
        c, p = self.c, self.p
        out: list[Boost] = []
        if m.closed:
            return out
        fade = self.x.o.fade
        have = p.res[c.card_resource[m.card]]
        for n in range(m.bought + 1, m.bought + MOST_BOUGHT + 1):
            price = c.step_cost(n)
            if price > have:
                break
            have -= price
            out.append(Boost(DO_RESOURCE, 1, price * w.RESOURCE * fade))
        colour = c.card_colour[m.card]
        if colour != NO_COLOUR and not m.free:
            for _ in range(p.tokens[colour]):
                out.append(Boost(DO_KNOWLEDGE, 1, w.KNOWLEDGE * fade))
        for held in p.cards:
            if self.s.card_open[held] & OPEN_ONCE:
                e = once_bonus(self.s, held)
                if e.what == m.card and not e.contest_only:
                    out.append(Boost(DO_CARD_BONUS, e.n, w.ONCE * fade))
        out.sort(key=_price)
        return out

    # --- actions that do not move ships

    def best(self, m: Means) -> Plan:
        """The best thing to do with an action of this strength; value 0 and no step if there is nothing."""
        plan = Plan()
        boosts = self.boosts(m)
        if m.pend != NO_TYPE:
            self._pending(m, boosts, plan)
            return plan
        if m.card == SAIL:
            return plan
        prizes = self._prizes(m)
        for price, here, gain, step in prizes:
            short = price - m.left(here)
            if short <= 0:
                plan.better(gain, step, -1)
            else:
                spent = _bought(boosts, short)
                if spent >= 0:
                    plan.better(gain - spent, step, boosts[0].kind)
        if m.card == COMBAT:
            self._attacks(m, boosts, plan)
        if m.card == EXPLORE and plan.step is None:
            self._knowledge(plan)
        elif m.card == EXPLORE:
            more = Plan()
            self._knowledge(more)
            plan.value += more.value
        if len(prizes) > 1 and plan.step is not None and (m.card == COMBAT or is_upgraded(self.s, self.seat, m.card)):
            plan.value += self._second(m, prizes, plan.step)
        return plan

    def _second(self, m: Means, prizes: list[tuple[int, bool, float, Action]], first: Action) -> float:
        """What the strength that is left after the first step could bring."""
        price = next((x[0] for x in prizes if x[3] is first), 99)
        left = m.left(True) - price
        return max((x[2] for x in prizes if x[0] <= left and x[3] is not first), default=0.0) * 0.9 if left > 0 else 0.0

    def _prizes(self, m: Means) -> list[tuple[int, bool, float, Action]]:
        """Main steps of a certain outcome: price, whether the local strength counts, gain, action."""
        s, c, x = self.s, self.c, self.x
        upgraded = is_upgraded(s, self.seat, m.card)
        ports = ship_zones(s, self.seat) if upgraded else [m.port]
        out: list[tuple[int, bool, float, Action]] = []
        card = m.card
        if card == TRADE:
            if m.goods >= c.goods_per_trade[upgraded]:
                return out
            for port in ports:
                if port != NANJING and not hostile(s, port) and port in self.p.ships:
                    for good in x.seen_goods(port):
                        out.append((c.good_cost[good], port == m.port, x.good(good), c.a_trade[good]))
        elif card == DIPLOMACY:
            if m.done and not upgraded:
                return out
            for port in ports:
                here = s.affiliation[port]
                if port == NANJING or m.done >> port & 1 or here == UNKNOWN or fixed_port(s, port):
                    continue
                for steps in range(1, AFFILIATION_MAX - here + 1):
                    gain = x.steps(port, steps)
                    if here == HOSTILE:
                        gain += w.HOSTILE
                    out.append((c.strength[port] + steps, port == m.port, gain, c.diplomacy(port, steps)))
        elif card == EXPLORE:
            if m.done and not upgraded:
                return out
            for port in ports:
                if port == NANJING or m.done >> port & 1 or port not in self.p.ships:
                    continue
                for n in range(1, min(token_count(s, port), len(c.explore_cost[upgraded]) - 1) + 1):
                    out.append((x.explore_price(port, n), port == m.port, x.explored(port, n), c.explore(port, n)))
        elif card == COMBAT and x.can_build():
            price = c.structure_cost[upgraded]
            out.append((price, True, x.built(KILN, NANJING), c.a_build[KILN]))
            out.append((price, True, x.built(CAMP, NANJING), c.a_build[CAMP]))
            for port in ports:
                if x.can_have_depot(port) and port in self.p.ships:
                    out.append((price, port == m.port, x.built(DEPOT, port), c.a_build_depot[port]))
        return out

    def _attacks(self, m: Means, boosts: list[Boost], plan: Plan) -> None:
        s, x = self.s, self.x
        for port in ship_zones(s, self.seat) if is_upgraded(s, self.seat, COMBAT) else [m.port]:
            if not m.done >> port & 1 and x.attackable(port):
                self._attack(m, boosts, plan, port)

    def _attack(self, m: Means, boosts: list[Boost], plan: Plan, port: int) -> None:
        """An attack on a port with all the strength, and with some more bought."""
        left = m.left(port == m.port)
        spent, n = 0.0, left
        plan.better(self.x.attack(port, n + m.contest), self.c.attack(port, n), -1)
        for boost in boosts:
            spent += boost.price
            n += boost.n
            if n > self.c.strength[port] + SURE:
                break
            plan.better(self.x.attack(port, n + m.contest) - spent, self.c.attack(port, left), boosts[0].kind)

    def _pending(self, m: Means, boosts: list[Boost], plan: Plan) -> None:
        """What must be settled: the first of the things due, with all the strength."""
        plan.value = -99.0
        s = self.s
        for card in pending_cards(s, self.seat, m.pend):
            e = effect_of(s, card, OP_PENDING)
            port = s.card_port[card]
            left = m.left(place_of(s, self.seat, card, m.port) == m.port)
            spent, n = 0.0, left
            plan.better(contest_worth(self.x, e, port, n + m.contest), None, -1)
            for boost in boosts:
                spent += boost.price
                n += boost.n
                if n > e.strength + SURE:
                    break
                plan.better(contest_worth(self.x, e, port, n + m.contest) - spent, None, boosts[0].kind)
        if m.pend == COMBAT:
            for port in pending_ports(s, self.seat):
                if port == m.port:
                    self._attack(m, boosts, plan, port)

    # --- knowledge

    def _knowledge(self, plan: Plan) -> None:
        """The best use of knowledge tokens in an Explore action."""
        if self.knowledge is None:
            self.knowledge = found = Plan()
            uses: list[Action] = []
            add_knowledge(self.s, self.seat, uses)
            for use in uses:
                found.better(self._use(use), use, -1)
        if self.knowledge.step is not None:
            plan.better(self.knowledge.value, self.knowledge.step, -1)

    def _use(self, use: Action) -> float:
        if use.kind == DO_UPGRADE:
            card = self.c.card_of_colour[use.a]
            return w.UPGRADED[card] * self.x.o.actions - self._tokens(use.vec)
        if use.kind == DO_PRIVATE_OBJECTIVE:
            return w.PRIVATE_DRAW * self.x.o.fade - self._tokens(use.vec)
        assert use.kind == DO_FREE_ACTION
        card, wild = self.c.card_of_colour[use.a], use.vec[0]
        if card == SAIL or wild:
            return 0.0
        counts = [0, 0, 0, 0, 0]
        counts[use.a] = use.b
        return self.best(self.means(card, use.c, use.b, True)).value - self._tokens(tuple(counts))

    def _tokens(self, counts: tuple[int, ...]) -> float:
        """What tokens by colour, then wild ones, are worth."""
        p = self.p
        was = p.tokens.copy()
        for colour in range(4):
            p.tokens[colour] -= counts[colour]
        out = self.x.now - self.x.o.total() + counts[4] * w.WILD * self.x.o.fade
        p.tokens[:] = was
        return out


def _price(b: Boost) -> float:
    return b.price / b.n


def _bought(boosts: list[Boost], n: int) -> float:
    """The price of at least n points; -1 if they cannot be had."""
    spent = 0.0
    for boost in boosts:
        spent += boost.price
        n -= boost.n
        if n <= 0:
            return spent
    return -1.0
