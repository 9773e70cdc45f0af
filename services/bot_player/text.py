"""Games in words: what a game brings so that people can play and watch it in a terminal."""

from __future__ import annotations

import importlib
from typing import Any, Protocol, cast

import msgspec

from rulekit.game import Game


class GameText(Protocol):
    """A game in words, made of what a seat may see: views, actions and events as JSON objects.

    Lines are at most 80 characters wide where the game draws them (panels, reference, result); questions, labels and
    events are one line each of any length. Nothing here raises for a view, action or event of the game.
    """

    def panels(self, view: dict[str, Any]) -> dict[str, list[str]]:
        """All there is to see, by name and in the order in which it is shown."""

    def scene(self, decision: str) -> tuple[str, ...]:
        """The names of the panels that matter for a kind of decision."""

    def question(self, view: dict[str, Any], decision: str) -> str:
        """What is to be decided."""

    def label(self, action: dict[str, Any], view: dict[str, Any]) -> str:
        """What an option means; different options of one decision have different labels."""

    def event(self, event: dict[str, Any], view: dict[str, Any], names: list[str]) -> str:
        """What happened. `view` is any view of the reader (it says who "you" is), `names` are the players by seat."""

    def result(self, outcome: dict[str, Any], names: list[str]) -> list[str]:
        """How the match ended, beside places and points."""

    def reference(self, view: dict[str, Any]) -> list[str]:
        """Things to look up: cards, squares and the like."""


class PlainText:
    """For a game that brings no words: its JSON, laid out."""

    def __init__(self, game: Game[Any] | None = None) -> None:
        """Without a game: for one that is not installed here."""
        self._game = game

    def panels(self, view: dict[str, Any]) -> dict[str, list[str]]:
        return {"view": msgspec.json.format(msgspec.json.encode(view), indent=2).decode().splitlines()}

    def scene(self, decision: str) -> tuple[str, ...]:
        return ("view",)

    def question(self, view: dict[str, Any], decision: str) -> str:
        return f"Decide: {decision.replace('_', ' ')}"

    def label(self, action: dict[str, Any], view: dict[str, Any]) -> str:
        if self._game is None:
            return msgspec.json.encode(action).decode()
        return self._game.actions.text(self._game.actions.decode(action))

    def event(self, event: dict[str, Any], view: dict[str, Any], names: list[str]) -> str:
        """``card_played card=3 mode=first``."""
        facts = [
            f"{key}={value if isinstance(value, str) else msgspec.json.encode(value).decode()}"
            for key, value in event.items()
            if key != "type"
        ]
        return " ".join([str(event.get("type", "?")), *facts])

    def result(self, outcome: dict[str, Any], names: list[str]) -> list[str]:
        return []

    def reference(self, view: dict[str, Any]) -> list[str]:
        return []


def game_text(game: Game[Any]) -> GameText:
    """The words of the function ``make_text(game)`` in the game's module ``text``, or plain ones."""
    name = f"{game.key}.text"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as e:
        if e.name not in (name, game.key):
            raise  # the module is there, but something that it imports is not
        return PlainText(game)
    return cast("GameText", module.make_text(game))
