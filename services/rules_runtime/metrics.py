"""What a rules service counts (Prometheus)."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

from rules_runtime.scripts import Answer

COMMITS = Counter("baochuan_commits", "Commits by kind of commit", ["kind", "by"])
ANSWERS = Counter("baochuan_append_answers", "Answers of the store to an append", ["answer"])
ANSWERED = {answer: ANSWERS.labels(answer.name) for answer in Answer}
REFUSED = Counter("baochuan_refused", "Requests refused, by reason", ["reason"])
ASKS = Counter("baochuan_asks", "Asks sent to house bots for the first time")
REASKS = Counter("baochuan_reasks", "Asks and seat updates sent again because nobody answered")
LOST = Counter("baochuan_announcements_lost", "Core messages that could not be sent (the clock sends them again)")
DEFAULTS = Counter("baochuan_clock_actions", "Decisions that ran out of time", ["what"])
COMMIT_SECONDS = Histogram(
    "baochuan_commit_seconds",
    "From the request to the durable commit",
    buckets=(0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.256, 0.512, 1, 2, 5),
)
CACHE_HITS = Counter("baochuan_cache_hits", "Matches found in the cache")
CACHE_MISSES = Counter("baochuan_cache_misses", "Matches folded from the log")
CACHE_SIZE = Gauge("baochuan_cache_matches", "Matches in the cache")
OUTBOX = Gauge("baochuan_outbox_length", "Entries waiting to be published, in the shards this replica relays")
RELAYED = Counter("baochuan_relayed", "Entries published to JetStream")
RELAY_LAG = Gauge("baochuan_relay_lag_seconds", "Age of the oldest entry not yet published")
OVERSIZED = Counter("baochuan_outbox_oversized", "Entries too large for the bus, kept in the store instead")
LEASES = Gauge("baochuan_leases", "Shards held", ["duty"])
SESSIONS = Gauge("baochuan_sessions", "Open session streams")
BROKEN = Counter("baochuan_loops_broken", "Faults that broke a loop of the service", ["loop"])

_committed: dict[tuple[str, str], Counter] = {}


def committed(kind: str, by: str) -> None:
    """Counts a commit (looking labels up costs more than counting)."""
    counter = _committed.get((kind, by))
    if counter is None:
        counter = _committed[kind, by] = COMMITS.labels(kind, by)
    counter.inc()
