"""Everything that can be wrong with a state."""

from __future__ import annotations

from forge_war.effects import duplicate
from forge_war.mine import connected
from forge_war.names import CARD_BONUS, MAX_LEVEL, OVERSEERS, PH_DRAFT, PUBLIC_DECK, UNIQUE
from forge_war.state import EMPTY, OVERSEER, WORKER, Player, WarState
from forge_war.weapons import carrying_level


def faults(s: WarState) -> list[str]:
    """Broken limits of the mine, of cards and quests, of pools and adventurers; empty for every reachable state."""
    out: list[str] = []
    if sorted(s.order) != list(range(s.colours)):
        out.append(f"the player order is {s.order}")
    _mine(s, out)
    _cards(s, out)
    _quests(s, out)
    for seat, p in enumerate(s.players):
        _holdings(s, seat, p, out)
        _adventurers(s, seat, p, out)
    if s.outcome is None and not s.stack:
        out.append("nothing is left to do, but the match is not over")
    return out


def _mine(s: WarState, out: list[str]) -> None:
    if len(s.piece) != s.board.size or len(s.ore) != s.board.size:
        out.append("the mine has not the hexes of this number of players (FW-063)")
    for colour in range(s.colours):
        workers = s.piece.count(WORKER + colour)
        if workers != s.workers[colour]:
            out.append(f"colour {colour} has {workers} workers in the mine, {s.workers[colour]} are counted")
        standing = [at for at, piece in enumerate(s.piece) if piece == OVERSEER + colour]
        if standing != sorted(s.overseers[colour]):
            out.append(f"the overseers of colour {colour} are not where they are listed (FW-158)")
        if len(standing) > OVERSEERS:
            out.append(f"colour {colour} has {len(standing)} overseers (FW-003)")
    for at, piece in enumerate(s.piece):
        if EMPTY < piece < OVERSEER and len(connected(s, at)) >= s.c.strike:
            out.append(f"a group of {len(connected(s, at))} workers has not struck (FW-152)")
            break


def _cards(s: WarState, out: list[str]) -> None:
    c = s.c
    found = s.row + s.discard + s.spent + s.removed + [card for card in s.face if card >= 0]
    for stack in s.stacks:
        found += stack
    for p in s.players:
        found += p.uniques
        found += p.bonus
        if s.phase == PH_DRAFT:
            found += p.hand
    if len(found) != len(set(found)):
        out.append("a market card is in two places")
    for card, stage in enumerate(c.card_stage):
        group = c.designs[card].group if c.is_design(card) else UNIQUE
        if stage == s.stage and group in (UNIQUE, PUBLIC_DECK) and card not in found:
            out.append(f"{c.card_ids[card]} is missing")


def _quests(s: WarState, out: list[str]) -> None:
    found = s.deck + s.gone + [quest for quest in s.offer if quest >= 0]
    for seat, p in enumerate(s.players):
        found += p.quests
        found += p.completed
        for quest in p.quests:
            if not 0 <= s.cube[quest] < s.c.quests[quest].steps:
                out.append(f"the cube of {s.c.quests[quest].id} of seat {seat} is on step {s.cube[quest] + 1}")
            if not 1 <= s.taken[quest] <= s.clock:
                out.append(f"seat {seat} took {s.c.quests[quest].id} in round {s.taken[quest]}")
    if len(found) != len(set(found)):
        out.append("a quest is in two places")
    for quest in found:
        if s.c.quests[quest].deck not in s.rules.decks:
            out.append(f"{s.c.quests[quest].id} does not belong to this mode")


def _holdings(s: WarState, seat: int, p: Player, out: list[str]) -> None:
    c = s.c
    if p.gold < 0 or min(p.res) < 0:
        out.append(f"seat {seat} has less than nothing of something (FW-021)")
    if sum(p.earned) != p.prestige:
        out.append(f"the prestige of seat {seat} does not add up")
    for card in p.claims:
        if card not in s.row:
            out.append(f"seat {seat} has a claim on {c.card_ids[card]}, which is not in the row")
    if len(p.claims) != len(set(p.claims)):
        out.append(f"seat {seat} has two claims on one design (FW-205)")
    if sorted(p.designs) != sorted(c.starting + p.claims + p.uniques):
        out.append(f"the designs of seat {seat} are not its starting, claimed and unique ones")
    buys, sells, extras, road = 1, 0, 0, 0
    before = Player()
    for card in p.bonus:
        if c.card_kind[card] != CARD_BONUS:
            out.append(f"seat {seat} keeps {c.card_ids[card]}")
        if duplicate(s, before, card):
            out.append(f"seat {seat} has two stalls with one exchange (FW-211)")
        before.bonus.append(card)
        buys += c.savvy_buy[card]
        sells += c.savvy_sell[card]
        extras += c.savvy_stall[card]
        road += c.savvy_road[card]
    if [p.buy_limit, p.sell_bonus, p.extra_limit, p.road_bonus] != [buys, sells, extras, road]:
        out.append(f"the savvy of seat {seat} does not add up (FW-226)")
    if p.buys > p.buy_limit or p.sells > 1 or p.extras > p.extra_limit:
        out.append(f"seat {seat} has used an any-time right too often (FW-310)")


def _adventurers(s: WarState, seat: int, p: Player, out: list[str]) -> None:
    c = s.c
    titles = [title for title in p.title if title >= 0]
    if len(titles) != len(set(titles)):
        out.append(f"seat {seat} has two champions with one title (FW-006)")
    for i, level in enumerate(p.level):
        name = f"a{i + 1} of seat {seat}"
        if not 1 <= level <= MAX_LEVEL:
            out.append(f"{name} has level {level}")
        if p.title[i] >= 0 and (level < MAX_LEVEL or not s.rules.titles):
            out.append(f"{name} has a title at level {level} (FW-520, FW-523)")
        if p.on[i] < 0:
            if p.weapon[i] >= 0 or p.second[i] >= 0 or p.tokens[i] or p.second_tokens[i]:
                out.append(f"{name} carries a weapon in the pool (FW-489)")
            continue
        if p.on[i] not in p.quests and p.on[i] not in p.completed:
            out.append(f"{name} is on a quest that is not the seat's own")
        if p.weapon[i] < 0:
            if p.title[i] < 0 or not c.titles[p.title[i]].unarmed:
                out.append(f"{name} is on a quest without a weapon (FW-343)")
        elif p.weapon[i] not in p.designs or c.designs[p.weapon[i]].level > carrying_level(s, p, i, -1) + 1:
            out.append(f"{name} cannot carry {c.card_ids[p.weapon[i]]} (FW-352)")
        if p.second[i] >= 0 and (p.title[i] < 0 or not c.titles[p.title[i]].second_level):
            out.append(f"{name} has a second weapon (FW-346)")
