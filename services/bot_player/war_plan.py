"""How the greedy bot of Forge War fills its quests: whom it sends with which weapon, at the least cost."""

from __future__ import annotations

from typing import Final

from bot_player import war_weights as w
from bot_player.war_outlook import Outlook
from forge_war.changes import covers
from forge_war.names import NONE
from forge_war.state import Player, WarState, leg_index
from forge_war.weapons import POPCOUNT, carrying_level, helper, quest_power, shown_types

SURPLUS: Final = 0.15  # of a power beyond what the leg needs, while later legs need it
NODES: Final = 200  # looked at for one quest
DEEP: Final = 4  # adventurers sent to one quest in a round, at most
EPSILON: Final = 1e-6

Step = tuple[int, int, int]  # quest, adventurer, design


class Choice:
    """An adventurer with a weapon that he could carry on the quest."""

    __slots__ = ("adventurer", "cost", "design", "power", "types")

    def __init__(self, adventurer: int, design: int, power: int, types: int, cost: float) -> None:
        self.adventurer = adventurer
        self.design = design
        self.power = power  # more than now
        self.types = types
        self.cost = cost


class Plan:
    """The result: what to do in which order, what it costs, and which quests will fail all the same."""

    __slots__ = ("cost", "failing", "lost", "steps")

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.cost = 0.0
        self.lost = 0.0  # what the failing quests were worth
        self.failing: list[int] = []

    def value(self) -> float:
        return -self.cost - self.lost


class Planner:
    """The management of one seat in one position. `res` of a call stands for the pool."""

    def __init__(self, outlook: Outlook, s: WarState, seat: int) -> None:
        self.outlook = outlook
        self.s = s
        self.p: Player = s.players[seat]
        self.worth = outlook.worth(s, self.p)
        self._nodes = 0
        self._best: list[Choice] = []
        self._least = 0.0
        self._after: list[int] = []

    def stake(self, quest: int) -> float:
        """What is lost if the quest fails now."""
        s = self.s
        card = s.c.quests[quest]
        if s.solo:
            return 100.0
        leg = leg_index(s, quest)
        later = len(card.legs) - 1 - leg
        value = (card.prestige if not card.by_power else 4) * 0.85**later
        if s.taken[quest] == s.clock:
            return value - s.c.fail_at_once
        return value - (card.legs[leg - 1].consolation if leg else 0)

    def plan(self, res: list[int]) -> Plan:
        """All quests, the most valuable ones first, or one that would fail so before all others."""
        quests = sorted(self.p.quests, key=lambda q: -self.stake(q))
        best = self._in_order(quests, res)
        if len(quests) > 1:
            for quest in best.failing.copy():
                other = self._in_order([quest, *[q for q in quests if q != quest]], res)
                if other.value() > best.value() + EPSILON:
                    best = other
        return best

    def _in_order(self, quests: list[int], res: list[int]) -> Plan:
        """The quests one after the other; the members of those that fail help out the others."""
        p = self.p
        out = Plan()
        left = res.copy()
        free = [i for i, on in enumerate(p.on) if on < 0]
        again: list[int] = []
        for quest in quests:
            if not self._fill(quest, free, left, out):
                again.append(quest)
        for quest in again:
            spare = [
                i for i, on in enumerate(p.on) if on in again and on != quest and on not in out.failing
                and not p.locked >> i & 1 and self.stake(on) < self.stake(quest)
            ]  # fmt: skip
            pool = free + spare
            if spare and self._fill(quest, pool, left, out):
                free = [i for i in free if i in pool]
            else:
                out.failing.append(quest)
                out.lost += self.stake(quest)
        for quest in quests:
            if self.s.c.quests[quest].by_power:
                self._pour(quest, free, left, out)
        return out

    def _fill(self, quest: int, free: list[int], left: list[int], out: Plan) -> bool:
        """Adds the cheapest steps that pass the quest's leg; False if there are none."""
        s, p = self.s, self.p
        card = s.c.quests[quest]
        if card.by_power:
            return True
        leg = card.legs[leg_index(s, quest)]
        power, shown = quest_power(s, p, quest), shown_types(s, p, quest)
        missing = leg.types & ~shown
        halved = leg.difficulty
        for i, on in enumerate(p.on):
            if on == quest and p.weapon[i] >= 0 and s.c.designs[p.weapon[i]].halve:
                halved //= 2
        need = halved - power
        if need + s.c.untyped * POPCOUNT[missing] <= 0:
            return True
        last = max([later.difficulty for later in card.legs])
        groups = self._groups(quest, free, left, halved)
        reach = [0] * (len(groups) + 1)
        for i in range(len(groups) - 1, -1, -1):
            reach[i] = reach[i + 1] + max([ch.power + s.c.untyped * POPCOUNT[ch.types & missing] for ch in groups[i]])
        self._nodes = 0
        self._best = []
        self._least = 1e9
        self._after = self._next_kinds(groups)
        self._search(groups, reach, 0, need, missing, last - leg.difficulty, left.copy(), 0.0, [])
        if not self._best:
            return False
        for ch in self._best:
            self._use(quest, ch, free, left, out)
        return True

    def _use(self, quest: int, ch: Choice, free: list[int], left: list[int], out: Plan) -> None:
        cost = self.s.c.designs[ch.design].cost
        for i in range(0, len(cost), 2):
            left[cost[i]] -= cost[i + 1]
        if ch.adventurer in free:
            free.remove(ch.adventurer)
        out.steps.append((quest, ch.adventurer, ch.design))
        out.cost += ch.cost

    def _price(self, design: int) -> float:
        cost = self.s.c.designs[design].cost
        return sum([self.worth[cost[i]] * cost[i + 1] for i in range(0, len(cost), 2)])

    def _groups(self, quest: int, free: list[int], left: list[int], difficulty: int) -> list[list[Choice]]:
        """The choices of each adventurer who may come, or carry something better."""
        s, p, c = self.s, self.p, self.s.c
        helped = helper(s, p, quest)
        legs_left = len(c.quests[quest].legs) - leg_index(s, quest)
        usable = [d for d in p.designs if covers(left, c.designs[d].cost)]
        prices = [self._price(d) for d in usable]
        out: list[list[Choice]] = []
        members = [i for i, on in enumerate(p.on) if on == quest]
        for i in [*sorted(free, key=lambda a: p.level[a]), *members]:
            member = p.on[i] == quest
            level = carrying_level(s, p, i, helped)
            title = c.titles[p.title[i]] if p.title[i] >= 0 else None
            now = 0
            if member and p.weapon[i] >= 0:
                d = c.designs[p.weapon[i]]
                now = d.power + p.tokens[i] + d.power_per_leg_left * legs_left
            choices: list[Choice] = []
            for place, design in enumerate(usable):
                d = c.designs[design]
                if d.level > level:
                    continue
                power = d.power + d.power_per_leg_left * legs_left - now
                types = d.types
                if title is not None and not d.suppress_title:
                    types |= title.types
                    if title.gem_power and d.contains >> title.gem & 1 and not member:
                        power += title.gem_power
                if d.halve:
                    power += difficulty - difficulty // 2
                if power <= 0 and not types:
                    continue
                own = 0.0 if member else w.ADVENTURER + w.LEVEL * p.level[i]
                choices.append(Choice(i, design, power, types, prices[place] + own))
            if choices:
                choices.sort(key=lambda ch: ch.cost)
                out.append(choices)
        return out

    def _search(
        self,
        groups: list[list[Choice]],
        reach: list[int],
        at: int,
        need: int,
        missing: int,
        later: int,
        left: list[int],
        cost: float,
        chosen: list[Choice],
    ) -> None:
        """Depth first over the adventurers from `at` on; `need` is the power that is missing, without types."""
        self._nodes += 1
        due = need + self.s.c.untyped * POPCOUNT[missing]
        if due <= 0:
            total = cost - SURPLUS * min(-due, max(later, 0))
            if total < self._least:
                self._least = total
                self._best = chosen.copy()
            return
        if at == len(groups) or len(chosen) == DEEP or reach[at] < due or self._nodes > NODES:
            return
        if cost - SURPLUS * max(later, 0) >= self._least:
            return
        for ch in groups[at]:
            price = self.s.c.designs[ch.design].cost
            if not covers(left, price):
                continue
            for i in range(0, len(price), 2):
                left[price[i]] -= price[i + 1]
            chosen.append(ch)
            rest = missing & ~ch.types
            self._search(groups, reach, at + 1, need - ch.power, rest, later, left, cost + ch.cost, chosen)
            chosen.pop()
            for i in range(0, len(price), 2):
                left[price[i]] += price[i + 1]
        self._search(groups, reach, self._after[at], need, missing, later, left, cost, chosen)

    def _next_kinds(self, groups: list[list[Choice]]) -> list[int]:
        """For each group the next one that is not of the same kind: who stays at home, his equals do too."""
        p = self.p
        kinds = [(p.level[g[0].adventurer], p.title[g[0].adventurer], p.on[g[0].adventurer]) for g in groups]
        out = list(range(1, len(groups) + 1))
        for i in range(len(groups) - 2, -1, -1):
            if kinds[i] == kinds[i + 1] and kinds[i][1] < 0 and kinds[i][2] < 0:
                out[i] = out[i + 1]
        return out

    def _pour(self, quest: int, free: list[int], left: list[int], out: Plan) -> None:
        """A quest whose prestige is its power takes whoever is worth it."""
        for group in self._groups(quest, free, left, 0):
            best: Choice | None = None
            for ch in group:
                if covers(left, self.s.c.designs[ch.design].cost):
                    gain = ch.power - ch.cost
                    if gain > 0 and (best is None or gain > best.power - best.cost):
                        best = ch
            if best is not None:
                self._use(quest, best, free, left, out)
                out.cost -= best.power


def next_step(plan: Plan, focus: int) -> Step | None:
    """The step that comes next: of the quest in focus (NONE: of any)."""
    for step in plan.steps:
        if focus == NONE or step[0] == focus:
            return step
    return None
