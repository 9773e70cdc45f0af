"""Golden transcripts: whole matches as text, under tests/games/<game>/golden.

A change of rules, chance, views or events shows as a change of these files. ``python -m tests.golden``
writes them anew (review the diff); the tests only compare. A line per move, below it what chance gave,
what each seat was told, and digests of what each seat and a spectator sees; now and then the views whole.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from bot_player.catalogue import load_game
from bot_player.playout import make_header
from bot_player.policies import Policy, make_policy
from rulekit.actions import Action
from rulekit.events import Event
from rulekit.frames import waiting_seats
from rulekit.game import Game
from rulekit.match import Match, Proposal, derive_seed

FOLDER: Final = Path(__file__).parent / "games"

_plain = msgspec.json.Encoder(order="sorted").encode


class Golden(msgspec.Struct, kw_only=True, frozen=True):
    """One transcript: a match of a game by its seed, with a policy per seat; the views whole every so many moves.

    `told` is a word for the options in the name of the file.
    """

    game: str
    mode: str
    options: dict[str, Any]
    policies: tuple[str, ...]
    seed: int
    told: str = ""
    whole_views: int = 40

    @property
    def name(self) -> str:
        return "-".join([self.mode, *([self.told] if self.told else []), *self.policies, str(self.seed)])

    @property
    def path(self) -> Path:
        return FOLDER / self.game / "golden" / f"{self.name}.txt"


# Every mode and number of seats of Ultimate Voyage, the randomized set-ups in one of them.
VOYAGES: Final[list[tuple[str, int, dict[str, Any]]]] = [
    ("full", 2, {}),
    ("full", 3, {"first_game": True, "first_player": 1}),
    ("full", 4, {"random_tiles": True, "random_knowledge": True, "random_starts": True}),
    ("quick", 2, {}),
    ("quick", 3, {"first_game": True}),
    ("quick", 4, {"first_player": 2}),
    ("solo", 1, {}),
]

# Mode, number of seats, options.
FORGE_WAR: Final[list[tuple[str, int, dict[str, Any]]]] = [
    ("normal", 2, {}),
    ("normal", 3, {}),
    ("normal", 4, {}),
    ("epic", 2, {"bonus_tiles": True}),
    ("epic", 3, {}),
    ("epic", 4, {"bonus_tiles": True}),
    ("advanced_normal", 2, {"bonus_tiles": True}),
    ("advanced_normal", 3, {"bonus_tiles": True}),
    ("advanced_normal", 4, {}),
    ("short_epic", 2, {}),
    ("short_epic", 3, {"bonus_tiles": True}),
    ("short_epic", 4, {"bonus_tiles": True}),
    ("solo_normal", 1, {"difficulty": "very_easy"}),
    ("solo_epic", 1, {"difficulty": "random", "bonus_tiles": True}),
]

GOLDEN: Final = [
    Golden(game="ming_voyages", mode="two_player", options={"first_emperor": 0}, policies=("random", "random"), seed=1),
    Golden(game="ming_voyages", mode="two_player", options={"first_emperor": 1}, policies=("random", "random"), seed=2),
    Golden(game="ming_voyages", mode="two_player", options={}, policies=("random", "random"), seed=3),
    Golden(game="ming_voyages", mode="two_player", options={}, policies=("greedy", "greedy"), seed=4),
    Golden(game="ming_voyages", mode="series", options={}, policies=("random", "random"), seed=5, whole_views=80),
    Golden(game="ming_voyages", mode="series", options={}, policies=("greedy", "random"), seed=6, whole_views=80),
    *(
        Golden(
            game="ming_voyages",
            mode="solo",
            options={"difficulty": difficulty, "extra_challenge": challenge},
            policies=(policy,),
            seed=seed,
            told=f"{difficulty}-challenge" if challenge else difficulty,
        )
        for seed, (difficulty, challenge, policy) in enumerate(
            [
                ("easy", False, "random"),
                ("easy", False, "greedy"),
                ("moderate", False, "greedy"),
                ("hard", False, "greedy"),
                ("hard", True, "greedy"),
                ("brutal", False, "greedy"),
                ("brutal", True, "greedy"),
            ],
            7,
        )
    ),
    *(
        Golden(game="treasure_ship", mode=mode, options={}, policies=policies, seed=seed, whole_views=150)
        for seed, (mode, policies) in enumerate(
            [
                ("solo", ("random",)),
                ("standard", ("random", "random")),
                ("standard", ("random", "random", "random")),
                ("standard", ("random", "random", "random", "random")),
                ("standard", ("random", "random", "random", "random", "random")),
                ("standard", ("greedy", "greedy", "random")),
            ],
            1,
        )
    ),
    *(
        Golden(
            game="ultimate_voyage", mode=mode, options=options, policies=("random",) * seats, seed=seed, whole_views=400
        )
        for seed, (mode, seats, options) in enumerate(VOYAGES, 1)
    ),
    *(
        Golden(game="forge_war", mode=mode, options=options, policies=("random",) * seats, seed=seed, whole_views=2000)
        for seed, (mode, seats, options) in enumerate(FORGE_WAR, 1)
    ),
    # Random play loses a solo game early; these two are won.
    Golden(game="forge_war", mode="solo_normal", options={}, policies=("greedy",), seed=15, whole_views=2000),
    Golden(
        game="forge_war",
        mode="solo_epic",
        options={"bonus_tiles": True},
        policies=("greedy",),
        seed=21,
        whole_views=2000,
    ),
]


def transcript(golden: Golden) -> str:
    """The match, played anew, as text."""
    game = load_game(golden.game)
    seed = derive_seed(golden.seed, "golden", golden.game, golden.mode)
    header = make_header(game, golden.name, golden.mode, golden.options, list(golden.policies), seed)
    players = [
        make_policy(name, game, derive_seed(golden.seed, "policy", seat).hex())
        for seat, name in enumerate(golden.policies)
    ]
    out = [f"{game.key} version {game.version} {golden.mode} {_text(header.options)} {' '.join(golden.policies)}"]
    proposal = Match.start(game, header, seed)
    _write(out, game, "start", proposal, len(players), golden.whole_views)
    while proposal.match.state.outcome is None:
        what, proposal = _move(game, proposal.match, players)
        _write(out, game, what, proposal, len(players), golden.whole_views)
    return "\n".join(out) + "\n"


def _move(game: Game[Any], match: Match, players: list[Policy]) -> tuple[str, Proposal]:
    seat = waiting_seats(match.state)[0]
    decision = game.decision(match.state, seat)
    options = game.options(match.state, seat)
    action: Action = players[seat].choose(game.view(match.state, seat), decision, options)
    proposal = match.propose("move", seat=seat, decision=decision.id, action=action)
    what = f"seat {seat} {decision.id} ({len(options)} options): {game.actions.text(action)}"
    return what, proposal


def _write(out: list[str], game: Game[Any], what: str, proposal: Proposal, seats: int, whole_views: int) -> None:
    match = proposal.match
    out.append(f"{match.revision} {what}")
    out.extend(f"  chance {label} {values}" for _, label, values in proposal.commit.draws)
    for event in proposal.events:
        out.extend(_told(event, seats))
    views = [_plain(game.view(match.state, seat)) for seat in [*range(seats), None]]
    out.append("  sees " + " ".join(hashlib.blake2b(v, digest_size=6).hexdigest() for v in views))
    if match.revision % whole_views == 1 or match.state.outcome is not None:
        out.extend(f"  view {name} {v.decode()}" for name, v in zip([*range(seats), "spectator"], views, strict=True))


def _told(event: Event, seats: int) -> list[str]:
    """One line if everybody is told the same, else one for each seat and for spectators."""
    everybody = [event.seen_by(seat) for seat in [*range(seats), None]]
    if all(e == everybody[0] for e in everybody):
        return [f"  all {_text(everybody[0])}"]
    names = [*(f"seat {n}" for n in range(seats)), "spectator"]
    return [f"  {name} {_text(e)}" for name, e in zip(names, everybody, strict=True) if e is not None]


def _text(data: Any) -> str:
    """Canonical JSON; the `type` of an event first."""
    if isinstance(data, dict) and "type" in data:
        rest = {k: v for k, v in data.items() if k != "type"}
        return f"{data['type']} {_plain(rest).decode()}"
    return _plain(data).decode()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description="write the golden transcripts anew")
    parser.add_argument("--game", choices=sorted({g.game for g in GOLDEN}), help="one game only")
    args = parser.parse_args(arguments)
    for golden in GOLDEN:
        if args.game in (None, golden.game):
            text = transcript(golden)
            old = golden.path.read_text("utf-8") if golden.path.exists() else ""
            golden.path.parent.mkdir(parents=True, exist_ok=True)
            golden.path.write_text(text, "utf-8")
            print(f"{golden.path.relative_to(FOLDER)}: {'unchanged' if text == old else 'written'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
