"""The rules service of Forge War."""

from forge_war import load
from rules_runtime import serve

serve(load)
