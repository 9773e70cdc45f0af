"""rulekit: the rules kernel. Decisions, frames, chance, content, matches and replay; no I/O but reading editions."""
