"""Quest rewards: every quest advances, legs and quests are completed, shared rewards wait for the ordered pass
(FW-450 to FW-492, FW-526 to FW-553, FW-605, FW-615)."""

from __future__ import annotations

from typing import Any, Final

from forge_war.actions import DO_LEVEL
from forge_war.champions import gain_level
from forge_war.changes import add_prestige, gain_gold
from forge_war.effects import Gains, at_once
from forge_war.frames import Reader, WarFrame, WarQuestion, plain_branches
from forge_war.legs import complete_leg
from forge_war.mine_steps import tell_pass
from forge_war.names import (
    MAX_LEVEL,
    NONE,
    OP_EXCESS_POWER,
    OP_EXTRA_LEVEL,
    OP_GOLD,
    OP_PRESTIGE,
)
from forge_war.state import FROM_CHAMPIONS, FROM_QUESTS, Player, WarState, acting_title, leg_index, seat_order
from forge_war.weapons import carries_no_gain, end_quest, on_quest, quest_difficulty, quest_power
from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO, Fork, Frame


def advance_quests(s: WarState, ctx: Ctx) -> None:
    """All quests of all seats advance one step; what needs no decision is paid; levels are opened (FW-453, FW-475)."""
    seats: list[int] = []
    branches: list[list[Frame[WarState]]] = []
    for seat in seat_order(s):
        branch: list[Frame[WarState]] = []
        for quest in s.players[seat].quests.copy():
            completion = _advance(s, ctx, seat, quest)
            if completion is not None:
                branch.append(completion)
        if branch:
            branch.reverse()  # in order of acquisition (FW-492)
            seats.append(seat)
            branches.append(branch)
    if branches:
        s.stack.append(RewardPhase(seats, branches))


def _advance(s: WarState, ctx: Ctx, seat: int, quest: int) -> Completion | None:
    """One quest a step on; returns what is left to do if it is completed."""
    p = s.players[seat]
    card = s.c.quests[quest]
    leg = leg_index(s, quest)
    ending = s.cube[quest] == card.steps - 1
    if not ending and card.leg_at[s.cube[quest] + 1] == leg:
        s.cube[quest] += 1
        _tell_advanced(s, ctx, seat, quest)
        return None
    power = quest_power(s, p, quest) if ending else 0  # before the last leg's gains and losses (FW-615)
    excess = max(0, power - quest_difficulty(s, p, quest)) if ending else 0
    if not ending:
        s.cube[quest] += 1
    _tell_advanced(s, ctx, seat, quest)
    complete_leg(s, ctx, seat, quest, leg)
    for effect in card.legs[leg].rewards:
        if effect.shared:
            p.shared.append(effect.id)  # FW-474
        else:
            at_once(s, ctx, seat, effect)
    return _complete(s, ctx, seat, quest, power, excess) if ending else None


def _tell_advanced(s: WarState, ctx: Ctx, seat: int, quest: int) -> None:
    if ctx.loud:
        ctx.emit(Event("quest_advanced", {"seat": seat, "quest": s.c.quests[quest].id, "step": s.cube[quest] + 1}))


def _complete(s: WarState, ctx: Ctx, seat: int, quest: int, power: int, excess: int) -> Completion:
    """Prestige and the bonuses of champions who fully complete the quest (FW-480, FW-526, FW-529)."""
    p = s.players[seat]
    card = s.c.quests[quest]
    p.quests.remove(quest)
    p.completed.append(quest)
    prestige = power if card.by_power else card.prestige
    if ctx.loud:
        ctx.emit(Event("quest_completed", {"seat": seat, "quest": card.id, "prestige": prestige, "power": power}))
    add_prestige(s, ctx, seat, prestige, FROM_QUESTS)
    inspiring = NONE
    extra = 0
    for champion in on_quest(p, quest):
        title = acting_title(s, p, champion)
        if title < 0 or p.since[champion] != s.taken[quest]:
            continue
        for effect in s.c.titles[title].full:
            if effect.op == OP_PRESTIGE:
                add_prestige(s, ctx, seat, effect.n, FROM_CHAMPIONS)
            elif effect.op == OP_GOLD:
                gain_gold(s, ctx, seat, effect.n)
            elif effect.op == OP_EXCESS_POWER:
                add_prestige(s, ctx, seat, effect.n * excess, FROM_CHAMPIONS)  # FW-553
            elif effect.op == OP_EXTRA_LEVEL:
                inspiring = champion
                extra = effect.n
            else:
                p.shared.append(effect.id)  # Scavenging
    return Completion(seat, quest, len(card.legs), 0, inspiring, extra)


class RewardPhase(Fork[WarState]):
    """Level points and titles of completed quests, all seats at once (FW-475)."""

    __slots__ = ()

    def name(self) -> str:
        return "reward_phase"

    def fields(self) -> dict[str, Any]:
        return {"seats": list(self.seats), "branches": plain_branches(self.branches)}

    def copy(self) -> RewardPhase:
        return RewardPhase(self.seats, self.copy_branches())


class Completion(WarFrame):
    """A completed quest: `left` level points, then Inspiring's `extra` levels, then everybody returns (FW-529).

    `raised` has a bit for each adventurer raised by the quest's points; `inspiring` is the champion
    whose title acts, or NONE.
    """

    __slots__ = ("extra", "inspiring", "left", "owner", "quest", "raised")

    def __init__(self, owner: int, quest: int, left: int, raised: int, inspiring: int, extra: int) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.quest = quest
        self.left = left
        self.raised = raised
        self.inspiring = inspiring
        self.extra = extra

    def name(self) -> str:
        return "completion"

    def fields(self) -> dict[str, Any]:
        return {
            "seat": self.owner,
            "quest": self.quest,
            "left": self.left,
            "raised": self.raised,
            "inspiring": self.inspiring,
            "extra": self.extra,
        }

    def copy(self) -> Completion:
        return Completion(self.owner, self.quest, self.left, self.raised, self.inspiring, self.extra)

    def run(self, s: WarState, ctx: Ctx) -> None:
        p = s.players[self.owner]
        if self.left > 0:
            if learners(s, p, self.quest, self.raised):
                s.stack.append(RewardLevels(self.owner, self.quest, self.raised))
                return
            self.left = 0
        if self.inspiring >= 0:
            bearer = self.inspiring
            self.inspiring = NONE
            if learners(s, p, self.quest, 1 << bearer):
                s.stack.append(ExtraLevel(self.owner, self.quest, bearer, self.extra))
                return
        end_quest(p, self.quest)  # FW-489
        s.stack.pop()


def learners(s: WarState, p: Player, quest: int, barred: int) -> list[int]:
    """Adventurers on the quest who can gain a level by it; `barred` has a bit for each who cannot (FW-483, FW-593)."""
    return [
        adventurer
        for adventurer in on_quest(p, quest)
        if p.level[adventurer] < MAX_LEVEL and not barred >> adventurer & 1 and not carries_no_gain(s, p, adventurer)
    ]


class RewardLevels(WarQuestion):
    """The next level point of a completed quest, or no more of them (FW-483, FW-486)."""

    __slots__ = ("quest", "raised")

    def __init__(self, seat: int, quest: int, raised: int) -> None:
        super().__init__(seat)
        self.quest = quest
        self.raised = raised

    def name(self) -> str:
        return "reward_levels"

    def rule(self) -> str:
        return "FW-483"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "quest": self.quest, "raised": self.raised}

    def copy(self) -> RewardLevels:
        return RewardLevels(self.seat, self.quest, self.raised)

    def options(self, s: WarState) -> list[Action]:
        levels = s.c.a_level
        fit = learners(s, s.players[self.seat], self.quest, self.raised)
        return [s.c.a_stop, *[levels[adventurer] for adventurer in fit]]

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        completion = s.stack[-1]
        assert isinstance(completion, Completion)
        if action.kind == DO_LEVEL:
            completion.left -= 1
            completion.raised |= 1 << action.a
            gain_level(s, ctx, self.seat, action.a)
        else:
            completion.left = 0
            tell_pass(ctx, self.seat, "reward_levels", 0)


class ExtraLevel(WarQuestion):
    """Inspiring: one other adventurer on the quest gains `n` levels more (FW-550)."""

    __slots__ = ("champion", "n", "quest")

    def __init__(self, seat: int, quest: int, champion: int, n: int) -> None:
        super().__init__(seat)
        self.quest = quest
        self.champion = champion
        self.n = n

    def name(self) -> str:
        return "extra_level_other"

    def rule(self) -> str:
        return "FW-550"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "quest": self.quest, "champion": self.champion, "n": self.n}

    def copy(self) -> ExtraLevel:
        return ExtraLevel(self.seat, self.quest, self.champion, self.n)

    def options(self, s: WarState) -> list[Action]:
        levels = s.c.a_level
        fit = learners(s, s.players[self.seat], self.quest, 1 << self.champion)
        return [s.c.a_skip, *[levels[adventurer] for adventurer in fit]]

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.kind != DO_LEVEL:
            tell_pass(ctx, self.seat, "extra_level_other", 0)
            return
        for _ in range(self.n):
            if s.players[self.seat].level[action.a] < MAX_LEVEL:
                gain_level(s, ctx, self.seat, action.a)


# --- the ordered pass


class SharedRewards(WarFrame):
    """A seat's rewards that touch what all share, in an order of its choice (FW-474)."""

    __slots__ = ("owner",)

    def __init__(self, owner: int) -> None:
        super().__init__(AUTO)
        self.owner = owner

    def name(self) -> str:
        return "shared_rewards"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner}

    def copy(self) -> SharedRewards:
        return SharedRewards(self.owner)

    def run(self, s: WarState, ctx: Ctx) -> None:
        waiting = len(s.players[self.owner].shared)
        if waiting == 0:
            s.stack.pop()
        elif waiting == 1:
            resolve(s, self.owner, 0)
        else:
            s.stack.append(RewardNext(self.owner))


def resolve(s: WarState, seat: int, index: int) -> None:
    s.stack.append(Gains(seat, [s.players[seat].shared.pop(index)]))


class RewardNext(WarQuestion):
    """Which of several shared rewards is next: its place in the list of those still open."""

    __slots__ = ()

    def name(self) -> str:
        return "reward_next"

    def rule(self) -> str:
        return "FW-474"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> RewardNext:
        return RewardNext(self.seat)

    def options(self, s: WarState) -> list[Action]:
        return s.c.a_resolve[: len(s.players[self.seat].shared)]

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        resolve(s, self.seat, action.a)


READERS: Final[dict[str, Reader]] = {
    "completion": lambda _, f: Completion(f["seat"], f["quest"], f["left"], f["raised"], f["inspiring"], f["extra"]),
    "reward_levels": lambda _, f: RewardLevels(f["seat"], f["quest"], f["raised"]),
    "extra_level_other": lambda _, f: ExtraLevel(f["seat"], f["quest"], f["champion"], f["n"]),
    "shared_rewards": lambda _, f: SharedRewards(f["seat"]),
    "reward_next": lambda _, f: RewardNext(f["seat"]),
}
