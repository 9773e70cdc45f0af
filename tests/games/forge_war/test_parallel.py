"""Side by side: the same choices in any order of arrival give the same match, any-time actions among them."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from forge_war.game import ForgeWar
from forge_war.rounds import MARKET, QUESTS
from forge_war.state import WarState
from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.events import Ctx
from rulekit.game import ANY_TIME, Decision
from rulekit.match import derive_seed
from tests import laws
from tests.games.forge_war.easy import easy_game
from tests.games.forge_war.table import Table

rule = pytest.mark.rule


@pytest.fixture(scope="module")
def easy(tmp_path_factory: pytest.TempPathFactory) -> ForgeWar:
    return easy_game(tmp_path_factory.mktemp("edition"))


class Walk:
    """Random play in which everybody grows rich, so that any-time actions are always at hand."""

    def __init__(self, game: ForgeWar, mode: str, seats: int, seed: int) -> None:
        self.game = game
        self.rng = random.Random(seed)
        self.chance = Seeded(derive_seed(seed, "parallel"))
        options = {"bonus_tiles": True} if mode != "normal" else {}
        self.state: WarState = game.setup(mode, options, seats, Ctx(self.chance))
        self.clock = 0

    def enrich(self) -> None:
        if self.state.clock != self.clock:
            self.clock = self.state.clock
            for p in self.state.players:
                p.gold += self.rng.randrange(6)
                p.res = [n + self.rng.randrange(3) for n in p.res]

    def pick(self, d: Decision) -> Action:
        options = self.game.options(self.state, d.seat)
        takes = d.kind == "acquire" and len(options) > 1 and self.rng.random() < 0.9
        return self.rng.choice(options[1:] if takes else options)

    def step(self) -> None:
        pending = self.game.pending(self.state)
        blocking = [d for d in pending if d.kind != ANY_TIME]
        d = self.rng.choice(pending if self.rng.random() < 0.2 else blocking)
        self.game.step(self.state, d.seat, self.pick(d), Ctx(self.chance))

    def both(self, first: tuple[Decision, Action], second: tuple[Decision, Action]) -> bytes:
        """The state after both moves in this order; the second is still open as it was."""
        state = self.state.copy()
        chance = self.chance.fork()
        for d, action in (first, second):
            self.game.apply(state, d.seat, None if d.kind == ANY_TIME else d.id, action, Ctx(chance))
        return laws.snapshot(self.game, state)


@rule("FW-319", "FW-322", "FW-412", "FW-475")
@pytest.mark.parametrize(
    ("mode", "seats"), [("normal", 3), ("epic", 4), ("epic", 2), ("advanced_normal", 3), ("short_epic", 2)]
)
def test_the_order_of_arrival_does_not_matter(easy: ForgeWar, mode: str, seats: int) -> None:
    pairs: Counter[bool] = Counter()
    w = Walk(easy, mode, seats, 3)
    while w.state.outcome is None:
        w.enrich()
        pending = easy.pending(w.state)
        if len(pending) > 1 and w.rng.random() < 0.5:
            one, two = ((d, w.pick(d)) for d in w.rng.sample(pending, 2))
            assert w.both(one, two) == w.both(two, one), (one[0].plain(), two[0].plain())
            pairs[ANY_TIME in (one[0].kind, two[0].kind)] += 1
        w.step()
    assert pairs[True] > 30


@rule("FW-319", "FW-322")
def test_any_time_actions_block_nobody_and_change_no_other_options(easy: ForgeWar) -> None:
    checked = 0
    w = Walk(easy, "epic", 3, 11)
    while w.state.outcome is None:
        w.enrich()
        pending = easy.pending(w.state)
        rights = [d for d in pending if easy.off_turn_options(w.state, d.seat)]
        if rights and w.rng.random() < 0.3:
            d = w.rng.choice(rights)
            after = w.state.copy()
            action = w.rng.choice(easy.off_turn_options(w.state, d.seat))
            easy.apply(after, d.seat, None, action, Ctx(w.chance.fork()))
            if "round_close" not in [x.kind for x in pending] and after.outcome is None:
                others = [x for x in pending if x.seat != d.seat]
                for other in others:
                    assert easy.decision(after, other.seat).id == other.id
                    assert easy.options(after, other.seat) == easy.options(w.state, other.seat)
                checked += len(others)
        w.step()
    assert checked > 100


@rule("FW-412", "FW-400", "FW-450")
def test_acquisition_runs_in_order_beside_management_and_rewards_wait_for_all() -> None:
    t = Table("normal", 3).order(2, 0, 1).offer(slot1="cellar_rats#1", slot2="cellar_rats#2", slot3="mad_king")
    for seat in range(3):
        t.adventurer(seat, 1)
        t.pool(seat, "2 copper")
    t.at(QUESTS)
    assert t.asked == {2: "acquire"}
    t.do(2, "acquire 1 ")
    assert t.asked == {2: "manage", 0: "acquire"}
    t.do(0, "acquire 2 ")
    assert t.asked == {2: "manage", 0: "manage", 1: "acquire"}
    t.do(1, "pass", "done")
    t.do(0, "focus cellar_rats#2", "apply a1 copper_sword", "unfocus", "done")
    assert t.asked == {2: "manage"}
    assert t.step("cellar_rats#2") == 1
    t.do(2, "focus cellar_rats#1", "apply a1 copper_sword", "unfocus", "done")
    assert (t.step("cellar_rats#1"), t.step("cellar_rats#2")) == (2, 2)


@rule("FW-322")
def test_an_any_time_action_refreshes_the_own_pending_decision() -> None:
    t = Table("normal", 2).pool(0, "1 iron, 1 gold").at(MARKET)
    assert "clerk iron_sword" not in t.options(0)
    decision = t.asked
    t.do(0, "merchant_sell iron")
    assert t.asked == decision
    assert "clerk iron_sword" in t.options(0)


@rule("FW-548")
def test_scavenging_closes_when_nothing_can_be_bought_any_more_whoever_comes_first() -> None:
    ends = []
    for first in (0, 1):
        t = Table("epic", 2).discard("worldrender")
        quest = t.quest(0, "tavern_brawl#1", step=2)
        t.adventurer(0, 4, "scavenging", on=quest, weapon="kingslayer")
        t.pool(0, "1 copper").player(0).buys = 1
        t.at(QUESTS).do(0, "pass", "done").do(1, "pass")
        if first == 0:
            t.do(0, "merchant_sell copper").do(1, "done")
        else:
            t.do(1, "done")
            assert (t.asked, t.options(0)) == ({0: "buy_discard"}, ["skip"])
            t.do(0, "merchant_sell copper")
        assert "buy_discard" not in t.asked.values()
        ends.append((t[0], t.asked))
    assert ends[0] == ends[1]
