"""States and frames in plain form (JSON-shaped, names instead of numbers where a view shows them) and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ming_voyages.automa import DrawEvent
from ming_voyages.battle import BattleRound, Reroll
from ming_voyages.command import AttackForce, AttackTarget, BuildOrigin, Distribute, MakeVoyage, Move, TakeAmount
from ming_voyages.content import Content
from ming_voyages.effects import Effect, PickOption, PickRegion
from ming_voyages.names import (
    CP_ACTIONS,
    CUBE_PLACES,
    DIFFICULTIES,
    EMPEROR,
    EVENT_CAUSES,
    MODES,
    OVERLORD,
    PIECES,
    PLAY_MODES,
    REGIONS,
    SIDES,
)
from ming_voyages.setup import Series, SetUp
from ming_voyages.state import SUPPLY, Battle, MingState, Solo
from ming_voyages.turn import ChooseUse, DiscardOrder, PlayCard, Reaction, Round, Turn
from rulekit.frames import Frame
from rulekit.outcome import Outcome


def _side(f: dict[str, Any]) -> int:
    return SIDES.index(f["side"])


def _region(name: str) -> int:
    return SUPPLY if name == "supply" else REGIONS.index(name)


def read_solo(c: Content, level: str, challenge: bool, cube: str) -> Solo:
    return Solo(c.difficulties[DIFFICULTIES.index(level)], challenge, CUBE_PLACES.index(cube))


def _emperor(s: MingState) -> int:
    return s.seats[EMPEROR]


def _overlord(s: MingState) -> int:
    return s.seats[OVERLORD]


def _distribute(s: MingState, f: dict[str, Any]) -> Distribute:
    side = _side(f)
    piece = PIECES.index(f["piece"])
    regions = [REGIONS.index(r) for r in f["regions"]]
    return Distribute(s.seats[side], side, piece, f["least"], f["most"], _region(f["origin"]), regions, f["cause"])


def _discard_order(s: MingState, f: dict[str, Any]) -> DiscardOrder:
    return DiscardOrder(_overlord(s), list(f["cards"]))


_READERS: dict[str, Callable[[MingState, dict[str, Any]], Frame[MingState]]] = {
    "series": lambda _, f: Series(f["emperor"], f["begun"]),
    "draw_event": lambda _, f: DrawEvent(f["level"], EVENT_CAUSES.index(f["cause"]), f["failed"]),
    "set_up": lambda _, f: SetUp(f["emperor"]),
    "round": lambda _, f: Round(f["next"]),
    "play_card": lambda s, f: PlayCard(s.seats[_side(f)], _side(f)),
    "turn": lambda _, f: Turn(_side(f), f["card"], PLAY_MODES.index(f["mode"]), f["slot"]),
    "choose_use": lambda s, f: ChooseUse(s.seats[_side(f)], _side(f), f["card"]),
    "reaction": lambda s, f: Reaction(s.seats[_side(f)], _side(f), f["card"]),
    "discard_order": _discard_order,
    "take_amount": lambda s, f: TakeAmount(_emperor(s), CP_ACTIONS.index(f["action"]), f["cp"]),
    "distribute": _distribute,
    "build_origin": lambda s, f: BuildOrigin(_overlord(s), f["cp"]),
    "move": lambda s, f: Move(s.seats[_side(f)], _side(f), f["cp"]),
    "attack_target": lambda s, f: AttackTarget(s.seats[_side(f)], _side(f), f["cp"]),
    "attack": lambda s, f: AttackForce(s.seats[_side(f)], _side(f), f["cp"], REGIONS.index(f["target"])),
    "voyage": lambda s, f: MakeVoyage(_emperor(s), f["attempts"], f["bonus"]),
    "battle": lambda _, f: BattleRound(f["step"]),
    "reroll": lambda s, f: Reroll(s.seats[_side(f)], _side(f)),
    "effect": lambda _, f: Effect(_side(f), list(f["steps"]), f["at"]),
    "pick_region": lambda s, f: PickRegion(s.seats[_side(f)], _side(f), f["step"]),
    "pick_option": lambda s, f: PickOption(s.seats[_side(f)], _side(f), f["step"]),
}


def read_frame(s: MingState, f: dict[str, Any]) -> Frame[MingState]:
    """A frame from {"frame": name, ...fields}; `s.seats` must be set."""
    return _READERS[f["frame"]](s, f)


def read_battle(b: dict[str, Any]) -> Battle:
    battle = Battle(REGIONS.index(b["target"]), SIDES.index(b["attacker"]))
    battle.attack_dice = list(b["attack_dice"])
    battle.defence_dice = list(b["defence_dice"])
    battle.defending = b["defending"]
    battle.rerolls = b["rerolls"]
    battle.cards = list(b["cards"])
    battle.rounds = b["rounds"]
    return battle


def read_outcome(o: dict[str, Any] | None) -> Outcome | None:
    return None if o is None else Outcome(o["reason"], o["placings"], o["scores"], o["detail"])


# --- the whole state in plain form


def encode(s: MingState) -> dict[str, Any]:
    """Everything, secrets included; equal for equal states. Never leaves the service."""
    return {
        "mode": MODES[s.mode],
        "solo": _encode_solo(s.solo) if s.solo is not None else None,
        "game": s.game,
        "points": [list(p) for p in s.points],
        "seats": list(s.seats),
        "troops": s.troops.copy(),
        "hordes": s.hordes.copy(),
        "settlements": s.settlements.copy(),
        "gold_home": s.gold_home,
        "gold_sea": s.gold_sea,
        "junks": s.junks,
        "completed": s.completed,
        "done": s.done,
        "supply": s.supply.copy(),
        "deck": s.deck.copy(),
        "discard": s.discard.copy(),
        "hands": [h.copy() for h in s.hands],
        "reserves": [r.copy() for r in s.reserves],
        "known_hand": [k.copy() for k in s.known_hand],
        "known_reserve": [k.copy() for k in s.known_reserve],
        "reserved_now": s.reserved_now.copy(),
        "round": s.round,
        "era": s.era,
        "phase": s.phase,
        "in_play": s.in_play,
        "reinforcement": s.reinforcement,
        "battle": s.battle.plain() if s.battle is not None else None,
        "stack": [{"frame": f.name(), **f.fields()} for f in s.stack],
        "answered": s.answered.copy(),
        "tick": s.tick,
        "outcome": s.outcome.plain() if s.outcome is not None else None,
    }


def _encode_solo(solo: Solo) -> dict[str, Any]:
    return {
        "level": solo.level.id,
        "challenge": solo.challenge,
        "cube": CUBE_PLACES[solo.cube],
        "decks": [d.copy() for d in solo.decks],
        "piles": [p.copy() for p in solo.piles],
        "removed": solo.removed,
    }


def decode(c: Content, data: dict[str, Any]) -> MingState:
    """The state of `encode`."""
    s = MingState(c, MODES.index(data["mode"]))
    solo = data["solo"]
    if solo is not None:
        s.solo = read_solo(c, solo["level"], solo["challenge"], solo["cube"])
        s.solo.decks = [list(d) for d in solo["decks"]]
        s.solo.piles = [list(p) for p in solo["piles"]]
        s.solo.removed = solo["removed"]
    s.game = data["game"]
    s.points = [list(p) for p in data["points"]]
    s.seats = list(data["seats"])
    s.troops = list(data["troops"])
    s.hordes = list(data["hordes"])
    s.settlements = list(data["settlements"])
    s.gold_home, s.gold_sea, s.junks = data["gold_home"], data["gold_sea"], data["junks"]
    s.completed, s.done = data["completed"], data["done"]
    s.supply = list(data["supply"])
    s.deck, s.discard = list(data["deck"]), list(data["discard"])
    s.hands = [list(h) for h in data["hands"]]
    s.reserves = [list(r) for r in data["reserves"]]
    s.known_hand = [list(k) for k in data["known_hand"]]
    s.known_reserve = [list(k) for k in data["known_reserve"]]
    s.reserved_now = list(data["reserved_now"])
    s.round, s.era, s.phase = data["round"], data["era"], data["phase"]
    s.in_play, s.reinforcement = data["in_play"], data["reinforcement"]
    if data["battle"] is not None:
        s.battle = read_battle(data["battle"])
    s.answered = list(data["answered"])
    s.tick = data["tick"]
    s.outcome = read_outcome(data["outcome"])
    s.stack = [read_frame(s, f) for f in data["stack"]]
    return s
