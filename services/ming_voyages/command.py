"""CP actions of both sides (RULES.md, sections 7 and 8), also when an effect carries one out."""

from __future__ import annotations

from typing import Any, Final

from ming_voyages.battle import start_battle
from ming_voyages.frames import MingFrame, narrow
from ming_voyages.names import (
    AMASS,
    ATTACK,
    BORDERLANDS_END,
    BUILD_JUNKS,
    BUILD_SETTLEMENT,
    CP_ACTIONS,
    EMPEROR,
    FIRST_BORDERLAND,
    FIRST_HOMELAND,
    GATHER,
    GOLD,
    HOMELANDS_END,
    HORDE,
    JUNK,
    MING_HOMELAND,
    MOVE,
    OVERLORD,
    PIECES,
    RECRUIT,
    REGION_COUNT,
    REGIONS,
    SETTLEMENT,
    SIDES,
    SOUTH_CHINA_SEA,
    TAX,
    TROOP,
    VOYAGE,
)
from ming_voyages.state import (
    NO_LIMIT,
    SUPPLY,
    MingState,
    check_major_victory,
    controller,
    place_name,
    reaction_levels,
    room,
    shift,
)
from rulekit.actions import Action
from rulekit.events import Ctx, Event

HOMELANDS: Final = [6, 7, 8]


def legal_actions(s: MingState, side: int) -> list[int]:
    """The CP actions that are legal with 1 point (MV-270, MV-210)."""
    out: list[int] = []
    supply = s.supply
    if side == EMPEROR:
        if supply[TROOP]:
            out.append(RECRUIT)
        if _can_move(s, EMPEROR):
            out.append(MOVE)
        if _has_target(s, EMPEROR):
            out.append(ATTACK)
        if supply[GOLD]:
            out.append(TAX)
        if supply[JUNK]:
            out.append(BUILD_JUNKS)
        if s.junks and s.gold_sea + s.gold_home and s.done < 7:
            out.append(VOYAGE)
    else:
        if supply[HORDE]:
            out.append(AMASS)
        if _can_move(s, OVERLORD):
            out.append(MOVE)
        if _has_target(s, OVERLORD):
            out.append(ATTACK)
        if supply[SETTLEMENT]:
            out.append(GATHER)
        if build_origins(s):
            out.append(BUILD_SETTLEMENT)
    return out


def is_legal(s: MingState, side: int, action: int) -> bool:
    """Whether one CP action is legal with 1 point."""
    if action == RECRUIT:
        return s.supply[TROOP] > 0
    if action == MOVE:
        return _can_move(s, side)
    if action == ATTACK:
        return _has_target(s, side)
    if action == TAX:
        return s.supply[GOLD] > 0
    if action == BUILD_JUNKS:
        return s.supply[JUNK] > 0
    if action == VOYAGE:
        return s.junks > 0 and s.gold_sea + s.gold_home > 0 and s.done < 7
    if action == AMASS:
        return s.supply[HORDE] > 0
    if action == GATHER:
        return s.supply[SETTLEMENT] > 0
    return len(build_origins(s)) > 0


def push_action(s: MingState, side: int, action: int, cp: int, bonus: int = 0) -> None:
    """Puts the decisions of a legal CP action with so many points on the stack."""
    seat = s.seats[side]
    if action in (RECRUIT, TAX, BUILD_JUNKS):
        s.stack.append(TakeAmount(seat, action, cp))
    elif action == MOVE:
        s.stack.append(Move(seat, side, cp))
    elif action == ATTACK:
        s.stack.append(AttackTarget(seat, side, cp))
    elif action == VOYAGE:
        s.stack.append(MakeVoyage(seat, cp, bonus))
    elif action == AMASS:
        s.stack.append(Distribute(seat, side, HORDE, 1, cp, SUPPLY, HOMELANDS, "amass"))
    elif action == GATHER:
        s.stack.append(Distribute(seat, side, SETTLEMENT, 1, cp, SUPPLY, HOMELANDS, "gather"))
    else:
        s.stack.append(BuildOrigin(seat, cp))


# --- taking pieces: Recruit, Tax, Build Junks (MV-275, MV-300, MV-305)


def _taking(action: int) -> tuple[int, int]:
    """Piece and place of an Emperor's taking action."""
    if action == RECRUIT:
        return TROOP, MING_HOMELAND
    if action == TAX:
        return GOLD, MING_HOMELAND
    return JUNK, SOUTH_CHINA_SEA


class TakeAmount(MingFrame):
    """How many pieces to take, 1 to the points (MV-030)."""

    __slots__ = ("action", "cp")

    def __init__(self, seat: int, action: int, cp: int) -> None:
        super().__init__(seat)
        self.action = action
        self.cp = cp

    def name(self) -> str:
        return "take_amount"

    def rule(self) -> str:
        return "MV-275" if self.action == RECRUIT else "MV-300" if self.action == TAX else "MV-305"

    def fields(self) -> dict[str, Any]:
        return {"action": CP_ACTIONS[self.action], "cp": self.cp}

    def copy(self) -> TakeAmount:
        return TakeAmount(self.seat, self.action, self.cp)

    def options(self, s: MingState) -> list[Action]:
        piece, _ = _taking(self.action)
        return narrow(s, s.c.amounts[: min(self.cp, s.supply[piece])])

    def choose(self, s: MingState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        piece, place = _taking(self.action)
        shift(
            s,
            ctx,
            piece,
            SUPPLY,
            place,
            action.a,
            "recruit" if piece == TROOP else "tax" if piece == GOLD else "build_junks",
        )


# --- dividing pieces: Amass, Gather, Build, and `take` with spread (MV-370, MV-390, MV-395)


class Distribute(MingFrame):
    """Divide `least` to `most` pieces from `origin` among regions."""

    __slots__ = ("side", "piece", "least", "most", "origin", "regions", "cause")

    def __init__(
        self, seat: int, side: int, piece: int, least: int, most: int, origin: int, regions: list[int], cause: str
    ) -> None:
        super().__init__(seat)
        self.side = side
        self.piece = piece
        self.least = least
        self.most = most
        self.origin = origin
        self.regions = regions
        self.cause = cause

    def name(self) -> str:
        return "distribute"

    def rule(self) -> str:
        if self.cause == "amass":
            return "MV-370"
        if self.cause == "gather":
            return "MV-390"
        return "MV-395" if self.cause == "build_settlement" else "MV-170"

    def fields(self) -> dict[str, Any]:
        return {
            "side": SIDES[self.side],
            "piece": PIECES[self.piece],
            "least": self.least,
            "most": self.most,
            "origin": place_name(self.origin),
            "regions": [REGIONS[r] for r in self.regions],
            "cause": self.cause,
        }

    def copy(self) -> Distribute:
        return Distribute(
            self.seat, self.side, self.piece, self.least, self.most, self.origin, self.regions, self.cause
        )

    def options(self, s: MingState) -> list[Action]:
        there = s.supply[self.piece] if self.origin == SUPPLY else s.settlements[self.origin]
        ways = s.c.divisions(self.regions, self.least, min(self.most, there))
        if s.limit != NO_LIMIT:
            ways = [a for a in ways if all(a.vec[r] <= room(s, r) for r in self.regions)]
        return narrow(s, ways)

    def choose(self, s: MingState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        vec = action.vec
        for r in self.regions:
            if vec[r] > 0:
                shift(s, ctx, self.piece, self.origin, r, vec[r], self.cause)
        check_major_victory(s, ctx)


def build_targets(s: MingState, homeland: int) -> list[int]:
    """Barbarian-controlled Borderlands next to a Homeland (MV-405)."""
    return [r for r in s.c.overlord_edges[homeland] if r < BORDERLANDS_END and controller(s, r) == OVERLORD]


def build_origins(s: MingState) -> list[int]:
    """Homelands from which a Settlement can be built."""
    return [h for h in HOMELANDS if s.settlements[h] > 0 and build_targets(s, h)]


class BuildOrigin(MingFrame):
    """The one Homeland that gives the Settlements (MV-395)."""

    __slots__ = ("cp",)

    def __init__(self, seat: int, cp: int) -> None:
        super().__init__(seat)
        self.cp = cp

    def name(self) -> str:
        return "build_origin"

    def rule(self) -> str:
        return "MV-395"

    def fields(self) -> dict[str, Any]:
        return {"cp": self.cp}

    def copy(self) -> BuildOrigin:
        return BuildOrigin(self.seat, self.cp)

    def options(self, s: MingState) -> list[Action]:
        return narrow(s, [s.c.origins[h] for h in build_origins(s)])

    def choose(self, s: MingState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        targets = build_targets(s, action.a)
        s.stack.append(Distribute(self.seat, OVERLORD, SETTLEMENT, 1, self.cp, action.a, targets, "build_settlement"))


# --- Move (MV-280, MV-285; MV-375, MV-380)


def _can_move(s: MingState, side: int) -> bool:
    return bool(move_options(s, side, 1, True))


def move_options(s: MingState, side: int, cp: int, one_is_enough: bool = False) -> list[Action]:
    """All Moves with 1 to `cp` pieces; with `one_is_enough` it stops at the first it finds."""
    out: list[Action] = []
    moves = s.c.moves
    limited = s.limit != NO_LIMIT  # in solo, where only the Emperor decides (MV-690)
    troops = s.troops
    hordes = s.hordes
    settlements = s.settlements
    if side == EMPEROR:
        edges = s.c.emperor_edges
        for a in range(BORDERLANDS_END):
            n = troops[a]
            if n:
                for b in edges[a]:
                    if b == MING_HOMELAND or not (hordes[b] or settlements[b]):
                        most = min(n, cp, room(s, b)) if limited else min(n, cp)
                        if most > 0:
                            out += moves[a][b][:most]
                            if one_is_enough:
                                return out
    else:
        edges = s.c.overlord_edges
        for a in range(FIRST_BORDERLAND, HOMELANDS_END):
            n = hordes[a]
            if n:
                for b in edges[a]:
                    if b >= FIRST_HOMELAND or not troops[b]:
                        out += moves[a][b][: min(n, cp)]
                        if one_is_enough:
                            return out
    return out


class Move(MingFrame):
    """One region, one destination, as many pieces as points spent."""

    __slots__ = ("side", "cp")

    def __init__(self, seat: int, side: int, cp: int) -> None:
        super().__init__(seat)
        self.side = side
        self.cp = cp

    def name(self) -> str:
        return "move"

    def rule(self) -> str:
        return "MV-280" if self.side == EMPEROR else "MV-375"

    def fields(self) -> dict[str, Any]:
        return {"side": SIDES[self.side], "cp": self.cp}

    def copy(self) -> Move:
        return Move(self.seat, self.side, self.cp)

    def options(self, s: MingState) -> list[Action]:
        return narrow(s, move_options(s, self.side, self.cp))

    def choose(self, s: MingState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        shift(s, ctx, TROOP if self.side == EMPEROR else HORDE, action.a, action.b, action.c, "move")
        check_major_victory(s, ctx)


# --- Attack (MV-290, MV-295; MV-385)


def attack_origins(s: MingState, side: int, target: int) -> list[int]:
    """Regions from which the side can send pieces into a Borderland."""
    if side == EMPEROR:
        return [r for r in s.c.emperor_edges[target] if s.troops[r]]
    return [r for r in s.c.overlord_edges[target] if s.hordes[r]]


def attack_targets(s: MingState, side: int) -> list[int]:
    """Borderlands of the opponent that the side can attack."""
    return [
        r
        for r in range(FIRST_BORDERLAND, BORDERLANDS_END)
        if controller(s, r) == 1 - side and attack_origins(s, side, r)
    ]


def _has_target(s: MingState, side: int) -> bool:
    attackers = s.troops if side == EMPEROR else s.hordes
    edges = s.c.emperor_edges if side == EMPEROR else s.c.overlord_edges
    for r in range(FIRST_BORDERLAND, BORDERLANDS_END):
        if controller(s, r) == 1 - side:
            for o in edges[r]:
                if attackers[o]:
                    return True
    return False


class AttackTarget(MingFrame):
    """The Borderland to attack."""

    __slots__ = ("side", "cp")

    def __init__(self, seat: int, side: int, cp: int) -> None:
        super().__init__(seat)
        self.side = side
        self.cp = cp

    def name(self) -> str:
        return "attack_target"

    def rule(self) -> str:
        return "MV-290" if self.side == EMPEROR else "MV-385"

    def fields(self) -> dict[str, Any]:
        return {"side": SIDES[self.side], "cp": self.cp}

    def copy(self) -> AttackTarget:
        return AttackTarget(self.seat, self.side, self.cp)

    def options(self, s: MingState) -> list[Action]:
        return [s.c.targets[r] for r in attack_targets(s, self.side)]

    def choose(self, s: MingState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        s.stack.append(AttackForce(self.seat, self.side, self.cp, action.a))


class AttackForce(MingFrame):
    """How many pieces from which regions; then the battle."""

    __slots__ = ("side", "cp", "target")

    def __init__(self, seat: int, side: int, cp: int, target: int) -> None:
        super().__init__(seat)
        self.side = side
        self.cp = cp
        self.target = target

    def name(self) -> str:
        return "attack"

    def rule(self) -> str:
        return "MV-290" if self.side == EMPEROR else "MV-385"

    def fields(self) -> dict[str, Any]:
        return {"side": SIDES[self.side], "cp": self.cp, "target": REGIONS[self.target]}

    def copy(self) -> AttackForce:
        return AttackForce(self.seat, self.side, self.cp, self.target)

    def options(self, s: MingState) -> list[Action]:
        origins = attack_origins(s, self.side, self.target)
        pieces = s.troops if self.side == EMPEROR else s.hordes
        return s.c.forces(origins, [pieces[r] for r in origins], min(self.cp, s.limit))

    def choose(self, s: MingState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        piece = TROOP if self.side == EMPEROR else HORDE
        vec = action.vec
        for r in range(REGION_COUNT):
            if vec[r] > 0:
                shift(s, ctx, piece, r, self.target, vec[r], "attack")
        start_battle(s, ctx, self.target, self.side)


# --- Voyage (MV-310 to MV-340)


class MakeVoyage(MingFrame):
    """Which Voyage, with how many Junks and how much Gold; then all dice are rolled."""

    __slots__ = ("attempts", "bonus")

    def __init__(self, seat: int, attempts: int, bonus: int) -> None:
        super().__init__(seat)
        self.attempts = attempts
        self.bonus = bonus

    def name(self) -> str:
        return "voyage"

    def rule(self) -> str:
        return "MV-315"

    def fields(self) -> dict[str, Any]:
        return {"attempts": self.attempts, "bonus": self.bonus}

    def copy(self) -> MakeVoyage:
        return MakeVoyage(self.seat, self.attempts, self.bonus)

    def options(self, s: MingState) -> list[Action]:
        return s.c.voyages(s.completed, s.junks, s.gold_sea, s.gold_sea + s.gold_home)

    def choose(self, s: MingState, action: Action, ctx: Ctx) -> None:
        s.stack.pop()
        voyage = action.a
        gold = action.c
        shift(s, ctx, GOLD, MING_HOMELAND, SOUTH_CHINA_SEA, gold - s.gold_sea, "voyage")
        dice = ctx.chance.roll("voyage", self.attempts, 6)
        success = min(dice) < action.b + gold + self.bonus
        if ctx.loud:
            ctx.emit(
                Event(
                    "voyage_rolled",
                    {
                        "voyage": voyage,
                        "junks": action.b,
                        "gold": gold,
                        "bonus": self.bonus,
                        "dice": list(dice),
                        "success": success,
                    },
                )
            )
        if success:
            shift(s, ctx, GOLD, SOUTH_CHINA_SEA, SUPPLY, gold, "voyage")
            s.junks -= 1
            s.completed |= 1 << voyage
            s.done += 1
            if ctx.loud:
                ctx.emit(Event("voyage_completed", {"voyage": voyage, "completed": s.done, "piece": PIECES[JUNK]}))
                if s.solo is not None and s.done == s.c.later_from:
                    level = s.solo.level
                    if level.levels != level.later_levels:  # Hard stays as it is (MV-645)
                        ctx.emit(Event("difficulty_changed", {"levels": list(reaction_levels(s))}))
            check_major_victory(s, ctx)
