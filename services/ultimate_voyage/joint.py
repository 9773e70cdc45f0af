"""Joint combat: who is invited, who joins, with what (UV-456 to UV-470)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action as Choice
from rulekit.events import Ctx, Event
from ultimate_voyage.action import BY_DIAL, BY_JOINING, Action, action_of, begin_with_dial
from ultimate_voyage.actions import DO_COMMIT
from ultimate_voyage.boosts import add_boosts, boost
from ultimate_voyage.combat import REPLIES, Battle, invitable, open_battle, read_battle, strength_of
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.names import COMBAT, DIALS, ZONES
from ultimate_voyage.settle import SETTLE, ask
from ultimate_voyage.state import VoyageState


class Attacking(Action):
    """An action that may attack ports; `battle` is a joint one that waits for the initiator's commitment."""

    __slots__ = ("battle",)

    def __init__(self, seat: int, card: int, port: int, source: int, pend: int) -> None:
        super().__init__(seat, card, port, source, pend)
        self.battle: Battle | None = None


class Invite(VoyageFrame):
    """Whom the initiator invites; asked above the action that attacks, before it commits these points."""

    __slots__ = ("points", "port")

    def __init__(self, seat: int, port: int, points: int) -> None:
        super().__init__(seat)
        self.port = port
        self.points = points

    def name(self) -> str:
        return "invite"

    def rule(self) -> str:
        return "UV-456"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "port": self.port, "points": self.points}

    def copy(self) -> Invite:
        return Invite(self.seat, self.port, self.points)

    def options(self, s: VoyageState) -> list[Choice]:
        mask = 0
        for seat in invitable(s, self.seat, self.port):
            mask |= 1 << seat
        invites = s.c.a_invite
        return [invites[part] for part in range(len(invites)) if part & mask == part]

    def choose(self, s: VoyageState, action: Choice, ctx: Ctx) -> None:
        s.stack.pop()
        a = action_of(s)
        battle = Battle(self.seat, self.port, a.source == BY_DIAL)
        if not action.vec:
            a.spend(self.points, self.port == a.port)
            open_battle(s, ctx, battle, strength_of(s, a, self.points))
            return
        battle.invited = [seat for seat in invitable(s, self.seat, self.port) if seat in action.vec]
        if ctx.loud:
            data = {"seat": self.seat, "port": ZONES[self.port], "seats": battle.invited.copy()}
            ctx.emit(Event("invited", data))
        s.stack.append(Replies(battle))


class Replies(VoyageFrame):
    """The invited seats answer one after the other; then the initiator commits (UV-458, UV-462)."""

    __slots__ = ("battle",)

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle.seat)
        self.battle = battle

    def name(self) -> str:
        return "replies"

    def fields(self) -> dict[str, Any]:
        return {"battle": self.battle.fields()}

    def copy(self) -> Replies:
        return Replies(self.battle.copy())

    def run(self, s: VoyageState, ctx: Ctx) -> None:
        battle = self.battle
        assert battle.step == REPLIES
        if battle.at < len(battle.invited):
            seat = battle.invited[battle.at]
            battle.at += 1
            ask(s, JoinReply(seat, battle.port))
            return
        s.stack.pop()
        a = action_of(s)
        assert isinstance(a, Attacking)
        a.battle = battle


class JoinReply(VoyageFrame):
    """Whether an invited seat joins, and with which dial."""

    __slots__ = ("port",)

    def __init__(self, seat: int, port: int) -> None:
        super().__init__(seat)
        self.port = port

    def name(self) -> str:
        return "join_reply"

    def rule(self) -> str:
        return "UV-458"

    def optional(self) -> bool:
        """An invited seat that does not answer in time has declined: it is not its turn."""
        return True

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat, "port": self.port}

    def copy(self) -> JoinReply:
        return JoinReply(self.seat, self.port)

    def options(self, s: VoyageState) -> list[Choice]:
        unused = s.players[self.seat].unused
        return [s.c.a_decline, *[s.c.a_join[dial] for dial in range(len(DIALS)) if unused >> dial & 1]]

    def choose(self, s: VoyageState, action: Choice, ctx: Ctx) -> None:
        s.stack.pop()
        if ctx.loud:
            ctx.emit(Event("joined" if action.a else "declined", {"seat": self.seat, "port": ZONES[self.port]}))
        if action.a:
            step = JoinStep(self.seat, self.port)
            begin_with_dial(s, ctx, step, action.b)
            ask(s, step)


class JoinStep(Action):
    """A joiner's own Combat action: points may be added, then all of it is committed (UV-460)."""

    __slots__ = ()

    def __init__(self, seat: int, port: int) -> None:
        super().__init__(seat, COMBAT, port, BY_JOINING)

    def name(self) -> str:
        return "join_step"

    def rule(self) -> str:
        return "UV-458"

    def fields(self) -> dict[str, Any]:
        return self.base_fields()

    def copy(self) -> JoinStep:
        o = JoinStep(self.owner, self.port)
        self.copy_base(o)
        return o

    def options(self, s: VoyageState) -> list[Choice]:
        out: list[Choice] = []
        add_boosts(s, self, out)
        out.append(s.c.a_commit)
        return out

    def choose(self, s: VoyageState, action: Choice, ctx: Ctx) -> None:
        if action.kind != DO_COMMIT:
            s.stack.append(SETTLE)
            boost(s, ctx, self, action)
            return
        s.stack.pop()
        replies = s.stack[-1]
        assert isinstance(replies, Replies)
        replies.battle.commit(ctx, self.owner, strength_of(s, self, self.left(True)))


def read_join_step(_: VoyageState, f: dict[str, Any]) -> JoinStep:
    o = JoinStep(f["seat"], f["port"])
    o.read_base(f)
    return o


def _read_replies(s: VoyageState, f: dict[str, Any]) -> Replies:
    return Replies(read_battle(s, f["battle"]))


READERS: Final[dict[str, Reader]] = {
    "invite": lambda _, f: Invite(f["seat"], f["port"], f["points"]),
    "replies": _read_replies,
    "join_reply": lambda _, f: JoinReply(f["seat"], f["port"]),
    "join_step": read_join_step,
}
