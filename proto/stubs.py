"""Python stubs of the API: `make proto` writes them into sdk/baochuan, `make proto-check` tells if they are current.

    python proto/stubs.py generate    needs the packages of proto/requirements.txt
    python proto/stubs.py check       standard library only, no network

The check compares digests of everything that goes in (proto files, generator versions, this script) and comes out
(the stubs) with those written down at the last generation, so a lint run needs no generator.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTO = ROOT / "proto"
STUBS = ROOT / "sdk" / "baochuan"
DIGESTS = PROTO / "stubs.sha256"
STUB_PATTERNS = ("*/v1/*_pb2.py", "*/v1/*_pb2.pyi", "*/v1/*_pb2_grpc.py", "*/v1/*_pb2_grpc.pyi")


def proto_files() -> list[Path]:
    return sorted(PROTO.rglob("*.proto"))


def stub_files() -> list[Path]:
    return sorted(path for pattern in STUB_PATTERNS for path in STUBS.glob(pattern))


def digests() -> dict[str, str]:
    """Path below the project's root -> SHA-256 in hex, of all inputs and outputs."""
    files = [*proto_files(), PROTO / "requirements.txt", PROTO / "stubs.py", *stub_files()]
    return {path.relative_to(ROOT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def run_protoc(files: list[Path], outputs: list[str], target: Path) -> None:
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}"]
    command += [f"--{output}={'quiet:' if 'mypy' in output else ''}{target}" for output in outputs]
    # The mypy plugins are found by protoc on the path, beside the interpreter that runs this.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    subprocess.run([*command, *map(str, files)], check=True, env={**os.environ, "PATH": path})


def generate() -> int:
    files = proto_files()
    with_services = [path for path in files if "\nservice " in path.read_text()]
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder)
        run_protoc(files, ["python_out", "mypy_out"], target)
        run_protoc(with_services, ["grpc_python_out", "mypy_grpc_out"], target)
        made = sorted(path for path in target.rglob("*") if path.is_file())
        for old in stub_files():
            old.unlink()
        for new in made:
            place = ROOT / "sdk" / new.relative_to(target)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(new.read_text().rstrip("\n") + "\n")
            for package in (place.parent, place.parent.parent):
                (package / "__init__.py").touch()
    DIGESTS.write_text("".join(f"{digest}  {name}\n" for name, digest in digests().items()))
    print(f"proto: {len(made)} stubs of {len(files)} proto files written to {STUBS.relative_to(ROOT)}")
    return 0


def check() -> int:
    try:
        lines = DIGESTS.read_text().splitlines()
    except FileNotFoundError:
        lines = []
    known = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    now = digests()
    changed = sorted(name for name in known.keys() | now.keys() if known.get(name) != now.get(name))
    for name in changed:
        what = "new" if name not in known else "gone" if name not in now else "changed"
        print(f"proto-check: {name} is {what} since the stubs were generated", file=sys.stderr)
    if changed:
        print("proto-check: run `make proto` and commit what it writes", file=sys.stderr)
        return 1
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=["generate", "check"])
    return generate() if parser.parse_args().verb == "generate" else check()


if __name__ == "__main__":
    sys.exit(main())
