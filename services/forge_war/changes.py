"""Changes of a seat's pool, prestige and adventurers, each with its event."""

from __future__ import annotations

from forge_war.names import MAX_LEVEL, NONE, RESOURCE_COUNT, RESOURCES
from forge_war.state import SOURCES, Player, WarState
from rulekit.events import Ctx, Event


def gain_gold(s: WarState, ctx: Ctx, seat: int, n: int) -> None:
    s.players[seat].gold += n
    if ctx.loud and n:
        ctx.emit(Event("gold_gained", {"seat": seat, "n": n}))


def gain_resource(s: WarState, ctx: Ctx, seat: int, resource: int, n: int) -> None:
    s.players[seat].res[resource] += n
    if ctx.loud and n:
        ctx.emit(Event("resource_gained", {"seat": seat, "resource": RESOURCES[resource], "n": n}))


def add_prestige(s: WarState, ctx: Ctx, seat: int, n: int, source: int) -> None:
    """Prestige on the track, which has no floor (FW-018); `source` is one of FROM_ in `state`."""
    if n == 0:
        return
    p = s.players[seat]
    p.prestige += n
    p.earned[source] += n
    if ctx.loud:
        ctx.emit(Event("prestige", {"seat": seat, "n": n, "source": SOURCES[source]}))


def hire(s: WarState, ctx: Ctx, seat: int, n: int) -> None:
    """New adventurers of level 1 join the pool (FW-340)."""
    p = s.players[seat]
    for _ in range(n):
        p.level.append(1)
        p.title.append(NONE)
        p.on.append(NONE)
        p.weapon.append(NONE)
        p.tokens.append(0)
        p.second.append(NONE)
        p.second_tokens.append(0)
        p.since.append(0)
        p.stay.append(0)
        p.spent_on.append(NONE)
        if ctx.loud:
            ctx.emit(Event("hired", {"seat": seat, "adventurer": f"a{len(p.level)}"}))
    if len(p.level) > len(s.c.a_level):
        s.c.reach(len(p.level) * 2)


def claim(s: WarState, ctx: Ctx, seat: int, design: int) -> None:
    """A claim cube on a public design; payments are made by the caller (FW-196)."""
    p = s.players[seat]
    p.claims.append(design)
    p.designs.append(design)
    if ctx.loud:
        ctx.emit(Event("claimed", {"seat": seat, "design": s.c.designs[design].id}))


# --- costs; a cost is flat pairs (resource, n)


def can_pay(p: Player, cost: list[int]) -> bool:
    return covers(p.res, cost)


def covers(res: list[int], cost: list[int]) -> bool:
    """Resources, by number, cover a cost."""
    at = 0
    end = len(cost)
    while at < end and res[cost[at]] >= cost[at + 1]:
        at += 2
    return at == end


def pay(p: Player, cost: list[int]) -> None:
    for i in range(0, len(cost), 2):
        p.res[cost[i]] -= cost[i + 1]


def receive(p: Player, gains: list[int]) -> None:
    for i in range(0, len(gains), 2):
        p.res[gains[i]] += gains[i + 1]


def amounts(pairs: list[int]) -> dict[str, int]:
    """Flat pairs as events show them."""
    return {RESOURCES[pairs[i]]: pairs[i + 1] for i in range(0, len(pairs), 2)}


def pool(p: Player) -> dict[str, int]:
    """Gold and resources as events show them."""
    out = {"gold": p.gold}
    for resource in range(RESOURCE_COUNT):
        if p.res[resource]:
            out[RESOURCES[resource]] = p.res[resource]
    return out


def below_top(p: Player) -> bool:
    """Some own adventurer can still rise (FW-261)."""
    return min(p.level) < MAX_LEVEL
