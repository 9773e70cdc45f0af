"""Possible worlds: states made of what a seat sees, the unknown drawn by chance."""

from __future__ import annotations

from typing import Any

from forge_war.coding import read_frame, read_outcome
from forge_war.content import Content
from forge_war.decks import stage_cards
from forge_war.fast_forward import DraftPick
from forge_war.names import (
    CARD_BONUS,
    CARD_SINGLE,
    DIFFICULTIES,
    ENDGAME,
    MODES,
    NONE,
    PHASES,
    PUBLIC_DECK,
    RESOURCES,
    SOLO_MODES,
    STACKS,
    UNIQUE,
    WEAPON,
)
from forge_war.state import OVERSEER, SOURCES, WORKER, Player, WarState
from forge_war.view import CARD_KINDS, SPACE_BITS, SPACES, STAGES, WEALTH
from forge_war.view_types import SeatInfo, WarView
from forge_war.wealth import ChooseWealth, WealthRound
from rulekit.chance import Chance


class _Numbers:
    """Numbers of the ids that a view shows."""

    def __init__(self, c: Content) -> None:
        self.cards = {name: i for i, name in enumerate(c.card_ids)}
        self.quests = {quest.id: i for i, quest in enumerate(c.quests)}
        self.titles = {title.id: i for i, title in enumerate(c.titles)}
        self.wealth = {card.id: i for i, card in enumerate(c.wealth)}
        self.tiles = {tile.id: i for i, tile in enumerate(c.tiles)}
        self.hexes = {at: i for i, at in enumerate(c.hexes)}

    def card(self, name: str | None) -> int:
        return NONE if name is None else self.cards[name]

    def quest(self, name: str | None) -> int:
        return NONE if name is None else self.quests[name]

    def listed(self, names: list[str]) -> list[int]:
        return [self.cards[name] for name in names]


def determinize(c: Content, v: WarView, seat: int, chance: Chance) -> WarState:
    """A state that gives the seat this very view; hidden cards and answers are drawn by `chance`."""
    known = _Numbers(c)
    solo = v.mode in SOLO_MODES
    mode = SOLO_MODES.index(v.mode) if solo else MODES.index(v.mode)
    s = WarState(c, len(v.seats), mode)
    s.difficulty = DIFFICULTIES.index(v.difficulty) if v.difficulty is not None else 0
    s.stage, s.round, s.clock = v.stage, v.round, v.clock
    s.phase = PHASES.index(v.phase)
    s.order = v.order.copy()
    _read_mine(s, v, known)
    s.locked_last = v.locked_last
    s.face = [known.card(v.face[name]) for name in STACKS]
    s.row = known.listed(v.public_row)
    s.discard = known.listed(v.market_discard)
    for name in v.spaces_taken:
        s.spaces |= SPACE_BITS[SPACES.index(name)]
    for place, name in enumerate(ENDGAME):
        owner = v.endgame_bonuses[name]
        s.bonus_owner[place] = NONE if owner is None else owner
    s.offer = [known.quest(name) for name in v.offer]
    s.acquiring = v.acquiring
    for who in v.acquired:
        s.acquired |= 1 << who
    s.gone = [known.quests[name] for name in v.quests_gone]
    s.spent = known.listed(v.cards_used)
    s.tiles = [known.tiles[name] for name in v.bonus_tiles]
    for who in v.any_time:
        s.open |= 1 << who
    s.answered = v.answered.copy()
    s.outcome = read_outcome(v.outcome)
    s.players = [_read_player(s, info, known) for info in v.seats]
    s.stack = [read_frame(s, f) for f in v.stack]
    _deal_hands(s, v, known, chance)
    _deal_stacks(s, v, chance)
    _stack_quests(s, v, known, chance)
    _fill_sealed(s, v, seat, chance)
    return s


def _read_mine(s: WarState, v: WarView, known: _Numbers) -> None:
    s.ore = [RESOURCES.index(place.resource) for place in v.mine]
    for i, shown in enumerate(v.mine):
        if shown.worker is not None:
            s.piece[i] = WORKER + shown.worker
    for colour, hexes in enumerate(v.overseers):
        s.overseers[colour] = [known.hexes[at] for at in hexes]
        for place in s.overseers[colour]:
            s.piece[place] = OVERSEER + colour
    s.workers = v.workers.copy()


def _bits(names: list[str]) -> int:
    bits = 0
    for name in names:
        bits |= 1 << (int(name[1:]) - 1)
    return bits


def _read_player(s: WarState, v: SeatInfo, known: _Numbers) -> Player:
    c = s.c
    p = Player()
    p.gold = v.gold
    p.res = [v.resources[name] for name in RESOURCES]
    p.prestige = v.prestige
    p.earned = [v.earned[name] for name in SOURCES]
    for a in v.adventurers:
        p.level.append(a.level)
        p.title.append(NONE if a.title is None else known.titles[a.title])
        p.on.append(known.quest(a.quest))
        p.weapon.append(known.card(a.weapon))
        p.tokens.append(a.tokens)
        p.second.append(known.card(a.second))
        p.second_tokens.append(a.second_tokens)
        p.since.append(a.since)
        p.stay.append(a.stay)
        p.spent_on.append(known.quest(a.spent_on))
    c.reach(len(p.level))
    p.stays = v.stays
    for active in v.quests:
        quest = known.quests[active.quest]
        p.quests.append(quest)
        s.cube[quest] = active.step - 1
        s.taken[quest] = active.taken
        s.start[quest] = active.start - 1
        s.rushed[quest] = NONE if active.rushed is None else active.rushed
    p.completed = [known.quests[name] for name in v.completed]
    p.designs, p.claims = known.listed(v.designs), known.listed(v.claims)
    p.uniques = known.listed(v.unique_designs)
    for place, bonus in enumerate(v.bonus_cards):
        card = known.cards[bonus.card]
        p.bonus.append(card)
        p.stalls_used |= (1 if bonus.used else 0) << place
        p.buy_limit += c.savvy_buy[card]
        p.sell_bonus += c.savvy_sell[card]
        p.extra_limit += c.savvy_stall[card]
        p.road_bonus += c.savvy_road[card]
    p.buys, p.sells, p.extras = v.merchant_buys, v.merchant_sells, v.extra_stall_uses
    p.kept = [known.wealth[name] for name in v.wealth_kept]
    p.locked, p.disarmed = _bits(v.locked), _bits(v.disarmed)
    p.unfocused = [known.quests[name] for name in v.unfocused]
    p.starting = v.starting
    p.shared = v.shared_effects.copy()
    return p


# --- what is hidden


def _seen_cards(s: WarState) -> list[int]:
    """Market cards that lie open or in a hand."""
    seen = s.row + s.discard + s.spent + [card for card in s.face if card >= 0]
    for p in s.players:
        seen += p.uniques
        seen += p.bonus
    return seen


def _deal_hands(s: WarState, v: WarView, known: _Numbers, chance: Chance) -> None:
    """Known hands as they are; the others from the cards that lie nowhere else, by kind."""
    c = s.c
    wealth = [f for f in s.stack if isinstance(f, WealthRound)]
    unknown: list[int] = []
    for i, info in enumerate(v.seats):
        if info.hand.cards is None:
            unknown.append(i)
        elif WEALTH in info.hand.kinds:
            s.players[i].hand = [known.wealth[name] for name in info.hand.cards]
        else:
            s.players[i].hand = known.listed(info.hand.cards)
    if not any(v.seats[i].hand.kinds for i in unknown):
        return
    dealt = [card for p in s.players for card in p.hand]
    if any(WEALTH in v.seats[i].hand.kinds for i in unknown):
        of = wealth[-1].set
        pool = [w for w, card in enumerate(c.wealth) if card.set == of and w not in dealt]
        _deal(s, v, unknown, WEALTH, chance.shuffle("hands", pool))
    else:
        seen = _seen_cards(s) + dealt
        for kind, name in enumerate(CARD_KINDS):
            pool = [
                card
                for card, of_kind in enumerate(c.card_kind)
                if of_kind == kind and c.card_stage[card] == 1 and card not in seen and _in_draft(c, card)
            ]
            _deal(s, v, unknown, name, chance.shuffle("hands", pool))
    for i in unknown:
        s.players[i].hand.sort()


def _in_draft(c: Content, card: int) -> bool:
    return not c.is_design(card) or c.designs[card].group == UNIQUE


def _deal(s: WarState, v: WarView, seats: list[int], kind: str, pool: list[int]) -> None:
    for i in seats:
        for _ in range(v.seats[i].hand.kinds.get(kind, 0)):
            s.players[i].hand.append(pool.pop())


def _deal_stacks(s: WarState, v: WarView, chance: Chance) -> None:
    """The market stacks and the designs taken out unseen."""
    c = s.c
    seen = _seen_cards(s)
    for stage in STAGES:
        hidden = [
            d
            for d, design in enumerate(c.designs)
            if design.stage == stage and design.group == UNIQUE and d not in seen
        ]
        out = chance.draw("removed", hidden, v.removed_designs[str(stage)])
        s.removed += sorted(out)
        if stage == s.stage:
            public = [
                d
                for d, design in enumerate(c.designs)
                if design.stage == stage and design.group == PUBLIC_DECK and d not in seen
            ]
            s.stacks[WEAPON] = chance.shuffle("weapons", [d for d in hidden if d not in out] + public)
    for kind, first in ((CARD_BONUS, 1), (CARD_SINGLE, 3)):
        cards = chance.shuffle("stacks", [card for card in stage_cards(c, s.stage, kind) if card not in seen])
        count = v.stacks[STACKS[first]]
        s.stacks[first], s.stacks[first + 1] = cards[:count], cards[count:]


def _stack_quests(s: WarState, v: WarView, known: _Numbers, chance: Chance) -> None:
    for part in v.deck:
        cards = [known.quests[name] for name in part.possible]
        s.deck = chance.draw(f"quests_{part.colour}", cards, part.count) + s.deck


def _fill_sealed(s: WarState, v: WarView, seat: int, chance: Chance) -> None:
    """What others have answered and not shown: any of their legal answers."""
    for i, frame in enumerate(s.stack):
        if isinstance(frame, (ChooseWealth, DraftPick)):
            shown: dict[str, Any] = v.stack[i]
            for place, who in enumerate(frame.seats):
                if not shown["answered"][place]:
                    continue
                options = frame.options_for(s, who)
                if who != seat:
                    frame.answers[place] = options[chance.draw("sealed", list(range(len(options))), 1)[0]]
                elif isinstance(frame, ChooseWealth):
                    frame.answers[place] = s.c.keep(tuple(shown["own"]))
                else:
                    frame.answers[place] = s.c.actions.get(shown["own"][0], shown["own"][1])
