"""Special actions as lists of primitives (EFFECTS.md)."""

from __future__ import annotations

from typing import Any

from ming_voyages import command
from ming_voyages.content import Special, Step
from ming_voyages.frames import MingFrame, narrow
from ming_voyages.names import (
    BARBARIAN_BORDERLAND,
    BARBARIAN_HOMELAND,
    BARBARIAN_REGION,
    BORDERLANDS_END,
    EMPEROR,
    FIRST_BORDERLAND,
    MING_BORDERLAND,
    MING_HOMELAND,
    MING_REGION,
    OP_ACT,
    OP_CHOOSE,
    OP_DISCARD_RESERVE,
    OP_RESERVE_TOP,
    OP_RETURN,
    OP_TAKE,
    OVERLORD,
    REGION_COUNT,
    SIDES,
    TROOP,
)
from ming_voyages.state import (
    NO_LIMIT,
    SUPPLY,
    MingState,
    between_games,
    check_major_victory,
    controlled,
    controller,
    held,
    put_on_discard,
    reserve_full,
    reveal_reserved,
    room,
    shift,
)
from rulekit.actions import Action
from rulekit.chance import Scripted
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO

# --- regions


def selected(s: MingState, selector: int) -> list[int]:
    """The regions that a selector names, before any filter (EFFECTS.md, section 2)."""
    if selector < REGION_COUNT:
        return [selector]
    if selector == BARBARIAN_HOMELAND:
        return command.HOMELANDS
    side = EMPEROR if selector in (MING_BORDERLAND, MING_REGION) else OVERLORD
    out = [r for r in range(FIRST_BORDERLAND, BORDERLANDS_END) if controller(s, r) == side]
    if selector == MING_REGION:
        return [MING_HOMELAND, *out]
    if selector == BARBARIAN_REGION:
        return out + command.HOMELANDS
    assert selector in (MING_BORDERLAND, BARBARIAN_BORDERLAND)
    return out


def candidates(s: MingState, side: int, step: Step) -> list[int]:
    """Regions in which a `take` or `return` can be carried out."""
    regions = selected(s, step.place)
    if step.op == OP_TAKE:
        if FIRST_BORDERLAND <= step.place < BORDERLANDS_END:  # named by the edition; the opponent may hold it (MV-080)
            owner = EMPEROR if step.piece == TROOP else OVERLORD
            regions = [r for r in regions if controller(s, r) != 1 - owner]
        if s.limit != NO_LIMIT:
            regions = [r for r in regions if room(s, r) >= (1 if step.spread else step.n)]
        return regions
    return [r for r in regions if _can_return(s, side, step, r)]


def _can_return(s: MingState, side: int, step: Step, region: int) -> bool:
    there = held(s, step.piece, region)
    if not step.up_to and there < step.n:
        return False
    if step.keep and FIRST_BORDERLAND <= region < BORDERLANDS_END:
        # pieces of the same side that remain (GOLD and JUNK are never in a Borderland)
        own = s.troops[region] if step.piece == TROOP else s.hordes[region] + s.settlements[region]
        if own - min(step.n, there) < step.keep:
            return False
    if step.threatened:
        borderland = FIRST_BORDERLAND <= region < BORDERLANDS_END
        return borderland and len(command.attack_origins(s, side, region)) > 0
    return True


# --- can it be carried out in full? (MV-170, EFFECTS.md section 5)


def executable(s: MingState, side: int, special: Special) -> bool:
    """`require` holds and some sequence of choices completes every step."""
    if special.min_borderlands and controlled(s, OVERLORD) < special.min_borderlands:
        return False
    return completable(s, side, special.steps, 0)


def completable(s: MingState, side: int, steps: list[int], at: int) -> bool:
    """Some sequence of choices completes the steps from `at` on."""
    if at == len(steps) or s.outcome is not None or between_games(s):  # a victory ends the game there (MV-575)
        return True
    step = s.c.steps[steps[at]]
    if step.op == OP_CHOOSE:
        rest = steps[at + 1 :]
        return any(completable(s, side, option + rest, 0) for option in step.options)
    if not possible(s, side, step):
        return False
    if at + 1 == len(steps):
        return True
    return any(completable(after, side, steps, at + 1) for after in outcomes(s, side, step))


def possible(s: MingState, side: int, step: Step) -> bool:
    """The step alone can be carried out now."""
    if step.op == OP_TAKE:
        regions = candidates(s, side, step)
        if s.limit != NO_LIMIT and step.spread and sum([room(s, r) for r in regions]) < step.n:
            return False
        return s.supply[step.piece] >= step.n and len(regions) > 0
    if step.op == OP_RETURN:
        return step.up_to or len(candidates(s, side, step)) > 0
    if step.op == OP_ACT:
        return command.is_legal(s, side, step.action)
    if step.op == OP_RESERVE_TOP:
        return len(s.discard) > 0 and not reserve_full(s, side)
    assert step.op == OP_DISCARD_RESERVE
    return len(s.reserves[1 - side]) >= step.n


def outcomes(s: MingState, side: int, step: Step) -> list[MingState]:
    """The positions to which a step that is not the last can lead (such a step rolls no dice)."""
    start = s.copy()
    start.stack = [Effect(side, [step.id])]
    out: list[MingState] = []
    _settle(start, out)
    return out


def _settle(s: MingState, out: list[MingState]) -> None:
    quiet = Ctx(Scripted())
    while s.stack:
        frame = s.stack[-1]
        if frame.seat == AUTO:
            frame.run(s, quiet)
            continue
        for action in frame.options(s):
            t = s.copy()
            t.stack[-1].choose(t, action, quiet)
            _settle(t, out)
        return
    out.append(s)


# --- carrying it out


class Effect(MingFrame):
    """The steps of a special action; `at` is the next one. A `choose` is replaced by its option."""

    __slots__ = ("side", "steps", "at")

    def __init__(self, side: int, steps: list[int], at: int = 0) -> None:
        super().__init__(AUTO)
        self.side = side
        self.steps = steps
        self.at = at

    def name(self) -> str:
        return "effect"

    def fields(self) -> dict[str, Any]:
        return {"side": SIDES[self.side], "steps": list(self.steps), "at": self.at}

    def copy(self) -> Effect:
        return Effect(self.side, self.steps, self.at)

    def has_more(self) -> bool:
        return self.at < len(self.steps)

    def leads_on(self, s: MingState, action: Action) -> bool:
        t = s.copy()
        t.stack = [t.stack[-1]]
        t.stack[-1].choose(t, action, Ctx(Scripted()))
        after: list[MingState] = []
        _settle(t, after)
        return any(completable(u, self.side, self.steps, self.at) for u in after)

    def run(self, s: MingState, ctx: Ctx) -> None:
        if self.at == len(self.steps):
            s.stack.pop()
            return
        step = s.c.steps[self.steps[self.at]]
        self.at += 1
        seat = s.seats[self.side]
        if step.op == OP_TAKE or step.op == OP_RETURN:
            self._move_pieces(s, ctx, step, seat)
        elif step.op == OP_ACT:
            command.push_action(s, self.side, step.action, step.cp, step.bonus)
        elif step.op == OP_RESERVE_TOP:
            self._reserve_top(s, ctx)
        elif step.op == OP_DISCARD_RESERVE:
            self._discard_reserve(s, ctx, step.n)
        else:
            s.stack.append(PickOption(seat, self.side, step.id))

    def _move_pieces(self, s: MingState, ctx: Ctx, step: Step, seat: int) -> None:
        regions = candidates(s, self.side, step)
        if step.spread:
            s.stack.append(command.Distribute(seat, self.side, step.piece, step.n, step.n, SUPPLY, regions, "effect"))
        elif len(regions) == 1:
            carry_out(s, ctx, step, regions[0])
        elif regions:
            s.stack.append(PickRegion(seat, self.side, step.id))

    def _reserve_top(self, s: MingState, ctx: Ctx) -> None:
        card = s.discard.pop()
        s.reserves[self.side].append(card)
        if s.solo is None:
            known = s.known_reserve[1 - self.side]
            known.append(card)
            known.sort()
        if ctx.loud:
            ctx.emit(Event("card_reserved", {"side": SIDES[self.side], "card": card, "from": "discard"}))

    def _discard_reserve(self, s: MingState, ctx: Ctx, n: int) -> None:
        reserve = s.reserves[1 - self.side]
        for _ in range(n):
            card = ctx.chance.draw("discard_reserve", reserve, 1)[0]
            reserve.remove(card)
            reveal_reserved(s, 1 - self.side, card)
            put_on_discard(s, ctx, [card], "discard_reserve")


def carry_out(s: MingState, ctx: Ctx, step: Step, region: int) -> None:
    """A `take` or `return` in one region."""
    if step.op == OP_TAKE:
        shift(s, ctx, step.piece, SUPPLY, region, step.n, "effect")
    else:
        shift(s, ctx, step.piece, region, SUPPLY, min(step.n, held(s, step.piece, region)), "effect")
    check_major_victory(s, ctx)


class PickRegion(MingFrame):
    """Where a `take` or `return` happens, when there is a choice."""

    __slots__ = ("side", "step")

    def __init__(self, seat: int, side: int, step: int) -> None:
        super().__init__(seat)
        self.side = side
        self.step = step

    def name(self) -> str:
        return "pick_region"

    def rule(self) -> str:
        return "MV-170"

    def fields(self) -> dict[str, Any]:
        return {"side": SIDES[self.side], "step": self.step}

    def copy(self) -> PickRegion:
        return PickRegion(self.seat, self.side, self.step)

    def options(self, s: MingState) -> list[Action]:
        regions = candidates(s, self.side, s.c.steps[self.step])
        return narrow(s, [s.c.regions[r] for r in regions])

    def choose(self, s: MingState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        carry_out(s, ctx, s.c.steps[self.step], action.a)


class PickOption(MingFrame):
    """Which of the executable options of a `choose` is carried out."""

    __slots__ = ("side", "step")

    def __init__(self, seat: int, side: int, step: int) -> None:
        super().__init__(seat)
        self.side = side
        self.step = step

    def name(self) -> str:
        return "pick_option"

    def rule(self) -> str:
        return "MV-170"

    def fields(self) -> dict[str, Any]:
        return {"side": SIDES[self.side], "step": self.step}

    def copy(self) -> PickOption:
        return PickOption(self.seat, self.side, self.step)

    def options(self, s: MingState) -> list[Action]:
        effect = s.stack[-2]
        assert isinstance(effect, Effect)
        rest = effect.steps[effect.at :]
        listed = s.c.steps[self.step].options
        return [s.c.indexes[i] for i in range(len(listed)) if completable(s, self.side, listed[i] + rest, 0)]

    def choose(self, s: MingState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        effect = s.stack[-1]
        assert isinstance(effect, Effect)
        effect.steps = s.c.steps[self.step].options[action.a] + effect.steps[effect.at :]
        effect.at = 0
