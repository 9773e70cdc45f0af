"""What the tests of the greedy bot share: hands and estimates of positions, and matches to take them from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot_player.greedy_treasure_ship import Ask, knowledge
from bot_player.playout import Played, make_header, play_out
from bot_player.policies import Policy, make_policy
from bot_player.ship_hand import Hand
from bot_player.ship_squares import Squares
from bot_player.ship_value import Worth
from rulekit.chance import Seeded
from rulekit.events import Ctx
from rulekit.frames import waiting_seats
from rulekit.match import derive_seed
from tests.games.treasure_ship.table import GAME, Table, base
from treasure_ship.state import ShipState
from treasure_ship.view import view
from treasure_ship.view_types import ShipView


def view_of(s: ShipState, seat: int) -> ShipView:
    return view(s, seat)


def hand(seat: int = 0, final: bool = False, **position: Any) -> Hand:
    """A seat's hand in a position as `table.base` makes it."""
    s = base(2, **position)
    s.phase = 4 if final else 2
    return knowledge(GAME).reader.hand(view_of(s, seat), seat)


def squares(round: int = 1, sides: str = "AAAAA", final: bool = False) -> Squares:
    """The estimates of a round."""
    s = base(2, round=round, sides=sides)
    s.phase = 4 if final else 2
    return knowledge(GAME).squares(view_of(s, 0))


def worth(round: int = 1, sides: str = "AAAAA", final: bool = False) -> Worth:
    return squares(round, sides, final).worth


def ask(t: Table, seat: int) -> Ask:
    s = t.state
    return Ask(knowledge(GAME), view_of(s, seat), seat, GAME.options(s, seat))


def values(t: Table, seat: int) -> dict[str, float]:
    """The values of the options of a seat's decision, by their texts."""
    a = ask(t, seat)
    texts = [GAME.actions.text(option) for option in a.options]
    return dict(zip(texts, a.values(GAME.decision(t.state, seat).kind), strict=True))


def policy(name: str, seed: int | str = 1) -> Policy:
    return make_policy(name, GAME, derive_seed(0, "test", str(seed)).hex())


def chosen(t: Table, seat: int) -> str:
    """What the bot does for this seat."""
    s = t.state
    action = policy("greedy").choose(view_of(s, seat), GAME.decision(s, seat), GAME.options(s, seat))
    return GAME.actions.text(action)


def states(matches: int, kinds: set[str] | None = None, seats: int = 3, name: str = "greedy") -> Iterator[Any]:
    """(state, seat, decision) whenever one of these decisions (None: any) is asked for."""
    for number in range(matches):
        ctx = Ctx(Seeded(derive_seed(number, "states", seats)))
        s = GAME.setup("solo" if seats == 1 else "standard", {}, seats, ctx)
        players = [policy(name, f"{number} {seat}") for seat in range(seats)]
        while s.outcome is None:
            seat = waiting_seats(s)[0]
            decision = GAME.decision(s, seat)
            if kinds is None or decision.kind in kinds:
                yield s, seat, decision
            action = players[seat].choose(view_of(s, seat), decision, GAME.options(s, seat))
            GAME.step(s, seat, action, ctx)


def match(players: list[str], number: int) -> Played:
    """A whole match; fails on an answer that is not an option."""
    seed = derive_seed(11, "match", number)
    mode = "solo" if len(players) == 1 else "standard"
    header = make_header(GAME, str(number), mode, {}, players, seed)
    seats = [make_policy(name, GAME, derive_seed(11, "policy", number, i).hex()) for i, name in enumerate(players)]
    played = play_out(GAME, header, seed, seats)
    assert played.faults == []
    return played
