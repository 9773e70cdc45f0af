"""The greedy bot for The Treasure Ship of Zheng He: every option gets an estimated value, the highest wins.

Of equal ones the option listed first. The bot looks no further than its own next action, but for
routes, which it compares to their ends. It uses what its view shows, and draws nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from bot_player import ship_weights as w
from bot_player.policies import Policy
from bot_player.ship_hand import Hand, Reader
from bot_player.ship_house import Houses
from bot_player.ship_routes import Routes
from bot_player.ship_squares import Seat, Squares, Waters
from bot_player.ship_value import Worth, first_best, scarcest
from rulekit.actions import Action
from rulekit.game import Decision, Game
from treasure_ship.actions import AVOID, EVENT, FIGHT, GIVE_GIFT, MASS, ROUTE, TRADE
from treasure_ship.content import Content, Official, VoyageCard
from treasure_ship.game import TreasureShip
from treasure_ship.names import (
    COMMAND,
    DETACHED,
    DETACHMENT,
    EMPEROR,
    ENCOUNTER_PLACES,
    MAIN,
    NO_PORT,
    PEACEFUL,
    PLACES,
    POWERS,
    STOWAWAY,
)
from treasure_ship.view_types import ShipView

MOST_ROUNDS: Final = 16


class Knowledge:
    """What can be known under one edition, whatever the match; `squares` keeps the latest rounds."""

    def __init__(self, game: TreasureShip) -> None:
        self.content: Content = game.content
        self.reader = Reader(game.content)
        self.houses = Houses(game.content)
        self.voyages = {v.id: v for v in game.content.voyage_cards}
        self.officials = {o.id: o for o in game.content.officials}
        self.lines = {card.id: card.route for card in game.content.solo_cards}
        self._squares: dict[tuple[Any, ...], Squares] = {}

    def squares(self, view: ShipView) -> Squares:
        """The estimates of this round of this match: the same ones again while the round lasts."""
        final = view.phase == "final"
        sides = ["AB".index(view.sides[p]) for p in POWERS]
        key = (view.round, final, *sides, *view.officials.values())
        found = self._squares.pop(key, None)
        if found is None:
            found = Squares(Worth(self.content, self.houses, view.round, final, sides))
            if len(self._squares) >= MOST_ROUNDS:
                del self._squares[next(iter(self._squares))]
        self._squares[key] = found
        return found


@lru_cache(maxsize=8)
def knowledge(game: TreasureShip) -> Knowledge:
    """Shared by all matches of a process: a policy may be made anew for every ask."""
    return Knowledge(game)


class GreedyTreasureShip(Policy):
    """Plays the option of the highest estimated value."""

    needs_view = True
    thinks = True
    help = "takes the option that looks best now, and the best route to its end"

    def __init__(self, game: Game[Any], seed: bytes) -> None:
        super().__init__(game, seed)
        assert isinstance(game, TreasureShip)
        self.ship = game

    def choose(self, view: msgspec.Struct | None, decision: Decision, options: list[Action]) -> Action:
        if len(options) == 1:
            return options[0]
        assert isinstance(view, ShipView)
        return options[first_best(Ask(knowledge(self.ship), view, decision.seat, options).values(decision.kind))]


class Ask:
    """One decision: the seat's hand, and the options."""

    def __init__(self, known: Knowledge, view: ShipView, seat: int, options: list[Action]) -> None:
        self.known = known
        self.content = known.content
        self.view = view
        self.seat = seat
        self.options = options
        self.squares = known.squares(view)
        self.worth = self.squares.worth
        self.hand = known.reader.hand(view, seat)
        self.stack = _stack_of(view, seat)

    def values(self, kind: str) -> list[float]:
        """The values of the options."""
        values: list[float] = getattr(self, f"_{kind}")()
        return values

    # --- officials and planning

    def _offer(self) -> list[float]:
        return [self._offering(a.a) for a in self.options]

    def _offering(self, place: int) -> float:
        card = self.official(place)
        h = self.hand.copy()
        out = self.worth.bargain(h, card.pay, card.benefit)
        if place not in self.hand.offered:
            out += self.points(card, h)
        if not self.worth.final:
            out += w.RANK * card.category
        return out

    def official(self, place: int) -> Official:
        return self.content.emperor if place == EMPEROR else self.known.officials[self.view.officials[PLACES[place]]]

    def points(self, card: Official, h: Hand) -> float:
        """What the card will score, for a hand after its benefit."""
        if card.count < 0:
            return float(card.vp)
        n = float(h.count(card.count))
        if self.worth.final:
            return float(min(card.most, n // card.div * card.each))
        n += (8 - self.view.round) * w.GROWTH[card.count]
        return w.COUNT_CARD * min(card.most, n // card.div * card.each)

    def _pay_goods(self) -> list[float]:
        out: list[float] = []
        for a in self.options:
            h = self.hand.copy()
            given = sum([self.worth.give_good(h, kind) for kind in a.vec])
            out.append(w.CHIP_BALANCE * min(h.goods) - given)
        return out

    def _plan(self) -> list[float]:
        return [float(a.a) for a in self.options]

    # --- sailing

    def _extend(self) -> list[float]:
        return [float(a.a) for a in self.options]

    def _route(self) -> list[float]:
        route, left = self.view.route, self.stack[-2]["left"]
        routes = self.routes()
        return [
            routes.placed(route, left, self.view.leftover, a.a) if a.kind == ROUTE else routes.stopped(route)
            for a in self.options
        ]

    def routes(self) -> Routes:
        """The routes of this voyage, which the seat sails or decides for the NPC."""
        view = self.view
        waters = self.waters()
        captain = view.captain == self.seat
        others = [
            Seat(waters, self.known.reader.hand(view, seat), False)
            for seat in range(len(view.seats))
            if seat != self.seat
        ]
        line = None
        if not captain:
            assert view.guideline_next is not None
            line = self.known.lines[view.guideline_next]
        return Routes(
            self.content,
            Seat(waters, self.hand, captain),
            others,
            view.start_square,
            self.card().event_square,
            view.voyage == self.content.voyages_per_round[view.round - 1],
            line,
        )

    def card(self) -> VoyageCard:
        """The card of the present voyage."""
        assert self.view.voyage is not None
        card = self.view.voyages[self.view.voyage - 1].card
        assert card is not None
        return self.known.voyages[card]

    def waters(self) -> Waters:
        card = self.card()
        return Waters(self.squares, card.event, card.pirates)

    def _flagship(self) -> list[float]:
        return self._main_squares(True)

    def _square(self) -> list[float]:
        return self._main_squares(False)

    def _main_squares(self, captain: bool) -> list[float]:
        seat = Seat(self.waters(), self.hand, captain)
        return [seat.plain(a.a, a.a == self.view.event_square) - self.chip_due(a.a) for a in self.options]

    def chip_due(self, square: int) -> float:
        """The value of the command chip that acting on a square costs, if it does."""
        view = self.view
        due = square == view.marker and view.captain != self.seat
        if due or (square == view.event_square and self.card().event == NO_PORT):
            return self.worth.res[COMMAND]
        return 0.0

    # --- actions

    def _sequence(self) -> dict[str, Any]:
        """What is being carried out for the seat in this Action Step."""
        return next(f for f in reversed(self.stack) if f["frame"] == "actions")

    def captain(self) -> bool:
        """The seat may take a captain's benefit on its main square."""
        return self.view.captain == self.seat and not self.view.captain_benefit

    def peaceful(self) -> bool:
        return self.card().event == PEACEFUL

    def main_event(self, square: int) -> int:
        """The event as `Squares` takes it, on a main square."""
        return self.waters().event_at(square == self.view.event_square)

    def times(self, square: int) -> int:
        """Mass actions that an own monument allows."""
        return 2 if self.hand.monuments >> square & 1 else 1

    def _encounter(self) -> list[float]:
        frame = self.stack[-1]
        return [self._met(a, frame["square"], frame["merit"], frame["place"]) for a in self.options]

    def _met(self, a: Action, square: int, merit: int, place: str) -> float:
        """A way to meet pirates, and what follows."""
        if a.kind == AVOID:
            return 0.0
        h = self.hand.copy()
        squares = self.squares
        if a.kind == FIGHT:
            out = squares.fought(h, a.a, a.b == 1, merit)
        else:
            assert a.kind == GIVE_GIFT
            out = squares.bought_off(h)
        if place == ENCOUNTER_PLACES[MAIN]:
            return out + squares.after_encounter(h, square, self.captain(), self.main_event(square))
        if place == ENCOUNTER_PLACES[DETACHED]:
            return out + squares.actions(h, square)
        return out + squares.action(h, square)

    def _act(self) -> list[float]:
        main = self.stack[-1]["main"]
        sequence = self._sequence()
        square = sequence["square"] if main else sequence["target"]
        return [self._acted(a, square, main) for a in self.options]

    def _acted(self, a: Action, square: int, main: bool) -> float:
        h = self.hand.copy()
        if a.kind == MASS:
            return w.MASS + self.squares.action(h, square, main and self.captain())
        if a.kind == EVENT:
            if self.card().event == STOWAWAY:
                return float("inf")
            return self.worth.bargain(h, *self.content.merchant[a.a])
        return 0.0

    def _monument(self) -> list[float]:
        """Declining is listed first."""
        value = self.squares.monument(self.hand.copy(), self._sequence()["square"], self.peaceful())
        return [value if a.a == 1 else 0.0 for a in self.options]

    def _bonus(self) -> list[float]:
        main = self._sequence()["square"]
        out: list[float] = []
        for a in self.options[:-1]:
            visit = self.squares.visit(self.hand.copy(), a.a, 1, self.peaceful())
            out.append(float("inf") if a.a == main else visit)
        return [*out, 0.0]

    def _detach(self) -> list[float]:
        out: list[float] = []
        for a in self.options[:-1]:
            visit = self.squares.visit(self.hand.copy(), a.a, self.times(a.a), self.peaceful())
            out.append(visit - self.chip_due(a.a))
        return [*out, self.worth.res[DETACHMENT]]

    # --- benefits

    def _emissary(self) -> list[float]:
        return [float(a.a) for a in self.options]

    def _trade(self) -> list[float]:
        e = self.content.effects[self.stack[-1]["effect"]]
        return [
            self.worth.bargain(self.hand.copy(), e.pay, e.lists[a.a]) if a.kind == TRADE else 0.0 for a in self.options
        ]

    def _choose(self) -> list[float]:
        lists = self.content.effects[self.stack[-1]["effect"]].lists
        return [self.worth.gain(self.hand.copy(), lists[a.a]) for a in self.options]

    def _goods(self) -> list[float]:
        h = self.hand.copy()
        kinds: list[int] = []
        for _ in range(self.stack[-1]["n"]):
            kinds.append(scarcest(h))
            h.goods[kinds[-1]] += 1
        return [1.0 if list(a.vec) == sorted(kinds) else 0.0 for a in self.options]

    def _colour(self) -> list[float]:
        return [self.worth.colour(self.hand, a.a) for a in self.options]

    def _animal_kind(self) -> list[float]:
        return [self.worth.animal(self.hand.copy(), a.a) for a in self.options]

    def _animal_place(self) -> list[float]:
        animal = self.stack[-1]["animal"]
        values: dict[int, float] = {}
        out: list[float] = []
        placings = self.known.houses.placings(self.hand.covered, animal)
        for p in placings:
            if p.cells not in values:
                values[p.cells] = self.worth.gain(self.hand.copy(), self.known.houses.effects(p.cells))
            out.append(p.gain + values[p.cells])
        assert [self.content.placements[p.number].action for p in placings] == self.options
        return out


def _stack_of(view: ShipView, seat: int) -> list[dict[str, Any]]:
    """The frames on which the seat's decision stands: in an Action Step those of its own sequence."""
    top = view.stack[-1]
    if top["frame"] != "action_step":
        return view.stack
    branch: list[dict[str, Any]] = top["branches"][top["seats"].index(seat)]
    return branch
