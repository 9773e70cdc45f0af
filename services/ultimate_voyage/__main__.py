"""The rules service of Ultimate Voyage."""

from rules_runtime import serve
from ultimate_voyage import load

serve(load)
