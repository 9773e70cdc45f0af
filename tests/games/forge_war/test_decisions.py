"""The list of decisions: kinds, actions, how many options, which may be left out, who is asked at the same time."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from forge_war.rounds import PLACING
from tests import laws
from tests.games.forge_war.table import GAME, Table

# kind: (action types, most options without any-time actions, the action that leaves it out)
KINDS: Final[dict[str, tuple[set[str], int, str]]] = {
    "choose_wealth": ({"keep"}, 6, ""),
    "wealth_level": ({"level", "skip"}, 12, "skip"),
    "choose_title": ({"title"}, 20, ""),
    "ff_sell": ({"sell", "done"}, 4, "done"),
    "ff_draft": ({"buy", "discard"}, 10, ""),
    "leftover_card": ({"take", "skip"}, 31, "skip"),
    "place_overseer": ({"place"}, 144, ""),
    "mine_move": ({"move", "pass"}, 73, "pass"),
    "mine_second": ({"move", "pass"}, 73, "pass"),
    "auto_move": ({"move"}, 72, ""),
    "market_action": ({"blacksmith", "bazaar", "barracks", "clerk", "road", "endgame", "pass"}, 90, "pass"),
    "card_level": ({"level", "skip"}, 16, "skip"),
    "extra_overseer": ({"move", "skip"}, 73, "skip"),
    "worker_pick": ({"pick", "skip"}, 50, "skip"),
    "worker_put": ({"put", "remove"}, 61, ""),
    "market_card": ({"take", "skip"}, 91, "skip"),
    "buy_discard": ({"buy", "skip"}, 91, "skip"),
    "acquire": ({"acquire", "pass"}, 33, "pass"),
    "start_champion": ({"equip"}, 66, ""),
    "manage": ({"focus", "unfocus", "apply", "second", "remove", "done"}, 313, ""),
    "reward_levels": ({"level", "stop"}, 16, "stop"),
    "extra_level_other": ({"level", "skip"}, 16, "skip"),
    "reward_next": ({"resolve"}, 6, ""),
    "merchant_credit": ({"buy", "done"}, 7, "done"),
    "any_time": (set(), 0, ""),
    "round_close": ({"close"}, 1, "close"),
}
ANY_TIME: Final = {"merchant_buy", "merchant_sell", "stall"}
ANY_TIME_MOST: Final = 40
TOGETHER: Final = {
    "choose_wealth",
    "wealth_level",
    "choose_title",
    "ff_sell",
    "ff_draft",
    "card_level",
    "acquire",
    "start_champion",
    "manage",
    "reward_levels",
    "extra_level_other",
    "merchant_credit",
    "round_close",
}


def walk(mode: str, seats: int, options: dict[str, Any], seed: int) -> Counter[str]:
    """Checks every decision of a random match; returns how often each kind was asked."""
    seen: Counter[str] = Counter()
    w = laws.Walk(GAME, mode, options, seats, seed)
    names = [kind.name for kind in GAME.actions.kinds]
    while not w.over:
        pending = GAME.pending(w.state)
        blocking = [d.kind for d in pending if d.kind != "any_time"]
        if len(blocking) > 1:
            assert set(blocking) <= TOGETHER
            assert blocking.count("acquire") <= 1
        for d in pending:
            actions, most, leaves = KINDS[d.kind]
            options_now = GAME.options(w.state, d.seat)
            own = [a for a in options_now if names[a.kind] not in ANY_TIME]
            assert {names[a.kind] for a in own} <= actions, d.kind
            assert len(own) <= most, d.kind
            assert len(options_now) - len(own) <= ANY_TIME_MOST
            assert d.rule.startswith("FW-") or d.kind == "any_time"
            default = GAME.default(w.state, d.seat)
            if leaves and not (d.kind == "acquire" and seats == 1):
                assert d.optional
                assert default is not None
                assert names[default.kind] == leaves, d.kind
            elif d.kind != "any_time":
                assert not d.optional, d.kind
            seen[d.kind] += 1
        w.step()
    return seen


RARE: Final = {"market_card", "buy_discard", "start_champion", "extra_level_other", "reward_next"}  # for good players


def test_decisions_are_as_listed() -> None:
    seen: Counter[str] = Counter()
    for seed in range(24):
        mode = GAME.modes[seed % 4]
        options = {"bonus_tiles": True} if seed % 4 and seed % 8 < 4 else {}
        seen += walk(mode.name, 2 + seed % 3, options, seed)
    for seed in range(6):
        seen += walk(GAME.modes[4 + seed % 2].name, 1, {"difficulty": "very_easy"}, seed)
    assert set(KINDS) - RARE <= set(seen) <= set(KINDS)


def test_most_hexes_to_place_on() -> None:
    t = Table("solo_normal", 1).mine().at(PLACING)
    assert len(t.options(0)) == 48 * 3
    assert len(Table("normal", 4).mine().at(PLACING).options(0)) == 61
