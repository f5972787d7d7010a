import { defineScript, LUA_NOW, mapRedisErrors, type Redis } from '@kla/chassis'
import type { Keys } from '../shared/redis.js'
import { SHARDS } from '../shared/rules/room.js'

/** A room with an overdue deadline. */
export interface DueRoom {
  readonly roomId: string
  readonly latenessMs: number
}

interface ClaimedDeadlines {
  readonly due: readonly DueRoom[]
  readonly nextInMs: number
}

/** Deadlines of rooms, leased to one pod. */
export interface Deadlines {
  claim(shard: string, limit: number): Promise<ClaimedDeadlines>
  forget(shard: string, roomId: string): Promise<void>
}

const DEADLINE_LEASE_MS = 2_000

/** `[ms until the next or '', room, lateness, room, ...]` */
const claimScript = defineScript<string[]>(
  `${LUA_NOW}
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'WITHSCORES', 'LIMIT', 0, ARGV[1])
for index = 1, #found, 2 do
  redis.call('ZADD', KEYS[1], now + ARGV[2], found[index])
  found[index + 1] = tostring(now - tonumber(found[index + 1]))
end
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
table.insert(found, 1, first[2] and tostring(tonumber(first[2]) - now) or '')
return found
`,
  { whenFull: true },
)

const forgetDeadlineScript = defineScript<number>(`
if redis.call('HEXISTS', KEYS[2], 'record') == 1 then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[1])
`)

export const createDeadlines = (redis: Redis, keys: Keys): Deadlines => ({
  async claim(shard, limit) {
    const [nextInMs, ...found] = await mapRedisErrors(
      claimScript.run(redis, [keys.due(shard)], [limit, DEADLINE_LEASE_MS]),
    )
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

/** Leases of gateways, which expire in silence. */
export interface GatewayLeases {
  renew(gatewayId: string): Promise<void>
  register(gatewayId: string): Promise<void>
  /** Gateways with expired leases, for one pod. */
  expired(): Promise<string[]>
  rooms(gatewayId: string): Promise<string[]>
  /** Rooms left when first counted. */
  countLost(gatewayId: string, rooms: number): Promise<number>
  forget(gatewayId: string): Promise<void>
  probe(): Promise<void>
}

const SWEEP_LEASE_MS = 900
/** Time after which no seat can be assigned to the gateway. */
const FORGET_AFTER_MS = 600_000

/** Longer than a sweep of a gateway's rooms. */
const COUNT_KEPT_MS = 120_000

const countLostScript = defineScript<number>(`
redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
return tonumber(redis.call('GET', KEYS[1]))
`)

const renewScript = defineScript<number>(
  `${LUA_NOW}
return redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
`,
  { whenFull: true },
)

const registerScript = defineScript<number>(
  `${LUA_NOW}
return redis.call('ZADD', KEYS[1], 'NX', now + ARGV[2], ARGV[1])
`,
  { whenFull: true },
)

const expiredScript = defineScript<string[]>(`${LUA_NOW}
if not redis.call('SET', KEYS[2], 1, 'NX', 'PX', ARGV[1]) then return {} end
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)
`)

const forgetGatewayScript = defineScript<number>(`${LUA_NOW}
local untilMs = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not untilMs or tonumber(untilMs) > now - ARGV[2] then return 0 end
return redis.call('ZREM', KEYS[1], ARGV[1])
`)

const REGISTERED_FOR_MS = 10_000

/** Creates the leases; `now` is monotonic. */
export function createGatewayLeases(
  redis: Redis,
  keys: Keys,
  leaseMs: number,
  now: () => number = () => performance.now(),
): GatewayLeases {
  const registered = new Set<string>()
  let registeredUntilMs = 0
  return {
    async renew(gatewayId) {
      await mapRedisErrors(renewScript.run(redis, [keys.leases], [gatewayId, leaseMs]))
    },
    async register(gatewayId) {
      if (now() >= registeredUntilMs) {
        registered.clear()
        registeredUntilMs = now() + REGISTERED_FOR_MS
      }
      if (registered.has(gatewayId)) return
      await mapRedisErrors(registerScript.run(redis, [keys.leases], [gatewayId, leaseMs]))
      registered.add(gatewayId)
    },
    expired: () => mapRedisErrors(expiredScript.run(redis, [keys.leases, keys.leaseSweep], [SWEEP_LEASE_MS])),
    async rooms(gatewayId) {
      const shards = SHARDS.map((shard) => mapRedisErrors(redis.smembers(keys.onGateway(shard, gatewayId))))
      return (await Promise.all(shards)).flat()
    },
    countLost: (gatewayId, rooms) =>
      mapRedisErrors(countLostScript.run(redis, [keys.lostWith(gatewayId)], [rooms, COUNT_KEPT_MS])),
    async forget(gatewayId) {
      await mapRedisErrors(forgetGatewayScript.run(redis, [keys.leases], [gatewayId, FORGET_AFTER_MS]))
    },
    async probe() {
      await mapRedisErrors(redis.ping())
    },
  }
}
