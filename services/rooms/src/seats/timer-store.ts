import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import { type Keys, NOW } from '../shared/redis.js'
import { SHARDS } from '../shared/rules/room.js'

export interface DueRoom {
  readonly roomId: string
  /** How long ago it was due, milliseconds. */
  readonly latenessMs: number
}

interface ClaimedDeadlines {
  readonly due: readonly DueRoom[]
  /** Until the next deadline of the shard, milliseconds; not above zero where more is due, Infinity where nothing waits. */
  readonly nextInMs: number
}

export interface Deadlines {
  /** Takes rooms of a shard whose deadline is reached. A pod that does nothing about them loses them in two seconds. */
  claim(shard: string, limit: number): Promise<ClaimedDeadlines>
  /** Drops a deadline whose room is gone. */
  forget(shard: string, roomId: string): Promise<void>
}

const DEADLINE_LEASE_MS = 2_000

/** `[ms until the next or '', room, lateness in ms, room, ...]` */
const claimScript = defineScript<string[]>(`${NOW}
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'WITHSCORES', 'LIMIT', 0, ARGV[1])
for index = 1, #found, 2 do
  redis.call('ZADD', KEYS[1], now + ARGV[2], found[index])
  found[index + 1] = tostring(now - tonumber(found[index + 1]))
end
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
table.insert(found, 1, first[2] and tostring(tonumber(first[2]) - now) or '')
return found
`)

const forgetDeadlineScript = defineScript<number>(`
if redis.call('HEXISTS', KEYS[2], 'record') == 1 then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[1])
`)

export const createDeadlines = (redis: Redis, keys: Keys): Deadlines => ({
  async claim(shard, limit) {
    const [nextInMs, ...found] = await mapRedisErrors(claimScript.run(redis, [keys.due(shard)], [limit, DEADLINE_LEASE_MS]))
    const due: DueRoom[] = []
    for (let index = 0; index + 1 < found.length; index += 2) {
      due.push({ roomId: found[index] as string, latenessMs: Number(found[index + 1]) })
    }
    return { due, nextInMs: nextInMs ? Number(nextInMs) : Infinity }
  },
  async forget(shard, roomId) {
    await mapRedisErrors(forgetDeadlineScript.run(redis, [keys.due(shard), keys.room(roomId)], [roomId]))
  },
})

export interface GatewayLeases {
  /** The gateway is alive: its lease starts anew. */
  renew(gatewayId: string): Promise<void>
  /** Starts the lease of a gateway that was never heard of, so that its silence is noticed too. */
  know(gatewayId: string): Promise<void>
  /** Gateways whose lease has run out, for one pod at a time; none for all others. */
  silent(): Promise<string[]>
  /** Rooms with a connection on a gateway. */
  rooms(gatewayId: string): Promise<string[]>
  /** Drops a gateway if it has been silent for long. */
  forget(gatewayId: string): Promise<void>
  /** Rejects if Redis does not answer. */
  probe(): Promise<void>
}

/** One look at silent gateways in this time, over all pods. */
const SWEEP_LEASE_MS = 900
/** No seat can be put on a gateway so long after its last sign of life. */
const FORGET_AFTER_MS = 600_000

const renewScript = defineScript<number>(`${NOW}
return redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
`)

const knowScript = defineScript<number>(`${NOW}
return redis.call('ZADD', KEYS[1], 'NX', now + ARGV[2], ARGV[1])
`)

const silentScript = defineScript<string[]>(`${NOW}
if not redis.call('SET', KEYS[2], 1, 'NX', 'PX', ARGV[1]) then return {} end
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)
`)

const forgetGatewayScript = defineScript<number>(`${NOW}
local untilMs = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not untilMs or tonumber(untilMs) > now - ARGV[2] then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[1])
`)

export const createGatewayLeases = (redis: Redis, keys: Keys, leaseMs: number): GatewayLeases => ({
  async renew(gatewayId) {
    await mapRedisErrors(renewScript.run(redis, [keys.leases], [gatewayId, leaseMs]))
  },
  async know(gatewayId) {
    await mapRedisErrors(knowScript.run(redis, [keys.leases], [gatewayId, leaseMs]))
  },
  silent: () => mapRedisErrors(silentScript.run(redis, [keys.leases, keys.leaseSweep], [SWEEP_LEASE_MS])),
  async rooms(gatewayId) {
    const shards = SHARDS.map((shard) => mapRedisErrors(redis.smembers(keys.onGateway(shard, gatewayId))))
    return (await Promise.all(shards)).flat()
  },
  async forget(gatewayId) {
    await mapRedisErrors(forgetGatewayScript.run(redis, [keys.leases], [gatewayId, FORGET_AFTER_MS]))
  },
  async probe() {
    await mapRedisErrors(redis.ping())
  },
})
