"""What a bot author installs: the one-method `Bot`, `run` and `serve`, a typed `Client`, typed `errors`, and the
stubs of the API in `baochuan.<area>.v1`."""

from baochuan import errors
from baochuan.bots import ANY_TIME, Bot, Choice, Decision, Match, Result
from baochuan.client import Client
from baochuan.runner import run, run_async, serve, serve_async

__version__ = "0.1.0"

__all__ = [
    "ANY_TIME",
    "Bot",
    "Choice",
    "Client",
    "Decision",
    "Match",
    "Result",
    "errors",
    "run",
    "run_async",
    "serve",
    "serve_async",
]
