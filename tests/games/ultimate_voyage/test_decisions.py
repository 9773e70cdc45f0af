"""What is asked and what is not: numbers of options, forced decisions, refusals, broken states."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import pytest

from rulekit.chance import Seeded
from rulekit.errors import NotYourDecision, RuleError
from rulekit.events import Ctx
from tests.games.ultimate_voyage.positions import GAME, base
from tests.games.ultimate_voyage.table import table
from ultimate_voyage.names import ZONES
from ultimate_voyage.state import VoyageState
from ultimate_voyage.turn import ActionPhase

MOST: Final = {
    "choose_character": 15, "solo_mat": 6, "mongol": 6, "arrange_cards": 6, "diviner_reroll": 13, "turn": 222,
    "forfeit_gain": 3, "storm_loss": 12, "arrival_order": 3, "encounter_select": 3, "encounter_option": 3,
    "pick_dial": 3, "pick_target": 3, "pay_mix": 8, "pick_class": 2, "pick_structure": 3, "pick_upgrade": 5,
    "split_points": 4, "bonus_token": 2, "place_ship": 7, "invite": 8, "join_reply": 4, "join_step": 12,
    "combat_loss": 2, "retreat": 3, "take_token": 4, "scout_encounter": 2, "objective_deck": 3, "objective_keep": 3,
    "objective_return": 2, "refill_deck": 3, "return_home": 4,
}  # fmt: skip
TABLES: Final[list[tuple[str, int, dict[str, Any]]]] = [
    ("full", 2, {}),
    ("full", 3, {"random_tiles": True, "random_starts": True}),
    ("full", 4, {"random_knowledge": True}),
    ("quick", 2, {}),
    ("quick", 4, {"first_game": True}),
    ("solo", 1, {}),
]


@pytest.mark.parametrize(("mode", "seats", "options"), TABLES)
def test_options_of_random_matches(mode: str, seats: int, options: dict[str, Any]) -> None:
    """Each option is offered once, nothing forced is asked, and the numbers stay within those stated."""
    for n in range(2):
        rng = random.Random(n)
        ctx = Ctx(Seeded(bytes([n + 1]) * 32))
        s = GAME.setup(mode, options, seats, ctx)
        while pending := GAME.pending(s):
            decision = pending[0]
            offered = GAME.options(s, decision.seat)
            assert len(offered) > 1, decision.kind
            assert len({GAME.actions.text(a) for a in offered}) == len(offered)
            assert len(offered) <= MOST.get(decision.kind, 400), (decision.kind, len(offered))
            go_on = [a for a in offered if GAME.actions.text(a).split()[0] not in ("end", "end_turn", "forfeit")]
            GAME.apply(s, decision.seat, decision.id, rng.choice(go_on or offered), ctx)
        assert GAME.faults(s) == []


def test_a_single_option_is_carried_out_at_once() -> None:
    t = table(dials=(-5, 0, 0))
    t.do(0, "action combat sun nanjing")  # nothing can be done with it
    assert t.asked == {1: "turn"}


def test_what_is_not_offered_is_refused() -> None:
    t = table(ships={0: "champa"}, dials=(3, 0, 0))
    assert t.refused(0, "action", card="trade", dial="sun", port="malacca") == "UV-300"
    assert t.refused(0, "end_turn") == "UV-300"
    t.do(0, "action sail sun champa")
    assert t.refused(0, "sail", to="malacca") == "UV-320"  # nobody is aboard
    assert t.refused(0, "attack", target="champa", s=1) == "UV-320"
    t.do(0, "board flagship")
    assert t.refused(0, "sail", to="palembang") == "UV-320"
    assert t.refused(0, "drop", ship="flagship") == "UV-320"
    with pytest.raises(NotYourDecision):
        GAME.options(t.state, 1)


def test_an_old_decision_is_refused() -> None:
    t = table(ships={0: "champa"})
    decision = GAME.decision(t.state, 0)
    forfeit = GAME.options(t.state, 0)[-1]
    t.do(0, "forfeit sail sun")
    with pytest.raises(RuleError):
        GAME.apply(t.state, 0, decision.id, forfeit, t._ctx())


# --- states that cannot be


def _supply(s: VoyageState) -> None:
    s.players[0].res[0] = 31


def _tokens(s: VoyageState) -> None:
    s.players[0].tokens[1] += 1


def _spaces(s: VoyageState) -> None:
    s.bag[0] -= 1
    s.tokens[4] += 1


def _tower(s: VoyageState) -> None:
    s.tower = [0] * 10


def _doubled(s: VoyageState) -> None:
    s.players[0].goods.append(s.pile[0][0])
    s.seen[s.pile[0][0]] = 31


def _lost(s: VoyageState) -> None:
    s.pile[0].pop()


def _unordered(s: VoyageState) -> None:
    s.pile[0].reverse()


def _hidden(s: VoyageState) -> None:
    number = s.pile[0].pop()
    s.players[0].goods.append(number)


def _affiliation(s: VoyageState) -> None:
    s.affiliation[1] = 4


def _marker(s: VoyageState) -> None:
    s.affiliation[1], s.marker[1], s.allied[1] = 0, 1, 1


def _depot(s: VoyageState) -> None:
    s.affiliation[1], s.depot[1] = -2, 0
    s.players[0].built = 1


def _closed(s: VoyageState) -> None:
    s.players[0].ships[0] = ZONES.index("mecca")


def _unrolled(s: VoyageState) -> None:
    s.players[0].ships[0] = ZONES.index("champa")


def _card(s: VoyageState) -> None:
    s.discard.append(s.deck[0])


def _card_gone(s: VoyageState) -> None:
    s.deck.pop()


def _track(s: VoyageState) -> None:
    s.players[1].track[0] = 16


def _built(s: VoyageState) -> None:
    s.players[1].kilns = 1


def _order(s: VoyageState) -> None:
    s.players[1].order[0] = s.players[1].order[1]


def _story(s: VoyageState) -> None:
    s.story[0] = s.story[1] = 3


def _health(s: VoyageState) -> None:
    s.health = 11


def _objective(s: VoyageState) -> None:
    s.objectives_out.pop()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_supply, "UV-012"),
        (_tokens, "knowledge tokens Y"),
        (_spaces, "more knowledge tokens than spaces"),
        (_tower, "UV-194"),
        (_doubled, "doubled"),
        (_lost, "missing"),
        (_unordered, "not in order"),
        (_hidden, "not face up"),
        (_affiliation, "UV-112"),
        (_marker, "UV-122"),
        (_depot, "UV-124"),
        (_closed, "UV-026"),
        (_unrolled, "UV-114"),
        (_card, "in two places"),
        (_card_gone, "missing"),
        (_track, "UV-140"),
        (_built, "UV-472"),
        (_order, "has the cards"),
        (_story, "UV-172"),
        (_health, "health"),
        (_objective, "objectives are missing"),
    ],
)
def test_broken_states_are_named(spoil: Callable[[VoyageState], None], words: str) -> None:
    s = base()
    s.stack = [ActionPhase()]
    assert GAME.faults(s) == []
    spoil(s)
    assert any(words in fault for fault in GAME.faults(s)), GAME.faults(s)
