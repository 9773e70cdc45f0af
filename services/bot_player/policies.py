"""Policies: one method that picks an action. The same class plays in process and as a house bot.

A policy knows what its seat may see and nothing else. It holds nothing between decisions that it
could not work out again, and its randomness for a decision comes from its own seed and the
decision's id alone (`policy_chance`): so any replica, asked at any time, gives the same answer, and
an in-process run plays the same match as the platform.

A policy of your own joins in by the environment:
``BAOCHUAN_EXTRA_POLICIES="mine=my_package.bots:Mine"`` (a subclass of `Policy`).
"""

from __future__ import annotations

import hashlib
import importlib
import os
from collections.abc import Callable
from typing import Any, Final, cast

import msgspec

from bot_player.catalogue import imported, named
from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.game import Decision, Game

EXTRA_POLICIES = "BAOCHUAN_EXTRA_POLICIES"

Weights = Callable[[list[Action]], "list[int] | None"]


class UnknownPolicy(LookupError):
    """No policy of this name, or none for this game; the text lists those there are."""


class BadParameter(UnknownPolicy):
    """A parameter in the name of a policy that the policy does not have, or a value out of its range."""


def policy_chance(seed: bytes, decision_id: str) -> Seeded:
    """The chance of a policy for one decision: the same for whoever asks, unlike that of any other decision."""
    return Seeded(hashlib.blake2b(decision_id.encode(), key=seed, digest_size=32).digest())


class Policy:
    """Plays one seat of one match.

    `needs_view`: give it the seat's view, not None. `thinks`: takes so long (over a millisecond or
    so) that the bot player should do it beside its event loop.
    """

    needs_view = True
    thinks = True

    def __init__(self, game: Game[Any], seed: bytes) -> None:
        self.game = game
        self.seed = seed

    def configure(self, settings: dict[str, int]) -> None:
        """Takes the parameters of the policy's name, before the first decision; only those that were given."""

    def choose(self, view: msgspec.Struct | None, decision: Decision, options: list[Action]) -> Action:
        """One of `options`, which holds at least one."""
        raise NotImplementedError(type(self).__name__)


class RandomPolicy(Policy):
    """Each option with the same chance, unless the game weights them.

    A game gives weights by a function ``random_weights(options) -> list[int] | None`` in its module
    ``policy`` (None: all the same); so plain chance does not waste a game on options that sound
    play takes rarely.
    """

    needs_view = False
    thinks = False

    def __init__(self, game: Game[Any], seed: bytes) -> None:
        super().__init__(game, seed)
        self._weights = random_weights(game.key)

    def choose(self, view: msgspec.Struct | None, decision: Decision, options: list[Action]) -> Action:
        weights = self._weights(options) if self._weights is not None else None
        chance = policy_chance(self.seed, decision.id)
        if weights is None:
            return options[chance.below(len(options))]
        left = chance.below(sum(weights))
        for option, weight in zip(options, weights, strict=True):
            left -= weight
            if left < 0:
                return option
        raise ValueError(f"weights {weights} are negative")


_hints: dict[str, Weights | None] = {}


def random_weights(game_key: str) -> Weights | None:
    """The game's hint for random play, if it gives one."""
    if game_key not in _hints:
        _hints[game_key] = _find_weights(game_key)
    return _hints[game_key]


def _find_weights(game_key: str) -> Weights | None:
    name = f"{game_key}.policy"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as e:
        if e.name not in (name, game_key):
            raise  # the module is there, but something that it imports is not
        return None
    return cast("Weights | None", getattr(module, "random_weights", None))


ANY: Final = "*"


class Parameter:
    """A whole number in the name of a policy, ``mcts:ms=50``. With `clock` set the policy goes by the clock."""

    __slots__ = ("clock", "help", "least", "most")

    def __init__(self, help: str, least: int, most: int, *, clock: bool = False) -> None:
        self.help = help
        self.least = least
        self.most = most
        self.clock = clock


class Entry:
    """A policy in the list: one line of help, by game (or `ANY`) the class as "module:name", its parameters.

    Classes are imported when first used, so that listing costs nothing.
    """

    __slots__ = ("classes", "help", "parameters")

    def __init__(self, help: str, classes: dict[str, str], parameters: dict[str, Parameter] | None = None) -> None:
        self.help = help
        self.classes = classes
        self.parameters = parameters or {}

    def about(self) -> str:
        """The line of help, parameters included."""
        parts = [f"{key}={p.least}..{p.most}: {p.help}" for key, p in self.parameters.items()]
        return f"{self.help} [{'; '.join(parts)}]" if parts else self.help

    def path(self, game_key: str) -> str | None:
        return self.classes.get(game_key, self.classes.get(ANY))


POLICIES: dict[str, Entry] = {
    "random": Entry("picks at random, blind to the position", {ANY: "bot_player.policies:RandomPolicy"}),
    "greedy": Entry(
        "looks one step ahead and takes what looks best",
        {
            "ming_voyages": "bot_player.greedy_ming_voyages:GreedyMingVoyages",
            "treasure_ship": "bot_player.greedy_treasure_ship:GreedyTreasureShip",
            "ultimate_voyage": "bot_player.greedy_ultimate_voyage:GreedyUltimateVoyage",
            "forge_war": "bot_player.greedy_forge_war:GreedyForgeWar",
        },
    ),
    "mcts": Entry(
        "searches the worlds that its view allows (Monte Carlo tree search)",
        {ANY: "bot_player.mcts:Mcts"},
        {
            "iterations": Parameter("lines looked at per decision", 1, 1_000_000),
            "ms": Parameter("milliseconds per decision; no run repeats", 1, 600_000, clock=True),
        },
    ),
}

_loaded: dict[tuple[str, str], type[Policy]] = {}  # by name and game: asked for with every decision


def policies() -> dict[str, Entry]:
    """All policies, those of the environment included."""
    extra = named(os.environ.get(EXTRA_POLICIES, ""), EXTRA_POLICIES)
    return POLICIES | {name: Entry(f"from {path}", {ANY: path}) for name, path in extra.items()}


def policy_names(game_key: str) -> list[str]:
    """The policies that play this game."""
    return [name for name, entry in policies().items() if entry.path(game_key) is not None]


def policy_games(name: str, game_keys: list[str]) -> list[str]:
    """Those of the games that the policy plays."""
    entry = policies()[name]
    return [key for key in game_keys if entry.path(key) is not None]


def base_name(name: str) -> str:
    """``mcts`` for ``mcts:iterations=400``: the name by which a policy is listed and asked for."""
    return name.partition(":")[0]


def policy_settings(name: str) -> dict[str, int]:
    """The parameters of a name, ``{"iterations": 400}``; raises `UnknownPolicy`, `BadParameter`."""
    base, colon, rest = name.partition(":")
    if not colon:
        return {}
    entry = policies().get(base)
    if entry is None:
        raise UnknownPolicy(f'no bot "{base}"; known: {", ".join(policies())}')
    out: dict[str, int] = {}
    for part in rest.split(":"):
        key, _, value = part.partition("=")
        parameter = entry.parameters.get(key)
        if parameter is None:
            known = ", ".join(f"{k} ({p.least} to {p.most}: {p.help})" for k, p in entry.parameters.items())
            raise BadParameter(f'bot "{name}": "{base}" has no parameter "{key}"; parameters: {known or "none"}')
        digits = value.isascii() and value.isdecimal() and len(value) <= len(str(parameter.most))
        if not digits or not parameter.least <= int(value) <= parameter.most:
            raise BadParameter(
                f'bot "{name}": {key} must be a whole number from {parameter.least} to {parameter.most}, not "{value}"'
            )
        if key in out:
            raise BadParameter(f'bot "{name}": {key} is given twice')
        out[key] = int(value)
    return out


def goes_by_clock(name: str) -> bool:
    """True for a policy that decides by the clock: its matches cannot be repeated. False for one unknown here."""
    entry = policies().get(base_name(name))
    if entry is None:
        return False
    keys = [part.partition("=")[0] for part in name.split(":")[1:]]
    return any(key in entry.parameters and entry.parameters[key].clock for key in keys)


def policy_class(name: str, game_key: str) -> type[Policy]:
    """The class of a policy, its parameters checked; raises `UnknownPolicy`, `BadParameter`."""
    base = base_name(name)
    known_class = _loaded.get((base, game_key))
    if known_class is None:
        entry = policies().get(base)
        path = entry.path(game_key) if entry is not None else None
        if path is None:
            known = ", ".join(policy_names(game_key))
            raise UnknownPolicy(f'no bot "{base}" plays {game_key}; known: {known}')
        known_class = imported(path)
        _loaded[base, game_key] = known_class
    policy_settings(name)
    return known_class


def make_policy(name: str, game: Game[Any], seed_hex: str) -> Policy:
    """A policy for one seat of one match; raises `UnknownPolicy`, or `ValueError` for a seed that is none."""
    policy = policy_class(name, game.key)(game, policy_seed(seed_hex))
    settings = policy_settings(name)
    if settings:
        policy.configure(settings)
    return policy


def policy_seed(seed_hex: str) -> bytes:
    """The bytes of a policy's seed, 1 to 64 of them; raises `ValueError`."""
    seed = bytes.fromhex(seed_hex)
    if not 1 <= len(seed) <= 64:
        raise ValueError(f"the seed of a policy has 1 to 64 bytes, not {len(seed)}")
    return seed
