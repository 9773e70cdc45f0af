"""The action types of the game (decision kinds) and their fields."""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import ActionTable, Choice, Field, Flag, Kind, Vec
from rulekit.errors import InvalidAction
from treasure_ship.names import GOODS, PLACES, POWERS

OFFER: Final = 0
PAY_GOODS: Final = 1
PLAN: Final = 2
EXTEND: Final = 3
ROUTE: Final = 4
ROUTE_STOP: Final = 5
FLAGSHIP: Final = 6
SQUARE: Final = 7
FIGHT: Final = 8
GIVE_GIFT: Final = 9
AVOID: Final = 10
MASS: Final = 11
EVENT: Final = 12
END: Final = 13
EMISSARY: Final = 14
TRADE: Final = 15
TRADE_DECLINE: Final = 16
CHOOSE: Final = 17
TAKE_GOODS: Final = 18
COLOUR: Final = 19
ANIMAL_KIND: Final = 20
ANIMAL_PLACE: Final = 21
MONUMENT: Final = 22
BONUS_AT: Final = 23
BONUS_END: Final = 24
DETACH: Final = 25
DETACH_PASS: Final = 26


class GoodsList(Vec):
    """A list of goods kinds in the order of `goods.kinds`; inside, their numbers."""

    def out(self, vec: tuple[int, ...]) -> Any:
        return [GOODS[g] for g in vec]

    def into(self, value: Any) -> tuple[int, ...]:
        if not isinstance(value, list) or any(g not in GOODS for g in value):
            raise InvalidAction(f'field "{self.name}" must be a list of goods: {", ".join(GOODS)}')
        return tuple(GOODS.index(g) for g in value)

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"enum": list(GOODS)}}


def action_table(animals: list[str]) -> ActionTable:
    """`animals` are the kinds of the edition."""
    return ActionTable(
        [
            Kind("offer", [Choice("card", PLACES)]),
            Kind("pay_goods", [], GoodsList("goods")),
            Kind("plan", [Field("voyage")]),
            Kind("extend", [Field("count")]),
            Kind("route", [Field("square")]),
            Kind("route_stop", []),
            Kind("flagship", [Field("square")]),
            Kind("square", [Field("square")]),
            Kind("fight", [Field("weapons"), Flag("fire")]),
            Kind("gift", []),
            Kind("avoid", []),
            Kind("mass", []),
            Kind("event", [Field("option", True)]),
            Kind("end", []),
            Kind("emissary", [Flag("send")]),
            Kind("trade", [Field("item")]),
            Kind("trade_decline", []),
            Kind("choose", [Field("index")]),
            Kind("goods", [], GoodsList("goods")),
            Kind("colour", [Choice("power", POWERS)]),
            Kind("animal_kind", [Choice("kind", animals)]),
            Kind("animal_place", [Field("rotation"), Field("x"), Field("y")]),
            Kind("monument", [Flag("erect")]),
            Kind("bonus", [Field("square")]),
            Kind("bonus_end", []),
            Kind("detach", [Field("square")]),
            Kind("detach_pass", []),
        ]
    )
