"""Ultimate Voyage: the rules, as a library. `load()` gives the game."""
