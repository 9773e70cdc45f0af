"""The action types of the game (decision kinds) and their fields."""

from __future__ import annotations

from typing import Any, Final

from ming_voyages.names import CP_ACTIONS, PLAY_MODES, REGIONS, REROLLS, USES
from rulekit.actions import ActionTable, Amounts, Choice, Field, Flag, Kind, Vec

PLAY_CARD: Final = 0
CHOOSE_USE: Final = 1
TAKE_AMOUNT: Final = 2
DISTRIBUTE: Final = 3
MOVE_PIECES: Final = 4
ATTACK_TARGET: Final = 5
ATTACK_FORCE: Final = 6
MAKE_VOYAGE: Final = 7
BUILD_ORIGIN: Final = 8
PICK_REGION: Final = 9
PICK_OPTION: Final = 10
REACTION: Final = 11
REROLL: Final = 12
DISCARD_ORDER: Final = 13

NO_REINFORCEMENT: Final = 0


class _Reinforce(Field):
    """The Overlord's reinforcing card, or null; absent for the Emperor, who cannot reinforce."""

    def out(self, value: int) -> Any:
        return None if value == NO_REINFORCEMENT else value

    def into(self, value: Any) -> int:
        return NO_REINFORCEMENT if value is None else super().into(value)

    def schema(self) -> dict[str, Any]:
        return {"type": ["integer", "null"]}


def action_table() -> ActionTable:
    return ActionTable(
        [
            Kind("play_card", [Field("card"), Choice("mode", PLAY_MODES)]),
            Kind(
                "choose_use", [Choice("use", USES), Choice("action", CP_ACTIONS, True), _Reinforce("reinforce", True)]
            ),
            Kind("take_amount", [Field("n")]),
            Kind("distribute", [], Amounts("to", REGIONS)),
            Kind("move", [Choice("from", REGIONS), Choice("to", REGIONS), Field("n")]),
            Kind("attack_target", [Choice("target", REGIONS)]),
            Kind("attack", [], Amounts("from", REGIONS)),
            Kind("voyage", [Field("voyage"), Field("junks"), Field("gold")]),
            Kind("build_origin", [Choice("from", REGIONS)]),
            Kind("pick_region", [Choice("region", REGIONS)]),
            Kind("pick_option", [Field("index")]),
            Kind("reaction", [Flag("accept")]),
            Kind("reroll", [Choice("do", REROLLS), Field("card", True), Field("mask", True)]),
            Kind("discard_order", [], Vec("cards")),
        ]
    )
