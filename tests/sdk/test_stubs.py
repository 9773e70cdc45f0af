"""`make proto-check`: the committed stubs are those of the proto files."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The proto files and the stubs, to be spoiled."""
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
    shutil.copytree(ROOT / "proto", tmp_path / "proto", ignore=ignored)
    shutil.copytree(ROOT / "sdk", tmp_path / "sdk", ignore=ignored)
    return tmp_path


def check(root: Path) -> tuple[int, str]:
    command = [sys.executable, "-I", str(root / "proto" / "stubs.py"), "check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    return done.returncode, done.stderr


def test_the_committed_stubs_are_current(copy: Path) -> None:
    assert check(copy) == (0, "")


def test_a_changed_proto_file_is_noticed(copy: Path) -> None:
    with (copy / "proto/baochuan/match/v1/match.proto").open("a") as file:
        file.write("message New {}\n")
    code, said = check(copy)
    assert code == 1
    assert "proto/baochuan/match/v1/match.proto is changed" in said
    assert "make proto" in said


def test_a_stub_changed_by_hand_is_noticed(copy: Path) -> None:
    with (copy / "sdk/baochuan/bot/v1/bot_service_pb2.pyi").open("a") as file:
        file.write("# mine\n")
    assert "bot_service_pb2.pyi is changed" in check(copy)[1]


def test_new_and_missing_files_are_noticed(copy: Path) -> None:
    (copy / "proto/baochuan/bot/v1/more.proto").write_text('syntax = "proto3";\n')
    (copy / "sdk/baochuan/bus/v1/bus_pb2.py").unlink()
    code, said = check(copy)
    assert code == 1
    assert "more.proto is new" in said
    assert "bus_pb2.py is gone" in said
