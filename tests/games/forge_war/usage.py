"""Which cards, prices and quests play uses: ``python -m tests.games.forge_war.usage MODE SEATS MATCHES``.

Plays matches of `greedy` in all seats and counts their events; the same arguments print the same lines.
"""

from __future__ import annotations

import sys
from collections import Counter

from bot_player.policies import make_policy
from forge_war import load
from forge_war.names import CARD_BONUS, CARD_SINGLE, ENDGAME
from rulekit.chance import Seeded
from rulekit.events import Ctx, Event
from rulekit.frames import waiting_seats
from rulekit.match import derive_seed


class Usage:
    """Counts over matches, by the ids without the number of the copy."""

    def __init__(self) -> None:
        self.bought: Counter[str] = Counter()
        self.spaces: Counter[str] = Counter()
        self.bonuses: Counter[str] = Counter()
        self.trades: Counter[str] = Counter()
        self.titles: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()
        self.completed: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.shown: Counter[str] = Counter()
        self.offered: Counter[str] = Counter()

    def add(self, e: Event) -> None:
        d = e.data
        if e.type == "revealed":
            self.shown[_kind(d["card"])] += 1
        elif e.type == "offer_dealt":
            self.offered.update([_kind(card["quest"]) for card in d["cards"]])
        elif e.type == "market_taken":
            self.spaces["end-game bonus" if "bonus" in d else d["space"]] += 1
            if "bonus" in d:
                self.bonuses[d["bonus"]] += 1
            elif "card" in d or "design" in d:
                self.bought[_kind(d.get("card") or d["design"])] += 1
        elif e.type in ("card_gained", "draft_pick") and d.get("bought", True):
            self.bought[_kind(d["card"])] += 1
        elif e.type == "anytime":
            self.trades[d["action"] + (f" {d['resource']}" if "resource" in d else "")] += 1
        elif e.type == "title_chosen":
            self.titles[d["title"]] += 1
        elif e.type == "quest_acquired":
            self.taken[_kind(d["quest"])] += 1
        elif e.type == "quest_completed":
            self.completed[_kind(d["quest"])] += 1
        elif e.type == "quest_failed":
            self.failed[_kind(d["quest"])] += 1


def _kind(card: str) -> str:
    return card.partition("#")[0]


def main(mode: str, seats: int, matches: int) -> None:
    game = load()
    usage = Usage()
    for number in range(matches):
        bots = [make_policy("greedy", game, derive_seed("usage", number, i).hex()) for i in range(seats)]
        events: list[Event] = []
        ctx = Ctx(Seeded(derive_seed("usage", mode, seats, number)), events)
        s = game.setup(mode, {}, seats, ctx)
        while s.outcome is None:
            seat = waiting_seats(s)[0]
            action = bots[seat].choose(game.view(s, seat), game.decision(s, seat), game.options(s, seat))
            game.step(s, seat, action, ctx)
        for event in events:
            usage.add(event)
    _print(game.content, usage, mode, seats, matches)


def _print(c: object, usage: Usage, mode: str, seats: int, matches: int) -> None:
    from forge_war.content import Content

    assert isinstance(c, Content)
    each = seats * matches

    def means(counts: Counter[str]) -> str:
        return ", ".join(f"{name} {n / each:.2f}" for name, n in counts.most_common()) or "none"

    print(f"{mode}, {seats} seats, {matches} matches; means of a seat and match")
    done, lost = sum(usage.completed.values()), sum(usage.failed.values())
    print(f"quests taken {sum(usage.taken.values()) / each:.2f}, completed {done / each:.2f}, failed {lost / each:.2f}")
    print("market:", means(usage.spaces))
    print("end-game bonuses:", means(usage.bonuses), "; never:", [b for b in ENDGAME if b not in usage.bonuses])
    print("trades:", means(usage.trades))
    print("titles:", means(usage.titles))
    for kind, name in ((0, "designs"), (CARD_BONUS, "bonus cards"), (CARD_SINGLE, "single-use cards")):
        cards = {_kind(card) for i, card in enumerate(c.card_ids) if c.card_kind[i] == kind}
        bought = Counter({card: n for card, n in usage.bought.items() if card in cards})
        print(f"{name} bought:", means(bought))
        print(f"{name} shown and never bought:", sorted(x for x in cards if usage.shown[x] and x not in usage.bought))
    print("quests offered and never taken:", sorted(set(usage.offered) - set(usage.taken)))
    print("quests failed most:", ", ".join(f"{q} {n} of {usage.taken[q]}" for q, n in usage.failed.most_common(8)))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
