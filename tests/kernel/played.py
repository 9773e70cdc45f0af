"""One finished match of the toy game, for the tests of matches and digests."""

from __future__ import annotations

import msgspec

from rulekit.match import Record, make_record
from tests import laws
from tests.toy import load

GAME = load(None)


def played(seed: int = 7, mode: str = "many", seats: int = 3) -> laws.Walk:
    w = laws.Walk(GAME, mode, {}, seats, seed)
    while not w.over:
        w.step()
    return w


WALK = played()
RECORD = make_record(WALK.match, WALK.commits)
BYTES = msgspec.json.encode(RECORD)


def fresh() -> Record:
    return msgspec.json.decode(BYTES, type=Record)
