"""The effects of encounter cards (EFFECTS.md): what can be executed, and lists of effects carried out in order."""

from __future__ import annotations

from typing import Any, Final

from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from ultimate_voyage.action import effect_of
from ultimate_voyage.bonus import PickUpgrade, upgradable
from ultimate_voyage.cards import (
    PickClass,
    PickDial,
    PickStructure,
    PickTarget,
    build_kinds,
    check_last_sail,
    drift,
    encounter_below,
    gain_goods,
    replace_bazaar,
    return_to_last_port,
    search_goods,
    targets,
)
from ultimate_voyage.changes import add_story, add_track, build, owns_class, pay, raise_affiliation
from ultimate_voyage.content import Effect
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.losses import TroopsLost, can_heal, split_points
from ultimate_voyage.names import (
    ACTION_TYPES,
    AFFILIATION_MAX,
    AFFILIATION_MIN,
    HOSTILE,
    MEDICINE,
    OP_AFFILIATION,
    OP_AFFILIATION_TO,
    OP_BONUS_ALWAYS,
    OP_BONUS_ONCE,
    OP_BUILD_FREE,
    OP_DRIFT,
    OP_GAIN_CHOICE,
    OP_GAIN_GOODS,
    OP_GAIN_WILD,
    OP_IF_HOSTILE,
    OP_LAST_SAIL_CHECK,
    OP_LOSE_DIAL,
    OP_LOSE_TROOPS,
    OP_MOMENTUM,
    OP_NEXT_STRENGTH,
    OP_PAY_PORCELAIN,
    OP_PAY_TROOPS,
    OP_PENDING,
    OP_PRESTIGE,
    OP_PROFIT,
    OP_REDRAW,
    OP_REPLACE_BAZAAR,
    OP_REROLL_DIAL,
    OP_RETURN_LAST_PORT,
    OP_SCOUT_FREE,
    OP_SEARCH_GOODS,
    OP_STAY,
    OP_STEAL_GOOD,
    OP_STORY,
    OP_TAKE_TROOPS,
    OP_TO_BOTTOM,
    OP_UPGRADE_CHOICE,
    OP_WIPE_PORCELAIN,
    PORCELAIN,
    PRESTIGE,
    PROFIT,
    TROOPS,
)
from ultimate_voyage.payment import GainTokens, pay_porcelain
from ultimate_voyage.pending import pending_types
from ultimate_voyage.scout import ScoutStep
from ultimate_voyage.settle import SETTLE, ask
from ultimate_voyage.state import (
    OPEN_ALWAYS,
    OPEN_MOMENTUM,
    OPEN_NEXT,
    OPEN_ONCE,
    OPEN_PENDING,
    OPEN_REROLL,
    OPEN_STAY,
    OPEN_WILD,
    VoyageState,
    fixed_port,
    hostile,
)

# Which list of a card's option is run.
MAIN: Final = 0
NESTED: Final = 1  # the list inside the effect number `inside` of the main one
WIN: Final = 2  # the lists of the option's pending action
LOSE: Final = 3
ALWAYS: Final = 4


# --- what can be executed


def executable(s: VoyageState, seat: int, effects: list[Effect], port: int) -> bool:
    """Every effect of the option can be executed; its costs are taken together (EFFECTS.md, rule 1)."""
    p = s.players[seat]
    lost = 0
    troops = 0
    porcelain = 0
    dials = 0
    affiliation = s.affiliation[port]
    for e in effects:
        op = e.op
        if op == OP_LOSE_TROOPS:
            lost += e.n
        elif op == OP_PAY_TROOPS:
            troops += e.n
        elif op in (OP_PAY_PORCELAIN, OP_SEARCH_GOODS):
            porcelain += e.n
        elif op == OP_LOSE_DIAL:
            dials += 1
        elif op == OP_AFFILIATION:
            affiliation += e.n
        elif not _possible(s, seat, e, port, affiliation):
            return False
    if dials and dials > bin(p.unused).count("1"):
        return False
    if lost and can_heal(s, seat):
        lost -= s.c.healer_amount
    rest = p.res[TROOPS] - lost - troops
    if rest < 0:
        return False
    return p.res[PORCELAIN] >= porcelain or (p.res[PORCELAIN] + rest >= porcelain and owns_class(s, seat, MEDICINE))


def _possible(s: VoyageState, seat: int, e: Effect, port: int, affiliation: int) -> bool:
    """The conditions other than costs; `affiliation` is what the port will have by then."""
    op = e.op
    if op == OP_BUILD_FREE:
        return bool(build_kinds(s, seat, e, port))
    if op in (OP_STEAL_GOOD, OP_TAKE_TROOPS, OP_WIPE_PORCELAIN):
        return bool(targets(s, seat, op))
    if op == OP_UPGRADE_CHOICE:
        return bool(upgradable(s, seat))
    if op == OP_PENDING:
        return _free_for(s, seat, e.what)
    if op == OP_IF_HOSTILE and affiliation <= HOSTILE and not fixed_port(s, port):
        return all(_possible(s, seat, inner, port, affiliation) for inner in e.win)
    return True


def _free_for(s: VoyageState, seat: int, kind: int) -> bool:
    """No pending action, or only ones of this type (UV-406)."""
    kinds = pending_types(s, seat)
    return not kinds or kinds == [kind]


# --- carrying out


def shift_affiliation(s: VoyageState, ctx: Ctx, seat: int, port: int, n: int) -> None:
    """Steps by an encounter; those beyond the limits become points or cost them (UV-408, UV-618)."""
    if fixed_port(s, port):
        if n > 0:
            split_points(s, ctx, seat, n)
        return
    wanted = s.affiliation[port] + n
    value = max(AFFILIATION_MIN, min(AFFILIATION_MAX, wanted))
    raise_affiliation(s, ctx, seat, port, value)
    split_points(s, ctx, seat, wanted - value)


class EffectRun(VoyageFrame):
    """A list of effects of a card, resolved by `owner`; `at` is the next one."""

    __slots__ = ("at", "card", "inside", "owner", "part", "port")

    def __init__(self, owner: int, card: int, port: int, part: int, inside: int = -1, at: int = 0) -> None:
        super().__init__(AUTO)
        self.owner = owner
        self.card = card
        self.port = port
        self.part = part
        self.inside = inside
        self.at = at

    def name(self) -> str:
        return "effects"

    def fields(self) -> dict[str, Any]:
        return {
            "seat": self.owner,
            "card": self.card,
            "port": self.port,
            "part": self.part,
            "inside": self.inside,
            "at": self.at,
        }

    def copy(self) -> EffectRun:
        return EffectRun(self.owner, self.card, self.port, self.part, self.inside, self.at)

    def effects(self, s: VoyageState) -> list[Effect]:
        if self.part <= NESTED:
            effects = s.c.encounter(self.card).options[s.card_option[self.card]].effects
            return effects if self.part == MAIN else effects[self.inside].win
        pending = effect_of(s, self.card, OP_PENDING)
        return pending.win if self.part == WIN else pending.lose if self.part == LOSE else pending.always

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        effects = self.effects(s)
        depth = len(s.stack)
        while self.at < len(effects):
            if s.due:
                s.stack.append(SETTLE)
                return
            e = effects[self.at]
            self.at += 1
            self._carry_out(s, ctx, e)
            if len(s.stack) != depth:
                return
        s.stack.pop()

    def _carry_out(self, s: VoyageState, ctx: Ctx, e: Effect) -> None:
        seat, port, op = self.owner, self.port, e.op
        if op == OP_AFFILIATION:
            shift_affiliation(s, ctx, seat, port, e.n)
        elif op == OP_AFFILIATION_TO:
            if s.affiliation[port] != e.unless:
                raise_affiliation(s, ctx, seat, port, e.n)
        elif op == OP_PRESTIGE:
            add_track(s, ctx, seat, PRESTIGE, e.n)
        elif op == OP_PROFIT:
            add_track(s, ctx, seat, PROFIT, e.n)
        elif op == OP_STORY:
            add_story(s, ctx, seat, s.c.region_of[port], e.n)
        elif op == OP_LOSE_TROOPS:
            s.stack.append(TroopsLost(seat, e.n))
        elif op == OP_PAY_TROOPS:
            pay(s, ctx, seat, TROOPS, e.n)
        elif op == OP_PAY_PORCELAIN:
            pay_porcelain(s, ctx, seat, e.n)
        elif op == OP_LOSE_DIAL:
            ask(s, PickDial(seat))
        elif op == OP_GAIN_CHOICE:
            ask(s, GainTokens(seat, e.n))
        elif op == OP_GAIN_GOODS:
            gain_goods(s, ctx, seat, s.c.region_of[port], e.n)
        elif op == OP_SEARCH_GOODS:
            if len(e.kinds) > 1:
                ask(s, PickClass(seat, self.card, port))
            else:
                search_goods(s, ctx, seat, s.c.region_of[port], e, e.kinds[0])
        elif op == OP_IF_HOSTILE:
            if hostile(s, port):
                s.stack.append(EffectRun(seat, self.card, port, NESTED, self.at - 1))
        elif op >= OP_NEXT_STRENGTH:
            self._keep(s, ctx, e)
        else:
            self._irregular(s, ctx, e)

    def _irregular(self, s: VoyageState, ctx: Ctx, e: Effect) -> None:
        seat, port, op = self.owner, self.port, e.op
        if op == OP_BUILD_FREE:
            kinds = build_kinds(s, seat, e, port)
            if len(kinds) > 1:
                ask(s, PickStructure(seat, self.card, port))
            elif kinds:
                build(s, ctx, seat, kinds[0], port)
        elif op == OP_SCOUT_FREE:
            ask(s, ScoutStep(seat, e.n))
        elif op in (OP_STEAL_GOOD, OP_TAKE_TROOPS, OP_WIPE_PORCELAIN):
            if targets(s, seat, op):
                ask(s, PickTarget(seat, op, e.n))
        elif op == OP_UPGRADE_CHOICE:
            if upgradable(s, seat):
                ask(s, PickUpgrade(seat))
        elif op == OP_RETURN_LAST_PORT:
            return_to_last_port(s, ctx, seat)
        elif op == OP_DRIFT:
            drift(s, ctx, seat, port, e.die)
        elif op == OP_REPLACE_BAZAAR:
            replace_bazaar(s, ctx, port)
        elif op == OP_LAST_SAIL_CHECK:
            if check_last_sail(s, ctx, seat, e.die):
                s.stack.append(EffectRun(seat, self.card, port, NESTED, self.at - 1))
        elif op == OP_TO_BOTTOM:
            encounter = encounter_below(s)
            if encounter is not None:
                encounter.bottom = True
        else:
            assert op == OP_REDRAW
            encounter = encounter_below(s)
            if encounter is not None:
                encounter.again = True

    def _keep(self, s: VoyageState, ctx: Ctx, e: Effect) -> None:
        """Effects that last: the card stays beside the mat (EFFECTS.md, rule 3)."""
        card, op = self.card, e.op
        bit = OPEN_NEXT
        if op == OP_GAIN_WILD:
            bit = OPEN_WILD
            s.card_wild[card] += e.n
        elif op == OP_BONUS_ONCE:
            bit = OPEN_ONCE
        elif op == OP_BONUS_ALWAYS:
            bit = OPEN_ALWAYS
        elif op == OP_REROLL_DIAL:
            bit = OPEN_REROLL
        elif op == OP_MOMENTUM:
            bit = OPEN_MOMENTUM
        elif op == OP_STAY:
            bit = OPEN_STAY
            s.card_left[card] = e.n
        elif op == OP_PENDING:
            bit = OPEN_PENDING
            if ctx.loud:
                data = {"seat": self.owner, "card": card, "pending": ACTION_TYPES[e.what]}
                ctx.emit(Event("pending_added", data))
        s.card_open[card] |= bit


READERS: Final[dict[str, Reader]] = {
    "effects": lambda _, f: EffectRun(f["seat"], f["card"], f["port"], f["part"], f["inside"], f["at"]),
}
