"""The rules service of The Ming Voyages."""

from ming_voyages import load
from rules_runtime import serve

serve(load)
