"""rules_runtime: the shell that turns a rules package into a service.

A game's ``__main__`` is ``serve(factory)``; `factory(edition_path)` gives the `Game`.
"""

import os

# Read when gRPC is loaded: its own notes about closed connections are not lines of our log.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")

from rules_runtime.app import serve

__all__ = ["serve"]
