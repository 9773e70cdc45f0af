"""Compiles the rules (the kernel and the game packages) with mypyc, unchanged, beside their sources.

`make compiled` runs it; `python deploy/compile_rules.py --clean` goes back to plain Python. Without
a C compiler nothing changes, and one line says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

SERVICES = Path(__file__).resolve().parent.parent / "services"
PACKAGES = ["rulekit", "ming_voyages", "treasure_ship", "ultimate_voyage", "forge_war"]
# Left in Python: modules that hold msgspec structs (mypyc cannot compile their metaclass), the words for people,
# and entry points.
PLAIN = {
    "forge_war/card_checks.py",
    "forge_war/checks.py",
    "forge_war/coding.py",
    "forge_war/drawings.py",
    "forge_war/edition.py",
    "forge_war/forms.py",
    "forge_war/happenings.py",
    "forge_war/labels.py",
    "forge_war/text.py",
    "forge_war/view_types.py",
    "forge_war/words.py",
    "rulekit/content.py",
    "rulekit/match.py",
    "ming_voyages/checks.py",
    "ming_voyages/coding.py",
    "ming_voyages/drawings.py",
    "ming_voyages/edition.py",
    "ming_voyages/labels.py",
    "ming_voyages/overlord_story.py",
    "ming_voyages/story.py",
    "ming_voyages/text.py",
    "ming_voyages/view_types.py",
    "ming_voyages/words.py",
    "treasure_ship/checks.py",
    "treasure_ship/coding.py",
    "treasure_ship/drawings.py",
    "treasure_ship/edition.py",
    "treasure_ship/happenings.py",
    "treasure_ship/labels.py",
    "treasure_ship/text.py",
    "treasure_ship/view_types.py",
    "treasure_ship/words.py",
    "ultimate_voyage/card_checks.py",
    "ultimate_voyage/checks.py",
    "ultimate_voyage/coding.py",
    "ultimate_voyage/drawings.py",
    "ultimate_voyage/edition.py",
    "ultimate_voyage/forms.py",
    "ultimate_voyage/happenings.py",
    "ultimate_voyage/labels.py",
    "ultimate_voyage/text.py",
    "ultimate_voyage/view_types.py",
    "ultimate_voyage/words.py",
}
PLAIN_NAMES = {"__init__.py", "__main__.py"}


def sources() -> list[str]:
    """Paths below services/ of all modules to compile."""
    found = [str(p.relative_to(SERVICES)) for name in PACKAGES for p in sorted((SERVICES / name).glob("*.py"))]
    return [p for p in found if p not in PLAIN and Path(p).name not in PLAIN_NAMES]


def clean() -> None:
    """Removes every compiled module."""
    for path in [*SERVICES.glob("*.so"), *(p for name in PACKAGES for p in (SERVICES / name).glob("*.so"))]:
        path.unlink()


def compiler() -> str | None:
    """The C compiler that would be used, or None."""
    command = os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc")
    names = [command.split()[0], "cc", "gcc", "clang"]
    return next((path for name in names if (path := shutil.which(name))), None)


def build() -> int:
    cc = compiler()
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if cc is None or not header.exists():
        missing = "no C compiler" if cc is None else "no Python headers"
        print(f"compiled rules: {missing} found; everything runs uncompiled")
        return 0
    clean()
    with tempfile.TemporaryDirectory() as work:
        script = Path(work) / "build_rules.py"
        script.write_text(
            "from mypyc.build import mypycify\n"
            "from setuptools import setup\n"
            f"modules = mypycify({['--strict', *sources()]!r}, opt_level='3', target_dir={work!r})\n"
            "setup(name='baochuan_rules', packages=[], ext_modules=modules)\n"
        )
        command = [sys.executable, str(script), "-q", "build_ext", "--inplace", "--build-temp", work]
        done = subprocess.run(
            command,
            cwd=SERVICES,
            env={**os.environ, "CC": cc, "MYPYPATH": str(SERVICES)},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        clean()
        print(done.stdout + done.stderr, file=sys.stderr)
        print("compiled rules: the build failed; everything runs uncompiled", file=sys.stderr)
        return 1
    print(f"compiled rules: {len(sources())} modules of {', '.join(PACKAGES)}")
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--clean"]:
        clean()
    elif sys.argv[1:]:
        sys.exit("usage: compile_rules.py [--clean]")
    else:
        sys.exit(build())
