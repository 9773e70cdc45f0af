"""The gateway as a process that gives clients all the time they want to leave, when it goes down."""

import sys

from gateway import hub
from gateway.__main__ import main
from tests.waiting import LONG

if __name__ == "__main__":
    hub.DRAIN_SECONDS = 10 * LONG
    sys.exit(main())
