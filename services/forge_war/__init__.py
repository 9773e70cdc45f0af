"""Forge War: the rules, as a library."""
