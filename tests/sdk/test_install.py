"""`pip install ./sdk` in an empty environment is enough to write a bot, and the bot of its README plays."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from console.embedded import Embedded
from tests.sdk.fake_gateway import TOKEN, FakeGateway

SDK = Path(__file__).resolve().parents[2] / "sdk"

BOT = """
import importlib.metadata, sys
import baochuan

class Least(baochuan.Bot):
    def choose(self, view, decision, options):
        return 0

results = baochuan.run(Least(), game="fake", matches=2)
assert [result.score for result in results] == [0, 0], results
assert not any(name.split(".")[0] in ("rulekit", "servicekit", "gateway", "msgspec", "nats") for name in sys.modules)
print("protobuf", importlib.metadata.version("protobuf"), baochuan.__file__)
"""

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("sdk-install")]


def lowest_bounds() -> list[str]:
    """The SDK's dependencies pinned to the lowest version that it allows."""
    project = tomllib.loads((SDK / "pyproject.toml").read_text())["project"]
    return [re.sub(r">=([0-9.]+).*", r"==\1", dependency) for dependency in project["dependencies"]]


def install(folder: Path, pins: list[str]) -> Path:
    """A new environment with the SDK and nothing else asked for; gives its interpreter."""
    source = folder / "sdk"
    shutil.copytree(SDK, source, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    python = folder / "venv" / "bin" / "python"
    command = [str(python), "-m", "pip", "install", "--disable-pip-version-check", str(source), *pins]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return python


async def run_bot(python: Path, folder: Path, code: str, server: str, token: str) -> str:
    """Runs a bot as its author would; gives what it printed."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "BAOCHUAN_"))}
    script = folder / "bot.py"
    script.write_text(code)
    process = await asyncio.create_subprocess_exec(
        str(python), "-W", "error", str(script), cwd=folder,
        env={**kept, "BAOCHUAN_SERVER": server, "BAOCHUAN_TOKEN": token},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        async with asyncio.timeout(300):
            printed = (await process.communicate())[0].decode()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0, printed
    return printed


@pytest.fixture(scope="module")
def newest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("newest"), [])


async def test_the_newest_dependencies_will_do(newest: Path, tmp_path: Path) -> None:
    async with FakeGateway() as gateway:
        printed = await run_bot(newest, tmp_path, BOT, gateway.address, TOKEN)
    assert "site-packages" in printed


async def test_the_lowest_dependencies_will_do(tmp_path: Path) -> None:
    python = await asyncio.to_thread(install, tmp_path, lowest_bounds())
    async with FakeGateway() as gateway:
        printed = await run_bot(python, tmp_path, BOT, gateway.address, TOKEN)
    assert printed.startswith("protobuf 6.30.0 ")


async def test_the_bot_of_the_readme_plays_ten_matches_against_greedy(newest: Path, tmp_path: Path) -> None:
    [code] = re.findall(r"^```python\n(.*?)^```", (SDK / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    assert len(code.splitlines()) <= 20
    async with Embedded(["ming_voyages"], rules=1, bots=1) as platform:
        token = await platform.bot_token("eager")
        printed = await platform.guard(run_bot(newest, tmp_path, code, platform.gateway, token))
    lines = printed.splitlines()
    assert len(lines) == 11
    assert all("('eager', 'greedy')" in line for line in lines[:10:2])
    assert all("('greedy', 'eager')" in line for line in lines[1:10:2])
    assert re.fullmatch(r"won \d+ of 10", lines[10])
