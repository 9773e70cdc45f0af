"""The greedy bot's routes and placements against all that the rules allow, worked out the long way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot_player.greedy_treasure_ship import Ask, knowledge
from bot_player.ship_squares import Seat
from rulekit.chance import Scripted
from rulekit.events import Ctx
from rulekit.frames import advance
from tests.games.treasure_ship.greedy_help import ask, states, view_of
from tests.games.treasure_ship.table import GAME, table
from treasure_ship.names import NO_PORT, NPC
from treasure_ship.sailing import Route, Sail
from treasure_ship.state import ShipState, card, voyages_of_round

C = GAME.content


def complete_routes(s: ShipState) -> Iterator[list[int]]:
    """All routes that the rules let the rest of the voyage take, with the frames already placed."""
    if not s.stack:
        yield s.route
        return
    for action in s.stack[-1].options(s):
        t = s.copy()
        ctx = Ctx(Scripted())
        t.stack[-1].choose(t, action, ctx)
        advance(t, ctx)
        yield from complete_routes(t)


def sailing(s: ShipState) -> ShipState:
    """The rest of the route alone."""
    sail, route = s.stack[-2:]
    assert isinstance(sail, Sail)
    assert isinstance(route, Route)
    t = s.copy()
    t.stack = [Sail(sail.left), Route(route.seat)]
    return t


def value(a: Ask, s: ShipState, route: list[int]) -> float:
    """What section 6 of the bot's description says about a complete route."""
    own = Seat(a.waters(), a.hand, s.captain == a.seat)
    others = [Seat(a.waters(), a.known.reader.hand(a.view, seat), False) for seat in range(s.n) if seat != a.seat]
    number = card(s).event_square
    event = route[number - 1] if 0 < number <= len(route) else -1
    out = best(own, route, event)
    if others:
        out -= 0.3 * sum(best(seat, route, event) for seat in others) / len(others)
    if s.voyage + 1 < voyages_of_round(s):
        reach = {b for n in range(1, 5) for b in walks(route[-1], n)} - {route[-1]}
        out += 0.3 * max(own.without_event(q) for q in reach)
    return out


def best(seat: Seat, route: list[int], event: int) -> float:
    found = []
    for q in route:
        chip = q == event and seat.waters.event == NO_PORT
        if not chip or seat.hand.res[3]:
            found.append(seat.plain(q, q == event) - (seat.chip if chip else 0))
    return max(found, default=0)


def walks(square: int, arrows: int) -> set[int]:
    return {square} if arrows == 0 else {b for a in C.onward[square] for b in walks(a, arrows - 1)}


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_bot_compares_all_complete_routes(seats: int) -> None:
    compared = leftover = 0
    for number, (s, seat, _) in enumerate(states(3, {"route"}, seats)):
        if number % 4 and not s.leftover:
            continue
        a = Ask(knowledge(GAME), view_of(s, seat), seat, GAME.options(s, seat))
        values = a.values("route")
        best_by_first: dict[int, float] = {}
        placed = len(s.route)
        for route in complete_routes(sailing(s)):
            first = route[placed] if len(route) > placed else -1
            best_by_first[first] = max(best_by_first.get(first, -99), value(a, s, route))
        wanted = [best_by_first[option.a] for option in a.options]
        assert values == pytest.approx(wanted, abs=1e-9)
        compared += 1
        leftover += s.leftover
    assert compared > 30
    assert leftover > 2


def test_the_chosen_route_is_followed() -> None:
    followed = 0
    before: tuple[object, float] = (None, 0.0)
    for s, seat, _ in states(2, {"route"}):
        a = Ask(knowledge(GAME), view_of(s, seat), seat, GAME.options(s, seat))
        value = max(a.values("route"))
        voyage = (s.round, s.voyage)
        if before[0] == voyage:
            assert value == pytest.approx(before[1], abs=1e-9)
            followed += 1
        before = (voyage, value)
    assert followed > 20


def test_the_npc_keeps_to_its_guideline_where_it_can() -> None:
    t = table(seats=1, captain=NPC, card="V12", start=22, voyage=2, round=3, solo=("S01", "S03"))
    route = t.state.route
    assert route == [23], "back of S03: ... 21, 22, 23, its end"
    assert t.asked == {0: "route"}
    a = ask(t, 0)
    values = a.values("route")
    found = {tuple(r) for r in complete_routes(sailing(t.state))}
    assert max(values) == pytest.approx(max(value(a, t.state, list(r)) for r in found), abs=1e-9)


def rectangles(cells: set[tuple[int, int]]) -> int:
    """Area of the largest rectangle of cells, by trying all."""
    most = 0
    for x0, y0 in cells:
        for x1, y1 in cells:
            if x0 <= x1 and y0 <= y1:
                box = {(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)}
                if box <= cells:
                    most = max(most, len(box))
    return most


def cells_of(mask: int) -> set[tuple[int, int]]:
    return {(i % C.width, i // C.width) for i in range(C.width * C.height) if mask >> i & 1}


def test_placements_gain_what_the_house_says() -> None:
    compared = 0
    for number, (s, seat, _) in enumerate(states(2, {"animal_place"}, 2)):
        if number % 3:
            continue
        a = Ask(knowledge(GAME), view_of(s, seat), seat, GAME.options(s, seat))
        covered = s.players[seat].covered
        old = cells_of(covered)
        for option, found in zip(a.options, a.values("animal_place"), strict=True):
            frame = a.stack[-1]["animal"]
            mask = next(C.placements[i].mask for i in C.placements_of[frame] if C.placements[i].action is option)
            new = cells_of(mask)
            touched = {c for c in old for d in new if abs(c[0] - d[0]) + abs(c[1] - d[1]) == 1}
            effects = [e for x, y in sorted(new, key=lambda c: (c[1], c[0])) for e in C.cell_effect[y * C.width + x]]
            wanted = len(new) + rectangles(old | new) - rectangles(old) + 0.05 * len(touched)
            assert found == pytest.approx(wanted + a.worth.gain(a.hand.copy(), effects), abs=1e-9)
        compared += 1
    assert compared > 5
