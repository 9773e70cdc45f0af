"""States and frames in plain form (JSON-shaped) and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from forge_war import (
    acquire,
    anytime,
    automa,
    champions,
    effects,
    fast_forward,
    legs,
    manage,
    market,
    mine_steps,
    rewards,
    rounds,
    setup,
    tiles,
    wealth,
)
from forge_war.content import Content
from forge_war.frames import plain
from forge_war.names import NONE
from forge_war.state import WarState
from rulekit.frames import Frame
from rulekit.outcome import Outcome

_Fields = dict[str, Any]
_Reader = Callable[[WarState, _Fields], Frame[WarState]]


def _branches(s: WarState, f: _Fields) -> list[list[Frame[WarState]]]:
    return [[read_frame(s, x) for x in branch] for branch in f["branches"]]


def _read_wealth(s: WarState, f: _Fields) -> wealth.ChooseWealth:
    frame = wealth.ChooseWealth(list(f["seats"]), f["keep"])
    if "answers" in f:
        frame.answers = [s.c.keep(tuple(a)) if a is not None else None for a in f["answers"]]
    return frame


def _read_pick(s: WarState, f: _Fields) -> fast_forward.DraftPick:
    frame = fast_forward.DraftPick(list(f["seats"]))
    if "answers" in f:
        frame.answers = [s.c.actions.get(a[0], a[1]) if a is not None else None for a in f["answers"]]
    return frame


# Frames that hold several seats.
_MANY: dict[str, _Reader] = {
    "choose_wealth": _read_wealth,
    "ff_draft": _read_pick,
    "together": lambda s, f: wealth.Together(list(f["seats"]), _branches(s, f)),
    "quest_phase": lambda s, f: manage.QuestPhase(list(f["seats"]), _branches(s, f)),
    "reward_phase": lambda s, f: rewards.RewardPhase(list(f["seats"]), _branches(s, f)),
    "credit_phase": lambda s, f: tiles.CreditPhase(list(f["seats"]), _branches(s, f)),
}
_READERS: dict[str, _Reader] = {
    **acquire.READERS,
    **anytime.READERS,
    **automa.READERS,
    **champions.READERS,
    **effects.READERS,
    **fast_forward.READERS,
    **legs.READERS,
    **manage.READERS,
    **market.READERS,
    **mine_steps.READERS,
    **rewards.READERS,
    **rounds.READERS,
    **setup.READERS,
    **tiles.READERS,
    **wealth.READERS,
    **_MANY,
}


def read_frame(s: WarState, f: _Fields) -> Frame[WarState]:
    """A frame from {"frame": name, ...fields}."""
    return _READERS[f["frame"]](s, f)


def read_outcome(o: dict[str, Any] | None) -> Outcome | None:
    return None if o is None else Outcome(o["reason"], o["placings"], o["scores"], o["detail"])


_OF_QUESTS = ("cube", "taken", "start", "rushed")  # hold for active quests only
# The slots of `WarState` that mode and number of seats do not give, and those of `Player`.
STATE_SLOTS = [
    "difficulty",
    "order",
    "stage",
    "round",
    "clock",
    "phase",
    "ore",
    "piece",
    "workers",
    "overseers",
    "locked_last",
    "stacks",
    "face",
    "row",
    "discard",
    "spaces",
    "bonus_owner",
    "offer",
    "deck",
    "acquiring",
    "cube",
    "taken",
    "start",
    "rushed",
    "acquired",
    "gone",
    "spent",
    "removed",
    "tiles",
    "open",
]
PLAYER_SLOTS = [
    "gold",
    "res",
    "prestige",
    "earned",
    "level",
    "title",
    "on",
    "weapon",
    "tokens",
    "second",
    "second_tokens",
    "since",
    "stay",
    "spent_on",
    "stays",
    "quests",
    "completed",
    "designs",
    "claims",
    "uniques",
    "bonus",
    "buy_limit",
    "sell_bonus",
    "extra_limit",
    "road_bonus",
    "buys",
    "sells",
    "extras",
    "stalls_used",
    "hand",
    "kept",
    "locked",
    "disarmed",
    "unfocused",
    "starting",
    "shared",
]


def _value(value: Any) -> Any:
    return [_value(x) for x in value] if isinstance(value, list) else value


def encode(s: WarState) -> dict[str, Any]:
    """Everything, secrets included; equal for equal states. Never leaves the service."""
    out: dict[str, Any] = {"mode": s.rules.number}
    active = sorted(quest for p in s.players for quest in p.quests)
    for name in STATE_SLOTS:
        value = getattr(s, name)
        out[name] = {str(quest): value[quest] for quest in active} if name in _OF_QUESTS else _value(value)
    out["gone"] = sorted(s.gone)  # the seats' failures of one management come in any order
    out["players"] = [{name: _value(getattr(p, name)) for name in PLAYER_SLOTS} for p in s.players]
    out["stack"] = [plain(f) for f in s.stack]
    out["answered"] = s.answered.copy()
    out["tick"] = s.tick
    out["outcome"] = s.outcome.plain() if s.outcome is not None else None
    return out


def decode(c: Content, data: dict[str, Any]) -> WarState:
    """The state of `encode`."""
    s = WarState(c, len(data["players"]), data["mode"])
    for name in STATE_SLOTS:
        if name in _OF_QUESTS:
            table = [NONE if name == "rushed" else 0] * len(c.quests)
            for quest, value in data[name].items():
                table[int(quest)] = value
            setattr(s, name, table)
        else:
            setattr(s, name, _value(data[name]))
    for p, d in zip(s.players, data["players"], strict=True):
        for name in PLAYER_SLOTS:
            setattr(p, name, _value(d[name]))
        c.reach(len(p.level))
    s.answered = list(data["answered"])
    s.tick = data["tick"]
    s.outcome = read_outcome(data["outcome"])
    s.stack = [read_frame(s, f) for f in data["stack"]]
    return s
