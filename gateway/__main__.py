"""``python -m gateway``"""

from __future__ import annotations

import sys

import uvloop

from gateway.app import run
from gateway.settings import GatewaySettings
from servicekit import logs, settings


def main() -> int:
    try:
        config = settings.load(GatewaySettings)
        logs.configure("gateway", config.log_format, config.log_level)
        uvloop.run(run(config))
    except settings.StartError as e:
        print(f"gateway: {e}", file=sys.stderr)  # noqa: T201 - the one line that says why
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
