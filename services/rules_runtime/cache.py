"""The matches a replica has in memory: the last used ones, at most so many."""

from __future__ import annotations

import time
from collections import OrderedDict
from itertools import islice

from rules_runtime import metrics
from rules_runtime.live import Live


class Cache:
    """Least recently used goes first; a match whose lock is held stays."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._matches: OrderedDict[str, Live] = OrderedDict()

    def __len__(self) -> int:
        return len(self._matches)

    def get(self, match_id: str) -> Live | None:
        live = self._matches.get(match_id)
        if live is not None:
            self._matches.move_to_end(match_id)
            live.used = time.monotonic()
        return live

    def put(self, match_id: str, live: Live) -> Live:
        """Keeps the match unless there is one already; returns the one that is kept."""
        known = self.get(match_id)
        if known is not None:
            return known
        live.used = time.monotonic()
        self._matches[match_id] = live
        over = len(self._matches) - self.limit
        if over > 0:
            idle = (m for m, c in self._matches.items() if m != match_id and not c.lock.locked())
            for old in list(islice(idle, over)):
                del self._matches[old]
        metrics.CACHE_SIZE.set(len(self._matches))
        return live

    def drop(self, match_id: str) -> None:
        self._matches.pop(match_id, None)
        metrics.CACHE_SIZE.set(len(self._matches))

    def drop_idle(self, seconds: float) -> None:
        """Forgets matches that nobody asked for in this time, and finished ones after a minute of it."""
        now = time.monotonic()
        for match_id, live in list(self._matches.items()):
            idle = now - live.used
            if not live.lock.locked() and (idle > seconds or (live.over and idle > min(seconds, 60.0))):
                del self._matches[match_id]
        metrics.CACHE_SIZE.set(len(self._matches))
