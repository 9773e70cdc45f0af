"""Objective cards: each of the 23, revealing, claiming, private ones (RULES.md, section 10)."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.chance import Scripted
from rulekit.events import Ctx
from tests.games.ultimate_voyage.table import GAME, Table, new_game, round_starts, table
from ultimate_voyage.names import ZONES
from ultimate_voyage.objectives import refill, show, usable

rule = pytest.mark.rule
C = GAME.content
IDS = C.objective_ids
QUIET = Ctx(Scripted(), None)


def trade(port: str, good: str, own: list[str]) -> tuple[dict[str, Any], list[str]]:
    """Seat 0 buys a good."""
    position = {"ships": {0: port}, "goods": {0: own}, "bazaar": {port: [good]}, "dials": (5, 0, 0)}
    return position, [f"action trade sun {port}", f"trade {good}"]


def win(port: str, **position: Any) -> tuple[dict[str, Any], list[str]]:
    """Seat 0 wins a combat of strength 8 (never above 10)."""
    position = {"ships": {0: port}, "dials": (6, 0, 0), "moon": [0], **position}
    return position, [f"action combat sun {port}", f"attack {port} 8", "split_points 2 0"]


def ally(port: str, here: int = 2, **position: Any) -> tuple[dict[str, Any], list[str]]:
    position = {"ships": {0: port}, "affiliation": {port: here}, "dials": (5, 0, 0), **position}
    return position, [f"action diplomacy sun {port}", f"diplomacy {port} {3 - here}"]


def erect(text: str, port: str = "champa", **position: Any) -> tuple[dict[str, Any], list[str]]:
    return {"ships": {0: port}, "dials": (4, 0, 0), **position}, [f"action combat sun {port}", f"build {text}"]


def explored(port: str, **position: Any) -> tuple[dict[str, Any], list[str]]:
    position = {"ships": {0: port}, "dials": (0, 0, 0), **position}
    return position, [f"action explore sun {port}", f"explore {port} 1"]


def play(objective: str, position: dict[str, Any], moves: list[str], **more: Any) -> Table:
    position = {"seats": 4, **position, **more}
    dice = {die: position.pop(die) for die in ("sun", "moon", "star") if die in position}
    deeds = position.pop("deeds", {})
    t = table(objectives=[objective], **position)
    for name, value in deeds.items():  # done after the reveal
        setattr(t.state.players[0], name, value)
    assert t.completed(0) == []
    t.dice(**dice).do(0, *moves)
    while t.asked.get(0) == "take_token":
        t.do(0, t.options(0)[0])
    return t


def regions(**counts: int) -> list[int]:
    return [
        counts.get(name, 0)
        for name in ("mainland_sea", "majapahit", "burma_bengal", "south_india_ceylon", "arabia", "east_africa")
    ]


MET = {
    "obj_I": trade("palembang", "mj07", ["se01", "ar05"]),
    "obj_II": win("palembang", deeds={"wins": regions(mainland_sea=1)}),
    "obj_III": ally("malacca", deeds={"firsts": regions(mainland_sea=1)}),
    "obj_1": ally("aden", deeds={"firsts": regions(arabia=1)}),
    "obj_2": trade("champa", "se11", ["mj11", "ar16", "ea06"]),
    "obj_3": trade("champa", "se16", ["se17", "mj15"]),
    "obj_4": erect("depot champa", depots={"malacca": 0, "kotte": 0}),
    "obj_5": erect("camp", p0="1 kilns, 1 camps", depots={"malacca": 0}),
    "obj_6": trade("champa", "se11", ["mj01", "mj02", "mj11"]),
    "obj_7": erect("depot pegu", "pegu", deeds={"wins": regions(burma_bengal=1)}),
    "obj_8": trade("aden", "ar01", ["ea01"]),
    "obj_9": ally("champa", markers={"palembang": 0, "mecca": 0}),
    "obj_10": win("aden", story={"south_india_ceylon": {0: 1}, "east_africa": {0: 1}}),
    "obj_11": explored("champa"),
    "obj_12": trade("champa", "se11", ["se01", "se03", "mj05", "ar16", "se17"]),
    "obj_13": win("kotte", deeds={"wins": regions(burma_bengal=1)}),
    "obj_14": win("malindi", deeds={"wins": regions(arabia=1)}),
    "obj_15": ({"ships": {0: "champa"}, "dials": (9, 0, 0)}, ["action combat sun champa"]),
    "obj_16": (
        {
            "ships": {0: "malacca"},
            "affiliation": {"palembang": -2},
            "wind": "gray",
            "storm": "southern",
            "dials": (1, 0, 0),
            "p0": "1 troops",
            "star": [1],
            "deeds": {"storms": 1},
        },
        ["action sail sun malacca", "board flagship", "sail palembang", "end_route"],
    ),
    "obj_17": explored("champa", explored={0: "palembang, kotte, mecca"}),
    "obj_18": (
        {"ships": {0: "hormuz"}, "goods": {0: ["se10"]}, "p0": "3 profit"},
        ["action trade sun hormuz", "courier se10 public"],
    ),
}
POINTS = {
    "I": 4, "II": 2, "III": 4, "1": 5, "2": 4, "3": 3, "4": 3, "5": 3, "6": 3, "7": 3, "8": 4, "9": 4, "10": 4,
    "11": 4, "12": 3, "13": 3, "14": 4, "15": 2, "16": 2, "17": 4, "18": 3, "19": 2, "20": 2,
}  # fmt: skip


def after_exploring(t: Table) -> Table:
    """Find the Deposed Emperor counts explorations after the reveal: seat 0 has done three, seat 1 two."""
    for seat, ports in ((0, ("ayutthaya", "surabaya", "pegu")), (1, ("malacca", "palembang"))):
        for port in ports:
            t.state.stamp += 1
            t.state.players[seat].explored[ZONES.index(port)] = t.state.stamp
    return t


@rule("UV-214", "UV-213")
@pytest.mark.parametrize("objective", [o for o in IDS if o not in ("obj_19", "obj_20", "obj_11")])
def test_a_public_objective_is_claimed_as_soon_as_it_is_met(objective: str) -> None:
    position, moves = MET[objective]
    t = play(objective, position, moves)
    assert t.completed(0) == [objective]
    vp = POINTS[objective.removeprefix("obj_")]
    assert t.event("objective_claimed") == {"seat": 0, "objective": objective, "points": vp, "private": False}
    assert t.state.display == []


def fewer(objective: str) -> dict[str, Any]:
    """The same position without one of the things that count."""
    position = dict(MET[objective][0])
    if "deeds" in position:
        position["deeds"] = {}
    elif len(position.get("goods", {}).get(0, [])) > 0 and objective != "obj_18":
        position["goods"] = {0: position["goods"][0][1:]}
    elif objective in ("obj_4", "obj_5"):
        position["depots"] = {}
    elif objective == "obj_9":
        position["markers"] = {"palembang": 0}
    elif objective == "obj_10":
        position["story"] = {"east_africa": {0: 1}}
    elif objective == "obj_17":
        position["explored"] = {0: "palembang, mecca"}
    elif objective == "obj_15":
        position["dials"] = (8, 0, 0)  # 10, which is not above 10
    return position


@rule("UV-214", "UV-234", "UV-236", "UV-238")
@pytest.mark.parametrize("objective", [o for o in IDS if o not in ("obj_11", "obj_18", "obj_19", "obj_20")])
def test_one_step_short_is_not_enough(objective: str) -> None:
    t = play(objective, fewer(objective), MET[objective][1])
    assert t.completed(0) == []
    assert [IDS[o] for o in t.state.display] == [objective]


@rule("UV-212")
@pytest.mark.parametrize(("objective", "stage"), [("obj_I", 2), ("obj_II", 1), ("obj_4", 1), ("obj_17", 3)])
def test_how_far_each_seat_is_can_be_seen(objective: str, stage: int) -> None:
    t = play(objective, fewer(objective), MET[objective][1])
    for seat in (0, 1, None):
        shown = t.view(seat).display[0]
        assert (shown.objective, shown.progress) == (objective, [stage, 0, 0, 0])


@rule("UV-222", "UV-214")
def test_find_the_deposed_emperor() -> None:
    """Six ports of the three regions explored since the reveal, most of them by one player."""
    position, moves = MET["obj_11"]
    t = after_exploring(table(seats=4, objectives=["obj_11"], **position))
    t.do(0, *moves, "take_token B")
    assert t.completed(0) == ["obj_11"]
    # The same ports explored before the reveal do not count.
    t = table(
        seats=4, objectives=["obj_11"], explored={0: "ayutthaya, surabaya, pegu", 1: "malacca, palembang"}, **position
    )
    t.do(0, *moves, "take_token B")
    assert t.completed(0) == []
    # A tie is nobody's.
    t = after_exploring(table(seats=4, objectives=["obj_11"], **position))
    for port in ("ayutthaya", "surabaya"):
        t.state.stamp += 1
        t.state.players[1].explored[ZONES.index(port)] = t.state.stamp
    t.do(0, *moves, "take_token B")
    assert t.completed(0) == []


@rule("UV-214")
def test_who_is_first_has_it_alone() -> None:
    t = play("obj_15", *MET["obj_15"])
    t.end(0)
    t.state.players[1].dials = [9, 0, 0]
    t.do(1, "action combat sun nanjing")
    assert (t.completed(0), t.completed(1)) == (["obj_15"], [])


@rule("UV-214")
def test_several_seats_at_the_same_moment_the_first_from_the_active_one() -> None:
    """A joint win is the second one of both."""
    t = table(
        seats=4,
        order=[1, 3, 0, 2],
        ships=dict.fromkeys(range(4), "kotte"),
        dials=(3, 1, 0),
        objectives=["obj_13"],
    )
    for seat in (0, 1, 3):
        t.state.players[seat].wins = regions(burma_bengal=1)
    t.do(1, "forfeit sail sun", "forfeit_gain 2 0").dice(moon=[0])
    t.do(3, "action combat sun kotte", "attack kotte 5", "invite 0 1")
    t.do(0, "join_reply join moon").do(1, "join_reply join moon").do(3, "attack kotte 5")
    assert t.completed(3) == ["obj_13"]
    assert t.told("objective_claimed", "seat") == [3]


@rule("UV-213")
def test_what_was_claimed_stays_claimed() -> None:
    """Collector is met with the sixth icon; a courier then carries one of them away."""
    t = table(
        seats=4,
        ships={0: "hormuz"},
        goods={0: ["se10", "se03", "mj05", "ar16", "se17"]},
        bazaar={"hormuz": ["ar11"]},
        p0="9 profit",
        dials=(0, 0, 0),
        objectives=["obj_12", "obj_18"],
    )
    t.do(0, "action trade sun hormuz", "trade ar11")
    assert t.completed(0) == ["obj_12"]
    t.do(0, "courier se10 public").end(0)
    assert t.completed(0) == ["obj_12", "obj_18"]


@rule("UV-216")
def test_perfect_cards_count_deeds_before_the_reveal_and_present_ones_only_later_deeds() -> None:
    for objective, met in (("obj_III", True), ("obj_1", False)):
        region = "mainland_sea" if objective == "obj_III" else "arabia"
        port = "malacca" if objective == "obj_III" else "aden"
        position, moves = ally(port)
        t = table(seats=4, **position)
        t.state.players[0].firsts = regions(**{region: 1})  # done before the card is shown
        t.state.objectives_out.remove(IDS.index(objective))
        show(t.state, QUIET, IDS.index(objective))
        t.do(0, *moves)
        assert t.completed(0) == ([objective] if met else [])


# --- the display


def with_decks(**decks: list[str]) -> dict[str, Any]:
    return {"objective_decks": decks}


@rule("UV-210")
def test_three_cards_one_of_each_category() -> None:
    for seats, mode in ((2, "full"), (3, "full"), (4, "full"), (2, "quick"), (4, "quick"), (1, "solo")):
        t = new_game(seats, mode, dice={"sun": [0, 0], "moon": [0], "star": [1]} if mode == "solo" else None)
        assert [C.objectives[o].deck for o in t.state.display] == [0, 1, 2]


@rule("UV-218")
def test_the_missing_category_is_drawn() -> None:
    position, moves = MET["obj_15"]
    t = table(
        objectives=["obj_I", "obj_4", "obj_15"],
        **with_decks(yellow=["obj_2"], red=["obj_5"], gray=["obj_9"]),
        **position,
    )
    t.do(0, *moves)
    assert [IDS[o] for o in t.state.display] == ["obj_I", "obj_4", "obj_9"]
    assert t.event("objective_revealed") == {"objective": "obj_9"}


@rule("UV-218")
def test_from_an_empty_deck_the_first_player_turns_to_another() -> None:
    position, moves = MET["obj_15"]
    t = table(
        order=[1, 0],
        objectives=["obj_I", "obj_4", "obj_15"],
        **with_decks(yellow=["obj_2"], red=["obj_5"]),
        **position,
    )
    t.do(1, "forfeit sail sun", "forfeit_gain 2 0").do(0, *moves)
    assert t.asked == {1: "refill_deck"}
    assert t.options(1) == ["refill_deck yellow", "refill_deck red"]
    t.do(1, "refill_deck red")
    assert [IDS[o] for o in t.state.display] == ["obj_I", "obj_4", "obj_5"]
    assert t.asked == {0: "action_step"}


@rule("UV-218")
def test_without_a_card_left_the_display_stays_short() -> None:
    position, moves = MET["obj_15"]
    t = table(objectives=["obj_I", "obj_4", "obj_15"], **position).do(0, *moves)
    assert [IDS[o] for o in t.state.display] == ["obj_I", "obj_4"]
    assert t.asked == {0: "action_step"}


@rule("UV-220")
def test_a_card_that_is_met_already_is_discarded_when_revealed() -> None:
    position, moves = MET["obj_15"]
    t = table(
        objectives=["obj_I", "obj_4", "obj_15"],
        **with_decks(gray=["obj_17", "obj_16"]),
        **position,
        explored={1: "champa, palembang, kotte"},  # three regions are enough for two players
    )
    t.do(0, *moves)
    assert t.event("objective_discarded") == {"objective": "obj_17", "deck": "gray"}
    assert [IDS[o] for o in t.state.display] == ["obj_I", "obj_4", "obj_16"]


@rule("UV-220")
def test_a_card_on_display_stays_though_it_cannot_be_met_any_more() -> None:
    t = round_starts(9, objectives=["obj_19"], p0="1 porcelain").dice(sun=[0], moon=[0], star=[1]).start()
    assert [IDS[o] for o in t.state.display] == ["obj_19"]


@rule("UV-220", "UV-222")
@pytest.mark.parametrize(
    ("round", "tracks", "usable_cards"),
    [(8, "14 prestige, 14 profit", ["obj_19", "obj_20"]), (8, "15 prestige", ["obj_20"]), (9, "1 prestige", [])],
)
def test_leaders_of_a_round_that_can_still_come(round: int, tracks: str, usable_cards: list[str]) -> None:
    t = table(round=round, p1=tracks)
    assert [o for o in ("obj_19", "obj_20") if usable(t.state, IDS.index(o))] == usable_cards


@rule("UV-222")
def test_no_leader_after_a_trigger_of_the_end_and_none_in_the_last_round_of_the_quick_game() -> None:
    t = table(round=5)
    assert usable(t.state, IDS.index("obj_19"))
    t.state.ending = 3
    assert not usable(t.state, IDS.index("obj_19"))
    for number, good in ((6, True), (7, False)):
        t = table(mode="quick", round=number)
        assert usable(t.state, IDS.index("obj_19")) is good


@rule("UV-222")
@pytest.mark.parametrize(
    ("affiliation", "allied", "firsts", "good"),
    [
        ({}, [], 0, True),
        ({"champa": 3, "ayutthaya": 3, "malacca": 3}, [], 0, False),  # all stand at 3
        ({}, ["champa"], 0, True),  # two ports are left
        ({}, ["champa", "ayutthaya"], 0, False),
        ({}, ["champa", "ayutthaya"], 1, True),  # one seat needs only one more
        ({}, ["champa", "ayutthaya", "malacca"], 1, False),
    ],
)
def test_first_tributaries_that_can_still_come(
    affiliation: dict[str, int], allied: list[str], firsts: int, good: bool
) -> None:
    t = table(affiliation=affiliation)
    for port in allied:
        t.state.allied[ZONES.index(port)] = 1
    t.state.players[1].firsts[0] = firsts
    assert usable(t.state, IDS.index("obj_III")) is good


@rule("UV-222")
def test_everything_else_counts_as_achievable() -> None:
    """Three explorations are left of the six that Find the Deposed Emperor needs; it stays usable."""
    t = table(seats=4, round=9)
    everything = [i for i, o in enumerate(IDS) if o not in ("obj_19", "obj_20")]
    assert all(usable(t.state, o) for o in everything)


@rule("UV-224")
@pytest.mark.parametrize(("objective", "ports"), [("obj_III", ["champa", "ayutthaya"]), ("obj_1", ["hormuz", "mecca"])])
def test_a_card_whose_ports_are_all_at_3_leaves_unclaimed(objective: str, ports: list[str]) -> None:
    last = "malacca" if objective == "obj_III" else "aden"
    t = table(
        seats=4,
        ships={0: last},
        affiliation={last: 2, **dict.fromkeys(ports, 3)},
        objectives=["obj_I", "obj_4", objective],
        dials=(5, 0, 0),
        **with_decks(gray=["obj_16"]),
    )
    t.do(0, f"action diplomacy sun {last}", f"diplomacy {last} 1")
    assert t.event("objective_removed") == {"objective": objective}
    assert [IDS[o] for o in t.state.display] == ["obj_I", "obj_4", "obj_16"]
    assert t.completed(0) == []


# --- private objectives


@rule("UV-226")
def test_only_its_owner_completes_a_private_objective() -> None:
    position, moves = MET["obj_15"]
    position = {"seats": 4, **position}
    t = table(private={1: ["obj_15"]}, **position).do(0, *moves)
    assert (t.completed(0), t.completed(1)) == ([], [])
    t = table(private={0: ["obj_15"]}, **position).do(0, *moves)
    assert t.completed(0) == ["obj_15"]
    assert t.event("objective_claimed")["private"] is True
    assert t.player(0).private == []


@rule("UV-228", "UV-216")
def test_for_a_private_card_deeds_count_from_the_moment_it_was_acquired() -> None:
    t = table(
        seats=4,
        ships={0: "champa"},
        dials=(0, 9, 0),
        p0="1 R, 1 Y, 1 B",
        objectives=["obj_I", "obj_4", "obj_III"],
        **with_decks(gray=["obj_13"]),
    )
    t.state.players[0].wins = regions(burma_bengal=1)
    t.do(0, "action explore sun champa", "private_objective colours ['R', 'Y', 'B'], wild 0")
    assert [IDS[o] for o in t.player(0).private] == ["obj_13"]
    view = t.view(1).players[0].private[0]
    assert view.objective == "obj_13"  # it was shown to all
    t.state.players[0].wins = regions(burma_bengal=2)
    t.state.dirty = True
    t.do(0, "scout_goods ayutthaya")
    assert t.completed(0) == []
    t.state.players[0].wins = regions(burma_bengal=3)
    t.state.dirty = True
    t.do(0, "scout_goods malacca")
    assert t.completed(0) == ["obj_13"]


@rule("UV-228", "UV-532")
def test_a_private_card_is_met_by_what_a_seat_has_already() -> None:
    """A perfect card that nobody had met when it was drawn: the next deed completes it."""
    t = table(
        seats=4,
        ships={0: "champa"},
        dials=(3, 0, 0),
        p0="1 R, 1 Y, 1 B, 1 kilns, 2 camps",
        objectives=["obj_I", "obj_4", "obj_III"],
        **with_decks(red=["obj_5"]),
    )
    t.do(0, "action explore sun champa", "private_objective colours ['R', 'Y', 'B'], wild 0").end(0)
    for seat in (1, 2, 3):
        t.do(seat, "forfeit sail sun", "forfeit_gain 2 0")
    t.state.players[0].dials[1] = 2
    t.do(0, "action combat moon champa", "build kiln")
    assert t.completed(0) == ["obj_5"]


@rule("UV-230")
def test_courier_service_privately_and_in_a_free_trade() -> None:
    t = table(
        seats=4,
        ships={0: "hormuz"},
        goods={0: ["se10", "mj01"]},
        p0="4 profit, 1 Y",
        private={0: ["obj_18"]},
        dials=(0, 0, 0),
    )
    t.do(0, "action explore sun hormuz", "free_action Y 1 hormuz 0")
    assert t.options(0, "courier") == ["se10 private"]  # the spice brings 1 Profit only
    t.do(0, "courier se10 private")
    assert (t.completed(0), t.tracks(0)) == (["obj_18"], (0, 1))


@rule("UV-230", "UV-124")
def test_no_courier_at_a_hostile_port_and_none_without_the_card() -> None:
    t = table(
        seats=4,
        ships={0: "hormuz, aden"},
        affiliation={"hormuz": -2},
        goods={0: ["se10"]},
        upgraded={0: "trade"},
        objectives=["obj_18"],
        dials=(0, 0, 0),
    )
    assert "courier" not in t.do(0, "action trade sun hormuz").kinds(0)
    t = table(seats=4, ships={0: "hormuz"}, goods={0: ["se10"]}, private={1: ["obj_18"]}, dials=(0, 0, 0))
    assert "courier" not in t.do(0, "action trade sun hormuz").kinds(0)


def end_of_round(round: int = 5, revealed: int = 4, objective: str = "obj_19", **position: Any) -> Table:
    """Seat 1 ends the round with its last dial."""
    holder: dict[str, Any] = {} if "private" in position else {"objectives": [objective]}
    t = table(round=round, unused={0: "", 1: "sun"}, **holder, **position)
    t.state.objective_round[IDS.index(objective)] = revealed
    t.dice(star=[1, 1], sun=[0, 0], moon=[0]).do(1, "forfeit sail sun", "forfeit_gain 2 0")
    return t


@rule("UV-232")
@pytest.mark.parametrize(
    ("objective", "p0", "p1", "claimed"),
    [
        ("obj_19", "3 prestige", "2 prestige, 9 profit", True),
        ("obj_19", "3 prestige", "3 prestige", False),
        ("obj_20", "3 profit", "2 profit, 9 prestige", True),
        ("obj_20", "", "", False),
    ],
)
def test_the_leader_at_the_end_of_a_round(objective: str, p0: str, p1: str, claimed: bool) -> None:
    t = end_of_round(objective=objective, p0=p0, p1=p1)
    assert t.completed(0) == ([objective] if claimed else [])
    assert t.completed(1) == []


@rule("UV-232")
def test_not_in_the_round_of_the_reveal() -> None:
    t = end_of_round(revealed=5, p0="3 prestige")
    assert (t.completed(0), t.state.round) == ([], 6)


@rule("UV-232", "UV-228")
def test_a_private_leaders_card_is_its_owners_alone() -> None:
    t = end_of_round(private={0: ["obj_19"]}, p1="3 prestige")
    assert (t.completed(0), t.completed(1)) == ([], [])
    t = end_of_round(private={0: ["obj_19"]}, p0="3 prestige")
    assert t.completed(0) == ["obj_19"]


@rule("UV-232")
def test_a_card_revealed_during_set_up_counts_from_the_first_round_played() -> None:
    yellow, red, gray = C.decks_full[2]
    gray = [IDS.index("obj_19"), *(o for o in gray if o != IDS.index("obj_19"))]
    t = new_game(2, script={"objectives": yellow + red + gray}, dice={"sun": [0], "moon": [0], "star": [1]})
    t.do(1, "choose_character merchant").do(0, "choose_character healer")
    assert [IDS[o] for o in t.state.display] == ["obj_I", "obj_II", "obj_19"]
    t.state.players[1].track = [4, 0]
    for number in (1, 2):
        assert t.completed(1) == []
        for dial in ("sun", "moon", "star"):
            for seat in t.state.turn_order.copy():
                t.dice(sun=[0, 0], moon=[0], star=[1, 1])
                t.do(seat, f"forfeit trade {dial}", "forfeit_gain 0 2")
        assert t.state.round == number + 1
    assert t.completed(1) == ["obj_19"]  # at the end of round 2


@rule("UV-234")
@pytest.mark.parametrize(
    ("seats", "more"), [(2, "champa, palembang"), (3, "champa, palembang, mecca"), (4, "champa, palembang, mecca")]
)
def test_ultimate_explorer_by_number_of_players(seats: int, more: str) -> None:
    position, moves = explored("kotte", explored={0: more}, seats=seats)
    assert play("obj_17", position, moves).completed(0) == ["obj_17"]
    position["explored"] = {0: ", ".join(more.split(", ")[1:])}
    assert play("obj_17", position, moves).completed(0) == []


@rule("UV-236")
def test_show_of_strength_counts_boosts_and_what_was_spent_on_scouting() -> None:
    t = table(
        seats=4,
        ships={0: "champa"},
        dials=(5, 0, 0),
        p0="9 troops, 9 prestige",
        goods={0: ["ea13"]},
        objectives=["obj_15"],
    )
    t.do(0, "action combat sun champa", "scout_goods ayutthaya", "scout_goods malacca", "build kiln")
    assert t.action.total == 7
    t.do(0, "labor", "resource")
    assert (t.action.total, t.completed(0)) == (10, [])
    t.do(0, "resource")
    assert t.completed(0) == ["obj_15"]


@rule("UV-236")
def test_show_of_strength_in_a_free_action_and_in_joint_combat() -> None:
    t = table(seats=4, ships={0: "champa"}, p0="9 Y, 9 porcelain", upgraded={0: "trade"}, objectives=["obj_15"])
    t.do(0, "action explore sun champa", "free_action Y 9 champa 0")
    assert t.completed(0) == []
    t.do(0, "resource")
    assert t.completed(0) == ["obj_15"]
    # In a joint combat each seat's own part counts: 7 and 9 are not above 10 together.
    t = table(seats=4, ships={0: "kotte", 1: "kotte"}, dials=(5, 7, 0), objectives=["obj_15"], p1="9 troops")
    t.do(0, "action combat sun kotte", "attack kotte 7", "invite 1").do(1, "join_reply join moon")
    assert t.completed(1) == []
    t.do(1, "resource", "resource")
    assert t.completed(1) == ["obj_15"]


@rule("UV-238")
def test_through_the_storms_only_without_a_loss_of_prestige() -> None:
    position, moves = MET["obj_16"]
    t = play("obj_16", position, moves, p0="1 prestige")
    assert (t.tracks(0), t.completed(0), t.player(0).storms) == ((0, 0), [], 1)
    # At 0 Prestige nothing is lost.
    t = play("obj_16", position, moves, p0="")
    assert t.completed(0) == ["obj_16"]


@rule("UV-238", "UV-373")
def test_through_the_storms_is_credited_when_the_movement_has_ended() -> None:
    position, moves = MET["obj_16"]
    t = play("obj_16", position, moves[:-1])
    assert t.completed(0) == []
    t.do(0, moves[-1])
    assert t.completed(0) == ["obj_16"]


@rule("UV-240", "UV-586")
def test_a_private_objective_completed_is_one_of_the_four() -> None:
    position, moves = MET["obj_15"]
    t = table(private={0: ["obj_15", "obj_9"]}, completed={0: ["obj_I", "obj_4", "obj_III"]}, **position).do(0, *moves)
    assert t.event("end_triggered") == {"reason": "four_objectives", "seat": 0}
    t.end(0).do(1, "forfeit sail sun", "forfeit_gain 2 0")
    assert t.outcome.detail["objectives"][0] == {"obj_I": 4, "obj_4": 3, "obj_III": 4, "obj_15": 2}


@rule("UV-220")
def test_refilling_passes_over_everything_that_is_not_usable() -> None:
    t = table(round=9, **with_decks(gray=["obj_19", "obj_20"], yellow=["obj_I"], red=["obj_4"]))
    refill(t.state, QUIET)
    assert [IDS[o] for o in t.state.display] == ["obj_I", "obj_4"]


def test_the_points_of_all_objectives() -> None:
    assert {o.no: o.vp for o in C.objectives} == POINTS
