"""The list of decisions and of events (README): kinds, actions, how many options, who is asked at the same time."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

import forge_war
from forge_war.game import ForgeWar
from forge_war.rounds import MARKET, QUESTS
from rulekit.game import ANY_TIME
from tests import laws
from tests.games.forge_war.easy import easy_game
from tests.games.forge_war.table import GAME, Table

README: Final = (Path(forge_war.__file__).parent / "README.md").read_text("utf-8")
MOST: Final = {
    "choose_wealth": 6,
    "wealth_level": 13,
    "choose_title": 20,
    "ff_sell": 7,
    "ff_draft": 10,
    "leftover_card": 31,
    "place_overseer": 144,
    "mine_move": 73,
    "mine_second": 73,
    "auto_move": 72,
    "market_action": 90,
    "card_level": 13,
    "extra_overseer": 73,
    "worker_pick": 51,
    "worker_put": 51,
    "market_card": 92,
    "buy_discard": 92,
    "acquire": 33,
    "start_champion": 66,
    "manage": 313,
    "reward_levels": 13,
    "extra_level_other": 12,
    "reward_next": 6,
    "merchant_credit": 7,
    "round_close": 1,
}
ACTIONS: Final = {
    "choose_wealth": {"keep"},
    "wealth_level": {"level", "skip"},
    "choose_title": {"title"},
    "ff_sell": {"sell", "done"},
    "ff_draft": {"buy", "discard"},
    "leftover_card": {"take", "skip"},
    "place_overseer": {"place"},
    "mine_move": {"move", "pass"},
    "mine_second": {"move", "pass"},
    "auto_move": {"move"},
    "market_action": {"blacksmith", "bazaar", "barracks", "clerk", "road", "endgame", "pass"},
    "card_level": {"level", "skip"},
    "extra_overseer": {"move", "skip"},
    "worker_pick": {"pick", "skip"},
    "worker_put": {"put", "remove"},
    "market_card": {"take", "skip"},
    "buy_discard": {"buy", "skip"},
    "acquire": {"acquire", "pass"},
    "start_champion": {"equip"},
    "manage": {"focus", "unfocus", "apply", "second", "remove", "done"},
    "reward_levels": {"level", "stop"},
    "extra_level_other": {"level", "skip"},
    "reward_next": {"resolve"},
    "merchant_credit": {"buy", "done"},
    "round_close": {"close"},
}
RIGHTS: Final = {"merchant_buy", "merchant_sell", "stall"}
NEVER_LEFT_OUT: Final = {"choose_wealth", "choose_title", "ff_draft", "place_overseer", "auto_move", "worker_put",
                         "start_champion", "manage", "reward_next"}  # fmt: skip
LEAVING: Final = {"skip", "pass", "stop", "done", "close"}
SIDE_BY_SIDE: Final = {
    *("choose_wealth", "wealth_level", "choose_title", "ff_sell", "ff_draft", "card_level"),
    *("acquire", "start_champion", "manage", "reward_levels", "extra_level_other", "merchant_credit", "round_close"),
}


@pytest.fixture(scope="module")
def easy(tmp_path_factory: pytest.TempPathFactory) -> ForgeWar:
    return easy_game(tmp_path_factory.mktemp("edition"))


def play(game: ForgeWar) -> list[laws.Walk]:
    walks = []
    for mode, seats in laws.tables(game):
        options: dict[str, Any] = {"bonus_tiles": True} if "bonus_tiles" in [o.name for o in mode.options] else {}
        walks.append(laws.Walk(game, mode.name, options, seats, 90 + seats))
    return walks


def events() -> set[str]:
    """The events that the README lists."""
    table = README[README.index("## Events") : README.index("## Order of chance")]
    return first_column(table)


def first_column(table: str) -> set[str]:
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_kinds_actions_and_numbers_of_options(easy: ForgeWar) -> None:
    seen: Counter[str] = Counter()
    together: set[str] = set()
    told: set[str] = set()
    for w in play(easy):
        while not w.over:
            pending = easy.pending(w.state)
            blocking = [d for d in pending if d.kind != ANY_TIME]
            if len(blocking) > 1:
                together |= {d.kind for d in blocking}
            for d in pending:
                options = easy.options(w.state, d.seat)
                kinds = [easy.actions.kinds[a.kind].name for a in options]
                own = [k for k in kinds if k not in RIGHTS]
                assert kinds == own + [k for k in kinds if k in RIGHTS]  # rights stand last
                seen[d.kind] += 1
                if d.kind == ANY_TIME:
                    assert own == []
                    continue
                assert 1 <= len(own) <= MOST[d.kind], d.kind
                assert set(own) <= ACTIONS[d.kind], d.kind
                assert re.fullmatch(r"FW-\d\d\d", d.rule)
                alone = d.kind == "acquire" and w.state.solo
                assert d.optional == (d.kind not in NEVER_LEFT_OUT and not alone), d.kind
                if d.optional:
                    assert own[0] in LEAVING
                    assert easy.default(w.state, d.seat) is options[0]
                if d.kind == "start_champion":
                    assert len(own) == len(kinds)
            w.step()
        told |= {e.type for e in w.events}
        assert len(w.commits) < laws.MOST_STEPS
    assert set(MOST) | {ANY_TIME} >= set(seen)
    assert set(MOST) - set(seen) <= {"start_champion", "extra_level_other", "buy_discard", "leftover_card"}
    assert together <= SIDE_BY_SIDE
    assert {"choose_wealth", "wealth_level", "ff_sell", "ff_draft", "acquire", "manage", "round_close"} <= together
    assert told <= events()
    assert len(told) > 30


def test_the_readme_names_all_kinds() -> None:
    table = README[: README.index("## Side by side")]
    assert set(MOST) <= first_column(table)


def test_the_draws_of_chance_are_those_of_the_readme() -> None:
    section = README[README.index("## Order of chance") : README.index("## Editions")]
    patterns = [re.sub("N|COLOUR", r"\\w+", name) for name in re.findall(r"`(\w+)`", section)]
    labels: set[str] = set()
    for w in play(GAME):
        while not w.over and w.state.clock < 7:
            w.step()
        labels |= {draw[1] for commit in w.commits for draw in commit.draws}
    assert len(labels) > 15
    for label in labels:
        assert any(re.fullmatch(p, label) for p in patterns), label


def test_the_largest_decisions_stay_within_the_bound() -> None:
    """Every design, every adventurer and all resources at hand."""
    t = Table("epic", 2).designs(0, *[d.id for d in GAME.content.designs])
    quest = t.quest(0, "lonely_colossus")
    for n in range(8):
        t.adventurer(0, 4, GAME.content.titles[n + 12].id)
    t.pool(0, "99 copper, 99 iron, 99 mithril, 99 emerald, 99 ruby, 99 diamond, 99 gold")
    t.at(QUESTS).do(0, "pass", f"focus {quest}")
    assert len(t.options(0)) <= MOST["manage"]
    assert len(GAME.options(t.state, 0)) <= laws.MOST_OPTIONS
    t.at(MARKET)
    assert len(t.options(0)) <= MOST["market_action"]
