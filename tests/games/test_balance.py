"""The report on fairness: `python -m tests.balance`."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import ultimate_voyage
from bot_player.catalogue import load_game
from bot_player.playout import make_header
from bot_player.policies import Policy
from rulekit.actions import Action
from rulekit.game import Decision
from rulekit.match import derive_seed
from tests import balance


def table(game: str, seats: int, policy: str = "random") -> balance.Table:
    return next(t for t in balance.tables(load_game(game), policy, "test", {seats}) if t.seats == seats)


def test_every_mode_and_number_of_seats_has_a_row() -> None:
    rows = balance.tables(load_game("treasure_ship"), "greedy", "x", set())
    assert [(t.mode, t.seats, t.option) for t in rows] == [
        ("solo", 1, ""),
        *[("standard", n, "start_seat") for n in (2, 3, 4, 5)],
    ]
    rows = balance.tables(load_game("ming_voyages"), "greedy", "x", set())
    assert {(t.mode, t.seats, t.option) for t in rows} == {
        ("solo", 1, ""),
        ("two_player", 2, "first_emperor"),
        ("series", 2, "first_emperor"),
    }


@pytest.mark.parametrize("seats", [1, 3])
def test_a_match_is_told_by_position_and_its_points_by_source(seats: int) -> None:
    game = load_game("treasure_ship")
    t = table("treasure_ship", seats)
    for number in range(4):
        result = balance.play_match(game, t, number)
        assert sum(result.wins) == 1
        assert [sum(points.values()) for points in result.sources] == result.scores
        assert result == balance.play_match(game, t, number)
        assert result.decisions > 50


def test_positions_follow_the_player_order_drawn_at_the_start() -> None:
    game = load_game("forge_war")
    t = table("forge_war", 3)
    assert t.option == ""
    orders = set()
    for number in range(4):
        seed = derive_seed(t.seed, t.mode, t.seats, number)
        header = make_header(game, "m", t.mode, {}, ["random"] * 3, seed)
        order = balance.start_order(game, t, header, seed)
        assert sorted(order) == [0, 1, 2]
        orders.add(tuple(order))
    assert len(orders) > 1
    result = balance.play_match(game, t, 0)
    assert result.ending == "final_score"
    assert [sum(points.values()) for points in result.sources] == result.scores


def test_options_asked_for_are_those_of_the_matches(capsys: pytest.CaptureFixture[str]) -> None:
    game = load_game("forge_war")
    rows = balance.tables(game, "random", "test", {2}, {"bonus_tiles": "true"})
    with_tiles = next(t for t in rows if t.mode == "epic")
    without = next(t for t in balance.tables(game, "random", "test", {2}) if t.mode == "epic")
    assert balance.play_match(game, with_tiles, 0) != balance.play_match(game, without, 0)
    with pytest.raises(SystemExit):
        balance.main(["forge_war", "--modes", "normal", "--option", "bonus_tiles=true"])
    assert 'mode "normal" has no option "bonus_tiles"' in capsys.readouterr().err


def test_solo_matches_say_how_they_ended() -> None:
    t = table("forge_war", 1)
    lost = balance.Result(scores=[0], wins=[0.0], sources=[{"quests": 0}], decisions=10, ending="quest_failed")
    won = balance.Result(scores=[100], wins=[1.0], sources=[{"quests": 100}], decisions=90, ending="final_score")
    report = balance.report([(t, [lost, won, lost])])
    assert f"| {t.mode} | 1 | final_score 33%, quest_failed 67% |" in report


def test_modes_can_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--matches", "2", "--seats", "2", "--policy", "random", "--workers", "1"]
    assert balance.main(["forge_war", *arguments, "--modes", "advanced_normal"]) == 0
    told = capsys.readouterr().out
    assert "| advanced_normal | 2 | 2 |" in told
    assert "short_epic" not in told
    with pytest.raises(SystemExit):
        balance.main(["forge_war", *arguments, "--modes", "quick"])
    assert "forge_war has the modes normal, epic" in capsys.readouterr().err


def test_sources_without_parts_and_games_without_sources() -> None:
    detail = {"points": [{"track": 5, "rest": 2}], "track": [{"a": 4, "b": 1}]}
    assert balance.sources(detail, 0) == {"track: a": 4, "track: b": 1, "rest": 2}
    assert balance.sources({"winner": 1}, 0) == {}


def test_the_figures_of_a_report() -> None:
    def result(scores: list[int], winner: int) -> balance.Result:
        wins = [float(i == winner) for i in range(2)]
        return balance.Result(scores=scores, wins=wins, sources=[{"x": n} for n in scores], decisions=10)

    t = table("ming_voyages", 2)
    results = [result([10, 20], 1), result([30, 20], 0), result([40, 20], 0), result([40, 20], 0)]
    assert balance.row(t, results)[1:] == ["2", "4", "25.0 ± 6.9", "10 to 40", "10, 40", "10"]
    shares = [share for share, _, _ in balance.positions(t, results)]
    assert shares == [1.5, 0.5]
    assert balance.by_source(results) == {"x": 25}
    assert "| 1.50 ± 0.85, 0.50 ± 0.85 | 30.0, 20.0 |" in balance.report([(t, results)])


def test_the_same_arguments_print_the_same_report(capsys: pytest.CaptureFixture[str]) -> None:
    def told(workers: int) -> str:
        arguments = ["--matches", "12", "--seats", "2", "--policy", "random", "--workers", str(workers)]
        assert balance.main(["treasure_ship", *arguments]) == 0
        return capsys.readouterr().out

    assert told(1) == told(2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "unknown game"),
        (["treasure_ship", "--policy", "x"], "no bot"),
        (["treasure_ship", "--seats", "9"], ""),
    ],
)
def test_wrong_arguments_are_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        balance.main(arguments)
    assert message in capsys.readouterr().err


def test_endings_and_characters_of_the_ultimate_voyage() -> None:
    game = load_game("ultimate_voyage")
    solo = table("ultimate_voyage", 1)
    lone = balance.play_match(game, solo, 0)
    assert lone.characters == []
    assert sum(lone.wins) in (0, 1)
    assert 1 <= lone.rounds <= 9
    t = table("ultimate_voyage", 2)
    results = [balance.play_match(game, t, number) for number in range(2)]
    assert all(len(set(r.characters)) == 2 for r in results)
    told = balance.report([(solo, [lone]), (t, results)])
    assert (lone.ending in told) == (len({r.ending for r in results}) > 1)
    assert "| mode | seats | character | played |" in told
    assert sum(int(row[3]) for row in balance.by_character(t, results)) == 4


def test_shares_of_endings() -> None:
    def result(ending: str, rounds: int, win: float) -> balance.Result:
        return balance.Result(scores=[1], wins=[win], sources=[{}], decisions=1, ending=ending, rounds=rounds)

    t = table("ultimate_voyage", 1)
    results = [result("late", 9, 1.0), result("late", 9, 1.0), result("early", 4, 0.0), result("late", 8, 1.0)]
    assert balance.endings(t, results) == ["solo", "1", "early 25%, late 75%", "4: 25%, 8: 25%, 9: 50%", "75%"]


class Noting(Policy):
    """Takes the last option, and notes what it is asked."""

    asked: list[str]

    def choose(self, view: msgspec.Struct | None, decision: Decision, options: list[Action]) -> Action:
        self.asked.append(decision.kind)
        return options[-1]


def test_chance_takes_the_character_and_the_policy_decides_the_rest() -> None:
    game = load_game("ultimate_voyage")
    options = [Action(0, i, -1, 0, ()) for i in range(6)]
    taken = set()
    for number in range(40):
        inner = Noting(game, b"seed")
        inner.asked = []
        inner.needs_view = number % 2 == 0
        dealt = balance.Dealt(inner, bytes([number]))
        assert dealt.needs_view == inner.needs_view
        choice = dealt.choose(None, Decision("d1", 0, "choose_character", "UV-044", False), options)
        assert choice == dealt.choose(None, Decision("d1", 0, "choose_character", "UV-044", False), options)
        taken.add(options.index(choice))
        assert dealt.choose(None, Decision("d2", 0, "turn", "UV-100", False), options) is options[-1]
        assert inner.asked == ["turn"]
    assert taken == set(range(6))


def test_every_position_gets_every_character() -> None:
    game = load_game("ultimate_voyage")
    quick = next(t for t in balance.tables(game, "random", "test", {2}) if t.mode == "quick")
    results = [balance.play_match(game, quick, number) for number in range(60)]
    for position in range(2):
        assert len({r.characters[position] for r in results}) == 6
    assert all(len(set(r.characters)) == 2 for r in results)
    # They depend on the seed of the report and the match, not on who plays.
    greedy = msgspec.structs.replace(quick, policy="greedy")
    assert balance.play_match(game, greedy, 3).characters == results[3].characters


def test_matches_in_the_file_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "matches.jsonl"
    t = table("treasure_ship", 2)
    some = balance.play(t, 12, 1, 60.0, file)
    assert balance.kept(file, t) == some
    more = balance.play(t, 15, 1, 60.0, file)
    assert more[:12] == some
    assert more == balance.play(t, 15, 1, 60.0)

    def none(*_: object) -> None:
        raise AssertionError("plays a match")

    monkeypatch.setattr(balance, "_play_job", none)
    assert balance.play(t, 10, 1, 60.0, file) == some[:10]
    assert balance.kept(file, msgspec.structs.replace(t, seed="other")) == []
    assert balance.kept(file, msgspec.structs.replace(t, edition="other")) == []
    assert balance.kept(tmp_path / "none.jsonl", t) == []


def test_a_gap_in_the_file_ends_what_it_holds(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    t = table("treasure_ship", 2)
    result = balance.Result(scores=[1, 2], wins=[0.0, 1.0], sources=[{}, {}], decisions=1)
    balance.keep(file, t, 0, [result, result])
    balance.keep(file, t, 3, [result])
    assert balance.kept(file, t) == [result] * 2


def test_another_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "other.json"
    file.write_text('{"matches": 3}\n')
    with pytest.raises(SystemExit):
        balance.main(["treasure_ship", "--matches", "1", "--policy", "random", "--keep", str(file)])
    assert "other.json" in capsys.readouterr().err


def test_objectives_are_counted_by_match() -> None:
    one = {"objectives: a": 3, "tracks": 2}
    results = [
        balance.Result(scores=[5, 5], wins=[0.5, 0.5], sources=[one, {**one, "objectives: b": 1}], decisions=1),
        balance.Result(scores=[0, 0], wins=[0.5, 0.5], sources=[{}, {}], decisions=1),
    ]
    assert balance.objectives(results) == {"objectives: a": 1.0, "objectives: b": 0.5}
    report = balance.report([(table("ultimate_voyage", 2), results)])
    assert "| a | 1.000 |" in report
    assert "| all | 1.50 |" in report


def test_another_edition_is_played_and_kept_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = Path(ultimate_voyage.__file__).with_name("edition.toml").read_text("utf-8")
    other = tmp_path / "other.toml"
    other.write_text(own.replace('edition = "house-1"', 'edition = "other"'), "utf-8")
    file = tmp_path / "matches.jsonl"
    arguments = ["ultimate_voyage", "--policy", "random", "--seats", "1", "--matches", "2", "--workers", "1"]
    for more in ([], ["--edition", str(other)]):
        assert balance.main([*arguments, "--keep", str(file), *more]) == 0
    assert len({msgspec.json.decode(line)["table"]["edition"] for line in file.read_text().splitlines()}) == 2
    other.write_text("[meta]", "utf-8")
    capsys.readouterr()
    with pytest.raises(SystemExit):
        balance.main([*arguments, "--edition", str(other)])
    assert "meta" in capsys.readouterr().err
