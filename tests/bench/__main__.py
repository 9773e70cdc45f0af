"""`make bench`: speed in process, plain and compiled, through the platform, and of loading a match from the store.

    python -m tests.bench [--game G] [--seconds S] [--json FILE] [--quick]
                          [--skip-in-process] [--skip-platform] [--skip-loading]

Prints tables and writes every figure, with the machine's description, to a JSON file.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform as machine
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]


def describe_machine() -> dict[str, Any]:
    model = ""
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.partition(":")[2].strip()
            break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "processor": model or machine.processor(),
        "cores": os.cpu_count(),
        "memory_gib": round(memory, 1),
        "system": f"{machine.system()} {machine.machine()}",
        "python": machine.python_version(),
        "load_before": os.getloadavg()[0],
        "time": time.strftime("%Y-%m-%d %H:%M:%S"),
    }


def variants(work: Path) -> dict[str, Path]:
    """Copies of the sources: one plain, one compiled (if there is a C compiler)."""
    out: dict[str, Path] = {}
    for name in ("plain", "compiled"):
        top = work / name
        skip = shutil.ignore_patterns("*.so", "__pycache__")
        for part in ("services", "deploy", "tests"):
            shutil.copytree(ROOT / part, top / part, ignore=skip)
        out[name] = top
    subprocess.run([sys.executable, str(out["compiled"] / "deploy" / "compile_rules.py")], check=True)
    if not list((out["compiled"] / "services").rglob("*.so")):
        del out["compiled"]
    return out


def in_process(game: str, seconds: float) -> dict[str, Any]:
    """Figures by variant; the rounds of the variants alternate so that noise hits both."""
    with tempfile.TemporaryDirectory() as folder:
        found: dict[str, Any] = {}
        copies = variants(Path(folder))
        for _ in range(2):
            for name, top in copies.items():
                path = os.pathsep.join([str(top / "services"), str(top), str(ROOT / "sdk")])
                done = subprocess.run(
                    [sys.executable, "-m", "tests.bench.inprocess", game, str(seconds / 2)],
                    cwd=top,
                    env={**os.environ, "PYTHONPATH": path},
                    check=True,
                    stdout=subprocess.PIPE,
                    text=True,
                )
                figures = json.loads(done.stdout)
                best = found.get(name)
                if best is None or figures["random"]["decisions_per_s"] > best["random"]["decisions_per_s"]:
                    found[name] = figures
    return found


def print_in_process(out: Console, game: str, found: dict[str, Any]) -> None:
    table = Table(title=f"{game} in process, one core, CPU seconds")
    table.add_column("")
    for name in found:
        table.add_column(name, justify="right")
    if len(found) == 2:
        table.add_column("ratio", justify="right")

    def row(label: str, pick: Any, form: str, inverse: bool = False) -> None:
        values = [pick(figures) for figures in found.values()]
        cells = [format(v, form) for v in values]
        if len(values) == 2:
            ratio = values[0] / values[1] if inverse else values[1] / values[0]
            cells.append(f"{ratio:.1f} x")
        table.add_row(label, *cells)

    row("random play: decisions/s", lambda f: f["random"]["decisions_per_s"], ",.0f")
    row("random play: matches/s", lambda f: f["random"]["matches_per_s"], ",.1f")
    for policy in next(iter(found.values()))["policies"]:
        row(f"simulate {policy}: moves/s", lambda f, p=policy: f["policies"][p]["moves_per_s"], ",.0f")
        row(f"simulate {policy}: matches/s", lambda f, p=policy: f["policies"][p]["matches_per_s"], ",.2f")
    for key in next(iter(found.values()))["costs"]:
        if key.endswith("_us"):
            row(f"{key[:-3].replace('_', ' ')}, µs", lambda f, k=key: f["costs"][k], ",.1f", True)
    row("fold of a whole log, ms", lambda f: f["costs"]["fold_ms"], ",.2f", True)
    out.print(table)


def print_platform(out: Console, game: str, rows: list[dict[str, Any]], memory: dict[str, float]) -> None:
    table = Table(title=f"{game} through the platform, random house bots in all seats")
    for head in ("matches at once", "moves/s", "p50 ms", "p99 ms", "faults", "asks repeated", "start-up s"):
        table.add_column(head, justify="right")
    for r in rows:
        table.add_row(
            str(r["parallel"]),
            f"{r['moves_per_s']:,.0f}",
            f"{r['p50_ms']:.2f}",
            f"{r['p99_ms']:.2f}",
            str(r["faults"]),
            str(r["asks_repeated"]),
            f"{r['start_up_s']:.2f}",
        )
    out.print(table)
    where = Table(title="CPU per move, µs, by process")
    names = list(rows[0]["cpu_us_per_move"])
    where.add_column("matches at once", justify="right")
    for name in [*names, "sum"]:
        where.add_column(name, justify="right")
    for r in rows:
        cpu = r["cpu_us_per_move"]
        where.add_row(str(r["parallel"]), *(f"{cpu[n]:.0f}" for n in names), f"{sum(cpu.values()):.0f}")
    out.print(where)
    out.print("memory per live match: " + ", ".join(f"{name} {n / 1024:.1f} KiB" for name, n in memory.items()))


def print_loading(out: Console, game: str, rows: list[dict[str, Any]]) -> None:
    table = Table(title=f"{game}: a whole match of greedy loaded from the store and folded")
    table.add_column("mode", no_wrap=True)
    for head in ("seats", "commits", "log kB", "best ms", "median ms", "CPU ms"):
        table.add_column(head, justify="right")
    for r in rows:
        times = [f"{r[name]:.1f}" for name in ("best_ms", "median_ms", "cpu_ms")]
        table.add_row(r["mode"], str(r["seats"]), str(r["commits"]), f"{r['log_bytes'] / 1e3:.0f}", *times)
    out.print(table)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description="speed in process and through the platform")
    parser.add_argument("--game", default="ming_voyages")
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU seconds per in-process figure")
    parser.add_argument("--json", type=Path, default=ROOT / "build" / "bench.json")
    parser.add_argument("--quick", action="store_true", help="a tenth of the work; figures are rough")
    parser.add_argument("--skip-platform", action="store_true")
    parser.add_argument("--skip-in-process", action="store_true")
    parser.add_argument("--skip-loading", action="store_true")
    parser.add_argument("--replicas", type=int, default=1, help="replicas of rules service and house bots")
    args = parser.parse_args()
    seconds = args.seconds / (10 if args.quick else 1)
    out = Console()
    figures: dict[str, Any] = {"machine": describe_machine(), "game": args.game}
    out.print(", ".join(f"{k} {v}" for k, v in figures["machine"].items()))
    if not args.skip_in_process:
        figures["in_process"] = in_process(args.game, seconds)
        print_in_process(out, args.game, figures["in_process"])
    if not args.skip_platform:
        from tests.bench.platform import measure, memory_per_match

        rows = []
        for parallel, matches in ((1, 8), (32, 160), (128, 256)):
            if args.quick:
                matches = max(2, matches // 8)
            rows.append(asyncio.run(measure(args.game, parallel, matches, "random,random", args.replicas)))
        memory = asyncio.run(memory_per_match(args.game, 40 if args.quick else 400))
        figures["platform"] = {"runs": rows, "memory_bytes_per_match": memory}
        print_platform(out, args.game, rows, memory)
    if not args.skip_loading:
        from tests.bench.loading import loading

        figures["loading"] = asyncio.run(loading(args.game))
        print_loading(out, args.game, figures["loading"])
    args.json.parent.mkdir(parents=True, exist_ok=True)
    args.json.write_text(json.dumps(figures, indent=2) + "\n")
    out.print(f"figures: {args.json}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
