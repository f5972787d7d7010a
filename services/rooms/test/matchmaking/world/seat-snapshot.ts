import { defineScript, type Redis } from '@kla/chassis'
import { createKeys } from '../../../src/shared/redis.js'
import { SHARDS } from '../../../src/shared/rules/room.js'

// Every seat is on a gateway or in its grace, so these lists name every room with people. All at one moment.
const snapshotScript = defineScript<string[]>(`
local seen, found = {}, {}
local shards = tonumber(ARGV[2])
for index, key in ipairs(KEYS) do
  local rooms = index <= shards and redis.call('ZRANGE', key, 0, -1) or redis.call('SMEMBERS', key)
  for _, roomId in ipairs(rooms) do
    if not seen[roomId] then
      seen[roomId] = true
      local room = ARGV[1] .. '{s' .. string.sub(roomId, -1) .. '}:room:' .. roomId
      local record = redis.call('HGET', room, 'record')
      if record then
        for _, seat in ipairs(cjson.decode(record).seats) do
          table.insert(found, string.format('%.0f', seat.accountId))
        end
      end
    end
  end
end
return found
`)

/** The accounts of all seats that are taken at this moment. */
export async function seatsTaken(redis: Redis, prefix: string, gatewayIds: readonly string[]): Promise<string[]> {
  const keys = createKeys(prefix)
  const onGateways = gatewayIds.flatMap((id) => SHARDS.map((shard) => keys.onGateway(shard, id)))
  return snapshotScript.run(redis, [...SHARDS.map(keys.due), ...onGateways], [prefix, SHARDS.length])
}
