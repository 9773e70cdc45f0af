"""The ways in which the state changes (RULES.md, sections 6 to 8): tracks, tokens, goods, ports, structures, cards."""

from __future__ import annotations

from bisect import insort

from rulekit.events import Ctx, Event
from ultimate_voyage.dice import roll
from ultimate_voyage.names import (
    AFFILIATION_MAX,
    ANIMAL,
    CARDS,
    DEPOT,
    HOSTILE,
    KILN,
    MEDICINE,
    NANJING,
    NO_REGION,
    NOBODY,
    PORCELAIN,
    PRESTIGE,
    REGIONS,
    RESOURCES,
    SHIPS,
    SOLO,
    STRUCTURES,
    SUN,
    TRACKS,
    TROOPS,
    UNKNOWN,
    ZONES,
)
from ultimate_voyage.state import (
    FACE_UP,
    OPEN_STAY,
    STORY_MARKERS,
    VoyageState,
    any_ship_at,
    fixed_port,
    is_upgraded,
    ship_at,
)

# --- tracks


def add_track(s: VoyageState, ctx: Ctx, seat: int, track: int, n: int) -> None:
    """Prestige or Profit, within the track; notes bonus spaces passed for the first time (UV-140, UV-142)."""
    p = s.players[seat]
    before = p.track[track]
    after = max(0, before + n)
    if seat != s.conti:
        after = min(s.c.track_max[track], after)
    if after == before:
        return
    p.track[track] = after
    s.dirty = True
    if seat != s.conti and after > before:
        spaces = s.c.bonus_spaces[track]
        for i in range(len(spaces)):
            bit = track * 2 + i
            if after >= spaces[i] and not p.passed >> bit & 1:
                p.passed |= 1 << bit
                s.due |= 1 << (seat * 4 + bit)
    if ctx.loud:
        ctx.emit(Event("track", {"seat": seat, "track": TRACKS[track], "n": after - before, "value": after}))


def add_story(s: VoyageState, ctx: Ctx, seat: int, region: int, n: int) -> None:
    """Story points in a region: each to the next free space (UV-170 to UV-174, UV-656)."""
    if n <= 0 or region == NO_REGION or not s.regions >> region & 1 or s.players[seat].home_region == region:
        return
    at = region * STORY_MARKERS
    last = s.c.story_length[region]
    here = s.story[at + seat]
    start = here
    taken = 0
    for i in range(STORY_MARKERS):
        if i != seat:
            taken |= 1 << s.story[at + i]
    for _ in range(n):
        space = here + 1
        while space <= last and taken >> space & 1:
            space += 1
        if space > last:
            break
        here = space
    if here == start:
        return
    s.story[at + seat] = here
    s.dirty = True
    if ctx.loud:
        ctx.emit(Event("story", {"seat": seat, "region": REGIONS[region], "n": n, "space": here}))


# --- porcelain and troops


def supply(s: VoyageState, resource: int) -> int:
    """Tokens left in the supply (UV-012)."""
    n = s.c.supply[resource]
    for p in s.players:
        n -= p.res[resource]
    return n


def gain(s: VoyageState, ctx: Ctx, seat: int, resource: int, n: int) -> None:
    """As many tokens as the supply holds."""
    n = min(n, supply(s, resource))
    if n <= 0:
        return
    s.players[seat].res[resource] += n
    if ctx.loud:
        ctx.emit(Event("tokens_changed", {"seat": seat, "what": RESOURCES[resource], "n": n}))


def pay(s: VoyageState, ctx: Ctx, seat: int, resource: int, n: int) -> None:
    """Tokens go back to the supply; the seat must have them."""
    if n <= 0:
        return
    s.players[seat].res[resource] -= n
    if ctx.loud:
        ctx.emit(Event("tokens_changed", {"seat": seat, "what": RESOURCES[resource], "n": -n}))


def owns_class(s: VoyageState, seat: int, wanted: int) -> bool:
    kinds = s.c.good_class
    return any(kinds[good] == wanted for good in s.players[seat].goods)


def can_pay_porcelain(s: VoyageState, seat: int, n: int) -> bool:
    """With Medicine troops stand in for porcelain (UV-562)."""
    p = s.players[seat]
    if p.res[PORCELAIN] >= n:
        return True
    return p.res[PORCELAIN] + p.res[TROOPS] >= n and owns_class(s, seat, MEDICINE)


# --- goods


def reveal_goods(s: VoyageState, ctx: Ctx, zone: int) -> None:
    """All goods of a port are turned up."""
    turned = False
    for good in s.bazaar[zone]:
        if s.seen[good] != FACE_UP:
            s.seen[good] = FACE_UP
            turned = True
    if turned and ctx.loud:
        goods = [s.c.good_ids[g] for g in s.bazaar[zone]]
        ctx.emit(Event("goods_revealed", {"port": ZONES[zone], "goods": goods}))


def take_good(s: VoyageState, ctx: Ctx, seat: int, good: int) -> None:
    """A good that lies nowhere any more comes to a player: points and abilities, no story points (UV-412, UV-554)."""
    c = s.c
    p = s.players[seat]
    s.seen[good] = FACE_UP
    if ctx.loud:
        ctx.emit(Event("good_taken", {"seat": seat, "good": c.good_ids[good]}))
    scores = not _owns_icon(s, seat, c.good_icon[good])
    p.goods.append(good)
    s.dirty = True
    if c.good_profit[good]:
        add_track(s, ctx, seat, 1, c.good_profit[good])
    if c.good_class[good] == ANIMAL and scores and seat != s.conti:
        add_track(s, ctx, seat, PRESTIGE, c.good_prestige[good])
    _turn_dial(s, seat, good, c.scroll_bonus)


def lose_good(s: VoyageState, ctx: Ctx, seat: int, good: int) -> None:
    """A good leaves a player: its points are subtracted; another animal of the icon scores now (UV-156, UV-568)."""
    c = s.c
    p = s.players[seat]
    icon = c.good_icon[good]
    scored = next(g for g in p.goods if c.good_icon[g] == icon) == good
    p.goods.remove(good)
    s.dirty = True
    if ctx.loud:
        ctx.emit(Event("good_lost", {"seat": seat, "good": c.good_ids[good]}))
    if c.good_profit[good]:
        add_track(s, ctx, seat, 1, -c.good_profit[good])
    if c.good_class[good] == ANIMAL and scored and seat != s.conti:
        add_track(s, ctx, seat, PRESTIGE, -c.good_prestige[good])
        for other in p.goods:
            if c.good_icon[other] == icon:
                add_track(s, ctx, seat, PRESTIGE, c.good_prestige[other])
                break
    _turn_dial(s, seat, good, -c.scroll_bonus)


def _owns_icon(s: VoyageState, seat: int, icon: int) -> bool:
    icons = s.c.good_icon
    return any(icons[good] == icon for good in s.players[seat].goods)


def _turn_dial(s: VoyageState, seat: int, good: int, n: int) -> None:
    dial = s.c.good_dial[good]
    p = s.players[seat]
    if dial >= 0 and p.unused >> dial & 1:
        p.dials[dial] += n


def to_pile(s: VoyageState, good: int) -> None:
    """A good joins the face-down goods of its region (UV-158); what everybody saw, everybody remembers."""
    if s.seen[good] != FACE_UP:
        s.seen[good] = 0
    insort(s.pile[s.c.good_region[good]], good)


# --- affiliation


def set_affiliation(s: VoyageState, ctx: Ctx, zone: int, value: int) -> None:
    """The affiliation of a port becomes `value`, with what follows for everybody (UV-122 to UV-126)."""
    before = s.affiliation[zone]
    if before == value or fixed_port(s, zone):
        return
    s.affiliation[zone] = value
    s.dirty = True
    if ctx.loud:
        was = before if before != UNKNOWN else None
        ctx.emit(Event("affiliation_changed", {"port": ZONES[zone], "from": was, "to": value}))
    if value <= 0 and s.marker[zone] != NOBODY:
        s.marker[zone] = NOBODY
        if ctx.loud:
            ctx.emit(Event("tributary_ended", {"port": ZONES[zone]}))
    if value == HOSTILE:
        if ctx.loud:
            ctx.emit(Event("hostile", {"port": ZONES[zone]}))
        if s.depot[zone] != NOBODY:
            if ctx.loud:
                ctx.emit(Event("depot_lost", {"port": ZONES[zone], "seat": s.depot[zone]}))
            s.depot[zone] = NOBODY
    elif before == HOSTILE and any_ship_at(s, zone):
        reveal_goods(s, ctx, zone)


def establish(s: VoyageState, ctx: Ctx, seat: int, zone: int, by_combat: bool) -> None:
    """The seat's marker replaces the generic one (UV-116); story points, if not won by combat (UV-178)."""
    region = s.c.region_of[zone]
    s.marker[zone] = seat
    s.dirty = True
    if not s.allied[zone]:
        s.allied[zone] = 1
        if not by_combat:
            s.players[seat].firsts[region] += 1
    if ctx.loud:
        ctx.emit(Event("tributary", {"port": ZONES[zone], "seat": seat}))
    if not by_combat:
        add_story(s, ctx, seat, region, s.c.story_by_strength(s.c.strength[zone]))


def raise_affiliation(s: VoyageState, ctx: Ctx, seat: int, zone: int, value: int) -> None:
    """Up or down by other means than combat; 3 over a generic marker is a tributary relation (UV-116, UV-118)."""
    if fixed_port(s, zone):
        return
    before = s.affiliation[zone]
    set_affiliation(s, ctx, zone, value)
    if value == AFFILIATION_MAX and before < value and s.marker[zone] == NOBODY:
        establish(s, ctx, seat, zone, False)


def roll_affiliation(s: VoyageState, ctx: Ctx, seat: int, zone: int) -> None:
    """The Sun die tells the affiliation of an undetermined port (UV-114)."""
    set_affiliation(s, ctx, zone, roll(s, ctx, SUN, "affiliation", seat))


def come_to(s: VoyageState, ctx: Ctx, seat: int, zone: int) -> None:
    """A ship has come to a port otherwise than by sailing (UV-375)."""
    if zone == NANJING:
        return
    if s.affiliation[zone] == UNKNOWN:
        roll_affiliation(s, ctx, seat, zone)
    if s.affiliation[zone] != HOSTILE:
        reveal_goods(s, ctx, zone)


# --- ships and structures


def move_ship(s: VoyageState, ctx: Ctx, seat: int, ship: int, zone: int, how: str) -> None:
    """A ship is moved by other means than sailing; a `stay` card that has lost its last ship goes."""
    p = s.players[seat]
    left = p.ships[ship]
    p.ships[ship] = zone
    if ctx.loud:
        ctx.emit(Event("ship_placed", {"seat": seat, "ship": SHIPS[ship], "port": ZONES[zone], "how": how}))
    if left >= 0 and not ship_at(s, seat, left):
        for card in p.cards.copy():
            if s.card_open[card] & OPEN_STAY and s.card_port[card] == left:
                close_card(s, ctx, seat, card, OPEN_STAY)


def build(s: VoyageState, ctx: Ctx, seat: int, kind: int, zone: int) -> None:
    """A structure comes into play; `zone` matters for a depot only (UV-476, UV-480)."""
    p = s.players[seat]
    p.built += 1
    s.dirty = True
    if kind == DEPOT:
        s.depot[zone] = seat
        p.depots[s.c.region_of[zone]] += 1
    elif kind == KILN:
        p.kilns += 1
    else:
        p.camps += 1
    if ctx.loud:
        port = ZONES[zone] if kind == DEPOT else None
        ctx.emit(Event("built", {"seat": seat, "kind": STRUCTURES[kind], "port": port}))


def upgrade(s: VoyageState, ctx: Ctx, seat: int, card: int) -> None:
    """An action card is turned to its upgraded side (UV-144)."""
    if is_upgraded(s, seat, card):
        return
    s.players[seat].upgraded |= 1 << card
    if ctx.loud:
        ctx.emit(Event("upgraded", {"seat": seat, "card": CARDS[card]}))


# --- encounter cards


def discard_card(s: VoyageState, card: int) -> None:
    """To the discard pile; in the solo game the meeting card is no part of the deck (UV-692)."""
    s.card_option[card] = -1
    s.card_port[card] = -1
    s.card_left[card] = 0
    s.card_wild[card] = 0
    s.card_open[card] = 0
    s.card_used[card] = 0
    if not (s.mode == SOLO and card == s.c.meeting_card):
        s.discard.append(card)


def close_card(s: VoyageState, ctx: Ctx, seat: int, card: int, bit: int) -> None:
    """A lasting effect of a held card is spent; without any left the card is discarded."""
    s.card_open[card] &= ~bit
    if not s.card_open[card]:
        s.players[seat].cards.remove(card)
        discard_card(s, card)
        if ctx.loud:
            ctx.emit(Event("card_discarded", {"seat": seat, "card": card}))


def draw_card(s: VoyageState, ctx: Ctx) -> int:
    """The top encounter card, or 0 if there is none; an empty deck is made of the discard pile (UV-400)."""
    fill_deck(s, ctx)
    if not s.deck:
        return 0
    card = s.deck.pop()
    s.card_seen[card] = 0
    return card


def fill_deck(s: VoyageState, ctx: Ctx) -> None:
    if s.deck or not s.discard:
        return
    s.deck = ctx.chance.shuffle("encounters", sorted(s.discard))
    s.deck.reverse()
    s.discard = []
    for card in s.deck:
        s.card_seen[card] = 0
    if ctx.loud:
        ctx.emit(Event("encounters_shuffled", {"cards": len(s.deck)}))
