"""The toy game as a rules service: ``python -m tests.toy_service``."""

from rules_runtime import serve
from tests.toy import load

if __name__ == "__main__":
    serve(load)
