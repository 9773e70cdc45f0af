"""The series of two games (RULES.md, section 11)."""

from __future__ import annotations

from typing import Any

import pytest

from tests import laws
from tests.games.ming_voyages.table import GAME, Table, edited, new_game, table

rule = pytest.mark.rule

LAST: dict[str, Any] = {"round": 24, "era": 2, "no_deck": True}


def voyages(n: int) -> list[int]:
    return list(range(1, n + 1))


def last_card(points: list[list[int]], seats: tuple[int, int], done: int, **position: str) -> Table:
    """Round 24 of a game: the Emperor has the last card and reserves it."""
    t = table(points=points, seats=seats, emperor=[8], overlord=[], voyages=voyages(done), on=position, **LAST)
    return t.dice(start_voyage=[4]).play(8, "reserve")


def played(seed: int, **options: Any) -> laws.Walk:
    w = laws.Walk(GAME, "series", options, 2, seed)
    while not w.over:
        w.step()
    return w


# --- two games with the sides swapped


@rule("MV-590")
@pytest.mark.parametrize("first", [0, 1])
def test_the_seats_swap_sides_for_the_second_game_which_is_set_up_anew(first: int) -> None:
    t = table(
        points=[], seats=(first, 1 - first), emperor=[8], overlord=[], voyages=[1, 2, 3], yunnan="2T", gansu="3H 1S",
        sea="2J 1G", home="2G", emperor_reserve=[5, 11], overlord_reserve=[24], **LAST,
    )  # fmt: skip
    t.clear().dice(start_voyage=[6], main_deck=list(range(27, 0, -1))).play(8, "reserve")
    assert t.told() == [
        "card_reserved",
        "series_game_over",
        "game_started",
        "cards_dealt",
        "cards_dealt",
        "cards_drawn",
    ]
    assert t.state.seats == [1 - first, first]
    assert t.asked == ("emperor", "play_card")
    assert GAME.pending(t.state)[0].seat == 1 - first
    assert [t[r] for r in ("yunnan", "sichuan", "gansu", "shanxi", "liaodong")] == ["1T"] * 5
    assert [t[r] for r in ("western_mongols", "eastern_mongols", "manchus")] == ["1H"] * 3
    assert (t["home"], t["sea"], t.voyages) == ("1G", "1J", [6])
    assert t.view(None).supply == {"junk": 5, "troop": 7, "gold": 4, "settlement": 5, "horde": 9}
    assert t.hand("overlord") == [24, 25, 26, 27]
    assert t.hand("emperor") == [19, 20, 21, 22, 23]
    v = t.view(None)
    assert (v.round, v.era, v.phase, v.deck_size, v.discard) == (1, 1, "emperor", 18, [])
    assert v.reserve_sizes == {"emperor": 0, "overlord": 0}
    started = t.events("game_started")[0]
    assert (started["game"], started["start_voyage"], started["sides"][first]) == (2, 6, "overlord")
    assert v.series is not None
    assert (v.series.game, len(v.series.points)) == (2, 1)


@rule("MV-590")
@pytest.mark.parametrize("first", [0, 1, "random"])
def test_both_games_are_complete_games(first: int | str) -> None:
    w = played(5, first_emperor=first)
    begun = [e.data for e in w.events if e.type == "game_started"]
    over = [e.data for e in w.events if e.type == "series_game_over"]
    assert [e["game"] for e in begun] == [e["game"] for e in over] == [1, 2]
    assert begun[0]["sides"] == begun[1]["sides"][::-1]
    if first != "random":
        assert begun[0]["sides"][int(first)] == "emperor"
    types = [e.type for e in w.events]
    assert types.count("game_over") == 1
    assert types[-1] == "game_over"


@rule("MV-590", "MV-095")
def test_chance_seats_the_emperor_once_per_match_and_shuffles_for_each_game() -> None:
    for seed in range(6):
        labels = [label for c in played(seed).commits for _, label, _ in c.draws]
        assert labels.count("first_emperor") == 1
        assert labels[:3] == ["first_emperor", "main_deck", "start_voyage"]
        assert labels.count("main_deck") == labels.count("start_voyage") == 2
        second = labels.index("main_deck", 3)
        assert labels[second : second + 2] == ["main_deck", "start_voyage"]
    labels = [label for c in played(1, first_emperor=1).commits for _, label, _ in c.draws]
    assert "first_emperor" not in labels


@rule("MV-590")
def test_decision_ids_are_unique_over_both_games() -> None:
    for seed in range(4):
        w = played(seed)
        ids = [(c.seat, c.decision) for c in w.commits if c.kind == "move"]
        assert len(ids) == len(set(ids)) > 60


@rule("MV-590")
def test_what_a_seat_remembers_of_the_first_game_is_forgotten_in_the_second() -> None:
    for seed in range(4):
        w = laws.Walk(GAME, "series", {}, 2, seed)
        remembered = 0
        while w.state.game == 1:
            remembered = max(remembered, len(w.state.known_hand[0]))
            w.step()
        assert remembered > 0
        for seat in (0, 1):
            v: Any = GAME.view(w.state, seat)
            assert (v.known_opponent.hand, v.known_opponent.reserve) == ([], [])
            assert (v.known_by_opponent.hand, v.known_by_opponent.reserve) == ([], [])
            assert v.reserved_this_round == {"emperor": False, "overlord": False}


def test_a_match_of_another_mode_has_no_series_and_the_game_number_is_told_in_a_series_only() -> None:
    assert new_game().view("emperor").series is None
    assert "game" not in new_game().events("game_started")[0]
    t = new_game(mode="series")
    assert t.events("game_started")[0]["game"] == 1
    assert t.series_points == []


# --- points


@rule("MV-595", "MV-580")
def test_both_seats_earn_their_total() -> None:
    t = last_card([], (0, 1), 5, yunnan="1T", gansu="1H", shanxi="1H")
    assert t.series_points == [[6, 4]]
    assert t.over is None
    t = last_card([], (1, 0), 5, yunnan="1T", gansu="1H", shanxi="1H")
    assert t.series_points == [[4, 6]]
    (over,) = t.events("series_game_over")
    assert over == {
        "type": "series_game_over",
        "game": 1,
        "winner": 1,
        "winning_side": "emperor",
        "kind": "minor",
        "totals": {"emperor": 6, "overlord": 4},
        "points": [4, 6],
        "sums": [4, 6],
    }


@rule("MV-600", "MV-585")
def test_b18_equal_totals_give_the_overlords_seat_one_point_more() -> None:
    t = last_card([], (0, 1), 4, yunnan="1T", sichuan="1T", gansu="1H", shanxi="1H", liaodong="1S")
    assert t.series_points == [[6, 7]]
    over = t.events("series_game_over")[0]
    assert (over["winner"], over["winning_side"], over["kind"]) == (1, "overlord", "minor")
    t = last_card([], (0, 1), 4, yunnan="1T", sichuan="1T", gansu="1H", shanxi="1H")
    assert t.series_points == [[6, 5]]
    assert t.events("series_game_over")[0]["winning_side"] == "emperor"


def fifth_borderland(points: list[list[int]], seats: tuple[int, int], done: int, fifth: str = "") -> Table:
    """The Overlord takes the last Borderland by a Move, or by an Attack if Troops stand there."""
    t = table(
        turn="overlord", points=points, seats=seats, plays=4, voyages=voyages(done), manchus="1H", yunnan="1S",
        sichuan="1H", gansu="1H", shanxi="1S", liaodong=fifth, home="3T",
    ).dice(start_voyage=[4], attacker=[6, 6, 6], defender=[1, 2, 3])  # fmt: skip
    t.play(4).cp("attack" if fifth else "move")
    if not fifth:
        t.overlord("move", from_="manchus", to="liaodong", n=1)
    return t


@rule("MV-595", "MV-605")
@pytest.mark.parametrize("fifth", ["", "1T"])
def test_a_major_victory_of_the_overlord_earns_12_and_the_loser_his_total_of_that_moment(fifth: str) -> None:
    t = fifth_borderland([], (1, 0), 3, fifth)
    assert t.series_points == [[12, 3]]
    over = t.events("series_game_over")[0]
    assert (over["kind"], over["totals"]) == ("major", {"emperor": 3, "overlord": 9})
    assert t.over is None
    assert (t.view(None).round, t.asked) == (1, ("emperor", "play_card"))
    assert not t.events("cards_discarded")  # nothing of the first game goes on


@rule("MV-595", "MV-605", "MV-575")
def test_a_major_victory_of_the_emperor_in_the_middle_of_a_turn() -> None:
    t = table(
        turn="overlord", points=[], seats=(0, 1), plays=21, voyages=voyages(6), sea="1J", home="4G", yunnan="1H",
        gansu="1H",
    ).dice(voyage=[4], start_voyage=[2])  # fmt: skip
    t.play(21, "second").emperor("reaction", accept=True).emperor("voyage", voyage=7, junks=1, gold=4)
    assert t.series_points == [[12, 2]]
    assert t.events("series_game_over")[0]["totals"] == {"emperor": 7, "overlord": 2}
    assert (t.state.game, t.state.seats, t.state.phase) == (2, [1, 0], 2)
    assert not t.events("use_chosen", "cards_discarded")


@rule("MV-575", "MV-170")
@pytest.mark.parametrize("points", [[], [[5, 6]]])
def test_a_special_action_whose_first_step_wins_the_game_needs_no_more(points: list[list[int]]) -> None:
    maelstrom = '[{ op = "return", piece = "junk", n = 1, mode = "exact", from = "south_china_sea" }]'
    game = edited((maelstrom, '[{ op = "act", action = "move", cp = 1 }, { op = "discard_reserve", n = 1 }]'))
    t = table(
        game=game, turn="overlord", points=points, plays=8, manchus="1H", yunnan="1S", sichuan="1S", gansu="1S",
        shanxi="1S",
    ).dice(start_voyage=[4])  # fmt: skip
    t.play(8)
    assert "special" in t.uses  # the Emperor has nothing in reserve, but it does not come to that
    t.special()  # the Move that wins is the only one that leads on, so it is not asked
    assert [e["kind"] for e in t.events("series_game_over")] == ["major"]
    assert (t.over is None) == (not points)


@rule("MV-600")
def test_equal_totals_at_a_major_victory_give_no_bonus() -> None:
    t = fifth_borderland([], (0, 1), 6)
    assert t.events("series_game_over")[0]["totals"] == {"emperor": 6, "overlord": 6}
    assert t.series_points == [[6, 12]]


# --- the winner of the series


@rule("MV-610", "MV-595", "MV-605")
def test_b19_series_with_a_major_victory() -> None:
    t = fifth_borderland([], (1, 0), 3)
    assert t.series_points == [[12, 3]]
    t = last_card([[12, 3]], (0, 1), 3, yunnan="1T", sichuan="1H", gansu="1H", shanxi="1H", liaodong="1H")
    assert t.over == {
        "winner": 0,
        "winning_side": None,
        "kind": None,
        "totals": {"emperor": 4, "overlord": 8},
        "points": {"sums": [16, 11], "games": [[12, 3], [4, 8]]},
    }
    assert t.state.outcome is not None
    assert (t.state.outcome.reason, t.state.outcome.placings, t.state.outcome.scores) == ("series", [1, 2], [16, 11])
    assert t.told()[-2:] == ["series_game_over", "game_over"]
    assert t.asked == ("", "")


@rule("MV-610")
def test_equal_points_after_two_games_are_a_draw() -> None:
    t = last_card([[4, 8]], (0, 1), 6, yunnan="1T", sichuan="1T", gansu="1H", shanxi="1H")
    assert t.over is not None
    assert t.over["points"] == {"sums": [12, 11], "games": [[4, 8], [8, 3]]}
    assert t.over["winner"] == 0
    t = last_card([[3, 8]], (0, 1), 6, yunnan="1T", sichuan="1T", gansu="1H", shanxi="1H")
    assert t.over is not None
    assert (t.over["winner"], t.over["points"]["sums"]) == (None, [11, 11])
    assert t.state.outcome is not None
    assert t.state.outcome.placings == [1, 1]


@rule("MV-610")
def test_the_seat_with_more_points_wins_whoever_won_the_games() -> None:
    # Seat 1 has won the first game by a major victory, seat 0 wins the second narrowly: 3 + 7 against 12 + 5.
    t = last_card([[3, 12]], (0, 1), 5, yunnan="1T", sichuan="1T", gansu="1H", shanxi="1H", liaodong="1H")
    assert t.over is not None
    assert (t.over["winner"], t.over["points"]["sums"]) == (1, [10, 17])


@rule("MV-595", "MV-600", "MV-605", "MV-610")
def test_the_points_of_every_series_add_up() -> None:
    kinds = set()
    for seed in range(30):
        w = played(seed)
        games = [e.data for e in w.events if e.type == "series_game_over"]
        sides = [e.data["sides"] for e in w.events if e.type == "game_started"]
        sums = [0, 0]
        for over, seated in zip(games, sides, strict=True):
            emperor = seated.index("emperor")
            earned = [0, 0]
            earned[emperor], earned[1 - emperor] = over["totals"]["emperor"], over["totals"]["overlord"]
            if over["kind"] == "major":
                earned[over["winner"]] = 12
            elif earned[0] == earned[1]:
                earned[1 - emperor] += 1
            assert over["points"] == earned
            assert seated[over["winner"]] == over["winning_side"]
            sums = [a + b for a, b in zip(sums, earned, strict=True)]
            assert over["sums"] == sums
            kinds.add((over["kind"], over["winning_side"]))
        outcome = w.state.outcome
        assert outcome.scores == sums
        assert outcome.detail["points"] == {"sums": sums, "games": [g["points"] for g in games]}
        best = [seat for seat in (0, 1) if sums[seat] == max(sums)]
        assert outcome.detail["winner"] == (best[0] if len(best) == 1 else None)
        assert outcome.placings == [1 if seat in best else 2 for seat in (0, 1)]
    assert {("minor", "emperor"), ("minor", "overlord")} <= kinds


@rule("MV-600")
def test_the_bonus_comes_from_the_edition() -> None:
    game = edited(("tied_game_overlord_bonus = 1", "tied_game_overlord_bonus = 3"))
    t = table(
        game=game, points=[], emperor=[8], overlord=[], voyages=[1, 2, 3, 4], yunnan="1T", sichuan="1T", gansu="1H",
        shanxi="1H", liaodong="1H", **LAST,
    ).dice(start_voyage=[4]).play(8, "reserve")  # fmt: skip
    assert t.series_points == [[6, 9]]


def test_giving_up_ends_the_whole_series() -> None:
    w = laws.Walk(GAME, "series", {}, 2, 3)
    for _ in range(30):
        w.step()
    after = w.match.propose("resign", seat=1).match.state
    assert after.outcome.placings == [1, 2]
    assert GAME.pending(after) == []
