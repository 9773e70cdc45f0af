"""A whole match in process, as fast as the rules go: no checks, no events, one state changed in place.

The commits are exactly those that the platform writes for the same seeds and policies.
"""

from __future__ import annotations

from typing import Any, Final

from bot_player.policies import Policy
from rulekit.chance import Draw, Seeded
from rulekit.events import Ctx
from rulekit.frames import waiting_seats
from rulekit.game import Game
from rulekit.match import Commit, Header, Record, commitment, log_digest

LONGEST: Final = 20_000


class PlayoutError(Exception):
    """A match that cannot be played on: a policy's answer is not an option, or there is no end."""


class Played:
    """A finished match and what the rules find wrong with its last state (nothing, normally)."""

    __slots__ = ("faults", "record")

    def __init__(self, record: Record, faults: list[str]) -> None:
        self.record = record
        self.faults = faults


def make_header(
    game: Game[Any], match_id: str, mode: str, options: dict[str, Any], players: list[str], seed: bytes
) -> Header:
    """The header of a match; raises `InvalidOptions` for an unknown mode, option or value."""
    return Header(
        match=match_id,
        game=game.key,
        version=game.version,
        edition=game.edition_id,
        edition_digest=game.edition_digest,
        mode=mode,
        options=game.mode(mode).resolve(options),
        players=players,
        commitment=commitment(seed),
    )


def play(game: Game[Any], header: Header, seed: bytes, policies: list[Policy]) -> Record:
    """Plays `header`'s match to its end, `policies[seat]` deciding; raises `PlayoutError`, `InvalidOptions`."""
    return play_out(game, header, seed, policies).record


def play_out(game: Game[Any], header: Header, seed: bytes, policies: list[Policy]) -> Played:
    """As `play`, and looks for faults in the last state.

    Where several seats are to decide at once they are asked in rulebook order. A right that a seat
    has at any time is offered with that seat's next decision, and not asked for by itself.
    """
    chance = Seeded(seed)
    drawn: list[Draw] = []
    chance.record = drawn
    ctx = Ctx(chance)
    state = game.setup(header.mode, header.options, len(header.players), ctx)
    commits = [Commit(revision=1, kind="start", by="operator", draws=_plain(drawn))]
    encode = game.actions.encode
    revision = 1
    while state.outcome is None:
        seats = waiting_seats(state)
        if not seats or revision > LONGEST:
            raise PlayoutError(f"{header.match}: no seat can go on after commit {revision}, and the match is not over")
        seat = seats[0]
        policy = policies[seat]
        decision = game.decision(state, seat)
        options = game.options(state, seat)
        view = game.view(state, seat) if policy.needs_view else None
        action = policy.choose(view, decision, options)
        if action not in options:
            raise PlayoutError(
                f"{header.match}: {header.players[seat]} answers {decision.id} with {action!r}, which is not an option"
            )
        drawn.clear()
        game.step(state, seat, action, ctx)
        revision += 1
        commits.append(
            Commit(
                revision=revision,
                kind="move",
                seat=seat,
                decision=decision.id,
                action=encode(action),
                draws=_plain(drawn),
            )
        )
    record = Record(
        header=header,
        seed=seed.hex(),
        commits=commits,
        outcome=state.outcome.plain(),
        log_digest=log_digest(header, commits),
    )
    return Played(record, game.faults(state))


def _plain(drawn: list[Draw]) -> list[tuple[int, str, list[int]]]:
    return [(d.stream, d.label, d.values) for d in drawn]
