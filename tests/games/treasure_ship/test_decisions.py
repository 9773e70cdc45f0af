"""The list of decisions (README): kinds, actions, how many options, who is asked at the same time."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from tests import laws
from tests.games.treasure_ship.table import GAME, offers, table

rule = pytest.mark.rule

MOST: Final = {
    "offer": 16,
    "pay_goods": 10,
    "plan": 4,
    "extend": 2,
    "route": 5,
    "flagship": 7,
    "square": 7,
    "encounter": 4,
    "act": 6,
    "emissary": 2,
    "trade": 5,
    "choose": 2,
    "goods": 15,
    "colour": 5,
    "animal_kind": 3,
    "animal_place": 50,
    "monument": 2,
    "bonus": 5,
    "detach": 17,
}
ACTIONS: Final = {
    "route": {"route", "route_stop"},
    "encounter": {"fight", "gift", "avoid"},
    "act": {"mass", "event", "end"},
    "trade": {"trade", "trade_decline"},
    "bonus": {"bonus", "bonus_end"},
    "detach": {"detach", "detach_pass"},
}
SIDE_BY_SIDE: Final = set(MOST) - {"offer", "plan", "extend", "route", "flagship"}


def test_options_stay_within_the_stated_numbers_and_forced_ones_are_not_asked() -> None:
    seen: Counter[str] = Counter()
    together: set[str] = set()
    for seed in range(25):
        seats = 1 + seed % 5
        w = laws.Walk(GAME, "solo" if seats == 1 else "standard", {}, seats, seed)
        while not w.over:
            pending = GAME.pending(w.state)
            if len(pending) > 1:
                together |= {d.kind for d in pending}
            for d in pending:
                options = GAME.options(w.state, d.seat)
                assert 1 < len(options) <= MOST[d.kind], d.kind
                assert not d.optional
                assert GAME.default(w.state, d.seat) is None
                assert d.rule.startswith("TS-")
                assert {GAME.actions.kinds[a.kind].name for a in options} <= ACTIONS.get(d.kind, {d.kind})
                seen[d.kind] += 1
            w.step()
        assert len(w.commits) < 1000
    assert set(seen) == set(MOST)
    assert together <= SIDE_BY_SIDE
    assert {"square", "encounter", "act", "monument", "detach"} <= together


def test_the_stated_numbers_are_reached() -> None:
    goods = "2 agarwood, 2 ivory, 2 pepper, 2 ambergris, 2 gemstones"
    t = offers(p0=goods)
    assert len(t.options(0)) == MOST["offer"]
    assert len(t.do(0, "offer C1").options(0)) == MOST["pay_goods"]
    t = table(round=3, voyage=2, card="V12", start=7, p0="1 command, 1 extension, 9 gold")
    assert len(t.options(0)) == MOST["extend"]
    t.do(0, "extend 1").sail(8, 9, 10, 11, 12, 13, 14)
    assert len(t.options(0)) == MOST["flagship"]
    t.do(0, "flagship 8")
    t = table(captain=1, voyage=2, card="V02", start=3, route=[6, 7, 5], marker=7, squares={0: 5}, p0="9 gold")
    assert len(t.options(0)) == MOST["act"]
    t = table(captain=1, voyage=2, card="V02", start=3, route=[6, 7, 5], marker=7, squares={0: 6},
              p0="9 weapon, 1 cannon, 1 gift")  # fmt: skip
    assert len(t.options(0)) == MOST["encounter"]


def test_no_animal_has_more_than_80_places_at_all() -> None:
    assert max(len(GAME.content.placements_of[k]) for k in range(len(GAME.content.animal_names))) <= 80


@rule("TS-270")
def test_a_single_legal_square_is_filled_in_without_asking() -> None:
    t = table(seats=3, voyage=2, start=20, route=[21, 22], marker=21, p1="1 command", p2="")
    assert t.asked == {1: "square"}
    assert t.view(1).stack[-1]["answered"] == [False, True]
    t.do(1, "square 21")
    assert t.view().squares == [21, 21, 22]
    assert t.events("square_submitted", seat=0) == [{"type": "square_submitted", "seat": 1}]
