"""The Overlord of the solo game, played by the rules (RULES.md, sections 13 to 15).

Each of his choices is told in an event `overlord_chose`: the candidates with what was compared, the criterion that
decided, and the rule. Where all criteria tie the cube decides (`tie_break_used`).
"""

from __future__ import annotations

from typing import Any, Final

from ming_voyages.battle import start_battle
from ming_voyages.frames import MingFrame
from ming_voyages.names import (
    AMASS_EVENT,
    ATTACK_EVENT,
    BORDERLANDS_END,
    BUILD_EVENT,
    CUBE_PLACES,
    EASTERN_MONGOLS,
    EMPEROR,
    EMPEROR_CARD,
    EVENT_CAUSES,
    EVENT_KINDS,
    FIRST_BORDERLAND,
    FIRST_HOMELAND,
    FOR_REACTION,
    FOR_SECOND,
    FOR_TURN,
    GATHER_EVENT,
    HORDE,
    LEFT,
    MANCHUS,
    MOVE_EVENT,
    OVERLORD,
    REGIONS,
    RESERVE_EVENT,
    SETTLEMENT,
    WESTERN_MONGOLS,
)
from ming_voyages.state import SUPPLY, MingState, Solo, check_major_victory, controller, reaction_levels, room, shift
from rulekit.events import Ctx, Event
from rulekit.frames import AUTO

HOMELANDS: Final = [6, 7, 8]
BORDERLANDS: Final = [1, 2, 3, 4, 5]


def the_solo(s: MingState) -> Solo:
    solo = s.solo
    assert solo is not None
    return solo


# --- choosing


class Criterion:
    """Something compared: the greatest worth is best. `least` shows the numbers with their sign turned back."""

    __slots__ = ("name", "worth", "least")

    def __init__(self, name: str, worth: list[int], least: bool = False) -> None:
        self.name = name
        self.worth = [-w for w in worth] if least else worth
        self.least = least

    def shown(self, names: list[str]) -> dict[str, int]:
        return {n: -w if self.least else w for n, w in zip(names, self.worth, strict=True)}


def choose(s: MingState, ctx: Ctx, what: str, rule: str, found: list[int], criteria: list[Criterion]) -> int:
    """The best of the candidates by the criteria in turn; the cube decides ties (MV-770, MV-775).

    `found` holds regions from west to east, or card numbers in rising order.
    """
    left = list(range(len(found)))
    decided = "only_candidate" if len(found) == 1 else ""
    for criterion in criteria:
        if len(left) > 1:
            worth = criterion.worth
            best = max([worth[i] for i in left])
            left = [i for i in left if worth[i] == best]
            if len(left) == 1:
                decided = criterion.name
    tied = left
    if len(left) > 1:
        decided = "tie_break"
    solo = the_solo(s)
    pick = found[tied[0] if solo.cube == LEFT else tied[-1]]
    if ctx.loud:
        cards = what == "card"
        names = [str(f) if cards else REGIONS[f] for f in found]
        ctx.emit(
            Event(
                "overlord_chose",
                {
                    "what": what,
                    "rule": rule,
                    "candidates": {c.name: c.shown(names) for c in criteria},
                    "decided_by": decided,
                    "pick": pick if cards else REGIONS[pick],
                },
            )
        )
    if len(tied) > 1:
        solo.cube = 1 - solo.cube
        if ctx.loud:
            ctx.emit(
                Event(
                    "tie_break_used",
                    {
                        "what": what,
                        "candidates": [found[i] if what == "card" else REGIONS[found[i]] for i in tied],
                        "pick": pick if what == "card" else REGIONS[pick],
                        "cube": CUBE_PLACES[solo.cube],
                    },
                )
            )
    return pick


def play_card(s: MingState, ctx: Ctx) -> int:
    """The Overlord plays the highest CP of his hand (MV-720)."""
    hand = s.hands[OVERLORD]
    card = choose(s, ctx, "card", "MV-720", hand, [Criterion("most_cp", [s.c.cp[n] for n in hand])])
    hand.remove(card)
    s.in_play = card
    if ctx.loud:
        ctx.emit(Event("card_played", {"side": "overlord", "card": card, "mode": "first"}))
    return card


def react(s: MingState, card: int) -> None:
    """A Barbarian's Reaction to a card of the Emperor (MV-700, MV-705)."""
    if s.c.cards[card].type != EMPEROR_CARD:
        s.stack.append(DrawEvent(reaction_levels(s)[s.c.cp[card] - 1], FOR_REACTION))


# --- Event cards


class DrawEvent(MingFrame):
    """Draws a card of an Event deck and carries it out (MV-705 to MV-735).

    `failed` has bit i set for the deck's card i found impossible: in the Overlord's turn the next one is drawn until
    all have failed.
    """

    __slots__ = ("level", "cause", "failed")

    def __init__(self, level: int, cause: int, failed: int = 0) -> None:
        super().__init__(AUTO)
        self.level = level
        self.cause = cause
        self.failed = failed

    def name(self) -> str:
        return "draw_event"

    def fields(self) -> dict[str, Any]:
        return {"level": self.level, "cause": EVENT_CAUSES[self.cause], "failed": self.failed}

    def copy(self) -> DrawEvent:
        return DrawEvent(self.level, self.cause, self.failed)

    def run(self, s: MingState, ctx: Ctx) -> None:
        card = s.c.events[_draw(s, ctx, self.level)]
        bit = 1 << s.c.event_decks[self.level].index(card.index)
        told: dict[str, Any] = {}
        if ctx.loud:
            told = {"card": card.id, "level": card.level, "kind": EVENT_KINDS[card.kind], "x": card.x}
            told["cause"] = EVENT_CAUSES[self.cause]
            ctx.emit(Event("event_drawn", told))
        if not self.failed & bit and possible(s, card.kind, card.x):
            s.stack.pop()
            if self.cause == FOR_TURN and card.second:
                s.stack.append(DrawEvent(1, FOR_SECOND))
            if ctx.loud:
                ctx.emit(Event("event_done", told))
            carry_out(s, ctx, card.kind, card.x)
            return
        if ctx.loud:
            ctx.emit(Event("event_impossible", told))
        self.failed |= bit
        if self.cause != FOR_TURN or self.failed == (1 << len(s.c.event_decks[self.level])) - 1:
            s.stack.pop()


def _draw(s: MingState, ctx: Ctx, level: int) -> int:
    """The top card, now face up on its pile; an empty deck is renewed first (MV-635)."""
    solo = the_solo(s)
    if not solo.decks[level]:
        order = ctx.chance.shuffle(f"event_deck_{level}", sorted(solo.piles[level]))
        order.reverse()
        solo.decks[level] = order
        solo.piles[level] = []
        if ctx.loud:
            ctx.emit(Event("event_deck_renewed", {"level": level, "n": len(order)}))
    card = solo.decks[level].pop()
    solo.piles[level].append(card)
    return card


def possible(s: MingState, kind: int, x: int) -> bool:
    """Whether an Event can be carried out at all (MV-780)."""
    if kind == AMASS_EVENT:
        return s.supply[HORDE] >= x
    if kind == ATTACK_EVENT:
        return len(attack_targets(s)) > 0
    if kind == BUILD_EVENT:
        return len(build_homelands(s, x)) > 0
    if kind == GATHER_EVENT:
        return s.supply[SETTLEMENT] >= x
    if kind == MOVE_EVENT:
        return move_priority(s) > 0
    assert kind == RESERVE_EVENT
    return s.in_play != 0 and len(s.reserves[OVERLORD]) < min(x, s.c.overlord_reserve_limit)


def carry_out(s: MingState, ctx: Ctx, kind: int, x: int) -> None:
    """A possible Event; an Attack leaves its battle on the stack."""
    if kind == AMASS_EVENT:
        _amass(s, ctx, x)
    elif kind == ATTACK_EVENT:
        _attack(s, ctx, x)
    elif kind == BUILD_EVENT:
        _build(s, ctx, x)
    elif kind == GATHER_EVENT:
        _gather(s, ctx, x)
    elif kind == MOVE_EVENT:
        _move(s, ctx, x)
    else:
        _reserve(s, ctx)


def free_hordes(s: MingState, region: int) -> int:
    """Hordes that may leave without giving up the region (MV-805)."""
    n = s.hordes[region]
    if region >= FIRST_HOMELAND or s.settlements[region] > 0:
        return n
    return max(0, n - 1)


def neighbours(s: MingState, region: int) -> list[int]:
    return s.c.overlord_edges[region]


def near_homelands(s: MingState, region: int) -> list[int]:
    """Adjacent Homelands with Hordes."""
    return [r for r in neighbours(s, region) if r >= FIRST_HOMELAND and s.hordes[r] > 0]


def near_borderlands(s: MingState, region: int) -> list[int]:
    """Adjacent Borderlands with a free Horde."""
    return [r for r in neighbours(s, region) if r < BORDERLANDS_END and free_hordes(s, r) > 0]


def _amass(s: MingState, ctx: Ctx, x: int) -> None:
    """MV-790 to MV-800."""
    if x < 3:
        wings = [WESTERN_MONGOLS, MANCHUS]
        rule = "MV-790" if x == 1 else "MV-795"
        fewest = Criterion("fewest_hordes", [s.hordes[r] for r in wings], True)
        homes = [choose(s, ctx, "homeland", rule, wings, [fewest])]
        if x == 2:
            homes.append(EASTERN_MONGOLS)
    else:
        homes = HOMELANDS
    for home in homes:
        shift(s, ctx, HORDE, SUPPLY, home, 1, "amass_event")


def attack_targets(s: MingState) -> list[int]:
    """Ming-controlled Borderlands that some free Horde can reach (MV-810)."""
    return [
        r for r in BORDERLANDS if controller(s, r) == EMPEROR and any(free_hordes(s, o) > 0 for o in neighbours(s, r))
    ]


def _attack(s: MingState, ctx: Ctx, x: int) -> None:
    """MV-815 to MV-825."""
    targets = attack_targets(s)
    values = [sum([free_hordes(s, o) for o in neighbours(s, r)]) - s.troops[r] for r in targets]
    target = choose(s, ctx, "target", "MV-815", targets, [Criterion("most_favoured", values)])
    given: list[int] = [0] * len(REGIONS)
    taken = 0
    while taken < x:
        homes = near_homelands(s, target)
        origins = homes or near_borderlands(s, target)
        if not origins:
            break
        criteria = [
            Criterion("fewest_given", [given[o] for o in origins], True),
            Criterion("most_hordes", [s.hordes[o] for o in origins]),
        ]
        origin = choose(s, ctx, "attacker", "MV-820", origins, criteria)
        given[origin] += 1
        taken += 1
        s.hordes[origin] -= 1  # they enter the target together
    for origin in range(FIRST_BORDERLAND, FIRST_HOMELAND + 3):
        if given[origin] > 0:
            s.hordes[origin] += given[origin]
            shift(s, ctx, HORDE, origin, target, given[origin], "attack_event")
    start_battle(s, ctx, target, OVERLORD)


def build_targets(s: MingState, homeland: int, x: int) -> list[int]:
    """Adjacent Barbarian-controlled Borderlands with room for x (MV-690, MV-830)."""
    return [
        r for r in neighbours(s, homeland) if r < BORDERLANDS_END and controller(s, r) == OVERLORD and room(s, r) >= x
    ]


def build_homelands(s: MingState, x: int) -> list[int]:
    return [h for h in HOMELANDS if s.settlements[h] >= x and build_targets(s, h, x)]


def _build(s: MingState, ctx: Ctx, x: int) -> None:
    """MV-830."""
    homes = build_homelands(s, x)
    most = Criterion("most_settlements", [s.settlements[h] for h in homes])
    home = choose(s, ctx, "homeland", "MV-830", homes, [most])
    targets = build_targets(s, home, x)
    fewest = Criterion("fewest_hordes", [s.hordes[r] for r in targets], True)
    target = choose(s, ctx, "borderland", "MV-830", targets, [fewest])
    shift(s, ctx, SETTLEMENT, home, target, x, "build_event")


def _gather(s: MingState, ctx: Ctx, x: int) -> None:
    """MV-835."""
    criteria = [
        Criterion("fewest_settlements", [s.settlements[h] for h in HOMELANDS], True),
        Criterion("most_hordes", [s.hordes[h] for h in HOMELANDS]),
    ]
    home = choose(s, ctx, "homeland", "MV-835", HOMELANDS, criteria)
    shift(s, ctx, SETTLEMENT, SUPPLY, home, x, "gather_event")


def move_destinations(s: MingState, priority: int) -> list[int]:
    """The Borderlands that a priority of Move names (MV-840)."""
    out: list[int] = []
    for r in BORDERLANDS:
        side = controller(s, r)
        if priority == 1:
            good = side < 0 and len(near_homelands(s, r)) > 0
        elif priority == 2:
            good = side < 0 and any(s.hordes[o] + s.settlements[o] >= 2 for o in near_borderlands(s, r))
        else:
            near = near_homelands(s, r) or near_borderlands(s, r)
            good = side == OVERLORD and len(near) > 0
        if good and room(s, r) > 0:
            out.append(r)
    return out


def move_priority(s: MingState) -> int:
    """The first priority with a destination; 0 if a Move is not possible."""
    for priority in (1, 2, 3):
        if move_destinations(s, priority):
            return priority
    return 0


def _move(s: MingState, ctx: Ctx, x: int) -> None:
    """MV-840 to MV-850."""
    priority = move_priority(s)
    found = move_destinations(s, priority)
    if priority == 3:
        threat = [sum([s.troops[o] for o in neighbours(s, r) if o < BORDERLANDS_END]) for r in found]
        criteria = [Criterion("priority_3_most_adjacent_troops", threat)]
    else:
        criteria = [Criterion(f"priority_{priority}", [0] * len(found))]
    to = choose(s, ctx, "destination", "MV-840", found, criteria)
    origins = near_homelands(s, to) or near_borderlands(s, to)
    most = Criterion("most_hordes", [s.hordes[o] for o in origins])
    origin = choose(s, ctx, "origin", "MV-845", origins, [most])
    shift(s, ctx, HORDE, origin, to, min(x, free_hordes(s, origin), room(s, to)), "move_event")
    check_major_victory(s, ctx)


def _reserve(s: MingState, ctx: Ctx) -> None:
    """The card in play goes on top of the Overlord's pile (MV-855, MV-860)."""
    card = s.in_play
    s.in_play = 0
    s.reserves[OVERLORD].append(card)
    if ctx.loud:
        ctx.emit(Event("card_reserved", {"side": "overlord", "card": card, "from": "play"}))
