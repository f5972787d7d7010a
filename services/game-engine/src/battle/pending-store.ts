import { defineScript, type Redis } from '@kla/chassis'
import { ALL_SHARDS, keysOf, NOW, type ShardKeys, shardOf, type Shard } from '../shared/redis.js'
import type { Announcement, Effect, Settlement } from './rules/step.js'

/** `[now, how many are pending, oldest 'from' or '', phases as name, count, ..., taken as id, effect, ...]` */
const takePendingScript = defineScript<[number, number, string, string[], string[]]>(`
-- KEYS: pending, pending from, phases. ARGV: lease in ms; at most so many
${NOW}
local oldest = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
local taken = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[2], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[2])) do
  local effect = redis.call('HGET', KEYS[1], id)
  if effect then
    redis.call('ZADD', KEYS[2], now + ARGV[1], id)
    taken[#taken + 1] = id
    taken[#taken + 1] = effect
  else
    redis.call('ZREM', KEYS[2], id)
  end
end
return { now, redis.call('HLEN', KEYS[1]), oldest[2] or '', redis.call('HGETALL', KEYS[3]), taken }
`)

export interface Leased<E extends Effect = Effect> {
  readonly effects: readonly E[]
  readonly pending: number
  readonly overdueMs: number
  readonly nextInMs: number
  readonly rooms: Readonly<Record<string, number>>
}

export interface PendingStore<E extends Effect> {
  readonly shards: readonly Shard[]
  lease(shard: Shard): Promise<Leased<E>>
  clear(finished: readonly FinishedEffect[]): Promise<void>
}

export interface FinishedEffect {
  readonly id: string
  readonly roomId: string
}

interface Queue {
  readonly effects: (keys: ShardKeys) => string
  readonly from: (keys: ShardKeys) => string
  /**
   * Longer than carrying out normally takes, milliseconds. Up to half is added at random, so that a pod cut off does
   * not poll exactly when its own lease ends.
   */
  readonly leaseMs: number
  readonly leaseMax: number
}

export const createAnnouncementStore = (redis: Redis, prefix: string): PendingStore<Announcement> =>
  createPendingStore(redis, prefix, {
    effects: (keys) => keys.pending,
    from: (keys) => keys.pendingFrom,
    leaseMs: 2_000,
    leaseMax: 100,
  })

/** A long lease and few at once: a commerce that is overloaded or just back must not get everything together. */
export const createSettlementStore = (redis: Redis, prefix: string): PendingStore<Settlement> =>
  createPendingStore(redis, prefix, {
    effects: (keys) => keys.settlements,
    from: (keys) => keys.settlementsFrom,
    leaseMs: 5_000,
    leaseMax: 10,
  })

function createPendingStore<E extends Effect>(redis: Redis, prefix: string, queue: Queue): PendingStore<E> {
  return {
    shards: ALL_SHARDS,

    async lease(shard) {
      const keys = keysOf(prefix, shard)
      const [nowMs, pending, from, phases, taken] = await takePendingScript.run(
        redis,
        [queue.effects(keys), queue.from(keys), keys.phases],
        [Math.round(queue.leaseMs * (1 + Math.random() / 2)), queue.leaseMax],
      )
      return {
        effects: pairs(taken).map(([, effect]) => JSON.parse(effect) as E),
        pending,
        overdueMs: from === '' ? 0 : Math.max(0, nowMs - Number(from)),
        nextInMs: from === '' ? Infinity : Number(from) - nowMs,
        rooms: Object.fromEntries(pairs(phases).map(([phase, count]) => [phase, Number(count)])),
      }
    },

    async clear(finished) {
      const byShard = new Map<Shard, string[]>()
      for (const { id, roomId } of finished) {
        const shard = shardOf(roomId)
        const ids = byShard.get(shard) ?? []
        byShard.set(shard, ids)
        ids.push(id)
      }
      await Promise.all(
        [...byShard].flatMap(([shard, ids]) => {
          const keys = keysOf(prefix, shard)
          return [redis.hdel(queue.effects(keys), ...ids), redis.zrem(queue.from(keys), ...ids)]
        }),
      )
    },
  }
}

const pairs = (flat: readonly string[]): [string, string][] =>
  Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at] ?? '', flat[2 * at + 1] ?? ''])
