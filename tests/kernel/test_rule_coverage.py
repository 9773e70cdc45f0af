"""The rule coverage plugin, on a small project of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rule_coverage import main

pytest_plugins = ["pytester"]

RULES = """# Rules

- **XY-010** One.
- **XY-020** Two.
  - **XY-025** is no rule, only a mention of one.
- **XY-030** Three.
- **XY-040** Four.
"""

TESTS = """
import pytest

@pytest.mark.rule("XY-010")
def test_one(): pass

@pytest.mark.rule("XY-020", "XY-030")
@pytest.mark.parametrize("n", [1, 2])
def test_two(n): pass
"""

Project = pytest.Pytester


@pytest.fixture
def project(pytester: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    pytester.syspathinsert(pytester.path / "plugin")
    monkeypatch.setenv("PYTHONPATH", str(pytester.path / "plugin"))
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeini("[pytest]\ntestpaths = tests\n")
    plugin = (Path(__file__).parents[1] / "rule_coverage.py").read_text("utf-8")
    write(pytester, "plugin/rule_coverage_under_test.py", plugin)  # `tests` is the project's own folder there
    write(pytester, "services/xy/RULES.md", RULES)
    write(pytester, "tests/games/xy/test_xy.py", TESTS)
    return pytester


def write(pytester: Project, name: str, text: str) -> None:
    path = pytester.path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def declare(pytester: Project, text: str) -> None:
    write(pytester, "tests/games/xy/coverage.toml", text)


def run(pytester: Project, *arguments: str) -> tuple[int, str]:
    """Exit code and what was printed. With workers it takes a process of its own, else it is done in this one."""
    plain = ["-p", "rule_coverage_under_test", "-p", "no:cacheprovider", "--import-mode=importlib", *arguments]
    if "-n" in arguments:
        done = pytester.runpytest_subprocess("-p", "xdist", *plain, timeout=300)
    else:
        done = pytester.runpytest_inprocess(*plain)
    return int(done.ret), re.sub(r"\x1b\[[0-9;]*m", "", done.stdout.str() + done.stderr.str())


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_counts_and_lists(project: Project, workers: tuple[str, ...]) -> None:
    code, out = run(project, *workers)
    assert code == 0
    assert "xy: 3 of 4" in out
    assert "unclaimed: XY-040" in out


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_a_complete_game_fails_the_run_while_a_rule_is_unclaimed(project: Project, workers: tuple[str, ...]) -> None:
    declare(project, "complete = true\n")
    code, out = run(project, *workers)
    assert code == 1
    assert "xy is declared complete: the run fails" in out
    assert "3 passed" in out


@pytest.mark.parametrize(
    "arguments",
    [("-k", "test_one"), ("tests/games/xy/test_xy.py",), ("tests/games/xy/test_xy.py::test_one",), ("-m", "rule")],
    ids=" ".join,
)
def test_a_part_of_the_folder_never_fails_the_run(project: Project, arguments: tuple[str, ...]) -> None:
    declare(project, "complete = true\n")
    code, out = run(project, *arguments)
    assert code == 0
    assert "unclaimed" not in out
    assert "of 4" in out


def test_the_folder_alone_is_whole(project: Project) -> None:
    declare(project, "complete = true\n")
    assert run(project, "tests/games/xy")[0] == 1
    assert run(project, "tests/games")[0] == 1


def test_exceptions_need_a_reason_and_known_rules(project: Project) -> None:
    declare(project, 'complete = true\nexcept = ["XY-030-XY-040: not built yet"]\n')
    code, out = run(project)
    assert code == 0
    assert "xy: 3 of 4, 2 excepted" in out
    for text, says in [
        ('except = ["XY-040"]', 'is not of the form "MV-590-MV-610: reason"'),
        ('except = ["XY-040: "]', "is not of the form"),
        ('except = ["XY-040-XY-050: later"]', "there is no rule XY-050"),
        ('except = ["XY-040-XY-010: backwards"]', "the range is empty"),
        ("finished = true", "unknown key finished"),
    ]:
        declare(project, f"complete = true\n{text}\n")
        code, out = run(project)
        assert code == pytest.ExitCode.USAGE_ERROR
        assert says in out


def test_an_exception_that_is_no_longer_needed_is_told(project: Project) -> None:
    declare(project, 'complete = true\nexcept = ["XY-030: later", "XY-040: later"]\n')
    code, out = run(project)
    assert code == 0
    assert 'the exception "XY-030: later" is no longer needed' in out
    assert '"XY-040: later"' not in out


def test_a_claim_of_an_unknown_rule_fails_the_test(project: Project) -> None:
    claim = '\n@pytest.mark.rule("XY-040", "XY-041")\ndef test_odd(): pass\n'
    write(project, "tests/games/xy/test_xy.py", TESTS + claim)
    code, out = run(project)
    assert code == 1
    assert "the test claims XY-041, which no RULES.md has" in out
    assert "xy: 3 of 4" in out


def test_a_failing_or_skipped_test_claims_nothing(project: Project) -> None:
    more = """
@pytest.mark.rule("XY-040")
def test_wrong(): assert False

@pytest.mark.rule("XY-040")
def test_not_now(): pytest.skip("not now")
"""
    write(project, "tests/games/xy/test_xy.py", TESTS + more)
    code, out = run(project)
    assert code == 1
    assert "unclaimed: XY-040" in out


def test_a_rule_listed_twice_is_refused(project: Project) -> None:
    write(project, "services/xy/RULES.md", RULES + "- **XY-010** Again.\n")
    code, out = run(project)
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "xy/RULES.md: XY-010 twice" in out


def test_a_run_without_claims_says_nothing(project: Project) -> None:
    write(project, "tests/games/xy/test_xy.py", "def test_plain(): pass\n")
    code, out = run(project)
    assert code == 0
    assert "rules claimed" not in out


def test_what_every_run_leaves_out_is_no_part_of_the_folder(project: Project) -> None:
    project.makeini('[pytest]\ntestpaths = tests\naddopts = -m "not compose"\nmarkers = compose: elsewhere\n')
    declare(project, "complete = true\n")
    code, out = run(project)
    assert code == 1
    assert "xy is declared complete: the run fails" in out
    assert run(project, "-m", "rule and not compose")[0] == 0


# --- the report of all games


def report(project: Project, capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of `python -m tests.rule_coverage` in the project."""
    write(project, "tests/conftest.py", 'pytest_plugins = ["rule_coverage_under_test"]\n')
    capfd.readouterr()
    code = main(["--workers", "0", *arguments], project.path)
    told = capfd.readouterr()
    return code, told.out, told.err


@pytest.mark.parametrize("complete", [False, True])
def test_the_report_counts_and_lists_and_fails_for_a_complete_game(
    project: Project, capfd: pytest.CaptureFixture[str], complete: bool
) -> None:
    declare(project, f"complete = {str(complete).lower()}\n")
    code, out, err = report(project, capfd)
    assert code == (1 if complete else 0)
    assert err == ""
    assert out == (
        "xy: 3 of 4 rules claimed by a passing test"
        + ("" if complete else " (not declared complete)")
        + "\n  unclaimed: XY-040\n"
    )


def test_the_report_names_the_tests_of_every_rule(project: Project, capfd: pytest.CaptureFixture[str]) -> None:
    declare(project, 'complete = true\nexcept = ["XY-040: not built yet"]\n')
    more = '\n@pytest.mark.rule("XY-010")\ndef test_more(): pass\n\ndef test_plain(): assert False\n'
    write(project, "tests/games/xy/test_xy.py", TESTS + more)
    write(project, "services/zz/RULES.md", "- **ZZ-010** One.\n")
    code, out, _ = report(project, capfd, "--verbose", "--game", "xy")
    assert code == 0
    assert out.splitlines() == [
        "xy: 3 of 4 rules claimed by a passing test, 1 excepted",
        "  XY-010   test_xy.py::test_more",
        "           test_xy.py::test_one",
        "  XY-020   test_xy.py::test_two",
        "  XY-030   test_xy.py::test_two",
        "  XY-040   no test",
    ]
    code, out, _ = report(project, capfd)
    assert code == 0
    assert out.splitlines()[1] == "zz: 0 of 1 rules claimed by a passing test (not declared complete)"


def test_the_report_fails_with_a_failing_test_and_shows_it(project: Project, capfd: pytest.CaptureFixture[str]) -> None:
    write(
        project, "tests/games/xy/test_xy.py", TESTS + '\n@pytest.mark.rule("XY-040")\ndef test_wrong(): assert False\n'
    )
    code, out, err = report(project, capfd)
    assert code == 1
    assert "xy: 3 of 4" in out
    assert "test_wrong" in err


def test_a_run_that_does_not_end_or_begin_is_told(project: Project, capfd: pytest.CaptureFixture[str]) -> None:
    write(
        project,
        "tests/games/xy/test_slow.py",
        "import time\n" + TESTS.replace("test_one(): pass", "test_one(): time.sleep(60)"),
    )
    code, out, err = report(project, capfd, "--seconds", "3")
    assert (code, out, err) == (2, "", "the tests took longer than 3 s\n")
    write(project, "tests/games/xy/test_slow.py", "import nothing_of_this_name\n")
    code, out, err = report(project, capfd)
    assert (code, out) == (2, "")
    assert "nothing_of_this_name" in err
