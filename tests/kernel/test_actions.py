"""Actions: names at the door, ints inside."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.actions import ABSENT, Action, ActionTable, Amounts, Choice, Field, Flag, Kind, Nullable, Vec
from rulekit.errors import InvalidAction

PLACES = ["", "yunnan", "sichuan", "gansu"]


def table() -> ActionTable:
    return ActionTable(
        [
            Kind("pass", []),
            Kind("move", [Choice("from", PLACES), Choice("to", PLACES), Field("n")]),
            Kind("wait", [Flag("long"), Nullable("until"), Field("times", optional=True)]),
            Kind("order", [], Vec("cards")),
            Kind("take", [Choice("at", PLACES, optional=True)], Amounts("goods", ["", "silk", "tea"])),
            Kind("call", [Field("n")], Vec("on", optional=True)),
        ]
    )


FORMS: list[dict[str, Any]] = [
    {"type": "pass"},
    {"type": "move", "from": "yunnan", "to": "sichuan", "n": 2},
    {"type": "move", "from": "gansu", "to": "yunnan", "n": -1},
    {"type": "wait", "long": True, "until": None},
    {"type": "wait", "long": False, "until": 3, "times": 0},
    {"type": "order", "cards": []},
    {"type": "order", "cards": [3, 1, 2]},
    {"type": "take", "goods": {}},
    {"type": "take", "at": "gansu", "goods": {"tea": 2, "silk": 1}},
    {"type": "call", "n": 1},
    {"type": "call", "n": 1, "on": [4, 0]},
]


@pytest.mark.parametrize("form", FORMS, ids=json.dumps)
def test_form_comes_back_unchanged(form: dict[str, Any]) -> None:
    t = table()
    action = t.decode(form)
    assert t.encode(action) == form
    assert t.decode(t.encode(action)).key() == action.key()


@given(
    st.integers(1, 3),
    st.integers(1, 3),
    st.integers(-(10**12), 10**12),
    st.lists(st.integers(), max_size=5),
    st.lists(st.integers(0, 9), min_size=3, max_size=3),
)
def test_every_interned_action_decodes_to_itself(a: int, b: int, n: int, cards: list[int], goods: list[int]) -> None:
    t = table()
    goods[0] = 0  # the name "" takes nothing
    actions = [t.get(1, a, b, n), t.get(3, vec=tuple(cards)), t.get(4, a, vec=tuple(goods)), t.get(2, b % 2, max(n, 0))]
    for action in actions:
        assert t.decode(json.loads(json.dumps(t.encode(action)))) is action


def test_equal_content_is_the_same_object() -> None:
    t = table()
    assert t.get(1, 1, 2, 3) is t.get(1, 1, 2, 3)
    assert t.get(1, 1, 2, 3) is not t.get(1, 1, 2, 4)
    assert t.get(0) is t.decode({"type": "pass"})


def test_decoding_does_not_grow_the_table() -> None:
    t = table()
    for n in range(100):
        action = t.decode({"type": "move", "from": "gansu", "to": "gansu", "n": n})
        t.encode(action)
        t.text(action)
    assert t._interned == {}
    assert t._json == {}


def test_interned_finds_the_equal_action() -> None:
    t = table()
    early = t.decode({"type": "pass"})
    assert t.interned(early) is early
    listed = t.get(0)
    assert listed is not early
    assert t.interned(early) is listed
    assert t.decode({"type": "pass"}) is listed


@pytest.mark.parametrize(
    ("form", "says"),
    [
        (None, "an action is an object"),
        ([], "an action is an object"),
        ("pass", "an action is an object"),
        ({}, "unknown action type None; known: pass, move"),
        ({"type": 3}, "unknown action type 3"),
        ({"type": []}, r"unknown action type \[\]"),
        ({"type": "fly"}, "unknown action type 'fly'"),
        ({"type": "move", "from": "yunnan", "to": "gansu"}, 'action "move": field "n" is missing'),
        ({"type": "move", "from": "yunnan", "n": 1}, 'field "to" is missing'),
        ({"type": "move", "from": "yunnan", "to": "gansu", "n": "1"}, 'field "n" must be a whole number'),
        ({"type": "move", "from": "yunnan", "to": "gansu", "n": 1.0}, 'field "n" must be a whole number'),
        ({"type": "move", "from": "yunnan", "to": "gansu", "n": True}, 'field "n" must be a whole number'),
        ({"type": "move", "from": "yunnan", "to": "gansu", "n": None}, 'field "n" must be a whole number'),
        (
            {"type": "move", "from": "peking", "to": "gansu", "n": 1},
            'field "from" must be one of: yunnan, sichuan, gansu',
        ),
        ({"type": "move", "from": "", "to": "gansu", "n": 1}, 'field "from" must be one of'),
        ({"type": "move", "from": 1, "to": "gansu", "n": 1}, 'field "from" must be one of'),
        ({"type": "move", "from": ["gansu"], "to": "gansu", "n": 1}, 'field "from" must be one of'),
        ({"type": "pass", "n": 1}, 'action "pass": unknown field n'),
        ({"type": "order", "cards": [], "a": 1, "b": 2}, "unknown field a, b"),
        ({"type": "call", "n": 1, "on": []}, 'field "on" must not be empty; leave it out instead'),
        ({"type": "call", "n": 1, "of": [1]}, 'action "call": unknown field of'),
        ({"type": "wait", "long": 1, "until": None}, 'field "long" must be true or false'),
        ({"type": "wait", "long": True, "until": "x"}, 'field "until" must be a whole number'),
        ({"type": "wait", "long": True, "until": -1}, 'field "until" must not be -1'),
        ({"type": "wait", "long": True, "until": 1, "times": -1}, 'field "times" must not be -1'),
        ({"type": "wait", "long": True, "until": 1, "times": None}, 'field "times" must be a whole number'),
        ({"type": "wait", "long": True}, 'field "until" is missing'),
        ({"type": "order"}, 'field "cards" is missing'),
        ({"type": "order", "cards": {}}, 'field "cards" must be a list of whole numbers'),
        ({"type": "order", "cards": [1, "2"]}, 'field "cards" must be a list of whole numbers'),
        ({"type": "order", "cards": [True]}, 'field "cards" must be a list of whole numbers'),
        ({"type": "take"}, 'field "goods" is missing'),
        ({"type": "take", "goods": []}, 'field "goods" must be an object'),
        ({"type": "take", "goods": {"rum": 1}}, "'rum' -> 1 is not a known name"),
        ({"type": "take", "goods": {"": 1}}, "'' -> 1 is not a known name"),
        ({"type": "take", "goods": {"tea": 0}}, "'tea' -> 0 is not"),
        ({"type": "take", "goods": {"tea": True}}, "'tea' -> True is not"),
        ({"type": "take", "goods": {"tea": 1.5}}, "'tea' -> 1.5 is not"),
        ({"type": "take", "at": "", "goods": {}}, 'field "at" must be one of'),
    ],
)
def test_malformed_action_is_refused(form: Any, says: str) -> None:
    with pytest.raises(InvalidAction, match=says):
        table().decode(form)


def test_a_refusal_does_not_echo_a_flood() -> None:
    with pytest.raises(InvalidAction) as refused:
        table().decode({"type": "x" * 1_000_000})
    assert len(str(refused.value)) < 600
    assert refused.value.message == str(refused.value)


SCALARS = st.none() | st.booleans() | st.integers() | st.text()


@given(st.recursive(SCALARS, lambda x: st.lists(x) | st.dictionaries(st.text(), x)))
def test_any_json_is_decoded_or_refused(form: Any) -> None:
    t = table()
    fields = dict.fromkeys(("from", "to", "n", "long", "until", "times", "cards", "at", "goods"), form)
    for attempt in (form, {"type": form}, *({"type": kind, **fields} for kind in ("move", "wait", "order", "take"))):
        try:
            action = t.decode(attempt)
        except InvalidAction:
            continue
        assert t.encode(action) == attempt


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (FORMS[0], "pass"),
        (FORMS[1], "move yunnan sichuan 2"),
        (FORMS[3], "wait long"),
        (FORMS[4], "wait no long 3 0"),
        (FORMS[6], "order 3 1 2"),
        (FORMS[8], "take gansu silk 1, tea 2"),
    ],
)
def test_text_of_an_action(form: dict[str, Any], text: str) -> None:
    t = table()
    assert t.text(t.decode(form)) == text


def test_schema_lists_every_kind_and_field() -> None:
    schema = table().schema()
    kinds = {k["properties"]["type"]["const"]: k for k in schema["oneOf"]}
    assert list(kinds) == ["pass", "move", "wait", "order", "take", "call"]
    assert kinds["call"]["required"] == ["type", "n"]
    assert kinds["move"]["properties"]["to"] == {"enum": ["yunnan", "sichuan", "gansu"]}
    assert kinds["move"]["required"] == ["type", "from", "to", "n"]
    assert kinds["wait"]["properties"]["long"] == {"type": "boolean"}
    assert kinds["wait"]["properties"]["until"] == {"type": ["integer", "null"]}
    assert kinds["wait"]["required"] == ["type", "long", "until"]
    assert kinds["order"]["properties"]["cards"] == {"type": "array", "items": {"type": "integer"}}
    assert list(kinds["take"]["properties"]["goods"]["properties"]) == ["silk", "tea"]
    assert all(k["additionalProperties"] is False for k in kinds.values())


def test_action_shows_its_content() -> None:
    assert repr(Action(1, 2, ABSENT, 3, (4,))) == "Action(1, 2, -1, 3, (4,))"
