"""Forge War: the rules, as a library. `load()` gives the game."""

from forge_war.game import load

__all__ = ["load"]
