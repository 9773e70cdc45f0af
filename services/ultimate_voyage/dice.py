"""The deity dice (RULES.md, section 5). Draws are labelled with the name of the die, one draw per face."""

from __future__ import annotations

from rulekit.events import Ctx, Event
from ultimate_voyage.names import DIALS, YANG, YIN
from ultimate_voyage.state import VoyageState


def roll(s: VoyageState, ctx: Ctx, die: int, purpose: str, seat: int) -> int:
    """The result of a die with all that yin and yang make of it (UV-090 to UV-096)."""
    faces = s.c.faces[die]
    label = DIALS[die]
    shown: list[int] = []
    sign = 0  # face that rolled on, or 0
    total = 0
    while True:
        face = faces[ctx.chance.roll(label, 1, len(faces))[0] - 1]
        if ctx.loud:
            shown.append(face)
        if face != YIN and face != YANG:
            total = face if sign == 0 else total + abs(face)
            break
        if sign != 0 and face != sign:
            total = 0
            sign = 0
            break
        sign = face
        total += 1
    if sign == YIN:
        total = -total
    if ctx.loud:
        names = ["yin" if f == YIN else "yang" if f == YANG else f for f in shown]
        ctx.emit(Event("dice", {"die": label, "faces": names, "result": total, "purpose": purpose, "roller": seat}))
    return total


def scrolls(s: VoyageState, seat: int, dial: int) -> int:
    """The bonus of the seat's scrolls on a dial (UV-560)."""
    n = 0
    for good in s.players[seat].goods:
        if s.c.good_dial[good] == dial:
            n += s.c.scroll_bonus
    return n


def reroll(s: VoyageState, ctx: Ctx, seat: int, dial: int, purpose: str, roller: int) -> None:
    """One player's dial is set anew (UV-070, UV-704)."""
    result = roll(s, ctx, dial, purpose, roller)
    s.players[seat].dials[dial] = result + scrolls(s, seat, dial)
    if ctx.loud:
        ctx.emit(Event("dial_set", {"seat": seat, "dial": DIALS[dial], "value": s.players[seat].dials[dial]}))
