"""Positions laid out by what a test names (see `table`), and the words in which they are named."""

from __future__ import annotations

from typing import Any, Final

from rulekit.chance import Scripted
from rulekit.events import Ctx
from ultimate_voyage.game import UltimateVoyage, load
from ultimate_voyage.names import (
    CARDS,
    CHARACTERS,
    COLOURS,
    DECKS,
    DIALS,
    MODES,
    NO_OCEAN,
    OCEANS,
    REGIONS,
    RESOURCES,
    SHIPS,
    UNKNOWN,
    WINDS,
    YANG,
    YIN,
    ZONES,
)
from ultimate_voyage.objectives import show
from ultimate_voyage.rounds import space_of
from ultimate_voyage.state import (
    AT_SUPPLY,
    FACE_UP,
    OPEN_NEXT,
    RETURNED,
    STORY_MARKERS,
    Player,
    VoyageState,
    any_ship_at,
)

Json = dict[str, Any]
GAME: Final = load()


Face = int | str


def faces_of(game: UltimateVoyage, die: str, shown: list[Face]) -> list[int]:
    """Faces of a die as numbers for the script."""
    printed = game.content.faces[DIALS.index(die)]
    return [printed.index(YIN if f == "yin" else YANG if f == "yang" else int(f)) + 1 for f in shown]


def amounts(text: str) -> dict[str, int]:
    """ "2 troops, 1 R" as names and numbers."""
    return {name: int(n) for n, name in (part.split() for part in text.split(",") if part.strip())}


def words(text: str) -> list[str]:
    """ "nanjing, champa" or "sail trade" as a list."""
    return text.replace(",", " ").split()


def _fill(s: VoyageState, p: Player, text: str) -> None:
    for name, n in amounts(text).items():
        if name in RESOURCES:
            p.res[RESOURCES.index(name)] = n
        elif name in ("prestige", "profit"):
            track = ("prestige", "profit").index(name)
            p.track[track] = n
            for i, space in enumerate(s.c.bonus_spaces[track]):
                if n >= space:
                    p.passed |= 1 << (track * 2 + i)
        elif name in COLOURS:
            colour = COLOURS.index(name)
            p.tokens[colour] = n
            s.bag[colour] -= n
        elif name in ("kilns", "camps"):
            p.built += n
            if name == "kilns":
                p.kilns = n
            else:
                p.camps = n
        else:
            assert name == "built", name
            p.built += n


def good(name: str) -> int:
    """The number of a good."""
    return GAME.content.good_ids.index(name)


def _take_out(s: VoyageState, number: int) -> None:
    """A good leaves its place; a bazaar is filled up from the region's pile."""
    c = s.c
    pile = s.pile[c.good_region[number]]
    if number in pile:
        pile.remove(number)
        return
    for goods in s.bazaar:
        if number in goods:
            goods.remove(number)
            if pile:
                goods.append(pile.pop(0))
                goods.sort()


def _stock(s: VoyageState, port: str, ids: list[str], fixed: set[int]) -> None:
    """The bazaar of a port holds exactly these goods; what lay there goes under the region, and the
    bazaars that lose one of them get another."""
    zone = ZONES.index(port)
    region = s.c.region_of[zone]
    s.pile[region] += s.bazaar[zone]
    s.bazaar[zone] = []
    s.pile[region].sort()
    numbers = [good(x) for x in ids]
    fixed.update(numbers)
    for number in numbers:
        for other in s.bazaar:
            if number in other:
                other.remove(number)
                spare = next(g for g in s.pile[region] if g not in fixed)
                s.pile[region].remove(spare)
                other.append(spare)
                other.sort()
                s.pile[region].append(number)
        s.pile[region].remove(number)
        s.bazaar[zone].append(number)
    s.bazaar[zone].sort()
    s.pile[region].sort()


def base(
    seats: int = 2,
    mode: str = "full",
    round: int = 1,
    wind: str | None = None,
    storm: str | None = None,
    order: list[int] | None = None,
    characters: dict[int, str] | None = None,
    ships: dict[int, str] | None = None,
    affiliation: dict[str, int] | None = None,
    markers: dict[str, int] | None = None,
    depots: dict[str, int] | None = None,
    tokens: dict[str, str] | None = None,
    bazaar: dict[str, list[str]] | None = None,
    seen: dict[str, list[int]] | None = None,
    goods: dict[int, list[str]] | None = None,
    upgraded: dict[int, str] | None = None,
    cards: dict[int, str] | None = None,
    marks: dict[int, str] | None = None,
    dials: tuple[int, int, int] = (0, 0, 0),
    unused: dict[int, str] | None = None,
    explored: dict[int, str] | None = None,
    story: dict[str, dict[int, int]] | None = None,
    deck: list[int] | None = None,
    discard: list[int] | None = None,
    objectives: list[str] | None = None,
    objective_decks: dict[str, list[str]] | None = None,
    private: dict[int, list[str]] | None = None,
    completed: dict[int, list[str]] | None = None,
    bonus: dict[tuple[str, int], str] | None = None,
    attacks: dict[int, str] | None = None,
    health: int = 0,
    docked: list[int] | None = None,
    tower: list[int] | None = None,
    options: Json | None = None,
    game: UltimateVoyage = GAME,
    **players: str,
) -> VoyageState:
    """A state without a stack. `p0`, `p1` ... are what seats have ("2 troops, 3 prestige, 1 R, 1 kilns").

    `ships` names the zones of flagship and regular ships by seat ("kotte, pegu"; "home" for returned);
    the flagship of a seat not named is in Nanjing (Quick Game: Samudera; de' Conti is seat 1). `deck` are encounter
    cards, the top one first; all others lie below unless `discard` or `deck` says that there are no
    others (an entry 0 at the end of `deck`). `objectives` come on display; `bonus` names the bonus
    tokens of a space, {("prestige", 5): "1 ship, 1 upgrade"}. `completed` and `private` are by seat.
    """
    settings: Json = {**(options or {})}
    if mode != "solo":
        settings["first_player"] = 0
    kind = game.modes[MODES.index(mode)]
    s = game.new_state(kind, kind.resolve(settings), seats)
    script = Scripted({"sun": [1]})  # de' Conti's start, which `ships` may change
    s.stack[-1].run(s, Ctx(script, None))
    s.stack = []
    c = s.c
    s.round = round
    s.turn_order = order or list(range(seats))
    space = space_of(s, round)
    s.wind = WINDS.index(wind) if wind else space.wind
    s.storm = OCEANS.index(storm) if storm else NO_OCEAN
    s.health = health
    home = "samudera" if mode == "quick" else "nanjing"
    for seat in range(seats):
        p = s.players[seat]
        p.ships = [ZONES.index(home), AT_SUPPLY, AT_SUPPLY]
        p.dials = list(dials)
        p.unused = 7
    if s.conti >= 0:
        s.players[s.conti].dials = list(dials)
    for seat, text in (ships or {}).items():
        zones = [RETURNED if x == "home" else AT_SUPPLY if x == "supply" else ZONES.index(x) for x in words(text)]
        s.players[seat].ships = zones + [AT_SUPPLY] * (len(SHIPS) - len(zones))
    for seat, who in (characters or {}).items():
        s.players[seat].character = CHARACTERS.index(who)
        s.players[seat].order = list(c.characters[CHARACTERS.index(who)].order)
    for seat, text in (cards or {}).items():
        s.players[seat].order = [CARDS.index(x) for x in words(text)]
    for seat, text in (marks or {}).items():
        s.players[seat].marks = sum(1 << CARDS.index(x) for x in words(text))
    for seat, text in (upgraded or {}).items():
        s.players[seat].upgraded = sum(1 << CARDS.index(x) for x in words(text))
    for seat, text in (unused or {}).items():
        s.players[seat].unused = sum(1 << DIALS.index(x) for x in words(text))
    for name, text in players.items():
        _fill(s, s.players[int(name[1:])], text)
    _ports(s, affiliation or {}, markers or {}, depots or {}, tokens or {})
    _goods(s, bazaar or {}, goods or {}, seen or {})
    for seat, text in (explored or {}).items():
        for port in words(text):
            s.stamp += 1
            s.players[seat].explored[ZONES.index(port)] = s.stamp
    for region, spaces in (story or {}).items():
        for seat, at in spaces.items():
            s.story[REGIONS.index(region) * STORY_MARKERS + seat] = at
    for seat, text in (attacks or {}).items():
        s.players[seat].attacks = [ZONES.index(x) for x in words(text)]
        for port in words(text):
            s.affiliation[ZONES.index(port)] = -2
    _cards(s, deck or [], discard or [])
    _objectives(s, objectives or [], objective_decks or {}, private or {}, completed or {})
    for (track, at), text in (bonus or {}).items():
        number = ("prestige", "profit").index(track)
        i = number * 2 + c.bonus_spaces[number].index(at)
        left = amounts(text)
        s.bonus[i * 2 : i * 2 + 2] = [left.get("ship", 0), left.get("upgrade", 0)]
    s.docked = list(docked or [])
    s.tower = list(tower or [])
    return s


def _ports(
    s: VoyageState,
    affiliation: dict[str, int],
    markers: dict[str, int],
    depots: dict[str, int],
    tokens: dict[str, str],
) -> None:
    for zone in range(1, len(ZONES)):
        if any_ship_at(s, zone) and s.affiliation[zone] == UNKNOWN:
            s.affiliation[zone] = 0
    for port, value in affiliation.items():
        s.affiliation[ZONES.index(port)] = value
    for port, seat in markers.items():
        s.marker[ZONES.index(port)] = seat
        s.allied[ZONES.index(port)] = 1
        if port not in affiliation:
            s.affiliation[ZONES.index(port)] = 3
    for port, seat in depots.items():
        zone = ZONES.index(port)
        s.depot[zone] = seat
        s.players[seat].built += 1
        s.players[seat].depots[s.c.region_of[zone]] += 1
        if s.affiliation[zone] == UNKNOWN:
            s.affiliation[zone] = 0
    for port, colours in tokens.items():
        at = ZONES.index(port) * 4
        for i, colour in enumerate(COLOURS):
            s.bag[i] += s.tokens[at + i] - colours.count(colour)
            s.tokens[at + i] = colours.count(colour)
    free = [z for z in range(len(ZONES) - 1, 0, -1) if ZONES[z] not in tokens and not any_ship_at(s, z)]
    for i in range(len(COLOURS)):  # what seats have and the bag has not comes from the farthest ports
        for zone in free:
            n = min(-s.bag[i], s.tokens[zone * 4 + i])
            if n > 0:
                s.tokens[zone * 4 + i] -= n
                s.bag[i] += n


def _goods(
    s: VoyageState, bazaar: dict[str, list[str]], goods: dict[int, list[str]], seen: dict[str, list[int]]
) -> None:
    fixed: set[int] = set()
    for seat, ids in goods.items():
        for x in ids:
            number = good(x)
            _take_out(s, number)
            s.players[seat].goods.append(number)
            s.seen[number] = FACE_UP
    for port, ids in bazaar.items():
        _stock(s, port, ids, fixed)
    for zone in range(1, len(ZONES)):
        shown = s.mode != MODES.index("full") or (any_ship_at(s, zone) and s.affiliation[zone] != -2)
        for number in s.bazaar[zone]:
            s.seen[number] = FACE_UP if shown else 0
    for pile in s.pile:
        for number in pile:
            s.seen[number] = 0
    for port, who in seen.items():
        for number in s.bazaar[ZONES.index(port)]:
            s.seen[number] = sum(1 << seat for seat in who)


def _cards(s: VoyageState, deck: list[int], discard: list[int]) -> None:
    everything = s.deck[::-1]
    top = [card for card in deck if card]
    rest = [card for card in everything if card not in top and card not in discard]
    if deck and deck[-1] == 0:  # the deck holds nothing else: all others are beside the last seat's mat
        s.deck = top[::-1]
        keeper = s.n - 1
        for card in rest:
            s.players[keeper].cards.append(card)
            s.card_option[card] = 0
            s.card_port[card] = 1
            s.card_open[card] = OPEN_NEXT
    else:
        s.deck = (top + rest)[::-1]
    s.discard = list(discard)


def _objectives(
    s: VoyageState,
    display: list[str],
    decks: dict[str, list[str]],
    private: dict[int, list[str]],
    completed: dict[int, list[str]],
) -> None:
    ids = s.c.objective_ids
    everything = [o for pile in s.objective_decks for o in pile] + s.display + s.objectives_out
    s.display = []
    s.objectives_out = []
    s.objective_base = [[] for _ in ids]
    s.objective_round = [0] * len(ids)
    named = {name: [ids.index(x) for x in xs] for name, xs in decks.items()}
    s.objective_decks = [named.get(name, [])[::-1] for name in DECKS]
    for x in display:
        show(s, Ctx(Scripted(), None), ids.index(x))
    for seat, xs in private.items():
        for x in xs:
            show(s, Ctx(Scripted(), None), ids.index(x))
            s.display.pop()
            s.players[seat].private.append(ids.index(x))
    for seat, xs in completed.items():
        s.players[seat].completed += [ids.index(x) for x in xs]
    placed = {o for pile in s.objective_decks for o in pile} | set(s.display)
    for p in s.players:
        placed |= {*p.private, *p.completed}
    s.objectives_out = [o for o in everything if o not in placed]
