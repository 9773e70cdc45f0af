"""What the options of encounter cards would bring a seat, and the contests that they lead to."""

from __future__ import annotations

from bot_player import voyage_weights as w
from bot_player.voyage_prospects import Prospects, odds, plain_chances
from ultimate_voyage.content import Effect
from ultimate_voyage.names import (
    AFFILIATION_MAX,
    NANJING,
    NOBODY,
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
    OP_LOSE_DIAL,
    OP_LOSE_TROOPS,
    OP_MOMENTUM,
    OP_NEXT_STRENGTH,
    OP_PAY_PORCELAIN,
    OP_PAY_TROOPS,
    OP_PENDING,
    OP_PRESTIGE,
    OP_PROFIT,
    OP_REROLL_DIAL,
    OP_RETURN_LAST_PORT,
    OP_SCOUT_FREE,
    OP_SEARCH_GOODS,
    OP_STAY,
    OP_STEAL_GOOD,
    OP_STORY,
    OP_TAKE_TROOPS,
    OP_UPGRADE_CHOICE,
    OP_WIPE_PORCELAIN,
    UNKNOWN,
)
from ultimate_voyage.state import hostile


def effects_worth(p: Prospects, effects: list[Effect], port: int) -> float:
    """Of a list of effects at the card's port."""
    return sum(_worth(p, e, port) for e in effects)


def _worth(p: Prospects, e: Effect, port: int) -> float:
    o, n = p.o, e.n
    region = p.c.region_of[port]
    op = e.op
    if op == OP_PRESTIGE:
        return p.gain(n)
    if op == OP_PROFIT:
        return p.gain(0, n)
    if op == OP_STORY:
        return p.gain(region=region, story=n)
    if op in (OP_AFFILIATION, OP_AFFILIATION_TO):
        here = 0 if p.s.affiliation[port] == UNKNOWN else p.s.affiliation[port]
        return _affiliation(p, port, here, here + n if op == OP_AFFILIATION else n)
    if op in (OP_LOSE_TROOPS, OP_PAY_TROOPS, OP_PAY_PORCELAIN):
        return -w.RESOURCE * n * o.fade
    if op in (OP_GAIN_CHOICE, OP_TAKE_TROOPS):
        return w.RESOURCE * n * o.fade
    if op == OP_GAIN_GOODS:
        return w.RANDOM_GOOD * n
    if op == OP_SEARCH_GOODS:
        return w.RANDOM_GOOD - w.RESOURCE * n
    if op == OP_GAIN_WILD:
        return w.WILD * n * o.fade
    if op == OP_NEXT_STRENGTH:
        return w.NEXT_STRENGTH * n if o.actions else 0.0
    if op == OP_BONUS_ONCE:
        return w.ONCE * o.fade
    if op == OP_BONUS_ALWAYS:
        return w.ALWAYS * n * o.rounds
    if op == OP_PENDING:
        return contest_worth(p, e, port, w.USUAL - 1) - w.ANY_DIAL if o.actions else 0.0
    if op == OP_IF_HOSTILE:
        return effects_worth(p, e.win, port) if port > NANJING and hostile(p.s, port) else 0.0
    if op == OP_LOSE_DIAL:
        return -w.ANY_DIAL if p.p.unused else 0.0
    if op == OP_UPGRADE_CHOICE:
        return max(w.UPGRADED) * o.actions
    return _OTHERS.get(op, 0.0) * (o.rounds if op in (OP_MOMENTUM, OP_REROLL_DIAL) else 1)


_OTHERS = {
    OP_MOMENTUM: w.MOMENTUM,
    OP_REROLL_DIAL: w.REROLL,
    OP_STAY: w.STAY,
    OP_BUILD_FREE: 0.9,
    OP_SCOUT_FREE: 0.2,
    OP_STEAL_GOOD: 1.2,
    OP_WIPE_PORCELAIN: 0.3,
    OP_RETURN_LAST_PORT: -0.5,
    OP_DRIFT: -0.3,
}


def _affiliation(p: Prospects, port: int, here: int, to: int) -> float:
    if port <= NANJING:
        return 0.0
    if to >= AFFILIATION_MAX:
        over = p.split(to - AFFILIATION_MAX) if to > AFFILIATION_MAX else 0.0
        if here < AFFILIATION_MAX and p.s.marker[port] == NOBODY:
            return over + p.tributary(port)
        return over
    if to <= -2:
        over = p.gain(to + 2) if to < -2 else 0.0
        return over - w.HOSTILE
    return w.STEP * (to - here)


def contest_worth(p: Prospects, e: Effect, port: int, strength: int) -> float:
    """Of a pending contest fought with a strength."""
    if e.at_port:
        return p.attack(port, strength)
    win, lose, missing = odds(plain_chances(p.c, e.die), strength - e.strength)
    story = p.c.story_by_strength(e.strength) if e.story else 0
    won = p.gain(region=p.c.region_of[port], story=story) + effects_worth(p, e.win, port)
    lost = effects_worth(p, e.lose, port)
    if e.combat_loss and lose:
        lost += p.loss(missing / lose)
    return win * won + lose * lost + effects_worth(p, e.always, port)
