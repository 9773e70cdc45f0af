"""Solo and series in words: what a person reads, with the Overlord's reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from bot_player.playout import make_header
from bot_player.policies import make_policy
from ming_voyages.text import MingText, make_text
from rulekit.frames import waiting_seats
from rulekit.match import Match, Proposal, derive_seed
from tests.games.ming_voyages.table import GAME, Table, table

Json = dict[str, Any]
NAMES = ["ann", "bob"]


def plain(thing: Any) -> Json:
    found: Json = msgspec.json.decode(msgspec.json.encode(thing))
    return found


def told(t: Table, *types: str) -> list[str]:
    """The events as the Emperor's person reads them."""
    text = make_text(GAME)
    return [text.event(plain(e), plain(t.view("emperor")), NAMES) for e in t.events(*types)]


def panels(t: Table, side: str | None = "emperor") -> dict[str, list[str]]:
    return make_text(GAME).panels(plain(t.view(side)))


# --- the Overlord's reasons


def chose(what: str, pick: str, decided: str, rule: str = "MV-815", **candidates: dict[str, int]) -> Json:
    return {
        "type": "overlord_chose",
        "what": what,
        "rule": rule,
        "candidates": candidates,
        "decided_by": decided,
        "pick": pick,
    }


def tie(what: str, candidates: list[Any], pick: Any, cube: str) -> Json:
    return {"type": "tie_break_used", "what": what, "candidates": candidates, "pick": pick, "cube": cube}


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            chose("target", "gansu", "most_favoured", most_favoured={"yunnan": 0, "gansu": 2, "shanxi": -1}),
            "Target Gansu: Hordes less Troops 2 (Yunnan 0, Shanxi -1)",
        ),
        (
            chose("target", "yunnan", "tie_break", most_favoured={"yunnan": 1, "gansu": 1, "shanxi": 0}),
            "Target Yunnan: Hordes less Troops 1 (Shanxi 0)",
        ),
        (chose("target", "yunnan", "only_candidate", most_favoured={"yunnan": 1}), "Target Yunnan: the only choice"),
        (
            chose(
                "attacker",
                "manchus",
                "most_hordes",
                "MV-820",
                fewest_given={"eastern_mongols": 0, "manchus": 0},
                most_hordes={"eastern_mongols": 1, "manchus": 3},
            ),
            "Next Horde from Manchus: most Hordes 3 (Eastern Mongols 1)",
        ),
        (
            chose(
                "attacker",
                "manchus",
                "fewest_given",
                "MV-820",
                fewest_given={"eastern_mongols": 1, "manchus": 0},
                most_hordes={"eastern_mongols": 4, "manchus": 3},
            ),
            "Next Horde from Manchus: fewest sent 0 (Eastern Mongols 1)",
        ),
        (
            chose(
                "homeland",
                "western_mongols",
                "most_hordes",
                "MV-835",
                fewest_settlements={"western_mongols": 0, "eastern_mongols": 0, "manchus": 1},
                most_hordes={"western_mongols": 3, "eastern_mongols": 2, "manchus": 5},
            ),
            "In Western Mongols: fewest Settlements 0, most Hordes 3 (Eastern Mongols 2)",
        ),
        (
            chose(
                "homeland",
                "manchus",
                "most_settlements",
                "MV-830",
                most_settlements={"manchus": 2, "eastern_mongols": 1},
            ),
            "From Manchus: most Settlements 2 (Eastern Mongols 1)",
        ),
        (
            chose("borderland", "gansu", "fewest_hordes", "MV-830", fewest_hordes={"gansu": 1, "sichuan": 2}),
            "To Gansu: fewest Hordes 1 (Sichuan 2)",
        ),
        (
            chose("destination", "yunnan", "only_candidate", "MV-840", priority_1={"yunnan": 0}),
            "To Yunnan: empty, next to a Homeland with Hordes, the only choice",
        ),
        (
            chose("destination", "yunnan", "tie_break", "MV-840", priority_2={"yunnan": 0, "gansu": 0}),
            "To Yunnan: empty, next to a spare Horde",
        ),
        (
            chose(
                "destination",
                "gansu",
                "priority_3_most_adjacent_troops",
                "MV-840",
                priority_3_most_adjacent_troops={"gansu": 4, "yunnan": 1},
            ),
            "To Gansu: most Troops next to it 4 (Yunnan 1)",
        ),
        (
            chose("origin", "manchus", "most_hordes", "MV-845", most_hordes={"eastern_mongols": 1, "manchus": 3}),
            "From Manchus: most Hordes 3 (Eastern Mongols 1)",
        ),
        (
            tie("target", ["yunnan", "gansu"], "yunnan", "right"),
            "Equal: Gansu; the cube takes the westernmost and moves right",
        ),
        (
            tie("card", [6, 9], 9, "left"),
            "Equal: Affluence; the cube takes the highest number and moves left",
        ),
    ],
)
def test_why_the_overlord_does_it(event: Json, line: str) -> None:
    assert make_text(GAME).event(event, {"side": "emperor"}, NAMES) == line


def test_an_attack_is_told_from_the_card_to_the_troop_that_is_lost_for_good() -> None:
    t = table(
        solo="hard",
        challenge=True,
        plays=6,
        gansu="1T",
        home="1T",
        eastern_mongols="3H",
        overlord=[],
        decks={3: "attack"},
    )
    t.play(6).cp("tax").dice(attacker=[5, 5, 1], defender=[1, 2, 4])
    t.clear().emperor("take_amount", n=1)
    lines = told(t)
    assert lines[0] == "+ 1 Gold in Ming Empire Homeland (taxed)"
    assert lines[1:4] == [
        "Drawn as Reaction, Level 3: Attack 3",
        "Attack 3: up to 3 Hordes attack the Ming Borderland with the most free Hordes around less its Troops",
        "Target Gansu: the only choice",
    ]
    assert "> 3 Hordes from Eastern Mongols to Gansu" in lines
    assert "- 1 Troop from Gansu (devastating blow), out of the game for good" in lines
    assert "          1 Troop out of the game for good" in panels(t)["map"]


# --- the table


def test_the_solo_table_shows_what_lies_open() -> None:
    t = table(
        solo="brutal",
        challenge=True,
        cube="right",
        voyages=[1, 2],
        emperor=[4, 6],
        overlord=[9, 15, 16],
        emperor_reserve=[24],
        overlord_reserve=[7, 12],
        yunnan="1T",
        spent={2: "move attack"},
    )
    found = panels(t)
    assert found["solo"] == [
        "Solo:     Brutal with the challenge (two Hordes start in each Homeland); you",
        "          need 7 Voyages (now 2) and more Borderlands than he; at most 1",
        "          reserved",
        "Events:   a card of 1, 2, 3 CP draws an Event of Level 1, 2, 3",
    ]
    assert found["sides"][2:] == [
        "          Overlord's hand: Advancement (3 CP), Famine (3 CP), Calicut Market",
        "            (1 CP); as it is he plays Famine",
        "          Overlord's reserve, top first: Fire Lances (3 CP), Hormuz Traders",
        "            (1 CP)",
        "          Your reserve: Raids (3 CP)",
    ]
    assert found["events"][0] == "Cube:     on the right: the easternmost or the highest number wins a tie"
    assert " ".join(line.strip() for line in found["events"][2:4]) == (
        "Level 2:  6 to come: Amass 2, 2 Attack 2, Gather 2, Build 2, Reserve 2; discarded Attack 2, Move 2"
    )
    assert found["other_hand"][0] == "The Overlord's hand:"
    assert not any("Overlord:" in line for line in found["hand"])  # nobody uses his actions
    assert "Emperor needs 7 Voyages" in panels(t, None)["solo"][1]
    assert any("Emperor's hand: Tribute Giraffe" in line for line in panels(t, None)["sides"])


def test_options_tell_which_event_follows() -> None:
    t = table(solo="hard", emperor=[1, 4, 24], overlord=[], yunnan="1T", emperor_reserve=[9])
    view = plain(t.view("emperor"))
    text = make_text(GAME)
    assert text.question(view, "play_card") == "You are the Emperor. Which card do you play? Your reserve is full."
    assert [text.label({"type": "play_card", **option}, view) for option in t.options] == [
        "Admiral Zheng He (1 CP): play it; no Event follows",
        "Tribute Giraffe (1 CP): play it; a Level 1 Event follows",
        "Raids (3 CP): play it; a Level 3 Event follows",
    ]


def test_the_reference_explains_each_event_once() -> None:
    lines = make_text(GAME).reference(plain(table(solo="easy", yunnan="1T", overlord=[]).view("emperor")))
    assert sum(line.startswith("  Attack 3: ") for line in lines) == 1
    assert "Events:" in lines
    assert "Events:" not in make_text(GAME).reference(plain(table(yunnan="1T").view("emperor")))


# --- results


def test_a_solo_result_says_what_was_needed() -> None:
    t = table(
        solo="easy", voyages=[1, 2, 3], yunnan="2T", home="1G", emperor=[7], overlord=[], round=24, era=2, no_deck=True
    )
    t.play(7).cp("recruit")
    assert t.state.outcome is not None
    outcome = plain(t.state.outcome.plain())
    assert make_text(GAME).result(outcome, ["ann"]) == [
        "Minor victory of the Overlord.",
        "Voyages: 3, 4 were needed.",
        "Borderlands: Emperor 1, Overlord 0.",
    ]


def test_the_result_of_a_series() -> None:
    points = {"sums": [20, 13], "games": [[12, 5], [8, 8]]}
    outcome = {
        "reason": "series",
        "placings": [1, 2],
        "scores": [20, 13],
        "detail": {"winner": 0, "winning_side": None, "kind": None, "totals": {}, "points": points},
    }
    assert make_text(GAME).result(outcome, NAMES) == [
        "ann wins the series.",
        "Points                  game 1    game 2  together",
        "ann                         12         8        20",
        "bob                          5         8        13",
    ]
    outcome["detail"] |= {"winner": None}  # type: ignore[operator]
    assert make_text(GAME).result(outcome, NAMES)[0] == "The series is a draw."


# --- the series


def played(bots: list[str], seed: int) -> Iterator[Proposal]:
    policies = [make_policy(bot, GAME, derive_seed(seed, "policy", i).hex()) for i, bot in enumerate(bots)]
    match_seed = derive_seed(seed, "words")
    options = {"first_emperor": 0}
    proposal = Match.start(GAME, make_header(GAME, "m", "series", options, bots, match_seed), match_seed)
    while proposal.match.state.outcome is None:
        state = proposal.match.state
        seat = waiting_seats(state)[0]
        decision = GAME.decision(state, seat)
        action = policies[seat].choose(GAME.view(state, seat), decision, GAME.options(state, seat))
        proposal = proposal.match.propose("move", seat=seat, decision=decision.id, action=action)
        yield proposal


@pytest.mark.parametrize("reader", [0, 1])
def test_the_second_game_begins_in_the_words_of_the_right_side(reader: int) -> None:
    """The last view that a person has then is one of the first game, in which the sides were the other way."""
    text: MingText = make_text(GAME)
    view: Json = {}
    for proposal in played(["greedy", "random"], 3):
        state = proposal.match.state
        seen = [e.seen_by(reader) for e in proposal.events]
        lines = [text.event(plain(e), view, NAMES) for e in seen if e is not None and view]
        if state.game == 2:
            break
        view = plain(GAME.view(state, reader))
    side = ("The Overlord", "The Emperor")[reader]
    at = next(
        i for i, line in enumerate(lines) if line.startswith("Game 2 of 2: ann is the Overlord, bob is the Emperor.")
    )
    assert lines[at - 1].startswith("Game 1 of 2 is over: ")
    dealt = [line for line in lines[at:] if "dealt" in line]
    other = "Emperor was dealt 3 cards" if reader == 0 else "Overlord was dealt 4 cards"
    assert f"The {other}" in dealt
    assert [line for line in dealt if line.startswith("You were dealt ")]
    assert not any(line.startswith(f"{side} was dealt") for line in dealt)
    fresh = plain(GAME.view(state, reader))
    assert text.panels(fresh)["series"][0] == "Game 2 of 2"
    assert text.panels(fresh)["series"][1].startswith("Points of game 1: ")
    assert text.event(
        {"type": "card_played", "side": fresh["side"], "card": 6, "mode": "first"}, fresh, NAMES
    ).startswith("You played")
