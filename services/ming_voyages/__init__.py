"""The Ming Voyages: the rules, as a library. `load()` gives the game."""

from ming_voyages.game import load

__all__ = ["load"]
