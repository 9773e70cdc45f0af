"""Serves the rules of a game that only the environment names: ``python -m console.serve_game KEY``."""

import sys

from bot_player.catalogue import games
from rules_runtime import serve

if __name__ == "__main__":
    serve(games()[sys.argv[1]])
