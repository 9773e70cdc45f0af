"""`baochuan play`: arguments that cannot be used, and folders that hold no match, are one clear line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from console.main import main
from console.problem import Problem
from console.sitting import STATE, Sitting, default_folder, load, locked, save

Cli = Callable[..., tuple[int, str, str]]
SITTING = Sitting(format=1, game="toy", edition_digest="d", match="m", seat=0, token="t.t", own_edition=False)


@pytest.fixture
def cli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    """Runs `play` in this process; gives exit code, stdout and stderr."""
    monkeypatch.delenv("BAOCHUAN_TOKEN", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main(["play", *arguments])
        captured = capfd.readouterr()
        assert isinstance(end.value.code, int)
        return end.value.code, captured.out, captured.err

    return run


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ([], "Missing argument"),
        (["go"], 'unknown game "go"'),
        (["toy", "--mode", "three"], 'toy has no mode "three"; modes: two, many'),
        (["toy", "--option", "rounds"], '--option must be NAME=VALUE, not "rounds"'),
        (["toy", "--option", "rounds=9"], "option \"rounds\" is '9'; allowed: 3, 2, 4"),
        (["toy", "--players", "nobody"], 'no bot "nobody" plays toy'),
        (["toy", "--players", "random,"], '--players must be names parted by commas, not "random,"'),
        (["toy", "--players", "random,random"], 'mode "two" of toy needs 2 players, not 3'),
        (["toy", "--players", ""], 'mode "two" of toy needs 2 players, not 1'),
        (["toy", "--seat", "2"], "--seat must be from 0 to 1, not 2"),
        (["toy", "--seat", "-1"], "--seat must be from 0 to 1, not -1"),
        (["toy", "--seat", "me"], "Invalid value for '--seat'"),
        (["toy", "--edition", "/nowhere.toml"], "edition: /nowhere.toml: cannot be read"),
        (["toy", "--log", "/nowhere/a.json"], "/nowhere/a.json: the folder /nowhere does not exist"),
        (["toy", "--save", "/proc/nowhere"], "/proc/nowhere: cannot be used: No such file or directory (--save DIR"),
        (["toy", "--resume", "/nowhere"], "/nowhere: is no folder of a match"),
        (["toy", "--resume", "/"], "/: holds no match to go on with (play.json: No such file or directory)"),
        (
            ["toy", "--resume", "x", "--players", "random"],
            "--resume goes on with a match as it is; leave out --players",
        ),
        (["toy", "--resume", "x", "--seat", "1"], "--resume goes on with a match as it is; leave out --seat"),
        (["toy", "--resume", "x", "--seed", "1"], "--resume goes on with a match as it is; leave out --seed"),
        (["toy", "--server", "nonsense"], '--server must be HOST:PORT, not "nonsense"'),
        (["toy", "--server", "127.0.0.1:9"], "a token is needed for --server"),
        (["toy", "--server", "127.0.0.1:9", "--token", "operator"], "matches are played with the token of a bot"),
        (["toy", "--server", "127.0.0.1:9", "--token", "a.b"], "127.0.0.1:9: no answer; is the gateway running there?"),
        (["toy", "--server", "127.0.0.1:9", "--seed", "1"], "--seed is for matches on this machine"),
        (["toy", "--server", "127.0.0.1:9", "--save", "x"], "--save is for matches on this machine"),
    ],
)
def test_bad_arguments(cli: Cli, arguments: list[str], line: str) -> None:
    code, out, err = cli(*arguments)
    assert code == 2
    assert out == ""
    assert err.startswith(f"baochuan: {line}")
    assert err.count("\n") == 1


def test_a_folder_in_use_is_not_written_over(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    code, _, err = cli("toy", "--save", str(tmp_path))
    assert code == 2
    assert err == (
        f"baochuan: {tmp_path}: is not empty (baochuan play GAME --resume {tmp_path} goes on with a match)\n"
    )
    assert [p.name for p in tmp_path.iterdir() if p.name != "state"] == ["mine.txt"]


def test_what_is_kept_can_be_read_again(tmp_path: Path) -> None:
    save(tmp_path, SITTING)
    assert load(tmp_path) == SITTING


def test_a_match_is_of_its_game_and_edition(cli: Cli, tmp_path: Path) -> None:
    save(tmp_path, SITTING)
    code, _, err = cli("ming_voyages", "--resume", str(tmp_path))
    assert (code, err) == (2, f"baochuan: {tmp_path}: holds a match of toy, not of ming_voyages\n")
    code, _, err = cli("toy", "--resume", str(tmp_path))
    assert code == 2
    assert "was begun with another edition than the one installed now" in err
    code, _, err = cli("toy", "--resume", str(tmp_path), "--edition", "x.toml")
    assert code == 2
    assert "leave out --edition" in err


@pytest.mark.parametrize(
    ("text", "problem"), [("{", "truncated"), ("{}", "missing required field"), ('{"format": 2', "truncated")]
)
def test_a_broken_state_is_named(cli: Cli, tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / STATE).write_text(text)
    code, _, err = cli("toy", "--resume", str(tmp_path))
    assert code == 2
    assert err.startswith(f"baochuan: {tmp_path / STATE}: ")
    assert problem in err


def test_a_state_of_another_form_is_refused(cli: Cli, tmp_path: Path) -> None:
    save(tmp_path, Sitting(format=7, game="toy", edition_digest="", match="m", seat=0, token="t", own_edition=False))
    code, _, err = cli("toy", "--resume", str(tmp_path))
    assert (code, err) == (2, f"baochuan: {tmp_path / STATE}: is of form 7, not 1\n")


def test_two_cannot_play_on_in_one_folder(tmp_path: Path) -> None:
    with (
        locked(tmp_path),
        pytest.raises(Problem, match="another `baochuan play` has this match open"),
        locked(tmp_path),
    ):
        raise AssertionError("both have it")
    with locked(tmp_path):
        assert (tmp_path / "lock").exists()


def test_the_default_folder_is_a_new_one_among_the_users_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    first, second = default_folder("toy"), default_folder("toy")
    assert first.parent == Path("/state/baochuan")
    assert first.name.startswith("toy-")
    assert first != second


def test_play_is_in_the_help(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    shown = capfd.readouterr().out
    for option in ("--mode", "--option", "--players", "--seat", "--seed", "--edition", "--save", "--resume", "--log"):
        assert option in shown


@pytest.mark.parametrize(
    ("game", "mode", "bots", "signs"),
    [
        ("ming_voyages", "two_player", "random,random", ["The Emperor drew ", "Your hand", "Voyages:", ": reserve it"]),
        (
            "treasure_ship",
            "standard",
            "random,random",
            ["random (1) made an offering to", "Your animal house", "Kilwa"],
        ),
    ],
)
def test_replay_uses_the_words_of_the_game(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, game: str, mode: str, bots: str, signs: list[str]
) -> None:
    log = tmp_path / "match.json"
    with pytest.raises(SystemExit):
        main(["simulate", game, "--mode", mode, "--players", bots, "--matches", "1", "--seed", "2", "--log", str(log)])
    capfd.readouterr()
    with pytest.raises(SystemExit) as end:
        main(["replay", str(log), "--at", "40", "--view", "0"])
    shown = capfd.readouterr().out
    assert end.value.code == 0
    for sign in signs:
        assert sign in shown
    with pytest.raises(SystemExit):
        main(["replay", str(log), "--at", "40", "--view", "public", "--json"])
    assert '\n  "outcome": null' in capfd.readouterr().out
