"""The games in words: every position of whole matches, for every seat and a spectator."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot_player.catalogue import load_game
from bot_player.playout import make_header
from bot_player.policies import make_policy
from bot_player.text import GameText, PlainText, game_text
from rulekit.frames import waiting_seats
from rulekit.game import Game
from rulekit.match import Match, Proposal, derive_seed
from tests import toy

WIDTH = 80
SERVICES = Path(__file__).resolve().parents[2] / "services"
MATCHES = {
    "ming_voyages": [
        ("two_player", ["random", "random"], 1),
        ("two_player", ["random", "random"], 2),
        ("two_player", ["greedy", "random"], 3),
        ("two_player", ["greedy", "greedy"], 4),
        ("series", ["greedy", "random"], 5),
        ("series", ["random", "greedy"], 6),
        ("solo", ["random"], 7),
        ("solo difficulty=moderate", ["greedy"], 8),
        ("solo difficulty=hard extra_challenge=true", ["greedy"], 9),
        ("solo difficulty=brutal extra_challenge=true", ["greedy"], 10),
        ("solo difficulty=brutal", ["random"], 11),
    ],
    "treasure_ship": [
        ("standard", ["random", "greedy"], 1),
        ("standard", ["random", "random", "greedy"], 2),
        ("standard", ["greedy"] * 5, 3),
        ("solo", ["random"], 4),
        ("solo", ["greedy"], 5),
    ],
    "ultimate_voyage": [
        ("full", ["random", "random"], 1),
        ("full", ["greedy", "random", "greedy"], 2),
        ("full", ["random"] * 4, 13),
        ("quick", ["random", "greedy", "random"], 4),
        ("solo", ["greedy"], 5),
    ],
    "forge_war": [
        ("epic bonus_tiles=true", ["greedy", "random", "greedy"], 1),
        ("short_epic bonus_tiles=true", ["random", "greedy"], 2),
        ("solo_normal", ["random"], 3),
    ],
}
# Events of The Ultimate Voyage that the matches below may lack.
VOYAGE_RARE: list[tuple[dict[str, Any], str]] = [
    (
        {"type": "bazaar_replaced", "port": "champa", "goods": ["se01", "se16"]},
        "The bazaar of Champa was replaced: incense 6/3, manuscript 5/w2",
    ),
    ({"type": "dropped", "seat": 0, "ship": "ship_1", "port": "kotte"}, "You left ship 1 at Kotte"),
    ({"type": "encounter_void", "seat": 1, "card": 7}, "7 Pirates has no option that bob can take"),
    ({"type": "encounters_shuffled", "cards": 12}, "The encounter deck was shuffled: 12 cards"),
    ({"type": "flagships_met", "port": "pegu"}, "The flagships met at Pegu"),
    ({"type": "good_lost", "seat": 0, "good": "se02"}, "You lost incense se02"),
    (
        {"type": "goods_searched", "seat": 1, "class": "animal", "shown": ["se01", "se13"], "taken": "se13"},
        "bob searched for animal goods (2 turned up) and took peacock",
    ),
    ({"type": "healed", "seat": 0}, "You used the Healer's ability"),
    (
        {"type": "mongol", "seat": 1, "points": 2, "porcelain": 1, "troops": 0},
        "bob gave 1 porcelain for the Mongol campaign (2)",
    ),
    (
        {"type": "objective_discarded", "objective": "obj_I", "deck": "yellow"},
        "Objective discarded from the yellow deck: I Specialist (4)",
    ),
    ({"type": "objective_drawn", "seat": 1, "deck": "red"}, "bob drew an objective from the red deck"),
    (
        {"type": "objective_drawn", "seat": 0, "deck": "red", "objective": "obj_II"},
        "You drew II Victories in the South Sea (2) from the red deck",
    ),
    (
        {"type": "objective_kept", "seat": 1, "objective": "obj_II", "draw": 2},
        "bob kept the private objective II Victories in the South Sea (2)",
    ),
    ({"type": "objective_removed", "objective": "obj_III"}, "Objective out of the game: III Dai Viet Rising (4)"),
    (
        {"type": "objective_returned", "seat": 1, "deck": "gray", "place": "bottom"},
        "bob put an objective at the bottom of the gray deck",
    ),
    ({"type": "pending_lapsed", "seat": 0, "port": "mecca"}, "The attack of Mecca on you lapsed"),
    ({"type": "tile_turned", "round": 4, "tile": "cloud_1"}, "The tile of round 4 was turned up: cloud 1"),
    ({"type": "resigned", "seat": 1}, "bob resigned"),
    ({"type": "aborted"}, "The match was aborted"),
]


def plain(thing: Any) -> dict[str, Any]:
    """As it comes through the API."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(thing))
    return found


def played(game: Game[Any], mode: str, bots: list[str], seed: int) -> Iterator[Proposal]:
    """A match, move by move. `mode` may be followed by options: "solo difficulty=hard"."""
    mode, *given = mode.split()
    options = game.mode(mode).resolve(dict(option.split("=") for option in given))
    policies = [make_policy(bot, game, derive_seed(seed, "policy", i).hex()) for i, bot in enumerate(bots)]
    match_seed = derive_seed(seed, "text")
    proposal = Match.start(game, make_header(game, "m", mode, options, bots, match_seed), match_seed)
    yield proposal
    while proposal.match.state.outcome is None:
        state = proposal.match.state
        seat = waiting_seats(state)[-1]
        decision = game.decision(state, seat)
        action = policies[seat].choose(game.view(state, seat), decision, game.options(state, seat))
        proposal = proposal.match.propose("move", seat=seat, decision=decision.id, action=action)
        yield proposal


def assert_lines(lines: list[str]) -> None:
    for line in lines:
        assert len(line) <= WIDTH, line
        assert "\n" not in line
        assert line.isprintable()


def assert_sentence(line: str) -> None:
    assert line.strip()
    assert line.isprintable()
    assert not line.startswith("{")  # the JSON of something that has no words


def check_decision(game: Game[Any], text: GameText, state: Any, seat: int) -> None:
    view = plain(game.view(state, seat))
    decision = game.decision(state, seat)
    question = text.question(view, decision.kind)
    assert_sentence(question)
    assert not question.startswith("Decide:")
    labels = [text.label(plain(game.actions.encode(a)), view) for a in game.options(state, seat)]
    for label in labels:
        assert_sentence(label)
    assert len(set(labels)) == len(labels), labels
    assert set(text.scene(decision.kind)) & set(text.panels(view)), decision.kind


def check_match(game: Game[Any], text: GameText, mode: str, bots: list[str], seed: int) -> set[str]:
    """Looks at all positions and events; gives the kinds of the events."""
    names = [f"player {i}" for i in range(len(bots))]
    told: set[str] = set()
    for number, proposal in enumerate(played(game, mode, bots, seed)):
        state = proposal.match.state
        for seat in [None, *range(len(bots))]:
            view = plain(game.view(state, seat))
            for event in proposal.events:
                told.add(event.type)
                if (public := event.seen_by(seat)) is not None:
                    line = text.event(plain(public), view, names)
                    assert_sentence(line)
                    assert event.type != "overlord_chose" or len(line) <= WIDTH, line
            if number % 7 == 0 or state.outcome is not None:
                for lines in text.panels(view).values():
                    assert lines
                    assert_lines(lines)
                assert_lines(text.reference(view))
        for seat in waiting_seats(state):
            check_decision(game, text, state, seat)
    lines = text.result(plain(state.outcome.plain()), names)
    assert lines
    assert_lines(lines)
    return told


@pytest.mark.parametrize("key", MATCHES)
def test_whole_matches_in_words(key: str) -> None:
    """Every view of every seat fits, options are told apart, and every event that the rules know has a sentence."""
    game = load_game(key)
    text = game_text(game)
    told: set[str] = set()
    for mode, bots, seed in MATCHES[key]:
        told |= check_match(game, text, mode, bots, seed)
    source = "".join(path.read_text() for path in (SERVICES / key).glob("*.py"))
    known = set(re.findall(r'Event\(\s*"(\w+)"', source)) | set(re.findall(r'"(reaction_\w+)" if', source))
    assert len(known) > 15
    told_below = {"animal_scored", "worker_moved"} | {str(event["type"]) for event, _ in VOYAGE_RARE}
    assert known - told <= told_below


@pytest.mark.parametrize(
    ("key", "event", "line"),
    [
        ("ming_voyages", {"type": "resigned", "seat": 1}, "bob resigned"),
        ("ming_voyages", {"type": "aborted"}, "The match was aborted"),
        ("treasure_ship", {"type": "resigned", "seat": 1}, "bob resigned"),
        ("treasure_ship", {"type": "aborted"}, "The match was aborted"),
        ("forge_war", {"type": "resigned", "seat": 1}, "bob resigned"),
        ("forge_war", {"type": "aborted"}, "The match was aborted"),
        (
            "forge_war",
            {"type": "worker_moved", "seat": 0, "colour": 1, "from": [0, 0], "to": [1, -1]},
            "You moved a worker of bob from E5 to D5",
        ),
        (
            "forge_war",
            {"type": "worker_moved", "seat": 1, "colour": 0, "from": [-4, 0], "to": None},
            "bob took a worker of You off the mine",
        ),
        (
            "treasure_ship",
            {"type": "animal_scored", "seat": 0, "kind": "lion"},
            "You had no tile or no place for Lion and scored its squares",
        ),
    ],
)
def test_rare_events(key: str, event: dict[str, Any], line: str) -> None:
    view: dict[str, Any] = {"side": None, "seat": 0, "completed": []}
    assert game_text(load_game(key)).event(event, view, ["ann", "bob"]) == line


@pytest.mark.parametrize(("event", "line"), VOYAGE_RARE)
def test_rare_events_of_the_ultimate_voyage(event: dict[str, Any], line: str) -> None:
    view: dict[str, Any] = {"seat": 0}
    assert game_text(load_game("ultimate_voyage")).event(event, view, ["ann", "bob"]) == line


@pytest.mark.parametrize("key", MATCHES)
def test_matches_that_end_early_have_words(key: str) -> None:
    text = game_text(load_game(key))
    resigned = {"reason": "resigned", "placings": [2, 1], "scores": [0, 0], "detail": {"resigned": 0}}
    assert text.result(resigned, ["ann", "bob"]) == ["ann resigned."]
    aborted = {"reason": "aborted", "placings": [], "scores": [], "detail": {}}
    assert text.result(aborted, ["ann", "bob"]) == ["The match was aborted."]


def test_a_game_without_words_is_shown_as_it_is() -> None:
    game = toy.load()
    text = game_text(game)
    assert isinstance(text, PlainText)
    for proposal in played(game, "two", ["random", "random"], 1):
        for seat in waiting_seats(proposal.match.state):
            view = plain(game.view(proposal.match.state, seat))
            assert text.panels(view)["view"][0] == "{"
            for action in game.options(proposal.match.state, seat):
                assert text.label(plain(game.actions.encode(action)), view)
    event = {"type": "sold", "seat": 1, "dice": [2, 3], "to": "ann"}
    assert text.event(event, {}, []) == "sold seat=1 dice=[2,3] to=ann"


# --- the Ming Voyages


def test_ming_hidden_cards_stay_hidden() -> None:
    """What a spectator reads names no card that nobody has shown."""
    game = load_game("ming_voyages")
    text = game_text(game)
    proposal = next(iter(played(game, "two_player", ["random", "random"], 1)))
    view = plain(game.view(proposal.match.state, None))
    lines = "\n".join(line for panel in text.panels(view).values() for line in panel)
    lines += "\n".join(
        text.event(plain(e.seen_by(None)), view, ["a", "b"]) for e in proposal.events if e.seen_by(None) is not None
    )
    names = [card.name for card in game.content.cards[1:]]  # type: ignore[attr-defined]
    assert [name for name in names if name in lines] == []


@pytest.mark.parametrize(
    ("attempts", "total", "chance"), [(1, 2, 17), (1, 4, 50), (2, 4, 75), (3, 7, 100), (3, 9, 100), (2, 1, 0)]
)
def test_ming_chance_of_a_voyage(attempts: int, total: int, chance: int) -> None:
    from ming_voyages.words import success_chance

    assert success_chance(attempts, total) == chance


def test_ming_dice_are_shown_with_their_result() -> None:
    from ming_voyages.words import dice_words

    assert dice_words([5, 2, 5]) == "[5 2 5] double 5"
    assert dice_words([4, 4, 4]) == "[4 4 4] triple 4"
    assert dice_words([1, 6, 3]) == "[1 6 3] single 6"
    assert dice_words([]) == "[. . .]"


# --- Forge War


def test_war_mine_is_drawn_with_all_hexes_and_pieces() -> None:
    from forge_war.drawings import draw_mine
    from forge_war.words import cell_name

    hexes = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4]
    names = [cell_name(at) for at in hexes]
    assert len(set(names)) == 61
    assert [cell_name(at) for at in [(0, -4), (4, -4), (-4, 0), (0, 0), (4, 0), (-4, 4)]] == [
        "A1", "A5", "E1", "E5", "E9", "I1",
    ]  # fmt: skip
    mine = [{"at": list(at), "resource": "iron", "worker": 2 if at == (0, 0) else None} for at in hexes]
    lines = draw_mine({"mine": mine, "overseers": [[[1, 0]], []], "workers": [0, 0, 1]})
    assert_lines(lines)
    assert [name for name in names if not any(f"{name} Ir" in line for line in lines)] == []
    assert any("E5 Ir2" in line and "E6 Ir@0" in line for line in lines)


def test_war_quests_and_cards_have_names_of_their_own() -> None:
    from forge_war.words import Words

    content = load_game("forge_war").content  # type: ignore[attr-defined]
    words = Words(content)
    names = [words.quest(quest.id) for quest in content.quests]
    assert len(set(names)) == len(names) == 82
    cards = [words.card(card) for card in content.card_ids]
    assert len(set(cards)) == len(cards)


# --- the Treasure Ship


def test_ship_map_shows_all_squares_and_all_ways() -> None:
    from treasure_ship.drawings import LAYOUT, draw_map

    game = load_game("treasure_ship")
    content = game.content  # type: ignore[attr-defined]
    assert sorted(q for row in LAYOUT for q in row if q >= 0) == list(range(29))
    proposal = next(iter(played(game, "standard", ["random", "random"], 1)))
    view = plain(game.view(proposal.match.state, 0))
    lines = draw_map(content, view)
    assert_lines(lines)
    joined = {(min(a, b), max(a, b)) for a in range(29) for b in content.onward[a]}
    drawing = "\n".join(lines)
    listed = re.findall(r"\b\d+[<>=]\d+\b", drawing)
    board = re.sub(r"also joined:|< > v \^ one way, = \| both ways|\b\d+[<>=]\d+\b", "", drawing)
    drawn = len(re.findall(r"<-+>|<-+|-+>|[<>=|^]|\bv\b", board))
    assert len(listed) + drawn == len(joined)


def test_ship_map_marks_route_flagship_event_and_monuments() -> None:
    from treasure_ship.drawings import draw_map

    game = load_game("treasure_ship")
    view = {
        "route": [3, 4],
        "start_square": 2,
        "voyage": 2,
        "marker": 4,
        "event_square": 4,
        "seats": [{"monuments": [4]}, {"monuments": []}, {"monuments": [4, 12]}],
    }
    drawing = "\n".join(draw_map(game.content, view))  # type: ignore[attr-defined]
    assert "#2F! m02" in drawing
    assert "#1" in drawing
    assert re.search(r"^ *\S* *.*\bS$", drawing, re.MULTILINE)


def test_ship_animal_house_shows_tiles_where_they_lie() -> None:
    from treasure_ship.drawings import animal_codes, draw_house

    game = load_game("treasure_ship")
    content = game.content  # type: ignore[attr-defined]
    codes = animal_codes(content.animal_titles)
    assert len(set(codes)) == len(codes)
    grid = draw_house(content, [{"kind": "ostrich", "rotation": 1, "x": 2, "y": 1}], [""] * 30)
    assert grid == [
        "    A   B   C   D   E   F",
        " 1  .   .   .   .   .   .",
        " 2  .   .   Os  .   .   .",
        " 3  .   .   Os  S   .   .",
        " 4  .   .   Os  .   .   .",
        " 5  .   .   .   .   .   .",
    ]


# --- the Ultimate Voyage


def test_voyage_map_shows_the_zones_in_play_and_the_ships() -> None:
    from ultimate_voyage.drawings import AT, draw_map

    game = load_game("ultimate_voyage")
    content = game.content  # type: ignore[attr-defined]
    proposal = next(iter(played(game, "full", ["random", "random", "random"], 1)))
    view = plain(game.view(proposal.match.state, 0))
    ports = {p["port"] for p in view["ports"]}
    view["players"][0]["ships"] = ["kotte", "kotte", "supply"]
    view["players"][1]["ships"] = ["nanjing", "supply", "kotte"]
    lines = draw_map(content, view)
    assert_lines(lines)
    drawing = "\n".join(lines)
    assert sorted(AT) == list(range(16))
    for zone, name in enumerate(content.zone_names):
        assert (f"{zone} {name}" in drawing) == (zone == 0 or name.lower() in ports), name
    assert re.search(r"^ *Aab", lines[AT[9][0] + 1])
    assert lines[1].strip() == "B"


def test_voyage_hidden_goods_stay_hidden() -> None:
    """What a spectator reads names no good that lies face down."""
    game = load_game("ultimate_voyage")
    text = game_text(game)
    proposal = next(iter(played(game, "full", ["random", "random"], 1)))
    view = plain(game.view(proposal.match.state, None))
    assert "3 face down" in "\n".join(text.panels(view)["ports"])
    assert "means" not in text.panels(view)


def test_voyage_strength_of_an_action_is_told() -> None:
    """Position, dial, bonus and depot, as the rules will count them."""
    game = load_game("ultimate_voyage")
    text = game_text(game)
    seen, label, held = 0, "", ""
    for proposal in played(game, "full", ["random", "random"], 4):
        for event in proposal.events:
            if event.type == "action_started" and "strength" in label and not event.data["cards"]:
                strength = event.data["base"] + event.data["bonus"] + event.data["local"]
                assert f"strength {strength}" in label or "next_strength" in held
                seen += 1
        if proposal.match.state.outcome is not None:
            break
        seat = waiting_seats(proposal.match.state)[-1]
        view = plain(game.view(proposal.match.state, seat))
        held = str(view["players"][seat]["cards"])
        decision = game.decision(proposal.match.state, seat)
        options = game.options(proposal.match.state, seat)
        policy = make_policy("random", game, derive_seed(4, "policy", seat).hex())
        action = policy.choose(game.view(proposal.match.state, seat), decision, options)
        label = text.label(plain(game.actions.encode(action)), view)
    assert seen > 5


def test_voyage_encounters_looked_at_are_named_to_the_seat_alone() -> None:
    from tests.games.ultimate_voyage.table import table

    t = table(ships={0: "champa"}, dials=(3, 0, 0), deck=[18, 14])
    text = game_text(load_game("ultimate_voyage"))
    t.do(0, "action sail sun champa", "scout_encounter")
    assert text.question(plain(t.view(0)), "scout_encounter") == "Where do you put 18 Spies, which you looked at?"
    t.do(0, "scout_encounter bottom")
    assert text.panels(plain(t.view(0)))["means"][-1] == "  encounter deck, as you know it: 18 Spies (bottom)"
    assert not any("encounter deck" in line for line in text.panels(plain(t.view(1)))["means"])
