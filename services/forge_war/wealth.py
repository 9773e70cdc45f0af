"""Starting wealth: dealt, chosen in secret, carried out (FW-069 to FW-078, FW-740, FW-743)."""

from __future__ import annotations

from typing import Any, Final

from forge_war.actions import DO_LEVEL, DO_TAKE
from forge_war.champions import gain_level
from forge_war.effects import at_once, take_from_discard, takeable
from forge_war.frames import Reader, WarFrame, WarQuestion
from forge_war.mine_steps import tell_pass
from forge_war.names import OP_LEFTOVER, OP_LEVEL_UP, WEALTH_SETS
from forge_war.state import WarState, seat_order
from rulekit.actions import Action
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO, Fork, Frame, Sealed


class WealthRound(WarFrame):
    """Wealth cards dealt, chosen, carried out: first what needs no decision, then the level-ups of all seats,
    then leftover cards in reverse player order (FW-073, FW-743)."""

    __slots__ = ("set", "keep", "step")

    def __init__(self, set: int, keep: int, step: int = 0) -> None:
        super().__init__(AUTO)
        self.set = set
        self.keep = keep
        self.step = step

    def name(self) -> str:
        return "wealth"

    def fields(self) -> dict[str, Any]:
        return {"set": WEALTH_SETS[self.set], "keep": self.keep, "step": self.step}

    def copy(self) -> WealthRound:
        return WealthRound(self.set, self.keep, self.step)

    def run(self, s: WarState, ctx: Ctx) -> None:
        step = self.step
        self.step += 1
        if step == 0:
            if self.keep == 0:  # FW-817
                s.stack.pop()
                return
            deal(s, ctx, self.set)
            s.stack.append(ChooseWealth(list(range(s.n)), self.keep))
        elif step == 1:
            self._levels(s)
        elif step == 2:
            for seat in seat_order(s):  # the last one pushed, last in order, chooses first
                for _ in range(_count(s, seat, OP_LEFTOVER)):
                    s.stack.append(Leftover(seat))
        else:
            for p in s.players:
                p.kept = []
            s.stack.pop()

    def _levels(self, s: WarState) -> None:
        cap = s.c.wealth_cap[self.set]
        seats: list[int] = []
        branches: list[list[Frame[WarState]]] = []
        for seat in seat_order(s):
            count = _count(s, seat, OP_LEVEL_UP)
            if count:
                seats.append(seat)
                branches.append([WealthLevels(seat, count, cap)])
        if seats:
            s.stack.append(Together(seats, branches))


def _count(s: WarState, seat: int, op: int) -> int:
    """How often the cards kept by a seat give an effect."""
    found = 0
    for card in s.players[seat].kept:
        for effect in s.c.wealth[card].effects:
            if effect.op == op:
                found += effect.n
    return found


def deal(s: WarState, ctx: Ctx, set: int) -> None:
    """Wealth cards of a set to every seat, from one shuffled deck."""
    c = s.c
    deck = [w for w, card in enumerate(c.wealth) if card.set == set]
    cards = ctx.chance.shuffle(f"wealth_{WEALTH_SETS[set]}", deck)
    for seat, p in enumerate(s.players):
        p.hand = sorted(cards[seat * c.wealth_dealt : (seat + 1) * c.wealth_dealt])
        if ctx.loud:
            data = {"seat": seat, "cards": [c.wealth[w].id for w in p.hand]}
            ctx.emit(Event("wealth_dealt", data, (seat,), {"seat": seat}))


class ChooseWealth(Sealed[WarState]):
    """Every seat keeps `keep` of the cards dealt; nobody sees another's choice before all are in (FW-069)."""

    __slots__ = ("keep",)

    def __init__(self, seats: list[int], keep: int) -> None:
        super().__init__(seats)
        self.keep = keep

    def name(self) -> str:
        return "choose_wealth"

    def rule(self) -> str:
        return "FW-069"

    def ask_single(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        answers = [list(a.vec) if a is not None else None for a in self.answers]
        return {"seats": list(self.seats), "keep": self.keep, "answers": answers}

    def copy(self) -> ChooseWealth:
        other = ChooseWealth(self.seats, self.keep)
        other.answers = self.answers.copy()
        return other

    def options_for(self, s: WarState, seat: int) -> list[Action]:
        return [s.c.keep(cards) for cards in choices(s.players[seat].hand, self.keep)]

    def reveal(self, s: WarState, answers: list[Action], ctx: Ctx) -> None:
        for place, action in enumerate(answers):
            p = s.players[self.seats[place]]
            p.kept = list(action.vec)
            p.hand = []
            if ctx.loud:
                cards = [s.c.wealth[w].id for w in p.kept]
                ctx.emit(Event("wealth_chosen", {"seat": self.seats[place], "cards": cards}))
        for seat in seat_order(s):
            for card in s.players[seat].kept:
                for effect in s.c.wealth[card].effects:
                    if effect.op != OP_LEVEL_UP and effect.op != OP_LEFTOVER:
                        at_once(s, ctx, seat, effect)


def choices(hand: list[int], keep: int) -> list[tuple[int, ...]]:
    """All ways to keep `keep` cards of a hand, each ascending, in lexical order."""
    chosen: list[tuple[int, ...]] = [()]
    for _ in range(keep):
        chosen = [(*cards, card) for cards in chosen for card in hand if not cards or card > cards[-1]]
    return chosen


class Together(Fork[WarState]):
    """Decisions of several seats that do not touch each other, side by side."""

    __slots__ = ()

    def name(self) -> str:
        return "together"

    def fields(self) -> dict[str, Any]:
        branches = [[{"frame": f.name(), **f.fields()} for f in branch] for branch in self.branches]
        return {"seats": list(self.seats), "branches": branches}

    def copy(self) -> Together:
        return Together(self.seats, self.copy_branches())


class WealthLevels(WarFrame):
    """The level-ups of a seat's wealth, one at a time, up to a cap (FW-075)."""

    __slots__ = ("owner", "left", "cap")

    def __init__(self, owner: int, left: int, cap: int) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.left = left
        self.cap = cap

    def name(self) -> str:
        return "wealth_levels"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner, "left": self.left, "cap": self.cap}

    def copy(self) -> WealthLevels:
        return WealthLevels(self.owner, self.left, self.cap)

    def run(self, s: WarState, ctx: Ctx) -> None:
        if self.left and min(s.players[self.owner].level) < self.cap:
            self.left -= 1
            s.stack.append(WealthLevel(self.owner, self.cap))
        else:
            s.stack.pop()


class WealthLevel(WarQuestion):
    """One level-up of a wealth card."""

    __slots__ = ("cap",)

    def __init__(self, seat: int, cap: int) -> None:
        super().__init__(seat)
        self.cap = cap

    def name(self) -> str:
        return "wealth_level"

    def rule(self) -> str:
        return "FW-075"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "cap": self.cap}

    def copy(self) -> WealthLevel:
        return WealthLevel(self.seat, self.cap)

    def options(self, s: WarState) -> list[Action]:
        out = [s.c.a_skip]
        for adventurer, level in enumerate(s.players[self.seat].level):
            if level < self.cap:
                out.append(s.c.a_level[adventurer])
        return out

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.kind == DO_LEVEL:
            gain_level(s, ctx, self.seat, action.a)
        else:
            tell_pass(ctx, self.seat, "wealth_level", 0)


class Leftover(WarFrame):
    """One leftover card of a seat comes to its turn; with nothing to take it is lost (FW-743)."""

    __slots__ = ("owner",)

    def __init__(self, owner: int) -> None:
        super().__init__(AUTO)
        self.owner = owner

    def name(self) -> str:
        return "leftover"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.owner}

    def copy(self) -> Leftover:
        return Leftover(self.owner)

    def run(self, s: WarState, ctx: Ctx) -> None:
        s.stack.pop()
        if takeable(s, self.owner):
            s.stack.append(LeftoverCard(self.owner))


class LeftoverCard(WarQuestion):
    """A stage 1 card of the market discard for free; there are no others yet (FW-743)."""

    __slots__ = ()

    def name(self) -> str:
        return "leftover_card"

    def rule(self) -> str:
        return "FW-743"

    def optional(self) -> bool:
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> LeftoverCard:
        return LeftoverCard(self.seat)

    def options(self, s: WarState) -> list[Action]:
        takes = s.c.a_take
        return [s.c.a_skip, *[takes[card] for card in takeable(s, self.seat)]]

    def choose(self, s: WarState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        if action.kind == DO_TAKE:
            take_from_discard(s, ctx, self.seat, action.a, "leftover", 0)
        else:
            tell_pass(ctx, self.seat, "leftover_card", 0)


READERS: Final[dict[str, Reader]] = {
    "wealth": lambda _, f: WealthRound(WEALTH_SETS.index(f["set"]), f["keep"], f["step"]),
    "wealth_levels": lambda _, f: WealthLevels(f["seat"], f["left"], f["cap"]),
    "wealth_level": lambda _, f: WealthLevel(f["seat"], f["cap"]),
    "leftover": lambda _, f: Leftover(f["seat"]),
    "leftover_card": lambda _, f: LeftoverCard(f["seat"]),
}
