"""The rules service of The Treasure Ship of Zheng He."""

from rules_runtime import serve
from treasure_ship import load

serve(load)
