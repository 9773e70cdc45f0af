"""The greedy bot for Forge War: every option gets an estimated value, the highest wins.

Of equal ones the option listed first. What has a price is judged by the forecast of the position behind
it (`war_outlook`); movements by what they yield (`war_mine`); management follows a plan that is made
anew for every step (`war_plan`). All of it looks at a possible world of the seat's view, and of that
only at what is open, so that other seats' play beside its own changes nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from bot_player import war_mine
from bot_player import war_weights as w
from bot_player.policies import Policy, policy_chance
from bot_player.war_outlook import Outlook, rounds_after
from bot_player.war_plan import Plan, Planner, next_step
from forge_war.actions import (
    DO_ACQUIRE,
    DO_APPLY,
    DO_BARRACKS,
    DO_BAZAAR,
    DO_BLACKSMITH,
    DO_BUY,
    DO_CLERK,
    DO_CLOSE,
    DO_DONE,
    DO_ENDGAME,
    DO_FOCUS,
    DO_LEVEL,
    DO_MERCHANT_BUY,
    DO_MERCHANT_SELL,
    DO_ROAD,
    DO_SELL,
    DO_STALL,
    DO_TAKE,
    DO_UNFOCUS,
)
from forge_war.anytime import carry_out
from forge_war.content import Title
from forge_war.game import ForgeWar
from forge_war.manage import Manage
from forge_war.market import claim_price
from forge_war.names import MAX_LEVEL, NONE, NORMAL, WEAPON
from forge_war.quests import begin
from forge_war.scoring import bonus_points
from forge_war.state import Player, WarState, price
from rulekit.actions import ABSENT, Action
from rulekit.chance import Seeded
from rulekit.events import Ctx
from rulekit.frames import waiting_frame
from rulekit.game import Decision, Game

UNFILLED: Final = 1.0  # of what a quest is worth that cannot be filled now
HOPELESS: Final = 200.0  # for a quest that cannot be completed any more, or fails at once
EPSILON: Final = 1e-6


class GreedyForgeWar(Policy):
    """Plays the option of the highest estimated value."""

    needs_view = True
    thinks = True
    help = "takes the option that looks best now, and plans how to equip its adventurers"

    def __init__(self, game: Game[Any], seed: bytes) -> None:
        super().__init__(game, seed)
        assert isinstance(game, ForgeWar)
        self.war = game

    def choose(self, view: msgspec.Struct | None, decision: Decision, options: list[Action]) -> Action:
        if len(options) == 1:
            return options[0]
        assert view is not None
        world = self.war.determinize(view, decision.seat, policy_chance(self.seed, decision.id))
        return Ask(self.war, outlook_of(self.war, scarcity(world)), world, decision.seat, options).best(decision.kind)


@lru_cache(maxsize=8)
def outlook_of(game: ForgeWar, scale: float) -> Outlook:
    """Shared by all matches of a process: a policy may be made anew for every ask."""
    return Outlook(game.content, scale)


def scarcity(s: WarState) -> float:
    """How much more resources are worth than in a long game: they buy the power that no quest may lack in a solo
    game, and in a normal game there are never enough of them."""
    if s.solo:
        return w.SOLO
    return w.SHORT if s.rules.number == NORMAL else 1.0


def is_trade(a: Action) -> bool:
    """One of the any-time actions, which stand among the options of other decisions too."""
    return DO_MERCHANT_BUY <= a.kind <= DO_STALL


class Ask:
    """One decision of a seat in a world."""

    def __init__(self, game: ForgeWar, outlook: Outlook, s: WarState, seat: int, options: list[Action]) -> None:
        self.game = game
        self.c = game.content
        self.outlook = outlook
        self.s = s
        self.seat = seat
        self.p: Player = s.players[seat]
        self.trades = [a for a in options if is_trade(a)]
        self.options = [a for a in options if not is_trade(a)]

    def best(self, kind: str) -> Action:
        """The option to take."""
        if kind == "manage":
            return self._manage()
        if kind == "market_action":
            return self._market()
        if kind in ("round_close", "any_time"):
            return self._close()
        values: list[float] = getattr(self, f"_{kind}")()
        return self.options[first_best(values)]

    def after(self, action: Action) -> WarState:
        """The world after an action of the seat."""
        t = self.s.copy()
        self.game.step(t, self.seat, action, Ctx(Seeded(bytes(32))))
        return t

    # --- set-up

    def _choose_wealth(self) -> list[float]:
        worth = self.outlook.effect
        values: list[float] = []
        for a in self.options:
            effects = [e for card in a.vec for e in self.c.wealth[card].effects]
            values.append(sum([worth(e) for e in effects]) + 0.1 * len({(e.op, e.what) for e in effects}))
        return values

    def _wealth_level(self) -> list[float]:
        return self._levels()

    def _levels(self) -> list[float]:
        """Who gains a level; leaving it out is worth nothing."""
        base = self.outlook.total(self.s, self.seat)
        values: list[float] = []
        for a in self.options:
            value = 0.0
            if a.kind == DO_LEVEL:
                q = self.p.copy()
                q.level[a.a] += 1
                champion = 1.0 if q.level[a.a] == MAX_LEVEL and self.s.rules.titles else 0.0
                value = self.outlook.total_of(self.s, self.seat, q) - base + champion
            values.append(value)
        return values

    def _card_level(self) -> list[float]:
        return self._levels()

    def _reward_levels(self) -> list[float]:
        return self._levels()

    def _extra_level_other(self) -> list[float]:
        return self._levels()

    def _choose_title(self) -> list[float]:
        return [self._title(self.c.titles[a.b]) for a in self.options]

    def _title(self, t: Title) -> float:
        out = w.TITLE_PRESTIGE * t.prestige_per_leg + w.TITLE_GOLD * t.gold_per_leg
        out += w.TITLE_POWER * (t.power_per_leg_done + t.per_later)
        out += w.TITLE_FULL * self.outlook.effects(t.full)
        out += w.TITLE_TYPE if t.types else 0.0
        out += w.TITLE_SECOND if t.second_level else 0.0
        out += w.TITLE_START if t.start_step or t.start_gold else 0.0
        if t.gem_power:
            carried = [d for d in self.p.designs if self.c.designs[d].contains >> t.gem & 1]
            out += w.TITLE_GEM * t.gem_power * min(2, len(carried))
        return out + t.unarmed + t.helper

    def _ff_sell(self) -> list[float]:
        worth = self.outlook.worth(self.s, self.p)
        return [w.GOLD * self.c.sell[a.a] - worth[a.a] if a.kind == DO_SELL else 0.0 for a in self.options]

    def _ff_draft(self) -> list[float]:
        base = self.outlook.total(self.s, self.seat)
        values: list[float] = []
        for a in self.options:
            if a.kind == DO_BUY:
                values.append(self.outlook.card(self.s, self.seat, self.p, a.a, self.c.draft_price[a.a], base))
            else:
                # What is passed on serves another.
                values.append(w.GOLD + 0.01 * self.c.draft_price[a.a])
        return values

    def _leftover_card(self) -> list[float]:
        return self._cards(False)

    def _market_card(self) -> list[float]:
        return self._cards(False)

    def _buy_discard(self) -> list[float]:
        return self._cards(True)

    def _cards(self, bought: bool) -> list[float]:
        base = self.outlook.total(self.s, self.seat)
        values: list[float] = []
        for a in self.options:
            if a.kind in (DO_TAKE, DO_BUY):
                paid = price(self.s, a.a) if bought else 0
                values.append(self.outlook.card(self.s, self.seat, self.p, a.a, paid, base))
            else:
                values.append(0.0)
        return values

    # --- the mine

    def _place_overseer(self) -> list[float]:
        return war_mine.places(self.s, self.options, self.outlook.worth(self.s, self.p))

    def _mine_move(self) -> list[float]:
        return war_mine.moves(self.s, self.seat, self.options, self.outlook.worth(self.s, self.p), False)

    def _mine_second(self) -> list[float]:
        return war_mine.moves(self.s, self.seat, self.options, self.outlook.worth(self.s, self.p), True)

    def _extra_overseer(self) -> list[float]:
        return self._mine_move()

    def _auto_move(self) -> list[float]:
        return war_mine.automated(self.s, self.options)

    def _worker_pick(self) -> list[float]:
        """Left out: a worker that moves yields nothing."""
        return [0.0] * len(self.options)

    def _worker_put(self) -> list[float]:
        return [0.0] * len(self.options)

    # --- the market

    def _market(self) -> Action:
        """The best action; before it the sale that makes a better one possible."""
        base = self.outlook.total(self.s, self.seat)
        values = [self._careful_value(self.s, a, base) for a in self.options]
        best = first_best(values)
        sale = self._sale()
        if sale is not None:
            t = self.after(sale)
            loss = max(0.0, self.outlook.pool(self.s, self.p) - self.outlook.pool(t, t.players[self.seat]))
            if not self.s.solo:
                loss += self._endangered(t) - self._endangered(self.s)
            more = [a for a in self.game.options(t, self.seat) if not is_trade(a) and a not in self.options]
            if any(self._careful_value(t, a, base) - loss > values[best] + EPSILON for a in more):
                return sale
        return self.options[best]

    def _careful_value(self, s: WarState, a: Action, base: float) -> float:
        """`_market_value`, less what the action would put in danger where no quest may fail."""
        value = self._market_value(s, a, base)
        if not s.solo:
            return value
        t = s.copy()
        self.game.step(t, self.seat, a, Ctx(Seeded(bytes(32))))
        return value - self._endangered(t)

    def _endangered(self, s: WarState) -> float:
        """The worth of the quests that cannot be filled in this round; in a solo game, where one must be taken, with
        the one of the offer that does least harm."""
        if not s.solo:
            return Planner(self.outlook, s, self.seat).plan(s.players[self.seat].res).lost
        harm: list[float] = []
        for slot, quest in enumerate(s.offer):
            cost = s.c.slot_cost[slot]
            if quest >= 0 and s.c.quests[quest].steps <= rounds_after(s) + 1 and cost <= s.players[self.seat].gold:
                t = s.copy()
                begin(t, self.seat, quest)
                t.players[self.seat].gold -= cost
                harm.append(self.planned(t)[0].lost)
                if not harm[-1]:
                    break
        return min(harm, default=0.0)

    def _sale(self) -> Action | None:
        """The sale to the merchant that costs least."""
        worth = self.outlook.worth(self.s, self.p)
        sales = [a for a in self.trades if a.kind == DO_MERCHANT_SELL]
        return min(sales, key=lambda a: worth[a.a] - w.GOLD * self.c.sell[a.a]) if sales else None

    def _market_value(self, s: WarState, a: Action, base: float) -> float:
        """What a market action adds to `base`, the worth of the position before it."""
        seat = self.seat
        p = s.players[seat]
        outlook = self.outlook
        gold = w.GOLD if rounds_after(s) else w.GOLD_END
        if a.kind == DO_BLACKSMITH or a.kind == DO_BAZAAR:
            card = s.face[WEAPON if a.kind == DO_BLACKSMITH else a.a]
            return outlook.card(s, seat, p, card, price(s, card), base)
        if a.kind == DO_CLERK:
            q = p.copy()
            q.claims.append(a.a)
            q.designs.append(a.a)
            q.gold -= claim_price(s, seat, a.a)
            return outlook.total_of(s, seat, q) - base
        if a.kind == DO_BARRACKS:
            return self._barracks(s, a, base)
        if a.kind == DO_ROAD:
            t = s.copy()
            self.game.step(t, seat, a, Ctx(Seeded(bytes(32))))
            plan = Planner(outlook, t, seat).plan(t.players[seat].res)
            before = Planner(outlook, s, seat).plan(p.res)
            return outlook.total(t, seat) - base - UNFILLED * max(0.0, plan.lost - before.lost)
        if a.kind == DO_ENDGAME:
            mine = bonus_points(s, seat, a.a)
            left = w.GOLD_END * sum([n * sell for n, sell in zip(p.res, self.c.sell, strict=True)]) if a.a == 4 else 0.0
            return mine - left - gold * self.c.endgame_cost[a.a]
        q = p.copy()
        q.gold += self.c.pass_gold
        return outlook.total_of(s, seat, q) - base

    def _barracks(self, s: WarState, a: Action, base: float) -> float:
        q = s.players[self.seat].copy()
        paid = 0
        if a.b != ABSENT:
            paid += self.c.raise_price[q.level[a.b]]
            q.level[a.b] += 1
        if a.a:
            paid += s.rules.hire[s.stage]
            for lists, value in ((q.level, 1), (q.on, NONE), (q.weapon, NONE), (q.title, NONE)):
                lists.append(value)
            for lists in (q.tokens, q.second_tokens, q.since, q.stay):
                lists.append(0)
            q.second.append(NONE)
            q.spent_on.append(NONE)
        q.gold -= paid
        return self.outlook.total_of(s, self.seat, q) - base

    # --- quests

    def _acquire(self) -> list[float]:
        values: list[float] = []
        for a in self.options:
            t = self.after(a)
            p = t.players[self.seat]
            if t.outcome is not None:
                values.append(-1000.0)
                continue
            plan, _ = self.planned(t)
            value = self.outlook.total(t, self.seat) - UNFILLED * plan.lost
            if a.kind == DO_ACQUIRE:
                value += w.NEW_ROUND
                quest = p.quests[-1]
                too_long = self.c.quests[quest].steps > rounds_after(self.s) + 1
                if too_long or (quest in plan.failing and not self.s.solo):
                    value -= HOPELESS
                if self.s.solo:
                    value -= w.HARD * self.c.quests[quest].legs[-1].difficulty
            values.append(value)
        return values

    def planned(self, s: WarState) -> tuple[Plan, Action | None]:
        """The best plan of a world, and the first of the trades that make it possible, if it needs some."""
        planner = Planner(self.outlook, s, self.seat)
        p = s.players[self.seat]
        best = planner.plan(p.res)
        trade: Action | None = None
        if best.failing:
            pool = self.outlook.pool(s, p)
            top = best.value()
            for first, after in self._dealings(s, 2 if s.solo or s is self.s else 1):
                plan = planner.plan(after.res)
                value = plan.value() + self.outlook.pool(s, after) - pool
                if plan.lost < best.lost - EPSILON and value > top + EPSILON:
                    best, trade, top = plan, first, value
        return best, trade

    def _dealings(self, s: WarState, most: int) -> list[tuple[Action, Player]]:
        """What the seat may have after one trade or more, each with the first of them; no resources twice."""
        out: list[tuple[Action, Player]] = []
        seen = {tuple(s.players[self.seat].res)}
        ahead = [s]
        firsts: list[Action] = []
        for depth in range(most):
            behind: list[WarState] = []
            new: list[Action] = []
            for i, before in enumerate(ahead):
                for a in self.game.off_turn_options(before, self.seat):
                    t = before.copy()
                    carry_out(t, Ctx(Seeded(bytes(32))), self.seat, a)
                    p = t.players[self.seat]
                    key = tuple(p.res)
                    if key not in seen:
                        seen.add(key)
                        first = firsts[i] if depth else a
                        out.append((first, p))
                        if a.kind != DO_MERCHANT_BUY:
                            behind.append(t)
                            new.append(first)
            ahead, firsts = behind, new
        return out

    def _deal(self, p: Player, a: Action) -> None:
        """A trade's effect on the pool."""
        c = self.c
        if a.kind == DO_MERCHANT_BUY:
            p.gold -= c.buy[a.a]
            p.res[a.a] += 1
        elif a.kind == DO_MERCHANT_SELL:
            p.gold += c.sell[a.a] + p.sell_bonus
            p.res[a.a] -= 1
        else:
            left, right = c.stall_left[a.a], c.stall_right[a.a]
            paid, gained = (left, right) if a.b == 0 else (right, left)
            for i in range(0, len(paid), 2):
                p.res[paid[i]] -= paid[i + 1]
            for i in range(0, len(gained), 2):
                p.res[gained[i]] += gained[i + 1]

    def _start_champion(self) -> list[float]:
        values: list[float] = []
        for a in self.options:
            t = self.after(a)
            plan = Planner(self.outlook, t, self.seat).plan(t.players[self.seat].res)
            values.append(self.outlook.total(t, self.seat) - UNFILLED * plan.lost)
        return values

    def _manage(self) -> Action:
        """The next step of the plan, or the trade that it needs first."""
        frame = waiting_frame(self.s, self.seat)
        assert isinstance(frame, Manage)
        plan, trade = self.planned(self.s)
        if trade is not None and trade in self.trades:
            return trade
        if frame.focus >= 0:
            step = next_step(plan, frame.focus)
            if step is not None:
                for a in self.options:
                    if a.kind == DO_APPLY and a.a == step[1] and a.b == step[2]:
                        return a
            return next(a for a in self.options if a.kind == DO_UNFOCUS)
        for step in plan.steps:
            for a in self.options:
                if a.kind == DO_FOCUS and a.a == step[0]:
                    return a
        return next(a for a in self.options if a.kind == DO_DONE)

    # --- rewards and the end of the round

    def _reward_next(self) -> list[float]:
        return [0.0] * len(self.options)

    def _merchant_credit(self) -> list[float]:
        """The resource that is worth most for its price; what is not spent is lost."""
        worth = self.outlook.worth(self.s, self.p)
        return [worth[a.b] / self.c.buy[a.b] if a.kind == DO_BUY else 0.0 for a in self.options]

    def _close(self) -> Action:
        """The trade that gains most, if one gains anything."""
        pool = self.outlook.pool(self.s, self.p)
        best, most = None, EPSILON
        for a in self.trades:
            t = self.p.copy()
            self._deal(t, a)
            value = self.outlook.pool(self.s, t) - pool
            if value > most:
                best, most = a, value
        if best is not None:
            return best
        closing = [a for a in self.options if a.kind == DO_CLOSE]
        return closing[0] if closing else self.trades[0]


def first_best(values: list[float]) -> int:
    """The place of the highest value, of equal ones the first."""
    return values.index(max(values))
