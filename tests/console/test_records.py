"""Records in files: every damage is found, and its place named."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from console.files import Rules
from console.plan import make_run, planned
from console.problem import Problem
from console.records import check as check_record
from console.records import checksum, read_records, saved, tell
from console.results import result_of, run_json, summarize
from rulekit.errors import ReplayError
from rulekit.match import Record
from tests import toy
from tests.bots.lab import played


def problem_in(path: Path) -> str | None:
    """What verify finds first, or None."""
    rules = Rules(None)
    try:
        file = read_records(path)
        for found in file.found:
            check_record(found, rules.of(found))
        file.check_whole()
    except ReplayError as e:
        return tell(e)
    except Problem as e:
        return e.line
    return None


@pytest.fixture
def record() -> Record:
    return played(toy.load(), ["random", "random"])


@pytest.fixture
def run_file(tmp_path: Path) -> Path:
    """The JSON file of a run of three matches."""
    game = toy.load()
    run = make_run(
        game, mode=None, options=[], players="random,random", matches=3, seed="7", swap_seats=False, edition=None
    )
    results = [result_of(planned(run, n), renamed(played(game, ["random", "random"], n), n), []) for n in range(3)]
    path = tmp_path / "run.json"
    path.write_bytes(run_json(run, game.edition_digest, results, summarize(run, results, 1.0), records=True))
    return path


def renamed(record: Record, number: int) -> Record:
    header = msgspec.structs.replace(record.header, match=f"match-{number:05d}")
    return msgspec.structs.replace(record, header=header)


def test_all_forms_of_files_are_read(tmp_path: Path, record: Record, run_file: Path) -> None:
    bare = tmp_path / "bare.json"
    bare.write_bytes(msgspec.json.encode(record))
    one = tmp_path / "one.json"
    one.write_bytes(saved(record) + b"\n")
    lines = tmp_path / "lines.jsonl"
    lines.write_bytes((saved(record) + b"\n") * 3)
    pretty = tmp_path / "pretty.json"
    pretty.write_bytes(msgspec.json.format(msgspec.json.encode(record)))
    assert [len(read_records(p).found) for p in (bare, one, lines, pretty, run_file)] == [1, 1, 3, 1, 3]
    assert [problem_in(p) for p in (bare, one, lines, pretty, run_file)] == [None] * 5


@pytest.mark.parametrize("form", ["record", "lines", "run"])
def test_one_byte_changed_anywhere_is_found(tmp_path: Path, record: Record, run_file: Path, form: str) -> None:
    data = {"record": saved(record), "lines": saved(record) + b"\n" + saved(record), "run": run_file.read_bytes()}[form]
    path = tmp_path / "changed.json"
    chance = random.Random(5)
    places = chance.sample(range(len(data)), 400)
    for at in places:
        changed = bytearray(data)
        changed[at] = chance.choice([b for b in (*range(33, 127), changed[at] ^ 1) if b != changed[at]])
        path.write_bytes(bytes(changed))
        assert problem_in(path) is not None, (at, data[max(0, at - 20) : at + 20], bytes(changed[at : at + 1]))


def change(record: Record, how: Callable[[dict[str, Any]], None], *, forged: bool) -> bytes:
    """The record after `how`; `forged`: with a checksum that fits again."""
    plain = msgspec.json.decode(saved(record))
    how(plain)
    if forged:
        plain["checksum"] = checksum(plain)
    return msgspec.json.encode(plain)


def first_roll(plain: dict[str, Any]) -> tuple[int, list[Any]]:
    return next((c["revision"], d) for c in plain["commits"] for d in c.get("draws", []) if d[1] == "win")


def test_an_altered_die_is_found_at_its_commit(tmp_path: Path, record: Record) -> None:
    revision, roll = first_roll(msgspec.json.decode(saved(record)))
    rolled, other = roll[2], [roll[2][0] % 6 + 1]

    def alter(plain: dict[str, Any]) -> None:
        first_roll(plain)[1][2] = other

    for forged in (False, True):
        path = tmp_path / "die.json"
        path.write_bytes(change(record, alter, forged=forged))
        assert problem_in(path) == (
            f"commit {revision}: draw 0 is 'win' {other} in the record; the seed gives 'win' {rolled}"
        )


def test_a_replaced_move_is_found_at_its_commit(tmp_path: Path, record: Record) -> None:
    def replace(plain: dict[str, Any]) -> None:
        plain["commits"][1]["action"] = {"type": "bid", "card": 99}

    path = tmp_path / "move.json"
    path.write_bytes(change(record, replace, forged=True))
    assert problem_in(path) == "commit 2: 'bid 99' is not an option of bid"


def test_a_replaced_move_that_was_legal_too_is_found(tmp_path: Path, record: Record) -> None:
    hand = record.commits[0].draws[0][2][:4]
    assert record.commits[1].action is not None
    other = next(card for card in hand if card != record.commits[1].action["card"])

    def replace(plain: dict[str, Any]) -> None:
        plain["commits"][1]["action"]["card"] = other

    path = tmp_path / "move.json"
    path.write_bytes(change(record, replace, forged=True))
    assert (problem_in(path) or "").startswith("commit ")


@pytest.mark.parametrize(
    ("how", "place"),
    [
        (lambda p: p["commits"].pop(4), "commit 5: revision 6 stands where 5 should"),
        (lambda p: p["commits"].pop(), "commit 1"),
        (lambda p: p["commits"].clear(), "commit 1: the log is empty"),
        (lambda p: p["outcome"]["scores"].reverse(), "commit 1"),
        (lambda p: p["commits"][3].update(seat=7), "commit 4: "),
        (lambda p: p["commits"][3].update(seat=-1), "commit 4: "),
        (lambda p: p["commits"][3].update(action=None), "commit 4: "),
        (lambda p: p["commits"][3].update(action=[]), "commit 4: "),
        (lambda p: p["commits"][3].update(colour=1), "commit 4: unknown field 'colour'"),
        (lambda p: p["commits"][3].pop("kind"), "commit 4: Object missing required field `kind`"),
        (lambda p: p["header"].update(players=["random"]), "commit 1: mode "),
        (lambda p: p["header"].update(mode="three"), "commit 1: toy has no mode"),
        (lambda p: p["header"].update(version=99), "header: the log is of toy version 99"),
        (lambda p: p["header"].update(edition_digest="00"), "header: the log was played with edition"),
        (lambda p: p.update(seed="00" * 32), "header: the seed does not fit the commitment"),
        (lambda p: p.update(seed="0g"), "header: the seed is not hexadecimal"),
        (lambda p: p.update(log_digest="00"), "commit 1"),
        (lambda p: p.pop("header"), "header: the header names no game"),
    ],
)
def test_tampering_is_named_with_its_place(
    tmp_path: Path, record: Record, how: Callable[[dict[str, Any]], None], place: str
) -> None:
    path = tmp_path / "tampered.json"
    path.write_bytes(change(record, how, forged=True))
    assert (problem_in(path) or "good").startswith(place)


@pytest.mark.parametrize("field", ["match", "players"])
def test_names_and_ids_are_covered_by_the_checksum(tmp_path: Path, record: Record, field: str) -> None:
    def rename(plain: dict[str, Any]) -> None:
        plain["header"][field] = "other" if field == "match" else ["a", "b"]

    path = tmp_path / "renamed.json"
    path.write_bytes(change(record, rename, forged=False))
    assert problem_in(path) == "header: ids, names or times are not those that were written (the checksum differs)"


def test_the_file_of_a_run_must_fit_its_records(tmp_path: Path, run_file: Path) -> None:
    whole = msgspec.json.decode(run_file.read_bytes())
    whole["matches"][1]["outcome"]["scores"] = [0, 0]
    path = tmp_path / "scores.json"
    path.write_bytes(msgspec.json.encode(whole))
    assert (problem_in(path) or "").startswith("header: the file says outcome = ")
    whole = msgspec.json.decode(run_file.read_bytes())
    whole["summary"]["players"][0]["wins"] += 1
    path.write_bytes(msgspec.json.encode(whole))
    assert problem_in(path) == f"{path}: head or summary are not those that were written (the checksum differs)"


def test_damaged_json_is_bad_and_a_foreign_file_unusable(tmp_path: Path, record: Record, run_file: Path) -> None:
    path = tmp_path / "file.json"

    def code_of(data: bytes) -> tuple[int, str]:
        path.write_bytes(data)
        with pytest.raises(Problem) as e:
            read_records(path)
        return e.value.code, e.value.line

    assert code_of(saved(record) + b"\n" + saved(record)[:-3])[0] == 1
    assert code_of(saved(record)[:-3])[0] == 1
    code, line = code_of(run_file.read_bytes().replace(b'"moves"', b'"moves', 1))
    assert code == 1
    assert line.startswith(f"{path}: line 3: JSON is malformed")
    for deep in (b'{"a":', b'{"header":['):
        assert code_of(deep * 100_000)[0] == 1
        assert code_of(saved(record) + b"\n" + deep * 100_000)[0] == 1
    assert code_of(b"")[0] == 2
    assert code_of(b"PK\x03\x04")[0] == 2
    assert code_of(b"{}") == (2, f"{path}: holds no records")
    without = msgspec.json.decode(run_file.read_bytes())
    del without["matches"][0]["record"]
    assert code_of(msgspec.json.encode(without))[0] == 2
