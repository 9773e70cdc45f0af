"""Actions: small interned intents, and the table that gives them names.

Inside the rules an action is a kind number and a few ints. The door (logs, API, bots) sees the
JSON object ``{"type": "move", "from": "yunnan", "to": "sichuan", "n": 2}``; `ActionTable`
translates, from one `Kind` per action type. Interned means: within one table two actions with the
same content are the same object, so options are compared by identity.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from rulekit.errors import InvalidAction

ABSENT: Final = -1
NO_VEC: Final[tuple[int, ...]] = ()


class Action:
    """`kind` is an index into the game's table; `a`, `b`, `c` and `vec` are its fields in order."""

    __slots__ = ("kind", "a", "b", "c", "vec")

    def __init__(self, kind: int, a: int, b: int, c: int, vec: tuple[int, ...]) -> None:
        self.kind = kind
        self.a = a
        self.b = b
        self.c = c
        self.vec = vec

    def key(self) -> tuple[int, int, int, int, tuple[int, ...]]:
        return (self.kind, self.a, self.b, self.c, self.vec)

    def __repr__(self) -> str:
        return f"Action{self.key()}"


@mypyc_attr(allow_interpreted_subclasses=True)
class Field:
    """One named field of an action kind: translates between the int inside and the JSON value."""

    def __init__(self, name: str, optional: bool = False) -> None:
        self.name = name
        self.optional = optional  # ABSENT inside <-> no such key in the JSON object

    def out(self, value: int) -> Any:
        return value

    def into(self, value: Any) -> int:
        if type(value) is not int:
            raise InvalidAction(f'field "{self.name}" must be a whole number')
        if value == ABSENT and self.optional:
            raise InvalidAction(f'field "{self.name}" must not be {ABSENT}; leave it out instead')
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "integer"}


class Choice(Field):
    """A field with a fixed list of names ("": no such value); the int inside is the position in the list."""

    def __init__(self, name: str, names: list[str], optional: bool = False) -> None:
        super().__init__(name, optional)
        self.names = names
        self.index = {n: i for i, n in enumerate(names) if n}

    def out(self, value: int) -> Any:
        return self.names[value] if 0 <= value < len(self.names) else value  # a refusal can quote what is no name

    def into(self, value: Any) -> int:
        if not isinstance(value, str) or value not in self.index:
            shown = ", ".join(n for n in self.names if n)
            raise InvalidAction(f'field "{self.name}" must be one of: {shown}')
        return self.index[value]

    def schema(self) -> dict[str, Any]:
        return {"enum": [n for n in self.names if n]}


class Flag(Field):
    """A boolean field."""

    def out(self, value: int) -> Any:
        return value == 1

    def into(self, value: Any) -> int:
        if not isinstance(value, bool):
            raise InvalidAction(f'field "{self.name}" must be true or false')
        return 1 if value else 0

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class Nullable(Field):
    """A number that may be null (ABSENT inside)."""

    def out(self, value: int) -> Any:
        return None if value == ABSENT else value

    def into(self, value: Any) -> int:
        if value is None:
            return ABSENT
        if value == ABSENT:
            raise InvalidAction(f'field "{self.name}" must not be {ABSENT}; null says "none"')
        return super().into(value)

    def schema(self) -> dict[str, Any]:
        return {"type": ["integer", "null"]}


@mypyc_attr(allow_interpreted_subclasses=True)
class Vec:
    """The field kept in `Action.vec`. This base class: a plain list of ints."""

    def __init__(self, name: str, optional: bool = False) -> None:
        self.name = name
        self.optional = optional  # empty inside <-> no such key in the JSON object

    def out(self, vec: tuple[int, ...]) -> Any:
        return list(vec)

    def into(self, value: Any) -> tuple[int, ...]:
        if not isinstance(value, list) or any(type(v) is not int for v in value):
            raise InvalidAction(f'field "{self.name}" must be a list of whole numbers')
        return tuple(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "integer"}}


class Amounts(Vec):
    """A map name -> n (n > 0); inside, one amount per name in the order of `names`."""

    def __init__(self, name: str, names: list[str]) -> None:
        super().__init__(name)
        self.names = names
        self.index = {n: i for i, n in enumerate(names) if n}

    def out(self, vec: tuple[int, ...]) -> Any:
        return {self.names[i]: n for i, n in enumerate(vec) if n > 0}

    def into(self, value: Any) -> tuple[int, ...]:
        if not isinstance(value, dict):
            raise InvalidAction(f'field "{self.name}" must be an object: name -> amount')
        vec = [0] * len(self.names)
        for name, n in value.items():
            if not isinstance(name, str) or name not in self.index or type(n) is not int or n < 1:
                raise InvalidAction(f'field "{self.name}": {name!r} -> {n!r} is not a known name and an amount from 1')
            vec[self.index[name]] = n
        return tuple(vec)

    def schema(self) -> dict[str, Any]:
        amount = {"type": "integer", "minimum": 1}
        return {"type": "object", "properties": {n: amount for n in self.names if n}, "additionalProperties": False}


class Kind:
    """One action type: its name and its fields, at most three ints and one vector."""

    def __init__(self, name: str, fields: list[Field], vec: Vec | None = None) -> None:
        self.name = name
        self.fields = fields
        self.vec = vec

    def schema(self) -> dict[str, Any]:
        props: dict[str, Any] = {"type": {"const": self.name}}
        required = ["type"]
        for f in self.fields:
            props[f.name] = f.schema()
            if not f.optional:
                required.append(f.name)
        if self.vec is not None:
            props[self.vec.name] = self.vec.schema()
            if not self.vec.optional:
                required.append(self.vec.name)
        return {"type": "object", "properties": props, "required": required, "additionalProperties": False}


class ActionTable:
    """All action kinds of a game and every interned action."""

    def __init__(self, kinds: list[Kind]) -> None:
        self.kinds = kinds
        self.by_name = {k.name: i for i, k in enumerate(kinds)}
        self._interned: dict[tuple[int, int, int, int, tuple[int, ...]], Action] = {}
        self._json: dict[Action, dict[str, Any]] = {}

    def get(
        self, kind: int, a: int = ABSENT, b: int = ABSENT, c: int = ABSENT, vec: tuple[int, ...] = NO_VEC
    ) -> Action:
        """The interned action; rules call it when they build their tables."""
        key = (kind, a, b, c, vec)
        found = self._interned.get(key)
        if found is None:
            found = Action(kind, a, b, c, vec)
            self._interned[key] = found
        return found

    def interned(self, action: Action) -> Action:
        """The interned action of the same content if there is one, else `action` itself."""
        return self._interned.get(action.key(), action)

    def encode(self, action: Action) -> dict[str, Any]:
        """The JSON object of an action. It is shared: do not change it."""
        known = self._json.get(action)
        if known is not None:
            return known
        kind = self.kinds[action.kind]
        out: dict[str, Any] = {"type": kind.name}
        values = (action.a, action.b, action.c)
        for i, f in enumerate(kind.fields):
            if not (f.optional and values[i] == ABSENT):
                out[f.name] = f.out(values[i])
        if kind.vec is not None and not (kind.vec.optional and not action.vec):
            out[kind.vec.name] = kind.vec.out(action.vec)
        if self._interned.get(action.key()) is action:
            self._json[action] = out
        return out

    def decode(self, obj: Any) -> Action:
        """The action of a JSON object; raises `InvalidAction`.

        An action that no option list ever held is returned uninterned, so that hostile input
        cannot grow the table.
        """
        if not isinstance(obj, dict):
            raise InvalidAction('an action is an object with a field "type"')
        name = obj.get("type")
        if not isinstance(name, str) or name not in self.by_name:
            raise InvalidAction(f"unknown action type {name!r}; known: {', '.join(self.by_name)}")
        number = self.by_name[name]
        kind = self.kinds[number]
        values = [ABSENT, ABSENT, ABSENT]
        seen = 1
        for i, f in enumerate(kind.fields):
            if f.name in obj:
                values[i] = f.into(obj[f.name])
                seen += 1
            elif not f.optional:
                raise InvalidAction(f'action "{name}": field "{f.name}" is missing')
        vec = NO_VEC
        if kind.vec is not None and kind.vec.name in obj:
            vec = kind.vec.into(obj[kind.vec.name])
            seen += 1
            if kind.vec.optional and not vec:
                raise InvalidAction(f'field "{kind.vec.name}" must not be empty; leave it out instead')
        elif kind.vec is not None and not kind.vec.optional:
            raise InvalidAction(f'action "{name}": field "{kind.vec.name}" is missing')
        if len(obj) != seen:
            fields = [f.name for f in kind.fields] + ([kind.vec.name] if kind.vec is not None else [])
            extra = sorted(str(k) for k in obj if k != "type" and k not in fields)
            raise InvalidAction(f'action "{name}": unknown field {", ".join(extra)}')
        key = (number, values[0], values[1], values[2], vec)
        found = self._interned.get(key)
        return found if found is not None else Action(number, values[0], values[1], values[2], vec)

    def text(self, action: Action) -> str:
        """One line for logs and people: ``attack sichuan 2``."""
        parts: list[str] = []
        for key, value in self.encode(action).items():
            if isinstance(value, dict):
                parts.append(", ".join(f"{k} {n}" for k, n in value.items()))
            elif isinstance(value, list):
                parts.append(" ".join(str(v) for v in value))
            elif value is True:
                parts.append(key)
            elif value is False:
                parts.append(f"no {key}")
            elif value is not None:
                parts.append(str(value))
        return " ".join(parts)

    def schema(self) -> dict[str, Any]:
        """JSON Schema of every action of the game."""
        return {"oneOf": [k.schema() for k in self.kinds]}
