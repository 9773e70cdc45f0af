"""Player order (FW-170 to FW-182, FW-799)."""

from __future__ import annotations

from forge_war.state import WarState
from rulekit.events import Ctx, Event


def rearrange(s: WarState, ctx: Ctx) -> None:
    """Fewest workers first, ties reversed, the locked player last. Solo: the first goes to the end."""
    old = s.order
    if s.solo:
        s.order = [*old[1:], old[0]]
    else:
        last = old[0] if s.locked_last else -1
        new: list[int] = []
        for count in range(max(s.workers) + 1):
            for colour in reversed(old):
                if s.workers[colour] == count and colour != last:
                    new.append(colour)
        if s.locked_last:
            new.append(last)
        s.order = new
    if ctx.loud:
        data = {"order": s.order.copy(), "workers": s.workers.copy(), "locked": s.locked_last}
        ctx.emit(Event("order_changed", data))
    s.locked_last = False
