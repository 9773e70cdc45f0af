"""Ultimate Voyage: the rules, as a library. `load()` gives the game."""

from ultimate_voyage.game import load

__all__ = ["load"]
