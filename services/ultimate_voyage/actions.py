"""The action types of the game and their fields.

A decision with one form has an action type of its name; the entries of `turn`, `action_step` and
`join_step` have one type each. Encounter cards are named by their number, all else by its id; in
the solo game de' Conti is seat 1.
"""

from __future__ import annotations

from typing import Any, Final

from rulekit.actions import ActionTable, Choice, Field, Flag, Kind, Vec
from rulekit.errors import InvalidAction
from ultimate_voyage.names import (
    ACTION_TYPES,
    BONUS_TOKENS,
    CARDS,
    CHARACTERS,
    CLASSES,
    COLOURS,
    DECKS,
    DIALS,
    HOLDERS,
    PLACES,
    SHIPS,
    STRUCTURES,
    ZONE_COUNT,
    ZONES,
)

# Decisions outside of an action.
DO_CHARACTER: Final = 0  # character, home
DO_SOLO_MAT: Final = 1  # character
DO_MONGOL: Final = 2  # porcelain, troops
DO_ARRANGE: Final = 3  # vec: cards, left to right
DO_DIVINER: Final = 4  # die, seat; both absent: skip
DO_ACTION: Final = 5  # card, dial, port; vec: pending type or empty
DO_FORFEIT: Final = 6  # card, dial
DO_MAGE: Final = 7  # seat, dial
DO_MOTIVATED: Final = 8  # card, k, port
DO_END_TURN: Final = 9
DO_FORFEIT_GAIN: Final = 10  # porcelain, troops
DO_STORM_LOSS: Final = 11  # points by troops, points by porcelain pairs, healer
DO_ARRIVAL: Final = 12  # port
DO_ENCOUNTER: Final = 13  # card number
DO_OPTION: Final = 14  # index in the edition's list of option ids
DO_DIAL: Final = 15  # dial
DO_TARGET: Final = 16  # seat
DO_PAY_MIX: Final = 17  # porcelain, troops
DO_CLASS: Final = 18  # class
DO_STRUCTURE: Final = 19  # kind
DO_PICK_UPGRADE: Final = 20  # card
DO_SPLIT: Final = 21  # prestige, profit
DO_BONUS_TOKEN: Final = 22  # token
DO_PLACE_SHIP: Final = 23  # port
DO_INVITE: Final = 24  # vec: seats
DO_JOIN: Final = 25  # join, dial
DO_COMMIT: Final = 26
DO_COMBAT_LOSS: Final = 27  # healer
DO_RETREAT: Final = 28  # port; absent: stay
DO_TAKE_TOKEN: Final = 29  # colour
DO_OBJECTIVE_DECK: Final = 30  # deck
DO_OBJECTIVE_KEEP: Final = 31  # objective
DO_OBJECTIVE_RETURN: Final = 32  # objective, place
DO_REFILL_DECK: Final = 33  # deck
DO_RETURN_HOME: Final = 34  # ship; absent: done
# Steps of an action.
DO_RESOURCE: Final = 35
DO_KNOWLEDGE: Final = 36
DO_WILD: Final = 37  # source (`wild_source`), n
DO_CARD_BONUS: Final = 38  # card number
DO_LABOR: Final = 39
DO_SCOUT_GOODS: Final = 40  # port
DO_SCOUT_AFFILIATION: Final = 41  # port
DO_SCOUT_ENCOUNTER: Final = 42  # place; absent: look at the card
DO_BOARD: Final = 43  # ship
DO_DROP: Final = 44  # ship
DO_SAIL: Final = 45  # to
DO_END_ROUTE: Final = 46
DO_ARRIVE: Final = 47
DO_ATTACK: Final = 48  # target (`Target`), s
DO_BUILD: Final = 49  # kind, port (depots only)
DO_DIPLOMACY: Final = 50  # port, steps
DO_PARLEY: Final = 51  # card number, s
DO_EXPLORE: Final = 52  # port, n
DO_CONTEST: Final = 53  # card number, s
DO_TRADE: Final = 54  # good
DO_COURIER: Final = 55  # good, holder
DO_PRIVATE_OBJECTIVE: Final = 56  # vec: tokens
DO_UPGRADE: Final = 57  # colour; vec: tokens
DO_FREE_ACTION: Final = 58  # colour, n, port; vec: wild
DO_END: Final = 59


class Target(Field):
    """What is attacked: a port by its id (inside its number), or an encounter card by its number
    (inside ZONE_COUNT + number)."""

    def out(self, value: int) -> Any:
        return ZONES[value] if 0 <= value < ZONE_COUNT else value - ZONE_COUNT

    def into(self, value: Any) -> int:
        if type(value) is int and value >= 0:
            return ZONE_COUNT + value
        if not isinstance(value, str) or value not in ZONES:
            raise InvalidAction(f'field "{self.name}" must be a port or the number of an encounter card')
        return ZONES.index(value)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"enum": list(ZONES)}, {"type": "integer", "minimum": 0}]}


class WildSource(Field):
    """Where a bundle of wild tokens lies: a manuscript by its id (inside the good's number), or an
    encounter card by its number (inside the count of goods + number)."""

    def __init__(self, name: str, goods: list[str]) -> None:
        super().__init__(name)
        self.goods = goods
        self.index = {g: i for i, g in enumerate(goods)}

    def out(self, value: int) -> Any:
        return self.goods[value] if 0 <= value < len(self.goods) else value - len(self.goods)

    def into(self, value: Any) -> int:
        if type(value) is int and value >= 0:
            return len(self.goods) + value
        if not isinstance(value, str) or value not in self.index:
            raise InvalidAction(f'field "{self.name}" must be a good or the number of an encounter card')
        return self.index[value]

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"enum": list(self.goods)}, {"type": "integer", "minimum": 0}]}


class Fourth(Vec):
    """A fourth field of one value, kept in `Action.vec`."""

    def __init__(self, field: Field, optional: bool = False) -> None:
        super().__init__(field.name, optional)
        self.field = field

    def out(self, vec: tuple[int, ...]) -> Any:
        return self.field.out(vec[0])

    def into(self, value: Any) -> tuple[int, ...]:
        return (self.field.into(value),)

    def schema(self) -> dict[str, Any]:
        return self.field.schema()


class CardList(Vec):
    """Action cards from left to right."""

    def out(self, vec: tuple[int, ...]) -> Any:
        return [CARDS[c] if 0 <= c < len(CARDS) else c for c in vec]

    def into(self, value: Any) -> tuple[int, ...]:
        if not isinstance(value, list) or any(not isinstance(c, str) or c not in CARDS for c in value):
            raise InvalidAction(f'field "{self.name}" must be a list of cards: {", ".join(CARDS)}')
        return tuple(CARDS.index(c) for c in value)

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"enum": list(CARDS)}}


class Tokens(Vec):
    """Knowledge tokens used: the regular ones by colour, sorted, and the number of wild ones.

    Inside: the count of each colour in the order of COLOURS, then the wild tokens.
    """

    def out(self, vec: tuple[int, ...]) -> Any:
        colours = [COLOURS[i] for i in range(len(COLOURS)) for _ in range(vec[i])]
        return {"colours": colours, "wild": vec[len(COLOURS)]}

    def into(self, value: Any) -> tuple[int, ...]:
        text = f'field "{self.name}" must be {{"colours": [...], "wild": n}}'
        if not isinstance(value, dict) or set(value) != {"colours", "wild"}:
            raise InvalidAction(text)
        colours, wild = value["colours"], value["wild"]
        if not isinstance(colours, list) or type(wild) is not int or wild < 0 or len(colours) > 48:
            raise InvalidAction(text)
        if any(not isinstance(x, str) or x not in COLOURS for x in colours):
            raise InvalidAction(f'field "{self.name}": colours are {", ".join(COLOURS)}')
        return (*(colours.count(x) for x in COLOURS), wild)

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {
                "colours": {"type": "array", "items": {"enum": list(COLOURS)}},
                "wild": {"type": "integer", "minimum": 0},
            },
            "required": ["colours", "wild"],
            "additionalProperties": False,
        }


def action_table(goods: list[str], objectives: list[str], options: list[str]) -> ActionTable:
    """`goods`, `objectives` and `options` (of encounter cards) are the ids of the edition."""
    port = Choice("port", ZONES)
    card = Choice("card", CARDS)
    number = Field("card")
    dial = Choice("dial", DIALS)
    porcelain = Field("porcelain")
    troops = Field("troops")
    colour = Choice("colour", COLOURS)
    deck = Choice("deck", DECKS)
    s = Field("s")
    return ActionTable(
        [
            Kind("choose_character", [Choice("character", CHARACTERS), Choice("home", ZONES, True)]),
            Kind("solo_mat", [Choice("character", CHARACTERS)]),
            Kind("mongol", [porcelain, troops]),
            Kind("arrange_cards", [], CardList("order")),
            Kind("diviner_reroll", [Choice("die", DIALS, True), Field("seat", True)]),
            Kind("action", [card, dial, port], Fourth(Choice("pending", ACTION_TYPES), True)),
            Kind("forfeit", [card, dial]),
            Kind("mage", [Field("seat"), dial]),
            Kind("motivated", [card, Field("k"), port]),
            Kind("end_turn", []),
            Kind("forfeit_gain", [porcelain, troops]),
            Kind("storm_loss", [troops, Field("porcelain_pairs"), Flag("healer")]),
            Kind("arrival_order", [port]),
            Kind("encounter_select", [number]),
            Kind("encounter_option", [Choice("option", options)]),
            Kind("pick_dial", [dial]),
            Kind("pick_target", [Field("seat")]),
            Kind("pay_mix", [porcelain, troops]),
            Kind("pick_class", [Choice("class", CLASSES)]),
            Kind("pick_structure", [Choice("kind", STRUCTURES)]),
            Kind("pick_upgrade", [card]),
            Kind("split_points", [Field("prestige"), Field("profit")]),
            Kind("bonus_token", [Choice("token", BONUS_TOKENS)]),
            Kind("place_ship", [port]),
            Kind("invite", [], Vec("seats")),
            Kind("join_reply", [Flag("join"), Choice("dial", DIALS, True)]),
            Kind("commit", []),
            Kind("combat_loss", [Flag("healer")]),
            Kind("retreat", [Choice("port", ZONES, True)]),
            Kind("take_token", [colour]),
            Kind("objective_deck", [deck]),
            Kind("objective_keep", [Choice("objective", objectives)]),
            Kind("objective_return", [Choice("objective", objectives), Choice("place", PLACES)]),
            Kind("refill_deck", [deck]),
            Kind("return_home", [Choice("ship", SHIPS, True)]),
            Kind("resource", []),
            Kind("knowledge", []),
            Kind("wild", [WildSource("source", goods), Field("n")]),
            Kind("card_bonus", [number]),
            Kind("labor", []),
            Kind("scout_goods", [port]),
            Kind("scout_affiliation", [port]),
            Kind("scout_encounter", [Choice("place", PLACES, True)]),
            Kind("board", [Choice("ship", SHIPS)]),
            Kind("drop", [Choice("ship", SHIPS)]),
            Kind("sail", [Choice("to", ZONES)]),
            Kind("end_route", []),
            Kind("arrive", []),
            Kind("attack", [Target("target"), s]),
            Kind("build", [Choice("kind", STRUCTURES), Choice("port", ZONES, True)]),
            Kind("diplomacy", [port, Field("steps")]),
            Kind("parley", [number, s]),
            Kind("explore", [port, Field("n")]),
            Kind("contest", [number, s]),
            Kind("trade", [Choice("good", goods)]),
            Kind("courier", [Choice("good", goods), Choice("holder", HOLDERS)]),
            Kind("private_objective", [], Tokens("tokens")),
            Kind("upgrade", [colour], Tokens("tokens")),
            Kind("free_action", [colour, Field("n"), port], Fourth(Field("wild"))),
            Kind("end", []),
        ]
    )
