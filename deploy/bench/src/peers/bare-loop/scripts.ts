const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

/** Takes what is due for a lease. Answers now, the next deadline or '', then id, version and record of each. */
export const CLAIM = `
-- KEYS: deadlines. ARGV: prefix of records, lease in ms, at most so many
${NOW}
local answer = { now, '' }
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[3])) do
  redis.call('ZADD', KEYS[1], now + ARGV[2], id)
  local record = redis.call('HMGET', ARGV[1] .. id, 'version', 'battle')
  table.insert(answer, id)
  table.insert(answer, record[1])
  table.insert(answer, record[2])
end
answer[2] = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] or ''
return answer
`

/** Stores the next state and deadline unless the record has changed. Answers 1 or 0. */
export const COMPARE_AND_SET = `
-- KEYS: record, deadlines. ARGV: id, version that was read, next record, next deadline
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[2] + 1, 'battle', ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
return 1
`
