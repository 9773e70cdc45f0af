"""Pytest plugin: which numbered rules of each game are shown to hold by a passing test.

A test claims rules with ``@pytest.mark.rule("MV-010", "MV-015")``. The rules of a game are the lines
``- **MV-010** ...`` of ``services/<game>/RULES.md``. At the end of a run the plugin prints, per game
with a claim in it, how many rules a passing test claims, and after a run of the game's whole test
folder also those without one. A claim of an unknown rule fails the test.

``tests/games/<game>/coverage.toml`` declares a game complete; from then on a run of the whole folder
fails while a rule is unclaimed. What is not built yet is excepted, each range with its reason::

    complete = true
    except = ["MV-590-MV-610: the solo mode is not built yet"]

``python -m tests.rule_coverage`` runs all tests that claim rules and prints the same for every game, with
``--verbose`` the tests of every rule too; it fails if a complete game has an unclaimed rule.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]

_RULE: Final = re.compile(r"^- \*\*([A-Z]+-\d+)\*\*", re.M)
_RANGE: Final = re.compile(r"^([A-Z]+)-(\d+)(?:-([A-Z]+)-(\d+))?: +(\S.*)$")
_PROPERTY: Final = "rules"


class GameRules:
    """The rules of one game, in the order of its RULES.md, and what its coverage.toml declares."""

    def __init__(self, root: Path, game: str) -> None:
        self.game = game
        self.folder = root / "tests" / "games" / game
        self.ids = _RULE.findall((root / "services" / game / "RULES.md").read_text("utf-8"))
        twice = sorted({i for i in self.ids if self.ids.count(i) > 1})
        if twice:
            raise pytest.UsageError(f"{game}/RULES.md: {', '.join(twice)} twice")
        self.complete = False
        self.excepted: dict[str, list[str]] = {}  # range as written -> the ids in it
        declared = self.folder / "coverage.toml"
        if declared.exists():
            self._declare(declared)

    def _declare(self, path: Path) -> None:
        data = tomllib.loads(path.read_text("utf-8"))
        unknown = sorted(set(data) - {"complete", "except"})
        if unknown:
            raise pytest.UsageError(f"{path}: unknown key {', '.join(unknown)}")
        self.complete = data.get("complete", False) is True
        for text in data.get("except", []):
            m = _RANGE.match(text)
            if m is None:
                raise pytest.UsageError(f'{path}: "{text}" is not of the form "MV-590-MV-610: reason"')
            first, last = f"{m[1]}-{m[2]}", f"{m[3]}-{m[4]}" if m[3] else f"{m[1]}-{m[2]}"
            for end in (first, last):
                if end not in self.ids:
                    raise pytest.UsageError(f'{path}: "{text}": there is no rule {end}')
            self.excepted[text] = self.ids[self.ids.index(first) : self.ids.index(last) + 1]
            if not self.excepted[text]:
                raise pytest.UsageError(f'{path}: "{text}": the range is empty')

    def missing(self, claimed: set[str]) -> list[str]:
        """The rules that need a claim and have none."""
        excepted = {i for ids in self.excepted.values() for i in ids}
        return [i for i in self.ids if i not in claimed and i not in excepted]

    def line(self, claimed: set[str], words: str = "") -> str:
        """How many of the rules are claimed."""
        excepted = sum(len(ids) for ids in self.excepted.values())
        counted = f"{self.game}: {len(claimed & set(self.ids))} of {len(self.ids)}{words}"
        return f"{counted}, {excepted} excepted" if excepted else counted


def all_games(root: Path) -> list[GameRules]:
    """The games with numbered rules."""
    return [GameRules(root, game) for game in sorted(p.parent.name for p in (root / "services").glob("*/RULES.md"))]


class RuleCoverage:
    """Collects claims; on an xdist worker it only sends them along with the reports."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.games = all_games(config.rootpath)
        self.known = {i for g in self.games for i in g.ids}
        self.claimed: set[str] = set()
        self.passed: set[str] = set()
        self.tests: dict[str, list[str]] = {}  # rule -> the passing tests that claim it

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        unknown = [i for i in claims(item) if i not in self.known]
        if unknown:
            pytest.fail(f"the test claims {', '.join(unknown)}, which no RULES.md has", pytrace=False)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        ids = claims(item)
        if ids and report.when == "call":
            report.user_properties.append((_PROPERTY, ids))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, ids in report.user_properties:
            if name == _PROPERTY and isinstance(ids, list) and report.when == "call":
                self.claimed.update(ids)
                if report.passed:
                    self.passed.update(ids)
                    for i in ids:
                        self.tests.setdefault(i, []).append(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if _is_worker(self.config):
            return
        report = self.config.getoption("rules_report", None)
        if report is not None:
            Path(report).write_text(json.dumps(self.tests), "utf-8")
        if exitstatus != pytest.ExitCode.OK:
            return
        if any(g.missing(self.passed) for g in self.games if g.complete and self.whole(g)):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        shown = [g for g in self.games if self.claimed & set(g.ids) or (g.complete and self.whole(g))]
        if shown and not _is_worker(self.config):
            terminalreporter.section("rules claimed by a passing test")
            for g in shown:
                self._tell(terminalreporter, g)

    def _tell(self, out: Any, g: GameRules) -> None:
        out.write_line(g.line(self.passed))
        if not self.whole(g):
            return
        missing = g.missing(self.passed)
        if missing:
            out.write_line(f"  unclaimed: {' '.join(missing)}", red=g.complete, yellow=not g.complete)
        if missing and g.complete:
            out.write_line(f"  {g.game} is declared complete: the run fails", red=True)
        for text, ids in g.excepted.items():
            if self.passed.issuperset(ids):
                out.write_line(f'  the exception "{text}" is no longer needed', yellow=True)

    def whole(self, g: GameRules) -> bool:
        """True if nothing of the game's test folder was left out of this run."""
        option = self.config.option
        for name in ("keyword", "lf", "deselect", "ignore", "ignore_glob", "collectonly", "stepwise"):
            if getattr(option, name, None):
                return False
        standing = self.config.getini("addopts")  # what every run leaves out is no part of it
        usual = standing[standing.index("-m") + 1] if "-m" in standing else ""
        if option.markexpr not in ("", usual):
            return False
        here = self.config.invocation_params.dir
        return g.folder.is_dir() and any(g.folder.is_relative_to((here / arg).resolve()) for arg in self.config.args)


def claims(item: pytest.Item) -> list[str]:
    """The rule ids on a test, its class and its module."""
    return sorted({i for mark in item.iter_markers("rule") for i in mark.args})


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules-report", metavar="FILE", help="write which passing tests claim which rule, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the numbered rules (MV-010, ...) that this test shows to hold")
    config.pluginmanager.register(RuleCoverage(config), "baochuan-rule-coverage")


# --- the report


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Exit code 0: every complete game has all its rules claimed; 1: not, or a test failed; 2: the run did not end."""
    games = all_games(root)
    parser = argparse.ArgumentParser(
        prog="python -m tests.rule_coverage", description="which numbered rules a passing test shows to hold"
    )
    parser.add_argument("--game", choices=[g.game for g in games], help="one game only")
    parser.add_argument("--verbose", action="store_true", help="the tests of every rule too")
    parser.add_argument("--workers", default="auto", help="test processes (auto: one per core; 0: this one only)")
    parser.add_argument("--seconds", type=float, default=1200, help="longest time for the tests (1200)")
    args = parser.parse_args(arguments)
    chosen = [g for g in games if args.game in (None, g.game)]
    tested = chosen[0].folder if args.game else root / "tests" / "games"
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "rules.json"
        command = [sys.executable, "-m", "pytest", "-q", "-m", "rule and not compose", f"--rules-report={report}"]
        if args.workers != "0":
            command += ["-n", args.workers, "--dist", "loadgroup"]
        try:
            done = subprocess.run(
                [*command, str(tested)], cwd=root, capture_output=True, text=True, timeout=args.seconds, check=False
            )
        except subprocess.TimeoutExpired:
            print(f"the tests took longer than {args.seconds:g} s", file=sys.stderr)
            return 2
        if done.returncode not in (0, 1) or not report.exists():
            print(done.stdout[-4000:] + done.stderr[-4000:], file=sys.stderr)
            return 2
        tests: dict[str, list[str]] = json.loads(report.read_text("utf-8"))
    if done.returncode == 1:
        print(done.stdout[-4000:], file=sys.stderr)
    lacking = [_print(g, tests, args.verbose) for g in chosen]
    return 1 if done.returncode == 1 or any(lacking) else 0


def _print(g: GameRules, tests: dict[str, list[str]], verbose: bool) -> bool:
    """What the tests show of a game's rules; True if it is declared complete and is not."""
    claimed = set(tests)
    print(g.line(claimed, " rules claimed by a passing test") + ("" if g.complete else " (not declared complete)"))
    if verbose:
        for i in g.ids:
            names = sorted({nodeid.partition("[")[0].rpartition("/")[2] for nodeid in tests.get(i, [])})
            for first, name in zip([i, *[""] * len(names)], names or ["no test"], strict=False):
                print(f"  {first:<8} {name}")
    missing = g.missing(claimed)
    if missing:
        print(f"  unclaimed: {' '.join(missing)}")
    return g.complete and bool(missing)


if __name__ == "__main__":
    sys.exit(main())
