import { defineScript } from '@kla/chassis'
import { NOW } from './now.js'

/**
 * Stores a change of one room, all of it or nothing: the record or its end, the next deadline, the place in the public
 * list, the gateways it is on, the counts, the answer to the command, and the messages that are to be told.
 *
 * Answers one of
 * - `answered`, answer: the command has had its answer before; nothing was stored
 * - `conflict`: the room is not at the expected version any more
 * - `late`: the claim on the account's seat may have run out
 * - `committed`, unplayed, messages, version, ...: stored; the caller is to tell these. There are none while somebody else is
 *   telling this room's messages, who will find ours. Unplayed is 1 if nobody has looked at the room yet to play there, else 0
 */
export const commitScript = defineScript<[string, ...unknown[]]>(`
local room, due, untold, pending, list, census, answer = unpack(KEYS, 1, 7)
local roomId, expected, version, record, tombstoneMs = unpack(ARGV, 1, 5)
local deadline, rank, messages, leaseMs, notAfter = unpack(ARGV, 6, 10)
local reply, replyMs, roomsDelta, seatsDelta, gateways, batch = unpack(ARGV, 11, 16)
${NOW}
if reply ~= '' then
  local given = redis.call('GET', answer)
  if given then return {'answered', given} end
end
if (redis.call('HGET', room, 'version') or '0') ~= expected then return {'conflict'} end
if notAfter ~= '' and now > tonumber(notAfter) then return {'late'} end

if expected == '0' then redis.call('HSET', room, 'unplayed', 1) end
redis.call('HSET', room, 'version', version)
if record == '' then
  redis.call('HDEL', room, 'record')
  redis.call('PEXPIRE', room, tombstoneMs)
else
  redis.call('HSET', room, 'record', record)
end
if deadline == '' then redis.call('ZREM', due, roomId) else redis.call('ZADD', due, deadline, roomId) end
if rank == '' then redis.call('ZREM', list, roomId) else redis.call('ZADD', list, rank, roomId) end
redis.call('HINCRBY', census, 'rooms', roomsDelta)
redis.call('HINCRBY', census, 'seats', seatsDelta)
for index = 8, #KEYS do
  redis.call(index < 8 + tonumber(gateways) and 'SADD' or 'SREM', KEYS[index], roomId)
end
if reply ~= '' then redis.call('SET', answer, reply, 'PX', replyMs) end

redis.call('ZADD', pending, version, messages)
local telling = redis.call('ZSCORE', untold, roomId)
local reported = {'committed', redis.call('HEXISTS', room, 'unplayed')}
if telling and tonumber(telling) > now then return reported end
redis.call('ZADD', untold, now + leaseMs, roomId)
for _, part in ipairs(redis.call('ZRANGE', pending, 0, batch - 1, 'WITHSCORES')) do table.insert(reported, part) end
return reported
`)
