"""What a seat may know, built field by field."""

from __future__ import annotations

from typing import Any, Final

from forge_war.content import Content
from forge_war.decks import quest_cards
from forge_war.fast_forward import PICKS, DraftPick, FastForward
from forge_war.frames import plain
from forge_war.names import (
    DIFFICULTIES,
    ENDGAME,
    MODES,
    NONE,
    OPS,
    PH_DRAFT,
    PHASES,
    QUEST_DECKS,
    RESOURCES,
    SOLO_MODES,
    STACKS,
)
from forge_war.state import (
    EMPTY,
    OVERSEER,
    SOURCES,
    SPACE_BARRACKS,
    SPACE_BAZAAR,
    SPACE_BAZAAR_SINGLE,
    SPACE_BLACKSMITH,
    WORKER,
    Player,
    WarState,
)
from forge_war.view_types import (
    ActiveView,
    AdventurerView,
    BonusView,
    DeckView,
    HandView,
    HexView,
    SeatInfo,
    WarView,
)
from forge_war.wealth import ChooseWealth
from forge_war.weapons import quest_difficulty, quest_power
from rulekit.frames import Frame

CARD_KINDS: Final = ["design", "bonus", "single_use"]
WEALTH: Final = "wealth"  # the kind of a hand of wealth cards
SPACES: Final = ["blacksmith", "bazaar", "bazaar_single", "barracks"]
SPACE_BITS: Final = [SPACE_BLACKSMITH, SPACE_BAZAAR, SPACE_BAZAAR_SINGLE, SPACE_BARRACKS]
STAGES: Final = [1, 2, 3]


def mode_name(s: WarState) -> str:
    """The mode as a match names it."""
    return SOLO_MODES[s.rules.number] if s.solo else MODES[s.rules.number]


def _names(bits: int, count: int) -> list[str]:
    """Adventurers of a mask."""
    return [f"a{i + 1}" for i in range(count) if bits >> i & 1]


def _quest_id(c: Content, quest: int) -> str | None:
    return c.quests[quest].id if quest >= 0 else None


def _card_id(c: Content, card: int) -> str | None:
    return c.card_ids[card] if card >= 0 else None


def _adventurers(c: Content, p: Player) -> list[AdventurerView]:
    out = []
    for i, level in enumerate(p.level):
        out.append(
            AdventurerView(
                f"a{i + 1}",
                level,
                c.titles[p.title[i]].id if p.title[i] >= 0 else None,
                _quest_id(c, p.on[i]),
                _card_id(c, p.weapon[i]),
                p.tokens[i],
                _card_id(c, p.second[i]),
                p.second_tokens[i],
                p.since[i],
                p.stay[i],
                _quest_id(c, p.spent_on[i]),
            )
        )
    return out


def _active(s: WarState, p: Player) -> list[ActiveView]:
    out = []
    for quest in p.quests:
        rushed = s.rushed[quest]
        out.append(
            ActiveView(
                s.c.quests[quest].id,
                s.cube[quest] + 1,
                s.c.quests[quest].leg_at[s.cube[quest]] + 1,
                s.taken[quest],
                s.start[quest] + 1,
                rushed if rushed >= 0 else None,
                quest_power(s, p, quest),
                quest_difficulty(s, p, quest),
            )
        )
    return out


# --- hands


def picks_made(s: WarState) -> int:
    """How many times hands of the draft have been passed on, or NONE outside of the draft."""
    if s.phase != PH_DRAFT:
        return NONE
    for frame in s.stack:
        if isinstance(frame, FastForward):
            return min(frame.step, PICKS + 1) - 2
    return NONE


def knows_hand(s: WarState, viewer: int | None, seat: int) -> bool:
    """A seat knows its own cards, and the draft hands that went through its own (all picks are public)."""
    if viewer is None:
        return False
    if viewer == seat:
        return True
    made = picks_made(s)
    return made >= 0 and (seat - viewer) % s.n <= made


def _hand(s: WarState, viewer: int | None, seat: int) -> HandView:
    c = s.c
    cards = s.players[seat].hand
    known = knows_hand(s, viewer, seat)
    kinds: dict[str, int] = {}
    ids: list[str] = []
    if s.phase == PH_DRAFT:
        for kind, name in enumerate(CARD_KINDS):
            count = len([card for card in cards if c.card_kind[card] == kind])
            if count:
                kinds[name] = count
        ids = [c.card_ids[card] for card in cards]
    elif cards:
        kinds[WEALTH] = len(cards)
        ids = [c.wealth[card].id for card in cards]
    return HandView(kinds, ids if known else None)


def _seat_info(s: WarState, viewer: int | None, seat: int) -> SeatInfo:
    c = s.c
    p = s.players[seat]
    ids = c.card_ids
    count = len(p.level)
    return SeatInfo(
        gold=p.gold,
        resources={RESOURCES[i]: p.res[i] for i in range(len(RESOURCES))},
        prestige=p.prestige,
        earned={SOURCES[i]: p.earned[i] for i in range(len(SOURCES))},
        adventurers=_adventurers(c, p),
        stays=p.stays,
        quests=_active(s, p),
        completed=[c.quests[quest].id for quest in p.completed],
        designs=[ids[card] for card in p.designs],
        claims=[ids[card] for card in p.claims],
        unique_designs=[ids[card] for card in p.uniques],
        bonus_cards=[BonusView(ids[card], p.stalls_used >> i & 1 == 1) for i, card in enumerate(p.bonus)],
        merchant_buys=p.buys,
        merchant_sells=p.sells,
        extra_stall_uses=p.extras,
        wealth_kept=[c.wealth[card].id for card in p.kept],
        hand=_hand(s, viewer, seat),
        locked=_names(p.locked, count),
        disarmed=_names(p.disarmed, count),
        unfocused=[c.quests[quest].id for quest in p.unfocused],
        starting=p.starting,
        shared=[OPS[c.effects[effect].op] for effect in p.shared],
        shared_effects=p.shared.copy(),
    )


# --- the view


def _frame_view(f: Frame[Any], viewer: int | None) -> dict[str, Any]:
    """A frame as a seat may see it: everything is public but the sealed answers of others."""
    shown = plain(f)
    if isinstance(f, (ChooseWealth, DraftPick)):
        given = shown.pop("answers")
        shown["answered"] = [answer is not None for answer in given]
        shown["own"] = given[f.seats.index(viewer)] if viewer is not None and viewer in f.seats else None
    return shown


def _deck(s: WarState) -> list[DeckView]:
    """The quest deck by colour, the top one first; only its order is secret, and what a random solo deck leaves out."""
    seen = _seen_quests(s)
    out = []
    for deck in s.rules.decks:
        count = len([quest for quest in s.deck if s.c.quests[quest].deck == deck])
        if count:
            cards = quest_cards(s.c, s.rules, s.solo, s.difficulty, deck)
            possible = sorted([s.c.quests[quest].id for quest in cards if quest not in seen])
            out.append(DeckView(QUEST_DECKS[deck], count, possible))
    return out


def _seen_quests(s: WarState) -> list[int]:
    seen = s.gone + [quest for quest in s.offer if quest >= 0]
    for p in s.players:
        seen += p.quests
        seen += p.completed
    return seen


def _rounds_left(s: WarState) -> int:
    """Rounds after this one."""
    rules = s.rules
    return sum(rules.rounds[rules.stages.index(s.stage) :]) - s.round


def view(s: WarState, seat: int | None) -> WarView:
    c = s.c
    ids = c.card_ids
    workers = []
    for piece in s.piece:
        workers.append(piece - WORKER if EMPTY < piece < OVERSEER else None)
    return WarView(
        mode=mode_name(s),
        difficulty=DIFFICULTIES[s.difficulty] if s.solo else None,
        seat=seat,
        stage=s.stage,
        round=s.round,
        clock=s.clock,
        rounds_left=_rounds_left(s),
        phase=PHASES[s.phase],
        order=s.order.copy(),
        mine=[HexView(c.hexes[i], RESOURCES[s.ore[i]], workers[i]) for i in range(len(s.ore))],
        overseers=[[c.hexes[at] for at in hexes] for hexes in s.overseers],
        workers=s.workers.copy(),
        locked_last=s.locked_last,
        face={STACKS[i]: _card_id(c, s.face[i]) for i in range(len(STACKS))},
        stacks={STACKS[i]: len(s.stacks[i]) for i in range(len(STACKS))},
        public_row=[ids[card] for card in s.row],
        market_discard=[ids[card] for card in s.discard],
        spaces_taken=[SPACES[i] for i in range(len(SPACES)) if s.spaces & SPACE_BITS[i]],
        endgame_bonuses={ENDGAME[i]: s.bonus_owner[i] if s.bonus_owner[i] >= 0 else None for i in range(len(ENDGAME))},
        offer=[_quest_id(c, quest) for quest in s.offer],
        deck=_deck(s),
        acquiring=s.acquiring,
        acquired=[i for i in range(s.n) if s.acquired >> i & 1],
        quests_gone=sorted([c.quests[quest].id for quest in s.gone]),
        cards_used=[ids[card] for card in s.spent],
        removed_designs={str(n): len([d for d in s.removed if c.designs[d].stage == n]) for n in STAGES},
        bonus_tiles=[c.tiles[tile].id for tile in s.tiles],
        any_time=[i for i in range(s.n) if s.open >> i & 1],
        seats=[_seat_info(s, seat, i) for i in range(s.n)],
        stack=[_frame_view(f, seat) for f in s.stack],
        answered=s.answered.copy(),
        outcome=s.outcome.plain() if s.outcome is not None else None,
    )
