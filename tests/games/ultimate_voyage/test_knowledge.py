"""What a seat may know (README, "What a seat knows"): by states that differ in hidden things alone."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from rulekit.actions import Action
from rulekit.chance import Seeded
from rulekit.events import Ctx, Event
from rulekit.frames import Sealed
from rulekit.match import derive_seed
from tests import laws
from tests.games.ultimate_voyage.positions import GAME, good
from tests.games.ultimate_voyage.table import Table, new_game, round_starts, table
from tests.games.ultimate_voyage.test_laws import Voyage
from ultimate_voyage.coding import determinize
from ultimate_voyage.names import DECKS, REGIONS, ZONES
from ultimate_voyage.private_objectives import ObjectiveKeep, ObjectiveReturn, PrivateDraw
from ultimate_voyage.state import FACE_UP, VoyageState
from ultimate_voyage.view import view
from ultimate_voyage.view_types import VoyageView

rule = pytest.mark.rule
C = GAME.content
_plain = msgspec.json.Encoder(order="deterministic").encode
REST = ("forfeit sail sun", "forfeit_gain 2 0")

# What turns up something hidden: what a seat is told up to there must be the same in all worlds.
REVEALS = {
    "bazaar_replaced",
    "card_discarded",
    "cards_arranged",
    "encounter_drawn",
    "encounter_void",
    "good_taken",
    "goods_refilled",
    "goods_revealed",
    "goods_searched",
    "objective_discarded",
    "objective_drawn",
    "objective_kept",
    "objective_revealed",
    "objective_returned",
    "scouted_encounter",
    "scouted_goods",
    "tile_turned",
}


def knows(mask: int, seat: int | None) -> bool:
    return mask == FACE_UP or (seat is not None and mask >> seat & 1 == 1)


def mixed(items: list[int], free: list[int], rng: random.Random) -> None:
    """Puts the items at the free places in a new order."""
    values = [items[i] for i in free]
    rng.shuffle(values)
    for i, value in zip(free, values, strict=True):
        items[i] = value


def another_world(s: VoyageState, seat: int | None, rng: random.Random) -> VoyageState:
    """The state with everything that the seat does not know dealt anew; who knows a place goes on knowing it."""
    t = s.copy()
    for region in range(len(REGIONS)):
        places = [
            (zone, t.seen[g]) for zone in C.ports_of[region] for g in t.bazaar[zone] if not knows(t.seen[g], seat)
        ]
        pool = [g for zone in C.ports_of[region] for g in t.bazaar[zone] if not knows(t.seen[g], seat)]
        hidden = [g for g in t.pile[region] if not knows(t.seen[g], seat)]
        goods = pool + hidden
        rng.shuffle(goods)
        for zone in C.ports_of[region]:
            t.bazaar[zone] = [g for g in t.bazaar[zone] if g not in pool]
        for (zone, mask), g in zip(places, goods, strict=False):
            t.bazaar[zone] = sorted([*t.bazaar[zone], g])
            t.seen[g] = mask
        rest = goods[len(places) :]
        for g in rest:
            t.seen[g] = 0
        t.pile[region] = sorted([g for g in t.pile[region] if g not in hidden] + rest)
    masks = [t.card_seen[card] for card in t.deck]
    mixed(t.deck, [i for i, mask in enumerate(masks) if not knows(mask, seat)], rng)
    for card, mask in zip(t.deck, masks, strict=True):
        t.card_seen[card] = mask
    for deck in range(len(DECKS)):
        pile = t.objective_decks[deck]
        masks = [t.objective_seen[o] for o in pile]
        mixed(pile, [i for i, mask in enumerate(masks) if not knows(mask, seat)], rng)
        for o, mask in zip(pile, masks, strict=True):
            t.objective_seen[o] = mask
    down = [i for i, tile in enumerate(t.tiles) if tile >= 0 and not t.tiles_up >> i & 1]
    mixed(t.tiles, down, rng)
    top = t.stack[-1] if t.stack else None
    if isinstance(top, Sealed):
        for i, other in enumerate(top.seats):
            if other != seat and top.answers[i] is not None:
                top.answers[i] = rng.choice(top.options_for(t, other))
    assert GAME.faults(t) == []
    return t


def told(s: VoyageState, actor: int, action: Action, seat: int | None, chance: Seeded) -> list[Any]:
    """What a seat is told of a step, up to the first thing that is turned up by it."""
    state = s.copy()
    events: list[Event] = []
    GAME.step(state, actor, action, Ctx(chance, events))
    out: list[Any] = []
    for e in events:
        seen = e.seen_by(seat)
        if e.type in REVEALS and seen is not None:
            break
        out.append(seen)
    return [x for x in out if x is not None]


@pytest.mark.parametrize(("mode", "seats"), [("full", 2), ("full", 4), ("quick", 3), ("solo", 1)])
def test_no_seat_and_no_spectator_is_told_what_it_cannot_know(mode: str, seats: int) -> None:
    positions = 0
    options = {"random_tiles": True} if mode == "full" else {}
    w = Voyage(GAME, mode, options, seats, 11 * seats)
    rng = random.Random(seats)
    while not w.over:
        s: VoyageState = w.state
        pending = [d.plain() for d in GAME.pending(s)]
        actor = pending[0]["seat"]
        action = rng.choice(GAME.options(s, actor))
        secret = any(isinstance(f, PrivateDraw | ObjectiveKeep | ObjectiveReturn) for f in s.stack)
        for seat in [*range(seats), None]:
            world = another_world(s, seat, rng)
            assert _plain(GAME.view(world, seat)) == _plain(GAME.view(s, seat))
            assert [d.plain() for d in GAME.pending(world)] == pending
            for d in pending:
                if d["seat"] == seat or not secret:
                    assert laws.keys(GAME.options(world, d["seat"])) == laws.keys(GAME.options(s, d["seat"]))
            assert told(world, actor, action, seat, w.chance()) == told(s, actor, action, seat, w.chance())
            positions += 1
        w.step()
    assert positions > 100


def worlds(t: Table, seat: int, n: int = 12) -> list[VoyageState]:
    return [determinize(C, t.view(seat), seat, Seeded(derive_seed(i, "w"))) for i in range(n)]


def goods_at(v: VoyageView, port: str) -> list[tuple[str | None, list[int] | None]]:
    return [(x.good, x.seen_by) for x in next(p for p in v.ports if p.port == port).bazaar]


# --- goods


@rule("UV-332")
def test_scouted_goods_are_the_scouts_alone() -> None:
    t = table(ships={0: "champa"}, dials=(3, 0, 0)).do(0, "action sail sun champa", "scout_goods malacca")
    true = t.bazaar("malacca")
    assert goods_at(t.view(0), "malacca") == [(g, [0]) for g in true]
    for other in (1, None):
        assert goods_at(t.view(other), "malacca") == [(None, [0])] * len(true)
    assert t.events("scouted_goods", seat=0)[0]["goods"] == true
    assert "goods" not in t.events("scouted_goods", seat=1)[0]
    zone = ZONES.index("malacca")
    ids = [good(g) for g in true]
    assert all(world.bazaar[zone] == ids for world in worlds(t, 0))
    assert len({tuple(world.bazaar[zone]) for world in worlds(t, 1)}) > 3
    # Both know who has looked, in all their worlds.
    assert all(world.seen[g] == 1 for world in worlds(t, 1) for g in world.bazaar[zone])


@rule("UV-332", "UV-374")
def test_when_the_goods_are_turned_up_everybody_knows_them() -> None:
    t = table(wind="gray", ships={0: "champa"}, affiliation={"malacca": 0}, dials=(3, 0, 0), deck=[14])
    t.do(0, "action sail sun champa", "scout_goods malacca", "board flagship", "sail malacca", "end_route")
    assert goods_at(t.view(None), "malacca") == [(g, None) for g in t.bazaar("malacca")]


@rule("UV-272")
def test_goods_seen_once_stay_known_and_refills_come_face_down() -> None:
    """Champa had one good, face up; two are drawn from under the region."""
    t = round_starts(4, bazaar={"champa": ["se01"]})
    t.state.seen[good("se01")] = FACE_UP
    t.dice(sun=[0], moon=[0], star=[1]).start()
    assert goods_at(t.view(1), "champa") == [("se01", None), (None, []), (None, [])]
    assert t.events("goods_refilled", seat=-1)[0]["goods"] is None


@rule("UV-272", "UV-158")
def test_what_was_put_back_is_known_under_the_region_until_something_is_drawn() -> None:
    t = table(seats=4, ships={0: "hormuz"}, goods={0: ["se10"]}, p0="3 profit", objectives=["obj_18"])
    t.do(0, "action trade sun hormuz", "courier se10 public")
    v = next(r for r in t.view(3).regions if r.region == "mainland_sea")
    assert v.known == ["se10"]
    assert all(good("se10") in world.pile[0] for world in worlds(t, 3))


@rule("UV-272")
@pytest.mark.parametrize("drawn", ["se10", "se17"])
def test_after_a_draw_from_under_the_region_nobody_knows_which_good_it_was(drawn: str) -> None:
    """A gem was seen going under the region; one good is drawn, the gem or another."""
    lie = {
        "champa": ["se01", "se02"],
        "ayutthaya": ["se03", "se04", "se05"],
        "malacca": ["se06", "se07", "se08", "se09"],
    }
    t = round_starts(4, bazaar=lie)
    t.state.seen[good("se10")] = FACE_UP
    known = [r.known for r in t.view(1).regions if r.region == "mainland_sea"]
    assert known == [["se10"]]
    t.chance("refill", good(drawn)).dice(sun=[0], moon=[0], star=[1]).start()
    assert drawn in t.bazaar("champa")
    for seat in (0, 1, None):
        region = t.view(seat).regions[0]
        assert region.known == []
        assert {"se10", "se17"} <= set(region.unknown)


def test_goods_under_a_region_and_in_unseen_bazaars_are_one_pool() -> None:
    t = new_game(2)
    region = t.view(0).regions[0]
    assert region.face_down == 17 - 10
    assert sorted(region.unknown) == sorted(C.good_ids[g] for g in C.goods_of_region[0])


# --- encounter cards


@rule("UV-336")
@pytest.mark.parametrize("place", ["top", "bottom"])
def test_a_scouted_encounter_is_known_to_the_scout_where_it_lies(place: str) -> None:
    t = table(ships={0: "champa"}, dials=(3, 0, 0), deck=[18, 14])
    t.do(0, "action sail sun champa", "scout_encounter")
    assert t.view(0).deck.known[0].card == 18
    assert t.view(1).deck.known[0].card is None
    t.do(0, f"scout_encounter {place}")
    mine, theirs = t.view(0).deck, t.view(1).deck
    at = 0 if place == "top" else 36
    assert [(k.place, k.card, k.seen_by) for k in mine.known] == [(at, 18, [0])]
    assert [(k.place, k.card, k.seen_by) for k in theirs.known] == [(at, None, [0])]
    index = -1 if place == "top" else 0
    assert {world.deck[index] for world in worlds(t, 0)} == {18}
    assert len({world.deck[index] for world in worlds(t, 1, 20)}) > 5
    assert [e.get("card") for e in t.events("scouted_encounter", seat=1)] == [None] * len(t.events("scouted_encounter"))


@rule("UV-336")
def test_a_seat_that_sees_its_card_drawn_knows_no_more_of_the_deck() -> None:
    t = table(wind="gray", ships={0: "malacca"}, affiliation={"palembang": 0}, dials=(3, 0, 0), deck=[18, 14])
    t.do(0, "action sail sun malacca", "scout_encounter", "scout_encounter top")
    t.do(0, "board flagship", "sail palembang", "end_route")
    assert t.told("encounter_drawn", "card") == [18]
    assert t.view(0).deck.known == []


@rule("UV-402")
def test_a_card_put_under_the_deck_by_its_text_is_known_to_all() -> None:
    t = table(
        wind="gray", ships={0: "malacca"}, affiliation={"palembang": 0}, dials=(3, 0, 0), deck=[28, 14], p0="3 troops"
    )
    t.do(0, "action sail sun malacca", "board flagship", "sail palembang", "end_route", "encounter_option ignore")
    for seat in (0, 1, None):
        assert [(k.place, k.card, k.seen_by) for k in t.view(seat).deck.known] == [(36, 28, None)]
    assert all(world.deck[0] == 28 for world in worlds(t, 1))


@rule("UV-400")
def test_a_shuffled_deck_is_known_to_nobody() -> None:
    t = table(
        wind="gray",
        ships={0: "malacca"},
        affiliation={"palembang": 0},
        dials=(5, 0, 0),
        deck=[14, 0],
        discard=[1, 2, 3],
    )
    t.do(0, "action sail sun malacca", "scout_encounter", "scout_encounter top")
    t.do(0, "board flagship", "sail palembang", "end_route", "forfeit_gain 1 0")
    t.do(0, "scout_encounter", "scout_encounter top")
    assert [(k.place, k.seen_by) for k in t.view(0).deck.known] == [(0, [0])]
    assert t.view(0).deck.size == 4


# --- objectives


def drawing() -> Table:
    t = table(
        seats=3,
        ships={0: "champa"},
        p0="1 R, 1 Y, 1 B",
        objectives=["obj_I", "obj_II", "obj_III"],
        objective_decks={
            "yellow": ["obj_12", "obj_2", "obj_3"],
            "red": ["obj_4", "obj_5"],
            "gray": ["obj_16", "obj_15"],
        },
    )
    t.do(0, "action explore sun champa", "private_objective colours ['R', 'Y', 'B'], wild 0")
    return t.do(0, "objective_deck yellow", "objective_deck red", "objective_deck gray")


@rule("UV-532")
def test_the_cards_drawn_are_the_seats_alone_until_one_is_kept() -> None:
    t = drawing()
    shown = t.view(0).stack[-1]["drawn"]
    assert [x["objective"] for x in shown] == ["obj_12", "obj_4", "obj_16"]
    for other in (1, 2, None):
        hidden = t.view(other).stack[-1]["drawn"]
        assert [(x["objective"], x["deck"]) for x in hidden] == [(None, "yellow"), (None, "red"), (None, "gray")]
    assert all("objective" not in e for e in t.events("objective_drawn", seat=1))
    assert [e["objective"] for e in t.events("objective_drawn", seat=0)] == ["obj_12", "obj_4", "obj_16"]


@rule("UV-532", "UV-226")
def test_the_kept_card_is_public_and_the_returned_ones_are_the_seats() -> None:
    t = drawing().do(0, "objective_keep obj_4", "objective_return obj_12 top", "objective_return obj_16 bottom")
    for seat in (0, 1, None):
        assert [o.objective for o in t.view(seat).players[0].private] == ["obj_4"]
    mine = {
        deck: [(k.place, k.card, k.seen_by) for k in d.known]
        for deck, d in zip(DECKS, t.view(0).objective_decks, strict=True)
    }
    theirs = {
        deck: [(k.place, k.card, k.seen_by) for k in d.known]
        for deck, d in zip(DECKS, t.view(1).objective_decks, strict=True)
    }
    assert mine == {"yellow": [(0, "obj_12", [0])], "red": [], "gray": [(1, "obj_16", [0])]}
    assert theirs == {"yellow": [(0, None, [0])], "red": [], "gray": [(1, None, [0])]}
    ids = C.objective_ids
    assert {ids[world.objective_decks[0][-1]] for world in worlds(t, 0)} == {"obj_12"}
    assert {ids[world.objective_decks[0][-1]] for world in worlds(t, 1, 20)} == {"obj_12", "obj_2", "obj_3"}
    # A private objective is public knowledge: it lies in no deck of any world.
    assert all(world.players[0].private == [ids.index("obj_4")] for world in worlds(t, 2))


# --- the rest


@rule("UV-278")
def test_card_orders_are_sealed_until_all_have_answered() -> None:
    t = round_starts(5, marks={0: "sail trade", 1: "combat explore"}, dials=(0, 0, 0))
    t.dice(star=[1, 1], sun=[0], moon=[0]).start()
    assert t.asked == {0: "arrange_cards", 1: "arrange_cards"}
    t.do(0, "arrange_cards trade sail")
    assert t.view(0).stack[-1]["own"] is not None
    assert t.view(1).stack[-1]["own"] is None
    assert t.view(1).stack[-1]["answered"] == [True, False]
    assert [e.get("order") for e in t.events("cards_submitted", seat=1)] == [None]
    assert t.order(0) == "sail combat diplomacy explore trade"
    t.do(1, "arrange_cards explore combat")
    assert (t.order(0).split()[:2], t.order(1).split()[:2]) == (["trade", "sail"], ["explore", "combat"])


@rule("UV-642")
def test_round_tiles_that_lie_face_down_vary() -> None:
    t = new_game(2, random_tiles=True)
    assert len({tuple(world.tiles) for world in worlds(t, 0)}) > 5


@rule("UV-334")
def test_a_scouted_affiliation_is_public() -> None:
    t = table(ships={0: "champa"}, dials=(3, 0, 0)).dice(sun=[2])
    t.do(0, "action sail sun champa", "scout_affiliation malacca")
    for seat in (0, 1, None):
        assert next(p.affiliation for p in t.view(seat).ports if p.port == "malacca") == 2
    assert len(t.events("scouted_affiliation", seat=1)) == 1


@rule("UV-542")
def test_the_bag_is_known_by_colour_and_nobody_knows_what_is_drawn_next() -> None:
    t = new_game(2)
    assert t.view(1).bag == t.state.bag
    assert sum(t.state.bag) == 48 - sum(t.state.tokens)
    t = round_starts(4, tokens={"champa": ""})
    bag = list(t.state.bag)
    t.chance("token", 3).dice(sun=[0], moon=[0], star=[1]).start()
    assert sum(t.view(0).bag) == sum(bag) - 1
    assert t.view(0).bag[3] == bag[3] - 1
    assert t.events("token_refilled", seat=-1) == [{"type": "token_refilled", "port": "champa", "colour": "G"}]


@rule("UV-620", "UV-676")
@pytest.mark.parametrize(("mode", "seats"), [("quick", 2), ("solo", 1)])
def test_in_the_quick_game_and_in_solo_only_goods_under_regions_are_hidden(mode: str, seats: int) -> None:
    t = new_game(seats, mode, dice={"sun": [0]} if mode == "solo" else None)
    v = t.view(None)
    assert all(x.good is not None for p in v.ports for x in p.bazaar)
    assert all(region.face_down == len(t.pile(region.region)) for region in v.regions)


def test_a_view_survives_the_wire() -> None:
    w = laws.walk(GAME, "full", {"random_tiles": True}, 4, 9, 150)
    v = view(w.state, 2)
    assert msgspec.json.decode(msgspec.json.encode(v), type=VoyageView) == v
    assert v.seat == 2


def test_views_of_seats_differ_in_what_they_have_looked_at_only() -> None:
    t = table(ships={0: "champa"}, dials=(3, 0, 0)).do(0, "action sail sun champa")
    one, two = (msgspec.to_builtins(t.view(seat)) for seat in (0, 1))
    one.pop("seat")
    two.pop("seat")
    assert one == two
