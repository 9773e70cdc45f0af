"""What a seat's position in Forge War is worth: prestige so far, and a rough forecast of the rounds to come.

`Outlook.total` takes any state (a possible world is enough: hidden cards are not looked at) and plays a
seat's quests on in rough strokes: what the pool is worth is one number, power is bought with it, and a
free seat takes the best quest of the offer that it seems able to complete.
"""

from __future__ import annotations

from typing import Final

from bot_player import war_weights as w
from forge_war.content import Content, Effect
from forge_war.decks import quest_cards
from forge_war.names import (
    CARD_BONUS,
    MAX_LEVEL,
    OP_CLAIM,
    OP_GOLD,
    OP_PRESTIGE,
    OP_RESOURCE,
    PH_QUESTS,
    RESOURCE_COUNT,
    STACK_COUNT,
)
from forge_war.scoring import adventurer_points, bonus_points
from forge_war.state import Player, WarState, seat_order
from forge_war.weapons import POPCOUNT, quest_power, shown_types

HORIZON: Final = 8  # rounds that the forecast plays; what comes after is counted by power
KEPT: Final = 0.55  # of the worth of what is left at the end of a forecast
PLANNED: Final = 0.75  # of the prestige of a quest that the forecast itself takes: others want it too
CAUTION: Final = 0.5  # the pool may seem to fall so much short of what a weapon costs

Weapon = tuple[int, float, int]  # power, worth of its resources, mask of types


class Track:
    """A quest as the forecast plays it. `members` are (level, power) pairs."""

    __slots__ = ("cube", "factor", "fresh", "members", "power", "quest", "types")

    def __init__(self, quest: int, cube: int, power: int, types: int, fresh: bool, factor: float) -> None:
        self.quest = quest
        self.cube = cube
        self.power = power
        self.types = types
        self.fresh = fresh  # taken in the round that is played
        self.factor = factor
        self.members: list[tuple[int, int]] = []


class Outlook:
    """Forecasts under one edition; resources are worth `scale` times as much as usual."""

    def __init__(self, content: Content, scale: float) -> None:
        self.c = content
        self.resource = [scale * value for value in w.RESOURCE]
        self.least = [scale * value for value in w.LEAST]
        self.income = [scale * value for value in w.INCOME]
        self._armouries: dict[tuple[int, ...], list[list[Weapon]]] = {}
        self._likely: dict[tuple[int, int, int, int], int] = {}
        self.reward = [[self.effects(leg.rewards) for leg in quest.legs] for quest in content.quests]
        self.rate = [
            (quest.prestige + w.REWARD * sum(self.reward[i]) - 0.43 * quest.legs[-1].difficulty) / (quest.steps + 1)
            for i, quest in enumerate(content.quests)
        ]

    # --- what things are worth

    def effects(self, effects: list[Effect]) -> float:
        """Of instant effects, with most of the game still to come."""
        return sum([self.effect(e) for e in effects])

    def effect(self, e: Effect) -> float:
        if e.op == OP_RESOURCE:
            return e.n * self.resource[e.what]
        if e.op == OP_GOLD:
            return e.n * w.GOLD
        if e.op == OP_PRESTIGE:
            return float(e.n)
        if e.op == OP_CLAIM:
            return 2.0 + self.c.card_prestige[e.what]
        return e.n * w.EFFECT[e.op]

    def worth(self, s: WarState, p: Player) -> list[float]:
        """Of each resource to a seat: by the designs and stalls that can take it."""
        left = rounds_after(s)
        if left == 0 and s.phase > PH_QUESTS:
            return [sell * w.GOLD_END for sell in self.c.sell]
        used = 0
        top = max(p.level) + (1 if left > 1 else 0)
        for design in p.designs:
            if self.c.designs[design].level <= top:
                used |= self.c.designs[design].contains
        out: list[float] = []
        for resource in range(RESOURCE_COUNT):
            value = self.resource[resource] if used >> resource & 1 else w.IDLE * self.c.sell[resource]
            if left >= w.EARLY and value < self.least[resource]:
                value = self.least[resource]
            if p.res[resource] >= w.PLENTY:
                value *= w.GLUT
            out.append(value)
        return out

    def pool(self, s: WarState, p: Player) -> float:
        """Of gold and resources."""
        value = p.gold * (w.GOLD if rounds_after(s) else w.GOLD_END)
        for n, each in zip(p.res, self.worth(s, p), strict=True):
            value += n * each
        return value

    # --- positions

    def total(self, s: WarState, seat: int) -> float:
        """The prestige that a seat is likely to have in the end."""
        return self.total_of(s, seat, s.players[seat])

    def total_of(self, s: WarState, seat: int, p: Player) -> float:
        """The same, if the seat had what `p` has."""
        return self.points(s, seat, p) + self.future(s, seat, p)

    def points(self, s: WarState, seat: int, p: Player) -> float:
        """What is sure now, without gold and resources; and what bonus cards will still be of use."""
        prestige = self.c.card_prestige
        out = float(p.prestige + adventurer_points(p.level))
        for cards in (p.uniques, p.claims, p.bonus):
            for card in cards:
                out += prestige[card]
        for place in range(STACK_COUNT):
            if s.bonus_owner[place] == seat:
                out += bonus_points(s, seat, place)
        return out + w.STALL * len(p.bonus) * rounds_after(s)

    def armoury(self, p: Player) -> list[list[Weapon]]:
        """By level, the weapons that an adventurer may carry, weakest first."""
        key = tuple(p.designs)
        found = self._armouries.get(key)
        if found is None:
            found = [[] for _ in range(MAX_LEVEL + 1)]
            for design in p.designs:
                d = self.c.designs[design]
                price = sum([self.resource[d.cost[i]] * d.cost[i + 1] for i in range(0, len(d.cost), 2)])
                power = d.power + d.power_per_leg_left + (3 if d.halve else 0)
                for level in range(d.level, MAX_LEVEL + 1):
                    found[level].append((power, price, d.types))
            for weapons in found:
                weapons.sort()
            if len(self._armouries) > 4000:
                self._armouries.clear()
            self._armouries[key] = found
        return found

    # --- the forecast

    def future(self, s: WarState, seat: int, p: Player) -> float:
        """What quests, idle adventurers and the pool are likely to bring from now on."""
        c = s.c
        phase_open = s.phase <= PH_QUESTS
        rounds = rounds_after(s) + (1 if phase_open else 0)
        value = self.pool(s, p)
        if rounds == 0:
            return value
        arms = self.armoury(p)
        free = sorted([level for i, level in enumerate(p.level) if p.on[i] < 0])
        tracks: list[Track] = []
        for quest in p.quests:
            track = Track(quest, s.cube[quest], quest_power(s, p, quest), shown_types(s, p, quest), False, 1.0)
            track.fresh = s.taken[quest] == s.clock
            for i, on in enumerate(p.on):
                if on == quest:
                    weapon = p.weapon[i]
                    track.members.append((p.level[i], c.designs[weapon].power if weapon >= 0 else 0))
            tracks.append(track)
        tracks.sort(key=lambda t: -c.quests[t.quest].prestige)
        offers = sorted([q for q in s.offer if q >= 0], key=lambda q: -self.rate[q])
        may_take = s.phase < PH_QUESTS or (s.phase == PH_QUESTS and seat_order(s).index(seat) >= s.acquiring)
        income = self.income[s.stage]
        stage = s.rules.stages.index(s.stage)
        stage_ends = s.rules.rounds[stage] - s.round + (1 if phase_open else 0)
        gained = 0.0
        played = min(rounds, HORIZON)
        for r in range(played):
            if r:
                value += income
                may_take = True
            if r == stage_ends:
                stage += 1
                stage_ends += s.rules.rounds[stage]
                if s.solo:
                    offers = []  # FW-811
            if may_take and ((offers and free) or s.solo):
                wanted = self._pick(s, stage, offers, free, arms, rounds - r)
                if wanted >= 0:
                    if wanted in offers:
                        offers.remove(wanted)
                    tracks.append(Track(wanted, 0, 0, 0, True, PLANNED))
            back: list[int] = []
            for t in tracks.copy():
                value = self._fill(s, t, free, arms, value)
                card = c.quests[t.quest]
                leg = card.leg_at[t.cube]
                if value < -CAUTION or not self._stands(s, t):
                    value = max(value, 0.0)
                    gained += self._fallen(s, t, leg) * (w.FAR**r if s.solo else 1.0)
                    back += [level for level, _ in t.members]
                    tracks.remove(t)
                    continue
                t.fresh = False
                t.cube += 1
                if t.cube == card.steps or card.leg_at[t.cube] != leg:
                    value += w.REWARD * t.factor * self.reward[t.quest][leg]
                if t.cube == card.steps:
                    prestige = t.power if card.by_power else card.prestige
                    gained += prestige * t.factor * w.UNCERTAIN ** (len(card.legs) - 1)
                    points = len(card.legs)
                    for level, _ in sorted(t.members):
                        if points and level < MAX_LEVEL:
                            points -= 1
                            gained += 1
                            level += 1
                        back.append(level)
                    tracks.remove(t)
            if rounds - r > 1:
                gained += self._idle(free, arms)
            free += back
            free.sort()
        if rounds > played:
            everybody = free + [level for t in tracks for level, _ in t.members]
            gained += (rounds - played) * (income + 1.5 * self._idle(everybody, arms))
            gained += sum(
                [0.6 * c.quests[t.quest].prestige * t.factor * t.cube / c.quests[t.quest].steps for t in tracks]
            )
        return gained + KEPT * max(value, 0.0)

    def _idle(self, free: list[int], arms: list[list[Weapon]]) -> float:
        """What other quests may bring to adventurers without one, in a round; the strongest count most."""
        out = 0.0
        for i, level in enumerate(reversed(free)):
            if arms[level]:
                out += arms[level][-1][0] * (w.IDLE_POWER if i < 2 else w.BUSY)
        return out

    def _pick(
        self, s: WarState, stage: int, offers: list[int], free: list[int], arms: list[list[Weapon]], rounds: int
    ) -> int:
        """The quest that pays most a round and seems feasible, or -1; in a solo game, where one must be taken, the
        easiest one, if need be one that is still to come."""
        if s.solo:
            fit = [quest for quest in offers if s.c.quests[quest].steps <= rounds]
            return min(fit, key=self.hardness) if fit else self.likely(s, stage, rounds)
        best = [arms[level][-1][0] if arms[level] else 0 for level in free]
        force = sum(best[-3:])
        for quest in offers:
            card = s.c.quests[quest]
            if card.steps > rounds or (
                card.legs[0].difficulty + POPCOUNT[card.legs[0].types] > force and not card.by_power
            ):
                continue
            last = card.legs[-1]
            if last.difficulty + 2 * POPCOUNT[last.types] <= force * 1.2 + card.steps - 1:
                return quest
        return -1

    def hardness(self, quest: int) -> int:
        """Of the last leg, with half of its types missing."""
        leg = self.c.quests[quest].legs[-1]
        return leg.difficulty + self.c.untyped * POPCOUNT[leg.types] // 2

    def likely(self, s: WarState, stage: int, rounds: int) -> int:
        """A quest that a solo game may offer in a stage (by its place in the game) and that fits into so many rounds:
        one of the easier ones, as there will be some to choose from. In the last rounds purple ones fit (FW-772)."""
        key = (s.rules.number, s.difficulty, stage, rounds)
        found = self._likely.get(key)
        if found is None:
            decks = s.rules.decks
            for deck in (decks[stage], decks[-1]):
                cards = quest_cards(self.c, s.rules, True, s.difficulty, deck)
                cards = [quest for quest in cards if self.c.quests[quest].steps <= rounds]
                if cards:
                    break
            cards.sort(key=self.hardness)
            found = self._likely[key] = cards[len(cards) // 4]
        return found

    def _need(self, s: WarState, t: Track) -> int:
        quest = s.c.quests[t.quest]
        leg = quest.legs[quest.leg_at[t.cube]]
        return leg.difficulty + s.c.untyped * POPCOUNT[leg.types & ~t.types] - t.power

    def _stands(self, s: WarState, t: Track) -> bool:
        return s.c.quests[t.quest].by_power or self._need(s, t) <= 0

    def _fill(self, s: WarState, t: Track, free: list[int], arms: list[list[Weapon]], value: float) -> float:
        """Sends adventurers until the leg is passed or nobody is left; returns what is left of the pool's worth."""
        quest = s.c.quests[t.quest]
        types = quest.legs[quest.leg_at[t.cube]].types
        while value >= -CAUTION:
            need = self._need(s, t)
            if quest.by_power:
                need = 99 if not t.members else 0
            if need <= 0:
                break
            missing = types & ~t.types
            level, power, price, gives = -1, 0, 0.0, 0
            for one in free:
                for strength, cost, shows in arms[one]:
                    gain = strength + s.c.untyped * POPCOUNT[shows & missing]
                    if gain > power and cost <= value + CAUTION:
                        level, power, price, gives = one, gain, cost, shows
                        if gain >= need:
                            break
                if power >= need:
                    break
            if level >= 0:
                free.remove(level)
                t.members.append((level, power - s.c.untyped * POPCOUNT[gives & missing]))
                t.power += t.members[-1][1]
                t.types |= gives
                value -= price
                continue
            better = self._upgrade(t, arms, value)
            if better is None:
                break
            value -= better
        return value

    @staticmethod
    def _upgrade(t: Track, arms: list[list[Weapon]], value: float) -> float | None:
        """The weapon that adds most for somebody already there; returns its price, None if nothing adds."""
        place, most, price, gives = -1, 0, 0.0, 0
        for i, (level, power) in enumerate(t.members):
            for strength, cost, shows in reversed(arms[level]):
                if cost <= value + CAUTION:
                    if strength - power > most:
                        place, most, price, gives = i, strength - power, cost, shows
                    break
        if place < 0:
            return None
        level, power = t.members[place]
        t.members[place] = (level, power + most)
        t.power += most
        t.types |= gives
        return price

    def _fallen(self, s: WarState, t: Track, leg: int) -> float:
        """Prestige of a failure."""
        if s.solo:
            return w.FAILED_SOLO
        if t.fresh:
            return float(s.c.fail_at_once) * t.factor
        return s.c.quests[t.quest].legs[leg - 1].consolation * t.factor if leg else 0.0

    # --- cards

    def card(self, s: WarState, seat: int, p: Player, card: int, gold: int, base: float) -> float:
        """What a market card for so much gold adds to a seat; `base` is `total_of` without it."""
        c = self.c
        q = p.copy()
        q.gold -= gold
        if c.is_design(card):
            q.designs.append(card)
            q.uniques.append(card)
        elif c.card_kind[card] == CARD_BONUS:
            q.bonus.append(card)
        else:
            return self.total_of(s, seat, q) - base + self.single(s, card)
        return self.total_of(s, seat, q) - base

    def single(self, s: WarState, card: int) -> float:
        """Of the effects of a single-use card, less when the end is near."""
        share = 0.5 + 0.5 * min(1.0, rounds_after(s) / 4)
        return self.effects(self.c.card_effects[card]) * share


def rounds_after(s: WarState) -> int:
    """Rounds of the game after this one."""
    rules = s.rules
    return sum(rules.rounds[rules.stages.index(s.stage) :]) - s.round
