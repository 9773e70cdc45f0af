"""The Treasure Ship of Zheng He: the rules, as a library. `load()` gives the game."""

from treasure_ship.game import load

__all__ = ["load"]
