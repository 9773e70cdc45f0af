"""The `baochuan` command."""

from __future__ import annotations

import os
import sys
from typing import cast

import typer

from console import files, play, runs, servers
from console.problem import UNUSABLE, Problem
from console.running import Stopped

# Typer brings its own copy of click, or uses click, depending on its version: the base of its usage errors either way.
UsageProblem = cast(
    "type[Exception]", next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
)

app = typer.Typer(
    name="baochuan",
    help="Matches of tabletop games between bots: through the platform, in process, and their records.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(runs.run)
app.command()(runs.simulate)
app.command()(play.play)
app.command()(servers.up)
app.command("games")(servers.list_games)
app.command("bots")(servers.list_bots)
app.command()(servers.watch)
app.command()(files.replay)
app.command()(files.verify)
app.command()(servers.export)
app.command()(servers.token)


# gRPC's own log lines about lost connections would garble the output; its errors reach us as exceptions.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")


def main(arguments: list[str] | None = None) -> None:
    """Runs a command and ends the process with its exit code: 0 good, 1 not good, 2 unusable, 128 + n a signal."""
    sys.exit(_exit_code(arguments))


def _exit_code(arguments: list[str] | None) -> int:
    if not (sys.argv[1:] if arguments is None else arguments):
        arguments = ["--help"]
    try:
        code = app(arguments, standalone_mode=False)
        return code if isinstance(code, int) else 0
    except Problem as e:
        _say(e.line)
        if e.detail:
            print(e.detail, file=sys.stderr)
        return e.code
    except Stopped as e:
        _say(f"stopped by {e}")
        return 128 + e.number
    except (KeyboardInterrupt, typer.Abort):
        _say("stopped")
        return 130
    except BrokenPipeError:  # the reader of our output has gone, as with `| head`
        sys.stderr.close()
        return 141
    except UsageProblem as e:
        _say(str(getattr(e, "format_message", e.__str__)()).replace("\n", " "))
        return UNUSABLE


def _say(line: str) -> None:
    print(f"baochuan: {line}", file=sys.stderr)


if __name__ == "__main__":
    main()
