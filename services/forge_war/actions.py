"""The action types of the game and their fields.

Adventurers are `a1`, `a2`, ... of their own seat, hexes `[q, r]`, cards, quests and the like their ids
in the edition. What one type serves several decisions (`move`, `level`, `buy`, `take`, ...) has the
same form in all of them.
"""

from __future__ import annotations

from typing import Any, Final

from forge_war.names import ENDGAME, RESOURCES, SIDES, STACKS
from rulekit.actions import ABSENT, ActionTable, Choice, Field, Flag, Kind, Vec
from rulekit.errors import InvalidAction

DO_KEEP: Final = 0  # vec: wealth cards, ascending
DO_LEVEL: Final = 1  # adventurer
DO_SKIP: Final = 2
DO_TITLE: Final = 3  # adventurer, title
DO_SELL: Final = 4  # resource (step 2 of fast-forward)
DO_DONE: Final = 5
DO_BUY: Final = 6  # card, resource: one of them
DO_DISCARD: Final = 7  # card
DO_TAKE: Final = 8  # card
DO_PLACE: Final = 9  # hex, colour (solo)
DO_MOVE: Final = 10  # from, to, colour (automated)
DO_PASS: Final = 11
DO_BLACKSMITH: Final = 12
DO_BAZAAR: Final = 13  # stack
DO_BARRACKS: Final = 14  # hire, adventurer to level up or none
DO_CLERK: Final = 15  # design
DO_ROAD: Final = 16  # quest, steps
DO_ENDGAME: Final = 17  # bonus
DO_PICK: Final = 18  # hex
DO_PUT: Final = 19  # hex
DO_REMOVE: Final = 20  # adventurer; absent: the picked worker
DO_ACQUIRE: Final = 21  # slot from 1; vec: champions
DO_EQUIP: Final = 22  # adventurer, design, start_step
DO_FOCUS: Final = 23  # quest
DO_UNFOCUS: Final = 24
DO_APPLY: Final = 25  # adventurer, design or none
DO_SECOND: Final = 26  # adventurer, design
DO_STOP: Final = 27
DO_RESOLVE: Final = 28  # index
DO_MERCHANT_BUY: Final = 29  # resource
DO_MERCHANT_SELL: Final = 30  # resource
DO_STALL: Final = 31  # card, side
DO_CLOSE: Final = 32


class Adventurer(Field):
    """An adventurer of the acting seat: `a1` outside, 0 inside (FW-341). `nullable`: null outside, ABSENT inside."""

    def __init__(self, name: str, nullable: bool = False, optional: bool = False) -> None:
        super().__init__(name, optional)
        self.nullable = nullable

    def out(self, value: int) -> Any:
        return None if value == ABSENT else f"a{value + 1}"

    def into(self, value: Any) -> int:
        if value is None and self.nullable:
            return ABSENT
        return adventurer_number(value, self.name)

    def schema(self) -> dict[str, Any]:
        text = {"type": "string", "pattern": "^a[1-9][0-9]{0,3}$"}
        return {"anyOf": [text, {"type": "null"}]} if self.nullable else text


def adventurer_number(value: Any, field: str) -> int:
    """The number inside of `a1`; raises `InvalidAction`."""
    if isinstance(value, str) and 2 <= len(value) <= 5 and value[0] == "a":
        digits = value[1:]
        if digits.isascii() and digits.isdigit() and digits[0] != "0":
            return int(digits) - 1
    raise InvalidAction(f'field "{field}" must be an adventurer: a1, a2, ...')


class NullableChoice(Choice):
    """A field with a list of names, or null (ABSENT inside)."""

    def out(self, value: int) -> Any:
        return None if value == ABSENT else super().out(value)

    def into(self, value: Any) -> int:
        return ABSENT if value is None else super().into(value)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [super().schema(), {"type": "null"}]}


class Hex(Field):
    """A hex of the mine as [q, r]; inside, its number."""

    def __init__(self, name: str, hexes: list[tuple[int, int]], optional: bool = False) -> None:
        super().__init__(name, optional)
        self.hexes = hexes
        self.index = {h: i for i, h in enumerate(hexes)}

    def out(self, value: int) -> Any:
        return list(self.hexes[value]) if 0 <= value < len(self.hexes) else value

    def into(self, value: Any) -> int:
        if isinstance(value, list) and len(value) == 2 and all(type(x) is int for x in value):
            found = self.index.get((value[0], value[1]))
            if found is not None:
                return found
        raise InvalidAction(f'field "{self.name}" must be a hex of the mine as [q, r]')

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}


class CardPair(Vec):
    """Cards kept, in any order; inside, their numbers ascending."""

    def __init__(self, name: str, names: list[str]) -> None:
        super().__init__(name)
        self.names = names
        self.index = {n: i for i, n in enumerate(names)}

    def out(self, vec: tuple[int, ...]) -> Any:
        return [self.names[v] if 0 <= v < len(self.names) else v for v in vec]

    def into(self, value: Any) -> tuple[int, ...]:
        if not isinstance(value, list) or any(not isinstance(x, str) or x not in self.index for x in value):
            raise InvalidAction(f'field "{self.name}" must be a list of wealth cards')
        return tuple(sorted(self.index[x] for x in value))

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"enum": list(self.names)}}


class Champions(Vec):
    """Champions named at an acquisition, in any order; inside, their numbers ascending."""

    def out(self, vec: tuple[int, ...]) -> Any:
        return [f"a{v + 1}" for v in vec]

    def into(self, value: Any) -> tuple[int, ...]:
        if not isinstance(value, list):
            raise InvalidAction(f'field "{self.name}" must be a list of adventurers')
        return tuple(sorted(adventurer_number(x, self.name) for x in value))

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string", "pattern": "^a[1-9][0-9]{0,3}$"}}


def action_table(
    hexes: list[tuple[int, int]],
    designs: list[str],
    cards: list[str],
    quests: list[str],
    wealth: list[str],
    titles: list[str],
) -> ActionTable:
    """The lists are the ids of the edition, each in the order of its numbers."""
    adventurer = Adventurer("adventurer")
    design = Choice("design", designs)
    card = Choice("card", cards)
    quest = Choice("quest", quests)
    resource = Choice("resource", RESOURCES)
    at = Hex("hex", hexes)
    colour = Field("colour", True)
    return ActionTable(
        [
            Kind("keep", [], CardPair("cards", wealth)),
            Kind("level", [adventurer]),
            Kind("skip", []),
            Kind("title", [adventurer, Choice("title", titles)]),
            Kind("sell", [resource]),
            Kind("done", []),
            Kind("buy", [Choice("card", cards, True), Choice("resource", RESOURCES, True)]),
            Kind("discard", [card]),
            Kind("take", [card]),
            Kind("place", [at, colour]),
            Kind("move", [Hex("from", hexes), Hex("to", hexes), colour]),
            Kind("pass", []),
            Kind("blacksmith", []),
            Kind("bazaar", [Choice("stack", ["", *STACKS[1:]])]),
            Kind("barracks", [Flag("hire"), Adventurer("level", True)]),
            Kind("clerk", [design]),
            Kind("road", [quest, Field("steps")]),
            Kind("endgame", [Choice("bonus", ENDGAME)]),
            Kind("pick", [at]),
            Kind("put", [at]),
            Kind("remove", [Adventurer("adventurer", optional=True)]),
            Kind("acquire", [Field("slot")], Champions("champions")),
            Kind("equip", [adventurer, design, Field("start_step", True)]),
            Kind("focus", [quest]),
            Kind("unfocus", []),
            Kind("apply", [adventurer, NullableChoice("design", designs)]),
            Kind("second", [adventurer, design]),
            Kind("stop", []),
            Kind("resolve", [Field("index")]),
            Kind("merchant_buy", [resource]),
            Kind("merchant_sell", [resource]),
            Kind("stall", [card, Choice("side", SIDES)]),
            Kind("close", []),
        ]
    )
