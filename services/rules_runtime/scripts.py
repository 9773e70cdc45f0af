"""The scripts that commit. Checks first, writes last: a script that refuses has changed nothing."""

from __future__ import annotations

from enum import IntEnum

from servicekit.wire import Script


class Answer(IntEnum):
    """First number of a script's answer; the second is a revision."""

    APPENDED = 1
    REPLAYED = 2  # the same request was answered before, with the revision given
    STALE = 3  # the match is at another revision
    REQUEST_ID_REUSED = 4
    NOT_FOUND = 5
    OVER = 6


_PUBLISH = """
local function publish(outbox, match, subject, payload, id, outcome, archive)
  redis.call('XADD', outbox, '*', 's', subject, 'p', payload, 'i', id)
  if outcome ~= '' then
    redis.call('XADD', outbox, '*', 's', archive, 'a', match, 'i', match .. ':record')
  end
end
"""

# KEYS meta log outbox due
# ARGV match fingerprint head commit open due-at subject payload message-id outcome archive-subject
CREATE = Script(
    _PUBLISH
    + """
local known = redis.call('HMGET', KEYS[1], 'fp', 'rev')
if known[1] then
  if known[1] == ARGV[2] then return {2, tonumber(known[2])} end
  return {4, tonumber(known[2])}
end
redis.call('DEL', KEYS[2])
redis.call('RPUSH', KEYS[2], ARGV[4])
redis.call('HSET', KEYS[1], 'fp', ARGV[2], 'head', ARGV[3], 'rev', '1', 'open', ARGV[5], 'outcome', ARGV[10],
  'status', ARGV[10] == '' and 'running' or 'over')
if ARGV[6] ~= '' then redis.call('ZADD', KEYS[4], ARGV[6], ARGV[1]) end
publish(KEYS[3], ARGV[1], ARGV[7], ARGV[8], ARGV[9], ARGV[10], ARGV[11])
return {1, 1}
"""
)

# KEYS meta log req outbox due
# ARGV match expected-revision request fingerprint commit open due-at subject payload message-id outcome archive-subject
APPEND = Script(
    _PUBLISH
    + """
local meta = redis.call('HMGET', KEYS[1], 'rev', 'status')
if not meta[1] then return {5, 0} end
local seen = redis.call('HGET', KEYS[3], ARGV[3])
if seen then
  local fingerprint, revision = string.match(seen, '^(%x+) (%d+)$')
  if fingerprint == ARGV[4] then return {2, tonumber(revision)} end
  return {4, tonumber(revision)}
end
if meta[2] ~= 'running' then return {6, tonumber(meta[1])} end
if meta[1] ~= ARGV[2] then return {3, tonumber(meta[1])} end
local revision = tonumber(meta[1]) + 1
redis.call('RPUSH', KEYS[2], ARGV[5])
redis.call('HSET', KEYS[3], ARGV[3], ARGV[4] .. ' ' .. revision)
if ARGV[11] == '' then
  redis.call('HSET', KEYS[1], 'rev', revision, 'open', ARGV[6])
else
  redis.call('HSET', KEYS[1], 'rev', revision, 'open', ARGV[6], 'status', 'over', 'outcome', ARGV[11])
end
if ARGV[7] == '' then
  redis.call('ZREM', KEYS[5], ARGV[1])
else
  redis.call('ZADD', KEYS[5], ARGV[7], ARGV[1])
end
publish(KEYS[4], ARGV[1], ARGV[8], ARGV[9], ARGV[10], ARGV[11], ARGV[12])
return {1, revision}
"""
)

# The clock looked and asked again. KEYS meta due; ARGV match revision open due-at. 1 if it still was that revision.
REARM = Script(
    """
local meta = redis.call('HMGET', KEYS[1], 'rev', 'status')
if meta[1] ~= ARGV[2] or meta[2] ~= 'running' then
  if not meta[1] or meta[2] ~= 'running' then redis.call('ZREM', KEYS[2], ARGV[1]) end
  return 0
end
redis.call('HSET', KEYS[1], 'open', ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
return 1
"""
)

# Takes or keeps a lease. KEYS lease; ARGV owner milliseconds. 1 if it is ours.
HOLD = Script(
    """
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
)

# Gives a lease back. KEYS lease; ARGV owner.
RELEASE = Script(
    """
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
"""
)

# Published up to and with an entry. KEYS outbox; ARGV last-id. Later entries stay.
FORGET = Script(
    """
local ms, n = string.match(ARGV[1], '^(%d+)-(%d+)$')
return redis.call('XTRIM', KEYS[1], 'MINID', ms .. '-' .. string.format('%d', tonumber(n) + 1))
"""
)

ALL = [CREATE, APPEND, REARM, HOLD, RELEASE, FORGET]
