"""The loop of an action: boosts, scouting and main steps until it ends (RULES.md, sections 12 and 13)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action as Choice
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO
from ultimate_voyage.action import BY_DIAL, BY_SCOUTS, BY_TOKENS, NO_TYPE, begin_free, begin_with_dial
from ultimate_voyage.actions import (
    DO_ATTACK,
    DO_BUILD,
    DO_CONTEST,
    DO_COURIER,
    DO_DIPLOMACY,
    DO_END,
    DO_EXPLORE,
    DO_FREE_ACTION,
    DO_PARLEY,
    DO_TRADE,
)
from ultimate_voyage.boosts import BOOSTS, add_boosts, boost
from ultimate_voyage.changes import build
from ultimate_voyage.combat import Battle, attackable, invitable, open_battle, read_battle, strength_of
from ultimate_voyage.contests import Contest
from ultimate_voyage.diplomacy import add_diplomacy, negotiate
from ultimate_voyage.explore import add_explore, explore
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.joint import Invite
from ultimate_voyage.knowledge import add_knowledge, use_knowledge
from ultimate_voyage.movement import MovementEnd
from ultimate_voyage.names import (
    ANY,
    CAMP,
    COMBAT,
    DEPOT,
    DIPLOMACY,
    EXPLORE,
    KILN,
    NANJING,
    NOBODY,
    SAIL,
    TRADE,
    ZONE_COUNT,
    ZONES,
)
from ultimate_voyage.pending import due_cards, due_ports, place_of
from ultimate_voyage.sailing import MOVES, Moving, add_moves, end_route, move, read_voyage
from ultimate_voyage.scout import SCOUTS, add_scouting, read_scout_step, scout
from ultimate_voyage.settle import SETTLE, ask
from ultimate_voyage.state import VoyageState, hostile, is_upgraded, ship_at, ship_zones, structures_left
from ultimate_voyage.trade import add_trade, buy, send_courier


class ActionStep(Moving):
    """An action of a seat in its turn. `done` is the mask of ports attacked, negotiated with or explored in it
    (UV-434, UV-494, UV-516), `bought` the goods bought, `parleys` the encounters settled by Diplomacy or
    Explore."""

    __slots__ = ("done", "goods", "parleys")

    def __init__(self, seat: int, card: int, port: int, source: int, pend: int = NO_TYPE) -> None:
        super().__init__(seat, card, port, source, pend)
        self.done = 0
        self.goods = 0
        self.parleys = 0

    def name(self) -> str:
        return "action_step"

    def rule(self) -> str:
        return "UV-462" if self.battle is not None else "UV-320"

    def fields(self) -> dict[str, Any]:
        return {
            **self.base_fields(),
            "battle": self.battle.fields() if self.battle is not None else None,
            "voyage": self.voyage.fields() if self.voyage is not None else None,
            "done": self.done,
            "goods": self.goods,
            "parleys": self.parleys,
        }

    def copy(self) -> ActionStep:
        o = ActionStep(self.owner, self.card, self.port, self.source, self.pend)
        self.copy_base(o)
        o.battle = self.battle.copy() if self.battle is not None else None
        o.voyage = self.voyage.copy() if self.voyage is not None else None
        o.done = self.done
        o.goods = self.goods
        o.parleys = self.parleys
        return o

    # --- what can be done

    def options(self, s: VoyageState) -> list[Choice]:
        out: list[Choice] = []
        add_boosts(s, self, out)
        if self.battle is not None:
            self._add_strengths(s, out, self.battle.port)
            return out
        cards = due_cards(s, self)
        ports = [port for port in due_ports(s, self) if not self.done >> port & 1 and attackable(s, self.owner, port)]
        due = bool(cards) or bool(ports)
        v = self.voyage
        if v is None or not v.links:
            add_scouting(s, self, out)
        if due:
            for card in cards:
                self._add_contest(s, out, card)
            for port in ports:
                self._add_strengths(s, out, port)
        elif self.pend != ANY:
            self._add_steps(s, out)
        if self.card == EXPLORE and self.pend != ANY:
            add_knowledge(s, self.owner, out)
        if not due:
            out.append(s.c.a_end)
        return out

    def _add_steps(self, s: VoyageState, out: list[Choice]) -> None:
        """The main steps of the card."""
        card = self.card
        if card == SAIL:
            assert self.voyage is not None
            add_moves(s, self, self.voyage, out)
        elif card == COMBAT:
            self._add_attacks(s, out)
            self._add_building(s, out)
        elif card == DIPLOMACY:
            if not self.parleys or is_upgraded(s, self.owner, card):
                add_diplomacy(s, self, self.done, out)
        elif card == EXPLORE:
            if not self.parleys:
                add_explore(s, self, self.done, out)
        else:
            assert card == TRADE
            add_trade(s, self, self.goods, out)

    def _add_attacks(self, s: VoyageState, out: list[Choice]) -> None:
        """UV-430 to UV-434."""
        for port in ship_zones(s, self.owner) if is_upgraded(s, self.owner, COMBAT) else [self.port]:
            if not self.done >> port & 1 and ship_at(s, self.owner, port) and attackable(s, self.owner, port):
                self._add_strengths(s, out, port)

    def _add_strengths(self, s: VoyageState, out: list[Choice], port: int) -> None:
        """The points that can be committed: all of them first (UV-436)."""
        left = self.left(port == self.port)
        for n in range(left, 0, -1):
            out.append(s.c.attack(port, n))
        if not left:
            out.append(s.c.attack(port, 0))

    def _add_contest(self, s: VoyageState, out: list[Choice], card: int) -> None:
        """The points for a pending encounter; the action's type names the step."""
        left = self.left(place_of(s, self.owner, card, self.port) == self.port)
        for n in range(left, -1, -1):
            if n or not left:
                if self.pend == COMBAT:
                    out.append(s.c.attack(ZONE_COUNT + card, n))
                elif self.pend == DIPLOMACY:
                    out.append(s.c.parley(card, n))
                else:
                    out.append(s.c.contest(card, n))

    def _add_building(self, s: VoyageState, out: list[Choice]) -> None:
        """UV-472 to UV-480."""
        c = s.c
        seat = self.owner
        side = is_upgraded(s, seat, COMBAT)
        cost = c.structure_cost[side]
        if not structures_left(s, seat):
            return
        if self.left(True) >= cost:
            out.append(c.a_build[KILN])
            out.append(c.a_build[CAMP])
        for port in ship_zones(s, seat) if side else [self.port]:
            if port == NANJING or hostile(s, port) or s.depot[port] != NOBODY or not ship_at(s, seat, port):
                continue
            if self.left(port == self.port) >= cost:
                out.append(c.a_build_depot[port])

    # --- doing it

    def choose(self, s: VoyageState, action: Choice, ctx: Ctx) -> None:
        kind = action.kind
        if kind == DO_END:
            self._end(s, ctx)
            return
        s.stack.append(SETTLE)
        if kind in BOOSTS:
            boost(s, ctx, self, action)
        elif kind in SCOUTS:
            scout(s, ctx, self, action)
        elif kind in MOVES:
            v = self.voyage
            assert v is not None
            move(s, ctx, self, v, action)
            if v.over and not v.ended:
                self._end_movement(s)
        elif kind == DO_ATTACK:
            self._attack(s, ctx, action.a, action.b)
        elif kind in (DO_PARLEY, DO_CONTEST):
            self._contest(s, ctx, action.a, action.b)
        elif kind == DO_BUILD:
            here = action.a != DEPOT or action.b == self.port
            self.spend(s.c.structure_cost[is_upgraded(s, self.owner, COMBAT)], here)
            build(s, ctx, self.owner, action.a, action.b)
        elif kind == DO_DIPLOMACY:
            self.done |= 1 << action.a
            negotiate(s, ctx, self, action.a, action.b)
        elif kind == DO_EXPLORE:
            self.done |= 1 << action.a
            explore(s, ctx, self, action.a, action.b)
        elif kind == DO_TRADE:
            self.goods += 1
            buy(s, ctx, self, action.a)
        elif kind == DO_COURIER:
            send_courier(s, ctx, self, action.a, action.b)
        elif kind == DO_FREE_ACTION:
            use_knowledge(s, ctx, self.owner, action)
            start_free(s, ctx, self.owner, s.c.card_of_colour[action.a], action.b, action.c)
        else:
            use_knowledge(s, ctx, self.owner, action)

    def _end(self, s: VoyageState, ctx: Ctx) -> None:
        """The action is over once the movement that is due has been ended (UV-320)."""
        self.seat = AUTO
        if ctx.loud:
            ctx.emit(Event("action_ended", {"seat": self.owner}))
        v = self.voyage
        if v is None or v.ended:
            s.stack.pop()
            return
        if v.links:
            end_route(s, self, v)
        v.over = True
        if v.moved:
            self._end_movement(s)
        else:
            s.stack.pop()

    def _end_movement(self, s: VoyageState) -> None:
        assert self.voyage is not None
        self.voyage.ended = True
        s.stack.append(MovementEnd(self.owner))

    def _attack(self, s: VoyageState, ctx: Ctx, target: int, n: int) -> None:
        if target >= ZONE_COUNT:
            self._contest(s, ctx, target - ZONE_COUNT, n)
            return
        battle = self.battle
        if battle is None:
            self.done |= 1 << target
            if ctx.loud:
                ctx.emit(Event("combat_declared", {"seat": self.owner, "port": ZONES[target]}))
            if invitable(s, self.owner, target):
                ask(s, Invite(self.owner, target, n))
                return
            battle = Battle(self.owner, target, self.source == BY_DIAL)
        self.battle = None
        self.spend(n, target == self.port)
        open_battle(s, ctx, battle, strength_of(s, self, n))

    def _contest(self, s: VoyageState, ctx: Ctx, card: int, n: int) -> None:
        """A pending encounter: the points committed, with those that join a first combat (UV-420)."""
        self.spend(n, place_of(s, self.owner, card, self.port) == self.port)
        self.parleys += 1
        s.stack.append(Contest(self.owner, card, strength_of(s, self, n)))


def start_action(s: VoyageState, ctx: Ctx, seat: int, choice: Choice) -> None:
    """An action with a dial (UV-300): card, dial, active port, and the pending type if there is one."""
    pend = choice.vec[0] if choice.vec else NO_TYPE
    a = ActionStep(seat, choice.a, choice.c, BY_DIAL, pend)
    begin_with_dial(s, ctx, a, choice.b)
    ask(s, a)


def start_free(s: VoyageState, ctx: Ctx, seat: int, card: int, base: int, port: int) -> None:
    """A free action with a base (UV-536)."""
    a = ActionStep(seat, card, port, BY_TOKENS)
    begin_free(s, ctx, a, base)
    ask(s, a)


def _read_action(s: VoyageState, f: dict[str, Any]) -> VoyageFrame:
    if f["source"] == BY_SCOUTS:
        return read_scout_step(f)
    o = ActionStep(f["seat"], f["card"], f["port"], f["source"], f["pend"])
    o.read_base(f)
    o.battle = read_battle(s, f["battle"]) if f["battle"] is not None else None
    o.voyage = read_voyage(f["voyage"]) if f["voyage"] is not None else None
    o.done, o.goods, o.parleys = f["done"], f["goods"], f["parleys"]
    return o


READERS: Final[dict[str, Reader]] = {"action_step": _read_action}
