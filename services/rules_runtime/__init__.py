"""rules_runtime: the shell that turns a rules package into a service.

A game's ``__main__`` is ``serve(factory)``; `factory(edition_path)` gives the `Game`.
"""

from rules_runtime.app import serve

__all__ = ["serve"]
