"""What a run is: who plays which match from which seat with which seeds. The same for `run` and `simulate`."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from bot_player.catalogue import UnknownGame, load_game
from bot_player.policies import UnknownPolicy, policy_class, policy_names
from console.problem import Problem, bounded
from rulekit.chance import Seeded
from rulekit.errors import EditionError, InvalidOptions
from rulekit.events import Ctx
from rulekit.game import Game, Mode
from rulekit.match import derive_seed

MOST_MATCHES: Final = 10_000_000


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """All that decides the logs of a run. `options` are resolved; `players[i]` sits at seat i in match 0."""

    game: str
    mode: str
    options: dict[str, Any]
    players: list[str]
    matches: int
    seed: str
    swap_seats: bool = False
    edition: Path | None = None
    id_prefix: str = "match"


class Planned(msgspec.Struct, frozen=True, kw_only=True):
    """One match of a run. `entries[seat]` is the position in `Run.players` of who sits there."""

    number: int
    id: str
    seed: bytes
    entries: list[int]
    players: list[str]
    policy_seeds: list[str]


def planned(run: Run, number: int) -> Planned:
    """Match `number` (from 0). With `swap_seats` each match seed is played once per rotation of the players."""
    seats = len(run.players)
    turn = number % seats if run.swap_seats else 0
    seed_number = number // seats if run.swap_seats else number
    entries = [(seat + turn) % seats for seat in range(seats)]
    return Planned(
        number=number,
        id=f"{run.id_prefix}-{number:05d}",
        seed=derive_seed(run.seed, "match", seed_number),
        entries=entries,
        players=[run.players[e] for e in entries],
        policy_seeds=[derive_seed(run.seed, "policy", number, seat).hex() for seat in range(seats)],
    )


def plan(run: Run) -> Iterator[Planned]:
    return (planned(run, number) for number in range(run.matches))


def open_game(key: str, edition: Path | None) -> Game[Any]:
    """The game of a command line; raises `Problem`."""
    try:
        return load_game(key, edition)
    except (UnknownGame, EditionError) as e:
        raise Problem(str(e)) from e


def make_run(
    game: Game[Any],
    *,
    mode: str | None,
    options: list[str],
    players: str | None,
    matches: int,
    seed: str | None,
    swap_seats: bool,
    edition: Path | None,
    house_only: bool = True,
) -> Run:
    """Checks the arguments of a run; raises `Problem` for the first that is wrong.

    With `house_only` every player must be a policy of this installation; else the server judges names.
    """
    bounded("--matches", matches, 1, MOST_MATCHES)
    try:
        chosen = game.mode(mode) if mode is not None else game.modes[0]
        resolved = chosen.resolve(_options(options))
    except InvalidOptions as e:
        raise Problem(str(e)) from e
    names = _players(game, chosen, players)
    if not chosen.min_seats <= len(names) <= chosen.max_seats:
        need = (
            str(chosen.min_seats)
            if chosen.min_seats == chosen.max_seats
            else f"{chosen.min_seats} to {chosen.max_seats}"
        )
        word = "player" if need == "1" else "players"
        raise Problem(f'mode "{chosen.name}" of {game.key} needs {need} {word}, not {len(names)}')
    if house_only:
        for name in names:
            try:
                policy_class(name, game.key)
            except UnknownPolicy as e:
                raise Problem(str(e)) from e
    try:  # values that are good alone may not go together
        game.setup(chosen.name, resolved, len(names), Ctx(Seeded(bytes(32))))
    except InvalidOptions as e:
        raise Problem(str(e)) from e
    return Run(
        game=game.key,
        mode=chosen.name,
        options=resolved,
        players=names,
        matches=matches,
        seed=seed if seed is not None else str(secrets.randbits(32)),
        swap_seats=swap_seats,
        edition=edition,
    )


def _options(given: list[str]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for text in given:
        name, eq, value = text.partition("=")
        if not eq or not name:
            raise Problem(f'--option must be NAME=VALUE, not "{text}"')
        out[name] = value
    return out


def _players(game: Game[Any], mode: Mode, given: str | None) -> list[str]:
    if given is None:
        first = "greedy" if "greedy" in policy_names(game.key) else "random"
        return [first, *["random"] * (mode.min_seats - 1)]
    names = [name.strip() for name in given.split(",")]
    if not all(names):
        raise Problem(f'--players must be names parted by commas, not "{given}"')
    return names
