"""Scouting: goods, affiliations, the next encounter (RULES.md, section 13)."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import Action as Choice
from rulekit.events import Ctx, Event
from ultimate_voyage.action import BY_SCOUTS, Action
from ultimate_voyage.actions import DO_END, DO_SCOUT_AFFILIATION, DO_SCOUT_ENCOUNTER, DO_SCOUT_GOODS
from ultimate_voyage.changes import fill_deck, roll_affiliation
from ultimate_voyage.frames import Reader, VoyageFrame
from ultimate_voyage.names import BOTTOM, NANJING, NO_REGION, PLACES, REGION_COUNT, UNKNOWN, ZONES
from ultimate_voyage.settle import SETTLE
from ultimate_voyage.state import FACE_UP, VoyageState, open_zone

SCOUTS: Final = (DO_SCOUT_GOODS, DO_SCOUT_AFFILIATION, DO_SCOUT_ENCOUNTER)


def reach(s: VoyageState, seat: int) -> tuple[int, int]:
    """Masks of the regions that hold a ship of the seat, and of those adjacent to them (UV-332, UV-338)."""
    c = s.c
    here = 0
    near = 0
    for zone in s.players[seat].ships:
        if zone == NANJING:
            near |= c.region_adjacent[REGION_COUNT]
        elif zone > NANJING:
            region = c.region_of[zone]
            here |= 1 << region
            near |= c.region_adjacent[region]
    return here, near


def face_down(s: VoyageState, zone: int) -> bool:
    """A good of the bazaar is face down."""
    return any(s.seen[good] != FACE_UP for good in s.bazaar[zone])


def add_scouting(s: VoyageState, a: Action, out: list[Choice]) -> None:
    """The scouting that the strength left allows; it counts as done at the active port (UV-308)."""
    c = s.c
    left = a.left(True)
    if left <= 0:
        return
    here, near = reach(s, a.owner)
    for region in range(REGION_COUNT):
        if here >> region & 1:
            far = 0
        elif near >> region & 1:
            far = 1
        else:
            continue
        for zone in c.ports_of[region]:
            if not open_zone(s, zone):
                continue
            if c.scout_goods[far] <= left and face_down(s, zone):
                out.append(c.a_scout_goods[zone])
            if s.affiliation[zone] == UNKNOWN and c.scout_affiliation[far] <= left:
                out.append(c.a_scout_affiliation[zone])
    if c.scout_encounter <= left and (s.deck or s.discard):
        out.append(c.a_scout_encounter)


def scout(s: VoyageState, ctx: Ctx, a: Action, choice: Choice) -> None:
    """Carries out one of `add_scouting`."""
    c = s.c
    seat = a.owner
    if choice.kind == DO_SCOUT_ENCOUNTER:
        a.spend(c.scout_encounter, True)
        fill_deck(s, ctx)
        card = s.deck[-1]
        s.card_seen[card] |= 1 << seat
        if ctx.loud:
            ctx.emit(Event("scouted_encounter", {"seat": seat, "card": card}, (seat,), {"seat": seat}))
        s.stack.append(ScoutEncounter(seat))
        return
    zone = choice.a
    here, _ = reach(s, seat)
    region = c.region_of[zone]
    far = 0 if region != NO_REGION and here >> region & 1 else 1
    if choice.kind == DO_SCOUT_AFFILIATION:
        a.spend(c.scout_affiliation[far], True)
        roll_affiliation(s, ctx, seat, zone)
        if ctx.loud:
            data = {"seat": seat, "port": ZONES[zone], "value": s.affiliation[zone]}
            ctx.emit(Event("scouted_affiliation", data))
        return
    a.spend(c.scout_goods[far], True)
    for good in s.bazaar[zone]:
        s.seen[good] |= 1 << seat
    if ctx.loud:
        data = {"seat": seat, "port": ZONES[zone]}
        goods = [c.good_ids[g] for g in s.bazaar[zone]]
        ctx.emit(Event("scouted_goods", {**data, "goods": goods}, (seat,), data))


class ScoutEncounter(VoyageFrame):
    """Where the card looked at is put (UV-336)."""

    __slots__ = ()

    def name(self) -> str:
        return "scout_encounter"

    def rule(self) -> str:
        return "UV-336"

    def fields(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def copy(self) -> ScoutEncounter:
        return ScoutEncounter(self.seat)

    def options(self, s: VoyageState) -> list[Choice]:
        return s.c.a_scout_place

    def choose(self, s: VoyageState, action: Choice, ctx: Ctx) -> None:
        s.stack.pop()
        if action.a == BOTTOM:
            s.deck.insert(0, s.deck.pop())
        if ctx.loud:
            ctx.emit(Event("scouted_card_put", {"seat": self.seat, "place": PLACES[action.a]}))


class ScoutStep(Action):
    """Scouting with a budget, by an encounter's effect (`scout_free`)."""

    __slots__ = ()

    def __init__(self, seat: int, budget: int) -> None:
        super().__init__(seat, 0, NANJING, BY_SCOUTS)
        self.general = budget

    def name(self) -> str:
        return "action_step"

    def rule(self) -> str:
        return "UV-330"

    def fields(self) -> dict[str, Any]:
        return self.base_fields()

    def copy(self) -> ScoutStep:
        o = ScoutStep(self.owner, self.general)
        self.copy_base(o)
        return o

    def options(self, s: VoyageState) -> list[Choice]:
        out: list[Choice] = []
        add_scouting(s, self, out)
        out.append(s.c.a_end)
        return out

    def choose(self, s: VoyageState, action: Choice, ctx: Ctx) -> None:
        if action.kind == DO_END:
            s.stack.pop()
            return
        s.stack.append(SETTLE)
        scout(s, ctx, self, action)


def read_scout_step(f: dict[str, Any]) -> ScoutStep:
    o = ScoutStep(f["seat"], f["general"])
    o.read_base(f)
    return o


READERS: Final[dict[str, Reader]] = {"scout_encounter": lambda _, f: ScoutEncounter(f["seat"])}
