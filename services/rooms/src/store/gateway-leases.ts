import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import { SHARDS } from '../domain/room-id.js'
import type { Keys } from './keys.js'
import { NOW } from './now.js'

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

const forgetScript = defineScript<number>(`${NOW}
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
    await mapRedisErrors(forgetScript.run(redis, [keys.leases], [gatewayId, FORGET_AFTER_MS]))
  },
  async probe() {
    await mapRedisErrors(redis.ping())
  },
})
